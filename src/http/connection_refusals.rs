//! Counts refused connections by reason, and logs them once per second.

use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use crate::model::lock::lock;

const LOG_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Clone, Copy)]
pub enum ConnectionRefusal {
    /// All slots had requests that were being answered.
    NoFreeSlot,
    /// The connection was waiting, and was evicted for a new connection.
    Evicted,
    FailedHandshake,
    /// The client did not send an HTTP request.
    Unreadable,
}

/// The names of the reasons in metrics, in the order of the variants.
const REASON_NAMES: [&str; 4] = ["turned_away", "made_room", "failed_handshake", "unreadable"];

#[derive(Default)]
pub struct ConnectionRefusals {
    /// The count of each reason, in the order of the variants.
    counts: [AtomicU64; REASON_NAMES.len()],
    changed: Notify,
    logged: Mutex<LoggedCounts>,
}

/// The counts at the last log line. The next line shows the differences.
#[derive(Default)]
struct LoggedCounts {
    counts: [u64; REASON_NAMES.len()],
    /// The latest refused client since these counts were logged.
    client: Option<IpAddr>,
}

impl ConnectionRefusals {
    pub fn count(&self, reason: ConnectionRefusal, client: IpAddr) {
        self.counts[reason as usize].fetch_add(1, Ordering::Relaxed);
        lock(&self.logged).client = Some(client);
        self.changed.notify_one();
    }

    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = self.counts.iter().map(|count| count.load(Ordering::Relaxed));
        REASON_NAMES.into_iter().zip(counts)
    }

    /// Logs new refusals at most once per second. Never returns.
    pub async fn log_periodically(&self) {
        loop {
            self.changed.notified().await;
            self.log_new();
            tokio::time::sleep(LOG_INTERVAL).await;
        }
    }

    pub fn log_new(&self) {
        let mut logged = lock(&self.logged);
        // `count` sets the client, so without a client nothing was counted
        let Some(client) = logged.client.take() else { return };
        let now = self.counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        let before = std::mem::replace(&mut logged.counts, now);
        // in the order of `REASON_NAMES`
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
