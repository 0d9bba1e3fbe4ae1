//! DataFile: the current rows of a data file, as the events that would create them. A copy of the data begins with
//! them.

use super::feed_page::{FeedPage, LIMIT, LIMITED, given_position, page_of, refuse_unless};
use super::request::{Arguments, Parameter, ParameterKind};
use super::response_schema::{OpenRowsError, OpenedRows};
use super::rest::get;
use super::{ArgumentRule, Operation};
use crate::datafile::{self, FILES};
use crate::ledger::feed;
use crate::store::Snapshot;

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::new("file", ParameterKind::OneOf(&NAMES))
            .described("The table, by the name of its data file.")
            .dutch("Tabel", "Welke tabel."),
        Parameter::optional("after", ParameterKind::Position)
            .described("The value of Next from the previous page; empty: start at the first row.")
            .dutch("Na", "De waarde Volgende uit het vorige antwoord; leeg: vanaf de eerste rij."),
        LIMIT,
    ],
    rules: &[LIMITED, ArgumentRule::Kept],
    dutch: ("Rijen van een tabel", "De huidige rijen van een tabel."),
    ..Operation::over_rest(
        "DataFile",
        get("/data-files/{file}"),
        "All current rows of one table. Use it as the start of a copy, then follow Changes.",
        page_of(open_page),
    )
};

/// The names of the data files and of the pictures.
pub static NAMES: [(&str, &str); FILE_COUNT + 1] = {
    let pictures = datafile::images::FILE.name;
    let mut names = [(pictures, pictures); FILE_COUNT + 1];
    let mut at = 0;
    while at < FILE_COUNT {
        names[at] = (FILES[at].name, FILES[at].name);
        at += 1;
    }
    names
};

const FILE_COUNT: usize = 26;

/// Opens the page of rows after the given position.
fn open_page<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, OpenRowsError> {
    let name = arguments.text("file");
    let file = datafile::find_file(name).expect("one of the names is asked for");
    let given = given_position(arguments, "after")?;
    // a bare number names a row in any history: the first version of this interface returned those
    if let Some(after) = given.as_ref().filter(|after| !after.is_bare()) {
        refuse_unless(after.check_history(Some(file), snapshot)?, ("after", after), snapshot)?;
    }
    let (after, limit) = (given.map_or(0, |after| after.number), arguments.int(LIMIT.name));
    let events = feed::list_rows_as_events(snapshot, file, after, limit)?;
    let page = FeedPage {
        file: Some(file),
        wait: None,
        next: events.last().map_or(after, |last| last.row),
        more: events.len() == usize::try_from(limit)?,
        events,
    };
    Ok(page.open(snapshot)?)
}
