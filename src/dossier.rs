//! The dossier of one person for an access request: collected from the declarations and the ledger, written as JSON
//! for machines and as a page for people, in one .zip. A row belongs to a person if one of its columns names that person,
//! except as manager. Callers decide who may request a dossier.

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
use crate::ledger::{RecordedCells, find_cells, quotations};
use crate::model::language::Language;
use crate::store::anonymisation::identifying_texts;
use crate::store::connection::Database;
use crate::store::connector_error::{self, ConnectorError};
use crate::store::listing::{self, ColumnFilter, ListingQuery};

/// The number of rows read at once.
const PAGE_ROWS: usize = 1_000;

/// Everything that the service stores about a person.
pub struct Dossier {
    name: String,
    /// The external identifier.
    identifier: String,
    /// The person's own row, then the rows of each file that name the person.
    rows: Vec<(&'static DataFile, Vec<RecordedCells>)>,
    /// The changes of the person's rows, removed ones too, oldest first.
    changes: Vec<RowChange>,
    /// Connector errors that name the person, and perhaps others.
    messages: Vec<ConnectorError>,
}

/// Collects the dossier of the person with this row id from the connection's snapshot; `None` for an unknown id.
pub fn collect_dossier(database: &Database, person: i64) -> Result<Option<Dossier>> {
    let Some(own) = find_cells(database, &FILE, person)?.filter(|_| person > 0) else { return Ok(None) };
    let known = identifying_texts(database, person, &own)?;
    let mut changes = changes_of_row(database, &FILE, person)?;
    let mut identifiers = all_identifiers(&own, &changes);
    // a former identifier may belong to somebody else now
    identifiers.retain(|identifier| known.contains(identifier));
    let name = FILE.row_title(&own);
    let mut rows = vec![(&FILE, vec![own])];
    for (file, column, reference) in references_to_persons() {
        let mut named = Vec::new();
        for (row, cells) in rows_naming(database, file, column, reference, &identifiers[0])? {
            changes.extend(changes_of_row(database, file, row)?);
            named.push(cells);
        }
        match rows.iter_mut().find(|(known, _)| known.name == file.name) {
            Some((_, rows)) => rows.append(&mut named),
            None => rows.push((file, named)),
        }
    }
    for (file, row) in quotations::find_removed_rows_naming(database, &identifiers)? {
        changes.extend(changes_of_row(database, file, row)?);
    }
    rows.retain(|(_, rows)| !rows.is_empty());
    changes.sort_by_key(|change| change.id);
    changes.dedup_by_key(|change| change.id);
    Ok(Some(Dossier {
        name,
        rows,
        changes,
        messages: connector_error::naming(database, &known)?,
        identifier: identifiers.into_iter().next().unwrap_or_default(),
    }))
}

impl Dossier {
    /// Returns the .zip of the dossier as JSON and as a page in this language.
    pub fn zip_bytes(&self, database: &Database, language: Language) -> Result<Vec<u8>> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("person.json", SimpleFileOptions::default())?;
        zip.write_all(&serde_json::to_vec_pretty(&json::dossier_json(self))?)?;
        zip.start_file("person.html", SimpleFileOptions::default())?;
        zip.write_all(page::render_page(self, database, language)?.as_bytes())?;
        Ok(zip.finish()?.into_inner())
    }
}

/// Returns each reference to a person in another data file than persons.csv, with its file and column.
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

/// Returns the current external identifier, then the former ones in the changes of the person's row.
fn all_identifiers(own: &RecordedCells, changes: &[RowChange]) -> Vec<String> {
    const COLUMN: &str = "ExternalIdentifier";
    let before = changes.iter().flat_map(|change| &change.fields);
    let before = before.filter(|field| field.field == COLUMN && !field.old.is_empty());
    [find_cell(own, COLUMN).to_owned()].into_iter().chain(before.map(|field| field.old.clone())).collect()
}

/// Returns the rows of a file, with their row ids, in which this column names the person with this identifier.
fn rows_naming(
    database: &Database,
    file: &'static DataFile,
    column: &'static Column,
    reference: &'static Reference,
    identifier: &str,
) -> Result<Vec<(i64, RecordedCells)>> {
    let is_person = || ColumnFilter::is(column, identifier);
    let filters = match reference.when.and_then(|(by, words)| Some((file.find_column(by)?.1, words))) {
        Some((by, words)) => words.iter().map(|word| vec![is_person(), ColumnFilter::is(by, word)]).collect(),
        None => vec![vec![is_person()]],
    };
    let mut found = Vec::new();
    for filters in &filters {
        let mut after = None;
        loop {
            let query = ListingQuery { file, search: "", filters, order: None, after, size: PAGE_ROWS };
            let page = listing::list(database, &query)?;
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
    let mut changes: Vec<RowChange> = Vec::new();
    loop {
        let after = changes.last().map_or(0, |change| change.id);
        let query = ChangeQuery::Row { file, row };
        let page = history::list_changes(database, query, after, PAGE_ROWS as u32)?;
        if page.is_empty() {
            return Ok(changes);
        }
        changes.extend(page);
    }
}
