//! The certificate of `serve`: reloaded while running, warned of before it expires, errors of its files reported. A module
//! of its own, so that its test of a minute starts early.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::Arc;

use jiff::Timestamp;

use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::support::{Certificate, Server, Site, read_uninterrupted};
use crate::transport::*;

fn issued(days: i64) -> Certificate {
    Certificate::expiring_in("localhost", days)
}

fn write(site: &Site, issued: &Certificate) {
    fs::write(site.path().join("cert.pem"), &issued.pem).expect("the certificate's file");
    fs::write(site.path().join("key.pem"), &issued.key_pem).expect("the key's file");
}

const TLS: [&str; 4] = ["--tls-cert", "cert.pem", "--tls-key", "key.pem"];

/// A connection of a client that trusts this certificate alone.
fn connection(server: &Server, issued: &Certificate) -> StreamOwned<ClientConnection, TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(issued.der.clone()).expect("a root");
    let client = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from("localhost").expect("a name");
    let session = ClientConnection::new(Arc::new(client), name).expect("a session");
    StreamOwned::new(session, server.connect())
}

/// The beginning of the answer to a GET, or why there is none.
fn get(stream: &mut (impl Read + Write), path: &str) -> std::io::Result<String> {
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes())?;
    let mut answer = Vec::new();
    let mut chunk = [0; 4096];
    while !answer.windows(4).any(|end| end == b"\r\n\r\n") {
        match read_uninterrupted(stream, &mut chunk)? {
            0 => break,
            count => answer.extend_from_slice(&chunk[..count]),
        }
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn hang_up(server: &Server) {
    let kill = Command::new("sh").args(["-c", &format!("kill -HUP {}", server.pid())]).status();
    assert!(kill.expect("sh starts").success());
}

// "SIGHUP reloads certificate and key …, open connections stay"
#[test]
fn a_hangup_loads_the_new_certificate_and_keeps_open_connections() {
    let site = site();
    let (old, new) = (issued(100), issued(200));
    write(&site, &old);
    let server = site.serve(&TLS);
    let mut open = connection(&server, &old);
    assert!(get(&mut open, "/healthz").expect("an answer").contains("200"));

    // the certificate alone does not fit the key
    fs::write(site.path().join("cert.pem"), &new.pem).expect("the certificate's file");
    hang_up(&server);
    server.wait_for_log("key.pem is not the private key of the certificate in cert.pem");
    assert!(get(&mut connection(&server, &old), "/healthz").is_ok());

    write(&site, &new);
    hang_up(&server);
    let log = server.wait_for_log("the certificate and key were reloaded");
    assert!(log.contains("ends="), "{log}");
    assert!(get(&mut connection(&server, &new), "/healthz").is_ok());
    assert!(get(&mut connection(&server, &old), "/healthz").is_err());
    assert!(get(&mut open, "/healthz").expect("it stays").contains("200"));
}

// "as does a change of their files within a minute"
// ASVS 11.1.1
#[test]
fn changed_files_are_loaded_as_the_new_certificate() {
    let site = site();
    let (old, new) = (issued(100), issued(200));
    write(&site, &old);
    let server = site.serve(&TLS);
    assert!(get(&mut connection(&server, &old), "/healthz").is_ok());
    write(&site, &new);
    server.wait_for_log("the certificate and key were reloaded");
    assert!(get(&mut connection(&server, &new), "/healthz").is_ok());
}

#[test]
fn a_hangup_without_a_certificate_ends_nothing() {
    let site = site();
    let server = site.serve(&[]);
    hang_up(&server);
    server.wait_for_log("SIGHUP: there is no certificate to reload");
    still_answers(&server);
}

// "a certificate that ends within 21 days or has ended"
// ASVS 12.2.2
#[test]
fn near_and_past_expiry_is_reported_at_start_and_in_the_metrics() {
    for (days, reported) in
        [(-3, Some("THE CERTIFICATE HAS EXPIRED")), (20, Some("the certificate expires soon")), (23, None)]
    {
        let site = site();
        let issued = issued(days);
        write(&site, &issued);
        let server = site.serve(&[&TLS[..], &["--metrics"]].concat());
        let mut stream = connection(&server, &issued);
        if days > 0 {
            let name = "lms_certificate_end_timestamp_seconds ";
            let text = get(&mut stream, "/metrics").expect("an answer");
            let text = match text.contains(name) {
                true => text,
                false => get(&mut stream, "/metrics").expect("the rest"),
            };
            let end = text.split(&format!("\n{name}")).nth(1).expect(&text);
            let end: i64 = end.lines().next().and_then(|end| end.parse().ok()).expect("a number");
            let left = (end - Timestamp::now().as_second()) / 86_400;
            assert!((days - 2..=days).contains(&left), "{left} days of {days}");
        }
        let log = server.stop().stderr;
        match reported {
            Some(reported) => assert!(log.contains(reported) && log.contains("ends="), "{log}"),
            None => assert!(!log.to_lowercase().contains("certificate"), "{log}"),
        }
    }
}

#[test]
fn invalid_files_are_explained() {
    let site = site();
    let good = issued(100);
    let refused = |chain: Option<&[u8]>, key: Option<&[u8]>, why: &str| {
        for (name, bytes) in [("cert.pem", chain), ("key.pem", key)] {
            let path = site.path().join(name);
            let _ = fs::remove_file(&path);
            if let Some(bytes) = bytes {
                fs::write(path, bytes).expect("a file");
            }
        }
        let serve = [&["serve", "--listen", "127.0.0.1:0"], &TLS[..]].concat();
        let output = site.lms(&serve).refused();
        let last = output.stderr.lines().last().expect("a line");
        assert_eq!(last, format!("lms-appliance: {why}"));
    };
    let (chain, key) = (good.pem.as_bytes(), good.key_pem.as_bytes());
    let missing = |file: &str, what: &str| format!("{file}, the file of the {what}, does not exist");
    refused(None, Some(key), &missing("cert.pem", "certificate"));
    refused(Some(chain), None, &missing("key.pem", "private key"));
    let no_pem = |file: &str, tool: &str| {
        format!(
            "{file} is not PEM (text with a line -----BEGIN …-----); if it is DER, \
             `openssl {tool} -inform der -in {file} -out FILE` writes PEM"
        )
    };
    refused(Some(&good.der), Some(key), &no_pem("cert.pem", "x509"));
    refused(Some(chain), Some(b"nothing"), &no_pem("key.pem", "pkey"));
    refused(
        Some(key),
        Some(key),
        "cert.pem has no certificate: it needs a part that begins with -----BEGIN CERTIFICATE-----",
    );
    refused(
        Some(chain),
        Some(chain),
        "key.pem has no private key: it needs a part that begins with -----BEGIN PRIVATE KEY-----",
    );
    let encrypted = "the private key in key.pem is encrypted, and the service cannot ask for its password: \
                     `openssl pkey -in key.pem -out FILE` writes one that is not";
    let newer = good.key_pem.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
    refused(Some(chain), Some(newer.as_bytes()), encrypted);
    let older = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----\n";
    refused(Some(chain), Some(older.as_bytes()), encrypted);
    refused(
        Some(chain),
        Some(issued(100).key_pem.as_bytes()),
        "key.pem is not the private key of the certificate in cert.pem",
    );
}
