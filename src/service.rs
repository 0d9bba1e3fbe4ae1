//! The request lifecycle, from a decoded call to a reply. The types allow the steps in one order only.
//!
//! The gate turns a [`Call`] into a [`GrantedCall`]. A check of the arguments turns the granted call into a
//! [`CheckedCall`]. Only a checked call is answered or carried out. The interfaces decode calls and encode replies.

pub mod import_jobs;
mod steps;
mod stream;
mod streamed_responses;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::sync::mpsc;

use crate::answer::{AnswerError, AnswerRequest, CheckedCall, MemoryBudget, PageState};
use crate::decode::Call;
use crate::encode::Document;
use crate::gate::{Gate, GrantedCall, LoginError};
use crate::ledger::action::Action;
use crate::ledger::{Attribution, Origin};
use crate::model::brand::Brand;
use crate::model::refusal::Refusal;
use crate::model::request_error::RequestError;
use crate::operation::response_schema::{ChangeOutcome, MakeChange};
use crate::store::cancellation::Cancellation;
use crate::store::{ChangeError, Store, WriteError};
use steps::{PendingCall, StepOutcome};
#[cfg(test)]
pub use stream::ChunkSender;
pub use stream::{Chunk, MAX_UNCOMPRESSED, WholeAnswer};
pub use streamed_responses::{MAX_STREAMED, StreamedResponse, StreamedResponses};

/// The parts that every interface shares, and the steps that lead from a call to its reply.
pub struct Service {
    pub store: Arc<Store>,
    pub gate: Arc<Gate>,
    pub brand: Brand,
    /// The memory that all answers in progress may use together.
    pub memory: MemoryBudget,
    pub streamed_responses: StreamedResponses,
}

/// The facts about a request that its call does not contain.
#[derive(Clone)]
pub struct Caller {
    pub client: IpAddr,
    /// The service's address without `/service`. Links begin with this address. Empty if the request names no host.
    pub base: String,
    /// The response to an internal error shows this id as reference.
    pub request_id: String,
    pub cancellation: Arc<Cancellation>,
    /// The number of rows in the answer, for the log.
    pub rows: Arc<AtomicU64>,
    pub accepts_gzip: bool,
}

/// The part of an interface, such as SOAP, that writes the answers to reads.
pub trait Interface: Send + Sync + 'static {
    /// Returns an error if the client accepts no format of the answer.
    fn check_format(&self) -> Result<(), RequestError> {
        Ok(())
    }

    /// Returns whether a response with one person has an entity tag, as over REST.
    fn has_entity_tags(&self) -> bool {
        false
    }

    /// Writes the complete document. Returns the number of rows.
    fn write(&self, request: &AnswerRequest, document: &mut Document) -> Result<u64, AnswerError>;
}

/// The part of an answer that an interface needs for the headers of the response.
pub struct AnswerHead {
    pub granted: GrantedCall,
    /// Complete once the rows are opened. It has, for example, the position of the next page.
    pub page: PageState,
    /// The entity tag of a response with one person, if the interface has entity tags.
    pub tag: Option<String>,
}

pub enum Reply {
    /// A read whose answer is complete in memory.
    Whole(AnswerHead, WholeAnswer),
    /// A read whose answer is still being written. `guard` counts as one streamed response of the credential.
    Streamed { head: AnswerHead, chunks: mpsc::Receiver<Chunk>, guard: StreamedResponse },
    /// A change that was made.
    Changed(GrantedCall, ChangeOutcome),
    /// A call that was understood, and that a rule refuses.
    Refused(GrantedCall, Refusal),
    /// A call that was not carried out for another reason: credentials, grants, arguments or an internal error.
    Failed(FailedCall),
}

/// An error before or instead of an answer, and the name of the credential for the log.
pub struct FailedCall {
    /// `None` unless the password was correct.
    pub credential: Option<String>,
    pub error: RequestError,
}

impl FailedCall {
    fn after_grant(granted: &GrantedCall, error: RequestError) -> Self {
        Self { credential: Some(granted.credential().to_owned()), error }
    }
}

impl Service {
    /// Answers a call. If `granted` is `None`, authorizes the call first. Errors are replies, too.
    ///
    /// The steps run at most twice. The first run authorizes a token or cached login on the snapshot that it reads. For
    /// another login, the gate verifies the password, which can take long, and the steps run again.
    pub async fn answer(
        self: &Arc<Self>,
        call: Call,
        mut granted: Option<GrantedCall>,
        interface: impl Interface,
        caller: &Caller,
    ) -> Reply {
        let pending = Arc::new(PendingCall { service: Arc::clone(self), caller: caller.clone(), call, interface });
        loop {
            match pending.run(granted.take()).await {
                StepOutcome::Reply(reply) => return reply,
                // the steps have only checked the call, and ended their snapshot
                StepOutcome::Change(checked, make_change) => return self.change(*checked, make_change, caller).await,
                StepOutcome::UnverifiedLogin => {
                    match self.gate.verify(&self.store, pending.login(), pending.call.operation).await {
                        Ok(verified) => granted = Some(verified),
                        Err(error) => return pending.login_failure_reply(error),
                    }
                }
            }
        }
    }

    /// Authorizes a call: without a password hash if the gate recognises the login, else by verifying its password.
    /// Called for uploads, which are authorized before their body is received. Other calls use [`Self::answer`].
    pub async fn authorize(self: &Arc<Self>, call: &Call, caller: &Caller) -> Result<GrantedCall, FailedCall> {
        let login = steps::login_from_call(call, caller);
        let recognised = tokio::task::block_in_place(|| {
            Ok::<_, LoginError>(self.gate.recognise(&self.store.snapshot()?, &login, call.operation))
        });
        let granted = match recognised {
            Ok(Some(granted)) => granted,
            Ok(None) => self.gate.verify(&self.store, login, call.operation).await,
            Err(error) => Err(error),
        };
        granted.map_err(|error| login_failure(error, call, caller, &self.brand))
    }

    /// Waits until the change is durable. A rule that needs stored data can still refuse the change.
    async fn change(&self, checked: CheckedCall, make_change: MakeChange, caller: &Caller) -> Reply {
        let (granted, arguments) = checked.into_parts();
        let operation = granted.operation();
        let attribution = Attribution {
            origin: Origin::Call,
            actor: granted.credential().to_owned(),
            action: Action::Text(operation.name.to_owned()),
        };
        let writer = self.store.writer();
        match writer.change(attribution, move |change| make_change(change, &arguments)).await {
            Ok(outcome) => Reply::Changed(granted, outcome),
            Err(ChangeError::Rule(refusal)) => Reply::Refused(granted, refusal),
            // a defect of the program or the data: a later attempt would fail, too
            Err(ChangeError::Write(error @ (WriteError::Failed(_) | WriteError::Panicked))) => {
                let credential = Some(granted.credential().to_owned());
                Reply::Failed(internal_error(&error.into(), operation.name, caller, credential))
            }
            // the database is full, locked or read-only: the client may try again
            Err(ChangeError::Write(error)) => {
                tracing::warn!(%error, "a change could not be written");
                Reply::Failed(FailedCall::after_grant(&granted, RequestError::CannotBeWritten))
            }
        }
    }
}

/// Only `NotGranted` names the credential, because only this error shows that the password was correct.
fn login_failure(error: LoginError, call: &Call, caller: &Caller, brand: &Brand) -> FailedCall {
    let error = match error {
        LoginError::Credentials => RequestError::Unauthorized,
        LoginError::TooMany { retry_after } => RequestError::TooManyLogins(retry_after),
        LoginError::Busy { retry_after } => RequestError::TooManyWaitingLogins(retry_after),
        LoginError::NotGranted { credential, operation } => {
            let is_called_operation = operation == call.operation.name;
            let name = match is_called_operation {
                // contract §2: the text has the name as sent
                true => call.called_as.clone(),
                // another operation that the called operation requires
                false => brand.branded_name(operation),
            };
            return FailedCall { credential: Some(credential), error: RequestError::NotGranted(name) };
        }
        LoginError::Internal(error) => return internal_error(&error, call.operation.name, caller, None),
    };
    FailedCall { credential: None, error }
}

/// Logs an internal error. Returns a failure with a reference to the log entry.
fn internal_error(error: &anyhow::Error, operation: &str, caller: &Caller, credential: Option<String>) -> FailedCall {
    tracing::error!(request = %caller.request_id, operation, error = format!("{error:#}"), "internal error");
    FailedCall { credential, error: RequestError::Internal(caller.request_id.clone()) }
}
