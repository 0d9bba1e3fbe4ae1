//! Migration: brings the schema of an older database up to date, whole or not at all.
//!
//! A step changes tables only. What is derived from them, indexes, triggers and views, is taken away before the steps
//! and made anew after them as a new database has it, so that a table can be rebuilt whatever refers to it: renamed,
//! made anew with the text of `schema.sql`, filled, dropped. Everything is one transaction, and before it the file is
//! copied to `F.v<N>.bak`. Opening an older file is refused by [`schema`](super::schema).

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
use crate::output::identity;

/// Takes a line for whoever waits, before each thing is begun that may take its time.
pub type ReportStep<'a> = &'a dyn Fn(&str);

/// Brings the database up to date, if it is one of ours and older. Anything else is left to whoever opens it. Once
/// `stop` is true it is given up, and the file is as it was.
pub fn migrate(path: &Path, clock: &Clock, say: ReportStep, stop: &Arc<AtomicBool>) -> Result<()> {
    migrate_by(STEPS, path, clock, say, stop)
}

fn migrate_by(steps: &[&str], path: &Path, clock: &Clock, say: ReportStep, stop: &Arc<AtomicBool>) -> Result<()> {
    schema::refuse_special(path)?;
    let looked = Database::looking(path, clock).and_then(|looked| match looked.is_read_only()? {
        // it would leave a log beside a file that it cannot write
        true => Database::open_immutable(path, clock),
        false => Ok(looked),
    });
    let Ok(looked) = looked else {
        return Ok(());
    };
    let Some((outdated, _)) = left(steps, &looked) else {
        return Ok(());
    };
    drop(looked);
    let database = open_exclusive(path, clock, outdated)?;
    database.stop_when(stop)?;
    // another process may have been first
    match left(steps, &database) {
        Some((Outdated::Tables(from), steps)) => Migration { path, from, steps, say, stop }.run(&database),
        Some((Outdated::Derived, _)) => rebuild_derived(&database, path, say),
        None => Ok(()),
    }
}

/// What is outdated in a database of ours, and the steps that it has not taken; `None` where nothing is.
fn left<'s>(steps: &'s [&'s str], database: &Database) -> Option<(Outdated, &'s [&'s str])> {
    let Ok(FileState::Ours { version }) = schema::state(database) else {
        return None;
    };
    let taken = usize::try_from(version - 1).ok()?;
    match steps.get(taken..)? {
        [] => derived::is_outdated(database).ok()?.then_some((Outdated::Derived, &[])),
        left => Some((Outdated::Tables(version), left)),
    }
}

/// The database, which no other process has open for as long as this lives.
fn open_exclusive(path: &Path, clock: &Clock, outdated: Outdated) -> Result<Database> {
    loop {
        let file = identity(path);
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
        // `restore` may have replaced the file before it was held
        if identity(path) == file {
            return Ok(database);
        }
    }
}

/// The way of one database from its version to the newest.
struct Migration<'a> {
    path: &'a Path,
    from: i32,
    steps: &'a [&'a str],
    say: ReportStep<'a>,
    stop: &'a Arc<AtomicBool>,
}

impl Migration<'_> {
    fn run(&self, database: &Database) -> Result<()> {
        self.say("copying it");
        let kept = previous_copy::copy_before_migration(database, self.path, self.from, self.stop)
            .with_context(|| format!("{} begins with a copy of it", self.named()))?;
        self.say("changing its tables");
        let (named, kept) = (self.named(), kept.display());
        self.change(database).with_context(|| format!("{named} failed; it is as it was, and so is its copy {kept}"))?;
        self.say(&format!("done; as it was it is kept as {kept}"));
        Ok(())
    }

    fn named(&self) -> String {
        let to = self.from + i32::try_from(self.steps.len()).unwrap_or_default();
        let (path, from) = (self.path.display(), self.from);
        format!("migrating {path} from schema version {from} to {to}")
    }

    fn say(&self, what: &str) {
        (self.say)(&format!("{}: {what}", self.named()));
    }

    fn change(&self, database: &Database) -> Result<()> {
        // neither references nor what refers by name follows a table that is renamed
        database.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON")?;
        let transaction = begin(database)?;
        let before = sentences(|tell| check::rules(database, tell))?;
        let ids = largest_ids(database)?;
        derived::take_away(database)?;
        let columns = columns(database)?;
        self.take_steps(database)?;
        keep_ids(database, &ids)?;
        make_derived(database)?;
        self.say("checking it");
        let mut wrong = sentences(|tell| integrity(database, tell))?;
        wrong.extend(changed(&columns, &self::columns(database)?));
        wrong.extend(schema_difference::differences(database)?);
        wrong.extend(sentences(|tell| check::rules(database, tell))?);
        wrong.extend(sentences(|tell| check::materialized(database, tell))?);
        // what was wrong before is left for `check` to tell
        let wrong: Vec<_> = wrong.difference(&before).cloned().collect();
        if !wrong.is_empty() {
            bail!("this would be wrong then: {}", summarize(wrong));
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

/// Makes what is derived again, whole or not at all. No copy is made first: nothing of it is data.
fn rebuild_derived(database: &Database, path: &Path, say: ReportStep) -> Result<()> {
    let shown = path.display();
    say(&format!("{shown} {}: making them again", Outdated::Derived));
    let made = || -> Result<()> {
        let transaction = begin(database)?;
        derived::take_away(database)?;
        make_derived(database)?;
        let wrong = schema_difference::differences(database)?;
        if !wrong.is_empty() {
            bail!("this would be wrong then: {}", summarize(wrong));
        }
        Ok(transaction.commit()?)
    };
    made().with_context(|| format!("making the indexes, triggers and views of {shown} again failed; it is as it was"))
}

/// Begins the transaction of a change to the schema.
fn begin(database: &Database) -> Result<Transaction<'_>> {
    // the log makes a transaction that is cut off leave no trace in the file itself, and what a dropped table held must
    // not be left in the file
    database.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")?;
    Ok(Transaction::new_unchecked(database, TransactionBehavior::Immediate)?)
}

/// What a check finds.
fn sentences(check: impl FnOnce(ReportProblem) -> Result<()>) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    check(&mut |sentence: &str| {
        found.insert(sentence.to_owned());
        Ok(())
    })?;
    Ok(found)
}

/// The columns of each table.
type TableColumnNames = BTreeMap<String, BTreeSet<String>>;

fn columns(connection: &Connection) -> rusqlite::Result<TableColumnNames> {
    let mut select = connection.prepare(
        "SELECT s.name, c.name FROM sqlite_schema AS s, pragma_table_xinfo(s.name) AS c WHERE s.type = 'table'",
    )?;
    let mut rows = select.query([])?;
    let mut columns = TableColumnNames::new();
    while let Some(row) = rows.next()? {
        columns.entry(row.get(0)?).or_default().insert(row.get(1)?);
    }
    Ok(columns)
}

/// A sentence for each table that had a column which it is made anew without: a step takes along what it knows.
fn changed(before: &TableColumnNames, after: &TableColumnNames) -> Vec<String> {
    let stays = |table: &String, had| after.get(table).is_none_or(|has| has.is_superset(had));
    let changed = before.iter().filter(|(table, had)| !stays(table, had));
    changed.map(|(table, _)| format!("schema: the table {table} was changed")).collect()
}

/// Makes and fills what is derived, as a new database has it.
fn make_derived(database: &Database) -> Result<()> {
    let new = schema::in_memory(database.clock())?;
    for made in derived::create_statements(&new)? {
        database.execute_batch(&made)?;
    }
    derived::keep(database)?;
    while derived::has_dirty_rows(database)? {
        derived::settle(database)?;
    }
    Ok(())
}

/// The largest id that each table ever gave. A table that is made anew knows only of those that it was filled with.
fn largest_ids(connection: &Connection) -> rusqlite::Result<Vec<(String, i64)>> {
    let mut select = connection.prepare("SELECT name, seq FROM sqlite_sequence")?;
    select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// "Never given twice", whatever the steps did with the tables that are still there.
fn keep_ids(connection: &Connection, ids: &[(String, i64)]) -> rusqlite::Result<()> {
    for (table, largest) in ids {
        connection.execute("DELETE FROM sqlite_sequence WHERE name = ? AND seq < ?", params![table, largest])?;
        connection.execute(
            "INSERT INTO sqlite_sequence (name, seq) SELECT name, ?2 FROM sqlite_schema
             WHERE type = 'table' AND name = ?1 AND name NOT IN (SELECT name FROM sqlite_sequence)",
            params![table, largest],
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
