//! The errors of a change: a business rule refuses it, or the database cannot store it.

use std::io::ErrorKind;
use std::sync::Arc;

use rusqlite::ErrorCode;

use crate::model::refusal::Refusal;

#[derive(Debug, Clone, thiserror::Error)]
pub enum WriteError {
    /// The file cannot be written now. For example, the disk is full, or another process locks the file.
    #[error("the database cannot be written: {0}")]
    Unavailable(Arc<rusqlite::Error>),
    #[error("the database cannot be written: the service is read-only")]
    ReadOnly,
    #[error("the database cannot be written: the service is stopping")]
    Stopping,
    /// Another error of the database, such as a violated constraint.
    #[error("a change failed: {0}")]
    Failed(Arc<rusqlite::Error>),
    #[error("a change panicked")]
    Panicked,
}

impl From<rusqlite::Error> for WriteError {
    fn from(error: rusqlite::Error) -> Self {
        let is_unavailable = is_file_unavailable(&error);
        let error = Arc::new(error);
        if is_unavailable { WriteError::Unavailable(error) } else { WriteError::Failed(error) }
    }
}

/// Returns whether the same write may succeed later: the error is one of the disk, of a lock or of permissions.
fn is_file_unavailable(error: &rusqlite::Error) -> bool {
    use ErrorCode::*;
    matches!(
        error.sqlite_error_code(),
        Some(DiskFull | ReadOnly | DatabaseBusy | DatabaseLocked | SystemIoFailure | CannotOpen | PermissionDenied)
    )
}

/// Returns whether an error was caused by a file that cannot be written now, or by a service that does not write.
pub fn is_unavailable(error: &anyhow::Error) -> bool {
    let is_no_writer = |cause: &WriteError| matches!(cause, WriteError::ReadOnly | WriteError::Stopping);
    find_sqlite_error(error).is_some_and(is_file_unavailable)
        || error.chain().any(|cause| cause.downcast_ref().is_some_and(is_no_writer))
}

/// Returns whether an error was caused by another connection that has locked the database: of another program, or of an
/// import by this program.
pub fn is_locked(error: &anyhow::Error) -> bool {
    let code = find_sqlite_error(error).and_then(rusqlite::Error::sqlite_error_code);
    matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Returns whether an error was caused by a full disk, of the database or of another file.
pub fn is_disk_full(error: &anyhow::Error) -> bool {
    let is_storage_full = |cause: &std::io::Error| cause.kind() == ErrorKind::StorageFull;
    find_sqlite_error(error).is_some_and(|error| error.sqlite_error_code() == Some(ErrorCode::DiskFull))
        || error.chain().any(|cause| cause.downcast_ref().is_some_and(is_storage_full))
}

/// Returns the cause of an `anyhow` error that is an error of SQLite, also if the writer reported it.
fn find_sqlite_error(error: &anyhow::Error) -> Option<&rusqlite::Error> {
    error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(WriteError::Unavailable(error)) => Some(error.as_ref()),
        _ => cause.downcast_ref(),
    })
}

#[derive(Debug)]
pub enum ChangeError {
    Rule(Refusal),
    Write(WriteError),
}

impl From<Refusal> for ChangeError {
    fn from(refusal: Refusal) -> Self {
        ChangeError::Rule(refusal)
    }
}

impl From<WriteError> for ChangeError {
    fn from(error: WriteError) -> Self {
        ChangeError::Write(error)
    }
}

impl From<rusqlite::Error> for ChangeError {
    fn from(error: rusqlite::Error) -> Self {
        ChangeError::Write(error.into())
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;
    use rusqlite::ffi;

    use super::*;

    #[test]
    fn a_full_disk_and_a_lock_are_recognised_below_other_causes() {
        let of_sqlite = |code| rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
        let full = Err::<(), _>(of_sqlite(ffi::SQLITE_FULL)).context("the copy is not written").unwrap_err();
        assert!(is_disk_full(&full) && !is_locked(&full) && is_unavailable(&full));
        let locked = anyhow::Error::from(WriteError::from(of_sqlite(ffi::SQLITE_BUSY)));
        assert!(is_locked(&locked) && !is_disk_full(&locked));
        let no_space = anyhow::Error::from(std::io::Error::from(ErrorKind::StorageFull)).context("the folder");
        assert!(is_disk_full(&no_space) && !is_unavailable(&no_space));
    }
}
