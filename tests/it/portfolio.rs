//! The learning portfolio.

use crate::organisation::{Organisation, Size};
use crate::support::Site;

#[test]
fn organisations_are_loaded() {
    for seed in 0..200 {
        let site = Site::new();
        Organisation::random(seed, Size::SMALL).load(&site);
    }
}
