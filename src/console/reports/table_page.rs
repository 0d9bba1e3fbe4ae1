//! A report as a page. Rows are written as they arrive. A sorted table keeps one page of rows in memory.

use std::sync::Arc;

use askama::Template;

use super::cells::{ReportRow, RowVisitor, cell_at, visit_rows};
use super::columns::{ColumnPosition, ReportColumn, ReportShape};
use super::lists::{format_list, format_page_list};
use super::row_selection::{LAST_ROW, LAST_SORT_VALUE, RowSelection, SortKey};
use crate::answer::{AnswerError, AnswerRequest, PreparedFormats};
use crate::console::FormFields;
use crate::console::components::{
    self, Heading, MoreLinks, NamedValues, Note, Paging, TableBegin, TableCell, TableEnd,
};
use crate::console::request::date_part;
use crate::console::translations;
use crate::encode::{Document, ReceiverGoneError};
use crate::model::enumeration::STATES;
use crate::model::language::Language;
use crate::operation::labels;
use crate::operation::response_schema::FieldValue;
use crate::service::Interface;

const ROWS_PER_PAGE: usize = 25;

/// The most characters of a cell on the page. A longer text is cut.
const MAX_CELL_CHARACTERS: usize = 300;

/// The columns that contain HTML. The page shows only the text of the HTML.
const HTML_COLUMNS: [&str; 3] = ["Description", "Memo", "StepIntroduction"];

/// The columns whose texts contain dates `d-M-yyyy`.
const DATE_TEXT_COLUMNS: [&str; 2] = ["Contactmomenten", "GroupClassDates"];

/// The column with a date in Dutch words, such as `09 maart 2026`.
const DATE_IN_WORDS_COLUMN: &str = "agendaDatum";

/// The column whose times matter, even in a list: when a row was changed.
const TIME_COLUMN: &str = "moment";

/// The column beside the state of an enrolment that says whether the class is cancelled.
const CLASS_CANCELLED_COLUMN: &str = "Cancelled";

/// The tags at which a word can continue. All other tags separate words.
const INLINE_TAGS: [&str; 8] = ["a", "b", "em", "i", "span", "strong", "sub", "sup"];

/// The most frequent character references of HTML, each with its character. `&amp;` is replaced last, so that
/// `&amp;lt;` becomes `&lt;` and not `<`.
const CHARACTER_REFERENCES: [(&str, &str); 9] = [
    ("&nbsp;", " "),
    ("&ndash;", "–"),
    ("&euml;", "ë"),
    ("&eacute;", "é"),
    ("&apos;", "'"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&amp;", "&"),
];

pub struct TablePage {
    pub formats: Arc<PreparedFormats>,
    pub language: Language,
    /// The address of the console, before the addresses of pages.
    pub root: String,
    pub shape: ReportShape,
    pub selection: RowSelection,
    /// The query of the first page, to which the link to the next page adds a position.
    pub query: FormFields,
    pub html_before: String,
    pub html_after: String,
    /// The HTML of the links to files, which are below the table.
    pub download_links: String,
    pub caption: String,
    pub headings: Vec<Heading>,
}

impl Interface for TablePage {
    fn write(&self, request: &AnswerRequest, document: &mut Document) -> Result<u64, AnswerError> {
        let mut writer = TablePageWriter { page: self, document, progress: PageProgress::default() };
        visit_rows(&self.shape, &self.formats, request, &mut writer)?;
        Ok(writer.finish())
    }
}

struct TablePageWriter<'p, 'd> {
    page: &'p TablePage,
    document: &'p mut Document<'d>,
    progress: PageProgress,
}

#[derive(Default)]
struct PageProgress {
    rows_read: u64,
    /// The number of read rows that match the selection. In an unsorted table, rows of previous pages do not count.
    rows_matching: u64,
    rows_written: u64,
    /// The number in the answer of the last row on the page.
    last_row_number: u64,
    last_key: SortKey,
    /// The rows of the page, if they are written at the end, in the order of the page.
    held_rows: Vec<RenderedRow>,
    /// Did a row match that is not on the page, because it comes after the last row? Then there is a next page.
    is_full: bool,
    is_top_written: bool,
    /// The names and values of the single row, which the page shows above the table.
    single_row: Vec<(String, String)>,
}

struct RenderedRow {
    key: SortKey,
    /// The number of the row in the answer.
    number: u64,
    html: String,
}

impl RowVisitor for TablePageWriter<'_, '_> {
    /// Writes or holds a row that is on the page. Returns false at a row of the next page, if rows are written at once.
    fn visit_row(&mut self, rows_by_level: &[ReportRow]) -> bool {
        let selection = &self.page.selection;
        self.progress.rows_read += 1;
        let number = self.progress.rows_read;
        // in a sorted table, the position in the answer says nothing about the page
        let is_on_previous_page = !selection.is_sorted() && number <= selection.last_row_of_previous_page;
        if is_on_previous_page || !selection.matches(rows_by_level) {
            return true;
        }
        self.progress.rows_matching += 1;
        let key = selection.sort_key(rows_by_level);
        if self.page.holds_rows_back() {
            self.insert_sorted(key, number, rows_by_level);
            return true;
        }
        if self.progress.rows_written == ROWS_PER_PAGE as u64 {
            self.progress.is_full = true;
            return false;
        }
        self.write_top();
        let html = self.page.render_row(rows_by_level);
        self.write_row(RenderedRow { key, number, html });
        true
    }

    fn visit_single_row(&mut self, rows_by_level: &[ReportRow]) {
        let values = self.page.shape.single_row_columns().map(|(column, position)| {
            let value = format_page_cell(column, &cell_at(rows_by_level, position), self.page.language);
            (column.label.clone(), value)
        });
        self.progress.single_row = values.collect();
    }

    fn flush(&mut self) -> Result<(), ReceiverGoneError> {
        // the browser can show the top before the rows, but the cells of a single row are complete only at the end
        if !self.page.shape.has_single_row {
            self.write_top();
        }
        self.document.flush()
    }
}

impl TablePage {
    /// Returns whether the rows are written at the end: once all rows are sorted, or the cells above them are known.
    fn holds_rows_back(&self) -> bool {
        self.shape.has_single_row || self.selection.is_sorted()
    }

    fn render_row(&self, rows_by_level: &[ReportRow]) -> String {
        let cells = self.shape.shown_columns().map(|(column, position)| {
            let cell = cell_at(rows_by_level, position);
            let text = match column.field.value {
                // the row of a list shows the day, as the time rarely matters
                FieldValue::DateTime | FieldValue::ZonedDateTime if column.field.name != TIME_COLUMN => {
                    let datetime = String::from_utf8_lossy(&cell);
                    self.language.format_date(date_part(&datetime).unwrap_or(&datetime))
                }
                _ => format_page_cell(column, &cell, self.language),
            };
            if let Some(obstacle) = self.obstacle(column, position, rows_by_level) {
                return TableCell::text(obstacle).with_badge(Some("wrong"));
            }
            let badge_tone = labels::cell_tone(&column.field, &String::from_utf8_lossy(&cell));
            // a picture is a link with the name of its file; the address of another site may end with a slash
            let name = text.trim_end_matches('/').rsplit_once('/');
            if let (FieldValue::Picture, Some((_, name))) = (&column.field.value, name) {
                // `text` is cut, and a cut address leads nowhere
                return TableCell::text(name).link_to(String::from_utf8_lossy(&cell).into_owned());
            }
            let has_text = !text.is_empty();
            // a line can end after a date, but not in a date
            let can_wrap = column.field.name == TIME_COLUMN || DATE_TEXT_COLUMNS.contains(&column.field.name);
            let is_list = matches!(column.field.value, FieldValue::List(_));
            TableCell { is_number: column.shows_numbers(), can_wrap, is_list, ..TableCell::text(text) }
                .with_badge(badge_tone)
                .with_address(self.name_address(position, rows_by_level).filter(|_| has_text))
        });
        // rendering cannot fail
        components::TableRow { headings: &self.headings, row: cells.collect() }.render().unwrap_or_default()
    }

    /// Returns the address of the row's page for the column with the name of the row.
    fn name_address(&self, position: ColumnPosition, rows_by_level: &[ReportRow]) -> Option<String> {
        let link = self.shape.name_link.filter(|link| link.name == position)?;
        let cell = cell_at(rows_by_level, link.key);
        let key = String::from_utf8_lossy(&cell);
        (!key.is_empty()).then(|| format!("{}/{}", self.root, (link.address)(&key)))
    }

    /// Returns the text that replaces the state of an enrolment if the class is cancelled: nobody follows this class.
    fn obstacle(
        &self,
        column: &ReportColumn,
        position: ColumnPosition,
        rows_by_level: &[ReportRow],
    ) -> Option<&'static str> {
        let is_state = column.field.enumeration.is_some_and(|known| std::ptr::eq(known, &STATES));
        let mut columns = self.shape.columns().filter(|_| is_state);
        let is_cancelled = |other: &ReportColumn| other.field.name == CLASS_CANCELLED_COLUMN;
        let (_, cancelled) = columns.find(|(other, at)| at.level == position.level && is_cancelled(other))?;
        let words = translations::of(self.language);
        (*cell_at(rows_by_level, cancelled) == *b"true").then_some(words.class_cancelled)
    }
}

impl TablePageWriter<'_, '_> {
    /// Writes the part of the page before the table, with the single row. Later calls do nothing.
    fn write_top(&mut self) {
        if !std::mem::replace(&mut self.progress.is_top_written, true) {
            self.document.out.append_str(&self.page.html_before);
            let single_row = std::mem::take(&mut self.progress.single_row);
            self.write_component(&NamedValues::of(single_row));
        }
    }

    fn write_component(&mut self, component: &impl Template) {
        // rendering cannot fail
        self.document.out.append_str(&component.render().unwrap_or_default());
    }

    /// Writes a row. Before the first row, also writes the headings of the table.
    fn write_row(&mut self, row: RenderedRow) {
        if self.progress.rows_written == 0 {
            self.write_component(&TableBegin { caption: &self.page.caption, headings: &self.page.headings });
        }
        self.document.out.append_str(&row.html);
        self.progress.rows_written += 1;
        self.progress.last_row_number = row.number;
        self.progress.last_key = row.key;
    }

    /// Inserts a row into the held rows, if the row is among the first rows after the previous page.
    fn insert_sorted(&mut self, key: SortKey, number: u64, rows_by_level: &[ReportRow]) {
        let selection = &self.page.selection;
        if !selection.is_after_previous_page(&key, number) {
            return;
        }
        let is_before = |row: &RenderedRow| selection.compare_rows((&row.key, row.number), (&key, number)).is_lt();
        // the held rows are sorted: `index` is the number of rows before this row
        let index = self.progress.held_rows.partition_point(is_before);
        // a further row does not fit on the page: either this row, or the last of the held rows
        self.progress.is_full |= self.progress.held_rows.len() == ROWS_PER_PAGE;
        if index < ROWS_PER_PAGE {
            let html = self.page.render_row(rows_by_level);
            self.progress.held_rows.insert(index, RenderedRow { key, number, html });
        }
        self.progress.held_rows.truncate(ROWS_PER_PAGE);
    }

    /// Writes the rest of the page. Returns the number of rows on the page.
    fn finish(mut self) -> u64 {
        self.write_top();
        for row in std::mem::take(&mut self.progress.held_rows) {
            self.write_row(row);
        }
        if self.page.shape.has_table() {
            if self.progress.rows_written > 0 {
                self.write_component(&TableEnd);
            }
            let (text, more) = (self.row_count_text(), self.paging_links());
            self.write_component(&Note { tone: "note", text: &text });
            self.write_component(&MoreLinks { more });
        }
        // an answer can have rows although none is on this page
        let has_rows_to_download = self.page.shape.has_single_row || self.progress.rows_read > 0;
        if has_rows_to_download {
            self.document.out.append_str(&self.page.download_links);
        }
        self.document.out.append_str(&self.page.html_after);
        self.progress.rows_written
    }

    /// Describes the rows of the page: with the total if it is known, with the range of searched rows, or with the range of
    /// shown rows.
    fn row_count_text(&self) -> String {
        let (words, selection, progress) = (translations::of(self.page.language), &self.page.selection, &self.progress);
        let (written, is_full) = (progress.rows_written, progress.is_full);
        if written == 0 {
            return words.nothing_found.to_owned();
        }
        let first = selection.last_row_of_previous_page + 1;
        let text = if self.page.holds_rows_back() {
            // all rows were read before the first was written
            let total = progress.rows_matching;
            match written == total {
                true => fill_numbers(words.row_count, &[written]),
                false => fill_numbers(words.row_count_of_total, &[written, total]),
            }
        } else if selection.has_search_or_filter() {
            let last_searched = if is_full { progress.last_row_number } else { progress.rows_read };
            fill_numbers(words.rows_found_in_range, &[written, first, last_searched])
        } else if first == 1 && !is_full {
            fill_numbers(words.row_count, &[written])
        } else {
            fill_numbers(words.row_range, &[first, progress.last_row_number])
        };
        if is_full { format!("{text} {}", words.more_rows) } else { text }
    }

    fn paging_links(&self) -> Vec<(String, &'static str)> {
        let (words, selection) = (translations::of(self.page.language), &self.page.selection);
        let paging = Paging {
            first_page_address: format!("?{}", self.page.query.to_query()),
            is_later_page: selection.last_row_of_previous_page > 0,
            first_label: words.to_first_rows,
            next_label: words.next_rows,
        };
        // the position is that of the last row: its number and, in a sorted table, its sort value
        let mut next_position = Vec::new();
        if self.progress.is_full {
            next_position.push((LAST_ROW, self.progress.last_row_number.to_string()));
            if selection.is_sorted() {
                next_position.push((LAST_SORT_VALUE, self.progress.last_key.text().to_owned()));
            }
        }
        paging.links(next_position)
    }
}

fn fill_numbers(sentence: &str, numbers: &[u64]) -> String {
    let fill = |text: String, number: &u64| text.replacen("{}", &number.to_string(), 1);
    numbers.iter().fold(sentence.to_owned(), fill)
}

fn format_page_cell(column: &ReportColumn, cell: &[u8], language: Language) -> String {
    truncate(page_text(column, cell, language))
}

/// Formats a cell as [`format_cell`] does, and also the texts with dates, amounts and words that a file keeps.
pub fn page_text(column: &ReportColumn, cell: &[u8], language: Language) -> String {
    let text = format_cell(column, cell, language);
    let name = column.field.name;
    match (column.field.value, &*text) {
        _ if HTML_COLUMNS.contains(&name) => html_to_text(&text),
        _ if DATE_TEXT_COLUMNS.contains(&name) => language.format_dates_in_text(&text),
        _ if name == DATE_IN_WORDS_COLUMN => format_date_in_words(&text, language),
        // the answer has the time, which the API omits
        (FieldValue::ShortDate, text) => language.format_date(date_part(text).unwrap_or(text)),
        (FieldValue::List(list), _) => format_page_list(&String::from_utf8_lossy(cell), list, language),
        (FieldValue::Money, text) => language.format_decimal(text),
        // a Dutch page writes the words of the answer as it writes a boolean
        (_, "Ja") if labels::has_dutch_words(&column.field) => language.yes_or_no(true).to_owned(),
        (_, "Nee") if labels::has_dutch_words(&column.field) => language.yes_or_no(false).to_owned(),
        _ => text,
    }
}

/// Formats a date such as `09 maart 2026` for the language. Returns any other text unchanged.
fn format_date_in_words(text: &str, language: Language) -> String {
    let mut months = translations::of(Language::Dutch).months.split(' ');
    let numbers = match text.split(' ').collect::<Vec<_>>()[..] {
        [day, month, year] => months.position(|name| name == month).map(|index| (day, index + 1, year)),
        _ => None,
    };
    let date = numbers.map(|(day, month, year)| format!("{day}-{month}-{year}"));
    date.map_or_else(|| text.to_owned(), |date| language.format_dates_in_text(&date))
}

/// Returns the text of HTML in one line: `a b` for `<p>a</p><p>b</p>`.
fn html_to_text(html: &str) -> String {
    let is_inline = |tag: &str| {
        let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
        INLINE_TAGS.contains(&name)
    };
    // each part but the first begins inside a tag
    let parts = html.split('<').enumerate().map(|(index, part)| match part.split_once('>').filter(|_| index > 0) {
        // no space: the texts before and after an inline tag can be one word
        Some((tag, text)) if is_inline(tag) => text.to_owned(),
        Some((_, text)) => format!(" {text}"),
        None => part.to_owned(),
    });
    let replace = |text: String, (name, character): &(&str, &str)| text.replace(name, character);
    let text = CHARACTER_REFERENCES.iter().fold(parts.collect::<String>(), replace);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Formats a cell for people, without truncating long texts.
pub fn format_cell(column: &ReportColumn, cell: &[u8], language: Language) -> String {
    let text = String::from_utf8_lossy(cell);
    if let Some(word) = labels::cell_word(&column.field, &text, language) {
        return word;
    }
    match (column.field.value, &*text) {
        (FieldValue::Bool, "true") => language.yes_or_no(true).to_owned(),
        (FieldValue::Bool, "false") => language.yes_or_no(false).to_owned(),
        // omits the offset of a time: all times are in the service's time zone
        (FieldValue::Date | FieldValue::DateTime | FieldValue::ZonedDateTime | FieldValue::ZonedOrNever, text) => {
            language.format_date(text)
        }
        (FieldValue::List(_), text) => format_list(text, 0, str::to_owned),
        (_, text) => text.to_owned(),
    }
}

fn truncate(text: String) -> String {
    match text.char_indices().nth(MAX_CELL_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
