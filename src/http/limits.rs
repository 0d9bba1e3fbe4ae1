//! The time and size limits of contract section 1.

use std::time::Duration;

/// "512 connections"
pub const CONNECTIONS: usize = 512;

/// "Headers within 10 s"; also for the TLS handshake.
pub const HEADERS: Duration = Duration::from_secs(10);

/// "body within 15 s"
pub const BODY: Duration = Duration::from_secs(15);

/// "a reader that takes less than 16 KiB in 30 s while more is ready is cut off"
pub const READER_BYTES: usize = 16 * 1024;

pub const READER_TIME: Duration = Duration::from_secs(30);

/// "An answer to a request without a verified sign-in that its reader has not taken from for 2 s counts as waiting"
pub const STALLED: Duration = Duration::from_secs(2);

/// How much of a refused body is read, so that a client that is still sending gets the answer.
pub const DISCARDED: usize = 4 * 1024 * 1024;

pub const DISCARDED_WITHIN: Duration = Duration::from_secs(2);
