//! Look-ups of one person, against constant answers of the same length.

use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use crate::client::{form, soap};
use crate::figures::{Bound, Figures};
use crate::load::{Chance, Kind, Outcome, Until, run};
use crate::persons::{email_of, external_identifier};
use crate::server::Server;
use crate::site::Site;
use crate::streaming;

const TITLE: &str = "Look-ups";
const COLUMNS: [&str; 6] = [
    "requests/s",
    "p50 µs",
    "p99 µs",
    "server CPU µs/request",
    "body bytes",
    "peak RssAnon MiB",
];

/// The kinds are measured by turns, so that what else the machine does falls on all of them.
const TURNS: u32 = 8;

/// "Invalid value for parameter servicePersonId: …": of a value at most so many characters are shown.
const SHOWN: usize = 100;

/// A double quote in a form, which is answered as `&quot;`.
const QUOTE: (&str, usize) = ("%22", 6);

pub fn measure(site: &Site, seconds: f64, figures: &mut Figures) -> Result<()> {
    let server = site.serve(&[])?;
    let by_id = |chance: &mut Chance, request: &mut Vec<u8>| {
        let id = chance.up_to(site.persons).to_string();
        form("GetPersonByServiceId", "servicePersonId", &id, "", request);
    };
    let by_external_id = |chance: &mut Chance, request: &mut Vec<u8>| {
        let id = external_identifier(chance.up_to(site.persons));
        form("GetPersonByExternalId", "externalId", &id, "", request);
    };
    let by_email = |chance: &mut Chance, request: &mut Vec<u8>| {
        let email = email_of(chance.up_to(site.persons)).replace('@', "%40");
        form("GetPersonByEmail", "email", &email, "", request);
    };
    let by_id_soap = |chance: &mut Chance, request: &mut Vec<u8>| {
        let id = chance.up_to(site.persons);
        let id = format!("<servicePersonId>{id}</servicePersonId>");
        soap("GetPersonByServiceId", &id, request);
    };
    let found = |request| Kind {
        request,
        status: 200,
        holds: "<Success>true</Success>",
    };
    let length = run(&server, 1, Until::Answered(2000), &found(&by_id))?.length();
    let constant = refused(&server, length)?;
    let constant = |_: &mut Chance, request: &mut Vec<u8>| request.clone_from(&constant);
    let bare = Server::start(
        Command::new(std::env::current_exe()?)
            .arg("--constant")
            .arg((length.round() as usize).to_string()),
    )?;

    let kinds = [
        ("GetPersonByServiceId", &server, found(&by_id)),
        ("GetPersonByExternalId", &server, found(&by_external_id)),
        ("GetPersonByEmail", &server, found(&by_email)),
        ("GetPersonByServiceId, SOAP", &server, found(&by_id_soap)),
        (
            "constant, the same path",
            &server,
            Kind {
                request: &constant,
                status: 400,
                holds: "<Success>false</Success>",
            },
        ),
        (
            "constant, bare hyper",
            &bare,
            Kind {
                request: &by_id,
                status: 200,
                holds: "",
            },
        ),
    ];
    for clients in [1, 32] {
        let mut outcomes: Vec<(f64, Outcome)> = kinds.iter().map(|_| Default::default()).collect();
        let turn = Until::Passed(Duration::from_secs_f64(seconds / f64::from(TURNS)));
        for _ in 0..TURNS {
            for ((_, server, kind), (peak, outcome)) in kinds.iter().zip(&mut outcomes) {
                let (most, measured) = server.peak(|| run(server, clients, turn, kind));
                outcome.add(measured?);
                *peak = peak.max(most);
            }
        }
        let case = |name: &str| format!("{name}, {clients} clients, {} persons", site.persons);
        for ((name, ..), (peak, outcome)) in kinds.iter().zip(&mut outcomes) {
            let (half, most) = outcome.latencies();
            let (rate, cost, length) = (outcome.rate(), outcome.cost(), outcome.length());
            figures.row(
                TITLE,
                &COLUMNS,
                case(name),
                [rate, half, most, cost, length, *peak],
            );
            if !name.contains("bare") {
                let (budget, each) = streaming::BUDGET;
                figures.goal(
                    format!("peak RssAnon MiB, {}", case(name)),
                    *peak,
                    Bound::AtMost(budget + each * clients as f64),
                );
            }
        }
        let against = |figures: &mut Figures, of: usize, to: usize, bound| {
            let (of_name, to_name) = (kinds[of].0, kinds[to].0);
            let (of, to) = (&outcomes[of].1, &outcomes[to].1);
            let what = case(&format!("{of_name} ÷ {to_name}"));
            figures.goal(what.clone() + ": rate", of.rate() / to.rate(), bound);
            figures.goal(what + ": CPU", to.cost() / of.cost(), bound);
        };
        for lookup in 0..3 {
            against(figures, lookup, 4, Bound::AtLeast(0.4));
        }
        against(figures, 0, 5, Bound::None);
    }
    Ok(())
}

/// A request that goes the whole way of a look-up (HTTP, the form, a snapshot on a blocking thread, the gate) and
/// is refused where the look-up would query: its answer quotes the value that was sent, which is chosen so that
/// the answer has this length.
fn refused(server: &Server, length: f64) -> Result<Vec<u8>> {
    let write = |quotes: usize, letters: usize, request: &mut Vec<u8>| {
        let value = QUOTE.0.repeat(quotes) + &"x".repeat(letters);
        form(
            "GetPersonByServiceId",
            "servicePersonId",
            &value,
            "",
            request,
        );
    };
    let kind = Kind {
        request: &|_, request| write(0, 1, request),
        status: 400,
        holds: "Invalid value",
    };
    let shortest = run(server, 1, Until::Answered(1), &kind)?.length() as usize - 1;
    let missing = (length.round() as usize).saturating_sub(shortest);
    let quotes = (missing / QUOTE.1).min(SHOWN);
    let letters = (missing - quotes * QUOTE.1).min(SHOWN - quotes);
    let mut request = Vec::new();
    write(quotes, letters, &mut request);
    Ok(request)
}
