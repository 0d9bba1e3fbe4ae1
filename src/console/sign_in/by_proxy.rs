//! Operators whom a trusted proxy has signed in, by the header of `--operator-header`. Passwords and second factors are
//! the proxy's then; roles, sessions and tokens of forms stay.

use std::sync::Arc;

use anyhow::Result;
use tokio::runtime::Handle;

use super::{PAGE, audit, with_session};
use crate::console::page::{PageContent, RequestResult};
use crate::console::session::{LONGEST, SignInStage};
use crate::console::{Console, Request, Response, today, translations};
use crate::ledger::{Attribution, Origin};
use crate::store::account::{AccountError, AccountKind, check_new_name};
use crate::store::operator::{Operator, SignInOutcome, was_revoked};
use crate::store::{OpenMode, open};

/// Begins a session of the operator whom the proxy names, and answers in it. A redirect would not do: after the
/// redirect of another site a browser does not send the session's cookie.
pub fn enter(console: &Arc<Console>, request: &Request) -> Result<RequestResult> {
    if request.path.first().is_some_and(|path| path == PAGE) {
        return Ok(Response::to(console.root.clone()).into());
    }
    // a page of another site must not begin a session, nor read or change anything in it
    if !request.is_navigation {
        return Ok(console.refusal_page(request, 403, |words| words.session_ended, "").into());
    }
    if request.is_cross_site {
        return Ok(lead_on(console, request).into());
    }
    let name = request.by_proxy.as_deref().unwrap_or_default();
    let store = &console.service.store;
    let Some(operator) = found_or_added(console, name)? else {
        tracing::warn!(request = %request.caller.request, "the proxy names an operator who does not exist");
        return Ok(console.refusal_page(request, 403, |words| words.unknown_by_proxy, name).on(PAGE).into());
    };
    let cookie = console.sessions.begin(store, request, operator, SignInStage::ByProxy)?;
    Handle::current().block_on(audit(console, request, name, SignInOutcome::ByProxy));
    let Some(signed) = console.sessions.signed_by(store, request, &cookie)? else {
        return Ok(console.refusal_page(request, 403, |words| words.session_ended, "").into());
    };
    let with_cookie = with_session(Response::text(200, String::new()), console, request, &cookie, LONGEST);
    let cookie = with_cookie.headers.into_iter().filter(|(name, _)| *name == "set-cookie");
    let cookie: Vec<_> = cookie.collect();
    Ok(console.page_for(request, signed).map(|mut response| {
        response.headers.extend(cookie);
        response
    }))
}

/// Returns a page with a link to the same address. With a request from this page the browser sends the session's cookie,
/// and what the address does is the operator's decision. *Today*, where a sign-in ends, opens by itself.
fn lead_on(console: &Console, request: &Request) -> Response {
    let words = translations::of(request.language());
    let address = format!("{}/{}", console.root, request.address());
    let mut content = PageContent::new(words.sign_in);
    content.note(words.another_site);
    content.link(address.clone(), words.open_page);
    let page = content.response(console, request, None, 200).on(PAGE);
    let is_harmless = request.path == [today::PAGE.path] && request.query.0.is_empty();
    if is_harmless { page.with("refresh", format!("0; url={address}")) } else { page }
}

/// Returns the operator of this name, added with the default role if there is one and nobody has revoked the name.
fn found_or_added(console: &Console, name: &str) -> Result<Option<Operator>> {
    let store = &console.service.store;
    let found = Operator::find(&*store.snapshot()?, name)?;
    let Some(role) = console.sign_in.default_role.filter(|_| store.is_writable() && found.is_none()) else {
        return Ok(found);
    };
    if check_new_name(AccountKind::Operator, name).is_err() || was_revoked(&*store.snapshot()?, name)? {
        return Ok(None);
    }
    let clock = store.snapshot()?.clock().clone();
    let mut database = open(&console.file, &clock, OpenMode::Existing)?;
    let action = format!("operator add {name}; {role}; named by the proxy, without a password");
    let by = Attribution { origin: Origin::Command, actor: name.to_owned(), action: format!("console {action}") };
    match Operator::add(&mut database, &by, (name, ""), &role, || Ok(())) {
        // another request was first, or another operator has this name in other letters
        Err(error) if error.downcast_ref::<AccountError>().is_some() => {}
        added => added?,
    }
    Ok(Operator::find(&*store.snapshot()?, name)?)
}
