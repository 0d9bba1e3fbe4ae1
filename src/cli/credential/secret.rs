//! The password of a credential: read from standard input, or made and told once.

use std::io::Read;

use anyhow::{Context, Result, bail};

use crate::cli::say::{say, shown};
use crate::gate::common::is_common;
use crate::gate::password;
use crate::model::text::{LONGEST, is_xml_char};

/// "At least 12 characters".
const SHORTEST: usize = 12;

/// A password, and whether the operator has yet to be told it.
pub struct Secret {
    /// The password.
    pub password: String,
    made: bool,
}

impl Secret {
    /// The line on standard input, or a new one.
    pub fn obtain(from_stdin: bool) -> Result<Self> {
        let password = match from_stdin {
            true => read()?,
            false => password::generated()?,
        };
        Ok(Self {
            password,
            made: !from_stdin,
        })
    }

    /// Prints a password that was made: "the last line on standard output, alone".
    pub fn tell(&self) -> Result<()> {
        if !self.made {
            return Ok(());
        }
        say("its password, shown only now:")?;
        shown(&self.password).context(
            "nobody could be shown the new password: standard output cannot be written; nothing was changed",
        )
    }
}

/// "`--password-stdin` reads one line without its newline"; blanks are part of it.
fn read() -> Result<String> {
    // four bytes a character and the line's end; what goes on beyond is too long
    let most = 4 * LONGEST as u64 + 2;
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(most)
        .read_to_end(&mut bytes)
        .context("standard input cannot be read")?;
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or(&[]);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let password = std::str::from_utf8(line).context("the password is not UTF-8")?;
    if password.is_empty() {
        bail!("the password on standard input is empty");
    }
    let length = password.chars().count();
    if length < SHORTEST {
        bail!("the password has {length} characters; at least {SHORTEST} are needed");
    }
    if length > LONGEST {
        bail!("the password is longer than {LONGEST} characters");
    }
    if !password.chars().all(is_xml_char) {
        bail!("the password has a character that XML forbids: no client could send it");
    }
    if is_common(password) {
        bail!(
            "the password is one of the common ones, which are guessed first; without --password-stdin one is made"
        );
    }
    Ok(password.to_owned())
}
