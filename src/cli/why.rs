//! `why`: shows which import and line, credential's call or command set a value, and when.

use anyhow::Result;
use clap::Args;

use super::CommonOptions;
use super::field_change::quote_if_ambiguous;
use super::json::{self, JsonLines};
use super::printable::escape;
use super::terminal::{print_line, translate};
use crate::ledger::history::ChangeOrigin;
use crate::ledger::provenance::{FieldOrigin, RowProvenance, find_provenance};
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::store::{OpenMode, open};

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
    form: JsonLines,
}

impl WhyCommand {
    pub fn run(self) -> Result<()> {
        let clock = self.common.clock()?;
        let database = open(&self.common.db, &clock, OpenMode::Looking)?;
        let answer = find_provenance(&database, &clock, &self.file, &self.key)?;
        match self.form.json {
            true => Self::print_json(&answer, &clock),
            false => Self::print_text(&answer, &clock),
        }
    }

    fn print_json(answer: &RowProvenance, clock: &Clock) -> Result<()> {
        let by = |by: &Option<ChangeOrigin>| by.as_ref().map(|by| json::origin_object(by, clock)).transpose();
        for field in &answer.fields {
            let object = serde_json::json!({
                "file": answer.file,
                "key": answer.key,
                "removed": by(&answer.removed_by)?,
                "field": field.field,
                "value": field.value,
                "given": by(&field.set_by)?,
                "put_back": by(&field.restored_by)?,
            });
            print_line(object)?;
        }
        Ok(())
    }

    fn print_text(answer: &RowProvenance, clock: &Clock) -> Result<()> {
        if let Some(removed) = &answer.removed_by {
            let (file, key, by) = (answer.file, answer.key.join(", "), format_origin(removed, clock)?);
            let message = Message::new(MessageName::RemovedBy).with(file).with(escape(&key)).with(by);
            print_line(translate(message))?;
        }
        for reason in &answer.fields {
            print_line(format_reason(reason, clock)?)?;
        }
        Ok(())
    }
}

/// Formats a value with its origin: `Email: a@x  <- import 3 line 17 (jan@host), /data/hr, 2026-03-09T11:00:00+01:00`
fn format_reason(reason: &FieldOrigin, clock: &Clock) -> Result<String> {
    let given = match &reason.set_by {
        Some(given) => format_origin(given, clock)?,
        None => translate(MessageName::UnknownOrigin),
    };
    let put_back = match &reason.restored_by {
        Some(undo) => translate(Message::new(MessageName::PutBackBy).with(format_origin(undo, clock)?)),
        None => String::new(),
    };
    let (field, cell) = (&reason.field, quote_if_ambiguous(&reason.value));
    Ok(format!("{field}: {cell}  <- {given}{put_back}"))
}

/// Formats an origin: `import 3 line 17 (jan@host), /data/hr, 2026-03-09T11:00:00+01:00`
fn format_origin(origin: &ChangeOrigin, clock: &Clock) -> Result<String> {
    let action = match origin.number {
        Some(_) => format!(", {}", origin.action),
        None => String::new(),
    };
    let by = format!("{}{action}", translate(origin.message()));
    Ok(format!("{}, {}", escape(&by), clock.format_in_zone(&origin.at)?))
}
