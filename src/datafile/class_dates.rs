//! class_dates.csv: the contact moments of classes.

use super::classes::class;
use super::columns::{flag, id, int, text};
use super::file::{Column, Domain, File};
use super::rule::Rule;
use super::tasks;

/// The file.
pub static FILE: File = File {
    name: "class_dates.csv",
    about: "the contact moments of each class",
    table: "class_date",
    columns: &[
        id(),
        class(),
        Column::new("Date", Domain::Date, "the day").key(),
        Column::new("From", Domain::Time, "when it begins")
            .stored_as("starts_at")
            .key(),
        Column::new("Till", Domain::Time, "when it ends")
            .stored_as("ends_at")
            .required(),
        text("LocationName", "where it is"),
        text("LocationAddress", "the address"),
        int("MeetingId", i32::MIN, "the online meeting"),
        text("TaskCode", "the module that it is about").naming(&tasks::FILE, "task"),
        flag("StreamAvailable", "whether it is streamed"),
        text("StreamPassword", "the code to join the stream"),
        text("EticketInformation", "extra text on the e-ticket"),
        int(
            "ReservationId",
            i32::MIN,
            "the room's reservation elsewhere",
        ),
    ],
    rules: &[END_AFTER_START],
    ..File::PLAIN
};

/// "a Till not after its From"
const END_AFTER_START: Rule = Rule::rows(
    "Till",
    "'{} is not after From, ' || \"From\"",
    "Till <> '' AND Till <= \"From\"",
);
