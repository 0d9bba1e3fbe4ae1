//! Hostile input for whatever reads what others wrote: libFuzzer makes it up, led by which branches of the program it
//! reaches, and a target asks of each what must hold of any. `fuzz/run` builds and runs it.
//!
//! The appliance is a binary and nothing else, so its rooms are compiled into this one a second time.

#![no_main]
// most of the rooms is there for what is not asked here
#![allow(dead_code, unused_imports)]

mod targets;

#[path = "../src"]
mod rooms {
    pub mod datafile;
    pub mod decode;
    pub mod encode;
    pub mod exchange;
    #[macro_use]
    pub mod ledger;
    pub mod model;
    pub mod operation;
    pub mod output;
    pub mod provision;
    pub mod store;
}

use std::env;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rooms::*;
use targets::{TARGETS, Target};

/// The target that the environment names.
static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let asked = env::var("FUZZ_TARGET").unwrap_or_default();
    TARGETS.iter().find(|(name, _)| *name == asked).unwrap_or_else(|| panic!("FUZZ_TARGET={asked}")).1
});

fuzz_target!(|bytes: &[u8]| TARGET(bytes));
