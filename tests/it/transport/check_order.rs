//! Tests the order of checks: "Checks are made in this order: 404 (foreign path), 405, 415, 413, 400, 404 (operation), 401/429,
//! 403, parameters, rules." Each request here has at least two errors; the response reports the first.

use super::*;

const TEXT_401: &str = "Invalid username or password.";

/// Returns a body over the default limit of 256 KiB.
fn large_body() -> String {
    "x".repeat(300_000)
}

// 404 (foreign path) before all
#[test]
fn an_unknown_path_is_checked_first() {
    let site = site();
    let server = site.serve(&[]);
    for request in [
        Request::get("/service/other.asmx?op=x"),
        Request::new("DELETE", "/service/other.asmx"),
        Request::post("/service/other.asmx", "image/png", "x"),
        Request::post("/service/other.asmx", FORM_TYPE, "%zz"),
        Request::post("/service/other.asmx", "text/xml", "<a").header("SOAPAction", ""),
    ] {
        assert_eq!(server.send(&request).status, 404, "{request:?}");
    }
    assert_responds(&server);
}

// 405 before 415, 413, 400, 404 (operation), 401
#[test]
fn the_method_is_checked_before_media_type_size_and_syntax() {
    let site = site();
    let server = site.serve(&[]);
    for request in [
        Request::post(&format!("{ASMX}/{GET_BY_ID}"), "image/png", "x"),
        Request::post(&format!("{ASMX}/{GET_BY_ID}"), FORM_TYPE, large_body()),
        Request::post(&format!("{ASMX}/{GET_BY_ID}"), FORM_TYPE, "%zz"),
        Request::post(&format!("{ASMX}/GetClazz"), FORM_TYPE, "username=hr"),
        Request::post(ASMX, "image/png", "<a"),
        Request::post(ASMX, SOAP12_TYPE, "<a"),
    ] {
        let put = Request { method: "PUT".into(), ..request };
        assert_eq!(server.send(&put).status, 405, "{} {:?}", put.path, put.headers);
    }
    assert_responds(&server);
}

// 415 before 413, 400, 404 (operation)
#[test]
fn the_media_type_is_checked_before_size_and_syntax() {
    let site = site();
    let server = site.serve(&[]);
    for body in [large_body(), "%zz".into(), String::new()] {
        for (operation, root) in [(GET_BY_ID, PERSON_ROOT), ("GetClazz", "ApiResponse")] {
            let path = format!("{ASMX}/{operation}");
            let response = server.send(&Request::post(&path, "text/xml", body.as_str()));
            error_text(Style::Form, &response, 415, root);
            let encoded = Request::post(&path, FORM_TYPE, body.as_str()).header("Content-Encoding", "gzip");
            error_text(Style::Form, &server.send(&encoded), 415, root);
        }
        let response = server.send(&Request::post(ASMX, "image/png", body.as_str()));
        error_text(Style::Soap12, &response, 415, "");
    }
    assert_responds(&server);
}

// 413 before 400, 404 (operation), 401
#[test]
fn the_size_is_checked_before_the_syntax() {
    let site = site();
    let server = site.serve(&[]);
    for (operation, root) in [(GET_BY_ID, PERSON_ROOT), ("GetClazz", "ApiResponse")] {
        for start in ["username=%zz&x=", "username=nobody&x=", "username=hr&username=hr&x="] {
            let response = server.send(&form_call(operation, format!("{start}{}", large_body())));
            error_text(Style::Form, &response, 413, root);
        }
    }
    for style in SOAP_STYLES {
        for document in [large_body(), format!("<!DOCTYPE a><a>{}</a>", large_body()), envelope(style, &large_body())] {
            let response = server.send(&soap_document(style, document));
            error_text(style, &response, 413, "");
        }
    }
    assert_responds(&server);
}

// 400 before 404 (operation) and 401
#[test]
fn the_syntax_is_checked_before_the_operation() {
    let site = site();
    let server = site.serve(&[]);
    for body in ["username=%zz", "username=hr&password=mis&x=%ff", "x=%C3"] {
        for (operation, root) in [("GetClazz", "ApiResponse"), (GET_BY_ID, PERSON_ROOT)] {
            error_text(Style::Form, &server.send(&form_call(operation, body)), 400, root);
        }
    }
    for style in SOAP_STYLES {
        for body in ["<GetClazz><a></b></GetClazz>", "<GetClazz><?pi?></GetClazz>", "<GetClazz x='1' x='2'/>"] {
            error_text(style, &server.send(&soap_document(style, envelope(style, body))), 400, "");
        }
        // "MustUnderstand and VersionMismatch are found at the step of the 400s"
        for operation in ["GetClazz", GET_BY_ID] {
            let document = envelope(style, &format!("<{operation}/>")).replace(
                "<soap:Body>",
                "<soap:Header><h xmlns=\"urn:h\" soap:mustUnderstand=\"1\"/></soap:Header><soap:Body>",
            );
            let response = server.send(&soap_document(style, document));
            assert_eq!((response.status, parse_fault(&response).code.as_str()), (500, "MustUnderstand"));
            let document =
                envelope(style, &format!("<{operation}/>")).replace(SOAP12, "urn:soap").replace(SOAP11, "urn:soap");
            let response = server.send(&soap_document(style, document));
            assert_eq!((response.status, parse_fault(&response).code.as_str()), (500, "VersionMismatch"));
        }
    }
    assert_responds(&server);
}

// 400 before 401 and 403
#[test]
fn repeated_parameters_are_checked_before_the_login() {
    let site = site();
    site.add_credential("kaal", "stilzwijgend", &[]);
    let server = site.serve(&[]);
    for style in STYLES {
        for (name, password) in [("hr", "mis"), ("nobody", "x"), ("kaal", "stilzwijgend")] {
            let fields =
                [("username", name), ("password", password), ("servicePersonId", "2"), ("servicePersonId", "2")];
            let text = error_text(style, &server.send(&exact_call(style, GET_BY_ID, &fields)), 400, PERSON_ROOT);
            assert_eq!(text, "Repeated parameter: servicePersonId.");
        }
    }
}

// 404 (operation) before 401
#[test]
fn the_operation_is_checked_before_the_login() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for login in [&[][..], &[("username", "hr"), ("password", "mis")], &[("username", "nobody")]] {
            let response = server.send(&exact_call(style, "GetClazz", login));
            let text = error_text(style, &response, 404, "ApiResponse");
            assert!(text.starts_with("Unknown operation: GetClazz."), "{text}");
            assert_eq!(response.header("WWW-Authenticate"), None);
        }
    }
}

// 401/429 before 403 and parameters
#[test]
fn the_login_is_checked_before_grant_and_parameters() {
    let site = site();
    site.add_credential("kaal", "stilzwijgend", &[]);
    for styles in STYLES.chunks(2) {
        let server = site.serve(&[]);
        for &style in styles {
            for (name, id) in [("kaal", "2"), ("kaal", "abc"), ("kaal", ""), ("hr", "abc"), ("hr", "")] {
                let fields = [("username", name), ("password", "mis"), ("servicePersonId", id)];
                let text = error_text(style, &server.send(&exact_call(style, GET_BY_ID, &fields)), 401, PERSON_ROOT);
                assert_eq!(text, TEXT_401);
            }
        }
        for _ in 0..4 {
            server.send(&exact_call(styles[0], GET_BY_ID, &[("username", "kaal"), ("password", "mis")]));
        }
        // that was the tenth wrong login
        for &style in styles {
            let fields = [("username", "kaal"), ("password", "stilzwijgend")];
            error_text(style, &server.send(&exact_call(style, GET_BY_ID, &fields)), 429, PERSON_ROOT);
        }
    }
}

// 403 before parameters
// ASVS 8.2.1
#[test]
fn the_grant_is_checked_before_parameters() {
    let site = site();
    site.add_credential("kaal", "stilzwijgend", &[]);
    let server = site.serve(&[]);
    for style in STYLES {
        for id in ["", "abc", "999"] {
            let fields = [("username", "kaal"), ("password", "stilzwijgend"), ("servicePersonId", id)];
            let text = error_text(style, &server.send(&exact_call(style, GET_BY_ID, &fields)), 403, PERSON_ROOT);
            assert_eq!(text, "Access to operation GetPersonByServiceId is not granted.");
        }
    }
}

#[test]
fn parameters_are_checked_before_rules() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        for (id, start) in
            [("abc", "Invalid value for parameter servicePersonId: abc."), ("", "Missing parameter: servicePersonId.")]
        {
            let inner = format!(
                "<servicePersonId>{id}</servicePersonId><personUpdate><FirstName/>\
                 <ContractEndTime>abc</ContractEndTime></personUpdate>"
            );
            let response = server.send(&soap_call(style, "UpdatePerson", &inner));
            let text = error_text(style, &response, 400, "");
            assert!(text.starts_with(start), "{text}");
        }
    }
    // a field of the wrong type is refused by the rules
    let inner = "<servicePersonId>2</servicePersonId><personUpdate><FirstName/></personUpdate>";
    let response = server.send(&soap_call(Style::Soap12Action, "UpdatePerson", inner));
    assert_refused(Style::Soap12Action, &response, "UpdatePerson", "", "FirstName is required.");
    let inner =
        "<servicePersonId>2</servicePersonId><personUpdate><ContractEndTime>abc</ContractEndTime></personUpdate>";
    let response = server.send(&soap_call(Style::Soap12Action, "UpdatePerson", inner));
    let text = "ContractEndTime: abc is not a datetime (yyyy-MM-ddTHH:mm:ss).";
    assert_refused(Style::Soap12Action, &response, "UpdatePerson", "", text);
}
