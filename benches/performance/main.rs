//! Compares the speed of the service with other programs, with several sizes of the organisation of `demo`.
//!
//!     cargo bench                                     # 2000, 20000 and 200000 persons: as in docs/performance.md
//!     cargo bench -- 20000 --only answers             # or imports, lookups, creates, meanwhile, waiting, start
//!     cargo bench -- --against docs/performance.md    # fails if a ratio fell by more than a third
//!
//! Each ratio is the median of pairs of measurements that follow each other. Needs `sqlite3`.

mod client;
mod concurrent_clients;
mod constant_response_server;
mod demo_organisation;
mod imports;
mod lookups_during_writes;
mod prepared_tables;
mod result_table;
mod server;
mod short_calls;
mod streamed_responses;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use demo_organisation::Organisation;
use result_table::Table;

type Benchmark = fn(&Organisation, &mut Table) -> Result<()>;

const BENCHMARKS: [(&str, Benchmark); 7] = [
    ("answers", streamed_responses::measure),
    ("imports", imports::measure),
    ("lookups", short_calls::measure_look_ups),
    ("creates", short_calls::measure_creates),
    ("meanwhile", lookups_during_writes::measure),
    ("waiting", short_calls::measure_waiting_readers),
    ("start", short_calls::measure_start),
];

const SIZES: [u32; 3] = [2_000, 20_000, 200_000];

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut sizes, mut only, mut against) = (Vec::new(), None, None);
    let mut is_cargo_bench = false;
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} takes a value"));
        match argument.as_str() {
            "--bench" => is_cargo_bench = true,
            "--constant" => return constant_response_server::serve(value()?.parse()?),
            "--only" => only = Some(value()?),
            "--against" => against = Some(PathBuf::from(value()?)),
            size => sizes.push(size.parse().with_context(|| format!("{size} is not a number of persons"))?),
        }
    }
    if !is_cargo_bench {
        // `cargo test --all-targets` also runs this program
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
        for (name, measure) in BENCHMARKS {
            if only.as_ref().is_none_or(|only| only.contains(&name)) {
                measure(&organisation, &mut table)?;
            }
        }
    }
    println!("\n{table}");
    let decreases = against.map(|page| table.find_decreases(&page)).transpose()?.unwrap_or_default();
    match decreases.is_empty() {
        true => Ok(()),
        false => bail!("ratios that fell by more than a third:\n{}", decreases.join("\n")),
    }
}
