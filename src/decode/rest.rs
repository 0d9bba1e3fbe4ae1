//! Decodes a REST request: finds the operation of a path, and reads path, query and body into a [`Call`].

use super::json::{self, BodyEntry, BodyField, JsonBody};
use super::percent::{self, PercentError};
use super::{Call, NOT_IN_QUERY, ParameterError, SentParameter, SentValue, invalid_value_error, is_parameter_name};
use crate::encode::Format;
use crate::model::brand::Brand;
use crate::model::name_similarity::find_nearest_name;
use crate::model::problem::{FieldCode, FieldProblem, ParameterLocation};
use crate::model::record::{Record, SentField};
use crate::model::request_error::RequestError;
use crate::model::text::{MAX_TEXT_CHARACTERS, cut_and_escape_value};
use crate::operation::request::{Parameter, ParameterKind, RecordKind};
use crate::operation::rest::{Method, Segment};
use crate::operation::table_query::{SentFilter, unknown_column_error};
use crate::operation::{OPERATIONS, Operation, OperationByField};

pub const FORMAT: &str = "format";

pub struct OperationRoute {
    pub operation: &'static Operation,
    path_values: Vec<(&'static Parameter, String)>,
}

pub struct RestRequest {
    /// The call, without credentials.
    pub call: Call,
    pub format: Option<Format>,
}

/// Returns the operations at a path below the base, one per method; empty if the path is unknown.
pub fn find_routes(path: &str) -> Result<Vec<OperationRoute>, RequestError> {
    let segments =
        path.split('/').skip(1).map(|segment| decode_percent(segment, "path")).collect::<Result<Vec<_>, _>>()?;
    let mut routes: Vec<_> = OPERATIONS.iter().filter_map(|operation| operation.match_path(&segments)).collect();
    // a literal segment wins over a parameter
    let fewest_parameters = routes.iter().map(|route| route.path_values.len()).min();
    routes.retain(|route| Some(route.path_values.len()) == fewest_parameters);
    Ok(routes)
}

/// Decodes percent escapes; `+` stays a plus, also in a query. `part` is "path" or "query", for the error.
fn decode_percent(text: &str, part: &str) -> Result<String, RequestError> {
    percent::decode(text.as_bytes()).map_err(|PercentError { reason, .. }| {
        let shown = cut_and_escape_value(text);
        RequestError::BadRequest(format!("The {part} cannot be decoded, at {shown}: {reason}."))
    })
}

impl Operation {
    /// Returns the route to this operation if its path pattern, such as `/persons/{id}`, matches the segments.
    fn match_path(&'static self, segments: &[String]) -> Option<OperationRoute> {
        if self.rest.segments().count() != segments.len() {
            return None;
        }
        let mut path_values = Vec::new();
        for (segment, sent) in self.rest.segments().zip(segments) {
            match segment {
                Segment::Literal(text) if text == sent => {}
                Segment::Parameter(name) => {
                    let parameter = self.request.iter().find(|parameter| parameter.name == name)?;
                    // an empty text is a value; an empty parameter of another kind counts as absent
                    if sent.is_empty() && !matches!(parameter.kind, ParameterKind::Text(_)) {
                        return None;
                    }
                    path_values.push((parameter, sent.clone()));
                }
                Segment::Literal(_) => return None,
            }
        }
        Some(OperationRoute { operation: self, path_values })
    }
}

impl OperationRoute {
    /// Reads the query and the body into a call. Errors in the body and in names become part of the
    /// call, so that they are reported together with invalid values.
    pub fn decode(self, query: &str, body: JsonBody, brand: &Brand) -> Result<RestRequest, RequestError> {
        let operation = self.operation;
        let is_in_path = |name: &str| self.path_values.iter().any(|(parameter, _)| parameter.name == name);
        let parameters_outside_path: Vec<_> =
            operation.request.iter().filter(|parameter| !is_in_path(parameter.name)).collect();
        let sent_in_path = self.path_values.into_iter().map(|(parameter, text)| {
            let name = brand.branded_name(parameter.name);
            SentParameter::outside_query(parameter, name, SentValue::Exact(text))
        });
        let called_as = brand.branded_name(operation.name);
        let mut call = Call { sent: sent_in_path.collect(), is_rest: true, ..Call::new(operation, called_as) };
        let has_query = operation.rest.has_query();
        let query_parameters = if has_query { &parameters_outside_path[..] } else { &[] };
        // read also without parameters, for `format` and for the errors of unknown names
        let format = read_query(query, query_parameters, brand, &mut call)?;
        if !has_query && operation.rest.method != Method::Delete {
            read_body(body, &parameters_outside_path, brand, &mut call)?;
        }
        // a call with errors is refused anyway
        if !operation.operations_by_field.is_empty() && call.errors.is_empty() {
            call.choose_operation_by_field(brand)?;
        }
        Ok(RestRequest { call, format })
    }
}

impl Call {
    /// If the address serves several operations, chooses one of them by the only field in the body. A
    /// SearchPerson with the field `Email` becomes a GetPersonByEmail.
    fn choose_operation_by_field(&mut self, brand: &Brand) -> Result<(), RequestError> {
        let operations_by_field = self.operation.operations_by_field;
        // such an operation has no parameters in its path, so `sent` has only the fields of the body
        let [sent] = self.sent.as_mut_slice() else {
            let code = if self.sent.is_empty() { FieldCode::Required } else { FieldCode::Repeated };
            return Err(exactly_one_error(operations_by_field, code));
        };
        let chosen = operations_by_field.iter().find(|by_field| by_field.field == sent.parameter.name);
        let OperationByField { operation, parameter, .. } = chosen.expect("every field has an operation");
        let mut declared = operation.request.iter();
        sent.parameter = declared.find(|known| known.name == *parameter).expect("a parameter of the operation");
        // the operation takes this parameter from its own path, where values are not trimmed
        if let SentValue::Text(text) = &mut sent.value {
            sent.value = SentValue::Exact(std::mem::take(text));
        }
        (self.operation, self.called_as) = (operation, brand.branded_name(operation.name));
        Ok(())
    }

    /// Adds a value from the query. Appends it to the earlier value if the parameter may be repeated.
    fn add_query_value(
        &mut self,
        parameter: &'static Parameter,
        position: usize,
        name: String,
        value: String,
    ) -> Result<(), ParameterError> {
        match self.sent.iter_mut().find(|sent| sent.parameter.name == parameter.name) {
            None => self.sent.push(SentParameter { parameter, name, value: SentValue::Text(value), position }),
            // parsed later as one text of words with commas
            Some(SentParameter { value: SentValue::Text(text), .. })
                if matches!(parameter.kind, ParameterKind::AnyOf(_) | ParameterKind::MappingNames) =>
            {
                text.push(',');
                text.push_str(&value);
            }
            Some(_) => return Err(repeated_parameter_error(&name)),
        }
        Ok(())
    }

    /// Adds a filter of a table query. The name of a filter must be a column.
    fn add_filter(&mut self, filter: SentFilter) -> Result<(), ParameterError> {
        // the name of the table is the parameter in the path
        let table = self.sent.first().and_then(|sent| sent.value.text()).unwrap_or_default();
        match unknown_column_error(table, &filter.name) {
            Some(detail) => return Err((FieldCode::Unknown, detail)),
            None => self.filters.push(filter),
        }
        Ok(())
    }

    /// Returns whether the body or a name in the query is wrong. Such errors are reported before sign-in.
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }
}

/// Returns the error of a body that has several of the fields which choose the operation, or none of them.
fn exactly_one_error(operations_by_field: &[OperationByField], code: FieldCode) -> RequestError {
    let names: Vec<_> = operations_by_field.iter().map(|by_field| by_field.field).collect();
    let detail = format!("Send exactly one of {}.", names.join(", "));
    let to_error = |name: &str| {
        let (location, field, detail) = (ParameterLocation::Body, name.to_owned(), detail.clone());
        FieldProblem { location, field, code, detail }
    };
    RequestError::Fields { errors: names.into_iter().map(to_error).collect(), detail }
}

/// Reads the query into the call, and returns the requested format. Wrong or repeated names become errors of the call.
fn read_query(
    query: &str,
    parameters: &[&'static Parameter],
    brand: &Brand,
    call: &mut Call,
) -> Result<Option<Format>, RequestError> {
    let mut format = None;
    let mut has_format = false; // also set by an unknown format
    for (position, pair) in query.split('&').filter(|pair| !pair.is_empty()).enumerate() {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decode_percent(name, "query")?, decode_percent(value, "query")?);
        let parameter = parameters.iter().find(|parameter| is_parameter_name(parameter.name, &name, brand));
        // a name is a parameter, `format`, or a column to filter by
        let result = match parameter {
            Some(parameter) => call.add_query_value(parameter, position, name.clone(), value),
            None if name.eq_ignore_ascii_case(FORMAT) && has_format => Err(repeated_parameter_error(&name)),
            None if name.eq_ignore_ascii_case(FORMAT) => {
                has_format = true;
                parse_format(&value).map(|requested| format = Some(requested))
            }
            None if call.operation.selects_columns() => {
                call.add_filter(SentFilter { position, name: name.clone(), value })
            }
            None => Err(unknown_parameter_error(&name, parameters, brand)),
        };
        if let Err((code, detail)) = result {
            // collected: the response lists the errors of all names and values
            let (location, field) = (ParameterLocation::Query, cut_and_escape_value(&name).into_owned());
            call.errors.push((position, FieldProblem { location, field, code, detail }));
        }
    }
    Ok(format)
}

fn repeated_parameter_error(name: &str) -> ParameterError {
    (FieldCode::Repeated, super::repeated_parameter_error(name).message_text())
}

fn unknown_parameter_error(name: &str, parameters: &[&'static Parameter], brand: &Brand) -> ParameterError {
    let shown = cut_and_escape_value(name);
    let known = parameters.iter().map(|known| brand.branded_name(known.name));
    let nearest = find_nearest_name(&shown, known.chain([FORMAT.to_owned()]));
    (FieldCode::Unknown, format!("Unknown parameter: {shown}. Did you mean {nearest}?"))
}

fn parse_format(name: &str) -> Result<Format, ParameterError> {
    Format::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| {
        let names = Format::ALL.map(Format::name);
        let nearest = find_nearest_name(&cut_and_escape_value(name), names);
        let (code, detail) = invalid_value_error(FORMAT, name, &names.join(", "));
        (code, format!("{detail} Did you mean {nearest}?"))
    })
}

/// Reads the body: the fields of the record parameter if there is one, or else the parameters themselves.
fn read_body(
    body: JsonBody,
    parameters: &[&'static Parameter],
    brand: &Brand,
    call: &mut Call,
) -> Result<(), RequestError> {
    // a record has no name in JSON: its fields are those of the body
    if let [parameter] = parameters
        && let Some(kind) = parameter.record_kind()
    {
        let record = read_record(kind, body, brand, call)?;
        let name = brand.branded_name(parameter.name);
        call.sent.push(SentParameter::outside_query(parameter, name, SentValue::Record(record)));
        return Ok(());
    }
    let fields: Vec<_> =
        parameters.iter().map(|parameter| BodyField { name: parameter.name, kind: parameter.kind }).collect();
    for BodyEntry { index, name, value } in read_valid_fields(body, &fields, brand, call)? {
        // `null` counts as absent
        if let Some(text) = value {
            call.sent.push(SentParameter::outside_query(parameters[index], name, SentValue::Text(text)));
        }
    }
    Ok(())
}

/// Returns the valid fields of the body, and adds the errors of other fields to the call.
fn read_valid_fields(
    body: JsonBody,
    fields: &[BodyField],
    brand: &Brand,
    call: &mut Call,
) -> Result<Vec<BodyEntry>, RequestError> {
    let (valid_fields, field_errors) = json::parse_object(body, fields, brand)?;
    call.errors.extend(field_errors.into_iter().map(|error| (NOT_IN_QUERY, error)));
    Ok(valid_fields)
}

/// Reads an object as a record. In a change, `null` empties a field. In a new record, `null` counts as absent.
fn read_record(kind: RecordKind, body: JsonBody, brand: &Brand, call: &mut Call) -> Result<Record, RequestError> {
    // in JSON, each field of a record is a text, also a datetime
    let text_kind = ParameterKind::Text(MAX_TEXT_CHARACTERS);
    let fields: Vec<_> = kind.fields.iter().map(|field| BodyField { name: field.name, kind: text_kind }).collect();
    let text_of_null = kind.is_change.then(String::new);
    let mut record = Record::new();
    for BodyEntry { index, value, .. } in read_valid_fields(body, &fields, brand, call)? {
        let text = value.or_else(|| text_of_null.clone());
        record.extend(text.map(|text| (fields[index].name, SentField::Text(text))));
    }
    Ok(record)
}
