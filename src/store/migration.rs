//! Migrates an older database to the current schema version, completely or not at all. The steps change tables only:
//! derived objects are removed before them and created again afterwards. The file is first copied to `F.v<N>.bak`.

mod previous_copy;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow, bail};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, params};

use super::check;
use super::connection::Database;
use super::integrity::{ReportProblem, integrity, summarize};
use super::schema::{self, FileState, Outdated, STEPS};
use super::{derived, schema_difference};
use crate::model::time::Clock;
use crate::output::file_identity;

/// Receives a line before each step that may take time.
pub type ReportStep<'a> = &'a dyn Fn(&str);

/// Migrates the database if it is ours and older. Setting `stop` aborts, and the file stays as it was.
pub fn migrate(path: &Path, clock: &Clock, report: ReportStep, stop: &Arc<AtomicBool>) -> Result<()> {
    migrate_by(STEPS, path, clock, report, stop)
}

fn migrate_by(steps: &[&str], path: &Path, clock: &Clock, report: ReportStep, stop: &Arc<AtomicBool>) -> Result<()> {
    schema::refuse_special(path)?;
    let opened = Database::open_for_reading(path, clock).and_then(|opened| match opened.is_read_only()? {
        // opening normally would leave a log beside a file that cannot be written
        true => Database::open_immutable(path, clock),
        false => Ok(opened),
    });
    let Ok(opened) = opened else { return Ok(()) };
    let Some((outdated, _)) = outdated_part(steps, &opened) else { return Ok(()) };
    drop(opened);
    let database = open_exclusive(path, clock, outdated)?;
    database.stop_when(stop)?;
    // another process may have been first
    match outdated_part(steps, &database) {
        Some((Outdated::Tables(from), steps)) => Migration { path, from, steps, report, stop }.run(&database),
        Some((Outdated::Derived, _)) => rebuild_derived(&database, path, report),
        None => Ok(()),
    }
}

/// Returns what is outdated in the database, and the steps to take.
fn outdated_part<'s>(steps: &'s [&'s str], database: &Database) -> Option<(Outdated, &'s [&'s str])> {
    let Ok(FileState::Ours { version }) = schema::state(database) else { return None };
    let taken = usize::try_from(version - 1).ok()?;
    match steps.get(taken..)? {
        [] => derived::is_outdated(database).ok()?.then_some((Outdated::Derived, &[])),
        left => Some((Outdated::Tables(version), left)),
    }
}

fn open_exclusive(path: &Path, clock: &Clock, outdated: Outdated) -> Result<Database> {
    loop {
        let file = file_identity(path);
        let database = Database::open_exclusive(path, clock).map_err(|error| {
            let why = match error.sqlite_error_code() {
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                    " and is in use: stop what has it open, then start again"
                }
                Some(ErrorCode::ReadOnly) => " and cannot be written by this user",
                _ => " and cannot be migrated",
            };
            let path = path.display();
            anyhow!(error).context(format!("{path} {outdated}{why}"))
        })?;
        // `restore` may have replaced the file before it was locked
        if file_identity(path) == file {
            return Ok(database);
        }
    }
}

struct Migration<'a> {
    path: &'a Path,
    from: i32,
    steps: &'a [&'a str],
    report: ReportStep<'a>,
    stop: &'a Arc<AtomicBool>,
}

impl Migration<'_> {
    fn run(&self, database: &Database) -> Result<()> {
        self.report("copying it");
        let copy = previous_copy::copy_before_migration(database, self.path, self.from, self.stop)
            .with_context(|| format!("{} begins with a copy of it", self.named()))?;
        self.report("changing its tables");
        let (named, copy) = (self.named(), copy.display());
        self.change(database).with_context(|| format!("{named} failed; the file and its copy {copy} are unchanged"))?;
        self.report(&format!("done; the previous file is kept as {copy}"));
        Ok(())
    }

    fn named(&self) -> String {
        let to = self.from + i32::try_from(self.steps.len()).unwrap_or_default();
        let (path, from) = (self.path.display(), self.from);
        format!("migrating {path} from schema version {from} to {to}")
    }

    fn report(&self, what: &str) {
        (self.report)(&format!("{}: {what}", self.named()));
    }

    fn change(&self, database: &Database) -> Result<()> {
        // references must not follow a renamed table
        database.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON")?;
        let transaction = begin(database)?;
        let before = sentences(|report| check::rules(database, report))?;
        let ids = largest_ids(database)?;
        derived::remove(database)?;
        let columns = columns(database)?;
        self.take_steps(database)?;
        keep_ids(database, &ids)?;
        make_derived(database)?;
        self.report("checking it");
        let mut wrong = sentences(|report| integrity(database, report))?;
        wrong.extend(changed(&columns, &self::columns(database)?));
        wrong.extend(schema_difference::differences(database)?);
        wrong.extend(sentences(|report| check::rules(database, report))?);
        wrong.extend(sentences(|report| check::materialized(database, report))?);
        // earlier problems are left to `check`
        let wrong: Vec<_> = wrong.difference(&before).cloned().collect();
        if !wrong.is_empty() {
            bail!("the result would have errors: {}", summarize(wrong));
        }
        Ok(transaction.commit()?)
    }

    fn take_steps(&self, connection: &Connection) -> Result<()> {
        for (step, to) in self.steps.iter().zip(self.from + 1..) {
            connection
                .execute_batch(step)
                .and_then(|()| connection.pragma_update(None, "user_version", to))
                .with_context(|| format!("the step to version {to}"))?;
        }
        Ok(())
    }
}

/// Rebuilds derived objects, which needs no copy.
fn rebuild_derived(database: &Database, path: &Path, report: ReportStep) -> Result<()> {
    let shown = path.display();
    report(&format!("{shown} {}: recreating them", Outdated::Derived));
    let made = || -> Result<()> {
        let transaction = begin(database)?;
        derived::remove(database)?;
        make_derived(database)?;
        let wrong = schema_difference::differences(database)?;
        if !wrong.is_empty() {
            bail!("the result would have errors: {}", summarize(wrong));
        }
        Ok(transaction.commit()?)
    };
    made().with_context(|| format!("recreating the indexes, triggers and views of {shown} failed; it is unchanged"))
}

fn begin(database: &Database) -> Result<Transaction<'_>> {
    // with the log, an aborted transaction leaves no trace; secure_delete wipes dropped tables
    database.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")?;
    Ok(Transaction::new_unchecked(database, TransactionBehavior::Immediate)?)
}

fn sentences(check: impl FnOnce(ReportProblem) -> Result<()>) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    check(&mut |sentence: &str| {
        found.insert(sentence.to_owned());
        Ok(())
    })?;
    Ok(found)
}

type TableColumnNames = BTreeMap<String, BTreeSet<String>>;

fn columns(connection: &Connection) -> rusqlite::Result<TableColumnNames> {
    let sql = "SELECT s.name, c.name FROM sqlite_schema AS s, pragma_table_xinfo(s.name) AS c WHERE s.type = 'table'";
    let mut select = connection.prepare(sql)?;
    let mut rows = select.query([])?;
    let mut columns = TableColumnNames::new();
    while let Some(row) = rows.next()? {
        columns.entry(row.get(0)?).or_default().insert(row.get(1)?);
    }
    Ok(columns)
}

/// Returns a sentence for each table that lost a column: a step must keep all data.
fn changed(before: &TableColumnNames, after: &TableColumnNames) -> Vec<String> {
    let stays = |table: &String, had| after.get(table).is_none_or(|has| has.is_superset(had));
    let changed = before.iter().filter(|(table, had)| !stays(table, had));
    changed.map(|(table, _)| format!("schema: the table {table} was changed")).collect()
}

fn make_derived(database: &Database) -> Result<()> {
    let new = schema::in_memory(database.clock())?;
    for made in derived::create_statements(&new)? {
        database.execute_batch(&made)?;
    }
    derived::fill_all(database)?;
    while derived::has_dirty_rows(database)? {
        derived::settle(database)?;
    }
    Ok(())
}

/// Returns the largest id ever given in each table, which a rebuilt table would lose: "Never given twice".
fn largest_ids(connection: &Connection) -> rusqlite::Result<Vec<(String, i64)>> {
    let mut select = connection.prepare("SELECT name, seq FROM sqlite_sequence")?;
    select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn keep_ids(connection: &Connection, ids: &[(String, i64)]) -> rusqlite::Result<()> {
    for (table, largest) in ids {
        connection.execute("DELETE FROM sqlite_sequence WHERE name = ? AND seq < ?", params![table, largest])?;
        let sql = "INSERT INTO sqlite_sequence (name, seq) SELECT name, ?2 FROM sqlite_schema
                   WHERE type = 'table' AND name = ?1 AND name NOT IN (SELECT name FROM sqlite_sequence)";
        connection.execute(sql, params![table, largest])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
