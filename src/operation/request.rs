//! The parameters of an operation and the arguments of a call.

use std::collections::BTreeMap;

use crate::datafile::file::DataFile;
use crate::model::brand::Brand;
use crate::model::preconditions::Preconditions;
use crate::model::record::{Record, RecordField};
use crate::model::text::{MAX_TEXT_CHARACTERS, cut_and_escape_value};
use crate::operation::labels::DutchText;
use crate::operation::table_query::TableQuery;

#[derive(Clone, Copy)]
pub struct Parameter {
    /// The neutral name, which is also the name of the SQL parameter.
    pub name: &'static str,
    pub kind: ParameterKind,
    pub is_required: bool,
    /// The value of an optional integer that is absent.
    pub default: Option<i32>,
    pub description: &'static str,
    pub dutch: DutchText,
    /// The data file and the column whose cells are the values; `None` if the values refer to no row.
    pub reference: Option<(&'static DataFile, &'static str)>,
    /// The data file and the column whose names of choices the console shows for the words; `None` to show the words.
    pub choices: Option<(&'static DataFile, &'static str)>,
}

#[derive(Clone, Copy)]
pub enum ParameterKind {
    Int,
    /// A text with at most this many characters. An empty text counts as a value, even for an optional parameter.
    Text(usize),
    /// A boolean, false when absent or empty.
    Bool,
    /// A date. The time of a datetime is ignored.
    Date,
    /// A datetime. A date means midnight.
    DateTime,
    /// The end of a range of datetimes: without a time, or at 00:00:00, "the end of that day".
    RangeEnd,
    /// A position from an earlier answer, opaque to clients.
    Position,
    /// The most rows that an import may change or remove: a number or a percentage.
    RowLimit,
    /// One of these words, each with the value that the query uses.
    OneOf(&'static [(&'static str, &'static str)]),
    /// Some of these words, joined by commas; over REST, also as repeated parameters.
    AnyOf(&'static [(&'static str, &'static str)]),
    /// Names of mappings, joined by commas; over REST, also as repeated parameters.
    MappingNames,
    /// An object with fields; possible in SOAP and REST, not in forms.
    Record(RecordKind),
}

#[derive(Clone, Copy)]
pub struct RecordKind {
    pub fields: &'static [RecordField],
    /// Whether the fields change a stored record: an absent field is not changed, an empty field gets its default.
    pub is_change: bool,
}

impl Parameter {
    pub const fn new(name: &'static str, kind: ParameterKind) -> Self {
        Self {
            name,
            kind,
            is_required: true,
            default: None,
            description: "",
            dutch: DutchText::NONE,
            reference: None,
            choices: None,
        }
    }

    pub const fn refers_to(self, file: &'static DataFile, column: &'static str) -> Self {
        Self { reference: Some((file, column)), ..self }
    }

    pub const fn with_choices_of(self, file: &'static DataFile, column: &'static str) -> Self {
        Self { choices: Some((file, column)), ..self }
    }

    pub const fn optional(self) -> Self {
        Self { is_required: false, ..self }
    }

    pub const fn with_default(self, default: i32) -> Self {
        Self { default: Some(default), ..self }
    }

    pub const fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    pub const fn dutch(self, label: &'static str, description: &'static str) -> Self {
        Self { dutch: DutchText { label, description }, ..self }
    }

    pub fn record_kind(&self) -> Option<RecordKind> {
        match self.kind {
            ParameterKind::Record(record) => Some(record),
            _ => None,
        }
    }
}

pub const INT_RANGE: &str = "a whole number from -2147483648 to 2147483647";

/// Parses a boolean in any case; `None` for other words.
pub fn parse_bool(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// Returns the message of an invalid value: `Invalid value for parameter size: abc. Allowed is a whole number …`.
pub fn invalid_value_text(name: &str, value: &str, allowed: &str) -> String {
    format!("Invalid value for parameter {name}: {}. Allowed is {allowed}.", cut_and_escape_value(value))
}

pub const fn int_parameter(name: &'static str) -> Parameter {
    Parameter::new(name, ParameterKind::Int)
}

pub const fn text_parameter(name: &'static str) -> Parameter {
    Parameter::new(name, ParameterKind::Text(MAX_TEXT_CHARACTERS))
}

pub const fn date_parameter(name: &'static str) -> Parameter {
    Parameter::new(name, ParameterKind::Date)
}

pub const fn bool_parameter(name: &'static str) -> Parameter {
    Parameter::new(name, ParameterKind::Bool)
}

/// A method that does not return an `Option` panics if the declaration has another type.
#[derive(Default)]
pub struct Arguments {
    /// By the neutral names of the parameters.
    pub values: BTreeMap<&'static str, Argument>,
    /// The conditions of a request over REST, such as If-Match; `None` in XML.
    pub conditions: Option<Preconditions>,
    /// Set if the operation depends on the caller.
    pub caller: Option<CallerFacts>,
    /// The query of a table; `None` if no table has the requested name.
    pub table: Option<TableQuery>,
}

/// The credential that calls, for operations that [depend on the caller](super::Operation::depends_on_caller).
#[derive(Debug, Clone, Default)]
pub struct CallerFacts {
    /// The name of the credential; for an operator, a text such as `operator jansen`.
    pub name: String,
    pub is_token: bool,
    /// When the password or token stops working, in UTC.
    pub expires: Option<String>,
    pub brand: Brand,
}

#[derive(Debug)]
pub enum Argument {
    Int(i32),
    /// A trimmed text, or a date or datetime in its stored form.
    Text(String),
    Bool(bool),
    Record(Record),
}

impl Arguments {
    pub fn int(&self, name: &str) -> i32 {
        self.given_int(name).unwrap_or_else(|| unreachable!("{name} is required or has a default"))
    }

    pub fn given_int(&self, name: &str) -> Option<i32> {
        match self.values.get(name) {
            Some(Argument::Int(value)) => Some(*value),
            None => None,
            other => unreachable!("{name} is a whole number by its declaration, not {other:?}"),
        }
    }

    pub fn bool(&self, name: &str) -> bool {
        match self.values.get(name) {
            Some(Argument::Bool(value)) => *value,
            other => unreachable!("{name} is a boolean by its declaration, not {other:?}"),
        }
    }

    pub fn given_text(&self, name: &str) -> Option<&str> {
        match self.values.get(name) {
            Some(Argument::Text(value)) => Some(value),
            _ => None,
        }
    }

    pub fn text(&self, name: &str) -> &str {
        self.given_text(name).unwrap_or_else(|| unreachable!("{name} is a text by its declaration"))
    }

    pub fn record(&self, name: &str) -> &Record {
        match self.values.get(name) {
            Some(Argument::Record(fields)) => fields,
            other => unreachable!("{name} is an object by its declaration, not {other:?}"),
        }
    }
}
