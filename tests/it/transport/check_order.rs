//! "Checks are made in this order: 404 (foreign path), 405, 415, 413, 400, 404 (operation), 401/429,
//! 403, parameters, rules." Each request here has two faults or more; the earlier one answers.

use super::*;

const TEXT_401: &str = "Invalid username or password.";

/// 300,000 bytes of nothing, over the default limit of 256 KiB.
fn too_much() -> String {
    "x".repeat(300_000)
}

// 404 (foreign path) before all
#[test]
fn a_foreign_path_comes_before_all() {
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
    still_answers(&server);
}

// 405 before 415, 413, 400, 404 (operation), 401
#[test]
fn the_method_comes_before_the_rest() {
    let site = site();
    let server = site.serve(&[]);
    for request in [
        Request::post(&format!("{ASMX}/{GET_BY_ID}"), "image/png", "x"),
        Request::post(&format!("{ASMX}/{GET_BY_ID}"), FORM_TYPE, too_much()),
        Request::post(&format!("{ASMX}/{GET_BY_ID}"), FORM_TYPE, "%zz"),
        Request::post(&format!("{ASMX}/GetClazz"), FORM_TYPE, "username=hr"),
        Request::post(ASMX, "image/png", "<a"),
        Request::post(ASMX, SOAP12_TYPE, "<a"),
    ] {
        let put = Request { method: "PUT".into(), ..request };
        assert_eq!(server.send(&put).status, 405, "{} {:?}", put.path, put.headers);
    }
    still_answers(&server);
}

// 415 before 413, 400, 404 (operation)
#[test]
fn the_media_type_comes_before_size_and_form() {
    let site = site();
    let server = site.serve(&[]);
    for body in [too_much(), "%zz".into(), String::new()] {
        for (operation, root) in [(GET_BY_ID, PERSON_ROOT), ("GetClazz", "ApiResponse")] {
            let path = format!("{ASMX}/{operation}");
            let response = server.send(&Request::post(&path, "text/xml", body.as_str()));
            error_text(Way::Form, &response, 415, root);
            let encoded = Request::post(&path, FORM_TYPE, body.as_str()).header("Content-Encoding", "gzip");
            error_text(Way::Form, &server.send(&encoded), 415, root);
        }
        let response = server.send(&Request::post(ASMX, "image/png", body.as_str()));
        error_text(Way::Bare, &response, 415, "");
    }
    still_answers(&server);
}

// 413 before 400, 404 (operation), 401
#[test]
fn the_size_comes_before_the_form() {
    let site = site();
    let server = site.serve(&[]);
    for (operation, root) in [(GET_BY_ID, PERSON_ROOT), ("GetClazz", "ApiResponse")] {
        for begin in ["username=%zz&x=", "username=nobody&x=", "username=hr&username=hr&x="] {
            let response = server.send(&form_call(operation, format!("{begin}{}", too_much())));
            error_text(Way::Form, &response, 413, root);
        }
    }
    for way in SOAP_WAYS {
        for document in [too_much(), format!("<!DOCTYPE a><a>{}</a>", too_much()), envelope(way, &too_much())] {
            let response = server.send(&soap_document(way, document));
            error_text(way, &response, 413, "");
        }
    }
    still_answers(&server);
}

// 400 before 404 (operation) and 401
#[test]
fn the_form_comes_before_the_operation() {
    let site = site();
    let server = site.serve(&[]);
    for body in ["username=%zz", "username=hr&password=mis&x=%ff", "x=%C3"] {
        for (operation, root) in [("GetClazz", "ApiResponse"), (GET_BY_ID, PERSON_ROOT)] {
            error_text(Way::Form, &server.send(&form_call(operation, body)), 400, root);
        }
    }
    for way in SOAP_WAYS {
        for body in ["<GetClazz><a></b></GetClazz>", "<GetClazz><?pi?></GetClazz>", "<GetClazz x='1' x='2'/>"] {
            error_text(way, &server.send(&soap_document(way, envelope(way, body))), 400, "");
        }
        // "MustUnderstand and VersionMismatch are found at the step of the 400s"
        for operation in ["GetClazz", GET_BY_ID] {
            let document = envelope(way, &format!("<{operation}/>")).replace(
                "<soap:Body>",
                "<soap:Header><h xmlns=\"urn:h\" soap:mustUnderstand=\"1\"/></soap:Header><soap:Body>",
            );
            let response = server.send(&soap_document(way, document));
            assert_eq!((response.status, fault(&response).code.as_str()), (500, "MustUnderstand"));
            let document =
                envelope(way, &format!("<{operation}/>")).replace(SOAP12, "urn:soap").replace(SOAP11, "urn:soap");
            let response = server.send(&soap_document(way, document));
            assert_eq!((response.status, fault(&response).code.as_str()), (500, "VersionMismatch"));
        }
    }
    still_answers(&server);
}

// a repeated parameter is a malformed request: before 401 and 403
#[test]
fn a_repetition_comes_before_the_login() {
    let site = site();
    site.add_credential("kaal", "stilzwijgend", &[]);
    let server = site.serve(&[]);
    for way in WAYS {
        for (name, password) in [("hr", "mis"), ("nobody", "x"), ("kaal", "stilzwijgend")] {
            let fields =
                [("username", name), ("password", password), ("servicePersonId", "2"), ("servicePersonId", "2")];
            let text = error_text(way, &server.send(&ask(way, GET_BY_ID, &fields)), 400, PERSON_ROOT);
            assert_eq!(text, "Repeated parameter: servicePersonId.");
        }
    }
}

// 404 (operation) before 401
#[test]
fn the_operation_comes_before_the_login() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        for login in [&[][..], &[("username", "hr"), ("password", "mis")], &[("username", "nobody")]] {
            let response = server.send(&ask(way, "GetClazz", login));
            let text = error_text(way, &response, 404, "ApiResponse");
            assert!(text.starts_with("Unknown operation: GetClazz."), "{text}");
            assert_eq!(response.header("WWW-Authenticate"), None);
        }
    }
}

// 401/429 before 403 and parameters
#[test]
fn the_login_comes_before_grant_and_parameters() {
    let site = site();
    site.add_credential("kaal", "stilzwijgend", &[]);
    for ways in WAYS.chunks(2) {
        let server = site.serve(&[]);
        for &way in ways {
            for (name, id) in [("kaal", "2"), ("kaal", "abc"), ("kaal", ""), ("hr", "abc"), ("hr", "")] {
                let fields = [("username", name), ("password", "mis"), ("servicePersonId", id)];
                let text = error_text(way, &server.send(&ask(way, GET_BY_ID, &fields)), 401, PERSON_ROOT);
                assert_eq!(text, TEXT_401);
            }
        }
        for _ in 0..4 {
            server.send(&ask(ways[0], GET_BY_ID, &[("username", "kaal"), ("password", "mis")]));
        }
        // after ten wrong logins, the missing grant is not checked
        for &way in ways {
            let fields = [("username", "kaal"), ("password", "stilzwijgend")];
            error_text(way, &server.send(&ask(way, GET_BY_ID, &fields)), 429, PERSON_ROOT);
        }
    }
}

// 403 before parameters
// ASVS 8.2.1
#[test]
fn the_grant_comes_before_parameters() {
    let site = site();
    site.add_credential("kaal", "stilzwijgend", &[]);
    let server = site.serve(&[]);
    for way in WAYS {
        for id in ["", "abc", "999"] {
            let fields = [("username", "kaal"), ("password", "stilzwijgend"), ("servicePersonId", id)];
            let text = error_text(way, &server.send(&ask(way, GET_BY_ID, &fields)), 403, PERSON_ROOT);
            assert_eq!(text, "Access to operation GetPersonByServiceId is not granted.");
        }
    }
}

// parameters before rules
#[test]
fn parameters_come_before_rules() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        for (id, begin) in
            [("abc", "Invalid value for parameter servicePersonId: abc."), ("", "Missing parameter: servicePersonId.")]
        {
            let inner = format!(
                "<servicePersonId>{id}</servicePersonId><personUpdate><FirstName/>\
                 <ContractEndTime>abc</ContractEndTime></personUpdate>"
            );
            let response = server.send(&soap_call(way, "UpdatePerson", &inner));
            let text = error_text(way, &response, 400, "");
            assert!(text.starts_with(begin), "{text}");
        }
    }
    // And a field's wrong type is a refusal by the rules, 200, not a parameter's.
    let inner = "<servicePersonId>2</servicePersonId><personUpdate><FirstName/></personUpdate>";
    let response = server.send(&soap_call(Way::Action, "UpdatePerson", inner));
    assert_by_rule(Way::Action, &response, "UpdatePerson", "", "FirstName is required.");
    let inner =
        "<servicePersonId>2</servicePersonId><personUpdate><ContractEndTime>abc</ContractEndTime></personUpdate>";
    let response = server.send(&soap_call(Way::Action, "UpdatePerson", inner));
    let text = "ContractEndTime: abc is not a datetime (yyyy-MM-ddTHH:mm:ss).";
    assert_by_rule(Way::Action, &response, "UpdatePerson", "", text);
}
