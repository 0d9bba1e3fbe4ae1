//! Loads data files into temporary tables. On another thread, [`reader`] reads the files.

mod reader;

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use anyhow::{Context, Result};

use super::merge::error_table::ErrorTable;
use super::merge::imported_file::ImportedFile;
use super::read_options::ReadOptions;
use super::source::Source;
use super::source::charset::CsvEncoding;
use crate::model::message::{Message, MessageName};
use crate::store::connection::Database;
use reader::{BatchRows, FileReader, ReadBatch};

/// The maximum number of batches that wait to be stored. The reader waits while so many are waiting.
const MAX_WAITING_BATCHES: usize = 2;

/// Loads the given files of an import, as the first step of [`Import::read`](super::import::Import::read).
pub struct Stage<'a> {
    pub read_options: &'a ReadOptions,
    pub database: &'a Database,
    pub errors: &'a ErrorTable<'a>,
    pub encoding: Option<CsvEncoding>,
    /// Called with the name of a file, and the number of bytes read since the last call.
    pub report_read: &'a dyn Fn(&str, u64),
}

impl Stage<'_> {
    /// Loads each data file of the source into a new table, and sets its [`ImportedFile::given_file`].
    pub fn load_files(&self, imported_files: &mut [ImportedFile], source: &mut Source) -> Result<()> {
        let (sender, receiver) = sync_channel(MAX_WAITING_BATCHES);
        let reader = FileReader {
            read_options: self.read_options,
            clock: self.database.clock(),
            encoding: self.encoding,
            stop: self.database.stop_flag(),
            sender,
        };
        thread::scope(|scope| {
            let reader_thread = thread::Builder::new().spawn_scoped(scope, || reader.read_files(source))?;
            // after an error, the receiver is dropped, which stops the reader
            self.receive_batches(imported_files, receiver)?;
            reader_thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }

    /// Stores the batches of the reader until it ends. The batches of a file come one after another.
    fn receive_batches(&self, imported_files: &mut [ImportedFile], receiver: Receiver<ReadBatch>) -> Result<()> {
        let mut current_file = "";
        for batch in receiver {
            self.database.check_stopped()?;
            let file = batch.file.name;
            let imported = imported_files.iter_mut().find(|imported| imported.file.name == file);
            let imported = imported.expect("every data file is listed");
            if file != current_file {
                current_file = file;
                self.database.execute_batch(&imported.create_tables_sql())?;
                imported.name.clone_from(&batch.name);
            }
            (self.report_read)(&imported.name, batch.read_bytes);
            self.store_rows(imported, &batch.rows)?;
            // the last batch of a file
            if let Some(given) = batch.given_file {
                if let Some(mapped) = self.read_options.find_mapped_file(imported.file) {
                    self.errors.add_mapped_file(mapped);
                }
                imported.given_file = Some(given);
                self.database.execute_batch(&imported.create_index_sql())?;
            }
        }
        Ok(())
    }

    fn store_rows(&self, imported: &ImportedFile, batch: &BatchRows) -> Result<()> {
        for message in &batch.messages {
            self.errors.add_message(imported, message)?;
        }
        let (stem, column_count) = (imported.file.stem(), imported.file.columns.len());
        let (names, placeholders) = (imported.column_names_sql(), ", ?".repeat(column_count));
        let insert_sql = format!("INSERT INTO temp.stage_{stem} (line, {names}) VALUES (?{placeholders})");
        let mut insert = self.database.prepare_cached(&insert_sql)?;
        let rows = batch.cells.chunks(column_count);
        for (line, cells) in batch.lines.iter().zip(rows) {
            insert.raw_bind_parameter(1, i64::try_from(*line)?)?;
            for (at, cell) in cells.iter().enumerate() {
                // the line is parameter 1
                insert.raw_bind_parameter(at + 2, cell.clone().map(|range| &batch.text[range]))?;
            }
            insert.raw_execute().context(Message::from(MessageName::TemporaryFilesNotWritten))?;
        }
        Ok(())
    }
}
