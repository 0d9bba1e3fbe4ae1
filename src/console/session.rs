//! Sessions of signed-in operators, each with a random cookie. Only digests of cookies are stored, in memory.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use blake2::{Blake2b256, Digest};

use super::page_context::OfferedSecret;
use super::submissions::Submissions;
use super::{Request, SignedInOperator};
use crate::model::lock::lock;
use crate::model::text::to_hex;
use crate::store::operator::Operator;
use crate::store::second_factor::SecondFactor;
use crate::store::{Snapshot, Store};

pub const SESSION_COOKIE: &str = "session";

/// A session ends after this time without a request.
pub const MAX_IDLE: Duration = Duration::from_secs(30 * 60);

/// A session ends after this time, even if it is in use.
pub const MAX_AGE: Duration = Duration::from_secs(12 * 60 * 60);

/// The code of the second factor must follow the password within this time.
pub const MAX_CODE_DELAY: Duration = Duration::from_secs(5 * 60);

/// The maximum number of sessions of an operator. A further sign-in ends the session that was idle longest.
const MAX_SESSIONS_PER_OPERATOR: usize = 100;

/// The digest of a cookie. A leaked key cannot be used as a cookie.
type SessionKey = [u8; 32];

/// All sessions of the service. They end when the service stops.
#[derive(Default)]
pub struct Sessions(Mutex<HashMap<SessionKey, Session>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInStage {
    /// The password was right. The session opens no page until the code of the second factor follows.
    AwaitsCode,
    SignedIn,
    /// Signed in by the header of a trusted proxy. The session ends if the header is missing or names another operator.
    ByProxy,
}

#[derive(Clone)]
struct Session {
    /// The account as it was at sign-in. A change of the account ends the session.
    operator: Operator,
    /// The secret of the second factor at sign-in; `None` without a second factor.
    factor_secret: Option<Vec<u8>>,
    stage: SignInStage,
    /// [`SignedInOperator::session_id`], a random text that is not the cookie.
    id: String,
    submissions: Submissions,
    offered_secret: OfferedSecret,
    started_at: Instant,
    used_at: Instant,
}

impl Session {
    fn is_expired(&self, now: Instant) -> bool {
        let max_age = if self.stage == SignInStage::AwaitsCode { MAX_CODE_DELAY } else { MAX_AGE };
        now.duration_since(self.used_at) >= MAX_IDLE || now.duration_since(self.started_at) >= max_age
    }

    /// Returns whether a request can use the session. `proxy_operator`, the name in the proxy's header, must be the
    /// session's operator. Without the header, only a session that no proxy began can be used.
    fn allows_proxy_operator(&self, proxy_operator: Option<&str>) -> bool {
        match proxy_operator {
            Some(name) => self.operator.name == name,
            None => self.stage != SignInStage::ByProxy,
        }
    }
}

impl Sessions {
    /// Begins a session, and ends the earlier session of this request. Returns the value of the new session's cookie.
    pub fn begin(&self, store: &Store, request: &Request, operator: Operator, stage: SignInStage) -> Result<String> {
        self.end(request);
        let (cookie, now) = (random_text()?, Instant::now());
        let session = Session {
            factor_secret: factor_secret(&store.snapshot()?, &operator)?,
            operator,
            stage,
            id: random_text()?,
            submissions: Submissions::default(),
            offered_secret: OfferedSecret::default(),
            started_at: now,
            used_at: now,
        };
        let mut sessions = lock(&self.0);
        sessions.retain(|_, session| !session.is_expired(now));
        let others_of_operator = sessions.iter().filter(|(_, other)| other.operator.id == session.operator.id);
        let last_uses: Vec<_> = others_of_operator.map(|(key, other)| (other.used_at, *key)).collect();
        if last_uses.len() >= MAX_SESSIONS_PER_OPERATOR
            && let Some((_, key_of_longest_idle)) = last_uses.iter().min()
        {
            sessions.remove(key_of_longest_idle);
        }
        sessions.insert(session_key(&cookie), session);
        Ok(cookie)
    }

    /// Stores the changed second factor in this request's session. Other sessions end: they have the old secret.
    pub fn set_factor_secret(&self, request: &Request, factor_secret: Option<&[u8]>) {
        if let Some(session) = lock(&self.0).get_mut(&session_key(session_cookie(request))) {
            session.factor_secret = factor_secret.map(<[u8]>::to_vec);
        }
    }

    pub fn end(&self, request: &Request) {
        lock(&self.0).remove(&session_key(session_cookie(request)));
    }

    pub fn find_operator(&self, store: &Store, request: &Request) -> Result<Option<SignedInOperator>> {
        self.find_by_cookie(store, request, session_cookie(request))
    }

    /// Returns the operator of a cookie's session. `None` without a session, or if the session awaits a code.
    pub fn find_by_cookie(&self, store: &Store, request: &Request, cookie: &str) -> Result<Option<SignedInOperator>> {
        let Some(session) = self.find_valid_session(store, request, cookie)? else { return Ok(None) };
        if session.stage == SignInStage::AwaitsCode {
            return Ok(None);
        }
        Ok(Some(SignedInOperator {
            name: session.operator.name,
            role: session.operator.details,
            has_second_factor: session.factor_secret.is_some(),
            is_by_proxy: session.stage == SignInStage::ByProxy,
            session_id: session.id,
            submissions: session.submissions,
            offered_secret: session.offered_secret,
        }))
    }

    /// Returns the operator whose password was right and whose code must still follow; `None` for any other session.
    pub fn find_awaiting_code(&self, store: &Store, request: &Request) -> Result<Option<Operator>> {
        let session = self.find_valid_session(store, request, session_cookie(request))?;
        Ok(session.filter(|session| session.stage == SignInStage::AwaitsCode).map(|session| session.operator))
    }

    /// Returns the session of a cookie, and records its use. Ends the session and returns `None` if the session is too
    /// old, the operator's password, role or second factor has changed, or the proxy names another operator.
    fn find_valid_session(&self, store: &Store, request: &Request, cookie: &str) -> Result<Option<Session>> {
        let (key, now) = (session_key(cookie), Instant::now());
        // the lock ends with this block: other requests need not wait for the database
        let session = {
            let mut sessions = lock(&self.0);
            let Some(session) = sessions.get_mut(&key).filter(|session| !session.is_expired(now)) else {
                sessions.remove(&key);
                return Ok(None);
            };
            session.used_at = now;
            session.clone()
        };
        // compare the account with its state at sign-in: a change by anyone ends the session
        let snapshot = store.snapshot()?;
        let at_sign_in = &session.operator;
        let is_unchanged = match Operator::find(&snapshot, &at_sign_in.name)? {
            Some(stored) => {
                stored.details == at_sign_in.details
                    && stored.password_hash == at_sign_in.password_hash
                    && factor_secret(&snapshot, &stored)? == session.factor_secret
            }
            None => false,
        };
        if !is_unchanged || !session.allows_proxy_operator(request.proxy_operator.as_deref()) {
            lock(&self.0).remove(&key);
            return Ok(None);
        }
        Ok(Some(session))
    }
}

fn factor_secret(snapshot: &Snapshot, operator: &Operator) -> Result<Option<Vec<u8>>> {
    Ok(SecondFactor::find(snapshot, operator.id)?.map(|factor| factor.secret))
}

/// Returns the cookie of the request's session; empty without a session.
fn session_cookie(request: &Request) -> &str {
    request.cookie(SESSION_COOKIE).unwrap_or_default()
}

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
    fn sessions_expire_when_idle_or_old() {
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
            factor_secret: None,
            stage: SignInStage::SignedIn,
            id: String::new(),
            submissions: Submissions::default(),
            offered_secret: OfferedSecret::default(),
            started_at: now,
            used_at: now + MAX_AGE - MAX_IDLE,
        };
        let minute = Duration::from_secs(60);
        assert!(!session.is_expired(now + MAX_AGE - minute));
        assert!(session.is_expired(now + MAX_AGE), "after 12 hours, in use or not");
        let idle = Session { used_at: now, ..session };
        assert!(!idle.is_expired(now + MAX_IDLE - minute));
        assert!(idle.is_expired(now + MAX_IDLE));
        let awaiting_code = Session { stage: SignInStage::AwaitsCode, ..idle };
        assert!(awaiting_code.is_expired(now + MAX_CODE_DELAY));
    }
}
