//! Tests which proxies the console trusts, and which requests are local.

use std::ffi::OsStr;

use super::{NAME, persons_site_with, text_of};
use crate::support::{Request, Server, form_request, persons_site};

/// Returns whether a request with these headers gets the sign-in form.
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
fn requests_with_forwarding_headers_are_not_local() {
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
fn a_request_with_an_invalid_forwarded_address_is_not_local() {
    let site = persons_site_with("owner");
    let server = site.serve(&["--trust-proxy"]);
    assert!(is_open(&server, &[]), "a browser on the machine itself");
    assert!(is_open(&server, &HTTPS));
    for (address, is_allowed) in [
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
        assert_eq!(is_open(&server, &[("X-Forwarded-For", address)]), is_allowed, "{address}");
    }
    for header in [("Forwarded", "for=127.0.0.1"), ("X-Real-IP", "127.0.0.1"), ("X-Forwarded-Proto", "http")] {
        assert!(!is_open(&server, &[header]), "{header:?}");
    }
}

// a second proxy on this machine reports the first as its client
#[test]
fn the_client_of_two_proxies_is_the_last_untrusted_address() {
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
    let login_status = |n: u32| {
        let call = form_request("GetPersonByServiceId", &[("username", "hr"), ("password", "mis")]);
        server.send(&call.header("X-Forwarded-For", &format!("198.51.{n}.1, 127.0.0.1"))).status
    };
    assert_eq!((0..11).map(login_status).collect::<Vec<_>>(), [401; 11], "each network has its own limit");
}

// "`X-Forwarded-For`, `-Proto` and `-Host` are expected from the addresses of `--trust-proxy` alone (without a value:
// loopback)"
// ASVS 4.1.3, 15.3.4
#[test]
fn only_named_proxies_are_trusted() {
    let site = persons_site_with("owner");
    let is_trusted = |server: &Server| {
        let wsdl = Request::get("/service/apiservice.asmx?WSDL");
        let wsdl = server.send(&HTTPS.iter().fold(wsdl, |request, (name, value)| request.header(name, value)));
        let expected = wsdl.text().contains("https://lms.example.nl/service");
        assert_eq!(is_open(server, &HTTPS), expected);
        expected
    };
    for (flag, expected) in [
        ("--trust-proxy", true),
        ("--trust-proxy=127.0.0.1", true),
        ("--trust-proxy=10.0.0.0/8, 127.0.0.0/8", true),
        ("--trust-proxy=true", true),
        ("--trust-proxy=192.0.2.0/24,::1", false),
        ("--trust-proxy=false", false),
    ] {
        assert_eq!(is_trusted(&site.serve(&[flag])), expected, "{flag}");
    }
    for (value, expected) in [("yes", true), ("true", true), ("1", true), ("127.0.0.1,::1", true), ("0", false)] {
        let server = site.serve_with_env(("LMS_TRUST_PROXY", OsStr::new(value)), &[]);
        assert_eq!(is_trusted(&server), expected, "{value}");
    }
    for wrong in ["localhost", "10.0.0.0/33", "10.0.0.1;10.0.0.2", "maybe"] {
        let refused = site.lms(&["serve", "--listen", "127.0.0.1:0", &format!("--trust-proxy={wrong}")]);
        assert_eq!(refused.status, 2, "{refused:?}");
        assert!(refused.stderr.contains("is not the address of a proxy: allowed are IP addresses"), "{refused:?}");
    }
}

// headers of an untrusted peer are ignored: the throttle counts the peer
#[test]
fn a_client_cannot_choose_the_address_that_is_throttled() {
    let site = persons_site_with("owner");
    let server = site.serve(&["--trust-proxy=192.0.2.1"]);
    let login_status = |n: u32| {
        let call = form_request("GetPersonByServiceId", &[("username", "hr"), ("password", "mis")]);
        server.send(&call.header("X-Forwarded-For", &format!("198.51.100.{n}"))).status
    };
    assert_eq!((0..11).map(login_status).collect::<Vec<_>>(), [[401; 10].as_slice(), &[429]].concat());
}

// "On loopback it answers only to Hosts that it knows" (DNS rebinding)
#[test]
fn an_unknown_host_name_is_refused() {
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
    assert!(text_of(refused.text()).contains("open the console at localhost, 127.0.0.1"), "{}", refused.text());
    let fields = [("name", NAME), ("password", super::PASSWORD)];
    let form = super::form("/console/sign-in", &fields).header("Host", "evil.example");
    assert_eq!(server.send(&form.header("Origin", "http://evil.example")).status, 403);

    let server = site.serve(&["--base-url", "https://lms.example.nl/school", "--trust-proxy"]);
    for (host, is_allowed) in [("lms.example.nl", true), ("LMS.example.nl:80", true), ("evil.example", false)] {
        assert_eq!(is_open(&server, &[("Host", host)]), is_allowed, "{host}");
        assert_eq!(
            is_open(&server, &[("X-Forwarded-For", "127.0.0.1"), ("X-Forwarded-Host", host)]),
            is_allowed,
            "{host}"
        );
    }
    // over https, the browser has compared the name with the certificate
    assert!(is_open(&server, &[HTTPS[0], HTTPS[1], ("Host", "elsewhere.example.nl")]));
}
