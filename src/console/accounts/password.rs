//! Password fields: for a new password, and for the signed-in operator's current password.

use anyhow::Result;
use tokio::runtime::Handle;

use super::AccountFieldError;
use crate::console::components::{CURRENT_PASSWORD, FormField, Input};
use crate::console::{PageContext, sign_in};
use crate::store::operator::SignInOutcome;

/// Returns the field for a new password. If the operator leaves the field empty, a password is generated.
pub fn new_password_field(context: &PageContext) -> FormField {
    FormField::new("password", context.words.password, Input::Line("password"))
        .with_hint(context.words.empty_password_hint)
}

/// Returns the new password in the form; `None` if the field is empty.
pub fn typed_password<'v>(context: &'v PageContext) -> Option<&'v str> {
    let password = context.request.form.text_of("password");
    (!password.is_empty()).then_some(password)
}

/// Returns the field that asks for the signed-in operator's current password, for an action's form.
pub fn current_password_field(context: &PageContext, action: &str, hint: &str) -> FormField {
    let name = current_password_field_name(action);
    FormField::new(name, context.words.current_password, Input::Line("password")).with_hint(hint)
}

/// Returns a name such as `rotate-present`. It has the action, because a page has several such fields.
fn current_password_field_name(action: &str) -> String {
    format!("{action}-{CURRENT_PASSWORD}")
}

/// Verifies the current password in the action's form, so that nobody can change accounts in an unattended session.
/// Fails with an error beside the field. A wrong password counts for the throttle and the audit, as at a sign-in.
pub fn confirm_password(context: &PageContext, action: &str) -> Result<()> {
    let field = current_password_field_name(action);
    let name = context.operator.name.as_str();
    let verification =
        sign_in::verify_password(context.console, context.request, (name, &field), SignInOutcome::WrongCurrentPassword);
    match Handle::current().block_on(verification) {
        Ok(_) => Ok(()),
        Err(error) if error.has_wrong_credentials() => {
            Err(AccountFieldError::new(field, context.words.wrong_current_password).into())
        }
        // such as too many attempts
        Err(error) => Err(AccountFieldError::new(field, error.text).into()),
    }
}
