//! The 26 data files and the pictures: the seed in and out, what each file refuses beyond its cells, and the defaults
//! that depend on other cells. Expected values come from contract section 7.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Output, Site};

fn seed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seed")
}

/// A site with everything that `seed/` has.
fn seeded() -> Site {
    let site = Site::new();
    site.lms(&["import", seed().to_str().unwrap()]).ok();
    site
}

/// Every file of a folder and of its `images/`, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for sub in ["", "images"] {
        for entry in fs::read_dir(folder.join(sub)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
                found.push((name.to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn exported(site: &Site) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    site.lms(&["export", folder.path().to_str().unwrap()]).ok();
    files(folder.path())
}

/// Which of the files differ: their bytes would say nothing.
fn differing(one: &[(String, Vec<u8>)], other: &[(String, Vec<u8>)]) -> Vec<String> {
    let lacks = |file: &&(String, Vec<u8>), among: &[(String, Vec<u8>)]| !among.contains(file);
    let here = one.iter().filter(|file| lacks(file, other));
    let there = other.iter().filter(|file| lacks(file, one));
    here.chain(there).map(|(name, _)| name.clone()).collect()
}

#[test]
fn the_seed_comes_in_and_out_as_the_same_bytes_and_again_unchanged() {
    let site = seeded();
    let out = exported(&site);
    assert_eq!(differing(&out, &files(&seed())), [""; 0]);
    assert_eq!(out.len(), 26 + 15, "files and pictures");

    let again: Output = site.lms(&["import", seed().to_str().unwrap()]).ok();
    assert_eq!(again.stdout.lines().count(), 27);
    for line in again.stdout.lines() {
        assert!(
            line.contains(": created 0, updated 0, unchanged "),
            "{line}"
        );
        assert!(line.ends_with(", removed 0"), "{line}");
    }

    let zip = site.path().join("all.zip");
    site.lms(&["export", zip.to_str().unwrap()]).ok();
    let other = Site::new();
    other.lms(&["import", zip.to_str().unwrap()]).ok();
    assert_eq!(differing(&exported(&other), &out), [""; 0]);
}
