//! Example calls over REST for a shell, Python, Power Query and PowerShell, at the service's address.

use askama::Template;

use super::json_tree::JsonTree;
use super::rest::{self, ExampleCall};
use super::{ServiceDescription, sample};
use crate::decode::percent;
use crate::model::brand::Brand;
use crate::operation::Operation;
use crate::operation::request::Parameter;
use crate::operation::response_schema::Contents;
use crate::operation::rest::{Method, RequestBody};

/// Returns each language's name and the example call in that language.
pub fn example_snippets(service: &ServiceDescription, operation: &Operation) -> Vec<(&'static str, String)> {
    render_snippets(&service.rest_address, operation, rest::example_call(service, operation))
}

/// Returns each language's name and a call in that language. `argument` returns `None` for a parameter to omit.
pub fn call_snippets(
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
    let file_parameter = has_file.then(|| ("file".to_owned(), "persons.csv".to_owned()));
    let mut snippet = Snippet {
        language: "",
        api,
        method: method.name(),
        // the first media type is the most specific
        media_type: operation.rest.media_types().first().copied().unwrap_or_default(),
        has_file,
        path,
        query: file_parameter.into_iter().chain(query).collect(),
        body,
        has_no_content: operation.contents.is_empty(),
        is_object: matches!(operation.contents, Contents::One { .. }),
        user: sample::example_text("username", ""),
        password: sample::example_text("password", ""),
    };
    // Power Query cannot send a body with a name and password
    let languages: &[_] = match method {
        Method::Get => &["curl", "Python", "Power Query", "PowerShell"],
        _ => &["curl", "Python", "PowerShell"],
    };
    let render = |language: &&'static str| {
        snippet.language = *language;
        (*language, super::render(&snippet))
    };
    languages.iter().map(render).collect()
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
    has_no_content: bool,
    /// Whether the answer is an object, not a list.
    is_object: bool,
    user: &'static str,
    password: &'static str,
}

impl Snippet<'_> {
    /// Returns the address without the query.
    fn address(&self) -> String {
        format!("{}{}", self.api, self.path)
    }

    fn url(&self) -> String {
        let pairs = self.query.iter().map(|(name, value)| format!("{name}={}", percent::encode(value)));
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
