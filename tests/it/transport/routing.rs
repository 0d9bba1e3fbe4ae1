//! Tests paths, methods and media types, which are checked before the body is read.

use super::*;

// "The path is matched without regard to case (`/service/apiService.asmx` is in use by real
// clients) and with or without a trailing slash"
#[test]
fn the_path_is_case_insensitive_and_may_end_with_a_slash() {
    let site = site();
    let server = site.serve(&[]);
    for path in [
        "/service/apiservice.asmx",
        "/service/apiService.asmx",
        "/SERVICE/APISERVICE.ASMX",
        "/Service/ApiService.asmx/",
    ] {
        for style in SOAP_STYLES {
            let mut request = bram_call(style);
            request.path = path.into();
            assert_bram(style, &server.send(&request));
        }
        for end in ["", "/"] {
            let mut request = bram_call(Style::Form);
            request.path = format!("{}/{GET_BY_ID}{end}", path.trim_end_matches('/'));
            assert_bram(Style::Form, &server.send(&request));
        }
    }
}

// "the operation name is case-sensitive"; `Unknown operation: GetClazz.` and the nearest name
#[test]
fn operation_names_are_case_sensitive() {
    let site = site();
    let server = site.serve(&[]);
    for name in ["getpersonbyserviceid", "GetPersonByServiceID", "GETPERSONBYSERVICEID"] {
        for style in STYLES {
            let response = server.send(&call(style, name, &[("servicePersonId", "2")]));
            let text = error_text(style, &response, 404, "ApiResponse");
            let start = format!("Unknown operation: {name}.");
            assert!(text.starts_with(&start), "{text}");
            assert!(text[start.len()..].contains(GET_BY_ID), "{text}");
        }
    }
    assert_responds(&server);
}

// "Foreign paths: 404 as text."
// ASVS 13.4.2, 13.4.3
#[test]
fn an_unknown_path_is_404_as_text() {
    let site = site();
    let server = site.serve(&[]);
    for path in [
        "/service",
        "/service/apiservice",
        "/service/apiservice.asmxx",
        "/apiservice.asmx",
        "/other/service/apiservice.asmx",
        "/service/other.asmx/GetPersonByServiceId",
    ] {
        for style in STYLES {
            let mut request = bram_call(style);
            request.path = path.into();
            let response = server.send(&request);
            assert_eq!(response.status, 404, "{style:?} {path}");
            let media_type = response.header("Content-Type").expect("a Content-Type");
            assert!(media_type.starts_with("text/plain"), "{path}: {media_type}");
            assert!(!response.text().trim().is_empty() && !response.text().contains("<"));
        }
    }
    assert_responds(&server);
}

// "An operation, known or not, by GET or HEAD: 405, `Allow: POST`, never executed, and no query
// string is ever logged."
// ASVS 3.5.3
#[test]
fn an_operation_by_get_or_head_is_405_and_its_query_is_not_logged() {
    let site = site();
    let server = site.serve(&[]);
    let query = "username=hr&password=stilzwijgend&servicePersonId=2&externalId=QueryMarker";
    for method in ["GET", "HEAD"] {
        for operation in [GET_BY_ID, "GetAllBasicPersonInfo", "CreatePerson", "GetClazz", GET_BY_ID] {
            for slash in ["", "/"] {
                let path = format!("/service/apiService.asmx/{operation}{slash}?{query}");
                let response = server.send(&Request::new(method, &path));
                assert_eq!(response.status, 405, "{method} {path}");
                assert_eq!(response.header("Allow"), Some("POST"), "{method} {path}");
                assert!(!response.text().contains("bram@example.nl"));
                assert!(method == "GET" || response.body.is_empty());
            }
        }
    }
    assert_responds(&server);
    let log = server.stop().stderr;
    for secret in ["stilzwijgend", "QueryMarker", "servicePersonId=2"] {
        assert!(!log.contains(secret), "{log}");
    }
}

// "In Style B the body is always the operation's result document (root `ApiResponse` where the
// operation is unknown)."
#[test]
fn the_body_of_a_405_in_style_b_is_the_result_document() {
    let site = site();
    let server = site.serve(&[]);
    for (operation, root) in
        [(GET_BY_ID, PERSON_ROOT), ("GetAllBasicPersonInfo", LIST_ROOT), ("GetClazz", "ApiResponse")]
    {
        for method in ["GET", "PUT", "DELETE"] {
            let response = server.send(&Request::new(method, &format!("{ASMX}/{operation}")));
            error_text(Style::Form, &response, 405, root);
            assert_eq!(response.header("Allow"), Some("POST"));
        }
    }
}

// "Other methods: 405 with Allow."
// ASVS 13.4.4
#[test]
fn other_methods_are_405_with_allow() {
    let site = site();
    let server = site.serve(&[]);
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"] {
        let response = server.send(&Request::new(method, ASMX));
        assert_eq!(response.status, 405, "{method}");
        let allow = response.header("Allow").expect("Allow");
        assert!(allow.split(',').any(|m| m.trim() == "POST"), "{method}: {allow}");
        let response = server.send(&Request::new(method, &format!("{ASMX}/{GET_BY_ID}")));
        assert_eq!((response.status, response.header("Allow")), (405, Some("POST")), "{method}");
    }
    let put = Request { method: "PUT".into(), ..bram_call(Style::Form) };
    let response = server.send(&put);
    assert_eq!(response.status, 405);
    assert!(!response.text().contains("bram@example.nl"));
    assert_responds(&server);
}

// "Style A: `application/soap+xml`, `text/xml`, `application/xml`. … Anything else, or none: 415."
#[test]
fn style_a_accepts_three_media_types() {
    let site = site();
    let server = site.serve(&[]);
    let document = String::from_utf8(bram_call(Style::Soap12).body).expect("UTF-8");
    for media_type in [
        "application/soap+xml",
        "text/xml",
        "application/xml",
        "APPLICATION/XML; Charset=UTF-8",
        "text/xml;charset=\"utf-8\"",
    ] {
        // the media type does not decide whether the response has an envelope
        let response = server.send(&Request::post(ASMX, media_type, document.as_str()));
        assert_bram(Style::Soap12, &response);
    }
    for media_type in [
        FORM_TYPE,
        "application/json",
        "text/plain",
        "text/xmlx",
        "application/soap",
        "multipart/related; type=\"application/xop+xml\"",
        "",
    ] {
        let request = Request::post(ASMX, media_type, document.as_str());
        error_text(Style::Soap12, &server.send(&request), 415, "");
        // "when the request names an action the status of a fault is always 500 … (413, 415, …)"
        let response = server.send(&request.header("SOAPAction", "\"\""));
        error_text(Style::Soap12Action, &response, 415, "");
    }
    let without = Request { headers: Vec::new(), ..bram_call(Style::Soap12) };
    error_text(Style::Soap12, &server.send(&without), 415, "");
    assert_responds(&server);
}

// "Style B: `application/x-www-form-urlencoded`. Anything else, or none: 415."
#[test]
fn style_b_accepts_one_media_type() {
    let site = site();
    let server = site.serve(&[]);
    for media_type in ["application/x-www-form-urlencoded; charset=UTF-8", "Application/X-WWW-Form-URLEncoded"] {
        let request = Request { headers: Vec::new(), ..bram_call(Style::Form) };
        assert_bram(Style::Form, &server.send(&request.header("Content-Type", media_type)));
    }
    for (operation, root) in
        [(GET_BY_ID, PERSON_ROOT), ("GetAllBasicPersonInfo", LIST_ROOT), ("GetClazz", "ApiResponse")]
    {
        for media_type in ["text/xml", "multipart/form-data; boundary=x", "text/plain", ""] {
            let fields = [("servicePersonId", "2")];
            let request = Request { headers: Vec::new(), ..call(Style::Form, operation, &fields) };
            let response = server.send(&request.header("Content-Type", media_type));
            error_text(Style::Form, &response, 415, root);
        }
        let request = Request { headers: Vec::new(), ..call(Style::Form, operation, &[]) };
        error_text(Style::Form, &server.send(&request), 415, root);
    }
    assert_responds(&server);
}

// "A Content-Encoding on a request: 415."
#[test]
fn a_content_encoding_is_415() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for encoding in ["gzip", "deflate", "br"] {
            let response = server.send(&bram_call(style).header("Content-Encoding", encoding));
            error_text(style, &response, 415, PERSON_ROOT);
        }
    }
    assert_responds(&server);
}

// "so `CreatePerson` and `UpdatePerson` are Style A only (Style B answers 400 with a text that
// says so)"
#[test]
fn create_and_update_are_style_a_only() {
    let site = site();
    let server = site.serve(&[]);
    for (operation, fields) in [
        ("CreatePerson", vec![("ExternalIdentifier", "E9"), ("FirstName", "Nora")]),
        ("CreatePerson", vec![("personCreate", "<ExternalIdentifier>E9</ExternalIdentifier>")]),
        ("UpdatePerson", vec![("servicePersonId", "2"), ("personUpdate", "")]),
        ("UpdatePerson", vec![]),
    ] {
        let response = server.send(&call(Style::Form, operation, &fields));
        // the specification has no result document for these two
        let text = error_text(Style::Form, &response, 400, "ApiResponse");
        assert!(text.contains(operation), "{text}");
        assert!(text.contains("SOAP") || text.contains("Style A"), "{text}");
    }
    assert!(!has_person(&server, "E9"));
}

// "Every operation can be called in both styles."
#[test]
fn lookups_work_in_every_style() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for (operation, field, value) in [
            ("GetPersonByServiceId", "servicePersonId", "2"),
            ("GetPersonByExternalId", "externalId", "E2"),
            ("GetPersonByEmail", "email", "BRAM@example.nl"),
        ] {
            let response = server.send(&call(style, operation, &[(field, value)]));
            let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
            assert_result(style, &response, operation, PERSON_ROOT, &inner);
        }
        let response = server.send(&call(style, "GetAllBasicPersonInfo", &[]));
        assert_result(style, &response, "GetAllBasicPersonInfo", LIST_ROOT, &all_persons());
    }
}

// "`GET /healthz`: 200 `ok` when the database answers"
#[test]
fn healthz_is_ok() {
    let site = site();
    let server = site.serve(&[]);
    let response = server.send(&Request::get("/healthz"));
    assert_eq!((response.status, response.text().trim_end()), (200, "ok"));
}
