//! The demonstration: a believable Dutch care organisation as data files, which are imported like any folder. [`seed`]
//! has the handmade rows, [`shift`] moves dates to the present, and [`generator`] adds rows up to a size.

mod generator;
mod names;
mod random;
mod rows;
mod seed;
pub mod shift;

use std::io::{Cursor, Read};

use crate::datafile::file::{Column, DataFile, Domain};
use crate::exchange::source::FileGenerator;
use generator::GeneratedRows;
use seed::SeedRow;
use shift::DateShift;

/// The handmade organisation with shifted dates, followed by generated rows.
pub struct Organisation {
    shift: DateShift,
    generated: GeneratedRows,
}

/// The size of an organisation to create. At least the handmade rows are created.
#[derive(Debug, Clone, Copy)]
pub struct OrganisationSize {
    /// The number of persons, including former employees.
    pub persons: u64,
    pub trainings: u64,
}

impl Organisation {
    pub fn handmade_size() -> OrganisationSize {
        OrganisationSize {
            persons: seed::rows("persons.csv").count() as u64,
            trainings: seed::rows("trainings.csv").count() as u64,
        }
    }

    /// Creates the handmade organisation, extended with random rows to `size`, if `size` is larger.
    pub fn new(shift: DateShift, seed: u64, size: OrganisationSize) -> Self {
        let minimum = Self::handmade_size();
        let persons = size.persons.saturating_sub(minimum.persons);
        let trainings = size.trainings.saturating_sub(minimum.trainings);
        Self { shift, generated: GeneratedRows::new(seed, persons, trainings, shift) }
    }

    fn csv_with_shifted_dates(&self, name: &str) -> csv::Result<Vec<u8>> {
        let mut shifted = csv::Writer::from_writer(Vec::new());
        shifted.write_record(&seed::header(name))?;
        for row in seed::rows(name) {
            shifted.write_record(row.cells.iter().map(|cell| self.shift.shift_cell(cell).as_bytes().to_owned()))?;
        }
        Ok(shifted.into_inner().expect("memory takes every byte"))
    }
}

/// Returns the handmade row that has the most cells other than empty and `false`. Optional ids are left empty. `formats
/// --example` writes this row.
pub fn example_row(file: &DataFile) -> Vec<String> {
    let filled_cells = |row: &SeedRow| row.cells.iter().filter(|cell| !["", "false"].contains(cell)).count();
    let rows: Vec<_> = seed::rows(file.name).collect();
    // reversed: `max_by_key` returns the last of equal rows, and the first is wanted
    let row = rows.iter().rev().max_by_key(|row| filled_cells(row));
    let is_optional_id = |column: &Column| column.domain == Domain::Id && !column.is_key();
    let cell = |column: &Column| match row {
        Some(row) if !is_optional_id(column) => row.cell(column.name).to_owned(),
        _ => String::new(),
    };
    file.columns.iter().map(cell).collect()
}

impl FileGenerator for Organisation {
    fn file_names(&self) -> Vec<String> {
        seed::FILES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    /// Returns the handmade rows followed by the generated rows, or the bytes of a picture. `None` for an unknown name.
    fn open_file(&self, name: &str) -> Option<Box<dyn Read + '_>> {
        let bytes = seed::file_bytes(name)?;
        if !name.ends_with(".csv") {
            return Some(Box::new(bytes));
        }
        let handmade = Cursor::new(self.csv_with_shifted_dates(name).expect("memory takes every row"));
        Some(Box::new(handmade.chain(self.generated.open_file(name))))
    }
}

#[cfg(test)]
mod tests {
    use blake2::{Blake2b256, Digest};

    use super::*;

    /// "the same for the same seed, also across machines". A change of the generator changes this digest.
    #[test]
    fn a_seed_gives_the_same_bytes_everywhere() {
        let size = OrganisationSize { persons: 1_000, trainings: 120 };
        let organisation = Organisation::new(DateShift::NONE, 7, size);
        let mut digest = Blake2b256::new();
        for name in organisation.file_names() {
            let mut bytes = Vec::new();
            organisation.open_file(&name).unwrap().read_to_end(&mut bytes).unwrap();
            digest.update(&bytes);
        }
        assert_eq!(
            crate::model::text::to_hex(&digest.finalize()),
            "1c8860e018c21781ef2f01db3175c79aa4fb4b93f900e38556983069aa0bc89a"
        );
    }
}
