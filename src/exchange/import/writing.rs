//! Writes a checked import under the write lock, after rechecking concurrent changes.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Result};
use rusqlite::ErrorCode;

use super::{DataState, Import};
use crate::exchange::mapping::{self, MappedFile};
use crate::exchange::merge::tally::RowTally;
use crate::exchange::merge::{concurrent_changes, difference, execution, lock};
use crate::ledger::imports::ImportHeader;
use crate::ledger::{Attribution, Origin};

/// The most checks without the write lock when others make changes that cannot be rechecked row by row; the next check
/// holds the lock.
const REHEARSALS: u32 = 3;

impl Import<'_> {
    /// Restricts writing to the differences of the last check, which somebody has seen.
    pub fn require_shown_differences(&mut self) -> Result<()> {
        let (digest, on) = (difference::digest(self.database)?, self.checked);
        // without concurrent changes there is nothing to compare
        self.only_if(move |import| Ok(on == import.checked || difference::digest(import.database)? == digest));
        Ok(())
    }

    /// Restricts writing to a condition that must hold under the write lock.
    pub fn only_if(&mut self, condition: impl Fn(&Import) -> Result<bool> + 'static) {
        self.condition = Some(Box::new(condition));
    }

    fn holds(&self) -> Result<bool> {
        for mapped in &self.pending {
            if !mapped.is_current(self.database, self.database.clock())? {
                return Ok(false);
            }
        }
        let condition = self.condition.as_ref();
        condition.map_or(Ok(true), |condition| condition(self))
    }

    /// Writes the import and returns its number. Returns `None`, with nothing written, if concurrent changes cause
    /// errors or the condition fails. Calls `waiting` if others hold the write lock for long.
    pub fn carry_out(&mut self, actor: &str, action: &str, waiting: &dyn Fn()) -> Result<Option<i64>> {
        let head = ImportHeader { actor, action, undoes: None };
        for _ in 0..REHEARSALS {
            let outcome = match self.prepare()? {
                Some(true) => self.write(&head, waiting)?,
                Some(false) => Some(None),
                None => None,
            };
            if let Some(number) = outcome {
                return Ok(number);
            }
            if !self.rehearse()? {
                return Ok(None);
            }
        }
        let transaction = lock::acquire(self.database, waiting)?;
        let sound = self.check()? && self.holds()?;
        let number = sound.then(|| self.execute(&head)).transpose().with_context(lock::write_error)?;
        transaction.commit().with_context(lock::write_error)?;
        Ok(number)
    }

    fn execute(&self, head: &ImportHeader) -> rusqlite::Result<i64> {
        for MappedFile { mapping, .. } in &self.pending {
            // only previews of the console have pending mappings
            let by = |action| Attribution {
                origin: Origin::Command,
                actor: head.actor.to_owned(),
                action: format!("console {action}"),
            };
            mapping::store(self.database, self.database.clock(), mapping, &mapping.to_toml(), by)?;
        }
        execution::execute(self.database, &self.imported_files, &self.tallies, head)
    }

    /// Reports the progress of writing in percent.
    pub fn follow(&self, told: impl Fn(u64) + Send + 'static) -> rusqlite::Result<()> {
        // each change is a row of its table and one of the ledger
        let rows = 2 * self.tallies.iter().map(RowTally::changes).sum::<u64>();
        let tables: Vec<_> = self.imported_files.iter().map(|imported| imported.file.table).collect();
        let written = Arc::clone(&self.written);
        let percent = move |written: u64| (written * 100).checked_div(rows).unwrap_or(0).min(100);
        told(0);
        self.database.update_hook(Some(move |_, database: &str, table: &str, _| {
            if database == "main" && (table == "ledger_change" || tables.contains(&table)) {
                let before = written.fetch_add(1, Relaxed);
                if percent(before + 1) > percent(before) {
                    told(percent(before + 1));
                }
            }
        }))
    }

    /// Rechecks concurrent changes without the write lock, to shorten the recheck with it. Returns whether there are
    /// no errors; `None` if everything must be checked again.
    fn prepare(&mut self) -> Result<Option<bool>> {
        let snapshot = lock::snapshot(self.database)?;
        if !self.catch_up()? {
            return Ok(None);
        }
        snapshot.commit()?;
        Ok(Some(self.errors.count(false)? == 0))
    }

    /// Rechecks concurrent changes under the write lock and writes. Returns the number unless there are errors;
    /// `None`, with nothing written, if everything must be checked again.
    fn write(&mut self, head: &ImportHeader, waiting: &dyn Fn()) -> Result<Option<Option<i64>>> {
        let transaction = lock::acquire(self.database, waiting)?;
        if !self.catch_up()? {
            return Ok(None);
        }
        let sound = self.errors.count(false)? == 0 && self.holds()?;
        self.written.store(0, Relaxed);
        let number = sound.then(|| self.execute(head)).transpose();
        match number.and_then(|number| transaction.commit().map(|()| number)) {
            Ok(number) => Ok(Some(number)),
            // something changed that the ledger does not record
            Err(error) if is_refused(&error) => Ok(None),
            Err(error) => Err(error).with_context(lock::write_error),
        }
    }

    /// Rechecks changes by others since the check. Returns false if everything must be checked again.
    fn catch_up(&mut self) -> Result<bool> {
        let now = DataState::of(self.database)?;
        let Some(before) = self.checked.replace(now) else {
            return Ok(false);
        };
        if before.version == now.version {
            return Ok(true);
        }
        self.database.set_now();
        if !concurrent_changes::catch_up(&self.errors, &self.imported_files, before.ledger_position)? {
            return Ok(false);
        }
        self.count()?;
        if self.differs {
            difference::record(self.database, &self.imported_files)?;
        }
        Ok(true)
    }
}

/// Returns whether a constraint of the data failed.
fn is_refused(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}
