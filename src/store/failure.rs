//! Explains SQLite's result codes: what is wrong, and what to do.

use std::borrow::Cow;

use rusqlite::{Error, ErrorCode, ffi};

const WRITES: [i32; 4] =
    [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_TRUNCATE, ffi::SQLITE_IOERR_SHMSIZE, ffi::SQLITE_IOERR_FSYNC];

/// Returns the explanation of an error, or its own text where that says as much.
pub fn sentence(error: &Error) -> String {
    let known = match error {
        Error::SqliteFailure(code, _) => plain(code.code, code.extended_code),
        _ => None,
    };
    match (known, error) {
        (Some(known), Error::SqliteFailure(code, _)) => format!("{known} (SQLite code {})", code.extended_code),
        _ => error.to_string(),
    }
}

fn plain(code: ErrorCode, extended: i32) -> Option<Cow<'static, str>> {
    Some(Cow::Borrowed(match code {
        ErrorCode::DiskFull => "the disk is full: free some space on it, then repeat this",
        ErrorCode::SystemIoFailure if extended == ffi::SQLITE_IOERR_SHMSIZE => {
            "the disk of the database is full: free some space on it, then repeat this"
        }
        ErrorCode::SystemIoFailure if WRITES.contains(&extended) => {
            "the disk refused a write: it is full, over a quota or failing. `df -h` and `dmesg` show which"
        }
        ErrorCode::SystemIoFailure => {
            "the disk failed while the database was read or written: first make a backup to another disk, then check \
             `dmesg` and the disk's health"
        }
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => {
            "another process has locked the database: try again when it has finished. `fuser -v FILE` lists the \
             processes that use the file"
        }
        ErrorCode::ReadOnly => {
            "the database cannot be written: check the permissions of the file and its folder, and whether the file \
             system is mounted read-only"
        }
        ErrorCode::DatabaseCorrupt => {
            "the database file is damaged: stop the service, keep a copy of the file, and restore the latest backup \
             with `lms-appliance restore`. `lms-appliance check` lists what is damaged"
        }
        ErrorCode::NotADatabase => "the file is not a database of lms-appliance",
        ErrorCode::CannotOpen => {
            "the file cannot be opened: check its path, its permissions, those of its folder, and the limit of open files"
        }
        ErrorCode::OutOfMemory => "there is not enough memory: free some, or raise the limit of this process",
        _ => return None,
    }))
}
