//! Tests which responses have an envelope: with SOAP 1.2, this depends on the action that the request names.

use super::*;

const UNKNOWN_PERSON: &[(&str, &str)] = &[("servicePersonId", "999")];

/// Sends a SOAP 1.2 call with this media type and SOAPAction.
fn send_with_headers(server: &Server, media_type: &str, action: Option<&str>, fields: &[(&str, &str)]) -> Response {
    let mut request = call(Style::Soap12, GET_BY_ID, fields);
    request.headers = vec![("Content-Type".into(), media_type.into())];
    if let Some(action) = action {
        request = request.header("SOAPAction", action);
    }
    server.send(&request)
}

// "Every other operation in Style A answers with the bare document as `text/xml; charset=utf-8` …
// **unless** the request names an action: an `action` parameter on its Content-Type, a `SOAPAction`
// header (even empty), or a SOAP 1.1 envelope."
#[test]
fn a_call_that_names_an_action_gets_an_envelope() {
    let site = site();
    let server = site.serve(&[]);
    let bram = &[("servicePersonId", "2")];
    for (media_type, action, style) in [
        ("application/soap+xml", None, Style::Soap12),
        ("application/soap+xml; charset=utf-8", None, Style::Soap12),
        ("text/xml; charset=utf-8", None, Style::Soap12),
        ("application/soap+xml; action=\"http://tempuri.org/X\"", None, Style::Soap12Action),
        ("application/soap+xml;charset=utf-8;action=x", None, Style::Soap12Action),
        ("application/soap+xml; action=\"\"", None, Style::Soap12Action),
        ("application/soap+xml; ACTION=\"x\"; charset=utf-8", None, Style::Soap12Action),
        ("application/soap+xml", Some("\"http://tempuri.org/X\""), Style::Soap12Action),
        ("application/soap+xml", Some("\"\""), Style::Soap12Action),
        ("application/soap+xml", Some(""), Style::Soap12Action),
        ("text/xml", Some(""), Style::Soap12Action),
        ("application/xml", Some("x"), Style::Soap12Action),
        // a name that ends with "action", and a value that contains it
        ("application/soap+xml; transaction=\"x\"", None, Style::Soap12),
        ("application/soap+xml; type=\"a; action=b\"", None, Style::Soap12),
    ] {
        assert_bram(style, &send_with_headers(&server, media_type, action, bram));
        // a refusal is a result document, not a fault
        let response = send_with_headers(&server, media_type, action, UNKNOWN_PERSON);
        assert_refused(style, &response, GET_BY_ID, PERSON_ROOT, "Person not found.");
        // "when the request names an action the status of a fault is always 500"
        let response = send_with_headers(&server, media_type, action, &[("servicePersonId", "abc")]);
        error_text(style, &response, 400, PERSON_ROOT);
    }
}

// "or a SOAP 1.1 envelope"
#[test]
fn soap_1_1_needs_no_soap_action() {
    let site = site();
    let server = site.serve(&[]);
    for media_type in ["text/xml", "text/xml; charset=utf-8", "application/xml", "application/soap+xml"] {
        let document = bram_call(Style::Soap11).body;
        assert_bram(Style::Soap11, &server.send(&Request::post(ASMX, media_type, document)));
    }
}

// "CreatePerson and UpdatePerson always answer in an envelope."
#[test]
fn create_and_update_always_answer_in_an_envelope() {
    let site = site();
    let server = site.serve(&[]);
    for (n, style) in [(5, Style::Soap12), (6, Style::Soap12Action), (7, Style::Soap11)] {
        let enveloped = if style == Style::Soap12 { Style::Soap12Action } else { style };
        let new = new_person(&format!("N{n}"));
        let response = server.send(&soap_call(style, "CreatePerson", &new));
        let inner = format!("<Success>true</Success><Contents>{n}</Contents><Error/>");
        assert_result(enveloped, &response, "CreatePerson", "", &inner);
        let response = server.send(&soap_call(style, "CreatePerson", &new));
        let text = format!("A person with ExternalIdentifier N{n} already exists.");
        assert_refused(enveloped, &response, "CreatePerson", "", &text);
        let update =
            format!("<servicePersonId>{n}</servicePersonId><personUpdate><CostCentre>K</CostCentre></personUpdate>");
        let response = server.send(&soap_call(style, "UpdatePerson", &update));
        let inner = "<Success>true</Success><Contents/><Error/>";
        assert_result(enveloped, &response, "UpdatePerson", "", inner);
        let response = server.send(&soap_call(style, "UpdatePerson", &update.replace(&n.to_string(), "999")));
        assert_refused(enveloped, &response, "UpdatePerson", "", "Person not found.");
    }
    // these calls name no action, so errors keep their status
    for operation in ["CreatePerson", "UpdatePerson"] {
        let response = server.send(&soap_call(Style::Soap12, operation, ""));
        error_text(Style::Soap12, &response, 400, "");
    }
}

// "A credential can also be set to \"always envelope\" (`credential add NAME --envelope always`),
// for hand-written clients that expect one."
#[test]
fn a_credential_can_be_set_to_always_get_envelopes() {
    let site = site();
    let args = ["credential", "add", "wcf", "--grant", "provisioning", "--envelope", "always", "--password-stdin"];
    site.lms_with_input(&args, "stilzwijgend\n").ok();
    let args = ["credential", "add", "kaal", "--grant", "provisioning", "--envelope", "auto", "--password-stdin"];
    site.lms_with_input(&args, "stilzwijgend\n").ok();
    let server = site.serve(&[]);
    let call_as = |style, name, id| {
        let fields = [("username", name), ("password", "stilzwijgend"), ("servicePersonId", id)];
        server.send(&exact_call(style, GET_BY_ID, &fields))
    };
    assert_bram(Style::Soap12Action, &call_as(Style::Soap12, "wcf", "2"));
    assert_bram(Style::Soap12Action, &call_as(Style::Soap12Action, "wcf", "2"));
    assert_bram(Style::Soap11, &call_as(Style::Soap11, "wcf", "2"));
    assert_bram(Style::Form, &call_as(Style::Form, "wcf", "2"));
    assert_bram(Style::Soap12, &call_as(Style::Soap12, "kaal", "2"));
    let response = call_as(Style::Soap12, "wcf", "999");
    assert_refused(Style::Soap12Action, &response, GET_BY_ID, PERSON_ROOT, "Person not found.");
    // the call names no action, so the error keeps its status
    error_text(Style::Soap12, &call_as(Style::Soap12, "wcf", "abc"), 400, "");
}
