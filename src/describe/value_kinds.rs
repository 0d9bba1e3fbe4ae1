//! Describes kinds of parameters and values: their XML Schema type, their name on pages, and an example.

use std::borrow::Cow;

use crate::model::record::RecordField;
use crate::model::text::MAX_TEXT_CHARACTERS;
use crate::operation::request::{Parameter, ParameterKind, RecordKind};
use crate::operation::response_schema::{AbsentRule, Field, FieldValue};

pub struct KindDescription {
    /// The XML Schema type; empty for an object, which has its own type.
    pub xsd: &'static str,
    /// The name and limits of the kind on pages.
    pub text: Cow<'static, str>,
    /// A value as a client can send it; empty for an object, whose fields have examples.
    pub example: &'static str,
}

pub fn describe_parameter(parameter: &Parameter) -> KindDescription {
    let (xsd, text, example) = match parameter.kind {
        ParameterKind::Int => ("s:int", "whole number".into(), "12"),
        // most texts have this limit, which pages do not repeat
        ParameterKind::Text(MAX_TEXT_CHARACTERS) => {
            let text = if parameter.is_required { "text, may be empty" } else { "text; absent: empty" };
            ("s:string", text.into(), "text")
        }
        // whether such a text may be absent is in the column "Required" of its page
        ParameterKind::Text(longest) => {
            ("s:string", format!("text of at most {longest} characters, may be empty").into(), "text")
        }
        ParameterKind::Position => ("s:string", "position that an answer gave; absent: none".into(), "0"),
        ParameterKind::RowLimit => ("s:string", "number of rows or percentage".into(), "10%"),
        ParameterKind::Bool if parameter.is_required => ("s:boolean", "true or false".into(), "false"),
        ParameterKind::Bool => ("s:boolean", "true or false; absent: false".into(), "false"),
        ParameterKind::Date => ("s:date", "date, yyyy-MM-dd".into(), "2026-03-09"),
        ParameterKind::DateTime => ("s:dateTime", "datetime, yyyy-MM-ddTHH:mm:ss".into(), "2026-03-09T08:30:00"),
        ParameterKind::RangeEnd => (
            "s:dateTime",
            "datetime, yyyy-MM-ddTHH:mm:ss; without a time or at midnight: the end of that day".into(),
            "2026-06-30T00:00:00",
        ),
        ParameterKind::OneOf(words) | ParameterKind::AnyOf(words) => {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let prefix = if matches!(parameter.kind, ParameterKind::AnyOf(_)) { "any of " } else { "" };
            let example = words.first().copied().unwrap_or_default();
            ("s:string", format!("{prefix}{}", words.join(", ")).into(), example)
        }
        ParameterKind::MappingNames => ("s:string", "names of mappings".into(), ""),
        ParameterKind::Record(RecordKind { is_change, .. }) => {
            // an object has a type of its own instead of one of XML Schema, and its fields have the examples
            let (no_xsd, no_example) = ("", "");
            let text = if is_change { "object of changes" } else { "object" };
            (no_xsd, text.into(), no_example)
        }
    };
    KindDescription { xsd, text, example }
}

/// A control for a parameter in the form of an operation's page.
pub enum FormControl {
    /// An element `input`, required if an empty value is invalid.
    Input { input_type: &'static str, is_required: bool },
    /// An element `select` with these words.
    Select(Vec<&'static str>),
}

/// Returns the form control for a kind. A datetime is a text field, since a browser's control omits seconds.
pub fn form_control(kind: &ParameterKind) -> FormControl {
    let (input_type, is_required) = match kind {
        ParameterKind::Int => ("number", true),
        ParameterKind::Date => ("date", true),
        ParameterKind::DateTime | ParameterKind::RangeEnd => ("text", true),
        ParameterKind::Bool => return FormControl::Select(vec!["false", "true"]),
        ParameterKind::OneOf(words) => return FormControl::Select(words.iter().map(|(word, _)| *word).collect()),
        // an empty text is a valid value
        _ => ("text", false),
    };
    FormControl::Input { input_type, is_required }
}

pub fn describe_record_field(field: &RecordField) -> KindDescription {
    let (xsd, text, example) = if field.is_datetime {
        ("s:dateTime", "datetime", "2026-03-09T08:30:00")
    } else {
        ("s:string", "text", "text")
    };
    KindDescription { xsd, text: text.into(), example }
}

pub struct ValueDescription {
    /// The name of the kind on pages.
    pub name: &'static str,
    /// The XML Schema type; empty for an element with child elements.
    pub xsd: &'static str,
    /// An example as the database stores it (`1` for true, cents for an amount); empty for a value with nested fields.
    pub example: &'static str,
}

pub fn describe_value(value: FieldValue) -> ValueDescription {
    let (name, xsd, example) = match value {
        FieldValue::Int => ("whole number", "s:int", "12"),
        FieldValue::Long => ("whole number", "s:long", "12"),
        FieldValue::Text => ("text", "s:string", "text"),
        FieldValue::ShortDate => ("text", "s:string", "2026-03-09"),
        FieldValue::Picture => ("text", "s:string", "https://lms.example.nl/images/welkom.png"),
        FieldValue::Bool => ("true or false", "s:boolean", "1"),
        FieldValue::DateTime | FieldValue::ZonedDateTime => ("datetime", "s:dateTime", "2026-03-09T08:30:00"),
        FieldValue::ZonedOrNever => ("datetime or never", "s:string", "2026-03-09T08:30:00"),
        FieldValue::Date => ("date", "s:date", "2026-03-09"),
        FieldValue::Time => ("time", "s:time", "08:30:00"),
        FieldValue::Money => ("amount", "s:decimal", "12500"),
        FieldValue::JsonObject => ("object", "s:string", r#"{"Email":"anna.vandenberg@example.nl"}"#),
        FieldValue::JsonArray(_) => ("list", "s:string", ""),
        // an encoder writes examples of the nested fields; XML Schema declares their types
        FieldValue::Object(_) => ("object", "", ""),
        FieldValue::List(_) | FieldValue::EmptyList => ("list", "", ""),
    };
    ValueDescription { name, xsd, example }
}

/// Returns whether the field can be `null` in JSON. A field without a value is `null`, with two exceptions: a list is
/// empty, and a text is empty if its element in XML is empty, too.
pub fn can_be_null(field: &Field) -> bool {
    let is_list = matches!(field.value, FieldValue::List(_) | FieldValue::EmptyList);
    // a `ShortDate` (a date without a time) and a `Picture` (an address) are written as texts, too
    let is_text = matches!(field.value, FieldValue::Text | FieldValue::ShortDate | FieldValue::Picture);
    if is_list {
        return false;
    }
    match field.absent {
        AbsentRule::NeverAbsent => false,
        AbsentRule::Empty => !is_text,
        // XML has no element, or an element with `xsi:nil="true"`
        AbsentRule::Omitted | AbsentRule::Nil => true,
    }
}
