//! Reports with more data about persons than the cache can hold: every row is right all the same, and
//! what was remembered is given back.

use std::fs;
use std::thread;

use rusqlite::Connection;

use crate::support::{Server, granted_site};

const PERSONS: usize = 4000;

/// Two results of each person, the later ones the other way round. A person has 4,000 bytes of text.
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

/// Memory of the process that is no page of a file, in MiB.
fn anonymous(server: &Server) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
    let kib = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap().trim().trim_end_matches(" kB");
    kib.parse::<usize>().unwrap() / 1024
}

#[test]
fn reports_exceed_the_lookup_cache() {
    let site = granted_site();
    let database = Connection::open(site.db()).unwrap();
    database.execute_batch(FILL).unwrap();
    drop(database);
    let server = site.serve(&[]);
    let text = report(&server);
    let reported: Vec<&str> =
        text.split("<Personeelsnummer>").skip(1).map(|rest| rest.split_once('<').unwrap().0).collect();
    let due: Vec<String> = (1..=PERSONS).chain((1..=PERSONS).rev()).map(|id| format!("E{id}")).collect();
    assert!(reported == due, "other persons, or in another order");
    assert_eq!(text.matches(&"v".repeat(1000)).count(), 2 * PERSONS);

    // one by one, and as many at once as a credential may have
    for _ in 0..2 {
        assert!(report(&server) == text);
    }
    let one = anonymous(&server);
    thread::scope(|scope| {
        // "a credential has 4 long answers … at once"
        for _ in 0..4 {
            scope.spawn(|| assert!(report(&server) == text));
        }
    });
    let many = anonymous(&server);
    assert!(one <= 14 && many <= 24, "{one} and {many} MiB are kept");
}
