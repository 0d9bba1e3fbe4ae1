//! Decodes a form call: a URL-encoded body.

use super::percent::{self, PercentError};
use super::{Call, SentParameter, SentValue, is_parameter_name, repeated_parameter_error};
use crate::model::brand::Brand;
use crate::model::request_error::RequestError;
use crate::operation::Operation;

pub fn parse_fields(body: &[u8]) -> Result<Vec<(String, String)>, RequestError> {
    // checks the escapes, because serde_urlencoded accepts malformed escapes
    percent::decode(body).map_err(|PercentError { offset, reason }| {
        RequestError::BadRequest(format!("The form cannot be decoded, at line 1, column {}: {reason}.", offset + 1))
    })?;
    serde_urlencoded::from_bytes(body)
        .map_err(|error| RequestError::BadRequest(format!("The form cannot be decoded: {error}.")))
}

/// Decodes a call from the fields of a form. Unknown fields are ignored; a repeated parameter is an error.
pub fn decode_call(
    operation: &'static Operation,
    called_as: String,
    fields: Vec<(String, String)>,
    brand: &Brand,
) -> Result<Call, RequestError> {
    if operation.has_record_parameter() {
        return Err(RequestError::BadRequest(format!(
            "{called_as} takes an object, which a form cannot hold: call it with SOAP."
        )));
    }
    let mut call = Call::new(operation, called_as);
    let find_parameter =
        |name: &str| operation.request.iter().find(|parameter| is_parameter_name(parameter.name, name, brand));
    refuse_repeated_credentials(&fields)?;
    // contract §1: the names of form fields are case-insensitive
    for (name, value) in fields {
        if name.eq_ignore_ascii_case("username") {
            call.username = value.trim().to_owned();
        } else if name.eq_ignore_ascii_case("password") {
            // contract §1: a password is taken exactly as sent
            call.password = value;
        } else if let Some(parameter) = find_parameter(&name) {
            if call.sent.iter().any(|sent| sent.parameter.name == parameter.name) {
                return Err(repeated_parameter_error(&name));
            }
            call.sent.push(SentParameter::outside_query(parameter, name, SentValue::Text(value)));
        } else {
            call.ignored.push(name);
        }
    }
    Ok(call)
}

/// Fails if a form has several user names or several passwords. Their names match in upper and lower case.
pub fn refuse_repeated_credentials(fields: &[(String, String)]) -> Result<(), RequestError> {
    for known in ["username", "password"] {
        let mut matching = fields.iter().filter(|(name, _)| name.eq_ignore_ascii_case(known));
        if let Some((name, _)) = matching.nth(1) {
            return Err(repeated_parameter_error(name));
        }
    }
    Ok(())
}
