//! The rules of ARCHITECTURE.md that a machine can hold: who may know whom, who may know what, and that nothing lies
//! about that belongs nowhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The rooms, each above those that it may import.
const ROOMS: [&str; 18] = [
    "model",
    "output",
    "datafile",
    "ledger",
    "store",
    "exchange",
    "provision",
    "operation",
    "encode",
    "gate",
    "answer",
    "decode",
    "service",
    "describe",
    "console",
    "http",
    "demo",
    "cli",
];

/// Which rooms may name a crate or a macro, tests aside.
const KNOWN_TO: [(&str, &[&str]); 7] = [
    ("hyper", &["http"]),
    ("hyper_util", &["http"]),
    ("rusqlite", &["ledger", "store", "exchange", "answer"]),
    ("roxmltree", &["decode"]),
    ("quick_xml", &["decode"]),
    ("clap", &["cli", "main"]),
    ("askama", &["console"]),
];

/// What prints.
const PRINTS: [&str; 6] = [
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "stdout()",
    "stderr()",
];

/// What may lie at the top.
const TOP: [&str; 22] = [
    ".cargo",
    ".ci",
    ".gitignore",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "askama.toml",
    "SECURITY.md",
    "benches",
    "deploy",
    "docs",
    "examples",
    "fuzz",
    "schema.sql",
    "scripts",
    "seed",
    "src",
    "tests",
];

/// A source file: its room, its path, and its lines of code, tests and comments aside.
struct Source {
    room: String,
    path: PathBuf,
    code: String,
    lines: usize,
}

fn sources() -> Vec<Source> {
    let mut files = Vec::new();
    gather(&Path::new(ROOT).join("src"), &mut files);
    files.sort();
    files.into_iter().map(source).collect()
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            gather(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

fn source(path: PathBuf) -> Source {
    let text = fs::read_to_string(&path).expect("source text");
    let inside = path
        .strip_prefix(Path::new(ROOT).join("src"))
        .expect("in src");
    let first = inside.iter().next().expect("a name").to_string_lossy();
    let is_test = inside
        .iter()
        .any(|part| matches!(part.to_str(), Some("tests.rs" | "laws.rs")));
    let tested = if is_test {
        0
    } else {
        text.find("#[cfg(test)]\nmod ").unwrap_or(text.len())
    };
    let code = text[..tested]
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    Source {
        room: first.trim_end_matches(".rs").to_owned(),
        code: code.collect::<Vec<_>>().join("\n"),
        lines: text.lines().count(),
        path,
    }
}

/// The rooms that a source imports, by `crate::` and in braces after it.
fn imported(code: &str) -> BTreeSet<String> {
    let name = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    code.split("crate::").skip(1).map(name).collect()
}

#[test]
fn a_room_imports_only_rooms_below_it() {
    let place = |room: &str| ROOMS.iter().position(|known| *known == room);
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| source.room != "main") {
        let own = place(&source.room).unwrap_or_else(|| panic!("{} is no room", source.room));
        for room in imported(&source.code) {
            if place(&room).is_some_and(|other| other > own) {
                wrong.push(format!("{} imports {room}", source.path.display()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_crate_is_known_where_it_is_due() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (name, rooms) in KNOWN_TO {
            let named = [format!("{name}::"), format!("use {name};")];
            let knows = source
                .code
                .lines()
                .any(|line| named.iter().any(|named| names(line, named)));
            if knows && !rooms.contains(&source.room.as_str()) {
                wrong.push(format!("{} names {name}", source.path.display()));
            }
        }
        if source.room != "cli" && PRINTS.iter().any(|prints| source.code.contains(prints)) {
            wrong.push(format!("{} prints", source.path.display()));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Whether the line has this as a word of its own.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
    })
}

#[test]
fn a_file_says_what_it_is_and_why_it_is_long() {
    let mut wrong = Vec::new();
    for source in sources() {
        let text = fs::read_to_string(&source.path).expect("source text");
        let head: String = text
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .collect();
        if head.is_empty() {
            wrong.push(format!("{} does not say what it is", source.path.display()));
        }
        if source.lines > 400 && !head.contains("Long") {
            wrong.push(format!(
                "{} has {} lines and does not say why",
                source.path.display(),
                source.lines
            ));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Only where there is a repository: an archive of the source has nothing else in it.
#[test]
fn nothing_lies_about() {
    if !Path::new(ROOT).join(".git").exists() {
        return;
    }
    let listed = Command::new("git")
        .args(["-C", ROOT, "ls-files"])
        .output()
        .expect("git");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    let top: BTreeSet<_> = listed
        .lines()
        .filter_map(|path| path.split('/').next())
        .collect();
    let strange: Vec<_> = top.into_iter().filter(|name| !TOP.contains(name)).collect();
    assert_eq!(strange, Vec::<&str>::new());
}

/// Every crate that the appliance is built of stands under a comment that says what for.
#[test]
fn a_crate_has_a_reason() {
    let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).expect("the manifest");
    let section = manifest
        .split("\n[dependencies]\n")
        .nth(1)
        .expect("dependencies");
    let section = section.split("\n[").next().expect("their end");
    let mut reason = false;
    for line in section.lines().filter(|line| !line.trim().is_empty()) {
        if line.starts_with('#') {
            reason = true;
        } else {
            assert!(reason, "no reason above: {line}");
            reason = false;
        }
    }
}
