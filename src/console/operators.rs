//! Operators: who may sign in to the console, and with which role. For owners only.

use anyhow::Result;

use super::accounts::{
    self, ADD, AccountFieldError, AccountForm, AccountPages, AccountTexts, confirmed, is_confirmed, last_owner_field,
    last_used, present, with_accounts,
};
use super::components::{FormField, Heading, Input, TableCell};
use super::page::{Page, PageAnswer};
use super::page_context::PageContext;
use super::translations::Translations;
use crate::gate::accounts::{NewAccount, new_operator};
use crate::store::Snapshot;
use crate::store::operator::{Operator, Role, has_second_factor};

/// The form that removes the second factor of an operator, the last step of its address.
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
        let cells = |stored: &Operator| {
            let second_factor = second_factor(context, snapshot, stored)?.to_owned();
            let cells =
                [description(context, stored.details).to_owned(), last_used(context, snapshot, stored)?, second_factor];
            Ok(cells.map(TableCell::text).into())
        };
        let headings =
            [context.words.role, context.words.last_signed_in, context.words.second_factor].map(Heading::plain).into();
        Ok((headings, operators.iter().map(cells).collect::<Result<_>>()?))
    }

    fn new_fields(context: &PageContext) -> (FormField, Vec<FormField>) {
        let role = role_field(context).with_value(context.request.form.text_of("role"));
        (role, vec![present(context, ADD, context.words.present_for_owner)])
    }

    fn read_new(context: &PageContext) -> Result<NewAccount<Self>> {
        let role = sent_role(context)?;
        if role == Role::Owner {
            confirmed(context, ADD)?;
        }
        Ok(new_operator(role))
    }

    fn facts_of(context: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<Vec<(&'static str, String)>> {
        Ok(vec![
            (context.words.role, description(context, stored.details).to_owned()),
            (context.words.last_signed_in, last_used(context, snapshot, stored)?),
            (context.words.second_factor, second_factor(context, snapshot, stored)?.to_owned()),
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
            fields.push(present(context, Self::CHANGE, context.words.present_for_owner));
        }
        Ok((context.words.role, fields))
    }

    fn more_forms(context: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<Vec<AccountForm>> {
        let mut own = present(context, RESET, context.words.present_says);
        own.is_required = true;
        let form = (RESET, context.words.reset_second_factor, vec![own]);
        Ok(can_be_reset(context, snapshot, stored)?.then_some(form).into_iter().collect())
    }

    fn take_form(context: &PageContext, stored: &Operator, action: &str) -> Result<PageAnswer> {
        if action != RESET || !can_be_reset(context, &context.snapshot()?, stored)? {
            return Ok(PageAnswer::Nothing);
        }
        confirmed(context, RESET)?;
        with_accounts(context, |accounts| accounts.reset_second_factor(&stored.name))?;
        accounts::show_account(
            context,
            stored,
            Some(&context.words.second_factor_reset.replace("{}", &stored.name)),
            None,
        )
    }

    fn change(context: &PageContext, stored: Operator) -> Result<(Operator, String)> {
        let role = sent_role(context)?;
        if role == Role::Owner && stored.details != Role::Owner {
            confirmed(context, Self::CHANGE)?;
        }
        let may_leave_no_owner = is_confirmed(context, &stored, Self::CHANGE);
        with_accounts(context, |accounts| accounts.set_role(&stored.name, role, may_leave_no_owner))?;
        let message = context.words.role_given.replace("{role}", role_name(context, role)).replace("{}", &stored.name);
        Ok((Operator { details: role, ..stored }, message))
    }
}

/// Returns the name of a role, with which its description begins.
pub fn role_name(context: &PageContext, role: Role) -> &'static str {
    description(context, role).split(':').next().unwrap_or_default()
}

/// Returns the description of a role.
fn description(context: &PageContext, role: Role) -> &'static str {
    match role {
        Role::Viewer => context.words.viewer,
        Role::Editor => context.words.editor,
        Role::Owner => context.words.owner,
    }
}

/// Returns whether another operator has a second factor; the own one has its own page.
fn can_be_reset(context: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<bool> {
    Ok(stored.name != context.signed.name && has_second_factor(snapshot, stored)?)
}

/// Returns whether an operator has a second factor, as text.
fn second_factor(context: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<&'static str> {
    Ok(if has_second_factor(snapshot, stored)? { context.words.yes } else { context.words.no })
}

fn role_field(context: &PageContext) -> FormField {
    let roles = Role::ALL.map(|role| (role.name().to_owned(), description(context, role).to_owned()));
    FormField::new("role", context.words.role, Input::Choice(roles.into()))
}

fn sent_role(context: &PageContext) -> Result<Role, AccountFieldError> {
    let role = context.request.form.text_of("role").parse();
    role.map_err(|_: &str| AccountFieldError::new("role", context.words.unknown_role))
}
