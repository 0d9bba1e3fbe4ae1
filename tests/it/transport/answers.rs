//! What answers look like: namespaces, declaration, brand word, compression.

use std::io::Read as _;

use super::*;
use crate::support::{Dialect, soap_request};

const ALL: &str = "GetAllBasicPersonInfo";

/// The root declares `xsi` and `xsd`; nothing below it is written another way.
fn assert_declares(text: &str) {
    let document = parse(text);
    let root = document.root_element();
    assert_eq!(root.lookup_namespace_uri(Some("xsi")), Some(XSI), "{text}");
    assert_eq!(root.lookup_namespace_uri(Some("xsd")), Some(XSD), "{text}");
}

// "A document's root also declares `xsi` and `xsd` (in an envelope: the Envelope does)."
#[test]
fn the_root_declares_xsi_and_xsd() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        assert_declares(server.send(&bram_call(way)).text());
        assert_declares(server.send(&call(way, ALL, &[])).text());
        let response = server.send(&call(way, GET_BY_ID, &[("servicePersonId", "999")]));
        assert_declares(response.text());
    }
    for way in SOAP_WAYS {
        assert_declares(server.send(&soap_call(way, "CreatePerson", "<personCreate/>")).text());
    }
}

// "Results of Style A use `--namespace` (default `http://tempuri.org/`); results of Style B use
// `--form-namespace` (default `/service/ApiService.asmx`)."
#[test]
fn each_style_has_its_namespace() {
    let site = site();
    let server = site.serve(&["--namespace", "urn:lms:a&b", "--form-namespace", "https://lms.example/form"]);
    let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
    for way in WAYS {
        let response = server.send(&bram_call(way));
        assert_eq!(response.status, 200);
        let expected = result_document(way, GET_BY_ID, PERSON_ROOT, &inner)
            .replace(TEMPURI, "urn:lms:a&amp;b")
            .replace(FORM_NAMESPACE, "https://lms.example/form");
        assert_eq!(canonical(response.text()), canonical(&expected));
    }
    // A request in the old namespace, as sent above, or in the new one: "any namespace or none".
    let request = String::from_utf8(bram_call(Way::Bare).body).expect("UTF-8").replace(TEMPURI, "urn:lms:a&amp;b");
    assert_eq!(server.send(&soap_document(Way::Bare, request)).status, 200);
    // A failure of Style B is in the form's namespace too.
    let response = server.send(&call(Way::Form, GET_BY_ID, &[]));
    let root = parse(response.text()).root_element().tag_name().namespace().map(str::to_owned);
    assert_eq!(root.as_deref(), Some("https://lms.example/form"));
}

// "`<?xml version=\"1.0\" encoding=\"utf-8\"?>` first. Answers carry `Cache-Control: no-store`." Also
// "no `xsi:type` anywhere".
// ASVS 14.2.2, 14.3.2
#[test]
fn the_declaration_comes_first_and_nothing_is_stored() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        for request in [
            bram_call(way),
            call(way, ALL, &[]),
            call(way, GET_BY_ID, &[("servicePersonId", "999")]),
            call(way, GET_BY_ID, &[]),
            call(way, "GetClazz", &[]),
            ask(way, GET_BY_ID, &[]),
        ] {
            let response = server.send(&request);
            assert!(response.body.starts_with(b"<?xml version=\"1.0\" encoding=\"utf-8\"?>"));
            assert_eq!(response.header("Cache-Control"), Some("no-store"));
            assert!(!response.text().contains("xsi:type"));
            parse(response.text());
        }
    }
}

// "`--brand WORD` … replaces the neutral word in `ServiceId`, `ManagerServiceId`,
// `GetPersonByServiceId`, `servicePersonId` (lower-case first letter kept: `acmePersonId`), in
// requests, answers, error texts"; "the answer's wrapper echoes the operation name as called"
#[test]
fn the_brand_word_replaces_the_neutral_one() {
    let site = site();
    let server = site.serve(&["--brand", "Acme"]);
    let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
    for way in WAYS {
        for operation in ["GetPersonByAcmeId", GET_BY_ID] {
            for parameter in ["acmePersonId", "servicePersonId"] {
                let response = server.send(&call(way, operation, &[(parameter, "2")]));
                assert_result(way, &response, operation, PERSON_ROOT, &inner);
            }
        }
        let response = server.send(&call(way, ALL, &[]));
        let branded = all_persons().replace("ServiceId>", "AcmeId>");
        assert_result(way, &response, ALL, LIST_ROOT, &branded);
    }
}

// the same, in error texts
#[test]
fn the_brand_word_is_in_error_texts() {
    let site = site();
    site.add_credential("smal", "stilzwijgend", &["GetPersonByEmail"]);
    let server = site.serve(&["--brand", "Acme"]);
    for way in WAYS {
        let text_of = |operation, fields: &[(&str, &str)], status, root| {
            error_text(way, &server.send(&call(way, operation, fields)), status, root)
        };
        let text = text_of("GetPersonByAcmeId", &[], 400, PERSON_ROOT);
        assert_eq!(text, "Missing parameter: acmePersonId.");
        let text = text_of("GetPersonByAcmeId", &[("acmePersonId", "abc")], 400, PERSON_ROOT);
        assert!(text.starts_with("Invalid value for parameter acmePersonId: abc."), "{text}");
        // "it is named as sent"
        let text = text_of("GetPersonByAcmeId", &[("servicePersonId", "abc")], 400, PERSON_ROOT);
        assert!(text.starts_with("Invalid value for parameter servicePersonId: abc."), "{text}");
        let twice = [("acmePersonId", "2"), ("acmePersonId", "2")];
        let text = text_of("GetPersonByAcmeId", &twice, 400, PERSON_ROOT);
        assert_eq!(text, "Repeated parameter: acmePersonId.");
        // Two names of one parameter are a repetition.
        let both = [("acmePersonId", "2"), ("servicePersonId", "2")];
        let text = text_of("GetPersonByAcmeId", &both, 400, PERSON_ROOT);
        assert!(text.starts_with("Repeated parameter: "), "{text}");
        let text = text_of("GetPersonByAcmeIdd", &[], 404, "ApiResponse");
        assert!(text.starts_with("Unknown operation: GetPersonByAcmeIdd."), "{text}");
        assert!(text.contains("GetPersonByAcmeId") && !text.contains("ServiceId"), "{text}");
        let fields = [("username", "smal"), ("password", "stilzwijgend"), ("acmePersonId", "2")];
        let response = server.send(&ask(way, "GetPersonByAcmeId", &fields));
        let text = error_text(way, &response, 403, PERSON_ROOT);
        assert_eq!(text, "Access to operation GetPersonByAcmeId is not granted.");
    }
    let new = new_person("N5");
    server.send(&soap_call(Way::Action, "CreatePerson", &new));
    let dismiss = "<acmePersonId>5</acmePersonId><personUpdate>\
                   <ContractEndTime>2026-03-01T00:00:00</ContractEndTime></personUpdate>";
    let response = server.send(&soap_call(Way::Action, "UpdatePerson", dismiss));
    assert!(response.text().contains("<Success>true</Success>"), "{}", response.text());
    let response = server.send(&soap_call(Way::Action, "CreatePerson", &new));
    let text = "A person with ExternalIdentifier N5 already exists and is dismissed (AcmeId 5); \
                update that person with an empty or later ContractEndTime instead.";
    assert_by_rule(Way::Action, &response, "CreatePerson", "", text);
    // Without its number the update lacks a parameter, named by the brand.
    let response = server.send(&soap_call(Way::Action, "UpdatePerson", "<personUpdate/>"));
    let text = error_text(Way::Action, &response, 400, "");
    assert_eq!(text, "Missing parameter: acmePersonId.");
}

// the same: the default brand is the neutral word, another brand's names are unknown
#[test]
fn another_brand_is_unknown() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        let response = server.send(&call(way, "GetPersonByAcmeId", &[("servicePersonId", "2")]));
        let text = error_text(way, &response, 404, "ApiResponse");
        assert!(text.starts_with("Unknown operation: GetPersonByAcmeId."), "{text}");
        let response = server.send(&call(way, GET_BY_ID, &[("acmePersonId", "2")]));
        let text = error_text(way, &response, 400, PERSON_ROOT);
        assert_eq!(text, "Missing parameter: servicePersonId.");
    }
}

fn unzipped(response: &Response) -> String {
    let mut text = String::new();
    let mut decoder = flate2::read::GzDecoder::new(response.body.as_slice());
    decoder.read_to_string(&mut text).expect("a whole gzip stream of UTF-8");
    text
}

// "`Accept-Encoding: gzip` is honoured on answers over 1 KiB, streaming, with `Vary`."
#[test]
fn answers_over_1_kib_are_compressed_on_request() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        let request = call(way, ALL, &[]);
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
            assert_eq!(unzipped(&response), plain.text());
        }
        for accept in ["identity", "gzip;q=0", "deflate, br", "x-gzipped", ""] {
            let response = server.send(&request.clone().header("Accept-Encoding", accept));
            assert_eq!(response.header("Content-Encoding"), None, "{accept}");
            assert_eq!(response.text(), plain.text());
        }
    }
}

// … refusals and faults too: they may quote a lot
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
        assert_eq!(unzipped(&response), plain.text());
    }
}

// "on answers over 1 KiB": the small ones stay as they are
#[test]
fn small_answers_are_not_compressed() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        for (id, status) in [("999", 200), ("abc", way.status(400)), ("", way.status(400))] {
            let request = call(way, GET_BY_ID, &[("servicePersonId", id)]);
            let response = server.send(&request.header("Accept-Encoding", "gzip"));
            assert_eq!((response.status, response.header("Content-Encoding")), (status, None));
            assert!(response.body.len() <= 1024);
            parse(response.text());
        }
    }
}
