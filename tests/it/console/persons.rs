//! Tests the pages of persons: search, employment, anonymisation and export.

use super::row_forms::{remove_row, save_row};
use super::{Browser, NAME, add_operator, persons_site_with, seed_site_with, text_of};
use crate::support::Dialect;

#[test]
fn a_person_is_found_by_any_part_and_shown_with_all_data() {
    let site = seed_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let persons = site.export_file("persons.csv");
    let row: Vec<_> = persons.lines().find(|line| line.contains(",001201,")).unwrap().split(',').collect();
    let (id, first, family) = (row[0], row[2], row[4]);
    for part in ["1201", &family[1..], &row[5][2..]] {
        let found = browser.page(&format!("/console/person?q={part}"));
        assert!(found.contains(&format!("/console/person/{id}\"")), "{part}");
        assert!(text_of(&found).contains(&format!("Search: {part} ×")), "{part}");
    }
    let page = text_of(&browser.page(&format!("/console/person/{id}")));
    for reported in [first, family, "Learning portfolio", "Enrolments", "Results", "History", "import 1, line"] {
        assert!(page.contains(reported), "{reported}: {page}");
    }
    // the summary begins with the position of the person
    let summary = "Function Verzorgende IG Division Lindehof, afdeling Beuk Manager Anneke Veenstra";
    assert!(page.contains(summary), "{page}");
    assert!(!page.contains("Employment and privacy"), "a viewer cannot change it: {page}");
    assert_eq!(browser.get("/console/person/0").status, 404);
    assert_eq!(browser.get(&format!("/console/person/{id}/everything")).status, 403);
}

// "Save as" offers "these rows" and "all rows"
#[test]
fn found_persons_and_all_persons_are_downloaded() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/person?q=vries");
    for link in ["\"?q=vries&#38;format=csv-excel\"", "\"/console/data/persons?format=csv\""] {
        assert!(page.contains(link), "{link}: {page}");
    }
    let found = browser.get("/console/person?q=vries&format=csv-excel");
    let row = "Carla de Vries;E003;Docent;Noord;2026-01-31";
    let header = "\u{feff}Name;Employee number;Function;Division;Not employed from";
    assert_eq!(found.text(), format!("{header}\r\n{row}\r\n"));
    // without a search, the page lists the employed persons
    let employed = browser.get("/console/person?format=csv");
    assert!(employed.text().contains(",E001,") && !employed.text().contains(",E003,"), "{}", employed.text());
    assert!(!browser.page("/console/person?q=nobody").contains("format="));
}

#[test]
fn links_of_found_persons_repeat_no_message() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/person?q=vries&saved=2&removed=3&undone=4");
    let main = page.split("<main").nth(1).and_then(|main| main.split("</main>").next()).expect("the content");
    assert!(main.contains("\"?q=vries&#38;format=csv-excel\""), "{main}");
    for field in ["saved=", "removed=", "undone="] {
        assert!(!main.contains(field), "{field}: {main}");
    }
}

#[test]
fn a_team_is_listed_by_name_and_the_title_of_a_person_has_the_identifier() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/person/1");
    assert!(page.contains("<title>Anna van den Berg (E001) · Persons · "), "{page}");
    let team = text_of(page.split("id=\"persons-").nth(1).expect("the team"));
    assert!(team.contains("Bram Jansen E002") && team.contains("Carla de Vries Has left E003"), "{team}");
    for (path, title) in [("history", "History"), ("agenda", "Agenda")] {
        let page = browser.page(&format!("/console/person/1/{path}"));
        // the no-break space keeps the dot from beginning a line
        assert!(page.contains(&format!("<title>{title} · Anna van den Berg (E001) · ")), "{page}");
    }
}

#[test]
fn a_time_at_the_end_of_a_day_is_shown_as_the_day_alone() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for path in ["person", "person/2", "data/persons?columns=ContractEndTime"] {
        let shown = text_of(&browser.page(&format!("/console/{path}")));
        assert!(shown.contains("31 Jul 2030") && !shown.contains("23:59"), "{path}: {shown}");
    }
    // the API returns the offset of the time
    let report = text_of(&browser.page("/console/reports/GetPersonByExternalId?externalId=E002"));
    // the first moment without employment is not called the end
    assert!(report.contains("Not employed from 31 Jul 2030") && !report.contains("23:59"), "{report}");
    let form = browser.page("/console/data/persons/2");
    assert!(form.contains("value=\"2030-07-31T23:59:59\""), "{form}");
    assert!(browser.get("/console/data/persons?format=csv").text().contains("2030-07-31T23:59:59"));
    // a change between two times that are not shown
    save_row(&mut browser, "/console/data/persons/2", &[("ContractEndTime", "2030-07-31T00:00")]);
    let history = text_of(&browser.page("/console/person/2/history"));
    assert!(history.contains("Not employed from: 31 Jul 2030 23:59:59 → 31 Jul 2030 00:00:00"), "{history}");
    browser.language = "nl";
    let history = text_of(&browser.page("/console/person/2/history"));
    assert!(history.contains("Uit dienst per: 31-7-2030 23:59:59 → 31-7-2030 00:00:00"), "{history}");
}

#[test]
fn lists_mark_persons_who_left_and_their_employment_is_not_ended_again() {
    let site = persons_site_with("owner");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    browser.change("/console/person/2/employment", &[("ContractEndTime", "")]);
    browser.change("/console/person/3/anonymise", &[("confirmed", "E003")]);
    for path in ["data/persons", "person?q=E002+", "search?q=E002"] {
        let page = browser.page(&format!("/console/{path}"));
        let badge = "Bram Jansen</a> <span class=\"badge note\">Has left</span>";
        assert!(page.contains(badge), "{path}: {page}");
    }
    let table = text_of(&browser.page("/console/data/persons"));
    assert!(table.contains("Anoniem Persoon Anonymised anonymised-3"), "{table}");
    assert!(table.contains("Anna van den Berg E001"), "no badge for an employed person: {table}");
    for (person, can_end) in [(1, true), (2, false), (3, false)] {
        let form = text_of(&browser.page(&format!("/console/data/persons/{person}")));
        assert_eq!(form.contains("End employment"), can_end, "{person}: {form}");
    }
    browser.language = "nl";
    let table = text_of(&browser.page("/console/data/persons"));
    assert!(table.contains("Bram Jansen Uit dienst E002") && table.contains("Persoon Geanonimiseerd"), "{table}");
}

// ASVS 5.4.1, 5.4.2
#[test]
fn owners_change_employment_and_anonymise_persons() {
    let site = persons_site_with("owner");
    add_operator(&site, "editor", "editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/person/2");
    assert!(page.contains("<label for=\"ContractEndTime\">Not employed from</label>"), "{page}");
    let refused = browser.change("/console/person/2/employment", &[("ContractEndTime", "gisteren")]);
    assert!(text_of(refused.text()).contains("ContractEndTime: gisteren is not a datetime"), "{}", refused.text());
    let done = browser.change("/console/person/2/employment", &[("ContractEndTime", "")]);
    assert_eq!(done.header("Location"), Some("/console/person/2?done=yes"));
    let page = text_of(&browser.page("/console/person/2?done=yes"));
    assert!(
        page.contains("This person is no longer employed.") && page.contains("The employment has been changed."),
        "{page}"
    );
    // a browser omits zero seconds
    browser.change("/console/person/2/employment", &[("ContractEndTime", "2031-01-01T00:00")]);
    assert!(!text_of(&browser.page("/console/person/2")).contains("This person is no longer employed."));
    let reported = site.lms(&["audit", "--person", "E002"]).ok().stdout;
    assert!(reported.contains("changed by jansen console UpdatePerson"), "{reported}");
    // "Anonymise (the identifier typed to confirm)"
    for (path, fields) in [
        ("/console/person/3/anonymise", &[("confirmed", "E004")][..]),
        ("/console/person/2/anonymise", &[("confirmed", "E002")]),
    ] {
        browser.change(path, fields);
    }
    assert!(site.export_file("persons.csv").contains(",Carla,") && site.export_file("persons.csv").contains(",Bram,"));
    let mut editor = Browser::signed_in(&server, "editor");
    assert_eq!(editor.change("/console/person/3/anonymise", &[("confirmed", "E003")]).status, 403);
    assert!(!site.lms(&["audit"]).ok().stdout.contains("person export"));
    let all = browser.get("/console/person/3/everything");
    assert_eq!(all.header("Content-Type"), Some("application/zip"));
    assert!(all.body.starts_with(b"PK") && all.header("Content-Disposition").unwrap().contains("person-3.zip"));
    // "entries of the audit"
    assert!(site.lms(&["audit"]).ok().stdout.contains("jansen console person export 3"));
    let audit = browser.page("/console/audit");
    assert!(
        audit.contains("href=\"/console/person/3\">downloaded everything about person Carla de Vries</a> <small>E003<"),
        "{}",
        text_of(&audit)
    );
    assert_eq!(editor.get("/console/person/4/everything").status, 403);
    assert!(!site.lms(&["audit"]).ok().stdout.contains("person export 4"));
    // the history names rows by the identifier that they had then
    site.import(&[("groups.csv", "Name\n\"Eerste, beste\"\n")]).ok();
    save_row(&mut browser, "/console/data/persons/3", &[("PhoneNumber", "1")]);
    let member = [("GroupName", "Eerste, beste"), ("PersonExternalIdentifier", "E003")];
    save_row(&mut browser, "/console/data/group_members/new", &member);
    remove_row(&mut browser, "/console/data/group_members/1");
    let imports = text_of(&browser.page("/console/imports"));
    let edits =
        |name: &str| ["removed", "created"].map(|count| format!("Eerste, beste · {name} Group members: 1 {count}"));
    assert!(imports.contains("Persons: Carla de Vries Persons: 1 changed"), "{imports}");
    assert!(edits("Carla de Vries").iter().all(|edit| imports.contains(edit)), "{imports}");
    let anonymised = browser.change("/console/person/3/anonymise", &[("confirmed", "E003")]);
    assert_eq!(anonymised.header("Location"), Some("/console/person/3?anonymised=yes"), "{}", anonymised.text());
    assert!(!site.export_file("persons.csv").contains("Carla"));
    let page = text_of(&browser.page("/console/person/3?anonymised=yes"));
    assert!(!page.contains("Carla") && page.contains("The person has been anonymised."), "{page}");
    let audit = text_of(&browser.page("/console/audit"));
    assert!(audit.contains("Function: –; "), "an emptied field is shown as a dash: {audit}");
    let imports = text_of(&browser.page("/console/imports"));
    assert!(imports.contains("Persons: Anoniem Persoon Persons: 1 changed"), "{imports}");
    assert!(edits("Anoniem Persoon").iter().all(|edit| imports.contains(edit)), "{imports}");
    // the file has no personal data either, although the console reads it
    for name in ["lms.sqlite", "lms.sqlite-wal"] {
        let bytes = std::fs::read(site.path().join(name)).unwrap_or_default();
        for reported in ["Carla", "E003"] {
            let mut windows = bytes.windows(reported.len());
            assert!(!windows.any(|window| window == reported.as_bytes()), "{reported} in {name}");
        }
    }
}

#[test]
fn a_long_history_has_pages() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    for number in 1..=60 {
        let update = format!(
            "<servicePersonId>1</servicePersonId><personUpdate><CostCentre>K{number:03}</CostCentre></personUpdate>"
        );
        let done = server.soap(Dialect::Soap12, "UpdatePerson", &update);
        assert_eq!(done.status, 200, "{}", done.text());
    }
    let mut browser = Browser::signed_in(&server, NAME);
    let mut pages = Vec::new();
    let mut address = "/console/person/1".to_owned();
    loop {
        let page = browser.page(&address);
        let older = page.split("<a href=\"").find(|link| link.contains(">Older<"));
        let older = older.map(|link| link.split('"').next().unwrap().to_owned());
        pages.push(text_of(&page));
        let Some(older) = older else { break };
        address = older;
    }
    assert_eq!(pages.len(), 2);
    for number in 2..=60 {
        let change = format!("K{:03} → K{number:03}", number - 1);
        let on: Vec<_> = pages.iter().filter(|page| page.contains(&change)).collect();
        assert_eq!(on.len(), 1, "{change}");
    }
    let last = pages.last().unwrap();
    assert!(last.contains("Created") && last.contains("To the newest"), "{last}");
}
