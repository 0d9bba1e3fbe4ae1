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
const MAX_UNLOCKED_ATTEMPTS: u32 = 3;

impl Import<'_> {
    /// Restricts writing to the differences of the last check, which a user has seen.
    pub fn require_shown_differences(&mut self) -> Result<()> {
        let (digest, on) = (difference::digest_differences(self.database)?, self.checked);
        // without concurrent changes there is nothing to compare
        self.write_only_if(move |import| {
            Ok(on == import.checked || difference::digest_differences(import.database)? == digest)
        });
        Ok(())
    }

    /// Restricts writing to a condition, which is checked under the write lock.
    pub fn write_only_if(&mut self, condition: impl Fn(&Import) -> Result<bool> + 'static) {
        self.condition = Some(Box::new(condition));
    }

    /// Returns whether the condition is met, and pending mappings still get the versions that were shown.
    fn is_condition_met(&self) -> Result<bool> {
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
    pub fn commit(&mut self, actor: &str, action: &str, waiting: &dyn Fn()) -> Result<Option<i64>> {
        let head = ImportHeader { actor, action, undoes: None };
        for _ in 0..MAX_UNLOCKED_ATTEMPTS {
            let outcome = match self.recheck_unlocked()? {
                Some(true) => self.recheck_and_write(&head, waiting)?,
                Some(false) => Some(None),
                None => None,
            };
            if let Some(number) = outcome {
                return Ok(number);
            }
            if !self.check()? {
                return Ok(None);
            }
        }
        let transaction = lock::acquire_write_lock(self.database, waiting)?;
        let sound = self.check_in_transaction()? && self.is_condition_met()?;
        let number = sound.then(|| self.write_rows(&head)).transpose().with_context(lock::write_error_message)?;
        transaction.commit().with_context(lock::write_error_message)?;
        Ok(number)
    }

    /// Writes pending mappings and the planned rows. Returns the number of the import.
    fn write_rows(&self, head: &ImportHeader) -> rusqlite::Result<i64> {
        for MappedFile { mapping, .. } in &self.pending {
            // only previews of the console have pending mappings
            let by = |action| Attribution {
                origin: Origin::Command,
                actor: head.actor.to_owned(),
                action: format!("console {action}"),
            };
            mapping::store_mapping(self.database, self.database.clock(), mapping, &mapping.to_toml(), by)?;
        }
        execution::write_plan(self.database, &self.imported_files, &self.tallies, head)
    }

    /// Calls `report` with the percentage of rows written, from 0, each time it increases.
    pub fn report_progress(&self, told: impl Fn(u64) + Send + 'static) -> rusqlite::Result<()> {
        // each change is a row of its table and one of the ledger
        let rows = 2 * self.tallies.iter().map(RowTally::changed_rows).sum::<u64>();
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

    /// Rechecks concurrent changes without the write lock, to shorten the recheck with it. Returns whether there are no
    /// errors; `None` if everything must be checked again.
    fn recheck_unlocked(&mut self) -> Result<Option<bool>> {
        let snapshot = lock::begin_snapshot(self.database)?;
        if !self.recheck_changes()? {
            return Ok(None);
        }
        snapshot.commit()?;
        Ok(Some(self.errors.count(false)? == 0))
    }

    /// Rechecks concurrent changes under the write lock and writes. Returns the number unless there are errors; the
    /// outer `None`, with nothing written, if everything must be checked again.
    fn recheck_and_write(&mut self, head: &ImportHeader, waiting: &dyn Fn()) -> Result<Option<Option<i64>>> {
        let transaction = lock::acquire_write_lock(self.database, waiting)?;
        if !self.recheck_changes()? {
            return Ok(None);
        }
        let sound = self.errors.count(false)? == 0 && self.is_condition_met()?;
        self.written.store(0, Relaxed);
        let number = sound.then(|| self.write_rows(head)).transpose();
        match number.and_then(|number| transaction.commit().map(|()| number)) {
            Ok(number) => Ok(Some(number)),
            // something changed that the ledger does not record
            Err(error) if is_constraint_error(&error) => Ok(None),
            Err(error) => Err(error).with_context(lock::write_error_message),
        }
    }

    /// Rechecks changes by others since the last check. Returns false if everything must be checked again.
    fn recheck_changes(&mut self) -> Result<bool> {
        let now = DataState::read(self.database)?;
        let Some(before) = self.checked.replace(now) else {
            return Ok(false);
        };
        if before.version == now.version {
            return Ok(true);
        }
        self.database.set_now();
        if !concurrent_changes::recheck_changes(&self.errors, &self.imported_files, before.ledger_position)? {
            return Ok(false);
        }
        self.count_rows()?;
        if self.records_differences {
            difference::record_differences(self.database, &self.imported_files)?;
        }
        Ok(true)
    }
}

/// Returns whether a constraint of the data failed.
fn is_constraint_error(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}
