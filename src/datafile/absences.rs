//! absences.csv: who was absent from a class, and what that cost.

use super::columns::{datetime, id, money, text};
use super::file::{Default, File};
use super::persons::person;
use super::{classes, tasks};

/// The file.
pub static FILE: File = File {
    name: "absences.csv",
    about: "who was absent from a class, and what that cost",
    dutch: (
        "Afwezigheid",
        "wie afwezig was bij een klas, en wat dat kostte",
    ),
    table: "absence",
    columns: &[
        id(),
        person(),
        text("ClassCode", "class", "the class")
            .dutch("Klas", "de klas")
            .key()
            .naming(&classes::FILE, "NULL"),
        datetime("CreationDate", "created_at", "when it was registered")
            .dutch("Vastgelegd op", "wanneer het is vastgelegd")
            .key(),
        text("TaskCode", "task", "the module")
            .dutch("Onderdeel", "het onderdeel")
            .open_key()
            .naming(&tasks::FILE, "NULL"),
        text("AbsenceReason", "reason", "why")
            .dutch("Reden", "waarom")
            .required(),
        money("PublicCosts", "public_costs", "costs that are shown")
            .dutch("Zichtbare kosten", "kosten die getoond worden")
            .or(Default::Text("0.00")),
        money("HiddenCosts", "hidden_costs", "costs that are not shown")
            .dutch("Verborgen kosten", "kosten die niet getoond worden")
            .or(Default::Text("0.00")),
    ],
    ..File::PLAIN
};
