//! Tests HTTP framing, connections with several requests, and pipelining.

use super::*;

// "Framing and header faults of HTTP: bare status and close."
// ASVS 4.2.1
#[test]
fn a_framing_error_gets_an_empty_body_and_closes_the_connection() {
    let site = site();
    let server = site.serve(&[]);
    let path = bram_call(Style::Form).path.clone();
    let large = format!("GET / HTTP/1.1\r\nHost: x\r\nX-Large: {}\r\n\r\n", "x".repeat(2_000_000));
    let many: String = (0..5000).map(|n| format!("X-{n}: y\r\n")).collect();
    let many = format!("GET / HTTP/1.1\r\nHost: x\r\n{many}\r\n");
    for bytes in [
        "GARBAGE\r\n\r\n".to_owned(),
        "\u{1}\u{2}\u{3}\r\n\r\n".to_owned(),
        format!("POST {path} HTTP/9.9\r\nHost: x\r\n\r\n"),
        format!("POST {path}\r\nHost: x\r\n\r\n"),
        format!("POST {path} HTTP/1.1\r\nHost: x\r\nno colon here\r\n\r\n"),
        format!("POST {path} HTTP/1.1\r\nHost: x\r\nBad Name: x\r\n\r\n"),
        format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n"),
        format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"),
        "GET / HTTP/1.1\nHost: x\nTransfer-Encoding\n\n".to_owned(),
        "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding\r\n\r\n".to_owned(),
        large,
        many,
    ] {
        let received = server.send_bytes(bytes.as_bytes());
        // a server that closes while the client sends resets the connection, which may drop the response
        if received.is_empty() && bytes.len() > 100_000 {
            continue;
        }
        let (response, rest) = Response::parse(&received, false).unwrap_or_else(|| panic!("{bytes:.80}"));
        assert!((400..600).contains(&response.status), "{}: {bytes:.80}", response.status);
        assert!(response.body.is_empty() && rest.is_empty(), "{received:?}");
        assert_eq!(response.header("Connection"), Some("close"), "{received:?}");
        assert_responds(&server);
    }
}

#[test]
fn an_invalid_chunk_closes_the_connection() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for chunks in ["zz\r\nabc\r\n0\r\n\r\n", "5\r\nabcdefgh\r\n0\r\n\r\n", "ffffffffffffffffff\r\nx\r\n0\r\n\r\n"] {
            let request = Request { body: chunks.into(), ..bram_call(style) };
            let bytes = request.header("Transfer-Encoding", "chunked").header("Connection", "keep-alive");
            let received = server.send_bytes(&bytes.bytes("localhost"));
            if let Some((response, rest)) = Response::parse(&received, false) {
                assert_eq!((response.status, response.body.len(), rest.len()), (400, 0, 0));
                assert_eq!(response.header("Connection"), Some("close"), "{received:?}");
            }
        }
    }
    assert_responds(&server);
}

#[test]
fn disconnecting_clients_do_not_affect_others() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        let bytes = keep_alive(&bram_call(style));
        for end in [1, 20, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
            let mut client = Client::connect(server.address);
            client.send(&bytes[..end]);
            drop(client);
        }
    }
    assert_responds(&server);
}

#[test]
fn a_connection_stays_open_after_responses_and_errors() {
    let site = site();
    let server = site.serve(&[]);
    let mut client = Client::connect(server.address);
    for _ in 0..5 {
        for style in STYLES {
            client.send(&keep_alive(&bram_call(style)));
            assert_bram(style, &client.read_response().expect("a response"));
            for (request, status) in [
                (call(style, "GetClazz", &[]), 404),
                (call(style, GET_BY_ID, &[("servicePersonId", "abc")]), 400),
                (call(style, GET_BY_ID, &[("username", "hr")]), 400),
            ] {
                client.send(&keep_alive(&request));
                let response = client.read_response().expect("a response");
                assert_eq!(response.status, style.status(status));
            }
            client.send(&keep_alive(&call(style, "GetAllBasicPersonInfo", &[])));
            let response = client.read_response().expect("a response");
            assert_result(style, &response, "GetAllBasicPersonInfo", LIST_ROOT, &all_persons());
        }
        client.send(&keep_alive(&Request::new("HEAD", &format!("{ASMX}/{GET_BY_ID}"))));
        assert_eq!(client.read_head().expect("a head").status, 405);
    }
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        let mut client = Client::connect(server.address);
        let ids: Vec<String> = (0..40).map(|n| (n % 4 + 1).to_string()).collect();
        let requests: Vec<u8> =
            ids.iter().flat_map(|id| keep_alive(&call(style, GET_BY_ID, &[("servicePersonId", id)]))).collect();
        client.send(&requests);
        for id in &ids {
            let response = client.read_response().expect("a response");
            assert_eq!(response.status, 200);
            assert!(response.text().contains(&format!("<Id>{id}</Id>")), "{}", response.text());
        }
    }
}

// curl sends this header with large bodies
#[test]
fn expect_100_continue_is_answered() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        let request = bram_call(style).header("Expect", "100-continue");
        let length = request.body.len().to_string();
        let body = request.body.clone();
        let head = Request { body: Vec::new(), ..request }.header("Content-Length", &length);
        let mut client = Client::connect(server.address);
        client.send(&head.bytes("localhost"));
        assert!(client.has_interim_response());
        client.send(&body);
        assert_bram(style, &client.read_response().expect("a response"));
    }
}

#[test]
fn clients_are_served_concurrently() {
    let site = site();
    let server = site.serve(&[]);
    assert_responds(&server);
    std::thread::scope(|scope| {
        for n in 0..16 {
            let server = &server;
            scope.spawn(move || {
                for round in 0..8 {
                    let style = STYLES[(n + round) % 4];
                    assert_bram(style, &server.send(&bram_call(style)));
                }
            });
        }
    });
}
