//! Everything about a person, for a request of access: a .zip of JSON for machines and of a page for people.

use std::io::{Cursor, Write};

use anyhow::Result;
use askama::Template;
use serde_json::{Map, Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Person, naming};
use crate::console::page::Answer;
use crate::datafile::file::File;
use crate::datafile::persons::FILE;
use crate::ledger::Cells;
use crate::store::operator::Role;

/// The page for people.
#[derive(Template)]
#[template(path = "everything.html")]
struct Everything {
    code: &'static str,
    title: String,
    parts: Vec<Part>,
}

/// The rows of one file.
struct Part {
    title: String,
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// All rows that are the person's or name the person, and all changes of the person's own.
pub fn everything(person: &Person) -> Result<Answer> {
    if !person.visit.may(Role::Owner) {
        return Ok(Answer::Refused(person.visit.words.not_allowed));
    }
    let own = vec![(person.row, person.cells.clone())];
    let mut parts = vec![part(person, &FILE, &own)];
    let mut files = Map::new();
    files.insert(FILE.name.to_owned(), rows(&own));
    // whose manager the person is tells of others
    for (file, column) in naming().filter(|(file, _)| file.name != FILE.name) {
        let listing = person.listed(file, column, usize::MAX)?;
        if !listing.rows.is_empty() {
            parts.push(part(person, file, &listing.rows));
            files.insert(file.name.to_owned(), rows(&listing.rows));
        }
    }
    let history = person.history()?;
    let changes = history
        .rows
        .iter()
        .map(|row| row.iter().map(|cell| cell.text.clone()).collect());
    parts.push(Part {
        title: history.caption.to_owned(),
        headings: history
            .headings
            .iter()
            .map(|heading| heading.label.clone())
            .collect(),
        rows: changes.collect(),
    });
    let history: Vec<_> = parts
        .last()
        .into_iter()
        .flat_map(|part| part.rows.clone())
        .collect();
    let object = json!({ "person": person.identifier(), "files": files, "history": history });
    let page = Everything {
        code: person.visit.words.code,
        title: FILE.title_of(&person.cells),
        parts,
    };
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("person.json", SimpleFileOptions::default())?;
    zip.write_all(&serde_json::to_vec_pretty(&object)?)?;
    zip.start_file("person.html", SimpleFileOptions::default())?;
    zip.write_all(page.render()?.as_bytes())?;
    Ok(Answer::File {
        name: format!("person-{}.zip", person.row),
        content_type: "application/zip",
        bytes: zip.finish()?.into_inner(),
    })
}

fn part(person: &Person, file: &File, rows: &[(i64, Cells)]) -> Part {
    let language = person.visit.language;
    let cells = |(_, cells): &(i64, Cells)| cells.iter().map(|(_, cell)| cell.clone()).collect();
    Part {
        title: file.label(language),
        headings: file
            .columns
            .iter()
            .map(|column| column.label(language))
            .collect(),
        rows: rows.iter().map(cells).collect(),
    }
}

fn rows(rows: &[(i64, Cells)]) -> Value {
    let object = |(_, cells): &(i64, Cells)| -> Value {
        let cells = cells
            .iter()
            .map(|(name, cell)| (name.clone(), Value::from(cell.as_str())));
        Value::Object(cells.collect())
    };
    rows.iter().map(object).collect()
}
