//! `connector-errors`: shows errors reported with ConnectorError as a table, or with `--json` as one object per line.

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::control_characters::escape;
use super::json::OutputOptions;
use super::terminal::{eprint_message, with_stdout};
use super::{CommonOptions, parse_instant};
use crate::model::message::MessageName;
use crate::store::OpenMode;
use crate::store::connection::Database;
use crate::store::connector_error::{self, ConnectorError, ConnectorErrorQuery};

/// The largest width of a column of names. A longer name pushes the rest of its line to the right.
const MAX_NAME_WIDTH: usize = 40;

const HEADINGS: [&str; 4] = ["TIME", "CREDENTIAL", "CONNECTOR", "MESSAGE"];

#[derive(Args)]
pub struct ConnectorErrorsCommand {
    #[command(flatten)]
    common: CommonOptions,
    /// Show only errors since this datetime or date, in the service's zone.
    #[arg(long, value_name = "DATETIME", value_parser = super::check_datetime)]
    since: Option<String>,
    /// Show only errors of the connector with this name.
    #[arg(long, value_name = "NAME")]
    connector: Option<String>,
    #[command(flatten)]
    output: OutputOptions,
}

impl ConnectorErrorsCommand {
    pub fn run(self) -> Result<()> {
        let database = self.common.open(OpenMode::Existing)?;
        let since = self.since.map(|text| parse_instant(database.clock(), "--since", &text)).transpose()?;
        let query =
            ConnectorErrorQuery { since: since.as_deref().unwrap_or_default(), connector: self.connector.as_deref() };
        if !self.output.json {
            return print_table(&database, &query);
        }
        let no_heading = "";
        print_errors(&database, &query, no_heading, |error, at| {
            let ConnectorError { credential, connector, message, .. } = error;
            json!({ "at": at, "credential": credential, "connector": connector, "message": message }).to_string()
        })
    }
}

/// Prints the errors below headings. The database finds the longest names, so that errors can be printed one by one.
fn print_table(database: &Database, query: &ConnectorErrorQuery) -> Result<()> {
    let Some((longest_credential, longest_connector)) = connector_error::longest_names(database, query)? else {
        eprint_message(MessageName::NoConnectorError);
        return Ok(());
    };
    let width = |longest: u16, heading: &str| usize::from(longest).clamp(heading.len(), MAX_NAME_WIDTH);
    let widths = (width(longest_credential, HEADINGS[1]), width(longest_connector, HEADINGS[2]));
    let heading = format_row(HEADINGS, widths) + "\n";
    print_errors(database, query, &heading, |error, at| {
        let [credential, connector, message] =
            [&error.credential, &error.connector, &error.message].map(|text| escape(text));
        format_row([at, &credential, &connector, &message], widths)
    })
}

/// Formats a row of the table. A time with offset has 25 characters: `2026-03-09T11:00:00+01:00`.
fn format_row(
    [at, credential, connector, message]: [&str; 4],
    (credential_width, connector_width): (usize, usize),
) -> String {
    format!("{at:<25}  {credential:<credential_width$}  {connector:<connector_width$}  {message}")
}

fn print_errors(
    database: &Database,
    query: &ConnectorErrorQuery,
    heading: &str,
    format_error: impl Fn(&ConnectorError, &str) -> String,
) -> Result<()> {
    with_stdout(|out| {
        out.write_all(heading.as_bytes())?;
        connector_error::for_each(database, query, |error| {
            let at = database.clock().format_in_zone(&error.at)?;
            Ok(writeln!(out, "{}", format_error(error, &at))?)
        })
    })
}
