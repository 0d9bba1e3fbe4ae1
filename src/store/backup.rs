//! `backup`: makes a consistent copy of the database, even while it is served, and records it in the ledger.

use std::path::Path;

use anyhow::{Result, bail};
use rusqlite::{Connection, OptionalExtension};

use super::action::change_and_record;
use super::backups::Backup;
use super::copy::{CopyObserver, JOURNALS, ROLLBACK, copy, protected_files, sidecar_path};
use super::{OpenMode, open, schema, schema_difference};
use crate::ledger::{Attribution, Origin};
use crate::model::time::Clock;
use crate::output::{Destination, path_exists};

const ACTION_PREFIX: &str = "backup --to ";

/// Copies the database at `path` to the new file `to`: "a consistent copy of a live database, checked after writing, …
/// never over an existing file". Returns a warning for each difference for which `restore` will refuse the copy.
pub fn backup(path: &Path, clock: &Clock, to: &Path, observer: &CopyObserver) -> Result<Vec<String>> {
    let database = open(path, clock, OpenMode::InspectAnyVersion)?;
    let destination = Destination::new(to, &protected_files(path))?;
    refuse_journals(to)?;
    let (draft, _) = destination.create_draft()?;
    copy(&database, clock, &draft, ROLLBACK, observer)?;
    draft.rename_into_place()?;
    schema_difference::differences(&database)
}

/// Fails if journals of another database have the names of the copy's: SQLite would apply them to the copy.
fn refuse_journals(to: &Path) -> Result<()> {
    for journal in JOURNALS.map(|part| sidecar_path(to, part)) {
        if path_exists(&journal) {
            bail!("{} is left over from another database and would damage the copy: move it away", journal.display());
        }
    }
    Ok(())
}

/// Records in the ledger that `actor` made a backup. Does nothing if the database itself is a copy, which has no write-ahead
/// log, or if its schema is older.
pub fn record_backup(path: &Path, clock: &Clock, actor: &str, to: &Path) -> Result<()> {
    let database = open(path, clock, OpenMode::InspectAnyVersion)?;
    let mode: String = database.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode != "wal" || schema::find_outdated_part(&database)?.is_some() {
        return Ok(());
    }
    drop(database);
    let action = format!("{ACTION_PREFIX}{}", to.display());
    let by = Attribution { origin: Origin::Command, actor: actor.to_owned(), action };
    change_and_record(&mut open(path, clock, OpenMode::Existing)?, &by, |_| Ok(()))
}

/// Returns the id of the newest ledger entry, and the newest backup that is recorded after the entry `after`.
pub fn find_recorded_after(connection: &Connection, after: i64) -> rusqlite::Result<(i64, Option<Backup>)> {
    let newest = "SELECT coalesce(max(id), 0) FROM ledger";
    let newest = connection.prepare_cached(newest)?.query_row([], |row| row.get(0))?;
    let noted = "SELECT at, substr(action, length(?2) + 1) FROM ledger
                 WHERE id > ?1 AND kind = 'act' AND substr(action, 1, length(?2)) = ?2
                 ORDER BY id DESC LIMIT 1";
    let noted = connection
        .prepare_cached(noted)?
        .query_row((after, ACTION_PREFIX), |row| Ok(Backup { at: row.get(0)?, to: row.get(1)? }))
        .optional()?;
    Ok((newest, noted))
}
