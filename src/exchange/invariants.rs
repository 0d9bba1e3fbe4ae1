//! Tests that the declarations of data files agree with `schema.sql`.

use super::import::{Import, ImportOptions};
use super::merge::change_limit::ChangeLimit;
use super::read_options::ReadOptions;
use super::source::Source;
use crate::datafile::{FILES, all_files, divisions, functions, persons};
use crate::model::time::Clock;
use crate::store::connection::Database;
use crate::store::in_memory;

fn database() -> Database {
    let clock = Clock::new("Europe/Amsterdam", None).unwrap();
    in_memory(&clock).unwrap()
}

fn query_texts(database: &Database, sql: &str) -> Vec<String> {
    let mut select = database.prepare(sql).unwrap();
    select.query_map([], |row| row.get(0)).unwrap().collect::<rusqlite::Result<_>>().unwrap()
}

#[test]
fn a_placeholder_has_the_name_of_row_0() {
    let database = database();
    for (file, sql) in [
        (&functions::FILE, "SELECT name FROM function WHERE id = 0"),
        (&divisions::FILE, "SELECT name FROM division WHERE id = 0"),
        (&persons::FILE, "SELECT first_name || ' ' || family_name FROM person WHERE id = 0"),
    ] {
        assert_eq!(file.placeholder_name, Some(query_texts(&database, sql)[0].as_str()));
    }
}

/// Anonymisation finds persons by declared references: an undeclared one would keep the person. `ledger::blanking`
/// tests the columns that are not references.
#[test]
fn every_stored_reference_to_a_person_is_declared() {
    let database = database();
    for file in all_files() {
        let select_stored = format!(
            "SELECT \"from\" FROM pragma_foreign_key_list('{}') WHERE \"table\" = '{}'",
            file.table,
            persons::FILE.table
        );
        let references = file.columns.iter().flat_map(|column| column.references());
        let declared: Vec<_> = references
            .filter(|reference| reference.to.name == persons::FILE.name)
            .map(|reference| reference.id_column)
            .collect();
        for stored_column in query_texts(&database, &select_stored) {
            assert!(declared.contains(&stored_column.as_str()), "{}: {stored_column}", file.name);
        }
    }
}

/// A query that reads a table outside the scope of the imported file would be an SQL error.
#[test]
fn each_file_can_be_imported_alone() {
    for file in FILES.iter().filter(|file| !file.has_all_rows) {
        for max_removals in [None, Some(ChangeLimit::Rows(0))] {
            let folder = tempfile::tempdir().unwrap();
            let header: Vec<_> = file.columns.iter().map(|column| column.name).collect();
            std::fs::write(folder.path().join(file.name), header.join(",")).unwrap();
            let database = database();
            let mut source = Source::open(folder.path()).unwrap();
            let options = ImportOptions { max_removals, records_differences: true, ..ImportOptions::default() };
            let read = Import::read(&database, &mut source, &ReadOptions::default(), options, &|_, _| ());
            let is_valid = read.and_then(|mut import| import.check());
            assert!(is_valid.unwrap(), "{}", file.name);
        }
    }
}
