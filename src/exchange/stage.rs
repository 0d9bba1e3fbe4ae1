//! Loads data files into stage tables, as [`reader`] reads them on another core.
//!
//! Reads no data and writes temporary tables only.

mod reader;

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use anyhow::{Context, Result};
use encoding_rs::Encoding;

use super::amendments::Amendments;
use super::merge::error_table::ErrorTable;
use super::merge::imported_file::{ImportedFile, quote_identifier};
use super::source::Source;
use crate::datafile::file::DataFile;
use crate::store::connection::Database;
use reader::{ReadBatch, ReadOptions};

/// Batches that are read ahead.
const AHEAD: usize = 2;

/// The progress of an import.
#[derive(Debug, Clone, Copy)]
pub enum ImportProgress<'a> {
    /// More bytes of this file were read.
    Read(&'a str, u64),
    /// The rows are compared with the data.
    Checking,
}

/// How the files are staged.
pub struct Stage<'a> {
    /// Corrections of the files.
    pub amendments: &'a Amendments,
    /// The connection with the stage tables.
    pub database: &'a Database,
    pub errors: &'a ErrorTable<'a>,
    /// The encoding of files that are not marked as UTF-8, if given.
    pub encoding: Option<&'static Encoding>,
    pub progress: &'a dyn Fn(ImportProgress),
}

impl Stage<'_> {
    /// Loads all data files of the source, each into a new table, and records how they were given.
    pub fn load_files(&self, imported_files: &mut [ImportedFile], source: &mut Source) -> Result<()> {
        let (parts, taken) = sync_channel(AHEAD);
        let reading = ReadOptions {
            amendments: self.amendments,
            clock: self.database.clock(),
            encoding: self.encoding,
            stop: self.database.stop_flag(),
            parts,
        };
        thread::scope(|scope| {
            let reading = thread::Builder::new().spawn_scoped(scope, || reading.read_files(source))?;
            // on an error the receiver is dropped, which stops the reader
            self.receive_batches(imported_files, taken)?;
            reading.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }

    /// Receives and stores batches until the reader has ended.
    fn receive_batches(&self, imported_files: &mut [ImportedFile], parts: Receiver<ReadBatch>) -> Result<()> {
        let mut begun = "";
        for part in parts {
            self.database.check_stopped()?;
            let is_its = |imported: &&mut ImportedFile| imported.file.name == part.file.name;
            let imported = imported_files.iter_mut().find(is_its).expect("of every file");
            if std::mem::replace(&mut begun, part.file.name) != part.file.name {
                self.database.execute_batch(&imported.create_tables_sql())?;
                imported.name.clone_from(&part.name);
            }
            (self.progress)(ImportProgress::Read(&imported.name, part.read));
            self.store_batch(imported, &part)?;
            if let Some(given) = part.given {
                self.errors.set_mapped(imported, self.amendments.find_mapped(imported.file));
                imported.given = Some(given);
                self.database.execute_batch(&imported.create_index_sql())?;
            }
        }
        Ok(())
    }

    fn store_batch(&self, imported: &ImportedFile, part: &ReadBatch) -> Result<()> {
        for note in &part.notes {
            let (place, value) = (&note.place, &note.value);
            self.errors.add_message(note.warns, imported, note.line, place, value, &note.message)?;
        }
        let mut insert = self.database.prepare_cached(&insert_sql(imported.file))?;
        let rows = part.cells.chunks(imported.file.columns.len());
        for (line, cells) in part.lines.iter().zip(rows) {
            insert.raw_bind_parameter(1, i64::try_from(*line)?)?;
            for (at, cell) in cells.iter().enumerate() {
                let cell = cell.clone().map(|cell| &part.text[cell]);
                insert.raw_bind_parameter(at + 2, cell)?;
            }
            insert.raw_execute().context("the temporary files cannot be written")?;
        }
        Ok(())
    }
}

fn insert_sql(file: &DataFile) -> String {
    let names: String = file.columns.iter().map(|c| format!(", {}", quote_identifier(c.name))).collect();
    let marks = ", ?".repeat(file.columns.len());
    format!("INSERT INTO temp.stage_{} (line{names}) VALUES (?{marks})", file.stem())
}
