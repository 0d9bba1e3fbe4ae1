//! The actor of a command, `user@host`, for the ledger.

use std::fs;
use std::os::unix::fs::MetadataExt;

use crate::gate::accounts::Accounts;
use crate::ledger::{Attribution, Origin};
use crate::store::connection::Database;

/// Returns the attribution of a command.
pub fn command(action: impl Into<String>) -> Attribution {
    Attribution { origin: Origin::Command, actor: actor(), action: action.into() }
}

/// Returns access to accounts on behalf of the user.
pub fn by_command(database: &mut Database) -> Accounts<'_> {
    Accounts { database, by: &|action| command(action) }
}

/// Returns the process's user and the machine's name, as far as known.
pub fn actor() -> String {
    format!("{}@{}", user(), host())
}

/// Returns the name of the process's user. Environment variables could lie.
fn user() -> String {
    let by_account = account().map(|account| account_name(&account).unwrap_or(account));
    by_account
        .or_else(|| std::env::var("USER").ok())
        .or_else(|| std::env::var("USERNAME").ok())
        .unwrap_or_else(|| "unknown".into())
}

/// Returns the process's user id, if the system shows processes as files.
fn account() -> Option<String> {
    Some(fs::metadata("/proc/self").ok()?.uid().to_string())
}

/// Returns the name of a user id.
fn account_name(account: &str) -> Option<String> {
    let accounts = fs::read_to_string("/etc/passwd").ok()?;
    accounts.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == account).then(|| name.to_owned())
    })
}

fn host() -> String {
    let by_system = ["/proc/sys/kernel/hostname", "/etc/hostname"]
        .iter()
        .find_map(|path| fs::read_to_string(path).ok())
        .or_else(|| std::env::var("COMPUTERNAME").ok())
        .map(|name| name.trim().to_owned());
    by_system.filter(|name| !name.is_empty()).unwrap_or_else(|| "localhost".into())
}
