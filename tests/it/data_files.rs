//! Tests import and export of the 26 data files and the pictures, and their errors and defaults (contract section 7).

use std::fs;
use std::path::{Path, PathBuf};

use crate::formats::{self, Column};
use crate::support::{Output, Request, Site, seed_site};

fn seed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seed")
}

/// Reads the files of a folder and of its `images/`, sorted by name.
fn read_files(folder: &Path) -> Vec<(String, Vec<u8>)> {
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

fn export(site: &Site) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    site.lms(&["export", folder.path().to_str().unwrap()]).ok();
    read_files(folder.path())
}

/// Removes the columns of an exported file that the seed lacks. Other files stay as they are.
fn keep_columns_of_seed((name, bytes): (String, Vec<u8>)) -> (String, Vec<u8>) {
    let header = |bytes: &[u8]| csv::Reader::from_reader(bytes).headers().unwrap().clone();
    if !name.ends_with(".csv") {
        return (name, bytes);
    }
    let (known, all) = (header(&fs::read(seed().join(&name)).unwrap()), header(&bytes));
    if known == all {
        return (name, bytes);
    }
    let is_known: Vec<_> = all.iter().map(|column| known.iter().any(|other| other == column)).collect();
    let mut kept = csv::Writer::from_writer(Vec::new());
    for row in csv::ReaderBuilder::new().has_headers(false).from_reader(bytes.as_slice()).records() {
        let row = row.unwrap();
        kept.write_record(row.iter().zip(&is_known).filter(|(_, known)| **known).map(|(cell, _)| cell)).unwrap();
    }
    (name, kept.into_inner().unwrap())
}

/// Returns the names of the files that differ.
fn differing_names(one: &[(String, Vec<u8>)], other: &[(String, Vec<u8>)]) -> Vec<String> {
    let lacks = |file: &&(String, Vec<u8>), among: &[(String, Vec<u8>)]| !among.contains(file);
    let only_in_one = one.iter().filter(|file| lacks(file, other));
    let only_in_other = other.iter().filter(|file| lacks(file, one));
    only_in_one.chain(only_in_other).map(|(name, _)| name.clone()).collect()
}

#[test]
fn importing_and_exporting_the_seed_returns_the_same_bytes() {
    let site = seed_site();
    let out = export(&site);
    let in_seed: Vec<_> = out.iter().cloned().map(keep_columns_of_seed).collect();
    assert_eq!(differing_names(&in_seed, &read_files(&seed())), [""; 0]);
    assert_eq!(out.len(), 26 + 15, "files and pictures");

    let again: Output = site.lms(&["import", seed().to_str().unwrap()]).ok();
    assert_eq!(again.stdout.lines().count(), 27);
    for line in again.stdout.lines() {
        assert!(line.contains(": created 0, updated 0, unchanged "), "{line}");
        assert!(line.ends_with(", removed 0"), "{line}");
    }

    let zip = site.path().join("all.zip");
    site.lms(&["export", zip.to_str().unwrap()]).ok();
    let other = Site::new();
    other.lms(&["import", zip.to_str().unwrap()]).ok();
    assert_eq!(differing_names(&export(&other), &out), [""; 0]);
}

// ------------------------------------------------------------------------------------------------------- pictures

/// Returns the head of a PNG with these dimensions.
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
fn pictures_of_unusual_sizes_are_warnings_or_errors() {
    for (width, height, message) in [
        (400, 300, None),
        (500, 376, Some("warning")),
        (500, 375, Some("warning")),
        (170, 128, Some("warning")),
        (200, 151, Some("warning")),
        (200, 152, Some("is not 4:3; 400×300 is recommended")),
        (200, 148, Some("is not 4:3; 400×300 is recommended")),
        (169, 128, Some("is too small; 170×128 to 500×376 are allowed, 400×300 is recommended")),
        (170, 127, Some("is too small; 170×128 to 500×376 are allowed, 400×300 is recommended")),
        (501, 376, Some("is too large; 170×128 to 500×376 are allowed, 400×300 is recommended")),
        (500, 377, Some("is too large; 170×128 to 500×376 are allowed, 400×300 is recommended")),
        (4000, 3000, Some("is too large; 170×128 to 500×376 are allowed, 400×300 is recommended")),
    ] {
        let output = import(&Site::new(), &[("images/a.png", &png(width, height))]);
        let first_line = match message {
            None => {
                assert_eq!(output.stderr, "", "{width}×{height}");
                assert_eq!(output.status, 0, "{width}×{height}");
                continue;
            }
            Some("warning") => {
                format!("warning: images/a.png:1: {width}×{height}; 400×300 is recommended")
            }
            Some(message) => format!("images/a.png:1: {width}×{height} {message}"),
        };
        assert_eq!(output.stderr.lines().next(), Some(first_line.as_str()));
        assert_eq!(output.status, i32::from(message != Some("warning")), "{output:?}");
    }
}

// ASVS 1.3.3, 1.3.4, 5.2.2
#[test]
fn invalid_pictures_are_refused() {
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
    let name = "the name can only have letters without accents, digits, points, dashes and underscores, because it \
                becomes part of a web address";
    assert_eq!(
        output.stderr.lines().collect::<Vec<_>>(),
        [
            "warning: images/.verborgen.png is not a data file and is ignored",
            "warning: images/Thumbs.db is not a data file and is ignored",
            "images/cut.png:1: the file is damaged: its size cannot be read",
            "images/gif.png:1: the content is not that of a PNG, JPEG or WebP file",
            "images/html.jpg:1: the content is not that of a PNG, JPEG or WebP file",
            &format!("images/met spatie.png:1: {name}"),
            "lms-appliance: refused, 4 errors; nothing was changed",
        ]
    );
}

#[test]
fn an_image_is_an_existing_picture_or_an_address() {
    let steps = b"Title\nS\n";
    let categories = b"StepTitle,Title\nS,C\n";
    let trainings = |image: &str| format!("Code,Type,Title,StepTitle,CategoryTitle,Image\nT,Learning,T,S,C,{image}\n");
    let site = Site::new();
    let import_with_image = |image: &str, pictures: &[(&str, &[u8])]| {
        let trainings = trainings(image);
        let mut files: Vec<(&str, &[u8])> =
            vec![("steps.csv", steps), ("categories.csv", categories), ("trainings.csv", trainings.as_bytes())];
        files.extend(pictures);
        import(&site, &files)
    };
    let first_error = |output: Output| output.stderr.lines().next().unwrap_or_default().to_owned();
    assert_eq!(
        first_error(import_with_image("images/a.png", &[])),
        "trainings.csv:2: Image: images/a.png is neither in the folder images/ nor in the database"
    );
    for image in ["a.png", "ftp://x/a.png", "https://", "https:///a.png", "javascript:alert(1)", "images/"] {
        assert_eq!(
            first_error(import_with_image(image, &[])),
            format!(
                "trainings.csv:2: Image: {image} is neither the name of a picture (images/<name>) nor an http(s) address"
            )
        );
    }
    // an unusable picture is an error at the picture, not at its references
    let tiny = import_with_image("images/a.png", &[("images/a.png", &png(100, 75))]);
    assert!(first_error(tiny).starts_with("images/a.png:1: 100×75 is too small"),);
    let picture = png(400, 300);
    for (image, pictures) in [
        ("https://example.nl/a.png?b=c", &[][..]),
        ("HTTP://example.nl", &[]),
        ("images/a.png", &[("images/a.png", picture.as_slice())]),
        ("images/a.png", &[]),
        ("", &[]),
    ] {
        import_with_image(image, pictures).ok();
        let reported = site.export_file("trainings.csv");
        assert!(reported.contains(&format!("S,C,,,{image},")), "{reported}");
    }
}

// ASVS 5.3.1
#[test]
fn pictures_are_served_in_a_sandbox() {
    let site = seed_site();
    let server = site.serve(&[]);
    for (name, content_type) in
        [("bhv.png", "image/png"), ("tillen.jpg", "image/jpeg"), ("medicatie.webp", "image/webp")]
    {
        let bytes = fs::read(seed().join("images").join(name)).unwrap();
        let path = format!("/images/{name}");
        let response = server.send(&Request::get(&path));
        assert_eq!((response.status, response.header("content-type")), (200, Some(content_type)));
        assert_eq!(response.body, bytes);
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        let policy = response.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"));
        let tag = response.header("etag").unwrap();

        let head = server.send(&Request::new("HEAD", &path));
        assert_eq!((head.status, head.header("etag")), (200, Some(tag)));
        assert_eq!(head.header("content-length"), Some(bytes.len().to_string().as_str()));

        for known in [tag.to_owned(), format!("\"x\", W/{tag}"), "*".into()] {
            let again = server.send(&Request::get(&path).header("If-None-Match", &known));
            assert_eq!((again.status, again.body.len()), (304, 0), "{known}");
            assert_eq!(again.header("etag"), Some(tag));
        }
        let other = server.send(&Request::get(&path).header("If-None-Match", "\"x\""));
        assert_eq!(other.status, 200);
    }
    for path in ["/images/nee.png", "/images/", "/images/../seed", "/Images/bhv.png"] {
        assert_eq!(server.send(&Request::get(path)).status, 404, "{path}");
    }
    let post = server.send(&Request::post("/images/bhv.png", "image/png", ""));
    assert_eq!((post.status, post.header("allow")), (405, Some("GET, HEAD")));
}

// ---------------------------------------------------------------------------------------------- invalid values

/// Returns values that a cell of this column cannot have.
fn invalid_values(column: &Column) -> Vec<String> {
    let mut invalid_values: Vec<&str> = match column.kind.as_str() {
        "id" => vec!["x", "0", "-1", "2147483648", "1.5"],
        "whole number" => vec!["x", "1.5", "2147483648", "1 000"],
        "whole number from 0" => vec!["x", "-1", "1,5"],
        "whole number from 1" => vec!["x", "0", "-1"],
        "whole number 0 to 100" => vec!["x", "-1", "101", "50%"],
        "amount" => vec!["x", "1.234,56", "1,234", "1e3", "€ 5", ".5", "5.", "12345678901234"],
        "date" => vec!["x", "31-2-2026", "2026/01/01", "1-1-1899", "2026-01-01T09:00"],
        "time" => vec!["x", "25:00", "9:0", "09:60", "09.00", "9"],
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
        invalid_values.push("");
    }
    if !column.references.is_empty() && !column.references.ends_with("new there") {
        invalid_values.push(if column.kind == "whole number from 1" { "99" } else { "bestaat niet" });
    }
    let mut invalid_values: Vec<_> = invalid_values.into_iter().map(str::to_owned).collect();
    if let Some(longest) = column.kind.strip_prefix("text to ") {
        invalid_values.push("x".repeat(longest.parse::<usize>().unwrap() + 1));
    }
    invalid_values
}

/// Returns the errors of an import of this file: line, column, value, message.
fn import_errors(site: &Site, name: &str, rows: &[csv::StringRecord]) -> Vec<[String; 4]> {
    let folder = tempfile::tempdir().unwrap();
    let mut csv = csv::Writer::from_path(folder.path().join(name)).unwrap();
    rows.iter().for_each(|row| csv.write_record(row).unwrap());
    drop(csv);
    let errors = site.path().join("errors.csv");
    let path = folder.path().to_str().unwrap();
    site.lms(&["import", path, "--errors", errors.to_str().unwrap()]).refused();
    let written = csv::Reader::from_path(errors).unwrap().into_records().map(|row| row.unwrap());
    written.inspect(|row| assert_eq!(&row[0], name)).map(|row| [1, 2, 3, 4].map(|at| row[at].to_owned())).collect()
}

// ASVS 2.2.1
#[test]
fn every_column_refuses_invalid_values() {
    let site = seed_site();
    let before = export(&site);
    let mut count = 0;
    for (file, columns) in formats::columns_by_file(&Site::empty()) {
        let bytes = &before.iter().find(|(name, _)| *name == file).unwrap().1;
        let mut seed = csv::Reader::from_reader(bytes.as_slice());
        let header = seed.headers().unwrap().clone();
        let row = seed.records().next().unwrap().unwrap();
        let mut rows = vec![header];
        let mut expected = Vec::new();
        for (at, column) in columns.iter().enumerate() {
            for value in invalid_values(column) {
                let cells = row.iter().enumerate();
                rows.push(cells.map(|(here, cell)| if here == at { &value } else { cell }).collect());
                // "a cell that is quoted in an error is cut after 200 characters with `…`"
                let cut = match value.char_indices().nth(200) {
                    Some((end, _)) => format!("{}…", &value[..end]),
                    None => value,
                };
                expected.push((rows.len().to_string(), column.name.clone(), cut));
            }
        }
        let found = import_errors(&site, &file, &rows);
        for (line, column, value) in &expected {
            let is_reported = found.iter().any(|[here, name, reported, message]| {
                // the rows are copies, so there are also errors about repeated keys and ids
                (here, name, reported) == (line, column, value) && !message.ends_with(" already")
            });
            let shown: String = value.chars().take(20).collect();
            assert!(is_reported, "{file}:{line}: {column}: {shown:?} is accepted");
        }
        count += expected.len();
    }
    assert!(count > 400, "{count} invalid values");
    assert_eq!(differing_names(&export(&site), &before), [""; 0]);
}

/// Asserts that the import of this file is refused with exactly these errors.
#[track_caller]
fn assert_refused(site: &Site, name: &str, text: &str, errors: &[&str]) {
    let output = site.import(&[(name, text)]).refused();
    let reported: Vec<_> = output.stderr.lines().collect();
    let (_, reported) = reported.split_last().unwrap();
    let expected: Vec<_> = errors.iter().map(|error| format!("{name}:{error}")).collect();
    assert_eq!(reported, expected);
}

// ------------------------------------------------------------------------------------------- rules of several cells

#[test]
fn an_enrolment_in_a_class_of_another_training_is_an_error() {
    assert_refused(
        &seed_site(),
        "enrollments.csv",
        "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\n\
         000120,AVG,BHVB-1,2026-01-01,0\n000120,BHV-BASIS,BHVB-1,2026-01-02,0\n",
        &["2: ClassCode: BHVB-1 is a class of training BHV-BASIS, not of AVG"],
    );
}

#[test]
fn a_result_of_a_class_of_another_training_is_an_error() {
    assert_refused(
        &seed_site(),
        "results.csv",
        "PersonExternalIdentifier,TrainingCode,FinishedAt,ClassCode\n\
         000120,AVG,2026-01-01,BHVB-1\n000120,BHV-BASIS,2026-01-02,BHVB-1\n",
        &["2: ClassCode: BHVB-1 is a class of training BHV-BASIS, not of AVG"],
    );
}

#[test]
fn the_training_of_a_class_with_enrolments_cannot_change() {
    assert_refused(
        &seed_site(),
        "classes.csv",
        "Code,TrainingCode\nBHVB-1,AVG\n",
        &["2: TrainingCode: AVG cannot be the training: the class has enrolments or results for BHV-BASIS"],
    );
}

#[test]
fn a_trainer_of_a_missing_or_incomplete_contact_moment_is_an_error() {
    assert_refused(
        &seed_site(),
        "class_trainers.csv",
        "ClassCode,PersonExternalIdentifier,Date,From\n\
         BHVB-1,000120,2023-10-03,09:30\n\
         BHVB-1,000120,2023-10-03,\n\
         BHVB-1,000120,,09:00\n\
         BHVB-1,000120,3-10-2023,09:00:00\n\
         WEG,000120,2023-10-03,09:00\n",
        &[
            "2: From: 09:30 is not in the database, ClassCode BHVB-1, Date 2023-10-03",
            "3: From: From is empty and Date is not; fill in both for one session, or neither for all",
            "4: From: Date is empty and From is not; fill in both for one session, or neither for all",
            "6: ClassCode: WEG is not in the database",
        ],
    );
}

#[test]
fn times_of_a_result_in_the_wrong_order_are_errors() {
    assert_refused(
        &seed_site(),
        "results.csv",
        "PersonExternalIdentifier,TrainingCode,FinishedAt,StartedAt,ValidUntil\n\
         000120,AVG,2026-03-09T12:00:01,,\n\
         000121,AVG,2026-03-09T12:00:00,2026-03-09T12:00:00,2026-03-09T12:00:00\n\
         000125,AVG,2026-03-09,2026-03-09T00:00:01,2026-03-08\n",
        &[
            "2: FinishedAt: 2026-03-09T12:00:01 is later than now, 2026-03-09T12:00:00",
            "4: StartedAt: 2026-03-09T00:00:01 is after FinishedAt, 2026-03-09T00:00:00",
            "4: ValidUntil: 2026-03-08T00:00:00 is before FinishedAt, 2026-03-09T00:00:00",
        ],
    );
}

#[test]
fn the_type_of_a_training_cannot_change() {
    assert_refused(
        &seed_site(),
        "trainings.csv",
        "Code,Type\nAVG,Longterm\nBHV-BASIS,Learning\n",
        &["2: Type: the Type of AVG is Learning and cannot become Longterm"],
    );
}

#[test]
fn a_block_must_be_longterm_and_its_course_learning() {
    assert_refused(
        &seed_site(),
        "block_courses.csv",
        "BlockCode,CourseCode\nAVG,WELKOM\nBLOK-BHV,BLOK-BHV\nBLOK-BHV,AVG\n",
        &[
            "2: BlockCode: AVG is a course (Learning); a block must be Longterm",
            "3: CourseCode: BLOK-BHV is a block (Longterm); a course must be Learning",
        ],
    );
}

#[test]
fn a_training_that_requires_itself_is_an_error() {
    assert_refused(
        &seed_site(),
        "training_thresholds.csv",
        "TrainingCode,RequiredTrainingCode\nAVG,AVG\n",
        &["2: RequiredTrainingCode: AVG cannot require itself"],
    );
}

#[test]
fn ranges_that_end_before_they_begin_are_errors() {
    let site = seed_site();
    assert_refused(
        &site,
        "class_dates.csv",
        "ClassCode,Date,From,Till\n\
         BHVB-1,2026-05-01,09:00,09:00\nBHVB-1,2026-05-02,09:00:30,09:00\nBHVB-1,2026-05-03,09:00,09:00:01\n",
        &["2: Till: 09:00 is not after From, 09:00", "3: Till: 09:00 is not after From, 09:00:30"],
    );
    // the stored maximum of BHVB-1 is 12
    assert_refused(
        &site,
        "classes.csv",
        "Code,MinPersons\nBHVB-1,13\n",
        &["2: MaxPersons: 12 is less than MinPersons, 13"],
    );
}

#[test]
fn cancellation_cells_of_an_enrolment_that_is_not_cancelled_are_errors() {
    assert_refused(
        &seed_site(),
        "enrollments.csv",
        "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State,CancelledAt,CancelledBy,CancellationReason\n\
         000120,AVG,,2026-01-01,3,2026-01-02,Geweigerd door planner,No show\n",
        &[
            "2: CancelledAt: 2026-01-02T00:00:00 is only allowed if State is 2 (cancelled), not 3",
            "2: CancelledBy: Geweigerd door planner is only allowed if State is 2 (cancelled), not 3",
            "2: CancellationReason: No show is only allowed if State is 2 (cancelled), not 3",
        ],
    );
}

// rules ignore empty, invalid and unresolved cells
#[test]
fn an_invalid_cell_causes_no_errors_in_other_cells() {
    let site = seed_site();
    assert_refused(
        &site,
        "class_dates.csv",
        "ClassCode,Date,From,Till\nBHVB-1,2026-05-01,09:00,9.30\nBHVB-1,2026-05-02,09:00,\n",
        &["2: Till: 9.30 is not a time of day (H:MM, HH:MM, H:MM:SS or HH:MM:SS)", "3: Till: a value is required"],
    );
    assert_refused(
        &site,
        "trainings.csv",
        "Code,Type\nAVG,learning\n",
        &["2: Type: learning is not one of Learning, Longterm"],
    );
    assert_refused(
        &site,
        "classes.csv",
        "Code,TrainingCode\nBHVB-1,\nBHVB-2,KOKEN\n",
        &["2: TrainingCode: a value is required", "3: TrainingCode: KOKEN is not in the database"],
    );
    assert_refused(
        &site,
        "enrollments.csv",
        "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State,CancelledAt,CancelledBy,CancellationReason\n\
         000120,AVG,,2026-01-01,4,2026-01-02,Geweigerd door planner,No show\n\
         000120,KOKEN,BHVB-1,2026-01-01,3,,,\n",
        &["2: State: 4 is not one of 0, 1, 2, 3", "3: TrainingCode: KOKEN is not in the database"],
    );
    assert_refused(
        &site,
        "results.csv",
        "PersonExternalIdentifier,TrainingCode,FinishedAt,ClassCode\n000120,KOKEN,2026-01-01,BHVB-1\n",
        &["2: TrainingCode: KOKEN is not in the database"],
    );
}

#[test]
fn ids_of_trainings_are_unique_within_their_type() {
    let site = seed_site();
    let header = "Id,Code,Type,Title,StepTitle,CategoryTitle";
    let rest = "T,Welkom bij De Veenhof,Introductie";
    assert_refused(
        &site,
        "trainings.csv",
        &format!(
            "{header}\n2,N1,Learning,{rest}\n900,N2,Learning,{rest}\n900,N3,Longterm,{rest}\n900,N4,Learning,{rest}\n3,AVG,Learning,{rest}\n"
        ),
        &[
            "2: Id: 2 is already the Id of AVG",
            "5: Id: 900 is the Id of line 3 already",
            "6: Id: the Id of AVG is 2 and cannot become 3",
        ],
    );
    // new ids follow the largest id of their type, also if that is further down in the file
    let text =
        format!("{header}\n,N1,Learning,{rest}\n,N2,Longterm,{rest}\n900,N3,Learning,{rest}\n,N4,Learning,{rest}\n");
    site.import(&[("trainings.csv", &text)]).ok();
    let ids = || -> Vec<String> {
        let exported = site.export_file("trainings.csv");
        let new = exported.lines().filter(|line| line.split(',').nth(1).is_some_and(|code| code.len() == 2));
        new.map(|line| line.split(',').take(3).collect::<Vec<_>>().join(",")).collect()
    };
    let highest = ids().iter().find_map(|id| id.strip_suffix(",N2,Longterm").map(str::to_owned));
    let highest: u32 = highest.unwrap().parse().unwrap();
    assert_eq!(ids(), ["900,N3,Learning", "901,N1,Learning", "902,N4,Learning", &format!("{highest},N2,Longterm")]);
    let blocks = fs::read_to_string(seed().join("trainings.csv")).unwrap();
    let blocks = blocks.lines().filter(|line| line.contains(",Longterm,"));
    let largest = blocks.map(|line| line.split(',').next().unwrap().parse::<u32>().unwrap()).max();
    assert_eq!(Some(highest), largest.map(|largest| largest + 1));
}

#[test]
fn rows_of_dim_reasons_are_identified_by_id() {
    let site = seed_site();
    assert_refused(
        &site,
        "dim_reasons.csv",
        "Id,Reason\n1,Een\n01,Twee\n,Drie\n",
        &["3: Id: 1 is on line 2 already", "4: Id: a value is required"],
    );
    let output = site.import(&[("dim_reasons.csv", "Id,Reason\n01,Nieuw\n77,Anders\n")]).ok();
    assert_eq!(output.stdout, "dim_reasons.csv: created 1, updated 1, unchanged 0, removed 0\n");
    assert!(site.export_file("dim_reasons.csv").starts_with("Id,Reason\n1,Nieuw\n"));
    site.import(&[("dimmings.csv", "PersonExternalIdentifier,TrainingCode,DimReasonId\n001099,TIL,077\n")]).ok();
    assert!(site.export_file("dimmings.csv").contains("001099,TIL,77\n"));
}

#[test]
fn a_category_must_belong_to_the_step_of_its_training() {
    let site = seed_site();
    let step =
        site.import(&[("steps.csv", "Title\nNieuw\n"), ("categories.csv", "StepTitle,Title\nNieuw,Introductie\n")]);
    step.ok();
    // without a category: the category with the same name in the new step
    site.import(&[("trainings.csv", "Code,StepTitle\nWELKOM,Nieuw\n")]).ok();
    assert!(site.export_file("trainings.csv").contains("Welkom bij De Veenhof,Nieuw,Introductie,"));
    assert_refused(
        &site,
        "trainings.csv",
        "Code,StepTitle\nAVG,Nieuw\nMELDCODE,Weg\n",
        &[
            "2: CategoryTitle: Gedrag en privacy is not in the database, StepTitle Nieuw",
            "3: StepTitle: Weg is not in the database",
        ],
    );
    assert_refused(
        &site,
        "trainings.csv",
        "Code,CategoryTitle\nAVG,Noodsituaties\n",
        &["2: CategoryTitle: Noodsituaties is not in the database, StepTitle Welkom bij De Veenhof"],
    );
}

#[test]
fn the_value_of_a_link_depends_on_its_type() {
    let site = seed_site();
    assert_refused(
        &site,
        "learning_path_links.csv",
        "LearningPathTitle,LinkType,LinkValue\n\
         Basis voor iedereen,Person,Hospice De Wilg\n\
         Basis voor iedereen,Function,000120\n\
         Basis voor iedereen,Theme,000120\n\
         Basis voor iedereen,Group,Hospice De Wilg\n\
         Basis voor iedereen,Location,Functie onbekend\n",
        &[
            "2: LinkValue: Hospice De Wilg is not in the database",
            "3: LinkValue: 000120 is not in the database",
            "5: LinkValue: Hospice De Wilg is not in the database",
            "6: LinkValue: Functie onbekend is not in the database",
        ],
    );
    // one value as two types is two links, and a placeholder's name means the placeholder
    let text = "LearningPathTitle,LinkType,LinkValue\n\
                Basis voor iedereen,Theme,000120\nBasis voor iedereen,Person,000120\n\
                Basis voor iedereen,Function,Functie onbekend\n";
    let created = |count, unchanged| {
        format!("learning_path_links.csv: created {count}, updated 0, unchanged {unchanged}, removed 0\n")
    };
    assert_eq!(site.import(&[("learning_path_links.csv", text)]).ok().stdout, created(3, 0));
    assert_eq!(site.import(&[("learning_path_links.csv", text)]).ok().stdout, created(0, 3));
}

// ------------------------------------------------------------------------------- defaults that depend on other cells

/// Returns the line of an exported file that begins with `start` after its Id, without the Id.
fn line(site: &Site, file: &str, start: &str) -> String {
    let text = site.export_file(file);
    let mut found = text.lines().filter_map(|line| line.split_once(',').filter(|(_, rest)| rest.starts_with(start)));
    found.next().unwrap_or_else(|| panic!("{start} in {text}")).1.to_owned()
}

#[test]
fn a_cancellation_has_defaults_and_is_cleared_by_another_state() {
    let site = seed_site();
    let key = "000120,AVG,,2026-01-01T00:00:00";
    let import = |columns: &str, cells: &str| {
        let text = format!(
            "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt{columns}\n000120,AVG,,2026-01-01{cells}\n"
        );
        site.import(&[("enrollments.csv", &text)]).ok();
        let line = line(&site, "enrollments.csv", key);
        line[key.len() + 1..].to_owned()
    };
    // State,OnWaitingList,AddedFromCatalog,ChangedAt,CancelledAt,CancelledBy,CancellationReason,Costs,Payment
    let enrolled = "2026-01-01T00:00:00";
    assert_eq!(import(",State", ",0"), format!("0,false,false,{enrolled},,,,,"));
    assert_eq!(import(",State", ",2"), format!("2,false,false,{enrolled},,Reden onbekend,,,"));
    assert_eq!(
        import(",CancelledBy,CancellationReason,CancelledAt", ",Medewerker uit dienst,No show,3-2-2026 10:00"),
        format!("2,false,false,{enrolled},2026-02-03T10:00:00,Medewerker uit dienst,No show,,")
    );
    // absent columns keep their cells while the enrolment is cancelled
    assert_eq!(
        import(",State,Payment", ",2,Zelf"),
        format!("2,false,false,{enrolled},2026-02-03T10:00:00,Medewerker uit dienst,No show,,Zelf")
    );
    assert_eq!(
        import(",CancelledBy", ","),
        format!("2,false,false,{enrolled},2026-02-03T10:00:00,Reden onbekend,No show,,Zelf")
    );
    // another state clears the cells of the cancellation
    assert_eq!(import(",State", ",3"), format!("3,false,false,{enrolled},,,,,Zelf"));
    assert_eq!(
        import(",ChangedAt,State,Costs", ",2026-02-01,2,\"12,5\""),
        "2,false,false,2026-02-01T00:00:00,,Reden onbekend,,12.50,Zelf"
    );
    assert_eq!(import(",ChangedAt,State,CancelledBy,Costs", ",,1,,"), format!("1,false,false,{enrolled},,,,,Zelf"));
}

#[test]
fn a_validity_is_computed_once() {
    let site = seed_site();
    let import = |trainings: &str, results: &str| {
        let results = format!("PersonExternalIdentifier,TrainingCode,FinishedAt{results}");
        let mut files = vec![("results.csv", results.as_str())];
        files.extend(Some(("trainings.csv", trainings)).filter(|(_, text)| !text.is_empty()));
        site.import(&files).ok();
    };
    let valid = |start: &str| line(&site, "results.csv", start).split(',').nth(5).unwrap().to_owned();

    // AVG has 24 months, and 6 after the second import; the end is at most the last day of its month
    import("", "\n000120,AVG,2024-02-29T10:00:00\n000120,WELKOM,2024-02-29\n");
    assert_eq!(valid("000120,AVG,2024-02-29"), "2026-02-28T10:00:00");
    assert_eq!(valid("000120,WELKOM,2024-02-29"), "never");
    import(
        "Code,ValidityMonths\nAVG,6\n",
        "\n000121,AVG,2024-08-31\n000121,AVG,2024-09-29T02:30\n000120,AVG,2024-02-29T10:00:00\n",
    );
    assert_eq!(valid("000121,AVG,2024-08-31"), "2025-02-28T00:00:00");
    assert_eq!(valid("000121,AVG,2024-09-29"), "2025-03-29T02:30:00");
    assert_eq!(valid("000120,AVG,2024-02-29"), "2026-02-28T10:00:00");
    import("Code,ValidityMonths\nAVG,\n", ",ValidUntil\n000125,AVG,2024-08-31,\n000120,AVG,2024-02-29 10:00,\n");
    assert_eq!(valid("000125,AVG,2024-08-31"), "never");
    assert_eq!(valid("000120,AVG,2024-02-29"), "2026-02-28T10:00:00");
    import("Code,ValidityMonths\nAVG,1\n", "\n000125,AVG,2025-02-28T02:30\n000125,AVG,2026-02-28T02:30\n");
    assert_eq!(valid("000125,AVG,2025-02-28"), "2025-03-28T02:30:00");

    import("", ",ValidUntil\n000125,AVG,2024-08-31,1-1-2030\n000120,AVG,2024-02-29 10:00,Never\n");
    assert_eq!(valid("000125,AVG,2024-08-31"), "2030-01-01T00:00:00");
    assert_eq!(valid("000120,AVG,2024-02-29"), "never");
    // beyond the calendar
    import("Code,ValidityMonths\nAVG,2147483647\n", "\n000126,AVG,2024-08-31\n");
    assert_eq!(valid("000126,AVG,2024-08-31"), "never");
}

#[test]
fn a_validity_that_ends_in_the_skipped_hour_moves_forward() {
    let site = seed_site();
    let results = "PersonExternalIdentifier,TrainingCode,FinishedAt\n000120,AVG,2025-12-29T02:30\n";
    let files = [("trainings.csv", "Code,ValidityMonths\nAVG,3\n"), ("results.csv", results)];
    site.import(&files).ok();
    // on 29 March 2026, spring skips this hour
    assert!(line(&site, "results.csv", "000120,AVG,2025-12-29").contains(",2026-03-29T03:30:00,"));
}

#[test]
fn long_texts_and_numbers_are_read_in_every_form() {
    let site = seed_site();
    let long = "é".repeat(100_000);
    site.import(&[
        ("steps.csv", &format!("Title,Introduction,Order\nVeilig werken,{long},-3\n")),
        ("trainings.csv", &format!("Code,Description,Costs\nAVG,{long},\"0007,5\"\n")),
        ("classes.csv", &format!("Code,Memo,MaxPersons\nBHVB-1,{long},012\n")),
        (
            "absences.csv",
            "PersonExternalIdentifier,ClassCode,CreationDate,TaskCode,AbsenceReason,PublicCosts,HiddenCosts\n\
             000120,BHVB-1,2026-01-01,,Ziek,-0.05,\n000120,BHVB-1,2026-01-01,BHV-EHBO,Ziek,-0,999999999999.99\n",
        ),
    ])
    .ok();
    assert!(site.export_file("steps.csv").contains(&format!("Veilig werken,{long},-3\n")));
    assert!(site.export_file("trainings.csv").contains(",7.50,"));
    let absences = site.export_file("absences.csv");
    assert!(absences.contains(",2026-01-01T00:00:00,,Ziek,-0.05,0.00\n"), "{absences}");
    assert!(absences.contains(",2026-01-01T00:00:00,BHV-EHBO,Ziek,0.00,999999999999.99\n"), "{absences}");
}

#[test]
fn the_ledger_of_other_files_does_not_name_an_anonymised_person() {
    let site = seed_site();
    let database = rusqlite::Connection::open(site.db()).unwrap();
    // changes as removals record them
    let insert_removal = |column: &str, value: &str, kind: &str| {
        format!("INSERT INTO ledger_change (ledger, file, row, kind, old)
             SELECT max(id), 'x.csv', 1, 'removed', json_object('{column}', '{value}', 'LinkType', '{kind}') FROM ledger;")
    };
    let removed = [
        ("PersonExternalIdentifier", "001302", ""),
        ("PersonExternalIdentifier", "000120", ""),
        ("LinkValue", "001302", "Person"),
        ("LinkValue", "001302", "Theme"),
        ("LinkValue", "001302", "Group"),
    ];
    for (column, value, kind) in removed {
        database.execute_batch(&insert_removal(column, value, kind)).unwrap();
    }
    let end = "ExternalIdentifier,ContractEndTime\n001302,2026-01-01\n";
    site.import(&[("persons.csv", end)]).ok();
    site.lms(&["person", "anonymise", "001302", "--yes"]).ok();
    let mut identifiers = database
        .prepare("SELECT coalesce(old ->> 'PersonExternalIdentifier', old ->> 'LinkValue') FROM ledger_change WHERE file = 'x.csv' ORDER BY id")
        .unwrap();
    let identifiers: Vec<_> =
        identifiers.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap).collect();
    let anonymised = "anonymised-36";
    assert_eq!(identifiers, [anonymised, "000120", anonymised, anonymised, "001302"]);
}

#[test]
fn close_names_are_suggested() {
    assert_refused(
        &seed_site(),
        "training_trainers.csv",
        "TrainingCode,PersonExternalIdentifier\n\
         BHV-BASSI,000120\nbhv-basis,120\nAVG,000121x\nAVG,999\nAGV,ext-11\nIets heel anders,0120\n",
        &[
            "2: TrainingCode: BHV-BASSI is not in the database; did you mean BHV-BASIS?",
            "3: TrainingCode: bhv-basis is not in the database; did you mean BHV-BASIS?",
            "3: PersonExternalIdentifier: 120 is not in the database; did you mean 000120?",
            "4: PersonExternalIdentifier: 000121x is not in the database; did you mean 000121?",
            "5: PersonExternalIdentifier: 999 is not in the database",
            "6: TrainingCode: AGV is not in the database; did you mean AVG?",
            "6: PersonExternalIdentifier: ext-11 is not in the database; did you mean EXT-011?",
            "7: TrainingCode: Iets heel anders is not in the database",
            "7: PersonExternalIdentifier: 0120 is not in the database; did you mean 000120?",
        ],
    );
}

#[test]
fn a_zip_with_only_pictures_can_be_imported() {
    let site = Site::new();
    let zip = site.path().join("p.zip");
    let mut writer = zip::ZipWriter::new(fs::File::create(&zip).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    writer.start_file("images/a.png", options).unwrap();
    std::io::Write::write_all(&mut writer, &png(400, 300)).unwrap();
    writer.finish().unwrap();
    let output = site.lms(&["import", zip.to_str().unwrap()]).ok();
    assert_eq!(output.stdout, "images: created 1, updated 0, unchanged 0, removed 0\n");
    // a file with the same name replaces the picture
    let output = import(&site, &[("images/a.png", &png(500, 375))]).ok();
    assert_eq!(output.stdout, "images: created 0, updated 1, unchanged 0, removed 0\n");
    let pictures = export(&site);
    let (_, bytes) = pictures.iter().find(|(name, _)| name == "images/a.png").unwrap();
    assert_eq!(bytes, &png(500, 375));
}

#[test]
fn read_commands_leave_no_file_beside_the_database() {
    let site = seed_site();
    for args in [
        &["export", "out"][..],
        &["why", "persons.csv", "000101", "Email"],
        &["imports"],
        &["imports", "show", "1"],
        &["check"],
    ] {
        site.lms(args).ok();
        let names = fs::read_dir(site.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut beside: Vec<String> = names.filter(|name| name.starts_with("lms.sqlite")).collect();
        beside.sort();
        assert_eq!(beside, ["lms.sqlite"], "{args:?}");
    }
}
