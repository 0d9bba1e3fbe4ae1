//! The failures of the database and the disk that pages explain. Any other failure is an internal error.

use anyhow::Error;

use super::translations::Translations;
use crate::store::{is_disk_full, is_locked, is_unavailable};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageFailure {
    DiskFull,
    /// Another import or another program uses the database for too long.
    Locked,
    /// For example, the file has become read-only, or the disk has failed.
    Unavailable,
}

impl StorageFailure {
    /// Returns the failure that caused an error; `None` if the error has another cause.
    pub fn of(error: &Error) -> Option<Self> {
        match error {
            _ if is_disk_full(error) => Some(Self::DiskFull),
            _ if is_locked(error) => Some(Self::Locked),
            _ if is_unavailable(error) => Some(Self::Unavailable),
            _ => None,
        }
    }

    pub fn status(self) -> u16 {
        match self {
            Self::DiskFull => 507,
            Self::Locked | Self::Unavailable => 503,
        }
    }

    /// Says that nothing was saved, why, and what to do.
    pub fn text(self, words: &Translations) -> &'static str {
        match self {
            Self::DiskFull => words.disk_full,
            Self::Locked => words.database_in_use,
            Self::Unavailable => words.database_unavailable,
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::*;
    use crate::store::WriteError;

    #[test]
    fn each_failure_has_its_status() {
        let of_writer = |code| {
            let error = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
            StorageFailure::of(&Error::from(WriteError::from(error))).map(StorageFailure::status)
        };
        assert_eq!(of_writer(ffi::SQLITE_FULL), Some(507));
        assert_eq!(of_writer(ffi::SQLITE_BUSY), Some(503));
        assert_eq!(of_writer(ffi::SQLITE_READONLY), Some(503));
        assert_eq!(of_writer(ffi::SQLITE_CONSTRAINT), None);
        assert_eq!(StorageFailure::of(&Error::from(WriteError::Stopping)), Some(StorageFailure::Unavailable));
    }
}
