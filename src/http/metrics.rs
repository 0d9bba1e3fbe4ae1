//! Request metrics in Prometheus format: by operation, status and outcome, without names of credentials.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;

use super::certificate::Certificate;
use super::connection_refusals::ConnectionRefusals;
use super::log::RequestRecord;
use super::request_outcome::RequestOutcome;
use crate::model::lock::lock;
use crate::service::Service;
use crate::store::last_import::{LastImport, RESULTS};

/// The upper bounds of the duration histogram, in seconds.
const BOUNDS: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

#[derive(Default)]
pub struct Metrics {
    in_flight: AtomicU64,
    certificate: Option<Arc<Certificate>>,
    pub refusals: ConnectionRefusals,
    by_operation: Mutex<BTreeMap<&'static str, OperationCounts>>,
}

#[derive(Default)]
struct OperationCounts {
    by_status: BTreeMap<(u16, RequestOutcome), u64>,
    /// The number of requests by the smallest of [`BOUNDS`] that the duration does not exceed, then of longer requests.
    durations: [u64; BOUNDS.len() + 1],
    seconds: f64,
    rows: u64,
    bytes: u64,
}

impl Metrics {
    pub fn new(certificate: Option<Arc<Certificate>>) -> Self {
        Self { certificate, ..Self::default() }
    }

    pub fn begin_request(&self) {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a request that has ended. `record.bytes` and `record.rows` have their final values.
    pub fn end_request(&self, record: &RequestRecord, outcome: RequestOutcome, duration: Duration) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
        let seconds = duration.as_secs_f64();
        let mut counts = lock(&self.by_operation);
        let counts = counts.entry(record.operation).or_default();
        *counts.by_status.entry((record.status, outcome)).or_default() += 1;
        // the index of the first bound that the duration does not exceed, or one past the last bound
        counts.durations[BOUNDS.partition_point(|bound| *bound < seconds)] += 1;
        counts.seconds += seconds;
        counts.rows += record.rows.load(Ordering::Relaxed);
        counts.bytes += record.bytes;
    }

    /// Renders all metrics. `backup_age` is the time since the last successful backup.
    pub fn render(&self, service: &Service, backup_age: Option<Duration>, last_import: Option<&LastImport>) -> String {
        let logins = service.gate.counts();
        let mut text = MetricsText(String::with_capacity(4 * 1024));
        text.add_request_counts(&lock(&self.by_operation));
        let in_flight = self.in_flight.load(Ordering::Relaxed) as f64;
        text.add_number("lms_answers_in_flight", "gauge", "Requests being answered, this one too.", in_flight);
        let help = "Requests with a wrong user name or password, and sign-ins to the console after too many of them.";
        text.add_number("lms_failed_logins_total", "counter", help, logins.failed as f64);
        // the certificate exists only with TLS, and the age of a copy only in a replica
        if let Some(certificate) = &self.certificate {
            let help = "When the certificate expires, in seconds since 1970.";
            let end = certificate.expires_at().as_second() as f64;
            text.add_number("lms_certificate_end_timestamp_seconds", "gauge", help, end);
        }
        if let Some(age) = service.store.replica_age() {
            let help = "Age in seconds of the last change in the followed copy.";
            text.add_number("lms_copy_age_seconds", "gauge", help, age.as_secs() as f64);
        }
        // infinite without a backup, so that alerts fire
        let age = backup_age.map_or(f64::INFINITY, |age| age.as_secs() as f64);
        let help = "Age in seconds of the last successful backup; +Inf without one.";
        text.add_number("lms_last_backup_age_seconds", "gauge", help, age);
        let failures = service.store.backups.failure_count();
        text.add_number("lms_backup_failures_total", "counter", "Failed automatic backups.", failures as f64);
        if let Some(last) = last_import {
            text.add_last_import(last);
        }
        let refusals = self.refusals.counts().map(|(reason, count)| (format!("reason=\"{reason}\""), count as f64));
        text.add("lms_connections_refused_total", "counter", "Refused connections, by reason.", refusals);
        let help = "Passwords that were hashed for verification; cached logins are not hashed.";
        text.add_number("lms_password_hashes_total", "counter", help, logins.hashed as f64);
        text.0
    }
}

struct MetricsText(String);

impl MetricsText {
    /// Adds a metric with its samples: labels and value. No label value of this program needs escaping.
    fn add(&mut self, name: &str, kind: &str, help: &str, samples: impl IntoIterator<Item = (String, f64)>) {
        let _ = write!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
        for (labels, value) in samples {
            self.add_sample(name, &labels, value);
        }
    }

    fn add_number(&mut self, name: &str, kind: &str, help: &str, value: f64) {
        self.add(name, kind, help, []);
        self.add_sample(name, "", value);
    }

    /// Adds a line such as `lms_rows_total{operation="GetClass"} 12`. Without labels, the braces are left out.
    fn add_sample(&mut self, name: &str, labels: &str, value: f64) {
        let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        let _ = match value {
            f64::INFINITY => writeln!(self.0, "{name}{labels} +Inf"),
            value => writeln!(self.0, "{name}{labels} {value}"),
        };
    }

    fn add_request_counts(&mut self, counts: &BTreeMap<&'static str, OperationCounts>) {
        // one sample for each operation, status and outcome that occurred
        let requests = counts.iter().flat_map(|(operation, counts)| {
            counts.by_status.iter().map(move |((status, outcome), count)| {
                let outcome = outcome.name();
                (format!(r#"operation="{operation}",status="{status}",outcome="{outcome}""#), *count as f64)
            })
        });
        let help = "Requests answered, by operation (- for none), HTTP status (0: the client left) and outcome.";
        self.add("lms_requests_total", "counter", help, requests);
        self.add_durations(counts);
        let bytes = counts.iter().map(|(operation, counts)| (operation_label(operation), counts.bytes as f64));
        self.add("lms_response_bytes_total", "counter", "Bytes of answers' bodies.", bytes);
        let rows = counts.iter().map(|(operation, counts)| (operation_label(operation), counts.rows as f64));
        self.add("lms_rows_total", "counter", "Rows in answers.", rows);
    }

    fn add_last_import(&mut self, last: &LastImport) {
        let ended_at = last.at.parse::<Timestamp>().map_or(0, Timestamp::as_second);
        let help = "When the newest import ended, in seconds since 1970.";
        self.add_number("lms_last_import_timestamp_seconds", "gauge", help, ended_at as f64);
        let help = "Rows that the newest import created, changed or removed.";
        self.add_number("lms_last_import_rows", "gauge", help, last.rows as f64);
        // Prometheus has no texts as values: an alert selects a result by its label
        let results = RESULTS.map(|result| {
            let value = u8::from(last.result == result).into();
            (format!("result=\"{result}\""), value)
        });
        let help = "1 for the result of the newest import, 0 for the others.";
        self.add("lms_last_import_result", "gauge", help, results);
    }

    /// Adds the histogram of each operation's durations: cumulative buckets, the sum in seconds and the count.
    fn add_durations(&mut self, counts: &BTreeMap<&'static str, OperationCounts>) {
        const NAME: &str = "lms_request_duration_seconds";
        self.add(NAME, "histogram", "From the head of a request to the end of its answer.", []);
        for (operation, counts) in counts {
            let operation_label = operation_label(operation);
            // a bucket of Prometheus counts all requests up to its bound
            let mut cumulative = 0;
            for (index, count) in counts.durations.iter().enumerate() {
                cumulative += count;
                let bound = BOUNDS.get(index).map_or("+Inf".to_owned(), f64::to_string);
                let labels = format!("{operation_label},le=\"{bound}\"");
                self.add_sample(&format!("{NAME}_bucket"), &labels, cumulative as f64);
            }
            self.add_sample(&format!("{NAME}_sum"), &operation_label, counts.seconds);
            self.add_sample(&format!("{NAME}_count"), &operation_label, cumulative as f64);
        }
    }
}

fn operation_label(operation: &str) -> String {
    format!("operation=\"{operation}\"")
}
