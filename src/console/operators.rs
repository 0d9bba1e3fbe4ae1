//! The operators, who may sign in to the console, and their roles. For owners only.

use anyhow::Result;

use super::accounts::{
    self, ADD, AccountFieldError, AccountForm, AccountPages, AccountTexts, FormResult, confirm_password, is_name_typed,
    last_owner_field, last_used, present_password_field, with_accounts,
};
use super::components::{FormField, Heading, Input, TableCell};
use super::page::{Page, PageAnswer};
use super::page_context::PageContext;
use super::translations::Translations;
use crate::gate::accounts::{NewAccount, new_operator};
use crate::store::Snapshot;
use crate::store::operator::{Operator, Role, has_second_factor};

/// The action that removes the second factor of an operator.
const RESET: &str = "reset-second-factor";

pub static PAGE: Page = Page {
    path: Role::PATH,
    title: |words| words.operators,
    role: Role::Owner,
    show: accounts::show::<Role>,
    change: Some(accounts::change::<Role>),
};

impl AccountPages for Role {
    const PATH: &'static str = "operators";
    const CHANGE: &'static str = "role";
    const KEEP_HOURS: &'static [i64] = &[];

    fn texts(words: &Translations) -> AccountTexts {
        AccountTexts {
            title: words.operators,
            about: words.operators_are,
            add: words.add_operator,
            added: words.operator_added,
            name: "",
            none: words.none_found,
            revoke: words.revoke_operator_says,
        }
    }

    fn list(
        context: &PageContext,
        snapshot: &Snapshot,
        operators: &[Operator],
    ) -> Result<(Vec<Heading>, Vec<Vec<TableCell>>)> {
        let row = |stored: &Operator| {
            Ok(vec![
                TableCell::text(role_description(context, stored.details)),
                TableCell::text(last_used(context, snapshot, stored)?),
                TableCell::text(second_factor_text(context, snapshot, stored)?),
            ])
        };
        let headings =
            [context.words.role, context.words.last_signed_in, context.words.second_factor].map(Heading::plain).into();
        Ok((headings, operators.iter().map(row).collect::<Result<_>>()?))
    }

    fn new_fields(context: &PageContext) -> (FormField, Vec<FormField>) {
        let role = role_field(context).with_value(context.request.form.text_of("role"));
        (role, vec![present_password_field(context, ADD, context.words.present_for_owner)])
    }

    fn parse_new(context: &PageContext) -> Result<NewAccount<Self>> {
        let role = sent_role(context)?;
        if role == Role::Owner {
            confirm_password(context, ADD)?;
        }
        Ok(new_operator(role))
    }

    fn facts_of(context: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<Vec<(&'static str, String)>> {
        Ok(vec![
            (context.words.role, role_description(context, stored.details).to_owned()),
            (context.words.last_signed_in, last_used(context, snapshot, stored)?),
            (context.words.second_factor, second_factor_text(context, snapshot, stored)?.to_owned()),
        ])
    }

    fn change_fields(
        context: &PageContext,
        snapshot: &Snapshot,
        stored: &Operator,
    ) -> Result<(&'static str, Vec<FormField>)> {
        let mut fields = vec![role_field(context).with_value(stored.details.name())];
        fields.extend(last_owner_field(context, snapshot, stored, Self::CHANGE)?);
        if stored.details != Role::Owner {
            fields.push(present_password_field(context, Self::CHANGE, context.words.present_for_owner));
        }
        Ok((context.words.role, fields))
    }

    fn other_forms(context: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<Vec<AccountForm>> {
        if !can_be_reset(context, snapshot, stored)? {
            return Ok(Vec::new());
        }
        let mut present_password = present_password_field(context, RESET, context.words.present_says);
        present_password.is_required = true;
        let label = context.words.reset_second_factor;
        Ok(vec![AccountForm { action: RESET, label, fields: vec![present_password] }])
    }

    fn submit_other_form(context: &PageContext, stored: &Operator, action: &str) -> Result<PageAnswer> {
        if action != RESET || !can_be_reset(context, &context.snapshot()?, stored)? {
            return Ok(PageAnswer::NotFound);
        }
        confirm_password(context, RESET)?;
        with_accounts(context, |accounts| accounts.reset_second_factor(&stored.name))?;
        let message = context.words.second_factor_reset.replace("{}", &stored.name);
        accounts::show_account(context, stored, FormResult::success(&message))
    }

    fn change(context: &PageContext, stored: Operator) -> Result<(Operator, String)> {
        let role = sent_role(context)?;
        if role == Role::Owner && stored.details != Role::Owner {
            confirm_password(context, Self::CHANGE)?;
        }
        let may_leave_no_owner = is_name_typed(context, &stored, Self::CHANGE);
        with_accounts(context, |accounts| accounts.set_role(&stored.name, role, may_leave_no_owner))?;
        let message = context.words.role_given.replace("{role}", role_name(context, role)).replace("{}", &stored.name);
        Ok((Operator { details: role, ..stored }, message))
    }
}

/// Returns the name of a role: the description begins with it, before a colon.
pub fn role_name(context: &PageContext, role: Role) -> &'static str {
    role_description(context, role).split(':').next().unwrap_or_default()
}

fn role_description(context: &PageContext, role: Role) -> &'static str {
    match role {
        Role::Viewer => context.words.viewer,
        Role::Editor => context.words.editor,
        Role::Owner => context.words.owner,
    }
}

/// Returns whether the page can remove the operator's second factor: that of the signed-in operator has its own page.
fn can_be_reset(context: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<bool> {
    Ok(stored.name != context.operator.name && has_second_factor(snapshot, stored)?)
}

fn second_factor_text(context: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<&'static str> {
    Ok(if has_second_factor(snapshot, stored)? { context.words.yes } else { context.words.no })
}

fn role_field(context: &PageContext) -> FormField {
    let roles = Role::ALL.map(|role| (role.name().to_owned(), role_description(context, role).to_owned()));
    FormField::new("role", context.words.role, Input::Select(roles.into()))
}

fn sent_role(context: &PageContext) -> Result<Role, AccountFieldError> {
    let role = context.request.form.text_of("role").parse();
    role.map_err(|_: &str| AccountFieldError::new("role", context.words.unknown_role))
}
