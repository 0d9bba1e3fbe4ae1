//! Cases made by hand, one for each sentence of contract section 4 (quoted above it), in which the nearest wrong
//! reading gives another value. The service and the naive computation both pass them.

use std::collections::BTreeMap;

use super::reference_implementation::{self, Flags, flags};
use super::{all, assert_rows, serve};
use crate::random_organisation::Organisation;
use crate::support::{NOW, Server, granted_site};

const DEFAULT: Flags = flags(false, false);
const NOT_IN_PORTFOLIO: Flags = flags(true, false);
const INACTIVE: Flags = flags(false, true);
const EVERYTHING: Flags = flags(true, true);

/// Ana (1), who is employed, and the courses C1 to C4 of one step, without relations to Ana.
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

/// An enrolment of Ana; `id` is its id.
fn enrolled(o: &mut Organisation, id: &str, of: &str, at: &str, state: &str, more: &[(&str, &str)]) {
    let cells = [
        ("Id", id),
        ("PersonExternalIdentifier", "Ana"),
        ("TrainingCode", of),
        ("EnrolledAt", at),
        ("State", state),
        ("OnWaitingList", "false"),
        ("AddedFromCatalog", "false"),
        ("ChangedAt", at),
        ("CancelledBy", if state == "2" { "Reden onbekend" } else { "" }),
    ];
    add(o, "enrollments.csv", &cells, more);
}

/// A result of Ana.
fn finished(o: &mut Organisation, of: &str, at: &str, until: &str, more: &[(&str, &str)]) {
    let id = (o.rows("results.csv").count() + 1).to_string();
    let cells = [
        ("Id", id.as_str()),
        ("PersonExternalIdentifier", "Ana"),
        ("TrainingCode", of),
        ("FinishedAt", at),
        ("ValidUntil", until),
        ("CertificateObtained", "false"),
    ];
    add(o, "results.csv", &cells, more);
}

fn progress(o: &mut Organisation, of: &str, at: &str) {
    let cells =
        [("PersonExternalIdentifier", "Ana"), ("TrainingCode", of), ("StartedAt", at), ("PercentComplete", "100")];
    o.add("progress.csv", &cells);
}

fn dimmed(o: &mut Organisation, of: &str) {
    let cells = [("PersonExternalIdentifier", "Ana"), ("TrainingCode", of), ("DimReasonId", "9")];
    o.add("dimmings.csv", &cells);
}

fn requires(o: &mut Organisation, of: &str, required: &str) {
    let cells = [("TrainingCode", of), ("RequiredTrainingCode", required)];
    o.add("training_thresholds.csv", &cells);
}

/// A learning path that holds the training and is linked so.
pub fn path(o: &mut Organisation, title: &str, of: &str, link: &str, value: &str) {
    let id = (o.rows("learning_paths.csv").count() + 1).to_string();
    o.add("learning_paths.csv", &[("Id", &id), ("Title", title)]);
    let holds = [("LearningPathTitle", title), ("TrainingCode", of)];
    o.add("learning_path_trainings.csv", &holds);
    let linked = [("LearningPathTitle", title), ("LinkType", link), ("LinkValue", value)];
    o.add("learning_path_links.csv", &linked);
}

fn division(o: &mut Organisation, id: &str, name: &str, parent: &str) {
    o.add("divisions.csv", &[("Id", id), ("Name", name), ("ParentName", parent)]);
}

/// Every training is in Ana's portfolio.
pub fn offered(o: &mut Organisation) {
    for code in ["C1", "C2", "C3", "C4"] {
        path(o, &format!("for {code}"), code, "Person", "Ana");
    }
}

type Found = Vec<BTreeMap<String, String>>;

/// Returns the rows, on which both computations agree.
#[track_caller]
fn rows(o: &Organisation, flags: Flags) -> Found {
    let (_site, server) = serve(o);
    served_rows(&server, o, flags)
}

/// Returns the rows of a server over this organisation, on which both computations agree.
#[track_caller]
fn served_rows(server: &Server, o: &Organisation, flags: Flags) -> Found {
    let found = all(server, flags);
    assert_rows("by hand", &found, &reference_implementation::rows(o, flags));
    let elements = |row: &crate::support::Element| {
        row.children.iter().map(|child| (child.name.clone(), child.text.clone())).collect()
    };
    found.iter().map(elements).collect()
}

/// One element of each row, absent as `-`, after the training's title: `C1 2, C2 6`.
#[track_caller]
fn each(o: &Organisation, flags: Flags, element: &str) -> String {
    listed(&rows(o, flags), element)
}

fn listed(rows: &Found, element: &str) -> String {
    let absent = "-".to_owned();
    let one =
        |row: &BTreeMap<String, String>| format!("{} {}", row["TrainingTitle"], row.get(element).unwrap_or(&absent));
    rows.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Returns the persons of the rows.
#[track_caller]
fn persons(o: &Organisation) -> Vec<String> {
    let person = |row: &BTreeMap<String, String>| row["PersonExternalIdentifier"].clone();
    rows(o, EVERYTHING).iter().map(person).collect()
}

/// An anonymised person as `export` writes it.
fn anonymised(o: &mut Organisation, id: &str, end: &str) {
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

/// "One row for each employed, non-anonymised person": a contract that ends now has ended, and who is anonymised is out
/// even where a clock that was set back says that the contract runs.
#[test]
fn employed_persons_alone() {
    let mut o = ana();
    person(&mut o, "2", "P2", &[("ContractEndTime", "2026-03-09T12:00:00")]);
    person(&mut o, "3", "P3", &[("ContractEndTime", "2026-03-09T12:00:01")]);
    anonymised(&mut o, "4", "2026-03-09T12:00:01");
    for person in ["Ana", "P2", "P3", "anonymised-4"] {
        path(&mut o, &format!("for {person}"), "C1", "Person", person);
    }
    let site = granted_site();
    o.import_at(&site, "2026-03-10T00:00:00");
    let server = site.serve(&["--now", NOW]);
    let found = all(&server, EVERYTHING);
    assert_rows("by hand", &found, &reference_implementation::rows(&o, EVERYTHING));
    let persons: Vec<_> = found.iter().filter_map(|row| row.value("PersonExternalIdentifier")).collect();
    assert_eq!(persons, ["Ana", "P3"]);
}

/// "One row for each … person and training where the training is in the portfolio (Sources ≠ 0)", however many reasons.
#[test]
fn one_row_for_several_reasons() {
    let mut o = ana();
    path(&mut o, "A", "C1", "Person", "Ana");
    path(&mut o, "B", "C1", "Theme", "Ana");
    enrolled(&mut o, "1", "C1", "2026-01-01T00:00:00", "3", &[]);
    o.add("training_trainers.csv", &[("TrainingCode", "C1"), ("PersonExternalIdentifier", "Ana")]);
    // started and dimmed alone bring no row
    progress(&mut o, "C2", "2026-01-01T00:00:00");
    dimmed(&mut o, "C3");
    assert_eq!(each(&o, EVERYTHING, "Sources"), "C1 99");
}

/// "or, with `includeContentNotInPortfolio`, where it is not but the person has completed it".
#[test]
fn completed_beyond_the_portfolio() {
    let mut o = ana();
    finished(&mut o, "C1", "2020-01-01T00:00:00", "2021-01-01T00:00:00", &[]);
    progress(&mut o, "C2", "2026-01-01T00:00:00");
    enrolled(&mut o, "1", "C3", "2026-01-01T00:00:00", "2", &[]);
    assert_eq!(each(&o, DEFAULT, "InPortfolio"), "");
    let found = rows(&o, NOT_IN_PORTFOLIO);
    assert_eq!(listed(&found, "InPortfolio"), "C1 false");
    assert_eq!(listed(&found, "Sources"), "C1 0");
    assert_eq!(listed(&found, "LearningPortfolioStatus"), "C1 6");
}

/// "Inactive trainings only with `includeInactiveTrainings`": the completed ones too, and then they need both.
#[test]
fn inactive_trainings() {
    let mut o = ana();
    training(&mut o, "X5", "5", &[("IsActive", "false")]);
    training(&mut o, "X6", "6", &[("IsActive", "false")]);
    path(&mut o, "A", "X5", "Person", "Ana");
    path(&mut o, "B", "C1", "Person", "Ana");
    finished(&mut o, "X6", "2026-01-01T00:00:00", "never", &[]);
    let (_site, server) = serve(&o);
    for (flags, expected) in
        [(DEFAULT, "C1 2"), (NOT_IN_PORTFOLIO, "C1 2"), (INACTIVE, "C1 2, X5 2"), (EVERYTHING, "C1 2, X5 2, X6 0")]
    {
        assert_eq!(listed(&served_rows(&server, &o, flags), "Sources"), expected, "{flags:?}");
    }
}

/// "Rows come by person id, step order, step id, type (`Learning` first), training id": all as numbers, and the step's
/// id decides between equal orders before any training does.
#[test]
fn the_order_of_rows() {
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

/// "A block neither brings nor completes its courses", nor do its courses the block; and a block and a course with the
/// same number are two trainings.
#[test]
fn a_block_is_a_training_of_its_own() {
    let mut o = ana();
    training(&mut o, "B1", "1", &[("Type", "Longterm")]);
    training(&mut o, "B2", "2", &[("Type", "Longterm")]);
    for (block, course) in [("B1", "C1"), ("B1", "C2"), ("B2", "C3")] {
        let cells = [("BlockCode", block), ("CourseCode", course), ("Order", "0")];
        o.add("block_courses.csv", &cells);
    }
    path(&mut o, "A", "B1", "Person", "Ana");
    path(&mut o, "B", "C1", "Person", "Ana");
    finished(&mut o, "B1", "2026-01-01T00:00:00", "never", &[]);
    finished(&mut o, "C3", "2026-01-01T00:00:00", "never", &[]);
    let found = rows(&o, NOT_IN_PORTFOLIO);
    assert_eq!(listed(&found, "Sources"), "C1 2, C3 0, B1 2");
    assert_eq!(listed(&found, "LearningPortfolioStatus"), "C1 2, C3 4, B1 4");
}

/// "1: an enrolment in state 0, 1 or 3, waiting list included".
#[test]
fn states_of_an_enrolment() {
    let mut o = ana();
    for (n, state) in ["0", "1", "2", "3"].iter().enumerate() {
        let code = format!("C{}", n + 1);
        enrolled(&mut o, &(n + 1).to_string(), &code, "2026-01-01T00:00:00", state, &[]);
    }
    training(&mut o, "C5", "5", &[]);
    class(&mut o, "K5", "C5");
    let waiting = [("ClassCode", "K5"), ("OnWaitingList", "true")];
    enrolled(&mut o, "5", "C5", "2026-01-01T00:00:00", "0", &waiting);
    assert_eq!(each(&o, DEFAULT, "Sources"), "C1 1, C2 1, C4 1, C5 1");
}

/// "where the latest per class counts": by enrolment moment, not by id, and a cancelled one of another class or without
/// class takes nothing away.
#[test]
fn the_latest_enrolment_per_class_counts() {
    let mut o = ana();
    for (code, of) in [("K1", "C1"), ("K2", "C2"), ("K3", "C3"), ("K4", "C3"), ("K5", "C4")] {
        class(&mut o, code, of);
    }
    let early = "2026-01-01T00:00:00";
    let late = "2026-01-01T00:00:01";
    // C1: cancelled after all, though the valid one has the greater id
    enrolled(&mut o, "2", "C1", early, "3", &[("ClassCode", "K1")]);
    enrolled(&mut o, "1", "C1", late, "2", &[("ClassCode", "K1")]);
    // C2: enrolled again
    enrolled(&mut o, "3", "C2", late, "0", &[("ClassCode", "K2")]);
    enrolled(&mut o, "4", "C2", early, "2", &[("ClassCode", "K2")]);
    // C3: one class cancelled later than the other was chosen
    enrolled(&mut o, "5", "C3", early, "1", &[("ClassCode", "K3")]);
    enrolled(&mut o, "6", "C3", late, "2", &[("ClassCode", "K4")]);
    // C4: the class is not cancelled, the e-learning is, later
    enrolled(&mut o, "7", "C4", early, "3", &[("ClassCode", "K5")]);
    enrolled(&mut o, "8", "C4", late, "2", &[]);
    assert_eq!(each(&o, DEFAULT, "Sources"), "C2 1, C3 1, C4 1");
}

/// "(e-learning: the latest without class)": not the latest of all.
#[test]
fn the_latest_enrolment_without_class_counts() {
    let mut o = ana();
    class(&mut o, "K1", "C1");
    enrolled(&mut o, "1", "C1", "2026-01-01T00:00:00", "3", &[]);
    enrolled(&mut o, "2", "C1", "2026-01-02T00:00:00", "2", &[("ClassCode", "K1")]);
    enrolled(&mut o, "3", "C2", "2026-01-01T00:00:00", "3", &[]);
    enrolled(&mut o, "4", "C2", "2026-01-02T00:00:00", "2", &[]);
    assert_eq!(each(&o, DEFAULT, "Sources"), "C1 1");
}

/// "4 function, … 16 group, 32 theme, each always with 2; a path linked to the person alone gives 2".
#[test]
fn paths_by_every_link() {
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
    // a path that a theme and a group bring has all three bits
    training(&mut o, "C5", "5", &[]);
    path(&mut o, "F", "C5", "Theme", "Bob");
    path(&mut o, "G", "C5", "Group", "Hers");
    assert_eq!(each(&o, DEFAULT, "Sources"), "C1 6, C2 18, C3 34, C4 2, C5 50");
    assert_eq!(persons(&o), ["Bob"; 5]);
}

/// "8 location (the person's division or an ancestor)": not one below, nor one beside.
#[test]
fn paths_of_a_location_and_those_above() {
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
    assert_eq!(each(&o, DEFAULT, "Sources"), "C2 10, C3 10, C4 10");
}

/// "A placeholder's name means the placeholder" (section 3): a person without a function has the placeholder.
#[test]
fn a_path_of_the_placeholder() {
    let mut o = ana();
    path(&mut o, "A", "C1", "Function", "Functie onbekend");
    path(&mut o, "B", "C2", "Location", "Locatie onbekend");
    assert_eq!(each(&o, DEFAULT, "Sources"), "C1 6, C2 10");
}

/// "64: the person is in training_trainers.csv for it": that alone puts it in the portfolio; a trainer of a class of it
/// is none of the training.
#[test]
fn trainers() {
    let mut o = ana();
    class(&mut o, "K2", "C2");
    o.add("training_trainers.csv", &[("TrainingCode", "C1"), ("PersonExternalIdentifier", "Ana")]);
    o.add("class_trainers.csv", &[("ClassCode", "K2"), ("PersonExternalIdentifier", "Ana")]);
    let found = rows(&o, DEFAULT);
    assert_eq!(listed(&found, "Sources"), "C1 64");
    assert_eq!(listed(&found, "InPortfolio"), "C1 true");
}

/// "TrainingIsManuallyAdded: one of those enrolments has AddedFromCatalog": not one that is cancelled or replaced.
#[test]
fn added_from_the_catalog() {
    let mut o = ana();
    offered(&mut o);
    let added = ("AddedFromCatalog", "true");
    for (code, of) in [("K1", "C1"), ("K2", "C1"), ("K3", "C2"), ("K4", "C3")] {
        class(&mut o, code, of);
    }
    let (early, late) = ("2026-01-01T00:00:00", "2026-01-02T00:00:00");
    // C1: the older one of two classes
    enrolled(&mut o, "1", "C1", early, "3", &[("ClassCode", "K1"), added]);
    enrolled(&mut o, "2", "C1", late, "3", &[("ClassCode", "K2")]);
    // C2: replaced by another of the same class
    enrolled(&mut o, "3", "C2", early, "3", &[("ClassCode", "K3"), added]);
    enrolled(&mut o, "4", "C2", late, "3", &[("ClassCode", "K3")]);
    // C3: cancelled
    enrolled(&mut o, "5", "C3", early, "2", &[("ClassCode", "K4"), added]);
    enrolled(&mut o, "6", "C3", early, "1", &[]);
    let found = each(&o, DEFAULT, "TrainingIsManuallyAdded");
    assert_eq!(found, "C1 true, C2 false, C3 false, C4 false");
}

/// "TrainingStartedAt: the latest start among progress and results": of any result, and of progress when it is later.
#[test]
fn the_latest_start() {
    let mut o = ana();
    offered(&mut o);
    let start = |at| [("StartedAt", at)];
    progress(&mut o, "C1", "2025-05-01T00:00:00");
    finished(&mut o, "C1", "2025-06-01T00:00:00", "never", &start("2025-04-01T00:00:00"));
    progress(&mut o, "C2", "2025-05-01T00:00:00");
    finished(&mut o, "C2", "2025-06-01T00:00:00", "never", &start("2025-05-01T00:00:01"));
    // the latest result began first
    finished(&mut o, "C3", "2025-06-01T00:00:00", "never", &start("2025-05-01T00:00:00"));
    finished(&mut o, "C3", "2025-07-01T00:00:00", "never", &start("2025-01-01T00:00:00"));
    finished(&mut o, "C4", "2025-07-01T00:00:00", "never", &[]);
    let found = each(&o, DEFAULT, "TrainingStartedAt");
    let expected = "C1 2025-05-01T00:00:00, C2 2025-05-01T00:00:01, C3 2025-05-01T00:00:00, C4 -";
    assert_eq!(found, expected);
}

/// "TrainingFinishedAt, TrainingValidUntil: of the latest result by finish; no ValidUntil = unlimited".
#[test]
fn the_latest_result_by_finish() {
    let mut o = ana();
    offered(&mut o);
    let (first, last) = ("2025-01-01T00:00:00", "2025-02-01T00:00:00");
    // the later finish has the smaller id and the shorter validity
    finished(&mut o, "C1", last, "2026-12-01T00:00:00", &[]);
    finished(&mut o, "C1", first, "2029-01-01T00:00:00", &[]);
    finished(&mut o, "C2", first, "2025-03-01T00:00:00", &[]);
    finished(&mut o, "C2", last, "never", &[]);
    let found = rows(&o, DEFAULT);
    let finish = format!("C1 {last}, C2 {last}, C3 -, C4 -");
    assert_eq!(listed(&found, "TrainingFinishedAt"), finish);
    let until = "C1 2026-12-01T00:00:00, C2 -, C3 -, C4 -";
    assert_eq!(listed(&found, "TrainingValidUntil"), until);
    assert_eq!(listed(&found, "LearningPortfolioStatus"), "C1 4, C2 4, C3 2, C4 2");
}

/// "TrainingThresholdIsMet: every required active training has a latest result that has not expired".
#[test]
fn thresholds() {
    let mut o = ana();
    offered(&mut o);
    for (code, id, active) in [("R5", "5", "true"), ("R6", "6", "true"), ("R7", "7", "true"), ("R8", "8", "false")] {
        training(&mut o, code, id, &[("IsActive", active)]);
    }
    // R5 is valid to this very moment; the latest of R6 has expired, an older one has not; R7 and R8 have none
    finished(&mut o, "R5", "2025-01-01T00:00:00", NOW, &[]);
    finished(&mut o, "R6", "2025-01-01T00:00:00", "2030-01-01T00:00:00", &[]);
    finished(&mut o, "R6", "2025-02-01T00:00:00", "2026-03-09T11:59:59", &[]);
    for (of, required) in [("C1", "R5"), ("C1", "R8"), ("C2", "R5"), ("C2", "R6"), ("C3", "R5"), ("C3", "R7")] {
        requires(&mut o, of, required);
    }
    let found = each(&o, DEFAULT, "TrainingThresholdIsMet");
    assert_eq!(found, "C1 true, C2 false, C3 false, C4 true");
}

/// "DimReasonId: of the person's dimming of the training; absent when none", whatever the status.
#[test]
fn reasons_for_dimming() {
    let mut o = ana();
    offered(&mut o);
    dimmed(&mut o, "C1");
    dimmed(&mut o, "C2");
    progress(&mut o, "C2", "2026-01-01T00:00:00");
    person(&mut o, "2", "Bob", &[]);
    path(&mut o, "Z", "C1", "Person", "Bob");
    let found = rows(&o, DEFAULT);
    assert_eq!(listed(&found, "DimReasonId"), "C1 9, C2 9, C3 -, C4 -, C1 -");
    assert_eq!(listed(&found, "LearningPortfolioStatus"), "C1 1, C2 3, C3 2, C4 2, C1 2");
}

/// "Expired: 3 if started again after that finish, else 6": at the finish is not after it, and the start of the very
/// result is before it.
#[test]
fn status_of_what_expired() {
    let mut o = ana();
    offered(&mut o);
    let (finish, until) = ("2024-01-10T10:00:00", "2026-03-09T11:59:59");
    for code in ["C1", "C2", "C3", "C4"] {
        finished(&mut o, code, finish, until, &[("StartedAt", "2024-01-10T09:00:00")]);
    }
    progress(&mut o, "C1", "2024-01-10T10:00:01");
    progress(&mut o, "C2", "2024-01-10T10:00:00");
    dimmed(&mut o, "C3");
    progress(&mut o, "C4", "2024-01-10T09:30:00");
    let found = each(&o, DEFAULT, "LearningPortfolioStatus");
    assert_eq!(found, "C1 3, C2 6, C3 6, C4 6");
}

/// "ValidUntil not later than now + 3 calendar months: 5": from this moment on, to the second three months ahead,
/// started again or not.
#[test]
fn status_of_what_expires_soon() {
    let mut o = ana();
    offered(&mut o);
    let finish = "2024-01-10T10:00:00";
    for (code, until) in [
        ("C1", "2026-03-09T12:00:00"),
        ("C2", "2026-06-09T12:00:00"),
        ("C3", "2026-06-09T12:00:01"),
        ("C4", "2026-05-01T00:00:00"),
    ] {
        finished(&mut o, code, finish, until, &[]);
    }
    progress(&mut o, "C4", "2026-02-01T00:00:00");
    let found = each(&o, DEFAULT, "LearningPortfolioStatus");
    assert_eq!(found, "C1 5, C2 5, C3 4, C4 5");
}

/// "(clamped to the month's end)": three months after 30 November is 28 February, not 2 March.
#[test]
fn three_months_are_clamped() {
    let mut o = ana();
    o.now = "2025-11-30T12:00:00".to_owned();
    offered(&mut o);
    for (code, until) in [("C1", "2026-02-28T12:00:00"), ("C2", "2026-02-28T12:00:01"), ("C3", "2026-03-01T00:00:00")] {
        finished(&mut o, code, "2024-01-10T10:00:00", until, &[]);
    }
    let found = each(&o, DEFAULT, "LearningPortfolioStatus");
    assert_eq!(found, "C1 5, C2 4, C3 4, C4 2");
}

/// "Finished: 4; started: 3; dimmed: 1; else 2": finished though started again, started though dimmed, and progress of
/// 100% is no result.
#[test]
fn status_of_the_rest() {
    let mut o = ana();
    offered(&mut o);
    finished(&mut o, "C1", "2025-01-01T00:00:00", "never", &[]);
    progress(&mut o, "C1", "2026-02-01T00:00:00");
    dimmed(&mut o, "C1");
    progress(&mut o, "C2", "2026-02-01T00:00:00");
    dimmed(&mut o, "C2");
    dimmed(&mut o, "C3");
    let found = each(&o, DEFAULT, "LearningPortfolioStatus");
    assert_eq!(found, "C1 4, C2 3, C3 1, C4 2");
}

/// "The three step counts: per person and step, over active trainings whatever the flags of the call: in the portfolio;
/// with any completion; both": an expired completion too, and one beyond the portfolio that has no row.
#[test]
fn counts_of_a_step() {
    let mut o = ana();
    o.add("steps.csv", &[("Id", "2"), ("Title", "Other"), ("Order", "1")]);
    category(&mut o, "2", "Other");
    training(&mut o, "X5", "5", &[("IsActive", "false")]);
    training(&mut o, "D6", "6", &[("StepTitle", "Other")]);
    for (n, code) in ["C1", "C2", "X5", "D6"].iter().enumerate() {
        path(&mut o, &format!("for {n}"), code, "Person", "Ana");
    }
    finished(&mut o, "C1", "2020-01-01T00:00:00", "2021-01-01T00:00:00", &[]);
    finished(&mut o, "C3", "2025-01-01T00:00:00", "never", &[]);
    finished(&mut o, "C4", "2025-01-01T00:00:00", "never", &[]);
    finished(&mut o, "X5", "2025-01-01T00:00:00", "never", &[]);
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

/// "`TrainingIsMandatory` is `Ja` or `Nee`"; texts without a value are there, numbers and datetimes are not.
#[test]
fn every_element_in_order() {
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

/// Section 3: an anonymised manager "reads as the placeholder", whose identifier is empty; a dismissed one is still the
/// manager.
#[test]
fn managers() {
    let mut o = ana();
    let gone = [("ContractEndTime", "2020-01-01T00:00:00")];
    person(&mut o, "2", "Dismissed", &gone);
    anonymised(&mut o, "3", "2020-01-01T00:00:00");
    person(&mut o, "4", "Bob", &[("ManagerExternalIdentifier", "Dismissed")]);
    person(&mut o, "5", "Cas", &[("ManagerExternalIdentifier", "anonymised-3")]);
    for person in ["Ana", "Bob", "Cas"] {
        path(&mut o, person, "C1", "Person", person);
    }
    let found = each(&o, DEFAULT, "ManagerExternalIdentifier");
    assert_eq!(found, "C1 , C1 Dismissed, C1 ");
}
