//! class_trainers.csv: the trainers of a class, for one session or for all its sessions.

use super::class_dates;
use super::classes::class_column;
use super::file::{Column, DataFile, Domain};
use super::persons::person_column;
use super::rule::RowRule;

pub static FILE: DataFile = DataFile {
    name: "class_trainers.csv",
    labels: ["Class trainers", "Trainers per klas"],
    add_row_label: ["Add a trainer to a class", "Trainer toevoegen aan klas"],
    about: [
        "who teaches a class, or one session of it; no date means all sessions",
        "de trainers van elke klas; is de datum leeg, dan geldt het voor alle bijeenkomsten",
    ],
    table: "class_trainer",
    columns: &[
        class_column(),
        person_column(),
        Column::new("Date", Domain::Date, "the session's day")
            .dutch("Datum")
            .hint("If empty, all sessions.", "Leeg laten = alle bijeenkomsten.")
            .unstored()
            .optional_key(),
        Column::new("From", Domain::Time, "when it begins")
            .labels("Start time", "Begintijd")
            .optional_key()
            .refers_with(&["ClassCode", "Date"], &class_dates::FILE, "class_date"),
    ],
    rules: &[DATE_AND_FROM_OR_NEITHER],
    ..DataFile::DEFAULTS
};

/// Refuses "only one of Date and From of a trainer".
const DATE_AND_FROM_OR_NEITHER: RowRule = RowRule::forbid_rows(
    "From",
    "json_array(iif(Date = '', 'FromWithoutDate', 'DateWithoutFrom'))",
    "(Date = '') <> (\"From\" = '')",
);
