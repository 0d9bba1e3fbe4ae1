//! Decodes a request of SOAP, forms or REST into a [`Call`]. This module knows nothing of HTTP, the caller or the data.

pub mod charset;
pub mod form;
pub mod json;
pub mod percent;
pub mod rest;
pub mod soap;
pub mod transfer_coding;
mod xml_limits;

use crate::datafile::FILES;
use crate::exchange::mapping::document;
use crate::exchange::merge::change_limit::ChangeLimit;
use crate::ledger::feed_position::MAX_POSITION_BYTES;
use crate::model::brand::Brand;
use crate::model::name_similarity::find_nearest_name;
use crate::model::preconditions::Preconditions;
use crate::model::problem::{FieldCode, FieldProblem, ParameterLocation};
use crate::model::record::Record;
use crate::model::refusal::{FieldError, Refusal};
use crate::model::request_error::RequestError;
use crate::model::text::{check_text, cut_and_escape_value};
use crate::model::time::{self, Clock};
use crate::operation::request::{
    Argument, Arguments, INT_RANGE, Parameter, ParameterKind, invalid_value_text, parse_bool,
};
use crate::operation::table_query::{SentFilter, TableQuery, TableQueryError};
use crate::operation::{self, Operation};

/// A decoded request: the operation, the credentials, and the parameters as sent.
#[derive(Clone)]
pub struct Call {
    pub operation: &'static Operation,
    /// The operation's name as called, neutral or branded.
    pub called_as: String,
    /// Trimmed; empty when absent.
    pub username: String,
    /// As sent, without trimming; empty when absent.
    pub password: String,
    /// Whether the password is a token, which needs no username.
    pub is_token: bool,
    sent: Vec<SentParameter>,
    /// The names of unknown elements or form fields, for the log.
    pub ignored: Vec<String>,
    /// The operation at the request's path. It differs from `operation` if the path serves several
    /// operations.
    path_operation: &'static Operation,
    /// Over REST: the conditions of a change, such as `If-Match`.
    pub conditions: Option<Preconditions>,
    /// Whether the call came over REST, where absent parameters have other defaults.
    is_rest: bool,
    /// Over REST: errors in the body and in the names of the query. They are reported together with invalid values.
    errors: Vec<PositionedError>,
    /// Over REST: the filters of a table query, which are named after columns.
    filters: Vec<SentFilter>,
}

#[derive(Clone)]
struct SentParameter {
    parameter: &'static Parameter,
    /// The name as sent, which messages repeat.
    name: String,
    value: SentValue,
    /// The index among the parameters in the query, or [`NOT_IN_QUERY`].
    position: usize,
}

impl SentParameter {
    fn outside_query(parameter: &'static Parameter, name: String, value: SentValue) -> Self {
        Self { parameter, name, value, position: NOT_IN_QUERY }
    }
}

#[derive(Clone)]
enum SentValue {
    /// A text that is trimmed before use.
    Text(String),
    /// A text that is not trimmed: of a REST path, or of a body's field that chooses the operation.
    Exact(String),
    /// Child elements where a text is expected.
    Elements,
    Record(Record),
}

impl SentValue {
    fn text(&self) -> Option<&str> {
        match self {
            SentValue::Text(text) | SentValue::Exact(text) => Some(text),
            SentValue::Elements | SentValue::Record(_) => None,
        }
    }
}

/// The code and the sentence of an error in a parameter.
type ParameterError = (FieldCode, String);

/// An error with its position in the query, by which errors are sorted.
type PositionedError = (usize, FieldProblem);

/// The position of a parameter or an error outside the query. It sorts last.
const NOT_IN_QUERY: usize = usize::MAX;

/// The limit for the names of one mapping for each data file, each with a comma.
const MAX_MAPPING_NAMES_CHARACTERS: usize = (document::MAX_NAME_LENGTH + 1) * FILES.len();

impl Call {
    fn new(operation: &'static Operation, called_as: String) -> Self {
        Self {
            operation,
            called_as,
            username: String::new(),
            password: String::new(),
            is_token: false,
            sent: Vec::new(),
            ignored: Vec::new(),
            path_operation: operation,
            conditions: None,
            is_rest: false,
            errors: Vec::new(),
            filters: Vec::new(),
        }
    }

    /// Parses each parameter by its kind (contract §2). The error lists every wrong name, invalid value and value out
    /// of range. Those in the query come first, in the order of the query. The error's sentence is about the first wrong
    /// name, or else about the wrong parameter that is declared first.
    pub fn parse_arguments(&self, brand: &Brand, clock: &Clock) -> Result<Arguments, RequestError> {
        let mut arguments = Arguments { conditions: self.conditions.clone(), ..Arguments::default() };
        let mut errors = self.errors.clone();
        errors.extend(self.parse_declared(&mut arguments, brand, clock));
        if self.operation.selects_columns() {
            errors.extend(self.parse_table_query(&mut arguments, clock));
        }
        // not yet sorted: the errors of names come first, then the errors of values in the order of declaration
        let Some((_, first_error)) = errors.first() else { return Ok(arguments) };
        let detail = first_error.detail.clone();
        errors.extend(self.errors_of_later_checks(&arguments, brand, clock));
        errors.sort_by_key(|(position, error)| (*position, self.declaration_index(&error.field, brand)));
        let errors = deduplicate_by_field(errors.into_iter().map(|(_, error)| error).collect());
        Err(RequestError::Fields { detail, errors })
    }

    /// Returns the errors that a call with only valid arguments would get later, from `find_refusal` and from
    /// `provision`. They complete the error list of a call that fails before these checks.
    fn errors_of_later_checks(&self, arguments: &Arguments, brand: &Brand, clock: &Clock) -> Vec<PositionedError> {
        let refusals = self.operation.refusals(arguments);
        let mut errors: Vec<_> = refusals.iter().flat_map(|refusal| self.refusal_errors(refusal, brand)).collect();
        errors.extend(self.record_errors(brand, clock));
        errors
    }

    /// Adds the values of the declared parameters to `arguments`. Returns the errors of the others.
    fn parse_declared(&self, arguments: &mut Arguments, brand: &Brand, clock: &Clock) -> Vec<PositionedError> {
        let mut errors = Vec::new();
        for parameter in self.operation.request {
            // the decoders store each parameter at most once
            let sent = self.sent.iter().find(|sent| sent.parameter.name == parameter.name);
            match self.parse_argument(parameter, sent, brand, clock) {
                Ok(argument) => arguments.values.extend(argument.map(|argument| (parameter.name, argument))),
                Err((code, detail)) => {
                    let position = sent.map_or(NOT_IN_QUERY, |sent| sent.position);
                    // the location that the client knows: that of the operation at the path
                    let location = self.path_operation.parameter_location(parameter.name);
                    let field = shown_name(parameter, sent, brand);
                    errors.push((position, FieldProblem { location, field, code, detail }));
                }
            }
        }
        errors
    }

    fn parse_table_query(&self, arguments: &mut Arguments, clock: &Clock) -> Vec<PositionedError> {
        let (table, errors) = TableQuery::parse(arguments, &self.filters, clock);
        arguments.table = table;
        // a filter has its own position; other errors are at the parameter that has the field's name
        let position =
            |error: &TableQueryError| error.position.unwrap_or_else(|| self.position_in_query(&error.problem.field));
        errors.into_iter().map(|error| (position(&error), error.problem)).collect()
    }

    fn refusal_errors(&self, refusal: &Refusal, brand: &Brand) -> Vec<PositionedError> {
        let problems = refusal.field_problems(brand, &|name| self.operation.parameter_location(name));
        problems.into_iter().map(|problem| (self.position_in_query(&problem.field), problem)).collect()
    }

    /// Returns the refusal of the arguments by the operation's rules; `None` if all rules hold. Several refusals
    /// become one refusal, which lists them in the order of the query.
    pub fn find_refusal(&self, arguments: &Arguments, brand: &Brand) -> Option<Refusal> {
        let mut refusals = self.operation.refusals(arguments);
        if refusals.len() < 2 {
            return refusals.pop();
        }
        // the sentence is about this refusal, whatever the order in which the client sent the parameters
        let first_declared = Box::new(refusals[0].clone());
        let position_of =
            |refusal: &Refusal| self.refusal_errors(refusal, brand).first().map(|(position, _)| *position);
        refusals.sort_by_key(position_of);
        Some(Refusal::Several { refusals, first_declared })
    }

    fn record_errors(&self, brand: &Brand, clock: &Clock) -> Vec<PositionedError> {
        let mut errors = Vec::new();
        for SentParameter { parameter, value, .. } in &self.sent {
            let (Some(declared), SentValue::Record(record)) = (parameter.record_kind(), value) else { continue };
            for field in declared.fields {
                if let Some(kind) = record.get(field.name).and_then(|sent| field.find_error(sent, clock)) {
                    errors.push((NOT_IN_QUERY, FieldError { field: field.name, kind }.to_field_problem(brand)));
                }
            }
        }
        errors
    }

    /// Returns the index of a parameter, or of a field of its record; `usize::MAX` if unknown.
    fn declaration_index(&self, name: &str, brand: &Brand) -> usize {
        let mut names = self.path_operation.request.iter().flat_map(|parameter| {
            let fields = parameter.record_kind().map_or(&[][..], |kind| kind.fields);
            [parameter.name].into_iter().chain(fields.iter().map(|field| field.name))
        });
        names.position(|known| brand.matches(known, name)).unwrap_or(usize::MAX)
    }

    /// Returns the position of the parameter that was sent under this name, or [`NOT_IN_QUERY`].
    fn position_in_query(&self, name: &str) -> usize {
        let sent = self.sent.iter().find(|sent| sent.name.eq_ignore_ascii_case(name));
        sent.map_or(NOT_IN_QUERY, |sent| sent.position)
    }

    /// Parses the value of a parameter; `None` if it is absent and has no default. An empty value counts as absent,
    /// except for texts and a single word. Over REST, an absent boolean is false, even if it is required.
    fn parse_argument(
        &self,
        parameter: &'static Parameter,
        sent: Option<&SentParameter>,
        brand: &Brand,
        clock: &Clock,
    ) -> Result<Option<Argument>, ParameterError> {
        // only errors of a sent value use the name, so no message has an empty name
        let name = sent.map_or("", |sent| sent.name.as_str());
        let trim: fn(&str) -> &str = match sent.map(|sent| &sent.value) {
            Some(SentValue::Record(fields)) => return Ok(Some(Argument::Record(fields.clone()))),
            Some(SentValue::Elements) => return Err(invalid_value_error(name, "(elements)", "a single value")),
            Some(SentValue::Exact(_)) => |exact| exact,
            Some(SentValue::Text(_)) | None => str::trim,
        };
        let text = sent.and_then(|sent| sent.value.text());
        let missing_error =
            || (FieldCode::Required, format!("Missing parameter: {}.", shown_name(parameter, sent, brand)));
        // a text that is absent and optional is an empty text
        let default_text = if parameter.is_required { None } else { Some("") };
        let text_or_default = || text.or(default_text).ok_or_else(missing_error);
        match (parameter.kind, text.map(trim)) {
            // contract §1: for texts, empty is a value; the checks of a text precede its trimming
            (ParameterKind::Text(max), _) => parse_text(name, text_or_default()?, max, trim).map(Some),
            (ParameterKind::Position, _) => parse_text(name, text_or_default()?, MAX_POSITION_BYTES, trim).map(Some),
            // an empty text is not absent, but a wrong word
            (ParameterKind::OneOf(words), Some(word)) => parse_choice(name, words, word).map(Some),
            (ParameterKind::Record(_), _) => Err(missing_error()),
            // contract §1: for other kinds, empty is the same as absent
            (_, None | Some("")) => self.default_argument(parameter, missing_error),
            (ParameterKind::AnyOf(words), Some(values)) => parse_choices(name, words, values).map(Some),
            (ParameterKind::MappingNames, Some(_)) => {
                parse_text(name, text_or_default()?, MAX_MAPPING_NAMES_CHARACTERS, trim).map(Some)
            }
            (kind, Some(value)) => {
                parse_value(kind, value, clock).map(Some).map_err(|allowed| invalid_value_error(name, value, &allowed))
            }
        }
    }

    /// Returns the argument of a parameter without a value, or `missing_error()` if the parameter needs a value.
    fn default_argument(
        &self,
        parameter: &Parameter,
        missing_error: impl FnOnce() -> ParameterError,
    ) -> Result<Option<Argument>, ParameterError> {
        match parameter.kind {
            // an empty text means that the client makes no choice, or sets no limit
            ParameterKind::AnyOf(_) | ParameterKind::MappingNames | ParameterKind::RowLimit => {
                Ok(Some(Argument::Text(String::new())))
            }
            ParameterKind::Bool if self.is_rest || !parameter.is_required => Ok(Some(Argument::Bool(false))),
            ParameterKind::Int if !parameter.is_required => Ok(parameter.default.map(Argument::Int)),
            _ => Err(missing_error()),
        }
    }
}

/// Returns the name of a parameter for messages: as sent, or else the branded name.
fn shown_name(parameter: &Parameter, sent: Option<&SentParameter>, brand: &Brand) -> String {
    sent.map_or_else(|| brand.branded_name(parameter.name), |sent| sent.name.clone())
}

/// Keeps one error for each field: "repeated" if the field has that error, or else the first error.
fn deduplicate_by_field(errors: Vec<FieldProblem>) -> Vec<FieldProblem> {
    let mut kept_errors: Vec<FieldProblem> = Vec::with_capacity(errors.len());
    for error in errors {
        match kept_errors.iter_mut().find(|kept| have_same_field(kept, &error)) {
            None => kept_errors.push(error),
            Some(kept) if error.code == FieldCode::Repeated && kept.code != error.code => *kept = error,
            Some(_) => {}
        }
    }
    kept_errors
}

/// Returns whether two errors are about one field. Only names in a body are case-sensitive.
fn have_same_field(left: &FieldProblem, right: &FieldProblem) -> bool {
    let have_same_name = match left.location {
        ParameterLocation::Body => left.field == right.field,
        _ => left.field.eq_ignore_ascii_case(&right.field),
    };
    left.location == right.location && have_same_name
}

/// Checks the length and the characters of a text, then trims the text with `trim`.
fn parse_text(
    name: &str,
    text: &str,
    max_characters: usize,
    trim: fn(&str) -> &str,
) -> Result<Argument, ParameterError> {
    if let Err(error) = check_text(text, max_characters) {
        let allowed = format!("a text of at most {max_characters} characters that XML can hold");
        return Err((error.message().name.code(), invalid_value_text(name, text.trim(), &allowed)));
    }
    Ok(Argument::Text(trim(text).to_owned()))
}

/// Returns the value for SQL of the sent word. `words` are pairs of an allowed word and its value.
fn parse_choice(name: &str, words: &[(&str, &str)], sent: &str) -> Result<Argument, ParameterError> {
    let Some((_, value)) = words.iter().find(|(word, _)| *word == sent) else {
        let allowed: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        return Err(invalid_value_error(name, sent, &allowed.join(", ")));
    };
    Ok(Argument::Text((*value).to_owned()))
}

/// Checks each of the comma-separated words, and returns the text as sent. `words` are pairs of an allowed word and its
/// value for SQL.
fn parse_choices(name: &str, words: &[(&str, &str)], sent: &str) -> Result<Argument, ParameterError> {
    sent.split(',').try_for_each(|word| parse_choice(name, words, word).map(drop))?;
    Ok(Argument::Text(sent.to_owned()))
}

/// Parses a value that is not empty. The error describes the allowed values.
fn parse_value(kind: ParameterKind, value: &str, clock: &Clock) -> Result<Argument, String> {
    let parse_datetime = || clock.parse_datetime(value).ok_or("a datetime (yyyy-MM-ddTHH:mm:ss)");
    Ok(match kind {
        ParameterKind::Int => Argument::Int(value.parse().map_err(|_| INT_RANGE)?),
        ParameterKind::Bool => Argument::Bool(parse_bool(value).ok_or("true, false, 1 or 0")?),
        ParameterKind::Date => {
            Argument::Text(clock.parse_datetime(value).ok_or("a date (yyyy-MM-dd)")?.date().to_string())
        }
        ParameterKind::DateTime => Argument::Text(time::format_wall_time(parse_datetime()?)),
        ParameterKind::RangeEnd => Argument::Text(time::format_wall_time(time::end_of_range(parse_datetime()?))),
        // canonical: the sent text can contain white space that XML forbids
        ParameterKind::RowLimit => Argument::Text(value.parse::<ChangeLimit>()?.to_string()),
        ParameterKind::Text(_)
        | ParameterKind::Position
        | ParameterKind::OneOf(_)
        | ParameterKind::AnyOf(_)
        | ParameterKind::MappingNames
        | ParameterKind::Record(_) => unreachable!("parse_argument handles these kinds"),
    })
}

fn invalid_value_error(name: &str, value: &str, allowed: &str) -> ParameterError {
    (FieldCode::Kind, invalid_value_text(name, value, allowed))
}

fn repeated_parameter_error(name: &str) -> RequestError {
    RequestError::BadRequest(format!("Repeated parameter: {}.", cut_and_escape_value(name)))
}

/// Returns whether a sent name is the name of a parameter, neutral or branded, in any letter case.
fn is_parameter_name(neutral: &str, sent: &str, brand: &Brand) -> bool {
    sent.eq_ignore_ascii_case(neutral) || sent.eq_ignore_ascii_case(&brand.branded_name(neutral))
}

/// Returns the operation with this neutral or branded name, for an XML or form request.
pub fn find_operation(name: &str, brand: &Brand) -> Option<&'static Operation> {
    operation::xml_operations().find(|operation| brand.matches(operation.name, name))
}

/// Returns the error for an unknown operation. Its text suggests the operation with the most similar name.
pub fn unknown_operation_error(name: &str, brand: &Brand) -> RequestError {
    // a name can have any length: only its beginning is compared
    let shown = cut_and_escape_value(name);
    let nearest = find_nearest_name(&shown, operation_names(brand));
    RequestError::NotFound(format!("Unknown operation: {shown}. Did you mean {nearest}?"))
}

pub fn operation_names(brand: &Brand) -> impl Iterator<Item = String> {
    operation::xml_operations().map(|operation| brand.branded_name(operation.name))
}
