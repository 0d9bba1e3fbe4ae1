//! `credential list`: a table for people.

use anyhow::Result;
use rusqlite::Connection;

use super::grants;
use crate::cli::printable::printable;
use crate::cli::say::{say, warn};
use crate::model::brand::Brand;
use crate::model::time::{Clock, instant_text};
use crate::store::credential::{self, Credential};

const HEADINGS: [&str; 5] = [
    "NAME",
    "ENVELOPE",
    "LAST USED",
    "OLD PASSWORD UNTIL",
    "GRANTED",
];

/// Prints every credential, its times in the service's zone.
pub fn print(connection: &Connection, clock: &Clock, brand: &Brand) -> Result<()> {
    let mut table = vec![HEADINGS.map(str::to_owned)];
    for stored in credential::all(connection)? {
        let granted = credential::grants(connection, stored.id)?;
        table.push(row(stored, grants::described(granted, brand), clock)?);
    }
    if table.len() == 1 {
        warn(format_args!(
            "there is no credential yet; `credential add NAME` adds one"
        ));
        return Ok(());
    }
    let widths: [usize; HEADINGS.len()] = std::array::from_fn(|column| {
        let cells = table.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    });
    for row in table {
        say(format_args!("{}", aligned(&row, &widths)))?;
    }
    Ok(())
}

fn row(stored: Credential, granted: String, clock: &Clock) -> Result<[String; HEADINGS.len()]> {
    let last_used = match &stored.last_used_at {
        Some(at) => clock.local(at)?,
        None => "never".into(),
    };
    let now = instant_text();
    let old = match stored.old.filter(|old| old.holds(&now)) {
        Some(old) => clock.local(&old.until)?,
        None => "-".into(),
    };
    let envelope = match stored.always_envelope {
        true => "always",
        false => "auto",
    };
    Ok([
        printable(&stored.name).into_owned(),
        envelope.into(),
        last_used,
        old,
        granted,
    ])
}

fn aligned(row: &[String], widths: &[usize]) -> String {
    let cells = row
        .iter()
        .zip(widths)
        .map(|(cell, width)| format!("{cell:<width$}"));
    cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}
