//! `--json`: output as one object per line. Times are in the service's zone, with offset.

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use crate::datafile::is_bytes;
use crate::ledger::history::{ChangeOrigin, RowChange};
use crate::ledger::imports::MappingVersion;
use crate::model::time::Clock;

#[derive(Args)]
pub struct JsonLines {
    /// Write one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

/// What made a change: an import or undo by number, a credential's call, or an operator's command.
pub fn origin(origin: &ChangeOrigin, clock: &Clock) -> Result<Value> {
    Ok(json!({
        "at": clock.local(&origin.at)?,
        "source": origin.kind,
        "number": origin.number,
        "actor": origin.actor,
        "action": origin.action,
        "file": origin.file,
        "line": origin.line,
        "mapping": origin.mapping.as_ref().map(MappingVersion::json),
    }))
}

pub fn change(change: &RowChange, clock: &Clock) -> Result<String> {
    let shown = change.fields.iter().filter(|of| !is_bytes(&change.file, &of.field));
    let fields = shown.map(|of| json!({"field": of.field, "old": of.old, "new": of.new}));
    let object = json!({
        "file": change.file,
        "key": change.key,
        "row": change.row,
        "change": change.kind,
        "by": origin(&change.origin, clock)?,
        "fields": fields.collect::<Vec<_>>(),
    });
    Ok(object.to_string())
}

/// A command that changed no row.
pub fn act(act: &ChangeOrigin, clock: &Clock) -> Result<String> {
    Ok(json!({ "by": origin(act, clock)? }).to_string())
}
