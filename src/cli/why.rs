//! `why`: shows when a value was set, and by which line of an import, call of a credential, or command.

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::CommonOptions;
use super::control_characters::escape;
use super::field_change::{format_key, quote_if_ambiguous};
use super::json::{self, OutputOptions};
use super::terminal::{print_line, print_message, translate};
use crate::ledger::history::ChangeOrigin;
use crate::ledger::provenance::{FieldOrigin, RowProvenance, find_provenance};
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::store::OpenMode;

#[derive(Args)]
pub struct WhyCommand {
    /// The data file, such as persons.csv.
    file: String,
    /// The row's key, cell by cell in the order of the file's columns; then optionally a column.
    #[arg(required = true, value_name = "KEY")]
    key: Vec<String>,
    #[command(flatten)]
    common: CommonOptions,
    #[command(flatten)]
    output: OutputOptions,
}

impl WhyCommand {
    pub fn run(self) -> Result<()> {
        let database = self.common.open(OpenMode::Inspect)?;
        let provenance = find_provenance(&database, database.clock(), &self.file, &self.key)?;
        let clock = database.clock();
        if self.output.json { print_json(&provenance, clock) } else { print_text(&provenance, clock) }
    }
}

/// Prints one object for each field. Each has the row's file, key and removal, so that a line can be read by itself.
fn print_json(provenance: &RowProvenance, clock: &Clock) -> Result<()> {
    let to_json =
        |origin: &Option<ChangeOrigin>| origin.as_ref().map(|origin| json::origin_object(origin, clock)).transpose();
    provenance.fields.iter().try_for_each(|field| {
        print_line(json!({
            "file": provenance.file,
            "key": provenance.key,
            "removed": to_json(&provenance.removed_by)?,
            "field": field.field,
            "value": field.value,
            "given": to_json(&field.set_by)?,
            "put_back": to_json(&field.restored_by)?,
        }))
    })
}

fn print_text(provenance: &RowProvenance, clock: &Clock) -> Result<()> {
    if let Some(removed) = &provenance.removed_by {
        let (file, key) = (provenance.file, format_key(&provenance.key));
        let message = Message::new(MessageName::RemovedBy).with(file).with(key);
        print_message(message.with(format_origin(removed, clock)?))?;
    }
    provenance.fields.iter().try_for_each(|field| print_line(format_field_origin(field, clock)?))
}

/// Formats a field with its value, the change that set the value and, if a later change was undone, that undo:
/// `Email: a@x  <- import 3 line 17 (jan@host), /data/hr, 2026-03-09T11:00:00+01:00; put back by undo 5 (jan@host), …`.
fn format_field_origin(field: &FieldOrigin, clock: &Clock) -> Result<String> {
    let set_by = match &field.set_by {
        Some(origin) => format_origin(origin, clock)?,
        None => translate(MessageName::UnknownOrigin),
    };
    let restored_by = match &field.restored_by {
        Some(undo) => translate(Message::new(MessageName::PutBackBy).with(format_origin(undo, clock)?)),
        None => String::new(),
    };
    let (name, cell) = (&field.field, quote_if_ambiguous(&field.value));
    Ok(format!("{name}: {cell}  <- {set_by}{restored_by}"))
}

/// Formats `import 3 line 17 (jan@host), /data/hr, 2026-03-09T11:00:00+01:00` or `hr UpdatePerson, 2026-…`.
fn format_origin(origin: &ChangeOrigin, clock: &Clock) -> Result<String> {
    // The message of a call or command, such as `hr UpdatePerson`, has the action. The message of an import or undo,
    // such as `import 3 line 17 (jan@host)`, has a number instead: the action is added, here the path `/data/hr`.
    let added_action = match origin.number {
        Some(_) => format!(", {}", origin.action),
        None => String::new(),
    };
    let origin_text = format!("{}{added_action}", translate(origin.message()));
    Ok(format!("{}, {}", escape(&origin_text), clock.format_in_zone(&origin.at)?))
}
