//! What each kind of parameter and of value is to those who call: its type in XML Schema, its name in
//! words, and an example where nothing better is known.

use std::borrow::Cow;

use crate::operation::{Each, Field, Kind, RecordField, Value};

/// What there is to say of a parameter or of a field in it.
pub struct Facts {
    /// Its type in XML Schema; `None` for an object, whose type is its own.
    pub xsd: Option<&'static str>,
    /// What it is, in words.
    pub words: Cow<'static, str>,
    /// Whether it must be given.
    pub required: bool,
    /// An example of it.
    pub example: &'static str,
}

/// A parameter of this kind.
pub fn parameter(kind: &Kind) -> Facts {
    let (xsd, words, required, example) = match kind {
        Kind::Int => (Some("s:int"), "whole number", true, "12"),
        Kind::Text => (Some("s:string"), "text, may be empty", true, "text"),
        Kind::TextUpTo(longest) => {
            return Facts {
                xsd: Some("s:string"),
                words: format!("text of at most {longest} characters, may be empty").into(),
                required: true,
                example: "text",
            };
        }
        Kind::OptionalText => (Some("s:string"), "text; absent: empty", false, "text"),
        Kind::Bool => (Some("s:boolean"), "true or false", true, "false"),
        Kind::OptionalBool => (
            Some("s:boolean"),
            "true or false; absent: false",
            false,
            "false",
        ),
        Kind::Date => (Some("s:date"), "date, yyyy-MM-dd", true, "2026-03-09"),
        Kind::DateTime => (
            Some("s:dateTime"),
            "datetime, yyyy-MM-ddTHH:mm:ss",
            true,
            "2026-03-09T08:30:00",
        ),
        Kind::RangeEnd => (
            Some("s:dateTime"),
            "datetime, yyyy-MM-ddTHH:mm:ss; without a time or at midnight: the end of that day",
            true,
            "2026-06-30T00:00:00",
        ),
        Kind::OneOf(words) => {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            return Facts {
                xsd: Some("s:string"),
                words: words.join(", ").into(),
                required: true,
                example: words.first().copied().unwrap_or_default(),
            };
        }
        Kind::Record(_) => (None, "object", true, ""),
        Kind::Changes(_) => (None, "object of changes", true, ""),
    };
    Facts {
        xsd,
        words: words.into(),
        required,
        example,
    }
}

/// How a form on a page asks for a value.
pub enum Input {
    /// As an `input` of this type; whether it must be filled, since nothing is no value of it.
    Typed { kind: &'static str, filled: bool },
    /// As a choice of these.
    Chosen(Vec<&'static str>),
}

/// How a form asks for a parameter of this kind. A datetime is typed: a browser's own field would leave out its
/// seconds.
pub fn input(kind: &Kind) -> Input {
    let (kind, filled) = match kind {
        Kind::Int => ("number", true),
        Kind::Date => ("date", true),
        Kind::DateTime | Kind::RangeEnd => ("text", true),
        Kind::Bool | Kind::OptionalBool => return Input::Chosen(vec!["false", "true"]),
        Kind::OneOf(words) => return Input::Chosen(words.iter().map(|(word, _)| *word).collect()),
        Kind::Text
        | Kind::TextUpTo(_)
        | Kind::OptionalText
        | Kind::Record(_)
        | Kind::Changes(_) => ("text", false),
    };
    Input::Typed { kind, filled }
}

/// The fields of a parameter that is an object, and whether they are changes.
pub fn fields(kind: &Kind) -> Option<(&'static [RecordField], bool)> {
    match *kind {
        Kind::Record(fields) => Some((fields, false)),
        Kind::Changes(fields) => Some((fields, true)),
        _ => None,
    }
}

/// A field of an object; among changes none is required.
pub fn field(field: &RecordField, changes: bool) -> Facts {
    let (xsd, words, example) = if field.datetime {
        ("s:dateTime", "datetime", "2026-03-09T08:30:00")
    } else {
        ("s:string", "text", "text")
    };
    Facts {
        xsd: Some(xsd),
        words: words.into(),
        required: field.required && !changes,
        example,
    }
}

/// An element of an answer.
pub struct Element {
    /// What is in it.
    pub holds: Holds,
    /// Whether it is always there.
    pub required: bool,
    /// Whether it may be `xsi:nil`.
    pub nillable: bool,
}

/// What an element of an answer holds.
pub enum Holds {
    /// A value of this type in XML Schema, with an example.
    Value(&'static str, &'static str),
    /// These elements.
    Object(&'static [Field]),
    /// An element for each item.
    List(&'static Each),
    /// Never anything.
    Nothing,
}

/// The element that a value is written as.
pub fn value(value: Value) -> Element {
    const INT: Holds = Holds::Value("s:int", "12");
    const DATETIME: Holds = Holds::Value("s:dateTime", "2026-03-09T08:30:00");
    let holds = match value {
        Value::Int | Value::OptionalInt | Value::NilInt => INT,
        Value::Text => Holds::Value("s:string", "text"),
        Value::Picture => Holds::Value("s:string", "https://lms.example.nl/images/welkom.png"),
        Value::ShortDate => Holds::Value("s:string", "9-3-2026"),
        Value::MoneyText => Holds::Value("s:string", "125.00"),
        Value::Date => Holds::Value("s:date", "2026-03-09"),
        Value::Time => Holds::Value("s:time", "08:30:00"),
        Value::OptionalZonedDateTime => Holds::Value("s:dateTime", "2026-03-09T08:30:00+01:00"),
        Value::Bool => Holds::Value("s:boolean", "true"),
        Value::DateTime | Value::OptionalDateTime | Value::NilDateTime => DATETIME,
        Value::Money => Holds::Value("s:decimal", "125.00"),
        Value::Object(fields) => Holds::Object(fields),
        Value::List(each) | Value::OptionalList(each) => Holds::List(each),
        Value::Empty => Holds::Nothing,
    };
    let optional = matches!(
        value,
        Value::OptionalInt
            | Value::OptionalDateTime
            | Value::OptionalZonedDateTime
            | Value::OptionalList(_)
    );
    Element {
        holds,
        required: !optional,
        nillable: matches!(value, Value::NilInt | Value::NilDateTime),
    }
}
