//! Tests `check` with a valid database and with a database for each problem that it finds.

use crate::support::{NOW, Site, seed_site};

/// Executes SQL on the database without checking constraints.
fn execute_unchecked(site: &Site, sql: &str) {
    let database = rusqlite::Connection::open(site.db()).unwrap();
    database
        .create_scalar_function(
            "service_now",
            0,
            rusqlite::functions::FunctionFlags::SQLITE_UTF8 | rusqlite::functions::FunctionFlags::SQLITE_INNOCUOUS,
            |_| Ok(NOW.to_owned()),
        )
        .unwrap();
    database.execute_batch(&format!("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; {sql}")).unwrap();
}

#[test]
fn the_seed_has_no_problems_before_or_after_its_undo() {
    let site = seed_site();
    let checked = site.lms(&["check"]).ok();
    assert!(checked.stdout.starts_with("no problems found in "), "{}", checked.stdout);
    site.lms(&["imports", "undo", "1"]).ok();
    site.lms(&["check"]).ok();
}

#[test]
fn each_problem_is_reported() {
    for (sql, problem) in [
        ("UPDATE account_level SET is_default = 0", "account_levels: no level is the default"),
        ("DELETE FROM function WHERE id = 0", "placeholders: Functie onbekend is missing"),
        ("UPDATE person SET first_name = 'Anna' WHERE id = 0", "placeholders: Manager onbekend is missing"),
        (
            "UPDATE division SET parent = 2 WHERE id = 1; UPDATE division SET parent = 1 WHERE id = 2",
            "is its own ancestor",
        ),
        ("UPDATE person SET first_name = 'Anna' WHERE anonymised", "is anonymised and has a name or address left"),
        (
            "UPDATE FinishedModule SET finished_at = '2099-01-01T00:00:00', valid_until = NULL WHERE id = 20001",
            "results: 20001 is finished at 2099-01-01T00:00:00, which is later than now",
        ),
        ("UPDATE training_id SET highest = 0", "has an id beyond the largest that was given to its type"),
        ("DELETE FROM image", "which is not in the database"),
        ("UPDATE reported_result SET enrollment = 7", "reported_result: the row of finished_at "),
        (
            "INSERT INTO reported_result (finished_at, person, training, result, certificate_obtained, version)
             VALUES ('2026-01-01T00:00:00', 1, 1, 7, 0, '')",
            "reported_result: the row of finished_at 2026-01-01T00:00:00, person 1, training 1 has no counterpart in the data",
        ),
        ("UPDATE reported_enrollment SET percent_complete = 101", "reported_enrollment: the row of enrolled_at "),
        (
            "INSERT INTO reported_enrollment (enrolled_at, person, training, enrollment, state, on_waiting_list,
                                              changed_at, cancelled_by, cancellation_reason)
             VALUES ('2026-01-01T00:00:00', 1, 1, 7, 0, 0, '2026-01-01T00:00:00', '', '')",
            "enrolled_at 2026-01-01T00:00:00, person 1, training 1, enrollment 7 has no counterpart in the data",
        ),
        (
            "UPDATE timetable SET dates = '' WHERE class = 1",
            "timetable: the row of class 1 is missing or differs from the data",
        ),
        (
            "INSERT INTO timetable VALUES (777, '', '', '')",
            "timetable: the row of class 777 has no counterpart in the data",
        ),
        (
            "UPDATE roster SET enrolled = '777' WHERE class = 1",
            "roster: the row of class 1 is missing or differs from the data",
        ),
        (
            "UPDATE roster SET moments = '' WHERE class = 1",
            "roster: the row of class 1 is missing or differs from the data",
        ),
        (
            "INSERT INTO roster (class, is_dirty) VALUES (777, TRUE)",
            "roster: the row of class 777 has no counterpart in the data",
        ),
        ("DELETE FROM roster WHERE class = 1", "roster: the row of class 1 is missing or differs from the data"),
        ("UPDATE class_date SET trainer_ids = '777' WHERE class = 1", "class_dates: the stored trainers of "),
        ("UPDATE class_enrollment SET state = 7", "class_enrollment: the row of class 1, person "),
        (
            "INSERT INTO class_enrollment VALUES (1, 777, 3, 0)",
            "class_enrollment: the row of class 1, person 777 has no counterpart in the data",
        ),
        ("UPDATE portfolio_block SET offered = offered + 1", "portfolio: the sums of the persons from 0 on are wrong"),
        (
            "UPDATE class SET begins = '1999-01-01T00:00:00' WHERE id = 1",
            "classes: BHVB-1 has the stored start 1999-01-01T00:00:00, not ",
        ),
        (
            "DELETE FROM LearningTasks WHERE id = (SELECT task FROM LearningModuleTasks LIMIT 1)",
            "refers to a missing row of LearningTasks",
        ),
        (
            "UPDATE portfolio_count SET offered = offered + 1 WHERE person = 1",
            "portfolio: the stored counts of person 1 are wrong",
        ),
        ("UPDATE person SET employee_type = 'Robot' WHERE id = 1", "CHECK constraint failed in person"),
        ("UPDATE class SET min_persons = 9, max_persons = 2 WHERE id = 1", "CHECK constraint failed in class"),
        // values that all origins refuse
        (
            "UPDATE person SET contract_start = '0204-01-01T00:00:00' WHERE id = 2",
            "person: row 2: ContractStartTime: 0204-01-01T00:00:00 is not a datetime (YYYY-MM-DD or D-M-YYYY",
        ),
        (
            "UPDATE person SET insertion = 'a' || char(7) WHERE id = 2",
            "person: row 2: Insertion: a\\u{7} contains the character U+0007, which is not allowed",
        ),
        ("UPDATE function SET name = ' Kok' WHERE id = 2", "function: row 2: Name:  Kok has white space at an end"),
        (
            "UPDATE division SET name = replace(hex(zeroblob(501)), '00', 'xx') WHERE id = 2",
            "is longer than 1000 characters",
        ),
        ("UPDATE person SET cost_centre = CAST(x'FF' AS TEXT) WHERE id = 2", "person: row 2: CostCentre: is not UTF-8"),
        (
            "UPDATE LearningModule SET image = 'javascript:x' WHERE key = (SELECT min(key) FROM LearningModule)",
            "Image: javascript:x is neither the name of a picture (images/<name>) nor an http(s) address",
        ),
        (
            "UPDATE image SET name = '../../' || name WHERE name = 'bhv.png'",
            "image: images/../../bhv.png: the name can only have letters without accents",
        ),
        (
            "UPDATE image SET content = x'00' WHERE name = 'bhv.png'",
            "image: images/bhv.png: the content is not that of a PNG, JPEG or WebP file",
        ),
        (
            "UPDATE image SET content_type = 'image/webp' WHERE name = 'bhv.png'",
            "image: images/bhv.png: the content is image/png, not image/webp",
        ),
        (
            "UPDATE class_date SET meeting_id = 4294967296 WHERE id = (SELECT min(id) FROM class_date)",
            "MeetingId: 4294967296 is not a whole number from -2147483648 to 2147483647",
        ),
    ] {
        let site = seed_site();
        execute_unchecked(&site, sql);
        let checked = site.lms(&["check"]);
        assert_eq!(checked.status, 1, "{sql}\n{}", checked.stdout);
        assert!(checked.stdout.contains(problem), "{sql}\n{}", checked.stdout);
        assert!(checked.stderr.contains(" found in "), "{sql}\n{}", checked.stderr);
    }
}

// "compare the whole schema with ours": a planted trigger would run in the program
#[test]
fn changed_schemas_are_reported_and_not_restored() {
    for (sql, problem) in [
        (
            "CREATE TRIGGER helpful AFTER UPDATE ON credential
             BEGIN INSERT OR IGNORE INTO credential_grant (credential, operation) VALUES (new.id, 'UpdatePerson'); END",
            "the trigger helpful of credential is unknown",
        ),
        ("CREATE VIEW passwords AS SELECT * FROM credential", "the view passwords is unknown"),
        ("CREATE TABLE mine (a)", "the table mine is unknown"),
        ("DROP INDEX person_of_email", "the index person_of_email is missing"),
        (
            "DROP VIEW groups_csv; CREATE VIEW groups_csv AS SELECT id AS row_id, id AS Id, 'x' AS Name FROM person_group",
            "the view groups_csv was changed",
        ),
    ] {
        let site = Site::new();
        execute_unchecked(&site, sql);
        let checked = site.lms(&["check"]).refused();
        assert!(checked.stdout.contains(problem), "{checked:?}");
        let backup = site.lms(&["backup", "--to", "copy.sqlite"]).ok();
        assert!(backup.stderr.contains(problem), "{backup:?}");
        let args = ["restore", "--from", "copy.sqlite", "--db", "new.sqlite"];
        let restored = site.lms(&args).refused();
        assert!(restored.stderr.contains(problem), "{restored:?}");
        assert!(!site.path().join("new.sqlite").exists());
    }
    // tables of ANALYZE and of Litestream are allowed
    let site = Site::new();
    execute_unchecked(
        &site,
        "ANALYZE; CREATE TABLE _litestream_lock (id INTEGER);
         CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
    );
    site.lms(&["check"]).ok();
}

#[test]
fn serve_refuses_a_planted_trigger_or_view() {
    for (sql, problem) in [
        (
            "CREATE TRIGGER helpful AFTER UPDATE ON credential BEGIN DELETE FROM credential_grant; END",
            "the trigger helpful of credential is unknown",
        ),
        ("CREATE VIEW passwords AS SELECT * FROM credential", "the view passwords is unknown"),
    ] {
        let site = Site::new();
        execute_unchecked(&site, sql);
        for flags in [&[][..], &["--read-only"]] {
            let mut args = vec!["serve", "--listen", "127.0.0.1:0"];
            args.extend(flags);
            let refused = site.lms(&args).refused();
            assert!(refused.stderr.contains(problem), "{refused:?}");
            assert!(refused.stderr.contains("DROP TRIGGER or DROP VIEW"), "{refused:?}");
            assert_eq!(refused.stdout, "");
        }
    }
}

#[test]
fn all_problems_are_reported_at_once() {
    let site = seed_site();
    execute_unchecked(
        &site,
        "UPDATE division SET parent = 2 WHERE id = 1; UPDATE division SET parent = 1 WHERE id = 2;
         DELETE FROM LearningModule WHERE key = (SELECT training FROM enrollment LIMIT 1);
         UPDATE step SET title = '' WHERE id = 1;
         DELETE FROM portfolio_dirty_person;
         UPDATE portfolio_count SET offered = offered + 1 WHERE person = 2;",
    );
    let checked = site.lms(&["check"]).refused();
    for problem in [
        "is its own ancestor",
        "refers to a missing row of LearningModule",
        "CHECK constraint failed in step",
        "portfolio: the stored counts of person 2 are wrong",
    ] {
        assert!(checked.stdout.contains(problem), "{problem}: {checked:?}");
    }
}

// an invalid datetime breaks a constraint, a rule and the counts
#[test]
fn a_failing_check_does_not_stop_the_others() {
    let site = seed_site();
    execute_unchecked(
        &site,
        "UPDATE FinishedModule SET finished_at = 'yesterday' WHERE id = 20001; DELETE FROM image;",
    );
    let checked = site.lms(&["check"]).refused();
    for problem in [
        "CHECK constraint failed in FinishedModule",
        "results: 20001 is finished at yesterday",
        "which is not in the database",
        "portfolio: cannot be checked: ",
    ] {
        assert!(checked.stdout.contains(problem), "{problem}: {checked:?}");
    }
}

#[test]
fn a_check_creates_no_file_and_changes_nothing() {
    let site = seed_site();
    let before = std::fs::read(site.db()).unwrap();
    site.lms(&["check"]).ok();
    assert!(std::fs::read(site.db()).unwrap() == before);
    let names: Vec<_> = site.path().read_dir().unwrap().collect();
    assert_eq!(names.len(), 1, "{names:?}");
}
