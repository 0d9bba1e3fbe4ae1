//! The log's line about a request: who asked what, how it ended, how long it took. "never a parameter's
//! value".

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::connection_slots::AnswerGuard;
use super::metrics::Metrics;
use super::proxies::Client;
use super::request_outcome::RequestOutcome;
use crate::gate::GrantedCall;
use crate::service::StreamedResponse;
use crate::store::cancellation::{Cancellation, CancellationReason};

/// The most names of ignored elements that are told, and their length.
const NAMES: (usize, usize) = (10, 100);

/// Gives requests their ids: eight digits of this start of the service, then a running number.
pub struct RequestIds {
    start: u32,
    next: AtomicU64,
}

impl RequestIds {
    /// Ids that begin differently at each start.
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self { start: getrandom::u32()?, next: AtomicU64::new(1) })
    }

    fn next(&self) -> String {
        format!("{:08x}-{}", self.start, self.next.fetch_add(1, Ordering::Relaxed))
    }
}

/// How the body of an answer ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BodyEnd {
    /// The client left before its end.
    Left,
    /// We cut it: it could not be finished.
    Cut,
    /// It was handed over to its end.
    Whole,
}

/// What is known of a request so far. It becomes a line in the log when it is dropped: when the answer's
/// body has been sent, or the client has gone.
pub struct RequestRecord {
    /// The request's id, which is also the reference of an internal error.
    pub id: String,
    pub client: IpAddr,
    /// Whether the client is certainly on this machine.
    pub is_local: bool,
    /// The operation's neutral name, when it is known.
    pub operation: &'static str,
    /// The page of the console that was requested.
    pub page: Option<&'static str>,
    /// The credential's name, when its password was right, or `operator` and the operator's.
    pub credential: String,
    pub status: u16,
    /// What that says, where the answer is handed over to its end.
    pub outcome: RequestOutcome,
    /// The rows of the answer; counted by the thread that writes.
    pub rows: Arc<AtomicU64>,
    /// The bytes of the body that were handed to the connection.
    pub bytes: u64,
    pub ending: BodyEnd,
    /// While it lives, the connection keeps its place and a stop of the service waits for the answer.
    pub answering: Option<AnswerGuard>,
    /// Set when the answer is a long one.
    pub long: Option<StreamedResponse>,
    /// Whether the answer is still wanted; not when this is dropped.
    pub wanted: Arc<Cancellation>,
    began: Instant,
    metrics: Arc<Metrics>,
}

impl RequestRecord {
    /// A request that has just come.
    pub fn new(ids: &RequestIds, metrics: &Arc<Metrics>, client: Client, answer_within: Duration) -> Self {
        metrics.begun();
        Self {
            id: ids.next(),
            client: client.address,
            is_local: client.is_local,
            operation: "-",
            page: None,
            credential: "-".to_owned(),
            status: 0,
            outcome: RequestOutcome::Gone,
            rows: Arc::default(),
            bytes: 0,
            ending: BodyEnd::Left,
            answering: None,
            long: None,
            wanted: Arc::new(Cancellation::with_deadline(answer_within)),
            began: Instant::now(),
            metrics: Arc::clone(metrics),
        }
    }

    /// Who was let in.
    pub fn is_of(&mut self, granted: &GrantedCall) {
        granted.credential().clone_into(&mut self.credential);
        self.has_signed_in();
    }

    /// The caller is verified: its answer keeps the connection, however slowly it is read.
    pub fn has_signed_in(&self) {
        if let Some(answering) = &self.answering {
            answering.is_for_a_verified_caller();
        }
    }

    /// What became of the request in the end.
    fn outcome(&self) -> RequestOutcome {
        match self.ending {
            BodyEnd::Whole => self.outcome,
            _ if self.wanted.reason() == Some(CancellationReason::Overdue) => RequestOutcome::Overdue,
            BodyEnd::Cut => RequestOutcome::Internal,
            BodyEnd::Left => RequestOutcome::Gone,
        }
    }

    /// Tells of elements or fields that were ignored: "at most 10 names of 100 characters, escaped".
    pub fn ignored(&self, names: &[String]) {
        if names.is_empty() {
            return;
        }
        let shown: Vec<String> = names
            .iter()
            .take(NAMES.0)
            .map(|name| name.chars().take(NAMES.1).flat_map(char::escape_default).collect())
            .collect();
        tracing::warn!(
            request = %self.id,
            operation = self.operation,
            count = names.len(),
            names = %shown.join(" "),
            "unknown elements were ignored"
        );
    }
}

impl Drop for RequestRecord {
    fn drop(&mut self) {
        let took = self.began.elapsed();
        let outcome = self.outcome();
        self.wanted.leave();
        let rows = self.rows.load(Ordering::Relaxed);
        let status = (self.status, outcome);
        self.metrics.count_answer(self.operation, status, took, (rows, self.bytes));
        tracing::info!(
            request = %self.id,
            client = %self.client,
            page = self.page,
            operation = self.operation,
            credential = %self.credential,
            status = self.status,
            outcome = %outcome.name(),
            // to the microsecond: more digits would say nothing
            milliseconds = took.as_micros() as f64 / 1000.0,
            rows,
            bytes = self.bytes,
            whole = self.ending == BodyEnd::Whole,
            "request"
        );
    }
}
