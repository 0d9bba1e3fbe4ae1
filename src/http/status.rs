//! HTTP statuses of errors: contract section 2's table.

use crate::model::request_error::RequestError;

/// Returns the status of an error. For SOAP requests with an action, the caller sends 500 instead.
pub fn http_status(failure: &RequestError) -> u16 {
    match failure {
        RequestError::BodyTimeout(_) => 408,
        RequestError::VersionMismatch(_) | RequestError::MustUnderstand { .. } => 500,
        _ => failure.problem_type().status(),
    }
}

/// The seconds of `Retry-After` of a replica that is behind its source.
pub const BEHIND_RETRY_AFTER: u64 = 30;

/// Returns the `Retry-After` of a temporary error, in seconds; `None` for other errors.
pub fn retry_after_seconds(failure: &RequestError) -> Option<u64> {
    match failure {
        RequestError::TooManyLogins(wait) | RequestError::TooManyWaitingLogins(wait) => Some(wait.as_secs().max(1)),
        RequestError::TooManyStreamed(_) => Some(30),
        RequestError::AnswerTimeout(_) => Some(60),
        RequestError::CannotBeWritten | RequestError::Busy(_) => Some(10),
        _ => None,
    }
}
