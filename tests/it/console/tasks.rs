//! Tests tasks on the page of a person or a class: each is one import, shows errors at its fields, and can be undone
//! on the page.

use super::row_forms::save_row;
use super::{Browser, NAME, add_operator, form, text_of, token};
use crate::support::{Fixture, Response, Site, persons_site};

/// Two trainings, a past class, a full class with a waiting list, and a class with free places.
fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = persons_site();
        let files = [
            ("steps.csv", "Title\nVeilig\n"),
            ("categories.csv", "StepTitle,Title\nVeilig,BHV\n"),
            (
                "trainings.csv",
                "Id,Code,Type,Title,StepTitle,CategoryTitle,IsMandatory,ValidityMonths,HasCertificate,Version\n\
                 1,BHV,Learning,BHV basis,Veilig,BHV,true,24,true,2026\n2,AVG,Learning,Privacy,Veilig,BHV,false,,false,\n",
            ),
            (
                "classes.csv",
                "Id,Code,TrainingCode,Name,MaxPersons,HasWaitingList\n1,OUD,BHV,Groep 1,,false\n2,VOL,BHV,Groep 2,1,true\n\
                 3,VRIJ,BHV,Groep 3,10,false\n",
            ),
            (
                "class_dates.csv",
                "ClassCode,Date,From,Till,LocationName\nOUD,2026-03-02,09:00,12:30,De Werf\nOUD,2026-03-03,09:00,12:30,De Werf\n\
                 VOL,2026-03-30,09:00,12:30,De Werf\nVRIJ,2026-04-10,09:00,12:30,De Werf\n",
            ),
            (
                "enrollments.csv",
                "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State,Costs\n\
                 E001,BHV,OUD,2026-01-02T09:00:00,3,\nE002,BHV,OUD,2026-01-03T09:00:00,3,\n\
                 E001,BHV,VOL,2026-01-04T09:00:00,3,245.00\n",
            ),
            ("groups.csv", "Name\nEHBO\n"),
            ("dim_reasons.csv", "Id,Reason\n1,Heeft een diploma\n"),
        ];
        site.import(&files).ok();
        add_operator(&site, NAME, "editor");
        add_operator(&site, "kijker", "viewer");
        site
    })
}

/// Returns the lines of a data file after its header.
fn lines(site: &Site, file: &str) -> Vec<String> {
    site.export_file(file).lines().skip(1).map(str::to_owned).collect()
}

/// Sends the form of a task, which must be saved, and returns the next page.
#[track_caller]
fn save_task(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) -> String {
    let answer = post_task(browser, path, fields);
    assert_eq!(answer.status, 303, "{path}: {}", text_of(answer.text()));
    let to = answer.header("Location").unwrap().to_owned();
    browser.page(&to)
}

/// Sends the form of a task, with the state of the row from its page.
fn post_task(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) -> Response {
    let query = fields.iter().map(|(name, value)| format!("{name}={}", value.replace(' ', "%20"))).collect::<Vec<_>>();
    let page = browser.page(&format!("/console/{path}?{}", query.join("&")));
    let seen = page.split("name=\"seen\" value=\"").nth(1).map_or("", |rest| rest.split('"').next().unwrap());
    let mut all = vec![("seen", seen)];
    all.extend(fields);
    browser.change(&format!("/console/{path}"), &all)
}

/// Undoes the change that the page reports.
#[track_caller]
fn undo_task(browser: &mut Browser, page: &str) {
    let form = page.split("<form").find(|form| form.contains("/undo\"")).expect("an undo");
    let action = form.split("action=\"").nth(1).unwrap().split('"').next().unwrap();
    let number = form.split("name=\"number\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let answer = browser.change(action, &[("number", number)]);
    assert_eq!(answer.status, 303, "{}", text_of(answer.text()));
    let to = answer.header("Location").unwrap().to_owned();
    let page = text_of(&browser.page(&to));
    assert!(page.contains(&format!("Change {number} has been undone.")), "{page}");
    // a second undo is refused, with a link to the page
    let again = browser.change(action, &[("number", number)]);
    let link = format!("href=\"{}\">", action.trim_end_matches("/undo"));
    let text = text_of(again.text());
    assert!(text.starts_with("Not done: ") && again.text().contains(&link), "{link}: {}", again.text());
}

/// A task and its expected effects.
struct TaskCase {
    path: &'static str,
    fields: Pairs,
    /// The written rows, each with its file.
    writes: Pairs,
    /// A part of the next page.
    shows: &'static str,
}

type Pairs = &'static [(&'static str, &'static str)];

impl TaskCase {
    fn new(path: &'static str, fields: Pairs, writes: Pairs, shows: &'static str) -> TaskCase {
        TaskCase { path, fields, writes, shows }
    }
}

/// Saves and undoes each task, and compares the rows, the page, and the data after the undo.
#[track_caller]
fn assert_saved_and_undone(site: &Site, tasks: &[TaskCase]) {
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let before = site.export_files();
    for TaskCase { path, fields, writes, shows } in tasks {
        let page = save_task(&mut browser, path, fields);
        let files = site.export_files();
        for (file, row) in *writes {
            assert!(files[*file].contains(row), "{path}: {row} in {}", files[*file]);
        }
        assert!(text_of(&page).contains("Saved: ") && text_of(&page).contains(shows), "{path}: {}", text_of(&page));
        undo_task(&mut browser, &page);
        assert_eq!(site.export_files(), before, "{path}");
    }
}

#[test]
fn every_task_is_one_import_that_can_be_undone_on_its_page() {
    let tasks = [
        TaskCase::new(
            "person/2/enrol",
            &[("TrainingCode", "BHV"), ("ClassCode", "VRIJ")],
            &[("enrollments.csv", "E002,BHV,VRIJ,2026-03-09T12:00:00,3,false")],
            "BHV basis · Groep 3",
        ),
        // a full class with a waiting list
        TaskCase::new(
            "person/2/enrol",
            &[("TrainingCode", "BHV"), ("ClassCode", "VOL")],
            &[("enrollments.csv", "E002,BHV,VOL,2026-03-09T12:00:00,0,true")],
            "On waiting list: yes",
        ),
        TaskCase::new(
            "person/2/enrol",
            &[("TrainingCode", "AVG"), ("ClassCode", "")],
            &[("enrollments.csv", "E002,AVG,,2026-03-09T12:00:00,3,false")],
            "Bram Jansen · Privacy",
        ),
        TaskCase::new(
            "person/2/result",
            &[
                ("TrainingCode", "BHV"),
                ("FinishedAt", "2026-03-03T12:30"),
                ("ClassCode", "OUD"),
                ("ValidUntil", ""),
                ("CertificateObtained", "true"),
            ],
            &[("results.csv", "E002,BHV,2026-03-03T12:30:00,OUD,,2028-03-03T12:30:00,true,2026")],
            "Valid until: 3 Mar 2028",
        ),
        TaskCase::new(
            "person/2/absent",
            &[("ClassCode", "OUD"), ("AbsenceReason", "Ziek"), ("PublicCosts", "12,50")],
            &[("absences.csv", "E002,OUD,2026-03-09T12:00:00,,Ziek,12.50,0.00")],
            "Reason: Ziek",
        ),
        TaskCase::new(
            "person/2/exempt",
            &[("TrainingCode", "BHV"), ("DimReasonId", "1")],
            &[("dimmings.csv", "E002,BHV,1")],
            "Bram Jansen · BHV basis",
        ),
        TaskCase::new(
            "person/2/group",
            &[("GroupName", "EHBO")],
            &[("group_members.csv", "EHBO,E002")],
            "EHBO · Bram Jansen",
        ),
        TaskCase::new(
            "person/2/position",
            &[("ManagerExternalIdentifier", "00005"), ("FunctionName", "Kok van de week"), ("DivisionName", "")],
            &[("persons.csv", "Kok van de week"), ("functions.csv", "Kok van de week")],
            "Kok van de week",
        ),
        TaskCase::new(
            "classes/3/participant",
            &[("PersonExternalIdentifier", "E002")],
            &[("enrollments.csv", "E002,BHV,VRIJ,2026-03-09T12:00:00,3,false")],
            "Bram Jansen · BHV basis · Groep 3",
        ),
        // present and absent in one import
        TaskCase::new(
            "classes/1/presence",
            &[("FinishedAt[]", "E001"), ("FinishedAt.E002", "Ziek")],
            &[
                ("results.csv", "E001,BHV,2026-03-03T12:30:00,OUD,2026-03-02T09:00:00,2028-03-03T12:30:00,true,2026"),
                ("absences.csv", "E002,OUD,2026-03-09T12:00:00,,Ziek,0.00,0.00"),
            ],
            "Valid until: 3 Mar 2028",
        ),
        TaskCase::new(
            "classes/2/move",
            &[("PersonExternalIdentifier", "E001"), ("ClassCode", "VRIJ")],
            &[
                (
                    "enrollments.csv",
                    "E001,BHV,VOL,2026-01-04T09:00:00,2,false,false,2026-03-09T12:00:00,2026-03-09T12:00:00,\
                     Omgepland door planner,,245.00,",
                ),
                ("enrollments.csv", "E001,BHV,VRIJ,2026-03-09T12:00:00,3,false,false,2026-03-09T12:00:00,,,,245.00,"),
            ],
            "Groep 3",
        ),
        TaskCase::new(
            "classes/3/date",
            &[
                ("Date", "2026-04-11"),
                ("From", "09:00"),
                ("Till", "12:00"),
                ("LocationName", "Zaal 2"),
                ("LocationAddress", ""),
            ],
            &[("class_dates.csv", "VRIJ,2026-04-11,09:00,12:00,Zaal 2")],
            "Zaal 2",
        ),
        TaskCase::new(
            "classes/3/trainer",
            &[("PersonExternalIdentifier", "E003"), ("Date", "2026-04-10T09:00")],
            &[("class_trainers.csv", "VRIJ,E003,2026-04-10,09:00")],
            "Groep 3 · Carla",
        ),
        TaskCase::new(
            "classes/2/cancel",
            &[("State", "2")],
            &[
                ("classes.csv", "2,VOL,BHV,Groep 2,,,1,,false,true,true,false,false,true"),
                (
                    "enrollments.csv",
                    "E001,BHV,VOL,2026-01-04T09:00:00,2,false,false,2026-03-09T12:00:00,2026-03-09T12:00:00,Geannuleerd door planner",
                ),
            ],
            "refused or cancelled",
        ),
    ];
    assert_saved_and_undone(&site(), &tasks);
}

// "Errors at the field"
#[test]
fn a_refused_task_shows_the_error_at_its_field_and_changes_nothing() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let before = site.export_files();
    for (path, fields, field, message) in [
        ("person/2/enrol", &[("TrainingCode", "BHV")][..], "ClassCode", "Choose one of these."),
        ("person/2/enrol", &[("TrainingCode", "BHV"), ("ClassCode", "OUD")], "ClassCode", "in this class already"),
        (
            "person/2/result",
            &[("TrainingCode", "BHV"), ("FinishedAt", "2027-01-01T09:00"), ("ClassCode", "")],
            "FinishedAt",
            "1 Jan 2027 09:00 is later than now, 9 Mar 2026 12:00",
        ),
        (
            "person/2/result",
            &[("TrainingCode", "BHV"), ("FinishedAt", "2026-03-01"), ("ClassCode", ""), ("ValidUntil", "soms")],
            "ValidUntil",
            "soms is",
        ),
        (
            "person/2/result",
            &[("TrainingCode", "BHV"), ("FinishedAt", "aéééééT1:30"), ("ClassCode", ""), ("ValidUntil", "")],
            "FinishedAt",
            "aéééééT1:30 is not a datetime (YYYY-MM-DD or D-M-YYYY",
        ),
        ("person/2/absent", &[("ClassCode", "OUD"), ("AbsenceReason", "")], "AbsenceReason", "a value is required"),
        ("person/2/exempt", &[("TrainingCode", ""), ("DimReasonId", "1")], "TrainingCode", "a value is required"),
        (
            "person/2/position",
            &[("ManagerExternalIdentifier", "E999")],
            "ManagerExternalIdentifier",
            "Nothing in Persons matches E999. Check what you typed, or look it up under Tables, Persons.",
        ),
        (
            "classes/3/date",
            &[("Date", "2026-04-11"), ("From", "12:00"), ("Till", "9:00")],
            "Till",
            "09:00 is not after",
        ),
        (
            "classes/1/participant",
            &[("PersonExternalIdentifier", "E002")],
            "PersonExternalIdentifier",
            "in this class already",
        ),
    ] {
        let answer = post_task(&mut browser, path, fields);
        assert_eq!(answer.status, 200, "{path}");
        let page = answer.text().to_string();
        let at = page
            .split(&format!("id=\"{field}-wrong\">"))
            .nth(1)
            .unwrap_or_else(|| panic!("{path}: {}", text_of(&page)));
        let error = at.split('<').next().unwrap().replace('\u{a0}', " ");
        assert!(error.contains(message), "{path}: {error}");
    }
    // the reason of an absence at its row of the sheet
    let answer = post_task(&mut browser, "classes/1/presence", &[("FinishedAt[]", "E001")]);
    let page = answer.text().to_string();
    let row = page.split("name=\"FinishedAt.E002\"").nth(1).expect("the row of the absent person");
    assert!(
        row.split("</div>").next().unwrap().contains("Enter the reason of absence of Bram Jansen (E002)."),
        "{}",
        text_of(&page)
    );
    // a row that exists is not overwritten
    let exempt = [("TrainingCode", "BHV"), ("DimReasonId", "1")];
    save_task(&mut browser, "person/5/exempt", &exempt);
    let again = post_task(&mut browser, "person/5/exempt", &exempt);
    assert!(text_of(again.text()).contains("This exists already: Eva Smit"), "{}", text_of(again.text()));
    // changes after the form was shown are not overwritten
    let stale = browser.change("/console/classes/2/cancel", &[("State", "2"), ("seen", "")]);
    assert!(text_of(stale.text()).contains("This was changed since you opened the form."), "{}", text_of(stale.text()));
    // an impossible task is reported before the form is filled in
    for (path, message) in [
        ("classes/2/presence", "Possible from 30 Mar 2026 12:30, after the last session."),
        ("person/4/absent", "This person is not enrolled in a class that has started."),
        ("classes/3/move", "Nobody is enrolled in this class"),
    ] {
        let page = browser.page(&format!("/console/{path}"));
        assert!(text_of(&page).contains(message) && !page.contains("class=\"sheet\""), "{path}: {}", text_of(&page));
        assert!(!text_of(&page).contains("Tick who was present"), "{path}: {}", text_of(&page));
        assert_eq!(
            browser.change(&format!("/console/{path}"), &[("FinishedAt", "E001"), ("ClassCode", "OUD")]).status,
            403,
            "{path}"
        );
    }
    let mut after = site.export_files();
    // the exemption above
    after.insert("dimmings.csv".into(), before["dimmings.csv"].clone());
    assert_eq!(before, after);
}

#[test]
fn a_warning_must_be_confirmed() {
    let site = site();
    site.import(&[("classes.csv", "Code,HasWaitingList\nVOL,false\n")]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let fields = [("PersonExternalIdentifier", "E002")];
    let warned = post_task(&mut browser, "classes/2/participant", &fields);
    assert!(
        warned.text().contains("class=\"warn\"") && warned.text().contains("name=\"confirmed\""),
        "{}",
        text_of(warned.text())
    );
    // the class has a name, not only a code
    assert!(text_of(warned.text()).contains("Groep 2 (VOL) has 1 place, and 2 persons"), "{}", warned.text());
    assert!(!lines(&site, "enrollments.csv").iter().any(|line| line.contains("E002,BHV,VOL")));
    let confirmed = [fields[0], ("confirmed", "yes")];
    save_task(&mut browser, "classes/2/participant", &confirmed);
    assert!(
        lines(&site, "enrollments.csv").iter().any(|line| line.contains("E002,BHV,VOL,2026-03-09T12:00:00,3,false"))
    );
}

#[test]
fn contradictions_are_refused_or_confirmed() {
    let site = site();
    site.import(&[
        (
            "enrollments.csv",
            "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\nE002,AVG,,2026-01-05T09:00:00,3\n",
        ),
        (
            "results.csv",
            "PersonExternalIdentifier,TrainingCode,FinishedAt,ClassCode\nE001,BHV,2026-03-03T12:30:00,OUD\n",
        ),
        (
            "absences.csv",
            "PersonExternalIdentifier,ClassCode,CreationDate,TaskCode,AbsenceReason\nE002,OUD,2026-03-03T12:30:00,,Ziek\n",
        ),
    ])
    .ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let absent = [("ClassCode", "OUD"), ("AbsenceReason", "Ziek")];
    // address, fields, and a part of the page
    type FormCase<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);
    let refused: [FormCase; 2] = [
        (
            "person/1/result",
            &[("TrainingCode", "BHV"), ("FinishedAt", "2026-03-03"), ("ClassCode", "")],
            "on that day already",
        ),
        ("person/2/absent", &[absent[0], absent[1], ("PublicCosts", "-5")], "Enter 0 or more."),
    ];
    for (path, fields, message) in refused {
        let page = post_task(&mut browser, path, fields);
        assert!(
            text_of(page.text()).contains(message) && !page.text().contains("confirmed"),
            "{path}: {}",
            text_of(page.text())
        );
    }
    let warned: [FormCase; 12] = [
        ("person/2/absent", &absent, "absent from this class already"),
        ("person/1/absent", &absent, "has a result of this class already"),
        ("person/2/enrol", &[("TrainingCode", "AVG"), ("ClassCode", "")], "already: Without class (e-learning)"),
        ("person/1/enrol", &[("TrainingCode", "BHV"), ("ClassCode", "VRIJ")], "already: Groep 2 · 30 Mar 2026 09:00"),
        ("classes/3/participant", &[("PersonExternalIdentifier", "E001")], "already: Groep 2 · 30 Mar 2026 09:00"),
        ("person/1/exempt", &[("TrainingCode", "BHV"), ("DimReasonId", "1")], "completed the training on 3 Mar 2026"),
        ("person/2/position", &[("ManagerExternalIdentifier", "E003")], "Carla de Vries is no longer employed"),
        ("person/1/position", &[("ManagerExternalIdentifier", "E004")], "manages Dirk Bos, directly or"),
        ("classes/3/date", &[("Date", "2-3-2026"), ("From", "09:00"), ("Till", "10:00")], "in the past"),
        ("classes/1/participant", &[("PersonExternalIdentifier", "00005")], "This class is over."),
        ("classes/1/move", &[("PersonExternalIdentifier", "E002"), ("ClassCode", "VRIJ")], "This class is over."),
        ("classes/1/cancel", &[("State", "2")], "This class is over."),
    ];
    for (path, fields, message) in warned {
        let page = post_task(&mut browser, path, fields);
        assert_eq!(page.status, 200, "{path}");
        assert!(
            text_of(page.text()).contains(message) && page.text().contains("confirmed"),
            "{path}: {}",
            text_of(page.text())
        );
    }
    save_task(&mut browser, "person/2/absent", &[absent[0], absent[1], ("confirmed", "yes")]);
    // a result has a date, and is valid by the rule, always, or until a date
    let form = browser.page("/console/person/2/result?TrainingCode=BHV");
    assert!(form.contains("type=\"date\" value=\"2026-03-09\""), "{form}");
    assert!(
        text_of(&form).contains(
            "24 months after completion (9 Mar 2026 → 9 Mar 2028) always valid (no end date) until another day:"
        ),
        "{form}"
    );
    // the button, which needs no JavaScript, shows the form for the entered day and saves nothing
    let earlier = [("TrainingCode", "BHV"), ("FinishedAt", "2026-02-01"), ("ClassCode", ""), ("ValidUntil", "never")];
    assert!(form.contains("name=\"refresh\" value=\"yes\" formnovalidate>Update the choices<"), "{form}");
    let refreshed = post_task(&mut browser, "person/2/result", &[&earlier[..], &[("refresh", "yes")]].concat());
    let rule = "24 months after completion (1 Feb 2026 → 1 Feb 2028)";
    assert!(text_of(refreshed.text()).contains(rule), "{}", refreshed.text());
    assert!(refreshed.text().contains("value=\"never\" checked") && !refreshed.text().contains("-wrong\""));
    // the error of a missing class
    let invalid = post_task(&mut browser, "person/2/result", &[earlier[0], earlier[1], earlier[3], ("ClassCode", "X")]);
    assert!(text_of(invalid.text()).contains(rule) && invalid.text().contains("ClassCode-wrong"), "{}", invalid.text());
    assert_eq!(lines(&site, "results.csv").len(), 1);
    let until = [("ValidUntil", "day"), ("ValidUntil.day", "2027-01-31")];
    // a day without its option is an error that keeps the day
    let fields =
        [("TrainingCode", "BHV"), ("FinishedAt", "2026-03-02"), ("ClassCode", ""), ("ValidUntil", ""), until[1]];
    let answer = post_task(&mut browser, "person/2/result", &fields);
    assert!(
        text_of(answer.text()).contains("Choose “until another day”, or clear the date."),
        "{}",
        text_of(answer.text())
    );
    assert!(answer.text().contains("name=\"ValidUntil.day\" value=\"2027-01-31\""), "{}", answer.text());
    let fields = [("TrainingCode", "BHV"), ("FinishedAt", "2026-03-02"), ("ClassCode", ""), until[0], until[1]];
    save_task(&mut browser, "person/2/result", &fields);
    let row = "E002,BHV,2026-03-02T00:00:00,,,2027-01-31T00:00:00";
    assert!(lines(&site, "results.csv").iter().any(|line| line.contains(row)));
    // the error of a missing day is at the date input
    let fields =
        [("TrainingCode", "BHV"), ("FinishedAt", "2026-03-04"), ("ClassCode", ""), until[0], ("ValidUntil.day", "")];
    let answer = post_task(&mut browser, "person/2/result", &fields);
    let day = answer.text().split("name=\"ValidUntil.day\"").nth(1).and_then(|rest| rest.split('>').next()).unwrap();
    assert!(day.ends_with("aria-describedby=\"ValidUntil-wrong\" aria-invalid=\"true\" autofocus"), "{day}");
    assert!(answer.text().contains("value=\"day\" checked"), "{}", answer.text());
    // a training with classes is not e-learning by default
    let all = browser.page("/console/person/1/enrol?TrainingCode=BHV");
    let only = browser.page("/console/person/1/enrol?TrainingCode=AVG");
    assert!(!all.contains(" checked"), "{}", text_of(&all));
    assert!(only.contains("name=\"ClassCode\" value=\"\" checked"), "{}", text_of(&only));
    site.import(&[("classes.csv", "Code,IsCancelled\nVOL,true\nVRIJ,true\n")]).ok();
    assert!(!browser.page("/console/person/1/enrol?TrainingCode=BHV").contains(" checked"), "no class is open");
}

#[test]
fn enrolments_that_take_no_place_cause_no_warning_of_a_full_class() {
    let site = site();
    let row = "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\nE004,BHV,VOL,2026-01-05T09:00:00,3\n";
    site.import(&[("enrollments.csv", row)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    save_task(&mut browser, "classes/2/participant", &[("PersonExternalIdentifier", "E002")]);
    assert!(
        lines(&site, "enrollments.csv").iter().any(|line| line.contains("E002,BHV,VOL,2026-03-09T12:00:00,0,true"))
    );
    // the form shows how many enrolments are cancelled: another participant makes it outdated
    let form = browser.page("/console/classes/2/cancel");
    assert!(form.contains(">Back to the class</a>"), "{form}");
    // the text agrees with both options, of which the operator must choose one
    assert!(form.matches("type=\"radio\" name=\"State\"").count() == 2 && !form.contains(" checked"), "{form}");
    let empty = browser.page("/console/classes/3/cancel");
    assert!(empty.contains("value=\"\" checked"), "nobody is enrolled: {empty}");
    let refused = post_task(&mut browser, "classes/2/cancel", &[]);
    assert!(refused.text().contains("id=\"State-wrong\">Choose one of these.<"), "{}", refused.text());
    assert!(text_of(&form).contains("Choose below what happens to its enrolments."), "{form}");
    let seen = form.split("name=\"seen\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a digest");
    save_task(&mut browser, "classes/2/participant", &[("PersonExternalIdentifier", "00005")]);
    let outdated = browser.change("/console/classes/2/cancel", &[("State", "2"), ("seen", seen)]);
    assert!(
        text_of(outdated.text()).contains("This was changed since you opened the form."),
        "{}",
        text_of(outdated.text())
    );
    let page = save_task(&mut browser, "classes/2/cancel", &[("State", "2")]);
    // the page lists each changed row with its old and new values, beside the undo
    let list =
        page.split("<details><summary>Changes</summary>").nth(1).and_then(|rest| rest.split("</details>").next());
    let list = text_of(list.expect("a list of the changes"));
    assert!(list.contains("Groep 2 VOL Classes Changed Cancelled: no → yes"), "{list}");
    assert_eq!(list.matches("→ refused or cancelled").count(), 4, "{list}");
    let message = "Saved: Groep 2. Cancelled: no → yes; Enrolments: 4 changed (Anna van den Berg (E001), Bram Jansen (E002), Dirk Bos (E004), Eva Smit (00005)).";
    assert!(text_of(&page).contains(message), "{}", text_of(&page));
}

#[test]
fn viewers_and_forged_forms_change_nothing() {
    let site = site();
    let server = site.serve(&[]);
    let mut viewer = Browser::signed_in(&server, "kijker");
    let group = ("/console/person/2/group", [("GroupName", "EHBO")]);
    let page = viewer.page("/console/person/2");
    assert!(!page.contains("class=\"tasks\"") && page.contains(">All fields<"), "{page}");
    assert!(!viewer.page("/console/classes/3").contains("/move"), "no task for a viewer");
    for path in ["person/2/group", "classes/3/participant", "classes/2/cancel"] {
        assert_eq!(viewer.get(&format!("/console/{path}")).status, 403, "{path}");
        assert_eq!(viewer.change(&format!("/console/{path}"), &group.1).status, 403, "{path}");
    }
    let mut browser = Browser::signed_in(&server, NAME);
    let other_token = token(&viewer.page("/console/data"));
    for token in ["", "x", &other_token] {
        let fields = [("token", token), group.1[0]];
        assert_eq!(browser.post(group.0, &fields).status, 403, "{token}");
    }
    let own_token = token(&browser.page("/console/person/2/group"));
    let from_elsewhere =
        form(group.0, &[("token", &own_token), group.1[0]]).header("Origin", "https://elsewhere.example");
    assert_eq!(browser.send(from_elsewhere).status, 403);
    assert_eq!(lines(&site, "group_members.csv"), Vec::<String>::new());
    // only changes of tasks on this page are undone without a preview
    let other = browser.change("/console/person/2/undo", &[("number", "1")]);
    assert_eq!(other.header("Location"), Some("/console/imports/1/undo"));
    let page = save_task(&mut browser, "person/2/group", &group.1);
    let number = page.split("name=\"number\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!(viewer.change("/console/person/2/undo", &[("number", &number)]).status, 403);
    let elsewhere = browser.change("/console/person/3/undo", &[("number", &number)]);
    assert_eq!(elsewhere.header("Location"), Some(format!("/console/imports/{number}/undo").as_str()));
    for address in [format!("person/3?saved={number}"), "person/2?saved=1".into(), format!("person/2?undone={number}")]
    {
        assert!(!browser.page(&format!("/console/{address}")).contains("class=\"good\""), "{address}");
    }
}

#[test]
fn a_typed_name_finds_persons_to_choose() {
    let site = site();
    let files = [(
        "persons.csv",
        "ExternalIdentifier,FirstName,FamilyName,Email,FunctionName,DivisionName\n\
         J1,Jan,Bos,j1@example.nl,Kok,Noord\nJ2,Jan,Bos,j2@example.nl,Bode,Zuid\nP%_,<b>Piet</b>,Bosman,p@example.nl,Kok,\n",
    )];
    site.import(&files).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let answer = post_task(&mut browser, "classes/3/participant", &[("PersonExternalIdentifier", "jan bos")]);
    let page = answer.text().to_string();
    for message in
        ["Jan Bos · J1 · Kok · Noord", "Jan Bos · J2 · Bode · Zuid", "Several match jan bos. Choose one, or type more."]
    {
        assert!(text_of(&page).contains(message), "{message}: {}", text_of(&page));
    }
    assert!(!page.contains("checked") && page.contains("value=\"jan bos\""), "{page}");
    // the choice overrides the text
    let chosen = [("match.PersonExternalIdentifier", "J2"), ("PersonExternalIdentifier", "jan bos")];
    save_task(&mut browser, "classes/3/participant", &chosen);
    assert!(lines(&site, "enrollments.csv").iter().any(|line| line.contains("J2,BHV,VRIJ")));
    let answer = post_task(&mut browser, "classes/3/participant", &[("PersonExternalIdentifier", "bosman")]);
    let page = answer.text().to_string();
    assert!(text_of(&page).contains("bosman is not known. Is this the one?") && !page.contains("<b>Piet"), "{page}");
    assert!(page.contains("value=\"P%_\" checked"), "{page}");
    // a match in a hidden column is not preselected
    let other = post_task(&mut browser, "classes/3/participant", &[("PersonExternalIdentifier", "p@example")]);
    assert!(other.text().contains("value=\"P%_\"") && !other.text().contains("checked"), "{}", text_of(other.text()));
    let none = browser.page("/console/person/2/enrol?TrainingCode=onzin%3Cb%3E");
    assert!(text_of(&none).contains("Nothing in Trainings matches onzin<b>.") && !none.contains("onzin<b>"), "{none}");
    // suggestions for a typed text
    let mut suggested = |query: &str| {
        let answer = browser.get(&format!("/console/data/suggest?{query}"));
        (answer.status, answer.text().to_string())
    };
    let (status, rows) = suggested("file=persons&column=ExternalIdentifier&q=jan+bos");
    assert_eq!(status, 200);
    let rows: Vec<serde_json::Value> = serde_json::from_str(&rows).unwrap();
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert_eq!(rows[0]["key"], "J1");
    assert_eq!(rows[0]["text"], "Jan Bos · J1 · Kok · Noord");
    assert!(suggested("file=persons&column=ExternalIdentifier&q=os").1.contains("J1"), "the middle of a word");
    assert!(suggested("file=trainings&column=Code&q=priv").1.contains("\"AVG\""));
    assert_eq!(suggested("file=persons&column=ExternalIdentifier&q=%25").1.matches("key").count(), 1);
    assert_eq!(suggested(&format!("file=persons&column=ExternalIdentifier&q={}", "a".repeat(201))).0, 400);
    for query in ["", "file=nothing&q=a", "file=enrollments&q=E001"] {
        assert_eq!(suggested(query).0, 404, "{query}");
    }
    assert_eq!(
        Browser::new(&server).get("/console/data/suggest?file=persons&column=ExternalIdentifier&q=jan").status,
        303,
        "nobody is signed in"
    );
}

// "begins with a summary"
#[test]
fn a_person_begins_with_a_summary_and_links_to_its_sections() {
    let site = site();
    site.import(&[
        ("learning_paths.csv", "Title\nBasis\n"),
        ("learning_path_trainings.csv", "LearningPathTitle,TrainingCode\nBasis,BHV\n"),
        ("learning_path_links.csv", "LearningPathTitle,LinkType,LinkValue\nBasis,Person,E002\n"),
        (
            "results.csv",
            "PersonExternalIdentifier,TrainingCode,FinishedAt,ValidUntil\nE002,BHV,2024-03-03,2026-04-01\n\
             E002,AVG,2024-03-04,\n",
        ),
    ])
    .ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/person/2");
    // the summary begins with what needs action
    let badge = "<div class=\"sheet summary\"><p class=\"badges\"><span>Mandatory trainings:</span> <span class=\"badge warn\">";
    assert!(page.contains(&format!("{badge}1 expiring soon</span>")), "{page}");
    assert!(page.contains("<span class=\"badge warn\">expiring soon</span>"), "{page}");
    for section in ["portfolio", "history", "employment"] {
        assert!(
            page.contains(&format!("href=\"#{section}\"")) && page.contains(&format!("<h2 id=\"{section}\">")),
            "{section}"
        );
    }
    // names beside codes
    let reported = text_of(&page);
    assert!(reported.contains("Section (step) Trainings Status Veilig 1 1 expiring soon"), "{reported}");
    // the steps do not count a training outside the portfolio
    assert!(
        reported.contains(
            "BHV basis mandatory Veilig expiring soon 3 Mar 2024 1 Apr 2026 Privacy completed, not part of the portfolio"
        ),
        "{reported}"
    );
    assert!(reported.contains("BHV basis BHV Groep 1 OUD 2 Mar 2026 over"), "{reported}");
    let row = browser.page("/console/data/enrollments/2");
    assert!(text_of(&row).starts_with("Edit: Bram Jansen · BHV basis · Groep 1 · 3 Jan 2026"), "{}", text_of(&row));
    assert!(page.contains(">Edit<"), "{page}");
    assert!(
        reported.contains("Contract start 1 Sep 2021 08:30 Not employed from 31 Jul 2030 Employee number"),
        "{reported}"
    );
    // employed persons by name; a dismissed person is found by searching
    let all = text_of(&browser.page("/console/person"));
    assert!(
        all.find("Dirk Bos") < all.find("Bram Jansen") && all.contains("Dirk Bos") && !all.contains("Carla"),
        "{all}"
    );
    // the form lacks the id and columns that only commands change
    let form = browser.page("/console/data/persons/2");
    assert!(!form.contains("name=\"Id\"") && !form.contains("Anonymised") && !form.contains("/remove"), "{form}");
}

#[test]
fn an_unknown_participant_of_an_overbooked_class_is_an_error_at_the_field() {
    let site = site();
    let row = "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\nE002,BHV,VOL,2026-01-05T09:00:00,3\n";
    site.import(&[("enrollments.csv", row)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let answer = post_task(&mut browser, "classes/2/participant", &[("PersonExternalIdentifier", "zzz")]);
    assert_eq!(answer.status, 200, "{}", text_of(answer.text()));
    assert!(text_of(answer.text()).contains("Nothing in Persons matches zzz."), "{}", text_of(answer.text()));
}

#[test]
fn attendance_of_a_cancelled_class_cannot_be_recorded() {
    let site = site();
    site.import(&[("classes.csv", "Code,IsCancelled\nOUD,true\n")]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/classes/1/presence");
    assert!(text_of(&page).contains("cancelled") && !page.contains("name=\"seen\""), "{}", text_of(&page));
}

#[test]
fn attendance_of_one_participant_is_undone_on_the_page_of_the_class() {
    let site = site();
    let absence = "PersonExternalIdentifier,ClassCode,CreationDate,TaskCode,AbsenceReason\nE002,OUD,2026-03-08,,Ziek\n";
    site.import(&[("absences.csv", absence)]).ok();
    let writes = &[("results.csv", "E001,BHV,2026-03-03T12:30:00,OUD")];
    let task = TaskCase::new("classes/1/presence", &[("FinishedAt[]", "E001")], writes, "Valid until: 3 Mar 2028");
    assert_saved_and_undone(&site, &[task]);
}

#[test]
fn attendance_of_a_large_class_is_taken_in_rounds() {
    let site = site();
    // as long as the longest names of the demonstration
    let persons: String = (0..348)
        .map(|number| {
            format!("P{number:04},Wilhelmina,van den,Broekhuizen-{number:04},p{number}@example.nl,Zorg en Welzijn\n")
        })
        .collect();
    let enrolments: String = (0..348).map(|number| format!("P{number:04},BHV,OUD,2026-01-02T09:00:00,3\n")).collect();
    let header = "ExternalIdentifier,FirstName,Insertion,FamilyName,Email,DivisionName";
    let enrolment_header = "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State";
    site.import(&[
        ("divisions.csv", "Name\nZorg en Welzijn\n"),
        ("persons.csv", &format!("{header}\n{persons}")),
        ("enrollments.csv", &format!("{enrolment_header}\n{enrolments}")),
    ])
    .ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let mut saved_imports = Vec::new();
    // with the two participants of the fixture
    for (listed, unlisted) in [(250, Some("100 more participants follow once you have saved these.")), (100, None)] {
        let form = browser.page("/console/classes/1/presence");
        assert!(form.len() <= 100_000, "{} bytes", form.len());
        assert_eq!(form.matches("type=\"checkbox\"").count(), listed);
        assert_eq!(form.contains("class=\"warn\""), unlisted.is_some(), "{form}");
        assert!(unlisted.is_none_or(|note| text_of(&form).contains(note)), "{}", text_of(&form));
        let ticked = form.split("name=\"FinishedAt[]\" value=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let present: Vec<_> = ticked.map(|identifier| ("FinishedAt[]", identifier)).collect();
        let saved = browser.change("/console/classes/1/presence", &present);
        let page = browser.page(saved.header("Location").expect("the page of the class"));
        let message = format!("Saved: Results: {listed} created (");
        assert!(text_of(&page).contains(&message), "{}", text_of(&page));
        let number = page.split("name=\"number\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        // the page does not list more than 200 rows: their undo has a preview
        assert_eq!(page.contains("<summary>Changes</summary>"), listed <= 200, "{page}");
        saved_imports.push(number.to_owned());
    }
    let results = lines(&site, "results.csv");
    assert_eq!(results.iter().filter(|line| line.contains("2026-03-03T12:30:00")).count(), 350, "{results:?}");
    let page = text_of(&browser.page("/console/classes/1/presence"));
    assert!(page.contains("is recorded for every participant."), "{page}");
    let undo = browser.change("/console/classes/1/undo", &[("number", &saved_imports[0])]);
    assert_eq!(undo.header("Location"), Some(format!("/console/imports/{}/undo", saved_imports[0]).as_str()));
}

#[test]
fn a_participant_beyond_the_list_can_be_moved() {
    let site = site();
    let numbers = 0..230;
    let persons = numbers.clone().map(|number| format!("P{number:04},Piet,Naam{number:04},p{number}@example.nl\n"));
    let enrolments = numbers.clone().map(|number| format!("P{number:04},BHV,VOL,2026-01-02T09:00:00,3\n"));
    let classes = numbers.clone().map(|number| format!("K{number:04},BHV,Klas\n"));
    let dates = numbers.map(|number| format!("K{number:04},2026-05-04,09:00,12:30\n"));
    site.import(&[
        ("persons.csv", &format!("ExternalIdentifier,FirstName,FamilyName,Email\n{}", persons.collect::<String>())),
        ("classes.csv", &format!("Code,TrainingCode,Name\n{}", classes.collect::<String>())),
        ("class_dates.csv", &format!("ClassCode,Date,From,Till\n{}", dates.collect::<String>())),
        (
            "enrollments.csv",
            &format!(
                "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\n{}",
                enrolments.collect::<String>()
            ),
        ),
    ])
    .ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/classes/2/move");
    assert_eq!(page.matches("name=\"PersonExternalIdentifier\"").count(), 200);
    assert!(page.len() <= 100_000 && !page.contains("P0229"), "{} bytes", page.len());
    let note = "31 more participants are not listed here.";
    assert!(text_of(&page).contains(note), "{}", text_of(&page));
    let page = browser.page("/console/classes/2/move?PersonExternalIdentifier=P0229");
    assert!(page.contains("value=\"P0229\" checked") && !page.contains("not listed here"), "{page}");
    let classes = page.matches("name=\"ClassCode\"").count();
    assert!((190..=200).contains(&classes) && page.len() <= 100_000, "{classes} classes, {} bytes", page.len());
    save_task(&mut browser, "classes/2/move", &[("PersonExternalIdentifier", "P0229"), ("ClassCode", "VRIJ")]);
    let moved = lines(&site, "enrollments.csv");
    assert!(moved.iter().any(|line| line.contains(",P0229,BHV,VRIJ,")), "{moved:?}");
}

#[test]
fn the_page_names_the_persons_of_an_attendance_and_the_history_its_tables() {
    let site = site();
    let row = "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\nE004,BHV,OUD,2026-01-05T09:00:00,3\n";
    site.import(&[("enrollments.csv", row)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let fields = [("FinishedAt[]", "E001"), ("FinishedAt.E002", "Ziek"), ("FinishedAt.E004", "Ziek")];
    let page = text_of(&save_task(&mut browser, "classes/1/presence", &fields));
    assert!(
        page.contains("Saved: Absences: 2 created (Dirk Bos (E004), Bram Jansen (E002)); Anna van den Berg · BHV"),
        "{page}"
    );
    let history = text_of(&browser.page("/console/imports"));
    assert!(history.contains("Classes: Groep 1 (OUD) Absences: 2 created; Results: 1 created"), "{history}");
}

#[test]
fn a_form_without_choices_shows_advice() {
    let site = site();
    site.import(&[("classes.csv", "Code,IsCancelled\nVRIJ,true\n")]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/classes/2/move");
    let message = "There is no other open class of this training to move to. Add one first, under Tables, Classes.";
    assert!(text_of(&page).contains(message) && !page.contains("<fieldset"), "{page}");
    assert!(!browser.page("/console/classes/2").contains("/move?"), "no link at a participant");
    let other = persons_site();
    add_operator(&other, NAME, "editor");
    let server = other.serve(&[]);
    let page = Browser::signed_in(&server, NAME).page("/console/person/2/group");
    assert!(
        text_of(&page).contains("There is no group yet. Add one first, under Tables, Groups."),
        "{}",
        text_of(&page)
    );
    assert!(!page.contains("GroupName"), "{page}");
    let row = text_of(&Browser::signed_in(&server, NAME).page("/console/data/dimmings/new"));
    let message = "There is nothing to choose. Add a row first, under Tables, Reasons for exemption.";
    assert!(row.contains(message), "{row}");
}

#[test]
fn only_the_possible_tasks_of_a_cancelled_class_or_dismissed_person_are_offered() {
    let site = site();
    site.import(&[("classes.csv", "Code,IsCancelled\nOUD,true\nVRIJ,true\n")]).ok();
    site.import(&[
        ("classes.csv", "Id,Code,TrainingCode,Name\n4,NIEUW,BHV,Groep 4\n"),
        ("class_dates.csv", "ClassCode,Date,From,Till\nNIEUW,2026-05-10,09:00,12:30\n"),
    ])
    .ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let all = browser.page("/console/classes/2");
    for task in ["presence", "participant", "date", "trainer", "cancel", "attendance"] {
        let address = |class: u8| format!("href=\"/console/classes/{class}/{task}\"");
        assert_eq!(all.contains(&address(2)), task != "presence", "{task}");
        for class in [1, 3] {
            let is_offered = browser.page(&format!("/console/classes/{class}")).contains(&address(class));
            assert!(!is_offered, "{task} {class}");
        }
    }
    let obstacle = "Take attendance : Possible from 30 Mar 2026 12:30, after the last session.";
    assert!(text_of(&all).contains(obstacle), "{}", text_of(&all));
    // the dangerous task is at the end, after the participants
    let (_, rest) = all.split_once("class=\"danger\">Cancel the class<").expect("the last task");
    assert!(!rest.contains("<table") && !rest.contains("class=\"tasks\""), "{rest}");
    // participants of a cancelled class can go to another
    assert!(browser.page("/console/classes/1").contains("/classes/1/move?PersonExternalIdentifier="));
    assert!(text_of(&browser.page("/console/classes/3")).contains("This class is cancelled."));
    let dismissed = browser.page("/console/person/3");
    for (task, is_offered) in [("enrol", false), ("position", false), ("result", true), ("group", true)] {
        assert_eq!(dismissed.contains(&format!("/console/person/3/{task}\"")), is_offered, "{task}");
    }
}

#[test]
fn the_first_field_without_a_value_takes_the_focus() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (path, field) in [
        ("person/2/enrol", "TrainingCode"),
        ("person/2/enrol?TrainingCode=BHV", "ClassCode"),
        ("person/2/exempt?TrainingCode=BHV", "DimReasonId"),
        ("person/2/position", ""),
        ("classes/2/move", "PersonExternalIdentifier"),
        ("classes/3/date?Date=2026-04-11", "From"),
    ] {
        let page = browser.page(&format!("/console/{path}"));
        let tags: Vec<_> = page.split('<').filter(|tag| tag.contains(" autofocus>")).collect();
        assert_eq!(tags.len(), usize::from(!field.is_empty()), "{path}: {tags:?}");
        assert!(tags.iter().all(|tag| tag.contains(&format!("name=\"{field}\""))), "{path}: {tags:?}");
    }
}

#[test]
fn the_form_of_a_row_returns_to_the_person_or_class() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (page, form, field) in [
        ("person/2", "data/persons/2", ("PhoneNumber", "06-1")),
        ("person/2", "data/enrollments/2", ("Costs", "1.00")),
        ("classes/3", "data/classes/3", ("Name", "Groep 9")),
        ("classes/3", "data/class_dates/4", ("LocationName", "Zaal 9")),
    ] {
        let address = format!("/console/{form}?back={page}");
        let page = format!("/console/{page}");
        assert!(browser.page(&page).contains(&format!("<a href=\"{address}\">")), "{address}");
        assert!(browser.page(&address).contains(&format!("<a href=\"{page}\">Cancel</a>")), "{address}");
        assert_eq!(save_row(&mut browser, &address, &[]).header("Location"), Some(page.as_str()));
        let answer = save_row(&mut browser, &address, &[field]);
        let to = answer.header("Location").unwrap();
        assert!(to.starts_with(&format!("{page}?saved=")), "{to}");
        let shown = browser.page(to);
        undo_task(&mut browser, &shown);
    }
    for (list, fields) in [
        ("person", "ExternalIdentifier=E900&FirstName=Noor&FamilyName=Wit&Email=noor@example.nl"),
        ("classes", "Code=K9&TrainingCode=BHV&Name=Groep 9"),
    ] {
        let stem = list.replace("person", "persons");
        let fields: Vec<_> = fields.split('&').filter_map(|field| field.split_once('=')).collect();
        let answer = save_row(&mut browser, &format!("/console/data/{stem}/new?back={list}"), &fields);
        let to = answer.header("Location").unwrap_or_else(|| panic!("{}", text_of(answer.text()))).to_owned();
        assert!(to.starts_with(&format!("/console/{list}/")) && to.contains("?saved="), "{to}");
        let shown = browser.page(&to);
        // the row is gone after the undo: the list has the message
        let form = shown.split("<form").find(|form| form.contains("/undo\"")).expect("an undo");
        let attribute = |name: &str| form.split(name).nth(1).unwrap().split('"').next().unwrap().to_owned();
        let undone = browser.change(&attribute("action=\""), &[("number", &attribute("name=\"number\" value=\""))]);
        let to = undone.header("Location").unwrap_or_else(|| panic!("{}", text_of(undone.text()))).to_owned();
        assert!(to.starts_with(&format!("/console/{list}?undone=")), "{to}");
        assert!(text_of(&browser.page(&to)).contains(" has been undone."), "{to}");
    }
    for back in ["../other", "operators", "person/x", ""] {
        let page = browser.page(&format!("/console/data/persons/2?back={back}"));
        assert!(page.contains("<a href=\"/console/data/persons\">Cancel</a>"), "{back}: {page}");
    }
    // a new person has a page of its own, whatever person the form came from
    let fields =
        [("ExternalIdentifier", "E901"), ("FirstName", "Noor"), ("FamilyName", "Wit"), ("Email", "n@example.nl")];
    let answer = save_row(&mut browser, "/console/data/persons/new?back=person/2", &fields);
    let to = answer.header("Location").unwrap_or_else(|| panic!("{}", text_of(answer.text()))).to_owned();
    assert!(text_of(&browser.page(&to)).contains("Noor Wit"), "{to}");
}

#[test]
fn a_long_list_of_a_person_is_collapsed_with_its_count() {
    let site = site();
    let rows = |days: std::ops::RangeInclusive<u8>| {
        let row = |day| format!("E002,AVG,2026-02-{day:02}T00:00:00\n");
        format!("PersonExternalIdentifier,TrainingCode,FinishedAt\n{}", days.map(row).collect::<String>())
    };
    site.import(&[("results.csv", &rows(1..=5))]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    assert!(!browser.page("/console/person/2").contains("<summary>Show"), "five rows are short");
    site.import(&[("results.csv", &rows(6..=6))]).ok();
    let page = browser.page("/console/person/2");
    let results = page.split("<h2 id=\"results-PersonExternalIdentifier\">").nth(1).expect("results");
    assert!(
        results.split_once("<table").unwrap().0.contains("<details><summary>Show all 6 rows</summary>"),
        "{results}"
    );
    assert!(
        text_of(&page).contains("1 Feb 2026 ") && !text_of(&page).contains("1 Feb 2026 00:00"),
        "{}",
        text_of(&page)
    );
    site.import(&[("results.csv", &rows(7..=22))]).ok();
    assert!(browser.page("/console/person/2").contains("<details><summary>Show the first 20 rows</summary>"));
}

#[test]
fn dismissed_and_anonymised_persons_cannot_be_added_to_a_class() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let before = site.export_file("enrollments.csv");
    let add = |browser: &mut Browser, person: &str| {
        let answer = post_task(browser, "classes/3/participant", &[("PersonExternalIdentifier", person)]);
        assert_eq!(answer.status, 200, "{person}");
        let at = answer.text().split("id=\"PersonExternalIdentifier-wrong\">").nth(1).expect("an error at the field");
        at.split('<').next().unwrap().to_owned()
    };
    assert_eq!(add(&mut browser, "E003"), "This person is no longer employed.");
    site.lms(&["person", "anonymise", "E003", "--yes"]).ok();
    assert_eq!(add(&mut browser, "anonymised-3"), "This person is anonymised.");
    assert_eq!(site.export_file("enrollments.csv"), before);
}

/// The most urgent status comes first, within a status the mandatory trainings, and then the latest completed.
#[test]
fn the_portfolio_is_sorted_by_status_mandatory_and_completion() {
    let site = site();
    let [yes, no] = ["true", "false"];
    let trainings = [("LATER", no), ("OLD", yes), ("NEW", yes), ("GONE", no), ("OPEN", yes), ("SOON", no)];
    let rows = trainings.map(|(code, is_mandatory)| format!("{code},Learning,{code},Veilig,BHV,{is_mandatory}\n"));
    let results = [
        ("OLD", "2020-01-01", "never"),
        ("NEW", "2025-01-01", "never"),
        ("GONE", "2021-01-01", "2022-01-01"),
        ("SOON", "2019-01-01", "2026-03-20"),
    ];
    let results = results.map(|(code, finished, until)| format!("E002,{code},{finished},{until}\n"));
    let in_path = trainings.map(|(code, _)| format!("Basis,{code}\n"));
    site.import(&[
        ("trainings.csv", &format!("Code,Type,Title,StepTitle,CategoryTitle,IsMandatory\n{}", rows.concat())),
        ("learning_paths.csv", "Title\nBasis\n"),
        ("learning_path_trainings.csv", &format!("LearningPathTitle,TrainingCode\n{}", in_path.concat())),
        ("learning_path_links.csv", "LearningPathTitle,LinkType,LinkValue\nBasis,Person,E002\n"),
        ("results.csv", &format!("PersonExternalIdentifier,TrainingCode,FinishedAt,ValidUntil\n{}", results.concat())),
    ])
    .ok();
    let server = site.serve(&[]);
    let page = Browser::signed_in(&server, NAME).page("/console/person/2");
    let table = page.split("aria-label=\"Learning portfolio\"").nth(1).and_then(|rest| rest.split("</table>").next());
    let links = table.expect("a table").split("/console/data/trainings/").skip(1);
    let titles: Vec<_> = links.filter_map(|link| link.split_once("\">")?.1.split('<').next()).collect();
    assert_eq!(titles, ["GONE", "SOON", "BHV basis", "OPEN", "LATER", "NEW", "OLD"], "{page}");
    let subheadings = page.split("<h3>").skip(1).filter_map(|rest| rest.split('<').next());
    assert_eq!(subheadings.collect::<Vec<_>>(), ["Sections of the portfolio", "Trainings"]);
    // each section has the numbers of its trainings by status
    let counts = "Veilig 7 1 expired 1 expiring soon 3 not yet completed 2 completed";
    assert!(text_of(&page).contains(counts), "{}", text_of(&page));
}

/// The name of the chosen row is below its own input.
#[test]
fn the_name_of_the_chosen_manager_follows_its_field() {
    let site = site();
    site.import(&[("persons.csv", "ExternalIdentifier,ManagerExternalIdentifier\nE002,E001\n")]).ok();
    let server = site.serve(&[]);
    let page = Browser::signed_in(&server, NAME).page("/console/person/2/position");
    let (before, after) = page.split_once("id=\"ManagerExternalIdentifier-chosen\"").expect("the chosen manager");
    assert!(before.contains("<input id=\"ManagerExternalIdentifier\""), "{before}");
    let own = after.split("<input").next().unwrap();
    assert!(own.contains("Anna van den Berg") && own.contains("id=\"ManagerExternalIdentifier-hint\""), "{own}");
}

/// The classes of `site`, a class that has started, and a cancelled class. The time is 9 March 2026, 12:00.
#[test]
fn enrolments_and_agenda_show_what_is_over_and_what_was_cancelled() {
    let site = site();
    site.import(&[
        ("classes.csv", "Code,TrainingCode,Name,IsCancelled\nWEG,BHV,Groep 4,true\nNU,BHV,Groep 5,false\n"),
        (
            "class_dates.csv",
            "ClassCode,Date,From,Till\nWEG,2026-03-31,09:00,12:30\nNU,2026-03-09,09:00,11:30\nNU,2026-03-11,09:00,12:30\n",
        ),
        (
            "enrollments.csv",
            "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\nE001,BHV,WEG,2026-01-05T09:00:00,3\n\
             E001,BHV,NU,2026-01-06T09:00:00,3\nE001,AVG,,2026-01-07T09:00:00,3\nE002,BHV,VRIJ,2026-01-07T09:00:00,2\n",
        ),
    ])
    .ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/person/1");
    let section = |id: &str| {
        let (_, section) = page.split_once(&format!("<h2 id=\"{id}\"")).expect("a section");
        section.split("<h2").next().unwrap().to_owned()
    };
    let enrolments = section("enrollments-PersonExternalIdentifier");
    for row in [
        "Training Class Begins Status Enrolled on",
        "Groep 1 OUD 2 Mar 2026 over 2 Jan 2026",
        "Groep 2 VOL 30 Mar 2026 scheduled 4 Jan 2026",
        "Groep 4 WEG 31 Mar 2026 class cancelled 5 Jan 2026",
        "Groep 5 NU 9 Mar 2026 scheduled 6 Jan 2026",
        "Privacy AVG scheduled 7 Jan 2026",
    ] {
        assert!(text_of(&enrolments).contains(row), "{row}: {}", text_of(&enrolments));
    }
    for badge in ["note\">over", "good\">scheduled", "wrong\">class cancelled"] {
        assert!(enrolments.contains(&format!("<span class=\"badge {badge}</span>")), "{badge}: {enrolments}");
    }
    // coming sessions are open, the next one first; past sessions are folded, the latest first
    let agenda = section("agenda");
    let (coming, past) = agenda.split_once("<details><summary>Past sessions: 3</summary>").expect("past sessions");
    let (coming, past) = (text_of(coming), text_of(past));
    let positions = ["11 Mar 2026", "30 Mar 2026", "31 Mar 2026"].map(|date| coming.find(date));
    assert!(positions.is_sorted() && positions[0].is_some(), "{coming}");
    assert!(coming.contains("De Werf scheduled 31 Mar 2026") && coming.contains("class cancelled"), "{coming}");
    let positions = ["9 Mar 2026", "3 Mar 2026", "2 Mar 2026"].map(|date| past.find(date));
    assert!(positions.is_sorted() && positions[0].is_some(), "{past}");
    assert!(past.contains("over") && !past.contains("scheduled"), "{past}");
    let other = text_of(&browser.page("/console/person/2"));
    assert!(other.contains("10 Apr 2026 refused or cancelled 7 Jan 2026"), "{other}");
}

#[test]
fn every_task_has_its_action_as_heading_and_the_same_frame() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (path, heading, parent) in [
        ("person/2/enrol", "Enrol", "Bram Jansen · E002 · Docent · Locatie Haven"),
        ("person/2/enrol?TrainingCode=BHV", "Enrol", "Bram Jansen · E002 · Docent · Locatie Haven"),
        ("classes/3/participant", "Add a participant", "Groep 3 · VRIJ"),
        ("classes/1/move", "Move to another class", "Groep 1 · OUD"),
    ] {
        let page = browser.page(&format!("/console/{path}"));
        let back = path.rsplit_once('/').unwrap().0;
        let link = format!(
            "<span aria-hidden=\"true\">←</span> <a href=\"/console/{back}\">{parent}</a></p>\n<h1>{heading}</h1>"
        );
        assert!(page.contains(&link), "{path}: {page}");
        assert!(page.contains("<span aria-hidden=\"true\">*</span> required</p>"), "{path}: {page}");
        assert!(page.contains(&format!(" <a href=\"/console/{back}\">Cancel</a>")), "{path}: {page}");
    }
    // the description of an exemption advises to add a result
    assert!(browser.page("/console/person/2/exempt").contains("<a href=\"/console/person/2/result\">Add a result</a>"));
    let page = browser.page("/console/classes/3/participant");
    let facts = "Add a participant 10 Apr 2026 09:00, places left: 10 Enrols a person in this class.";
    assert!(text_of(&page).contains(facts), "{}", text_of(&page));
    let hint = page.split("id=\"PersonExternalIdentifier-hint\">").nth(1).and_then(|rest| rest.split('<').next());
    assert_eq!(hint, Some("Type part of the name or employee number, then choose."));
}
