//! What a browser asks of the console, as `http` hands it over.

use std::sync::Mutex;

use super::preview::Upload;
use crate::model::language::Language;
use crate::model::lock::lock;
use crate::service::Caller;

pub struct Request {
    /// Its id in the log, from which address it is, and whether its answer is still wanted.
    pub caller: Caller,
    /// The service's address before `/service`, as the browser sees it; none where it does not say whom it asks.
    pub base: String,
    /// That below which REST lives.
    pub api: String,
    /// Whether it is a POST; every other is a GET.
    pub is_post: bool,
    /// The steps of the path below the console, decoded.
    pub path: Vec<String>,
    pub query: FormFields,
    pub form: FormFields,
    /// Files that were sent with it.
    pub upload: Mutex<Option<Upload>>,
    pub cookies: String,
    /// The languages that the browser asks for, the most wanted first.
    pub languages: Vec<String>,
    /// Whether nobody can read on the way: TLS, or from this machine.
    pub is_private: bool,
    /// Whether it is for a host that the console answers to: over plain HTTP on this machine another could be an
    /// attacker's name that resolves to it (DNS rebinding).
    pub is_host_known: bool,
    /// Whether it came over TLS, as far as the browser sees.
    pub is_secure: bool,
    /// Whether the browser says that a page of this very site sends it.
    pub is_of_this_site: bool,
}

impl Request {
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let mut cookies = self.cookies.split(';');
        cookies.find_map(|cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='))
    }

    /// The files that were sent with it, once.
    pub fn take_upload(&self) -> Option<Upload> {
        lock(&self.upload).take()
    }

    /// Whether files were sent with it that nobody has taken yet.
    pub fn has_files(&self) -> bool {
        lock(&self.upload).is_some()
    }

    /// The language that was chosen, else the one that the browser wants most.
    pub fn language(&self) -> Language {
        let chosen = self.cookie("language").and_then(Language::of);
        let mut wanted = self.languages.iter();
        chosen.or_else(|| wanted.find_map(|tag| Language::of(tag))).unwrap_or(Language::English)
    }

    /// Its address below the console, as the field `to` of a query.
    pub fn return_to(&self) -> String {
        let mut to = self.path.join("/");
        if !self.query.0.is_empty() {
            to = format!("{to}?{}", self.query.text());
        }
        FormFields(vec![("to".to_owned(), to)]).text()
    }
}

/// A datetime as a browser sends it, in the form of the wire: a browser leaves out seconds that are zero.
pub fn moment(sent: &str) -> String {
    match sent.split_once('T') {
        Some((_, time)) if time.len() == "HH:mm".len() => format!("{sent}:00"),
        _ => sent.to_owned(),
    }
}

/// Names and values, as a query or a form has them.
#[derive(Debug, Default, Clone)]
pub struct FormFields(pub Vec<(String, String)>);

impl FormFields {
    /// Those of a query or a form; what cannot be decoded has none.
    pub fn read(encoded: &[u8]) -> Self {
        Self(serde_urlencoded::from_bytes(encoded).unwrap_or_default())
    }

    /// The first value of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self.0.iter();
        fields.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All values of this name.
    pub fn all(&self, name: &str) -> Vec<String> {
        self.0.iter().filter(|(known, _)| known == name).map(|(_, value)| value.clone()).collect()
    }

    /// The first value of this name, empty where there is none.
    pub fn text_of(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// All of them as a query.
    pub fn text(&self) -> String {
        serde_urlencoded::to_string(&self.0).unwrap_or_default()
    }

    /// Those of other names, as a query.
    pub fn without(&self, name: &str) -> String {
        let others = self.0.iter().filter(|(known, _)| known != name);
        FormFields(others.cloned().collect()).text()
    }

    /// Those that are not empty and have none of these names.
    pub fn given_but(&self, names: &[&str]) -> Self {
        let others = self.0.iter().filter(|(name, value)| !names.contains(&name.as_str()) && !value.is_empty());
        Self(others.cloned().collect())
    }

    /// With this value under this name instead of those that there are, as a query.
    pub fn with(&self, name: &str, value: &str) -> String {
        let others = self.0.iter().filter(|(known, _)| known != name);
        let one = (name.to_owned(), value.to_owned());
        FormFields(others.cloned().chain([one]).collect()).text()
    }
}
