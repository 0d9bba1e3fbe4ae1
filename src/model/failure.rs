//! Why a request is not answered, before any rule is asked: facts, from which each interface makes what it says. The
//! sentences are those of contract section 2's table of errors.

use std::time::Duration;

use super::problem::Problem;

/// Why a request is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
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
    /// A text is too long or holds what XML cannot, over an interface where a rule refuses that.
    Unfit(String),
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

impl Failure {
    /// What is said, in English.
    pub fn text(&self) -> String {
        match self {
            Failure::BadRequest(text)
            | Failure::UnknownOperation(text)
            | Failure::MethodNotAllowed(text)
            | Failure::Unfit(text)
            | Failure::NotAcceptable(text)
            | Failure::Unsupported(text) => text.clone(),
            Failure::Unauthorized => "Invalid username or password.".to_owned(),
            Failure::NotGranted(operation) => {
                format!("Access to operation {operation} is not granted.")
            }
            Failure::TooSlow(limit) => format!("The request's body did not come within {} seconds.", limit.as_secs()),
            Failure::TooLarge(limit) => {
                format!("The request's body is larger than {limit} bytes.")
            }
            Failure::TooManyLogins(wait) => format!(
                "Too many failed logins: at most 10 for a username and 100 for an address within 5 minutes. \
                 Try again in {} seconds.",
                wait.as_secs().max(1)
            ),
            Failure::TooManyWaiting(wait) => {
                format!("Too many logins are waiting to be verified. Try again in {} seconds.", wait.as_secs().max(1))
            }
            Failure::TooManyLong(limit) => format!(
                "Too many long answers at once: at most {limit} for a credential. Try again when one has ended."
            ),
            Failure::TooLong(limit) => format!("The answer took more than {}.", minutes(*limit)),
            Failure::CannotBeWritten => "The database cannot be written.".to_owned(),
            Failure::Internal(reference) => format!("Internal error. Reference: {reference}"),
            Failure::VersionMismatch(namespace) => {
                format!("The Envelope's namespace {namespace} is neither that of SOAP 1.2 nor that of SOAP 1.1.")
            }
            Failure::MustUnderstand { name, .. } => {
                format!("The header {name} must be understood and is not.")
            }
        }
    }

    /// Which kind of problem it is.
    pub fn problem(&self) -> Problem {
        match self {
            Failure::BadRequest(_)
            | Failure::TooSlow(_)
            | Failure::VersionMismatch(_)
            | Failure::MustUnderstand { .. } => Problem::BadRequest,
            Failure::UnknownOperation(_) => Problem::NotFound,
            Failure::Unauthorized => Problem::Unauthorized,
            Failure::NotGranted(_) => Problem::NotGranted,
            Failure::MethodNotAllowed(_) => Problem::MethodNotAllowed,
            Failure::Unfit(_) => Problem::Refused,
            Failure::NotAcceptable(_) => Problem::NotAcceptable,
            Failure::TooLarge(_) => Problem::TooLarge,
            Failure::Unsupported(_) => Problem::UnsupportedMediaType,
            Failure::TooManyLogins(_) => Problem::TooManyLogins,
            Failure::Internal(_) => Problem::Internal,
            Failure::TooManyWaiting(_) | Failure::TooManyLong(_) | Failure::TooLong(_) | Failure::CannotBeWritten => {
                Problem::CannotBeWritten
            }
        }
    }

    /// Whether it is no fault of the caller's.
    pub fn is_ours(&self) -> bool {
        let is_unavailable = self.problem() == Problem::CannotBeWritten;
        is_unavailable || matches!(self, Failure::Internal(_))
    }
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds % 60 {
        0 => format!("{} minutes", seconds / 60),
        _ => format!("{seconds} seconds"),
    }
}
