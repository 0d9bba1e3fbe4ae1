//! Formats the change of a field: `Email: a@x -> b@x`.

use std::borrow::Cow;

use super::control_characters::escape;
use crate::ledger::history::FieldChange;

pub fn format_field_change(change: &FieldChange) -> String {
    let (old, new) = (quote_if_ambiguous(&change.old), quote_if_ambiguous(&change.new));
    format!("{}: {old} -> {new}", change.field)
}

/// Escapes a value. Quotes the value if it is empty or contains a quote, `;` or `->`.
pub fn quote_if_ambiguous(value: &str) -> Cow<'_, str> {
    let is_plain = !value.is_empty() && !value.contains(['"', ';']) && !value.contains("->");
    if is_plain { escape(value) } else { format!("\"{}\"", escape(&value.replace('"', "\\\""))).into() }
}

/// Formats the cells of a key: `000101, 12`.
pub fn format_key(cells: &[String]) -> String {
    escape(&cells.join(", ")).into_owned()
}
