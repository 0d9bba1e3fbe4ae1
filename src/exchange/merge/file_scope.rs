//! Limits an import to the files in its scope: the given files, the files that their queries read, and the files that may
//! refer to removed rows. Other files need no temporary tables, which makes saving a single row fast.

use super::imported_file::ImportedFile;
use crate::datafile::file::{Column, Domain};
use crate::datafile::images;

/// Keeps the files in scope. `may_remove` returns whether rows of a file may be removed.
pub fn limit_to_scope(
    mut imported_files: Vec<ImportedFile>,
    may_remove: impl Fn(&ImportedFile) -> bool,
) -> Vec<ImportedFile> {
    for at in 0..imported_files.len() {
        let creates = |imported: &ImportedFile| {
            let mut references = imported.references();
            imported.given.is_some()
                && references.any(|(_, _, to)| to.creates_rows && to.to.name == imported_files[at].file.name)
        };
        let has_rows = imported_files[at].given.is_some() || imported_files.iter().any(creates);
        imported_files[at].has_rows = has_rows;
    }
    let mut is_in_scope: Vec<_> = imported_files.iter().map(|imported| imported.has_rows).collect();
    let mut next: Vec<_> = (0..imported_files.len()).filter(|at| is_in_scope[*at]).collect();
    while let Some(at) = next.pop() {
        let (sql, may_remove) = (rules_and_views_sql(&imported_files[at]), may_remove(&imported_files[at]));
        for (other, imported) in imported_files.iter().enumerate() {
            let is_needed = needs_file(&imported_files[at], &sql, imported);
            if !is_in_scope[other] && (is_needed || may_remove && has_references_to(imported, &imported_files[at])) {
                is_in_scope[other] = true;
                next.push(other);
            }
        }
    }
    let mut is_in_scope = is_in_scope.into_iter();
    imported_files.retain(|_| is_in_scope.next().unwrap_or_default());
    imported_files
}

/// Returns the SQL of a file's views and rules.
fn rules_and_views_sql(imported: &ImportedFile) -> String {
    let mut sql = imported.create_views_sql();
    if imported.given.is_some() {
        sql.extend(imported.file.rules.iter().map(|rule| rule.violations_sql(imported.file)));
    }
    sql
}

/// Returns whether this SQL of a file, or its rows, refer to another file.
fn needs_file(imported: &ImportedFile, sql: &str, other: &ImportedFile) -> bool {
    sql.contains(&format!("_{}", other.file.stem())) || imported.has_rows && has_references_to(imported, other)
}

/// Returns whether rows of a file can refer to those of another, also by the path of a picture.
fn has_references_to(imported: &ImportedFile, other: &ImportedFile) -> bool {
    let mut references = imported.references();
    let has_pictures = |(_, column): (usize, &Column)| column.domain == Domain::Image;
    references.any(|(_, _, reference)| reference.to.name == other.file.name)
        || other.file.name == images::FILE.name && imported.columns().any(has_pictures)
}
