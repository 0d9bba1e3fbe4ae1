//! Wrong logins by the hundred, from as many networks: who knows a password does not wait behind them.

use std::io::{Read, Write};
use std::net::TcpStream;

use super::{Browser, NAME, PASSWORD, form, operator};
use crate::support::{PASSWORD as CONNECTORS, Request, Response, Server, USER, form_request, persons_site};

/// How many logins a flood has.
const FLOOD: usize = 400;

/// The most passwords that may be hashed before a good login is answered: the two that were being hashed, its own, and
/// those of the flood until the metrics are read, which on a busy machine is a while.
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

/// Does it while the service is flooded, and counts the passwords that are hashed meanwhile.
#[track_caller]
fn goes_before(server: &Server, login: impl Fn(&str) -> Request, good: impl FnOnce()) {
    crate::support::raise_open_files();
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
    let site = persons_site();
    operator(&site, NAME, "viewer");
    let server = site.serve(&["--trust-proxy", "--metrics"]);
    goes_before(&server, call, || assert_eq!(Browser::new(&server).sign_in(NAME, PASSWORD).status, 303));
}

#[test]
fn wrong_sign_ins_delay_neither_a_connector_nor_an_operator_who_was_here_before() {
    let site = persons_site();
    operator(&site, NAME, "viewer");
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

// what waits is bounded: the rest is answered at once, with when to come again
#[test]
fn what_does_not_fit_in_the_queue_is_503_with_when_to_come_again() {
    let site = persons_site();
    operator(&site, NAME, "viewer");
    let server = site.serve(&["--trust-proxy", "--metrics"]);
    for (text, flood) in [
        ("Too many logins are waiting to be verified. Try again in 2 seconds.", refused(&server, call)),
        (
            "Too many people are signing in at once. Try again in 2 seconds.",
            refused(&server, |name| sign_in(&server, name)),
        ),
    ] {
        assert!(flood.len() > FLOOD / 4, "{}", flood.len());
        for answer in flood {
            assert_eq!(answer.header("Retry-After"), Some("2"));
            assert!(answer.text().contains(text), "{}", answer.text());
        }
    }
}

/// The answers of a flood that are 503, once all of it is answered.
fn refused(server: &Server, login: impl Fn(&str) -> Request) -> Vec<Response> {
    let answers = flood(server, login).into_iter().map(|mut stream| {
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        Response::parse(&answer, false).expect("an answer").0
    });
    answers.filter(|answer| answer.status == 503).collect()
}
