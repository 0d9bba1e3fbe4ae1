//! An import from its files to its outcome: read, planned and checked without the write lock, then written
//! with it, everything or nothing.

use anyhow::{Context, Result, bail};
use encoding_rs::Encoding;

use super::apply::{self, Entry};
use super::difference;
use super::faults::Faults;
use super::removals::MaxRemovals;
use super::sheet::{self, Sheet};
use super::source::Source;
use super::stage::Stage;
use super::tally::{Tally, tally};
use super::{FILES, check, images, plan, write};
use crate::store::connection::Database;

/// Page caches, which an import's memory is bounded by: of the data, whose bound SQLite's sorter takes for
/// its own, and of the temporary tables.
const CACHES: &str = "PRAGMA main.cache_size = -8192; PRAGMA temp.cache_size = -8192;";

/// An import under way. It holds temporary tables on its connection, which serves for one import.
pub struct Import<'d> {
    database: &'d Database,
    faults: Faults<'d>,
    sheets: Vec<Sheet>,
    tallies: Vec<Tally>,
    /// The version of the data that was checked, as SQLite counts.
    checked: Option<i64>,
    /// Whether to keep what changes, to tell it.
    differs: bool,
}

/// What an import does beyond taking in what the files say.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The encoding of files that do not begin with the mark of UTF-8.
    pub encoding: &'static Encoding,
    /// `--replace`: rows that a given file does not list go too, at most so many.
    pub replace: Option<MaxRemovals>,
    /// Whether to keep what changes, for [`difference::each`].
    pub differs: bool,
}

impl Options {
    /// UTF-8, nothing removed, nothing told.
    pub const PLAIN: Options = Options {
        encoding: encoding_rs::UTF_8,
        replace: None,
        differs: false,
    };
}

/// How far an import is.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'a> {
    /// So many bytes more of this file are read.
    Read(&'a str, u64),
    /// The rows are compared with the data.
    Checking,
    /// The rows are written.
    Writing,
}

impl<'d> Import<'d> {
    /// Reads the files. Those that are no data files are left alone and told.
    pub fn read(
        database: &'d Database,
        source: &mut Source,
        options: Options,
        mut left_alone: impl FnMut(&str),
        progress: &dyn Fn(Progress),
    ) -> Result<Self> {
        database.execute_batch(CACHES)?;
        let mut import = Self {
            database,
            faults: Faults::new(database)?,
            sheets: sheet::all(),
            tallies: Vec::new(),
            checked: None,
            differs: options.differs,
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
        import.stage(source, options, progress)?;
        Ok(import)
    }

    fn stage(
        &mut self,
        source: &mut Source,
        options: Options,
        progress: &dyn Fn(Progress),
    ) -> Result<()> {
        // temporary tables alone are written: no lock is taken on the data
        let snapshot = write::snapshot(self.database)?;
        let stage = Stage {
            database: self.database,
            faults: &self.faults,
            encoding: options.encoding,
            progress,
        };
        for sheet in &mut self.sheets {
            self.database.execute_batch(&sheet.tables())?;
            if sheet.file.name == images::FILE.name {
                images::stage(self.database, &self.faults, sheet, source)?;
            } else if let Some(file) = source.file(sheet.file.name)? {
                let name = sheet.file.name;
                stage
                    .read(sheet, file)
                    .with_context(|| format!("{name} cannot be read"))?;
                // account_levels.csv is whole with or without `--replace`
                sheet.replace = options.replace.filter(|_| !sheet.file.whole);
            }
        }
        for sheet in &self.sheets {
            self.database.execute_batch(&sheet.views())?;
        }
        snapshot.commit()?;
        Ok(())
    }

    /// Plans and checks on the data as they are, without the write lock. False when there are faults.
    pub fn rehearse(&mut self) -> Result<bool> {
        let snapshot = write::snapshot(self.database)?;
        let sound = self.check()?;
        snapshot.commit()?;
        Ok(sound)
    }

    /// Writes what was rehearsed. False when another process has changed the data in the meantime, so that
    /// there are faults now; nothing is written then.
    pub fn carry_out(&mut self, actor: &str, action: &str) -> Result<bool> {
        let lock = write::lock(self.database)?;
        let sound = self.checked == Some(write::version(self.database)?) || self.check()?;
        if sound {
            let entry = Entry {
                actor,
                action,
                undoes: None,
            };
            apply::apply(self.database, &self.sheets, &self.tallies, &entry)
                .context(write::FAILED)?;
        }
        lock.commit().context(write::FAILED)?;
        Ok(sound)
    }

    /// Plans and checks; true when there is no fault.
    fn check(&mut self) -> Result<bool> {
        if self.checked.is_some() {
            self.faults.clear()?;
        }
        self.checked = Some(write::version(self.database)?);
        self.database.set_now();
        plan::plan(self.database, &self.sheets)?;
        check::check(&self.faults, &self.sheets)?;
        let tally = |sheet| tally(self.database, sheet);
        self.tallies = self
            .sheets
            .iter()
            .map(tally)
            .collect::<rusqlite::Result<_>>()?;
        let sound = self.faults.count(false)? == 0;
        if sound && self.differs {
            difference::keep(self.database, &self.sheets)?;
        }
        Ok(sound)
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
