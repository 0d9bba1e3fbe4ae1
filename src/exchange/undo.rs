//! Undoes an import or an undo: removes created rows, and restores the old values of changed and removed rows.
//!
//! The ledger provides the old values. The undo is checked and written by the code of an import, and can be undone
//! too. [`conflicts`] and [`obstacles`] find later changes that prevent the undo. With `--keep-later`, the undo skips
//! the rows and fields that were changed later.

mod changes;
mod conflicts;
mod obstacles;

use std::cell::RefCell;
use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};

use super::merge::difference::{self, Difference};
use super::merge::error_table::ErrorTable;
use super::merge::file_scope::limit_to_scope;
use super::merge::imported_file::{self, GivenFile, ImportedFile};
use super::merge::tally::{RowTally, tally_rows};
use super::merge::{check, execution, lock, plan, similar_names};
use crate::ledger::history;
use crate::ledger::imports::{self, ImportHeader, ImportRun};
use crate::model::message::{Message, MessageName, Severity};
use crate::store::connection::Database;
use conflicts::{Conflicts, UnreportedExclusions};

/// An undo in progress. Its temporary tables belong to the connection, which can run only one undo.
pub struct Undo<'d> {
    database: &'d Database,
    run: ImportRun,
    /// `--keep-later`: whether rows and fields that were changed later are skipped. Otherwise they prevent the undo.
    keeps_later_changes: bool,
    /// Whether the first check found no errors.
    pub is_valid: bool,
    /// The errors that prevent the undo. With `--keep-later`, warnings about the skipped rows and fields.
    pub errors: ErrorTable<'d>,
    /// The files whose rows the undo changes, which count as given, and the files that they need.
    imported_files: Vec<ImportedFile>,
    pub tallies: Vec<RowTally>,
    unreported_exclusions: UnreportedExclusions,
    /// [`Conflicts::later_runs`].
    later_runs: BTreeMap<i64, String>,
    /// SQLite's data version at the last check.
    checked_version: i64,
}

impl<'d> Undo<'d> {
    /// Plans and checks an undo without the write lock. Fails with a [`Message`] if there is nothing to undo.
    pub fn plan(database: &'d Database, number: i64, keep_later: bool, records_differences: bool) -> Result<Self> {
        let run = imports::find_import(database, number)?
            .ok_or_else(|| Message::new(MessageName::NoSuchImport).with(number))?;
        // without all old values, the undo would be incomplete
        let pruned = imports::count_pruned_changes(database, run.id)?;
        if pruned > 0 {
            let run_name = history::numbered_entry_message(&run.kind, number);
            bail!(Message::new(MessageName::UndoChangesPruned).with_part(run_name).with(pruned));
        }
        lock::limit_memory(database)?;
        database.execute_batch(changes::TABLES)?;
        similar_names::define_resembles_function(database)?;
        let mut undo = Self {
            imported_files: prepare_files(database, &run)?,
            errors: ErrorTable::new(database)?,
            database,
            run,
            keeps_later_changes: keep_later,
            is_valid: false,
            tallies: Vec::new(),
            unreported_exclusions: UnreportedExclusions::default(),
            later_runs: BTreeMap::new(),
            checked_version: 0,
        };
        let snapshot = lock::begin_snapshot(database)?;
        undo.is_valid = undo.check_in_transaction()?;
        if records_differences {
            undo.record_differences()?;
        }
        snapshot.commit()?;
        Ok(undo)
    }

    /// Records the differences for the preview. The preview of an invalid undo also has the changes with conflicts or
    /// obstacles, as if nothing prevented them; with `--keep-later`, these changes are skipped in the preview too.
    fn record_differences(&mut self) -> Result<()> {
        if !self.is_valid && !self.keeps_later_changes {
            changes::restore_obstructed_changes(self.database)?;
            self.plan_changes()?;
            self.tally_changes()?;
        }
        Ok(difference::record_differences(self.database, &self.imported_files)?)
    }

    pub fn read_differences(&self, file: &str, after: i64, limit: u32) -> Result<Vec<(i64, Difference)>> {
        difference::read_page(self.database, file, after, limit)
    }

    /// Writes the undo and returns its number; `None` if changes since the check now prevent the undo.
    pub fn commit(&mut self, actor: &str, report_waiting: &dyn Fn()) -> Result<Option<i64>> {
        debug_assert!(self.is_valid, "the plan may include conflicting changes");
        let transaction = lock::acquire_write_lock(self.database, report_waiting)?;
        // with the lock, the data cannot change any more
        let is_unchanged = self.checked_version == lock::data_version(self.database)?;
        let mut number = None;
        if is_unchanged || self.check_in_transaction()? {
            let header = ImportHeader { actor, action: &self.run_name().to_string(), undoes: Some(self.run.id) };
            let written = execution::write_plan(self.database, &self.imported_files, &self.tallies, &header);
            number = Some(written.with_context(lock::write_error_message)?);
        }
        transaction.commit().with_context(lock::write_error_message)?;
        Ok(number)
    }

    /// Plans and checks in the current transaction. Returns false if errors prevent the undo.
    fn check_in_transaction(&mut self) -> Result<bool> {
        self.errors.clear_check_errors()?;
        self.checked_version = lock::data_version(self.database)?;
        self.database.set_service_now();
        changes::load_changes(self.database, self.run.id)?;
        self.plan_without_conflicts()?;
        self.tally_changes()?;
        // conflicts are the more helpful errors: the rules of the data files are checked only without them
        if !self.errors.has_errors()? {
            self.refuse_empty_undo()?;
            check::check_plan(&self.errors, &self.imported_files)?;
        }
        Ok(!self.errors.has_errors()?)
    }

    /// Plans the loaded changes. Reports and excludes those that have conflicts or obstacles.
    fn plan_without_conflicts(&mut self) -> Result<()> {
        let conflicts = Conflicts {
            database: self.database,
            errors: &self.errors,
            imported_files: &self.imported_files,
            number: self.run.number,
            severity: if self.keeps_later_changes { Severity::Warning } else { Severity::Error },
            later_runs: RefCell::default(),
            unreported_exclusions: RefCell::default(),
        };
        conflicts.exclude_conflicts()?;
        self.plan_changes()?;
        // with `--keep-later`, the exclusion of a change can be an obstacle to other changes: repeats until none is
        // found
        while conflicts.exclude_changes_with_obstacles()? > 0 && self.keeps_later_changes {
            self.plan_changes()?;
        }
        self.later_runs = conflicts.later_runs.into_inner();
        self.unreported_exclusions = conflicts.unreported_exclusions.into_inner();
        Ok(())
    }

    fn plan_changes(&self) -> Result<()> {
        changes::plan_undo(self.database, &self.imported_files)?;
        Ok(plan::resolve_references(self.database, &self.imported_files)?)
    }

    /// Tallies the rows of each file. The summary lists only files with changes.
    fn tally_changes(&mut self) -> Result<()> {
        self.tallies = tally_rows(self.database, &self.imported_files)?;
        for tally in &mut self.tallies {
            tally.is_in_summary &= tally.counts.changes() > 0;
        }
        Ok(())
    }

    /// Fails with the reason if the undo would change nothing.
    fn refuse_empty_undo(&self) -> Result<()> {
        if self.tallies.iter().any(|tally| tally.counts.changes() > 0) {
            return Ok(());
        }
        let run_name = self.run_name();
        // with `--keep-later`, each change that is skipped because of a later change has a warning
        let has_skipped_changes = self.errors.count(Severity::Warning)? > 0;
        if self.unreported_exclusions.already_undone > 0 && !has_skipped_changes {
            bail!(Message::new(MessageName::UndoneAlready).with_part(run_name).with(&self.run.undone_by));
        }
        // the files that the run changed count as given
        let has_changed_files = self.imported_files.iter().any(ImportedFile::is_given);
        if !has_changed_files {
            bail!(Message::new(MessageName::ChangedNothing).with_part(run_name));
        }
        bail!(Message::new(MessageName::NothingLeft).with_part(run_name))
    }

    /// Returns the name of the run to undo, such as `import 3`.
    pub fn run_name(&self) -> Message {
        history::numbered_entry_message(&self.run.kind, self.run.number)
    }

    /// Returns the names of the later runs that prevent the undo, the newest first.
    pub fn later_runs(&self) -> Vec<Message> {
        let newest_first = self.later_runs.iter().rev();
        newest_first.map(|(number, kind)| history::numbered_entry_message(kind, *number)).collect()
    }

    /// Returns the number of rows that stay because the person of the row was anonymised.
    pub fn anonymised_rows(&self) -> u64 {
        self.unreported_exclusions.anonymised_rows
    }
}

/// Creates the temporary tables of the files that the undo needs. The files that the import changed count as given.
fn prepare_files(database: &Database, run: &ImportRun) -> rusqlite::Result<Vec<ImportedFile>> {
    let mut imported_files = imported_file::all_imported_files();
    let changed_files = imports::list_changed_files(database, run.id)?;
    let find_changes = |imported: &ImportedFile| changed_files.iter().find(|(name, _)| name == imported.file.name);
    for imported in &mut imported_files {
        // an earlier import accepted the rows that the undo restores
        imported.allows_similar = true;
        imported.given_file = find_changes(imported).map(|_| GivenFile::with_all_columns(imported.file));
    }
    // the undo removes created rows, so that it also needs the files that may refer to these rows
    let needed_files = limit_to_scope(imported_files, |imported| {
        imported.removes_unlisted() || find_changes(imported).is_some_and(|(_, has_created_rows)| *has_created_rows)
    });
    for imported in &needed_files {
        database.execute_batch(&imported.create_tables_sql())?;
    }
    for imported in &needed_files {
        database.execute_batch(&imported.create_views_sql())?;
    }
    Ok(needed_files)
}
