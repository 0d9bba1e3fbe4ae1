//! Tests backups that an owner makes: downloaded, or in the folder of the service.

use jiff::{SignedDuration, Timestamp};

use super::{Browser, NAME, add_operator, persons_site_with, text_of};

#[test]
fn an_owner_makes_and_downloads_a_backup() {
    let site = persons_site_with("owner");
    add_operator(&site, "redacteur", "editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    // the severity is the same on both pages
    let before = browser.page("/console/backup");
    assert!(before.contains("<p class=\"wrong\" role=\"status\">No backup has been made."), "{before}");
    let today = browser.page("/console/today");
    assert!(today.contains("<li class=\"wrong\"><a href=\"/console/backup\">No backup has been made."), "{today}");
    assert_eq!(browser.change("/console/backup/folder", &[]).status, 404, "no folder was named");
    let backup = browser.change("/console/backup/download", &[]);
    assert_eq!(backup.status, 200);
    assert_eq!(backup.header("Content-Type"), Some("application/vnd.sqlite3"));
    let file_name = backup.header("Content-Disposition").expect("a name");
    assert!(file_name.contains("filename=\"lms-20") && file_name.ends_with("Z.sqlite\""), "{file_name}");
    // the download is the whole database
    std::fs::write(site.path().join("taken.sqlite"), &backup.body).expect("a copy");
    site.lms(&["check", "--db", "taken.sqlite"]).ok();
    let export = |db: &str, to: &str| {
        site.lms(&["export", to, "--db", db]).ok();
        std::fs::read(site.path().join(to).join("persons.csv")).expect("persons")
    };
    let db = site.db();
    assert_eq!(export("taken.sqlite", "a"), export(db.to_str().expect("a path"), "b"));
    let after = text_of(&browser.page("/console/backup"));
    assert!(after.contains("Z.sqlite, removed"), "{after}");
    let reported = site.lms(&["audit"]).ok().stdout;
    assert!(reported.contains("jansen backup --to lms-20"), "{reported}");
    // other roles and forms without the token are refused
    let mut editor = Browser::signed_in(&server, "redacteur");
    assert_eq!(editor.get("/console/backup").status, 403);
    assert_eq!(editor.change("/console/backup/download", &[]).status, 403);
    assert_eq!(browser.post("/console/backup/download", &[]).status, 403);
}

#[test]
fn an_old_backup_is_a_warning() {
    let site = persons_site_with("owner");
    site.lms(&["backup", "--to", site.path().join("old.sqlite").to_str().expect("a path")]).ok();
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    let older = "UPDATE ledger SET at = strftime('%Y-%m-%dT%H:%M:%SZ', at, '-3 days')";
    database.execute(older, []).expect("the ledger");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for path in ["/console/backup", "/console/today"] {
        let page = text_of(&browser.page(path));
        assert!(page.contains("The last successful backup is 72 hours old."), "{path}: {page}");
    }
}

#[test]
fn a_backup_with_a_time_in_the_future_is_a_warning() {
    let site = persons_site_with("owner");
    add_operator(&site, "redacteur", "editor");
    site.lms(&["backup", "--to", site.path().join("later.sqlite").to_str().expect("a path")]).ok();
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    database.execute("UPDATE ledger SET at = strftime('%Y-%m-%dT%H:%M:%SZ', at, '+3 days')", []).expect("the ledger");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for path in ["/console/backup", "/console/today"] {
        let page = text_of(&browser.page(path));
        assert!(page.contains("The time of the last successful backup is in the future"), "{path}: {page}");
        assert!(!page.contains("hours ago"), "{path}: {page}");
    }
    let page = text_of(&Browser::signed_in(&server, "redacteur").page("/console/today"));
    assert!(page.contains("is in the future") && !page.contains("hours ago"), "{page}");
}

#[test]
fn a_backup_is_made_in_the_folder_of_scheduled_backups() {
    let site = persons_site_with("owner");
    let folder = site.path().join("back-ups");
    std::fs::create_dir(&folder).expect("a folder");
    // an hour after a backup, none is due
    let hour_ago = Timestamp::now() - SignedDuration::from_hours(1);
    let backup_path = hour_ago.strftime("lms-%Y%m%dT%H%M%SZ.sqlite").to_string();
    let backup_path = folder.join(backup_path);
    site.lms(&["backup", "--to", backup_path.to_str().expect("a path")]).ok();
    let folder = folder.to_str().expect("a path");
    let server = site.serve(&["--backup-dir", folder, "--backup-every", "36h", "--backup-keep", "3"]);
    let mut browser = Browser::signed_in(&server, NAME);
    let answer = browser.change("/console/backup/folder", &[]);
    let reported = text_of(answer.text());
    assert!(reported.contains("is a complete, checked copy of the database."), "{reported}");
    assert!(reported.contains("Maximum age 36 hours Backups kept 3"), "{reported}");
    std::fs::remove_dir_all(folder).expect("the folder");
    let failed = browser.change("/console/backup/folder", &[]);
    assert_eq!(failed.status, 500);
    assert!(text_of(failed.text()).contains("No backup was made: "), "{}", failed.text());
}
