//! The problem types of REST: code, title and status. Refusals and request errors know their types.

macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident: $code:literal, $status:literal, $title:literal;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Problem { $($(#[$doc])* $name,)* }

        impl Problem {
            pub const ALL: &[Problem] = &[$(Problem::$name,)*];

            pub const fn code(self) -> &'static str {
                match self { $(Problem::$name => $code,)* }
            }

            pub const fn status(self) -> u16 {
                match self { $(Problem::$name => $status,)* }
            }

            pub const fn title(self) -> &'static str {
                match self { $(Problem::$name => $title,)* }
            }
        }
    };
}

problems! {
    /// "body, query or path can't be read; a parameter missing or of a wrong kind"
    BadRequest: "bad-request", 400, "Unreadable request";
    /// "any other refusal by the rules"
    Refused: "refused", 400, "The request breaks a rule";
    Unauthorized: "unauthorized", 401, "Missing or wrong credentials";
    NotGranted: "not-granted", 403, "The operation is not granted";
    NotFound: "not-found", 404, "Not found";
    MethodNotAllowed: "method-not-allowed", 405, "The method is not allowed";
    NotAcceptable: "not-acceptable", 406, "No acceptable format";
    /// "`A person with ExternalIdentifier X already exists…` alone …, more than one person has the address"
    Conflict: "conflict", 409, "A conflict with other data";
    IdempotencyConflict: "idempotency-conflict", 409, "The Idempotency-Key is in use";
    /// The position belongs to another history, or precedes changes that were pruned.
    Gone: "gone", 410, "No longer available";
    PreconditionFailed: "precondition-failed", 412, "A precondition failed";
    TooLarge: "too-large", 413, "The body is too large";
    UnsupportedMediaType: "unsupported-media-type", 415, "The media type is not supported";
    TooManyLogins: "too-many-logins", 429, "Too many failed logins";
    Internal: "internal", 500, "Internal error";
    /// "the database cannot be written (disk full, read-only) or too busy", or a limit of logins, streams or time.
    Unavailable: "cannot-be-written", 503, "Temporarily not possible";
    Busy: "busy", 503, "Another import must end first";
    /// This copy of the database is behind the requested position.
    Behind: "behind", 503, "This copy is behind";
}

/// A parameter or field of a request that is wrong: an item of a problem's `errors`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldProblem {
    pub location: ParameterLocation,
    /// The name as sent; if the field is missing, its declared name with the brand.
    pub field: String,
    pub code: FieldCode,
    pub detail: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterLocation {
    Path,
    Query,
    /// A field of the JSON body. A parameter that is an object is the whole body.
    Body,
}

impl ParameterLocation {
    pub fn name(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldCode {
    Required,
    Unknown,
    Repeated,
    Kind,
    Range,
    Length,
    Characters,
    Rule,
}

impl FieldCode {
    pub const ALL: [FieldCode; 8] = {
        use FieldCode::*;
        [Required, Unknown, Repeated, Kind, Range, Length, Characters, Rule]
    };

    pub fn name(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_and_titles_are_unique() {
        let codes: HashSet<_> = Problem::ALL.iter().map(|problem| problem.code()).collect();
        let titles: HashSet<_> = Problem::ALL.iter().map(|problem| problem.title()).collect();
        assert_eq!((codes.len(), titles.len()), (18, 18));
        assert!(Problem::ALL.is_sorted_by_key(|problem| problem.status()));
    }
}
