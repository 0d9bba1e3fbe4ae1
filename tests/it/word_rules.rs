//! Tests the rules of CONTRIBUTING.md about words and names that a machine can check.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Words that comments and documents must not have, and their replacements.
const FORBIDDEN_WORDS: [(&str, &str); 8] = [
    ("anew", "again"),
    ("whoever", "name the actor"),
    ("told", "reported, shown, logged"),
    ("tells", "reports, shows"),
    ("stood", "was"),
    ("is asked", "is requested"),
    ("goes on", "continues"),
    ("of ours", "our, internal"),
];

/// File names that are participles or verbs.
const PARTICIPLES: [&str; 12] =
    ["asked", "held", "kept", "made", "meant", "sent", "shown", "stored", "told", "unmade", "wanted", "wish"];

/// Returns the files below a folder with this extension.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let has_extension = |path: &PathBuf| path.extension().is_some_and(|end| end == extension);
    every_file(folder).into_iter().filter(has_extension).collect()
}

/// Returns the files below a folder, without those that package managers install.
fn every_file(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(ROOT).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true if path.ends_with("node_modules") || path.ends_with(".venv") => {}
                true => folders.push(path),
                false => found.push(path),
            }
        }
    }
    found
}

/// Returns a line without the code between backquotes.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// Returns the lines of a file with their numbers, without quotations.
fn unquoted_lines(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("a text");
    let mut in_quotation = false;
    let unquoted = text.lines().zip(1..).map(|(line, number)| {
        let mut unquoted = String::new();
        for c in line.chars() {
            in_quotation ^= c == '"';
            if !in_quotation {
                unquoted.push(c);
            }
        }
        let is_comment = |line: &str| line.trim_start().starts_with("//");
        in_quotation &= is_comment(line);
        (number, without_code(&unquoted))
    });
    unquoted.collect()
}

/// Returns the forbidden words in these lines.
fn forbidden_words(path: &Path, lines: impl Iterator<Item = (usize, String)>) -> Vec<String> {
    let mut violations = Vec::new();
    for (number, line) in lines {
        let words = format!(" {} ", line.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " "));
        for (word, replacement) in FORBIDDEN_WORDS {
            if words.contains(&format!(" {word} ")) {
                violations.push(format!("{}:{number}: {word}: {replacement}", path.display()));
            }
        }
    }
    violations
}

/// Folders with source files in other languages than Rust.
const SCRIPT_FOLDERS: [&str; 9] = [
    ".cargo",
    ".ci",
    "deploy",
    "examples",
    "scripts",
    "tests/browser",
    "tests/clients",
    "tests/deploy",
    "tests/faults",
];

#[test]
fn comments_and_documents_have_no_forbidden_words() {
    let mut violations = Vec::new();
    let is_comment = |marks: &[&str], line: &str| marks.iter().any(|mark| line.trim_start().starts_with(mark));
    for path in ["benches", "fuzz", "src", "tests"].iter().flat_map(|folder| files(folder, "rs")) {
        let comments = unquoted_lines(&path).into_iter().filter(|(_, line)| is_comment(&["//"], line));
        violations.extend(forbidden_words(&path, comments));
    }
    let manifests = ["Cargo.toml", "deny.toml", "rust-toolchain.toml", "rustfmt.toml", "schema.sql"];
    let scripts = SCRIPT_FOLDERS.iter().flat_map(|folder| every_file(folder));
    for path in scripts.chain(manifests.map(|name| Path::new(ROOT).join(name))) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let comments = text.lines().zip(1..).filter(|(line, _)| is_comment(&["#", "//", "--"], line));
        violations.extend(forbidden_words(&path, comments.map(|(line, number)| (number, without_code(line)))));
    }
    let top = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md"];
    for path in files("docs", "md").into_iter().chain(top.map(|name| Path::new(ROOT).join(name))) {
        let text = fs::read_to_string(&path).expect("a page");
        violations
            .extend(forbidden_words(&path, text.lines().zip(1..).map(|(line, number)| (number, without_code(line)))));
    }
    assert_eq!(violations, Vec::<String>::new());
}

#[test]
fn every_type_name_has_one_definition() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files("src", "rs") {
        for line in fs::read_to_string(&path).expect("a source").lines() {
            // associated types are indented, and traits require their names
            let line = if line.trim_start().starts_with("type ") { line } else { line.trim_start() };
            let line = line.strip_prefix("pub ").unwrap_or(line);
            let name = ["struct ", "enum ", "trait ", "type "].iter().find_map(|kind| line.strip_prefix(kind));
            let name = name.map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().expect("a name").to_owned());
            if let Some(name) = name {
                found.entry(name).or_default().push(path.display().to_string());
            }
        }
    }
    found.retain(|_, paths| paths.len() > 1);
    assert_eq!(found, BTreeMap::new());
}

#[test]
fn no_file_is_named_after_a_participle() {
    let stem = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let violations: Vec<_> =
        files("src", "rs").into_iter().filter(|path| PARTICIPLES.contains(&stem(path).as_str())).collect();
    assert_eq!(violations, Vec::<PathBuf>::new());
}

/// A comment of three words or fewer only repeats the name. Comments in `src/cli` are help texts.
#[test]
fn doc_comments_of_public_items_have_more_than_three_words() {
    let mut violations = Vec::new();
    for path in files("src", "rs").into_iter().filter(|path| !path.starts_with(Path::new(ROOT).join("src/cli"))) {
        let text = fs::read_to_string(&path).expect("a source");
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        for at in 1..lines.len().saturating_sub(1) {
            let [before, line, after] = [lines[at - 1], lines[at], lines[at + 1]];
            let is_single_line = !before.starts_with("///") && !after.starts_with("///");
            let words = line.strip_prefix("/// ").map(|text| text.split_whitespace().count());
            if is_single_line
                && after.starts_with("pub ")
                && words.is_some_and(|words| words <= 3)
                && !line.contains('"')
            {
                violations.push(format!("{}:{}: {line}", path.display(), at + 1));
            }
        }
    }
    assert_eq!(violations, Vec::<String>::new());
}
