//! Decodes the JSON body of a request: "RFC 8259, UTF-8, one object; a repeated name, a name that no field has, and a
//! value of another type (number for a text) are 400 with its place". Fields hold no objects or arrays, so nothing
//! nests.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, Unexpected, Visitor};
use serde_json::error::Category;

use super::charset;
use crate::model::brand::Brand;
use crate::model::nearest::nearest;
use crate::model::request_error::RequestError;
use crate::model::text::quoted;
use crate::operation::request::ParameterKind;

/// The most characters of an error that are reported, since it may quote a value of any length.
const TOLD: usize = 400;

/// A field that a body may have: its neutral name and its kind.
pub type BodyField = (&'static str, ParameterKind);

/// A field as sent: the index of its declaration, its name and its text; `None` for `null`.
pub type BodyEntry = (usize, String, Option<String>);

/// The body of a request.
#[derive(Clone, Copy)]
pub struct JsonBody<'a> {
    pub bytes: &'a [u8],
    /// The charset of its Content-Type.
    pub charset: Option<&'a str>,
}

/// Parses an object with these fields.
pub fn object(body: JsonBody, fields: &[BodyField], brand: &Brand) -> Result<Vec<BodyEntry>, RequestError> {
    let text = charset::only_utf8(body.bytes, body.charset)?;
    // "implementations … MAY ignore the presence of a byte order mark"
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = reader.deserialize_any(JsonObject { fields, brand });
    read.and_then(|sent| reader.end().map(|()| sent)).map_err(|error| unreadable(&error))
}

/// Returns the error for an unreadable body, with its position.
fn unreadable(error: &serde_json::Error) -> RequestError {
    let (line, column) = (error.line(), error.column());
    let what = match error.classify() {
        Category::Data => "Wrong JSON",
        Category::Syntax | Category::Eof | Category::Io => "Malformed JSON",
    };
    let why = error.to_string();
    // the library appends the position to its messages
    let why: String = why.trim_end_matches(&format!(" at line {line} column {column}")).chars().take(TOLD).collect();
    let end = if why.ends_with('?') { "" } else { "." };
    RequestError::BadRequest(format!("{what} at line {line}, column {column}: {why}{end}"))
}

struct JsonObject<'a> {
    fields: &'a [BodyField],
    brand: &'a Brand,
}

impl JsonObject<'_> {
    /// Returns the index of the field with this name.
    fn field(&self, name: &str) -> Result<usize, String> {
        let known = |field: &BodyField| self.brand.names(field.0, name);
        self.fields.iter().position(known).ok_or_else(|| {
            let shown = quoted(name);
            let names = self.fields.iter().map(|field| self.brand.name(field.0));
            format!("unknown field {shown}. Did you mean {}?", nearest(&shown, names))
        })
    }
}

impl<'de> Visitor<'de> for JsonObject<'_> {
    type Value = Vec<BodyEntry>;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut sent: Vec<BodyEntry> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let at = self.field(&name).map_err(A::Error::custom)?;
            if sent.iter().any(|(other, ..)| *other == at) {
                return Err(A::Error::custom(format!("repeated field {name}")));
            }
            let (_, kind) = self.fields[at];
            let value = map.next_value_seed(Value { kind, name: &name })?;
            sent.push((at, name, value));
        }
        Ok(sent)
    }
}

/// Deserializes the value of a field.
#[derive(Clone, Copy)]
struct Value<'a> {
    kind: ParameterKind,
    name: &'a str,
}

impl Value<'_> {
    /// Returns the text if the value has the expected type.
    fn due<E: Error>(self, is: bool, text: String, sent: Unexpected) -> Result<Option<String>, E> {
        match is {
            true => Ok(Some(text)),
            false => Err(E::invalid_type(sent, &self)),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl Visitor<'_> for Value<'_> {
    type Value = Option<String>;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let due = match self.kind {
            ParameterKind::Int => "a whole number",
            ParameterKind::Bool => "true or false",
            _ => "a text",
        };
        write!(to, "{due} for {}", self.name)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_bool<E: Error>(self, sent: bool) -> Result<Self::Value, E> {
        let is = matches!(self.kind, ParameterKind::Bool);
        self.due(is, sent.to_string(), Unexpected::Bool(sent))
    }

    fn visit_i64<E: Error>(self, sent: i64) -> Result<Self::Value, E> {
        let is = matches!(self.kind, ParameterKind::Int);
        self.due(is, sent.to_string(), Unexpected::Signed(sent))
    }

    fn visit_u64<E: Error>(self, sent: u64) -> Result<Self::Value, E> {
        let is = matches!(self.kind, ParameterKind::Int);
        self.due(is, sent.to_string(), Unexpected::Unsigned(sent))
    }

    fn visit_str<E: Error>(self, sent: &str) -> Result<Self::Value, E> {
        let is = !matches!(self.kind, ParameterKind::Int | ParameterKind::Bool);
        self.due(is, sent.to_owned(), Unexpected::Str(sent))
    }
}
