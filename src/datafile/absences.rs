//! absences.csv: who was absent from a class, and what that cost.

use super::classes::class;
use super::columns::{datetime, id, money, text};
use super::file::{Default, File};
use super::persons::person;
use super::tasks;

/// The file.
pub static FILE: File = File {
    name: "absences.csv",
    about: "who was absent from a class, and what that cost",
    table: "absence",
    columns: &[
        id(),
        person(),
        class(),
        datetime("CreationDate", "when it was registered")
            .stored_as("created_at")
            .key(),
        text("TaskCode", "the module")
            .open_key()
            .naming(&tasks::FILE, "task"),
        text("AbsenceReason", "why").stored_as("reason").required(),
        money("PublicCosts", "costs that are shown").or(Default::Text("0.00")),
        money("HiddenCosts", "costs that are not shown").or(Default::Text("0.00")),
    ],
    ..File::PLAIN
};
