//! Who gives a command: `user@host`, for the ledger.

use std::fs;
use std::os::unix::fs::MetadataExt;

use crate::gate::accounts::Accounts;
use crate::ledger::{Attribution, Origin};
use crate::store::connection::Database;

/// A command, as the ledger keeps it.
pub fn command(action: impl Into<String>) -> Attribution {
    Attribution { door: Origin::Command, actor: actor(), action: action.into() }
}

/// Changes accounts, in the name of the user who runs the command.
pub fn by_command(database: &mut Database) -> Accounts<'_> {
    Accounts { database, by: &|action| command(action) }
}

/// The one whose process this is and the machine it runs on, as far as the system tells.
pub fn actor() -> String {
    format!("{}@{}", user(), host())
}

/// The user's name by the account that the process runs under; the environment can say anything.
fn user() -> String {
    let by_account = account().map(|account| account_name(&account).unwrap_or(account));
    by_account
        .or_else(|| std::env::var("USER").ok())
        .or_else(|| std::env::var("USERNAME").ok())
        .unwrap_or_else(|| "unknown".into())
}

/// The number of the account, where the system shows processes as files.
fn account() -> Option<String> {
    Some(fs::metadata("/proc/self").ok()?.uid().to_string())
}

/// The name of an account in the file of accounts.
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
