//! The tokens of a connector: their list, and the forms that add and revoke a token.

use anyhow::Result;
use jiff::SignedDuration;

use crate::console::accounts::{
    AccountForm, AccountPages, AccountView, FormOutcome, confirm_password, current_password_field, show_account,
    show_secret, time_or_never, with_accounts,
};
use crate::console::components::{FormField, Input, ShownSecret};
use crate::console::{PageAnswer, PageContext};
use crate::store::credential::{self, Credential, CredentialDetails};

const ADD_TOKEN: &str = "token";
const REVOKE_TOKEN: &str = "revoke-token";

/// The choices for the validity of a token in days. 0 means that the token is valid until it is revoked.
const VALID_DAYS: [i64; 4] = [365, 90, 30, 0];

/// Lists the tokens by prefix with their times: `PREFIX (Last used: never, expires: never); …`.
pub fn token_list(view: &AccountView<CredentialDetails>) -> Result<String> {
    let words = view.context.words;
    let time = |instant: &Option<String>| time_or_never(view.context, view.snapshot, instant.as_deref());
    let tokens = credential::tokens(view.snapshot, view.account.id)?;
    let texts = tokens.iter().map(|token| {
        let (used, expires) = (time(&token.last_used_at)?, time(&token.expires_at)?);
        Ok(format!("{} ({}: {used}, {}: {expires})", token.prefix, words.last_used, words.expires))
    });
    Ok(texts.collect::<Result<Vec<_>>>()?.join("; "))
}

pub fn token_forms(view: &AccountView<CredentialDetails>) -> Result<Vec<AccountForm>> {
    let words = view.context.words;
    let validities = VALID_DAYS.map(|days| match days {
        0 => ("0".to_owned(), words.until_revoked.to_owned()),
        days => (days.to_string(), words.days.replace("{}", &days.to_string())),
    });
    let validity = FormField::new("days", words.valid_for, Input::Select(validities.into()));
    let current_password = current_password_field(view.context, ADD_TOKEN, words.confirm_account_change).required();
    let mut forms =
        vec![AccountForm { action: ADD_TOKEN, label: words.add_token, fields: vec![validity, current_password] }];
    let tokens = credential::tokens(view.snapshot, view.account.id)?;
    if !tokens.is_empty() {
        let prefixes = tokens.iter().map(|token| (token.prefix.as_str(), token.prefix.as_str()));
        let token = FormField::new("prefix", words.tokens, Input::select(prefixes));
        forms.push(AccountForm { action: REVOKE_TOKEN, label: words.revoke_token, fields: vec![token] });
    }
    Ok(forms)
}

pub fn submit(context: &PageContext, connector: &Credential, action: &str) -> Result<PageAnswer> {
    let (form, words) = (&context.request.form, context.words);
    match action {
        ADD_TOKEN => {
            let days = form.text_of("days").parse().unwrap_or(VALID_DAYS[0]);
            if !VALID_DAYS.contains(&days) {
                return Ok(PageAnswer::NotFound);
            }
            confirm_password(context, ADD_TOKEN)?;
            let validity = (days > 0).then(|| SignedDuration::from_hours(24 * days));
            let new_token = with_accounts(context, |accounts| {
                accounts.add_token(&connector.name, validity, |_message, token| Ok(token.to_owned()))
            })?;
            let message = words.token_added.replace("{}", &connector.name);
            let secret = ShownSecret { label: words.token_shown_once, secret: &new_token };
            let next_path = format!("{}/{}", CredentialDetails::PATH, connector.id);
            Ok(show_secret(context, words.tokens, &message, Some(secret), &next_path))
        }
        REVOKE_TOKEN => {
            let prefix = form.text_of("prefix");
            let tokens = credential::tokens(&*context.snapshot()?, connector.id)?;
            if !tokens.iter().any(|token| token.prefix == prefix) {
                return Ok(PageAnswer::NotFound);
            }
            with_accounts(context, |accounts| accounts.revoke_token(&connector.name, prefix))?;
            show_account(context, connector, FormOutcome::Saved(&words.token_revoked.replace("{}", prefix)))
        }
        _ => Ok(PageAnswer::NotFound),
    }
}
