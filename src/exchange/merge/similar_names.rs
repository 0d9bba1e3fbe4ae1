//! Suggests similar names for unknown names, and defines the SQL function that finds new names similar to stored names.

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, params};

use super::imported_file::ImportedFile;
use crate::model::name_similarity::{NameSearch, are_similar_names};

/// The maximum number of suggestions for a column, because each unknown name is compared with every known name.
const MAX_SUGGESTIONS: u32 = 20;

/// Adds the nearest known name to the errors about unknown rows of `referenced`, with rowids from `first_error` on.
pub fn suggest_names(connection: &Connection, first_error: i64, referenced: &ImportedFile) -> rusqlite::Result<()> {
    let mut searches = begin_searches(connection, first_error)?;
    if searches.is_empty() {
        return Ok(());
    }
    // reads the known names once and compares each with all unknown names
    let mut select_names = connection.prepare(&known_names_sql(referenced))?;
    let mut known_names = select_names.query([])?;
    while let Some(row) = known_names.next()? {
        let known_name = row.get_ref(0)?.as_str()?;
        searches.iter_mut().for_each(|(_, search)| search.compare_with(known_name));
    }
    // appends the suggestion to the message, which is a JSON array
    let mut add_suggestion = connection.prepare(
        "UPDATE temp.import_error SET message = json_insert(message, '$[#]', json_array('DidYouMean', ?))
         WHERE rowid >= ? AND value = ?",
    )?;
    for (unknown_name, search) in &searches {
        if let Some(close_name) = search.close_name() {
            add_suggestion.execute(params![close_name, first_error, unknown_name])?;
        }
    }
    Ok(())
}

/// Returns the unknown names in the errors with rowids from `first_error` on, each with a search for the nearest name.
fn begin_searches(connection: &Connection, first_error: i64) -> rusqlite::Result<Vec<(String, NameSearch)>> {
    let mut select = connection
        .prepare("SELECT value FROM temp.import_error WHERE rowid >= ? GROUP BY value ORDER BY min(line) LIMIT ?")?;
    let searches = select.query_map(params![first_error, MAX_SUGGESTIONS], |row| {
        let unknown_name: String = row.get(0)?;
        let search = NameSearch::new(&unknown_name);
        Ok((unknown_name, search))
    })?;
    searches.collect()
}

/// Returns the SQL for the names of the stored rows that stay, and of the records. A name is the first cell of the key.
fn known_names_sql(referenced: &ImportedFile) -> String {
    let stem = referenced.file.stem();
    let (_, name_column) = referenced.file.key_columns().next().expect("every file has a key");
    format!(
        "SELECT CAST(stored.\"{0}\" AS TEXT) FROM {stem}_csv AS stored WHERE NOT {1} UNION
         SELECT \"{0}\" FROM stage_{stem} WHERE \"{0}\" IS NOT NULL ORDER BY 1",
        name_column.name,
        referenced.is_removed_sql("stored.row_id")
    )
}

/// Defines the SQL function `resembles(name, other_name)`, which returns whether two names are similar.
pub fn define_resembles_function(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("resembles", 2, flags, |arguments| {
        Ok(are_similar_names(arguments.get_raw(0).as_str()?, arguments.get_raw(1).as_str()?))
    })
}
