//! Changes: what happened to each row since a position, for clients that keep a copy of the data. The ledger provides
//! the events, `feed_page` the pages.

use super::feed_page::{FeedPage, LIMIT, LIMITED, given_position, page_of, refuse_unless};
use super::request::{Arguments, Parameter, ParameterKind};
use super::response_schema::{OpenRowsError, OpenedRows};
use super::rest::get;
use super::{ArgumentRule, Operation};
use crate::ledger::feed;
use crate::store::Snapshot;

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::optional("since", ParameterKind::Position)
            .says(
                "Next of the last answer, or 0 for the beginning; if absent, the answer has only the newest position.",
            )
            .dutch("Sinds", "Volgende van het vorige antwoord, of 0 voor het begin."),
        LIMIT,
    ],
    rules: &[LIMITED, ArgumentRule::Kept],
    dutch: ("Wijzigingen", "Wat er sinds een positie van welke rij geworden is; zonder positie de nieuwste."),
    ..Operation::over_rest(
        "Changes",
        get("/changes"),
        "What became of which row of the data since a position; without one, the newest position.",
        page_of(open),
    )
};

fn open<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, OpenRowsError> {
    let newest = feed::newest(snapshot)?;
    let (notices, next) = match given_position(arguments, "since")? {
        None => (Vec::new(), newest),
        Some(since) => {
            refuse_unless(since.check(snapshot)?, &since, snapshot)?;
            let notices = feed::since(snapshot, since.number, arguments.int(LIMIT.name))?;
            let last = notices.last().and_then(feed::FeedEvent::number);
            (notices, last.unwrap_or(since.number))
        }
    };
    let page = FeedPage { notices, next, more: next < newest };
    Ok(page.open(snapshot)?)
}
