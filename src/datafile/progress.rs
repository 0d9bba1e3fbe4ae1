//! progress.csv: how far persons are with trainings.

use super::columns::datetime;
use super::file::{Column, Default, Domain, File};
use super::persons::person;
use super::trainings::training;

pub static FILE: File = File {
    name: "progress.csv",
    about: "how far persons are with trainings",
    dutch: ("Voortgang", "hoe ver personen zijn met trainingen"),
    table: "progress",
    columns: &[
        person(),
        training(),
        datetime("StartedAt", "when the person began").dutch("Begonnen op", "wanneer de persoon begon").required(),
        Column::new("PercentComplete", Domain::Int(0, 100), "how much is done")
            .dutch("Gereed (%)", "hoeveel er af is")
            .or(Default::Text("0")),
    ],
    ..File::PLAIN
};
