//! Short calls: look-ups of one person against a constant answer of the same length, creates of many clients against
//! those of one, readers that wait, and the start.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use rusqlite::Connection;

use crate::client::{Client, form, soap, soap_as};
use crate::concurrent_clients::{Chance, Kind, Outcome, Until, run};
use crate::demo_organisation::{Organisation, USER};
use crate::result_table::Table;
use crate::server::Server;
use crate::streamed_answers::median;

/// Kinds are measured by turns, so that what else the machine does falls on all of them.
const TURNS: u32 = 10;
const TURN: Duration = Duration::from_millis(400);

/// Readers that wait; each credential may have four.
const WAITING: usize = 64;

/// Look-ups by each key, in each style.
pub fn look_ups(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let server = organisation.serve(&organisation.database())?;
    let known = known(organisation)?;
    let one = |chance: &mut Chance| &known[chance.up_to(known.len() as u32) as usize - 1];
    let by_id = |chance: &mut Chance, request: &mut Vec<u8>| {
        form("GetPersonByServiceId", &format!("&servicePersonId={}", one(chance)[0]), "", request);
    };
    let by_external_id = |chance: &mut Chance, request: &mut Vec<u8>| {
        form("GetPersonByExternalId", &format!("&externalId={}", one(chance)[1]), "", request);
    };
    let by_email = |chance: &mut Chance, request: &mut Vec<u8>| {
        form("GetPersonByEmail", &format!("&email={}", one(chance)[2]), "", request);
    };
    let by_id_soap = |chance: &mut Chance, request: &mut Vec<u8>| {
        let id = format!("<servicePersonId>{}</servicePersonId>", one(chance)[0]);
        soap("GetPersonByServiceId", &id, request);
    };
    let found = |request| Kind { request, status: 200, holds: "<Success>true</Success>" };
    let length = run(&server, 1, Until::Answered(500), &found(&by_id))?.length();
    let bare = Server::start(
        Command::new(std::env::current_exe()?).args(["--constant", &(length.round() as usize).to_string()]),
    )?;
    let constant = Kind { request: &by_id, status: 200, holds: "" };
    let kinds = [
        ("", &bare, constant),
        ("GetPersonByServiceId", &server, found(&by_id)),
        ("GetPersonByExternalId", &server, found(&by_external_id)),
        ("GetPersonByEmail", &server, found(&by_email)),
        ("GetPersonByServiceId, SOAP", &server, found(&by_id_soap)),
    ];
    for clients in [1, 32] {
        let mut outcomes: Vec<Outcome> = kinds.iter().map(|_| Outcome::default()).collect();
        for _ in 0..TURNS {
            for ((_, server, kind), outcome) in kinds.iter().zip(&mut outcomes) {
                outcome.add(run(server, clients, Until::Passed(TURN), kind)?);
            }
        }
        let (constant, outcomes) = outcomes.split_at_mut(1);
        for ((name, ..), outcome) in kinds[1..].iter().zip(outcomes) {
            let goal = if name.ends_with("SOAP") { "≥ 0.5 ×" } else { "≥ 0.6 ×" };
            let ratio = outcome.rate() / constant[0].rate();
            let (half, most) = outcome.latencies();
            let cell = format!("{ratio:.2} × ({half:.0} µs, p99 {most:.0} µs)");
            let what = format!("{name}, {clients} clients ÷ bare hyper");
            table.say(&what, organisation.persons, goal, cell);
        }
    }
    Ok(())
}

/// Some persons: ids, identifiers and addresses as a form has them.
pub fn known(organisation: &Organisation) -> Result<Vec<[String; 3]>> {
    let database = Connection::open(organisation.database())?;
    let mut select = database.prepare(
        "SELECT CAST(id AS TEXT), external_identifier, replace(email, '@', '%40') FROM person
         WHERE id > 0 AND NOT anonymised AND contract_end IS NULL ORDER BY id % 997 LIMIT 20000",
    )?;
    let known = select.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
    Ok(known.collect::<rusqlite::Result<_>>()?)
}

/// Writes the request that creates the new person with this number.
pub fn create_person(number: u32, request: &mut Vec<u8>) {
    let person = format!(
        "<personCreate><ExternalIdentifier>N{number:07}</ExternalIdentifier><FirstName>Nieuw</FirstName>\
         <FamilyName>Persoon</FamilyName><Email>nieuw{number}@organisatie.example</Email></personCreate>"
    );
    soap("CreatePerson", &person, request);
}

/// Creates, which the writer groups when there are many.
pub fn creates(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let server = organisation.serve(&organisation.copy()?)?;
    let next = AtomicU32::new(0);
    let create = |_: &mut Chance, request: &mut Vec<u8>| {
        create_person(next.fetch_add(1, Ordering::Relaxed), request);
    };
    let kind = Kind { request: &create, status: 200, holds: "<Success>true</Success>" };
    run(&server, 1, Until::Answered(50), &kind)?;
    let mut outcomes: [Outcome; 2] = Default::default();
    for _ in 0..TURNS {
        for (clients, outcome) in [1, 32].iter().zip(&mut outcomes) {
            outcome.add(run(&server, *clients, Until::Answered(300), &kind)?);
        }
    }
    let [one, many] = outcomes.map(|outcome| outcome.rate());
    let cell = format!("{:.2} × ({many:.0} a second)", many / one);
    table.say("creates, 32 clients ÷ 1", organisation.persons, "≥ 5 ×", cell);
    Ok(())
}

/// What each reader costs that has asked and does not read.
pub fn waiting(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let server = organisation.serve(&organisation.database())?;
    let wait = |reader: usize| -> Result<Client> {
        let mut request = Vec::new();
        let name = format!("{USER}{}", reader / 4);
        soap_as(&name, "GetAllLearningPortfolioContent", "", &mut request);
        let mut client = Client::connect(server.address)?;
        client.send(&request)?;
        Ok(client)
    };
    // each password is hashed once
    for reader in (0..WAITING).step_by(4) {
        drop(wait(reader)?);
        thread::sleep(Duration::from_millis(200));
    }
    let before = server.memory();
    let waiting = (0..WAITING).map(wait).collect::<Result<Vec<_>>>()?;
    let mut memory = [0.0, server.memory()];
    // until all buffers are full, which only shows in the process no longer growing
    while memory[1] > memory[0] {
        thread::sleep(Duration::from_secs(2));
        memory = [memory[1], server.memory()];
    }
    let each = (memory[1] - before) / waiting.len() as f64;
    let cell = format!("{each:.2} MiB");
    table.say("a reader that waits, RssAnon", organisation.persons, "≤ 0.5 MiB", cell);
    Ok(())
}

/// From the start of the process to its first answer.
pub fn start(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let mut taken = Vec::new();
    for _ in 0..9 {
        let begun = Instant::now();
        let server = organisation.serve(&organisation.database())?;
        let mut client = Client::connect(server.address)?;
        client.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
        let reply = client.receive(|_| {})?;
        ensure!(reply.status == 200, "not healthy: {}", reply.status);
        taken.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    let cell = format!("{:.0} ms", median(taken));
    table.say("start to first answer", organisation.persons, "≤ 50 ms", cell);
    Ok(())
}
