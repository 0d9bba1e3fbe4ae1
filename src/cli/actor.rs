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

/// Returns the actor of a command, such as `jan@server1`.
pub fn user_at_host() -> String {
    format!("{}@{}", user_name(), host_name())
}

/// Returns the name of the process's user, or the id of a user without a name. Ignores environment variables.
fn user_name() -> String {
    let id = getuid().as_raw().to_string();
    name_of_user_id(&id).unwrap_or(id)
}

/// Returns the name of a user in `/etc/passwd`, whose lines begin with `name:password:id:`.
fn name_of_user_id(id: &str) -> Option<String> {
    fs::read_to_string("/etc/passwd").ok()?.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        let is_user = fields.nth(1)? == id;
        is_user.then(|| name.to_owned())
    })
}

fn host_name() -> String {
    let paths = ["/proc/sys/kernel/hostname", "/etc/hostname"];
    let text = paths.iter().find_map(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    match text.trim() {
        "" => "localhost".to_owned(),
        name => name.to_owned(),
    }
}
