//! Suggests the nearest name for an unknown reference, and finds new names that resemble existing ones.

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, params};

use super::imported_file::ImportedFile;
use crate::model::name_similarity::{NameSearch, are_similar_names};

/// The most unknown names of a column that get a suggestion, since each is compared with every row.
const MAX_SUGGESTIONS: u32 = 20;

/// Adds the nearest known name to errors about unknown rows of `to`: those with the rowid `first` and later ones.
pub fn suggest_names(connection: &Connection, first: i64, to: &ImportedFile) -> rusqlite::Result<()> {
    let mut unknown = read_unknown_names(connection, first)?;
    if unknown.is_empty() {
        return Ok(());
    }
    let mut names = connection.prepare(&names_sql(to))?;
    let mut names = names.query([])?;
    while let Some(row) = names.next()? {
        let name = row.get_ref(0)?.as_str()?;
        unknown.iter_mut().for_each(|(_, nearest)| nearest.compare_with(name));
    }
    let mut add = connection.prepare(
        "UPDATE temp.import_error SET message = json_insert(message, '$[#]', json_array('DidYouMean', ?))
         WHERE rowid >= ? AND value = ?",
    )?;
    for (name, nearest) in &unknown {
        if let Some(nearest) = nearest.close_name() {
            add.execute(params![nearest, first, name])?;
        }
    }
    Ok(())
}

/// Returns the unknown names in these errors.
fn read_unknown_names(connection: &Connection, first: i64) -> rusqlite::Result<Vec<(String, NameSearch)>> {
    let mut select = connection
        .prepare("SELECT value FROM temp.import_error WHERE rowid >= ? GROUP BY value ORDER BY min(line) LIMIT ?")?;
    let values = select.query_map(params![first, MAX_SUGGESTIONS], |row| {
        let name: String = row.get(0)?;
        let nearest = NameSearch::new(&name);
        Ok((name, nearest))
    })?;
    values.collect()
}

/// Returns the SQL for the names that rows of the file have after the import.
fn names_sql(to: &ImportedFile) -> String {
    let stem = to.file.stem();
    let (_, key) = to.file.key_columns().next().expect("every file has a key");
    format!(
        "SELECT CAST(v.\"{0}\" AS TEXT) FROM {stem}_csv AS v WHERE NOT {1} UNION
         SELECT \"{0}\" FROM stage_{stem} WHERE \"{0}\" IS NOT NULL ORDER BY 1",
        key.name,
        to.is_removed_sql("v.row_id")
    )
}

/// Defines the SQL function `resembles(name, other)`.
pub fn define_resembles(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("resembles", 2, flags, |arguments| {
        let name = |at| Ok::<_, rusqlite::Error>(arguments.get_raw(at).as_str()?);
        Ok(are_similar_names(name(0)?, name(1)?))
    })
}
