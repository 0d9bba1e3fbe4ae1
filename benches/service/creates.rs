//! CreatePerson: 32 clients, whose creates the writer groups, against one client, whose creates it can't; and
//! against SQLite alone with a commit for each.

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use anyhow::Result;
use rusqlite::{Connection, params};

use crate::client::soap;
use crate::figures::{Bound, Figures};
use crate::load::{Chance, Kind, Outcome, Until, run};
use crate::site::Site;

const TITLE: &str = "CreatePerson";
const COLUMNS: [&str; 5] = [
    "creates/s",
    "p50 µs",
    "p99 µs",
    "server CPU µs/create",
    "peak RssAnon MiB",
];
const TURNS: u32 = 12;

pub fn measure(site: &Site, creates: u32, figures: &mut Figures) -> Result<()> {
    let server = site.serve(&[])?;
    let next = AtomicU32::new(0);
    let create = |chance: &mut Chance, request: &mut Vec<u8>| {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let manager = chance.up_to(site.persons / 10);
        let location = chance.up_to(site.persons / 40);
        let person = format!(
            "<personCreate><ExternalIdentifier>N{number:07}</ExternalIdentifier><FirstName>Nieuw</FirstName>\
             <Insertion>van</Insertion><FamilyName>Persoon</FamilyName><Email>nieuw{number}@organisatie.example</Email>\
             <AccountLevel>LEARNER</AccountLevel><FunctionName>Functie 1 van de organisatie</FunctionName>\
             <DivisionName>Locatie {location}</DivisionName><CostCentre>K100</CostCentre>\
             <PhoneNumber>06-12345678</PhoneNumber><ContractStartTime>2026-01-01T00:00:00</ContractStartTime>\
             <ManagerExternalIdentifier>{manager:07}</ManagerExternalIdentifier></personCreate>"
        );
        soap("CreatePerson", &person, request);
    };
    let kind = Kind {
        request: &create,
        status: 200,
        holds: "<Success>true</Success>",
    };
    // the password is hashed once
    run(&server, 1, Until::Answered(50), &kind)?;

    let copy = site.beside("copy.sqlite");
    std::fs::copy(site.path(), &copy)?;
    let mut alone = Alone::open(&copy)?;
    let mut disk = Disk::new(&site.beside("disk"))?;

    let clients = [1, 8, 32];
    let mut outcomes: [(f64, Outcome); 3] = Default::default();
    let turn = Until::Answered(creates / TURNS);
    for _ in 0..TURNS {
        for (clients, (peak, outcome)) in clients.iter().zip(&mut outcomes) {
            let (most, measured) = server.peak(|| run(&server, *clients, turn, &kind));
            outcome.add(measured?);
            *peak = peak.max(most);
        }
        alone.turn(creates / TURNS)?;
        disk.turn()?;
    }
    let persons = site.persons;
    for (clients, (peak, outcome)) in clients.iter().zip(&mut outcomes) {
        let (half, most) = outcome.latencies();
        let values = [outcome.rate(), half, most, outcome.cost(), *peak];
        figures.row(
            TITLE,
            &COLUMNS,
            format!("{clients} clients, {persons} persons"),
            values,
        );
    }
    let (half, most) = alone.outcome.latencies();
    figures.row(
        TITLE,
        &COLUMNS,
        format!("SQLite alone, a commit each, {persons} persons"),
        [alone.outcome.rate(), half, most, f64::NAN, f64::NAN],
    );
    let rate = |index: usize| outcomes[index].1.rate();
    figures.goal(
        format!("creates at 32 clients ÷ at 1 client, {persons} persons"),
        rate(2) / rate(0),
        Bound::AtLeast(3.0),
    );
    figures.goal(
        format!("creates at 32 clients ÷ SQLite alone, a commit each, {persons} persons"),
        rate(2) / alone.outcome.rate(),
        Bound::None,
    );
    figures.goal(
        format!("creates at 1 client ÷ SQLite alone, a commit each, {persons} persons"),
        rate(0) / alone.outcome.rate(),
        Bound::None,
    );
    figures.goal(
        "µs of writing 4 KiB and fdatasync on this disk".into(),
        disk.microseconds(),
        Bound::None,
    );
    Ok(())
}

/// SQLite without a service around it: the inserts of a create, each create in a commit of its own, on a copy.
struct Alone {
    connection: Connection,
    creates: u32,
    outcome: Outcome,
}

impl Alone {
    fn open(path: &std::path::Path) -> Result<Self> {
        let connection = Connection::open(path)?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON",
        )?;
        Ok(Self {
            connection,
            creates: 0,
            outcome: Outcome::default(),
        })
    }

    fn turn(&mut self, creates: u32) -> Result<()> {
        let turn = Instant::now();
        for number in self.creates..self.creates + creates {
            let began = Instant::now();
            let transaction = self.connection.transaction()?;
            let identifier = format!("A{number:07}");
            transaction
                .prepare_cached(
                    "INSERT INTO person (external_identifier, first_name, insertion, family_name, email, account_level,
                         function, division, cost_centre, phone_number, contract_start, manager)
                     VALUES (?, 'Nieuw', 'van', 'Persoon', ?, 3, 1, ?, 'K100', '06-12345678', '2026-01-01T00:00:00', ?)",
                )?
                .execute(params![
                    identifier,
                    format!("nieuw{number}@organisatie.example"),
                    number % 100 + 1,
                    number % 500 + 1
                ])?;
            let person = transaction.last_insert_rowid();
            transaction
                .prepare_cached("INSERT INTO ledger (at, kind, actor, action) VALUES ('2026-01-01T00:00:00Z', 'call', 'hr', 'CreatePerson')")?
                .execute([])?;
            let entry = transaction.last_insert_rowid();
            transaction
                .prepare_cached("INSERT INTO ledger_change (ledger, file, row, kind) VALUES (?, 'persons.csv', ?, 'created')")?
                .execute([entry, person])?;
            transaction.commit()?;
            let took = u32::try_from(began.elapsed().as_nanos()).unwrap_or(u32::MAX);
            self.outcome.latencies.push(took);
        }
        self.outcome.seconds += turn.elapsed().as_secs_f64();
        self.outcome.requests += f64::from(creates);
        self.creates += creates;
        Ok(())
    }
}

/// What the disk takes to keep a page.
struct Disk {
    file: std::fs::File,
    times: Vec<f64>,
}

impl Disk {
    fn new(path: &std::path::Path) -> Result<Self> {
        Ok(Self {
            file: std::fs::File::create(path)?,
            times: Vec::new(),
        })
    }

    fn turn(&mut self) -> Result<()> {
        for _ in 0..50 {
            let began = Instant::now();
            self.file.write_all(&[1; 4096])?;
            self.file.sync_data()?;
            self.times.push(began.elapsed().as_secs_f64());
        }
        Ok(())
    }

    fn microseconds(mut self) -> f64 {
        self.times.sort_unstable_by(f64::total_cmp);
        self.times[self.times.len() / 2] * 1e6
    }
}
