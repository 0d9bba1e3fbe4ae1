//! What headers of foreign exports mean, as operators said it once, for the next time.

use rusqlite::{Connection, params};

use super::unmade::WriteError;
use super::{Change, Writer};

/// A file, a header and the column that it means, which is empty where the header is left out.
pub type Match = (String, String, String);

/// All that was said.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Match>> {
    let mut select = connection.prepare("SELECT file, header, meant FROM header_match")?;
    let matches = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    matches.collect()
}

/// Keeps what was said now.
pub async fn keep(writer: &Writer, matches: Vec<Match>) -> Result<(), WriteError> {
    let keep = move |change: &mut Change| -> Result<(), WriteError> {
        for (file, header, meant) in &matches {
            change.execute(
                "INSERT OR REPLACE INTO header_match (file, header, meant) VALUES (?, ?, ?)",
                params![file, header, meant],
            )?;
        }
        Ok(())
    };
    writer.note(keep).await
}
