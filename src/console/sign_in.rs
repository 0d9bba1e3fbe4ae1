//! Signing in and out.

use std::sync::Arc;

use askama::Template;

use super::page::Content;
use super::session::{COOKIE, LONGEST};
use super::visit::Visit;
use super::words::{self, Words};
use super::{Console, Request, Response};
use crate::gate::{Denied, Login};
use crate::model::text::quoted;
use crate::store::operator;

/// Asks for name and password; says what was wrong with those that were given.
pub fn asked(console: &Console, request: &Request, wrong: Option<String>) -> Response {
    let words = words::of(request.language());
    let given = if request.is_post { &request.form } else { &request.query };
    let mut content = Content::new(words.sign_in);
    content.add(&SignIn {
        words,
        root: &console.root,
        to: given.text_of("to"),
        name: given.text_of("name"),
        wrong: wrong.as_deref(),
    });
    let status = if wrong.is_some() { 401 } else { 200 };
    content.response(console, request, None, status)
}

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignIn<'a> {
    words: &'static Words,
    root: &'a str,
    to: &'a str,
    name: &'a str,
    wrong: Option<&'a str>,
}

/// Lets in who knows a name and its password, in a session of its own whatever cookie was sent.
pub async fn take(console: &Arc<Console>, request: Request) -> Response {
    let words = words::of(request.language());
    if !request.is_private {
        return console.refused(&request, 403, |words| words.plain_http, "");
    }
    if !request.is_of_this_site {
        return console.refused(&request, 403, |words| words.not_of_this_page, "");
    }
    let service = &console.service;
    let name = request.form.text_of("name").trim().to_owned();
    let login = Login {
        username: name.clone(),
        password: request.form.text_of("password").to_owned(),
        client: request.caller.client,
    };
    let entered = service.gate.sign_in(&service.store, login).await;
    let throttled = matches!(entered, Err(Denied::TooMany { .. }));
    if !throttled {
        // a database that cannot be written keeps nobody out who only reads
        let (shown, done) = (quoted(&name), entered.is_ok());
        let told = operator::tell_signing_in(service.store.writer(), &shown, request.caller.client, done);
        if let Err(error) = told.await {
            tracing::warn!(%error, "signing in is not told in the audit");
        }
    }
    let wrong = match entered {
        Ok(operator) => match console.sessions.begin(operator) {
            Ok(cookie) => return enter(console, &request, &cookie),
            Err(error) => format!("{error:#}"),
        },
        Err(Denied::TooMany { retry_after }) => {
            let seconds = retry_after.as_secs().max(1).to_string();
            words.too_many.replace("{}", &seconds)
        }
        Err(Denied::Failed(error)) => {
            tracing::error!(request = %request.caller.request, error = format!("{error:#}"), "internal error");
            words.internal.replace("{}", &request.caller.request)
        }
        Err(_) => words.wrong_password.to_owned(),
    };
    asked(console, &request, Some(wrong))
}

fn enter(console: &Console, request: &Request, cookie: &str) -> Response {
    // it stands below the console whatever it says
    let to = format!("{}/{}", console.root, request.form.text_of("to").trim_start_matches('/'));
    // the session itself ends sooner where it is not used
    let seconds = u32::try_from(LONGEST.as_secs()).unwrap_or(u32::MAX);
    Response::to(to).with_cookie(console, request, COOKIE, cookie, seconds)
}

/// Ends the session.
pub fn leave(visit: &Visit) -> Response {
    let Visit { console, request, .. } = visit;
    if !visit.is_own() {
        return console.refused(request, 403, |words| words.not_of_this_page, "");
    }
    console.previews.forget(&visit.signed.token);
    console.undos.forget(&visit.signed.token);
    console.sessions.end(request);
    Response::to(visit.address("sign-in")).with_cookie(console, request, COOKIE, "", 0)
}
