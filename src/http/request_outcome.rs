//! What became of a request, in the log and in the metrics: the status that is sent beside it is 500 for every fault
//! of a SOAP request that names an action.

use super::status::status;
use crate::model::problem::Problem;
use crate::model::request_error::RequestError;

/// What became of a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RequestOutcome {
    Ok,
    Refused,
    /// It could not be read, or a parameter was absent or of the wrong type.
    BadRequest,
    /// Wrong, absent or expired name or password.
    Unauthorized,
    /// The credential lacks the operation.
    NotGranted,
    /// There is no such operation or address.
    NotFound,
    /// Another method than is allowed.
    BadMethod,
    /// Another media type than is taken.
    BadType,
    /// No format that is taken can hold the answer.
    NotAcceptable,
    /// Its body was too large.
    TooLarge,
    /// Its body did not come in time.
    TooSlow,
    Throttled,
    /// The credential had as many long answers as it may have, or too many logins waited to be verified.
    Busy,
    /// The database could not be written or did not answer.
    Unavailable,
    /// The answer took longer than it may, and was refused or cut.
    Overdue,
    /// A fault of ours; an answer that had begun was cut.
    Internal,
    /// The client left before the end of its answer, or took it too slowly.
    Gone,
}

impl RequestOutcome {
    pub fn of(failure: &RequestError) -> Self {
        match failure {
            RequestError::VersionMismatch(_) | RequestError::MustUnderstand { .. } => RequestOutcome::BadRequest,
            failure if failure.problem() == Problem::Refused => RequestOutcome::Refused,
            RequestError::TooManyLong(_) | RequestError::TooManyWaiting(_) => RequestOutcome::Busy,
            RequestError::TooLong(_) => RequestOutcome::Overdue,
            _ => Self::of_status(status(failure)),
        }
    }

    /// That of a status of the table.
    pub fn of_status(status: u16) -> Self {
        match status {
            200..400 => RequestOutcome::Ok,
            401 => RequestOutcome::Unauthorized,
            403 => RequestOutcome::NotGranted,
            404 => RequestOutcome::NotFound,
            405 => RequestOutcome::BadMethod,
            406 => RequestOutcome::NotAcceptable,
            408 => RequestOutcome::TooSlow,
            413 => RequestOutcome::TooLarge,
            415 => RequestOutcome::BadType,
            429 => RequestOutcome::Throttled,
            400..=499 | 501 => RequestOutcome::BadRequest,
            503 => RequestOutcome::Unavailable,
            _ => RequestOutcome::Internal,
        }
    }

    /// How it is told.
    pub fn name(self) -> &'static str {
        match self {
            RequestOutcome::Ok => "ok",
            RequestOutcome::Refused => "refused",
            RequestOutcome::BadRequest => "bad_request",
            RequestOutcome::Unauthorized => "unauthorized",
            RequestOutcome::NotGranted => "not_granted",
            RequestOutcome::NotFound => "not_found",
            RequestOutcome::BadMethod => "bad_method",
            RequestOutcome::BadType => "bad_type",
            RequestOutcome::NotAcceptable => "not_acceptable",
            RequestOutcome::TooLarge => "too_large",
            RequestOutcome::TooSlow => "too_slow",
            RequestOutcome::Throttled => "throttled",
            RequestOutcome::Busy => "busy",
            RequestOutcome::Unavailable => "unavailable",
            RequestOutcome::Overdue => "overdue",
            RequestOutcome::Internal => "internal",
            RequestOutcome::Gone => "gone",
        }
    }
}
