//! Sessions: signed-in operators, identified by a random cookie. Only its digest is kept, in memory.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use blake2::{Blake2b256, Digest};

use super::Request;
use super::page_context::SignedInOperator;
use super::submissions::Submissions;
use crate::model::lock::lock;
use crate::model::text::hex;
use crate::store::Store;
use crate::store::operator::Operator;

pub const COOKIE: &str = "session";

/// "ends after 30 minutes without use"
pub const UNUSED: Duration = Duration::from_secs(30 * 60);

/// "and after 12 hours"
pub const LONGEST: Duration = Duration::from_secs(12 * 60 * 60);

type SessionKey = [u8; 32];

#[derive(Default)]
pub struct Sessions(Mutex<HashMap<SessionKey, Session>>);

struct Session {
    /// The operator at sign-in.
    operator: Operator,
    token: String,
    sent: Submissions,
    began: Instant,
    used: Instant,
}

impl Session {
    fn is_over(&self, now: Instant) -> bool {
        now.duration_since(self.used) >= UNUSED || now.duration_since(self.began) >= LONGEST
    }
}

impl Sessions {
    /// Begins a session. Returns its secret cookie value.
    pub fn begin(&self, operator: Operator) -> Result<String> {
        let (cookie, now) = (random()?, Instant::now());
        let session = Session { operator, token: random()?, sent: Submissions::default(), began: now, used: now };
        let mut sessions = lock(&self.0);
        sessions.retain(|_, session| !session.is_over(now));
        sessions.insert(key(&cookie), session);
        Ok(cookie)
    }

    pub fn end(&self, request: &Request) {
        let cookie = request.cookie(COOKIE);
        cookie.and_then(|cookie| lock(&self.0).remove(&key(cookie)));
    }

    /// Returns the signed-in operator of a request. A session "Ends … at a change of the password or role", from any
    /// origin.
    pub fn signed(&self, store: &Store, request: &Request) -> Result<Option<SignedInOperator>> {
        let Some(cookie) = request.cookie(COOKIE) else {
            return Ok(None);
        };
        let (key, now) = (key(cookie), Instant::now());
        let (began_as, token, sent) = {
            let mut sessions = lock(&self.0);
            let Some(session) = sessions.get_mut(&key).filter(|session| !session.is_over(now)) else {
                sessions.remove(&key);
                return Ok(None);
            };
            session.used = now;
            (session.operator.clone(), session.token.clone(), session.sent.clone())
        };
        let stored = Operator::find(&*store.snapshot()?, &began_as.name)?;
        let same = stored
            .filter(|stored| stored.details == began_as.details && stored.password_hash == began_as.password_hash);
        if same.is_none() {
            lock(&self.0).remove(&key);
        }
        Ok(same.map(|operator| SignedInOperator { name: operator.name, role: operator.details, token, sent }))
    }
}

/// Returns the digest of a cookie.
fn key(cookie: &str) -> SessionKey {
    Blake2b256::digest(cookie.as_bytes()).into()
}

/// Returns 256 random bits as text.
fn random() -> Result<String> {
    let mut bytes = SessionKey::default();
    getrandom::fill(&mut bytes).context("the operating system gives no random bytes")?;
    Ok(hex(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::operator::Role;

    #[test]
    fn a_session_ends_unused_and_of_age() {
        let now = Instant::now();
        let operator = Operator {
            id: 1,
            name: "jan".into(),
            password_hash: String::new(),
            last_used_at: None,
            details: Role::Viewer,
        };
        let session = Session {
            operator,
            token: String::new(),
            sent: Submissions::default(),
            began: now,
            used: now + LONGEST - UNUSED,
        };
        let minute = Duration::from_secs(60);
        assert!(!session.is_over(now + LONGEST - minute));
        assert!(session.is_over(now + LONGEST), "after 12 hours, in use or not");
        let unused = Session { used: now, ..session };
        assert!(!unused.is_over(now + UNUSED - minute));
        assert!(unused.is_over(now + UNUSED));
    }
}
