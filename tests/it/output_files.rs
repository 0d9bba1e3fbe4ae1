//! Tests files that commands write: "(`--errors`, `--diff-csv`, exports, backups) has mode 600 (folders 700), is written beside and
//! renamed, follows no link, and is never the database, its `-wal` or `-shm`, or a file that is being read: exit 1
//! before anything is done."

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command};

use crate::support::{NOW, Output, Site, signal};

const PERSONS: &str = "ExternalIdentifier,FirstName,FamilyName,Email\nE1,Anna,Berg,anna@example.nl\n";
const INVALID_PERSONS: &str = "ExternalIdentifier,FirstName,FamilyName,Email\nE1,,Berg,anna@example.nl\n";
/// The first line of an error list.
const ERRORS_HEADER: &str = "file,line,column,value,message\n";

/// Returns a site with this persons.csv in the folder `in` and in `in.zip`.
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

/// Returns name and content of everything below a folder. Symbolic links are not followed.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut contents = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.display().to_string();
        if path.is_symlink() {
            let target = path.read_link().unwrap();
            contents.push((name, target.as_os_str().as_encoded_bytes().to_vec()));
        } else if path.is_dir() {
            contents.push((name, Vec::new()));
            contents.extend(self::contents(&path));
        } else {
            contents.push((name, fs::read(&path).unwrap()));
        }
    }
    contents.sort();
    contents
}

/// Asserts that a command is refused with this message and changes no file.
#[track_caller]
fn assert_refused(site: &Site, args: &[&str], message: &str) {
    let before = contents(site.path());
    let output = site.lms(args).refused();
    assert!(output.stderr.contains(message), "{args:?}: {output:?}");
    assert_eq!(output.stdout, "", "{args:?}");
    assert!(contents(site.path()) == before, "{args:?} changed something");
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
    symlink("in", at("linked")).unwrap();
    let absolute = site.db().display().to_string();
    for flag in ["--errors", "--diff-csv"] {
        for (path, message) in [
            ("lms.sqlite", "is the database itself"),
            ("./in/../lms.sqlite", "is the database itself"),
            (&absolute, "is the database itself"),
            ("link", "is the database itself"),
            ("hard", "is the database itself"),
            ("lms.sqlite-wal", "is a name that the database needs"),
            ("in/../lms.sqlite-shm", "is a name that the database needs"),
            ("lms.sqlite-journal", "is a name that the database needs"),
            ("in/persons.csv", "is being read"),
            ("linked/persons.csv", "is being read"),
            ("link.csv", "is being read"),
            ("hard.csv", "is being read"),
            ("in/images/a.png", "is being read"),
        ] {
            assert_refused(&site, &["import", "in", flag, path], message);
        }
        assert_refused(&site, &["import", "in.zip", flag, "in.zip"], "is being read");
        let through_link = ["import", "in", flag, "lms.sqlite", "--db", "link"];
        assert_refused(&site, &through_link, "is the database itself");
        let journal = ["import", "in", flag, "lms.sqlite-wal", "--db", "link"];
        assert_refused(&site, &journal, "is a name that the database needs");
        let new = ["import", "in", flag, "new.sqlite", "--db", "./new.sqlite"];
        assert_refused(&site, &new, "is the database itself");
    }
    let same_file = ["import", "in", "--errors", "a.csv", "--diff-csv", "in/../a.csv"];
    assert_refused(&site, &same_file, "is the file of another option too");
    fs::write(at("in/groups.csv"), "").unwrap();
    let source = ["import", "in", "--db", "in/groups.csv"];
    assert_refused(&site, &source, "is being read");
}

#[test]
fn an_error_list_does_not_overwrite_a_served_database() {
    let site = site(INVALID_PERSONS);
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
    let site = site(INVALID_PERSONS);
    let at = |name: &str| site.path().join(name);
    fs::write(at("letter.txt"), "Dear operator,\n").unwrap();
    fs::write(at("differences.csv"), "file,line,key,change,column,old,new\n").unwrap();
    fs::create_dir(at("folder")).unwrap();
    symlink("nowhere", at("nothing")).unwrap();
    symlink("old.csv", at("link")).unwrap();
    fs::write(at("old.csv"), ERRORS_HEADER).unwrap();
    for (path, message) in [
        ("letter.txt", "already exists"),
        ("differences.csv", "first line is not `file,line,column,value,message`"),
        ("folder", "is a link or not a regular file"),
        ("nothing", "is a link or not a regular file"),
        ("link", "is a link or not a regular file"),
        ("nowhere/errors.csv", "there is no folder nowhere"),
        ("/dev/null", "is a link or not a regular file"),
    ] {
        assert_refused(&site, &["import", "in", "--errors", path], message);
    }
    fs::write(at("empty"), "").unwrap();
    fs::set_permissions(at("old.csv"), fs::Permissions::from_mode(0o644)).unwrap();
    for path in ["old.csv", "empty", "new.csv", "in/errors.csv"] {
        for _ in 0..2 {
            let output = site.lms(&["import", "in", "--errors", path]).refused();
            assert!(output.stderr.contains("refused, 1 error;"), "{output:?}");
            let errors = fs::read_to_string(at(path)).unwrap();
            assert!(errors.starts_with(ERRORS_HEADER) && errors.contains("FirstName"), "{errors}");
            assert_eq!(mode(&at(path)), 0o600, "{path}");
        }
    }
}

/// Returns path and mode of a folder and everything below it.
fn modes(folder: &Path) -> Vec<(String, u32)> {
    let paths = contents(folder).into_iter().map(|(name, _)| name);
    let mut modes: Vec<_> = paths.map(|path| (path.clone(), mode(path.as_ref()))).collect();
    modes.push((folder.display().to_string(), mode(folder)));
    modes
}

/// Runs the binary with umask 0, which makes files readable and writable for all users.
fn lms_with_umask_0(site: &Site, args: &[&str]) -> Output {
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
    lms_with_umask_0(&site, &["import", seed, "--errors", "w/e.csv", "--diff-csv", "w/d.csv"]).ok();
    lms_with_umask_0(&site, &["export", "w/new/out"]).ok();
    lms_with_umask_0(&site, &["export", "w/out.zip"]).ok();
    lms_with_umask_0(&site, &["formats", "--csv", "w/empty"]).ok();
    lms_with_umask_0(&site, &["backup", "--to", "w/copy.sqlite"]).ok();
    lms_with_umask_0(&site, &["restore", "--from", "w/copy.sqlite", "--db", "w/new.sqlite"]).ok();
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
    assert_refused(&site, &["export", "link"], "is a link");
    assert_refused(&site, &["export", "link/"], "is a link");
    assert_refused(&site, &["export", "link.zip", "--overwrite"], "is a link or not a regular file");
    assert_refused(&site, &["formats", "--csv", "link"], "is a link");
    fs::remove_file(at("out/persons.csv")).unwrap();
    symlink("../victim", at("out/persons.csv")).unwrap();
    assert_refused(&site, &["export", "out", "--overwrite"], "persons.csv is a link or not a regular file");
}

// a database from elsewhere can contain a hostile name
#[test]
fn an_export_writes_no_image_outside_its_folder() {
    let site = site(PERSONS);
    let database = rusqlite::Connection::open(site.db()).unwrap();
    for name in ["../../planted.png", "/planted.png", "a/b.png", "..", "persons.csv"] {
        database.execute("INSERT OR REPLACE INTO image VALUES (1, ?, 'image/png', x'00', '')", [name]).unwrap();
        for target in ["out", "out.zip"] {
            let output = site.lms(&["export", target]).refused();
            let message = format!("images/{name} is not written: the name ");
            assert!(output.stderr.contains(&message), "{output:?}");
            assert!(!site.path().join("planted.png").exists());
            assert!(!site.path().join("out/persons.csv").exists());
            assert!(!site.path().join("out.zip").exists());
        }
    }
}

#[test]
fn an_export_replaces_only_data_files() {
    let site = site(PERSONS);
    let at = |name: &str| site.path().join(name);
    fs::write(at("holiday.zip"), "pictures").unwrap();
    let holiday = ["export", "holiday.zip", "--overwrite"];
    assert_refused(&site, &holiday, "holiday.zip holds no data files");
    fs::create_dir(at("out")).unwrap();
    fs::rename(site.db(), at("out/persons.csv")).unwrap();
    fs::hard_link(at("out/persons.csv"), at("db.zip")).unwrap();
    let folder = ["export", "out", "--db", "out/persons.csv", "--overwrite"];
    assert_refused(&site, &folder, "out/persons.csv is the database itself");
    let zip = ["export", "db.zip", "--db", "out/persons.csv", "--overwrite"];
    assert_refused(&site, &zip, "db.zip is the database itself");
    let file = ["export", "holiday.zip/out", "--db", "db.zip"];
    assert_refused(&site, &file, "holiday.zip/out cannot be written");
    fs::rename(at("holiday.zip"), at("holiday")).unwrap();
    let file = ["export", "holiday", "--overwrite", "--db", "db.zip"];
    assert_refused(&site, &file, "holiday is a file: name a folder");
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
        assert_refused(&site, &args, "is a name that the database needs");
    }
    let itself = ["restore", "--from", "link", "--db", "copy.sqlite"];
    assert_refused(&site, &itself, "is the database itself");
}

// "`import --dry-run` without a database leaves none behind"
#[test]
fn a_dry_run_or_refused_import_leaves_no_new_database() {
    let site = site(INVALID_PERSONS);
    let valid_site = self::site(PERSONS);
    fs::create_dir(site.path().join("empty")).unwrap();
    assert_refused(&site, &["import", "empty", "--db", "new.sqlite"], "there is no data file");
    assert_refused(&site, &["import", "in", "--db", "new.sqlite"], "refused, 1 error");
    assert_refused(&site, &["import", "in", "--db", "new.sqlite", "--dry-run"], "refused, 1 error");
    let before = contents(valid_site.path());
    for db in ["new.sqlite", ":memory:", "file:new.sqlite?mode=memory"] {
        let output = valid_site.lms(&["import", "in", "--dry-run", "--db", db]).ok();
        assert!(output.stdout.contains("created 1"), "{output:?}");
        assert!(contents(valid_site.path()) == before, "{db}");
    }
    // an existing database keeps its data
    let exported_files = |to: &str| {
        site.lms(&["export", to]).ok();
        contents(&site.path().join(to)).into_iter().map(|(_, bytes)| bytes).collect::<Vec<_>>()
    };
    let before = exported_files("before");
    let output = site.lms(&["import", "empty"]).refused();
    assert!(output.stderr.contains("there is no data file"), "{output:?}");
    assert_eq!(exported_files("after"), before);
    // SQLite's special names are file names
    valid_site.lms(&["import", "in", "--db", ":memory:"]).ok();
    assert!(valid_site.path().join(":memory:").metadata().unwrap().len() > 0);
    valid_site.lms(&["check", "--db", ":memory:"]).ok();
}

/// Starts an import that reads its persons.csv from a pipe. Returns the site, which has no database, and the writing end of the
/// pipe.
fn spawn_import_from_pipe() -> (Site, Child, fs::File) {
    let site = Site::empty();
    let folder = site.path().join("in");
    fs::create_dir(&folder).unwrap();
    let pipe = folder.join("persons.csv");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let import = site.spawn(&["import", "in", "--errors", "errors.csv"]);
    // returns when the import has opened the pipe; before, it has installed its signal handler
    let pipe = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    (site, import, pipe)
}

// "Ctrl-C in an import says "stopped; nothing was imported""
#[test]
fn an_interrupted_import_changes_nothing() {
    let (site, import, mut pipe) = spawn_import_from_pipe();
    pipe.write_all(PERSONS.as_bytes()).unwrap();
    signal("INT", import.id());
    let mut number = 2_u64;
    while writeln!(pipe, "E{number},Bram,Jansen,bram{number}@example.nl").is_ok() {
        number += 1;
    }
    let output = import.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert_eq!(stderr, "lms-appliance: stopped; nothing was imported\n");
    assert_eq!(output.stdout, b"");
    let files: Vec<_> = site.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(files, ["in"]);
}

// the import is blocked: it waits for data of the pipe
#[test]
fn repeated_sigint_ends_a_blocked_import() {
    let (_site, mut import, _pipe) = spawn_import_from_pipe();
    let status = loop {
        signal("INT", import.id());
        if let Some(status) = import.try_wait().unwrap() {
            break status;
        }
    };
    assert_eq!(status.code(), Some(1));
}
