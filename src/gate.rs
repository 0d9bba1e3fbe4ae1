//! Authentication and authorization: the gate between a decoded request and its operation.
//!
//! A login is verified in one of two ways. [`Gate::recognise`] is cheap: this process has verified the same
//! credentials before, and the stored password has not changed. [`Gate::verify`] is slow: the throttle, then a
//! password hash, scheduled by [`HashQueue`]. Both read the stored credential, so a change by another process takes
//! effect at once. Both return [`GrantedCall`], without which no operation runs.
//!
//! The gate knows nothing of HTTP or XML. It uses the machine's clock, never `--now`.

pub mod accounts;
pub mod common;
pub mod grants;
mod operator;
pub mod password;
mod queue;
pub mod second_factor;
#[cfg(test)]
mod tests;
mod throttle;
mod token;

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context;
use blake2::Blake2bMac;
use blake2::digest::common::KeyInit;
use blake2::digest::consts::U32;
use blake2::digest::{FixedOutput, Update};

use crate::model::address::network;
use crate::model::brand::Brand;
use crate::model::lock::lock;
use crate::model::time::instant_text;
use crate::operation::request::CallerFacts;
use crate::operation::{self, Operation};
use crate::store::account::AccountKind;
use crate::store::credential::{self, Credential};
use crate::store::{self, Change, Snapshot, Store};
use password::PasswordDigest;
use queue::{Claim, HashPermit, HashQueue};
use throttle::Throttle;

/// The size of the login cache, more than any service has credentials.
const REMEMBERED: usize = 10_000;

/// The most networks remembered as known because a login from them succeeded.
const NETWORKS: usize = 1_000;

/// The retry delay of a login that is refused because too many wait.
const BUSY: Duration = Duration::from_secs(2);

/// "Last use … at most once a minute a credential."
const NOTED_EVERY: Duration = Duration::from_secs(60);

/// The credentials and address of a login.
#[derive(Clone)]
pub struct Login {
    pub username: String,
    /// The password, exactly as sent.
    pub password: String,
    pub client: IpAddr,
    /// Whether the password is a token.
    pub is_token: bool,
}

/// How a caller signed in.
#[derive(Clone, Default)]
pub struct CallerIdentity {
    /// The digest of the token, if it was one.
    token: Option<String>,
    /// When the token, or the password before the last rotation, expires.
    expires: Option<String>,
}

/// Why a caller is not authorized.
#[derive(Debug)]
pub enum LoginError {
    /// Wrong, absent or expired credentials. The client does not learn which.
    Credentials,
    /// Too many failed logins; the password was not checked.
    TooMany {
        /// The time until the next login is checked.
        retry_after: Duration,
    },
    /// Too many logins wait for a password hash; this one was not checked.
    Busy {
        /// The time until another attempt may succeed.
        retry_after: Duration,
    },
    /// The password is right, but the credential lacks the operation.
    NotGranted {
        credential: String,
        /// The neutral name of the operation that is not granted.
        operation: &'static str,
    },
    /// An internal error.
    Failed(anyhow::Error),
}

impl From<store::Error> for LoginError {
    fn from(error: store::Error) -> Self {
        LoginError::Failed(error.into())
    }
}

/// An authorized call of one operation. Only the gate creates it.
#[derive(Clone)]
pub struct GrantedCall {
    operation: &'static Operation,
    credential: String,
    always_envelope: bool,
    sees_ids: bool,
    /// `None` for the present password of a credential, and for an operator.
    identity: Option<Box<CallerIdentity>>,
}

impl GrantedCall {
    pub fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// Returns the credential's name, or for an operator `operator jansen`.
    pub fn credential(&self) -> &str {
        &self.credential
    }

    /// Returns what an answer may report about the caller.
    pub fn facts(&self, brand: &Brand) -> CallerFacts {
        CallerFacts {
            name: self.credential.clone(),
            is_token: self.identity.as_ref().is_some_and(|identity| identity.token.is_some()),
            expires: self.identity.as_ref().and_then(|identity| identity.expires.clone()),
            brand: brand.clone(),
        }
    }

    /// Whether a refused change may name the id of another person: the caller is granted GetPersonByServiceId.
    pub fn sees_ids(&self) -> bool {
        self.sees_ids
    }

    /// Returns whether the answer is always in an envelope, even if it would be a bare document.
    pub fn always_envelope(&self) -> bool {
        self.always_envelope
    }
}

/// A keyed digest, which does not reveal its input.
type Digest = [u8; 32];

/// Counts of logins since the process started.
#[derive(Debug, Clone, Copy)]
pub struct Logins {
    pub hashed: u64,
    /// Logins with a wrong name or password, and throttled operator logins.
    pub failed: u64,
}

pub struct Gate {
    /// A random key of this process.
    key: Digest,
    /// The login cache: digests of verified credentials, with the stored hash that each matched.
    verified: Mutex<HashMap<Digest, Box<str>>>,
    throttle: Mutex<Throttle>,
    /// Counts unknown secrets of calendar feeds.
    feeds: Mutex<Throttle>,
    queue: Arc<HashQueue>,
    /// Networks from which a login has succeeded.
    networks: Mutex<HashSet<IpAddr>>,
    hashed: AtomicU64,
    failed: AtomicU64,
    /// The newest time step of a used code, by operator id, where the database cannot be written.
    used_steps: Mutex<HashMap<i64, i64>>,
    /// The last use of each credential, by id and the token's digest, until it is stored.
    used: Mutex<HashMap<(i64, Option<String>), String>>,
}

impl Gate {
    /// Creates a gate with an empty cache.
    pub fn new() -> anyhow::Result<Self> {
        let mut key = Digest::default();
        getrandom::fill(&mut key).context("the operating system gives no random bytes")?;
        Ok(Self {
            key,
            verified: Mutex::default(),
            throttle: Mutex::default(),
            feeds: Mutex::default(),
            queue: Arc::default(),
            networks: Mutex::default(),
            hashed: AtomicU64::default(),
            failed: AtomicU64::default(),
            used_steps: Mutex::default(),
            used: Mutex::default(),
        })
    }

    /// Authorizes a cached login, regardless of the throttle: "so that no one can lock a connector out". Returns
    /// `None` if the login is not cached or no longer valid; then only [`Gate::verify`] can decide. Reads the database
    /// and computes no hash.
    pub fn recognise(
        &self,
        database: &Snapshot,
        login: &Login,
        operation: &'static Operation,
    ) -> Option<Result<GrantedCall, LoginError>> {
        if login.is_token {
            return self.recognise_token(database, login, operation);
        }
        let pair = self.pair(login);
        let matched = lock(&self.verified).get(&pair).cloned()?;
        let stored = match Credential::find(database, &login.username) {
            Ok(stored) => stored,
            Err(error) => return Some(Err(error.into())),
        };
        match stored.filter(|stored| in_force(stored).any(|hash| *hash == *matched)) {
            Some(stored) => {
                let identity = by_password(&stored, &matched);
                Some(self.admit(database, stored, operation, identity))
            }
            None => {
                lock(&self.verified).remove(&pair);
                None
            }
        }
    }

    /// Verifies the credentials, always at the cost of one hash.
    pub async fn verify(
        self: &Arc<Self>,
        store: &Arc<Store>,
        login: Login,
        operation: &'static Operation,
    ) -> Result<GrantedCall, LoginError> {
        // a login that is refused anyway does not wait for a hash
        self.check_throttle(&login)?;
        if login.is_token {
            return Err(self.refuse_token(&login));
        }
        let turn = self.turn(&login, AccountKind::Credential).await?;
        let (gate, store) = (Arc::clone(self), Arc::clone(store));
        // from here on the attempt counts even if the client disconnects
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            gate.examine(&store, &login, operation)
        })
        .await
        .unwrap_or_else(|error| Err(LoginError::Failed(error.into())))
    }

    /// Verifies the credentials once the queue permits a hash.
    fn examine(&self, store: &Store, login: &Login, operation: &'static Operation) -> Result<GrantedCall, LoginError> {
        let stored = {
            let snapshot = store.snapshot()?;
            // in a burst of the same login, only the first computes a hash
            if let Some(known) = self.recognise(&snapshot, login, operation) {
                return known;
            }
            Credential::find(&snapshot, &login.username)?
        };
        self.check_throttle(login)?;
        let stored_hash = stored.as_ref().map(|stored| stored.password_hash.as_str());
        self.hashed.fetch_add(1, Ordering::Relaxed);
        let sent = PasswordDigest::as_stored(&login.password, stored_hash).map_err(LoginError::Failed)?;
        let right = stored.and_then(|stored| {
            let matched: Box<str> = in_force(&stored).find(|hash| sent.is(hash))?.into();
            Some((stored, matched))
        });
        self.settle(login, right.is_some())?;
        let (stored, matched) = right.ok_or(LoginError::Credentials)?;
        let identity = by_password(&stored, &matched);
        self.remember(login, matched);
        self.admit(&store.snapshot()?, stored, operation, identity)
    }

    pub fn counts(&self) -> Logins {
        Logins { hashed: self.hashed.load(Ordering::Relaxed), failed: self.failed.load(Ordering::Relaxed) }
    }

    /// Waits for a permit to hash. The ranking of logins does not use the database, so that waiting does not reveal
    /// whether a name exists.
    async fn turn(&self, login: &Login, kind: AccountKind) -> Result<HashPermit, LoginError> {
        let (name, network) = self.origin(login);
        let is_known = lock(&self.verified).contains_key(&self.pair(login)) || lock(&self.networks).contains(&network);
        let can_be_right = login.password.chars().count() >= kind.shortest_password();
        let claim = Claim { is_known, can_be_right, kind, name, network };
        self.queue.turn(claim).await.ok_or(LoginError::Busy { retry_after: BUSY })
    }

    /// Counts a request with an unknown secret of a calendar feed. An error has the time until the next is counted.
    pub fn refuse_feed(&self, client: IpAddr) -> Result<(), Duration> {
        let (client, now, mut feeds) = (network(client), Instant::now(), lock(&self.feeds));
        feeds.check(0, client, now)?;
        feeds.count(0, client, now);
        Ok(())
    }

    fn check_throttle(&self, login: &Login) -> Result<(), LoginError> {
        let (name, client) = self.origin(login);
        lock(&self.throttle)
            .check(name, client, Instant::now())
            .map_err(|retry_after| LoginError::TooMany { retry_after })
    }

    /// Checks the throttle again after hashing: a parallel login may have filled it. If so, the result of this hash is
    /// not revealed.
    fn settle(&self, login: &Login, right: bool) -> Result<(), LoginError> {
        let (name, client) = self.origin(login);
        let now = Instant::now();
        let mut throttle = lock(&self.throttle);
        throttle.check(name, client, now).map_err(|retry_after| LoginError::TooMany { retry_after })?;
        if !right {
            throttle.count(name, client, now);
            self.failed.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    fn remember(&self, login: &Login, matched: Box<str>) {
        let pair = self.pair(login);
        let mut verified = lock(&self.verified);
        if verified.len() >= REMEMBERED {
            // evicts any entry; its next login computes a hash again
            verified.keys().next().copied().and_then(|pair| verified.remove(&pair));
        }
        verified.insert(pair, matched);
        let mut networks = lock(&self.networks);
        if networks.len() >= NETWORKS {
            networks.iter().next().copied().map(|network| networks.remove(&network));
        }
        networks.insert(network(login.client));
    }

    /// Checks the grant, after the password was verified.
    fn admit(
        &self,
        database: &Snapshot,
        stored: Credential,
        operation: &'static Operation,
        identity: Option<CallerIdentity>,
    ) -> Result<GrantedCall, LoginError> {
        for name in operation.required_grants() {
            if !credential::is_granted(database, stored.id, name)? {
                return Err(LoginError::NotGranted { credential: stored.name, operation: name });
            }
        }
        let sees_ids =
            !operation.is_read() && credential::is_granted(database, stored.id, operation::PERSON_BY_ID.name)?;
        let token = identity.as_ref().and_then(|identity| identity.token.clone());
        lock(&self.used).insert((stored.id, token), instant_text());
        let always_envelope = stored.details.always_envelope;
        Ok(GrantedCall {
            operation,
            credential: stored.name,
            always_envelope,
            sees_ids,
            identity: identity.map(Box::new),
        })
    }

    /// Stores the last uses of credentials once a minute, for as long as it is polled. At shutdown,
    /// [`Gate::note_uses`] stores the rest.
    pub async fn keep_noting_uses(&self, store: &Store) {
        loop {
            tokio::time::sleep(NOTED_EVERY).await;
            self.note_uses(store).await;
        }
    }

    /// Stores the last uses of credentials. If this fails, they are dropped: no answer depends on them.
    pub async fn note_uses(&self, store: &Store) {
        let used = std::mem::take(&mut *lock(&self.used));
        if used.is_empty() {
            return;
        }
        let note = move |change: &mut Change| {
            for ((id, token), at) in &used {
                credential::record_use(change, *id, at)?;
                if let Some(token) = token {
                    credential::record_token_use(change, token, at)?;
                }
            }
            Ok(())
        };
        let _ = store.writer().note(note).await;
    }

    /// Returns the digest of the credentials. It includes the length of the name, so that name and password stay
    /// distinct.
    fn pair(&self, login: &Login) -> Digest {
        let name = login.username.as_bytes();
        self.digest(&[&name.len().to_le_bytes(), name, login.password.as_bytes()])
    }

    /// Returns the throttle's key: a digest of the name, so that long names take no memory, and the address.
    fn origin(&self, login: &Login) -> (u64, IpAddr) {
        let digest = self.digest(&[login.username.as_bytes()]);
        let (name, _) = digest.split_first_chunk().expect("it is longer than this");
        (u64::from_le_bytes(*name), network(login.client))
    }

    fn digest(&self, parts: &[&[u8]]) -> Digest {
        let mut mac = Blake2bMac::<U32>::new_from_slice(&self.key).expect("a key of this length");
        for part in parts {
            mac.update(part);
        }
        mac.finalize_fixed().into()
    }
}

/// The identity of who signed in with the password of this hash, where that is not the present one.
fn by_password(stored: &Credential, matched: &str) -> Option<CallerIdentity> {
    let old = stored.old_password(&instant_text()).filter(|old| old.hash == matched)?;
    Some(CallerIdentity { token: None, expires: Some(old.until.clone()) })
}

/// Returns the hashes of the passwords that are currently valid.
fn in_force(stored: &Credential) -> impl Iterator<Item = &str> {
    let old = stored.old_password(&instant_text()).map(|old| old.hash.as_str());
    std::iter::once(stored.password_hash.as_str()).chain(old)
}
