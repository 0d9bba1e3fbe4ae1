//! An import from its files to its outcome: read, planned and checked without the write lock, then written
//! with it, everything or nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, Result, bail};
use encoding_rs::Encoding;
use rusqlite::ErrorCode;

use super::merge::difference;
use super::merge::faults::Faults;
use super::merge::removals::MaxRemovals;
use super::merge::sheet::{self, Sheet};
use super::merge::tally::{Tally, tally};
use super::merge::{check, execution, interim, lock, plan, suggestion};
use super::pictures;
use super::source::Source;
use super::stage::{Progress, Stage};
use crate::datafile::file::File;
use crate::datafile::{FILES, images};
use crate::ledger::imports::Head;
use crate::model::nearest::near;
use crate::store::connection::Database;

/// Page caches, which an import's memory is bounded by: of the data, whose bound SQLite's sorter takes for
/// its own, and of the temporary tables.
const CACHES: &str = "PRAGMA main.cache_size = -8192; PRAGMA temp.cache_size = -8192;";

/// An import under way. It holds temporary tables on its connection, which serves for one import.
pub struct Import<'d> {
    database: &'d Database,
    /// The faults and warnings.
    pub faults: Faults<'d>,
    sheets: Vec<Sheet>,
    /// What becomes of the rows of each file, as it was last checked.
    pub tallies: Vec<Tally>,
    /// The data that were checked.
    checked: Option<Checked>,
    /// Whether to keep what changes, to tell it.
    differs: bool,
    /// How many rows are written.
    written: Arc<AtomicU64>,
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
            version: lock::version(database)?,
            place: interim::place(database)?,
        })
    }
}

/// How often everything is checked without the write lock, where others change what cannot be told row by row,
/// before it is checked with it.
const REHEARSALS: u32 = 3;

/// What an import does beyond taking in what the files say; by default nothing is removed, and nothing told.
#[derive(Debug, Default, Clone, Copy)]
pub struct Options {
    /// The encoding of files that do not begin with the mark of UTF-8; without it, it is found for each.
    pub encoding: Option<&'static Encoding>,
    /// `--replace`: rows that a given file does not list go too, at most so many.
    pub replace: Option<MaxRemovals>,
    /// `--allow-similar`: a new identifier may be a stored one but for its leading zeros.
    pub allow_similar: bool,
    /// Whether to keep what changes, for [`difference::each`].
    pub differs: bool,
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
    /// What the names of such files end in.
    const ENDINGS: [&str; 6] = ["csv", "xlsx", "xls", "xlsm", "xlsb", "ods"];

    fn by(name: &str) -> Option<Self> {
        let (folder, name) = name.rsplit_once('/').unwrap_or(("", name));
        if FILES
            .iter()
            .any(|file| file.name == name || file.workbook() == name)
        {
            return Some(Meant::Elsewhere).filter(|_| !folder.is_empty());
        }
        let name = name.to_lowercase();
        let (stem, ending) = name.rsplit_once('.').filter(|_| folder.is_empty())?;
        // Excel keeps such a file beside a workbook while it is open
        if !Self::ENDINGS.contains(&ending) || stem.starts_with("~$") {
            return None;
        }
        let near = near(stem, FILES.iter().map(|file| file.stem()))?;
        let file = FILES.iter().find(|file| file.stem() == near)?;
        Some(Meant::File(file.name))
    }
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
        database.execute_batch(interim::TABLES)?;
        suggestion::teach(database)?;
        let mut import = Self {
            database,
            faults: Faults::new(database)?,
            sheets: sheet::all(),
            tallies: Vec::new(),
            checked: None,
            differs: options.differs,
            written: Arc::default(),
        };
        let names = source.names();
        names
            .iter()
            .filter(|name| !is_known(name))
            .for_each(|name| left_alone(name, Meant::by(name)));
        if !names.iter().any(|name| is_known(name)) {
            let known: Vec<_> = FILES.iter().map(|file| file.name).collect();
            bail!(
                "no data file is there; their names are {}, or the same with .xlsx",
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
        let snapshot = lock::snapshot(self.database)?;
        let stage = Stage {
            database: self.database,
            faults: &self.faults,
            encoding: options.encoding,
            progress,
        };
        for sheet in &mut self.sheets {
            sheet.waives = options.allow_similar;
            self.database.execute_batch(&sheet.tables())?;
            if sheet.file.name == images::FILE.name {
                pictures::stage(self.database, &self.faults, sheet, source)?;
            } else {
                let taken = stage.take(sheet, source);
                taken.with_context(|| format!("{} cannot be read", sheet.name()))?;
                // account_levels.csv is whole with or without `--replace`
                sheet.replace = options.replace.filter(|_| !sheet.file.whole);
            }
        }
        for sheet in &self.sheets {
            self.database.execute_batch(&sheet.views())?;
        }
        snapshot.commit()?;
        self.faults.keep()?;
        Ok(())
    }

    /// Plans and checks on the data as they are, without the write lock. False when there are faults.
    pub fn rehearse(&mut self) -> Result<bool> {
        let snapshot = lock::snapshot(self.database)?;
        let sound = self.check()?;
        snapshot.commit()?;
        Ok(sound)
    }

    /// Writes what was rehearsed. False when others have changed the data in the meantime, so that there are
    /// faults now; nothing is written then. `waiting` is called when others hold the write lock for long.
    pub fn carry_out(&mut self, actor: &str, action: &str, waiting: &dyn Fn()) -> Result<bool> {
        let head = Head {
            actor,
            action,
            undoes: None,
        };
        for _ in 0..REHEARSALS {
            let outcome = match self.prepare()? {
                Some(true) => self.write(&head, waiting)?,
                other => other,
            };
            if let Some(sound) = outcome {
                return Ok(sound);
            }
            if !self.rehearse()? {
                return Ok(false);
            }
        }
        let held = lock::take(self.database, waiting)?;
        let sound = self.check()?;
        if sound {
            execution::execute(self.database, &self.sheets, &self.tallies, &head)
                .context(lock::FAILED)?;
        }
        held.commit().context(lock::FAILED)?;
        Ok(sound)
    }

    /// Tells how many hundredths of what was rehearsed are written, from here on.
    pub fn follow(&self, told: impl Fn(u64) + Send + 'static) -> rusqlite::Result<()> {
        // each change is a row of its table and one of the ledger
        let rows = 2 * self.tallies.iter().map(Tally::changes).sum::<u64>();
        let tables: Vec<_> = self.sheets.iter().map(|sheet| sheet.file.table).collect();
        let written = Arc::clone(&self.written);
        let percent = move |written: u64| (written * 100).checked_div(rows).unwrap_or(0).min(100);
        told(0);
        self.database
            .update_hook(Some(move |_, database: &str, table: &str, _| {
                if database == "main" && (table == "ledger_change" || tables.contains(&table)) {
                    let before = written.fetch_add(1, Relaxed);
                    if percent(before + 1) > percent(before) {
                        told(percent(before + 1));
                    }
                }
            }))
    }

    /// Looks at what changed meanwhile without the write lock, so that little is left to look at with it. Whether
    /// there are no faults; `None` when everything must be checked again.
    fn prepare(&mut self) -> Result<Option<bool>> {
        let snapshot = lock::snapshot(self.database)?;
        if !self.catch_up()? {
            return Ok(None);
        }
        snapshot.commit()?;
        Ok(Some(self.faults.count(false)? == 0))
    }

    /// With the write lock looks at what changed meanwhile, and writes. Whether there are no faults; `None` when
    /// everything must be checked again, and all is as it was.
    fn write(&mut self, head: &Head, waiting: &dyn Fn()) -> Result<Option<bool>> {
        let held = lock::take(self.database, waiting)?;
        if !self.catch_up()? {
            return Ok(None);
        }
        let sound = self.faults.count(false)? == 0;
        self.written.store(0, Relaxed);
        let written = match sound {
            true => {
                execution::execute(self.database, &self.sheets, &self.tallies, head).map(|_| ())
            }
            false => Ok(()),
        };
        match written.and_then(|()| held.commit()) {
            Ok(()) => Ok(Some(sound)),
            // somebody changed something that the ledger does not tell
            Err(error) if is_refused(&error) => Ok(None),
            Err(error) => Err(error).context(lock::FAILED),
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
        if !interim::catch_up(&self.faults, &self.sheets, before.place)? {
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
}

/// Whether a name that a source has is that of a data file or a picture; any other is left alone.
pub fn is_known(name: &str) -> bool {
    let is_of = |file: &&File| file.name == name || file.workbook() == name;
    pictures::is_picture(name) || FILES.iter().any(is_of)
}

/// Whether a constraint of the data refused.
fn is_refused(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::model::time::Clock;
    use crate::store::in_memory;

    #[test]
    fn the_writing_is_told_from_nothing_to_all_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut rows = String::from("Name\n");
        (0..500).for_each(|number| rows += &format!("Group {number}\n"));
        std::fs::write(folder.path().join("groups.csv"), rows).unwrap();
        let database = in_memory(&Clock::new("Europe/Amsterdam", None).unwrap()).unwrap();
        let mut source = Source::open(folder.path()).unwrap();
        let options = Options::default();
        let read = Import::read(&database, &mut source, options, |_, _| (), &|_| ());
        let mut import = read.unwrap();
        assert!(import.rehearse().unwrap());
        let (told, percents) = mpsc::channel();
        import
            .follow(move |percent| told.send(percent).unwrap())
            .unwrap();
        assert!(import.carry_out("me", "groups", &|| ()).unwrap());
        let percents: Vec<_> = percents.try_iter().collect();
        assert_eq!(percents, (0..=100).collect::<Vec<_>>());
    }
}
