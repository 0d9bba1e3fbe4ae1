//! What an operator's spreadsheet does to data files: zeros it strips, errors it writes, encodings and separators it
//! chooses, workbooks instead of CSV. Expected values come from contract section 7.

use std::fs;
use std::path::Path;

use crate::support::{Output, Site, persons_site};

/// A site with everything that `seed/` has.
fn seeded() -> Site {
    let site = Site::new();
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed");
    site.lms(&["import", seed.to_str().unwrap()]).ok();
    site
}

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

/// The lines on standard error of an import of this one file that is refused, but for the last.
#[track_caller]
fn faults(site: &Site, name: &str, bytes: impl AsRef<[u8]>) -> Vec<String> {
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
    let site = seeded();
    let file =
        "ClassCode,Date,From,Till\nBHVB-1,2026-05-01,9:00,9:30:05\nBHVB-1,1-5-2026,10:00,11:00\n";
    site.import(&[("class_dates.csv", file)]).ok();
    let dates = site.exported("class_dates.csv");
    assert!(
        dates.contains(",BHVB-1,2026-05-01,09:00,09:30:05,"),
        "{dates}"
    );
}

// "Faults that spreadsheets make: … an Excel error in any cell, a number in scientific notation in a text column"
#[test]
fn errors_of_a_spreadsheet_and_numbers_that_it_shortens() {
    let site = persons_site();
    let file = "ExternalIdentifier;FirstName;FamilyName;Email;PhoneNumber;ContractEndTime;HasActivatedAccount\n\
                6,12E+08;#N/B;#VERW!;#REF!;6.12E+08;#n/a;#DEEL/0!\n\
                N2;A;B;a@x;-1E-7;########;\n\
                N3;1E5;E+08;c@x;3E;;\n";
    let shortened = "is how a spreadsheet shortens a long number; format the column as text and type the number again";
    let error = "is an error of the spreadsheet, not a value";
    assert_eq!(
        faults(&site, "persons.csv", file),
        [
            format!("persons.csv:2: ExternalIdentifier: 6,12E+08 {shortened}"),
            format!("persons.csv:2: FirstName: #N/B {error}"),
            format!("persons.csv:2: FamilyName: #VERW! {error}"),
            format!("persons.csv:2: Email: #REF! {error}"),
            format!("persons.csv:2: PhoneNumber: 6.12E+08 {shortened}"),
            format!("persons.csv:2: ContractEndTime: #n/a {error}"),
            format!("persons.csv:2: HasActivatedAccount: #DEEL/0! {error}"),
            format!("persons.csv:3: PhoneNumber: -1E-7 {shortened}"),
            "persons.csv:3: ContractEndTime: ######## is what a spreadsheet shows when the column is too narrow; widen \
             it"
            .into(),
        ]
    );
}

// -------------------------------------------------------------------------------------------------------- encodings

const HEADER: &str = "ExternalIdentifier,FirstName,FamilyName,Email";

/// The text in windows-1252, as far as that is Latin-1.
fn windows(text: &str) -> Vec<u8> {
    let byte = |c: char| u8::try_from(u32::from(c)).expect("a character of Latin-1");
    text.chars().map(byte).collect()
}

/// The first names, in the order of ids.
fn first_names(site: &Site) -> Vec<String> {
    let persons = site.exported("persons.csv");
    let rows = csv::Reader::from_reader(persons.as_bytes()).into_records();
    rows.map(|row| row.unwrap()[2].to_owned()).collect()
}

// "without `--encoding` each file that isn't UTF-8 is read as windows-1252, which is said"
#[test]
fn the_encoding_of_each_file_is_found() {
    let site = Site::new();
    let persons = format!("{HEADER}\nN1,A,B,a@x\nN2,Renée,B,b@x\nN3,Zoë,B,c@x\n");
    let files = [
        ("persons.csv", windows(&persons)),
        ("groups.csv", "Name\nÉén\n".into()),
        ("functions.csv", b"Name\nKok\n".to_vec()),
    ];
    let files = files
        .each_ref()
        .map(|(name, bytes)| (*name, bytes.as_slice()));
    let said = "warning: persons.csv:3: the file is not UTF-8; it is read as windows-1252, as older spreadsheets write\n";
    // what is found when a file is read is told once, however often the data are looked at
    for flags in [&["--dry-run"][..], &[]] {
        assert_eq!(
            import(&site, &files, flags).ok().stderr,
            said.to_owned() + dry(flags)
        );
    }
    assert_eq!(first_names(&site), ["A", "Renée", "Zoë"]);
    assert!(site.exported("groups.csv").contains("Één"));
}

// a file is looked at block by block: no character is taken for two where one ends
#[test]
fn a_character_may_stand_between_two_blocks_of_a_file() {
    let site = Site::new();
    for before in 0..4 {
        let file = format!("Name\n{}{}\n", " ".repeat(before), "€".repeat(900));
        let file = file + &"€, \n".replace(", ", " ").repeat(20_000);
        let output = import(&site, &[("groups.csv", file.as_bytes())], &["--dry-run"]).refused();
        let first = output.stderr.lines().next().unwrap();
        assert!(first.ends_with("€ is on line 3 already"), "{first}");
    }
}

/// What a dry run says last.
fn dry(flags: &[&str]) -> &'static str {
    if flags.is_empty() {
        ""
    } else {
        "dry run: nothing was changed\n"
    }
}

#[test]
fn a_file_that_is_not_what_it_should_be_is_one_fault() {
    let site = persons_site();
    let rows = "N1,René,B,a@x\nN2,Zoë,B,b@x\n";
    let utf_8 = format!("{HEADER}\n{rows}").into_bytes();
    let old = windows(&format!("{HEADER}\n{rows}"));
    let marked = [b"\xEF\xBB\xBF", old.as_slice()].concat();
    let mixed = [utf_8.as_slice(), &windows("N3,Zoë,B,b@x\n")].concat();
    let neither = [old.as_slice(), b"N3,Zo\x81,B,b@x\n"].concat();
    let not_utf_8 = "2: the file is not UTF-8, as its mark or --encoding says (this is the first line that shows it); \
                     save it as CSV UTF-8";
    for (bytes, encoding, fault) in [
        (
            &utf_8,
            Some("windows-1252"),
            "2: the file is UTF-8 (this is the first line that shows it), which --encoding windows-1252 would garble; \
             leave --encoding out",
        ),
        (&old, Some("utf-8"), not_utf_8),
        (&marked, None, not_utf_8),
        (&marked, Some("windows-1252"), not_utf_8),
        (
            &mixed,
            None,
            "4: the file is not UTF-8 here, and is on line 2: was it put together from two? Save it as CSV UTF-8; \
             --encoding windows-1252 reads all of it as that",
        ),
        (
            &neither,
            None,
            "4: the file is neither UTF-8 nor windows-1252 (this is the first line that shows it); save it as CSV UTF-8",
        ),
    ] {
        let flags: Vec<_> = encoding
            .iter()
            .flat_map(|name| ["--encoding", name])
            .collect();
        let output = import(&site, &[("persons.csv", bytes)], &flags).refused();
        let expected =
            format!("persons.csv:{fault}\nlms-appliance: refused, 1 fault; nothing was changed\n");
        assert_eq!(output.stderr, expected);
    }
    // what is plain in all of them
    let plain = format!("{HEADER}\nN1,A,B,a@x\n");
    import(
        &site,
        &[("persons.csv", plain.as_bytes())],
        &["--encoding", "windows-1252"],
    )
    .ok();
}

// ----------------------------------------------------------------------------------------- one cause is one fault

// "A cause that holds for a whole file is one fault."
#[test]
fn a_header_and_rows_with_other_separators_are_one_fault() {
    let site = persons_site();
    let rows = "N1;A;B;a,b@x\nN2;A;B;c@x\n";
    for (header, rows, between) in [
        (HEADER, rows.to_owned(), "commas, this row by semicolons"),
        (HEADER, rows.replace(';', "\t"), "commas, this row by tabs"),
        (
            &HEADER.replace(',', ";"),
            rows.replace(',', "").replace(';', ","),
            "semicolons, this row by commas",
        ),
    ] {
        let fault = format!(
            "persons.csv:2: the header is separated by {between}; save the file with one separator"
        );
        assert_eq!(
            faults(&site, "persons.csv", format!("{header}\n{rows}")),
            [fault]
        );
    }
}

#[test]
fn a_column_that_all_new_rows_lack_is_one_fault() {
    let site = persons_site();
    let file = "ExternalIdentifier,FirstName,Email\nE001,A,a@x\nN1,A,b@x\nN2,A,c@x\n";
    assert_eq!(
        faults(&site, "persons.csv", file),
        [
            "persons.csv:3: FamilyName: a value is required for a new row, and the file has no such column (2 rows are \
             new, this is the first)"
        ]
    );
}
