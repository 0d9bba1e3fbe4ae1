//! Tests the log: its lines, and that the service continues when the log cannot be written.

use std::io::Read;

use crate::support::{Dialect, PASSWORD, Request, Server, USER, form_request, persons_site, soap_request};

fn assert_responds(server: &Server) {
    assert_eq!(server.form("GetPersonByServiceId", &[("servicePersonId", "2")]).status, 200);
}

// a pipe holds 64 KiB, which is the log of about 300 requests
#[test]
fn a_full_log_pipe_does_not_delay_the_service() {
    let site = persons_site();
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let server = site.serve_with_log(&[], writer);
    for _ in 0..1_000 {
        assert_responds(&server);
    }
    assert_eq!(server.stop().status, 0);
    let mut log = String::new();
    reader.read_to_string(&mut log).expect("the log");
    assert!(log.contains("status=200"), "{log}");
}

#[test]
fn a_closed_log_pipe_or_a_full_disk_does_not_affect_the_service() {
    let site = persons_site();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let full = std::fs::File::options().write(true).open("/dev/full");
    let logs = [Some(std::os::fd::OwnedFd::from(writer)), full.ok().map(Into::into)];
    for log in logs.into_iter().flatten() {
        let server = site.serve_with_log(&[], log);
        for _ in 0..3 {
            assert_responds(&server);
        }
        assert_eq!(server.stop().status, 0);
    }
}

// operators search for whole=false to find responses that were cut off
#[test]
fn responses_without_a_body_are_logged_as_whole() {
    let site = persons_site();
    let server = site.serve(&[]);
    assert_eq!(server.send(&Request::get("/")).status, 302);
    assert_eq!(server.send(&Request::new("HEAD", "/healthz")).status, 200);
    assert_eq!(server.send(&Request::get("/healthz")).status, 200);
    let log = server.stop().stderr;
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("status=")).collect();
    assert_eq!(lines.len(), 3, "{log}");
    for line in lines {
        assert!(line.contains("whole=true"), "{line}");
        let milliseconds = line.split("milliseconds=").nth(1).expect("a duration").split(' ').next().expect("a number");
        let digits = milliseconds.split('.').nth(1).map_or(0, str::len);
        assert!(digits <= 3 && milliseconds.parse::<f64>().is_ok(), "{line}");
    }
}

// a SOAP fault has status 500 if the request names an action, so only the outcome distinguishes errors
// ASVS 16.2.1, 16.3.2, 16.3.3
#[test]
fn the_log_has_the_outcome_and_the_status() {
    let site = persons_site();
    let server = site.serve(&["--metrics"]);
    const OPERATION: &str = "GetPersonByServiceId";
    let login = format!("<username>{USER}</username><password>{PASSWORD}</password>");
    let action =
        |operation, login: &str, rest: &str| soap_request(Dialect::Soap12Action, operation, &format!("{login}{rest}"));
    let id = |id: &str| format!("<servicePersonId>{id}</servicePersonId>");
    let wrong_login = "<username>hr</username><password>no</password>";
    let cases = [
        (action(OPERATION, &login, &id("2")), OPERATION, USER, 200, "ok"),
        (action(OPERATION, &login, &id("999")), OPERATION, USER, 200, "refused"),
        (action(OPERATION, &login, &id("x")), OPERATION, USER, 500, "bad_request"),
        (action(OPERATION, &login, ""), OPERATION, USER, 500, "bad_request"),
        (action(OPERATION, wrong_login, &id("2")), OPERATION, "-", 500, "unauthorized"),
        (form_request(OPERATION, &[]), OPERATION, "-", 401, "unauthorized"),
        (action("GetCatalog", &login, ""), "GetCatalog", USER, 500, "not_granted"),
        (action("GetClazz", &login, ""), "-", "-", 500, "not_found"),
        (Request::get("/nothing"), "-", "-", 404, "not_found"),
        (Request::get("/healthz"), "-", "-", 200, "ok"),
        (Request::new("PUT", "/healthz"), "-", "-", 405, "bad_method"),
        (Request::post(crate::support::PATH, "text/plain", "x"), "-", "-", 415, "bad_type"),
    ];
    for (request, operation, credential, status, outcome) in &cases {
        assert_eq!(server.send(request).status, *status, "{outcome}");
        let labels = format!("operation=\"{operation}\",status=\"{status}\",outcome=\"{outcome}\"");
        let metrics = server.send(&Request::get("/metrics"));
        let counter = format!("lms_requests_total{{{labels}}}");
        assert!(metrics.text().contains(&counter), "{counter} {credential}");
    }
    let log = server.stop().stderr;
    let lines = log.lines().filter(|line| line.contains(" request "));
    // every second request is for the metrics
    for ((_, operation, credential, status, outcome), line) in cases.iter().zip(lines.step_by(2)) {
        for part in [
            format!(" operation=\"{operation}\" "),
            format!(" credential={credential} "),
            format!(" status={status} "),
            format!(" outcome={outcome} "),
        ] {
            assert!(line.contains(&part), "{part} not in {line}");
        }
    }
}

#[test]
fn throttled_logins_are_logged() {
    let site = persons_site();
    let server = site.serve(&[]);
    for _ in 0..11 {
        let login = [("username", USER), ("password", "no")];
        server.send(&form_request("GetPersonByServiceId", &login));
    }
    let log = server.stop().stderr;
    assert_eq!(log.matches("outcome=unauthorized").count(), 10, "{log}");
    assert_eq!(log.matches("outcome=throttled").count(), 1, "{log}");
}
