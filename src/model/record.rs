//! Record parameters: an object in a request, its declared fields and the fields as sent.

use std::collections::BTreeMap;

/// A declared field. The operation checks its value; a wrong value is a refusal by the rules.
pub struct RecordField {
    pub name: &'static str,
    /// A datetime? Every other field is a text.
    pub datetime: bool,
    /// Required and not empty on creation?
    pub required: bool,
    pub says: &'static str,
}

impl RecordField {
    /// Declares an optional text.
    pub const fn optional(name: &'static str) -> Self {
        Self { name, datetime: false, required: false, says: "" }
    }

    /// Declares a required text.
    pub const fn required(name: &'static str) -> Self {
        Self { required: true, ..Self::optional(name) }
    }

    /// Declares an optional datetime.
    pub const fn datetime(name: &'static str) -> Self {
        Self { datetime: true, ..Self::optional(name) }
    }

    pub const fn says(self, says: &'static str) -> Self {
        Self { says, ..self }
    }
}

/// The fields of a record that were sent, by name.
pub type Record = BTreeMap<&'static str, SentField>;

/// A field as sent.
#[derive(Debug, Clone)]
pub enum SentField {
    /// Its text; empty if the element is empty or nil.
    Text(String),
    /// It contains elements instead of a text.
    Elements,
}
