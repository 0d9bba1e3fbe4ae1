//! Decodes a SOAP envelope.

use roxmltree::{Document, Node, ParsingOptions};

use super::{
    Call, SentParameter, SentValue, charset, find_operation, repeated_parameter_error, unknown_operation_error,
    xml_limits,
};
use crate::encode::frame::{CallStyle, SoapVersion};
use crate::model::brand::Brand;
use crate::model::record::{Record, RecordField, SentField};
use crate::model::request_error::RequestError;
use crate::model::text::cut_and_escape_value;
use crate::operation::Operation;
use crate::operation::request::ParameterKind;

const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The facts about an envelope that the headers of the request contain.
pub struct EnvelopeHeaders {
    /// Whether the Content-Type is `text/xml`, that of SOAP 1.1.
    pub is_text_xml: bool,
    /// Whether the Content-Type has an `action` parameter, or the request a `SOAPAction` header.
    pub has_action: bool,
    pub charset: Option<String>,
}

impl EnvelopeHeaders {
    /// Returns the style by the headers alone, for errors that are found before the envelope's namespace is known.
    pub fn style_of_headers(&self) -> CallStyle {
        self.style_for(if self.is_text_xml { SoapVersion::Soap11 } else { SoapVersion::Soap12 })
    }

    /// Returns the style of a call. A call in SOAP 1.1 always names its action, because SOAP 1.1 requires the header
    /// `SOAPAction`.
    fn style_for(&self, version: SoapVersion) -> CallStyle {
        CallStyle::Soap { version, names_action: self.has_action || version == SoapVersion::Soap11 }
    }
}

/// Decodes an envelope. Also returns the style of the reply: by the envelope's namespace, or by the headers if the
/// envelope cannot be read.
pub fn decode_envelope(
    body: &[u8],
    headers: &EnvelopeHeaders,
    brand: &Brand,
) -> (CallStyle, Result<Call, RequestError>) {
    let mut style = headers.style_of_headers();
    let call = charset::decode_xml(body, headers.charset.as_deref()).and_then(|text| {
        let document = parse_xml(&text)?;
        style = headers.style_for(envelope_version(&document)?);
        decode_call(&document, brand)
    });
    (style, call)
}

/// Parses XML within the limits. The error of malformed XML has the line and column.
fn parse_xml(text: &str) -> Result<Document<'_>, RequestError> {
    xml_limits::check_limits(text)?;
    Document::parse_with_options(text, ParsingOptions::default()).map_err(|error| {
        let at = error.pos();
        let reason = error.to_string();
        // the library appends the position to its messages
        let reason = reason.trim_end_matches(&format!(" at {}:{}", at.row, at.col));
        xml_limits::malformed_xml_error(at.row as usize, at.col as usize, reason)
    })
}

/// Returns the SOAP version of an envelope, by its namespace. Without a namespace, the version is 1.2.
fn envelope_version(document: &Document) -> Result<SoapVersion, RequestError> {
    let root = document.root_element();
    if root.tag_name().name() != "Envelope" {
        return Err(missing_part_error("There is no SOAP Envelope", root));
    }
    let namespace = root.tag_name().namespace().unwrap_or_default();
    let mut versions = [SoapVersion::Soap12, SoapVersion::Soap11].into_iter();
    match versions.find(|version| version.namespace() == namespace) {
        Some(version) => Ok(version),
        None if namespace.is_empty() => Ok(SoapVersion::Soap12),
        None => Err(RequestError::VersionMismatch(cut_and_escape_value(namespace).into_owned())),
    }
}

/// Returns the error for a missing element. `found` is in its place, or should contain it.
fn missing_part_error(message: &str, found: Node) -> RequestError {
    let position = found.document().text_pos_at(found.range().start);
    let name = cut_and_escape_value(found.tag_name().name());
    RequestError::BadRequest(format!("{message} at line {}, column {}: found {name}.", position.row, position.col))
}

/// Decodes the call in an envelope. The first element in the Body is the operation (contract §1).
fn decode_call(document: &Document, brand: &Brand) -> Result<Call, RequestError> {
    let envelope = document.root_element();
    // Header and Body have the namespace of the Envelope
    let namespace = envelope.tag_name().namespace();
    let find_part = |name: &str| {
        let is_part = |element: &Node| {
            let tag_name = element.tag_name();
            tag_name.name() == name && tag_name.namespace() == namespace
        };
        child_elements(envelope).find(is_part)
    };
    if let Some(header) = find_part("Header") {
        refuse_required_headers(header)?;
    }
    let body = find_part("Body").ok_or_else(|| missing_part_error("There is no Body in the Envelope", envelope))?;
    let operation_element =
        child_elements(body).next().ok_or_else(|| missing_part_error("There is no operation in the Body", body))?;
    let called_as = operation_element.tag_name().name();
    match find_operation(called_as, brand) {
        Some(operation) => decode_parameters(operation, operation_element, brand),
        None => {
            // reports repeated credentials first: 400 comes before 404 (contract §2)
            classify_elements(&[], operation_element, brand)?;
            Err(unknown_operation_error(called_as, brand))
        }
    }
}

/// Refuses header blocks with `mustUnderstand`, since the service understands none. Ignores blocks for other receivers.
fn refuse_required_headers(header: Node) -> Result<(), RequestError> {
    for block in child_elements(header) {
        let must_understand = soap_attribute(block, "mustUnderstand").is_some_and(|text| matches!(text, "1" | "true"));
        // SOAP 1.2 calls the attribute `role`, and SOAP 1.1 `actor`
        let role = soap_attribute(block, "role").or_else(|| soap_attribute(block, "actor")).unwrap_or_default();
        // a block without a role is for the receiver that carries out the call
        let is_for_service = role.is_empty() || SERVICE_ROLES.iter().any(|known| role.ends_with(known));
        if must_understand && is_for_service {
            let name = block.tag_name();
            return Err(RequestError::MustUnderstand {
                namespace: name.namespace().unwrap_or_default().to_owned(),
                name: name.name().to_owned(),
            });
        }
    }
    Ok(())
}

/// The ends of the URIs of the roles that the service has in SOAP 1.1 and 1.2.
const SERVICE_ROLES: [&str; 3] = ["/role/next", "/role/ultimateReceiver", "/actor/next"];

/// Returns the value of an attribute without a namespace or in the namespace of a SOAP version.
fn soap_attribute<'a>(block: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let namespaces = ["", SoapVersion::Soap11.namespace(), SoapVersion::Soap12.namespace()];
    let mut attributes = block.attributes().filter(|attribute| attribute.name() == name);
    let attribute = attributes.find(|attribute| namespaces.contains(&attribute.namespace().unwrap_or_default()))?;
    Some(attribute.value().trim())
}

fn decode_parameters(
    operation: &'static Operation,
    operation_element: Node,
    brand: &Brand,
) -> Result<Call, RequestError> {
    let names: Vec<&str> = operation.request.iter().map(|parameter| parameter.name).collect();
    let OperationElements { username, password, parameters, mut ignored } =
        classify_elements(&names, operation_element, brand)?;
    let mut sent = Vec::with_capacity(parameters.len());
    for (index, element) in parameters {
        let parameter = &operation.request[index];
        let value = match parameter.kind {
            // the child elements of a record are its fields; of any other parameter, they are an error
            ParameterKind::Record(kind) => SentValue::Record(decode_record(kind.fields, element, &mut ignored)?),
            _ => match element_text(element) {
                SentField::Text(text) => SentValue::Text(text),
                SentField::Elements => SentValue::Elements,
            },
        };
        sent.push(SentParameter::outside_query(parameter, element.tag_name().name().to_owned(), value));
    }
    // a credential with child elements counts as empty, so the login fails
    let text_or_empty = |element: Option<Node>| match element.map(element_text) {
        Some(SentField::Text(text)) => text,
        Some(SentField::Elements) | None => String::new(),
    };
    Ok(Call {
        username: text_or_empty(username).trim().to_owned(),
        password: text_or_empty(password),
        sent,
        ignored,
        ..Call::new(operation, operation_element.tag_name().name().to_owned())
    })
}

struct OperationElements<'a, 'input> {
    username: Option<Node<'a, 'input>>,
    password: Option<Node<'a, 'input>>,
    /// The elements of parameters, each with the index of its parameter.
    parameters: Vec<(usize, Node<'a, 'input>)>,
    ignored: Vec<String>,
}

/// Sorts the child elements of an operation by their local names. A repeated credential or parameter is an error.
fn classify_elements<'a, 'input>(
    parameter_names: &[&str],
    operation_element: Node<'a, 'input>,
    brand: &Brand,
) -> Result<OperationElements<'a, 'input>, RequestError> {
    let mut elements =
        OperationElements { username: None, password: None, parameters: Vec::new(), ignored: Vec::new() };
    for element in child_elements(operation_element) {
        let name = element.tag_name().name();
        let is_repeated = match name {
            "username" => elements.username.replace(element).is_some(),
            "password" => elements.password.replace(element).is_some(),
            // a client sends the neutral name of a parameter or the branded name
            _ => match parameter_names.iter().position(|neutral| brand.matches(neutral, name)) {
                Some(index) => {
                    let is_repeated = elements.parameters.iter().any(|(earlier, _)| *earlier == index);
                    elements.parameters.push((index, element));
                    is_repeated
                }
                // contract §1: unknown elements are ignored and logged
                None => {
                    elements.ignored.push(name.to_owned());
                    false
                }
            },
        };
        if is_repeated {
            return Err(repeated_parameter_error(name));
        }
    }
    Ok(elements)
}

/// Reads the fields of a record. Adds the names of unknown elements to `ignored`.
fn decode_record(
    fields: &'static [RecordField],
    element: Node,
    ignored: &mut Vec<String>,
) -> Result<Record, RequestError> {
    let mut record = Record::new();
    for child in child_elements(element) {
        let name = child.tag_name().name();
        // fields match by local name, in any namespace or none (contract §1)
        let Some(field) = fields.iter().find(|field| field.name == name) else {
            ignored.push(name.to_owned());
            continue;
        };
        if record.insert(field.name, element_text(child)).is_some() {
            return Err(repeated_parameter_error(name));
        }
    }
    Ok(record)
}

/// Returns the content of an element. The content of an element with `xsi:nil="true"` is empty.
fn element_text(element: Node) -> SentField {
    let is_nil = element.attribute((XSI, "nil")).is_some_and(|nil| matches!(nil.trim(), "true" | "1"));
    if is_nil {
        SentField::Text(String::new())
    } else if child_elements(element).next().is_some() {
        SentField::Elements
    } else {
        // a comment splits a text into several nodes
        SentField::Text(element.children().filter(Node::is_text).filter_map(|child| child.text()).collect())
    }
}

fn child_elements<'a, 'input: 'a>(parent: Node<'a, 'input>) -> impl Iterator<Item = Node<'a, 'input>> {
    parent.children().filter(Node::is_element)
}
