//! The components of pages. Templates and the style define their appearance.

mod chart;

use std::fmt::Display;

use askama::Template;

use super::FormFields;
use super::page_context::PageContext;
use super::translations::Translations;
use crate::datafile::file::{Column, Domain};
pub use chart::{BarChart, KeyFigures};

/// The suffix of the names of fields for the current password.
pub const CURRENT_PASSWORD: &str = "present";

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
    /// The query field `position_field` has the position of a later page. If its name is `before`, the newest row comes
    /// first.
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
        let next_link = (!next_position.0.is_empty()).then_some((next_page, self.next_label));
        self.is_later_page.then_some((self.first_page_address, self.first_label)).into_iter().chain(next_link).collect()
    }
}

pub struct SortLink {
    pub address: String,
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
    /// `good`, `warn`, `wrong` or `note`; `None` for a text without a badge.
    pub badge_tone: Option<&'static str>,
    /// A small text beside `text`, such as a code beside a name. Empty if there is none.
    pub aside: String,
    /// Can the text wrap although it is short?
    pub can_wrap: bool,
}

#[derive(Clone, Copy)]
pub struct SortFields {
    pub column_field: &'static str,
    pub direction_field: &'static str,
}

impl SortFields {
    /// The value of `direction_field` for a descending order. In an ascending order the query lacks the field.
    pub const DESCENDING: &str = "down";

    /// Returns the link that sorts the table by `column`, or reverses the order if the table is sorted by it already.
    pub fn link(self, query: &FormFields, column: &str, label: &str, words: &Translations) -> SortLink {
        let is_sorted = query.get(self.column_field) == Some(column);
        let is_descending = is_sorted && query.get(self.direction_field) == Some(Self::DESCENDING);
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
        SortLink { address: format!("?{}", fields.to_query()), description, current_order }
    }
}

impl Heading {
    pub fn plain(label: impl Into<String>) -> Self {
        Self { label: label.into(), is_number: false, sort: None }
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

    pub fn without_empty_columns(mut self) -> Self {
        for column in (0..self.headings.len()).rev() {
            if self.rows.iter().all(|row| row.get(column).is_none_or(|cell| cell.text.is_empty())) {
                self.headings.remove(column);
                self.rows.iter_mut().filter(|row| column < row.len()).for_each(|row| drop(row.remove(column)));
            }
        }
        self
    }

    pub fn with_links(mut self, links: impl IntoIterator<Item = (String, &'a str)>) -> Self {
        self.more.extend(links);
        self
    }
}

/// The most characters of a cell, or of a code in a cell, that stay on one line.
const MAX_UNWRAPPED_CHARACTERS: usize = 28;

impl TableCell {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub fn number(number: impl ToString) -> Self {
        Self { text: number.to_string(), is_number: true, ..Self::default() }
    }

    /// Returns the CSS class: `number` and `whole` never wrap, `long` always can, and others in a table of few columns.
    fn css_class(&self) -> &'static str {
        if self.is_number {
            return "number";
        }
        if self.can_wrap || !self.aside.is_empty() || self.text.chars().count() > MAX_UNWRAPPED_CHARACTERS {
            return "long";
        }
        let is_phrase = self.text.contains(' ') && self.text.contains(char::is_alphabetic);
        // a single word, a code, or a date with its time is no phrase
        if is_phrase { "" } else { "whole" }
    }

    /// Returns each word of the text, with `true` for a short code or date, which must not break at a hyphen.
    fn words(&self) -> impl Iterator<Item = (&str, bool)> {
        let is_code = |word: &str| word.contains('-') && word.contains(|c: char| c.is_ascii_digit());
        let words = self.text.split(' ');
        words.map(move |word| (word, is_code(word) && word.chars().count() <= MAX_UNWRAPPED_CHARACTERS))
    }

    /// Links the first cell of a row to the row's page. An empty first cell gets a dash.
    pub fn link_first_cell(mut cells: Vec<TableCell>, address: String) -> Vec<TableCell> {
        if let Some(first) = cells.first_mut() {
            if first.text.is_empty() {
                first.text.push('–');
            }
            first.address = Some(address);
        }
        cells
    }

    pub fn link_to(mut self, address: String) -> Self {
        self.address = Some(address);
        self
    }
}

#[derive(Default, Template)]
#[template(path = "form.html")]
pub struct Form<'a> {
    /// The description for screen readers.
    pub label: &'a str,
    pub action: String,
    /// The page, whose token the form sends; `None` for a form that changes nothing.
    pub context: Option<&'a PageContext<'a>>,
    pub fields: Vec<FormField>,
    pub more: Option<MoreFields<'a>>,
    pub button: &'a str,
    /// Does the form remove or end something? Then the button is red.
    pub is_destructive: bool,
    pub cancel: Option<String>,
}

/// Fields that the operator can expand. If all other fields are hidden, the button of the form is among them.
pub struct MoreFields<'a> {
    pub heading: &'a str,
    pub is_open: bool,
    pub fields: Vec<FormField>,
}

impl<'a> Form<'a> {
    /// Creates a form that only selects what a page shows.
    pub fn selecting(label: &'a str, action: String, fields: Vec<FormField>, button: &'a str) -> Self {
        Self { label, action, fields, button, ..Self::default() }
    }

    pub fn changing(
        context: &'a PageContext,
        label: &'a str,
        action: String,
        fields: Vec<FormField>,
        button: &'a str,
    ) -> Self {
        Self { context: Some(context), ..Self::selecting(label, action, fields, button) }
    }

    /// Creates a form that changes data, and whose label is also the text of its button.
    pub fn button(context: &'a PageContext, label: &'a str, action: String, fields: Vec<FormField>) -> Self {
        Self::changing(context, label, action, fields, label)
    }
}

#[derive(Template)]
#[template(path = "note.html")]
pub struct Note<'a> {
    /// `note`, `good`, `warn` or `wrong`.
    pub kind: &'static str,
    pub text: &'a str,
}

#[derive(Template)]
#[template(path = "facts.html")]
pub struct Facts {
    facts: Vec<Fact>,
}

impl Facts {
    /// Leaves out facts with an empty value.
    pub fn of<F: Into<Fact>>(facts: impl IntoIterator<Item = F>) -> Self {
        Self { facts: facts.into_iter().map(F::into).filter(|fact| !fact.value.is_empty()).collect() }
    }
}

#[derive(Default)]
pub struct Fact {
    name: String,
    pub value: String,
    address: Option<String>,
}

impl<N: Into<String>, V: Into<String>> From<(N, V)> for Fact {
    fn from((name, value): (N, V)) -> Self {
        Self { name: name.into(), value: value.into(), address: None }
    }
}

impl Fact {
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
    pub text: String,
    pub removal_label: String,
    pub address: String,
}

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
    /// Creates a chip for each field with a value. `query` lacks the position in the list.
    pub fn of<'f>(context: &'a PageContext, query: &FormFields, fields: impl Iterator<Item = &'f FormField>) -> Self {
        let chip = |field: &FormField| {
            let option_label = match &field.input {
                Input::Select(options) => {
                    options.iter().find(|(value, _)| *value == field.value).map(|(_, label)| label)
                }
                _ => None,
            };
            let value = context.language.format_date(option_label.unwrap_or(&field.value));
            let text = format!("{}: {value}", field.label);
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

#[derive(Template)]
#[template(path = "copy_texts.html")]
pub struct CopyTexts<'a> {
    pub heading: &'a str,
    pub explanation: &'a str,
    pub texts: Vec<(&'a str, String)>,
}

#[derive(Default, Template)]
#[template(path = "field.html")]
pub struct FormField {
    /// The name in the form, and the id of the HTML element.
    pub name: String,
    pub label: String,
    pub hint: String,
    pub value: String,
    pub input: Input,
    pub is_required: bool,
    /// Does the first checkbox tick and untick all checkboxes of the field?
    pub has_all: bool,
    /// Is the field a row of a table of fields: label, hint and input side by side?
    pub is_row: bool,
    /// Does the field get the focus when the page opens, even without an error?
    pub has_focus: bool,
    pub errors: Vec<String>,
    pub origin: String,
    /// The stem of the data file whose rows are suggested while the operator types; empty for no suggestions.
    pub suggestion_stem: &'static str,
    /// The rows that the value can mean, each with key and description. The operator chooses a row.
    pub matches: Vec<(String, String)>,
    /// The name of the row that the value refers to; empty if there is no row.
    pub chosen_name: String,
    pub chosen_details: String,
    /// The label of the [`Input::Radio`] option with a date input, and the date. `None` if no option has a date input.
    pub day: Option<(String, String)>,
}

/// The value of the option [`FormField::day`], and the suffix of the name of the date input.
pub const DAY: &str = "day";

/// The input for a decimal number. Its HTML type is `text`: with `number`, English browsers drop the comma of 12,50.
pub const DECIMAL: &str = "decimal";

#[derive(Clone, Default, PartialEq, Eq)]
pub enum Input {
    /// The HTML type `text`, `search`, `date`, `time`, `month`, `number` or `password`; or [`DECIMAL`].
    Line(&'static str),
    DateTime,
    TextArea,
    Files,
    Folder,
    /// A drop-down list, with the value and label of each option.
    Select(Vec<(String, String)>),
    /// Radio buttons, with the value and label of each option.
    Radio(Vec<(String, String)>),
    /// A checkbox per row. A row that is not ticked also has a text field.
    Checklist(Vec<ChecklistRow>),
    Checkboxes(Vec<CheckboxOption>),
    /// The headings of a table of fields: above the labels, the hints and the inputs.
    Headings([String; 3]),
    ReadOnly,
    #[default]
    Hidden,
}

#[derive(Clone, PartialEq, Eq)]
pub struct CheckboxOption {
    pub value: String,
    pub label: String,
    pub is_ticked: bool,
}

#[derive(Clone, PartialEq, Eq)]
pub struct ChecklistRow {
    pub key: String,
    pub label: String,
    pub is_ticked: bool,
    pub text: String,
    pub error: String,
}

/// The box at the top of a page about a person or a class.
#[derive(Template)]
#[template(path = "summary.html")]
pub struct Summary<'a> {
    pub facts: Facts,
    pub label: &'a str,
    /// The tone (`good`, `warn`, `wrong` or `note`) and text of each badge.
    pub badges: Vec<(&'static str, String)>,
}

#[derive(Template)]
#[template(path = "sections.html")]
pub struct SectionLinks<'a> {
    pub label: &'a str,
    pub sections: Vec<(String, String)>,
}

#[derive(Template)]
#[template(path = "task_links.html")]
pub struct TaskLinks<'a> {
    pub label: &'a str,
    /// The address, text and CSS class of each link. The class is `main`, `grave` or empty.
    pub links: Vec<(String, &'a str, &'static str)>,
}

impl Input {
    /// Creates a drop-down list from the value and label of each option.
    pub fn select<V: Into<String>, L: Into<String>>(options: impl IntoIterator<Item = (V, L)>) -> Self {
        Self::Select(options.into_iter().map(|(value, label)| (value.into(), label.into())).collect())
    }

    pub fn of_column(column: &Column) -> Self {
        match column.domain {
            Domain::Date => Input::Line("date"),
            Domain::Time => Input::Line("time"),
            Domain::Datetime => Input::DateTime,
            Domain::Id | Domain::Int(..) => Input::Line("number"),
            Domain::Money => Input::Line(DECIMAL),
            _ => Input::Line("text"),
        }
    }
}

impl FormField {
    pub fn new(name: impl Into<String>, label: impl Into<String>, input: Input) -> Self {
        Self { name: name.into(), label: label.into(), input, ..Self::default() }
    }

    pub fn hidden(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), ..Self::default() }
    }

    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.value = value.into();
        self
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    pub fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    fn are_all_hidden(fields: &[FormField]) -> bool {
        fields.iter().all(|field| field.input == Input::Hidden)
    }

    fn has_required_mark(fields: &[FormField]) -> bool {
        fields.iter().any(|field| field.is_required && ![Input::Hidden, Input::ReadOnly].contains(&field.input))
    }

    fn has_file_input(fields: &[FormField]) -> bool {
        let mut inputs = fields.iter().map(|field| &field.input);
        inputs.any(|input| matches!(input, Input::Files | Input::Folder))
    }

    /// Gives the focus to the first empty required field, unless a field has an error.
    pub fn focus_first_empty(fields: &mut [FormField]) {
        let is_empty = |field: &&mut FormField| match &field.input {
            Input::Radio(options) => options.iter().all(|(value, _)| *value != field.value),
            _ => field.value.is_empty(),
        };
        if fields.iter().all(|field| field.errors.is_empty())
            && let Some(field) = fields.iter_mut().filter(|field| field.is_required).find(is_empty)
        {
            field.has_focus = true;
        }
    }

    fn takes_focus(&self) -> bool {
        self.has_focus || !self.errors.is_empty()
    }

    /// Returns whether the field has only one match, and the description of the match contains each typed word.
    fn is_certain_match(&self, description: &str) -> bool {
        let description = description.to_lowercase();
        self.matches.len() == 1 && self.value.to_lowercase().split_whitespace().all(|word| description.contains(word))
    }

    fn text_area_rows(&self) -> usize {
        (self.value.lines().count() + 1).clamp(4, 30)
    }

    fn described_by(&self) -> String {
        let elements = [
            ("chosen", !self.chosen_name.is_empty()),
            ("hint", !self.hint.is_empty()),
            ("wrong", !self.errors.is_empty()),
            ("why", !self.origin.is_empty()),
        ];
        let elements = elements.iter().filter(|(_, has_text)| *has_text);
        let ids: Vec<_> = elements.map(|(suffix, _)| format!("{}-{suffix}", self.name)).collect();
        ids.join(" ")
    }
}
