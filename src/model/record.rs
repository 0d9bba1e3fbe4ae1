//! An object in a request: its fields, as they are declared and as they were sent.

use std::collections::BTreeMap;

/// A field of an object in a request. Its value is checked by the operation: a fault of a field is a
/// refusal by the rules.
pub struct RecordField {
    pub name: &'static str,
    /// Whether it is a datetime; every other field is a text.
    pub datetime: bool,
    /// Whether it must be given and not empty, on creation.
    pub required: bool,
    /// What it means, in a sentence.
    pub says: &'static str,
}

impl RecordField {
    /// A text that may be absent.
    pub const fn optional(name: &'static str) -> Self {
        Self { name, datetime: false, required: false, says: "" }
    }

    /// A text that must be given.
    pub const fn required(name: &'static str) -> Self {
        Self { required: true, ..Self::optional(name) }
    }

    /// A datetime that may be absent.
    pub const fn datetime(name: &'static str) -> Self {
        Self { datetime: true, ..Self::optional(name) }
    }

    /// The same, with what it means.
    pub const fn says(self, says: &'static str) -> Self {
        Self { says, ..self }
    }
}

/// The fields of an object that were present in a request, by name, each as sent.
pub type Record = BTreeMap<&'static str, SentField>;

/// A field of an object, as sent.
#[derive(Debug, Clone)]
pub enum SentField {
    /// Its text; empty when the element is empty or nil.
    Text(String),
    /// It holds elements where a text is due.
    Elements,
}
