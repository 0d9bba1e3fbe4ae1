//! Password fields: a new password, and the signed-in operator's present one.

use anyhow::Result;
use tokio::runtime::Handle;

use super::AccountFieldError;
use crate::console::components::{FormField, Input, PRESENT};
use crate::console::page_context::PageContext;
use crate::console::sign_in;
use crate::store::operator::SignInOutcome;

/// Returns the field of a new password, which is generated if none is typed.
pub fn field(context: &PageContext) -> FormField {
    let mut field = FormField::new("password", context.words.password, Input::Line("password"));
    field.hint = context.words.password_made.to_owned();
    field
}

pub fn typed<'v>(context: &'v PageContext) -> Option<&'v str> {
    let typed = context.request.form.text_of("password");
    (!typed.is_empty()).then_some(typed)
}

/// Returns the field of the present password in this action's form.
pub fn present(context: &PageContext, action: &str, hint: &str) -> FormField {
    let mut field =
        FormField::new(format!("{action}-{PRESENT}"), context.words.present_password, Input::Line("password"));
    field.hint = hint.to_owned();
    field
}

/// Verifies the present password in this action's form: an unattended or stolen session must not suffice to change
/// accounts.
pub fn confirmed(context: &PageContext, action: &str) -> Result<()> {
    let field = format!("{action}-{PRESENT}");
    let name = context.signed.name.as_str();
    let given = sign_in::verified(context.console, context.request, (name, &field), SignInOutcome::Unconfirmed);
    match Handle::current().block_on(given) {
        Ok(_) => Ok(()),
        Err(wrong) if wrong.is_password() => Err(AccountFieldError::new(field, context.words.present_wrong).into()),
        Err(wrong) => Err(AccountFieldError::new(field, wrong.text).into()),
    }
}
