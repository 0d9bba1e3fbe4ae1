//! Calls over REST to copy: for a shell, Python, Power Query and PowerShell, at the address where the service is reached.

use super::rest::{self, Call};
use super::{Described, sample};
use crate::decode::percent;
use crate::model::brand::Brand;
use crate::operation::Operation;
use crate::operation::request::Parameter;
use crate::operation::rest::Method;
use crate::operation::shape::Contents;

/// A call in the languages that can make it, each with its name.
pub fn of(service: &Described, operation: &Operation) -> Vec<(&'static str, String)> {
    written(&service.api, operation, rest::call(service, operation))
}

/// The same of one that asks this, where REST lives below that address.
pub fn asking(
    brand: &Brand,
    api: &str,
    operation: &Operation,
    asked: impl Fn(&Parameter) -> Option<String>,
) -> Vec<(&'static str, String)> {
    written(api, operation, rest::asking(brand, operation, asked))
}

fn written(api: &str, operation: &Operation, call: Call) -> Vec<(&'static str, String)> {
    let written = Snippet {
        api,
        operation,
        call,
    };
    let mut snippets = vec![("curl", written.curl()), ("Python", written.python())];
    // Power Query reads with a name and password, and sends nothing with them
    if operation.rest.method == Method::Get {
        snippets.push(("Power Query", written.power_query()));
    }
    snippets.push(("PowerShell", written.powershell()));
    snippets
}

struct Snippet<'a> {
    /// Below which REST lives.
    api: &'a str,
    operation: &'a Operation,
    call: Call,
}

impl Snippet<'_> {
    /// The address without the query.
    fn address(&self) -> String {
        format!("{}{}", self.api, self.call.path)
    }

    /// The whole address.
    fn url(&self) -> String {
        let query = self.call.query.iter();
        // a plus would be one
        let query = query.map(|(name, value)| format!("{name}={}", percent::encoded(value)));
        let query: Vec<_> = query.collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("{}{mark}{}", self.address(), query.join("&"))
    }

    fn curl(&self) -> String {
        let (user, password) = credential();
        let mut text = format!("curl -u {}", shell(&format!("{user}:{password}")));
        if let Some(body) = &self.call.body {
            let method = self.operation.rest.method.name();
            text += &format!(
                " -X {method} -H 'Content-Type: {}' \\\n  -d {} \\\n ",
                self.media_type(),
                shell(&body.to_string())
            );
        }
        format!("{text} {}", shell(&self.url()))
    }

    fn python(&self) -> String {
        let (user, password) = credential();
        let method = self.operation.rest.method.name().to_ascii_lowercase();
        let mut text = format!(
            "import requests\n\nanswer = requests.{method}(\n    {},\n",
            quoted(&self.address())
        );
        if !self.call.query.is_empty() {
            let query = self.call.query.iter();
            let query = query.map(|(name, value)| format!("{}: {}", quoted(name), quoted(value)));
            text += &format!("    params={{{}}},\n", query.collect::<Vec<_>>().join(", "));
        }
        if let Some(body) = &self.call.body {
            text += &format!("    json={body},\n");
        }
        // as bytes, since `requests` would send a text in Latin-1
        text += &format!(
            "    auth=({}.encode(), {}.encode()),\n)\nanswer.raise_for_status()\n",
            quoted(user),
            quoted(password)
        );
        text + if self.operation.contents.is_silent() {
            ""
        } else {
            "print(answer.json())\n"
        }
    }

    fn power_query(&self) -> String {
        let query = self.call.query.iter();
        let query: Vec<_> = query
            .map(|(name, value)| format!("{name} = {}", doubled(value)))
            .collect();
        let query = if query.is_empty() {
            String::new()
        } else {
            format!(",\n        Query = [{}]", query.join(", "))
        };
        let base = doubled(self.api);
        let path = doubled(self.call.path.trim_start_matches('/'));
        let answer = format!(
            "    Answer = Json.Document(Web.Contents({base}, [\n        RelativePath = {path}{query}\n    ]))"
        );
        if matches!(self.operation.contents, Contents::One { .. }) {
            return format!("let\n{answer}\nin\n    Answer\n");
        }
        format!("let\n{answer},\n    Rows = Table.FromRecords(Answer)\nin\n    Rows\n")
    }

    fn powershell(&self) -> String {
        let mut text = format!(
            "$credential = Get-Credential {}\nInvoke-RestMethod {}",
            credential().0,
            single(&self.url())
        );
        if let Some(body) = &self.call.body {
            let method = self.operation.rest.method.name();
            text += &format!(
                " -Method {method} -ContentType '{}' `\n  -Body {}",
                self.media_type(),
                single(&body.to_string())
            );
        }
        text += " `\n  -Authentication Basic -Credential $credential";
        let plain = if self.api.starts_with("https:") {
            ""
        } else {
            " -AllowUnencryptedAuthentication"
        };
        format!("{text}{plain}\n")
    }

    /// The media type of what is sent, the most exact of those that are taken.
    fn media_type(&self) -> &'static str {
        let types = self.operation.rest.method.media_types();
        types.first().copied().unwrap_or_default()
    }
}

/// The name and password of the examples.
fn credential() -> (&'static str, &'static str) {
    (sample::value("username", ""), sample::value("password", ""))
}

/// A text for a shell.
fn shell(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A text of Python; JSON's quotes are its own.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A text of Power Query.
fn doubled(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A text of PowerShell.
fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
