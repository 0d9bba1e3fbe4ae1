//! Tests the form of responses: namespaces, XML declaration, brand and compression.

use std::io::Read as _;

use super::*;
use crate::support::{Dialect, soap_request};

const ALL: &str = "GetAllBasicPersonInfo";

fn assert_declares_xsi_and_xsd(text: &str) {
    let document = parse_xml(text);
    let root = document.root_element();
    assert_eq!(root.lookup_namespace_uri(Some("xsi")), Some(XSI), "{text}");
    assert_eq!(root.lookup_namespace_uri(Some("xsd")), Some(XSD), "{text}");
}

// "A document's root also declares `xsi` and `xsd` (in an envelope: the Envelope does)."
#[test]
fn the_root_declares_xsi_and_xsd() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        assert_declares_xsi_and_xsd(server.send(&bram_call(style)).text());
        assert_declares_xsi_and_xsd(server.send(&call(style, ALL, &[])).text());
        let response = server.send(&call(style, GET_BY_ID, &[("servicePersonId", "999")]));
        assert_declares_xsi_and_xsd(response.text());
    }
    for style in SOAP_STYLES {
        assert_declares_xsi_and_xsd(server.send(&soap_call(style, "CreatePerson", "<personCreate/>")).text());
    }
}

// "Results of Style A use `--namespace` (default `http://tempuri.org/`); results of Style B use
// `--form-namespace` (default `/service/ApiService.asmx`)."
#[test]
fn each_style_has_its_namespace() {
    let site = site();
    let server = site.serve(&["--namespace", "urn:lms:a&b", "--form-namespace", "https://lms.example/form"]);
    let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
    for style in STYLES {
        let response = server.send(&bram_call(style));
        assert_eq!(response.status, 200);
        let expected = result_document(style, GET_BY_ID, PERSON_ROOT, &inner)
            .replace(TEMPURI, "urn:lms:a&amp;b")
            .replace(FORM_NAMESPACE, "https://lms.example/form");
        assert_eq!(canonical(response.text()), canonical(&expected));
    }
    // requests may have the default namespace, as above, or the new one: "any namespace or none"
    let request = String::from_utf8(bram_call(Style::Soap12).body).expect("UTF-8").replace(TEMPURI, "urn:lms:a&amp;b");
    assert_eq!(server.send(&soap_document(Style::Soap12, request)).status, 200);
    // errors of Style B have the namespace of forms, too
    let response = server.send(&call(Style::Form, GET_BY_ID, &[]));
    let root = parse_xml(response.text()).root_element().tag_name().namespace().map(str::to_owned);
    assert_eq!(root.as_deref(), Some("https://lms.example/form"));
}

// "`<?xml version=\"1.0\" encoding=\"utf-8\"?>` first. Answers carry `Cache-Control: no-store`." Also
// "no `xsi:type` anywhere".
// ASVS 14.2.2, 14.3.2
#[test]
fn responses_begin_with_the_xml_declaration_and_forbid_caching() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for request in [
            bram_call(style),
            call(style, ALL, &[]),
            call(style, GET_BY_ID, &[("servicePersonId", "999")]),
            call(style, GET_BY_ID, &[]),
            call(style, "GetClazz", &[]),
            exact_call(style, GET_BY_ID, &[]),
        ] {
            let response = server.send(&request);
            assert!(response.body.starts_with(b"<?xml version=\"1.0\" encoding=\"utf-8\"?>"));
            assert_eq!(response.header("Cache-Control"), Some("no-store"));
            assert!(!response.text().contains("xsi:type"));
            parse_xml(response.text());
        }
    }
}

// "`--brand WORD` … replaces the neutral word in `ServiceId`, `ManagerServiceId`,
// `GetPersonByServiceId`, `servicePersonId` (lower-case first letter kept: `acmePersonId`), in
// requests, answers, error texts"; "the answer's wrapper echoes the operation name as called"
#[test]
fn the_brand_replaces_service_in_names() {
    let site = site();
    let server = site.serve(&["--brand", "Acme"]);
    let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
    for style in STYLES {
        for operation in ["GetPersonByAcmeId", GET_BY_ID] {
            for parameter in ["acmePersonId", "servicePersonId"] {
                let response = server.send(&call(style, operation, &[(parameter, "2")]));
                assert_result(style, &response, operation, PERSON_ROOT, &inner);
            }
        }
        let response = server.send(&call(style, ALL, &[]));
        let branded = all_persons().replace("ServiceId>", "AcmeId>");
        assert_result(style, &response, ALL, LIST_ROOT, &branded);
    }
}

#[test]
fn error_texts_have_the_brand() {
    let site = site();
    site.add_credential("smal", "stilzwijgend", &["GetPersonByEmail"]);
    let server = site.serve(&["--brand", "Acme"]);
    for style in STYLES {
        let text_of = |operation, fields: &[(&str, &str)], status, root| {
            error_text(style, &server.send(&call(style, operation, fields)), status, root)
        };
        let text = text_of("GetPersonByAcmeId", &[], 400, PERSON_ROOT);
        assert_eq!(text, "Missing parameter: acmePersonId.");
        let text = text_of("GetPersonByAcmeId", &[("acmePersonId", "abc")], 400, PERSON_ROOT);
        assert!(text.starts_with("Invalid value for parameter acmePersonId: abc."), "{text}");
        // "it is named as sent"
        let text = text_of("GetPersonByAcmeId", &[("servicePersonId", "abc")], 400, PERSON_ROOT);
        assert!(text.starts_with("Invalid value for parameter servicePersonId: abc."), "{text}");
        let repeated = [("acmePersonId", "2"), ("acmePersonId", "2")];
        let text = text_of("GetPersonByAcmeId", &repeated, 400, PERSON_ROOT);
        assert_eq!(text, "Repeated parameter: acmePersonId.");
        let both = [("acmePersonId", "2"), ("servicePersonId", "2")];
        let text = text_of("GetPersonByAcmeId", &both, 400, PERSON_ROOT);
        assert!(text.starts_with("Repeated parameter: "), "{text}");
        let text = text_of("GetPersonByAcmeIdd", &[], 404, "ApiResponse");
        assert!(text.starts_with("Unknown operation: GetPersonByAcmeIdd."), "{text}");
        assert!(text.contains("GetPersonByAcmeId") && !text.contains("ServiceId"), "{text}");
        let fields = [("username", "smal"), ("password", "stilzwijgend"), ("acmePersonId", "2")];
        let response = server.send(&exact_call(style, "GetPersonByAcmeId", &fields));
        let text = error_text(style, &response, 403, PERSON_ROOT);
        assert_eq!(text, "Access to operation GetPersonByAcmeId is not granted.");
    }
    let new = new_person("N5");
    server.send(&soap_call(Style::Soap12Action, "CreatePerson", &new));
    let dismiss = "<acmePersonId>5</acmePersonId><personUpdate>\
                   <ContractEndTime>2026-03-01T00:00:00</ContractEndTime></personUpdate>";
    let response = server.send(&soap_call(Style::Soap12Action, "UpdatePerson", dismiss));
    assert!(response.text().contains("<Success>true</Success>"), "{}", response.text());
    let response = server.send(&soap_call(Style::Soap12Action, "CreatePerson", &new));
    let text = "A person with ExternalIdentifier N5 already exists and is dismissed (AcmeId 5); \
                update that person with an empty or later ContractEndTime instead.";
    assert_refused(Style::Soap12Action, &response, "CreatePerson", "", text);
    let response = server.send(&soap_call(Style::Soap12Action, "UpdatePerson", "<personUpdate/>"));
    let text = error_text(Style::Soap12Action, &response, 400, "");
    assert_eq!(text, "Missing parameter: acmePersonId.");
}

#[test]
fn names_with_another_brand_are_unknown() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        let response = server.send(&call(style, "GetPersonByAcmeId", &[("servicePersonId", "2")]));
        let text = error_text(style, &response, 404, "ApiResponse");
        assert!(text.starts_with("Unknown operation: GetPersonByAcmeId."), "{text}");
        let response = server.send(&call(style, GET_BY_ID, &[("acmePersonId", "2")]));
        let text = error_text(style, &response, 400, PERSON_ROOT);
        assert_eq!(text, "Missing parameter: servicePersonId.");
    }
}

fn gunzip(response: &Response) -> String {
    let mut text = String::new();
    let mut decoder = flate2::read::GzDecoder::new(response.body.as_slice());
    decoder.read_to_string(&mut text).expect("a whole gzip stream of UTF-8");
    text
}

// "`Accept-Encoding: gzip` is honoured on answers over 1 KiB, streaming, with `Vary`."
#[test]
fn responses_over_1_kib_are_compressed_on_request() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        let request = call(style, ALL, &[]);
        let plain = server.send(&request);
        assert_eq!(plain.header("Content-Encoding"), None);
        assert!(plain.body.len() > 1024);
        for accept in ["gzip", "gzip, deflate, br", "br;q=1, gzip;q=0.5", "GZIP"] {
            let response = server.send(&request.clone().header("Accept-Encoding", accept));
            assert_eq!(response.status, 200);
            assert_eq!(response.header("Content-Encoding"), Some("gzip"), "{accept}");
            let vary = response.header("Vary").expect("Vary");
            assert!(vary.split(',').any(|v| v.trim().eq_ignore_ascii_case("Accept-Encoding")));
            assert_eq!(response.header("Content-Type"), plain.header("Content-Type"));
            assert!(response.body.len() < plain.body.len());
            assert_eq!(gunzip(&response), plain.text());
        }
        for accept in ["identity", "gzip;q=0", "deflate, br", "x-gzipped", ""] {
            let response = server.send(&request.clone().header("Accept-Encoding", accept));
            assert_eq!(response.header("Content-Encoding"), None, "{accept}");
            assert_eq!(response.text(), plain.text());
        }
    }
}

#[test]
fn long_refusals_and_faults_are_compressed_too() {
    let site = site();
    let server = site.serve(&[]);
    let long = "&lt;".repeat(1_001);
    let names = ["ExternalIdentifier", "FirstName", "Insertion", "FamilyName", "Email", "CostCentre", "PhoneNumber"];
    let fields = names.map(|name| format!("<{name}>{long}</{name}>")).concat();
    let login = "<username>hr</username><password>stilzwijgend</password>";
    let create = format!("{login}<personCreate>{fields}</personCreate>");
    let by_id = format!("{login}<servicePersonId>{}</servicePersonId>", "&quot;".repeat(100));
    for (operation, inner) in [("CreatePerson", create), (GET_BY_ID, by_id)] {
        let request = soap_request(Dialect::Soap12, operation, &inner);
        let plain = server.send(&request);
        assert!(plain.body.len() > 1024, "{}", plain.body.len());
        let response = server.send(&request.header("Accept-Encoding", "gzip"));
        assert_eq!(response.status, plain.status);
        assert_eq!(response.header("Content-Encoding"), Some("gzip"), "{operation}");
        assert_eq!(gunzip(&response), plain.text());
    }
}

// "on answers over 1 KiB"
#[test]
fn small_responses_are_not_compressed() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for (id, status) in [("999", 200), ("abc", style.status(400)), ("", style.status(400))] {
            let request = call(style, GET_BY_ID, &[("servicePersonId", id)]);
            let response = server.send(&request.header("Accept-Encoding", "gzip"));
            assert_eq!((response.status, response.header("Content-Encoding")), (status, None));
            assert!(response.body.len() <= 1024);
            parse_xml(response.text());
        }
    }
}
