//! The forms that a session has sent: one that comes once more, since its button was clicked twice or somebody went back
//! to it, is answered as it was the first time, and nothing is done again. The token of a form says which page it stood
//! on, so that the same words sent from another page are another form.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use blake2::{Blake2b256, Digest};

use super::Request;
use super::page::PageAnswer;
use crate::model::lock::lock;

/// How many forms of a session are remembered.
const REMEMBERED: usize = 32;

/// What stands in a token between the session's and the number of the page.
const BETWEEN: char = '-';

/// What a form is known by: where it goes, and all that it says.
type FormId = [u8; 32];

/// What was done for a form; nothing while that is being done, or where it was refused.
type SubmissionResult = Arc<Mutex<Option<PageAnswer>>>;

/// Those of one session, the last first. What they said is not kept.
#[derive(Clone, Default)]
pub struct Submissions(Arc<Mutex<VecDeque<(FormId, SubmissionResult)>>>);

/// The token of a page that is about to be shown in a session.
pub fn token(session: &str) -> String {
    static PAGES: AtomicU64 = AtomicU64::new(1);
    let page = PAGES.fetch_add(1, Ordering::Relaxed);
    format!("{session}{BETWEEN}{page}")
}

/// Whether a token is that of a page of this session.
pub fn is_of(token: &str, session: &str) -> bool {
    token.split_once(BETWEEN).is_some_and(|(of, _)| of == session)
}

impl Submissions {
    /// The answer to a form: that which it had before, else this one. Of two that come at once the second waits. Files are
    /// not compared: where some come with it, it is always another.
    pub fn answered(&self, request: &Request, answer: impl FnOnce() -> Result<PageAnswer>) -> Result<PageAnswer> {
        if request.has_files() {
            return answer();
        }
        let done = self.done(form(request));
        let mut done = lock(&done);
        if let Some(again) = done.as_ref().and_then(PageAnswer::for_repeated_form) {
            return Ok(again);
        }
        let answer = answer()?;
        *done = answer.for_repeated_form();
        Ok(answer)
    }

    /// Another page is asked for: what was shown as an answer, such as a password, is not shown again.
    pub fn was_seen(&self) {
        lock(&self.0).retain(|(_, done)| {
            // what is still being done has not been seen
            let shown = done.try_lock();
            !shown.is_ok_and(|done| matches!(*done, Some(PageAnswer::Page(_))))
        });
    }

    fn done(&self, form: FormId) -> SubmissionResult {
        let mut sent = lock(&self.0);
        if let Some((_, done)) = sent.iter().find(|(known, _)| *known == form) {
            return Arc::clone(done);
        }
        let done = SubmissionResult::default();
        sent.push_front((form, Arc::clone(&done)));
        sent.truncate(REMEMBERED);
        done
    }
}

fn form(request: &Request) -> FormId {
    let form = format!("{}?{}", request.path.join("/"), request.form.text());
    Blake2b256::digest(form).into()
}
