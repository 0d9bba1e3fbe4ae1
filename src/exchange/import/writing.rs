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

/// The most attempts that check without the write lock. Each fails if others make changes that cannot be rechecked row by
/// row. Then the import is checked with the lock.
const MAX_UNLOCKED_ATTEMPTS: u32 = 3;

/// The result of rechecking the changes that others made after the check.
#[derive(PartialEq)]
enum RecheckResult {
    NoErrors,
    Errors,
    /// The changes cannot be rechecked row by row: everything must be checked again.
    Incomplete,
}

/// The result of an attempt to write.
enum WriteResult {
    /// The number of the import.
    Written(i64),
    /// Nothing is written, because of errors or the condition.
    Refused,
    /// Nothing is written, because everything must be checked again.
    Retry,
}

impl Import<'_> {
    /// Restricts writing to the differences of the last check, which a user has seen.
    pub fn require_shown_differences(&mut self) -> Result<()> {
        let (digest, state) = (difference::digest_differences(self.database)?, self.checked_state);
        // without concurrent changes there is nothing to compare
        self.write_only_if(move |import| {
            Ok(state == import.checked_state || difference::digest_differences(import.database)? == digest)
        });
        Ok(())
    }

    /// Restricts writing to a condition, which is checked under the write lock.
    pub fn write_only_if(&mut self, condition: impl Fn(&Import) -> Result<bool> + 'static) {
        self.condition = Some(Box::new(condition));
    }

    /// Returns whether the condition is met, and pending mappings get the versions that were shown.
    fn is_condition_met(&self) -> Result<bool> {
        for mapped in &self.pending_mappings {
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
            match self.try_writing(&head, waiting)? {
                WriteResult::Written(number) => return Ok(Some(number)),
                WriteResult::Refused => return Ok(None),
                WriteResult::Retry if !self.check()? => return Ok(None),
                WriteResult::Retry => {}
            }
        }
        let transaction = lock::acquire_write_lock(self.database, waiting)?;
        let can_write = self.check_in_transaction()? && self.is_condition_met()?;
        let number = can_write.then(|| self.write_rows(&head)).transpose().with_context(lock::write_error_message)?;
        transaction.commit().with_context(lock::write_error_message)?;
        Ok(number)
    }

    /// Writes pending mappings and the planned rows. Returns the number of the import.
    fn write_rows(&self, head: &ImportHeader) -> rusqlite::Result<i64> {
        for MappedFile { mapping, .. } in &self.pending_mappings {
            // only the console has pending mappings
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
    pub fn report_progress(&self, report: impl Fn(u64) + Send + 'static) -> rusqlite::Result<()> {
        // each change is a row of its table and one of the ledger
        let rows = 2 * self.tallies.iter().map(RowTally::changed_rows).sum::<u64>();
        let tables: Vec<_> = self.imported_files.iter().map(|imported| imported.file.table).collect();
        let written = Arc::clone(&self.written_rows);
        let percent = move |written: u64| (written * 100).checked_div(rows).unwrap_or(0).min(100);
        report(0);
        self.database.update_hook(Some(move |_, database: &str, table: &str, _| {
            if database == "main" && (table == "ledger_change" || tables.contains(&table)) {
                let before = written.fetch_add(1, Relaxed);
                if percent(before + 1) > percent(before) {
                    report(percent(before + 1));
                }
            }
        }))
    }

    /// Rechecks concurrent changes without the write lock, to shorten the recheck with it, and then writes.
    fn try_writing(&mut self, head: &ImportHeader, waiting: &dyn Fn()) -> Result<WriteResult> {
        let snapshot = lock::begin_snapshot(self.database)?;
        let rechecked = self.recheck_changes()?;
        if rechecked != RecheckResult::Incomplete {
            snapshot.commit()?;
        }
        match rechecked {
            RecheckResult::NoErrors => self.recheck_and_write(head, waiting),
            RecheckResult::Errors => Ok(WriteResult::Refused),
            RecheckResult::Incomplete => Ok(WriteResult::Retry),
        }
    }

    /// Rechecks concurrent changes under the write lock and writes.
    fn recheck_and_write(&mut self, head: &ImportHeader, waiting: &dyn Fn()) -> Result<WriteResult> {
        let transaction = lock::acquire_write_lock(self.database, waiting)?;
        let can_write = match self.recheck_changes()? {
            RecheckResult::NoErrors => self.is_condition_met()?,
            RecheckResult::Errors => false,
            RecheckResult::Incomplete => return Ok(WriteResult::Retry),
        };
        self.written_rows.store(0, Relaxed);
        let number = can_write.then(|| self.write_rows(head)).transpose();
        match number.and_then(|number| transaction.commit().map(|()| number)) {
            Ok(number) => Ok(number.map_or(WriteResult::Refused, WriteResult::Written)),
            // another program changed the data without the ledger
            Err(error) if is_constraint_error(&error) => Ok(WriteResult::Retry),
            Err(error) => Err(error).with_context(lock::write_error_message),
        }
    }

    /// Rechecks changes by others since the last check.
    fn recheck_changes(&mut self) -> Result<RecheckResult> {
        let now = DataState::read(self.database)?;
        let Some(before) = self.checked_state.replace(now) else {
            return Ok(RecheckResult::Incomplete);
        };
        if before.version != now.version {
            self.database.set_now();
            if !concurrent_changes::recheck_changes(&self.errors, &self.imported_files, before.ledger_position)? {
                return Ok(RecheckResult::Incomplete);
            }
            self.count_rows()?;
            if self.records_differences {
                difference::record_differences(self.database, &self.imported_files)?;
            }
        }
        Ok(if self.errors.has_errors()? { RecheckResult::Errors } else { RecheckResult::NoErrors })
    }
}

/// Returns whether a constraint of `schema.sql` failed.
fn is_constraint_error(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}
