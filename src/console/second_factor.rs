//! The page where operators set up, replace and remove their second factor, and renew recovery codes.

use anyhow::Result;
use askama::Template;
use qrcodegen::{QrCode, QrCodeEcc};

use super::accounts::{AccountFieldError, confirm_password, current_password_field};
use super::components::{Form, FormField, Input, NamedValues};
use super::{FormFields, Page, PageAnswer, PageContent, PageContext};
use crate::gate::second_factor::{
    DIGITS, PERIOD_SECONDS, TotpSecret, encode_base32, find_time_step, new_recovery_codes, new_secret, split_in_fours,
};
use crate::ledger::Attribution;
use crate::model::lock::lock;
use crate::model::message::{Message, MessageName};
use crate::store::operator::{Operator, Role};
use crate::store::second_factor::{self, SecondFactor};

pub static PAGE: Page = Page {
    path: "second-factor",
    title: |words| words.second_factor,
    role: Role::Viewer,
    show: |context| show(context, None),
    submit: Some(submit),
};

/// The actions of the forms: confirm a new secret, renew the recovery codes, remove the second factor.
const CONFIRM_SECRET: &str = "set";
const CODES: &str = "codes";
const REMOVE: &str = "remove";

/// The page that replaces a second factor. Its form has the action [`CONFIRM_SECRET`].
const REPLACE: &str = "replace";

/// The field with the first code of the new second factor.
const CODE: &str = "code";

#[derive(Template)]
#[template(path = "qr.html")]
struct QrImage<'a> {
    label: &'a str,
    /// The width and height in modules, the squares of the QR code, with margins.
    size: i32,
    /// The dark modules as the data of an SVG path.
    path: String,
}

#[derive(Template)]
#[template(path = "codes.html")]
struct RecoveryCodes<'a> {
    label: &'a str,
    codes: &'a [String],
}

/// Shows the second factor, or the form for a new second factor. `error` is the submitted form's error.
fn show(context: &PageContext, error: Option<&AccountFieldError>) -> Result<PageAnswer> {
    let words = context.words;
    let is_replacement = context.segments() == [REPLACE];
    let mut content = PageContent::new(if is_replacement { words.replace_second_factor } else { words.second_factor });
    if context.operator.is_by_proxy {
        content.add_note(words.second_factor_of_proxy);
        return Ok(PageAnswer::Page(content));
    }
    let snapshot = context.snapshot()?;
    let Some(operator) = Operator::find(&snapshot, &context.operator.name)? else { return Ok(PageAnswer::NotFound) };
    let stored = SecondFactor::find(&snapshot, operator.id)?;
    // after an error, the address ends with the action of the submitted form
    match (context.segments().as_slice(), stored) {
        ([] | [CONFIRM_SECRET], None) => {
            let is_required = context.must_set_up_second_factor();
            content.add_note(if is_required { words.second_factor_required } else { words.second_factor_explanation });
            add_setup(context, &mut content, error)?;
        }
        ([REPLACE | CONFIRM_SECRET], Some(_)) => add_setup(context, &mut content, error)?,
        ([] | [CODES | REMOVE], Some(stored)) => {
            let codes_left = second_factor::count_recovery_codes(&snapshot, operator.id)?;
            content.add(&NamedValues::of([
                (words.since, context.format_time(&snapshot, &stored.created_at)?),
                (words.recovery_codes_left, codes_left.to_string()),
            ]));
            content.add_button(context.address(&format!("{}/{REPLACE}", PAGE.path)), words.replace_second_factor);
            for (action, label) in [(CODES, words.new_recovery_codes), (REMOVE, words.remove_second_factor)] {
                content.add_heading(label);
                add_form(context, &mut content, action, label, Vec::new(), error);
            }
        }
        _ => return Ok(PageAnswer::NotFound),
    }
    Ok(PageAnswer::Page(content))
}

fn add_setup(context: &PageContext, content: &mut PageContent, error: Option<&AccountFieldError>) -> Result<()> {
    let words = context.words;
    let secret = offered_secret(context)?;
    content.add_note(words.scan_qr_code);
    let address = otpauth_address(context, &secret);
    let qr = QrCode::encode_text(&address, QrCodeEcc::Medium)?;
    content.add(&QrImage { label: words.qr_code, size: qr.size() + 2 * QUIET_ZONE, path: svg_path(&qr) });
    content.add(&NamedValues::of([(words.secret, split_in_fours(&encode_base32(&secret), " "))]));
    let code = FormField::new(CODE, words.sign_in_code, Input::Line("text")).with_hint(words.app_code_hint);
    add_form(context, content, CONFIRM_SECRET, words.set_up, vec![code.required()], error);
    Ok(())
}

/// Adds the form of an action. Every form also has the field for the current password.
fn add_form(
    context: &PageContext,
    content: &mut PageContent,
    action: &str,
    label: &str,
    mut fields: Vec<FormField>,
    error: Option<&AccountFieldError>,
) {
    fields.push(current_password_field(context, action, context.words.confirm_sign_in_change).required());
    if let Some(error) = error {
        error.add_to_field(&mut fields);
    }
    let address = context.address(&format!("{}/{action}", PAGE.path));
    let form = Form::button(context, label, address, fields);
    content.add(&Form { is_destructive: action == REMOVE, ..form });
}

/// Returns the secret that a page of this session showed before, or else a new secret. Reloading the page must not
/// change the secret, which may already be in the operator's app.
fn offered_secret(context: &PageContext) -> Result<TotpSecret> {
    let mut offered = lock(&context.operator.offered_secret);
    let secret = offered.map_or_else(new_secret, Ok)?;
    *offered = Some(secret);
    Ok(secret)
}

/// Returns the `otpauth:` address for the QR code. Authenticator apps show the service's host as the issuer.
fn otpauth_address(context: &PageContext, secret: &TotpSecret) -> String {
    let (_, host) = context.request.caller.base.split_once("://").unwrap_or_default();
    let issuer = host.split('/').next().unwrap_or_default();
    let fields = [
        ("secret", encode_base32(secret)),
        ("issuer", issuer.to_owned()),
        ("algorithm", "SHA1".to_owned()),
        ("digits", DIGITS.to_string()),
        ("period", PERIOD_SECONDS.to_string()),
    ];
    let label = format!("{}:{}", percent_encode(issuer), percent_encode(&context.operator.name));
    // apps would show the + that encodes a blank
    let query = FormFields::new(fields).to_query().replace('+', "%20");
    format!("otpauth://totp/{label}?{query}")
}

/// Encodes a text for the path of an address: a blank becomes `%20`.
fn percent_encode(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

/// The width of the margin around a QR code, in modules.
const QUIET_ZONE: i32 = 4;

/// Returns an SVG path with a unit square for each dark module: `M4 4h1v1h-1z` and so on.
fn svg_path(qr: &QrCode) -> String {
    let modules = (0..qr.size()).flat_map(|y| (0..qr.size()).map(move |x| (x, y)));
    let dark = modules.filter(|(x, y)| qr.get_module(*x, *y));
    dark.map(|(x, y)| format!("M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE)).collect()
}

fn submit(context: &PageContext) -> Result<PageAnswer> {
    context.with_write_access(Role::Viewer, || match context.segments().as_slice() {
        // the proxy has the second factor of this operator
        _ if context.operator.is_by_proxy => Ok(PageAnswer::NotFound),
        [action @ (CONFIRM_SECRET | CODES | REMOVE)] => apply_form(context, action).or_else(|error| {
            let error = AccountFieldError::from_error(context, action, error)?;
            show(context, Some(&error))
        }),
        _ => Ok(PageAnswer::NotFound),
    })
}

fn apply_form(context: &PageContext, action: &str) -> Result<PageAnswer> {
    let words = context.words;
    if action == REMOVE {
        remove_second_factor(context)?;
        return Ok(PageAnswer::Redirect(PAGE.path.to_owned()));
    }
    // a new second factor, too, replaces the recovery codes
    let (codes, digests) = new_recovery_codes()?;
    let message = if action == CONFIRM_SECRET {
        set_second_factor(context, &digests)?;
        words.second_factor_was_set_up
    } else {
        renew_recovery_codes(context, &digests)?;
        words.recovery_codes_renewed
    };
    let mut content = PageContent::new(words.recovery_codes);
    content.add_success(message);
    content.add(&RecoveryCodes { label: words.recovery_codes_shown_once, codes: &codes });
    content.add_button(context.address(""), words.done);
    Ok(PageAnswer::Page(content))
}

fn remove_second_factor(context: &PageContext) -> Result<()> {
    confirm_password(context, REMOVE)?;
    let (database, name) = (&mut context.console.service.store.open_connection()?, context.operator.name.as_str());
    let attribution = attribution(context, MessageName::RemoveSecondFactor);
    Operator::change(database, &attribution, name, |connection, id| second_factor::remove(connection, id, name))?;
    context.console.sessions.set_factor_secret(context.request, None);
    Ok(())
}

fn set_second_factor(context: &PageContext, recovery_digests: &[String]) -> Result<()> {
    let wrong_code_error = || AccountFieldError::new(CODE, context.words.wrong_code);
    let secret = offered_secret(context)?;
    // no code of a new secret was used before
    let no_last_step = 0;
    let Some(step) = find_time_step(&secret, context.request.form.text_of(CODE), no_last_step) else {
        return Err(wrong_code_error().into());
    };
    confirm_password(context, CONFIRM_SECRET)?;
    // only one of several simultaneous requests sets the secret
    if lock(&context.operator.offered_secret).take() != Some(secret) {
        return Err(wrong_code_error().into());
    }
    let (database, name) = (&mut context.console.service.store.open_connection()?, context.operator.name.as_str());
    Operator::change(database, &attribution(context, MessageName::SetSecondFactor), name, |connection, id| {
        second_factor::set(connection, id, (&secret, step), recovery_digests)
    })?;
    context.console.sessions.set_factor_secret(context.request, Some(&secret));
    Ok(())
}

fn renew_recovery_codes(context: &PageContext, recovery_digests: &[String]) -> Result<()> {
    confirm_password(context, CODES)?;
    let (database, name) = (&mut context.console.service.store.open_connection()?, context.operator.name.as_str());
    Operator::change(database, &attribution(context, MessageName::RenewRecoveryCodes), name, |connection, id| {
        second_factor::renew_recovery_codes(connection, id, recovery_digests)
    })
}

fn attribution(context: &PageContext, action: MessageName) -> Attribution {
    context.attribution(Message::new(action).with(&context.operator.name))
}
