//! Tests the output of commands: readable lines, or with `--json` "an object a line" (contract, section 9).

use std::fs::File;
use std::io::Read;

use serde_json::{Value, json};

use crate::support::{DIVISIONS, FUNCTIONS, PERSONS, Site, persons_site};

/// Runs a command, and parses its lines as JSON objects.
#[track_caller]
fn json_lines(site: &Site, args: &[&str]) -> Vec<Value> {
    let stdout = site.lms(args).ok().stdout;
    let object = |line: &str| {
        let object: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        assert!(object.is_object(), "{line}");
        object
    };
    stdout.lines().map(object).collect()
}

/// Returns the values of these members.
fn values(object: &Value, names: &[&str]) -> Vec<Value> {
    names.iter().map(|name| object[name].clone()).collect()
}

/// Returns a [`persons_site`] with a second import, which changes one e-mail address.
fn site_with_change() -> Site {
    let site = persons_site();
    let persons = "ExternalIdentifier,Email\nE001,anna@new.nl\nE002,bram@example.nl\n";
    site.import(&[("persons.csv", persons), ("functions.csv", FUNCTIONS)]).ok();
    site
}

#[test]
fn imports_are_listed_and_shown_in_json() {
    let site = site_with_change();
    site.lms(&["imports", "undo", "2"]).ok();
    let imports = json_lines(&site, &["imports", "--json"]);
    let names = ["number", "kind", "undone_by"];
    let found: Vec<_> = imports.iter().map(|import| values(import, &names)).collect();
    assert_eq!(
        found,
        [
            [json!(1), json!("import"), json!([])],
            [json!(2), json!("import"), json!([3])],
            [json!(3), json!("undo"), json!([])]
        ]
    );
    // the list includes files without changes
    let names = ["file", "created", "updated", "unchanged", "removed"];
    let files: Vec<_> =
        imports[1]["files"].as_array().expect("files").iter().map(|file| values(file, &names)).collect();
    assert_eq!(
        files,
        [
            [json!("functions.csv"), json!(0), json!(0), json!(2), json!(0)],
            [json!("persons.csv"), json!(0), json!(1), json!(1), json!(0)]
        ]
    );
    for args in [["imports", "show", "2", "--json"], ["imports", "--json", "show", "2"]] {
        let changes = json_lines(&site, &args);
        assert_eq!(changes.len(), 1);
        let names = ["file", "key", "change", "fields"];
        assert_eq!(
            values(&changes[0], &names),
            [
                json!("persons.csv"),
                json!(["E001"]),
                json!("changed"),
                json!([{"field": "Email", "old": "anna@example.nl", "new": "anna@new.nl"}])
            ]
        );
    }
}

#[test]
fn the_audit_can_be_limited_to_one_person() {
    let site = site_with_change();
    // five created persons, one change, and the credential
    assert_eq!(json_lines(&site, &["audit", "--json"]).len(), 7);
    let changes = json_lines(&site, &["audit", "--person", "E001", "--json"]);
    let kinds: Vec<_> = changes.iter().map(|change| &change["change"]).collect();
    assert_eq!(kinds, ["created", "changed"]);
    let names = ["source", "number", "line"];
    assert_eq!(values(&changes[1]["by"], &names), [json!("import"), json!(2), json!(2)]);
    let at = changes[1]["by"]["at"].as_str().expect("a time");
    assert_eq!(at.len(), "2026-03-09T12:00:00+01:00".len(), "{at}");

    let lines = site.lms(&["audit", "--person", " E001 "]).ok().stdout;
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.lines().all(|line| line.contains("person 1 (E001)")));
    let empty = site.lms(&["audit", "--person", "E001", "--since", "9000-01-01"]);
    assert_eq!(empty.ok().stdout, "");
    // spreadsheets remove leading zeros
    for (identifier, message) in [
        ("5", "there is no person 5; did you mean 00005?\n"),
        ("E01", "there is no person E01; did you mean E001?\n"),
        ("999", "there is no person 999\n"),
    ] {
        let refused = site.lms(&["audit", "--person", identifier]).refused();
        assert!(refused.stderr.contains(message), "{refused:?}");
    }
    // pruning cannot be limited to one person
    let args = ["audit", "--person", "E001", "--prune-before", "9000-01-01"];
    assert_eq!(site.lms(&args).status, 2);
}

#[test]
fn why_is_reported_in_json() {
    let site = site_with_change();
    site.lms(&["imports", "undo", "2"]).ok();
    let why = json_lines(&site, &["why", "persons.csv", "E001", "Email", "--json"]);
    assert_eq!(why.len(), 1);
    let names = ["file", "key", "removed", "field", "value"];
    assert_eq!(
        values(&why[0], &names),
        [json!("persons.csv"), json!(["E001"]), Value::Null, json!("Email"), json!("anna@example.nl")]
    );
    assert_eq!(why[0]["given"]["number"], 1);
    assert_eq!(why[0]["put_back"]["number"], 3);
    assert_eq!(json_lines(&site, &["why", "persons", "E001", "--json"]).len(), 17);
}

#[test]
fn credentials_are_listed_in_json() {
    let site = Site::new();
    assert_eq!(site.lms(&["credential", "list", "--json"]).ok().stdout, "");
    for add in [&["bi", "--envelope", "always"][..], &["hr", "--grant", "GetPersonByServiceId,UpdatePerson"]] {
        site.lms(&[&["credential", "add"], add].concat()).ok();
    }
    let list = ["credential", "list", "--json", "--brand", "Acme"];
    assert_eq!(
        json_lines(&site, &list),
        [
            json!({"name": "bi", "envelope": "always", "last_used": null, "old_password_until": null, "tokens": [],
                   "granted": []}),
            json!({"name": "hr", "envelope": "auto", "last_used": null, "old_password_until": null, "tokens": [],
                   "granted": ["GetPersonByAcmeId", "UpdatePerson"]}),
        ]
    );
}

#[test]
fn errors_of_check_are_reported_in_json() {
    let site = persons_site();
    assert_eq!(site.lms(&["check", "--json"]).ok().stdout, "");
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    database.execute_batch("UPDATE account_level SET is_default = 0").expect("an update");
    let output = site.lms(&["check", "--json"]).refused();
    assert_eq!(output.stdout, "{\"wrong\":\"account_levels: no level is the default\"}\n");
    assert!(output.stderr.contains("1 problem found"), "{output:?}");
}

#[test]
fn why_suggests_the_nearest_name() {
    let site = persons_site();
    for (words, message) in [
        (&["persons", "5"][..], "persons.csv has no row 5; did you mean 00005?\n"),
        (&["persons", "777"], "persons.csv has no row 777\n"),
        (&["person", "E001"], "person is not a data file; did you mean persons?\n"),
        (&["persons", "E001", "Emial"], "persons.csv has no column Emial; did you mean Email?\n"),
        (&["group_members", "BHV", "E001"], "group_members.csv has no row BHV, E001\n"),
    ] {
        let refused = site.lms(&[&["why"], words].concat()).refused();
        assert_eq!(refused.stderr, format!("lms-appliance: {message}"));
    }
}

/// Runs a command with a terminal as standard output, and returns the output.
#[track_caller]
fn run_on_terminal(site: &Site, args: &[&str]) -> String {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let reader = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&reader).expect("access to the terminal");
    unlockpt(&reader).expect("an unlocked terminal");
    let name = ptsname(&reader, Vec::new()).expect("the name of the terminal");
    let name = name.to_str().expect("a name in ASCII");
    let terminal = File::options().read(true).write(true).open(name);
    let output = site.lms_with_stdout(args, terminal.expect("the terminal"));
    assert_eq!(output.status, 0, "{output:?}");
    // fails at the end, because the other side is closed
    let mut bytes = Vec::new();
    let _ = File::from(reader).read_to_end(&mut bytes);
    String::from_utf8(bytes).expect("UTF-8").replace("\r\n", "\n")
}

// "Import's summary lines stay, on a terminal those of files without change are one"
#[test]
fn an_import_summarizes_unchanged_files_on_a_terminal() {
    let site = persons_site();
    let folder = site.path().join("in");
    std::fs::create_dir(&folder).expect("a folder");
    let persons = PERSONS.replace("anna@example.nl", "anna@new.nl");
    for (name, text) in [("persons.csv", persons.as_str()), ("functions.csv", FUNCTIONS), ("divisions.csv", DIVISIONS)]
    {
        std::fs::write(folder.join(name), text).expect("a data file");
    }
    let dry_run = ["import", "in", "--dry-run"];
    assert_eq!(
        site.lms(&dry_run).ok().stdout,
        "divisions.csv: created 0, updated 0, unchanged 2, removed 0\n\
         functions.csv: created 0, updated 0, unchanged 2, removed 0\n\
         persons.csv: created 0, updated 1, unchanged 4, removed 0\n"
    );
    assert_eq!(
        run_on_terminal(&site, &dry_run),
        "persons.csv: created 0, updated 1, unchanged 4, removed 0\n\
         2 files without change (4 rows)\n"
    );
}

// "`imports`: one line an entry; files with something only; digests under `show`"
#[test]
fn imports_lists_one_line_each_and_show_lists_changed_files() {
    let site = site_with_change();
    let list = site.lms(&["imports"]).ok().stdout;
    let lines: Vec<_> = list.lines().collect();
    assert_eq!(lines.len(), 2, "{list}");
    assert!(lines[1].ends_with(": created 0, updated 1, unchanged 3, removed 0"), "{list}");
    let show = site.lms(&["imports", "show", "2"]).ok().stdout;
    let lines: Vec<_> = show.lines().collect();
    assert_eq!(lines.len(), 4, "{show}");
    assert!(
        lines[1].starts_with("    persons.csv: created 0, updated 1, unchanged 1, removed 0  (BLAKE2b-256 "),
        "{show}"
    );
    assert_eq!(lines[2], "    1 file without change");
}
