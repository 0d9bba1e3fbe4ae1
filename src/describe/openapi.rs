//! Describes the service in OpenAPI 3.1: every operation with parameters, answers and errors.

mod schemas;

use std::collections::BTreeSet;

use super::rest::{self, ParameterLocation};
use super::tree::{JsonTree, list, object};
use super::{ServiceDescription, sample};
use crate::encode::Format;
use crate::model::preconditions;
use crate::model::problem::Problem;
use crate::operation::request::Parameter;
use crate::operation::response_schema::{Contents, Field};
use crate::operation::rest::{Method, POSITIONS, RequestBody, VERSION};
use crate::operation::{GrantedWith, OPERATIONS, Operation, imports};
use schemas::Schemas;

const TITLE: &str = "Learning Management Service API";

const DESCRIPTION: &str =
    "Persons, their learning, classes and the catalog: the operations of the XML interface, over REST.";

/// Tags of operations, by how they are granted.
const TAGS: [(GrantedWith, &str, &str); 4] = [
    (GrantedWith::Name, "connectors", "Granted by its own name only."),
    (GrantedWith::Provisioning, "persons", "Granted by its own name, by provisioning or by all."),
    (GrantedWith::Reports, "reports", "Granted by its own name, by reports or by all."),
    (GrantedWith::All, "copies", "Granted by its own name or by all: it returns the whole data."),
];

pub fn document(service: &ServiceDescription) -> String {
    let mut schemas = Schemas::new(service);
    let paths = paths(service, &mut schemas);
    let scheme = |name: &str, description: &str| {
        object().and("type", "http").and("scheme", name).and("description", description)
    };
    let schemes = object()
        .and("basic", scheme("basic", "The name and password of a credential, in UTF-8."))
        .and("bearer", scheme("bearer", "A token of a credential: credential token NAME."));
    let tags = TAGS.map(|(_, name, description)| object().and("name", name).and("description", description));
    let components =
        object().and("securitySchemes", schemes).and("responses", problems(service)).and("schemas", schemas.written());
    object()
        .and("openapi", "3.1.0")
        .and("info", info(service))
        .and("servers", list([object().and("url", &*service.api)]))
        .and("security", list(["basic", "bearer"].map(|name| object().and(name, JsonTree::List(Vec::new())))))
        .and("tags", list(tags))
        .and("paths", paths)
        .and("components", components)
        .to_string()
}

fn info(service: &ServiceDescription) -> JsonTree {
    let contact = object()
        .and("name", "The operator of this service")
        .and("url", &*service.address)
        .and("email", service.mailbox());
    let license = object().and("name", "MIT").and("identifier", "MIT");
    object()
        .and("title", TITLE)
        .and("version", VERSION)
        .and("description", DESCRIPTION)
        .and("contact", contact)
        .and("license", license)
}

fn refers(to: &str, name: &str) -> JsonTree {
    object().and("$ref", format!("#/components/{to}/{name}"))
}

fn paths(service: &ServiceDescription, schemas: &mut Schemas) -> JsonTree {
    let mut seen = BTreeSet::new();
    let first = OPERATIONS.iter().filter(|known| seen.insert(known.rest.path));
    first.fold(object(), |paths, first| {
        let matching = OPERATIONS.iter().filter(|known| known.rest.path == first.rest.path);
        let methods = matching.fold(object(), |methods, known| {
            let method = known.rest.method.name().to_ascii_lowercase();
            methods.and(method, operation(service, known, schemas))
        });
        paths.and(rest::template(service, first), methods)
    })
}

fn operation(service: &ServiceDescription, operation: &Operation, schemas: &mut Schemas) -> JsonTree {
    let mut tags = TAGS.iter();
    let (_, tag, granted) =
        tags.find(|(with, ..)| *with == operation.granted_with).expect("each way of granting has a tag");
    let problems: Vec<Problem> = rest::problems(operation).collect();
    let by_status = problems.chunk_by(|one, other| one.status() == other.status());
    let success = success(service, operation, schemas);
    let success = success.and_some("304", knows_tags(operation).then(|| refers("responses", "not-modified")));
    let responses = by_status.fold(success, |responses, problems| {
        let response = match problems {
            [problem] => refers("responses", problem.code()),
            problems => problem_response(service, problems),
        };
        responses.and(problems[0].status().to_string(), response)
    });
    object()
        .and("operationId", service.brand.apply_to(operation.name))
        .and("summary", operation.summary)
        .and(
            "description",
            match operation.needs {
                None => (*granted).to_owned(),
                Some(_) if !operation.answered_by.is_empty() => {
                    let names: Vec<_> = operation.answered_by.iter().map(|(_, known, _)| known.name).collect();
                    format!("Granted with the operation that answers: {}.", names.join(" or "))
                }
                Some([]) => "Needs no grant.".to_owned(),
                Some(names) => format!("Granted with {}.", names.join(" and ")),
            },
        )
        .and("tags", list([*tag]))
        .and("parameters", list(parameters(service, operation)))
        .and_some("requestBody", body(service, operation, schemas))
        .and("responses", responses)
}

fn parameters(service: &ServiceDescription, operation: &Operation) -> Vec<JsonTree> {
    let placed = [(ParameterLocation::Path, "path"), (ParameterLocation::Query, "query")];
    let declared = placed.into_iter().flat_map(|(place, name)| {
        rest::placed(operation, place).map(move |declared| parameter(service, operation, declared, name))
    });
    let headers: &[RequestHeader] = match () {
        () if operation.has_conditions() => &CONDITIONS,
        () if knows_tags(operation) => &CONDITIONS[1..],
        () if operation.rest.body == RequestBody::Files => &FILE_HEADERS,
        () => &[],
    };
    declared.chain([format(operation)]).chain(headers.iter().map(request_header)).collect()
}

/// Returns whether a client that has the answer gets a 304.
fn knows_tags(operation: &Operation) -> bool {
    operation.is_person() && operation.rest.method == Method::Get
}

/// The headers that make a request depend on the state of a person.
const CONDITIONS: [RequestHeader; 2] = [
    (
        "If-Match",
        "Entity tags of the states in which the person is changed, or *; otherwise 412.",
        TAGS_LONGEST,
        ENTITY_TAGS,
    ),
    (
        "If-None-Match",
        "Entity tags of states that the client has, or *: 304 of a read, 412 of a change.",
        TAGS_LONGEST,
        ENTITY_TAGS,
    ),
];

const TAGS_LONGEST: i64 = preconditions::MAX_HEADER_BYTES as i64;

const FILE_HEADERS: [RequestHeader; 2] = [
    ("Idempotency-Key", "A text of the client's own, kept for 24 hours: the same key is the same job.", 255, ASCII),
    (
        "Content-Disposition",
        "The name of the file as attachment; filename=NAME, unless the query or a form has it.",
        HEADER,
        ASCII,
    ),
];

/// Printable characters.
const ASCII: &str = "^[ -~]+$";

/// Name, description, longest value and pattern.
type RequestHeader = (&'static str, &'static str, i64, &'static str);

fn request_header((name, description, longest, pattern): &RequestHeader) -> JsonTree {
    let schema =
        object().and("type", "string").and("minLength", 1i64).and("maxLength", *longest).and("pattern", *pattern);
    described(name, "header", description, false).and("schema", schema)
}

/// Returns a parameter without its schema.
fn described(name: &str, place: &str, description: &str, required: bool) -> JsonTree {
    object().and("name", name).and("in", place).and("description", description).and("required", required)
}

/// The longest header, in characters.
const HEADER: i64 = 16_384;

/// A list of entity tags, or a star.
const ENTITY_TAGS: &str = r#"^(\*|(W/)?"[!#-~]*"(, *(W/)?"[!#-~]*")*)$"#;

fn parameter(service: &ServiceDescription, operation: &Operation, declared: &Parameter, place: &str) -> JsonTree {
    described(&service.brand.apply_to(declared.name), place, declared.description, rest::is_required(declared))
        // "Absent and empty are the same"
        .and_some("allowEmptyValue", (!rest::is_required(declared)).then_some(true))
        .and("schema", schemas::parameter(operation, declared))
        .and("example", rest::json_example(declared))
}

fn format(operation: &Operation) -> JsonTree {
    let formats = Format::of(&operation.contents);
    let names = list(formats.iter().map(|format| format.name()));
    let schema = object().and("type", "string").and("enum", names);
    described("format", "query", "The format of the answer; by default Accept decides.", false).and("schema", schema)
}

fn body(service: &ServiceDescription, operation: &Operation, schemas: &mut Schemas) -> Option<JsonTree> {
    if operation.rest.media_types().is_empty() {
        return None;
    }
    if operation.rest.body == RequestBody::Files {
        let file = object().and("schema", object().and("type", "string").and("maxLength", i64::from(i32::MAX)));
        let form = object().and("schema", object().and("type", "object").and("additionalProperties", true));
        let content = operation.rest.media_types().iter().fold(object(), |content, name| {
            content.and(*name, if name.starts_with("multipart") { form.clone() } else { file.clone() })
        });
        return Some(object().and("required", true).and("content", content));
    }
    let example = rest::call(service, operation).body?;
    let media = object().and("schema", refers("schemas", &schemas.body(operation))).and("example", example);
    let types = operation.rest.method.media_types().iter();
    let content = types.fold(object(), |content, name| content.and(*name, media.clone()));
    Some(object().and("required", true).and("content", content))
}

fn success(service: &ServiceDescription, operation: &Operation, schemas: &mut Schemas) -> JsonTree {
    let mut of_job = |status: &str, description: &str, own: &[&str], structure: &str, fields: &[Field]| {
        let media = object()
            .and("schema", schemas.structure(structure, fields))
            .and("example", JsonTree::Written(sample::object(service, fields)));
        let content = object().and("application/json", media);
        object()
            .and(status, object().and("description", description).and("headers", headers(own)).and("content", content))
    };
    match operation.rest.body {
        RequestBody::Files => {
            let text = "The import is a job at this address.";
            return of_job("202", text, &["Location"], "StartedImport", imports::STARTED);
        }
        RequestBody::Nothing => {
            return of_job("200", "The number of the undo and its counts.", &[], "UndoneImport", imports::UNDONE);
        }
        RequestBody::Parameters => {}
    }
    let (status, description, own): (_, _, &[&str]) = match &operation.contents {
        silent if silent.is_silent() && operation.has_conditions() => ("204", "Done.", &["ETag"]),
        silent if silent.is_silent() => ("204", "Done.", &[]),
        Contents::Changed { .. } if operation.has_conditions() => ("201", "Created.", &["Location", "ETag"]),
        Contents::Changed { .. } => ("201", "Created.", &["Location"]),
        Contents::One { .. } if operation.is_person() => ("200", "The person.", &["ETag"]),
        Contents::One { .. } if operation.rest.pages.is_some() || takes_position(operation) => {
            ("200", "The page.", &["Link"])
        }
        Contents::One { .. } => ("200", "The object.", &[]),
        Contents::Each(_) if takes_position(operation) => ("200", "The rows.", &["Link", "X-Omitted-Fields"]),
        Contents::Each(_) | Contents::Table(_) => ("200", "The rows.", &["X-Omitted-Fields"]),
    };
    let response = object().and("description", description).and("headers", headers(own));
    let answers = !operation.contents.is_silent();
    let content = answers.then(|| content(service, operation, schemas));
    let replaces = operation.rest.method == Method::Put;
    let replaced = object().and("description", "Replaced.").and("headers", headers(&["ETag"]));
    object().and(status, response.and_some("content", content)).and_some("204", replaces.then_some(replaced))
}

/// Returns whether the answer is a page that begins after a position.
fn takes_position(operation: &Operation) -> bool {
    operation.request.iter().any(|parameter| POSITIONS.contains(&parameter.name))
}

fn content(service: &ServiceDescription, operation: &Operation, schemas: &mut Schemas) -> JsonTree {
    let mut types: Vec<_> = Format::of(&operation.contents);
    types.dedup_by_key(|format| format.media_type());
    types.iter().fold(object(), |content, format| {
        let media = match format {
            Format::Json => object()
                .and("schema", schemas.answer(operation))
                .and("example", JsonTree::Written(sample::json(service, operation))),
            _ => object().and("schema", object().and("type", "string").and("maxLength", i64::from(i32::MAX))),
        };
        content.and(format.media_type(), media)
    })
}

/// The descriptions of response headers.
const HEADERS: [(&str, &str); 10] = [
    ("API-Version", "The version of this interface."),
    ("Request-Id", "The id of the request in the log of the service."),
    ("ETag", "The entity tag of the person's state."),
    ("Location", "The address of what was created."),
    ("Link", "The address of the next page; of numbered pages also the first, prev and last."),
    ("X-Omitted-Fields", "The list fields that CSV leaves out, joined by commas."),
    ("WWW-Authenticate", "How to sign in."),
    ("Retry-After", "In how many seconds to try again."),
    ("Accept-Post", "The media types that a POST takes."),
    ("Accept-Patch", "The media types that a PATCH takes."),
];

/// The headers of every response.
const EVERYWHERE: [&str; 2] = ["API-Version", "Request-Id"];

/// Returns the headers of a response: common ones and its own.
fn headers(own: &[&str]) -> JsonTree {
    let matching = HEADERS.iter().filter(|(name, _)| EVERYWHERE.contains(name) || own.contains(name));
    matching.fold(object(), |headers, (name, description)| {
        let header = object()
            .and("description", *description)
            .and("required", EVERYWHERE.contains(name))
            .and("schema", object().and("type", "string").and("maxLength", HEADER));
        headers.and(*name, header)
    })
}

/// Returns the error responses, by code.
fn problems(service: &ServiceDescription) -> JsonTree {
    // those that share a status with another one are written where they can come
    let is_alone = |problem: &&Problem| {
        OPERATIONS.iter().any(|operation| {
            let mut same = rest::problems(operation).filter(|other| other.status() == problem.status());
            same.next() == Some(**problem) && same.next().is_none()
        })
    };
    let matching = Problem::ALL.iter().filter(is_alone);
    let known = object().and("description", "The client has this state.").and("headers", headers(&["ETag"]));
    matching.fold(object().and("not-modified", known), |responses, problem| {
        responses.and(problem.code(), problem_response(service, std::slice::from_ref(problem)))
    })
}

/// Returns the response for problems with the same status.
fn problem_response(service: &ServiceDescription, problems: &[Problem]) -> JsonTree {
    let own: &[&str] = match problems[0] {
        Problem::Unauthorized => &["WWW-Authenticate"],
        Problem::UnsupportedMediaType => &["Accept-Post", "Accept-Patch"],
        Problem::TooManyLogins | Problem::CannotBeWritten | Problem::Busy | Problem::Behind => &["Retry-After"],
        _ => &[],
    };
    let media = object().and("schema", refers("schemas", "Problem"));
    let media = match problems {
        [problem] => media.and("example", problem_example(service, *problem)),
        problems => media.and(
            "examples",
            problems.iter().fold(object(), |examples, problem| {
                examples.and(problem.code(), object().and("value", problem_example(service, *problem)))
            }),
        ),
    };
    object()
        .and("description", problems.iter().map(|problem| problem.title()).collect::<Vec<_>>().join(", or "))
        .and("headers", headers(own))
        .and("content", object().and("application/problem+json", media))
}

fn problem_example(service: &ServiceDescription, problem: Problem) -> JsonTree {
    object()
        .and("type", service.problem(problem))
        .and("title", problem.title())
        .and("status", i64::from(problem.status()))
        .and("detail", "What is wrong in this request, in a sentence.")
        .and("instance", "1f0c62ab-17")
        .and("code", problem.code())
}
