//! The actor of a command, `user@host`, for the ledger.

use std::fs;

use rustix::process::getuid;

use crate::gate::accounts::Accounts;
use crate::ledger::action::Action;
use crate::ledger::{Attribution, Origin};
use crate::store::connection::Database;

pub fn command_attribution(action: impl Into<Action>) -> Attribution {
    Attribution { origin: Origin::Command, actor: user_at_host(), action: action.into() }
}

pub fn accounts_by_command(database: &mut Database) -> Accounts<'_> {
    Accounts { database, attribute: &|action| command_attribution(action) }
}

pub fn user_at_host() -> String {
    format!("{}@{}", user_name(), host_name())
}

/// Returns the name of the process's user, or the id of a user without a name. Ignores environment variables.
fn user_name() -> String {
    let id = getuid().as_raw().to_string();
    name_of_user_id(&id).unwrap_or(id)
}

fn name_of_user_id(id: &str) -> Option<String> {
    fs::read_to_string("/etc/passwd").ok()?.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        // the password field before the id is skipped
        (fields.nth(1)? == id).then(|| name.to_owned())
    })
}

fn host_name() -> String {
    let paths = ["/proc/sys/kernel/hostname", "/etc/hostname"];
    let name = paths.iter().find_map(|path| fs::read_to_string(path).ok()).map(|name| name.trim().to_owned());
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| "localhost".into())
}
