//! Tests the Dutch output of commands with `--language nl` or `LMS_LANGUAGE`; JSON is not translated (contract §10).

use crate::support::{Output, Site, persons_site};

fn lms_in_dutch(site: &Site, args: &[&str]) -> Output {
    site.lms(&[args, &["--language", "nl"]].concat())
}

fn write_file(site: &Site, name: &str, text: &str) {
    std::fs::write(site.path().join(name), text).expect("a file");
}

#[test]
fn an_import_its_errors_and_its_undo_are_in_dutch() {
    let site = persons_site();
    write_file(
        &site,
        "persons.csv",
        "ExternalIdentifier,FirstName,EmployeeType,ContractStartTime,ContractEndTime,ManagerExternalIdentifier\n\
         E001,,Vast,,,\nE002,B,,2031-01-01,2030-01-01,\nE003,C,,31-02-2030,,E00\n",
    );
    let refused = lms_in_dutch(&site, &["import", "persons.csv"]).refused();
    assert_eq!(
        refused.stderr,
        "persons.csv:2: FirstName: een waarde is verplicht\n\
         persons.csv:2: EmployeeType: Vast is niet toegestaan (toegestaan: Intern, Extern)\n\
         persons.csv:3: ContractEndTime: 2030-01-01T00:00:00 ligt vóór ContractStartTime (2031-01-01T00:00:00)\n\
         persons.csv:4: ContractStartTime: 31-02-2030 is geen bestaande datum (schrijf bijvoorbeeld 24-11-2027, \
         of 24-11-2027 15:30; jaren 1900 t/m 9999)\n\
         persons.csv:4: ManagerExternalIdentifier: E00 staat niet in persons.csv en ook niet in de database; bedoelt u \
         E001?\n\
         lms-appliance: geweigerd, 5 fouten; er is niets gewijzigd\n"
    );
    write_file(&site, "persons.csv", "ExternalIdentifier,CostCentre,Email\nE001,K1,anna\n");
    let done = lms_in_dutch(&site, &["import", "persons.csv", "--dry-run"]).ok();
    assert_eq!(done.stdout, "persons.csv: aangemaakt 0, gewijzigd 1, ongewijzigd 0, verwijderd 0\n");
    assert_eq!(
        done.stderr,
        "waarschuwing: persons.csv:2: Email: anna bevat geen @\nproefimport: er is niets gewijzigd\n"
    );
    let guarded = site.lms_with_env(("LMS_LANGUAGE", "nl"), &["import", "persons.csv", "--max-changes", "0"]);
    assert_eq!(guarded.status, 3);
    assert_eq!(
        guarded.stderr.lines().skip(1).collect::<Vec<_>>(),
        [
            "persons.csv:1: 0 rijen zouden nieuw zijn, 1 gewijzigd en 0 verwijderd; van de 1 rijen in het bestand staat --max-changes 0 er 0 toe",
            "lms-appliance: tegengehouden door een veiligheidsgrens; er is niets gewijzigd"
        ]
    );
    site.lms(&["import", "persons.csv"]).ok();
    write_file(&site, "persons.csv", "ExternalIdentifier,CostCentre\nE001,K2\n");
    site.lms(&["import", "persons.csv"]).ok();
    let refused = lms_in_dutch(&site, &["imports", "undo", "2"]).refused();
    assert!(refused.stderr.contains("E001 is later gewijzigd door import 3 regel 2 ("), "{refused:?}");
    let last = "import 2 kan niet ongedaan worden gemaakt; er is niets gewijzigd; maak eerst import 3 ongedaan (";
    assert!(refused.stderr.contains(last), "{refused:?}");
    let undone = lms_in_dutch(&site, &["imports", "undo", "3"]).ok();
    assert!(undone.stdout.starts_with("import 3 is ongedaan gemaakt door ongedaanmaking 4\n"), "{undone:?}");
    let none = lms_in_dutch(&site, &["imports", "undo", "9"]).refused();
    assert_eq!(none.stderr, "lms-appliance: import 9 bestaat niet\n");
    let json = lms_in_dutch(&site, &["imports", "--json"]).ok();
    assert!(json.stdout.contains("\"kind\":\"undo\""), "{json:?}");
}

#[test]
fn mappings_and_common_failures_are_in_dutch() {
    let site = persons_site();
    write_file(
        &site,
        "hr.toml",
        "name = \"afas-hr\"\nfile = \"persons.csv\"\n[columns]\nNr = \"ExternalIdentifier\"\n",
    );
    assert_eq!(lms_in_dutch(&site, &["mappings", "set", "hr.toml"]).ok().stdout, "kolomkoppeling afas-hr, versie 1\n");
    let unknown = lms_in_dutch(&site, &["mappings", "show", "afas-h"]).refused();
    assert_eq!(unknown.stderr, "lms-appliance: kolomkoppeling afas-h bestaat niet; bedoelt u afas-hr?\n");
    assert!(lms_in_dutch(&site, &["check"]).ok().stdout.starts_with("geen problemen gevonden in "));
    let absent = lms_in_dutch(&site, &["check", "--db", "none.sqlite"]).refused();
    let expected = "lms-appliance: none.sqlite bestaat niet; `lms-appliance init --db none.sqlite` maakt het aan\n";
    assert_eq!(absent.stderr, expected);
    let usage = site.lms(&["imports", "--language", "de"]);
    assert_eq!(usage.status, 2, "{usage:?}");
}

#[test]
fn errors_of_mappings_and_accounts_are_in_dutch() {
    let site = Site::new();
    write_file(&site, "hr.toml", "name = \"HR\"\nfile = \"person.csv\"\ncolums = 1\n");
    let refused = lms_in_dutch(&site, &["mappings", "set", "hr.toml"]).refused();
    assert_eq!(
        refused.stderr,
        "hr.toml:1: name: HR bestaat niet uit 1 tot 64 tekens a-z, 0-9 en -\n\
         hr.toml:2: file: person.csv is geen gegevensbestand; bedoelt u persons.csv?\n\
         hr.toml:3: colums: onbekende sleutel; bedoelt u columns?; de sleutels zijn name, file, match, sheet, header_row, \
         encoding, separator, columns, values, constants, skip, dates\n\
         lms-appliance: geweigerd, 3 fouten; er is niets gewijzigd\n"
    );
    let added = lms_in_dutch(&site, &["credential", "add", "hr"]).ok();
    assert!(added.stdout.starts_with("verbinding hr toegevoegd; rechten: geen\n"), "{added:?}");
    assert!(added.stdout.contains("\nhet wachtwoord, dat alleen nu wordt getoond:\n"), "{added:?}");
    let listener = lms_in_dutch(&site, &["credential", "add", "hr"]).refused();
    let expected = "er is al een verbinding hr; `credential rotate hr` geeft een nieuw wachtwoord\n";
    assert_eq!(listener.stderr, format!("lms-appliance: {expected}"));
}

#[test]
fn the_history_of_a_row_is_in_dutch() {
    let site = persons_site();
    write_file(&site, "persons.csv", "ExternalIdentifier,CostCentre\nE001,K2\n");
    let shown = lms_in_dutch(&site, &["import", "persons.csv", "--dry-run", "--diff"]).ok();
    assert!(shown.stdout.starts_with("persons.csv:2: E001 gewijzigd\n"), "{shown:?}");
    site.lms(&["import", "persons.csv"]).ok();
    let row = lms_in_dutch(&site, &["imports", "show", "2"]).ok();
    assert!(row.stdout.ends_with("persons.csv:2: E001 gewijzigd: CostCentre: K100 -> K2\n"), "{row:?}");
    let why = lms_in_dutch(&site, &["why", "persons.csv", "E001"]).ok();
    assert!(why.stdout.contains("CostCentre: K2  <- import 2 regel 2 ("), "{why:?}");
    let audit = lms_in_dutch(&site, &["audit"]).ok();
    assert!(audit.stdout.contains("persoon 1 (E001)  gewijzigd door import 2 regel 2 ("), "{audit:?}");
}

#[test]
fn errors_that_end_a_service_or_a_check_are_in_dutch() {
    let site = persons_site();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its address").to_string();
    let port = "kan niet worden geluisterd; `--listen` kiest een ander adres: het adres is al in gebruik (";
    for (args, expected) in [
        (&["serve", "--listen", &address][..], format!("lms-appliance: op {address} {port}")),
        (
            &["serve", "--db", "none/x.sqlite"],
            "none/x.sqlite kan niet worden geopend: de map none bestaat niet\n".into(),
        ),
        (&["check", "--db", "."], ". is een map: geef een bestand op\n".into()),
        (&["demo", "--listen", "127.0.0.1:0"], "bevat gegevens die niet van een demonstratie zijn".into()),
    ] {
        let refused = lms_in_dutch(&site, args).refused();
        assert!(refused.stderr.contains(&expected), "{args:?}: {refused:?}");
    }
}

/// The contract fixes only the English texts: each error of a wrong argument has a translation.
#[test]
fn errors_of_wrong_arguments_are_in_dutch() {
    let site = persons_site();
    site.lms(&["operator", "add", "jan", "--role", "owner"]).ok();
    write_file(&site, "full.csv", "x\n");
    write_file(&site, "y.sqlite-wal", "");
    let db = site.db();
    let db = db.to_str().expect("a path in UTF-8");
    for (args, expected) in [
        (&["why", "person", "E001"][..], "person is geen gegevensbestand; bedoelt u persons?"),
        (&["why", "x", "1"], "x is geen gegevensbestand; de gegevensbestanden zijn account_levels.csv, "),
        (&["why", "persons", "E00"], "persons.csv heeft geen rij E00; bedoelt u E001?"),
        (&["why", "persons", "E001", "emial"], "persons.csv heeft geen kolom emial; bedoelt u Email?"),
        (&["why", "persons", "E001", "zzzz"], "persons.csv heeft geen kolom zzzz; de kolommen zijn Id, "),
        (
            &["why", "class_dates", "a"],
            "de sleutel van class_dates.csv is ClassCode, Date, From: geef ook de overige 2 op",
        ),
        (
            &["why", "persons", "a", "b", "c"],
            "de sleutel van persons.csv is ExternalIdentifier; daarna mag nog één kolom",
        ),
        (&["why", "class_dates", "a", "9-9", "9:00"], "Date: 9-9 is geen datum (JJJJ-MM-DD of D-M-JJJJ; jaren 1900 "),
        (&["audit", "--person", "E00"], "er is geen persoon E00; bedoelt u E001?"),
        (&["person", "export", "x"], "er is geen persoon x"),
        (&["person", "export", "E001", "--to", db], "is de database zelf: geef een ander bestand op"),
        (&["person", "anonymise", "x"], "er is geen persoon met ExternalIdentifier x"),
        (&["person", "anonymise", "E001"], "de persoon met ExternalIdentifier E001 is in dienst; alleen personen die "),
        (&["credential", "grant", "hr", "Report"], "Report is geen bewerking; bedoelt u reports?"),
        (&["credential", "grant", "hr", "x"], "x is geen bewerking (toegestaan: provisioning, reports, all, "),
        (&["credential", "revoke", "hr", "--token", "x"], "van verbinding hr, zoals `credential list` dat toont: geen"),
        (&["credential", "rotate", "hr", "--password-stdin"], "het wachtwoord in de standaardinvoer is leeg"),
        (&["operator", "reset-second-factor", "jan"], "beheerder jan heeft geen tweede factor"),
        (&["import", "none"], "none kan niet worden gelezen: het bestand of de map bestaat niet ("),
        (&["export", "full.csv"], "full.csv is een bestand: geef een map op"),
        (&["export", "."], ". is niet leeg; --overwrite vervangt de gegevensbestanden erin"),
        (&["formats", "--csv", "."], ". is niet leeg; geef voor de sjablonen een nieuwe of lege map op"),
        (&["man", "."], ". bestaat al: geef een nieuwe map op"),
        (&["backup", "--to", "full.csv"], "full.csv bestaat al en is niet gewijzigd: geef een nieuw bestand op, of "),
        (&["backup", "--to", "none/x"], "none/x kan niet worden geschreven: de map none bestaat niet"),
        (&["backup", "--to", "y.sqlite"], "y.sqlite-wal is overgebleven van een andere database en zou de kopie "),
        (&["restore", "--from", db], "is de database zelf: geef een ander bestand op"),
        (&["serve", "--tls-cert", "full.csv", "--tls-key", "full.csv"], "full.csv is geen PEM (tekst met een regel "),
        (&["health", "--listen", "127.0.0.1:1"], "op 127.0.0.1:1 antwoordt geen service: "),
    ] {
        let refused = lms_in_dutch(&site, args).refused();
        assert!(refused.stderr.contains(expected), "{args:?}: {refused:?}");
    }
    let short = site.lms_with_input(&["operator", "rotate", "jan", "--password-stdin", "--language", "nl"], "123\n");
    assert_eq!(short.stderr, "lms-appliance: het wachtwoord heeft 3 tekens; er zijn er minstens 15 nodig\n");
    let due = lms_in_dutch(&site, &["person", "due", "--anonymise-after", "7y"]).ok();
    assert_eq!(due.stdout, "er is niemand aan de beurt\n");
    let unknown = site.lms_with_env(("LMS_LISTE", "x"), &["imports", "--language", "nl"]);
    assert!(
        unknown.stderr.contains("waarschuwing: onbekende variabele LMS_LISTE; bedoelt u LMS_LISTEN?"),
        "{unknown:?}"
    );
}
