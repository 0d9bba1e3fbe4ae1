//! Handmade cases for each sentence of contract §5, which is quoted above its cases. A plausible misreading of the sentence
//! would give other values. The clock is fixed at 2026-03-09 12:00.

use super::test_organisation::TestOrganisation;
use super::{BASE, serve};
use crate::support::{Element, PASSWORD, Request, Server, USER, form_request, reports_site};

/// Returns the items of a response that is a list.
#[track_caller]
fn items(server: &Server, operation: &str, fields: &[(&str, &str)]) -> Vec<Element> {
    server.form(operation, fields).answer().ok().children
}

/// Returns the value of an element of each item.
#[track_caller]
fn values<'a>(items: &'a [Element], name: &str) -> Vec<&'a str> {
    items.iter().map(|item| item.value(name).expect("an element")).collect()
}

#[track_caller]
fn classes(server: &Server, include_archived: &str) -> Vec<Element> {
    items(server, "GetClasses", &[("includeArchived", include_archived)])
}

/// Returns the class of an organisation that has only one.
#[track_caller]
fn only_class(organisation: &TestOrganisation) -> Element {
    let (_site, server) = serve(&organisation.0);
    let classes = classes(&server, "true");
    assert_eq!(classes.len(), 1);
    classes.into_iter().next().expect("a class")
}

#[track_caller]
fn group_class(server: &Server, id: &str) -> Element {
    server.form("GetClass", &[("classId", id)]).answer().ok()
}

#[track_caller]
fn agenda(server: &Server, identifier: &str) -> Vec<Element> {
    items(server, "GetPersonAgenda", &[("identifier", identifier)])
}

/// Returns the ids in a list of a class.
#[track_caller]
fn ids(class: &Element, list: &str) -> Vec<String> {
    let list = class.child(list).expect("a list");
    assert!(list.children.iter().all(|id| id.name == "int"));
    list.children.iter().map(|id| id.text.clone()).collect()
}

/// Returns the trainings of the catalog with the titles of step and category.
#[track_caller]
fn catalog(server: &Server) -> Vec<(String, String, Element)> {
    let mut trainings = Vec::new();
    for step in items(server, "GetCatalog", &[]) {
        for category in &step.child("CatSubject").expect("a list").children {
            for training in &category.child("CatTrainingInfo").expect("a list").children {
                let (step, category) = (step.value("Title"), category.value("Subject"));
                trainings.push((step.expect("a title").into(), category.expect("a title").into(), training.clone()));
            }
        }
    }
    trainings
}

/// Returns the class entries of a catalog that has only one training.
#[track_caller]
fn class_entries(organisation: &TestOrganisation) -> Vec<Element> {
    let (_site, server) = serve(&organisation.0);
    let trainings = catalog(&server);
    let [(_, _, training)] = &trainings[..] else { panic!("{trainings:?}") };
    let data = training.child("TrainingData");
    data.map_or(Vec::new(), |data| data.children.clone())
}

fn is_nil(element: &Element, name: &str) -> bool {
    let child = element.child(name).expect("an element");
    child.text.is_empty() && child.attributes == [("nil".to_owned(), "true".to_owned())]
}

// "The latest enrolment (EnrolledAt, then id) of a person for a class counts."

#[test]
fn the_latest_enrolment_counts_not_the_largest_id() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[]).moment("1", "2026-04-01 09:00", &[]);
    organisation.person("1", &[]).person("2", &[]).person("3", &[]);
    // person 1: cancelled later
    organisation.enroll("10", "1", "1", "2026-01-01T10:00:00", "3").enroll("11", "1", "1", "2026-01-02T10:00:00", "2");
    // person 2: enrolled again, with a smaller id
    organisation.enroll("21", "2", "1", "2026-01-01T10:00:00", "2").enroll("20", "2", "1", "2026-01-01T10:00:01", "3");
    // person 3: moved from the waiting list into the class
    organisation.enroll("30", "3", "1", "2026-01-01T10:00:00", "0w").enroll("31", "3", "1", "2026-01-03T10:00:00", "3");
    let class = only_class(&organisation);
    assert_eq!(ids(&class, "Enrollments"), ["2", "3"]);
    assert_eq!(ids(&class, "WaitingListEnrollments"), [""; 0]);
}

#[test]
fn the_latest_enrolment_counts_for_its_class_only() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[]).class("2", &[]).person("1", &[]);
    organisation.enroll("1", "1", "1", "2026-01-01T10:00:00", "3").enroll("2", "1", "2", "2026-01-02T10:00:00", "2");
    organisation.enroll("3", "1", "", "2026-01-03T10:00:00", "2");
    let (_site, server) = serve(&organisation.0);
    let classes = classes(&server, "true");
    assert_eq!(ids(&classes[0], "Enrollments"), ["1"]);
    assert_eq!(ids(&classes[1], "Enrollments"), [""; 0]);
}

// "*Enrolled*: state 3 and not on the waiting list. *Waiting*: on the waiting list and not in state 2." "Ids ascending."

#[test]
fn enrolments_and_waiting_list_entries_are_distinguished() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[]).moment("1", "2026-04-01 09:00", &[]);
    let states = ["3", "3w", "2w", "2", "1w", "1", "0w", "0", "3"];
    for (n, state) in states.iter().enumerate() {
        // persons with larger ids enrol earlier
        let (id, person) = ((n + 1).to_string(), (20 - n).to_string());
        let at = format!("2026-01-{:02}T10:00:00", n + 1);
        organisation.person(&person, &[]).enroll(&id, &person, "1", &at, state);
    }
    let class = only_class(&organisation);
    assert_eq!(ids(&class, "Enrollments"), ["12", "20"]);
    assert_eq!(ids(&class, "WaitingListEnrollments"), ["14", "16", "19"]);
}

// "On the waiting list state 3 reads as 0, in the agenda and in StartedCourses, whoever it is."

#[test]
fn on_the_waiting_list_state_3_reads_as_0() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[]).moment("1", "2026-04-01 09:00", &[]);
    organisation.person("1", &[]).person("2", &[("ContractEndTime", "2026-01-31T00:00:00")]);
    organisation.person("3", &[]).person("4", &[]).person("5", &[]);
    for (person, state) in [("1", "3w"), ("2", "3w"), ("3", "1w"), ("4", "2w"), ("5", "3")] {
        organisation.enroll(person, person, "1", "2026-01-01T10:00:00", state);
    }
    let (_site, server) = serve(&organisation.0);
    for (identifier, state) in [("P1", "0"), ("P2", "0"), ("P3", "1"), ("P4", "2"), ("P5", "3")] {
        assert_eq!(values(&agenda(&server, identifier), "State"), [state], "{identifier}");
    }
}

// "A dismissed person is neither in a class that has not begun."

#[test]
fn a_dismissed_person_is_in_a_class_that_has_begun_only() {
    let mut organisation = TestOrganisation::new();
    // class 1 begins now and so has begun; class 2 begins in a minute; class 3 has no contact moment and so has not begun
    organisation.class("1", &[("MaxPersons", "5")]).moment("1", "2026-03-09 12:00", &[]);
    organisation.class("2", &[("MaxPersons", "5")]).moment("2", "2026-03-09 12:01", &[]);
    organisation.class("3", &[("MaxPersons", "5")]);
    // contracts that end now and in a second
    organisation.person("1", &[("ContractEndTime", "2026-03-09T12:00:00")]);
    organisation.person("2", &[("ContractEndTime", "2026-03-09T12:00:01")]);
    organisation.anonymised("3");
    organisation.person("4", &[("ContractEndTime", "2026-03-01T00:00:00")]);
    for class in ["1", "2", "3"] {
        for person in ["1", "2", "3", "4"] {
            let state = if person == "4" { "0w" } else { "3" };
            organisation.enroll(&format!("{class}{person}"), person, class, "2026-01-01T10:00:00", state);
        }
    }
    let (_site, server) = serve(&organisation.0);
    let classes = classes(&server, "false");
    assert_eq!(values(&classes, "Id"), ["1", "2", "3"]);
    assert_eq!(ids(&classes[0], "Enrollments"), ["1", "2"]);
    assert_eq!(ids(&classes[0], "WaitingListEnrollments"), ["4"]);
    for class in &classes[1..] {
        assert_eq!(ids(class, "Enrollments"), ["2"]);
        assert_eq!(ids(class, "WaitingListEnrollments"), [""; 0]);
    }
    let places = &catalog(&server)[0].2;
    assert_eq!(values(&places.child("TrainingData").expect("a list").children, "AvailablePlaces"), ["4"]);
}

#[test]
fn a_class_has_begun_when_its_first_contact_moment_has() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[]).moment("1", "2026-06-01 09:00", &[]).moment("1", "2026-03-09 11:59", &[]);
    organisation.person("1", &[("ContractEndTime", "2026-03-01T00:00:00")]);
    organisation.enroll("1", "1", "1", "2026-01-01T10:00:00", "3");
    assert_eq!(ids(&only_class(&organisation), "Enrollments"), ["1"]);
    assert_eq!(class_entries(&organisation), []);
}

// "GetClasses* leave out classes under construction, and archived ones unless asked for; order: first contact moment,
// then id; classes without contact moments last."

#[test]
fn lists_omit_unfinished_classes_and_by_default_archived_ones() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[("IsUnderConstruction", "true")]).class("2", &[("IsArchived", "true")]);
    organisation.class("3", &[("IsCancelled", "true")]).class("4", &[("IsVisibleInCatalog", "false")]);
    organisation.class("5", &[("IsArchived", "true"), ("IsUnderConstruction", "true")]);
    for class in ["1", "2", "3", "4", "5"] {
        organisation.moment(class, "2026-04-01 09:00", &[]);
    }
    let (_site, server) = serve(&organisation.0);
    let by_date = |archived| [("fromDate", "2026-04-01"), ("toDate", "2026-04-01"), ("includeArchived", archived)];
    let by_training = |archived| [("trainingId", "1"), ("trainingType", "0"), ("includeArchived", archived)];
    for (archived, expected) in [("false", &["3", "4"][..]), ("true", &["2", "3", "4"])] {
        assert_eq!(values(&classes(&server, archived), "Id"), expected);
        assert_eq!(values(&items(&server, "GetClassesFilteredByDate", &by_date(archived)), "Id"), expected);
        assert_eq!(values(&items(&server, "GetClassesFilteredByTraining", &by_training(archived)), "Id"), expected);
    }
}

#[test]
fn classes_are_sorted_by_first_contact_moment_and_id() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[]);
    // the earliest contact moment is not the first in the file, and does not have the smallest id
    organisation.class("2", &[]).moment("2", "2026-04-03 09:00", &[]).moment("2", "2026-04-01 13:00", &[]);
    organisation.class("9", &[]).moment("9", "2026-04-01 09:00", &[]).moment("9", "2026-12-31 09:00", &[]);
    organisation.class("5", &[]).moment("5", "2026-04-01 13:00", &[]);
    organisation.class("3", &[]).moment("3", "2026-04-02 08:00", &[]);
    organisation.class("4", &[]).class("10", &[]).moment("10", "2026-04-01 13:00", &[]);
    let (_site, server) = serve(&organisation.0);
    let classes = classes(&server, "false");
    assert_eq!(values(&classes, "Id"), ["9", "2", "5", "10", "3", "1", "4"]);
    let dates = &classes[1].child("Dates").expect("a list").children;
    assert_eq!(values(dates, "Date"), ["2026-04-01", "2026-04-03"]);
    assert_eq!(values(dates, "StartsAt"), ["13:00:00", "09:00:00"]);
    assert_eq!(values(dates, "EndsAt"), ["23:30:00", "23:30:00"]);
}

#[test]
fn the_first_contact_moment_follows_changes_and_removals() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[]).moment("1", "2026-04-01 09:00", &[]).moment("1", "2026-04-05 09:00", &[]);
    organisation.class("2", &[]).moment("2", "2026-04-03 09:00", &[]);
    let site = reports_site();
    organisation.0.import(&site);
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    let server = site.serve(&[]);
    let order = || values(&classes(&server, "false"), "Id").join(" ");
    let change = |sql: &str| database.execute_batch(sql).expect("a change");
    assert_eq!(order(), "1 2");
    change("UPDATE class_date SET date = '2026-04-04' WHERE date = '2026-04-01'");
    assert_eq!(order(), "2 1");
    change("UPDATE class_date SET class = 1 WHERE class = 2");
    assert_eq!(order(), "1 2");
    change("DELETE FROM class_date WHERE class = 1");
    change("INSERT INTO class_date (class, date, starts_at, ends_at) VALUES (2, '2026-05-01', '09:00:00', '10:00:00')");
    assert_eq!(order(), "2 1");
}

// "Filtered by date: the first contact moment's date and time lies in [fromDate, toDate]; a `toDate` without a time, or
// at 00:00:00 (.NET always sends one), means the end of that day, also for `fromDate is later than toDate.`"

#[test]
fn the_date_filter_returns_classes_whose_first_contact_moment_is_in_the_range() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[]).moment("1", "2026-04-01 09:00", &[]).moment("1", "2026-04-10 09:00", &[]);
    organisation.class("2", &[]).moment("2", "2026-04-10 00:00", &[]);
    organisation.class("3", &[]).moment("3", "2026-04-10 23:00", &[]);
    organisation.class("4", &[]);
    let (_site, server) = serve(&organisation.0);
    for (from, to, expected) in [
        ("2026-04-01T09:00:00", "2026-04-01T09:00:00", "1"),
        ("2026-04-01T09:00:01", "2026-04-09", ""),
        ("2026-04-01", "2026-04-01T08:59:59", ""),
        // only a later contact moment of class 1 is in the range
        ("2026-04-02", "2026-04-10", "2 3"),
        ("2026-04-10", "2026-04-10T00:00:00", "2 3"),
        ("2026-04-10", "2026-04-10T00:00:00.000", "2 3"),
        ("2026-04-10", "2026-04-10T00:30:00", "2"),
        ("2026-04-10T22:00:00", "2026-04-10", "3"),
        // midnight in the service's time zone
        ("2026-04-10", "2026-04-09T22:00:00Z", "2 3"),
        ("2026-04-10", "2026-04-09T22:00:01Z", "2"),
        ("1900-01-01", "9999-12-31", "1 2 3"),
    ] {
        let fields = [("fromDate", from), ("toDate", to), ("includeArchived", "false")];
        let found = items(&server, "GetClassesFilteredByDate", &fields);
        assert_eq!(values(&found, "Id").join(" "), expected, "{from} to {to}");
    }
}

#[test]
fn a_from_date_later_than_the_to_date_is_refused() {
    let (_site, server) = serve(&TestOrganisation::new().0);
    for (from, to, refused) in [
        ("2026-04-11", "2026-04-10", true),
        ("2026-04-10T12:00:01", "2026-04-10T12:00:00", true),
        ("2026-04-11", "2026-04-10T00:00:00", true),
        ("2026-04-10T23:59:59", "2026-04-10", false),
        ("2026-04-10T23:59:59", "2026-04-10T00:00:00", false),
        ("2026-04-10T00:00:02", "2026-04-10T00:00:01", true),
    ] {
        let fields = [("fromDate", from), ("toDate", to), ("includeArchived", "false")];
        let response = server.form("GetClassesFilteredByDate", &fields);
        assert_eq!(response.status, 200);
        let answer = response.answer();
        assert_eq!(answer.success, !refused, "{from} to {to}");
        if refused {
            assert_eq!(answer.refused(), "fromDate is later than toDate.");
        }
    }
}

// "Filtered by training: unknown training → `Training not found.`"

#[test]
fn the_training_filter_distinguishes_a_course_and_a_block_with_the_same_id() {
    let mut organisation = TestOrganisation::new();
    organisation.training("1", "B", &[("Type", "Longterm")]).training("2", "D", &[("IsActive", "false")]);
    organisation.class("1", &[]).class("2", &[("TrainingCode", "B")]);
    let (_site, server) = serve(&organisation.0);
    let call = |id, kind| {
        let fields = [("trainingId", id), ("trainingType", kind), ("includeArchived", "false")];
        server.form("GetClassesFilteredByTraining", &fields)
    };
    for (id, kind, expected) in [("1", "0", "1"), ("1", "Learning", "1"), ("1", "1", "2"), ("1", "Longterm", "2")] {
        let found = call(id, kind).answer().ok().children;
        assert_eq!(values(&found, "Id"), [expected], "{kind}");
        let training = found[0].child("Training").expect("an object");
        let (name, kind) = if expected == "2" { ("B", "Longterm") } else { ("C", "Learning") };
        let fields = ["Id", "Type", "Name"].map(|field| training.value(field).expect("a value"));
        assert_eq!(fields, ["1", kind, name]);
    }
    // a training without classes
    assert_eq!(call("2", "0").answer().ok().children, []);
    for (id, kind) in [("2", "1"), ("3", "0"), ("0", "0"), ("-1", "Learning")] {
        let response = call(id, kind);
        assert_eq!(response.status, 200);
        assert_eq!(response.answer().refused(), "Training not found.", "{id} {kind}");
    }
}

// "GetClass returns any class by id; `Class not found.` otherwise. `Date` is midnight, `From` and `Till` `HH:mm`.
// `Members`, `Editions`, `GroupClassDivisions`, `WaitingListEnrollments` are empty elements. `GroupId` 0 when none."

#[test]
fn get_class_returns_any_class() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[("IsUnderConstruction", "true")]).class("2", &[("IsArchived", "true")]);
    organisation.class("3", &[("IsCancelled", "true")]).class("4", &[("IsVisibleInCatalog", "false")]);
    let (_site, server) = serve(&organisation.0);
    let flags = ["IsUnderConstruction", "Archived", "Cancelled"];
    for (id, set) in [("1", "IsUnderConstruction"), ("2", "Archived"), ("3", "Cancelled"), ("4", "")] {
        let class = group_class(&server, id);
        assert_eq!(class.value("Id"), Some(id));
        for flag in flags {
            let expected = if flag == set { "true" } else { "false" };
            assert_eq!(class.value(flag), Some(expected), "{id} {flag}");
        }
        assert_eq!(class.value("IsVisibleCatalog"), Some(if id == "4" { "false" } else { "true" }));
    }
    for id in ["5", "0", "-1", "2147483647"] {
        let response = server.form("GetClass", &[("classId", id)]);
        assert_eq!(response.status, 200);
        assert_eq!(response.answer().refused(), "Class not found.");
    }
}

#[test]
fn get_class_returns_dates_at_midnight_and_times_to_the_minute() {
    let mut organisation = TestOrganisation::new();
    let given = [
        ("Till", "17:05:30"),
        ("LocationName", "Zaal 1"),
        ("LocationAddress", "Kade 1"),
        ("MeetingId", "17"),
        ("TaskCode", "T"),
        ("StreamAvailable", "true"),
        ("StreamPassword", "a<b"),
        ("EticketInformation", "Toon dit"),
        ("ReservationId", "99"),
    ];
    organisation.class("4", &[]).moment("4", "2026-04-05 08:30", &[]).moment("4", "2026-04-01 09:00", &given);
    let (_site, server) = serve(&organisation.0);
    let data = group_class(&server, "4").child("Data").expect("a list").children.clone();
    let names = |moment: &Element| moment.names().join(" ");
    let fields =
        |moment: &Element| moment.children.iter().map(|field| field.text.clone()).collect::<Vec<_>>().join("|");
    assert_eq!(data.iter().map(|moment| moment.name.as_str()).collect::<Vec<_>>(), ["GroupClassDate"; 2]);
    assert_eq!(
        names(&data[0]),
        "Id ClassId Date From Till LocationName LocationAddress MeetingId TaskId StreamAvailable StreamPassword \
         EticketInformation ReservationId"
    );
    assert_eq!(fields(&data[0]), "2|4|2026-04-01T00:00:00|09:00|17:05|Zaal 1|Kade 1|17|7|true|a<b|Toon dit|99");
    // numbers without a value are absent, texts empty
    assert_eq!(
        names(&data[1]),
        "Id ClassId Date From Till LocationName LocationAddress StreamAvailable StreamPassword EticketInformation"
    );
    assert_eq!(fields(&data[1]), "1|4|2026-04-05T00:00:00|08:30|23:30|||false||");
}

#[test]
fn get_class_returns_nil_for_empty_cells_and_values_for_others() {
    let mut organisation = TestOrganisation::new();
    organisation.0.add("groups.csv", &[("Id", "12"), ("Name", "Groep")]);
    organisation.class("1", &[("IsVisibleInCalendar", "false")]);
    let given = [
        ("GroupName", "Groep"),
        ("MinPersons", "0"),
        ("MaxPersons", "8"),
        ("Memo", "<p>Let op</p>"),
        ("ShowMemoInReport", "true"),
        ("OfferExternally", "true"),
        ("FilterByDivision", "true"),
        ("HasWaitingList", "true"),
        ("WaitingListCapacity", "0"),
        ("EditDeadline", "2026-03-20T12:00:00"),
        ("RegistrationDeadline", "2026-03-21T00:00:00"),
        ("LockDaysTillStart", "30"),
        ("CompletionType", "ETicket"),
    ];
    organisation.class("2", &given).moment("2", "2026-04-05 09:00", &[]).moment("2", "2026-03-31 08:15", &[]);
    // "nil when unset or without contact moments"
    organisation.class("3", &[("LockDaysTillStart", "7")]);
    organisation.class("4", &[("LockDaysTillStart", "0")]).moment("4", "2026-03-31 08:15", &[]);
    // calendar days, although summer time begins between
    organisation.class("5", &[("LockDaysTillStart", "2")]).moment("5", "2026-03-30 08:15", &[]);
    // more days than the calendar has
    organisation.class("6", &[("LockDaysTillStart", "800000")]).moment("6", "2026-03-30 08:15", &[]);
    let (_site, server) = serve(&organisation.0);
    let nils = [
        "MinPersons",
        "MaxPersons",
        "WaitingListCapacity",
        "EditDeadline",
        "RegistrationDeadline",
        "LockDaysTillStart",
    ];
    let bare = group_class(&server, "1");
    assert!(nils.iter().all(|name| is_nil(&bare, name)), "{bare:?}");
    let texts = ["GroupId", "Memo", "IsVisibleCalendar", "CompletionType", "FilterByDivision"];
    assert_eq!(texts.map(|name| bare.value(name).expect("a value")), ["0", "", "false", "Normal", "false"]);
    assert_eq!(bare.child("Data").expect("a list").children, []);
    assert_eq!(bare.names()[20..], ["Data", "Members", "Editions", "GroupClassDivisions", "WaitingListEnrollments"]);
    let full = group_class(&server, "2");
    assert_eq!(
        nils.map(|name| full.value(name).expect("a value")),
        ["0", "8", "0", "2026-03-20T12:00:00", "2026-03-21T00:00:00", "2026-03-01T08:15:00"]
    );
    assert_eq!(
        texts.map(|name| full.value(name).expect("a value")),
        ["12", "<p>Let op</p>", "true", "ETicket", "true"]
    );
    assert!(is_nil(&group_class(&server, "3"), "LockDaysTillStart"));
    assert_eq!(group_class(&server, "4").value("LockDaysTillStart"), Some("2026-03-31T08:15:00"));
    assert_eq!(group_class(&server, "5").value("LockDaysTillStart"), Some("2026-03-28T08:15:00"));
    assert_eq!(
        group_class(&server, "6").value("LockDaysTillStart"),
        Some("1900-01-01T00:00:00"),
        "no negative year, which clients cannot read"
    );
}

#[test]
fn the_waiting_list_of_get_class_is_always_empty() {
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[("FilterByDivision", "true")]).person("1", &[]).person("2", &[]);
    organisation.enroll("1", "1", "1", "2026-01-01T10:00:00", "0w").enroll("2", "2", "1", "2026-01-01T10:00:00", "3");
    let (_site, server) = serve(&organisation.0);
    let class = group_class(&server, "1");
    for name in ["Members", "Editions", "GroupClassDivisions", "WaitingListEnrollments"] {
        let list = class.child(name).expect("an element");
        assert!(list.children.is_empty() && list.attributes.is_empty(), "{list:?}");
    }
    // "FilterByDivision is only shown"
    let listed = &classes(&server, "false")[0];
    assert_eq!(ids(listed, "Enrollments"), ["2"]);
    assert_eq!(ids(listed, "WaitingListEnrollments"), ["1"]);
}

// "`TrainerIds` and the class entries' `Trainers` are those of that contact moment."

#[test]
fn trainers_are_those_of_the_contact_moment() {
    let mut organisation = TestOrganisation::new();
    organisation.person("1", &[("Insertion", "van den")]).person("2", &[]).person("3", &[]);
    organisation.person("4", &[("ContractEndTime", "2026-01-01T00:00:00")]);
    organisation.anonymised("5");
    organisation.class("1", &[]).moment("1", "2026-04-01 09:00", &[]).moment("1", "2026-04-01 13:00", &[]);
    organisation.class("2", &[]).moment("2", "2026-04-01 13:00", &[]);
    organisation.trainer("1", "3", "").trainer("1", "2", "2026-04-01 13:00").trainer("1", "1", "2026-04-01 09:00");
    // person 3 is a trainer of all contact moments and of this one, and is listed once
    organisation.trainer("1", "3", "2026-04-01 13:00").trainer("1", "4", "2026-04-01 09:00").trainer("1", "5", "");
    let (_site, server) = serve(&organisation.0);
    let classes = classes(&server, "false");
    let dates = &classes[0].child("Dates").expect("a list").children;
    assert_eq!(ids(&dates[0], "TrainerIds"), ["1", "3", "4"]);
    assert_eq!(ids(&dates[1], "TrainerIds"), ["2", "3"]);
    assert_eq!(ids(&classes[1].child("Dates").expect("a list").children[0], "TrainerIds"), [""; 0]);
    let trainings = catalog(&server);
    let entries = &trainings[0].2.child("TrainingData").expect("a list").children;
    let trainers = |entry: &Element| {
        let users = &entry.child("Trainers").expect("a list").children;
        let user = |user: &Element| user.children.iter().map(|field| field.text.clone()).collect::<Vec<_>>().join("|");
        users.iter().map(user).collect::<Vec<_>>()
    };
    let name = |id: &str| format!("{id}|Piet {id}|p{id}@example.nl");
    let first = ["1|Piet van den 1|p1@example.nl".to_owned(), name("3"), name("4")];
    assert_eq!(trainers(&entries[0]), first);
    assert_eq!(trainers(&entries[1]), [name("2"), name("3")]);
    assert_eq!(trainers(&entries[2]), [""; 0]);
}

// "GetPersonAgenda: one item per contact moment of each class that the person has an enrolment for, with the state of
// the one that counts; `agendaItem` is the training's title; `id` is the contact moment's id. All dates, past ones too."

#[test]
fn the_agenda_has_an_item_for_each_contact_moment_in_order() {
    let mut organisation = TestOrganisation::new();
    organisation.training("2", "D", &[("Title", "Ander"), ("IsActive", "false")]);
    organisation.class("1", &[("IsCancelled", "true")]).class("2", &[("TrainingCode", "D"), ("IsArchived", "true")]);
    organisation.class("3", &[("IsUnderConstruction", "true")]).class("4", &[]).class("5", &[]);
    organisation.moment("2", "2026-04-02 13:00", &[]).moment("1", "2026-04-02 13:00", &[]);
    organisation.moment("1", "2020-02-29 09:00", &[]).moment("3", "2026-04-02 09:00", &[]);
    organisation.moment("4", "2026-04-02 10:00", &[]);
    organisation.person("1", &[]).person("2", &[]);
    organisation.enroll("1", "1", "1", "2026-01-01T10:00:00", "3").enroll("2", "1", "1", "2026-01-02T10:00:00", "1");
    organisation.enroll("3", "1", "3", "2026-01-01T10:00:00", "2").enroll("5", "2", "4", "2026-01-01T10:00:00", "3");
    // an enrolment in a class without contact moments and an enrolment without class give no item
    organisation.enroll("6", "1", "5", "2026-01-01T10:00:00", "3").enroll("7", "1", "", "2026-01-01T10:00:00", "3");
    organisation.0.add(
        "enrollments.csv",
        &[
            ("Id", "4"),
            ("PersonExternalIdentifier", "P1"),
            ("TrainingCode", "D"),
            ("ClassCode", "K2"),
            ("EnrolledAt", "2026-01-01T10:00:00"),
            ("State", "0"),
        ],
    );
    let (_site, server) = serve(&organisation.0);
    let agenda = agenda(&server, "P1");
    assert!(agenda.iter().all(|item| item.name == "AgendaDTO"));
    let items: Vec<_> = agenda
        .iter()
        .map(|item| item.children.iter().map(|field| field.text.clone()).collect::<Vec<_>>().join("|"))
        .collect();
    assert_eq!(
        items,
        [
            "3|C|29 februari 2020|1|P1|1|true|training|#|",
            "4|C|02 april 2026|3|P1|2|false|training|#|",
            "1|Ander|02 april 2026|2|P1|0|false|training|#|",
            "2|C|02 april 2026|1|P1|1|true|training|#|",
        ]
    );
    assert_eq!(
        agenda[0].names().join(" "),
        "id agendaItem agendaDatum classID externalIdentifier State Cancelled type agendaHyperlink agendaTarget"
    );
}

#[test]
fn months_are_named_in_dutch() {
    let months = [
        "januari",
        "februari",
        "maart",
        "april",
        "mei",
        "juni",
        "juli",
        "augustus",
        "september",
        "oktober",
        "november",
        "december",
    ];
    let mut organisation = TestOrganisation::new();
    organisation.class("1", &[]).person("1", &[]).enroll("1", "1", "1", "2026-01-01T10:00:00", "3");
    for month in 1..=12 {
        organisation.moment("1", &format!("2026-{month:02}-{:02} 09:00", month + 1), &[]);
    }
    let (_site, server) = serve(&organisation.0);
    let expected: Vec<_> = months.iter().zip(2..).map(|(month, day)| format!("{day:02} {month} 2026")).collect();
    assert_eq!(values(&agenda(&server, "P1"), "agendaDatum"), expected);
}

#[test]
fn agendas_of_unknown_and_anonymised_persons_are_refused() {
    let mut organisation = TestOrganisation::new();
    organisation.person("1", &[]).person("2", &[("ContractEndTime", "2026-01-01T00:00:00")]);
    organisation.anonymised("3");
    organisation.class("1", &[]).moment("1", "2026-04-01 09:00", &[]).enroll("2", "2", "1", "2025-01-01T10:00:00", "3");
    organisation.0.add(
        "enrollments.csv",
        &[
            ("Id", "3"),
            ("PersonExternalIdentifier", "anonymised-3"),
            ("TrainingCode", "C"),
            ("ClassCode", "K1"),
            ("EnrolledAt", "2025-01-01T10:00:00"),
            ("State", "3"),
        ],
    );
    let (_site, server) = serve(&organisation.0);
    assert_eq!(agenda(&server, "P1"), []);
    // a dismissed person still has an agenda
    assert_eq!(values(&agenda(&server, "P2"), "State"), ["3"]);
    for identifier in ["", "  ", "p1", "P9", "anonymised-3", "Manager onbekend"] {
        let response = server.form("GetPersonAgenda", &[("identifier", identifier)]);
        assert_eq!(response.status, 200);
        assert_eq!(response.answer().refused(), "Person not found.", "{identifier:?}");
    }
}

// "GetCatalog: active trainings visible in the catalog, grouped by step and category in their orders, trainings by
// title; empty steps and categories left out."

#[test]
fn the_catalog_is_sorted_and_omits_empty_steps_and_categories() {
    let mut organisation = TestOrganisation::new();
    for (id, title, order) in [("2", "Tweede", "5"), ("3", "Derde", "-1"), ("4", "Vierde", "5"), ("5", "Leeg", "1")] {
        organisation.0.add("steps.csv", &[("Id", id), ("Title", title), ("Order", order)]);
    }
    organisation.category("9", "Tweede", "a", "2").category("8", "Tweede", "b", "2").category("7", "Tweede", "c", "1");
    organisation.category("6", "Derde", "d", "1").category("5", "Vierde", "e", "1").category("4", "Leeg", "f", "1");
    let mut training = |id, code, title, step, category, more: &[(&str, &str)]| {
        let cells = [("Title", title), ("StepTitle", step), ("CategoryTitle", category)];
        organisation.training(id, code, &[&cells, more].concat());
    };
    training("2", "T2", "x", "Tweede", "a", &[]);
    training("3", "T3", "x", "Tweede", "b", &[]);
    training("4", "T4", "x", "Derde", "d", &[]);
    training("5", "T5", "x", "Vierde", "e", &[]);
    // category c and step Leeg have no active, visible training
    training("6", "T6", "x", "Tweede", "c", &[("IsActive", "false")]);
    training("7", "T7", "x", "Leeg", "f", &[("IsVisibleInCatalog", "false")]);
    // sorted by title without ASCII case, then type, then id
    training("20", "U1", "zeta", "Derde", "d", &[]);
    training("19", "U2", "Zeta", "Derde", "d", &[]);
    training("1", "U3", "ZETA", "Derde", "d", &[("Type", "Longterm")]);
    training("21", "U4", "Alfa", "Derde", "d", &[]);
    training("22", "U5", "beta", "Derde", "d", &[]);
    let (_site, server) = serve(&organisation.0);
    let found: Vec<_> = catalog(&server)
        .iter()
        .map(|(step, category, training)| {
            let (title, id) = (training.value("Title"), training.value("Id"));
            format!("{step} {category} {} {}", title.expect("a title"), id.expect("an id"))
        })
        .collect();
    assert_eq!(
        found,
        [
            "Derde d Alfa 21",
            "Derde d beta 22",
            "Derde d x 4",
            "Derde d Zeta 19",
            "Derde d zeta 20",
            "Derde d ZETA 1",
            "Trede Categorie C 1",
            "Tweede b x 3",
            "Tweede a x 2",
            "Vierde e x 5",
        ]
    );
    let steps = items(&server, "GetCatalog", &[]);
    let categories = |step: &Element| step.child("CatSubject").expect("a list").children.len();
    assert_eq!(steps.iter().map(categories).collect::<Vec<_>>(), [1, 1, 2, 1]);
}

#[test]
fn a_training_of_the_catalog_has_its_costs_and_trainers() {
    let mut organisation = TestOrganisation::new();
    let given = [
        ("Title", "B"),
        ("Image", "https://example.nl/a.png?x=1&y"),
        ("Description", "<p>&amp;</p>"),
        ("Costs", "1250.5"),
    ];
    organisation.training("2", "B", &given).training("3", "D", &[("Costs", "0")]);
    organisation.person("1", &[("ContractEndTime", "2026-01-01T00:00:00")]).person("2", &[]);
    organisation.anonymised("3");
    for person in ["P2", "P1", "anonymised-3"] {
        organisation.0.add("training_trainers.csv", &[("TrainingCode", "B"), ("PersonExternalIdentifier", person)]);
    }
    let (_site, server) = serve(&organisation.0);
    let trainings = catalog(&server);
    let values_of = |index: usize| {
        let training: &Element = &trainings[index].2;
        ["Title", "Image", "Description", "Id", "costs"].map(|name| training.value(name).expect("a value"))
    };
    assert_eq!(trainings[0].2.names().join(" "), "Title Image Description Id costs Trainers Sites RelatedTrainings");
    assert_eq!(values_of(0), ["B", "https://example.nl/a.png?x=1&y", "<p>&amp;</p>", "2", "1250.50"]);
    assert_eq!(values_of(1), ["C", "", "", "1", ""]);
    assert_eq!(values_of(2), ["D", "", "", "3", "0.00"]);
    let trainers = &trainings[0].2.child("Trainers").expect("a list").children;
    assert_eq!(values(trainers, "Id"), ["1", "2"]);
}

/// "an `Image` cell `images/<name>` becomes that full address in GetCatalog"
#[test]
fn the_catalog_has_full_addresses_of_images_which_the_service_serves() {
    let mut organisation = TestOrganisation::new();
    organisation.training("2", "B", &[("Image", "images/Foto_1-2.png")]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pictures = folder.path().join("images");
    std::fs::create_dir(&pictures).expect("a folder");
    let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/seed/images/welkom.png");
    std::fs::copy(picture, pictures.join("Foto_1-2.png")).expect("a picture");
    for (name, text) in organisation.0.files() {
        std::fs::write(folder.path().join(name), text).expect("a data file");
    }
    let site = reports_site();
    site.lms(&["import", folder.path().to_str().expect("a path in UTF-8")]).ok();
    let image = |server: &Server| catalog(server)[0].2.value("Image").map(String::from);
    let path = "/images/Foto_1-2.png";
    assert_eq!(image(&super::serve_at(&site, &organisation.0.now)), Some(format!("{BASE}{path}")));
    // without --base-url, the host of the call is used
    let server = site.serve(&[]);
    assert_eq!(image(&server), Some(format!("http://{}{path}", server.address)));
    let found = server.send(&Request::get(path));
    assert_eq!((found.status, found.header("Content-Type")), (200, Some("image/png")));
    assert_eq!(found.body, std::fs::read(picture).expect("a picture"));
    // behind a trusted proxy, the proxy's host is used
    let server = site.serve(&["--trust-proxy"]);
    let call = form_request("GetCatalog", &[("username", USER), ("password", PASSWORD)])
        .header("X-Forwarded-Proto", "https")
        .header("X-Forwarded-Host", "leren.example.nl");
    let contents = server.send(&call).answer().ok();
    let image = contents.find("Image").expect("a training").text.clone();
    assert_eq!(image, format!("https://leren.example.nl{path}"));
}

#[test]
fn an_empty_catalog_is_a_success() {
    let site = reports_site();
    let server = site.serve(&[]);
    let response = server.form("GetCatalog", &[]);
    assert_eq!(response.answer().ok().children, []);
    assert_eq!(response.answer().error, None);
    assert_eq!(classes(&server, "true"), []);
}

// "`TrainingData` holds an element `CatTrainingData` for each contact moment of classes that have not begun, are visible
// in the catalog, not archived, cancelled or under construction, and whose RegistrationDeadline is not past (at midnight
// it counts to the end of its day); it is absent when there is none."

#[test]
fn only_open_classes_are_in_the_catalog() {
    let cases = [
        (&[][..], "2026-03-09 12:01", true),
        (&[], "2026-03-09 12:00", false),
        (&[], "2026-03-09 11:59", false),
        (&[], "2026-03-10 08:00", true),
        (&[("IsVisibleInCatalog", "false")], "2026-04-01 09:00", false),
        (&[("IsVisibleInCalendar", "false")], "2026-04-01 09:00", true),
        (&[("IsArchived", "true")], "2026-04-01 09:00", false),
        (&[("IsCancelled", "true")], "2026-04-01 09:00", false),
        (&[("IsUnderConstruction", "true")], "2026-04-01 09:00", false),
        (&[("EditDeadline", "2026-03-01T00:00:00")], "2026-04-01 09:00", true),
        (&[("RegistrationDeadline", "2026-03-09T12:00:01")], "2026-04-01 09:00", true),
        (&[("RegistrationDeadline", "2026-03-09T12:00:00")], "2026-04-01 09:00", false),
        (&[("RegistrationDeadline", "2026-03-09T11:00:00")], "2026-04-01 09:00", false),
        (&[("RegistrationDeadline", "2026-03-09T00:00:00")], "2026-04-01 09:00", true),
        (&[("RegistrationDeadline", "2026-03-09T00:00:01")], "2026-04-01 09:00", false),
        (&[("RegistrationDeadline", "2026-03-08T00:00:00")], "2026-04-01 09:00", false),
        (&[("RegistrationDeadline", "2026-03-10T00:00:00")], "2026-04-01 09:00", true),
    ];
    let mut organisation = TestOrganisation::new();
    for (number, (cells, begins, _)) in cases.iter().enumerate() {
        let id = (number + 1).to_string();
        organisation.class(&id, cells).moment(&id, begins, &[]);
    }
    let entries = class_entries(&organisation);
    let names = values(&entries, "ClassName");
    for (number, (cells, begins, is_open)) in cases.iter().enumerate() {
        let name = format!("K{}", number + 1);
        assert_eq!(names.contains(&name.as_str()), *is_open, "{cells:?} {begins}");
    }
    assert_eq!(names.len(), cases.iter().filter(|(_, _, is_open)| *is_open).count());
}

#[test]
fn a_deadline_at_midnight_is_past_after_the_end_of_its_day() {
    for (now, is_open) in [("2026-03-08T23:59:59", true), ("2026-03-09T00:00:00", false)] {
        let mut organisation = TestOrganisation::new();
        organisation.class("1", &[("RegistrationDeadline", "2026-03-08T00:00:00")]).moment(
            "1",
            "2026-04-01 09:00",
            &[],
        );
        organisation.0.now = now.to_owned();
        assert_eq!(class_entries(&organisation).len(), usize::from(is_open), "{now}");
    }
}

#[test]
fn the_catalog_has_an_entry_for_each_contact_moment_of_an_open_class() {
    let mut organisation = TestOrganisation::new();
    organisation.0.add("groups.csv", &[("Id", "12"), ("Name", "Groep")]);
    organisation.class("5", &[("GroupName", "Groep"), ("HasWaitingList", "true"), ("MaxPersons", "3")]);
    organisation.class("4", &[]).class("6", &[("IsCancelled", "true")]);
    organisation.moment(
        "5",
        "2026-04-05 08:05",
        &[("Till", "10:30:00"), ("LocationName", "Zaal"), ("LocationAddress", "Kade")],
    );
    organisation.moment("4", "2026-04-05 08:05", &[]).moment("4", "2026-12-31 09:00", &[]).moment(
        "6",
        "2026-04-05 09:00",
        &[],
    );
    let entries = class_entries(&organisation);
    let texts: Vec<_> = entries
        .iter()
        .map(|entry| entry.children.iter().map(|field| field.text.clone()).collect::<Vec<_>>().join("|"))
        .collect();
    assert_eq!(
        texts,
        [
            "5|12|K5|5-4-2026|08:05-10:30|Zaal|Kade|3|true|",
            "4|0|K4|5-4-2026|08:05-23:30||||false|",
            "4|0|K4|31-12-2026|09:00-23:30||||false|",
        ]
    );
    assert_eq!(
        entries[0].names().join(" "),
        "subscriptionId groupId ClassName Date Time Location Adress AvailablePlaces HasWaitingList Trainers"
    );
    assert!(entries.iter().all(|entry| entry.name == "CatTrainingData"));
}

// "`AvailablePlaces` = maximum − enrolled, not below 0; nil when there is no maximum."

#[test]
fn available_places_are_the_maximum_minus_the_enrolled_persons() {
    let cases = [
        ("3", &["3", "3"][..], Some("1")),
        ("2", &["3", "3"], Some("0")),
        ("1", &["3", "3", "3"], Some("0")),
        ("0", &[], Some("0")),
        ("", &["3"], None),
        // waiting persons and enrolments in other states take no place
        ("3", &["3", "3w", "0w", "0", "1", "2"], Some("2")),
    ];
    let mut organisation = TestOrganisation::new();
    for person in 1..=6 {
        organisation.person(&person.to_string(), &[]);
    }
    // dismissed and anonymised persons take no place
    organisation.person("90", &[("ContractEndTime", "2026-03-01T00:00:00")]);
    organisation.anonymised("91");
    for (class, (maximum, states, _)) in (1..).zip(&cases) {
        let id = class.to_string();
        organisation.class(&id, &[("MaxPersons", maximum)]).moment(&id, "2026-04-01 09:00", &[]);
        let enrolled = (1..).zip(states.iter()).chain([(90, &"3"), (91, &"3")]);
        for (person, state) in enrolled {
            let enrollment = (class * 100 + person).to_string();
            organisation.enroll(&enrollment, &person.to_string(), &id, "2026-01-01T10:00:00", state);
        }
    }
    let entries = class_entries(&organisation);
    assert_eq!(entries.len(), cases.len());
    for (class, (maximum, states, places)) in (1..).zip(&cases) {
        let name = format!("K{class}");
        let entry = entries.iter().find(|entry| entry.value("ClassName") == Some(&name)).expect("an entry");
        match places {
            Some(places) => assert_eq!(entry.value("AvailablePlaces"), Some(*places), "{maximum} {states:?}"),
            None => assert!(is_nil(entry, "AvailablePlaces")),
        }
    }
}
