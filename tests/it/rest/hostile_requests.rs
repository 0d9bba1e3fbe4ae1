//! Tests that hostile requests get a problem and do not affect the service.

use super::*;
use crate::support::{granted_site, persons_site};

#[test]
fn deep_large_and_invalid_json_is_refused() {
    let server = serve(persons_site(), &[]);
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(15_000), close.repeat(15_000));
    let wide = |item: &str| format!("{{{}}}", vec![item; 12_000].join(","));
    let many: Vec<_> = (0..10_000).map(|at| format!("\"x{at}\":1")).collect();
    for body in [
        deep("[", "]"),
        deep("{\"FirstName\":", "}"),
        format!("{{\"FirstName\":{}}}", deep("[", "]")),
        "[".repeat(200_000),
        "{\"a\":".repeat(40_000),
        wide("\"a\":1"),
        wide("\"FirstName\":\"a\""),
        wide("\"FirstName\":null"),
        format!("{{{}}}", many.join(",")),
        format!("{{\"{}\":1}}", "x".repeat(200_000)),
        format!("{{\"FirstName\":{}}}", "9".repeat(200_000)),
        format!("{{\"FirstName\":0.{}1}}", "0".repeat(200_000)),
        "{\"FirstName\":1e999999}".to_owned(),
        format!("\"{}\"", "x".repeat(200_000)),
        "{\"FirstName\":\"\\ud800\"}".to_owned(),
        "{\"FirstName\":\"\\udc00\\ud800\"}".to_owned(),
        "{\"FirstName\":\"\\ud800\\u0041\"}".to_owned(),
        "{\"FirstName\":\"\\x\"}".to_owned(),
        "{\"FirstName\":\"a\u{1}b\"}".to_owned(),
        "{\"\":\"\"}".to_owned(),
        "{\"__proto__\":{\"FirstName\":\"x\"}}".to_owned(),
        " ".repeat(200_000),
    ] {
        let response = server.send(&json_request("PATCH", "/persons/2", body));
        let detail = problem(&response, 400, "bad-request");
        assert!(detail.chars().count() < 700, "{detail}");
    }
    // valid JSON with a forbidden character is refused by the rules
    for text in ["\\u0000", "\\ufffe", "a\\u0008"] {
        let body = format!("{{\"FirstName\":\"{text}\"}}");
        problem(&server.send(&json_request("PATCH", "/persons/2", body)), 400, "refused");
    }
    let bram = json(&server.send(&get("/persons/2")));
    assert_eq!(bram.get("FirstName").text(), "Bram");
}

#[test]
fn an_invalid_accept_header_is_406() {
    let server = serve(granted_site(), &[]);
    for accept in [
        "nonsense",
        "/",
        "*/json",
        "application",
        ",,,;;;",
        "application/json;q=abc",
        "application/json;q=-1",
        "application/json;q=1e9",
        "application/json;q=NaN",
        "*/*;q=0",
        "application/jsonp",
        "text/csv, text/html, image/*",
        "\u{e9}/\u{e9}",
        &"a/b,".repeat(5_000),
    ] {
        let request = get("/learning-portfolio/pages?size=1&index=0").header("Accept", accept);
        problem(&server.send(&request), 406, "not-acceptable");
    }
    for accept in
        ["", " ", "*/*", "APPLICATION/JSON", "application/*", "application/json;q=0.001", "x, application/json"]
    {
        let request = get("/catalog").header("Accept", accept);
        json(&server.send(&request));
    }
    assert_responds(&server);
}

#[test]
fn large_and_invalid_queries_are_refused() {
    let server = serve(granted_site(), &[]);
    let many: Vec<_> = (0..3_000).map(|at| format!("x{at}=1")).collect();
    for query in [
        many.join("&"),
        format!("{}=1", "x".repeat(20_000)),
        format!("includeArchived={}", "1".repeat(20_000)),
        format!("includeArchived={}", "%31".repeat(5_000)),
        "=".repeat(10_000),
        "includeArchived[]=true".to_owned(),
        "includeArchived=true;format=csv".to_owned(),
        "%00=1".to_owned(),
    ] {
        let response = server.send(&get(&format!("/classes?{query}")));
        let detail = problem(&response, 400, "bad-request");
        assert!(detail.chars().count() < 400, "{detail}");
    }
    let empty = format!("/classes?includeArchived=true{}", "&".repeat(20_000));
    json(&server.send(&get(&empty)));
    // the head is too large for HTTP
    let huge = server.send(&get(&format!("/catalog?{}", "x".repeat(100_000))));
    assert!([414, 431].contains(&huge.status), "{}", huge.status);
    assert_responds(&server);
}

#[test]
fn unsupported_headers_and_the_body_of_a_get_are_ignored() {
    let server = serve(granted_site(), &[]);
    for (name, value) in [
        ("Range", "bytes=0-0"),
        ("If-None-Match", "*"),
        ("If-Match", "\"x\""),
        ("X-HTTP-Method-Override", "DELETE"),
        ("Content-Type", "text/plain; charset=ebcdic"),
        ("Content-Encoding", "br"),
        ("Upgrade", "h2c"),
    ] {
        assert_eq!(server.send(&get("/catalog").header(name, value)).text(), "[]", "{name}");
    }
    let with_body = Request { body: "{".into(), ..get("/catalog") };
    assert_eq!(server.send(&with_body).text(), "[]");
    assert_responds(&server);
}

#[test]
fn a_body_may_be_chunked_and_must_be_complete() {
    let server = serve(persons_site(), &["--max-body", "1000"]);
    let chunked = |body: &str| {
        let pieces: String = body
            .as_bytes()
            .chunks(7)
            .map(|piece| format!("{:x}\r\n{}\r\n", piece.len(), String::from_utf8_lossy(piece)))
            .collect();
        json_request("PATCH", "/persons/2", format!("{pieces}0\r\n\r\n")).header("Transfer-Encoding", "chunked")
    };
    assert_eq!(server.send(&chunked("{\"Insertion\":\"van\"}")).status, 204);
    problem(&server.send(&chunked(&" ".repeat(1001))), 413, "too-large");
    let broken = b"PATCH /api/v1/persons/2 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
    let response = String::from_utf8(server.send_bytes(broken)).expect("text");
    assert!(response.starts_with("HTTP/1.1 400"), "{response}");
}
