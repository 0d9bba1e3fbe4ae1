//! Decodes the JSON body of a request (RFC 8259): an object whose fields are texts, whole numbers or booleans. A
//! repeated or unknown name is an error, as is a value of another type.

use std::collections::HashSet;
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, Unexpected, Visitor};
use serde_json::error::Category;

use super::charset;
use crate::model::brand::Brand;
use crate::model::name_similarity::find_nearest_name;
use crate::model::problem::{FieldCode, FieldProblem, ParameterLocation};
use crate::model::request_error::RequestError;
use crate::model::text::shorten_for_message;
use crate::operation::request::ParameterKind;

/// The most characters of a reported error, since it may quote a value of any length.
const MAX_ERROR_LENGTH: usize = 400;

/// A field that a body may have.
pub struct BodyField {
    /// The neutral name, without the brand.
    pub name: &'static str,
    pub kind: ParameterKind,
}

/// A field as sent.
pub struct BodyEntry {
    /// The index of its declaration.
    pub index: usize,
    pub name: String,
    /// The value as text; `None` for `null`.
    pub value: Option<String>,
}

#[derive(Clone, Copy)]
pub struct JsonBody<'a> {
    pub bytes: &'a [u8],
    pub charset: Option<&'a str>,
}

/// The valid fields, and the errors of the others.
pub type JsonFields = (Vec<BodyEntry>, Vec<FieldProblem>);

/// Parses a JSON object that may only have these fields. Returns the valid fields and an error for each other; the
/// first error names line and column.
///
/// # Errors
/// The body is not a JSON object.
pub fn parse_object(body: JsonBody, fields: &[BodyField], brand: &Brand) -> Result<JsonFields, RequestError> {
    let text = charset::decode_utf8(body.bytes, body.charset)?;
    // RFC 8259, section 8.1: a byte order mark may be ignored
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = reader.deserialize_any(JsonObject { fields, brand });
    let error = match read.and_then(|sent| reader.end().map(|()| sent)) {
        Ok(sent) => return Ok((sent, Vec::new())),
        Err(error) => describe_error(&error),
    };
    // the first reading stopped at an error, and knows its position; this one collects all errors
    match serde_json::Deserializer::from_str(text).deserialize_map(ErrorCollector(JsonObject { fields, brand })) {
        Ok((sent, mut errors)) if !errors.is_empty() => {
            errors[0].detail = error.message_text();
            Ok((sent, errors))
        }
        _ => Err(error),
    }
}

/// Converts an error of the parser; the message has line and column.
fn describe_error(error: &serde_json::Error) -> RequestError {
    let (line, column) = (error.line(), error.column());
    let kind = match error.classify() {
        Category::Data => "Wrong JSON",
        Category::Syntax | Category::Eof | Category::Io => "Malformed JSON",
    };
    let reason = error.to_string();
    // the library appends the position to its messages
    let reason: String =
        reason.trim_end_matches(&format!(" at line {line} column {column}")).chars().take(MAX_ERROR_LENGTH).collect();
    let end = if reason.ends_with('?') { "" } else { "." };
    RequestError::BadRequest(format!("{kind} at line {line}, column {column}: {reason}{end}"))
}

/// Reads an object and stops at the first error.
struct JsonObject<'a> {
    fields: &'a [BodyField],
    brand: &'a Brand,
}

impl JsonObject<'_> {
    /// Returns the index of the declared field with this name, or an error with the nearest name.
    fn index_of(&self, name: &str) -> Result<usize, String> {
        let has_name = |field: &BodyField| self.brand.matches(field.name, name);
        self.fields.iter().position(has_name).ok_or_else(|| {
            let shown = shorten_for_message(name);
            let names = self.fields.iter().map(|field| self.brand.apply_to(field.name));
            format!("unknown field {shown}. Did you mean {}?", find_nearest_name(&shown, names))
        })
    }
}

impl<'de> Visitor<'de> for JsonObject<'_> {
    type Value = Vec<BodyEntry>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut sent: Vec<BodyEntry> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let index = self.index_of(&name).map_err(A::Error::custom)?;
            if sent.iter().any(|other| other.index == index) {
                return Err(A::Error::custom(format!("repeated field {name}")));
            }
            let value = map.next_value_seed(FieldReader { kind: self.fields[index].kind, name: &name })?;
            sent.push(BodyEntry { index, name, value });
        }
        Ok(sent)
    }
}

/// Reads an object to its end and collects the errors of its fields.
struct ErrorCollector<'a>(JsonObject<'a>);

impl<'de> Visitor<'de> for ErrorCollector<'_> {
    type Value = JsonFields;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut sent, mut errors): JsonFields = Default::default();
        let mut seen = HashSet::new();
        while let Some((name, value)) = map.next_entry::<String, serde_json::Value>()? {
            let field = shorten_for_message(&name).into_owned();
            let error = match self.0.index_of(&name) {
                Err(unknown) => (FieldCode::Unknown, unknown),
                Ok(index) if !seen.insert(index) => (FieldCode::Repeated, format!("repeated field {name}.")),
                Ok(index) => match (FieldReader { kind: self.0.fields[index].kind, name: &name }).deserialize(value) {
                    Ok(value) => {
                        sent.push(BodyEntry { index, name, value });
                        continue;
                    }
                    Err(error) => (FieldCode::Kind, format!("{}.", serde_json::Error::to_string(&error))),
                },
            };
            let (location, (code, detail)) = (ParameterLocation::Body, error);
            errors.push(FieldProblem { location, field, code, detail });
        }
        Ok((sent, errors))
    }
}

/// Reads a value that must fit the kind of its field, as text.
#[derive(Clone, Copy)]
struct FieldReader<'a> {
    kind: ParameterKind,
    name: &'a str,
}

impl FieldReader<'_> {
    /// Returns the text if the value fits the kind of the field, else the error of a wrong type.
    fn accept_if<E: Error>(self, fits: bool, text: String, sent: Unexpected) -> Result<Option<String>, E> {
        match fits {
            true => Ok(Some(text)),
            false => Err(E::invalid_type(sent, &self)),
        }
    }
}

impl<'de> DeserializeSeed<'de> for FieldReader<'_> {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl Visitor<'_> for FieldReader<'_> {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let expected = match self.kind {
            ParameterKind::Int => "a whole number",
            ParameterKind::Bool => "true or false",
            _ => "a text",
        };
        write!(f, "{expected} for {}", self.name)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_bool<E: Error>(self, sent: bool) -> Result<Self::Value, E> {
        self.accept_if(matches!(self.kind, ParameterKind::Bool), sent.to_string(), Unexpected::Bool(sent))
    }

    fn visit_i64<E: Error>(self, sent: i64) -> Result<Self::Value, E> {
        self.accept_if(matches!(self.kind, ParameterKind::Int), sent.to_string(), Unexpected::Signed(sent))
    }

    fn visit_u64<E: Error>(self, sent: u64) -> Result<Self::Value, E> {
        self.accept_if(matches!(self.kind, ParameterKind::Int), sent.to_string(), Unexpected::Unsigned(sent))
    }

    fn visit_str<E: Error>(self, sent: &str) -> Result<Self::Value, E> {
        self.accept_if(
            !matches!(self.kind, ParameterKind::Int | ParameterKind::Bool),
            sent.to_owned(),
            Unexpected::Str(sent),
        )
    }
}
