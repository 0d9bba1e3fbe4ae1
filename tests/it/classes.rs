//! Classes, agenda and catalog: compared with [`reference_implementation`] over random organisations, and with handmade cases
//! for each sentence of contract §5. [`parameters`] tests which parameters the operations accept.

mod handmade_cases;
mod parameters;
mod reference_implementation;
mod test_organisation;

use std::path::Path;

use jiff::civil::DateTime;

use crate::random_organisation::{Organisation, Row, Size};
use crate::support::{Response, Server, Site, reports_site, seed_site};
use reference_implementation::{BranchCounts, Reference};

/// The base of the catalog's image addresses.
const BASE: &str = "https://lms.example.nl/leren";

/// Imports an organisation, and serves it at its clock.
fn serve(organisation: &Organisation) -> (Site, Server) {
    let site = reports_site();
    organisation.import(&site);
    let server = serve_at(&site, &organisation.now);
    (site, server)
}

fn serve_at(site: &Site, now: &str) -> Server {
    site.serve(&["--now", now, "--base-url", BASE])
}

/// Returns the text between `<Contents>` and `</Contents>`.
#[track_caller]
fn contents(response: &Response) -> &str {
    let text = response.text();
    let inner = text.split_once("<Contents>").and_then(|(_, rest)| rest.rsplit_once("</Contents>"));
    inner.unwrap_or_else(|| panic!("no contents: {text}")).0
}

/// Asserts that two texts are equal; else prints only the text around the first difference.
#[track_caller]
fn assert_same(found: &str, expected: &str, case: &str) {
    if found == expected {
        return;
    }
    let at = found.bytes().zip(expected.bytes()).take_while(|(one, other)| one == other).count();
    let excerpt = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(300)..text.len().min(at + 200)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    panic!("{case}: differs at {at}\n--- expected\n{}\n--- found\n{}", excerpt(expected), excerpt(found));
}

/// Marks all rosters as dirty, so that requests compute them instead of reading the materialized table.
fn mark_rosters_dirty(site: &Site) {
    let database = rusqlite::Connection::open(site.db()).unwrap();
    database.execute("INSERT INTO roster_dirty SELECT id FROM class", []).unwrap();
}

/// Compares the responses of all operations with the reference implementation.
fn compare(server: &Server, organisation: &Organisation, case: &str, counts: &mut BranchCounts) {
    let reference = Reference::new(organisation);
    compare_lists(server, &reference, organisation, case, counts);
    for class in organisation.rows("classes.csv") {
        let id = class.get("Id");
        let found = server.form("GetClass", &[("classId", id)]);
        assert_same(contents(&found), &reference.class(&class, counts), &format!("{case}: class {id}"));
    }
    for person in organisation.rows("persons.csv") {
        let identifier = person.get("ExternalIdentifier");
        let found = server.form("GetPersonAgenda", &[("identifier", identifier)]);
        if person.is("Anonymised") {
            assert_eq!(found.answer().refused(), "Person not found.", "{case}: {identifier}");
        } else {
            assert_same(
                contents(&found),
                &reference.agenda(identifier, counts),
                &format!("{case}: agenda of {identifier}"),
            );
        }
    }
    let found = server.form("GetCatalog", &[]);
    assert_same(contents(&found), &reference.catalog(BASE, counts), &format!("{case}: catalog"));
}

fn compare_lists(
    server: &Server,
    reference: &Reference,
    organisation: &Organisation,
    case: &str,
    counts: &mut BranchCounts,
) {
    for archived in [false, true] {
        let flag = if archived { "true" } else { "false" };
        let found = server.form("GetClasses", &[("includeArchived", flag)]);
        let all = reference.classes(archived, |_, _| true, counts);
        assert_same(contents(&found), &all, &format!("{case}: classes, archived {archived}"));
    }
    let now: DateTime = organisation.now.parse().expect("a clock");
    let (day, year) = (jiff::ToSpan::days(1), jiff::ToSpan::days(365));
    for (from, to) in
        [(now, now), (now - day, now + day), (now - year, now), (now, now + year), (now + day, now + year)]
    {
        let fields =
            [("fromDate", from.to_string()), ("toDate", to.to_string()), ("includeArchived", "true".to_owned())];
        let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
        let found = server.form("GetClassesFilteredByDate", &fields);
        // "a `toDate` … at 00:00:00 … means the end of that day"
        let last = match to.time() == jiff::civil::Time::midnight() {
            true => to.date().at(23, 59, 59, 0),
            false => to,
        };
        let is_in_range = |_: &Row, begins: Option<DateTime>| begins.is_some_and(|at| from <= at && at <= last);
        let expected = reference.classes(true, is_in_range, &mut BranchCounts::default());
        assert_same(contents(&found), &expected, &format!("{case}: {from} to {to}"));
    }
    for training in organisation.rows("trainings.csv") {
        let fields =
            [("trainingId", training.get("Id")), ("trainingType", training.get("Type")), ("includeArchived", "0")];
        let found = server.form("GetClassesFilteredByTraining", &fields);
        let code = training.get("Code");
        let is_of_training = |class: &Row, _: Option<DateTime>| class.get("TrainingCode") == code;
        let expected = reference.classes(false, is_of_training, &mut BranchCounts::default());
        assert_same(contents(&found), &expected, &format!("{case}: classes of {code}"));
    }
}

#[test]
fn the_reference_implementation_agrees_for_random_organisations() {
    let mut counts = BranchCounts::default();
    let larger = Size { persons: 24, trainings: 16, density: 45 };
    for seed in 32..56 {
        let size = if seed % 2 == 0 { larger } else { Size::SMALL };
        let organisation = Organisation::random(seed, size);
        let (site, server) = serve(&organisation);
        compare(&server, &organisation, &format!("seed {seed}"), &mut counts);
        mark_rosters_dirty(&site);
        compare(&server, &organisation, &format!("seed {seed}, dirty rosters"), &mut counts);
    }
    let rare: Vec<_> = counts.0.iter().filter(|(_, (taken, all))| taken * 100 < *all).collect();
    assert!(rare.is_empty(), "branches that less than 1% of the rows take: {rare:?} of {:#?}", counts.0);
}

#[test]
fn the_reference_implementation_agrees_for_the_demo_organisation_at_several_times() {
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed");
    let site = seed_site();
    for now in ["2026-03-09T12:00:00", "2026-03-09T13:29:00", "2026-03-09T13:30:00", "2026-03-29T03:00:00"] {
        let server = serve_at(&site, now);
        compare(&server, &Organisation::read(&seed, now), now, &mut BranchCounts::default());
    }
}
