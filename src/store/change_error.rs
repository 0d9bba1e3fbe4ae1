//! The errors of a change: a business rule refuses it, or the database cannot store it.

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

/// Returns whether an error was caused by a file that cannot be written now.
pub fn is_unavailable(error: &anyhow::Error) -> bool {
    // the causes of an `anyhow` error may be errors of SQLite or of the writer
    error.chain().any(|cause| {
        cause.downcast_ref().is_some_and(is_file_unavailable)
            || matches!(cause.downcast_ref(), Some(WriteError::Unavailable(_)))
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
