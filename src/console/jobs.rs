//! What is done for sessions on threads of its own while they ask for other pages: one piece of work of a kind for each
//! session, and so many at once for all of them.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::model::held::held;

/// The most of a kind at once, of all operators.
pub const MOST: usize = 16;

/// How long somebody who asks waits for what is being done, so that what is small is never seen at work.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// A piece of work.
pub trait Job {
    /// Whether nothing more comes of it.
    fn is_over(&self) -> bool;
}

/// Those of a kind, by the session that has each: another's is never found.
pub struct Jobs<J>(Mutex<HashMap<String, Arc<J>>>);

impl<J> Default for Jobs<J> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<J: Job> Jobs<J> {
    /// Begins one in place of the one that the session had. None where there are too many.
    pub fn begin(&self, session: &str, job: impl FnOnce() -> io::Result<J>) -> io::Result<Option<Arc<J>>> {
        let mut jobs = held(&self.0);
        jobs.remove(session);
        if jobs.len() >= MOST {
            // until there is no room, who comes back is told how one ended
            jobs.retain(|_, job| !job.is_over());
        }
        if jobs.len() >= MOST {
            return Ok(None);
        }
        let job = Arc::new(job()?);
        jobs.insert(session.to_owned(), Arc::clone(&job));
        Ok(Some(job))
    }

    /// That of a session.
    pub fn of(&self, session: &str) -> Option<Arc<J>> {
        held(&self.0).get(session).map(Arc::clone)
    }

    /// Forgets that of a session.
    pub fn forget(&self, session: &str) {
        held(&self.0).remove(session);
    }
}
