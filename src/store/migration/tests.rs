//! Failing steps and aborted migrations, on a version 1 database.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::*;
use crate::store::schema::NEWEST;
use tempfile::TempDir;

const V1: &str = include_str!("../../../tests/schemas/v1.sql");
const NAME: &str = "lms.sqlite";
const KEPT: &str = "lms.sqlite.v1.bak";

fn clock() -> Clock {
    Clock::new("Europe/Amsterdam", Some("2026-03-09T12:00:00")).unwrap()
}

/// Creates a folder with a version 1 database and changes it.
fn create_old_database(change: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(NAME);
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
    let mut problems = collect_sentences(|report| check_integrity(&database, report)).unwrap();
    problems.extend(collect_sentences(|report| check::check(&database, report)).unwrap());
    problems
}

#[test]
fn a_failing_step_is_named_and_leaves_the_file_unchanged() {
    let (folder, path) = create_old_database("");
    let before = fs::read(&path).unwrap();
    let with = |more: &str| {
        let mut steps = STEPS.iter().map(|step| (*step).to_owned()).collect::<Vec<_>>();
        steps.last_mut().unwrap().push_str(more);
        steps
    };
    let mut without_ledger = with("");
    // version 7 adds a column to it
    without_ledger[5].clear();
    let last = format!("the step to version {NEWEST}");
    let one_more = format!("the step to version {}", NEWEST + 1);
    for (steps, which, why) in [
        (with("CREATE TABEL x (y)"), &*last, "near \"TABEL\""),
        ([with(""), vec!["DROP TABLE wine".into()]].concat(), &one_more, "no such table: wine"),
        (with("DELETE FROM step"), "", "refers to a missing row of step; and "),
        (with("UPDATE training_id SET highest = 7"), "", "an id beyond the largest"),
        (with("CREATE TABLE wine (year INTEGER)"), "", "the table wine is unknown"),
        (without_ledger, "", "the table ledger was changed"),
        (with("DROP TABLE absence"), "", "no such table: main.absence"),
    ] {
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        let failed = migrate_by(&steps, &path, &clock(), &|_| (), &Arc::default()).unwrap_err();
        let message = format!("{failed:#}");
        assert!(message.contains(which) && message.contains(why), "{why}: {message}");
        assert!(message.contains(KEPT), "{message}");
        assert_eq!(names(folder.path()), [NAME, KEPT], "{why}");
        assert!(fs::read(&path).unwrap() == before, "{why}");
    }
    migrate(&path, &clock(), &|_| (), &Arc::default()).unwrap();
    assert_eq!(names(folder.path()), [NAME, KEPT]);
    assert_eq!((version(&path), find_problems(&path)), (NEWEST, BTreeSet::new()));
    assert_eq!(version(&folder.path().join(KEPT)), 1);
}

// each copy is the folder that a process killed at that moment would leave
#[test]
fn an_interrupted_migration_can_be_repeated() {
    // too many changes for SQLite to keep them in memory before the commit
    let (folder, path) = create_old_database(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 60000)
         INSERT INTO ledger_change (ledger, file, row, kind) SELECT 1, 'persons.csv', n, 'created' FROM n",
    );
    let cuts = tempfile::tempdir().unwrap();
    let copies = std::cell::RefCell::new(Vec::new());
    let cut = |line: &str| {
        let (_, what) = line.split_once(": ").unwrap();
        let copied = cuts.path().join(what.split([' ', ';']).next().unwrap());
        // by another process, since closing the file here would release SQLite's locks
        let status = Command::new("cp").arg("-r").arg(folder.path()).arg(&copied).status();
        assert!(status.unwrap().success());
        copies.borrow_mut().push(copied);
    };
    migrate(&path, &clock(), &cut, &Arc::default()).unwrap();
    let copies = copies.into_inner();
    assert_eq!(names(cuts.path()), ["changing", "checking", "copying", "done"]);
    let log = |cut: &Path| cut.join("lms.sqlite-wal").metadata().map_or(0, |log| log.len());
    assert!(log(&copies[2]) > 1 << 20, "the transaction is in the log");
    for (cut, at) in copies.iter().zip([1, 1, 1, NEWEST]) {
        let path = cut.join(NAME);
        assert_eq!(version(&path), at, "{}", cut.display());
        migrate(&path, &clock(), &|_| (), &Arc::default()).unwrap();
        assert_eq!(names(cut), [NAME, KEPT], "{}", cut.display());
        assert_eq!((version(&path), find_problems(&path)), (NEWEST, BTreeSet::new()));
        assert_eq!(version(&cut.join(KEPT)), 1);
    }
}

#[test]
fn files_with_the_name_of_the_copy_are_kept_and_earlier_problems_are_ignored() {
    let (folder, path) = create_old_database("UPDATE training_id SET highest = 7");
    fs::write(folder.path().join(KEPT), "mine").unwrap();
    let linked = folder.path().join(format!("{KEPT}-2"));
    std::os::unix::fs::symlink(&path, &linked).unwrap();
    fs::hard_link(&path, folder.path().join(format!("{KEPT}-3"))).unwrap();
    migrate(&path, &clock(), &|_| (), &Arc::default()).unwrap();
    assert_eq!(fs::read(folder.path().join(KEPT)).unwrap(), b"mine");
    assert!(linked.is_symlink());
    assert_eq!(version(&folder.path().join(format!("{KEPT}-4"))), 1);
    assert_eq!(version(&path), NEWEST);
    let problems = find_problems(&path);
    assert!(!problems.is_empty() && problems.iter().all(|found| found.contains("beyond the largest")));
}

#[test]
fn unknown_versions_and_missing_files_are_not_migrated() {
    for version in [-5, 0, NEWEST + 1] {
        let (folder, path) = create_old_database(&format!("PRAGMA user_version = {version}"));
        for path in [path, folder.path().join("absent")] {
            migrate(&path, &clock(), &|line| panic!("{line}"), &Arc::default()).unwrap();
        }
        assert_eq!(names(folder.path()), [NAME]);
    }
}
