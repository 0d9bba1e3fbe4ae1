//! Tests the console with a browser without JavaScript, which keeps cookies and sends forms.

mod audit;
mod backups;
mod calendar;
mod classes;
mod connectors_and_operators;
mod data_tables;
mod hostile_data;
mod import_history;
mod locked_database;
mod login_flood;
mod page_texts;
mod persons;
mod proxies;
mod report_parameters;
mod report_tables;
mod reports;
mod row_forms;
mod search;
mod second_factor;
mod sign_in;
mod single_sign_on;
mod tasks;
mod today;
mod unwritable_database;
pub mod upload_and_preview;
mod upload_limits;

use crate::support::{Fixture, Request, Response, Server, Site, form_body, persons_site, seed_site, wait_until};

const NAME: &str = "jansen";
const PASSWORD: &str = "drie-kale-knopen-in-een-la";

fn add_operator(site: &Site, name: &str, role: &str) {
    let add = ["operator", "add", name, "--role", role, "--password-stdin"];
    site.lms_with_input(&add, &format!("{PASSWORD}\n")).ok();
}

/// [`persons_site`] with the operator [`NAME`] in this role.
fn persons_site_with(role: &str) -> Site {
    static FIXTURES: [Fixture; 3] = [const { Fixture::new() }; 3];
    FIXTURES[role_index(role)].copy(|| with_operator(persons_site(), role))
}

/// [`seed_site`] with the operator [`NAME`] in this role.
fn seed_site_with(role: &str) -> Site {
    static FIXTURES: [Fixture; 3] = [const { Fixture::new() }; 3];
    FIXTURES[role_index(role)].copy(|| with_operator(seed_site(), role))
}

fn role_index(role: &str) -> usize {
    ["viewer", "editor", "owner"].iter().position(|known| *known == role).expect("a role")
}

fn with_operator(site: Site, role: &str) -> Site {
    add_operator(&site, NAME, role);
    site
}

/// A browser without JavaScript.
pub struct Browser<'s> {
    server: &'s Server,
    cookies: Vec<(String, String)>,
    language: &'static str,
    /// Headers that a proxy adds to each request.
    forwarded: Vec<(&'static str, &'static str)>,
}

impl<'s> Browser<'s> {
    pub fn new(server: &'s Server) -> Self {
        Browser { server, cookies: Vec::new(), language: "en", forwarded: Vec::new() }
    }

    /// Returns a browser on another machine, behind a trusted proxy.
    fn behind_proxy(server: &'s Server) -> Self {
        let forwarded = vec![("X-Forwarded-For", "192.0.2.7"), ("X-Forwarded-Proto", "https")];
        Browser { forwarded, ..Browser::new(server) }
    }

    /// Returns a browser in which this operator has signed in.
    #[track_caller]
    fn signed_in(server: &'s Server, name: &str) -> Self {
        let mut browser = Browser::new(server);
        let answer = browser.sign_in(name, PASSWORD);
        assert_eq!(answer.status, 303, "{}", answer.text());
        browser
    }

    pub fn sign_in(&mut self, name: &str, password: &str) -> Response {
        self.post("/console/sign-in", &[("name", name), ("password", password)])
    }

    fn request(&self, request: Request) -> Request {
        let cookies: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = request.header("Accept-Language", self.language);
        let request = self.forwarded.iter().fold(request, |request, (name, value)| request.header(name, value));
        match cookies.is_empty() {
            true => request,
            false => request.header("Cookie", &cookies.join("; ")),
        }
    }

    /// Sends a request with the cookies and the language, and keeps the cookies of the answer.
    fn send(&mut self, request: Request) -> Response {
        let answer = self.server.send(&self.request(request));
        for (name, value) in &answer.headers {
            if name.eq_ignore_ascii_case("set-cookie") {
                let (name, rest) = value.split_once('=').expect("a cookie");
                let value = rest.split(';').next().expect("its value");
                self.cookies.retain(|(known, _)| known != name);
                self.cookies.push((name.into(), value.into()));
            }
        }
        answer
    }

    fn get(&mut self, path: &str) -> Response {
        self.send(Request::get(path))
    }

    /// Returns a page, which must have status 200.
    #[track_caller]
    fn page(&mut self, path: &str) -> String {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.text().to_string()
    }

    /// Returns a page once the work that it reports is done.
    fn wait_for_page(&mut self, path: &str) -> Response {
        let mut answer = self.get(path);
        wait_until("the work is done", || {
            let is_done = !answer.text().contains("http-equiv=\"refresh\"");
            if !is_done {
                answer = self.get(path);
            }
            is_done
        });
        answer
    }

    /// Sends a form with the `Origin` of the site.
    fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Response {
        let scheme = if self.forwarded.is_empty() { "http" } else { "https" };
        let origin = format!("{scheme}://{}", self.server.address);
        self.send(form(path, fields).header("Origin", &origin))
    }

    /// Sends a form with the `Origin` of the site and the token of the session.
    #[track_caller]
    fn change(&mut self, path: &str, fields: &[(&str, &str)]) -> Response {
        let token = token(&self.page("/console/data"));
        let mut all = vec![("token", token.as_str())];
        all.extend(fields);
        self.post(path, &all)
    }
}

fn audit_log(site: &Site) -> String {
    site.lms(&["audit"]).ok().stdout
}

/// Returns a request with a form, without `Origin`.
fn form(path: &str, fields: &[(&str, &str)]) -> Request {
    Request::post(path, "application/x-www-form-urlencoded", form_body(fields))
}

/// Returns the form token in a page.
#[track_caller]
fn token(page: &str) -> String {
    page.split("name=\"token\" value=\"").nth(1).expect("a token").split('"').next().expect("its end").to_owned()
}

/// Returns the text of a page's `main`, without tags, with entities resolved and white space collapsed.
fn text_of(page: &str) -> String {
    let main = page.split("<main").nth(1).unwrap_or(page);
    let mut text = String::new();
    for part in main.split('<').skip(1) {
        text += part.split_once('>').map_or("", |(_, text)| text);
        text.push(' ');
    }
    for (entity, sign) in
        [("&#60;", "<"), ("&#62;", ">"), ("&#39;", "'"), ("&#34;", "\""), ("&#38;", "&"), ("&amp;", "&")]
    {
        text = text.replace(entity, sign);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
