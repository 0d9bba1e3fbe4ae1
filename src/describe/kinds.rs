//! Describes kinds of parameters and values: their XML Schema type, their name on pages, and an example.

use std::borrow::Cow;

use crate::model::record::RecordField;
use crate::model::text::MAX_TEXT_CHARACTERS;
use crate::operation::request::{Parameter, ParameterKind};
use crate::operation::response_schema::{AbsentRule, Field, FieldValue, ListSchema};

pub struct KindDescription {
    /// The XML Schema type; `None` for an object, which has its own type.
    pub xsd: Option<&'static str>,
    /// The name and limits of the kind on pages.
    pub text: Cow<'static, str>,
    pub is_required: bool,
    pub example: &'static str,
}

pub fn describe_parameter(parameter: &Parameter) -> KindDescription {
    let (xsd, text, example) = match parameter.kind {
        ParameterKind::Int => ("s:int", "whole number".into(), "12"),
        ParameterKind::Text(longest) => ("s:string", describe_text(longest, parameter.is_required), "text"),
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
        ParameterKind::Record(record) => {
            return KindDescription {
                xsd: None,
                text: if record.is_change { "object of changes" } else { "object" }.into(),
                is_required: true,
                example: "",
            };
        }
    };
    KindDescription { xsd: Some(xsd), text, is_required: parameter.is_required, example }
}

fn describe_text(longest: usize, is_required: bool) -> Cow<'static, str> {
    match (longest, is_required) {
        (MAX_TEXT_CHARACTERS, true) => "text, may be empty".into(),
        (MAX_TEXT_CHARACTERS, false) => "text; absent: empty".into(),
        _ => format!("text of at most {longest} characters, may be empty").into(),
    }
}

pub enum FormControl {
    /// An element `input`, required if an empty value is invalid.
    Input {
        input_type: &'static str,
        is_required: bool,
    },
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
        ParameterKind::Position
        | ParameterKind::RowLimit
        | ParameterKind::Text(_)
        | ParameterKind::AnyOf(_)
        | ParameterKind::Record(_) => ("text", false),
    };
    FormControl::Input { input_type, is_required }
}

/// Describes a field of a record. In a record of changes no field is required.
pub fn describe_record_field(field: &RecordField, is_change: bool) -> KindDescription {
    let (xsd, text, example) = if field.is_datetime {
        ("s:dateTime", "datetime", "2026-03-09T08:30:00")
    } else {
        ("s:string", "text", "text")
    };
    KindDescription { xsd: Some(xsd), text: text.into(), is_required: field.is_required && !is_change, example }
}

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

/// Returns whether the field can be `null` in JSON. It can if XML omits the element, marks the element as nil, or
/// leaves the element of a number or date empty. An empty text is not `null`, and a list is never `null`.
pub fn can_be_null(field: &Field) -> bool {
    let is_text = matches!(field.value, FieldValue::Text | FieldValue::ShortDate | FieldValue::Picture);
    match field.absent {
        AbsentRule::Never => false,
        AbsentRule::Empty if is_text => false,
        _ => !matches!(field.value, FieldValue::List(_) | FieldValue::Nothing),
    }
}

/// The declaration of an answer's element in XML Schema.
pub struct ElementDescription {
    pub content: ElementContent,
    pub is_required: bool,
    pub is_nillable: bool,
}

pub enum ElementContent {
    /// A value of this XML Schema type.
    Value(&'static str),
    Object(&'static [Field]),
    List(&'static ListSchema),
    Nothing,
}

pub fn describe_element(field: &Field) -> ElementDescription {
    let content = match field.value {
        FieldValue::Object(fields) => ElementContent::Object(fields),
        FieldValue::List(list) => ElementContent::List(list),
        FieldValue::Nothing => ElementContent::Nothing,
        // in XML Schema only a text may be empty, not a number or date
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
    ElementDescription {
        content,
        is_required: field.absent != AbsentRule::Omitted,
        is_nillable: field.absent == AbsentRule::Nil,
    }
}
