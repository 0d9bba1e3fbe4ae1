//! Tests that SIGTERM "let[s] what is being answered finish (at most 10 s, unfinished requests are not waited
//! for) and exit[s] 0".

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::support::{granted_site, signal};

const ALL: &str = "GetAllBasicPersonInfo";

/// The log line of a server that stops after 10 s with unsent responses.
const TIMED_OUT: &str = "stopped before every answer was sent";

/// Stops the server, and returns whether it sent all responses.
fn stop_sends_all(server: Server) -> bool {
    let output = server.stop();
    assert_eq!(output.status, 0, "{}", output.stderr);
    !output.stderr.contains(TIMED_OUT)
}

#[test]
fn a_response_in_progress_is_completed() {
    let site = large_site();
    for style in STYLES {
        let server = site.serve(&[]);
        let address = server.address;
        let mut client = Client::connect(address);
        client.send(&keep_alive(&call(style, ALL, &[])));
        let head = client.read_head().expect("a head");
        assert_eq!(head.status, 200);
        server.begin_shutdown();
        // a new client changes nothing
        drop(TcpStream::connect(address));
        let rest = client.read_to_end();
        let text = String::from_utf8_lossy(&rest);
        assert!(text.contains("<ExternalId>P020000</ExternalId>"), "{style:?}: {} bytes", rest.len());
        assert!(rest.ends_with(b"\r\n0\r\n\r\n"), "{style:?}: no last chunk");
        assert!(stop_sends_all(server));
        assert!(TcpStream::connect(address).is_err(), "the server still listens");
    }
}

// A response that fits in the socket buffers is complete, also if the client reads it after the server has stopped. The size
// of the buffers is unknown, so the test tries responses of several lengths.
#[test]
fn buffered_responses_arrive_after_shutdown() {
    let timed_out = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for persons in (200..1_400).step_by(80) {
            let timed_out = &timed_out;
            scope.spawn(move || {
                let rows: String = (0..persons).map(|n| format!("P{n:06},A,B,p{n}@example.nl\n")).collect();
                let site = granted_site();
                let file = format!("ExternalIdentifier,FirstName,FamilyName,Email\n{rows}");
                site.import(&[("persons.csv", &file)]).ok();
                let server = site.serve(&[]);
                let mut client = Client::connect(server.address);
                client.send(&keep_alive(&call(Style::Form, ALL, &[])));
                assert!(client.read(1024) > 0);
                if !stop_sends_all(server) {
                    timed_out.fetch_add(1, Ordering::Relaxed);
                    return;
                }
                let rest = client.read_to_end();
                assert!(
                    rest.ends_with(b"</ApiResponseOfListOfBasicPersonInfo>\r\n0\r\n\r\n"),
                    "{persons} persons: cut after {} bytes",
                    rest.len()
                );
            });
        }
    });
    let timed_out = timed_out.into_inner();
    assert!((1..15).contains(&timed_out), "{timed_out} of 15 responses are larger than the buffers");
}

// "at most 10 s"
#[test]
fn unread_responses_delay_shutdown_by_10_s() {
    let site = large_site();
    let server = site.serve(&[]);
    let mut client = Client::connect(server.address);
    client.send(&keep_alive(&call(Style::Form, ALL, &[])));
    assert!(client.read(1024) > 0);
    let start = Instant::now();
    assert!(!stop_sends_all(server));
    assert!(start.elapsed() >= Duration::from_secs(10));
    assert!(!client.read_to_end().ends_with(b"\r\n0\r\n\r\n"));
}

// "unfinished requests are not waited for"
#[test]
fn shutdown_does_not_wait_for_unfinished_requests_and_idle_connections() {
    let site = site();
    for style in STYLES {
        let server = site.serve(&["--metrics"]);
        let bytes = keep_alive(&bram_call(style));
        // an idle connection after a response, one without data, half a head, half a body
        let mut idle = Client::connect(server.address);
        let silent = Client::connect(server.address);
        let mut head = Client::connect(server.address);
        head.send(&bytes[..30]);
        let mut body = Client::connect(server.address);
        body.send(&bytes[..bytes.len() - 5]);
        idle.send(&bytes);
        assert_bram(style, &idle.read_response().expect("a response"));
        // the half body and the request for metrics
        wait_until("the half body is being read", || server.metric("lms_answers_in_flight") == 2);
        assert!(stop_sends_all(server), "{style:?}");
        drop((silent, head, body, idle));
    }
}

#[test]
fn a_database_can_be_served_again_after_shutdown() {
    let site = site();
    for _ in 0..3 {
        let server = site.serve(&[]);
        assert_responds(&server);
        assert!(stop_sends_all(server));
    }
}

// "SIGTERM and SIGINT"
#[test]
fn sigint_stops_the_server() {
    let site = site();
    let server = site.serve(&[]);
    assert_responds(&server);
    signal("INT", server.pid());
    wait_until("the server no longer listens", || TcpStream::connect(server.address).is_err());
}

#[test]
fn the_lock_of_another_process_does_not_delay_shutdown() {
    let site = site();
    let server = site.serve(&[]);
    // the server stores when a credential was last used
    assert_responds(&server);
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    database.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    let output = server.stop();
    assert_eq!(output.status, 0, "{}", output.stderr);
    let warning = "stopped without storing when credentials were last used";
    assert!(output.stderr.contains(warning), "{}", output.stderr);
    database.execute_batch("ROLLBACK").expect("a rollback");
    assert_responds(&site.serve(&[]));
}
