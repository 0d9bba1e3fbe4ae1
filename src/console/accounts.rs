//! The pages of accounts: a list, one account, and forms to add, rotate and revoke. Connectors and operators share them;
//! `connectors.rs` and `operators.rs` have the differences.

mod field_error;
mod password;

use anyhow::Result;
use jiff::SignedDuration;

pub use field_error::AccountFieldError;
pub use password::{confirm_password, present_password_field};

use super::components::{Facts, Form, FormField, Heading, Input, Link, ShownSecret, Table, TableCell};
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
use password::typed_password;

/// The actions of the forms. The name of a form's field for the present password begins with its action.
pub const ADD: &str = "add";
const ROTATE: &str = "rotate";
const REVOKE: &str = "revoke";

/// The hidden field that identifies the password that the form replaces.
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
    /// The text of an empty list.
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

    /// Returns the headings and rows of the list, without the first column with the names.
    fn list(
        context: &PageContext,
        snapshot: &Snapshot,
        accounts: &[Account<Self>],
    ) -> Result<(Vec<Heading>, Vec<Vec<TableCell>>)>;

    /// Adds the latest errors of the connector with this name, or of all connectors.
    fn add_errors(_: &PageContext, _: &Snapshot, _name: Option<&str>, _: &mut PageContent) -> Result<()> {
        Ok(())
    }

    /// Returns the fields of a new account, before and after the password.
    fn new_fields(context: &PageContext) -> (FormField, Vec<FormField>);

    /// Parses the form of a new account.
    fn parse_new(context: &PageContext) -> Result<NewAccount<Self>>;

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

    /// Returns the forms that this kind of account has beside the shared ones.
    fn other_forms(_: &PageContext, _: &Snapshot, _: &Account<Self>) -> Result<Vec<AccountForm>> {
        Ok(Vec::new())
    }

    /// Answers one of the [other forms](Self::other_forms).
    fn submit_other_form(_: &PageContext, _: &Account<Self>, _action: &str) -> Result<PageAnswer> {
        Ok(PageAnswer::NotFound)
    }

    /// Applies the form [`Self::CHANGE`]. Returns the changed account and a message.
    fn change(context: &PageContext, stored: Account<Self>) -> Result<(Account<Self>, String)>;
}

pub struct AccountForm {
    /// The last segment of the form's address.
    pub action: &'static str,
    /// The heading and the label of the button.
    pub label: &'static str,
    pub fields: Vec<FormField>,
}

/// The result of a form, which its page shows.
#[derive(Default)]
pub struct FormResult<'r> {
    message: Option<&'r str>,
    error: Option<&'r AccountFieldError>,
}

impl<'r> FormResult<'r> {
    pub fn success(message: &'r str) -> Self {
        Self { message: Some(message), error: None }
    }

    fn failure(error: &'r AccountFieldError) -> Self {
        Self { message: None, error: Some(error) }
    }
}

pub fn show<T: AccountPages>(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [] => list::<T>(context, FormResult::default()),
        [row] => match find_account::<T>(context, row)? {
            Some(stored) => show_account(context, &stored, FormResult::default()),
            None => Ok(PageAnswer::NotFound),
        },
        _ => Ok(PageAnswer::NotFound),
    }
}

/// Applies a form. An error is shown at its field, or on a page of its own if the form has no such field.
pub fn change<T: AccountPages>(context: &PageContext) -> Result<PageAnswer> {
    context.change_as(Role::Owner, || match context.segments().as_slice() {
        [] => add::<T>(context).or_else(|error| {
            list::<T>(context, FormResult::failure(&AccountFieldError::from_error(context, ADD, error)?))
        }),
        [row, action] => match find_account::<T>(context, row)? {
            Some(stored) => change_account(context, &stored, action).or_else(|error| {
                let error = AccountFieldError::from_error(context, action, error)?;
                match error.is_of_account() {
                    true => Ok(show_refusal(context, &error)),
                    false => show_account(context, &stored, FormResult::failure(&error)),
                }
            }),
            None => Ok(PageAnswer::NotFound),
        },
        _ => Ok(PageAnswer::NotFound),
    })
}

/// Returns the account with the id in the address; `None` if it does not exist.
fn find_account<T: AccountPages>(context: &PageContext, row: &str) -> Result<Option<Account<T>>> {
    let all = Account::<T>::all(&*context.snapshot()?)?;
    Ok(all.into_iter().find(|stored| stored.id.to_string() == row))
}

/// Shows all accounts and the form for a new account.
fn list<T: AccountPages>(context: &PageContext, result: FormResult) -> Result<PageAnswer> {
    let (words, texts) = (context.words, T::texts(context.words));
    let snapshot = context.snapshot()?;
    let mut content = PageContent::new(texts.title);
    content.add_note(texts.about);
    result.message.iter().for_each(|message| content.add_success(message));
    let accounts = Account::<T>::all(&snapshot)?;
    let (headings, rows) = T::list(context, &snapshot, &accounts)?;
    let names = accounts.iter().map(|stored| {
        let address = context.address(&format!("{}/{}", T::PATH, stored.id));
        TableCell::text(&stored.name).link_to(address)
    });
    content.add(&Table {
        caption: texts.title,
        headings: [Heading::plain(words.name)].into_iter().chain(headings).collect(),
        rows: names.zip(rows).map(|(name, cells)| [name].into_iter().chain(cells).collect()).collect(),
        empty_text: texts.none,
        more: Vec::new(),
    });
    if context.has_role(Role::Owner) {
        content.add_heading(texts.add);
        let mut name =
            FormField::new("name", words.name, Input::Line("text")).with_value(context.request.form.text_of("name"));
        name.is_required = true;
        name.hint = texts.name.to_owned();
        let (before_password, after_password) = T::new_fields(context);
        let mut fields = vec![name, before_password, password::new_password_field(context)];
        fields.extend(after_password);
        AccountFieldError::show(result.error, &mut fields);
        content.add(&Form::changing(context, texts.add, context.address(T::PATH), fields, texts.add));
    }
    T::add_errors(context, &snapshot, None, &mut content)?;
    Ok(PageAnswer::Page(content))
}

/// Shows one account, and for an owner its forms.
pub fn show_account<T: AccountPages>(
    context: &PageContext,
    stored: &Account<T>,
    result: FormResult,
) -> Result<PageAnswer> {
    let (words, snapshot) = (context.words, context.snapshot()?);
    let mut content = PageContent::new(stored.name.as_str());
    result.message.iter().for_each(|message| content.add_success(message));
    if is_own(context, stored) {
        content.add_note(words.this_is_you);
    }
    content.add(&Facts::of(T::facts_of(context, &snapshot, stored)?));
    T::add_errors(context, &snapshot, Some(&stored.name), &mut content)?;
    if !context.has_role(Role::Owner) {
        return Ok(PageAnswer::Page(content));
    }
    let (label, change_fields) = T::change_fields(context, &snapshot, stored)?;
    let revoke_fields = last_owner_field(context, &snapshot, stored, REVOKE)?.into_iter().collect();
    let rotate_fields = rotation_fields(context, stored);
    let mut forms = vec![
        AccountForm { action: T::CHANGE, label, fields: change_fields },
        AccountForm { action: ROTATE, label: words.rotate, fields: rotate_fields },
    ];
    forms.extend(T::other_forms(context, &snapshot, stored)?);
    forms.push(AccountForm { action: REVOKE, label: words.revoke, fields: revoke_fields });
    for AccountForm { action, label, mut fields } in forms {
        content.add_heading(label);
        if action == REVOKE {
            content.add_note(T::texts(words).revoke);
        }
        AccountFieldError::show(result.error, &mut fields);
        let address = context.address(&format!("{}/{}/{action}", T::PATH, stored.id));
        let button = if action == T::CHANGE { words.save } else { label };
        let form = Form::changing(context, label, address, fields, button);
        content.add(&Form { is_destructive: action == REVOKE, ..form });
    }
    Ok(PageAnswer::Page(content))
}

fn rotation_fields<T: AccountPages>(context: &PageContext, stored: &Account<T>) -> Vec<FormField> {
    let words = context.words;
    let options = T::KEEP_HOURS.iter().map(|hours| (hours.to_string(), old_password_validity(words, *hours))).collect();
    let keep =
        FormField::new("keep", words.keep_old, Input::Select(options)).with_value(context.request.form.text_of("keep"));
    let mut present_password = present_password_field(context, ROTATE, words.present_says);
    present_password.is_required = true;
    let mark = FormField::new(MARK, "", Input::Hidden).with_value(password_fingerprint(&stored.password_hash));
    let keep = (!T::KEEP_HOURS.is_empty()).then_some(keep);
    keep.into_iter().chain([password::new_password_field(context), present_password, mark]).collect()
}

/// Returns for how long an old password stays valid, as text.
fn old_password_validity(words: &Translations, hours: i64) -> String {
    match hours {
        0 => words.no_longer.to_owned(),
        ..=24 => words.hours.replace("{}", &hours.to_string()),
        _ => words.days.replace("{}", &(hours / 24).to_string()),
    }
}

/// Returns the field where the last owner's name must be typed to confirm an action; `None` for other accounts.
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

/// Returns whether the account's name was typed in the [`last_owner_field`].
pub fn is_name_typed<T>(context: &PageContext, stored: &Account<T>, action: &str) -> bool {
    context.request.form.text_of(&format!("{action}-word")).trim() == stored.name
}

/// Returns when an account was last used, accurate to about a minute.
pub fn last_used<T>(context: &PageContext, snapshot: &Snapshot, stored: &Account<T>) -> Result<String> {
    match &stored.last_used_at {
        Some(at) => context.format_time(snapshot, at),
        None => Ok(context.words.never.to_owned()),
    }
}

fn is_own<T: AccountDetails>(context: &PageContext, stored: &Account<T>) -> bool {
    T::KIND == AccountKind::Operator && stored.name == context.operator.name
}

fn add<T: AccountPages>(context: &PageContext) -> Result<PageAnswer> {
    let name = check_new_name(T::KIND, context.request.form.text_of("name"))?;
    let password = check_or_generate(typed_password(context), T::KIND)?;
    let new = T::parse_new(context)?;
    with_accounts(context, |accounts| accounts.add::<T>(name, &password, &new, |_| Ok(())))?;
    let message = T::texts(context.words).added.replace("{}", name);
    Ok(show_message(context, &message, &password, T::PATH))
}

fn change_account<T: AccountPages>(context: &PageContext, stored: &Account<T>, action: &str) -> Result<PageAnswer> {
    match action {
        ROTATE => rotate(context, stored),
        REVOKE => {
            let confirmed = is_name_typed(context, stored, REVOKE);
            with_accounts(context, |accounts| accounts.revoke::<T>(&stored.name, confirmed))?;
            list::<T>(context, FormResult::success(&context.words.revoked.replace("{}", &stored.name)))
        }
        _ if action == T::CHANGE => {
            let (stored, message) = T::change(context, stored.clone())?;
            show_account(context, &stored, FormResult::success(&message))
        }
        _ => T::submit_other_form(context, stored, action),
    }
}

fn rotate<T: AccountPages>(context: &PageContext, stored: &Account<T>) -> Result<PageAnswer> {
    let (words, form) = (context.words, &context.request.form);
    let can_keep = !T::KEEP_HOURS.is_empty();
    let hours = if can_keep { form.text_of("keep").parse().unwrap_or_default() } else { 0 };
    if can_keep && !T::KEEP_HOURS.contains(&hours) {
        return Ok(PageAnswer::NotFound);
    }
    // the session ends with the old password, before a generated one could be shown
    if is_own(context, stored) && typed_password(context).is_none() {
        return Err(AccountFieldError::new("password", words.own_password).into());
    }
    let password = check_or_generate(typed_password(context), T::KIND)?;
    confirm_password(context, ROTATE)?;
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

/// Calls `change` with the accounts, attributed to the signed-in operator.
pub fn with_accounts<R>(context: &PageContext, change: impl FnOnce(&mut Accounts) -> Result<R>) -> Result<R> {
    let clock = context.snapshot()?.clock().clone();
    let mut database = open(&context.console.file, &clock, OpenMode::Existing)?;
    change(&mut Accounts { database: &mut database, attribute: &|action| context.attribution(&action) })
}

/// Shows a message, and a generated password; it is never shown again.
fn show_message(context: &PageContext, message: &str, password: &str, back: &str) -> PageAnswer {
    let words = context.words;
    let mut content = PageContent::new(words.password);
    content.add_success(message);
    if typed_password(context).is_none() {
        content.add(&ShownSecret { label: words.password_once, secret: password });
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
    content.add(&ShownSecret { label: words.token_once, secret: token });
    let back = context.address(&format!("{}/{}", T::PATH, stored.id));
    content.add(&Link { address: back, text: words.done, is_button: true });
    PageAnswer::Page(content)
}

fn show_refusal(context: &PageContext, error: &AccountFieldError) -> PageAnswer {
    let mut content = PageContent::new(context.words.refused);
    content.add_error(&error.message);
    PageAnswer::Page(content)
}
