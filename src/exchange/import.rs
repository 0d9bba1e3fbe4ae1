//! An import: reads, plans and checks the files without the write lock, then writes all or nothing ([`writing`]).

mod writing;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Result, bail};
use rusqlite::OptionalExtension;

use super::mapping::MappedFile;
use super::merge::change_limit::ChangeLimit;
use super::merge::difference::{self, Difference};
use super::merge::error_table::ErrorTable;
use super::merge::file_scope::limit_to_scope;
use super::merge::imported_file::{self, ImportedFile};
use super::merge::tally::{RowTally, tally_rows};
use super::merge::{check, concurrent_changes, lock, plan, similar_names};
use super::pictures;
use super::read_options::ReadOptions;
use super::source::Source;
use super::source::charset::CsvEncoding;
use super::stage::Stage;
use crate::datafile::file::DataFile;
use crate::datafile::{FILES, images};
use crate::ledger::imports::RowCounts;
use crate::ledger::{RecordedCells, feed, find_cells};
use crate::model::message::{Message, MessageName};
use crate::store::connection::Database;

/// An import in progress. Its temporary tables belong to the connection, which can run only one import.
pub struct Import<'d> {
    database: &'d Database,
    pub errors: ErrorTable<'d>,
    /// The given files and those that they need ([`limit_to_scope`]). Before the files are read, all data files.
    imported_files: Vec<ImportedFile>,
    pub tallies: Vec<RowTally>,
    /// The state of the data that the last check read; `None` before the first check.
    checked_state: Option<DataState>,
    options: ImportOptions,
    /// [`Self::write_only_if`]; `None` if the import is written in any case.
    write_condition: Option<WriteCondition>,
    /// The mapped files whose mappings are stored when the import is written.
    pending_mappings: Vec<MappedFile>,
    written_rows: Arc<AtomicU64>,
}

/// A condition that the import and the data must meet at the time of writing.
type WriteCondition = Box<dyn Fn(&Import) -> Result<bool>>;

/// A state of the data, to find out whether another process changed it since a check.
#[derive(Debug, Clone, Copy, PartialEq)]
struct DataState {
    /// SQLite's data version ([`lock::data_version`]).
    version: i64,
    /// The id of the newest change in the ledger.
    ledger_position: i64,
}

impl DataState {
    fn read(database: &Database) -> rusqlite::Result<Self> {
        Ok(Self { version: lock::data_version(database)?, ledger_position: feed::newest_change(database)? })
    }
}

/// Options of an import. The default removes no rows.
#[derive(Debug, Default, Clone, Copy)]
pub struct ImportOptions {
    /// The encoding of files without a byte order mark; by default detected per file.
    pub encoding: Option<CsvEncoding>,
    /// `--replace`: removes the rows that a given file does not list, at most this many per file.
    pub max_removals: Option<ChangeLimit>,
    /// `--max-changes`: the maximum number of rows of a given file that may be created, changed or removed.
    pub max_changes: Option<ChangeLimit>,
    /// `--allow-similar`: accepts new identifiers that differ from stored identifiers only in leading zeros.
    pub allow_similar: bool,
    /// Whether each check records the differences for [`difference::for_each_difference`].
    pub records_differences: bool,
    /// The only row to remove: its data file and its id. All other rows that the file does not list stay.
    pub row_to_remove: Option<(&'static str, i64)>,
}

impl<'d> Import<'d> {
    /// Reads the data files of the source and applies `read_options`. Passes the name of a file and the number of newly
    /// read bytes to `report_read`. Fails if the source has no data file.
    pub fn read(
        database: &'d Database,
        source: &mut Source,
        read_options: &ReadOptions,
        options: ImportOptions,
        report_read: &dyn Fn(&str, u64),
    ) -> Result<Self> {
        lock::limit_memory(database)?;
        database.execute_batch(concurrent_changes::TABLES)?;
        similar_names::define_resembles_function(database)?;
        let mut import = Self {
            database,
            errors: ErrorTable::new(database)?,
            imported_files: imported_file::all_imported_files(),
            tallies: Vec::new(),
            checked_state: None,
            options,
            write_condition: None,
            pending_mappings: read_options.mapped_files.iter().filter(|mapped| mapped.is_pending).cloned().collect(),
            written_rows: Arc::default(),
        };
        let has_file_to_read = source.file_names().iter().any(|name| read_options.reads_file(name));
        if !has_file_to_read {
            let data_files: Vec<_> = FILES.iter().map(|file| file.name).collect();
            bail!(Message::new(MessageName::NoDataFile).with(data_files.join(", ")));
        }
        import.stage_files(source, read_options, report_read)?;
        Ok(import)
    }

    /// Loads the given files into temporary tables, applies the options, and limits the import to the needed files.
    fn stage_files(
        &mut self,
        source: &mut Source,
        read_options: &ReadOptions,
        report_read: &dyn Fn(&str, u64),
    ) -> Result<()> {
        let ImportOptions { encoding, max_removals, allow_similar, row_to_remove, .. } = self.options;
        // only temporary tables are written: the data is not locked
        let snapshot = lock::begin_snapshot(self.database)?;
        let stage = Stage { read_options, database: self.database, errors: &self.errors, encoding, report_read };
        stage.load_files(&mut self.imported_files, source)?;
        // the stage has loaded the data files; the pictures are loaded here
        for imported in &mut self.imported_files {
            imported.allows_similar = allow_similar;
            if imported.file.name == images::FILE.name {
                pictures::stage_pictures(self.database, &self.errors, imported, source)?;
            } else {
                // a complete list removes unlisted rows without `--replace`, so the limit does not apply to it
                imported.max_removals = if imported.file.has_all_rows { None } else { max_removals };
                let row_of_file = row_to_remove.filter(|(name, _)| *name == imported.file.name);
                imported.row_to_remove = row_of_file.map(|(_, row)| row);
            }
        }
        self.imported_files = limit_to_scope(std::mem::take(&mut self.imported_files), ImportedFile::removes_unlisted);
        // the stage created the tables of given files
        for imported in self.imported_files.iter().filter(|imported| !imported.is_given()) {
            self.database.execute_batch(&imported.create_tables_sql())?;
        }
        for imported in &self.imported_files {
            self.database.execute_batch(&imported.create_views_sql())?;
        }
        snapshot.commit()?;
        self.errors.keep_current_errors()?;
        Ok(())
    }

    /// Plans and checks the import without the write lock. Returns false if there are errors.
    pub fn check(&mut self) -> Result<bool> {
        let snapshot = lock::begin_snapshot(self.database)?;
        let is_valid = self.check_in_transaction()?;
        snapshot.commit()?;
        Ok(is_valid)
    }

    pub fn read_differences(&self, file: &str, after: i64, limit: u32) -> Result<Vec<(i64, Difference)>> {
        difference::read_page(self.database, file, after, limit)
    }

    /// Plans and checks in the current transaction, and updates the tallies. Returns false if there are errors.
    fn check_in_transaction(&mut self) -> Result<bool> {
        // a check can be repeated: begins without the errors of the previous check
        self.errors.clear_check_errors()?;
        self.checked_state = Some(DataState::read(self.database)?);
        self.database.set_service_now();
        plan::create_plan(self.database, &self.imported_files)?;
        check::check_plan(&self.errors, &self.imported_files)?;
        self.tally_rows_and_check_limit()?;
        let is_valid = !self.errors.has_errors()?;
        // only a valid import shows its differences
        if is_valid && self.options.records_differences {
            difference::record_differences(self.database, &self.imported_files)?;
        }
        Ok(is_valid)
    }

    /// Tallies the rows of each file. Adds an error for each given file with more changes than `--max-changes` allows.
    fn tally_rows_and_check_limit(&mut self) -> rusqlite::Result<()> {
        self.tallies = tally_rows(self.database, &self.imported_files)?;
        let Some(limit) = self.options.max_changes else { return Ok(()) };
        let tallied_files = self.imported_files.iter().zip(&self.tallies);
        for (imported, tally) in tallied_files.filter(|(imported, _)| imported.is_given()) {
            let RowCounts { created, updated, unchanged, removed } = tally.counts;
            // contract §10: a percentage is of the rows in the file
            let rows = created + updated + unchanged;
            let max_rows = limit.max_rows(rows as u64);
            if tally.counts.changes() as u64 > max_rows {
                let message = Message::new(MessageName::TooManyChanges).with(created).with(updated).with(removed);
                let message = message.with(rows).with(limit).with(max_rows);
                self.errors.add_limit_error(imported, message)?;
            }
        }
        Ok(())
    }

    /// Returns the name of the file that was read as this data file; the data file's own name if no file was given.
    pub fn given_name(&self, data_file: &'static str) -> &str {
        let mut given_files = self.imported_files.iter().filter(|imported| imported.is_given());
        given_files.find(|imported| imported.file.name == data_file).map_or(data_file, |imported| &imported.name)
    }

    pub fn changed_rows(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.counts.changes() as u64).sum()
    }

    /// Returns the id that the row of a record gets, and whether the row is new; `None` if the record is not planned
    /// because of an error. The first record has the number 0.
    pub fn planned_row(&self, file: &DataFile, record: usize) -> rusqlite::Result<Option<(i64, bool)>> {
        let sql = format!(
            "SELECT {}, planned.is_new FROM plan_{} AS planned WHERE planned.record = ? AND planned.row IS NOT NULL",
            imported_file::final_id_sql(file, "planned.row"),
            file.stem()
        );
        let mut select = self.database.prepare_cached(&sql)?;
        // the column `record` counts from 1
        select.query_row([record as i64 + 1], |row| Ok((row.get(0)?, row.get(1)?))).optional()
    }

    pub fn stored_cells(&self, file: &DataFile, row: i64) -> rusqlite::Result<Option<RecordedCells>> {
        find_cells(self.database, file, row)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::sync::mpsc;

    use super::*;
    use crate::model::time::Clock;
    use crate::store::in_memory;

    #[test]
    fn progress_is_reported_from_0_to_100_percent() {
        let folder = tempfile::tempdir().unwrap();
        let mut rows = String::from("Name\n");
        (0..500).for_each(|number| rows += &format!("Group {number}\n"));
        std::fs::write(folder.path().join("groups.csv"), rows).unwrap();
        let database = in_memory(&Clock::new("Europe/Amsterdam", None).unwrap()).unwrap();
        let mut source = Source::open(folder.path()).unwrap();
        let options = ImportOptions::default();
        let read = Import::read(&database, &mut source, &ReadOptions::default(), options, &|_, _| ());
        let mut import = read.unwrap();
        assert!(import.check().unwrap());
        let (sender, percents) = mpsc::channel();
        let is_written = Arc::new(AtomicBool::default());
        let (reported, mut failures) = (Arc::clone(&is_written), 0);
        let report = move |percent| {
            reported.store(percent == 100, Relaxed);
            sender.send(percent).unwrap();
        };
        import.report_progress(report).unwrap();
        // the commits of the first three attempts fail, so that each attempt writes all rows
        let must_fail = move || {
            failures += u32::from(is_written.load(Relaxed));
            is_written.swap(false, Relaxed) && failures <= 3
        };
        database.commit_hook(Some(must_fail)).unwrap();
        assert_eq!(import.commit("me", "groups", &|| ()).unwrap(), Some(1));
        let percents: Vec<_> = percents.try_iter().collect();
        assert_eq!(percents, [0].into_iter().chain((0..4).flat_map(|_| 1..=100)).collect::<Vec<_>>());
    }
}
