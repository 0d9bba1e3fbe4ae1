//! The tokens of a connector: what its page shows of them, and the forms that add and revoke one.

use anyhow::Result;
use jiff::SignedDuration;

use crate::console::accounts::{AccountForm, confirmed, present, show_account, show_token, with_accounts};
use crate::console::components::{FormField, Input};
use crate::console::page::PageAnswer;
use crate::console::page_context::PageContext;
use crate::store::Snapshot;
use crate::store::credential::{self, Credential};

/// The forms, the last step of their addresses.
const ADD: &str = "token";
const REVOKE: &str = "revoke-token";

/// For how many days a token can hold; 0 until it is revoked.
const DAYS: [i64; 4] = [365, 90, 30, 0];

/// Returns the tokens of a connector, one after the other.
pub fn listed(context: &PageContext, snapshot: &Snapshot, stored: &Credential) -> Result<String> {
    let words = context.words;
    let moment = |at: &Option<String>| match at {
        Some(at) => context.moment(snapshot, at),
        None => Ok(words.never.to_owned()),
    };
    let tokens = credential::tokens(snapshot, stored.id)?;
    let each = tokens.iter().map(|token| {
        let (used, expires) = (moment(&token.last_used_at)?, moment(&token.expires_at)?);
        Ok(format!("{} ({}: {used}, {}: {expires})", token.prefix, words.last_used, words.expires))
    });
    Ok(each.collect::<Result<Vec<_>>>()?.join("; "))
}

pub fn forms(context: &PageContext, snapshot: &Snapshot, stored: &Credential) -> Result<Vec<AccountForm>> {
    let words = context.words;
    let days = DAYS.map(|days| match days {
        0 => ("0".to_owned(), words.until_revoked.to_owned()),
        days => (days.to_string(), words.days.replace("{}", &days.to_string())),
    });
    let mut own = present(context, ADD, words.present_says);
    own.is_required = true;
    let mut forms =
        vec![(ADD, words.add_token, vec![FormField::new("days", words.holds_for, Input::Choice(days.into())), own])];
    let prefixes: Vec<_> = credential::tokens(snapshot, stored.id)?.into_iter().map(|token| token.prefix).collect();
    if !prefixes.is_empty() {
        let choices = prefixes.into_iter().map(|prefix| (prefix.clone(), prefix)).collect();
        forms.push((REVOKE, words.revoke_token, vec![FormField::new("prefix", words.tokens, Input::Choice(choices))]));
    }
    Ok(forms)
}

pub fn take(context: &PageContext, stored: &Credential, action: &str) -> Result<PageAnswer> {
    let (form, words) = (&context.request.form, context.words);
    match action {
        ADD => {
            let days = form.text_of("days").parse().unwrap_or(DAYS[0]);
            if !DAYS.contains(&days) {
                return Ok(PageAnswer::Nothing);
            }
            confirmed(context, ADD)?;
            let expires = (days > 0).then(|| SignedDuration::from_hours(24 * days));
            let mut shown = String::new();
            with_accounts(context, |accounts| {
                accounts.add_token(&stored.name, expires, |_, token| {
                    token.clone_into(&mut shown);
                    Ok(())
                })
            })?;
            Ok(show_token(context, stored, &words.token_added.replace("{}", &stored.name), &shown))
        }
        REVOKE => {
            let prefix = form.text_of("prefix");
            let is_known = credential::tokens(&*context.snapshot()?, stored.id)?.iter().any(|it| it.prefix == prefix);
            if !is_known {
                return Ok(PageAnswer::Nothing);
            }
            with_accounts(context, |accounts| accounts.revoke_token(&stored.name, prefix))?;
            show_account(context, stored, Some(&words.token_revoked.replace("{}", prefix)), None)
        }
        _ => Ok(PageAnswer::Nothing),
    }
}
