//! Tests backups that the service makes, the reported age of the last backup, and `scripts/restore-drill`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Output, Request, Server, Site, seed_site, wait_until};

const DRILL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/restore-drill");

/// Returns the backups in the folder, oldest first.
fn backups(folder: &Path) -> Vec<PathBuf> {
    let paths = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let mut backups: Vec<_> = paths.filter(|path| path.extension().is_some_and(|ending| ending == "sqlite")).collect();
    backups.sort();
    backups
}

/// Returns the answer of `/healthz`, and the age of the last backup in seconds.
fn health(server: &Server) -> (String, Option<u64>) {
    let response = server.send(&Request::get("/healthz"));
    assert_eq!(response.status, 200);
    let age = response.header("Backup-Age").expect("an age");
    let age = (age != "none").then(|| age.parse().expect("seconds"));
    (response.text().to_owned(), age)
}

fn run_drill(folder_path: &Path) -> Output {
    let output = Command::new(DRILL)
        .arg(folder_path)
        .env("LMS_APPLIANCE", env!("CARGO_BIN_EXE_lms-appliance"))
        .output()
        .unwrap();
    Output {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

// the folder is missing at first, as if its disk were not mounted
#[test]
fn the_service_makes_backups_retries_failures_and_keeps_the_newest() {
    let site = seed_site();
    let folder = site.path().join("backups");
    let folder_path = folder.to_str().unwrap();
    let backup_flags = ["--backup-every", "1s", "--backup-keep", "2", "--metrics"];
    let flags = [&["--backup-dir", folder_path], &backup_flags[..]].concat();
    let server = site.serve_with_running_clock(&flags);
    wait_until("a backup has failed", || server.metric("lms_backup_failures_total") > 0);
    server.wait_for_log_lines(1, &format!("there is no folder {folder_path}"));
    assert_eq!(health(&server), ("ok".to_owned(), None));
    let metrics = server.send(&Request::get("/metrics"));
    let metrics = metrics.text();
    assert!(metrics.contains("\nlms_last_backup_age_seconds +Inf\n"), "{metrics}");

    fs::create_dir(&folder).unwrap();
    let partial = folder.join("lms-20260301T000000Z.sqlite.x1Y2z3.partial");
    let other_file = folder.join("lms-letter.sqlite");
    for path in [&partial, &other_file] {
        fs::write(path, "x").unwrap();
    }
    server.wait_for_log_lines(4, "is a complete, checked copy of the database");
    assert!(health(&server).1.unwrap() < 120);
    assert!(server.metric("lms_last_backup_age_seconds") < 120);
    server.stop();
    fs::remove_file(other_file).expect("a file that is no backup stays");
    assert!(!partial.exists());

    let backups_left = backups(&folder);
    assert_eq!(backups_left.len(), 2, "{backups_left:?}");
    for backup in &backups_left {
        assert_eq!(backup.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        site.lms(&["check", "--db", backup.to_str().unwrap()]).ok();
    }
    let entries = folder.read_dir().unwrap().count();
    assert_eq!(entries, 2, "no unfinished file is left");
    let audit = site.lms(&["audit"]).ok().stdout;
    let newest = format!(" backup --to {}\n", backups_left[1].display());
    assert!(audit.contains(&newest), "{audit}");
    // the age is known from the ledger, without options for backups
    assert!(health(&site.serve(&[])).1.is_some());
    let reported = run_drill(&folder).ok().stdout;
    let first = reported.lines().next().unwrap_or_default();
    assert!(first.starts_with(backups_left[1].to_str().unwrap()), "{reported}");
    assert!(reported.contains("it can be restored"), "{reported}");
}

#[test]
fn the_service_reports_a_backup_of_a_command_and_a_backup_leaves_its_source_unchanged() {
    let site = seed_site();
    let server = site.serve(&[]);
    assert_eq!(health(&server).1, None);
    site.lms(&["backup", "--to", "first.sqlite"]).ok();
    assert!(health(&server).1.is_some());
    let copy = fs::read(site.path().join("first.sqlite")).unwrap();
    site.lms(&["backup", "--db", "first.sqlite", "--to", "second.sqlite"]).ok();
    assert!(fs::read(site.path().join("first.sqlite")).unwrap() == copy);
}

#[test]
fn impossible_backup_options_are_refused() {
    let site = Site::new();
    for flags in [
        &["--backup-keep", "3"][..],
        &["--backup-every", "1h"],
        &["--backup-dir", ".", "--backup-keep", "0"],
        &["--backup-dir", ".", "--backup-every", "often"],
    ] {
        let reported = site.lms(&[&["serve"], flags].concat());
        assert_eq!(reported.status, 2, "{reported:?}");
        assert!(reported.stderr.contains(flags[flags.len() - 2]), "{reported:?}");
    }
}

#[test]
fn a_drill_reports_a_backup_that_cannot_be_restored() {
    let site = seed_site();
    let reported = run_drill(site.path()).refused();
    assert!(reported.stderr.contains("there is no backup in"), "{reported:?}");
    let damaged = site.path().join("lms-20260309T031500Z.sqlite");
    fs::write(&damaged, "no database").unwrap();
    let reported = run_drill(site.path()).refused();
    assert!(reported.stderr.contains("is no good"), "{reported:?}");
}
