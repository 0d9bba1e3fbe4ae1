//! What is asked of an operation: its parameters as they are declared, and the arguments of a call.

use std::collections::BTreeMap;

use crate::model::brand::Brand;
use crate::model::condition::Conditions;
use crate::model::record::{Record, RecordField};
use crate::model::text::LONGEST;

/// A parameter of a request.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// Its neutral name, and that of the SQL parameter.
    pub name: &'static str,
    pub kind: ParameterKind,
    /// Whether it must be given.
    pub required: bool,
    /// What a whole number is that may be absent, and is; `None` where it is no argument then.
    pub default: Option<i32>,
    /// What it means, in a sentence.
    pub says: &'static str,
    /// What it is called in Dutch, and what it means.
    pub dutch: (&'static str, &'static str),
}

/// What a parameter takes.
#[derive(Clone, Copy)]
pub enum ParameterKind {
    /// A whole number of 32 bits.
    Int,
    /// A text of at most so many characters; empty is a value, also where it may be absent.
    Text(usize),
    /// A boolean, false when absent or empty.
    Bool,
    /// A date; of a datetime the date part counts.
    Date,
    /// A datetime; a date alone means midnight.
    DateTime,
    /// The end of a range of datetimes: without a time, or at 00:00:00, "the end of that day".
    RangeEnd,
    /// A position that an earlier answer gave, a text: opaque to clients.
    Position,
    /// One of these words, each with what stands for it in the query.
    OneOf(&'static [(&'static str, &'static str)]),
    /// An object of fields; possible in Style A only.
    Record(RecordKind),
}

/// An object in a request.
#[derive(Clone, Copy)]
pub struct RecordKind {
    pub fields: &'static [RecordField],
    /// Whether it is a change: a field that is absent is left alone, so none is required, and one that is empty
    /// sets its default.
    pub changes: bool,
}

impl Parameter {
    /// A parameter that must be given.
    pub const fn new(name: &'static str, kind: ParameterKind) -> Self {
        Self { name, kind, required: true, default: None, says: "", dutch: ("", "") }
    }

    /// One that may be absent.
    pub const fn optional(name: &'static str, kind: ParameterKind) -> Self {
        Self { required: false, ..Self::new(name, kind) }
    }

    /// The same, a whole number that is this where it is absent.
    pub const fn or(self, default: i32) -> Self {
        Self { default: Some(default), ..self }
    }

    /// The same, with what it means.
    pub const fn says(self, says: &'static str) -> Self {
        Self { says, ..self }
    }

    /// Says in Dutch what it is called and what it means.
    pub const fn dutch(self, label: &'static str, says: &'static str) -> Self {
        Self { dutch: (label, says), ..self }
    }

    /// The object that it takes.
    pub fn record(&self) -> Option<RecordKind> {
        match self.kind {
            ParameterKind::Record(record) => Some(record),
            _ => None,
        }
    }
}

pub const fn int_parameter(name: &'static str) -> Parameter {
    Parameter::new(name, ParameterKind::Int)
}

/// A text of the usual length.
pub const fn text_parameter(name: &'static str) -> Parameter {
    Parameter::new(name, ParameterKind::Text(LONGEST))
}

pub const fn date_parameter(name: &'static str) -> Parameter {
    Parameter::new(name, ParameterKind::Date)
}

/// A boolean that must be given.
pub const fn bool_parameter(name: &'static str) -> Parameter {
    Parameter::new(name, ParameterKind::Bool)
}

/// The values of a call's parameters, checked for their kind, by the parameter's neutral name.
#[derive(Debug, Default)]
pub struct Arguments {
    pub values: BTreeMap<&'static str, Argument>,
    /// The conditions of a request over REST; `None` in XML, which has none.
    pub conditions: Option<Conditions>,
    /// The caller, for an operation that needs no grant.
    pub caller: Option<CallerFacts>,
}

/// What an operation may report about its caller.
#[derive(Debug, Clone, Default)]
pub struct CallerFacts {
    /// The name of the credential.
    pub name: String,
    pub is_token: bool,
    /// When the password or token stops working, in UTC.
    pub expires: Option<String>,
    /// The brand of names in the answer.
    pub brand: Brand,
}

/// The value of a parameter.
#[derive(Debug)]
pub enum Argument {
    Int(i32),
    /// A text, trimmed; a date or datetime in its stored form.
    Text(String),
    Bool(bool),
    /// The fields that were present, by name.
    Record(Record),
}

impl Arguments {
    /// The whole number of this parameter.
    pub fn int(&self, name: &str) -> i32 {
        match self.given_int(name) {
            Some(value) => value,
            None => unreachable!("{name} is required or has a default"),
        }
    }

    /// The whole number of this parameter; `None` where it is absent.
    pub fn given_int(&self, name: &str) -> Option<i32> {
        match self.values.get(name) {
            Some(Argument::Int(value)) => Some(*value),
            None => None,
            other => unreachable!("{name} is a whole number by its declaration, not {other:?}"),
        }
    }

    /// The boolean of this parameter.
    pub fn bool(&self, name: &str) -> bool {
        match self.values.get(name) {
            Some(Argument::Bool(value)) => *value,
            other => unreachable!("{name} is a boolean by its declaration, not {other:?}"),
        }
    }

    /// Returns the text of this parameter, if it has one.
    pub fn given_text(&self, name: &str) -> Option<&str> {
        match self.values.get(name) {
            Some(Argument::Text(value)) => Some(value),
            _ => None,
        }
    }

    /// The text of this parameter.
    pub fn text(&self, name: &str) -> &str {
        match self.values.get(name) {
            Some(Argument::Text(value)) => value,
            other => unreachable!("{name} is a text by its declaration, not {other:?}"),
        }
    }

    /// The fields of this object.
    pub fn record(&self, name: &str) -> &Record {
        match self.values.get(name) {
            Some(Argument::Record(fields)) => fields,
            other => unreachable!("{name} is an object by its declaration, not {other:?}"),
        }
    }
}
