//! `connector-errors`: shows errors reported with ConnectorError as a table, or with `--json` as one object per line.

use anyhow::Result;
use clap::Args;

use super::CommonOptions;
use super::json::JsonLines;
use super::moment::moment;
use super::printable::printable;
use super::terminal::{warn, with_writer};
use crate::model::time::Clock;
use crate::store::connection::Database;
use crate::store::connector_error::{self, ConnectorError, ConnectorErrorQuery};
use crate::store::{OpenMode, open};

/// The widest column of names; a longer name shifts its line.
const WIDEST_NAME: u16 = 40;

#[derive(Args)]
pub struct ConnectorErrorsCommand {
    #[command(flatten)]
    common: CommonOptions,
    /// Show only errors since this datetime or date, in the service's zone.
    #[arg(long, value_name = "DATETIME", value_parser = super::datetime)]
    since: Option<String>,
    /// Show only errors of the connector with this name.
    #[arg(long, value_name = "NAME")]
    connector: Option<String>,
    #[command(flatten)]
    form: JsonLines,
}

impl ConnectorErrorsCommand {
    pub fn run(self) -> Result<()> {
        let clock = self.common.clock()?;
        let since = self.since.as_deref();
        let since = since.map(|text| moment(&clock, "--since", text)).transpose()?.unwrap_or_default();
        let database = open(&self.common.db, &clock, OpenMode::Existing)?;
        let query = ConnectorErrorQuery { since: &since, connector: self.connector.as_deref() };
        match self.form.json {
            true => print_table(&database, &query, "", |error| json(error, &clock)),
            false => table(&database, &query, &clock),
        }
    }
}

fn table(database: &Database, query: &ConnectorErrorQuery, clock: &Clock) -> Result<()> {
    let Some((credential, connector)) = connector_error::widths(database, query)? else {
        warn("no matching connector errors");
        return Ok(());
    };
    let widths = (usize::from(credential.clamp(10, WIDEST_NAME)), usize::from(connector.clamp(9, WIDEST_NAME)));
    let heading = line(["TIME", "CREDENTIAL", "CONNECTOR", "MESSAGE"], widths) + "\n";
    print_table(database, query, &heading, |error| {
        let at = clock.local(&error.at)?;
        let shown = [&error.credential, &error.connector, &error.message];
        let [credential, connector, message] = shown.map(|value| printable(value));
        Ok(line([&at, &credential, &connector, &message], widths))
    })
}

fn line([at, credential, connector, message]: [&str; 4], (of_credential, of_connector): (usize, usize)) -> String {
    format!("{at:<25}  {credential:<of_credential$}  {connector:<of_connector$}  {message}")
}

fn json(error: &ConnectorError, clock: &Clock) -> Result<String> {
    let object = serde_json::json!({
        "at": clock.local(&error.at)?,
        "credential": error.credential,
        "connector": error.connector,
        "message": error.message,
    });
    Ok(object.to_string())
}

fn print_table(
    database: &Database,
    query: &ConnectorErrorQuery,
    heading: &str,
    line: impl Fn(&ConnectorError) -> Result<String>,
) -> Result<()> {
    with_writer(|out| {
        out.write_all(heading.as_bytes())?;
        connector_error::each(database, query, |error| Ok(writeln!(out, "{}", line(error)?)?))
    })
}
