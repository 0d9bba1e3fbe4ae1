//! The console: web pages for operators. Tables and forms follow the declarations of data files and operations.
//!
//! Each page is a [`Page`] in its own file, listed in [`NAVIGATION`] or [`PAGES_OUTSIDE_NAVIGATION`]. It answers with a
//! [`PageAnswer`], usually [`PageContent`] with components such as `Table` and `Form`. Templates contain no texts, and
//! pages contain no HTML. The texts are in `translations.rs`; labels of columns and operations are in the declarations.

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
mod message_names;
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
mod storage_failure;
mod submissions;
mod tasks;
mod today;
mod translations;
mod undo;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;

use crate::answer::PreparedFormats;
use crate::service::Service;
use crate::store::operator::{Operator, Role};
use crate::store::row_listing::FileRowCounts;
pub use about::ServiceLimits;
use jobs::Jobs;
use page::{Page, PageAnswer, PageContent, PageGroup, ResponseFuture};
use page_context::{PageContext, SignedInOperator};
use preview::Preview;
pub use sign_in::SignInRules;
use sign_in::{by_proxy, code};

pub use request::{FormFields, Request};
use response::cookie;
pub use response::{Response, ResponseBody};
use session::Sessions;
use translations::TextSelector;
use undo::UndoJob;

static NAVIGATION: [PageGroup; 3] = [
    PageGroup { title: |words| words.people, pages: &[&today::PAGE, &person::PAGE, &classes::PAGE, &reports::PAGE] },
    PageGroup { title: |words| words.data, pages: &[&data::PAGE, &import::PAGE, &mappings::PAGE, &imports::PAGE] },
    PageGroup {
        title: |words| words.system,
        pages: &[&connectors::PAGE, &operators::PAGE, &audit::PAGE, &backup::PAGE, &about::PAGE],
    },
];

static PAGES_OUTSIDE_NAVIGATION: [&Page; 3] = [&search::PAGE, &second_factor::PAGE, &calendar::PAGE];

fn find_page(path: &str) -> Option<&'static Page> {
    let pages = NAVIGATION.iter().flat_map(|group| group.pages).chain(&PAGES_OUTSIDE_NAVIGATION);
    pages.copied().find(|page| page.path == path)
}

/// The maximum size of a form: enough for a row of a data file with texts of 100,000 characters.
const MAX_FORM_BYTES: usize = 2 * 1024 * 1024;

/// The maximum size of a form before sign-in (contract §11).
const MAX_FORM_BYTES_BEFORE_SIGN_IN: usize = 16 * 1024;

const ONE_YEAR: Duration = Duration::from_secs(365 * 24 * 3600);

/// The state that all requests to the console share.
pub struct Console {
    pub service: Arc<Service>,
    pub formats: Arc<PreparedFormats>,
    /// The path of `--base-url`, followed by `/console`. All addresses of the console begin with this path.
    pub root: String,
    pub limits: ServiceLimits,
    pub sign_in: SignInRules,
    pub file_row_counts: FileRowCounts,
    overview_cache: Arc<today::OverviewCache>,
    sessions: Sessions,
    /// The previews of imports, at most one per session.
    previews: Jobs<Preview>,
    /// The running undos and the previews of undos, at most one per session.
    undos: Jobs<UndoJob>,
}

impl Console {
    pub fn new(
        service: &Arc<Service>,
        formats: &Arc<PreparedFormats>,
        root: String,
        limits: ServiceLimits,
        sign_in: SignInRules,
    ) -> Self {
        Self {
            service: Arc::clone(service),
            formats: Arc::clone(formats),
            root,
            limits,
            sign_in,
            file_row_counts: FileRowCounts::default(),
            overview_cache: Arc::default(),
            sessions: Sessions::default(),
            previews: Jobs::default(),
            undos: Jobs::default(),
        }
    }

    /// Starts counting the overview in the background if there are operators, whose first page then has the numbers.
    pub fn start_first_count(&self) -> Result<()> {
        if !Operator::all(&*self.service.store.snapshot()?)?.is_empty() {
            drop(self.overview_cache.start_count(&self.service.store)?);
        }
        Ok(())
    }

    pub async fn answer(self: &Arc<Self>, request: Request) -> Response {
        // first the addresses that are open before sign-in
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
        // all other pages read the database, which must not block the threads of the async runtime
        let (console, request_id) = (Arc::clone(self), request.caller.request_id.clone());
        let page_task = tokio::task::spawn_blocking(move || {
            console.answer_page(&request).unwrap_or_else(|error| console.internal_error_page(&request, &error))
        });
        match page_task.await {
            Ok(response_future) => response_future.await,
            // the blocking thread panicked
            Err(_) => Response::text(500, request_id),
        }
    }

    /// Files may come only from editors and owners, on the import page. Called before the request's body is read.
    pub fn can_upload(&self, request: &Request) -> bool {
        // `None` is lower than every role
        self.role_for_form(request) >= Some(Role::Editor) && request.path == [import::PAGE.path]
    }

    pub fn max_form_bytes(&self, request: &Request) -> usize {
        if self.role_for_form(request).is_some() { MAX_FORM_BYTES } else { MAX_FORM_BYTES_BEFORE_SIGN_IN }
    }

    /// Returns the operator's role. `None` if nobody is signed in, if the console refuses the request, or if the
    /// operator must first set up a second factor.
    fn role_for_form(&self, request: &Request) -> Option<Role> {
        if self.refuse_insecure(request).is_some() || !request.is_of_this_site {
            return None;
        }
        // an error occurs again when the request is answered, and is then logged
        let operator = self.sessions.find_operator(&self.service.store, request).ok().flatten()?;
        if self.must_set_up_second_factor(request, &operator) {
            return None;
        }
        Some(operator.role)
    }

    /// Returns whether the operator lacks a required second factor. Until it is set up, all other pages are closed.
    fn must_set_up_second_factor(&self, request: &Request, operator: &SignedInOperator) -> bool {
        // an operator on this machine needs no second factor (`--require-second-factor`)
        let is_required = self.sign_in.second_factor.includes(operator.role) && !request.is_local;
        // a proxy checks the second factor of the operators that the proxy signs in
        is_required && !operator.has_second_factor && !operator.is_by_proxy
    }

    fn answer_page(self: &Arc<Self>, request: &Request) -> Result<ResponseFuture> {
        if let Some(language) = request.query.get("language") {
            return Ok(self.switch_language(request, language).into());
        }
        if let Some(refusal) = self.refuse_insecure(request) {
            return Ok(refusal.into());
        }
        if let Some(operator) = self.sessions.find_operator(&self.service.store, request)? {
            return Ok(self.answer_operator(request, operator));
        }
        match &request.proxy_operator {
            // nothing is sent to the address of the console itself, which only redirects
            Some(name) if !request.is_post || request.path.is_empty() => by_proxy::sign_in(self, request, name),
            _ => Ok(self.answer_without_session(request)?.into()),
        }
    }

    /// Answers a request of a signed-in operator. The response names the page and the operator for the log.
    fn answer_operator(self: &Arc<Self>, request: &Request, operator: SignedInOperator) -> ResponseFuture {
        let context = PageContext::new(self, request, operator);
        let redirect = |page: &Page| Response::redirect(context.address(page.path)).into();
        let path = request.path.first().map(String::as_str);
        // until a required second factor is set up, only its own page and the sign-out are open
        let needs_second_factor = context.must_set_up_second_factor() && path != Some(second_factor::PAGE.path);
        let (page, response) = match path {
            Some("sign-out") if request.is_post => (Some("sign-out"), sign_in::sign_out(&context).into()),
            _ if needs_second_factor && request.is_post => {
                (None, context.response(PageAnswer::Forbidden(context.words.second_factor_required)))
            }
            _ if needs_second_factor => (None, redirect(&second_factor::PAGE)),
            None => (None, redirect(&today::PAGE)),
            Some(path) => match find_page(path) {
                Some(page) => (
                    Some(page.path),
                    context.answer(page).unwrap_or_else(|error| self.internal_error_page(request, &error)),
                ),
                None => (None, context.response(PageAnswer::NotFound)),
            },
        };
        let operator = Some(context.operator.name);
        Box::pin(async move { Response { page, operator, ..response.await } })
    }

    fn internal_error_page(&self, request: &Request, error: &anyhow::Error) -> ResponseFuture {
        let request_id = &request.caller.request_id;
        tracing::error!(request = %request_id, error = format!("{error:#}"), "internal error");
        self.refusal_page(request, 500, |words| words.internal_error, request_id).into()
    }

    /// Returns the refusal of a request over an unprotected connection or for an unknown host; `None` for any other.
    fn refuse_insecure(&self, request: &Request) -> Option<Response> {
        if !request.is_private {
            return Some(self.refusal_page(request, 403, |words| words.plain_http_refused, ""));
        }
        if !request.is_host_known {
            return Some(self.refusal_page(request, 403, |words| words.unknown_host, ""));
        }
        None
    }

    /// Shows the sign-in page, or redirects to it. Refuses forms, and every request if there are no operators.
    fn answer_without_session(&self, request: &Request) -> Result<Response> {
        let snapshot = self.service.store.snapshot()?;
        if Operator::all(&snapshot)?.is_empty() {
            let path = self.service.store.path().display().to_string();
            return Ok(self.refusal_page(request, 200, |words| words.no_operator_yet, &path));
        }
        if request.is_post {
            return Ok(self.refusal_page(request, 403, |words| words.session_ended, ""));
        }
        Ok(match request.path.as_slice() {
            [page] if page == "sign-in" => sign_in::sign_in_page(self, request, None),
            _ => {
                let return_address = FormFields::new([("to", request.address())]).to_query();
                Response::redirect(format!("{}/sign-in?{return_address}", self.root))
            }
        })
    }

    /// Stores the language in a cookie, if its tag is known. Redirects to the same address without the query field
    /// `language`, so that reloading the page does not change the language again.
    fn switch_language(&self, request: &Request, language: &str) -> Response {
        let path = request.path.join("/");
        let query = request.query.query_without("language");
        let question_mark = if query.is_empty() { "" } else { "?" };
        let redirect = Response::redirect(format!("{}/{path}{question_mark}{query}", self.root));
        match crate::model::language::Language::from_tag(language) {
            Some(language) => redirect.with_cookie(cookie(self, request, "language", language.code(), ONE_YEAR)),
            None => redirect,
        }
    }

    /// Returns a page with this message, in which `value` replaces `{}`.
    fn refusal_page(&self, request: &Request, status: u16, message: TextSelector, value: &str) -> Response {
        let words = translations::of(request.language());
        let mut content = PageContent::new(words.not_done).with_status(status);
        content.add_note(&message(words).replace("{}", value));
        content.response(self, request, None)
    }
}
