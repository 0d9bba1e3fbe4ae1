//! Data files: what one is ([`file`]), one declaration each, what must be so of its rows ([`rule`]), and how
//! a cell of one is read ([`cell`]).
//!
//! A data file is data: reading, checking, writing, export, undo and every text derive from its declaration. Other
//! rooms name files and columns by what stands here. Nothing here reads or writes any; [`exchange`](crate::exchange)
//! does.

mod absences;
pub mod account_levels;
mod block_courses;
mod categories;
pub mod cell;
mod class_dates;
mod class_trainers;
pub mod classes;
mod columns;
mod dim_reasons;
mod dimmings;
pub mod divisions;
mod enrollments;
pub mod file;
pub mod functions;
mod group_members;
mod groups;
pub mod images;
mod labels;
mod learning_path_links;
mod learning_path_trainings;
mod learning_paths;
pub mod persons;
mod progress;
pub mod reference;
mod results;
pub mod rule;
mod steps;
mod tasks;
mod training_tasks;
mod training_thresholds;
mod training_trainers;
pub mod trainings;
pub mod view;

use file::{Column, DataFile, Domain};

/// Every data file, each after those that it names.
pub static FILES: &[&DataFile] = &[
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
pub fn all_files() -> impl Iterator<Item = &'static DataFile> {
    FILES.iter().copied().chain([&images::FILE])
}

pub fn named(name: &str) -> Option<&'static DataFile> {
    all_files().find(|file| file.name == name)
}

/// The cell of the column with this name; empty if the row has no such column.
pub fn cell_of<'c>(cells: &'c [(String, String)], name: &str) -> &'c str {
    cells.iter().find(|(known, _)| known == name).map_or("", |(_, cell)| cell)
}

/// Whether the column of the file with this name holds bytes, which are not told.
pub fn is_bytes(file: &str, column: &str) -> bool {
    let column = named(file).and_then(|file| file.column(column));
    column.is_some_and(|(_, column)| column.domain == Domain::Bytes)
}

/// Where the file with this name stands among them, which is the order in which files are told; one that is
/// no more stands last.
pub fn place(name: &str) -> usize {
    let mut files = all_files();
    files.position(|file| file.name == name).unwrap_or(usize::MAX)
}

/// The file whose cells create rows of this one, with its column: "Functions and divisions of persons.csv are
/// created".
pub fn creator(of: &DataFile) -> Option<(&'static DataFile, usize)> {
    let mut columns =
        FILES.iter().flat_map(|file| file.columns.iter().enumerate().map(move |(at, column)| (*file, at, column)));
    let creates = |column: &Column| {
        let mut references = column.references().iter();
        references.any(|reference| reference.creates && reference.to.name == of.name)
    };
    columns.find(|(_, _, column)| creates(column)).map(|(file, at, _)| (file, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_declarations_name_is_declared_and_stands_before_them() {
        for (at, file) in FILES.iter().enumerate() {
            for column in file.columns {
                for reference in column.references() {
                    let named = FILES.iter().position(|file| file.name == reference.to.name);
                    assert!(named.is_some_and(|named| named <= at), "{}", column.name);
                    let key = reference.to.key().count();
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
            let creating = references.filter(|r| r.creates && r.to.name == file.name);
            assert!(creating.count() <= 1, "{}", file.name);
        }
    }
}
