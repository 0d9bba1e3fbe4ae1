//! Forms and their fields.

use askama::Template;

use crate::console::{FormFields, PageContext};
use crate::datafile::file::{Column, Domain};

/// The suffix of the names of fields for the current password.
pub const CURRENT_PASSWORD: &str = "present";

/// The field that the button [`Form::refresh`] sends.
pub const REFRESH: &str = "refresh";

#[derive(Default, Template)]
#[template(path = "form.html")]
pub struct Form<'a> {
    /// The description for screen readers.
    pub label: &'a str,
    pub action: String,
    /// The page, whose token the form sends; `None` for a form that changes nothing.
    pub context: Option<&'a PageContext<'a>>,
    pub fields: Vec<FormField>,
    /// The explanation of the mark of required fields; `None` for no explanation.
    pub required_text: Option<&'a str>,
    pub more: Option<MoreFields<'a>>,
    pub button: &'a str,
    /// Does the form remove or end something? Then the button is red.
    pub is_destructive: bool,
    /// Does another button or link of the page lead on? Then the button of the form is less prominent.
    pub is_secondary: bool,
    /// The label of a button that shows the form again with the texts and options for the entered values.
    pub refresh: Option<&'a str>,
    /// The address and the text of a link that leaves the form unchanged.
    pub cancel: Option<(String, &'a str)>,
}

/// Fields that the operator can expand. If all other fields are hidden, expanding also shows the form's button.
pub struct MoreFields<'a> {
    pub heading: &'a str,
    pub is_open: bool,
    pub fields: Vec<FormField>,
}

impl<'a> Form<'a> {
    /// Creates a form for a query, which only selects what a page shows.
    pub fn selecting(label: &'a str, action: String, fields: Vec<FormField>, button: &'a str) -> Self {
        Self { label, action, fields, button, ..Self::default() }
    }

    /// Creates the form that chooses the columns of a table, in the query field `name`. Sending the form keeps the other
    /// fields of `query`.
    pub fn choosing_columns(
        context: &'a PageContext,
        action: String,
        query: &FormFields,
        name: &str,
        options: Vec<CheckboxOption>,
    ) -> Self {
        let words = context.words;
        let kept_fields = query.nonempty_without(&[name]).0.into_iter();
        let kept_fields = kept_fields.map(|(name, value)| FormField::hidden(name, value)).collect();
        let choice = FormField::new(name, words.columns_to_show, Input::Checkboxes(options));
        Self {
            more: Some(MoreFields { heading: words.columns, is_open: false, fields: vec![choice] }),
            ..Self::selecting(words.columns, action, kept_fields, words.show)
        }
    }

    /// Returns the fields, and then those that the operator can expand.
    pub fn all_fields(&self) -> impl Iterator<Item = &FormField> {
        self.fields.iter().chain(self.more.iter().flat_map(|more| &more.fields))
    }

    /// Creates a form that changes data. It sends the session's token.
    pub fn changing(
        context: &'a PageContext,
        label: &'a str,
        action: String,
        fields: Vec<FormField>,
        button: &'a str,
    ) -> Self {
        let required_text = Some(context.words.required);
        Self { context: Some(context), required_text, ..Self::selecting(label, action, fields, button) }
    }

    /// Creates a form that changes data, and whose label is also the text of its button.
    pub fn button(context: &'a PageContext, label: &'a str, action: String, fields: Vec<FormField>) -> Self {
        Self::changing(context, label, action, fields, label)
    }
}

#[derive(Clone, Default, Template)]
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
    pub has_select_all: bool,
    /// The heading of the inputs in a table of fields; empty if the field is no row of such a table. The label of the input
    /// ends with it: narrow windows have no headings.
    pub row_heading: &'static str,
    /// Does the field get the focus when the page opens, even without an error?
    pub has_focus: bool,
    pub errors: Vec<String>,
    /// A sentence with the origin of the value; empty to show no origin.
    pub origin: String,
    /// The query of `data/suggest` for suggestions while the operator types, without the typed text; empty for no
    /// suggestions.
    pub suggestion_query: String,
    /// The rows that the value can mean, each with key and description. The operator chooses a row.
    pub matches: Vec<(String, String)>,
    /// The name of the row that the value refers to; empty if there is no row.
    pub chosen_name: String,
    /// The key and details of that row, beside its name.
    pub chosen_details: String,
    /// The label of the [`Input::Radio`] option with a date input, and the date. `None` if no option has a date input.
    pub day: Option<(String, String)>,
}

/// Begins the name of the radio buttons of [`FormField::matches`], before the name of the field.
pub const MATCH_PREFIX: &str = "match.";

/// Ends the name of a field that can be sent several times.
pub const LIST_SUFFIX: &str = "[]";

/// The value of the option [`FormField::day`].
pub const DAY_OPTION: &str = "day";

/// Returns the name of the date input beside the option [`DAY_OPTION`] of a field.
pub fn date_input_name(field: &str) -> String {
    format!("{field}.{DAY_OPTION}")
}

/// The input for a decimal number. Its HTML type is `text`: with `number`, English browsers drop the comma of 12,50.
const DECIMAL: &str = "decimal";

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
    /// The text in the field beside the checkbox.
    pub text: String,
    /// The error of the text; empty if there is no error.
    pub error: String,
}

impl Input {
    /// Creates a drop-down list from the value and label of each option.
    pub fn select<V: Into<String>, L: Into<String>>(options: impl IntoIterator<Item = (V, L)>) -> Self {
        Self::Select(options.into_iter().map(|(value, label)| (value.into(), label.into())).collect())
    }

    /// Returns the input for the cells of a column without a list of values.
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

    /// Returns the value as text for people: the label of an option, the name of a row, or a date of the page's language.
    pub fn displayed_value(&self, context: &PageContext) -> String {
        let option = match &self.input {
            Input::Select(options) => options.iter().find(|(value, _)| *value == self.value),
            _ => None,
        };
        match (option, &self.input, self.chosen_name.as_str()) {
            (Some((_, option)), ..) => option.clone(),
            (None, Input::Line("month"), _) => context.words.month_name(&self.value),
            (None, _, "") => context.language.format_date(&self.value),
            (None, _, name) => format!("{name} ({})", self.value),
        }
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

    /// Returns whether the form is only a button, because the operator sees none of its fields.
    fn are_all_hidden(fields: &[FormField]) -> bool {
        fields.iter().all(|field| field.input == Input::Hidden)
    }

    /// Returns whether a field has the mark of a required field, which the form then explains.
    fn has_required_mark(fields: &[FormField]) -> bool {
        fields.iter().any(|field| field.is_required && ![Input::Hidden, Input::ReadOnly].contains(&field.input))
    }

    fn has_file_input(fields: &[FormField]) -> bool {
        let mut inputs = fields.iter().map(|field| &field.input);
        inputs.any(|input| matches!(input, Input::Files | Input::Folder))
    }

    /// Gives the focus to the first empty required field, unless a field has an error.
    pub fn focus_first_empty(fields: &mut [FormField]) {
        // an empty text can be an option: a field with options is empty if its value is no option
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

    /// Returns whether the field asks for the focus. Of several such fields, the page gives the focus to the first.
    fn takes_focus(&self) -> bool {
        self.has_focus || !self.errors.is_empty()
    }

    /// Returns whether the date input of [`Self::day`] has an error. The other options are always valid.
    fn has_day_error(&self) -> bool {
        self.day.is_some() && !self.errors.is_empty()
    }

    /// Returns whether the field has only one match, and the description of the match contains each typed word.
    fn is_certain_match(&self, description: &str) -> bool {
        let (description, typed_text) = (description.to_lowercase(), self.value.to_lowercase());
        self.matches.len() == 1 && typed_text.split_whitespace().all(|word| description.contains(word))
    }

    fn text_area_rows(&self) -> usize {
        (self.value.lines().count() + 1).clamp(4, 30)
    }

    /// Returns the ids of the elements that describe the input for screen readers, such as `Email-hint Email-wrong`.
    fn aria_describedby_ids(&self) -> String {
        let elements = [
            ("chosen", !self.chosen_name.is_empty()),
            ("hint", !self.hint.is_empty()),
            ("wrong", !self.errors.is_empty()),
            ("origin", !self.origin.is_empty()),
        ];
        let elements = elements.iter().filter(|(_, has_text)| *has_text);
        let ids: Vec<_> = elements.map(|(suffix, _)| format!("{}-{suffix}", self.name)).collect();
        ids.join(" ")
    }
}
