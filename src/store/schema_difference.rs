//! Compares the schema of a database with the schema of a new database.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail};
use rusqlite::Connection;

use super::connection::Database;
use super::materialized_tables::find_materialized_tables;
use super::schema::{OutdatedPart, find_outdated_part, in_memory};
use crate::ledger::query::query_all;
use crate::model::message::MessageName;
use crate::output::path_message;

/// The type and name of a table, index, view or trigger.
type SchemaObject = (String, String);

/// The table to which an object belongs, and the SQL of the object.
type ObjectDefinition = (String, Option<String>);

/// Returns a sentence for each difference from the schema of a new database, such as `schema: the index x of person is
/// unknown`; none for an older schema. Ignores derived objects of another build.
pub fn differences(database: &Database) -> Result<Vec<String>> {
    let new = in_memory(database.clock())?;
    let (mut stored, mut expected) = (objects(database)?, objects(&new)?);
    match find_outdated_part(database)? {
        // this build does not know the older schema
        Some(OutdatedPart::Tables(_)) => return Ok(Vec::new()),
        // another build has other derived objects: only the other tables can be compared
        Some(OutdatedPart::Derived) => {
            let materialized = [find_materialized_tables(database)?, find_materialized_tables(&new)?].concat();
            let is_base_table =
                |(kind, name): &SchemaObject, _: &mut ObjectDefinition| kind == "table" && !materialized.contains(name);
            stored.retain(is_base_table);
            expected.retain(is_base_table);
        }
        None => {}
    }
    let mut sentences = Vec::new();
    for (object, definition) in &stored {
        let problem = match expected.get(object) {
            Some(expected) if expected == definition => continue,
            Some(_) => "was changed",
            None => "is unknown",
        };
        let ((kind, name), (table, _)) = (object, definition);
        // a table belongs to itself
        let of_table = if table == name { String::new() } else { format!(" of {table}") };
        sentences.push(format!("schema: the {kind} {name}{of_table} {problem}"));
    }
    let missing = expected.keys().filter(|object| !stored.contains_key(object));
    sentences.extend(missing.map(|(kind, name)| format!("schema: the {kind} {name} is missing")));
    Ok(sentences)
}

/// Fails if a trigger or view is unknown, changed or missing. The database could then change data or falsify responses.
pub fn refuse_foreign_objects(database: &Database, path: &Path) -> Result<()> {
    // other differences do not prevent serving; `check` reports them
    let is_about_code = |sentence: &String| {
        ["schema: the trigger ", "schema: the view "].iter().any(|beginning| sentence.starts_with(beginning))
    };
    let problems: Vec<String> = differences(database)?.into_iter().filter(is_about_code).collect();
    if problems.is_empty() {
        return Ok(());
    }
    bail!(path_message(MessageName::ServedSchemaChanged, path).with(problems.join("; ")))
}

/// Returns all objects of a schema, except the statistics of ANALYZE and the tables of Litestream.
fn objects(connection: &Connection) -> rusqlite::Result<BTreeMap<SchemaObject, ObjectDefinition>> {
    let sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema
               WHERE NOT (type = 'table' AND (name GLOB 'sqlite_stat[14]' OR sql IN (
                   'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
                   'CREATE TABLE _litestream_lock (id INTEGER)')))";
    query_all(connection, sql, [], |row| {
        let object = (row.get("type")?, row.get("name")?);
        Ok((object, (row.get("tbl_name")?, row.get("sql")?)))
    })
}
