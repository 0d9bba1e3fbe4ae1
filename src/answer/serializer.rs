//! The serializer: writes the rows of the cursors by the response schema, in the same way for every format.

use anyhow::{Context, Result};

use super::AnswerError;
use super::cursors::Cursors;
use super::prepared_answer::{PreparedElement, PreparedRows};
use super::value::write_cell;
use crate::encode::{Delimiters, Document, Encoder, RowPrefix};
use crate::operation::response_schema::PARENT_COLUMN;

pub struct Serializer<'a, 'd, 's> {
    pub cursors: Cursors<'a>,
    pub document: &'d mut Document<'s>,
}

impl Serializer<'_, '_, '_> {
    /// Writes a list with these delimiters: the rows with this parent key, or all rows if it is `None`. Returns
    /// their number. Sends the document whenever it has grown enough.
    pub fn write_list<E: Encoder>(
        &mut self,
        rows: &PreparedRows,
        delimiters: &Delimiters,
        parent: Option<i64>,
    ) -> Result<u64, AnswerError> {
        if !self.has_row_of_parent(rows, parent)? {
            self.document.out.append_str(&delimiters.if_absent);
            return Ok(0);
        }
        self.document.out.append_str(&delimiters.before);
        let mut count = 0;
        while self.has_row_of_parent(rows, parent)? {
            if count > 0 {
                self.document.out.append_str(rows.delimiters.between);
            }
            self.write_row::<E>(rows, count)?;
            self.document.send_full_chunk(|sent| self.cursors.memory.chunk_size(sent))?;
            if self.document.has_begun() {
                // for a shorter answer, a reading thread would cost more than it saves
                self.cursors.start_prefetch()?;
            }
            count += 1;
        }
        self.document.out.append_str(&delimiters.after);
        Ok(count)
    }

    /// Returns whether the current row belongs to this parent. If `parent` is `None`, every row does.
    fn has_row_of_parent(&self, rows: &PreparedRows, parent: Option<i64>) -> Result<bool> {
        Ok(self.cursors.has_row_at(rows.cursor)
            && match parent {
                Some(parent) => self.cursors.integer_at(rows.cursor, PARENT_COLUMN)? == parent,
                None => true,
            })
    }

    /// Writes the current row and moves to the next one. `rows_before` counts the rows written before it.
    pub fn write_row<E: Encoder>(&mut self, rows: &PreparedRows, rows_before: u64) -> Result<(), AnswerError> {
        for prefix in &rows.delimiters.open {
            match prefix {
                RowPrefix::Text(text) => self.document.out.append_str(text),
                RowPrefix::RowNumber { first } => self.document.out.append_int(first + rows_before.cast_signed()),
            }
        }
        self.write_elements::<E>(rows, &rows.elements)?;
        self.document.out.append_str(&rows.delimiters.close);
        self.cursors.advance(rows.cursor)?;
        Ok(())
    }

    /// Writes the elements of the current row, or of an object in it. This advances the cursors of nested lists.
    fn write_elements<E: Encoder>(
        &mut self,
        rows: &PreparedRows,
        elements: &[PreparedElement],
    ) -> Result<(), AnswerError> {
        for element in elements {
            match element {
                PreparedElement::Value(prepared, column) => {
                    let cell = self.cursors.cursors[rows.cursor].cell(*column)?;
                    write_cell::<E>(prepared, &cell, &mut self.cursors.local, &mut self.document.out)?;
                }
                PreparedElement::Lookup { lookup, group, key_column } => {
                    let key = self.cursors.integer_at(rows.cursor, *key_column)?;
                    let (lookup_state, local) = (&mut self.cursors.lookups[*lookup], &mut self.cursors.local);
                    self.document.out.append(lookup_state.serialized_group::<E>(key, *group, local)?);
                }
                // an object has no row of its own: its values are columns of the same row
                PreparedElement::Object(delimiters, elements) => {
                    self.document.out.append_str(&delimiters.before);
                    self.write_elements::<E>(rows, elements)?;
                    self.document.out.append_str(&delimiters.after);
                }
                PreparedElement::List(delimiters, nested_rows) => {
                    let parent = self.open_nested_list(rows, nested_rows)?;
                    self.write_list::<E>(nested_rows, delimiters, parent)?;
                }
                PreparedElement::EmptyList(delimiters) => self.document.out.append_str(&delimiters.if_absent),
            }
        }
        Ok(())
    }

    /// Returns the parent key of the list's rows; `None` for embedded rows, which all belong to the current row.
    fn open_nested_list(&mut self, rows: &PreparedRows, nested_rows: &PreparedRows) -> Result<Option<i64>> {
        match nested_rows.embedding_column {
            Some(column) => {
                self.cursors.open_embedded(nested_rows.cursor, rows.cursor, column)?;
                Ok(None)
            }
            None => {
                let key_column = rows.key_column.context("rows with lists have a key")?;
                self.cursors.integer_at(rows.cursor, key_column).map(Some)
            }
        }
    }
}
