//! Tests that hundreds of invalid logins from different networks do not delay a valid login.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use super::{Browser, NAME, PASSWORD, form, persons_site_with};
use crate::support::{PASSWORD as CONNECTORS, Request, Response, Server, USER, form_request, wait_until};

/// The number of logins in a flood.
const LOGINS: usize = 400;

/// The number of passwords that may be hashed before a valid login is answered: two that have begun, its own, and those
/// of the flood until the metrics are read.
const MAX_HASHES: u64 = 60;

/// Sends the logins, each with another name and from another network, and does not wait for answers.
fn flood(server: &Server, login: impl Fn(&str) -> Request) -> Vec<TcpStream> {
    let sent = (0..LOGINS).map(|n| {
        let address = format!("10.{}.{}.1", n / 200, n % 200);
        let request = login(&format!("name {n}")).header("X-Forwarded-For", &address);
        let mut stream = server.connect();
        stream.write_all(&request.bytes(&server.address.to_string())).expect("a request");
        stream
    });
    sent.collect()
}

fn call(name: &str) -> Request {
    form_request("GetAllBasicPersonInfo", &[("username", name), ("password", "a-password-of-some-length")])
}

fn sign_in(server: &Server, name: &str) -> Request {
    let fields = [("name", name), ("password", "a-password-of-some-length")];
    let origin = format!("https://{}", server.address);
    form("/console/sign-in", &fields).header("X-Forwarded-Proto", "https").header("Origin", &origin)
}

/// Runs `good` during a flood, and asserts that at most [`MAX_HASHES`] passwords are hashed meanwhile.
#[track_caller]
fn assert_not_delayed(server: &Server, login: impl Fn(&str) -> Request, good: impl FnOnce()) {
    crate::support::raise_open_file_limit();
    let flood = flood(server, login);
    let before = server.metric("lms_password_hashes_total");
    good();
    let hashed = server.metric("lms_password_hashes_total") - before;
    assert!(hashed <= MAX_HASHES, "{hashed} passwords were hashed meanwhile");
    drop(flood);
}

// "400 wrong logins at once from many networks must not delay a good sign-in by more than 2 s"
#[test]
fn invalid_calls_do_not_delay_the_sign_in_of_an_operator() {
    let site = persons_site_with("viewer");
    let server = site.serve(&["--trust-proxy", "--metrics"]);
    assert_not_delayed(&server, call, || assert_eq!(Browser::new(&server).sign_in(NAME, PASSWORD).status, 303));
}

#[test]
fn invalid_sign_ins_delay_neither_connectors_nor_operators_from_a_known_network() {
    let site = persons_site_with("viewer");
    let server = site.serve(&["--trust-proxy", "--metrics"]);
    Browser::signed_in(&server, NAME);
    assert_not_delayed(
        &server,
        |name| sign_in(&server, name),
        || {
            assert_eq!(Browser::new(&server).sign_in(NAME, PASSWORD).status, 303);
            let good = [("username", USER), ("password", CONNECTORS)];
            let call = form_request("GetAllBasicPersonInfo", &good).header("X-Forwarded-For", "192.0.2.1");
            assert_eq!(server.send(&call).status, 200);
        },
    );
}

#[test]
fn logins_beyond_the_queue_get_503_with_retry_after() {
    let site = persons_site_with("viewer");
    let check = |text: &str, flood: &dyn Fn(&Server) -> Vec<Response>| {
        // a server for each flood, because two floods have more connections than slots
        let server = site.serve(&["--trust-proxy", "--metrics"]);
        for answer in flood(&server) {
            assert_eq!(answer.header("Retry-After"), Some("2"));
            assert!(answer.text().contains(text), "{}", answer.text());
        }
    };
    let calls = "Too many logins are waiting to be verified. Try again in 2 seconds.";
    check(calls, &|server| collect_503_answers(server, call));
    let sign_ins = "Too many people are signing in at once. Try again in 2 seconds.";
    check(sign_ins, &|server| collect_503_answers(server, |name| sign_in(server, name)));
}

/// Returns the answers with status 503, when a quarter of the logins have one. The others still wait.
fn collect_503_answers(server: &Server, login: impl Fn(&str) -> Request) -> Vec<Response> {
    let mut streams: Vec<_> = flood(server, login).into_iter().map(|stream| (stream, Vec::new())).collect();
    for (stream, _) in &streams {
        stream.set_nonblocking(true).expect("a socket");
    }
    let mut refused = Vec::new();
    wait_until("a quarter of the logins is refused", || {
        streams.retain_mut(|(stream, answer)| {
            let is_pending = stream.read_to_end(answer).is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
            if !is_pending {
                let (answer, _) = Response::parse(answer, false).expect("an answer");
                refused.extend(Some(answer).filter(|answer| answer.status == 503));
            }
            is_pending
        });
        refused.len() > LOGINS / 4
    });
    refused
}
