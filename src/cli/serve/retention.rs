//! Options of `serve` for data retention.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use jiff::Span;

use crate::cli::actor::user_at_host;
use crate::cli::duration::parse_period;
use crate::model::time::Clock;
use crate::store::retention;

#[derive(Args)]
pub struct RetentionOptions {
    /// Anonymise persons automatically this long after the end of their contracts, such as 7y, 18mo or 90d; this
    /// cannot be undone. `person due` lists them.
    #[arg(long, value_name = "PERIOD", value_parser = parse_period, conflicts_with = "read_only")]
    anonymise_after: Option<Span>,
    /// Delete changes of persons from the audit after this time, such as 3y.
    #[arg(long, value_name = "PERIOD", value_parser = parse_period, conflicts_with = "read_only")]
    audit_keep: Option<Span>,
}

impl RetentionOptions {
    /// Returns the retention rules. Without options, no data expire. Setting `stop` ends a running deletion.
    pub fn build(&self, db: &Path, clock: &Clock, stop: &Arc<AtomicBool>) -> retention::Retention {
        retention::Retention {
            path: db.to_owned(),
            clock: clock.clone(),
            anonymise_after: self.anonymise_after,
            audit_keep: self.audit_keep,
            actor: user_at_host(),
            stop: Arc::clone(stop),
            has_traces: Arc::default(),
        }
    }
}
