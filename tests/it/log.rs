//! The log on standard error: whatever becomes of it, the service answers and stops.

use std::io::Read;

use crate::support::{Request, Server, persons_site};

fn answers(server: &Server) {
    let answer = server.form("GetPersonByServiceId", &[("servicePersonId", "2")]);
    assert_eq!(answer.status, 200);
}

// a pipe that nobody reads holds 64 KiB: about 300 requests
#[test]
fn a_log_that_nobody_reads_does_not_hold_up_the_service() {
    let site = persons_site();
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let server = site.serve_with_log(&[], writer);
    for _ in 0..1_000 {
        answers(&server);
    }
    // nobody reads before it has stopped
    assert_eq!(server.stop().status, 0);
    let mut log = String::new();
    reader.read_to_string(&mut log).expect("what was written");
    assert!(log.contains("status=200"), "{log}");
}

// a log whose reader has gone, or whose disk is full
#[test]
fn a_log_that_cannot_be_written_does_not_break_the_service() {
    let site = persons_site();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let full = std::fs::File::options().write(true).open("/dev/full");
    let logs = [
        Some(std::os::fd::OwnedFd::from(writer)),
        full.ok().map(Into::into),
    ];
    for log in logs.into_iter().flatten() {
        let server = site.serve_with_log(&[], log);
        for _ in 0..3 {
            answers(&server);
        }
        assert_eq!(server.stop().status, 0);
    }
}

// who looks for answers that were cut off looks for whole=false: one that has no body is none of them
#[test]
fn an_answer_without_a_body_is_told_as_whole() {
    let site = persons_site();
    let server = site.serve(&[]);
    assert_eq!(server.send(&Request::get("/")).status, 302);
    assert_eq!(server.send(&Request::new("HEAD", "/healthz")).status, 200);
    assert_eq!(server.send(&Request::get("/healthz")).status, 200);
    let log = server.stop().stderr;
    let lines: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("status="))
        .collect();
    assert_eq!(lines.len(), 3, "{log}");
    for line in lines {
        assert!(line.contains("whole=true"), "{line}");
        let took = line.split("milliseconds=").nth(1).expect("a duration");
        let took = took.split(' ').next().expect("a number");
        let digits = took.split('.').nth(1).map_or(0, str::len);
        assert!(digits <= 3 && took.parse::<f64>().is_ok(), "{line}");
    }
}
