//! Writes a dossier as a self-contained HTML page for reading and printing.

use anyhow::Result;
use askama::Template;

use super::Dossier;
use crate::datafile::file::{Column, DataFile};
use crate::datafile::{find_file, persons};
use crate::ledger::history::{FieldChange, RowChange};
use crate::ledger::{RecordedCells, find_cells};
use crate::model::language::Language;
use crate::store::connection::Database;
use crate::store::connector_error::ConnectorError;
use crate::store::row_listing;

#[derive(Template)]
#[template(path = "dossier.html")]
struct DossierPage<'a> {
    code: &'static str,
    title: &'a str,
    purpose: &'static str,
    sections: Vec<DossierSection>,
}

struct DossierSection {
    title: String,
    /// Empty if the first cell of each row is its heading.
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

const ENGLISH_PURPOSE: &str = "Everything that this service holds of the person above: rows that name the person, what was changed in them \
     and by whom, and messages of connectors in which the person is named, which may name others too.";

const DUTCH_PURPOSE: &str = "Alles wat deze dienst van bovenstaande persoon bewaart: regels waarin de persoon genoemd wordt, wat daarin is \
     gewijzigd en door wie, en meldingen van verbindingen waarin de persoon genoemd wordt; die kunnen ook anderen noemen.";

struct DossierFormatter<'a> {
    database: &'a Database,
    language: Language,
}

/// Returns a section for each file, one for changes, and one for connector errors. Omits empty sections.
pub fn render_page(dossier: &Dossier, database: &Database, language: Language) -> Result<String> {
    let formatter = DossierFormatter { database, language };
    let mut sections = Vec::new();
    for (file, rows) in &dossier.rows {
        sections.push(formatter.format_rows(file, rows)?);
    }
    let change_headings = language.either(
        ["When (UTC)", "By", "What", "Change", "Fields"],
        ["Wanneer (UTC)", "Door", "Wat", "Wijziging", "Velden"],
    );
    let error_headings =
        language.either(["When", "Credential", "Connector", "Message"], ["Wanneer", "Toegang", "Koppeling", "Melding"]);
    let error_cells = |error: &ConnectorError| {
        [&error.at, &error.credential, &error.connector, &error.message].map(String::clone).into()
    };
    sections.push(DossierSection {
        title: language.either("Changes", "Wijzigingen").to_owned(),
        headings: change_headings.map(str::to_owned).into(),
        rows: dossier.changes.iter().map(|change| formatter.format_change(change)).collect(),
    });
    sections.push(DossierSection {
        title: language.either("Messages of connectors", "Meldingen van verbindingen").to_owned(),
        headings: error_headings.map(str::to_owned).into(),
        rows: dossier.connector_errors.iter().map(error_cells).collect(),
    });
    sections.retain(|section| !section.rows.is_empty());
    let page = DossierPage {
        code: language.code(),
        title: &dossier.name,
        purpose: language.either(ENGLISH_PURPOSE, DUTCH_PURPOSE),
        sections,
    };
    Ok(page.render()?)
}

impl DossierFormatter<'_> {
    /// Omits empty columns. A single row becomes a table with a labelled line for each cell, without headings.
    fn format_rows(&self, file: &'static DataFile, rows: &[RecordedCells]) -> Result<DossierSection> {
        let mut shown_rows = Vec::new();
        for cells in rows {
            // the cells are in the order of the columns
            let shown_cells = file.columns.iter().zip(cells).map(|(column, (_, cell))| self.format_cell(column, cell));
            shown_rows.push(shown_cells.collect::<Result<Vec<_>>>()?);
        }
        let labels = file.columns.iter().map(|column| column.label(self.language));
        let (headings, rows) = match shown_rows.as_slice() {
            [row] => {
                let filled_cells = labels.zip(row).filter(|(_, cell)| !cell.is_empty());
                (Vec::new(), filled_cells.map(|(label, cell)| vec![label, cell.clone()]).collect())
            }
            several => {
                let has_value = |index: &usize| several.iter().any(|cells| !cells[*index].is_empty());
                let shown_columns: Vec<_> = (0..file.columns.len()).filter(has_value).collect();
                let select = |cells: &Vec<String>| shown_columns.iter().map(|index| cells[*index].clone()).collect();
                (select(&labels.collect()), several.iter().map(select).collect())
            }
        };
        Ok(DossierSection { title: file.label(self.language), headings, rows })
    }

    /// Formats a cell and, if it is the key of another row, the title of that row. For example, a training is shown as
    /// `WOND-BAS · Wondzorg, basis`.
    fn format_cell(&self, column: &Column, cell: &str) -> Result<String> {
        let text = column.format_cell(cell, self.language);
        let title = match column.references() {
            // the title of another person's row would reveal more than the cell
            [reference] if reference.other_key_columns.is_empty() && reference.to.name != persons::FILE.name => {
                self.title_of_row(reference.to, cell)?
            }
            _ => None,
        };
        Ok(match title.filter(|title| *title != text) {
            Some(title) => format!("{text} · {title}"),
            None => text,
        })
    }

    /// Returns the title of the row whose key is this cell; `None` if there is no such row.
    fn title_of_row(&self, file: &'static DataFile, cell: &str) -> Result<Option<String>> {
        let row = row_listing::find_row_by_key(self.database, file, cell)?;
        let cells = row.map(|row| find_cells(self.database, file, row)).transpose()?;
        Ok(cells.flatten().map(|cells| file.row_title(&cells)))
    }

    /// Formats a change as the cells of the section's columns. The last cell has a text such as `E-mail: a@x → b@x` for each
    /// changed field.
    fn format_change(&self, change: &RowChange) -> Vec<String> {
        let kind = match change.kind.as_str() {
            "created" => self.language.either("created", "nieuw"),
            "changed" => self.language.either("changed", "gewijzigd"),
            _ => self.language.either("removed", "verwijderd"),
        };
        let file = find_file(&change.file);
        let describe = |field: &FieldChange| match file.and_then(|file| file.find_column(&field.field)) {
            Some((_, column)) => {
                let cells = [&field.old, &field.new];
                let [old, new] = match cells.map(|cell| column.format_cell(cell, self.language)) {
                    // the formatted cells are equal, such as two times that are not shown
                    [old, new] if old == new => cells.map(|cell| self.language.format_exact_datetime(cell)),
                    formatted => formatted,
                };
                format!("{}: {old} → {new}", column.label(self.language))
            }
            // a file or column that an earlier version had
            None => format!("{}: {} → {}", field.field, field.old, field.new),
        };
        let fields = change.fields.iter().map(describe);
        vec![
            change.origin.at.replace('T', " "),
            change.origin.to_string(),
            file.map_or(change.file.clone(), |file| file.label(self.language)),
            kind.to_owned(),
            fields.collect::<Vec<_>>().join("; "),
        ]
    }
}
