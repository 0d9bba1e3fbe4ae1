//! Sign-in, by a password and a code (`code.rs`) or by a trusted proxy (`by_proxy.rs`), and sign-out.

pub mod by_proxy;
pub mod code;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use askama::Template;

use super::session::{MAX_AGE, MAX_CODE_DELAY, SESSION_COOKIE, SignInStage};
use super::storage_failure::StorageFailure;
use super::translations::{self, Translations};
use super::{Console, FormFields, PageContent, PageContext, Request, Response, cookie};
use crate::gate::second_factor::SecondFactorRequirement;
use crate::gate::{Login, LoginError};
use crate::model::text::cut_and_escape_value;
use crate::store::operator::{self, Operator, Role, SignInOutcome};

/// The name of the page in the log and in its address.
pub const SIGN_IN_PAGE: &str = "sign-in";

/// The options of `serve` for signing in.
pub struct SignInRules {
    /// `--require-second-factor`: the operators who need a second factor.
    pub second_factor: SecondFactorRequirement,
    /// `--operator-default-role`: the role of a new operator whom a trusted proxy names. `None` if only existing
    /// operators can sign in.
    pub default_role: Option<Role>,
}

/// Returns the page with the form for name and password. After an error, the name stays in the form.
pub fn sign_in_page(console: &Console, request: &Request, error: Option<SignInError>) -> Response {
    let words = translations::of(request.language());
    let fields = if request.is_post { &request.form } else { &request.query };
    let mut content = PageContent::new(words.sign_in);
    content.add(&SignInForm {
        words,
        root: &console.root,
        return_address: fields.text_of("to"),
        name: fields.text_of("name"),
        error: error.as_ref().map(|error| error.text.as_str()),
    });
    form_response(console, request, content, error.as_ref())
}

fn form_response(console: &Console, request: &Request, content: PageContent, error: Option<&SignInError>) -> Response {
    let content = content.with_status(error.map_or(200, |error| error.status));
    let response = content.response(console, request, None).with_logged_page(SIGN_IN_PAGE);
    match error.and_then(|error| error.retry_after) {
        Some(seconds) => response.with_header("retry-after", seconds.to_string()),
        None => response,
    }
}

pub struct SignInError {
    /// The HTTP status. 401 means a wrong name, password or code.
    status: u16,
    pub text: String,
    /// The seconds until another attempt can succeed. `None` if waiting does not help, or if it is unknown how long.
    retry_after: Option<u64>,
}

impl SignInError {
    pub fn has_wrong_credentials(&self) -> bool {
        self.status == 401
    }

    fn internal(error: anyhow::Error, request: &Request) -> Self {
        Self::from_login_error(&LoginError::Internal(error), request)
    }

    /// Describes an error of the gate in the page's language. Logs an internal error, and shows only the request id.
    fn from_login_error(error: &LoginError, request: &Request) -> Self {
        let words = translations::of(request.language());
        let retry_later = |status, text: &str, wait: &Duration| {
            let seconds = wait.as_secs().max(1);
            Self { status, text: text.replace("{}", &seconds.to_string()), retry_after: Some(seconds) }
        };
        match error {
            LoginError::TooMany { retry_after } => retry_later(429, words.too_many_attempts, retry_after),
            LoginError::Busy { retry_after } => retry_later(503, words.too_many_sign_ins, retry_after),
            LoginError::Internal(error) => {
                tracing::error!(request = %request.caller.request_id, error = format!("{error:#}"), "internal error");
                let (status, text) = match StorageFailure::of(error) {
                    Some(failure) => (failure.status(), failure.text(words).to_owned()),
                    None => (500, words.internal_error.replace("{}", &request.caller.request_id)),
                };
                Self { status, text, retry_after: None }
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
    /// The path below the console that opens after the sign-in.
    return_address: &'a str,
    name: &'a str,
    error: Option<&'a str>,
}

/// Verifies the sent password and begins a new session, even if the request has the cookie of an earlier session.
pub async fn submit(console: &Arc<Console>, request: Request) -> Response {
    if let Some(refusal) = console.refuse_insecure(&request) {
        return refusal;
    }
    if !request.is_of_this_site {
        return console.refusal_page(&request, 403, |words| words.foreign_request, "");
    }
    if let Some(name) = request.form.repeated_name() {
        return console.refusal_page(&request, 400, |words| words.repeated_field, &cut_and_escape_value(name));
    }
    let name = request.form.text_of("name").trim();
    let verified = verify_password(console, &request, (name, "password"), SignInOutcome::Failed).await;
    let response = match verified {
        Ok(operator) => {
            accept_password(console, &request, operator).await.map_err(|error| SignInError::internal(error, &request))
        }
        Err(error) => Err(error),
    };
    response.unwrap_or_else(|error| sign_in_page(console, &request, Some(error)))
}

/// Redirects an operator with a second factor to the form for the code. Signs in every other operator.
async fn accept_password(console: &Console, request: &Request, operator: Operator) -> Result<Response> {
    let store = &console.service.store;
    // this session opens no page until the code follows
    if operator::has_second_factor(&*store.snapshot()?, &operator)? {
        let session = console.sessions.begin(store, request, operator, SignInStage::AwaitsCode)?;
        let cookie = cookie(console, request, SESSION_COOKIE, &session, MAX_CODE_DELAY);
        let query = FormFields::new([("to", request.form.text_of("to"))]).to_query();
        let redirect = Response::redirect(format!("{}/sign-in/code?{query}", console.root));
        return Ok(redirect.with_cookie(cookie).with_logged_page(SIGN_IN_PAGE));
    }
    sign_in(console, request, operator, SignInOutcome::Done).await
}

/// Begins a session, audits the sign-in, and redirects to the requested address. The session gets a new cookie, so that
/// a cookie from before the sign-in is worthless.
async fn sign_in(console: &Console, request: &Request, operator: Operator, outcome: SignInOutcome) -> Result<Response> {
    let name = operator.name.clone();
    let session = console.sessions.begin(&console.service.store, request, operator, SignInStage::SignedIn)?;
    audit_sign_in(console, request, &name, outcome).await;
    // `to` comes from the browser: the prefix keeps the redirect below the console
    let to = format!("{}/{}", console.root, request.form.text_of("to").trim_start_matches('/'));
    let cookie = cookie(console, request, SESSION_COOKIE, &session, MAX_AGE);
    Ok(Response { operator: Some(name), ..Response::redirect(to).with_cookie(cookie).with_logged_page(SIGN_IN_PAGE) })
}

/// Records the outcome of a sign-in in the audit. If the database cannot be written, logs a warning instead.
async fn audit_sign_in(console: &Console, request: &Request, name: &str, outcome: SignInOutcome) {
    let writer = console.service.store.writer();
    if let Err(error) = operator::audit_sign_in(writer, name, request.caller.client, outcome).await {
        tracing::warn!(%error, "a sign-in could not be written into the audit");
    }
}

/// Verifies the password in the form's field `field` for the operator `name`. Audits a wrong password as `failure`.
pub async fn verify_password(
    console: &Console,
    request: &Request,
    (name, field): (&str, &str),
    failure: SignInOutcome,
) -> Result<Operator, SignInError> {
    let service = &console.service;
    let client = request.caller.client;
    let password = request.form.text_of(field).to_owned();
    let login = Login { username: name.to_owned(), password, client, is_token: false };
    let result = service.gate.sign_in(&service.store, login.clone()).await;
    let outcome = match &result {
        // the caller audits a success; a busy service has not verified the password
        Ok(_) | Err(LoginError::Busy { .. }) => None,
        // only the first refusal of a series is recorded
        Err(LoginError::TooMany { .. }) => {
            service.gate.mark_refusal_reported(login).then_some(SignInOutcome::Throttled)
        }
        Err(_) => Some(failure),
    };
    if let Some(outcome) = outcome {
        audit_sign_in(console, request, name, outcome).await;
    }
    result.map_err(|error| SignInError::from_login_error(&error, request))
}

pub fn sign_out(context: &PageContext) -> Response {
    let PageContext { console, request, .. } = context;
    if !context.is_form_of_session() {
        return console.refusal_page(request, 403, |words| words.foreign_request, "");
    }
    console.previews.remove(&context.operator.session_id);
    console.undos.remove(&context.operator.session_id);
    console.sessions.end(request);
    let response = match context.operator.is_by_proxy {
        // on the sign-in page, the proxy would sign the operator in again
        true => console.refusal_page(request, 200, |words| words.signed_out_here, ""),
        false => Response::redirect(context.address("sign-in")),
    };
    response.with_cookie(cookie(console, request, SESSION_COOKIE, "", Duration::ZERO))
}
