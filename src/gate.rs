//! Authentication and authorization: the gate between a decoded request and its operation.
//!
//! [`Gate::recognise`] authorizes valid tokens and cached logins. [`Gate::verify`] checks the throttle and computes a
//! password hash. Both return a [`GrantedCall`]. The gate uses the machine's clock, never `--now`.

pub mod accounts;
mod common_password;
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

use blake2::Blake2bMac;
use blake2::digest::common::KeyInit;
use blake2::digest::consts::U32;
use blake2::digest::{FixedOutput, Update};

use crate::model::address::client_network;
use crate::model::brand::Brand;
use crate::model::lock::lock;
use crate::model::random::random_bytes;
use crate::model::time::current_instant;
use crate::operation::request::CallerFacts;
use crate::operation::{self, Operation};
use crate::store::account::AccountKind;
use crate::store::credential::{self, Credential};
use crate::store::{self, Change, Snapshot, Store};
use password::PasswordDigest;
use queue::{HashQueue, LoginFacts};
use throttle::{NO_NAME, Throttle};

/// The most logins in the cache. A further login replaces an arbitrary one.
const MAX_CACHED_LOGINS: usize = 10_000;

const MAX_KNOWN_NETWORKS: usize = 1_000;

const RETRY_DELAY_OF_FULL_QUEUE: Duration = Duration::from_secs(2);

/// The contract: "Last use … at most once a minute a credential".
const LAST_USE_INTERVAL: Duration = Duration::from_secs(60);

/// A login as sent, before anything is checked.
#[derive(Clone)]
pub struct Login {
    /// For a token, the first characters of the token; for an operator, the name with a prefix.
    pub username: String,
    pub password: String,
    pub client: IpAddr,
    pub is_token: bool,
}

/// A token or an old password, with which a client signed in instead of the credential's current password.
#[derive(Clone)]
pub struct TokenOrOldPassword {
    /// `None` for an old password.
    token_digest: Option<String>,
    /// In UTC; `None` if the token or old password never expires.
    expires: Option<String>,
}

#[derive(Debug)]
pub enum LoginError {
    /// Wrong, absent or expired credentials. The response does not say which.
    Credentials,
    /// Too many logins failed. The password was not checked.
    TooMany { retry_after: Duration },
    /// Too many logins wait for a password hash. The password was not checked.
    Busy { retry_after: Duration },
    /// The credentials are correct, but `operation` is not granted. It may be another operation than the called one.
    NotGranted { credential: String, operation: &'static str },
    /// Such as an unreadable database.
    Internal(anyhow::Error),
}

impl From<store::Error> for LoginError {
    fn from(error: store::Error) -> Self {
        LoginError::Internal(error.into())
    }
}

/// An authorized call of one operation. Only the gate creates it.
#[derive(Clone)]
pub struct GrantedCall {
    operation: &'static Operation,
    credential: String,
    /// The credential's option `--envelope`: whether SOAP calls get an envelope even if the request names no action.
    always_envelope: bool,
    /// See [`Self::can_see_ids`].
    can_see_ids: bool,
    /// `None` for the current password of a credential, and for an operator.
    signed_in_with: Option<Box<TokenOrOldPassword>>,
}

impl GrantedCall {
    pub fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// Returns the credential's name; for an operator, a text such as `operator jansen`.
    pub fn credential(&self) -> &str {
        &self.credential
    }

    /// Returns the facts that an operation can report to its caller: the name, and when the token or old password expires.
    pub fn caller_facts(&self, brand: &Brand) -> CallerFacts {
        let signed_in_with = self.signed_in_with.as_deref();
        CallerFacts {
            name: self.credential.clone(),
            is_token: signed_in_with.is_some_and(|login| login.token_digest.is_some()),
            expires: signed_in_with.and_then(|login| login.expires.clone()),
            brand: brand.clone(),
        }
    }

    /// Returns whether a refused change may show the id of the person with whom it conflicts.
    pub fn can_see_ids(&self) -> bool {
        self.can_see_ids
    }

    pub fn always_envelope(&self) -> bool {
        self.always_envelope
    }
}

type Digest = [u8; 32];

/// The numbers of logins since the start of the process, for the metrics.
#[derive(Debug, Clone, Copy)]
pub struct LoginCounts {
    pub hashed: u64,
    /// Logins with wrong credentials, wrong second-factor codes, and throttled sign-ins of operators.
    pub failed: u64,
}

/// The state of authentication, in memory only. After a restart, every credential is verified again.
pub struct Gate {
    /// A random key of this process for [`Gate::digest`], so that nobody can choose logins with equal digests.
    digest_key: [u8; 32],
    /// The login cache: by a digest of name and password, the stored hash that the password matched.
    verified_logins: Mutex<HashMap<Digest, Box<str>>>,
    throttle: Mutex<Throttle>,
    calendar_throttle: Mutex<Throttle>,
    /// By operator id. A flood of failed logins pushes old failures out of `throttle`, but not out of these throttles.
    code_throttles: Mutex<HashMap<i64, Throttle>>,
    queue: Arc<HashQueue>,
    /// The networks of verified logins. Logins from these networks come first in `queue`.
    known_networks: Mutex<HashSet<IpAddr>>,
    /// See [`LoginCounts`].
    hashed: AtomicU64,
    failed: AtomicU64,
    /// By operator id, the time step of the newest used code. Filled only if the service is read-only.
    used_steps: Mutex<HashMap<i64, i64>>,
    /// The last uses that are not stored yet, by the credential's id and the token's digest (`None` for a password).
    last_uses: Mutex<HashMap<(i64, Option<String>), String>>,
}

impl Gate {
    /// Creates a gate that knows no login. Fails if the operating system gives no random bytes for the key.
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self {
            digest_key: random_bytes()?,
            verified_logins: Mutex::default(),
            throttle: Mutex::default(),
            calendar_throttle: Mutex::default(),
            code_throttles: Mutex::default(),
            queue: Arc::default(),
            known_networks: Mutex::default(),
            hashed: AtomicU64::default(),
            failed: AtomicU64::default(),
            used_steps: Mutex::default(),
            last_uses: Mutex::default(),
        })
    }

    /// Authorizes a valid token or a cached login, without the throttle, "so that no one can lock a connector out".
    /// Returns `None` for other logins, which [`Gate::verify`] checks. Costs no password hash, so every call begins here.
    pub fn recognise(
        &self,
        database: &Snapshot,
        login: &Login,
        operation: &'static Operation,
    ) -> Option<Result<GrantedCall, LoginError>> {
        if login.is_token {
            return self.recognise_token(database, login, operation);
        }
        let key = self.cache_key(login);
        let matched_hash = lock(&self.verified_logins).get(&key).cloned()?;
        // the cache shows that the password matched this hash; the database, whether the hash is still valid
        let stored = match Credential::find(database, &login.username) {
            Ok(stored) => stored,
            Err(error) => return Some(Err(error.into())),
        };
        let Some(stored) = stored.filter(|stored| is_valid_hash(stored, &matched_hash)) else {
            // the password was replaced, or the credential revoked
            lock(&self.verified_logins).remove(&key);
            return None;
        };
        let old_password = used_old_password(&stored, &matched_hash);
        Some(self.authorize(database, stored, operation, old_password))
    }

    /// Verifies a login that [`Gate::recognise`] does not know, and authorizes its operation. An unknown name costs a
    /// password hash too, so that the time does not reveal whether the name exists.
    pub async fn verify(
        self: &Arc<Self>,
        store: &Arc<Store>,
        login: Login,
        operation: &'static Operation,
    ) -> Result<GrantedCall, LoginError> {
        // checked first: a throttled login must not wait for a hash
        self.check_throttle(&login)?;
        if login.is_token {
            // `recognise` has found no valid token
            self.count_result(&login, false)?;
            return Err(LoginError::Credentials);
        }
        let check = move |gate: &Gate, store: &Store, login: &Login| gate.check_password(store, login, operation);
        self.run_with_permit(store, login, AccountKind::Credential, check).await
    }

    /// Takes the time of a password hash. Runs on a blocking thread with a permit of the queue.
    fn check_password(
        &self,
        store: &Store,
        login: &Login,
        operation: &'static Operation,
    ) -> Result<GrantedCall, LoginError> {
        // the block ends the snapshot, whose connection would be idle during the hash
        let stored = {
            let snapshot = store.snapshot()?;
            // a parallel call may have verified the same credentials meanwhile
            if let Some(granted) = self.recognise(&snapshot, login, operation) {
                return granted;
            }
            Credential::find(&snapshot, &login.username)?
        };
        let stored_hashes: Vec<_> = stored.iter().flat_map(valid_hashes).collect();
        let matched_hash = self.hash_and_match_password(login, &stored_hashes)?;
        // an old password may have expired while its hash was computed
        let stored = stored.filter(|stored| is_valid_hash(stored, &matched_hash)).ok_or(LoginError::Credentials)?;
        let old_password = used_old_password(&stored, &matched_hash);
        self.authorize(&store.snapshot()?, stored, operation, old_password)
    }

    /// Returns the stored hash that the password matches. Counts the login, and caches it if a hash matches. All stored
    /// hashes have the same salt. Without a stored hash, the password is hashed too.
    fn hash_and_match_password(&self, login: &Login, stored_hashes: &[&str]) -> Result<Box<str>, LoginError> {
        // checked again: while the login waited for its permit, others may have reached the limit
        self.check_throttle(login)?;
        self.hashed.fetch_add(1, Ordering::Relaxed);
        let sent = PasswordDigest::with_stored_salt(&login.password, stored_hashes.first().copied())
            .map_err(LoginError::Internal)?;
        let matched_hash = stored_hashes.iter().find(|hash| sent.matches(hash));
        self.count_result(login, matched_hash.is_some())?;
        let matched_hash: Box<str> = (*matched_hash.ok_or(LoginError::Credentials)?).into();
        self.cache_login(login, matched_hash.clone());
        Ok(matched_hash)
    }

    pub fn counts(&self) -> LoginCounts {
        LoginCounts { hashed: self.hashed.load(Ordering::Relaxed), failed: self.failed.load(Ordering::Relaxed) }
    }

    /// Runs `check` on a blocking thread once the queue permits a hash. The rank of a login does not depend on the
    /// database, so that the waiting time does not reveal whether a name exists.
    async fn run_with_permit<T: Send + 'static>(
        self: &Arc<Self>,
        store: &Arc<Store>,
        login: Login,
        kind: AccountKind,
        check: impl FnOnce(&Gate, &Store, &Login) -> Result<T, LoginError> + Send + 'static,
    ) -> Result<T, LoginError> {
        let (name_digest, network) = self.throttle_key(&login);
        let is_known = lock(&self.verified_logins).contains_key(&self.cache_key(&login))
            || lock(&self.known_networks).contains(&network);
        // a shorter password cannot have been stored
        let can_be_right = login.password.chars().count() >= kind.min_password_length();
        let facts = LoginFacts { is_known, can_be_right, kind, name_digest, network };
        let permit = self.queue.wait_for_permit(facts).await;
        let permit = permit.ok_or(LoginError::Busy { retry_after: RETRY_DELAY_OF_FULL_QUEUE })?;
        let (gate, store) = (Arc::clone(self), Arc::clone(store));
        // a hash takes too long for a thread of the runtime; the check also counts if the client disconnects
        tokio::task::spawn_blocking(move || {
            let _permit = permit;
            check(&gate, &store, &login)
        })
        .await
        .unwrap_or_else(|error| Err(LoginError::Internal(error.into())))
    }

    /// Counts a request for an unknown calendar feed. After too many from the client's network, fails with the time
    /// until the next request is allowed.
    pub fn count_unknown_calendar(&self, client: IpAddr) -> Result<(), Duration> {
        let (network, now, mut throttle) = (client_network(client), Instant::now(), lock(&self.calendar_throttle));
        throttle.check(NO_NAME, network, now)?;
        throttle.add_failure(NO_NAME, network, now);
        Ok(())
    }

    fn check_throttle(&self, login: &Login) -> Result<(), LoginError> {
        let (name_digest, client) = self.throttle_key(login);
        lock(&self.throttle)
            .check(name_digest, client, Instant::now())
            .map_err(|retry_after| LoginError::TooMany { retry_after })
    }

    /// Counts the login if its password or token was wrong. Fails as [`Self::count_attempt`] does.
    fn count_result(&self, login: &Login, is_right: bool) -> Result<(), LoginError> {
        let (name_digest, client) = self.throttle_key(login);
        self.count_attempt(&mut lock(&self.throttle), name_digest, client, is_right)
    }

    /// Counts the attempt if the password or code was wrong. Fails if parallel attempts have reached the throttle's
    /// limit meanwhile: the result of this attempt is then not revealed.
    fn count_attempt(
        &self,
        throttle: &mut Throttle,
        name_digest: u64,
        client: IpAddr,
        is_right: bool,
    ) -> Result<(), LoginError> {
        let now = Instant::now();
        // even a right password is refused here: otherwise parallel guesses would get around the limit
        throttle.check(name_digest, client, now).map_err(|retry_after| LoginError::TooMany { retry_after })?;
        if !is_right {
            throttle.add_failure(name_digest, client, now);
            self.failed.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Both collections are bounded: a full one drops an entry, whose next login costs a hash or waits longer.
    fn cache_login(&self, login: &Login, matched_hash: Box<str>) {
        let key = self.cache_key(login);
        let mut verified = lock(&self.verified_logins);
        if verified.len() >= MAX_CACHED_LOGINS
            && let Some(any_key) = verified.keys().next().copied()
        {
            verified.remove(&any_key);
        }
        verified.insert(key, matched_hash);
        let mut networks = lock(&self.known_networks);
        if networks.len() >= MAX_KNOWN_NETWORKS
            && let Some(any_network) = networks.iter().next().copied()
        {
            networks.remove(&any_network);
        }
        networks.insert(client_network(login.client));
    }

    /// Also records the use for [`Self::store_last_uses`]. The error names the first operation that is not granted.
    fn authorize(
        &self,
        database: &Snapshot,
        stored: Credential,
        operation: &'static Operation,
        signed_in_with: Option<TokenOrOldPassword>,
    ) -> Result<GrantedCall, LoginError> {
        for name in operation.required_grant_names() {
            if !credential::is_granted(database, stored.id, name)? {
                return Err(LoginError::NotGranted { credential: stored.name, operation: name });
            }
        }
        // a change that conflicts with a person shows the person's id only to a credential that may read persons by id
        let can_see_ids =
            !operation.is_read() && credential::is_granted(database, stored.id, operation::PERSON_BY_ID.name)?;
        let token_digest = signed_in_with.as_ref().and_then(|login| login.token_digest.clone());
        lock(&self.last_uses).insert((stored.id, token_digest), current_instant());
        let (credential, always_envelope) = (stored.name, stored.details.always_envelope);
        let signed_in_with = signed_in_with.map(Box::new);
        Ok(GrantedCall { operation, credential, always_envelope, can_see_ids, signed_in_with })
    }

    /// Stores the last uses once a minute, and never returns. A single write for many calls keeps calls fast.
    pub async fn store_last_uses_periodically(&self, store: &Store) {
        loop {
            tokio::time::sleep(LAST_USE_INTERVAL).await;
            self.store_last_uses(store).await;
        }
    }

    /// If storing fails, the last uses are lost: no response depends on them.
    pub async fn store_last_uses(&self, store: &Store) {
        // taken, so that the lock is free during the write
        let used = std::mem::take(&mut *lock(&self.last_uses));
        if used.is_empty() {
            return;
        }
        let record_uses = move |change: &mut Change| {
            for ((id, token_digest), at) in &used {
                credential::record_use(change, *id, at)?;
                if let Some(token_digest) = token_digest {
                    credential::record_token_use(change, token_digest, at)?;
                }
            }
            Ok(())
        };
        let _ = store.writer().change_without_attribution(record_uses).await;
    }

    /// Returns a digest of name and password. The name's length counts too: "ab" + "c" differs from "a" + "bc".
    fn cache_key(&self, login: &Login) -> Digest {
        let name = login.username.as_bytes();
        self.digest(&[&name.len().to_le_bytes(), name, login.password.as_bytes()])
    }

    /// Returns the digest of the name and the network by which the throttle counts a login.
    fn throttle_key(&self, login: &Login) -> (u64, IpAddr) {
        let digest = self.digest(&[login.username.as_bytes()]);
        let (first_bytes, _) = digest.split_first_chunk().expect("a digest has more than 8 bytes");
        (u64::from_le_bytes(*first_bytes), client_network(login.client))
    }

    /// Returns the keyed digest of the concatenated parts. The login cache has such digests instead of passwords.
    fn digest(&self, parts: &[&[u8]]) -> Digest {
        let mut mac = Blake2bMac::<U32>::new_from_slice(&self.digest_key).expect("the key has 32 bytes");
        for part in parts {
            mac.update(part);
        }
        mac.finalize_fixed().into()
    }
}

/// Returns when the old password expires if the client signed in with it; `None` if `matched_hash` is that of the
/// current password.
fn used_old_password(stored: &Credential, matched_hash: &str) -> Option<TokenOrOldPassword> {
    let old = stored.valid_old_password(&current_instant()).filter(|old| old.hash == matched_hash)?;
    // no digest: it is an old password
    Some(TokenOrOldPassword { token_digest: None, expires: Some(old.until.clone()) })
}

fn is_valid_hash(stored: &Credential, hash: &str) -> bool {
    valid_hashes(stored).any(|valid_hash| valid_hash == hash)
}

/// Returns the hash of the current password, and that of an old password that `--keep-old` keeps valid.
fn valid_hashes(stored: &Credential) -> impl Iterator<Item = &str> {
    let old = stored.valid_old_password(&current_instant()).map(|old| old.hash.as_str());
    std::iter::once(stored.password_hash.as_str()).chain(old)
}
