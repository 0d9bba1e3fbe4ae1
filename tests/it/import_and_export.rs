//! Tests which data files are accepted and refused, and the errors and exports (contract section 7).

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use rusqlite::Connection;
use tempfile::TempDir;

use crate::support::{DIVISIONS, FUNCTIONS, Fixture, Output, PERSONS, Site};

const FILES: [&str; 4] = ["account_levels.csv", "divisions.csv", "functions.csv", "persons.csv"];

/// The required columns.
const HEADER: &str = "ExternalIdentifier,FirstName,FamilyName,Email";

/// A site with [`PERSONS`].
fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = Site::new();
        let files = [("persons.csv", PERSONS), ("functions.csv", FUNCTIONS), ("divisions.csv", DIVISIONS)];
        site.import(&files).ok();
        site
    })
}

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// Imports bytes as persons.csv, with these flags.
fn import_persons(site: &Site, bytes: &[u8], flags: &[&str]) -> Output {
    let folder = folder(&[("persons.csv", bytes)]);
    let mut args = vec!["import", folder.path().to_str().unwrap()];
    args.extend(flags);
    site.lms(&args)
}

/// Asserts that the import of these files is refused with exactly these errors and changes nothing.
#[track_caller]
fn assert_refused(site: &Site, files: &[(&str, &str)], errors: &[&str]) {
    let before = site.dump_tables();
    let output = site.import(files).refused();
    let reported: Vec<_> = output.stderr.lines().collect();
    let (last, reported) = reported.split_last().expect("lines on standard error");
    assert_eq!(reported, errors);
    let count = match errors.len() {
        1 => "1 error".to_owned(),
        count => format!("{count} errors"),
    };
    assert_eq!(*last, format!("lms-appliance: refused, {count}; nothing was changed"));
    assert_eq!(output.stdout, "");
    assert_eq!(site.dump_tables(), before);
}

/// Asserts that the export of a new site, into which the export of this site was imported, is the same.
fn assert_can_be_reimported(site: &Site) {
    let folder = tempfile::tempdir().unwrap();
    site.lms(&["export", folder.path().to_str().unwrap()]).ok();
    let other = Site::new();
    other.lms(&["import", folder.path().to_str().unwrap()]).ok();
    assert_eq!(other.export_files(), site.export_files());
}

// ---------------------------------------------------------------------------------------------- cells

#[test]
fn every_invalid_cell_is_reported_with_line_column_and_allowed_values() {
    let site = site();
    let long = "x".repeat(1001);
    let persons = format!(
        "Id,ExternalIdentifier,FirstName,Insertion,FamilyName,Email,AccountLevel,FunctionName,DivisionName,CostCentre,\
         PhoneNumber,ContractStartTime,ContractEndTime,ManagerExternalIdentifier,EmployeeType,HasActivatedAccount,Anonymised\n\
         x,,,{long},,,CHEF,a\u{7},\u{1b}[2J,\u{fffe},{long},31-2-2026,2026-01-01T25:00:00,E999,intern,j,misschien\n"
    );
    let cut = "x".repeat(200) + "…";
    let datetime = "is not a datetime (YYYY-MM-DD or D-M-YYYY, alone or with T or a blank and H:MM, HH:MM, H:MM:SS or HH:MM:SS; years 1900 to 9999)";
    let flag = "is not true or false (allowed are also 1/0, ja/nee, yes/no, waar/onwaar)";
    assert_refused(
        &site,
        &[("persons.csv", &persons)],
        &[
            "persons.csv:2: Id: x is not an id (1 to 2147483647)",
            "persons.csv:2: ExternalIdentifier: a value is required",
            "persons.csv:2: FirstName: a value is required",
            &format!("persons.csv:2: Insertion: {cut} is longer than 1000 characters"),
            "persons.csv:2: FamilyName: a value is required",
            "persons.csv:2: Email: a value is required",
            "persons.csv:2: AccountLevel: CHEF is not in the database (ADMIN, AUTHOR, COACH, LEARNER, MANAGER, PLANNER, REPORTER, TRAINER)",
            "persons.csv:2: FunctionName: a\\u{7} contains the character U+0007, which is not allowed",
            "persons.csv:2: DivisionName: \\u{1b}[2J contains the character U+001B, which is not allowed",
            "persons.csv:2: CostCentre: \\u{fffe} contains the character U+FFFE, which is not allowed",
            &format!("persons.csv:2: PhoneNumber: {cut} is longer than 1000 characters"),
            &format!("persons.csv:2: ContractStartTime: 31-2-2026 {datetime}"),
            &format!("persons.csv:2: ContractEndTime: 2026-01-01T25:00:00 {datetime}"),
            "persons.csv:2: ManagerExternalIdentifier: E999 is neither in persons.csv nor in the database",
            "persons.csv:2: EmployeeType: intern is not one of Intern, Extern",
            &format!("persons.csv:2: HasActivatedAccount: j {flag}"),
            &format!("persons.csv:2: Anonymised: misschien {flag}"),
        ],
    );
}

#[test]
fn unknown_references_are_reported_at_their_lines() {
    let persons =
        format!("{HEADER},AccountLevel,ManagerExternalIdentifier\nN1,A,B,a@x,CHEF,N2\nN2,A,B,b@x,admin,E999\n");
    let levels = "ADMIN, AUTHOR, COACH, LEARNER, MANAGER, PLANNER, REPORTER, TRAINER";
    assert_refused(
        &site(),
        &[("persons.csv", &persons), ("divisions.csv", "Name,ParentName\nOost,West\n")],
        &[
            "divisions.csv:2: ParentName: West is neither in divisions.csv nor in the database",
            &format!("persons.csv:2: AccountLevel: CHEF is not in the database ({levels})"),
            &format!("persons.csv:3: AccountLevel: admin is not in the database ({levels})"),
            "persons.csv:3: ManagerExternalIdentifier: E999 is neither in persons.csv nor in the database",
        ],
    );
}

#[test]
fn errors_of_all_files_are_reported_together_by_file_line_and_column() {
    assert_refused(
        &site(),
        &[
            ("persons.csv", "ExternalIdentifier,Email,ManagerExternalIdentifier\nE001,,X\nE002,b@x,Y\n\nE003,,E001\n"),
            ("functions.csv", "Name\nDocent\nDocent\n"),
            ("account_levels.csv", "Name,IsDefault\nADMIN,x\n"),
        ],
        &[
            "account_levels.csv:1: Name: LEARNER is not listed, but 3 rows of persons.csv refer to it",
            "account_levels.csv:1: Name: TRAINER is not listed, but 1 row of persons.csv refers to it",
            "account_levels.csv:1: IsDefault: no account level is the default; exactly one must be",
            "account_levels.csv:2: IsDefault: x is not true or false (allowed are also 1/0, ja/nee, yes/no, waar/onwaar)",
            "functions.csv:3: Name: Docent is on line 2 already",
            "persons.csv:2: Email: a value is required",
            "persons.csv:2: ManagerExternalIdentifier: X is neither in persons.csv nor in the database",
            "persons.csv:3: ManagerExternalIdentifier: Y is neither in persons.csv nor in the database",
            "persons.csv:5: Email: a value is required",
        ],
    );
}

#[test]
fn one_hundred_errors_are_printed_and_all_are_written() {
    let site = site();
    let rows: String = (0..130).map(|n| format!("N{n},A,B,\n")).collect();
    let errors = site.path().join("errors.csv");
    let errors_path = errors.to_str().unwrap();
    let output = import_persons(&site, format!("{HEADER}\n{rows}").as_bytes(), &["--errors", errors_path]).refused();
    let reported: Vec<_> = output.stderr.lines().collect();
    assert_eq!(reported.len(), 102);
    assert_eq!(reported[99], "persons.csv:101: Email: a value is required");
    assert_eq!(reported[100], "and 30 more errors");
    assert_eq!(reported[101], "lms-appliance: refused, 130 errors; nothing was changed");
    let written = fs::read_to_string(&errors).unwrap();
    let written: Vec<_> = written.lines().collect();
    assert_eq!(written[0], "file,line,column,value,message");
    assert_eq!(written[130], "persons.csv,131,Email,,a value is required");
    assert_eq!(written.len(), 131);

    let bad = format!("{HEADER},EmployeeType\nN1,A,B,a@x,\"vast, \"\"zo\"\"\"\n");
    import_persons(&site, bad.as_bytes(), &["--errors", errors_path]).refused();
    let written = fs::read_to_string(&errors).unwrap();
    assert_eq!(
        written.lines().nth(1).unwrap(),
        "persons.csv,2,EmployeeType,\"vast, \"\"zo\"\"\",\"vast, \"\"zo\"\" is not one of Intern, Extern\""
    );

    // a successful import empties the list of errors
    import_persons(&site, format!("{HEADER}\nN1,A,B,a@x\n").as_bytes(), &["--errors", errors_path]).ok();
    assert_eq!(fs::read_to_string(&errors).unwrap(), "file,line,column,value,message\n");
}

/// Returns groups.csv with more rows than one read returns; these lines have an error.
fn groups_with_errors(lines_with_errors: &[u32]) -> String {
    let row = |line| match lines_with_errors.contains(&line) {
        true => "#N/B\n".to_owned(),
        false => format!("Groep {line}\n"),
    };
    let rows: String = (2..=20_000).map(row).collect();
    format!("Name\n{rows}")
}

#[test]
fn errors_in_the_last_row_and_a_damaged_zip_are_reported() {
    let site = site();
    assert_refused(
        &site,
        &[("functions.csv", "Name\nKok\n#N/B\n"), ("groups.csv", &groups_with_errors(&[2, 9_999, 20_000]))],
        &[
            "functions.csv:3: Name: #N/B is an error of the spreadsheet, not a value",
            "groups.csv:2: Name: #N/B is an error of the spreadsheet, not a value",
            "groups.csv:9999: Name: #N/B is an error of the spreadsheet, not a value",
            "groups.csv:20000: Name: #N/B is an error of the spreadsheet, not a value",
        ],
    );
    let before = site.dump_tables();
    let path = write_zip(&site, &[("groups.csv", &groups_with_errors(&[]))]);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    let reported = site.lms(&["import", &path]).refused().stderr;
    assert!(reported.contains("groups.csv cannot be read"), "{reported}");
    assert_eq!(site.dump_tables(), before);
}

// -------------------------------------------------------------------------------------------- headers

#[test]
fn invalid_headers_are_refused() {
    for (file, errors) in [
        ("ExternalIdentifier,Emial\nE001,x\n", vec!["persons.csv:1: Emial: unknown column; did you mean Email?"]),
        ("ExternalIdentifier,EMAIL,email\nE001,x@x,x@x\n", vec!["persons.csv:1: Email: the column occurs twice"]),
        ("ExternalIdentifier,Email,\nE001,x@x,\n", vec!["persons.csv:1: column 3 has no name"]),
        (
            "FirstName,FamilyName,Email\nA,B,a@x\nC,,c@x\n",
            vec![
                "persons.csv:1: ExternalIdentifier: the column is missing; rows are identified by it",
                "persons.csv:3: FamilyName: a value is required",
            ],
        ),
        ("", vec!["persons.csv:1: ExternalIdentifier: the column is missing; rows are identified by it"]),
        (
            "ExternalIdentifier,Email\nE001,x@x\n\nE002\nE003,x,y\n",
            vec![
                "persons.csv:4: the row has 1 cells, the header 2: is a separator not quoted?",
                "persons.csv:5: the row has 3 cells, the header 2: is a separator not quoted?",
            ],
        ),
    ] {
        assert_refused(&site(), &[("persons.csv", file)], &errors);
    }
}

#[test]
fn rows_with_unreadable_keys_have_their_other_errors_reported() {
    let header = "PersonExternalIdentifier,ClassCode,CreationDate,TaskCode,AbsenceReason\n";
    let persons = "ExternalIdentifier,FirstName,FamilyName,Email,AccountLevel,ManagerExternalIdentifier\n";
    assert_refused(
        &site(),
        &[
            ("absences.csv", &(header.to_owned() + "Q,K,soon,,Ziek\n")),
            ("persons.csv", &(persons.to_owned() + ",A,B,a@x,LEARNER,nobody\nX1,A,B,b@x,,E001\n")),
        ],
        &[
            "persons.csv:2: ExternalIdentifier: a value is required",
            "persons.csv:2: ManagerExternalIdentifier: nobody is neither in persons.csv nor in the database",
            "absences.csv:2: PersonExternalIdentifier: Q is neither in persons.csv nor in the database",
            "absences.csv:2: ClassCode: K is not in the database",
            "absences.csv:2: CreationDate: soon is not a datetime (YYYY-MM-DD or D-M-YYYY, alone or with T or a blank and H:MM, HH:MM, H:MM:SS or HH:MM:SS; years 1900 to 9999)",
        ],
    );
}

#[test]
fn a_quote_that_is_never_closed_is_one_error() {
    let header = "ExternalIdentifier,FirstName,FamilyName,Email\n";
    let rows = "X1,A,B,\"a@x\nX2,A,B,b@x\nX3,A,B,c@x\n";
    assert_refused(
        &site(),
        &[("persons.csv", &(header.to_owned() + rows))],
        &["persons.csv:2: a quote is opened in this row and never closed"],
    );
}

#[test]
fn a_file_without_its_key_causes_no_errors_in_files_that_refer_to_it() {
    assert_refused(
        &site(),
        &[
            ("divisions.csv", "ParentName\nNoord\n"),
            ("persons.csv", &format!("{HEADER},DivisionName\nN1,A,B,a@x,Nieuw\n")),
        ],
        &["divisions.csv:1: Name: the column is missing; rows are identified by it"],
    );
}

// ------------------------------------------------------------------------------------------------ rows

#[test]
fn repeated_keys_are_errors() {
    assert_refused(
        &site(),
        &[("persons.csv", &format!("{HEADER}\nN1,A,B,a@x\nN2,A,B,b@x\nN1,C,D,c@x\nN1,E,F,e@x\n"))],
        &[
            "persons.csv:4: ExternalIdentifier: N1 is on line 2 already",
            "persons.csv:5: ExternalIdentifier: N1 is on line 2 already",
        ],
    );
    // an unchanged row and its repetition
    let site = site();
    site.import(&[("groups.csv", "Name\nNoord\nZuid\n")]).ok();
    assert_refused(
        &site,
        &[("groups.csv", "Name\nNoord\nZuid\nNoord\n")],
        &["groups.csv:4: Name: Noord is on line 2 already"],
    );
}

#[test]
fn an_unchanged_row_that_refers_to_a_removed_one_is_an_error() {
    let site = site();
    let members = "GroupName,PersonExternalIdentifier\nNoord,E001\nZuid,E001\n";
    site.import(&[("groups.csv", "Name\nNoord\nZuid\n"), ("group_members.csv", members)]).ok();
    let files = folder(&[("groups.csv", b"Name\nNoord\n"), ("group_members.csv", members.as_bytes())]);
    let path = files.path().to_str().unwrap();
    let reported = site.lms(&["import", path, "--replace", "--max-removals", "1"]);
    assert_eq!(
        reported.refused().stderr,
        "group_members.csv:3: GroupName: Zuid is not in groups.csv\n\
         lms-appliance: refused, 1 error; nothing was changed\n"
    );
}

#[test]
fn changed_used_and_repeated_ids_are_errors() {
    assert_refused(
        &site(),
        &[("persons.csv", &format!("Id,{HEADER}\n9,E001,A,B,a@x\n2,N1,A,B,b@x\n11,N2,A,B,c@x\n011,N3,A,B,d@x\n"))],
        &[
            "persons.csv:2: Id: the Id of E001 is 1 and cannot become 9",
            "persons.csv:3: Id: 2 is already the Id of E002",
            "persons.csv:5: Id: 11 is the Id of line 4 already",
        ],
    );
}

#[test]
fn a_new_row_is_refused_when_no_id_is_left() {
    assert_refused(
        &site(),
        &[("functions.csv", "Id,Name\n2147483647,Laatste\n,Geen\n")],
        &["functions.csv:3: Name: no Id is left for Geen: the highest, 2147483647, is used"],
    );
    // the error has the line that creates the function
    assert_refused(
        &site(),
        &[
            ("functions.csv", "Id,Name\n2147483647,Laatste\n"),
            ("persons.csv", "ExternalIdentifier,FunctionName\nE001,Docent\n\nE002,Geen\n"),
        ],
        &["persons.csv:4: FunctionName: no Id is left for Geen: the highest, 2147483647, is used"],
    );
}

#[test]
fn an_absent_required_column_is_an_error_only_for_new_rows() {
    assert_refused(
        &site(),
        &[("persons.csv", "ExternalIdentifier,FirstName,Email\nE001,A,a@x\nN1,A,b@x\n")],
        &["persons.csv:3: FamilyName: a new row requires a value, and the file does not have this column"],
    );
}

#[test]
fn a_contract_end_before_its_start_is_an_error_unless_the_end_is_past() {
    let dates = "ExternalIdentifier,ContractStartTime,ContractEndTime";
    assert_refused(
        &site(),
        &[(
            "persons.csv",
            &format!("{dates}\nE001,2030-01-01,2029-01-01\nE002,2025-01-01,2024-01-01\nE004,2029-01-01,2029-01-01\n"),
        )],
        &["persons.csv:2: ContractEndTime: 2029-01-01T00:00:00 is before ContractStartTime, 2030-01-01T00:00:00"],
    );
    // a start without an end is compared with the stored end
    assert_refused(
        &site(),
        &[("persons.csv", "ExternalIdentifier,ContractStartTime\nE002,2031-01-01\n")],
        &["persons.csv:2: ContractEndTime: 2030-07-31T23:59:59 is before ContractStartTime, 2031-01-01T00:00:00"],
    );
}

#[test]
fn a_row_for_a_placeholder_is_an_error() {
    assert_refused(
        &site(),
        &[
            ("persons.csv", &format!("Id,{HEADER}\n0,N1,A,B,a@x\n,Manager onbekend,A,B,b@x\n")),
            ("functions.csv", "Name\nFunctie onbekend\n"),
            ("divisions.csv", "Name\nLocatie onbekend\n"),
        ],
        &[
            "divisions.csv:2: Name: Locatie onbekend is the name for an unknown value and cannot have a row",
            "functions.csv:2: Name: Functie onbekend is the name for an unknown value and cannot have a row",
            "persons.csv:2: Id: 0 is not an id (1 to 2147483647)",
            "persons.csv:3: ExternalIdentifier: Manager onbekend is the name for an unknown value and cannot have a row",
        ],
    );
}

#[test]
fn a_cycle_of_divisions_is_an_error_for_each_of_its_rows() {
    let site = site();
    let tree = "a division cannot be below itself";
    assert_refused(
        &site,
        &[("divisions.csv", "Name,ParentName\nNoord,Zuid\nZuid,Locatie Haven\nOost,Noord\n")],
        &[
            &format!("divisions.csv:2: ParentName: Zuid is Noord itself or a division below it; {tree}"),
            &format!("divisions.csv:3: ParentName: Locatie Haven is Zuid itself or a division below it; {tree}"),
        ],
    );
    assert_refused(
        &site,
        &[("divisions.csv", "Name,ParentName\nZelf,Zelf\n")],
        &[&format!("divisions.csv:2: ParentName: Zelf is Zelf itself or a division below it; {tree}")],
    );
    // the whole tree can be reversed in one import
    site.import(&[("divisions.csv", "Name,ParentName\nNoord,Locatie Haven\nLocatie Haven,\n")]).ok();
    assert_eq!(site.export_file("divisions.csv"), "Id,Name,ParentName\n1,Noord,Locatie Haven\n2,Locatie Haven,\n");
}

// --------------------------------------------------------------------------------------------- account_levels.csv

#[test]
fn account_levels_are_replaced_and_have_exactly_one_default() {
    let site = site();
    assert_refused(
        &site,
        &[("account_levels.csv", "Name,IsDefault\nADMIN,ja\nTRAINER,\nLEARNER,ja\n")],
        &["account_levels.csv:4: IsDefault: ADMIN is the default already; only one level can be"],
    );
    assert_refused(
        &site,
        &[("account_levels.csv", "Name,IsDefault\nADMIN,\nLEARNER,1\n")],
        &["account_levels.csv:1: Name: TRAINER is not listed, but 1 row of persons.csv refers to it"],
    );
    assert_refused(
        &site,
        &[
            ("account_levels.csv", "Name,IsDefault\nADMIN,\nTRAINER,\nCHEF,1\n"),
            ("persons.csv", "ExternalIdentifier,AccountLevel\nE003,LEARNER\nE004,\n00005,ADMIN\n"),
        ],
        &["persons.csv:2: AccountLevel: LEARNER is not in account_levels.csv (ADMIN, CHEF, TRAINER)"],
    );
    // a level is removed by the import that changes its last person, and a new level becomes the default
    let output = site.import(&[
        ("account_levels.csv", "Name,IsDefault\nCHEF,1\nADMIN,\nTRAINER,\n"),
        ("persons.csv", "ExternalIdentifier,AccountLevel\nE003,CHEF\nE004,\n00005,ADMIN\n"),
    ]);
    assert_eq!(
        output.ok().stdout,
        "account_levels.csv: created 1, updated 0, unchanged 2, removed 6\n\
         persons.csv: created 0, updated 3, unchanged 0, removed 0\n"
    );
    assert_eq!(site.export_file("account_levels.csv"), "Name,IsDefault\nADMIN,false\nCHEF,true\nTRAINER,false\n");
    assert_eq!(site.export_columns("persons.csv", &["AccountLevel"]), ["ADMIN", "TRAINER", "CHEF", "CHEF", "ADMIN"]);
    // the default moves to another stored level, and an absent column keeps it
    site.import(&[("account_levels.csv", "Name,IsDefault\nADMIN,ja\nCHEF,nee\nTRAINER,nee\n")]).ok();
    site.import(&[("account_levels.csv", "Name\nADMIN\nCHEF\nTRAINER\n")]).ok();
    assert_eq!(site.export_file("account_levels.csv"), "Name,IsDefault\nADMIN,true\nCHEF,false\nTRAINER,false\n");
}

// ------------------------------------------------------------------------------------------------------ anonymised

/// A row of persons.csv of an anonymised person.
const ANONYMISED: &str = "Id,ExternalIdentifier,FirstName,FamilyName,Email,ContractEndTime,Anonymised\n\
                          7,anonymised-7,Anoniem,Persoon,anonymised-7@invalid,2026-01-31,true\n";

#[test]
fn an_exported_anonymised_person_can_be_imported_but_not_changed() {
    let site = site();
    site.import(&[("persons.csv", ANONYMISED)]).ok();
    assert_eq!(site.export_columns("persons.csv", &["Anonymised"]).last().unwrap(), "true");

    let output = site.import(&[("persons.csv", ANONYMISED)]).ok();
    assert_eq!(output.stdout, "persons.csv: created 0, updated 0, unchanged 1, removed 0\n");
    assert_can_be_reimported(&site);

    let error = "anonymised-7 is anonymised, and an import cannot change anonymised persons";
    for change in [
        "ExternalIdentifier,Email\nanonymised-7,terug@example.nl\n",
        "ExternalIdentifier,Anonymised\nanonymised-7,nee\n",
        "ExternalIdentifier,ContractEndTime\nanonymised-7,\n",
    ] {
        assert_refused(&site, &[("persons.csv", change)], &[&format!("persons.csv:2: Anonymised: {error}")]);
    }
}

#[test]
fn an_export_with_an_anonymised_manager_can_be_imported() {
    let site = site();
    site.import(&[("persons.csv", "ExternalIdentifier,ManagerExternalIdentifier\nE004,E003\n")]).ok();
    site.lms(&["person", "anonymise", "E003", "--yes"]).ok();
    let all = site.export_files();
    assert!(all["persons.csv"].contains("\n3,anonymised-3,Anoniem,,Persoon,anonymised-3@invalid,LEARNER,,,,,2019-02-01T00:00:00,2026-01-31T00:00:00,,Intern,false,true\n"));
    let folder = tempfile::tempdir().unwrap();
    site.lms(&["export", folder.path().to_str().unwrap()]).ok();
    let output = site.lms(&["import", folder.path().to_str().unwrap()]).ok();
    assert!(output.stdout.contains("persons.csv: created 0, updated 0, unchanged 5, removed 0"));
    let other = Site::new();
    other.lms(&["import", folder.path().to_str().unwrap()]).ok();
    assert_eq!(other.export_files(), all);
}

#[test]
fn an_import_cannot_anonymise() {
    let only = "persons.csv:2: Anonymised: an import cannot anonymise; ";
    assert_refused(
        &site(),
        &[("persons.csv", "ExternalIdentifier,Anonymised\nE003,true\n")],
        &[&format!("{only}E003 is not anonymised")],
    );
    for (from, to) in [("7,anon", "8,anon"), ("Anoniem", "Anna"), ("2026-01-31", "2030-01-31"), ("2026-01-31", "")] {
        let row = if from == "7,anon" { 8 } else { 7 };
        assert_refused(
            &site(),
            &[("persons.csv", &ANONYMISED.replace(from, to))],
            &[&format!(
                "{only}a new row can have true only as export writes it: Anoniem Persoon, dismissed, \
                 anonymised-{row} with Id {row}"
            )],
        );
    }
}

// -------------------------------------------------------------------------------------------------- formats

#[test]
fn separators_byte_order_marks_encodings_and_line_ends_are_recognised() {
    let rows = [
        ["ExternalIdentifier", "FirstName", "FamilyName", "Email", "ContractEndTime", "HasActivatedAccount"],
        ["00012", "Zoë", "\"d'Hond; é, \"\"Ü\"\"\"", "z@x", "31-12-2026", "WAAR"],
    ];
    let text = |separator: &str, end: &str| rows.map(|row| row.join(separator) + end).concat();
    let mut files: Vec<(Vec<u8>, &[&str])> = Vec::new();
    for separator in [",", ";", "\t"] {
        for end in ["\n", "\r\n"] {
            let text = text(separator, end);
            let windows: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
            files.push((text.clone().into_bytes(), &[]));
            files.push((format!("\u{feff}{text}").into_bytes(), &[]));
            files.push((format!("\u{feff}{text}").into_bytes(), &["--encoding", "windows-1252"]));
            files.push((windows, &["--encoding", "windows-1252"]));
        }
    }
    files.push((text(",", "\n").trim_end().as_bytes().to_vec(), &[]));
    files.push((
        text(",", "\n")
            .to_uppercase()
            .replace("Z@X", "z@x")
            .replace("ZOË", "Zoë")
            .replace("\"D'HOND; É", "\"d'Hond; é")
            .into_bytes(),
        &[],
    ));
    let site = Site::new();
    for (number, (bytes, flags)) in files.iter().enumerate() {
        // each file has another person: 00012 becomes 00100, 00101, …
        let mut bytes = bytes.clone();
        let at = bytes.windows(5).position(|five| five == b"00012").unwrap();
        bytes[at..at + 5].copy_from_slice(format!("{:05}", 100 + number).as_bytes());
        import_persons(&site, &bytes, flags).ok();
    }
    let persons = site.export_file("persons.csv");
    let persons: Vec<_> = persons.lines().skip(1).collect();
    assert_eq!(persons.len(), files.len());
    for (number, (person, (bytes, flags))) in persons.iter().zip(&files).enumerate() {
        let cells = "Zoë,,\"d'Hond; é, \"\"Ü\"\"\",z@x,LEARNER,,,,,,2026-12-31T00:00:00,,Intern,true,false";
        let expected = format!("{},{:05},{cells}", number + 1, 100 + number);
        assert_eq!(*person, expected, "{:?} {flags:?}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn quoted_cells_may_have_several_lines() {
    let site = site();
    let file = format!(
        "{HEADER},CostCentre\r\n\r\nN1,A,B,a@x,\"een\r\ntwee, \"\"drie\"\"\"\r\n,,,,\r\n\"N2\",A,B,b@x,\r\nN3,A,B,,\r\n"
    );
    assert_refused(&site, &[("persons.csv", &file)], &["persons.csv:7: Email: a value is required"]);
    site.import(&[("persons.csv", &file.replace("N3,A,B,,", "N3,A,B,c@x,"))]).ok();
    assert_eq!(site.export_columns("persons.csv", &["CostCentre"])[5..], ["een\r\ntwee, \"drie\"", "", ""]);
    assert_can_be_reimported(&site);
}

// "the file's line on which the record begins"
#[test]
fn lines_with_every_line_end_are_counted() {
    for end in ["\n", "\r\n", "\r"] {
        let lines = ["ExternalIdentifier,FirstName,FamilyName,Email", "E1,\"A", "x\",B,c@x", "", "E2,,B,d@x"];
        let file = lines.join(end) + end;
        assert_refused(&site(), &[("persons.csv", &file)], &["persons.csv:5: FirstName: a value is required"]);
    }
}

#[test]
fn datetimes_and_booleans_are_read_in_every_form() {
    let site = Site::new();
    let rows: String = [
        ("2026-03-09", "true"),
        ("9-3-2026", "1"),
        ("09-03-2026", "JA"),
        ("2026-03-09T00:00:00", "Yes"),
        ("2026-03-09 00:00:00", "waar"),
        ("9-3-2026 0:00", "TRUE"),
    ]
    .iter()
    .enumerate()
    .map(|(n, (date, flag))| format!("N{n},A,B,{n}@x,{date},{flag}\n"))
    .collect();
    let file = format!("{HEADER},ContractStartTime,HasActivatedAccount\n{rows}N9,A,B,9@x,29-3-2026 02:30,onwaar\n");
    site.import(&[("persons.csv", &file)]).ok();
    let starts = site.export_columns("persons.csv", &["ContractStartTime"]);
    assert_eq!(starts[..6], ["2026-03-09T00:00:00"; 6]);
    assert_eq!(starts[6], "2026-03-29T03:30:00", "the skipped hour moves forward");
    assert_eq!(
        site.export_columns("persons.csv", &["HasActivatedAccount"]),
        ["true", "true", "true", "true", "true", "true", "false"]
    );
}

#[test]
fn an_absent_column_keeps_the_field_and_an_empty_cell_sets_its_default() {
    let site = site();
    let output = site
        .import(&[(
            "persons.csv",
            "ExternalIdentifier,AccountLevel,FunctionName,ContractEndTime,ManagerExternalIdentifier\nE002,,,,\n",
        )])
        .ok();
    assert_eq!(output.stdout, "persons.csv: created 0, updated 1, unchanged 0, removed 0\n");
    assert_eq!(
        site.export_file("persons.csv").lines().nth(2).unwrap(),
        "2,E002,Bram,,Jansen,bram@example.nl,LEARNER,,Locatie Haven,K200,06-12345678,2021-09-01T08:30:00,,,Intern,false,false"
    );
}

#[test]
fn names_in_persons_are_created_and_a_manager_may_follow_later() {
    let site = site();
    let output = site
        .import(&[(
            "persons.csv",
            &format!(
                "{HEADER},FunctionName,DivisionName,ManagerExternalIdentifier\n\
                 N1,A,B,1@x,Kok,Zuid,N2\n\
                 N2,A,B,2@x,Docent,Zuid,N2\n\
                 N3,A,B,3@x,Functie onbekend,Locatie onbekend,Manager onbekend\n"
            ),
        )])
        .ok();
    assert_eq!(output.stdout, "persons.csv: created 3, updated 0, unchanged 0, removed 0\n");
    assert_eq!(
        output.stderr,
        "warning: persons.csv:3: ManagerExternalIdentifier: N2 is the person's own identifier; the person then has no other manager\n\
         divisions.csv: not given; 1 row created to which other files refer\n\
         functions.csv: not given; 1 row created to which other files refer\n"
    );
    let persons = site.export_file("persons.csv");
    let rows: Vec<_> = persons.lines().skip(6).collect();
    assert_eq!(
        rows,
        [
            "6,N1,A,,B,1@x,LEARNER,Kok,Zuid,,,,,N2,Intern,false,false",
            "7,N2,A,,B,2@x,LEARNER,Docent,Zuid,,,,,N2,Intern,false,false",
            "8,N3,A,,B,3@x,LEARNER,,,,,,,,Intern,false,false",
        ]
    );
    assert_eq!(site.export_file("functions.csv"), "Id,Name\n1,Docent\n2,Teamleider\n3,Kok\n");
}

#[test]
fn new_ids_follow_the_largest_id_ever_used_in_the_order_of_the_file() {
    let site = site();
    site.import(&[("functions.csv", "Id,Name\n,Eerste\n40,Veertig\n,Tweede\n20,Twintig\n")]).ok();
    assert_eq!(
        site.export_file("functions.csv"),
        "Id,Name\n1,Docent\n2,Teamleider\n20,Twintig\n40,Veertig\n41,Eerste\n42,Tweede\n"
    );
    let database = Connection::open(site.db()).unwrap();
    database.execute("DELETE FROM function WHERE id = 42", []).unwrap();
    // functions that persons.csv creates follow those of functions.csv; a freed id is used only if a file has it
    site.import(&[
        ("functions.csv", "Name\nDerde\n"),
        ("persons.csv", &format!("{HEADER},FunctionName\nN1,A,B,a@x,Vierde\n")),
    ])
    .ok();
    site.import(&[("functions.csv", "Id,Name\n42,Terug\n")]).ok();
    assert!(site.export_file("functions.csv").ends_with("42,Terug\n43,Derde\n44,Vierde\n"));
}

#[test]
fn warnings_are_not_errors() {
    let site = site();
    let file = format!(
        "{HEADER},ContractStartTime,ContractEndTime\n\
         N1,A,B,ANNA@example.nl,,\nN2,A,B,n@x,,\nN3,A,B,N@x,,\nN4,A,B,n@x,,2026-01-01\nN5,A,B,carla@example.nl,,\n\
         N6,A,B,6@x,2025-01-01,2024-01-01\n"
    );
    let output = site.import(&[("persons.csv", &file), ("lijst.csv", "x")]).ok();
    assert_eq!(
        output.stderr,
        "warning: lijst.csv is not a data file and is ignored\n\
         warning: persons.csv:2: Email: ANNA@example.nl is the e-mail address of another employed person too\n\
         warning: persons.csv:3: Email: n@x is the e-mail address of another employed person too\n\
         warning: persons.csv:4: Email: N@x is the e-mail address of another employed person too\n"
    );
    assert_eq!(output.stdout, "persons.csv: created 6, updated 0, unchanged 0, removed 0\n");
    let again = site.import(&[("persons.csv", &file)]).ok();
    assert_eq!(again.stderr, "", "unchanged rows have no warnings");
}

// ---------------------------------------------------------------------------------------------------- the ledger

#[test]
fn the_ledger_has_every_import_and_the_line_and_old_cells_of_each_change() {
    let site = site();
    let files = [
        ("account_levels.csv", "Name,IsDefault\nADMIN,1\nTRAINER,0\nLEARNER,0\n"),
        (
            "persons.csv",
            "ExternalIdentifier,FirstName,FunctionName,ManagerExternalIdentifier\nE001,Anna,Kok,\n\nE002,Bra\"m,Kok,\n",
        ),
    ];
    site.import(&files).ok();
    site.import(&[("persons.csv", files[1].1)]).ok();
    let database = Connection::open(site.db()).unwrap();
    let mut changes = database
        .prepare(
            "SELECT number || '|' || file || '|' || row || '|' || coalesce(line, '') || '|' || c.kind || '|' || coalesce(old, '')
             FROM ledger_change AS c JOIN ledger AS l ON l.id = c.ledger WHERE number > 1 ORDER BY c.id",
        )
        .unwrap();
    let changes: Vec<String> = changes.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(
        changes,
        [
            "2|account_levels.csv|1|2|changed|{\"IsDefault\":\"false\"}",
            "2|account_levels.csv|3|4|changed|{\"IsDefault\":\"true\"}",
            "2|account_levels.csv|4||removed|{\"Name\":\"MANAGER\",\"IsDefault\":\"false\"}",
            "2|account_levels.csv|5||removed|{\"Name\":\"PLANNER\",\"IsDefault\":\"false\"}",
            "2|account_levels.csv|6||removed|{\"Name\":\"COACH\",\"IsDefault\":\"false\"}",
            "2|account_levels.csv|7||removed|{\"Name\":\"AUTHOR\",\"IsDefault\":\"false\"}",
            "2|account_levels.csv|8||removed|{\"Name\":\"REPORTER\",\"IsDefault\":\"false\"}",
            "2|functions.csv|3|2|created|",
            "2|persons.csv|1|2|changed|{\"FunctionName\":\"Teamleider\"}",
            "2|persons.csv|2|4|changed|{\"FirstName\":\"Bram\",\"FunctionName\":\"Docent\",\"ManagerExternalIdentifier\":\"E001\"}",
        ]
    );
    let entry: String = database
        .query_row(
            "SELECT kind || ' ' || number || ' ' || file || ' ' || created || ' ' || updated || ' ' || unchanged || ' ' || removed
                    || ' ' || length(digest) || ' ' || (actor LIKE '_%@_%') || ' ' || (action LIKE '/%')
             FROM ledger JOIN ledger_file ON ledger = id WHERE number = 3",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(entry, "import 3 persons.csv 0 0 2 0 64 1 1");
}

#[test]
fn the_digest_of_an_imported_file_is_blake2b() {
    let site = Site::new();
    site.import(&[("functions.csv", FUNCTIONS)]).ok();
    let database = Connection::open(site.db()).unwrap();
    let digest: String = database.query_row("SELECT digest FROM ledger_file", [], |row| row.get(0)).unwrap();
    let mut sum =
        Command::new("b2sum").args(["-l", "256"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    sum.stdin.take().unwrap().write_all(FUNCTIONS.as_bytes()).unwrap();
    let output = String::from_utf8(sum.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(digest, output[..64]);
}

// ------------------------------------------------------------------------------------------------- paths

#[test]
fn an_export_is_a_folder_or_a_zip_and_the_same_bytes_each_time() {
    let site = site();
    let path = |name: &str| site.path().join(name).to_str().unwrap().to_owned();
    for name in ["a", "b", "a.zip", "b.ZIP"] {
        site.lms(&["export", &path(name)]).ok();
    }
    for name in FILES {
        assert_eq!(fs::read(path("a") + "/" + name).unwrap(), fs::read(path("b") + "/" + name).unwrap());
    }
    assert_eq!(fs::read(path("a.zip")).unwrap(), fs::read(path("b.ZIP")).unwrap());

    let all = site.export_files();
    for name in ["a", "a.zip"] {
        let other = Site::new();
        let output = other.lms(&["import", &path(name)]).ok();
        assert_eq!(output.stderr, "");
        assert_eq!(other.export_files(), all);
        let again = other.lms(&["import", &path(name)]).ok();
        assert!(
            again
                .stdout
                .lines()
                .all(|line| line.contains("created 0, updated 0, unchanged") && line.ends_with("removed 0"))
        );
    }
    // existing files are overwritten only on request
    assert!(site.lms(&["export", &path("a")]).refused().stderr.contains("is not empty; --overwrite"));
    assert!(site.lms(&["export", &path("a.zip")]).refused().stderr.contains("exists already; --overwrite"));
    fs::write(path("a") + "/mine.txt", "mine").unwrap();
    fs::write(path("a") + "/persons.csv", "old").unwrap();
    site.lms(&["export", &path("a"), "--overwrite"]).ok();
    site.lms(&["export", &path("a.zip"), "--overwrite"]).ok();
    assert_eq!(fs::read_to_string(path("a") + "/mine.txt").unwrap(), "mine");
    assert_eq!(fs::read(path("a") + "/persons.csv").unwrap(), fs::read(path("b") + "/persons.csv").unwrap());
}

#[test]
fn an_export_for_excel_has_semicolons_and_a_mark_and_can_be_imported() {
    let site = site();
    let path = site.path().join("excel").to_str().unwrap().to_owned();
    site.lms(&["export", &path, "--for-excel"]).ok();
    assert!(
        fs::read_to_string(path.clone() + "/divisions.csv")
            .unwrap()
            .starts_with("\u{feff}Id;Name;ParentName\n1;Noord;\n")
    );
    let other = Site::new();
    other.lms(&["import", &path]).ok();
    assert_eq!(other.export_files(), site.export_files());
}

/// Writes a .zip of these files to the site's folder, and returns its path.
fn write_zip(site: &Site, files: &[(&str, &str)]) -> String {
    let path = site.path().join("in.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_warning_suggests_the_data_file_with_a_similar_name() {
    let site = site();
    let files = [
        ("person.csv", "x"),
        ("class-dates.csv", "x"),
        ("leesmij.csv", "x"),
        ("persons.txt", "x"),
        ("functions.csv", FUNCTIONS),
    ];
    let reported = "\
        warning: class-dates.csv is not a data file and is ignored; did you mean class_dates.csv?\n\
        warning: leesmij.csv is not a data file and is ignored\n\
        warning: person.csv is not a data file and is ignored; did you mean persons.csv?\n\
        warning: persons.txt is not a data file and is ignored\n";
    assert_eq!(site.import(&files).ok().stderr, reported);
    let zip = write_zip(&site, &files);
    assert_eq!(site.lms(&["import", &zip]).ok().stderr, reported);
    // no data file at all
    let output = site.import(&files[..1]).refused();
    assert!(
        output.stderr.starts_with("warning: person.csv is not a data file and is ignored; did you mean persons.csv?\n"),
        "{output:?}"
    );
}

// names of files ignore case on Windows
#[test]
fn names_of_data_files_ignore_case() {
    let site = site();
    let persons = format!("{HEADER}\nN1,A,B,n1@x\n");
    let files = [("PERSONS.CSV", persons.as_str()), ("Functions.Csv", FUNCTIONS)];
    let zip = write_zip(&site, &files.map(|(name, text)| (name, text)));
    let dry_run = site.lms(&["import", "--dry-run", &zip]).ok();
    assert_eq!(dry_run.stderr, "dry run: nothing was changed\n");
    assert_eq!(site.import(&files).ok().stderr, "");
    assert!(site.export_file("persons.csv").contains(",N1,A,,B,"));
    let refused = site.import(&[("PERSONS.CSV", "ExternalIdentifier,Email\nN1,\n")]).refused();
    assert!(refused.stderr.contains("persons.csv:2: Email: "), "{refused:?}");
    // the input is not overwritten under another name either
    let folder = site.path().join("in");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("PERSONS.CSV");
    fs::write(&file, &persons).unwrap();
    let (folder, file) = (folder.to_str().unwrap(), file.to_str().unwrap());
    let refused = site.lms(&["import", folder, "--errors", file]).refused();
    assert!(refused.stderr.contains("is being read"), "{refused:?}");
    let both = [("PERSONS.CSV", persons.as_str()), ("persons.csv", &persons)];
    let zip = write_zip(&site, &both.map(|(name, text)| (name, text)));
    for output in [site.import(&both), site.lms(&["import", &zip])] {
        let reported = "persons.csv occurs twice, in another case; only one can be used";
        assert!(output.refused().stderr.contains(reported));
    }
}

#[test]
fn a_zip_with_a_folder_and_other_files_at_its_top_is_refused() {
    let site = site();
    let zip = write_zip(&site, &[("data/functions.csv", FUNCTIONS), ("leesmij.txt", "x")]);
    let output = site.lms(&["import", &zip]).refused();
    let reported: Vec<_> = output.stderr.lines().collect();
    assert_eq!(
        reported[..2],
        [
            "warning: data/functions.csv is not a data file and is ignored; data files must be together at the \
             top, or all in one folder of a .zip that has nothing else at its top",
            "warning: leesmij.txt is not a data file and is ignored",
        ]
    );
    assert!(reported[2].contains("there is no data file"), "{reported:?}");
}

#[test]
fn a_zip_with_a_repeated_name_is_refused() {
    let site = site();
    // the library cannot write a repeated name: rename the second file afterwards
    let zip = write_zip(&site, &[("functions.csv", FUNCTIONS), ("functionz.csv", "Name\nKok\n")]);
    let mut bytes = fs::read(&zip).unwrap();
    while let Some(at) = bytes.windows(13).position(|name| name == b"functionz.csv") {
        bytes[at + 8] = b's';
    }
    fs::write(&zip, bytes).unwrap();
    let output = site.lms(&["import", &zip]).refused();
    assert!(output.stderr.ends_with("in.zip has functions.csv twice; only one can be used\n"), "{output:?}");
}

#[test]
fn utf_16_and_sep_lines_are_refused() {
    let site = site();
    let text = format!("{HEADER}\nN1,A,B,n1@x\n");
    let utf_16 = |mark: &[u8], bytes: fn(u16) -> [u8; 2]| {
        let mut file = mark.to_vec();
        file.extend(text.encode_utf16().flat_map(bytes));
        file
    };
    for file in [
        utf_16(b"\xFF\xFE", u16::to_le_bytes),
        utf_16(b"\xFE\xFF", u16::to_be_bytes),
        utf_16(b"", u16::to_le_bytes),
        utf_16(b"", u16::to_be_bytes),
    ] {
        assert_eq!(
            import_persons(&site, &file, &[]).refused().stderr,
            "persons.csv:1: the file is in UTF-16; save it as CSV UTF-8\n\
             lms-appliance: refused, 1 error; nothing was changed\n"
        );
    }
    for first in ["sep=;", "SEP=,", "\"sep=;\"", "\u{feff}sep=\t"] {
        assert_eq!(
            import_persons(&site, format!("{first}\r\n{text}").as_bytes(), &[]).refused().stderr,
            "persons.csv:1: only Excel uses this line; delete it, the separator is found from the header\n\
             lms-appliance: refused, 1 error; nothing was changed\n",
            "{first}"
        );
    }
}

#[test]
fn paths_of_an_import_are_folders_zips_or_data_files() {
    let site = Site::new();
    let path = write_zip(
        &site,
        &[("data/functions.csv", FUNCTIONS), ("data/lees.txt", "x"), ("__MACOSX/data/._functions.csv", "x")],
    );
    let output = site.lms(&["import", &path]).ok();
    assert_eq!(output.stdout, "functions.csv: created 2, updated 0, unchanged 0, removed 0\n");
    assert_eq!(output.stderr, "warning: lees.txt is not a data file and is ignored\n");

    fs::write(site.path().join("persons.csv"), PERSONS).unwrap();
    let output = site.lms(&["import", "persons.csv"]).ok();
    assert_eq!(output.stdout.lines().next(), Some("persons.csv: created 5, updated 0, unchanged 0, removed 0"));
    fs::write(site.path().join("persons.zip"), PERSONS).unwrap();
    let output = site.lms(&["import", "persons.zip"]).refused();
    assert!(output.stderr.ends_with("persons.zip is damaged: it is not a .zip that can be opened\n"), "{output:?}");
    fs::write(site.path().join("persons.rar"), PERSONS).unwrap();
    let output = site.lms(&["import", "persons.rar"]).refused();
    assert!(output.stderr.ends_with(
        "persons.rar is not a folder with data files, a .zip of such a folder, a CSV file (.csv, .tsv, .txt) or a \
         workbook (.xlsx)\n"
    ));
    assert!(site.lms(&["import", "nowhere"]).refused().stderr.contains("nowhere cannot be read"));
    let empty = tempfile::tempdir().unwrap();
    let output = site.lms(&["import", empty.path().to_str().unwrap()]).refused();
    assert!(output.stderr.contains("there is no data file"));
}

// ------------------------------------------------------------------------------------------------- dry runs, locks

#[test]
fn a_dry_run_reports_the_same_and_changes_nothing() {
    let site = site();
    let before = site.dump_tables();
    let output = import_persons(&site, format!("{HEADER}\nE001,A,B,a@x\nN1,A,B,b@x\n").as_bytes(), &["--dry-run"]).ok();
    assert_eq!(output.stdout, "persons.csv: created 1, updated 1, unchanged 0, removed 0\n");
    assert_eq!(output.stderr, "dry run: nothing was changed\n");
    assert_eq!(site.dump_tables(), before);
    let output = import_persons(&site, format!("{HEADER}\nE001,,B,a@x\n").as_bytes(), &["--dry-run"]).refused();
    assert!(output.stderr.starts_with("persons.csv:2: FirstName: a value is required\n"));

    let nothing = Site::empty();
    import_persons(&nothing, format!("{HEADER}\nE001,A,B,a@x\n").as_bytes(), &["--dry-run"]).ok();
    assert!(!nothing.db().exists(), "a dry run does not create the database");
}

/// Executes `sql` with the write lock, which is held until the returned sender sends or is dropped.
fn hold_write_lock(database: PathBuf, sql: &'static str) -> mpsc::Sender<()> {
    let (release, released) = mpsc::channel();
    let (locked, holding) = mpsc::channel();
    thread::spawn(move || {
        let connection = Connection::open(database).unwrap();
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        connection.execute_batch(sql).unwrap();
        locked.send(()).unwrap();
        let _ = released.recv();
        connection.execute_batch("COMMIT").unwrap();
    });
    holding.recv().unwrap();
    release
}

#[test]
fn an_import_waits_for_the_write_lock_and_a_dry_run_does_not() {
    let site = site();
    let release = hold_write_lock(site.db(), "UPDATE function SET name = name");
    let file = format!("{HEADER}\nN1,A,B,b@x\n");
    // a dry run that waits for the lock fails after a minute
    import_persons(&site, file.as_bytes(), &["--dry-run"]).ok();
    let folder = folder(&[("persons.csv", file.as_bytes())]);
    let import = site.spawn_blocked(&["import", folder.path().to_str().unwrap()]);
    release.send(()).unwrap();
    import.finish().ok();
    assert_eq!(site.export_columns("persons.csv", &["ExternalIdentifier"]).last().unwrap(), "N1");
}

// ASVS 2.2.3, 2.3.4
#[test]
fn concurrent_changes_are_rechecked() {
    let site = site();
    let release = hold_write_lock(
        site.db(),
        "INSERT INTO person (id, external_identifier, first_name, family_name, email, account_level)
         VALUES (7, 'X007', 'A', 'B', 'c', 3);
         INSERT INTO function (name) VALUES ('Kok');",
    );
    let repeated_id = format!("Id,{HEADER}\n7,N1,A,B,b@x\n");
    let valid = format!("{HEADER},FunctionName\nN2,A,B,d@x,Kok\n");
    let [repeated_id, valid] = [repeated_id, valid].map(|file| {
        let folder = folder(&[("persons.csv", file.as_bytes())]);
        site.spawn_blocked(&["import", folder.path().to_str().unwrap()])
    });
    release.send(()).unwrap();
    let output = repeated_id.finish().refused();
    assert!(output.stderr.starts_with("persons.csv:2: Id: 7 is already the Id of X007\n"), "{}", output.stderr);
    let output = valid.finish().ok();
    assert_eq!(output.stderr, "", "the function exists already");
    assert_eq!(site.export_columns("persons.csv", &["Id"]).last().unwrap(), "8");
    assert_eq!(site.export_columns("persons.csv", &["FunctionName"]).last().unwrap(), "Kok");
}

// ------------------------------------------------------------------------------------------------------- large files

/// Returns persons.csv with this many persons, whose managers are anywhere in the file.
fn many_persons(count: usize) -> String {
    let mut text = format!("{HEADER},FunctionName,DivisionName,ContractStartTime,ManagerExternalIdentifier\n");
    for n in 0..count {
        let manager = n * 7919 % count;
        text += &format!(
            "E{n:06},V{},A{n},p{n}@example.nl,F{},L{},1-{}-2020,E{manager:06}\n",
            n % 977,
            n % 40,
            n % 120,
            n % 12 + 1
        );
    }
    text
}

#[test]
fn many_persons_are_reimported_as_the_same_bytes() {
    let site = Site::new();
    let output = import_persons(&site, many_persons(20_000).as_bytes(), &[]).ok();
    assert_eq!(output.stdout, "persons.csv: created 20000, updated 0, unchanged 0, removed 0\n");
    let zip = |site: &Site| {
        let path = site.path().join("out.zip").to_str().unwrap().to_owned();
        site.lms(&["export", &path]).ok();
        path
    };
    let first = zip(&site);
    let other = Site::new();
    other.lms(&["import", &first]).ok();
    assert_eq!(fs::read(&first).unwrap(), fs::read(zip(&other)).unwrap());
}

// ASVS 2.3.3
#[test]
fn killed_imports_change_nothing() {
    let site = site();
    let folder = folder(&[("persons.csv", many_persons(20_000).as_bytes())]);
    let before = site.dump_tables();
    // the files are the write-ahead log and the temporary tables
    for kilobytes in [64, 256, 600, 1024, 1536, 2048, 3072] {
        let killed = site.is_killed_at_file_size(kilobytes << 10, &["import", folder.path().to_str().unwrap()]);
        assert!(killed, "at {kilobytes} KB");
        // assert_eq would print both dumps
        assert!(site.dump_tables() == before, "killed at {kilobytes} KB");
    }
}
