//! The serializer: writes the rows of the cursors by the response schema, in the same way for every format.

use anyhow::{Context, Result};

use super::AnswerError;
use super::cursors::Cursors;
use super::prepared_answer::{PARENT_COLUMN, PreparedElement, PreparedRows};
use super::value::write_cell;
use crate::encode::{Delimiters, Document, Encoder, RowPrefix};

/// Writes all rows of the answer. Returns their number.
pub fn write_rows<E: Encoder>(
    rows: &PreparedRows,
    cursors: &mut Cursors,
    document: &mut Document,
) -> Result<u64, AnswerError> {
    let delimiters = &rows.delimiters.all;
    if !cursors.has_row_at(rows.cursor) {
        document.out.append_str(&delimiters.none);
        return Ok(0);
    }
    document.out.append_str(&delimiters.before);
    let mut count = 0;
    while cursors.has_row_at(rows.cursor) {
        write_item::<E>(rows, &mut count, cursors, document)?;
    }
    document.out.append_str(&delimiters.after);
    Ok(count)
}

/// Writes the current row as an item of a list and moves to the next row. `count` is the number of written items, and
/// increases. Sends the document if it has grown enough.
fn write_item<E: Encoder>(
    rows: &PreparedRows,
    count: &mut u64,
    cursors: &mut Cursors,
    document: &mut Document,
) -> Result<(), AnswerError> {
    if *count > 0 {
        document.out.append_str(rows.delimiters.between);
    }
    write_row::<E>(rows, *count, cursors, document)?;
    document.send_full_chunk(|sent| cursors.memory.chunk_size(sent))?;
    if document.has_begun() {
        // for a shorter answer, a reading thread would cost more than it saves
        cursors.start_prefetch()?;
    }
    *count += 1;
    Ok(())
}

/// Returns whether the cursor of nested rows is on a row of this parent. `parent` is `None` for embedded rows,
/// because all of them belong to the current list.
fn has_row_of_parent(rows: &PreparedRows, parent: Option<i64>, cursors: &Cursors) -> Result<bool> {
    Ok(cursors.has_row_at(rows.cursor)
        && match parent {
            Some(parent) => cursors.integer_at(rows.cursor, PARENT_COLUMN)? == parent,
            None => true,
        })
}

/// Writes the current row and moves to the next one. `ordinal` is the number of rows before it.
pub fn write_row<E: Encoder>(
    rows: &PreparedRows,
    ordinal: u64,
    cursors: &mut Cursors,
    document: &mut Document,
) -> Result<(), AnswerError> {
    for prefix in &rows.delimiters.open {
        match prefix {
            RowPrefix::Text(text) => document.out.append_str(text),
            RowPrefix::Ordinal(offset) => document.out.append_int(ordinal.cast_signed() + offset),
        }
    }
    write_elements::<E>(rows, &rows.elements, cursors, document)?;
    document.out.append_str(&rows.delimiters.close);
    cursors.advance(rows.cursor)?;
    Ok(())
}

fn write_elements<E: Encoder>(
    rows: &PreparedRows,
    elements: &[PreparedElement],
    cursors: &mut Cursors,
    document: &mut Document,
) -> Result<(), AnswerError> {
    for element in elements {
        match element {
            PreparedElement::Value(prepared, column) => {
                let cell = cursors.cursors[rows.cursor].cell(*column)?;
                write_cell::<E>(prepared, &cell, &mut cursors.local, &mut document.out)?;
            }
            PreparedElement::Lookup { lookup, run, column } => {
                let key = cursors.integer_at(rows.cursor, *column)?;
                let lookup_state = &mut cursors.lookups[*lookup];
                document.out.append(lookup_state.serialized_run::<E>(key, *run, &mut cursors.local)?);
            }
            PreparedElement::Object(delimiters, elements) => {
                document.out.append_str(&delimiters.before);
                write_elements::<E>(rows, elements, cursors, document)?;
                document.out.append_str(&delimiters.after);
            }
            PreparedElement::List(delimiters, nested_rows) => {
                write_nested_list::<E>(rows, delimiters, nested_rows, cursors, document)?;
            }
            PreparedElement::Nothing(delimiters) => document.out.append_str(&delimiters.none),
        }
    }
    Ok(())
}

fn write_nested_list<E: Encoder>(
    rows: &PreparedRows,
    delimiters: &Delimiters,
    nested_rows: &PreparedRows,
    cursors: &mut Cursors,
    document: &mut Document,
) -> Result<(), AnswerError> {
    let parent = match nested_rows.embedding_column {
        Some(column) => {
            cursors.open_embedded(nested_rows.cursor, rows.cursor, column)?;
            None
        }
        None => Some(cursors.integer_at(rows.cursor, rows.key_column.context("rows with lists have a key")?)?),
    };
    if !has_row_of_parent(nested_rows, parent, cursors)? {
        document.out.append_str(&delimiters.none);
        return Ok(());
    }
    document.out.append_str(&delimiters.before);
    let mut count = 0;
    while has_row_of_parent(nested_rows, parent, cursors)? {
        write_item::<E>(nested_rows, &mut count, cursors, document)?;
    }
    document.out.append_str(&delimiters.after);
    Ok(())
}
