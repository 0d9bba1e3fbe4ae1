//! `audit`: who changed which person when, which fields, old and new; and forgetting it after a time.

use std::borrow::Cow;
use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use rusqlite::TransactionBehavior;

use super::Common;
use super::moment::moment;
use super::printable::printable;
use super::say::{unless_closed, warn};
use crate::model::time::Clock;
use crate::store::audit::{self, FieldChange, PersonChange};
use crate::store::connection::Database;
use crate::store::{Open, open};

/// Changes that are read in one snapshot and told at once: a reader who stops reading, such as a pager,
/// must not hold the snapshot.
const PAGE: u32 = 500;

/// Changes that are forgotten in one transaction: a call that meets the write lock waits for it.
const PRUNED_AT_ONCE: u32 = 10_000;

#[derive(Args)]
pub struct Audit {
    #[command(flatten)]
    common: Common,
    /// Tell only of changes since this datetime or date, in the service's zone.
    #[arg(long, env = "LMS_SINCE", value_name = "DATETIME", value_parser = super::datetime)]
    since: Option<String>,
    /// Forget the changes of persons before this datetime or date; with --since, what is left is then told.
    #[arg(long, env = "LMS_PRUNE_BEFORE", value_name = "DATETIME", value_parser = super::datetime)]
    prune_before: Option<String>,
}

impl Audit {
    pub fn run(self) -> Result<()> {
        let clock = self.common.clock()?;
        let moment = |flag, text: &Option<String>| {
            let text = text.as_deref();
            text.map(|text| moment(&clock, flag, text)).transpose()
        };
        let since = moment("--since", &self.since)?;
        let before = moment("--prune-before", &self.prune_before)?;
        let mut database = open(&self.common.db, &clock, Open::Existing)?;
        if let Some(before) = &before {
            let pruned = prune(&mut database, before)?;
            warn(format_args!(
                "forgot {pruned} changes of persons made before {}",
                clock.local(before)?
            ));
            if since.is_none() {
                return Ok(());
            }
        }
        tell(&mut database, &clock, since.as_deref())
    }
}

/// Forgets the changes before the moment; how many there were.
fn prune(database: &mut Database, before: &str) -> Result<usize> {
    let (mut pruned, mut after) = (0, 0);
    loop {
        let transaction = database
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .context("the database cannot be written")?;
        let (count, last) = audit::prune(&transaction, after, before, PRUNED_AT_ONCE)?;
        if count == 0 {
            audit::prune_empty(&transaction, before)?;
        }
        transaction.commit()?;
        if count == 0 {
            return Ok(pruned);
        }
        (pruned, after) = (pruned + count, last);
    }
}

fn tell(database: &mut Database, clock: &Clock, since: Option<&str>) -> Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut after = 0;
    loop {
        let snapshot = database.transaction()?;
        let page = audit::changes(&snapshot, after, since.unwrap_or_default(), PAGE)?;
        drop(snapshot);
        let Some(last) = page.last() else { break };
        after = last.id;
        for change in &page {
            if let Err(error) = writeln!(out, "{}", line(change, clock)?) {
                return unless_closed(error);
            }
        }
    }
    if after == 0 {
        match since {
            Some(since) => warn(format_args!(
                "no person was changed since {}",
                clock.local(since)?
            )),
            None => warn(format_args!("no change of a person is recorded")),
        }
    }
    out.flush().or_else(unless_closed)
}

/// `2026-03-09T11:00:00+01:00  person 12 (E012)  changed by hr UpdatePerson:  Email: a@x -> b@x`
fn line(change: &PersonChange, clock: &Clock) -> Result<String> {
    let fields: Vec<String> = change.fields.iter().map(field).collect();
    Ok(format!(
        "{}  person {} ({})  {} by {}:  {}",
        clock.local(&change.at)?,
        change.person,
        printable(&change.identifier),
        change.kind,
        by(change),
        fields.join("; ")
    ))
}

fn by(change: &PersonChange) -> String {
    let actor = printable(&change.actor);
    match (change.number, change.line) {
        (Some(number), Some(line)) => format!("{} {number} line {line} ({actor})", change.source),
        (Some(number), None) => format!("{} {number} ({actor})", change.source),
        (None, _) => format!("{actor} {}", printable(&change.action)),
    }
}

fn field(change: &FieldChange) -> String {
    let (old, new) = (value(&change.old), value(&change.new));
    format!("{}: {old} -> {new}", change.field)
}

/// A value that can't be taken for what stands around it: quoted where it is empty or could be.
fn value(value: &str) -> Cow<'_, str> {
    let plain = !value.is_empty() && !value.contains(['"', ';']) && !value.contains("->");
    match plain {
        true => printable(value),
        false => format!("\"{}\"", printable(&value.replace('"', "\\\""))).into(),
    }
}
