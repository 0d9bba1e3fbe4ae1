//! What the service takes, on the demonstration's organisation at several sizes, beside what others take for the same
//! in the same run.
//!
//!     cargo bench                                     # 2000, 20000 and 200000 persons: all of docs/performance.md
//!     cargo bench -- 20000 --only answers             # or imports, lookups, creates, meanwhile, waiting, start
//!     cargo bench -- --against docs/performance.md    # and which ratios have fallen by more than a third
//!
//! It is no test: machines differ, and what else they do. Ratios are medians of pairs that were measured one after
//! the other; `sqlite3`, the yardstick, must be on the PATH.

mod client;
mod concurrent_clients;
mod constant_answer_server;
mod demo_organisation;
mod imports;
mod lookups_during_writes;
mod prepared_tables;
mod result_table;
mod server;
mod short_calls;
mod streamed_answers;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use demo_organisation::Organisation;
use result_table::Table;

type Measure = fn(&Organisation, &mut Table) -> Result<()>;

const PARTS: [(&str, Measure); 7] = [
    ("answers", streamed_answers::measure),
    ("imports", imports::measure),
    ("lookups", short_calls::look_ups),
    ("creates", short_calls::creates),
    ("meanwhile", lookups_during_writes::measure),
    ("waiting", short_calls::waiting),
    ("start", short_calls::start),
];

const SIZES: [u32; 3] = [2_000, 20_000, 200_000];

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut sizes, mut only, mut against) = (Vec::new(), None, None);
    let mut under_bench = false;
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} takes a value"));
        match argument.as_str() {
            "--bench" => under_bench = true,
            "--constant" => return constant_answer_server::serve(value()?.parse()?),
            "--only" => only = Some(value()?),
            "--against" => against = Some(PathBuf::from(value()?)),
            size => sizes.push(size.parse().with_context(|| format!("{size} is no number of persons"))?),
        }
    }
    if !under_bench {
        // `cargo test --all-targets` runs this too
        println!("use `cargo bench`");
        return Ok(());
    }
    if sizes.is_empty() {
        sizes.extend(SIZES);
    }
    let only: Option<Vec<&str>> = only.as_ref().map(|names| names.split(',').collect());
    let mut table = Table::new(&sizes);
    for persons in &sizes {
        let organisation = Organisation::new(*persons)?;
        for (name, measure) in PARTS {
            if only.as_ref().is_none_or(|only| only.contains(&name)) {
                measure(&organisation, &mut table)?;
            }
        }
    }
    println!("\n{table}");
    let fallen = against.map(|page| table.fallen(&page)).transpose()?.unwrap_or_default();
    match fallen.is_empty() {
        true => Ok(()),
        false => bail!("fallen by more than a third:\n{}", fallen.join("\n")),
    }
}
