//! Limits of requests: bytes, depth, attributes, namespaces, elements.

use super::*;

const MAX_BODY: usize = 256 * 1024;
const LOGIN: &str = "<username>hr</username><password>stilzwijgend</password><servicePersonId>2</servicePersonId>";

/// A look-up of person 2 with more inside its element.
fn with_extra(way: Way, extra: &str) -> Request {
    let body = format!("<GetPersonByServiceId>{LOGIN}{extra}</GetPersonByServiceId>");
    soap_document(way, envelope(way, &body))
}

// "Request body 256 KiB (`--max-body`): 413."
#[test]
fn a_body_of_256_kib_is_taken_and_one_more_byte_is_not() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        for (size, taken) in [(MAX_BODY, true), (MAX_BODY + 1, false), (2 * MAX_BODY, false)] {
            let mut request = bram_call(way);
            if way == Way::Form {
                request.body.extend_from_slice(b"&padding=");
                request.body.resize(size, b'x');
            } else {
                // White space after the root element.
                request.body.resize(size, b' ');
            }
            let response = server.send(&request);
            if taken {
                assert_bram(way, &response);
            } else {
                let text = error_text(way, &response, 413, PERSON_ROOT);
                let says = ["262144", "262,144", "256 KiB"].iter().any(|limit| text.contains(limit));
                assert!(says, "{text}");
            }
        }
    }
    still_answers(&server);
}

// the same for a body without Content-Length
#[test]
fn a_chunked_body_has_the_same_limit() {
    let site = site();
    let server = site.serve(&["--max-body", "1000"]);
    for way in WAYS {
        for (size, taken) in [(1000, true), (1001, false)] {
            let mut request = bram_call(way);
            if way == Way::Form {
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
            if taken {
                assert_bram(way, &response);
            } else {
                let text = error_text(way, &response, 413, PERSON_ROOT);
                assert!(text.contains("1000") || text.contains("1,000"), "{text}");
            }
        }
    }
    still_answers(&server);
}

// a body with a large Content-Length is refused before it arrives
#[test]
fn a_length_too_large_is_refused_without_the_body() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        let request = bram_call(way).header("Content-Length", "999999999999");
        let mut wire = Wire::to(server.address);
        wire.send(&Request { body: Vec::new(), ..request }.bytes("localhost"));
        let response = wire.hear().expect("an answer");
        // the body never arrives: waiting for it would end with 408
        error_text(way, &response, 413, PERSON_ROOT);
    }
    still_answers(&server);
}

// "XML depth 32": Envelope is the first, Body the second, the operation the third
#[test]
fn depth_32_is_taken_and_33_is_not() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        let nested = |levels: usize| "<d>".repeat(levels) + &"</d>".repeat(levels);
        assert_bram(way, &server.send(&with_extra(way, &nested(29))));
        error_text(way, &server.send(&with_extra(way, &nested(30))), 400, "");
        error_text(way, &server.send(&with_extra(way, &nested(900))), 400, "");
        // An empty element is a level too.
        let inner = format!("{}<e/>{}", "<d>".repeat(29), "</d>".repeat(29));
        error_text(way, &server.send(&with_extra(way, &inner)), 400, "");
    }
    still_answers(&server);
}

// "64 attributes on an element"
#[test]
fn attributes_64_are_taken_and_65_are_not() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        let element = |count: usize| {
            let attributes: Vec<String> = (0..count).map(|n| format!(" a{n}=\"{n}\"")).collect();
            format!("<x{}/>", attributes.concat())
        };
        // On each of two elements: the limit is that of an element.
        assert_bram(way, &server.send(&with_extra(way, &(element(64) + &element(64)))));
        error_text(way, &server.send(&with_extra(way, &element(65))), 400, "");
        error_text(way, &server.send(&with_extra(way, &element(5000))), 400, "");
    }
    still_answers(&server);
}

// "64 namespace declarations in all": the Envelope has one already
#[test]
fn namespace_declarations_64_are_taken_and_65_are_not() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        let spread = |count: usize| -> String { (0..count).map(|n| format!("<x xmlns:n{n}=\"urn:{n}\"/>")).collect() };
        // The same prefix and name again is a declaration again.
        let same = |count: usize| "<x xmlns=\"urn:x\"/>".repeat(count);
        assert_bram(way, &server.send(&with_extra(way, &spread(63))));
        assert_bram(way, &server.send(&with_extra(way, &same(63))));
        error_text(way, &server.send(&with_extra(way, &spread(64))), 400, "");
        error_text(way, &server.send(&with_extra(way, &same(64))), 400, "");
    }
    still_answers(&server);
}

// "1,000 elements": Envelope, Body, the operation and its three parameters are six
#[test]
fn elements_1000_are_taken_and_1001_are_not() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        for element in ["<x/>", "<x></x>"] {
            assert_bram(way, &server.send(&with_extra(way, &element.repeat(994))));
            error_text(way, &server.send(&with_extra(way, &element.repeat(995))), 400, "");
        }
    }
    still_answers(&server);
}

// the limits are there so that no request costs more than its bytes
#[test]
fn hostile_documents_are_refused_fast() {
    let site = site();
    let server = site.serve(&[]);
    let nested: String = (0..2600).map(|n| format!("<a xmlns:n{n}=\"urn:{n}\">")).collect();
    let one_element: String = (0..3000).map(|n| format!(" xmlns:n{n}=\"urn:{n}\"")).collect();
    let entities = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\
                    <!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]><a>&c;</a>";
    for way in SOAP_WAYS {
        for document in [
            envelope(way, &nested),
            nested.clone(),
            envelope(way, &format!("<a{one_element}/>")),
            "<a>".repeat(60_000),
            "<".repeat(200_000),
            "&#".repeat(100_000),
            entities.to_owned(),
        ] {
            // expanding namespaces or entities would exceed the time limit of a test
            let response = server.send(&soap_document(way, document.as_str()));
            error_text(way, &response, 400, "");
        }
    }
    still_answers(&server);
}
