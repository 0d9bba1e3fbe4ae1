//! Reads a password from standard input, or generates one.

use std::io::Read;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::control_characters::escape;
use super::terminal::{print_line, print_message, translate, try_print_line};
use crate::gate::password::check_or_generate;
use crate::model::message::{Message, MessageName};
use crate::model::text::MAX_TEXT_CHARACTERS;
use crate::store::account::AccountKind;

#[derive(Args)]
pub struct PasswordSource {
    /// Read the password, one line, from standard input instead of generating one.
    #[arg(long)]
    password_stdin: bool,
}

impl PasswordSource {
    /// Reads the password with `--password-stdin`, else generates one. Refuses a password that `kind` does not allow.
    pub fn read_or_generate(&self, kind: AccountKind) -> Result<String> {
        let given = self.password_stdin.then(read_password).transpose()?;
        check_or_generate(given.as_deref(), kind)
    }

    /// Prints a message and, if the password was generated, the password alone on the last line.
    pub fn print_with_password(&self, message: &Message, password: &str) -> Result<()> {
        print_line(escape(&translate(message.clone())))?;
        if self.password_stdin {
            return Ok(());
        }
        print_message(MessageName::PasswordFollows)?;
        // here, a reader that has stopped is an error: a password that nobody has seen would be lost
        try_print_line(password).context(Message::from(MessageName::PasswordNotShown))
    }
}

/// Reads the first line of standard input, without its line end. Blanks are part of the password.
fn read_password() -> Result<String> {
    // UTF-8 has at most four bytes per character; two bytes are for the line end. The caller refuses a longer password
    let max_bytes = 4 * MAX_TEXT_CHARACTERS as u64 + 2;
    let mut bytes = Vec::new();
    std::io::stdin().take(max_bytes).read_to_end(&mut bytes).context(Message::from(MessageName::InputUnreadable))?;
    let first_line = bytes.split(|byte| *byte == b'\n').next().unwrap_or(&[]);
    let line = first_line.strip_suffix(b"\r").unwrap_or(first_line);
    let password = std::str::from_utf8(line).context(Message::from(MessageName::PasswordNotUtf8))?;
    ensure!(!password.is_empty(), Message::from(MessageName::PasswordEmpty));
    Ok(password.to_owned())
}
