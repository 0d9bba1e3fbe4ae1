//! Tests the certificate of `serve`: reloads, warnings before it expires, and errors of its files. One test takes a minute;
//! the module's name makes it start early.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use jiff::Timestamp;

use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::support::{Certificate, Server, Site, read_uninterrupted, signal};
use crate::transport::*;

fn certificate_for(days: i64) -> Certificate {
    Certificate::expiring_in("localhost", days)
}

fn write_files(site: &Site, certificate: &Certificate) {
    fs::write(site.path().join("cert.pem"), &certificate.pem).expect("the certificate's file");
    fs::write(site.path().join("key.pem"), &certificate.key_pem).expect("the key's file");
}

const TLS_FLAGS: [&str; 4] = ["--tls-cert", "cert.pem", "--tls-key", "key.pem"];

/// Connects as a client that trusts only this certificate.
fn connect(server: &Server, certificate: &Certificate) -> StreamOwned<ClientConnection, TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(certificate.der.clone()).expect("a root");
    let client = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from("localhost").expect("a name");
    let session = ClientConnection::new(Arc::new(client), name).expect("a session");
    StreamOwned::new(session, server.connect())
}

/// Sends a GET, and returns the response's head and the part of its body that was received with it.
fn get(stream: &mut (impl Read + Write), path: &str) -> std::io::Result<String> {
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes())?;
    let mut received = Vec::new();
    let mut chunk = [0; 4096];
    while !received.windows(4).any(|end| end == b"\r\n\r\n") {
        match read_uninterrupted(stream, &mut chunk)? {
            0 => break,
            count => received.extend_from_slice(&chunk[..count]),
        }
    }
    Ok(String::from_utf8_lossy(&received).into_owned())
}

// "SIGHUP reloads certificate and key …, open connections stay"
#[test]
fn sighup_reloads_the_certificate_and_keeps_open_connections() {
    let site = site();
    let (old, new) = (certificate_for(100), certificate_for(200));
    write_files(&site, &old);
    let server = site.serve(&TLS_FLAGS);
    let mut open = connect(&server, &old);
    assert!(get(&mut open, "/healthz").expect("a response").contains("200"));

    // a new certificate without its key is refused
    fs::write(site.path().join("cert.pem"), &new.pem).expect("the certificate's file");
    signal("HUP", server.pid());
    server.wait_for_log("key.pem is not the private key of the certificate in cert.pem");
    assert!(get(&mut connect(&server, &old), "/healthz").is_ok());

    write_files(&site, &new);
    signal("HUP", server.pid());
    let log = server.wait_for_log("the certificate and key were reloaded");
    assert!(log.contains("ends="), "{log}");
    assert!(get(&mut connect(&server, &new), "/healthz").is_ok());
    assert!(get(&mut connect(&server, &old), "/healthz").is_err());
    assert!(get(&mut open, "/healthz").expect("an open connection").contains("200"));
}

// "as does a change of their files within a minute"
// ASVS 11.1.1
#[test]
fn changed_files_are_loaded_within_a_minute() {
    let site = site();
    let (old, new) = (certificate_for(100), certificate_for(200));
    write_files(&site, &old);
    let server = site.serve(&TLS_FLAGS);
    assert!(get(&mut connect(&server, &old), "/healthz").is_ok());
    write_files(&site, &new);
    server.wait_for_log("the certificate and key were reloaded");
    assert!(get(&mut connect(&server, &new), "/healthz").is_ok());
}

#[test]
fn sighup_without_a_certificate_changes_nothing() {
    let site = site();
    let server = site.serve(&[]);
    signal("HUP", server.pid());
    server.wait_for_log("SIGHUP: there is no certificate to reload");
    assert_responds(&server);
}

// "a certificate that ends within 21 days or has ended"
// ASVS 12.2.2
#[test]
fn an_expired_or_expiring_certificate_is_a_warning_and_in_the_metrics() {
    for (days, warning) in
        [(-3, Some("THE CERTIFICATE HAS EXPIRED")), (20, Some("the certificate expires soon")), (23, None)]
    {
        let site = site();
        let certificate = certificate_for(days);
        write_files(&site, &certificate);
        let server = site.serve(&[&TLS_FLAGS[..], &["--metrics"]].concat());
        let mut stream = connect(&server, &certificate);
        if days > 0 {
            let name = "lms_certificate_end_timestamp_seconds ";
            let text = get(&mut stream, "/metrics").expect("a response");
            let text = match text.contains(name) {
                true => text,
                false => get(&mut stream, "/metrics").expect("the rest"),
            };
            let end = text.split(&format!("\n{name}")).nth(1).expect(&text);
            let end: i64 = end.lines().next().and_then(|end| end.parse().ok()).expect("a number");
            let left = (end - Timestamp::now().as_second()) / 86_400;
            assert!((days - 2..=days).contains(&left), "{left} days left of {days}");
        }
        let log = server.stop().stderr;
        match warning {
            Some(warning) => assert!(log.contains(warning) && log.contains("ends="), "{log}"),
            None => assert!(!log.to_lowercase().contains("certificate"), "{log}"),
        }
    }
}

#[test]
fn invalid_files_are_refused_with_a_reason() {
    let site = site();
    let valid = certificate_for(100);
    let assert_refused = |chain: Option<&[u8]>, key: Option<&[u8]>, reason: &str| {
        for (name, bytes) in [("cert.pem", chain), ("key.pem", key)] {
            let path = site.path().join(name);
            let _ = fs::remove_file(&path);
            if let Some(bytes) = bytes {
                fs::write(path, bytes).expect("a file");
            }
        }
        let serve = [&["serve", "--listen", "127.0.0.1:0"], &TLS_FLAGS[..]].concat();
        let output = site.lms(&serve).refused();
        let last = output.stderr.lines().last().expect("a line");
        assert_eq!(last, format!("lms-appliance: {reason}"));
    };
    let (chain, key) = (valid.pem.as_bytes(), valid.key_pem.as_bytes());
    let missing = |file: &str, what: &str| format!("{file}, the file of the {what}, does not exist");
    assert_refused(None, Some(key), &missing("cert.pem", "certificate"));
    assert_refused(Some(chain), None, &missing("key.pem", "private key"));
    let no_pem = |file: &str, tool: &str| {
        format!(
            "{file} is not PEM (text with a line -----BEGIN …-----); if it is DER, \
             `openssl {tool} -inform der -in {file} -out FILE` writes PEM"
        )
    };
    assert_refused(Some(&valid.der), Some(key), &no_pem("cert.pem", "x509"));
    assert_refused(Some(chain), Some(b"nothing"), &no_pem("key.pem", "pkey"));
    assert_refused(
        Some(key),
        Some(key),
        "cert.pem has no certificate: it needs a part that begins with -----BEGIN CERTIFICATE-----",
    );
    assert_refused(
        Some(chain),
        Some(chain),
        "key.pem has no private key: it needs a part that begins with -----BEGIN PRIVATE KEY-----",
    );
    let encrypted = "the private key in key.pem is encrypted, and the service cannot ask for its password: \
                     `openssl pkey -in key.pem -out FILE` writes one that is not";
    let encrypted_key = valid.key_pem.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
    assert_refused(Some(chain), Some(encrypted_key.as_bytes()), encrypted);
    let encrypted_rsa_key = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----\n";
    assert_refused(Some(chain), Some(encrypted_rsa_key.as_bytes()), encrypted);
    assert_refused(
        Some(chain),
        Some(certificate_for(100).key_pem.as_bytes()),
        "key.pem is not the private key of the certificate in cert.pem",
    );
}
