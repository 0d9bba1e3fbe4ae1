//! Tests the page Today: its numbers equal those of the linked tables and reports, and its tasks are due.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::reports::{next_page_query, rest_answer};
use super::{Browser, NAME, add_operator, persons_site_with, seed_site_with, text_of};
use crate::support::{Dialect, Json, PASSWORD, Request, Site, persons_site, reports_site, wait_until};

/// Returns the page when its numbers are counted.
fn today_page(browser: &mut Browser) -> String {
    let mut page = String::new();
    wait_until("the numbers are counted", || {
        page = browser.page("/console/today");
        !text_of(&page).contains("The figures are being counted.")
    });
    page
}

/// Returns the numbers in the table row that begins with `row`, each with its link.
#[track_caller]
fn row_numbers(page: &str, table: &str, row: &str) -> Vec<(u64, Option<String>)> {
    let caption = format!("<caption class=\"visually-hidden\">{table}</caption>");
    let table = page.split(&caption).nth(1).expect(table);
    let table = table.split("</table>").next().unwrap_or_default();
    let mut rows = table.split("<tr>").skip(2);
    let found = rows.find(|cells| text_of(&format!("<main{cells}")).starts_with(row));
    let cells = found.unwrap_or_else(|| panic!("no row {row}: {table}")).split("<td class=\"number\"").skip(1);
    cells
        .map(|cell| {
            let cell = cell.split("</td>").next().unwrap_or_default();
            // a percentage may follow
            let cell = cell.split("<small>").next().unwrap_or_default();
            let digits = text_of(&format!("<main{cell}")).replace('\u{202f}', "");
            let link = cell.split("href=\"").nth(1);
            let link = link.map(|link| link.split('"').next().unwrap().replace("&#38;", "&"));
            (digits.parse().expect("a number"), link)
        })
        .collect()
}

/// Returns the number of rows of a report, over all its pages.
#[track_caller]
fn count_report_rows(browser: &mut Browser, address: &str) -> usize {
    let (mut rows, mut address) = (0, Some(address.to_owned()));
    while let Some(of) = address {
        let page = browser.page(&of);
        rows += page.split("<tbody>").nth(1).map_or(0, |rows| rows.matches("<tr>").count());
        let next = next_page_query(&page);
        address = next.map(|next| format!("{}?{next}", of.split('?').next().unwrap()));
    }
    rows
}

#[test]
fn every_number_equals_the_count_of_the_linked_rows() {
    let site = seed_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let first = browser.get("/console");
    assert_eq!(first.header("Location"), Some("/console/today"));
    let page = today_page(&mut browser);
    for (stem, label) in [("persons", "Persons"), ("trainings", "Trainings"), ("classes", "Classes")] {
        let rows = site.export_file(&format!("{stem}.csv")).lines().count() - 1;
        let reported = format!("href=\"/console/data/{stem}\"><strong>{rows}</strong> {label}<");
        assert!(page.contains(&reported), "{reported}");
    }
    // the portfolios by status, as in their report
    let portfolio = Json::parse(&rest_answer(&server, "/learning-portfolio"));
    let mut statuses = [0; 7];
    let (mut due, mut mandatory) = ([0; 7], 0);
    for row in portfolio.items() {
        let Json::Number(status) = row.get("LearningPortfolioStatus") else {
            panic!("{row:?}");
        };
        let status: usize = status.parse().expect("a status");
        statuses[status] += 1;
        let is_mandatory = usize::from(row.get("TrainingIsMandatory").text() == "Ja");
        due[status] += is_mandatory;
        mandatory += if status > 0 { is_mandatory } else { 0 };
    }
    let total = row_numbers(&page, "Portfolios by division", "All divisions");
    assert_eq!(total.len(), 6);
    for (at, (number, link)) in total.iter().enumerate() {
        assert_eq!(*number as usize, statuses[at + 1], "status {}", at + 1);
        if let Some(link) = link {
            assert_eq!(count_report_rows(&mut browser, link), statuses[at + 1]);
        }
    }
    assert!(due[5] > 0 && due[6] > 0, "the seed has both");
    let total = row_numbers(&page, "Mandatory trainings: expired and expiring soon", "All divisions");
    assert_eq!([total[0].0 as usize, total[1].0 as usize], [due[6], due[5]]);
    for (number, link) in total {
        assert_eq!(count_report_rows(&mut browser, &link.expect("a report")), number as usize);
    }
    // percentages of all mandatory trainings in the portfolios
    let share = |count: usize| format!("{count} {}%", (count * 100 + mandatory / 2) / mandatory);
    let reported = format!("All divisions {} {} ", share(due[6]), share(due[5]));
    assert!(text_of(&page).contains(&reported), "{reported}: {page}");
    // the report of one division
    let one = row_numbers(&page, "Mandatory trainings: expired and expiring soon", "Ouderenzorg");
    for (number, link) in one {
        let link = link.expect("it has both");
        assert_eq!(count_report_rows(&mut browser, &link), number as usize, "{link}");
    }
    // completions by month
    let completed = Json::parse(&rest_answer(&server, "/completed-courses?fromDate=2025-03-01&toDate=2026-03-31"));
    let mut months: BTreeMap<String, u64> = BTreeMap::new();
    for row in completed.items() {
        let month = row.get("Afronddatum").text()[..7].to_owned();
        *months.entry(month).or_default() += 1;
    }
    assert!(months.len() > 6, "{months:?}");
    for (month, count) in &months {
        let names = "January February March April May June July August September October November December";
        let name = names.split(' ').nth(month[5..].parse::<usize>().unwrap() - 1).unwrap();
        let reported = row_numbers(&page, "Completed per month", &format!("{name} {}", &month[..4]));
        assert_eq!(reported[0].0, *count, "{month}");
    }
    let reported = row_numbers(&page, "Completed per month", "February 2026");
    let link = reported[0].1.as_deref().expect("a report");
    assert!(link.ends_with("?fromDate=2026-02-01&toDate=2026-02-28"), "{link}");
    assert_eq!(count_report_rows(&mut browser, link) as u64, months["2026-02"]);
    // the charts have labels
    assert!(page.matches("<svg viewBox").count() > 13 && page.contains("aria-label=\"February 2026: "));
    for address in [
        "/console/today/x",
        "/console/today/due?division=x&status=6",
        "/console/today/due?division=Ouderenzorg&status=4",
    ] {
        assert_eq!(browser.get(address).status, 404, "{address}");
    }
}

/// "classes within two weeks without trainer, overbooked or below their minimum"
#[test]
fn classes_and_connectors_that_need_attention_are_listed() {
    let site = reports_site();
    add_operator(&site, NAME, "viewer");
    let class = |code: &str, more: &str| format!("{code},T1,{code} <b>,{more}\n");
    let classes = [
        class("fine", "1,2,false,false"),
        class("no-trainer", "0,,false,false"),
        class("half-trained", "0,,false,false"),
        class("too-many", "0,1,false,false"),
        class("too-few", "3,,false,false"),
        class("cancelled", "9,,true,false"),
        class("archived", "9,,false,true"),
        class("begun", "9,,false,false"),
        class("later", "9,,false,false"),
        class("next-year", "0,1,false,false"),
        class("undated", "0,1,false,false"),
        class("never", "9,,false,false"),
    ];
    let days = [
        ("fine", "2026-03-09", "12:30"),
        ("no-trainer", "2026-03-10", "09:00"),
        ("half-trained", "2026-03-11", "09:00"),
        ("half-trained", "2026-04-11", "09:00"),
        ("too-many", "2026-03-12", "09:00"),
        ("too-few", "2026-03-23", "12:00"),
        ("cancelled", "2026-03-12", "09:00"),
        ("archived", "2026-03-12", "09:00"),
        ("begun", "2026-03-09", "11:00"),
        ("later", "2026-03-23", "12:01"),
        ("next-year", "2027-05-03", "09:00"),
    ];
    let days = days.map(|(class, date, from)| format!("{class},{date},{from},18:00\n"));
    let trainers =
        ["fine", "too-many", "too-few", "later", "next-year"].map(|class| format!("{class},P1,,\n")).concat();
    let full = ["fine", "too-many", "next-year", "undated"];
    let enrollments =
        full.map(|class| ["P1", "P2"].map(|person| format!("{person},T1,{class},2026-01-01,3\n")).concat());
    site.import(&[
        (
            "persons.csv",
            "ExternalIdentifier,FirstName,FamilyName,Email\nP1,A,B,a@x\nP2,C,D,c@x\n7,E,F,e@x\n07,G,H,g@x\n",
        ),
        ("steps.csv", "Title\nS\n"),
        ("categories.csv", "StepTitle,Title\nS,C\n"),
        ("trainings.csv", "Code,Type,Title,StepTitle,CategoryTitle\nT1,Learning,Til,S,C\n"),
        (
            "classes.csv",
            &format!("Code,TrainingCode,Name,MinPersons,MaxPersons,IsCancelled,IsArchived\n{}", classes.concat()),
        ),
        ("class_dates.csv", &format!("ClassCode,Date,From,Till\n{}", days.concat())),
        (
            "class_trainers.csv",
            &format!("ClassCode,PersonExternalIdentifier,Date,From\n{trainers}half-trained,P1,2026-03-11,09:00\n"),
        ),
        (
            "enrollments.csv",
            &format!("PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\n{}", enrollments.concat()),
        ),
    ])
    .ok();
    add_connectors(&site);
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = today_page(&mut browser);
    assert!(!page.contains("<b>"), "{page}");
    let reported = text_of(&page);
    let urgent = "Needs action No backup has been made. If the server breaks down, all data is lost. Overbooked classes: 3 \
                  Connectors with errors or unusually long unused: 3 \
                  Classes in the next two weeks without trainer or with too few participants: 3 \
                  Similar employee numbers, divisions or functions: 1 ";
    assert!(reported.contains(urgent), "{reported}");
    let classes = reported.split("Classes that need attention").last().unwrap().split("Connectors").next().unwrap();
    assert_eq!(
        classes.trim(),
        "Class Training Begins Participants Problem \
         no-trainer <b> Til 10 Mar 2026 09:00 0 a session has no trainer \
         half-trained <b> Til 11 Mar 2026 09:00 0 a session has no trainer \
         too-many <b> Til 12 Mar 2026 09:00 2 more than the maximum of 1 \
         too-few <b> Til 23 Mar 2026 12:00 0 fewer than the minimum of 3 \
         next-year <b> Til 3 May 2027 09:00 2 more than the maximum of 1 \
         undated <b> Til 2 more than the maximum of 1"
    );
    let connectors = reported.split("Last call").last().unwrap().split("Backup").next().unwrap();
    for (name, problem) in [
        ("failing", "errors reported today: 2 9 Mar 2026 11:00"),
        ("nightly", "no calls for 4 days; at most 1 before "),
        ("reader", "no calls for 8 days "),
    ] {
        assert!(connectors.contains(&format!("{name} {problem}")), "{connectors}");
    }
    assert!(!connectors.contains("weekly") && !connectors.contains("never"), "{connectors}");
}

#[test]
fn the_page_begins_with_the_tasks_that_need_attention() {
    let site = seed_site_with("viewer");
    add_operator(&site, "owner", "owner");
    let server = site.serve(&[]);
    // also the first page, which may not have all numbers yet
    let first = text_of(&Browser::signed_in(&server, NAME).page("/console/today"));
    assert!(first.contains("Needs action No backup has been made."), "{first}");
    let page = today_page(&mut Browser::signed_in(&server, NAME));
    let tasks =
        page.split("<ul class=\"attention\">").nth(1).and_then(|tasks| tasks.split("</ul>").next()).expect("needs");
    for link in [
        "<a href=\"#backup\">No backup has been made.",
        "<a href=\"#mandatory\">Expired mandatory trainings of all persons together: ",
    ] {
        assert!(tasks.contains(link), "{link}: {tasks}");
    }
    assert!(page.find("class=\"attention\"") < page.find("class=\"key-figures\""), "{page}");
    assert!(page.contains("id=\"mandatory\"") && page.contains("id=\"backup\""), "{page}");
    // an owner can make a backup
    let page = today_page(&mut Browser::signed_in(&server, "owner"));
    assert!(page.contains("<a href=\"/console/backup\">No backup has been made."), "{page}");
    let row = page.split("Portfolios by division</caption>").nth(1).expect("a table");
    assert!(row.contains("%</small>"), "{row}");
}

#[test]
fn similar_identifiers_and_divisions_from_calls_are_listed() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    assert!(!text_of(&browser.page("/console/today")).contains("Similar"));
    let fields = "<ExternalIdentifier>5</ExternalIdentifier><FirstName>Ed</FirstName><FamilyName>Vijf</FamilyName>\
                  <Email>ed@example.nl</Email><DivisionName>noord</DivisionName>";
    let created = server.soap(Dialect::Soap12, "CreatePerson", &format!("<personCreate>{fields}</personCreate>"));
    assert!(created.text().contains("<Success>true</Success>"), "{}", created.text());
    // a page shows the earlier counts during a recount
    wait_until("the recount ends", || text_of(&browser.page("/console/today")).contains("Persons 5 00005"));
    let page = text_of(&browser.page("/console/today"));
    assert!(page.contains("Divisions Noord noord"), "{page}");
    browser.language = "nl";
    assert!(
        text_of(&browser.page("/console/today"))
            .contains("Personeelsnummers, divisies en functies die op elkaar lijken")
    );
    let log = server.stop().stderr;
    assert!(log.contains("similar identifiers: they differ in leading zeros only"), "{log}");
    assert!(log.contains("similar names: the new one resembles a stored one"), "{log}");
}

/// Adds connectors, of which three need attention. Their times are relative to the real clock.
fn add_connectors(site: &Site) {
    for name in ["failing", "reader", "nightly", "weekly", "never"] {
        site.add_credential(name, PASSWORD, &["reports"]);
    }
    let mut sql = String::from(
        "INSERT INTO connector_error (at, credential, message) VALUES
             ('2026-03-08T22:59:59Z', 'nightly', 'yesterday'),
             ('2026-03-08T23:00:00Z', 'failing', 'today'), ('2026-03-09T10:00:00Z', 'failing', 'today');",
    );
    for (name, days) in [("failing", "0"), ("reader", "8"), ("nightly", "4"), ("weekly", "6")] {
        sql += &format!(
            "UPDATE credential SET last_used_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-{days} days', '-1 minute')
             WHERE name = '{name}';"
        );
    }
    for (name, each, last) in [("nightly", 1, 4), ("weekly", 7, 6)] {
        for call in 0..5 {
            let days = last + call * each;
            sql += &format!(
                "INSERT INTO ledger (at, kind, actor, action)
                 VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-{days} days'), 'call', '{name}', 'UpdatePerson');"
            );
        }
    }
    let database = rusqlite::Connection::open(site.db()).expect("the site's database");
    database.execute_batch(&sql).expect("rows");
}

#[test]
fn a_failed_import_is_shown_until_one_succeeds() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let alarm = "The last import (";
    assert!(!text_of(&today_page(&mut browser)).contains(alarm));
    let import = |division: &str| site.import(&[("divisions.csv", &format!("Name,ParentName\nZuid,{division}\n"))]);
    import("Nergens").refused();
    let reported = text_of(&today_page(&mut browser));
    assert!(reported.contains(alarm) && reported.contains(") has errors. Nothing was changed."), "{reported}");
    browser.language = "nl";
    let reported = text_of(&browser.page("/console/today"));
    assert!(reported.contains("De laatste import (") && reported.contains(") bevat fouten."), "{reported}");
    browser.language = "en";
    import("").ok();
    assert!(!text_of(&today_page(&mut browser)).contains(alarm));
}

/// While the slow parts are counted, the page shows the other parts at once.
#[test]
fn pages_do_not_wait_for_the_slow_parts() {
    let site = persons_site();
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    site.lms(&["person", "anonymise", "E003", "--yes"]).ok();
    // without an operator, the count begins with the first page
    let server = site.serve(&[]);
    add_operator(&site, NAME, "viewer");
    let endless = "DROP VIEW reported_division;
                   CREATE VIEW reported_division AS
                   WITH RECURSIVE number (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number)
                   SELECT id, '' AS division FROM number WHERE id < 0";
    rusqlite::Connection::open(site.db()).and_then(|database| database.execute_batch(endless)).expect("a view");
    let mut browser = Browser::signed_in(&server, NAME);
    let start = Instant::now();
    for _ in 0..10 {
        let text = text_of(&browser.page("/console/today"));
        assert!(text.contains("The figures are being counted.") && text.contains("5 Persons"), "{text}");
        assert!(text.contains("Persons employed: 4. Persons who have left: 0. Anonymised: 1."), "{text}");
        assert!(!text.contains("Needs action"), "{text}");
    }
    // without an overview, each page would wait for half a second
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn a_service_whose_overview_cannot_be_counted_starts() {
    let site = persons_site_with("viewer");
    let rename = "PRAGMA legacy_alter_table = ON; ALTER TABLE operator RENAME TO other";
    rusqlite::Connection::open(site.db()).and_then(|database| database.execute_batch(rename)).expect("a new name");
    let server = site.serve(&[]);
    assert_eq!(server.send(&Request::get("/healthz")).status, 200);
    server.wait_for_log("counting the overview failed: ");
}

#[test]
fn without_portfolios_today_has_no_empty_charts() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let reported = text_of(&today_page(&mut Browser::signed_in(&server, NAME)));
    assert!(reported.contains("No person has a training in a learning portfolio yet."), "{reported}");
    assert!(reported.contains("No training was completed in the past year."), "{reported}");
}
