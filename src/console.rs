//! The console: web pages for people, from the declarations of data files and operations.
//!
//! A page is a [`Page`] in its own file and a line in [`NAVIGATION`]. Its `show` answers a GET of `/console/<path>/…`,
//! and its `change` a POST that was checked to come from this site and session. Both get a [`PageContext`]: the
//! operator, the language and the request. They return [`PageContent`], assembled from components (`table`, `form`);
//! layout, navigation, headers and refusals are added here. `translations.rs` holds all texts in each language; labels
//! of columns and operations are in their declarations. Templates contain no texts, and pages no HTML.
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

static NAVIGATION: [PageGroup; 3] = [
    PageGroup { title: |words| words.people, pages: &[&today::PAGE, &person::PAGE, &classes::PAGE, &reports::PAGE] },
    PageGroup { title: |words| words.data, pages: &[&data::PAGE, &import::PAGE, &mappings::PAGE, &imports::PAGE] },
    PageGroup {
        title: |words| words.system,
        pages: &[&connectors::PAGE, &operators::PAGE, &audit::PAGE, &backup::PAGE, &about::PAGE],
    },
];

/// The pages outside the navigation, to which other pages link.
static LINKED_PAGES: [&Page; 3] = [&search::PAGE, &second_factor::PAGE, &calendar::PAGE];

/// Returns the page whose address begins with this segment.
fn find_page(path: &str) -> Option<&'static Page> {
    let pages = NAVIGATION.iter().flat_map(|group| group.pages).chain(&LINKED_PAGES);
    pages.copied().find(|page| page.path == path)
}

/// The largest form in bytes: a row of a data file with texts of 100,000 characters.
const MAX_FORM: usize = 2 * 1024 * 1024;

/// The largest form before sign-in, in bytes (contract §11).
const MAX_FORM_BEFORE_SIGN_IN: usize = 16 * 1024;

const ONE_YEAR: u32 = 365 * 24 * 3600;

/// The state that all pages share.
pub struct Console {
    pub service: Arc<Service>,
    pub formats: Arc<PreparedFormats>,
    /// The path of the database.
    pub file: PathBuf,
    /// The base of the console's addresses: `/console`, below the path of `--base-url`.
    pub root: String,
    pub limits: ServiceLimits,
    pub sign_in: SignInRules,
    pub counts: FileRowCounts,
    overview_cache: Arc<today::OverviewCache>,
    sessions: Sessions,
    previews: Jobs<Preview>,
    undos: Jobs<UndoJob>,
}

impl Console {
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
            overview_cache: Arc::default(),
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
            return sign_in::submit(self, request).await;
        }
        if request.path == ["sign-in", "code"] {
            return code::answer(self, request).await;
        }
        let (console, reference) = (Arc::clone(self), request.caller.request_id.clone());
        let result = tokio::task::spawn_blocking(move || {
            console.answer_page(&request).unwrap_or_else(|error| console.internal_error_page(&request, &error))
        });
        match result.await {
            Ok(RequestResult::Ready(response)) => *response,
            Ok(RequestResult::Pending(response)) => response.await,
            Err(_) => Response::text(500, reference),
        }
    }

    /// Returns whether the head of a request allows it to upload files.
    pub fn may_upload(&self, request: &Request) -> bool {
        self.role(request) >= Some(Role::Editor) && request.path == [import::PAGE.path]
    }

    /// Returns the largest allowed form in bytes.
    pub fn max_form_size(&self, request: &Request) -> usize {
        if self.role(request).is_some() { MAX_FORM } else { MAX_FORM_BEFORE_SIGN_IN }
    }

    /// Returns the role of the signed-in operator; `None` if the operator may not submit forms now.
    fn role(&self, request: &Request) -> Option<Role> {
        if self.refuse_insecure(request).is_some() || !request.is_of_this_site {
            return None;
        }
        let operator = self.sessions.find_operator(&self.service.store, request).ok().flatten()?;
        (!self.requires_second_factor(request, &operator)).then_some(operator.role)
    }

    /// Returns whether a signed-in operator has to set up a second factor first. A proxy has its own second factor.
    fn requires_second_factor(&self, request: &Request, operator: &SignedInOperator) -> bool {
        let is_required = self.sign_in.second_factor.includes(operator.role) && !request.is_local;
        is_required && !operator.has_second_factor && !operator.is_by_proxy
    }

    fn answer_page(self: &Arc<Self>, request: &Request) -> Result<RequestResult> {
        if let Some(language) = request.query.get("language") {
            return Ok(self.switch_language(request, language).into());
        }
        if let Some(refusal) = self.refuse_insecure(request) {
            return Ok(refusal.into());
        }
        match self.sessions.find_operator(&self.service.store, request)? {
            Some(operator) => Ok(self.answer_operator(request, operator)),
            // without a session: after another site's redirect, the browser would not send the cookie
            None if request.proxy_operator.is_some() && request.path.is_empty() => {
                Ok(Response::redirect(format!("{}/{}", self.root, today::PAGE.path)).into())
            }
            None if request.proxy_operator.is_some() && !request.is_post => by_proxy::sign_in(self, request),
            None => Ok(self.show_sign_in(request)?.into()),
        }
    }

    fn answer_operator(self: &Arc<Self>, request: &Request, operator: SignedInOperator) -> RequestResult {
        let context = PageContext::new(self, request, operator);
        let redirect = |page: &Page| Response::redirect(context.address(page.path)).into();
        let (logged_page, result) = match request.path.first().map(String::as_str) {
            Some("sign-out") if request.is_post => (Some("sign-out"), sign_in::sign_out(&context).into()),
            path if context.must_set_up_second_factor() && path != Some(second_factor::PAGE.path) => {
                match request.is_post {
                    true => (None, context.response(PageAnswer::Forbidden(context.words.second_factor_first))),
                    false => (None, redirect(&second_factor::PAGE)),
                }
            }
            None => (None, redirect(&today::PAGE)),
            Some(path) => match find_page(path) {
                Some(page) if page.role <= context.operator.role => (
                    Some(page.path),
                    context.answer(page).unwrap_or_else(|error| self.internal_error_page(request, &error)),
                ),
                Some(page) => (Some(page.path), context.response(PageAnswer::Forbidden(context.words.not_allowed))),
                None => (None, context.response(PageAnswer::NotFound)),
            },
        };
        result.with_log_fields(&context.operator.name, logged_page)
    }

    /// Logs an internal error, and returns a page with the request id to find it in the log.
    fn internal_error_page(&self, request: &Request, error: &anyhow::Error) -> RequestResult {
        let reference = &request.caller.request_id;
        tracing::error!(request = %reference, error = format!("{error:#}"), "internal error");
        self.refusal_page(request, 500, |words| words.internal, reference).into()
    }

    /// Refuses a request over an unprotected connection or for an unknown host; `None` if the request is allowed.
    fn refuse_insecure(&self, request: &Request) -> Option<Response> {
        match request {
            Request { is_private: false, .. } => Some(self.refusal_page(request, 403, |words| words.plain_http, "")),
            Request { is_host_known: false, .. } => {
                Some(self.refusal_page(request, 403, |words| words.unknown_host, ""))
            }
            _ => None,
        }
    }

    /// Returns the sign-in page, or why nobody can sign in here.
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
            [page] if page == "sign-in" => sign_in::sign_in_page(self, request, None),
            _ => Response::redirect(format!("{}/sign-in?{}", self.root, request.return_query())),
        })
    }

    /// Stores the language in a cookie and redirects to the same address.
    fn switch_language(&self, request: &Request, language: &str) -> Response {
        let path = request.path.join("/");
        let query = request.query.query_without("language");
        let question_mark = if query.is_empty() { "" } else { "?" };
        let redirect = Response::redirect(format!("{}/{path}{question_mark}{query}", self.root));
        match crate::model::language::Language::from_tag(language) {
            Some(language) => redirect.with_cookie(self, request, "language", language.code(), ONE_YEAR),
            None => redirect,
        }
    }

    /// Returns a page with one message, in which `value` replaces `{}`.
    fn refusal_page(
        &self,
        request: &Request,
        status: u16,
        message: fn(&translations::Translations) -> &'static str,
        value: &str,
    ) -> Response {
        let words = translations::of(request.language());
        let mut content = PageContent::new(words.refused);
        content.add_note(&message(words).replace("{}", value));
        content.response(self, request, None, status)
    }
}
