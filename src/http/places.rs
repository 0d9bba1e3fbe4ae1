//! The places: which connections there are, and what each is about. Nobody else knows whether there is room for one
//! more, who makes it, and what a stop of the service waits for.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::Notify;

use super::limits;
use crate::model::held::held;

/// All places.
#[derive(Default)]
pub struct Places {
    taken: Mutex<Vec<Arc<Place>>>,
    left: Notify,
}

/// What one connection is about.
pub struct Place {
    /// Who it was taken by.
    pub peer: IpAddr,
    doing: Mutex<Doing>,
    displaced: Notify,
}

/// A request has come whole when its answer can begin, and is answered when its reader has taken all.
#[derive(Clone, Copy)]
enum Doing {
    /// There is no whole request, since then: it is idle, in a head or in a body.
    Waiting(Instant),
    /// A request is being answered, which may take until then.
    Answering(Instant),
    /// All of the answer was handed over, and its reader has not taken all.
    Sending(Instant),
    /// It has made room for another connection, and is about to end.
    Displaced,
}

/// A place that is taken, until this is dropped.
pub struct Seat {
    places: Arc<Places>,
    place: Arc<Place>,
}

/// Held as long as a request is being answered.
pub struct Answering(Arc<Place>);

impl Places {
    /// A place for one more, and who made room for it: "when all are taken, the one that has waited longest without
    /// a whole request … is closed". None: "every one is being answered".
    pub fn take(self: &Arc<Self>, peer: IpAddr) -> Option<(Seat, Option<IpAddr>)> {
        let mut taken = held(&self.taken);
        let mut left = None;
        if taken.len() >= limits::CONNECTIONS {
            let at = displaced(&taken)?;
            left = Some(taken.swap_remove(at).peer);
        }
        let place =
            Arc::new(Place { peer, doing: Mutex::new(Doing::Waiting(Instant::now())), displaced: Notify::new() });
        taken.push(Arc::clone(&place));
        let places = Arc::clone(self);
        Some((Seat { places, place }, left))
    }

    /// How many are taken.
    pub fn open(&self) -> usize {
        held(&self.taken).len()
    }

    /// Waits until no place is taken.
    pub async fn empty(&self) {
        loop {
            let left = self.left.notified();
            if held(&self.taken).is_empty() {
                return;
            }
            left.await;
        }
    }
}

/// Displaces the one that has waited longest; which it is. It may have got its request since it was looked at.
fn displaced(taken: &[Arc<Place>]) -> Option<usize> {
    loop {
        let waiting = taken.iter().enumerate();
        let waiting = waiting.filter_map(|(at, place)| Some((place.waiting_since()?, at)));
        let (_, longest) = waiting.min()?;
        if taken[longest].displace() {
            return Some(longest);
        }
    }
}

impl Place {
    /// A request has come whole: from now on it is being answered, which may take until `until`. Whoever has been
    /// displaced at this moment stays here until the connection ends.
    pub async fn begin(self: &Arc<Self>, until: Instant) -> Answering {
        if !self.becomes(Doing::Answering(until), |doing| !matches!(doing, Doing::Displaced)) {
            std::future::pending::<()>().await;
        }
        Answering(Arc::clone(self))
    }

    /// The reader has taken all that was ready.
    pub fn taken(&self) {
        self.becomes(Doing::Waiting(Instant::now()), |doing| matches!(doing, Doing::Sending(_)));
    }

    /// Whether there is nothing to answer.
    pub fn is_waiting(&self) -> bool {
        self.waiting_since().is_some()
    }

    /// Whether there is an answer whose reader has not been given all.
    pub fn is_answering(&self) -> bool {
        let doing = *held(&self.doing);
        matches!(doing, Doing::Answering(_) | Doing::Sending(_))
    }

    /// "One answer has 30 minutes in all".
    pub fn is_overdue(&self) -> bool {
        match *held(&self.doing) {
            Doing::Answering(until) | Doing::Sending(until) => until <= Instant::now(),
            Doing::Waiting(_) | Doing::Displaced => false,
        }
    }

    /// Waits until the place has been given to another connection.
    pub async fn displaced(&self) {
        self.displaced.notified().await;
    }

    fn waiting_since(&self) -> Option<Instant> {
        match *held(&self.doing) {
            Doing::Waiting(since) => Some(since),
            _ => None,
        }
    }

    fn displace(&self) -> bool {
        let displaced = self.becomes(Doing::Displaced, |doing| matches!(doing, Doing::Waiting(_)));
        if displaced {
            self.displaced.notify_one();
        }
        displaced
    }

    /// Whether what it did before allowed that.
    fn becomes(&self, next: Doing, allowed: impl FnOnce(&Doing) -> bool) -> bool {
        let mut doing = held(&self.doing);
        let allowed = allowed(&doing);
        if allowed {
            *doing = next;
        }
        allowed
    }
}

impl Drop for Answering {
    /// All was handed over, or the client has gone.
    fn drop(&mut self) {
        let mut doing = held(&self.0.doing);
        if let Doing::Answering(until) = *doing {
            *doing = Doing::Sending(until);
        }
    }
}

impl Seat {
    /// What is known of it, also to others.
    pub fn place(&self) -> &Arc<Place> {
        &self.place
    }
}

impl Drop for Seat {
    /// Who was displaced is not among them any more.
    fn drop(&mut self) {
        held(&self.places.taken).retain(|place| !Arc::ptr_eq(place, &self.place));
        self.places.left.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    /// All places, the first taken first; each by an address of its own.
    fn full() -> (Arc<Places>, Vec<Seat>) {
        let places = Arc::default();
        let seats = (0..limits::CONNECTIONS).map(|n| take(&places, n).unwrap().0);
        let seats = seats.collect();
        (places, seats)
    }

    fn take(places: &Arc<Places>, n: usize) -> Option<(Seat, Option<IpAddr>)> {
        places.take(address(n))
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
        // who was answered has waited only since then
        let until = Instant::now();
        drop(seats[2].place().begin(until).await);
        seats[2].place().taken();
        let (_three, left) = take(&places, 1002).unwrap();
        assert_eq!(left, Some(address(3)));
    }

    #[tokio::test]
    async fn who_is_being_answered_makes_no_room() {
        let (places, seats) = full();
        let mut answering = Vec::new();
        for seat in &seats {
            answering.push(seat.place().begin(Instant::now()).await);
        }
        assert!(take(&places, 1000).is_none());
        // all was handed over, and its reader has not taken it
        answering.remove(7);
        assert!(take(&places, 1000).is_none());
        seats[7].place().taken();
        let (_, left) = take(&places, 1000).unwrap();
        assert_eq!(left, Some(address(7)));
    }

    #[tokio::test]
    async fn a_stop_waits_until_all_have_left() {
        let (places, mut seats) = full();
        assert_eq!(held(&places.taken).len(), limits::CONNECTIONS);
        seats.clear();
        places.empty().await;
        assert!(take(&places, 0).unwrap().1.is_none());
    }
}
