//! Imports over REST as jobs: their states and reports, kept for 24 hours.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};

use crate::model::time::second;

const KEPT: SignedDuration = SignedDuration::from_hours(24);

#[derive(Debug, Clone)]
pub struct NewImportJob {
    pub credential: String,
    /// The Idempotency-Key of the request.
    pub key: Option<String>,
    /// The digest of the uploaded files in hexadecimal.
    pub digest: String,
    /// The options of the request, in a form of their own.
    pub query: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedImportJob {
    New(i64),
    /// The same request was made before.
    Known(i64),
    /// The key was used for another request.
    OtherRequest,
}

/// The report of a job that has ended.
#[derive(Debug, Default)]
pub struct ImportJobReport {
    /// Why it failed; `None` if it did not.
    pub code: Option<&'static str>,
    pub number: Option<i64>,
    /// How many rows were created, changed or removed.
    pub changes: u64,
    /// The counts of each file as a JSON array, as are the next two.
    pub files: String,
    pub groups: String,
    pub errors: String,
    /// The first of the errors.
    pub first_errors: String,
}

/// Adds a job, and removes those that are too old. A repeated request gets its job: by the key for as long as jobs are
/// kept, without a key while the job has not ended.
pub fn add(connection: &Connection, job: &NewImportJob, now: Timestamp) -> rusqlite::Result<AddedImportJob> {
    let oldest = second(now - KEPT);
    connection.execute("DELETE FROM import_job WHERE ended_at < ?", [oldest])?;
    let known = connection
        .query_row(
            "SELECT id, digest = ?3 AND query = ?4 FROM import_job
             WHERE credential = ?1
               AND (key = ?2 OR ?2 IS NULL AND digest = ?3 AND query = ?4 AND ended_at IS NULL)",
            params![job.credential, job.key, job.digest, job.query],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    match known {
        Some((id, true)) => return Ok(AddedImportJob::Known(id)),
        Some((_, false)) => return Ok(AddedImportJob::OtherRequest),
        None => {}
    }
    connection.execute(
        "INSERT INTO import_job (credential, key, digest, query, created_at, state) VALUES (?, ?, ?, ?, ?, 'queued')",
        params![job.credential, job.key, job.digest, job.query, second(now)],
    )?;
    Ok(AddedImportJob::New(connection.last_insert_rowid()))
}

/// Removes a job that could not be queued.
pub fn remove(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM import_job WHERE id = ?", [id]).map(drop)
}

/// Stores the state of a job that has not ended, and the percentage of bytes read.
pub fn set_state(connection: &Connection, id: i64, state: &str, progress: u64) -> rusqlite::Result<()> {
    let update = "UPDATE import_job SET state = ?, progress = ? WHERE id = ? AND ended_at IS NULL";
    connection.execute(update, params![state, progress as i64, id]).map(drop)
}

/// Ends a job. Returns false if it has ended before.
pub fn end(
    connection: &Connection,
    id: i64,
    state: &str,
    report: &ImportJobReport,
    now: Timestamp,
) -> rusqlite::Result<bool> {
    let or_none = |json: &str| if json.is_empty() { "[]".to_owned() } else { json.to_owned() };
    connection
        .execute(
            "UPDATE import_job SET state = ?, code = ?, number = ?, files = ?, groups = ?, errors = ?,
                                   first_errors = ?, ended_at = ?
             WHERE id = ? AND ended_at IS NULL",
            params![
                state,
                report.code,
                report.number,
                or_none(&report.files),
                or_none(&report.groups),
                or_none(&report.errors),
                or_none(&report.first_errors),
                second(now),
                id
            ],
        )
        .map(|changed| changed == 1)
}

/// Ends the jobs up to this number that the end of the service interrupted. An import that was applied all the same is done.
pub fn end_interrupted(connection: &Connection, last: i64, now: Timestamp) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE import_job SET
             number = (SELECT l.number FROM ledger AS l WHERE l.action = 'import job ' || import_job.id)
         WHERE ended_at IS NULL AND id <= ?",
        [last],
    )?;
    connection
        .execute(
            "UPDATE import_job SET state = iif(number IS NULL, 'failed', 'done'),
                                   code = iif(number IS NULL, 'interrupted', NULL), ended_at = ?
             WHERE ended_at IS NULL AND id <= ?",
            params![second(now), last],
        )
        .map(drop)
}

/// Returns the number of the newest job; 0 before the first.
pub fn newest(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT coalesce(max(id), 0) FROM import_job", [], |row| row.get(0))
}

/// Returns whether a credential has this job, and whether the job has ended.
pub fn has_ended(connection: &Connection, id: i64, credential: &str) -> rusqlite::Result<Option<bool>> {
    connection
        .query_row(
            "SELECT ended_at IS NOT NULL FROM import_job WHERE id = ? AND credential = ?",
            params![id, credential],
            |row| row.get(0),
        )
        .optional()
}
