//! The way of a call: from what was read to a reply, in steps whose types allow one order only.
//!
//! A [`Call`] says who calls what. The gate makes it a [`Granted`] one; its arguments and the rules over them make it
//! a [`Checked`] one; only that is carried out or answered. How a call came and how a reply is written is left to
//! the interfaces: neither HTTP nor a format is known here.

mod steps;
mod stream;
mod streamed_responses;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::sync::mpsc;

use crate::answer::{AnswerError, AnswerRequest, CheckedCall, MemoryBudget};
use crate::decode::Call;
use crate::encode::Document;
use crate::gate::{Gate, GrantedCall, LoginError};
use crate::ledger::{Attribution, Origin};
use crate::model::brand::Brand;
use crate::model::refusal::Refusal;
use crate::model::request_error::RequestError;
use crate::store::cancellation::Cancellation;
use crate::store::{ChangeError, Store, WriteError};
use steps::{MakeChange, PendingCall, StepOutcome, UnverifiedLogin};
#[cfg(test)]
pub use stream::Chunks;
pub use stream::{COMPRESSED_FROM, Chunk, WholeAnswer};
pub use streamed_responses::{LONG_ANSWERS, StreamedResponse, StreamedResponses};

/// What every call takes.
pub struct Service {
    pub store: Arc<Store>,
    pub gate: Arc<Gate>,
    pub brand: Brand,
    /// What all answers in flight may hold.
    pub memory: MemoryBudget,
    /// The answers that have begun and not ended.
    pub long_answers: Arc<StreamedResponses>,
}

/// Who asks, and for how long.
#[derive(Clone)]
pub struct Caller {
    pub client: IpAddr,
    /// The request's id, which is also the reference of an internal error.
    pub request: String,
    /// Whether the answer is still wanted.
    pub wanted: Arc<Cancellation>,
    /// The rows of the answer, counted as they are written.
    pub rows: Arc<AtomicU64>,
    /// Whether the answer may be compressed.
    pub takes_gzip: bool,
}

/// How an interface writes what a read answers.
pub trait Interface: Send + Sync + 'static {
    /// The service's address before `/service`, for what is addressed from it.
    fn base(&self) -> &str;

    /// Whether the caller takes the answer in a format that can hold it.
    fn accepts(&self) -> Result<(), RequestError> {
        Ok(())
    }

    /// Writes the answer, with all that stands around it. Returns the number of rows.
    fn write(&self, asked: &AnswerRequest, memory: &MemoryBudget, document: &mut Document) -> Result<u64, AnswerError>;
}

/// What is known of an answer to a read before all of it is there.
pub struct AnswerHead {
    pub granted: GrantedCall,
    /// How many pages there are in all, where the answer is one of them.
    pub pages: Option<i64>,
}

/// What became of a call.
pub enum Reply {
    Whole(AnswerHead, WholeAnswer),
    /// The answer to a read has begun.
    Begun {
        /// What is known of it.
        head: AnswerHead,
        chunks: mpsc::Receiver<Chunk>,
        /// Counts it as a long one until it is dropped.
        long: StreamedResponse,
    },
    /// A change was made, and is on disk; the id of what was created.
    Changed(GrantedCall, Option<i64>),
    Refused(GrantedCall, Refusal),
    /// It is not answered; the credential, where its password was right.
    Failed(Option<String>, RequestError),
}

impl Service {
    pub async fn answer(self: &Arc<Self>, call: Call, interface: impl Interface, caller: &Caller) -> Reply {
        let pending = self.pending(call, interface, caller);
        let outcome = match pending.run().await {
            Ok(outcome) => outcome,
            Err(UnverifiedLogin) => {
                match self.gate.verify(&self.store, pending.login(), pending.call.operation).await {
                    Ok(granted) => pending.run_granted(granted).await,
                    Err(why) => StepOutcome::Reply(pending.denial_reply(why)),
                }
            }
        };
        self.reply(outcome, caller).await
    }

    /// Answers a call that the gate has granted already, as it does for an operator who has signed in.
    pub async fn answer_granted(
        self: &Arc<Self>,
        call: Call,
        granted: GrantedCall,
        interface: impl Interface,
        caller: &Caller,
    ) -> Reply {
        let outcome = self.pending(call, interface, caller).run_granted(granted).await;
        self.reply(outcome, caller).await
    }

    fn pending<I>(self: &Arc<Self>, call: Call, interface: I, caller: &Caller) -> Arc<PendingCall<I>> {
        Arc::new(PendingCall { service: Arc::clone(self), caller: caller.clone(), call, interface })
    }

    async fn reply(&self, outcome: StepOutcome, caller: &Caller) -> Reply {
        match outcome {
            StepOutcome::Reply(reply) => reply,
            StepOutcome::Change(checked, make) => self.change(checked, make, caller).await,
        }
    }

    /// Makes a change; replies when it is on disk.
    async fn change(&self, checked: CheckedCall, make: MakeChange, caller: &Caller) -> Reply {
        let (granted, arguments) = checked.into_parts();
        let operation = granted.operation();
        let by = Attribution {
            door: Origin::Call,
            actor: granted.credential().to_owned(),
            action: operation.name.to_owned(),
        };
        let writer = self.store.writer();
        match writer.change(by, move |to| make(to, &arguments)).await {
            Ok(created) => Reply::Changed(granted, created),
            Err(ChangeError::Rule(refusal)) => Reply::Refused(granted, refusal),
            Err(ChangeError::Write(error @ (WriteError::Failed(_) | WriteError::Panicked))) => {
                let credential = Some(granted.credential().to_owned());
                internal(&error.into(), operation.name, caller, credential)
            }
            Err(ChangeError::Write(error)) => {
                tracing::warn!(%error, "a change could not be written");
                let credential = granted.credential().to_owned();
                Reply::Failed(Some(credential), RequestError::CannotBeWritten)
            }
        }
    }
}

/// What a caller is told who is not let in.
fn denial_reply(why: LoginError, call: &Call, caller: &Caller) -> Reply {
    match why {
        LoginError::Credentials => Reply::Failed(None, RequestError::Unauthorized),
        LoginError::TooMany { retry_after } => Reply::Failed(None, RequestError::TooManyLogins(retry_after)),
        LoginError::Busy { retry_after } => Reply::Failed(None, RequestError::TooManyWaiting(retry_after)),
        LoginError::NotGranted { credential } => {
            let failure = RequestError::NotGranted(call.called_as.clone());
            Reply::Failed(Some(credential), failure)
        }
        LoginError::Failed(error) => internal(&error, call.operation.name, caller, None),
    }
}

/// A fault of ours: the caller gets a reference to what the log tells. The credential, where its password was right.
fn internal(error: &anyhow::Error, operation: &str, caller: &Caller, credential: Option<String>) -> Reply {
    tracing::error!(request = %caller.request, operation, error = format!("{error:#}"), "internal error");
    Reply::Failed(credential, RequestError::Internal(caller.request.clone()))
}
