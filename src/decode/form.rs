//! Decodes style B, a form-encoded body.

use super::percent::{self, PercentError};
use super::{Call, SentParameter, SentValue, is_named, repeated};
use crate::model::brand::Brand;
use crate::model::request_error::RequestError;
use crate::operation::Operation;

pub fn fields(body: &[u8]) -> Result<Vec<(String, String)>, RequestError> {
    // serde_urlencoded accepts wrong escapes
    percent::decoded(body).map_err(|PercentError { at, why }| {
        RequestError::BadRequest(format!("The form cannot be decoded, at line 1, column {}: {why}.", at + 1))
    })?;
    serde_urlencoded::from_bytes(body)
        .map_err(|error| RequestError::BadRequest(format!("The form cannot be decoded: {error}.")))
}

pub fn call(
    operation: &'static Operation,
    called_as: String,
    fields: Vec<(String, String)>,
    brand: &Brand,
) -> Result<Call, RequestError> {
    if operation.has_record() {
        return Err(RequestError::BadRequest(format!(
            "{called_as} takes an object, which a form cannot hold: call it with SOAP."
        )));
    }
    let mut call = Call::new(operation, called_as, false);
    credentials_once(&fields)?;
    for (name, value) in fields {
        if name.eq_ignore_ascii_case("username") {
            call.username = value.trim().to_owned();
        } else if name.eq_ignore_ascii_case("password") {
            call.password = value;
        } else if let Some(parameter) =
            operation.request.iter().find(|parameter| is_named(parameter.name, &name, brand))
        {
            if call.sent.iter().any(|sent| sent.parameter.name == parameter.name) {
                return Err(repeated(&name));
            }
            let value = SentValue::Text(value);
            call.sent.push(SentParameter { parameter, name, value, position: usize::MAX });
        } else {
            call.ignored.push(name);
        }
    }
    Ok(call)
}

/// Refuses a form that repeats the user name or the password, also for an unknown operation.
pub fn credentials_once(fields: &[(String, String)]) -> Result<(), RequestError> {
    for known in ["username", "password"] {
        let mut given = fields.iter().filter(|(name, _)| name.eq_ignore_ascii_case(known));
        if let Some((name, _)) = given.nth(1) {
            return Err(repeated(name));
        }
    }
    Ok(())
}
