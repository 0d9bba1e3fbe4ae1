//! Changes: the changes of each row since a position, for clients that keep a copy of the data. The ledger provides
//! the events, `feed_page` the pages.

use std::time::Duration;

use super::data_file;
use super::feed_page::{FeedPage, LIMIT, LIMIT_RANGE, page_schema, parse_position, refuse_invalid_position};
use super::prelude::*;
use crate::ledger::feed;

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::new("since", ParameterKind::Position)
            .optional()
            .described(
                "The value of “Next” in the previous answer. 0: all changes. Empty: no changes, only the current value of “Next”.",
            )
            .dutch(
                "Sinds",
                "De waarde van ‘Volgende’ in het vorige antwoord. 0 = alle wijzigingen. Leeg = geen wijzigingen, alleen de \
                 huidige waarde van ‘Volgende’.",
            ),
        LIMIT,
        Parameter::new("file", ParameterKind::AnyOf(&data_file::NAMES))
            .optional()
            .described("Only changes in the chosen tables. If none is chosen, all tables.")
            .dutch("Tabel", "Alleen wijzigingen in deze tabel. Leeg = alle tabellen."),
        int_parameter("wait")
            .optional()
            .with_default(0)
            .described("Seconds to wait for a change (0 to 60).")
            .dutch("Wachttijd (seconden)", "Hoeveel seconden op een wijziging wordt gewacht: 0 tot en met 60."),
    ],
    rules: &[
        LIMIT_RANGE,
        ArgumentRule::IntegerRange { parameter: "wait", min: 0, max: 60 },
        ArgumentRule::ValidPosition,
    ],
    sorted_by: Some("number"),
    is_for_programs: true,
    ..Operation::over_rest(
        "Changes",
        get("/changes"),
        "For programs that keep a copy of the data: the changes since an earlier moment.",
        page_schema(open_page),
    )
    .dutch(
        "Wijzigingen",
        "Voor programma's die een kopie van de gegevens bijhouden: wat er is gewijzigd sinds een eerder moment.",
    )
};

/// Opens the page of changes after the position `since`. An empty page can wait for the next change.
fn open_page<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, AnswerError> {
    let newest = feed::newest_change(snapshot)?;
    let Some(since) = parse_position(arguments, "since")? else {
        // without a position, the answer only says after which position new changes will come
        let page = FeedPage { file: None, events: Vec::new(), next: newest, has_more: false, wait: None };
        return Ok(page.open(snapshot)?);
    };
    refuse_invalid_position(since.check_in_changes(snapshot)?, "since", &since, snapshot)?;
    let limit = arguments.int(LIMIT.name);
    let events = feed::list_events(snapshot, since.number, limit, arguments.given_text("file").unwrap_or_default())?;
    let is_full = events.len() == usize::try_from(limit)?;
    // A full page may end before the newest change. A page that is not full has every change that the filter allows, so
    // the next page begins after the newest change, even if another file has it.
    let next = match events.last().and_then(feed::FeedEvent::number) {
        Some(last) if is_full => last,
        _ => newest,
    };
    let time = Duration::from_secs(arguments.int("wait").unsigned_abs().into());
    // only an empty page waits: events that exist are sent at once
    let can_wait = events.is_empty() && !time.is_zero();
    let wait = can_wait.then_some(FeedWait { newest, time });
    // each change names its own file, so the page names none
    Ok(FeedPage { file: None, events, next, has_more: next < newest, wait }.open(snapshot)?)
}
