//! Tests the warnings of `serve` about its flags and files (contract, section 9: "Standard error warns of …").

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::support::{Certificate, Request, Site, persons_site};

/// Starts and stops a server, and returns its log.
fn startup_log(site: &Site, flags: &[&str]) -> String {
    site.serve(flags).stop().stderr
}

// ASVS 12.2.1, 12.3.1
#[test]
fn plain_http_on_other_than_loopback_addresses_is_a_warning() {
    let site = persons_site();
    assert!(!startup_log(&site, &[]).contains("PLAIN HTTP"));
    assert!(!startup_log(&site, &["--listen", "[::1]:0"]).contains("PLAIN HTTP"));
    for address in ["0.0.0.0:0", "[::]:0"] {
        let log = startup_log(&site, &["--listen", address]);
        assert!(log.contains("PLAIN HTTP") && log.contains("--tls-cert"), "{log}");
    }
}

#[test]
fn a_fixed_clock_is_a_warning() {
    let site = persons_site();
    let log = startup_log(&site, &["--now", "2026-03-09T12:00:00"]);
    assert!(log.contains("THE CLOCK IS FIXED (--now)"), "{log}");
    assert!(log.contains("now=2026-03-09T12:00:00"), "{log}");
    assert!(!site.serve_with_running_clock(&[]).stop().stderr.contains("CLOCK"));
}

// ASVS 13.3.2
#[test]
fn databases_and_keys_that_others_can_read_are_warnings() {
    let site = persons_site();
    let certificate = Certificate::new("localhost");
    fs::write(site.path().join("cert.pem"), &certificate.pem).unwrap();
    fs::write(site.path().join("key.pem"), &certificate.key_pem).unwrap();
    let tls = ["--tls-cert", "cert.pem", "--tls-key", "key.pem"];
    let key = "EVERY USER OF THIS MACHINE MAY READ THE PRIVATE KEY";
    let database = "EVERY USER OF THIS MACHINE MAY READ THE DATABASE";
    for (folder_mode, file_mode, is_readable) in [(0o755, 0o644, true), (0o755, 0o640, false), (0o700, 0o644, false)] {
        let set_mode = |path, mode| fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
        set_mode(site.db(), file_mode);
        set_mode(site.path().join("key.pem"), file_mode);
        set_mode(site.path().to_owned(), folder_mode);
        let log = startup_log(&site, &tls);
        let warnings = [log.contains(key), log.contains(database)];
        assert_eq!(warnings, [is_readable; 2], "{folder_mode:o} {file_mode:o} {log}");
    }
}

// "X-Forwarded-For seen without `--trust-proxy` (once)"
#[test]
fn an_untrusted_proxy_is_logged_once() {
    let site = persons_site();
    for (flags, times) in [(&[][..], 1), (&["--trust-proxy"], 0)] {
        let server = site.serve(flags);
        for _ in 0..3 {
            let request = Request::get("/healthz").header("X-Forwarded-For", "192.0.2.1");
            assert_eq!(server.send(&request).status, 200);
        }
        let log = server.stop().stderr;
        assert_eq!(log.matches("X-Forwarded-For is ignored").count(), times, "{log}");
    }
}
