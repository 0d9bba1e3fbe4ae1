//! Measures look-ups of one person compared with a constant response of the same length, creates of 32 clients compared with
//! one, the memory of waiting readers, and the start.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use rusqlite::Connection;

use crate::client::{Client, write_form, write_soap, write_soap_as};
use crate::concurrent_clients::{LoadResult, Random, RequestKind, Until, run};
use crate::demo_organisation::{Organisation, USER};
use crate::result_table::Table;
use crate::server::Server;
use crate::streamed_responses::median;

/// Kinds of requests take turns, so that other load of the machine affects all of them.
const TURNS: u32 = 10;
const TURN: Duration = Duration::from_millis(400);

/// Each credential may have four at a time.
const WAITING_READERS: usize = 64;

/// Measures look-ups by each key, in each style.
pub fn measure_look_ups(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let server = organisation.serve(&organisation.database())?;
    let known = known_persons(organisation)?;
    let any_person = |random: &mut Random| &known[random.up_to(known.len() as u32) as usize - 1];
    let by_id = |random: &mut Random, request: &mut Vec<u8>| {
        write_form("GetPersonByServiceId", &format!("&servicePersonId={}", any_person(random)[0]), "", request);
    };
    let by_external_id = |random: &mut Random, request: &mut Vec<u8>| {
        write_form("GetPersonByExternalId", &format!("&externalId={}", any_person(random)[1]), "", request);
    };
    let by_email = |random: &mut Random, request: &mut Vec<u8>| {
        write_form("GetPersonByEmail", &format!("&email={}", any_person(random)[2]), "", request);
    };
    let by_id_soap = |random: &mut Random, request: &mut Vec<u8>| {
        let id = format!("<servicePersonId>{}</servicePersonId>", any_person(random)[0]);
        write_soap("GetPersonByServiceId", &id, request);
    };
    let successful = |write_request| RequestKind { write_request, status: 200, body_part: "<Success>true</Success>" };
    let length = run(&server, 1, Until::Answered(500), &successful(&by_id))?.body_length();
    let constant_server = Server::start(
        Command::new(std::env::current_exe()?).args(["--constant", &(length.round() as usize).to_string()]),
    )?;
    let constant = RequestKind { write_request: &by_id, status: 200, body_part: "" };
    let kinds = [
        ("", &constant_server, constant),
        ("GetPersonByServiceId", &server, successful(&by_id)),
        ("GetPersonByExternalId", &server, successful(&by_external_id)),
        ("GetPersonByEmail", &server, successful(&by_email)),
        ("GetPersonByServiceId, SOAP", &server, successful(&by_id_soap)),
    ];
    for clients in [1, 32] {
        let mut results: Vec<LoadResult> = kinds.iter().map(|_| LoadResult::default()).collect();
        for _ in 0..TURNS {
            for ((_, server, kind), result) in kinds.iter().zip(&mut results) {
                result.add(run(server, clients, Until::Elapsed(TURN), kind)?);
            }
        }
        let (constant, results) = results.split_at_mut(1);
        for ((name, ..), result) in kinds[1..].iter().zip(results) {
            let goal = if name.ends_with("SOAP") { "≥ 0.5 ×" } else { "≥ 0.6 ×" };
            let ratio = result.rate() / constant[0].rate();
            let (median, p99) = result.latency_percentiles();
            let cell = format!("{ratio:.2} × ({median:.0} µs, p99 {p99:.0} µs)");
            let label = format!("{name}, {clients} clients ÷ bare hyper");
            table.add(&label, organisation.persons, goal, cell);
        }
    }
    Ok(())
}

/// Returns id, identifier and percent-encoded email of 20,000 persons.
pub fn known_persons(organisation: &Organisation) -> Result<Vec<[String; 3]>> {
    let database = Connection::open(organisation.database())?;
    let mut select = database.prepare(
        "SELECT CAST(id AS TEXT), external_identifier, replace(email, '@', '%40') FROM person
         WHERE id > 0 AND NOT anonymised AND contract_end IS NULL ORDER BY id % 997 LIMIT 20000",
    )?;
    let known = select.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
    Ok(known.collect::<rusqlite::Result<_>>()?)
}

/// Writes a request that creates the person with this number.
pub fn write_create_person(number: u32, request: &mut Vec<u8>) {
    let person = format!(
        "<personCreate><ExternalIdentifier>N{number:07}</ExternalIdentifier><FirstName>Nieuw</FirstName>\
         <FamilyName>Persoon</FamilyName><Email>nieuw{number}@organisatie.example</Email></personCreate>"
    );
    write_soap("CreatePerson", &person, request);
}

/// Measures creates. The writer groups simultaneous ones.
pub fn measure_creates(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let server = organisation.serve(&organisation.copy()?)?;
    let next = AtomicU32::new(0);
    let create = |_: &mut Random, request: &mut Vec<u8>| {
        write_create_person(next.fetch_add(1, Ordering::Relaxed), request);
    };
    let kind = RequestKind { write_request: &create, status: 200, body_part: "<Success>true</Success>" };
    run(&server, 1, Until::Answered(50), &kind)?;
    let mut results: [LoadResult; 2] = Default::default();
    for _ in 0..TURNS {
        for (clients, result) in [1, 32].iter().zip(&mut results) {
            result.add(run(&server, *clients, Until::Answered(300), &kind)?);
        }
    }
    let [one, many] = results.map(|result| result.rate());
    let cell = format!("{:.2} × ({many:.0} a second)", many / one);
    table.add("creates, 32 clients ÷ 1", organisation.persons, "≥ 5 ×", cell);
    Ok(())
}

/// Measures the memory for each client that does not read its streamed response.
pub fn measure_waiting_readers(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let server = organisation.serve(&organisation.database())?;
    let send_only = |reader: usize| -> Result<Client> {
        let mut request = Vec::new();
        let name = format!("{USER}{}", reader / 4);
        write_soap_as(&name, "GetAllLearningPortfolioContent", "", &mut request);
        let mut client = Client::connect(server.address)?;
        client.send(&request)?;
        Ok(client)
    };
    // verify each password once, because hashing needs memory
    for reader in (0..WAITING_READERS).step_by(4) {
        drop(send_only(reader)?);
        thread::sleep(Duration::from_millis(200));
    }
    let before = server.memory();
    let waiting = (0..WAITING_READERS).map(send_only).collect::<Result<Vec<_>>>()?;
    let mut memory = [0.0, server.memory()];
    // all buffers are full when the process no longer grows
    while memory[1] > memory[0] {
        thread::sleep(Duration::from_secs(2));
        memory = [memory[1], server.memory()];
    }
    let each = (memory[1] - before) / waiting.len() as f64;
    let cell = format!("{each:.2} MiB");
    table.add(
        "memory for each client that does not read its response (RssAnon)",
        organisation.persons,
        "≤ 0.5 MiB",
        cell,
    );
    Ok(())
}

/// Measures the time from the start of the process to its first response.
pub fn measure_start(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let mut times = Vec::new();
    for _ in 0..9 {
        let start = Instant::now();
        let server = organisation.serve(&organisation.database())?;
        let mut client = Client::connect(server.address)?;
        client.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
        let head = client.receive(|_| {})?;
        ensure!(head.status == 200, "not healthy: {}", head.status);
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    let cell = format!("{:.0} ms", median(times));
    table.add("start to first answer", organisation.persons, "≤ 50 ms", cell);
    Ok(())
}
