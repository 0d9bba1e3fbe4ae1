//! class_dates.csv: the contact moments of classes.

use super::columns::{flag, id, int, text};
use super::file::{Column, Domain, File, Rule};
use super::{classes, tasks};

/// The file.
pub static FILE: File = File {
    name: "class_dates.csv",
    about: "the contact moments of each class",
    table: "class_date",
    columns: &[
        id(),
        text("ClassCode", "class", "the class")
            .key()
            .naming(&classes::FILE, "NULL"),
        Column::new("Date", "date", Domain::Date, "the day").key(),
        Column::new("From", "starts_at", Domain::Time, "when it begins").key(),
        Column::new("Till", "ends_at", Domain::Time, "when it ends").required(),
        text("LocationName", "location_name", "where it is"),
        text("LocationAddress", "location_address", "the address"),
        int("MeetingId", "meeting_id", i32::MIN, "the online meeting"),
        text("TaskCode", "task", "the module that it is about").naming(&tasks::FILE, "NULL"),
        flag(
            "StreamAvailable",
            "stream_available",
            "whether it is streamed",
        ),
        text(
            "StreamPassword",
            "stream_password",
            "the code to join the stream",
        ),
        text(
            "EticketInformation",
            "eticket_information",
            "extra text on the e-ticket",
        ),
        int(
            "ReservationId",
            "reservation_id",
            i32::MIN,
            "the room's reservation elsewhere",
        ),
    ],
    rules: &[END_AFTER_START],
    ..File::PLAIN
};

/// "a Till not after its From"
const END_AFTER_START: Rule = Rule {
    column: "Till",
    select: "
        SELECT line, Till AS value, '{} is not after From, ' || \"From\" AS message
        FROM next_class_dates WHERE Till <> '' AND Till <= \"From\"",
    ..Rule::PLAIN
};
