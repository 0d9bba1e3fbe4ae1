//! Imports ten invented exports like those of AFAS, Visma/Raet, Beaufort, ADP, SAP, Excel and a school, with the mapping
//! that `--suggest` proposes. All have the same four persons.

use super::{import, row, set_mapping, site_with, to_windows_1252, workbook, write};
use crate::console::upload_and_preview::import_by_proposal;
use crate::rest::imports::import_over_rest;
use crate::support::Site;

const COLUMNS: [&str; 10] = [
    "ExternalIdentifier",
    "FirstName",
    "Insertion",
    "FamilyName",
    "Email",
    "FunctionName",
    "DivisionName",
    "ContractStartTime",
    "ManagerExternalIdentifier",
    "EmployeeType",
];

const PERSONS: [[&str; 10]; 4] = [
    ["001001", "Renée", "", "Bos", "renee@example.nl", "Teamleider", "Noord", "2019-02-01", "", "Intern"],
    ["001002", "Jan", "van der", "Berg", "jan@example.nl", "Docent", "Noord", "2020-09-13", "001001", "Intern"],
    ["001003", "Zoë", "", "Mos", "zoe@example.nl", "Docent", "Zuid", "2021-03-15", "001001", "Extern"],
    ["001004", "Ali", "el", "Amrani", "ali@example.nl", "Kok", "Zuid", "2022-12-31", "001002", "Intern"],
];

/// Returns [`PERSONS`] as rows of an export.
fn rows(separator: &str, date: fn(&str, &str, &str) -> String, employee_types: [&str; 2]) -> String {
    let line = |person: &[&str; 10]| {
        let mut cells = person.map(str::to_owned);
        let day: Vec<_> = person[7].split('-').collect();
        cells[7] = date(day[0], day[1], day[2]);
        cells[9] = employee_types[usize::from(person[9] == "Extern")].to_owned();
        cells.join(separator) + "\n"
    };
    PERSONS.iter().map(line).collect()
}

/// Imports an export through the command line, the console and REST, and compares the persons.
#[track_caller]
fn import_suggested(name: &str, bytes: impl AsRef<[u8]>, added_toml: &str) -> Site {
    let mapping = import(&site_with(&[]), name, &bytes, &["--suggest"]).ok();
    assert_eq!(mapping.stderr, "");
    let mapping = mapping.stdout + added_toml;
    let site = import_by_command(name, &bytes, &mapping);
    let persons = site.export_file("persons.csv");
    let console = site_with(&[]);
    import_by_proposal(&console, name, bytes.as_ref(), added_toml);
    assert_eq!(console.export_file("persons.csv"), persons);
    let rest = site_with(&[]);
    set_mapping(&rest, &mapping).ok();
    import_over_rest(&rest, name, bytes.as_ref(), "");
    assert_eq!(rest.export_file("persons.csv"), persons);
    site
}

/// Sets the mapping and imports the file: once as a dry run, twice for good.
#[track_caller]
fn import_by_command(name: &str, bytes: impl AsRef<[u8]>, mapping: &str) -> Site {
    let site = site_with(&[mapping]);
    import(&site, name, &bytes, &["--dry-run", "--diff"]).ok();
    let first = import(&site, name, &bytes, &["--max-changes", "100%"]).ok();
    let again = import(&site, name, &bytes, &["--max-changes", "0"]).ok();
    assert!(
        first.stdout.contains("created") && again.stdout.contains(": created 0, updated 0, unchanged "),
        "{again:?}"
    );
    site
}

/// Compares all columns of the persons except these.
#[track_caller]
fn assert_persons(site: &Site, without: &[&str]) {
    let columns: Vec<_> = COLUMNS.into_iter().filter(|column| !without.contains(column)).collect();
    let cells = |person: &[&str; 10]| -> String {
        let cells = COLUMNS.iter().zip(person).filter(|(column, _)| !without.contains(column));
        let shown = cells.map(|(column, cell)| match *column {
            "ContractStartTime" => format!("{cell}T00:00:00"),
            _ => cell.to_string(),
        });
        shown.collect::<Vec<_>>().join(",")
    };
    let expected: Vec<_> = PERSONS.iter().map(cells).collect();
    let found = site.export_columns("persons.csv", &columns);
    // the exports have empty cells for placeholders
    let found: Vec<_> = found.iter().map(|row| row.replace("Manager onbekend", "")).collect();
    assert_eq!(found, expected);
}

#[test]
fn imports_afas_with_title_rows_semicolons_and_windows_1252() {
    let header = "Medewerker;Roepnaam;Voorvoegsel;Geboortenaam;E-mail werk;Functie;Afdeling;Datum in dienst;Leidinggevende;\
                  Soort medewerker\n";
    let file = format!(
        "Medewerkers per 1 maart 2026;;;;;;;;;\n;;;;;;;;;\n{header}{}001005;Stef;;Vos;;;;1-1-2026;;Stagiair\n",
        rows(";", |y, m, d| format!("{d}-{m}-{y}"), ["Personeelslid", "Inhuur"])
    );
    let skip = "\n[skip]\n\"Soort medewerker\" = [\"Stagiair\"]\n";
    assert_persons(&import_suggested("Medewerkers 2026-03.csv", to_windows_1252(&file), skip), &[]);
}

#[test]
fn imports_afas_connector_with_commas_quotes_and_datetimes() {
    let header = "Personeelsnummer,Voornaam,Voorvoegsels,Achternaam,E-mailadres zakelijk,Functieomschrijving,Organisatorische \
                  eenheid,Begindatum dienstverband,Direct leidinggevende,Soort dienstverband,Gewijzigd op\n";
    let rows = rows("\",\"", |y, m, d| format!("{y}-{m}-{d}T00:00:00"), ["Vast", "Inhuur"]);
    let rows: String = rows.lines().map(|row| format!("\"{row}\",2026-03-01T10:00:00\n")).collect();
    assert_persons(&import_suggested("export.csv", format!("\u{feff}{header}{rows}"), ""), &[]);
}

#[test]
fn imports_visma_raet_with_slashes_and_a_manager_who_left() {
    let header = "Personeelsnr;Roepnaam;Tussenvoegsels;Achternaam;E-mailadres werk;Functie omschrijving;OE omschrijving;Datum \
                  indiensttreding;Nummer leidinggevende;Aard dienstverband\n";
    let rows = rows(";", |y, m, d| format!("{d}/{m}/{y}"), ["Vast dienstverband", "Inleen"]);
    let file = format!("{header}{}", rows.replacen(";;Vast", ";009999;Vast", 1));
    let site = site_with(&[]);
    set_mapping(&site, &import(&site, "raet.csv", &file, &["--suggest"]).ok().stdout).ok();
    let refused = import(&site, "raet.csv", &file, &[]).refused().stderr;
    let block = "    [values.ManagerExternalIdentifier]\n    \"009999\" = \"?\"\n";
    assert!(refused.contains(block), "{refused}");
    let pasted = block.replace("    ", "").replace('?', "");
    assert_persons(&import_suggested("raet.csv", file, &format!("\n{pasted}")), &[]);
}

#[test]
fn imports_beaufort_with_tabs_and_short_headers() {
    let header = "PERS.NR.\tROEPNAAM\tVOORV\tACHTERNAAM\tE-MAIL\tFUNCTIE\tAFDELING\tIN DIENST\tCHEF\tDIENSTVERBAND\n";
    let rows =
        rows("\t", |y, m, d| format!("{}-{}-{y}", d.trim_start_matches('0'), m.trim_start_matches('0')), ["VT", "ZZP"]);
    assert_persons(&import_suggested("BEAUFORT.TXT", to_windows_1252(&(header.to_owned() + &rows)), ""), &[]);
}

// days beyond 12 show that months are first
#[test]
fn imports_adp_in_english_with_months_first() {
    let header = "Associate ID,First Name,Middle Name,Last Name,Work Contact: Work Email,Job Title Description,Home \
                  Department,Hire Date,Reports To Associate ID,Worker Category\n";
    let rows = rows(",", |y, m, d| format!("{m}/{d}/{y}"), ["Regular", "Contractor"]);
    assert_persons(&import_suggested("adp_export_20260301.csv", header.to_owned() + &rows, ""), &[]);
}

#[test]
fn imports_sap_with_dots_in_dates() {
    let header = "Pernr;Known as;Name prefix;Last name;Email address;Position;Organizational unit;Entry date;Reports to;\
                  Employee group;Company code\n";
    let rows = rows(";", |y, m, d| format!("{d}.{m}.{y}"), ["Active", "External"]);
    let rows: String = rows.lines().map(|row| format!("{row};NL01\n")).collect();
    assert_persons(&import_suggested("sap-hcm.csv", header.to_owned() + &rows, ""), &[]);
}

#[test]
fn imports_a_handmade_workbook_with_a_title_and_formatted_numbers() {
    let header = ["Nr", "Naam", "Mail", "Voornaam", "Tussenv", "In dienst", "Functie", "Intern/extern"];
    let days = ["2:43497", "2:44087", "2:44270", "2:44926"];
    let mut cells = row(1, &["Personeelslijst (Anja)"]) + &row(4, &header);
    for (at, (person, day)) in PERSONS.iter().zip(days).enumerate() {
        let number = format!("1:{}", person[0].trim_start_matches('0'));
        let kind = if person[9] == "Intern" { "I" } else { "E" };
        cells += &row(5 + at, &[&number, person[3], person[4], person[1], person[2], day, person[5], kind]);
    }
    let site = import_suggested("personeel anja.xlsx", workbook(&[("Blad1", false, &cells)]), "");
    assert_persons(&site, &["DivisionName", "ManagerExternalIdentifier"]);
}

#[test]
fn imports_a_workbook_with_persons_on_the_second_visible_sheet() {
    let header = ["Medewerkernummer", "Voornaam", "Voorvoegsel", "Achternaam", "E-mail", "Locatie", "Chef"];
    let mut cells = row(1, &header);
    for (at, person) in PERSONS.iter().enumerate() {
        cells += &row(2 + at, &[person[0], person[1], person[2], person[3], person[4], person[6], person[8]]);
    }
    let notes = row(1, &["Toelichting"]) + &row(2, &["Zie het tweede blad"]);
    let bytes = workbook(&[("Oud", true, &cells), ("Uitleg", false, &notes), ("Lijst", false, &cells)]);
    let site = import_suggested("lijst.xlsx", bytes, "\n[constants]\nEmployeeType = \"Intern\"\n");
    assert!(site.lms(&["mappings", "show", "lijst"]).ok().stdout.contains("sheet = \"Lijst\"\n"));
    assert_persons(&site, &["FunctionName", "ContractStartTime", "EmployeeType"]);
}

// a repeated person is refused with both lines, unless the mapping skips one
#[test]
fn imports_a_school_file_with_a_repeated_person() {
    let header = "Docentnummer;Roepnaam;Tussenvoegsel;Achternaam;Mail;Functie;Team;Startdatum;Leidinggevende;Soort contract;Rooster\n";
    let rows = rows(";", |y, m, d| format!("{d}-{m}-{y}"), ["Onbepaalde tijd", "Payroll"]);
    let rows: String = rows.lines().map(|row| format!("{row};ja\n")).collect();
    let file = format!("{header}{rows}{}", rows.lines().next().unwrap().replace(";ja", ";dubbel\n"));
    let site = site_with(&[]);
    set_mapping(&site, &import(&site, "docenten.csv", &file, &["--suggest"]).ok().stdout).ok();
    let refused = import(&site, "docenten.csv", &file, &[]).refused().stderr;
    assert!(
        refused.contains("docenten.csv:6: Docentnummer (ExternalIdentifier): 001001 is on line 2 already"),
        "{refused}"
    );
    assert_persons(&import_suggested("docenten.csv", file, "\n[skip]\nRooster = [\"dubbel\"]\n"), &[]);
}

#[test]
fn imports_a_school_file_of_group_members() {
    let header = "ExternalIdentifier,FirstName,FamilyName,Email\n";
    let persons: String =
        PERSONS.iter().map(|person| format!("{},{},{},{}\n", person[0], person[1], person[3], person[4])).collect();
    let school = || {
        let site = site_with(&[]);
        site.import(&[("persons.csv", &(header.to_owned() + &persons)), ("groups.csv", "Name\n1A\n2B\n")]).ok();
        site
    };
    let file = "Klassenlijst\nKlas;Docent\n1A;001001\n1A;001002\n2B;001001\n";
    let site = school();
    set_mapping(&site, &import(&site, "klassen.csv", file, &["--suggest"]).ok().stdout).ok();
    let output = import(&site, "klassen.csv", file, &["--replace"]).ok();
    assert_eq!(output.stdout, "group_members.csv: created 3, updated 0, unchanged 0, removed 0\n");
    let members = site.export_file("group_members.csv");
    let console = school();
    import_by_proposal(&console, "klassen.csv", file.as_bytes(), "");
    assert_eq!(console.export_file("group_members.csv"), members);
    let rest = school();
    set_mapping(&rest, &site.lms(&["mappings", "show", "klassen"]).ok().stdout).ok();
    import_over_rest(&rest, "klassen.csv", file.as_bytes(), "&replace=true");
    assert_eq!(rest.export_file("group_members.csv"), members);
    write(&site, "klassen.csv", "Klassenlijst\nKlas;Docent\n1A;001001\n2B;001001\n");
    let output = site.lms(&["import", "klassen.csv", "--replace"]).ok();
    assert_eq!(output.stdout, "group_members.csv: created 0, updated 0, unchanged 2, removed 1\n");
}
