//! The throttle of logins, and credentials that change under a running server.

use super::*;

/// Sends a look-up of person 2 with this login, from this address if the server trusts the header.
fn knock(server: &Server, way: Way, name: &str, password: &str, forwarded: &[&str]) -> Response {
    let fields = [("username", name), ("password", password), ("servicePersonId", "2")];
    let mut request = ask(way, GET_BY_ID, &fields);
    for address in forwarded {
        request = request.header("X-Forwarded-For", address);
    }
    server.send(&request)
}

fn fail(server: &Server, name: &str, times: usize, forwarded: &[&str]) {
    for n in 0..times {
        let response = knock(server, Way::Form, name, "mis", forwarded);
        assert_eq!(response.status, 401, "{name}, time {n}: {}", response.text());
    }
}

/// Checks the whole refusal of the throttle.
#[track_caller]
fn assert_throttled(way: Way, response: &Response) {
    let text = error_text(way, response, 429, PERSON_ROOT);
    // "says the limit"
    assert!(text.chars().any(|c| c.is_ascii_digit()), "{text}");
    assert_ne!(text, "Invalid username or password.");
    let seconds: u32 = response.header("Retry-After").expect("Retry-After").parse().expect("seconds");
    assert!((1..=300).contains(&seconds), "{seconds}");
}

// "Failed logins are counted per (name as sent, known or not; client address): 10 within 5 minutes …
// the next is 429, its password not looked at"
// ASVS 2.4.1
#[test]
fn the_eleventh_failure_of_a_name_is_429() {
    let site = site();
    site.add_credential("ander", "stilzwijgend", &["provisioning"]);
    let server = site.serve(&[]);
    for name in ["hr", "nobody"] {
        fail(&server, name, 10, &[]);
        for way in WAYS {
            assert_throttled(way, &knock(&server, way, name, "mis", &[]));
            // the password is not checked
            assert_throttled(way, &knock(&server, way, name, "stilzwijgend", &[]));
        }
    }
    // Another name, and another spelling of the name, are another count.
    fail(&server, "HR", 1, &[]);
    assert_bram(Way::Form, &knock(&server, Way::Form, "ander", "stilzwijgend", &[]));
}

// the four ways of calling share one count
// ASVS 6.3.1
#[test]
fn all_dialects_share_one_count_of_failures() {
    let site = site();
    let server = site.serve(&[]);
    for n in 0..10 {
        let way = WAYS[n % 4];
        let response = knock(&server, way, "hr", "mis", &[]);
        error_text(way, &response, 401, PERSON_ROOT);
    }
    for way in WAYS {
        assert_throttled(way, &knock(&server, way, "hr", "mis", &[]));
    }
}

// "success resets nothing"
#[test]
fn success_resets_nothing() {
    let site = site();
    let server = site.serve(&[]);
    fail(&server, "hr", 9, &[]);
    assert_bram(Way::Form, &knock(&server, Way::Form, "hr", "stilzwijgend", &[]));
    fail(&server, "hr", 1, &[]);
    assert_throttled(Way::Form, &knock(&server, Way::Form, "hr", "mis", &[]));
}

// "A pair of name and password that this process has verified and that still holds is let in
// regardless and not counted, so that no one can lock a connector out."
#[test]
fn a_cached_login_is_not_throttled() {
    let site = site();
    let server = site.serve(&[]);
    still_answers(&server);
    fail(&server, "hr", 10, &[]);
    assert_throttled(Way::Form, &knock(&server, Way::Form, "hr", "mis", &[]));
    for way in WAYS {
        assert_bram(way, &knock(&server, way, "hr", "stilzwijgend", &[]));
    }
    // "that this process has verified": another one has not.
    let other = site.serve(&[]);
    fail(&other, "hr", 10, &[]);
    assert_throttled(Way::Form, &knock(&other, Way::Form, "hr", "stilzwijgend", &[]));
    // "and that still holds"
    site.lms(&["credential", "rotate", "hr"]).ok();
    assert_throttled(Way::Form, &knock(&server, Way::Form, "hr", "stilzwijgend", &[]));
}

// "and per address 100 within 5 minutes"; of the 429s: "itself not counted"
#[test]
fn the_hundred_and_first_failure_of_an_address_is_429() {
    let site = site();
    let server = site.serve(&[]);
    still_answers(&server);
    fail(&server, "name0", 10, &[]);
    // Were these counted, the address would be full.
    for _ in 0..120 {
        assert_eq!(knock(&server, Way::Form, "name0", "mis", &[]).status, 429);
    }
    for n in 1..10 {
        fail(&server, &format!("name{n}"), 10, &[]);
    }
    for way in WAYS {
        assert_throttled(way, &knock(&server, way, "fresh", "mis", &[]));
    }
    // The pair that was verified before is let in past this count as well.
    still_answers(&server);
}

// "With `--trust-proxy` the address is the last of X-Forwarded-For."
#[test]
fn behind_a_proxy_the_last_address_counts() {
    let site = site();
    let server = site.serve(&["--trust-proxy"]);
    fail(&server, "hr", 10, &["192.0.2.1, 198.51.100.7"]);
    for last in [
        &["198.51.100.7"][..],
        &["192.0.2.99,198.51.100.7"],
        &["192.0.2.99", "198.51.100.7"],
        &["203.0.113.1, 192.0.2.99 ,  198.51.100.7 "],
    ] {
        assert_throttled(Way::Form, &knock(&server, Way::Form, "hr", "mis", last));
    }
    fail(&server, "hr", 1, &["198.51.100.7, 192.0.2.1"]);
    fail(&server, "hr", 1, &["198.51.100.7", "192.0.2.1"]);
    fail(&server, "hr", 1, &["2001:db8::1"]);
    fail(&server, "hr", 1, &[]);
}

// "(of IPv6: per /64, for both counts)"
#[test]
fn addresses_of_one_ipv6_network_count_as_one() {
    let site = site();
    let server = site.serve(&["--trust-proxy"]);
    for n in 0..10 {
        fail(&server, "hr", 1, &[&format!("2001:db8:0:1:{n:x}::{n:x}")]);
    }
    let knock = |name, address| knock(&server, Way::Form, name, "mis", &[address]);
    assert_throttled(Way::Form, &knock("hr", "2001:db8:0:1:ffff::1"));
    assert_eq!(knock("hr", "2001:db8:0:2::1").status, 401);
    assert_eq!(knock("hr", "192.0.2.1").status, 401);
    // wrong tokens count too, and cost no password hash
    for n in 10..100 {
        let request = Request::get("/api/v1/me").header("Authorization", &format!("Bearer lms_{n}{n}"));
        let response = server.send(&request.header("X-Forwarded-For", &format!("2001:db8:0:1::{n:x}")));
        assert_eq!(response.status, 401, "time {n}: {}", response.text());
    }
    assert_throttled(Way::Form, &knock("fresh", "2001:db8:0:1::ffff"));
    assert_eq!(knock("fresh", "2001:db8::1").status, 401);
}

// without `--trust-proxy` the header is ignored
#[test]
fn without_a_trusted_proxy_the_header_is_ignored() {
    let site = site();
    let server = site.serve(&[]);
    for n in 0..10 {
        fail(&server, "hr", 1, &[&format!("192.0.2.{n}")]);
    }
    assert_throttled(Way::Form, &knock(&server, Way::Form, "hr", "mis", &["192.0.2.200"]));
}

// "Changes count in a running server at once."
// ASVS 8.3.1
#[test]
fn changes_of_a_credential_count_at_once() {
    let site = site();
    let server = site.serve(&[]);
    still_answers(&server);
    site.lms(&["credential", "deny", "hr", GET_BY_ID]).ok();
    for way in WAYS {
        error_text(way, &server.send(&bram_call(way)), 403, PERSON_ROOT);
    }
    assert!(exists(&server, "E2"), "the other grants stay");
    site.lms(&["credential", "grant", "hr", GET_BY_ID]).ok();
    still_answers(&server);
    site.add_credential("nieuw", "stilzwijgend", &["provisioning"]);
    assert_bram(Way::Form, &knock(&server, Way::Form, "nieuw", "stilzwijgend", &[]));
    site.lms(&["credential", "revoke", "hr"]).ok();
    for way in WAYS {
        error_text(way, &server.send(&bram_call(way)), 401, PERSON_ROOT);
    }
    assert_bram(Way::Form, &knock(&server, Way::Form, "nieuw", "stilzwijgend", &[]));
}

// "`--keep-old` lets both passwords work for that time."
#[test]
fn a_rotated_password_can_remain_valid_for_a_time() {
    let site = site();
    let server = site.serve(&[]);
    still_answers(&server);
    let output = site.lms(&["credential", "rotate", "hr", "--keep-old", "24h"]).ok();
    let new = output.stdout.lines().last().expect("the generated password").to_owned();
    for way in WAYS {
        assert_bram(way, &knock(&server, way, "hr", "stilzwijgend", &[]));
        assert_bram(way, &knock(&server, way, "hr", &new, &[]));
    }
}

// of the log: "never a parameter's value"; "no query string is ever logged"
// ASVS 13.3.1, 14.2.4, 16.2.5
#[test]
fn the_log_has_no_password() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        assert_bram(way, &server.send(&bram_call(way)));
        knock(&server, way, "hr", "misMarker", &[]);
        let wrong = call(way, GET_BY_ID, &[("servicePersonId", "valueMarker")]);
        error_text(way, &server.send(&wrong), 400, PERSON_ROOT);
    }
    let mut request = bram_call(Way::Form);
    request.path += "?password=queryMarker";
    server.send(&request);
    server.send(&Request::get("/nowhere?password=queryMarker"));
    server.send(&Request::get("/healthz?password=queryMarker"));
    let log = server.stop().stderr;
    for secret in ["stilzwijgend", "misMarker", "valueMarker", "queryMarker"] {
        assert!(!log.contains(secret), "{log}");
    }
}
