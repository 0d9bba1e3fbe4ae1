//! Names beside codes: a cell that refers to a row is shown with the title of that row, and a row without a title of
//! its own by the rows in its key.

use std::cell::RefCell;
use std::collections::HashMap;

use anyhow::Result;

use crate::console::components::TableCell;
use crate::console::page_context::PageContext;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::{find_cell, find_file};
use crate::exchange::merge::difference::{Difference, RowOutcome};
use crate::ledger::history::{FieldChange, RowChange};
use crate::ledger::{RecordedCells, find_cells};
use crate::model::language::Language;
use crate::model::text::cut_cell;
use crate::store::Snapshot;
use crate::store::listing;

/// Reads the names of rows that cells refer to, each row once per page.
pub struct Names<'a> {
    language: Language,
    snapshot: &'a Snapshot<'a>,
    titles: RefCell<HashMap<(&'static str, String), Option<String>>>,
}

impl<'a> Names<'a> {
    pub fn new(context: &PageContext, snapshot: &'a Snapshot<'a>) -> Self {
        Self::of(context.language, snapshot)
    }

    pub fn of(language: Language, snapshot: &'a Snapshot<'a>) -> Self {
        Self { language, snapshot, titles: RefCell::default() }
    }

    /// Returns the title of the row that a cell refers to, if that differs from the cell. The row's cells decide to
    /// which file a cell refers.
    fn title_of_referred(&self, column: &Column, cell: &str, row: &[(String, String)]) -> Result<Option<String>> {
        let applies = |(name, words): (&str, &[&str])| words.contains(&find_cell(row, name));
        let mut references = column.references().iter();
        let reference = references.find(|reference| reference.when.is_none_or(applies));
        let Some(reference) = reference.filter(|reference| reference.with.is_empty()) else { return Ok(None) };
        if cell.is_empty() || reference.to.title.is_empty() {
            return Ok(None);
        }
        let known = (reference.to.name, cell.to_owned());
        if let Some(title) = self.titles.borrow().get(&known) {
            return Ok(title.clone());
        }
        let row = listing::find_row_by_key(self.snapshot, reference.to, cell)?;
        let cells = row.map(|row| find_cells(self.snapshot, reference.to, row)).transpose()?.flatten();
        let title = cells.map(|cells| reference.to.row_title(&cells));
        let title = title.filter(|title| title != cell && !title.is_empty());
        self.titles.borrow_mut().insert(known, title.clone());
        Ok(title)
    }

    /// Returns a cell of a table: a name with the code small beside it.
    pub fn cell(&self, column: &Column, cell: &str, row: &[(String, String)]) -> Result<TableCell> {
        let is_number = |column: &Column| {
            let mut references = column.references().iter();
            references.any(|reference| reference.to.columns[0].is_key() && reference.to.has_id())
        };
        Ok(match self.title_of_referred(column, cell, row)? {
            Some(title) if is_number(column) => TableCell::text(title),
            Some(title) => TableCell { aside: cell.to_owned(), ..TableCell::text(title) },
            None => TableCell {
                is_number: column.is_number(),
                badge: column.enumeration.and_then(|of| of.tone(cell)),
                wraps: !column.references().is_empty(),
                ..TableCell::text(column.format_cell(cell, self.language))
            },
        })
    }

    /// Returns a cell with the name of the row it refers to: `Jan Bos (E7)`.
    pub fn shown(&self, column: &Column, cell: &str) -> Result<String> {
        Ok(in_one_text(self.cell(column, cell, &[])?))
    }

    /// Returns the title of a row: its own, or the names in its key.
    pub fn title(&self, file: &DataFile, cells: &[(String, String)]) -> Result<String> {
        Ok(self.titled(file, cells)?.text)
    }

    /// Returns the title of a row with its key, or the codes in it, small beside it.
    fn titled(&self, file: &DataFile, cells: &[(String, String)]) -> Result<TableCell> {
        let (mut parts, mut codes) = (Vec::new(), Vec::new());
        for (_, column) in file.key_columns() {
            let value = find_cell(cells, column.name);
            let TableCell { text, aside, .. } = self.cell(column, value, cells)?;
            let is_code = !file.title.is_empty() && column.domain != Domain::Id && value != file.row_title(cells);
            codes.push(if is_code { value.to_owned() } else { aside });
            // the day is enough in a name
            let day = value.get(.."2026-03-09".len()).filter(|_| column.domain == Domain::Datetime);
            parts.push(day.map_or(text, |day| self.language.format_date(day)));
        }
        [&mut parts, &mut codes].iter_mut().for_each(|texts| texts.retain(|text| !text.is_empty()));
        let title = if file.title.is_empty() { parts.join(" · ") } else { file.row_title(cells) };
        Ok(TableCell { aside: codes.join(", "), ..TableCell::text(title) })
    }

    /// Names a changed row by its present cells, else by what is known of it: its key and the changed fields.
    fn changed_row(
        &self,
        file: &DataFile,
        key: &[&str],
        fields: &[FieldChange],
        now: Option<RecordedCells>,
    ) -> Result<TableCell> {
        let known = now.unwrap_or_else(|| {
            let value = |field: &FieldChange| if field.new.is_empty() { &field.old } else { &field.new }.clone();
            let fields = fields.iter().map(|field| (field.field.clone(), value(field)));
            let key =
                file.key_columns().zip(key).map(|((_, column), cell)| (column.name.to_owned(), (*cell).to_owned()));
            fields.chain(key).collect()
        });
        let cell = self.titled(file, &known)?;
        Ok(if cell.text.is_empty() { TableCell::text(key.join(", ")) } else { cell })
    }

    /// Names the row of a change in the ledger.
    pub fn row_of(&self, change: &RowChange) -> Result<TableCell> {
        let key: Vec<_> = change.key.iter().map(String::as_str).collect();
        let Some(file) = find_file(&change.file) else { return Ok(TableCell::text(key.join(", "))) };
        self.changed_row(file, &key, &change.fields, find_cells(self.snapshot, file, change.row)?)
    }

    /// Names the row of a planned change, before or after it.
    pub fn row_of_difference(&self, file: &'static DataFile, difference: &Difference) -> Result<TableCell> {
        self.row_with_key(file, &difference.key, &difference.fields)
    }

    /// Returns the name of the row with this key, and its code: `Jan Bos (E7)`.
    pub fn of_key(&self, file: &'static DataFile, key: &str) -> Result<String> {
        Ok(in_one_text(self.row_with_key(file, key, &[])?))
    }

    /// Names the row with this key, or what is known of a row that does not exist.
    fn row_with_key(&self, file: &'static DataFile, joined_key: &str, fields: &[FieldChange]) -> Result<TableCell> {
        let parts: Vec<_> = joined_key.split(", ").collect();
        // a cell may have a comma itself
        let key = if parts.len() == file.key_columns().count() { parts } else { vec![joined_key] };
        let row = listing::find_row_by_key(self.snapshot, file, joined_key)?;
        let now = row.map(|row| find_cells(self.snapshot, file, row)).transpose()?.flatten();
        self.changed_row(file, &key, fields, now)
    }

    /// Returns the changed fields, old and new, without those that say nothing: ids, bytes, the key of a row that comes
    /// or goes, and what a new row leaves at its default.
    pub fn fields(&self, file: &str, fields: &[FieldChange]) -> Result<String> {
        let says_nothing = |field: &FieldChange| {
            let column = find_file(file).and_then(|file| file.find_column(&field.field));
            column.is_some_and(|(_, column)| {
                let comes_or_goes = field.old.is_empty() || field.new.is_empty();
                let is_default = field.old.is_empty() && ["false", "0.00"].contains(&field.new.as_str());
                matches!(column.domain, Domain::Id | Domain::Bytes) || is_default || column.is_key() && comes_or_goes
            })
        };
        let fields: Result<Vec<_>> =
            fields.iter().filter(|field| !says_nothing(field)).map(|field| self.field(file, field)).collect();
        Ok(fields?.join("; "))
    }

    /// Returns what a planned change does to the fields of its row. Of a removed row the name is enough.
    pub fn fields_of_difference(&self, difference: &Difference) -> Result<String> {
        match difference.outcome {
            RowOutcome::Removed => Ok(String::new()),
            _ => self.fields(difference.file, &difference.fields),
        }
    }

    /// Describes the change of a field: `Manager: Jan Bos (E7) → Eva Smit (E8)`.
    fn field(&self, file: &str, field: &FieldChange) -> Result<String> {
        let column = find_file(file).and_then(|file| file.find_column(&field.field));
        let label = column.map_or(field.field.clone(), |(_, column)| column.label(self.language));
        let shown = |cell: &str| match column {
            Some((_, column)) => self.shown(column, cell).map(|text| cut_cell(&text).into_owned()),
            None => Ok(cell.to_owned()),
        };
        Ok(match (shown(&field.old)?.as_str(), shown(&field.new)?.as_str()) {
            ("", new) => format!("{label}: {new}"),
            (old, "") => format!("{label}: {old} → –"),
            (old, new) => format!("{label}: {old} → {new}"),
        })
    }
}

/// Returns a name and its code: `Jan Bos (E7)`.
pub fn in_one_text(TableCell { text, aside, .. }: TableCell) -> String {
    if aside.is_empty() { text } else { format!("{text} ({aside})") }
}
