//! Privacy: dossiers (`person export`), retention periods, anonymisation by the service, and docs/privacy.md, which lists all
//! personal data.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::Path;

use crate::formats;
use crate::support::{Dialect, Fixture, Site, form_request, persons_site, wait_until};

const PAGE: &str = include_str!("../../docs/privacy.md");

/// Returns the names in code font in a table cell of the page.
fn names(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns the rows of the page's tables: names of files and tables, and the free texts in them.
fn rows() -> Vec<(BTreeSet<String>, BTreeSet<String>)> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<_> = row.split('|').map(names).collect();
        (cells[1].clone(), cells[2].clone())
    })
    .collect()
}

/// Texts of data files that are not free texts.
const IDENTITIES: [&str; 6] = ["ExternalIdentifier", "FirstName", "Insertion", "FamilyName", "Email", "Code"];

/// The columns of other tables. Before you add a column here, consider whether the page must mention it.
const COLUMNS: [(&str, &str); 19] = [
    ("ledger", "id at kind number undoes actor action tag"),
    ("ledger_file", "ledger file digest created updated unchanged removed"),
    ("ledger_change", "id ledger file row line source kind old"),
    ("feed", "id lineage pruned pruned_tag"),
    ("mapping", "name version"),
    ("mapping_version", "name version content"),
    ("ledger_mapping", "ledger file name version"),
    ("last_import", "id at action result rows"),
    (
        "import_job",
        "id credential key digest query created_at ended_at state code progress number files groups errors first_errors",
    ),
    ("connector_error", "id at credential connector message"),
    ("operator", "id name role password_hash created_at last_signed_in_at"),
    ("operator_second_factor", "operator secret last_step created_at"),
    ("operator_recovery_code", "operator digest"),
    (
        "credential",
        "id name password_hash old_password_hash old_password_until always_envelope created_at last_used_at",
    ),
    ("credential_token", "credential prefix digest created_at expires_at last_used_at"),
    ("credential_grant", "credential operation"),
    ("calendar_feed", "kind subject secret created_at"),
    ("image", "id name content_type content digest"),
    ("training_id", "type highest"),
];

// fails for a new text or table that docs/privacy.md does not mention
#[test]
fn the_page_has_every_free_text_and_every_other_table() {
    let site = Site::new();
    let rows = rows();
    let mut files = BTreeSet::new();
    for (file, columns) in formats::columns_by_file(&site) {
        let row = rows.iter().find(|(names, _)| names.contains(&file));
        let (_, listed) = row.unwrap_or_else(|| panic!("docs/privacy.md has no {file}"));
        let texts = columns.iter().filter(|column| column.kind.starts_with("text") && column.references.is_empty());
        let free: BTreeSet<_> =
            texts.map(|column| column.name.clone()).filter(|name| !IDENTITIES.contains(&name.as_str())).collect();
        assert_eq!(*listed, free, "{file}");
        files.insert(file);
    }
    let database = rusqlite::Connection::open(site.db()).unwrap();
    let tables = "SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
                  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'";
    let mut statement = database.prepare(tables).unwrap();
    let pairs = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let mut tables = BTreeMap::<String, BTreeSet<String>>::new();
    for pair in pairs.unwrap() {
        let (table, column) = pair.unwrap();
        tables.entry(table).or_default().insert(column);
    }
    for (table, columns) in tables {
        let derived =
            "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name GLOB ?1 || '_after_*' OR ?1 GLOB 'portfolio_*')";
        let is_derived: bool = database.query_row(derived, [&table], |row| row.get(0)).unwrap();
        let row = rows.iter().find(|(names, _)| names.contains(&table));
        let (names, _) = row.unwrap_or_else(|| panic!("docs/privacy.md has no {table}"));
        // the content of a derived table follows from the other tables
        if names.is_disjoint(&files) && !is_derived {
            let known = COLUMNS.iter().find(|(name, _)| *name == table).expect("its columns are listed above").1;
            assert_eq!(columns, known.split(' ').map(str::to_owned).collect(), "{table}");
        }
    }
}

/// Returns the files of a .zip.
fn unzip(path: &Path) -> BTreeMap<String, String> {
    let mut zip = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let mut files = BTreeMap::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        files.insert(file.name().unwrap().into_owned(), text);
    }
    files
}

/// Creates a site in which E002 has rows in several files and a removed one, and E004 has rows too.
fn dossier_site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = persons_site();
        let files = [
            ("groups.csv", "Id,Name\n1,BHV\n"),
            ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,E002\nBHV,E004\n"),
            ("steps.csv", "Id,Title\n1,Basis\n"),
            ("categories.csv", "Id,StepTitle,Title\n1,Basis,Veilig\n"),
            (
                "trainings.csv",
                "Id,Code,Type,Title,StepTitle,CategoryTitle\n1,T1,Learning,<b>Tillen & zo</b>,Basis,Veilig\n",
            ),
            ("learning_paths.csv", "Id,Title\n1,Pad\n"),
            ("learning_path_links.csv", "LearningPathTitle,LinkType,LinkValue\nPad,Theme,E002\nPad,Function,Docent\n"),
            (
                "enrollments.csv",
                "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\nE002,T1,,2026-01-05T09:00:00,3\n",
            ),
        ];
        site.import(&files).ok();
        replace_members(&site, "BHV,E004");
        site
    })
}

/// Imports group_members.csv with this row only.
fn replace_members(site: &Site, row: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("GroupName,PersonExternalIdentifier\n{row}\n");
    fs::write(folder.path().join("group_members.csv"), file).unwrap();
    site.lms(&["import", folder.path().to_str().unwrap(), "--replace"]).ok();
}

#[test]
fn a_dossier_has_everything_about_a_person_and_nothing_of_others() {
    let site = dossier_site();
    site.add_credential("afas", "stilzwijgend", &["ConnectorError"]);
    let server = site.serve(&[]);
    for message in ["BRAM@example.nl is unknown", "anna@example.nl is unknown"] {
        let fields = [("username", "afas"), ("password", "stilzwijgend"), ("message", message)];
        let reported = server.send(&form_request("ConnectorError", &fields));
        assert_eq!(reported.status, 200);
    }
    site.lms(&["person", "export", "E002", "--to", "bram.zip"]).ok();
    let files = unzip(&site.path().join("bram.zip"));
    let json: serde_json::Value = serde_json::from_str(&files["person.json"]).unwrap();
    let file_names: Vec<_> = json["files"].as_object().unwrap().keys().collect();
    assert_eq!(file_names, ["enrollments.csv", "learning_path_links.csv", "persons.csv"]);
    for reported in [
        "\"Bram\"",
        "\"2030-07-31T23:59:59\"",
        "\"Theme\"",
        "\"group_members.csv\"",
        "\"removed\"",
        "BRAM@example.nl is unknown",
    ] {
        assert!(files["person.json"].contains(reported), "{reported}: {}", files["person.json"]);
    }
    for others in ["Dirk", "E004", "anna@example.nl", "Carla"] {
        for (name, text) in &files {
            assert!(!text.contains(others), "{others} in {name}: {text}");
        }
    }
    let audit = site.lms(&["audit"]).ok().stdout;
    assert_eq!(audit.matches(" person export 2\n").count(), 1, "{audit}");
    let page = &files["person.html"];
    assert!(page.contains("lang=\"nl\"") && page.contains("Achternaam"), "{page}");
    assert!(page.contains("T1 · &#60;b&#62;Tillen &#38; zo"), "{page}");
    // an existing file is not overwritten, and the default file name does not contain the person's name
    site.lms(&["person", "export", "E002", "--to", "bram.zip"]).refused();
    site.lms(&["person", "export", "E002", "--language", "en"]).ok();
    let english = &unzip(&site.path().join("person-2.zip"))["person.html"];
    assert!(english.contains("lang=\"en\"") && english.contains("Family name"), "{english}");
    let unknown = site.lms(&["person", "export", "E02"]).refused();
    assert!(unknown.stderr.contains("there is no person E02"), "{unknown:?}");
    let refused = site.lms(&["person", "export", "E002", "--to", "lms.sqlite"]).refused();
    assert!(refused.stderr.contains("is the database itself"), "{refused:?}");
    // refused exports are not in the audit
    let audit = site.lms(&["audit"]).ok().stdout;
    assert_eq!(audit.matches(" person export ").count(), 2, "{audit}");
}

/// Exports a person, and returns person.json.
fn export_person(site: &Site, identifier: &str) -> String {
    let zip = format!("{identifier}.zip");
    site.lms(&["person", "export", identifier, "--to", &zip]).ok();
    let files = unzip(&site.path().join(zip));
    files["person.json"].clone()
}

#[test]
fn a_dossier_follows_the_person_and_not_the_identifier() {
    let site = dossier_site();
    let renamed = "<servicePersonId>4</servicePersonId>\
                   <personUpdate><ExternalIdentifier>E404</ExternalIdentifier></personUpdate>";
    let server = site.serve(&[]);
    assert_eq!(server.soap(Dialect::Soap12, "UpdatePerson", renamed).status, 200);
    let head = "ExternalIdentifier,FirstName,FamilyName,Email";
    let person = format!("{head}\nE004,Nora,Nieuw,nora@example.nl\n");
    let members = "GroupName,PersonExternalIdentifier\nBHV,E404\nBHV,E004\n";
    site.import(&[("persons.csv", &person), ("group_members.csv", members)]).ok();
    replace_members(&site, "BHV,E404");
    let (first, second) = (export_person(&site, "E404"), export_person(&site, "E004"));
    assert!(!first.contains("removed") && first.contains("Dirk"), "{first}");
    assert!(second.contains("removed") && second.contains("Nora"), "{second}");
}

#[test]
fn a_dry_run_lists_persons_to_anonymise_and_changes_nothing() {
    let site = persons_site();
    let due = |now: &str, after: &str| {
        let args = ["person", "due", "--anonymise-after", after, "--now", now];
        site.lms(&args).ok().stdout
    };
    // E003's contract ended on 2026-01-31
    assert_eq!(due("2033-01-30T23:59:59", "7y"), "nobody is overdue\n");
    assert_eq!(due("2033-01-31T00:00:00", "7y"), "2026-01-31T00:00:00  E003  Carla de Vries (person 3)\n");
    assert_eq!(due("2026-03-09T12:00:00", "9999y"), "nobody is overdue\n");
    assert!(site.export_file("persons.csv").contains("Carla"));
    for wrong in ["7", "24h", "-7y"] {
        let args = ["person", "due", "--anonymise-after", wrong];
        assert_eq!(site.lms(&args).status, 2, "{wrong}");
    }
}

#[test]
fn the_service_anonymises_and_deletes_after_the_retention_periods() {
    let site = persons_site();
    let old = [(
        "persons.csv",
        "ExternalIdentifier,FirstName,FamilyName,Email,ContractEndTime\nE900,Quirijn,Xanten,q@example.nl,2001-01-01T00:00:00\n",
    )];
    site.import(&old).ok();
    let database = rusqlite::Connection::open(site.db()).unwrap();
    let long_ago = "UPDATE ledger SET at = '2011-01-01T00:00:00Z' WHERE number = 1";
    database.execute(long_ago, []).unwrap();
    drop(database);
    // with a fixed clock, nobody is anonymised
    let flags = ["--anonymise-after", "20y", "--audit-keep", "3y"];
    let server = site.serve(&flags);
    server.wait_for_log_lines(1, "THE CLOCK IS FIXED");
    server.stop();
    assert!(site.export_file("persons.csv").contains("Quirijn"));

    let server = site.serve_with_running_clock(&flags);
    server.wait_for_log_lines(1, "anonymised");
    // the file is rewritten before success is reported
    wait_until("no trace is left", || {
        let mut bytes = [site.db(), site.path().join("lms.sqlite-wal")].map(fs::read).into_iter().flatten();
        !bytes.any(|bytes| bytes.windows(7).any(|window| window == b"Quirijn"))
    });
    let log = server.stop().stderr;
    assert!(!log.contains("Quirijn") && !log.contains("E900"), "{log}");
    let persons = site.export_file("persons.csv");
    assert!(!persons.contains("Quirijn") && persons.contains("Carla"), "{persons}");
    let audit = site.lms(&["audit"]).ok().stdout;
    assert!(audit.contains("serve --anonymise-after"), "{audit}");
    assert!(audit.contains("serve --audit-keep"), "{audit}");
    assert!(!audit.contains("2011-01-01"), "{audit}");
    let refused = site.lms(&["serve", "--read-only", "--audit-keep", "3y"]);
    assert_eq!(refused.status, 2, "{refused:?}");
}
