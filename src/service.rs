//! The way of a call: from what was read to a reply, in steps whose types allow one order only.
//!
//! A [`Call`] says who calls what. The gate makes it a [`Granted`] one; its arguments and the rules over them make it
//! a [`Checked`] one; only that is carried out or answered. How a call came and how a reply is written is left to
//! the interfaces: neither HTTP nor a format is known here.

mod long;
mod steps;
mod stream;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::sync::mpsc;

use crate::answer::{Asked, Checked, Memory, Stopped};
use crate::decode::Call;
use crate::encode::Document;
use crate::gate::{Denied, Gate, Granted};
use crate::ledger::{Attribution, Door};
use crate::model::brand::Brand;
use crate::model::failure::Failure;
use crate::model::refusal::Refusal;
use crate::store::wanted::Wanted;
use crate::store::{Refused, Store, WriteError};
pub use long::{LONG_ANSWERS, LongAnswer, LongAnswers};
use steps::{MakeChange, Outcome, Pending, UnverifiedLogin};
#[cfg(test)]
pub use stream::Chunks;
pub use stream::{COMPRESSED_FROM, Chunk, Whole};

/// What every call takes.
pub struct Service {
    pub store: Arc<Store>,
    pub gate: Arc<Gate>,
    pub brand: Brand,
    /// What all answers in flight may hold.
    pub memory: Memory,
    /// The answers that have begun and not ended.
    pub long_answers: Arc<LongAnswers>,
}

/// Who asks, and for how long.
#[derive(Clone)]
pub struct Caller {
    pub client: IpAddr,
    /// The request's id, which is also the reference of an internal error.
    pub request: String,
    /// Whether the answer is still wanted.
    pub wanted: Arc<Wanted>,
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
    fn accepts(&self) -> Result<(), Failure> {
        Ok(())
    }

    /// Writes the answer, with all that stands around it. Returns the number of rows.
    fn write(&self, asked: &Asked, memory: &Memory, document: &mut Document) -> Result<u64, Stopped>;
}

/// What is known of an answer to a read before all of it is there.
pub struct Head {
    pub granted: Granted,
    /// How many pages there are in all, where the answer is one of them.
    pub pages: Option<i64>,
}

/// What became of a call.
pub enum Reply {
    Whole(Head, Whole),
    /// The answer to a read has begun.
    Begun {
        /// What is known of it.
        head: Head,
        chunks: mpsc::Receiver<Chunk>,
        /// Counts it as a long one until it is dropped.
        long: LongAnswer,
    },
    /// A change was made, and is on disk; the id of what was created.
    Changed(Granted, Option<i64>),
    Refused(Granted, Refusal),
    /// It is not answered; the credential, where its password was right.
    Failed(Option<String>, Failure),
}

impl Service {
    pub async fn answer(self: &Arc<Self>, call: Call, interface: impl Interface, caller: &Caller) -> Reply {
        let pending = self.pending(call, interface, caller);
        let outcome = match pending.run().await {
            Ok(outcome) => outcome,
            Err(UnverifiedLogin) => {
                match self.gate.verify(&self.store, pending.login(), pending.call.operation).await {
                    Ok(granted) => pending.run_granted(granted).await,
                    Err(why) => Outcome::Reply(pending.denied(why)),
                }
            }
        };
        self.reply(outcome, caller).await
    }

    /// Answers a call that the gate has granted already, as it does for an operator who has signed in.
    pub async fn answer_granted(
        self: &Arc<Self>,
        call: Call,
        granted: Granted,
        interface: impl Interface,
        caller: &Caller,
    ) -> Reply {
        let outcome = self.pending(call, interface, caller).run_granted(granted).await;
        self.reply(outcome, caller).await
    }

    fn pending<I>(self: &Arc<Self>, call: Call, interface: I, caller: &Caller) -> Arc<Pending<I>> {
        Arc::new(Pending { service: Arc::clone(self), caller: caller.clone(), call, interface })
    }

    async fn reply(&self, outcome: Outcome, caller: &Caller) -> Reply {
        match outcome {
            Outcome::Reply(reply) => reply,
            Outcome::Change(checked, make) => self.change(checked, make, caller).await,
        }
    }

    /// Makes a change; replies when it is on disk.
    async fn change(&self, checked: Checked, make: MakeChange, caller: &Caller) -> Reply {
        let (granted, arguments) = checked.into_parts();
        let operation = granted.operation();
        let by =
            Attribution { door: Door::Call, actor: granted.credential().to_owned(), action: operation.name.to_owned() };
        let writer = self.store.writer();
        match writer.change(by, move |to| make(to, &arguments)).await {
            Ok(created) => Reply::Changed(granted, created),
            Err(Refused::Rule(refusal)) => Reply::Refused(granted, refusal),
            Err(Refused::Write(error @ (WriteError::Failed(_) | WriteError::Panicked))) => {
                let credential = Some(granted.credential().to_owned());
                internal(&error.into(), operation.name, caller, credential)
            }
            Err(Refused::Write(error)) => {
                tracing::warn!(%error, "a change could not be written");
                let credential = granted.credential().to_owned();
                Reply::Failed(Some(credential), Failure::CannotBeWritten)
            }
        }
    }
}

/// What a caller is told who is not let in.
fn denied(why: Denied, call: &Call, caller: &Caller) -> Reply {
    match why {
        Denied::Credentials => Reply::Failed(None, Failure::Unauthorized),
        Denied::TooMany { retry_after } => Reply::Failed(None, Failure::TooManyLogins(retry_after)),
        Denied::Busy { retry_after } => Reply::Failed(None, Failure::TooManyWaiting(retry_after)),
        Denied::NotGranted { credential } => {
            let failure = Failure::NotGranted(call.called_as.clone());
            Reply::Failed(Some(credential), failure)
        }
        Denied::Failed(error) => internal(&error, call.operation.name, caller, None),
    }
}

/// A fault of ours: the caller gets a reference to what the log tells. The credential, where its password was right.
fn internal(error: &anyhow::Error, operation: &str, caller: &Caller, credential: Option<String>) -> Reply {
    tracing::error!(request = %caller.request, operation, error = format!("{error:#}"), "internal error");
    Reply::Failed(credential, Failure::Internal(caller.request.clone()))
}
