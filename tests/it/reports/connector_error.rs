//! The operation ConnectorError and the command `connector-errors` (contract §6).

use crate::support::{Dialect, Fixture, PASSWORD, Request, Server, Site, USER, granted_site, wait_until};

fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = Site::new();
        site.add_credential(USER, PASSWORD, &["ConnectorError"]);
        site
    })
}

#[track_caller]
fn report_error(server: &Server, message: &str, connector: &str) {
    let answer = server.form("ConnectorError", &[("message", message), ("connector", connector)]).answer();
    assert_eq!((answer.name.as_str(), answer.error.clone()), ("ApiResponse", None));
    let contents = answer.ok();
    assert!(contents.children.is_empty() && contents.text.is_empty());
}

/// Returns the stored errors as `connector-errors --json` prints them.
#[track_caller]
fn stored_errors(site: &Site, more: &[&str]) -> Vec<serde_json::Value> {
    let output = site.lms(&[&["connector-errors", "--json"], more].concat()).ok();
    output.stdout.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

fn sql(site: &Site, statements: &str) {
    let database = rusqlite::Connection::open(site.db()).expect("the site's database");
    database.execute_batch(statements).expect(statements);
}

#[test]
fn an_error_is_stored_with_time_credential_and_connector() {
    let site = site();
    let server = site.serve(&[]);
    report_error(&server, "De import liep vast\nop regel 7: <x> & \"y\"", "AFAS");
    let xml = "<message>tweede</message>";
    let answer = server.soap(Dialect::Soap12, "ConnectorError", xml);
    assert_eq!(answer.root().name, "ApiResponse", "no envelope: only CreatePerson and UpdatePerson always have one");
    answer.answer().ok();
    let errors = stored_errors(&site, &[]);
    assert_eq!(errors.len(), 2);
    assert_eq!(errors[0]["message"], "De import liep vast\nop regel 7: <x> & \"y\"");
    assert_eq!(errors[0]["credential"], USER);
    assert_eq!(errors[0]["connector"], "AFAS");
    assert_eq!(errors[1]["connector"], "");
    // the time of `--now`, which has no effect only on "credentials, throttle or audit"
    assert_eq!(errors[0]["at"], "2026-03-09T12:00:00+01:00");
}

#[test]
fn a_missing_or_too_long_message_is_refused() {
    let site = site();
    let server = site.serve(&[]);
    report_error(&server, &"é".repeat(10_000), "");
    report_error(&server, "", "");
    let refusal = |fields: &[(&str, &str)]| {
        let response = server.form("ConnectorError", fields);
        (response.status, response.answer().refused())
    };
    let (status, text) = refusal(&[("message", &"x".repeat(10_001))]);
    assert_eq!(status, 400);
    assert!(text.starts_with("Invalid value for parameter message: xxx"), "{text}");
    assert_eq!(refusal(&[]), (400, "Missing parameter: message.".into()));
    assert_eq!(refusal(&[("message", "x"), ("connector", &"x".repeat(1_001))]).0, 400);
    assert_eq!(stored_errors(&site, &[]).len(), 2);
}

// "Granted by its name only"
#[test]
fn the_grant_all_does_not_include_connector_error() {
    let site = granted_site();
    let response = site.serve(&[]).form("ConnectorError", &[("message", "x")]);
    assert_eq!(response.status, 403);
    assert_eq!(response.answer().refused(), "Access to operation ConnectorError is not granted.");
}

#[test]
fn errors_are_filtered_by_time_and_connector() {
    let site = site();
    sql(
        &site,
        "INSERT INTO connector_error (at, credential, connector, message) VALUES
             ('2026-01-31T22:59:59Z', 'hr', 'AFAS', 'een'), ('2026-01-31T23:00:00Z', 'hr', 'AFAS', 'twee'),
             ('2026-02-02T00:00:00Z', 'hr', 'Visma', 'drie')",
    );
    let messages = |more: &[&str]| {
        let errors = stored_errors(&site, more);
        errors.iter().map(|error| error["message"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
    };
    // midnight in the service's time zone
    assert_eq!(messages(&["--since", "2026-02-01"]), ["twee", "drie"]);
    assert_eq!(messages(&["--connector", "AFAS"]), ["een", "twee"]);
    assert_eq!(messages(&["--connector", "AFAS", "--since", "2026-02-01T00:00:00"]), ["twee"]);
    assert_eq!(messages(&["--connector", "afas"]), [""; 0]);
    let wrong = site.lms(&["connector-errors", "--since", "gisteren"]);
    assert_eq!(wrong.status, 2);
}

#[test]
fn a_terminal_shows_a_table_with_one_line_for_each_error() {
    let site = site();
    sql(
        &site,
        "INSERT INTO connector_error (at, credential, connector, message) VALUES
             ('2026-01-31T23:00:00Z', 'personeelszaken', '', 'een' || char(10, 27) || 'twee'),
             ('2026-07-01T10:00:00Z', 'hr', 'AFAS', 'drie')",
    );
    let output = site.lms(&["connector-errors"]).ok();
    assert_eq!(
        output.stdout,
        "TIME                       CREDENTIAL       CONNECTOR  MESSAGE\n\
         2026-02-01T00:00:00+01:00  personeelszaken             een\\n\\u{1b}twee\n\
         2026-07-01T12:00:00+02:00  hr               AFAS       drie\n"
    );
    let none = site.lms(&["connector-errors", "--connector", "Visma"]).ok();
    assert_eq!((none.stdout.as_str(), none.stderr.lines().count()), ("", 1));
}

// "the last 90 days and 100,000 are kept"
#[test]
fn old_errors_and_those_beyond_the_limit_are_deleted() {
    let site = site();
    sql(
        &site,
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
         INSERT INTO connector_error (at, credential, message)
         SELECT '2026-03-08T11:00:00Z', 'hr', i FROM n",
    );
    let server = site.serve(&[]);
    report_error(&server, "de laatste", "");
    server.stop();
    let stored = stored_errors(&site, &[]);
    assert_eq!(stored.len(), 100_000);
    assert_eq!((&stored[0]["message"], &stored[99_999]["message"]), (&"2".into(), &"de laatste".into()));

    sql(
        &site,
        "DELETE FROM connector_error WHERE id > 4;
         UPDATE connector_error SET at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-' || message || ' hours')",
    );
    let count = |flags: &[&str], expected: usize| {
        let server = site.serve_with_running_clock(flags);
        wait_until("old errors are deleted", || stored_errors(&site, &[]).len() <= expected);
        server.stop();
        stored_errors(&site, &[]).len()
    };
    assert_eq!(count(&[], 3), 3);
    // with a fixed clock, no errors are deleted
    let server = site.serve(&["--now", "9000-01-01", "--connector-errors-keep", "1m"]);
    assert_eq!(server.send(&Request::get("/healthz")).status, 200);
    server.stop();
    assert_eq!(stored_errors(&site, &[]).len(), 3);
    assert_eq!(count(&["--connector-errors-keep", "150m"], 1), 1);
    let wrong = site.lms(&["serve", "--connector-errors-keep", "soon"]);
    assert_eq!(wrong.status, 2);
}
