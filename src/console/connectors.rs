//! The connectors, with credentials, grants and errors. Every role can see the pages; owners change the connectors.

pub mod grants;
mod tokens;

pub use grants::GRANT;

use anyhow::Result;
use jiff::SignedDuration;

use super::accounts::{self, AccountForm, AccountPages, AccountView, ListColumns, time_or_never, with_accounts};
use super::components::{FormField, Input, Table, TableCell};
use super::translations::TextSelector;
use super::{Page, PageAnswer, PageContent, PageContext};
use crate::gate::accounts::{NewAccount, new_credential};
use crate::gate::grants::parse_grants;
use crate::model::time::{current_instant, format_instant};
use crate::store::Snapshot;
use crate::store::connector_error::{self, ConnectorError};
use crate::store::credential::{self, Credential, CredentialDetails, DENY, GRANT as ALLOW};
use crate::store::operator::Role;

pub static PAGE: Page = Page {
    path: CredentialDetails::PATH,
    title: CredentialDetails::TITLE,
    role: Role::Viewer,
    show: accounts::show::<CredentialDetails>,
    submit: Some(accounts::submit::<CredentialDetails>),
};

const MAX_SHOWN_ERRORS: u32 = 50;

const PERIOD_OF_RECENT_ERRORS: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The hidden field with the grants that the form showed. Only grants that the operator ticked or unticked are changed.
const SHOWN_GRANTS: &str = "shown";

impl AccountPages for CredentialDetails {
    const PATH: &'static str = "connectors";
    const CHANGE: &'static str = "grants";
    const OLD_PASSWORD_HOURS: &'static [i64] = &[0, 4, 24, 7 * 24, 30 * 24];

    const TITLE: TextSelector = |words| words.connectors;
    const EXPLANATION: TextSelector = |words| words.connectors_intro;
    const ADD_BUTTON: TextSelector = |words| words.add_connector;
    const ADDED: TextSelector = |words| words.connector_added;
    const NAME_HINT: TextSelector = |words| words.connector_name_hint;
    const EMPTY_LIST: TextSelector = |words| words.no_connectors;
    const REVOKE_EXPLANATION: TextSelector = |words| words.revoke_connector_explanation;

    fn list_columns(context: &PageContext, snapshot: &Snapshot, credentials: &[Credential]) -> Result<ListColumns> {
        let words = context.words;
        let since = snapshot.clock().now_instant().checked_sub(PERIOD_OF_RECENT_ERRORS);
        let since = since.map(format_instant).unwrap_or_default();
        let error_counts = connector_error::count_by_credential(snapshot, &since)?;
        let row = |connector: &Credential| {
            let granted = credential::grants(snapshot, connector.id)?;
            Ok([
                TableCell::text(grants::summary(context, &granted)),
                TableCell::text(time_or_never(context, snapshot, connector.last_used_at.as_deref())?),
                TableCell::number(error_counts.get(&connector.name).copied().unwrap_or_default()),
            ])
        };
        let labels = [words.permissions, words.last_used, words.recent_errors];
        Ok((labels, credentials.iter().map(row).collect::<Result<_>>()?))
    }

    fn add_errors(
        context: &PageContext,
        snapshot: &Snapshot,
        name: Option<&str>,
        content: &mut PageContent,
    ) -> Result<()> {
        let words = context.words;
        let row = |error: &ConnectorError| -> Result<Vec<TableCell>> {
            Ok(vec![
                TableCell::text(context.format_time(snapshot, &error.at)?),
                TableCell::text(&error.credential),
                TableCell::text(&error.connector),
                TableCell::text(&error.message),
            ])
        };
        let latest = connector_error::latest(snapshot, name, MAX_SHOWN_ERRORS)?;
        let rows = latest.iter().map(row).collect::<Result<_>>()?;
        let labels = [words.when, words.name, words.connector, words.message];
        content.add_heading(words.reported_errors);
        content.add(&Table::new(words.reported_errors, labels, rows, words.no_errors));
        Ok(())
    }

    fn new_account_fields(context: &PageContext, password: FormField) -> Vec<FormField> {
        let (words, sent) = (context.words, &context.request.form);
        let options = [("auto", words.envelope_auto), ("always", words.envelope_always)];
        let envelope = FormField::new("envelope", words.envelope, Input::select(options));
        let envelope = envelope.with_value(sent.text_of("envelope")).with_hint(words.envelope_hint);
        let grants = grants::grant_fields(context, &sent.get_all(GRANT));
        [envelope, password].into_iter().chain(grants).collect()
    }

    fn parse_new_account(context: &PageContext) -> Result<NewAccount<Self>> {
        let (form, brand) = (&context.request.form, &context.console.service.brand);
        let operations = parse_grants(&form.get_all(GRANT), brand)?;
        let always_in_envelope = form.text_of("envelope") == "always";
        Ok(new_credential(always_in_envelope, operations, brand))
    }

    fn account_values(view: &AccountView<Self>) -> Result<Vec<(&'static str, String)>> {
        let AccountView { context, snapshot, account: connector } = view;
        let words = context.words;
        let granted = credential::grants(snapshot, connector.id)?;
        let old_password = connector.valid_old_password(&current_instant());
        let old_until = old_password.map(|old| context.format_time(snapshot, &old.until)).transpose()?;
        let envelope = if connector.details.always_envelope { words.envelope_always } else { words.envelope_auto };
        Ok(vec![
            (words.last_used, time_or_never(context, snapshot, connector.last_used_at.as_deref())?),
            (words.permissions, grants::summary(context, &granted)),
            (words.envelope, envelope.to_owned()),
            (words.old_password_until, old_until.unwrap_or_default()),
            (words.tokens, tokens::token_list(view)?),
        ])
    }

    fn change_fields(view: &AccountView<Self>) -> Result<(&'static str, Vec<FormField>)> {
        let context = view.context;
        let granted = credential::grants(view.snapshot, view.account.id)?;
        let brand = &context.console.service.brand;
        let branded_names: Vec<_> = granted.iter().map(|name| brand.branded_name(name)).collect();
        let mut fields = grants::grant_fields(context, &branded_names);
        fields.push(FormField::hidden(SHOWN_GRANTS, branded_names.join(" ")));
        Ok((context.words.permissions, fields))
    }

    fn other_forms(view: &AccountView<Self>) -> Result<Vec<AccountForm>> {
        tokens::token_forms(view)
    }

    fn submit_other_form(context: &PageContext, connector: &Credential, action: &str) -> Result<PageAnswer> {
        tokens::submit(context, connector, action)
    }

    fn submit_change_form(context: &PageContext, connector: Credential) -> Result<(Credential, String)> {
        // compare the ticked grants with the shown grants: other grants may have changed since, and stay
        let (form, brand) = (&context.request.form, &context.console.service.brand);
        let shown_names: Vec<_> = form.text_of(SHOWN_GRANTS).split_whitespace().map(str::to_owned).collect();
        let shown = parse_grants(&shown_names, brand)?;
        let ticked = grants::ticked_operations(context, &shown)?;
        let without = |names: &[&'static str], excluded: &[&str]| -> Vec<&'static str> {
            names.iter().filter(|name| !excluded.contains(name)).copied().collect()
        };
        let (newly_ticked, newly_unticked) = (without(&ticked, &shown), without(&shown, &ticked));
        let changes = [(ALLOW, newly_ticked), (DENY, newly_unticked)];
        with_accounts(context, |accounts| {
            for (change, operations) in changes {
                if !operations.is_empty() {
                    accounts.change_grants(&connector.name, change, &operations, brand)?;
                }
            }
            Ok(())
        })?;
        Ok((connector, context.words.grants_saved.to_owned()))
    }
}
