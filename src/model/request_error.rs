//! Why a request is not answered, before any rule is asked: facts, from which each interface makes what it says. The
//! sentences are those of contract section 2's table of errors.

use std::time::Duration;

use super::problem::{FieldCode, FieldProblem, ParameterLocation, Problem};

/// Why a request is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestError {
    /// It can't be read, or a parameter is absent or of the wrong type: what and where.
    BadRequest(String),
    /// "unknown operation": that, and the nearest name; or there is nothing at the address.
    UnknownOperation(String),
    /// "wrong, absent or expired username or password"
    Unauthorized,
    /// "the credential lacks the operation", as it was called.
    NotGranted(String),
    /// An operation is called by another method than one of its own: which those are.
    MethodNotAllowed(String),
    /// Parameters or fields are wrong: the sentence of the XML interface, and every one of them.
    Fields { detail: String, errors: Vec<FieldProblem> },
    /// No format that the caller takes can hold the answer: those that can.
    NotAcceptable(String),
    /// The body did not come in this time.
    TooSlow(Duration),
    /// The body is larger than so many bytes.
    TooLarge(usize),
    /// The body is of a kind that is not taken: what is.
    Unsupported(String),
    /// Too many failed logins; the next is looked at after this time.
    TooManyLogins(Duration),
    /// Too many logins wait to be verified; this one was not looked at, and may be tried again after this time.
    TooManyWaiting(Duration),
    /// The credential has as many long answers as it may have.
    TooManyLong(usize),
    /// The answer took longer than it may.
    TooLong(Duration),
    /// "the database cannot be written (disk full, read-only) or too busy"
    CannotBeWritten,
    /// A fault of ours, whose details stand in the log under this reference.
    Internal(String),
    /// An envelope in this namespace, which is none of SOAP's.
    VersionMismatch(String),
    /// A header must be understood and is not.
    MustUnderstand { namespace: String, name: String },
}

impl RequestError {
    /// What is said, in English.
    pub fn text(&self) -> String {
        match self {
            RequestError::BadRequest(text)
            | RequestError::UnknownOperation(text)
            | RequestError::MethodNotAllowed(text)
            | RequestError::Fields { detail: text, .. }
            | RequestError::NotAcceptable(text)
            | RequestError::Unsupported(text) => text.clone(),
            RequestError::Unauthorized => "Invalid username or password.".to_owned(),
            RequestError::NotGranted(operation) => {
                format!("Access to operation {operation} is not granted.")
            }
            RequestError::TooSlow(limit) => {
                format!("The request's body did not come within {} seconds.", limit.as_secs())
            }
            RequestError::TooLarge(limit) => {
                format!("The request's body is larger than {limit} bytes.")
            }
            RequestError::TooManyLogins(wait) => format!(
                "Too many failed logins: at most 10 for a username and 100 for an address within 5 minutes. \
                 Try again in {} seconds.",
                wait.as_secs().max(1)
            ),
            RequestError::TooManyWaiting(wait) => {
                format!("Too many logins are waiting to be verified. Try again in {} seconds.", wait.as_secs().max(1))
            }
            RequestError::TooManyLong(limit) => format!(
                "Too many long answers at once: at most {limit} for a credential. Try again when one has ended."
            ),
            RequestError::TooLong(limit) => format!("The answer took more than {}.", minutes(*limit)),
            RequestError::CannotBeWritten => "The database cannot be written.".to_owned(),
            RequestError::Internal(reference) => format!("Internal error. Reference: {reference}"),
            RequestError::VersionMismatch(namespace) => {
                format!("The Envelope's namespace {namespace} is neither that of SOAP 1.2 nor that of SOAP 1.1.")
            }
            RequestError::MustUnderstand { name, .. } => {
                format!("The header {name} must be understood and is not.")
            }
        }
    }

    /// Which kind of problem it is.
    pub fn problem(&self) -> Problem {
        match self {
            RequestError::BadRequest(_)
            | RequestError::TooSlow(_)
            | RequestError::VersionMismatch(_)
            | RequestError::MustUnderstand { .. } => Problem::BadRequest,
            RequestError::UnknownOperation(_) => Problem::NotFound,
            RequestError::Unauthorized => Problem::Unauthorized,
            RequestError::NotGranted(_) => Problem::NotGranted,
            RequestError::MethodNotAllowed(_) => Problem::MethodNotAllowed,
            // a text that cannot be stored is unreadable in a path or query, and breaks a rule in a JSON body
            RequestError::Fields { errors, .. } => {
                let is_rule = |error: &FieldProblem| {
                    let is_text = matches!(error.code, FieldCode::Length | FieldCode::Characters);
                    is_text && error.location == ParameterLocation::Body
                };
                if errors.iter().all(is_rule) { Problem::Refused } else { Problem::BadRequest }
            }
            RequestError::NotAcceptable(_) => Problem::NotAcceptable,
            RequestError::TooLarge(_) => Problem::TooLarge,
            RequestError::Unsupported(_) => Problem::UnsupportedMediaType,
            RequestError::TooManyLogins(_) => Problem::TooManyLogins,
            RequestError::Internal(_) => Problem::Internal,
            RequestError::TooManyWaiting(_)
            | RequestError::TooManyLong(_)
            | RequestError::TooLong(_)
            | RequestError::CannotBeWritten => Problem::CannotBeWritten,
        }
    }

    /// Whether it is no fault of the caller's.
    pub fn is_ours(&self) -> bool {
        let is_unavailable = self.problem() == Problem::CannotBeWritten;
        is_unavailable || matches!(self, RequestError::Internal(_))
    }
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds % 60 {
        0 => format!("{} minutes", seconds / 60),
        _ => format!("{seconds} seconds"),
    }
}
