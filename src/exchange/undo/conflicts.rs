//! Finds later changes that conflict with an undo: changes of the same fields, and [`obstacles`](super::obstacles).
//!
//! A conflict is an error at the line from which the row was imported; with `--keep-later`, a warning. The change or
//! field that has the conflict is excluded from the undo.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use rusqlite::{Row, params};
use serde_json::{Map, Value};

use crate::datafile::file::DataFile;
use crate::datafile::{find_creating_column, persons};
use crate::exchange::merge::error_subject::ErrorSubject;
use crate::exchange::merge::error_table::{ErrorTable, RowMessage};
use crate::exchange::merge::imported_file::ImportedFile;
use crate::ledger::history::{self, ChangeOrigin};
use crate::ledger::recorded_changes::{RecordedChange, effective_changes, list_row_changes};
use crate::model::message::{Message, MessageName, Severity};
use crate::store::connection::Database;

/// Finds the conflicts and obstacles of an undo, reports them, and excludes the changes from `to_undo`.
pub struct Conflicts<'a> {
    pub database: &'a Database,
    pub errors: &'a ErrorTable<'a>,
    pub imported_files: &'a [ImportedFile],
    /// The number of the import or undo to undo.
    pub number: i64,
    /// An error prevents the undo; a warning (`--keep-later`) does not.
    pub severity: Severity,
    /// The kind of each later run that prevents the undo, by number: `import` or `undo`.
    pub later_runs: RefCell<BTreeMap<i64, String>>,
    pub unreported_exclusions: RefCell<UnreportedExclusions>,
}

/// How many changes are excluded without an error or a warning.
#[derive(Debug, Default, Clone, Copy)]
pub struct UnreportedExclusions {
    pub already_undone: u64,
    /// Rows of persons who were anonymised after the import.
    pub anonymised_rows: u64,
}

/// A row of `to_undo`: a change of the ledger that the undo would revert.
pub(super) struct ChangeToUndo {
    id: i64,
    file: &'static DataFile,
    row: i64,
    /// The line from which the row was imported; `None` if the row was removed or the change is part of an undo.
    line: Option<i64>,
    /// The file that has the line; `None` if it is `file`.
    creating_file: Option<String>,
    /// `created`, `changed` or `removed`.
    pub(super) kind: String,
    /// The old cells as JSON; `None` if the row was created.
    old: Option<String>,
}

impl ChangeToUndo {
    /// The columns of `to_undo` that [`Self::from_row`] reads.
    pub(super) const COLUMNS: &str =
        "to_undo.change, to_undo.file, to_undo.row, to_undo.line, to_undo.source, to_undo.kind, to_undo.old";

    pub(super) fn from_row(row: &Row) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("change")?,
            file: history::read_file_name(row)?,
            row: row.get("row")?,
            line: row.get("line")?,
            creating_file: row.get("source")?,
            kind: row.get("kind")?,
            old: row.get("old")?,
        })
    }
}

impl Conflicts<'_> {
    /// Excludes changes whose rows or fields were changed later. Reports them or counts them as unreported.
    pub fn exclude_conflicts(&self) -> Result<()> {
        let sql = format!(
            "SELECT {} FROM temp.to_undo
             WHERE to_undo.change > ?
                   AND EXISTS (SELECT 1 FROM ledger_change AS later
                               WHERE later.row = to_undo.row AND later.file = to_undo.file
                                     AND later.id > to_undo.change)
             ORDER BY to_undo.change LIMIT 1000",
            ChangeToUndo::COLUMNS
        );
        // reads pages, because the loop body changes the table that the query reads
        let mut after = 0;
        loop {
            let mut select = self.database.prepare_cached(&sql)?;
            let page: Vec<_> = select.query_map([after], ChangeToUndo::from_row)?.collect::<rusqlite::Result<_>>()?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.id;
            page.iter().try_for_each(|to_undo| self.exclude_if_conflicting(to_undo))?;
        }
    }

    fn exclude_if_conflicting(&self, to_undo: &ChangeToUndo) -> Result<()> {
        // `changes[0]` is the change to undo; the others are the later changes of the row
        let changes = list_row_changes(self.database, to_undo.file, to_undo.row, to_undo.id)?;
        // contract §9: rows of persons who were anonymised since the import stay
        let anonymises = |change: &RecordedChange| change.changed_columns().any(|column| column == "Anonymised");
        if to_undo.file.name == persons::FILE.name && changes[1..].iter().any(anonymises) {
            self.unreported_exclusions.borrow_mut().anonymised_rows += 1;
            return self.exclude_change(to_undo);
        }
        match &to_undo.old {
            Some(old) if to_undo.kind == "changed" => {
                self.exclude_conflicting_fields(to_undo, &changes, &serde_json::from_str(old)?)
            }
            _ => self.exclude_conflicting_row(to_undo, &changes),
        }
    }

    /// Excludes the fields of a changed row that have conflicts. `old` has the old cells of the change.
    fn exclude_conflicting_fields(
        &self,
        to_undo: &ChangeToUndo,
        changes: &[RecordedChange],
        old: &Map<String, Value>,
    ) -> Result<()> {
        let (mut undone, mut changed_later) = (Vec::new(), Vec::new());
        for column in old.keys() {
            match find_later_change(to_undo, changes, |change| change.has_column(column)) {
                LaterChange::None => {}
                LaterChange::AlreadyUndone => undone.push(column),
                LaterChange::ChangedLater(change) => changed_later.push((column, change)),
            }
        }
        for column in &undone {
            self.unreported_exclusions.borrow_mut().already_undone += 1;
            self.exclude_field(to_undo, column)?;
        }
        // the first report copies all remaining fields for the preview
        for (column, change) in &changed_later {
            self.report_later_change(to_undo, Some(column), change)?;
        }
        for (column, _) in &changed_later {
            self.exclude_field(to_undo, column)?;
        }
        let is_any_field_left = undone.len() + changed_later.len() < old.len();
        if is_any_field_left { Ok(()) } else { self.exclude_change(to_undo) }
    }

    /// Excludes a created or removed row if it has a conflict. Such a row is undone completely or not at all.
    fn exclude_conflicting_row(&self, to_undo: &ChangeToUndo, changes: &[RecordedChange]) -> Result<()> {
        match find_later_change(to_undo, changes, |change| change.kind != "changed") {
            // the row was not removed or created again: looks for changes of its fields
            LaterChange::None => {
                if !self.report_fields_changed_later(to_undo, changes)? {
                    return Ok(());
                }
            }
            LaterChange::AlreadyUndone => self.unreported_exclusions.borrow_mut().already_undone += 1,
            LaterChange::ChangedLater(change) => self.report_later_change(to_undo, None, change)?,
        }
        self.exclude_change(to_undo)
    }

    /// Reports the fields of a row that were changed later. Returns false if there are none.
    fn report_fields_changed_later(&self, to_undo: &ChangeToUndo, changes: &[RecordedChange]) -> Result<bool> {
        let columns: BTreeSet<&str> = changes.iter().flat_map(RecordedChange::changed_columns).collect();
        let mut has_conflict = false;
        for column in columns {
            let later = find_later_change(to_undo, changes, |change| change.has_column(column));
            if let LaterChange::ChangedLater(change) = later {
                self.report_later_change(to_undo, Some(column), change)?;
                has_conflict = true;
            }
        }
        Ok(has_conflict)
    }

    pub(super) fn exclude_change(&self, to_undo: &ChangeToUndo) -> Result<()> {
        self.database.prepare_cached("DELETE FROM temp.to_undo WHERE change = ?")?.execute([to_undo.id])?;
        Ok(())
    }

    pub(super) fn exclude_field(&self, to_undo: &ChangeToUndo, column: &str) -> Result<()> {
        let sql = "UPDATE temp.to_undo SET old = json_remove(old, '$.' || ?) WHERE change = ?";
        self.database.prepare_cached(sql)?.execute(params![column, to_undo.id])?;
        Ok(())
    }

    fn report_later_change(&self, to_undo: &ChangeToUndo, column: Option<&str>, later: &RecordedChange) -> Result<()> {
        let message = Message::new(MessageName::ChangedLater).with_part(history::change_kind_message(&later.kind));
        self.report(to_undo, column, message.with_part(self.describe_origin(&later.origin)?))
    }

    /// Adds an error, or with `--keep-later` a warning, about a column of the changed row or about the whole row.
    pub(super) fn report(&self, to_undo: &ChangeToUndo, column: Option<&str>, message: Message) -> Result<()> {
        let sql = "INSERT OR IGNORE INTO temp.obstructed SELECT * FROM temp.to_undo WHERE change = ?";
        self.database.prepare_cached(sql)?.execute([to_undo.id])?;
        let Some((imported, position)) = self.locate_error(to_undo, column) else { return Ok(()) };
        let subject = position.map_or(ErrorSubject::NONE, |at| ErrorSubject::column(imported.file, at));
        let value = history::find_key(self.database, to_undo.file, to_undo.row)?.join(", ");
        let line = to_undo.line.map_or(1, i64::unsigned_abs);
        let is_skipped = self.severity == Severity::Warning;
        let message = if is_skipped { message.with_part(MessageName::Stays) } else { message };
        self.errors.add_message(imported, &RowMessage { severity: self.severity, line, subject, value, message })?;
        Ok(())
    }

    /// Returns [`Self::find_creating_column`], or else `column` in the file of the changed row.
    fn locate_error(&self, to_undo: &ChangeToUndo, column: Option<&str>) -> Option<(&ImportedFile, Option<usize>)> {
        if let Some((creating_file, position)) = self.find_creating_column(to_undo) {
            return Some((creating_file, Some(position)));
        }
        let found_column = column.and_then(|column| to_undo.file.find_column(column));
        Some((self.find_file(to_undo.file.name)?, found_column.map(|(position, _)| position)))
    }

    /// Returns the column of another file whose cell created the row; `None` if the row's own file listed the row.
    fn find_creating_column(&self, to_undo: &ChangeToUndo) -> Option<(&ImportedFile, usize)> {
        let creating_file = self.find_file(to_undo.creating_file.as_deref()?)?;
        let (_, position) = find_creating_column(to_undo.file)?;
        Some((creating_file, position))
    }

    fn find_file(&self, name: &str) -> Option<&ImportedFile> {
        self.imported_files.iter().find(|imported| imported.file.name == name)
    }

    /// Returns a message with the author and time of a change. Adds a later import or undo to `later_runs`.
    pub(super) fn describe_origin(&self, origin: &ChangeOrigin) -> Result<Message> {
        if let Some(number) = origin.number.filter(|number| *number > self.number) {
            self.later_runs.borrow_mut().insert(number, origin.kind.clone());
        }
        let at = Message::new(MessageName::At).with(self.database.clock().format_in_zone(&origin.at)?);
        Ok(origin.message().with_part(at))
    }
}

enum LaterChange<'t> {
    /// There is no later change, or all later changes were undone.
    None,
    /// The change to undo was undone already.
    AlreadyUndone,
    /// The last later change that was not undone.
    ChangedLater(&'t RecordedChange),
}

/// Returns the last relevant change of a row after `to_undo`. `changes` has the change to undo and all later ones.
fn find_later_change<'t>(
    to_undo: &ChangeToUndo,
    changes: &'t [RecordedChange],
    is_relevant: impl Fn(&RecordedChange) -> bool,
) -> LaterChange<'t> {
    let effective = effective_changes(changes.iter().filter(|change| is_relevant(change)));
    // if the change to undo is still effective, it is the first
    match effective.as_slice() {
        // all later changes were undone
        [only] if only.number == to_undo.id => LaterChange::None,
        [first, .., last] if first.number == to_undo.id => LaterChange::ChangedLater(last),
        // a later undo reverted the change to undo
        _ => LaterChange::AlreadyUndone,
    }
}
