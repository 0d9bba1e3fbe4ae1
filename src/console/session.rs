//! Sessions: signed-in operators, identified by a random cookie. Only its digest is kept, in memory.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use blake2::{Blake2b256, Digest};

use super::Request;
use super::page_context::{OfferedSecret, SignedInOperator};
use super::submissions::Submissions;
use crate::model::lock::lock;
use crate::model::text::to_hex;
use crate::store::operator::Operator;
use crate::store::second_factor::SecondFactor;
use crate::store::{Snapshot, Store};

pub const COOKIE: &str = "session";

/// "ends after 30 minutes without use"
pub const UNUSED: Duration = Duration::from_secs(30 * 60);

/// "and after 12 hours"
pub const LONGEST: Duration = Duration::from_secs(12 * 60 * 60);

/// How long the code may take after the password.
pub const CODE_WITHIN: Duration = Duration::from_secs(5 * 60);

/// The most sessions of one operator: the one that was unused longest ends.
const MOST_OF_ONE: usize = 100;

type SessionKey = [u8; 32];

#[derive(Default)]
pub struct Sessions(Mutex<HashMap<SessionKey, Session>>);

/// How far a sign-in is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInStage {
    /// The password was right; the code is awaited, and nothing is open yet.
    AwaitsCode,
    SignedIn,
    /// Signed in by the header of a trusted proxy, for as long as it names this operator.
    ByProxy,
}

#[derive(Clone)]
struct Session {
    /// The operator at sign-in.
    operator: Operator,
    /// The secret of the operator's second factor.
    factor: Option<Vec<u8>>,
    stage: SignInStage,
    token: String,
    sent: Submissions,
    offered: OfferedSecret,
    began: Instant,
    used: Instant,
}

impl Session {
    fn is_over(&self, now: Instant) -> bool {
        let longest = if self.stage == SignInStage::AwaitsCode { CODE_WITHIN } else { LONGEST };
        now.duration_since(self.used) >= UNUSED || now.duration_since(self.began) >= longest
    }

    /// Returns whether the proxy's header allows it.
    fn is_for(&self, by_proxy: Option<&str>) -> bool {
        match by_proxy {
            Some(name) => self.operator.name == name,
            None => self.stage != SignInStage::ByProxy,
        }
    }
}

impl Sessions {
    /// Begins a session in place of the request's. Returns its secret cookie value.
    pub fn begin(&self, store: &Store, request: &Request, operator: Operator, stage: SignInStage) -> Result<String> {
        self.end(request);
        let (cookie, now) = (random_text()?, Instant::now());
        let factor = factor_secret(&store.snapshot()?, &operator)?;
        let (sent, offered) = Default::default();
        let session = Session { operator, factor, stage, token: random_text()?, sent, offered, began: now, used: now };
        let mut sessions = lock(&self.0);
        sessions.retain(|_, session| !session.is_over(now));
        let of_one = sessions.iter().filter(|(_, other)| other.operator.id == session.operator.id);
        let of_one: Vec<_> = of_one.map(|(key, session)| (session.used, *key)).collect();
        if of_one.len() >= MOST_OF_ONE {
            of_one.iter().min().map(|(_, oldest)| sessions.remove(oldest));
        }
        sessions.insert(session_key(&cookie), session);
        Ok(cookie)
    }

    /// Keeps the session of this request after a change of the operator's second factor, which ends all others.
    pub fn keep_with_factor(&self, request: &Request, factor: Option<&[u8]>) {
        let key = request.cookie(COOKIE).map(session_key);
        if let Some(session) = lock(&self.0).get_mut(&key.unwrap_or_default()) {
            session.factor = factor.map(<[u8]>::to_vec);
        }
    }

    pub fn end(&self, request: &Request) {
        let cookie = request.cookie(COOKIE);
        cookie.and_then(|cookie| lock(&self.0).remove(&session_key(cookie)));
    }

    /// Returns the signed-in operator of a request.
    pub fn signed(&self, store: &Store, request: &Request) -> Result<Option<SignedInOperator>> {
        request.cookie(COOKIE).map_or(Ok(None), |cookie| self.signed_by(store, request, cookie))
    }

    /// Returns the operator signed in by this cookie value; `None` while the second factor is awaited.
    pub fn signed_by(&self, store: &Store, request: &Request, cookie: &str) -> Result<Option<SignedInOperator>> {
        let session =
            self.find_live(store, request, cookie)?.filter(|session| session.stage != SignInStage::AwaitsCode);
        Ok(session.map(|Session { operator, factor, stage, token, sent, offered, .. }| SignedInOperator {
            name: operator.name,
            role: operator.details,
            has_second_factor: factor.is_some(),
            is_by_proxy: stage == SignInStage::ByProxy,
            token,
            sent,
            offered,
        }))
    }

    /// Returns the operator of a request whose password was right and whose code is awaited.
    pub fn awaiting_code(&self, store: &Store, request: &Request) -> Result<Option<Operator>> {
        let session =
            request.cookie(COOKIE).map(|cookie| self.find_live(store, request, cookie)).transpose()?.flatten();
        Ok(session.filter(|session| session.stage == SignInStage::AwaitsCode).map(|session| session.operator))
    }

    /// Returns the session of a cookie. A session "Ends … at a change of the password or role", from any origin, and
    /// of the second factor.
    fn find_live(&self, store: &Store, request: &Request, cookie: &str) -> Result<Option<Session>> {
        let (key, now) = (session_key(cookie), Instant::now());
        let session = {
            let mut sessions = lock(&self.0);
            let Some(session) = sessions.get_mut(&key).filter(|session| !session.is_over(now)) else {
                sessions.remove(&key);
                return Ok(None);
            };
            session.used = now;
            session.clone()
        };
        let snapshot = store.snapshot()?;
        let began_as = &session.operator;
        let is_same = match Operator::find(&snapshot, &began_as.name)? {
            Some(stored) => {
                stored.details == began_as.details
                    && stored.password_hash == began_as.password_hash
                    && factor_secret(&snapshot, &stored)? == session.factor
            }
            None => false,
        };
        if !is_same || !session.is_for(request.by_proxy.as_deref()) {
            lock(&self.0).remove(&key);
            return Ok(None);
        }
        Ok(Some(session))
    }
}

/// Returns the secret of an operator's second factor; `None` without one.
fn factor_secret(snapshot: &Snapshot, operator: &Operator) -> Result<Option<Vec<u8>>> {
    Ok(SecondFactor::find(snapshot, operator.id)?.map(|factor| factor.secret))
}

/// Returns the key under which a session is stored: the digest of its cookie value.
fn session_key(cookie: &str) -> SessionKey {
    Blake2b256::digest(cookie.as_bytes()).into()
}

/// Returns 256 random bits as text, for cookies and tokens.
fn random_text() -> Result<String> {
    let mut bytes = SessionKey::default();
    getrandom::fill(&mut bytes).context("the operating system gives no random bytes")?;
    Ok(to_hex(&bytes))
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
            factor: None,
            stage: SignInStage::SignedIn,
            token: String::new(),
            sent: Submissions::default(),
            offered: OfferedSecret::default(),
            began: now,
            used: now + LONGEST - UNUSED,
        };
        let minute = Duration::from_secs(60);
        assert!(!session.is_over(now + LONGEST - minute));
        assert!(session.is_over(now + LONGEST), "after 12 hours, in use or not");
        let unused = Session { used: now, ..session };
        assert!(!unused.is_over(now + UNUSED - minute));
        assert!(unused.is_over(now + UNUSED));
        let awaiting = Session { stage: SignInStage::AwaitsCode, ..unused };
        assert!(awaiting.is_over(now + CODE_WITHIN));
    }
}
