//! The actor of a command, `user@host`, for the ledger.

use std::fs;

use rustix::process::getuid;

use crate::gate::accounts::Accounts;
use crate::ledger::{Attribution, Origin};
use crate::store::connection::Database;

pub fn command(action: impl Into<String>) -> Attribution {
    Attribution { origin: Origin::Command, actor: actor(), action: action.into() }
}

pub fn by_command(database: &mut Database) -> Accounts<'_> {
    Accounts { database, by: &|action| command(action) }
}

pub fn actor() -> String {
    format!("{}@{}", user(), host())
}

/// Returns the name of the process's user. Environment variables could lie.
fn user() -> String {
    let id = getuid().as_raw().to_string();
    account_name(&id).unwrap_or(id)
}

fn account_name(id: &str) -> Option<String> {
    fs::read_to_string("/etc/passwd").ok()?.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == id).then(|| name.to_owned())
    })
}

fn host() -> String {
    let paths = ["/proc/sys/kernel/hostname", "/etc/hostname"];
    let name = paths.iter().find_map(|path| fs::read_to_string(path).ok()).map(|name| name.trim().to_owned());
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| "localhost".into())
}
