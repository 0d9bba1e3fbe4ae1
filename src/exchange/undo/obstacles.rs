//! Finds obstacles to an undo: a removed row exists again, a restored cell refers to a missing row, or other rows refer to
//! a row that the undo removes.

use anyhow::Result;
use rusqlite::Row;

use super::super::merge::imported_file::ImportedFile;
use super::super::merge::plan;
use super::conflicts::{Conflicts, UndoneChange};
use crate::datafile::account_levels;
use crate::datafile::file::Column;
use crate::datafile::images::{self, PICTURES};
use crate::datafile::reference::Reference;
use crate::ledger::history;
use crate::ledger::recorded_changes::{FIRST_CHANGE, effective_changes, list_recorded_changes};
use crate::model::message::{Message, MessageName};

impl Conflicts<'_> {
    /// Reports changes whose undo the data prevents, and excludes them from the undo. Returns their number.
    pub fn exclude_obstacles(&self) -> Result<usize> {
        let mut found = 0;
        for imported in self.imported_files.iter().filter(|imported| imported.given.is_some()) {
            found += self.exclude_reused_keys(imported)?;
            for (_, column, reference) in imported.references() {
                found += self.exclude_missing_references(imported, column, reference)?;
            }
            for other in self.imported_files {
                for (_, column, reference) in other.references() {
                    if reference.to.name == imported.file.name {
                        found += self.exclude_referenced_rows(imported, other, column, reference)?;
                    }
                }
            }
            if imported.file.name == images::FILE.name {
                found += self.exclude_used_pictures()?;
            }
            if imported.file.name == account_levels::FILE.name {
                found += self.exclude_second_default()?;
            }
        }
        Ok(found)
    }

    /// Excludes removed rows whose key or id a new row has.
    fn exclude_reused_keys(&self, imported: &ImportedFile) -> Result<usize> {
        let stem = imported.file.stem();
        let sql = format!(
            "SELECT {} FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
                  CROSS JOIN temp.undoing AS u ON u.change = p.n
             WHERE p.fresh
                   AND (EXISTS (SELECT 1 FROM {} WHERE rowid = p.row)
                        OR EXISTS (SELECT 1 FROM {stem}_csv AS v WHERE {} AND NOT {}))",
            UndoneChange::COLUMNS,
            imported.file.table,
            imported.same_key_sql("v", "s"),
            imported.is_removed_sql("v.row_id"),
        );
        self.exclude_results(&sql, &[], |_| Ok(MessageName::ExistsAgain.into()))
    }

    /// Excludes old cells that refer to missing rows. The cells of one reference are excluded together.
    fn exclude_missing_references(
        &self,
        imported: &ImportedFile,
        column: &Column,
        reference: &Reference,
    ) -> Result<usize> {
        let stem = imported.file.stem();
        let cell = plan::reference_cell_sql(imported, column, reference);
        let condition = plan::reference_condition_sql(reference).unwrap_or_else(|| "1".into());
        let sql = format!(
            "SELECT {}, {cell} FROM link_{stem} AS l CROSS JOIN plan_{stem} AS p ON p.n = l.n
                  CROSS JOIN stage_{stem} AS s ON s.n = l.n CROSS JOIN temp.undoing AS u ON u.change = l.n
             WHERE l.{} IS NULL AND {cell} <> '' AND {condition} AND {}",
            UndoneChange::COLUMNS,
            reference.id_column,
            is_restored_sql("u", column, reference),
        );
        let cells: Vec<_> = reference_columns(column, reference).collect();
        self.exclude_results(&sql, &cells, |row| {
            let missing: String = row.get(7)?;
            Ok(Message::new(MessageName::ReferredRowMissing).with(missing))
        })
    }

    /// Excludes created rows "where a later row points at one that it created", unless the undo restores that
    /// reference.
    fn exclude_referenced_rows(
        &self,
        imported: &ImportedFile,
        other: &ImportedFile,
        column: &Column,
        reference: &Reference,
    ) -> Result<usize> {
        let stem = other.file.stem();
        let sql = format!(
            "SELECT {}, min(w.rowid), count(*)
             FROM temp.undoing AS u CROSS JOIN gone_{removed} AS g ON g.row = u.row
                  CROSS JOIN {table} AS w ON w.{stored} = g.row
                  LEFT JOIN plan_{stem} AS p ON p.row = w.rowid AND NOT p.fresh
                  LEFT JOIN link_{stem} AS l ON l.n = p.n
                  LEFT JOIN temp.undoing AS m ON m.change = p.n
             WHERE u.file = '{file}' AND u.kind = 'created' AND NOT {is_removed}
                   AND iif({is_restored}, l.{stored}, w.{stored}) = g.row
             GROUP BY u.change",
            UndoneChange::COLUMNS,
            removed = imported.file.stem(),
            table = other.file.table,
            stored = reference.id_column,
            file = imported.file.name,
            is_removed = other.is_removed_sql("w.rowid"),
            is_restored = is_restored_sql("m", column, reference),
        );
        self.exclude_results(&sql, &[], |row| self.describe_reference(other, column, row.get(7)?, row.get(8)?))
    }

    /// Excludes created pictures that a training's cell names.
    fn exclude_used_pictures(&self) -> Result<usize> {
        let sql = format!(
            "SELECT {}, min(a.Code)
             FROM temp.undoing AS u CROSS JOIN gone_images AS g ON g.row = u.row
                  CROSS JOIN image AS i ON i.id = g.row
                  CROSS JOIN after_trainings AS a ON a.Image = '{PICTURES}' || i.name
             WHERE u.file = '{}' AND u.kind = 'created'
             GROUP BY u.change",
            UndoneChange::COLUMNS,
            images::FILE.name
        );
        self.exclude_results(&sql, &[], |row| {
            let code: String = row.get(7)?;
            Ok(Message::new(MessageName::PictureOf).with(code))
        })
    }

    /// Excludes a restored default level if another level has become the default: "exactly one row has IsDefault".
    fn exclude_second_default(&self) -> Result<usize> {
        let sql = format!(
            "SELECT {}, kept.Name FROM next_account_levels AS again CROSS JOIN next_account_levels AS kept
                  CROSS JOIN temp.undoing AS u ON u.change = again.n
             WHERE again.IsDefault = 'true' AND kept.IsDefault = 'true' AND kept.n <> again.n
                   AND NOT EXISTS (SELECT 1 FROM temp.undoing AS m
                                   WHERE m.change = kept.n AND m.old ->> 'IsDefault' = 'true')",
            UndoneChange::COLUMNS
        );
        self.exclude_results(&sql, &["IsDefault"], |row| {
            let kept: String = row.get(7)?;
            Ok(Message::new(MessageName::DefaultElsewhere).with(kept))
        })
    }

    /// Returns the message about a row with this reference: its key, the number of other such rows, and the change that
    /// made the reference.
    fn describe_reference(&self, other: &ImportedFile, column: &Column, row: i64, count: i64) -> Result<Message> {
        let file = other.file;
        let key = history::find_key(self.database, file, row)?.join(", ");
        let changes = list_recorded_changes(self.database, file, row, FIRST_CHANGE)?;
        let effective = effective_changes(changes.iter().filter(|change| change.has_column(column.name)));
        let mut message = Message::new(MessageName::ReferredToBy).with(file.name).with(key);
        if count > 1 {
            message = message.with_part(Message::new(MessageName::AndMoreRows).with(count - 1));
        }
        if let Some(change) = effective.last() {
            let changed = Message::new(MessageName::ChangedBy).with_part(change.kind_message());
            message = message.with_part(changed.with_part(self.describe_origin(&change.origin)?));
        }
        Ok(message)
    }

    /// Excludes the changes that a query finds: whole rows, or these fields of changed rows. Reports each with a
    /// message made from the query's columns from 7 on. Returns their number.
    fn exclude_results(&self, sql: &str, fields: &[&str], message: impl Fn(&Row) -> Result<Message>) -> Result<usize> {
        let mut select = self.database.prepare(sql)?;
        let found = select.query_and_then([], |row| Ok((UndoneChange::from_row(row)?, message(row)?)))?;
        // reads all results before changing the tables
        let found: Vec<_> = found.collect::<Result<_>>()?;
        let count = found.len();
        for (undoing, message) in found {
            let undoing = &undoing;
            self.report(undoing, fields.last().copied(), message)?;
            if fields.is_empty() || undoing.kind == "removed" {
                self.exclude_change(undoing)?;
                continue;
            }
            for field in fields {
                self.exclude_field(undoing, field)?;
            }
        }
        Ok(count)
    }
}

/// Returns the columns that form the reference, its own last.
fn reference_columns<'c>(column: &'c Column, reference: &'c Reference) -> impl Iterator<Item = &'c str> {
    reference.with.iter().copied().chain([column.name])
}

/// Returns the condition that the change `of` restores a cell of the reference.
fn is_restored_sql(of: &str, column: &Column, reference: &Reference) -> String {
    let found: Vec<_> =
        reference_columns(column, reference).map(|name| format!("{of}.old ->> '{name}' IS NOT NULL")).collect();
    format!("({})", found.join(" OR "))
}
