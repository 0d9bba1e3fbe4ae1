//! Derived objects: indexes, triggers, views and materialized tables. Creates these objects, detects those of another
//! build, and updates the materialized tables.

use std::sync::LazyLock;

use blake2::{Blake2b256, Digest};
use rusqlite::{Connection, Result};

use super::materialized_tables::{self, MATERIALIZED_TABLES, MaterializedTable};
use super::portfolio;
use super::schema::SCHEMA;
use crate::datafile::{all_files, view::create_view_sql};
use crate::ledger::query::{query_all, query_optional};
use crate::model::text::to_hex;

/// Fills `class_date.trainer_ids`, which triggers named `trainers_…` maintain.
const FILL_TRAINERS: &str = "
    UPDATE class_date
    SET trainer_ids = (SELECT trainer_ids FROM class_date_trainers AS t WHERE t.class_date = class_date.id);";

/// The FROM and WHERE of a query for derived objects. Omits indexes of constraints: they have no SQL.
const FROM_DERIVED: &str = "FROM sqlite_schema
    WHERE type IN ('index', 'trigger', 'view') AND sql IS NOT NULL";

/// Returns the SQL of the triggers of materialized tables and of the views of data files.
fn generated_sql() -> impl Iterator<Item = String> {
    let triggers = MATERIALIZED_TABLES.iter().flat_map(MaterializedTable::create_trigger_sql);
    triggers.chain(all_files().map(create_view_sql))
}

/// Adds the generated objects to a new database, and the digests of the created objects and of this build.
pub fn create(connection: &Connection) -> Result<()> {
    generated_sql().try_for_each(|statement| connection.execute_batch(&statement))?;
    let digests = format!("{}-{}", object_digest(connection)?, *BUILD_DIGEST);
    connection.execute_batch(&format!("CREATE VIEW derived_digest AS SELECT '{digests}' AS digest"))
}

/// The digest of the derived objects of schema version 7, whose builds stored no digest.
const SCHEMA_7_DIGEST: &str = "6def0fab6d2986aa99f00aaffaef87338ae9c74f2d8fafc26eac140d1c880435";

/// The version of the code that fills tables (`store/portfolio`). Increase the version when this code changes.
const FILL_VERSION: u32 = 1;

/// The digest of the SQL that creates derived objects and fills materialized tables.
static BUILD_DIGEST: LazyLock<String> = LazyLock::new(|| {
    let sql = generated_sql().chain(fill_sql()).chain([SCHEMA.to_owned(), FILL_VERSION.to_string()]);
    to_hex(&sql.fold(Blake2b256::new(), Blake2b256::chain_update).finalize()[..8])
});

/// Returns the digest of the SQL of the derived objects in a database, without the view that stores digests.
fn object_digest(connection: &Connection) -> Result<String> {
    let select = format!("SELECT sql {FROM_DERIVED} AND name <> 'derived_digest' ORDER BY type, name");
    let mut digest = Blake2b256::new();
    for sql in query_texts(connection, &select)? {
        digest.update(sql);
        // separates the statements
        digest.update([0]);
    }
    Ok(to_hex(&digest.finalize()))
}

/// Returns whether another build created the derived objects, so that they must be created again. Returns false if
/// they were changed after their creation: then `check` reports the changes.
pub fn is_outdated(connection: &Connection) -> Result<bool> {
    let select = "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = 'derived_digest'";
    let view_sql: Option<String> = query_optional(connection, select, [], |row| row.get(0))?;
    // the view selects the literal 'OBJECT_DIGEST-BUILD_DIGEST'; databases of schema version 7 have no such view
    let stored_digests = view_sql.as_deref().and_then(|sql| sql.split('\'').nth(1)?.split_once('-'));
    let (object_digest_at_creation, build_digest) = stored_digests.unwrap_or((SCHEMA_7_DIGEST, ""));
    Ok(build_digest != *BUILD_DIGEST && object_digest(connection)? == object_digest_at_creation)
}

pub fn query_texts(connection: &Connection, query: &str) -> Result<Vec<String>> {
    query_all(connection, query, [], |row| row.get(0))
}

/// Returns the SQL that creates all derived objects of a database: first the materialized tables, then the others in the
/// order in which they were created.
pub fn create_all_sql(connection: &Connection) -> Result<Vec<String>> {
    let tables = materialized_tables::create_table_sql(connection)?;
    Ok([tables, query_texts(connection, &format!("SELECT sql {FROM_DERIVED} ORDER BY rowid"))?].concat())
}

/// Rebuilds some of the dirty rows. While rows are dirty, reads are slower but correct.
pub fn rebuild_dirty_batch(connection: &Connection) -> Result<()> {
    materialized_tables::rebuild_dirty_batch(connection)?;
    portfolio::recount_dirty_batch(connection)
}

/// Returns whether [`rebuild_dirty_batch`] has rows to rebuild. Ignores a few dirty persons, whom requests recount.
pub fn has_dirty_rows(connection: &Connection) -> Result<bool> {
    Ok(materialized_tables::has_dirty_rows(connection)? || portfolio::has_dirty_persons(connection)?)
}

/// Fills all materialized data of a database whose derived objects are new. May leave rows dirty, which are computed
/// later by `rebuild_dirty_batch`.
pub fn fill_all(connection: &Connection) -> Result<()> {
    fill_sql().try_for_each(|fill| connection.execute_batch(&fill))
}

/// Removes all derived objects, including objects that only another build has.
pub fn remove(connection: &Connection) -> Result<()> {
    let tables = materialized_tables::find_materialized_tables(connection)?;
    // newest first: a view or trigger may use older ones
    drop_all(connection, "ORDER BY rowid DESC")?;
    tables.iter().try_for_each(|table| connection.execute_batch(&format!("DROP TABLE \"{table}\"")))
}

/// Drops the derived objects that `clauses` selects. `clauses` follows [`FROM_DERIVED`] in the query for the objects.
fn drop_all(connection: &Connection, clauses: &str) -> Result<()> {
    let select_drop =
        format!(r#"SELECT 'DROP ' || type || ' "' || replace(name, '"', '""') || '"' {FROM_DERIVED} {clauses}"#);
    query_texts(connection, &select_drop)?.iter().try_for_each(|drop| connection.execute_batch(drop))
}

/// The condition that an object in `sqlite_schema` is an index on references of a table to the table itself, such as the
/// managers of persons. A bulk change looks up rows in this index.
const IS_INDEX_ON_OWN_REFERENCE: &str = r#"EXISTS (
    SELECT 1 FROM pragma_foreign_key_list(tbl_name) AS foreign_key
         CROSS JOIN pragma_index_info(sqlite_schema.name) AS index_column
    WHERE foreign_key."table" = tbl_name AND index_column.seqno = 0 AND index_column.name = foreign_key."from")"#;

/// Bulk changes of tables. During a change, the indexes and triggers of the table are dropped.
#[derive(Default)]
pub struct BulkChanges {
    /// The SQL that fills the data that the dropped triggers maintain. [`Self::finish`] executes it.
    pending_fills: Vec<String>,
}

impl BulkChanges {
    /// Runs `change` on a table. To be fast, drops the table's indexes and triggers before, and creates them again
    /// afterwards. Indexes on references to the same table stay. If the table has an unknown trigger, drops nothing.
    pub fn change(&mut self, connection: &Connection, table: &str, change: impl FnOnce() -> Result<()>) -> Result<()> {
        let select_triggers = format!("SELECT name {FROM_DERIVED} AND type = 'trigger' AND tbl_name = '{table}'");
        let triggers = query_texts(connection, &select_triggers)?;
        let fills: Option<Vec<_>> = triggers.iter().map(|trigger| find_fill_sql_of_trigger(trigger)).collect();
        // nothing could restore the data that an unknown trigger maintains
        let Some(fills) = fills else { return change() };
        let conditions = format!("AND tbl_name = '{table}' AND type <> 'view' AND NOT {IS_INDEX_ON_OWN_REFERENCE}");
        let create_sql = query_texts(connection, &format!("SELECT sql {FROM_DERIVED} {conditions} ORDER BY rowid"))?;
        drop_all(connection, &conditions)?;
        change()?;
        // `finish` executes each statement once, after the changes of all tables
        self.pending_fills.extend(fills);
        create_sql.iter().try_for_each(|statement| connection.execute_batch(statement))
    }

    /// Fills the data that the dropped triggers maintain. Call it after the last change, before the commit.
    pub fn finish(self, connection: &Connection) -> Result<()> {
        fill_sql().filter(|fill| self.pending_fills.contains(fill)).try_for_each(|fill| connection.execute_batch(&fill))
    }
}

/// Returns the SQL that fills the materialized data, in the order of dependencies.
fn fill_sql() -> impl Iterator<Item = String> {
    [FILL_TRAINERS.to_owned()].into_iter().chain(MATERIALIZED_TABLES.iter().map(MaterializedTable::fill_sql))
}

/// Returns the SQL that fills the data that a trigger maintains; `None` for an unknown trigger.
fn find_fill_sql_of_trigger(trigger: &str) -> Option<String> {
    if trigger.starts_with("trainers_") {
        return Some(FILL_TRAINERS.to_owned());
    }
    MATERIALIZED_TABLES.iter().find(|table| table.has_trigger(trigger)).map(MaterializedTable::fill_sql)
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;
    use crate::model::time::Clock;
    use crate::store::in_memory;

    /// Returns the number of SQLite VM steps of `change` in a class with this number of contact moments.
    fn count_steps(moments: i64, change: &str) -> i32 {
        let database = in_memory(&Clock::new("Europe/Amsterdam", None).unwrap()).unwrap();
        database
            .execute_batch(&format!(
                "PRAGMA foreign_keys = OFF;
                 INSERT INTO class (id, code, training, name) VALUES (1, 'K', 1, 'k');
                 WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {moments})
                 INSERT INTO class_date (id, class, date, starts_at, ends_at, location_name)
                 SELECT n, 1, date('2026-01-01', n || ' days'), '09:00:00', '10:00:00', 'Zaal ' || n FROM n;
                 INSERT INTO class_trainer (class, person, class_date)
                 SELECT 1, id, id FROM class_date UNION ALL SELECT 1, id + 1, id FROM class_date"
            ))
            .unwrap();
        let mut change = database.prepare(change).unwrap();
        change.execute([]).unwrap();
        change.get_status(StatementStatus::VmStep)
    }

    /// The contact moments of other trainers are not updated.
    #[test]
    fn the_time_to_add_a_trainer_is_linear() {
        let insert = "INSERT INTO class_trainer (class, person, class_date) VALUES (1, 999, 1)";
        let (few, many) = (count_steps(50, insert), count_steps(200, insert));
        assert!(many < 5 * few, "{few} steps, {many} with four times as many");
    }

    /// The locations of a class are read once, not once per contact moment.
    #[test]
    fn the_time_to_change_a_location_is_linear() {
        let update = "UPDATE class_date SET location_name = 'Zaal' WHERE id = 1";
        let (few, many) = (count_steps(50, update), count_steps(200, update));
        assert!(many < 6 * few, "{few} steps, {many} with four times as many");
    }

    #[test]
    fn rosters_follow_contact_moments() {
        let database = in_memory(&Clock::new("Europe/Amsterdam", None).unwrap()).unwrap();
        let class = "INSERT INTO class (id, code, training, name) VALUES (1, 'K', 1, 'k'), (2, 'L', 1, 'l')";
        database.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
        database.execute_batch(class).unwrap();
        for change in [
            "INSERT INTO class_date (id, class, date, starts_at, ends_at)
             VALUES (7, 1, '2026-01-01', '09:00:00', '10:00:00'), (8, 1, '2025-01-01', '09:00:00', '10:00:00')",
            "UPDATE class_date SET date = '2024-01-01' WHERE id = 7",
            "UPDATE class_date SET starts_at = '08:00:00' WHERE id = 7",
            "UPDATE class_date SET ends_at = '11:00:00' WHERE id = 7",
            "UPDATE class_date SET location_name = 'Zaal' WHERE id = 7",
            "UPDATE class_date SET location_address = 'Straat 1' WHERE id = 7",
            "UPDATE class_date SET id = 9 WHERE id = 7; UPDATE class_date SET id = 7 WHERE id = 8",
            "UPDATE class_date SET id = 8 WHERE id = 7; UPDATE class_date SET id = 7 WHERE id = 9",
            "INSERT INTO class_trainer (class, person) VALUES (1, 5)",
            "UPDATE class_trainer SET person = 6",
            "DELETE FROM class_trainer",
            "UPDATE class_date SET class = 2 WHERE id = 7",
            "DELETE FROM class_date WHERE id = 7",
        ] {
            rebuild_dirty_batch(&database).unwrap();
            let moments = "SELECT group_concat(moments) FROM roster";
            let before = query_texts(&database, moments).unwrap();
            database.execute_batch(change).unwrap();
            assert!(has_dirty_rows(&database).unwrap(), "{change}");
            rebuild_dirty_batch(&database).unwrap();
            let expected = "SELECT group_concat(moments) FROM class_roster";
            let after = query_texts(&database, moments).unwrap();
            assert_eq!(after, query_texts(&database, expected).unwrap(), "{change}");
            assert_ne!(after, before, "{change}");
        }
    }

    /// Values that only a direct edit of the file can create do not break class lists.
    #[test]
    fn a_location_with_a_separator_stays_one_value() {
        let database = in_memory(&Clock::new("Europe/Amsterdam", None).unwrap()).unwrap();
        let moment = "PRAGMA foreign_keys = OFF;
            INSERT INTO class (id, code, training, name) VALUES (1, 'K', 1, 'k');
            INSERT INTO class_date (id, class, date, starts_at, ends_at, location_name, location_address)
            VALUES (7, 1, '2026-01-01', '09:00:00', '10:00:00', char(0x61, 0x1F, 0x62), char(0x1E))";
        database.execute_batch(moment).unwrap();
        rebuild_dirty_batch(&database).unwrap();
        let moments = query_texts(&database, "SELECT moments FROM roster").unwrap();
        let expected = "\u{1F}7\u{1F}2026-01-01\u{1F}09:00:00\u{1F}10:00:00\u{1F}a\u{FFFD}b\u{1F}\u{FFFD}";
        assert_eq!(moments, [expected]);
    }

    /// An import of new persons looks up each of their managers in this index.
    #[test]
    fn a_bulk_change_keeps_the_index_of_a_reference_to_its_own_table() {
        let database = in_memory(&Clock::new("Europe/Amsterdam", None).unwrap()).unwrap();
        for (table, kept) in [("person", &["person_of_manager"][..]), ("division", &["division_of_parent"])] {
            let indexes = format!("SELECT name {FROM_DERIVED} AND type = 'index' AND tbl_name = '{table}'");
            let before = query_texts(&database, &indexes).unwrap();
            BulkChanges::default()
                .change(&database, table, || {
                    assert_eq!(query_texts(&database, &indexes)?, kept);
                    Ok(())
                })
                .unwrap();
            assert_eq!(query_texts(&database, &indexes).unwrap().len(), before.len());
        }
    }
}
