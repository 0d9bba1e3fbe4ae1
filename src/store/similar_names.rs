//! Finds similar identifiers and names, which may mean the same person, function or division. API calls log a warning.

use rusqlite::{Connection, Result, named_params};

use crate::datafile::file::DataFile;
use crate::datafile::{divisions, functions, persons};
use crate::ledger::query::query_all;
use crate::model::name_similarity::are_similar_names;

const MAX_PAIRS: u32 = 50;

const MAX_COMPARED: usize = 2_000;

/// Two rows of a data file that may mean the same, with their identifiers or names.
#[derive(Clone)]
pub struct SimilarPair {
    pub file: &'static DataFile,
    pub rows: [i64; 2],
    pub names: [String; 2],
}

/// Finds similar identifiers of persons, and similar names of divisions and functions.
pub fn find_pairs(connection: &Connection) -> Result<Vec<SimilarPair>> {
    let mut pairs = find_similar_identifiers(connection)?;
    for file in [&divisions::FILE, &functions::FILE] {
        pairs.extend(find_similar_names(connection, file)?);
    }
    Ok(pairs)
}

/// Returns the SQL condition that the identifier of `person` begins with 0. It is a range, as in the definition of the
/// index `person_of_identifier_without_zeros`, so that SQLite can use this index.
fn begins_with_zero_sql(person: &str) -> String {
    format!("{person}.external_identifier >= '0' AND {person}.external_identifier < '1'")
}

/// Returns pairs of persons whose identifiers differ in leading zeros only: an identifier that begins with 0, and another
/// that does not. Of two identifiers that begin with 0, the other is that of the smaller id.
fn find_similar_identifiers(connection: &Connection) -> Result<Vec<SimilarPair>> {
    let [padded_begins_with_zero, candidate_begins_with_zero] = ["padded", "candidate"].map(begins_with_zero_sql);
    let sql = format!(
        "SELECT padded.id AS padded_id, padded.external_identifier AS padded_identifier,
                other.id AS other_id, other.external_identifier AS other_identifier
         FROM person AS padded INDEXED BY person_of_identifier_without_zeros
         CROSS JOIN person AS other ON other.id IN (
             -- the person whose identifier has no leading zeros
             SELECT candidate.id FROM person AS candidate
             WHERE candidate.external_identifier = ltrim(padded.external_identifier, '0')
                   AND candidate.id <> padded.id
             UNION ALL
             -- the persons with another number of leading zeros; each pair once
             SELECT candidate.id FROM person AS candidate
             WHERE ltrim(candidate.external_identifier, '0') = ltrim(padded.external_identifier, '0')
                   AND {candidate_begins_with_zero} AND candidate.id < padded.id)
         WHERE {padded_begins_with_zero}
               AND other.id > 0 -- row 0 is the placeholder \"no manager\"
         LIMIT ?"
    );
    query_all(connection, &sql, [MAX_PAIRS], |row| {
        let rows = [row.get("other_id")?, row.get("padded_id")?];
        let names = [row.get("other_identifier")?, row.get("padded_identifier")?];
        Ok(SimilarPair { file: &persons::FILE, rows, names })
    })
}

/// Compares each name with all later names, in the order of ids. Returns the first [`MAX_PAIRS`] similar pairs.
fn find_similar_names(connection: &Connection, file: &'static DataFile) -> Result<Vec<SimilarPair>> {
    // row 0 is the placeholder, such as "no division"
    let sql = format!("SELECT id, name FROM {} WHERE id > 0 ORDER BY id LIMIT {MAX_COMPARED}", file.table);
    let all: Vec<(i64, String)> = query_all(connection, &sql, [], |row| Ok((row.get("id")?, row.get("name")?)))?;
    let mut pairs = Vec::new();
    for (index, (row, name)) in all.iter().enumerate() {
        for (later_row, later_name) in &all[index + 1..] {
            if pairs.len() == MAX_PAIRS as usize {
                return Ok(pairs);
            }
            if are_similar_names(name, later_name) {
                let names = [name.clone(), later_name.clone()];
                pairs.push(SimilarPair { file, rows: [*row, *later_row], names });
            }
        }
    }
    Ok(pairs)
}

/// Logs a warning with both ids if another person's identifier differs in leading zeros only.
pub(super) fn warn_of_identifier(connection: &Connection, id: i64, identifier: &str) -> Result<()> {
    let begins_with_zero = begins_with_zero_sql("person");
    // row 0 is the placeholder
    let is_other = "id NOT IN (0, :id)";
    let sql = format!(
        "SELECT id FROM person
         WHERE external_identifier = :without_zeros AND {is_other}
         UNION ALL
         SELECT id FROM person
         WHERE ltrim(external_identifier, '0') = :without_zeros AND {begins_with_zero} AND {is_other}"
    );
    let mut select = connection.prepare_cached(&sql)?;
    let without_zeros = identifier.trim_start_matches('0');
    let mut similar = select.query(named_params! { ":without_zeros": without_zeros, ":id": id })?;
    if let Some(row) = similar.next()? {
        let other: i64 = row.get("id")?;
        tracing::warn!(person = id, other, "similar identifiers: they differ in leading zeros only");
    }
    Ok(())
}

/// Logs the ids of both rows if the name of a new function or division is similar to an existing name.
pub(super) fn warn_of_name(connection: &Connection, file: &DataFile, id: i64, name: &str) -> Result<()> {
    let sql = format!(
        "SELECT id, name FROM {}
         WHERE id NOT IN (0, ?) -- row 0 is the placeholder
         LIMIT {MAX_COMPARED}",
        file.table
    );
    let mut select = connection.prepare_cached(&sql)?;
    let mut others = select.query([id])?;
    while let Some(row) = others.next()? {
        if are_similar_names(name, row.get_ref("name")?.as_str()?) {
            let other: i64 = row.get("id")?;
            tracing::warn!(file = file.name, row = id, other, "similar names: the new one resembles a stored one");
            return Ok(());
        }
    }
    Ok(())
}
