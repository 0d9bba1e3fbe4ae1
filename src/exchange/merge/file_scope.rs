//! Limits an import to the files that it needs, which makes saving a single row fast.

use super::imported_file::ImportedFile;
use crate::datafile::file::{Column, Domain};
use crate::datafile::images;

/// Keeps the files that the import needs, and sets `has_rows` of each. An import needs the files that may have records,
/// the files that rules and views of a needed file read, and the files that may refer to removed rows. `may_remove`
/// returns whether rows of a file may be removed.
pub fn limit_to_scope(mut files: Vec<ImportedFile>, may_remove: impl Fn(&ImportedFile) -> bool) -> Vec<ImportedFile> {
    let given_files = files.iter().filter(|imported| imported.is_given());
    let references = given_files.flat_map(ImportedFile::references).map(|reference| reference.declared);
    let created_files: Vec<_> =
        references.filter(|reference| reference.creates_rows).map(|reference| reference.to.name).collect();
    for imported in &mut files {
        imported.has_rows = imported.is_given() || created_files.contains(&imported.file.name);
    }
    let mut is_in_scope: Vec<_> = files.iter().map(|imported| imported.has_rows).collect();
    let mut unvisited: Vec<_> = (0..files.len()).filter(|at| is_in_scope[*at]).collect();
    while let Some(at) = unvisited.pop() {
        let visited = &files[at];
        let may_lose_rows = may_remove(visited);
        let mut sql = visited.create_views_sql();
        if visited.is_given() {
            sql.extend(visited.file.rules.iter().map(|rule| rule.violations_sql(visited.file)));
        }
        for (other_at, other) in files.iter().enumerate() {
            let is_needed = || {
                sql.contains(&format!("_{}", other.file.stem()))
                    || visited.has_rows && has_references_to(visited, other)
                    || may_lose_rows && has_references_to(other, visited)
            };
            if !is_in_scope[other_at] && is_needed() {
                is_in_scope[other_at] = true;
                unvisited.push(other_at);
            }
        }
    }
    let mut is_in_scope = is_in_scope.into_iter();
    files.retain(|_| is_in_scope.next().unwrap_or_default());
    files
}

/// Returns whether rows of a file can refer to rows of `other`, by key or by the path of a picture.
fn has_references_to(imported: &ImportedFile, other: &ImportedFile) -> bool {
    let has_pictures = |(_, column): (usize, &Column)| column.domain == Domain::Image;
    imported.references().any(|reference| reference.refers_to(other.file))
        || other.file.name == images::FILE.name && imported.columns().any(has_pictures)
}
