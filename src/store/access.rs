//! Access: what credentials and operators have in common. Each is known by a name and let in with a password; a change of one
//! is an act, which stands together with its entry in the ledger, or not at all.

use std::fmt;

use anyhow::Result;
use blake2::{Blake2b256, Digest};
use rusqlite::{Connection, OptionalExtension};

use super::connection::Database;
use super::unmade::WriteError;
use super::{Change, Writer};
use crate::ledger::{Attribution, Entry};
use crate::model::nearest::did_you_mean;
use crate::model::text::{LONGEST, Unfit, checked, hex, is_unseen};

/// Whose access it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// A connector's: a credential.
    Credential,
    /// A person's, who signs in to the console: an operator.
    Operator,
}

impl Whose {
    /// What it is called, which is the name of its table too.
    pub fn name(self) -> &'static str {
        match self {
            Whose::Credential => "credential",
            Whose::Operator => "operator",
        }
    }

    /// The same with its article.
    fn one(self) -> &'static str {
        match self {
            Whose::Credential => "a credential",
            Whose::Operator => "an operator",
        }
    }
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why an access is not given, changed or taken back.
#[derive(Debug, thiserror::Error)]
pub enum Unchanged {
    /// There is one of this name.
    #[error("there is {} {name} already; `{whose} rotate {name}` gives it a new password", whose.one())]
    Taken { whose: Whose, name: String },
    /// There is none of this name; those that there are.
    #[error("there is no {whose} {name}{}", did_you_mean(name, known))]
    Unknown { whose: Whose, name: String, known: Vec<String> },
    /// It has no name.
    #[error("{} needs a name", whose.one())]
    Nameless { whose: Whose },
    /// Its name cannot be one.
    #[error("the {0}'s name {1}")]
    Unfit(Whose, Unfit),
    /// Its name has a character that nobody sees, so that it could be taken for another's.
    #[error("the {0}'s name has the character U+{1:04X}, which nobody can see")]
    Unseen(Whose, u32),
    /// It has another password than the one that was to be replaced.
    #[error("the {whose} {name} has got another password meanwhile")]
    Replaced { whose: Whose, name: String },
    /// Nobody would be left who may change operators.
    #[error(
        "{0} is the last owner: nobody would be left who may change operators in the console, \
         and only the command line could make another"
    )]
    LastOwner(String),
}

/// The password that is to be replaced.
pub struct Present<'a> {
    /// Whose it is.
    pub name: &'a str,
    /// Its mark, where no other is meant: what is sent twice replaces one.
    pub mark: Option<&'a str>,
}

impl Present<'_> {
    /// Refuses where the password that is kept is another.
    pub(super) fn check(&self, whose: Whose, hash: &str) -> Result<(), Unchanged> {
        if self.mark.is_none_or(|known| known == mark(hash)) {
            return Ok(());
        }
        let name = self.name.to_owned();
        Err(Unchanged::Replaced { whose, name })
    }
}

/// What tells the password of this hash from those before and after it, and nothing else of it.
pub fn mark(hash: &str) -> String {
    hex(&Blake2b256::digest(hash))
}

/// A name to be, as it is kept: what is sent to come in is trimmed too.
pub fn named(whose: Whose, name: &str) -> Result<&str, Unchanged> {
    let name = checked(name, LONGEST).map_err(|unfit| Unchanged::Unfit(whose, unfit))?;
    match name.chars().find(|c| is_unseen(*c)) {
        Some(unseen) => Err(Unchanged::Unseen(whose, unseen.into())),
        None if name.is_empty() => Err(Unchanged::Nameless { whose }),
        None => Ok(name),
    }
}

/// Refuses a name to be that somebody has, whatever the case of its letters: nobody is to take one for the other. Two that
/// are there since before go on as they are.
pub(super) fn refuse_taken(connection: &Connection, whose: Whose, name: &str) -> Result<()> {
    let like = format!("SELECT name FROM {whose} WHERE lower_case(name) = ? ORDER BY name <> ? LIMIT 1");
    let taken = connection
        .prepare_cached(&like)?
        .query_row([name.to_lowercase().as_str(), name], |row| row.get(0))
        .optional()?;
    match taken {
        Some(name) => Err(Unchanged::Taken { whose, name }.into()),
        None => Ok(()),
    }
}

/// What was found under a name; where there is nothing, the refusal that names the nearest.
pub(super) fn known<T>(connection: &Connection, whose: Whose, name: &str, found: Option<T>) -> Result<T> {
    if let Some(found) = found {
        return Ok(found);
    }
    let mut known = connection.prepare(&format!("SELECT name FROM {whose} ORDER BY name"))?;
    let known = known.query_map([], |row| row.get(0))?;
    Err(Unchanged::Unknown { whose, name: name.to_owned(), known: known.collect::<rusqlite::Result<_>>()? }.into())
}

/// Writes into the audit, by a connection of our own, what changed nothing.
pub fn record(database: &mut Database, by: &Attribution) -> Result<()> {
    act(database, by, |_| Ok(()))
}

/// Writes into the audit what changed nothing.
pub async fn audit(writer: &Writer, by: Attribution) -> Result<(), WriteError> {
    let work = move |change: &mut Change| Ok(Entry::new(change, &by).act()?);
    writer.note(work).await
}

/// Makes a change and keeps in the ledger who did it; a change that is refused is taken back.
pub(super) fn act<T>(
    database: &mut Database,
    by: &Attribution,
    change: impl FnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    let transaction = database.begin()?;
    Entry::new(&transaction, by).act()?;
    let changed = change(&transaction)?;
    transaction.commit()?;
    Ok(changed)
}
