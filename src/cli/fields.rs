//! How a field's change is told: `Email: a@x -> b@x`.

use std::borrow::Cow;

use super::printable::printable;
use crate::ledger::history::FieldChange;

/// The field, old and new.
pub fn field(change: &FieldChange) -> String {
    let (old, new) = (value(&change.old), value(&change.new));
    format!("{}: {old} -> {new}", change.field)
}

/// A value that can't be taken for what stands around it: quoted where it is empty or could be.
pub fn value(value: &str) -> Cow<'_, str> {
    let plain = !value.is_empty() && !value.contains(['"', ';']) && !value.contains("->");
    match plain {
        true => printable(value),
        false => format!("\"{}\"", printable(&value.replace('"', "\\\""))).into(),
    }
}

/// A row's key as one text.
pub fn key(cells: &[String]) -> String {
    printable(&cells.join(", ")).into_owned()
}
