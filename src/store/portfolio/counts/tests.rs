//! Compares the counts with the rows, and other materialized data with its views.

use super::*;
use crate::model::time::Clock;
use crate::store::connection::Database;
use crate::store::{check, derived, in_memory};

const ORGANISATION: &str = "
    INSERT INTO function (id, name) VALUES (1, 'f1'), (2, 'f2');
    INSERT INTO division (id, name, parent) VALUES (1, 'd1', NULL), (2, 'd2', 1), (3, 'd3', 2);
    INSERT INTO person_group (id, name) VALUES (1, 'g1'), (2, 'g2');
    INSERT INTO step (id, title) VALUES (1, 's');
    INSERT INTO category (id, step, title) VALUES (1, 1, 'c');
    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 6)
    INSERT INTO LearningModule (key, type, id, code, title, step, category, is_active)
    SELECT n, 'Learning', n, n, n, 1, 1, n > 1 FROM n;
    INSERT INTO class (id, code, training, name) SELECT key, code, key, 'k' FROM LearningModule;
    INSERT INTO learning_path (id, title) VALUES (1, 'p1'), (2, 'p2'), (3, 'p3');
    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 6)
    INSERT INTO person (id, external_identifier, first_name, family_name, email, account_level)
    SELECT n, n, 'x', 'y', 'z', 1 FROM n;";

/// Changes on which counts depend. Each `?` becomes a random number from 1 to 6.
const CHANGES: &[&str] = &[
    "INSERT INTO person (external_identifier, first_name, family_name, email, account_level, function)
     VALUES (abs(random()), 'x', 'y', 'z', 1, ? % 3)",
    "DELETE FROM person WHERE id = 6 + ? AND id NOT IN (SELECT person FROM enrollment)",
    "UPDATE person SET function = ? % 3 WHERE id = ?",
    "UPDATE person SET division = ? % 4 WHERE id = ?",
    "UPDATE person SET contract_end = iif(? > 3, NULL, '202?-01-01T00:00:00') WHERE id = ? AND NOT anonymised",
    "UPDATE person SET anonymised = ? = 1 WHERE id = ? AND contract_end IS NOT NULL",
    "UPDATE division SET parent = iif(? > 3, 1, NULL) WHERE id = 2",
    "UPDATE LearningModule SET is_active = ? % 2 WHERE key = ?",
    "INSERT OR IGNORE INTO enrollment (person, training, class, enrolled_at, state, changed_at, cancelled_by)
     SELECT ?, t, iif(? > 3, t, NULL), '202?-01-01T00:00:00', s, '2026-01-01T00:00:00', iif(s = 2, 'Reden onbekend', '')
     FROM (SELECT ? AS t, ? % 4 AS s)",
    "UPDATE enrollment SET state = 2, cancelled_by = 'Reden onbekend' WHERE id % 6 + 1 = ?",
    "UPDATE enrollment SET state = 3, cancelled_by = '' WHERE id % 6 + 1 = ?",
    "UPDATE OR IGNORE enrollment SET person = ? WHERE id % 6 + 1 = ?",
    "UPDATE OR IGNORE enrollment SET enrolled_at = '202?-01-01T00:00:00' WHERE id % 6 + 1 = ?",
    "UPDATE OR IGNORE enrollment SET class = NULL, training = ? WHERE id % 6 + 1 = ?",
    "DELETE FROM enrollment WHERE id % 6 + 1 = ?",
    "INSERT OR IGNORE INTO FinishedModule (person, training, finished_at) VALUES (?, ?, '202?-01-01T00:00:00')",
    "UPDATE OR IGNORE FinishedModule SET person = ? WHERE id % 6 + 1 = ?",
    "UPDATE OR IGNORE FinishedModule SET training = ?, class = NULL WHERE id % 6 + 1 = ?",
    "DELETE FROM FinishedModule WHERE id % 6 + 1 = ?",
    "UPDATE FinishedModule SET class = iif(? > 3, training, NULL) WHERE id % 6 + 1 = ?",
    "UPDATE FinishedModule SET started_at = '2019-0?-01T00:00:00' WHERE id % 6 + 1 = ?",
    "INSERT OR REPLACE INTO progress (person, training, started_at) VALUES (?, ?, '202?-01-01T00:00:00')",
    "UPDATE OR IGNORE progress SET training = ?, percent_complete = ? WHERE id % 6 + 1 = ?",
    "DELETE FROM progress WHERE id % 6 + 1 = ?",
    "INSERT OR IGNORE INTO class_date (class, date, starts_at, ends_at)
     VALUES (?, '202?-06-01', '09:00:00', '10:00:00')",
    "DELETE FROM class_date WHERE id % 6 + 1 = ? AND id NOT IN (SELECT coalesce(class_date, 0) FROM class_trainer)",
    "UPDATE OR IGNORE class_date SET class = ?
     WHERE id % 6 + 1 = ? AND id NOT IN (SELECT coalesce(class_date, 0) FROM class_trainer)",
    "INSERT OR IGNORE INTO class_trainer (class, person) VALUES (?, ?)",
    "INSERT OR IGNORE INTO class_trainer (class, person, class_date) SELECT class, ?, id FROM class_date WHERE id % 6 + 1 = ?",
    "UPDATE OR IGNORE class_trainer SET person = ? WHERE id % 6 + 1 = ?",
    "UPDATE OR IGNORE class_trainer SET class = ?, class_date = NULL WHERE id % 6 + 1 = ?",
    "DELETE FROM class_trainer WHERE id % 6 + 1 = ?",
    "UPDATE enrollment SET on_waiting_list = ? % 2 WHERE id % 6 + 1 = ?",
    "INSERT OR IGNORE INTO group_member (person_group, person) VALUES (? % 2 + 1, ?)",
    "UPDATE OR IGNORE group_member SET person = ? WHERE id % 6 + 1 = ?",
    "UPDATE OR IGNORE group_member SET person_group = ? % 2 + 1 WHERE id % 6 + 1 = ?",
    "DELETE FROM group_member WHERE id % 6 + 1 = ?",
    "INSERT OR IGNORE INTO training_trainer (training, person) VALUES (?, ?)",
    "UPDATE OR IGNORE training_trainer SET training = ? WHERE id % 6 + 1 = ?",
    "DELETE FROM training_trainer WHERE id % 6 + 1 = ?",
    "INSERT OR IGNORE INTO learning_path_training (learning_path, training) VALUES (? % 3 + 1, ?)",
    "UPDATE OR IGNORE learning_path_training SET training = ? WHERE id % 6 + 1 = ?",
    "DELETE FROM learning_path_training WHERE id % 6 + 1 = ?",
    "INSERT OR IGNORE INTO learning_path_link (learning_path, link_type, person) VALUES (? % 3 + 1, 'Theme', ?)",
    "INSERT OR IGNORE INTO learning_path_link (learning_path, link_type, person) VALUES (? % 3 + 1, 'Person', ?)",
    "INSERT OR IGNORE INTO learning_path_link (learning_path, link_type, function) VALUES (? % 3 + 1, 'Function', ? % 3)",
    "INSERT OR IGNORE INTO learning_path_link (learning_path, link_type, division) VALUES (? % 3 + 1, 'Location', ? % 4)",
    "INSERT OR IGNORE INTO learning_path_link (learning_path, link_type, person_group) VALUES (? % 3 + 1, 'Group', ? % 2 + 1)",
    "UPDATE OR IGNORE learning_path_link SET learning_path = ? % 3 + 1 WHERE id % 6 + 1 = ?",
    "UPDATE OR IGNORE learning_path_link SET person = ? WHERE person IS NOT NULL AND id % 6 + 1 = ?",
    "DELETE FROM learning_path_link WHERE id % 6 + 1 = ?",
];

fn create_database() -> Database {
    let database = in_memory(&Clock::new("Europe/Amsterdam", Some("2026-03-09T12:00:00")).unwrap()).unwrap();
    database.execute_batch(ORGANISATION).unwrap();
    database
}

fn find_wrong_materialized(database: &Database) -> Vec<String> {
    let mut found = Vec::new();
    let mut report = |problem: &str| {
        found.push(problem.to_owned());
        Ok(())
    };
    check::check_rules(database, &mut report).unwrap();
    check::check_materialized_tables(database, &mut report).unwrap();
    found.retain(|problem| ["stored", "sums", "the row of"].iter().any(|word| problem.contains(word)));
    found
}

const NO_PERSONS: DirtyPersons = DirtyPersons { range_start: NO_DIRTY_RANGE, has_marked_persons: false };

fn recount_all_dirty(database: &Database) {
    let dirty = DirtyPersons::read(database).unwrap();
    if dirty.has_range() {
        while has_dirty_persons(database).unwrap() {
            recount_dirty_batch(database).unwrap();
        }
    } else {
        recount(database, PersonSelection::Dirty, 1..=i64::MAX).unwrap();
    }
}

#[test]
fn a_few_dirty_persons_are_left_to_readers() {
    let database = create_database();
    recount_all_dirty(&database);
    let insert = "INSERT INTO portfolio_dirty_person SELECT value FROM json_each(?)";
    let ids = |count| serde_json::to_string(&(1..=count).collect::<Vec<i64>>()).unwrap();
    for (count, is_marked) in [(MIN_RECOUNTED - 1, true), (MIN_RECOUNTED, false)] {
        database.execute("DELETE FROM portfolio_dirty_person", []).unwrap();
        database.execute(insert, [ids(count)]).unwrap();
        recount_dirty_batch(&database).unwrap();
        assert_eq!(DirtyPersons::read(&database).unwrap().has_marked_persons, is_marked, "{count}");
        assert_eq!(find_wrong_counts(&database).unwrap(), [0; 0]);
    }
}

#[test]
fn gaps_between_ids_are_skipped() {
    let database = create_database();
    recount_all_dirty(&database);
    database.execute("UPDATE person SET id = 2147483647 WHERE id = 6", []).unwrap();
    database.execute("INSERT OR IGNORE INTO portfolio_dirty_person VALUES (0)", []).unwrap();
    recount_dirty_batch(&database).unwrap();
    assert_eq!(DirtyPersons::read(&database).unwrap().range_start, 2147483647 >> BLOCK_BITS << BLOCK_BITS);
    recount_dirty_batch(&database).unwrap();
    assert_eq!(DirtyPersons::read(&database).unwrap(), NO_PERSONS);
    assert_eq!(find_wrong_counts(&database).unwrap(), [0; 0]);
}

fn random_numbers() -> impl FnMut(u64) -> u64 {
    let mut state = 7_u64;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    }
}

#[test]
fn every_change_marks_the_persons_whose_counts_it_changes() {
    let database = create_database();
    let mut random_below = random_numbers();
    let mut changed = 0;
    for _ in 0..1500 {
        recount_all_dirty(&database);
        let mut change = CHANGES[random_below(CHANGES.len() as u64) as usize].to_owned();
        while change.contains('?') {
            change = change.replacen('?', &(random_below(6) + 1).to_string(), 1);
        }
        changed += database.execute(&change, []).unwrap().min(1);
        // readers count marked persons again: a wrong count means that the change did not mark the person
        assert_eq!(find_wrong_counts(&database).unwrap(), [0; 0], "after {change}");
        assert_eq!(find_wrong_materialized(&database), [""; 0], "after {change}");
        recount_all_dirty(&database);
        derived::rebuild_dirty_batch(&database).unwrap();
        assert_eq!(find_wrong_counts(&database).unwrap(), [0; 0], "recounted after {change}");
        assert_eq!(find_wrong_materialized(&database), [""; 0], "after {change}");
        assert_eq!(DirtyPersons::read(&database).unwrap(), NO_PERSONS);
    }
    assert!(changed > 700, "{changed} changes");
}

#[test]
fn a_wrong_count_is_found() {
    let database = create_database();
    recount_all_dirty(&database);
    // each damage adds to those before it
    for (damage, wrong_persons) in [
        ("UPDATE portfolio_count SET completed = 1 WHERE person = 3", vec![3]),
        ("DELETE FROM portfolio_count WHERE person IN (1, 6)", vec![1, 3, 6]),
        ("INSERT INTO portfolio_count VALUES (9, NULL, 0, 0, 0, 0)", vec![1, 3, 6, 9]),
    ] {
        database.execute(damage, []).unwrap();
        assert_eq!(find_wrong_counts(&database).unwrap(), wrong_persons, "{damage}");
    }
    // person 0 means all persons
    database.execute("INSERT INTO portfolio_dirty_person VALUES (0)", []).unwrap();
    recount_all_dirty(&database);
    assert_eq!(find_wrong_counts(&database).unwrap(), [0; 0]);
}
