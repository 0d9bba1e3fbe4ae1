//! The selected rows of a report as a CSV file for Excel, with the cells of the page, in the order of the answer. Only
//! the current row is in memory.

use std::sync::Arc;

use super::cells::{ReportRow, RowVisitor, cell_at, visit_rows};
use super::columns::{ColumnPosition, ReportColumn, ReportShape};
use super::row_selection::RowSelection;
use super::table_page::format_cell;
use crate::answer::{AnswerError, AnswerRequest, PreparedFormats};
use crate::encode::{Document, ReceiverGoneError};
use crate::model::language::Language;
use crate::model::text::looks_like_formula;
use crate::service::Interface;

/// The value of the query field `format` for this file.
pub const SELECTION: &str = "selection";

/// Excel recognizes UTF-8 by this mark at the beginning of a file.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

pub struct SelectionFile {
    pub formats: Arc<PreparedFormats>,
    pub language: Language,
    pub shape: ReportShape,
    pub selection: RowSelection,
}

struct SelectionWriter<'p, 'd> {
    file: &'p SelectionFile,
    document: &'p mut Document<'d>,
    row_count: u64,
}

impl Interface for SelectionFile {
    fn write(&self, request: &AnswerRequest, document: &mut Document) -> Result<u64, AnswerError> {
        let mut writer = SelectionWriter { file: self, document, row_count: 0 };
        writer.document.out.append_str(BYTE_ORDER_MARK);
        writer.write_line(self.shape.shown_columns().map(|(column, _)| column.label.clone()));
        visit_rows(&self.shape, &self.formats, request, &mut writer)?;
        Ok(writer.row_count)
    }
}

impl SelectionWriter<'_, '_> {
    fn write_line(&mut self, cells: impl Iterator<Item = String>) {
        self.document.out.append_str(&excel_line(cells));
    }
}

/// Returns a line of CSV with semicolons, for Dutch Excel. An apostrophe precedes a cell that looks like a formula.
pub fn excel_line(cells: impl Iterator<Item = String>) -> String {
    let escape = |cell: String| {
        // a negative number looks like a formula, because it begins with a minus
        let is_number = cell.parse::<f64>().is_ok();
        let is_formula = !is_number && looks_like_formula(cell.as_bytes());
        let safe_cell = if is_formula { format!("'{cell}") } else { cell };
        let needs_quotes = safe_cell.contains([';', '"', '\r', '\n']);
        if needs_quotes { format!("\"{}\"", safe_cell.replace('"', "\"\"")) } else { safe_cell }
    };
    cells.map(escape).collect::<Vec<_>>().join(";") + "\r\n"
}

impl RowVisitor for SelectionWriter<'_, '_> {
    fn visit_row(&mut self, rows_by_level: &[ReportRow]) -> bool {
        let file = self.file;
        if file.selection.matches(rows_by_level) {
            self.row_count += 1;
            let columns = file.shape.shown_columns();
            let text = |(column, position): (&ReportColumn, ColumnPosition)| {
                let cell = cell_at(rows_by_level, position);
                let shown = format_cell(column, &cell, file.language);
                file.language.text_in_file(&String::from_utf8_lossy(&cell), shown)
            };
            self.write_line(columns.map(text));
        }
        // the file has all selected rows: the visitor needs every row of the answer
        true
    }

    fn flush(&mut self) -> Result<(), ReceiverGoneError> {
        self.document.flush()
    }
}
