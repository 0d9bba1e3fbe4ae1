//! SIGTERM "let[s] what is being answered finish (at most 10 s, unfinished requests are not waited
//! for) and exit[s] 0".

use super::*;

const ALL: &str = "GetAllBasicPersonInfo";

/// How long the server takes to stop; its status is 0.
fn stops_in(server: Server) -> Duration {
    let begin = Instant::now();
    let output = server.stop();
    assert_eq!(output.status, 0, "{}", output.stderr);
    begin.elapsed()
}

// an answer that is under way finishes
#[test]
fn an_answer_under_way_finishes() {
    let site = large_site();
    for way in WAYS {
        let server = site.serve(&[]);
        let address = server.address;
        let mut wire = Wire::to(address);
        wire.send(&kept(&call(way, ALL, &[])));
        let head = wire.head().expect("the answer begins");
        assert_eq!(head.status, 200);
        std::thread::scope(|scope| {
            let stopping = scope.spawn(|| stops_in(server));
            // Long enough that the signal is there before the answer is read.
            std::thread::sleep(Duration::from_millis(500));
            // Nobody new is served meanwhile.
            if let Ok(stream) = TcpStream::connect(address) {
                drop(stream);
            }
            let rest = wire.rest();
            let text = String::from_utf8_lossy(&rest);
            assert!(
                text.contains("<ExternalId>P020000</ExternalId>"),
                "{way:?}: {} bytes",
                rest.len()
            );
            assert!(
                rest.ends_with(b"\r\n0\r\n\r\n"),
                "{way:?}: the last chunk is there"
            );
            assert!(stopping.join().expect("stopped") < Duration::from_secs(12));
        });
        assert!(
            TcpStream::connect(address).is_err(),
            "nobody listens any more"
        );
    }
}

// … also where the whole of it was handed to the connection and its reader takes a while. How much the system
// holds for a reader is its own affair, so answers of several lengths are tried.
#[test]
fn an_answer_whose_reader_takes_a_while_finishes() {
    std::thread::scope(|scope| {
        for persons in (200..1_400).step_by(40) {
            scope.spawn(move || {
                let rows = (0..persons).map(|n| format!("P{n:06},A,B,p{n}@example.nl\n"));
                let rows: String = rows.collect();
                let site = Site::new();
                site.credential("hr", "stilzwijgend", &["provisioning"]);
                let file = format!("ExternalIdentifier,FirstName,FamilyName,Email\n{rows}");
                site.import(&[("persons.csv", &file)]).ok();
                let server = site.serve(&[]);
                let mut wire = Wire::to(server.address);
                wire.send(&kept(&call(Way::Form, ALL, &[])));
                assert!(wire.take(1024) > 0);
                std::thread::sleep(Duration::from_millis(500));
                server.terminate();
                std::thread::sleep(Duration::from_secs(2));
                let rest = wire.rest();
                assert!(
                    rest.ends_with(b"</ApiResponseOfListOfBasicPersonInfo>\r\n0\r\n\r\n"),
                    "{persons} persons: cut after {} bytes",
                    rest.len()
                );
            });
        }
    });
}

// "at most 10 s"
#[test]
fn an_answer_that_nobody_reads_is_waited_for_10_s() {
    let site = large_site();
    let server = site.serve(&[]);
    let mut wire = Wire::to(server.address);
    wire.send(&kept(&call(Way::Form, ALL, &[])));
    assert!(wire.take(1024) > 0);
    let took = stops_in(server).as_secs_f64();
    assert!((8.0..14.0).contains(&took), "{took} s");
    assert!(!wire.rest().ends_with(b"\r\n0\r\n\r\n"));
}

// "unfinished requests are not waited for", idle connections neither
#[test]
fn unfinished_requests_and_idle_connections_are_not_waited_for() {
    let site = site();
    for way in WAYS {
        let server = site.serve(&[]);
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
        std::thread::sleep(Duration::from_millis(100));
        let took = stops_in(server);
        assert!(took < Duration::from_secs(4), "{way:?}: {took:?}");
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
        assert!(stops_in(server) < Duration::from_secs(3));
    }
}

// "SIGTERM and SIGINT"
#[test]
fn an_interrupt_stops_it_too() {
    let site = site();
    let server = site.serve(&[]);
    still_answers(&server);
    let pid = server.pid().to_string();
    let sent = std::process::Command::new("sh")
        .args(["-c", &format!("kill -INT {pid}")])
        .status();
    assert!(sent.expect("sh starts").success());
    let begin = Instant::now();
    while TcpStream::connect(server.address).is_ok() {
        assert!(begin.elapsed() < Duration::from_secs(5), "it still listens");
        std::thread::sleep(Duration::from_millis(50));
    }
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
    let took = stops_in(server);
    assert!(took < Duration::from_secs(3), "{took:?}");
    other
        .execute_batch("ROLLBACK")
        .expect("the end of the lock");
    still_answers(&site.serve(&[]));
}
