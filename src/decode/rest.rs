//! Decodes a REST request: finds the operation of a path, and reads path, query and body into a [`Call`].

use super::json::{self, JsonBody};
use super::percent::{self, PercentError};
use super::{Call, SentParameter, SentValue, is_named, repeated};
use crate::model::brand::Brand;
use crate::model::nearest::nearest;
use crate::model::record::{Record, SentField};
use crate::model::request_error::RequestError;
use crate::model::text::{LONGEST, quoted};
use crate::operation::request::{Parameter, ParameterKind, RecordKind};
use crate::operation::rest::{Method, Segment};
use crate::operation::{OPERATIONS, Operation};

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
    /// The format that the query names.
    pub format: Option<String>,
}

/// Returns the operations at a path below the base, one per method; none if the path is unknown.
pub fn located(path: &str) -> Result<Vec<OperationRoute>, RequestError> {
    let segments = path.split('/').skip(1).map(|segment| decoded(segment, "path")).collect::<Result<Vec<_>, _>>()?;
    let mut found: Vec<_> = OPERATIONS.iter().copied().filter_map(|of| of.at(&segments)).collect();
    // a literal segment wins over a parameter
    let fewest = found.iter().map(|located| located.in_path.len()).min();
    found.retain(|located| Some(located.in_path.len()) == fewest);
    Ok(found)
}

/// "Path segments are percent-decoded once (strict UTF-8)"; "In a query a `+` is a plus".
fn decoded(text: &str, of: &str) -> Result<String, RequestError> {
    percent::decoded(text.as_bytes()).map_err(|PercentError { why, .. }| {
        let shown = quoted(text);
        RequestError::BadRequest(format!("The {of} cannot be decoded, at {shown}: {why}."))
    })
}

impl Operation {
    /// Returns the operation with the parameters of this path, if it matches.
    fn at(&'static self, segments: &[String]) -> Option<OperationRoute> {
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
    /// Returns the call with the parameters of a query and a body.
    pub fn asked(self, query: &str, body: JsonBody, brand: &Brand) -> Result<RestRequest, RequestError> {
        let operation = self.operation;
        let elsewhere: Vec<_> = operation
            .request
            .iter()
            .filter(|parameter| {
                let mut in_path = self.in_path.iter();
                !in_path.any(|(known, _)| known.name == parameter.name)
            })
            .collect();
        let in_path = self.in_path.into_iter().map(|(parameter, text)| {
            let name = brand.name(parameter.name);
            sent(parameter, name, SentValue::Exact(text))
        });
        let mut call = Call {
            operation,
            called_as: brand.name(operation.name),
            username: String::new(),
            password: String::new(),
            sent: in_path.collect(),
            ignored: Vec::new(),
        };
        let format = match operation.rest.method {
            Method::Get => in_query(query, &elsewhere, brand, &mut call)?,
            Method::Post | Method::Patch => {
                let format = in_query(query, &[], brand, &mut call)?;
                in_body(body, &elsewhere, brand, &mut call)?;
                format
            }
        };
        Ok(RestRequest { call, format })
    }
}

fn sent(parameter: &'static Parameter, name: String, value: SentValue) -> SentParameter {
    SentParameter { parameter, name, value }
}

/// Reads the query and returns the format that it names. "Names in a query are matched without regard to case, an
/// unknown one is 400 with the nearest name …, a repeated one 400."
fn in_query(
    query: &str,
    parameters: &[&'static Parameter],
    brand: &Brand,
    call: &mut Call,
) -> Result<Option<String>, RequestError> {
    let mut format = None;
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decoded(name, "query")?, decoded(value, "query")?);
        let mut known = parameters.iter();
        let known = known.find(|known| is_named(known.name, &name, brand));
        let before = match known {
            Some(parameter) => {
                let mut others = call.sent.iter();
                let before = others.any(|other| other.parameter.name == parameter.name);
                let value = SentValue::Text(value);
                call.sent.push(sent(parameter, name.clone(), value));
                before
            }
            None if name.eq_ignore_ascii_case(FORMAT) => format.replace(value).is_some(),
            None => return Err(unknown(&name, parameters, brand)),
        };
        if before {
            return Err(repeated(&name));
        }
    }
    Ok(format)
}

fn unknown(name: &str, parameters: &[&'static Parameter], brand: &Brand) -> RequestError {
    let shown = quoted(name);
    let known = parameters.iter().map(|known| brand.name(known.name));
    let nearest = nearest(&shown, known.chain([FORMAT.to_owned()]));
    RequestError::BadRequest(format!("Unknown parameter: {shown}. Did you mean {nearest}?"))
}

/// Reads the body: the fields of the record parameter if there is one, else the parameters themselves.
fn in_body(
    body: JsonBody,
    parameters: &[&'static Parameter],
    brand: &Brand,
    call: &mut Call,
) -> Result<(), RequestError> {
    if let [parameter] = parameters
        && let Some(kind) = parameter.record()
    {
        let record = record(kind, body, brand)?;
        let name = brand.name(parameter.name);
        call.sent.push(sent(parameter, name, SentValue::Record(record)));
        return Ok(());
    }
    let fields: Vec<_> = parameters.iter().map(|parameter| (parameter.name, parameter.kind)).collect();
    for (at, name, value) in json::object(body, &fields, brand)? {
        // "`null` in a POST what an absent one means"
        let text = value.map(SentValue::Field);
        call.sent.extend(text.map(|text| sent(parameters[at], name, text)));
    }
    Ok(())
}

/// "`null` in a PATCH and an empty text mean what an empty element means, `null` in a POST what an absent one means".
fn record(kind: RecordKind, body: JsonBody, brand: &Brand) -> Result<Record, RequestError> {
    let fields: Vec<_> = kind.fields.iter().map(|field| (field.name, ParameterKind::Text(LONGEST))).collect();
    let mut record = Record::new();
    for (at, _, value) in json::object(body, &fields, brand)? {
        let text = value.or(kind.changes.then(String::new));
        record.extend(text.map(|text| (fields[at].0, SentField::Text(text))));
    }
    Ok(record)
}
