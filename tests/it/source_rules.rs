//! Tests the rules of ARCHITECTURE.md: imports between modules, crates per module, file headers, and files at the top.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use proc_macro2::{Delimiter, Spacing::Joint, TokenStream, TokenTree};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The modules, each after those that it may import.
const MODULES: [&str; 20] = [
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
    "error_message",
    "decode",
    "answer",
    "service",
    "describe",
    "console",
    "http",
    "demo",
    "cli",
];

/// The modules that may use a crate. Tests may use all crates.
const CRATE_USERS: [(&str, &[&str]); 7] = [
    ("hyper", &["http"]),
    ("hyper_util", &["http"]),
    ("rusqlite", &["ledger", "store", "exchange", "answer"]),
    ("roxmltree", &["decode"]),
    ("quick_xml", &["decode", "exchange"]),
    ("clap", &["cli", "main"]),
    ("askama", &["console", "dossier", "describe"]),
];

/// Methods and functions that run SQL. Only modules that may use rusqlite may call them.
const SQL_METHODS: [&str; 8] =
    ["prepare", "prepare_cached", "query_row", "query_map", "query_all", "query_optional", "execute", "execute_batch"];

/// Macros and functions that print.
const PRINTERS: [&str; 9] = ["println", "eprintln", "print", "eprint", "dbg", "stdout", "stderr", "Stdout", "Stderr"];

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

struct SourceFile {
    module: String,
    /// Relative to `src`.
    path: PathBuf,
    /// The paths that its code uses, without those in tests.
    names: Vec<PathSegments>,
    /// The files of its test modules.
    tests: Vec<PathBuf>,
}

/// Returns the source files, without those of test modules.
fn source_files() -> Vec<SourceFile> {
    let mut sources: Vec<_> = rust_files("src").into_iter().map(SourceFile::read).collect();
    let tests: Vec<_> = sources.iter().flat_map(|source| source.tests.clone()).collect();
    sources.retain(|source| !tests.contains(&source.path));
    sources
}

/// Returns the Rust files of a folder, sorted.
pub fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect_rust_files(&Path::new(ROOT).join(folder), &mut files);
    files.sort();
    files
}

fn collect_rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect_rust_files(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

impl SourceFile {
    fn read(file: PathBuf) -> Self {
        let text = fs::read_to_string(&file).expect("source text");
        let path = file.strip_prefix(Path::new(ROOT).join("src"));
        let path = path.expect("in src").to_owned();
        let module = path.with_extension("");
        let first = module.iter().next().expect("a name").to_string_lossy();
        let mut source = SourceFile { module: first.into_owned(), path, names: Vec::new(), tests: Vec::new() };
        source.collect_paths(text.parse().expect("Rust"), &[]);
        source
    }

    /// Collects the paths in a piece of code. Paths in braces after `prefix::` begin with `prefix`.
    fn collect_paths(&mut self, code: TokenStream, prefix: &[String]) {
        let mut trees = code.into_iter().peekable();
        let mut path = prefix.to_vec();
        let mut is_after_colons = true;
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Ident(name) => {
                    if !is_after_colons {
                        self.end_path(&mut path, prefix);
                    }
                    path.push(name.to_string());
                    is_after_colons = false;
                    continue;
                }
                TokenTree::Punct(colon) if colon.as_char() == ':' && colon.spacing() == Joint => {
                    trees.next();
                    is_after_colons = true;
                    continue;
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && is_after_colons => {
                    self.collect_paths(group.stream(), &path);
                    path.truncate(prefix.len());
                }
                // visibility: `pub(crate)`
                TokenTree::Group(group) if group.to_string() == "(crate)" => {}
                TokenTree::Group(group) => self.collect_paths(group.stream(), &[]),
                TokenTree::Punct(hash) if hash.as_char() == '#' => {
                    let cfg_test = trees.next_if(|next| next.to_string() == "[cfg (test)]");
                    if cfg_test.is_some() {
                        self.skip_item(&mut trees);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            self.end_path(&mut path, prefix);
            is_after_colons = true;
        }
        self.end_path(&mut path, prefix);
    }

    /// Ends the current path, if any.
    fn end_path(&mut self, path: &mut PathSegments, prefix: &[String]) {
        if path.len() > prefix.len() {
            self.names.push(path.clone());
        }
        path.truncate(prefix.len());
    }

    /// Skips a test item. A module without a body is in its own file, which is added to `tests`.
    fn skip_item(&mut self, trees: &mut impl Iterator<Item = TokenTree>) {
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

    /// Returns the modules that it imports: the segment after `crate`, or after the `super` that reaches the crate. An import of
    /// the crate itself counts as "everything".
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
    fn uses_any(&self, words: &[&str]) -> bool {
        let mut names = self.names.iter().flatten();
        names.any(|name| words.contains(&name.as_str()))
    }
}

#[test]
fn a_module_imports_only_lower_modules() {
    let rank = |module: &str| MODULES.iter().position(|known| *known == module);
    let mut violations = Vec::new();
    for source in source_files().iter().filter(|source| source.module != "main") {
        let own = rank(&source.module).unwrap_or_else(|| panic!("{} is not in MODULES", source.module));
        for module in source.imports() {
            if rank(module).is_none_or(|other| other > own) {
                violations.push(format!("{} imports {module}", source.path.display()));
            }
        }
    }
    assert_eq!(violations, Vec::<String>::new());
}

#[test]
fn a_crate_is_used_only_in_its_modules() {
    let mut violations = Vec::new();
    for source in source_files() {
        let mut check = |words: &[&str], modules: &[&str]| {
            if source.uses_any(words) && !modules.contains(&source.module.as_str()) {
                violations.push(format!("{} uses {}", source.path.display(), words[0]));
            }
        };
        CRATE_USERS.iter().for_each(|(name, modules)| check(&[name], modules));
        check(&SQL_METHODS, CRATE_USERS[2].1);
        check(&PRINTERS, &["cli"]);
    }
    assert_eq!(violations, Vec::<String>::new());
}

#[test]
fn files_have_headers_and_long_files_a_reason() {
    let mut violations = Vec::new();
    for path in rust_files("src") {
        let text = fs::read_to_string(&path).expect("source text");
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        if head.is_empty() {
            violations.push(format!("{} has no header", path.display()));
        }
        let lines = text.lines().count();
        if lines > 500 && !head.contains("Long") {
            violations.push(format!("{} has {lines} lines, but its header has no reason", path.display()));
        }
    }
    assert_eq!(violations, Vec::<String>::new());
}

/// Needs a Git repository: a source archive has no list of its files.
#[test]
fn the_repository_has_no_stray_files() {
    if !Path::new(ROOT).join(".git").exists() {
        return;
    }
    let listed = Command::new("git").args(["-C", ROOT, "ls-files"]).output().expect("git");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    let top: BTreeSet<_> = listed.lines().filter_map(|path| path.split('/').next()).collect();
    let mut stray: Vec<_> = top.into_iter().filter(|name| !TOP_LEVEL.contains(name)).collect();
    // files created by mistake, such as `:memory:`, usually have other names
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    stray.extend(listed.lines().filter(|path| !path.chars().all(is_plain)));
    assert_eq!(stray, Vec::<&str>::new());
}

#[test]
fn every_dependency_has_a_comment() {
    let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).expect("the manifest");
    let sections = manifest.split("\n[").filter_map(|section| section.split_once("dependencies]\n"));
    let mut is_after_comment = false;
    for line in sections.flat_map(|(_, section)| section.lines().filter(|line| !line.is_empty())) {
        assert!(is_after_comment || line.starts_with('#'), "no comment above: {line}");
        is_after_comment = line.starts_with('#');
    }
}
