//! Answers with and without an envelope, which depends on the action that a request names.

use super::*;

const NOBODY: &[(&str, &str)] = &[("servicePersonId", "999")];

/// A SOAP 1.2 call of the media type and with these further headers.
fn ask_as(server: &Server, media_type: &str, action: Option<&str>, fields: &[(&str, &str)]) -> Response {
    let mut request = call(Way::Bare, GET_BY_ID, fields);
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
fn an_action_brings_the_envelope() {
    let site = site();
    let server = site.serve(&[]);
    let bram = &[("servicePersonId", "2")];
    for (media_type, action, way) in [
        ("application/soap+xml", None, Way::Bare),
        ("application/soap+xml; charset=utf-8", None, Way::Bare),
        ("text/xml; charset=utf-8", None, Way::Bare),
        ("application/soap+xml; action=\"http://tempuri.org/X\"", None, Way::Action),
        ("application/soap+xml;charset=utf-8;action=x", None, Way::Action),
        ("application/soap+xml; action=\"\"", None, Way::Action),
        ("application/soap+xml; ACTION=\"x\"; charset=utf-8", None, Way::Action),
        ("application/soap+xml", Some("\"http://tempuri.org/X\""), Way::Action),
        ("application/soap+xml", Some("\"\""), Way::Action),
        ("application/soap+xml", Some(""), Way::Action),
        ("text/xml", Some(""), Way::Action),
        ("application/xml", Some("x"), Way::Action),
        // A parameter of another name that ends the same, and a value that holds the word.
        ("application/soap+xml; transaction=\"x\"", None, Way::Bare),
        ("application/soap+xml; type=\"a; action=b\"", None, Way::Bare),
    ] {
        assert_bram(way, &ask_as(&server, media_type, action, bram));
        // A refusal by the rules is a result document too, not a fault.
        let response = ask_as(&server, media_type, action, NOBODY);
        assert_by_rule(way, &response, GET_BY_ID, PERSON_ROOT, "Person not found.");
        // "when the request names an action the status of a fault is always 500"
        let response = ask_as(&server, media_type, action, &[("servicePersonId", "abc")]);
        error_text(way, &response, 400, PERSON_ROOT);
    }
}

// "or a SOAP 1.1 envelope": without any SOAPAction
#[test]
fn soap_1_1_needs_no_soap_action() {
    let site = site();
    let server = site.serve(&[]);
    for media_type in ["text/xml", "text/xml; charset=utf-8", "application/xml", "application/soap+xml"] {
        let document = bram_call(Way::Soap11).body;
        assert_bram(Way::Soap11, &server.send(&Request::post(ASMX, media_type, document)));
    }
}

// "CreatePerson and UpdatePerson always answer in an envelope."
#[test]
fn create_and_update_always_answer_in_an_envelope() {
    let site = site();
    let server = site.serve(&[]);
    for (n, way) in [(5, Way::Bare), (6, Way::Action), (7, Way::Soap11)] {
        let enveloped = if way == Way::Bare { Way::Action } else { way };
        let new = new_person(&format!("N{n}"));
        let response = server.send(&soap_call(way, "CreatePerson", &new));
        let inner = format!("<Success>true</Success><Contents>{n}</Contents><Error/>");
        assert_result(enveloped, &response, "CreatePerson", "", &inner);
        // Refused by the rules: enveloped as well, and 200.
        let response = server.send(&soap_call(way, "CreatePerson", &new));
        let text = format!("A person with ExternalIdentifier N{n} already exists.");
        assert_by_rule(enveloped, &response, "CreatePerson", "", &text);
        let update =
            format!("<servicePersonId>{n}</servicePersonId><personUpdate><CostCentre>K</CostCentre></personUpdate>");
        let response = server.send(&soap_call(way, "UpdatePerson", &update));
        let inner = "<Success>true</Success><Contents/><Error/>";
        assert_result(enveloped, &response, "UpdatePerson", "", inner);
        let response = server.send(&soap_call(way, "UpdatePerson", &update.replace(&n.to_string(), "999")));
        assert_by_rule(enveloped, &response, "UpdatePerson", "", "Person not found.");
    }
    // That they answer in an envelope names no action: the status of a fault is the table's.
    for operation in ["CreatePerson", "UpdatePerson"] {
        let response = server.send(&soap_call(Way::Bare, operation, ""));
        error_text(Way::Bare, &response, 400, "");
    }
}

// "A credential can also be set to \"always envelope\" (`credential add NAME --envelope always`),
// for hand-written clients that expect one."
#[test]
fn a_credential_may_always_have_the_envelope() {
    let site = site();
    let args = ["credential", "add", "wcf", "--grant", "provisioning", "--envelope", "always", "--password-stdin"];
    site.lms_with_input(&args, "stilzwijgend\n").ok();
    let args = ["credential", "add", "kaal", "--grant", "provisioning", "--envelope", "auto", "--password-stdin"];
    site.lms_with_input(&args, "stilzwijgend\n").ok();
    let server = site.serve(&[]);
    let ask_by = |way, name, id| {
        let fields = [("username", name), ("password", "stilzwijgend"), ("servicePersonId", id)];
        server.send(&ask(way, GET_BY_ID, &fields))
    };
    assert_bram(Way::Action, &ask_by(Way::Bare, "wcf", "2"));
    assert_bram(Way::Action, &ask_by(Way::Action, "wcf", "2"));
    assert_bram(Way::Soap11, &ask_by(Way::Soap11, "wcf", "2"));
    assert_bram(Way::Form, &ask_by(Way::Form, "wcf", "2"));
    assert_bram(Way::Bare, &ask_by(Way::Bare, "kaal", "2"));
    let response = ask_by(Way::Bare, "wcf", "999");
    assert_by_rule(Way::Action, &response, GET_BY_ID, PERSON_ROOT, "Person not found.");
    // The request itself names no action.
    error_text(Way::Bare, &ask_by(Way::Bare, "wcf", "abc"), 400, "");
}
