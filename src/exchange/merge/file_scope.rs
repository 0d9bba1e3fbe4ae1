//! Which files an import has to do with: those that were given, and those that anything which is asked of these in SQL
//! names, or that name rows of theirs that go. The others have no tables and are not looked at, so that a row that is saved alone takes a moment.

use super::imported_file::ImportedFile;
use crate::datafile::file::{Column, Domain};
use crate::datafile::images;

/// The sheets of those files, of all; rows of files that `loses` tells of may go.
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

/// What is asked of a file beyond what follows from its references.
fn texts(sheet: &ImportedFile) -> String {
    let mut texts = sheet.views();
    if sheet.given.is_some() {
        texts.extend(sheet.file.rules.iter().map(|rule| rule.select(sheet.file)));
    }
    texts
}

/// Whether what is asked of a file asks something of another.
fn names(sheet: &ImportedFile, texts: &str, other: &ImportedFile) -> bool {
    texts.contains(&format!("_{}", other.file.stem())) || sheet.has_rows && points_at(sheet, other)
}

/// Whether rows of a file name those of another: by a reference, or a picture by its address.
fn points_at(sheet: &ImportedFile, other: &ImportedFile) -> bool {
    let mut references = sheet.references();
    let has_pictures = |(_, column): (usize, &Column)| column.domain == Domain::Image;
    references.any(|(_, _, reference)| reference.to.name == other.file.name)
        || other.file.name == images::FILE.name && sheet.columns().any(has_pictures)
}
