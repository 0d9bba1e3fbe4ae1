//! Finds later changes that conflict with an undo: changes of the same fields, and [`obstacles`](super::obstacles).
//!
//! Each is an error at the line from which the row was imported, or a warning if it is kept. It is excluded from the undo.

use std::cell::RefCell;
use std::collections::BTreeMap;

use anyhow::Result;
use rusqlite::{Row, params};
use serde_json::{Map, Value};

use super::super::merge::error_subject::ErrorSubject;
use super::super::merge::error_table::ErrorTable;
use super::super::merge::imported_file::ImportedFile;
use crate::datafile::file::DataFile;
use crate::datafile::{find_creating_column, persons};
use crate::ledger::history::{self, ChangeOrigin};
use crate::ledger::recorded_changes::{RecordedChange, effective_changes, list_recorded_changes};
use crate::model::message::{Message, MessageName, Severity};
use crate::store::connection::Database;

/// The search for conflicts.
pub struct Conflicts<'a> {
    /// The connection with the data and temporary tables.
    pub database: &'a Database,
    pub errors: &'a ErrorTable<'a>,
    pub imported_files: &'a [ImportedFile],
    /// The kinds of the later runs that prevent the undo, by number.
    pub later_runs: &'a RefCell<BTreeMap<i64, String>>,
    /// The number of the run to undo.
    pub number: i64,
    /// Whether a conflict prevents the undo, or is kept with a warning.
    pub severity: Severity,
}

/// Changes that stay without being listed.
#[derive(Debug, Default, Clone, Copy)]
pub struct UnlistedChanges {
    /// Rows or fields that were undone already.
    pub undone: u64,
    /// Rows of persons who were anonymised since.
    pub anonymised: u64,
}

/// A change to undo.
pub(super) struct UndoneChange {
    change: i64,
    file: &'static DataFile,
    row: i64,
    line: Option<i64>,
    /// The file of the line, if it is another.
    source: Option<String>,
    pub(super) kind: String,
    old: Option<String>,
}

impl UndoneChange {
    pub(super) const COLUMNS: &str = "u.change, u.file, u.row, u.line, u.source, u.kind, u.old";

    pub(super) fn from_row(row: &Row) -> rusqlite::Result<Self> {
        Ok(Self {
            change: row.get(0)?,
            file: history::read_file_name(row, 1)?,
            row: row.get(2)?,
            line: row.get(3)?,
            source: row.get(4)?,
            kind: row.get(5)?,
            old: row.get(6)?,
        })
    }
}

impl Conflicts<'_> {
    /// Reports changes of rows and fields that were changed again, and excludes them from the undo.
    pub fn exclude_conflicts(&self) -> Result<UnlistedChanges> {
        let mut unlisted = UnlistedChanges::default();
        let sql = format!(
            "SELECT {} FROM temp.undoing AS u
             WHERE u.change > ? AND EXISTS (SELECT 1 FROM ledger_change AS t
                                            WHERE t.row = u.row AND t.file = u.file AND t.id > u.change)
             ORDER BY u.change LIMIT 1000",
            UndoneChange::COLUMNS
        );
        let mut after = 0;
        loop {
            let mut select = self.database.prepare_cached(&sql)?;
            let page: Vec<UndoneChange> =
                select.query_map([after], UndoneChange::from_row)?.collect::<rusqlite::Result<_>>()?;
            let Some(last) = page.last() else { break };
            after = last.change;
            for undoing in &page {
                self.check_change(undoing, &mut unlisted)?;
            }
        }
        Ok(unlisted)
    }

    fn check_change(&self, undoing: &UndoneChange, unlisted: &mut UnlistedChanges) -> Result<()> {
        let changes = list_recorded_changes(self.database, undoing.file, undoing.row, undoing.change)?;
        // "rows of persons anonymised since stay"
        let anonymises = |change: &RecordedChange| change.changed_columns().any(|column| column == "Anonymised");
        if undoing.file.name == persons::FILE.name && changes[1..].iter().any(anonymises) {
            unlisted.anonymised += 1;
            return self.exclude_change(undoing);
        }
        match &undoing.old {
            Some(old) if undoing.kind == "changed" => {
                self.check_fields(undoing, &changes, serde_json::from_str(old)?, unlisted)
            }
            _ => self.check_row(undoing, &changes, unlisted),
        }
    }

    /// Checks each field of a changed row.
    fn check_fields(
        &self,
        undoing: &UndoneChange,
        changes: &[RecordedChange],
        mut old: Map<String, Value>,
        unlisted: &mut UnlistedChanges,
    ) -> Result<()> {
        let columns: Vec<String> = old.keys().cloned().collect();
        for column in columns {
            match find_later_change(undoing, changes, |change| change.has_column(&column)) {
                LaterChange::None => continue,
                LaterChange::Undone => unlisted.undone += 1,
                LaterChange::ChangedLater(change) => self.report_later_change(undoing, Some(&column), change)?,
            }
            old.remove(&column);
        }
        if old.is_empty() {
            return self.exclude_change(undoing);
        }
        self.database
            .prepare_cached("UPDATE temp.undoing SET old = ? WHERE change = ?")?
            .execute(params![Value::Object(old).to_string(), undoing.change])?;
        Ok(())
    }

    /// Checks a created or removed row, which is undone completely or not at all.
    fn check_row(
        &self,
        undoing: &UndoneChange,
        changes: &[RecordedChange],
        unlisted: &mut UnlistedChanges,
    ) -> Result<()> {
        match find_later_change(undoing, changes, |change| change.kind != "changed") {
            LaterChange::None => {}
            LaterChange::Undone => {
                unlisted.undone += 1;
                return self.exclude_change(undoing);
            }
            LaterChange::ChangedLater(change) => {
                self.report_later_change(undoing, None, change)?;
                return self.exclude_change(undoing);
            }
        }
        let mut columns: Vec<&str> = changes.iter().flat_map(RecordedChange::changed_columns).collect();
        columns.sort_unstable();
        columns.dedup();
        let mut has_conflict = false;
        for column in columns {
            if let LaterChange::ChangedLater(change) =
                find_later_change(undoing, changes, |change| change.has_column(column))
            {
                self.report_later_change(undoing, Some(column), change)?;
                has_conflict = true;
            }
        }
        if has_conflict { self.exclude_change(undoing) } else { Ok(()) }
    }

    /// Excludes a change from the undo, so that the whole row stays as it is.
    pub(super) fn exclude_change(&self, undoing: &UndoneChange) -> Result<()> {
        self.database.prepare_cached("DELETE FROM temp.undoing WHERE change = ?")?.execute([undoing.change])?;
        Ok(())
    }

    /// Excludes one field of a change from the undo, so that the field stays as it is.
    pub(super) fn exclude_field(&self, undoing: &UndoneChange, column: &str) -> Result<()> {
        self.database
            .prepare_cached("UPDATE temp.undoing SET old = json_remove(old, '$.' || ?) WHERE change = ?")?
            .execute(params![column, undoing.change])?;
        Ok(())
    }

    fn report_later_change(&self, undoing: &UndoneChange, column: Option<&str>, change: &RecordedChange) -> Result<()> {
        let message = Message::new(MessageName::ChangedLater).with_part(change.kind_message());
        self.report(undoing, column, message.with_part(self.describe_origin(&change.origin)?))
    }

    /// Adds an error, or a warning with `--keep-later`, about the row of a change.
    pub(super) fn report(&self, undoing: &UndoneChange, column: Option<&str>, message: Message) -> Result<()> {
        let find_file = |name: &str| self.imported_files.iter().find(|imported| imported.file.name == name);
        let Some(own_file) = find_file(undoing.file.name) else {
            return Ok(());
        };
        // if another file's cell created the row, the error is about that cell
        let creator = undoing.source.as_deref().and_then(find_file).zip(find_creating_column(own_file.file));
        let (imported, position) = match creator {
            Some((creator, (_, at))) => (creator, Some(at)),
            None => (own_file, column.and_then(|column| own_file.file.find_column(column)).map(|(at, _)| at)),
        };
        let subject = position.map_or(ErrorSubject::NONE, |at| ErrorSubject::column(imported.file, at));
        let key = history::find_key(self.database, own_file.file, undoing.row)?.join(", ");
        let line = undoing.line.map_or(1, i64::unsigned_abs);
        let message = match self.severity {
            Severity::Warning => message.with_part(MessageName::Stays),
            Severity::Error => message,
        };
        self.errors.add_message(self.severity, imported, line, &subject, &key, &message)?;
        Ok(())
    }

    /// Returns who made a later change and when, and remembers its run as one that prevents the undo.
    pub(super) fn describe_origin(&self, origin: &ChangeOrigin) -> Result<Message> {
        if let Some(number) = origin.number.filter(|number| *number > self.number) {
            self.later_runs.borrow_mut().insert(number, origin.kind.clone());
        }
        let at = Message::new(MessageName::At).with(self.database.clock().format_in_zone(&origin.at)?);
        Ok(origin.message().with_part(at))
    }
}

/// What happened to a field or row after the change to undo.
enum LaterChange<'t> {
    /// No change followed, or all that followed were undone.
    None,
    /// The change was undone already.
    Undone,
    /// The last change that followed and was not undone.
    ChangedLater(&'t RecordedChange),
}

/// Finds what happened after the change to undo, looking only at changes for which `counts` returns true.
fn find_later_change<'t>(
    undoing: &UndoneChange,
    changes: &'t [RecordedChange],
    counts: impl Fn(&RecordedChange) -> bool,
) -> LaterChange<'t> {
    let effective = effective_changes(changes.iter().filter(|change| counts(change)));
    match effective.as_slice() {
        [only] if only.number == undoing.change => LaterChange::None,
        [first, .., last] if first.number == undoing.change => LaterChange::ChangedLater(last),
        _ => LaterChange::Undone,
    }
}
