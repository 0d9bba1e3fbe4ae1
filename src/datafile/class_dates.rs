//! class_dates.csv: the contact moments of classes.

use super::columns::{flag, id, int, text};
use super::file::{Column, Domain, File, Rule};
use super::{classes, tasks};

/// The file.
pub static FILE: File = File {
    name: "class_dates.csv",
    about: "the contact moments of each class",
    dutch: ("Contactmomenten", "de contactmomenten van elke klas"),
    table: "class_date",
    columns: &[
        id(),
        text("ClassCode", "class", "the class")
            .dutch("Klas", "de klas")
            .key()
            .naming(&classes::FILE, "NULL"),
        Column::new("Date", "date", Domain::Date, "the day")
            .dutch("Datum", "de dag")
            .key(),
        Column::new("From", "starts_at", Domain::Time, "when it begins")
            .dutch("Van", "wanneer het begint")
            .key(),
        Column::new("Till", "ends_at", Domain::Time, "when it ends")
            .dutch("Tot", "wanneer het eindigt")
            .required(),
        text("LocationName", "location_name", "where it is").dutch("Locatie", "waar het is"),
        text("LocationAddress", "location_address", "the address").dutch("Adres", "het adres"),
        int("MeetingId", "meeting_id", i32::MIN, "the online meeting")
            .dutch("Onlinebijeenkomst", "de onlinebijeenkomst"),
        text("TaskCode", "task", "the module that it is about")
            .dutch("Onderdeel", "het onderdeel waar het over gaat")
            .naming(&tasks::FILE, "NULL"),
        flag(
            "StreamAvailable",
            "stream_available",
            "whether it is streamed",
        )
        .dutch("Met stream", "of het wordt uitgezonden"),
        text(
            "StreamPassword",
            "stream_password",
            "the code to join the stream",
        )
        .dutch("Code van de stream", "de code om mee te kijken"),
        text(
            "EticketInformation",
            "eticket_information",
            "extra text on the e-ticket",
        )
        .dutch("Tekst op e-ticket", "extra tekst op het e-ticket"),
        int(
            "ReservationId",
            "reservation_id",
            i32::MIN,
            "the room's reservation elsewhere",
        )
        .dutch("Reservering", "de reservering van de ruimte elders"),
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
