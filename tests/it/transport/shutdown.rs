//! SIGTERM "let[s] what is being answered finish (at most 10 s, unfinished requests are not waited
//! for) and exit[s] 0".

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::support::{granted_site, signal};

const ALL: &str = "GetAllBasicPersonInfo";

/// The log line of a server whose 10 s are over before all answers are sent.
const CUT: &str = "stopped before every answer was sent";

/// Stops the server. Returns whether that took no longer than the running answers, by its log.
fn finishes(server: Server) -> bool {
    let output = server.stop();
    assert_eq!(output.status, 0, "{}", output.stderr);
    !output.stderr.contains(CUT)
}

// an answer that has begun is completed
#[test]
fn an_unfinished_answer_is_completed() {
    let site = large_site();
    for way in WAYS {
        let server = site.serve(&[]);
        let address = server.address;
        let mut wire = Wire::to(address);
        wire.send(&kept(&call(way, ALL, &[])));
        let head = wire.head().expect("the answer begins");
        assert_eq!(head.status, 200);
        server.begin_shutdown();
        // new clients are not served
        if let Ok(stream) = TcpStream::connect(address) {
            drop(stream);
        }
        let rest = wire.rest();
        let text = String::from_utf8_lossy(&rest);
        assert!(text.contains("<ExternalId>P020000</ExternalId>"), "{way:?}: {} bytes", rest.len());
        assert!(rest.ends_with(b"\r\n0\r\n\r\n"), "{way:?}: the last chunk is there");
        assert!(finishes(server));
        assert!(TcpStream::connect(address).is_err(), "nobody listens any more");
    }
}

// … also if the system holds the whole answer for a reader that takes longer than the server waits. How much the system
// holds is unknown, so answers of several lengths are tried.
#[test]
fn the_stop_waits_for_a_slow_reader() {
    let cut = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for persons in (200..1_400).step_by(80) {
            let cut = &cut;
            scope.spawn(move || {
                let rows: String = (0..persons).map(|n| format!("P{n:06},A,B,p{n}@example.nl\n")).collect();
                let site = granted_site();
                let file = format!("ExternalIdentifier,FirstName,FamilyName,Email\n{rows}");
                site.import(&[("persons.csv", &file)]).ok();
                let server = site.serve(&[]);
                let mut wire = Wire::to(server.address);
                wire.send(&kept(&call(Way::Form, ALL, &[])));
                assert!(wire.take(1024) > 0);
                if !finishes(server) {
                    cut.fetch_add(1, Ordering::Relaxed);
                    return;
                }
                // else the system holds all of it
                let rest = wire.rest();
                assert!(
                    rest.ends_with(b"</ApiResponseOfListOfBasicPersonInfo>\r\n0\r\n\r\n"),
                    "{persons} persons: cut after {} bytes",
                    rest.len()
                );
            });
        }
    });
    let cut = cut.into_inner();
    assert!((1..15).contains(&cut), "{cut} of 15 are longer than what the system holds");
}

// "at most 10 s"
#[test]
fn unread_answers_delay_shutdown_by_10_s() {
    let site = large_site();
    let server = site.serve(&[]);
    let mut wire = Wire::to(server.address);
    wire.send(&kept(&call(Way::Form, ALL, &[])));
    assert!(wire.take(1024) > 0);
    let begin = Instant::now();
    assert!(!finishes(server));
    assert!(begin.elapsed() >= Duration::from_secs(10));
    assert!(!wire.rest().ends_with(b"\r\n0\r\n\r\n"));
}

// "unfinished requests are not waited for", idle connections neither
#[test]
fn the_stop_does_not_wait_for_unfinished_requests_and_idle_connections() {
    let site = site();
    for way in WAYS {
        let server = site.serve(&["--metrics"]);
        let bytes = kept(&bram_call(way));
        // Nothing sent, half a head, half a body, an answered request on a kept connection.
        let mut idle = Wire::to(server.address);
        let silent = Wire::to(server.address);
        let mut head = Wire::to(server.address);
        head.send(&bytes[..30]);
        let mut body = Wire::to(server.address);
        body.send(&bytes[..bytes.len() - 5]);
        idle.send(&bytes);
        assert_bram(way, &idle.hear().expect("an answer"));
        // the half and the question itself
        wait_until("the half body is being read", || server.metric("lms_answers_in_flight") == 2);
        assert!(finishes(server), "{way:?}");
        drop((silent, head, body, idle));
    }
}

// a server without clients stops at once, and its database can be served again
#[test]
fn a_server_without_clients_stops_at_once() {
    let site = site();
    for _ in 0..3 {
        let server = site.serve(&[]);
        still_answers(&server);
        assert!(finishes(server));
    }
}

// "SIGTERM and SIGINT"
#[test]
fn an_interrupt_stops_it_too() {
    let site = site();
    let server = site.serve(&[]);
    still_answers(&server);
    signal("INT", server.pid());
    wait_until("it no longer listens", || TcpStream::connect(server.address).is_err());
}

// "at most 10 s", also while another process holds the write lock: with nothing to answer, at once
#[test]
fn the_lock_of_another_process_does_not_delay_the_stop() {
    let site = site();
    let server = site.serve(&[]);
    // a use of the credential, which the server would write down
    still_answers(&server);
    let other = rusqlite::Connection::open(site.db()).expect("the database");
    other.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    let output = server.stop();
    assert_eq!(output.status, 0, "{}", output.stderr);
    let given_up = "stopped without storing when credentials were last used";
    assert!(output.stderr.contains(given_up), "{}", output.stderr);
    other.execute_batch("ROLLBACK").expect("the end of the lock");
    still_answers(&site.serve(&[]));
}
