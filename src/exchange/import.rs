//! An import from its files to its outcome: read, planned and checked without the write lock, then written
//! with it, everything or nothing.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use encoding_rs::Encoding;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::faults::Faults;
use super::file::File;
use super::sheet::Sheet;
use super::source::Source;
use super::stage::Stage;
use super::{FILES, apply, check, images, plan};
use crate::store::connection::Database;
use crate::store::portfolio;

/// "an import waits up to 60 s" for the write lock.
const PATIENCE: Duration = Duration::from_secs(60);

/// Page caches, which an import's memory is bounded by: of the data, whose bound SQLite's sorter takes for
/// its own, and of the temporary tables.
const CACHES: &str = "PRAGMA main.cache_size = -8192; PRAGMA temp.cache_size = -8192;";

/// While rows are written, which sorts nothing, the indexes want more.
const WRITING: &str = "PRAGMA main.cache_size = -24576;";

/// An import under way. It holds temporary tables on its connection, which serves for one import.
pub struct Import<'d> {
    database: &'d Database,
    faults: Faults<'d>,
    sheets: Vec<Sheet>,
    tallies: Vec<Tally>,
    /// The version of the data that was checked, as SQLite counts.
    checked: Option<i64>,
}

/// What becomes of a file's rows.
#[derive(Debug, Clone, Copy)]
pub struct Tally {
    /// The file's name.
    pub file: &'static str,
    /// Whether it was given; the rows of one that was not are names that other files create.
    pub given: bool,
    /// Rows that are new.
    pub created: u64,
    /// Rows with a cell that is not what is stored.
    pub updated: u64,
    /// Rows equal to what is stored.
    pub unchanged: u64,
    /// Rows that are not listed any more.
    pub removed: u64,
}

impl<'d> Import<'d> {
    /// Reads the files. Those that are no data files are left alone and told.
    pub fn read(
        database: &'d Database,
        source: &mut Source,
        encoding: &'static Encoding,
        mut left_alone: impl FnMut(&str),
    ) -> Result<Self> {
        database.execute_batch(CACHES)?;
        let mut import = Self {
            database,
            faults: Faults::new(database)?,
            sheets: sheets(),
            tallies: Vec::new(),
            checked: None,
        };
        let names = source.names();
        let known =
            |name: &str| images::is_picture(name) || FILES.iter().any(|file| file.name == name);
        names
            .iter()
            .filter(|name| !known(name))
            .for_each(|name| left_alone(name));
        if !names.iter().any(|name| known(name)) {
            let known: Vec<_> = FILES.iter().map(|file| file.name).collect();
            bail!(
                "no data file is there; their names are {}",
                known.join(", ")
            );
        }
        import.stage(source, encoding)?;
        Ok(import)
    }

    fn stage(&mut self, source: &mut Source, encoding: &'static Encoding) -> Result<()> {
        // temporary tables alone are written: no lock is taken on the data
        let transaction = Transaction::new_unchecked(self.database, TransactionBehavior::Deferred)?;
        let stage = Stage {
            database: self.database,
            faults: &self.faults,
            encoding,
        };
        for sheet in &mut self.sheets {
            transaction.execute_batch(&sheet.tables())?;
            if sheet.file.name == images::FILE.name {
                images::stage(self.database, &self.faults, sheet, source)?;
            } else if let Some(file) = source.file(sheet.file.name)? {
                let name = sheet.file.name;
                stage
                    .read(sheet, file)
                    .with_context(|| format!("{name} cannot be read"))?;
            }
        }
        for sheet in &self.sheets {
            transaction.execute_batch(&sheet.views())?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Plans and checks on the data as they are, without the write lock. False when there are faults.
    pub fn rehearse(&mut self) -> Result<bool> {
        let transaction = Transaction::new_unchecked(self.database, TransactionBehavior::Deferred)?;
        let sound = self.check()?;
        // ends the snapshot; only temporary tables were written
        transaction.commit()?;
        Ok(sound)
    }

    /// Writes what was rehearsed. False when another process has changed the data in the meantime, so that
    /// there are faults now; nothing is written then.
    pub fn carry_out(&mut self, actor: &str, action: &str) -> Result<bool> {
        self.database.busy_timeout(PATIENCE)?;
        self.database.execute_batch(WRITING)?;
        let transaction = Transaction::new_unchecked(self.database, TransactionBehavior::Immediate)
            .context("another process holds the database's write lock")?;
        let sound = self.checked == Some(version(self.database)?) || self.check()?;
        if sound {
            apply::apply(&transaction, &self.sheets, &self.tallies, actor, action)
                .context("the import cannot be written; nothing was changed")?;
            portfolio::settle(&transaction)?;
        }
        transaction
            .commit()
            .context("the import cannot be written; nothing was changed")?;
        Ok(sound)
    }

    /// Plans and checks; true when there is no fault.
    fn check(&mut self) -> Result<bool> {
        if self.checked.is_some() {
            self.faults.clear()?;
        }
        self.checked = Some(version(self.database)?);
        self.database.set_now();
        plan::plan(self.database, &self.sheets)?;
        check::check(&self.faults, &self.sheets)?;
        let tally = |sheet| tally(self.database, sheet);
        self.tallies = self
            .sheets
            .iter()
            .map(tally)
            .collect::<rusqlite::Result<_>>()?;
        Ok(self.faults.count(false)? == 0)
    }

    /// What becomes of the rows of each file, as it was last checked.
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// The faults and warnings.
    pub fn faults(&self) -> &Faults<'d> {
        &self.faults
    }
}

fn sheets() -> Vec<Sheet> {
    let sheet = |(index, file): (usize, &&'static File)| Sheet {
        file,
        index,
        given: None,
    };
    let files = FILES.iter().chain([&&images::FILE]);
    files.enumerate().map(sheet).collect()
}

/// A number that changes when another connection has changed the data.
fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA main.data_version", [], |row| row.get(0))
}

fn tally(connection: &Connection, sheet: &Sheet) -> rusqlite::Result<Tally> {
    let stem = sheet.file.stem();
    let removed = match sheet.removes() {
        true => format!(
            "SELECT count(*) FROM {stem}_csv WHERE key NOT IN (SELECT row FROM plan_{stem})"
        ),
        false => "SELECT 0".into(),
    };
    let sql = format!(
        "SELECT coalesce(sum(fresh), 0), coalesce(sum(changed AND NOT fresh), 0),
                coalesce(sum(NOT changed), 0), ({removed})
         FROM plan_{stem}"
    );
    connection.query_row(&sql, [], |row| {
        let count = |at| row.get::<_, i64>(at).map(|count| count as u64);
        Ok(Tally {
            file: sheet.file.name,
            given: sheet.given.is_some(),
            created: count(0)?,
            updated: count(1)?,
            unchanged: count(2)?,
            removed: count(3)?,
        })
    })
}
