//! Checks of a request's head, and the headers of every answer.

use super::*;

/// What the server answers to these bytes before it closes the connection: nothing but a status.
#[track_caller]
fn bare(server: &Server, bytes: &str) -> u16 {
    let answer = server.send_bytes(bytes.as_bytes());
    let (response, rest) = Response::parse(&answer, false).unwrap_or_else(|| panic!("no answer to {bytes:.80}"));
    assert!(response.body.is_empty() && rest.is_empty(), "{answer:?}");
    assert_eq!(response.header("Content-Length"), Some("0"), "{bytes:.80}");
    assert_eq!(response.header("Connection"), Some("close"), "{bytes:.80}");
    assert_eq!(response.header("X-Content-Type-Options"), Some("nosniff"), "{bytes:.80}");
    assert_eq!(response.header("X-Frame-Options"), Some("DENY"), "{bytes:.80}");
    assert_eq!(response.header("Content-Security-Policy"), Some("frame-ancestors 'none'"), "{bytes:.80}");
    response.status
}

// "HTTP/1.1 without exactly one Host: bare 400"
#[test]
fn a_request_names_exactly_one_host() {
    let site = site();
    let server = site.serve(&["--base-url", "http://lms.example.nl"]);
    for path in ["/", "/healthz", ASMX, "/images/x.png", "/nothing", "http://a/healthz"] {
        for hosts in ["", "Host: a\r\nHost: b\r\n", "Host: a\r\nhost: a\r\n"] {
            let head = format!("GET {path} HTTP/1.1\r\n{hosts}\r\n");
            assert_eq!(bare(&server, &head), 400, "{path} {hosts:?}");
        }
    }
    for way in WAYS {
        let request = String::from_utf8(bram_call(way).bytes("localhost")).expect("UTF-8");
        let none = request.replace("Host: localhost\r\n", "");
        assert_eq!(bare(&server, &none), 400);
        let two = request.replace("Host: localhost\r\n", "Host: a\r\nHost: b\r\n");
        assert_eq!(bare(&server, &two), 400);
    }
    // HTTP/1.0 knows none
    let old = server.send_bytes(b"GET /healthz HTTP/1.0\r\n\r\n");
    assert!(old.ends_with(b"ok"), "{old:?}");
    still_answers(&server);
}

// "a Transfer-Encoding other than `chunked`: bare 501, closed"
#[test]
fn a_transfer_encoding_other_than_chunked_is_501() {
    let site = site();
    let server = site.serve(&[]);
    let path = bram_call(Way::Form).path;
    for coding in [
        "gzip",
        "gzip, chunked",
        "chunked, gzip",
        "identity",
        "chunked, chunked",
        "x",
        "chunked\r\nTransfer-Encoding: gzip",
        "gzip\r\nTransfer-Encoding: chunked",
    ] {
        for (method, path) in [("POST", path.as_str()), ("GET", "/healthz"), ("POST", ASMX)] {
            let head = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nTransfer-encoding: {coding}\r\n\r\n0\r\n\r\n");
            assert_eq!(bare(&server, &head), 501, "{coding} {path}");
        }
    }
    // also after a request that was answered
    let mut wire = Wire::to(server.address);
    wire.send(&kept(&bram_call(Way::Form)));
    assert_bram(Way::Form, &wire.hear().expect("an answer"));
    wire.send(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n");
    assert_eq!(wire.hear().expect("an answer").status, 501);
    assert!(wire.rest().is_empty());
    // any case of `chunked` is it
    let request = Request { body: b"0\r\n\r\n".to_vec(), ..Request::new("GET", "/healthz") };
    let request = request.header("Transfer-Encoding", "Chunked");
    assert_eq!(server.send(&request).status, 200);
}

// "Every response carries `X-Content-Type-Options: nosniff`"
// ASVS 3.2.1, 3.4.4, 4.1.1
#[test]
fn every_response_has_nosniff() {
    let site = site();
    let server = site.serve(&["--metrics"]);
    let plain = |request: Request, status: u16| {
        let response = server.send(&request);
        assert_eq!(response.status, status, "{} {}", request.method, request.path);
        let said = response.header("X-Content-Type-Options");
        assert_eq!(said, Some("nosniff"), "{} {}", request.method, request.path);
        assert_eq!(response.header("Strict-Transport-Security"), None);
    };
    for way in WAYS {
        plain(bram_call(way), 200);
        plain(call(way, "GetClazz", &[]), way.status(404));
        plain(ask(way, GET_BY_ID, &[]), way.status(401));
        let names_action = way == Way::Soap11;
        let status = if names_action { 500 } else { 415 };
        plain(bram_call(way).without_header("Content-Type"), status);
    }
    for (path, status) in [
        ("/", 302),
        ("/healthz", 200),
        ("/metrics", 200),
        ("/nothing", 404),
        ("/images/none.png", 404),
        (ASMX, 200),
        ("/service/apiservice.asmx?WSDL", 200),
    ] {
        plain(Request::get(path), status);
        plain(Request::new("HEAD", path), status);
        plain(Request::new("DELETE", path), if status == 404 && path == "/nothing" { 404 } else { 405 });
    }
    let large = "x".repeat(100_000);
    for head in [
        "GARBAGE\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: {large}\r\n\r\n"),
    ] {
        assert!((400..500).contains(&bare(&server, &head)));
    }
}
