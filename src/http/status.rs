//! What HTTP says of a failure: contract section 2's table of statuses.

use crate::model::failure::Failure;

/// The status of the table; a fault to a request that names an action has 500 instead.
pub fn status(failure: &Failure) -> u16 {
    match failure {
        Failure::TooSlow(_) => 408,
        Failure::VersionMismatch(_) | Failure::MustUnderstand { .. } => 500,
        _ => failure.problem().status(),
    }
}

/// `Retry-After` of a copy that is behind, in seconds.
pub const BEHIND: u64 = 30;

/// `Retry-After`, in seconds.
pub fn retry_after(failure: &Failure) -> Option<u64> {
    match failure {
        Failure::TooManyLogins(wait) | Failure::TooManyWaiting(wait) => Some(wait.as_secs().max(1)),
        Failure::TooManyLong(_) => Some(30),
        Failure::TooLong(_) => Some(60),
        Failure::CannotBeWritten => Some(10),
        _ => None,
    }
}
