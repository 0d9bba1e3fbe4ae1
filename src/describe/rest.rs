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

/// Returns whether a request must have the parameter: an absent boolean is false.
pub fn is_required(parameter: &Parameter) -> bool {
    parameter.required && !matches!(parameter.kind, ParameterKind::Bool)
}

pub fn placed(operation: &Operation, at: ParameterLocation) -> impl Iterator<Item = &'static Parameter> {
    operation.request.iter().filter(move |parameter| operation.location(parameter.name) == at)
}

fn path(operation: &Operation, parameter: impl Fn(&'static str) -> String) -> String {
    let segments = operation.rest.segments().map(|segment| match segment {
        Segment::Literal(text) => format!("/{text}"),
        Segment::Parameter(name) => format!("/{}", parameter(name)),
    });
    segments.collect()
}

pub fn template(service: &ServiceDescription, operation: &Operation) -> String {
    path(operation, |name| format!("{{{}}}", service.brand.apply_to(name)))
}

/// "every status that can come"
pub fn problems(operation: &Operation) -> impl Iterator<Item = Problem> {
    let has_body = operation.rest.method != Method::Get;
    let rules = |problem: &Problem| operation.rules.iter().any(|rule| rule.problem() == *problem);
    let is_of_jobs = operation.knows_caller() && !operation.is_read() || operation.rest.body == RequestBody::Files;
    let may = move |problem: &Problem| match problem {
        Problem::BadRequest
        | Problem::Unauthorized
        | Problem::NotGranted
        | Problem::NotAcceptable
        | Problem::TooManyLogins
        | Problem::Internal
        | Problem::CannotBeWritten => true,
        Problem::MethodNotAllowed => false,
        Problem::PreconditionFailed => operation.has_conditions(),
        Problem::NotFound => operation.rest.path.contains('{') || operation.is_person() || is_of_jobs,
        Problem::Conflict => {
            let is_ambiguous = matches!(operation.contents, Contents::One { several: Some(_), .. });
            operation.has_record() || is_ambiguous || is_of_jobs
        }
        Problem::Busy => operation.rest.body != RequestBody::Parameters,
        Problem::IdempotencyConflict => operation.rest.body == RequestBody::Files,
        Problem::Gone | Problem::Behind => rules(&Problem::Gone),
        Problem::TooLarge | Problem::UnsupportedMediaType => has_body,
        Problem::Refused => !operation.is_read() || rules(problem),
    };
    Problem::ALL.iter().copied().filter(may)
}

pub fn example(parameter: &Parameter) -> String {
    let example = sample::value(parameter.name, kinds::parameter(parameter).example);
    match parameter.kind {
        ParameterKind::DateTime | ParameterKind::RangeEnd => sample::zoned(example),
        _ => example.to_owned(),
    }
}

pub fn json_example(parameter: &Parameter) -> JsonTree {
    let example = example(parameter);
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

pub fn call(service: &ServiceDescription, operation: &Operation) -> ExampleCall {
    asking(service.brand, operation, |parameter| is_required(parameter).then(|| example(parameter)))
}

pub fn asking(brand: &Brand, operation: &Operation, argument: impl Fn(&Parameter) -> Option<String>) -> ExampleCall {
    let named = |parameter: &Parameter| brand.apply_to(parameter.name);
    let in_path = |name: &str| {
        let mut declared = operation.request.iter();
        declared.find(|parameter| parameter.name == name).and_then(&argument).map(|text| percent::encode(&text))
    };
    let query = placed(operation, ParameterLocation::Query);
    ExampleCall {
        path: path(operation, |name| in_path(name).unwrap_or_default()),
        query: query.filter_map(|parameter| Some((named(parameter), argument(parameter)?))).collect(),
        body: (operation.rest.method != Method::Get).then(|| {
            // of fields that exclude each other the first one
            let most = if operation.answered_by.is_empty() { usize::MAX } else { 1 };
            let sent = placed(operation, ParameterLocation::Body).take(most);
            sent.fold(object(), |body, parameter| match parameter.record() {
                Some(record) => fields(body, record),
                None => body.and(named(parameter), json_example(parameter)),
            })
        }),
    }
}

/// Keeps required fields; of a change, those of a contract renewal.
fn fields(body: JsonTree, RecordKind { fields, changes }: RecordKind) -> JsonTree {
    let shown = fields.iter().filter(|field| if changes { field.is_datetime } else { field.is_required });
    shown.fold(body, |body, field| {
        let example = sample::value(field.name, kinds::field(field, changes).example);
        let example = if field.is_datetime { sample::zoned(example) } else { example.to_owned() };
        body.and(field.name, example)
    })
}
