//! The queue for password hashes: which of the waiting logins is next, and which is refused when too many wait.
//!
//! A hash takes tens of milliseconds, and a guesser can send hundreds of logins at once from as many networks. A login
//! that is probably good does not wait behind them: the next one is that of the highest [`Rank`], and when the queue is
//! full the lowest is refused. Unlike in a plain queue, the newest of equals is first: during a flood the oldest have
//! waited so long that their callers have probably gone.

use std::cmp::Reverse;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use crate::model::lock::lock;
use crate::store::account::AccountKind;

/// Password hashes that run at once: each takes 19 MiB.
const AT_ONCE: usize = 2;

/// The most logins that wait; at two hashes of 25 ms at once the last of them waits 1.6 s.
const WAITING: usize = 128;

/// What is known of a login before its password is hashed, none of it from the database.
#[derive(Debug, Clone, Copy)]
pub struct Claim {
    /// Whether its credentials, or others from its network, were verified before.
    pub is_known: bool,
    /// Whether its password is long enough to be one.
    pub can_be_right: bool,
    pub kind: AccountKind,
    /// The digest of its name.
    pub name: u64,
    pub network: IpAddr,
}

/// What is compared of two waiting logins: whether it is known, whether it can be right, how many others of its kind
/// wait, how many others of its name or network, and how late it came.
type Rank = (bool, bool, Reverse<usize>, Reverse<usize>, u64);

#[derive(Default)]
pub struct HashQueue(Mutex<QueueState>);

#[derive(Default)]
struct QueueState {
    running: usize,
    waiting: Vec<WaitingLogin>,
    /// How many have waited so far.
    came: u64,
}

struct WaitingLogin {
    claim: Claim,
    number: u64,
    turn: oneshot::Sender<HashPermit>,
}

/// The right to compute one hash. When it is dropped the next login has it.
pub struct HashPermit(Option<Arc<HashQueue>>);

impl HashQueue {
    /// Waits for a turn; `None` when too many others that rank higher wait.
    pub async fn turn(self: &Arc<Self>, claim: Claim) -> Option<HashPermit> {
        let turn = {
            let mut state = lock(&self.0);
            if state.running < AT_ONCE {
                state.running += 1;
                return Some(HashPermit(Some(Arc::clone(self))));
            }
            state.wait(claim)
        };
        turn.await.ok()
    }

    /// Gives the turn to the next login whose caller is still there.
    fn pass_on(self: Arc<Self>) {
        loop {
            let next = lock(&self.0).next();
            let Some(next) = next else {
                return;
            };
            match next.turn.send(HashPermit(Some(Arc::clone(&self)))) {
                Ok(()) => return,
                // its caller has gone: the turn is passed on here, not where it is dropped
                Err(mut turn) => drop(turn.0.take()),
            }
        }
    }
}

impl QueueState {
    /// Adds a login to those that wait, and refuses the lowest where that is one too many.
    fn wait(&mut self, claim: Claim) -> oneshot::Receiver<HashPermit> {
        let (turn, given) = oneshot::channel();
        self.waiting.retain(|waiting| !waiting.turn.is_closed());
        self.came += 1;
        self.waiting.push(WaitingLogin { claim, number: self.came, turn });
        if self.waiting.len() > WAITING {
            let lowest = (0..self.waiting.len()).min_by_key(|at| self.rank(*at));
            // without its sender it is refused
            lowest.map(|lowest| self.waiting.swap_remove(lowest));
        }
        given
    }

    /// Takes the highest of those that wait; where none does, one hash fewer is running.
    fn next(&mut self) -> Option<WaitingLogin> {
        let highest = (0..self.waiting.len()).max_by_key(|at| self.rank(*at));
        if highest.is_none() {
            self.running -= 1;
        }
        highest.map(|highest| self.waiting.swap_remove(highest))
    }

    fn rank(&self, at: usize) -> Rank {
        let WaitingLogin { claim, number, .. } = &self.waiting[at];
        let alike = |same: &dyn Fn(&Claim) -> bool| {
            let others = self.waiting.iter().filter(|other| same(&other.claim));
            Reverse(others.count())
        };
        (
            claim.is_known,
            claim.can_be_right,
            alike(&|other| other.kind == claim.kind),
            alike(&|other| other.name == claim.name || other.network == claim.network),
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

    /// A stranger's login: another name from another network each time.
    fn stranger(number: u32) -> Claim {
        Claim {
            is_known: false,
            can_be_right: true,
            kind: AccountKind::Operator,
            name: number.into(),
            network: IpAddr::V4(number.into()),
        }
    }

    /// Begins to wait; the turn comes over the channel.
    fn waits(queue: &Arc<HashQueue>, claim: Claim) -> oneshot::Receiver<HashPermit> {
        lock(&queue.0).wait(claim)
    }

    async fn full() -> (Arc<HashQueue>, [Option<HashPermit>; AT_ONCE], Vec<oneshot::Receiver<HashPermit>>) {
        let queue = Arc::<HashQueue>::default();
        let running = [queue.turn(stranger(0)).await, queue.turn(stranger(1)).await];
        let flood = (2..402).map(|number| waits(&queue, stranger(number))).collect();
        (queue, running, flood)
    }

    /// Whether this one is next when a hash ends.
    async fn is_next(claim: Claim) -> bool {
        let (queue, mut running, flood) = full().await;
        let mut good = waits(&queue, claim);
        // they come after it, and none takes its place
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
        assert_eq!(count, 400 - WAITING);
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
