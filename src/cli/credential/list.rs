//! `credential list`: a table for people, or an object a line for machines.

use anyhow::Result;

use crate::cli::printable::printable;
use crate::cli::say::{say, warn};
use crate::gate::grants;
use crate::model::brand::Brand;
use crate::model::time::{Clock, instant_text};
use crate::store::connection::Database;
use crate::store::credential::{self, Credential};

const HEADINGS: [&str; 5] = ["NAME", "ENVELOPE", "LAST USED", "OLD PASSWORD UNTIL", "GRANTED"];

/// Prints every credential, its times in the service's zone.
pub fn print(database: &Database, clock: &Clock, brand: &Brand) -> Result<()> {
    let mut table = vec![HEADINGS.map(str::to_owned)];
    for stored in credential::all(database)? {
        let granted = credential::grants(database, stored.id)?;
        table.push(row(stored, grants::described(&granted, brand), clock)?);
    }
    if table.len() == 1 {
        warn("there is no credential yet; `credential add NAME` adds one");
        return Ok(());
    }
    let widths: [usize; HEADINGS.len()] =
        std::array::from_fn(|column| table.iter().map(|row| row[column].chars().count()).max().unwrap_or_default());
    for row in table {
        say(format_args!("{}", aligned(&row, &widths)))?;
    }
    Ok(())
}

/// As [`print`], an object a line.
pub fn print_json(database: &Database, clock: &Clock, brand: &Brand) -> Result<()> {
    for stored in credential::all(database)? {
        let granted: Vec<_> = credential::grants(database, stored.id)?.iter().map(|name| brand.name(name)).collect();
        let object = serde_json::json!({
            "name": stored.name,
            "envelope": envelope(&stored),
            "last_used": last_used(&stored, clock)?,
            "old_password_until": old_password_until(&stored, clock)?,
            "granted": granted,
        });
        say(format_args!("{object}"))?;
    }
    Ok(())
}

fn row(stored: Credential, granted: String, clock: &Clock) -> Result<[String; HEADINGS.len()]> {
    Ok([
        printable(&stored.name).into_owned(),
        envelope(&stored).into(),
        last_used(&stored, clock)?.unwrap_or_else(|| "never".into()),
        old_password_until(&stored, clock)?.unwrap_or_else(|| "-".into()),
        granted,
    ])
}

fn envelope(stored: &Credential) -> &'static str {
    match stored.always_envelope {
        true => "always",
        false => "auto",
    }
}

fn last_used(stored: &Credential, clock: &Clock) -> Result<Option<String>> {
    let at = stored.last_used_at.as_deref();
    at.map(|at| clock.local(at)).transpose()
}

fn old_password_until(stored: &Credential, clock: &Clock) -> Result<Option<String>> {
    let now = instant_text();
    let old = stored.old.as_ref().filter(|old| old.holds(&now));
    old.map(|old| clock.local(&old.until)).transpose()
}

fn aligned(row: &[String], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
    cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}
