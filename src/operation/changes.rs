//! Changes: what became of which row since a number, for who keeps a copy of the data. What a notice tells is the
//! ledger's, how a page of them is told `noticed`'s.

use super::noticed::{LIMIT, LIMITED, Page, page_of};
use super::request::{Arguments, Kind, Parameter};
use super::rest::get;
use super::shape::{Opened, Unopened};
use super::{Operation, Rule};
use crate::ledger::feed;
use crate::model::refusal::Refusal;
use crate::store::Snapshot;

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::optional("since", Kind::Int)
            .says("The number after which to begin: next of the last answer; without one nothing but next is told.")
            .dutch("Sinds", "Het nummer waarna te beginnen: Volgende van het vorige antwoord."),
        LIMIT,
    ],
    rules: &[Rule::Within { parameter: "since", least: 0, most: i32::MAX, allowed: "0 or more" }, LIMITED, Rule::Kept],
    dutch: ("Wijzigingen", "Wat er sinds een nummer van welke rij geworden is; zonder nummer het nieuwste nummer."),
    ..Operation::over_rest(
        "Changes",
        get("/changes"),
        "What became of which row of the data since a number; without one, the newest number.",
        page_of(open),
    )
};

fn open<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<Opened<'s>, Unopened> {
    let newest = feed::newest(snapshot)?;
    let (notices, next) = match arguments.given_int("since") {
        None => (Vec::new(), newest),
        Some(since) => {
            let notices = feed::since(snapshot, since.into(), arguments.int(LIMIT.name))?;
            let notices = notices.ok_or(Unopened::Refused(Refusal::Gone { since, newest }))?;
            let last = notices.last().and_then(feed::Notice::number);
            (notices, last.unwrap_or(since.into()))
        }
    };
    let page = Page { notices, next, more: next < newest };
    Ok(page.open(snapshot)?)
}
