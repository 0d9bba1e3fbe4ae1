//! Proxies before the console: which are trusted, and which requests are from this machine.

use std::ffi::OsStr;

use super::{NAME, persons_site_with, words};
use crate::support::{Request, Server, form_request, persons_site};

/// Whether the console shows its form to a request with these headers.
fn is_open(server: &Server, headers: &[(&str, &str)]) -> bool {
    let request = Request::get("/console/sign-in");
    let answer = server.send(&headers.iter().fold(request, |request, (name, value)| request.header(name, value)));
    match answer.status {
        200 => true,
        403 => false,
        status => panic!("{status} to {headers:?}: {}", answer.text()),
    }
}

const HTTPS: [(&str, &str); 3] =
    [("X-Forwarded-For", "192.0.2.7"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "lms.example.nl")];

// "a request that carries a forwarding header and does not come from a trusted proxy is not from loopback"
#[test]
fn requests_with_forwarding_headers_are_not_of_this_machine() {
    let site = persons_site_with("owner");
    let server = site.serve(&[]);
    assert!(is_open(&server, &[]));
    for header in [
        ("X-Forwarded-For", "192.0.2.7"),
        ("X-Forwarded-For", "127.0.0.1"),
        ("X-Forwarded-For", ""),
        ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-Host", "localhost"),
        ("X-Forwarded-Prefix", "/lms"),
        ("X-Real-IP", "127.0.0.1"),
        ("Forwarded", "for=192.0.2.7;proto=https"),
        ("Forwarded", ""),
        ("Via", "1.1 proxy"),
    ] {
        assert!(!is_open(&server, &[header]), "{header:?}");
    }
    assert!(!is_open(&server, &HTTPS));
}

// "from others, or unreadable, they make a request not local"
#[test]
fn an_unreadable_address_is_not_of_this_machine() {
    let site = persons_site_with("owner");
    let server = site.serve(&["--trust-proxy"]);
    assert!(is_open(&server, &[]), "a browser on the machine itself");
    assert!(is_open(&server, &HTTPS));
    for (address, open) in [
        ("127.0.0.1", true),
        ("[::1]:4711", true),
        ("127.0.0.2, ::1", true),
        ("192.0.2.7, ::1", false),
        ("192.0.2.7, 127.0.0.1", false),
        ("127.0.0.1, 192.0.2.7, 127.0.0.1", false),
        ("unknown, 127.0.0.1", false),
        ("192.0.2.7", false),
        ("", false),
        ("unknown", false),
        ("_hidden", false),
        ("127.0.0.1, ", false),
        ("127.0.0.1, unknown", false),
        ("localhost", false),
    ] {
        assert_eq!(is_open(&server, &[("X-Forwarded-For", address)]), open, "{address}");
    }
    for header in [("Forwarded", "for=127.0.0.1"), ("X-Real-IP", "127.0.0.1"), ("X-Forwarded-Proto", "http")] {
        assert!(!is_open(&server, &[header]), "{header:?}");
    }
}

// a second proxy on this machine reports the first as its client
#[test]
fn a_client_behind_two_proxies_has_the_last_address_that_is_no_proxy() {
    let site = persons_site_with("owner");
    for (flag, list, client) in [
        ("--trust-proxy", "192.0.2.7, 127.0.0.1", "192.0.2.7"),
        ("--trust-proxy", "198.51.100.1, 192.0.2.8, 127.0.0.1, ::1", "192.0.2.8"),
        ("--trust-proxy=127.0.0.1,10.0.0.0/8", "192.0.2.9, 10.0.0.5", "192.0.2.9"),
        ("--trust-proxy=127.0.0.1", "192.0.2.10, ::1", "::1"),
        ("--trust-proxy", "unknown, 127.0.0.3", "127.0.0.3"),
    ] {
        let server = site.serve(&[flag]);
        let mut browser = super::Browser::new(&server);
        browser.forwarded = vec![("X-Forwarded-For", list), ("X-Forwarded-Proto", "https")];
        assert_eq!(browser.sign_in(NAME, super::PASSWORD).status, 303, "{list}");
        let audit = site.lms(&["audit"]).ok().stdout;
        assert!(audit.contains(&format!("jansen signed in to the console from {client}")), "{list}: {audit}");
        // an owner elsewhere needs a second factor
        let page = browser.get("/console/data");
        assert_eq!(page.header("Location"), Some("/console/second-factor"), "{list}");
    }
    let site = persons_site();
    let server = site.serve(&["--trust-proxy"]);
    let knock = |n: u32| {
        let wrong = form_request("GetPersonByServiceId", &[("username", "hr"), ("password", "mis")]);
        server.send(&wrong.header("X-Forwarded-For", &format!("198.51.{n}.1, 127.0.0.1"))).status
    };
    assert_eq!((0..11).map(knock).collect::<Vec<_>>(), [401; 11], "each network is counted on its own");
}

// "`X-Forwarded-For`, `-Proto` and `-Host` are believed from the addresses of `--trust-proxy` alone (without a value:
// loopback)"
// ASVS 4.1.3, 15.3.4
#[test]
fn only_named_proxies_are_trusted() {
    let site = persons_site_with("owner");
    let believes = |server: &Server| {
        let wsdl = Request::get("/service/apiservice.asmx?WSDL");
        let wsdl = server.send(&HTTPS.iter().fold(wsdl, |request, (name, value)| request.header(name, value)));
        let believed = wsdl.text().contains("https://lms.example.nl/service");
        assert_eq!(is_open(server, &HTTPS), believed);
        believed
    };
    for (flag, believed) in [
        ("--trust-proxy", true),
        ("--trust-proxy=127.0.0.1", true),
        ("--trust-proxy=10.0.0.0/8, 127.0.0.0/8", true),
        ("--trust-proxy=true", true),
        ("--trust-proxy=192.0.2.0/24,::1", false),
        ("--trust-proxy=false", false),
    ] {
        assert_eq!(believes(&site.serve(&[flag])), believed, "{flag}");
    }
    for (value, believed) in [("yes", true), ("true", true), ("1", true), ("127.0.0.1,::1", true), ("0", false)] {
        let server = site.serve_with_env(("LMS_TRUST_PROXY", OsStr::new(value)), &[]);
        assert_eq!(believes(&server), believed, "{value}");
    }
    for wrong in ["localhost", "10.0.0.0/33", "10.0.0.1;10.0.0.2", "maybe"] {
        let refused = site.lms(&["serve", "--listen", "127.0.0.1:0", &format!("--trust-proxy={wrong}")]);
        assert_eq!(refused.status, 2, "{refused:?}");
        assert!(refused.stderr.contains("is not the address of a proxy: allowed are IP addresses"), "{refused:?}");
    }
}

// the throttle counts the peer where its word is not taken
#[test]
fn a_client_cannot_choose_the_address_that_is_throttled() {
    let site = persons_site_with("owner");
    let server = site.serve(&["--trust-proxy=192.0.2.1"]);
    let knock = |n: u32| {
        let wrong = form_request("GetPersonByServiceId", &[("username", "hr"), ("password", "mis")]);
        server.send(&wrong.header("X-Forwarded-For", &format!("198.51.100.{n}"))).status
    };
    assert_eq!((0..11).map(knock).collect::<Vec<_>>(), [[401; 10].as_slice(), &[429]].concat());
}

// "On loopback it answers only to Hosts that it knows"
#[test]
fn a_host_name_that_an_attacker_points_to_this_machine_is_refused() {
    let site = persons_site_with("owner");
    let server = site.serve(&[]);
    for known in ["localhost", "LocalHost:8080", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8080"] {
        assert!(is_open(&server, &[("Host", known)]), "{known}");
    }
    for unknown in [
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "lms.example.nl",
        "192.0.2.7",
        "[2001:db8::1]",
    ] {
        assert!(!is_open(&server, &[("Host", unknown)]), "{unknown}");
    }
    let refused = server.send(&Request::get("/console/data").header("Host", "evil.example"));
    assert!(words(refused.text()).contains("open the console at localhost, 127.0.0.1"), "{}", refused.text());
    let fields = [("name", NAME), ("password", super::PASSWORD)];
    let form = super::form("/console/sign-in", &fields).header("Host", "evil.example");
    assert_eq!(server.send(&form.header("Origin", "http://evil.example")).status, 403);

    let server = site.serve(&["--base-url", "https://lms.example.nl/school", "--trust-proxy"]);
    for (host, open) in [("lms.example.nl", true), ("LMS.example.nl:80", true), ("evil.example", false)] {
        assert_eq!(is_open(&server, &[("Host", host)]), open, "{host}");
        assert_eq!(is_open(&server, &[("X-Forwarded-For", "127.0.0.1"), ("X-Forwarded-Host", host)]), open, "{host}");
    }
    // over https the browser has compared the name with the certificate
    assert!(is_open(&server, &[HTTPS[0], HTTPS[1], ("Host", "elsewhere.example.nl")]));
}
