//! Sign-in and sign-out.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;

use super::page::PageContent;
use super::page_context::PageContext;
use super::session::{COOKIE, LONGEST};
use super::translations::{self, Translations};
use super::{Console, Request, Response};
use crate::gate::{Login, LoginError};
use crate::model::text::quoted;
use crate::store::operator::{self, Operator, SignIn};

/// The page's name in the log.
pub const PAGE: &str = "sign-in";

/// Shows the sign-in form, with an error.
pub fn asked(console: &Console, request: &Request, wrong: Option<SignInError>) -> Response {
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
    let (status, wait) = wrong.map_or((200, None), |wrong| (wrong.status, wrong.retry_after));
    let response = content.response(console, request, None, status).on(PAGE);
    match wait {
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
    let begun = verified(console, &request, (name, "password"), SignIn::Failed).await.and_then(|operator| {
        let name = operator.name.clone();
        let cookie =
            console.sessions.begin(operator).map_err(|error| SignInError::of(&LoginError::Failed(error), &request))?;
        Ok((name, cookie))
    });
    match begun {
        Ok((name, cookie)) => enter(console, &request, &cookie).on(PAGE).by(&name),
        Err(wrong) => asked(console, &request, Some(wrong)),
    }
}

/// Verifies an operator's password in this field of the form. Audits each failure as `failure`, and a successful
/// sign-in.
pub async fn verified(
    console: &Console,
    request: &Request,
    (name, field): (&str, &str),
    failure: SignIn,
) -> Result<Operator, SignInError> {
    let service = &console.service;
    let client = request.caller.client;
    let password = request.form.text_of(field).to_owned();
    let login = Login { username: name.to_owned(), password, client, is_token: false };
    let verdict = service.gate.sign_in(&service.store, login.clone()).await;
    let outcome = match &verdict {
        Ok(_) => (failure == SignIn::Failed).then_some(SignIn::Done),
        Err(LoginError::TooMany { .. }) => service.gate.is_first_refusal(login).then_some(SignIn::Throttled),
        Err(LoginError::Busy { .. }) => None,
        Err(_) => Some(failure),
    };
    if let Some(outcome) = outcome {
        // an unwritable database keeps nobody from reading
        let written = operator::audit_sign_in(service.store.writer(), &quoted(name), client, outcome).await;
        if let Err(error) = written {
            tracing::warn!(%error, "a sign-in could not be written into the audit");
        }
    }
    verdict.map_err(|denied| SignInError::of(&denied, request))
}

fn enter(console: &Console, request: &Request, cookie: &str) -> Response {
    // always an address below the console
    let to = format!("{}/{}", console.root, request.form.text_of("to").trim_start_matches('/'));
    // an unused session ends earlier
    let seconds = u32::try_from(LONGEST.as_secs()).unwrap_or(u32::MAX);
    Response::to(to).with_cookie(console, request, COOKIE, cookie, seconds)
}

pub fn leave(visit: &PageContext) -> Response {
    let PageContext { console, request, .. } = visit;
    if !visit.is_own() {
        return console.refusal_page(request, 403, |words| words.not_of_this_page, "");
    }
    console.previews.forget(&visit.signed.token);
    console.undos.forget(&visit.signed.token);
    console.sessions.end(request);
    Response::to(visit.address("sign-in")).with_cookie(console, request, COOKIE, "", 0)
}
