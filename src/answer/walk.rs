//! The serializer: walks the response schema over the rows, alike for every format.

use anyhow::{Context, Result};

use super::AnswerError;
use super::cursors::Cursors;
use super::prepared_answer::{PreparedElement, PreparedRows};
use super::value::value;
use crate::encode::{Document, Encoder, RowPrefix};

/// Returns the number of rows.
pub fn all<E: Encoder>(
    rows: &PreparedRows,
    cursors: &mut Cursors,
    document: &mut Document,
) -> Result<u64, AnswerError> {
    let delimiters = &rows.delimiters.all;
    if !cursors.on_row(rows.cursor) {
        document.out.markup(&delimiters.none);
        return Ok(0);
    }
    document.out.markup(&delimiters.before);
    let mut count = 0;
    while cursors.on_row(rows.cursor) {
        item::<E>(rows, &mut count, cursors, document)?;
    }
    document.out.markup(&delimiters.after);
    Ok(count)
}

/// Writes the current row as list item `count`, counted from 0.
fn item<E: Encoder>(
    rows: &PreparedRows,
    count: &mut u64,
    cursors: &mut Cursors,
    document: &mut Document,
) -> Result<(), AnswerError> {
    if *count > 0 {
        document.out.markup(rows.delimiters.between);
    }
    row::<E>(rows, *count, cursors, document)?;
    document.send_full_chunk(|sent| cursors.memory.chunk_size(sent))?;
    cursors.start_prefetch(document.has_begun())?;
    *count += 1;
    Ok(())
}

/// The outermost rows have no parent.
fn has_next(rows: &PreparedRows, parent: Option<i64>, cursors: &Cursors) -> Result<bool> {
    Ok(cursors.on_row(rows.cursor)
        && match parent {
            Some(parent) => cursors.key(rows.cursor, 0)? == parent,
            None => true,
        })
}

pub fn row<E: Encoder>(
    rows: &PreparedRows,
    count: u64,
    cursors: &mut Cursors,
    document: &mut Document,
) -> Result<(), AnswerError> {
    for piece in &rows.delimiters.open {
        match piece {
            RowPrefix::Text(text) => document.out.markup(text),
            RowPrefix::Ordinal(more) => document.out.int(count.cast_signed() + more),
        }
    }
    elements::<E>(rows, &rows.elements, cursors, document)?;
    document.out.markup(&rows.delimiters.close);
    cursors.advance(rows.cursor)?;
    Ok(())
}

fn elements<E: Encoder>(
    rows: &PreparedRows,
    elements_of_row: &[PreparedElement],
    cursors: &mut Cursors,
    document: &mut Document,
) -> Result<(), AnswerError> {
    for element in elements_of_row {
        match element {
            PreparedElement::Value(prepared, column) => {
                let cell = cursors.cursors[rows.cursor].cell(*column)?;
                value::<E>(prepared, &cell, &mut cursors.local, &mut document.out)?;
            }
            PreparedElement::Lookup { lookup, run, column } => {
                let key = cursors.key(rows.cursor, *column)?;
                let lookup = &mut cursors.lookups[*lookup];
                document.out.append(lookup.run::<E>(key, *run, &mut cursors.local)?);
            }
            PreparedElement::Object(delimiters, inside) => {
                document.out.markup(&delimiters.before);
                elements::<E>(rows, inside, cursors, document)?;
                document.out.markup(&delimiters.after);
            }
            PreparedElement::List(delimiters, inside) => {
                let parent = match inside.embedded_in {
                    Some(column) => {
                        cursors.open_embedded(inside.cursor, (rows.cursor, column))?;
                        None
                    }
                    None => Some(cursors.key(rows.cursor, rows.key.context("rows of lists have a parent")?)?),
                };
                if has_next(inside, parent, cursors)? {
                    document.out.markup(&delimiters.before);
                    let mut count = 0;
                    while has_next(inside, parent, cursors)? {
                        item::<E>(inside, &mut count, cursors, document)?;
                    }
                    document.out.markup(&delimiters.after);
                } else {
                    document.out.markup(&delimiters.none);
                }
            }
            PreparedElement::Nothing(delimiters) => document.out.markup(&delimiters.none),
        }
    }
    Ok(())
}
