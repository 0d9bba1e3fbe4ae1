//! Data files in and out: the organisation's data as CSV files, by `import` and `export`.
//!
//! A data file is a declaration ([`file`]); [`FILES`] lists them. Export is a cursor over each file's view.
//! Import is a merge that SQL does over whole files, so that its memory does not grow with their rows:
//!
//! 1. [`stage`] reads each file into a temporary table, cell by cell as canonical text;
//! 2. [`plan`] finds by SQL what becomes of each row, and the rows that its cells name;
//! 3. [`check`] finds every fault by SQL; all of this in a read transaction, without the write lock;
//! 4. [`apply`] writes what was planned, and the ledger, in one short transaction with the write lock. What
//!    others changed in the meantime is looked at again first ([`meanwhile`]).
//!
//! What was written is in the ledger, and from there on [`undo`] is an import whose files are the ledger's old
//! cells. [`difference`] keeps what an import changes, to tell it; [`mod@why`] tells where a value came from.
//!
//! It stands on the store's side of the program, so it knows SQL; it prints nothing.

mod absences;
mod account_levels;
mod apply;
mod block_courses;
mod categories;
mod cell;
mod charset;
mod check;
mod class_dates;
mod class_trainers;
mod classes;
pub mod difference;
mod dim_reasons;
mod dimmings;
mod divisions;
mod enrollments;
pub mod export;
pub mod faults;
pub mod file;
mod functions;
mod group_members;
mod groups;
mod images;
pub mod import;
mod learning_path_links;
mod learning_path_trainings;
mod learning_paths;
mod meanwhile;
mod nearest;
mod persons;
mod plan;
mod progress;
mod records;
pub mod removals;
mod results;
mod rows;
mod sheet;
pub mod source;
mod stage;
mod steps;
pub mod stored;
pub mod tally;
pub mod target;
mod tasks;
mod training_tasks;
mod training_thresholds;
mod training_trainers;
mod trainings;
pub mod undo;
pub mod why;
mod workbook;
mod write;

use rusqlite::Connection;

use file::{Column, File, Kind};

/// Every data file, each after those that it names.
pub const FILES: &[&File] = &[
    &account_levels::FILE,
    &divisions::FILE,
    &functions::FILE,
    &groups::FILE,
    &persons::FILE,
    &group_members::FILE,
    &steps::FILE,
    &categories::FILE,
    &trainings::FILE,
    &tasks::FILE,
    &training_tasks::FILE,
    &block_courses::FILE,
    &training_thresholds::FILE,
    &training_trainers::FILE,
    &learning_paths::FILE,
    &learning_path_trainings::FILE,
    &learning_path_links::FILE,
    &classes::FILE,
    &class_dates::FILE,
    &class_trainers::FILE,
    &dim_reasons::FILE,
    &dimmings::FILE,
    &enrollments::FILE,
    &progress::FILE,
    &results::FILE,
    &absences::FILE,
];

/// Every data file, and the pictures, which are rows like theirs.
fn all_files() -> impl Iterator<Item = &'static File> {
    FILES.iter().copied().chain([&images::FILE])
}

/// Whether the column of the file with this name holds bytes, which are not told.
pub fn is_bytes(file: &str, column: &str) -> bool {
    let file = all_files().find(|known| known.name == file);
    let column = file.and_then(|file| file.column(column));
    column.is_some_and(|(_, column)| column.kind == Kind::Bytes)
}

/// The columns by which the rows of the file with this name are told apart; none of a file that is no more.
pub fn key_columns(name: &str) -> Vec<&'static str> {
    let file = all_files().find(|file| file.name == name);
    let key = file.into_iter().flat_map(|file| file.key());
    key.map(|(_, column)| column.name).collect()
}

/// Where the file with this name stands among them, which is the order in which files are told; one that is
/// no more stands last.
pub fn place(name: &str) -> usize {
    let mut files = all_files();
    files
        .position(|file| file.name == name)
        .unwrap_or(usize::MAX)
}

/// The declaration of the file with this name, which a declaration names.
fn file_named(name: &str) -> &'static File {
    let mut files = FILES.iter().copied();
    files
        .find(|file| file.name == name)
        .expect("the name of a declared file")
}

/// The file whose cells create rows of this one, with its column: "Functions and divisions of persons.csv are
/// created".
fn creator(of: &File) -> Option<(&'static File, usize)> {
    let mut columns = FILES.iter().flat_map(|file| {
        let columns = file.columns.iter().enumerate();
        columns.map(move |(at, column)| (*file, at, column))
    });
    let creates = |column: &Column| {
        let mut references = column.references().iter();
        references.any(|reference| reference.creates && reference.to == of.name)
    };
    columns
        .find(|(_, _, column)| creates(column))
        .map(|(file, at, _)| (file, at))
}

/// Whether the database holds no row of any data file, but for the account levels that every one has.
pub fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    for file in FILES.iter().filter(|file| !file.whole) {
        let any = format!("SELECT EXISTS (SELECT 1 FROM {}_csv)", file.stem());
        if connection.query_row(&any, [], |row| row.get(0))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether an import that the ledger calls so has ever been made.
pub fn has_import(connection: &Connection, action: &str) -> rusqlite::Result<bool> {
    connection
        .prepare("SELECT 1 FROM ledger WHERE kind = 'import' AND action = ?")?
        .exists([action])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::time::Clock;
    use crate::store::connection::Database;
    use crate::store::in_memory;

    fn database() -> Database {
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        in_memory(&clock).unwrap()
    }

    fn columns(database: &Database, of: &str) -> Vec<String> {
        let sql = format!("SELECT name FROM pragma_table_info('{of}')");
        let mut select = database.prepare(&sql).unwrap();
        let names = select.query_map([], |row| row.get(0)).unwrap();
        names.collect::<rusqlite::Result<_>>().unwrap()
    }

    /// The drift check: a column renamed, moved or added on one side only is found here.
    #[test]
    fn each_declaration_is_its_view_column_by_column() {
        let database = database();
        for file in FILES.iter().chain([&&images::FILE]) {
            let mut declared = vec!["key".to_owned()];
            declared.extend(file.columns.iter().map(|column| column.name.to_owned()));
            assert_eq!(
                columns(&database, &format!("{}_csv", file.stem())),
                declared
            );
            let stored = columns(&database, file.table);
            for column in file.columns {
                let references = column.references();
                let mut stores: Vec<_> = references.iter().map(|r| r.stored).collect();
                stores.extend(Some(column.stored).filter(|stored| !stored.is_empty()));
                for store in stores {
                    assert!(stored.iter().any(|there| there == store), "{}", column.name);
                }
            }
        }
    }

    #[test]
    fn what_declarations_name_is_declared_and_stands_before_them() {
        for (at, file) in FILES.iter().enumerate() {
            for column in file.columns {
                for reference in column.references() {
                    let named = FILES.iter().position(|file| file.name == reference.to);
                    assert!(named.is_some_and(|named| named <= at), "{}", column.name);
                    let key = file_named(reference.to).key().count();
                    assert_eq!(key, reference.with.len() + 1, "{}", column.name);
                }
            }
            for rule in file.rules {
                assert!(file.column(rule.column).is_some(), "{}", rule.column);
            }
            assert!(file.key().next().is_some(), "{}", file.name);
            // so that a line that a row came by tells its column too
            let references = FILES.iter().flat_map(|file| file.columns);
            let references = references.flat_map(|column| column.references());
            let creating = references.filter(|r| r.creates && r.to == file.name);
            assert!(creating.count() <= 1, "{}", file.name);
        }
    }

    #[test]
    fn a_placeholder_has_the_name_that_the_schema_gives_it() {
        let database = database();
        for (file, sql) in [
            (&functions::FILE, "SELECT name FROM function WHERE id = 0"),
            (&divisions::FILE, "SELECT name FROM division WHERE id = 0"),
            (
                &persons::FILE,
                "SELECT first_name || ' ' || family_name FROM person WHERE id = 0",
            ),
        ] {
            let name: String = database.query_row(sql, [], |row| row.get(0)).unwrap();
            assert_eq!(file.placeholder, Some(name.as_str()));
        }
    }
}
