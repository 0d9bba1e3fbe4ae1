//! The components that pages are put together from: what each holds; how it looks is its template's and the style's.

mod chart;

use askama::Template;

use super::FormFields;
use super::page_context::PageContext;
use super::translations::Translations;
pub use chart::{BarChart, KeyFigures};

/// What the names of fields for the operator's present password end with.
pub const PRESENT: &str = "present";

#[derive(Template)]
#[template(path = "table.html")]
pub struct Table<'a> {
    /// What it is, for who cannot see where it stands.
    pub caption: &'a str,
    /// What stands above its columns.
    pub headings: Vec<Heading>,
    /// Its rows, each with a cell for each heading.
    pub rows: Vec<Vec<TableCell>>,
    /// What is said where it has none.
    pub none: &'a str,
    /// Where more rows are, each with what the link says.
    pub more: Vec<(String, &'a str)>,
}

/// What stands above a column.
pub struct Heading {
    pub label: String,
    pub is_number: bool,
    /// How to sort by it, where that can be done.
    pub sort: Option<Sort>,
}

/// A page of a list, by what links to the list's other pages.
pub struct Paging {
    /// The address of the first page: a path, a query, or both.
    pub first: String,
    pub is_later: bool,
    /// The labels of the links to the first page and to the next.
    pub labels: [&'static str; 2],
}

impl Paging {
    /// A page that begins where the address says in the field `place`.
    pub fn of(visit: &PageContext, place: &str, first: String) -> Self {
        let words = visit.words;
        let labels = if place == "before" { [words.newest, words.older] } else { [words.first_page, words.next_page] };
        Self { first, is_later: visit.request.query.get(place).is_some(), labels }
    }

    /// The links to the first page and, if these fields say where it begins, to the next.
    pub fn links<'n>(self, next: impl IntoIterator<Item = (&'n str, String)>) -> Vec<(String, &'static str)> {
        let next = FormFields(next.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
        let (path, query) = self.first.split_once('?').unwrap_or((&self.first, ""));
        let joint = if query.is_empty() { "" } else { "&" };
        let next = (!next.0.is_empty()).then(|| (format!("{path}?{query}{joint}{}", next.text()), self.labels[1]));
        self.is_later.then_some((self.first, self.labels[0])).into_iter().chain(next).collect()
    }
}

/// How to sort by a column.
pub struct Sort {
    /// The address of the table sorted so.
    pub address: String,
    /// What the link does, for who cannot see the arrow.
    pub says: String,
    /// `ascending`, `descending`, or `none` where something else sorts.
    pub now: &'static str,
}

/// What stands in a cell.
#[derive(Default)]
pub struct TableCell {
    pub text: String,
    pub address: Option<String>,
    pub is_number: bool,
}

impl Sort {
    /// Sorts by a column whose name in the address `query`, without the place of a page, is `column`, under these names of
    /// what sorts and which way.
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

    /// The same above a column that is called so.
    pub fn above(mut self, label: &str) -> Self {
        self.says = self.says.replace("{}", label);
        self
    }
}

impl Heading {
    /// Above a column that cannot be sorted by.
    pub fn plain(label: impl Into<String>) -> Self {
        Self { label: label.into(), is_number: false, sort: None }
    }

    pub fn number(label: impl Into<String>) -> Self {
        Self { is_number: true, ..Self::plain(label) }
    }
}

impl<'a> Table<'a> {
    /// A table of these rows under these labels. A column with a number in any row is one of numbers.
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

    /// The same table, followed by these links.
    pub fn more(mut self, more: impl IntoIterator<Item = (String, &'a str)>) -> Self {
        self.more.extend(more);
        self
    }
}

impl TableCell {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub fn number(number: impl ToString) -> Self {
        Self { text: number.to_string(), is_number: true, ..Self::default() }
    }

    /// Whether it is a date, maybe with a time, which is read at one glance.
    fn is_moment(&self) -> bool {
        let form = "0000-00-00 00:00:00";
        let is_so = |(c, of): (char, char)| c == of || (of == '0' && c.is_ascii_digit());
        let is_whole = ["0000-00-00".len(), form.len() - 3, form.len()].contains(&self.text.len());
        is_whole && self.text.chars().zip(form.chars()).all(is_so)
    }

    /// These cells, of which the first leads to the page of their row and is never empty.
    pub fn link_first_cell(mut cells: Vec<TableCell>, address: String) -> Vec<TableCell> {
        if let Some(first) = cells.first_mut() {
            if first.text.is_empty() {
                first.text.push('–');
            }
            first.address = Some(address);
        }
        cells
    }

    /// The same, leading to an address.
    pub fn to(mut self, address: String) -> Self {
        self.address = Some(address);
        self
    }
}

/// A form: fields and a button.
#[derive(Template)]
#[template(path = "form.html")]
pub struct Form<'a> {
    /// What it is, for who cannot see where it stands.
    pub label: &'a str,
    /// Where it goes; a form that changes something is given the page's token.
    pub action: String,
    /// The token of the page where it changes something; else it only asks.
    pub token: Option<&'a str>,
    pub fields: Vec<FormField>,
    /// Fields that are shown when they are wanted, under this heading; and whether they are shown now. Where there are no
    /// others, the button is with them.
    pub more: Option<(&'a str, bool, Vec<FormField>)>,
    pub button: &'a str,
    /// Whether what it does is grave.
    pub is_grave: bool,
}

impl<'a> Form<'a> {
    /// A form that only asks.
    pub fn search_form(label: &'a str, action: String, fields: Vec<FormField>, button: &'a str) -> Self {
        Self { label, action, token: None, fields, more: None, button, is_grave: false }
    }

    /// A form that changes something.
    pub fn changing(
        visit: &'a PageContext,
        label: &'a str,
        action: String,
        fields: Vec<FormField>,
        button: &'a str,
    ) -> Self {
        Self { token: Some(&visit.token), ..Self::search_form(label, action, fields, button) }
    }
}

#[derive(Template)]
#[template(path = "note.html")]
pub struct Note<'a> {
    /// `note`, or what more it is: `good`, `warn` or `wrong`.
    pub kind: &'static str,
    pub text: &'a str,
}

/// Facts: what each is, and its value.
#[derive(Template)]
#[template(path = "facts.html")]
pub struct Facts {
    facts: Vec<(String, String)>,
}

impl Facts {
    /// Those of these that have a value.
    pub fn of<T: Into<String>>(facts: impl IntoIterator<Item = (T, String)>) -> Self {
        let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
        Self { facts: facts.map(|(name, value)| (name.into(), value)).collect() }
    }
}

/// Facts that are shown when they are wanted.
#[derive(Template)]
#[template(path = "folded.html")]
pub struct CollapsedFacts<'a> {
    pub heading: &'a str,
    pub facts: Facts,
}

/// A password that is shown once.
#[derive(Template)]
#[template(path = "secret.html")]
pub struct NewPassword<'a> {
    pub says: &'a str,
    pub password: &'a str,
}

/// A line that leads elsewhere.
#[derive(Template)]
#[template(path = "link.html")]
pub struct Link<'a> {
    pub address: String,
    pub text: &'a str,
    /// Whether it looks like a button.
    pub is_button: bool,
}

/// What stands before the rows of a table that are written as they come.
#[derive(Template)]
#[template(path = "table_begin.html")]
pub struct TableBegin<'a> {
    /// What it is, for who cannot see where it stands.
    pub caption: &'a str,
    /// What stands above its columns.
    pub headings: Vec<Heading>,
}

#[derive(Template)]
#[template(path = "row.html")]
pub struct TableRow {
    /// A cell for each heading.
    pub row: Vec<TableCell>,
}

/// What stands after them.
#[derive(Template)]
#[template(path = "table_end.html")]
pub struct TableEnd;

/// Where more rows are, each with what the link says.
#[derive(Template)]
#[template(path = "more.html")]
pub struct MoreLinks<'a> {
    pub more: Vec<(String, &'a str)>,
}

/// A line of links, after what they have in common.
#[derive(Template)]
#[template(path = "links.html")]
pub struct Links<'a> {
    pub says: &'a str,
    /// Where each leads, and what it says.
    pub links: Vec<(String, &'a str)>,
}

/// Texts to copy, shown when they are wanted.
#[derive(Template)]
#[template(path = "calls.html")]
pub struct CopyTexts<'a> {
    pub heading: &'a str,
    /// What is to be known of them.
    pub says: &'a str,
    pub calls: Vec<(&'a str, String)>,
}

/// A field of a form.
#[derive(Template)]
#[template(path = "field.html")]
pub struct FormField {
    /// Its name in the form, which is also its id on the page.
    pub name: String,
    pub label: String,
    /// What is meant, in a sentence.
    pub hint: String,
    pub value: String,
    pub input: Input,
    /// Whether it must hold something.
    pub is_required: bool,
    /// What is wrong with what it holds.
    pub wrong: Vec<String>,
    /// What is told of where its value came from.
    pub why: String,
    /// Values that are offered, each with what it means.
    pub offers: Vec<(String, String)>,
}

/// What a field takes.
#[derive(Clone, PartialEq, Eq)]
pub enum Input {
    /// What HTML's `type` says: `text`, `search`, `date`, `number`, `password`.
    Line(&'static str),
    /// A date and a time of day.
    Moment,
    /// A text of many words.
    Words,
    Files,
    Folder,
    /// One of these: what is sent, and what is shown.
    Choice(Vec<(String, String)>),
    /// Any of these: what is sent, what is shown, and whether it is chosen.
    Several(Vec<(String, String, bool)>),
    /// Nothing: it is shown alone.
    Fixed,
    /// Nothing, and it is not shown.
    Hidden,
}

impl FormField {
    /// A field of this name, empty.
    pub fn new(name: impl Into<String>, label: impl Into<String>, input: Input) -> Self {
        Self {
            name: name.into(),
            label: label.into(),
            hint: String::new(),
            value: String::new(),
            input,
            is_required: false,
            wrong: Vec::new(),
            why: String::new(),
            offers: Vec::new(),
        }
    }

    /// The same, holding this.
    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.value = value.into();
        self
    }

    /// The same field with this hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Whether none of these is shown.
    fn are_hidden(fields: &[FormField]) -> bool {
        fields.iter().all(|field| field.input == Input::Hidden)
    }

    /// Whether any of these takes files, so that they are sent as what they are.
    fn describes_files(fields: &[FormField]) -> bool {
        let mut inputs = fields.iter().map(|field| &field.input);
        inputs.any(|input| matches!(input, Input::Files | Input::Folder))
    }

    /// What describes it, by the ids of the page.
    fn described_by(&self) -> String {
        let parts = [("hint", !self.hint.is_empty()), ("wrong", !self.wrong.is_empty()), ("why", !self.why.is_empty())];
        let parts = parts.iter().filter(|(_, is_there)| *is_there);
        let ids: Vec<_> = parts.map(|(part, _)| format!("{}-{part}", self.name)).collect();
        ids.join(" ")
    }
}
