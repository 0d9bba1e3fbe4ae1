//! Imports during which others change the data between the check and the write lock: "reading and checking come before
//! it, and again what changed meanwhile". The import must end as if it started after these changes: with the same
//! errors, warnings, summary, data and ledger.

use std::fs;
use std::path::PathBuf;

use rusqlite::Connection;

use crate::support::{Dialect, LOCK_WAIT_MESSAGE, Output, PERSONS, Server, Site, persons_site};

/// The result of an import: exit status, output, exported data, and its changes in the ledger.
#[derive(Debug, PartialEq)]
struct End {
    status: i32,
    stdout: String,
    stderr: String,
    data: String,
    ledger: Vec<String>,
}

/// Changes of others, through the service and the command line.
struct Others<'a> {
    server: &'a Server,
    site: &'a Site,
}

impl Others<'_> {
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

/// The import with these flags of these files into [`persons_site`], which others change before it begins, and again
/// into the same, which they change between its check and its lock. Both must end the same; gives that end.
#[track_caller]
fn beside(files: &[(&str, &str)], flags: &[&str], others: impl Fn(&Others)) -> End {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut args = vec!["import", folder.path().to_str().unwrap()];
    args.extend(flags);

    let site = persons_site();
    let server = site.serve(&[]);
    let site = &site;
    others(&Others { server: &server, site });
    let mut output = site.lms(&args);
    // on a machine that stalls it may have waited for the service
    output.stderr = output.stderr.replace(LOCK_WAIT_MESSAGE, "");
    let after = end(site, output);

    let site = persons_site();
    let server = site.serve(&[]);
    let site = &site;
    let lock = Connection::open(site.db()).unwrap();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let import = site.spawn_blocked(&args);
    import.pause();
    lock.execute_batch("ROLLBACK").unwrap();
    others(&Others { server: &server, site });
    import.resume();
    let meanwhile = end(site, import.finish());
    assert_eq!(meanwhile, after);
    let checked = site.lms(&["check"]);
    assert_eq!(checked.status, 0, "{}", checked.stderr);
    after
}

fn end(site: &Site, output: Output) -> End {
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
    End {
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
fn a_person_whom_the_import_changes_too() {
    let file = "ExternalIdentifier,Email,FunctionName\nE001,anna@new.nl,Docent\nE002,bram@new.nl,Docent\n";
    let end = beside(&[("persons.csv", file)], &["--diff"], |others| {
        // the value of the file; another value; another field; a person who is not in the file
        others.update(1, "Email", "anna@new.nl");
        others.update(1, "FunctionName", "Docent");
        others.update(2, "Email", "bram@other.nl");
        others.update(2, "CostCentre", "K9");
        others.update(4, "Email", "dirk@other.nl");
    });
    assert!(end.stdout.ends_with("persons.csv: created 0, updated 1, unchanged 1, removed 0\n"), "{end:?}");
    assert!(end.stdout.contains("Email: bram@other.nl -> bram@new.nl"), "{end:?}");
    assert_eq!(end.ledger, [r#"persons.csv|2|3|changed|{"Email":"bram@other.nl"}"#]);
}

#[test]
fn a_person_who_leaves_and_whom_the_import_changes_and_names() {
    let file = format!("{HEADER},ManagerExternalIdentifier\nE002,Bram,Jansen,bram@new.nl,E001\nN1,A,B,n1@x,E002\n");
    let end = beside(&[("persons.csv", &file)], &[], |others| {
        others.update(2, "ContractEndTime", "2026-03-01T00:00:00");
        others.update(1, "ContractEndTime", "2026-03-01T00:00:00");
    });
    assert_eq!(end.stdout, "persons.csv: created 1, updated 1, unchanged 0, removed 0\n");
    assert!(end.data.contains(
        "bram@new.nl,TRAINER,Docent,Locatie Haven,K200,06-12345678,2021-09-01T08:30:00,2026-03-01T00:00:00,E001"
    ));
}

#[test]
fn a_rule_between_a_cell_of_the_file_and_one_that_changed() {
    let file = "ExternalIdentifier,ContractEndTime\nE002,2027-01-01\n";
    let end = beside(&[("persons.csv", file)], &[], |others| {
        others.update(2, "ContractStartTime", "2028-01-01T00:00:00");
    });
    assert!(
        end.stderr.starts_with(
            "persons.csv:2: ContractEndTime: 2027-01-01T00:00:00 is before ContractStartTime, 2028-01-01T00:00:00\n"
        ),
        "{end:?}"
    );
}

#[test]
fn a_person_who_is_renamed() {
    let file = format!("{HEADER},ManagerExternalIdentifier\nN1,A,B,n1@x,E004\n");
    let end = beside(&[("persons.csv", &file)], &[], |others| {
        others.update(4, "ExternalIdentifier", "X004");
    });
    assert!(
        end.stderr.starts_with(
            "persons.csv:2: ManagerExternalIdentifier: E004 is neither in persons.csv nor in the database"
        ),
        "{end:?}"
    );
    let file = format!("{HEADER}\nX004,A,B,n1@x\n");
    let end = beside(&[("persons.csv", &file)], &[], |others| {
        others.update(4, "ExternalIdentifier", "X004");
    });
    assert_eq!(end.stdout, "persons.csv: created 0, updated 1, unchanged 0, removed 0\n");
}

// -------------------------------------------------------------------------------------------------- persons created

#[test]
fn new_persons_get_the_numbers_after_those_of_others() {
    let persons = format!(
        "{HEADER},FunctionName,DivisionName,ManagerExternalIdentifier\nN1,A,B,n1@x,Kok,West,N2\nN2,A,B,n2@x,Bode,West,N2\n"
    );
    let files = [
        ("persons.csv", persons.as_str()),
        ("groups.csv", "Name\nBHV\n"),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,N1\nBHV,E001\n"),
        ("divisions.csv", "Name,ParentName\nOost,West\n"),
    ];
    let end = beside(&files, &["--diff"], |others| {
        others.create("C1", "c1@x", "<FunctionName>Rector</FunctionName><DivisionName>Zuid</DivisionName>");
        others.create("C2", "c2@x", "<ManagerExternalIdentifier>E001</ManagerExternalIdentifier>");
    });
    assert_eq!(end.status, 0, "{end:?}");
    assert!(end.data.contains("\n8,N1,A,,B,n1@x,LEARNER,Kok,West,,,,,N2,"), "{}", end.data);
    assert!(end.stdout.contains("persons.csv:2: N1 created\n    Id: 8\n"), "{}", end.stdout);
}

#[test]
fn a_person_whom_the_import_creates_too_and_names() {
    let persons = format!("{HEADER},ManagerExternalIdentifier\nN1,A,B,n1@x,N2\nN2,A,B,n2@x,N3\nN3,A,B,n3@x,\n");
    let files = [
        ("persons.csv", persons.as_str()),
        ("groups.csv", "Name\nBHV\n"),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,N2\nBHV,N3\n"),
    ];
    let end = beside(&files, &[], |others| others.create("N2", "n2@x", ""));
    assert!(end.stdout.contains("persons.csv: created 2, updated 1, unchanged 0, removed 0\n"), "{end:?}");
}

#[test]
fn an_id_that_another_person_got() {
    let file = format!("Id,{HEADER}\n6,N1,A,B,n1@x\n");
    let end = beside(&[("persons.csv", &file)], &[], |others| others.create("C1", "c1@x", ""));
    assert!(end.stderr.starts_with("persons.csv:2: Id: 6 is already the Id of C1\n"), "{end:?}");
    let file = format!("Id,{HEADER}\n2147483646,N1,A,B,n1@x\n,N2,A,B,n2@x\n");
    let end = beside(&[("persons.csv", &file)], &[], |others| others.create("C1", "c1@x", ""));
    assert_eq!(end.status, 0, "the file's own is the largest: {end:?}");
}

// --------------------------------------------------------------------------------------- functions, divisions, levels

#[test]
fn a_function_that_the_import_creates_too() {
    let file = format!("{HEADER},FunctionName,DivisionName\nN1,A,B,n1@x,Bode,West\nN2,A,B,n2@x,Kok,Zuid\n");
    let end = beside(&[("persons.csv", &file)], &[], |others| {
        others.update(1, "FunctionName", "Kok");
        others.update(1, "DivisionName", "Zuid");
    });
    assert_eq!(
        end.stderr,
        "divisions.csv: not given; 1 row created to which other files refer\nfunctions.csv: not given; 1 row created to which other files refer\n"
    );
    assert!(end.data.contains("Id,Name\n1,Docent\n2,Teamleider\n3,Kok\n4,Bode\n"), "{}", end.data);
}

#[test]
fn a_removed_function_or_level_is_assigned_meanwhile() {
    let files =
        [("functions.csv", "Name\nDocent\n"), ("persons.csv", "ExternalIdentifier,FunctionName\nE001,Docent\n")];
    let flags = ["--replace", "--max-removals", "100%"];
    let end = beside(&files, &flags, |others| {
        others.update(1, "FunctionName", "Docent");
        others.update(4, "ContractEndTime", "");
    });
    assert!(end.stdout.starts_with("functions.csv: created 0, updated 0, unchanged 1, removed 1\n"), "{end:?}");
    for name in ["Teamleider", "Kok"] {
        let end = beside(&files, &flags, |others| {
            others.update(4, "FunctionName", name);
        });
        let fault = format!("functions.csv:1: Name: {name} is not listed, but 1 row of persons.csv refers to it\n");
        assert!(end.stderr.starts_with(&fault), "{end:?}");
    }
    let levels = [("account_levels.csv", "Name,IsDefault\nADMIN,0\nTRAINER,0\nLEARNER,1\n")];
    let end = beside(&levels, &[], |others| others.update(1, "AccountLevel", "COACH"));
    assert!(
        end.stderr
            .starts_with("account_levels.csv:1: Name: COACH is not listed, but 1 row of persons.csv refers to it\n"),
        "{end:?}"
    );
}

// ------------------------------------------------------------------------------------------------------------ e-mail

#[test]
fn addresses_that_become_or_cease_to_be_shared() {
    let file = format!(
        "{HEADER}\nN1,A,B,one@x\nN2,A,B,two@x\nN3,A,B,three@x\nN4,A,B,THREE@x\nN5,A,B,dirk@example.nl\n\
         N6,A,B,eva@example.nl\nE002,Bram,Jansen,six@x\n"
    );
    let warned = |line: u32, address: &str| {
        format!("warning: persons.csv:{line}: Email: {address} is the e-mail address of another employed person too\n")
    };
    let end = beside(&[("persons.csv", &file)], &[], |others| {
        others.create("C1", "ONE@x", ""); // N1 shares it now
        others.update(4, "Email", "two@x"); // N2 now, N5 no more
        others.update(5, "ContractEndTime", "2026-03-01T00:00:00"); // N6 no more
        others.update(2, "Email", "six@x"); // as the file says
        others.update(1, "Email", "six@x"); // shares it, and E002 stays as it is: nothing is said
    });
    assert_eq!(end.stderr, warned(2, "one@x") + &warned(3, "two@x") + &warned(4, "three@x") + &warned(5, "THREE@x"));
}

// ----------------------------------------------------------------------------------------------------------- removals

#[test]
fn unlisted_persons_who_came_or_left_meanwhile() {
    let listed = "ExternalIdentifier\nE001\nE002\nE004\n";
    let at_most = |limit| ["--replace", "--max-removals", limit];
    let end = beside(&[("persons.csv", listed)], &at_most("1"), |others| {
        others.create("C1", "c1@x", "");
    });
    assert!(
        end.stderr.starts_with(
            "persons.csv:1: 2 of 6 rows are not listed and would be dismissed; --max-removals 1 allows 1\n"
        ),
        "{end:?}"
    );
    let end = beside(&[("persons.csv", listed)], &at_most("2"), |others| {
        others.create("C1", "c1@x", "");
    });
    assert_eq!(end.stdout, "persons.csv: created 0, updated 0, unchanged 3, removed 2\n");
    let end = beside(&[("persons.csv", listed)], &at_most("1"), |others| {
        others.update(5, "ContractEndTime", "2026-03-01T00:00:00");
        others.update(3, "ContractEndTime", "");
    });
    assert_eq!(end.stdout, "persons.csv: created 0, updated 0, unchanged 3, removed 1\n");
    assert_eq!(end.ledger, [r#"persons.csv|3||changed|{"ContractEndTime":""}"#]);
    let end = beside(&[("persons.csv", listed)], &at_most("1"), |others| {
        others.update(5, "ContractEndTime", "2026-03-01T00:00:00");
    });
    assert_eq!(end.stdout, "persons.csv: created 0, updated 0, unchanged 3, removed 0\n");
}

// -------------------------------------------------------------------------------------------- other than the connector

#[test]
fn another_import_an_undo_and_an_anonymisation() {
    let file = format!("{HEADER},ManagerExternalIdentifier\nE003,Carla,Vries,carla@new.nl,E001\nN1,A,B,n1@x,E003\n");
    let end = beside(&[("persons.csv", &file)], &[], |others| {
        let other = format!("{HEADER},FunctionName\nN1,C,D,n1@x,Kok\nN2,C,D,n2@x,Kok\n");
        others.site.import(&[("persons.csv", &other), ("groups.csv", "Name\nBHV\n")]).ok();
        others.site.lms(&["imports", "undo", "2"]).ok();
    });
    assert_eq!(end.stdout, "persons.csv: created 1, updated 1, unchanged 0, removed 0\n");
    let end = beside(&[("persons.csv", &file)], &[], |others| {
        others.site.lms(&["person", "anonymise", "E003", "--yes"]).ok();
    });
    assert_eq!(end.stdout, "persons.csv: created 2, updated 0, unchanged 0, removed 0\n");
    let end = beside(&[("persons.csv", PERSONS)], &[], |others| {
        others.update(1, "Email", "anna@new.nl");
        others.update(1, "ExternalIdentifier", "E009");
        others.site.lms(&["audit", "--prune-before", "2099-01-01"]).ok();
    });
    assert!(end.stderr.starts_with("persons.csv:2: Id: 1 is already the Id of E009\n"), "{end:?}");
}

#[test]
fn calls_that_do_not_change_the_data() {
    let file = format!("{HEADER}\nE001,Anna,Berg,anna@new.nl\n");
    let end = beside(&[("persons.csv", &file)], &[], |others| {
        others.update(1, "Email", "anna@example.nl");
        others.site.add_credential("other", "stilzwijgend", &["all"]);
    });
    assert_eq!(end.ledger, [r#"persons.csv|1|2|changed|{"Email":"anna@example.nl"}"#]);
}

// the room on the disk that a large import took for the write-ahead log is released while the service runs
#[test]
fn the_next_change_shrinks_the_log_of_an_import() {
    const MIB: u64 = 1024 * 1024;
    let site = persons_site();
    let server = site.serve(&[]);
    let log = || {
        let log = site.path().join("lms.sqlite-wal");
        fs::metadata(log).expect("the server's").len()
    };
    let introduction = "x".repeat(100_000);
    let mut steps = String::from("Title,Introduction\n");
    for number in 0..200 {
        steps.push_str(&format!("Step {number},{introduction}\n"));
    }
    // 20 MB of rows; the record of the import's result is the next change
    site.import(&[("steps.csv", &steps)]).ok();
    assert!(log() <= 16 * MIB, "{}", log());
    let others = Others { server: &server, site: &site };
    others.create("9001", "n@example.nl", "");
    let kept = log();
    assert!(kept <= 16 * MIB, "{kept}");
}

// "a new ExternalIdentifier that differs from a stored one in leading zeros only", stored meanwhile
#[test]
fn a_person_who_comes_with_the_zeros_that_the_file_lacks() {
    let file = format!("{HEADER}\n77,A,B,a@x\n78,A,B,b@x\n");
    let end = beside(&[("persons.csv", &file)], &[], |others| {
        others.create("00077", "c@x", "");
    });
    assert_eq!(end.status, 1);
    assert!(end.stderr.starts_with("persons.csv:2: ExternalIdentifier: 77 is new, and 00077 exists"), "{}", end.stderr);
    assert_eq!(end.stderr.lines().count(), 2, "{}", end.stderr);
}
