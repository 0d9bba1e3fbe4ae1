//! `person due`: lists the persons whom `serve --anonymise-after` would anonymise now.

use anyhow::Result;
use clap::Args;
use jiff::Span;
use serde_json::json;

use crate::cli::CommonOptions;
use crate::cli::control_characters::escape;
use crate::cli::duration::parse_period;
use crate::cli::json::OutputOptions;
use crate::cli::terminal::{translate, with_stdout};
use crate::model::message::MessageName;
use crate::store::OpenMode;
use crate::store::anonymisation::{self, OverduePerson};

#[derive(Args)]
pub struct DueCommand {
    #[command(flatten)]
    common: CommonOptions,
    /// The time since the end of the contract, such as 7y, 18mo or 90d.
    #[arg(long, value_name = "PERIOD", value_parser = parse_period)]
    anonymise_after: Span,
    #[command(flatten)]
    output: OutputOptions,
}

impl DueCommand {
    pub fn run(self) -> Result<()> {
        let database = self.common.open(OpenMode::Inspect)?;
        // the query compares ends of contracts with this time
        database.set_service_now();
        let overdue = anonymisation::overdue_persons(&database, self.anonymise_after)?;
        let format_person = |person: &OverduePerson| match self.output.json {
            true => json!({
                "ServiceId": person.id,
                "ExternalIdentifier": person.identifier,
                "Name": person.name,
                "ContractEndTime": person.contract_end,
            })
            .to_string(),
            false => format!(
                "{}  {}  {} (person {})",
                person.contract_end,
                escape(&person.identifier),
                escape(&person.name),
                person.id
            ),
        };
        with_stdout(|out| {
            for person in &overdue {
                writeln!(out, "{}", format_person(person))?;
            }
            // JSON has one line for each person, so no line without persons
            if overdue.is_empty() && !self.output.json {
                writeln!(out, "{}", translate(MessageName::NobodyOverdue))?;
            }
            Ok(())
        })
    }
}
