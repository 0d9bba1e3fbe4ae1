//! Connections that were not served: counted by why, and told in the log once a second.

use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use crate::model::lock::lock;

/// How often the log tells of them.
const EVERY: Duration = Duration::from_secs(1);

/// Why a connection was not served.
#[derive(Clone, Copy)]
pub enum ConnectionRefusal {
    /// All places were taken by requests that were being answered.
    TurnedAway,
    /// It had no whole request, and made room for another.
    MadeRoom,
    /// TLS was not agreed on.
    FailedHandshake,
    /// What came is no request of HTTP.
    Unreadable,
}

/// Their names, in that order.
const NAMES: [&str; 4] = ["turned_away", "made_room", "failed_handshake", "unreadable"];

/// How many there were since the start of the service.
#[derive(Default)]
pub struct ConnectionRefusals {
    counts: [AtomicU64; NAMES.len()],
    news: Notify,
    told: Mutex<LoggedCounts>,
}

/// What the log knows already, and the latest address.
#[derive(Default)]
struct LoggedCounts {
    counts: [u64; NAMES.len()],
    client: Option<IpAddr>,
}

impl ConnectionRefusals {
    pub fn count(&self, why: ConnectionRefusal, client: IpAddr) {
        self.counts[why as usize].fetch_add(1, Ordering::Relaxed);
        lock(&self.told).client = Some(client);
        self.news.notify_one();
    }

    /// How many, by name.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = self.counts.iter().map(|count| count.load(Ordering::Relaxed));
        NAMES.into_iter().zip(counts)
    }

    /// Tells the log of new ones, as long as it is polled.
    pub async fn keep_telling(&self) {
        loop {
            self.news.notified().await;
            self.tell();
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Tells the log of those that it does not know.
    pub fn tell(&self) {
        let mut told = lock(&self.told);
        let Some(client) = told.client.take() else {
            return;
        };
        let now = self.counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        let before = std::mem::replace(&mut told.counts, now);
        let [turned_away, made_room, failed_handshake, unreadable] = std::array::from_fn(|at| now[at] - before[at]);
        tracing::warn!(
            turned_away,
            made_room,
            failed_handshake,
            unreadable,
            latest = %client,
            "connections were refused"
        );
    }
}
