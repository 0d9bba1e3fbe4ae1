//! Tests openapi.json, the pages of problems, and the example calls of operation pages.

use std::collections::{BTreeMap, BTreeSet};

use super::xml_equivalents::{self, xml_operations};
use super::{assert_common_headers, json, serve, with_login};
use crate::goldens::{self, GoldenSite};
use crate::operations::{Operation, operations};
use crate::support::{Json, Request, Server, Site, persons_site};

const PATH: &str = "/api/v1/openapi.json";
const PAGE: &str = "/service/apiservice.asmx";

fn openapi(server: &Server) -> Json {
    json(&server.send(&Request::get(PATH)))
}

fn member<'a>(value: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(members) = value else {
        return None;
    };
    let mut members = members.iter();
    members.find(|(known, _)| known == name).map(|(_, value)| value)
}

/// Returns the target of a `$ref`.
fn resolve<'a>(document: &'a Json, value: &'a Json) -> &'a Json {
    match member(value, "$ref") {
        Some(reference) => {
            let path = reference.text().strip_prefix("#/").expect("a local reference");
            path.split('/').fold(document, |inside, name| inside.get(name))
        }
        None => value,
    }
}

/// "no sign-in … deterministic, with an ETag"
#[test]
fn openapi_needs_no_login_and_can_be_cached() {
    let site = Site::new();
    let server = site.serve(&[]);
    let first = server.send(&Request::get(PATH));
    assert_eq!(first.status, 200, "{}", first.text());
    for (name, value) in [
        ("Content-Type", "application/json; charset=utf-8"),
        ("Cache-Control", "no-cache"),
        ("API-Version", "1.1.0"),
        ("X-Content-Type-Options", "nosniff"),
    ] {
        assert_eq!(first.header(name), Some(value), "{name}");
    }
    let tag = first.header("ETag").expect("a tag").to_owned();
    let known = server.send(&Request::get(PATH).header("If-None-Match", &tag));
    assert_eq!((known.status, known.body.len()), (304, 0));
    // RFC 9110, 15.4.5
    assert_eq!(known.header("Vary"), first.header("Vary"));
    let unknown = Request::get(PATH).header("If-None-Match", "\"other\"");
    assert_eq!(server.send(&unknown).body, first.body);
    let head = server.send(&Request::new("HEAD", PATH));
    assert_eq!((head.header("ETag"), head.body.len()), (Some(tag.as_str()), 0));
    let compressed = server.send(&Request::get(PATH).header("Accept-Encoding", "gzip"));
    assert_eq!(compressed.header("Content-Encoding"), Some("gzip"));
    // the document has the address of the request
    let other_host = server.send(&Request::get(PATH).header("Host", "lms.example.nl"));
    assert_ne!(other_host.header("ETag"), Some(tag.as_str()));
}

#[test]
fn openapi_has_the_base_address_and_brand() {
    let site = Site::new();
    let server = site.serve(&["--brand", "Acme", "--base-url", "https://lms.example.nl/school/"]);
    let text = server.send(&Request::get(PATH)).text().to_owned();
    for neutral in ["ServiceId", "servicePersonId"] {
        assert!(!text.contains(neutral), "{neutral}");
    }
    let document = Json::parse(&text);
    let address = document.get("servers").items()[0].get("url").text();
    assert_eq!(address, "https://lms.example.nl/school/api/v1");
    let contact = document.get("info").get("contact");
    assert_eq!(contact.get("email").text(), "support@lms.example.nl");
    let operation = document.get("paths").get("/persons/{acmePersonId}").get("get");
    assert_eq!(operation.get("operationId").text(), "GetPersonByAcmeId");
    assert_eq!(operation.get("parameters").items()[0].get("name").text(), "acmePersonId");
}

/// Collects the positions of parameters, properties, headers and operations without a description.
fn missing_descriptions(at: &str, value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Object(members) => {
            for (name, inside) in members {
                let here = format!("{at}/{name}");
                let is_member = ["properties", "headers"].iter().any(|of| at.ends_with(of));
                let is_operation = member(inside, "operationId").is_some();
                if (is_member || is_operation) && member(inside, "description").is_none() {
                    found.push(here.clone());
                }
                missing_descriptions(&here, inside, found);
            }
        }
        Json::List(items) => {
            for item in items {
                if at.ends_with("/parameters") && member(item, "description").is_none() {
                    found.push(at.to_owned());
                }
                missing_descriptions(at, item, found);
            }
        }
        _ => {}
    }
}

/// "for each operation a summary, every parameter …, every field …"
#[test]
fn every_operation_is_described() {
    let site = Site::new();
    let server = site.serve(&[]);
    let document = openapi(&server);
    for operation in operations() {
        let described = document.get("paths").get(&operation.path).get(&operation.method.to_lowercase());
        assert!(described.get("summary").text().ends_with('.'), "{}", operation.name);
    }
    let mut found = Vec::new();
    missing_descriptions("", &document, &mut found);
    assert_eq!(found, Vec::<String>::new());
    let undescribed = Json::parse(r#"{"properties":{"Id":{"type":"integer"}},"parameters":[{"name":"x"}]}"#);
    missing_descriptions("", &undescribed, &mut found);
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn only_possible_responses_are_described() {
    let site = Site::new();
    let server = site.serve(&[]);
    let document = openapi(&server);
    let described = |path: &str, method: &str| document.get("paths").get(path).get(method).clone();
    for (method, path, refuses) in [
        ("post", "/persons", true),
        ("patch", "/persons/{servicePersonId}", true),
        ("post", "/connector-errors", true),
        ("get", "/learning-portfolio/pages", false),
        ("get", "/started-courses", true),
        ("get", "/persons/by-external-id/{identifier}/agenda", false),
        ("get", "/classes/by-training/{trainingType}/{trainingId}", false),
        ("get", "/catalog", false),
    ] {
        let responses = described(path, method).get("responses").clone();
        let has = |status: &str| member(&responses, status).is_some();
        let refused = format!("{:?}", responses.get("400")).contains("problems/refused");
        assert_eq!((refused, has("422"), has("406")), (refuses, false, true), "{path}");
    }
    let parameters = |path: &str, method: &str| -> Vec<String> {
        let parameters = described(path, method).get("parameters").items().to_vec();
        parameters.iter().map(|parameter| parameter.get("name").text().to_owned()).collect()
    };
    let import = parameters("/imports", "post");
    assert!(["Idempotency-Key", "Content-Disposition"].iter().all(|name| import.contains(&(*name).to_owned())));
    let components = document.get("components");
    assert_eq!(
        components.get("responses").get("unsupported-media-type").get("headers").names()[2..],
        ["Accept-Post", "Accept-Patch"]
    );
    let problem = components.get("schemas").get("Problem").get("properties");
    assert_eq!(problem.get("rows").get("items").get("$ref").text(), "#/components/schemas/ImportError");
    for (path, status) in [("/imports", "202"), ("/imports/{number}/undo", "200")] {
        let answer =
            described(path, "post").get("responses").get(status).get("content").get("application/json").clone();
        let mut found = Vec::new();
        schema_errors(&document, answer.get("schema"), answer.get("example"), path, &mut found);
        assert_eq!(found, Vec::<String>::new());
    }
    let change = described("/persons/{servicePersonId}", "patch");
    assert_eq!(change.get("requestBody").get("content").names(), ["application/merge-patch+json", "application/json"]);
}

/// Collects the positions where a value does not match its schema.
fn schema_errors(document: &Json, schema: &Json, value: &Json, at: &str, found: &mut Vec<String>) {
    let schema = resolve(document, schema);
    let Some(declared) = member(schema, "type") else {
        return;
    };
    let types = match declared {
        Json::List(types) => types.iter().map(Json::text).collect(),
        one => vec![one.text()],
    };
    let found_type = match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(number) if number.contains('.') => "number",
        Json::Number(_) => "integer",
        Json::Text(_) => "string",
        Json::List(_) => "array",
        Json::Object(_) => "object",
    };
    if !(types.contains(&found_type) || found_type == "integer" && types.contains(&"number")) {
        found.push(format!("{at} is {found_type}, not {types:?}"));
    }
    match value {
        Json::Object(members) => {
            let required: Vec<_> = schema.get("required").items().iter().map(Json::text).collect();
            let properties = schema.get("properties").names();
            let present: Vec<_> = value.names().into_iter().filter(|name| required.contains(name)).collect();
            if present != required || value.names().iter().any(|name| !properties.contains(name)) {
                found.push(format!("{at} has {:?}, not {required:?}", value.names()));
                return;
            }
            for (name, inside) in members {
                let declared = schema.get("properties").get(name);
                schema_errors(document, declared, inside, &format!("{at}/{name}"), found);
            }
        }
        Json::List(items) => {
            for item in items {
                schema_errors(document, schema.get("items"), item, &format!("{at}[]"), found);
            }
        }
        _ => {}
    }
}

/// Compares status, names and types of the responses to all golden requests with openapi.json.
#[test]
fn responses_match_openapi_json() {
    let mut seen = BTreeSet::new();
    let document = openapi(&Site::new().serve(&[]));
    let mut servers = BTreeMap::new();
    let reads = xml_operations().filter(|operation| operation.method == "GET");
    for (number, Operation { name: operation, method, path, .. }) in reads.enumerate() {
        // each operation has a wrong login, and a server throttles a name after ten
        if number % 8 == 0 {
            servers.clear();
        }
        let kind = GoldenSite::for_operation(operation);
        let (server, _) = servers.entry(kind).or_insert_with(|| {
            let site = kind.copy();
            (site.serve(&[]), site)
        });
        let description = document.get("paths").get(path).get(&method.to_lowercase());
        let folder = goldens::goldens_folder().join(operation).join("form");
        let requests = goldens::file_names(&folder);
        for name in requests.iter().filter(|name| name.ends_with(".request")) {
            let golden = goldens::read_request(&folder.join(name));
            let Some(request) = xml_equivalents::from_form(operation, &golden) else {
                continue;
            };
            let response = server.send(&request);
            let request_name = format!("{operation}/{name}");
            let declared = member(description.get("responses"), &response.status.to_string());
            let declared = declared.unwrap_or_else(|| panic!("{request_name}: {}", response.status));
            let content = resolve(&document, declared).get("content");
            let media_type = response.header("Content-Type").and_then(|value| value.split(';').next());
            let (mut found, schema) = (Vec::new(), content.get(media_type.expect("a media type")).get("schema"));
            let body = Json::parse(response.text());
            schema_errors(&document, schema, &body, "", &mut found);
            assert_eq!(found, Vec::<String>::new(), "{request_name}");
            seen.insert((operation, response.status));
        }
    }
    assert!(seen.len() > 45, "{seen:?}");
    let (document, mut found) = (Json::Null, Vec::new());
    let schema = Json::parse(r#"{"type":"object","required":["Id"],"properties":{"Id":{"type":"integer"}}}"#);
    for invalid in ["{\"Id\":null}", "{\"Id\":\"1\"}", "{}", "[]"] {
        schema_errors(&document, &schema, &Json::parse(invalid), "", &mut found);
    }
    assert_eq!(found.len(), 4, "{found:?}");
}

/// "`type` is `{base}/problems/<code>` (a page that explains it to people)"
#[test]
fn every_problem_has_a_page() {
    let site = Site::new();
    let server = site.serve(&[]);
    let document = openapi(&server);
    let base = format!("http://{}", server.address);
    let mut count = 0;
    let responses = document.get("components").get("responses").members().iter();
    for (code, response) in responses.filter(|(code, _)| code != "not-modified") {
        let example = response.get("content").get("application/problem+json").get("example");
        let path = example.get("type").text().strip_prefix(base.as_str());
        let page = server.send(&Request::get(path.expect("a local address")));
        assert_eq!(page.status, 200, "{code}");
        for part in [code, example.get("title").text(), "What to do"] {
            assert!(page.text().contains(part), "{code}: {part}");
        }
        assert!(!page.text().contains("<script"), "{code}");
        assert!(page.text().contains("href=\"../service/apiservice.asmx\""));
        count += 1;
    }
    assert_eq!(count, 13);
    for (path, methods) in document.get("paths").members() {
        for (method, operation) in methods.members() {
            let statuses: Vec<_> = operation.get("responses").members().iter().map(|(status, _)| status).collect();
            let once: BTreeSet<_> = statuses.iter().collect();
            assert_eq!(once.len(), statuses.len(), "{method} {path}: {statuses:?}");
        }
    }
    for code in ["method-not-allowed", "refused", "behind"] {
        assert_eq!(server.send(&Request::get(&format!("/problems/{code}"))).status, 200, "{code}");
    }
    for unknown in ["/problems/", "/problems/nothing", "/problems"] {
        assert_eq!(server.send(&Request::get(unknown)).status, 404, "{unknown}");
    }
}

/// "`GET {base}/api/v1` leads to the page that shows it to people"
#[test]
fn the_base_redirects_to_the_service_page() {
    let server = serve(Site::new(), &["--base-url", "https://lms.example.nl/school"]);
    for path in ["/api/v1", "/api/v1/"] {
        let response = server.send(&Request::get(path));
        let page = format!("/school{PAGE}#rest");
        assert_eq!((response.status, response.header("Location")), (302, Some(page.as_str())));
    }
    let page = server.send(&Request::get(PAGE));
    assert!(page.text().contains("id=\"rest\""));
    assert!(page.text().contains("https://lms.example.nl/school/api/v1/openapi.json"));
}

/// Returns the example calls on an operation's page, with their headings.
fn example_calls(server: &Server, operation: &str) -> Vec<(String, String)> {
    let page = server.send(&Request::get(&format!("{PAGE}?op={operation}")));
    assert_eq!(page.status, 200, "{operation}");
    let parts = page.text().split("<div class=\"copied\"").skip(1).map(|part| {
        let (head, text) = part.split_once("<pre>").expect("a text");
        let name = head.split("aria-label=\"").nth(1).and_then(|rest| rest.split('"').next());
        let text = text.split("</pre>").next().expect("the end of a text");
        let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        (name.expect("a name").to_owned(), text.replace("&amp;", "&"))
    });
    parts.collect()
}

/// Splits a command as a shell does.
fn shell_words(line: &str) -> Vec<String> {
    let line = line.replace("\\\n", " ");
    let words = line.split('\'').enumerate().flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn example_calls_work_at_the_address_of_their_page() {
    let site = persons_site();
    let server = site.serve(&[]);
    for Operation { name: operation, method, .. } in operations() {
        let examples = example_calls(&server, operation);
        let names: Vec<_> = examples.iter().map(|(name, _)| name.as_str()).collect();
        let reads = method == "GET";
        assert_eq!(names.contains(&"Power Query"), reads, "{operation}: {names:?}");
        assert!(names.starts_with(&["curl", "Python"]) && names.contains(&"PowerShell"));
        let words = shell_words(&examples[0].1);
        assert_eq!(&words[..3], ["curl", "-u", "hr:your-own-password"]);
        let address = words.last().expect("an address");
        let path = address.strip_prefix(&format!("http://{}", server.address));
        let option = |name: &str| {
            let at = words.iter().position(|word| word == name)?;
            words.get(at + 1).cloned()
        };
        let request = Request {
            method: option("-X").unwrap_or("GET".to_owned()),
            ..Request::post(
                path.expect(address),
                option("-H").unwrap_or_default().trim_start_matches("Content-Type: "),
                option("-d").unwrap_or_default(),
            )
        };
        // the body is a file or empty
        if ["Import", "CancelImport", "UndoImport"].contains(&operation.as_str()) {
            assert_eq!(option("-d"), None, "{operation}");
        }
        if method == "PATCH" {
            let media = "Content-Type: application/merge-patch+json";
            assert_eq!(option("-H").as_deref(), Some(media));
        }
        let response = server.send(&with_login(request));
        assert!([200, 201, 204, 403, 404].contains(&response.status), "{operation}: {}", response.text());
        if response.status == 404 {
            assert_common_headers(&response);
            assert!(response.text().contains("not found."), "{operation}: {}", response.text());
        }
        for (name, text) in &examples[1..names.len() - usize::from(names.contains(&"Answer"))] {
            assert!(text.contains(&format!("http://{}/api/v1", server.address)), "{operation}: {name}");
        }
    }
}
