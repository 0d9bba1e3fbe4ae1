//! Sign-in and sign-out: the password, then the code of a second factor (`code.rs`), or a trusted proxy (`by_proxy.rs`).

pub mod by_proxy;
pub mod code;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use askama::Template;

use super::page::PageContent;
use super::page_context::PageContext;
use super::request::FormFields;
use super::session::{CODE_WITHIN, COOKIE, LONGEST, SignInStage};
use super::translations::{self, Translations};
use super::{Console, Request, Response};
use crate::gate::second_factor::SecondFactorRequirement;
use crate::gate::{Login, LoginError};
use crate::store::operator::{self, Operator, Role, SignInOutcome};

/// The page's name in the log.
pub const PAGE: &str = "sign-in";

/// What the service requires of operators.
pub struct SignInRules {
    /// Who needs a second factor.
    pub second_factor: SecondFactorRequirement,
    /// The role of a new operator whom a trusted proxy names; `None` if it may name known ones only.
    pub default_role: Option<Role>,
}

/// Shows the sign-in form, with the error of the last attempt if there was one.
pub fn sign_in_page(console: &Console, request: &Request, wrong: Option<SignInError>) -> Response {
    let words = translations::of(request.language());
    let given = if request.is_post { &request.form } else { &request.query };
    let mut content = PageContent::new(words.sign_in);
    content.add(&SignInForm {
        words,
        root: &console.root,
        to: given.text_of("to"),
        name: given.text_of("name"),
        wrong: wrong.as_ref().map(|wrong| wrong.text.as_str()),
    });
    respond(console, request, content, wrong.as_ref())
}

/// Returns a page of the sign-in with the status of its error.
fn respond(console: &Console, request: &Request, content: PageContent, wrong: Option<&SignInError>) -> Response {
    let response = content.response(console, request, None, wrong.map_or(200, |wrong| wrong.status)).on(PAGE);
    match wrong.and_then(|wrong| wrong.retry_after) {
        Some(seconds) => response.with("retry-after", seconds.to_string()),
        None => response,
    }
}

/// Why a sign-in failed.
pub struct SignInError {
    /// The HTTP status.
    status: u16,
    /// The message in the page's language.
    pub text: String,
    /// The seconds until another attempt may succeed.
    retry_after: Option<u64>,
}

impl SignInError {
    /// Returns whether name and password were checked and are wrong.
    pub fn is_password(&self) -> bool {
        self.status == 401
    }

    fn internal(error: anyhow::Error, request: &Request) -> Self {
        Self::of(&LoginError::Failed(error), request)
    }

    fn of(denied: &LoginError, request: &Request) -> Self {
        let words = translations::of(request.language());
        let waiting = |status, text: &str, wait: &Duration| {
            let seconds = wait.as_secs().max(1);
            Self { status, text: text.replace("{}", &seconds.to_string()), retry_after: Some(seconds) }
        };
        match denied {
            LoginError::TooMany { retry_after } => waiting(429, words.too_many, retry_after),
            LoginError::Busy { retry_after } => waiting(503, words.too_busy, retry_after),
            LoginError::Failed(error) => {
                tracing::error!(request = %request.caller.request, error = format!("{error:#}"), "internal error");
                let text = words.internal.replace("{}", &request.caller.request);
                Self { status: 500, text, retry_after: None }
            }
            LoginError::Credentials | LoginError::NotGranted { .. } => {
                Self { status: 401, text: words.wrong_password.to_owned(), retry_after: None }
            }
        }
    }
}

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInForm<'a> {
    words: &'static Translations,
    root: &'a str,
    to: &'a str,
    name: &'a str,
    wrong: Option<&'a str>,
}

/// Signs in an operator in a new session, whatever cookie was sent.
pub async fn take(console: &Arc<Console>, request: Request) -> Response {
    if let Some(closed) = console.refuse_closed(&request) {
        return closed;
    }
    if !request.is_of_this_site {
        return console.refusal_page(&request, 403, |words| words.not_of_this_page, "");
    }
    let name = request.form.text_of("name").trim();
    let verified = verified(console, &request, (name, "password"), SignInOutcome::Failed).await;
    let begun = match verified {
        Ok(operator) => {
            begin(console, &request, operator).await.map_err(|error| SignInError::internal(error, &request))
        }
        Err(wrong) => Err(wrong),
    };
    begun.unwrap_or_else(|wrong| sign_in_page(console, &request, Some(wrong)))
}

/// Begins the session of an operator whose password was right: the code of a second factor comes first.
async fn begin(console: &Console, request: &Request, operator: Operator) -> Result<Response> {
    let store = &console.service.store;
    if operator::has_second_factor(&*store.snapshot()?, &operator)? {
        let cookie = console.sessions.begin(store, request, operator, SignInStage::AwaitsCode)?;
        let to = FormFields(vec![("to".to_owned(), request.form.text_of("to").to_owned())]).text();
        let code = Response::to(format!("{}/sign-in/code?{to}", console.root));
        return Ok(with_session(code, console, request, &cookie, CODE_WITHIN).on(PAGE));
    }
    enter(console, request, operator, SignInOutcome::Done).await
}

/// Signs in an operator in a new session, and leads to the page that was requested.
async fn enter(console: &Console, request: &Request, operator: Operator, how: SignInOutcome) -> Result<Response> {
    let name = operator.name.clone();
    let cookie = console.sessions.begin(&console.service.store, request, operator, SignInStage::SignedIn)?;
    audit(console, request, &name, how).await;
    // always an address below the console
    let to = format!("{}/{}", console.root, request.form.text_of("to").trim_start_matches('/'));
    Ok(with_session(Response::to(to), console, request, &cookie, LONGEST).on(PAGE).by(&name))
}

fn with_session(response: Response, console: &Console, request: &Request, cookie: &str, longest: Duration) -> Response {
    // an unused session ends earlier
    let seconds = u32::try_from(longest.as_secs()).unwrap_or(u32::MAX);
    response.with_cookie(console, request, COOKIE, cookie, seconds)
}

/// Records the outcome of a sign-in in the audit.
async fn audit(console: &Console, request: &Request, name: &str, outcome: SignInOutcome) {
    // an unwritable database keeps nobody from reading
    let writer = console.service.store.writer();
    let written = operator::audit_sign_in(writer, name, request.caller.client, outcome).await;
    if let Err(error) = written {
        tracing::warn!(%error, "a sign-in could not be written into the audit");
    }
}

/// Verifies an operator's password in this field of the form. Audits each failure as `failure`.
pub async fn verified(
    console: &Console,
    request: &Request,
    (name, field): (&str, &str),
    failure: SignInOutcome,
) -> Result<Operator, SignInError> {
    let service = &console.service;
    let client = request.caller.client;
    let password = request.form.text_of(field).to_owned();
    let login = Login { username: name.to_owned(), password, client, is_token: false };
    let verdict = service.gate.sign_in(&service.store, login.clone()).await;
    let outcome = match &verdict {
        Ok(_) => None,
        Err(LoginError::TooMany { .. }) => {
            service.gate.mark_refusal_reported(login).then_some(SignInOutcome::Throttled)
        }
        Err(LoginError::Busy { .. }) => None,
        Err(_) => Some(failure),
    };
    if let Some(outcome) = outcome {
        audit(console, request, name, outcome).await;
    }
    verdict.map_err(|denied| SignInError::of(&denied, request))
}

pub fn leave(context: &PageContext) -> Response {
    let PageContext { console, request, .. } = context;
    if !context.is_own() {
        return console.refusal_page(request, 403, |words| words.not_of_this_page, "");
    }
    console.previews.forget(&context.signed.token);
    console.undos.forget(&context.signed.token);
    console.sessions.end(request);
    let left = match context.signed.is_by_proxy {
        // the sign-in page would sign in again at once
        true => console.refusal_page(request, 200, |words| words.signed_out_here, ""),
        false => Response::to(context.address("sign-in")),
    };
    left.with_cookie(console, request, COOKIE, "", 0)
}
