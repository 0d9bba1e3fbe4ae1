//! Tests the limits of requests: bytes, and the depth, attributes, namespaces and elements of XML.

use super::*;

const MAX_BODY: usize = 256 * 1024;
const LOGIN: &str = "<username>hr</username><password>stilzwijgend</password><servicePersonId>2</servicePersonId>";

/// Returns a call that looks up person 2, with `extra` XML in its element.
fn with_extra(style: Style, extra: &str) -> Request {
    let body = format!("<GetPersonByServiceId>{LOGIN}{extra}</GetPersonByServiceId>");
    soap_document(style, envelope(style, &body))
}

// "Request body 256 KiB (`--max-body`): 413."
#[test]
fn a_body_of_256_kib_is_accepted_and_a_larger_one_refused() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for (size, is_accepted) in [(MAX_BODY, true), (MAX_BODY + 1, false), (2 * MAX_BODY, false)] {
            let mut request = bram_call(style);
            if style == Style::Form {
                request.body.extend_from_slice(b"&padding=");
                request.body.resize(size, b'x');
            } else {
                // white space after the root element
                request.body.resize(size, b' ');
            }
            let response = server.send(&request);
            if is_accepted {
                assert_bram(style, &response);
            } else {
                let text = error_text(style, &response, 413, PERSON_ROOT);
                let names_limit = ["262144", "262,144", "256 KiB"].iter().any(|limit| text.contains(limit));
                assert!(names_limit, "{text}");
            }
        }
    }
    assert_responds(&server);
}

#[test]
fn a_chunked_body_has_the_same_limit() {
    let site = site();
    let server = site.serve(&["--max-body", "1000"]);
    for style in STYLES {
        for (size, is_accepted) in [(1000, true), (1001, false)] {
            let mut request = bram_call(style);
            if style == Style::Form {
                request.body.extend_from_slice(b"&padding=");
                request.body.resize(size, b'x');
            } else {
                request.body.resize(size, b' ');
            }
            let mut chunked = Vec::new();
            for part in request.body.chunks(300) {
                chunked.extend_from_slice(format!("{:x}\r\n", part.len()).as_bytes());
                chunked.extend_from_slice(part);
                chunked.extend_from_slice(b"\r\n");
            }
            chunked.extend_from_slice(b"0\r\n\r\n");
            request.body = chunked;
            let response = server.send(&request.header("Transfer-Encoding", "chunked"));
            if is_accepted {
                assert_bram(style, &response);
            } else {
                let text = error_text(style, &response, 413, PERSON_ROOT);
                assert!(text.contains("1000") || text.contains("1,000"), "{text}");
            }
        }
    }
    assert_responds(&server);
}

#[test]
fn a_large_content_length_is_refused_before_the_body_is_received() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        let request = bram_call(style).header("Content-Length", "999999999999");
        let mut client = Client::connect(server.address);
        client.send(&Request { body: Vec::new(), ..request }.bytes("localhost"));
        let response = client.read_response().expect("a response");
        // a server that waits for the body responds with 408
        error_text(style, &response, 413, PERSON_ROOT);
    }
    assert_responds(&server);
}

// "XML depth 32": Envelope, Body and the operation are three levels
#[test]
fn depth_32_is_accepted_and_33_refused() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        let nested = |levels: usize| "<d>".repeat(levels) + &"</d>".repeat(levels);
        assert_bram(style, &server.send(&with_extra(style, &nested(29))));
        error_text(style, &server.send(&with_extra(style, &nested(30))), 400, "");
        error_text(style, &server.send(&with_extra(style, &nested(900))), 400, "");
        // an empty element is a level, too
        let inner = format!("{}<e/>{}", "<d>".repeat(29), "</d>".repeat(29));
        error_text(style, &server.send(&with_extra(style, &inner)), 400, "");
    }
    assert_responds(&server);
}

// "64 attributes on an element"
#[test]
fn an_element_with_64_attributes_is_accepted_and_65_refused() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        let element = |count: usize| {
            let attributes: Vec<String> = (0..count).map(|n| format!(" a{n}=\"{n}\"")).collect();
            format!("<x{}/>", attributes.concat())
        };
        // the limit is per element
        assert_bram(style, &server.send(&with_extra(style, &(element(64) + &element(64)))));
        error_text(style, &server.send(&with_extra(style, &element(65))), 400, "");
        error_text(style, &server.send(&with_extra(style, &element(5000))), 400, "");
    }
    assert_responds(&server);
}

// "64 namespace declarations in all": the Envelope has one
#[test]
fn a_request_with_64_namespace_declarations_is_accepted_and_65_refused() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        let different =
            |count: usize| -> String { (0..count).map(|n| format!("<x xmlns:n{n}=\"urn:{n}\"/>")).collect() };
        let same = |count: usize| "<x xmlns=\"urn:x\"/>".repeat(count);
        assert_bram(style, &server.send(&with_extra(style, &different(63))));
        assert_bram(style, &server.send(&with_extra(style, &same(63))));
        error_text(style, &server.send(&with_extra(style, &different(64))), 400, "");
        error_text(style, &server.send(&with_extra(style, &same(64))), 400, "");
    }
    assert_responds(&server);
}

// "1,000 elements": Envelope, Body, the operation and its three parameters are six
#[test]
fn a_request_with_1000_elements_is_accepted_and_1001_refused() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        for element in ["<x/>", "<x></x>"] {
            assert_bram(style, &server.send(&with_extra(style, &element.repeat(994))));
            error_text(style, &server.send(&with_extra(style, &element.repeat(995))), 400, "");
        }
    }
    assert_responds(&server);
}

#[test]
fn hostile_documents_are_refused_fast() {
    let site = site();
    let server = site.serve(&[]);
    let nested: String = (0..2600).map(|n| format!("<a xmlns:n{n}=\"urn:{n}\">")).collect();
    let one_element: String = (0..3000).map(|n| format!(" xmlns:n{n}=\"urn:{n}\"")).collect();
    let entities = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\
                    <!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]><a>&c;</a>";
    for style in SOAP_STYLES {
        for document in [
            envelope(style, &nested),
            nested.clone(),
            envelope(style, &format!("<a{one_element}/>")),
            "<a>".repeat(60_000),
            "<".repeat(200_000),
            "&#".repeat(100_000),
            entities.to_owned(),
        ] {
            // a server that expands namespaces or entities exceeds the time limit of the test
            let response = server.send(&soap_document(style, document.as_str()));
            error_text(style, &response, 400, "");
        }
    }
    assert_responds(&server);
}
