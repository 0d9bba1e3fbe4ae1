//! Memory comes back: after 512 connections at once, after failing logins, after streaming.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Result, ensure};

use crate::client::{Client, form};
use crate::figures::{Bound, Figures};
use crate::load::{Kind, Until, run};
use crate::server::Server;
use crate::site::Site;
use crate::streaming;

const TITLE: &str = "Memory, RssAnon MiB";
const COLUMNS: [&str; 4] = ["before", "peak", "1 s after", "12 s after"];

/// As many as the service takes.
const CONNECTIONS: u32 = 512;

const FAILING: u32 = 200;

/// What two password hashes at once take, in MiB.
const HASHES: f64 = 2.0 * 19.0;

pub fn measure(site: &Site, figures: &mut Figures) -> Result<()> {
    let server = site.serve(&["--trust-proxy"])?;
    let (budget, each) = streaming::BUDGET;
    // the password is hashed once
    crowd(&server, 1)?;

    let mut watch = |what: &str, most: f64, work: &dyn Fn() -> Result<()>| -> Result<()> {
        let before = server.memory();
        let (peak, worked) = server.peak(work);
        worked?;
        sleep(Duration::from_secs(1));
        let soon = server.memory();
        // the runtime's threads for blocking work end when idle for ten seconds
        sleep(Duration::from_secs(11));
        let later = server.memory();
        let case = format!("{what}, {} persons", site.persons);
        let values = [before, peak, soon, later];
        figures.row(TITLE, &COLUMNS, case.clone(), values);
        figures.goal(
            format!("peak RssAnon MiB, {case}"),
            peak,
            Bound::AtMost(most),
        );
        figures.goal(
            format!("RssAnon MiB 12 s after {case}"),
            later,
            Bound::AtMost(budget),
        );
        Ok(())
    };
    let crowded = budget + each * f64::from(CONNECTIONS);
    watch(
        "512 connections with a look-up each at once",
        crowded,
        &|| crowd(&server, CONNECTIONS),
    )?;
    watch(
        "200 failing logins of 8 clients",
        budget + HASHES + 8.0 * each,
        &|| failing(&server),
    )?;
    for gzip in [false, true] {
        let what = if gzip {
            "8 readers of everyone, gzip"
        } else {
            "8 readers of everyone"
        };
        watch(what, budget + 8.0 * each, &|| {
            streaming::read(&server, 8, |reader| streaming::request(reader, gzip)).map(drop)
        })?;
    }
    watch("512 connections again", crowded, &|| {
        crowd(&server, CONNECTIONS)
    })?;
    in_flight(site, figures)
}

/// What an answer in flight takes: readers that wait once the answer has begun.
fn in_flight(site: &Site, figures: &mut Figures) -> Result<()> {
    let (budget, each) = streaming::BUDGET;
    for readers in [64, 500] {
        let server = site.serve(&[])?;
        crowd(&server, 1)?;
        let before = server.memory();
        let (peak, held) = server.peak(|| streaming::hold(&server, readers));
        held?;
        let case = format!("{readers} readers that wait, {} persons", site.persons);
        let readers = f64::from(readers);
        figures.goal(
            format!("peak RssAnon MiB, {case}"),
            peak,
            Bound::AtMost(budget + each * readers),
        );
        figures.goal(
            format!("KiB for each of {case}"),
            (peak - before) * 1024.0 / readers,
            Bound::AtMost(each * 1024.0),
        );
    }
    Ok(())
}

/// So many connections, each with a look-up before any answer is read, all open until the last is answered.
fn crowd(server: &Server, connections: u32) -> Result<()> {
    let mut clients = Vec::new();
    for number in 0..connections {
        let mut client = Client::connect(server.address)?;
        let mut request = Vec::new();
        let id = (number + 1).to_string();
        form(
            "GetPersonByServiceId",
            "servicePersonId",
            &id,
            "",
            &mut request,
        );
        client.send(&request)?;
        clients.push(client);
    }
    for client in &mut clients {
        let reply = client.receive(|_| {})?;
        ensure!(reply.status == 200, "an answer is {}", reply.status);
    }
    Ok(())
}

/// Logins with a wrong password, each from an address of its own, since the throttle would end them.
fn failing(server: &Server) -> Result<()> {
    let next = AtomicU32::new(0);
    let kind = Kind {
        request: &|_, request| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let from = format!(
                "X-Forwarded-For: 10.0.{}.{}\r\n",
                number / 250,
                number % 250
            );
            form(
                "GetPersonByServiceId",
                "servicePersonId",
                "1",
                &from,
                request,
            );
            let at = request
                .windows(9)
                .position(|name| name == b"password=")
                .expect("a form")
                + 9;
            request[at] = b'X';
        },
        status: 401,
        holds: "Invalid username or password.",
    };
    run(server, 8, Until::Answered(FAILING), &kind).map(drop)
}
