//! A report whose lookups do not fit in the lookup cache has correct rows, and its memory is freed afterwards.

use std::fs;
use std::thread;

use rusqlite::Connection;

use crate::support::{Server, granted_site};

const PERSONS: usize = 4000;

/// Adds persons with 4,000 bytes of text each. Each has two results: earlier ones in order of persons, later ones reversed.
const FILL: &str = "
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
    INSERT INTO person (id, external_identifier, first_name, insertion, family_name, email, cost_centre, account_level)
        SELECT i, 'E' || i, printf('%.1000c', 'v'), '', printf('%.1000c', 'a'), printf('%.1000c', 'e'), printf('%.1000c', 'k'),
               (SELECT id FROM account_level WHERE is_default = 1)
        FROM n;
    INSERT INTO step (id, title) VALUES (1, 'Basis');
    INSERT INTO category (id, step, title) VALUES (1, 1, 'Alle');
    INSERT INTO LearningModule (key, type, id, code, title, step, category)
        VALUES (1, 'Learning', 1, 'T1', 'Tillen', 1, 1);
    INSERT INTO FinishedModule (person, training, finished_at)
        SELECT id, 1, strftime('%Y-%m-%dT%H:%M:%S', '2020-01-01', id || ' minutes') FROM person WHERE id > 0
        UNION ALL SELECT id, 1, strftime('%Y-%m-%dT%H:%M:%S', '2025-01-01', -id || ' minutes') FROM person WHERE id > 0;";

fn report(server: &Server) -> String {
    let range = [("fromDate", "2019-01-01"), ("toDate", "2025-12-31")];
    server.form("CompletedCourses", &range).text().to_owned()
}

/// Returns the anonymous memory of the server's process in MiB.
fn anonymous_memory(server: &Server) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
    let kib = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap().trim().trim_end_matches(" kB");
    kib.parse::<usize>().unwrap() / 1024
}

#[test]
fn a_report_that_exceeds_the_lookup_cache_is_correct_and_frees_its_memory() {
    let site = granted_site();
    let database = Connection::open(site.db()).unwrap();
    database.execute_batch(FILL).unwrap();
    drop(database);
    let server = site.serve(&[]);
    let text = report(&server);
    let reported: Vec<&str> =
        text.split("<Personeelsnummer>").skip(1).map(|rest| rest.split_once('<').unwrap().0).collect();
    let expected: Vec<String> = (1..=PERSONS).chain((1..=PERSONS).rev()).map(|id| format!("E{id}")).collect();
    assert!(reported == expected, "other persons, or in another order");
    assert_eq!(text.matches(&"v".repeat(1000)).count(), 2 * PERSONS);

    for _ in 0..2 {
        assert!(report(&server) == text);
    }
    let after_one = anonymous_memory(&server);
    thread::scope(|scope| {
        // "a credential has 4 long answers … at once"
        for _ in 0..4 {
            scope.spawn(|| assert!(report(&server) == text));
        }
    });
    let after_four = anonymous_memory(&server);
    assert!(after_one <= 14 && after_four <= 24, "{after_one} and {after_four} MiB are in use");
}
