//! The demonstration: a believable Dutch care organisation as data files, for the import to take in as it
//! takes those of a folder, so that every rule is checked by the same engine.
//!
//! [`seed`] is the hand-made organisation, [`shift`] moves its dates to where the clock stands, and
//! [`grown`] makes as many more rows as are asked for. Nothing here knows the database.

mod generator;
mod names;
mod random;
mod rows;
mod seed;
pub mod shift;

use std::io::{Cursor, Read};

use crate::datafile::file::{Column, DataFile, Domain};
use crate::exchange::source::Generator;
use generator::GeneratedRows;
use seed::SeedRow;
use shift::DateShift;

/// The organisation's data files and pictures.
pub struct Organisation {
    shift: DateShift,
    grown: GeneratedRows,
}

/// How many persons and trainings an organisation has.
#[derive(Debug, Clone, Copy)]
pub struct OrganisationSize {
    /// Persons, those who left included.
    pub persons: u64,
    pub trainings: u64,
}

impl Organisation {
    pub fn hand_made() -> OrganisationSize {
        OrganisationSize {
            persons: seed::rows("persons.csv").count() as u64,
            trainings: seed::rows("trainings.csv").count() as u64,
        }
    }

    /// The hand-made organisation, grown to this size by chance from `seed`. It never shrinks.
    pub fn new(shift: DateShift, seed: u64, size: OrganisationSize) -> Self {
        let there = Self::hand_made();
        let persons = size.persons.saturating_sub(there.persons);
        let trainings = size.trainings.saturating_sub(there.trainings);
        Self { shift, grown: GeneratedRows::new(seed, persons, trainings, shift) }
    }

    fn shifted(&self, name: &str) -> csv::Result<Vec<u8>> {
        let mut shifted = csv::Writer::from_writer(Vec::new());
        shifted.write_record(&seed::header(name))?;
        for row in seed::rows(name) {
            let cells = row.cells().iter();
            shifted.write_record(cells.map(|cell| self.shift.cell(cell).as_bytes().to_owned()))?;
        }
        Ok(shifted.into_inner().expect("memory takes every byte"))
    }
}

/// A row that could be in this data file: that of the hand-made organisation which says most, `false` and nothing
/// aside. An Id that need not be given is not.
pub fn example(file: &DataFile) -> Vec<String> {
    let says = |cell: &&str| !["", "false"].contains(cell);
    let filled = |row: &SeedRow| row.cells().iter().filter(says).count();
    // of several the first
    let said_most = |one: SeedRow, other: SeedRow| match filled(&other) > filled(&one) {
        true => other,
        false => one,
    };
    let row = seed::rows(file.name).reduce(said_most);
    let given = |column: &Column| column.domain != Domain::Id || column.is_key();
    let cell = |column: &Column| match &row {
        Some(row) if given(column) => row.cell(column.name).to_owned(),
        _ => String::new(),
    };
    file.columns.iter().map(cell).collect()
}

impl Generator for Organisation {
    fn names(&self) -> Vec<String> {
        seed::FILES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn file(&self, name: &str) -> Option<Box<dyn Read + '_>> {
        let bytes = seed::file(name)?;
        if !name.ends_with(".csv") {
            return Some(Box::new(bytes));
        }
        let first = Cursor::new(self.shifted(name).expect("memory takes every row"));
        Some(Box::new(first.chain(self.grown.file(name))))
    }
}

#[cfg(test)]
mod tests {
    use blake2::{Blake2b256, Digest};

    use super::*;
    use crate::datafile::FILES;

    /// "the same for the same seed, also across machines": these bytes, on whichever machine. Whoever changes
    /// how an organisation grows changes the digest.
    #[test]
    fn the_same_seed_is_the_same_bytes_everywhere() {
        let size = OrganisationSize { persons: 1_000, trainings: 120 };
        let organisation = Organisation::new(DateShift::NONE, 7, size);
        let mut digest = Blake2b256::new();
        for name in organisation.names() {
            let mut bytes = Vec::new();
            organisation.file(&name).unwrap().read_to_end(&mut bytes).unwrap();
            digest.update(&bytes);
        }
        assert_eq!(
            crate::model::text::hex(&digest.finalize()),
            "1c8860e018c21781ef2f01db3175c79aa4fb4b93f900e38556983069aa0bc89a"
        );
    }

    #[test]
    fn an_organisation_has_the_size_that_was_asked_for() {
        let size = OrganisationSize { persons: 333, trainings: 99 };
        let organisation = Organisation::new(DateShift::NONE, 1, size);
        for (name, rows) in [("persons.csv", 333), ("trainings.csv", 99)] {
            let file = organisation.file(name).unwrap();
            assert_eq!(csv::Reader::from_reader(file).records().count(), rows, "{name}");
        }
    }

    /// One that a declaration names and no hand-made file has is left to its default.
    #[test]
    fn each_hand_made_file_has_columns_that_are_declared() {
        for file in FILES {
            for header in &seed::header(file.name) {
                assert!(file.column(header).is_some(), "{}: {header}", file.name);
            }
        }
    }
}
