//! Tests data files that a spreadsheet wrote: removed zeros, errors, encodings, separators, workbooks (contract section 7).

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::support::{Output, PERSONS, Site, persons_site, seed_site};

/// Imports a folder with these files.
fn import(site: &Site, files: &[(&str, &[u8])], flags: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let mut args = vec!["import", folder.path().to_str().unwrap()];
    args.extend(flags);
    site.lms(&args)
}

/// Imports one file, and returns the errors of the refusal.
#[track_caller]
fn import_errors(site: &Site, name: &str, bytes: impl AsRef<[u8]>) -> Vec<String> {
    let output = import(site, &[(name, bytes.as_ref())], &[]).refused();
    let mut lines: Vec<_> = output.stderr.lines().map(str::to_owned).collect();
    let last = lines.pop().expect("a last line");
    assert!(last.contains("nothing was changed"), "{output:?}");
    lines
}

// ------------------------------------------------------------------------------------------------------------ cells

// "times `H:MM[:SS]` or `HH:MM[:SS]`"
#[test]
fn an_hour_may_have_one_digit() {
    let site = seed_site();
    let file = "ClassCode,Date,From,Till\nBHVB-1,2026-05-01,9:00,9:30:05\nBHVB-1,1-5-2026,10:00,11:00\n";
    site.import(&[("class_dates.csv", file)]).ok();
    let dates = site.export_file("class_dates.csv");
    assert!(dates.contains(",BHVB-1,2026-05-01,09:00,09:30:05,"), "{dates}");
}

// "Faults that spreadsheets make: … an Excel error in any cell, a number in scientific notation in a text column"
#[test]
fn spreadsheet_errors_and_shortened_numbers_are_refused() {
    let site = persons_site();
    let file = "ExternalIdentifier;FirstName;FamilyName;Email;PhoneNumber;ContractEndTime;HasActivatedAccount\n\
                6,12E+08;#N/B;#VERW!;#REF!;6.12E+08;#n/a;#DEEL/0!\n\
                N2;A;B;a@x;-1E-7;########;\n\
                N3;1E5;E+08;c@x;3E;;\n";
    let shortened =
        "is a long number that the spreadsheet has shortened; format the column as text and type the number again";
    let error = "is an error of the spreadsheet, not a value";
    assert_eq!(
        import_errors(&site, "persons.csv", file),
        [
            format!("persons.csv:2: ExternalIdentifier: 6,12E+08 {shortened}"),
            format!("persons.csv:2: FirstName: #N/B {error}"),
            format!("persons.csv:2: FamilyName: #VERW! {error}"),
            format!("persons.csv:2: Email: #REF! {error}"),
            format!("persons.csv:2: PhoneNumber: 6.12E+08 {shortened}"),
            format!("persons.csv:2: ContractEndTime: #n/a {error}"),
            format!("persons.csv:2: HasActivatedAccount: #DEEL/0! {error}"),
            format!("persons.csv:3: PhoneNumber: -1E-7 {shortened}"),
            "persons.csv:3: ContractEndTime: ######## appears when a column of the spreadsheet is too narrow; widen the \
             column and save the file again"
            .into(),
        ]
    );
}

// -------------------------------------------------------------------------------------------------------- encodings

const HEADER: &str = "ExternalIdentifier,FirstName,FamilyName,Email";

/// Encodes a text of Latin-1 characters in windows-1252.
pub fn to_windows_1252(text: &str) -> Vec<u8> {
    let byte = |c: char| u8::try_from(u32::from(c)).expect("a character of Latin-1");
    text.chars().map(byte).collect()
}

// "without `--encoding` each file that isn't UTF-8 is read as windows-1252, which is said"
#[test]
fn the_encoding_of_each_file_is_detected() {
    let site = Site::new();
    let persons = format!("{HEADER}\nN1,A,B,a@x\nN2,Renée,B,b@x\nN3,Zoë,B,c@x\n");
    let files = [
        ("persons.csv", to_windows_1252(&persons)),
        ("groups.csv", "Name\nÉén\n".into()),
        ("functions.csv", b"Name\nKok\n".to_vec()),
    ];
    let files = files.each_ref().map(|(name, bytes)| (*name, bytes.as_slice()));
    let warning = "warning: persons.csv:3: the file is not UTF-8; it is read as windows-1252, the encoding of older spreadsheets. Check letters with accents\n";
    // warnings of the reader are shown once, however often the rows are checked
    for flags in [&["--dry-run"][..], &[]] {
        assert_eq!(import(&site, &files, flags).ok().stderr, warning.to_owned() + dry_run_note(flags));
    }
    assert_eq!(site.export_columns("persons.csv", &["FirstName"]), ["A", "Renée", "Zoë"]);
    assert!(site.export_file("groups.csv").contains("Één"));
}

#[test]
fn a_character_may_cross_two_blocks_of_a_file() {
    let site = Site::new();
    for before in 0..4 {
        let file = format!("Name\n{}{}\n", " ".repeat(before), "€".repeat(900));
        let file = file + &"€, \n".replace(", ", " ").repeat(20_000);
        let output = import(&site, &[("groups.csv", file.as_bytes())], &["--dry-run"]).refused();
        let first = output.stderr.lines().next().unwrap();
        assert!(first.ends_with("€ is on line 3 already"), "{first}");
    }
}

/// Returns the line that ends the standard error of a dry run.
fn dry_run_note(flags: &[&str]) -> &'static str {
    if flags.is_empty() { "" } else { "dry run: nothing was changed\n" }
}

#[test]
fn a_file_in_another_encoding_is_one_error() {
    let site = persons_site();
    let rows = "N1,René,B,a@x\nN2,Zoë,B,b@x\n";
    let utf_8 = format!("{HEADER}\n{rows}").into_bytes();
    let old = to_windows_1252(&format!("{HEADER}\n{rows}"));
    let marked = [b"\xEF\xBB\xBF", old.as_slice()].concat();
    let mixed = [utf_8.as_slice(), &to_windows_1252("N3,Zoë,B,b@x\n")].concat();
    let neither = [old.as_slice(), b"N3,Zo\x81,B,b@x\n"].concat();
    let not_utf_8 = "2: the file is not UTF-8, although its byte order mark or --encoding says that it is (this is the first line that \
                     shows it); save it as CSV UTF-8";
    for (bytes, encoding, error) in [
        (
            &utf_8,
            Some("windows-1252"),
            "2: the file is UTF-8 (this is the first line that shows it), and --encoding windows-1252 would garble it; \
             omit --encoding",
        ),
        (&old, Some("utf-8"), not_utf_8),
        (&marked, None, not_utf_8),
        (&marked, Some("windows-1252"), not_utf_8),
        (
            &mixed,
            None,
            "4: this line is not UTF-8, but line 2 is: was the file put together from two? Save it as CSV UTF-8, or \
             read the whole file as windows-1252 (--encoding)",
        ),
        (
            &neither,
            None,
            "4: the file is neither UTF-8 nor windows-1252 (this is the first line that shows it); save it as CSV UTF-8",
        ),
    ] {
        let flags: Vec<_> = encoding.iter().flat_map(|name| ["--encoding", name]).collect();
        let output = import(&site, &[("persons.csv", bytes)], &flags).refused();
        let expected = format!("persons.csv:{error}\nlms-appliance: refused, 1 error; nothing was changed\n");
        assert_eq!(output.stderr, expected);
    }
    // ASCII is the same in all encodings
    let plain = format!("{HEADER}\nN1,A,B,a@x\n");
    import(&site, &[("persons.csv", plain.as_bytes())], &["--encoding", "windows-1252"]).ok();
}

// ----------------------------------------------------------------------------------------- one cause is one error

// "A cause that holds for a whole file is one fault."
// "A cell that is quoted in an error is cut after 200 characters": foreign files may have long lines
#[test]
fn a_long_name_of_a_column_is_cut() {
    let site = persons_site();
    let reported = import_errors(&site, "persons.csv", format!("ExternalIdentifier,{}\n", "x".repeat(900_000)));
    let start = format!("persons.csv:1: {}…: unknown column", "x".repeat(200));
    assert!(reported[0].starts_with(&start), "{}", &reported[0][..200]);
}

#[test]
fn a_header_and_rows_with_other_separators_are_one_error() {
    let site = persons_site();
    let rows = "N1;A;B;a,b@x\nN2;A;B;c@x\n";
    for (header, rows, separators) in [
        (HEADER, rows.to_owned(), "commas, this row by semicolons"),
        (HEADER, rows.replace(';', "\t"), "commas, this row by tabs"),
        (&HEADER.replace(',', ";"), rows.replace(',', "").replace(';', ","), "semicolons, this row by commas"),
    ] {
        let error = format!("persons.csv:2: the header is separated by {separators}; save the file with one separator");
        assert_eq!(import_errors(&site, "persons.csv", format!("{header}\n{rows}")), [error]);
    }
}

#[test]
fn a_column_that_all_new_rows_lack_is_one_error() {
    let site = persons_site();
    let file = "ExternalIdentifier,FirstName,Email\nE001,A,a@x\nN1,A,b@x\nN2,A,c@x\n";
    assert_eq!(
        import_errors(&site, "persons.csv", file),
        ["persons.csv:3: FamilyName: a new row requires a value, and the file does not have this column (2 rows are \
             new, this is the first)"]
    );
}

// -------------------------------------------------------------------------------------------------------- workbooks

/// Returns a workbook like those of Excel, with these rows on its first visible sheet. Style 1 is `00000`, 2 `d-m-yyyy`,
/// 3 `h:mm`, 4 an amount in euros, 5 a date with its time.
pub fn workbook(rows: &str) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let sheet = |rows: &str| format!("<worksheet xmlns='{main}'><sheetData>{rows}</sheetData></worksheet>");
    let formats = ["00000", "d\\-m\\-yyyy", "h:mm", "[$€-413] #,##0.00", "d\\-m\\-yyyy\\ h:mm"];
    let number = |(n, format)| format!("<numFmt numFmtId='{}' formatCode='{format}'/>", 170 + n);
    let numbers: String = formats.iter().enumerate().map(number).collect();
    let styles: String = (170..175).map(|n| format!("<xf numFmtId='{n}' applyNumberFormat='1'/>")).collect();
    let parts = [
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
                 <Relationship Id='r1' Type='{relations}/officeDocument' Target='xl/workbook.xml'/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns='{main}' xmlns:r='{relations}'><sheets><sheet name='Oud' sheetId='1' state='hidden' r:id='r1'/>\
             <sheet name='Blad1' sheetId='2' r:id='r2'/><sheet name='Blad2' sheetId='3' r:id='r1'/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
             <Relationship Id='r1' Type='{relations}/worksheet' Target='worksheets/sheet1.xml'/>\
             <Relationship Id='r2' Type='{relations}/worksheet' Target='worksheets/sheet2.xml'/>\
             <Relationship Id='r3' Type='{relations}/styles' Target='styles.xml'/></Relationships>"
            ),
        ),
        (
            "xl/styles.xml",
            format!(
                "<styleSheet xmlns='{main}'><numFmts count='5'>{numbers}</numFmts>\
             <cellXfs count='6'><xf numFmtId='0'/>{styles}</cellXfs></styleSheet>"
            ),
        ),
        ("xl/worksheets/sheet1.xml", sheet("<row r='1'><c r='A1'><v>1</v></c></row>")),
        ("xl/worksheets/sheet2.xml", sheet(rows)),
    ];
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub fn text_cell(at: &str, text: &str) -> String {
    format!("<c r='{at}' t='inlineStr'><is><t>{text}</t></is></c>")
}

pub fn header_row(names: &[&str]) -> String {
    let cell = |(name, column): (&&str, char)| text_cell(&format!("{column}1"), name);
    let cells: String = names.iter().zip('A'..).map(cell).collect();
    format!("<row r='1'>{cells}</row>")
}

/// A workbook of persons with numbers whose format adds zeros, dates and a formula.
fn persons() -> Vec<u8> {
    let names = ["ExternalIdentifier", "FirstName", "FamilyName", "Email", "ContractEndTime", "HasActivatedAccount"];
    workbook(&format!(
        "{}<row r='3'><c r='A3' s='1'><v>1037</v></c>{}{}<c r='D3' t='str'><f>A3&amp;\"@x\"</f><v>zoe@x</v></c>\
         <c r='E3' s='2'><v>46387</v></c><c r='F3' t='b'><v>1</v></c></row>\
         <row r='4'>{}{}{}{}<c r='E4' s='5'><v>46387.354166666664</v></c><c r='G4'><v/></c></row>",
        header_row(&names),
        text_cell("B3", "Zoë"),
        text_cell("C3", " Jong "),
        text_cell("A4", "00007"),
        text_cell("B4", "A"),
        text_cell("C4", "B"),
        text_cell("D4", "a@x"),
    ))
}

// "a .xlsx is read too (first sheet of each, named like the .csv)"
#[test]
fn a_workbook_is_read_as_excel_shows_it() {
    let site = Site::new();
    let reported = import(&site, &[("persons.xlsx", &persons())], &[]).ok();
    assert_eq!(reported.stdout, "persons.csv: created 2, updated 0, unchanged 0, removed 0\n");
    assert_eq!(reported.stderr, "");
    let columns = ["Id", "ExternalIdentifier", "FirstName", "Email", "ContractEndTime", "HasActivatedAccount"];
    assert_eq!(
        site.export_columns("persons.csv", &columns),
        ["1,01037,Zoë,zoe@x,2026-12-31T00:00:00,true", "2,00007,A,a@x,2026-12-31T08:30:00,false"]
    );
    let why = site.lms(&["why", "persons.csv", "00007", "Email"]).ok();
    assert!(why.stdout.contains("import 1 line 4 "), "{why:?}");

    let site = seed_site();
    let absences = workbook(&format!(
        "{}<row r='2'>{}{}<c r='C2' s='2'><v>46090</v></c>{}<c r='E2' s='4'><v>1250.5</v></c></row>",
        header_row(&[
            "PersonExternalIdentifier",
            "ClassCode",
            "CreationDate",
            "AbsenceReason",
            "PublicCosts",
            "TaskCode"
        ]),
        text_cell("A2", "000120"),
        text_cell("B2", "BHVB-1"),
        text_cell("D2", "Ziek"),
    ));
    let dates = workbook(&format!(
        "{}<row r='2'>{}<c r='B2' s='2'><v>46143</v></c><c r='C2' s='3'><v>0.375</v></c><c r='D2' s='3'><v>0.4375</v></c></row>",
        header_row(&["ClassCode", "Date", "From", "Till"]),
        text_cell("A2", "BHVB-1"),
    ));
    let files = [("absences.xlsx", absences.as_slice()), ("class_dates.xlsx", &dates)];
    import(&site, &files, &[]).ok();
    assert!(site.export_file("absences.csv").contains(",000120,BHVB-1,2026-03-09T00:00:00,,Ziek,1250.50,0.00\n"));
    assert!(site.export_file("class_dates.csv").contains(",BHVB-1,2026-05-01,09:00,10:30,"));
}

#[test]
fn errors_of_a_workbook_have_its_name_and_row() {
    let site = persons_site();
    let bytes = workbook(&format!(
        "{}<row r='2'><c r='A2' t='e'><v>#N/A</v></c>{}{}{}</row>\
         <row r='9'><c r='A9'><v>6123456789012345</v></c>{}{}{}{}</row>\
         <row r='10'>{}{}{}{}{}</row>",
        header_row(&["ExternalIdentifier", "FirstName", "FamilyName", "Email", "ManagerExternalIdentifier"]),
        text_cell("B2", "A"),
        text_cell("C2", "B"),
        text_cell("D2", "a@x"),
        text_cell("B9", "A"),
        text_cell("C9", "B"),
        text_cell("D9", "a@x"),
        text_cell("E9", "E999"),
        text_cell("A10", "N1"),
        text_cell("B10", "A"),
        text_cell("C10", "B"),
        text_cell("D10", "a@x"),
        text_cell("F10", "?"),
    ));
    assert_eq!(
        import_errors(&site, "persons.xlsx", &bytes),
        [
            "persons.xlsx:2: ExternalIdentifier: #N/A is an error of the spreadsheet, not a value",
            "persons.xlsx:9: ExternalIdentifier: 6.12346E+15 is a long number that the spreadsheet has shortened; \
             format the column as text and type the number again",
            "persons.xlsx:9: ManagerExternalIdentifier: E999 is neither in persons.xlsx nor in the database",
            "persons.xlsx:10: the row has 6 cells, the header 5",
        ]
    );
    let both = [("persons.csv", PERSONS.as_bytes()), ("persons.xlsx", &persons())];
    let output = import(&site, &both, &[]).refused();
    assert_eq!(
        output.stderr,
        "persons.csv:1: persons.xlsx is given too; give only one of the two\n\
         lms-appliance: refused, 1 error; nothing was changed\n"
    );
}

#[test]
fn files_with_the_wrong_extension_are_refused() {
    let site = persons_site();
    let renamed =
        "persons.csv:1: this is an Excel workbook; save it as CSV UTF-8, or change the end of its name to .xlsx";
    assert_eq!(import_errors(&site, "persons.csv", persons()), [renamed]);
    assert_eq!(import_errors(&site, "persons.csv", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), [renamed]);
    let error = import_errors(&site, "persons.xlsx", PERSONS);
    assert_eq!(error.len(), 1);
    assert!(
        error[0]
            .starts_with("persons.xlsx:1: the workbook cannot be read (it is not an .xlsx workbook that can be opened"),
        "{error:?}"
    );
    assert!(error[0].ends_with("save it as .xlsx or CSV UTF-8"), "{error:?}");

    let path = site.path().join("persons.xlsx");
    fs::write(&path, persons()).unwrap();
    site.lms(&["import", path.to_str().unwrap()]).ok();

    let files = [("persons.xls", "x"), ("~$persons.xlsx", "x"), ("groups.csv", "Name\nG\n")];
    assert_eq!(
        site.import(&files).ok().stderr,
        "warning: persons.xls is not a data file and is ignored; did you mean persons.csv?\n\
         warning: ~$persons.xlsx is not a data file and is ignored\n"
    );
}

// -------------------------------------------------------------------------------------- similar rows

// "a new ExternalIdentifier that differs from a stored one in leading zeros only (`--allow-similar` takes it)"
#[test]
fn a_new_identifier_that_differs_in_leading_zeros_is_an_error() {
    let site = persons_site();
    let file = format!("{HEADER}\n5,Eva,Smit,eva@other.nl\n0E001,A,B,a@x\nE01,A,B,b@x\n");
    let other = "If it is another person, accept employee numbers that differ only in leading zeros (--allow-similar)";
    assert_eq!(
        import_errors(&site, "persons.csv", &file),
        [
            format!(
                "persons.csv:2: ExternalIdentifier: 5 is new, and 00005 exists: did Excel remove the leading zero? {other}"
            ),
            format!(
                "persons.csv:3: ExternalIdentifier: 0E001 is new, and E001 exists: did E001 lose its leading zero in an earlier import? {other}"
            ),
        ]
    );
    let files = [("persons.csv", file.as_bytes())];
    import(&site, &files, &["--allow-similar"]).ok();
    // existing persons are not compared, and an undo is not refused
    site.import(&[("persons.csv", &file)]).ok();
    site.lms(&["imports", "undo", "2"]).ok();
    site.lms(&["imports", "undo", "4"]).ok();
    assert!(site.export_file("persons.csv").contains(",5,Eva,"));
}

#[test]
fn two_new_identifiers_that_differ_in_leading_zeros_are_a_warning() {
    let site = persons_site();
    let file = format!("{HEADER}\n77001,A,B,a@x\n8,A,B,c@x\n077001,A,B,b@x\n");
    let warning =
        "077001 and 77001 are both new and differ only in leading zeros; check whether they are the same person";
    assert_eq!(warnings(&site, &[("persons.csv", &file)]), [format!("persons.csv:4: ExternalIdentifier: {warning}")]);
}

/// Imports the files and returns the warnings.
#[track_caller]
fn warnings(site: &Site, files: &[(&str, &str)]) -> Vec<String> {
    let stderr = site.import(files).ok().stderr;
    stderr.lines().filter_map(|line| line.strip_prefix("warning: ")).map(str::to_owned).collect()
}

// "so are an address without `@`, one's own manager, a new function or division that resembles a stored one (named)"
#[test]
fn unusual_persons_are_warnings() {
    let site = persons_site();
    let header = format!("{HEADER},FunctionName,DivisionName,ManagerExternalIdentifier");
    let file = format!(
        "{header}\nN1,A,B,a.x,docent,Lokatie Haven,N1\nN2,A,B,b@x,docent,West,E001\nN3,A,B,c@x,Kok,Lokatie Haven,\n"
    );
    let reported = [
        "persons.csv:2: Email: a.x has no @",
        "persons.csv:2: FunctionName: docent is new and resembles Docent; check the spelling",
        "persons.csv:2: DivisionName: Lokatie Haven is new and resembles Locatie Haven; check the spelling",
        "persons.csv:2: ManagerExternalIdentifier: N1 is the person's own identifier; the person then has no other manager",
    ];
    assert_eq!(warnings(&site, &[("persons.csv", &file)]), reported);
    // unchanged rows were reported when they were imported
    assert_eq!(warnings(&site, &[("persons.csv", &file)]), [""; 0]);
    let files =
        [("functions.csv", "Name\nTeam leider\nTeamleidster\nDocent\n"), ("divisions.csv", "Name\nNoord\nNoort\n")];
    assert_eq!(
        warnings(&site, &files),
        [
            "divisions.csv:3: Name: Noort is new and resembles Noord; check the spelling",
            "functions.csv:2: Name: Team leider is new and resembles Teamleider; check the spelling",
            "functions.csv:3: Name: Teamleidster is new and resembles Teamleider; check the spelling",
        ]
    );
}

// "trainings that require each other in a circle"
#[test]
fn trainings_that_require_each_other_in_a_circle_are_a_warning() {
    let site = seed_site();
    let header = "TrainingCode,RequiredTrainingCode\n";
    let trainings = site.export_file("trainings.csv");
    let codes = csv::Reader::from_reader(trainings.as_bytes()).into_records();
    let codes: Vec<_> = codes.map(|row| row.unwrap()[1].to_owned()).collect();
    let required = site.export_file("training_thresholds.csv");
    let [a, b, c] = codes.iter().filter(|code| !required.contains(code.as_str())).collect::<Vec<_>>()[..3] else {
        panic!("three trainings that require none: {required}")
    };
    let chain = format!("{header}{a},{b}\n{b},{c}\n");
    assert_eq!(warnings(&site, &[("training_thresholds.csv", &chain)]), [""; 0]);
    assert_eq!(
        warnings(&site, &[("training_thresholds.csv", &format!("{header}{c},{a}\n"))]),
        [format!(
            "training_thresholds.csv:2: RequiredTrainingCode: {a} also requires {c}, directly or through other trainings"
        )]
    );
}

// "more enrolled than MaxPersons"
#[test]
fn more_enrolled_than_there_are_places_is_a_warning() {
    let site = Site::new();
    let persons_csv = |end: &str| {
        let rows = ["P1", "P2", "P3", "P4"].map(|p| format!("{p},A,B,{p}@x,{}\n", if p == "P4" { end } else { "" }));
        format!("{HEADER},ContractEndTime\n{}", rows.concat())
    };
    let classes_csv = |max_persons: &str| format!("Code,TrainingCode,Name,MaxPersons\nK1,T,K,{max_persons}\nK2,T,K,\n");
    let enrollments_csv = |rows: &[(&str, &str, &str, &str)]| {
        let header = "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State,OnWaitingList\n";
        let row = |(person, at, state, waits): &(&str, &str, &str, &str)| {
            format!("{person},T,K1,2026-01-0{at},{state},{waits}\n{person},T,K2,2026-01-0{at},{state},{waits}\n")
        };
        header.to_owned() + &rows.iter().map(row).collect::<String>()
    };
    let first =
        enrollments_csv(&[("P1", "1", "3", ""), ("P2", "1", "3", ""), ("P3", "1", "3", "true"), ("P4", "1", "3", "")]);
    let all = [
        ("steps.csv", "Title\nS\n"),
        ("categories.csv", "StepTitle,Title\nS,C\n"),
        ("trainings.csv", "Code,Type,Title,StepTitle,CategoryTitle\nT,Learning,T,S,C\n"),
        ("persons.csv", &persons_csv("2026-02-01")),
        ("classes.csv", &classes_csv("2")),
        ("enrollments.csv", &first),
    ];
    // one waits, and one is dismissed before the class starts
    assert_eq!(warnings(&site, &all), [""; 0]);
    let reported = |line: u32, many: u32| {
        vec![format!("enrollments.csv:{line}: ClassCode: K1 has 2 places, and {many} persons would be enrolled")]
    };
    // a later enrolment counts, in addition to the stored ones
    let later = enrollments_csv(&[("P3", "2", "3", "")]);
    assert_eq!(warnings(&site, &[("enrollments.csv", &later)]), reported(2, 3));
    let cancelled = enrollments_csv(&[("P3", "3", "2", "")]);
    assert_eq!(warnings(&site, &[("enrollments.csv", &cancelled)]), [""; 0]);
    assert_eq!(
        warnings(&site, &[("classes.csv", &classes_csv("1"))]),
        ["classes.csv:2: MaxPersons: 1 is less than the 2 persons who are enrolled"]
    );
    // in a class that has started, dismissed persons count too
    let started = [
        ("classes.csv", classes_csv("2")),
        ("class_dates.csv", "ClassCode,Date,From,Till\nK1,2026-01-05,9:00,10:00\n".into()),
        ("enrollments.csv", enrollments_csv(&[("P4", "2", "3", "")])),
    ];
    let started = started.each_ref().map(|(name, text)| (*name, text.as_str()));
    assert_eq!(warnings(&site, &started), reported(2, 3));
    // a person whom the same import re-employs
    let again = [("persons.csv", persons_csv("")), ("enrollments.csv", enrollments_csv(&[("P4", "3", "3", "")]))];
    let again = again.each_ref().map(|(name, text)| (*name, text.as_str()));
    assert_eq!(warnings(&site, &again), reported(2, 3));
}

// ----------------------------------------------------------------------------------------------------- for Excel

// "`--for-excel` writes semicolons, a BOM and decimal commas"
#[test]
fn an_export_for_excel_has_decimal_commas_and_can_be_imported() {
    let site = seed_site();
    let folder = site.path().join("excel");
    let path = folder.to_str().unwrap();
    site.lms(&["export", path, "--for-excel"]).ok();
    let plain = site.export_file("enrollments.csv");
    let comma = fs::read_to_string(folder.join("enrollments.csv")).unwrap();
    assert!(plain.contains(",245.00,") && comma.contains(";245,00;"), "{comma}");
    let again = site.lms(&["import", path]).ok();
    for line in again.stdout.lines() {
        assert!(line.contains(": created 0, updated 0, unchanged "), "{line}");
    }
}

/// Reads the records of a CSV file, without the header.
fn read_records(path: &Path, separator: u8) -> Vec<Vec<String>> {
    let bytes = fs::read(path).unwrap();
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let rows = csv::ReaderBuilder::new().delimiter(separator).from_reader(bytes).into_records();
    rows.map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

const FORMULAS: [&str; 7] = ["=1+1", "+31612", "-5", "@a", "'=x", "''-y", "'plain"];

// "a cell that begins with `=`, `+`, `-` or `@` and is no number is written with a `'` before it", and "importing an export
// into an empty database and exporting again gives the same bytes"
// ASVS 1.2.10
#[test]
fn excel_exports_guard_formulas() {
    let site = Site::new();
    site.import(&[("groups.csv", &format!("Name\n{}\n", FORMULAS.join("\n")))]).ok();
    let plain = site.export_file("groups.csv");
    for name in FORMULAS {
        assert!(plain.contains(&format!(",{name}\n")), "{plain}");
    }
    let folder = site.path().join("excel");
    site.lms(&["export", folder.to_str().unwrap(), "--for-excel"]).ok();
    let names: Vec<_> = read_records(&folder.join("groups.csv"), b';').into_iter().map(|row| row[1].clone()).collect();
    assert_eq!(names, ["'=1+1", "'+31612", "'-5", "'@a", "''=x", "'''-y", "'plain"]);
    let other = Site::new();
    other.lms(&["import", folder.to_str().unwrap()]).ok();
    assert_eq!(other.export_file("groups.csv"), plain);
    let again = other.path().join("again");
    other.lms(&["export", again.to_str().unwrap(), "--for-excel"]).ok();
    assert_eq!(fs::read(again.join("groups.csv")).unwrap(), fs::read(folder.join("groups.csv")).unwrap());
    // formulas in a plain export are not changed
    let other = Site::new();
    other.import(&[("groups.csv", &plain)]).ok();
    assert_eq!(other.export_file("groups.csv"), plain);
    // a workbook that was made from such a file
    let other = Site::new();
    let sheet = format!("{}<row r='2'>{}</row>", header_row(&["Name"]), text_cell("A2", "'=1+1"));
    import(&other, &[("groups.xlsx", &workbook(&sheet))], &[]).ok();
    assert!(other.export_file("groups.csv").contains(",=1+1\n"));
}

#[test]
fn lists_of_errors_and_of_differences_guard_formulas() {
    let site = persons_site();
    let list = site.path().join("list.csv");
    let file = "ExternalIdentifier,ContractEndTime\nE001,=1+1\nE002,-12.50\n";
    import(&site, &[("persons.csv", file.as_bytes())], &["--errors", list.to_str().unwrap()]).refused();
    let values: Vec<_> = read_records(&list, b',').into_iter().map(|row| row[3].clone()).collect();
    assert_eq!(values, ["'=1+1", "-12.50"]);
    let list = site.path().join("differences.csv");
    let file = "ExternalIdentifier,PhoneNumber\nE001,+31612345678\nE002,@a\n";
    import(&site, &[("persons.csv", file.as_bytes())], &["--diff-csv", list.to_str().unwrap()]).ok();
    let values: Vec<_> = read_records(&list, b',').into_iter().map(|row| row[6].clone()).collect();
    assert_eq!(values, ["'+31612345678", "'@a"]);
}
