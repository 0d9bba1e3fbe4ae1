//! Tests the documents: links, names of files and types, citations, and explanations of the allowed words of data files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::Site;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the documents at the top, in docs/ and in examples/, with their texts.
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

/// Returns the fragment of links to a heading.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_has_an_existing_page_and_heading() {
    let mut count = 0;
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
            let text = fs::read_to_string(&file).unwrap_or_default();
            let mut headings = text.lines().filter(|line| line.starts_with('#'));
            assert!(heading.is_empty() || headings.any(|line| anchor(line) == heading), "{}: {target}", page.display());
            count += 1;
        }
    }
    assert!(count > 20, "only {count} links");
}

#[test]
fn the_architecture_page_names_existing_files_and_types() {
    let page = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).expect("the page");
    let source = source_text(&Path::new(ROOT).join("src"));
    let exists = |name: &str| {
        let mut roots = ["", "src", "src/console"].iter();
        let last_part = name.rsplit("::").next().expect("a name");
        roots.any(|root| Path::new(ROOT).join(root).join(name).exists()) || source.contains(last_part)
    };
    let names: Vec<&str> = page.split('`').skip(1).step_by(2).filter(|name| !name.contains(['<', '=', '\n'])).collect();
    assert!(names.len() > 100, "only {} names", names.len());
    let missing: Vec<&&str> = names.iter().filter(|name| !exists(name)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names {missing:?}");
}

/// Returns the Rust files in a folder as one text.
fn source_text(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let texts = entries.map(|path| match path.is_dir() {
        true => source_text(&path),
        false => fs::read_to_string(&path).unwrap_or_default(),
    });
    texts.collect()
}

/// Returns the files and folders that packages install as documentation.
fn packaged_paths() -> Vec<PathBuf> {
    let script = fs::read_to_string(Path::new(ROOT).join("scripts/release")).expect("the script");
    let lines = script.lines().map(str::trim).filter(|line| line.contains("\"$doc"));
    let words = lines
        .filter(|line| ["install ", "cp "].iter().any(|word| line.starts_with(word)))
        .flat_map(str::split_whitespace);
    let mut paths: Vec<_> = words.map(|word| Path::new(ROOT).join(word)).filter(|path| path.exists()).collect();
    if script.contains("docs/*.md") {
        paths.extend(
            pages().into_iter().map(|(path, _)| path).filter(|path| path.starts_with(Path::new(ROOT).join("docs"))),
        );
    }
    paths
}

#[test]
fn packages_have_every_linked_document() {
    let packaged = packaged_paths();
    let is_packaged = |path: &Path| packaged.iter().any(|packaged| path.starts_with(packaged));
    assert!(packaged.len() > 15, "{packaged:?}");
    for (page, text) in pages().into_iter().filter(|(page, _)| is_packaged(page)) {
        for target in text.split("](").skip(1) {
            let target = target.split([')', '#']).next().expect("a target");
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let path = page.with_file_name(target).canonicalize().unwrap_or_else(|_| panic!("{target}"));
            assert!(is_packaged(&path), "{}: {target} is in no package", page.display());
        }
    }
}

#[test]
fn documents_do_not_cite_unpublished_documents() {
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
fn every_allowed_word_of_a_data_file_is_explained() {
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

/// Returns the requirements in a list such as `1.2.3, 4.1.1–4.1.3`.
fn requirements(list: &str) -> impl Iterator<Item = &str> {
    list.split(", ").flat_map(|range| range.split('–')).map(str::trim)
}

#[test]
fn the_security_page_excludes_no_tested_requirement() {
    let page = fs::read_to_string(Path::new(ROOT).join("SECURITY.md")).expect("the page");
    let (_, inapplicable) = page.split_once("### Not applicable").expect("a table");
    let rows = inapplicable.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let inapplicable: Vec<_> = rows.flat_map(requirements).collect();
    let mut count = 0;
    for path in crate::source_rules::rust_files("tests/it") {
        let text = fs::read_to_string(&path).expect("a test");
        for list in text.lines().filter_map(|line| line.trim().strip_prefix("// ASVS ")) {
            for requirement in requirements(list) {
                assert!(!inapplicable.contains(&requirement), "{}: {requirement}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 70, "only {count} requirements");
}
