//! absences.csv: absences from classes and their costs.

use super::classes::class_column;
use super::columns::{datetime_column, id_column, money_column, text_column};
use super::file::DataFile;
use super::persons::person_column;
use super::tasks;

pub static FILE: DataFile = DataFile {
    name: "absences.csv",
    labels: ["Absences", "Afwezigheid"],
    add_row_label: ["Add an absence", "Afwezigheid toevoegen"],
    about: ["who was absent from a class, and what that cost", "wie er in een klas afwezig was, en wat dat kostte"],
    table: "absence",
    columns: &[
        id_column(),
        person_column(),
        class_column(),
        datetime_column("CreationDate", "when it was registered")
            .labels("Recorded on", "Vastgelegd op")
            .stored_as("created_at")
            .key(),
        text_column("TaskCode", "the module")
            .labels("Module", "Onderdeel")
            .optional_key()
            .refers_to(&tasks::FILE, "task"),
        text_column("AbsenceReason", "why").labels("Reason", "Reden").stored_as("reason").required(),
        money_column("PublicCosts", "costs that are shown").dutch("Zichtbare kosten").or_default("0.00"),
        money_column("HiddenCosts", "costs that are not shown").dutch("Verborgen kosten").or_default("0.00"),
    ],
    ..DataFile::DEFAULTS
};
