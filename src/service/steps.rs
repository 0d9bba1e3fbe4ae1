//! Runs the steps of a call that read the database, on one snapshot.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;
use tokio::sync::oneshot;
use tokio::task::block_in_place;

use super::stream::{ChunkSender, WholeAnswer};
use super::streamed_responses::MAX_STREAMED;
use super::{AnswerHead, Caller, FailedCall, Interface, Reply, Service, internal_error, login_failure};
use crate::answer::{AnswerError, AnswerRequest, CheckError, CheckedCall, PageState, person_tag};
use crate::decode::Call;
use crate::encode::Document;
use crate::gate::{GrantedCall, Login, LoginError};
use crate::model::refusal::Refusal;
use crate::model::request_error::RequestError;
use crate::operation::response_schema::{Contents, MakeChange};
use crate::store::Snapshot;
use crate::store::cancellation::CancellationReason;

/// The result of the steps on a snapshot, and what the waiting task does next.
pub enum StepOutcome {
    Reply(Reply),
    /// The call is a change, which the task makes with the writer.
    Change(Box<CheckedCall>, MakeChange),
    /// The gate does not know the login. The task verifies the password and runs the steps again.
    UnverifiedLogin,
}

enum WrittenAnswer {
    /// All bytes of an answer of which nothing was sent.
    Whole(Vec<u8>),
    /// The answer was sent in chunks.
    Streamed,
    /// Nothing was sent, since too many responses are streamed.
    OverLimit,
}

enum WriteFailure {
    /// Nothing was sent.
    Refused(Refusal),
    ClientGone,
    Cancelled {
        reason: CancellationReason,
        has_begun: bool,
    },
    /// An internal error, before any part of the answer was sent.
    BeforeBegin(anyhow::Error),
    /// A part of the answer was sent with status 200, so the answer can only be cut.
    AfterBegin(AnswerError),
}

/// Sends the outcome to the waiting task: for a streamed answer when the answer begins, else after the steps.
struct OutcomeSender(Option<oneshot::Sender<StepOutcome>>);

impl OutcomeSender {
    /// Does nothing after the first outcome, or if the caller has disconnected.
    fn send(&mut self, outcome: StepOutcome) {
        if let Some(sender) = self.0.take() {
            let _ = sender.send(outcome);
        }
    }
}

/// A call with everything that its steps need. The steps may run on another thread than the waiting task.
pub struct PendingCall<I> {
    pub service: Arc<Service>,
    pub caller: Caller,
    pub call: Call,
    pub interface: I,
}

impl<I: Interface> PendingCall<I> {
    /// Runs the steps. Errors and panics become a reply with the status 500.
    pub async fn run(self: &Arc<Self>, granted: Option<GrantedCall>) -> StepOutcome {
        // after a panic, the credential is known only if the login was verified before
        let credential = granted.as_ref().map(|granted| granted.credential().to_owned());
        let outcome = self.run_on_snapshot(granted).await;
        outcome.unwrap_or_else(|error| StepOutcome::Reply(self.internal_error_reply(&error, credential)))
    }

    pub fn login(&self) -> Login {
        login_from_call(&self.call, &self.caller)
    }

    /// Returns the reply to a failed login. An internal error closes the idle readers, because the
    /// next call may succeed if it opens the database again.
    pub fn login_failure_reply(&self, error: LoginError) -> Reply {
        if matches!(error, LoginError::Internal(_)) {
            self.service.store.discard_readers();
        }
        Reply::Failed(login_failure(error, &self.call, &self.caller, &self.service.brand))
    }

    /// Logs an internal error, and returns the reply. Closes the idle readers, in case a reader caused the error.
    fn internal_error_reply(&self, error: &anyhow::Error, credential: Option<String>) -> Reply {
        self.service.store.discard_readers();
        Reply::Failed(internal_error(error, self.call.operation.name, &self.caller, credential))
    }

    /// Runs the steps. `granted` is `None` until the login is verified. A read that is not brief gets its own task,
    /// because a streamed answer outlasts this function.
    async fn run_on_snapshot(self: &Arc<Self>, granted: Option<GrantedCall>) -> anyhow::Result<StepOutcome> {
        let (sender, mut receiver) = oneshot::channel();
        let sender = OutcomeSender(Some(sender));
        if self.is_brief() {
            // waking another thread would take longer than a brief read
            let run = AssertUnwindSafe(|| self.open_and_run(granted, sender));
            catch_unwind(run).unwrap_or_else(|_| anyhow::bail!("the answer panicked"))?;
            return receiver.try_recv().context("a brief read has no result");
        }
        let pending = Arc::clone(self);
        let task = tokio::spawn(async move { block_in_place(|| pending.open_and_run(granted, sender)) });
        if let Ok(outcome) = receiver.await {
            return Ok(outcome);
        }
        // the task has dropped the sender: it panicked, or could not open a snapshot
        task.await??;
        anyhow::bail!("the answering task ended early")
    }

    /// Opens a snapshot, authorizes the call unless `granted` is given, and answers or checks it. An error means that the
    /// snapshot could not be opened: all other errors are outcomes.
    fn open_and_run(&self, granted: Option<GrantedCall>, mut sender: OutcomeSender) -> anyhow::Result<()> {
        let (service, cancellation) = (&self.service, &self.caller.cancellation);
        // a list with lookups is read by two threads, each with a snapshot of the same data
        let mut snapshot = match self.call.operation.contents.is_worth_prefetching() {
            true => service.store.snapshot_for_prefetching(cancellation)?,
            false => service.store.cancellable_snapshot(cancellation)?,
        };
        let authorized = match granted {
            Some(granted) => Some(Ok(granted)),
            None => service.gate.recognise(&snapshot, &self.login(), self.call.operation),
        };
        let unsent_outcome = match authorized {
            None => Some(StepOutcome::UnverifiedLogin),
            Some(Err(error)) => Some(StepOutcome::Reply(self.login_failure_reply(error))),
            Some(Ok(granted)) => self.check_and_answer(granted, &mut snapshot, &mut sender),
        };
        // dropped before the outcome is sent, so that the client's next request finds an idle reader
        drop(snapshot);
        if let Some(outcome) = unsent_outcome {
            sender.send(outcome);
        }
        Ok(())
    }

    /// Returns whether the steps are short enough to block a runtime thread. On a replica, opening the database may wait.
    fn is_brief(&self) -> bool {
        let is_one_row = match &self.call.operation.contents {
            // Rust code that computes a row may read many rows
            Contents::One { rows, .. } => rows.computed().is_none(),
            // the steps only check the call: the writer makes the change
            Contents::Changed { .. } => true,
            Contents::List(_) | Contents::Table(_) => false,
        };
        is_one_row && !self.service.store.is_replica()
    }

    /// Checks the call, and answers a read. Returns `None` if no outcome is left to send.
    fn check_and_answer(
        &self,
        granted: GrantedCall,
        snapshot: &mut Snapshot,
        sender: &mut OutcomeSender,
    ) -> Option<StepOutcome> {
        let fail = |granted, error| Some(StepOutcome::Reply(Reply::Failed(FailedCall::after_grant(granted, error))));
        if let Err(error) = self.interface.check_format() {
            return fail(&granted, error);
        }
        // contract §2: the parameters are checked before the rules
        let checked = match CheckedCall::new(granted, &self.call, &self.service.brand, snapshot.clock()) {
            Ok(checked) => checked,
            Err((granted, CheckError::Invalid(error))) => return fail(&granted, error),
            Err((granted, CheckError::Refused(refusal))) => {
                return Some(StepOutcome::Reply(Reply::Refused(granted, refusal)));
            }
        };
        match checked.operation().contents {
            // a snapshot only reads: the caller makes the change
            Contents::Changed { change, .. } => Some(StepOutcome::Change(Box::new(checked), change)),
            _ => self.answer_read(&checked, snapshot, sender).map(StepOutcome::Reply),
        }
    }

    /// Returns `None` if `sender` has sent a streamed reply, with its first chunk, or if no reply can be sent.
    fn answer_read(&self, checked: &CheckedCall, snapshot: &mut Snapshot, sender: &mut OutcomeSender) -> Option<Reply> {
        let (granted, page) = (checked.granted(), PageState::default());
        // the tag is a header, so it is computed before the answer is written
        let has_tag = self.interface.has_entity_tags() && checked.operation().has_person_answer();
        let tag = match has_tag.then(|| person_tag(checked, snapshot)).transpose() {
            Ok(tag) => tag.flatten(),
            Err(error) => return self.failure_reply(self.write_failure(error.into(), false), checked),
        };
        let can_stream = !self.is_brief();
        let written = match can_stream {
            true => self.write_or_stream_answer(checked, snapshot, &page, sender),
            false => self.write_answer(checked, snapshot, &page, Document::whole()),
        };
        match written {
            Ok(WrittenAnswer::Whole(bytes)) => {
                Some(Reply::Whole(answer_head(granted, &page, tag), WholeAnswer::new(bytes, self.caller.accepts_gzip)))
            }
            // the reply was sent when the stream began
            Ok(WrittenAnswer::Streamed) => None,
            Ok(WrittenAnswer::OverLimit) => {
                let failure = RequestError::TooManyStreamed(MAX_STREAMED);
                Some(Reply::Failed(FailedCall::after_grant(granted, failure)))
            }
            Err(failure) => self.failure_reply(failure, checked),
        }
    }

    /// Writes the answer. If it becomes long, sends a streamed reply and then the chunks. Before the first chunk, an error
    /// or refusal can still become the reply.
    fn write_or_stream_answer(
        &self,
        checked: &CheckedCall,
        snapshot: &mut Snapshot,
        page: &PageState,
        sender: &mut OutcomeSender,
    ) -> Result<WrittenAnswer, WriteFailure> {
        let (caller, granted) = (&self.caller, checked.granted());
        let is_over_limit = Cell::new(false);
        // called with the first chunk: sends the reply, so that the client receives the answer while it is written
        let begin_stream = |chunk_receiver| match self.service.streamed_responses.begin(granted.credential()) {
            None => {
                is_over_limit.set(true);
                // makes the sending of the first chunk fail
                drop(chunk_receiver);
            }
            Some(guard) => {
                let head = answer_head(granted, page, None);
                sender.send(StepOutcome::Reply(Reply::Streamed { head, chunks: chunk_receiver, guard }));
            }
        };
        let mut chunk_sender = ChunkSender::new(caller.accepts_gzip, &caller.cancellation, begin_stream);
        match self.write_answer(checked, snapshot, page, Document::new(&mut chunk_sender)) {
            Ok(WrittenAnswer::Streamed) => {
                // an error means that the client has gone
                let _ = chunk_sender.end();
                Ok(WrittenAnswer::Streamed)
            }
            // nothing was sent: `begin_stream` dropped the receiver of the first chunk
            Err(_) if is_over_limit.get() => Ok(WrittenAnswer::OverLimit),
            written => written,
        }
    }

    /// Records the number of rows. A paired snapshot lets a second thread read ahead.
    fn write_answer(
        &self,
        checked: &CheckedCall,
        snapshot: &mut Snapshot,
        page: &PageState,
        mut document: Document,
    ) -> Result<WrittenAnswer, WriteFailure> {
        let snapshot_for_reading_thread = Cell::new(snapshot.take_paired_snapshot());
        let (base, memory) = (self.caller.base.as_str(), &self.service.memory);
        let request = AnswerRequest { checked, snapshot, snapshot_for_reading_thread, base, memory, page };
        let written = self.interface.write(&request, &mut document);
        // read before `finish` consumes the document
        let has_begun = document.has_begun();
        let finished = written.and_then(|rows| {
            self.caller.rows.store(rows, Ordering::Relaxed);
            Ok(document.finish()?)
        });
        match finished {
            Ok(Some(bytes)) => Ok(WrittenAnswer::Whole(bytes)),
            Ok(None) => Ok(WrittenAnswer::Streamed),
            Err(error) => Err(self.write_failure(error, has_begun)),
        }
    }

    /// Returns the reason why an answer was not completed. Called before its stream ends, because the end of the stream
    /// cancels the call.
    fn write_failure(&self, error: AnswerError, has_begun: bool) -> WriteFailure {
        let error = match error {
            AnswerError::Gone => return WriteFailure::ClientGone,
            AnswerError::Refused(refusal) if !has_begun => return WriteFailure::Refused(refusal),
            other => other,
        };
        // a cancelled query fails with an error of the database, which is no internal error
        if let Some(reason) = self.caller.cancellation.reason() {
            tracing::info!(request = %self.caller.request_id, "a query was interrupted: {reason}");
            return WriteFailure::Cancelled { reason, has_begun };
        }
        match error {
            AnswerError::Internal(error) if !has_begun => WriteFailure::BeforeBegin(error),
            error => WriteFailure::AfterBegin(error),
        }
    }

    /// Returns the reply to a failed read; `None` if no reply can be sent.
    fn failure_reply(&self, failure: WriteFailure, checked: &CheckedCall) -> Option<Reply> {
        let granted = checked.granted();
        match failure {
            WriteFailure::Refused(refusal) => Some(Reply::Refused(granted.clone(), refusal)),
            WriteFailure::ClientGone => None,
            WriteFailure::Cancelled { reason: CancellationReason::Overdue, has_begun: false } => {
                let failure = RequestError::AnswerTimeout(self.caller.cancellation.time_limit());
                Some(Reply::Failed(FailedCall::after_grant(granted, failure)))
            }
            WriteFailure::Cancelled { .. } => None,
            WriteFailure::BeforeBegin(error) => {
                Some(self.internal_error_reply(&error, Some(granted.credential().to_owned())))
            }
            WriteFailure::AfterBegin(error) => {
                // closes the idle readers, in case a reader caused the error
                self.service.store.discard_readers();
                tracing::error!(operation = checked.operation().name, ?error, "an answer that had begun was cut");
                None
            }
        }
    }
}

/// Returns the login of a call: its username and password, or the token that the interface has put in the password.
pub fn login_from_call(call: &Call, caller: &Caller) -> Login {
    let Call { username, password, is_token, .. } = call;
    let (username, password, client) = (username.clone(), password.clone(), caller.client);
    let login = Login { username, password, client, is_token: false };
    // the name of a token login is a part of the token
    if *is_token { login.into_token_login() } else { login }
}

fn answer_head(granted: &GrantedCall, page: &PageState, tag: Option<String>) -> AnswerHead {
    AnswerHead { granted: granted.clone(), page: page.clone(), tag }
}
