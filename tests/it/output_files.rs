//! What commands write: "(`--errors`, `--diff-csv`, exports, backups) has mode 600 (folders 700), is written beside and
//! renamed, follows no link, and is never the database, its `-wal` or `-shm`, or a file that is being read: exit 1
//! before anything is done."

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command};

use crate::support::{NOW, Output, Site};

const PERSONS: &str = "ExternalIdentifier,FirstName,FamilyName,Email\nE1,Anna,Berg,anna@example.nl\n";
const FAULTY: &str = "ExternalIdentifier,FirstName,FamilyName,Email\nE1,,Berg,anna@example.nl\n";
const FAULTS: &str = "file,line,column,value,message\n";

/// A site with a data file in the folder `in` and in `in.zip`.
fn site(persons: &str) -> Site {
    let site = Site::new();
    let folder = site.path().join("in");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("persons.csv"), persons).unwrap();
    let zip = fs::File::create(site.path().join("in.zip")).unwrap();
    let mut zip = zip::ZipWriter::new(zip);
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("persons.csv", options).unwrap();
    zip.write_all(persons.as_bytes()).unwrap();
    zip.finish().unwrap();
    site
}

/// Returns everything below a folder: names, and the content of files and links.
fn all(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.display().to_string();
        if path.is_symlink() {
            let to = path.read_link().unwrap();
            all.push((name, to.as_os_str().as_encoded_bytes().to_vec()));
        } else if path.is_dir() {
            all.push((name, Vec::new()));
            all.extend(self::all(&path));
        } else {
            all.push((name, fs::read(&path).unwrap()));
        }
    }
    all.sort();
    all
}

/// Runs a command that must be refused, naming this, and leave everything as it was.
#[track_caller]
fn refused(site: &Site, args: &[&str], naming: &str) {
    let before = all(site.path());
    let output = site.lms(args).refused();
    assert!(output.stderr.contains(naming), "{args:?}: {output:?}");
    assert_eq!(output.stdout, "", "{args:?}");
    assert!(all(site.path()) == before, "{args:?} changed something");
}

fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().permissions().mode() & 0o777
}

#[test]
fn an_error_list_overwrites_neither_the_database_nor_the_input() {
    let site = site(PERSONS);
    let at = |name: &str| site.path().join(name);
    fs::create_dir(at("in/images")).unwrap();
    fs::write(at("in/images/a.png"), "a picture").unwrap();
    symlink("lms.sqlite", at("link")).unwrap();
    fs::hard_link(site.db(), at("hard")).unwrap();
    symlink("in/persons.csv", at("link.csv")).unwrap();
    fs::hard_link(at("in/persons.csv"), at("hard.csv")).unwrap();
    symlink("in", at("also")).unwrap();
    let whole = site.db().display().to_string();
    for flag in ["--errors", "--diff-csv"] {
        for (path, naming) in [
            ("lms.sqlite", "is the database itself"),
            ("./in/../lms.sqlite", "is the database itself"),
            (&whole, "is the database itself"),
            ("link", "is the database itself"),
            ("hard", "is the database itself"),
            ("lms.sqlite-wal", "is a name that the database needs"),
            ("in/../lms.sqlite-shm", "is a name that the database needs"),
            ("lms.sqlite-journal", "is a name that the database needs"),
            ("in/persons.csv", "is being read"),
            ("also/persons.csv", "is being read"),
            ("link.csv", "is being read"),
            ("hard.csv", "is being read"),
            ("in/images/a.png", "is being read"),
        ] {
            refused(&site, &["import", "in", flag, path], naming);
        }
        refused(&site, &["import", "in.zip", flag, "in.zip"], "is being read");
        let through_link = ["import", "in", flag, "lms.sqlite", "--db", "link"];
        refused(&site, &through_link, "is the database itself");
        let journal = ["import", "in", flag, "lms.sqlite-wal", "--db", "link"];
        refused(&site, &journal, "is a name that the database needs");
        let new = ["import", "in", flag, "new.sqlite", "--db", "./new.sqlite"];
        refused(&site, &new, "is the database itself");
    }
    let twice = ["import", "in", "--errors", "a.csv", "--diff-csv", "in/../a.csv"];
    refused(&site, &twice, "is the file of another option too");
    fs::write(at("in/groups.csv"), "").unwrap();
    let source = ["import", "in", "--db", "in/groups.csv"];
    refused(&site, &source, "is being read");
}

#[test]
fn an_error_list_does_not_overwrite_a_served_database() {
    let site = site(FAULTY);
    let server = site.serve(&[]);
    for path in ["lms.sqlite", "lms.sqlite-wal", "lms.sqlite-shm"] {
        let output = site.lms(&["import", "in", "--errors", path]).refused();
        assert!(output.stderr.contains("name another file"), "{output:?}");
    }
    assert!(site.export_file("account_levels.csv").contains("ADMIN"));
    drop(server);
}

#[test]
fn an_error_list_replaces_only_an_older_list() {
    let site = site(FAULTY);
    let at = |name: &str| site.path().join(name);
    fs::write(at("letter.txt"), "Dear operator,\n").unwrap();
    fs::write(at("differences.csv"), "file,line,key,change,column,old,new\n").unwrap();
    fs::create_dir(at("folder")).unwrap();
    symlink("nowhere", at("nothing")).unwrap();
    symlink("old.csv", at("link")).unwrap();
    fs::write(at("old.csv"), FAULTS).unwrap();
    for (path, naming) in [
        ("letter.txt", "already exists"),
        ("differences.csv", "first line is not `file,line,column,value,message`"),
        ("folder", "is a link or not a regular file"),
        ("nothing", "is a link or not a regular file"),
        ("link", "is a link or not a regular file"),
        ("nowhere/errors.csv", "there is no folder nowhere"),
        ("/dev/null", "is a link or not a regular file"),
    ] {
        refused(&site, &["import", "in", "--errors", path], naming);
    }
    fs::write(at("empty"), "").unwrap();
    fs::set_permissions(at("old.csv"), fs::Permissions::from_mode(0o644)).unwrap();
    for path in ["old.csv", "empty", "new.csv", "in/errors.csv"] {
        for _ in 0..2 {
            let output = site.lms(&["import", "in", "--errors", path]).refused();
            assert!(output.stderr.contains("refused, 1 error;"), "{output:?}");
            let faults = fs::read_to_string(at(path)).unwrap();
            assert!(faults.starts_with(FAULTS) && faults.contains("FirstName"), "{faults}");
            assert_eq!(mode(&at(path)), 0o600, "{path}");
        }
    }
}

/// Every file and folder below, with its mode.
fn modes(folder: &Path) -> Vec<(String, u32)> {
    let paths = all(folder).into_iter().map(|(name, _)| name);
    let mut modes: Vec<_> = paths.map(|path| (mode(path.as_ref()), path)).map(|(mode, path)| (path, mode)).collect();
    modes.push((folder.display().to_string(), mode(folder)));
    modes
}

/// Runs the binary where every file would be everybody's.
fn without_mask(site: &Site, args: &[&str]) -> Output {
    let output = Command::new("sh")
        .args(["-c", "umask 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_lms-appliance")])
        .args(args)
        .args(["--now", NOW])
        .env("LMS_DB", "lms.sqlite")
        .current_dir(site.path())
        .output()
        .unwrap();
    Output {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn output_files_are_private() {
    let site = Site::new();
    let seed = concat!(env!("CARGO_MANIFEST_DIR"), "/seed");
    fs::create_dir(site.path().join("w")).unwrap();
    without_mask(&site, &["import", seed, "--errors", "w/e.csv", "--diff-csv", "w/d.csv"]).ok();
    without_mask(&site, &["export", "w/new/out"]).ok();
    without_mask(&site, &["export", "w/out.zip"]).ok();
    without_mask(&site, &["formats", "--csv", "w/empty"]).ok();
    without_mask(&site, &["backup", "--to", "w/copy.sqlite"]).ok();
    without_mask(&site, &["restore", "--from", "w/copy.sqlite", "--db", "w/new.sqlite"]).ok();
    fs::set_permissions(site.path().join("w"), fs::Permissions::from_mode(0o700)).unwrap();
    let modes = modes(&site.path().join("w"));
    assert!(modes.iter().any(|(path, _)| path.contains("images/")), "{modes:?}");
    for (path, mode) in modes {
        let expected = if Path::new(&path).is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, expected, "{path}");
    }
}

#[test]
fn an_export_follows_no_links() {
    let site = site(PERSONS);
    let at = |name: &str| site.path().join(name);
    fs::write(at("victim"), "mine").unwrap();
    symlink("victim", at("out.zip.partial")).unwrap();
    site.lms(&["export", "out.zip"]).ok();
    fs::create_dir(at("out")).unwrap();
    symlink("../victim", at("out/persons.csv.partial")).unwrap();
    site.lms(&["export", "out"]).ok();
    assert_eq!(fs::read(at("victim")).unwrap(), b"mine");

    fs::create_dir(at("empty")).unwrap();
    symlink("empty", at("link")).unwrap();
    symlink("victim", at("link.zip")).unwrap();
    refused(&site, &["export", "link"], "is a link");
    refused(&site, &["export", "link/"], "is a link");
    refused(&site, &["export", "link.zip", "--overwrite"], "is a link or not a regular file");
    refused(&site, &["formats", "--csv", "link"], "is a link");
    fs::remove_file(at("out/persons.csv")).unwrap();
    symlink("../victim", at("out/persons.csv")).unwrap();
    refused(&site, &["export", "out", "--overwrite"], "persons.csv is a link or not a regular file");
}

// a database from elsewhere can contain a hostile name
#[test]
fn an_export_writes_no_picture_beyond_its_folder() {
    let site = site(PERSONS);
    let database = rusqlite::Connection::open(site.db()).unwrap();
    for name in ["../../planted.png", "/planted.png", "a/b.png", "..", "persons.csv"] {
        database.execute("INSERT OR REPLACE INTO image VALUES (1, ?, 'image/png', x'00', '')", [name]).unwrap();
        for target in ["out", "out.zip"] {
            let output = site.lms(&["export", target]).refused();
            let reported = format!("images/{name} is not written: the name ");
            assert!(output.stderr.contains(&reported), "{output:?}");
            assert!(!site.path().join("planted.png").exists());
            assert!(!site.path().join("out/persons.csv").exists());
            assert!(!site.path().join("out.zip").exists());
        }
    }
}

#[test]
fn an_export_replaces_data_files_and_never_its_database() {
    let site = site(PERSONS);
    let at = |name: &str| site.path().join(name);
    fs::write(at("holiday.zip"), "pictures").unwrap();
    let holiday = ["export", "holiday.zip", "--overwrite"];
    refused(&site, &holiday, "holiday.zip holds no data files");
    fs::create_dir(at("out")).unwrap();
    fs::rename(site.db(), at("out/persons.csv")).unwrap();
    fs::hard_link(at("out/persons.csv"), at("db.zip")).unwrap();
    let folder = ["export", "out", "--db", "out/persons.csv", "--overwrite"];
    refused(&site, &folder, "out/persons.csv is the database itself");
    let zip = ["export", "db.zip", "--db", "out/persons.csv", "--overwrite"];
    refused(&site, &zip, "db.zip is the database itself");
    let file = ["export", "holiday.zip/out", "--db", "db.zip"];
    refused(&site, &file, "holiday.zip/out cannot be written");
    fs::rename(at("holiday.zip"), at("holiday")).unwrap();
    let file = ["export", "holiday", "--overwrite", "--db", "db.zip"];
    refused(&site, &file, "holiday is a file: name a folder");
    site.lms(&["export", "in.zip", "--db", "out/persons.csv", "--overwrite"]).ok();
    let names = zip::ZipArchive::new(fs::File::open(at("in.zip")).unwrap());
    assert!(names.unwrap().len() > 20);
}

#[test]
fn a_restore_does_not_overwrite_files_of_the_backup() {
    let site = Site::new();
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    symlink("copy.sqlite", site.path().join("link")).unwrap();
    for db in ["copy.sqlite-wal", "copy.sqlite-journal"] {
        let args = ["restore", "--from", "link", "--db", db];
        refused(&site, &args, "is a name that the database needs");
    }
    let itself = ["restore", "--from", "link", "--db", "copy.sqlite"];
    refused(&site, &itself, "is the database itself");
}

// "`import --dry-run` without a database leaves none behind", nor does one that is refused, nor one that is stopped
#[test]
fn an_import_without_effect_leaves_no_new_database() {
    let site = site(FAULTY);
    let sound = self::site(PERSONS);
    fs::create_dir(site.path().join("empty")).unwrap();
    refused(&site, &["import", "empty", "--db", "new.sqlite"], "there is no data file");
    refused(&site, &["import", "in", "--db", "new.sqlite"], "refused, 1 error");
    refused(&site, &["import", "in", "--db", "new.sqlite", "--dry-run"], "refused, 1 error");
    let before = all(sound.path());
    for db in ["new.sqlite", ":memory:", "file:new.sqlite?mode=memory"] {
        let output = sound.lms(&["import", "in", "--dry-run", "--db", db]).ok();
        assert!(output.stdout.contains("created 1"), "{output:?}");
        assert!(all(sound.path()) == before, "{db}");
    }
    // one that was there stays, and so does one in which something is; a strange name is a name
    // but for the record of the failed import
    let exported = |to: &str| {
        site.lms(&["export", to]).ok();
        all(&site.path().join(to)).into_iter().map(|(_, bytes)| bytes).collect::<Vec<_>>()
    };
    let before = exported("before");
    let output = site.lms(&["import", "empty"]).refused();
    assert!(output.stderr.contains("there is no data file"), "{output:?}");
    assert_eq!(exported("after"), before);
    sound.lms(&["import", "in", "--db", ":memory:"]).ok();
    assert!(sound.path().join(":memory:").metadata().unwrap().len() > 0);
    sound.lms(&["check", "--db", ":memory:"]).ok();
}

/// A site without a database, and an import that reads its persons.csv from a pipe, with the pipe's other end.
fn piped() -> (Site, Child, fs::File) {
    let site = Site::empty();
    let folder = site.path().join("in");
    fs::create_dir(&folder).unwrap();
    let pipe = folder.join("persons.csv");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let import = site.spawn(&["import", "in", "--errors", "errors.csv"]);
    // open once the import has opened the other end, which is after it began to listen to signals
    let pipe = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    (site, import, pipe)
}

fn interrupt(import: &Child) {
    let kill = format!("kill -INT {}", import.id());
    let sent = Command::new("sh").args(["-c", &kill]).status().unwrap();
    assert!(sent.success());
}

// "Ctrl-C in an import says "stopped; nothing was imported"": here while it reads a file that never ends
#[test]
fn a_stopped_import_says_so_and_changes_nothing() {
    let (site, import, mut pipe) = piped();
    pipe.write_all(PERSONS.as_bytes()).unwrap();
    interrupt(&import);
    let mut number = 2_u64;
    while writeln!(pipe, "E{number},Bram,Jansen,bram{number}@example.nl").is_ok() {
        number += 1;
    }
    let output = import.wait_with_output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{reported}");
    assert_eq!(reported, "lms-appliance: stopped; nothing was imported\n");
    assert_eq!(output.stdout, b"");
    let left: Vec<_> = site.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["in"]);
}

// the import waits for data of a pipe, into which nobody writes
#[test]
fn repeated_ctrl_c_ends_an_import_that_cannot_stop() {
    let (_site, mut import, _pipe) = piped();
    let status = loop {
        interrupt(&import);
        if let Some(status) = import.try_wait().unwrap() {
            break status;
        }
    };
    assert_eq!(status.code(), Some(1));
}
