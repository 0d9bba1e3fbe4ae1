//! Submitted forms of a session. A form that is submitted again, by a double click or the back button, gets the first
//! answer and is not processed again. A form contains the token of its page, so forms of two pages differ.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use blake2::{Blake2b256, Digest};

use super::{PageAnswer, Request};
use crate::model::lock::lock;

const MAX_REMEMBERED_FORMS: usize = 32;

const TOKEN_SEPARATOR: char = '-';

type FormId = [u8; 32];

/// The answer to a form. `None` while the form is being processed, and after a refusal.
type SubmissionResult = Arc<Mutex<Option<PageAnswer>>>;

/// The submitted forms of a session, newest first. The fields of the forms are not stored.
#[derive(Clone, Default)]
pub struct Submissions(Arc<Mutex<VecDeque<(FormId, SubmissionResult)>>>);

/// Returns a new token for the forms of a page: the session's id and a unique number.
pub fn new_token(session_id: &str) -> String {
    static PAGES: AtomicU64 = AtomicU64::new(1);
    let page = PAGES.fetch_add(1, Ordering::Relaxed);
    format!("{session_id}{TOKEN_SEPARATOR}{page}")
}

pub fn is_token_of(token: &str, session_id: &str) -> bool {
    token.split_once(TOKEN_SEPARATOR).is_some_and(|(prefix, _)| prefix == session_id)
}

impl Submissions {
    /// Returns the earlier answer to the same form, or else calls `process`. A second submission waits while the first
    /// is being processed. Forms with files are always processed.
    pub fn answer_once(&self, request: &Request, process: impl FnOnce() -> Result<PageAnswer>) -> Result<PageAnswer> {
        if request.has_files() {
            return process();
        }
        let submission = self.find_or_add(form_id(request));
        let mut result = lock(&submission);
        if let Some(previous) = result.as_ref().and_then(PageAnswer::answer_to_repeat) {
            return Ok(previous);
        }
        let answer = process()?;
        *result = answer.answer_to_repeat();
        Ok(answer)
    }

    /// Forgets the answers that are pages. The operator has seen them, and they can contain a password, which must be
    /// shown only once.
    pub fn forget_shown_pages(&self) {
        lock(&self.0).retain(|(_, result)| {
            // a form that is being processed holds the lock, and is not forgotten
            let result = result.try_lock();
            !result.is_ok_and(|result| matches!(*result, Some(PageAnswer::Page(_))))
        });
    }

    /// Returns the result of a form. If the form was not submitted before, adds an empty result.
    fn find_or_add(&self, form: FormId) -> SubmissionResult {
        let mut submissions = lock(&self.0);
        if let Some((_, result)) = submissions.iter().find(|(known, _)| *known == form) {
            return Arc::clone(result);
        }
        let result = SubmissionResult::default();
        submissions.push_front((form, Arc::clone(&result)));
        submissions.truncate(MAX_REMEMBERED_FORMS);
        result
    }
}

fn form_id(request: &Request) -> FormId {
    let form = format!("{}?{}", request.path.join("/"), request.form.to_query());
    Blake2b256::digest(form).into()
}
