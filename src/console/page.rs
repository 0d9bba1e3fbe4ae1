//! What a page is, and what it shows.

use std::pin::Pin;

use askama::Template;

use super::components::{self, MoreLinks, Note};
use super::page_context::PageContext;
use super::response::ResponseBody;
use super::translations::{self, Translations};
use super::{Console, PAGES, Request, Response, assets};
use crate::model::language::Language;
use crate::store::operator::Role;

pub struct Page {
    /// The first step of its addresses.
    pub path: &'static str,
    /// Its name in the navigation.
    pub title: fn(&Translations) -> &'static str,
    pub role: Role,
    /// What it answers to a GET.
    pub show: fn(&PageContext) -> anyhow::Result<PageAnswer>,
    /// What it answers to a POST, if anything is changed there; who may do it is for the page to ask.
    pub change: Option<fn(&PageContext) -> anyhow::Result<PageAnswer>>,
}

/// A response that is waited for, on no thread.
pub type ResponseFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// What became of a request.
pub enum RequestResult {
    Now(Box<Response>),
    Later(ResponseFuture),
}

impl From<Response> for RequestResult {
    fn from(response: Response) -> Self {
        RequestResult::Now(Box::new(response))
    }
}

impl RequestResult {
    /// The same, for this operator and, where there is one, this page.
    pub fn logged(self, operator: &str, page: Option<&'static str>) -> Self {
        let operator = operator.to_owned();
        let logged = move |response: Response| Response { page, ..response.by(&operator) };
        match self {
            RequestResult::Now(response) => logged(*response).into(),
            RequestResult::Later(later) => RequestResult::Later(Box::pin(async move { logged(later.await) })),
        }
    }
}

/// What a page answers.
pub enum PageAnswer {
    Page(PageContent),
    /// There is nothing at the address.
    Nothing,
    /// Nor is there any longer; what took it away.
    Gone(String),
    /// It is not done; why.
    Refused(&'static str),
    /// What was asked cannot be answered, and why.
    Bad(String),
    /// On to this path below the console.
    To(String),
    /// What the service is asked, when its answer has begun.
    Later(ResponseFuture),
    /// A file to be saved under this name.
    File {
        name: String,
        content_type: &'static str,
        body: ResponseBody,
    },
}

impl PageAnswer {
    /// The same for whoever sends the same form once more, where something was done for it; what was refused is tried again.
    pub fn for_repeated_form(&self) -> Option<Self> {
        match self {
            Self::To(path) => Some(Self::To(path.clone())),
            Self::Page(content) if content.is_done => Some(Self::Page(content.clone())),
            _ => None,
        }
    }
}

/// What is shown on a page, one thing below the other.
#[derive(Clone)]
pub struct PageContent {
    title: String,
    html: String,
    is_unfinished: bool,
    /// Whether it says that something was done.
    is_done: bool,
}

impl PageContent {
    /// Nothing yet but a title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), html: String::new(), is_unfinished: false, is_done: false }
    }

    /// Shows a component next; values in it are escaped.
    pub fn add(&mut self, component: &impl Template) {
        // writing to a string fails on no value
        component.render_into(&mut self.html).unwrap_or_default();
    }

    /// Begins a part of the page.
    pub fn heading(&mut self, text: &str) {
        self.add(&SectionHeading { text });
    }

    /// Leads to other pages, each by an address and what the link says.
    pub fn links(&mut self, links: &[(String, String)]) {
        let links = links.iter();
        self.add(&MoreLinks { more: links.map(|(address, says)| (address.clone(), says.as_str())).collect() });
    }

    /// Leads to another page.
    pub fn link(&mut self, address: String, text: &str) {
        self.add(&components::Link { address, text, is_button: false });
    }

    /// Leads to another page by a link that looks like a button.
    pub fn button(&mut self, address: String, text: &str) {
        self.add(&components::Link { address, text, is_button: true });
    }

    /// Has the browser ask again soon, since there is more to say then.
    pub fn refresh_soon(&mut self) {
        self.is_unfinished = true;
    }

    pub fn note(&mut self, text: &str) {
        self.add(&Note { kind: "note", text });
    }

    /// Says next that something was done.
    pub fn add_success(&mut self, text: &str) {
        self.is_done = true;
        self.add(&Note { kind: "good", text });
    }

    /// Says next what is to be known.
    pub fn warn(&mut self, text: &str) {
        self.add(&Note { kind: "warn", text });
    }

    /// Says next what is wrong.
    pub fn wrong(&mut self, text: &str) {
        self.add(&Note { kind: "wrong", text });
    }

    /// What stands before and after what is written as it comes, which others are to follow.
    pub fn split_around(mut self, others: PageContent, visit: &PageContext) -> (String, String) {
        // no value holds it, since values are escaped
        const PLACE: &str = "<!-- here -->";
        self.html += PLACE;
        self.html += &others.html;
        let text = self.text(visit.console, visit.request, Some(visit));
        let (before, after) = text.split_once(PLACE).unwrap_or((&text, ""));
        (before.to_owned(), after.to_owned())
    }

    pub fn response(self, console: &Console, request: &Request, visit: Option<&PageContext>, status: u16) -> Response {
        Response::html(status, self.text(console, request, visit))
    }

    fn text(self, console: &Console, request: &Request, visit: Option<&PageContext>) -> String {
        let language = request.language();
        let words = translations::of(language);
        let here = request.path.first().map(String::as_str);
        // where a form went nothing can be asked for
        let spoken = match here.filter(|_| request.is_post) {
            Some(here) => format!("{}/{here}", console.root),
            None => String::new(),
        };
        let pages = PAGES.iter().filter(|page| visit.is_some_and(|visit| visit.may(page.role)));
        let layout = PageLayout {
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
                .map(|page| PageLink {
                    text: (page.title)(words),
                    address: format!("{}/{}", console.root, page.path),
                    is_here: here == Some(page.path),
                })
                .collect(),
            languages: Language::ALL
                .into_iter()
                .map(|known| PageLink {
                    text: known.name(),
                    address: format!("{spoken}?{}", request.query.with("language", known.code())),
                    is_here: known == language,
                })
                .collect(),
        };
        // HTML has no way to say a NUL, and a browser shows this in its place
        layout.render().unwrap_or_default().replace('\0', "\u{fffd}")
    }
}

/// What a part of a page begins with.
#[derive(Template)]
#[template(path = "heading.html")]
struct SectionHeading<'a> {
    text: &'a str,
}

/// What leads to another page.
struct PageLink {
    text: &'static str,
    address: String,
    is_here: bool,
}

/// What stands around every page.
#[derive(Template)]
#[template(path = "layout.html")]
struct PageLayout<'a> {
    words: &'static Translations,
    root: &'a str,
    style: &'a str,
    icon: &'a str,
    script: &'a str,
    title: &'a str,
    html: &'a str,
    is_unfinished: bool,
    visit: Option<&'a PageContext<'a>>,
    pages: Vec<PageLink>,
    languages: Vec<PageLink>,
}
