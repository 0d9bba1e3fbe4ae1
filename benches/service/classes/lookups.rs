//! Look-ups of one class and of one agenda, against that of one person.

use std::time::Duration;

use anyhow::Result;

use super::{CLASSES, PERSONS, serve};
use crate::client::form;
use crate::figures::{Bound, Figures};
use crate::load::{Chance, Kind, Outcome, Until, run};
use crate::site::Site;

const TITLE: &str = "Look-ups of classes and agendas";
const COLUMNS: [&str; 5] = [
    "requests/s",
    "p50 µs",
    "p99 µs",
    "server CPU µs/request",
    "body bytes",
];

/// The kinds are measured by turns, so that what else the machine does falls on all of them.
const TURNS: u32 = 8;

/// The specification of this work: "GetClass and GetPersonAgenda look-ups stay within 2 × the cost of
/// GetPersonByExternalId".
const MOST: f64 = 2.0;

pub fn measure(site: &Site, seconds: f64, figures: &mut Figures) -> Result<()> {
    let server = serve(site)?;
    let person = |chance: &mut Chance, request: &mut Vec<u8>| {
        let identifier = format!("{:07}", chance.up_to(PERSONS));
        form(
            "GetPersonByExternalId",
            "externalId",
            &identifier,
            "",
            request,
        );
    };
    let class = |chance: &mut Chance, request: &mut Vec<u8>| {
        form(
            "GetClass",
            "classId",
            &chance.up_to(CLASSES).to_string(),
            "",
            request,
        );
    };
    let agenda = |chance: &mut Chance, request: &mut Vec<u8>| {
        let identifier = format!("{:07}", chance.up_to(PERSONS));
        form("GetPersonAgenda", "identifier", &identifier, "", request);
    };
    let found = |request, holds| Kind {
        request,
        status: 200,
        holds,
    };
    let kinds = [
        (
            "GetPersonByExternalId",
            found(&person, "<Success>true</Success>"),
        ),
        ("GetClass", found(&class, "<Success>true</Success>")),
        ("GetPersonAgenda", found(&agenda, "<Succes>true</Succes>")),
    ];
    for clients in [1, 32] {
        let mut outcomes: Vec<Outcome> = kinds.iter().map(|_| Outcome::default()).collect();
        let turn = Until::Passed(Duration::from_secs_f64(seconds / f64::from(TURNS)));
        for _ in 0..TURNS {
            for ((_, kind), outcome) in kinds.iter().zip(&mut outcomes) {
                outcome.add(run(&server, clients, turn, kind)?);
            }
        }
        for ((name, _), outcome) in kinds.iter().zip(&mut outcomes) {
            let (half, most) = outcome.latencies();
            let values = [outcome.rate(), half, most, outcome.cost(), outcome.length()];
            figures.row(
                TITLE,
                &COLUMNS,
                format!("{name}, {clients} clients"),
                values,
            );
        }
        for at in [1, 2] {
            let what = format!(
                "{} ÷ {}, {clients} clients: server CPU",
                kinds[at].0, kinds[0].0
            );
            figures.goal(
                what,
                outcomes[at].cost() / outcomes[0].cost(),
                Bound::AtMost(MOST),
            );
        }
    }
    Ok(())
}
