//! Where each operation lives, as the page's table has it, and a call of it in XML turned into one of REST.

use super::{basic, get, send};
use crate::operations::{Operation, operations};
use crate::support::{Request, percent_encode};

/// The operations that XML has too.
pub fn in_xml() -> impl Iterator<Item = &'static Operation> {
    operations().iter().filter(|operation| operation.in_xml)
}

/// Returns the call of an operation with these trimmed parameters; `None` if a parameter of the path is missing.
pub fn call(operation: &str, parameters: &[(String, String)]) -> Option<Request> {
    let Operation { method, path, .. } = operations().iter().find(|of| of.name == operation)?;
    let mut path = path.clone();
    let mut others = Vec::new();
    for (name, value) in parameters {
        let hole = format!("{{{name}}}");
        match path.contains(&hole) {
            true => path = path.replace(&hole, &percent_encode(value.trim())),
            false => others.push((name.as_str(), value.as_str())),
        }
    }
    if path.contains('{') {
        return None;
    }
    Some(match method.as_str() {
        "GET" => get(&format!("{path}{}", query(&others))),
        method => send(method, &path, object(&others)),
    })
}

/// The call that a form makes, by the same credential.
pub fn of_form(operation: &str, form: &Request) -> Option<Request> {
    let fields: Vec<(String, String)> = serde_urlencoded::from_bytes(&form.body).expect("a form");
    let credential = |name: &str| {
        let mut found = fields.iter();
        found.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    let sign_in = basic(credential("username"), credential("password"));
    let known = |(name, _): &&(String, String)| !["username", "password", "departement"].contains(&name.as_str());
    let parameters: Vec<_> = fields.iter().filter(known).cloned().collect();
    let request = call(operation, &parameters)?.without_header("Authorization");
    Some(request.header("Authorization", &sign_in))
}

fn query(pairs: &[(&str, &str)]) -> String {
    let pairs = pairs.iter().map(|(name, value)| format!("{}={}", percent_encode(name), percent_encode(value)));
    let joined = pairs.collect::<Vec<_>>().join("&");
    if joined.is_empty() { joined } else { format!("?{joined}") }
}

/// An object of texts.
pub fn object(fields: &[(&str, &str)]) -> String {
    let text = |text: &str| serde_json::to_string(text).expect("a text");
    let fields = fields.iter().map(|(name, value)| format!("{}:{}", text(name), text(value)));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// The same request for this format.
pub fn in_format(request: &Request, format: &str) -> Request {
    let mark = if request.path.contains('?') { '&' } else { '?' };
    Request { path: format!("{}{mark}format={format}", request.path), ..request.clone() }
}
