//! The console: web pages for people, from the declarations of data files and operations.
//!
//! A page is a [`Page`] in its own file and a line in [`NAVIGATION`]. Its `show` answers a GET of `/console/<path>/…`, and
//! its `change` a POST that was checked to come from this site and session. Both get a [`PageContext`]: the operator,
//! the language and the request. They return [`PageContent`], assembled from components (`table`, `form`); layout,
//! navigation, headers and refusals are added here. `translations.rs` holds all texts in each language; labels of
//! columns and operations are in their declarations. Templates contain no texts, and pages no HTML.
//!
//! This module knows neither the HTTP library nor SQL: `http` passes a [`Request`] and sends the [`Response`].

mod about;
mod accounts;
mod assets;
mod audit;
mod backup;
mod calendar;
mod classes;
mod components;
mod connectors;
mod data;
mod differences;
mod edit;
mod import;
mod imports;
mod jobs;
mod mappings;
mod operators;
mod page;
mod page_context;
mod person;
mod preview;
mod reports;
mod request;
mod response;
mod saved_message;
mod search;
mod second_factor;
mod session;
mod sign_in;
mod submissions;
mod tasks;
mod today;
mod translations;
mod undo;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;

use crate::answer::PreparedFormats;
use crate::service::Service;
use crate::store::listing::FileRowCounts;
use crate::store::operator::{Operator, Role};
pub use about::ServiceLimits;
use jobs::Jobs;
use page::{Page, PageAnswer, PageContent, PageGroup, RequestResult};
use page_context::{PageContext, SignedInOperator};
use preview::Preview;
pub use sign_in::SignInRules;
use sign_in::{by_proxy, code};

pub use request::{FormFields, Request};
pub use response::{Response, ResponseBody};
use session::Sessions;
use undo::UndoJob;

/// The pages of the navigation, in groups.
static NAVIGATION: [PageGroup; 3] = [
    PageGroup { title: |words| words.people, pages: &[&today::PAGE, &person::PAGE, &classes::PAGE, &reports::PAGE] },
    PageGroup { title: |words| words.data, pages: &[&data::PAGE, &import::PAGE, &mappings::PAGE, &imports::PAGE] },
    PageGroup {
        title: |words| words.system,
        pages: &[&connectors::PAGE, &operators::PAGE, &audit::PAGE, &backup::PAGE, &about::PAGE],
    },
];

/// The pages outside the navigation, to which others link.
static OTHERS: [&Page; 3] = [&search::PAGE, &second_factor::PAGE, &calendar::PAGE];

/// Returns the page with this path.
fn page_of(path: &str) -> Option<&'static Page> {
    let pages = NAVIGATION.iter().flat_map(|group| group.pages).chain(&OTHERS);
    pages.copied().find(|page| page.path == path)
}

const LARGEST_FORM: usize = 2 * 1024 * 1024;

/// contract §11
const LARGEST_FORM_OF_STRANGERS: usize = 16 * 1024;

/// The state that all pages share.
pub struct Console {
    /// The data and the gate.
    pub service: Arc<Service>,
    pub formats: Arc<PreparedFormats>,
    pub file: PathBuf,
    /// The base of the console's addresses: `/console`, below the path of `--base-url`.
    pub root: String,
    /// The limits of the service.
    pub limits: ServiceLimits,
    pub sign_in: SignInRules,
    /// Row counts of the data files.
    pub counts: FileRowCounts,
    kept: Arc<today::OverviewCache>,
    sessions: Sessions,
    previews: Jobs<Preview>,
    undos: Jobs<UndoJob>,
}

impl Console {
    /// Creates a console without sessions.
    pub fn new(
        service: &Arc<Service>,
        formats: &Arc<PreparedFormats>,
        file: &Path,
        root: String,
        limits: ServiceLimits,
        sign_in: SignInRules,
    ) -> Self {
        Self {
            service: Arc::clone(service),
            formats: Arc::clone(formats),
            file: file.to_owned(),
            root,
            limits,
            sign_in,
            counts: FileRowCounts::default(),
            kept: Arc::default(),
            sessions: Sessions::default(),
            previews: Jobs::default(),
            undos: Jobs::default(),
        }
    }

    pub async fn answer(self: &Arc<Self>, request: Request) -> Response {
        if let [folder, name] = request.path.as_slice()
            && folder == "assets"
        {
            return assets::response(name);
        }
        if request.is_post && request.path == ["sign-in"] {
            return sign_in::take(self, request).await;
        }
        if request.path == ["sign-in", "code"] {
            return code::answer(self, request).await;
        }
        let (console, reference) = (Arc::clone(self), request.caller.request.clone());
        let answered = tokio::task::spawn_blocking(move || {
            console.page(&request).unwrap_or_else(|error| console.failed(&request, &error))
        });
        match answered.await {
            Ok(RequestResult::Now(response)) => *response,
            Ok(RequestResult::Later(later)) => later.await,
            Err(_) => Response::text(500, reference),
        }
    }

    /// Returns whether the request's files may be received; the rest of the request is checked first.
    pub fn takes_files(&self, request: &Request) -> bool {
        self.role(request) >= Some(Role::Editor) && request.path == [import::PAGE.path]
    }

    /// Returns the largest form in bytes: a row of a data file with texts of 100,000 characters, or before sign-in a
    /// name and a password.
    pub fn largest_form(&self, request: &Request) -> usize {
        if self.role(request).is_some() { LARGEST_FORM } else { LARGEST_FORM_OF_STRANGERS }
    }

    /// Returns the role of the operator, from the session and page that the request's head names.
    fn role(&self, request: &Request) -> Option<Role> {
        let may_ask = self.refuse_closed(request).is_none() && request.is_of_this_site;
        let signed = may_ask.then(|| self.sessions.signed(&self.service.store, request).ok()).flatten();
        signed.flatten().filter(|signed| !self.requires_second_factor(request, signed)).map(|signed| signed.role)
    }

    /// Returns whether a signed-in operator has to set up a second factor first. A proxy has its own.
    fn requires_second_factor(&self, request: &Request, signed: &SignedInOperator) -> bool {
        let is_required = self.sign_in.second_factor.includes(signed.role) && !request.is_local;
        is_required && !signed.has_second_factor && !signed.is_by_proxy
    }

    fn page(self: &Arc<Self>, request: &Request) -> Result<RequestResult> {
        if let Some(language) = request.query.get("language") {
            return Ok(self.switch_language(request, language).into());
        }
        if let Some(closed) = self.refuse_closed(request) {
            return Ok(closed.into());
        }
        match self.sessions.signed(&self.service.store, request)? {
            Some(signed) => Ok(self.page_for(request, signed)),
            // the redirect begins no session: the browser does not send its cookie after another site's redirect
            None if request.by_proxy.is_some() && request.path.is_empty() => {
                Ok(Response::to(format!("{}/{}", self.root, today::PAGE.path)).into())
            }
            None if request.by_proxy.is_some() && !request.is_post => by_proxy::enter(self, request),
            None => Ok(self.show_sign_in(request)?.into()),
        }
    }

    /// Answers a signed-in operator.
    fn page_for(self: &Arc<Self>, request: &Request, signed: SignedInOperator) -> RequestResult {
        let context = PageContext::new(self, request, signed);
        let to = |page: &Page| Response::to(context.address(page.path)).into();
        let (page, answered) = match request.path.first().map(String::as_str) {
            Some("sign-out") if request.is_post => (Some("sign-out"), sign_in::leave(&context).into()),
            path if context.must_set_up() && path != Some(second_factor::PAGE.path) => match request.is_post {
                true => (None, context.response(PageAnswer::Refused(context.words.second_factor_first))),
                false => (None, to(&second_factor::PAGE)),
            },
            None => (None, to(&today::PAGE)),
            Some(path) => match page_of(path) {
                Some(page) if page.role <= context.signed.role => {
                    (Some(page.path), context.answered(page).unwrap_or_else(|error| self.failed(request, &error)))
                }
                Some(page) => (Some(page.path), context.response(PageAnswer::Refused(context.words.not_allowed))),
                None => (None, context.response(PageAnswer::Nothing)),
            },
        };
        answered.logged(&context.signed.name, page)
    }

    /// Returns the page of an internal error, which the log describes.
    fn failed(&self, request: &Request, error: &anyhow::Error) -> RequestResult {
        let reference = &request.caller.request;
        tracing::error!(request = %reference, error = format!("{error:#}"), "internal error");
        self.refusal_page(request, 500, |words| words.internal, reference).into()
    }

    /// Refuses a request from where the console is not available.
    fn refuse_closed(&self, request: &Request) -> Option<Response> {
        match request {
            Request { is_private: false, .. } => Some(self.refusal_page(request, 403, |words| words.plain_http, "")),
            Request { is_host_known: false, .. } => {
                Some(self.refusal_page(request, 403, |words| words.unknown_host, ""))
            }
            _ => None,
        }
    }

    /// Returns the sign-in page.
    fn show_sign_in(&self, request: &Request) -> Result<Response> {
        let snapshot = self.service.store.snapshot()?;
        if Operator::all(&snapshot)?.is_empty() {
            let file = self.file.display().to_string();
            return Ok(self.refusal_page(request, 200, |words| words.no_operator, &file));
        }
        if request.is_post {
            return Ok(self.refusal_page(request, 403, |words| words.session_ended, ""));
        }
        Ok(match request.path.as_slice() {
            [only] if only == "sign-in" => sign_in::sign_in_page(self, request, None),
            _ => Response::to(format!("{}/sign-in?{}", self.root, request.return_to())),
        })
    }

    /// Returns to the same address in another language.
    fn switch_language(&self, request: &Request, language: &str) -> Response {
        let path = request.path.join("/");
        let query = request.query.without("language");
        let mark = if query.is_empty() { "" } else { "?" };
        let to = Response::to(format!("{}/{path}{mark}{query}", self.root));
        match crate::model::language::Language::from_tag(language) {
            Some(language) => to.with_cookie(self, request, "language", language.code(), 365 * 24 * 3600),
            None => to,
        }
    }

    /// Returns a page with one message.
    fn refusal_page(
        &self,
        request: &Request,
        status: u16,
        says: fn(&translations::Translations) -> &'static str,
        value: &str,
    ) -> Response {
        let words = translations::of(request.language());
        let mut content = PageContent::new(words.refused);
        content.note(&says(words).replace("{}", value));
        content.response(self, request, None, status)
    }
}
