//! `--json`: output as one object per line. Times are in the service's zone, with offset.

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use crate::datafile::is_binary_column;
use crate::ledger::history::{ChangeOrigin, RowChange};
use crate::ledger::imports::MappingVersion;
use crate::model::time::Clock;

#[derive(Args)]
pub struct JsonLines {
    /// Write one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

/// Returns an object that says what made a change: an import or undo with its number, a call of a credential, or a
/// command.
pub fn origin_object(origin: &ChangeOrigin, clock: &Clock) -> Result<Value> {
    Ok(json!({
        "at": clock.format_in_zone(&origin.at)?,
        "source": origin.kind,
        "number": origin.number,
        "actor": origin.actor,
        "action": origin.action,
        "file": origin.file,
        "line": origin.line,
        "mapping": origin.mapping.as_ref().map(MappingVersion::to_json),
    }))
}

/// Returns the change of a row as a JSON line. Bytes are left out.
pub fn format_change(change: &RowChange, clock: &Clock) -> Result<String> {
    let shown = change.fields.iter().filter(|of| !is_binary_column(&change.file, &of.field));
    let fields = shown.map(|of| json!({"field": of.field, "old": of.old, "new": of.new}));
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

/// Returns a change that affected no row, such as the grants of a credential, as a JSON line.
pub fn format_rowless_change(act: &ChangeOrigin, clock: &Clock) -> Result<String> {
    Ok(json!({ "by": origin_object(act, clock)? }).to_string())
}
