//! GetAllBasicPersonInfo in each format: what a row costs, beside XML, by turns.

use std::time::Instant;

use anyhow::{Result, ensure};

use crate::client::{Client, rest};
use crate::figures::{Bound, Figures};
use crate::server::Server;
use crate::site::Site;
use crate::streaming;

const TITLE: &str = "GetAllBasicPersonInfo by format";
const COLUMNS: [&str; 4] = ["rows/s", "MB", "server CPU µs/row", "CPU to that of XML"];

/// XML, and those of REST.
const FORMATS: [&str; 5] = ["xml", "json", "ndjson", "csv", "csv-excel"];

/// How often each is read.
const TURNS: u32 = 12;

/// What the turns of a format took.
#[derive(Default)]
struct Spent {
    seconds: f64,
    processor: f64,
    bytes: usize,
}

pub fn measure(site: &Site, figures: &mut Figures) -> Result<()> {
    let server = site.serve(&[])?;
    let mut spent: [Spent; FORMATS.len()] = Default::default();
    for format in FORMATS {
        // the first is nobody's
        read(&server, format, Spent::default())?;
    }
    for _ in 0..TURNS {
        for (format, spent) in FORMATS.iter().zip(&mut spent) {
            *spent = read(&server, format, std::mem::take(spent))?;
        }
    }
    let rows = f64::from(site.persons) * f64::from(TURNS);
    let xml = spent[0].processor;
    for (format, spent) in FORMATS.iter().zip(&spent) {
        let case = format!("{format}, {} persons", site.persons);
        let values = [
            rows / spent.seconds,
            spent.bytes as f64 / 1e6,
            spent.processor / rows * 1e6,
            spent.processor / xml,
        ];
        figures.row(TITLE, &COLUMNS, case.clone(), values);
        figures.goal(
            format!("CPU to that of XML, {case}"),
            spent.processor / xml,
            Bound::AtMost(1.0),
        );
    }
    Ok(())
}

/// Reads the answer once more.
fn read(server: &Server, format: &str, before: Spent) -> Result<Spent> {
    let mut client = Client::connect(server.address)?;
    let (began, processor) = (Instant::now(), server.processor_time());
    client.send(&request(format))?;
    let reply = client.receive(|_| {})?;
    ensure!(reply.status == 200, "an answer is {}", reply.status);
    Ok(Spent {
        seconds: before.seconds + began.elapsed().as_secs_f64(),
        processor: before.processor + server.processor_time() - processor,
        bytes: reply.bytes,
    })
}

fn request(format: &str) -> Vec<u8> {
    match format {
        "xml" => streaming::request(0, false),
        format => rest(&Site::reader(0), &format!("/persons?format={format}")),
    }
}
