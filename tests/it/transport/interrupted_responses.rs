//! Tests why responses end early: the client disconnects, the time limit passes, or the credential has too many of them.

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

/// Returns the log line of the request for [`ALL`].
#[track_caller]
fn log_line_of_all(server: &Server) -> String {
    wait_for("the log line", || {
        let log = server.log();
        let is_of_all = |line: &&str| line.contains(" request ") && line.contains(ALL);
        log.lines().find(is_of_all).map(str::to_owned)
    })
}

// "what a client that has gone asked for is interrupted"
#[test]
fn queries_of_disconnected_clients_are_interrupted() {
    for style in STYLES {
        let site = site();
        let server = site.serve(&["--metrics"]);
        make_endless(&site);
        // caches the login, so that the next call begins with its query
        assert_responds(&server);
        let log = wait_for("the log has the disconnected client", || {
            let mut client = Client::connect(server.address);
            client.send(&keep_alive(&call(style, ALL, &[])));
            // the call and the request for metrics
            wait_until("the call is being answered", || server.metric("lms_answers_in_flight") >= 2);
            drop(client);
            Some(server.log()).filter(|log| log.contains("its client has gone"))
        });
        assert!(log.contains("a query was interrupted"), "{log}");
        let line = log_line_of_all(&server);
        assert!(line.contains("outcome=gone"), "{line}");
        assert!(line.contains("status=0"), "{line}");
        assert!(!log.contains("ERROR"), "{log}");
    }
}

// "One answer has 30 minutes in all"; here it has a second
#[test]
fn a_response_that_begins_too_late_is_503() {
    let site = site();
    let server = site.serve(&["--answer-within", "1s"]);
    make_endless(&site);
    for style in STYLES {
        let response = server.send(&call(style, ALL, &[]));
        let text = server_error_text(style, &response, 503, LIST_ROOT);
        assert_eq!(text, "The answer took more than 1 seconds.");
        assert_eq!(response.header("Retry-After"), Some("60"));
    }
    let log = server.wait_for_log("its time was up");
    assert!(log.contains("outcome=overdue"), "{log}");
    assert_responds(&server);
}

// "the document is never closed as if it were whole"
// ASVS 15.2.2
#[test]
fn a_response_that_takes_too_long_is_cut_off() {
    let site = large_site();
    // a slow machine may need longer to begin a response: then it is 503, or is cut off before its head is sent
    let started = ["1s", "5s", "25s"].into_iter().find_map(|limit| {
        let server = site.serve(&["--answer-within", limit]);
        let mut client = Client::with_small_buffer(server.address);
        client.send(&keep_alive(&call(Style::Form, ALL, &[])));
        let head = client.read_head()?;
        (head.status == 200).then_some((server, client))
    });
    let (server, mut client) = started.expect("a response that begins within 25 seconds");
    let line = log_line_of_all(&server);
    assert!(line.contains("outcome=overdue"), "{line}");
    assert!(line.contains("whole=false"), "{line}");
    assert!(!client.read_to_end().ends_with(b"0\r\n\r\n"));
}

// "a credential has 4 long answers (begun, not ended) at once, the next is 503 with Retry-After"
#[test]
fn the_fifth_streamed_response_of_a_credential_is_503() {
    let site = large_site();
    const OTHER_PASSWORD: &str = "another-long-password-1";
    site.add_credential("bi", OTHER_PASSWORD, &["provisioning"]);
    let server = site.serve(&[]);
    let begin = || {
        let mut client = Client::with_small_buffer(server.address);
        client.send(&keep_alive(&call(Style::Form, ALL, &[])));
        let head = client.read_head().expect("a head");
        (client, head)
    };
    let mut four: Vec<(Client, Response)> = (0..4).map(|_| begin()).collect();
    assert!(four.iter().all(|(_, head)| head.status == 200));
    for style in STYLES {
        for encoding in ["identity", "gzip"] {
            let fifth = call(style, ALL, &[]).header("Accept-Encoding", encoding);
            let fifth = server.send(&fifth);
            assert_eq!(fifth.status, style.status(503));
            assert_eq!(fifth.header("Retry-After"), Some("30"));
        }
        let fifth = server.send(&call(style, ALL, &[]));
        let text = server_error_text(style, &fifth, 503, LIST_ROOT);
        assert!(text.starts_with("Too many long answers at once: at most 4"), "{text}");
    }
    // single-row responses and those of other credentials are not limited
    assert!(has_person(&server, "P000002"));
    let login = [("username", "bi"), ("password", OTHER_PASSWORD)];
    assert_eq!(server.send(&exact_call(Style::Form, ALL, &login)).status, 200);
    // when one has ended, another can begin
    four.pop();
    wait_until("another response begins", || begin().1.status == 200);
    assert!(server.wait_for_log("outcome=busy").contains("credential=hr"));
}
