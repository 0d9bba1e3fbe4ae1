//! The components of pages. Templates and the style define their appearance. Long, because it contains all of them.

mod chart;

use std::fmt::Display;

use askama::Template;

use super::FormFields;
use super::page_context::PageContext;
use super::translations::Translations;
use crate::datafile::file::{Column, Domain};
pub use chart::{BarChart, KeyFigures};

/// The suffix of the names of fields for the operator's present password.
pub const PRESENT: &str = "present";

#[derive(Template)]
#[template(path = "table.html")]
pub struct Table<'a> {
    /// The description for screen readers.
    pub caption: &'a str,
    pub headings: Vec<Heading>,
    /// The rows, each with a cell per heading.
    pub rows: Vec<Vec<TableCell>>,
    /// The sentence in place of a table without rows.
    pub none: &'a str,
    /// Links to more rows: address and text.
    pub more: Vec<(String, &'a str)>,
}

/// The heading of a column.
pub struct Heading {
    pub label: String,
    pub is_number: bool,
    /// The sorting link, if the column is sortable.
    pub sort: Option<Sort>,
}

/// Links between the pages of a list.
pub struct Paging {
    /// The address of the first page: a path, a query, or both.
    pub first: String,
    pub is_later: bool,
    /// The labels of the links to the first page and to the next.
    pub labels: [&'static str; 2],
}

impl Paging {
    /// Creates the links of the page at the position in the address's field `place`.
    pub fn of(context: &PageContext, place: &str, first: String) -> Self {
        let words = context.words;
        let labels = if place == "before" { [words.newest, words.older] } else { [words.first_page, words.next_page] };
        Self { first, is_later: context.request.query.get(place).is_some(), labels }
    }

    /// Returns the links to the first page and, given its position's fields, to the next.
    pub fn links<'n>(self, next: impl IntoIterator<Item = (&'n str, String)>) -> Vec<(String, &'static str)> {
        let next = FormFields(next.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
        let (path, query) = self.first.split_once('?').unwrap_or((&self.first, ""));
        let joint = if query.is_empty() { "" } else { "&" };
        let next = (!next.0.is_empty()).then(|| (format!("{path}?{query}{joint}{}", next.text()), self.labels[1]));
        self.is_later.then_some((self.first, self.labels[0])).into_iter().chain(next).collect()
    }
}

/// A link that sorts a table by a column.
pub struct Sort {
    /// The address of the sorted table.
    pub address: String,
    /// The description for screen readers.
    pub says: String,
    /// The present order, `ascending`, `descending` or `none`, for screen readers.
    pub now: &'static str,
}

#[derive(Default)]
pub struct TableCell {
    pub text: String,
    pub address: Option<String>,
    pub is_number: bool,
    /// The tone if it is a status: `good`, `warn`, `wrong` or `note`.
    pub badge: Option<&'static str>,
    /// A text beside it, such as the code of a name or the share of a count.
    pub aside: String,
    /// Whether it may wrap although it is short.
    pub wraps: bool,
}

impl Sort {
    /// Creates the link that sorts by `column` in the address `query`; `sort` and `way` are the parameters' names.
    pub fn by(query: &FormFields, (sort, way): (&str, &str), column: &str, words: &Translations) -> Self {
        let is_now = query.get(sort) == Some(column);
        let is_down = is_now && query.get(way) == Some("down");
        let mut fields = query.clone();
        fields.0.retain(|(name, _)| name != sort && name != way);
        fields.0.push((sort.to_owned(), column.to_owned()));
        if is_now && !is_down {
            fields.0.push((way.to_owned(), "down".to_owned()));
        }
        let (now, says) = match (is_now, is_down) {
            (false, _) => ("none", words.sort_up),
            (true, false) => ("ascending", words.sort_down),
            (true, true) => ("descending", words.sort_up),
        };
        Self { address: format!("?{}", fields.text()), says: says.to_owned(), now }
    }

    /// Puts the column's label into the description.
    pub fn above(mut self, label: &str) -> Self {
        self.says = self.says.replace("{}", label);
        self
    }
}

impl Heading {
    /// Creates the heading of a column that is not sortable.
    pub fn plain(label: impl Into<String>) -> Self {
        Self { label: label.into(), is_number: false, sort: None }
    }

    /// Creates the heading of a column of numbers, which is right-aligned.
    pub fn number(label: impl Into<String>) -> Self {
        Self { is_number: true, ..Self::plain(label) }
    }
}

impl<'a> Table<'a> {
    /// Creates a table. A column with a number in any row is right-aligned.
    pub fn new<T: Into<String>>(
        caption: &'a str,
        labels: impl IntoIterator<Item = T>,
        rows: Vec<Vec<TableCell>>,
        none: &'a str,
    ) -> Self {
        let is_number = |at: usize| rows.iter().any(|row| row.get(at).is_some_and(|cell| cell.is_number));
        let labels = labels.into_iter().enumerate();
        let headings = labels.map(|(at, label)| Heading { is_number: is_number(at), ..Heading::plain(label) });
        Self { caption, headings: headings.collect(), rows, none, more: Vec::new() }
    }

    /// Leaves out the columns that are empty in every row.
    pub fn without_empty_columns(mut self) -> Self {
        for at in (0..self.headings.len()).rev() {
            if self.rows.iter().all(|row| row.get(at).is_none_or(|cell| cell.text.is_empty())) {
                self.headings.remove(at);
                self.rows.iter_mut().filter(|row| at < row.len()).for_each(|row| drop(row.remove(at)));
            }
        }
        self
    }

    /// Adds links to more rows.
    pub fn more(mut self, more: impl IntoIterator<Item = (String, &'a str)>) -> Self {
        self.more.extend(more);
        self
    }
}

/// The most characters of a cell, or of a code in it, that stay on one line.
const MAX_UNWRAPPED: usize = 28;

impl TableCell {
    /// Creates a cell with a text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Creates a cell with a number, right-aligned.
    pub fn number(number: impl ToString) -> Self {
        Self { text: number.to_string(), is_number: true, ..Self::default() }
    }

    /// Returns the cell's class: `long` if it may wrap in a table of many columns, `whole` if it never wraps.
    fn class(&self) -> &'static str {
        let is_name = self.text.contains(' ') && self.text.contains(char::is_alphabetic);
        match self.wraps || !self.aside.is_empty() || self.text.chars().count() > MAX_UNWRAPPED {
            _ if self.is_number => "number",
            true => "long",
            // a code, or a date with its time
            false if !is_name => "whole",
            false => "",
        }
    }

    /// Returns the words of the text, and whether each is a code, date or time, which must not break at its hyphens.
    fn words(&self) -> impl Iterator<Item = (&str, bool)> {
        let is_code = |word: &str| word.contains('-') && word.contains(|c: char| c.is_ascii_digit());
        let words = self.text.split(' ');
        words.map(move |word| (word, is_code(word) && word.chars().count() <= MAX_UNWRAPPED))
    }

    /// Makes the first cell a link to the row's page; it is never empty.
    pub fn link_first_cell(mut cells: Vec<TableCell>, address: String) -> Vec<TableCell> {
        if let Some(first) = cells.first_mut() {
            if first.text.is_empty() {
                first.text.push('–');
            }
            first.address = Some(address);
        }
        cells
    }

    /// Makes the cell a link to this address.
    pub fn to(mut self, address: String) -> Self {
        self.address = Some(address);
        self
    }
}

/// A form: fields and a button.
#[derive(Template)]
#[template(path = "form.html")]
pub struct Form<'a> {
    /// The description for screen readers.
    pub label: &'a str,
    pub action: String,
    /// The page's token, if the form changes something.
    pub token: Option<&'a str>,
    pub fields: Vec<FormField>,
    /// Collapsible fields: their heading, whether they are open, and the fields. Without other fields, the button is
    /// among them.
    pub more: Option<(&'a str, bool, Vec<FormField>)>,
    pub button: &'a str,
    /// Whether the button is red: its effect is drastic.
    pub is_grave: bool,
    /// The address of the link beside the button that leads away without a change.
    pub cancel: Option<String>,
    /// The texts of a form that changes something.
    pub words: Option<&'static Translations>,
}

impl<'a> Form<'a> {
    /// Creates a form that only searches.
    pub fn search_form(label: &'a str, action: String, fields: Vec<FormField>, button: &'a str) -> Self {
        Self { label, action, token: None, fields, more: None, button, is_grave: false, cancel: None, words: None }
    }

    /// Creates a form that changes something.
    pub fn changing(
        context: &'a PageContext,
        label: &'a str,
        action: String,
        fields: Vec<FormField>,
        button: &'a str,
    ) -> Self {
        Self {
            token: Some(&context.token),
            words: Some(context.words),
            ..Self::search_form(label, action, fields, button)
        }
    }
}

#[derive(Template)]
#[template(path = "note.html")]
pub struct Note<'a> {
    /// `note`, `good`, `warn` or `wrong`.
    pub kind: &'static str,
    pub text: &'a str,
}

/// A list of names and values.
#[derive(Template)]
#[template(path = "facts.html")]
pub struct Facts {
    facts: Vec<(String, String)>,
}

impl Facts {
    /// Creates the list, without empty values.
    pub fn of<T: Into<String>>(facts: impl IntoIterator<Item = (T, String)>) -> Self {
        let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
        Self { facts: facts.map(|(name, value)| (name.into(), value)).collect() }
    }
}

/// A component that is collapsed below a heading until somebody opens it.
#[derive(Template)]
#[template(path = "folded.html")]
pub struct Collapsed<'a, T: Display> {
    pub heading: &'a str,
    pub content: T,
}

#[derive(Template)]
#[template(path = "secret.html")]
pub struct NewPassword<'a> {
    pub says: &'a str,
    pub password: &'a str,
}

/// A link on its own line.
#[derive(Template)]
#[template(path = "link.html")]
pub struct Link<'a> {
    pub address: String,
    pub text: &'a str,
    /// Does it look like a button?
    pub is_button: bool,
}

/// The beginning of a streamed table.
#[derive(Template)]
#[template(path = "table_begin.html")]
pub struct TableBegin<'a> {
    /// The description for screen readers.
    pub caption: &'a str,
    pub headings: &'a [Heading],
}

#[derive(Template)]
#[template(path = "row.html")]
pub struct TableRow<'a> {
    pub headings: &'a [Heading],
    /// A cell per heading.
    pub row: Vec<TableCell>,
}

/// The end of a streamed table.
#[derive(Template)]
#[template(path = "table_end.html")]
pub struct TableEnd;

/// Links to more rows: address and text.
#[derive(Template)]
#[template(path = "more.html")]
pub struct MoreLinks<'a> {
    pub more: Vec<(String, &'a str)>,
}

/// The active filters of a result, each with a link that removes it.
#[derive(Template)]
#[template(path = "chips.html")]
pub struct FilterChips<'a> {
    pub says: &'a str,
    /// The text of each filter, the description of the link that removes it, and its address.
    pub chips: Vec<(String, String, String)>,
}

/// What needs somebody: the tone, text and address of each.
#[derive(Template)]
#[template(path = "needs.html")]
pub struct Needs {
    pub needs: Vec<(&'static str, String, String)>,
}

impl<'a> FilterChips<'a> {
    /// Creates the chips of the fields with a value; `query` is the address without position.
    pub fn of<'f>(context: &'a PageContext, query: &FormFields, fields: impl Iterator<Item = &'f FormField>) -> Self {
        let chip = |field: &FormField| {
            let value = match &field.input {
                Input::Choice(known) => known.iter().find(|(sent, _)| *sent == field.value).map(|(_, shown)| shown),
                _ => None,
            };
            let text = format!("{}: {}", field.label, context.language.format_date(value.unwrap_or(&field.value)));
            let removes = context.words.remove_filter.replace("{}", &text);
            (text, removes, format!("?{}", query.without(&field.name)))
        };
        let set = fields.filter(|field| !field.value.is_empty() && field.input != Input::Hidden);
        Self { says: context.words.filters, chips: set.map(chip).collect() }
    }
}

/// A line of links after a label.
#[derive(Template)]
#[template(path = "links.html")]
pub struct Links<'a> {
    pub says: &'a str,
    /// Address and text of each link.
    pub links: Vec<(String, &'a str)>,
}

/// Collapsible texts to copy.
#[derive(Template)]
#[template(path = "calls.html")]
pub struct CopyTexts<'a> {
    pub heading: &'a str,
    pub says: &'a str,
    pub calls: Vec<(&'a str, String)>,
}

/// A field of a form.
#[derive(Template)]
#[template(path = "field.html")]
pub struct FormField {
    /// The name in the form, also its id.
    pub name: String,
    pub label: String,
    pub hint: String,
    pub value: String,
    pub input: Input,
    pub is_required: bool,
    /// Does the first of [`Input::Several`] mean all of them?
    pub has_all: bool,
    /// Is it a row of a table of fields: label, hint and input side by side?
    pub is_row: bool,
    /// Does it take the focus when the page opens? So does the first field with an error.
    pub has_focus: bool,
    /// What is wrong with its value.
    pub wrong: Vec<String>,
    /// A sentence that says where its value came from.
    pub why: String,
    /// The data file whose rows are suggested while somebody types; empty if none is.
    pub suggests: &'static str,
    /// Rows that the value may mean: key and description.
    pub matches: Vec<(String, String)>,
    /// The row that the value refers to: its name, and what distinguishes it.
    pub chosen: [String; 2],
    /// A day instead of the choices of [`Input::OneOf`]: its label and value.
    pub day: Option<(String, String)>,
}

/// The choice of a [day](FormField::day), and the suffix of the day's field.
pub const DAY: &str = "day";

/// A text of digits: browsers in English drop the comma of 12,50 in an input of the type `number`.
pub const DECIMAL: &str = "decimal";

/// The kind of a field.
#[derive(Clone, PartialEq, Eq)]
pub enum Input {
    /// HTML's `type`: `text`, `search`, `date`, `number`, `password`; or [`DECIMAL`].
    Line(&'static str),
    /// A date and time.
    Moment,
    /// A long text.
    Words,
    Files,
    Folder,
    /// One of these: value and label.
    Choice(Vec<(String, String)>),
    /// One of these, all of which are shown: value and label.
    OneOf(Vec<(String, String)>),
    /// Rows to tick, each with a text if it is not ticked.
    Sheet(Vec<SheetRow>),
    /// Any of these: value, label, and whether it is selected.
    Several(Vec<(String, String, bool)>),
    /// The headings above fields that are rows: of their labels, hints and inputs.
    Headings([String; 3]),
    /// Shown, not editable.
    Fixed,
    /// Not shown.
    Hidden,
}

/// A row to tick, or to give a text.
#[derive(Clone, PartialEq, Eq)]
pub struct SheetRow {
    pub key: String,
    pub label: String,
    pub is_ticked: bool,
    pub text: String,
    /// The error of its text; empty without one.
    pub wrong: String,
}

/// What a page begins with: facts, each perhaps with a link, and counts as badges.
#[derive(Template)]
#[template(path = "summary.html")]
pub struct Summary<'a> {
    /// Name, value and address; those without a value are left out.
    pub facts: Vec<(String, String, Option<String>)>,
    pub label: &'a str,
    /// The kind of each badge, `good`, `warn`, `wrong` or `note`, and its text.
    pub badges: Vec<(&'static str, String)>,
}

/// Links to the sections of a page: id and heading.
#[derive(Template)]
#[template(path = "sections.html")]
pub struct SectionLinks<'a> {
    pub label: &'a str,
    pub sections: Vec<(String, String)>,
}

/// Links to what can be done with a person or a class.
#[derive(Template)]
#[template(path = "task_links.html")]
pub struct TaskLinks<'a> {
    pub label: &'a str,
    /// Address, text and kind of each: `main`, `grave` or none.
    pub links: Vec<(String, &'a str, &'static str)>,
}

impl Input {
    /// Returns the kind of a field for the cells of a column.
    pub fn of_column(column: &Column) -> Self {
        match column.domain {
            Domain::Date => Input::Line("date"),
            Domain::Time => Input::Line("time"),
            Domain::Datetime => Input::Moment,
            Domain::Id | Domain::Int(..) => Input::Line("number"),
            Domain::Money => Input::Line(DECIMAL),
            _ => Input::Line("text"),
        }
    }
}

impl FormField {
    /// Creates an empty field.
    pub fn new(name: impl Into<String>, label: impl Into<String>, input: Input) -> Self {
        Self {
            name: name.into(),
            label: label.into(),
            hint: String::new(),
            value: String::new(),
            input,
            is_required: false,
            has_all: false,
            is_row: false,
            has_focus: false,
            wrong: Vec::new(),
            why: String::new(),
            suggests: "",
            matches: Vec::new(),
            chosen: Default::default(),
            day: None,
        }
    }

    /// Sets the field's value.
    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.value = value.into();
        self
    }

    /// Sets the explanation below the field.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Returns whether all fields are hidden.
    fn are_hidden(fields: &[FormField]) -> bool {
        fields.iter().all(|field| field.input == Input::Hidden)
    }

    /// Returns whether any field is marked as required.
    fn are_marked(fields: &[FormField]) -> bool {
        fields.iter().any(|field| field.is_required && ![Input::Hidden, Input::Fixed].contains(&field.input))
    }

    /// Returns whether any field takes files, which changes the form's encoding.
    fn describes_files(fields: &[FormField]) -> bool {
        let mut inputs = fields.iter().map(|field| &field.input);
        inputs.any(|input| matches!(input, Input::Files | Input::Folder))
    }

    /// Gives the focus to the first required field without a value, unless a field with an error takes it.
    pub fn focus_first_empty(fields: &mut [FormField]) {
        let is_empty = |field: &&mut FormField| match &field.input {
            Input::OneOf(known) => known.iter().all(|(known, _)| *known != field.value),
            _ => field.value.is_empty(),
        };
        if fields.iter().all(|field| field.wrong.is_empty())
            && let Some(field) = fields.iter_mut().filter(|field| field.is_required).find(is_empty)
        {
            field.has_focus = true;
        }
    }

    fn takes_focus(&self) -> bool {
        self.has_focus || !self.wrong.is_empty()
    }

    /// Returns whether this row is the only one that the typed value may mean, and contains each word of it.
    fn is_the_match(&self, shown: &str) -> bool {
        let shown = shown.to_lowercase();
        self.matches.len() == 1 && self.value.to_lowercase().split_whitespace().all(|word| shown.contains(word))
    }

    /// Returns the height of a long text's field in lines.
    fn lines(&self) -> usize {
        (self.value.lines().count() + 1).clamp(4, 30)
    }

    /// Returns the ids of the elements that describe the field, for `aria-describedby`.
    fn described_by(&self) -> String {
        let parts = [
            ("chosen", !self.chosen[0].is_empty()),
            ("hint", !self.hint.is_empty()),
            ("wrong", !self.wrong.is_empty()),
            ("why", !self.why.is_empty()),
        ];
        let parts = parts.iter().filter(|(_, is_there)| *is_there);
        let ids: Vec<_> = parts.map(|(part, _)| format!("{}-{part}", self.name)).collect();
        ids.join(" ")
    }
}
