//! Refusals by the rules, as facts from which each interface makes its message. The sentences are those of contract
//! sections 2 and 3; "Texts are fixed, clients match on them".

use super::brand::Brand;
use super::problem::{FieldCode, FieldProblem, ParameterLocation, Problem};
use super::text::{TextError, quoted};
use super::time::DATETIME_FORM;

/// Why the rules refuse a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The requested entity does not exist.
    NotFound(Entity),
    /// Several employed persons, or several dismissed ones, have this e-mail address.
    Ambiguous {
        email: String,
    },
    /// A range that ends before it begins.
    Reversed {
        /// The parameter with its beginning.
        from: &'static str,
        till: &'static str,
    },
    /// A number outside the allowed range.
    OutOfRange {
        parameter: &'static str,
        /// The allowed range, in words.
        allowed: &'static str,
    },
    /// The request conflicts with an earlier one, or with the state of what it names.
    Conflict(&'static str),
    /// An Idempotency-Key that was used for another request.
    KeyInUse,
    /// A condition of the request does not hold.
    Precondition {
        header: &'static str,
    },
    /// Several rules over the parameters, in the order of the query.
    Several {
        refusals: Vec<Refusal>,
        /// The index of the one whose sentence is reported.
        reported: usize,
    },
    /// Errors of a record's fields, "one sentence each in the order of the specification's table".
    Fields(Vec<FieldError>),
    /// All ids are used: "Ids are 1 to 2147483647 and are never given twice".
    NoIdLeft {
        of: &'static str,
    },
    /// A position of another history, or of changes that were pruned.
    Gone {
        position: String,
        /// The newest position of the current history.
        newest: String,
    },
    /// A position that this copy of the database has not reached yet.
    Behind {
        position: String,
    },
    NoPosition {
        parameter: &'static str,
        text: String,
    },
}

/// An entity that can be requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entity {
    Person,
    Class,
    Training,
    Table,
    Job,
    Import,
}

/// An error of a record's field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    pub field: &'static str,
    pub fault: FieldErrorKind,
}

/// What is wrong with a field. Variants hold the value as sent where the message quotes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldErrorKind {
    /// Required, but absent or empty.
    Required,
    /// A text that is too long or has forbidden characters.
    Unfit(String, TextError),
    /// Elements where a text is expected.
    Elements,
    /// Not a datetime.
    NotADateTime(String),
    /// Not an account level; with the allowed levels.
    NotALevel(String, Vec<String>),
    /// Another person has this identifier; with that person's id if dismissed and not anonymised.
    Duplicate {
        identifier: String,
        dismissed: Option<i64>,
        /// That person, unless anonymised.
        person: Option<i64>,
    },
    /// The address of the request names another person, by this identifier.
    OtherIdentifier { sent: String, addressed: String },
    /// The name of the placeholder manager.
    Placeholder(String),
    /// No manager has this identifier.
    NoManager(String),
    /// A contract that ends before it starts.
    BeforeStart { end: String, start: String },
}

impl Refusal {
    /// Returns the problem type. A refusal that depends on other data alone is a conflict, since that data may change.
    pub fn problem(&self) -> Problem {
        match self {
            Refusal::NotFound(_) => Problem::NotFound,
            Refusal::Ambiguous { .. } | Refusal::Conflict(_) => Problem::Conflict,
            Refusal::Fields(faults) => match faults.as_slice() {
                [FieldError { fault: FieldErrorKind::Duplicate { .. }, .. }] => Problem::Conflict,
                _ => Problem::Refused,
            },
            Refusal::KeyInUse => Problem::IdempotencyConflict,
            Refusal::Precondition { .. } => Problem::PreconditionFailed,
            Refusal::Gone { .. } => Problem::Gone,
            Refusal::Behind { .. } => Problem::Behind,
            Refusal::NoPosition { .. } => Problem::BadRequest,
            Refusal::OutOfRange { .. } => Problem::BadRequest,
            Refusal::Several { refusals, .. } => {
                let is_bad = refusals.iter().any(|refusal| refusal.problem() == Problem::BadRequest);
                if is_bad { Problem::BadRequest } else { Problem::Refused }
            }
            Refusal::Reversed { .. } | Refusal::NoIdLeft { .. } => Problem::Refused,
        }
    }

    /// Returns the wrong parameters or fields. `locate` returns where a parameter stands.
    pub fn errors(&self, brand: &Brand, locate: &dyn Fn(&str) -> ParameterLocation) -> Vec<FieldProblem> {
        let of_parameter = |parameter: &str, code| FieldProblem {
            location: locate(parameter),
            field: brand.name(parameter),
            code,
            detail: self.text(brand),
        };
        match self {
            Refusal::Reversed { from, .. } => vec![of_parameter(from, FieldCode::Range)],
            Refusal::OutOfRange { parameter, .. } => vec![of_parameter(parameter, FieldCode::Range)],
            Refusal::NoPosition { parameter, .. } => vec![of_parameter(parameter, FieldCode::Kind)],
            Refusal::Several { refusals, .. } => {
                refusals.iter().flat_map(|refusal| refusal.errors(brand, locate)).collect()
            }
            Refusal::Fields(errors) => errors.iter().map(|error| error.problem(brand)).collect(),
            Refusal::NotFound(_)
            | Refusal::Ambiguous { .. }
            | Refusal::Conflict(_)
            | Refusal::KeyInUse
            | Refusal::Precondition { .. }
            | Refusal::NoIdLeft { .. }
            | Refusal::Gone { .. }
            | Refusal::Behind { .. } => Vec::new(),
        }
    }

    /// Returns the id of the person who has the identifier, where that alone is refused.
    pub fn conflicting_person(&self) -> Option<i64> {
        match self {
            Refusal::Fields(errors) => match errors.as_slice() {
                [FieldError { fault: FieldErrorKind::Duplicate { person, .. }, .. }] => *person,
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the contract's sentence, with branded names.
    pub fn text(&self, brand: &Brand) -> String {
        match self {
            Refusal::NotFound(thing) => format!("{thing:?} not found."),
            Refusal::Ambiguous { email } => {
                format!("More than one person has e-mail address {}.", quoted(email))
            }
            Refusal::Reversed { from, till } => format!("{from} is later than {till}."),
            Refusal::Conflict(text) => (*text).to_owned(),
            Refusal::KeyInUse => "This Idempotency-Key was used for another request within 24 hours.".to_owned(),
            Refusal::Precondition { header } => {
                format!("The condition in {header} failed: the person is in another state. Nothing was changed.")
            }
            Refusal::Several { refusals, reported } => refusals[*reported].text(brand),
            Refusal::OutOfRange { parameter, allowed } => {
                format!("{parameter} must be {allowed}.")
            }
            Refusal::Fields(faults) => {
                let sentences: Vec<_> = faults.iter().map(|fault| fault.text(brand)).collect();
                sentences.join(" ")
            }
            Refusal::NoIdLeft { of } => {
                format!("No id is left for a new {of}: ids go up to 2147483647.")
            }
            Refusal::Gone { position, newest } => format!(
                "The position {position} is not available: later changes were pruned, or it belongs to another \
                 history, such as before a restore. Read all rows again, from data-files, then continue with \
                 since={newest}."
            ),
            Refusal::Behind { position } => {
                format!("This copy of the database has not reached the position {position} yet. Try again later.")
            }
            Refusal::NoPosition { parameter, text } => format!(
                "Invalid value for parameter {parameter}: {}. Allowed is 0, or next of an earlier answer.",
                quoted(text)
            ),
        }
    }
}

impl FieldError {
    /// Returns the error as REST reports it.
    pub fn problem(&self, brand: &Brand) -> FieldProblem {
        let code = match &self.fault {
            FieldErrorKind::Required => FieldCode::Required,
            FieldErrorKind::Unfit(_, error) => error.code(),
            FieldErrorKind::Elements | FieldErrorKind::NotADateTime(_) => FieldCode::Kind,
            FieldErrorKind::NotALevel(..)
            | FieldErrorKind::Duplicate { .. }
            | FieldErrorKind::OtherIdentifier { .. }
            | FieldErrorKind::Placeholder(_)
            | FieldErrorKind::NoManager(_)
            | FieldErrorKind::BeforeStart { .. } => FieldCode::Rule,
        };
        let (field, detail) = (self.field.to_owned(), self.text(brand));
        FieldProblem { location: ParameterLocation::Body, field, code, detail }
    }

    fn text(&self, brand: &Brand) -> String {
        let field = self.field;
        match &self.fault {
            FieldErrorKind::Required => format!("{field} is required."),
            FieldErrorKind::Unfit(value, unfit) => format!("{field}: {} {unfit}.", quoted(value)),
            FieldErrorKind::Elements => format!("{field}: elements are not a text."),
            FieldErrorKind::NotADateTime(value) => {
                format!("{field}: {} is not a datetime ({DATETIME_FORM}).", quoted(value))
            }
            FieldErrorKind::NotALevel(value, allowed) => {
                format!("{field}: {} is not an account level (allowed: {}).", quoted(value), allowed.join(", "))
            }
            FieldErrorKind::OtherIdentifier { sent, addressed } => {
                format!("{field}: {} is not {}, the identifier in the address.", quoted(sent), quoted(addressed))
            }
            FieldErrorKind::Duplicate { identifier, dismissed: None, .. } => {
                format!("A person with {field} {} already exists.", quoted(identifier))
            }
            FieldErrorKind::Duplicate { identifier, dismissed: Some(id), .. } => format!(
                "A person with {field} {} already exists and is dismissed ({} {id}); \
                 update that person with an empty or later ContractEndTime instead.",
                quoted(identifier),
                brand.name("ServiceId")
            ),
            FieldErrorKind::Placeholder(name) => {
                format!("{field}: {name} is the name of the placeholder manager.")
            }
            FieldErrorKind::NoManager(identifier) => {
                format!("Manager with ExternalIdentifier {} not found.", quoted(identifier))
            }
            FieldErrorKind::BeforeStart { end, start } => {
                format!("{field}: {end} is before ContractStartTime {start}.")
            }
        }
    }
}
