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
