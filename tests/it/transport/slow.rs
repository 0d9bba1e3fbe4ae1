//! Clients that take their time, and the lock that another process holds. Each waits long, so each
//! is a test of its own and they run beside one another.

use super::*;

/// How long it takes until the server ends the connection, while `feed` sends a byte now and then.
fn cut_after(wire: &mut Wire, feed: Option<&[u8]>) -> Duration {
    let begin = Instant::now();
    let mut bytes = feed.unwrap_or_default().iter();
    wire.patience(Duration::from_millis(500));
    while begin.elapsed() < Duration::from_secs(40) {
        if wire.ended() {
            break;
        }
        if let Some(byte) = bytes.next()
            && !wire.offer(&[*byte])
        {
            break;
        }
    }
    begin.elapsed()
}

// "Headers within 10 s": all of them, however busily they drip
#[test]
fn headers_come_within_10_s() {
    let site = site();
    let server = site.serve(&[]);
    let address = server.address;
    let drip = "X-Drip: ".to_owned() + &"x".repeat(200);
    std::thread::scope(|scope| {
        for feed in [None, Some(drip.as_bytes())] {
            scope.spawn(move || {
                let mut wire = Wire::to(address);
                wire.send(format!("POST {ASMX} HTTP/1.1\r\nHost: x\r\n").as_bytes());
                let took = cut_after(&mut wire, feed).as_secs_f64();
                assert!(
                    (8.0..14.0).contains(&took),
                    "{took} s, dripping: {}",
                    feed.is_some()
                );
            });
        }
    });
    still_answers(&server);
}

// "body within 15 s"
#[test]
fn the_body_comes_within_15_s() {
    let site = site();
    let server = site.serve(&[]);
    let address = server.address;
    std::thread::scope(|scope| {
        for way in WAYS {
            for dripping in [false, true] {
                scope.spawn(move || {
                    let mut request = bram_call(way);
                    request.body.resize(request.body.len() + 500, b' ');
                    let bytes = kept(&request);
                    let (now, later) = bytes.split_at(bytes.len() - 400);
                    let mut wire = Wire::to(address);
                    wire.send(now);
                    let took = cut_after(&mut wire, dripping.then_some(later)).as_secs_f64();
                    assert!(
                        (12.0..20.0).contains(&took),
                        "{took} s, {way:?}, dripping: {dripping}"
                    );
                });
            }
        }
    });
    still_answers(&server);
}

// "a reader that takes less than 16 KiB in 30 s while more is ready is cut off (the kernel's send
// buffer hides a slow reader: bound it)"; "A fault after a streamed answer has begun cuts the
// connection; the document is never closed as if it were whole."
#[test]
fn a_reader_that_does_not_read_is_cut_off() {
    let site = large_site();
    let server = site.serve(&[]);
    let request = kept(&call(Way::Form, "GetAllBasicPersonInfo", &[]));
    let end = format!("</{LIST_ROOT}>");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut wire = Wire::to(server.address);
            wire.send(&request);
            assert!(wire.take(1024) > 0);
            std::thread::sleep(Duration::from_secs(44));
            let rest = wire.rest();
            assert!(rest.len() < 8_000_000, "{} bytes were waiting", rest.len());
            assert!(!String::from_utf8_lossy(&rest).contains(&end));
        });
        // The nearest wrong reading: an answer may take no longer than 30 s. This reader is slow and
        // takes enough.
        scope.spawn(|| {
            let mut wire = Wire::to(server.address);
            wire.send(&request);
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_secs(40) {
                let mut taken = 0;
                while taken < 256 * 1024 {
                    let n = wire.take(64 * 1024);
                    assert!(
                        n > 0,
                        "cut off though it reads, after {:?}",
                        begin.elapsed()
                    );
                    taken += n;
                }
                std::thread::sleep(Duration::from_secs(4));
            }
            let rest = wire.rest_until(end.as_bytes());
            assert!(
                String::from_utf8_lossy(&rest).contains(&end),
                "{} bytes",
                rest.len()
            );
        });
        // Meanwhile others are served.
        for _ in 0..4 {
            std::thread::sleep(Duration::from_secs(8));
            assert!(exists(&server, "P000002"));
        }
    });
    assert!(exists(&server, "P020000"));
}

// "less than 16 KiB in 30 s": 30 KiB is more, however late the system tells the server that there is room
#[test]
fn a_reader_that_takes_more_than_16_kib_in_30_s_is_not_cut_off() {
    let site = large_site();
    let server = site.serve(&[]);
    let request = kept(&call(Way::Form, "GetAllBasicPersonInfo", &[]));
    let end = format!("</{LIST_ROOT}>");
    std::thread::scope(|scope| {
        for (a_second, whole) in [(1024, true), (64, false)] {
            let (server, request, end) = (&server, &request, &end);
            scope.spawn(move || {
                let mut wire = Wire::holding_little(server.address);
                wire.send(request);
                for _ in 0..40 {
                    assert!(wire.take(a_second) > 0, "{a_second} bytes a second");
                    std::thread::sleep(Duration::from_secs(1));
                }
                let rest = wire.rest_until(end.as_bytes());
                let came = String::from_utf8_lossy(&rest).contains(end);
                assert_eq!(
                    came,
                    whole,
                    "{a_second} bytes a second, then {}",
                    rest.len()
                );
            });
        }
    });
}

// the whole of a large list arrives, compressed or not
#[test]
fn a_large_list_arrives_whole() {
    let site = large_site();
    let server = site.serve(&[]);
    let mut plain = Wire::to(server.address);
    plain.send(&kept(&call(Way::Bare, "GetAllBasicPersonInfo", &[])));
    let plain = plain.hear().expect("a whole answer");
    let text = plain.text();
    assert_eq!(text.matches("<BasicPersonInfo>").count(), 20_000);
    assert!(text.contains("<ExternalId>P020000</ExternalId>"));
    parse(text);
    let mut zipped = Wire::to(server.address);
    let request = call(Way::Bare, "GetAllBasicPersonInfo", &[]).header("Accept-Encoding", "gzip");
    zipped.send(&kept(&request));
    let zipped = zipped.hear().expect("a whole answer");
    let mut unzipped = Vec::new();
    let mut decoder = flate2::read::GzDecoder::new(zipped.body.as_slice());
    decoder
        .read_to_end(&mut unzipped)
        .expect("a whole gzip stream");
    assert!(unzipped == plain.body, "the same document");
    assert!(zipped.body.len() < plain.body.len() / 4);
}

// "a provisioning call that meets the lock waits up to 10 s, then 503"; "or too busy: 503 with
// Retry-After, `The database cannot be written.`; reads go on"
#[test]
fn a_call_waits_10_s_for_the_lock() {
    let site = site();
    let server = site.serve(&[]);
    still_answers(&server);
    let lock = rusqlite::Connection::open(site.db()).expect("the database");
    lock.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    std::thread::scope(|scope| {
        for way in SOAP_WAYS {
            let server = &server;
            scope.spawn(move || {
                let begin = Instant::now();
                let mut wire = Wire::to(server.address);
                wire.send(&kept(&soap_call(way, "CreatePerson", &new_person("E9"))));
                let response = wire.hear().expect("an answer");
                let took = begin.elapsed().as_secs_f64();
                let text = our_error_text(way, &response, 503, "");
                assert_eq!(text, "The database cannot be written.");
                assert!(response.header("Retry-After").is_some());
                assert!((8.0..16.0).contains(&took), "{took} s");
            });
        }
        for _ in 0..4 {
            std::thread::sleep(Duration::from_secs(2));
            for way in WAYS {
                assert_bram(way, &server.send(&bram_call(way)));
            }
        }
    });
    assert!(!exists(&server, "E9"));
    // A lock that goes in time is only waited for.
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let mut wire = Wire::to(server.address);
            wire.send(&kept(&soap_call(
                Way::Action,
                "CreatePerson",
                &new_person("E8"),
            )));
            wire.hear().expect("an answer")
        });
        std::thread::sleep(Duration::from_secs(2));
        lock.execute_batch("ROLLBACK").expect("the lock goes");
        let response = waiting.join().expect("an answer");
        assert!(
            response.text().contains("<Success>true</Success>"),
            "{}",
            response.text()
        );
    });
    assert!(exists(&server, "E8"));
}
