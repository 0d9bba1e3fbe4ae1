//! The time and size limits of contract section 1.

use std::time::Duration;

/// "512 connections"
pub const MAX_CONNECTIONS: usize = 512;

/// "Headers within 10 s"; also for the TLS handshake.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// "body within 15 s"
pub const BODY_TIMEOUT: Duration = Duration::from_secs(15);

/// "a reader that takes less than 16 KiB in 30 s while more is ready is cut off"
pub const MIN_PACE_BYTES: usize = 16 * 1024;

/// The period of the limit [`MIN_PACE_BYTES`].
pub const PACE_PERIOD: Duration = Duration::from_secs(30);

/// "An answer to a request without a verified sign-in that its reader has not taken from for 2 s counts as waiting"
pub const STALL_TIME: Duration = Duration::from_secs(2);

/// The most bytes of a refused body that are read. A client that is still sending can then receive the answer.
pub const MAX_DISCARDED_BYTES: usize = 4 * 1024 * 1024;

/// The most time that the service spends on reading a refused body.
pub const DISCARD_TIMEOUT: Duration = Duration::from_secs(2);
