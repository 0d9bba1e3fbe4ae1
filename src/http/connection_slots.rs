//! Connection slots, one for each open connection, and the choice of the connection to evict for a new one.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::Notify;

use super::limits;
use crate::model::address::client_network;
use crate::model::lock::lock;

/// The slots of all open connections: at most [`limits::MAX_CONNECTIONS`].
#[derive(Default)]
pub struct ConnectionSlots {
    taken: Mutex<Vec<Arc<ConnectionSlot>>>,
    freed: Notify,
}

pub struct ConnectionSlot {
    pub peer: IpAddr,
    /// The network of the peer. The connections of a network share a quota of slots.
    network: IpAddr,
    state: Mutex<SlotState>,
    evicted: Notify,
}

struct SlotState {
    activity: SlotActivity,
    /// Whether the request being answered has a verified login.
    is_verified: bool,
    /// When the reader stopped taking data; `None` while it takes all data.
    stalled_since: Option<Instant>,
}

impl SlotState {
    fn new(activity: SlotActivity) -> Self {
        Self { activity, is_verified: false, stalled_since: None }
    }

    /// Returns when the connection began to wait; `None` if it does not wait, and so cannot be evicted. A connection
    /// waits if it has no complete request, or if the reader has stalled and the login is not verified.
    fn evictable_since(&self) -> Option<Instant> {
        match self.activity {
            SlotActivity::Waiting { since } => Some(since),
            SlotActivity::Answering { .. } | SlotActivity::Sending { .. } if !self.is_verified => {
                self.stalled_since.filter(|since| since.elapsed() >= limits::STALL_TIME)
            }
            SlotActivity::Answering { .. } | SlotActivity::Sending { .. } | SlotActivity::Evicted => None,
        }
    }
}

/// The activity of a connection: waiting for a complete request, answering until a time limit, or sending the rest of a
/// complete answer to its reader.
#[derive(Clone, Copy)]
enum SlotActivity {
    Waiting { since: Instant },
    Answering { deadline: Instant },
    Sending { deadline: Instant },
    Evicted,
}

/// Frees the slot of a connection on drop.
pub struct SlotGuard {
    slots: Arc<ConnectionSlots>,
    pub slot: Arc<ConnectionSlot>,
}

/// Marks a request as being answered, until dropped.
pub struct AnswerGuard {
    slot: Arc<ConnectionSlot>,
}

impl ConnectionSlots {
    /// Returns a slot for a new connection, and the peer of the evicted connection, if any. If all slots are taken,
    /// evicts the connection that has waited longest. If the peer's network has used its quota, evicts a connection of
    /// this network. Returns `None` if no connection can be evicted.
    pub fn take_slot(self: &Arc<Self>, peer: IpAddr, is_quota_limited: bool) -> Option<(SlotGuard, Option<IpAddr>)> {
        let mut taken = lock(&self.taken);
        let network = client_network(peer);
        let is_of_network = |slot: &ConnectionSlot| slot.network == network;
        let count_of_network = || taken.iter().filter(|slot| is_of_network(slot)).count();
        let has_used_quota = is_quota_limited && count_of_network() >= limits::MAX_CONNECTIONS / 4;
        let mut evicted = None;
        // over its quota, a network loses one of its own connections, even if other slots are free
        if has_used_quota || taken.len() >= limits::MAX_CONNECTIONS {
            let slot = evict_longest_waiting(&mut taken, |slot| !has_used_quota || is_of_network(slot))?;
            evicted = Some(slot.peer);
        }
        let state = SlotState::new(SlotActivity::Waiting { since: Instant::now() });
        let slot = Arc::new(ConnectionSlot { peer, network, state: Mutex::new(state), evicted: Notify::new() });
        taken.push(Arc::clone(&slot));
        let slots = Arc::clone(self);
        Some((SlotGuard { slots, slot }, evicted))
    }

    pub fn count(&self) -> usize {
        lock(&self.taken).len()
    }

    pub async fn wait_until_empty(&self) {
        loop {
            // created before the check, so that it also notices a slot that becomes free after the check
            let freed = self.freed.notified();
            if lock(&self.taken).is_empty() {
                return;
            }
            freed.await;
        }
    }
}

/// Evicts the candidate that has waited longest, and takes its slot; `None` if no candidate can be evicted.
fn evict_longest_waiting(
    taken: &mut Vec<Arc<ConnectionSlot>>,
    is_candidate: impl Fn(&ConnectionSlot) -> bool,
) -> Option<Arc<ConnectionSlot>> {
    loop {
        let candidates = taken.iter().enumerate().filter(|(_, slot)| is_candidate(slot));
        let (_, longest) =
            candidates.filter_map(|(index, slot)| Some((lock(&slot.state).evictable_since()?, index))).min()?;
        // fails if the connection has received its whole request meanwhile
        if taken[longest].try_evict() {
            return Some(taken.swap_remove(longest));
        }
    }
}

impl ConnectionSlot {
    /// Marks the request as being answered until the guard is dropped. Never returns if the connection was evicted: the
    /// connection's task is dropped.
    pub async fn begin_answer(self: &Arc<Self>, deadline: Instant) -> AnswerGuard {
        if !self.try_begin_answer(deadline) {
            std::future::pending::<()>().await;
        }
        AnswerGuard { slot: Arc::clone(self) }
    }

    /// Marks the connection as answering. Returns false if it was evicted.
    fn try_begin_answer(&self, deadline: Instant) -> bool {
        let mut state = lock(&self.state);
        let can_begin = !matches!(state.activity, SlotActivity::Evicted);
        if can_begin {
            *state = SlotState::new(SlotActivity::Answering { deadline });
        }
        can_begin
    }

    /// Records that the kernel has taken all data that was sent. If the answer is complete, the connection waits again.
    pub fn mark_all_sent(&self) {
        let mut state = lock(&self.state);
        state.stalled_since = None;
        if matches!(state.activity, SlotActivity::Sending { .. }) {
            state.activity = SlotActivity::Waiting { since: Instant::now() };
        }
    }

    /// Measures the time without progress of the client from now on.
    pub fn restart_stall_time(&self) {
        lock(&self.state).stalled_since = Some(Instant::now());
    }

    /// Returns whether no complete head of a request has arrived since the last answer.
    pub fn is_waiting_for_request(&self) -> bool {
        matches!(lock(&self.state).activity, SlotActivity::Waiting { .. })
    }

    /// Returns whether an answer is being made, or is not yet sent completely.
    pub fn is_answering(&self) -> bool {
        matches!(lock(&self.state).activity, SlotActivity::Answering { .. } | SlotActivity::Sending { .. })
    }

    pub fn is_overdue(&self) -> bool {
        match lock(&self.state).activity {
            SlotActivity::Answering { deadline } | SlotActivity::Sending { deadline } => deadline <= Instant::now(),
            SlotActivity::Waiting { .. } | SlotActivity::Evicted => false,
        }
    }

    pub async fn wait_for_eviction(&self) {
        self.evicted.notified().await;
    }

    fn try_evict(&self) -> bool {
        let mut state = lock(&self.state);
        let can_evict = state.evictable_since().is_some();
        if can_evict {
            state.activity = SlotActivity::Evicted;
            self.evicted.notify_one();
        }
        can_evict
    }
}

impl AnswerGuard {
    /// Marks the login as verified. The connection is then not evicted during the answer, even if the reader is slow.
    pub fn mark_verified(&self) {
        lock(&self.slot.state).is_verified = true;
    }

    /// Marks the connection as waiting while the request waits for a change, so that the connection can be evicted.
    pub fn pause_answer(&self) -> PauseGuard {
        let mut state = lock(&self.slot.state);
        let deadline = match state.activity {
            SlotActivity::Answering { deadline } => {
                state.activity = SlotActivity::Waiting { since: Instant::now() };
                Some(deadline)
            }
            _ => None,
        };
        PauseGuard { slot: Arc::clone(&self.slot), deadline }
    }
}

/// Resumes a paused answer on drop, unless the connection was evicted.
pub struct PauseGuard {
    slot: Arc<ConnectionSlot>,
    /// The time limit of the paused answer; `None` if no request was being answered.
    deadline: Option<Instant>,
}

impl Drop for PauseGuard {
    fn drop(&mut self) {
        let mut state = lock(&self.slot.state);
        if let (SlotActivity::Waiting { .. }, Some(deadline)) = (state.activity, self.deadline) {
            state.activity = SlotActivity::Answering { deadline };
        }
    }
}

impl Drop for AnswerGuard {
    fn drop(&mut self) {
        let mut state = lock(&self.slot.state);
        if let SlotActivity::Answering { deadline } = state.activity {
            state.activity = SlotActivity::Sending { deadline };
        }
    }
}

impl Drop for SlotGuard {
    fn drop(&mut self) {
        lock(&self.slots.taken).retain(|slot| !Arc::ptr_eq(slot, &self.slot));
        self.slots.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn full_slots() -> (Arc<ConnectionSlots>, Vec<SlotGuard>) {
        let slots = Arc::default();
        let guards = (0..limits::MAX_CONNECTIONS).map(|n| take_slot(&slots, n).unwrap().0).collect();
        (slots, guards)
    }

    fn take_slot(slots: &Arc<ConnectionSlots>, n: usize) -> Option<(SlotGuard, Option<IpAddr>)> {
        slots.take_slot(address(n), false)
    }

    fn address(n: usize) -> IpAddr {
        Ipv4Addr::from(u32::try_from(n).unwrap()).into()
    }

    #[tokio::test]
    async fn the_longest_waiting_connection_is_evicted() {
        let (slots, guards) = full_slots();
        let (_one, evicted) = take_slot(&slots, 1000).unwrap();
        assert_eq!(evicted, Some(address(0)));
        guards[0].slot.wait_for_eviction().await;
        let (_two, evicted) = take_slot(&slots, 1001).unwrap();
        assert_eq!(evicted, Some(address(1)));
        // a connection waits again from the end of its answer
        let deadline = Instant::now();
        drop(guards[2].slot.begin_answer(deadline).await);
        guards[2].slot.mark_all_sent();
        let (_three, evicted) = take_slot(&slots, 1002).unwrap();
        assert_eq!(evicted, Some(address(3)));
    }

    #[tokio::test]
    async fn a_waiting_request_can_be_evicted_until_it_is_answered() {
        let (slots, guards) = full_slots();
        let mut answering = Vec::new();
        for guard in &guards {
            answering.push(guard.slot.begin_answer(Instant::now()).await);
        }
        let paused = answering[7].pause_answer();
        let (_new, evicted) = take_slot(&slots, 1000).unwrap();
        assert_eq!(evicted, Some(address(7)));
        // the end of the pause does not revive an evicted connection
        drop(paused);
        assert!(!guards[7].slot.is_answering());
        drop(answering[8].pause_answer());
        assert!(guards[8].slot.is_answering());
        // only the new connection waits
        let (_newer, evicted) = take_slot(&slots, 1001).unwrap();
        assert_eq!(evicted, Some(address(1000)));
    }

    #[tokio::test]
    async fn a_connection_with_an_answer_is_not_evicted() {
        let (slots, guards) = full_slots();
        let mut answering = Vec::new();
        for guard in &guards {
            answering.push(guard.slot.begin_answer(Instant::now()).await);
        }
        assert!(take_slot(&slots, 1000).is_none());
        // the answer is complete, but its reader has not taken it
        answering.remove(7);
        assert!(take_slot(&slots, 1000).is_none());
        guards[7].slot.mark_all_sent();
        let (_, evicted) = take_slot(&slots, 1000).unwrap();
        assert_eq!(evicted, Some(address(7)));
    }

    #[tokio::test]
    async fn a_stop_waits_until_all_slots_are_free() {
        let (slots, mut guards) = full_slots();
        assert_eq!(lock(&slots.taken).len(), limits::MAX_CONNECTIONS);
        guards.clear();
        slots.wait_until_empty().await;
        assert!(take_slot(&slots, 0).unwrap().1.is_none());
    }

    #[tokio::test]
    async fn a_stalled_answer_is_evicted_unless_its_login_is_verified() {
        let (slots, guards) = full_slots();
        let mut answering = Vec::new();
        for guard in &guards {
            answering.push(guard.slot.begin_answer(Instant::now()).await);
        }
        answering[3].mark_verified();
        let long_ago = Instant::now().checked_sub(2 * limits::STALL_TIME).unwrap();
        for stalled in [3, 4] {
            lock(&guards[stalled].slot.state).stalled_since = Some(long_ago);
        }
        guards[5].slot.restart_stall_time();
        let (_new, evicted) = take_slot(&slots, 1000).unwrap();
        assert_eq!(evicted, Some(address(4)));
        // the next evicted connection is the newest, which has no request yet
        assert_eq!(take_slot(&slots, 1001).unwrap().1, Some(address(1000)));
    }

    #[test]
    fn a_network_has_a_quarter_of_the_slots() {
        let slots = Arc::default();
        let own = |n: u128| IpAddr::from(std::net::Ipv6Addr::from_bits(0x2001_0db8 << 96 | n));
        let guards: Vec<_> = (0..128).map(|n| ConnectionSlots::take_slot(&slots, own(n), true).unwrap().0).collect();
        let (_other, evicted) = ConnectionSlots::take_slot(&slots, address(1), true).unwrap();
        assert_eq!(evicted, None);
        let (_more, evicted) = ConnectionSlots::take_slot(&slots, own(1000), true).unwrap();
        assert_eq!(evicted, Some(own(0)));
        // another /64 has its own quarter, and a proxy has no quota
        assert_eq!(ConnectionSlots::take_slot(&slots, own(1 << 64), true).unwrap().1, None);
        assert_eq!(ConnectionSlots::take_slot(&slots, own(1001), false).unwrap().1, None);
        drop(guards);
    }
}
