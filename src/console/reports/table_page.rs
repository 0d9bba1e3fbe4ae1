//! A report as a page: rows are split from the answer while the service makes it, and written as they arrive. Holds
//! one page of rows and the current row only.

use std::sync::Arc;

use askama::Template;

use super::cells::{ReportRow, RowSplitter, RowVisitor};
use super::columns::{ReportColumn, ReportShape};
use super::row_selection::{AFTER, FROM, RowSelection, SortKey};
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

/// Rows per page.
const ROWS: usize = 30;

/// The most characters of a cell that are shown.
const SHOWN: usize = 300;

/// The columns with HTML, of which a page shows the text.
const HTML_COLUMNS: [&str; 3] = ["Description", "Memo", "StepIntroduction"];

const INLINE: [&str; 8] = ["a", "b", "em", "i", "span", "strong", "sub", "sup"];

/// Character references, `&` last.
const REFERENCES: [(&str, &str); 5] = [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];

/// What is known of a page before the answer.
pub struct TablePage {
    pub formats: Arc<PreparedFormats>,
    pub base: String,
    pub language: Language,
    pub words: &'static Translations,
    pub shape: ReportShape,
    pub wish: RowSelection,
    /// The query without the position.
    pub query: FormFields,
    /// The markup before and after the answer.
    pub around: (String, String),
    /// The links that save the report, for one with rows.
    pub saves: String,
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
        let mut page = TablePageWriter {
            of: self,
            document,
            splitter: RowSplitter::new(&self.shape),
            rows: SelectedRows::default(),
        };
        let mut cells = Document::new(&mut page);
        let written = self.formats.cells.write(request, memory, &mut cells);
        match written.and_then(|_| Ok(cells.finish()?)) {
            Ok(rest) => page.take(&rest.unwrap_or_default()),
            // no more rows are needed
            Err(AnswerError::Gone) if page.rows.is_full => false,
            Err(stopped) => return Err(stopped),
        };
        Ok(page.end())
    }
}

/// A page being written.
struct TablePageWriter<'p, 'd> {
    of: &'p TablePage,
    document: &'p mut Document<'d>,
    splitter: RowSplitter,
    rows: SelectedRows,
}

/// The rows found so far.
#[derive(Default)]
struct SelectedRows {
    /// Rows of the answer.
    seen: u64,
    /// Rows that match.
    found: u64,
    /// Rows on the page.
    shown: u64,
    /// The number and sort value of the last row on the page.
    last: (u64, SortKey),
    /// Rendered rows that are written at the end.
    kept: Vec<(SortKey, u64, String)>,
    /// Are there more rows than fit on the page?
    is_full: bool,
    /// Is the start of the page written?
    has_begun: bool,
    /// The facts of a single answer.
    facts: Vec<(String, String)>,
}

impl Sink for TablePageWriter<'_, '_> {
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), ReceiverGoneError> {
        if !self.take(&chunk) {
            return Err(ReceiverGoneError);
        }
        // "its answer as a table that starts to show at once"
        if !self.of.shape.is_one {
            self.begin();
        }
        self.document.flush()
    }
}

impl RowVisitor for TablePageWriter<'_, '_> {
    fn row(&mut self, rows: &[ReportRow]) -> bool {
        let wish = &self.of.wish;
        self.rows.seen += 1;
        let number = self.rows.seen;
        let comes_later = !wish.sorts() && number <= wish.from;
        if comes_later || !wish.matches(rows) {
            return true;
        }
        self.rows.found += 1;
        let key = wish.key(rows);
        if self.of.is_written_at_end() {
            self.keep(key, number, rows);
            return true;
        }
        if self.rows.shown == ROWS as u64 {
            self.rows.is_full = true;
            return false;
        }
        self.begin();
        let html = self.of.html(rows);
        self.write(&html, number, key);
        true
    }

    fn end(&mut self, outermost: &ReportRow) {
        let facts = self.of.shape.facts().map(|(column, at)| {
            let value = shown_text(column, outermost.cell(at), self.of.language);
            (column.label.clone(), value)
        });
        self.rows.facts = facts.collect();
    }
}

impl TablePage {
    /// Returns whether rows are written at the end: if they are sorted, or facts come first.
    fn is_written_at_end(&self) -> bool {
        self.shape.is_one || self.wish.sorts()
    }

    /// Renders a row.
    fn html(&self, rows: &[ReportRow]) -> String {
        let cells = self.shape.columns().map(|(column, level, at)| {
            let cell = rows[level].cell(at);
            let text = shown_text(column, cell, self.language);
            let tone = column.field.enumeration.and_then(|of| of.tone(&String::from_utf8_lossy(cell)));
            TableCell { badge: tone, is_number: column.shows_numbers(), ..TableCell::text(text) }
        });
        let row = cells.collect();
        // rendering cannot fail
        components::TableRow { headings: &self.headings, row }.render().unwrap_or_default()
    }
}

impl TablePageWriter<'_, '_> {
    /// Processes the next bytes of the answer. Returns false when no more rows are needed.
    fn take(&mut self, bytes: &[u8]) -> bool {
        let mut splitter = std::mem::take(&mut self.splitter);
        let goes_on = splitter.take(bytes, self);
        self.splitter = splitter;
        goes_on
    }

    /// Writes everything before the table.
    fn begin(&mut self) {
        if !std::mem::replace(&mut self.rows.has_begun, true) {
            self.document.out.append_str(&self.of.around.0);
            let facts = std::mem::take(&mut self.rows.facts);
            let facts = facts.iter();
            self.add(&Facts::of(facts.map(|(label, value)| (label.as_str(), value.clone()))));
        }
    }

    fn add(&mut self, component: &impl Template) {
        // rendering cannot fail
        let text = component.render().unwrap_or_default();
        self.document.out.append_str(&text);
    }

    /// Writes a row, the first one below the headings.
    fn write(&mut self, html: &str, number: u64, key: SortKey) {
        if self.rows.shown == 0 {
            self.document.out.append_str(&self.of.saves);
            self.add(&TableBegin { caption: &self.of.caption, headings: &self.of.headings });
        }
        self.document.out.append_str(html);
        self.rows.shown += 1;
        self.rows.last = (number, key);
    }

    /// Keeps a row if it is among the first after the previous page.
    fn keep(&mut self, key: SortKey, number: u64, rows: &[ReportRow]) {
        let wish = &self.of.wish;
        if !wish.is_due(&key, number) {
            return;
        }
        let kept = &self.rows.kept;
        let before = |of: &(SortKey, u64, String)| wish.compared((&of.0, of.1), (&key, number)).is_lt();
        let place = kept.partition_point(before);
        if place < ROWS {
            let html = self.of.html(rows);
            self.rows.kept.insert(place, (key, number, html));
        }
        self.rows.is_full |= place >= ROWS || self.rows.kept.len() > ROWS;
        self.rows.kept.truncate(ROWS);
    }

    /// Writes the rest of the page. Returns the number of rows shown.
    fn end(mut self) -> u64 {
        self.begin();
        for (key, number, html) in std::mem::take(&mut self.rows.kept) {
            self.write(&html, number, key);
        }
        if self.of.shape.has_table() {
            if self.rows.shown > 0 {
                self.add(&TableEnd);
            }
            let (text, more) = (self.row_count_text(), self.paging_links());
            self.add(&Note { kind: "note", text: &text });
            self.add(&MoreLinks { more });
        }
        if self.rows.shown == 0 && (self.of.shape.is_one || self.rows.seen > 0) {
            self.document.out.append_str(&self.of.saves);
        }
        self.document.out.append_str(&self.of.around.1);
        self.rows.shown
    }

    /// Returns how many rows are shown of how many.
    fn row_count_text(&self) -> String {
        let (words, wish, rows) = (self.of.words, &self.of.wish, &self.rows);
        let counted = match (rows.shown, self.of.is_written_at_end()) {
            (0, _) => return words.none_found.to_owned(),
            (shown, true) if shown == rows.found => fill_numbers(words.rows_all, &[shown]),
            (shown, true) => fill_numbers(words.rows_among, &[shown, rows.found]),
            (shown, false) if wish.selects() => {
                let to = if rows.is_full { rows.last.0 } else { rows.seen };
                fill_numbers(words.rows_found, &[shown, wish.from + 1, to])
            }
            (shown, false) if wish.from == 0 && !rows.is_full => fill_numbers(words.rows_all, &[shown]),
            _ => fill_numbers(words.rows_from_to, &[wish.from + 1, rows.last.0]),
        };
        match rows.is_full {
            true => format!("{counted} {}", words.more_rows),
            false => counted,
        }
    }

    /// Returns links to the previous and next rows.
    fn paging_links(&self) -> Vec<(String, &'static str)> {
        let (words, wish, (number, key)) = (self.of.words, &self.of.wish, &self.rows.last);
        let labels = [words.first_page, words.next_page];
        let paging = Paging { first: format!("?{}", self.of.query.text()), is_later: wish.from > 0, labels };
        let next = [(FROM, number.to_string())].into_iter();
        let next = next.chain(wish.sorts().then(|| (AFTER, key.text().to_owned())));
        paging.links(next.filter(|_| self.rows.is_full))
    }
}

/// Puts the numbers into a sentence, each in place of a `{}`.
fn fill_numbers(sentence: &str, numbers: &[u64]) -> String {
    let fill = |text: String, number: &u64| text.replacen("{}", &number.to_string(), 1);
    numbers.iter().fold(sentence.to_owned(), fill)
}

/// Returns a cell as people read it, cut to what a page shows.
fn shown_text(column: &ReportColumn, cell: &[u8], language: Language) -> String {
    let text = shown_whole(column, cell, language);
    cut(if HTML_COLUMNS.contains(&column.field.name) { without_tags(&text) } else { text })
}

/// Returns the text of HTML: without tags, with the most frequent character references resolved.
fn without_tags(html: &str) -> String {
    let parts = html.split('<').enumerate().map(|(at, part)| match part.split_once('>').filter(|_| at > 0) {
        // text before and after an inline element may be one word
        Some((tag, text)) if INLINE.contains(&tag.trim_start_matches('/').split(' ').next().unwrap_or_default()) => {
            text.to_owned()
        }
        Some((_, text)) => format!(" {text}"),
        None => part.to_owned(),
    });
    let text = REFERENCES.iter().fold(parts.collect::<String>(), |text, (name, is)| text.replace(name, is));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a cell as people read it.
pub fn shown_whole(column: &ReportColumn, cell: &[u8], language: Language) -> String {
    let text = String::from_utf8_lossy(cell);
    if let Some(word) = labels::cell_word(&column.field, &text, language) {
        return word;
    }
    match (column.field.value, &*text) {
        (FieldValue::Bool, "true") => language.yes_or_no(true).to_owned(),
        (FieldValue::Bool, "false") => language.yes_or_no(false).to_owned(),
        // a zoned time is in the service's zone, as all others
        (FieldValue::Date | FieldValue::DateTime | FieldValue::ZonedDateTime | FieldValue::ZonedOrNever, text) => {
            language.format_date(text)
        }
        (FieldValue::List(_), text) => joined_rows(text),
        (_, text) => text.to_owned(),
    }
}

/// Returns the rows inside a cell as one text: cells joined by blanks, rows by semicolons.
fn joined_rows(rows: &str) -> String {
    let is_mark = |c: char| u8::try_from(c).is_ok_and(|byte| matches!(byte, ROW_START | FIELD_START | ROW_END));
    let rows = rows
        .split(char::from(ROW_START))
        .map(|row| row.split(is_mark).map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" "));
    rows.filter(|row| !row.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Truncates a long text and appends an ellipsis.
fn cut(text: String) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
