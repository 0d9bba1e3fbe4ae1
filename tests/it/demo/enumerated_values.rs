//! The handmade organisation has every value that the specification enumerates at [`NOW`]. The tests search responses, and
//! evaluate the contract's rules over the database in their own SQL.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::super::support::{NOW, Server, Site, form_request};
use super::{demo_site, password};

/// A description, all values of the specification, and a query for the values that the data give.
type Enumeration = (&'static str, &'static [&'static str], &'static str);

/// Views for the queries, one for each rule of the contract.
const RULES: &str = "
    CREATE TEMP VIEW employed AS
    SELECT * FROM person WHERE id > 0 AND NOT anonymised AND (contract_end IS NULL OR contract_end > :now);

    CREATE TEMP VIEW within AS
    WITH RECURSIVE up (division, above) AS (
        SELECT id, id FROM division
        UNION SELECT up.division, d.parent FROM up JOIN division AS d ON d.id = up.above WHERE d.parent IS NOT NULL)
    SELECT * FROM up;

    CREATE TEMP VIEW reason AS
    SELECT e.id AS person, t.training, l.link_type AS why
    FROM employed AS e
         JOIN learning_path_link AS l ON l.person = e.id OR l.function = e.function
              OR l.division IN (SELECT above FROM within WHERE division = e.division)
              OR l.person_group IN (SELECT person_group FROM group_member WHERE person = e.id)
         JOIN learning_path_training AS t ON t.learning_path = l.learning_path
    UNION ALL
    SELECT e.person, e.training, 'Enrolment' FROM enrollment AS e
    WHERE e.state <> 2 AND e.person IN (SELECT id FROM employed) AND NOT EXISTS (
        SELECT 1 FROM enrollment AS later
        WHERE later.person = e.person AND later.training = e.training AND later.class IS e.class
              AND (later.enrolled_at, later.id) > (e.enrolled_at, e.id))
    UNION ALL
    SELECT person, training, 'Trainer' FROM training_trainer WHERE person IN (SELECT id FROM employed);

    CREATE TEMP VIEW latest AS
    SELECT *, max(finished_at) FROM FinishedModule GROUP BY person, training;

    CREATE TEMP VIEW portfolio AS
    SELECT p.person, p.training, m.is_active, m.is_mandatory, r.finished_at, r.valid_until, g.started_at,
           EXISTS (SELECT 1 FROM dimming AS d WHERE d.person = p.person AND d.training = p.training) AS dimmed
    FROM (SELECT DISTINCT person, training FROM reason) AS p
         JOIN LearningModule AS m ON m.key = p.training
         LEFT JOIN latest AS r ON r.person = p.person AND r.training = p.training
         LEFT JOIN progress AS g ON g.person = p.person AND g.training = p.training;

    CREATE TEMP VIEW open_enrollment AS
    SELECT e.*, EXISTS (SELECT 1 FROM progress AS g WHERE g.person = e.person AND g.training = e.training
                              AND date(g.started_at) >= date(e.enrolled_at)) AS started
    FROM enrollment AS e JOIN person AS p ON p.id = e.person AND NOT p.anonymised
    WHERE NOT EXISTS (SELECT 1 FROM FinishedModule AS r WHERE r.person = e.person AND r.training = e.training
                            AND date(r.finished_at) >= date(e.enrolled_at))
          AND NOT EXISTS (SELECT 1 FROM enrollment AS later WHERE later.person = e.person
                                AND later.training = e.training AND later.class IS e.class
                                AND (later.enrolled_at, later.id) > (e.enrolled_at, e.id));

    CREATE TEMP VIEW result AS
    SELECT r.*, m.has_certificate, m.is_mandatory, m.costs, p.employee_type, p.contract_end
    FROM FinishedModule AS r JOIN person AS p ON p.id = r.person AND NOT p.anonymised
         JOIN LearningModule AS m ON m.key = r.training;

    CREATE TEMP VIEW first_moment AS
    SELECT class, min(date || 'T' || starts_at) AS first_start FROM class_date GROUP BY class;
";

const YES_NO: &[&str] = &["Ja", "Nee"];
const BOOLEANS: &[&str] = &["0", "1"];

const ENUMERATIONS: &[Enumeration] = &[
    (
        "LearningPortfolioStatus (0 is internal)",
        &["1", "2", "3", "4", "5", "6"],
        "SELECT CASE WHEN valid_until < :now AND started_at > finished_at THEN 3 WHEN valid_until < :now THEN 6
                     WHEN valid_until <= strftime('%Y-%m-%dT%H:%M:%S', :now, '+3 months') THEN 5
                     WHEN finished_at IS NOT NULL THEN 4 WHEN started_at IS NOT NULL THEN 3 WHEN dimmed THEN 1 ELSE 2 END
         FROM portfolio WHERE is_active",
    ),
    (
        "Sources: the reason of each bit",
        &["Enrolment", "Function", "Group", "Location", "Person", "Theme", "Trainer"],
        "SELECT why FROM reason JOIN LearningModule ON key = training WHERE is_active",
    ),
    (
        "InPortfolio: a completed training that is in the portfolio or not",
        BOOLEANS,
        "SELECT EXISTS (SELECT 1 FROM portfolio AS p WHERE p.person = r.person AND p.training = r.training)
         FROM latest AS r JOIN employed ON employed.id = r.person JOIN LearningModule AS m ON m.key = r.training
         WHERE m.is_active",
    ),
    ("TrainingIsMandatory, and inactive trainings", &["00", "01", "10", "11"],
     "SELECT is_mandatory || is_active FROM portfolio
      UNION SELECT is_mandatory || is_active FROM latest JOIN LearningModule ON key = training"),
    ("TrainingIsManuallyAdded", BOOLEANS, "SELECT added_from_catalog FROM enrollment WHERE state <> 2"),
    (
        "TrainingThresholdIsMet",
        BOOLEANS,
        "SELECT EXISTS (SELECT 1 FROM latest AS r WHERE r.person = p.person AND r.training = t.required
                              AND coalesce(r.valid_until, '9999') >= :now)
         FROM portfolio AS p JOIN training_threshold AS t ON t.training = p.training",
    ),
    ("a reason for dimming", &["1", "2", "3", "9"], "SELECT dim_reason FROM dimming"),
    (
        "AgendaDTO.State",
        &["0", "1", "2", "3"],
        "SELECT state FROM enrollment WHERE class IN (SELECT class FROM class_date)",
    ),
    (
        "AgendaDTO.Cancelled",
        BOOLEANS,
        "SELECT is_cancelled FROM class WHERE id IN (SELECT class FROM class_date)
         AND id IN (SELECT class FROM enrollment)",
    ),
    (
        "Status of startedCoursesTable",
        &["Geannuleerd (te laat)", "Gestart", "Goedgekeurd", "In aanbod", "Ingepland"],
        "SELECT CASE WHEN state = 2 THEN 'Geannuleerd (te laat)' WHEN started THEN 'Gestart'
                     WHEN on_waiting_list OR state = 0 THEN 'In aanbod' WHEN state = 1 THEN 'Goedgekeurd'
                     ELSE 'Ingepland' END FROM open_enrollment",
    ),
    (
        "Percentage_x0020_gereed",
        &["N.v.t.", "X%"],
        "SELECT iif(started, 'X%', 'N.v.t.') FROM open_enrollment WHERE state <> 2",
    ),
    (
        "Certificaat_x0020_behaald",
        &["N.v.t.", "Nee"],
        "SELECT iif(m.has_certificate, 'Nee', 'N.v.t.') FROM open_enrollment AS e JOIN LearningModule AS m ON m.key = e.training",
    ),
    (
        "Status of completedCoursesTable",
        &["Afgerond", "Verlopen"],
        "SELECT iif(valid_until < :now, 'Verlopen', 'Afgerond') FROM result",
    ),
    (
        "Verloopdatum, with and without",
        BOOLEANS,
        "SELECT valid_until IS NOT NULL FROM result",
    ),
    (
        "Certificaat_behaald",
        &["Ja", "N.v.t.", "Nee"],
        "SELECT CASE WHEN NOT has_certificate THEN 'N.v.t.' WHEN certificate_obtained THEN 'Ja' ELSE 'Nee' END FROM result",
    ),
    ("Verplicht", YES_NO, "SELECT iif(is_mandatory, 'Ja', 'Nee') FROM result"),
    ("Medewerkertype", &["Extern", "Intern"], "SELECT employee_type FROM result"),
    ("Uit_dienst", YES_NO, "SELECT iif(contract_end <= :now, 'Ja', 'Nee') FROM result"),
    (
        "Geannuleerd_door of startedCoursesTable",
        &[
            "Geannuleerd door medewerker",
            "Geannuleerd door planner",
            "Geweigerd door leidinggevende",
            "Geweigerd door planner",
            "Medewerker uit dienst",
            "Omgepland door medewerker",
            "Omgepland door planner",
            "Omgepland door teaminschrijving",
            "Overgeplaatst van wachtlijst",
            "Reden onbekend",
        ],
        "SELECT e.cancelled_by FROM enrollment AS e JOIN person AS p ON p.id = e.person
         WHERE e.state = 2 AND NOT p.anonymised",
    ),
    (
        "Annuleringsreden",
        &["", "Afgemeld", "No show"],
        "SELECT cancellation_reason FROM enrollment WHERE state = 2",
    ),
    (
        "Annuleringsreden of completedCoursesTable",
        &["", "Afgemeld", "No show"],
        "SELECT coalesce((SELECT cancellation_reason FROM enrollment AS e WHERE e.person = r.person
                            AND e.training = r.training AND e.class IS r.class
                            AND date(e.enrolled_at) <= date(r.finished_at)
                          ORDER BY enrolled_at DESC, id DESC), '') FROM result AS r",
    ),
    (
        "Betaling and Kosten of an enrolment, with and without",
        &["00", "01", "10", "11"],
        "SELECT (costs IS NOT NULL) || (payment <> '') FROM enrollment",
    ),
    ("Type of a training", &["Learning", "Longterm"], "SELECT type FROM LearningModule"),
    (
        "Type of a class's training",
        &["Learning", "Longterm"],
        "SELECT type FROM class JOIN LearningModule ON key = training",
    ),
    (
        "Type of a completed training",
        &["Learning", "Longterm"],
        "SELECT type FROM FinishedModule JOIN LearningModule ON key = training",
    ),
    ("CompletionType", &["ETicket", "Normal", "Stream"], "SELECT completion_type FROM class"),
    ("IsCancelled", BOOLEANS, "SELECT is_cancelled FROM class WHERE NOT is_under_construction"),
    ("IsArchived", BOOLEANS, "SELECT is_archived FROM class WHERE NOT is_under_construction"),
    ("IsUnderConstruction", BOOLEANS, "SELECT is_under_construction FROM class"),
    ("IsVisibleInCatalog", BOOLEANS, "SELECT is_visible_in_catalog FROM class WHERE NOT is_under_construction"),
    ("IsVisibleInCalendar", BOOLEANS, "SELECT is_visible_in_calendar FROM class"),
    ("VisibleExternally", BOOLEANS, "SELECT offer_externally FROM class WHERE NOT is_under_construction"),
    ("HasWaitingList", BOOLEANS, "SELECT has_waiting_list FROM class WHERE NOT is_under_construction"),
    ("ShowMemoInReport", BOOLEANS, "SELECT show_memo_in_report FROM class WHERE memo <> ''"),
    ("FilterByDivision", BOOLEANS, "SELECT filter_by_division FROM class"),
    ("MinimumEnrollments, nil or not", BOOLEANS, "SELECT min_persons IS NULL FROM class WHERE NOT is_under_construction"),
    ("MaximumEnrollments, nil or not", BOOLEANS, "SELECT max_persons IS NULL FROM class WHERE NOT is_under_construction"),
    ("MaximumWaitingListEnrollments, nil or not", BOOLEANS,
     "SELECT waiting_list_capacity IS NULL FROM class WHERE has_waiting_list"),
    ("EditDeadline, nil or not", BOOLEANS, "SELECT edit_deadline IS NULL FROM class"),
    ("RegistrationDeadline, nil or not", BOOLEANS, "SELECT registration_deadline IS NULL FROM class"),
    (
        "LockDaysTillStart, nil for two reasons, or not",
        &["no days", "no moment", "set"],
        "SELECT CASE WHEN lock_days_till_start IS NULL THEN 'no days' WHEN first_start IS NULL THEN 'no moment' ELSE 'set' END
         FROM class LEFT JOIN first_moment ON class = id",
    ),
    ("GroupId, given or not", BOOLEANS, "SELECT person_group IS NOT NULL FROM class"),
    ("MeetingId, given or not", BOOLEANS, "SELECT meeting_id IS NOT NULL FROM class_date"),
    ("TaskId, given or not", BOOLEANS, "SELECT task IS NOT NULL FROM class_date"),
    ("ReservationId, given or not", BOOLEANS, "SELECT reservation_id IS NOT NULL FROM class_date"),
    ("StreamAvailable", BOOLEANS, "SELECT stream_available FROM class_date"),
    ("EticketInformation, given or not", BOOLEANS, "SELECT eticket_information <> '' FROM class_date"),
    (
        "classes over, under way, to come and without a date",
        &["none", "over", "to come", "under way"],
        "SELECT CASE WHEN first_start IS NULL THEN 'none' WHEN first_start > :now THEN 'to come'
                     WHEN (SELECT max(date || 'T' || ends_at) FROM class_date AS d WHERE d.class = class.id) <= :now THEN 'over'
                     ELSE 'under way' END
         FROM class LEFT JOIN first_moment ON class = id",
    ),
    (
        "AvailablePlaces of a class to come: none, some, nil",
        &["nil", "none", "some"],
        "SELECT CASE WHEN max_persons IS NULL THEN 'nil' WHEN max_persons <= (
                         SELECT count(*) FROM enrollment AS e
                         WHERE e.class = c.id AND state = 3 AND NOT on_waiting_list
                               AND person IN (SELECT id FROM employed)) THEN 'none' ELSE 'some' END
         FROM class AS c JOIN first_moment AS f ON f.class = c.id
         WHERE first_start > :now AND is_visible_in_catalog
               AND NOT (is_archived OR is_cancelled OR is_under_construction)",
    ),
    (
        "WaitingListEnrollments, empty or not",
        BOOLEANS,
        "SELECT EXISTS (SELECT 1 FROM enrollment AS e WHERE e.class = c.id AND on_waiting_list AND state <> 2
                              AND person IN (SELECT id FROM employed))
         FROM class AS c WHERE has_waiting_list",
    ),
    ("trainers of one contact moment, and of all", BOOLEANS, "SELECT class_date IS NULL FROM class_trainer"),
    (
        "Image: none, internal, external",
        &["", "http", "imag"],
        "SELECT substr(image, 1, 4) FROM LearningModule WHERE is_active AND is_visible_in_catalog",
    ),
    (
        "costs: none, free, paid",
        &["free", "none", "paid"],
        "SELECT CASE WHEN costs IS NULL THEN 'none' WHEN costs = 0 THEN 'free' ELSE 'paid' END
         FROM LearningModule WHERE is_active AND is_visible_in_catalog",
    ),
    ("TaskTitle of an absence, given or not", BOOLEANS, "SELECT task IS NOT NULL FROM absence"),
    (
        "PublicCosts and HiddenCosts of an absence",
        &["00", "01", "10", "11"],
        "SELECT (public_costs > 0) || (hidden_costs > 0) FROM absence AS a JOIN person AS p ON p.id = a.person
         WHERE NOT p.anonymised",
    ),
];

#[test]
fn the_handmade_organisation_has_every_enumerated_value() {
    let site = demo_site(&["--now", NOW]);
    let database = Connection::open(site.path().join("demo.sqlite")).unwrap();
    database.execute_batch(&RULES.replace(":now", &format!("'{NOW}'"))).unwrap();
    let mut missing = Vec::new();
    for (description, values, query) in ENUMERATIONS {
        let found = query_values(&database, query);
        let absent = values.iter().filter(|value| !found.contains(**value));
        missing.extend(absent.map(|value| format!("{description}: {value}")));
        let allowed: BTreeSet<String> = values.iter().map(|value| (*value).to_owned()).collect();
        let others: Vec<_> = found.difference(&allowed).collect();
        assert!(others.is_empty(), "{description}: the specification has no {others:?}");
    }
    assert_eq!(missing, [""; 0]);
}

fn query_values(database: &Connection, query: &str) -> BTreeSet<String> {
    let sql = format!("SELECT DISTINCT CAST(value AS TEXT) FROM (SELECT NULL AS value WHERE 0 UNION ALL {query})");
    let mut select =
        database.prepare(&sql.replace(":now", &format!("'{NOW}'"))).unwrap_or_else(|error| panic!("{error}: {query}"));
    select.query_map([], |row| row.get(0)).unwrap().collect::<rusqlite::Result<_>>().unwrap()
}

#[test]
fn the_person_operations_return_every_value() {
    let site = Site::empty();
    let server = site.serve_demo(&["--now", NOW]);
    let password = password(&server);
    let everyone = call(&server, &password, "GetAllBasicPersonInfo", &[]);
    let values = |name: &str| -> BTreeSet<String> {
        everyone.children.iter().map(|person| person.value(name).expect(name).to_owned()).collect()
    };
    let levels = ["ADMIN", "AUTHOR", "COACH", "LEARNER", "MANAGER", "PLANNER", "REPORTER", "TRAINER"];
    assert_eq!(values("AccountLevel"), levels.map(str::to_owned).into());
    for flag in ["HasActivatedAccount", "IsDismissed"] {
        assert_eq!(values(flag), ["false", "true"].map(str::to_owned).into(), "{flag}");
    }
    assert!(values("Function").contains("Functie onbekend"));
    assert!(values("Division").contains("Locatie onbekend"));
    assert!(values("ManagerServiceId").contains("0"));
    assert!(values("ManagerFamilyName").contains("onbekend"));
    for optional in ["Insertion", "ManagerInsertion"] {
        let found = values(optional);
        assert!(found.contains("") && found.len() > 3, "{optional}: {found:?}");
    }

    let mut managers = BTreeSet::new();
    let mut contracts = BTreeSet::new();
    for person in &everyone.children {
        let id = person.value("ServiceId").expect("an id");
        let person = call(&server, &password, "GetPersonByServiceId", &[("servicePersonId", id)]);
        managers.insert(person.value("IsManager").expect("IsManager").to_owned());
        contracts.insert([person.value("ContractStartTime").is_some(), person.value("ContractEndTime").is_some()]);
    }
    assert_eq!(managers, ["false", "true"].map(str::to_owned).into());
    assert_eq!(contracts, BTreeSet::from([[false, false], [true, false], [true, true]]));
}

#[test]
fn portfolio_and_agenda_return_every_value() {
    let site = Site::empty();
    let server = site.serve_demo(&["--now", NOW]);
    let password = password(&server);
    let all = [("includeContentNotInPortfolio", "true"), ("includeInactiveTrainings", "true")];
    let portfolio = call(&server, &password, "GetAllLearningPortfolioContent", &all);
    let values = |name: &str| -> BTreeSet<String> {
        portfolio.children.iter().filter_map(|row| row.value(name).map(str::to_owned)).collect()
    };
    let statuses = ["1", "2", "3", "4", "5", "6"];
    assert_eq!(values("LearningPortfolioStatus"), statuses.map(str::to_owned).into());
    let sources: BTreeSet<u32> = values("Sources").iter().map(|bits| bits.parse().unwrap()).collect();
    assert!(sources.contains(&0) && sources.contains(&2), "{sources:?}");
    assert_eq!(sources.iter().fold(0, |all, bits| all | bits), 127, "{sources:?}");
    for flag in ["TrainingThresholdIsMet", "TrainingIsManuallyAdded", "InPortfolio"] {
        assert_eq!(values(flag), ["false", "true"].map(str::to_owned).into(), "{flag}");
    }
    assert_eq!(values("TrainingIsMandatory"), ["Ja", "Nee"].map(str::to_owned).into());
    assert_eq!(values("DimReasonId"), ["1", "2", "3", "9"].map(str::to_owned).into());

    let (mut states, mut cancelled) = (BTreeSet::new(), BTreeSet::new());
    for person in call(&server, &password, "GetAllBasicPersonInfo", &[]).children {
        let identifier = person.value("ExternalId").expect("an employee number");
        for item in call(&server, &password, "GetPersonAgenda", &[("identifier", identifier)]).children {
            states.insert(item.value("State").expect("State").to_owned());
            cancelled.insert(item.value("Cancelled").expect("Cancelled").to_owned());
        }
    }
    assert_eq!(states, ["0", "1", "2", "3"].map(str::to_owned).into());
    assert_eq!(cancelled, ["false", "true"].map(str::to_owned).into());
}

#[track_caller]
fn call(
    server: &Server,
    password: &str,
    operation: &str,
    parameters: &[(&str, &str)],
) -> super::super::support::Element {
    let mut fields = vec![("username", "demo"), ("password", password)];
    fields.extend(parameters);
    server.send(&form_request(operation, &fields)).answer().ok()
}
