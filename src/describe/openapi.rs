//! Describes the service in OpenAPI 3.1: every operation with parameters, answers and errors.

mod schemas;

use std::collections::BTreeSet;

use super::json_tree::{JsonTree, list, object};
use super::schema::OPTIONAL;
use super::{ServiceDescription, rest, sample};
use crate::encode::Format;
use crate::model::preconditions;
use crate::model::problem::{ParameterLocation, Problem};
use crate::operation::imports::{self, ImportAction, import_action};
use crate::operation::request::Parameter;
use crate::operation::response_schema::{Contents, Field};
use crate::operation::rest::{Method, POSITION_PARAMETERS, REST_VERSION, RequestBody};
use crate::operation::{GrantedWith, OPERATIONS, Operation, RequiredGrants};
use schemas::Schemas;

const TITLE: &str = "Learning Management Service API";

const DESCRIPTION: &str =
    "Persons, their learning, classes and the catalog: the operations of the XML interface, over REST.";

/// For each way of granting operations, the name and the description of the tag of these operations.
const TAGS: [(GrantedWith, &str, &str); 4] = [
    (GrantedWith::Name, "connectors", "Granted by its own name only."),
    (GrantedWith::Provisioning, "persons", "Granted by its own name, by provisioning or by all."),
    (GrantedWith::Reports, "reports", "Granted by its own name, by reports or by all."),
    (GrantedWith::All, "copies", "Granted by its own name or by all: it returns the whole data."),
];

pub fn openapi_document(service: &ServiceDescription) -> String {
    // the paths come first, since they add the schemas to which they refer
    let mut schemas = Schemas::new(service);
    let paths = path_items(service, &mut schemas);
    let tags = TAGS.map(|(_, name, description)| object().with("name", name).with("description", description));
    let components = object()
        .with("securitySchemes", security_schemes())
        .with("responses", problem_responses(service))
        .with("schemas", schemas.into_tree());
    // one scheme of the list suffices; the empty lists are the scopes, which these schemes do not have
    let security = ["basic", "bearer"].map(|scheme| object().with(scheme, JsonTree::List(Vec::new())));
    object()
        .with("openapi", "3.1.0")
        .with("info", info_object(service))
        .with("servers", list([object().with("url", &*service.rest_address)]))
        .with("security", list(security))
        .with("tags", list(tags))
        .with("paths", paths)
        .with("components", components)
        .to_string()
}

fn security_schemes() -> JsonTree {
    let scheme = |name: &str| object().with("type", "http").with("scheme", name);
    object()
        .with("basic", scheme("basic").with("description", "The name and password of a credential, in UTF-8."))
        .with("bearer", scheme("bearer").with("description", "A token of a credential: credential token NAME."))
}

fn info_object(service: &ServiceDescription) -> JsonTree {
    let contact = object()
        .with("name", "The operator of this service")
        .with("url", &*service.soap_address)
        .with("email", service.support_mailbox());
    let license = object().with("name", "MIT").with("identifier", "MIT");
    object()
        .with("title", TITLE)
        .with("version", REST_VERSION)
        .with("description", DESCRIPTION)
        .with("contact", contact)
        .with("license", license)
}

fn component_reference(kind: &str, name: &str) -> JsonTree {
    object().with("$ref", format!("#/components/{kind}/{name}"))
}

fn path_items(service: &ServiceDescription, schemas: &mut Schemas) -> JsonTree {
    let mut paths = object();
    let mut seen_paths = BTreeSet::new();
    for first in OPERATIONS.iter().filter(|operation| seen_paths.insert(operation.rest.path)) {
        let mut methods = object();
        for operation in OPERATIONS.iter().filter(|operation| operation.rest.path == first.rest.path) {
            let method = operation.rest.method.name().to_ascii_lowercase();
            methods = methods.with(method, operation_object(service, operation, schemas));
        }
        paths = paths.with(rest::path_template(service, first), methods);
    }
    paths
}

fn operation_object(service: &ServiceDescription, operation: &Operation, schemas: &mut Schemas) -> JsonTree {
    let mut tags = TAGS.iter();
    let tag = tags.find(|(granted_with, ..)| *granted_with == operation.granted_with);
    let (_, tag, tag_description) = tag.expect("each kind of grant has a tag");
    // made first: the schemas of answers precede those of bodies
    let responses = responses_object(service, operation, schemas);
    object()
        .with("operationId", service.brand.branded_name(operation.name))
        .with("summary", operation.summary)
        .with("description", describe_grants(operation, tag_description))
        .with("tags", list([*tag]))
        .with("parameters", list(parameter_objects(service, operation)))
        .with_some("requestBody", request_body(service, operation, schemas))
        .with("responses", responses)
}

fn describe_grants(operation: &Operation, sentence_for_own_name: &str) -> String {
    match operation.required_grants {
        RequiredGrants::OwnName => sentence_for_own_name.to_owned(),
        // the field that a search names decides which operation answers it, such as GetPersonByEmail
        RequiredGrants::OfOperationByField => {
            let names = operation.operations_by_field.iter().map(|by_field| by_field.operation.name);
            format!("Granted with the operation that answers: {}.", names.collect::<Vec<_>>().join(" or "))
        }
        RequiredGrants::NoGrant => "Needs no grant.".to_owned(),
        RequiredGrants::OfOthers(names) => format!("Granted with {}.", names.join(" and ")),
    }
}

/// Returns a response for each status. A status with a single problem refers to a shared response.
fn responses_object(service: &ServiceDescription, operation: &Operation, schemas: &mut Schemas) -> JsonTree {
    let not_modified = can_be_not_modified(operation).then(|| component_reference("responses", "not-modified"));
    let successes = success_responses(service, operation, schemas).with_some("304", not_modified);
    // problems are sorted by status, so those with the same status are adjacent
    let problems: Vec<Problem> = rest::possible_problems(operation).collect();
    let problems_by_status = problems.chunk_by(|left, right| left.status() == right.status());
    problems_by_status.fold(successes, |responses, problems| {
        let response = match problems {
            [problem] => component_reference("responses", problem.code()),
            problems => problem_response(service, problems),
        };
        responses.with(problems[0].status().to_string(), response)
    })
}

fn parameter_objects(service: &ServiceDescription, operation: &Operation) -> Vec<JsonTree> {
    let mut objects = Vec::new();
    for location in [ParameterLocation::Path, ParameterLocation::Query] {
        for declared in rest::parameters_in(operation, location) {
            objects.push(parameter_with_schema(service, operation, declared, location));
        }
    }
    objects.push(format_parameter(operation));
    objects.extend(header_parameters(operation));
    objects
}

fn header_parameters(operation: &Operation) -> Vec<JsonTree> {
    let if_match = "Entity tags, or *. The person is changed only if its state has one of them; otherwise 412.";
    let if_none_match = "Entity tags that the client has, or *. If the state has one of them, a read returns 304 and a \
                         change 412.";
    let key = "A text that the client chooses. Within 24 hours a request with the same key returns the same job.";
    let file_name = "The name of the file, as attachment; filename=NAME. Not needed if the query or a form has it.";
    let entity_tags = |name: &str, description: &str| {
        header_parameter(name, description, preconditions::MAX_HEADER_BYTES, ENTITY_TAGS_PATTERN)
    };
    if operation.can_have_conditions() {
        vec![entity_tags("If-Match", if_match), entity_tags("If-None-Match", if_none_match)]
    } else if can_be_not_modified(operation) {
        vec![entity_tags("If-None-Match", if_none_match)]
    } else if operation.rest.body == RequestBody::Files {
        vec![
            header_parameter("Idempotency-Key", key, 255, PRINTABLE_ASCII_PATTERN),
            header_parameter("Content-Disposition", file_name, MAX_HEADER_LENGTH, PRINTABLE_ASCII_PATTERN),
        ]
    } else {
        Vec::new()
    }
}

/// Returns whether the operation answers 304 to a client that already has the current answer.
fn can_be_not_modified(operation: &Operation) -> bool {
    operation.has_person_answer() && operation.rest.method == Method::Get
}

const PRINTABLE_ASCII_PATTERN: &str = "^[ -~]+$";

fn header_parameter(name: &str, description: &str, max_length: usize, pattern: &str) -> JsonTree {
    let schema =
        object().with("type", "string").with("minLength", 1).with("maxLength", max_length).with("pattern", pattern);
    parameter_object(name, "header", description, OPTIONAL).with("schema", schema)
}

fn parameter_object(name: &str, location: &str, description: &str, is_required: bool) -> JsonTree {
    object().with("name", name).with("in", location).with("description", description).with("required", is_required)
}

const MAX_HEADER_LENGTH: usize = 16_384;

const ENTITY_TAGS_PATTERN: &str = r#"^(\*|(W/)?"[!#-~]*"(, *(W/)?"[!#-~]*")*)$"#;

fn parameter_with_schema(
    service: &ServiceDescription,
    operation: &Operation,
    declared: &Parameter,
    location: ParameterLocation,
) -> JsonTree {
    let name = service.brand.branded_name(declared.name);
    parameter_object(&name, &location.name(), declared.description, rest::is_required(declared))
        // an empty value counts as absent
        .with_some("allowEmptyValue", (!rest::is_required(declared)).then_some(true))
        .with("schema", schemas::parameter_schema(operation, declared))
        .with("example", rest::json_example(declared))
}

fn format_parameter(operation: &Operation) -> JsonTree {
    let formats = Format::offered_for(&operation.contents);
    let names = formats.iter().map(|format| format.name());
    parameter_object("format", "query", "The format of the answer; by default Accept decides.", OPTIONAL)
        .with("schema", schemas::enum_schema(names))
}

fn request_body(service: &ServiceDescription, operation: &Operation, schemas: &mut Schemas) -> Option<JsonTree> {
    if operation.rest.media_types().is_empty() {
        return None;
    }
    let media_types = operation.rest.media_types().iter();
    let content = if operation.rest.body == RequestBody::Files {
        // a file is the body itself, or a field of a form with any names
        let file = object().with("schema", schemas::unlimited_string_schema());
        let form = object().with("schema", object().with("type", "object").with("additionalProperties", true));
        media_types.fold(object(), |content, name| {
            content.with(*name, if name.starts_with("multipart") { form.clone() } else { file.clone() })
        })
    } else {
        let example = rest::example_call(service, operation).body?;
        let schema = component_reference("schemas", &schemas.add_body(operation));
        let media = object().with("schema", schema).with("example", example);
        media_types.fold(object(), |content, name| content.with(*name, media.clone()))
    };
    Some(object().with("required", true).with("content", content))
}

/// Returns the responses of successful requests: one, or two for a PUT.
fn success_responses(service: &ServiceDescription, operation: &Operation, schemas: &mut Schemas) -> JsonTree {
    let (status, description, headers) = success_summary(operation);
    let content = match import_action(operation) {
        Some(ImportAction::Start) => Some(json_content(service, schemas, "StartedImport", imports::UPLOAD_ANSWER)),
        Some(ImportAction::Undo) => Some(json_content(service, schemas, "UndoneImport", imports::UNDO_ANSWER)),
        _ if operation.contents.is_empty() => None,
        _ => Some(answer_content(service, operation, schemas)),
    };
    // a PUT creates (201) or replaces
    let replaced = (operation.rest.method == Method::Put).then(|| response_object("Replaced.", &["ETag"]));
    object()
        .with(status, response_object(description, headers).with_some("content", content))
        .with_some("204", replaced)
}

/// Returns the status, the description and the headers of a success. The common headers are not among them.
fn success_summary(operation: &Operation) -> (&'static str, &'static str, &'static [&'static str]) {
    // the general case of a kind of contents comes after its special cases
    match (import_action(operation), &operation.contents) {
        (Some(ImportAction::Start), _) => ("202", "The import is a job at this address.", &["Location"]),
        (Some(ImportAction::Undo), _) => ("200", "The number of the undo and its counts.", &[]),
        (_, contents) if contents.is_empty() && operation.can_have_conditions() => ("204", "Done.", &["ETag"]),
        (_, contents) if contents.is_empty() => ("204", "Done.", &[]),
        (_, Contents::Changed { .. }) if operation.can_have_conditions() => ("201", "Created.", &["Location", "ETag"]),
        (_, Contents::Changed { .. }) => ("201", "Created.", &["Location"]),
        (_, Contents::One { .. }) if operation.has_person_answer() => ("200", "The person.", &["ETag"]),
        (_, Contents::One { .. }) if operation.rest.pages.is_some() || has_position(operation) => {
            ("200", "The page.", &["Link"])
        }
        (_, Contents::One { .. }) => ("200", "The object.", &[]),
        (_, Contents::List(_)) if has_position(operation) => ("200", "The rows.", &["Link", "X-Omitted-Fields"]),
        (_, Contents::List(_) | Contents::Table(_)) => ("200", "The rows.", &["X-Omitted-Fields"]),
    }
}

fn response_object(description: &str, headers: &[&str]) -> JsonTree {
    object().with("description", description).with("headers", header_objects(headers))
}

fn has_position(operation: &Operation) -> bool {
    operation.request.iter().any(|parameter| POSITION_PARAMETERS.contains(&parameter.name))
}

fn json_content(service: &ServiceDescription, schemas: &mut Schemas, structure: &str, fields: &[Field]) -> JsonTree {
    let media = object()
        .with("schema", schemas.add_structure(structure, fields))
        .with("example", JsonTree::Raw(sample::json_object(service, fields)));
    object().with("application/json", media)
}

fn answer_content(service: &ServiceDescription, operation: &Operation, schemas: &mut Schemas) -> JsonTree {
    // `csv` and `csv-excel` have the same media type, which can occur only once
    let mut types: Vec<_> = Format::offered_for(&operation.contents);
    types.dedup_by_key(|format| format.media_type());
    types.iter().fold(object(), |content, format| {
        let media = match format {
            Format::Json => object()
                .with("schema", schemas.answer_schema(operation))
                .with("example", JsonTree::Raw(sample::json_answer(service, operation))),
            _ => object().with("schema", schemas::unlimited_string_schema()),
        };
        content.with(format.media_type(), media)
    })
}

const RESPONSE_HEADERS: [(&str, &str); 10] = [
    ("API-Version", "The version of this interface."),
    ("Request-Id", "The id of the request in the log of the service."),
    ("ETag", "The entity tag of the person's state."),
    ("Location", "The address of what was created."),
    ("Link", "The address of the next page; of numbered pages also the first, prev and last."),
    ("X-Omitted-Fields", "The list fields that CSV omits, separated by commas."),
    ("WWW-Authenticate", "How to sign in."),
    ("Retry-After", "The number of seconds after which to try again."),
    ("Accept-Post", "The media types that a POST accepts."),
    ("Accept-Patch", "The media types that a PATCH accepts."),
];

const COMMON_HEADERS: [&str; 2] = ["API-Version", "Request-Id"];

/// Returns the common headers of a response, and the headers with these names.
fn header_objects(names: &[&str]) -> JsonTree {
    let present = RESPONSE_HEADERS.iter().filter(|(name, _)| COMMON_HEADERS.contains(name) || names.contains(name));
    present.fold(object(), |headers, (name, description)| {
        let header = object()
            .with("description", *description)
            .with("required", COMMON_HEADERS.contains(name))
            .with("schema", object().with("type", "string").with("maxLength", MAX_HEADER_LENGTH));
        headers.with(*name, header)
    })
}

/// Returns the responses for problems, which operations share and refer to by name.
fn problem_responses(service: &ServiceDescription) -> JsonTree {
    // an operation refers to a shared response if it has only one problem with the status; else it has its own response
    let is_alone_with_status = |problem: Problem, operation: &Operation| {
        let mut with_status = rest::possible_problems(operation).filter(|other| other.status() == problem.status());
        with_status.next() == Some(problem) && with_status.next().is_none()
    };
    // linters report a shared response to which nothing refers
    let is_referred_to =
        |problem: &&Problem| OPERATIONS.iter().any(|operation| is_alone_with_status(**problem, operation));
    let shared = Problem::ALL.iter().filter(is_referred_to);
    let not_modified = response_object("The client has this state.", &["ETag"]);
    shared.fold(object().with("not-modified", not_modified), |responses, problem| {
        responses.with(problem.code(), problem_response(service, std::slice::from_ref(problem)))
    })
}

/// Returns the response for problems with the same status, and so with the same headers.
fn problem_response(service: &ServiceDescription, problems: &[Problem]) -> JsonTree {
    let headers: &[&str] = match problems[0] {
        Problem::Unauthorized => &["WWW-Authenticate"],
        Problem::UnsupportedMediaType => &["Accept-Post", "Accept-Patch"],
        Problem::TooManyLogins | Problem::Unavailable | Problem::Busy | Problem::Behind => &["Retry-After"],
        _ => &[],
    };
    let media = object().with("schema", component_reference("schemas", "Problem"));
    // OpenAPI has `example` for one example, and `examples` for several with names
    let media = match problems {
        [problem] => media.with("example", problem_example(service, *problem)),
        problems => {
            let named_example = |problem: &Problem| object().with("value", problem_example(service, *problem));
            let add = |examples: JsonTree, problem: &Problem| examples.with(problem.code(), named_example(problem));
            media.with("examples", problems.iter().fold(object(), add))
        }
    };
    let titles: Vec<_> = problems.iter().map(|problem| problem.title()).collect();
    response_object(&titles.join(", or "), headers).with("content", object().with("application/problem+json", media))
}

fn problem_example(service: &ServiceDescription, problem: Problem) -> JsonTree {
    object()
        .with("type", service.problem_address(problem))
        .with("title", problem.title())
        .with("status", problem.status())
        .with("detail", "What is wrong in this request, in a sentence.")
        // the id of the request
        .with("instance", "1f0c62ab-17")
        .with("code", problem.code())
}
