//! The 26 data files and the pictures: the seed in and out, what each file refuses beyond its cells, and the defaults
//! that depend on other cells. Expected values come from contract section 7.

use std::fs;
use std::path::{Path, PathBuf};

use crate::formats::{self, Column};
use crate::support::{Output, Request, Site};

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

// ------------------------------------------------------------------------------------------------------- pictures

/// The head of a PNG of this size, which is all that tells its size.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 2, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

/// Imports a folder with these data files and pictures.
fn import(site: &Site, files: &[(&str, &[u8])]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("images")).unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    site.lms(&["import", folder.path().to_str().unwrap()])
}

#[test]
fn pictures_of_every_size() {
    for (width, height, said) in [
        (400, 300, None),
        (500, 376, Some("warning")),
        (500, 375, Some("warning")),
        (170, 128, Some("warning")),
        (200, 151, Some("warning")),
        (200, 152, Some("is not 4:3; 400×300 is recommended")),
        (200, 148, Some("is not 4:3; 400×300 is recommended")),
        (
            169,
            128,
            Some("is too small; 170×128 to 500×376 are allowed, 400×300 is recommended"),
        ),
        (
            170,
            127,
            Some("is too small; 170×128 to 500×376 are allowed, 400×300 is recommended"),
        ),
        (
            501,
            376,
            Some("is too large; 170×128 to 500×376 are allowed, 400×300 is recommended"),
        ),
        (
            500,
            377,
            Some("is too large; 170×128 to 500×376 are allowed, 400×300 is recommended"),
        ),
        (
            4000,
            3000,
            Some("is too large; 170×128 to 500×376 are allowed, 400×300 is recommended"),
        ),
    ] {
        let output = import(&Site::new(), &[("images/a.png", &png(width, height))]);
        let fault = match said {
            None => {
                assert_eq!(output.stderr, "", "{width}×{height}");
                assert_eq!(output.status, 0, "{width}×{height}");
                continue;
            }
            Some("warning") => {
                format!("warning: images/a.png:1: {width}×{height}; 400×300 is recommended")
            }
            Some(said) => format!("images/a.png:1: {width}×{height} {said}"),
        };
        assert_eq!(output.stderr.lines().next(), Some(fault.as_str()));
        assert_eq!(
            output.status,
            i32::from(said != Some("warning")),
            "{output:?}"
        );
    }
}

#[test]
fn what_is_no_picture_by_its_content_or_has_a_name_that_is_no_address() {
    let site = Site::new();
    let output = import(
        &site,
        &[
            ("images/gif.png", b"GIF89a\x90\x01\x2c\x01\0\0\0"),
            ("images/html.jpg", b"<html><script>alert(1)</script></html>"),
            ("images/cut.png", &png(400, 300)[..17]),
            ("images/met spatie.png", &png(400, 300)),
            ("images/Thumbs.db", b"x"),
            ("images/.verborgen.png", b"x"),
        ],
    )
    .refused();
    let name = "the name may have letters without accents, digits, point, dash and underscore: it becomes part of an \
                address";
    assert_eq!(
        output.stderr.lines().collect::<Vec<_>>(),
        [
            "warning: images/.verborgen.png is not a data file and is left alone",
            "warning: images/Thumbs.db is not a data file and is left alone",
            "images/cut.png:1: the file is damaged: its size cannot be read",
            "images/gif.png:1: the content is not that of a PNG, JPEG or WebP file",
            "images/html.jpg:1: the content is not that of a PNG, JPEG or WebP file",
            &format!("images/met spatie.png:1: {name}"),
            "lms-appliance: refused, 4 faults; nothing was changed",
        ]
    );
}

#[test]
fn an_image_cell_names_a_picture_that_is_there_or_an_address() {
    let steps = b"Title\nS\n";
    let categories = b"StepTitle,Title\nS,C\n";
    let trainings = |image: &str| {
        format!("Code,Type,Title,StepTitle,CategoryTitle,Image\nT,Learning,T,S,C,{image}\n")
    };
    let site = Site::new();
    let taken = |image: &str, pictures: &[(&str, &[u8])]| {
        let trainings = trainings(image);
        let mut files: Vec<(&str, &[u8])> = vec![
            ("steps.csv", steps),
            ("categories.csv", categories),
            ("trainings.csv", trainings.as_bytes()),
        ];
        files.extend(pictures);
        import(&site, &files)
    };
    let first = |output: Output| output.stderr.lines().next().unwrap_or_default().to_owned();
    assert_eq!(
        first(taken("images/a.png", &[])),
        "trainings.csv:2: Image: images/a.png is neither in the folder images/ nor in the database"
    );
    for image in [
        "a.png",
        "ftp://x/a.png",
        "https://",
        "https:///a.png",
        "javascript:alert(1)",
        "images/",
    ] {
        assert_eq!(
            first(taken(image, &[])),
            format!(
                "trainings.csv:2: Image: {image} is neither the name of a picture (images/<name>) nor an http(s) address"
            )
        );
    }
    let picture = png(400, 300);
    for (image, pictures) in [
        ("https://example.nl/a.png?b=c", &[][..]),
        ("HTTP://example.nl", &[]),
        ("images/a.png", &[("images/a.png", picture.as_slice())]),
        ("images/a.png", &[]),
        ("", &[]),
    ] {
        taken(image, pictures).ok();
        let told = site.exported("trainings.csv");
        assert!(told.contains(&format!("S,C,,,{image},")), "{told}");
    }
}

#[test]
fn a_picture_is_served_with_its_type_and_tag_and_can_run_no_script() {
    let site = seeded();
    let server = site.serve(&[]);
    for (name, content_type) in [
        ("bhv.png", "image/png"),
        ("tillen.jpg", "image/jpeg"),
        ("medicatie.webp", "image/webp"),
    ] {
        let bytes = fs::read(seed().join("images").join(name)).unwrap();
        let path = format!("/images/{name}");
        let got = server.send(&Request::get(&path));
        assert_eq!(
            (got.status, got.header("content-type")),
            (200, Some(content_type))
        );
        assert_eq!(got.body, bytes);
        assert_eq!(got.header("x-content-type-options"), Some("nosniff"));
        let policy = got.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"));
        let tag = got.header("etag").unwrap();

        let head = server.send(&Request::new("HEAD", &path));
        assert_eq!((head.status, head.header("etag")), (200, Some(tag)));
        assert_eq!(
            head.header("content-length"),
            Some(bytes.len().to_string().as_str())
        );

        for known in [tag.to_owned(), format!("\"x\", W/{tag}"), "*".into()] {
            let again = server.send(&Request::get(&path).header("If-None-Match", &known));
            assert_eq!((again.status, again.body.len()), (304, 0), "{known}");
            assert_eq!(again.header("etag"), Some(tag));
        }
        let other = server.send(&Request::get(&path).header("If-None-Match", "\"x\""));
        assert_eq!(other.status, 200);
    }
    for path in [
        "/images/nee.png",
        "/images/",
        "/images/../seed",
        "/Images/bhv.png",
    ] {
        assert_eq!(server.send(&Request::get(path)).status, 404, "{path}");
    }
    let post = server.send(&Request::post("/images/bhv.png", "image/png", ""));
    assert_eq!(
        (post.status, post.header("allow")),
        (405, Some("GET, HEAD"))
    );
}

// ---------------------------------------------------------------------------------------------- faults of every kind

/// Values that a cell of this kind cannot have.
fn wrong(column: &Column) -> Vec<String> {
    let mut wrong: Vec<&str> = match column.kind.as_str() {
        "id" => vec!["x", "0", "-1", "2147483648", "1.5"],
        "whole number" => vec!["x", "1.5", "2147483648", "1 000"],
        "whole number from 0" => vec!["x", "-1", "1,5"],
        "whole number from 1" => vec!["x", "0", "-1"],
        "whole number 0 to 100" => vec!["x", "-1", "101", "50%"],
        "amount" => vec![
            "x",
            "1.234,56",
            "1,234",
            "1e3",
            "€ 5",
            ".5",
            "5.",
            "12345678901234",
        ],
        "date" => vec![
            "x",
            "31-2-2026",
            "2026/01/01",
            "1-1-1899",
            "2026-01-01T09:00",
        ],
        "time" => vec!["x", "25:00", "9:00", "09:60", "09.00"],
        "datetime" => vec!["x", "31-2-2026", "2026-01-01T25:00", "1-1-1899", "never"],
        "datetime or never" => vec!["x", "31-2-2026", "nooit", "2026-01-01T25:00"],
        "true or false" => vec!["x", "2", "j"],
        "word" => vec!["x"],
        "images/<name> or http(s) address" => vec!["x", "images/", "ftp://x/y", "images/weg.png"],
        kind => {
            assert!(kind.starts_with("text to "), "{kind}");
            vec!["bel\u{7}"]
        }
    };
    if column.mark == "required" || column.mark == "key" {
        wrong.push("");
    }
    if !column.names.is_empty() && !column.names.ends_with("new there") {
        wrong.push(if column.kind == "whole number from 1" {
            "99"
        } else {
            "bestaat niet"
        });
    }
    let mut wrong: Vec<_> = wrong.into_iter().map(str::to_owned).collect();
    if let Some(longest) = column.kind.strip_prefix("text to ") {
        wrong.push("x".repeat(longest.parse::<usize>().unwrap() + 1));
    }
    wrong
}

/// The faults that an import of this one file writes: line, column, value, message.
fn faults(site: &Site, name: &str, rows: &[csv::StringRecord]) -> Vec<[String; 4]> {
    let folder = tempfile::tempdir().unwrap();
    let mut csv = csv::Writer::from_path(folder.path().join(name)).unwrap();
    rows.iter().for_each(|row| csv.write_record(row).unwrap());
    drop(csv);
    let errors = site.path().join("errors.csv");
    let path = folder.path().to_str().unwrap();
    site.lms(&["import", path, "--errors", errors.to_str().unwrap()])
        .refused();
    let written = csv::Reader::from_path(errors).unwrap();
    let written = written.into_records().map(|row| row.unwrap());
    written
        .inspect(|row| assert_eq!(&row[0], name))
        .map(|row| [1, 2, 3, 4].map(|at| row[at].to_owned()))
        .collect()
}

#[test]
fn one_wrong_value_of_every_kind_in_every_column_of_every_file() {
    let site = seeded();
    let before = exported(&site);
    let mut count = 0;
    for (file, columns) in formats::printed(&Site::empty()) {
        let bytes = &before.iter().find(|(name, _)| *name == file).unwrap().1;
        let mut seed = csv::Reader::from_reader(bytes.as_slice());
        let header = seed.headers().unwrap().clone();
        let row = seed.records().next().unwrap().unwrap();
        let mut rows = vec![header];
        let mut expected = Vec::new();
        for (at, column) in columns.iter().enumerate() {
            for value in wrong(column) {
                let cells = row.iter().enumerate();
                rows.push(
                    cells
                        .map(|(here, cell)| if here == at { &value } else { cell })
                        .collect(),
                );
                expected.push((rows.len().to_string(), column.name.clone(), value));
            }
        }
        let found = faults(&site, &file, &rows);
        for (line, column, value) in &expected {
            let is_told = found.iter().any(|[here, name, told, message]| {
                // the rows are copies: that their keys and ids repeat is not what is looked for
                (here, name, told) == (line, column, value) && !message.ends_with(" already")
            });
            let shown: String = value.chars().take(20).collect();
            assert!(is_told, "{file}:{line}: {column}: {shown:?} is taken");
        }
        count += expected.len();
    }
    assert!(count > 400, "{count} wrong values");
    assert_eq!(differing(&exported(&site), &before), [""; 0]);
}

/// Imports one file into the seeded site, which must be refused with exactly this.
#[track_caller]
fn refused(site: &Site, name: &str, text: &str, faults: &[&str]) {
    let output = site.import(&[(name, text)]).refused();
    let told: Vec<_> = output.stderr.lines().collect();
    let (_, told) = told.split_last().unwrap();
    let expected: Vec<_> = faults
        .iter()
        .map(|fault| format!("{name}:{fault}"))
        .collect();
    assert_eq!(told, expected);
}
