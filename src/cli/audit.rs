//! `audit`: who changed which person when, which fields, old and new; and forgetting it after a time.

use anyhow::Result;
use clap::Args;

use super::Common;
use super::fields::{field, key};
use super::forget::{moment, prune};
use super::page::{self, PAGE};
use super::printable::printable;
use super::say::warn;
use crate::exchange::key_columns;
use crate::model::time::Clock;
use crate::store::connection::Database;
use crate::store::history::{self, Change, Details};
use crate::store::{Open, open};

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
            let local = clock.local(before)?;
            let pruned = prune(&mut database, Details::Persons, before)?;
            warn(format_args!(
                "forgot {pruned} changes of persons made before {local}"
            ));
            if since.is_none() {
                return Ok(());
            }
        }
        tell(&mut database, &clock, since.as_deref())
    }
}

fn tell(database: &mut Database, clock: &Clock, since: Option<&str>) -> Result<()> {
    let from = since.unwrap_or_default();
    let told = page::tell(
        database,
        |snapshot, after| history::of_persons(snapshot, key_columns, after, from, PAGE),
        |change| line(change, clock),
    )?;
    match since {
        Some(since) if !told => warn(format_args!(
            "no person was changed since {}",
            clock.local(since)?
        )),
        None if !told => warn(format_args!("no change of a person is recorded")),
        _ => {}
    }
    Ok(())
}

/// `2026-03-09T11:00:00+01:00  person 12 (E012)  changed by hr UpdatePerson:  Email: a@x -> b@x`
fn line(change: &Change, clock: &Clock) -> Result<String> {
    let fields: Vec<String> = change.fields.iter().map(field).collect();
    Ok(format!(
        "{}  person {} ({})  {} by {}:  {}",
        clock.local(&change.origin.at)?,
        change.row,
        key(&change.key),
        change.kind,
        printable(&change.origin.to_string()),
        fields.join("; ")
    ))
}
