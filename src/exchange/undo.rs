//! Takes an import back: what it created goes, what it changed and removed becomes what it was.
//!
//! The ledger says what that is; from there on it is an import like any other, planned, checked and written
//! by the same code, and it can be undone itself. What something later touched is found in [`conflicts`] and [`obstacles`]; it
//! refuses the undo, or stays with `--keep-later`.

mod conflicts;
mod obstacles;
mod stage;

use std::cell::RefCell;
use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};

use super::merge::error_table::ErrorTable;
use super::merge::file_scope::involved;
use super::merge::imported_file::{self, FileForm, ImportedFile};
use super::merge::tally::{RowTally, tally};
use super::merge::{check, execution, lock, plan, suggestion};
use crate::ledger::imports::{self, ImportRun, RunHeader};
use crate::store::connection::Database;
use conflicts::{Conflicts, UnlistedChanges};

/// An undo under way. It holds temporary tables on its connection, which serves for one undo.
pub struct Undo<'d> {
    database: &'d Database,
    run: ImportRun,
    keep_later: bool,
    /// Why it is refused; the warnings tell what stays with `--keep-later`.
    pub faults: ErrorTable<'d>,
    sheets: Vec<ImportedFile>,
    /// What becomes of the rows of each file, as it was last checked.
    pub tallies: Vec<RowTally>,
    stayed: UnlistedChanges,
    later: RefCell<BTreeMap<i64, String>>,
    /// The version of the data that was checked, as SQLite counts.
    checked: Option<i64>,
}

impl<'d> Undo<'d> {
    /// The undo of the import, or undo, with this number.
    pub fn of(database: &'d Database, number: i64, keep_later: bool) -> Result<Self> {
        let run = imports::find(database, number)?.with_context(|| format!("there is no import {number}"))?;
        let forgotten = imports::forgotten(database, run.id)?;
        if forgotten > 0 {
            bail!("{} {number} cannot be undone: {forgotten} of its details are forgotten", run.kind);
        }
        lock::bound(database)?;
        database.execute_batch(stage::TABLES)?;
        suggestion::teach(database)?;
        Ok(Self {
            sheets: sheets(database, &run)?,
            faults: ErrorTable::new(database)?,
            database,
            run,
            keep_later,
            tallies: Vec::new(),
            stayed: UnlistedChanges::default(),
            later: RefCell::default(),
            checked: None,
        })
    }

    /// Plans and checks on the data as they are, without the write lock. False when it is refused: the
    /// faults say why.
    pub fn rehearse(&mut self) -> Result<bool> {
        let snapshot = lock::snapshot(self.database)?;
        let sound = self.check()?;
        snapshot.commit()?;
        Ok(sound)
    }

    /// Writes what was rehearsed, and gives its number; `None` when another process has changed the data in
    /// the meantime, so that it is refused now. `waiting` is called when others hold the write lock for long.
    pub fn carry_out(&mut self, actor: &str, waiting: &dyn Fn()) -> Result<Option<i64>> {
        let held = lock::take(self.database, waiting)?;
        let sound = self.checked == Some(lock::version(self.database)?) || self.check()?;
        let mut number = None;
        if sound {
            let head = RunHeader { actor, action: &self.what(), undoes: Some(self.run.id) };
            let written = execution::execute(self.database, &self.sheets, &self.tallies, &head);
            number = Some(written.context(lock::FAILED)?);
        }
        held.commit().context(lock::FAILED)?;
        Ok(number)
    }

    fn check(&mut self) -> Result<bool> {
        self.faults.clear()?;
        self.later.borrow_mut().clear();
        self.checked = Some(lock::version(self.database)?);
        self.database.set_now();
        let conflicts = Conflicts {
            database: self.database,
            faults: &self.faults,
            sheets: &self.sheets,
            later: &self.later,
            number: self.run.number,
            warns: self.keep_later,
        };
        stage::collect(self.database, self.run.id)?;
        self.stayed = conflicts.touched()?;
        loop {
            stage::fill(self.database, &self.sheets)?;
            plan::link(self.database, &self.sheets)?;
            if conflicts.in_the_way()? == 0 || !self.keep_later {
                break;
            }
        }
        let counted = self.sheets.iter().map(|sheet| tally(self.database, sheet));
        self.tallies = counted.collect::<rusqlite::Result<_>>()?;
        for tally in &mut self.tallies {
            // nothing is said of a file of which everything stays
            tally.given &= tally.changes() > 0;
        }
        if self.faults.count(false)? > 0 {
            return Ok(false);
        }
        self.refuse_nothing()?;
        check::check(&self.faults, &self.sheets)?;
        Ok(self.faults.count(false)? == 0)
    }

    /// An undo that would change nothing is refused, and says why.
    fn refuse_nothing(&self) -> Result<()> {
        if self.tallies.iter().any(|tally| tally.changes() > 0) {
            return Ok(());
        }
        let what = self.what();
        if self.stayed.undone > 0 && self.faults.count(true)? == 0 {
            bail!("{what} is undone already, by undo {}", self.run.undone_by);
        }
        if self.sheets.iter().all(|sheet| sheet.given.is_none()) {
            bail!("{what} changed nothing");
        }
        bail!("nothing of {what} is left to undo");
    }

    /// `import 3`, or `undo 4`.
    pub fn what(&self) -> String {
        format!("{} {}", self.run.kind, self.run.number)
    }

    /// Returns the later imports and undos that stand in the way, the latest first: `import 3`.
    pub fn later(&self) -> Vec<String> {
        self.later.borrow().iter().rev().map(|(number, kind)| format!("{kind} {number}")).collect()
    }

    /// How many rows stay because their persons were anonymised since.
    pub fn anonymised(&self) -> u64 {
        self.stayed.anonymised
    }
}

/// The sheets that it has to do with, those of the files that the run changed given with all columns.
fn sheets(database: &Database, run: &ImportRun) -> rusqlite::Result<Vec<ImportedFile>> {
    let mut sheets = imported_file::all();
    let files = imports::changed(database, run.id)?;
    let of = |sheet: &ImportedFile| files.iter().find(|(file, _)| file == sheet.file.name);
    for sheet in &mut sheets {
        // what comes back was let in before
        sheet.waives = true;
        if of(sheet).is_some() {
            sheet.given =
                Some(FileForm { columns: vec![true; sheet.file.columns.len()], digest: String::new(), foreign: None });
        }
    }
    // what it created goes
    let creates = |sheet: &ImportedFile| of(sheet).is_some_and(|(_, creates)| *creates);
    let sheets = involved(sheets, |sheet| sheet.removes() || creates(sheet));
    for sheet in &sheets {
        database.execute_batch(&sheet.tables())?;
    }
    for sheet in &sheets {
        database.execute_batch(&sheet.views())?;
    }
    Ok(sheets)
}
