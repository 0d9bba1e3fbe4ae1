//! Pages and their content.

use std::fmt::Display;
use std::future;
use std::pin::Pin;

use askama::Template;

use super::assets::{ICON, SCRIPT, STYLE};
use super::components::{self, MoreLinks, Note};
use super::page_context::PageContext;
use super::response::{HTML_CONTENT_TYPE, ResponseBody};
use super::translations::{self, TextSelector, Translations};
use super::{Console, NAVIGATION, Request, Response, find_page, search, tasks};
use crate::datafile::file::DataFile;
use crate::model::language::Language;
use crate::model::text::cut_and_escape_value;
use crate::store::operator::Role;

/// A page of the console. The page also answers the requests for all addresses below its own address.
pub struct Page {
    /// The first path segment of the page's address.
    pub path: &'static str,
    pub title: TextSelector,
    /// The lowest role that can open the page.
    pub role: Role,
    pub show: fn(&PageContext) -> anyhow::Result<PageAnswer>,
    /// Answers the POST of a form, after a check of the role if this must be higher than that of the page. `None` if the
    /// page changes nothing.
    pub submit: Option<fn(&PageContext) -> anyhow::Result<PageAnswer>>,
}

pub struct PageGroup {
    pub title: TextSelector,
    pub pages: &'static [&'static Page],
}

/// The end of the HTML tag of a field that has the focus.
const AUTOFOCUS: &str = " autofocus>";

/// A response that may not be complete yet. Most responses are ready at once; a report waits for its called operation.
pub type ResponseFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

impl From<Response> for ResponseFuture {
    fn from(response: Response) -> Self {
        Box::pin(future::ready(response))
    }
}

/// The answer of a page's function, which [`PageContext::response`] turns into an HTTP response.
pub enum PageAnswer {
    Page(PageContent),
    NotFound,
    /// Status 404: the row of the address was removed. The text describes the removal.
    Removed(String),
    Forbidden(&'static str),
    BadRequest(String),
    /// Status 400: the query of the address is wrong. `label` is that of the report or table without the query.
    WrongAddress {
        reason: String,
        label: String,
    },
    /// Status 503: the same request can succeed later.
    Unavailable(String),
    /// Redirects to this path below the console.
    Redirect(String),
    /// The response to a called operation. The future is ready when the operation has the first part of its answer.
    Pending(ResponseFuture),
    File {
        name: String,
        content_type: &'static str,
        body: ResponseBody,
    },
}

impl PageAnswer {
    /// Sets the HTTP status of a page. Other answers have a status of their own.
    pub fn with_status(self, status: u16) -> Self {
        match self {
            Self::Page(content) => Self::Page(content.with_status(status)),
            other => other,
        }
    }

    /// Returns the answer to repeat if the same form is sent again, for example by a double click. `None` means to
    /// process the form again, for example after an error.
    pub fn answer_to_repeat(&self) -> Option<Self> {
        match self {
            Self::Redirect(path) => Some(Self::Redirect(path.clone())),
            Self::Page(content) if content.is_success => Some(Self::Page(content.clone())),
            _ => None,
        }
    }
}

#[derive(Clone)]
pub struct PageContent {
    title: String,
    /// The key of the shown row, or the search, to distinguish window titles; empty for other pages.
    row_key: String,
    /// The address and name of the page to which this page belongs, for a link above the title.
    parent: Option<(String, String)>,
    html: String,
    status: u16,
    /// Does the browser reload the page after a second, because the content is not complete?
    is_unfinished: bool,
    /// Does the page have a success message? Then it is repeated if the same form is sent again.
    is_success: bool,
}

impl PageContent {
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            row_key: String::new(),
            parent: None,
            html: String::new(),
            status: 200,
            is_unfinished: false,
            is_success: false,
        }
    }

    /// Creates a page that explains why a request was refused. The title names the task or the page.
    pub fn not_done(context: &PageContext) -> Self {
        let page_title = || Some((find_page(context.request.path.first()?)?.title)(context.words));
        let name = tasks::find_label(context).or_else(page_title);
        let title = [context.words.not_done].into_iter().chain(name).collect::<Vec<_>>().join(": ");
        Self::new(title)
    }

    /// Sets the HTTP status, which is 200 by default.
    pub fn with_status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// Adds the key of the shown row, or the search, to the title of the browser's window.
    pub fn with_row_key(self, row_key: &str) -> Self {
        Self { row_key: cut_and_escape_value(row_key).into(), ..self }
    }

    /// Adds a link above the title, to the page of the person or class that this page is about, or to the list.
    pub fn with_parent(self, address: String, name: String) -> Self {
        Self { parent: Some((address, name)), ..self }
    }

    pub fn add(&mut self, component: &impl Template) {
        // writing to a string cannot fail
        component.render_into(&mut self.html).unwrap_or_default();
    }

    pub fn add_heading(&mut self, text: &str) {
        self.add_section("", text);
    }

    /// Appends the heading of a section. Links to the section use `id`.
    pub fn add_section(&mut self, id: &str, text: &str) {
        self.add(&SectionHeading { level: 2, id, text });
    }

    /// Appends the heading of a part of a section.
    pub fn add_subheading(&mut self, text: &str) {
        self.add(&SectionHeading { level: 3, id: "", text });
    }

    pub fn append(&mut self, other: PageContent) {
        self.html += &other.html;
    }

    pub fn add_links<T: Display>(&mut self, links: Vec<(String, T)>) {
        self.add(&MoreLinks { more: links });
    }

    pub fn add_link(&mut self, address: String, text: &str) {
        self.add(&components::Link { address, text, is_button: false });
    }

    pub fn add_button(&mut self, address: String, text: &str) {
        self.add(&components::Link { address, text, is_button: true });
    }

    /// Adds a link to the form of a new row, unless the operator is a viewer. As the first content of a page, the link
    /// is shown beside the title.
    pub fn add_new_row_button(&mut self, context: &PageContext, file: &DataFile, address: String) {
        if context.has_role(Role::Editor) {
            self.add_button(address, file.add_row_label(context.language));
        }
    }

    /// Makes the browser reload the page after a second, for example while a preview is in progress.
    pub fn mark_unfinished(&mut self) {
        self.is_unfinished = true;
    }

    pub fn add_note(&mut self, text: &str) {
        self.add(&Note { tone: "note", text });
    }

    /// Adds the message that a form changed data. See [`PageAnswer::answer_to_repeat`].
    pub fn add_success(&mut self, text: &str) {
        self.is_success = true;
        self.add(&Note { tone: "good", text });
    }

    pub fn add_warning(&mut self, text: &str) {
        self.add(&Note { tone: "warn", text });
    }

    pub fn add_error(&mut self, text: &str) {
        self.add(&Note { tone: "wrong", text });
    }

    /// Returns the HTML before and after the content that is streamed between `self` and `following`. The table of a
    /// report is sent while it is read, so that the whole page is never in memory.
    pub fn split_around_stream(mut self, following: PageContent, context: &PageContext) -> (String, String) {
        // marks the place of the streamed content; no value contains this text, because `<` is escaped
        const STREAMED_CONTENT: &str = "<!-- here -->";
        self.html += STREAMED_CONTENT;
        self.html += &following.html;
        let text = self.render_page(context.console, context.request, Some(context));
        let (before, after) = text.split_once(STREAMED_CONTENT).unwrap_or((&text, ""));
        (before.to_owned(), after.to_owned())
    }

    /// Returns the page as a response. `context` is `None` if nobody is signed in.
    pub fn response(self, console: &Console, request: &Request, context: Option<&PageContext>) -> Response {
        Response::new(self.status, HTML_CONTENT_TYPE, self.render_page(console, request, context))
    }

    fn render_page(self, console: &Console, request: &Request, context: Option<&PageContext>) -> String {
        let language = request.language();
        let words = translations::of(language);
        let current_path = request.path.first().map(String::as_str);
        // a link cannot repeat a POST: the links to other languages open the page without the rest of the path
        let language_base = match current_path {
            Some(path) if request.is_post => format!("{}/{path}", console.root),
            _ => String::new(),
        };
        let language_link = |offered: Language| PageLink {
            text: offered.name(),
            address: format!("{language_base}?{}", request.query.query_with("language", offered.code())),
            is_current: offered == language,
        };
        let section = request.current_page().and_then(find_page).map(|page| (page.title)(words));
        let layout = PageLayout {
            words,
            root: &console.root,
            title: &self.title,
            row_key: &self.row_key,
            section: section.filter(|section| !self.title.starts_with(section) && !self.title.ends_with(section)),
            parent: self.parent.as_ref(),
            html: &self.html,
            is_unfinished: self.is_unfinished,
            context,
            groups: context.map_or_else(Vec::new, navigation_links),
            search: if current_path == Some(search::PAGE.path) { request.query.text_of("q") } else { "" },
            languages: Language::ALL.map(language_link).into(),
        };
        // writing to a string cannot fail
        let html = layout.render().unwrap_or_default();
        // HTML cannot represent NUL: show the replacement character instead
        keep_first_autofocus(html.replace('\0', "\u{fffd}"))
    }
}

/// Leaves out pages that the operator cannot open, and groups that have no other pages.
fn navigation_links(context: &PageContext) -> Vec<(&'static str, Vec<PageLink>)> {
    if context.must_set_up_second_factor() {
        return Vec::new();
    }
    let current_path = context.request.current_page();
    let link = |page: &&Page| PageLink {
        text: (page.title)(context.words),
        address: context.address(page.path),
        is_current: current_path == Some(page.path),
    };
    let links_of_group = |group: &PageGroup| {
        let pages = group.pages.iter().filter(|page| context.has_role(page.role));
        ((group.title)(context.words), pages.map(link).collect::<Vec<_>>())
    };
    NAVIGATION.iter().map(links_of_group).filter(|(_, links)| !links.is_empty()).collect()
}

/// Removes the attribute `autofocus` from all fields but the first: each component may set it, but a page has only one
/// focus. No value contains [`AUTOFOCUS`], because `>` is escaped.
fn keep_first_autofocus(html: String) -> String {
    match html.split_once(AUTOFOCUS) {
        Some((before, after)) => format!("{before}{AUTOFOCUS}{}", after.replace(AUTOFOCUS, ">")),
        None => html,
    }
}

#[derive(Template)]
#[template(path = "heading.html")]
struct SectionHeading<'a> {
    /// The level of the HTML heading: 2 for a section, 3 for a part of it.
    level: u8,
    /// Empty if no link leads to the heading.
    id: &'a str,
    text: &'a str,
}

struct PageLink {
    text: &'static str,
    address: String,
    is_current: bool,
}

#[derive(Template)]
#[template(path = "layout.html")]
struct PageLayout<'a> {
    words: &'static Translations,
    root: &'a str,
    title: &'a str,
    row_key: &'a str,
    /// The name of the page in the navigation, unless the title has it already.
    section: Option<&'static str>,
    parent: Option<&'a (String, String)>,
    html: &'a str,
    is_unfinished: bool,
    context: Option<&'a PageContext<'a>>,
    groups: Vec<(&'static str, Vec<PageLink>)>,
    search: &'a str,
    languages: Vec<PageLink>,
}
