//! Decodes the JSON body of a request (RFC 8259): an object whose fields are texts, whole numbers, booleans or null.

use std::collections::HashSet;
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, Unexpected, Visitor};
use serde_json::Value;
use serde_json::error::Category;

use super::{ParameterError, charset};
use crate::model::brand::Brand;
use crate::model::name_similarity::find_nearest_name;
use crate::model::problem::{FieldCode, FieldProblem, ParameterLocation};
use crate::model::request_error::RequestError;
use crate::model::text::cut_and_escape_value;
use crate::operation::request::ParameterKind;

const MAX_ERROR_LENGTH: usize = 400;

pub struct BodyField {
    pub name: &'static str,
    pub kind: ParameterKind,
}

pub struct BodyEntry {
    /// The index of the declared field.
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

pub type JsonFields = (Vec<BodyEntry>, Vec<FieldProblem>);

/// Parses a JSON object. Returns its valid fields, and an error for each unknown or repeated field and each value of
/// another type. The first error names line and column. Fails for a body that is no JSON object.
pub fn parse_object(body: JsonBody, fields: &[BodyField], brand: &Brand) -> Result<JsonFields, RequestError> {
    let text = charset::decode_utf8(body.bytes, body.charset)?;
    // RFC 8259, section 8.1: a byte order mark may be ignored
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut parser = serde_json::Deserializer::from_str(text);
    let parsed = parser.deserialize_any(ObjectVisitor { fields, brand });
    // `end` fails if more than white space follows the object
    let first_error = match parsed.and_then(|entries| parser.end().map(|()| entries)) {
        Ok(entries) => return Ok((entries, Vec::new())),
        Err(error) => to_request_error(&error),
    };
    // the first visitor has the position of the first error; this visitor has all errors, but no positions
    match serde_json::Deserializer::from_str(text).deserialize_map(CollectingVisitor(ObjectVisitor { fields, brand })) {
        Ok((entries, mut errors)) if !errors.is_empty() => {
            errors[0].detail = first_error.message_text();
            Ok((entries, errors))
        }
        _ => Err(first_error),
    }
}

/// Converts an error of the parser. JSON that is valid, but not the expected object, is "Wrong JSON".
fn to_request_error(error: &serde_json::Error) -> RequestError {
    let (line, column) = (error.line(), error.column());
    let kind = match error.classify() {
        Category::Data => "Wrong JSON",
        Category::Syntax | Category::Eof | Category::Io => "Malformed JSON",
    };
    let message = error.to_string();
    // the library appends the position to its messages
    let message = message.trim_end_matches(&format!(" at line {line} column {column}"));
    let reason: String = message.chars().take(MAX_ERROR_LENGTH).collect();
    let end = if reason.ends_with('?') { "" } else { "." };
    RequestError::BadRequest(format!("{kind} at line {line}, column {column}: {reason}{end}"))
}

/// Reads an object and stops at the first error.
struct ObjectVisitor<'a> {
    fields: &'a [BodyField],
    brand: &'a Brand,
}

impl ObjectVisitor<'_> {
    /// Returns the index of the declared field with this name. The error suggests the nearest name.
    fn index_of(&self, name: &str) -> Result<usize, String> {
        let has_name = |field: &BodyField| self.brand.matches(field.name, name);
        self.fields.iter().position(has_name).ok_or_else(|| {
            let shown = cut_and_escape_value(name);
            let names = self.fields.iter().map(|field| self.brand.branded_name(field.name));
            format!("unknown field {shown}. Did you mean {}?", find_nearest_name(&shown, names))
        })
    }

    /// Checks a parsed field. `seen` has the indexes of the earlier fields.
    fn read_entry(&self, name: String, value: Value, seen: &mut HashSet<usize>) -> Result<BodyEntry, ParameterError> {
        let index = self.index_of(&name).map_err(|detail| (FieldCode::Unknown, detail))?;
        if !seen.insert(index) {
            return Err((FieldCode::Repeated, format!("repeated field {name}.")));
        }
        let value = ValueVisitor { kind: self.fields[index].kind, name: &name }.deserialize(value);
        let value = value.map_err(|error| (FieldCode::Kind, format!("{error}.")))?;
        Ok(BodyEntry { index, name, value })
    }
}

impl<'de> Visitor<'de> for ObjectVisitor<'_> {
    type Value = Vec<BodyEntry>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        // the parser adds line and column to each of these errors
        let mut entries: Vec<BodyEntry> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let index = self.index_of(&name).map_err(A::Error::custom)?;
            if entries.iter().any(|earlier| earlier.index == index) {
                return Err(A::Error::custom(format!("repeated field {name}")));
            }
            let value = map.next_value_seed(ValueVisitor { kind: self.fields[index].kind, name: &name })?;
            entries.push(BodyEntry { index, name, value });
        }
        Ok(entries)
    }
}

/// Reads an object to its end and collects the errors of its fields.
struct CollectingVisitor<'a>(ObjectVisitor<'a>);

impl<'de> Visitor<'de> for CollectingVisitor<'_> {
    type Value = JsonFields;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let Self(visitor) = self;
        // every value is read as JSON of any kind, so that one of the wrong kind does not end the reading
        let (mut entries, mut errors, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            let field = cut_and_escape_value(&name).into_owned();
            match visitor.read_entry(name, value, &mut seen) {
                Ok(entry) => entries.push(entry),
                Err((code, detail)) => {
                    errors.push(FieldProblem { location: ParameterLocation::Body, field, code, detail });
                }
            }
        }
        Ok((entries, errors))
    }
}

/// Reads a value of a field's kind as text; `None` for `null`.
#[derive(Clone, Copy)]
struct ValueVisitor<'a> {
    kind: ParameterKind,
    name: &'a str,
}

impl ValueVisitor<'_> {
    fn accept_if<E: Error>(self, is_of_kind: bool, text: String, sent: Unexpected) -> Result<Option<String>, E> {
        if is_of_kind { Ok(Some(text)) } else { Err(E::invalid_type(sent, &self)) }
    }
}

impl<'de> DeserializeSeed<'de> for ValueVisitor<'_> {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl Visitor<'_> for ValueVisitor<'_> {
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
        let is_text = !matches!(self.kind, ParameterKind::Int | ParameterKind::Bool);
        self.accept_if(is_text, sent.to_owned(), Unexpected::Str(sent))
    }
}
