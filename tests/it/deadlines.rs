//! Tests the time limits of the service: slow clients, and a write lock that another process holds.
//!
//! Each test waits long; the module's name makes them start early. They assert that a limit is not shorter than declared, which
//! a slow machine does not affect, and wait until it passes. A client that must stay connected repeats its attempt if the
//! machine was too slow.

use std::io::Read;
use std::time::{Duration, Instant};

use crate::support::{TEST_TIMEOUT, wait_until};
use crate::transport::*;

/// Waits until the server ends the connection, and returns the time since `start`. Meanwhile sends a byte of `slow_bytes` every
/// half second.
#[track_caller]
fn time_until_cut_off(start: Instant, client: &mut Client, slow_bytes: &[u8]) -> Duration {
    let mut bytes = slow_bytes.iter();
    client.set_read_timeout(Duration::from_millis(500));
    while !client.has_ended() {
        assert!(start.elapsed() < TEST_TIMEOUT, "the client is not cut off");
        if let Some(byte) = bytes.next()
            && !client.try_send(&[*byte])
        {
            break;
        }
    }
    start.elapsed()
}

/// The part of a log line that marks a response that was cut off.
const CUT_OFF: &str = "whole=false";

/// A client that reads a few bytes at a time, at a fixed pace.
struct SlowReader {
    client: Client,
    start: Instant,
    reads: u32,
    last_read: Instant,
    /// The longest time between two reads.
    longest: Duration,
}

impl SlowReader {
    fn new(mut client: Client, request: &[u8]) -> SlowReader {
        let now = Instant::now();
        client.send(request);
        SlowReader { client, start: now, reads: 0, last_read: now, longest: Duration::ZERO }
    }

    /// Reads `bytes`, then pauses. Returns false if the connection has ended.
    fn read(&mut self, bytes: usize, pause: Duration) -> bool {
        let now = Instant::now();
        self.longest = self.longest.max(now - self.last_read);
        self.last_read = now;
        self.reads += 1;
        let mut received = 0;
        while received < bytes {
            match self.client.read(bytes - received) {
                0 => return false,
                count => received += count,
            }
        }
        std::thread::sleep(pause);
        true
    }

    /// Returns whether the machine was fast enough for this pause between reads.
    fn has_kept_pace(&self, pause: Duration) -> bool {
        let longest = self.longest.max(self.last_read.elapsed());
        longest < pause * 3 && self.last_read - self.start < pause * self.reads * 5 / 4
    }

    /// Reads at this pace for longer than the limit of 30 s, then all the rest. Returns whether the response was complete;
    /// `None` if it was not, but the machine was too slow.
    fn receives_all(mut self, bytes: usize, pause: Duration, end: &[u8]) -> Option<bool> {
        while self.start.elapsed() < Duration::from_secs(36) && self.read(bytes, pause) {}
        let is_complete = self.client.read_until(end).windows(end.len()).any(|window| window == end);
        (is_complete || self.has_kept_pace(pause)).then_some(is_complete)
    }
}

/// Returns the result of the first conclusive attempt.
#[track_caller]
fn repeat_until_conclusive(attempt: impl FnMut() -> Option<bool>) -> bool {
    let mut attempts = std::iter::repeat_with(attempt).take(10);
    attempts.find_map(|result| result).expect("a machine that is fast enough once")
}

// "Headers within 10 s", also if the client keeps sending
#[test]
fn headers_must_arrive_within_10_s() {
    let site = site();
    let server = site.serve(&[]);
    let address = server.address;
    let header = "X-Slow: ".to_owned() + &"x".repeat(200);
    std::thread::scope(|scope| {
        for slow_bytes in ["", &header] {
            scope.spawn(move || {
                let start = Instant::now();
                let mut client = Client::connect(address);
                client.send(format!("POST {ASMX} HTTP/1.1\r\nHost: x\r\n").as_bytes());
                let time = time_until_cut_off(start, &mut client, slow_bytes.as_bytes());
                assert!(time >= Duration::from_secs(10), "{time:?}, {slow_bytes}");
            });
        }
    });
    assert_responds(&server);
}

// "body within 15 s"
#[test]
fn the_body_must_arrive_within_15_s() {
    let site = site();
    let server = site.serve(&[]);
    let address = server.address;
    std::thread::scope(|scope| {
        for style in STYLES {
            for sends_slowly in [false, true] {
                scope.spawn(move || {
                    let mut request = bram_call(style);
                    request.body.resize(request.body.len() + 500, b' ');
                    let bytes = keep_alive(&request);
                    let (at_once, later) = bytes.split_at(bytes.len() - 400);
                    let start = Instant::now();
                    let mut client = Client::connect(address);
                    client.send(at_once);
                    let later = if sends_slowly { later } else { b"" };
                    let time = time_until_cut_off(start, &mut client, later);
                    assert!(time >= Duration::from_secs(15), "{time:?}, {style:?}, {sends_slowly}");
                });
            }
        }
    });
    assert_responds(&server);
}

// "a reader that takes less than 16 KiB in 30 s while more is ready is cut off (the kernel's send
// buffer hides a slow reader: bound it)"; "A fault after a streamed answer has begun cuts the
// connection; the document is never closed as if it were whole."
#[test]
fn a_reader_that_does_not_read_is_cut_off() {
    let site = large_site();
    let server = site.serve(&[]);
    let request = keep_alive(&call(Style::Form, "GetAllBasicPersonInfo", &[]));
    let end = format!("</{LIST_ROOT}>");
    let start = Instant::now();
    let mut client = Client::connect(server.address);
    client.send(&request);
    assert!(client.read(1024) > 0);
    // meanwhile, other clients are served
    wait_until("the client is cut off", || {
        assert!(has_person(&server, "P000002"));
        server.log().contains(CUT_OFF)
    });
    assert!(start.elapsed() >= Duration::from_secs(30));
    let rest = client.read_to_end();
    assert!(rest.len() < 8_000_000, "{} bytes were buffered", rest.len());
    assert!(!String::from_utf8_lossy(&rest).contains(&end));
    assert!(has_person(&server, "P020000"));
}

// a response may take longer than 30 s
#[test]
fn a_slow_reader_that_reads_enough_is_not_cut_off() {
    let site = large_site();
    let server = site.serve(&[]);
    let request = keep_alive(&call(Style::Form, "GetAllBasicPersonInfo", &[]));
    let end = format!("</{LIST_ROOT}>");
    assert!(repeat_until_conclusive(|| {
        let reader = SlowReader::new(Client::connect(server.address), &request);
        reader.receives_all(256 * 1024, Duration::from_secs(3), end.as_bytes())
    }));
}

// the client reads 30 KiB in 30 s, because the system reports free buffer space late
#[test]
fn a_reader_of_more_than_16_kib_in_30_s_is_not_cut_off() {
    let site = large_site();
    let server = site.serve(&[]);
    let request = keep_alive(&call(Style::Form, "GetAllBasicPersonInfo", &[]));
    let end = format!("</{LIST_ROOT}>");
    assert!(repeat_until_conclusive(|| {
        let reader = SlowReader::new(Client::with_small_buffer(server.address), &request);
        reader.receives_all(1024, Duration::from_secs(1), end.as_bytes())
    }));
}

#[test]
fn a_reader_of_less_than_16_kib_in_30_s_is_cut_off() {
    let site = large_site();
    let server = site.serve(&[]);
    let request = keep_alive(&call(Style::Form, "GetAllBasicPersonInfo", &[]));
    let mut reader = SlowReader::new(Client::with_small_buffer(server.address), &request);
    while !server.log().contains(CUT_OFF) {
        assert!(reader.start.elapsed() < TEST_TIMEOUT, "the client is not cut off");
        reader.read(64, Duration::from_secs(1));
    }
    assert!(reader.start.elapsed() >= Duration::from_secs(30));
}

#[test]
fn a_large_list_is_complete_with_and_without_compression() {
    let site = large_site();
    let server = site.serve(&[]);
    let mut plain = Client::connect(server.address);
    plain.send(&keep_alive(&call(Style::Soap12, "GetAllBasicPersonInfo", &[])));
    let plain = plain.read_response().expect("a complete response");
    let text = plain.text();
    assert_eq!(text.matches("<BasicPersonInfo>").count(), 20_000);
    assert!(text.contains("<ExternalId>P020000</ExternalId>"));
    parse_xml(text);
    let mut compressed = Client::connect(server.address);
    let request = call(Style::Soap12, "GetAllBasicPersonInfo", &[]).header("Accept-Encoding", "gzip");
    compressed.send(&keep_alive(&request));
    let compressed = compressed.read_response().expect("a complete response");
    let mut decompressed = Vec::new();
    let mut decoder = flate2::read::GzDecoder::new(compressed.body.as_slice());
    decoder.read_to_end(&mut decompressed).expect("a whole gzip stream");
    assert!(decompressed == plain.body);
    assert!(compressed.body.len() < plain.body.len() / 4);
}

// "a provisioning call that meets the lock waits up to 10 s, then 503"; "or too busy: 503 with
// Retry-After, `The database cannot be written.`; reads go on"
#[test]
fn a_call_waits_10_s_for_the_lock() {
    let site = site();
    let server = site.serve(&["--metrics"]);
    assert_responds(&server);
    let lock = rusqlite::Connection::open(site.db()).expect("the database");
    lock.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    std::thread::scope(|scope| {
        let calls = SOAP_STYLES.map(|style| {
            let server = &server;
            scope.spawn(move || {
                let start = Instant::now();
                let mut client = Client::connect(server.address);
                client.send(&keep_alive(&soap_call(style, "CreatePerson", &new_person("E9"))));
                let response = client.read_response().expect("a response");
                assert!(start.elapsed() >= Duration::from_secs(10));
                let text = server_error_text(style, &response, 503, "");
                assert_eq!(text, "The database cannot be written.");
                assert!(response.header("Retry-After").is_some());
            })
        });
        let mut styles = STYLES.iter().cycle();
        wait_until("all calls have ended", || {
            calls.iter().all(|call| call.is_finished()) || {
                let style = *styles.next().expect("endless");
                assert_bram(style, &server.send(&bram_call(style)));
                false
            }
        });
    });
    assert!(!has_person(&server, "E9"));
    // a call waits for a lock that is released in time
    let mut client = Client::connect(server.address);
    let request = soap_call(Style::Soap12Action, "CreatePerson", &new_person("E8"));
    client.send(&keep_alive(&request));
    // the call and the request for metrics
    wait_until("the call is being answered", || server.metric("lms_answers_in_flight") == 2);
    lock.execute_batch("ROLLBACK").expect("a rollback");
    let response = client.read_response().expect("a response");
    assert!(response.text().contains("<Success>true</Success>"), "{}", response.text());
    assert!(has_person(&server, "E8"));
}
