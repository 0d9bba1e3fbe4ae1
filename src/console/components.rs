//! The components of pages. Templates and the style define their appearance.

mod chart;
mod form;

use std::fmt::Display;

use askama::Template;

use super::translations::Translations;
use super::{FormFields, PageContext};
pub use chart::{BarChart, KeyFigures};
pub use form::{
    CURRENT_PASSWORD, CheckboxOption, ChecklistRow, DAY_OPTION, Form, FormField, Input, LIST_SUFFIX, MATCH_PREFIX,
    MoreFields, REFRESH, date_input_name,
};

#[derive(Template)]
#[template(path = "table.html")]
pub struct Table<'a> {
    pub caption: &'a str,
    pub headings: Vec<Heading>,
    pub rows: Vec<Vec<TableCell>>,
    pub empty_text: &'a str,
    /// Links to more rows, each with address and text.
    pub more: Vec<(String, &'a str)>,
}

pub struct Heading {
    pub label: String,
    /// Is the column right-aligned?
    pub is_number: bool,
    pub sort: Option<SortLink>,
}

pub struct Paging {
    pub first_page_address: String,
    pub is_later_page: bool,
    pub first_label: &'static str,
    pub next_label: &'static str,
}

impl Paging {
    /// Creates the paging of a list. The query field `position_field` has the position of a later page. A list with the
    /// field `before` begins with the newest row.
    pub fn of(context: &PageContext, position_field: &str, first_page_address: String) -> Self {
        let words = context.words;
        let (first_label, next_label) = match position_field {
            "before" => (words.to_newest, words.older),
            _ => (words.to_first_rows, words.next_rows),
        };
        let is_later_page = context.request.query.get(position_field).is_some();
        Self { first_page_address, is_later_page, first_label, next_label }
    }

    /// Returns the links to the first and the next page, each with address and text. The query fields `next_position`
    /// select the next page; on the last page they are empty.
    pub fn links<'n>(self, next_position: impl IntoIterator<Item = (&'n str, String)>) -> Vec<(String, &'static str)> {
        let next_position = FormFields::new(next_position);
        let (path, query) = self.first_page_address.split_once('?').unwrap_or((&self.first_page_address, ""));
        let separator = if query.is_empty() { "" } else { "&" };
        let next_page = format!("{path}?{query}{separator}{}", next_position.to_query());
        let has_next_page = !next_position.0.is_empty();
        let next_link = has_next_page.then_some((next_page, self.next_label));
        let first_link = self.is_later_page.then_some((self.first_page_address, self.first_label));
        first_link.into_iter().chain(next_link).collect()
    }
}

pub struct SortLink {
    pub address: String,
    /// The label of all sort links. Narrow windows show it once, before the links.
    pub label: &'static str,
    /// The description for screen readers.
    pub description: String,
    /// The current order for screen readers: `ascending`, `descending` or `none`.
    pub current_order: &'static str,
}

#[derive(Default)]
pub struct TableCell {
    pub text: String,
    pub address: Option<String>,
    pub is_number: bool,
    /// The tone (`good`, `warn`, `wrong` or `note`) and text of each badge, shown in place of `text`, or after a link.
    pub badges: Vec<(&'static str, String)>,
    /// A small text beside `text`, such as a code beside a name. Empty if there is none.
    pub small_text: String,
    /// Can the text wrap although it is short?
    pub can_wrap: bool,
    /// Is the text a list with an item on each line? Narrow windows show it below its label.
    pub is_list: bool,
}

#[derive(Clone, Copy)]
pub struct SortFields {
    pub column_field: &'static str,
    pub direction_field: &'static str,
}

impl SortFields {
    /// The value of `direction_field` for a descending order. In an ascending order the query lacks the field.
    pub const DESCENDING: &str = "down";

    /// Returns the link that sorts the table by a column, or reverses the order of a table that is sorted by this column.
    /// Without an order in the query, the table is sorted by `initial_column`; `None` if no column has this order.
    pub fn link(
        self,
        query: &FormFields,
        (column, label): (&str, &str),
        initial_column: Option<&str>,
        words: &Translations,
    ) -> SortLink {
        let chosen_column = query.get(self.column_field).filter(|name| !name.is_empty());
        let is_sorted = chosen_column.or(initial_column) == Some(column);
        // the direction in the address concerns only the column in the address: the initial order is ascending
        let is_descending = chosen_column == Some(column) && query.get(self.direction_field) == Some(Self::DESCENDING);
        let mut fields = query.nonempty_without(&[self.column_field, self.direction_field]);
        fields.0.push((self.column_field.to_owned(), column.to_owned()));
        if is_sorted && !is_descending {
            fields.0.push((self.direction_field.to_owned(), Self::DESCENDING.to_owned()));
        }
        let (current_order, description) = match (is_sorted, is_descending) {
            (false, _) => ("none", words.sort_ascending),
            (true, false) => ("ascending", words.sort_descending),
            (true, true) => ("descending", words.sort_ascending),
        };
        let description = description.replace("{}", label);
        SortLink { address: format!("?{}", fields.to_query()), label: words.sort_by, description, current_order }
    }
}

impl Heading {
    pub fn plain(label: impl Into<String>) -> Self {
        Self { label: label.into(), is_number: false, sort: None }
    }

    fn sort_label(headings: &[Heading]) -> Option<&'static str> {
        headings.iter().find_map(|heading| heading.sort.as_ref()).map(|sort| sort.label)
    }
}

impl<'a> Table<'a> {
    /// Creates a table with a column per label. A column with a number in any row is right-aligned.
    pub fn new<T: Into<String>>(
        caption: &'a str,
        labels: impl IntoIterator<Item = T>,
        rows: Vec<Vec<TableCell>>,
        empty_text: &'a str,
    ) -> Self {
        let has_number = |column: usize| rows.iter().any(|row| row.get(column).is_some_and(|cell| cell.is_number));
        let labels = labels.into_iter().enumerate();
        let headings = labels.map(|(column, label)| Heading { is_number: has_number(column), ..Heading::plain(label) });
        Self { caption, headings: headings.collect(), rows, empty_text, more: Vec::new() }
    }

    /// Removes the columns without a text in any row. A table without rows loses all columns.
    pub fn without_empty_columns(mut self) -> Self {
        // from the last column to the first, because a removal moves the columns after it
        for column in (0..self.headings.len()).rev() {
            let is_empty = self.rows.iter().all(|row| row.get(column).is_none_or(|cell| cell.text.is_empty()));
            if is_empty {
                self.headings.remove(column);
                for row in self.rows.iter_mut().filter(|row| column < row.len()) {
                    row.remove(column);
                }
            }
        }
        self
    }

    pub fn with_links(mut self, links: impl IntoIterator<Item = (String, &'a str)>) -> Self {
        self.more.extend(links);
        self
    }
}

/// The most characters of a cell, or of a code in a text, that stay on one line.
const MAX_UNWRAPPED_CHARACTERS: usize = 28;

/// Returns each word of the text, with `true` for a short code or date, which must not break at a hyphen.
fn split_words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_code = |word: &str| word.contains('-') && word.contains(|c: char| c.is_ascii_digit());
    text.split(' ').map(move |word| (word, is_code(word) && word.chars().count() <= MAX_UNWRAPPED_CHARACTERS))
}

impl TableCell {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub fn number(number: impl ToString) -> Self {
        Self { text: number.to_string(), is_number: true, ..Self::default() }
    }

    /// Returns the CSS class. `lines`: a list. `number`, `nowrap`: never wraps. `wraps`: may wrap. Empty: may wrap if columns are few.
    fn css_class(&self) -> &'static str {
        if self.is_number {
            return "number";
        }
        if self.is_list {
            return "wraps lines";
        }
        if self.can_wrap || self.text.chars().count() > MAX_UNWRAPPED_CHARACTERS {
            return "wraps";
        }
        let is_phrase = self.text.split(' ').filter(|word| word.contains(char::is_alphabetic)).count() > 1;
        // a word, a code, a date with its time, or a word with a number is no phrase
        if is_phrase { "" } else { "nowrap" }
    }

    /// Returns the cell as one text, with the small text in parentheses: `Jan Bos (E7)`.
    pub fn joined_text(self) -> String {
        if self.small_text.is_empty() { self.text } else { format!("{} ({})", self.text, self.small_text) }
    }

    /// Shows a text that is not empty as a badge; without a tone, the text has no badge.
    pub fn with_badge(mut self, tone: Option<&'static str>) -> Self {
        self.badges =
            tone.filter(|_| !self.text.is_empty()).map(|tone| (tone, self.text.clone())).into_iter().collect();
        self
    }

    /// Links the first cell of a row to the row's page. An empty first cell gets a dash.
    pub fn link_first_cell(mut cells: Vec<TableCell>, address: String) -> Vec<TableCell> {
        if let Some(first) = cells.first_mut() {
            if first.text.is_empty() {
                first.text.push('–');
            }
            first.address = Some(address);
            // the link shows the text already
            first.badges.retain(|(_, badge)| *badge != first.text);
        }
        cells
    }

    pub fn link_to(self, address: String) -> Self {
        self.with_address(Some(address))
    }

    /// Links the text to an address; without an address, the text has no link.
    pub fn with_address(mut self, address: Option<String>) -> Self {
        self.address = address;
        self
    }
}

#[derive(Template)]
#[template(path = "note.html")]
pub struct Note<'a> {
    /// `note`, `good`, `warn` or `wrong`.
    pub tone: &'static str,
    pub text: &'a str,
}

/// Notes in one box.
#[derive(Template)]
#[template(path = "note_list.html")]
pub struct NoteList {
    /// One of the tones of [`Note`].
    pub tone: &'static str,
    pub texts: Vec<String>,
}

#[derive(Template)]
#[template(path = "named_values.html")]
pub struct NamedValues {
    values: Vec<NamedValue>,
}

impl NamedValues {
    /// Lists the values that are not empty.
    pub fn of<V: Into<NamedValue>>(values: impl IntoIterator<Item = V>) -> Self {
        Self { values: values.into_iter().map(V::into).filter(|named| !named.value.is_empty()).collect() }
    }
}

#[derive(Default)]
pub struct NamedValue {
    name: String,
    pub value: String,
    address: Option<String>,
}

impl<N: Into<String>, V: Into<String>> From<(N, V)> for NamedValue {
    fn from((name, value): (N, V)) -> Self {
        Self { name: name.into(), value: value.into(), address: None }
    }
}

impl NamedValue {
    pub fn link_to(self, address: String) -> Self {
        Self { address: Some(address), ..self }
    }
}

/// A component that is hidden below a heading until the operator opens it.
#[derive(Template)]
#[template(path = "collapsed.html")]
pub struct Collapsed<'a, T: Display> {
    pub heading: &'a str,
    pub content: T,
}

/// A password or secret address that the operator copies from the page.
#[derive(Template)]
#[template(path = "shown_secret.html")]
pub struct ShownSecret<'a> {
    pub label: &'a str,
    pub secret: &'a str,
}

#[derive(Template)]
#[template(path = "link.html")]
pub struct Link<'a> {
    pub address: String,
    pub text: &'a str,
    pub is_button: bool,
}

/// The beginning of a table whose rows are written one by one: then follow [`TableRow`]s, and [`TableEnd`].
#[derive(Template)]
#[template(path = "table_begin.html")]
pub struct TableBegin<'a> {
    pub caption: &'a str,
    pub headings: &'a [Heading],
}

#[derive(Template)]
#[template(path = "row.html")]
pub struct TableRow<'a> {
    pub headings: &'a [Heading],
    pub row: Vec<TableCell>,
}

#[derive(Template)]
#[template(path = "table_end.html")]
pub struct TableEnd;

/// Links to more rows, each with address and text.
#[derive(Template)]
#[template(path = "more_links.html")]
pub struct MoreLinks<T: Display> {
    pub more: Vec<(String, T)>,
}

/// The active filters of a result, each with a link that removes the filter.
#[derive(Template)]
#[template(path = "filter_chips.html")]
pub struct FilterChips<'a> {
    pub label: &'a str,
    pub chips: Vec<FilterChip>,
}

pub struct FilterChip {
    /// The label and value of the filter, such as `Division: Noord`.
    pub text: String,
    pub removal_label: String,
    /// The address of the page without this filter.
    pub address: String,
}

/// The list of problems on the page *Today*.
#[derive(Template)]
#[template(path = "attention_list.html")]
pub struct AttentionList {
    pub items: Vec<AttentionItem>,
}

pub struct AttentionItem {
    /// Either `wrong` or `warn`.
    pub tone: &'static str,
    pub text: String,
    pub address: String,
}

impl<'a> FilterChips<'a> {
    /// Creates a chip for each field with a value. `query` must not contain the position in the list.
    pub fn of<'f>(context: &'a PageContext, query: &FormFields, fields: impl Iterator<Item = &'f FormField>) -> Self {
        let chip = |field: &FormField| {
            // beside the name of a row, the label need not name the key, as in `Person (employee number)`
            let label = match field.label.split_once(" (") {
                Some((label, _key)) if !field.chosen_name.is_empty() => label,
                _ => &field.label,
            };
            let text = format!("{label}: {}", field.displayed_value(context));
            let removal_label = context.words.remove_filter.replace("{}", &text);
            FilterChip { text, removal_label, address: format!("?{}", query.query_without(&field.name)) }
        };
        let active_filters = fields.filter(|field| !field.value.is_empty() && field.input != Input::Hidden);
        Self { label: context.words.filters, chips: active_filters.map(chip).collect() }
    }
}

#[derive(Template)]
#[template(path = "links.html")]
pub struct Links<'a> {
    pub label: &'a str,
    /// Address and text of each link.
    pub links: Vec<(String, &'a str)>,
}

/// Texts to copy, such as calls of the API in several languages, each with a label.
#[derive(Template)]
#[template(path = "copy_texts.html")]
pub struct CopyTexts<'a> {
    pub heading: &'a str,
    pub explanation: &'a str,
    pub labelled_texts: Vec<(&'a str, String)>,
}

/// The box at the top of a page about a person or a class.
#[derive(Template)]
#[template(path = "summary.html")]
pub struct Summary<'a> {
    pub values: NamedValues,
    pub badges_label: &'a str,
    /// The tone (`good`, `warn`, `wrong` or `note`) and text of each badge.
    pub badges: Vec<(&'static str, String)>,
}

#[derive(Template)]
#[template(path = "sections.html")]
pub struct SectionLinks<'a> {
    pub label: &'a str,
    pub ids_and_headings: Vec<(String, String)>,
}

#[derive(Template)]
#[template(path = "task_links.html")]
pub struct TaskLinks<'a> {
    pub label: &'a str,
    /// The address, text and CSS class of each link. The class is `primary`, `danger` or empty.
    pub links: Vec<(String, &'a str, &'static str)>,
    /// The label of each impossible task, and why it is impossible.
    pub obstacles: Vec<(&'a str, String)>,
}
