//! Tests that files which could exhaust the memory are refused within 256 MiB (contract section 11).

use std::fs;
use std::io::{Cursor, Write};
use std::process::Command;

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::spreadsheets::{header_row, text_cell, workbook};
use crate::support::{Output, Site, persons_site};

/// The memory of an idle command and 256 MiB, in KiB.
const MEMORY: u32 = (16 + 256) << 10;

/// Imports one file with at most [`MEMORY`].
fn import(site: &Site, name: &str, bytes: &[u8], flags: &[&str]) -> Output {
    import_within(MEMORY, site, name, bytes, flags)
}

fn import_within(kib: u32, site: &Site, name: &str, bytes: &[u8], flags: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -d {kib} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_lms-appliance"), "import"])
        .arg(folder.path())
        .arg("--db")
        .arg(site.db())
        .args(flags)
        .output()
        .unwrap();
    let to_text = |bytes| String::from_utf8(bytes).unwrap();
    Output {
        status: output.status.code().unwrap_or(-1),
        stdout: to_text(output.stdout),
        stderr: to_text(output.stderr),
    }
}

/// Adds a part to a workbook.
fn add_part(workbook: Vec<u8>, name: &str, write: impl FnOnce(&mut dyn Write)) -> Vec<u8> {
    let mut zip = ZipWriter::new_append(Cursor::new(workbook)).unwrap();
    zip.start_file(name, SimpleFileOptions::default()).unwrap();
    write(&mut zip);
    zip.finish().unwrap().into_inner()
}

/// Returns a workbook with `count` shared strings of this length. The last string is the name of a group.
pub fn workbook_with_strings(count: usize, bytes: usize) -> Vec<u8> {
    let rows = format!("{}<row r='2'><c r='A2' t='s'><v>{}</v></c></row>", header_row(&["Name"]), count - 1);
    add_part(workbook(&rows), "xl/sharedStrings.xml", |part| {
        part.write_all(b"<sst uniqueCount='99999999999999'>").unwrap();
        let string = format!("<si><t>{}</t></si>", "x".repeat(bytes));
        (0..count).for_each(|_| part.write_all(string.as_bytes()).unwrap());
        part.write_all(b"</sst>").unwrap();
    })
}

#[test]
fn a_cell_beyond_the_limits_of_excel_is_refused() {
    let site = persons_site();
    for (row, cell, reported) in [
        (
            "2",
            "FZZZZZZ2",
            "groups.xlsx:2: the sheet cannot be read (FZZZZZZ2 is not a cell of Excel: the last cell is XFD1048576",
        ),
        (
            "2",
            "XFE2",
            "groups.xlsx:2: the sheet cannot be read (XFE2 is not a cell of Excel: the last cell is XFD1048576",
        ),
        (
            "2",
            "A1048577",
            "groups.xlsx:2: the sheet cannot be read (A1048577 is not a cell of Excel: the last cell is XFD1048576",
        ),
        ("2", "A99999999999", "groups.xlsx:2: the sheet cannot be read (A99999999999 is not a cell of Excel"),
        ("99999999999", "A2", "groups.xlsx:2: the sheet cannot be read (it has no row 99999999999"),
        ("2", "XFD2", "groups.xlsx:2: a row can have at most 1000 cells"),
    ] {
        let bytes = workbook(&format!("{}<row r='{row}'>{}</row>", header_row(&["Name"]), text_cell(cell, "G")));
        let output = import(&site, "groups.xlsx", &bytes, &[]).refused();
        assert!(output.stderr.starts_with(reported), "{output:?}");
    }
}

#[test]
fn shared_strings_are_not_held_in_memory_and_are_limited() {
    let site = persons_site();
    // less memory than the strings need
    const SMALL_MEMORY: u32 = (16 + 32) << 10;
    let bytes = workbook_with_strings(300, 250_000);
    assert!(bytes.len() < 1 << 20);
    let output = import_within(SMALL_MEMORY, &site, "groups.xlsx", &bytes, &[]).refused();
    assert!(output.stderr.starts_with(&format!("groups.xlsx:2: Name: {}… ", "x".repeat(200))), "{output:?}");
    // a million short strings need 56 MiB
    let output = import_within(SMALL_MEMORY, &site, "groups.xlsx", &workbook_with_strings(1_000_000, 3), &[]).ok();
    assert_eq!(output.stdout, "groups.csv: created 1, updated 0, unchanged 0, removed 0\n");
    let output = import(&site, "groups.xlsx", &workbook_with_strings(1200, 250_000), &[]).refused();
    assert!(output.stderr.contains("the shared strings of a workbook can have at most 256 MiB"), "{output:?}");
    let output = import(&site, "groups.xlsx", &workbook_with_strings(1, 2 << 20), &[]).refused();
    assert!(output.stderr.contains("can have at most 1 MiB"), "{output:?}");
}

#[test]
fn parts_of_a_workbook_are_limited() {
    let site = persons_site();
    let rows = format!("{}<row r='2'>{}</row>", header_row(&["Name"]), text_cell("A2", "G"));
    // a long text, and elements that are not closed
    for (piece, count) in [("x", 400 << 20), ("<a>", 1 << 20)] {
        let sheet = format!("{}<!-- -->", rows);
        let bytes = workbook(&format!("{sheet}<row r='3'><c r='A3'><v>{}", piece.repeat(count.min(64 << 20))));
        import(&site, "groups.xlsx", &bytes, &[]).refused();
    }
    // a format that each style repeats
    let bytes = remove_part(workbook(&rows), "xl/styles.xml");
    let bytes = add_part(bytes, "xl/styles.xml", |part| {
        let format = "x".repeat(500_000);
        write!(part, "<styleSheet><numFmts><numFmt numFmtId='200' formatCode='{format}'/></numFmts><cellXfs>").unwrap();
        (0..60_000).for_each(|_| part.write_all(b"<xf numFmtId='200'/>").unwrap());
        write!(part, "</cellXfs></styleSheet>").unwrap();
    });
    let output = import(&site, "groups.xlsx", &bytes, &[]).refused();
    assert!(output.stderr.contains("a number format can have at most 255 characters"), "{output:?}");
    // a .zip with too many entries
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..70_000 {
        zip.start_file(number.to_string(), SimpleFileOptions::default()).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    let output = import(&site, "groups.xlsx", &bytes, &[]).refused();
    assert!(output.stderr.contains("a .zip can have at most 65535 entries"), "{output:?}");
}

/// Removes a part from a workbook.
fn remove_part(workbook: Vec<u8>, name: &str) -> Vec<u8> {
    let mut from = ZipArchive::new(Cursor::new(workbook)).unwrap();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..from.len() {
        let part = from.by_index(at).unwrap();
        if part.name().unwrap() != name {
            zip.raw_copy_file(part).unwrap();
        }
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn rows_with_too_many_cells_or_bytes_are_refused() {
    let site = persons_site();
    let commas = |count| ",".repeat(count);
    let output = import(&site, "groups.csv", format!("Name{}\nG\n", commas(4_000_000)).as_bytes(), &[]).refused();
    assert_eq!(
        output.stderr,
        "groups.csv:1: a row can have at most 1000 cells\n\
         lms-appliance: refused, 1 error; nothing was changed\n"
    );
    let rows = format!("Name\n{}\n\"{}\n", commas(40_000_000), "x".repeat(5_000_000));
    let output = import(&site, "groups.csv", rows.as_bytes(), &[]).refused();
    assert_eq!(
        output.stderr,
        "groups.csv:2: a row can have at most 1000 cells\n\
         groups.csv:3: a row can have at most 1048576 bytes: is a quote never closed?\n\
         lms-appliance: refused, 2 errors; nothing was changed\n"
    );
}

#[test]
fn errors_beyond_ten_thousand_are_counted() {
    let site = persons_site();
    let list = site.path().join("errors.csv");
    // errors in cells, and errors found by comparison with the database
    let cells: String = (0..25_000).map(|n| format!("{n}\n")).collect();
    let names: String = (0..25_000).map(|n| format!("G,{n}\n")).collect();
    for (name, bytes) in [
        ("groups.csv", "Name\n".to_owned() + &"#REF!\n".repeat(25_000)),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\n".to_owned() + &names),
        ("absences.csv", "CreationDate\n".to_owned() + &cells),
    ] {
        let output = import(&site, name, bytes.as_bytes(), &["--errors", list.to_str().unwrap()]).refused();
        let mut reported: Vec<_> = output.stderr.lines().rev().collect();
        let count: usize = reported[0].split([' ', ',']).find_map(|word| word.parse().ok()).unwrap();
        assert!(count >= 25_000, "{}", reported[0]);
        assert_eq!(reported[1], format!("and {} more errors", count - 100));
        reported.truncate(200);
        assert_eq!(reported.len(), 102);
        let list = fs::read_to_string(&list).unwrap();
        assert_eq!(list.lines().count(), 1 + 10_000 + 1);
        let last = format!("{name},1,,,\"and {} more errors of this file, which are not listed\"\n", count - 10_000);
        assert!(list.ends_with(&last), "{}", list.lines().last().unwrap());
    }
}

#[test]
fn a_cell_in_an_error_is_cut() {
    let site = persons_site();
    let list = site.path().join("errors.csv");
    let long = "é".repeat(400_000);
    for (name, bytes) in [
        ("groups.csv", format!("Name\n{long}\n")),
        ("groups.csv", format!("Name,{long}\nG,1\n")),
        ("persons.csv", format!("ExternalIdentifier,ContractEndTime\nE001,{long}\n")),
    ] {
        let output = import(&site, name, bytes.as_bytes(), &["--errors", list.to_str().unwrap()]).refused();
        let cut = "é".repeat(200) + "…";
        assert!(output.stderr.contains(&cut) && output.stderr.len() < 2000, "{output:?}");
        let list = fs::read_to_string(&list).unwrap();
        assert!(list.contains(&cut) && list.len() < 2500, "{list}");
    }
}
