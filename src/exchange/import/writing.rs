//! Writes a checked import with the write lock, after a recheck for concurrent changes.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Result};
use rusqlite::ErrorCode;

use super::{DataState, Import};
use crate::exchange::mapping::{self, MappedFile};
use crate::exchange::merge::concurrent_changes::{self, RecheckResult};
use crate::exchange::merge::{difference, execution, lock};
use crate::ledger::Attribution;
use crate::ledger::imports::ImportHeader;

/// The maximum number of attempts to write after a check without the write lock. An attempt fails if concurrent
/// changes cannot be rechecked row by row. After the last attempt, the import is checked with the lock.
const MAX_UNLOCKED_ATTEMPTS: u32 = 3;

enum WriteResult {
    /// The import has this number in the ledger.
    Written(i64),
    /// Nothing is written: there are errors, or the write condition is not met.
    Refused,
    RequiresCompleteCheck,
}

impl Import<'_> {
    /// Makes the import write only if the differences are still those of the last check, which a user has seen.
    pub fn require_shown_differences(&mut self) -> Result<()> {
        let (digest, state) = (difference::digest_differences(self.database)?, self.checked_state);
        // if the data did not change, the differences did not change either
        self.write_only_if(move |import| {
            Ok(state == import.checked_state || difference::digest_differences(import.database)? == digest)
        });
        Ok(())
    }

    /// Makes the import write only if this condition is met, which is checked with the write lock.
    pub fn write_only_if(&mut self, condition: impl Fn(&Import) -> Result<bool> + 'static) {
        self.write_condition = Some(Box::new(condition));
    }

    /// Returns whether [`Self::write_only_if`] allows the write, and the shown versions of pending mappings are still
    /// right.
    fn is_write_condition_met(&self) -> Result<bool> {
        for mapped in &self.pending_mappings {
            if !mapped.is_version_right(self.database, self.database.clock())? {
                return Ok(false);
            }
        }
        self.write_condition.as_ref().map_or(Ok(true), |condition| condition(self))
    }

    /// Writes the import and returns its number. Returns `None` and writes nothing if concurrent changes cause errors
    /// or the write condition is not met. Calls `report_waiting` if another process holds the write lock for long.
    pub fn commit(&mut self, actor: &str, action: &str, report_waiting: &dyn Fn()) -> Result<Option<i64>> {
        let header = ImportHeader { actor, action, undoes: None };
        // attempts in which the complete check runs without the lock, so that other writers need not wait
        for _ in 0..MAX_UNLOCKED_ATTEMPTS {
            match self.try_writing(&header, report_waiting)? {
                WriteResult::Written(number) => return Ok(Some(number)),
                WriteResult::Refused => return Ok(None),
                WriteResult::RequiresCompleteCheck => {
                    if !self.check()? {
                        return Ok(None);
                    }
                }
            }
        }
        // the data changed in each attempt: checks with the lock, which prevents further changes
        let transaction = lock::acquire_write_lock(self.database, report_waiting)?;
        let mut number = None;
        if self.check_in_transaction()? && self.is_write_condition_met()? {
            number = Some(self.write_mappings_and_rows(&header).with_context(lock::write_error_message)?);
        }
        // commits even if nothing is written: a rollback would remove the errors from their temporary table
        transaction.commit().with_context(lock::write_error_message)?;
        Ok(number)
    }

    fn write_mappings_and_rows(&self, header: &ImportHeader) -> rusqlite::Result<i64> {
        self.written_rows.store(0, Relaxed);
        for MappedFile { mapping, .. } in &self.pending_mappings {
            // only the console has pending mappings
            let attribute = |action| Attribution::in_console(header.actor, action);
            mapping::store_mapping(self.database, self.database.clock(), mapping, &mapping.to_toml(), attribute)?;
        }
        execution::write_plan(self.database, &self.imported_files, &self.tallies, header)
    }

    /// Makes the import call `report` with the percentage of written rows: with 0 at once, then whenever it increases.
    pub fn report_progress(&self, report: impl Fn(u64) + Send + 'static) -> rusqlite::Result<()> {
        // each change writes a row of the table and a row of the ledger
        let row_count = 2 * self.changed_rows();
        let tables: Vec<_> = self.imported_files.iter().map(|imported| imported.file.table).collect();
        let written_rows = Arc::clone(&self.written_rows);
        let percentage = move |written: u64| (written * 100).checked_div(row_count).unwrap_or(0).min(100);
        report(0);
        self.database.update_hook(Some(move |_, database: &str, table: &str, _| {
            if database == "main" && (table == "ledger_change" || tables.contains(&table)) {
                let before = written_rows.fetch_add(1, Relaxed);
                if percentage(before + 1) > percentage(before) {
                    report(percentage(before + 1));
                }
            }
        }))
    }

    /// Rechecks the plan without the write lock. Then takes the lock, rechecks the few changes made since, and writes.
    fn try_writing(&mut self, header: &ImportHeader, report_waiting: &dyn Fn()) -> Result<WriteResult> {
        // without the lock, this can take long
        let snapshot = lock::begin_snapshot(self.database)?;
        if self.recheck_changes()? == RecheckResult::RequiresCompleteCheck {
            return Ok(WriteResult::RequiresCompleteCheck);
        }
        snapshot.commit()?;
        if self.errors.has_errors()? {
            return Ok(WriteResult::Refused);
        }
        let transaction = lock::acquire_write_lock(self.database, report_waiting)?;
        if self.recheck_changes()? == RecheckResult::RequiresCompleteCheck {
            return Ok(WriteResult::RequiresCompleteCheck);
        }
        if self.errors.has_errors()? || !self.is_write_condition_met()? {
            // a rollback would remove the errors from their temporary table
            transaction.commit().with_context(lock::write_error_message)?;
            return Ok(WriteResult::Refused);
        }
        let written = self.write_mappings_and_rows(header).and_then(|number| {
            transaction.commit()?;
            Ok(number)
        });
        match written {
            Ok(number) => Ok(WriteResult::Written(number)),
            // a constraint fails if another program changed the data without the ledger
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                Ok(WriteResult::RequiresCompleteCheck)
            }
            Err(error) => Err(error).with_context(lock::write_error_message),
        }
    }

    /// Rechecks the plan if the data changed since the last check. After [`RecheckResult::Rechecked`], the caller looks
    /// for errors.
    fn recheck_changes(&mut self) -> Result<RecheckResult> {
        let current = DataState::read(self.database)?;
        let Some(checked) = self.checked_state.replace(current) else {
            return Ok(RecheckResult::RequiresCompleteCheck);
        };
        let is_data_unchanged = checked.version == current.version;
        if is_data_unchanged {
            return Ok(RecheckResult::Rechecked);
        }
        self.database.set_service_now();
        let result = concurrent_changes::recheck_changes(&self.errors, &self.imported_files, checked.ledger_position)?;
        if result == RecheckResult::Rechecked {
            self.tally_rows_and_check_limit()?;
            if self.options.records_differences {
                difference::record_differences(self.database, &self.imported_files)?;
            }
        }
        Ok(result)
    }
}
