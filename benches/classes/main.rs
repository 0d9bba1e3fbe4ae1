//! Benchmarks of the classes, the agenda and the catalog: the real binary, over real sockets, on a database of 5,000
//! classes with 100,000 enrolments and 2,000 trainings.
//!
//! `cargo bench --bench classes [-- --seconds S]`; docs/classes.md says what the figures mean and holds the last ones.
//! Client, load and figures are those of the service's benchmarks. What is compared is measured by turns in one run, so
//! that what else the machine does falls on all of it.

#[path = "../service/client.rs"]
mod client;
#[allow(dead_code, reason = "the service's benchmarks use the rest of it")]
#[path = "../service/figures.rs"]
mod figures;
mod lists;
#[allow(dead_code, reason = "the service's benchmarks use the rest of it")]
#[path = "../service/load.rs"]
mod load;
mod lookups;
#[path = "../service/server.rs"]
mod server;
mod site;

use anyhow::Result;
use clap::Parser;

use figures::Figures;
use site::Site;

/// Measures the classes, the agenda and the catalog.
#[derive(Parser)]
struct Arguments {
    /// How long each kind of look-up is measured at each number of clients.
    #[arg(long, value_name = "SECONDS", default_value_t = 4.0)]
    seconds: f64,
    /// Leave the lists out.
    #[arg(long)]
    lookups: bool,
    /// What `cargo bench` adds.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if !arguments.bench {
        // `cargo test --all-targets` runs this too
        println!("use `cargo bench --bench classes`");
        return Ok(());
    }
    let mut figures = Figures::default();
    let site = Site::new()?;
    if !arguments.lookups {
        lists::measure(&site, &mut figures)?;
    }
    lookups::measure(&site, arguments.seconds, &mut figures)?;
    print!("{figures}");
    Ok(())
}
