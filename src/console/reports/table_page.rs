//! A report as a page. Rows are split from the answer while the service makes it, and written as they arrive; only the
//! current row, and in a sorted table one page of rows, are in memory.

use std::sync::Arc;

use askama::Template;

use super::cells::{ReportRow, RowSplitter, RowVisitor, cell_at};
use super::columns::{ReportColumn, ReportShape};
use super::row_selection::{LAST_ROW, LAST_SORT_VALUE, RowSelection, SortKey};
use crate::answer::{AnswerError, AnswerRequest, MemoryBudget, PreparedFormats};
use crate::console::FormFields;
use crate::console::components::{self, Facts, Heading, MoreLinks, Note, Paging, TableBegin, TableCell, TableEnd};
use crate::console::translations::Translations;
use crate::encode::cells::{FIELD_START, ROW_END, ROW_START};
use crate::encode::{Document, ReceiverGoneError, Sink};
use crate::model::language::Language;
use crate::operation::labels;
use crate::operation::response_schema::FieldValue;
use crate::service::Interface;

const ROWS_PER_PAGE: usize = 30;

const MAX_CELL_CHARACTERS: usize = 300;

/// The columns with HTML. The page shows them as text.
const HTML_COLUMNS: [&str; 3] = ["Description", "Memo", "StepIntroduction"];

const INLINE_TAGS: [&str; 8] = ["a", "b", "em", "i", "span", "strong", "sub", "sup"];

/// Character references with their characters, `&` last.
const REFERENCES: [(&str, &str); 5] = [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];

/// What the page shows beside the answer, and which rows.
pub struct TablePage {
    pub formats: Arc<PreparedFormats>,
    pub base: String,
    pub language: Language,
    pub words: &'static Translations,
    pub shape: ReportShape,
    pub selection: RowSelection,
    /// The query without the position.
    pub query: FormFields,
    /// The markup before the answer.
    pub before: String,
    /// The markup after the answer.
    pub after: String,
    /// The markup of links that download the report, for a report with rows.
    pub download_links: String,
    pub caption: String,
    pub headings: Vec<Heading>,
}

impl Interface for TablePage {
    fn base(&self) -> &str {
        &self.base
    }

    fn write(
        &self,
        request: &AnswerRequest,
        memory: &MemoryBudget,
        document: &mut Document,
    ) -> Result<u64, AnswerError> {
        let mut writer = TablePageWriter {
            page: self,
            document,
            splitter: RowSplitter::new(&self.shape),
            rows: SelectedRows::default(),
        };
        let mut cells = Document::new(&mut writer);
        let result = self.formats.cells.write(request, memory, &mut cells);
        match result.and_then(|_| Ok(cells.finish()?)) {
            Ok(rest) => {
                writer.process(&rest.unwrap_or_default());
            }
            // the page was full and stopped the answer
            Err(AnswerError::Gone) if writer.rows.is_full => {}
            Err(error) => return Err(error),
        }
        Ok(writer.finish())
    }
}

struct TablePageWriter<'p, 'd> {
    page: &'p TablePage,
    document: &'p mut Document<'d>,
    splitter: RowSplitter,
    rows: SelectedRows,
}

/// The progress of a page.
#[derive(Default)]
struct SelectedRows {
    /// The number of rows in the answer so far.
    read: u64,
    /// The number of rows that match the selection.
    matching: u64,
    /// The number of rows on the page.
    written: u64,
    /// The number in the answer of the last row on the page.
    last_number: u64,
    /// The sort value of the last row on the page.
    last_key: SortKey,
    /// The first rows after the previous page, in order, for a page that is written at the end.
    sorted: Vec<RenderedRow>,
    /// Are there more rows than fit on the page?
    is_full: bool,
    /// Is everything before the first row written?
    has_begun: bool,
    /// The facts of a single answer.
    facts: Vec<(String, String)>,
}

struct RenderedRow {
    key: SortKey,
    /// The number in the answer.
    number: u64,
    html: String,
}

impl Sink for TablePageWriter<'_, '_> {
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), ReceiverGoneError> {
        if !self.process(&chunk) {
            return Err(ReceiverGoneError);
        }
        // the browser shows the head of the table before the first row
        if !self.page.shape.is_single {
            self.begin();
        }
        self.document.flush()
    }
}

impl RowVisitor for TablePageWriter<'_, '_> {
    fn visit_row(&mut self, rows: &[ReportRow]) -> bool {
        let selection = &self.page.selection;
        self.rows.read += 1;
        let number = self.rows.read;
        let is_on_previous_page = !selection.is_sorted() && number <= selection.last_row;
        if is_on_previous_page || !selection.matches(rows) {
            return true;
        }
        self.rows.matching += 1;
        let key = selection.sort_key(rows);
        if self.page.is_written_at_end() {
            self.insert_sorted(key, number, rows);
            return true;
        }
        if self.rows.written == ROWS_PER_PAGE as u64 {
            self.rows.is_full = true;
            return false;
        }
        self.begin();
        let html = self.page.render_row(rows);
        self.write_row(RenderedRow { key, number, html });
        true
    }

    fn visit_end(&mut self, rows: &[ReportRow]) {
        let facts = self.page.shape.facts().map(|(column, position)| {
            let value = shown_text(column, cell_at(rows, position), self.page.language);
            (column.label.clone(), value)
        });
        self.rows.facts = facts.collect();
    }
}

impl TablePage {
    /// Returns whether rows are written after the whole answer: they must be sorted, or facts at the end come first.
    fn is_written_at_end(&self) -> bool {
        self.shape.is_single || self.selection.is_sorted()
    }

    fn render_row(&self, rows: &[ReportRow]) -> String {
        let cells = self.shape.columns().map(|(column, position)| {
            let cell = cell_at(rows, position);
            let text = shown_text(column, cell, self.language);
            let number = String::from_utf8_lossy(cell);
            let badge = column.field.enumeration.and_then(|enumeration| enumeration.tone(&number));
            TableCell { badge, is_number: column.shows_numbers(), ..TableCell::text(text) }
        });
        let row = cells.collect();
        // rendering cannot fail
        components::TableRow { headings: &self.headings, row }.render().unwrap_or_default()
    }
}

impl TablePageWriter<'_, '_> {
    /// Processes the next bytes of the answer. Returns false when no more rows are needed.
    fn process(&mut self, bytes: &[u8]) -> bool {
        let mut splitter = std::mem::take(&mut self.splitter);
        let needs_more = splitter.process(bytes, self);
        self.splitter = splitter;
        needs_more
    }

    /// Writes everything before the table, unless it is written already.
    fn begin(&mut self) {
        if !std::mem::replace(&mut self.rows.has_begun, true) {
            self.document.out.append_str(&self.page.before);
            let facts = std::mem::take(&mut self.rows.facts);
            self.add(&Facts::of(facts));
        }
    }

    fn add(&mut self, component: &impl Template) {
        // rendering cannot fail
        let text = component.render().unwrap_or_default();
        self.document.out.append_str(&text);
    }

    /// Writes a row, and before the first one the links to download and the headings.
    fn write_row(&mut self, row: RenderedRow) {
        if self.rows.written == 0 {
            self.document.out.append_str(&self.page.download_links);
            self.add(&TableBegin { caption: &self.page.caption, headings: &self.page.headings });
        }
        self.document.out.append_str(&row.html);
        self.rows.written += 1;
        self.rows.last_number = row.number;
        self.rows.last_key = row.key;
    }

    /// Inserts a row in order if it is among the first rows after the previous page.
    fn insert_sorted(&mut self, key: SortKey, number: u64, rows: &[ReportRow]) {
        let selection = &self.page.selection;
        if !selection.is_after_previous_page(&key, number) {
            return;
        }
        let is_before = |row: &RenderedRow| selection.compare_rows((&row.key, row.number), (&key, number)).is_lt();
        let index = self.rows.sorted.partition_point(is_before);
        if index < ROWS_PER_PAGE {
            let html = self.page.render_row(rows);
            self.rows.sorted.insert(index, RenderedRow { key, number, html });
        }
        self.rows.is_full |= index >= ROWS_PER_PAGE || self.rows.sorted.len() > ROWS_PER_PAGE;
        self.rows.sorted.truncate(ROWS_PER_PAGE);
    }

    /// Writes the rest of the page. Returns the number of rows on it.
    fn finish(mut self) -> u64 {
        self.begin();
        for row in std::mem::take(&mut self.rows.sorted) {
            self.write_row(row);
        }
        if self.page.shape.has_table() {
            if self.rows.written > 0 {
                self.add(&TableEnd);
            }
            let (text, more) = (self.row_count_text(), self.paging_links());
            self.add(&Note { kind: "note", text: &text });
            self.add(&MoreLinks { more });
        }
        if self.rows.written == 0 && (self.page.shape.is_single || self.rows.read > 0) {
            self.document.out.append_str(&self.page.download_links);
        }
        self.document.out.append_str(&self.page.after);
        self.rows.written
    }

    /// Returns a sentence with the number of rows on the page, and of how many if that is known.
    fn row_count_text(&self) -> String {
        let (words, selection, rows) = (self.page.words, &self.page.selection, &self.rows);
        let first = selection.last_row + 1;
        let text = if rows.written == 0 {
            return words.none_found.to_owned();
        } else if self.page.is_written_at_end() {
            match rows.written == rows.matching {
                true => fill_numbers(words.rows_all, &[rows.written]),
                false => fill_numbers(words.rows_among, &[rows.written, rows.matching]),
            }
        } else if selection.is_restricted() {
            let last = if rows.is_full { rows.last_number } else { rows.read };
            fill_numbers(words.rows_found, &[rows.written, first, last])
        } else if first == 1 && !rows.is_full {
            fill_numbers(words.rows_all, &[rows.written])
        } else {
            fill_numbers(words.rows_from_to, &[first, rows.last_number])
        };
        match rows.is_full {
            true => format!("{text} {}", words.more_rows),
            false => text,
        }
    }

    /// Returns links to the first and next rows.
    fn paging_links(&self) -> Vec<(String, &'static str)> {
        let (words, selection) = (self.page.words, &self.page.selection);
        let paging = Paging {
            first_page: format!("?{}", self.page.query.to_query()),
            is_later_page: selection.last_row > 0,
            first_label: words.first_page,
            next_label: words.next_page,
        };
        let mut next = Vec::new();
        if self.rows.is_full {
            next.push((LAST_ROW, self.rows.last_number.to_string()));
            if selection.is_sorted() {
                next.push((LAST_SORT_VALUE, self.rows.last_key.text().to_owned()));
            }
        }
        paging.links(next)
    }
}

/// Puts the numbers into a sentence, each in place of a `{}`.
fn fill_numbers(sentence: &str, numbers: &[u64]) -> String {
    let fill = |text: String, number: &u64| text.replacen("{}", &number.to_string(), 1);
    numbers.iter().fold(sentence.to_owned(), fill)
}

/// Returns a cell as people read it, cut to what a page shows.
fn shown_text(column: &ReportColumn, cell: &[u8], language: Language) -> String {
    let text = format_cell(column, cell, language);
    truncate(if HTML_COLUMNS.contains(&column.field.name) { without_tags(&text) } else { text })
}

/// Returns the text of HTML: without tags, and with the most frequent character references replaced.
fn without_tags(html: &str) -> String {
    let parts = html.split('<').enumerate().map(|(index, part)| match part.split_once('>').filter(|_| index > 0) {
        // the texts before and after an inline tag may be one word
        Some((tag, text))
            if INLINE_TAGS.contains(&tag.trim_start_matches('/').split(' ').next().unwrap_or_default()) =>
        {
            text.to_owned()
        }
        Some((_, text)) => format!(" {text}"),
        None => part.to_owned(),
    });
    let replace = |text: String, (name, character): &(&str, &str)| text.replace(name, character);
    let text = REFERENCES.iter().fold(parts.collect::<String>(), replace);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a cell as people read it, in full.
pub fn format_cell(column: &ReportColumn, cell: &[u8], language: Language) -> String {
    let text = String::from_utf8_lossy(cell);
    if let Some(word) = labels::cell_word(&column.field, &text, language) {
        return word;
    }
    match (column.field.value, &*text) {
        (FieldValue::Bool, "true") => language.yes_or_no(true).to_owned(),
        (FieldValue::Bool, "false") => language.yes_or_no(false).to_owned(),
        // a time with an offset is in the service's time zone, like all others
        (FieldValue::Date | FieldValue::DateTime | FieldValue::ZonedDateTime | FieldValue::ZonedOrNever, text) => {
            language.format_date(text)
        }
        (FieldValue::List(_), text) => join_rows(text),
        (_, text) => text.to_owned(),
    }
}

/// Returns the rows of a list in a cell as one text: cells joined by blanks, rows by semicolons.
fn join_rows(rows: &str) -> String {
    let is_mark = |c: char| u8::try_from(c).is_ok_and(|byte| matches!(byte, ROW_START | FIELD_START | ROW_END));
    let rows = rows
        .split(char::from(ROW_START))
        .map(|row| row.split(is_mark).map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" "));
    rows.filter(|row| !row.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Truncates a long text and appends an ellipsis.
fn truncate(text: String) -> String {
    match text.char_indices().nth(MAX_CELL_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
