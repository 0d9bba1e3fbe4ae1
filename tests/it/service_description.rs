//! Tests the descriptions of the service (contract, section 8): WSDL, discovery document, pages and metrics.

mod wsdl_schema;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use roxmltree::Document;

use crate::goldens::{self, GoldenSite};
use crate::support::{Dialect, PATH, Request, Response, Server, Site, USER, persons_site};
use wsdl_schema::{Schemas, XSD, children, qualified};

const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";
const PORTS: [&str; 3] = ["ApiServiceSoap", "ApiServiceSoap12", "ApiServiceHttpPost"];
/// Flags that change all names.
const BRANDED: [&str; 6] = ["--brand", "Acme", "--namespace", "urn:acme?a=1&b=2", "--form-namespace", "urn:acme:form"];

fn get(query: &str) -> Request {
    Request::get(&format!("{PATH}{query}"))
}

#[track_caller]
fn get_text(server: &Server, query: &str) -> String {
    let response = server.send(&get(query));
    assert_eq!(response.status, 200, "{query}: {}", response.text());
    response.text().to_string()
}

/// Returns the operations of a port in a WSDL, in order.
fn operations(wsdl: &Document, port: &str) -> Vec<String> {
    let binding =
        wsdl.descendants().find(|node| node.has_tag_name((WSDL, "binding")) && node.attribute("name") == Some(port));
    let operations = children(binding.unwrap_or_else(|| panic!("no binding {port}")));
    operations
        .filter(|node| node.has_tag_name((WSDL, "operation")))
        .map(|node| node.attribute("name").expect("a name").to_string())
        .collect()
}

fn served_operations(server: &Server) -> Vec<String> {
    let wsdl = get_text(server, "?WSDL");
    operations(&Document::parse(&wsdl).expect("XML"), PORTS[0])
}

/// Asserts that every reference has a declaration with its name and kind.
#[track_caller]
fn assert_references_resolve(wsdl: &Document) {
    let schemas = Schemas::new(wsdl);
    let target = wsdl.root_element().attribute("targetNamespace").expect("a target");
    let declared: BTreeSet<_> = children(wsdl.root_element())
        .filter_map(|node| Some((node.tag_name().name(), node.attribute("name")?)))
        .collect();
    let mut count = 0;
    for node in wsdl.descendants().filter(roxmltree::Node::is_element) {
        let is_in_schema = node.tag_name().namespace() == Some(XSD);
        for (attribute, kind) in [("message", "message"), ("binding", "binding"), ("element", ""), ("type", "portType")]
        {
            let Some(value) = node.attribute(attribute) else {
                continue;
            };
            let tag = node.tag_name().name();
            if attribute == "type" && tag == "content" {
                continue;
            }
            let name = qualified(node, value);
            let found = match (attribute, tag) {
                ("element", _) => schemas.elements.contains_key(&name),
                ("type", "element" | "part") if name.0 == XSD => {
                    ["string", "int", "boolean", "decimal", "date", "time", "dateTime", "anyType"]
                        .contains(&name.1.as_str())
                }
                ("type", "element" | "part") => schemas.types.contains_key(&name),
                _ => !is_in_schema && name.0 == target && declared.contains(&(kind, name.1.as_str())),
            };
            assert!(found, "{attribute}={value} of {tag} has no declaration");
            count += 1;
        }
    }
    assert!(count > 50, "only {count} references");
}

#[test]
fn every_reference_in_the_wsdl_resolves() {
    let one_namespace = ["--namespace", "urn:one", "--form-namespace", "urn:one"];
    for (flags, schemas) in [(&[][..], 2), (&BRANDED[..], 2), (&one_namespace[..], 1)] {
        let server = Site::new().serve(flags);
        let wsdl = get_text(&server, "?WSDL");
        assert!(wsdl.starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>"));
        let wsdl = Document::parse(&wsdl).expect("XML");
        assert_references_resolve(&wsdl);
        let found = wsdl.descendants().filter(|node| node.has_tag_name((XSD, "schema")));
        assert_eq!(found.count(), schemas, "{flags:?}");
    }
}

/// "One WSDL with the ports …". Operations with a person as parameter cannot be called with a form.
#[test]
fn every_operation_is_in_every_port() {
    let server = Site::new().serve(&[]);
    let wsdl = get_text(&server, "?WSDL");
    let wsdl = Document::parse(&wsdl).expect("XML");
    let mut soap = operations(&wsdl, PORTS[0]);
    assert_eq!(operations(&wsdl, PORTS[1]), soap);
    let form: Vec<_> =
        soap.iter().filter(|name| !["CreatePerson", "UpdatePerson"].contains(&name.as_str())).cloned().collect();
    assert_eq!(operations(&wsdl, PORTS[2]), form);
    soap.sort();
    assert_eq!(soap, goldens::file_names(&goldens::goldens_folder()));
    let ports = wsdl.descendants().filter(|node| node.has_tag_name((WSDL, "port")));
    let locations: Vec<_> = ports
        .map(|port| {
            let address = children(port).next().expect("an address");
            (port.attribute("name").expect("a name"), address.attribute("location").expect("a location"))
        })
        .collect();
    let address = format!("http://{}{PATH}", server.address);
    assert_eq!(locations, PORTS.map(|port| (port, address.as_str())));
}

#[test]
fn brand_and_namespaces_are_in_every_document() {
    let server = Site::new().serve(&BRANDED);
    let wsdl = get_text(&server, "?wsdl");
    let document = Document::parse(&wsdl).expect("XML");
    assert_eq!(document.root_element().attribute("targetNamespace"), Some("urn:acme?a=1&b=2"));
    let schemas = Schemas::new(&document);
    for (namespace, name) in [
        ("urn:acme?a=1&b=2", "GetPersonByAcmeId"),
        ("urn:acme?a=1&b=2", "GetPersonByAcmeIdResponse"),
        ("urn:acme:form", "ApiResponseOfPerson"),
    ] {
        assert!(schemas.elements.contains_key(&(namespace.into(), name.into())), "{name}");
    }
    for name in ["acmePersonId", "AcmeId", "ManagerAcmeId", "urn:acme?a=1&amp;b=2/GetPersonByAcmeId"] {
        assert!(wsdl.contains(&format!("=\"{name}\"")), "{name}");
    }
    let pages = [
        get_text(&server, ""),
        get_text(&server, "?op=GetPersonByServiceId"),
        get_text(&server, "?op=GetAllBasicPersonInfo"),
    ];
    for document in pages.iter().chain([&wsdl]) {
        for neutral in ["ServiceId", "servicePersonId", "tempuri", "/service/ApiService.asmx"] {
            assert!(!document.contains(neutral), "{neutral} in {document}");
        }
    }
}

/// "`xs:int` for ids and counts, … personUpdate's fields optional and its datetimes nillable, AccountLevel … `xs:string`";
/// "`externalId`, `email` … are text, in the WSDL too".
#[test]
fn the_wsdl_has_the_documented_types() {
    let wsdl = get_text(&Site::new().serve(&[]), "?wsdl");
    let wsdl = Document::parse(&wsdl).expect("XML");
    let schemas = Schemas::new(&wsdl);
    let attributes = |parent: &str, element: &str| {
        let name = ("http://tempuri.org/".to_string(), parent.to_string());
        let parent = schemas.types.get(&name).or_else(|| schemas.elements.get(&name));
        let mut descendants = parent.unwrap_or_else(|| panic!("no {name:?}")).descendants();
        let found = descendants.find(|node| node.attribute("name") == Some(element));
        let found = found.unwrap_or_else(|| panic!("no {element} in {name:?}"));
        ["type", "minOccurs", "nillable"].map(|attribute| found.attribute(attribute).unwrap_or("-").to_string())
    };
    for (parent, element, expected) in [
        ("GetPersonByServiceId", "servicePersonId", ["s:int", "1", "-"]),
        ("GetPersonByExternalId", "externalId", ["s:string", "1", "-"]),
        ("GetPersonByEmail", "email", ["s:string", "1", "-"]),
        ("CreatePersonResponse", "CreatePersonResult", ["tns:ApiResponseOfInt32", "1", "-"]),
        ("UpdatePersonResponse", "UpdatePersonResult", ["tns:ApiResponseOfObject", "1", "-"]),
        ("GetPersonByEmailResponse", "GetPersonByEmailResult", ["tns:ApiResponseOfPerson", "1", "-"]),
        ("ApiResponseOfInt32", "Contents", ["s:int", "0", "-"]),
        ("ApiResponseOfObject", "Contents", ["s:anyType", "0", "-"]),
        ("ApiResponseOfPerson", "Contents", ["tns:ApiPerson", "0", "-"]),
        ("ApiResponseOfListOfBasicPersonInfo", "Contents", ["tns:ArrayOfBasicPersonInfo", "0", "-"]),
        ("ArrayOfBasicPersonInfo", "BasicPersonInfo", ["tns:BasicPersonInfo", "0", "-"]),
        ("BasicPersonInfo", "ServiceId", ["s:int", "1", "-"]),
        ("BasicPersonInfo", "AccountLevel", ["s:string", "1", "-"]),
        ("BasicPersonInfo", "IsDismissed", ["s:boolean", "1", "-"]),
        ("ApiPerson", "ContractEndTime", ["s:dateTime", "0", "-"]),
        ("personCreate", "FirstName", ["s:string", "1", "-"]),
        ("personCreate", "ContractEndTime", ["s:dateTime", "0", "-"]),
        ("personUpdate", "FirstName", ["s:string", "0", "-"]),
        ("personUpdate", "AccountLevel", ["s:string", "0", "-"]),
        ("personUpdate", "ContractEndTime", ["s:dateTime", "0", "true"]),
    ] {
        assert_eq!(attributes(parent, element), expected, "{parent} {element}");
    }
}

/// Validates a result, with or without an envelope, and returns its errors. Returns `None` if the body is a fault.
fn validation_errors(schemas: &Schemas, body: &str) -> Option<Vec<String>> {
    let document = Document::parse(body).expect("XML");
    let root = document.root_element();
    if root.tag_name().name() != "Envelope" {
        return Some(schemas.validate(root));
    }
    let content = children(children(root).last().expect("a Body")).next().expect("a content");
    (content.tag_name().name() != "Fault").then(|| schemas.validate(content))
}

/// "every answer validates against the served WSDL"
#[test]
fn responses_to_golden_requests_validate() {
    let site = Site::new();
    let wsdl = get_text(&site.serve(&[]), "?WSDL");
    let wsdl = Document::parse(&wsdl).expect("XML");
    let schemas = Schemas::new(&wsdl);
    let serve = |site: Site| (site.serve(&[]), site);
    let mut validated = BTreeSet::new();
    let mut servers = BTreeMap::new();
    for operation in goldens::file_names(&goldens::goldens_folder()) {
        let kind = GoldenSite::for_operation(&operation);
        for style in goldens::file_names(&goldens::goldens_folder().join(&operation)) {
            // operations that change no data share a server
            let own_server = goldens::changes_data(&operation).then(|| serve(kind.with_reader()));
            let (server, _) = match &own_server {
                Some(server) => server,
                None => servers.entry(kind).or_insert_with(|| serve(kind.with_reader())),
            };
            let folder = goldens::goldens_folder().join(&operation).join(&style);
            for name in successful_requests(&folder) {
                let response = server.send(&goldens::read_request(&folder.join(&name)));
                assert_eq!(response.status, 200, "{operation}/{style}/{name}");
                let errors = validation_errors(&schemas, response.text()).expect("a result");
                assert!(errors.is_empty(), "{operation}/{style}/{name}: {errors:?}\n{}", response.text());
                validated.insert((operation.clone(), style.clone()));
            }
        }
    }
    assert!(validated.len() > 40, "validated: {validated:?}");
}

/// Returns the names of the golden requests in a folder whose recorded responses have status 200.
fn successful_requests(folder: &Path) -> Vec<String> {
    let mut names = goldens::file_names(folder);
    names.retain(|name| {
        name.ends_with(".request")
            && fs::read(folder.join(name).with_extension("answer")).expect("a response").starts_with(b"HTTP/1.1 200")
    });
    names
}

#[test]
fn the_discovery_document_has_the_address_of_the_wsdl() {
    let server = Site::new().serve(&["--base-url", "https://lms.example.nl/school/"]);
    let disco = get_text(&server, "?DISCO");
    let disco = Document::parse(&disco).expect("XML");
    let contract = children(disco.root_element()).next().expect("a contract");
    let address = "https://lms.example.nl/school/service/apiservice.asmx";
    assert_eq!(contract.attribute("ref"), Some(format!("{address}?wsdl").as_str()));
    assert_eq!(contract.attribute("docRef"), Some(address));
}

/// Returns the texts in `<pre>`, unescaped.
fn samples(page: &str) -> Vec<String> {
    let texts = page.split("<pre ").skip(1).map(|rest| {
        let (attributes, text) = rest.split_once('>').expect("a tag");
        assert!(attributes.contains("tabindex=\"0\""), "{attributes}");
        text.split("</pre>").next().expect("a text")
    });
    texts
        .map(|text| text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"))
        .collect()
}

#[test]
fn the_service_page_lists_every_operation() {
    let server = Site::new().serve(&[]);
    for query in ["", "?", "?op=", "?something=else", "?username=hr&password=stilzwijgend"] {
        let response = server.send(&get(query));
        assert_eq!(response.status, 200, "{query}");
        assert_eq!(response.header("Content-Type"), Some("text/html; charset=utf-8"));
        for operation in served_operations(&server) {
            let link = format!("<a href=\"?op={operation}\">{operation}</a>");
            assert!(response.text().contains(&link), "{query}: {operation}");
        }
    }
    let page = get_text(&server, "");
    assert!(page.contains("href=\"?WSDL\"") && page.contains("href=\"?disco\""));
    let root = server.send(&Request::get("/"));
    assert_eq!((root.status, root.header("Location")), (302, Some(PATH)));
}

/// "`GET /` leads to the service page"
#[test]
fn the_root_redirects_to_the_service_page_below_the_base_address() {
    for (base, prefix) in [("https://lms.example.nl/school/", "/school"), ("https://lms.example.nl", "")] {
        let server = Site::new().serve(&["--base-url", base]);
        let root = server.send(&Request::get("/"));
        let page = format!("{prefix}{PATH}");
        assert_eq!(root.header("Location"), Some(page.as_str()), "{base}");
    }
}

/// Sample requests are accepted unchanged; sample responses match the schema.
#[test]
fn every_sample_is_accepted_and_valid() {
    for flags in [&[][..], &BRANDED[..]] {
        let site = Site::new();
        site.add_credential("hr", "your-own-password", &["all", "ConnectorError"]);
        let server = site.serve(flags);
        let wsdl = get_text(&server, "?WSDL");
        let wsdl = Document::parse(&wsdl).expect("XML");
        let schemas = Schemas::new(&wsdl);
        for operation in operations(&wsdl, PORTS[0]) {
            let samples = samples(&get_text(&server, &format!("?op={operation}")));
            let has_record = samples.len() == 4;
            assert!(has_record || samples.len() == 6, "{operation}: {samples:?}");
            assert_eq!(has_record, ["CreatePerson", "UpdatePerson"].contains(&operation.as_str()));
            for pair in samples.chunks(2) {
                let response = server.send(&goldens::parse_request(&pair[0].replacen(" HTTP/1.1\n", "\n", 1)));
                assert_eq!(response.status, 200, "{}\n{}", pair[0], response.text());
                let (head, body) = pair[1].split_once("\n\n").expect("a head");
                let content_type = format!("Content-Type: {}", response.header("Content-Type").unwrap());
                assert!(head.ends_with(&content_type), "{head}, not {content_type}");
                for body in [body, response.text()] {
                    let errors = validation_errors(&schemas, body).expect("a result");
                    assert!(errors.is_empty(), "{operation}: {errors:?}\n{body}");
                }
            }
        }
        assert!(!server.stop().stderr.contains("ignored"), "a sample has unknown elements");
    }
}

/// The address of a page may end with a slash, which changes relative addresses.
#[test]
fn the_form_of_an_operation_page_calls_the_operation() {
    let server = Site::new().serve(&[]);
    for (path, action) in [
        (PATH.to_string(), "apiservice.asmx/GetPersonByServiceId"),
        (format!("{PATH}/"), "../apiservice.asmx/GetPersonByServiceId"),
    ] {
        let page = server.send(&Request::get(&format!("{path}?op=GetPersonByServiceId")));
        let page = page.text();
        assert!(page.contains(&format!("method=\"post\" autocomplete=\"off\" action=\"{action}\"")), "{page}");
        for field in ["username", "password", "servicePersonId"] {
            assert!(page.contains(&format!("name=\"{field}\"")), "{field}");
        }
    }
    let page = get_text(&server, "?op=CreatePerson");
    assert!(!page.contains("<form") && page.contains("Call it with SOAP"), "{page}");
}

// "and a form that calls it"
#[test]
fn fields_of_a_form_have_the_types_of_their_parameters() {
    let server = Site::new().serve(&[]);
    for (operation, name, start, field) in [
        ("CompletedCourses", "fromDate", "<input", "type=\"date\" placeholder=\"2026-03-09\" required>"),
        ("CompletedCourses", "username", "<input", "type=\"text\" placeholder=\"\" required>"),
        ("CompletedCourses", "password", "<input", "type=\"password\" placeholder=\"\" required>"),
        ("GetClass", "classId", "<input", "type=\"number\" placeholder=\"12\" required>"),
        ("GetPersonAgenda", "identifier", "<input", "type=\"text\" placeholder=\"E1001\">"),
        ("GetClassesFilteredByDate", "toDate", "<input", "type=\"text\" placeholder=\"2026-06-30T00:00:00\" required>"),
        ("GetClasses", "includeArchived", "<select", ">\n<option>false</option>\n<option>true</option>\n</select>"),
        (
            "GetClassesFilteredByTraining",
            "trainingType",
            "<select",
            ">\n<option>0</option>\n<option>Learning</option>\n",
        ),
    ] {
        let page = get_text(&server, &format!("?op={operation}"));
        let tag = format!("{start} id=\"{name}\" name=\"{name}\"");
        let at = page.find(&tag).unwrap_or_else(|| panic!("{tag} is not in {page}"));
        let rest = page[at + tag.len()..].trim_start();
        assert!(rest.starts_with(field), "{tag} {rest:.100}");
    }
}

#[test]
fn an_unknown_operation_has_a_page_with_the_nearest_name() {
    let server = Site::new().serve(&[]);
    let response = server.send(&get("?op=GetPersonByMail"));
    assert_eq!(response.status, 404);
    assert!(response.text().contains("<a href=\"?op=GetPersonByEmail\">GetPersonByEmail</a>"));
    let response = server.send(&get("?OP=%3Cscript%3E%26%22%27%00"));
    assert_eq!(response.status, 404);
    assert!(response.text().contains("&lt;script&gt;&amp;&quot;"), "{}", response.text());
    assert!(!response.text().contains("Did you mean"));
    // names of operations are case-sensitive
    assert_eq!(server.send(&get("?op=getpersonbyemail")).status, 404);
}

#[test]
fn keywords_are_matched_without_regard_to_case() {
    let server = Site::new().serve(&[]);
    let wsdl = get_text(&server, "?WSDL");
    for query in ["?wsdl", "?WsDl", "?wsdl=", "?wsdl&x=1"] {
        let response = server.send(&get(query));
        assert_eq!(response.header("Content-Type"), Some("text/xml; charset=utf-8"));
        assert_eq!(response.text(), wsdl, "{query}");
    }
    assert!(get_text(&server, "?DiSco").contains("contractRef"));
    assert!(get_text(&server, "?Op=CreatePerson").contains("<h1>CreatePerson</h1>"));
}

// ASVS 3.7.1
#[test]
fn no_page_has_a_script() {
    let server = Site::new().serve(&[]);
    let mut queries: Vec<_> = served_operations(&server).iter().map(|name| format!("?op={name}")).collect();
    queries.extend([String::new(), "?op=x".into()]);
    for query in queries {
        let response = server.send(&get(&query));
        let policy = response.header("Content-Security-Policy").expect("a policy");
        let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).expect("a nonce");
        assert!(nonce.len() == 16 && response.text().contains(&format!("<style nonce=\"{nonce}\">")));
        assert_eq!(
            policy,
            format!(
                "default-src 'none'; style-src 'nonce-{nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            )
        );
        assert_eq!(response.header("X-Content-Type-Options"), Some("nosniff"));
        assert_eq!(response.header("Cache-Control"), Some("no-store"));
        let page = response.text().to_lowercase();
        for part in ["<script", "javascript:", " onload", " onclick", " style=", "http-equiv", "<img", "url("] {
            assert!(!page.contains(part), "{part} in {query}");
        }
        // the page loads no other files
        let links: Vec<_> = page.split("<link ").skip(1).collect();
        assert_eq!(links.len(), 1, "{query}");
        assert!(links[0].starts_with("rel=\"icon\" href=\"data:image/svg+xml,%3csvg "), "{query}");
        assert_eq!(page.matches("<main>").count(), 1, "{query}");
    }
}

#[test]
fn head_has_the_headers_of_get() {
    let server = Site::new().serve(&["--metrics"]);
    for query in ["", "?op=CreatePerson", "?op=x", "?WSDL", "?disco"] {
        let get = server.send(&get(query));
        let head = server.send(&Request::new("HEAD", &format!("{PATH}{query}")));
        assert_eq!(head.status, get.status, "{query}");
        assert!(head.body.is_empty());
        for header in ["Content-Type", "Content-Length", "Vary"] {
            assert_eq!(head.header(header), get.header(header), "{query} {header}");
        }
    }
}

#[test]
fn long_documents_are_compressed_on_request() {
    let server = Site::new().serve(&[]);
    let response = server.send(&get("?WSDL").header("Accept-Encoding", "gzip"));
    assert_eq!(response.header("Content-Encoding"), Some("gzip"));
    assert_eq!(response.header("Vary"), Some("Accept-Encoding"));
    assert!(response.body.starts_with(&[0x1f, 0x8b]));
    assert_eq!(server.send(&get("?WSDL")).header("Vary"), Some("Accept-Encoding"));
}

/// "no query string is ever logged"
// ASVS 14.2.1
#[test]
fn no_query_is_logged() {
    let server = Site::new().serve(&[]);
    for query in ["?username=hr&password=stilzwijgend", "?op=stilzwijgend", "?wsdl&password=stilzwijgend"] {
        server.send(&get(query));
    }
    let output = server.stop();
    assert!(output.stderr.contains("request") && !output.stderr.contains("stilzwijgend"), "{}", output.stderr);
}

/// Returns the base address of the first port in a WSDL.
#[track_caller]
fn location(response: &Response) -> String {
    assert_eq!(response.status, 200, "{}", response.text());
    let wsdl = Document::parse(response.text()).expect("XML");
    let port = wsdl.descendants().find(|node| node.has_tag_name((WSDL, "port"))).expect("a port");
    let location = children(port).next().expect("an address").attribute("location").expect("a location");
    location.strip_suffix(PATH).unwrap_or_else(|| panic!("{location}")).to_string()
}

#[test]
fn documents_have_the_address_of_the_host_header() {
    let server = Site::new().serve(&[]);
    for host in ["lms.example.nl", "localhost:8080", "[::1]:99", "a&b's.example"] {
        let response = server.send(&get("?WSDL").header("Host", host));
        assert_eq!(location(&response), format!("http://{host}"));
        let page = server.send(&get("").header("Host", host));
        let escaped = host.replace('&', "&amp;");
        assert!(page.text().contains(&format!("http://{escaped}{PATH}")), "{host}");
        assert!(!page.text().contains("a&b"));
    }
    // X-Forwarded headers are ignored by default
    let forwarded = get("?WSDL").header("X-Forwarded-Host", "evil.example").header("X-Forwarded-Proto", "https");
    assert_eq!(location(&server.send(&forwarded)), format!("http://{}", server.address));
    // RFC 9112: the address in the request line overrides the header
    let absolute = Request::get(&format!("http://other.example{PATH}?WSDL"));
    assert_eq!(location(&server.send(&absolute)), "http://other.example");
}

#[test]
fn an_invalid_host_is_refused() {
    let server = Site::new().serve(&[]);
    for host in
        ["", "a b", "a\"b", "<script>", "a/b", "u@a", "a:b", "a:99999", "a:1:2", "[::1", "a%2", "a?b", "a#b", "é"]
    {
        for query in ["", "?WSDL", "?disco", "?op=CreatePerson"] {
            let response = server.send(&get(query).header("Host", host));
            assert_eq!(response.status, 400, "{host:?}{query}");
            assert!(host.is_empty() || !response.text().contains(host), "{host:?} is echoed");
        }
    }
    let two_hosts = get("").header("Host", "a").header("Host", "b");
    assert_eq!(server.send(&two_hosts).status, 400);
    let without_host = server.send_bytes(format!("GET {PATH} HTTP/1.0\r\n\r\n").as_bytes());
    assert!(String::from_utf8_lossy(&without_host).contains(" 400 "));
}

#[test]
fn a_trusted_proxy_sets_the_address() {
    let server = Site::new().serve(&["--trust-proxy"]);
    for (headers, expected) in [
        (vec![("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "lms.example.nl")], Some("https://lms.example.nl")),
        (vec![("X-Forwarded-Proto", "HTTPS"), ("Host", "h:1")], Some("https://h:1")),
        (vec![("X-Forwarded-Host", "evil.example, lms.example.nl")], Some("http://lms.example.nl")),
        (vec![("X-Forwarded-Host", "a\"b")], None),
        (vec![("X-Forwarded-Proto", "javascript")], None),
    ] {
        let request = headers.iter().fold(get("?WSDL"), |request, (name, value)| request.header(name, value));
        let response = server.send(&request);
        match expected {
            Some(expected) => assert_eq!(location(&response), expected, "{headers:?}"),
            None => assert_eq!(response.status, 400, "{headers:?}"),
        }
    }
}

#[test]
fn the_base_address_overrides_all_headers() {
    let server = Site::new().serve(&["--base-url", "https://lms.example.nl/school/", "--trust-proxy"]);
    let request = get("?WSDL").header("Host", "a\"b").header("X-Forwarded-Host", "evil.example");
    assert_eq!(location(&server.send(&request)), "https://lms.example.nl/school");
    let page = get_text(&server, "?op=GetPersonByEmail");
    assert!(page.contains("POST /school/service/apiservice.asmx/GetPersonByEmail HTTP/1.1\nHost: lms.example.nl\n"));
    for invalid in
        ["lms.example.nl", "ftp://a", "https://", "https://a/?x", "https://a b", "https://a/service/apiservice.asmx"]
    {
        let output = Site::new().lms(&["serve", "--listen", "127.0.0.1:0", "--base-url", invalid]);
        assert_eq!(output.status, 2, "{invalid}: {output:?}");
    }
}

// ASVS 13.4.5
#[test]
fn metrics_are_off_by_default() {
    let server = Site::new().serve(&[]);
    for method in ["GET", "POST"] {
        assert_eq!(server.send(&Request::new(method, "/metrics")).status, 404, "{method}");
    }
    let server = Site::new().serve(&["--metrics"]);
    assert_eq!(server.send(&Request::new("POST", "/metrics")).status, 405);
}

#[test]
fn metrics_count_requests_by_operation_and_status() {
    let site = persons_site();
    let server = site.serve(&["--metrics"]);
    let listed = server.soap(Dialect::Soap12, "GetAllBasicPersonInfo", "");
    let row_count = listed.answer().ok().children.len();
    let invalid = server.form("GetPersonByServiceId", &[("servicePersonId", "x")]);
    assert_eq!(invalid.status, 400);
    let wrong_login = [("username", USER), ("password", "not-this-one")];
    assert_eq!(server.send(&crate::support::form_request("GetAllBasicPersonInfo", &wrong_login)).status, 401);
    let response = server.send(&Request::get("/metrics"));
    assert_eq!(response.header("Content-Type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let text = response.text();
    let bytes = listed.body.len();
    let rows = format!("lms_rows_total{{operation=\"GetAllBasicPersonInfo\"}} {row_count}\n");
    for line in [
        "# TYPE lms_requests_total counter\n",
        "lms_requests_total{operation=\"GetAllBasicPersonInfo\",status=\"200\",outcome=\"ok\"} 1\n",
        "lms_requests_total{operation=\"GetAllBasicPersonInfo\",status=\"401\",outcome=\"unauthorized\"} 1\n",
        "lms_requests_total{operation=\"GetPersonByServiceId\",status=\"400\",outcome=\"bad_request\"} 1\n",
        "lms_request_duration_seconds_bucket{operation=\"GetAllBasicPersonInfo\",le=\"+Inf\"} 2\n",
        "lms_request_duration_seconds_count{operation=\"GetAllBasicPersonInfo\"} 2\n",
        "lms_answers_in_flight 1\n",
        "lms_failed_logins_total 1\n",
        "lms_password_hashes_total 2\n",
        rows.as_str(),
    ] {
        assert!(text.contains(line), "{line} not in\n{text}");
    }
    let sent = text
        .lines()
        .find_map(|line| line.strip_prefix("lms_response_bytes_total{operation=\"GetAllBasicPersonInfo\"} "));
    assert!(sent.and_then(|sent| sent.parse::<usize>().ok()).is_some_and(|sent| sent > bytes), "{sent:?}");
    assert!(!text.contains(USER) && !text.contains("E001"), "{text}");
}
