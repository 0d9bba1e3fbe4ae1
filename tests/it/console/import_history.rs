//! Tests the list of imports, the page of an import with its rows, and its undo with a preview.

use super::row_forms::save_row;
use super::{Browser, NAME, add_operator, persons_site_with, text_of, token};

/// Undoes import 2 with two clicks on the button, and returns the address of the next page.
fn undo_import_2(browser: &mut Browser, fields: &[(&str, &str)]) -> String {
    let token = token(&browser.page("/console/data"));
    let fields = [fields, &[("token", token.as_str())]].concat();
    let [first, second] = [(); 2]
        .map(|()| browser.post("/console/imports/2/undo", &fields).header("Location").expect("an address").to_owned());
    assert_eq!(first, second);
    browser.wait_for_page(&first).header("Location").unwrap_or_default().to_owned()
}

#[test]
fn an_import_is_found_shown_and_undone() {
    let site = persons_site_with("editor");
    let before = site.export_file("persons.csv");
    let change = "ExternalIdentifier,CostCentre,Email\nE001,K900,anna@example.nl\nE002,<b>K9</b>,b@x\n";
    site.import(&[("persons.csv", change)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let all = browser.page("/console/imports");
    let reported = text_of(&all);
    assert!(reported.find("Import 2").unwrap() < reported.find("Import 1").unwrap(), "{reported}");
    let page = browser.page("/console/imports/2");
    let reported = text_of(&page);
    assert!(reported.contains("Anna van den Berg E001 Persons Changed Cost centre: K100 → K900"), "{reported}");
    assert!(
        reported.contains("Cost centre: K200 → <b>K9</b>; ") || reported.contains("; Cost centre: K200 → <b>K9</b>"),
        "{reported}"
    );
    assert!(page.contains("href=\"/console/person/1\""), "{page}");
    // the preview changes nothing
    let preview = browser.wait_for_page("/console/imports/2/undo").text().to_string();
    assert!(text_of(&preview).contains("Nothing has changed yet."), "{}", text_of(&preview));
    assert!(text_of(&preview).contains("Table Changed Persons 2"), "{}", text_of(&preview));
    // each row with the change
    assert!(text_of(&preview).contains("Anna van den Berg E001 Changed Cost centre: K900 → K100"), "{preview}");
    let rows = text_of(&browser.page("/console/imports/2/undo/persons"));
    assert!(rows.contains("Bram Jansen E002 Changed") && rows.contains("Cost centre: <b>K9</b> → K200"), "{rows}");
    let after = browser.get("/console/imports/2/undo/persons?after=2");
    assert!(text_of(after.text()).contains("Back to the preview"), "{}", after.text());
    assert_eq!(browser.get("/console/imports/2/undo/nothing").status, 404);
    // another session has no preview yet
    let mut other = Browser::signed_in(&server, NAME);
    let redirect = other.get("/console/imports/2/undo/persons");
    assert_eq!(redirect.header("Location"), Some("/console/imports/2/undo"));
    assert_ne!(site.export_file("persons.csv"), before);
    assert_eq!(undo_import_2(&mut browser, &[]), "/console/imports/2?undone=3");
    assert_eq!(site.export_file("persons.csv"), before);
    let undone = browser.page("/console/imports/2");
    assert!(text_of(&undone).contains("Undone by Undo 3") && !undone.contains("/imports/2/undo"), "{undone}");
    let link_to_undo = "<a href=\"/console/imports/3\">Undo 3</a>";
    assert!(undone.contains(link_to_undo), "{undone}");
    let all = browser.page("/console/imports");
    assert_eq!(all.matches(link_to_undo).count(), 2, "the undo, and the import that it undid: {all}");
    let undo = browser.page("/console/imports/3");
    assert!(
        text_of(&undo).contains("Undo 3") && undo.contains("<a href=\"/console/imports/2\">Undo of Import 2</a>"),
        "{undo}"
    );
    assert!(undo.contains(">Take back undo 3</a>"), "{undo}");
    let preview = text_of(browser.wait_for_page("/console/imports/3/undo").text());
    assert!(preview.contains("Take back undo 3 Check what taking back the undo will change."), "{preview}");
    let nothing = browser.wait_for_page("/console/imports/2/undo").text().to_string();
    assert!(text_of(&nothing).contains("import 2 is undone already"), "{}", text_of(&nothing));
    // undoing the undo makes the import undoable again
    site.lms(&["imports", "undo", "3"]).ok();
    let taken_back = text_of(&browser.page("/console/imports/4"));
    assert!(taken_back.contains("What Undo 3 taken back"), "{taken_back}");
    // taking this back removes the changes of the import again
    let preview = text_of(browser.wait_for_page("/console/imports/4/undo").text());
    assert!(preview.contains("Take back undo 4 Check what taking back the undo will change."), "{preview}");
    assert!(preview.contains("Anna van den Berg E001 Changed Cost centre: K900 → K100"), "{preview}");
    assert!(browser.page("/console/imports/2").contains("/imports/2/undo"));
    for path in ["/console/imports/9", "/console/imports/9/undo", "/console/imports/x", "/console/imports/1/x"] {
        assert_eq!(browser.get(path).status, 404, "{path}");
    }
}

// "what stands in the way"
#[test]
fn obstacles_of_an_undo_are_listed_and_can_be_kept() {
    let site = persons_site_with("editor");
    add_operator(&site, "kijker", "viewer");
    let rows = ["K1", "K2"].map(|centre| format!("ExternalIdentifier,CostCentre\nE001,{centre}\n"));
    site.import(&[("persons.csv", &format!("{}E002,K1\n", rows[0]))]).ok();
    site.import(&[("persons.csv", &rows[1])]).ok();
    let server = site.serve(&[]);
    let mut viewer = Browser::signed_in(&server, "kijker");
    assert_eq!(viewer.get("/console/imports/2/undo").status, 403);
    assert_eq!(viewer.change("/console/imports/2/undo", &[]).status, 403);
    let mut browser = Browser::signed_in(&server, NAME);
    let preview = text_of(browser.wait_for_page("/console/imports/2/undo").text());
    assert!(
        preview.contains("this cannot be undone completely")
            && preview
                .contains("Persons · Cost centre: Anna van den Berg (E001) was changed later by import 3 line 2 ("),
        "{preview}"
    );
    assert!(!preview.contains("T12:00") && !preview.contains("persons.csv"), "{preview}");
    let rows = "Anna van den Berg E001 Changed Cost centre: K2 → K100 Bram Jansen E002 Changed Cost centre: K1 → K200";
    assert!(
        preview.contains("Table Changed Persons 2") && preview.contains(rows) && !preview.contains("Cancel"),
        "{preview}"
    );
    assert_eq!(undo_import_2(&mut browser, &[]), "");
    let refused = text_of(browser.wait_for_page("/console/imports/2/undo").text());
    assert!(refused.contains("this cannot be undone completely") && refused.contains(rows), "{refused}");
    let preview_keeping = text_of(browser.wait_for_page("/console/imports/2/undo?keep=later").text());
    assert!(preview_keeping.contains("Table Changed Persons 1"), "{preview_keeping}");
    let to = undo_import_2(&mut browser, &[("keep", "later")]);
    assert_eq!(to, "/console/imports/2?undone=4");
    let persons = site.export_file("persons.csv");
    assert!(persons.contains(",K2,010-1234567") && persons.contains(",K200,06-12345678"), "{persons}");
}

#[test]
fn a_blocked_undo_that_would_change_nothing_has_no_empty_table() {
    let site = persons_site_with("editor");
    for centre in ["K1", "K100"] {
        site.import(&[("persons.csv", &format!("ExternalIdentifier,CostCentre\nE001,{centre}\n"))]).ok();
    }
    let server = site.serve(&[]);
    let preview = text_of(Browser::signed_in(&server, NAME).wait_for_page("/console/imports/2/undo").text());
    assert!(preview.contains("Anna van den Berg (E001) was changed later by import 3"), "{preview}");
    assert!(!preview.contains("Nothing was found") && !preview.contains("This would be undone"), "{preview}");
}

#[test]
fn an_undo_of_many_rows_is_previewed_page_by_page() {
    let site = persons_site_with("editor");
    let names: String = (1..=120).map(|number| format!("Afdeling {number:03}\n")).collect();
    site.import(&[("divisions.csv", &format!("Name\n{names}"))]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let preview = browser.wait_for_page("/console/imports/2/undo").text().to_string();
    assert!(text_of(&preview).contains("All 120 rows of Divisions"), "{}", text_of(&preview));
    assert_eq!(preview.matches("<th scope=\"row\" class=\"nowrap\">Afdeling ").count(), 10);
    let (mut address, mut seen) = (Some("/console/imports/2/undo/divisions".to_owned()), 0);
    while let Some(of) = address {
        let page = browser.page(&of);
        let rows = page.matches("<th scope=\"row\"").count();
        assert!(rows <= 50, "{rows}");
        seen += rows;
        let next = page.split("href=\"").find(|link| link.contains("after=") && link.contains("\">Next rows"));
        let next = next.map(|link| link.split('"').next().unwrap());
        address = next.map(|query| format!("/console/imports/2/undo/divisions{}", query.replace("&#38;", "&")));
    }
    assert_eq!(seen, 120);
}

#[test]
fn changed_files_are_listed_first_and_unchanged_files_are_folded() {
    let site = persons_site_with("editor");
    let persons = site.export_file("persons.csv");
    site.import(&[("divisions.csv", "Name\nNieuw\n"), ("persons.csv", &persons)]).ok();
    let server = site.serve(&[]);
    let page = Browser::signed_in(&server, NAME).page("/console/imports/2");
    let reported = text_of(&page);
    let (before, folded) = reported.split_once("Unchanged files").expect("unchanged files");
    assert!(before.contains("Nieuw Divisions Created") && !before.contains("Persons"), "{reported}");
    assert!(folded.contains("Persons Rows: 5."), "{reported}");
}

#[test]
fn obstacles_of_an_undo_are_in_the_language_of_the_page() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    browser.change("/console/data/divisions/new", &[("seen", ""), ("Name", "Nieuw"), ("ParentName", "")]);
    let page = browser.page("/console/person/1/position");
    let seen = page.split("name=\"seen\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    browser.change("/console/person/1/position", &[("seen", seen), ("DivisionName", "Nieuw")]);
    browser.language = "nl";
    let preview = text_of(browser.wait_for_page("/console/imports/2/undo").text());
    let day = "door wijziging 3 (jansen), ";
    let named = "Divisies: Nieuw is nog in gebruik bij Personen: Anna van den Berg (E001), gewijzigd ";
    assert!(preview.contains("Ongedaan maken: Wijziging 2") && preview.contains(&format!("{named}{day}")), "{preview}");
    assert!(!preview.contains(".csv") && !preview.contains("T1"), "{preview}");
    let all = text_of(&browser.page("/console/imports"));
    assert!(all.contains("Wijziging 3") && all.contains("Personen: Anna van den Berg Personen: 1 gewijzigd"), "{all}");
}

#[test]
fn obstacles_do_not_repeat_the_import_that_cannot_be_undone() {
    let site = persons_site_with("editor");
    let person = "ExternalIdentifier,FirstName,FamilyName,Email,DivisionName\nE009,Gijs,Mol,g@x,Nieuw\n";
    site.import(&[("persons.csv", person)]).ok();
    site.import(&[("persons.csv", "ExternalIdentifier,CostCentre\nE009,K1\n")]).ok();
    let server = site.serve(&[]);
    let preview = text_of(Browser::signed_in(&server, NAME).wait_for_page("/console/imports/2/undo").text());
    assert!(preview.contains("Nieuw is referred to by Persons: Gijs Mol (E009) Persons"), "{preview}");
    assert!(preview.contains("Gijs Mol (E009) was changed later by import 3 line 2 ("), "{preview}");
    assert!(!preview.contains("import 2"), "{preview}");
}

#[test]
fn obstacles_of_a_row_are_one_list_with_a_text_for_each_change() {
    let site = persons_site_with("editor");
    site.import(&[("persons.csv", "ExternalIdentifier,FirstName,FamilyName,Email\nE009,Gijs,Mol,g@x\n")]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    site.import(&[("persons.csv", "ExternalIdentifier,CostCentre,PhoneNumber\nE009,K1,06\n")]).ok();
    browser.change("/console/person/6/employment", &[("ContractEndTime", "2031-01-01T00:00:00")]);
    browser.language = "nl";
    let page = browser.wait_for_page("/console/imports/2/undo").text().to_string();
    let list = page.split("<ul class=\"wrong\">").nth(1).and_then(|rest| rest.split("</ul>").next()).expect("a list");
    let texts: Vec<_> = list.split("<li>").skip(1).collect();
    let named = "Gijs Mol (E009) is later gewijzigd door";
    assert!(
        texts[0].starts_with(&format!("Personen · Kostenplaats, Telefoonnummer: {named} import 3 regel 2 (")),
        "{list}"
    );
    assert!(texts[1].starts_with(&format!("Personen · Uit dienst per: {named} jansen (Persoon wijzigen), ")), "{list}");
    assert!(texts.len() == 2 && text_of(&page).contains("Gijs Mol E009 Verwijderd"), "{page}");
}

#[test]
fn warnings_of_an_undo_name_the_class_of_a_code() {
    let site = persons_site_with("editor");
    let enrolments = |rows: &str| {
        let header = "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State";
        site.import(&[("enrollments.csv", &format!("{header}\n{rows}"))]).ok();
    };
    site.import(&[
        ("steps.csv", "Title\nVeilig\n"),
        ("categories.csv", "StepTitle,Title\nVeilig,BHV\n"),
        ("trainings.csv", "Code,Type,Title,StepTitle,CategoryTitle\nBHV,Learning,BHV basis,Veilig,BHV\n"),
        ("classes.csv", "Code,TrainingCode,Name,MaxPersons\nVOL,BHV,Groep 2,1\n"),
    ])
    .ok();
    enrolments("E001,BHV,VOL,2026-01-02T09:00:00,3\n");
    enrolments("E001,BHV,VOL,2026-01-02T09:00:00,2\n");
    enrolments("E002,BHV,VOL,2026-01-03T09:00:00,3\n");
    let server = site.serve(&[]);
    let preview = text_of(Browser::signed_in(&server, NAME).wait_for_page("/console/imports/4/undo").text());
    assert!(preview.contains("Enrolments · Class: Groep 2 (VOL) has 1 place, and 2"), "{preview}");
}

#[test]
fn the_preview_of_an_invalid_undo_omits_the_later_changes_that_it_keeps() {
    let site = persons_site_with("editor");
    for (header, cells) in [
        ("ContractStartTime,ContractEndTime", "2040-01-01T00:00:00,2050-01-01T00:00:00"),
        ("ContractStartTime,PhoneNumber", "2010-01-01T00:00:00,111"),
        ("ContractEndTime,PhoneNumber", "2030-01-01T00:00:00,222"),
    ] {
        site.import(&[("persons.csv", &format!("ExternalIdentifier,{header}\nE001,{cells}\n"))]).ok();
    }
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (query, is_shown) in [("", true), ("?keep=on", false)] {
        let page = text_of(browser.wait_for_page(&format!("/console/imports/3/undo{query}")).text());
        assert!(page.contains("Contract start: 1 Jan 2010 → 1 Jan 2040"), "{page}");
        assert_eq!(page.contains("Phone number: 222"), is_shown, "{page}");
    }
}

#[test]
fn a_row_that_an_undo_removed_has_no_link() {
    let site = persons_site_with("owner");
    site.import(&[("groups.csv", "Name\nEHBO\n")]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (is_removed, path) in [(false, "imports/2"), (false, "audit"), (true, "imports/2"), (true, "audit")] {
        if is_removed && path == "imports/2" {
            site.lms(&["imports", "undo", "2"]).ok();
        }
        let page = browser.page(&format!("/console/{path}"));
        assert!(page.contains("EHBO"), "{page}");
        assert_eq!(page.contains("/console/data/groups/1\""), !is_removed, "{path}: {page}");
    }
}

#[test]
fn a_reference_to_a_removed_row_names_the_row_and_its_removal() {
    let site = persons_site_with("editor");
    let header = "Code,TrainingCode,Name,MaxPersons";
    let enrolments = "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State";
    site.import(&[
        ("steps.csv", "Title\nVeilig\n"),
        ("categories.csv", "StepTitle,Title\nVeilig,BHV\n"),
        ("trainings.csv", "Code,Type,Title,StepTitle,CategoryTitle\nBHV,Learning,BHV basis,Veilig,BHV\n"),
        ("classes.csv", &format!("{header}\nVOL,BHV,Groep 2,8\nLEEG,BHV,Groep 3,8\n")),
        ("enrollments.csv", &format!("{enrolments}\nE001,BHV,VOL,2026-01-02T09:00:00,3\n")),
    ])
    .ok();
    let functions = site.export_file("functions.csv");
    for function in ["Kok", "Docent"] {
        site.import(&[("persons.csv", &format!("ExternalIdentifier,FunctionName\nE001,{function}\n"))]).ok();
    }
    for (name, text) in [
        ("functions.csv", functions),
        ("enrollments.csv", format!("{enrolments}\n")),
        ("classes.csv", format!("{header}\nLEEG,BHV,Groep 3,8\n")),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        site.lms(&["import", file.to_str().unwrap(), "--replace", "--max-removals", "100%"]).ok();
    }
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (language, enrolment, removal, function) in [
        (
            "en",
            "Enrolments · Class: Anna van den Berg · BHV basis · Groep 2 · 2 Jan 2026 (E001, BHV, VOL)",
            "referred to Groep 2 (VOL), which was later removed from Classes by import 7 (",
            "→ Kok (removed since)",
        ),
        (
            "nl",
            "Inschrijvingen · Klas: Anna van den Berg · BHV basis · Groep 2 · 2-1-2026 (E001, BHV, VOL)",
            "verwees naar Groep 2 (VOL); die rij is later uit Klassen verwijderd door import 7 (",
            "→ Kok (inmiddels verwijderd)",
        ),
    ] {
        browser.language = language;
        let preview = text_of(browser.wait_for_page("/console/imports/6/undo").text());
        assert!(preview.contains(&format!("{enrolment} {removal}")), "{preview}");
        let history = text_of(&browser.page("/console/imports/3"));
        assert!(history.contains(function), "{history}");
    }
    let removed = text_of(&browser.page("/console/imports/6"));
    assert!(removed.contains("Status: ingepland; Gewijzigd op: 2-1-2026 09:00 Rijen per tabel"), "{removed}");
}

#[test]
fn the_preview_of_an_undo_shows_the_values_of_removed_rows() {
    let site = persons_site_with("editor");
    let person = "ExternalIdentifier,FirstName,FamilyName,Email\nE009,Gijs,Mol,gijs@example.nl\n";
    site.import(&[("persons.csv", person)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let preview = text_of(browser.wait_for_page("/console/imports/2/undo").text());
    assert!(preview.contains("Gijs Mol E009 Removed"), "{preview}");
    assert!(preview.contains("Email: gijs@example.nl"), "{preview}");
    assert!(!preview.contains('→') && !preview.contains("Anonymised"), "{preview}");
}

#[test]
fn the_preview_of_an_undo_names_a_removed_row_with_a_number_as_its_key() {
    let site = persons_site_with("editor");
    site.import(&[
        ("steps.csv", "Title\nVeilig\n"),
        ("categories.csv", "StepTitle,Title\nVeilig,BHV\n"),
        ("trainings.csv", "Code,Type,Title,StepTitle,CategoryTitle\nBHV,Learning,BHV basis,Veilig,BHV\n"),
        ("dim_reasons.csv", "Id,Reason\n1,Diploma\n2,Ziekte\n"),
        ("dimmings.csv", "PersonExternalIdentifier,TrainingCode,DimReasonId\nE001,BHV,1\n"),
    ])
    .ok();
    for (name, text) in [
        ("dimmings.csv", "PersonExternalIdentifier,TrainingCode,DimReasonId\n"),
        ("dim_reasons.csv", "Id,Reason\n2,Ziekte\n"),
    ] {
        let file = site.path().join(name);
        std::fs::write(&file, text).unwrap();
        site.lms(&["import", file.to_str().unwrap(), "--replace", "--max-removals", "100%"]).ok();
    }
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let preview = text_of(browser.wait_for_page("/console/imports/3/undo").text());
    let obstacle = "Exemptions · Reason: Anna van den Berg · BHV basis (E001, BHV) referred to Diploma, which was later \
                    removed from Reasons for exemption by import 4 (";
    assert!(preview.contains(obstacle), "{preview}");
    assert!(preview.contains("E001, BHV Created Reason: Diploma"), "{preview}");
    let rows = text_of(&browser.page("/console/imports/3/undo/dimmings"));
    assert!(rows.contains("E001, BHV Created Reason: Diploma"), "{rows}");
    assert!(text_of(&browser.page("/console/imports/3")).contains("Reason: Diploma (removed since)"));
}

#[test]
fn times_at_the_start_or_end_of_a_day_are_shown_only_where_they_matter() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for end in ["2031-07-31T00:00", "2031-07-31T23:59:59", "2032-07-31T23:59:59"] {
        super::row_forms::save_row(&mut browser, "/console/data/persons/2", &[("ContractEndTime", end)]);
    }
    // midnight in the Netherlands
    let database = rusqlite::Connection::open(site.db()).unwrap();
    database.execute("UPDATE ledger SET at = '2026-03-09T23:00:00Z'", []).unwrap();
    for (language, changes, obstacle) in [
        (
            "en",
            [
                "Not employed from: 31 Jul 2030 → 31 Jul 2031",
                "Not employed from: 31 Jul 2031 00:00:00 → 31 Jul 2031 23:59:59",
                "Not employed from: 31 Jul 2031 → 31 Jul 2032",
            ],
            "Persons · Not employed from: Bram Jansen (E002) was changed later by change 4 (jansen), 10 Mar 2026 00:00",
        ),
        (
            "nl",
            [
                "Uit dienst per: 31-7-2030 → 31-7-2031",
                "Uit dienst per: 31-7-2031 00:00:00 → 31-7-2031 23:59:59",
                "Uit dienst per: 31-7-2031 → 31-7-2032",
            ],
            "Personen · Uit dienst per: Bram Jansen (E002) is later gewijzigd door wijziging 4 (jansen), 10-3-2026 00:00",
        ),
    ] {
        browser.language = language;
        for (number, change) in (2..).zip(changes) {
            let page = text_of(&browser.page(&format!("/console/imports/{number}")));
            assert!(page.contains(change), "{change}: {page}");
        }
        let preview = text_of(browser.wait_for_page("/console/imports/2/undo").text());
        assert!(preview.contains(obstacle), "{preview}");
    }
}

#[test]
fn an_undo_that_fails_shows_a_reference_and_logs_the_reason() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    save_row(&mut browser, "/console/data/persons/2", &[("CostCentre", "K900")]);
    let token = token(&browser.page("/console/data"));
    let trigger = "CREATE TRIGGER refusal BEFORE UPDATE ON person BEGIN SELECT RAISE(ABORT, 'inner reason'); END";
    rusqlite::Connection::open(site.db()).and_then(|database| database.execute_batch(trigger)).expect("a trigger");
    let direct = browser.change("/console/data/persons/undo", &[("number", "2")]);
    assert_eq!(browser.post("/console/imports/2/undo", &[("token", &token)]).status, 303);
    let with_preview = browser.wait_for_page("/console/imports/2/undo");
    server.wait_for_log_lines(2, "inner reason");
    let log = server.log();
    for answer in [direct, with_preview] {
        assert_eq!(answer.status, 500, "{}", answer.text());
        assert!(!answer.text().contains("inner reason"), "{}", answer.text());
        let errors = log.lines().filter(|line| line.contains("inner reason"));
        let mut references = errors.filter_map(|line| line.split("request=").nth(1)?.split(' ').next());
        assert!(references.any(|reference| answer.text().contains(reference)), "{log}");
    }
}
