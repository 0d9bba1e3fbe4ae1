//! A cache of the organisation's overview: counting may take seconds, too long for a page. A page shows the cached
//! counts and starts a recount in the background if they are old.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::store::Store;
use crate::store::overview::Overview;

/// The lifetime of slow counts.
const KEPT: Duration = Duration::from_secs(60);

/// How long a page waits for a recount; faster ones run for every page.
const WAITED: Duration = Duration::from_millis(30);

/// How long a page waits for the first count.
const WAITED_FIRST: Duration = Duration::from_secs(2);

#[derive(Default)]
pub struct OverviewCache {
    state: Mutex<CacheState>,
    counted: Condvar,
}

#[derive(Default)]
struct CacheState {
    standing: Option<Arc<Overview>>,
    /// The time and duration of the last count.
    last: Option<(Instant, Duration)>,
    is_counting: bool,
}

impl CacheState {
    fn is_old(&self) -> bool {
        let is_old = |(at, took): (Instant, Duration)| took < WAITED || at.elapsed() >= KEPT;
        self.last.is_none_or(is_old)
    }
}

impl OverviewCache {
    /// Returns the current counts, and whether a recount is running.
    pub fn look(self: &Arc<Self>, store: &Arc<Store>) -> Result<(Option<Arc<Overview>>, bool)> {
        let mut state = self.lock();
        if state.is_old() && !state.is_counting {
            let (kept, store) = (Arc::clone(self), Arc::clone(store));
            thread::Builder::new().name("standing".into()).spawn(move || kept.count(&store))?;
            state.is_counting = true;
        }
        let patience = match state.standing {
            Some(_) => WAITED,
            None => WAITED_FIRST,
        };
        let (state, _) = self
            .counted
            .wait_timeout_while(state, patience, |state| state.is_counting)
            .unwrap_or_else(PoisonError::into_inner);
        Ok((state.standing.clone(), state.is_counting))
    }

    fn count(&self, store: &Store) {
        let begun = Instant::now();
        let counted = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| Overview::read(&*store.snapshot()?)));
        let mut state = self.lock();
        state.is_counting = false;
        state.last = Some((Instant::now(), begun.elapsed()));
        match counted {
            Ok(Ok(standing)) => state.standing = Some(Arc::new(standing)),
            Ok(Err(error)) => {
                tracing::error!(error = format!("{error:#}"), "counting the overview failed");
            }
            Err(_) => tracing::error!("counting the overview ended early"),
        }
        drop(state);
        self.counted.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, CacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
