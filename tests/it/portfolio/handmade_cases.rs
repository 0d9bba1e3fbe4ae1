//! Handmade cases for each sentence of contract §4, which is quoted above its case. A plausible misreading of the sentence
//! would give other values. The service and the reference implementation must both pass.

use std::collections::BTreeMap;

use super::reference_implementation::{self, Flags, flags};
use super::{all, assert_rows, serve};
use crate::random_organisation::Organisation;
use crate::support::{NOW, Server, granted_site};

const DEFAULT: Flags = flags(false, false);
const NOT_IN_PORTFOLIO: Flags = flags(true, false);
const INACTIVE: Flags = flags(false, true);
const EVERYTHING: Flags = flags(true, true);

/// Returns an organisation with Ana (1), who is employed, and the courses C1 to C4 of one step, unrelated to Ana.
pub fn ana() -> Organisation {
    let mut o = Organisation::empty(NOW);
    o.add("account_levels.csv", &[("Name", "LEARNER"), ("IsDefault", "true")]);
    o.add("steps.csv", &[("Id", "1"), ("Title", "Step"), ("Order", "0")]);
    category(&mut o, "1", "Step");
    person(&mut o, "1", "Ana", &[]);
    for id in ["1", "2", "3", "4"] {
        training(&mut o, &format!("C{id}"), id, &[]);
    }
    o.add("dim_reasons.csv", &[("Id", "9"), ("Reason", "Elders")]);
    o
}

fn category(o: &mut Organisation, id: &str, step: &str) {
    let cells = [("Id", id), ("StepTitle", step), ("Title", "Category"), ("Order", "0")];
    o.add("categories.csv", &cells);
}

fn add(o: &mut Organisation, file: &str, cells: &[(&str, &str)], more: &[(&str, &str)]) {
    let mut all = cells.to_vec();
    for (column, cell) in more {
        all.retain(|(other, _)| other != column);
        all.push((column, cell));
    }
    o.add(file, &all);
}

fn person(o: &mut Organisation, id: &str, identifier: &str, more: &[(&str, &str)]) {
    let cells = [
        ("Id", id),
        ("ExternalIdentifier", identifier),
        ("FirstName", "Ana"),
        ("FamilyName", "Berg"),
        ("Email", "x@example.nl"),
        ("AccountLevel", "LEARNER"),
        ("EmployeeType", "Intern"),
        ("HasActivatedAccount", "false"),
        ("Anonymised", "false"),
    ];
    add(o, "persons.csv", &cells, more);
}

pub fn training(o: &mut Organisation, code: &str, id: &str, more: &[(&str, &str)]) {
    let cells = [
        ("Id", id),
        ("Code", code),
        ("Type", "Learning"),
        ("Title", code),
        ("StepTitle", "Step"),
        ("CategoryTitle", "Category"),
        ("IsMandatory", "false"),
        ("IsActive", "true"),
        ("IsVisibleInCatalog", "true"),
        ("HasCertificate", "false"),
    ];
    add(o, "trainings.csv", &cells, more);
}

fn class(o: &mut Organisation, code: &str, training: &str) {
    let flags = [
        "ShowMemoInReport",
        "IsVisibleInCatalog",
        "IsVisibleInCalendar",
        "OfferExternally",
        "IsArchived",
        "IsCancelled",
        "FilterByDivision",
        "HasWaitingList",
        "IsUnderConstruction",
    ];
    let mut cells = vec![
        ("Id", &code[1..]),
        ("Code", code),
        ("TrainingCode", training),
        ("Name", code),
        ("CompletionType", "Normal"),
    ];
    cells.extend(flags.map(|flag| (flag, "false")));
    o.add("classes.csv", &cells);
}

fn enroll_ana(o: &mut Organisation, id: &str, training: &str, at: &str, state: &str, more: &[(&str, &str)]) {
    let cells = [
        ("Id", id),
        ("PersonExternalIdentifier", "Ana"),
        ("TrainingCode", training),
        ("EnrolledAt", at),
        ("State", state),
        ("OnWaitingList", "false"),
        ("AddedFromCatalog", "false"),
        ("ChangedAt", at),
        ("CancelledBy", if state == "2" { "Reden onbekend" } else { "" }),
    ];
    add(o, "enrollments.csv", &cells, more);
}

fn add_result(o: &mut Organisation, training: &str, finish: &str, valid_until: &str, more: &[(&str, &str)]) {
    let id = (o.rows("results.csv").count() + 1).to_string();
    let cells = [
        ("Id", id.as_str()),
        ("PersonExternalIdentifier", "Ana"),
        ("TrainingCode", training),
        ("FinishedAt", finish),
        ("ValidUntil", valid_until),
        ("CertificateObtained", "false"),
    ];
    add(o, "results.csv", &cells, more);
}

fn add_progress(o: &mut Organisation, training: &str, start: &str) {
    let cells = [
        ("PersonExternalIdentifier", "Ana"),
        ("TrainingCode", training),
        ("StartedAt", start),
        ("PercentComplete", "100"),
    ];
    o.add("progress.csv", &cells);
}

fn dim_for_ana(o: &mut Organisation, training: &str) {
    let cells = [("PersonExternalIdentifier", "Ana"), ("TrainingCode", training), ("DimReasonId", "9")];
    o.add("dimmings.csv", &cells);
}

fn add_threshold(o: &mut Organisation, training: &str, required: &str) {
    let cells = [("TrainingCode", training), ("RequiredTrainingCode", required)];
    o.add("training_thresholds.csv", &cells);
}

/// Adds a learning path with one training and one link.
pub fn path(o: &mut Organisation, title: &str, training: &str, link: &str, value: &str) {
    let id = (o.rows("learning_paths.csv").count() + 1).to_string();
    o.add("learning_paths.csv", &[("Id", &id), ("Title", title)]);
    o.add("learning_path_trainings.csv", &[("LearningPathTitle", title), ("TrainingCode", training)]);
    let cells = [("LearningPathTitle", title), ("LinkType", link), ("LinkValue", value)];
    o.add("learning_path_links.csv", &cells);
}

fn division(o: &mut Organisation, id: &str, name: &str, parent: &str) {
    o.add("divisions.csv", &[("Id", id), ("Name", name), ("ParentName", parent)]);
}

/// Adds all trainings to Ana's portfolio.
pub fn add_portfolio(o: &mut Organisation) {
    for code in ["C1", "C2", "C3", "C4"] {
        path(o, &format!("for {code}"), code, "Person", "Ana");
    }
}

/// The rows of a response: text by element name.
type Rows = Vec<BTreeMap<String, String>>;

/// Serves the organisation, and returns its rows.
#[track_caller]
fn rows(o: &Organisation, flags: Flags) -> Rows {
    let (_site, server) = serve(o);
    served_rows(&server, o, flags)
}

/// Compares the rows of a server with the reference implementation, and returns them.
#[track_caller]
fn served_rows(server: &Server, o: &Organisation, flags: Flags) -> Rows {
    let found = all(server, flags);
    assert_rows("handmade", &found, &reference_implementation::rows(o, flags));
    let elements = |row: &crate::support::Element| {
        row.children.iter().map(|child| (child.name.clone(), child.text.clone())).collect()
    };
    found.iter().map(elements).collect()
}

#[track_caller]
fn values_of(o: &Organisation, flags: Flags, element: &str) -> String {
    values(&rows(o, flags), element)
}

/// Returns the title of each row's training and an element (`-` if absent), like `C1 2, C2 6`.
fn values(rows: &Rows, element: &str) -> String {
    let absent = "-".to_owned();
    let value =
        |row: &BTreeMap<String, String>| format!("{} {}", row["TrainingTitle"], row.get(element).unwrap_or(&absent));
    rows.iter().map(value).collect::<Vec<_>>().join(", ")
}

/// Adds an anonymised person as `export` writes it.
fn anonymised_person(o: &mut Organisation, id: &str, end: &str) {
    let identifier = format!("anonymised-{id}");
    let email = format!("{identifier}@invalid");
    let more = [
        ("FirstName", "Anoniem"),
        ("FamilyName", "Persoon"),
        ("Email", email.as_str()),
        ("ContractEndTime", end),
        ("Anonymised", "true"),
    ];
    person(o, id, &identifier, &more);
}

/// "One row for each employed, non-anonymised person": a contract that ends now has ended. An anonymised person has no row,
/// even if the contract has not ended because the clock was set back.
#[test]
fn only_employed_persons_have_rows() {
    let mut o = ana();
    person(&mut o, "2", "P2", &[("ContractEndTime", "2026-03-09T12:00:00")]);
    person(&mut o, "3", "P3", &[("ContractEndTime", "2026-03-09T12:00:01")]);
    anonymised_person(&mut o, "4", "2026-03-09T12:00:01");
    for person in ["Ana", "P2", "P3", "anonymised-4"] {
        path(&mut o, &format!("for {person}"), "C1", "Person", person);
    }
    let site = granted_site();
    o.import_at(&site, "2026-03-10T00:00:00");
    let server = site.serve(&["--now", NOW]);
    let found = all(&server, EVERYTHING);
    assert_rows("handmade", &found, &reference_implementation::rows(&o, EVERYTHING));
    let persons: Vec<_> = found.iter().filter_map(|row| row.value("PersonExternalIdentifier")).collect();
    assert_eq!(persons, ["Ana", "P3"]);
}

/// "One row for each … person and training where the training is in the portfolio (Sources ≠ 0)"
#[test]
fn a_training_with_several_sources_has_one_row() {
    let mut o = ana();
    path(&mut o, "A", "C1", "Person", "Ana");
    path(&mut o, "B", "C1", "Theme", "Ana");
    enroll_ana(&mut o, "1", "C1", "2026-01-01T00:00:00", "3", &[]);
    o.add("training_trainers.csv", &[("TrainingCode", "C1"), ("PersonExternalIdentifier", "Ana")]);
    // progress and a dimming are no sources
    add_progress(&mut o, "C2", "2026-01-01T00:00:00");
    dim_for_ana(&mut o, "C3");
    assert_eq!(values_of(&o, EVERYTHING, "Sources"), "C1 99");
}

/// "or, with `includeContentNotInPortfolio`, where it is not but the person has completed it".
#[test]
fn a_completed_training_outside_the_portfolio_has_a_row_on_request() {
    let mut o = ana();
    add_result(&mut o, "C1", "2020-01-01T00:00:00", "2021-01-01T00:00:00", &[]);
    add_progress(&mut o, "C2", "2026-01-01T00:00:00");
    enroll_ana(&mut o, "1", "C3", "2026-01-01T00:00:00", "2", &[]);
    assert_eq!(values_of(&o, DEFAULT, "InPortfolio"), "");
    let found = rows(&o, NOT_IN_PORTFOLIO);
    assert_eq!(values(&found, "InPortfolio"), "C1 false");
    assert_eq!(values(&found, "Sources"), "C1 0");
    assert_eq!(values(&found, "LearningPortfolioStatus"), "C1 6");
}

/// "Inactive trainings only with `includeInactiveTrainings`": a completed one outside the portfolio needs both flags.
#[test]
fn inactive_trainings_have_rows_on_request() {
    let mut o = ana();
    training(&mut o, "X5", "5", &[("IsActive", "false")]);
    training(&mut o, "X6", "6", &[("IsActive", "false")]);
    path(&mut o, "A", "X5", "Person", "Ana");
    path(&mut o, "B", "C1", "Person", "Ana");
    add_result(&mut o, "X6", "2026-01-01T00:00:00", "never", &[]);
    let (_site, server) = serve(&o);
    for (flags, expected) in
        [(DEFAULT, "C1 2"), (NOT_IN_PORTFOLIO, "C1 2"), (INACTIVE, "C1 2, X5 2"), (EVERYTHING, "C1 2, X5 2, X6 0")]
    {
        assert_eq!(values(&served_rows(&server, &o, flags), "Sources"), expected, "{flags:?}");
    }
}

/// "Rows come by person id, step order, step id, type (`Learning` first), training id": ids are compared as numbers, and
/// two steps have the same order.
#[test]
fn rows_are_sorted() {
    let mut o = Organisation::empty(NOW);
    o.add("account_levels.csv", &[("Name", "LEARNER"), ("IsDefault", "true")]);
    person(&mut o, "10", "Aa", &[]);
    person(&mut o, "9", "Zz", &[]);
    for (id, title, order) in [("12", "Last", "7"), ("30", "Second", "-1"), ("4", "First", "-1")] {
        o.add("steps.csv", &[("Id", id), ("Title", title), ("Order", order)]);
        category(&mut o, id, title);
    }
    for (code, id, kind, step) in [
        ("a", "1", "Learning", "Last"),
        ("b", "1", "Longterm", "First"),
        ("c", "10", "Learning", "First"),
        ("d", "9", "Learning", "First"),
        ("e", "2", "Learning", "Second"),
    ] {
        let more = [("Type", kind), ("StepTitle", step)];
        training(&mut o, code, id, &more);
        for person in ["Aa", "Zz"] {
            let cells = [("TrainingCode", code), ("PersonExternalIdentifier", person)];
            o.add("training_trainers.csv", &cells);
        }
    }
    let found = rows(&o, DEFAULT);
    let order: Vec<_> =
        found.iter().map(|row| format!("{}{}", row["PersonExternalIdentifier"], row["TrainingTitle"])).collect();
    let expected = ["Zzd", "Zzc", "Zzb", "Zze", "Zza", "Aad", "Aac", "Aab", "Aae", "Aaa"];
    assert_eq!(order, expected);
}

/// "A block neither brings nor completes its courses": the reverse holds too. A block and a course may have the same id.
#[test]
fn a_block_and_its_courses_are_independent() {
    let mut o = ana();
    training(&mut o, "B1", "1", &[("Type", "Longterm")]);
    training(&mut o, "B2", "2", &[("Type", "Longterm")]);
    for (block, course) in [("B1", "C1"), ("B1", "C2"), ("B2", "C3")] {
        let cells = [("BlockCode", block), ("CourseCode", course), ("Order", "0")];
        o.add("block_courses.csv", &cells);
    }
    path(&mut o, "A", "B1", "Person", "Ana");
    path(&mut o, "B", "C1", "Person", "Ana");
    add_result(&mut o, "B1", "2026-01-01T00:00:00", "never", &[]);
    add_result(&mut o, "C3", "2026-01-01T00:00:00", "never", &[]);
    let found = rows(&o, NOT_IN_PORTFOLIO);
    assert_eq!(values(&found, "Sources"), "C1 2, C3 0, B1 2");
    assert_eq!(values(&found, "LearningPortfolioStatus"), "C1 2, C3 4, B1 4");
}

/// "1: an enrolment in state 0, 1 or 3, waiting list included".
#[test]
fn enrolments_that_are_not_cancelled_give_source_1() {
    let mut o = ana();
    for (n, state) in ["0", "1", "2", "3"].iter().enumerate() {
        let code = format!("C{}", n + 1);
        enroll_ana(&mut o, &(n + 1).to_string(), &code, "2026-01-01T00:00:00", state, &[]);
    }
    training(&mut o, "C5", "5", &[]);
    class(&mut o, "K5", "C5");
    let waiting = [("ClassCode", "K5"), ("OnWaitingList", "true")];
    enroll_ana(&mut o, "5", "C5", "2026-01-01T00:00:00", "0", &waiting);
    assert_eq!(values_of(&o, DEFAULT, "Sources"), "C1 1, C2 1, C4 1, C5 1");
}

/// "where the latest per class counts": the enrolment moment decides, not the id, and a cancelled enrolment in another class
/// or without class has no effect.
#[test]
fn the_latest_enrolment_per_class_counts() {
    let mut o = ana();
    for (code, of) in [("K1", "C1"), ("K2", "C2"), ("K3", "C3"), ("K4", "C3"), ("K5", "C4")] {
        class(&mut o, code, of);
    }
    let early = "2026-01-01T00:00:00";
    let late = "2026-01-01T00:00:01";
    // C1: the cancelled enrolment is later, and has the smaller id
    enroll_ana(&mut o, "2", "C1", early, "3", &[("ClassCode", "K1")]);
    enroll_ana(&mut o, "1", "C1", late, "2", &[("ClassCode", "K1")]);
    // C2: enrolled again after a cancellation
    enroll_ana(&mut o, "3", "C2", late, "0", &[("ClassCode", "K2")]);
    enroll_ana(&mut o, "4", "C2", early, "2", &[("ClassCode", "K2")]);
    // C3: later, an enrolment in another class is cancelled
    enroll_ana(&mut o, "5", "C3", early, "1", &[("ClassCode", "K3")]);
    enroll_ana(&mut o, "6", "C3", late, "2", &[("ClassCode", "K4")]);
    // C4: later, an enrolment without class is cancelled
    enroll_ana(&mut o, "7", "C4", early, "3", &[("ClassCode", "K5")]);
    enroll_ana(&mut o, "8", "C4", late, "2", &[]);
    assert_eq!(values_of(&o, DEFAULT, "Sources"), "C2 1, C3 1, C4 1");
}

/// "(e-learning: the latest without class)": a later enrolment in a class has no effect.
#[test]
fn the_latest_enrolment_without_class_counts() {
    let mut o = ana();
    class(&mut o, "K1", "C1");
    enroll_ana(&mut o, "1", "C1", "2026-01-01T00:00:00", "3", &[]);
    enroll_ana(&mut o, "2", "C1", "2026-01-02T00:00:00", "2", &[("ClassCode", "K1")]);
    enroll_ana(&mut o, "3", "C2", "2026-01-01T00:00:00", "3", &[]);
    enroll_ana(&mut o, "4", "C2", "2026-01-02T00:00:00", "2", &[]);
    assert_eq!(values_of(&o, DEFAULT, "Sources"), "C1 1");
}

/// "4 function, … 16 group, 32 theme, each always with 2; a path linked to the person alone gives 2".
#[test]
fn each_link_type_gives_its_source() {
    let mut o = ana();
    person(&mut o, "2", "Bob", &[("FunctionName", "Docent")]);
    o.add("functions.csv", &[("Id", "1"), ("Name", "Docent")]);
    for (id, group) in [("1", "Hers"), ("2", "Other")] {
        o.add("groups.csv", &[("Id", id), ("Name", group)]);
    }
    let member = [("GroupName", "Hers"), ("PersonExternalIdentifier", "Bob")];
    o.add("group_members.csv", &member);
    path(&mut o, "A", "C1", "Function", "Docent");
    path(&mut o, "B", "C2", "Group", "Hers");
    path(&mut o, "C", "C3", "Theme", "Bob");
    path(&mut o, "D", "C4", "Person", "Bob");
    path(&mut o, "E", "C4", "Group", "Other");
    // a training of two paths, one linked as theme and one by a group, has the bits of both
    training(&mut o, "C5", "5", &[]);
    path(&mut o, "F", "C5", "Theme", "Bob");
    path(&mut o, "G", "C5", "Group", "Hers");
    assert_eq!(values_of(&o, DEFAULT, "Sources"), "C1 6, C2 18, C3 34, C4 2, C5 50");
    assert!(rows(&o, EVERYTHING).iter().all(|row| row["PersonExternalIdentifier"] == "Bob"));
}

/// "8 location (the person's division or an ancestor)": not a descendant or a sibling.
#[test]
fn paths_of_a_division_apply_to_persons_of_its_descendants() {
    let mut o = Organisation::empty(NOW);
    o.add("account_levels.csv", &[("Name", "LEARNER"), ("IsDefault", "true")]);
    o.add("steps.csv", &[("Id", "1"), ("Title", "Step"), ("Order", "0")]);
    category(&mut o, "1", "Step");
    division(&mut o, "1", "Below", "Own");
    division(&mut o, "2", "Own", "Above");
    division(&mut o, "3", "Above", "Top");
    division(&mut o, "4", "Top", "");
    division(&mut o, "5", "Beside", "Above");
    person(&mut o, "1", "Ana", &[("DivisionName", "Own")]);
    for (n, of) in ["Below", "Own", "Above", "Top", "Beside"].iter().enumerate() {
        let code = format!("C{}", n + 1);
        training(&mut o, &code, &(n + 1).to_string(), &[]);
        path(&mut o, of, &code, "Location", of);
    }
    assert_eq!(values_of(&o, DEFAULT, "Sources"), "C2 10, C3 10, C4 10");
}

/// "A placeholder's name means the placeholder" (contract §3): a person without a function has the placeholder.
#[test]
fn paths_of_placeholders_apply_to_persons_without_function_or_division() {
    let mut o = ana();
    path(&mut o, "A", "C1", "Function", "Functie onbekend");
    path(&mut o, "B", "C2", "Location", "Locatie onbekend");
    assert_eq!(values_of(&o, DEFAULT, "Sources"), "C1 6, C2 10");
}

/// "64: the person is in training_trainers.csv for it": no other source is needed, and a trainer of a class is not a trainer
/// of its training.
#[test]
fn trainings_of_a_trainer_are_in_the_portfolio() {
    let mut o = ana();
    class(&mut o, "K2", "C2");
    o.add("training_trainers.csv", &[("TrainingCode", "C1"), ("PersonExternalIdentifier", "Ana")]);
    o.add("class_trainers.csv", &[("ClassCode", "K2"), ("PersonExternalIdentifier", "Ana")]);
    let found = rows(&o, DEFAULT);
    assert_eq!(values(&found, "Sources"), "C1 64");
    assert_eq!(values(&found, "InPortfolio"), "C1 true");
}

/// "TrainingIsManuallyAdded: one of those enrolments has AddedFromCatalog": a cancelled or replaced enrolment does not count.
#[test]
fn an_enrolment_added_from_the_catalog_makes_the_training_manually_added() {
    let mut o = ana();
    add_portfolio(&mut o);
    let added = ("AddedFromCatalog", "true");
    for (code, of) in [("K1", "C1"), ("K2", "C1"), ("K3", "C2"), ("K4", "C3")] {
        class(&mut o, code, of);
    }
    let (early, late) = ("2026-01-01T00:00:00", "2026-01-02T00:00:00");
    // C1: the older enrolment, in another class
    enroll_ana(&mut o, "1", "C1", early, "3", &[("ClassCode", "K1"), added]);
    enroll_ana(&mut o, "2", "C1", late, "3", &[("ClassCode", "K2")]);
    // C2: replaced by another of the same class
    enroll_ana(&mut o, "3", "C2", early, "3", &[("ClassCode", "K3"), added]);
    enroll_ana(&mut o, "4", "C2", late, "3", &[("ClassCode", "K3")]);
    // C3: cancelled
    enroll_ana(&mut o, "5", "C3", early, "2", &[("ClassCode", "K4"), added]);
    enroll_ana(&mut o, "6", "C3", early, "1", &[]);
    let found = values_of(&o, DEFAULT, "TrainingIsManuallyAdded");
    assert_eq!(found, "C1 true, C2 false, C3 false, C4 false");
}

/// "TrainingStartedAt: the latest start among progress and results": any result counts, not only the latest.
#[test]
fn the_latest_start_of_progress_and_results_is_returned() {
    let mut o = ana();
    add_portfolio(&mut o);
    let start = |at| [("StartedAt", at)];
    add_progress(&mut o, "C1", "2025-05-01T00:00:00");
    add_result(&mut o, "C1", "2025-06-01T00:00:00", "never", &start("2025-04-01T00:00:00"));
    add_progress(&mut o, "C2", "2025-05-01T00:00:00");
    add_result(&mut o, "C2", "2025-06-01T00:00:00", "never", &start("2025-05-01T00:00:01"));
    // the result that finished later started earlier
    add_result(&mut o, "C3", "2025-06-01T00:00:00", "never", &start("2025-05-01T00:00:00"));
    add_result(&mut o, "C3", "2025-07-01T00:00:00", "never", &start("2025-01-01T00:00:00"));
    add_result(&mut o, "C4", "2025-07-01T00:00:00", "never", &[]);
    let found = values_of(&o, DEFAULT, "TrainingStartedAt");
    let expected = "C1 2025-05-01T00:00:00, C2 2025-05-01T00:00:01, C3 2025-05-01T00:00:00, C4 -";
    assert_eq!(found, expected);
}

/// "TrainingFinishedAt, TrainingValidUntil: of the latest result by finish; no ValidUntil = unlimited".
#[test]
fn finish_and_validity_are_those_of_the_result_that_finished_last() {
    let mut o = ana();
    add_portfolio(&mut o);
    let (first, last) = ("2025-01-01T00:00:00", "2025-02-01T00:00:00");
    // the later finish has the smaller id and the shorter validity
    add_result(&mut o, "C1", last, "2026-12-01T00:00:00", &[]);
    add_result(&mut o, "C1", first, "2029-01-01T00:00:00", &[]);
    add_result(&mut o, "C2", first, "2025-03-01T00:00:00", &[]);
    add_result(&mut o, "C2", last, "never", &[]);
    let found = rows(&o, DEFAULT);
    let finish = format!("C1 {last}, C2 {last}, C3 -, C4 -");
    assert_eq!(values(&found, "TrainingFinishedAt"), finish);
    let valid_until = "C1 2026-12-01T00:00:00, C2 -, C3 -, C4 -";
    assert_eq!(values(&found, "TrainingValidUntil"), valid_until);
    assert_eq!(values(&found, "LearningPortfolioStatus"), "C1 4, C2 4, C3 2, C4 2");
}

/// "TrainingThresholdIsMet: every required active training has a latest result that has not expired".
#[test]
fn a_threshold_needs_a_valid_latest_result_of_each_active_training() {
    let mut o = ana();
    add_portfolio(&mut o);
    for (code, id, active) in [("R5", "5", "true"), ("R6", "6", "true"), ("R7", "7", "true"), ("R8", "8", "false")] {
        training(&mut o, code, id, &[("IsActive", active)]);
    }
    // R5 is valid until now; the latest result of R6 has expired, an older one has not; R7 and R8 have no result
    add_result(&mut o, "R5", "2025-01-01T00:00:00", NOW, &[]);
    add_result(&mut o, "R6", "2025-01-01T00:00:00", "2030-01-01T00:00:00", &[]);
    add_result(&mut o, "R6", "2025-02-01T00:00:00", "2026-03-09T11:59:59", &[]);
    for (training, required) in [("C1", "R5"), ("C1", "R8"), ("C2", "R5"), ("C2", "R6"), ("C3", "R5"), ("C3", "R7")] {
        add_threshold(&mut o, training, required);
    }
    let found = values_of(&o, DEFAULT, "TrainingThresholdIsMet");
    assert_eq!(found, "C1 true, C2 false, C3 false, C4 true");
}

/// "DimReasonId: of the person's dimming of the training; absent when none": the status has no effect.
#[test]
fn the_dim_reason_is_that_of_person_and_training() {
    let mut o = ana();
    add_portfolio(&mut o);
    dim_for_ana(&mut o, "C1");
    dim_for_ana(&mut o, "C2");
    add_progress(&mut o, "C2", "2026-01-01T00:00:00");
    person(&mut o, "2", "Bob", &[]);
    path(&mut o, "Z", "C1", "Person", "Bob");
    let found = rows(&o, DEFAULT);
    assert_eq!(values(&found, "DimReasonId"), "C1 9, C2 9, C3 -, C4 -, C1 -");
    assert_eq!(values(&found, "LearningPortfolioStatus"), "C1 1, C2 3, C3 2, C4 2, C1 2");
}

/// "Expired: 3 if started again after that finish, else 6": a start at the moment of the finish is not after it.
#[test]
fn an_expired_training_has_status_3_if_started_again_else_6() {
    let mut o = ana();
    add_portfolio(&mut o);
    let (finish, valid_until) = ("2024-01-10T10:00:00", "2026-03-09T11:59:59");
    for code in ["C1", "C2", "C3", "C4"] {
        add_result(&mut o, code, finish, valid_until, &[("StartedAt", "2024-01-10T09:00:00")]);
    }
    add_progress(&mut o, "C1", "2024-01-10T10:00:01");
    add_progress(&mut o, "C2", "2024-01-10T10:00:00");
    dim_for_ana(&mut o, "C3");
    add_progress(&mut o, "C4", "2024-01-10T09:30:00");
    let found = values_of(&o, DEFAULT, "LearningPortfolioStatus");
    assert_eq!(found, "C1 3, C2 6, C3 6, C4 6");
}

/// "ValidUntil not later than now + 3 calendar months: 5": both ends included, even if started again.
#[test]
fn a_training_that_expires_within_three_months_has_status_5() {
    let mut o = ana();
    add_portfolio(&mut o);
    let finish = "2024-01-10T10:00:00";
    for (code, valid_until) in [
        ("C1", "2026-03-09T12:00:00"),
        ("C2", "2026-06-09T12:00:00"),
        ("C3", "2026-06-09T12:00:01"),
        ("C4", "2026-05-01T00:00:00"),
    ] {
        add_result(&mut o, code, finish, valid_until, &[]);
    }
    add_progress(&mut o, "C4", "2026-02-01T00:00:00");
    let found = values_of(&o, DEFAULT, "LearningPortfolioStatus");
    assert_eq!(found, "C1 5, C2 5, C3 4, C4 5");
}

/// "(clamped to the month's end)": three months after 30 November is 28 February, not 2 March.
#[test]
fn three_months_ahead_are_clamped_to_the_end_of_the_month() {
    let mut o = ana();
    o.now = "2025-11-30T12:00:00".to_owned();
    add_portfolio(&mut o);
    for (code, valid_until) in
        [("C1", "2026-02-28T12:00:00"), ("C2", "2026-02-28T12:00:01"), ("C3", "2026-03-01T00:00:00")]
    {
        add_result(&mut o, code, "2024-01-10T10:00:00", valid_until, &[]);
    }
    let found = values_of(&o, DEFAULT, "LearningPortfolioStatus");
    assert_eq!(found, "C1 5, C2 4, C3 4, C4 2");
}

/// "Finished: 4; started: 3; dimmed: 1; else 2": the first that applies. Progress of 100% is no result.
#[test]
fn other_trainings_have_status_4_3_1_or_2() {
    let mut o = ana();
    add_portfolio(&mut o);
    add_result(&mut o, "C1", "2025-01-01T00:00:00", "never", &[]);
    add_progress(&mut o, "C1", "2026-02-01T00:00:00");
    dim_for_ana(&mut o, "C1");
    add_progress(&mut o, "C2", "2026-02-01T00:00:00");
    dim_for_ana(&mut o, "C2");
    dim_for_ana(&mut o, "C3");
    let found = values_of(&o, DEFAULT, "LearningPortfolioStatus");
    assert_eq!(found, "C1 4, C2 3, C3 1, C4 2");
}

/// "The three step counts: per person and step, over active trainings whatever the flags of the call: in the portfolio;
/// with any completion; both": expired completions count, and those outside the portfolio, which may have no row.
#[test]
fn step_counts_do_not_depend_on_the_flags() {
    let mut o = ana();
    o.add("steps.csv", &[("Id", "2"), ("Title", "Other"), ("Order", "1")]);
    category(&mut o, "2", "Other");
    training(&mut o, "X5", "5", &[("IsActive", "false")]);
    training(&mut o, "D6", "6", &[("StepTitle", "Other")]);
    for (n, code) in ["C1", "C2", "X5", "D6"].iter().enumerate() {
        path(&mut o, &format!("for {n}"), code, "Person", "Ana");
    }
    add_result(&mut o, "C1", "2020-01-01T00:00:00", "2021-01-01T00:00:00", &[]);
    add_result(&mut o, "C3", "2025-01-01T00:00:00", "never", &[]);
    add_result(&mut o, "C4", "2025-01-01T00:00:00", "never", &[]);
    add_result(&mut o, "X5", "2025-01-01T00:00:00", "never", &[]);
    let (_site, server) = serve(&o);
    for flags in reference_implementation::ALL_FLAGS {
        let found = served_rows(&server, &o, flags);
        let counts = |row: &BTreeMap<String, String>| {
            let count = |of: &str| row[&format!("Trainings{of}ForPersonInStepCount")].clone();
            ["InPortfolio", "Finished", "InPortfolioFinished"].map(count).join(" ")
        };
        for row in &found {
            let expected = if row["StepTitle"] == "Other" { "1 0 0" } else { "2 3 1" };
            assert_eq!(counts(row), expected, "{flags:?}");
        }
    }
}

/// "`TrainingIsMandatory` is `Ja` or `Nee`"; empty texts are present, numbers and datetimes without a value are absent.
#[test]
fn elements_are_in_order() {
    let mut o = ana();
    training(&mut o, "C5", "5", &[("IsMandatory", "true"), ("ImageName", "plaatje & meer.png")]);
    path(&mut o, "A", "C1", "Person", "Ana");
    path(&mut o, "B", "C5", "Person", "Ana");
    let (_site, server) = serve(&o);
    let found = all(&server, DEFAULT);
    let expected = "StepTitle StepIntroduction StepOrder TrainingTitle TrainingIsMandatory TrainingImageName \
                    PersonExternalIdentifier ManagerExternalIdentifier PersonFirstName PersonNameInsertion \
                    PersonFamilyName TrainingThresholdIsMet TrainingIsManuallyAdded LearningPortfolioStatus InPortfolio \
                    Sources TrainingsInPortfolioForPersonInStepCount TrainingsFinishedForPersonInStepCount \
                    TrainingsInPortfolioFinishedForPersonInStepCount";
    assert_eq!(found[0].names().join(" "), expected);
    let mandatory = |row: &crate::support::Element| row.value("TrainingIsMandatory").map(str::to_owned);
    assert_eq!(mandatory(&found[0]).as_deref(), Some("Nee"));
    assert_eq!(mandatory(&found[1]).as_deref(), Some("Ja"));
    assert_eq!(found[1].value("TrainingImageName"), Some("plaatje & meer.png"));
}

/// Contract §3: an anonymised manager "reads as the placeholder", whose identifier is empty.
#[test]
fn an_anonymised_manager_is_omitted_and_a_dismissed_one_is_not() {
    let mut o = ana();
    let gone = [("ContractEndTime", "2020-01-01T00:00:00")];
    person(&mut o, "2", "Dismissed", &gone);
    anonymised_person(&mut o, "3", "2020-01-01T00:00:00");
    person(&mut o, "4", "Bob", &[("ManagerExternalIdentifier", "Dismissed")]);
    person(&mut o, "5", "Cas", &[("ManagerExternalIdentifier", "anonymised-3")]);
    for person in ["Ana", "Bob", "Cas"] {
        path(&mut o, person, "C1", "Person", person);
    }
    let found = values_of(&o, DEFAULT, "ManagerExternalIdentifier");
    assert_eq!(found, "C1 , C1 Dismissed, C1 ");
}
