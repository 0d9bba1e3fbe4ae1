//! An operation over REST: location of parameters, possible errors, and an example call.

use super::json_tree::{JsonTree, list, object};
use super::{ServiceDescription, sample, value_kinds};
use crate::decode::percent;
use crate::model::brand::Brand;
use crate::model::problem::{ParameterLocation, Problem};
use crate::operation::Operation;
use crate::operation::imports::{ImportAction, import_action};
use crate::operation::request::{Parameter, ParameterKind, RecordKind};
use crate::operation::response_schema::Contents;
use crate::operation::rest::{Method, RequestBody, Segment};

/// Returns whether a request must have the parameter. A boolean is never required: if it is absent, it is false.
pub fn is_required(parameter: &Parameter) -> bool {
    parameter.is_required && !matches!(parameter.kind, ParameterKind::Bool)
}

pub fn parameters_in(operation: &Operation, location: ParameterLocation) -> impl Iterator<Item = &'static Parameter> {
    operation.request.iter().filter(move |parameter| operation.parameter_location(parameter.name) == location)
}

/// Returns the path of an operation. `fill` returns the text for the parameter with a given name.
fn fill_path(operation: &Operation, fill: impl Fn(&'static str) -> String) -> String {
    let segments = operation.rest.segments().map(|segment| match segment {
        Segment::Literal(text) => format!("/{text}"),
        Segment::Parameter(name) => format!("/{}", fill(name)),
    });
    segments.collect()
}

/// Returns the path with branded parameters in braces: `/persons/{acmePersonId}` with the brand `Acme`.
pub fn path_template(service: &ServiceDescription, operation: &Operation) -> String {
    fill_path(operation, |name| format!("{{{}}}", service.brand.branded_name(name)))
}

/// Returns the problems that an operation can answer with, sorted by status.
pub fn possible_problems(operation: &Operation) -> impl Iterator<Item = Problem> {
    let can_have_body = operation.rest.method != Method::Get;
    let has_rule = |problem: &Problem| operation.rules.iter().any(|rule| rule.problem() == *problem);
    let import_action = import_action(operation);
    let changes_imports = import_action.is_some();
    let is_possible = move |problem: &Problem| match problem {
        Problem::BadRequest
        | Problem::Unauthorized
        | Problem::NotGranted
        | Problem::NotAcceptable
        | Problem::TooManyLogins
        | Problem::Internal
        | Problem::Unavailable => true,
        // the answer to a method that no operation has at the path
        Problem::MethodNotAllowed => false,
        Problem::PreconditionFailed => operation.can_have_conditions(),
        // a parameter in the path names an entity that may not exist
        Problem::NotFound => operation.rest.path.contains('{') || operation.has_person_answer() || changes_imports,
        Problem::Conflict => {
            let is_ambiguous = matches!(operation.contents, Contents::One { ambiguous: Some(_), .. });
            operation.has_record_parameter() || is_ambiguous || changes_imports
        }
        Problem::Busy => matches!(import_action, Some(ImportAction::Start | ImportAction::Undo)),
        Problem::IdempotencyConflict => import_action == Some(ImportAction::Start),
        // a position can be pruned, or ahead of this copy of the database
        Problem::Gone | Problem::Behind => has_rule(&Problem::Gone),
        Problem::TooLarge | Problem::UnsupportedMediaType => can_have_body,
        // a change can always break a rule over stored data
        Problem::Refused => !operation.is_read() || has_rule(problem),
    };
    Problem::ALL.iter().copied().filter(is_possible)
}

/// Returns an example of a parameter as a text. Datetimes have an offset, as `openapi.json` requires.
pub fn example_value(parameter: &Parameter) -> String {
    let example = sample::parameter_example(parameter);
    match parameter.kind {
        ParameterKind::DateTime | ParameterKind::RangeEnd => sample::with_offset(example),
        _ => example.to_owned(),
    }
}

pub fn json_example(parameter: &Parameter) -> JsonTree {
    let example = example_value(parameter);
    match parameter.kind {
        ParameterKind::Int | ParameterKind::Bool => JsonTree::Raw(example),
        ParameterKind::AnyOf(_) | ParameterKind::MappingNames => list([example]),
        _ => example.into(),
    }
}

pub struct ExampleCall {
    /// The path below the address of REST, with its parameters.
    pub path: String,
    /// The names and the values of the query, not yet percent-encoded.
    pub query: Vec<(String, String)>,
    pub body: Option<JsonTree>,
}

/// Returns a call with examples of the required parameters.
pub fn example_call(service: &ServiceDescription, operation: &Operation) -> ExampleCall {
    call_with(service.brand, operation, |parameter| is_required(parameter).then(|| example_value(parameter)))
}

/// Returns a call with an example as body. `argument` gives the values in the path and query: an example, or for a page
/// of the console, what the user has entered. It returns `None` for a parameter to omit.
pub fn call_with(brand: &Brand, operation: &Operation, argument: impl Fn(&Parameter) -> Option<String>) -> ExampleCall {
    let path_argument = |name: &str| {
        let declared = operation.request.iter().find(|parameter| parameter.name == name);
        declared.and_then(&argument).map(|text| percent::encode(&text)).unwrap_or_default()
    };
    let mut query = Vec::new();
    // a body that is a file has no name: the query gives it
    if operation.rest.body == RequestBody::Files {
        query.push(("file".to_owned(), "persons.csv".to_owned()));
    }
    for parameter in parameters_in(operation, ParameterLocation::Query) {
        query.extend(argument(parameter).map(|text| (brand.branded_name(parameter.name), text)));
    }
    let takes_json = operation.rest.body == RequestBody::Parameters && !operation.rest.media_types().is_empty();
    let body = takes_json.then(|| example_body(brand, operation));
    ExampleCall { path: fill_path(operation, path_argument), query, body }
}

/// Returns a body with examples. The fields of a record parameter are members of the body itself.
fn example_body(brand: &Brand, operation: &Operation) -> JsonTree {
    // at an address of several operations, the body has exactly one field, which chooses the operation
    let max_fields = if operation.operations_by_field.is_empty() { usize::MAX } else { 1 };
    let parameters = parameters_in(operation, ParameterLocation::Body).take(max_fields);
    parameters.fold(object(), |body, parameter| match parameter.record_kind() {
        Some(record) => add_example_fields(body, record),
        None => body.with(brand.branded_name(parameter.name), json_example(parameter)),
    })
}

/// Adds the required fields. A change requires none, so it gets the datetimes of a new contract.
fn add_example_fields(body: JsonTree, RecordKind { fields, is_change }: RecordKind) -> JsonTree {
    let example_fields = fields.iter().filter(|field| if is_change { field.is_datetime } else { field.is_required });
    example_fields.fold(body, |body, field| {
        let text = sample::example_text(field.name, value_kinds::describe_record_field(field).example);
        let example = if field.is_datetime { sample::with_offset(text) } else { text.to_owned() };
        body.with(field.name, example)
    })
}
