//! Decodes a REST request: finds the operation of a path, and reads path, query and body into a [`Call`].

use super::json::{self, BodyEntry, BodyField, JsonBody};
use super::percent::{self, PercentError};
use super::{Call, NOT_IN_QUERY, ParameterError, SentParameter, SentValue, invalid_value, is_parameter_name};
use crate::encode::Format;
use crate::model::brand::Brand;
use crate::model::name_similarity::find_nearest_name;
use crate::model::problem::{FieldCode, FieldProblem, ParameterLocation};
use crate::model::record::{Record, SentField};
use crate::model::request_error::RequestError;
use crate::model::text::{MAX_TEXT_CHARACTERS, shorten_for_message};
use crate::operation::request::{Parameter, ParameterKind, RecordKind};
use crate::operation::rest::{Method, Segment};
use crate::operation::table_query::{SentFilter, unknown_column_error};
use crate::operation::{Delegate, OPERATIONS, Operation};

/// The query parameter that chooses the format of the answer.
pub const FORMAT: &str = "format";

/// An operation that matches a path, and the parameters in that path.
pub struct OperationRoute {
    pub operation: &'static Operation,
    in_path: Vec<(&'static Parameter, String)>,
}

pub struct RestRequest {
    /// The call, without credentials.
    pub call: Call,
    /// The format that the query requests.
    pub format: Option<Format>,
}

/// Returns the operations at a path below the base, one per method; empty if the path is unknown.
pub fn find_routes(path: &str) -> Result<Vec<OperationRoute>, RequestError> {
    let segments =
        path.split('/').skip(1).map(|segment| decode_percent(segment, "path")).collect::<Result<Vec<_>, _>>()?;
    let mut routes: Vec<_> =
        OPERATIONS.iter().copied().filter_map(|operation| operation.match_path(&segments)).collect();
    // a literal segment wins over a parameter
    let fewest = routes.iter().map(|route| route.in_path.len()).min();
    routes.retain(|route| Some(route.in_path.len()) == fewest);
    Ok(routes)
}

/// Decodes percent escapes; `+` stays a plus, also in a query. `part` is "path" or "query", for the error.
fn decode_percent(text: &str, part: &str) -> Result<String, RequestError> {
    percent::decode(text.as_bytes()).map_err(|PercentError { reason, .. }| {
        let shown = shorten_for_message(text);
        RequestError::BadRequest(format!("The {part} cannot be decoded, at {shown}: {reason}."))
    })
}

impl Operation {
    /// Returns the operation with the parameters of a path; `None` if the path does not match.
    fn match_path(&'static self, segments: &[String]) -> Option<OperationRoute> {
        if self.rest.segments().count() != segments.len() {
            return None;
        }
        let mut in_path = Vec::new();
        for (segment, sent) in self.rest.segments().zip(segments) {
            match segment {
                Segment::Literal(text) if text == sent => {}
                Segment::Parameter(name) => {
                    let mut declared = self.request.iter();
                    let parameter = declared.find(|parameter| parameter.name == name)?;
                    // an empty text is a value; any other empty parameter counts as absent
                    if sent.is_empty() && !matches!(parameter.kind, ParameterKind::Text(_)) {
                        return None;
                    }
                    in_path.push((parameter, sent.clone()));
                }
                Segment::Literal(_) => return None,
            }
        }
        Some(OperationRoute { operation: self, in_path })
    }
}

impl OperationRoute {
    /// Reads the query and the body into a call. The call keeps errors of names and of the body, so that they are
    /// reported together with invalid values.
    pub fn decode(self, query: &str, body: JsonBody, brand: &Brand) -> Result<RestRequest, RequestError> {
        let operation = self.operation;
        let is_in_path = |name: &str| self.in_path.iter().any(|(parameter, _)| parameter.name == name);
        let not_in_path: Vec<_> = operation.request.iter().filter(|parameter| !is_in_path(parameter.name)).collect();
        let in_path = self.in_path.into_iter().map(|(parameter, text)| {
            let name = brand.apply_to(parameter.name);
            sent_parameter(parameter, name, SentValue::Exact(text))
        });
        let called_as = brand.apply_to(operation.name);
        let mut call = Call { sent: in_path.collect(), is_rest: true, ..Call::new(operation, called_as) };
        let has_query = operation.rest.has_query();
        let format = read_query(query, if has_query { &not_in_path } else { &[] }, brand, &mut call)?;
        if !has_query && operation.rest.method != Method::Delete {
            read_body(body, &not_in_path, brand, &mut call)?;
        }
        if !operation.delegates.is_empty() && call.errors.is_empty() {
            call.delegate(brand)?;
        }
        Ok(RestRequest { call, format })
    }
}

impl Call {
    /// Replaces the operation by the one that answers in its place. The only field in the body chooses it.
    fn delegate(&mut self, brand: &Brand) -> Result<(), RequestError> {
        let delegates = self.operation.delegates;
        let [field] = self.sent.as_mut_slice() else {
            let names: Vec<_> = delegates.iter().map(|delegate| delegate.field).collect();
            let detail = format!("Send exactly one of {}.", names.join(", "));
            let code = if self.sent.is_empty() { FieldCode::Required } else { FieldCode::Repeated };
            let error = |name: &str| {
                let (location, field, detail) = (ParameterLocation::Body, name.to_owned(), detail.clone());
                FieldProblem { location, field, code, detail }
            };
            let errors = names.into_iter().map(error).collect();
            return Err(RequestError::Fields { detail: detail.clone(), errors });
        };
        let delegate = delegates.iter().find(|delegate| delegate.field == field.parameter.name);
        let Delegate { operation, parameter, .. } = delegate.expect("every field has its operation");
        let mut declared = operation.request.iter();
        field.parameter = declared.find(|known| known.name == *parameter).expect("a parameter of the operation");
        if let SentValue::Text(text) = &mut field.value {
            field.value = SentValue::Exact(std::mem::take(text));
        }
        (self.operation, self.called_as) = (operation, brand.apply_to(operation.name));
        Ok(())
    }

    /// Appends a further value of a parameter that may be repeated. Returns whether it did.
    fn append_value(&mut self, parameter: &Parameter, value: &str) -> bool {
        let earlier = self.sent.iter_mut().find(|sent| sent.parameter.name == parameter.name);
        match (parameter.kind, earlier.map(|sent| &mut sent.value)) {
            (ParameterKind::AnyOf(_), Some(SentValue::Text(text))) => {
                text.push(',');
                text.push_str(value);
                true
            }
            _ => false,
        }
    }

    /// Returns whether names of the query or the body are wrong. Such errors are reported before sign-in.
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    fn add_error(&mut self, position: usize, location: ParameterLocation, field: &str, (code, detail): ParameterError) {
        self.errors
            .push((position, FieldProblem { location, field: shorten_for_message(field).into_owned(), code, detail }));
    }
}

fn sent_parameter(parameter: &'static Parameter, name: String, value: SentValue) -> SentParameter {
    SentParameter { parameter, name, value, position: NOT_IN_QUERY }
}

/// Reads the query into the call, and returns the format that it names. Unknown and repeated names become errors of the
/// call.
fn read_query(
    query: &str,
    parameters: &[&'static Parameter],
    brand: &Brand,
    call: &mut Call,
) -> Result<Option<Format>, RequestError> {
    let (mut format, mut has_format) = (None, false);
    for (position, pair) in query.split('&').filter(|pair| !pair.is_empty()).enumerate() {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decode_percent(name, "query")?, decode_percent(value, "query")?);
        let parameter = parameters.iter().find(|parameter| is_parameter_name(parameter.name, &name, brand));
        let error = match parameter {
            Some(parameter) if call.append_value(parameter, &value) => continue,
            Some(parameter) if call.sent.iter().any(|other| other.parameter.name == parameter.name) => {
                repeated_parameter(&name)
            }
            Some(parameter) => {
                call.sent.push(SentParameter { position, ..sent_parameter(parameter, name, SentValue::Text(value)) });
                continue;
            }
            None if !name.eq_ignore_ascii_case(FORMAT) && call.operation.is_table() => {
                let table = call.sent.first().and_then(|sent| sent.value.text()).unwrap_or_default();
                let Some(unknown) = unknown_column_error(table, &name) else {
                    call.filters.push(SentFilter { position, name, value });
                    continue;
                };
                (FieldCode::Unknown, unknown)
            }
            None if !name.eq_ignore_ascii_case(FORMAT) => unknown_parameter(&name, parameters, brand),
            None if has_format => repeated_parameter(&name),
            None => {
                has_format = true;
                match parse_format(&value) {
                    Ok(requested) => {
                        format = Some(requested);
                        continue;
                    }
                    Err(error) => error,
                }
            }
        };
        call.add_error(position, ParameterLocation::Query, &name, error);
    }
    Ok(format)
}

fn repeated_parameter(name: &str) -> ParameterError {
    (FieldCode::Repeated, super::repeated_parameter(name).message_text())
}

fn unknown_parameter(name: &str, parameters: &[&'static Parameter], brand: &Brand) -> ParameterError {
    let shown = shorten_for_message(name);
    let known = parameters.iter().map(|known| brand.apply_to(known.name));
    let nearest = find_nearest_name(&shown, known.chain([FORMAT.to_owned()]));
    (FieldCode::Unknown, format!("Unknown parameter: {shown}. Did you mean {nearest}?"))
}

fn parse_format(name: &str) -> Result<Format, ParameterError> {
    Format::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| {
        let names = Format::ALL.map(Format::name);
        let nearest = find_nearest_name(&shorten_for_message(name), names);
        let (code, detail) = invalid_value(FORMAT, name, &names.join(", "));
        (code, format!("{detail} Did you mean {nearest}?"))
    })
}

/// Reads the body: the fields of the record parameter if there is one, else the parameters themselves.
fn read_body(
    body: JsonBody,
    parameters: &[&'static Parameter],
    brand: &Brand,
    call: &mut Call,
) -> Result<(), RequestError> {
    if let [parameter] = parameters
        && let Some(kind) = parameter.record()
    {
        let record = read_record(kind, body, brand, call)?;
        let name = brand.apply_to(parameter.name);
        call.sent.push(sent_parameter(parameter, name, SentValue::Record(record)));
        return Ok(());
    }
    let fields: Vec<_> =
        parameters.iter().map(|parameter| BodyField { name: parameter.name, kind: parameter.kind }).collect();
    for BodyEntry { index, name, value } in read_fields(body, &fields, brand, call)? {
        // `null` counts as absent
        let text = value.map(SentValue::Text);
        call.sent.extend(text.map(|text| sent_parameter(parameters[index], name, text)));
    }
    Ok(())
}

/// Reads an object with these fields. The call keeps the errors.
fn read_fields(
    body: JsonBody,
    fields: &[BodyField],
    brand: &Brand,
    call: &mut Call,
) -> Result<Vec<BodyEntry>, RequestError> {
    let (sent, errors) = json::parse_object(body, fields, brand)?;
    call.errors.extend(errors.into_iter().map(|error| (NOT_IN_QUERY, error)));
    Ok(sent)
}

/// Reads an object as a record. In a change, `null` empties a field; in a new record it counts as absent.
fn read_record(kind: RecordKind, body: JsonBody, brand: &Brand, call: &mut Call) -> Result<Record, RequestError> {
    let text_kind = ParameterKind::Text(MAX_TEXT_CHARACTERS);
    let fields: Vec<_> = kind.fields.iter().map(|field| BodyField { name: field.name, kind: text_kind }).collect();
    let mut record = Record::new();
    for BodyEntry { index, value, .. } in read_fields(body, &fields, brand, call)? {
        let text = value.or(kind.is_change.then(String::new));
        record.extend(text.map(|text| (fields[index].name, SentField::Text(text))));
    }
    Ok(record)
}
