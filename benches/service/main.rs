//! The service's benchmarks: the real binary, over real sockets, on databases of several sizes.
//!
//! `cargo bench --bench service [-- SIZES… --large --only PART --seconds S]`; docs/benchmarks.md and
//! docs/classes.md say what the figures mean and hold the last ones. Every ratio is of two things measured by turns in one run, so
//! that what else the machine does falls on both. Each figure is printed as a line that begins with
//! `figure` when it is known, all of them as tables at the end.

mod classes;
mod client;
mod constant;
mod creates;
mod figures;
mod formats;
mod load;
mod lookups;
mod memory;
mod persons;
mod server;
mod site;
mod streaming;

use anyhow::Result;
use clap::{Parser, ValueEnum};

use figures::Figures;
use site::Site;

/// Measures lms-appliance.
#[derive(Parser)]
struct Arguments {
    /// How many persons the databases have [default: 10000 100000]
    sizes: Vec<u32>,
    /// Measure with 1,000,000 persons too.
    #[arg(long)]
    large: bool,
    /// Measure these parts only.
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// How long each kind of look-up is measured at each number of clients.
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    seconds: f64,
    /// How many persons are created in each way.
    #[arg(long, value_name = "PERSONS", default_value_t = 6000)]
    creates: u32,
    /// What `cargo bench` adds.
    #[arg(long, hide = true)]
    bench: bool,
    /// Instead of measuring, be the constant answer of this many bytes (see `constant`).
    #[arg(long, hide = true)]
    constant: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    Streaming,
    Formats,
    Lookups,
    Creates,
    Memory,
    ClassLists,
    ClassLookups,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(length) = arguments.constant {
        return constant::serve(length);
    }
    if !arguments.bench {
        // `cargo test --all-targets` runs this too
        println!("use `cargo bench --bench service`");
        return Ok(());
    }
    rlimit::increase_nofile_limit(8192)?;
    let mut figures = Figures::default();
    for size in arguments.sizes() {
        let site = Site::new(size, persons::fill)?;
        if arguments.measures(Part::Streaming) {
            streaming::measure(&site, &mut figures)?;
        }
        if arguments.measures(Part::Formats) {
            formats::measure(&site, &mut figures)?;
        }
        if arguments.measures(Part::Memory) {
            memory::measure(&site, &mut figures)?;
        }
        if arguments.measures(Part::Lookups) {
            lookups::measure(&site, arguments.seconds, &mut figures)?;
        }
        // the last: it changes the database
        if arguments.measures(Part::Creates) {
            creates::measure(&site, arguments.creates, &mut figures)?;
        }
    }
    if [Part::ClassLists, Part::ClassLookups]
        .iter()
        .any(|part| arguments.measures(*part))
    {
        let site = classes::site()?;
        if arguments.measures(Part::ClassLists) {
            classes::lists::measure(&site, &mut figures)?;
        }
        if arguments.measures(Part::ClassLookups) {
            classes::lookups::measure(&site, arguments.seconds, &mut figures)?;
        }
    }
    print!("{figures}");
    Ok(())
}

impl Arguments {
    fn sizes(&self) -> Vec<u32> {
        let mut sizes = self.sizes.clone();
        if sizes.is_empty() {
            sizes.extend([10_000, 100_000]);
        }
        if self.large {
            sizes.push(1_000_000);
        }
        sizes
    }

    fn measures(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}
