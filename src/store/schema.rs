//! Opens and creates database files. Checks that a file is ours and has the current schema.

use std::fmt;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use rusqlite::{Connection, ErrorCode, Row, TransactionBehavior};

use super::connection::{Database, sidecar_path};
use super::derived;
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::output::{file_identity, parent_folder};

/// The application id in the file's header: "LMSa".
const APPLICATION_ID: i32 = 0x4C4D_5361;

/// The step at index `n` migrates version `n + 1` to `n + 2`. Released steps never change.
pub(super) const STEPS: &[&str] = &[
    include_str!("migration/2.sql"),
    include_str!("migration/3.sql"),
    include_str!("migration/4.sql"),
    include_str!("migration/5.sql"),
    include_str!("migration/6.sql"),
    include_str!("migration/7.sql"),
    include_str!("migration/8.sql"),
    include_str!("migration/9.sql"),
    include_str!("migration/10.sql"),
];

pub(super) const NEWEST_VERSION: i32 = 1 + STEPS.len() as i32;

pub(super) const SCHEMA: &str = include_str!("../../schema.sql");

/// What a command does with the database that it opens, and which files it accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OpenMode {
    /// For `init`, `serve`, `import` and `credential add`: creates the file if it is absent.
    Create,
    /// For other commands that write: the file must exist.
    Existing,
    /// For `serve --read-only` and dry runs: the file must exist, and is not written.
    ReadOnly,
    /// For commands that only read: like `ReadOnly`, but can check constraints, and leaves no files of SQLite behind.
    Inspect,
    /// For `backup` and `check`: like `Inspect`, but also opens older schemas.
    InspectAnyVersion,
    /// For `restore --from`: like `InspectAnyVersion`, but never creates files beside the database.
    RestoreSource,
}

pub fn in_memory(clock: &Clock) -> Result<Database> {
    let mut database = Database::in_memory(clock)?;
    create_schema(&mut database)?;
    Ok(database)
}

pub fn schema_version(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// The part of a database that an earlier or other build created, and that `init` can update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutdatedPart {
    /// The tables have this older schema version.
    Tables(i32),
    /// Another build created the derived objects.
    Derived,
}

impl OutdatedPart {
    /// Returns the end of a sentence about the database, such as `has the older schema version 7`.
    pub fn message(self) -> Message {
        match self {
            OutdatedPart::Tables(version) => Message::new(MessageName::HasOlderVersion).with(version),
            OutdatedPart::Derived => MessageName::HasOtherBuild.into(),
        }
    }
}

impl fmt::Display for OutdatedPart {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// Returns what a migration must update; `None` if the database is as this build creates it.
pub fn find_outdated_part(database: &Database) -> rusqlite::Result<Option<OutdatedPart>> {
    let version = schema_version(database)?;
    Ok(match version < NEWEST_VERSION {
        true => Some(OutdatedPart::Tables(version)),
        false if derived::is_outdated(database)? => Some(OutdatedPart::Derived),
        false => None,
    })
}

/// Explains why a file cannot be opened, by the code of `error` and the state of the file and its folder.
fn explain_open_error(path: &Path, error: rusqlite::Error) -> anyhow::Error {
    let shown = path.display();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => return foreign_file_error(path),
        Some(ErrorCode::ReadOnly) => return anyhow!(Message::new(MessageName::NotWritable).with(shown)),
        _ => {}
    }
    let folder = parent_folder(path);
    let shown_folder = folder.display();
    if !folder.is_dir() {
        return anyhow!(Message::new(MessageName::NoFolder).with(shown).with(shown_folder));
    }
    if path.is_dir() {
        return anyhow!(Message::new(MessageName::IsFolder).with(shown));
    }
    // the error of the operating system is clearer than that of SQLite
    match File::open(path) {
        Err(io_error) if io_error.kind() == ErrorKind::NotFound => {
            anyhow!(Message::new(MessageName::CannotCreate).with(shown).with(shown_folder))
        }
        Err(io_error) => anyhow!(io_error).context(Message::new(MessageName::FileNotOpened).with(shown)),
        Ok(_) => anyhow!(error).context(Message::new(MessageName::FileNotOpened).with(shown)),
    }
}

/// Returns the databases of this program in the folder of `path`, sorted by name. Omits `path` itself.
pub fn databases_in_folder(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(parent_folder(path)) else { return Vec::new() };
    let files = entries.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = files.filter(|file| file.is_file() && is_ours(file) && file != path).collect();
    found.sort();
    found
}

/// Returns whether the file has the header of our database. Does not use SQLite, which would lock the file.
fn is_ours(path: &Path) -> bool {
    let mut header = [0; 72];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header.starts_with(b"SQLite format 3\0") && header.ends_with(&APPLICATION_ID.to_be_bytes())
}

/// Fails for a FIFO, device or socket: reading such a file could block forever.
pub fn refuse_special_file(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(file) if !file.is_file() && !file.is_dir() => {
            bail!(Message::new(MessageName::NotRegularFile).with(path.display()))
        }
        _ => Ok(()),
    }
}

/// Opens a database. Fails if the file is not ours, or if the mode does not allow the file's schema version.
pub fn open(path: &Path, clock: &Clock, mode: OpenMode) -> Result<Database> {
    loop {
        let file = file_identity(path);
        let opened = open_once(path, clock, mode);
        // `restore` may have replaced the file before the first read locked the file
        if file.is_none() || file == file_identity(path) {
            return opened;
        }
    }
}

/// Like [`open`], but may open a file that is replaced meanwhile.
fn open_once(path: &Path, clock: &Clock, mode: OpenMode) -> Result<Database> {
    refuse_special_file(path)?;
    let can_create = mode == OpenMode::Create;
    if !can_create && !path.exists() {
        bail!(Message::new(MessageName::NoSuchDatabase).with(path.display()));
    }
    let explain_error = |error| explain_open_error(path, error);
    let connected = match mode {
        OpenMode::Create | OpenMode::Existing => Database::open_writable(path, clock, can_create),
        OpenMode::ReadOnly => Database::open_read_only(path, clock),
        OpenMode::Inspect | OpenMode::InspectAnyVersion => Database::open_query_only(path, clock),
        OpenMode::RestoreSource => Database::open_immutable(path, clock),
    };
    let mut database = connected.map_err(explain_error)?;
    let mut state = file_state(&database).map_err(explain_error)?;
    // also for a file that exists, but has no tables
    if state == FileState::Empty && can_create {
        create_schema(&mut database).with_context(|| format!("{} cannot be created", path.display()))?;
        state = file_state(&database)?;
    }
    check_version(&database, &state, path, mode)?;
    if matches!(mode, OpenMode::Create | OpenMode::Existing) {
        // a backup is not in WAL mode; without WAL mode, readers and the writer would wait for each other
        database.pragma_update(None, "journal_mode", "WAL").map_err(explain_error)?;
    }
    Ok(database)
}

/// Fails if the file is not ours, or if the mode does not allow the file's schema version.
fn check_version(database: &Database, state: &FileState, path: &Path, mode: OpenMode) -> Result<()> {
    let FileState::Ours { version } = *state else { return Err(foreign_file_error(path)) };
    let shown = path.display();
    if version < 1 {
        bail!(Message::new(MessageName::ImpossibleSchema).with(shown).with(version));
    }
    if version > NEWEST_VERSION {
        bail!(Message::new(MessageName::NewerSchema).with(shown).with(version).with(NEWEST_VERSION));
    }
    // these modes accept older schemas, and derived objects of another build
    if matches!(mode, OpenMode::InspectAnyVersion | OpenMode::RestoreSource) {
        return Ok(());
    }
    match find_outdated_part(database)? {
        Some(OutdatedPart::Tables(version)) => {
            bail!(Message::new(MessageName::OlderSchema).with(shown).with(version).with(NEWEST_VERSION))
        }
        Some(derived) => bail!(Message::new(MessageName::OtherBuild).with(shown).with_part(derived.message())),
        None => Ok(()),
    }
}

pub(super) fn foreign_file_error(path: &Path) -> anyhow::Error {
    anyhow!(Message::new(MessageName::NotADatabase).with(path.display()))
}

#[derive(PartialEq, Eq)]
pub(super) enum FileState {
    Empty,
    /// The file is a database of this program.
    Ours {
        version: i32,
    },
    Foreign,
}

/// Returns whose database a file is, by the application id in its header.
pub(super) fn file_state(database: &Database) -> rusqlite::Result<FileState> {
    let read_pragma = |name| database.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    Ok(match read_pragma("application_id")? {
        APPLICATION_ID => FileState::Ours { version: read_pragma("user_version")? },
        0 if count_objects(database)? == 0 => FileState::Empty,
        _ => FileState::Foreign,
    })
}

fn count_objects(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
}

/// Removes a new database that is still empty. Fails if another process has the database open.
pub fn remove_unused(path: &Path, clock: &Clock) -> Result<()> {
    let database = Database::open_exclusive(path, clock)?;
    let is_used = "SELECT EXISTS (SELECT 1 FROM ledger) OR EXISTS (SELECT 1 FROM credential)
                       OR EXISTS (SELECT 1 FROM operator) OR EXISTS (SELECT 1 FROM connector_error)";
    if database.query_row(is_used, [], |row| row.get(0))? {
        return Ok(());
    }
    checkpoint_and_remove_log(&database, path);
    Ok(fs::remove_file(path)?)
}

/// Moves the write-ahead log into the database file, by changing the journal mode. If the file is damaged, keeps the log.
pub(super) fn checkpoint_and_remove_log(database: &Database, path: &Path) {
    let read_mode = |row: &Row| row.get::<_, String>(0);
    let new_mode = database.pragma_update_and_check(None, "journal_mode", "DELETE", read_mode);
    if new_mode.is_ok_and(|mode| mode == "delete") {
        // the change of the mode leaves a journal, because the file is locked exclusively
        let _ = fs::remove_file(sidecar_path(path, "-journal"));
    }
}

/// Creates the tables and derived objects, unless another process has created them meanwhile.
fn create_schema(database: &mut Database) -> Result<()> {
    database.pragma_update(None, "journal_mode", "WAL")?;
    let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if count_objects(&transaction)? == 0 {
        transaction.execute_batch(SCHEMA)?;
        derived::create(&transaction)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", NEWEST_VERSION)?;
    }
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        Clock::new("Europe/Amsterdam", None).unwrap()
    }

    #[test]
    fn foreign_files_are_refused_and_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().join("letter.txt");
        std::fs::write(&text, "Dear operator, this is no database at all.".repeat(20)).unwrap();
        let other = folder.path().join("other.sqlite");
        rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE wine (year INTEGER)").unwrap();
        for path in [text, other] {
            let before = std::fs::read(&path).unwrap();
            let refused = open(&path, &clock(), OpenMode::Create).err().unwrap();
            assert!(refused.to_string().contains("is not a database of lms-appliance"), "{refused}");
            assert_eq!(std::fs::read(&path).unwrap(), before);
        }
    }
}
