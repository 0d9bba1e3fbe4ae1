//! Remembered meanings of foreign headers. Remembering and forgetting are actions in the ledger.

use anyhow::Result;
use rusqlite::{Connection, params};

use super::action::act;
use super::change_error::WriteError;
use super::connection::Database;
use super::{Change, Writer};
use crate::ledger::{Attribution, LedgerEntry, Origin};
use crate::model::text::quoted;

/// A file, a header and the column that it means; an empty column means that the header is ignored.
pub type HeaderMatch = (String, String, String);

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<HeaderMatch>> {
    let mut select = connection.prepare("SELECT file, header, meant FROM header_match")?;
    select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
}

/// Remembers a meaning for this operator.
pub fn keep(database: &mut Database, actor: &str, kept: &HeaderMatch) -> Result<()> {
    let (file, header, meant) = kept;
    let said = match meant.as_str() {
        "" => "is left out".to_owned(),
        _ => format!("means {meant}"),
    };
    act(database, &attribution(actor, file, header, &said), |change| {
        change.execute(
            "INSERT OR REPLACE INTO header_match (file, header, meant) VALUES (?, ?, ?)",
            params![file, header, meant],
        )?;
        Ok(())
    })
}

/// Forgets a header's meaning for this operator.
pub async fn forget(writer: &Writer, actor: &str, file: String, header: String) -> Result<(), WriteError> {
    let by = attribution(actor, &file, &header, "is forgotten");
    let forget = move |change: &mut Change| -> Result<(), WriteError> {
        let known = "DELETE FROM header_match WHERE file = ? AND header = ?";
        if change.execute(known, [&file, &header])? > 0 {
            LedgerEntry::new(change, &by).act()?;
        }
        Ok(())
    };
    writer.note(forget).await
}

fn attribution(actor: &str, file: &str, header: &str, said: &str) -> Attribution {
    Attribution {
        door: Origin::Command,
        actor: actor.to_owned(),
        action: format!("console header {} of {file} {said}", quoted(header)),
    }
}
