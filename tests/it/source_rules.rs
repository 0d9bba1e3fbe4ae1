//! Rules of ARCHITECTURE.md: imports between modules, crates per module, file headers, and files at the top.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use proc_macro2::{Delimiter, Spacing::Joint, TokenStream, TokenTree};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The modules, each after those that it may import.
const MODULES: [&str; 19] = [
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

/// The modules that may use a crate, tests aside.
const CRATE_USERS: [(&str, &[&str]); 7] = [
    ("hyper", &["http"]),
    ("hyper_util", &["http"]),
    ("rusqlite", &["ledger", "store", "exchange", "answer"]),
    ("roxmltree", &["decode"]),
    ("quick_xml", &["decode", "exchange"]),
    ("clap", &["cli", "main"]),
    ("askama", &["console", "dossier", "describe"]),
];

/// Methods and functions that run SQL, for modules that may use rusqlite.
const SQL_METHODS: [&str; 8] =
    ["prepare", "prepare_cached", "query_row", "query_map", "query_all", "query_optional", "execute", "execute_batch"];

/// Names that print.
const PRINTING: [&str; 9] = ["println", "eprintln", "print", "eprint", "dbg", "stdout", "stderr", "Stdout", "Stderr"];

/// The files and folders at the top.
const TOP_LEVEL: [&str; 26] = [
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

/// The segments of a path such as `crate::http::Call`.
type PathSegments = Vec<String>;

/// A source file: its module, its path in `src`, and the paths that its code uses, tests aside.
struct Source {
    module: String,
    path: PathBuf,
    names: Vec<PathSegments>,
    /// The files of test modules.
    tests: Vec<PathBuf>,
}

/// Returns every source file, without test modules.
fn sources() -> Vec<Source> {
    let mut sources: Vec<_> = files().into_iter().map(Source::read).collect();
    let tests: Vec<_> = sources.iter().flat_map(|source| source.tests.clone()).collect();
    sources.retain(|source| !tests.contains(&source.path));
    sources
}

fn files() -> Vec<PathBuf> {
    rust_files("src")
}

/// Returns the Rust files of a folder, in order.
pub fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    gather(&Path::new(ROOT).join(folder), &mut files);
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
        let mut source = Source { module: first.into_owned(), path, names: Vec::new(), tests: Vec::new() };
        source.collect(text.parse().expect("Rust"), &[]);
        source
    }

    /// Collects the paths in a piece of code; those between braces after `prefix::` begin with that.
    fn collect(&mut self, code: TokenStream, prefix: &[String]) {
        let mut trees = code.into_iter().peekable();
        let mut path = prefix.to_vec();
        let mut continues = true;
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Ident(name) => {
                    if !continues {
                        self.end(&mut path, prefix);
                    }
                    path.push(name.to_string());
                    continues = false;
                    continue;
                }
                TokenTree::Punct(colon) if colon.as_char() == ':' && colon.spacing() == Joint => {
                    trees.next();
                    continues = true;
                    continue;
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && continues => {
                    self.collect(group.stream(), &path);
                    path.truncate(prefix.len());
                }
                // visibility: `pub(crate)`
                TokenTree::Group(group) if group.to_string() == "(crate)" => {}
                TokenTree::Group(group) => self.collect(group.stream(), &[]),
                TokenTree::Punct(hash) if hash.as_char() == '#' => {
                    let marked = trees.next_if(|next| next.to_string() == "[cfg (test)]");
                    if marked.is_some() {
                        self.skip(&mut trees);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            self.end(&mut path, prefix);
            continues = true;
        }
        self.end(&mut path, prefix);
    }

    /// Ends the current path, if any.
    fn end(&mut self, path: &mut PathSegments, prefix: &[String]) {
        if path.len() > prefix.len() {
            self.names.push(path.clone());
        }
        path.truncate(prefix.len());
    }

    /// Skips a test item; a module without a body is in its own file.
    fn skip(&mut self, trees: &mut impl Iterator<Item = TokenTree>) {
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

    /// Returns the modules that it imports: the segment after `crate`, or after as many `super`. The bare crate counts as
    /// everything.
    fn imports(&self) -> BTreeSet<&str> {
        let depth = self.path.iter().count();
        let modules = self.names.iter().filter_map(|path| {
            let up = path.iter().take_while(|name| *name == "super").count();
            let below = match path[0].as_str() {
                "crate" => 1,
                _ if up >= depth => up,
                _ => return None,
            };
            Some(path.get(below).map_or("everything", String::as_str))
        });
        modules.collect()
    }

    /// Returns whether any path has one of these segments.
    fn names(&self, words: &[&str]) -> bool {
        let mut names = self.names.iter().flatten();
        names.any(|name| words.contains(&name.as_str()))
    }
}

#[test]
fn a_module_imports_only_lower_modules() {
    let rank = |module: &str| MODULES.iter().position(|known| *known == module);
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| source.module != "main") {
        let own = rank(&source.module).unwrap_or_else(|| panic!("{} is no module", source.module));
        for module in source.imports() {
            if rank(module).is_none_or(|other| other > own) {
                wrong.push(format!("{} imports {module}", source.path.display()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn crates_are_used_in_their_modules() {
    let mut wrong = Vec::new();
    for source in sources() {
        let mut check = |words: &[&str], modules: &[&str]| {
            if source.names(words) && !modules.contains(&source.module.as_str()) {
                wrong.push(format!("{} names {}", source.path.display(), words[0]));
            }
        };
        CRATE_USERS.iter().for_each(|(name, modules)| check(&[name], modules));
        check(&SQL_METHODS, CRATE_USERS[2].1);
        check(&PRINTING, &["cli"]);
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn files_have_headers_and_long_ones_a_reason() {
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

/// Only in a repository: a source archive has no other files.
#[test]
fn no_stray_files() {
    if !Path::new(ROOT).join(".git").exists() {
        return;
    }
    let listed = Command::new("git").args(["-C", ROOT, "ls-files"]).output().expect("git");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    let top: BTreeSet<_> = listed.lines().filter_map(|path| path.split('/').next()).collect();
    let mut strange: Vec<_> = top.into_iter().filter(|name| !TOP_LEVEL.contains(name)).collect();
    // files created by mistake, such as `:memory:`, usually have other names
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    strange.extend(listed.lines().filter(|path| !path.chars().all(is_plain)));
    assert_eq!(strange, Vec::<&str>::new());
}

/// Every dependency has a comment with its purpose.
#[test]
fn dependencies_have_reasons() {
    let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).expect("the manifest");
    let sections = manifest.split("\n[").filter_map(|section| section.split_once("dependencies]\n"));
    let mut reason = false;
    for line in sections.flat_map(|(_, section)| section.lines().filter(|line| !line.is_empty())) {
        assert!(reason || line.starts_with('#'), "no reason above: {line}");
        reason = line.starts_with('#');
    }
}
