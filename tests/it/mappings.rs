//! Mappings of foreign files: kept, applied, recognised and suggested. Expected values come from contract section 10.

use std::fs;
use std::io::Write;

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

// ---------------------------------------------------------------------------------------------------------- applying

/// What a mapping of these lines adds to name, file and match.
fn mapping(name: &str, lines: &str) -> String {
    format!("name = \"{name}\"\nfile = \"persons.csv\"\n{lines}")
}

/// The least that a mapping of persons has.
const FOUR: &str =
    "[columns]\nNr = \"ExternalIdentifier\"\nRoepnaam = \"FirstName\"\nAchternaam = \"FamilyName\"\nMail = \"Email\"\n";

/// Writes the file and imports it.
fn import(site: &Site, name: &str, bytes: impl AsRef<[u8]>, flags: &[&str]) -> Output {
    write(site, name, bytes);
    let mut args = vec!["import", name];
    args.extend(flags);
    site.lms(&args)
}

/// A site with the account levels of `seed/` and these mappings.
fn site_with(mappings: &[&str]) -> Site {
    let site = Site::new();
    mappings.iter().for_each(|toml| drop(set(&site, toml).ok()));
    site
}

/// The persons as cells of these columns, a row each.
fn persons(site: &Site, columns: &[&str]) -> Vec<String> {
    let exported = site.exported("persons.csv");
    let mut reader = csv::Reader::from_reader(exported.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let at: Vec<_> = columns.iter().map(|name| headers.iter().position(|header| header == *name).unwrap()).collect();
    let row = |row: csv::StringRecord| at.iter().map(|at| row[*at].to_owned()).collect::<Vec<_>>().join("|");
    reader.into_records().map(|record| row(record.unwrap())).collect()
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

/// The text in windows-1252, as far as that is Latin-1.
fn windows(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

// title rows, header normalisation, encoding and separator found, values, constants, skip, ignored columns
#[test]
fn a_foreign_file_is_imported_by_its_mapping() {
    let site = site_with(&[HR]);
    let output = import(&site, "Medewerkers-2026.CSV", windows(MEDEWERKERS), &[]).ok();
    assert_eq!(output.stdout, "persons.csv: created 3, updated 0, unchanged 0, removed 0, skipped 1\n");
    assert_eq!(
        output.stderr,
        "warning: Medewerkers-2026.CSV:3: left out, since no column is known for it: Kamer\n\
         warning: Medewerkers-2026.CSV:3: the header is on this line; 2 above it are left out\n\
         warning: Medewerkers-2026.CSV:4: the file is not UTF-8; it is read as windows-1252, as older spreadsheets \
         write\n"
    );
    assert_eq!(
        persons(&site, &["ExternalIdentifier", "FirstName", "Email", "EmployeeType", "AccountLevel"]),
        [
            "001|Ren\u{e9}e|r@example.nl|Intern|LEARNER",
            "003|Cor|c@example.nl|Extern|LEARNER",
            "004|Dik|d@example.nl|Intern|LEARNER"
        ]
    );
    let again = import(&site, "Medewerkers-2026.CSV", windows(MEDEWERKERS), &[]).ok();
    assert_eq!(again.stdout, "persons.csv: created 0, updated 0, unchanged 3, removed 0, skipped 1\n");
    // the same from a folder and from a .zip
    fs::create_dir(site.path().join("data")).unwrap();
    fs::rename(site.path().join("Medewerkers-2026.CSV"), site.path().join("data/medewerkers.csv")).unwrap();
    assert_eq!(site.lms(&["import", "data"]).ok().stdout, again.stdout);
    let mut zip = zip::ZipWriter::new(fs::File::create(site.path().join("data.zip")).unwrap());
    zip.start_file("medewerkers.csv", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(&windows(MEDEWERKERS)).unwrap();
    zip.finish().unwrap();
    assert_eq!(site.lms(&["import", "data.zip"]).ok().stdout, again.stdout);
}

// "Errors … name the foreign file, its line and header, and the column that it becomes"
#[test]
fn an_error_names_the_foreign_file_its_line_and_header_and_the_column() {
    let site =
        site_with(&[&mapping("hr", &format!("match = [\"x.csv\"]\n{FOUR}Chef = \"ManagerExternalIdentifier\"\n"))]);
    let file = "titel\nNr;Roepnaam;Achternaam;Mail;Chef\n1;An;;a@x;2\n\n2;Bo;Vos;b@x;\"9\n\"\n";
    let refused = import(&site, "x.csv", file, &["--errors", "errors.csv"]).refused();
    assert_eq!(
        refused.stderr,
        "warning: x.csv:2: the header is on this line; 1 above it is left out\n\
         x.csv:3: Achternaam (FamilyName): a value is required\n\
         x.csv:5: Chef (ManagerExternalIdentifier): 9 is neither in x.csv nor in the database\n    \
         [values.ManagerExternalIdentifier]\n    \"9\" = \"?\"\n\
         lms-appliance: refused, 2 faults; nothing was changed\n"
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
fn headers_that_are_there_twice_are_refused() {
    let site = site_with(&[&mapping(
        "hr",
        &format!(
            "match = [\"x.csv\"]\n{FOUR}Notitie = \"\"\n[skip]\nStatus = [\"weg\"]\n[constants]\nEmployeeType = \"Extern\"\n"
        ),
    )]);
    for (header, expected) in [
        ("Nr;nr ;Roepnaam;Achternaam;Mail;Status", "the header Nr is there twice"),
        ("Nr;Roepnaam;Achternaam;Mail;Status;E mail", "Mail and E mail become one column, Email"),
        (
            "Nr;Roepnaam;Achternaam;Mail;Status;CostCentre;Cost Centre",
            "CostCentre and Cost Centre become one column, CostCentre",
        ),
        ("Nr;Roepnaam;Achternaam;Mail;Status;STATUS", "the header Status is there twice"),
        ("Nr;Roepnaam;Achternaam;Mail", "the header Status is missing, by which mapping hr skips rows"),
        (
            "Nr;Roepnaam;Achternaam;Mail;Status;EmployeeType",
            "EmployeeType is a column of the file and a constant of mapping hr",
        ),
    ] {
        let refused = import(&site, "x.csv", format!("{header}\n"), &[]).refused();
        assert_eq!(
            refused.stderr,
            format!("x.csv:1: {expected}\nlms-appliance: refused, 1 fault; nothing was changed\n")
        );
    }
    // a header that is ignored may be there twice, or not at all
    import(&site, "x.csv", "Nr;Roepnaam;Achternaam;Mail;Status;notitie;Notitie\n", &[]).ok();
}

// "A header that is not mapped is taken as our column if it is one, else left out with a note."
#[test]
fn a_header_that_is_not_mapped_is_taken_as_our_column() {
    let site = site_with(&[&mapping("hr", FOUR)]);
    let file = "Nr,Roepnaam,Achternaam,Mail,cost centre,Kamer\n1,An,Bos,a@x,K1,9\n";
    let output = import(&site, "x.csv", file, &[]).ok();
    assert_eq!(output.stderr, "warning: x.csv:1: left out, since no column is known for it: Kamer\n");
    assert_eq!(persons(&site, &["ExternalIdentifier", "CostCentre"]), ["1|K1"]);
}

// "The header row is the first of the first 50 rows with all mapped headers"
#[test]
fn the_header_is_found_among_the_first_fifty_lines() {
    let header = "Nr\tRoepnaam\tAchternaam\tMail\n1\tAn\tBos\ta@x\n";
    for (above, is_found) in [(0, true), (49, true), (50, false)] {
        let site = site_with(&[&mapping("hr", &format!("match = [\"x.csv\"]\n{FOUR}"))]);
        let output = import(&site, "x.csv", "Nr, a title\n".repeat(above) + header, &[]);
        match is_found {
            true => drop(output.ok()),
            false => assert_eq!(
                output.refused().stderr,
                "x.csv:1: no header in the first 50 lines has all of mapping hr; missing: Roepnaam, Achternaam, Mail\n\
                 lms-appliance: refused, 1 fault; nothing was changed\n"
            ),
        }
        let site = site_with(&[&mapping("hr", &format!("match = [\"x.csv\"]\nheader_row = {}\n{FOUR}", above + 1))]);
        import(&site, "x.csv", "Nr, a title\n".repeat(above) + header, &[]).ok();
    }
    let site = site_with(&[&mapping("hr", &format!("match = [\"x.csv\"]\nheader_row = 2\n{FOUR}"))]);
    let refused = import(&site, "x.csv", header, &[]).refused();
    assert!(
        refused.stderr.starts_with("x.csv:1: line 2, the header of mapping hr, lacks: Nr, Roepnaam, Achternaam, Mail"),
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
        let site = site_with(&[&mapping("hr", &format!("{FOUR}Start = \"ContractStartTime\"\n{dates_table}"))]);
        let rows = dates.iter().enumerate().map(|(at, date)| format!("{at};An;Bos;{at}@x;{date}\n"));
        import(&site, "x.csv", format!("Nr;Roepnaam;Achternaam;Mail;Start\n{}", rows.collect::<String>()), &[]).ok();
        let starts = persons(&site, &["ContractStartTime"]);
        let expected: Vec<_> = expected.iter().map(|date| format!("2026-{date}")).collect();
        assert!(starts.iter().zip(&expected).all(|(start, date)| start.starts_with(date)), "{order}: {starts:?}");
    }
    let site =
        site_with(&[&mapping("hr", &format!("{FOUR}Start = \"ContractStartTime\"\n[dates]\norder = \"mdy\"\n"))]);
    let file = "Nr;Roepnaam;Achternaam;Mail;Start\n1;An;Bos;a@x;31-12-2026\n";
    let refused = import(&site, "x.csv", file, &[]).refused();
    let expected = "x.csv:2: Start (ContractStartTime): 31-12-2026 is not a date of the order mdy in the mapping\n";
    assert!(refused.stderr.starts_with(expected), "{refused:?}");
}

// "Order: skip (on the raw cell), then values, then dates. Keys of `values` and of `skip` are trimmed and match exactly;
// a cell without a key is taken as it is; `"*"` is every other cell but the empty one, `""` is the empty one."
#[test]
fn values_and_skip_match_trimmed_cells_exactly() {
    let more = "Eind = \"ContractEndTime\"\nNiveau = \"AccountLevel\"\n\
        [values.ContractEndTime]\n\" onbepaald \" = \"\"\n\"\" = \"31-12-2030\"\n[values.AccountLevel]\n\"*\" = \"LEARNER\"\n\
        \"baas\" = \"ADMIN\"\n[skip]\nEind = [\"nooit\"]\n";
    let site = site_with(&[&mapping("hr", &format!("{FOUR}{more}"))]);
    let rows = "1;An;Bos;a@x; onbepaald;baas\n2;Bo;Bos;b@x;;Baas\n3;Co;Bos;c@x;1-2-2029;\n4;Do;Bos;d@x; nooit ;\n";
    let file = format!("Nr;Roepnaam;Achternaam;Mail;Eind;Niveau\n{rows}");
    let output = import(&site, "x.csv", &file, &[]).ok();
    assert_eq!(output.stdout, "persons.csv: created 3, updated 0, unchanged 0, removed 0, skipped 1\n");
    let found = persons(&site, &["ExternalIdentifier", "ContractEndTime", "AccountLevel"]);
    let default = found[2].rsplit('|').next().unwrap();
    assert_eq!(
        found,
        ["1||ADMIN".into(), "2|2030-12-31T00:00:00|LEARNER".into(), format!("3|2029-02-01T00:00:00|{default}")]
    );
    let refused = import(&site, "x.csv", file.replace("1-2-2029", "Nooit"), &[]).refused();
    assert!(refused.stderr.contains("x.csv:4: Eind (ContractEndTime): Nooit is not a datetime"), "{refused:?}");
}

// "Skipped rows count as absent from the file (`--replace` removes what they name)"
#[test]
fn replace_removes_what_skipped_rows_name() {
    let site = site_with(&[HR]);
    let file = MEDEWERKERS.replace("Stagiair", "Actief");
    import(&site, "medewerkers.csv", windows(&file), &[]).ok();
    let flags = ["--replace", "--max-removals", "1"];
    let output = import(&site, "medewerkers.csv", windows(MEDEWERKERS), &flags).ok();
    assert_eq!(output.stdout, "persons.csv: created 0, updated 0, unchanged 3, removed 1, skipped 1\n");
}

// "encoding = … absent: as section 7"
#[test]
fn the_encoding_of_a_mapping_goes_before_that_of_the_command() {
    let encoded = |encoding| mapping("hr", &format!("encoding = \"{encoding}\"\n{FOUR}"));
    let file = "Nr;Roepnaam;Achternaam;Mail\n1;Ren\u{e9}e;Bos;a@x\n";
    let site = site_with(&[&encoded("windows-1252")]);
    let output = import(&site, "x.csv", windows(file), &["--encoding", "utf-8"]).ok();
    assert_eq!(output.stderr, "");
    assert_eq!(persons(&site, &["FirstName"]), ["Ren\u{e9}e"]);
    let refused = import(&site, "x.csv", file, &[]).refused();
    assert!(refused.stderr.contains("leave the mapping's encoding out"), "{refused:?}");
    let site = site_with(&[&encoded("utf-8")]);
    import(&site, "x.csv", windows(file), &[]).refused();
    let site = site_with(&[&mapping("hr", FOUR)]);
    import(&site, "x.csv", windows(file), &["--encoding", "utf-8"]).refused();
}

#[test]
fn the_separator_of_a_mapping_is_the_only_one() {
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
    let site = site_with(&[&mapping("hr", FOUR)]);
    let header = "Nr;Roepnaam;Achternaam;Mail\n";
    // what a spreadsheet adds to a row beyond the last column is empty
    import(&site, "x.csv", format!("{header}1;An;Bos;a@x;;\n"), &[]).ok();
    let refused = import(&site, "x.csv", format!("{header}1;An;Bos;a@x;;x\n2;An\n"), &[]).refused();
    assert!(
        refused.stderr.contains("x.csv:2: the row has 6 cells, the header 4: is a separator not quoted?"),
        "{refused:?}"
    );
    assert!(refused.stderr.contains("x.csv:3: the row has 2 cells"), "{refused:?}");
}

// a name of a file is no part of a query
#[test]
fn any_name_of_a_file_can_be_quoted() {
    let site = site_with(&[&mapping("hr", &format!("{FOUR}Chef = \"ManagerExternalIdentifier\"\n"))]);
    let file = "Nr;Roepnaam;Achternaam;Mail;Chef\n1;An;Bos;a@x;9\n1;An;Bos;a@x;\n";
    let refused = import(&site, "it's {}'.csv", file, &[]).refused();
    assert!(
        refused.stderr.contains("it's {}'.csv:2: Chef (ManagerExternalIdentifier): 9 is neither in it's {}'.csv nor"),
        "{refused:?}"
    );
}

// -------------------------------------------------------------------------------------------------------- recognition

const X: &str = "Nr;Roepnaam;Achternaam;Mail\n1;An;Bos;a@x\n";

// "a foreign file is recognised by `match` first (and then never by headers: a mapped or skip header that is missing is an
// error), else by headers (all mapped headers present)"
#[test]
fn a_mapping_is_found_by_name_and_else_by_headers() {
    let by_name = mapping("by-name", "match = [\"HR*.csv\"]\n[columns]\nId = \"ExternalIdentifier\"\n");
    let site = site_with(&[&by_name, &mapping("by-headers", FOUR)]);
    import(&site, "export.csv", X, &["--dry-run"]).ok();
    let refused = import(&site, "hr-1.csv", X, &["--dry-run"]).refused();
    assert!(
        refused.stderr.starts_with("hr-1.csv:1: no header in the first 50 lines has all of mapping by-name"),
        "{refused:?}"
    );
    // not a column of it
    let refused = import(&site, "export.csv", X.replace("Mail", "Post"), &[]).refused();
    assert_eq!(
        refused.stderr,
        "lms-appliance: export.csv is not a data file and no mapping fits it; `import … --suggest` proposes one, --map \
         NAME uses one\n"
    );
    // a mapping without headers fits by its name alone
    let site = site_with(&[&mapping("empty", "match = [\"y.csv\"]\n")]);
    import(&site, "x.csv", X, &[]).refused();
    import(&site, "y.csv", "ExternalIdentifier,FirstName,FamilyName,Email\n1,An,Bos,a@x\n", &[]).ok();
}

// "`--map NAME` (repeatable) applies each mapping to the files that its `match` or its headers fit; a single foreign file
// always takes the one that is given."
#[test]
fn map_applies_the_mappings_that_are_named() {
    let groups = "name = \"groups\"\nfile = \"groups.csv\"\nmatch = [\"g*.csv\"]\n[columns]\nGroep = \"Name\"\n";
    let site = site_with(&[
        &mapping("hr", FOUR),
        &mapping("old", "match = [\"x.csv\"]\n[columns]\nNr = \"ExternalIdentifier\"\n"),
        groups,
    ]);
    fs::create_dir(site.path().join("data")).unwrap();
    write(&site, "data/x.csv", X);
    write(&site, "data/g1.csv", "Groep\nA\n");
    let output = site.lms(&["import", "data", "--map", "hr", "--map", "groups", "--dry-run"]).ok();
    assert_eq!(output.stdout.lines().count(), 2, "{output:?}");
    let output = site.lms(&["import", "data", "--map", "hr", "--dry-run"]).ok();
    assert_eq!(output.stdout.lines().count(), 1, "{output:?}");
    assert!(output.stderr.contains("warning: g1.csv is not a data file and is left alone"), "{output:?}");
    let refused = site.lms(&["import", "data/g1.csv", "--map", "hr"]).refused();
    assert!(refused.stderr.contains("g1.csv:1: no header in the first 50 lines has all of mapping hr"), "{refused:?}");
    let refused = site.lms(&["import", "data", "--map", "hrr"]).refused();
    assert_eq!(refused.stderr, "lms-appliance: there is no mapping hrr; did you mean hr?\n");
    fs::remove_file(site.path().join("data/g1.csv")).unwrap();
    let refused = site.lms(&["import", "data", "--map", "groups"]).refused();
    assert_eq!(refused.stderr, "lms-appliance: mapping groups fits no file that is there\n");
}

// "Two mappings that fit one file, and two files that become one data file, are errors that name both."
#[test]
fn two_of_a_kind_are_refused() {
    let site = site_with(&[&mapping("one", FOUR), &mapping("two", FOUR)]);
    let refused = import(&site, "x.csv", X, &[]).refused();
    assert_eq!(refused.stderr, "lms-appliance: x.csv fits mapping one and mapping two; `--map NAME` chooses one\n");
    import(&site, "x.csv", X, &["--map", "two"]).ok();
    let site = site_with(&[&mapping("one", FOUR)]);
    fs::create_dir(site.path().join("data")).unwrap();
    write(&site, "data/x.csv", X);
    for other in ["y.csv", "persons.csv"] {
        let content = if other == "y.csv" { X } else { "ExternalIdentifier,FirstName\n" };
        write(&site, &format!("data/{other}"), content);
        let refused = site.lms(&["import", "data"]).refused();
        assert!(refused.stderr.contains("both become persons.csv; give one of them"), "{refused:?}");
        assert!(refused.stderr.contains("x.csv") && refused.stderr.contains(other), "{refused:?}");
        fs::remove_file(site.path().join("data").join(other)).unwrap();
    }
}

// "A file with one of our names and our headers is never foreign."
#[test]
fn a_file_of_our_name_and_headers_is_never_foreign() {
    let site = site_with(&[&mapping("hr", &format!("match = [\"persons.csv\"]\n{FOUR}"))]);
    let own = "ExternalIdentifier,FirstName,FamilyName,Email\n1,An,Bos,a@x\n";
    assert_eq!(import(&site, "persons.csv", own, &[]).ok().stderr, "");
    let refused = import(&site, "persons.csv", own, &["--map", "hr"]).refused();
    assert_eq!(refused.stderr, "lms-appliance: mapping hr fits no file that is there\n");
    // of our name, with headers of another system
    let output = import(&site, "persons.csv", X, &[]).ok();
    assert_eq!(output.stdout, "persons.csv: created 0, updated 0, unchanged 1, removed 0\n");
}

#[test]
fn a_file_of_no_mapping_is_left_alone_with_a_hint() {
    let site = site_with(&[&mapping("hr", FOUR)]);
    let files = [("medew.csv", "A;B\n"), ("groups.csv", "Name\nG\n"), ("lees.pdf", "x")];
    assert_eq!(
        site.import(&files).ok().stderr,
        "warning: lees.pdf is not a data file and is left alone\n\
         warning: medew.csv is not a data file and is left alone; --suggest proposes a mapping for it\n"
    );
}
