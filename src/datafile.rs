//! Declarations of the data files. Import, export, undo and labels use them. Quotations are from the contract.

pub mod absences;
pub mod account_levels;
mod block_courses;
mod categories;
pub mod cell;
pub mod class_dates;
pub mod class_trainers;
pub mod classes;
mod columns;
pub mod dim_reasons;
pub mod dimmings;
pub mod divisions;
pub mod enrollments;
pub mod file;
pub mod functions;
pub mod group_members;
pub mod groups;
pub mod images;
mod labels;
mod learning_path_links;
mod learning_path_trainings;
mod learning_paths;
pub mod persons;
mod progress;
pub mod reference;
pub mod results;
pub mod rule;
mod steps;
mod tasks;
mod training_tasks;
mod training_thresholds;
mod training_trainers;
pub mod trainings;
pub mod view;

use file::{Column, DataFile, Domain};

/// The data files. A file comes after the files to which its columns refer.
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

/// Returns the data files, followed by the pictures, which count as a file.
pub fn all_files() -> impl Iterator<Item = &'static DataFile> {
    FILES.iter().copied().chain([&images::FILE])
}

/// Returns the data file with this name, such as `persons.csv`. The name of the pictures is `images`.
pub fn find_file(name: &str) -> Option<&'static DataFile> {
    all_files().find(|file| file.name == name)
}

/// Returns the cell of a column from pairs of column and cell; empty if the pairs lack the column.
pub fn find_cell<'c>(cells: &'c [(String, String)], name: &str) -> &'c str {
    cells.iter().find(|(known, _)| known == name).map_or("", |(_, cell)| cell)
}

/// Returns whether a column contains bytes, which pages do not show. Returns false for an unknown file or column.
pub fn is_binary_column(file: &str, column: &str) -> bool {
    let column = find_file(file).and_then(|file| file.find_column(column));
    column.is_some_and(|(_, column)| column.domain == Domain::Bytes)
}

/// Returns the position of a file in [`all_files`]; the highest number for an unknown file.
pub fn sort_position(name: &str) -> usize {
    all_files().position(|file| file.name == name).unwrap_or(usize::MAX)
}

/// Returns the column whose cells create rows of `created`: its file, and its index among the columns of this file. For
/// functions.csv, it is FunctionName of persons.csv. Returns `None` for most files.
pub fn find_creating_column(created: &DataFile) -> Option<(&'static DataFile, usize)> {
    let creates_rows = |column: &Column| {
        column.references().iter().any(|reference| reference.creates_rows && reference.to.name == created.name)
    };
    FILES.iter().find_map(|file| Some((*file, file.columns.iter().position(creates_rows)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_after_those_to_which_they_refer() {
        for (index, file) in FILES.iter().enumerate() {
            for column in file.columns {
                for reference in column.references() {
                    let referenced = FILES.iter().position(|file| file.name == reference.to.name);
                    assert!(referenced.is_some_and(|referenced| referenced <= index), "{}", column.name);
                    let key_length = reference.to.key_columns().count();
                    assert_eq!(key_length, reference.other_key_columns.len() + 1, "{}", column.name);
                }
            }
            for rule in file.rules {
                assert!(file.find_column(rule.column).is_some(), "{}", rule.column);
            }
            assert!(file.key_columns().next().is_some(), "{}", file.name);
            // `find_creating_column` returns only the first
            let columns = FILES.iter().flat_map(|file| file.columns);
            let references = columns.flat_map(|column| column.references());
            let creating = references.filter(|reference| reference.creates_rows && reference.to.name == file.name);
            assert!(creating.count() <= 1, "{}", file.name);
        }
    }
}
