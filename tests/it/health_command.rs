//! Tests `health`, which checks a running service.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use crate::support::{Certificate, Output, Site};

fn health(site: &Site, address: &str, flags: &[&str]) -> Output {
    let mut args = vec!["health", "--listen", address];
    args.extend(flags);
    site.lms(&args)
}

#[track_caller]
fn assert_unhealthy(output: Output, reason: &str) {
    let output = output.refused();
    assert_eq!(output.stdout, "", "{output:?}");
    assert!(output.stderr.contains(reason), "{reason}: {output:?}");
}

#[test]
fn a_healthy_service_is_reported_as_ok() {
    let site = Site::new();
    let server = site.serve(&["--listen", "0.0.0.0:0"]);
    let address = format!("0.0.0.0:{}", server.address.port());
    assert_eq!(health(&site, &address, &[]).ok().stdout, "ok\n");
    // a container sets this variable for `serve`
    let output = site.lms_with_env(("LMS_LISTEN", &address), &["health"]).ok();
    assert_eq!(output.stdout, "ok\n");
    server.stop();
    assert_unhealthy(health(&site, &address, &[]), "no service answers at 127.0.0.1");
}

// ASVS 12.3.2, 12.3.4
#[test]
fn health_trusts_only_the_given_certificate() {
    let site = Site::new();
    for name in ["own", "other"] {
        let certificate = Certificate::new("lms.example.nl");
        let write = |ending: &str, text: String| {
            fs::write(site.path().join(format!("{name}.{ending}")), text).expect("a file");
        };
        write("pem", certificate.pem);
        write("key", certificate.key_pem);
    }
    let server = site.serve(&["--tls-cert", "own.pem", "--tls-key", "own.key"]);
    let address = server.address.to_string();
    let health_with = |certificate: &str| health(&site, &address, &["--tls-cert", certificate]);
    assert_eq!(health_with("own.pem").ok().stdout, "ok\n");
    assert_unhealthy(health_with("other.pem"), "does not answer");
    assert_unhealthy(health_with("own.key"), "own.key is not a PEM certificate");
    // on loopback, any certificate is accepted without the flag
    assert_eq!(health(&site, &address, &[]).ok().stdout, "ok\n");
    assert_eq!(health(&site, &format!("https://{address}/"), &[]).ok().stdout, "ok\n");
}

#[test]
fn unexpected_responses_are_unhealthy() {
    let site = Site::empty();
    for (response, reason) in [
        ("HTTP/1.1 503 Service Unavailable\r\n\r\n", "is unhealthy: \"HTTP/1.1 503 Service Unavailable\""),
        ("\x1b[31m 200 OK\n", "\\u{1b}"),
        ("", "is unhealthy: \"\""),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let received = thread::spawn(move || {
            let (mut client, _) = listener.accept().expect("a client");
            let mut request = [0; 1024];
            let read = client.read(&mut request).expect("a request");
            client.write_all(response.as_bytes()).expect("a response");
            String::from_utf8_lossy(&request[..read]).into_owned()
        });
        assert_unhealthy(health(&site, &address, &[]), reason);
        let request = received.join().expect("the request");
        assert!(request.starts_with("GET /healthz HTTP/1.1\r\n"), "{request}");
    }
}
