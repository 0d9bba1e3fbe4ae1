//! The frame around an XML answer: a bare result document or a SOAP envelope. Also SOAP faults.

use super::xml::{DECLARATION, escape_to_string};
use crate::model::request_error::RequestError;
use crate::operation::Operation;

const SCHEMA_NAMESPACES: &str =
    r#"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema""#;

pub const TEXT_XML: &str = "text/xml; charset=utf-8";

const SOAP_XML: &str = "application/soap+xml; charset=utf-8";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SoapVersion {
    Soap11,
    Soap12,
}

impl SoapVersion {
    pub fn namespace(self) -> &'static str {
        match self {
            SoapVersion::Soap11 => "http://schemas.xmlsoap.org/soap/envelope/",
            SoapVersion::Soap12 => "http://www.w3.org/2003/05/soap-envelope",
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            SoapVersion::Soap11 => TEXT_XML,
            SoapVersion::Soap12 => SOAP_XML,
        }
    }

    /// Returns the code of a fault, without its prefix. SOAP 1.1 and 1.2 name the server and the client differently.
    fn fault_code(self, failure: &RequestError) -> &'static str {
        match failure {
            RequestError::VersionMismatch(_) => "VersionMismatch",
            RequestError::MustUnderstand { .. } => "MustUnderstand",
            _ => match (self, failure.is_server_error()) {
                (SoapVersion::Soap11, true) => "Server",
                (SoapVersion::Soap11, false) => "Client",
                (SoapVersion::Soap12, true) => "Receiver",
                (SoapVersion::Soap12, false) => "Sender",
            },
        }
    }
}

/// The style of an XML call, which determines the format of its reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallStyle {
    Soap {
        version: SoapVersion,
        /// Whether the request has an `action` in its Content-Type, a `SOAPAction` header, or an envelope of SOAP 1.1.
        names_action: bool,
    },
    Form,
}

#[derive(Debug, Clone)]
pub struct Namespaces {
    pub soap: String,
    pub form: String,
}

pub struct Frame {
    pub head: String,
    pub tail: String,
    pub content_type: &'static str,
}

impl Frame {
    /// Returns the frame of the answer to a call. A SOAP call without an action gets an envelope only if the operation
    /// requires it, or if `always_envelope`.
    pub fn for_answer(
        style: CallStyle,
        operation: &Operation,
        called_as: &str,
        always_envelope: bool,
        namespaces: &Namespaces,
    ) -> Self {
        match style {
            CallStyle::Soap { version, names_action }
                if names_action || always_envelope || operation.has_record_parameter() =>
            {
                Self::enveloped(version, called_as, namespaces)
            }
            CallStyle::Soap { .. } => Self::result_document(operation.root, &namespaces.soap),
            CallStyle::Form => Self::result_document(operation.root, &namespaces.form),
        }
    }

    pub fn result_document(root: &str, namespace: &str) -> Self {
        let namespace = escape_to_string(namespace);
        Self {
            head: format!("{DECLARATION}<{root} xmlns=\"{namespace}\" {SCHEMA_NAMESPACES}>"),
            tail: format!("</{root}>"),
            content_type: TEXT_XML,
        }
    }

    /// Returns the frame `<Operation>Response/<Operation>Result` in an envelope, with the operation's name as called.
    fn enveloped(version: SoapVersion, called_as: &str, namespaces: &Namespaces) -> Self {
        let (head, tail) = envelope_parts(version);
        let namespace = escape_to_string(&namespaces.soap);
        Self {
            head: format!("{head}<soap:Body><{called_as}Response xmlns=\"{namespace}\"><{called_as}Result>"),
            tail: format!("</{called_as}Result></{called_as}Response></soap:Body>{tail}"),
            content_type: version.content_type(),
        }
    }

    /// Returns the text before the contents of a successful answer. `close_contents` returns the text after them.
    pub fn open_contents(&self, operation: &Operation) -> String {
        format!("{}{}<Contents>", self.head, success_element(operation.success_element, true))
    }

    pub fn close_contents(&self, operation: &Operation) -> String {
        format!("</Contents>{}{}", empty_error_element(operation), self.tail)
    }

    /// Returns the document of a change. `created` is the id of the created row, if any.
    pub fn change_document(&self, operation: &Operation, created: Option<i64>) -> String {
        let Self { head, tail, .. } = self;
        let contents = match created {
            Some(id) => format!("<Contents>{id}</Contents>"),
            None => "<Contents/>".to_owned(),
        };
        let (success, error) = (success_element(operation.success_element, true), empty_error_element(operation));
        format!("{head}{success}{contents}{error}{tail}")
    }

    /// Returns `<Success>false</Success><Error>…</Error>`; `success_name` is `Succes` for the agenda (contract §2).
    pub fn refusal_document(&self, success_name: &str, text: &str) -> String {
        let Self { head, tail, .. } = self;
        let (success, text) = (success_element(success_name, false), escape_to_string(text));
        format!("{head}{success}<Error>{text}</Error>{tail}")
    }
}

fn envelope_parts(version: SoapVersion) -> (String, &'static str) {
    let namespace = version.namespace();
    (format!("{DECLARATION}<soap:Envelope xmlns:soap=\"{namespace}\" {SCHEMA_NAMESPACES}>"), "</soap:Envelope>")
}

/// Returns the empty `Error` element, which only some operations have on success (contract §2).
fn empty_error_element(operation: &Operation) -> &'static str {
    if operation.has_empty_error_on_success { "<Error/>" } else { "" }
}

fn success_element(name: &str, is_success: bool) -> String {
    format!("<{name}>{is_success}</{name}>")
}

pub fn fault_document(version: SoapVersion, failure: &RequestError) -> String {
    let (head, tail) = envelope_parts(version);
    let header = fault_header(version, failure);
    let code = version.fault_code(failure);
    let text = escape_to_string(&failure.message_text());
    let fault = match version {
        SoapVersion::Soap11 => {
            format!("<faultcode>soap:{code}</faultcode><faultstring xml:lang=\"en\">{text}</faultstring>")
        }
        SoapVersion::Soap12 => format!(
            "<soap:Code><soap:Value>soap:{code}</soap:Value></soap:Code>\
             <soap:Reason><soap:Text xml:lang=\"en\">{text}</soap:Text></soap:Reason>"
        ),
    };
    format!("{head}{header}<soap:Body><soap:Fault>{fault}</soap:Fault></soap:Body>{tail}")
}

/// Returns the header of a fault (SOAP 1.2, part 1, 5.4.7 and 5.4.8): the supported versions, or the unknown header.
fn fault_header(version: SoapVersion, failure: &RequestError) -> String {
    match (version, failure) {
        (SoapVersion::Soap12, RequestError::VersionMismatch(_)) => format!(
            "<soap:Header><soap:Upgrade>\
             <soap:SupportedEnvelope qname=\"ns1:Envelope\" xmlns:ns1=\"{soap12}\"/>\
             <soap:SupportedEnvelope qname=\"ns2:Envelope\" xmlns:ns2=\"{soap11}\"/>\
             </soap:Upgrade></soap:Header>",
            soap12 = SoapVersion::Soap12.namespace(),
            soap11 = SoapVersion::Soap11.namespace(),
        ),
        // the qualified name needs a prefix, unless the header has no namespace
        (SoapVersion::Soap12, RequestError::MustUnderstand { namespace, name }) => {
            let (namespace, name) = (escape_to_string(namespace), escape_to_string(name));
            let attributes = match namespace.is_empty() {
                true => format!("qname=\"{name}\""),
                false => format!("qname=\"ns:{name}\" xmlns:ns=\"{namespace}\""),
            };
            format!("<soap:Header><soap:NotUnderstood {attributes}/></soap:Header>")
        }
        _ => String::new(),
    }
}
