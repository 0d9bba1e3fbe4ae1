//! A learning-management service in one self-contained binary. ARCHITECTURE.md describes the modules.

mod answer;
mod cli;
mod console;
mod datafile;
mod decode;
mod demo;
mod describe;
mod dossier;
mod encode;
mod error_message;
mod exchange;
mod gate;
mod http;
#[macro_use]
mod ledger;
mod model;
mod operation;
mod output;
mod provision;
mod service;
mod store;

use std::process::ExitCode;

use model::message::{Message, MessageName};

/// The exit code of an import that a limit such as `--max-removals` stopped, so that scripts can distinguish it.
const STOPPED_BY_GUARD: u8 = 3;

/// Runs the command, prints its error and returns the exit code: 0, 1, or 3 for an import that a limit stopped. Wrong
/// usage ends the process with 2 before.
fn main() -> ExitCode {
    match cli::Cli::parse_arguments().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::terminal::eprint_line(format_args!("lms-appliance: {}", cli::terminal::describe_error(&error)));
            let message_name = error.downcast_ref().map(|message: &Message| message.name);
            match message_name {
                Some(MessageName::StoppedByGuard) => ExitCode::from(STOPPED_BY_GUARD),
                _ => ExitCode::FAILURE,
            }
        }
    }
}
