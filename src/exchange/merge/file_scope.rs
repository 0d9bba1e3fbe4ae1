//! Limits an import to the files that it needs, which makes saving a single row fast.

use super::imported_file::ImportedFile;
use crate::datafile::file::{Column, Domain};
use crate::datafile::images;

/// Keeps the files that the import needs, and sets `has_rows` of each. An import needs the files that may have records,
/// the files that rules and views of a needed file read, and the files that may refer to removed rows. `may_remove`
/// returns whether rows of a file may be removed.
pub fn limit_to_scope(mut files: Vec<ImportedFile>, may_remove: impl Fn(&ImportedFile) -> bool) -> Vec<ImportedFile> {
    set_has_rows(&mut files);
    // begins with the files that may have records, and adds needed files until none is found
    let mut is_in_scope: Vec<_> = files.iter().map(|imported| imported.has_rows).collect();
    let mut unvisited: Vec<_> = (0..files.len()).filter(|position| is_in_scope[*position]).collect();
    while let Some(position) = unvisited.pop() {
        let needed = &files[position];
        let may_lose_rows = may_remove(needed);
        let sql = views_and_rules_sql(needed);
        for (other_position, other) in files.iter().enumerate() {
            let is_needed_too = || {
                reads_tables_of(&sql, other)
                    || needed.has_rows && has_references_to(needed, other)
                    || may_lose_rows && has_references_to(other, needed)
            };
            if !is_in_scope[other_position] && is_needed_too() {
                is_in_scope[other_position] = true;
                unvisited.push(other_position);
            }
        }
    }
    let with_scope = files.into_iter().zip(is_in_scope);
    with_scope.filter(|(_, is_in_scope)| *is_in_scope).map(|(imported, _)| imported).collect()
}

/// Returns all SQL of a file that can name tables of other files: the SQL of its views, and of its rules if the import
/// checks them, which it does for given files only.
fn views_and_rules_sql(imported: &ImportedFile) -> String {
    let mut sql = imported.create_views_sql();
    if imported.is_given() {
        sql.extend(imported.file.rules.iter().map(|rule| rule.violations_sql(imported.file)));
    }
    sql
}

/// Returns whether `sql` reads a temporary table or view of a file, such as `after_persons`. May also return true for a
/// table whose name only begins with the file's name, which makes the import slower but not wrong.
fn reads_tables_of(sql: &str, imported: &ImportedFile) -> bool {
    sql.contains(&format!("_{}", imported.file.stem()))
}

/// Sets [`ImportedFile::has_rows`] of each file: whether it is given, or references in a given file can create its
/// rows.
fn set_has_rows(files: &mut [ImportedFile]) {
    let given_files = files.iter().filter(|imported| imported.is_given());
    let references = given_files.flat_map(ImportedFile::references).map(|reference| reference.declared);
    let creating_references = references.filter(|reference| reference.creates_rows);
    let created_files: Vec<_> = creating_references.map(|reference| reference.to.name).collect();
    for imported in files {
        imported.has_rows = imported.is_given() || created_files.contains(&imported.file.name);
    }
}

/// Returns whether rows of a file can refer to rows of `other`, by key or by the path of a picture.
fn has_references_to(imported: &ImportedFile, other: &ImportedFile) -> bool {
    let has_pictures = |(_, column): (usize, &Column)| column.domain == Domain::Image;
    imported.references().any(|reference| reference.refers_to(other.file))
        || other.file.name == images::FILE.name && imported.columns().any(has_pictures)
}
