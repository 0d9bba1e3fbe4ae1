//! Backup: made now by an owner, removed or kept in the service's folder.

use jiff::{SignedDuration, Timestamp};

use super::{Browser, NAME, operator, persons_site_with, words};

#[test]
fn an_owner_makes_and_downloads_a_backup() {
    let site = persons_site_with("owner");
    operator(&site, "redacteur", "editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let before = words(&browser.page("/console/backup"));
    assert!(before.contains("No backup has been made."), "{before}");
    assert_eq!(browser.change("/console/backup/folder", &[]).status, 404, "no folder was named");
    let taken = browser.change("/console/backup/download", &[]);
    assert_eq!(taken.status, 200);
    assert_eq!(taken.header("Content-Type"), Some("application/vnd.sqlite3"));
    let called = taken.header("Content-Disposition").expect("a name");
    assert!(called.contains("filename=\"lms-20") && called.ends_with("Z.sqlite\""), "{called}");
    // the download is the whole database
    std::fs::write(site.path().join("taken.sqlite"), &taken.body).expect("room");
    site.lms(&["check", "--db", "taken.sqlite"]).ok();
    let exported = |db: &str, to: &str| {
        site.lms(&["export", to, "--db", db]).ok();
        std::fs::read(site.path().join(to).join("persons.csv")).expect("persons")
    };
    let db = site.db();
    assert_eq!(exported("taken.sqlite", "a"), exported(db.to_str().expect("a path"), "b"));
    let after = words(&browser.page("/console/backup"));
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
fn a_backup_is_made_in_the_folder_of_scheduled_backups() {
    let site = persons_site_with("owner");
    let folder = site.path().join("back-ups");
    std::fs::create_dir(&folder).expect("a folder");
    // with one of an hour ago none is due
    let hour_ago = Timestamp::now() - SignedDuration::from_hours(1);
    let last = hour_ago.strftime("lms-%Y%m%dT%H%M%SZ.sqlite").to_string();
    let last = folder.join(last);
    site.lms(&["backup", "--to", last.to_str().expect("a path")]).ok();
    let folder = folder.to_str().expect("a path");
    let server = site.serve(&["--backup-dir", folder, "--backup-every", "36h", "--backup-keep", "3"]);
    let mut browser = Browser::signed_in(&server, NAME);
    let made = browser.change("/console/backup/folder", &[]);
    let reported = words(made.text());
    assert!(reported.contains("is a complete, checked copy of the database."), "{reported}");
    assert!(reported.contains("Maximum age 36 hours Backups kept 3"), "{reported}");
    std::fs::remove_dir_all(folder).expect("it goes");
    let failed = browser.change("/console/backup/folder", &[]);
    assert!(words(failed.text()).contains("No backup was made: "), "{}", failed.text());
}
