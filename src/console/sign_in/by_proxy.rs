//! Operators whom a trusted proxy has signed in, by the header of `--operator-header`. Passwords and second factors are
//! the proxy's then; roles, sessions and tokens of forms stay.

use std::sync::Arc;

use anyhow::Result;
use tokio::runtime::Handle;

use super::{PAGE, audit, with_session};
use crate::console::page::RequestResult;
use crate::console::session::{LONGEST, SignInStage};
use crate::console::{Console, Request, Response};
use crate::ledger::{Attribution, Origin};
use crate::store::account::{AccountError, AccountKind, check_new_name};
use crate::store::operator::{Operator, SignIn};
use crate::store::{OpenMode, open};

/// Begins a session of the operator whom the proxy names, and answers in it. A redirect would not do: after the
/// redirect of another site a browser does not send the session's cookie.
pub fn enter(console: &Arc<Console>, request: &Request) -> Result<RequestResult> {
    if request.path.first().is_some_and(|path| path == PAGE) {
        return Ok(Response::to(console.root.clone()).into());
    }
    let name = request.by_proxy.as_deref().unwrap_or_default();
    let store = &console.service.store;
    let Some(operator) = found_or_added(console, name)? else {
        tracing::warn!(request = %request.caller.request, "the proxy names an operator who does not exist");
        return Ok(console.refusal_page(request, 403, |words| words.unknown_by_proxy, name).on(PAGE).into());
    };
    let cookie = console.sessions.begin(store, operator, SignInStage::ByProxy)?;
    Handle::current().block_on(audit(console, request, name, SignIn::ByProxy));
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

/// Returns the operator of this name, added with the default role if there is one.
fn found_or_added(console: &Console, name: &str) -> Result<Option<Operator>> {
    let store = &console.service.store;
    let found = Operator::find(&*store.snapshot()?, name)?;
    let Some(role) = console.sign_in.default_role.filter(|_| store.is_writable() && found.is_none()) else {
        return Ok(found);
    };
    if check_new_name(AccountKind::Operator, name).is_err() {
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
