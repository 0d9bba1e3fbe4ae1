//! Tests mappings of files of other systems: stored, applied, recognised and suggested (contract section 10).

mod hr_exports;
mod nightly_import;

use std::fs;
use std::io::Write;

use crate::spreadsheets::to_windows_1252;
use crate::support::{Output, Site, persons_site};

/// A mapping with all keys that a mapping can have.
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

fn set_mapping(site: &Site, toml: &str) -> Output {
    write(site, "mapping.toml", toml);
    site.lms(&["mappings", "set", "mapping.toml"])
}

/// Returns the errors of a refused mapping, without the path and the last line.
#[track_caller]
fn mapping_errors(toml: &str) -> Vec<String> {
    let site = Site::new();
    let refused = set_mapping(&site, toml).refused();
    let mut lines: Vec<_> = refused.stderr.lines().collect();
    let last = lines.pop().unwrap();
    assert!(last.starts_with("lms-appliance: refused, ") && last.ends_with("nothing was changed"), "{last}");
    assert_eq!(site.lms(&["mappings", "list"]).ok().stdout, "");
    lines.into_iter().map(|line| line.strip_prefix("mapping.toml:").unwrap_or(line).to_owned()).collect()
}

// ---------------------------------------------------------------------------------------------------------- commands

// "written and read as TOML: `mappings list`, `mappings show NAME`, `mappings set FILE.toml`, `mappings remove NAME`"
#[test]
fn a_mapping_is_set_shown_listed_and_removed() {
    let site = Site::new();
    assert_eq!(set_mapping(&site, HR).ok().stdout, "mapping hr, version 1\n");
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
        assert!(refused.stderr.starts_with("lms-appliance: there is no mapping hr"), "{refused:?}");
    }
}

// "`set` with equal content keeps the version; otherwise versions count 1, 2, … and are never used again after a
// removal"
#[test]
fn versions_are_not_reused() {
    let site = Site::new();
    set_mapping(&site, HR).ok();
    let same = HR.replace("[skip]", "# a comment is no content\n[skip]");
    assert_eq!(set_mapping(&site, &same).ok().stdout, "mapping hr, version 1, unchanged\n");
    let other = HR.replace("\"*\" = \"Extern\"\n", "");
    assert_eq!(set_mapping(&site, &other).ok().stdout, "mapping hr, version 2\n");
    assert_eq!(set_mapping(&site, HR).ok().stdout, "mapping hr, version 3\n");
    site.lms(&["mappings", "remove", "hr"]).ok();
    assert_eq!(set_mapping(&site, HR).ok().stdout, "mapping hr, version 4\n");
}

// "Setting and removing stand in the audit, have no import number and are not undone."
#[test]
fn the_audit_has_changes_of_mappings() {
    let site = Site::new();
    set_mapping(&site, HR).ok();
    set_mapping(&site, HR).ok();
    site.lms(&["mappings", "remove", "hr"]).ok();
    let audit = site.lms(&["audit"]).ok().stdout;
    let actions: Vec<_> = audit.lines().map(|line| line.rsplit_once(" mappings ").unwrap().1).collect();
    assert_eq!(actions, ["set hr, version 1", "remove hr"]);
    assert_eq!(site.lms(&["imports"]).ok().stdout, "");
}

// "An export has no mappings, a backup has."
#[test]
fn a_backup_has_mappings_and_an_export_has_none() {
    let site = Site::new();
    set_mapping(&site, HR).ok();
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
    let found = mapping_errors(toml);
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
        "13: columns:  b is the same header as B: white space and case are ignored",
        "14: columns: D must be a text",
        "16: values.EmployeeType: \"Loondienst\": Vast is not one of Intern, Extern",
        "18: values.ContractEndTime: \"x\": 31-02-2026 is not a datetime (YYYY-MM-DD or D-M-YYYY, alone or with T or \
         a blank and H:MM, HH:MM, H:MM:SS or HH:MM:SS; years 1900 to 9999)",
        "19: values: persons.csv has no column Cost",
        "22: constants: the header B becomes Email already",
        "23: constants: HasActivatedAccount: maybe is not true or false (allowed are also 1/0, ja/nee, yes/no, waar/onwaar)",
        "25: skip: Status must be a list of texts, such as [\"Stagiair\"]",
        "27: dates: order must be \"dmy\", \"mdy\" or \"ymd\"",
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[test]
fn a_mapping_with_a_missing_key_or_a_syntax_error_is_refused() {
    let missing = [r#"1: file is missing, such as file = "persons.csv""#, r#"1: name is missing, such as name = "hr""#];
    let mut found = mapping_errors("");
    found.sort();
    assert_eq!(found, missing);
    assert_eq!(
        mapping_errors("name = \"hr\"\nfile = \"person.csv\"\n"),
        ["2: file: person.csv is not a data file; did you mean persons.csv?"]
    );
    let found = mapping_errors("name = \"hr\"\nfile = \"persons.csv\"\n[columns]\n\"A\" = Email\n");
    assert!(found[0].starts_with("4: "), "{found:?}");
    let found = mapping_errors("name = \"hr\"\nname = \"hr\"\n");
    assert_eq!(found, ["2: name occurs twice"]);
    let found = mapping_errors("name = \"hr\"\nfile = \"persons.csv\"\n[columns]\nSoort dienst = \"Email\"\n");
    assert_eq!(found, ["4: a name or text with blanks or accents must be in quotes: Soort dienst = \"Email\""]);
    let found = mapping_errors("name = \"hr\nfile = \"persons.csv\"\n");
    assert_eq!(found, ["1: a text is not closed: name = \"hr"]);
}

// "Names are `[a-z0-9-]{1,64}`; a mapping has at most 64 KiB"
#[test]
fn names_and_sizes_of_mappings_are_limited() {
    let named = |name: &str| format!("name = \"{name}\"\nfile = \"persons.csv\"\n");
    let site = Site::new();
    set_mapping(&site, &named(&"a".repeat(64))).ok();
    set_mapping(&site, &named("hr-2")).ok();
    for name in ["a".repeat(65), "h r".into(), "hr_2".into(), "é".into()] {
        assert_eq!(mapping_errors(&named(&name)), [format!("1: name: {name} is not 1 to 64 of a-z, 0-9 and -")]);
    }
    let long = |bytes: usize| named("hr") + "#" + &"x".repeat(bytes - named("hr").len() - 1);
    set_mapping(&site, &long(65_536)).ok();
    assert_eq!(mapping_errors(&long(65_537)), ["1: a mapping can have at most 65536 bytes"]);
}

// ---------------------------------------------------------------------------------------------------------- applying

/// Returns a mapping to persons.csv with these lines.
fn mapping(name: &str, lines: &str) -> String {
    format!("name = \"{name}\"\nfile = \"persons.csv\"\n{lines}")
}

/// The table `columns` with the required columns of persons.csv.
const REQUIRED: &str =
    "[columns]\nNr = \"ExternalIdentifier\"\nRoepnaam = \"FirstName\"\nAchternaam = \"FamilyName\"\nMail = \"Email\"\n";

/// Writes the file and imports it.
fn import(site: &Site, name: &str, bytes: impl AsRef<[u8]>, flags: &[&str]) -> Output {
    write(site, name, bytes);
    let mut args = vec!["import", name];
    args.extend(flags);
    site.lms(&args)
}

/// A new site with these mappings.
fn site_with(mappings: &[&str]) -> Site {
    let site = Site::new();
    mappings.iter().for_each(|toml| drop(set_mapping(&site, toml).ok()));
    site
}

const MEDEWERKERS: &str = "\
Overzicht medewerkers;;;;;;;
;;;;;;;
personeels nummer;ROEPNAAM;Achternaam;E-mailWerk;Soort dienstverband;Opmerking;Status;Kamer
001;Ren\u{e9}e;Bos;r@example.nl;Loondienst;x;Actief;1
002;Bo;Vos;b@example.nl;Inhuur;;Stagiair;2
003;Cor;Mos;c@example.nl;ZZP;;Actief;3
004;Dik;Los;d@example.nl;;;;
";

// title rows, header normalisation, encoding and separator found, values, constants, skip, ignored columns
#[test]
fn a_foreign_file_is_imported_by_its_mapping() {
    let site = site_with(&[HR]);
    let output = import(&site, "Medewerkers-2026.CSV", to_windows_1252(MEDEWERKERS), &[]).ok();
    assert_eq!(output.stdout, "persons.csv: created 3, updated 0, unchanged 0, removed 0, skipped 1\n");
    assert_eq!(
        output.stderr,
        "warning: Medewerkers-2026.CSV:3: ignored, because no column is known for it: Kamer\n\
         warning: Medewerkers-2026.CSV:3: the header is on this line; 2 lines above it are skipped\n\
         warning: Medewerkers-2026.CSV:4: the file is not UTF-8; it is read as windows-1252, the encoding of older \
         spreadsheets. Check letters with accents\n"
    );
    assert_eq!(
        site.export_columns(
            "persons.csv",
            &["ExternalIdentifier", "FirstName", "Email", "EmployeeType", "AccountLevel"]
        ),
        [
            "001,Ren\u{e9}e,r@example.nl,Intern,LEARNER",
            "003,Cor,c@example.nl,Extern,LEARNER",
            "004,Dik,d@example.nl,Intern,LEARNER"
        ]
    );
    let again = import(&site, "Medewerkers-2026.CSV", to_windows_1252(MEDEWERKERS), &[]).ok();
    assert_eq!(again.stdout, "persons.csv: created 0, updated 0, unchanged 3, removed 0, skipped 1\n");
    // the same from a folder and from a .zip
    fs::create_dir(site.path().join("data")).unwrap();
    fs::rename(site.path().join("Medewerkers-2026.CSV"), site.path().join("data/medewerkers.csv")).unwrap();
    assert_eq!(site.lms(&["import", "data"]).ok().stdout, again.stdout);
    let mut zip = zip::ZipWriter::new(fs::File::create(site.path().join("data.zip")).unwrap());
    zip.start_file("medewerkers.csv", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(&to_windows_1252(MEDEWERKERS)).unwrap();
    zip.finish().unwrap();
    assert_eq!(site.lms(&["import", "data.zip"]).ok().stdout, again.stdout);
}

// "Errors … name the foreign file, its line and header, and the column that it becomes"
#[test]
fn an_error_names_the_foreign_file_its_line_and_header_and_the_column() {
    let site =
        site_with(&[&mapping("hr", &format!("match = [\"x.csv\"]\n{REQUIRED}Chef = \"ManagerExternalIdentifier\"\n"))]);
    let file = "titel\nNr;Roepnaam;Achternaam;Mail;Chef\n1;An;;a@x;2\n\n2;Bo;Vos;b@x;\"9\n\"\n";
    let refused = import(&site, "x.csv", file, &["--errors", "errors.csv"]).refused();
    assert_eq!(
        refused.stderr,
        "warning: x.csv:2: the header is on this line; 1 line above it is skipped\n\
         x.csv:3: Achternaam (FamilyName): a value is required\n\
         x.csv:5: Chef (ManagerExternalIdentifier): 9 is neither in x.csv nor in the database\n    \
         [values.ManagerExternalIdentifier]\n    \"9\" = \"?\"\n\
         lms-appliance: refused, 2 errors; nothing was changed\n"
    );
    assert_eq!(
        fs::read_to_string(site.path().join("errors.csv")).unwrap(),
        "file,line,column,value,message\n\
         x.csv,3,Achternaam (FamilyName),,a value is required\n\
         x.csv,5,Chef (ManagerExternalIdentifier),9,9 is neither in x.csv nor in the database\n"
    );
}

// "A mapped header that is found twice, and two headers that become one column, are errors"
#[test]
fn repeated_headers_are_refused() {
    let site = site_with(&[&mapping(
        "hr",
        &format!(
            "match = [\"x.csv\"]\n{REQUIRED}Notitie = \"\"\n[skip]\nStatus = [\"weg\"]\n[constants]\nEmployeeType = \"Extern\"\n"
        ),
    )]);
    for (header, expected) in [
        ("Nr;nr ;Roepnaam;Achternaam;Mail;Status", "the header Nr occurs twice"),
        ("Nr;Roepnaam;Achternaam;Mail;Status;E mail", "Mail and E mail become one column, Email"),
        (
            "Nr;Roepnaam;Achternaam;Mail;Status;CostCentre;Cost Centre",
            "CostCentre and Cost Centre become one column, CostCentre",
        ),
        ("Nr;Roepnaam;Achternaam;Mail;Status;STATUS", "the header Status occurs twice"),
        ("Nr;Roepnaam;Achternaam;Mail", "the header Status is missing, by which mapping hr skips rows"),
        (
            "Nr;Roepnaam;Achternaam;Mail;Status;EmployeeType",
            "EmployeeType is a column of the file and also a constant of mapping hr",
        ),
    ] {
        let refused = import(&site, "x.csv", format!("{header}\n"), &[]).refused();
        assert_eq!(
            refused.stderr,
            format!("x.csv:1: {expected}\nlms-appliance: refused, 1 error; nothing was changed\n")
        );
    }
    // an ignored header may occur twice or be absent
    import(&site, "x.csv", "Nr;Roepnaam;Achternaam;Mail;Status;notitie;Notitie\n", &[]).ok();
}

// "A header that is not mapped is taken as our column if it is one, else left out with a note."
#[test]
fn an_unmapped_header_can_be_a_column_of_the_data_file() {
    let site = site_with(&[&mapping("hr", REQUIRED)]);
    let file = "Nr,Roepnaam,Achternaam,Mail,cost centre,Kamer\n1,An,Bos,a@x,K1,9\n";
    let output = import(&site, "x.csv", file, &[]).ok();
    assert_eq!(output.stderr, "warning: x.csv:1: ignored, because no column is known for it: Kamer\n");
    assert_eq!(site.export_columns("persons.csv", &["ExternalIdentifier", "CostCentre"]), ["1,K1"]);
}

// "The header row is the first of the first 50 rows with all mapped headers"
#[test]
fn the_header_is_found_among_the_first_fifty_lines() {
    let header = "Nr\tRoepnaam\tAchternaam\tMail\n1\tAn\tBos\ta@x\n";
    for (above, is_found) in [(0, true), (49, true), (50, false)] {
        let site = site_with(&[&mapping("hr", &format!("match = [\"x.csv\"]\n{REQUIRED}"))]);
        let output = import(&site, "x.csv", "Nr, a title\n".repeat(above) + header, &[]);
        match is_found {
            true => drop(output.ok()),
            false => assert_eq!(
                output.refused().stderr,
                "x.csv:1: none of the first 50 lines has all headers of mapping hr; missing: Roepnaam, Achternaam, Mail\n\
                 lms-appliance: refused, 1 error; nothing was changed\n"
            ),
        }
        let site =
            site_with(&[&mapping("hr", &format!("match = [\"x.csv\"]\nheader_row = {}\n{REQUIRED}", above + 1))]);
        import(&site, "x.csv", "Nr, a title\n".repeat(above) + header, &[]).ok();
    }
    let site = site_with(&[&mapping("hr", &format!("match = [\"x.csv\"]\nheader_row = 2\n{REQUIRED}"))]);
    let refused = import(&site, "x.csv", header, &[]).refused();
    assert!(
        refused.stderr.starts_with(
            "x.csv:1: line 2, which mapping hr reads as the header, lacks: Nr, Roepnaam, Achternaam, Mail"
        ),
        "{refused:?}"
    );
}

// "Dates in texts take `-`, `/` or `.` and a four-digit year, year first is always ymd; `order` is for the others
// (absent: dmy)"
#[test]
fn dates_are_read_in_the_order_of_the_mapping() {
    for (order, dates, expected) in [
        ("", ["3-4-2026", "3/4/2026", "03.04.2026 8:30", "2026/4/3"], ["04-03T00", "04-03T00", "04-03T08", "04-03T00"]),
        ("mdy", ["3-4-2026", "3/4/2026", "12.31.2026", "2026-4-3"], ["03-04T00", "03-04T00", "12-31T00", "04-03T00"]),
        (
            "ymd",
            ["2026-4-3", "2026/04/03", "2026.4.3 10:00", "2026-04-03T09:00:00"],
            ["04-03T00", "04-03T00", "04-03T10", "04-03T09"],
        ),
    ] {
        let dates_table = if order.is_empty() { String::new() } else { format!("[dates]\norder = \"{order}\"\n") };
        let site = site_with(&[&mapping("hr", &format!("{REQUIRED}Start = \"ContractStartTime\"\n{dates_table}"))]);
        let rows = dates.iter().enumerate().map(|(at, date)| format!("{at};An;Bos;{at}@x;{date}\n"));
        import(&site, "x.csv", format!("Nr;Roepnaam;Achternaam;Mail;Start\n{}", rows.collect::<String>()), &[]).ok();
        let starts = site.export_columns("persons.csv", &["ContractStartTime"]);
        let expected: Vec<_> = expected.iter().map(|date| format!("2026-{date}")).collect();
        assert!(starts.iter().zip(&expected).all(|(start, date)| start.starts_with(date)), "{order}: {starts:?}");
    }
    let site =
        site_with(&[&mapping("hr", &format!("{REQUIRED}Start = \"ContractStartTime\"\n[dates]\norder = \"mdy\"\n"))]);
    let file = "Nr;Roepnaam;Achternaam;Mail;Start\n1;An;Bos;a@x;31-12-2026\n";
    let refused = import(&site, "x.csv", file, &[]).refused();
    let expected = "x.csv:2: Start (ContractStartTime): 31-12-2026 is not a date; the order of dates in the mapping is mdy \
                    (YYYY-MM-DD or M-D-YYYY)\n";
    assert!(refused.stderr.starts_with(expected), "{refused:?}");
}

// "Order: skip (on the raw cell), then values, then dates. Keys of `values` and of `skip` are trimmed and match exactly;
// a cell without a key is taken as it is; `"*"` is every other cell but the empty one, `""` is the empty one."
#[test]
fn values_and_skip_match_trimmed_cells_exactly() {
    let more = "Eind = \"ContractEndTime\"\nNiveau = \"AccountLevel\"\n\
        [values.ContractEndTime]\n\" onbepaald \" = \"\"\n\"\" = \"31-12-2030\"\n[values.AccountLevel]\n\"*\" = \"LEARNER\"\n\
        \"baas\" = \"ADMIN\"\n[skip]\nEind = [\"nooit\"]\n";
    let site = site_with(&[&mapping("hr", &format!("{REQUIRED}{more}"))]);
    let rows = "1;An;Bos;a@x; onbepaald;baas\n2;Bo;Bos;b@x;;Baas\n3;Co;Bos;c@x;1-2-2029;\n4;Do;Bos;d@x; nooit ;\n";
    let file = format!("Nr;Roepnaam;Achternaam;Mail;Eind;Niveau\n{rows}");
    let output = import(&site, "x.csv", &file, &[]).ok();
    assert_eq!(output.stdout, "persons.csv: created 3, updated 0, unchanged 0, removed 0, skipped 1\n");
    let found = site.export_columns("persons.csv", &["ExternalIdentifier", "ContractEndTime", "AccountLevel"]);
    let default = found[2].rsplit(',').next().unwrap();
    assert_eq!(
        found,
        ["1,,ADMIN".into(), "2,2030-12-31T00:00:00,LEARNER".into(), format!("3,2029-02-01T00:00:00,{default}")]
    );
    let refused = import(&site, "x.csv", file.replace("1-2-2029", "Nooit"), &[]).refused();
    assert!(refused.stderr.contains("x.csv:4: Eind (ContractEndTime): Nooit is not a datetime"), "{refused:?}");
}

// "Skipped rows count as absent from the file (`--replace` removes what they name)"
#[test]
fn replace_removes_the_persons_of_skipped_rows() {
    let site = site_with(&[HR]);
    let file = MEDEWERKERS.replace("Stagiair", "Actief");
    import(&site, "medewerkers.csv", to_windows_1252(&file), &[]).ok();
    let before = site.export_file("persons.csv");
    let flags = ["--replace", "--max-removals", "1"];
    let output = import(&site, "medewerkers.csv", to_windows_1252(MEDEWERKERS), &flags).ok();
    assert_eq!(output.stdout, "persons.csv: created 0, updated 0, unchanged 3, removed 1, skipped 1\n");
    let after = site.export_file("persons.csv");
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(site.export_file("persons.csv"), before);
    site.lms(&["imports", "undo", "3"]).ok();
    assert_eq!(site.export_file("persons.csv"), after);
}

// "encoding = … absent: as section 7"
#[test]
fn the_encoding_of_a_mapping_overrides_the_option() {
    let encoded = |encoding| mapping("hr", &format!("encoding = \"{encoding}\"\n{REQUIRED}"));
    let file = "Nr;Roepnaam;Achternaam;Mail\n1;Ren\u{e9}e;Bos;a@x\n";
    let site = site_with(&[&encoded("windows-1252")]);
    let output = import(&site, "x.csv", to_windows_1252(file), &["--encoding", "utf-8"]).ok();
    assert_eq!(output.stderr, "");
    assert_eq!(site.export_columns("persons.csv", &["FirstName"]), ["Ren\u{e9}e"]);
    let refused = import(&site, "x.csv", file, &[]).refused();
    assert!(refused.stderr.contains("omit the mapping's encoding"), "{refused:?}");
    let site = site_with(&[&encoded("utf-8")]);
    import(&site, "x.csv", to_windows_1252(file), &[]).refused();
    let site = site_with(&[&mapping("hr", REQUIRED)]);
    import(&site, "x.csv", to_windows_1252(file), &["--encoding", "utf-8"]).refused();
}

#[test]
fn only_the_separator_of_a_mapping_is_used() {
    let file = "Nr,Roepnaam;Achternaam;Mail\n";
    let site = site_with(&[&mapping(
        "hr",
        "separator = \";\"\nmatch = [\"x.csv\"]\n[columns]\n\"Nr,Roepnaam\" = \"ExternalIdentifier\"\n",
    )]);
    import(&site, "x.csv", file, &[]).ok();
    let site = site_with(&[&mapping(
        "hr",
        "separator = \",\"\nmatch = [\"x.csv\"]\n[columns]\n\"Nr,Roepnaam\" = \"ExternalIdentifier\"\n",
    )]);
    import(&site, "x.csv", file, &[]).refused();
}

#[test]
fn a_row_of_another_length_than_the_header_is_refused() {
    let site = site_with(&[&mapping("hr", REQUIRED)]);
    let header = "Nr;Roepnaam;Achternaam;Mail\n";
    // empty cells beyond the last column are allowed
    import(&site, "x.csv", format!("{header}1;An;Bos;a@x;;\n"), &[]).ok();
    let refused = import(&site, "x.csv", format!("{header}1;An;Bos;a@x;;x\n2;An\n"), &[]).refused();
    assert!(
        refused.stderr.contains("x.csv:2: the row has 6 cells, the header 4: is a separator not quoted?"),
        "{refused:?}"
    );
    assert!(refused.stderr.contains("x.csv:3: the row has 2 cells"), "{refused:?}");
}

// names of files must not become part of SQL
#[test]
fn names_of_files_are_quoted() {
    let site = site_with(&[&mapping("hr", &format!("{REQUIRED}Chef = \"ManagerExternalIdentifier\"\n"))]);
    let file = "Nr;Roepnaam;Achternaam;Mail;Chef\n1;An;Bos;a@x;9\n1;An;Bos;a@x;\n";
    let refused = import(&site, "it's {}'.csv", file, &[]).refused();
    assert!(
        refused.stderr.contains("it's {}'.csv:2: Chef (ManagerExternalIdentifier): 9 is neither in it's {}'.csv nor"),
        "{refused:?}"
    );
}

// -------------------------------------------------------------------------------------------------------- recognition

const FOREIGN_FILE: &str = "Nr;Roepnaam;Achternaam;Mail\n1;An;Bos;a@x\n";

// "a foreign file is recognised by `match` first (and then never by headers: a mapped or skip header that is missing is an
// error), else by headers (all mapped headers present)"
#[test]
fn a_mapping_is_found_by_name_and_else_by_headers() {
    let by_name = mapping("by-name", "match = [\"HR*.csv\"]\n[columns]\nId = \"ExternalIdentifier\"\n");
    let site = site_with(&[&by_name, &mapping("by-headers", REQUIRED)]);
    import(&site, "export.csv", FOREIGN_FILE, &["--dry-run"]).ok();
    let refused = import(&site, "hr-1.csv", FOREIGN_FILE, &["--dry-run"]).refused();
    assert!(
        refused.stderr.starts_with("hr-1.csv:1: none of the first 50 lines has all headers of mapping by-name"),
        "{refused:?}"
    );
    // a mapped header is missing
    let refused = import(&site, "export.csv", FOREIGN_FILE.replace("Mail", "Post"), &[]).refused();
    assert_eq!(
        refused.stderr,
        "lms-appliance: export.csv: which data file is this? No mapping fits it; mapping by-headers lacks Mail; it looks \
         like persons.csv. `import … --suggest` proposes a mapping, --map NAME uses one\n"
    );
    // a mapping without columns is recognised only by the name of the file
    let site = site_with(&[&mapping("empty", "match = [\"y.csv\"]\n")]);
    import(&site, "x.csv", FOREIGN_FILE, &[]).refused();
    import(&site, "y.csv", "ExternalIdentifier,FirstName,FamilyName,Email\n1,An,Bos,a@x\n", &[]).ok();
}

// "`--map NAME` (repeatable) applies each mapping to the files that its `match` or its headers fit; a single foreign file
// always takes the one that is given."
#[test]
fn the_map_option_applies_only_the_named_mappings() {
    let groups = "name = \"groups\"\nfile = \"groups.csv\"\nmatch = [\"g*.csv\"]\n[columns]\nGroep = \"Name\"\n";
    let site = site_with(&[
        &mapping("hr", REQUIRED),
        &mapping("old", "match = [\"x.csv\"]\n[columns]\nNr = \"ExternalIdentifier\"\n"),
        groups,
    ]);
    fs::create_dir(site.path().join("data")).unwrap();
    write(&site, "data/x.csv", FOREIGN_FILE);
    write(&site, "data/g1.csv", "Groep\nA\n");
    let output = site.lms(&["import", "data", "--map", "hr", "--map", "groups", "--dry-run"]).ok();
    assert_eq!(output.stdout.lines().count(), 2, "{output:?}");
    let output = site.lms(&["import", "data", "--map", "hr", "--dry-run"]).ok();
    assert_eq!(output.stdout.lines().count(), 1, "{output:?}");
    assert!(output.stderr.contains("warning: g1.csv is not a data file and is ignored"), "{output:?}");
    let refused = site.lms(&["import", "data/g1.csv", "--map", "hr"]).refused();
    assert!(
        refused.stderr.contains("g1.csv:1: none of the first 50 lines has all headers of mapping hr"),
        "{refused:?}"
    );
    let refused = site.lms(&["import", "data", "--map", "hrr"]).refused();
    assert_eq!(refused.stderr, "lms-appliance: there is no mapping hrr; did you mean hr?\n");
    fs::remove_file(site.path().join("data/g1.csv")).unwrap();
    let refused = site.lms(&["import", "data", "--map", "groups"]).refused();
    assert_eq!(refused.stderr, "lms-appliance: mapping groups fits none of the files\n");
}

// "Two mappings that fit one file, and two files that become one data file, are errors that name both."
#[test]
fn two_mappings_of_a_file_and_two_files_of_a_data_file_are_refused() {
    let site = site_with(&[&mapping("one", REQUIRED), &mapping("two", REQUIRED)]);
    let refused = import(&site, "x.csv", FOREIGN_FILE, &[]).refused();
    assert_eq!(refused.stderr, "lms-appliance: x.csv fits mapping one and mapping two; choose one (--map)\n");
    import(&site, "x.csv", FOREIGN_FILE, &["--map", "two"]).ok();
    let site = site_with(&[&mapping("one", REQUIRED)]);
    fs::create_dir(site.path().join("data")).unwrap();
    write(&site, "data/x.csv", FOREIGN_FILE);
    for other in ["y.csv", "persons.csv"] {
        let content = if other == "y.csv" { FOREIGN_FILE } else { "ExternalIdentifier,FirstName\n" };
        write(&site, &format!("data/{other}"), content);
        let refused = site.lms(&["import", "data"]).refused();
        assert!(refused.stderr.contains("both become persons.csv; give one of them"), "{refused:?}");
        assert!(refused.stderr.contains("x.csv") && refused.stderr.contains(other), "{refused:?}");
        fs::remove_file(site.path().join("data").join(other)).unwrap();
    }
}

// "A file with one of our names and our headers is never foreign."
#[test]
fn a_file_with_the_name_and_headers_of_a_data_file_is_never_foreign() {
    let site = site_with(&[&mapping("hr", &format!("match = [\"persons.csv\"]\n{REQUIRED}"))]);
    let data_file = "ExternalIdentifier,FirstName,FamilyName,Email\n1,An,Bos,a@x\n";
    assert_eq!(import(&site, "persons.csv", data_file, &[]).ok().stderr, "");
    let refused = import(&site, "persons.csv", data_file, &["--map", "hr"]).refused();
    assert_eq!(refused.stderr, "lms-appliance: mapping hr fits none of the files\n");
    // a file with the name of a data file and headers of another system
    let output = import(&site, "persons.csv", FOREIGN_FILE, &[]).ok();
    assert_eq!(output.stdout, "persons.csv: created 0, updated 0, unchanged 1, removed 0\n");
}

#[test]
fn a_file_without_a_mapping_is_not_imported() {
    let site = site_with(&[&mapping("hr", REQUIRED)]);
    let files = [("medew.csv", "A;B\n"), ("groups.csv", "Name\nG\n"), ("lees.pdf", "x")];
    assert_eq!(
        site.import(&files).ok().stderr,
        "warning: lees.pdf is not a data file and is ignored\n\
         warning: medew.csv is not a data file and is ignored\n"
    );
}

// ------------------------------------------------------------------------------------------------------------- errors

// "Errors of one kind in one column are one entry with their number, the first three lines and, for values, a
// `[values.COLUMN]` block to paste"
#[test]
fn errors_of_one_kind_in_one_column_are_one_entry() {
    let more = "Soort = \"EmployeeType\"\nActief = \"HasActivatedAccount\"\n[values.EmployeeType]\nVast = \"Intern\"\n";
    let site = site_with(&[&mapping("hr", &format!("{REQUIRED}{more}"))]);
    let row = |n: usize, kind: &str, active: &str| {
        format!("{n};An;{};a{n}@x;{kind};{active}\n", if n == 3 { "" } else { "Bos" })
    };
    let mut rows: String = (0..58).map(|n| row(n, "Loondienst", "ja")).collect();
    rows += &row(58, "Vast", "misschien");
    rows += &row(59, "Inhuur \"ZZP\"", "J");
    let file = format!("Nr;Roepnaam;Achternaam;Mail;Soort;Actief\n{rows}");
    let refused = import(&site, "x.csv", &file, &["--errors", "errors.csv"]).refused();
    assert_eq!(
        refused.stderr,
        "x.csv:2: Soort (EmployeeType): Loondienst is not one of Intern, Extern (59 rows with 2 values: lines 2, 3, 4, …)\n    \
         [values.EmployeeType]\n    \"Loondienst\" = \"Intern\"\n    \"Inhuur \\\"ZZP\\\"\" = \"?\"\n\
         x.csv:5: Achternaam (FamilyName): a value is required\n\
         x.csv:60: Actief (HasActivatedAccount): misschien is not true or false (allowed are also 1/0, ja/nee, yes/no, waar/onwaar) \
         (2 rows with 2 values: lines 60, 61)\n    \
         [values.HasActivatedAccount]\n    \"misschien\" = \"?\"\n    \"J\" = \"true\"\n\
         lms-appliance: refused, 62 errors; nothing was changed\n"
    );
    // "`--errors FILE` has every row that is kept, with semicolons under `--for-excel`"
    let errors = fs::read_to_string(site.path().join("errors.csv")).unwrap();
    assert_eq!(errors.lines().count(), 63);
    assert_eq!(
        errors.lines().nth(1),
        Some("x.csv,2,Soort (EmployeeType),Loondienst,\"Loondienst is not one of Intern, Extern\"")
    );
    for _ in 0..2 {
        import(&site, "x.csv", &file, &["--errors", "excel.csv", "--for-excel"]).refused();
        let errors = fs::read_to_string(site.path().join("excel.csv")).unwrap();
        assert_eq!(errors.lines().next(), Some("\u{feff}file;line;column;value;message"));
        assert_eq!(
            errors.lines().nth(1),
            Some("x.csv;2;Soort (EmployeeType);Loondienst;Loondienst is not one of Intern, Extern")
        );
    }
    // the pasted proposal is accepted
    let site = site_with(&[&mapping(
        "hr",
        &format!(
            "{REQUIRED}{more}Loondienst = \"Intern\"\n\"Inhuur \\\"ZZP\\\"\" = \"Extern\"\n[values.HasActivatedAccount]\nJ = \"true\"\nmisschien = \"\"\n"
        ),
    )]);
    import(&site, "x.csv", file.replace(";An;;", ";An;Bos;"), &[]).ok();
}

// "Of one file 10,000 errors are kept, the rest are counted"
#[test]
fn errors_beyond_ten_thousand_are_counted_by_kind() {
    let site = site_with(&[&mapping(
        "hr",
        &format!("{REQUIRED}Soort = \"EmployeeType\"\nBaas = \"ManagerExternalIdentifier\"\n"),
    )]);
    let mut file = "Nr;Roepnaam;Achternaam;Mail;Soort;Baas\n".to_owned();
    file.extend((0..12_000).map(|n| format!("{n};An;Bos;a{n}@x;Vast;niemand\n")));
    file += "12000;An;Bos;;Intern;\n";
    let refused = import(&site, "x.csv", &file, &[]).refused();
    for expected in [
        "x.csv:2: Soort (EmployeeType): Vast is not one of Intern, Extern (12000 rows: lines 2, 3, 4, …)\n",
        "x.csv:12002: Mail (Email): a value is required\n",
        "lms-appliance: refused, 24001 errors; nothing was changed\n",
    ] {
        assert!(refused.stderr.contains(expected), "{expected} {}", refused.stderr);
    }
    let unknown =
        "x.csv:2: Baas (ManagerExternalIdentifier): niemand is neither in x.csv nor in the database (12000 rows";
    assert!(refused.stderr.contains(unknown), "{}", refused.stderr);
    assert!(!refused.stderr.contains("more error"), "{}", refused.stderr);
}

// "A cause that holds for a whole file is one fault": a constant that refers to no row
#[test]
fn a_wrong_constant_is_one_error() {
    let site = site_with(&[&mapping("hr", &format!("{REQUIRED}[constants]\nAccountLevel = \"ZZZ\"\n"))]);
    let rows: String = (0..20).map(|n| format!("{n};An;Bos;a{n}@x\n")).collect();
    let refused = import(&site, "x.csv", format!("Nr;Roepnaam;Achternaam;Mail\n{rows}"), &[]).refused();
    assert!(refused.stderr.ends_with("lms-appliance: refused, 1 error; nothing was changed\n"), "{refused:?}");
}

// names of columns ignore case, in constants and values too
#[test]
fn a_column_has_one_constant_and_one_table_of_values() {
    let both = "[constants]\nAccountLevel = \"LEARNER\"\naccountlevel = \"ADMIN\"\n";
    assert_eq!(mapping_errors(&mapping("hr", &format!("{REQUIRED}{both}"))).len(), 1);
    let both = "[values.EmployeeType]\na = \"Intern\"\n[values.employeetype]\na = \"Extern\"\n";
    assert_eq!(mapping_errors(&mapping("hr", &format!("{REQUIRED}Soort = \"EmployeeType\"\n{both}"))).len(), 1);
}

#[test]
fn an_unreadable_file_is_reported_instead_of_missing_headers() {
    let site = site_with(&[&mapping("hr", &format!("match = [\"x.csv\"]\n{REQUIRED}"))]);
    let wide = format!("Nr;Roepnaam;Achternaam;Mail{}\n", ";".repeat(1_000));
    let refused = import(&site, "x.csv", wide, &[]).refused();
    assert!(refused.stderr.starts_with("x.csv:1: a row can have at most 1000 cells\n"), "{refused:?}");
    let refused = import(&site, "x.csv", "", &[]).refused();
    assert!(refused.stderr.starts_with("x.csv:1: the file is empty\n"), "{refused:?}");
}

// a column without a header causes a warning if it has a cell
#[test]
fn notes_and_differences_name_the_foreign_file() {
    let site = site_with(&[&mapping("hr", REQUIRED)]);
    let file = "Nr;Roepnaam;;Achternaam;Mail;\n1;An;;Bos;a@x;\n2;Bo;iets;Vos;b@x;\n3;Cor;iets;Mos;c@x;\n";
    let output = import(&site, "x.csv", file, &["--dry-run", "--diff", "--diff-csv", "diff.csv"]).ok();
    assert!(output.stderr.starts_with("warning: x.csv:3: column 3 has no header and is ignored\n"), "{output:?}");
    assert!(output.stdout.starts_with("x.csv:2: 1 created\n"), "{output:?}");
    let differences = fs::read_to_string(site.path().join("diff.csv")).unwrap();
    assert!(differences.lines().skip(1).all(|line| line.starts_with("x.csv,")), "{differences}");
}

#[test]
fn an_unreadable_file_is_explained_without_a_mapping() {
    let site = Site::new();
    let utf_16: Vec<_> = "\u{feff}Nr;Mail\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes, expected) in [
        ("x.csv", utf_16, "x.csv: the file is in UTF-16; save it as CSV UTF-8"),
        ("x.xlsx", b"Nr;Mail\n".to_vec(), "x.xlsx: "),
    ] {
        for flags in [&[][..], &["--suggest"]] {
            let refused = import(&site, name, &bytes, flags).refused();
            assert!(refused.stderr.starts_with(&format!("lms-appliance: {expected}")), "{refused:?}");
            assert!(!refused.stderr.contains("data file"), "{refused:?}");
        }
    }
}

#[test]
fn errors_of_a_data_file_are_not_grouped() {
    let site = Site::new();
    let file = "ExternalIdentifier,FirstName,FamilyName,Email,EmployeeType\n1,A,B,a@x,Vast\n2,A,B,b@x,Vast\n";
    assert_eq!(site.import(&[("persons.csv", file)]).refused().stderr.lines().count(), 3);
}

// ------------------------------------------------------------------------------------------------------------- guards

// "`--max-changes 20%` (or a number) refuses an import that would create, change or remove more than that of a data file's
// rows in the file after skipping (rounded up; no default; a first import counts as all created)"
#[test]
fn max_changes_stops_an_import_that_changes_too_much() {
    let site = site_with(&[&mapping("hr", &format!("{REQUIRED}[skip]\nRoepnaam = [\"weg\"]\n"))]);
    let rows = |name: &dyn Fn(usize) -> &'static str, count: usize| -> String {
        let rows = (0..count).map(|n| format!("{n};{};Bos;a{n}@x\n", name(n)));
        format!("Nr;Roepnaam;Achternaam;Mail\n{}", rows.collect::<String>())
    };
    let first = rows(&|_| "An", 12);
    let stopped = import(&site, "x.csv", &first, &["--max-changes", "99%", "--dry-run"]);
    // 99% of 12, rounded up, is 12
    assert_eq!(stopped.status, 0, "{stopped:?}");
    let stopped = import(&site, "x.csv", &first, &["--max-changes", "11"]);
    assert_eq!(
        (stopped.status, stopped.stdout.as_str(), stopped.stderr.as_str()),
        (
            3,
            "",
            "x.csv:1: 12 rows would be created, 0 changed and 0 removed; of the 12 rows in the file, --max-changes 11 allows 11\n\
             lms-appliance: stopped by a guard; nothing was changed\n"
        )
    );
    assert_eq!(site.lms(&["imports"]).ok().stdout, "");
    import(&site, "x.csv", &first, &[]).ok();
    // 3 rows change; 20% of 11 rows, rounded up, is 3, and of 10 rows 2
    let changed = rows(
        &|n| match n {
            0..3 => "Bo",
            11 => "weg",
            _ => "An",
        },
        12,
    );
    let output = import(&site, "x.csv", &changed, &["--max-changes", "20%", "--dry-run"]).ok();
    assert_eq!(output.stdout, "persons.csv: created 0, updated 3, unchanged 8, removed 0, skipped 1\n");
    let more = rows(
        &|n| match n {
            0..3 => "Bo",
            10.. => "weg",
            _ => "An",
        },
        12,
    );
    for flags in [&["--max-changes", "20%", "--dry-run"][..], &["--max-changes", "20%"]] {
        let stopped = import(&site, "x.csv", &more, flags);
        assert_eq!(stopped.status, 3);
        let reported = "x.csv:1: 0 rows would be created, 3 changed and 0 removed; of the 10 rows in the file, --max-changes 20% allows 2\n";
        assert!(stopped.stderr.starts_with(reported), "{stopped:?}");
    }
    // removals count too
    let stopped = import(&site, "x.csv", &more, &["--max-changes", "4", "--replace", "--max-removals", "9"]);
    assert!(
        stopped
            .stderr
            .starts_with("x.csv:1: 0 rows would be created, 3 changed and 2 removed; of the 10 rows in the file"),
        "{stopped:?}"
    );
    // a data file
    let data_file = "ExternalIdentifier,FirstName\n0,Cor\n";
    write(&site, "persons.csv", data_file);
    assert_eq!(site.lms(&["import", "persons.csv", "--max-changes", "0"]).status, 3);
    assert_eq!(site.lms(&["import", "persons.csv", "--max-changes", "x"]).status, 2);
}

// "Errors go before guards."
#[test]
fn errors_are_reported_before_guards() {
    let site = site_with(&[&mapping("hr", REQUIRED)]);
    let file = "Nr;Roepnaam;Achternaam;Mail\n1;An;Bos;a@x\n2;;Bos;b@x\n";
    let refused = import(&site, "x.csv", file, &["--max-changes", "0"]).refused();
    assert_eq!(
        refused.stderr,
        "x.csv:3: Roepnaam (FirstName): a value is required\nlms-appliance: refused, 1 error; nothing was changed\n"
    );
    let site = persons_site();
    let data_file = "ExternalIdentifier,FirstName\nE001,\n";
    write(&site, "persons.csv", data_file);
    let refused = site.lms(&["import", "persons.csv", "--replace", "--max-changes", "0"]).refused();
    assert_eq!(refused.stderr.lines().count(), 2, "{refused:?}");
}

// ------------------------------------------------------------------------------------------------------------- ledger

// "The ledger keeps with an import which mapping and version was used: `why` and `imports show` say `mapping hr, version
// 2`, JSON `"mapping": {"name": "hr", "version": 2}`."
#[test]
fn the_ledger_keeps_the_mapping_and_version_of_an_import() {
    let site = site_with(&[
        &mapping("hr", "match = [\"x.csv\"]\n"),
        &mapping("hr", &format!("{REQUIRED}Functie = \"FunctionName\"\n")),
    ]);
    let file = "Nr;Roepnaam;Achternaam;Mail;Functie\n1;An;Bos;a@x;Kok\n";
    import(&site, "x.csv", file, &[]).ok();
    set_mapping(&site, &mapping("hr", REQUIRED)).ok();
    site.lms(&["mappings", "remove", "hr"]).ok();
    let reported = ", mapping hr, version 2, ";
    let why = site.lms(&["why", "persons", "1", "Email"]).ok().stdout;
    assert!(why.contains("import 1 line 2 (") && why.contains(reported), "{why}");
    // a row that the file creates in another data file
    let why = site.lms(&["why", "functions", "Kok", "Name"]).ok().stdout;
    assert!(why.contains("persons.csv line 2 (") && why.contains(reported), "{why}");
    let show = site.lms(&["imports", "show", "1"]).ok().stdout;
    let expected =
        "    persons.csv: created 1, updated 0, unchanged 0, removed 0, mapping hr, version 2  (BLAKE2b-256 ";
    assert!(show.contains(expected), "{show}");
    let mapping = serde_json::json!({"name": "hr", "version": 2});
    let json = |args: &[&str]| -> serde_json::Value {
        let output = site.lms(args).ok().stdout;
        serde_json::from_str(output.lines().next().unwrap()).unwrap()
    };
    assert_eq!(json(&["imports", "--json"])["files"][0]["mapping"], mapping);
    assert_eq!(json(&["imports", "show", "1", "--json"])["by"]["mapping"], mapping);
    assert_eq!(json(&["why", "persons", "1", "--json"])["given"]["mapping"], mapping);
    // an import without a mapping
    site.import(&[("persons.csv", "ExternalIdentifier,FirstName\n1,Bo\n")]).ok();
    assert!(json(&["imports", "show", "2", "--json"])["by"]["mapping"].is_null());
    assert!(!site.lms(&["why", "persons", "1", "FirstName"]).ok().stdout.contains("mapping"));
    // both imports can be undone
    site.lms(&["imports", "undo", "2"]).ok();
    site.lms(&["imports", "undo", "1"]).ok();
    site.lms(&["check"]).ok();
}

// ---------------------------------------------------------------------------------------------------------- workbooks

/// Returns a workbook with these sheets: name, is hidden, rows. Style 1 is `000000`, 2 `d-m-yyyy`, 3 `00-00000000`.
fn workbook(sheets: &[(&str, bool, &str)]) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let relation = |id: &str, kind: &str, target: &str| {
        format!("<Relationship Id='{id}' Type='{relations}/{kind}' Target='{target}'/>")
    };
    let mut parts = vec![(
        "xl/styles.xml".to_owned(),
        format!(
            "<styleSheet xmlns='{main}'><numFmts><numFmt numFmtId='170' formatCode='000000'/>\
         <numFmt numFmtId='171' formatCode='d-m-yyyy'/><numFmt numFmtId='172' formatCode='00-00000000'/></numFmts>\
         <cellXfs><xf numFmtId='0'/><xf numFmtId='170'/><xf numFmtId='171'/><xf numFmtId='172'/></cellXfs></styleSheet>"
        ),
    )];
    let (mut listed, mut related) = (String::new(), relation("styles", "styles", "styles.xml"));
    for (at, (name, is_hidden, rows)) in sheets.iter().enumerate() {
        let state = if *is_hidden { " state='hidden'" } else { "" };
        listed += &format!("<sheet name='{name}' sheetId='{}'{state} r:id='s{at}'/>", at + 1);
        related += &relation(&format!("s{at}"), "worksheet", &format!("worksheets/{at}.xml"));
        let sheet = format!("<worksheet xmlns='{main}'><sheetData>{rows}</sheetData></worksheet>");
        parts.push((format!("xl/worksheets/{at}.xml"), sheet));
    }
    let main_part = format!("<workbook xmlns='{main}' xmlns:r='{relations}'><sheets>{listed}</sheets></workbook>");
    parts.push(("xl/workbook.xml".into(), main_part));
    let relationships = |list: &str| format!("<Relationships xmlns='{package}'>{list}</Relationships>");
    parts.push(("xl/_rels/workbook.xml.rels".into(), relationships(&related)));
    parts.push(("_rels/.rels".into(), relationships(&relation("main", "officeDocument", "xl/workbook.xml"))));
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Returns a row of a workbook with these cells: texts, or numbers as `style:number`.
fn row(number: usize, cells: &[&str]) -> String {
    let cell = |(at, cell): (char, &&str)| match cell.split_once(':') {
        _ if cell.is_empty() => String::new(),
        Some((style, value)) => format!("<c r='{at}{number}' s='{style}'><v>{value}</v></c>"),
        None => format!("<c r='{at}{number}' t='inlineStr'><is><t>{cell}</t></is></c>"),
    };
    let cells: String = ('A'..).zip(cells).map(cell).collect();
    format!("<row r='{number}'>{cells}</row>")
}

// "In identifiers, codes and telephone numbers a workbook's number is what Excel shows, leading zeros of its format
// included"; "workbook dates ignore" the order; a title row above the header is left out
#[test]
fn a_workbook_is_read_by_its_mapping() {
    let more =
        "Start = \"ContractStartTime\"\nMobiel = \"PhoneNumber\"\nKp = \"CostCentre\"\n[dates]\norder = \"mdy\"\n";
    let site = site_with(&[&mapping("hr", &format!("{REQUIRED}{more}"))]);
    let rows = [
        row(1, &["Medewerkers per 1 maart, met een titel die breder is dan de kop", "", "", "", "", "", "", "", "x"]),
        row(3, &["Nr", "Roepnaam", "Achternaam", "Mail", "Start", "Mobiel", "Kp"]),
        row(4, &["1:1001", "An", "Bos", "a@x", "2:46090", "3:612345678", "0:7"]),
        row(5, &["1:12", "Bo", "Vos", "b@x", "12/31/2025"]),
    ];
    let output = import(&site, "x.xlsx", workbook(&[("Blad1", false, &rows.concat())]), &[]).ok();
    assert_eq!(output.stderr, "warning: x.xlsx:3: the header is on this line; 1 line above it is skipped\n");
    assert_eq!(
        site.export_columns("persons.csv", &["ExternalIdentifier", "ContractStartTime", "PhoneNumber", "CostCentre"]),
        ["001001,2026-03-09T00:00:00,06-12345678,7", "000012,2025-12-31T00:00:00,,"]
    );
}

// "sheet … absent: the first visible"
#[test]
fn the_sheet_of_a_mapping_is_read() {
    let rows = |name: &str| row(1, &["Nr", "Roepnaam", "Achternaam", "Mail"]) + &row(2, &["1", name, "Bos", "a@x"]);
    let (hidden, first, second) = (rows("Hidden"), rows("First"), rows("Second"));
    let bytes = workbook(&[("Oud", true, &hidden), ("Blad1", false, &first), ("Blad 2", false, &second)]);
    for (sheet, expected) in [("", "First"), ("sheet = \"blad 2\"\n", "Second"), ("sheet = \"Oud\"\n", "Hidden")] {
        let site = site_with(&[&mapping("hr", &format!("{sheet}{REQUIRED}"))]);
        import(&site, "x.xlsx", &bytes, &[]).ok();
        assert_eq!(site.export_columns("persons.csv", &["FirstName"]), [expected]);
    }
    let site = site_with(&[&mapping("hr", &format!("match = [\"x.xlsx\"]\nsheet = \"Blad3\"\n{REQUIRED}"))]);
    let refused = import(&site, "x.xlsx", &bytes, &[]).refused();
    assert!(
        refused
            .stderr
            .starts_with("x.xlsx:1: there is no sheet Blad3, which mapping hr reads; the sheets are Blad1, Blad 2\n"),
        "{refused:?}"
    );
    let refused = import(&site, "x.xlsx", "no workbook", &[]).refused();
    assert!(
        refused
            .stderr
            .starts_with("x.xlsx:1: the workbook cannot be read (it is not an .xlsx workbook that can be opened"),
        "{refused:?}"
    );
}

// --------------------------------------------------------------------------------------------------------- suggesting

// "`import PATH --suggest` prints the mapping that it would propose, as TOML (with `sheet` where it found one), and changes
// nothing. A proposal uses the names of the columns in Dutch and English, synonyms of common HR systems, and the values in
// the column; where nothing is close enough nothing is proposed."
#[test]
fn a_mapping_is_proposed() {
    let site = Site::empty();
    let file = "Lijst\nPersoneelsnummer;Roepnaam;Achternaamm;Contact;Datum in dienst;Kamer;Dienstverband;Leidinggevende\n\
                001;An;Bos;a@x.nl;13/2/2026;K 3;Loondienst;Jan Jansen\n002;Bo;Vos;b@x.nl;1-3-2026;K 4;Stage en zo;\n";
    let suggested = import(&site, "Medewerkers-2026.csv", file, &["--suggest"]).ok();
    assert_eq!(
        suggested.stdout,
        "name = \"medewerkers\"\nfile = \"persons.csv\"\nmatch = [\"Medewerkers-*.csv\"]\n\n\
         [columns]\n\"Personeelsnummer\" = \"ExternalIdentifier\"\n\"Roepnaam\" = \"FirstName\"\n\
         \"Achternaamm\" = \"FamilyName\"\n\"Contact\" = \"Email\"\n\"Datum in dienst\" = \"ContractStartTime\"\n\
         \"Dienstverband\" = \"EmployeeType\"\n\n[values.EmployeeType]\n\"Loondienst\" = \"Intern\"\n\n\
         # not mapped:\n# \"Kamer\" = \"\"\n# \"Leidinggevende\" = \"\"\n\
         # [values.EmployeeType]: no value is known for \"Stage en zo\"\n"
    );
    // a suggestion creates no file
    assert_eq!(site.files().len(), 1);
}

// only synonyms of values are proposed
#[test]
fn a_column_is_proposed_from_most_of_its_cells() {
    let site = Site::empty();
    let file = "Personeelsnummer;Roepnaam;Achternaam;E-mail werk;In dienst;Dienstverband\n\
                001;An;Bos;a@x.nl;1-1-2026;Stagiair\n002;Bo;Vos;geen-mail;31-2-2024;Inhuur\n003;Cor;Mos;c@x.nl;3-1-2026;ZZP\n";
    let suggested = import(&site, "hr.csv", file, &["--suggest", "--language", "nl"]).ok().stdout;
    for expected in [
        "\"E-mail werk\" = \"Email\"\n\"In dienst\" = \"ContractStartTime\"\n",
        "[values.EmployeeType]\n\"Inhuur\" = \"Extern\"\n\"ZZP\" = \"Extern\"\n",
        "# niet gekoppeld:\n# [values.EmployeeType]: er is geen waarde bekend voor \"Stagiair\"\n",
    ] {
        assert!(suggested.contains(expected), "{expected} {suggested}");
    }
}

#[test]
fn nothing_is_proposed_without_a_close_match() {
    let site = Site::empty();
    for (name, file, expected) in [
        ("x.csv", "Kleur;Maat\nrood;3\n", "no data file has headers like those of x.csv: nothing is proposed"),
        ("x.csv", "", "x.csv: the file is empty"),
        (
            "x.csv",
            "Roepnaam;Achternaam;Mail\nAn;Bos;a@x\n",
            "x.csv looks like persons.csv, but none of its headers resembles ExternalIdentifier: nothing is proposed",
        ),
        ("persons.csv", "ExternalIdentifier\n1\n", "there is no file of another system: data files need no mapping"),
    ] {
        let refused = import(&site, name, file, &["--suggest"]).refused();
        assert_eq!(refused.stderr, format!("lms-appliance: {expected}\n"), "{file}");
    }
    fs::create_dir(site.path().join("data")).unwrap();
    write(&site, "data/a.csv", FOREIGN_FILE);
    write(&site, "data/b.csv", FOREIGN_FILE);
    let refused = site.lms(&["import", "data", "--suggest"]).refused();
    assert_eq!(refused.stderr, "lms-appliance: there are several files of other systems: name one of a.csv, b.csv\n");
}

// "the values of the column"; repeated headers cannot be mapped
#[test]
fn few_invalid_cells_and_repeated_headers_do_not_affect_a_suggestion() {
    let site = Site::new();
    let mut file = "Personeelsnummer;Datum in dienst;Omschrijving;Omschrijving\n".to_owned();
    for row in 0..31 {
        file += &format!("{row};1-8-2024;een fiets;\n");
    }
    file += "31;31-2-2024;;\n32;30-13-2024;;\n";
    let suggested = import(&site, "medewerkers.csv", &file, &["--suggest"]).ok().stdout;
    assert!(suggested.contains("\"Datum in dienst\" = \"ContractStartTime\""), "{suggested}");
    assert!(!suggested.contains("DivisionName"), "{suggested}");
}
