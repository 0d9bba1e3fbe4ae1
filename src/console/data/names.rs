//! Names beside codes: cells that refer to a row are shown with its title, and rows without a title of their own by the
//! rows that they refer to.

use std::cell::RefCell;
use std::collections::HashMap;

use anyhow::Result;

use crate::console::imports::field_change;
use crate::console::page_context::PageContext;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::named;
use crate::ledger::cells;
use crate::ledger::history::RowChange;
use crate::store::Snapshot;
use crate::store::listing;

/// Titles of rows, read once per page.
pub struct Names<'a> {
    visit: &'a PageContext<'a>,
    snapshot: &'a Snapshot<'a>,
    titles: RefCell<HashMap<(&'static str, String), Option<String>>>,
}

impl<'a> Names<'a> {
    pub fn new(visit: &'a PageContext<'a>, snapshot: &'a Snapshot<'a>) -> Self {
        Self { visit, snapshot, titles: RefCell::default() }
    }

    /// Returns the title of the row that a cell refers to, if that differs from the cell.
    fn title_of_named(&self, column: &Column, cell: &str) -> Result<Option<String>> {
        let [reference] = column.references() else { return Ok(None) };
        if cell.is_empty() || reference.to.title.is_empty() || !reference.with.is_empty() {
            return Ok(None);
        }
        let known = (reference.to.name, cell.to_owned());
        if let Some(title) = self.titles.borrow().get(&known) {
            return Ok(title.clone());
        }
        let row = listing::row(self.snapshot, reference.to, cell)?;
        let cells = row.map(|row| cells(self.snapshot, reference.to, row)).transpose()?.flatten();
        let title = cells.map(|cells| reference.to.title_of(&cells)).filter(|title| title != cell);
        self.titles.borrow_mut().insert(known, title.clone());
        Ok(title)
    }

    /// Returns a cell as people read it: `Jan Bos (E7)`.
    pub fn shown(&self, column: &Column, cell: &str) -> Result<String> {
        let is_number =
            |column: &Column| column.references().iter().any(|to| to.to.columns[0].is_key() && to.to.has_id());
        Ok(match self.title_of_named(column, cell)? {
            Some(title) if is_number(column) => title,
            Some(title) => format!("{title} ({cell})"),
            None => column.shown(cell, self.visit.language),
        })
    }

    /// Returns the title of a row: its own, or the names in its key.
    pub fn title(&self, file: &DataFile, cells: &[(String, String)]) -> Result<String> {
        if !file.title.is_empty() {
            return Ok(file.title_of(cells));
        }
        let mut parts = Vec::new();
        for (at, column) in file.key() {
            let cell = cells.get(at).map_or("", |(_, cell)| cell);
            let title = self.title_of_named(column, cell)?;
            parts.push(title.unwrap_or_else(|| column.shown(cell, self.visit.language)));
        }
        parts.retain(|part| !part.is_empty());
        Ok(parts.join(" · "))
    }

    /// Describes the change of a row: `Results: Jan Bos · First aid · 2026-03-09. Valid until: 2027-03-09`.
    pub fn change(&self, change: &RowChange) -> Result<String> {
        let Some(file) = named(&change.file) else { return Ok(change.file.clone()) };
        let title = match cells(self.snapshot, file, change.row)? {
            Some(cells) => self.title(file, &cells)?,
            None => change.key.join(" · "),
        };
        let is_shown = |name: &str| {
            let column = file.column(name).map(|(_, column)| column);
            column.is_some_and(|column| !column.is_key() && column.domain != Domain::Id)
        };
        let fields = change.fields.iter().filter(|field| is_shown(&field.field));
        // what a new row leaves at its default says nothing
        let fields = fields.filter(|field| !(field.old.is_empty() && ["false", "0.00"].contains(&field.new.as_str())));
        let fields: Vec<_> = fields.map(|field| field_change(self.visit, file.name, field)).collect();
        let joint = if fields.is_empty() { "" } else { ". " };
        Ok(format!("{}: {title}{joint}{}", file.label(self.visit.language), fields.join("; ")))
    }
}
