//! Tests checks of request headers, and the headers that all responses have.

use super::*;

/// Sends these bytes, asserts that the response has no body and closes the connection, and returns its status.
#[track_caller]
fn send_refused(server: &Server, bytes: &str) -> u16 {
    let received = server.send_bytes(bytes.as_bytes());
    let (response, rest) = Response::parse(&received, false).unwrap_or_else(|| panic!("no response to {bytes:.80}"));
    assert!(response.body.is_empty() && rest.is_empty(), "{received:?}");
    assert_eq!(response.header("Content-Length"), Some("0"), "{bytes:.80}");
    assert_eq!(response.header("Connection"), Some("close"), "{bytes:.80}");
    assert_eq!(response.header("X-Content-Type-Options"), Some("nosniff"), "{bytes:.80}");
    assert_eq!(response.header("X-Frame-Options"), Some("DENY"), "{bytes:.80}");
    assert_eq!(response.header("Content-Security-Policy"), Some("frame-ancestors 'none'"), "{bytes:.80}");
    response.status
}

// "HTTP/1.1 without exactly one Host: bare 400"
#[test]
fn a_request_without_exactly_one_host_is_400() {
    let site = site();
    let server = site.serve(&["--base-url", "http://lms.example.nl"]);
    for path in ["/", "/healthz", ASMX, "/images/x.png", "/nothing", "http://a/healthz"] {
        for hosts in ["", "Host: a\r\nHost: b\r\n", "Host: a\r\nhost: a\r\n"] {
            let head = format!("GET {path} HTTP/1.1\r\n{hosts}\r\n");
            assert_eq!(send_refused(&server, &head), 400, "{path} {hosts:?}");
        }
    }
    for style in STYLES {
        let request = String::from_utf8(bram_call(style).bytes("localhost")).expect("UTF-8");
        let without_host = request.replace("Host: localhost\r\n", "");
        assert_eq!(send_refused(&server, &without_host), 400);
        let two_hosts = request.replace("Host: localhost\r\n", "Host: a\r\nHost: b\r\n");
        assert_eq!(send_refused(&server, &two_hosts), 400);
    }
    // HTTP/1.0 needs no Host
    let http_1_0 = server.send_bytes(b"GET /healthz HTTP/1.0\r\n\r\n");
    assert!(http_1_0.ends_with(b"ok"), "{http_1_0:?}");
    assert_responds(&server);
}

// "a Transfer-Encoding other than `chunked`: bare 501, closed"
#[test]
fn a_transfer_encoding_other_than_chunked_is_501() {
    let site = site();
    let server = site.serve(&[]);
    let path = bram_call(Style::Form).path;
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
            assert_eq!(send_refused(&server, &head), 501, "{coding} {path}");
        }
    }
    // also in a later request of a connection
    let mut client = Client::connect(server.address);
    client.send(&keep_alive(&bram_call(Style::Form)));
    assert_bram(Style::Form, &client.read_response().expect("a response"));
    client.send(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n");
    assert_eq!(client.read_response().expect("a response").status, 501);
    assert!(client.read_to_end().is_empty());
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
    let assert_nosniff = |request: Request, status: u16| {
        let response = server.send(&request);
        assert_eq!(response.status, status, "{} {}", request.method, request.path);
        let value = response.header("X-Content-Type-Options");
        assert_eq!(value, Some("nosniff"), "{} {}", request.method, request.path);
        assert_eq!(response.header("Strict-Transport-Security"), None);
    };
    for style in STYLES {
        assert_nosniff(bram_call(style), 200);
        assert_nosniff(call(style, "GetClazz", &[]), style.status(404));
        assert_nosniff(exact_call(style, GET_BY_ID, &[]), style.status(401));
        let names_action = style == Style::Soap11;
        let status = if names_action { 500 } else { 415 };
        assert_nosniff(bram_call(style).without_header("Content-Type"), status);
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
        assert_nosniff(Request::get(path), status);
        assert_nosniff(Request::new("HEAD", path), status);
        assert_nosniff(Request::new("DELETE", path), if status == 404 && path == "/nothing" { 404 } else { 405 });
    }
    let large = "x".repeat(100_000);
    for head in [
        "GARBAGE\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: {large}\r\n\r\n"),
    ] {
        assert!((400..500).contains(&send_refused(&server, &head)));
    }
}
