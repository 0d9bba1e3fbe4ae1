//! Classes, agenda and catalog. [`handmade_cases`] has a case for each sentence of contract §5, in which the nearest wrong
//! reading of the sentence gives another value. [`parameters`] tests which parameters the operations accept. The tests in
//! this file compare the service with [`reference_implementation`] over random organisations. `goldens` compares whole
//! answers.

mod handmade_cases;
mod parameters;
mod reference_implementation;
mod test_organisation;

use std::path::Path;

use jiff::civil::DateTime;

use crate::random_organisation::{Organisation, Row, Size};
use crate::support::{Response, Server, Site, reports_site, seed_site};
use reference_implementation::{Met, Naive};

/// The address under which the catalog names pictures.
const BASE: &str = "https://lms.example.nl/leren";

/// A server of an organisation, at its clock, and its site.
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

/// Fails with the place where two texts part.
#[track_caller]
fn same(found: &str, expected: &str, what: &str) {
    if found == expected {
        return;
    }
    let at = found.bytes().zip(expected.bytes()).take_while(|(one, other)| one == other).count();
    let shown = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(300)..text.len().min(at + 200)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    panic!("{what}: differs at {at}\n--- expected\n{}\n--- found\n{}", shown(expected), shown(found));
}

/// Marks the materialized data of classes as dirty, so that readers compute them.
fn mark_rosters(site: &Site) {
    let database = rusqlite::Connection::open(site.db()).unwrap();
    database.execute("INSERT INTO roster_dirty SELECT id FROM class", []).unwrap();
}

/// All that can be asked of an organisation, each answer against the second computation.
fn compare(server: &Server, organisation: &Organisation, what: &str, met: &mut Met) {
    let naive = Naive::new(organisation);
    lists(server, &naive, organisation, what, met);
    for class in organisation.rows("classes.csv") {
        let id = class.get("Id");
        let found = server.form("GetClass", &[("classId", id)]);
        same(contents(&found), &naive.class(&class, met), &format!("{what}: class {id}"));
    }
    for person in organisation.rows("persons.csv") {
        let identifier = person.get("ExternalIdentifier");
        let found = server.form("GetPersonAgenda", &[("identifier", identifier)]);
        if person.is("Anonymised") {
            assert_eq!(found.answer().refused(), "Person not found.", "{what}: {identifier}");
        } else {
            same(contents(&found), &naive.agenda(identifier, met), &format!("{what}: agenda of {identifier}"));
        }
    }
    let found = server.form("GetCatalog", &[]);
    same(contents(&found), &naive.catalog(BASE, met), &format!("{what}: catalog"));
}

fn lists(server: &Server, naive: &Naive, organisation: &Organisation, what: &str, met: &mut Met) {
    for archived in [false, true] {
        let flag = if archived { "true" } else { "false" };
        let found = server.form("GetClasses", &[("includeArchived", flag)]);
        let all = naive.classes(archived, |_, _| true, met);
        same(contents(&found), &all, &format!("{what}: classes, archived {archived}"));
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
        let within = |_: &Row, begins: Option<DateTime>| begins.is_some_and(|at| from <= at && at <= last);
        same(contents(&found), &naive.classes(true, within, &mut Met::default()), &format!("{what}: {from} to {to}"));
    }
    for training in organisation.rows("trainings.csv") {
        let fields =
            [("trainingId", training.get("Id")), ("trainingType", training.get("Type")), ("includeArchived", "0")];
        let found = server.form("GetClassesFilteredByTraining", &fields);
        let code = training.get("Code");
        let of_training = |class: &Row, _: Option<DateTime>| class.get("TrainingCode") == code;
        let expected = naive.classes(false, of_training, &mut Met::default());
        same(contents(&found), &expected, &format!("{what}: classes of {code}"));
    }
}

/// Two computations of every answer agree on small and larger organisations, and every branch of a rule is met.
#[test]
fn random_organisations_agree_with_the_second_computation() {
    let mut met = Met::default();
    let larger = Size { persons: 24, trainings: 16, density: 45 };
    for seed in 32..56 {
        let size = if seed % 2 == 0 { larger } else { Size::SMALL };
        let organisation = Organisation::random(seed, size);
        let (site, server) = serve(&organisation);
        compare(&server, &organisation, &format!("seed {seed}"), &mut met);
        mark_rosters(&site);
        compare(&server, &organisation, &format!("marked {seed}"), &mut met);
    }
    let rare: Vec<_> = met.0.iter().filter(|(_, (met, of))| met * 100 < *of).collect();
    assert!(rare.is_empty(), "met by less than 1%: {rare:?} of {:#?}", met.0);
}

/// The demo organisation too, at several moments of its year.
#[test]
fn the_demo_organisation_agrees_with_the_second_computation() {
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed");
    let site = seed_site();
    for now in ["2026-03-09T12:00:00", "2026-03-09T13:29:00", "2026-03-09T13:30:00", "2026-03-29T03:00:00"] {
        let server = serve_at(&site, now);
        compare(&server, &Organisation::read(&seed, now), now, &mut Met::default());
    }
}
