//! The fuzzer: libFuzzer generates inputs that reach new branches, and a target checks the program with each. `fuzz/run`
//! builds and runs it.
//!
//! The program has no library, so its modules are compiled into this binary again.

#![no_main]
// the targets do not use all of the modules
#![allow(dead_code, unused_imports)]

mod targets;

#[path = "../src"]
mod modules {
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
use modules::*;
use targets::{TARGETS, Target};

/// The target named by FUZZ_TARGET.
static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let wanted = env::var("FUZZ_TARGET").unwrap_or_default();
    TARGETS.iter().find(|(name, _)| *name == wanted).unwrap_or_else(|| panic!("unknown FUZZ_TARGET={wanted}")).1
});

fuzz_target!(|bytes: &[u8]| TARGET(bytes));
