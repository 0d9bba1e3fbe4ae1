//! The output of commands that report: a readable line, or with `--json` "an object a line" (contract, section 9).

use std::fs::File;
use std::io::Read;

use serde_json::{Value, json};

use crate::support::{DIVISIONS, FUNCTIONS, PERSONS, Site, persons_site};

/// The objects that a command writes, one a line.
#[track_caller]
fn objects(site: &Site, args: &[&str]) -> Vec<Value> {
    let reported = site.lms(args).ok().stdout;
    let object = |line: &str| {
        let object: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        assert!(object.is_object(), "{line}");
        object
    };
    reported.lines().map(object).collect()
}

/// The values of an object under these names.
fn values(object: &Value, names: &[&str]) -> Vec<Value> {
    names.iter().map(|name| object[name].clone()).collect()
}

/// [`PERSONS`] with another e-mail address of E001, and the functions as they are.
fn changed_once() -> Site {
    let site = persons_site();
    let persons = "ExternalIdentifier,Email\nE001,anna@new.nl\nE002,bram@example.nl\n";
    site.import(&[("persons.csv", persons), ("functions.csv", FUNCTIONS)]).ok();
    site
}

// ------------------------------------------------------------------------------------------------------- --json

#[test]
fn imports_as_objects() {
    let site = changed_once();
    site.lms(&["imports", "undo", "2"]).ok();
    let imports = objects(&site, &["imports", "--json"]);
    let names = ["number", "kind", "undone_by"];
    let reported: Vec<_> = imports.iter().map(|of| values(of, &names)).collect();
    assert_eq!(
        reported,
        [
            [json!(1), json!("import"), json!([])],
            [json!(2), json!("import"), json!([3])],
            [json!(3), json!("undo"), json!([])]
        ]
    );
    // every file, those without change too
    let names = ["file", "created", "updated", "unchanged", "removed"];
    let files: Vec<_> = imports[1]["files"].as_array().expect("files").iter().map(|of| values(of, &names)).collect();
    assert_eq!(
        files,
        [
            [json!("functions.csv"), json!(0), json!(0), json!(2), json!(0)],
            [json!("persons.csv"), json!(0), json!(1), json!(1), json!(0)]
        ]
    );
    for asked in [["imports", "show", "2", "--json"], ["imports", "--json", "show", "2"]] {
        let changes = objects(&site, &asked);
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
fn the_audit_as_objects_and_of_one_person() {
    let site = changed_once();
    // five persons, a change of one, and the credential
    assert_eq!(objects(&site, &["audit", "--json"]).len(), 7);
    let changes = objects(&site, &["audit", "--person", "E001", "--json"]);
    let reported: Vec<_> = changes.iter().map(|of| &of["change"]).collect();
    assert_eq!(reported, ["created", "changed"]);
    let names = ["source", "number", "line"];
    assert_eq!(values(&changes[1]["by"], &names), [json!("import"), json!(2), json!(2)]);
    let at = changes[1]["by"]["at"].as_str().expect("a moment");
    assert_eq!(at.len(), "2026-03-09T12:00:00+01:00".len(), "{at}");

    let lines = site.lms(&["audit", "--person", " E001 "]).ok().stdout;
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.lines().all(|line| line.contains("person 1 (E001)")));
    let none = site.lms(&["audit", "--person", "E001", "--since", "9000-01-01"]);
    assert_eq!(none.ok().stdout, "");
    // unknown persons, also with a number as a spreadsheet writes it
    for (identifier, reported) in [
        ("5", "there is no person 5; did you mean 00005?\n"),
        ("E01", "there is no person E01; did you mean E001?\n"),
        ("999", "there is no person 999\n"),
    ] {
        let refused = site.lms(&["audit", "--person", identifier]).refused();
        assert!(refused.stderr.contains(reported), "{refused:?}");
    }
    // pruning is never of one person
    let both = ["audit", "--person", "E001", "--prune-before", "9000-01-01"];
    assert_eq!(site.lms(&both).status, 2);
}

#[test]
fn why_as_objects() {
    let site = changed_once();
    site.lms(&["imports", "undo", "2"]).ok();
    let why = objects(&site, &["why", "persons.csv", "E001", "Email", "--json"]);
    assert_eq!(why.len(), 1);
    let names = ["file", "key", "removed", "field", "value"];
    assert_eq!(
        values(&why[0], &names),
        [json!("persons.csv"), json!(["E001"]), Value::Null, json!("Email"), json!("anna@example.nl")]
    );
    assert_eq!(why[0]["given"]["number"], 1);
    assert_eq!(why[0]["put_back"]["number"], 3);
    assert_eq!(objects(&site, &["why", "persons", "E001", "--json"]).len(), 17);
}

#[test]
fn credentials_as_objects() {
    let site = Site::new();
    assert_eq!(site.lms(&["credential", "list", "--json"]).ok().stdout, "");
    for add in [&["bi", "--envelope", "always"][..], &["hr", "--grant", "GetPersonByServiceId,UpdatePerson"]] {
        site.lms(&[&["credential", "add"], add].concat()).ok();
    }
    let list = ["credential", "list", "--json", "--brand", "Acme"];
    assert_eq!(
        objects(&site, &list),
        [
            json!({"name": "bi", "envelope": "always", "last_used": null, "old_password_until": null, "tokens": [],
                   "granted": []}),
            json!({"name": "hr", "envelope": "auto", "last_used": null, "old_password_until": null, "tokens": [],
                   "granted": ["GetPersonByAcmeId", "UpdatePerson"]}),
        ]
    );
}

#[test]
fn errors_as_objects() {
    let site = persons_site();
    assert_eq!(site.lms(&["check", "--json"]).ok().stdout, "");
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    database.execute_batch("UPDATE account_level SET is_default = 0").expect("a level");
    let wrong = site.lms(&["check", "--json"]).refused();
    assert_eq!(wrong.stdout, "{\"wrong\":\"account_levels: no level is the default\"}\n");
    assert!(wrong.stderr.contains("1 problem found"), "{wrong:?}");
}

// -------------------------------------------------------------------------------------------------- did you mean

#[test]
fn why_suggests_the_nearest_name() {
    let site = persons_site();
    for (words, reported) in [
        (&["persons", "5"][..], "persons.csv has no row 5; did you mean 00005?\n"),
        (&["persons", "777"], "persons.csv has no row 777\n"),
        (&["person", "E001"], "person is not a data file; did you mean persons?\n"),
        (&["persons", "E001", "Emial"], "persons.csv has no column Emial; did you mean Email?\n"),
        (&["group_members", "BHV", "E001"], "group_members.csv has no row BHV, E001\n"),
    ] {
        let refused = site.lms(&[&["why"], words].concat()).refused();
        assert_eq!(refused.stderr, format!("lms-appliance: {reported}"));
    }
}

// ---------------------------------------------------------------------------------------------------- a terminal

/// Returns the output of a command on a terminal.
#[track_caller]
fn on_terminal(site: &Site, args: &[&str]) -> String {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let reader = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&reader).expect("a terminal of ours");
    unlockpt(&reader).expect("an open terminal");
    let name = ptsname(&reader, Vec::new()).expect("its name");
    let name = name.to_str().expect("a name in ASCII");
    let terminal = File::options().read(true).write(true).open(name);
    let output = site.lms_with_stdout(args, terminal.expect("the terminal"));
    assert_eq!(output.status, 0, "{output:?}");
    // reading fails when the other side is closed
    let mut reported = Vec::new();
    let _ = File::from(reader).read_to_end(&mut reported);
    String::from_utf8(reported).expect("UTF-8").replace("\r\n", "\n")
}

// "Import's summary lines stay, on a terminal those of files without change are one"
#[test]
fn files_without_change_are_one_line_on_a_terminal() {
    let site = persons_site();
    let folder = site.path().join("in");
    std::fs::create_dir(&folder).expect("a folder");
    let persons = PERSONS.replace("anna@example.nl", "anna@new.nl");
    for (name, text) in [("persons.csv", persons.as_str()), ("functions.csv", FUNCTIONS), ("divisions.csv", DIVISIONS)]
    {
        std::fs::write(folder.join(name), text).expect("a data file");
    }
    let rehearsal = ["import", "in", "--dry-run"];
    assert_eq!(
        site.lms(&rehearsal).ok().stdout,
        "divisions.csv: created 0, updated 0, unchanged 2, removed 0\n\
         functions.csv: created 0, updated 0, unchanged 2, removed 0\n\
         persons.csv: created 0, updated 1, unchanged 4, removed 0\n"
    );
    assert_eq!(
        on_terminal(&site, &rehearsal),
        "persons.csv: created 0, updated 1, unchanged 4, removed 0\n\
         2 files without change (4 rows)\n"
    );
}

// "`imports`: one line an entry; files with something only; digests under `show`"
#[test]
fn a_listed_import_is_one_line_and_shows_its_changed_files() {
    let site = changed_once();
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
