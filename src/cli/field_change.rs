//! Formats the change of a field: `Email: a@x -> b@x`.

use std::borrow::Cow;

use super::printable::printable;
use crate::ledger::history::FieldChange;

pub fn field(change: &FieldChange) -> String {
    let (old, new) = (value(&change.old), value(&change.new));
    format!("{}: {old} -> {new}", change.field)
}

/// Quotes a value if it is empty or ambiguous.
pub fn value(value: &str) -> Cow<'_, str> {
    let plain = !value.is_empty() && !value.contains(['"', ';']) && !value.contains("->");
    match plain {
        true => printable(value),
        false => format!("\"{}\"", printable(&value.replace('"', "\\\""))).into(),
    }
}

pub fn key(cells: &[String]) -> String {
    printable(&cells.join(", ")).into_owned()
}
