//! Submitted forms of a session. A form that is submitted again, by a double click or the back button, gets the first
//! answer, and nothing is repeated. The token identifies the page, so that equal values on another page are another
//! form.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use blake2::{Blake2b256, Digest};

use super::Request;
use super::page::PageAnswer;
use crate::model::lock::lock;

/// The most forms remembered per session.
const MAX_REMEMBERED: usize = 32;

/// Separates the session's prefix from the page's number in a token.
const TOKEN_SEPARATOR: char = '-';

/// A digest of a form's target and fields.
type FormId = [u8; 32];

/// The answer to a form; `None` while it is being processed, or after a refusal.
type SubmissionResult = Arc<Mutex<Option<PageAnswer>>>;

/// The submitted forms of a session, newest first. Their fields are not kept.
#[derive(Clone, Default)]
pub struct Submissions(Arc<Mutex<VecDeque<(FormId, SubmissionResult)>>>);

/// Returns the token for a new page of a session.
pub fn token(session: &str) -> String {
    static PAGES: AtomicU64 = AtomicU64::new(1);
    let page = PAGES.fetch_add(1, Ordering::Relaxed);
    format!("{session}{TOKEN_SEPARATOR}{page}")
}

/// Returns whether a token belongs to this session.
pub fn is_of(token: &str, session: &str) -> bool {
    token.split_once(TOKEN_SEPARATOR).is_some_and(|(of, _)| of == session)
}

impl Submissions {
    /// Answers a form: with the previous answer, or by calling `answer`. A simultaneous second submission waits. Forms
    /// with files never count as repeated.
    pub fn answered(&self, request: &Request, answer: impl FnOnce() -> Result<PageAnswer>) -> Result<PageAnswer> {
        if request.has_files() {
            return answer();
        }
        let done = self.result_of(form_id(request));
        let mut done = lock(&done);
        if let Some(again) = done.as_ref().and_then(PageAnswer::for_repeated_form) {
            return Ok(again);
        }
        let answer = answer()?;
        *done = answer.for_repeated_form();
        Ok(answer)
    }

    /// Clears answers that were displayed: what an answer showed once, such as a password, is not shown again.
    pub fn was_seen(&self) {
        lock(&self.0).retain(|(_, done)| {
            // skips forms still being processed
            let shown = done.try_lock();
            !shown.is_ok_and(|done| matches!(*done, Some(PageAnswer::Page(_))))
        });
    }

    /// Returns the result of a form, which is empty for a form that was not submitted before.
    fn result_of(&self, form: FormId) -> SubmissionResult {
        let mut sent = lock(&self.0);
        if let Some((_, done)) = sent.iter().find(|(known, _)| *known == form) {
            return Arc::clone(done);
        }
        let done = SubmissionResult::default();
        sent.push_front((form, Arc::clone(&done)));
        sent.truncate(MAX_REMEMBERED);
        done
    }
}

/// Returns the digest of a form's target and fields.
fn form_id(request: &Request) -> FormId {
    let form = format!("{}?{}", request.path.join("/"), request.form.text());
    Blake2b256::digest(form).into()
}
