//! Is a file whole: its pages, its constraints, its references? And how whatever is wrong is told, a sentence each.

use anyhow::Result;
use rusqlite::{Connection, Row};

/// Looks at the file itself: its pages, its constraints, its references.
pub fn integrity(connection: &Connection, mut tell: impl FnMut(&str) -> Result<()>) -> Result<()> {
    look("the file", &mut tell, |found| {
        sentences(
            connection,
            "PRAGMA integrity_check",
            |row| row.get(0),
            &mut |sentence| match sentence {
                "ok" => Ok(()),
                _ => found(sentence),
            },
        )
    })?;
    look("references", &mut tell, |found| {
        let sentence = |row: &Row| {
            let (table, row_id, parent): (String, Option<i64>, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let row_id = row_id.unwrap_or_default();
            Ok(format!(
                "{table}: row {row_id} points at a row of {parent} that is not there"
            ))
        };
        sentences(connection, "PRAGMA foreign_key_check", sentence, found)
    })
}

/// What takes a sentence about something that is wrong.
pub type Tell<'a> = &'a mut dyn FnMut(&str) -> Result<()>;

/// Looks at one thing; that it cannot be looked at is a sentence too.
pub fn look(what: &str, tell: Tell, looking: impl FnOnce(Tell) -> Result<()>) -> Result<()> {
    match looking(tell) {
        Err(error) if error.is::<rusqlite::Error>() => {
            tell(&format!("{what}: cannot be looked at: {error}"))
        }
        looked => looked,
    }
}

/// Each row of a query, as a sentence.
pub(super) fn sentences(
    connection: &Connection,
    query: &str,
    sentence: impl Fn(&Row) -> rusqlite::Result<String>,
    found: Tell,
) -> Result<()> {
    let mut statement = connection.prepare(query)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        found(&sentence(row)?)?;
    }
    Ok(())
}

/// How many sentences tell what is wrong, where they are not told one by one.
const TOLD: usize = 5;

/// The first sentences, and how many more there are.
pub fn summed(mut wrong: Vec<String>) -> String {
    let more = wrong.len().saturating_sub(TOLD);
    wrong.truncate(TOLD);
    if more > 0 {
        wrong.push(format!("and {more} more"));
    }
    wrong.join("; ")
}
