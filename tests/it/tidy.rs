//! The rules of ARCHITECTURE.md that a machine can hold: who may know whom, who may know what, and that nothing lies
//! about that belongs nowhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use proc_macro2::{Delimiter, Spacing::Joint, TokenStream, TokenTree};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The rooms, each above those that it may import.
const ROOMS: [&str; 19] = [
    "model",
    "output",
    "datafile",
    "ledger",
    "store",
    "exchange",
    "dossier",
    "provision",
    "operation",
    "encode",
    "gate",
    "decode",
    "answer",
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
    ("quick_xml", &["decode", "exchange"]),
    ("clap", &["cli", "main"]),
    ("askama", &["console", "dossier", "describe"]),
];

/// How rows are asked for, which a snapshot lets everybody do: none but those who know rusqlite.
const ASKS: [&str; 6] = ["prepare", "prepare_cached", "query_row", "query_map", "execute", "execute_batch"];

/// What prints.
const PRINTS: [&str; 9] = ["println", "eprintln", "print", "eprint", "dbg", "stdout", "stderr", "Stdout", "Stderr"];

/// What may lie at the top.
const TOP: [&str; 26] = [
    ".cargo",
    ".ci",
    ".git-blame-ignore-revs",
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
    "deny.toml",
    "deploy",
    "docs",
    "examples",
    "fuzz",
    "rust-toolchain.toml",
    "rustfmt.toml",
    "schema.sql",
    "scripts",
    "seed",
    "src",
    "tests",
];

/// A path as it is written, `crate::http::Call`, those of a `use` one by one.
type Names = Vec<String>;

/// A source file: its room, where it is in `src`, and what its code names, tests aside.
struct Source {
    room: String,
    path: PathBuf,
    names: Vec<Names>,
    /// The files that are there for tests alone.
    tests: Vec<PathBuf>,
}

/// Every source file but those that are there for tests alone.
fn sources() -> Vec<Source> {
    let mut sources: Vec<_> = files().into_iter().map(Source::read).collect();
    let tests: Vec<_> = sources.iter().flat_map(|source| source.tests.clone()).collect();
    sources.retain(|source| !tests.contains(&source.path));
    sources
}

fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    gather(&Path::new(ROOT).join("src"), &mut files);
    files.sort();
    files
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

impl Source {
    fn read(file: PathBuf) -> Self {
        let text = fs::read_to_string(&file).expect("source text");
        let path = file.strip_prefix(Path::new(ROOT).join("src"));
        let path = path.expect("in src").to_owned();
        let module = path.with_extension("");
        let first = module.iter().next().expect("a name").to_string_lossy();
        let mut source = Source { room: first.into_owned(), path, names: Vec::new(), tests: Vec::new() };
        source.take(text.parse().expect("Rust"), &[]);
        source
    }

    /// Takes the names of a piece of code; those between braces after `prefix::` begin with that.
    fn take(&mut self, code: TokenStream, prefix: &[String]) {
        let mut trees = code.into_iter().peekable();
        let mut path = prefix.to_vec();
        let mut goes_on = true;
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Ident(name) => {
                    if !goes_on {
                        self.end(&mut path, prefix);
                    }
                    path.push(name.to_string());
                    goes_on = false;
                    continue;
                }
                TokenTree::Punct(colon) if colon.as_char() == ':' && colon.spacing() == Joint => {
                    trees.next();
                    goes_on = true;
                    continue;
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && goes_on => {
                    self.take(group.stream(), &path);
                    path.truncate(prefix.len());
                }
                // who may see it: `pub(crate)`
                TokenTree::Group(group) if group.to_string() == "(crate)" => {}
                TokenTree::Group(group) => self.take(group.stream(), &[]),
                TokenTree::Punct(hash) if hash.as_char() == '#' => {
                    let marked = trees.next_if(|next| next.to_string() == "[cfg (test)]");
                    if marked.is_some() {
                        self.pass_over(&mut trees);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            self.end(&mut path, prefix);
            goes_on = true;
        }
        self.end(&mut path, prefix);
    }

    /// Here ends a path, if one began.
    fn end(&mut self, path: &mut Names, prefix: &[String]) {
        if path.len() > prefix.len() {
            self.names.push(path.clone());
        }
        path.truncate(prefix.len());
    }

    /// Passes over an item that is there for tests alone, in this file or in its own.
    fn pass_over(&mut self, trees: &mut impl Iterator<Item = TokenTree>) {
        let mut name = String::new();
        for tree in trees {
            match tree {
                TokenTree::Ident(ident) => name = ident.to_string(),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
                TokenTree::Punct(end) if end.as_char() == ';' => break,
                _ => {}
            }
        }
        let module = self.path.with_extension("").join(name);
        self.tests.push(module.with_extension("rs"));
    }

    /// The rooms that it imports: what stands after `crate`, or after as many `super` as lead there. Whoever names the
    /// crate as a whole gets all of them.
    fn imports(&self) -> BTreeSet<&str> {
        let depth = self.path.iter().count();
        let rooms = self.names.iter().filter_map(|path| {
            let up = path.iter().take_while(|name| *name == "super").count();
            let below = match path[0].as_str() {
                "crate" => 1,
                _ if up >= depth => up,
                _ => return None,
            };
            Some(path.get(below).map_or("everything", String::as_str))
        });
        rooms.collect()
    }

    /// Whether it names one of these in any way.
    fn names(&self, words: &[&str]) -> bool {
        let mut names = self.names.iter().flatten();
        names.any(|name| words.contains(&name.as_str()))
    }
}

#[test]
fn a_room_imports_only_rooms_below_it() {
    let place = |room: &str| ROOMS.iter().position(|known| *known == room);
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| source.room != "main") {
        let own = place(&source.room).unwrap_or_else(|| panic!("{} is no room", source.room));
        for room in source.imports() {
            if place(room).is_none_or(|other| other > own) {
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
        let mut due = |words: &[&str], rooms: &[&str]| {
            if source.names(words) && !rooms.contains(&source.room.as_str()) {
                wrong.push(format!("{} names {}", source.path.display(), words[0]));
            }
        };
        KNOWN_TO.iter().for_each(|(name, rooms)| due(&[name], rooms));
        due(&ASKS, KNOWN_TO[2].1);
        due(&PRINTS, &["cli"]);
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_file_says_what_it_is_and_why_it_is_long() {
    let mut wrong = Vec::new();
    for path in files() {
        let text = fs::read_to_string(&path).expect("source text");
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        if head.is_empty() {
            wrong.push(format!("{} does not say what it is", path.display()));
        }
        let lines = text.lines().count();
        if lines > 500 && !head.contains("Long") {
            wrong.push(format!("{} has {lines} lines and does not say why", path.display()));
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
    let listed = Command::new("git").args(["-C", ROOT, "ls-files"]).output().expect("git");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    let top: BTreeSet<_> = listed.lines().filter_map(|path| path.split('/').next()).collect();
    let mut strange: Vec<_> = top.into_iter().filter(|name| !TOP.contains(name)).collect();
    // what was made by mistake, such as `:memory:`, is seldom called as a file of ours
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    strange.extend(listed.lines().filter(|path| !path.chars().all(is_plain)));
    assert_eq!(strange, Vec::<&str>::new());
}

/// Every crate that the appliance or its tests are built of stands under a comment that says what for.
#[test]
fn a_crate_has_a_reason() {
    let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).expect("the manifest");
    let sections = manifest.split("\n[").filter_map(|section| section.split_once("dependencies]\n"));
    let mut reason = false;
    for line in sections.flat_map(|(_, section)| section.lines().filter(|line| !line.is_empty())) {
        assert!(reason || line.starts_with('#'), "no reason above: {line}");
        reason = line.starts_with('#');
    }
}
