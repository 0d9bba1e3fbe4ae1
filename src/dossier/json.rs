//! Writes a dossier as JSON: rows by file name, cells by column name.

use serde_json::{Map, Value, json};

use super::Dossier;
use crate::ledger::RecordedCells;
use crate::ledger::history::{FieldChange, RowChange};
use crate::store::connector_error::ConnectorError;

/// Returns the dossier with the keys `person`, `files`, `history` and `connectorErrors`. Keys are English in every language.
pub fn dossier_json(dossier: &Dossier) -> Value {
    let files = dossier.rows.iter().map(|(file, rows)| (file.name.to_owned(), rows.iter().map(row_json).collect()));
    json!({
        "person": dossier.identifier,
        "files": files.collect::<Map<_, _>>(),
        "history": dossier.changes.iter().map(change_json).collect::<Value>(),
        "connectorErrors": dossier.connector_errors.iter().map(connector_error_json).collect::<Value>(),
    })
}

/// Returns a row as an object of cells by column name. Every cell is a text, as in a data file.
fn row_json(cells: &RecordedCells) -> Value {
    let cells = cells.iter().map(|(name, cell)| (name.clone(), Value::from(cell.as_str())));
    Value::Object(cells.collect())
}

fn change_json(change: &RowChange) -> Value {
    let field_json = |field: &FieldChange| json!({ "column": field.field, "old": field.old, "new": field.new });
    json!({
        "at": change.origin.at,
        "by": change.origin.to_string(),
        "file": change.file,
        "key": change.key,
        "change": change.kind,
        "fields": change.fields.iter().map(field_json).collect::<Value>(),
    })
}

fn connector_error_json(error: &ConnectorError) -> Value {
    json!({
        "at": error.at,
        "credential": error.credential,
        "connector": error.connector,
        "message": error.message,
    })
}
