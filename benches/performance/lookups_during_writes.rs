//! Measures the p99 of look-ups: without writes, during an import of 100,000 persons, and during a burst of creates.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::client::write_form;
use crate::concurrent_clients::{LoadResult, Random, RequestKind, Until, run};
use crate::demo_organisation::Organisation;
use crate::result_table::Table;
use crate::server::Server;
use crate::short_calls::{known_persons, write_create_person};

const IMPORTED_PERSONS: u32 = 100_000;
const CREATED_PERSONS: u32 = 20_000;
const CREATING_CLIENTS: usize = 32;

const IDLE_TIME: Duration = Duration::from_secs(5);
const TURN: Duration = Duration::from_millis(200);

pub fn measure(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let database = organisation.copy()?;
    let server = organisation.serve(&database)?;
    let known = known_persons(organisation)?;
    let by_id = |random: &mut Random, request: &mut Vec<u8>| {
        let [id, ..] = &known[random.up_to(known.len() as u32) as usize - 1];
        let id = format!("&servicePersonId={id}");
        write_form("GetPersonByServiceId", &id, "", request);
    };
    let look_up = RequestKind { write_request: &by_id, status: 200, body_part: "<Success>true</Success>" };
    run(&server, 1, Until::Answered(500), &look_up)?;
    let idle = measure_p99(&server, &look_up, || {
        thread::sleep(IDLE_TIME);
        Ok(())
    })?;
    let folder = write_persons(organisation)?;
    let import = measure_p99(&server, &look_up, || organisation.run(&["import", &folder], &database, ""))?;
    let next = AtomicU32::new(0);
    let create = RequestKind {
        write_request: &|_, request| write_create_person(next.fetch_add(1, Ordering::Relaxed), request),
        status: 200,
        body_part: "<Success>true</Success>",
    };
    let creates = measure_p99(&server, &look_up, || {
        run(&server, CREATING_CLIENTS, Until::Answered(CREATED_PERSONS), &create).map(|_| ())
    })?;
    for (work, p99) in [("an import of 100,000 persons", import), ("a burst of creates", creates)] {
        let cell = format!("{:.2} × ({p99:.0} µs, idle {idle:.0} µs)", idle / p99);
        let label = format!("p99 of look-ups, idle ÷ during {work}");
        table.add(&label, organisation.persons, "≥ 0.5 ×", cell);
    }
    Ok(())
}

/// Returns the p99 of look-ups of one client during the work, in microseconds.
fn measure_p99(server: &Server, look_up: &RequestKind, work: impl FnOnce() -> Result<()> + Send) -> Result<f64> {
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = work();
            is_done.store(true, Ordering::Relaxed);
            result
        });
        let mut result = LoadResult::default();
        while !is_done.load(Ordering::Relaxed) {
            result.add(run(server, 1, Until::Elapsed(TURN), look_up)?);
        }
        worker.join().expect("no panic")?;
        Ok(result.latency_percentiles().1)
    })
}

/// Writes a data file of new persons; returns its folder.
fn write_persons(organisation: &Organisation) -> Result<String> {
    let folder = organisation.path("persons");
    fs::create_dir_all(&folder)?;
    let mut rows = String::from("ExternalIdentifier,FirstName,FamilyName,Email\n");
    for number in 0..IMPORTED_PERSONS {
        rows += &format!("I{number:06},Nieuw,Persoon,ingelezen{number}@organisatie.example\n");
    }
    fs::write(folder.join("persons.csv"), rows)?;
    Ok(folder.to_str().context("a path in UTF-8")?.to_owned())
}
