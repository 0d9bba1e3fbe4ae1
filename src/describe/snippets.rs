//! Example calls over REST for a shell, Python, Power Query and PowerShell, at the service's address.

use askama::Template;

use super::rest::{self, ExampleCall};
use super::tree::JsonTree;
use super::{ServiceDescription, sample};
use crate::decode::percent;
use crate::model::brand::Brand;
use crate::operation::Operation;
use crate::operation::request::Parameter;
use crate::operation::response_schema::Contents;
use crate::operation::rest::{Method, RequestBody};

/// Returns the example call in each language, with its name.
pub fn example_snippets(service: &ServiceDescription, operation: &Operation) -> Vec<(&'static str, String)> {
    render_snippets(&service.api, operation, rest::example_call(service, operation))
}

/// Returns the call with these arguments in each language, with its name.
pub fn snippets_with(
    brand: &Brand,
    api: &str,
    operation: &Operation,
    argument: impl Fn(&Parameter) -> Option<String>,
) -> Vec<(&'static str, String)> {
    render_snippets(api, operation, rest::call_with(brand, operation, argument))
}

fn render_snippets(api: &str, operation: &Operation, call: ExampleCall) -> Vec<(&'static str, String)> {
    let method = operation.rest.method;
    let ExampleCall { path, query, body } = call;
    let has_file = operation.rest.body == RequestBody::Files;
    let file = has_file.then(|| ("file".to_owned(), "persons.csv".to_owned()));
    let mut snippet = Snippet {
        language: "",
        api,
        method: method.name(),
        // the most specific media type
        media_type: operation.rest.media_types().first().copied().unwrap_or_default(),
        has_file,
        path,
        query: file.into_iter().chain(query).collect(),
        body,
        is_silent: operation.contents.is_silent(),
        is_one: matches!(operation.contents, Contents::One { .. }),
        user: sample::example_text("username", ""),
        password: sample::example_text("password", ""),
    };
    let languages = ["curl", "Python", "Power Query", "PowerShell"].into_iter();
    // Power Query cannot send a body with a name and password
    let languages = languages.filter(|name| *name != "Power Query" || method == Method::Get);
    let render = |name| {
        snippet.language = name;
        (name, super::render(&snippet))
    };
    languages.map(render).collect()
}

#[derive(Template)]
#[template(path = "call.txt")]
struct Snippet<'a> {
    language: &'static str,
    api: &'a str,
    method: &'static str,
    media_type: &'static str,
    has_file: bool,
    path: String,
    query: Vec<(String, String)>,
    body: Option<JsonTree>,
    is_silent: bool,
    is_one: bool,
    user: &'static str,
    password: &'static str,
}

impl Snippet<'_> {
    /// Returns the address without the query.
    fn address(&self) -> String {
        format!("{}{}", self.api, self.path)
    }

    fn url(&self) -> String {
        let query = self.query.iter();
        let query: Vec<_> = query.map(|(name, value)| format!("{name}={}", percent::encode(value))).collect();
        let question_mark = if query.is_empty() { "" } else { "?" };
        format!("{}{question_mark}{}", self.address(), query.join("&"))
    }
}

fn quote_for_sh(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Quotes a text for Python and JSON.
fn quote_json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Quotes a text for Power Query.
fn quote_m(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn quote_powershell(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
