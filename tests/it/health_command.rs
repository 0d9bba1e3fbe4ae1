//! `health`, with which a container or a monitor checks the service without another program.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use crate::support::{Certificate, Output, Site};

/// Returns the result of `health` for this address.
fn health(site: &Site, address: &str, flags: &[&str]) -> Output {
    let mut args = vec!["health", "--listen", address];
    args.extend(flags);
    site.lms(&args)
}

#[track_caller]
fn assert_ill(output: Output, why: &str) {
    let output = output.refused();
    assert_eq!(output.stdout, "", "{output:?}");
    assert!(output.stderr.contains(why), "{why}: {output:?}");
}

#[test]
fn a_healthy_service_is_reported_as_ok() {
    let site = Site::new();
    let server = site.serve(&["--listen", "0.0.0.0:0"]);
    let address = format!("0.0.0.0:{}", server.address.port());
    assert_eq!(health(&site, &address, &[]).ok().stdout, "ok\n");
    // as a container has it: the address that `serve` has too
    let output = site.lms_with_env(("LMS_LISTEN", &address), &["health"]).ok();
    assert_eq!(output.stdout, "ok\n");
    server.stop();
    assert_ill(health(&site, &address, &[]), "no service answers at 127.0.0.1");
}

// another server at its address is not mistaken for it
// ASVS 12.3.2, 12.3.4
#[test]
fn a_service_over_tls_needs_the_right_certificate() {
    let site = Site::new();
    for name in ["own", "other"] {
        let issued = Certificate::new("lms.example.nl");
        let write = |ending: &str, text: String| {
            fs::write(site.path().join(format!("{name}.{ending}")), text).expect("a file");
        };
        write("pem", issued.pem);
        write("key", issued.key_pem);
    }
    let server = site.serve(&["--tls-cert", "own.pem", "--tls-key", "own.key"]);
    let address = server.address.to_string();
    let with = |certificate: &str| health(&site, &address, &["--tls-cert", certificate]);
    assert_eq!(with("own.pem").ok().stdout, "ok\n");
    assert_ill(with("other.pem"), "does not answer");
    assert_ill(with("own.key"), "own.key is no certificate in PEM");
    // on loopback its own certificate needs no file, nor does the address that `serve` prints
    assert_eq!(health(&site, &address, &[]).ok().stdout, "ok\n");
    assert_eq!(health(&site, &format!("https://{address}/"), &[]).ok().stdout, "ok\n");
}

#[test]
fn other_answers_are_reported_as_unhealthy() {
    let site = Site::empty();
    for (answer, why) in [
        ("HTTP/1.1 503 Service Unavailable\r\n\r\n", "is unhealthy: \"HTTP/1.1 503 Service Unavailable\""),
        ("\x1b[31m 200 OK\n", "\\u{1b}"),
        ("", "is unhealthy: \"\""),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("its address").to_string();
        let reported = thread::spawn(move || {
            let (mut client, _) = listener.accept().expect("a client");
            let mut request = [0; 1024];
            let read = client.read(&mut request).expect("its request");
            client.write_all(answer.as_bytes()).expect("an answer");
            String::from_utf8_lossy(&request[..read]).into_owned()
        });
        assert_ill(health(&site, &address, &[]), why);
        let asked = reported.join().expect("the request");
        assert!(asked.starts_with("GET /healthz HTTP/1.1\r\n"), "{asked}");
    }
}
