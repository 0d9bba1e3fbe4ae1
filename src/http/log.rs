//! The log line of a request: client, operation, outcome and duration, without values of parameters.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::connection_slots::AnswerGuard;
use super::metrics::Metrics;
use super::proxies::Client;
use super::public_address::AddressError;
use super::request_outcome::RequestOutcome;
use crate::gate::GrantedCall;
use crate::service::{Caller, StreamedResponse};
use crate::store::cancellation::{Cancellation, CancellationReason};

const MAX_IGNORED_NAMES: usize = 10;
const MAX_IGNORED_NAME_LENGTH: usize = 100;

/// Creates request ids such as `1f0c62ab-17`: a random number drawn at startup, then a counter.
pub struct RequestIds {
    startup_number: u32,
    next: AtomicU64,
}

impl RequestIds {
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self { startup_number: getrandom::u32()?, next: AtomicU64::new(1) })
    }

    fn next_id(&self) -> String {
        format!("{:08x}-{}", self.startup_number, self.next.fetch_add(1, Ordering::Relaxed))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BodyEnd {
    /// The client left before the end, which is assumed until the body ends otherwise.
    ClientLeft,
    /// The answer could not be completed.
    Cut,
    Complete,
}

/// The facts about a request. Its log line is written on drop, after the answer was sent or the client left.
pub struct RequestRecord {
    /// The request id, also the reference of an internal error.
    pub id: String,
    pub client: IpAddr,
    /// Whether the client is certainly on this machine.
    pub is_local: bool,
    /// The service's address without `/service`, empty until the head is read. An error if the Host is invalid.
    pub base: Result<String, AddressError>,
    pub accepts_gzip: bool,
    /// The operation's neutral name; `-` if the operation is unknown.
    pub operation: &'static str,
    pub page: Option<&'static str>,
    /// The name of the verified credential, or `operator` and the name of the operator; `-` without a verified login.
    pub credential: String,
    pub status: u16,
    /// The outcome if the answer is sent completely. `None` if the status determines it.
    pub outcome: Option<RequestOutcome>,
    pub rows: Arc<AtomicU64>,
    /// The bytes of the body that were handed to the connection.
    pub bytes: u64,
    pub ending: BodyEnd,
    /// Delays shutdown, and keeps the connection from being evicted.
    pub answer_guard: Option<AnswerGuard>,
    pub stream_guard: Option<StreamedResponse>,
    /// Cancelled when the record is dropped.
    pub cancellation: Arc<Cancellation>,
    began_at: Instant,
    metrics: Arc<Metrics>,
}

impl RequestRecord {
    pub fn caller(&self) -> Caller {
        Caller {
            client: self.client,
            base: self.base.clone().unwrap_or_default(),
            request_id: self.id.clone(),
            cancellation: Arc::clone(&self.cancellation),
            rows: Arc::clone(&self.rows),
            accepts_gzip: self.accepts_gzip,
        }
    }

    pub fn new(ids: &RequestIds, metrics: &Arc<Metrics>, client: Client, answer_timeout: Duration) -> Self {
        metrics.begin_request();
        Self {
            id: ids.next_id(),
            client: client.address,
            is_local: client.is_local,
            base: Ok(String::new()),
            accepts_gzip: false,
            operation: "-",
            page: None,
            credential: "-".to_owned(),
            // stays 0 if the client leaves before there is a response
            status: 0,
            outcome: None,
            rows: Arc::default(),
            bytes: 0,
            ending: BodyEnd::ClientLeft,
            answer_guard: None,
            stream_guard: None,
            cancellation: Arc::new(Cancellation::with_time_limit(answer_timeout)),
            began_at: Instant::now(),
            metrics: Arc::clone(metrics),
        }
    }

    pub fn set_granted(&mut self, granted: &GrantedCall) {
        granted.credential().clone_into(&mut self.credential);
        self.mark_verified();
    }

    pub fn mark_verified(&self) {
        self.answer_guard.iter().for_each(AnswerGuard::mark_verified);
    }

    /// Returns the outcome of the answer, or the reason why its body was not sent completely.
    fn final_outcome(&self) -> RequestOutcome {
        match self.ending {
            BodyEnd::Complete => self.outcome.unwrap_or_else(|| RequestOutcome::from_status(self.status)),
            // the time limit stops the queries, which cuts the answer
            _ if self.cancellation.reason() == Some(CancellationReason::Overdue) => RequestOutcome::Overdue,
            BodyEnd::Cut => RequestOutcome::Internal,
            BodyEnd::ClientLeft => RequestOutcome::Gone,
        }
    }

    /// Logs the names of ignored elements or fields, at most [`MAX_IGNORED_NAMES`], shortened and escaped.
    pub fn log_ignored_names(&self, names: &[String]) {
        if names.is_empty() {
            return;
        }
        // a client chooses these names: escaped, they cannot forge lines of the log
        let shorten = |name: &String| -> String {
            let beginning = name.chars().take(MAX_IGNORED_NAME_LENGTH);
            beginning.flat_map(char::escape_default).collect()
        };
        let shown: Vec<String> = names.iter().take(MAX_IGNORED_NAMES).map(shorten).collect();
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
    /// Ends the request: counts it in the metrics, and writes its log line.
    fn drop(&mut self) {
        let (duration, outcome) = (self.began_at.elapsed(), self.final_outcome());
        // if the client left, this stops the queries of its answer
        self.cancellation.cancel();
        self.metrics.end_request(self, outcome, duration);
        tracing::info!(
            request = %self.id,
            client = %self.client,
            page = self.page,
            operation = self.operation,
            credential = %self.credential,
            status = self.status,
            outcome = %outcome.name(),
            milliseconds = duration.as_micros() as f64 / 1000.0,
            rows = self.rows.load(Ordering::Relaxed),
            bytes = self.bytes,
            whole = self.ending == BodyEnd::Complete,
            "request"
        );
    }
}
