//! A request to the console. The module `http` creates the request.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use super::components::{LIST_SUFFIX, MATCH_PREFIX};
use super::page_context::RETURN_PATH;
use crate::exchange::upload::Upload;
use crate::model::language::Language;
use crate::model::lock::lock;
use crate::service::Caller;

/// A request for an address of the console, without types of HTTP.
pub struct Request {
    pub caller: Caller,
    pub api_address: String,
    pub is_post: bool,
    /// The decoded path segments below the console.
    pub path: Vec<String>,
    pub query: FormFields,
    pub form: FormFields,
    /// The files of the form, until [`Self::take_upload`] takes them.
    pub upload: Mutex<Option<Upload>>,
    /// The values of all `Cookie` headers: `language=nl; session=…`.
    pub cookies: String,
    /// The tags of the languages that the browser accepts, the preferred language first.
    pub languages: Vec<String>,
    /// The name of the operator in the header of a trusted proxy. `None` without the header.
    pub proxy_operator: Option<String>,
    /// Is the request certainly from this machine?
    pub is_local: bool,
    /// Does the connection use TLS, or come from this machine?
    pub is_private: bool,
    /// Is the request's host name allowed? An attacker's host name can resolve to this machine (DNS rebinding).
    pub is_host_known: bool,
    pub is_https: bool,
    /// Does the browser confirm that a page of this site sent the request?
    pub is_of_this_site: bool,
    /// Does the request open a page? False only if the browser says that the request loads a part of a page.
    pub is_navigation: bool,
    /// Does the browser say that another site led to the request?
    pub is_cross_site: bool,
}

impl Request {
    /// Returns the value of a cookie; of several cookies of this name, the first.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let mut cookies = self.cookies.split(';');
        cookies.find_map(|cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='))
    }

    /// Returns the uploaded files on the first call, and `None` afterwards.
    pub fn take_upload(&self) -> Option<Upload> {
        lock(&self.upload).take()
    }

    pub fn has_files(&self) -> bool {
        lock(&self.upload).is_some()
    }

    /// Returns the language in the cookie, else the browser's preferred language, else English.
    pub fn language(&self) -> Language {
        let chosen = self.cookie("language").and_then(Language::from_tag);
        let preferred = || self.languages.iter().find_map(|tag| Language::from_tag(tag));
        chosen.or_else(preferred).unwrap_or(Language::English)
    }

    /// Returns the path of the page of persons or classes that opened the form of a row, such as `person/2`; `None` without
    /// such a page.
    pub fn return_path(&self) -> Option<&str> {
        let path = self.form.get(RETURN_PATH).or_else(|| self.query.get(RETURN_PATH))?;
        let (page, row) = path.split_once('/').map_or((path, None), |(page, row)| (page, Some(row)));
        let is_row = row.is_none_or(|row| row.parse::<u32>().is_ok());
        // the path comes from the browser: another path could lead out of the console
        (["person", "classes"].contains(&page) && is_row).then_some(path)
    }

    /// Returns the first segment of the path of a page in the navigation: of the page that opened the form of a row, or
    /// else of the requested page.
    pub fn current_page(&self) -> Option<&str> {
        let segments: Vec<_> = self.path.iter().map(String::as_str).collect();
        match segments[..] {
            ["calendar", "person", ..] => Some("person"),
            ["calendar", ..] => Some("classes"),
            ["data", _, _] => self.return_path().and_then(|path| path.split('/').next()).or(Some("data")),
            _ => segments.first().copied(),
        }
    }

    /// Returns the path below the console with the query, such as `imports?before=7`.
    pub fn address(&self) -> String {
        let path = self.path.join("/");
        if self.query.0.is_empty() { path } else { format!("{path}?{}", self.query.to_query()) }
    }
}

/// Adds seconds to a browser's datetime, such as `2026-03-09T09:30`. Data files require seconds.
pub fn with_seconds(datetime: &str) -> String {
    match datetime.split_once('T') {
        Some((_, time)) if time.len() == "HH:mm".len() => format!("{datetime}:00"),
        _ => datetime.to_owned(),
    }
}

/// Returns the date of a datetime, such as `2026-03-09`; `None` if the text is too short.
pub fn date_part(datetime: &str) -> Option<&str> {
    datetime.get(.."2026-03-09".len())
}

/// The decoded fields of a form or a query, in their order. A name can occur several times.
#[derive(Debug, Default, Clone)]
pub struct FormFields(pub Vec<(String, String)>);

impl FormFields {
    pub fn new<N: Into<String>, V: Into<String>>(fields: impl IntoIterator<Item = (N, V)>) -> Self {
        Self(fields.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// Parses a query or form. Returns no fields if the text cannot be decoded. The first chosen match of a field
    /// ([`MATCH_PREFIX`]) replaces the field's text.
    pub fn parse(encoded: &[u8]) -> Self {
        let mut fields: Vec<(String, String)> = serde_urlencoded::from_bytes(encoded).unwrap_or_default();
        let mut matches = HashMap::new();
        for (name, value) in fields.extract_if(.., |(name, _)| name.starts_with(MATCH_PREFIX)) {
            matches.entry(name[MATCH_PREFIX.len()..].to_owned()).or_insert(value);
        }
        for (name, value) in &mut fields {
            // moved, not copied: many fields with the name of a long match would need much memory
            *value = matches.remove(name).unwrap_or_else(|| std::mem::take(value));
        }
        Self(fields)
    }

    /// Returns the name of a field that occurs several times; `None` if all such fields are lists ([`LIST_SUFFIX`]).
    pub fn repeated_name(&self) -> Option<&str> {
        let mut names = HashSet::new();
        let mut single_names = self.0.iter().map(|(name, _)| name.as_str()).filter(|name| !name.ends_with(LIST_SUFFIX));
        single_names.find(|name| !names.insert(*name))
    }

    /// Returns the fields with borrowed texts, to match them with a pattern.
    pub fn as_pairs(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    /// Returns the value of the first field of this name; `None` if the field was not sent.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self.0.iter();
        fields.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn get_all(&self, name: &str) -> Vec<String> {
        self.values(name).map(str::to_owned).collect()
    }

    pub fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text_of(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    pub fn to_query(&self) -> String {
        serde_urlencoded::to_string(&self.0).unwrap_or_default()
    }

    pub fn query_without(&self, name: &str) -> String {
        let others = self.0.iter().filter(|(known, _)| known != name);
        FormFields(others.cloned().collect()).to_query()
    }

    pub fn nonempty_without(&self, names: &[&str]) -> Self {
        let others = self.0.iter().filter(|(name, value)| !names.contains(&name.as_str()) && !value.is_empty());
        Self(others.cloned().collect())
    }

    /// Returns the fields as a query with this field at the end. Other fields of the same name are left out.
    pub fn query_with(&self, name: &str, value: &str) -> String {
        let others = self.0.iter().filter(|(known, _)| known != name);
        let field = (name.to_owned(), value.to_owned());
        FormFields(others.cloned().chain([field]).collect()).to_query()
    }
}
