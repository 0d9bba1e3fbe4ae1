//! `audit` and `person anonymise` (contract §3 and §9) after changes by calls. `anonymisation` tests changes by imports.

use std::fs;

use crate::support::{Dialect, Server, Site, provisioning_site};

/// A site, its server, and calls that change persons.
struct Office {
    site: Site,
    server: Server,
}

impl Office {
    fn open() -> Self {
        let site = provisioning_site();
        let server = site.serve(&[]);
        Self { site, server }
    }

    /// Calls CreatePerson with these fields, and returns the new id.
    fn create(&self, fields: &[(&str, &str)]) -> String {
        let inner = format!("<personCreate>{}</personCreate>", elements(fields));
        let answer = self.server.soap(Dialect::Soap12, "CreatePerson", &inner);
        let text = answer.text();
        let id = text.split("<Contents>").nth(1);
        id.and_then(|rest| rest.split("</Contents>").next()).unwrap_or_else(|| panic!("{text}")).to_owned()
    }

    fn create_employee(&self, identifier: &str, name: &str) -> String {
        let email = format!("{name}@example.nl");
        self.create(&[
            ("ExternalIdentifier", identifier),
            ("FirstName", name),
            ("FamilyName", "Jansen"),
            ("Email", &email),
        ])
    }

    fn update(&self, id: &str, fields: &[(&str, &str)]) {
        let inner = format!("<servicePersonId>{id}</servicePersonId><personUpdate>{}</personUpdate>", elements(fields));
        let answer = self.server.soap(Dialect::Soap12, "UpdatePerson", &inner);
        let text = answer.text();
        assert!(text.contains("<Success>true</Success>"), "{text}");
    }

    fn dismiss(&self, id: &str) {
        self.update(id, &[("ContractEndTime", "2026-01-31T00:00:00")]);
    }

    /// Returns the lines of `audit` about persons.
    fn audit(&self) -> Vec<String> {
        let output = self.site.lms(&["audit"]).ok().stdout;
        output.lines().filter(|line| line.contains("  person ")).map(str::to_owned).collect()
    }

    fn anonymise(&self, identifier: &str) {
        self.site.lms(&["person", "anonymise", identifier, "--yes"]).ok();
    }
}

fn elements(fields: &[(&str, &str)]) -> String {
    fields.iter().map(|(name, value)| format!("<{name}>{value}</{name}>")).collect()
}

/// Returns a line without its time.
#[track_caller]
fn without_time(line: &str) -> &str {
    let (time, rest) = line.split_once("  ").expect("a time and two blanks");
    assert_eq!(time.len(), "2026-03-09T11:00:00+01:00".len(), "{line}");
    rest
}

// "who changed which person when, which fields, old and new: by credential …"
#[test]
fn changes_have_old_and_new_values() {
    let office = Office::open();
    let id = office.create_employee("E1", "anna");
    office.update(&id, &[("Email", "a@x"), ("FunctionName", "Docent")]);
    office.update(&id, &[("FirstName", "Anne"), ("FamilyName", "Jansen")]);
    office.update(&id, &[("Email", "b@x"), ("FunctionName", "")]);
    office.update(&id, &[("Email", "b@x")]);
    let lines = office.audit();
    let reported: Vec<&str> = lines.iter().map(|line| without_time(line)).collect();
    assert_eq!(
        reported,
        [
            "person 1 (E1)  created by hr CreatePerson:  Id: \"\" -> 1; ExternalIdentifier: \"\" -> E1; \
             FirstName: \"\" -> anna; FamilyName: \"\" -> Jansen; Email: \"\" -> anna@example.nl; \
             AccountLevel: \"\" -> LEARNER; EmployeeType: \"\" -> Intern; \
             HasActivatedAccount: \"\" -> false; Anonymised: \"\" -> false",
            "person 1 (E1)  changed by hr UpdatePerson:  Email: anna@example.nl -> a@x; \
             FunctionName: \"\" -> Docent",
            "person 1 (E1)  changed by hr UpdatePerson:  FirstName: anna -> Anne",
            "person 1 (E1)  changed by hr UpdatePerson:  Email: a@x -> b@x; FunctionName: Docent -> \"\"",
        ]
    );
    let year = lines[0].get(..4);
    assert!(year.is_some_and(|year| year >= "2026") && !lines[0].starts_with("2026-03-09T12:00:00"));
}

#[test]
fn control_characters_in_values_are_escaped() {
    let office = Office::open();
    let id = office.create_employee("E1", "anna");
    office.update(&id, &[("CostCentre", "a&#10;b&#9;\u{202e}c")]);
    office.update(&id, &[("CostCentre", "x -> y; \"z\"")]);
    let lines = office.audit();
    assert_eq!(lines.len(), 3);
    let expected = "CostCentre: a\\nb\\t\\u{202e}c -> \"x -> y; \\\"z\\\"\"";
    assert!(lines[2].ends_with(expected), "{}", lines[2]);
}

#[test]
fn since_omits_earlier_changes_and_prune_before_deletes_them() {
    let office = Office::open();
    let id = office.create_employee("E1", "anna");
    office.site.age_ledger();
    office.update(&id, &[("FirstName", "Anne")]);
    let lines = office.audit();
    let (time, _) = lines[1].split_once("  ").expect("a time");
    let since = office.site.lms(&["audit", "--since", time]).ok();
    assert_eq!(since.stdout.lines().collect::<Vec<_>>(), lines[1..]);
    // the end of the last day of `--now` is later than the last moment of the time library
    for day in ["9000-01-01", "9999-12-31", "9999-12-31T23:59:59"] {
        let later = office.site.lms(&["audit", "--since", day]).ok();
        assert_eq!(later.stdout, "");
        let reported = later.stderr.strip_prefix("no change of any person is recorded since 9");
        assert!(reported.is_some_and(|reported| reported.lines().count() == 1), "{later:?}");
    }
    let soon = office.site.lms(&["audit", "--since", "soon"]);
    assert_eq!(soon.status, 2, "wrong usage: {soon:?}");

    let pruned = office.site.lms(&["audit", "--prune-before", time]).ok();
    let output = format!("{}{}", pruned.stdout, pruned.stderr);
    assert!(output.contains('1'), "{output}");
    assert_eq!(office.audit(), lines[1..]);
}

// "dismissed persons only"; "asks, or `--yes`"
#[test]
fn only_dismissed_persons_can_be_anonymised() {
    let office = Office::open();
    let id = office.create_employee("E1", "anna");
    let assert_refused = |args: &[&str], reason: &str| {
        let output = office.site.lms(args).refused();
        assert!(output.stderr.contains(reason), "{output:?}");
    };
    assert_refused(&["person", "anonymise", "E1", "--yes"], "employed");
    assert_refused(&["person", "anonymise", "E2", "--yes"], "no person");
    assert_refused(&["person", "anonymise", "", "--yes"], "no person");
    office.dismiss(&id);
    assert_refused(&["person", "anonymise", "E1"], "--yes");
    assert_eq!(office.audit().len(), 2, "nothing was changed");
    let output = office.site.lms(&["person", "anonymise", "E1", "--yes"]).ok();
    assert!(output.stdout.contains("backups"), "{output:?}");
    assert_refused(&["person", "anonymise", "E1", "--yes"], "no person");
    // repeating the command completes a removal that an open snapshot prevented
    let again = office.site.lms(&["person", "anonymise", "anonymised-1", "--yes"]).ok();
    assert!(again.stdout.contains("already"), "{again:?}");
    assert_eq!(office.audit().len(), 3);
}

// "the person's values in the audit log and the import ledger are blanked (field names stay)"
#[test]
fn values_of_an_anonymised_person_are_blanked_in_the_audit() {
    let office = Office::open();
    let anna = office.create_employee("QX1", "Xaveria");
    let bram = office.create_employee("E2", "bram");
    let set_manager = |identifier| office.update(&bram, &[("ManagerExternalIdentifier", identifier)]);
    set_manager("QX1");
    set_manager("");
    office.update(&anna, &[("ExternalIdentifier", "QX7"), ("PhoneNumber", "0699")]);
    set_manager("QX7");
    // the first identifier gets a new owner, of whom changes keep it
    let carla = office.create_employee("QX1", "carla");
    set_manager("QX1");
    set_manager("");
    office.dismiss(&anna);
    office.anonymise("QX7");

    let lines = office.audit();
    let log = lines.join("\n");
    for trace in ["Xaveria", "QX7", "0699"] {
        assert!(!log.contains(trace), "{trace} in {log}");
    }
    assert!(log.contains("PhoneNumber: \"\" -> \"\""), "{log}");
    let of_bram: Vec<&str> = lines
        .iter()
        .filter(|line| line.contains("person 2 (E2)  changed"))
        .map(|line| line.split(":  ").nth(1).expect("fields"))
        .collect();
    assert_eq!(
        of_bram,
        [
            "ManagerExternalIdentifier: \"\" -> \"\"",
            "ManagerExternalIdentifier: \"\" -> \"\"",
            "ManagerExternalIdentifier: \"\" -> \"\"",
            "ManagerExternalIdentifier: \"\" -> QX1",
            "ManagerExternalIdentifier: QX1 -> \"\"",
        ]
    );
    assert!(log.contains(&format!("person {carla} (QX1)")));
    let last = lines.last().expect("a line");
    assert!(last.contains("@") && last.contains("person anonymise:"), "{last}");
    assert!(last.contains("FirstName: \"\" -> Anoniem"), "{last}");
    assert!(!last.contains("ContractEndTime"), "{last}");
}

// "and who gave, changed or took back a credential, and pruned"; "never a secret"
#[test]
fn the_audit_has_changes_of_credentials_and_pruning_without_secrets() {
    let office = Office::open();
    let credential = |words: &[&str], input: &str| {
        let done = office.site.lms_with_input(&[&["credential"], words].concat(), input);
        done.ok().stdout.lines().last().expect("a line").to_owned()
    };
    let generated = credential(&["add", "bi", "--grant", "reports"], "");
    credential(&["grant", "bi", "GetPersonByEmail", "ConnectorError"], "");
    credential(&["deny", "bi", "ConnectorError"], "");
    let rotated = credential(&["rotate", "bi"], "");
    credential(&["rotate", "bi", "--keep-old", "24h", "--password-stdin"], "zwijgend-gezegd\n");
    let id = office.create_employee("E1", "anna");
    office.update(&id, &[("FirstName", "Anne")]);
    credential(&["revoke", "bi"], "");
    office.site.lms(&["credential", "revoke", "nobody"]).refused();
    office.site.lms(&["imports", "--prune-before", "9000-01-01"]).ok();
    let before = office.site.lms(&["audit"]).ok().stdout;
    office.site.lms(&["audit", "--prune-before", "9000-01-01"]).ok();
    office.site.lms(&["audit", "--prune-before", "9000-01-01"]).ok();

    let reported = office.site.lms(&["audit"]).ok().stdout;
    let action = |line: &str| {
        let (actor, action) = without_time(line).split_once(' ').expect("an actor and an action");
        assert!(actor.contains('@'), "{line}");
        action.to_owned()
    };
    let actions: Vec<String> = reported.lines().map(action).collect();
    let (until, others) = (&actions[5], [&actions[..5], &actions[6..]].concat());
    assert_eq!(
        others,
        [
            "credential add hr; granted: provisioning",
            "credential add bi; granted: reports",
            "credential grant bi: GetPersonByEmail ConnectorError",
            "credential deny bi: ConnectorError",
            "credential rotate bi; the old password holds no longer",
            "credential revoke bi",
            "audit --prune-before 9000-01-01T00:00:00+01:00",
        ]
    );
    let until = until.strip_prefix("credential rotate bi; the old password holds until ");
    assert!(until.is_some_and(|moment| moment.starts_with("20")));
    for secret in [&generated, &rotated, "zwijgend-gezegd", "argon2"] {
        assert!(!reported.contains(secret), "{secret}");
    }
    // in the order of time
    let position = |text: &str| before.find(text).unwrap_or_else(|| panic!("{text} in {before}"));
    assert!(position("rotate bi") < position("person 1 (E1)  created"));
    assert!(position("  changed by hr") < position("revoke bi"));

    let objects = office.site.lms(&["audit", "--json", "--since", "2020-01-01"]).ok().stdout;
    let last = objects.lines().last().expect("an object");
    let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(last["by"]["source"], "command");
    assert_eq!(last["by"]["action"], "audit --prune-before 9000-01-01T00:00:00+01:00");
    assert!(last["by"]["actor"].as_str().is_some_and(|who| who.contains('@')));
    assert!(last["by"]["at"].as_str().is_some_and(|at| at.starts_with("20")));
}

/// Returns the files of the site that contain this text, and how often.
fn traces(site: &Site, text: &str) -> Vec<String> {
    let files = fs::read_dir(site.path()).expect("the site's folder").map(|entry| entry.expect("an entry").path());
    let counts = files.map(|path| {
        let bytes = fs::read(&path).expect("a readable file");
        let count = bytes.windows(text.len()).filter(|window| *window == text.as_bytes()).count();
        (path, count)
    });
    counts
        .filter(|(_, count)| *count > 0)
        .map(|(path, count)| format!("{text}: {count} in {}", path.display()))
        .collect()
}

// "so that the name is not left in the file": also not in pages that SQLite split or freed
#[test]
fn anonymising_removes_the_name_from_the_database_file() {
    let office = Office::open();
    // in mixed order, so that pages of indexes split in the middle
    let numbers = (0..200).map(|at| at * 173 % 200);
    for number in numbers {
        let name = format!("Quellinck{number:03}vanXaver");
        let id = office.create_employee(&format!("QX{number:03}"), &name);
        office.update(&id, &[("PhoneNumber", &format!("06{number:03}55"))]);
        if number % 20 == 7 {
            office.update(&id, &[("Insertion", &"van der ".repeat(30))]);
            office.dismiss(&id);
        }
    }
    let anonymised: Vec<u32> = (0..200).filter(|number| number % 20 == 7).collect();
    for number in &anonymised {
        office.anonymise(&format!("QX{number:03}"));
    }
    for number in anonymised {
        for text in [format!("Quellinck{number:03}"), format!("QX{number:03}"), format!("06{number:03}55")] {
            assert_eq!(traces(&office.site, &text), Vec::<String>::new());
        }
    }
    assert!(!traces(&office.site, "Quellinck008vanXaver").is_empty());
    let log = office.site.path().join("lms.sqlite-wal");
    assert_eq!(fs::metadata(log).expect("the write-ahead log").len(), 0);
}
