//! The learning portfolio: compared with a reference implementation over random organisations, and with handmade cases for
//! each sentence of contract §4.

mod handmade_cases;
mod pagination;
mod reference_implementation;
mod snapshots;

use std::collections::BTreeMap;

use crate::random_organisation::{Organisation, Size};
use crate::support::{Element, Server, Site, granted_site};
use reference_implementation::{ALL_FLAGS, BRANCHES, ExpectedRow, Flags};

const ALL: &str = "GetAllLearningPortfolioContent";
const PAGINATED: &str = "GetPaginatedLearningPortfolioContent";

/// Imports an organisation, and serves it at its clock.
fn serve(organisation: &Organisation) -> (Site, Server) {
    let site = granted_site();
    organisation.import(&site);
    let server = site.serve(&["--now", &organisation.now]);
    (site, server)
}

fn parameters(flags: Flags) -> [(&'static str, &'static str); 2] {
    let text = |flag| if flag { "true" } else { "false" };
    [("includeContentNotInPortfolio", text(flags.not_in_portfolio)), ("includeInactiveTrainings", text(flags.inactive))]
}

/// Returns the rows of GetAllLearningPortfolioContent.
fn all(server: &Server, flags: Flags) -> Vec<Element> {
    let answer = server.form(ALL, &parameters(flags)).answer();
    assert_eq!((answer.name.as_str(), answer.error.as_deref()), ("ApiResponse", Some("")));
    answer.ok().children
}

/// Returns TotalItems, Size, Index and TotalPages of a page, and its rows.
fn page(server: &Server, flags: Flags, size: usize, index: usize) -> ([i64; 4], Vec<Element>) {
    let (size, index) = (size.to_string(), index.to_string());
    let mut all_parameters = vec![("size", size.as_str()), ("index", index.as_str())];
    all_parameters.extend(parameters(flags));
    let contents = server.form(PAGINATED, &all_parameters).answer().ok();
    let names = ["TotalItems", "Size", "Index", "TotalPages", "Items"];
    assert_eq!(contents.names(), names);
    let number = |name| contents.value(name).expect(name).parse().expect(name);
    let numbers = [number("TotalItems"), number("Size"), number("Index"), number("TotalPages")];
    (numbers, contents.child("Items").expect("Items").children.clone())
}

/// Compares each element of each row, in order.
#[track_caller]
fn assert_rows(case: &str, found: &[Element], expected: &[ExpectedRow]) {
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.name, "LearningPortfolioContentCached");
        let elements: Vec<_> = found.children.iter().map(|child| (child.name.as_str(), child.text.clone())).collect();
        let ExpectedRow { person, training, .. } = expected;
        assert_eq!(elements, expected.elements, "{case}, {person}, {training}");
    }
    assert_eq!(found.len(), expected.len(), "{case}");
}

/// The number of rows that take each branch of the rules.
#[derive(Default)]
struct BranchCounts {
    rows: usize,
    branches: BTreeMap<&'static str, usize>,
}

impl BranchCounts {
    fn add(&mut self, rows: &[ExpectedRow]) {
        self.rows += rows.len();
        for branch in rows.iter().flat_map(|row| &row.branches) {
            *self.branches.entry(branch).or_default() += 1;
        }
    }

    /// Asserts that at least 1% of the rows take each branch.
    fn check(&self) {
        let share = |branch: &str| {
            let count = self.branches.get(branch).copied().unwrap_or_default();
            count as f64 / self.rows as f64
        };
        let rare: Vec<_> = BRANCHES
            .iter()
            .filter(|branch| share(branch) < 0.01)
            .map(|branch| format!("{branch}: {:.2}%", share(branch) * 100.0))
            .collect();
        assert!(rare.is_empty(), "branches that less than 1% of {} rows take: {rare:#?}", self.rows);
        let unknown: Vec<_> = self.branches.keys().filter(|branch| !BRANCHES.contains(branch)).collect();
        assert!(unknown.is_empty(), "not listed in BRANCHES: {unknown:?}");
    }
}

/// Compares every element of every row with the reference implementation, for all flags, and the pages with the rows.
fn compare_random_organisations(seeds: std::ops::Range<u64>) {
    let mut counts = BranchCounts::default();
    let larger = Size { persons: 20, trainings: 16, density: 60 };
    for seed in seeds {
        let (size, page_size) = match seed % 4 {
            0 => (Size::SMALL, 1),
            1 => (larger, 7),
            2 => (larger, 40),
            _ => (larger, 10_000),
        };
        let organisation = Organisation::random(seed, size);
        let (_site, server) = serve(&organisation);
        for flags in ALL_FLAGS {
            let expected = reference_implementation::rows(&organisation, flags);
            let found = all(&server, flags);
            assert_rows(&format!("seed {seed}, {flags:?}"), &found, &expected);
            if flags.inactive && flags.not_in_portfolio {
                counts.add(&expected);
            }
            assert_pages(&server, flags, page_size, &found);
            if flags.inactive && !flags.not_in_portfolio {
                // makes the service update its stored counts, which later pages use
                let refused = server.soap(crate::support::Dialect::Soap12, "UpdatePerson", UNKNOWN_PERSON);
                assert_eq!(refused.status, 200, "{}", refused.text());
            }
        }
    }
    counts.check();
}

const UNKNOWN_PERSON: &str = "<servicePersonId>2000000</servicePersonId><personUpdate/>";

/// Compares the rows and totals of all pages with `all`.
fn assert_pages(server: &Server, flags: Flags, size: usize, all: &[Element]) {
    let pages = all.len().div_ceil(size);
    for index in 0..=pages {
        let (numbers, rows) = page(server, flags, size, index);
        assert_eq!(numbers, [all.len(), size, index, pages].map(|number| number as i64));
        let expected = all.chunks(size).nth(index).unwrap_or_default();
        assert!(rows == expected, "page {index} of {pages}, size {size}: {rows:#?}\n{expected:#?}");
    }
}

// two tests, so that they run in parallel

#[test]
fn the_reference_implementation_agrees_for_seeds_0_to_15() {
    compare_random_organisations(0..16);
}

#[test]
fn the_reference_implementation_agrees_for_seeds_16_to_31() {
    compare_random_organisations(16..32);
}

#[test]
fn the_reference_implementation_agrees_for_the_demo_organisation() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("seed");
    let organisation = Organisation::read(&folder, crate::support::NOW);
    let site = granted_site();
    site.lms(&["import", folder.to_str().expect("a path in UTF-8")]).ok();
    let server = site.serve(&[]);
    for flags in ALL_FLAGS {
        let expected = reference_implementation::rows(&organisation, flags);
        assert!(expected.len() > 300, "{} rows", expected.len());
        assert_rows("the seed", &all(&server, flags), &expected);
    }
}

#[test]
fn pages_of_a_large_organisation_have_the_bytes_of_the_whole_list() {
    let size = Size { persons: 300, trainings: 80, density: 25 };
    let organisation = Organisation::random(1, size);
    let (_site, server) = serve(&organisation);
    let flags = reference_implementation::flags(true, true);
    let expected = reference_implementation::rows(&organisation, flags);
    assert!(expected.len() > 8_000, "{} rows", expected.len());
    let mut items = String::new();
    for (index, expected) in expected.chunks(4_000).enumerate() {
        let (_, rows) = page(&server, flags, 4_000, index);
        assert_rows(&format!("page {index}"), &rows, expected);
        let index = index.to_string();
        let mut parameters_of_page = vec![("size", "4000"), ("index", index.as_str())];
        parameters_of_page.extend(parameters(flags));
        items += rows_as_sent(server.form(PAGINATED, &parameters_of_page).text());
    }
    let all = server.form(ALL, &parameters(flags));
    assert!(rows_as_sent(all.text()) == items, "the pages and the list differ");
}

fn rows_as_sent(text: &str) -> &str {
    const ITEM: &str = "LearningPortfolioContentCached>";
    let first = text.find(&format!("<{ITEM}")).expect("a row");
    let last = text.rfind(&format!("</{ITEM}")).expect("a row");
    &text[first..last + ITEM.len() + 2]
}
