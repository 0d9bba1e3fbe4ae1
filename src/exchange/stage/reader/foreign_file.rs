//! Reads the rows above the header, and warns of cells without a header. Only files of other systems have these.

use anyhow::Result;

use super::FileReading;
use crate::exchange::mapping::foreign_header::ForeignHeader;
use crate::exchange::merge::error_subject::ErrorSubject;
use crate::exchange::source::rows::{RowReader, SourceRow};
use crate::model::message::{Message, MessageName, Severity};
use crate::model::text::cut_and_escape_cell;

impl<'a> FileReading<'a> {
    /// Returns the header of a foreign file; `None` for a data file, and if the mapping does not fit.
    pub(super) fn foreign_header(&self) -> Option<&'a ForeignHeader> {
        self.mapped.and_then(|mapped| mapped.foreign_header.as_ref().ok())
    }

    /// Returns the separator of a foreign file; `None` to detect it, or for a workbook.
    pub(super) fn separator(&self) -> Option<u8> {
        self.foreign_header().and_then(|header| header.separator)
    }

    /// Skips the rows of a foreign file up to the header. Returns the position of the column for each cell of a row.
    pub(super) fn read_mapped_header(
        &mut self,
        rows: &mut impl RowReader,
        header: &ForeignHeader,
    ) -> Result<Vec<Option<usize>>> {
        // the loop also reads the header itself
        let mut rows_above = 0;
        while rows.next_row()?.is_some_and(|row| row.line < header.line) {
            rows_above += 1;
        }
        let mut warn =
            |message: Message| self.add_message(Severity::Warning, header.line, ErrorSubject::NONE, "", message);
        if rows_above > 0 {
            warn(Message::new(MessageName::LinesAboveHeader).with(rows_above));
        }
        if !header.left_out.is_empty() {
            let left_out: Vec<_> = header.left_out.iter().map(|name| cut_and_escape_cell(name)).collect();
            warn(Message::new(MessageName::LeftOutHeaders).with(left_out.join(", ")));
        }
        self.without_header.clone_from(&header.without_header);
        // a key column has a header or a constant
        self.report_missing_key_columns(header.line, |at| !header.column_headers[at].is_empty());
        Ok(header.columns.clone())
    }

    /// Warns of the row's cells that have no header, once for each position.
    pub(super) fn warn_of_cells_without_header(&mut self, row: &SourceRow) {
        let has_cell = |at: &usize| row.cells.get(*at).is_some_and(|cell| !cell.trim().is_empty());
        // removes the positions that have a cell, so that later rows give no warning about them
        for at in self.without_header.extract_if(.., |at| has_cell(at)).collect::<Vec<_>>() {
            let message = Message::new(MessageName::LeftOutWithoutHeader).with(at + 1);
            self.add_message(Severity::Warning, row.line, ErrorSubject::NONE, "", message);
        }
    }
}
