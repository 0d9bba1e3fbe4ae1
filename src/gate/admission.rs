//! Who is let in from now on: credentials and operators given, changed and taken back, the same from the command line and
//! in the console. How that is kept is the store's; who asks for it, and how what is said of it is shown, the caller's.

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};

use super::grants::described;
use super::password::Hashed;
use crate::ledger::Attribution;
use crate::model::brand::Brand;
use crate::model::time::second;
use crate::store::access::Present;
use crate::store::connection::Database;
use crate::store::credential::{self, Grants, New};
use crate::store::operator::{self, Role};

/// Who changes what: each act stands in the ledger as `by` makes it of its text, and gives what is to be said of it. Where
/// there is a password `tell` says that first: one that nobody could be shown is nobody's.
pub struct Admission<'a> {
    /// Where access is kept.
    pub database: &'a mut Database,
    /// Who does it, of what is done.
    pub by: &'a dyn Fn(String) -> Attribution,
}

/// A credential to be.
pub struct NewCredential<'a> {
    /// What a caller will send as username.
    pub name: &'a str,
    /// Its password.
    pub password: &'a str,
    /// Whether it is answered in an envelope even where a bare document is due.
    pub always_envelope: bool,
    /// The neutral names of the operations that it is granted.
    pub operations: Vec<&'static str>,
}

impl Admission<'_> {
    /// Adds a credential, once `tell` has told its password.
    pub fn add_credential(
        &mut self,
        new: NewCredential,
        brand: &Brand,
        tell: impl FnOnce(&str) -> Result<()>,
    ) -> Result<String> {
        let (name, mut operations) = (new.name, new.operations);
        operations.sort_unstable();
        operations.dedup();
        let granted = described(&operations, brand);
        let by = (self.by)(format!("credential add {name}; granted: {granted}"));
        let new = New {
            name,
            password_hash: &Hashed::fresh(new.password)?.text(),
            always_envelope: new.always_envelope,
            operations: &operations,
        };
        let says = format!("credential {name} added; granted: {granted}");
        credential::add(self.database, &by, &new, || tell(&says))?;
        Ok(says)
    }

    /// Grants a credential operations or takes them back.
    pub fn regrant(&mut self, name: &str, change: Grants, operations: &[&str], brand: &Brand) -> Result<String> {
        let named = described(operations, brand);
        let by = (self.by)(format!("credential {} {name}: {named}", change.name));
        let granted = credential::regrant(self.database, &by, name, change, operations)?;
        let granted = described(&granted, brand);
        Ok(format!("credential {name} is granted: {granted}"))
    }

    /// Gives a credential another password, once `tell` has told it; the present one holds for so long.
    pub fn rotate_credential(
        &mut self,
        present: &Present,
        password: &str,
        keep_old: Option<SignedDuration>,
        tell: impl FnOnce(&str) -> Result<()>,
    ) -> Result<String> {
        let name = present.name;
        let until = keep_old.map(end).transpose()?;
        let hash = |present: &str| {
            Ok(match until {
                // with the same salt, one computation tells both passwords apart
                Some(_) => Hashed::as_stored(password, Some(present))?,
                None => Hashed::fresh(password)?,
            }
            .text())
        };
        let holds = match &until {
            Some(until) => format!("until {}", self.database.clock().local(until)?),
            None => "no longer".into(),
        };
        let what = format!("credential rotate {name}; the old password holds {holds}");
        let (by, until) = ((self.by)(what), until.as_deref());
        let says = format!("credential {name} has a new password; the old one holds {holds}");
        credential::rotate(self.database, &by, present, until, hash, || tell(&says))?;
        Ok(says)
    }

    /// Removes a credential.
    pub fn revoke_credential(&mut self, name: &str) -> Result<String> {
        let by = (self.by)(format!("credential revoke {name}"));
        credential::revoke(self.database, &by, name)?;
        Ok(format!("credential {name} revoked"))
    }

    /// Adds an operator, once `tell` has told the password.
    pub fn add_operator(
        &mut self,
        name: &str,
        role: Role,
        password: &str,
        tell: impl FnOnce(&str) -> Result<()>,
    ) -> Result<String> {
        let hash = Hashed::fresh(password)?.text();
        let by = (self.by)(format!("operator add {name}; {role}"));
        let says = format!("operator {name} added; {role}");
        operator::add(self.database, &by, (name, role, &hash), || tell(&says))?;
        Ok(says)
    }

    /// Gives an operator another role; `leaves_none` where the last owner may become less.
    pub fn appoint(&mut self, name: &str, role: Role, leaves_none: bool) -> Result<String> {
        let by = (self.by)(format!("operator role {name} {role}"));
        operator::appoint(self.database, &by, name, role, leaves_none)?;
        Ok(format!("operator {name} is {role}"))
    }

    /// Gives an operator another password, once `tell` has told it.
    pub fn rotate_operator(
        &mut self,
        present: &Present,
        password: &str,
        tell: impl FnOnce(&str) -> Result<()>,
    ) -> Result<String> {
        let name = present.name;
        let hash = Hashed::fresh(password)?.text();
        let by = (self.by)(format!("operator rotate {name}"));
        let says = format!("operator {name} has a new password");
        operator::rotate(self.database, &by, present, &hash, || tell(&says))?;
        Ok(says)
    }

    /// Removes an operator; `leaves_none` where that may be the last owner.
    pub fn revoke_operator(&mut self, name: &str, leaves_none: bool) -> Result<String> {
        let by = (self.by)(format!("operator revoke {name}"));
        operator::revoke(self.database, &by, name, leaves_none)?;
        Ok(format!("operator {name} revoked"))
    }
}

/// When a password ends that holds for this time from now on.
fn end(time: SignedDuration) -> Result<String> {
    let until = Timestamp::now().checked_add(time);
    Ok(second(until.context("--keep-old ends beyond the year 9999")?))
}
