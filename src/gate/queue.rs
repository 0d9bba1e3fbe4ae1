//! The queue for password hashes. It serves the login with the highest [`Rank`] first, so that a login that is probably
//! good does not wait behind guesses, and refuses the lowest when it is full. Among equals the newest is first: in a
//! flood, the clients of the oldest have probably given up.

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

/// What is known of a login before its password is hashed, without the database.
#[derive(Debug, Clone, Copy)]
pub struct Claim {
    /// Whether this process has verified the same credentials or a login from the network.
    pub is_known: bool,
    pub can_be_right: bool,
    pub kind: AccountKind,
    pub name: u64,
    pub network: IpAddr,
}

/// Known, possibly right, number of others of the same kind, number with the same name or network, order of arrival.
type Rank = (bool, bool, Reverse<usize>, Reverse<usize>, u64);

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
    number: u64,
    turn: oneshot::Sender<HashPermit>,
}

/// A permit to compute one hash. Dropping it passes it to the next login.
pub struct HashPermit(Option<Arc<HashQueue>>);

impl HashQueue {
    /// Waits for a permit; `None` if too many logins with a higher rank wait.
    pub async fn turn(self: &Arc<Self>, claim: Claim) -> Option<HashPermit> {
        let turn = {
            let mut state = lock(&self.0);
            if state.running < MAX_RUNNING {
                state.running += 1;
                return Some(HashPermit(Some(Arc::clone(self))));
            }
            state.wait(claim)
        };
        turn.await.ok()
    }

    /// Passes the permit to the next login whose client is still connected.
    fn pass_on(self: Arc<Self>) {
        loop {
            let next = lock(&self.0).next();
            let Some(next) = next else { return };
            match next.turn.send(HashPermit(Some(Arc::clone(&self)))) {
                Ok(()) => return,
                // the client has gone: passes the permit on here, not in `drop`
                Err(mut turn) => drop(turn.0.take()),
            }
        }
    }
}

impl QueueState {
    fn wait(&mut self, claim: Claim) -> oneshot::Receiver<HashPermit> {
        let (turn, permit) = oneshot::channel();
        self.waiting.retain(|waiting| !waiting.turn.is_closed());
        self.arrivals += 1;
        self.waiting.push(WaitingLogin { claim, number: self.arrivals, turn });
        if self.waiting.len() > MAX_WAITING {
            let lowest = (0..self.waiting.len()).min_by_key(|at| self.rank(*at));
            // dropping the sender refuses the login
            lowest.map(|lowest| self.waiting.swap_remove(lowest));
        }
        permit
    }

    /// Takes the highest waiting login. Without one, the number of running hashes decreases.
    fn next(&mut self) -> Option<WaitingLogin> {
        let highest = (0..self.waiting.len()).max_by_key(|at| self.rank(*at));
        if highest.is_none() {
            self.running -= 1;
        }
        highest.map(|highest| self.waiting.swap_remove(highest))
    }

    fn rank(&self, at: usize) -> Rank {
        let WaitingLogin { claim, number, .. } = &self.waiting[at];
        let fewest = |is_same: &dyn Fn(&Claim) -> bool| {
            Reverse(self.waiting.iter().filter(|other| is_same(&other.claim)).count())
        };
        (
            claim.is_known,
            claim.can_be_right,
            fewest(&|other| other.kind == claim.kind),
            fewest(&|other| other.name == claim.name || other.network == claim.network),
            *number,
        )
    }
}

impl Drop for HashPermit {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.pass_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An unverified login with its own name and network.
    fn stranger(number: u32) -> Claim {
        Claim {
            is_known: false,
            can_be_right: true,
            kind: AccountKind::Operator,
            name: number.into(),
            network: IpAddr::V4(number.into()),
        }
    }

    fn waits(queue: &Arc<HashQueue>, claim: Claim) -> oneshot::Receiver<HashPermit> {
        lock(&queue.0).wait(claim)
    }

    async fn full() -> (Arc<HashQueue>, [Option<HashPermit>; MAX_RUNNING], Vec<oneshot::Receiver<HashPermit>>) {
        let queue = Arc::<HashQueue>::default();
        let running = [queue.turn(stranger(0)).await, queue.turn(stranger(1)).await];
        let flood = (2..402).map(|number| waits(&queue, stranger(number))).collect();
        (queue, running, flood)
    }

    /// Returns whether this login is next when a hash ends.
    async fn is_next(claim: Claim) -> bool {
        let (queue, mut running, flood) = full().await;
        let mut good = waits(&queue, claim);
        // these come later, and none of them takes its place
        let later: Vec<_> = (500..900).map(|number| waits(&queue, stranger(number))).collect();
        drop(running[0].take());
        let is_next = good.try_recv().is_ok();
        drop((running, flood, later));
        is_next
    }

    #[tokio::test]
    async fn a_login_that_is_probably_good_is_next_however_many_wait() {
        let good = stranger(1_000);
        assert!(is_next(Claim { is_known: true, ..good }).await, "known");
        assert!(is_next(Claim { kind: AccountKind::Credential, ..good }).await, "of the other kind");
        assert!(!is_next(good).await, "as any other");
        assert!(!is_next(Claim { can_be_right: false, is_known: false, ..good }).await, "too short to be right");
    }

    #[tokio::test]
    async fn a_name_or_network_that_floods_waits_for_the_others() {
        for flooding in [Claim { name: 7, ..stranger(0) }, Claim { network: IpAddr::V4(7.into()), ..stranger(0) }] {
            let queue = Arc::<HashQueue>::default();
            let mut running = [queue.turn(stranger(0)).await, queue.turn(stranger(1)).await];
            let mut good = waits(&queue, stranger(1_000));
            let flood: Vec<_> = (2..402)
                .map(|number| match flooding.name {
                    7 => waits(&queue, Claim { name: 7, ..stranger(number) }),
                    _ => waits(&queue, Claim { network: flooding.network, ..stranger(number) }),
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
        let refused = |turn: &mut oneshot::Receiver<HashPermit>| {
            matches!(turn.try_recv(), Err(oneshot::error::TryRecvError::Closed))
        };
        let count = flood.iter_mut().filter_map(|turn| refused(turn).then_some(())).count();
        assert_eq!(count, 400 - MAX_WAITING);
        drop(running[0].take());
        assert!(flood.last_mut().expect("the newest").try_recv().is_ok());
        drop(queue);
    }

    #[tokio::test]
    async fn a_turn_whose_caller_has_gone_is_passed_on() {
        let (queue, mut running, flood) = full().await;
        drop(flood);
        let mut left = waits(&queue, stranger(1_000));
        drop(waits(&queue, stranger(1_001)));
        drop(running[0].take());
        assert!(left.try_recv().is_ok(), "and then it is dropped unused");
        drop(running[1].take());
        assert_eq!(lock(&queue.0).running, 0);
    }
}
