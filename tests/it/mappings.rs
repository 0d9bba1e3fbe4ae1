//! Mappings of foreign files: kept, applied, recognised and suggested. Expected values come from contract section 10.

use std::fs;

use crate::support::{Output, Site};

/// A mapping of an export of persons, with everything that a mapping can have.
const HR: &str = r#"name = "hr"
file = "persons.csv"
match = ["medewerkers*.csv"]
[columns]
"Personeelsnummer" = "ExternalIdentifier"
"Roepnaam" = "FirstName"
"Achternaam" = "FamilyName"
"E-mail werk" = "Email"
"Soort dienstverband" = "EmployeeType"
"Opmerking" = ""
[values.EmployeeType]
"Loondienst" = "Intern"
"*" = "Extern"
[constants]
"AccountLevel" = "LEARNER"
[skip]
"Status" = ["Stagiair", "Vrijwilliger"]
[dates]
order = "dmy"
"#;

fn write(site: &Site, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(site.path().join(name), bytes).unwrap();
}

/// Sets a mapping.
fn set(site: &Site, toml: &str) -> Output {
    write(site, "mapping.toml", toml);
    site.lms(&["mappings", "set", "mapping.toml"])
}

/// The errors of a mapping that is refused, without the path and the last line.
#[track_caller]
fn errors(toml: &str) -> Vec<String> {
    let site = Site::new();
    let refused = set(&site, toml).refused();
    let mut lines: Vec<_> = refused.stderr.lines().collect();
    let last = lines.pop().unwrap();
    assert!(last.starts_with("lms-appliance: refused, ") && last.ends_with("nothing was changed"), "{last}");
    assert_eq!(site.lms(&["mappings", "list"]).ok().stdout, "");
    lines.into_iter().map(|line| line.strip_prefix("mapping.toml:").unwrap_or(line).to_owned()).collect()
}

// ---------------------------------------------------------------------------------------------------------- keeping

// "written and read as TOML: `mappings list`, `mappings show NAME`, `mappings set FILE.toml`, `mappings remove NAME`"
#[test]
fn a_mapping_is_set_shown_listed_and_removed() {
    let site = Site::new();
    assert_eq!(set(&site, HR).ok().stdout, "mapping hr, version 1\n");
    assert_eq!(site.lms(&["mappings", "show", "hr"]).ok().stdout, HR);
    assert_eq!(site.lms(&["mappings", "list"]).ok().stdout, "hr  version 1  persons.csv  medewerkers*.csv\n");
    let listed: serde_json::Value =
        serde_json::from_str(&site.lms(&["mappings", "list", "--json"]).ok().stdout).unwrap();
    let expected =
        serde_json::json!({"name": "hr", "version": 1, "file": "persons.csv", "match": ["medewerkers*.csv"]});
    assert_eq!(listed, expected);
    site.lms(&["mappings", "remove", "hr"]).ok();
    assert_eq!(site.lms(&["mappings", "list"]).ok().stdout, "");
    for command in ["show", "remove"] {
        let refused = site.lms(&["mappings", command, "hr"]).refused();
        assert_eq!(refused.stderr, "lms-appliance: there is no mapping hr\n");
    }
}

// "`set` with equal content keeps the version; otherwise versions count 1, 2, … and are never used again after a
// removal"
#[test]
fn versions_count_and_are_never_used_again() {
    let site = Site::new();
    set(&site, HR).ok();
    let same = HR.replace("[skip]", "# a comment is no content\n[skip]");
    assert_eq!(set(&site, &same).ok().stdout, "mapping hr, version 1, unchanged\n");
    let other = HR.replace("\"*\" = \"Extern\"\n", "");
    assert_eq!(set(&site, &other).ok().stdout, "mapping hr, version 2\n");
    assert_eq!(set(&site, HR).ok().stdout, "mapping hr, version 3\n");
    site.lms(&["mappings", "remove", "hr"]).ok();
    assert_eq!(set(&site, HR).ok().stdout, "mapping hr, version 4\n");
}

// "Setting and removing stand in the audit, have no import number and are not undone."
#[test]
fn setting_and_removing_stand_in_the_audit() {
    let site = Site::new();
    set(&site, HR).ok();
    set(&site, HR).ok();
    site.lms(&["mappings", "remove", "hr"]).ok();
    let audit = site.lms(&["audit"]).ok().stdout;
    let acts: Vec<_> = audit.lines().map(|line| line.rsplit_once(" mappings ").unwrap().1).collect();
    assert_eq!(acts, ["set hr, version 1", "remove hr"]);
    assert_eq!(site.lms(&["imports"]).ok().stdout, "");
}

// "An export has no mappings, a backup has."
#[test]
fn a_backup_has_mappings_and_an_export_has_none() {
    let site = Site::new();
    set(&site, HR).ok();
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    assert_eq!(site.lms(&["mappings", "show", "hr", "--db", "copy.sqlite"]).ok().stdout, HR);
    site.lms(&["export", "out"]).ok();
    let files: Vec<_> = fs::read_dir(site.path().join("out")).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(files.iter().all(|name| !name.to_string_lossy().contains("mapping")), "{files:?}");
}

// "an unknown key, a column that the file lacks, a value that the column does not take, an absent name are errors with
// their line (exit 1)"
#[test]
fn errors_of_a_mapping_name_their_lines() {
    let toml = r#"name = "HR"
file = "persons.csv"
colums = "x"
match = "a.csv"
sheet = ""
header_row = 0
encoding = "latin1"
separator = "|"
[columns]
"A" = "Emial"
"B" = "Email"
"C" = "Email"
" b" = ""
"D" = 3
[values.EmployeeType]
"Loondienst" = "Vast"
[values.ContractEndTime]
"x" = "31-02-2026"
[values.Cost]
"1" = "2"
[constants]
"Email" = "a@x"
"HasActivatedAccount" = "maybe"
[skip]
"Status" = "Stagiair"
[dates]
order = "dym"
"#;
    let found = errors(toml);
    let expected = [
        "1: name: HR is not 1 to 64 of a-z, 0-9 and -",
        "3: colums: unknown key; did you mean columns?; the keys are name, file, match, sheet, header_row, encoding, \
         separator, columns, values, constants, skip, dates",
        "4: match must be a list of texts that are not empty",
        "5: sheet must be a text that is not empty",
        "6: header_row must be a number from 1 to 1000",
        "7: encoding: latin1 is not one of \"utf-8\", \"windows-1252\"",
        "8: separator: | is not one of \",\", \";\", \"\\t\"",
        "10: columns: persons.csv has no column Emial; did you mean Email?",
        "12: columns: B and C become one column, Email",
        "13: columns:  b is B too: white space and case are ignored",
        "14: columns: D must be a text",
        "16: values.EmployeeType: \"Loondienst\": Vast is not one of Intern, Extern",
        "18: values.ContractEndTime: \"x\": 31-02-2026 is not a datetime (YYYY-MM-DD or D-M-YYYY, alone or with T or \
         a blank and H:MM, HH:MM, H:MM:SS or HH:MM:SS; years 1900 to 9999)",
        "19: values: persons.csv has no column Cost",
        "22: constants: Email is a mapped column already: B",
        "23: constants: HasActivatedAccount: maybe is not true or false (nor 1/0, ja/nee, yes/no, waar/onwaar)",
        "25: skip: Status must be a list of texts, such as [\"Stagiair\"]",
        "27: dates: order must be \"dmy\", \"mdy\" or \"ymd\"",
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[test]
fn a_mapping_without_a_name_or_file_or_syntax_is_refused() {
    let missing = [r#"1: file is missing, such as file = "persons.csv""#, r#"1: name is missing, such as name = "hr""#];
    let mut found = errors("");
    found.sort();
    assert_eq!(found, missing);
    assert_eq!(
        errors("name = \"hr\"\nfile = \"person.csv\"\n"),
        ["2: file: person.csv is not a data file; did you mean persons.csv?"]
    );
    let found = errors("name = \"hr\"\nfile = \"persons.csv\"\n[columns]\n\"A\" = Email\n");
    assert!(found[0].starts_with("4: "), "{found:?}");
    let found = errors("name = \"hr\"\nname = \"hr\"\n");
    assert!(found[0].starts_with("2: duplicate key"), "{found:?}");
}

// "Names are `[a-z0-9-]{1,64}`; a mapping has at most 64 KiB"
#[test]
fn bounds_of_a_mapping() {
    let named = |name: &str| format!("name = \"{name}\"\nfile = \"persons.csv\"\n");
    let site = Site::new();
    set(&site, &named(&"a".repeat(64))).ok();
    set(&site, &named("hr-2")).ok();
    for name in ["a".repeat(65), "h r".into(), "hr_2".into(), "é".into()] {
        assert_eq!(errors(&named(&name)), [format!("1: name: {name} is not 1 to 64 of a-z, 0-9 and -")]);
    }
    let long = |bytes: usize| named("hr") + "#" + &"x".repeat(bytes - named("hr").len() - 1);
    set(&site, &long(65_536)).ok();
    assert_eq!(errors(&long(65_537)), ["1: the mapping has more than 65536 bytes, the most that are allowed"]);
}
