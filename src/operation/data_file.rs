//! DataFile: the current rows of a data file, as events that would create them. A copy begins with these events.

use super::feed_page::{FeedPage, LIMIT, LIMIT_RANGE, page_schema, parse_position, refuse_invalid_position};
use super::prelude::*;
use crate::datafile::{self, FILES};
use crate::ledger::feed;

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::new("file", ParameterKind::OneOf(&NAMES))
            .described("The table whose rows are returned.")
            .dutch("Tabel", "De tabel waarvan u de rijen wilt."),
        Parameter::new("after", ParameterKind::Position)
            .optional()
            .described("If empty: from the first row. Otherwise the value of Next from the previous page.")
            .dutch("Na rij", "Leeg = vanaf de eerste rij. Anders de waarde die de vorige keer bij Volgende stond."),
        LIMIT,
    ],
    rules: &[LIMIT_RANGE, ArgumentRule::ValidPosition],
    sorted_by: Some("row"),
    is_for_programs: true,
    ..Operation::over_rest(
        "DataFile",
        get("/data-files/{file}"),
        "For programs that keep a copy of the data: all current rows of one table. Then use the report “Changes”.",
        page_schema(open_page),
    )
    .dutch(
        "Rijen van een tabel",
        "Voor programma's die een kopie van de gegevens bijhouden: de huidige rijen van een tabel.",
    )
};

/// The names of the data files and of the pictures, each as the word of the parameter and as the argument's value.
pub static NAMES: [(&str, &str); FILES.len() + 1] = {
    let pictures = datafile::images::FILE.name;
    // the last name stays `pictures`; a constant cannot use iterators
    let mut names = [(pictures, pictures); FILES.len() + 1];
    let mut index = 0;
    while index < FILES.len() {
        names[index] = (FILES[index].name, FILES[index].name);
        index += 1;
    }
    names
};

fn open_page<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, AnswerError> {
    let name = arguments.text("file");
    let file = datafile::find_file(name).expect("the argument is one of NAMES");
    let position = parse_position(arguments, "after")?;
    if let Some(position) = &position {
        // the first version of this interface returned numbers without a history, which are valid in any history
        let check = if position.is_number_only() { Ok(()) } else { position.check_in_rows(file, snapshot)? };
        refuse_invalid_position(check, "after", position, snapshot)?;
    }
    let (after, limit) = (position.map_or(0, |position| position.number), arguments.int(LIMIT.name));
    let events = feed::list_rows_as_events(snapshot, file, after, limit)?;
    let page = FeedPage {
        file: Some(file),
        wait: None,
        next: events.last().map_or(after, |last| last.row),
        // a full page that is the last one is followed by an empty page
        has_more: events.len() == usize::try_from(limit)?,
        events,
    };
    Ok(page.open(snapshot)?)
}
