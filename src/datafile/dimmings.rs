//! dimmings.csv: the trainings from which persons are exempt.

use super::columns::int_column;
use super::dim_reasons;
use super::file::DataFile;
use super::persons::person_column;
use super::trainings::training_column;

pub static FILE: DataFile = DataFile {
    name: "dimmings.csv",
    labels: ["Exemptions", "Vrijstellingen"],
    add_row_label: ["Add an exemption", "Vrijstelling toevoegen"],
    about: ["which person is exempt from which training", "wie van welke training is vrijgesteld"],
    table: "dimming",
    columns: &[
        person_column(),
        training_column(),
        int_column("DimReasonId", 1, "why")
            .labels("Reason", "Reden")
            .required()
            .refers_to(&dim_reasons::FILE, "dim_reason"),
    ],
    ..DataFile::DEFAULTS
};
