//! A learning-management service in one self-contained binary.

mod answer;
mod cli;
mod exchange;
mod gate;
mod http;
mod model;
mod operation;
mod store;
mod wire;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    // clap itself prints usage errors and leaves with 2
    match cli::Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::say::warn(format_args!("lms-appliance: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
