//! The names of columns and values in other systems: labels and synonyms. Finds the data file whose names a header has.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::datafile::file::{Column, ColumnRole, DataFile, Domain};
use crate::model::language::Language;

/// The names of columns and values in other systems. The file describes its format.
const SYNONYMS: &str = include_str!("../synonyms.txt");

/// The minimum similarity of a header and a column's name, if the header is not a synonym.
const MIN_SIMILARITY: f64 = 0.87;

/// The lengths of compared headers. Short headers are similar to too many names; long headers take too much time.
const COMPARED_LENGTHS: RangeInclusive<usize> = 5..=60;

pub(super) struct CandidateFile {
    pub(super) file: &'static DataFile,
    columns: Vec<(&'static Column, Vec<String>)>,
    /// Whether the name of the foreign file contains a label of the data file.
    is_named: bool,
}

impl CandidateFile {
    pub(super) fn new(file: &'static DataFile, foreign_name: &str) -> Self {
        let stem = lowercase_alphanumeric(foreign_name.rsplit_once('.').map_or(foreign_name, |(stem, _)| stem));
        let labels = [file.label(Language::Dutch), file.label(Language::English)];
        let is_named = labels.iter().any(|label| stem.contains(&lowercase_alphanumeric(label)));
        Self { file, columns: columns_with_names(file), is_named }
    }

    /// Returns how well a header fits; a higher score is better. The number of found columns decides; if it is equal,
    /// fewer missing key and required columns. Returns `None` if no column is found.
    pub(super) fn score(&self, header_names: &HashSet<String>) -> Option<(usize, Reverse<usize>)> {
        let is_found = |(_, names): &&(&Column, Vec<String>)| names.iter().any(|name| header_names.contains(name));
        let (found, missing): (Vec<_>, Vec<_>) = self.columns.iter().partition(is_found);
        let missing = missing.iter().filter(|(column, _)| column.role != ColumnRole::Optional).count();
        // a fitting file name counts as half a column
        let score = (2 * found.len() + usize::from(self.is_named), Reverse(missing));
        (!found.is_empty()).then_some(score)
    }
}

/// Returns the columns that a foreign file can have, each with its normalized name, labels and synonyms.
pub(super) fn columns_with_names(file: &DataFile) -> Vec<(&'static Column, Vec<String>)> {
    let is_only_exported = |column: &Column| ["Anonymised", "HasActivatedAccount"].contains(&column.name);
    let columns = file.columns.iter().filter(|column| column.domain != Domain::Id && !is_only_exported(column));
    let with_names = columns.map(|column| {
        let labels = [column.name.to_owned(), column.label(Language::Dutch), column.label(Language::English)];
        let synonyms = find_synonyms(&format!("{} {}", file.name, column.name));
        (column, labels.iter().map(|label| lowercase_alphanumeric(label)).chain(synonyms).collect())
    });
    with_names.collect()
}

/// Returns the form in which names are compared: `E-mail adres` becomes `emailadres`.
pub(super) fn lowercase_alphanumeric(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns almost 1. Earlier names are more usual, so that they have a higher similarity.
pub(super) fn similarity_of_name(position: usize) -> f64 {
    1.0 - position as f64 / 1_000.0
}

/// Returns at most 0.9, if the header is almost one of the names, such as `Achternaan`; `None` if it is too different.
pub(super) fn similarity_of_similar_name(names: &[String], header: &str) -> Option<f64> {
    if !COMPARED_LENGTHS.contains(&header.chars().count()) {
        return None;
    }
    let similarities = names.iter().map(|name| strsim::normalized_damerau_levenshtein(name, header));
    let highest = similarities.fold(0.0, f64::max);
    (highest > MIN_SIMILARITY).then_some(highest * 0.9)
}

/// Returns the normalized synonyms of a key in `synonyms.txt`. The key is a column, such as `persons.csv Email`, or a
/// value of one column or of any column, such as `persons.csv EmployeeType=Intern` or `* true`.
fn find_synonyms(key: &str) -> Vec<String> {
    let lines = SYNONYMS.lines().filter_map(|line| line.split_once(": "));
    let lists = lines.filter(|(line_key, _)| *line_key == key);
    lists.flat_map(|(_, synonyms)| synonyms.split(", ").map(lowercase_alphanumeric)).collect()
}

/// Returns the allowed value that a cell means, such as `true` for `ja`; `None` if no value is known.
pub fn find_allowed_value(file: &DataFile, column: &Column, cell: &str) -> Option<&'static str> {
    let normalized = lowercase_alphanumeric(cell);
    let allowed: &[&'static str] = match column.domain {
        Domain::Choice(choices) => choices,
        Domain::Flag => &["true", "false"],
        _ => return None,
    };
    let is_synonym = |value: &&&str| {
        let of_column = find_synonyms(&format!("{} {}={value}", file.name, column.name));
        let of_any_column = find_synonyms(&format!("* {value}"));
        lowercase_alphanumeric(value) == normalized
            || of_column.contains(&normalized)
            || of_any_column.contains(&normalized)
    };
    allowed.iter().find(is_synonym).copied().filter(|_| !normalized.is_empty())
}
