//! The queue of logins that wait for a password hash. The login with the highest [`Rank`] is next, so that a probably
//! correct login does not wait behind guesses. A full queue refuses the login with the lowest rank. Of similar logins,
//! the newest is next: in a flood, the clients of the oldest logins have probably given up.

use std::cmp::Reverse;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use crate::model::lock::lock;
use crate::store::account::AccountKind;

/// The most concurrent hashes, each of 19 MiB.
const MAX_RUNNING: usize = 2;

/// The most waiting logins. At 25 ms a hash, the last login waits 1.6 s.
const MAX_WAITING: usize = 128;

/// The facts that determine a login's rank. They need neither the hash nor the database.
#[derive(Debug, Clone, Copy)]
pub struct LoginFacts {
    /// Whether this process has verified the same credentials, or a login from the same network.
    pub is_known: bool,
    /// Whether the password is long enough to be that of an account of this kind.
    pub can_be_right: bool,
    pub kind: AccountKind,
    pub name_digest: u64,
    pub network: IpAddr,
}

/// The rank of a waiting login. Ranks compare field by field. Fewer similar logins in the queue give a higher rank.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_known: bool,
    can_be_right: bool,
    same_kind_count: Reverse<usize>,
    name_or_network_count: Reverse<usize>,
    /// A later arrival has a higher rank.
    arrival: u64,
}

#[derive(Default)]
pub struct HashQueue(Mutex<QueueState>);

#[derive(Default)]
struct QueueState {
    running_hashes: usize,
    /// In no order: ranks change as logins come and go, so they are computed when one is taken.
    waiting: Vec<WaitingLogin>,
    /// The number of logins that have ever waited; numbers the arrivals.
    arrival_count: u64,
}

struct WaitingLogin {
    facts: LoginFacts,
    arrival: u64,
    permit_sender: oneshot::Sender<HashPermit>,
}

/// A permit to compute one hash. Dropping the permit gives the next login a permit, unless the queue is `None`.
pub struct HashPermit(Option<Arc<HashQueue>>);

impl HashQueue {
    /// Returns `None` if the queue is full of logins with a higher rank; at once if a hash can run at once.
    pub async fn wait_for_permit(self: &Arc<Self>, facts: LoginFacts) -> Option<HashPermit> {
        // the block releases the lock before the wait
        let permit = {
            let mut state = lock(&self.0);
            if state.running_hashes < MAX_RUNNING {
                state.running_hashes += 1;
                return Some(HashPermit(Some(Arc::clone(self))));
            }
            state.enqueue(facts)
        };
        // an error means that the sender was dropped: the queue has refused the login
        permit.await.ok()
    }

    /// Gives the permit of an ended hash to the login with the highest rank, or gives it up if no login waits.
    fn permit_next(self: Arc<Self>) {
        loop {
            let next = lock(&self.0).take_highest_or_free_permit();
            let Some(next) = next else { return };
            match next.permit_sender.send(HashPermit(Some(Arc::clone(&self)))) {
                Ok(()) => return,
                // the client has disconnected; without its queue, the unused permit does nothing when it is dropped
                Err(mut unused_permit) => unused_permit.0 = None,
            }
        }
    }
}

impl QueueState {
    /// Adds a login. Returns the receiver of its permit, which fails if the queue refuses the login. If the queue is too
    /// long, it refuses the login with the lowest rank, which can be the new one.
    fn enqueue(&mut self, facts: LoginFacts) -> oneshot::Receiver<HashPermit> {
        let (permit_sender, receiver) = oneshot::channel();
        // logins of disconnected clients
        self.waiting.retain(|waiting| !waiting.permit_sender.is_closed());
        self.arrival_count += 1;
        self.waiting.push(WaitingLogin { facts, arrival: self.arrival_count, permit_sender });
        if self.waiting.len() > MAX_WAITING {
            let lowest = (0..self.waiting.len()).min_by_key(|index| self.rank(*index));
            // dropping the sender refuses the login
            lowest.map(|lowest| self.waiting.swap_remove(lowest));
        }
        receiver
    }

    /// Called when a hash ends. Takes the login with the highest rank; if no login waits, decrements `running_hashes`.
    fn take_highest_or_free_permit(&mut self) -> Option<WaitingLogin> {
        let highest = (0..self.waiting.len()).max_by_key(|index| self.rank(*index));
        if highest.is_none() {
            self.running_hashes -= 1;
        }
        highest.map(|highest| self.waiting.swap_remove(highest))
    }

    /// Returns the rank of the waiting login with this index. The counts include the login itself. The rank changes with
    /// the other logins in the queue, so it is computed each time.
    fn rank(&self, index: usize) -> Rank {
        let WaitingLogin { facts, arrival, .. } = &self.waiting[index];
        // reversed, so that a lower count gives a higher rank
        let count = |is_similar: &dyn Fn(&LoginFacts) -> bool| {
            Reverse(self.waiting.iter().filter(|other| is_similar(&other.facts)).count())
        };
        Rank {
            is_known: facts.is_known,
            can_be_right: facts.can_be_right,
            same_kind_count: count(&|other| other.kind == facts.kind),
            name_or_network_count: count(&|other| {
                other.name_digest == facts.name_digest || other.network == facts.network
            }),
            arrival: *arrival,
        }
    }
}

impl Drop for HashPermit {
    /// The hash has ended, also by a panic: the next login gets its permit.
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.permit_next();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unverified_login(number: u32) -> LoginFacts {
        LoginFacts {
            is_known: false,
            can_be_right: true,
            kind: AccountKind::Operator,
            name_digest: number.into(),
            network: IpAddr::V4(number.into()),
        }
    }

    fn enqueue(queue: &Arc<HashQueue>, facts: LoginFacts) -> oneshot::Receiver<HashPermit> {
        lock(&queue.0).enqueue(facts)
    }

    /// Returns a queue with [`MAX_RUNNING`] running hashes, to which 400 logins were added.
    async fn full_queue() -> (Arc<HashQueue>, [Option<HashPermit>; MAX_RUNNING], Vec<oneshot::Receiver<HashPermit>>) {
        let queue = Arc::<HashQueue>::default();
        let running =
            [queue.wait_for_permit(unverified_login(0)).await, queue.wait_for_permit(unverified_login(1)).await];
        let flood = (2..402).map(|number| enqueue(&queue, unverified_login(number))).collect();
        (queue, running, flood)
    }

    async fn is_next(facts: LoginFacts) -> bool {
        let (queue, mut running, flood) = full_queue().await;
        let mut login = enqueue(&queue, facts);
        // later logins do not overtake `login`
        let later: Vec<_> = (500..900).map(|number| enqueue(&queue, unverified_login(number))).collect();
        drop(running[0].take());
        let is_next = login.try_recv().is_ok();
        drop((running, flood, later));
        is_next
    }

    #[tokio::test]
    async fn a_probably_correct_login_is_next_in_a_full_queue() {
        let login = unverified_login(1_000);
        assert!(is_next(LoginFacts { is_known: true, ..login }).await, "known");
        assert!(is_next(LoginFacts { kind: AccountKind::Credential, ..login }).await, "of the other kind");
        assert!(!is_next(login).await, "an ordinary login");
        assert!(
            !is_next(LoginFacts { can_be_right: false, is_known: false, ..login }).await,
            "the password is too short"
        );
    }

    #[tokio::test]
    async fn logins_of_a_flooding_name_or_network_wait_for_the_others() {
        for flooding in [
            LoginFacts { name_digest: 7, ..unverified_login(0) },
            LoginFacts { network: IpAddr::V4(7.into()), ..unverified_login(0) },
        ] {
            let queue = Arc::<HashQueue>::default();
            let mut running =
                [queue.wait_for_permit(unverified_login(0)).await, queue.wait_for_permit(unverified_login(1)).await];
            let mut login = enqueue(&queue, unverified_login(1_000));
            let flood: Vec<_> = (2..402)
                .map(|number| match flooding.name_digest {
                    7 => enqueue(&queue, LoginFacts { name_digest: 7, ..unverified_login(number) }),
                    _ => enqueue(&queue, LoginFacts { network: flooding.network, ..unverified_login(number) }),
                })
                .collect();
            drop(running[0].take());
            assert!(login.try_recv().is_ok(), "{flooding:?}");
            drop(flood);
        }
    }

    #[tokio::test]
    async fn the_queue_is_bounded_and_the_newest_of_equals_is_next() {
        let (queue, mut running, mut flood) = full_queue().await;
        let is_refused = |permit: &mut oneshot::Receiver<HashPermit>| {
            matches!(permit.try_recv(), Err(oneshot::error::TryRecvError::Closed))
        };
        let count = flood.iter_mut().filter_map(|permit| is_refused(permit).then_some(())).count();
        assert_eq!(count, 400 - MAX_WAITING);
        drop(running[0].take());
        assert!(flood.last_mut().expect("the newest").try_recv().is_ok());
        drop(queue);
    }

    #[tokio::test]
    async fn the_permit_of_a_disconnected_client_goes_to_the_next() {
        let (queue, mut running, flood) = full_queue().await;
        drop(flood);
        let mut connected = enqueue(&queue, unverified_login(1_000));
        drop(enqueue(&queue, unverified_login(1_001)));
        drop(running[0].take());
        // `try_recv` drops the permit that it returns
        assert!(connected.try_recv().is_ok());
        drop(running[1].take());
        assert_eq!(lock(&queue.0).running_hashes, 0);
    }
}
