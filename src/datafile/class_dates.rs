//! class_dates.csv: the sessions (contact moments) of classes.

use super::classes::class_column;
use super::columns::{flag_column, id_column, int_column, text_column};
use super::file::{Column, DataFile, Domain};
use super::rule::RowRule;
use super::tasks;

pub static FILE: DataFile = DataFile {
    name: "class_dates.csv",
    labels: ["Sessions", "Bijeenkomsten"],
    add_row_label: ["Add a session", "Bijeenkomst toevoegen"],
    about: ["the sessions of each class", "de bijeenkomsten van elke klas"],
    table: "class_date",
    columns: &[
        id_column(),
        class_column(),
        Column::new("Date", Domain::Date, "the day").dutch("Datum").key(),
        Column::new("From", Domain::Time, "when it begins")
            .labels("Start time", "Begintijd")
            .stored_as("starts_at")
            .key(),
        Column::new("Till", Domain::Time, "when it ends")
            .labels("End time", "Eindtijd")
            .stored_as("ends_at")
            .required(),
        text_column("LocationName", "where it is").labels("Location", "Locatie"),
        text_column("LocationAddress", "the address").labels("Address", "Adres"),
        int_column("MeetingId", i32::MIN, "the online meeting")
            .labels("Id of online meeting", "Id van onlinebijeenkomst"),
        text_column("TaskCode", "the module that it is about")
            .labels("Module", "Onderdeel")
            .refers_to(&tasks::FILE, "task"),
        flag_column("StreamAvailable", "whether it is streamed").dutch("Met stream"),
        text_column("StreamPassword", "the code to join the stream").dutch("Code van de stream"),
        text_column("EticketInformation", "extra text on the e-ticket").dutch("Tekst op e-ticket"),
        int_column("ReservationId", i32::MIN, "the room's reservation elsewhere")
            .dutch("Reservering")
            .hint("The room's reservation in another system.", "De reservering van de ruimte in een ander systeem."),
    ],
    rules: &[END_AFTER_START],
    ..DataFile::DEFAULTS
};

const END_AFTER_START: RowRule =
    RowRule::forbid_rows("Till", "json_array('TillNotAfterFrom', \"From\")", "Till <> '' AND Till <= \"From\"");
