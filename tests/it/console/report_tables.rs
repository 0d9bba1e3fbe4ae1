//! Tests the tables of reports: the columns, order and texts that people see first.

use super::reports::{column, rest_answer, site};
use super::{Browser, NAME, text_of};
use crate::support::{Json, Server};

/// Returns the labels of the columns of the table in a page.
fn headings(page: &str) -> Vec<String> {
    let head = page.split("<thead>").nth(1).and_then(|head| head.split("</thead>").next()).expect("a table");
    head.split("<th ").skip(1).map(|heading| text_of(&format!("<main><th {heading}"))).collect()
}

fn rest_rows(server: &Server, path: &str) -> Vec<Json> {
    Json::parse(&rest_answer(server, path)).items().to_vec()
}

#[test]
fn a_row_begins_with_its_name_and_status_comes_before_dates() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (report, expected) in [
        ("GetAllBasicPersonInfo", "Name|Employee number|Function|Division|Has left"),
        ("GetAllLearningPortfolioContent", "Name|Employee number|Training title|Status|Completed|Training valid until"),
        ("CompletedCourses", "Name|Employee number|Training|Status|Started|Completed|Valid until"),
        (
            "StartedCourses",
            "Name|Employee number|Training|Status|Started|Last completed before|That result valid until",
        ),
        (
            "GetHistoricAbsences",
            "Name|Employee number|Training title|Absence reason|Dates of the class|Topmost division",
        ),
        ("GetClasses", "Name|Training|Is cancelled|Is archived|Sessions"),
        ("GetPersonAgenda?identifier=001201", "Training|Status|Date"),
        ("GetCatalog", "Title|Step|Category|Costs"),
        ("Changes?since=0", "Key|Table|Number|Moment|Row|Kind|Cells"),
    ] {
        let page = browser.page(&format!("/console/reports/{report}"));
        assert_eq!(headings(&page).join("|"), expected, "{report}");
    }
}

#[test]
fn the_full_name_of_a_person_is_one_column_that_sorts_by_family_name() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let persons = rest_rows(&server, "/persons");
    let person = |identifier: &str| {
        let row = persons.iter().find(|row| row.get("ExternalId").text() == identifier).expect("a person");
        let parts = ["FirstName", "Insertion", "FamilyName"].map(|name| row.get(name).text());
        (parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "), parts[2].to_lowercase())
    };
    // the three reports have the name prefix in a column, before the family name and after it
    for report in ["GetAllBasicPersonInfo?", "CompletedCourses?", "StartedCourses?"] {
        let page = browser.page(&format!("/console/reports/{report}row.sort=FullName"));
        let expected: Vec<_> = column(&page, "Employee number").iter().map(|number| person(number)).collect();
        let names: Vec<_> = expected.iter().map(|(name, _)| name.clone()).collect();
        assert_eq!(column(&page, "Name"), names, "{report}");
        assert!(names.iter().any(|name| name.contains(" van ")), "a name prefix: {names:?}");
        assert!(expected.is_sorted_by_key(|(_, family_name)| family_name), "{report}: {expected:?}");
    }
    // the parts are still columns to choose, and a filter finds the whole name
    let (name, _) = person("001202");
    let query = format!("row.columns=FirstName&in.FullName={}", name.replace(' ', "+"));
    let page = browser.page(&format!("/console/reports/GetAllBasicPersonInfo?{query}"));
    assert_eq!(column(&page, "First name"), [name.split(' ').next().expect("a first name")]);
}

#[test]
fn a_comma_in_a_name_is_no_name_prefix() {
    let site = site();
    let person = "ExternalIdentifier,FirstName,FamilyName,Email,AccountLevel\n\
                  777,\"Anna, genannt\",\"Smith, jr\",anna@example.nl,LEARNER\n";
    site.import(&[("persons.csv", person)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/reports/GetAllBasicPersonInfo?in.ExternalId=777");
    assert_eq!(column(&page, "Name"), ["Anna, genannt Smith, jr"]);
}

#[test]
fn dates_are_in_the_language_of_the_page_and_downloads_keep_them() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/reports/GetHistoricAbsences";
    let english = column(&browser.page(path), "Dates of the class");
    assert!(english.contains(&"3 Oct 2023, 4 Oct 2023".to_owned()), "{english:?}");
    // two sessions on the same day
    assert!(english.contains(&"29 Feb 2024".to_owned()), "{english:?}");
    let agenda = "/console/reports/GetPersonAgenda?identifier=001201";
    assert_eq!(column(&browser.page(agenda), "Date")[0], "12 May 2025");
    let started = "/console/reports/StartedCourses?row.columns=Inschrijfdatum";
    let english = column(&browser.page(started), "Enrolled");
    assert!(english.iter().all(|day| day.ends_with(" 2026")), "{english:?}");
    browser.language = "nl";
    let page = browser.page(path);
    assert!(
        page.contains("<span class=\"nowrap\">3-10-2023,</span> <span class=\"nowrap\">4-10-2023</span>"),
        "{page}"
    );
    let dutch = column(&page, "Lesdatums");
    assert_eq!([&*dutch[0], &*dutch[1]], ["3-10-2023, 4-10-2023", "29-2-2024"]);
    assert_eq!(column(&browser.page(agenda), "Datum")[0], "12-5-2025");
    let saved = browser.get(&format!("{path}?format=csv"));
    assert!(saved.text().contains("\"29-2-2024, 29-2-2024\""), "{}", saved.text());
}

#[test]
fn each_session_of_a_class_is_a_line_without_its_address() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/reports/GetClasses?row.sort=Name";
    let page = browser.page(path);
    let two = "20\u{a0}Jan\u{a0}2026, 09:00–12:00 · Lindehof, leslokaal<br>20\u{a0}Jan\u{a0}2026, 13:00–16:30 · &#39;t Veer, \
               grote zaal";
    assert!(page.contains(two), "{page}");
    // a file keeps the address
    assert!(browser.get(&format!("{path}&format=selection")).text().contains("Lindelaan 12"));
    // a catalogue has the open classes of a training in a cell
    let catalogue = browser.page("/console/reports/GetCatalog?row.columns=TrainingData");
    let cell = column(&catalogue, "Open classes").concat();
    assert!(cell.contains(" Mar 2026, "), "{cell}");
    // without the ids of the class, its group and its trainers
    assert!(cell.starts_with("BHV basis, groep 4 · ") && !cell.contains("Mulder"), "{cell}");
    browser.language = "nl";
    let page = browser.page(path);
    assert!(page.contains("<span class=\"nowrap\">20-1-2026,</span> 09:00–12:00 · Lindehof"), "{page}");
}

#[test]
fn badges_show_statuses_and_cancelled_classes() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (report, badge) in [
        ("CompletedCourses", "good\">completed"),
        ("StartedCourses", "note\">scheduled"),
        ("GetPersonAgenda?identifier=001201", "wrong\">class cancelled"),
    ] {
        let page = browser.page(&format!("/console/reports/{report}"));
        assert!(page.contains(&format!("<span class=\"badge {badge}</span>")), "{report}: {page}");
    }
}

#[test]
fn the_name_of_a_row_links_to_its_page() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (report, name) in [
        ("GetAllBasicPersonInfo", "Daan Visser"),
        ("GetAllLearningPortfolioContent?in.FullName=Visser", "Daan Visser"),
        ("CompletedCourses", "Daan Visser"),
        ("GetHistoricAbsences", "Erik Hendriks"),
        ("GetClassesFilteredByDate", "BHV basis, groep 3"),
        ("GetPersonAgenda?identifier=001201", "BHV basis"),
        ("AvailableCourses", "BHV basis"),
    ] {
        let page = browser.page(&format!("/console/reports/{report}"));
        let (before, _) = page.split_once(&format!("\">{name}</a>")).unwrap_or_else(|| panic!("{report}: {page}"));
        let link = before.rsplit_once("<a href=\"").expect("a link").1;
        let mut target = browser.get(link);
        if target.status == 303 {
            target = browser.get(target.header("Location").expect("a location"));
        }
        assert_eq!(target.status, 200, "{report}: {link}");
        assert!(text_of(target.text()).contains(name), "{report}: {link}");
    }
    assert_eq!(browser.get("/console/person/by-number?number=none").status, 404);
    assert_eq!(browser.get("/console/person/by-number").status, 404);
}

#[test]
fn lists_show_days_without_times_and_forms_explain_required_fields() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/reports/CompletedCourses");
    assert!(text_of(&page).contains("* required"), "{page}");
    assert_eq!(column(&page, "Completed")[0], "15 Jan 2026");
    assert!(!text_of(&browser.page("/console/reports/GetHistoricAbsences")).contains("* required"));
    // when a row was changed matters to the minute
    let changes = column(&browser.page("/console/reports/Changes?since=0"), "Moment");
    assert!(changes.iter().all(|moment| moment.is_empty() || moment.contains(':')), "{changes:?}");
}

#[test]
fn dutch_pages_have_decimal_commas_and_one_form_of_yes_and_no() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/reports/GetHistoricAbsences?row.columns=PublicCosts&row.has=001302";
    assert_eq!(column(&browser.page(path), "Public costs")[0], "245.00");
    let table = "/console/data/absences?columns=PublicCosts&q=001302";
    assert!(browser.page(table).contains(">245.00<"));
    browser.language = "nl";
    let page = browser.page(path);
    assert!(page.contains(">245,00<"), "{page}");
    assert!(browser.page(table).contains(">245,00<"));
    // files keep the form of the answer
    for file in [format!("{path}&format=selection"), format!("{table}&format=csv-excel")] {
        let saved = browser.get(&file);
        assert!(saved.text().contains("245.00"), "{file}: {}", saved.text());
    }
    let courses = "/console/reports/AvailableCourses";
    let mandatory = column(&browser.page(courses), "Verplicht");
    assert!(mandatory.iter().all(|word| ["ja", "nee"].contains(&word.as_str())), "{mandatory:?}");
    let about = text_of(&browser.page("/console/about"));
    let size = about.split(" MiB").next().and_then(|before| before.split(' ').next_back()).expect("a size");
    assert!(!size.contains('.'), "{size}");
}

#[test]
fn search_and_filters_find_cells_as_the_page_shows_them() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let courses = "CompletedCourses?fromDate=2020-01-01&toDate=2026-12-31";
    for (language, report, name, stored, shown) in [
        ("nl", courses, "Kosten", "245.00", "245,00"),
        ("en", courses, "Afronddatum", "2025-05-20", "20 May 2025"),
        ("en", courses, "Status", "Verlopen", "Expired"),
        ("en", courses, "Contactmomenten", "20-5-2025", "20 May 2025"),
        ("en", "GetHistoricAbsences?", "GroupClassDates", "3-10-2023", "3 Oct 2023"),
        ("en", "GetPersonAgenda?identifier=001201", "agendaDatum", "12 mei 2025", "12 May 2025"),
    ] {
        browser.language = language;
        let mut found = |query: &str| {
            let page = browser.page(&format!("/console/reports/{report}&row.columns={name}&{query}"));
            page.split("<tbody>").nth(1).map_or(0, |rows| rows.matches("<tr>").count())
        };
        let count = found(&format!("in.{name}={}", stored.replace(' ', "+")));
        assert!(count > 0, "{report}: {stored}");
        let shown = shown.replace(' ', "+");
        assert_eq!(found(&format!("in.{name}={shown}")), count, "{report}: {shown}");
        // other rows can have the words of a date in several cells
        assert!(found(&format!("row.has={shown}")) >= count, "{report}: {shown}");
    }
}

#[test]
fn the_column_of_the_initial_order_is_marked_as_sorted() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (report, path, field) in [
        ("AvailableCourses?", "/available-courses", "Opleiding"),
        ("CompletedCourses?", "/completed-courses?fromDate=2020-01-01&toDate=2030-12-31", "Afronddatum"),
        ("GetAllBasicPersonInfo?", "/persons", "ServiceId"),
        ("GetHistoricAbsences?", "/historic-absences", "CreationDate"),
    ] {
        // the answer is in this order
        let rows = rest_rows(&server, path);
        let cell = |row: &Json| match row.get(field) {
            Json::Number(number) => format!("{number:0>9}"),
            cell => cell.text().to_lowercase(),
        };
        assert!(rows.iter().map(cell).is_sorted(), "{report}");
        let page = browser.page(&format!("/console/reports/{report}row.columns={field}"));
        assert!(page.contains("aria-sort=\"ascending\""), "{report}: {page}");
        // the link of the column reverses the order
        let reversed = format!("row.columns={field}&#38;row.sort={field}&#38;row.way=down");
        assert!(page.contains(&reversed), "{report}: {page}");
        // a direction without a column changes neither the rows nor the mark
        let page = browser.page(&format!("/console/reports/{report}row.columns={field}&row.way=down"));
        assert!(page.contains("aria-sort=\"ascending\""), "{report}: {page}");
        let page = browser.page(&format!("/console/reports/{report}row.columns={field}&row.sort=Email"));
        assert!(!page.contains("aria-sort=\"ascending\""), "{report}");
    }
    for (report, label) in [
        ("GetClass?classId=2", "Date"),
        ("Changes?since=0", "Number"),
        ("DataFile?file=persons.csv", "Row"),
        ("StartedCourses?row.columns=Inschrijfdatum", "Enrolled"),
    ] {
        let page = browser.page(&format!("/console/reports/{report}"));
        let (_, marked) = page.split_once("aria-sort=\"ascending\"").expect("a sorted column");
        assert!(text_of(&format!("<main><th{marked}")).starts_with(label), "{report}");
    }
    // the portfolio is in the order of the persons' ids, which no column has
    let page = browser.page("/console/reports/GetAllLearningPortfolioContent");
    assert!(!page.contains("aria-sort=\"ascending\""));
}

#[test]
fn the_rows_come_before_files_example_calls_and_meanings() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/reports/GetAllBasicPersonInfo");
    let parts = [
        "aria-label=\"Report\"",
        "aria-label=\"Columns\"",
        "<table>",
        "Save all rows as",
        "Meaning of the columns",
        "How another program can request this",
    ];
    let positions = parts.map(|part| page.find(part).unwrap_or_else(|| panic!("no {part}: {page}")));
    assert!(positions.is_sorted(), "{positions:?}");
}
