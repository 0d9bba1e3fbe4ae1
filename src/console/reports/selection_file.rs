//! The selected rows of a report as a CSV file for Excel, as the page shows them: rows are split from the answer while
//! the service makes it. Holds the current row only; rows are in the order of the report.

use std::sync::Arc;

use super::cells::{ReportRow, RowSplitter, RowVisitor};
use super::columns::ReportShape;
use super::row_selection::RowSelection;
use super::table_page::shown_whole;
use crate::answer::{AnswerError, AnswerRequest, MemoryBudget, PreparedFormats};
use crate::encode::{Document, ReceiverGoneError, Sink};
use crate::model::language::Language;
use crate::model::text::looks_like_formula;
use crate::service::Interface;

/// The name of the format in an address.
pub const SELECTION: &str = "selection";

/// The mark by which Excel knows UTF-8.
pub const EXCEL_MARK: &str = "\u{feff}";

pub struct SelectionFile {
    pub formats: Arc<PreparedFormats>,
    pub base: String,
    pub language: Language,
    pub shape: ReportShape,
    pub selection: RowSelection,
}

/// A file being written.
struct SelectionWriter<'p, 'd> {
    of: &'p SelectionFile,
    document: &'p mut Document<'d>,
    splitter: RowSplitter,
    rows: u64,
}

impl Interface for SelectionFile {
    fn base(&self) -> &str {
        &self.base
    }

    fn write(
        &self,
        request: &AnswerRequest,
        memory: &MemoryBudget,
        document: &mut Document,
    ) -> Result<u64, AnswerError> {
        let mut file = SelectionWriter { of: self, document, splitter: RowSplitter::new(&self.shape), rows: 0 };
        file.document.out.append_str(EXCEL_MARK);
        file.line(self.shape.columns().map(|(column, ..)| column.label.clone()));
        let mut cells = Document::new(&mut file);
        self.formats.cells.write(request, memory, &mut cells)?;
        let rest = cells.finish()?;
        file.take(&rest.unwrap_or_default());
        Ok(file.rows)
    }
}

impl SelectionWriter<'_, '_> {
    fn take(&mut self, bytes: &[u8]) {
        let mut splitter = std::mem::take(&mut self.splitter);
        splitter.take(bytes, self);
        self.splitter = splitter;
    }

    fn line(&mut self, cells: impl Iterator<Item = String>) {
        self.document.out.append_str(&excel_line(cells));
    }
}

/// Returns a line of CSV that Dutch Excel opens with a double click.
pub fn excel_line(cells: impl Iterator<Item = String>) -> String {
    let cells = cells.map(|cell| {
        let is_number = cell.parse::<f64>().is_ok();
        let cell = if !is_number && looks_like_formula(cell.as_bytes()) { format!("'{cell}") } else { cell };
        if cell.contains([';', '"', '\r', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
    });
    cells.collect::<Vec<_>>().join(";") + "\r\n"
}

impl Sink for SelectionWriter<'_, '_> {
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), ReceiverGoneError> {
        self.take(&chunk);
        self.document.flush()
    }
}

impl RowVisitor for SelectionWriter<'_, '_> {
    fn row(&mut self, rows: &[ReportRow]) -> bool {
        let of = self.of;
        if of.selection.matches(rows) {
            self.rows += 1;
            let cell = |(column, level, at)| shown_whole(column, ReportRow::cell(&rows[level], at), of.language);
            self.line(of.shape.columns().map(cell));
        }
        true
    }
}
