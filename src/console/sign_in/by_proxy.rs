//! Sign-in by a trusted proxy, which names the operator in the header of `--operator-header`. The proxy checks
//! passwords and second factors. Roles, sessions and form tokens are the same as for other operators.

use std::sync::Arc;

use anyhow::Result;
use tokio::runtime::Handle;

use super::{SIGN_IN_PAGE, audit_sign_in};
use crate::console::session::{MAX_AGE, SESSION_COOKIE, SignInStage};
use crate::console::{Console, PageContent, Request, Response, ResponseFuture, cookie, today, translations};
use crate::ledger::Attribution;
use crate::model::message::MessageName;
use crate::store::account::{AccountError, AccountKind, check_new_name};
use crate::store::operator::{Operator, SignInOutcome, was_revoked};

/// Begins a session for the operator whom the proxy names, and answers the request in the session. Redirects come
/// before the session: if another site led to the page, browsers omit a new cookie after a redirect.
pub fn sign_in(console: &Arc<Console>, request: &Request, name: &str) -> Result<ResponseFuture> {
    match request.path.first().map(String::as_str) {
        None => return Ok(Response::redirect(format!("{}/{}", console.root, today::PAGE.path)).into()),
        Some(SIGN_IN_PAGE) => return Ok(Response::redirect(console.root.clone()).into()),
        Some(_) => {}
    }
    // a page of another site must not begin a session, and must not read or change data in a session
    if !request.is_navigation {
        return Ok(console.refusal_page(request, 403, |words| words.session_ended, "").into());
    }
    if request.is_cross_site {
        return Ok(confirm_address(console, request).into());
    }
    let store = &console.service.store;
    let Some(operator) = find_or_add_operator(console, name)? else {
        tracing::warn!(request = %request.caller.request_id, "the proxy names an operator who does not exist");
        return Ok(console
            .refusal_page(request, 403, |words| words.unknown_operator, name)
            .with_logged_page(SIGN_IN_PAGE)
            .into());
    };
    let session_cookie = console.sessions.begin(store, request, operator, SignInStage::ByProxy)?;
    Handle::current().block_on(audit_sign_in(console, request, name, SignInOutcome::ByProxy));
    // answer as for a later request of the session, except that this request has not sent the new cookie
    let Some(signed_in_operator) = console.sessions.find_by_cookie(store, request, &session_cookie)? else {
        return Ok(console.refusal_page(request, 403, |words| words.session_ended, "").into());
    };
    let cookie = cookie(console, request, SESSION_COOKIE, &session_cookie, MAX_AGE);
    let response_future = console.answer_operator(request, signed_in_operator);
    Ok(Box::pin(async move { response_future.await.with_cookie(cookie) }))
}

/// Returns a page with a link to the requested address. The operator must follow the link, so that another site cannot
/// open an address for the operator. Only *Today*, the first page after a sign-in, opens without a click.
fn confirm_address(console: &Console, request: &Request) -> Response {
    let words = translations::of(request.language());
    let address = format!("{}/{}", console.root, request.address());
    let mut content = PageContent::new(words.sign_in);
    content.add_note(words.link_from_another_site);
    content.add_link(address.clone(), words.open_page);
    let response = content.response(console, request, None).with_logged_page(SIGN_IN_PAGE);
    let is_today = request.path == [today::PAGE.path] && request.query.0.is_empty();
    if is_today { response.with_header("refresh", format!("0; url={address}")) } else { response }
}

/// Returns the operator of this name. Adds a missing operator if there is a default role for new operators, the
/// database is writable, and the name is valid. The name of a revoked operator is not added again.
fn find_or_add_operator(console: &Console, name: &str) -> Result<Option<Operator>> {
    let store = &console.service.store;
    let found = Operator::find(&*store.snapshot()?, name)?;
    let can_add = found.is_none() && store.is_writable();
    let Some(role) = console.sign_in.default_role.filter(|_| can_add) else { return Ok(found) };
    if check_new_name(AccountKind::Operator, name).is_err() || was_revoked(&*store.snapshot()?, name)? {
        return Ok(None);
    }
    let hash_without_password = "";
    let nothing_to_report = || Ok(());
    let mut database = store.open_connection()?;
    let action = AccountKind::Operator.message(MessageName::AddAccount, name).with_part(role.message());
    let attribution = Attribution::in_console(name, action.with_part(MessageName::NamedByProxy));
    match Operator::add(&mut database, &attribution, (name, hash_without_password), &role, nothing_to_report) {
        // another request added the operator first, or another operator's name differs only in case
        Err(error) if error.downcast_ref::<AccountError>().is_some() => {}
        added => added?,
    }
    Ok(Operator::find(&*store.snapshot()?, name)?)
}
