//! absences.csv: absences from classes and their costs.

use super::classes::class_column;
use super::columns::{datetime, id, money, text};
use super::file::{DataFile, DefaultCell};
use super::persons::person_column;
use super::tasks;

pub static FILE: DataFile = DataFile {
    name: "absences.csv",
    about: "who was absent from a class, and what that cost",
    dutch: ("Afwezigheid", "wie afwezig was bij een klas, en wat dat kostte"),
    table: "absence",
    columns: &[
        id(),
        person_column(),
        class_column(),
        datetime("CreationDate", "when it was registered").dutch("Vastgelegd op").stored_as("created_at").key(),
        text("TaskCode", "the module").dutch("Onderdeel").open_key().refers_to(&tasks::FILE, "task"),
        text("AbsenceReason", "why").dutch("Reden").stored_as("reason").required(),
        money("PublicCosts", "costs that are shown").dutch("Zichtbare kosten").or_default(DefaultCell::Text("0.00")),
        money("HiddenCosts", "costs that are not shown")
            .dutch("Verborgen kosten")
            .or_default(DefaultCell::Text("0.00")),
    ],
    ..DataFile::PLAIN
};
