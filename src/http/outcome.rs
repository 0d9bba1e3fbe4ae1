//! What became of a request, in the log and in the metrics: the status that is sent beside it is 500 for every fault
//! of a SOAP request that names an action.

use super::status::status;
use crate::model::failure::Failure;

/// What became of a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
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

impl Outcome {
    pub fn of(failure: &Failure) -> Self {
        match failure {
            Failure::VersionMismatch(_) | Failure::MustUnderstand { .. } => Outcome::BadRequest,
            Failure::Unfit(_) => Outcome::Refused,
            Failure::TooManyLong(_) | Failure::TooManyWaiting(_) => Outcome::Busy,
            Failure::TooLong(_) => Outcome::Overdue,
            _ => Self::of_status(status(failure)),
        }
    }

    /// That of a status of the table.
    pub fn of_status(status: u16) -> Self {
        match status {
            200..400 => Outcome::Ok,
            401 => Outcome::Unauthorized,
            403 => Outcome::NotGranted,
            404 => Outcome::NotFound,
            405 => Outcome::BadMethod,
            406 => Outcome::NotAcceptable,
            408 => Outcome::TooSlow,
            413 => Outcome::TooLarge,
            415 => Outcome::BadType,
            429 => Outcome::Throttled,
            400..=499 | 501 => Outcome::BadRequest,
            503 => Outcome::Unavailable,
            _ => Outcome::Internal,
        }
    }

    /// How it is told.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Refused => "refused",
            Outcome::BadRequest => "bad_request",
            Outcome::Unauthorized => "unauthorized",
            Outcome::NotGranted => "not_granted",
            Outcome::NotFound => "not_found",
            Outcome::BadMethod => "bad_method",
            Outcome::BadType => "bad_type",
            Outcome::NotAcceptable => "not_acceptable",
            Outcome::TooLarge => "too_large",
            Outcome::TooSlow => "too_slow",
            Outcome::Throttled => "throttled",
            Outcome::Busy => "busy",
            Outcome::Unavailable => "unavailable",
            Outcome::Overdue => "overdue",
            Outcome::Internal => "internal",
            Outcome::Gone => "gone",
        }
    }
}
