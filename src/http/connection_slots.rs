//! Connection slots: which connections exist and what each is doing. Decides whether a new connection fits, which one
//! is evicted for it, and what shutdown waits for.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::Notify;

use super::limits;
use crate::model::address::network;
use crate::model::lock::lock;

#[derive(Default)]
pub struct ConnectionSlots {
    taken: Mutex<Vec<Arc<ConnectionSlot>>>,
    left: Notify,
}

pub struct ConnectionSlot {
    pub peer: IpAddr,
    network: IpAddr,
    state: Mutex<SlotState>,
    displaced: Notify,
}

struct SlotState {
    doing: SlotActivity,
    /// Does the current request have a verified login?
    is_verified: bool,
    /// When the reader stopped taking data that is ready.
    stalled: Option<Instant>,
}

impl SlotState {
    /// Returns how long the connection has had nothing to answer, or an unauthenticated answer that nobody reads: such
    /// connections can be evicted.
    fn waiting_since(&self) -> Option<Instant> {
        match self.doing {
            SlotActivity::Waiting(since) => Some(since),
            SlotActivity::Answering(_) | SlotActivity::Sending(_) if !self.is_verified => {
                self.stalled.filter(|since| since.elapsed() >= limits::STALLED)
            }
            SlotActivity::Answering(_) | SlotActivity::Sending(_) | SlotActivity::Displaced => None,
        }
    }
}

/// What a connection is doing. A request is complete when its answer can begin, and answered when the reader has taken
/// everything.
#[derive(Clone, Copy)]
enum SlotActivity {
    /// No complete request since then: idle, in a head or in a body.
    Waiting(Instant),
    /// Answering a request, at most until then.
    Answering(Instant),
    /// The answer is complete, and its reader has not taken all of it.
    Sending(Instant),
    /// Evicted, and about to end.
    Displaced,
}

/// A used slot; dropping it frees the slot.
pub struct SlotGuard {
    places: Arc<ConnectionSlots>,
    place: Arc<ConnectionSlot>,
}

/// Marks a request as being answered, until dropped.
pub struct AnswerGuard(Arc<ConnectionSlot>);

impl ConnectionSlots {
    /// Returns a slot for a new connection and the evicted one: "when all are taken, the one that has waited longest
    /// without a whole request … is closed". A peer with `has_quota` also evicts connections of its own network once
    /// they use a quarter of all slots. Returns `None` if every candidate is answering.
    pub fn take(self: &Arc<Self>, peer: IpAddr, has_quota: bool) -> Option<(SlotGuard, Option<IpAddr>)> {
        let mut taken = lock(&self.taken);
        let network = network(peer);
        let is_of_network = |place: &ConnectionSlot| place.network == network;
        let has_used_quota =
            has_quota && taken.iter().filter(|place| is_of_network(place)).count() >= limits::CONNECTIONS / 4;
        let mut left = None;
        if has_used_quota || taken.len() >= limits::CONNECTIONS {
            let at = displaced(&taken, |place| !has_used_quota || is_of_network(place))?;
            left = Some(taken.swap_remove(at).peer);
        }
        let state = SlotState { doing: SlotActivity::Waiting(Instant::now()), is_verified: false, stalled: None };
        let place = Arc::new(ConnectionSlot { peer, network, state: Mutex::new(state), displaced: Notify::new() });
        taken.push(Arc::clone(&place));
        let places = Arc::clone(self);
        Some((SlotGuard { places, place }, left))
    }

    pub fn open(&self) -> usize {
        lock(&self.taken).len()
    }

    /// Waits until no slot is used.
    pub async fn empty(&self) {
        loop {
            let left = self.left.notified();
            if lock(&self.taken).is_empty() {
                return;
            }
            left.await;
        }
    }
}

/// Evicts the longest-waiting connection for which `may` holds, and returns its index. It may have received its
/// request meanwhile.
fn displaced(taken: &[Arc<ConnectionSlot>], may: impl Fn(&ConnectionSlot) -> bool) -> Option<usize> {
    loop {
        let candidates = taken.iter().enumerate().filter(|(_, place)| may(place));
        let (_, longest) = candidates.filter_map(|(at, place)| Some((place.waiting_since()?, at))).min()?;
        if taken[longest].displace() {
            return Some(longest);
        }
    }
}

impl ConnectionSlot {
    /// Marks the request as complete and being answered, at most until `until`. A connection evicted at this moment
    /// waits here for its end.
    pub async fn begin(self: &Arc<Self>, until: Instant) -> AnswerGuard {
        let begun = self.update(|state| {
            let begins = !matches!(state.doing, SlotActivity::Displaced);
            if begins {
                *state = SlotState { doing: SlotActivity::Answering(until), is_verified: false, stalled: None };
            }
            begins
        });
        if !begun {
            std::future::pending::<()>().await;
        }
        AnswerGuard(Arc::clone(self))
    }

    /// The reader has taken everything that was ready.
    pub fn taken(&self) {
        self.update(|state| {
            state.stalled = None;
            if matches!(state.doing, SlotActivity::Sending(_)) {
                state.doing = SlotActivity::Waiting(Instant::now());
            }
        });
    }

    /// More is ready than the reader takes.
    pub fn stalls(&self) {
        self.update(|state| state.stalled = Some(Instant::now()));
    }

    /// Returns whether there is no complete request.
    pub fn is_waiting(&self) -> bool {
        matches!(lock(&self.state).doing, SlotActivity::Waiting(_))
    }

    pub fn is_answering(&self) -> bool {
        matches!(lock(&self.state).doing, SlotActivity::Answering(_) | SlotActivity::Sending(_))
    }

    pub fn is_overdue(&self) -> bool {
        match lock(&self.state).doing {
            SlotActivity::Answering(until) | SlotActivity::Sending(until) => until <= Instant::now(),
            SlotActivity::Waiting(_) | SlotActivity::Displaced => false,
        }
    }

    /// Waits until the connection is evicted.
    pub async fn displaced(&self) {
        self.displaced.notified().await;
    }

    fn waiting_since(&self) -> Option<Instant> {
        lock(&self.state).waiting_since()
    }

    fn displace(&self) -> bool {
        let displaced = self.update(|state| {
            let waits = state.waiting_since().is_some();
            if waits {
                state.doing = SlotActivity::Displaced;
            }
            waits
        });
        if displaced {
            self.displaced.notify_one();
        }
        displaced
    }

    fn update<T>(&self, change: impl FnOnce(&mut SlotState) -> T) -> T {
        change(&mut lock(&self.state))
    }
}

impl AnswerGuard {
    /// Keeps the slot during the answer, however slow the reader.
    pub fn is_for_a_verified_caller(&self) {
        self.0.update(|state| state.is_verified = true);
    }
}

/// Counts a request as waiting, so that its connection can be evicted, until dropped.
pub struct PauseGuard {
    place: Arc<ConnectionSlot>,
    /// When the answer must be complete.
    until: Option<Instant>,
}

impl AnswerGuard {
    pub fn pause(&self) -> PauseGuard {
        let until = self.0.update(|state| match state.doing {
            SlotActivity::Answering(until) => {
                state.doing = SlotActivity::Waiting(Instant::now());
                Some(until)
            }
            _ => None,
        });
        PauseGuard { place: Arc::clone(&self.0), until }
    }
}

impl Drop for PauseGuard {
    fn drop(&mut self) {
        self.place.update(|state| {
            if let (SlotActivity::Waiting(_), Some(until)) = (state.doing, self.until) {
                state.doing = SlotActivity::Answering(until);
            }
        });
    }
}

impl Drop for AnswerGuard {
    /// The answer was handed over, or the client has gone.
    fn drop(&mut self) {
        self.0.update(|state| {
            if let SlotActivity::Answering(until) = state.doing {
                state.doing = SlotActivity::Sending(until);
            }
        });
    }
}

impl SlotGuard {
    pub fn place(&self) -> &Arc<ConnectionSlot> {
        &self.place
    }
}

impl Drop for SlotGuard {
    /// Frees the slot, unless it was evicted.
    fn drop(&mut self) {
        lock(&self.places.taken).retain(|place| !Arc::ptr_eq(place, &self.place));
        self.places.left.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    /// Returns a full set of slots, each with its own address, in order.
    fn full() -> (Arc<ConnectionSlots>, Vec<SlotGuard>) {
        let places = Arc::default();
        let seats = (0..limits::CONNECTIONS).map(|n| take(&places, n).unwrap().0).collect();
        (places, seats)
    }

    fn take(places: &Arc<ConnectionSlots>, n: usize) -> Option<(SlotGuard, Option<IpAddr>)> {
        places.take(address(n), false)
    }

    fn address(n: usize) -> IpAddr {
        Ipv4Addr::from(u32::try_from(n).unwrap()).into()
    }

    #[tokio::test]
    async fn who_has_waited_longest_makes_room() {
        let (places, seats) = full();
        let (_one, left) = take(&places, 1000).unwrap();
        assert_eq!(left, Some(address(0)));
        seats[0].place().displaced().await;
        let (_two, left) = take(&places, 1001).unwrap();
        assert_eq!(left, Some(address(1)));
        // an answered connection waits only since then
        let until = Instant::now();
        drop(seats[2].place().begin(until).await);
        seats[2].place().taken();
        let (_three, left) = take(&places, 1002).unwrap();
        assert_eq!(left, Some(address(3)));
    }

    #[tokio::test]
    async fn a_waiting_request_can_be_evicted_until_it_is_answered() {
        let (places, seats) = full();
        let mut answering = Vec::new();
        for seat in &seats {
            answering.push(seat.place().begin(Instant::now()).await);
        }
        let paused = answering[7].pause();
        let (_new, left) = take(&places, 1000).unwrap();
        assert_eq!(left, Some(address(7)));
        // the end of the wait does not revive an evicted connection
        drop(paused);
        assert!(!seats[7].place().is_answering());
        drop(answering[8].pause());
        assert!(seats[8].place().is_answering());
        // the only one that waits is the new one
        let (_newer, left) = take(&places, 1001).unwrap();
        assert_eq!(left, Some(address(1000)));
    }

    #[tokio::test]
    async fn who_is_being_answered_makes_no_room() {
        let (places, seats) = full();
        let mut answering = Vec::new();
        for seat in &seats {
            answering.push(seat.place().begin(Instant::now()).await);
        }
        assert!(take(&places, 1000).is_none());
        // handed over completely, but not taken by its reader
        answering.remove(7);
        assert!(take(&places, 1000).is_none());
        seats[7].place().taken();
        let (_, left) = take(&places, 1000).unwrap();
        assert_eq!(left, Some(address(7)));
    }

    #[tokio::test]
    async fn a_stop_waits_until_all_have_left() {
        let (places, mut seats) = full();
        assert_eq!(lock(&places.taken).len(), limits::CONNECTIONS);
        seats.clear();
        places.empty().await;
        assert!(take(&places, 0).unwrap().1.is_none());
    }
    #[tokio::test]
    async fn a_stalled_answer_makes_room_unless_its_caller_is_verified() {
        let (places, seats) = full();
        let mut answering = Vec::new();
        for seat in &seats {
            answering.push(seat.place().begin(Instant::now()).await);
        }
        answering[3].is_for_a_verified_caller();
        let long_ago = Instant::now().checked_sub(2 * limits::STALLED).unwrap();
        for stalled in [3, 4] {
            seats[stalled].place().update(|state| state.stalled = Some(long_ago));
        }
        seats[5].place().stalls();
        let (_seat, left) = take(&places, 1000).unwrap();
        assert_eq!(left, Some(address(4)));
        // the others keep their slots: the newest has no request yet
        assert_eq!(take(&places, 1001).unwrap().1, Some(address(1000)));
    }

    #[test]
    fn a_network_has_a_quarter_of_the_places() {
        let places = Arc::default();
        let own = |n: u128| IpAddr::from(std::net::Ipv6Addr::from_bits(0x2001_0db8 << 96 | n));
        let seats: Vec<_> = (0..128).map(|n| ConnectionSlots::take(&places, own(n), true).unwrap().0).collect();
        let (_other, left) = ConnectionSlots::take(&places, address(1), true).unwrap();
        assert_eq!(left, None);
        let (_more, left) = ConnectionSlots::take(&places, own(1000), true).unwrap();
        assert_eq!(left, Some(own(0)));
        // another /64 has its own quarter, and a proxy has no quota
        assert_eq!(ConnectionSlots::take(&places, own(1 << 64), true).unwrap().1, None);
        assert_eq!(ConnectionSlots::take(&places, own(1001), false).unwrap().1, None);
        drop(seats);
    }
}
