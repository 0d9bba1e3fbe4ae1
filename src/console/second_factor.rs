//! The signed-in operator's own second factor: setting it up, replacing and removing it, new recovery codes.

use anyhow::Result;
use askama::Template;
use qrcodegen::{QrCode, QrCodeEcc};

use super::FormFields;
use super::accounts::{AccountFieldError, confirmed, present, with_accounts};
use super::components::{Facts, Form, FormField, Input, Link};
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use crate::gate::second_factor::{
    DIGITS, PERIOD, TotpSecret, base32, find_time_step, in_groups, new_recovery_codes, new_secret,
};
use crate::model::lock::lock;
use crate::store::operator::{Operator, Role};
use crate::store::second_factor::{self, SecondFactor};

pub static PAGE: Page = Page {
    path: "second-factor",
    title: |words| words.second_factor,
    role: Role::Viewer,
    show: |context| show(context, None),
    change: Some(change),
};

/// The forms, the last step of their addresses. A replacement is shown on a page of its own.
const SET: &str = "set";
const REPLACE: &str = "replace";
const CODES: &str = "codes";
const REMOVE: &str = "remove";

/// The code of the new second factor.
const CODE: &str = "code";

/// A QR code as SVG.
#[derive(Template)]
#[template(path = "qr.html")]
struct QrImage<'a> {
    label: &'a str,
    size: i32,
    path: String,
}

/// Codes that are shown once.
#[derive(Template)]
#[template(path = "codes.html")]
struct Codes<'a> {
    says: &'a str,
    codes: &'a [String],
}

/// Shows the second factor, or how to set one up, with the error of a form.
fn show(context: &PageContext, error: Option<&AccountFieldError>) -> Result<PageAnswer> {
    let words = context.words;
    let mut content = PageContent::new(words.second_factor);
    if context.signed.is_by_proxy {
        content.note(words.second_factor_of_proxy);
        return Ok(PageAnswer::Page(content));
    }
    let snapshot = context.snapshot()?;
    let Some(operator) = Operator::find(&snapshot, &context.signed.name)? else {
        return Ok(PageAnswer::Nothing);
    };
    let stored = SecondFactor::find(&snapshot, operator.id)?;
    match (context.steps().as_slice(), stored) {
        ([] | [SET], None) => {
            content.note(if context.must_set_up() { words.second_factor_first } else { words.second_factor_says });
            add_setup(context, &mut content, error)?;
        }
        ([REPLACE | SET], Some(_)) => add_setup(context, &mut content, error)?,
        ([] | [CODES | REMOVE], Some(stored)) => {
            let left = second_factor::count_recovery_codes(&snapshot, operator.id)?;
            content.add(&Facts::of([
                (words.since, context.moment(&snapshot, &stored.created_at)?),
                (words.recovery_codes_left, left.to_string()),
            ]));
            content.button(context.address(&format!("{}/{REPLACE}", PAGE.path)), words.replace_second_factor);
            for (action, label) in [(CODES, words.new_recovery_codes), (REMOVE, words.remove_second_factor)] {
                content.heading(label);
                add_form(context, &mut content, (action, label), Vec::new(), error);
            }
        }
        _ => return Ok(PageAnswer::Nothing),
    }
    Ok(PageAnswer::Page(content))
}

/// Adds the QR code and text of a new secret, and the form for its first code.
fn add_setup(context: &PageContext, content: &mut PageContent, error: Option<&AccountFieldError>) -> Result<()> {
    let words = context.words;
    let secret = offered_secret(context)?;
    content.note(words.scan);
    let address = otpauth_address(context, &secret);
    let qr = QrCode::encode_text(&address, QrCodeEcc::Medium)?;
    content.add(&QrImage { label: words.qr_code, size: qr.size() + 2 * QUIET, path: svg_path(&qr) });
    content.add(&Facts::of([(words.secret_as_text, in_groups(&base32(&secret), " "))]));
    let mut code = FormField::new(CODE, words.code_of_app, Input::Line("text")).hint(words.first_code);
    code.is_required = true;
    add_form(context, content, (SET, words.set_up), vec![code], error);
    Ok(())
}

/// Adds a form that the present password confirms.
fn add_form(
    context: &PageContext,
    content: &mut PageContent,
    (action, label): (&str, &str),
    mut fields: Vec<FormField>,
    error: Option<&AccountFieldError>,
) {
    let mut own = present(context, action, context.words.present_for_factor);
    own.is_required = true;
    fields.push(own);
    AccountFieldError::show(error, &mut fields);
    let address = context.address(&format!("{}/{action}", PAGE.path));
    let form = Form::changing(context, label, address, fields, label);
    content.add(&Form { is_grave: action == REMOVE, ..form });
}

/// Returns the secret that this session was shown, or a new one.
fn offered_secret(context: &PageContext) -> Result<TotpSecret> {
    let mut offered = lock(&context.signed.offered);
    let secret = offered.map_or_else(new_secret, Ok)?;
    *offered = Some(secret);
    Ok(secret)
}

/// Returns the address that an app reads from the QR code. The host distinguishes several services.
fn otpauth_address(context: &PageContext, secret: &TotpSecret) -> String {
    let (_, host) = context.request.base.split_once("://").unwrap_or_default();
    let issuer = host.split('/').next().unwrap_or_default();
    let fields = [
        ("secret", base32(secret)),
        ("issuer", issuer.to_owned()),
        ("algorithm", "SHA1".to_owned()),
        ("digits", DIGITS.to_string()),
        ("period", PERIOD.to_string()),
    ];
    let encode = |text: &str| FormFields(vec![(text.to_owned(), String::new())]).text().replace('=', "");
    let label = format!("{}:{}", encode(issuer), encode(&context.signed.name));
    let query = FormFields(fields.map(|(name, value)| (name.to_owned(), value)).into()).text();
    // forms write a blank as +, which apps would show
    format!("otpauth://totp/{label}?{query}").replace('+', "%20")
}

/// The blank modules around a QR code.
const QUIET: i32 = 4;

/// Returns the dark modules of a QR code as an SVG path.
fn svg_path(qr: &QrCode) -> String {
    let modules = (0..qr.size()).flat_map(|y| (0..qr.size()).map(move |x| (x, y)));
    let dark = modules.filter(|(x, y)| qr.get_module(*x, *y));
    dark.map(|(x, y)| format!("M{} {}h1v1h-1z", x + QUIET, y + QUIET)).collect()
}

/// Takes a form. An error is shown at its field.
fn change(context: &PageContext) -> Result<PageAnswer> {
    context.changing_as(Role::Viewer, || match (context.steps().as_slice(), context.signed.is_by_proxy) {
        ([action @ (SET | CODES | REMOVE)], false) => apply_form(context, action).or_else(|error| {
            let error = AccountFieldError::from_error(context, action, error)?;
            show(context, Some(&error))
        }),
        _ => Ok(PageAnswer::Nothing),
    })
}

/// Applies the form of an action: sets, renews or removes.
fn apply_form(context: &PageContext, action: &str) -> Result<PageAnswer> {
    let (name, words) = (context.signed.name.as_str(), context.words);
    let by = |action: &str| context.attribution(&format!("operator {action} {name}"));
    if action == REMOVE {
        confirmed(context, action)?;
        with_accounts(context, |accounts| second_factor::remove(accounts.database, &by("remove-second-factor"), name))?;
        context.console.sessions.keep_with_factor(context.request, None);
        return Ok(PageAnswer::To(PAGE.path.to_owned()));
    }
    let (codes, digests) = new_recovery_codes()?;
    let message = if action == SET {
        let secret = offered_secret(context)?;
        let step = find_time_step(&secret, context.request.form.text_of(CODE), 0);
        let Some(step) = step else {
            return Err(AccountFieldError::new(CODE, words.code_wrong).into());
        };
        confirmed(context, action)?;
        // of several requests at once, one sets it
        if lock(&context.signed.offered).take() != Some(secret) {
            return Err(AccountFieldError::new(CODE, words.code_wrong).into());
        }
        with_accounts(context, |accounts| {
            let by = by("set-second-factor");
            second_factor::set(accounts.database, &by, name, (&secret, step), &digests)
        })?;
        context.console.sessions.keep_with_factor(context.request, Some(&secret));
        words.second_factor_set
    } else {
        confirmed(context, action)?;
        with_accounts(context, |accounts| {
            let by = by("new-recovery-codes");
            second_factor::renew_recovery_codes(accounts.database, &by, name, &digests)
        })?;
        words.recovery_codes_renewed
    };
    let mut content = PageContent::new(words.recovery_codes);
    content.add_success(message);
    content.add(&Codes { says: words.recovery_codes_once, codes: &codes });
    content.add(&Link { address: context.address(""), text: words.done, is_button: true });
    Ok(PageAnswer::Page(content))
}
