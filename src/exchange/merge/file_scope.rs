//! Limits an import to the files in its scope: the given ones, those that queries over these refer to, and those that
//! refer to removed rows. Other files need no tables, so that saving a single row is fast.

use super::imported_file::ImportedFile;
use crate::datafile::file::{Column, Domain};
use crate::datafile::images;

/// Returns the files in scope. `loses` returns whether rows of a file may be removed.
pub fn involved(mut sheets: Vec<ImportedFile>, loses: impl Fn(&ImportedFile) -> bool) -> Vec<ImportedFile> {
    for at in 0..sheets.len() {
        let creates = |sheet: &ImportedFile| {
            let mut references = sheet.references();
            sheet.given.is_some() && references.any(|(_, _, to)| to.creates && to.to.name == sheets[at].file.name)
        };
        let has_rows = sheets[at].given.is_some() || sheets.iter().any(creates);
        sheets[at].has_rows = has_rows;
    }
    let mut involved: Vec<_> = sheets.iter().map(|sheet| sheet.has_rows).collect();
    let mut next: Vec<_> = (0..sheets.len()).filter(|at| involved[*at]).collect();
    while let Some(at) = next.pop() {
        let (texts, loses) = (texts(&sheets[at]), loses(&sheets[at]));
        for (other, sheet) in sheets.iter().enumerate() {
            let is_named = names(&sheets[at], &texts, sheet);
            if !involved[other] && (is_named || loses && points_at(sheet, &sheets[at])) {
                involved[other] = true;
                next.push(other);
            }
        }
    }
    let mut involved = involved.into_iter();
    sheets.retain(|_| involved.next().unwrap_or_default());
    sheets
}

/// Returns the SQL of a file's rules and defaults.
fn texts(sheet: &ImportedFile) -> String {
    let mut texts = sheet.views();
    if sheet.given.is_some() {
        texts.extend(sheet.file.rules.iter().map(|rule| rule.select(sheet.file)));
    }
    texts
}

/// Returns whether the SQL of a file refers to another.
fn names(sheet: &ImportedFile, texts: &str, other: &ImportedFile) -> bool {
    texts.contains(&format!("_{}", other.file.stem())) || sheet.has_rows && points_at(sheet, other)
}

/// Returns whether rows of a file refer to those of another, also by a picture's address.
fn points_at(sheet: &ImportedFile, other: &ImportedFile) -> bool {
    let mut references = sheet.references();
    let has_pictures = |(_, column): (usize, &Column)| column.domain == Domain::Image;
    references.any(|(_, _, reference)| reference.to.name == other.file.name)
        || other.file.name == images::FILE.name && sheet.columns().any(has_pictures)
}
