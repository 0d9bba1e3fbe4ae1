//! Tests `backup` and `restore`: during writes, with databases in use, killed and refused.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::support::{Fixture, Output, Site, seed_site, signal, wait_until};

/// Returns the names in the site's folder, sorted.
fn file_names(site: &Site) -> Vec<String> {
    let mut file_names: Vec<_> =
        site.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    file_names.sort();
    file_names
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

fn execute_sql(file: &Path, sql: &str) {
    let database = rusqlite::Connection::open(file).unwrap();
    database.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).unwrap();
}

/// Returns the name that [`RENAME_FUNCTION`] changes.
fn function_name(file: &Path) -> String {
    let database = rusqlite::Connection::open(file).unwrap();
    let name = "SELECT name FROM function WHERE id = 1";
    database.query_row(name, [], |row| row.get(0)).unwrap()
}

const RENAME_FUNCTION: &str = "UPDATE function SET name = 'Nieuwe functie' WHERE id = 1";

/// Returns the read version in the header of a database. With a write-ahead log it is 2.
fn read_version(file: &Path) -> u8 {
    fs::read(file).unwrap()[19]
}

fn mode(file: &Path) -> u32 {
    file.metadata().unwrap().permissions().mode() & 0o777
}

/// A seeded site whose database is large enough for a copy to take a while.
fn large_site() -> Site {
    let site = seed_site();
    execute_sql(
        &site.db(),
        "PRAGMA synchronous = OFF;
         WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 96)
         INSERT INTO image (name, content_type, content, digest)
         SELECT n || '.png', 'image/png',
                -- the head of a PNG of 400×300
                CAST(x'89504E470D0A1A0A0000000D49484452000001900000012C' || zeroblob(1 << 20) AS BLOB), n FROM n",
    );
    site
}

/// Returns the path of the unfinished file if it has more than this number of bytes.
fn find_partial_file(site: &Site, bytes: u64) -> Option<PathBuf> {
    let mut paths = site.path().read_dir().unwrap().map(|entry| entry.unwrap().path());
    paths.find(|path| {
        path.extension().is_some_and(|ending| ending == "partial")
            && path.metadata().is_ok_and(|file| file.len() > bytes)
    })
}

/// Runs the command, which the system kills at this size of its file.
#[track_caller]
fn kill_while_writing(site: &Site, args: &[&str], megabytes: u64) {
    assert!(site.is_killed_at_file_size(megabytes << 20, args), "{megabytes} MB");
    fs::remove_file(find_partial_file(site, 0).expect("an unfinished file")).unwrap();
}

/// Starts the command and returns when it has written more than this number of bytes. If it ends before this is noticed,
/// calls `undo` and starts it again.
fn spawn_until_written(site: &Site, args: &[&str], bytes: u64, undo: impl Fn()) -> Child {
    loop {
        let mut child = site.spawn(args);
        while child.try_wait().unwrap().is_none() {
            if find_partial_file(site, bytes).is_some() {
                return child;
            }
            thread::yield_now();
        }
        undo();
    }
}

// "one plain file"
#[test]
fn a_backup_is_one_private_file_that_can_be_checked_exported_and_served() {
    let site = seed_site();
    let copy = site.path().join("copy.sqlite");
    let reported = site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    assert!(reported.stdout.contains("copy.sqlite"), "{reported:?}");
    assert_eq!(reported.stderr, "", "progress is for a terminal");
    assert_eq!(file_names(&site), ["copy.sqlite", "lms.sqlite"]);
    assert_eq!(mode(&copy), 0o600);
    site.lms(&["check", "--db", "copy.sqlite"]).ok();
    assert!(data(&site, &copy) == data(&site, &site.db()));
    assert_eq!(read_version(&copy), 1);
    let beside = file_names(&site);
    assert!(!beside.iter().any(|name| name.starts_with("copy.sqlite-")), "{beside:?}");

    let server = site.serve(&["--db", "copy.sqlite"]);
    let classes = [("includeArchived", "true")];
    assert_eq!(server.form("GetClasses", &classes).status, 200);
    server.stop();
    assert_eq!(read_version(&copy), 2, "a served database has a write-ahead log");
}

// "a consistent copy of a live database": each commit changes two rows
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
        wait_until("the writer has committed", || commits.load(Relaxed) > 0 || writer.is_finished());
        let copies = ["one.sqlite", "two.sqlite"].map(|name| {
            loop {
                let before = commits.load(Relaxed);
                let output = site.lms(&["backup", "--to", name]);
                let possible_counts = before..=commits.load(Relaxed) + 1;
                // on a slow machine, the writer may not have run
                if possible_counts.clone().count() > 20 || writer.is_finished() || output.status != 0 {
                    return (name, output, possible_counts);
                }
                fs::remove_file(site.path().join(name)).unwrap();
            }
        });
        done.store(true, Relaxed);
        copies
    });
    for (name, output, possible_counts) in copies {
        output.ok();
        assert!(possible_counts.clone().count() > 20, "{possible_counts:?}");
        let copy = rusqlite::Connection::open(site.path().join(name)).unwrap();
        let introductions: (String, String) = copy
            .query_row(
                "SELECT a.introduction, b.introduction FROM step AS a, step AS b WHERE a.id = 1 AND b.id = 2",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .unwrap();
        assert_eq!(introductions.0, introductions.1);
        let count = introductions.0.parse().unwrap();
        assert!(possible_counts.contains(&count), "{count} in {possible_counts:?}");
    }
    site.lms(&["check", "--db", "two.sqlite"]).ok();
    server.stop();
}

#[test]
fn a_killed_backup_leaves_no_file_with_its_name() {
    let site = large_site();
    for megabytes in [1, 30, 60, 90, 96] {
        kill_while_writing(&site, &["backup", "--to", "copy.sqlite"], megabytes);
        assert!(!site.path().join("copy.sqlite").exists(), "{megabytes} MB");
    }
    // killed while it checks the copy, or later
    let copy = site.path().join("copy.sqlite");
    let mut backup = spawn_until_written(&site, &["backup", "--to", "copy.sqlite"], 96 << 20, || {
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

// Ctrl-C, a stop by a service manager, a closed terminal: during the copy and during its check
#[test]
fn a_stopped_backup_or_restore_leaves_no_file() {
    let site = large_site();
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    let before = file_names(&site);
    let remove_new = || {
        for name in file_names(&site).iter().filter(|name| !before.contains(name)) {
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
                let child = spawn_until_written(&site, &args, megabytes << 20, remove_new);
                signal(name, child.id());
                let output = child.wait_with_output().unwrap();
                if output.status.success() {
                    remove_new(); // it ended before the signal
                } else {
                    break output;
                }
            };
            let reported = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{name}: {reported}");
            assert!(reported.contains("the copy was stopped"), "{name}: {reported}");
            assert_eq!(file_names(&site), before, "{name}");
        }
    }
}

/// Asserts that the command is refused with this text and leaves the folder unchanged.
#[track_caller]
fn assert_refused(site: &Site, args: &[&str], text: &str) -> Output {
    let before = file_names(site);
    let output = site.lms(args).refused();
    assert!(output.stderr.contains(text), "{args:?}: {output:?}");
    assert_eq!(output.stdout, "", "{args:?}");
    assert_eq!(file_names(site), before, "{args:?}");
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
    execute_sql(&folder.join("other.sqlite"), "CREATE TABLE wine (year INTEGER)");
    fs::copy(site.db(), folder.join("newer.sqlite")).unwrap();
    execute_sql(&folder.join("newer.sqlite"), "PRAGMA user_version = 99");
    fs::copy(site.db(), folder.join("broken.sqlite")).unwrap();
    execute_sql(&folder.join("broken.sqlite"), "DELETE FROM step");
    for (to, text) in [
        ("there.sqlite", "there.sqlite already exists"),
        ("link", "link already exists"),
        ("lms.sqlite", "is the database itself"),
        ("./lms.sqlite-wal", "lms.sqlite-wal is a name that the database needs"),
        ("spoilt.sqlite", "spoilt.sqlite-wal is left over"),
        ("nowhere/copy.sqlite", "there is no folder nowhere"),
        (".", "is a folder"),
        // not even root can create a file here
        ("/proc/copy.sqlite", "/proc/copy.sqlite cannot be written"),
    ] {
        assert_refused(&site, &["backup", "--to", to], text);
    }
    for (from, text) in [
        ("absent.sqlite", "absent.sqlite does not exist"),
        ("letter.txt", "letter.txt is not a database of lms-appliance"),
        ("other.sqlite", "other.sqlite is not a database of lms-appliance"),
        ("newer.sqlite", "use a newer one"),
        ("broken.sqlite", "refers to a missing row of step"),
    ] {
        assert_refused(&site, &["backup", "--db", from, "--to", "copy.sqlite"], text);
    }
    assert_eq!(fs::read(folder.join("there.sqlite")).unwrap(), b"mine");
    let usage = site.lms(&["backup"]);
    assert_eq!(usage.status, 2, "{usage:?}");
    site.lms_with_env(("LMS_TO", "copy.sqlite"), &["backup"]).ok();
}

// a limit on the size of files stands for a full disk
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
    assert_eq!(file_names(&site), ["lms.sqlite"]);
}

/// A seeded site that changed after its backup `copy.sqlite`.
fn changed_site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = seed_site();
        site.lms(&["backup", "--to", "copy.sqlite"]).ok();
        execute_sql(&site.db(), RENAME_FUNCTION);
        site
    })
}

/// Returns the files that a restore kept, without files of SQLite beside them.
fn kept_files(site: &Site) -> Vec<PathBuf> {
    let kept = file_names(site).into_iter();
    kept.filter(|name| name.starts_with("lms.sqlite.kept-")).map(|name| site.path().join(name)).collect()
}

#[test]
fn a_restore_keeps_the_replaced_database() {
    let site = changed_site();
    fs::set_permissions(site.db(), fs::Permissions::from_mode(0o640)).unwrap();
    let copy = fs::read(site.path().join("copy.sqlite")).unwrap();
    let (now, backup_data) = (data(&site, &site.db()), data(&site, &site.path().join("copy.sqlite")));
    assert!(now != backup_data);
    for time in 1..=2 {
        let reported = site.lms(&["restore", "--from", "copy.sqlite"]).ok();
        let kept = kept_files(&site);
        assert_eq!(kept.len(), time, "earlier kept files stay");
        let named = kept.iter().any(|kept| reported.stdout.contains(path(kept)));
        assert!(named, "{reported:?}");
        assert_eq!(file_names(&site).len(), 2 + time, "{:?}", file_names(&site));
    }
    assert_eq!(mode(&site.db()), 0o640);
    assert!(fs::read(site.path().join("copy.sqlite")).unwrap() == copy);
    assert!(data(&site, &site.db()) == backup_data);
    let kept = kept_files(&site).iter().map(|kept| data(&site, kept)).collect::<Vec<_>>();
    assert!(kept.contains(&now) && kept.contains(&backup_data));
    site.lms(&["check"]).ok();
    site.serve(&[]).stop();
}

// "refuses a database that is in use": by a service, a read-only service, another program
#[test]
fn a_database_in_use_is_not_replaced() {
    let site = changed_site();
    // closing the file would release the locks of this process
    let identity = |db: &str| {
        let file = site.path().join(db).metadata().unwrap();
        (file.ino(), file.len(), file.modified().unwrap())
    };
    let refused = |db: &str| {
        let before = identity(db);
        assert_refused(&site, &["restore", "--db", db, "--from", "copy.sqlite"], "is in use: stop the service");
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
    let backup_data = data(&site, &site.path().join("copy.sqlite"));
    let server = site.serve(&[]);
    execute_sql(&site.db(), "UPDATE function SET name = 'Nieuwere functie' WHERE id = 1");
    drop(server); // with SIGKILL
    let log = site.path().join("lms.sqlite-wal");
    assert!(log.metadata().unwrap().len() > 0);
    site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    let kept = kept_files(&site);
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(file_names(&site).len(), 3, "{:?}", file_names(&site));
    assert!(data(&site, &site.db()) == backup_data);
    let kept = data(&site, &kept[0]);
    let mut kept = zip::ZipArchive::new(std::io::Cursor::new(kept)).unwrap();
    let functions = std::io::read_to_string(kept.by_name("functions.csv").unwrap()).unwrap();
    assert!(functions.contains("Nieuwere functie"), "{functions}");
}

// a restore brings back persons who were anonymised since the backup
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

// SQLite would apply the log of a removed database to the restored one
#[test]
fn a_log_without_its_database_is_not_applied_to_the_restored_one() {
    let site = changed_site();
    let backup_data = data(&site, &site.path().join("copy.sqlite"));
    let server = site.serve(&[]);
    execute_sql(&site.db(), "UPDATE function SET name = 'Nieuwere functie' WHERE id = 1");
    drop(server);
    fs::remove_file(site.db()).unwrap();
    site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    let kept = kept_files(&site);
    assert!(kept.len() == 1 && path(&kept[0]).ends_with("-wal"), "{kept:?}");
    assert_eq!(file_names(&site).len(), 3, "{:?}", file_names(&site));
    assert!(data(&site, &site.db()) == backup_data);

    let other = site.path().join("new.sqlite");
    site.lms(&["restore", "--db", "new.sqlite", "--from", "copy.sqlite"]).ok();
    assert_eq!(mode(&other), 0o600);
    assert!(data(&site, &other) == backup_data);
}

#[test]
fn a_refused_restore_changes_nothing() {
    let site = changed_site();
    let folder = site.path();
    let write_changed_copy = |name: &str, change: &str| {
        fs::copy(folder.join("copy.sqlite"), folder.join(name)).unwrap();
        execute_sql(&folder.join(name), change);
    };
    write_changed_copy("newer.sqlite", "PRAGMA user_version = 99");
    write_changed_copy("never.sqlite", "PRAGMA user_version = 0");
    write_changed_copy("dangling.sqlite", "DELETE FROM step");
    write_changed_copy(
        "constraint.sqlite",
        "PRAGMA ignore_check_constraints = ON; UPDATE step SET title = '' WHERE id = 1",
    );
    let mut truncated = fs::read(folder.join("copy.sqlite")).unwrap();
    truncated.truncate(truncated.len() / 2);
    fs::write(folder.join("torn.sqlite"), truncated).unwrap();
    execute_sql(&folder.join("other.sqlite"), "CREATE TABLE wine (year INTEGER)");
    fs::write(folder.join("empty.sqlite"), "").unwrap();
    let before = fs::read(site.db()).unwrap();
    for (from, text) in [
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
        assert_refused(&site, &["restore", "--from", from], text);
        assert!(fs::read(site.db()).unwrap() == before, "{from}");
    }
    assert_refused(
        &site,
        &["restore", "--db", "other.sqlite", "--from", "copy.sqlite"],
        "other.sqlite is not a database of lms-appliance",
    );
    let usage = site.lms(&["restore"]);
    assert_eq!(usage.status, 2, "{usage:?}");
}

#[test]
fn restoring_a_closed_database_leaves_no_file_beside_it() {
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
    let name_in_backup = function_name(&site.db());
    for megabytes in [1, 40, 80, 96] {
        execute_sql(&site.db(), RENAME_FUNCTION);
        let new_name = function_name(&site.db());
        kill_while_writing(&site, &["restore", "--from", "copy.sqlite"], megabytes);
        assert_eq!(function_name(&site.db()), new_name, "{megabytes} MB");
    }
    // killed while it checks the copy, or later
    let new_name = function_name(&site.db());
    let mut restore = spawn_until_written(&site, &["restore", "--from", "copy.sqlite"], 96 << 20, || {
        execute_sql(&site.db(), RENAME_FUNCTION);
    });
    restore.kill().unwrap();
    restore.wait().unwrap();
    let found = function_name(&site.db());
    assert!(found == name_in_backup || found == new_name, "{found}");
    site.lms(&["check"]).ok();
}

// a command that waits for the old file must not continue with it when it is the kept file
#[test]
fn a_command_during_a_restore_opens_the_restored_database() {
    let site = large_site();
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    let restore = ["restore", "--from", "copy.sqlite"];
    let mut restore = spawn_until_written(&site, &restore, 1 << 20, || {
        fs::remove_file(&kept_files(&site)[0]).unwrap();
    });
    site.add_credential("late", "stilzwijgend", &["reports"]);
    assert!(restore.wait().unwrap().success());
    let has_credential =
        |file: &Path| site.lms(&["credential", "list", "--db", path(file)]).ok().stdout.contains("late");
    assert!(has_credential(&site.db()));
    assert!(!has_credential(&kept_files(&site)[0]));
    site.lms(&["check"]).ok();
}
