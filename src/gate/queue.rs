//! The queue of logins that wait for a password hash. The login with the highest [`Rank`] is next, so that a probably
//! correct login does not wait behind guesses. A full queue refuses the login with the lowest rank. Among equals, the
//! newest is next: in a flood, the clients of the oldest have probably given up.

use std::cmp::Reverse;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use crate::model::lock::lock;
use crate::store::account::AccountKind;

/// The most concurrent hashes, each of 19 MiB.
const MAX_RUNNING: usize = 2;

/// The most waiting logins. At 25 ms a hash, the last waits 1.6 s.
const MAX_WAITING: usize = 128;

/// The facts about a login by which it is ranked, all known without its hash and the database.
#[derive(Debug, Clone, Copy)]
pub struct Claim {
    /// Whether this process has verified the same credentials, or a login from the same network.
    pub is_known: bool,
    /// Whether the password is long enough to be right.
    pub can_be_right: bool,
    pub kind: AccountKind,
    /// A digest of the name.
    pub name: u64,
    pub network: IpAddr,
}

/// The rank of a waiting login. Earlier fields count first, and fewer similar logins rank higher.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_known: bool,
    can_be_right: bool,
    with_same_kind: Reverse<usize>,
    with_same_name_or_network: Reverse<usize>,
    arrival: u64,
}

#[derive(Default)]
pub struct HashQueue(Mutex<QueueState>);

#[derive(Default)]
struct QueueState {
    running: usize,
    waiting: Vec<WaitingLogin>,
    arrivals: u64,
}

struct WaitingLogin {
    claim: Claim,
    arrival: u64,
    permit: oneshot::Sender<HashPermit>,
}

/// A permit to compute one hash. On drop, the next login gets it.
pub struct HashPermit(Option<Arc<HashQueue>>);

impl HashQueue {
    /// Waits for a permit. Returns `None` if the queue is full of logins with a higher rank.
    pub async fn wait_for_permit(self: &Arc<Self>, claim: Claim) -> Option<HashPermit> {
        let permit = {
            let mut state = lock(&self.0);
            if state.running < MAX_RUNNING {
                state.running += 1;
                return Some(HashPermit(Some(Arc::clone(self))));
            }
            state.enqueue(claim)
        };
        permit.await.ok()
    }

    /// Gives the permit to the next login whose client is still connected.
    fn pass_to_next(self: Arc<Self>) {
        loop {
            let next = lock(&self.0).take_highest();
            let Some(next) = next else { return };
            match next.permit.send(HashPermit(Some(Arc::clone(&self)))) {
                Ok(()) => return,
                // the client has disconnected: this loop gives the permit to another login, not `drop`
                Err(mut permit) => drop(permit.0.take()),
            }
        }
    }
}

impl QueueState {
    fn enqueue(&mut self, claim: Claim) -> oneshot::Receiver<HashPermit> {
        let (permit, receiver) = oneshot::channel();
        self.waiting.retain(|waiting| !waiting.permit.is_closed());
        self.arrivals += 1;
        self.waiting.push(WaitingLogin { claim, arrival: self.arrivals, permit });
        if self.waiting.len() > MAX_WAITING {
            let lowest = (0..self.waiting.len()).min_by_key(|at| self.rank(*at));
            // dropping the sender refuses the login
            lowest.map(|lowest| self.waiting.swap_remove(lowest));
        }
        receiver
    }

    /// Takes the login with the highest rank. If none waits, one hash fewer is running.
    fn take_highest(&mut self) -> Option<WaitingLogin> {
        let highest = (0..self.waiting.len()).max_by_key(|at| self.rank(*at));
        if highest.is_none() {
            self.running -= 1;
        }
        highest.map(|highest| self.waiting.swap_remove(highest))
    }

    fn rank(&self, at: usize) -> Rank {
        let WaitingLogin { claim, arrival, .. } = &self.waiting[at];
        let count = |is_similar: &dyn Fn(&Claim) -> bool| {
            Reverse(self.waiting.iter().filter(|other| is_similar(&other.claim)).count())
        };
        Rank {
            is_known: claim.is_known,
            can_be_right: claim.can_be_right,
            with_same_kind: count(&|other| other.kind == claim.kind),
            with_same_name_or_network: count(&|other| other.name == claim.name || other.network == claim.network),
            arrival: *arrival,
        }
    }
}

impl Drop for HashPermit {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.pass_to_next();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unverified_login(number: u32) -> Claim {
        Claim {
            is_known: false,
            can_be_right: true,
            kind: AccountKind::Operator,
            name: number.into(),
            network: IpAddr::V4(number.into()),
        }
    }

    fn waits(queue: &Arc<HashQueue>, claim: Claim) -> oneshot::Receiver<HashPermit> {
        lock(&queue.0).enqueue(claim)
    }

    async fn full() -> (Arc<HashQueue>, [Option<HashPermit>; MAX_RUNNING], Vec<oneshot::Receiver<HashPermit>>) {
        let queue = Arc::<HashQueue>::default();
        let running =
            [queue.wait_for_permit(unverified_login(0)).await, queue.wait_for_permit(unverified_login(1)).await];
        let flood = (2..402).map(|number| waits(&queue, unverified_login(number))).collect();
        (queue, running, flood)
    }

    /// Returns whether this login is next when a hash ends.
    async fn is_next(claim: Claim) -> bool {
        let (queue, mut running, flood) = full().await;
        let mut good = waits(&queue, claim);
        // later logins do not overtake it
        let later: Vec<_> = (500..900).map(|number| waits(&queue, unverified_login(number))).collect();
        drop(running[0].take());
        let is_next = good.try_recv().is_ok();
        drop((running, flood, later));
        is_next
    }

    #[tokio::test]
    async fn a_probably_correct_login_is_next_in_a_full_queue() {
        let good = unverified_login(1_000);
        assert!(is_next(Claim { is_known: true, ..good }).await, "known");
        assert!(is_next(Claim { kind: AccountKind::Credential, ..good }).await, "of the other kind");
        assert!(!is_next(good).await, "as any other");
        assert!(!is_next(Claim { can_be_right: false, is_known: false, ..good }).await, "too short to be right");
    }

    #[tokio::test]
    async fn a_name_or_network_that_floods_waits_for_the_others() {
        for flooding in
            [Claim { name: 7, ..unverified_login(0) }, Claim { network: IpAddr::V4(7.into()), ..unverified_login(0) }]
        {
            let queue = Arc::<HashQueue>::default();
            let mut running =
                [queue.wait_for_permit(unverified_login(0)).await, queue.wait_for_permit(unverified_login(1)).await];
            let mut good = waits(&queue, unverified_login(1_000));
            let flood: Vec<_> = (2..402)
                .map(|number| match flooding.name {
                    7 => waits(&queue, Claim { name: 7, ..unverified_login(number) }),
                    _ => waits(&queue, Claim { network: flooding.network, ..unverified_login(number) }),
                })
                .collect();
            drop(running[0].take());
            assert!(good.try_recv().is_ok(), "{flooding:?}");
            drop(flood);
        }
    }

    #[tokio::test]
    async fn the_queue_is_bounded_and_the_newest_of_equals_is_next() {
        let (queue, mut running, mut flood) = full().await;
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
        let (queue, mut running, flood) = full().await;
        drop(flood);
        let mut left = waits(&queue, unverified_login(1_000));
        drop(waits(&queue, unverified_login(1_001)));
        drop(running[0].take());
        assert!(left.try_recv().is_ok(), "and then it is dropped unused");
        drop(running[1].take());
        assert_eq!(lock(&queue.0).running, 0);
    }
}
