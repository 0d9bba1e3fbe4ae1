//! absences.csv: who was absent from a class, and what that cost.

use super::columns::{datetime, id, money, text};
use super::file::{Default, File};
use super::persons::person;
use super::{classes, tasks};

/// The file.
pub static FILE: File = File {
    name: "absences.csv",
    about: "who was absent from a class, and what that cost",
    table: "absence",
    columns: &[
        id(),
        person(),
        text("ClassCode", "class", "the class")
            .key()
            .naming(&classes::FILE, "NULL"),
        datetime("CreationDate", "created_at", "when it was registered").key(),
        text("TaskCode", "task", "the module")
            .open_key()
            .naming(&tasks::FILE, "NULL"),
        text("AbsenceReason", "reason", "why").required(),
        money("PublicCosts", "public_costs", "costs that are shown").or(Default::Text("0.00")),
        money("HiddenCosts", "hidden_costs", "costs that are not shown").or(Default::Text("0.00")),
    ],
    ..File::PLAIN
};
