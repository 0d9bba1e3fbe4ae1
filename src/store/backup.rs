//! `backup`: makes a consistent copy of the database, even while it is served, and records the backup in the ledger.

use std::path::Path;

use anyhow::{Result, bail};
use rusqlite::{Connection, Row};

use super::automatic_backups::Backup;
use super::copy::{CopyObserver, JOURNAL_SUFFIXES, JournalMode, copy_and_check, protected_files, sidecar_path};
use super::ledger_action::change_and_record;
use super::{OpenMode, open, schema, schema_difference};
use crate::ledger::action::action_condition;
use crate::ledger::audit::newest_entry;
use crate::ledger::query::query_optional;
use crate::ledger::{Attribution, Origin};
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::output::{Destination, path_exists, path_message};

/// Copies the database at `path` to `to`, which must not exist, and checks the copy. Returns the differences from this
/// build's schema: `restore` will refuse a copy with differences.
pub fn make_backup(path: &Path, clock: &Clock, to: &Path, observer: &CopyObserver) -> Result<Vec<String>> {
    let database = open(path, clock, OpenMode::InspectAnyVersion)?;
    let destination = Destination::new(to, &protected_files(path))?;
    refuse_journals(to)?;
    // `_` closes the file at once: a later close would release the locks of SQLite on it
    let (draft, _) = destination.create_draft()?;
    // without a write-ahead log, the backup is a single file
    copy_and_check(&database, clock, &draft, JournalMode::ROLLBACK, observer)?;
    draft.rename_into_place()?;
    schema_difference::differences(&database)
}

/// Fails if files beside `to` have the names of the copy's journals: SQLite would apply these journals to the copy.
fn refuse_journals(to: &Path) -> Result<()> {
    for journal in JOURNAL_SUFFIXES.map(|suffix| sidecar_path(to, suffix)) {
        if path_exists(&journal) {
            bail!(path_message(MessageName::JournalLeftOver, &journal));
        }
    }
    Ok(())
}

/// Records that `actor` made a backup. Does nothing if the schema is outdated, or the database is a copy (not in WAL).
pub fn record_backup(path: &Path, clock: &Clock, actor: &str, place: &str) -> Result<()> {
    // inspected first: opening a copy for writing would change its journal mode
    let database = open(path, clock, OpenMode::InspectAnyVersion)?;
    let mode: String = database.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode != "wal" || schema::find_outdated_part(&database)?.is_some() {
        return Ok(());
    }
    drop(database);
    let action = Message::new(MessageName::MakeBackup).with(place).into();
    let attribution = Attribution { origin: Origin::Command, actor: actor.to_owned(), action };
    change_and_record(&mut open(path, clock, OpenMode::Existing)?, &attribution, |_| Ok(()))
}

/// Returns the id of the newest ledger entry, and the newest backup recorded after the entry `after`.
pub fn find_backup_recorded_after(connection: &Connection, after: i64) -> rusqlite::Result<(i64, Option<Backup>)> {
    let newest = newest_entry(connection)?;
    let is_backup = action_condition(&[MessageName::MakeBackup]);
    // an action that is no complete message is no backup, and must not make the pages fail that show the last backup
    let sql = format!(
        "SELECT at, iif(json_valid(action), action ->> 1, NULL) AS path FROM ledger
         WHERE id > ? AND kind = 'act' AND {is_backup} AND path IS NOT NULL
         ORDER BY id DESC LIMIT 1"
    );
    let read_backup = |row: &Row| Ok(Backup { at: row.get("at")?, to: row.get("path")? });
    Ok((newest, query_optional(connection, &sql, [after], read_backup)?))
}
