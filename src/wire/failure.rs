//! What a caller is told when a request is not answered: contract section 2's table of errors.

use std::time::Duration;

/// Why a request is not answered, with what its answer needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The HTTP status of the table; a fault to a request that names an action has 500 instead.
    pub status: u16,
    /// What is said, in English.
    pub text: String,
    /// Which fault it is in SOAP.
    pub code: Code,
    /// `Retry-After`, in seconds.
    pub retry_after: Option<u64>,
}

/// Whose fault it is, as SOAP divides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Code {
    /// The caller's: `Sender` in SOAP 1.2, `Client` in 1.1.
    Sender,
    /// Ours: `Receiver` in SOAP 1.2, `Server` in 1.1.
    Receiver,
    /// The envelope is in a namespace that is none of SOAP's.
    VersionMismatch,
    /// A header must be understood and is not: its namespace and local name.
    MustUnderstand {
        /// The namespace, if any.
        namespace: String,
        /// The local name.
        name: String,
    },
}

impl Failure {
    fn new(status: u16, text: impl Into<String>) -> Self {
        let code = if status < 500 {
            Code::Sender
        } else {
            Code::Receiver
        };
        Self {
            status,
            text: text.into(),
            code,
            retry_after: None,
        }
    }

    /// The request can't be read, or a parameter is absent or of the wrong type.
    pub fn bad_request(text: impl Into<String>) -> Self {
        Self::new(400, text)
    }

    /// "wrong, absent or expired username or password"
    pub fn unauthorized() -> Self {
        Self::new(401, "Invalid username or password.")
    }

    /// "the credential lacks the operation"
    pub fn not_granted(operation: &str) -> Self {
        Self::new(
            403,
            format!("Access to operation {operation} is not granted."),
        )
    }

    /// "unknown operation"
    pub fn unknown_operation(text: impl Into<String>) -> Self {
        Self::new(404, text)
    }

    /// An operation is called by another method than POST.
    pub fn method_not_allowed() -> Self {
        Self::new(405, "An operation is called by POST.")
    }

    /// The body did not come in time.
    pub fn too_slow(limit: Duration) -> Self {
        Self::new(
            408,
            format!(
                "The request's body did not come within {} seconds.",
                limit.as_secs()
            ),
        )
    }

    /// The body is larger than `--max-body`.
    pub fn too_large(limit: usize) -> Self {
        Self::new(
            413,
            format!("The request's body is larger than {limit} bytes."),
        )
    }

    /// The body is of a kind that the style does not take.
    pub fn unsupported(text: impl Into<String>) -> Self {
        Self::new(415, text)
    }

    /// Too many failed logins.
    pub fn too_many_logins(retry_after: Duration) -> Self {
        let seconds = retry_after.as_secs().max(1);
        Self {
            retry_after: Some(seconds),
            ..Self::new(
                429,
                format!(
                    "Too many failed logins: at most 10 for a username and 100 for an address within 5 minutes. \
                     Try again in {seconds} seconds."
                ),
            )
        }
    }

    /// A fault of ours, whose details stand in the log under the reference.
    pub fn internal(reference: &str) -> Self {
        Self::new(500, format!("Internal error. Reference: {reference}"))
    }

    /// "the database cannot be written (disk full, read-only) or too busy"
    pub fn cannot_be_written() -> Self {
        Self {
            retry_after: Some(10),
            ..Self::new(503, "The database cannot be written.")
        }
    }

    /// The credential has as many long answers as it may have.
    pub fn too_many_long(limit: usize) -> Self {
        Self {
            retry_after: Some(30),
            ..Self::new(
                503,
                format!(
                    "Too many long answers at once: at most {limit} for a credential. Try again when one has ended."
                ),
            )
        }
    }

    /// The answer has not begun in the time that it has in all.
    pub fn too_long(limit: Duration) -> Self {
        let seconds = limit.as_secs();
        let limit = match seconds % 60 {
            0 => format!("{} minutes", seconds / 60),
            _ => format!("{seconds} seconds"),
        };
        Self {
            retry_after: Some(60),
            ..Self::new(503, format!("The answer took more than {limit}."))
        }
    }

    /// An envelope of an unknown kind; its status is 500.
    pub fn version_mismatch(text: impl Into<String>) -> Self {
        Self {
            code: Code::VersionMismatch,
            ..Self::new(500, text)
        }
    }

    /// A header that must be understood and is not; its status is 500.
    pub fn must_understand(namespace: &str, name: &str) -> Self {
        Self {
            code: Code::MustUnderstand {
                namespace: namespace.to_owned(),
                name: name.to_owned(),
            },
            ..Self::new(
                500,
                format!("The header {name} must be understood and is not."),
            )
        }
    }
}
