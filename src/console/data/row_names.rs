//! Names of rows. A cell that refers to a row is shown with the title of the row. If a file declares no title, the
//! title of a row consists of the titles of the rows to which the row's key refers.

use std::cell::RefCell;
use std::collections::HashMap;

use anyhow::Result;

use crate::console::PageContext;
use crate::console::components::TableCell;
use crate::console::request::date_part;
use crate::console::translations;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::{find_cell, find_file, persons};
use crate::ledger::history::{FieldChange, RowChange};
use crate::ledger::recorded_changes::find_removal;
use crate::ledger::{RecordedCells, find_cells};
use crate::model::language::Language;
use crate::model::text::cut_cell;
use crate::model::time::format_wall_time;
use crate::store::Snapshot;
use crate::store::row_listing;

/// A reader of the titles of rows that cells refer to. It reads each row only once.
pub struct RowNames<'a> {
    language: Language,
    pub snapshot: &'a Snapshot<'a>,
    removed_rows: RemovedRows,
    /// The rows that were read, by file and cell.
    referenced_rows: RefCell<HashMap<(&'static str, String), ReferencedRow>>,
}

/// How a row that was removed is named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RemovedRows {
    /// By the title at its removal. Texts say that it was removed since.
    Marked,
    /// By the title at its removal. In the preview of an undo, the undo may restore the row.
    Named,
    /// By its key. In the preview of an import, the import may create another row with this key.
    Unnamed,
}

#[derive(Clone, Default)]
struct ReferencedRow {
    /// `None` if no such row is known, or if the title adds nothing to the cell.
    title: Option<String>,
    is_removed: bool,
}

impl<'a> RowNames<'a> {
    pub fn new(context: &PageContext, snapshot: &'a Snapshot<'a>) -> Self {
        Self::in_language(context.language, snapshot)
    }

    pub fn in_language(language: Language, snapshot: &'a Snapshot<'a>) -> Self {
        Self { language, snapshot, removed_rows: RemovedRows::Marked, referenced_rows: RefCell::default() }
    }

    pub fn with_removed_rows(self, removed_rows: RemovedRows) -> Self {
        Self { removed_rows, ..self }
    }

    /// Returns the title of the row that a cell refers to; `None` if it adds nothing to the cell.
    pub fn referenced_title(&self, column: &Column, cell: &str, row: &[(String, String)]) -> Result<Option<String>> {
        Ok(self.referenced_row(column, cell, row)?.title)
    }

    /// Returns the row that a cell refers to, even if it was removed.
    fn referenced_row(&self, column: &Column, cell: &str, row: &[(String, String)]) -> Result<ReferencedRow> {
        let Some(file) = referenced_file(column, row).filter(|_| !cell.is_empty()) else {
            return Ok(ReferencedRow::default());
        };
        let cache_key = (file.name, cell.to_owned());
        if let Some(known) = self.referenced_rows.borrow().get(&cache_key) {
            return Ok(known.clone());
        }
        let stored = self.find_cells_by_key(file, cell)?;
        let removed = if stored.is_none() { self.find_removed_cells(file, &[cell.to_owned()])? } else { None };
        let is_removed = removed.is_some();
        let title = stored.or(removed).map(|cells| file.row_title(&cells));
        let title = title.filter(|title| title != cell && !title.is_empty());
        let referenced = ReferencedRow { title, is_removed };
        self.referenced_rows.borrow_mut().insert(cache_key, referenced.clone());
        Ok(referenced)
    }

    /// Returns the cells of the stored row with this key. `joined_key` has the cells of the key, joined by `, `.
    fn find_cells_by_key(&self, file: &'static DataFile, joined_key: &str) -> Result<Option<RecordedCells>> {
        let row = row_listing::find_row_by_key(self.snapshot, file, joined_key)?;
        Ok(row.map(|row| find_cells(self.snapshot, file, row)).transpose()?.flatten())
    }

    fn find_removed_cells(&self, file: &'static DataFile, key: &[String]) -> Result<Option<RecordedCells>> {
        if self.removed_rows == RemovedRows::Unnamed {
            return Ok(None);
        }
        Ok(find_removal(self.snapshot, file, key)?.map(|removal| removal.removed_cells()))
    }

    /// Formats a cell. For a reference, returns the row's title, with the cell beside it, unless the cell is an id.
    pub fn cell_with_name(&self, column: &Column, cell: &str, row: &[(String, String)]) -> Result<TableCell> {
        // an id beside the title would be useless to people
        let refers_by_id = column.references().iter().any(|reference| reference.to.is_identified_by_id());
        Ok(match self.referenced_title(column, cell, row)? {
            Some(title) if refers_by_id => TableCell::text(title),
            Some(title) => TableCell { small_text: cell.to_owned(), ..TableCell::text(title) },
            None if column.badge_tone.is_some() => {
                let status = if cell == "true" { column.label(self.language) } else { String::new() };
                TableCell::text(status).with_badge(column.badge_tone)
            }
            None => TableCell {
                is_number: column.is_number(),
                can_wrap: !column.references().is_empty(),
                ..TableCell::text(column.format_cell(cell, self.language))
            }
            // a number whose meaning has a tone, such as a state, is shown as a badge
            .with_badge(column.enumeration.and_then(|enumeration| enumeration.tone(cell))),
        })
    }

    /// Returns [`Self::cell_with_name`] as one text: `Jan Bos (E7)`, or `Group 2 (G2, removed since)`.
    pub fn text_with_name(&self, column: &Column, cell: &str) -> Result<String> {
        // a text without badges has `no` instead of nothing
        if column.badge_tone.is_some() {
            return Ok(column.format_cell(cell, self.language));
        }
        let mut named = self.cell_with_name(column, cell, &[])?;
        let is_removed = self.referenced_row(column, cell, &[])?.is_removed;
        if is_removed && self.removed_rows == RemovedRows::Marked {
            let separator = if named.small_text.is_empty() { "" } else { ", " };
            named.small_text += &format!("{separator}{}", translations::of(self.language).removed_since);
        }
        Ok(named.joined_text())
    }

    /// Returns the declared title of a row, or else the names of the rows to which the key refers, joined by ` · `.
    pub fn title(&self, file: &DataFile, cells: &[(String, String)]) -> Result<String> {
        Ok(self.title_with_codes(file, cells)?.text)
    }

    /// Returns the title of a row in a list. A person who is anonymised or no longer employed has a badge.
    pub fn title_with_badge(&self, file: &DataFile, cells: &[(String, String)]) -> TableCell {
        let is_dismissed = || persons::is_dismissed(cells, &format_wall_time(self.snapshot.clock().now()));
        let status = match file.dismissal {
            Some(_) if persons::is_anonymised(cells) => file.column_label("Anonymised", self.language),
            Some(_) if is_dismissed() => translations::of(self.language).has_left.to_owned(),
            _ => String::new(),
        };
        let badges = if status.is_empty() { Vec::new() } else { vec![("note", status)] };
        TableCell { badges, ..TableCell::text(file.row_title(cells)) }
    }

    /// Returns the title of a row, with the codes of its key as small text.
    pub fn title_with_codes(&self, file: &DataFile, cells: &[(String, String)]) -> Result<TableCell> {
        if file.title.is_empty() {
            return self.titles_of_referenced_rows(file, cells);
        }
        let title = file.row_title(cells);
        let code_columns = file.key_columns().map(|(_, column)| column).filter(|column| column.domain != Domain::Id);
        let key_cells = code_columns.map(|column| find_cell(cells, column.name));
        let codes: Vec<_> = key_cells.filter(|cell| !cell.is_empty() && *cell != title).collect();
        Ok(TableCell { small_text: codes.join(", "), ..TableCell::text(title) })
    }

    /// Returns a title for a row of a file without titles: the titles of the rows to which the key refers, with the
    /// codes of these rows as small text. A cell of the key that refers to no row is a part of the title.
    fn titles_of_referenced_rows(&self, file: &DataFile, cells: &[(String, String)]) -> Result<TableCell> {
        let (mut titles, mut codes) = (Vec::new(), Vec::new());
        for (_, column) in file.key_columns() {
            let key_cell = find_cell(cells, column.name);
            let TableCell { text, small_text: code, .. } = self.cell_with_name(column, key_cell, cells)?;
            codes.push(code);
            // a title shows only the day of a datetime
            titles.push(match date_part(key_cell) {
                Some(day) if column.domain == Domain::Datetime => self.language.format_date(day),
                _ => text,
            });
        }
        titles.retain(|title| !title.is_empty());
        codes.retain(|code| !code.is_empty());
        Ok(TableCell { small_text: codes.join(", "), ..TableCell::text(titles.join(" · ")) })
    }

    fn title_or_key(&self, file: &DataFile, key: &[String], cells: &[(String, String)]) -> Result<TableCell> {
        let title = self.title_with_codes(file, cells)?;
        Ok(if title.text.is_empty() { TableCell::text(key.join(", ")) } else { title })
    }

    pub fn cell_of_changed_row(&self, change: &RowChange) -> Result<TableCell> {
        Ok(self.name_changed_row(change)?.0)
    }

    /// Returns the name of a changed row, and whether the row is stored.
    fn name_changed_row(&self, change: &RowChange) -> Result<(TableCell, bool)> {
        let Some(file) = find_file(&change.file) else { return Ok((TableCell::text(change.key.join(", ")), false)) };
        let stored = find_cells(self.snapshot, file, change.row)?;
        let is_stored = stored.is_some();
        // the change itself has the cells of a row that was removed
        let cells = stored.unwrap_or_else(|| cells_of_missing_row(file, &change.key, &change.fields));
        Ok((self.title_or_key(file, &change.key, &cells)?, is_stored))
    }

    /// Returns the name of a changed row, with a link to the row unless it was removed, then or later.
    pub fn link_to_changed_row(&self, context: &PageContext, change: &RowChange) -> Result<TableCell> {
        let (name, is_stored) = self.name_changed_row(change)?;
        Ok(if is_stored { name.link_to(context.row_address(&change.file, change.row)) } else { name })
    }

    /// Returns the title and code of the row with this key: `Jan Bos (E7)`.
    pub fn name_of_row_with_key(&self, file: &'static DataFile, joined_key: &str) -> Result<String> {
        Ok(self.cell_of_row_with_key(file, joined_key, &[])?.joined_text())
    }

    /// Returns the title of the row with this key, with its codes as small text. `joined_key` has the cells of the key,
    /// joined by `, `. The cells of a row that is not stored are the changed `fields`; without fields, those at its removal.
    pub fn cell_of_row_with_key(
        &self,
        file: &'static DataFile,
        joined_key: &str,
        fields: &[FieldChange],
    ) -> Result<TableCell> {
        let mut key: Vec<_> = joined_key.split(", ").map(str::to_owned).collect();
        // if a cell of the key contains a comma, the parts are not the cells
        if key.len() != file.key_columns().count() {
            key = vec![joined_key.to_owned()];
        }
        if let Some(stored_cells) = self.find_cells_by_key(file, joined_key)? {
            return self.title_or_key(file, &key, &stored_cells);
        }
        if fields.is_empty()
            && let Some(removed_cells) = self.find_removed_cells(file, &key)?
        {
            return self.title_or_key(file, &key, &removed_cells);
        }
        self.title_or_key(file, &key, &cells_of_missing_row(file, &key, fields))
    }

    /// Describes changed fields: `Manager: Jan Bos (E7) → Eva Smit (E8)`. Omits ids, pictures, and of a
    /// created or removed row the key, the defaults and the empty cells.
    pub fn describe_fields(&self, file: &str, kind: &str, fields: &[FieldChange]) -> Result<String> {
        // the cells of a removed row are described like those of a created row
        let as_created = |field: FieldChange| FieldChange { old: field.new, new: field.old, ..field };
        let mut texts = Vec::new();
        for field in fields.iter().cloned() {
            let field = if kind == "removed" { as_created(field) } else { field };
            if !is_omitted(file, kind, &field) {
                texts.push(self.describe_field(file, &field)?);
            }
        }
        Ok(texts.join("; "))
    }

    /// Omits an empty old cell, and shows an empty new cell as a dash. Anonymising empties both.
    fn describe_field(&self, file: &str, field: &FieldChange) -> Result<String> {
        let column = find_file(file).and_then(|file| file.find_column(&field.field));
        let label = column.map_or(field.field.clone(), |(_, column)| column.label(self.language));
        let text = |cell: &str| match column {
            Some((_, column)) => self.text_with_name(column, cell).map(|text| cut_cell(&text).into_owned()),
            None => Ok(cell.to_owned()),
        };
        Ok(match (text(&field.old)?.as_str(), text(&field.new)?.as_str()) {
            ("", "") => format!("{label}: –"),
            ("", new) => format!("{label}: {new}"),
            (old, "") => format!("{label}: {old} → –"),
            // the formatted cells are equal, such as two times that are not shown
            (old, new) if old == new => {
                let [old, new] = [&field.old, &field.new].map(|cell| self.language.format_exact_datetime(cell));
                format!("{label}: {} → {}", cut_cell(&old), cut_cell(&new))
            }
            (old, new) => format!("{label}: {old} → {new}"),
        })
    }
}

/// Returns the file to which a cell refers. Other cells of `row` can determine the file. Returns `None` if the cell is
/// only a part of a key.
fn referenced_file(column: &Column, row: &[(String, String)]) -> Option<&'static DataFile> {
    let reference = column.applying_reference(|name| find_cell(row, name))?;
    reference.other_key_columns.is_empty().then_some(reference.to)
}

/// Fields of unknown files and columns are never omitted.
fn is_omitted(file: &str, kind: &str, field: &FieldChange) -> bool {
    let column = find_file(file).and_then(|file| file.find_column(&field.field));
    let Some((_, column)) = column else { return false };
    let is_created_or_removed = field.old.is_empty() || field.new.is_empty();
    let is_default = field.old.is_empty() && ["false", "0.00"].contains(&field.new.as_str());
    let is_unreadable = matches!(column.domain, Domain::Id | Domain::Bytes);
    let is_empty = kind == "removed" && field.new.is_empty();
    is_unreadable || is_default || is_empty || column.is_key() && is_created_or_removed
}

/// Returns the key and the changed cells of a row that is not stored: the new cell of each field, or else the old cell.
fn cells_of_missing_row(file: &DataFile, key: &[String], fields: &[FieldChange]) -> RecordedCells {
    let last_known_cell = |field: &FieldChange| if field.new.is_empty() { &field.old } else { &field.new }.clone();
    let field_cells = fields.iter().map(|field| (field.field.clone(), last_known_cell(field)));
    let key_cells = file.key_columns().zip(key).map(|((_, column), cell)| (column.name.to_owned(), cell.clone()));
    field_cells.chain(key_cells).collect()
}
