//! Tests SOAP envelopes: versions, the operation, headers that must be understood, and unreadable envelopes.

use super::*;

const BRAM_BODY: &str = "<GetPersonByServiceId xmlns=\"http://tempuri.org/\"><username>hr</username>\
<password>stilzwijgend</password><servicePersonId>2</servicePersonId></GetPersonByServiceId>";

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
        // SOAP 1.1 always counts as naming an action; text/xml does not
        let response = send(&server, media_type, None, &envelope(Style::Soap11, BRAM_BODY));
        assert_bram(Style::Soap11, &response);
        let response = send(&server, media_type, None, &envelope(Style::Soap12, BRAM_BODY));
        assert_bram(Style::Soap12, &response);
        // faults have the version of the request, too
        let wrong_login = BRAM_BODY.replace("stilzwijgend", "mis");
        let response = send(&server, media_type, None, &envelope(Style::Soap11, &wrong_login));
        error_text(Style::Soap11, &response, 401, "");
        let response = send(&server, media_type, None, &envelope(Style::Soap12, &wrong_login));
        error_text(Style::Soap12, &response, 401, "");
    }
    assert_responds(&server);
}

// "An Envelope and Body in no namespace are taken as 1.2"
#[test]
fn an_envelope_without_namespace_is_soap_1_2() {
    let site = site();
    let server = site.serve(&[]);
    let document = format!("<Envelope><Body>{BRAM_BODY}</Body></Envelope>");
    let wrong_login = document.replace("stilzwijgend", "mis");
    for media_type in ["text/xml", "application/soap+xml", "application/xml"] {
        assert_bram(Style::Soap12, &send(&server, media_type, None, &document));
        error_text(Style::Soap12, &send(&server, media_type, None, &wrong_login), 401, "");
        assert_bram(Style::Soap12Action, &send(&server, media_type, Some(""), &document));
    }
    let with_header = document.replace("<Body>", "<Header><a/></Header><Body>");
    assert_bram(Style::Soap12, &send(&server, "text/xml", None, &with_header));
}

// "an Envelope in any other namespace is the VersionMismatch fault"; "MustUnderstand and
// VersionMismatch are found at the step of the 400s and have status 500."
#[test]
fn an_envelope_in_another_namespace_is_a_version_mismatch() {
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
            let fault = parse_fault(&response);
            assert_eq!((fault.version, fault.code.as_str()), (version, "VersionMismatch"));
        }
    }
    assert!(!has_person(&server, "E9"));
}

// "A header with `mustUnderstand` that we don't know: the MustUnderstand fault, nothing executed."
#[test]
fn an_unknown_mandatory_header_is_a_fault() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
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
                let document = envelope(style, &body).replace("<soap:Body>", &header);
                let response = server.send(&soap_document(style, document));
                assert_eq!(response.status, 500, "{style:?}");
                let fault = parse_fault(&response);
                let version = if style == Style::Soap11 { SOAP11 } else { SOAP12 };
                assert_eq!((fault.version, fault.code.as_str()), (version, "MustUnderstand"));
            }
        }
    }
    assert!(!has_person(&server, "E9"));
}

#[test]
fn an_unknown_optional_header_is_ignored() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        for attribute in ["", "soap:mustUnderstand=\"0\"", "soap:mustUnderstand=\"false\"", "w:mustUnderstand=\"1\""] {
            let header = format!(
                "<soap:Header><w:Security xmlns:w=\"urn:w\" {attribute}><w:deep/></w:Security>\
                 </soap:Header><soap:Body>"
            );
            let document = envelope(style, BRAM_BODY).replace("<soap:Body>", &header);
            assert_bram(style, &server.send(&soap_document(style, document)));
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
        envelope(Style::Soap12Action, BRAM_BODY),
    );
    assert_bram(Style::Soap12Action, &server.send(&request));
    let document = envelope(Style::Soap11, BRAM_BODY);
    assert_bram(Style::Soap11, &send(&server, "text/xml", Some(action), &document));
    // comments and white space are ignored, and a second element is not called
    let new = new_person("E9");
    let two = format!(
        "\n  <!-- first -->\n  {BRAM_BODY}\n  <CreatePerson xmlns=\"{TEMPURI}\"><username>hr</username>\
         <password>stilzwijgend</password>{new}</CreatePerson>\n"
    );
    for style in SOAP_STYLES {
        assert_bram(style, &server.send(&soap_document(style, envelope(style, &two))));
    }
    assert!(!has_person(&server, "E9"));
}

// "malformed XML, no envelope, no operation …: 400, says what, at which line and column"; "An
// unreadable envelope under `text/xml` counts as SOAP 1.1 and so names an action."
#[test]
fn malformed_xml_is_400_with_line_and_column() {
    let site = site();
    let server = site.serve(&[]);
    // each has its error in line 7
    for body in [
        "\n\n\n\n\n\n    <a></b>",
        "\n\n\n\n\n\n    <a b='1' b='2'/>",
        "\n\n\n\n\n\n    <a>&undeclared;</a>",
        "\n\n\n\n\n\n    <u:a/>",
        "\n\n\n\n\n\n    <a>&#1;</a>",
    ] {
        for style in SOAP_STYLES {
            let response = server.send(&soap_document(style, envelope(style, body)));
            let text = error_text(style, &response, 400, "");
            let numbers: Vec<&str> =
                text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect();
            assert!(numbers.contains(&"7") && numbers.len() >= 2, "{body:?}: {text}");
        }
    }
    assert_responds(&server);
}

// "Where the envelope cannot be read, the Content-Type decides: `text/xml` is 1.1, anything else
// 1.2."
#[test]
fn the_media_type_decides_the_version_of_an_unreadable_envelope() {
    let site = site();
    let server = site.serve(&[]);
    for document in ["", "   ", "no XML at all", "{\"a\":1}", "<a", "<", "<Envelope>", "\u{0}"] {
        error_text(Style::Soap11, &send(&server, "text/xml", None, document), 400, "");
        error_text(Style::Soap11, &send(&server, "Text/XML; charset=utf-8", Some(""), document), 400, "");
        error_text(Style::Soap12, &send(&server, "application/soap+xml", None, document), 400, "");
        error_text(Style::Soap12, &send(&server, "application/xml", None, document), 400, "");
        error_text(Style::Soap12Action, &send(&server, "application/xml", Some(""), document), 400, "");
        error_text(Style::Soap12Action, &send(&server, "application/soap+xml; action=\"\"", None, document), 400, "");
    }
    assert_responds(&server);
}

// "no envelope, no operation": 400
#[test]
fn a_missing_envelope_or_operation_is_400() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        for body in ["", "  ", "just text", "<!-- nothing -->"] {
            let response = server.send(&soap_document(style, envelope(style, body)));
            error_text(style, &response, 400, "");
        }
        let namespace = if style == Style::Soap11 { SOAP11 } else { SOAP12 };
        for document in [
            format!("<s:Envelope xmlns:s=\"{namespace}\"/>"),
            format!("<s:Envelope xmlns:s=\"{namespace}\"><s:Header/></s:Envelope>"),
        ] {
            error_text(style, &server.send(&soap_document(style, document)), 400, "");
        }
        // no envelope: the media type decides the version
        error_text(style, &server.send(&soap_document(style, BRAM_BODY)), 400, "");
    }
    assert_responds(&server);
}

// "No DTD and no processing instruction is accepted."
// ASVS 1.5.1
#[test]
fn a_dtd_or_processing_instruction_is_400() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        let valid = envelope(style, BRAM_BODY);
        for document in [
            format!("<!DOCTYPE a>{valid}"),
            format!("<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e \"x\">]>{valid}"),
            format!("<?pi data?>{valid}"),
            format!("<?xml version=\"1.0\"?><?xml-stylesheet href=\"a\"?>{valid}"),
            valid.replace("<username>", "<?pi?><username>"),
            format!("{valid}<?pi?>"),
        ] {
            error_text(style, &server.send(&soap_document(style, document)), 400, "");
        }
        // the XML declaration is allowed
        let declared = format!("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n{valid}\n");
        assert_bram(style, &server.send(&soap_document(style, declared)));
    }
}
