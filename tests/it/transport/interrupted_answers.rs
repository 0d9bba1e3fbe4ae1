//! Answers that are ended from outside: the client leaves, the time is over, the credential has too many.

use super::*;

const ALL: &str = "GetAllBasicPersonInfo";

/// Makes the query of all persons endless. The service must run: it would not start with such a view.
fn make_endless(site: &Site) {
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    let columns = (1..16).map(|n| format!(", '' AS c{n}")).collect::<String>();
    database
        .execute_batch(&format!(
            "DROP VIEW basic_person_info;
             CREATE VIEW basic_person_info AS
             WITH RECURSIVE endless (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless)
             SELECT n AS ServiceId{columns} FROM endless WHERE n < 0;"
        ))
        .expect("a view");
}

/// The log's line about the request of [`ALL`].
#[track_caller]
fn line_about_all(server: &Server) -> String {
    awaited("the log's line", || {
        let log = server.log();
        let about = |line: &&str| line.contains(" request ") && line.contains(ALL);
        log.lines().find(about).map(str::to_owned)
    })
}

// "what a client that has gone asked for is interrupted"
#[test]
fn queries_of_disconnected_clients_are_interrupted() {
    for way in WAYS {
        let site = site();
        let server = site.serve(&["--metrics"]);
        make_endless(&site);
        // from here on the password is known, and a call begins with its query
        still_answers(&server);
        let log = awaited("its client has gone", || {
            let mut wire = Wire::to(server.address);
            wire.send(&kept(&call(way, ALL, &[])));
            // that one and the one that asks
            awaited("it is being answered", || (metric(&server, "lms_answers_in_flight") >= Some(2)).then_some(()));
            drop(wire);
            Some(server.log()).filter(|log| log.contains("its client has gone"))
        });
        assert!(log.contains("a query was interrupted"), "{log}");
        let line = line_about_all(&server);
        assert!(line.contains("outcome=gone"), "{line}");
        assert!(line.contains("status=0"), "{line}");
        assert!(!log.contains("ERROR"), "{log}");
    }
}

// "One answer has 30 minutes in all", here a second: what has not begun by then is 503
#[test]
fn an_answer_that_begins_too_late_is_503() {
    let site = site();
    let server = site.serve(&["--answer-within", "1s"]);
    make_endless(&site);
    for way in WAYS {
        let response = server.send(&call(way, ALL, &[]));
        let text = our_error_text(way, &response, 503, LIST_ROOT);
        assert_eq!(text, "The answer took more than 1 seconds.");
        assert_eq!(response.header("Retry-After"), Some("60"));
    }
    let log = server.wait_for_log("its time was up");
    assert!(log.contains("outcome=overdue"), "{log}");
    // others go on
    still_answers(&server);
}

// and what has begun is cut: "the document is never closed as if it were whole"
// ASVS 15.2.2
#[test]
fn an_answer_that_takes_too_long_is_cut_off() {
    let site = large_site();
    // a slow machine may need longer to begin an answer: then it is refused, and there is nothing to cut
    let begun = ["1s", "5s", "25s"].into_iter().find_map(|limit| {
        let server = site.serve(&["--answer-within", limit]);
        let mut wire = Wire::holding_little(server.address);
        wire.send(&kept(&call(Way::Form, ALL, &[])));
        let head = wire.head().expect("a head");
        (head.status == 200).then_some((server, wire))
    });
    let (server, mut wire) = begun.expect("an answer that begins in 25 seconds");
    let line = line_about_all(&server);
    assert!(line.contains("outcome=overdue"), "{line}");
    assert!(line.contains("whole=false"), "{line}");
    assert!(!wire.rest().ends_with(b"0\r\n\r\n"));
}

// "a credential has 4 long answers (begun, not ended) at once, the next is 503 with Retry-After"
#[test]
fn the_fifth_long_answer_of_a_credential_is_503() {
    let site = large_site();
    const OTHER: &str = "another-long-password-1";
    site.add_credential("bi", OTHER, &["provisioning"]);
    let server = site.serve(&[]);
    let begin = || {
        let mut wire = Wire::holding_little(server.address);
        wire.send(&kept(&call(Way::Form, ALL, &[])));
        let head = wire.head().expect("a head");
        (wire, head)
    };
    let mut four: Vec<(Wire, Response)> = (0..4).map(|_| begin()).collect();
    assert!(four.iter().all(|(_, head)| head.status == 200));
    for way in WAYS {
        for encoding in ["identity", "gzip"] {
            let fifth = call(way, ALL, &[]).header("Accept-Encoding", encoding);
            let fifth = server.send(&fifth);
            assert_eq!(fifth.status, way.status(503));
            assert_eq!(fifth.header("Retry-After"), Some("30"));
        }
        let fifth = server.send(&call(way, ALL, &[]));
        let text = our_error_text(way, &fifth, 503, LIST_ROOT);
        assert!(text.starts_with("Too many long answers at once: at most 4"), "{text}");
    }
    // short ones and those of others are answered
    assert!(exists(&server, "P000002"));
    let others = [("username", "bi"), ("password", OTHER)];
    assert_eq!(server.send(&ask(Way::Form, ALL, &others)).status, 200);
    // and the next when one has ended
    four.pop();
    awaited("the place of the one that ended", || {
        let (_, head) = begin();
        (head.status == 200).then_some(())
    });
    assert!(server.wait_for_log("outcome=busy").contains("credential=hr"));
}
