//! The learning portfolio, against a second, naive computation over random organisations, and against cases made by
//! hand for each sentence of contract section 4.

mod handmade_cases;
mod pagination;
mod reference_implementation;
mod snapshots;

use std::collections::BTreeMap;

use crate::random_organisation::{Organisation, Size};
use crate::support::{Element, Server, Site, granted_site};
use reference_implementation::{ALL_FLAGS, BRANCHES, Expected, Flags};

const ALL: &str = "GetAllLearningPortfolioContent";
const PAGINATED: &str = "GetPaginatedLearningPortfolioContent";

/// A server over an organisation, and the site that it serves.
fn serve(organisation: &Organisation) -> (Site, Server) {
    let site = granted_site();
    organisation.import(&site);
    let server = site.serve(&["--now", &organisation.now]);
    (site, server)
}

fn fields(flags: Flags) -> [(&'static str, &'static str); 2] {
    let text = |flag| if flag { "true" } else { "false" };
    [("includeContentNotInPortfolio", text(flags.not_in_portfolio)), ("includeInactiveTrainings", text(flags.inactive))]
}

/// All rows as the service answers them.
fn all(server: &Server, flags: Flags) -> Vec<Element> {
    let answer = server.form(ALL, &fields(flags)).answer();
    assert_eq!((answer.name.as_str(), answer.error.as_deref()), ("ApiResponse", Some("")));
    answer.ok().children
}

/// One page: TotalItems, Size, Index, TotalPages, and the rows.
fn page(server: &Server, flags: Flags, size: usize, index: usize) -> ([i64; 4], Vec<Element>) {
    let (size, index) = (size.to_string(), index.to_string());
    let mut sent = vec![("size", size.as_str()), ("index", index.as_str())];
    sent.extend(fields(flags));
    let contents = server.form(PAGINATED, &sent).answer().ok();
    let names = ["TotalItems", "Size", "Index", "TotalPages", "Items"];
    assert_eq!(contents.names(), names);
    let number = |name| contents.value(name).expect(name).parse().expect(name);
    let numbers = [number("TotalItems"), number("Size"), number("Index"), number("TotalPages")];
    (numbers, contents.child("Items").expect("Items").children.clone())
}

/// Compares each element of each row, in order.
#[track_caller]
fn assert_rows(what: &str, found: &[Element], expected: &[Expected]) {
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.name, "LearningPortfolioContentCached");
        let elements: Vec<_> = found.children.iter().map(|child| (child.name.as_str(), child.text.clone())).collect();
        let Expected { person, training, .. } = expected;
        assert_eq!(elements, expected.elements, "{what}, {person}, {training}");
    }
    assert_eq!(found.len(), expected.len(), "{what}");
}

/// How many rows met each branch.
#[derive(Default)]
struct Met {
    rows: usize,
    branches: BTreeMap<&'static str, usize>,
}

impl Met {
    fn add(&mut self, rows: &[Expected]) {
        self.rows += rows.len();
        for branch in rows.iter().flat_map(|row| &row.met) {
            *self.branches.entry(branch).or_default() += 1;
        }
    }

    fn check(&self) {
        let share = |branch: &str| {
            let met = self.branches.get(branch).copied().unwrap_or_default();
            met as f64 / self.rows as f64
        };
        let rare: Vec<_> = BRANCHES
            .iter()
            .filter(|branch| share(branch) < 0.01)
            .map(|branch| format!("{branch}: {:.2}%", share(branch) * 100.0))
            .collect();
        assert!(rare.is_empty(), "of {} rows: {rare:#?}", self.rows);
        let unknown: Vec<_> = self.branches.keys().filter(|branch| !BRANCHES.contains(branch)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}

/// Compares every field of every row, with each setting of the flags, and the same rows by pages.
fn agrees(seeds: std::ops::Range<u64>) {
    let mut met = Met::default();
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
            let what = format!("seed {seed}, {flags:?}");
            let expected = reference_implementation::rows(&organisation, flags);
            let found = all(&server, flags);
            assert_rows(&what, &found, &expected);
            if flags.inactive && flags.not_in_portfolio {
                met.add(&expected);
            }
            by_pages(&server, flags, page_size, &found);
            if flags.inactive && !flags.not_in_portfolio {
                // the next change counts again: from here on pages are found by the stored counts
                let refused = server.soap(crate::support::Dialect::Soap12, "UpdatePerson", NOBODY);
                assert_eq!(refused.status, 200, "{}", refused.text());
            }
        }
    }
    met.check();
}

const NOBODY: &str = "<servicePersonId>2000000</servicePersonId><personUpdate/>";

/// Compares the pages with the rows, and their totals.
fn by_pages(server: &Server, flags: Flags, size: usize, all: &[Element]) {
    let pages = all.len().div_ceil(size);
    for index in 0..=pages {
        let (numbers, rows) = page(server, flags, size, index);
        assert_eq!(numbers, [all.len(), size, index, pages].map(|number| number as i64));
        let due = all.chunks(size).nth(index).unwrap_or_default();
        assert!(rows == due, "page {index} of {pages} by {size}: {rows:#?}\n{due:#?}");
    }
}

// Two parts run beside each other.

#[test]
fn random_organisations_1() {
    agrees(0..16);
}

#[test]
fn random_organisations_2() {
    agrees(16..32);
}

#[test]
fn the_demo_organisation() {
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

/// An organisation of 300 persons and 80 trainings, read by pages and as a whole.
#[test]
fn a_large_organisation() {
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
        items += &items_of(&whole(&server, index));
    }
    let all = server.form(ALL, &fields(flags));
    assert!(items_of(all.text()) == items, "the pages and the whole differ");
}

fn whole(server: &Server, index: usize) -> String {
    let index = index.to_string();
    let mut sent = vec![("size", "4000"), ("index", index.as_str())];
    sent.extend(fields(reference_implementation::flags(true, true)));
    server.form(PAGINATED, &sent).text().to_owned()
}

/// The rows of an answer as they were sent.
fn items_of(text: &str) -> String {
    const ITEM: &str = "LearningPortfolioContentCached>";
    let first = text.find(&format!("<{ITEM}")).expect("a row");
    let last = text.rfind(&format!("</{ITEM}")).expect("a row");
    text[first..last + ITEM.len() + 2].to_owned()
}
