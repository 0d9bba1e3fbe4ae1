//! Tests flags, their environment variables, and errors of the database file (contract, section 9).

use std::net::TcpListener;

use crate::support::Site;

const DIVISIONS: &str = "Name\nNoord\n";

// "Every flag also from the environment"
#[test]
fn flags_without_a_value_accept_boolean_words_in_the_environment() {
    for (word, is_dry_run) in
        [("1", true), ("Ja", true), ("yes", true), ("waar", true), ("0", false), ("nee", false), ("ONWAAR", false)]
    {
        let site = Site::new();
        std::fs::create_dir(site.path().join("data")).expect("a folder");
        std::fs::write(site.path().join("data/divisions.csv"), DIVISIONS).expect("a file");
        let output = site.lms_with_env(("LMS_DRY_RUN", word), &["import", "data"]).ok();
        assert!(output.stdout.contains("created 1"), "{output:?}");
        let is_imported = site.export_file("divisions.csv").contains("Noord");
        assert_eq!(is_imported, !is_dry_run, "{word}");
    }
    let site = Site::new();
    let refused = site.lms_with_env(("LMS_DRY_RUN", "perhaps"), &["import", "data"]);
    assert_eq!(refused.status, 2, "{refused:?}");
}

#[test]
fn an_unknown_variable_is_a_warning_with_the_nearest_name() {
    let site = Site::new();
    let warning = "unknown variable LMS_BACKUPDIR; did you mean LMS_BACKUP_DIR?";
    let variable = ("LMS_BACKUPDIR", "/x");
    let listed = site.lms_with_env(variable, &["imports"]).ok();
    assert!(listed.stderr.starts_with(&format!("warning: {warning}\n")), "{listed:?}");
    let usage = site.lms_with_env(variable, &["imports", "--nonsense"]);
    assert_eq!(usage.status, 2);
    assert!(usage.stderr.starts_with(&format!("warning: {warning}\n")), "{usage:?}");
    let serve = site.lms_with_env(variable, &["serve", "--listen", "192.0.2.1:1"]).refused();
    assert!(serve.stderr.contains(warning), "{serve:?}");
    // variables of other commands are known
    let known = site.lms_with_env(("LMS_BACKUP_DIR", "/x"), &["check"]).ok();
    assert_eq!(known.stderr, "");
}

#[test]
fn serve_reports_a_new_database_and_others_in_its_folder() {
    let site = Site::new();
    std::fs::write(site.path().join("letter.txt"), "no database".repeat(20)).expect("a file");
    let log = site.serve(&["--db", "lsm.sqlite"]).stop().stderr;
    let first = log.lines().next().expect("a line");
    assert!(first.contains("NEW EMPTY DATABASE: lsm.sqlite"), "{log}");
    assert!(first.contains("THIS FOLDER HAS OTHER DATABASES, did you mean one of them? ./lms.sqlite."), "{log}");
}

#[test]
fn a_command_reports_that_it_waits_for_a_lock() {
    let site = Site::new();
    let other = rusqlite::Connection::open(site.db()).expect("the database");
    other.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    let refused = site.lms(&["credential", "add", "x"]).refused();
    let (first, second) = refused.stderr.split_once('\n').expect("two lines");
    assert_eq!(first, "another process is using the database; waiting for it, up to ten seconds");
    assert!(second.contains("another process has locked the database: try again when it has finished"), "{second}");
}

// with its signal ignored, a limit on file sizes makes writes fail, like a full disk
#[test]
fn a_failed_write_is_reported_and_changes_nothing() {
    let site = Site::new();
    let rows = (0..5000).map(|n| format!("P{n},An,Nieuw,p{n}@example.nl\n"));
    let csv = format!("ExternalIdentifier,FirstName,FamilyName,Email\n{}", rows.collect::<String>());
    std::fs::create_dir(site.path().join("data")).expect("a folder");
    std::fs::write(site.path().join("data/persons.csv"), csv).expect("the file");
    let limited = "trap '' XFSZ; ulimit -f 256; exec \"$0\" \"$@\"";
    let import = std::process::Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_lms-appliance"), "import", "data", "--db", "lms.sqlite"])
        .current_dir(site.path())
        .output()
        .expect("a shell");
    let stderr = String::from_utf8_lossy(&import.stderr).into_owned();
    assert_eq!(import.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("the disk refused a write: it is full, over a quota or failing"), "{stderr}");
    site.lms(&["check"]).ok();
    assert_eq!(site.export_file("persons.csv").lines().count(), 1);
}

#[test]
fn a_damaged_database_is_reported() {
    let site = Site::new();
    let mut bytes = std::fs::read(site.db()).expect("the database");
    bytes[100..8192].fill(0xff);
    std::fs::write(site.db(), bytes).expect("the database");
    let refused = site.lms(&["imports"]).refused().stderr;
    assert!(refused.contains("is damaged: stop the service, keep a copy of the file"), "{refused}");
}

// opening a FIFO waits for a writer
#[test]
fn a_fifo_is_refused_as_a_database() {
    let site = Site::empty();
    let fifo = std::process::Command::new("mkfifo").arg(site.db()).status().expect("mkfifo starts");
    assert!(fifo.success());
    let db = site.db();
    for args in [
        &["check"][..],
        &["init"],
        &["serve", "--listen", "127.0.0.1:0"],
        &["serve", "--listen", "127.0.0.1:0", "--read-only"],
        &["serve", "--listen", "127.0.0.1:0", "--read-only", "--follow"],
        &["restore", "--db", "new.sqlite", "--from", db.to_str().expect("UTF-8")],
        &["import", "--db", "new.sqlite", db.to_str().expect("UTF-8")],
    ] {
        let refused = site.lms(args).refused().stderr;
        assert!(refused.contains("is not a regular file"), "{args:?}: {refused}");
    }
}

// a settings file can have all variables, some of them empty
#[test]
fn an_empty_variable_counts_as_unset() {
    let site = Site::new();
    std::fs::create_dir(site.path().join("data")).expect("a folder");
    std::fs::write(site.path().join("data/divisions.csv"), DIVISIONS).expect("a file");
    for name in
        ["LMS_DRY_RUN", "LMS_REPLACE", "LMS_DIFF", "LMS_ENCODING", "LMS_MAX_REMOVALS", "LMS_ERRORS", "LMS_TIMEZONE"]
    {
        let output = site.lms_with_env((name, ""), &["import", "data"]).ok();
        assert!(output.stdout.contains("divisions.csv: "), "{output:?}");
        assert_eq!(output.stderr, "", "{name}");
    }
    for name in ["LMS_ROLE", "LMS_PASSWORD_STDIN"] {
        site.lms_with_env((name, ""), &["operator", "add", name]).ok();
    }
    let output = site.lms_with_env(("LMS_YES", ""), &["person", "anonymise", "nobody"]);
    assert!(output.refused().stderr.contains("nobody"));
    // the invalid address ends `serve` after it has read its variables
    for name in ["LMS_METRICS", "LMS_READ_ONLY", "LMS_TRUST_PROXY"] {
        let output = site.lms_with_env((name, ""), &["serve", "--listen", "nowhere"]);
        assert!(output.stderr.contains("nowhere"), "{name}: {output:?}");
        assert!(!output.stderr.contains(name), "{output:?}");
    }
}

// "2 (usage)"
#[test]
fn an_invalid_value_of_a_flag_is_wrong_usage() {
    let site = Site::empty();
    for args in [
        &["init", "--timezone", "Mars/Olympus"][..],
        &["init", "--now", "yesterday"],
        &["serve", "--brand", "2 words"],
        &["serve", "--listen", "nowhere"],
        &["serve", "--max-body", "0"],
        &["credential", "list", "--brand", ""],
        &["audit", "--since", "31-12"],
        &["audit", "--prune-before", "2026-02-30"],
        &["credential", "rotate", "hr", "--keep-old", "soon"],
    ] {
        let output = site.lms(args);
        assert_eq!(output.status, 2, "{args:?}: {output:?}");
        assert_eq!(output.stdout, "", "{args:?}");
        assert!(output.stderr.contains(args[args.len() - 2]), "{output:?}");
    }
    assert!(!site.db().exists());
}

#[test]
fn an_unusable_address_is_reported() {
    let site = Site::empty();
    for text in ["8080", "localhost:8080"] {
        let output = site.lms(&["serve", "--listen", text]);
        assert_eq!(output.status, 2, "{output:?}");
        assert!(output.stderr.contains("IP:PORT"), "{output:?}");
    }
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let output = site.lms(&["serve", "--listen", &address]);
    assert_eq!(output.status, 1, "{output:?}");
    let message = format!("{address} cannot be listened on; `--listen` names another address: ");
    assert!(output.stderr.contains(&message), "{output:?}");
}

/// Commands that need a database of the newest version.
pub const NEED_DATABASE: [&[&str]; 17] = [
    &["export", "out"],
    &["audit"],
    &["audit", "--prune-before", "2026-01-01"],
    &["connector-errors"],
    &["imports"],
    &["imports", "show", "1"],
    &["imports", "undo", "1"],
    &["mappings", "list"],
    &["mappings", "show", "hr"],
    &["mappings", "remove", "hr"],
    &["why", "persons", "000101", "Email"],
    &["person", "anonymise", "000101", "--yes"],
    &["credential", "list"],
    &["credential", "grant", "hr", "all"],
    &["credential", "revoke", "hr"],
    &["operator", "list"],
    &["serve", "--read-only", "--listen", "127.0.0.1:0"],
];

// "`init`, `serve`, `demo`, `import`, `restore` and `credential add` create the file when absent …; every other command
// refuses with exit 1"
#[test]
fn other_commands_create_no_database() {
    let site = Site::empty();
    std::fs::write(site.path().join("empty"), "").expect("a file");
    let any_version: [&[&str]; 2] = [&["backup", "--to", "copy.sqlite"], &["check"]];
    for args in NEED_DATABASE.into_iter().chain(any_version) {
        for (db, message) in [("none", "none does not exist"), ("empty", "empty is not a database of lms-appliance")] {
            let mut args = args.to_vec();
            args.extend(["--db", db]);
            let output = site.lms(&args).refused();
            assert!(output.stderr.contains(message), "{args:?}: {output:?}");
            assert_eq!(output.stdout, "", "{args:?}");
        }
    }
    let names: Vec<_> = site.path().read_dir().expect("the folder").collect();
    assert_eq!(names.len(), 1, "{names:?}");
    let empty = site.path().join("empty").metadata().expect("a file");
    assert_eq!(empty.len(), 0);
}

#[test]
fn an_unusable_path_of_a_database_is_reported() {
    let site = Site::empty();
    std::fs::create_dir(site.path().join("folder")).expect("a folder");
    let no_folder = "none/x.sqlite cannot be opened: there is no folder none";
    for (args, message) in [
        (&["check", "--db", "folder"][..], "folder is a folder: name a file"),
        (&["restore", "--from", "folder"], "folder is a folder: name a file"),
        (&["init", "--db", "none/x.sqlite"], no_folder),
        (&["serve", "--db", "none/x.sqlite"], no_folder),
    ] {
        let output = site.lms(args).refused();
        assert!(output.stderr.contains(message), "{args:?}: {output:?}");
    }
}

// "`serve` says so on standard error, with the commands that fill it"
// ASVS 16.2.2–16.2.4
#[test]
fn serve_reports_how_to_fill_a_new_database() {
    let site = Site::empty();
    let serve = |flags: &[&str]| {
        let mut all = vec!["--db", "mis typed.sqlite"];
        all.extend(flags);
        site.serve(&all).stop().stderr
    };
    let log = serve(&[]);
    for sentence in [
        "NEW EMPTY DATABASE: 'mis typed.sqlite' held no database, so an empty one was created.",
        "`lms-appliance import FOLDER --db 'mis typed.sqlite'`",
        "`lms-appliance credential add NAME --grant all --db 'mis typed.sqlite'`",
    ] {
        assert!(log.contains(sentence), "{sentence}: {log}");
    }
    assert!(!serve(&[]).contains("held no database"));
    std::fs::write(site.path().join("mis typed.sqlite"), "").expect("an empty file");
    let log = serve(&["--log-format", "json"]);
    assert!(log.lines().all(|line| line.starts_with('{')), "{log}");
    assert!(log.contains("held no database"), "{log}");
}

#[test]
fn a_new_database_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let site = Site::empty();
    site.lms(&["init"]).ok();
    let server = site.serve(&[]);
    for file in ["lms.sqlite", "lms.sqlite-wal"] {
        let mode = std::fs::metadata(site.path().join(file)).expect(file).permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    drop(server);
}
