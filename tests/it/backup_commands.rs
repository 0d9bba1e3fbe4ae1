//! `backup` and `restore`: beside writers, in use, cut off, and what is left when one is refused.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::support::{Fixture, NOW, Output, Site, seed_site, signal, wait_until};

/// The names in the site's folder, in order.
fn names(site: &Site) -> Vec<String> {
    let mut names: Vec<_> =
        site.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Returns a database's content, as the files of an export.
fn data(site: &Site, file: &Path) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let zip = folder.path().join("out.zip");
    site.lms(&["export", path(&zip), "--db", path(file)]).ok();
    fs::read(zip).unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Changes a database without the program.
fn sql(file: &Path, sql: &str) {
    let database = rusqlite::Connection::open(file).unwrap();
    database.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).unwrap();
}

/// What [`RENAMED`] changes.
fn function(file: &Path) -> String {
    let database = rusqlite::Connection::open(file).unwrap();
    let name = "SELECT name FROM function WHERE id = 1";
    database.query_row(name, [], |row| row.get(0)).unwrap()
}

const RENAMED: &str = "UPDATE function SET name = 'Nieuwe functie' WHERE id = 1";

/// Returns the read version in a database's header: 2 is with a write-ahead log.
fn read_version(file: &Path) -> u8 {
    fs::read(file).unwrap()[19]
}

fn mode(file: &Path) -> u32 {
    file.metadata().unwrap().permissions().mode() & 0o777
}

/// A seeded site whose database is large enough for a copy to take a while.
fn large_site() -> Site {
    let site = seed_site();
    sql(
        &site.db(),
        "PRAGMA synchronous = OFF;
         WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 96)
         INSERT INTO image (name, content_type, content, digest)
         SELECT n || '.png', 'image/png',
                -- what a PNG of 400×300 begins with
                CAST(x'89504E470D0A1A0A0000000D49484452000001900000012C' || zeroblob(1 << 20) AS BLOB), n FROM n",
    );
    site
}

/// Runs the binary without waiting for it.
fn started(site: &Site, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lms-appliance"))
        .current_dir(site.path())
        .args(args)
        .args(["--db", "lms.sqlite", "--now", NOW])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Returns the unfinished file if it is larger than this.
fn partial(site: &Site, bytes: u64) -> Option<PathBuf> {
    let mut paths = site.path().read_dir().unwrap().map(|entry| entry.unwrap().path());
    paths.find(|path| {
        path.extension().is_some_and(|ending| ending == "partial")
            && path.metadata().is_ok_and(|file| file.len() > bytes)
    })
}

/// Runs the command until the system kills it at this size of its file.
#[track_caller]
fn killed_while_writing(site: &Site, args: &[&str], megabytes: u64) {
    assert!(site.is_killed_at_file_size(megabytes << 20, args), "{megabytes} MB");
    fs::remove_file(partial(site, 0).expect("what it was writing")).unwrap();
}

/// Starts the command and waits until it has written more than so many bytes. Again, where it was at its end before
/// that was seen: `undo` takes back what it did.
fn caught_while_writing(site: &Site, args: &[&str], bytes: u64, undo: impl Fn()) -> Child {
    loop {
        let mut child = started(site, args);
        while child.try_wait().unwrap().is_none() {
            if partial(site, bytes).is_some() {
                return child;
            }
            thread::yield_now();
        }
        undo();
    }
}

// "one plain file": nothing beside it, also when it is read; served, it is as any other
#[test]
fn a_backup_is_one_private_file_that_can_be_checked_exported_and_served() {
    let site = seed_site();
    let copy = site.path().join("copy.sqlite");
    let reported = site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    assert!(reported.stdout.contains("copy.sqlite"), "{reported:?}");
    assert_eq!(reported.stderr, "", "progress is for a terminal");
    assert_eq!(names(&site), ["copy.sqlite", "lms.sqlite"]);
    assert_eq!(mode(&copy), 0o600);
    site.lms(&["check", "--db", "copy.sqlite"]).ok();
    assert!(data(&site, &copy) == data(&site, &site.db()));
    assert_eq!(read_version(&copy), 1);
    let beside = names(&site);
    assert!(!beside.iter().any(|name| name.starts_with("copy.sqlite-")), "{beside:?}");

    let server = site.serve(&["--db", "copy.sqlite"]);
    let classes = [("includeArchived", "true")];
    assert_eq!(server.form("GetClasses", &classes).status, 200);
    server.stop();
    assert_eq!(read_version(&copy), 2, "a reader would stop the writer");
}

// "a consistent copy of a live database": each commit changes two rows, and they come faster than pages are copied
#[test]
fn a_backup_during_constant_commits_ends_and_is_consistent() {
    let site = large_site();
    let server = site.serve(&[]);
    let (commits, done) = (AtomicU64::new(0), AtomicBool::new(false));
    let write = || {
        let writer = rusqlite::Connection::open(site.db()).unwrap();
        writer.pragma_update(None, "synchronous", "OFF").unwrap();
        writer.busy_timeout(Duration::from_secs(20)).unwrap();
        while !done.load(Relaxed) {
            let count = commits.load(Relaxed) + 1;
            writer
                .execute_batch(&format!(
                    "BEGIN IMMEDIATE; UPDATE step SET introduction = '{count}' WHERE id = 1;
                     UPDATE step SET introduction = '{count}' WHERE id = 2; COMMIT"
                ))
                .unwrap();
            commits.store(count, Relaxed);
        }
    };
    let copies = thread::scope(|scope| {
        let writer = scope.spawn(write);
        wait_until("it commits", || commits.load(Relaxed) > 0 || writer.is_finished());
        let copies = ["one.sqlite", "two.sqlite"].map(|name| {
            loop {
                let before = commits.load(Relaxed);
                let output = site.lms(&["backup", "--to", name]);
                let meanwhile = before..=commits.load(Relaxed) + 1;
                // on a machine that stalls the writer may have had no turn
                if meanwhile.clone().count() > 20 || writer.is_finished() || output.status != 0 {
                    return (name, output, meanwhile);
                }
                fs::remove_file(site.path().join(name)).unwrap();
            }
        });
        done.store(true, Relaxed);
        copies
    });
    for (name, output, meanwhile) in copies {
        output.ok();
        assert!(meanwhile.clone().count() > 20, "{meanwhile:?}");
        let copy = rusqlite::Connection::open(site.path().join(name)).unwrap();
        let introductions: (String, String) = copy
            .query_row(
                "SELECT a.introduction, b.introduction FROM step AS a, step AS b WHERE a.id = 1 AND b.id = 2",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .unwrap();
        assert_eq!(introductions.0, introductions.1);
        let moment = introductions.0.parse().unwrap();
        assert!(meanwhile.contains(&moment), "{moment} in {meanwhile:?}");
    }
    site.lms(&["check", "--db", "two.sqlite"]).ok();
    server.stop();
}

#[test]
fn a_backup_that_is_killed_leaves_no_file_of_its_name() {
    let site = large_site();
    for megabytes in [1, 30, 60, 90, 96] {
        killed_while_writing(&site, &["backup", "--to", "copy.sqlite"], megabytes);
        assert!(!site.path().join("copy.sqlite").exists(), "{megabytes} MB");
    }
    // in the checking, or later
    let copy = site.path().join("copy.sqlite");
    let mut backup = caught_while_writing(&site, &["backup", "--to", "copy.sqlite"], 96 << 20, || {
        fs::remove_file(&copy).unwrap();
    });
    backup.kill().unwrap();
    backup.wait().unwrap();
    if copy.exists() {
        site.lms(&["check", "--db", "copy.sqlite"]).ok();
        fs::remove_file(&copy).unwrap();
    }
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
}

// Ctrl-C, a service manager that stops it, a terminal that is closed: in the copying and in the checking
#[test]
fn a_copy_that_is_stopped_leaves_nothing() {
    let site = large_site();
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    let before = names(&site);
    let remove_new = || {
        for name in names(&site).iter().filter(|name| !before.contains(name)) {
            fs::remove_file(site.path().join(name)).unwrap();
        }
    };
    for (name, args) in [
        ("INT", ["backup", "--to", "other.sqlite"]),
        ("TERM", ["restore", "--from", "copy.sqlite"]),
        ("HUP", ["backup", "--to", "other.sqlite"]),
    ] {
        for megabytes in [1, 96] {
            let output = loop {
                let child = caught_while_writing(&site, &args, megabytes << 20, remove_new);
                signal(name, child.id());
                let output = child.wait_with_output().unwrap();
                if output.status.success() {
                    remove_new(); // it was through before it was reported
                } else {
                    break output;
                }
            };
            let reported = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{name}: {reported}");
            assert!(reported.contains("the copy was stopped"), "{name}: {reported}");
            assert_eq!(names(&site), before, "{name}");
        }
    }
}

/// Runs a command that must be refused, tell so naming this, and leave the folder as it is.
#[track_caller]
fn refused(site: &Site, args: &[&str], naming: &str) -> Output {
    let before = names(site);
    let output = site.lms(args).refused();
    assert!(output.stderr.contains(naming), "{args:?}: {output:?}");
    assert_eq!(output.stdout, "", "{args:?}");
    assert_eq!(names(site), before, "{args:?}");
    output
}

#[test]
fn a_backup_overwrites_nothing_and_needs_a_database_of_the_program() {
    let site = seed_site();
    let folder = site.path();
    fs::write(folder.join("there.sqlite"), "mine").unwrap();
    fs::write(folder.join("letter.txt"), "Dear operator, this is no database.".repeat(40)).unwrap();
    fs::write(folder.join("spoilt.sqlite-wal"), "left").unwrap();
    std::os::unix::fs::symlink("nowhere", folder.join("link")).unwrap();
    sql(&folder.join("other.sqlite"), "CREATE TABLE wine (year INTEGER)");
    fs::copy(site.db(), folder.join("newer.sqlite")).unwrap();
    sql(&folder.join("newer.sqlite"), "PRAGMA user_version = 99");
    fs::copy(site.db(), folder.join("broken.sqlite")).unwrap();
    sql(&folder.join("broken.sqlite"), "DELETE FROM step");
    for (to, naming) in [
        ("there.sqlite", "there.sqlite already exists"),
        ("link", "link already exists"),
        ("lms.sqlite", "is the database itself"),
        ("./lms.sqlite-wal", "lms.sqlite-wal is a name that the database needs"),
        ("spoilt.sqlite", "spoilt.sqlite-wal is left over"),
        ("nowhere/copy.sqlite", "there is no folder nowhere"),
        (".", "is a folder"),
        // where not even root may make a file
        ("/proc/copy.sqlite", "/proc/copy.sqlite cannot be written"),
    ] {
        refused(&site, &["backup", "--to", to], naming);
    }
    for (from, naming) in [
        ("absent.sqlite", "absent.sqlite does not exist"),
        ("letter.txt", "letter.txt is not a database of lms-appliance"),
        ("other.sqlite", "other.sqlite is not a database of lms-appliance"),
        ("newer.sqlite", "use a newer one"),
        ("broken.sqlite", "refers to a missing row of step"),
    ] {
        refused(&site, &["backup", "--db", from, "--to", "copy.sqlite"], naming);
    }
    assert_eq!(fs::read(folder.join("there.sqlite")).unwrap(), b"mine");
    let usage = site.lms(&["backup"]);
    assert_eq!(usage.status, 2, "{usage:?}");
    site.lms_with_env(("LMS_TO", "copy.sqlite"), &["backup"]).ok();
}

// a disk that is full, as a limit on how large a file may become
#[test]
fn a_backup_that_does_not_fit_leaves_nothing() {
    let site = seed_site();
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 400; exec \"$0\" backup --db lms.sqlite --to copy.sqlite"])
        .arg(env!("CARGO_BIN_EXE_lms-appliance"))
        .current_dir(site.path())
        .output()
        .unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{reported}");
    assert!(reported.contains("copy.sqlite is not written"), "{reported}");
    assert_eq!(names(&site), ["lms.sqlite"]);
}

/// A seeded site that changed after its backup `copy.sqlite`.
fn changed_site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = seed_site();
        site.lms(&["backup", "--to", "copy.sqlite"]).ok();
        sql(&site.db(), RENAMED);
        site
    })
}

/// The files that a restore has kept, without what SQLite may have left beside them.
fn kept(site: &Site) -> Vec<PathBuf> {
    let kept = names(site).into_iter();
    kept.filter(|name| name.starts_with("lms.sqlite.kept-")).map(|name| site.path().join(name)).collect()
}

#[test]
fn a_restore_keeps_the_replaced_database() {
    let site = changed_site();
    fs::set_permissions(site.db(), fs::Permissions::from_mode(0o640)).unwrap();
    let copy = fs::read(site.path().join("copy.sqlite")).unwrap();
    let (now, then) = (data(&site, &site.db()), data(&site, &site.path().join("copy.sqlite")));
    assert!(now != then);
    for time in 1..=2 {
        let reported = site.lms(&["restore", "--from", "copy.sqlite"]).ok();
        let kept = kept(&site);
        assert_eq!(kept.len(), time, "an earlier one is never replaced");
        let named = kept.iter().any(|kept| reported.stdout.contains(path(kept)));
        assert!(named, "{reported:?}");
        assert_eq!(names(&site).len(), 2 + time, "{:?}", names(&site));
    }
    assert_eq!(mode(&site.db()), 0o640);
    assert!(fs::read(site.path().join("copy.sqlite")).unwrap() == copy);
    assert!(data(&site, &site.db()) == then);
    let kept = kept(&site).iter().map(|kept| data(&site, kept)).collect::<Vec<_>>();
    assert!(kept.contains(&now) && kept.contains(&then));
    site.lms(&["check"]).ok();
    site.serve(&[]).stop();
}

// "refuses a database that is in use": also by one who only reads, by one of whom nobody asks anything, and by
// another program
#[test]
fn a_database_in_use_is_not_replaced() {
    let site = changed_site();
    // reading the file would end the hold that this process itself has of it
    let identity = |db: &str| {
        let file = site.path().join(db).metadata().unwrap();
        (file.ino(), file.len(), file.modified().unwrap())
    };
    let refused = |db: &str| {
        let before = identity(db);
        refused(&site, &["restore", "--db", db, "--from", "copy.sqlite"], "is in use: stop the service");
        assert_eq!(identity(db), before, "{db}");
    };
    for flags in [&[][..], &["--read-only"]] {
        let server = site.serve(flags);
        refused("lms.sqlite");
        assert_eq!(server.form("GetCatalog", &[]).status, 200);
        refused("lms.sqlite");
        server.stop();
    }
    fs::copy(site.path().join("copy.sqlite"), site.path().join("served.sqlite")).unwrap();
    let server = site.serve(&["--read-only", "--db", "served.sqlite"]);
    refused("served.sqlite");
    server.stop();

    let idle = rusqlite::Connection::open(site.db()).unwrap();
    idle.query_row("SELECT count(*) FROM step", [], |_| Ok(())).unwrap();
    refused("lms.sqlite");
    drop(idle);
    site.lms_with_env(("LMS_FROM", "copy.sqlite"), &["restore"]).ok();
}

#[test]
fn changes_of_a_killed_server_are_in_the_kept_file_only() {
    let site = changed_site();
    let then = data(&site, &site.path().join("copy.sqlite"));
    let server = site.serve(&[]);
    sql(&site.db(), "UPDATE function SET name = 'Nieuwere functie' WHERE id = 1");
    drop(server); // with SIGKILL
    let log = site.path().join("lms.sqlite-wal");
    assert!(log.metadata().unwrap().len() > 0);
    site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    let kept = kept(&site);
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(names(&site).len(), 3, "{:?}", names(&site));
    assert!(data(&site, &site.db()) == then);
    let kept = data(&site, &kept[0]);
    let mut kept = zip::ZipArchive::new(std::io::Cursor::new(kept)).unwrap();
    let functions = std::io::read_to_string(kept.by_name("functions.csv").unwrap()).unwrap();
    assert!(functions.contains("Nieuwere functie"), "{functions}");
}

// a backup has persons who were anonymised since: they are listed, so that it can be repeated
#[test]
fn a_restore_names_persons_who_were_anonymised_since_the_backup() {
    let site = seed_site();
    site.lms(&["person", "anonymise", "001099", "--yes"]).ok();
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    let reported = site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    assert!(!reported.stdout.contains("anonymise"), "{reported:?}");
    site.lms(&["person", "anonymise", "000098", "--yes"]).ok();
    let reported = site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    assert!(reported.stdout.contains("`lms-appliance person anonymise 000098 --yes --db "), "{reported:?}");
    assert!(!reported.stdout.contains("001099"), "{reported:?}");
    site.lms(&["person", "anonymise", "000098", "--yes"]).ok();
    fs::remove_file(site.db()).unwrap();
    let reported = site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    assert!(reported.stdout.contains("persons anonymised since"), "{reported:?}");
}

// the log of a removed database would be applied to the restored one
#[test]
fn a_log_without_its_database_is_not_applied_to_the_restored_one() {
    let site = changed_site();
    let then = data(&site, &site.path().join("copy.sqlite"));
    let server = site.serve(&[]);
    sql(&site.db(), "UPDATE function SET name = 'Nieuwere functie' WHERE id = 1");
    drop(server);
    fs::remove_file(site.db()).unwrap();
    site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    let kept = kept(&site);
    assert!(kept.len() == 1 && path(&kept[0]).ends_with("-wal"), "{kept:?}");
    assert_eq!(names(&site).len(), 3, "{:?}", names(&site));
    assert!(data(&site, &site.db()) == then);

    let other = site.path().join("new.sqlite");
    site.lms(&["restore", "--db", "new.sqlite", "--from", "copy.sqlite"]).ok();
    assert_eq!(mode(&other), 0o600);
    assert!(data(&site, &other) == then);
}

#[test]
fn a_refused_restore_changes_nothing() {
    let site = changed_site();
    let folder = site.path();
    let with = |name: &str, change: &str| {
        fs::copy(folder.join("copy.sqlite"), folder.join(name)).unwrap();
        sql(&folder.join(name), change);
    };
    with("newer.sqlite", "PRAGMA user_version = 99");
    with("never.sqlite", "PRAGMA user_version = 0");
    with("dangling.sqlite", "DELETE FROM step");
    with("constraint.sqlite", "PRAGMA ignore_check_constraints = ON; UPDATE step SET title = '' WHERE id = 1");
    let mut torn = fs::read(folder.join("copy.sqlite")).unwrap();
    torn.truncate(torn.len() / 2);
    fs::write(folder.join("torn.sqlite"), torn).unwrap();
    sql(&folder.join("other.sqlite"), "CREATE TABLE wine (year INTEGER)");
    fs::write(folder.join("empty.sqlite"), "").unwrap();
    let before = fs::read(site.db()).unwrap();
    for (from, naming) in [
        ("absent.sqlite", "absent.sqlite does not exist"),
        ("other.sqlite", "other.sqlite is not a database of lms-appliance"),
        ("empty.sqlite", "empty.sqlite is not a database of lms-appliance"),
        ("newer.sqlite", "use a newer one"),
        ("never.sqlite", "version 0, which does not exist"),
        ("torn.sqlite", "the database file is damaged"),
        ("dangling.sqlite", "refers to a missing row of step"),
        ("constraint.sqlite", "CHECK constraint failed in step"),
        ("lms.sqlite", "is the database itself"),
    ] {
        refused(&site, &["restore", "--from", from], naming);
        assert!(fs::read(site.db()).unwrap() == before, "{from}");
    }
    refused(
        &site,
        &["restore", "--db", "other.sqlite", "--from", "copy.sqlite"],
        "other.sqlite is not a database of lms-appliance",
    );
    let usage = site.lms(&["restore"]);
    assert_eq!(usage.status, 2, "{usage:?}");
}

// a closed database has no log beside it, and gets none by being read
#[test]
fn a_plain_copy_of_a_closed_database_is_restored_and_nothing_is_left_beside_it() {
    let site = changed_site();
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("50% off?.sqlite");
    fs::copy(site.db(), &from).unwrap();
    assert_eq!(read_version(&from), 2);
    let bytes = fs::read(&from).unwrap();
    site.lms(&["restore", "--from", path(&from)]).ok();
    assert!(fs::read(&from).unwrap() == bytes);
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}

#[test]
fn a_killed_restore_leaves_the_old_or_the_new_database() {
    let site = large_site();
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    let then = function(&site.db());
    for megabytes in [1, 40, 80, 96] {
        sql(&site.db(), RENAMED);
        let now = function(&site.db());
        killed_while_writing(&site, &["restore", "--from", "copy.sqlite"], megabytes);
        assert_eq!(function(&site.db()), now, "{megabytes} MB");
    }
    // in the checking, or later
    let now = function(&site.db());
    let mut restore = caught_while_writing(&site, &["restore", "--from", "copy.sqlite"], 96 << 20, || {
        sql(&site.db(), RENAMED);
    });
    restore.kill().unwrap();
    restore.wait().unwrap();
    let found = function(&site.db());
    assert!(found == then || found == now, "{found}");
    site.lms(&["check"]).ok();
}

// another command that opened the old file and waits for it must not go on with it when it is the kept one
#[test]
fn a_command_during_a_restore_opens_the_restored_database() {
    let site = large_site();
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    let restore = ["restore", "--from", "copy.sqlite"];
    let mut restore = caught_while_writing(&site, &restore, 1 << 20, || {
        fs::remove_file(&kept(&site)[0]).unwrap();
    });
    site.add_credential("late", "stilzwijgend", &["reports"]);
    assert!(restore.wait().unwrap().success());
    let has = |file: &Path| site.lms(&["credential", "list", "--db", path(file)]).ok().stdout.contains("late");
    assert!(has(&site.db()));
    assert!(!has(&kept(&site)[0]));
    site.lms(&["check"]).ok();
}
