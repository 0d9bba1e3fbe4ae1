//! The reports: CompletedCourses, StartedCourses, GetHistoricAbsences and AvailableCourses. Handmade cases test each sentence
//! of contract §6, and [`reference_implementation`] is compared over random organisations. [`dataset_reader`] reads
//! DataTables as .NET does.

mod connector_error;
mod dataset_reader;
mod memory_use;
mod reference_implementation;
mod snapshot;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::random_organisation::{Organisation, Size};
use crate::support::{Dialect, Element, NOW, Response, Server, Site, reports_site, seed_site};
use dataset_reader::{Table, Type};
use reference_implementation::Reference;

/// The default cells of a row of each file.
const DEFAULTS: &[(&str, &str)] = &[
    (
        "persons.csv",
        "FirstName=Anna|FamilyName=Berg|Email=a@example.nl|AccountLevel=LEARNER|EmployeeType=Intern|\
         HasActivatedAccount=false|Anonymised=false",
    ),
    ("steps.csv", "Order=0"),
    ("categories.csv", "Order=0"),
    (
        "trainings.csv",
        "Type=Learning|Title=Reanimatie|StepTitle=Basis|CategoryTitle=Zorg|IsMandatory=false|IsActive=true|\
         IsVisibleInCatalog=true|HasCertificate=true",
    ),
    (
        "classes.csv",
        "Name=Lichting|ShowMemoInReport=false|IsVisibleInCatalog=true|IsVisibleInCalendar=true|OfferExternally=false|\
         IsArchived=false|IsCancelled=false|FilterByDivision=false|HasWaitingList=false|CompletionType=Normal|\
         IsUnderConstruction=false",
    ),
    ("class_dates.csv", "From=09:00:00|Till=12:30:00|StreamAvailable=false"),
    (
        "enrollments.csv",
        "PersonExternalIdentifier=E1|TrainingCode=T1|State=3|OnWaitingList=false|AddedFromCatalog=false",
    ),
    ("progress.csv", "PersonExternalIdentifier=E1|TrainingCode=T1|PercentComplete=40"),
    ("results.csv", "PersonExternalIdentifier=E1|TrainingCode=T1|ValidUntil=never|CertificateObtained=false"),
    ("absences.csv", "PersonExternalIdentifier=E1|ClassCode=K1|AbsenceReason=Ziek|PublicCosts=0.00|HiddenCosts=0.00"),
];

/// A handmade organisation. At first it has persons E1 (id 1) and E2 (id 2), trainings T1 and T2 (ids 1 and 2), and classes
/// K1 and K2 of T1 without contact moments.
struct Case(Organisation);

impl Case {
    fn new() -> Case {
        let mut case = Case(Organisation::empty(NOW));
        case.add("persons.csv", "Id=1|ExternalIdentifier=E1");
        case.add("persons.csv", "Id=2|ExternalIdentifier=E2|FirstName=Bram|FamilyName=Jansen|Email=b@example.nl");
        case.add("steps.csv", "Id=1|Title=Basis");
        case.add("categories.csv", "Id=1|StepTitle=Basis|Title=Zorg");
        case.add("trainings.csv", "Id=1|Code=T1");
        case.add("trainings.csv", "Id=2|Code=T2|Title=Tillen");
        case.add("classes.csv", "Id=1|Code=K1|TrainingCode=T1|Name=Lichting 1");
        case.add("classes.csv", "Id=2|Code=K2|TrainingCode=T1|Name=Lichting 2");
        case
    }

    /// Adds a row of cells `Column=value`, separated by `|`. Other columns have their values of [`DEFAULTS`].
    #[track_caller]
    fn add(&mut self, file: &str, cells: &str) -> &mut Case {
        let defaults = DEFAULTS.iter().find(|(name, _)| *name == file).map_or("", |(_, cells)| *cells);
        let pairs = [defaults, cells].into_iter().flat_map(|cells| cells.split('|')).filter(|pair| !pair.is_empty());
        let mut row: BTreeMap<_, _> = pairs.map(|pair| pair.split_once('=').expect(pair)).collect();
        let count = self.0.rows(file).count() + 1;
        let id = count.to_string();
        if ["enrollments.csv", "results.csv", "absences.csv"].contains(&file) {
            row.entry("Id").or_insert(&id);
        }
        if row.get("State") == Some(&"2") {
            row.entry("CancelledBy").or_insert("Reden onbekend");
        }
        let row: Vec<_> = row.into_iter().collect();
        self.0.add(file, &row);
        self
    }

    fn enrollment(&mut self, cells: &str) -> &mut Case {
        self.add("enrollments.csv", cells)
    }

    fn result(&mut self, cells: &str) -> &mut Case {
        self.add("results.csv", cells)
    }

    #[track_caller]
    fn serve(&self) -> Service {
        Service::new(&self.0)
    }

    /// Returns CompletedCourses of all time.
    #[track_caller]
    fn completed(&self) -> Table {
        self.serve().completed("1900-01-01", "9999-12-31")
    }

    /// Returns StartedCourses of all time.
    #[track_caller]
    fn started(&self) -> Table {
        self.serve().started("1900-01-01", "9999-12-31")
    }
}

/// A server and its site.
struct Service {
    server: Server,
    _site: Site,
}

impl Service {
    #[track_caller]
    fn new(organisation: &Organisation) -> Service {
        let site = reports_site();
        organisation.import(&site);
        Service::start(site, &organisation.now)
    }

    #[track_caller]
    fn start(site: Site, now: &str) -> Service {
        Service { server: site.serve(&["--now", now]), _site: site }
    }

    #[track_caller]
    fn table(&self, operation: &str, fields: &[(&str, &str)]) -> Table {
        let response = self.server.form(operation, fields);
        assert_eq!(response.status, 200, "{}", response.text());
        assert_eq!(response.root().name, "ApiResponseOfDataTable");
        response.answer().ok();
        Table::read(response.text())
    }

    #[track_caller]
    fn completed(&self, from: &str, to: &str) -> Table {
        self.table("CompletedCourses", &[("fromDate", from), ("toDate", to)])
    }

    #[track_caller]
    fn started(&self, from: &str, till: &str) -> Table {
        self.table("StartedCourses", &[("fromDate", from), ("tillDate", till)])
    }

    #[track_caller]
    fn absences(&self) -> Vec<Element> {
        let answer = self.server.form("GetHistoricAbsences", &[]).answer();
        assert_eq!(answer.name, "ApiResponseOfListOfHistoricAbsenceReasonDTO");
        assert_eq!(answer.error, None);
        answer.ok().children
    }
}

/// Columns in the order of the specification's completedCoursesTable.
const COLUMNS: [&str; 33] = [
    "OpleidingsId",
    "Opleiding",
    "Lichting",
    "Trede",
    "Contactmomenten",
    "Trainers",
    "Opleidingscode",
    "Versie",
    "Status",
    "Startdatum",
    "Afronddatum",
    "Verloopdatum",
    "Voornaam",
    "Achternaam",
    "Personeelsnummer",
    "Locatie",
    "Divisie",
    "Functie",
    "Email",
    "Leidinggevende",
    "Kostenplaats",
    "Kosten",
    "Betaling",
    "Uit_dienst",
    "Inschrijfdatum",
    "Mutatiedatum",
    "Annuleringsdatum",
    "Geannuleerd_door",
    "Annuleringsreden",
    "Certificaat_behaald",
    "Verplicht",
    "Medewerkertype",
    "Percentage_gereed",
];

// CompletedCourses: results and their order.

#[test]
fn completed_courses_are_the_results_finished_in_the_range() {
    let mut case = Case::new();
    case.result("FinishedAt=2026-01-09T23:59:59|Version=before")
        .result("FinishedAt=2026-01-10T00:00:00|Version=first")
        .result("FinishedAt=2026-01-31T23:59:59|Version=last")
        .result("FinishedAt=2026-02-01T00:00:00|Version=after");
    let service = case.serve();
    let versions = |from, to| service.completed(from, to).column("Versie");
    assert_eq!(versions("2026-01-10", "2026-01-31"), ["first", "last"]);
    assert_eq!(versions("2026-01-31", "2026-01-31"), ["last"]);
    // "A date parameter also takes a datetime, of which, in the service's zone, the date part counts."
    assert_eq!(versions("2026-01-30T23:30:00Z", "2026-01-31T12:00:00"), ["last"]);
    assert!(versions("2026-02-02", "2026-03-01").is_empty());
}

#[test]
fn dismissed_persons_are_reported_and_anonymised_ones_are_not() {
    let mut case = Case::new();
    case.add(
        "persons.csv",
        "Id=3|ExternalIdentifier=E3|ContractEndTime=2026-03-09T12:00:00",
    )
    .add(
        "persons.csv",
        "Id=4|ExternalIdentifier=anonymised-4|FirstName=Anoniem|FamilyName=Persoon|Email=anonymised-4@invalid|ContractEndTime=2026-01-01T00:00:00|Anonymised=true",
    )
    .add(
        "persons.csv",
        "Id=5|ExternalIdentifier=E5|ContractEndTime=2026-03-09T12:00:01|EmployeeType=Extern",
    )
    .result("PersonExternalIdentifier=E3|FinishedAt=2026-01-01T00:00:00")
    .result("PersonExternalIdentifier=anonymised-4|FinishedAt=2026-01-01T00:00:00")
    .result("PersonExternalIdentifier=E5|FinishedAt=2026-01-01T00:00:00");
    let table = case.completed();
    assert_eq!(table.column("Personeelsnummer"), ["E3", "E5"]);
    assert_eq!(table.column("Uit_dienst"), ["Ja", "Nee"]);
    assert_eq!(table.column("Medewerkertype"), ["Intern", "Extern"]);
}

#[test]
fn completed_courses_are_sorted_by_finish_person_type_and_training() {
    let mut case = Case::new();
    case.add("trainings.csv", "Id=1|Code=B1|Type=Longterm")
        .add("trainings.csv", "Id=3|Code=T0")
        .add("persons.csv", "Id=10|ExternalIdentifier=E0");
    for (person, training, finish) in [
        ("E0", "T1", "2026-01-02T00:00:00"),
        ("E2", "B1", "2026-01-02T00:00:00"),
        ("E2", "T0", "2026-01-02T00:00:00"),
        ("E2", "T2", "2026-01-02T00:00:00"),
        ("E2", "T1", "2026-01-01T23:59:59"),
        ("E1", "T1", "2026-01-02T00:00:01"),
    ] {
        case.result(&format!("PersonExternalIdentifier={person}|TrainingCode={training}|FinishedAt={finish}"));
    }
    let table = case.completed();
    assert_eq!(table.column("Opleidingscode"), ["T1", "T2", "T0", "B1", "T1", "T1"]);
    assert_eq!(table.column("Personeelsnummer"), ["E2", "E2", "E2", "E2", "E0", "E1"]);
    assert_eq!(table.column("OpleidingsId"), ["1", "2", "3", "1", "1", "1"]);
}

#[test]
fn a_range_that_ends_before_it_begins_is_refused() {
    let service = Case::new().serve();
    let refusal = |operation, fields: &[(&str, &str)]| service.server.form(operation, fields).answer().refused();
    let range = [("fromDate", "2026-02-02"), ("toDate", "2026-02-01")];
    assert_eq!(refusal("CompletedCourses", &range), "fromDate is later than toDate.");
    let range = [("fromDate", "2026-02-02"), ("tillDate", "2026-02-01")];
    assert_eq!(refusal("StartedCourses", &range), "fromDate is later than tillDate.");
    let response = service.server.form("StartedCourses", &range[..1]);
    assert_eq!(response.status, 400);
    assert_eq!(response.answer().refused(), "Missing parameter: tillDate.");
}

// "A result belongs to …"

/// Returns class and costs of a result in CompletedCourses. The costs identify the enrolment to which the result belongs.
#[track_caller]
fn class_and_costs(result: &str, enrollments: &[&str]) -> (String, String) {
    let mut case = Case::new();
    case.add("class_dates.csv", "ClassCode=K2|Date=2026-02-10")
        .add("class_dates.csv", "ClassCode=K2|Date=2026-03-01")
        .result(&format!("FinishedAt=2026-02-09T12:00:00|{result}"));
    for enrollment in enrollments {
        case.enrollment(enrollment);
    }
    let table = case.completed();
    (table.column("Lichting").remove(0), table.column("Kosten").remove(0))
}

#[test]
fn a_result_belongs_to_the_latest_enrolment_of_its_class() {
    let found = class_and_costs(
        "ClassCode=K1",
        &[
            "ClassCode=K1|EnrolledAt=2026-01-02T00:00:00|Costs=2.00",
            "ClassCode=K1|EnrolledAt=2026-01-01T00:00:00|Costs=1.00",
            "ClassCode=K2|EnrolledAt=2026-01-03T00:00:00|Costs=3.00",
            "EnrolledAt=2026-01-04T00:00:00|Costs=4.00",
            "ClassCode=K1|PersonExternalIdentifier=E2|EnrolledAt=2026-01-05T00:00:00|Costs=5.00",
        ],
    );
    assert_eq!(found, ("Lichting 1".into(), "2.00".into()));
}

#[test]
fn a_result_without_class_belongs_to_an_enrolment_without_class() {
    let found = class_and_costs(
        "",
        &["EnrolledAt=2026-01-01T00:00:00|Costs=1.00", "ClassCode=K1|EnrolledAt=2026-01-02T00:00:00|Costs=2.00"],
    );
    assert_eq!(found, ("".into(), "1.00".into()));
}

#[test]
fn an_enrolment_made_on_the_finish_date_counts_whatever_the_time() {
    let same_day = "ClassCode=K1|EnrolledAt=2026-02-09T23:59:59|Costs=1.00";
    let next_day = "ClassCode=K1|EnrolledAt=2026-02-10T00:00:00|Costs=2.00";
    assert_eq!(class_and_costs("ClassCode=K1", &[same_day, next_day]), ("Lichting 1".into(), "1.00".into()));
}

#[test]
fn an_enrolment_of_the_same_class_counts_in_any_state() {
    let cancelled = "ClassCode=K1|State=2|EnrolledAt=2026-01-02T00:00:00|Costs=2.00";
    let earlier = "ClassCode=K1|EnrolledAt=2026-01-01T00:00:00|Costs=1.00";
    let without_class = "ClassCode=|EnrolledAt=2026-01-03T00:00:00|Costs=3.00";
    assert_eq!(
        class_and_costs("ClassCode=K1", &[cancelled, earlier, without_class]),
        ("Lichting 1".into(), "2.00".into())
    );
}

#[test]
fn without_an_enrolment_of_the_same_class_the_latest_other_one_counts() {
    let found = class_and_costs(
        "ClassCode=K1",
        &[
            "EnrolledAt=2026-01-03T00:00:00|Costs=1.00",
            "EnrolledAt=2026-01-01T00:00:00|Costs=2.00",
            "ClassCode=K1|EnrolledAt=2026-02-10T00:00:00|Costs=3.00",
            "TrainingCode=T2|EnrolledAt=2026-01-04T00:00:00|Costs=4.00",
        ],
    );
    // the class is that of the result
    assert_eq!(found, ("Lichting 1".into(), "1.00".into()));
}

#[test]
fn the_fallback_is_not_cancelled() {
    let found = class_and_costs(
        "ClassCode=K1",
        &["EnrolledAt=2026-01-01T00:00:00|Costs=1.00", "State=2|EnrolledAt=2026-01-02T00:00:00|Costs=2.00"],
    );
    assert_eq!(found, ("Lichting 1".into(), "1.00".into()));
}

#[test]
fn the_fallback_is_not_for_a_class_that_begins_after_the_finish_date() {
    let class = "ClassCode=K2|EnrolledAt=2026-01-02T00:00:00|Costs=2.00";
    let earlier = "ClassCode=K1|EnrolledAt=2026-01-01T00:00:00|Costs=1.00";
    assert_eq!(class_and_costs("", &[class, earlier]), ("Lichting 1".into(), "1.00".into()));
    // a class that begins on the day of the finish counts, whatever the time and later contact moments
    assert_eq!(
        class_and_costs("FinishedAt=2026-02-10T08:00:00", &[class, earlier]),
        ("Lichting 2".into(), "2.00".into())
    );
}

#[test]
fn the_fallback_may_be_for_a_class_without_contact_moments() {
    assert_eq!(
        class_and_costs("", &["ClassCode=K1|EnrolledAt=2026-01-02T00:00:00|Costs=2.00"]),
        ("Lichting 1".into(), "2.00".into())
    );
}

#[test]
fn of_fallbacks_made_at_the_same_moment_the_larger_id_counts() {
    let found = class_and_costs(
        "",
        &[
            "Id=20|ClassCode=K1|EnrolledAt=2026-01-02T00:00:00|Costs=1.00",
            "Id=3|ClassCode=K2|EnrolledAt=2026-01-02T00:00:00|Costs=2.00",
        ],
    );
    assert_eq!(found, ("Lichting 1".into(), "1.00".into()));
}

#[test]
fn dates_cancellation_costs_and_payment_are_those_of_the_enrolment() {
    let mut case = Case::new();
    case.enrollment(
        "State=2|EnrolledAt=2026-01-02T10:00:00|ChangedAt=2026-01-05T11:00:00|CancelledAt=2026-01-04T12:00:00|\
         CancelledBy=Omgepland door planner|CancellationReason=No show|Costs=0.00|Payment=Factuur",
    )
    .add("trainings.csv", "Id=3|Code=T3|Costs=125")
    .result("FinishedAt=2026-02-01T00:00:00")
    .result("FinishedAt=2026-02-02T00:00:00|PersonExternalIdentifier=E2|TrainingCode=T3");
    let table = case.completed();
    for (column, first, second) in [
        ("Inschrijfdatum", "2026-01-02T10:00:00+01:00", "-"),
        ("Mutatiedatum", "2026-01-05T11:00:00+01:00", "-"),
        ("Annuleringsdatum", "2026-01-04T12:00:00+01:00", "-"),
        ("Geannuleerd_door", "Omgepland door planner", ""),
        ("Annuleringsreden", "No show", ""),
        // "of the enrolment, else of the training": costs of 0.00 are costs
        ("Kosten", "0.00", "125.00"),
        ("Betaling", "Factuur", ""),
    ] {
        assert_eq!(table.column(column), [first, second], "{column}");
    }
}

#[test]
fn contact_moments_and_trainers_are_of_the_class_of_the_result_or_its_enrolment() {
    let mut case = Case::new();
    for (class, date) in [("K1", "2026-01-08"), ("K2", "2026-01-09")] {
        case.add("class_dates.csv", &format!("ClassCode={class}|Date={date}"));
    }
    case.add("class_trainers.csv", "ClassCode=K1|PersonExternalIdentifier=E1")
        .add("class_trainers.csv", "ClassCode=K2|PersonExternalIdentifier=E2")
        .add("training_trainers.csv", "TrainingCode=T1|PersonExternalIdentifier=E1")
        .enrollment("ClassCode=K2|EnrolledAt=2026-01-01T00:00:00")
        .result("ClassCode=K1|FinishedAt=2026-02-01T00:00:00")
        .result("FinishedAt=2026-02-02T00:00:00")
        .result("PersonExternalIdentifier=E2|FinishedAt=2026-02-03T00:00:00");
    let table = case.completed();
    assert_eq!(table.column("Lichting"), ["Lichting 1", "Lichting 2", ""]);
    assert_eq!(table.column("Contactmomenten"), ["8-1-2026 09:00-12:30", "9-1-2026 09:00-12:30", ""]);
    assert_eq!(table.column("Trainers"), ["Anna Berg", "Bram Jansen", "Anna Berg"]);
}

// StartedCourses: enrolments and their order.

#[test]
fn started_courses_are_the_enrolments_made_in_the_range_in_order() {
    let mut case = Case::new();
    for (person, training, at) in [
        ("E2", "T1", "2026-01-10T00:00:00"),
        ("E1", "T2", "2026-01-10T00:00:00"),
        ("E1", "T1", "2026-01-31T23:59:59"),
        ("E2", "T2", "2026-01-09T23:59:59"),
        ("E2", "T2", "2026-02-01T00:00:00"),
    ] {
        case.enrollment(&format!(
            "PersonExternalIdentifier={person}|TrainingCode={training}|ClassCode=|EnrolledAt={at}"
        ));
    }
    let table = case.serve().started("2026-01-10", "2026-01-31");
    assert_eq!(table.column("Personeelsnummer"), ["E1", "E2", "E1"]);
    assert_eq!(table.column("Opleidingscode"), ["T2", "T1", "T1"]);
    assert_eq!(table.column("Inschrijfdatum"), ["10-1-2026", "10-1-2026", "31-1-2026"]);
}

#[test]
fn an_enrolment_with_a_result_is_not_in_started_courses() {
    let mut case = Case::new();
    case.enrollment("ClassCode=K1|EnrolledAt=2026-01-01T00:00:00|Costs=1.00")
        .enrollment("ClassCode=K2|EnrolledAt=2026-01-02T00:00:00|Costs=2.00")
        // belongs to the enrolment in K1, so the enrolment in K2 has no result
        .result("ClassCode=K1|FinishedAt=2026-02-01T00:00:00")
        // a result before the enrolment belongs to no enrolment
        .enrollment("PersonExternalIdentifier=E2|EnrolledAt=2026-01-03T00:00:00|Costs=3.00")
        .result("PersonExternalIdentifier=E2|FinishedAt=2026-01-02T00:00:00");
    assert_eq!(case.started().column("Kosten"), ["2.00", "3.00"]);
    // a result may belong to an enrolment in another class
    let mut case = Case::new();
    case.enrollment("ClassCode=K2|EnrolledAt=2026-01-02T00:00:00")
        .result("ClassCode=K1|FinishedAt=2026-02-01T00:00:00");
    assert!(case.started().rows.is_empty());
}

#[test]
fn a_replaced_enrolment_is_in_started_courses_only_if_cancelled() {
    let mut case = Case::new();
    case.enrollment("ClassCode=K1|EnrolledAt=2026-01-01T00:00:00|Costs=1.00")
        .enrollment("ClassCode=K1|EnrolledAt=2026-01-02T00:00:00|State=2|Costs=2.00")
        .enrollment("ClassCode=K1|EnrolledAt=2026-01-03T00:00:00|State=2|Costs=3.00")
        // in another class and without class: not replaced by enrolments in K1
        .enrollment("ClassCode=K2|EnrolledAt=2026-01-01T00:00:00|Costs=4.00")
        .enrollment("ClassCode=|EnrolledAt=2026-01-01T00:00:00|Costs=5.00")
        .enrollment("ClassCode=|EnrolledAt=2026-01-04T00:00:00|Costs=6.00");
    assert_eq!(case.started().column("Kosten"), ["4.00", "2.00", "3.00", "6.00"]);
}

#[test]
fn the_status_of_a_started_course_depends_on_state_and_start() {
    let mut case = Case::new();
    let states = [
        ("T01", "State=2|CancelledBy=Geannuleerd door medewerker", "Geannuleerd (te laat)"),
        ("T02", "State=3", "Ingepland"),
        ("T03", "State=1", "Goedgekeurd"),
        ("T04", "State=0", "In aanbod"),
        ("T05", "State=3|OnWaitingList=true", "In aanbod"),
        ("T06", "State=1|OnWaitingList=true", "Goedgekeurd"),
        // started: in any state but cancelled
        ("T07", "State=0", "Gestart"),
        ("T08", "State=2", "Geannuleerd (te laat)"),
        ("T09", "State=3|OnWaitingList=true", "Gestart"),
        // a start on the day of the enrolment counts, whatever the time; one on the day before does not
        ("T10", "State=3", "Gestart"),
        ("T11", "State=3", "Ingepland"),
    ];
    for (at, (training, cells, _)) in states.iter().enumerate() {
        case.add("trainings.csv", &format!("Id={}|Code={training}", at + 10))
            .enrollment(&format!("TrainingCode={training}|EnrolledAt=2026-02-10T12:00:00|{cells}"));
    }
    for (training, started) in [
        ("T07", "2026-02-11T00:00:00"),
        ("T08", "2026-02-11T00:00:00"),
        ("T09", "2026-02-11T00:00:00"),
        ("T10", "2026-02-10T00:00:00"),
        ("T11", "2026-02-09T23:59:59"),
    ] {
        case.add("progress.csv", &format!("TrainingCode={training}|StartedAt={started}|PercentComplete=0"));
    }
    let table = case.started();
    assert_eq!(table.column("Status"), states.map(|(_, _, status)| status));
    let starts = table.column("Startdatum");
    assert_eq!(starts[..6], ["", "", "", "", "", ""]);
    assert_eq!(starts[6..], ["11-2-2026", "11-2-2026", "11-2-2026", "10-2-2026", ""]);
    assert_eq!(table.column("Percentage gereed")[6..], ["0%", "0%", "0%", "0%", "N.v.t."]);
}

#[test]
fn the_start_is_the_latest_of_progress_and_results() {
    let mut case = Case::new();
    // progress started before the enrolment, and results after it; the results belong to a later enrolment
    case.add("progress.csv", "StartedAt=2026-01-01T00:00:00|PercentComplete=70")
        .enrollment("ClassCode=K1|EnrolledAt=2026-01-10T00:00:00|Costs=1.00")
        .enrollment("ClassCode=K2|EnrolledAt=2026-01-12T00:00:00|Costs=2.00")
        .result("ClassCode=K2|StartedAt=2026-01-13T08:00:00|FinishedAt=2026-01-14T00:00:00")
        .result("ClassCode=K2|StartedAt=2026-01-11T08:00:00|FinishedAt=2026-01-15T00:00:00");
    let table = case.started();
    assert_eq!(table.column("Kosten"), ["1.00"]);
    assert_eq!(table.column("Status"), ["Gestart"]);
    assert_eq!(table.column("Startdatum"), ["13-1-2026"]);
    // "`N.v.t.` without a progress record started since the enrolment"
    assert_eq!(table.column("Percentage gereed"), ["N.v.t."]);
}

#[test]
fn finish_and_validity_are_of_the_latest_result_of_an_earlier_day() {
    let mut case = Case::new();
    case.result("FinishedAt=2025-05-06T10:00:00|ValidUntil=2027-05-06T10:00:00")
        .result("FinishedAt=2024-05-06T10:00:00|ValidUntil=2028-05-06T10:00:00")
        .result("FinishedAt=2026-02-10T08:00:00|ClassCode=K2|ValidUntil=2029-02-10T08:00:00")
        .enrollment("ClassCode=K2|EnrolledAt=2026-02-01T00:00:00|Costs=1.00")
        .enrollment("ClassCode=K1|EnrolledAt=2026-02-10T12:00:00|Costs=2.00")
        .result("PersonExternalIdentifier=E2|FinishedAt=2025-12-24T10:00:00")
        .enrollment("PersonExternalIdentifier=E2|EnrolledAt=2026-02-11T00:00:00|Costs=3.00");
    let table = case.started();
    assert_eq!(table.column("Kosten"), ["2.00", "3.00"]);
    assert_eq!(table.column("Afronddatum"), ["6-5-2025", "24-12-2025"]);
    assert_eq!(table.column("Verloopdatum"), ["6-5-2027", ""]);
}

// Columns of both tables.

#[test]
fn completed_and_started_courses_have_names_places_and_costs() {
    let mut case = Case::new();
    case.add("divisions.csv", "Id=1|Name=Zorggroep")
        .add("divisions.csv", "Id=2|Name=Noord|ParentName=Zorggroep")
        .add("divisions.csv", "Id=3|Name=Haven|ParentName=Noord")
        .add("functions.csv", "Id=1|Name=Docent")
        .add(
            "persons.csv",
            "Id=3|ExternalIdentifier=003|FirstName=Carla|Insertion=van den|FamilyName=Berg|Email=c@example.nl|\
             DivisionName=Haven|FunctionName=Docent|CostCentre=K 100|ManagerExternalIdentifier=E2",
        )
        .add(
            "persons.csv",
            "Id=4|ExternalIdentifier=anonymised-4|FirstName=Anoniem|FamilyName=Persoon|Email=anonymised-4@invalid|Anonymised=true|\
             ContractEndTime=2026-01-01T00:00:00",
        )
        .add(
            "persons.csv",
            "Id=5|ExternalIdentifier=E5|DivisionName=Zorggroep|ManagerExternalIdentifier=anonymised-4",
        )
        .add("trainings.csv", "Id=7|Code=T7|Version=2.1|IsMandatory=true|HasCertificate=false|Costs=12.5");
    for person in ["003", "E5"] {
        case.enrollment(&format!(
            "PersonExternalIdentifier={person}|TrainingCode=T7|EnrolledAt=2026-01-02T00:00:00|Costs=|Payment=Factuur"
        ))
        .enrollment(&format!("PersonExternalIdentifier={person}|TrainingCode=T1|EnrolledAt=2026-01-02T00:00:00"))
        .result(&format!(
            "PersonExternalIdentifier={person}|TrainingCode=T7|FinishedAt=2026-01-03T00:00:00|CertificateObtained=true"
        ));
    }
    case.result("PersonExternalIdentifier=003|TrainingCode=T2|FinishedAt=2026-01-04T00:00:00|CertificateObtained=true|Version=1")
        .result("PersonExternalIdentifier=003|TrainingCode=T2|FinishedAt=2026-01-05T00:00:00");
    let service = case.serve();
    let completed = service.completed("2026-01-01", "2026-12-31");
    for (column, expected) in [
        ("Personeelsnummer", ["003", "E5", "003", "003"]),
        ("Achternaam", ["van den Berg", "Berg", "van den Berg", "van den Berg"]),
        ("Locatie", ["Haven", "Zorggroep", "Haven", "Haven"]),
        ("Divisie", ["Zorggroep", "Zorggroep", "Zorggroep", "Zorggroep"]),
        ("Functie", ["Docent", "Functie onbekend", "Docent", "Docent"]),
        ("Leidinggevende", ["Bram Jansen", "Manager onbekend", "Bram Jansen", "Bram Jansen"]),
        ("Kostenplaats", ["K 100", "", "K 100", "K 100"]),
        ("Kosten", ["12.50", "12.50", "", ""]),
        ("Betaling", ["Factuur", "Factuur", "", ""]),
        ("Versie", ["2.1", "2.1", "1", ""]),
        ("Certificaat_behaald", ["N.v.t.", "N.v.t.", "Ja", "Nee"]),
        ("Verplicht", ["Ja", "Ja", "Nee", "Nee"]),
        ("Percentage_gereed", ["100%"; 4]),
    ] {
        assert_eq!(completed.column(column), expected, "{column}");
    }
    let started = service.started("2026-01-01", "2026-12-31");
    for (column, expected) in [
        ("Achternaam", ["Berg, van den", "Berg"]),
        ("Voornaam", ["Carla", "Anna"]),
        ("Betaling", ["", ""]),
        ("Certificaat behaald", ["Nee", "Nee"]),
        ("Kosten", ["", ""]),
        ("Status", ["Ingepland", "Ingepland"]),
    ] {
        assert_eq!(started.column(column), expected, "{column}");
    }
}

#[test]
fn contact_moments_are_sorted_by_start_and_trainers_by_person_id() {
    let mut case = Case::new();
    for cells in [
        "Date=2026-02-10|From=13:15:00|Till=17:00:00",
        "Date=2026-02-10|From=09:00:00|Till=12:30:59",
        "Date=2025-12-01|From=20:00:00|Till=22:05:00",
    ] {
        case.add("class_dates.csv", &format!("ClassCode=K1|{cells}"));
    }
    case.add(
        "persons.csv",
        "Id=10|ExternalIdentifier=A0|FirstName=Zoë|Insertion=de|FamilyName=Vries",
    )
    .add(
        "persons.csv",
        "Id=3|ExternalIdentifier=anonymised-3|FirstName=Anoniem|FamilyName=Persoon|Email=anonymised-3@invalid|ContractEndTime=2026-01-01T00:00:00|Anonymised=true",
    )
    .add(
        "class_trainers.csv",
        "ClassCode=K1|PersonExternalIdentifier=A0|Date=2026-02-10|From=09:00:00",
    )
    .add(
        "class_trainers.csv",
        "ClassCode=K1|PersonExternalIdentifier=A0|Date=2026-02-10|From=13:15:00",
    )
    .add(
        "class_trainers.csv",
        "ClassCode=K1|PersonExternalIdentifier=anonymised-3",
    )
    .add(
        "class_trainers.csv",
        "ClassCode=K1|PersonExternalIdentifier=E2",
    )
    // a class without trainers does not show those of the training
    .add(
        "training_trainers.csv",
        "TrainingCode=T1|PersonExternalIdentifier=E1",
    )
    .enrollment("ClassCode=K1|EnrolledAt=2026-01-02T00:00:00")
    .enrollment("ClassCode=K2|EnrolledAt=2026-01-03T00:00:00")
    .enrollment("ClassCode=|EnrolledAt=2026-01-04T00:00:00");
    let table = case.started();
    assert_eq!(
        table.column("Contactmomenten"),
        ["1-12-2025 20:00-22:05, 10-2-2026 09:00-12:30, 10-2-2026 13:15-17:00", "", ""]
    );
    assert_eq!(table.column("Trainers"), ["Bram Jansen, Zoë de Vries", "", "Anna Berg"]);
}

#[test]
fn a_result_is_expired_when_its_validity_ended_before_now() {
    let mut case = Case::new();
    for (minute, valid) in ["2026-03-09T11:59:59", "2026-03-09T12:00:00", "never"].iter().enumerate() {
        case.result(&format!("FinishedAt=2026-01-01T00:0{minute}:00|ValidUntil={valid}"));
    }
    let table = case.completed();
    assert_eq!(table.column("Status"), ["Verlopen", "Afgerond", "Afgerond"]);
    assert_eq!(table.column("Verloopdatum"), ["2026-03-09T11:59:59+01:00", "2026-03-09T12:00:00+01:00", "-"]);
}

#[test]
fn datetimes_have_the_time_zone_offset_of_their_day() {
    let mut case = Case::new();
    for (finish, valid) in [
        ("2025-03-30T01:59:59", "2026-03-29T03:00:00"),
        ("2025-10-26T02:59:59", "9999-12-31T23:59:59"),
        ("2025-10-26T03:00:00", "2999-07-01T00:00:00"),
    ] {
        case.result(&format!("FinishedAt={finish}|ValidUntil={valid}|StartedAt=1900-01-01T00:00:00"));
    }
    let table = case.completed();
    assert_eq!(
        table.column("Afronddatum"),
        ["2025-03-30T01:59:59+01:00", "2025-10-26T02:59:59+02:00", "2025-10-26T03:00:00+01:00"]
    );
    assert_eq!(
        table.column("Verloopdatum"),
        ["2026-03-29T03:00:00+02:00", "9999-12-31T23:59:59+01:00", "2999-07-01T00:00:00+02:00"]
    );
}

#[test]
fn tables_have_typed_columns_with_encoded_names() {
    let mut case = Case::new();
    case.result("FinishedAt=2026-01-01T00:00:00").enrollment("EnrolledAt=2026-02-01T00:00:00");
    let service = case.serve();
    let completed = service.completed("2026-01-01", "2026-12-31");
    assert_eq!(completed.name, "completedCoursesTable");
    let type_of = |column: &&'static str| match *column {
        "OpleidingsId" => Type::Int32,
        column if column.ends_with("datum") => Type::DateTime,
        _ => Type::String,
    };
    let expected: Vec<_> = COLUMNS.iter().map(|column| (column.to_string(), type_of(column))).collect();
    assert_eq!(completed.columns, expected);
    let started = service.started("2026-01-01", "2026-12-31");
    assert_eq!(started.name, "startedCoursesTable");
    // "All date columns are strings"; names have blanks, which the response encodes
    let with_blanks = |column: &&str| match *column {
        column if column.contains('_') => column.replace('_', " "),
        column => column.to_string(),
    };
    let kind = |column: &&str| {
        if **column == *"OpleidingsId" { Type::Int32 } else { Type::String }
    };
    let expected: Vec<_> = COLUMNS.iter().map(|column| (with_blanks(column), kind(column))).collect();
    assert_eq!(started.columns, expected);
    let response = service.server.form("StartedCourses", &[("fromDate", "2026-01-01"), ("tillDate", "2026-12-31")]);
    for encoded in
        ["Uit_x0020_dienst", "Geannuleerd_x0020_door", "Certificaat_x0020_behaald", "Percentage_x0020_gereed"]
    {
        assert!(response.text().contains(&format!("<{encoded}")), "{encoded}");
        assert!(response.text().contains(&format!("name=\"{encoded}\"")), "{encoded}");
    }
}

/// "A string without a value is an empty element, a datetime without a value is absent." "`DocumentElement` in the
/// diffgram has `xmlns=""`." "No rows: schema and an empty diffgram."
#[test]
fn tables_omit_absent_datetimes_and_write_empty_texts() {
    let mut case = Case::new();
    case.result("FinishedAt=2026-01-01T00:00:00").result("FinishedAt=2026-01-02T00:00:00");
    let service = case.serve();
    let report = |from| service.server.form("CompletedCourses", &[("fromDate", from), ("toDate", "2026-12-31")]);
    let found = report("2026-01-01");
    let text = found.text();
    assert!(text.contains("<Betaling/>") && text.contains("<Kosten/>"));
    assert!(!text.contains("<Startdatum") && !text.contains("<Verloopdatum"));
    assert!(text.contains(
        "<DocumentElement xmlns=\"\"><completedCoursesTable diffgr:id=\"completedCoursesTable1\" msdata:rowOrder=\"0\">"
    ));
    assert!(text.contains("<completedCoursesTable diffgr:id=\"completedCoursesTable2\" msdata:rowOrder=\"1\">"));
    assert!(text.contains("<xs:element name=\"DocumentElement\" msdata:IsDataSet=\"true\""));
    assert!(text.ends_with("</DocumentElement></diffgr:diffgram></Contents></ApiResponseOfDataTable>"));
    let none = report("2026-06-01");
    assert!(Table::read(none.text()).rows.is_empty());
    assert!(none.text().ends_with(
        "</xs:schema><diffgr:diffgram xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\" \
         xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\"/></Contents></ApiResponseOfDataTable>"
    ));
}

#[test]
fn a_table_is_the_same_in_every_style() {
    let mut case = Case::new();
    case.result("FinishedAt=2026-01-01T00:00:00");
    let service = case.serve();
    let form = service.completed("2026-01-01", "2026-12-31");
    for dialect in Dialect::ALL {
        let range = "<fromDate>2026-01-01</fromDate><toDate>2026-12-31</toDate>";
        let response: Response = service.server.soap(dialect, "CompletedCourses", range);
        response.answer().ok();
        assert_eq!(Table::read(response.text()).rows, form.rows, "{dialect:?}");
    }
}

// GetHistoricAbsences and AvailableCourses.

#[test]
fn absences_are_sorted_by_creation_date_and_id_and_have_class_data() {
    let mut case = Case::new();
    case.add("divisions.csv", "Id=1|Name=Zorggroep")
        .add("divisions.csv", "Id=2|Name=Haven|ParentName=Zorggroep")
        .add(
            "persons.csv",
            "Id=3|ExternalIdentifier=E3|FirstName=Carla|Insertion=van den|FamilyName=Berg|DivisionName=Haven|CostCentre=K1|\
             ContractEndTime=2026-01-01T00:00:00",
        )
        .add(
            "persons.csv",
            "Id=4|ExternalIdentifier=anonymised-4|FirstName=Anoniem|FamilyName=Persoon|Email=anonymised-4@invalid|ContractEndTime=2026-01-01T00:00:00|Anonymised=true",
        )
        .add("tasks.csv", "Id=1|Code=M1|Title=Praktijk & toets")
        .add("absences.csv", "Id=9|CreationDate=2026-01-02T00:00:00|AbsenceReason=Verlof")
        .add("absences.csv", "Id=8|CreationDate=2026-01-03T00:00:00|ClassCode=K2|PublicCosts=1.05|HiddenCosts=20")
        .add(
            "absences.csv",
            "Id=2|CreationDate=2026-01-03T00:00:00|PersonExternalIdentifier=E3|TaskCode=M1|PublicCosts=7.5|HiddenCosts=0.00",
        )
        .add("absences.csv", "Id=1|CreationDate=2026-01-01T00:00:00|PersonExternalIdentifier=anonymised-4");
    for (date, from, location) in [
        ("2026-02-11", "09:00:00", "Zaal 1"),
        ("2026-02-10", "13:00:00", "Zaal 1"),
        ("2026-02-10", "09:00:00", "Haven, boven"),
        ("2026-02-12", "09:00:00", ""),
    ] {
        let till = "23:00:00";
        case.add(
            "class_dates.csv",
            &format!("ClassCode=K1|Date={date}|From={from}|Till={till}|LocationName={location}"),
        );
    }
    let service = case.serve();
    let rows = service.absences();
    let column = |name| rows.iter().map(|row| row.value(name).unwrap_or("-")).collect::<Vec<_>>();
    assert!(rows.iter().all(|row| row.name == "HistoricAbsenceReasonDTO"));
    for (name, expected) in [
        ("AbsenceReason", ["Verlof", "Ziek", "Ziek"]),
        ("PersonExternalIdentifier", ["E1", "E3", "E1"]),
        ("PersonNameInsertion", ["", "van den", ""]),
        ("Location", ["Locatie onbekend", "Haven", "Locatie onbekend"]),
        ("Division", ["Locatie onbekend", "Zorggroep", "Locatie onbekend"]),
        ("GroupClassTitle", ["Lichting 1", "Lichting 1", "Lichting 2"]),
        ("GroupClassLocations", ["Haven, boven, Zaal 1", "Haven, boven, Zaal 1", ""]),
        (
            "GroupClassDates",
            ["10-2-2026, 10-2-2026, 11-2-2026, 12-2-2026", "10-2-2026, 10-2-2026, 11-2-2026, 12-2-2026", ""],
        ),
        ("TrainingType", ["Learning", "Learning", "Learning"]),
        ("TaskTitle", ["", "Praktijk & toets", ""]),
        ("CreationDate", ["2026-01-02T00:00:00", "2026-01-03T00:00:00", "2026-01-03T00:00:00"]),
        ("PublicCosts", ["0.00", "7.50", "1.05"]),
        ("HiddenCosts", ["0.00", "0.00", "20.00"]),
        ("KostenPlaats", ["", "K1", ""]),
    ] {
        assert_eq!(column(name), expected, "{name}");
    }
    assert_eq!(
        rows[0].names(),
        [
            "PersonExternalIdentifier",
            "PersonFirstName",
            "PersonNameInsertion",
            "PersonFamilyName",
            "Location",
            "Division",
            "GroupClassTitle",
            "GroupClassLocations",
            "GroupClassDates",
            "TrainingCode",
            "TrainingType",
            "TrainingTitle",
            "TaskTitle",
            "AbsenceReason",
            "CreationDate",
            "PublicCosts",
            "HiddenCosts",
            "KostenPlaats",
        ]
    );
}

#[test]
fn available_courses_are_the_active_courses_by_title() {
    let mut case = Case::new();
    for cells in [
        "Id=9|Code=A|Title=zorg|IsMandatory=true|Costs=10|Version=3",
        "Id=8|Code=B|Title=Anatomie|IsActive=false",
        "Id=7|Code=C|Title=Blok|Type=Longterm",
        "Id=6|Code=D|Title=Zorg|IsVisibleInCatalog=false",
        "Id=5|Code=E|Title=Yoga",
    ] {
        case.add("trainings.csv", cells);
    }
    let table = case.serve().table("AvailableCourses", &[]);
    assert_eq!(table.name, "availableCoursesTable");
    let names: Vec<_> = table.columns.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["OpleidingsId", "Opleiding", "Opleidingscode", "Versie", "Trede", "Verplicht", "Kosten"]);
    assert_eq!(table.columns[0].1, Type::Int32);
    assert_eq!(table.column("Opleidingscode"), ["T1", "T2", "E", "D", "A"]);
    assert_eq!(table.column("Kosten"), ["", "", "", "", "10.00"]);
    assert_eq!(table.column("Verplicht")[3..], ["Nee", "Ja"]);
    assert_eq!(table.column("Versie")[3..], ["", "3"]);
}

// The reference implementation.

/// Compares the reports with [`reference_implementation`]. Returns the number of completed and started courses, and adds to
/// `counts` how many rows take each branch.
#[track_caller]
fn compare(
    organisation: &Organisation,
    service: &Service,
    case: &str,
    counts: &mut BTreeMap<&str, usize>,
) -> (usize, usize) {
    let mut reference = Reference::new(organisation);
    let (mut completed, mut started) = (0, 0);
    for (from, to) in [("1900-01-01", "9999-12-31"), ("2025-06-15", "2026-01-20")] {
        let found = service.completed(from, to).texts();
        assert_eq!(found, reference.completed(from, to), "CompletedCourses of {case}");
        completed += found.len();
        let found = service.started(from, to).texts();
        assert_eq!(found, reference.started(from, to), "StartedCourses of {case}");
        started += found.len();
    }
    let absences = service.absences();
    let texts = |row: &Element| row.children.iter().map(|cell| Some(cell.text.clone())).collect();
    let found: Vec<Vec<_>> = absences.iter().map(texts).collect();
    assert_eq!(found, reference.absences(), "GetHistoricAbsences of {case}");
    let found = service.table("AvailableCourses", &[]).texts();
    assert_eq!(found, reference.available(), "AvailableCourses of {case}");
    for (branch, count) in reference.branches {
        *counts.entry(branch).or_default() += count;
    }
    (completed, started)
}

#[test]
fn the_reference_implementation_agrees_for_the_demo_organisation() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed");
    let organisation = Organisation::read(&folder, NOW);
    // not `organisation.import`, because an organisation has no images
    let service = Service::start(seed_site(), NOW);
    let (completed, started) = compare(&organisation, &service, "the seed", &mut BTreeMap::new());
    assert!(completed > 100 && started > 50, "{completed} {started}");
    let values_of = |table: &Table, column| table.column(column).into_iter().collect::<BTreeSet<_>>();
    let table = service.completed("1900-01-01", "9999-12-31");
    let cancelled_by = values_of(&table, "Geannuleerd_door");
    assert_eq!(cancelled_by.len(), 11, "not the values of the specification and the empty text: {cancelled_by:?}");
    for (column, values) in [
        ("Status", &["Afgerond", "Verlopen"][..]),
        ("Annuleringsreden", &["", "Afgemeld", "No show"]),
        ("Certificaat_behaald", &["Ja", "N.v.t.", "Nee"]),
        ("Uit_dienst", &["Ja", "Nee"]),
        ("Medewerkertype", &["Extern", "Intern"]),
    ] {
        assert!(values_of(&table, column).iter().eq(values), "{column}");
    }
    let statuses = ["Geannuleerd (te laat)", "Gestart", "Goedgekeurd", "In aanbod", "Ingepland"];
    let table = service.started("1900-01-01", "9999-12-31");
    assert!(values_of(&table, "Status").iter().eq(&statuses));
}

#[test]
fn the_reference_implementation_agrees_for_random_organisations() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut completed, mut started) = (0, 0);
    let larger = Size { persons: 20, trainings: 16, density: 60 };
    for seed in 0..16 {
        let size = if seed % 2 == 0 { larger } else { Size::SMALL };
        let organisation = Organisation::random(seed, size);
        let service = Service::new(&organisation);
        let rows = compare(&organisation, &service, &format!("seed {seed}"), &mut counts);
        completed += rows.0;
        started += rows.1;
    }
    assert_eq!(counts.len(), 24, "{counts:#?}");
    let rare: Vec<_> = counts.iter().filter(|(_, count)| **count * 100 < completed.max(started)).collect();
    assert!(rare.is_empty(), "branches that less than 1% of {completed} or {started} rows take: {rare:?}");
}
