//! Copies an older database `F` to `F.v<N>.bak`, and migrates it to the current schema version in one transaction. The
//! steps change tables only. Derived objects are removed before the steps, and created again afterwards.

mod previous_copy;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow, bail};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, params};

use super::check;
use super::connection::Database;
use super::integrity::{check_integrity, collect_problems, summarize};
use super::schema::{self, FileState, OutdatedPart, STEPS};
use super::{derived, schema_difference};
use crate::ledger::query::query_all;
use crate::model::time::Clock;
use crate::output::file_identity;

/// A callback that receives a line before each slow part of a migration.
pub type ReportStep<'a> = &'a dyn Fn(&str);

/// Migrates a database that has an older schema, or derived objects of another build. Does nothing with files that are
/// not ours. Setting `stop` aborts the migration, which leaves the file unchanged.
pub fn migrate(path: &Path, clock: &Clock, report: ReportStep, stop: &Arc<AtomicBool>) -> Result<()> {
    migrate_with_steps(STEPS, path, clock, report, stop)
}

/// Like [`migrate`], with the given steps. Tests add a step to those of the current version.
fn migrate_with_steps(
    steps: &[&str],
    path: &Path,
    clock: &Clock,
    report: ReportStep,
    stop: &Arc<AtomicBool>,
) -> Result<()> {
    schema::refuse_special_file(path)?;
    // inspected without a lock first: usually nothing is outdated; a file that cannot be opened is reported when the
    // caller opens it
    let Ok(inspected) = open_for_inspection(path, clock) else { return Ok(()) };
    let Some((outdated, _)) = find_outdated_part(steps, &inspected) else { return Ok(()) };
    drop(inspected);
    let database = open_exclusive(path, clock, outdated)?;
    database.stop_when(stop)?;
    // another process may have migrated the file meanwhile
    match find_outdated_part(steps, &database) {
        Some((OutdatedPart::Tables(from), steps)) => {
            Migration { path, from_version: from, steps, report, stop }.run(&database)
        }
        Some((OutdatedPart::Derived, _)) => rebuild_derived(&database, path, report),
        None => Ok(()),
    }
}

/// Opens a database for queries, so that no write-ahead log (`F-wal`) is left beside the file when it is closed.
fn open_for_inspection(path: &Path, clock: &Clock) -> rusqlite::Result<Database> {
    // opened with write access if possible, although nothing is written: only such a connection can remove its log
    let database = Database::open_query_only(path, clock)?;
    let has_write_access = !database.is_read_only()?;
    if has_write_access {
        return Ok(database);
    }
    // this user cannot write the file: an immutable database is read without a log
    Database::open_immutable(path, clock)
}

/// Returns the outdated part and the steps that migrate it; `None` if nothing is outdated, or the file is not ours.
fn find_outdated_part<'s>(steps: &'s [&'s str], database: &Database) -> Option<(OutdatedPart, &'s [&'s str])> {
    let Ok(FileState::Ours { version }) = schema::file_state(database) else { return None };
    // the first step migrates version 1; steps are missing for a version that is newer than this build
    let steps_done = usize::try_from(version - 1).ok()?;
    match steps.get(steps_done..)? {
        [] => derived::is_outdated(database).ok()?.then_some((OutdatedPart::Derived, &[])),
        remaining_steps => Some((OutdatedPart::Tables(version), remaining_steps)),
    }
}

/// Opens and locks a database to migrate its `outdated` part. The error explains why that is impossible.
fn open_exclusive(path: &Path, clock: &Clock, outdated: OutdatedPart) -> Result<Database> {
    loop {
        let file = file_identity(path);
        let database = Database::open_exclusive(path, clock).map_err(|error| {
            let reason = match error.sqlite_error_code() {
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                    " and is in use: stop what has it open, then start again"
                }
                Some(ErrorCode::ReadOnly) => " and cannot be written by this user",
                _ => " and cannot be migrated",
            };
            let path = path.display();
            anyhow!(error).context(format!("{path} {outdated}{reason}"))
        })?;
        // `restore` may have replaced the file meanwhile
        if file_identity(path) == file {
            return Ok(database);
        }
    }
}

struct Migration<'a> {
    path: &'a Path,
    from_version: i32,
    /// The steps that remain. Each increases the version by 1.
    steps: &'a [&'a str],
    report: ReportStep<'a>,
    stop: &'a Arc<AtomicBool>,
}

impl Migration<'_> {
    /// Copies the file and migrates the tables. If the migration fails, the file is unchanged.
    fn run(&self, database: &Database) -> Result<()> {
        self.report("copying it");
        let copy = previous_copy::copy_before_migration(database, self.path, self.from_version, self.stop)
            .with_context(|| format!("{} failed: it cannot be copied first", self.description()))?;
        self.report("changing its tables");
        let copy = copy.display();
        self.migrate_tables(database)
            .with_context(|| format!("{} failed; the file and its copy {copy} are unchanged", self.description()))?;
        self.report(&format!("done; the previous file is kept as {copy}"));
        Ok(())
    }

    fn description(&self) -> String {
        let (path, from) = (self.path.display(), self.from_version);
        let to = from + i32::try_from(self.steps.len()).unwrap_or_default();
        format!("migrating {path} from schema version {from} to {to}")
    }

    fn report(&self, progress: &str) {
        (self.report)(&format!("{}: {progress}", self.description()));
    }

    /// Runs the steps, rebuilds derived objects, and commits. Fails if the checks find a new problem.
    fn migrate_tables(&self, database: &Database) -> Result<()> {
        // references must not follow a renamed table
        database.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON")?;
        let transaction = begin(database)?;
        // data that broke the rules before must not prevent the migration
        let earlier_problems: BTreeSet<_> = collect_problems(|report| check::check_rules(database, report))?;
        let ids_before = largest_ids(database)?;
        // removed before the columns are compared: these need not be kept
        derived::remove(database)?;
        let columns_before = column_names(database)?;
        for (step, to) in self.steps.iter().zip(self.from_version + 1..) {
            let run = database.execute_batch(step).and_then(|()| database.pragma_update(None, "user_version", to));
            run.with_context(|| format!("the step to version {to}"))?;
        }
        restore_largest_ids(database, &ids_before)?;
        create_derived(database)?;
        // a problem that the data did not have before is an error of a step: nothing is committed
        self.report("checking it");
        let mut problems: BTreeSet<_> = collect_problems(|report| {
            check_integrity(database, report)?;
            check::check_rules(database, report)?;
            check::check_materialized_tables(database, report)
        })?;
        problems.extend(find_lost_columns(&columns_before, &column_names(database)?));
        problems.extend(schema_difference::differences(database)?);
        let new_problems: Vec<_> = problems.difference(&earlier_problems).cloned().collect();
        if !new_problems.is_empty() {
            bail!("the result would have errors: {}", summarize(new_problems));
        }
        Ok(transaction.commit()?)
    }
}

/// Creates all derived objects again, in one transaction. Fails if the schema would still differ from this build's.
fn rebuild_derived(database: &Database, path: &Path, report: ReportStep) -> Result<()> {
    let shown = path.display();
    report(&format!("{shown} {}: recreating them", OutdatedPart::Derived));
    let rebuild = || -> Result<()> {
        let transaction = begin(database)?;
        derived::remove(database)?;
        create_derived(database)?;
        let problems = schema_difference::differences(database)?;
        if !problems.is_empty() {
            bail!("the result would have errors: {}", summarize(problems));
        }
        Ok(transaction.commit()?)
    };
    rebuild().with_context(|| format!("recreating the indexes, triggers and views of {shown} failed; it is unchanged"))
}

/// Begins a transaction that overwrites removed data. It is rolled back if it is dropped.
fn begin(database: &Database) -> Result<Transaction<'_>> {
    // in WAL mode, an aborted transaction does not change the file; secure_delete overwrites dropped tables
    database.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")?;
    Ok(Transaction::new_unchecked(database, TransactionBehavior::Immediate)?)
}

fn column_names(connection: &Connection) -> rusqlite::Result<BTreeSet<(String, String)>> {
    let sql = "SELECT s.name, c.name FROM sqlite_schema AS s, pragma_table_xinfo(s.name) AS c WHERE s.type = 'table'";
    query_all(connection, sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns an error for each table that lost a column, because steps must keep all data. Dropped tables are no errors.
fn find_lost_columns(before: &BTreeSet<(String, String)>, after: &BTreeSet<(String, String)>) -> Vec<String> {
    let lost_columns = before.difference(after).map(|(table, _)| table);
    let still_exists = |table: &&String| after.iter().any(|(remaining, _)| remaining == *table);
    let changed_tables = lost_columns.filter(still_exists);
    changed_tables.map(|table| format!("schema: the table {table} was changed")).collect()
}

fn create_derived(database: &Database) -> Result<()> {
    let new = schema::in_memory(database.clock())?;
    derived::create_all_sql(&new)?.iter().try_for_each(|sql| database.execute_batch(sql))?;
    derived::fill_all(database)?;
    while derived::has_dirty_rows(database)? {
        derived::rebuild_dirty_batch(database)?;
    }
    Ok(())
}

/// Returns the largest id ever given in each table. A step that rebuilds a table would lose it.
fn largest_ids(connection: &Connection) -> rusqlite::Result<Vec<(String, i64)>> {
    query_all(connection, "SELECT name, seq FROM sqlite_sequence", [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Raises the largest ids of the tables that still exist to these ids, so that no id is given twice.
fn restore_largest_ids(connection: &Connection, ids: &[(String, i64)]) -> rusqlite::Result<()> {
    for (table, largest) in ids {
        // `sqlite_sequence` has no unique index for an upsert: a smaller number is replaced, a larger one stays
        connection.execute("DELETE FROM sqlite_sequence WHERE name = ? AND seq < ?", params![table, largest])?;
        let sql = "INSERT INTO sqlite_sequence (name, seq) SELECT name, ?2 FROM sqlite_schema
                   WHERE type = 'table' AND name = ?1 AND name NOT IN (SELECT name FROM sqlite_sequence)";
        connection.execute(sql, params![table, largest])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
