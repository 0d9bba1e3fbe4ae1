//! Sample requests and answers in each calling style, as they appear on the wire, with real frames.

use askama::Template;

use super::json_tree::object;
use super::value_kinds;
use super::{SERVICE, ServiceDescription};
use crate::encode::frame::{CallStyle, Frame, SoapVersion};
use crate::encode::xml::DECLARATION;
use crate::encode::{Encoder, Fragment, JsonEncoder, LocalSettings, RowPrefix, RowsContext, XmlEncoder};
use crate::model::cell::Cell;
use crate::model::time::Clock;
use crate::operation::Operation;
use crate::operation::request::Parameter;
use crate::operation::response_schema::{ChangeResult, Contents, Field, FieldValue};

pub struct Sample {
    pub request: String,
    /// Head and body, one element per line.
    pub answer: String,
}

/// Returns the example of a field or parameter by its name; `default` if the name has no example of its own.
/// The fields of persons have examples of one person, so that they fit together.
pub fn example_text<'a>(name: &str, default: &'a str) -> &'a str {
    match name {
        "username" => "hr",
        "password" => "your-own-password",
        "identifier" | "externalId" | "ExternalId" | "ExternalIdentifier" | "value" => "E1001",
        "FirstName" => "Anna",
        "Insertion" => "van den",
        "FamilyName" => "Berg",
        "email" | "Email" => "anna.vandenberg@example.nl",
        "AccountLevel" => "LEARNER",
        "Function" | "FunctionName" => "Docent",
        "FunctionId" => "3",
        "Division" | "DivisionName" => "Locatie Haven",
        "DivisionId" => "5",
        "CostCentre" => "K200",
        "PhoneNumber" => "010-1234567",
        "OpleidingsId" => "12",
        "Contactmomenten" => "9-3-2026 09:00-12:30, 16-3-2026 09:00-12:30",
        "Trainers" => "Bram Jansen, Anna van den Berg",
        "ContractStartTime" => "2026-08-01T00:00:00",
        "ContractEndTime" => "2030-07-31T23:59:59",
        "ManagerId" | "ManagerServiceId" => "7",
        "ManagerExternalId" | "ManagerExternalIdentifier" => "E0007",
        "ManagerFirstName" => "Bram",
        // an empty example: samples show the field without a value
        "ManagerInsertion" => "",
        "ManagerFamilyName" => "Jansen",
        "IsManager" | "IsDismissed" => "0",
        "trainingType" => "Learning",
        "file" => "persons.csv",
        "mapping" => "hr",
        "kind" => "changed",
        "column" => "ExternalIdentifier",
        _ => default,
    }
}

pub fn parameter_example(parameter: &Parameter) -> &'static str {
    example_text(parameter.name, value_kinds::describe_parameter(parameter).example)
}

/// Returns a sample of a form call; `None` for an operation with a record.
pub fn form_sample(service: &ServiceDescription, operation: &Operation) -> Option<Sample> {
    if operation.has_record_parameter() {
        return None;
    }
    let name = service.brand.branded_name(operation.name);
    let credentials = ["username", "password"].map(|name| (name.to_owned(), example_text(name, "")));
    let example_field = |sent: &Parameter| (service.brand.branded_name(sent.name), parameter_example(sent));
    let parameters = operation.request.iter().map(example_field);
    let fields: Vec<_> = credentials.into_iter().chain(parameters).collect();
    let body = serde_urlencoded::to_string(fields).expect("names and texts can be encoded");
    let head = request_head(service, &format!("/{name}"));
    let frame = Frame::result_document(operation.root, &service.namespaces.form);
    Some(Sample {
        request: format!("{head}Content-Type: application/x-www-form-urlencoded\n\n{body}"),
        answer: answer_text(service, operation, &frame),
    })
}

#[derive(Template)]
#[template(path = "call.soap", escape = "api")]
struct SoapRequestSample<'a> {
    service: &'a ServiceDescription<'a>,
    operation: &'a Operation,
    name: &'a str,
    head: String,
    version: SoapVersion,
    names_action: bool,
}

/// Returns a sample of a SOAP call. A call in SOAP 1.2 names no action, as in the specification.
pub fn soap_sample(service: &ServiceDescription, operation: &Operation, version: SoapVersion) -> Sample {
    let names_action = version == SoapVersion::Soap11;
    let style = CallStyle::Soap { version, names_action };
    let name = &service.brand.branded_name(operation.name);
    let always_envelope = false;
    let frame = Frame::for_answer(style, operation, name, always_envelope, service.namespaces);
    Sample {
        request: super::render(SoapRequestSample {
            service,
            operation,
            name,
            head: request_head(service, ""),
            version,
            names_action,
        }),
        answer: answer_text(service, operation, &frame),
    }
}

/// Returns the first lines of a request. `subpath` is added to the path of the service.
fn request_head(service: &ServiceDescription, subpath: &str) -> String {
    let (_, address) = service.soap_address.split_once("://").unwrap_or_default();
    let (host, path) = address.split_once('/').unwrap_or((address, SERVICE));
    format!("POST /{path}{subpath} HTTP/1.1\nHost: {host}\n")
}

/// Returns the head of the answer, and its body with one element per line.
fn answer_text(service: &ServiceDescription, operation: &Operation, frame: &Frame) -> String {
    let document = match operation.contents {
        Contents::Changed { result, .. } => {
            let example_id = (result != ChangeResult::Nothing).then_some(12);
            frame.change_document(operation, example_id)
        }
        _ => format!(
            "{}{}{}",
            frame.open_contents(operation),
            example_contents::<XmlEncoder>(service, &operation.contents),
            frame.close_contents(operation)
        ),
    };
    format!("HTTP/1.1 200 OK\nContent-Type: {}\n\n{}", frame.content_type, indent(&document))
}

pub fn json_answer(service: &ServiceDescription, operation: &Operation) -> String {
    match operation.contents {
        Contents::Changed { result: ChangeResult::Int(name), .. } => {
            object().with(service.brand.branded_name(name), 12).to_string()
        }
        _ => example_contents::<JsonEncoder>(service, &operation.contents),
    }
}

pub fn json_object(service: &ServiceDescription, fields: &[Field]) -> String {
    example_rows::<JsonEncoder>(service, &RowsContext::One(fields))
}

/// Returns `2026-03-09T08:30:00+01:00` for `2026-03-09T08:30:00`.
pub fn with_offset(local_time: &str) -> String {
    let cell = Cell::Text(local_time.as_bytes());
    let mut settings = example_settings();
    let mut out = Fragment::default();
    // the encoder of answers, so that examples look like answers; it writes the quotes around a value separately
    JsonEncoder::write_value(FieldValue::ZonedDateTime, &cell, &mut settings, &mut out)
        .expect("an example of a datetime is valid");
    String::from_utf8_lossy(&out.bytes).into_owned()
}

fn example_settings() -> LocalSettings<'static> {
    let clock = Clock::new("Europe/Amsterdam", None).expect("the zone is built in");
    LocalSettings { base: "https://lms.example.nl", offsets: clock.offsets() }
}

fn example_contents<E: Encoder>(service: &ServiceDescription, contents: &Contents) -> String {
    let context = match contents {
        Contents::One { fields, .. } => RowsContext::One(fields),
        Contents::List(list) => RowsContext::List(list),
        Contents::Table(list) => RowsContext::Table(list),
        Contents::Changed { .. } => return String::new(),
    };
    example_rows::<E>(service, &context)
}

/// Returns an example of an answer: one row, between the delimiters around all rows. It is written by the encoder of
/// real answers, so that examples cannot differ from them.
fn example_rows<E: Encoder>(service: &ServiceDescription, context: &RowsContext) -> String {
    let mut example = ExampleRows { service, local: example_settings(), out: Fragment::default() };
    let delimiters = E::row_delimiters(context, service.brand).all;
    example.out.append_str(&delimiters.before);
    example.write_row::<E>(context);
    example.out.append_str(&delimiters.after);
    String::from_utf8_lossy(&example.out.bytes).into_owned()
}

struct ExampleRows<'a> {
    service: &'a ServiceDescription<'a>,
    local: LocalSettings<'a>,
    out: Fragment,
}

impl ExampleRows<'_> {
    fn write_row<E: Encoder>(&mut self, context: &RowsContext) {
        let delimiters = E::row_delimiters(context, self.service.brand);
        // the text before the fields; in a DataTable, it contains the number of the row
        for piece in &delimiters.open {
            match piece {
                RowPrefix::Text(text) => self.out.append_str(text),
                RowPrefix::RowNumber { first } => self.out.append_int(*first),
            }
        }
        match context.single_value() {
            Some(value) => self.write_example::<E>(value_kinds::describe_value(value).example, value),
            None => self.write_fields::<E>(context.fields()),
        }
        self.out.append_str(&delimiters.close);
    }

    fn write_fields<E: Encoder>(&mut self, fields: &[Field]) {
        let written_fields = fields.iter().filter(|field| E::has_field(field));
        for (index, field) in written_fields.enumerate() {
            let is_first = index == 0;
            let delimiters = E::delimiters(&self.service.brand.branded_name(field.name), field, is_first);
            // the example of some names, such as ManagerInsertion, is empty
            let is_empty = example_text(field.name, "not empty").is_empty();
            if is_empty || matches!(field.value, FieldValue::EmptyList) {
                self.out.append_str(&delimiters.if_absent);
                continue;
            }
            self.out.append_str(&delimiters.before);
            self.write_field_value::<E>(field);
            self.out.append_str(&delimiters.after);
        }
    }

    /// Writes the example of a field without the delimiters of the field. A list has one item.
    fn write_field_value<E: Encoder>(&mut self, field: &Field) {
        match field.value {
            FieldValue::Object(fields) => self.write_fields::<E>(fields),
            FieldValue::List(list) => self.write_row::<E>(&RowsContext::InsideRow(list)),
            // a cell contains such a list with its brackets, so the encoder does not write them
            FieldValue::JsonArray(list) => {
                self.out.append_str("[");
                self.write_row::<E>(&RowsContext::InsideRow(list));
                self.out.append_str("]");
            }
            value => {
                let word = field.words.first().copied();
                let text = word.unwrap_or_else(|| example_text(field.name, value_kinds::describe_value(value).example));
                self.write_example::<E>(text, value);
            }
        }
    }

    /// Writes an example through the encoder, which formats it like a cell of the database.
    fn write_example<E: Encoder>(&mut self, text: &str, value: FieldValue) {
        let cell = match value.is_integer() {
            true => Cell::Int(text.parse().expect("the example of a number is a number")),
            false => Cell::Text(text.as_bytes()),
        };
        E::write_value(value, &cell, &mut self.local, &mut self.out).expect("an example has the type of its field");
    }
}

/// Indents an XML document, one element per line. The document must not have comments.
fn indent(xml: &str) -> String {
    let mut out = String::with_capacity(xml.len() * 2);
    let mut depth = 0usize;
    let mut just_opened = false;
    // each piece is a tag without its `<`, and the text up to the next tag
    for piece in xml.split('<').skip(1) {
        let is_end_tag = piece.starts_with('/');
        depth -= usize::from(is_end_tag);
        // the end tag of an element without children stays on the line of the start tag
        if !(out.is_empty() || is_end_tag && just_opened) {
            out.push('\n');
            out.push_str(&"  ".repeat(depth));
        }
        out.push('<');
        out.push_str(piece);
        // an empty element or the XML declaration has no end tag
        let is_empty = piece.ends_with("/>") || piece.starts_with('?');
        just_opened = !is_end_tag && !is_empty;
        depth += usize::from(just_opened);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::indent;

    #[test]
    fn each_element_has_its_own_line() {
        let xml = "<?xml?><a x=\"1\"><b>t</b><c/><d><e>u</e></d></a>";
        let lines = "<?xml?>\n<a x=\"1\">\n  <b>t</b>\n  <c/>\n  <d>\n    <e>u</e>\n  </d>\n</a>";
        assert_eq!(indent(xml), lines);
    }
}
