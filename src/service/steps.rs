//! The steps of a call that read the database, on one snapshot: the cached login, the arguments and their rules, the
//! answer of a read.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use tokio::sync::oneshot;
use tokio::task::block_in_place;

use super::stream::{Chunks, WholeAnswer};
use super::streamed_responses::LONG_ANSWERS;
use super::{AnswerHead, Caller, Interface, Reply, Service, denial, internal};
use crate::answer::{AnswerError, AnswerRequest, CheckError, CheckedCall, PageState, person_tag};
use crate::decode::Call;
use crate::encode::{Document, ReceiverGoneError, Sink};
use crate::gate::{GrantedCall, Login, LoginError};
use crate::model::request_error::RequestError;
use crate::operation::response_schema::{Contents, MakeChange};
use crate::store::Snapshot;
use crate::store::cancellation::CancellationReason;

/// A login that this process has not verified yet.
pub struct UnverifiedLogin;

/// The result of the steps that only read.
pub enum StepOutcome {
    Reply(Reply),
    /// The call passed its checks and makes this change.
    Change(CheckedCall, MakeChange),
}

/// Sends one result to the task that waits for it: a streamed answer when it begins, any other when it ends.
struct ResultSender<T>(Option<oneshot::Sender<T>>);

impl<T> ResultSender<T> {
    /// Does nothing after the first result, or when the caller has disconnected.
    fn send(&mut self, result: T) {
        if let Some(sender) = self.0.take() {
            let _ = sender.send(result);
        }
    }
}

struct CollectedAnswer(Vec<u8>);

impl Sink for CollectedAnswer {
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), ReceiverGoneError> {
        self.0.extend(chunk);
        Ok(())
    }
}

pub struct PendingCall<I> {
    pub service: Arc<Service>,
    pub caller: Caller,
    pub call: Call,
    pub interface: I,
}

impl<I: Interface> PendingCall<I> {
    pub async fn run(self: &Arc<Self>) -> Result<StepOutcome, UnverifiedLogin> {
        let outcome = self.on_snapshot(|pending, snapshot, report| {
            let gate = &pending.service.gate;
            match gate.recognise(snapshot, &pending.login(), pending.call.operation) {
                None => Some(Err(UnverifiedLogin)),
                Some(Err(why)) => Some(Ok(StepOutcome::Reply(pending.denial_reply(why)))),
                Some(Ok(granted)) => {
                    pending.check(granted, snapshot, |reply| report.send(Ok(StepOutcome::Reply(reply)))).map(Ok)
                }
            }
        });
        // if the thread panicked, we no longer know whether the login was cached
        outcome.await.unwrap_or_else(|error| Ok(StepOutcome::Reply(self.internal(&error, None))))
    }

    pub async fn run_granted(self: &Arc<Self>, granted: GrantedCall) -> StepOutcome {
        let credential = granted.credential().to_owned();
        let outcome = self.on_snapshot(|pending, snapshot, report| {
            pending.check(granted, snapshot, |reply| report.send(StepOutcome::Reply(reply)))
        });
        outcome.await.unwrap_or_else(|error| StepOutcome::Reply(self.internal(&error, Some(credential))))
    }

    pub fn login(&self) -> Login {
        login_of(&self.call, &self.caller)
    }

    pub fn denial_reply(&self, why: LoginError) -> Reply {
        if matches!(why, LoginError::Failed(_)) {
            self.service.store.discard_readers();
        }
        denial(why, &self.call, &self.caller, &self.service.brand).into()
    }

    fn internal(&self, error: &anyhow::Error, credential: Option<String>) -> Reply {
        self.service.store.discard_readers();
        internal(error, self.call.operation.name, &self.caller, credential).into()
    }

    /// Runs `steps` in a task of its own, because a streamed answer continues after its beginning is reported. Returns
    /// the reported result.
    async fn on_snapshot<T: Send + 'static>(
        self: &Arc<Self>,
        steps: impl FnOnce(&Self, &mut Snapshot, &mut ResultSender<T>) -> Option<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        let (sender, mut receiver) = oneshot::channel();
        let report = ResultSender(Some(sender));
        if self.is_brief() {
            // a brief read runs here: waking another thread takes longer than the read
            let run = AssertUnwindSafe(|| self.open_and_run(steps, report));
            catch_unwind(run).unwrap_or_else(|_| anyhow::bail!("the answer panicked"))?;
            return receiver.try_recv().context("a brief read has no result");
        }
        let pending = Arc::clone(self);
        let task = tokio::spawn(async move { block_in_place(|| pending.open_and_run(steps, report)) });
        match receiver.await {
            Ok(result) => Ok(result),
            // the sender was dropped: a panic, or no snapshot
            Err(_) => {
                task.await??;
                anyhow::bail!("the answering task ended early")
            }
        }
    }

    fn open_and_run<T>(
        &self,
        steps: impl FnOnce(&Self, &mut Snapshot, &mut ResultSender<T>) -> Option<T>,
        mut report: ResultSender<T>,
    ) -> anyhow::Result<()> {
        let (store, cancellation) = (&self.service.store, &self.caller.cancellation);
        let mut snapshot = match self.call.operation.contents.is_looked_up() {
            true => store.long_snapshot_while(cancellation)?,
            false => store.snapshot_while(cancellation)?,
        };
        let result = steps(self, &mut snapshot, &mut report);
        // closed before the result is sent, so that the client's next request finds its connection idle
        drop(snapshot);
        result.into_iter().for_each(|result| report.send(result));
        Ok(())
    }

    /// Whether the steps are short enough to run on a thread of the runtime: one row by its key, or the checks of a
    /// change. A read of a followed copy may wait for a lock.
    fn is_brief(&self) -> bool {
        let is_one_row = match &self.call.operation.contents {
            Contents::One { rows, .. } => rows.computed().is_none(),
            Contents::Changed { .. } => true,
            Contents::Each(_) | Contents::Table(_) => false,
        };
        is_one_row && !self.service.store.is_followed()
    }

    /// Checks the call, and answers it if it is a read. Returns `None` if `has_begun` got the reply.
    fn check(
        &self,
        granted: GrantedCall,
        snapshot: &mut Snapshot,
        has_begun: impl FnOnce(Reply),
    ) -> Option<StepOutcome> {
        let checked = match self.interface.accepts() {
            Ok(()) => CheckedCall::new(granted, &self.call, &self.service.brand, snapshot.clock()),
            Err(failure) => Err((granted, CheckError::Failed(failure))),
        };
        let checked = match checked {
            Ok(checked) => checked,
            Err((granted, CheckError::Failed(failure))) => {
                let credential = granted.credential().to_owned();
                return Some(StepOutcome::Reply(Reply::Failed(Some(credential), failure)));
            }
            Err((granted, CheckError::Refused(refusal))) => {
                return Some(StepOutcome::Reply(Reply::Refused(granted, refusal)));
            }
        };
        match checked.operation().contents {
            Contents::Changed { change, .. } => Some(StepOutcome::Change(checked, change)),
            _ => self.read(&checked, snapshot, has_begun).map(StepOutcome::Reply),
        }
    }

    /// Answers a read. Returns `None` for a streamed answer, which `has_begun` got.
    fn read(&self, checked: &CheckedCall, snapshot: &mut Snapshot, has_begun: impl FnOnce(Reply)) -> Option<Reply> {
        let granted = checked.granted();
        let page = PageState::default();
        let has_tag = self.interface.has_tags() && checked.operation().is_person();
        let tag = match has_tag.then(|| person_tag(checked, snapshot)).transpose() {
            Ok(tag) => tag.flatten(),
            Err(error) => return self.failure_reply(error.into(), false, checked),
        };
        if self.is_brief() {
            return self.read_brief(checked, snapshot, &page, tag);
        }
        let busy = AtomicBool::new(false);
        let Caller { cancellation, takes_gzip, .. } = &self.caller;
        let mut chunks = Chunks::new(*takes_gzip, cancellation, |chunks| {
            match self.service.long_answers.begin(granted.credential()) {
                // without a receiver the next chunk ends the answer
                None => busy.store(true, Ordering::Relaxed),
                Some(long) => has_begun(Reply::Begun { head: head(granted, &page, None), chunks, long }),
            }
        });
        let (has_begun, written) = self.write(checked, snapshot, &page, &mut chunks);
        match written {
            Ok(Some(bytes)) => Some(Reply::Whole(head(granted, &page, tag), WholeAnswer::new(bytes, *takes_gzip))),
            Ok(None) => {
                // fails only if the client has gone
                let _ = chunks.end();
                None
            }
            Err(_) if busy.load(Ordering::Relaxed) => {
                let failure = RequestError::TooManyLong(LONG_ANSWERS);
                Some(Reply::Failed(Some(granted.credential().to_owned()), failure))
            }
            Err(AnswerError::Refused(refusal)) if !has_begun => Some(Reply::Refused(granted.clone(), refusal)),
            Err(AnswerError::Gone) => None,
            Err(stopped) => self.failure_reply(stopped, has_begun, checked),
        }
    }

    fn read_brief(
        &self,
        checked: &CheckedCall,
        snapshot: &mut Snapshot,
        page: &PageState,
        tag: Option<String>,
    ) -> Option<Reply> {
        let mut whole = CollectedAnswer(Vec::new());
        match self.write(checked, snapshot, page, &mut whole) {
            (_, Ok(rest)) => {
                let bytes = rest.unwrap_or(whole.0);
                let head = head(checked.granted(), page, tag);
                Some(Reply::Whole(head, WholeAnswer::new(bytes, self.caller.takes_gzip)))
            }
            (_, Err(AnswerError::Refused(refusal))) => Some(Reply::Refused(checked.granted().clone(), refusal)),
            // nothing has been sent, however much was collected
            (_, Err(stopped)) => self.failure_reply(stopped, false, checked),
        }
    }

    /// Writes the answer. Returns whether any of it was sent; if not, all of it is in the buffer.
    fn write(
        &self,
        checked: &CheckedCall,
        snapshot: &mut Snapshot,
        page: &PageState,
        sink: &mut dyn Sink,
    ) -> (bool, Result<Option<Vec<u8>>, AnswerError>) {
        let mut document = Document::new(sink);
        let paired = Cell::new(snapshot.take_paired_snapshot());
        let request = AnswerRequest { checked, snapshot, paired, base: self.interface.base(), page };
        let written = self.interface.write(&request, &self.service.memory, &mut document);
        if let Ok(rows) = &written {
            self.caller.rows.store(*rows, Ordering::Relaxed);
        }
        let has_begun = document.has_begun();
        let finished = written.and_then(|_| Ok(document.finish()?));
        (has_begun, finished)
    }

    /// Returns the reply to a failed read, unless its answer has begun: then the answer is cut.
    fn failure_reply(&self, stopped: AnswerError, has_begun: bool, checked: &CheckedCall) -> Option<Reply> {
        let operation = checked.operation().name;
        let credential = Some(checked.granted().credential().to_owned());
        if let Some(why) = self.caller.cancellation.reason() {
            tracing::info!(request = %self.caller.request, "a query was interrupted: {why}");
            let failure = RequestError::TooLong(self.caller.cancellation.within());
            return (why == CancellationReason::Overdue && !has_begun).then_some(Reply::Failed(credential, failure));
        }
        match stopped {
            AnswerError::Fault(error) if !has_begun => Some(self.internal(&error, credential)),
            stopped => {
                self.service.store.discard_readers();
                tracing::error!(operation, error = ?stopped, "an answer that had begun was cut");
                None
            }
        }
    }
}

pub fn login_of(call: &Call, caller: &Caller) -> Login {
    let Call { username, password, is_token, .. } = call;
    let (username, password, client) = (username.clone(), password.clone(), caller.client);
    let login = Login { username, password, client, is_token: false };
    if *is_token { login.named_by_token() } else { login }
}

fn head(granted: &GrantedCall, page: &PageState, tag: Option<String>) -> AnswerHead {
    AnswerHead { granted: granted.clone(), page: page.clone(), tag }
}
