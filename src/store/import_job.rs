//! Stores the jobs of imports over REST, with their states and reports, until 24 hours after their end.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, Result, Row, params};

use crate::ledger::query::query_optional;
use crate::model::time::format_instant;

const RETENTION: SignedDuration = SignedDuration::from_hours(24);

#[derive(Debug, Clone)]
pub struct NewImportJob {
    pub credential: String,
    /// The Idempotency-Key that the client sent.
    pub key: Option<String>,
    /// The digest of the uploaded files. Two requests are the same if their digest and query are equal.
    pub digest: String,
    /// The options of the request, as text.
    pub query: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedImportJob {
    New(i64),
    /// The id of an earlier job for the same request.
    Known(i64),
    /// A different request has used the same Idempotency-Key.
    KeyOfOtherRequest,
}

#[derive(Debug, Default, Clone)]
pub struct ImportJobReport {
    /// The reason for a failure; `None` if the job did not fail.
    pub code: Option<&'static str>,
    /// The number of the import; `None` if nothing was imported.
    pub number: Option<i64>,
    /// The number of changed rows. It is stored as the result of the last import, and not in the job.
    pub changes: u64,
    /// A JSON array, like the next three fields. An empty text counts as an empty array.
    pub files: String,
    pub groups: String,
    pub errors: String,
    pub first_errors: String,
}

/// Adds a job, and removes jobs that ended more than [`RETENTION`] ago. For a repeated request, returns the first job:
/// with a key, as long as the first job is stored; without a key, until the first job has ended.
pub fn add(connection: &Connection, job: &NewImportJob, now: Timestamp) -> Result<AddedImportJob> {
    let oldest = format_instant(now - RETENTION);
    connection.execute("DELETE FROM import_job WHERE ended_at < ?", [oldest])?;
    let is_first_job = if job.key.is_some() { "key = ?2" } else { "digest = ?3 AND query = ?4 AND ended_at IS NULL" };
    let select = format!(
        "SELECT id, digest = ?3 AND query = ?4 AS is_same_request FROM import_job
         WHERE credential = ?1 AND {is_first_job}"
    );
    let parameters = params![job.credential, job.key, job.digest, job.query];
    let read_known = |row: &Row| Ok((row.get("id")?, row.get("is_same_request")?));
    match query_optional(connection, &select, parameters, read_known)? {
        Some((id, true)) => return Ok(AddedImportJob::Known(id)),
        // only a key finds a job of another request: without a key, the request is the condition
        Some((_, false)) => return Ok(AddedImportJob::KeyOfOtherRequest),
        None => {}
    }
    let insert = "INSERT INTO import_job (credential, key, digest, query, created_at, state)
                  VALUES (?, ?, ?, ?, ?, 'queued')";
    connection.execute(insert, params![job.credential, job.key, job.digest, job.query, format_instant(now)])?;
    Ok(AddedImportJob::New(connection.last_insert_rowid()))
}

pub fn remove(connection: &Connection, id: i64) -> Result<()> {
    connection.execute("DELETE FROM import_job WHERE id = ?", [id]).map(drop)
}

/// Stores the state of a job and the percentage of bytes read, unless the job has ended.
pub fn set_state(connection: &Connection, id: i64, state: &str, progress: u64) -> Result<()> {
    let update = "UPDATE import_job SET state = ?, progress = ? WHERE id = ? AND ended_at IS NULL";
    connection.execute(update, params![state, progress as i64, id]).map(drop)
}

/// Ends a job with this state and report. Returns false, and changes nothing, if the job has already ended.
pub fn end(connection: &Connection, id: i64, state: &str, report: &ImportJobReport, now: Timestamp) -> Result<bool> {
    let ImportJobReport { code, number, files, groups, errors, first_errors, .. } = report;
    let [files, groups, errors, first_errors] =
        [files, groups, errors, first_errors].map(|json| if json.is_empty() { "[]" } else { json });
    let update = "UPDATE import_job SET state = ?, code = ?, number = ?, files = ?, groups = ?, errors = ?,
                                        first_errors = ?, ended_at = ? WHERE id = ? AND ended_at IS NULL";
    let parameters = params![state, code, number, files, groups, errors, first_errors, format_instant(now), id];
    connection.execute(update, parameters).map(|changed| changed == 1)
}

/// Ends the unfinished jobs with ids up to `last`. A job ends as done if its import was applied, else as failed.
pub fn end_interrupted(connection: &Connection, last: i64, now: Timestamp) -> Result<()> {
    // the ledger has the entry of an applied import, even if the process ended before the job was updated
    let set_number = "UPDATE import_job SET
                   number = (SELECT l.number FROM ledger AS l WHERE l.action = 'import job ' || import_job.id)
               WHERE ended_at IS NULL AND id <= ?";
    connection.execute(set_number, [last])?;
    let set_state = "UPDATE import_job SET state = iif(number IS NULL, 'failed', 'done'),
                                     code = iif(number IS NULL, 'interrupted', NULL), ended_at = ?
               WHERE ended_at IS NULL AND id <= ?";
    connection.execute(set_state, params![format_instant(now), last]).map(drop)
}

pub fn newest_id(connection: &Connection) -> Result<i64> {
    connection.query_row("SELECT coalesce(max(id), 0) FROM import_job", [], |row| row.get(0))
}

/// Returns whether a job has ended; `None` if the credential has no such job.
pub fn has_ended(connection: &Connection, id: i64, credential: &str) -> Result<Option<bool>> {
    let select = "SELECT ended_at IS NOT NULL FROM import_job WHERE id = ? AND credential = ?";
    query_optional(connection, select, params![id, credential], |row| row.get(0))
}
