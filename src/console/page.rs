//! Pages and their content.

use std::pin::Pin;

use askama::Template;

use super::components::{self, MoreLinks, Note};
use super::page_context::PageContext;
use super::response::ResponseBody;
use super::translations::{self, Translations};
use super::{Console, NAVIGATION, Request, Response, assets, page_of, search};
use crate::model::language::Language;
use crate::store::operator::Role;

/// A page of the console with the pages below it.
pub struct Page {
    /// The first path segment of its address.
    pub path: &'static str,
    /// The name in the navigation.
    pub title: fn(&Translations) -> &'static str,
    /// The least role that may open it.
    pub role: Role,
    pub show: fn(&PageContext) -> anyhow::Result<PageAnswer>,
    /// Answers a POST, if the page can change something; the page checks the role.
    pub change: Option<fn(&PageContext) -> anyhow::Result<PageAnswer>>,
}

/// Pages that the navigation shows together.
pub struct PageGroup {
    pub title: fn(&Translations) -> &'static str,
    pub pages: &'static [&'static Page],
}

/// The end of a field that has the focus.
const AUTOFOCUS: &str = " autofocus>";

/// A response that completes later without blocking a thread.
pub type ResponseFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// The result of a request.
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
    /// Adds the operator and the page for the log.
    pub fn logged(self, operator: &str, page: Option<&'static str>) -> Self {
        let operator = operator.to_owned();
        self.map(move |response| Response { page, ..response.by(&operator) })
    }

    /// Changes the response, now or when it is complete.
    pub fn map(self, change: impl FnOnce(Response) -> Response + Send + 'static) -> Self {
        match self {
            RequestResult::Now(response) => change(*response).into(),
            RequestResult::Later(later) => RequestResult::Later(Box::pin(async move { change(later.await) })),
        }
    }
}

/// What a page answers to a request.
pub enum PageAnswer {
    Page(PageContent),
    /// The address does not exist (404).
    Nothing,
    /// The page no longer exists (404); the reason.
    Gone(String),
    /// Not allowed (403); the reason.
    Refused(&'static str),
    /// A wrong address or form (400); the reason.
    Bad(String),
    /// A redirect to this path below the console.
    To(String),
    /// A call of the service, ready when the first part of its answer is.
    Later(ResponseFuture),
    /// A file to download under this name.
    File {
        name: String,
        content_type: &'static str,
        body: ResponseBody,
    },
}

impl PageAnswer {
    /// Returns the answer for a repeated form; `None` for a refusal, which is tried again.
    pub fn for_repeated_form(&self) -> Option<Self> {
        match self {
            Self::To(path) => Some(Self::To(path.clone())),
            Self::Page(content) if content.is_done => Some(Self::Page(content.clone())),
            _ => None,
        }
    }
}

/// The components of a page, in order.
#[derive(Clone)]
pub struct PageContent {
    title: String,
    html: String,
    /// Whether a job still runs, so that the browser reloads the page.
    is_unfinished: bool,
    /// Whether it reports a success.
    is_done: bool,
}

impl PageContent {
    /// Creates a page with a title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), html: String::new(), is_unfinished: false, is_done: false }
    }

    /// Appends a component; its values are escaped.
    pub fn add(&mut self, component: &impl Template) {
        // writing to a string cannot fail
        component.render_into(&mut self.html).unwrap_or_default();
    }

    /// Appends a heading to which no link leads.
    pub fn heading(&mut self, text: &str) {
        self.section("", text);
    }

    /// Appends the heading of a section to which a link leads.
    pub fn section(&mut self, id: &str, text: &str) {
        self.add(&SectionHeading { id, text });
    }

    /// Appends the components of another page.
    pub fn append(&mut self, other: PageContent) {
        self.html += &other.html;
    }

    /// Appends links: address and text.
    pub fn links(&mut self, links: &[(String, String)]) {
        let links = links.iter();
        self.add(&MoreLinks { more: links.map(|(address, says)| (address.clone(), says.as_str())).collect() });
    }

    /// Appends a link on its own line.
    pub fn link(&mut self, address: String, text: &str) {
        self.add(&components::Link { address, text, is_button: false });
    }

    /// Appends a link that looks like a button.
    pub fn button(&mut self, address: String, text: &str) {
        self.add(&components::Link { address, text, is_button: true });
    }

    /// Makes the browser reload soon.
    pub fn refresh_soon(&mut self) {
        self.is_unfinished = true;
    }

    /// Appends a sentence that explains the page.
    pub fn note(&mut self, text: &str) {
        self.add(&Note { kind: "note", text });
    }

    /// Appends a success message.
    pub fn add_success(&mut self, text: &str) {
        self.is_done = true;
        self.add(&Note { kind: "good", text });
    }

    pub fn warn(&mut self, text: &str) {
        self.add(&Note { kind: "warn", text });
    }

    /// Appends an error message.
    pub fn wrong(&mut self, text: &str) {
        self.add(&Note { kind: "wrong", text });
    }

    /// Returns the markup before and after content that is streamed, followed by `others`.
    pub fn split_around(mut self, others: PageContent, context: &PageContext) -> (String, String) {
        // no escaped value contains it
        const PLACE: &str = "<!-- here -->";
        self.html += PLACE;
        self.html += &others.html;
        let text = self.text(context.console, context.request, Some(context));
        let (before, after) = text.split_once(PLACE).unwrap_or((&text, ""));
        (before.to_owned(), after.to_owned())
    }

    /// Returns the whole page with this HTTP status. Without a context, nobody is signed in.
    pub fn response(
        self,
        console: &Console,
        request: &Request,
        context: Option<&PageContext>,
        status: u16,
    ) -> Response {
        Response::html(status, self.text(console, request, context))
    }

    /// Returns the HTML of the whole page.
    fn text(self, console: &Console, request: &Request, context: Option<&PageContext>) -> String {
        let language = request.language();
        let words = translations::of(language);
        let here = request.path.first().map(String::as_str);
        // a POST address cannot be opened in another language
        let spoken = match here.filter(|_| request.is_post) {
            Some(here) => format!("{}/{here}", console.root),
            None => String::new(),
        };
        // pages outside the navigation belong to one in it
        let navigated = match request.path.iter().map(String::as_str).take(2).collect::<Vec<_>>()[..] {
            ["calendar", "person"] => Some("person"),
            ["calendar", ..] => Some("classes"),
            _ => here,
        };
        let link = |page: &&Page| PageLink {
            text: (page.title)(words),
            address: format!("{}/{}", console.root, page.path),
            is_here: navigated == Some(page.path),
        };
        let may_open = |page: &Page| context.is_some_and(|context| !context.must_set_up() && context.may(page.role));
        let group = |group: &PageGroup| {
            let pages = group.pages.iter().filter(|page| may_open(page));
            ((group.title)(words), pages.map(link).collect::<Vec<_>>())
        };
        let layout = PageLayout {
            words,
            root: &console.root,
            style: &assets::STYLE.name,
            icon: &assets::ICON.name,
            script: &assets::SCRIPT.name,
            title: &self.title,
            section: here.and_then(page_of).map(|page| (page.title)(words)).filter(|section| *section != self.title),
            html: &self.html,
            is_unfinished: self.is_unfinished,
            context,
            groups: NAVIGATION.iter().map(group).filter(|(_, pages)| !pages.is_empty()).collect(),
            search: if here == Some(search::PAGE.path) { request.query.text_of("q") } else { "" },
            languages: Language::ALL
                .into_iter()
                .map(|known| PageLink {
                    text: known.name(),
                    address: format!("{spoken}?{}", request.query.with("language", known.code())),
                    is_here: known == language,
                })
                .collect(),
        };
        // HTML cannot represent NUL, and browsers show this character for it
        let text = layout.render().unwrap_or_default().replace('\0', "\u{fffd}");
        // one field has the focus; in values `>` is escaped
        match text.split_once(AUTOFOCUS) {
            Some((before, after)) => format!("{before}{AUTOFOCUS}{}", after.replace(AUTOFOCUS, ">")),
            None => text,
        }
    }
}

/// The heading of a section.
#[derive(Template)]
#[template(path = "heading.html")]
struct SectionHeading<'a> {
    /// Empty if no link leads to it.
    id: &'a str,
    text: &'a str,
}

/// A link to another page.
struct PageLink {
    text: &'static str,
    address: String,
    is_here: bool,
}

/// The layout of every page.
#[derive(Template)]
#[template(path = "layout.html")]
struct PageLayout<'a> {
    words: &'static Translations,
    root: &'a str,
    style: &'a str,
    icon: &'a str,
    script: &'a str,
    title: &'a str,
    /// The page in the navigation, if its title is another.
    section: Option<&'static str>,
    html: &'a str,
    is_unfinished: bool,
    context: Option<&'a PageContext<'a>>,
    /// The groups of the navigation.
    groups: Vec<(&'static str, Vec<PageLink>)>,
    /// The text in the search field.
    search: &'a str,
    languages: Vec<PageLink>,
}
