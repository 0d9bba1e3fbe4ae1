//! Finds obstacles to an undo: a reused key, a cell that refers to a missing row, or references to a removed row.
//!
//! In the plan of an undo, the number of a `record` is the id of its change in `to_undo`.

use anyhow::Result;
use rusqlite::Row;

use super::conflicts::{ChangeToUndo, Conflicts};
use crate::datafile::account_levels;
use crate::datafile::file::{Column, DataFile};
use crate::datafile::images::{self, PICTURE_PREFIX};
use crate::exchange::merge::imported_file::{ColumnReference, ImportedFile};
use crate::exchange::merge::plan::value_or_stored_sql;
use crate::ledger::history;
use crate::ledger::recorded_changes::{FIRST_CHANGE, effective_changes, find_removal, list_row_changes};
use crate::model::message::{Message, MessageName};

impl Conflicts<'_> {
    /// Reports and excludes the changes of the current plan whose undo has an obstacle. Returns their number. With
    /// `--keep-later`, the caller plans again without them, and repeats this until the number is 0.
    pub fn exclude_changes_with_obstacles(&self) -> Result<usize> {
        let mut count = 0;
        for imported in self.imported_files.iter().filter(|imported| imported.is_given()) {
            count += self.exclude_rows_with_reused_keys(imported)?;
            for reference in imported.references() {
                count += self.exclude_references_to_missing_rows(&reference)?;
            }
            // references to created rows, which the undo removes
            let all_references = self.imported_files.iter().flat_map(ImportedFile::references);
            for reference in all_references.filter(|reference| reference.refers_to(imported.file)) {
                count += self.exclude_referenced_rows(imported, &reference)?;
            }
            if imported.file.name == images::FILE.name {
                count += self.exclude_used_pictures()?;
            }
            if imported.file.name == account_levels::FILE.name {
                count += self.exclude_second_default()?;
            }
        }
        Ok(count)
    }

    /// Excludes the restoration of removed rows whose key or id another row has now.
    fn exclude_rows_with_reused_keys(&self, imported: &ImportedFile) -> Result<usize> {
        let stem = imported.file.stem();
        // the rows to restore are planned as new rows
        let sql = format!(
            "SELECT {} FROM plan_{stem} AS planned CROSS JOIN stage_{stem} AS record ON record.number = planned.record
                  CROSS JOIN temp.to_undo ON to_undo.change = planned.record
             WHERE planned.is_new
                   AND (EXISTS (SELECT 1 FROM {} WHERE rowid = planned.row)
                        OR EXISTS (SELECT 1 FROM {stem}_csv AS stored WHERE {} AND NOT {}))",
            ChangeToUndo::COLUMNS,
            imported.file.table,
            imported.same_key_sql("stored", "record"),
            imported.is_removed_sql("stored.row_id"),
        );
        // without fields, the whole change is excluded
        self.exclude_results(&sql, &[], |_| Ok(MessageName::ExistsAgain.into()))
    }

    /// Excludes the restoration of cells that refer to missing rows: their `link` is NULL, although they are not empty.
    /// The cells of one reference are excluded together.
    fn exclude_references_to_missing_rows(&self, reference: &ColumnReference) -> Result<usize> {
        let key_cells: Vec<_> =
            reference.key_columns().map(|column| value_or_stored_sql(reference.imported, column)).collect();
        // `cell`, `key_cells` and `does_apply` read `planned` and `record`
        let sql = format!(
            "SELECT {columns}, json_array({key_cells}) AS missing_key
             FROM link_{stem} AS link CROSS JOIN plan_{stem} AS planned ON planned.record = link.record
                  CROSS JOIN stage_{stem} AS record ON record.number = link.record
                  CROSS JOIN temp.to_undo ON to_undo.change = link.record
             WHERE link.{id_column} IS NULL AND {cell} <> '' AND {does_apply} AND {is_restored}",
            columns = ChangeToUndo::COLUMNS,
            key_cells = key_cells.join(", "),
            stem = reference.imported.file.stem(),
            id_column = reference.declared.id_column,
            cell = reference.cell_sql(),
            does_apply = reference.condition_sql().unwrap_or_else(|| "1".into()),
            is_restored = is_restored_sql("to_undo", reference),
        );
        let cells: Vec<_> = reference.key_columns().map(|column| column.name).collect();
        self.exclude_results(&sql, &cells, |row| {
            let missing_key: String = row.get("missing_key")?;
            self.describe_missing_row(reference.declared.to, &serde_json::from_str::<Vec<String>>(&missing_key)?)
        })
    }

    /// Excludes the removal of created rows to which rows would still refer by this reference. If the undo also
    /// restores the reference of the `referring` row, its planned `link` counts, else its stored reference.
    fn exclude_referenced_rows(&self, imported: &ImportedFile, reference: &ColumnReference) -> Result<usize> {
        let referring = reference.imported;
        let id_column = reference.declared.id_column;
        let is_restored = is_restored_sql("referring_change", reference);
        let row_after_undo = format!("iif({is_restored}, link.{id_column}, referring.{id_column})");
        let sql = format!(
            "SELECT {columns}, min(referring.rowid) AS referring_row, count(*) AS referring_count
             FROM temp.to_undo CROSS JOIN removals_{removed} AS removal ON removal.row = to_undo.row
                  CROSS JOIN {table} AS referring ON referring.{id_column} = removal.row
                  LEFT JOIN plan_{stem} AS planned ON planned.row = referring.rowid AND NOT planned.is_new
                  LEFT JOIN link_{stem} AS link ON link.record = planned.record
                  LEFT JOIN temp.to_undo AS referring_change ON referring_change.change = planned.record
             WHERE to_undo.file = '{file}' AND to_undo.kind = 'created' AND NOT {is_referring_row_removed}
                   AND {row_after_undo} = removal.row
             GROUP BY to_undo.change",
            columns = ChangeToUndo::COLUMNS,
            removed = imported.file.stem(),
            table = referring.file.table,
            stem = referring.file.stem(),
            file = imported.file.name,
            is_referring_row_removed = referring.is_removed_sql("referring.rowid"),
        );
        self.exclude_results(&sql, &[], |row| {
            self.describe_reference(reference, row.get("referring_row")?, row.get("referring_count")?)
        })
    }

    /// Excludes the removal of created pictures that a training would still use after the undo.
    fn exclude_used_pictures(&self) -> Result<usize> {
        // a training refers to a picture by its path, which is no declared reference
        let sql = format!(
            "SELECT {}, min(training.Code) AS training_code
             FROM temp.to_undo CROSS JOIN removals_images AS removal ON removal.row = to_undo.row
                  CROSS JOIN image ON image.id = removal.row
                  CROSS JOIN after_trainings AS training ON training.Image = '{PICTURE_PREFIX}' || image.name
             WHERE to_undo.file = '{}' AND to_undo.kind = 'created'
             GROUP BY to_undo.change",
            ChangeToUndo::COLUMNS,
            images::FILE.name
        );
        self.exclude_results(&sql, &[], |row| {
            let code: String = row.get("training_code")?;
            Ok(Message::new(MessageName::PictureOf).with(code))
        })
    }

    /// Excludes the restoration of the default account level if another level would be a default too after the undo.
    fn exclude_second_default(&self) -> Result<usize> {
        let sql = format!(
            "SELECT {}, other_default.Name AS other_name
             FROM next_account_levels AS restored CROSS JOIN next_account_levels AS other_default
                  CROSS JOIN temp.to_undo ON to_undo.change = restored.record
             WHERE to_undo.old ->> 'IsDefault' = 'true' AND restored.IsDefault = 'true'
                   AND other_default.IsDefault = 'true' AND other_default.record <> restored.record",
            ChangeToUndo::COLUMNS
        );
        self.exclude_results(&sql, &["IsDefault"], |row| {
            let other_name: String = row.get("other_name")?;
            Ok(Message::new(MessageName::DefaultElsewhere).with(other_name))
        })
    }

    /// Names `referring_row` and its last change after the import or undo to undo. In all, `count` rows refer.
    fn describe_reference(&self, reference: &ColumnReference, referring_row: i64, count: i64) -> Result<Message> {
        let (file, column) = (reference.imported.file, reference.column);
        let key = history::find_key(self.database, file, referring_row)?.join(", ");
        let changes = list_row_changes(self.database, file, referring_row, FIRST_CHANGE)?;
        // the last change of the referring cell that was not undone
        let effective = effective_changes(changes.iter().filter(|change| change.has_column(column.name)));
        let mut message = Message::new(MessageName::ReferredToBy).with(file.name).with(key);
        if count > 1 {
            message = message.with_part(Message::new(MessageName::AndMoreRows).with(count - 1));
        }
        // the reader knows the import or undo to undo
        if let Some(change) = effective.last().filter(|change| change.origin.number != Some(self.number)) {
            let changed = Message::new(MessageName::ChangedBy).with_part(history::change_kind_message(&change.kind));
            message = message.with_part(changed.with_part(self.describe_origin(&change.origin)?));
        }
        Ok(message)
    }

    fn describe_missing_row(&self, file: &DataFile, key: &[String]) -> Result<Message> {
        Ok(match find_removal(self.database, file, key)? {
            Some(removal) => {
                let message = Message::new(MessageName::ReferredRowRemoved).with(key.join(", ")).with(file.name);
                message.with_part(self.describe_origin(&removal.origin)?)
            }
            None => Message::new(MessageName::ReferredRowMissing).with(key.join(", ")),
        })
    }

    /// Excludes the changes that a query finds, and returns their number. Reports each at the last of `fields`, with
    /// the message of `describe`. Of a changed row, excludes only the `fields`, if there are any.
    fn exclude_results(&self, sql: &str, fields: &[&str], describe: impl Fn(&Row) -> Result<Message>) -> Result<usize> {
        let mut select = self.database.prepare(sql)?;
        let results = select.query_and_then([], |row| Ok((ChangeToUndo::from_row(row)?, describe(row)?)))?;
        // reads all results before the loop changes the tables
        let results: Vec<_> = results.collect::<Result<_>>()?;
        let count = results.len();
        for (to_undo, message) in results {
            self.report(&to_undo, fields.last().copied(), message)?;
            // a removed row is restored completely or not at all
            if fields.is_empty() || to_undo.kind == "removed" {
                self.exclude_change(&to_undo)?;
                continue;
            }
            for field in fields {
                self.exclude_field(&to_undo, field)?;
            }
        }
        Ok(count)
    }
}

/// Returns the SQL condition that the undo of a change restores a cell of the reference.
fn is_restored_sql(change_alias: &str, reference: &ColumnReference) -> String {
    let is_cell_restored = |column: &Column| format!("{change_alias}.old ->> '{}' IS NOT NULL", column.name);
    let conditions: Vec<_> = reference.key_columns().map(is_cell_restored).collect();
    format!("({})", conditions.join(" OR "))
}
