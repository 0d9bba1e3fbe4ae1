//! Errors before any rule applies, with the sentences of contract section 2's table of errors.

use std::time::Duration;

use super::problem::{FieldCode, FieldProblem, ParameterLocation, Problem};

/// The reason why a request was not answered: it is unreadable or not allowed, or the service cannot answer it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestError {
    /// An unreadable request, or a missing or invalid parameter. The text says what is wrong and where.
    BadRequest(String),
    /// An unknown operation, address or mapping. For an operation, the text suggests a similar one.
    NotFound(String),
    Unauthorized,
    /// The name of the operation that is not granted, as sent or with the brand.
    NotGranted(String),
    /// The text names the allowed methods.
    MethodNotAllowed(String),
    /// Parameters or fields that are wrong; over REST, all of them are listed.
    Fields {
        /// The sentence of the XML interface.
        detail: String,
        errors: Vec<FieldProblem>,
    },
    /// The text names the possible formats.
    NotAcceptable(String),
    /// The body did not arrive within this time.
    BodyTimeout(Duration),
    /// The body has more than this many bytes.
    TooLarge(usize),
    /// The text names the supported media types.
    UnsupportedMediaType(String),
    /// Too many failed logins; the next login is checked after this time.
    TooManyLogins(Duration),
    /// Too many logins to verify at once; the client may retry after this time.
    TooManyWaitingLogins(Duration),
    /// The credential already has this many streamed responses.
    TooManyStreamed(usize),
    AnswerTimeout(Duration),
    /// "the database cannot be written (disk full, read-only) or too busy"
    CannotBeWritten,
    /// Another import or undo must end first.
    Busy(&'static str),
    /// The log has the details under this reference.
    Internal(String),
    /// The envelope's namespace, which is not SOAP's.
    VersionMismatch(String),
    /// A SOAP header that the client requires and the service does not know.
    MustUnderstand {
        namespace: String,
        name: String,
    },
}

impl RequestError {
    /// Returns the sentence for the client, which is English in every interface.
    pub fn message_text(&self) -> String {
        match self {
            RequestError::BadRequest(text)
            | RequestError::NotFound(text)
            | RequestError::MethodNotAllowed(text)
            | RequestError::Fields { detail: text, .. }
            | RequestError::NotAcceptable(text)
            | RequestError::UnsupportedMediaType(text) => text.clone(),
            RequestError::Unauthorized => "Invalid username or password.".to_owned(),
            RequestError::NotGranted(operation) => format!("Access to operation {operation} is not granted."),
            RequestError::BodyTimeout(limit) => {
                format!("The request's body did not come within {} seconds.", limit.as_secs())
            }
            RequestError::TooLarge(limit) => format!("The request's body is larger than {limit} bytes."),
            // a wait below one second is shown as one second
            RequestError::TooManyLogins(wait) => format!(
                "Too many failed logins: at most 10 for a username and 100 for an address within 5 minutes. \
                 Try again in {} seconds.",
                wait.as_secs().max(1)
            ),
            RequestError::TooManyWaitingLogins(wait) => {
                format!("Too many logins are waiting to be verified. Try again in {} seconds.", wait.as_secs().max(1))
            }
            RequestError::TooManyStreamed(limit) => format!(
                "Too many long answers at once: at most {limit} for a credential. Try again when one has ended."
            ),
            RequestError::AnswerTimeout(limit) => format!("The answer took more than {}.", format_duration(*limit)),
            RequestError::Busy(text) => (*text).to_owned(),
            RequestError::CannotBeWritten => "The database cannot be written.".to_owned(),
            RequestError::Internal(reference) => format!("Internal error. Reference: {reference}"),
            RequestError::VersionMismatch(namespace) => {
                format!("The Envelope's namespace {namespace} is neither that of SOAP 1.2 nor that of SOAP 1.1.")
            }
            RequestError::MustUnderstand { name, .. } => format!("The header {name} must be understood and is not."),
        }
    }

    /// Returns the problem type, which decides the status of the response. REST also sends its code and title.
    pub fn problem_type(&self) -> Problem {
        match self {
            RequestError::BadRequest(_)
            | RequestError::BodyTimeout(_)
            | RequestError::VersionMismatch(_)
            | RequestError::MustUnderstand { .. } => Problem::BadRequest,
            RequestError::NotFound(_) => Problem::NotFound,
            RequestError::Unauthorized => Problem::Unauthorized,
            RequestError::NotGranted(_) => Problem::NotGranted,
            RequestError::MethodNotAllowed(_) => Problem::MethodNotAllowed,
            // in a JSON body, long texts or forbidden characters break a rule; elsewhere the request is unreadable
            RequestError::Fields { errors, .. } => {
                let is_rule = |error: &FieldProblem| {
                    let is_text = matches!(error.code, FieldCode::Length | FieldCode::Characters);
                    is_text && error.location == ParameterLocation::Body
                };
                if errors.iter().all(is_rule) { Problem::Refused } else { Problem::BadRequest }
            }
            RequestError::NotAcceptable(_) => Problem::NotAcceptable,
            RequestError::TooLarge(_) => Problem::TooLarge,
            RequestError::UnsupportedMediaType(_) => Problem::UnsupportedMediaType,
            RequestError::TooManyLogins(_) => Problem::TooManyLogins,
            RequestError::Internal(_) => Problem::Internal,
            RequestError::Busy(_) => Problem::Busy,
            RequestError::TooManyWaitingLogins(_)
            | RequestError::TooManyStreamed(_)
            | RequestError::AnswerTimeout(_)
            | RequestError::CannotBeWritten => Problem::Unavailable,
        }
    }

    pub fn is_server_error(&self) -> bool {
        self.problem_type().status() >= 500
    }
}

fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds % 60 {
        0 => format!("{} minutes", seconds / 60),
        _ => format!("{seconds} seconds"),
    }
}
