//! Converts calls of the XML interface to calls of REST.

use super::{basic, get, json_request};
use crate::operations::{Operation, operations};
use crate::support::{Request, percent_encode};

/// Returns the operations that the XML interface has, too.
pub fn xml_operations() -> impl Iterator<Item = &'static Operation> {
    operations().iter().filter(|operation| operation.is_in_xml)
}

/// Returns the REST call of an operation. Parameters of the path are trimmed; `None` if one is missing.
pub fn call(operation: &str, parameters: &[(String, String)]) -> Option<Request> {
    let Operation { method, path, .. } = operations().iter().find(|of| of.name == operation)?;
    let mut path = path.clone();
    let mut others = Vec::new();
    for (name, value) in parameters {
        let placeholder = format!("{{{name}}}");
        match path.contains(&placeholder) {
            true => path = path.replace(&placeholder, &percent_encode(value.trim())),
            false => others.push((name.as_str(), value.as_str())),
        }
    }
    if path.contains('{') {
        return None;
    }
    Some(match method.as_str() {
        "GET" => get(&format!("{path}{}", query(&others))),
        method => json_request(method, &path, object(&others)),
    })
}

/// Converts a call in Style B, with its login.
pub fn from_form(operation: &str, form: &Request) -> Option<Request> {
    let fields: Vec<(String, String)> = serde_urlencoded::from_bytes(&form.body).expect("a form");
    let credential = |name: &str| {
        let mut found = fields.iter();
        found.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    let authorization = basic(credential("username"), credential("password"));
    let is_parameter =
        |(name, _): &&(String, String)| !["username", "password", "departement"].contains(&name.as_str());
    let parameters: Vec<_> = fields.iter().filter(is_parameter).cloned().collect();
    let request = call(operation, &parameters)?.without_header("Authorization");
    Some(request.header("Authorization", &authorization))
}

fn query(pairs: &[(&str, &str)]) -> String {
    let pairs = pairs.iter().map(|(name, value)| format!("{}={}", percent_encode(name), percent_encode(value)));
    let joined = pairs.collect::<Vec<_>>().join("&");
    if joined.is_empty() { joined } else { format!("?{joined}") }
}

/// Returns a JSON object with these texts.
pub fn object(fields: &[(&str, &str)]) -> String {
    let text = |text: &str| serde_json::to_string(text).expect("a text");
    let fields = fields.iter().map(|(name, value)| format!("{}:{}", text(name), text(value)));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// Adds `format` to the query.
pub fn in_format(request: &Request, format: &str) -> Request {
    let separator = if request.path.contains('?') { '&' } else { '?' };
    Request { path: format!("{}{separator}format={format}", request.path), ..request.clone() }
}
