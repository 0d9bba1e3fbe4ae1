//! `serve --tls-cert F --tls-key F`: the same service over TLS.

use std::sync::Arc;

use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::*;
use crate::support::Certificate;

/// A server with a fresh certificate for `localhost`, and a client's settings that trust only it.
fn served(site: &Site, flags: &[&str]) -> (Server, Arc<ClientConfig>) {
    let issued = Certificate::new("localhost");
    let (cert, key) = (site.path().join("cert.pem"), site.path().join("key.pem"));
    fs::write(&cert, &issued.pem).expect("the certificate's file");
    fs::write(&key, &issued.key_pem).expect("the key's file");
    let mut all = vec!["--tls-cert", cert.to_str().expect("UTF-8")];
    all.extend(["--tls-key", key.to_str().expect("UTF-8")]);
    all.extend(flags);
    let mut roots = RootCertStore::empty();
    roots.add(issued.der).expect("a root");
    let client = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    (site.serve(&all), Arc::new(client))
}

fn send(server: &Server, client: &Arc<ClientConfig>, request: &Request) -> Response {
    let name = ServerName::try_from("localhost").expect("a name");
    let session = ClientConnection::new(client.clone(), name).expect("a session");
    let socket = TcpStream::connect(server.address).expect("the server listens");
    let mut stream = StreamOwned::new(session, socket);
    stream.write_all(&request.bytes("localhost")).expect("the server reads");
    let mut bytes = Vec::new();
    // A close without close_notify is the peer's business.
    let _ = stream.read_to_end(&mut bytes);
    Response::parse(&bytes, request.method == "HEAD").expect("an answer").0
}

// "`listening on …` (https with TLS)"; `support` has read the line up to the address
// ASVS 12.1.1, 12.1.2
#[test]
fn requests_are_answered_over_tls() {
    let site = site();
    let (server, client) = served(&site, &[]);
    for way in WAYS {
        assert_bram(way, &send(&server, &client, &bram_call(way)));
        error_text(way, &send(&server, &client, &call(way, "GetClazz", &[])), 404, "ApiResponse");
    }
    let output = server.stop();
    assert_eq!(output.status, 0);
    assert!(output.stdout.starts_with("listening on https://127.0.0.1:"), "{}", output.stdout);
}

// a client without TLS, or a silent one, does not block others
#[test]
fn clients_without_tls_do_not_block_others() {
    let site = site();
    let (server, client) = served(&site, &[]);
    let silent = Wire::to(server.address);
    let answer = server.send_bytes(&bram_call(Way::Form).bytes("localhost"));
    assert!(!String::from_utf8_lossy(&answer).contains("bram@example.nl"));
    server.send_bytes(b"\x16\x03\x01\x00\x05hello");
    assert_bram(Way::Form, &send(&server, &client, &bram_call(Way::Form)));
    drop(silent);
}

// "over TLS `Strict-Transport-Security: max-age=31536000`", on bare refusals too
// ASVS 3.4.1
#[test]
fn tls_responses_have_hsts() {
    let site = site();
    let (server, client) = served(&site, &[]);
    let garbage = Request::new("GARBAGE\r\n\r\n", "");
    for request in [
        bram_call(Way::Form),
        call(Way::Action, "GetClazz", &[]),
        Request::get("/nothing"),
        Request::get("/healthz").header("Transfer-Encoding", "gzip"),
        garbage,
    ] {
        let response = send(&server, &client, &request);
        let said = response.header("Strict-Transport-Security");
        assert_eq!(said, Some("max-age=31536000"), "{}", request.path);
        let said = response.header("X-Content-Type-Options");
        assert_eq!(said, Some("nosniff"), "{}", request.path);
    }
}

// "failed handshakes and turned-away connections counted"
#[test]
fn failed_handshakes_are_counted() {
    let site = site();
    let (server, client) = served(&site, &["--metrics"]);
    server.send_bytes(&bram_call(Way::Form).bytes("localhost"));
    server.send_bytes(b"\x16\x03\x01\x00\x05hello");
    awaited("both are counted", || {
        let metrics = send(&server, &client, &Request::get("/metrics"));
        metrics.text().contains("lms_connections_refused_total{reason=\"failed_handshake\"} 2\n").then_some(())
    });
    let reported: u64 = awaited("both are counted", || {
        let log = server.log();
        let counts = log.split(" failed_handshake=").skip(1);
        let counts = counts.filter_map(|rest| rest.split(' ').next()?.parse::<u64>().ok());
        Some(counts.sum()).filter(|reported| *reported >= 2)
    });
    assert_eq!(reported, 2);
}
