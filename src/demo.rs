//! The demonstration: a believable Dutch care organisation as data files, for the import to take in as it
//! takes those of a folder, so that every rule is checked by the same engine.
//!
//! [`seed`] is the hand-made organisation, [`shift`] moves its dates to where the clock stands, and
//! [`grown`] makes as many more rows as are asked for. Nothing here knows the database.

mod grown;
mod names;
mod random;
mod rows;
mod seed;
pub mod shift;

use std::io::{Cursor, Read};

use crate::exchange::source::Made;
use grown::Grown;
use shift::Shift;

/// The organisation's data files and pictures.
pub struct Organisation {
    shift: Shift,
    grown: Grown,
}

/// How many persons and trainings an organisation has.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Persons, those who left included.
    pub persons: u64,
    /// Courses and blocks.
    pub trainings: u64,
}

impl Organisation {
    /// The size of the hand-made organisation.
    pub fn hand_made() -> Size {
        Size {
            persons: seed::rows("persons.csv").len() as u64 - 1,
            trainings: seed::rows("trainings.csv").len() as u64 - 1,
        }
    }

    /// The hand-made organisation, grown to this size by chance from `seed`. It never shrinks.
    pub fn new(shift: Shift, seed: u64, size: Size) -> Self {
        let there = Self::hand_made();
        let persons = size.persons.saturating_sub(there.persons);
        let trainings = size.trainings.saturating_sub(there.trainings);
        Self {
            shift,
            grown: Grown::new(seed, persons, trainings, shift),
        }
    }

    fn shifted(&self, name: &str) -> Vec<u8> {
        let rows = seed::rows(name);
        rows::bytes(
            rows.iter()
                .map(|row| row.iter().map(|cell| self.shift.cell(cell).into_owned())),
        )
    }
}

impl Made for Organisation {
    fn names(&self) -> Vec<String> {
        seed::FILES
            .iter()
            .map(|(name, _)| (*name).to_owned())
            .collect()
    }

    fn file(&self, name: &str) -> Option<Box<dyn Read + '_>> {
        let bytes = seed::file(name)?;
        if !name.ends_with(".csv") {
            return Some(Box::new(bytes));
        }
        let first = Cursor::new(self.shifted(name));
        Some(Box::new(first.chain(self.grown.file(name))))
    }
}
