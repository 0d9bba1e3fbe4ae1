//! Account pages: a list, one account, and forms to add, rotate and revoke. Connectors and operators share them;
//! `connectors.rs` and `operators.rs` hold the differences.

mod field_error;
mod password;

use anyhow::Result;
use jiff::SignedDuration;

pub use field_error::AccountFieldError;
pub use password::{confirmed, present};

use super::components::{Facts, Form, FormField, Heading, Input, Link, NewPassword, Table, TableCell};
use super::page::{PageAnswer, PageContent};
use super::page_context::PageContext;
use super::translations::Translations;
use crate::gate::accounts::{Accounts, NewAccount};
use crate::gate::password::check_or_generate;
use crate::store::account::{
    Account, AccountDetails, AccountKind, PasswordReplacement, check_new_name, password_fingerprint,
};
use crate::store::operator::Role;
use crate::store::{OpenMode, Snapshot, open};
use password::typed;

/// The forms of the pages; each prefixes its present-password field.
pub const ADD: &str = "add";
const ROTATE: &str = "rotate";
const REVOKE: &str = "revoke";

/// The hidden field that identifies the password that a form replaces.
const MARK: &str = "mark";

/// The texts that differ between the kinds of account.
pub struct AccountTexts {
    pub title: &'static str,
    /// Explains this kind of account.
    pub about: &'static str,
    pub add: &'static str,
    /// Reports a new account; `{}` is its name.
    pub added: &'static str,
    /// The hint of the name's field.
    pub name: &'static str,
    /// Shown if there is no account.
    pub none: &'static str,
    /// The consequence of revoking an account.
    pub revoke: &'static str,
}

/// The differences between the pages of connectors and operators.
pub trait AccountPages: AccountDetails + Clone {
    /// The first path segment.
    const PATH: &'static str;
    /// The last path segment of the form that changes an account's details.
    const CHANGE: &'static str;
    /// The hours for which a rotation can keep the old password; 0 ends it at once. Empty if it always ends at once.
    const KEEP_HOURS: &'static [i64];

    fn texts(words: &Translations) -> AccountTexts;

    /// Returns the headings of the list after the name's, and the list's rows.
    fn list(
        context: &PageContext,
        snapshot: &Snapshot,
        accounts: &[Account<Self>],
    ) -> Result<(Vec<Heading>, Vec<Vec<TableCell>>)>;

    /// Adds the latest errors of a connector, or of all.
    fn add_errors(_: &PageContext, _: &Snapshot, _name: Option<&str>, _: &mut PageContent) -> Result<()> {
        Ok(())
    }

    /// Returns the fields of a new account, before and after the password.
    fn new_fields(context: &PageContext) -> (FormField, Vec<FormField>);

    /// Parses the form of a new account.
    fn read_new(context: &PageContext) -> Result<NewAccount<Self>>;

    /// Returns the facts of an account.
    fn facts_of(
        context: &PageContext,
        snapshot: &Snapshot,
        stored: &Account<Self>,
    ) -> Result<Vec<(&'static str, String)>>;

    /// Returns the heading and the fields of the form [`Self::CHANGE`].
    fn change_fields(
        context: &PageContext,
        snapshot: &Snapshot,
        stored: &Account<Self>,
    ) -> Result<(&'static str, Vec<FormField>)>;

    /// Returns the further forms of an account: the action, the heading that is also the button, and the fields.
    fn more_forms(_: &PageContext, _: &Snapshot, _: &Account<Self>) -> Result<Vec<AccountForm>> {
        Ok(Vec::new())
    }

    fn take_form(_: &PageContext, _: &Account<Self>, _action: &str) -> Result<PageAnswer> {
        Ok(PageAnswer::Nothing)
    }

    /// Applies that form. Returns the changed account and a message.
    fn change(context: &PageContext, stored: Account<Self>) -> Result<(Account<Self>, String)>;
}

/// A form on the page of an account: the action, the heading that is also the button, and the fields.
pub type AccountForm = (&'static str, &'static str, Vec<FormField>);

pub fn show<T: AccountPages>(context: &PageContext) -> Result<PageAnswer> {
    match context.steps().as_slice() {
        [] => list::<T>(context, None, None),
        [row] => match find_account::<T>(context, row)? {
            Some(stored) => show_account(context, &stored, None, None),
            None => Ok(PageAnswer::Nothing),
        },
        _ => Ok(PageAnswer::Nothing),
    }
}

/// Applies a form. An error is shown at its field, or on its own page if the form has no such field.
pub fn change<T: AccountPages>(context: &PageContext) -> Result<PageAnswer> {
    context.changing_as(Role::Owner, || match context.steps().as_slice() {
        [] => add::<T>(context)
            .or_else(|error| list::<T>(context, None, Some(&AccountFieldError::from_error(context, ADD, error)?))),
        [row, action] => match find_account::<T>(context, row)? {
            Some(stored) => change_one(context, &stored, action).or_else(|error| {
                let error = AccountFieldError::from_error(context, action, error)?;
                match error.is_of_account() {
                    true => Ok(show_refusal(context, &error)),
                    false => show_account(context, &stored, None, Some(&error)),
                }
            }),
            None => Ok(PageAnswer::Nothing),
        },
        _ => Ok(PageAnswer::Nothing),
    })
}

/// Returns the account whose number is in the address; `None` if there is none.
fn find_account<T: AccountPages>(context: &PageContext, row: &str) -> Result<Option<Account<T>>> {
    let all = Account::<T>::all(&*context.snapshot()?)?;
    Ok(all.into_iter().find(|stored| stored.id.to_string() == row))
}

/// Shows all accounts, after the message of a change, and the form for a new one with its error.
fn list<T: AccountPages>(
    context: &PageContext,
    done: Option<&str>,
    error: Option<&AccountFieldError>,
) -> Result<PageAnswer> {
    let (words, texts) = (context.words, T::texts(context.words));
    let snapshot = context.snapshot()?;
    let mut content = PageContent::new(texts.title);
    content.note(texts.about);
    done.iter().for_each(|message| content.add_success(message));
    let accounts = Account::<T>::all(&snapshot)?;
    let (more, cells) = T::list(context, &snapshot, &accounts)?;
    let names = accounts.iter().map(|stored| {
        let address = context.address(&format!("{}/{}", T::PATH, stored.id));
        TableCell::text(&stored.name).to(address)
    });
    content.add(&Table {
        caption: texts.title,
        headings: [Heading::plain(words.name)].into_iter().chain(more).collect(),
        rows: names.zip(cells).map(|(name, cells)| [name].into_iter().chain(cells).collect()).collect(),
        none: texts.none,
        more: Vec::new(),
    });
    if context.may(Role::Owner) {
        content.heading(texts.add);
        let mut name =
            FormField::new("name", words.name, Input::Line("text")).with_value(context.request.form.text_of("name"));
        name.is_required = true;
        name.hint = texts.name.to_owned();
        let (first, last) = T::new_fields(context);
        let mut fields = vec![name, first, password::field(context)];
        fields.extend(last);
        AccountFieldError::show(error, &mut fields);
        content.add(&Form::changing(context, texts.add, context.address(T::PATH), fields, texts.add));
    }
    T::add_errors(context, &snapshot, None, &mut content)?;
    Ok(PageAnswer::Page(content))
}

/// Shows one account, after the message of a change, and for an owner the forms with an error.
pub fn show_account<T: AccountPages>(
    context: &PageContext,
    stored: &Account<T>,
    done: Option<&str>,
    error: Option<&AccountFieldError>,
) -> Result<PageAnswer> {
    let (words, snapshot) = (context.words, context.snapshot()?);
    let mut content = PageContent::new(stored.name.as_str());
    done.iter().for_each(|message| content.add_success(message));
    if is_own(context, stored) {
        content.note(words.this_is_you);
    }
    content.add(&Facts::of(T::facts_of(context, &snapshot, stored)?));
    T::add_errors(context, &snapshot, Some(&stored.name), &mut content)?;
    if !context.may(Role::Owner) {
        return Ok(PageAnswer::Page(content));
    }
    let (label, changed) = T::change_fields(context, &snapshot, stored)?;
    let revoked = last_owner_field(context, &snapshot, stored, REVOKE)?.into_iter().collect();
    let more = T::more_forms(context, &snapshot, stored)?;
    let more = more.into_iter().map(|(action, label, fields)| (action, label, "", label, fields));
    let own = [
        (T::CHANGE, label, "", words.save, changed),
        (ROTATE, words.rotate, "", words.rotate, rotation_fields(context, stored)),
    ];
    let last = [(REVOKE, words.revoke, T::texts(words).revoke, words.revoke, revoked)];
    for (action, label, note, button, mut fields) in own.into_iter().chain(more).chain(last) {
        content.heading(label);
        if !note.is_empty() {
            content.note(note);
        }
        AccountFieldError::show(error, &mut fields);
        let address = context.address(&format!("{}/{}/{action}", T::PATH, stored.id));
        let form = Form::changing(context, label, address, fields, button);
        content.add(&Form { is_grave: action == REVOKE, ..form });
    }
    Ok(PageAnswer::Page(content))
}

fn rotation_fields<T: AccountPages>(context: &PageContext, stored: &Account<T>) -> Vec<FormField> {
    let words = context.words;
    let hours = T::KEEP_HOURS.iter().map(|hours| (hours.to_string(), old_password_validity(words, *hours))).collect();
    let keep =
        FormField::new("keep", words.keep_old, Input::Choice(hours)).with_value(context.request.form.text_of("keep"));
    let mut own = present(context, ROTATE, words.present_says);
    own.is_required = true;
    let mark = FormField::new(MARK, "", Input::Hidden).with_value(password_fingerprint(&stored.password_hash));
    let keep = (!T::KEEP_HOURS.is_empty()).then_some(keep);
    keep.into_iter().chain([password::field(context), own, mark]).collect()
}

/// Returns how long an old password stays valid, as text.
fn old_password_validity(words: &Translations, hours: i64) -> String {
    match hours {
        0 => words.no_longer.to_owned(),
        ..=24 => words.hours.replace("{}", &hours.to_string()),
        _ => words.days.replace("{}", &(hours / 24).to_string()),
    }
}

/// Returns the field where the last owner's name confirms an action, if the account is the last owner's.
pub fn last_owner_field<T: AccountPages>(
    context: &PageContext,
    snapshot: &Snapshot,
    stored: &Account<T>,
    action: &str,
) -> Result<Option<FormField>> {
    let mut field = FormField::new(format!("{action}-word"), context.words.confirm_name, Input::Line("text"));
    field.hint = context.words.last_owner.to_owned();
    Ok(T::is_last_owner(snapshot, &stored.name)?.then_some(field))
}

/// Returns whether the operator confirmed the action by typing the account's name.
pub fn is_confirmed<T>(context: &PageContext, stored: &Account<T>, action: &str) -> bool {
    context.request.form.text_of(&format!("{action}-word")).trim() == stored.name
}

/// Returns when an account was last used, accurate to about a minute.
pub fn last_used<T>(context: &PageContext, snapshot: &Snapshot, stored: &Account<T>) -> Result<String> {
    match &stored.last_used_at {
        Some(at) => context.moment(snapshot, at),
        None => Ok(context.words.never.to_owned()),
    }
}

/// Returns whether the account is the signed-in operator's.
fn is_own<T: AccountDetails>(context: &PageContext, stored: &Account<T>) -> bool {
    T::KIND == AccountKind::Operator && stored.name == context.signed.name
}

fn add<T: AccountPages>(context: &PageContext) -> Result<PageAnswer> {
    let name = check_new_name(T::KIND, context.request.form.text_of("name"))?;
    let password = check_or_generate(typed(context), T::KIND)?;
    let new = T::read_new(context)?;
    with_accounts(context, |accounts| accounts.add::<T>(name, &password, &new, |_| Ok(())))?;
    let message = T::texts(context.words).added.replace("{}", name);
    Ok(show_message(context, &message, &password, T::PATH))
}

fn change_one<T: AccountPages>(context: &PageContext, stored: &Account<T>, action: &str) -> Result<PageAnswer> {
    match action {
        ROTATE => rotate(context, stored),
        REVOKE => {
            let confirmed = is_confirmed(context, stored, REVOKE);
            with_accounts(context, |accounts| accounts.revoke::<T>(&stored.name, confirmed))?;
            list::<T>(context, Some(&context.words.revoked.replace("{}", &stored.name)), None)
        }
        _ if action == T::CHANGE => {
            let (stored, message) = T::change(context, stored.clone())?;
            show_account(context, &stored, Some(&message), None)
        }
        _ => T::take_form(context, stored, action),
    }
}

fn rotate<T: AccountPages>(context: &PageContext, stored: &Account<T>) -> Result<PageAnswer> {
    let (words, form) = (context.words, &context.request.form);
    let can_keep = !T::KEEP_HOURS.is_empty();
    let hours = if can_keep { form.text_of("keep").parse().unwrap_or_default() } else { 0 };
    if can_keep && !T::KEEP_HOURS.contains(&hours) {
        return Ok(PageAnswer::Nothing);
    }
    // a generated password would be shown to a session that ends with the old password
    if is_own(context, stored) && typed(context).is_none() {
        return Err(AccountFieldError::new("password", words.own_password).into());
    }
    let password = check_or_generate(typed(context), T::KIND)?;
    confirmed(context, ROTATE)?;
    let keep = (hours > 0).then(|| SignedDuration::from_hours(hours));
    let replacement = PasswordReplacement { name: &stored.name, fingerprint: Some(form.text_of(MARK)) };
    with_accounts(context, |accounts| accounts.rotate::<T>(&replacement, &password, keep, |_| Ok(())))?;
    let mut message = words.password_given.replace("{}", &stored.name);
    if can_keep {
        message += " ";
        message += &match hours {
            0 => words.old_ended.to_owned(),
            _ => words.old_goes_on.replace("{}", &old_password_validity(words, hours)),
        };
    }
    Ok(show_message(context, &message, &password, &format!("{}/{}", T::PATH, stored.id)))
}

/// Changes accounts on behalf of the signed-in operator.
pub fn with_accounts<R>(context: &PageContext, change: impl FnOnce(&mut Accounts) -> Result<R>) -> Result<R> {
    let clock = context.snapshot()?.clock().clone();
    let mut database = open(&context.console.file, &clock, OpenMode::Existing)?;
    change(&mut Accounts { database: &mut database, by: &|action| context.attribution(&action) })
}

/// Shows a message, and a generated password, which is never shown again.
fn show_message(context: &PageContext, message: &str, password: &str, back: &str) -> PageAnswer {
    let words = context.words;
    let mut content = PageContent::new(words.password);
    content.add_success(message);
    if typed(context).is_none() {
        content.add(&NewPassword { says: words.password_once, password });
    }
    content.add(&Link { address: context.address(back), text: words.done, is_button: true });
    PageAnswer::Page(content)
}

/// Shows a new token of an account: it is never shown again.
pub fn show_token<T: AccountPages>(
    context: &PageContext,
    stored: &Account<T>,
    message: &str,
    token: &str,
) -> PageAnswer {
    let words = context.words;
    let mut content = PageContent::new(words.tokens);
    content.add_success(message);
    content.add(&NewPassword { says: words.token_once, password: token });
    let back = context.address(&format!("{}/{}", T::PATH, stored.id));
    content.add(&Link { address: back, text: words.done, is_button: true });
    PageAnswer::Page(content)
}

fn show_refusal(context: &PageContext, error: &AccountFieldError) -> PageAnswer {
    let mut content = PageContent::new(context.words.refused);
    content.wrong(&error.message);
    PageAnswer::Page(content)
}
