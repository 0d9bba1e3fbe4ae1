//! A learning-management service in one self-contained binary.
//!
//! # The map
//!
//! An operation is data: each is one file in [`operation`] that declares its parameters, its query and the
//! shape of its answer. Everything else is derived from that declaration by code that is written once.
//!
//! A request goes one way: [`http`] (listening, limits, which operation) → [`wire`] (SOAP or form, read into
//! a call) → [`gate`] (who calls, may they) → [`operation`] and [`answer`] (the shape and its queries, written
//! row by row) → [`store`] (the database: one writer, many readers). No stage reaches back, and lower rooms
//! know nothing of higher ones: only `http` knows hyper, only [`cli`] prints.
//!
//! The domain's rules stand in `schema.sql`, as constraints and views. A data file is data too: each is one file in
//! [`datafile`]; [`exchange`] imports and exports them. What changed, by whom and through which door, is kept by the
//! [`ledger`]. What a command writes goes through [`output`]. [`model`] has the values that every room shares.

mod answer;
mod cli;
mod datafile;
mod demo;
mod describe;
mod encode;
mod exchange;
mod gate;
mod http;
mod ledger;
mod model;
mod operation;
mod output;
mod provision;
mod store;
mod wire;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::Cli::asked().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::say::warn(format_args!("lms-appliance: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
