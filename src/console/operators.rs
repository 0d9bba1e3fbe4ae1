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
            add: words.add_operator,
            added: words.operator_added,
            name: "",
            none: words.none_found,
            revoke: words.revoke_operator_says,
        }
    }

    fn list(
        visit: &PageContext,
        snapshot: &Snapshot,
        operators: &[Operator],
    ) -> Result<(Vec<Heading>, Vec<Vec<TableCell>>)> {
        let cells = |stored: &Operator| {
            let second_factor = second_factor(visit, snapshot, stored)?.to_owned();
            let cells =
                [description(visit, stored.details).to_owned(), last_used(visit, snapshot, stored)?, second_factor];
            Ok(cells.map(TableCell::text).into())
        };
        let headings =
            [visit.words.role, visit.words.last_signed_in, visit.words.second_factor].map(Heading::plain).into();
        Ok((headings, operators.iter().map(cells).collect::<Result<_>>()?))
    }

    fn new_fields(visit: &PageContext) -> (FormField, Vec<FormField>) {
        let role = role_field(visit).with_value(visit.request.form.text_of("role"));
        (role, vec![present(visit, ADD, visit.words.present_for_owner)])
    }

    fn read_new(visit: &PageContext) -> Result<NewAccount<Self>> {
        let role = sent_role(visit)?;
        if role == Role::Owner {
            confirmed(visit, ADD)?;
        }
        Ok(new_operator(role))
    }

    fn facts_of(visit: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<Vec<(&'static str, String)>> {
        Ok(vec![
            (visit.words.role, description(visit, stored.details).to_owned()),
            (visit.words.last_signed_in, last_used(visit, snapshot, stored)?),
            (visit.words.second_factor, second_factor(visit, snapshot, stored)?.to_owned()),
        ])
    }

    fn change_fields(
        visit: &PageContext,
        snapshot: &Snapshot,
        stored: &Operator,
    ) -> Result<(&'static str, Vec<FormField>)> {
        let mut fields = vec![role_field(visit).with_value(stored.details.name())];
        fields.extend(last_owner_field(visit, snapshot, stored, Self::CHANGE)?);
        if stored.details != Role::Owner {
            fields.push(present(visit, Self::CHANGE, visit.words.present_for_owner));
        }
        Ok((visit.words.role, fields))
    }

    fn more_forms(visit: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<Vec<AccountForm>> {
        let mut own = present(visit, RESET, visit.words.present_says);
        own.is_required = true;
        let form = (RESET, visit.words.reset_second_factor, vec![own]);
        Ok(can_be_reset(visit, snapshot, stored)?.then_some(form).into_iter().collect())
    }

    fn take_form(visit: &PageContext, stored: &Operator, action: &str) -> Result<PageAnswer> {
        if action != RESET || !can_be_reset(visit, &visit.snapshot()?, stored)? {
            return Ok(PageAnswer::Nothing);
        }
        confirmed(visit, RESET)?;
        with_accounts(visit, |accounts| accounts.reset_second_factor(&stored.name))?;
        accounts::show_account(visit, stored, Some(&visit.words.second_factor_reset.replace("{}", &stored.name)), None)
    }

    fn change(visit: &PageContext, stored: Operator) -> Result<(Operator, String)> {
        let role = sent_role(visit)?;
        if role == Role::Owner && stored.details != Role::Owner {
            confirmed(visit, Self::CHANGE)?;
        }
        let may_leave_no_owner = is_confirmed(visit, &stored, Self::CHANGE);
        with_accounts(visit, |accounts| accounts.set_role(&stored.name, role, may_leave_no_owner))?;
        let message = visit.words.role_given.replace("{role}", role_name(visit, role)).replace("{}", &stored.name);
        Ok((Operator { details: role, ..stored }, message))
    }
}

/// Returns the name of a role, with which its description begins.
pub fn role_name(visit: &PageContext, role: Role) -> &'static str {
    description(visit, role).split(':').next().unwrap_or_default()
}

/// Returns the description of a role.
fn description(visit: &PageContext, role: Role) -> &'static str {
    match role {
        Role::Viewer => visit.words.viewer,
        Role::Editor => visit.words.editor,
        Role::Owner => visit.words.owner,
    }
}

/// Returns whether another operator has a second factor; the own one has its own page.
fn can_be_reset(visit: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<bool> {
    Ok(stored.name != visit.signed.name && has_second_factor(snapshot, stored)?)
}

/// Returns whether an operator has a second factor, as text.
fn second_factor(visit: &PageContext, snapshot: &Snapshot, stored: &Operator) -> Result<&'static str> {
    Ok(if has_second_factor(snapshot, stored)? { visit.words.yes } else { visit.words.no })
}

fn role_field(visit: &PageContext) -> FormField {
    let roles = Role::ALL.map(|role| (role.name().to_owned(), description(visit, role).to_owned()));
    FormField::new("role", visit.words.role, Input::Choice(roles.into()))
}

fn sent_role(visit: &PageContext) -> Result<Role, AccountFieldError> {
    let role = visit.request.form.text_of("role").parse();
    role.map_err(|_: &str| AccountFieldError::new("role", visit.words.unknown_role))
}
