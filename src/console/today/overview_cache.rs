//! A cache of the organisation's overview. Counting can take seconds, too long for a page. A page shows the cached
//! counts and, if the counts are old, starts a recount in the background.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::model::lock::lock;
use crate::store::Store;
use crate::store::connection::Database;
use crate::store::overview::Overview;

/// The maximum age of the counts, if a count takes longer than [`RECOUNT_WAIT`].
const MAX_AGE_OF_COUNTS: Duration = Duration::from_secs(60);

/// The time that a page waits for a recount. If the last count took less time, every page starts a recount.
const RECOUNT_WAIT: Duration = Duration::from_millis(30);

/// The time that a page waits for the quick parts of the first count. Until the count ends, pages lack the other parts.
const FIRST_COUNT_WAIT: Duration = Duration::from_millis(500);

/// The latest overview, which all pages share. At most one count runs at a time.
#[derive(Default)]
pub struct OverviewCache {
    state: Mutex<CacheState>,
    overview_changed: Condvar,
}

#[derive(Default)]
pub struct CacheState {
    overview: Option<Arc<Overview>>,
    /// The end and the duration of the last count, successful or not; `None` before the first.
    last_count: Option<(Instant, Duration)>,
    is_counting: bool,
}

impl CacheState {
    /// Returns whether the counts are missing or old, or a count is so fast that every page can have new counts.
    fn needs_count(&self) -> bool {
        self.last_count.is_none_or(|(at, duration)| duration < RECOUNT_WAIT || at.elapsed() >= MAX_AGE_OF_COUNTS)
    }
}

impl OverviewCache {
    /// Starts a count if needed.
    pub fn start_count(self: &Arc<Self>, store: &Arc<Store>) -> Result<MutexGuard<'_, CacheState>> {
        let mut state = lock(&self.state);
        if state.needs_count() && !state.is_counting {
            let (cache, store) = (Arc::clone(self), Arc::clone(store));
            thread::Builder::new().name("overview".into()).spawn(move || cache.count(&store))?;
            state.is_counting = true;
        }
        Ok(state)
    }

    /// Starts a count if needed, and waits a short time for a running count. Returns the cached overview, if there is
    /// one, and whether a count is running.
    pub fn get(self: &Arc<Self>, store: &Arc<Store>) -> Result<(Option<Arc<Overview>>, bool)> {
        let state = self.start_count(store)?;
        let state = self.wait_while(state, FIRST_COUNT_WAIT, |state| state.is_counting && state.overview.is_none());
        let state = self.wait_while(state, RECOUNT_WAIT, |state| state.is_counting);
        Ok((state.overview.clone(), state.is_counting))
    }

    fn wait_while<'s>(
        &self,
        state: MutexGuard<'s, CacheState>,
        max_wait: Duration,
        condition: impl Fn(&CacheState) -> bool,
    ) -> MutexGuard<'s, CacheState> {
        let result = self.overview_changed.wait_timeout_while(state, max_wait, |state| condition(state));
        result.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Counts, stores the result, and wakes the waiting pages. After an error, the cache keeps the earlier overview.
    fn count(&self, store: &Store) {
        let started_at = Instant::now();
        // after a panic, `is_counting` must become false: otherwise no page would ever start another count
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.read(&*store.snapshot()?)));
        let mut state = lock(&self.state);
        state.is_counting = false;
        state.last_count = Some((Instant::now(), started_at.elapsed()));
        match result {
            Ok(Ok(overview)) => state.overview = Some(Arc::new(overview)),
            Ok(Err(error)) => {
                tracing::error!(error = format!("{error:#}"), "counting the overview failed");
            }
            Err(_) => tracing::error!("counting the overview panicked"),
        }
        drop(state);
        self.overview_changed.notify_all();
    }

    /// Reads the overview. The first time, stores the quick parts before, so that pages need not wait for the others.
    fn read(&self, snapshot: &Database) -> Result<Overview> {
        let quick_parts = Overview::read_quick_parts(snapshot)?;
        let mut state = lock(&self.state);
        if state.overview.is_none() {
            state.overview = Some(Arc::new(quick_parts.clone()));
            self.overview_changed.notify_all();
        }
        drop(state);
        quick_parts.complete(snapshot)
    }
}
