//! Password fields: a new password, and the signed-in operator's present one.

use anyhow::Result;
use tokio::runtime::Handle;

use super::AccountFieldError;
use crate::console::components::{FormField, Input, PRESENT};
use crate::console::page_context::PageContext;
use crate::console::sign_in;
use crate::store::operator::SignInOutcome;

/// Returns the field of a new password. An empty one generates the password.
pub fn new_password_field(context: &PageContext) -> FormField {
    let mut field = FormField::new("password", context.words.password, Input::Line("password"));
    field.hint = context.words.password_made.to_owned();
    field
}

/// Returns the new password in the form; `None` to generate one.
pub fn typed_password<'v>(context: &'v PageContext) -> Option<&'v str> {
    let password = context.request.form.text_of("password");
    (!password.is_empty()).then_some(password)
}

/// Returns the field of the present password in this action's form.
pub fn present_password_field(context: &PageContext, action: &str, hint: &str) -> FormField {
    let mut field =
        FormField::new(format!("{action}-{PRESENT}"), context.words.present_password, Input::Line("password"));
    field.hint = hint.to_owned();
    field
}

/// Verifies the present password in this action's form: an unattended session must not suffice to change accounts.
pub fn confirm_password(context: &PageContext, action: &str) -> Result<()> {
    let field = format!("{action}-{PRESENT}");
    let name = context.operator.name.as_str();
    let verified =
        sign_in::verify_password(context.console, context.request, (name, &field), SignInOutcome::Unconfirmed);
    match Handle::current().block_on(verified) {
        Ok(_) => Ok(()),
        Err(error) if error.has_wrong_credentials() => {
            Err(AccountFieldError::new(field, context.words.present_wrong).into())
        }
        Err(error) => Err(AccountFieldError::new(field, error.text).into()),
    }
}
