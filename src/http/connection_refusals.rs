//! Counts refused connections by reason, and logs them once per second.

use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use crate::model::lock::lock;

const EVERY: Duration = Duration::from_secs(1);

#[derive(Clone, Copy)]
pub enum ConnectionRefusal {
    /// All slots were used by requests being answered.
    TurnedAway,
    /// It had no complete request and was evicted for another connection.
    MadeRoom,
    /// The TLS handshake failed.
    FailedHandshake,
    /// It sent no HTTP request.
    Unreadable,
}

/// The names of the reasons, in the same order.
const NAMES: [&str; 4] = ["turned_away", "made_room", "failed_handshake", "unreadable"];

/// The counts since the service started.
#[derive(Default)]
pub struct ConnectionRefusals {
    counts: [AtomicU64; NAMES.len()],
    news: Notify,
    told: Mutex<LoggedCounts>,
}

/// The counts at the last log entry, and the latest address.
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

    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = self.counts.iter().map(|count| count.load(Ordering::Relaxed));
        NAMES.into_iter().zip(counts)
    }

    /// Logs new refusals, for as long as it is polled.
    pub async fn keep_telling(&self) {
        loop {
            self.news.notified().await;
            self.tell();
            tokio::time::sleep(EVERY).await;
        }
    }

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
