//! Tests the throttling of failed logins, and changes of credentials while the server runs.

use super::*;

/// Looks up person 2 with this login. Each of `forwarded` becomes an X-Forwarded-For header.
fn send_as(server: &Server, style: Style, name: &str, password: &str, forwarded: &[&str]) -> Response {
    let fields = [("username", name), ("password", password), ("servicePersonId", "2")];
    let mut request = exact_call(style, GET_BY_ID, &fields);
    for address in forwarded {
        request = request.header("X-Forwarded-For", address);
    }
    server.send(&request)
}

fn fail_logins(server: &Server, name: &str, times: usize, forwarded: &[&str]) {
    for n in 0..times {
        let response = send_as(server, Style::Form, name, "mis", forwarded);
        assert_eq!(response.status, 401, "{name}, time {n}: {}", response.text());
    }
}

#[track_caller]
fn assert_throttled(style: Style, response: &Response) {
    let text = error_text(style, response, 429, PERSON_ROOT);
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
        fail_logins(&server, name, 10, &[]);
        for style in STYLES {
            assert_throttled(style, &send_as(&server, style, name, "mis", &[]));
            // the password is not checked
            assert_throttled(style, &send_as(&server, style, name, "stilzwijgend", &[]));
        }
    }
    // another name, or another case, has its own count
    fail_logins(&server, "HR", 1, &[]);
    assert_bram(Style::Form, &send_as(&server, Style::Form, "ander", "stilzwijgend", &[]));
}

// ASVS 6.3.1
#[test]
fn all_styles_share_one_count_of_failures() {
    let site = site();
    let server = site.serve(&[]);
    for n in 0..10 {
        let style = STYLES[n % 4];
        let response = send_as(&server, style, "hr", "mis", &[]);
        error_text(style, &response, 401, PERSON_ROOT);
    }
    for style in STYLES {
        assert_throttled(style, &send_as(&server, style, "hr", "mis", &[]));
    }
}

// "success resets nothing"
#[test]
fn a_success_does_not_reset_the_count() {
    let site = site();
    let server = site.serve(&[]);
    fail_logins(&server, "hr", 9, &[]);
    assert_bram(Style::Form, &send_as(&server, Style::Form, "hr", "stilzwijgend", &[]));
    fail_logins(&server, "hr", 1, &[]);
    assert_throttled(Style::Form, &send_as(&server, Style::Form, "hr", "mis", &[]));
}

// "A pair of name and password that this process has verified and that still holds is let in
// regardless and not counted, so that no one can lock a connector out."
#[test]
fn a_cached_login_is_not_throttled() {
    let site = site();
    let server = site.serve(&[]);
    assert_responds(&server);
    fail_logins(&server, "hr", 10, &[]);
    assert_throttled(Style::Form, &send_as(&server, Style::Form, "hr", "mis", &[]));
    for style in STYLES {
        assert_bram(style, &send_as(&server, style, "hr", "stilzwijgend", &[]));
    }
    // "that this process has verified"
    let other_server = site.serve(&[]);
    fail_logins(&other_server, "hr", 10, &[]);
    assert_throttled(Style::Form, &send_as(&other_server, Style::Form, "hr", "stilzwijgend", &[]));
    // "and that still holds"
    site.lms(&["credential", "rotate", "hr"]).ok();
    assert_throttled(Style::Form, &send_as(&server, Style::Form, "hr", "stilzwijgend", &[]));
}

// "and per address 100 within 5 minutes"; of the 429s: "itself not counted"
#[test]
fn the_hundred_and_first_failure_of_an_address_is_429() {
    let site = site();
    let server = site.serve(&[]);
    assert_responds(&server);
    fail_logins(&server, "name0", 10, &[]);
    // these are not counted, or the address would reach its limit
    for _ in 0..120 {
        assert_eq!(send_as(&server, Style::Form, "name0", "mis", &[]).status, 429);
    }
    for n in 1..10 {
        fail_logins(&server, &format!("name{n}"), 10, &[]);
    }
    for style in STYLES {
        assert_throttled(style, &send_as(&server, style, "fresh", "mis", &[]));
    }
    // a cached login is not throttled
    assert_responds(&server);
}

// "With `--trust-proxy` the address is the last of X-Forwarded-For."
#[test]
fn behind_a_trusted_proxy_the_last_address_counts() {
    let site = site();
    let server = site.serve(&["--trust-proxy"]);
    fail_logins(&server, "hr", 10, &["192.0.2.1, 198.51.100.7"]);
    for last in [
        &["198.51.100.7"][..],
        &["192.0.2.99,198.51.100.7"],
        &["192.0.2.99", "198.51.100.7"],
        &["203.0.113.1, 192.0.2.99 ,  198.51.100.7 "],
    ] {
        assert_throttled(Style::Form, &send_as(&server, Style::Form, "hr", "mis", last));
    }
    fail_logins(&server, "hr", 1, &["198.51.100.7, 192.0.2.1"]);
    fail_logins(&server, "hr", 1, &["198.51.100.7", "192.0.2.1"]);
    fail_logins(&server, "hr", 1, &["2001:db8::1"]);
    fail_logins(&server, "hr", 1, &[]);
}

// "(of IPv6: per /64, for both counts)"
#[test]
fn addresses_of_one_ipv6_network_count_as_one() {
    let site = site();
    let server = site.serve(&["--trust-proxy"]);
    for n in 0..10 {
        fail_logins(&server, "hr", 1, &[&format!("2001:db8:0:1:{n:x}::{n:x}")]);
    }
    let send_as = |name, address| send_as(&server, Style::Form, name, "mis", &[address]);
    assert_throttled(Style::Form, &send_as("hr", "2001:db8:0:1:ffff::1"));
    assert_eq!(send_as("hr", "2001:db8:0:2::1").status, 401);
    assert_eq!(send_as("hr", "192.0.2.1").status, 401);
    // wrong tokens count, too, and are fast: they need no password hash
    for n in 10..100 {
        let request = Request::get("/api/v1/me").header("Authorization", &format!("Bearer lms_{n}{n}"));
        let response = server.send(&request.header("X-Forwarded-For", &format!("2001:db8:0:1::{n:x}")));
        assert_eq!(response.status, 401, "time {n}: {}", response.text());
    }
    assert_throttled(Style::Form, &send_as("fresh", "2001:db8:0:1::ffff"));
    assert_eq!(send_as("fresh", "2001:db8::1").status, 401);
}

#[test]
fn without_a_trusted_proxy_the_header_is_ignored() {
    let site = site();
    let server = site.serve(&[]);
    for n in 0..10 {
        fail_logins(&server, "hr", 1, &[&format!("192.0.2.{n}")]);
    }
    assert_throttled(Style::Form, &send_as(&server, Style::Form, "hr", "mis", &["192.0.2.200"]));
}

// "Changes count in a running server at once."
// ASVS 8.3.1
#[test]
fn changes_of_a_credential_take_effect_at_once() {
    let site = site();
    let server = site.serve(&[]);
    assert_responds(&server);
    site.lms(&["credential", "deny", "hr", GET_BY_ID]).ok();
    for style in STYLES {
        error_text(style, &server.send(&bram_call(style)), 403, PERSON_ROOT);
    }
    assert!(has_person(&server, "E2"), "the other grants stay");
    site.lms(&["credential", "grant", "hr", GET_BY_ID]).ok();
    assert_responds(&server);
    site.add_credential("nieuw", "stilzwijgend", &["provisioning"]);
    assert_bram(Style::Form, &send_as(&server, Style::Form, "nieuw", "stilzwijgend", &[]));
    site.lms(&["credential", "revoke", "hr"]).ok();
    for style in STYLES {
        error_text(style, &server.send(&bram_call(style)), 401, PERSON_ROOT);
    }
    assert_bram(Style::Form, &send_as(&server, Style::Form, "nieuw", "stilzwijgend", &[]));
}

// "`--keep-old` lets both passwords work for that time."
#[test]
fn a_rotated_password_can_remain_valid() {
    let site = site();
    let server = site.serve(&[]);
    assert_responds(&server);
    let output = site.lms(&["credential", "rotate", "hr", "--keep-old", "24h"]).ok();
    let new_password = output.stdout.lines().last().expect("the generated password").to_owned();
    for style in STYLES {
        assert_bram(style, &send_as(&server, style, "hr", "stilzwijgend", &[]));
        assert_bram(style, &send_as(&server, style, "hr", &new_password, &[]));
    }
}

// of the log: "never a parameter's value"; "no query string is ever logged"
// ASVS 13.3.1, 14.2.4, 16.2.5
#[test]
fn the_log_has_no_password() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        assert_bram(style, &server.send(&bram_call(style)));
        send_as(&server, style, "hr", "misMarker", &[]);
        let invalid = call(style, GET_BY_ID, &[("servicePersonId", "valueMarker")]);
        error_text(style, &server.send(&invalid), 400, PERSON_ROOT);
    }
    let mut request = bram_call(Style::Form);
    request.path += "?password=queryMarker";
    server.send(&request);
    server.send(&Request::get("/nowhere?password=queryMarker"));
    server.send(&Request::get("/healthz?password=queryMarker"));
    let log = server.stop().stderr;
    for secret in ["stilzwijgend", "misMarker", "valueMarker", "queryMarker"] {
        assert!(!log.contains(secret), "{log}");
    }
}
