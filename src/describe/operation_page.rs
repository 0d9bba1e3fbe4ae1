//! The page of an operation: its parameters, its answer, and example calls over REST and in XML.

use std::borrow::Cow;

use askama::Template;

use super::value_kinds::FormControl;
use super::{HtmlPage, ServiceDescription, rest, sample, snippets, value_kinds};
use crate::encode::frame::SoapVersion;
use crate::model::language::Language;
use crate::operation::Operation;
use crate::operation::request::{Parameter, RecordKind};
use crate::operation::response_schema::Field;

#[derive(Template)]
#[template(path = "api_operation.html", escape = "api")]
struct OperationPage<'a> {
    service: &'a ServiceDescription<'a>,
    operation: &'a Operation,
    page: &'a HtmlPage<'a>,
    name: String,
    parameters: Vec<DescriptionRow>,
    /// Whether a parameter is an object of changes.
    has_changes: bool,
    /// A row for each field; `None` for an empty answer.
    answer_rows: Option<Vec<DescriptionRow>>,
}

/// A row of a table on the page: a parameter, a field of a record, or a field of the answer.
struct DescriptionRow {
    /// The CSS class: `field` for a field of a record, else empty.
    class: &'static str,
    name: String,
    kind: Cow<'static, str>,
    /// `yes`, `no` or `no, but not empty`: whether a parameter is required, or whether an answer always has the field.
    mark: &'static str,
    description: Cow<'static, str>,
}

struct FormParameter {
    name: String,
    control: FormControl,
    example: &'static str,
}

pub fn render_operation_page(service: &ServiceDescription, operation: &Operation, page: &HtmlPage) -> String {
    let mut records = operation.request.iter().filter_map(Parameter::record_kind);
    super::render(OperationPage {
        service,
        operation,
        page,
        name: service.brand.branded_name(operation.name),
        parameters: parameter_rows(service, operation),
        has_changes: records.any(|record| record.is_change),
        answer_rows: operation.is_read().then(|| answer_rows(service, "", operation.contents.fields())),
    })
}

/// Returns a row for each credential and parameter. After the row of a record, its fields have rows.
fn parameter_rows(service: &ServiceDescription, operation: &Operation) -> Vec<DescriptionRow> {
    let credentials = ["username", "password"].map(|name| DescriptionRow {
        class: "",
        name: name.into(),
        kind: "text".into(),
        mark: "yes",
        description: "Issued by the operator of the service. Over REST, sent with HTTP Basic.".into(),
    });
    let mut rows = Vec::from(credentials);
    for declared in operation.request {
        rows.push(DescriptionRow {
            class: "",
            name: service.brand.branded_name(declared.name),
            kind: value_kinds::describe_parameter(declared).text,
            mark: yes_or_no(declared.is_required),
            description: declared.description.into(),
        });
        rows.extend(declared.record_kind().into_iter().flat_map(record_rows));
    }
    rows
}

fn record_rows(RecordKind { fields, is_change }: RecordKind) -> impl Iterator<Item = DescriptionRow> {
    fields.iter().map(move |field| DescriptionRow {
        class: "field",
        name: field.name.into(),
        kind: value_kinds::describe_record_field(field).text,
        // a change can omit a required field, but not clear it
        mark: if is_change && field.is_required { "no, but not empty" } else { yes_or_no(field.is_required) },
        description: field.description.into(),
    })
}

/// Returns a row for each field, followed by rows for its nested fields. All names begin with `prefix`, such as
/// `Contents.`
fn answer_rows(service: &ServiceDescription, prefix: &str, fields: &[Field]) -> Vec<DescriptionRow> {
    let rows = fields.iter().flat_map(|field| {
        let name = format!("{prefix}{}", service.brand.branded_name(field.name));
        let nested_rows = answer_rows(service, &format!("{name}."), field.nested_fields());
        let row = DescriptionRow {
            class: "",
            name,
            kind: value_kinds::describe_value(field.value).name.into(),
            mark: yes_or_no(!value_kinds::can_be_null(field)),
            description: field.meaning(Language::English),
        };
        [row].into_iter().chain(nested_rows)
    });
    rows.collect()
}

fn yes_or_no(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

impl OperationPage<'_> {
    fn form_parameters(&self) -> Vec<FormParameter> {
        let credentials = [("username", "text"), ("password", "password")].map(|(name, input_type)| FormParameter {
            name: name.into(),
            control: FormControl::Input { input_type, is_required: true },
            example: "",
        });
        let parameters = self.operation.request.iter().map(|parameter| FormParameter {
            name: self.service.brand.branded_name(parameter.name),
            control: value_kinds::form_control(&parameter.kind),
            example: sample::parameter_example(parameter),
        });
        credentials.into_iter().chain(parameters).collect()
    }
}
