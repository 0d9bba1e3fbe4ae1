//! The log on standard error: whatever becomes of it, the service answers and stops.

use std::io::Read;
use std::time::{Duration, Instant};

use crate::support::{Server, persons_site};

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
    let begin = Instant::now();
    assert_eq!(server.stop().status, 0);
    assert!(begin.elapsed() < Duration::from_secs(3));
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
