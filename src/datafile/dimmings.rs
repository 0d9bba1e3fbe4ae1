//! dimmings.csv: trainings that are dimmed for a person.

use super::columns::int;
use super::dim_reasons;
use super::file::DataFile;
use super::persons::person_column;
use super::trainings::training_column;

pub static FILE: DataFile = DataFile {
    name: "dimmings.csv",
    about: "which person is exempt from which training",
    dutch: ("Vrijstellingen", "wie van welke training is vrijgesteld"),
    table: "dimming",
    columns: &[
        person_column(),
        training_column(),
        int("DimReasonId", 1, "why").dutch("Reden").required().refers_to(&dim_reasons::FILE, "dim_reason"),
    ],
    ..DataFile::PLAIN
};
