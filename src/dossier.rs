//! The dossier of a person for an access request: the rows that name the person, and the changes of these rows, as JSON
//! and as a page. The data files declare which columns name persons. Other persons' own rows are omitted.

mod json;
mod page;

use std::io::{Cursor, Write};

use anyhow::Result;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::datafile::file::{Column, DataFile};
use crate::datafile::persons::FILE;
use crate::datafile::reference::Reference;
use crate::datafile::{FILES, find_cell};
use crate::ledger::history::{self, ChangeQuery, RowChange};
use crate::ledger::{RecordedCells, find_cells, person_columns};
use crate::model::language::Language;
use crate::store::anonymisation::find_identifying_texts;
use crate::store::connection::Database;
use crate::store::connector_error::{self, ConnectorError};
use crate::store::row_listing::{self, ColumnFilter, ListingQuery};

const PAGE_ROWS: usize = 1_000;

/// The id of the placeholder for an unknown manager, which is no person.
const PLACEHOLDER_ID: i64 = 0;

/// Everything that the service stores about a person.
pub struct Dossier {
    name: String,
    identifier: String,
    /// The person's own row, and then for each file the rows that name the person.
    rows: Vec<(&'static DataFile, Vec<RecordedCells>)>,
    /// The changes of [`Self::rows`], and of removed rows that named the person. The oldest change is first.
    changes: Vec<RowChange>,
    /// The connector errors that mention the person. An error may also mention other persons.
    connector_errors: Vec<ConnectorError>,
}

/// Collects the dossier of the person with this row id. Returns `None` for an unknown person, and for the placeholder. The
/// references that the data files declare decide which rows name the person.
pub fn collect_dossier(database: &Database, person_id: i64) -> Result<Option<Dossier>> {
    if person_id == PLACEHOLDER_ID {
        return Ok(None);
    }
    let Some(person_cells) = find_cells(database, &FILE, person_id)? else { return Ok(None) };
    // the person's names, addresses and identifiers, now and formerly
    let person_texts = find_identifying_texts(database, person_id, &person_cells)?;
    let mut changes = changes_of_row(database, &FILE, person_id)?;
    let identifier = find_cell(&person_cells, "ExternalIdentifier").to_owned();
    let mut identifiers = find_former_identifiers(&changes);
    identifiers.push(identifier.clone());
    // `person_texts` lacks a former identifier that somebody else has now
    identifiers.retain(|identifier| person_texts.contains(identifier));
    let name = FILE.row_title(&person_cells);
    let mut rows = vec![(&FILE, vec![person_cells])];
    for (file, column, reference) in references_to_persons() {
        let mut rows_of_file = Vec::new();
        for (row, cells) in find_rows_naming(database, file, column, reference, &identifier)? {
            changes.extend(changes_of_row(database, file, row)?);
            rows_of_file.push(cells);
        }
        // several columns of a file may name persons
        match rows.iter_mut().find(|(known, _)| known.name == file.name) {
            Some((_, known_rows)) => known_rows.append(&mut rows_of_file),
            None => rows.push((file, rows_of_file)),
        }
    }
    // removed rows are in the ledger only
    for (file, row) in person_columns::find_removed_rows_naming(database, &identifiers)? {
        changes.extend(changes_of_row(database, file, row)?);
    }
    rows.retain(|(_, rows)| !rows.is_empty());
    // a row that names the person in two columns was found twice
    changes.sort_by_key(|change| change.id);
    changes.dedup_by_key(|change| change.id);
    let connector_errors = connector_error::find_mentioning(database, &person_texts)?;
    Ok(Some(Dossier { name, identifier, rows, changes, connector_errors }))
}

impl Dossier {
    /// Returns a .zip with the dossier as `person.json`, and as the page `person.html` in this language.
    pub fn zip_bytes(&self, database: &Database, language: Language) -> Result<Vec<u8>> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("person.json", SimpleFileOptions::default())?;
        zip.write_all(&serde_json::to_vec_pretty(&json::dossier_json(self))?)?;
        zip.start_file("person.html", SimpleFileOptions::default())?;
        zip.write_all(page::render_page(self, database, language)?.as_bytes())?;
        Ok(zip.finish()?.into_inner())
    }
}

/// Returns each declared reference to a person, with its file and column. Omits references in persons.csv.
fn references_to_persons() -> impl Iterator<Item = (&'static DataFile, &'static Column, &'static Reference)> {
    let files = FILES.iter().filter(|file| file.name != FILE.name);
    files.flat_map(|file| {
        let columns = file.columns.iter();
        columns.flat_map(move |column| {
            let to_persons = column.references().iter().filter(|reference| reference.to.name == FILE.name);
            to_persons.map(move |reference| (*file, column, reference))
        })
    })
}

fn find_former_identifiers(changes: &[RowChange]) -> Vec<String> {
    let fields = changes.iter().flat_map(|change| &change.fields);
    let identifiers = fields.filter(|field| field.field == "ExternalIdentifier" && !field.old.is_empty());
    identifiers.map(|field| field.old.clone()).collect()
}

/// Returns the rows of a file whose column `column` refers to the person with this identifier. Each row has its row id.
/// Reads the current rows only: removed rows are found in the ledger.
fn find_rows_naming(
    database: &Database,
    file: &'static DataFile,
    column: &'static Column,
    reference: &'static Reference,
    identifier: &str,
) -> Result<Vec<(i64, RecordedCells)>> {
    let person_filter = || ColumnFilter::equals(column, identifier);
    // if the column refers to persons only if another column has certain values, query once for each value: `LinkValue` of
    // a learning path refers to a person if `LinkType` is `Person` or `Theme`
    let condition = reference.only_if.and_then(|condition| {
        let (_, column) = file.find_column(condition.column)?;
        Some((column, condition.values))
    });
    let queries = match condition {
        Some((other_column, values)) => {
            values.iter().map(|value| vec![person_filter(), ColumnFilter::equals(other_column, value)]).collect()
        }
        None => vec![vec![person_filter()]],
    };
    let mut found = Vec::new();
    for filters in &queries {
        let mut after = None;
        loop {
            let query = ListingQuery { file, search: "", filters, order: None, after, size: PAGE_ROWS };
            let page = row_listing::list(database, &query)?;
            found.extend(page.rows);
            after = page.next;
            if after.is_none() {
                break;
            }
        }
    }
    Ok(found)
}

/// Returns all changes of a row, oldest first.
fn changes_of_row(database: &Database, file: &'static DataFile, row: i64) -> Result<Vec<RowChange>> {
    Ok(history::list_changes(database, ChangeQuery::Row { file, row }, 0, u32::MAX)?)
}
