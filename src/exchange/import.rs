//! An import from its files to its outcome: read, planned and checked without the write lock, then written
//! with it, everything or nothing.

use anyhow::{Context, Result, bail};
use encoding_rs::Encoding;
use rusqlite::ErrorCode;

use super::apply::{self, Entry};
use super::difference;
use super::faults::Faults;
use super::file::File;
use super::removals::MaxRemovals;
use super::sheet::{self, Sheet};
use super::source::Source;
use super::stage::Stage;
use super::tally::{Tally, tally};
use super::{FILES, check, images, meanwhile, plan, write};
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
    /// The data that were checked.
    checked: Option<Checked>,
    /// Whether to keep what changes, to tell it.
    differs: bool,
}

/// Data that were checked.
#[derive(Debug, Clone, Copy)]
struct Checked {
    /// Their version, as SQLite counts.
    version: i64,
    /// The place of the last change in the ledger.
    place: i64,
}

impl Checked {
    /// The data as they are.
    fn of(database: &Database) -> rusqlite::Result<Self> {
        Ok(Self {
            version: write::version(database)?,
            place: meanwhile::place(database)?,
        })
    }
}

/// How often everything is checked without the write lock, where others change what cannot be told row by row,
/// before it is checked with it.
const REHEARSALS: u32 = 3;

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

/// What a file that is left alone may be meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meant {
    /// The data file of this name.
    File(&'static str),
    /// A data file, if it did not stand in a folder.
    Elsewhere,
}

impl Meant {
    /// How like the name of a data file another must be, their endings left out: 1 is the same, but for case.
    const LIKE: f64 = 0.6;

    fn by(name: &str) -> Option<Self> {
        let (folder, name) = name.rsplit_once('/').unwrap_or(("", name));
        if FILES.iter().any(|file| file.name == name) {
            return Some(Meant::Elsewhere).filter(|_| !folder.is_empty());
        }
        let name = name.to_lowercase();
        let stem = name.strip_suffix(".csv").filter(|_| folder.is_empty())?;
        let likeness = |file: &&File| strsim::normalized_damerau_levenshtein(file.stem(), stem);
        let files = FILES
            .iter()
            .copied()
            .map(|file| (likeness(&file), file.name));
        let (like, nearest) = files.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        (like > Self::LIKE).then_some(Meant::File(nearest))
    }
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
    /// Reads the files. Those that are no data files are left alone and told, with what may be meant.
    pub fn read(
        database: &'d Database,
        source: &mut Source,
        options: Options,
        mut left_alone: impl FnMut(&str, Option<Meant>),
        progress: &dyn Fn(Progress),
    ) -> Result<Self> {
        database.execute_batch(CACHES)?;
        database.execute_batch(meanwhile::TABLES)?;
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
            .for_each(|name| left_alone(name, Meant::by(name)));
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

    /// Writes what was rehearsed. False when others have changed the data in the meantime, so that there are
    /// faults now; nothing is written then. `waiting` is called when others hold the write lock for long.
    pub fn carry_out(&mut self, actor: &str, action: &str, waiting: &dyn Fn()) -> Result<bool> {
        let entry = Entry {
            actor,
            action,
            undoes: None,
        };
        for _ in 0..REHEARSALS {
            let outcome = match self.prepare()? {
                Some(true) => self.write(&entry, waiting)?,
                other => other,
            };
            if let Some(sound) = outcome {
                return Ok(sound);
            }
            if !self.rehearse()? {
                return Ok(false);
            }
        }
        let lock = write::lock(self.database, waiting)?;
        let sound = self.check()?;
        if sound {
            apply::apply(self.database, &self.sheets, &self.tallies, &entry)
                .context(write::FAILED)?;
        }
        lock.commit().context(write::FAILED)?;
        Ok(sound)
    }

    /// Looks at what changed meanwhile without the write lock, so that little is left to look at with it. Whether
    /// there are no faults; `None` when everything must be checked again.
    fn prepare(&mut self) -> Result<Option<bool>> {
        let snapshot = write::snapshot(self.database)?;
        if !self.catch_up()? {
            return Ok(None);
        }
        snapshot.commit()?;
        Ok(Some(self.faults.count(false)? == 0))
    }

    /// With the write lock looks at what changed meanwhile, and writes. Whether there are no faults; `None` when
    /// everything must be checked again, and all is as it was.
    fn write(&mut self, entry: &Entry, waiting: &dyn Fn()) -> Result<Option<bool>> {
        let lock = write::lock(self.database, waiting)?;
        if !self.catch_up()? {
            return Ok(None);
        }
        let sound = self.faults.count(false)? == 0;
        let written = match sound {
            true => apply::apply(self.database, &self.sheets, &self.tallies, entry).map(|_| ()),
            false => Ok(()),
        };
        match written.and_then(|()| lock.commit()) {
            Ok(()) => Ok(Some(sound)),
            // somebody changed something that the ledger does not tell
            Err(error) if is_refused(&error) => Ok(None),
            Err(error) => Err(error).context(write::FAILED),
        }
    }

    /// Looks at what others changed since the check; false when everything must be checked again.
    fn catch_up(&mut self) -> Result<bool> {
        let now = Checked::of(self.database)?;
        let Some(before) = self.checked.replace(now) else {
            return Ok(false);
        };
        if before.version == now.version {
            return Ok(true);
        }
        self.database.set_now();
        if !meanwhile::catch_up(&self.faults, &self.sheets, before.place)? {
            return Ok(false);
        }
        self.count()?;
        if self.differs {
            difference::keep(self.database, &self.sheets)?;
        }
        Ok(true)
    }

    /// Plans and checks; true when there is no fault.
    fn check(&mut self) -> Result<bool> {
        if self.checked.is_some() {
            self.faults.clear()?;
        }
        self.checked = Some(Checked::of(self.database)?);
        self.database.set_now();
        plan::plan(self.database, &self.sheets)?;
        check::check(&self.faults, &self.sheets)?;
        self.count()?;
        let sound = self.faults.count(false)? == 0;
        if sound && self.differs {
            difference::keep(self.database, &self.sheets)?;
        }
        Ok(sound)
    }

    fn count(&mut self) -> rusqlite::Result<()> {
        let counted = self.sheets.iter().map(|sheet| tally(self.database, sheet));
        self.tallies = counted.collect::<rusqlite::Result<_>>()?;
        Ok(())
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

/// Whether a constraint of the data refused.
fn is_refused(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}
