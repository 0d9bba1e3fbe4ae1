//! Tests failing steps and aborted migrations on a version 1 database.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::*;
use crate::store::integrity::ReportProblem;
use crate::store::schema::NEWEST_VERSION;
use tempfile::TempDir;

const V1: &str = include_str!("../../../tests/schemas/v1.sql");
const DATABASE_NAME: &str = "lms.sqlite";
const COPY_NAME: &str = "lms.sqlite.v1.bak";

fn clock() -> Clock {
    Clock::new("Europe/Amsterdam", Some("2026-03-09T12:00:00")).unwrap()
}

/// Creates a folder with a version 1 database, and runs the SQL `change` on that database.
fn create_old_database(change: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(DATABASE_NAME);
    let database = Connection::open(&path).unwrap();
    database.execute_batch(&format!("{V1}; PRAGMA journal_mode = WAL; {change}")).unwrap();
    (folder, path)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn version(path: &Path) -> i32 {
    let database = Database::open_query_only(path, &clock()).unwrap();
    database.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

fn find_problems(path: &Path) -> BTreeSet<String> {
    let database = Database::open_query_only(path, &clock()).unwrap();
    let find_all = |report: ReportProblem| {
        check_integrity(&database, report)?;
        check::check(&database, report)
    };
    collect_problems(find_all).unwrap()
}

#[test]
fn a_failing_step_is_named_and_leaves_the_file_unchanged() {
    let (folder, path) = create_old_database("");
    let before = fs::read(&path).unwrap();
    let steps_with_suffix = |suffix: &str| {
        let mut steps = STEPS.iter().map(|step| (*step).to_owned()).collect::<Vec<_>>();
        steps.last_mut().unwrap().push_str(suffix);
        steps
    };
    let mut without_ledger_column = steps_with_suffix("");
    // the step to version 7 adds a column to the ledger
    without_ledger_column[5].clear();
    let last_step = format!("the step to version {NEWEST_VERSION}");
    let further_step = format!("the step to version {}", NEWEST_VERSION + 1);
    for (steps, failed_step, problem) in [
        (steps_with_suffix("CREATE TABEL x (y)"), &*last_step, "near \"TABEL\""),
        ([steps_with_suffix(""), vec!["DROP TABLE wine".into()]].concat(), &further_step, "no such table: wine"),
        (steps_with_suffix("DELETE FROM step"), "", "refers to a missing row of step; and "),
        (steps_with_suffix("UPDATE training_id SET highest = 7"), "", "an id beyond the largest"),
        (steps_with_suffix("CREATE TABLE wine (year INTEGER)"), "", "the table wine is unknown"),
        (without_ledger_column, "", "the table ledger was changed"),
        (steps_with_suffix("DROP TABLE absence"), "", "no such table: main.absence"),
    ] {
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        let failed = migrate_with_steps(&steps, &path, &clock(), &|_| (), &Arc::default()).unwrap_err();
        let message = format!("{failed:#}");
        assert!(message.contains(failed_step) && message.contains(problem), "{problem}: {message}");
        assert!(message.contains(COPY_NAME), "{message}");
        assert_eq!(names(folder.path()), [DATABASE_NAME, COPY_NAME], "{problem}");
        assert!(fs::read(&path).unwrap() == before, "{problem}");
    }
    migrate(&path, &clock(), &|_| (), &Arc::default()).unwrap();
    assert_eq!(names(folder.path()), [DATABASE_NAME, COPY_NAME]);
    assert_eq!((version(&path), find_problems(&path)), (NEWEST_VERSION, BTreeSet::new()));
    assert_eq!(version(&folder.path().join(COPY_NAME)), 1);
}

// each snapshot has the files that a process killed at that moment would leave
#[test]
fn an_interrupted_migration_can_be_repeated() {
    // too many changes for SQLite to keep them in memory before the commit
    let (folder, path) = create_old_database(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 60000)
         INSERT INTO ledger_change (ledger, file, row, kind) SELECT 1, 'persons.csv', n, 'created' FROM n",
    );
    let target = tempfile::tempdir().unwrap();
    let snapshots = std::cell::RefCell::new(Vec::new());
    let take_snapshot = |line: &str| {
        let (_, progress) = line.split_once(": ").unwrap();
        let snapshot = target.path().join(progress.split([' ', ';']).next().unwrap());
        // another process copies the files: closing the database here would release SQLite's locks
        let status = Command::new("cp").arg("-r").arg(folder.path()).arg(&snapshot).status();
        assert!(status.unwrap().success());
        snapshots.borrow_mut().push(snapshot);
    };
    migrate(&path, &clock(), &take_snapshot, &Arc::default()).unwrap();
    let snapshots = snapshots.into_inner();
    assert_eq!(names(target.path()), ["changing", "checking", "copying", "done"]);
    let log_bytes = |snapshot: &Path| snapshot.join("lms.sqlite-wal").metadata().map_or(0, |log| log.len());
    assert!(log_bytes(&snapshots[2]) > 1 << 20, "the transaction is in the log");
    for (snapshot, expected_version) in snapshots.iter().zip([1, 1, 1, NEWEST_VERSION]) {
        let path = snapshot.join(DATABASE_NAME);
        assert_eq!(version(&path), expected_version, "{}", snapshot.display());
        migrate(&path, &clock(), &|_| (), &Arc::default()).unwrap();
        assert_eq!(names(snapshot), [DATABASE_NAME, COPY_NAME], "{}", snapshot.display());
        assert_eq!((version(&path), find_problems(&path)), (NEWEST_VERSION, BTreeSet::new()));
        assert_eq!(version(&snapshot.join(COPY_NAME)), 1);
    }
}

#[test]
fn files_with_the_name_of_the_copy_are_kept_and_earlier_problems_are_ignored() {
    let (folder, path) = create_old_database("UPDATE training_id SET highest = 7");
    fs::write(folder.path().join(COPY_NAME), "mine").unwrap();
    let symlink = folder.path().join(format!("{COPY_NAME}-2"));
    std::os::unix::fs::symlink(&path, &symlink).unwrap();
    fs::hard_link(&path, folder.path().join(format!("{COPY_NAME}-3"))).unwrap();
    migrate(&path, &clock(), &|_| (), &Arc::default()).unwrap();
    assert_eq!(fs::read(folder.path().join(COPY_NAME)).unwrap(), b"mine");
    assert!(symlink.is_symlink());
    assert_eq!(version(&folder.path().join(format!("{COPY_NAME}-4"))), 1);
    assert_eq!(version(&path), NEWEST_VERSION);
    let problems = find_problems(&path);
    assert!(!problems.is_empty() && problems.iter().all(|found| found.contains("beyond the largest")));
}

#[test]
fn unknown_versions_and_missing_files_are_not_migrated() {
    for version in [-5, 0, NEWEST_VERSION + 1] {
        let (folder, path) = create_old_database(&format!("PRAGMA user_version = {version}"));
        for path in [path, folder.path().join("absent")] {
            migrate(&path, &clock(), &|line| panic!("{line}"), &Arc::default()).unwrap();
        }
        assert_eq!(names(folder.path()), [DATABASE_NAME]);
    }
}
