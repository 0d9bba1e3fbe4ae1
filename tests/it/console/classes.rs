//! Tests the list of classes, the page of a class, the attendance list, and the agenda of a person.

use super::{Browser, NAME, add_operator, text_of};
use crate::support::{Fixture, Site, persons_site};

/// A class of two days with three enrolments (a name with HTML, the waiting list, a cancellation), and a class without
/// sessions.
fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = persons_site();
        let files = [
            ("steps.csv", "Title\nVeilig\n"),
            ("categories.csv", "StepTitle,Title\nVeilig,BHV\n"),
            ("trainings.csv", "Id,Code,Type,Title,StepTitle,CategoryTitle\n1,BHV,Learning,BHV basis,Veilig,BHV\n"),
            (
                "classes.csv",
                "Id,Code,TrainingCode,Name,MaxPersons,IsCancelled,IsArchived\n7,K7,BHV,<i>Zeven</i>,12,false,false\n\
                 8,K8,BHV,Acht,,true,true\n",
            ),
            (
                "class_dates.csv",
                "ClassCode,Date,From,Till,LocationName\nK7,2026-03-30,09:00,12:30,De Werf\nK7,2026-04-02,09:00,12:30,De Werf\n",
            ),
            ("class_trainers.csv", "ClassCode,PersonExternalIdentifier,Date,From\nK7,E003,,\n"),
            (
                "enrollments.csv",
                "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State,OnWaitingList\n\
                 E001,BHV,K7,2026-01-02T00:00:00,3,false\nE002,BHV,K7,2026-01-03T09:00:00,1,true\n\
                 E003,BHV,K7,2026-01-04T09:00:00,2,false\n",
            ),
            ("persons.csv", "ExternalIdentifier,FirstName\nE001,<b>Anna</b>\n"),
        ];
        site.import(&files).ok();
        add_operator(&site, NAME, "viewer");
        site
    })
}

#[test]
fn a_class_is_listed_in_the_month_in_which_it_begins() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let march = browser.page("/console/classes?month=2026-03");
    let reported = text_of(&march);
    assert!(reported.contains("<i>Zeven</i> BHV basis 30 Mar 2026 09:00"), "{reported}");
    assert!(!reported.contains("Acht"), "{reported}");
    let chip = "<a href=\"?\" aria-label=\"Remove the filter Month: March 2026\">Month: March 2026 ";
    assert!(march.contains(chip) && !browser.page("/console/classes").contains("class=\"chips\""), "{march}");
    assert!(march.contains("Carla\u{a0}de\u{a0}Vries"), "a name does not wrap: {march}");
    assert!(march.contains("?month=never\"") && !march.contains("?month=2026-04\""));
    let never = browser.page("/console/classes?month=never");
    let badges = "<span class=\"badge wrong\">Cancelled</span> <span class=\"badge note\">Archived</span>";
    assert!(never.contains(badges), "a badge for each status: {never}");
    let saved = browser.get("/console/classes?month=2026-03&format=csv-excel");
    assert!(march.contains("\"?month=2026-03&#38;format=csv-excel\""), "{march}");
    assert!(march.contains("\"/console/data/classes?format=csv-excel\""), "{march}");
    assert!(saved.text().starts_with("\u{feff}Class;Training;Begins;Trainers;"), "{}", saved.text());
    let row = "\r\n<i>Zeven</i>;BHV basis;2026-03-30 09:00;Carla de Vries;";
    assert!(saved.text().contains(row) && !saved.text().contains("Acht"), "{}", saved.text());
    // in the table, a flag that is a status is a badge, or nothing
    let table = browser.page("/console/data/classes");
    let table = table.split("<tbody>").nth(1).expect("a table");
    let cells =
        "<span class=\"badge wrong\">Cancelled</span></td>\n<td class=\"nowrap\"><span class=\"badge note\">Archived<";
    assert!(table.contains(cells) && !table.contains(">no<"), "{table}");
    browser.language = "nl";
    assert!(browser.page("/console/data/classes").contains("<span class=\"badge wrong\">Geannuleerd</span>"));
    browser.language = "en";
    let never = text_of(&never);
    assert!(never.contains("Acht") && never.contains("← March 2026"), "{never}");
    let none = text_of(&browser.page("/console/classes?month=2026-04"));
    assert!(none.contains("No class begins in this month.") && none.contains("← March 2026"), "{none}");
    // an invalid month is an error that shows the form; no other value breaks the page
    let refused = text_of(&browser.page("/console/classes?month=2026-13&after=%00&from=x"));
    assert!(refused.contains("2026-13 is not a month (yyyy-MM)."), "{refused}");
    for path in ["classes/x", "classes/99", "classes/0", "classes/7/x"] {
        assert_eq!(browser.get(&format!("/console/{path}")).status, 404, "{path}");
    }
}

#[test]
fn a_class_is_shown_with_its_participants_and_attendance_list() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/classes/7");
    assert!(!page.contains("<b>Anna") && !page.contains("<i>Zeven"), "{page}");
    let reported = text_of(&page);
    let (enrolled, waiting) = reported.split_once("Waiting list").expect("a waiting list");
    assert!(enrolled.contains("<b>Anna</b>") && waiting.contains("E002"), "{reported}");
    assert!(!waiting.contains("E001") && !enrolled.contains("E002"), "{reported}");
    assert!(enrolled.contains("Places left 11"), "{reported}");
    assert!(enrolled.contains("2 Jan 2026") && !enrolled.contains("2 Jan 2026 00:00"), "midnight: {reported}");
    assert!(enrolled.contains("2 Apr 2026 09:00-12:30 De Werf Carla"), "{reported}");
    let list = browser.page("/console/classes/7/attendance");
    assert_eq!(list.matches("class=\"signature\"").count(), 2, "a space for each session: {list}");
    let reported = text_of(&list);
    assert!(reported.contains("E001") && !reported.contains("E002") && !reported.contains("E003"), "{reported}");
    let agenda = text_of(&browser.page("/console/person/2"));
    let (_, agenda) = agenda.split_once("Agenda").expect("an agenda");
    // the next session comes first
    let sessions = "De Werf on the waiting list 2 Apr 2026 09:00-12:30 BHV basis De Werf on the waiting list";
    assert!(agenda.contains(&format!("30 Mar 2026 09:00-12:30 BHV basis {sessions}")), "{agenda}");
    let all = text_of(&browser.page("/console/person/3/agenda"));
    assert!(all.contains("30 Mar 2026 09:00-12:30 BHV basis De Werf refused or cancelled"), "{all}");
}
