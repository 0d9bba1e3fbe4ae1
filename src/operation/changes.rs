//! Changes: what happened to each row since a position, for clients that keep a copy of the data. The ledger provides
//! the events, `feed_page` the pages.

use std::time::Duration;

use super::feed_page::{FeedPage, LIMIT, LIMITED, given_position, page_of, refuse_unless};
use super::request::{Arguments, Parameter, ParameterKind};
use super::response_schema::{FeedWait, OpenRowsError, OpenedRows};
use super::rest::get;
use super::{ArgumentRule, Operation, data_file};
use crate::ledger::feed;
use crate::store::Snapshot;

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::optional("since", ParameterKind::Position)
            .described(
                "Next of the last answer, or 0 for the beginning; if absent, the answer has only the newest position.",
            )
            .dutch("Sinds", "Volgende van het vorige antwoord, of 0 voor het begin."),
        LIMIT,
        Parameter::optional("file", ParameterKind::AnyOf(&data_file::NAMES))
            .described("A data file whose changes the answer has; can be given several times; absent: all.")
            .dutch("Gegevensbestand", "Alleen wijzigingen van dit gegevensbestand."),
        Parameter::optional("wait", ParameterKind::Int)
            .or(0)
            .described("How many seconds the answer waits for a first change, 0 to 60.")
            .dutch("Wachten", "Hoeveel seconden op een eerste wijziging wordt gewacht."),
    ],
    rules: &[
        LIMITED,
        ArgumentRule::Within { parameter: "wait", least: 0, most: 60, allowed: "0 to 60" },
        ArgumentRule::Kept,
    ],
    dutch: ("Wijzigingen", "Wijzigingen sinds een bepaald punt; zonder punt de nieuwste."),
    ..Operation::over_rest(
        "Changes",
        get("/changes"),
        "What became of which row of the data since a position; without one, the newest position.",
        page_of(open_page),
    )
};

/// Opens the page of changes after the given position.
fn open_page<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, OpenRowsError> {
    let newest = feed::newest_change(snapshot)?;
    let Some(since) = given_position(arguments, "since")? else {
        return Ok(FeedPage { file: None, events: Vec::new(), next: newest, more: false, wait: None }.open(snapshot)?);
    };
    refuse_unless(since.check(snapshot)?, ("since", &since), snapshot)?;
    let limit = arguments.int(LIMIT.name);
    let events = feed::list_events(snapshot, since.number, limit, arguments.given_text("file").unwrap_or_default())?;
    let is_full = events.len() == usize::try_from(limit)?;
    // a page that is not full has every change up to the newest
    let next = events.last().and_then(feed::FeedEvent::number).filter(|_| is_full).unwrap_or(newest);
    let time = Duration::from_secs(arguments.int("wait").unsigned_abs().into());
    let wait = (events.is_empty() && !time.is_zero()).then_some(FeedWait { newest, time });
    let page = FeedPage { file: None, events, next, more: next < newest, wait };
    Ok(page.open(snapshot)?)
}
