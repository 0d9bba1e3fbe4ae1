//! SOAP envelopes: versions, what the operation is, headers that must be understood, envelopes that
//! cannot be read.

use super::*;

const BRAM_BODY: &str = "<GetPersonByServiceId xmlns=\"http://tempuri.org/\"><username>hr</username>\
<password>stilzwijgend</password><servicePersonId>2</servicePersonId></GetPersonByServiceId>";

/// One request with whatever headers, no more.
fn send(server: &Server, media_type: &str, action: Option<&str>, document: &str) -> Response {
    let mut request = Request::post(ASMX, media_type, document);
    if let Some(action) = action {
        request = request.header("SOAPAction", action);
    }
    server.send(&request)
}

// "The envelope's namespace decides: SOAP 1.2, and SOAP 1.1 too … The reply uses the same version."
#[test]
fn the_envelope_decides_the_version_not_the_media_type() {
    let site = site();
    let server = site.serve(&[]);
    for media_type in ["application/soap+xml", "text/xml", "application/xml"] {
        // 1.1 always names an action; 1.2 under text/xml alone does not.
        let response = send(&server, media_type, None, &envelope(Way::Soap11, BRAM_BODY));
        assert_bram(Way::Soap11, &response);
        let response = send(&server, media_type, None, &envelope(Way::Bare, BRAM_BODY));
        assert_bram(Way::Bare, &response);
        // And in a fault.
        let wrong = BRAM_BODY.replace("stilzwijgend", "mis");
        let response = send(&server, media_type, None, &envelope(Way::Soap11, &wrong));
        error_text(Way::Soap11, &response, 401, "");
        let response = send(&server, media_type, None, &envelope(Way::Bare, &wrong));
        error_text(Way::Bare, &response, 401, "");
    }
    still_answers(&server);
}

// "An Envelope and Body in no namespace are taken as 1.2"
#[test]
fn an_envelope_in_no_namespace_is_1_2() {
    let site = site();
    let server = site.serve(&[]);
    let document = format!("<Envelope><Body>{BRAM_BODY}</Body></Envelope>");
    let wrong = document.replace("stilzwijgend", "mis");
    for media_type in ["text/xml", "application/soap+xml", "application/xml"] {
        assert_bram(Way::Bare, &send(&server, media_type, None, &document));
        error_text(Way::Bare, &send(&server, media_type, None, &wrong), 401, "");
        assert_bram(Way::Action, &send(&server, media_type, Some(""), &document));
    }
    let with_header = document.replace("<Body>", "<Header><a/></Header><Body>");
    assert_bram(Way::Bare, &send(&server, "text/xml", None, &with_header));
}

// "an Envelope in any other namespace is the VersionMismatch fault"; "MustUnderstand and
// VersionMismatch are found at the step of the 400s and have status 500."
#[test]
fn another_namespace_is_a_version_mismatch() {
    let site = site();
    let server = site.serve(&[]);
    for namespace in ["http://schemas.xmlsoap.org/soap/envelope", "urn:soap", TEMPURI] {
        let new = new_person("E9");
        let document = format!(
            "<s:Envelope xmlns:s=\"{namespace}\"><s:Body><CreatePerson xmlns=\"{TEMPURI}\">\
             <username>hr</username><password>stilzwijgend</password>{new}</CreatePerson></s:Body></s:Envelope>"
        );
        for (media_type, action, version) in [
            ("application/soap+xml", None, SOAP12),
            ("application/soap+xml; action=\"x\"", None, SOAP12),
            ("application/xml", None, SOAP12),
            ("text/xml", Some("\"\""), SOAP11),
        ] {
            let response = send(&server, media_type, action, &document);
            assert_eq!(response.status, 500, "{media_type}");
            let fault = fault(&response);
            assert_eq!((fault.version, fault.code.as_str()), (version, "VersionMismatch"));
        }
    }
    assert!(!exists(&server, "E9"));
}

// "A header with `mustUnderstand` that we don't know: the MustUnderstand fault, nothing executed."
#[test]
fn a_header_that_must_be_understood_stops_the_call() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        for value in ["1", "true"] {
            for login in ["stilzwijgend", "mis"] {
                let new = new_person("E9");
                let body = format!(
                    "<CreatePerson xmlns=\"{TEMPURI}\"><username>hr</username>\
                     <password>{login}</password>{new}</CreatePerson>"
                );
                let header = format!(
                    "<soap:Header><n:note xmlns:n=\"urn:n\"/><w:Security xmlns:w=\"urn:w\" \
                     soap:mustUnderstand=\"{value}\"/></soap:Header><soap:Body>"
                );
                let document = envelope(way, &body).replace("<soap:Body>", &header);
                let response = server.send(&soap_document(way, document));
                assert_eq!(response.status, 500, "{way:?}");
                let fault = fault(&response);
                let version = if way == Way::Soap11 { SOAP11 } else { SOAP12 };
                assert_eq!((fault.version, fault.code.as_str()), (version, "MustUnderstand"));
            }
        }
    }
    assert!(!exists(&server, "E9"));
}

// the same: a header that need not be understood is ignored
#[test]
fn an_optional_header_is_ignored() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        for attribute in ["", "soap:mustUnderstand=\"0\"", "soap:mustUnderstand=\"false\"", "w:mustUnderstand=\"1\""] {
            let header = format!(
                "<soap:Header><w:Security xmlns:w=\"urn:w\" {attribute}><w:deep/></w:Security>\
                 </soap:Header><soap:Body>"
            );
            let document = envelope(way, BRAM_BODY).replace("<soap:Body>", &header);
            assert_bram(way, &server.send(&soap_document(way, document)));
        }
    }
}

// "The operation is the first element in Body, whatever `action` says."
#[test]
fn the_first_element_in_body_is_the_operation() {
    let site = site();
    let server = site.serve(&[]);
    let action = "http://tempuri.org/GetAllBasicPersonInfo";
    let request = Request::post(
        ASMX,
        &format!("application/soap+xml; charset=utf-8; action=\"{action}\""),
        envelope(Way::Action, BRAM_BODY),
    );
    assert_bram(Way::Action, &server.send(&request));
    let document = envelope(Way::Soap11, BRAM_BODY);
    assert_bram(Way::Soap11, &send(&server, "text/xml", Some(action), &document));
    // A comment and blanks are no element; a second element is not called.
    let new = new_person("E9");
    let two = format!(
        "\n  <!-- first -->\n  {BRAM_BODY}\n  <CreatePerson xmlns=\"{TEMPURI}\"><username>hr</username>\
         <password>stilzwijgend</password>{new}</CreatePerson>\n"
    );
    for way in SOAP_WAYS {
        assert_bram(way, &server.send(&soap_document(way, envelope(way, &two))));
    }
    assert!(!exists(&server, "E9"));
}

// "malformed XML, no envelope, no operation …: 400, says what, at which line and column"; "An
// unreadable envelope under `text/xml` counts as SOAP 1.1 and so names an action."
#[test]
fn malformed_xml_is_400_with_line_and_column() {
    let site = site();
    let server = site.serve(&[]);
    // Each is wrong on line 7.
    for wrong in [
        "\n\n\n\n\n\n    <a></b>",
        "\n\n\n\n\n\n    <a b='1' b='2'/>",
        "\n\n\n\n\n\n    <a>&undeclared;</a>",
        "\n\n\n\n\n\n    <u:a/>",
        "\n\n\n\n\n\n    <a>&#1;</a>",
    ] {
        for way in SOAP_WAYS {
            let response = server.send(&soap_document(way, envelope(way, wrong)));
            let text = error_text(way, &response, 400, "");
            let numbers: Vec<&str> =
                text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect();
            assert!(numbers.contains(&"7") && numbers.len() >= 2, "{wrong:?}: {text}");
        }
    }
    still_answers(&server);
}

// "Where the envelope cannot be read, the Content-Type decides: `text/xml` is 1.1, anything else
// 1.2."
#[test]
fn an_unreadable_envelope_gets_the_version_of_its_media_type() {
    let site = site();
    let server = site.serve(&[]);
    for document in ["", "   ", "no XML at all", "{\"a\":1}", "<a", "<", "<Envelope>", "\u{0}"] {
        error_text(Way::Soap11, &send(&server, "text/xml", None, document), 400, "");
        error_text(Way::Soap11, &send(&server, "Text/XML; charset=utf-8", Some(""), document), 400, "");
        error_text(Way::Bare, &send(&server, "application/soap+xml", None, document), 400, "");
        error_text(Way::Bare, &send(&server, "application/xml", None, document), 400, "");
        error_text(Way::Action, &send(&server, "application/xml", Some(""), document), 400, "");
        error_text(Way::Action, &send(&server, "application/soap+xml; action=\"\"", None, document), 400, "");
    }
    still_answers(&server);
}

// "no envelope, no operation": 400
#[test]
fn no_envelope_and_no_operation_are_400() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        for body in ["", "  ", "just text", "<!-- nothing -->"] {
            let response = server.send(&soap_document(way, envelope(way, body)));
            error_text(way, &response, 400, "");
        }
        let namespace = if way == Way::Soap11 { SOAP11 } else { SOAP12 };
        for document in [
            format!("<s:Envelope xmlns:s=\"{namespace}\"/>"),
            format!("<s:Envelope xmlns:s=\"{namespace}\"><s:Header/></s:Envelope>"),
        ] {
            error_text(way, &server.send(&soap_document(way, document)), 400, "");
        }
        // Not an envelope: the media type decides, which for these three says the same.
        error_text(way, &server.send(&soap_document(way, BRAM_BODY)), 400, "");
    }
    still_answers(&server);
}

// "No DTD and no processing instruction is accepted."
// ASVS 1.5.1
#[test]
fn a_dtd_or_processing_instruction_is_400() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        let good = envelope(way, BRAM_BODY);
        for document in [
            format!("<!DOCTYPE a>{good}"),
            format!("<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e \"x\">]>{good}"),
            format!("<?pi data?>{good}"),
            format!("<?xml version=\"1.0\"?><?xml-stylesheet href=\"a\"?>{good}"),
            good.replace("<username>", "<?pi?><username>"),
            format!("{good}<?pi?>"),
        ] {
            error_text(way, &server.send(&soap_document(way, document)), 400, "");
        }
        // The declaration is neither.
        let declared = format!("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n{good}\n");
        assert_bram(way, &server.send(&soap_document(way, declared)));
    }
}
