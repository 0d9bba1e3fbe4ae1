//! `audit`: shows who changed which fields of persons, and which actions changed no row; deletes old changes.

use anyhow::Result;
use clap::Args;

use super::actor::command_attribution;
use super::control_characters::escape;
use super::field_change::{format_field_change, format_key};
use super::json::{self, OutputOptions};
use super::terminal::{eprint_message, print_line, translate, with_stdout};
use super::{CommonOptions, parse_instant};
use crate::ledger::history::{self, ChangeOrigin, ChangeQuery, RowChange};
use crate::ledger::provenance;
use crate::ledger::retention::ExpiringChanges;
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::store::OpenMode;
use crate::store::connection::Database;
use crate::store::{ledger_pruning, ledger_reader};

#[derive(Args)]
pub struct AuditCommand {
    #[command(flatten)]
    common: CommonOptions,
    /// Show only changes since this datetime or date, in the service's zone.
    #[arg(long, value_name = "DATETIME", value_parser = super::check_datetime)]
    since: Option<String>,
    /// Show only changes of the person with this employee number.
    #[arg(long, value_name = "IDENTIFIER", conflicts_with = "prune_before")]
    person: Option<String>,
    #[command(flatten)]
    output: OutputOptions,
    /// Delete changes of persons before this datetime or date; with --since, then show the remaining changes.
    #[arg(long, value_name = "DATETIME", value_parser = super::check_datetime)]
    prune_before: Option<String>,
}

impl AuditCommand {
    /// Deletes old changes if requested, then shows the others. With `--prune-before` alone, only deletes.
    pub fn run(self) -> Result<()> {
        let clock = self.common.clock()?;
        // both options are parsed before anything is deleted
        let parse_option =
            |name, text: &Option<String>| text.as_deref().map(|text| parse_instant(&clock, name, text)).transpose();
        let since = parse_option("--since", &self.since)?;
        let before = parse_option("--prune-before", &self.prune_before)?;
        let mut database = self.common.open(OpenMode::Existing)?;
        if let Some(before) = &before {
            let local = clock.format_in_zone(before)?;
            let attribution = command_attribution(Message::new(MessageName::PruneAudit).with(&local));
            let pruned = ledger_pruning::prune_changes(&mut database, ExpiringChanges::Persons, before, &attribution)?;
            eprint_message(Message::new(MessageName::PersonChangesDeleted).with(pruned).with(local));
            if since.is_none() {
                return Ok(());
            }
        }
        let find_person = |identifier: String| provenance::find_person_row(&database, &clock, identifier.trim());
        let person = self.person.map(find_person).transpose()?;
        print_audit(&mut database, &clock, since.as_deref().unwrap_or_default(), person, self.output.json)
    }
}

/// Prints changes of the person with the id `person`, in order of time. Without `person`, prints changes of all persons
/// and actions that changed no row, such as grants. An empty `since` means all times.
fn print_audit(database: &mut Database, clock: &Clock, since: &str, person: Option<i64>, as_json: bool) -> Result<()> {
    // merges two lists in order of time: actions, read at once, and changes, read one by one
    let actions = match person {
        Some(_) => Vec::new(),
        None => history::list_actions(database, since)?,
    };
    let mut is_empty = actions.is_empty();
    let mut actions = actions.into_iter().peekable();
    let format_action = |action: &ChangeOrigin| match as_json {
        true => json::format_action(action, clock),
        false => Ok(format!("{}  {}", clock.format_in_zone(&action.at)?, escape(&translate(action.message())))),
    };
    let query = ChangeQuery::Persons { since, person };
    with_stdout(|out| {
        ledger_reader::for_each_change(database, query, |change| {
            is_empty = false;
            // first the actions whose ledger entries precede the entry of the change
            while let Some(earlier) = actions.next_if(|action| action.entry < change.origin.entry) {
                writeln!(out, "{}", format_action(&earlier)?)?;
            }
            let line = if as_json { json::format_change(change, clock) } else { format_change_line(change, clock) };
            Ok(writeln!(out, "{}", line?)?)
        })
    })?;
    for remaining in actions {
        print_line(format_action(&remaining)?)?;
    }
    if is_empty {
        let subject = person.map_or(MessageName::AnyPerson, |_| MessageName::ThePerson);
        let message = Message::new(MessageName::NoPersonChange).with_part(subject);
        eprint_message(match since {
            "" => message.with(""),
            since => message.with_part(Message::new(MessageName::SinceMoment).with(clock.format_in_zone(since)?)),
        });
    }
    Ok(())
}

/// Formats a change: `2026-03-09T11:00:00+01:00  person 12 (E012)  changed by hr UpdatePerson:  Email: a@x -> b@x`
fn format_change_line(change: &RowChange, clock: &Clock) -> Result<String> {
    let fields: Vec<String> = change.fields.iter().map(format_field_change).collect();
    let message =
        Message::new(MessageName::PersonChange).with(clock.format_in_zone(&change.origin.at)?).with(change.row);
    let message = message.with(format_key(&change.key)).with_part(history::change_kind_message(&change.kind));
    Ok(translate(message.with(escape(&translate(change.origin.message()))).with(fields.join("; "))))
}
