//! Tests `formats`: it prints all columns of the table in section 7 of the contract, in this order. Columns that were added
//! since are in the table of docs/data.md, which `UPDATE=1` writes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::Site;

/// The rows of the table in the contract.
const SECTION_7: &str = r"
| account_levels.csv | **Name** IsDefault |
| divisions.csv | Id **Name** ParentName |
| functions.csv | Id **Name** |
| groups.csv | Id **Name** |
| persons.csv | Id **ExternalIdentifier** FirstName* Insertion FamilyName* Email* AccountLevel FunctionName DivisionName CostCentre PhoneNumber ContractStartTime ContractEndTime ManagerExternalIdentifier EmployeeType(Intern\|Extern) HasActivatedAccount Anonymised |
| group_members.csv | **GroupName** **PersonExternalIdentifier** |
| steps.csv | Id **Title** Introduction Order |
| categories.csv | Id **StepTitle** **Title** Order |
| trainings.csv | Id **Code** Type*(Learning\|Longterm) Title* StepTitle* CategoryTitle* Version Description Image ImageName IsMandatory IsActive(true) IsVisibleInCatalog(true) Costs ValidityMonths HasCertificate |
| tasks.csv | Id **Code** Title* Kind |
| training_tasks.csv | **TrainingCode** **TaskCode** Order |
| block_courses.csv | **BlockCode** **CourseCode** Order |
| training_thresholds.csv | **TrainingCode** **RequiredTrainingCode** |
| training_trainers.csv | **TrainingCode** **PersonExternalIdentifier** |
| learning_paths.csv | Id **Title** |
| learning_path_trainings.csv | **LearningPathTitle** **TrainingCode** |
| learning_path_links.csv | **LearningPathTitle** **LinkType**(Person\|Function\|Location\|Group\|Theme) **LinkValue** (external identifier, function, division, group, external identifier of who chose the theme) |
| classes.csv | Id **Code** TrainingCode* Name* GroupName MinPersons MaxPersons Memo ShowMemoInReport IsVisibleInCatalog(true) IsVisibleInCalendar(true) OfferExternally IsArchived IsCancelled FilterByDivision HasWaitingList WaitingListCapacity EditDeadline RegistrationDeadline LockDaysTillStart CompletionType(Normal\|Stream\|ETicket) IsUnderConstruction |
| class_dates.csv | Id **ClassCode** **Date** **From** Till* LocationName LocationAddress MeetingId TaskCode StreamAvailable StreamPassword EticketInformation ReservationId |
| class_trainers.csv | **ClassCode** **PersonExternalIdentifier** **Date** **From** (both empty: every contact moment) |
| dim_reasons.csv | **Id** Reason* |
| dimmings.csv | **PersonExternalIdentifier** **TrainingCode** DimReasonId* |
| enrollments.csv | Id **PersonExternalIdentifier** **TrainingCode** **ClassCode** (empty: e-learning) **EnrolledAt** State*(0-3) OnWaitingList AddedFromCatalog ChangedAt CancelledAt CancelledBy CancellationReason Costs Payment |
| progress.csv | **PersonExternalIdentifier** **TrainingCode** StartedAt* PercentComplete(0-100, default 0) |
| results.csv | Id **PersonExternalIdentifier** **TrainingCode** **FinishedAt** ClassCode StartedAt ValidUntil CertificateObtained Version |
| absences.csv | Id **PersonExternalIdentifier** **ClassCode** **CreationDate** **TaskCode** (may be empty) AbsenceReason* PublicCosts HiddenCosts |
";

/// The kinds of columns, which the contract's table does not have. All other columns are texts of 1,000 characters.
const KINDS: &[(&str, &str)] = &[
    ("id", "Id"),
    ("text to 100000", "Description Introduction Memo"),
    ("whole number", "Order MeetingId ReservationId"),
    ("whole number from 0", "MinPersons MaxPersons WaitingListCapacity LockDaysTillStart"),
    ("whole number from 1", "ValidityMonths DimReasonId"),
    ("whole number 0 to 100", "PercentComplete"),
    ("amount", "Costs PublicCosts HiddenCosts"),
    ("date", "Date"),
    ("time", "From Till"),
    (
        "datetime",
        "ContractStartTime ContractEndTime EditDeadline RegistrationDeadline EnrolledAt ChangedAt CancelledAt StartedAt \
         FinishedAt CreationDate",
    ),
    ("datetime or never", "ValidUntil"),
    (
        "true or false",
        "IsDefault HasActivatedAccount Anonymised IsMandatory IsActive IsVisibleInCatalog HasCertificate ShowMemoInReport \
         IsVisibleInCalendar OfferExternally IsArchived IsCancelled FilterByDivision HasWaitingList IsUnderConstruction \
         StreamAvailable OnWaitingList AddedFromCatalog CertificateObtained",
    ),
    ("word", "Type LinkType EmployeeType CompletionType State CancelledBy CancellationReason"),
    ("images/<name> or http(s) address", "Image"),
];

/// Defaults from the text below the contract's table.
const DEFAULTS: &[(&str, &str)] = &[
    ("Order", "0"),
    ("PublicCosts", "0.00"),
    ("HiddenCosts", "0.00"),
    ("EmployeeType", "Intern"),
    ("CompletionType", "Normal"),
    ("ChangedAt", "the EnrolledAt"),
    ("AccountLevel", "the default level"),
    ("CancelledBy", "in State 2 Reden onbekend"),
    ("ValidUntil", "FinishedAt + ValidityMonths, else never"),
];

/// The allowed words of columns that the contract's table does not list.
const WORDS: &[(&str, &str)] = &[
    ("State", "0, 1, 2, 3"),
    (
        "CancelledBy",
        "Reden onbekend, Geweigerd door planner, Geweigerd door leidinggevende, Geannuleerd door medewerker, \
         Geannuleerd door planner, Omgepland door medewerker, Omgepland door planner, Omgepland door teaminschrijving, \
         Medewerker uit dienst, Overgeplaatst van wachtlijst",
    ),
    ("CancellationReason", "No show, Afgemeld"),
];

/// A column of a data file.
#[derive(Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub mark: String,
    pub kind: String,
    pub default: String,
    /// The allowed words, joined by commas.
    pub words: String,
    /// The data files that it refers to, as printed; empty if none.
    pub references: String,
}

/// Runs `formats`, and returns the columns of each file.
pub fn columns_by_file(site: &Site) -> Vec<(String, Vec<Column>)> {
    let text = site.lms(&["formats"]).ok().stdout;
    let mut files: Vec<(String, Vec<Column>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if !line.starts_with(' ') {
            let name = line.split(':').next().unwrap();
            files.push((name.into(), Vec::new()));
            continue;
        }
        let columns = &mut files.last_mut().unwrap().1;
        if let Some(words) = line.trim().strip_prefix("one of: ") {
            columns.last_mut().unwrap().words = words.into();
            continue;
        }
        let parts: Vec<_> = line.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
        let [name, mark, kind, default, meaning] = parts[..] else {
            panic!("not five parts: {line}");
        };
        assert_ne!(meaning, "-", "{line}");
        let (kind, references) = kind.split_once(", of ").unwrap_or((kind, ""));
        columns.push(Column {
            name: name.into(),
            mark: mark.into(),
            kind: kind.into(),
            default: default.into(),
            words: String::new(),
            references: references.into(),
        });
    }
    files
}

fn find(list: &[(&str, &str)], name: &str) -> Option<String> {
    list.iter().find(|(column, _)| *column == name).map(|(_, value)| value.to_string())
}

/// Parses a column of the contract's table: `**Key**`, `Required*` or `Column(note)`.
fn parse_column(text: &str, may_be_empty: bool) -> Column {
    let (name, note) = match text.split_once('(') {
        Some((name, note)) => (name, note.trim_end_matches(')').replace('\\', "")),
        None => (text, String::new()),
    };
    let mark = match (name.starts_with("**"), name.ends_with('*')) {
        (true, _) if may_be_empty => "key, may be empty",
        (true, _) => "key",
        (false, true) => "required",
        (false, false) => "-",
    };
    let name = name.trim_matches('*').to_owned();
    let kinds = KINDS.iter().find(|(_, names)| names.split_whitespace().any(|one| one == name));
    let kind = kinds.map_or("text to 1000", |(kind, _)| kind).to_owned();
    let default = match note.as_str() {
        "true" => Some("true".into()),
        "0-100, default 0" => Some("0".into()),
        _ if kind == "true or false" => Some("false".into()),
        _ => find(DEFAULTS, &name),
    };
    let words = match note.contains('|') {
        true => note.replace('|', ", "),
        false => find(WORDS, &name).unwrap_or_default(),
    };
    Column { name, mark: mark.into(), kind, default: default.unwrap_or("-".into()), words, references: String::new() }
}

/// Parses a cell of the contract's table. Columns are separated by spaces outside parentheses. A note after a space describes
/// the columns before it.
fn parse_columns(cell: &str) -> Vec<Column> {
    let mut columns: Vec<String> = Vec::new();
    let mut notes: BTreeMap<usize, String> = BTreeMap::new();
    let mut depth = 0;
    for word in cell.split(' ') {
        if depth > 0 {
            let open: &mut String = match notes.get_mut(&columns.len()) {
                Some(note) => note,
                None => columns.last_mut().unwrap(),
            };
            *open += &format!(" {word}");
        } else if word.starts_with('(') {
            notes.insert(columns.len(), word.into());
        } else {
            columns.push(word.into());
        }
        depth += word.matches('(').count();
        depth -= word.matches(')').count();
    }
    let may_be_empty = |at: usize| {
        let note = |at: usize| notes.get(&at).map_or("", String::as_str);
        note(at + 1).contains("empty") || note(at + 2).contains("both empty")
    };
    let columns = columns.iter().enumerate();
    columns.map(|(at, column)| parse_column(column, may_be_empty(at))).collect()
}

#[test]
fn formats_prints_the_columns_of_section_7() {
    let mut printed = columns_by_file(&Site::empty());
    let references = |columns: &[Column]| -> Vec<String> {
        let referring = columns.iter().filter(|column| !column.references.is_empty());
        referring.map(|column| format!("{}: {}", column.name, column.references)).collect()
    };
    let persons = printed.iter().find(|(file, _)| file == "persons.csv").unwrap();
    assert_eq!(
        references(&persons.1),
        [
            "AccountLevel: account_levels.csv",
            "FunctionName: functions.csv or new there",
            "DivisionName: divisions.csv or new there",
            "ManagerExternalIdentifier: persons.csv",
        ]
    );
    let rows = SECTION_7.trim().lines().map(|row| {
        let (file, cell) = row.trim_matches(['|', ' ']).split_once(" | ").unwrap();
        (file.to_owned(), parse_columns(cell))
    });
    let expected: Vec<_> = rows.collect();
    assert_eq!(expected.len(), 26);
    printed.retain(|(file, _)| expected.iter().any(|(expected, _)| expected == file));
    for ((_, columns), (_, expected)) in printed.iter_mut().zip(&expected) {
        columns.retain(|column| expected.iter().any(|expected| expected.name == column.name));
        columns.iter_mut().for_each(|column| column.references.clear());
    }
    assert_eq!(printed, expected);
}

#[test]
fn csv_writes_files_with_headers_only() {
    let site = Site::empty();
    let folder = site.path().join("leeg");
    site.lms(&["formats", "--csv", folder.to_str().unwrap()]).ok();
    assert!(!site.db().exists());
    for (file, columns) in columns_by_file(&site) {
        let header: Vec<_> = columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(fs::read_to_string(folder.join(&file)).unwrap(), header.join(",") + "\n");
    }
    // there must be an account level; all other empty files can be imported
    fs::remove_file(folder.join("account_levels.csv")).unwrap();
    site.lms(&["import", folder.to_str().unwrap()]).ok();
    site.lms(&["formats", "--csv", folder.to_str().unwrap()]).refused();
}

// "`--csv` writes files with headers alone, or with one row that could be"
#[test]
fn example_files_can_be_imported() {
    let site = Site::new();
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed");
    site.lms(&["import", seed.to_str().unwrap()]).ok();
    for flags in [&["--example"][..], &["--example", "--for-excel"]] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let args = [&["formats", "--csv", path], flags].concat();
        site.lms(&args).ok();
        let levels = fs::read_to_string(folder.path().join("account_levels.csv")).unwrap();
        assert!(levels.contains("true"), "{levels}");
        fs::remove_file(folder.path().join("account_levels.csv")).unwrap();
        let output = site.lms(&["import", path]).ok();
        assert_eq!(output.stdout.lines().count(), columns_by_file(&site).len() - 1);
        for line in output.stdout.lines() {
            assert!(line.ends_with(": created 0, updated 0, unchanged 1, removed 0"), "{line}");
        }
        let trainings = fs::read_to_string(folder.path().join("trainings.csv")).unwrap();
        let is_for_excel = trainings.starts_with("\u{feff}Id;Code;") && trainings.contains(",00;");
        assert_eq!(is_for_excel, flags.contains(&"--for-excel"), "{trainings}");
    }
    // the flag needs --csv
    assert_eq!(site.lms(&["formats", "--example"]).status, 2);
    // the variable is for `export`
    site.lms_with_env(("LMS_FOR_EXCEL", "true"), &["formats"]).ok();
}

/// Returns a file's row in docs/data.md.
fn table_row(file: &str, columns: &[Column]) -> String {
    let column = |column: &Column| match column.mark.as_str() {
        "required" => format!("{}*", column.name),
        "-" => column.name.clone(),
        _ => format!("**{}**", column.name),
    };
    let columns: Vec<_> = columns.iter().map(column).collect();
    format!("| {file} | {} |\n", columns.join(" "))
}

/// `UPDATE=1` writes the table.
// ASVS 2.1.1, 2.1.2
#[test]
fn the_data_page_has_a_table_of_all_files() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/data.md");
    let page = fs::read_to_string(path).unwrap();
    let is_row = |line: &&str| {
        let first = line.split(" | ").next().unwrap_or_default().trim_start_matches("| ");
        first.ends_with(".csv") && !first.contains(' ')
    };
    let found: String = page.lines().filter(is_row).map(|line| format!("{line}\n")).collect();
    let files = columns_by_file(&Site::empty());
    let expected: String = files.iter().map(|(file, columns)| table_row(file, columns)).collect();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, page.replace(&found, &expected)).unwrap();
        return;
    }
    assert_eq!(found, expected);
}

#[test]
fn csv_refuses_a_folder_that_is_not_empty() {
    let site = Site::empty();
    std::fs::write(site.path().join("persons.csv"), "mine").unwrap();
    let refused = site.lms(&["formats", "--csv", "."]).refused();
    assert_eq!(refused.stderr, "lms-appliance: . is not empty; the templates need a new or empty folder\n");
    assert_eq!(std::fs::read_to_string(site.path().join("persons.csv")).unwrap(), "mine");
}
