//! `restore`: replaces the database by a copy of a backup, and keeps the old file.

use std::fs::{self, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use rusqlite::{ErrorCode, OptionalExtension};

use super::connection::{Database, READ_WRITE, is_closed_wal_database, open_guarded};
use super::copy::{
    CopyObserver, JOURNAL_SUFFIXES, JournalMode, SIDECAR_SUFFIXES, copy_and_check, free_name, protected_files,
    sidecar_path,
};
use super::schema::{self, FileState};
use super::{OpenMode, open, schema_difference};
use crate::ledger::feed_position::renew_lineage;
use crate::model::message::MessageName;
use crate::model::time::Clock;
use crate::output::{Destination, path_exists, path_message, resolve_links, sync_parent_folder};

/// Replaces the database at `path` by a checked copy of `from`. Keeps the old file, which must be ours and not in use.
pub fn restore(path: &Path, clock: &Clock, from: &Path, observer: &CopyObserver) -> Result<RestoreSummary> {
    if !from.exists() {
        bail!(path_message(MessageName::BackupMissing, from));
    }
    schema::refuse_special_file(from)?;
    // a closed database is read without a lock, so it is checked below that no process has opened it meanwhile
    let was_source_closed = is_closed_wal_database(from).unwrap_or(false);
    let source = open(from, clock, OpenMode::RestoreSource)?;
    refuse_changed_schema(&source, from)?;
    // if `path` is a link, its target is replaced, because SQLite's files are beside the target
    let target = resolve_links(path);
    protected_files(path).check_unprotected(from)?;
    // locked from here on: no process can use the old file until it is replaced
    let replaced = ReplacedDatabase::lock_exclusively(&target, clock)?;
    let no_longer_anonymised = replaced.as_ref().and_then(|replaced| replaced.find_anonymised_since(&source));
    let destination = match &replaced {
        Some(_) => {
            let checked_by_lock = || Ok(());
            Destination::replacing(&target, &protected_files(from), checked_by_lock)?
        }
        None => Destination::new(&target, &protected_files(from))?,
    };
    // the copy is complete and checked before the old file is touched
    // `_` closes the file at once: a later close would release the locks of SQLite on it
    let (draft, _) = destination.create_draft()?;
    copy_and_check(&source, clock, &draft, JournalMode::WRITE_AHEAD, observer)?;
    start_new_lineage(draft.partial()).with_context(|| path_message(MessageName::CopyNotWritten, path))?;
    if was_source_closed && !is_closed_wal_database(from)? {
        bail!(path_message(MessageName::BackupOpened, from));
    }
    drop(source);
    if let Some(replaced) = &replaced {
        copy_ownership(draft.partial(), &replaced.metadata)
            .with_context(|| path_message(MessageName::OwnerNotCopied, &target))?;
        schema::checkpoint_and_remove_log(&replaced.database, &target);
    }
    let failure = || path_message(MessageName::NotMovedAside, path);
    // the old file stays at its path, too, until the copy is renamed to this path
    let old_file = link_old_files(&target, clock).with_context(failure)?;
    // SQLite would apply the old journals to the copy
    remove_sidecars(&target).with_context(failure)?;
    draft.rename_into_place().with_context(|| match &old_file {
        Some(old_file) => path_message(MessageName::PreviousFile, old_file),
        None => MessageName::NothingChanged.into(),
    })?;
    Ok(RestoreSummary { old_file, no_longer_anonymised })
}

/// Fails if the schema of the backup was changed: foreign triggers and views could change or falsify data.
fn refuse_changed_schema(source: &Database, from: &Path) -> Result<()> {
    let differences = schema_difference::differences(source)?;
    if differences.is_empty() {
        return Ok(());
    }
    bail!(path_message(MessageName::BackupSchemaChanged, from).with(differences.join("; ")))
}

/// Gives the copy a new lineage, which makes the clients' positions in the change feed invalid: clients may have read
/// changes that the copy lacks.
fn start_new_lineage(copy: &Path) -> rusqlite::Result<()> {
    let copy = open_guarded(copy, READ_WRITE)?;
    // in exclusive mode, SQLite needs no file `-shm` beside the copy
    copy.execute_batch("PRAGMA locking_mode = EXCLUSIVE")?;
    renew_lineage(&copy)?;
    copy.close().map_err(|(_, error)| error)
}

pub struct RestoreSummary {
    /// The path at which the replaced database is kept; `None` if there was no file.
    pub old_file: Option<PathBuf>,
    /// The identifiers of persons who were anonymised after the backup; `None` without a readable old file.
    pub no_longer_anonymised: Option<Vec<String>>,
}

/// The database that is replaced. The connection locks it.
struct ReplacedDatabase {
    database: Database,
    /// Has the owner and permissions that the copy receives.
    metadata: Metadata,
}

impl ReplacedDatabase {
    /// Opens and locks the database at `path`; `None` if there is no file. Fails if the file is in use or not ours.
    fn lock_exclusively(path: &Path, clock: &Clock) -> Result<Option<Self>> {
        if !path_exists(path) {
            return Ok(None);
        }
        let failure = || path_message(MessageName::NotReplaced, path);
        let metadata = path.metadata().with_context(failure)?;
        let database = Database::open_exclusive(path, clock).map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                anyhow!(path_message(MessageName::ReplacedInUse, path))
            }
            Some(ErrorCode::NotADatabase) => schema::foreign_file_error(path),
            _ => anyhow!(error).context(failure()),
        })?;
        // an empty database has no data to lose, so it is replaced, too
        match schema::file_state(&database).with_context(failure)? {
            FileState::Foreign => Err(schema::foreign_file_error(path)),
            FileState::Empty | FileState::Ours { .. } => Ok(Some(Self { database, metadata })),
        }
    }

    /// Returns the backup's identifiers of persons who are anonymised only in this database; `None` if reading fails.
    fn find_anonymised_since(&self, backup: &Database) -> Option<Vec<String>> {
        let mut anonymised = self.database.prepare("SELECT id FROM person WHERE anonymised").ok()?;
        let mut select_identifier =
            backup.prepare("SELECT external_identifier FROM person WHERE id = ? AND NOT anonymised").ok()?;
        // a person has the same id in both databases, but another identifier after the anonymisation
        let mut identifiers = Vec::new();
        for id in anonymised.query_map([], |row| row.get::<_, i64>(0)).ok()? {
            let identifier = select_identifier.query_row([id.ok()?], |row| row.get(0));
            identifiers.extend(identifier.optional().ok()?);
        }
        Some(identifiers)
    }
}

/// Gives the copy the owner, group and permissions of the old file, so that the service can still use it.
fn copy_ownership(copy: &Path, old: &Metadata) -> io::Result<()> {
    let new = copy.metadata()?;
    let (user, group) = (old.uid(), old.gid());
    // only root may change the owner, so an equal owner is left alone
    if (new.uid(), new.gid()) != (user, group) {
        chown(copy, Some(user), Some(group))?;
    }
    fs::set_permissions(copy, Permissions::from_mode(old.mode() & 0o777))
}

/// Links the old file and its journals to a free name, such as `lms.sqlite.kept-20260309T101500`. When this function
/// returns, the links are on disk. Returns the free name; `None` if there are neither an old file nor journals.
fn link_old_files(path: &Path, clock: &Clock) -> Result<Option<PathBuf>> {
    let mut suffixes = vec![""];
    suffixes.extend(JOURNAL_SUFFIXES);
    suffixes.retain(|suffix| path_exists(&sidecar_path(path, suffix)));
    if suffixes.is_empty() {
        return Ok(None);
    }
    let moment = clock.now().strftime("%Y%m%dT%H%M%S");
    let old_file = free_name(path, &format!(".kept-{moment}"));
    for suffix in suffixes {
        fs::hard_link(sidecar_path(path, suffix), sidecar_path(&old_file, suffix))?;
    }
    sync_parent_folder(path)?;
    Ok(Some(old_file))
}

fn remove_sidecars(path: &Path) -> Result<()> {
    for suffix in SIDECAR_SUFFIXES {
        match fs::remove_file(sidecar_path(path, suffix)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(sync_parent_folder(path)?)
}
