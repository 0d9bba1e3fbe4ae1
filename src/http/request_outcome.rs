//! The outcome of a request for the log and metrics. The HTTP status may differ: some SOAP faults always have 500.

use super::status::http_status;
use crate::model::problem::Problem;
use crate::model::request_error::RequestError;

/// The names in the log and metrics, in the order of the variants.
const OUTCOME_NAMES: [&str; 17] = [
    "ok",
    "refused",
    "bad_request",
    "unauthorized",
    "not_granted",
    "not_found",
    "bad_method",
    "bad_type",
    "not_acceptable",
    "too_large",
    "too_slow",
    "throttled",
    "busy",
    "unavailable",
    "overdue",
    "internal",
    "gone",
];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RequestOutcome {
    Ok,
    Refused,
    BadRequest,
    Unauthorized,
    NotGranted,
    NotFound,
    BadMethod,
    BadType,
    NotAcceptable,
    TooLarge,
    TooSlow,
    Throttled,
    /// Too many streamed responses of the credential, or too many waiting logins.
    Busy,
    /// The database could not be written or did not answer.
    Unavailable,
    /// The answer exceeded its time and was refused or cut.
    Overdue,
    Internal,
    /// The client left early, or read too slowly.
    Gone,
}

impl RequestOutcome {
    pub fn from_error(failure: &RequestError) -> Self {
        match failure {
            // their status 500 is that of a SOAP fault; the cause is the request
            RequestError::VersionMismatch(_) | RequestError::MustUnderstand { .. } => RequestOutcome::BadRequest,
            failure if failure.problem_type() == Problem::Refused => RequestOutcome::Refused,
            RequestError::TooManyStreamed(_) | RequestError::TooManyWaitingLogins(_) => RequestOutcome::Busy,
            RequestError::AnswerTimeout(_) => RequestOutcome::Overdue,
            _ => Self::from_status(http_status(failure)),
        }
    }

    /// Returns the outcome of an HTTP status, which is 0 if the client left before the answer.
    pub fn from_status(status: u16) -> Self {
        match status {
            0 => RequestOutcome::Gone,
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
            // every other error of the client, and a Transfer-Encoding that is not supported
            400..=499 | 501 => RequestOutcome::BadRequest,
            503 => RequestOutcome::Unavailable,
            _ => RequestOutcome::Internal,
        }
    }

    pub fn name(self) -> &'static str {
        OUTCOME_NAMES[self as usize]
    }
}
