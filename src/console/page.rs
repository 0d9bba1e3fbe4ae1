//! What a page is, and what it shows.

use askama::Template;

use super::visit::Visit;
use super::words::{self, Words};
use super::{Console, PAGES, Request, Response, assets};
use crate::model::language::Language;
use crate::store::operator::Role;

/// A page.
pub struct Page {
    /// The first step of its addresses.
    pub path: &'static str,
    /// Its name in the navigation.
    pub title: fn(&Words) -> &'static str,
    /// Who sees it.
    pub role: Role,
    /// What it answers to a GET.
    pub show: fn(&Visit) -> anyhow::Result<Answer>,
    /// What it answers to a POST, if anything is changed there; who may do it is for the page to ask.
    pub change: Option<fn(&Visit) -> anyhow::Result<Answer>>,
}

/// What a page answers.
pub enum Answer {
    /// This is shown.
    Page(Content),
    /// There is nothing at the address.
    Nothing,
    /// It is not done; why.
    Refused(&'static str),
    /// On to this path below the console.
    To(String),
    /// A file to be saved under this name.
    File {
        name: String,
        content_type: &'static str,
        bytes: Vec<u8>,
    },
}

/// What is shown on a page, one thing below the other.
pub struct Content {
    title: String,
    html: String,
    is_unfinished: bool,
}

impl Content {
    /// Nothing yet but a title.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            html: String::new(),
            is_unfinished: false,
        }
    }

    /// Shows a component next; values in it are escaped.
    pub fn add(&mut self, component: &impl Template) {
        // writing to a string fails on no value
        component.render_into(&mut self.html).unwrap_or_default();
    }

    /// Begins a part of the page.
    pub fn heading(&mut self, text: &str) {
        self.add(&Heading { text });
    }

    /// Has the browser ask again soon, since there is more to say then.
    pub fn again_soon(&mut self) {
        self.is_unfinished = true;
    }

    /// Says something next.
    pub fn note(&mut self, text: &str) {
        self.add(&Note { kind: "note", text });
    }

    /// Says next that something was done.
    pub fn good(&mut self, text: &str) {
        self.add(&Note { kind: "good", text });
    }

    /// Says next what is to be known.
    pub fn warn(&mut self, text: &str) {
        self.add(&Note { kind: "warn", text });
    }

    /// Says next what is wrong.
    pub fn wrong(&mut self, text: &str) {
        self.add(&Note {
            kind: "wrong",
            text,
        });
    }

    /// The whole page.
    pub fn response(
        self,
        console: &Console,
        request: &Request,
        visit: Option<&Visit>,
        status: u16,
    ) -> Response {
        let language = request.language();
        let words = words::of(language);
        let here = request.path.first().map(String::as_str);
        let pages = PAGES
            .iter()
            .filter(|page| visit.is_some_and(|visit| visit.may(page.role)));
        let layout = Layout {
            words,
            root: &console.root,
            style: &assets::STYLE.name,
            icon: &assets::ICON.name,
            script: &assets::SCRIPT.name,
            title: &self.title,
            html: &self.html,
            is_unfinished: self.is_unfinished,
            visit,
            pages: pages
                .map(|page| Link {
                    text: (page.title)(words),
                    address: format!("{}/{}", console.root, page.path),
                    is_here: here == Some(page.path),
                })
                .collect(),
            languages: Language::ALL
                .into_iter()
                .map(|known| Link {
                    text: known.name(),
                    address: format!("?{}", request.query.with("language", known.code())),
                    is_here: known == language,
                })
                .collect(),
        };
        Response::html(status, layout.render().unwrap_or_default())
    }
}

/// What a part of a page begins with.
#[derive(Template)]
#[template(path = "heading.html")]
struct Heading<'a> {
    text: &'a str,
}

/// Something said.
#[derive(Template)]
#[template(path = "note.html")]
struct Note<'a> {
    kind: &'static str,
    text: &'a str,
}

/// What leads to another page.
struct Link {
    text: &'static str,
    address: String,
    is_here: bool,
}

/// What stands around every page.
#[derive(Template)]
#[template(path = "layout.html")]
struct Layout<'a> {
    words: &'static Words,
    root: &'a str,
    style: &'a str,
    icon: &'a str,
    script: &'a str,
    title: &'a str,
    html: &'a str,
    is_unfinished: bool,
    visit: Option<&'a Visit<'a>>,
    pages: Vec<Link>,
    languages: Vec<Link>,
}
