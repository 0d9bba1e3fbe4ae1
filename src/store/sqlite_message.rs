//! Explains SQLite's result codes: what is wrong, and what to do.

use rusqlite::{Error, ErrorCode, ffi};

use crate::model::message::{Message, MessageName};

const FAILED_WRITES: [i32; 4] =
    [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_TRUNCATE, ffi::SQLITE_IOERR_SHMSIZE, ffi::SQLITE_IOERR_FSYNC];

/// Returns the explanation of an error. For a result code without an explanation, returns SQLite's own text.
pub fn message(error: &Error) -> Message {
    if let Error::SqliteFailure(result, _) = error
        && let Some(name) = find_message_name(result.code, result.extended_code)
    {
        return Message::new(name).with_part(Message::new(MessageName::SqliteCode).with(result.extended_code));
    }
    Message::new(MessageName::Verbatim).with(error)
}

/// Returns the name of the explanation of a result code; `None` for a code that needs no explanation.
fn find_message_name(code: ErrorCode, extended_code: i32) -> Option<MessageName> {
    Some(match code {
        ErrorCode::DiskFull => MessageName::DiskFull,
        // the file `-shm` beside the database cannot grow
        ErrorCode::SystemIoFailure if extended_code == ffi::SQLITE_IOERR_SHMSIZE => MessageName::DatabaseDiskFull,
        ErrorCode::SystemIoFailure if FAILED_WRITES.contains(&extended_code) => MessageName::DiskRefused,
        ErrorCode::SystemIoFailure => MessageName::DiskFailed,
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => MessageName::DatabaseLocked,
        ErrorCode::ReadOnly => MessageName::DatabaseReadOnly,
        ErrorCode::DatabaseCorrupt => MessageName::DatabaseDamaged,
        ErrorCode::NotADatabase => MessageName::NotOurDatabase,
        ErrorCode::CannotOpen => MessageName::CannotOpen,
        ErrorCode::OutOfMemory => MessageName::OutOfMemory,
        _ => return None,
    })
}
