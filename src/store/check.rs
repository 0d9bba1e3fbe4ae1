//! Is everything in a database as it must be? The file's own integrity, its references, its schema, and the rules that
//! a constraint of `schema.sql` cannot say or that something must keep in step.

use anyhow::Result;
use rusqlite::{Connection, Row};

use super::connection::Database;
use super::{foreign, portfolio};

/// Rules over the data, each a query that gives a sentence for each row that breaks it.
const RULES: &[&str] = &[
    // "exactly one row has IsDefault": the index sees to it that there are not two
    "SELECT 'account_levels: no level is the default'
     WHERE NOT EXISTS (SELECT 1 FROM account_level WHERE is_default = 1)",
    // "exist in every database with id 0"
    "SELECT 'placeholders: ' || name || ' is missing' FROM (
         SELECT 'Manager onbekend' AS name
         EXCEPT SELECT first_name || ' ' || family_name FROM person WHERE id = 0
         UNION ALL SELECT * FROM (SELECT 'Functie onbekend' EXCEPT SELECT name FROM function WHERE id = 0)
         UNION ALL SELECT * FROM (SELECT 'Locatie onbekend' EXCEPT SELECT name FROM division WHERE id = 0))",
    // "Divisions form a tree (no cycles …)"
    "WITH RECURSIVE above (division, ancestor) AS (
         SELECT id, parent FROM division WHERE parent IS NOT NULL
         UNION SELECT above.division, division.parent FROM above JOIN division ON division.id = above.ancestor
         WHERE division.parent IS NOT NULL)
     SELECT 'divisions: ' || name || ' is its own ancestor'
     FROM above JOIN division ON division.id = above.division WHERE division = ancestor",
    // "Anonymised … FirstName `Anoniem`, FamilyName `Persoon`, identifier and e-mail …"
    "SELECT 'persons: ' || id || ' is anonymised and has a name or address left' FROM person
     WHERE anonymised AND (first_name, family_name, external_identifier, email)
           IS NOT ('Anoniem', 'Persoon', 'anonymised-' || id, 'anonymised-' || id || '@invalid')",
    // "a finish later than now" is a fault of results.csv
    "SELECT 'results: ' || id || ' is finished at ' || finished_at || ', which is later than now'
     FROM FinishedModule WHERE finished_at > service_now()",
    "SELECT 'trainings: ' || code || ' has an id beyond the largest that was given to its type'
     FROM LearningModule JOIN training_id USING (type) WHERE id > highest",
    "SELECT 'trainings: ' || code || ' shows ' || image || ', which is not in the database'
     FROM LearningModule
     WHERE image LIKE 'images/%' AND NOT EXISTS (SELECT 1 FROM image AS i WHERE 'images/' || i.name = image)",
    // kept by triggers
    "SELECT 'classes: ' || code || ' is kept as beginning ' || class.begins || ', not ' || start.begins
     FROM class JOIN class_start AS start ON start.class = class.id WHERE class.begins <> start.begins",
];

/// Looks at everything, and tells what is wrong, a sentence each. What cannot be looked at, since something
/// else is too wrong for it, is told too, and the rest is looked at all the same.
pub fn check(database: &Database, mut tell: impl FnMut(&str) -> Result<()>) -> Result<()> {
    integrity(database, &mut tell)?;
    look("the schema", &mut tell, |found| {
        let differences = foreign::differences(database)?;
        differences.iter().try_for_each(|sentence| found(sentence))
    })?;
    for rule in RULES {
        look("a rule", &mut tell, |found| {
            sentences(database, rule, |row| row.get(0), found)
        })?;
    }
    look("portfolio", &mut tell, |found| {
        for person in portfolio::wrong(database)? {
            found(&format!(
                "portfolio: the rows of person {person} are counted wrongly"
            ))?;
        }
        Ok(())
    })
}

/// Looks at the file itself: its pages, its constraints, its references.
pub fn integrity(database: &Connection, mut tell: impl FnMut(&str) -> Result<()>) -> Result<()> {
    look("the file", &mut tell, |found| {
        sentences(
            database,
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
        sentences(database, "PRAGMA foreign_key_check", sentence, found)
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
fn sentences(
    database: &Connection,
    query: &str,
    sentence: impl Fn(&Row) -> rusqlite::Result<String>,
    found: Tell,
) -> Result<()> {
    let mut statement = database.prepare(query)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        found(&sentence(row)?)?;
    }
    Ok(())
}
