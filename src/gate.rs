//! Who is calling, and may they: the gate between a request that was read and an operation that runs.
//!
//! A login is let in in one of two ways. [`Gate::recognise`] is cheap: this process has verified the same
//! name and password before and the credential still has that password. [`Gate::verify`] is the slow way:
//! the throttle, then a password hash, for which [`Queue`] decides whose turn it is. Both read the credential as it is
//! stored now, so what another process changes counts at once. Either hands out [`Granted`], from
//! which alone a call goes on.
//!
//! The gate knows nothing of HTTP or XML: what a refusal looks like on the wire is left to those rooms.
//! Times are the machine's own, never `--now`.

pub mod accounts;
pub mod common;
pub mod grants;
mod operator;
pub mod password;
mod queue;
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

/// The most verified pairs that are remembered; more than any service has credentials.
const REMEMBERED: usize = 10_000;

/// The most networks that are remembered because somebody signed in from them.
const NETWORKS: usize = 1_000;

/// When a login that was refused because too many wait is worth another try.
const BUSY: Duration = Duration::from_secs(2);

/// "Last use … at most once a minute a credential."
const NOTED_EVERY: Duration = Duration::from_secs(60);

/// Who asks to be let in.
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

/// Why a caller is not let in.
#[derive(Debug)]
pub enum LoginError {
    /// Wrong, absent or expired name or password: which of them is not told.
    Credentials,
    /// Too many failed logins lately; the password was not looked at.
    TooMany {
        /// How long until the next is looked at.
        retry_after: Duration,
    },
    /// Too many logins wait for a password hash; this one was not looked at.
    Busy {
        /// How long until another try may succeed.
        retry_after: Duration,
    },
    /// The password is right, but the credential lacks the operation.
    NotGranted {
        credential: String,
        /// The neutral name of the operation that is not granted.
        operation: &'static str,
    },
    /// It could not be found out; a fault of ours.
    Failed(anyhow::Error),
}

impl From<store::Error> for LoginError {
    fn from(error: store::Error) -> Self {
        LoginError::Failed(error.into())
    }
}

/// A caller who was let in for one operation. Only the gate makes one.
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
    /// The operation that may run.
    pub fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// The name of the credential that asks for it, or who else does: `operator jansen`.
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

    /// Whether this caller is answered in an envelope even where a bare document is due.
    pub fn always_envelope(&self) -> bool {
        self.always_envelope
    }
}

/// A keyed digest: what it was made of can't be read from it.
type Digest = [u8; 32];

/// Counts of logins since the start of the process.
#[derive(Debug, Clone, Copy)]
pub struct Logins {
    /// Passwords that were hashed to verify them.
    pub hashed: u64,
    /// Logins with a wrong name or password, and throttled ones of operators.
    pub failed: u64,
}

/// The gate of one process.
pub struct Gate {
    /// Random, for this process alone.
    key: Digest,
    /// Pairs of name and password that were verified, as digests, with the stored hash that each matched.
    verified: Mutex<HashMap<Digest, Box<str>>>,
    throttle: Mutex<Throttle>,
    queue: Arc<HashQueue>,
    /// The networks from which somebody has signed in.
    networks: Mutex<HashSet<IpAddr>>,
    hashed: AtomicU64,
    failed: AtomicU64,
    /// When credentials were let in, by id and the token's digest, since that was last written down.
    used: Mutex<HashMap<(i64, Option<String>), String>>,
}

impl Gate {
    /// A gate that has seen nobody yet.
    pub fn new() -> anyhow::Result<Self> {
        let mut key = Digest::default();
        getrandom::fill(&mut key).context("the operating system gives no random bytes")?;
        Ok(Self {
            key,
            verified: Mutex::default(),
            throttle: Mutex::default(),
            queue: Arc::default(),
            networks: Mutex::default(),
            hashed: AtomicU64::default(),
            failed: AtomicU64::default(),
            used: Mutex::default(),
        })
    }

    /// Lets in a pair of name and password that this process has verified and that still holds, whatever the
    /// throttle says: "so that no one can lock a connector out". `None`: it is not known, or not any more;
    /// only [`Gate::verify`] can tell. It reads the database and hashes nothing.
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

    /// Finds out whether name and password are right, at the price of one hash whatever they are.
    pub async fn verify(
        self: &Arc<Self>,
        store: &Arc<Store>,
        login: Login,
        operation: &'static Operation,
    ) -> Result<GrantedCall, LoginError> {
        // those who are refused anyway don't wait for a hash
        self.check_throttle(&login)?;
        if login.is_token {
            return Err(self.refuse_token(&login));
        }
        let turn = self.turn(&login, AccountKind::Credential).await?;
        let (gate, store) = (Arc::clone(self), Arc::clone(store));
        // from here on it is counted even if the caller goes away
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            gate.examine(&store, &login, operation)
        })
        .await
        .unwrap_or_else(|error| Err(LoginError::Failed(error.into())))
    }

    /// What [`Gate::verify`] does when its turn to hash has come.
    fn examine(&self, store: &Store, login: &Login, operation: &'static Operation) -> Result<GrantedCall, LoginError> {
        let stored = {
            let snapshot = store.snapshot()?;
            // of a burst of the same login only the first hashes
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

    /// Returns the counts of logins so far.
    pub fn counts(&self) -> Logins {
        Logins { hashed: self.hashed.load(Ordering::Relaxed), failed: self.failed.load(Ordering::Relaxed) }
    }

    /// Waits for a password hash. What ranks one login above another is known without looking at the database, so that
    /// the wait does not show whether a name exists.
    async fn turn(&self, login: &Login, kind: AccountKind) -> Result<HashPermit, LoginError> {
        let (name, network) = self.origin(login);
        let is_known = lock(&self.verified).contains_key(&self.pair(login)) || lock(&self.networks).contains(&network);
        let can_be_right = login.password.chars().count() >= kind.shortest_password();
        let claim = Claim { is_known, can_be_right, kind, name, network };
        self.queue.turn(claim).await.ok_or(LoginError::Busy { retry_after: BUSY })
    }

    fn check_throttle(&self, login: &Login) -> Result<(), LoginError> {
        let (name, client) = self.origin(login);
        lock(&self.throttle)
            .check(name, client, Instant::now())
            .map_err(|retry_after| LoginError::TooMany { retry_after })
    }

    /// Looks at the throttle again now that the hash is known: the login that was hashed beside this one may
    /// have filled it. Then this one is the next, and what it found is told to nobody.
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
            // whoever it is has to be hashed once more
            verified.keys().next().copied().and_then(|pair| verified.remove(&pair));
        }
        verified.insert(pair, matched);
        let mut networks = lock(&self.networks);
        if networks.len() >= NETWORKS {
            networks.iter().next().copied().map(|network| networks.remove(&network));
        }
        networks.insert(network(login.client));
    }

    /// The last question, asked only when the password is right: may it do this?
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

    /// Writes down when credentials were last used, once a minute, for as long as it is polled; when the
    /// service stops, [`Gate::note_uses`] writes down the rest.
    pub async fn keep_noting_uses(&self, store: &Store) {
        loop {
            tokio::time::sleep(NOTED_EVERY).await;
            self.note_uses(store).await;
        }
    }

    /// Writes down when credentials were last used. It is no part of any answer: when it can't be written,
    /// that it was used is forgotten.
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

    /// The digest of a pair; the length keeps name and password apart.
    fn pair(&self, login: &Login) -> Digest {
        let name = login.username.as_bytes();
        self.digest(&[&name.len().to_le_bytes(), name, login.password.as_bytes()])
    }

    /// Under what the throttle counts a login: a digest of its name, so that long names take no memory, and
    /// its address.
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

/// The hashes of the passwords that a credential is let in with now.
fn in_force(stored: &Credential) -> impl Iterator<Item = &str> {
    let old = stored.old_password(&instant_text()).map(|old| old.hash.as_str());
    std::iter::once(stored.password_hash.as_str()).chain(old)
}
