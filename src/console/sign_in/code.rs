//! The sign-in page for the code of a second factor. The page comes after the page for the password.

use std::sync::Arc;

use anyhow::Result;
use askama::Template;

use super::{SIGN_IN_PAGE, SignInError, audit_sign_in, form_response, sign_in};
use crate::console::translations::{self, Translations};
use crate::console::{Console, PageContent, Request, Response};
use crate::gate::LoginError;
use crate::gate::second_factor::SecondFactorCodeKind;
use crate::store::operator::{Operator, SignInOutcome};

#[derive(Template)]
#[template(path = "sign_in_code.html")]
struct CodeForm<'a> {
    words: &'static Translations,
    root: &'a str,
    return_address: &'a str,
    error: Option<&'a str>,
}

/// Shows the form for the code, or checks the code that the operator sends. Without a session that awaits a code,
/// redirects to the sign-in page.
pub async fn answer(console: &Arc<Console>, request: Request) -> Response {
    // this page is not answered by `Console::answer_page`, so it repeats the first checks of that function
    if let Some(language) = request.query.get("language") {
        return console.switch_language(&request, language);
    }
    if let Some(refusal) = console.refuse_insecure(&request) {
        return refusal;
    }
    if request.is_post && !request.is_of_this_site {
        return console.refusal_page(&request, 403, |words| words.foreign_request, "");
    }
    let response = match console.sessions.find_awaiting_code(&console.service.store, &request) {
        Ok(Some(operator)) if request.is_post => submit(console, &request, operator).await,
        Ok(Some(_)) => Ok(show(console, &request, None)),
        Ok(None) => Ok(Response::redirect(format!("{}/sign-in", console.root))),
        Err(error) => Err(error),
    };
    response
        .unwrap_or_else(|error| show(console, &request, Some(&SignInError::internal(error, &request))))
        .with_logged_page(SIGN_IN_PAGE)
}

fn show(console: &Console, request: &Request, error: Option<&SignInError>) -> Response {
    let words = translations::of(request.language());
    let fields = if request.is_post { &request.form } else { &request.query };
    let mut content = PageContent::new(format!("{} · {}", words.second_factor, words.sign_in));
    let error_text = error.map(|error| error.text.as_str());
    content.add(&CodeForm { words, root: &console.root, return_address: fields.text_of("to"), error: error_text });
    form_response(console, request, content, error)
}

async fn submit(console: &Console, request: &Request, operator: Operator) -> Result<Response> {
    let service = &console.service;
    let (id, name) = (operator.id, operator.name.clone());
    let error = match service.gate.check_code(&service.store, &operator, request.form.text_of("code")).await {
        Ok(SecondFactorCodeKind::TimeBased) => return sign_in(console, request, operator, SignInOutcome::Done).await,
        Ok(SecondFactorCodeKind::Recovery) => {
            return sign_in(console, request, operator, SignInOutcome::ByRecoveryCode).await;
        }
        Err(error) => error,
    };
    let outcome = match &error {
        // only the first refusal of a series is recorded
        LoginError::TooMany { .. } => service.gate.mark_code_refusal_reported(id).then_some(SignInOutcome::Throttled),
        LoginError::Credentials => Some(SignInOutcome::WrongCode),
        _ => None,
    };
    if let Some(outcome) = outcome {
        audit_sign_in(console, request, &name, outcome).await;
    }
    // the general text is about name and password
    let mut error = SignInError::from_login_error(&error, request);
    if error.has_wrong_credentials() {
        error.text = translations::of(request.language()).wrong_code.to_owned();
    }
    Ok(show(console, request, Some(&error)))
}
