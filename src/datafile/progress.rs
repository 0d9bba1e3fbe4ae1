//! progress.csv: the progress of persons in trainings.

use super::columns::datetime_column;
use super::file::{Column, DataFile, Domain};
use super::persons::person_column;
use super::trainings::training_column;

pub static FILE: DataFile = DataFile {
    name: "progress.csv",
    labels: ["Progress", "Voortgang"],
    add_row_label: ["Add progress", "Voortgang toevoegen"],
    about: ["how far persons are with trainings", "hoe ver personen zijn met trainingen"],
    table: "progress",
    columns: &[
        person_column(),
        training_column(),
        datetime_column("StartedAt", "when the person began").labels("Started on", "Begonnen op").required(),
        Column::new("PercentComplete", Domain::Int(0, 100), "how much is done").dutch("Gereed (%)").or_default("0"),
    ],
    ..DataFile::DEFAULTS
};
