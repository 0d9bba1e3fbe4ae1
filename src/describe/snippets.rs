//! Example calls over REST for a shell, Python, Power Query and PowerShell, at the service's address.

use askama::Template;

use super::rest::{self, ExampleCall};
use super::{ServiceDescription, sample};
use crate::decode::percent;
use crate::model::brand::Brand;
use crate::operation::Operation;
use crate::operation::request::Parameter;
use crate::operation::response_schema::Contents;
use crate::operation::rest::{Method, RequestBody};

pub fn example_snippets(service: &ServiceDescription, operation: &Operation) -> Vec<(&'static str, String)> {
    render_snippets(&service.rest_address, operation, &rest::example_call(service, operation))
}

/// Returns each language's name and a call in that language. `argument` returns `None` for a parameter to omit.
pub fn call_snippets(
    brand: &Brand,
    api: &str,
    operation: &Operation,
    argument: impl Fn(&Parameter) -> Option<String>,
) -> Vec<(&'static str, String)> {
    render_snippets(api, operation, &rest::call_with(brand, operation, argument))
}

/// Renders the call in each language that can make it. `api` is the address below which paths begin.
fn render_snippets(api: &str, operation: &Operation, call: &ExampleCall) -> Vec<(&'static str, String)> {
    // Power Query cannot send a body if it signs in with a name and password
    let languages: &[_] = match operation.rest.method {
        Method::Get => &["curl", "Python", "Power Query", "PowerShell"],
        _ => &["curl", "Python", "PowerShell"],
    };
    let render = |language: &&'static str| (*language, super::render(Snippet { language, api, operation, call }));
    languages.iter().map(render).collect()
}

#[derive(Template)]
#[template(path = "call.txt")]
struct Snippet<'a> {
    language: &'static str,
    api: &'a str,
    operation: &'a Operation,
    call: &'a ExampleCall,
}

impl Snippet<'_> {
    fn method(&self) -> &'static str {
        self.operation.rest.method.name()
    }

    /// Returns the first media type, which is the most specific.
    fn media_type(&self) -> &'static str {
        self.operation.rest.media_types().first().copied().unwrap_or_default()
    }

    fn has_file(&self) -> bool {
        self.operation.rest.body == RequestBody::Files
    }

    fn address(&self) -> String {
        format!("{}{}", self.api, self.call.path)
    }

    fn url(&self) -> String {
        let pairs = self.call.query.iter().map(|(name, value)| format!("{name}={}", percent::encode(value)));
        let query = pairs.collect::<Vec<_>>().join("&");
        let question_mark = if query.is_empty() { "" } else { "?" };
        format!("{}{question_mark}{query}", self.address())
    }
}

fn quote_shell(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn quote_json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn quote_power_query(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn quote_powershell(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
