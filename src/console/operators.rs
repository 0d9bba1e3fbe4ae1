//! The pages of the operators, who can sign in to the console, and of their roles. Only owners see these pages.

use anyhow::Result;

use super::accounts::{
    self, ADD, AccountFieldError, AccountForm, AccountPages, AccountView, FormOutcome, ListColumns, confirm_password,
    current_password_field, is_confirmed_by_name, last_owner_field, time_or_never, with_accounts,
};
use super::components::{FormField, Input, TableCell};
use super::translations::TextSelector;
use super::translations::fill;
use super::{Page, PageAnswer, PageContext};
use crate::gate::accounts::{NewAccount, new_operator};
use crate::store::Snapshot;
use crate::store::operator::{Operator, Role, has_second_factor};

/// The action of the form that removes another operator's second factor, for example after the loss of a phone.
const RESET_SECOND_FACTOR: &str = "reset-second-factor";

pub static PAGE: Page = Page {
    path: Role::PATH,
    title: Role::TITLE,
    role: Role::Owner,
    show: accounts::show::<Role>,
    submit: Some(accounts::submit::<Role>),
};

impl AccountPages for Role {
    const PATH: &'static str = "operators";
    const CHANGE: &'static str = "role";
    const OLD_PASSWORD_HOURS: &'static [i64] = &[];

    const TITLE: TextSelector = |words| words.operators;
    const EXPLANATION: TextSelector = |words| words.operators_intro;
    const ADD_BUTTON: TextSelector = |words| words.add_operator;
    const ADDED: TextSelector = |words| words.operator_added;
    const NAME_HINT: TextSelector = |_| "";
    const EMPTY_LIST: TextSelector = |words| words.nothing_found;
    const REVOKE_EXPLANATION: TextSelector = |words| words.revoke_operator_explanation;

    fn list_columns(context: &PageContext, snapshot: &Snapshot, operators: &[Operator]) -> Result<ListColumns> {
        let row = |account: &Operator| {
            Ok([
                TableCell::text(role_description(context, account.details)),
                TableCell::text(time_or_never(context, snapshot, account.last_used_at.as_deref())?),
                TableCell::text(second_factor_text(context, snapshot, account)?),
            ])
        };
        let labels = [context.words.role, context.words.last_signed_in, context.words.second_factor];
        Ok((labels, operators.iter().map(row).collect::<Result<_>>()?))
    }

    fn new_account_fields(context: &PageContext, password: FormField) -> Vec<FormField> {
        let role = role_field(context).with_value(context.request.form.text_of("role"));
        vec![role, password, current_password_field(context, ADD, context.words.only_to_make_owner)]
    }

    fn parse_new_account(context: &PageContext) -> Result<NewAccount<Self>> {
        let role = parse_role(context)?;
        // an unattended session must not create an owner
        if role == Role::Owner {
            confirm_password(context, ADD)?;
        }
        Ok(new_operator(role))
    }

    fn account_values(view: &AccountView<Self>) -> Result<Vec<(&'static str, String)>> {
        let AccountView { context, snapshot, account } = view;
        Ok(vec![
            (context.words.role, role_description(context, account.details).to_owned()),
            (context.words.last_signed_in, time_or_never(context, snapshot, account.last_used_at.as_deref())?),
            (context.words.second_factor, second_factor_text(context, snapshot, account)?.to_owned()),
        ])
    }

    fn change_fields(view: &AccountView<Self>) -> Result<(&'static str, Vec<FormField>)> {
        let AccountView { context, account, .. } = view;
        let mut fields = vec![role_field(context).with_value(account.details.name())];
        let confirmation = last_owner_field(view, Self::CHANGE)?;
        fields.extend(confirmation.map(|field| field.with_hint(context.words.only_to_change_role)));
        if account.details != Role::Owner {
            fields.push(current_password_field(context, Self::CHANGE, context.words.only_to_make_owner));
        }
        Ok((context.words.role, fields))
    }

    fn other_forms(view: &AccountView<Self>) -> Result<Vec<AccountForm>> {
        let AccountView { context, snapshot, account } = view;
        if !can_reset_second_factor(context, snapshot, account)? {
            return Ok(Vec::new());
        }
        let current_password =
            current_password_field(context, RESET_SECOND_FACTOR, context.words.confirm_account_change).required();
        let label = context.words.reset_second_factor;
        Ok(vec![AccountForm { action: RESET_SECOND_FACTOR, label, fields: vec![current_password] }])
    }

    fn submit_other_form(context: &PageContext, account: &Operator, action: &str) -> Result<PageAnswer> {
        if action != RESET_SECOND_FACTOR || !can_reset_second_factor(context, &context.snapshot()?, account)? {
            return Ok(PageAnswer::NotFound);
        }
        confirm_password(context, RESET_SECOND_FACTOR)?;
        with_accounts(context, |accounts| accounts.reset_second_factor(&account.name))?;
        let message = context.words.second_factor_reset.replace("{}", &account.name);
        accounts::show_account(context, account, FormOutcome::Saved(&message))
    }

    fn submit_change_form(context: &PageContext, account: Operator) -> Result<(Operator, String)> {
        let role = parse_role(context)?;
        // as for a new owner
        if role == Role::Owner && account.details != Role::Owner {
            confirm_password(context, Self::CHANGE)?;
        }
        let can_remove_last_owner = is_confirmed_by_name(context, &account, Self::CHANGE);
        with_accounts(context, |accounts| accounts.set_role(&account.name, role, can_remove_last_owner))?;
        let role_name = role.message().template(context.language);
        let message = fill(context.words.role_was_set, [("", &account.name), ("role", role_name)]);
        Ok((Operator { details: role, ..account }, message))
    }
}

fn role_description(context: &PageContext, role: Role) -> &'static str {
    match role {
        Role::Viewer => context.words.viewer,
        Role::Editor => context.words.editor,
        Role::Owner => context.words.owner,
    }
}

/// Returns whether this page can remove the operator's second factor. For their own factor, operators use another page.
fn can_reset_second_factor(context: &PageContext, snapshot: &Snapshot, account: &Operator) -> Result<bool> {
    Ok(account.name != context.operator.name && has_second_factor(snapshot, account)?)
}

fn second_factor_text(context: &PageContext, snapshot: &Snapshot, account: &Operator) -> Result<&'static str> {
    Ok(context.language.yes_or_no(has_second_factor(snapshot, account)?))
}

fn role_field(context: &PageContext) -> FormField {
    let roles = Role::ALL.map(|role| (role.name(), role_description(context, role)));
    FormField::new("role", context.words.role, Input::select(roles))
}

fn parse_role(context: &PageContext) -> Result<Role, AccountFieldError> {
    let role = context.request.form.text_of("role").parse();
    role.map_err(|_: &str| AccountFieldError::new("role", context.words.unknown_role))
}
