//! Measures the time within which 99% of look-ups are answered: without writes, during an import of 100,000 persons, and
//! during a burst of creates.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::client::form;
use crate::concurrent_clients::{Chance, Kind, Outcome, Until, run};
use crate::demo_organisation::Organisation;
use crate::result_table::Table;
use crate::server::Server;
use crate::short_calls::{create_person, known};

/// How many persons are imported.
const IMPORTED: u32 = 100_000;
/// How many are created, by so many clients.
const CREATED: u32 = 20_000;
const CREATING: usize = 32;

/// How long nobody writes.
const IDLE: Duration = Duration::from_secs(5);
const TURN: Duration = Duration::from_millis(200);

/// Measures them.
pub fn measure(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let database = organisation.copy()?;
    let server = organisation.serve(&database)?;
    let known = known(organisation)?;
    let by_id = |chance: &mut Chance, request: &mut Vec<u8>| {
        let [id, ..] = &known[chance.up_to(known.len() as u32) as usize - 1];
        let id = format!("&servicePersonId={id}");
        form("GetPersonByServiceId", &id, "", request);
    };
    let look_up = Kind { request: &by_id, status: 200, holds: "<Success>true</Success>" };
    run(&server, 1, Until::Answered(500), &look_up)?;
    let idle = beside(&server, &look_up, || {
        thread::sleep(IDLE);
        Ok(())
    })?;
    let folder = persons(organisation)?;
    let import = beside(&server, &look_up, || organisation.run(&["import", &folder], &database, ""))?;
    let next = AtomicU32::new(0);
    let create = Kind {
        request: &|_, request| create_person(next.fetch_add(1, Ordering::Relaxed), request),
        status: 200,
        holds: "<Success>true</Success>",
    };
    let creates = beside(&server, &look_up, || run(&server, CREATING, Until::Answered(CREATED), &create).map(|_| ()))?;
    for (what, most) in [("an import of 100,000 persons", import), ("a burst of creates", creates)] {
        let cell = format!("{:.2} × ({most:.0} µs, idle {idle:.0} µs)", idle / most);
        let what = format!("p99 of look-ups, idle ÷ during {what}");
        table.say(&what, organisation.persons, "≥ 0.5 ×", cell);
    }
    Ok(())
}

/// What 99 of 100 look-ups of one client stay within while something is done, in microseconds.
fn beside(server: &Server, look_up: &Kind, work: impl FnOnce() -> Result<()> + Send) -> Result<f64> {
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let working = scope.spawn(|| {
            let worked = work();
            ended.store(true, Ordering::Relaxed);
            worked
        });
        let mut outcome = Outcome::default();
        while !ended.load(Ordering::Relaxed) {
            outcome.add(run(server, 1, Until::Passed(TURN), look_up)?);
        }
        working.join().expect("no panic")?;
        Ok(outcome.latencies().1)
    })
}

/// A folder with as many new persons as are imported.
fn persons(organisation: &Organisation) -> Result<String> {
    let folder = organisation.beside("persons");
    fs::create_dir_all(&folder)?;
    let mut rows = String::from("ExternalIdentifier,FirstName,FamilyName,Email\n");
    for number in 0..IMPORTED {
        rows += &format!("I{number:06},Nieuw,Persoon,ingelezen{number}@organisatie.example\n");
    }
    fs::write(folder.join("persons.csv"), rows)?;
    Ok(folder.to_str().context("a path in UTF-8")?.to_owned())
}
