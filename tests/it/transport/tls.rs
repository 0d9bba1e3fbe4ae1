//! Tests `serve --tls-cert F --tls-key F`.

use std::sync::Arc;

use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::*;
use crate::support::Certificate;

/// Starts a server with a new certificate for `localhost`; returns it with a client configuration that trusts only this one.
fn serve_tls(site: &Site, flags: &[&str]) -> (Server, Arc<ClientConfig>) {
    let issued = Certificate::new("localhost");
    let (cert, key) = (site.path().join("cert.pem"), site.path().join("key.pem"));
    fs::write(&cert, &issued.pem).expect("the certificate's file");
    fs::write(&key, &issued.key_pem).expect("the key's file");
    let mut all = vec!["--tls-cert", cert.to_str().expect("UTF-8")];
    all.extend(["--tls-key", key.to_str().expect("UTF-8")]);
    all.extend(flags);
    let mut roots = RootCertStore::empty();
    roots.add(issued.der).expect("a root");
    let tls = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    (site.serve(&all), Arc::new(tls))
}

fn send(server: &Server, tls: &Arc<ClientConfig>, request: &Request) -> Response {
    let name = ServerName::try_from("localhost").expect("a name");
    let session = ClientConnection::new(tls.clone(), name).expect("a session");
    let socket = TcpStream::connect(server.address).expect("the server listens");
    let mut stream = StreamOwned::new(session, socket);
    stream.write_all(&request.bytes("localhost")).expect("the server reads");
    let mut bytes = Vec::new();
    // fails if the server closes without close_notify
    let _ = stream.read_to_end(&mut bytes);
    Response::parse(&bytes, request.method == "HEAD").expect("a response").0
}

// "`listening on …` (https with TLS)"
// ASVS 12.1.1, 12.1.2
#[test]
fn requests_are_answered_over_tls() {
    let site = site();
    let (server, tls) = serve_tls(&site, &[]);
    for style in STYLES {
        assert_bram(style, &send(&server, &tls, &bram_call(style)));
        error_text(style, &send(&server, &tls, &call(style, "GetClazz", &[])), 404, "ApiResponse");
    }
    let output = server.stop();
    assert_eq!(output.status, 0);
    assert!(output.stdout.starts_with("listening on https://127.0.0.1:"), "{}", output.stdout);
}

#[test]
fn clients_without_tls_do_not_block_others() {
    let site = site();
    let (server, tls) = serve_tls(&site, &[]);
    let idle = Client::connect(server.address);
    let received = server.send_bytes(&bram_call(Style::Form).bytes("localhost"));
    assert!(!String::from_utf8_lossy(&received).contains("bram@example.nl"));
    server.send_bytes(b"\x16\x03\x01\x00\x05hello");
    assert_bram(Style::Form, &send(&server, &tls, &bram_call(Style::Form)));
    drop(idle);
}

// "over TLS `Strict-Transport-Security: max-age=31536000`"
// ASVS 3.4.1
#[test]
fn tls_responses_have_hsts() {
    let site = site();
    let (server, tls) = serve_tls(&site, &[]);
    let garbage = Request::new("GARBAGE\r\n\r\n", "");
    for request in [
        bram_call(Style::Form),
        call(Style::Soap12Action, "GetClazz", &[]),
        Request::get("/nothing"),
        Request::get("/healthz").header("Transfer-Encoding", "gzip"),
        garbage,
    ] {
        let response = send(&server, &tls, &request);
        let hsts = response.header("Strict-Transport-Security");
        assert_eq!(hsts, Some("max-age=31536000"), "{}", request.path);
        let options = response.header("X-Content-Type-Options");
        assert_eq!(options, Some("nosniff"), "{}", request.path);
    }
}

// "failed handshakes and turned-away connections counted"
#[test]
fn failed_handshakes_are_counted() {
    let site = site();
    let (server, tls) = serve_tls(&site, &["--metrics"]);
    server.send_bytes(&bram_call(Style::Form).bytes("localhost"));
    server.send_bytes(b"\x16\x03\x01\x00\x05hello");
    wait_until("the metrics have both", || {
        let metrics = send(&server, &tls, &Request::get("/metrics"));
        metrics.text().contains("lms_connections_refused_total{reason=\"failed_handshake\"} 2\n")
    });
    let logged: u64 = wait_for("the log has both", || {
        let log = server.log();
        let counts = log.split(" failed_handshake=").skip(1);
        let counts = counts.filter_map(|rest| rest.split(' ').next()?.parse::<u64>().ok());
        Some(counts.sum()).filter(|logged| *logged >= 2)
    });
    assert_eq!(logged, 2);
}
