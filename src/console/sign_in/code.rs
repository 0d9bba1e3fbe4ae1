//! The code of a second factor, after the password.

use std::sync::Arc;

use anyhow::Result;
use askama::Template;

use super::{PAGE, SignInError, audit, enter, respond};
use crate::console::page::PageContent;
use crate::console::translations::{self, Translations};
use crate::console::{Console, Request, Response};
use crate::gate::LoginError;
use crate::gate::second_factor::SecondFactorCodeKind;
use crate::store::operator::{Operator, SignInOutcome};

#[derive(Template)]
#[template(path = "sign_in_code.html")]
struct CodeForm<'a> {
    words: &'static Translations,
    root: &'a str,
    to: &'a str,
    wrong: Option<&'a str>,
}

/// Shows the form of the code, and takes it. Without a password before, it leads to the sign-in page.
pub async fn answer(console: &Arc<Console>, request: Request) -> Response {
    if let Some(language) = request.query.get("language") {
        return console.switch_language(&request, language);
    }
    if let Some(closed) = console.refuse_closed(&request) {
        return closed;
    }
    if request.is_post && !request.is_of_this_site {
        return console.refusal_page(&request, 403, |words| words.not_of_this_page, "");
    }
    let answered = match console.sessions.awaiting_code(&console.service.store, &request) {
        Ok(Some(operator)) if request.is_post => take(console, &request, operator).await,
        Ok(Some(_)) => Ok(show(console, &request, None)),
        Ok(None) => Ok(Response::to(format!("{}/sign-in", console.root))),
        Err(error) => Err(error),
    };
    answered.unwrap_or_else(|error| show(console, &request, Some(&SignInError::internal(error, &request)))).on(PAGE)
}

fn show(console: &Console, request: &Request, wrong: Option<&SignInError>) -> Response {
    let words = translations::of(request.language());
    let given = if request.is_post { &request.form } else { &request.query };
    let mut content = PageContent::new(words.second_factor);
    let wrong_text = wrong.map(|wrong| wrong.text.as_str());
    content.add(&CodeForm { words, root: &console.root, to: given.text_of("to"), wrong: wrong_text });
    respond(console, request, content, wrong)
}

async fn take(console: &Console, request: &Request, operator: Operator) -> Result<Response> {
    let service = &console.service;
    let (id, name) = (operator.id, operator.name.clone());
    let denied = match service.gate.check_code(&service.store, &operator, request.form.text_of("code")).await {
        Ok(used) => {
            let how =
                if used == SecondFactorCodeKind::Recovery { SignInOutcome::Recovered } else { SignInOutcome::Done };
            return enter(console, request, operator, how).await;
        }
        Err(denied) => denied,
    };
    let outcome = match &denied {
        LoginError::TooMany { .. } => service.gate.mark_code_refusal_reported(id).then_some(SignInOutcome::Throttled),
        LoginError::Credentials => Some(SignInOutcome::WrongCode),
        _ => None,
    };
    if let Some(outcome) = outcome {
        audit(console, request, &name, outcome).await;
    }
    let mut wrong = SignInError::of(&denied, request);
    if wrong.is_password() {
        wrong.text = translations::of(request.language()).code_wrong.to_owned();
    }
    Ok(show(console, request, Some(&wrong)))
}
