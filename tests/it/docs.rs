//! The pages for readers: what they point at is there, they cite nothing that a reader doesn't have, and every word that
//! a data file takes is explained.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Request, Site};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// README.md, CONTRIBUTING.md and those in the folders for readers, with their texts.
fn pages() -> Vec<(PathBuf, String)> {
    let folders = ["", "docs", "examples"].map(|folder| Path::new(ROOT).join(folder));
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let pages = paths.filter(|path| path.extension().is_some_and(|end| end == "md"));
    pages
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a page");
            (path, text)
        })
        .collect()
}

/// What a heading is called in an address.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_leads_to_a_page_and_its_heading() {
    let mut followed = 0;
    for (page, text) in pages() {
        for target in text.split("](").skip(1) {
            let target = target.split(')').next().expect("a target");
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = match file {
                "" => page.clone(),
                file => page.with_file_name(file),
            };
            assert!(file.exists(), "{}: {target}", page.display());
            let there = fs::read_to_string(&file).unwrap_or_default();
            let mut headings = there.lines().filter(|line| line.starts_with('#'));
            assert!(heading.is_empty() || headings.any(|line| anchor(line) == heading), "{}: {target}", page.display());
            followed += 1;
        }
    }
    assert!(followed > 20, "only {followed} links");
}

#[test]
fn no_page_cites_one_that_a_reader_does_not_have() {
    let pages = pages();
    assert!(pages.len() > 5);
    for (page, text) in pages {
        let text = text.to_lowercase();
        for cited in [
            "contract.md",
            "specification.md",
            "contract section",
            "contract, section",
            "the contract's",
            "of the contract",
            "house.md",
        ] {
            assert!(!text.contains(cited), "{} cites {cited:?}", page.display());
        }
    }
}

#[test]
fn every_word_that_a_data_file_takes_is_explained() {
    let formats = Site::empty().lms(&["formats"]).ok().stdout;
    let lists = formats.lines().filter_map(|line| line.trim().strip_prefix("one of: "));
    let words: Vec<&str> = lists.flat_map(|list| list.split(", ")).collect();
    assert!(words.len() > 20, "{words:?}");
    let data = fs::read_to_string(Path::new(ROOT).join("docs/data.md")).expect("the page").replace('\n', " ");
    for word in words {
        assert!(
            data.contains(&format!("`{word}`")) || data.contains(&format!("| {word} |")),
            "{word} is not explained"
        );
    }
}

// openapi.json has all of them
#[test]
fn the_readme_lists_every_operation_and_no_other() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the page");
    let (_, table) = readme.split_once("### The operations").expect("the table");
    let rows = table.split("\n\n").nth(1).expect("its rows").lines().skip(2);
    let names = rows.flat_map(|row| row.split('|').nth(1).expect("names").split(", "));
    let mut names: Vec<_> = names.map(|name| name.trim().trim_matches('`')).collect();
    names.sort_unstable();
    let site = Site::new();
    let server = site.serve(&[]);
    let described = server.send(&Request::get("/api/v1/openapi.json"));
    let described = described.text().split("\"operationId\":\"").skip(1);
    let mut described: Vec<_> = described.filter_map(|rest| rest.split('"').next()).collect();
    described.sort_unstable();
    assert_eq!(names, described);
}

// what shows a claim has to be there
#[test]
fn every_test_that_the_page_of_security_names_is_there() {
    let page = fs::read_to_string(Path::new(ROOT).join("SECURITY.md")).expect("the page");
    let quoted = page.split('`').skip(1).step_by(2);
    let mut named = 0;
    for name in quoted.filter(|name| name.contains("::")) {
        let (file, test) = name.rsplit_once("::").expect("just seen");
        let file = format!("tests/it/{}.rs", file.replace("::", "/"));
        let text = fs::read_to_string(Path::new(ROOT).join(&file)).unwrap_or_default();
        assert!(text.contains(&format!("fn {test}()")), "{file}: {name}");
        named += 1;
    }
    assert!(named > 50, "only {named} tests");
}
