//! Describes kinds of parameters and values: XML Schema type, name, and a default example.

use std::borrow::Cow;

use crate::model::record::RecordField;
use crate::model::text::MAX_TEXT_CHARACTERS;
use crate::operation::request::{Parameter, ParameterKind};
use crate::operation::response_schema::{AbsentRule, Field, FieldValue, ListSchema};

/// How a kind of value is described.
pub struct KindDescription {
    /// The XML Schema type; `None` for an object, which has its own type.
    pub xsd: Option<&'static str>,
    /// The text on pages.
    pub text: Cow<'static, str>,
    pub required: bool,
    pub example: &'static str,
}

/// Describes a parameter for the WSDL and the pages of operations.
pub fn describe_parameter(parameter: &Parameter) -> KindDescription {
    let (xsd, text, example) = match parameter.kind {
        ParameterKind::Int => ("s:int", "whole number".into(), "12"),
        ParameterKind::Text(longest) => ("s:string", describe_text(longest, parameter.required), "text"),
        ParameterKind::Position => ("s:string", "position that an answer gave; absent: none".into(), "0"),
        ParameterKind::RowLimit => ("s:string", "number of rows or percentage".into(), "10%"),
        ParameterKind::Bool if parameter.required => ("s:boolean", "true or false".into(), "false"),
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
        ParameterKind::Record(record) => {
            return KindDescription {
                xsd: None,
                text: if record.is_change { "object of changes" } else { "object" }.into(),
                required: true,
                example: "",
            };
        }
    };
    KindDescription { xsd: Some(xsd), text, required: parameter.required, example }
}

/// Describes a text of at most `longest` characters.
fn describe_text(longest: usize, required: bool) -> Cow<'static, str> {
    match (longest, required) {
        (MAX_TEXT_CHARACTERS, true) => "text, may be empty".into(),
        (MAX_TEXT_CHARACTERS, false) => "text; absent: empty".into(),
        _ => format!("text of at most {longest} characters, may be empty").into(),
    }
}

pub enum InputKind {
    /// An `input` of this type; `filled` if an empty value is invalid.
    Typed {
        kind: &'static str,
        filled: bool,
    },
    Chosen(Vec<&'static str>),
}

/// Returns the form control for a kind. A datetime is a text field, since a browser's control omits seconds.
pub fn form_control(kind: &ParameterKind) -> InputKind {
    let (kind, filled) = match kind {
        ParameterKind::Int => ("number", true),
        ParameterKind::Date => ("date", true),
        ParameterKind::DateTime | ParameterKind::RangeEnd => ("text", true),
        ParameterKind::Bool => return InputKind::Chosen(vec!["false", "true"]),
        ParameterKind::OneOf(words) => return InputKind::Chosen(words.iter().map(|(word, _)| *word).collect()),
        ParameterKind::Position
        | ParameterKind::RowLimit
        | ParameterKind::Text(_)
        | ParameterKind::AnyOf(_)
        | ParameterKind::Record(_) => ("text", false),
    };
    InputKind::Typed { kind, filled }
}

/// Describes a field of a record; in a change none is required.
pub fn describe_record_field(field: &RecordField, changes: bool) -> KindDescription {
    let (xsd, text, example) = if field.is_datetime {
        ("s:dateTime", "datetime", "2026-03-09T08:30:00")
    } else {
        ("s:string", "text", "text")
    };
    KindDescription { xsd: Some(xsd), text: text.into(), required: field.is_required && !changes, example }
}

/// Returns the name of a field's kind on pages.
pub fn kind_name(field: &Field) -> &'static str {
    match field.value {
        FieldValue::Int | FieldValue::Long => "whole number",
        FieldValue::Text | FieldValue::ShortDate | FieldValue::Picture => "text",
        FieldValue::Bool => "true or false",
        FieldValue::DateTime | FieldValue::ZonedDateTime => "datetime",
        FieldValue::ZonedOrNever => "datetime or never",
        FieldValue::Date => "date",
        FieldValue::Time => "time",
        FieldValue::Money => "amount",
        FieldValue::JsonObject | FieldValue::Object(_) => "object",
        FieldValue::JsonArray(_) | FieldValue::List(_) | FieldValue::Nothing => "list",
    }
}

/// Returns whether the field can be `null` in JSON: if XML can omit its element or mark it as nil. An empty text is not
/// `null`.
pub fn can_be_null(field: &Field) -> bool {
    let is_text = matches!(field.value, FieldValue::Text | FieldValue::ShortDate | FieldValue::Picture);
    match field.absent {
        AbsentRule::Never => false,
        AbsentRule::Empty if is_text => false,
        _ => !matches!(field.value, FieldValue::List(_) | FieldValue::Nothing),
    }
}

/// How an element of an answer is described in XML Schema.
pub struct AnswerElement {
    pub content: ElementContent,
    pub required: bool,
    pub nillable: bool,
}

pub enum ElementContent {
    /// A value of this XML Schema type.
    Value(&'static str),
    Object(&'static [Field]),
    List(&'static ListSchema),
    Nothing,
}

/// Describes a field of an answer as an XML element.
pub fn describe_element(field: &Field) -> AnswerElement {
    let content = match field.value {
        FieldValue::Object(fields) => ElementContent::Object(fields),
        FieldValue::List(list) => ElementContent::List(list),
        FieldValue::Nothing => ElementContent::Nothing,
        // of the types of XML Schema, only a text may be empty
        _ if field.absent == AbsentRule::Empty => ElementContent::Value("s:string"),
        FieldValue::Int => ElementContent::Value("s:int"),
        FieldValue::Long => ElementContent::Value("s:long"),
        FieldValue::Text
        | FieldValue::Picture
        | FieldValue::ShortDate
        | FieldValue::ZonedOrNever
        | FieldValue::JsonArray(_)
        | FieldValue::JsonObject => ElementContent::Value("s:string"),
        FieldValue::Date => ElementContent::Value("s:date"),
        FieldValue::Time => ElementContent::Value("s:time"),
        FieldValue::DateTime | FieldValue::ZonedDateTime => ElementContent::Value("s:dateTime"),
        FieldValue::Bool => ElementContent::Value("s:boolean"),
        FieldValue::Money => ElementContent::Value("s:decimal"),
    };
    AnswerElement { content, required: field.absent != AbsentRule::Omitted, nillable: field.absent == AbsentRule::Nil }
}
