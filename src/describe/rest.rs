//! An operation over REST: location of parameters, possible errors, and an example call.

use super::tree::{JsonTree, list, object};
use super::{ServiceDescription, kinds, sample};
use crate::decode::percent;
use crate::model::brand::Brand;
pub use crate::model::problem::ParameterLocation;
use crate::model::problem::Problem;
use crate::operation::Operation;
use crate::operation::request::{Parameter, ParameterKind, RecordKind};
use crate::operation::response_schema::Contents;
use crate::operation::rest::{Method, RequestBody, Segment};

/// Returns whether a request must have the parameter. No boolean is required: an absent one is false.
pub fn is_required(parameter: &Parameter) -> bool {
    parameter.required && !matches!(parameter.kind, ParameterKind::Bool)
}

/// Returns the parameters of an operation in this part of a request.
pub fn parameters_in(operation: &Operation, location: ParameterLocation) -> impl Iterator<Item = &'static Parameter> {
    operation.request.iter().filter(move |parameter| operation.location(parameter.name) == location)
}

/// Returns the path below the base. `fill` returns the text for each parameter, by its name.
fn fill_path(operation: &Operation, fill: impl Fn(&'static str) -> String) -> String {
    let segments = operation.rest.segments().map(|segment| match segment {
        Segment::Literal(text) => format!("/{text}"),
        Segment::Parameter(name) => format!("/{}", fill(name)),
    });
    segments.collect()
}

/// Returns the path with parameters in braces.
pub fn path_template(service: &ServiceDescription, operation: &Operation) -> String {
    fill_path(operation, |name| format!("{{{}}}", service.brand.apply_to(name)))
}

/// Returns the problems that an operation can respond with.
pub fn possible_problems(operation: &Operation) -> impl Iterator<Item = Problem> {
    let has_body = operation.rest.method != Method::Get;
    let has_rule = |problem: &Problem| operation.rules.iter().any(|rule| rule.problem() == *problem);
    let is_import = operation.rest.body == RequestBody::Files;
    // a change that knows its caller concerns a job or an import
    let concerns_job = is_import || (operation.knows_caller() && !operation.is_read());
    let is_possible = move |problem: &Problem| match problem {
        Problem::BadRequest
        | Problem::Unauthorized
        | Problem::NotGranted
        | Problem::NotAcceptable
        | Problem::TooManyLogins
        | Problem::Internal
        | Problem::CannotBeWritten => true,
        Problem::MethodNotAllowed => false,
        Problem::PreconditionFailed => operation.has_conditions(),
        Problem::NotFound => operation.rest.path.contains('{') || operation.is_person() || concerns_job,
        Problem::Conflict => {
            let is_ambiguous = matches!(operation.contents, Contents::One { ambiguous: Some(_), .. });
            operation.has_record() || is_ambiguous || concerns_job
        }
        Problem::Busy => operation.rest.body != RequestBody::Parameters,
        Problem::IdempotencyConflict => is_import,
        Problem::Gone | Problem::Behind => has_rule(&Problem::Gone),
        Problem::TooLarge | Problem::UnsupportedMediaType => has_body,
        Problem::Refused => !operation.is_read() || has_rule(problem),
    };
    Problem::ALL.iter().copied().filter(is_possible)
}

/// Returns an example of a parameter.
pub fn example_value(parameter: &Parameter) -> String {
    let example = sample::example_text(parameter.name, kinds::describe_parameter(parameter).example);
    match parameter.kind {
        ParameterKind::DateTime | ParameterKind::RangeEnd => sample::with_offset(example),
        _ => example.to_owned(),
    }
}

/// Returns an example of a parameter in JSON.
pub fn json_example(parameter: &Parameter) -> JsonTree {
    let example = example_value(parameter);
    match parameter.kind {
        ParameterKind::Int | ParameterKind::Bool => JsonTree::Written(example),
        ParameterKind::AnyOf(_) => list([example]),
        _ => example.into(),
    }
}

pub struct ExampleCall {
    /// The complete path below the base.
    pub path: String,
    pub query: Vec<(String, String)>,
    pub body: Option<JsonTree>,
}

/// Returns a call with examples of the required parameters.
pub fn example_call(service: &ServiceDescription, operation: &Operation) -> ExampleCall {
    call_with(service.brand, operation, |parameter| is_required(parameter).then(|| example_value(parameter)))
}

/// Returns a call with the values that `argument` returns; `None` omits a parameter.
pub fn call_with(brand: &Brand, operation: &Operation, argument: impl Fn(&Parameter) -> Option<String>) -> ExampleCall {
    let branded_name = |parameter: &Parameter| brand.apply_to(parameter.name);
    let in_path = |name: &str| {
        let mut declared = operation.request.iter();
        declared.find(|parameter| parameter.name == name).and_then(&argument).map(|text| percent::encode(&text))
    };
    let query = parameters_in(operation, ParameterLocation::Query);
    ExampleCall {
        path: fill_path(operation, |name| in_path(name).unwrap_or_default()),
        query: query.filter_map(|parameter| Some((branded_name(parameter), argument(parameter)?))).collect(),
        body: (operation.rest.method != Method::Get).then(|| {
            // of fields that exclude each other, only the first
            let limit = if operation.delegates.is_empty() { usize::MAX } else { 1 };
            let shown = parameters_in(operation, ParameterLocation::Body).take(limit);
            shown.fold(object(), |body, parameter| match parameter.record() {
                Some(record) => add_example_fields(body, record),
                None => body.with(branded_name(parameter), json_example(parameter)),
            })
        }),
    }
}

/// Adds examples of the required fields; of a change, those of a contract renewal.
fn add_example_fields(body: JsonTree, RecordKind { fields, is_change }: RecordKind) -> JsonTree {
    let shown = fields.iter().filter(|field| if is_change { field.is_datetime } else { field.is_required });
    shown.fold(body, |body, field| {
        let example = sample::example_text(field.name, kinds::describe_record_field(field, is_change).example);
        let example = if field.is_datetime { sample::with_offset(example) } else { example.to_owned() };
        body.with(field.name, example)
    })
}
