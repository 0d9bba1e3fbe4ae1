//! What each kind of parameter and of value is to those who call: its type in XML Schema, its name in
//! words, and an example where nothing better is known.

use std::borrow::Cow;

use crate::model::record::RecordField;
use crate::model::text::LONGEST;
use crate::operation::request::{Kind, Parameter};
use crate::operation::shape::{Absent, Each, Field, Value};

/// What there is to say of a parameter or of a field in it.
pub struct Facts {
    /// Its type in XML Schema; `None` for an object, whose type is its own.
    pub xsd: Option<&'static str>,
    pub words: Cow<'static, str>,
    /// Whether it must be given.
    pub required: bool,
    pub example: &'static str,
}

pub fn parameter(parameter: &Parameter) -> Facts {
    let (xsd, words, example) = match parameter.kind {
        Kind::Int => ("s:int", "whole number".into(), "12"),
        Kind::Text(longest) => ("s:string", text_words(longest, parameter.required), "text"),
        Kind::Position => ("s:string", "position that an answer gave; absent: none".into(), "0"),
        Kind::Bool if parameter.required => ("s:boolean", "true or false".into(), "false"),
        Kind::Bool => ("s:boolean", "true or false; absent: false".into(), "false"),
        Kind::Date => ("s:date", "date, yyyy-MM-dd".into(), "2026-03-09"),
        Kind::DateTime => ("s:dateTime", "datetime, yyyy-MM-ddTHH:mm:ss".into(), "2026-03-09T08:30:00"),
        Kind::RangeEnd => (
            "s:dateTime",
            "datetime, yyyy-MM-ddTHH:mm:ss; without a time or at midnight: the end of that day".into(),
            "2026-06-30T00:00:00",
        ),
        Kind::OneOf(words) => {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let example = words.first().copied().unwrap_or_default();
            ("s:string", words.join(", ").into(), example)
        }
        Kind::Record(record) => {
            return Facts {
                xsd: None,
                words: if record.changes { "object of changes" } else { "object" }.into(),
                required: true,
                example: "",
            };
        }
    };
    Facts { xsd: Some(xsd), words, required: parameter.required, example }
}

fn text_words(longest: usize, required: bool) -> Cow<'static, str> {
    match (longest, required) {
        (LONGEST, true) => "text, may be empty".into(),
        (LONGEST, false) => "text; absent: empty".into(),
        _ => format!("text of at most {longest} characters, may be empty").into(),
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
        Kind::Bool => return Input::Chosen(vec!["false", "true"]),
        Kind::OneOf(words) => return Input::Chosen(words.iter().map(|(word, _)| *word).collect()),
        Kind::Position | Kind::Text(_) | Kind::Record(_) => ("text", false),
    };
    Input::Typed { kind, filled }
}

/// A field of an object; among changes none is required.
pub fn field(field: &RecordField, changes: bool) -> Facts {
    let (xsd, words, example) =
        if field.datetime { ("s:dateTime", "datetime", "2026-03-09T08:30:00") } else { ("s:string", "text", "text") };
    Facts { xsd: Some(xsd), words: words.into(), required: field.required && !changes, example }
}

/// What an element of an answer is, in words.
pub fn answered(field: &Field) -> &'static str {
    match field.value {
        Value::Int | Value::Long => "whole number",
        Value::Text | Value::ShortDate | Value::Picture => "text",
        Value::Bool => "true or false",
        Value::DateTime | Value::ZonedDateTime => "datetime",
        Value::Date => "date",
        Value::Time => "time",
        Value::Money => "amount",
        Value::Object(_) => "object",
        Value::List(_) | Value::Nothing => "list",
    }
}

/// Whether JSON says `null` of it: "Where XML leaves an element out or says nil", while an empty text is one.
pub fn may_be_null(field: &Field) -> bool {
    let is_text = matches!(field.value, Value::Text | Value::ShortDate | Value::Picture);
    match field.absent {
        Absent::Never => false,
        Absent::Empty if is_text => false,
        _ => !matches!(field.value, Value::List(_) | Value::Nothing),
    }
}

/// An element of an answer.
pub struct Element {
    pub holds: Holds,
    /// Whether it is always there.
    pub required: bool,
    /// Whether it may be `xsi:nil`.
    pub nillable: bool,
}

/// What an element of an answer holds.
pub enum Holds {
    /// A value of this type in XML Schema.
    Value(&'static str),
    Object(&'static [Field]),
    /// An element for each item.
    List(&'static Each),
    Nothing,
}

/// The element that a field is written as.
pub fn element(field: &Field) -> Element {
    let holds = match field.value {
        Value::Object(fields) => Holds::Object(fields),
        Value::List(each) => Holds::List(each),
        Value::Nothing => Holds::Nothing,
        // an empty element is a text and nothing else
        _ if field.absent == Absent::Empty => Holds::Value("s:string"),
        Value::Int => Holds::Value("s:int"),
        Value::Long => Holds::Value("s:long"),
        Value::Text | Value::Picture | Value::ShortDate => Holds::Value("s:string"),
        Value::Date => Holds::Value("s:date"),
        Value::Time => Holds::Value("s:time"),
        Value::DateTime | Value::ZonedDateTime => Holds::Value("s:dateTime"),
        Value::Bool => Holds::Value("s:boolean"),
        Value::Money => Holds::Value("s:decimal"),
    };
    Element { holds, required: field.absent != Absent::Left, nillable: field.absent == Absent::Nil }
}
