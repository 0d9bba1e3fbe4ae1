//! The pages of connectors and operators: a list, a page per account, and forms to add, change, rotate and revoke.
//! `connectors.rs` and `operators.rs` implement the differences.

mod field_error;
mod password;

use anyhow::Result;
use jiff::SignedDuration;

pub use field_error::AccountFieldError;
pub use password::{confirm_password, current_password_field};

use super::components::{Form, FormField, Input, NamedValues, ShownSecret, Table, TableCell};
use super::translations::{TextSelector, Translations};
use super::{FormFields, PageAnswer, PageContent, PageContext};
use crate::gate::accounts::{Accounts, NewAccount};
use crate::gate::password::check_or_generate;
use crate::model::message::Message;
use crate::store::Snapshot;
use crate::store::account::{
    Account, AccountDetails, AccountKind, PasswordToReplace, check_new_name, password_fingerprint,
};
use crate::store::operator::Role;
use password::typed_password;

/// The actions of the forms. Names of fields such as `rotate-present` begin with an action.
pub const ADD: &str = "add";
const ROTATE: &str = "rotate";
const REVOKE: &str = "revoke";

/// The field with the hours for which the old password stays valid after a rotation.
const HOURS_FIELD: &str = "keep";

/// The hidden field with the fingerprint of the password that the form replaces.
const FINGERPRINT: &str = "mark";

pub struct AccountView<'a, T> {
    pub context: &'a PageContext<'a>,
    pub snapshot: &'a Snapshot<'a>,
    pub account: &'a Account<T>,
}

/// The labels of the columns after the name, and the cells of each account in these columns.
pub type ListColumns = ([&'static str; 3], Vec<[TableCell; 3]>);

/// The differences between the pages of connectors and the pages of operators.
pub trait AccountPages: AccountDetails + Clone {
    const PATH: &'static str;
    /// The action of the form that changes an account's details.
    const CHANGE: &'static str;
    /// The hours for which an old password can stay valid after a rotation. Empty if old passwords always end at once.
    const OLD_PASSWORD_HOURS: &'static [i64];

    const TITLE: TextSelector;
    const EXPLANATION: TextSelector;
    const ADD_BUTTON: TextSelector;
    /// A message with `{}` for the name of the new account.
    const ADDED: TextSelector;
    const NAME_HINT: TextSelector;
    const EMPTY_LIST: TextSelector;
    const REVOKE_EXPLANATION: TextSelector;

    /// Returns the columns of the list after the name. The cells are in the order of `accounts`.
    fn list_columns(context: &PageContext, snapshot: &Snapshot, accounts: &[Account<Self>]) -> Result<ListColumns>;

    /// Adds the latest errors of a connector; without a name, of all connectors. Operators have no errors.
    fn add_errors(_: &PageContext, _: &Snapshot, _name: Option<&str>, _: &mut PageContent) -> Result<()> {
        Ok(())
    }

    /// Returns the fields after the name in the form for a new account, including the field `password`.
    fn new_account_fields(context: &PageContext, password: FormField) -> Vec<FormField>;

    /// Parses the fields of [`Self::new_account_fields`], without the password. Fails with an error about a field.
    fn parse_new_account(context: &PageContext) -> Result<NewAccount<Self>>;

    fn account_values(view: &AccountView<Self>) -> Result<Vec<(&'static str, String)>>;

    /// Returns the heading and the fields of the form [`Self::CHANGE`].
    fn change_fields(view: &AccountView<Self>) -> Result<(&'static str, Vec<FormField>)>;

    /// Returns the forms that only this kind of account has, such as the forms of tokens.
    fn other_forms(_: &AccountView<Self>) -> Result<Vec<AccountForm>> {
        Ok(Vec::new())
    }

    fn submit_other_form(_: &PageContext, _: &Account<Self>, _action: &str) -> Result<PageAnswer> {
        Ok(PageAnswer::NotFound)
    }

    /// Applies the form [`Self::CHANGE`]. Returns the changed account and a success message.
    fn submit_change_form(context: &PageContext, account: Account<Self>) -> Result<(Account<Self>, String)>;
}

/// A form on the page of an account. The page itself adds errors, heading and button.
pub struct AccountForm {
    /// The last path segment of the form's address.
    pub action: &'static str,
    /// The heading, and the label of the button. The button of the form [`AccountPages::CHANGE`] has another label.
    pub label: &'static str,
    pub fields: Vec<FormField>,
}

#[derive(Clone, Copy)]
pub enum FormOutcome<'r> {
    NotSent,
    /// The success message.
    Saved(&'r str),
    Failed(&'r AccountFieldError),
}

pub fn show<T: AccountPages>(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [] => show_list::<T>(context, FormOutcome::NotSent),
        [id] => match find_account::<T>(context, id)? {
            Some(account) => show_account(context, &account, FormOutcome::NotSent),
            None => Ok(PageAnswer::NotFound),
        },
        _ => Ok(PageAnswer::NotFound),
    }
}

/// Applies a form. Shows an error beside the error's field, or on a separate page if the form lacks this field.
pub fn submit<T: AccountPages>(context: &PageContext) -> Result<PageAnswer> {
    context.with_write_access(Role::Owner, || match context.segments().as_slice() {
        // the form for a new account is below the list
        [] => add_account::<T>(context).or_else(|error| {
            let error = AccountFieldError::from_error(context, ADD, error)?;
            show_list::<T>(context, FormOutcome::Failed(&error))
        }),
        [id, action] => {
            let Some(account) = find_account::<T>(context, id)? else { return Ok(PageAnswer::NotFound) };
            submit_account_form(context, &account, action).or_else(|error| {
                let error = AccountFieldError::from_error(context, action, error)?;
                if error.needs_separate_page() {
                    return Ok(PageAnswer::BadRequest(error.message));
                }
                show_account(context, &account, FormOutcome::Failed(&error))
            })
        }
        _ => Ok(PageAnswer::NotFound),
    })
}

fn find_account<T: AccountPages>(context: &PageContext, id: &str) -> Result<Option<Account<T>>> {
    let accounts = Account::<T>::all(&*context.snapshot()?)?;
    Ok(accounts.into_iter().find(|account| account.id.to_string() == id))
}

fn show_list<T: AccountPages>(context: &PageContext, outcome: FormOutcome) -> Result<PageAnswer> {
    let words = context.words;
    let (title, add_button) = ((T::TITLE)(words), (T::ADD_BUTTON)(words));
    let snapshot = context.snapshot()?;
    let mut content = PageContent::new(title);
    content.add_note((T::EXPLANATION)(words));
    if let FormOutcome::Saved(message) = outcome {
        content.add_success(message);
    }
    let accounts = Account::<T>::all(&snapshot)?;
    let (labels, cells) = T::list_columns(context, &snapshot, &accounts)?;
    let row = |(account, cells): (&Account<T>, [TableCell; 3])| {
        let address = context.address(&format!("{}/{}", T::PATH, account.id));
        [TableCell::text(&account.name).link_to(address)].into_iter().chain(cells).collect()
    };
    let rows = accounts.iter().zip(cells).map(row).collect();
    content.add(&Table::new(title, [words.name].into_iter().chain(labels), rows, (T::EMPTY_LIST)(words)));
    if context.has_role(Role::Owner) {
        content.add_heading(add_button);
        let name = FormField::new("name", words.name, Input::Line("text"))
            .with_value(context.request.form.text_of("name"))
            .with_hint((T::NAME_HINT)(words))
            .required();
        let mut fields = vec![name];
        fields.extend(T::new_account_fields(context, password::new_password_field(context)));
        if let FormOutcome::Failed(error) = outcome {
            error.add_to_field(&mut fields);
        }
        content.add(&Form::button(context, add_button, context.address(T::PATH), fields));
    }
    T::add_errors(context, &snapshot, None, &mut content)?;
    Ok(PageAnswer::Page(content))
}

pub fn show_account<T: AccountPages>(
    context: &PageContext,
    account: &Account<T>,
    outcome: FormOutcome,
) -> Result<PageAnswer> {
    let (words, snapshot) = (context.words, context.snapshot()?);
    let mut content = PageContent::new(account.name.as_str());
    if let FormOutcome::Saved(message) = outcome {
        content.add_success(message);
    }
    if is_own_account(context, account) {
        content.add_note(words.own_account_note);
    }
    let view = AccountView { context, snapshot: &snapshot, account };
    content.add(&NamedValues::of(T::account_values(&view)?));
    T::add_errors(context, &snapshot, Some(&account.name), &mut content)?;
    if !context.has_role(Role::Owner) {
        return Ok(PageAnswer::Page(content));
    }
    let (label, change_fields) = T::change_fields(&view)?;
    let confirmation = last_owner_field(&view, REVOKE)?;
    let is_last_owner = confirmation.is_some();
    let revoke_fields = confirmation.into_iter().map(FormField::required).collect();
    let rotate_fields = rotation_fields(context, account);
    let mut forms = vec![
        AccountForm { action: T::CHANGE, label, fields: change_fields },
        AccountForm { action: ROTATE, label: words.rotate, fields: rotate_fields },
    ];
    forms.extend(T::other_forms(&view)?);
    forms.push(AccountForm { action: REVOKE, label: words.remove_access, fields: revoke_fields });
    for AccountForm { action, label, mut fields } in forms {
        content.add_heading(label);
        if action == T::CHANGE && is_last_owner {
            content.add_warning(words.last_owner_warning);
        }
        if action == REVOKE {
            content.add_note((T::REVOKE_EXPLANATION)(words));
        }
        if let FormOutcome::Failed(error) = outcome {
            error.add_to_field(&mut fields);
        }
        let address = context.address(&format!("{}/{}/{action}", T::PATH, account.id));
        let button = if action == T::CHANGE { words.save } else { label };
        let form = Form::changing(context, label, address, fields, button);
        content.add(&Form { is_destructive: action == REVOKE, ..form });
    }
    Ok(PageAnswer::Page(content))
}

fn rotation_fields<T: AccountPages>(context: &PageContext, account: &Account<T>) -> Vec<FormField> {
    let words = context.words;
    let fingerprint = password_fingerprint(&account.password_hash);
    let mut fields = vec![
        password::new_password_field(context),
        current_password_field(context, ROTATE, words.confirm_account_change).required(),
        FormField::hidden(FINGERPRINT, fingerprint),
    ];
    if !T::OLD_PASSWORD_HOURS.is_empty() {
        let option = |hours: &i64| (hours.to_string(), old_password_validity(words, *hours));
        let options = Input::Select(T::OLD_PASSWORD_HOURS.iter().map(option).collect());
        let chosen = context.request.form.text_of(HOURS_FIELD);
        fields.insert(0, FormField::new(HOURS_FIELD, words.old_password_stays_valid_for, options).with_value(chosen));
    }
    fields
}

/// Returns the label of a validity in hours: `4 hours`, `7 days`, or that the old password ends at once.
fn old_password_validity(words: &Translations, hours: i64) -> String {
    match hours {
        0 => words.ends_immediately.to_owned(),
        ..=24 => words.hours.replace("{}", &hours.to_string()),
        _ => words.days.replace("{}", &(hours / 24).to_string()),
    }
}

/// Returns the field in which to type the name of the last owner, without whom nobody could change accounts here;
/// `None` for any other account. `action` is the action of the form that would remove the owner.
pub fn last_owner_field<T: AccountPages>(view: &AccountView<T>, action: &str) -> Result<Option<FormField>> {
    let words = view.context.words;
    let field = FormField::new(confirmation_field_name(action), words.confirm_name, Input::Line("text"));
    Ok(T::is_last_owner(view.snapshot, &view.account.name)?.then_some(field))
}

/// Returns the name of [`last_owner_field`], such as `revoke-word`. Two forms of a page have such a field.
fn confirmation_field_name(action: &str) -> String {
    format!("{action}-word")
}

pub fn is_confirmed_by_name<T>(context: &PageContext, account: &Account<T>, action: &str) -> bool {
    context.request.form.text_of(&confirmation_field_name(action)).trim() == account.name
}

pub fn time_or_never(context: &PageContext, snapshot: &Snapshot, instant: Option<&str>) -> Result<String> {
    match instant {
        Some(instant) => context.format_time(snapshot, instant),
        None => Ok(context.words.never.to_owned()),
    }
}

fn is_own_account<T: AccountDetails>(context: &PageContext, account: &Account<T>) -> bool {
    T::KIND == AccountKind::Operator && account.name == context.operator.name
}

fn add_account<T: AccountPages>(context: &PageContext) -> Result<PageAnswer> {
    let name = check_new_name(T::KIND, context.request.form.text_of("name"))?;
    let password = check_or_generate(typed_password(context), T::KIND)?;
    let new_account = T::parse_new_account(context)?;
    with_accounts(context, |accounts| accounts.add::<T>(name, &password, &new_account, report_nothing))?;
    let message = (T::ADDED)(context.words).replace("{}", name);
    Ok(show_new_password(context, &message, &password, T::PATH))
}

fn submit_account_form<T: AccountPages>(
    context: &PageContext,
    account: &Account<T>,
    action: &str,
) -> Result<PageAnswer> {
    match action {
        ROTATE => rotate_password(context, account),
        REVOKE => {
            let can_remove_last_owner = is_confirmed_by_name(context, account, REVOKE);
            with_accounts(context, |accounts| accounts.revoke::<T>(&account.name, can_remove_last_owner))?;
            show_list::<T>(context, FormOutcome::Saved(&context.words.access_removed.replace("{}", &account.name)))
        }
        _ if action == T::CHANGE => {
            let (account, message) = T::submit_change_form(context, account.clone())?;
            show_account(context, &account, FormOutcome::Saved(&message))
        }
        _ => T::submit_other_form(context, account, action),
    }
}

fn rotate_password<T: AccountPages>(context: &PageContext, account: &Account<T>) -> Result<PageAnswer> {
    let (words, form) = (context.words, &context.request.form);
    let Some(hours) = parse_old_password_hours::<T>(form) else { return Ok(PageAnswer::NotFound) };
    // the rotation ends the session, so that no page could show a generated password
    if is_own_account(context, account) && typed_password(context).is_none() {
        return Err(AccountFieldError::new("password", words.type_own_new_password).into());
    }
    let password = check_or_generate(typed_password(context), T::KIND)?;
    confirm_password(context, ROTATE)?;
    let keep_old = (hours > 0).then(|| SignedDuration::from_hours(hours));
    // fails if the password was replaced since the page was shown
    let expected_fingerprint = Some(form.text_of(FINGERPRINT));
    let password_to_replace = PasswordToReplace { name: &account.name, expected_fingerprint };
    with_accounts(context, |accounts| accounts.rotate::<T>(&password_to_replace, &password, keep_old, report_nothing))?;
    let mut message = words.password_was_set.replace("{}", &account.name);
    if !T::OLD_PASSWORD_HOURS.is_empty() {
        let validity = match hours {
            0 => words.old_password_ended.to_owned(),
            _ => words.old_password_still_valid.replace("{}", &old_password_validity(words, hours)),
        };
        message += &format!(" {validity}");
    }
    Ok(show_new_password(context, &message, &password, &format!("{}/{}", T::PATH, account.id)))
}

/// Returns the chosen hours for which the old password stays valid: 0 if it always ends at once, and `None` if the form
/// does not offer the sent hours.
fn parse_old_password_hours<T: AccountPages>(form: &FormFields) -> Option<i64> {
    if T::OLD_PASSWORD_HOURS.is_empty() {
        return Some(0);
    }
    let hours = form.text_of(HOURS_FIELD).parse().ok()?;
    T::OLD_PASSWORD_HOURS.contains(&hours).then_some(hours)
}

/// Reports nothing before the commit: the page shows a new password after it.
fn report_nothing(_: &Message) -> Result<()> {
    Ok(())
}

/// Opens the database and calls `change`. The ledger attributes the changes to the operator.
pub fn with_accounts<R>(context: &PageContext, change: impl FnOnce(&mut Accounts) -> Result<R>) -> Result<R> {
    let mut database = context.console.service.store.open_connection()?;
    change(&mut Accounts { database: &mut database, attribute: &|action| context.attribution(action) })
}

fn show_new_password(context: &PageContext, message: &str, password: &str, next_path: &str) -> PageAnswer {
    let words = context.words;
    let is_generated = typed_password(context).is_none();
    let secret = is_generated.then_some(ShownSecret { label: words.password_shown_once, secret: password });
    show_secret(context, words.password, message, secret, next_path)
}

/// Shows a message and, if given, a secret. No page shows the secret again.
pub fn show_secret(
    context: &PageContext,
    title: &str,
    message: &str,
    secret: Option<ShownSecret>,
    next_path: &str,
) -> PageAnswer {
    let mut content = PageContent::new(title);
    content.add_success(message);
    secret.iter().for_each(|secret| content.add(secret));
    content.add_button(context.address(next_path), context.words.done);
    PageAnswer::Page(content)
}
