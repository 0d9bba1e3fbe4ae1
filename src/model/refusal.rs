//! Refusals by the rules. Each interface renders a refusal as a sentence of contract sections 2 and 3: "Texts are
//! fixed, clients match on them".

use super::brand::Brand;
use super::language::Language;
use super::message::{ColumnNames, DECLARED_NAMES, Message, MessageName, NO_VALUE};
use super::problem::{FieldCode, FieldProblem, ParameterLocation, Problem};
use super::text::{TextError, cut_and_escape_value};

/// The reason why the rules refuse a call that was understood. In XML, its text is in the `Error` of a response with the
/// status 200; over REST, it is a problem with a status of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    NotFound(Entity),
    /// Several employed persons, or several dismissed ones, have this e-mail address.
    Ambiguous {
        email: String,
    },
    /// A range that ends before it begins. `from` and `till` are the names of its parameters.
    Reversed {
        from: &'static str,
        till: &'static str,
    },
    /// A number outside this range.
    OutOfRange {
        parameter: &'static str,
        min: i32,
        max: i32,
    },
    /// The request conflicts with an earlier request, or with stored data; the text says how.
    Conflict(&'static str),
    /// An Idempotency-Key that was used for another request.
    KeyInUse,
    /// The condition in this header (If-Match or If-None-Match) does not hold.
    Precondition {
        header: &'static str,
    },
    /// Several refusals, in the order of the parameters in the query.
    Several {
        refusals: Vec<Refusal>,
        /// The refusal whose text is shown: that of the first declared rule.
        first_declared: Box<Refusal>,
    },
    /// Errors of a record's fields, "one sentence each in the order of the specification's table".
    Fields(Vec<FieldError>),
    /// All ids are used: "Ids are 1 to 2147483647 and are never given twice".
    NoIdLeft {
        table: &'static str,
    },
    /// A position from before a restore, which belongs to another history, or from before pruned changes.
    PositionGone {
        position: String,
        newest: String,
    },
    /// A position that this copy of the database has not reached yet.
    PositionAhead {
        position: String,
    },
    InvalidPosition {
        parameter: &'static str,
        text: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entity {
    Person,
    Class,
    Training,
    Table,
    Job,
    Import,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    pub field: &'static str,
    pub kind: FieldErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldErrorKind {
    Required,
    InvalidText(String, TextError),
    /// The field has child elements instead of a text.
    Elements,
    NotADateTime(String),
    /// An account level that does not exist, and the names of the existing levels.
    UnknownLevel(String, Vec<String>),
    Duplicate {
        identifier: String,
        /// The other person's id; `None` unless that person is dismissed.
        dismissed: Option<i64>,
        /// The other person's id; `None` if that person is anonymised.
        person: Option<i64>,
    },
    /// The sent identifier differs from `addressed`, the identifier in the request's path.
    OtherIdentifier {
        sent: String,
        addressed: String,
    },
    /// The sent identifier is the name of the placeholder for an unknown manager.
    Placeholder(String),
    UnknownManager(String),
    /// The contract would end before it starts.
    BeforeStart {
        end: String,
        start: String,
    },
}

impl Refusal {
    /// Returns the problem type. After a conflict, the same request can succeed once other stored data have changed.
    pub fn problem_type(&self) -> Problem {
        match self {
            Refusal::NotFound(_) => Problem::NotFound,
            Refusal::Ambiguous { .. } | Refusal::Conflict(_) => Problem::Conflict,
            Refusal::Fields(errors) => match errors.as_slice() {
                // only alone: with another error, the request itself must change
                [FieldError { kind: FieldErrorKind::Duplicate { .. }, .. }] => Problem::Conflict,
                _ => Problem::Refused,
            },
            Refusal::KeyInUse => Problem::IdempotencyConflict,
            Refusal::Precondition { .. } => Problem::PreconditionFailed,
            Refusal::PositionGone { .. } => Problem::Gone,
            Refusal::PositionAhead { .. } => Problem::Behind,
            Refusal::InvalidPosition { .. } | Refusal::OutOfRange { .. } => Problem::BadRequest,
            // one unreadable parameter makes the whole request unreadable
            Refusal::Several { refusals, .. } => {
                let has_bad_request = refusals.iter().any(|refusal| refusal.problem_type() == Problem::BadRequest);
                if has_bad_request { Problem::BadRequest } else { Problem::Refused }
            }
            Refusal::Reversed { .. } | Refusal::NoIdLeft { .. } => Problem::Refused,
        }
    }

    /// Returns the problem of each wrong parameter or field. `locate` returns where a parameter was sent.
    /// The list is empty if the refusal is about the request as a whole, such as `Person not found.`
    pub fn field_problems(&self, brand: &Brand, locate: &dyn Fn(&str) -> ParameterLocation) -> Vec<FieldProblem> {
        // a parameter is named with the brand, and its detail is the text of the whole refusal
        let parameter_problem = |parameter: &str, code| FieldProblem {
            location: locate(parameter),
            field: brand.branded_name(parameter),
            code,
            detail: self.english_text(brand),
        };
        match self {
            Refusal::Reversed { from: parameter, .. } | Refusal::OutOfRange { parameter, .. } => {
                vec![parameter_problem(parameter, FieldCode::Range)]
            }
            Refusal::InvalidPosition { parameter, .. } => vec![parameter_problem(parameter, FieldCode::Kind)],
            Refusal::Several { refusals, .. } => {
                refusals.iter().flat_map(|refusal| refusal.field_problems(brand, locate)).collect()
            }
            Refusal::Fields(errors) => errors.iter().map(|error| error.to_field_problem(brand)).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the id of the other person with the sent identifier. `None` if anonymised, or for other refusals.
    pub fn conflicting_person(&self) -> Option<i64> {
        let Refusal::Fields(errors) = self else { return None };
        match errors.as_slice() {
            [FieldError { kind: FieldErrorKind::Duplicate { person, .. }, .. }] => *person,
            _ => None,
        }
    }

    pub fn english_text(&self, brand: &Brand) -> String {
        self.render(brand, Language::English, DECLARED_NAMES)
    }

    /// Renders the refusal; `columns` returns the shown name of a field. The English text with the declared names is that
    /// of the contract.
    pub fn render(&self, brand: &Brand, language: Language, columns: ColumnNames) -> String {
        let message = match self {
            Refusal::Several { first_declared, .. } => return first_declared.render(brand, language, columns),
            Refusal::Fields(errors) => {
                let sentences: Vec<_> = errors.iter().map(|error| error.render(brand, language, columns)).collect();
                return sentences.join(" ");
            }
            Refusal::NotFound(entity) => Message::new(MessageName::NotFound).with_part(entity.message_name()),
            Refusal::Ambiguous { email } => quoting(MessageName::AmbiguousAddress, email),
            Refusal::Reversed { from, till } => Message::new(MessageName::Reversed).with(from).with(till),
            Refusal::Conflict(text) => Message::new(MessageName::Verbatim).with(text),
            Refusal::Precondition { header } => Message::new(MessageName::PreconditionFailed).with(header),
            Refusal::KeyInUse => MessageName::KeyInUse.into(),
            Refusal::OutOfRange { parameter, min, max } => {
                let range = match max {
                    &i32::MAX => Message::new(MessageName::OrMore).with(min),
                    max => Message::new(MessageName::FromTo).with(min).with(max),
                };
                Message::new(MessageName::OutOfRange).with(parameter).with_part(range)
            }
            Refusal::NoIdLeft { table } => Message::new(MessageName::NoIdLeftFor).with(table),
            Refusal::PositionGone { position, newest } => {
                Message::new(MessageName::PositionGone).with(position).with(newest)
            }
            Refusal::PositionAhead { position } => Message::new(MessageName::PositionAhead).with(position),
            Refusal::InvalidPosition { parameter, text } => quoting(MessageName::InvalidPosition, text).with(parameter),
        };
        message.render(language, NO_VALUE, columns)
    }
}

/// Returns a message that quotes a sent value, cut to the contract's 100 characters.
fn quoting(name: MessageName, value: &str) -> Message {
    Message::new(name).with_value(cut_and_escape_value(value))
}

impl Entity {
    fn message_name(self) -> MessageName {
        match self {
            Entity::Person => MessageName::Person,
            Entity::Class => MessageName::Class,
            Entity::Training => MessageName::Training,
            Entity::Table => MessageName::Table,
            Entity::Job => MessageName::Job,
            Entity::Import => MessageName::Import,
        }
    }
}

impl FieldError {
    /// Returns the item of a problem's `errors` over REST. Fields belong to the JSON body.
    pub fn to_field_problem(&self, brand: &Brand) -> FieldProblem {
        let code = match &self.kind {
            FieldErrorKind::InvalidText(_, error) => error.message().name.code(),
            _ => self.message(brand).name.code(),
        };
        let detail = self.render(brand, Language::English, DECLARED_NAMES);
        FieldProblem { location: ParameterLocation::Body, field: self.field.to_owned(), code, detail }
    }

    fn render(&self, brand: &Brand, language: Language, columns: ColumnNames) -> String {
        self.message(brand).render(language, NO_VALUE, columns)
    }

    /// Returns the sentence of the error. In most sentences, `{0}` is the name of the field and `{}` the sent text.
    fn message(&self, brand: &Brand) -> Message {
        let of_field = |name| Message::new(name).with(self.field);
        let quoting_field = |name, value: &str| quoting(name, value).with(self.field);
        match &self.kind {
            FieldErrorKind::Required => of_field(MessageName::FieldRequired),
            FieldErrorKind::InvalidText(value, error) => {
                quoting_field(MessageName::InvalidField, value).with_part(error.message())
            }
            FieldErrorKind::Elements => of_field(MessageName::FieldHasElements),
            FieldErrorKind::NotADateTime(value) => quoting_field(MessageName::FieldNotADatetime, value),
            FieldErrorKind::UnknownLevel(value, allowed) => {
                quoting_field(MessageName::UnknownLevel, value).with(allowed.join(", "))
            }
            FieldErrorKind::OtherIdentifier { sent, addressed } => {
                quoting_field(MessageName::OtherIdentifier, sent).with(cut_and_escape_value(addressed))
            }
            FieldErrorKind::Duplicate { identifier, dismissed: None, .. } => {
                quoting_field(MessageName::PersonExists, identifier)
            }
            // contract §3: the sentence names the id, "so that a rehire never loops"
            FieldErrorKind::Duplicate { identifier, dismissed: Some(id), .. } => {
                let message = quoting_field(MessageName::DismissedPersonExists, identifier);
                message.with(brand.branded_name("ServiceId")).with(id)
            }
            FieldErrorKind::Placeholder(name) => quoting_field(MessageName::PlaceholderName, name),
            FieldErrorKind::UnknownManager(identifier) => quoting(MessageName::NoSuchManager, identifier),
            FieldErrorKind::BeforeStart { end, start } => quoting_field(MessageName::EndBeforeStart, end).with(start),
        }
    }
}
