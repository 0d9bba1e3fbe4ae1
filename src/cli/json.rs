//! `--json`: output as one object per line. Times are in the service's zone, with offset.

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use crate::datafile::is_binary_column;
use crate::ledger::history::{ChangeOrigin, RowChange};
use crate::ledger::imports::MappingVersion;
use crate::model::time::Clock;

#[derive(Args)]
pub struct OutputOptions {
    /// Write one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

pub fn origin_object(origin: &ChangeOrigin, clock: &Clock) -> Result<Value> {
    Ok(json!({
        "at": clock.format_in_zone(&origin.at)?,
        "source": origin.kind,
        "number": origin.number,
        "actor": origin.actor,
        "action": origin.action.to_string(),
        "file": origin.imported_file,
        "line": origin.line,
        "mapping": origin.mapping.as_ref().map(MappingVersion::to_json),
    }))
}

/// Returns the change of a row as a JSON line, without the bytes of pictures.
pub fn format_change(change: &RowChange, clock: &Clock) -> Result<String> {
    let shown = change.fields.iter().filter(|field| !is_binary_column(&change.file, &field.field));
    let fields = shown.map(|field| json!({"field": field.field, "old": field.old, "new": field.new}));
    let object = json!({
        "file": change.file,
        "key": change.key,
        "row": change.row,
        "change": change.kind,
        "by": origin_object(&change.origin, clock)?,
        "fields": fields.collect::<Vec<_>>(),
    });
    Ok(object.to_string())
}

/// Returns an action that changed no row as a JSON line. It has only `by`: no file, key or fields.
pub fn format_action(action: &ChangeOrigin, clock: &Clock) -> Result<String> {
    Ok(json!({ "by": origin_object(action, clock)? }).to_string())
}
