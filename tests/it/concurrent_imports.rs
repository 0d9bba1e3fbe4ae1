//! Tests imports while the data change between the check and the write lock: "reading and checking come before it, and
//! again what changed meanwhile". The result must be the same as if the import had started after these changes.

use std::fs;
use std::path::PathBuf;

use rusqlite::Connection;

use crate::support::{Dialect, LOCK_WAIT_MESSAGE, Output, PERSONS, Server, Site, persons_site};

/// The result of an import: exit status, output, exported data, and its changes in the ledger.
#[derive(Debug, PartialEq)]
struct ImportResult {
    status: i32,
    stdout: String,
    stderr: String,
    data: String,
    ledger: Vec<String>,
}

/// Changes the data through the service and the command line.
struct ConcurrentClient<'a> {
    server: &'a Server,
    site: &'a Site,
}

impl ConcurrentClient<'_> {
    #[track_caller]
    fn call(&self, operation: &str, inner: &str) {
        let answer = self.server.soap(Dialect::Soap12, operation, inner);
        let text = answer.text();
        assert!(text.contains("<Success>true</Success>"), "{text}");
    }

    #[track_caller]
    fn update(&self, id: u32, field: &str, value: &str) {
        self.call(
            "UpdatePerson",
            &format!("<servicePersonId>{id}</servicePersonId><personUpdate><{field}>{value}</{field}></personUpdate>"),
        );
    }

    #[track_caller]
    fn create(&self, identifier: &str, email: &str, more: &str) {
        self.call(
            "CreatePerson",
            &format!(
                "<personCreate><ExternalIdentifier>{identifier}</ExternalIdentifier><FirstName>N</FirstName>\
                 <FamilyName>N</FamilyName><Email>{email}</Email>{more}</personCreate>"
            ),
        );
    }
}

/// Imports into [`persons_site`] after `change_data`, and again with `change_data` between the check and the
/// write lock. Asserts that both imports have the same result, and returns it.
#[track_caller]
fn import_during(files: &[(&str, &str)], flags: &[&str], change_data: impl Fn(&ConcurrentClient)) -> ImportResult {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut args = vec!["import", folder.path().to_str().unwrap()];
    args.extend(flags);

    let site = persons_site();
    let server = site.serve(&[]);
    let site = &site;
    change_data(&ConcurrentClient { server: &server, site });
    let mut output = site.lms(&args);
    // on a slow machine, the import may wait for the service
    output.stderr = output.stderr.replace(LOCK_WAIT_MESSAGE, "");
    let after = import_result(site, output);

    let site = persons_site();
    let server = site.serve(&[]);
    let site = &site;
    let lock = Connection::open(site.db()).unwrap();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let import = site.spawn_blocked(&args);
    import.pause();
    lock.execute_batch("ROLLBACK").unwrap();
    change_data(&ConcurrentClient { server: &server, site });
    import.resume();
    let meanwhile = import_result(site, import.finish());
    assert_eq!(meanwhile, after);
    let checked = site.lms(&["check"]);
    assert_eq!(checked.status, 0, "{}", checked.stderr);
    after
}

fn import_result(site: &Site, output: Output) -> ImportResult {
    let folder = tempfile::tempdir().unwrap();
    site.lms(&["export", folder.path().to_str().unwrap()]).ok();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let database = Connection::open(site.db()).unwrap();
    let mut changes = database
        .prepare(
            "SELECT file || '|' || row || '|' || coalesce(line, '') || '|' || c.kind || '|' || coalesce(old, '')
             FROM ledger_change AS c JOIN ledger AS l ON l.id = c.ledger
             WHERE number = (SELECT max(number) FROM ledger) AND number > 1 ORDER BY c.id",
        )
        .unwrap();
    let changes = changes.query_map([], |row| row.get(0)).unwrap();
    ImportResult {
        status: output.status,
        stdout: output.stdout,
        stderr: output.stderr,
        data: paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect(),
        ledger: changes.map(Result::unwrap).collect(),
    }
}

const HEADER: &str = "ExternalIdentifier,FirstName,FamilyName,Email";

// -------------------------------------------------------------------------------------------------- persons changed

#[test]
fn the_import_overwrites_fields_changed_meanwhile() {
    let file = "ExternalIdentifier,Email,FunctionName\nE001,anna@new.nl,Docent\nE002,bram@new.nl,Docent\n";
    let result = import_during(&[("persons.csv", file)], &["--diff"], |client| {
        // the value of the file; another value; another field; a person who is not in the file
        client.update(1, "Email", "anna@new.nl");
        client.update(1, "FunctionName", "Docent");
        client.update(2, "Email", "bram@other.nl");
        client.update(2, "CostCentre", "K9");
        client.update(4, "Email", "dirk@other.nl");
    });
    assert!(result.stdout.ends_with("persons.csv: created 0, updated 1, unchanged 1, removed 0\n"), "{result:?}");
    assert!(result.stdout.contains("Email: bram@other.nl -> bram@new.nl"), "{result:?}");
    assert_eq!(result.ledger, [r#"persons.csv|2|3|changed|{"Email":"bram@other.nl"}"#]);
}

#[test]
fn a_person_dismissed_meanwhile_can_be_changed_and_be_a_manager() {
    let file = format!("{HEADER},ManagerExternalIdentifier\nE002,Bram,Jansen,bram@new.nl,E001\nN1,A,B,n1@x,E002\n");
    let result = import_during(&[("persons.csv", &file)], &[], |client| {
        client.update(2, "ContractEndTime", "2026-03-01T00:00:00");
        client.update(1, "ContractEndTime", "2026-03-01T00:00:00");
    });
    assert_eq!(result.stdout, "persons.csv: created 1, updated 1, unchanged 0, removed 0\n");
    assert!(result.data.contains(
        "bram@new.nl,TRAINER,Docent,Locatie Haven,K200,06-12345678,2021-09-01T08:30:00,2026-03-01T00:00:00,E001"
    ));
}

#[test]
fn a_contract_end_before_a_start_changed_meanwhile_is_an_error() {
    let file = "ExternalIdentifier,ContractEndTime\nE002,2027-01-01\n";
    let result = import_during(&[("persons.csv", file)], &[], |client| {
        client.update(2, "ContractStartTime", "2028-01-01T00:00:00");
    });
    assert!(
        result.stderr.starts_with(
            "persons.csv:2: ContractEndTime: 2027-01-01T00:00:00 is before ContractStartTime, 2028-01-01T00:00:00\n"
        ),
        "{result:?}"
    );
}

#[test]
fn rows_are_matched_with_identifiers_changed_meanwhile() {
    let file = format!("{HEADER},ManagerExternalIdentifier\nN1,A,B,n1@x,E004\n");
    let result = import_during(&[("persons.csv", &file)], &[], |client| {
        client.update(4, "ExternalIdentifier", "X004");
    });
    assert!(
        result.stderr.starts_with(
            "persons.csv:2: ManagerExternalIdentifier: E004 is neither in persons.csv nor in the database"
        ),
        "{result:?}"
    );
    let file = format!("{HEADER}\nX004,A,B,n1@x\n");
    let result = import_during(&[("persons.csv", &file)], &[], |client| {
        client.update(4, "ExternalIdentifier", "X004");
    });
    assert_eq!(result.stdout, "persons.csv: created 0, updated 1, unchanged 0, removed 0\n");
}

// -------------------------------------------------------------------------------------------------- persons created

#[test]
fn new_rows_get_ids_after_those_created_meanwhile() {
    let persons = format!(
        "{HEADER},FunctionName,DivisionName,ManagerExternalIdentifier\nN1,A,B,n1@x,Kok,West,N2\nN2,A,B,n2@x,Bode,West,N2\n"
    );
    let files = [
        ("persons.csv", persons.as_str()),
        ("groups.csv", "Name\nBHV\n"),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,N1\nBHV,E001\n"),
        ("divisions.csv", "Name,ParentName\nOost,West\n"),
    ];
    let result = import_during(&files, &["--diff"], |client| {
        client.create("C1", "c1@x", "<FunctionName>Rector</FunctionName><DivisionName>Zuid</DivisionName>");
        client.create("C2", "c2@x", "<ManagerExternalIdentifier>E001</ManagerExternalIdentifier>");
    });
    assert_eq!(result.status, 0, "{result:?}");
    assert!(result.data.contains("\n8,N1,A,,B,n1@x,LEARNER,Kok,West,,,,,N2,"), "{}", result.data);
    assert!(result.stdout.contains("persons.csv:2: N1 created\n    Id: 8\n"), "{}", result.stdout);
}

#[test]
fn a_person_created_meanwhile_is_updated() {
    let persons = format!("{HEADER},ManagerExternalIdentifier\nN1,A,B,n1@x,N2\nN2,A,B,n2@x,N3\nN3,A,B,n3@x,\n");
    let files = [
        ("persons.csv", persons.as_str()),
        ("groups.csv", "Name\nBHV\n"),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,N2\nBHV,N3\n"),
    ];
    let result = import_during(&files, &[], |client| client.create("N2", "n2@x", ""));
    assert!(result.stdout.contains("persons.csv: created 2, updated 1, unchanged 0, removed 0\n"), "{result:?}");
}

#[test]
fn an_id_used_meanwhile_is_an_error() {
    let file = format!("Id,{HEADER}\n6,N1,A,B,n1@x\n");
    let result = import_during(&[("persons.csv", &file)], &[], |client| client.create("C1", "c1@x", ""));
    assert!(result.stderr.starts_with("persons.csv:2: Id: 6 is already the Id of C1\n"), "{result:?}");
    let file = format!("Id,{HEADER}\n2147483646,N1,A,B,n1@x\n,N2,A,B,n2@x\n");
    let result = import_during(&[("persons.csv", &file)], &[], |client| client.create("C1", "c1@x", ""));
    assert_eq!(result.status, 0, "the file has the largest id: {result:?}");
}

// --------------------------------------------------------------------------------------- functions, divisions, levels

#[test]
fn a_function_created_meanwhile_is_not_created_again() {
    let file = format!("{HEADER},FunctionName,DivisionName\nN1,A,B,n1@x,Bode,West\nN2,A,B,n2@x,Kok,Zuid\n");
    let result = import_during(&[("persons.csv", &file)], &[], |client| {
        client.update(1, "FunctionName", "Kok");
        client.update(1, "DivisionName", "Zuid");
    });
    assert_eq!(
        result.stderr,
        "divisions.csv: not given; 1 row created to which other files refer\nfunctions.csv: not given; 1 row created to which other files refer\n"
    );
    assert!(result.data.contains("Id,Name\n1,Docent\n2,Teamleider\n3,Kok\n4,Bode\n"), "{}", result.data);
}

#[test]
fn a_function_or_level_assigned_meanwhile_is_not_removed() {
    let files =
        [("functions.csv", "Name\nDocent\n"), ("persons.csv", "ExternalIdentifier,FunctionName\nE001,Docent\n")];
    let flags = ["--replace", "--max-removals", "100%"];
    let result = import_during(&files, &flags, |client| {
        client.update(1, "FunctionName", "Docent");
        client.update(4, "ContractEndTime", "");
    });
    assert!(result.stdout.starts_with("functions.csv: created 0, updated 0, unchanged 1, removed 1\n"), "{result:?}");
    for name in ["Teamleider", "Kok"] {
        let result = import_during(&files, &flags, |client| {
            client.update(4, "FunctionName", name);
        });
        let error = format!("functions.csv:1: Name: {name} is not listed, but 1 row of persons.csv refers to it\n");
        assert!(result.stderr.starts_with(&error), "{result:?}");
    }
    let levels = [("account_levels.csv", "Name,IsDefault\nADMIN,0\nTRAINER,0\nLEARNER,1\n")];
    let result = import_during(&levels, &[], |client| client.update(1, "AccountLevel", "COACH"));
    assert!(
        result
            .stderr
            .starts_with("account_levels.csv:1: Name: COACH is not listed, but 1 row of persons.csv refers to it\n"),
        "{result:?}"
    );
}

// ------------------------------------------------------------------------------------------------------------ e-mail

#[test]
fn warnings_of_shared_addresses_follow_concurrent_changes() {
    let file = format!(
        "{HEADER}\nN1,A,B,one@x\nN2,A,B,two@x\nN3,A,B,three@x\nN4,A,B,THREE@x\nN5,A,B,dirk@example.nl\n\
         N6,A,B,eva@example.nl\nE002,Bram,Jansen,six@x\n"
    );
    let warning = |line: u32, address: &str| {
        format!("warning: persons.csv:{line}: Email: {address} is the e-mail address of another employed person too\n")
    };
    let result = import_during(&[("persons.csv", &file)], &[], |client| {
        client.create("C1", "ONE@x", ""); // N1 shares it now
        client.update(4, "Email", "two@x"); // N2 shares it now, N5 no longer shares its own
        client.update(5, "ContractEndTime", "2026-03-01T00:00:00"); // N6 no longer shares it
        client.update(2, "Email", "six@x"); // the value of the file
        client.update(1, "Email", "six@x"); // no warning: the row of E002 is unchanged
    });
    assert_eq!(
        result.stderr,
        warning(2, "one@x") + &warning(3, "two@x") + &warning(4, "three@x") + &warning(5, "THREE@x")
    );
}

// ----------------------------------------------------------------------------------------------------------- removals

#[test]
fn replace_counts_persons_created_or_dismissed_meanwhile() {
    let listed = "ExternalIdentifier\nE001\nE002\nE004\n";
    let at_most = |limit| ["--replace", "--max-removals", limit];
    let result = import_during(&[("persons.csv", listed)], &at_most("1"), |client| {
        client.create("C1", "c1@x", "");
    });
    assert!(
        result.stderr.starts_with(
            "persons.csv:1: 2 of 6 rows are not listed and would be dismissed; --max-removals 1 allows 1\n"
        ),
        "{result:?}"
    );
    let result = import_during(&[("persons.csv", listed)], &at_most("2"), |client| {
        client.create("C1", "c1@x", "");
    });
    assert_eq!(result.stdout, "persons.csv: created 0, updated 0, unchanged 3, removed 2\n");
    let result = import_during(&[("persons.csv", listed)], &at_most("1"), |client| {
        client.update(5, "ContractEndTime", "2026-03-01T00:00:00");
        client.update(3, "ContractEndTime", "");
    });
    assert_eq!(result.stdout, "persons.csv: created 0, updated 0, unchanged 3, removed 1\n");
    assert_eq!(result.ledger, [r#"persons.csv|3||changed|{"ContractEndTime":""}"#]);
    let result = import_during(&[("persons.csv", listed)], &at_most("1"), |client| {
        client.update(5, "ContractEndTime", "2026-03-01T00:00:00");
    });
    assert_eq!(result.stdout, "persons.csv: created 0, updated 0, unchanged 3, removed 0\n");
}

// -------------------------------------------------------------------------------------------- other changes

#[test]
fn imports_undos_and_anonymisations_are_concurrent_changes() {
    let file = format!("{HEADER},ManagerExternalIdentifier\nE003,Carla,Vries,carla@new.nl,E001\nN1,A,B,n1@x,E003\n");
    let result = import_during(&[("persons.csv", &file)], &[], |client| {
        let other = format!("{HEADER},FunctionName\nN1,C,D,n1@x,Kok\nN2,C,D,n2@x,Kok\n");
        client.site.import(&[("persons.csv", &other), ("groups.csv", "Name\nBHV\n")]).ok();
        client.site.lms(&["imports", "undo", "2"]).ok();
    });
    assert_eq!(result.stdout, "persons.csv: created 1, updated 1, unchanged 0, removed 0\n");
    let result = import_during(&[("persons.csv", &file)], &[], |client| {
        client.site.lms(&["person", "anonymise", "E003", "--yes"]).ok();
    });
    assert_eq!(result.stdout, "persons.csv: created 2, updated 0, unchanged 0, removed 0\n");
    let result = import_during(&[("persons.csv", PERSONS)], &[], |client| {
        client.update(1, "Email", "anna@new.nl");
        client.update(1, "ExternalIdentifier", "E009");
        client.site.lms(&["audit", "--prune-before", "2099-01-01"]).ok();
    });
    assert!(result.stderr.starts_with("persons.csv:2: Id: 1 is already the Id of E009\n"), "{result:?}");
}

#[test]
fn calls_that_change_nothing_have_no_effect() {
    let file = format!("{HEADER}\nE001,Anna,Berg,anna@new.nl\n");
    let result = import_during(&[("persons.csv", &file)], &[], |client| {
        client.update(1, "Email", "anna@example.nl");
        client.site.add_credential("other", "stilzwijgend", &["all"]);
    });
    assert_eq!(result.ledger, [r#"persons.csv|1|2|changed|{"Email":"anna@example.nl"}"#]);
}

#[test]
fn the_next_change_shrinks_the_write_ahead_log_of_an_import() {
    const MIB: u64 = 1024 * 1024;
    let site = persons_site();
    let server = site.serve(&[]);
    let log_size = || {
        let log = site.path().join("lms.sqlite-wal");
        fs::metadata(log).expect("the server's").len()
    };
    let introduction = "x".repeat(100_000);
    let mut steps = String::from("Title,Introduction\n");
    for number in 0..200 {
        steps.push_str(&format!("Step {number},{introduction}\n"));
    }
    // 20 MB of rows; the next change is the record of the import's result
    site.import(&[("steps.csv", &steps)]).ok();
    assert!(log_size() <= 16 * MIB, "{}", log_size());
    let client = ConcurrentClient { server: &server, site: &site };
    client.create("9001", "n@example.nl", "");
    let size = log_size();
    assert!(size <= 16 * MIB, "{size}");
}

// "a new ExternalIdentifier that differs from a stored one in leading zeros only", stored meanwhile
#[test]
fn a_similar_identifier_created_meanwhile_is_an_error() {
    let file = format!("{HEADER}\n77,A,B,a@x\n78,A,B,b@x\n");
    let result = import_during(&[("persons.csv", &file)], &[], |client| {
        client.create("00077", "c@x", "");
    });
    assert_eq!(result.status, 1);
    assert!(
        result.stderr.starts_with("persons.csv:2: ExternalIdentifier: 77 is new, and 00077 exists"),
        "{}",
        result.stderr
    );
    assert_eq!(result.stderr.lines().count(), 2, "{}", result.stderr);
}
