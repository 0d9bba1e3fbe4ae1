//! Hundreds of wrong logins, each from another network, do not delay a login with the right password.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use super::{Browser, NAME, PASSWORD, form, persons_site_with};
use crate::support::{PASSWORD as CONNECTORS, Request, Response, Server, USER, form_request, wait_until};

/// How many logins a flood has.
const FLOOD: usize = 400;

/// The most passwords that may be hashed before a good login is answered: the two that were running, its own, and those of
/// the flood until the metrics are read, which takes a while on a busy machine.
const BEFORE: u64 = 60;

/// Sends a login `FLOOD` times, each under a name and from a network of its own, and waits for no answer.
fn flood(server: &Server, login: impl Fn(&str) -> Request) -> Vec<TcpStream> {
    let sent = (0..FLOOD).map(|n| {
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

/// Runs `good` during a flood, and counts the passwords that are hashed meanwhile.
#[track_caller]
fn goes_before(server: &Server, login: impl Fn(&str) -> Request, good: impl FnOnce()) {
    crate::support::raise_open_file_limit();
    let flood = flood(server, login);
    let before = server.metric("lms_password_hashes_total");
    good();
    let hashed = server.metric("lms_password_hashes_total") - before;
    assert!(hashed <= BEFORE, "{hashed} passwords were hashed meanwhile");
    drop(flood);
}

// "400 wrong logins at once from many networks must not delay a good sign-in by more than 2 s"
#[test]
fn wrong_calls_do_not_delay_an_operator_who_signs_in() {
    let site = persons_site_with("viewer");
    let server = site.serve(&["--trust-proxy", "--metrics"]);
    goes_before(&server, call, || assert_eq!(Browser::new(&server).sign_in(NAME, PASSWORD).status, 303));
}

#[test]
fn wrong_sign_ins_delay_neither_a_connector_nor_an_operator_from_a_known_network() {
    let site = persons_site_with("viewer");
    let server = site.serve(&["--trust-proxy", "--metrics"]);
    Browser::signed_in(&server, NAME);
    goes_before(
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

// the queue is bounded: the other logins are answered at once, with the time to retry
#[test]
fn logins_beyond_the_queue_get_503_with_retry_after() {
    let site = persons_site_with("viewer");
    let check = |text: &str, flood: &dyn Fn(&Server) -> Vec<Response>| {
        // one for each flood: two have more connections than slots
        let server = site.serve(&["--trust-proxy", "--metrics"]);
        for answer in flood(&server) {
            assert_eq!(answer.header("Retry-After"), Some("2"));
            assert!(answer.text().contains(text), "{}", answer.text());
        }
    };
    let calls = "Too many logins are waiting to be verified. Try again in 2 seconds.";
    check(calls, &|server| refused(server, call));
    let sign_ins = "Too many people are signing in at once. Try again in 2 seconds.";
    check(sign_ins, &|server| refused(server, |name| sign_in(server, name)));
}

/// Returns answers of a flood that are 503, once a quarter of the logins got one. The others still wait.
fn refused(server: &Server, login: impl Fn(&str) -> Request) -> Vec<Response> {
    let mut streams: Vec<_> = flood(server, login).into_iter().map(|stream| (stream, Vec::new())).collect();
    for (stream, _) in &streams {
        stream.set_nonblocking(true).expect("a socket");
    }
    let mut refused = Vec::new();
    wait_until("a quarter is refused", || {
        streams.retain_mut(|(stream, answer)| {
            let is_pending = stream.read_to_end(answer).is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
            if !is_pending {
                let (answer, _) = Response::parse(answer, false).expect("an answer");
                refused.extend(Some(answer).filter(|answer| answer.status == 503));
            }
            is_pending
        });
        refused.len() > FLOOD / 4
    });
    refused
}
