//! Wakes requests that wait for a change. While requests wait, a task polls the database, because other processes can
//! change the data.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::block_in_place;

use crate::ledger::feed;
use crate::store::Store;

const POLL_INTERVAL: Duration = Duration::from_millis(250);

pub struct FeedWatch {
    /// The number of the newest known change; `None` when the service stops.
    newest: watch::Sender<Option<i64>>,
    is_polling: AtomicBool,
}

impl Default for FeedWatch {
    fn default() -> Self {
        Self { newest: watch::Sender::new(Some(0)), is_polling: AtomicBool::new(false) }
    }
}

impl FeedWatch {
    /// Waits for a change with a number above `after`. Returns false at `until`, or if the service stops.
    pub async fn wait_for_change(self: &Arc<Self>, store: &Arc<Store>, after: i64, until: Instant) -> bool {
        let mut receiver = self.newest.subscribe();
        // the first waiting request starts the task, which ends when no request waits
        if !self.is_polling.swap(true, Ordering::SeqCst) {
            tokio::spawn(Arc::clone(self).poll_for_changes(Arc::clone(store)));
        }
        let change = receiver.wait_for(|newest| newest.is_none_or(|number| number > after));
        let newest = tokio::time::timeout_at(until.into(), change).await;
        // an error means that the time is over; a stop is `None`
        matches!(newest, Ok(Ok(newest)) if newest.is_some())
    }

    /// Wakes all requests when the service stops.
    pub fn wake_all(&self) {
        self.newest.send_replace(None);
    }

    /// Publishes the number of the newest stored change every [`POLL_INTERVAL`], while requests wait.
    async fn poll_for_changes(self: Arc<Self>, store: Arc<Store>) {
        loop {
            tokio::time::sleep(POLL_INTERVAL).await;
            let newest_stored = block_in_place(|| feed::newest_change(&*store.snapshot().ok()?).ok());
            self.newest.send_if_modified(|newest| {
                // `None` stays: it means that the service stops
                let is_new = newest.is_some() && newest_stored.is_some() && *newest != newest_stored;
                if is_new {
                    *newest = newest_stored;
                }
                is_new
            });
            if !self.has_waiting_requests() && self.try_stop_polling() {
                return;
            }
        }
    }

    fn has_waiting_requests(&self) -> bool {
        self.newest.receiver_count() > 0
    }

    /// Returns false if this task must go on, because a request that began to wait meanwhile has started no task.
    fn try_stop_polling(&self) -> bool {
        self.is_polling.store(false, Ordering::SeqCst);
        if !self.has_waiting_requests() {
            return true;
        }
        // true if the request has started a task
        self.is_polling.swap(true, Ordering::SeqCst)
    }
}
