//! Measures streamed responses: their speed compared with `sqlite3 -csv`, the time to the first byte, and the peak memory;
//! and pages of the portfolio.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::client::{Client, rest_get, write_form};
use crate::demo_organisation::Organisation;
use crate::prepared_tables::PreparedTables;
use crate::result_table::Table;
use crate::server::Server;

/// Operations with arguments for the largest response.
const OPERATIONS: [(&str, &str); 7] = [
    ("GetAllLearningPortfolioContent", ""),
    ("CompletedCourses", "&fromDate=1900-01-01&toDate=9999-12-31"),
    ("StartedCourses", "&fromDate=1900-01-01&tillDate=9999-12-31"),
    ("GetHistoricAbsences", ""),
    ("GetAllBasicPersonInfo", ""),
    ("GetClasses", "&includeArchived=true"),
    ("GetCatalog", ""),
];

const PAGED: &str = "GetPaginatedLearningPortfolioContent";

/// Pairs are measured for this time, within the numbers of `PAIRS`.
const PAIRS_TIME: Duration = Duration::from_secs(15);
const PAIRS: std::ops::RangeInclusive<usize> = 3..=25;

/// The times from the request to the first and last byte, and the length of the body.
#[derive(Clone, Copy)]
struct Timing {
    first: Duration,
    total: Duration,
    bytes: usize,
}

pub fn measure(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let server = organisation.serve(&organisation.database())?;
    let persons = organisation.persons;
    for (operation, arguments) in OPERATIONS {
        let response = organisation.path("response.xml");
        save(&server, operation, arguments, &response)?;
        let reference = PreparedTables::new(&response, organisation.path(&format!("{operation}.sqlite")))?;
        let (mut ratios, mut firsts, mut rates) = (Vec::new(), Vec::new(), Vec::new());
        let start = Instant::now();
        let (peak, result) = server.peak_memory(|| -> Result<()> {
            while ratios.len() < *PAIRS.start() || ratios.len() < *PAIRS.end() && start.elapsed() < PAIRS_TIME {
                let service = request(&server, operation, arguments, |_| {})?;
                let sqlite = reference.write_time()?;
                ratios.push(sqlite.as_secs_f64() / service.total.as_secs_f64());
                rates.push(service.bytes as f64 / 1e6 / service.total.as_secs_f64());
                firsts.push(service.first.as_secs_f64() * 1e3);
            }
            Ok(())
        });
        result?;
        let goal = match operation {
            "GetAllLearningPortfolioContent" => "≥ 3.0 ×",
            _ => "≥ 2.0 × (200000: ≥ 1.5 ×)",
        };
        let cell = format!("{:.2} × ({:.0} MB/s, first byte {:.1} ms)", median(ratios), median(rates), median(firsts));
        table.add(&format!("{operation} ÷ sqlite3 -csv"), persons, goal, cell);
        let cell = format!("{peak:.1} MiB");
        table.add(&format!("{operation}, peak RssAnon"), persons, "≤ 32 MiB", cell);
    }
    measure_pages(&server, persons, table)?;
    measure_formats(&server, persons, table)
}

/// Measures the first, a middle and the last page of 1,000 rows, in turns.
fn measure_pages(server: &Server, persons: u32, table: &mut Table) -> Result<()> {
    let mut text = Vec::new();
    request(server, PAGED, "&size=1&index=0", |piece| text.extend_from_slice(piece))?;
    let text = String::from_utf8(text)?;
    let total = text.split("<TotalItems>").nth(1).and_then(|rest| rest.split('<').next());
    let total: usize = total.unwrap_or_default().parse()?;
    let indexes = [0, total / 2000, (total - 1) / 1000];
    let mut times: [Vec<f64>; 3] = Default::default();
    for _ in 0..15 {
        for (index, times) in indexes.iter().zip(&mut times) {
            let page = request(server, PAGED, &format!("&size=1000&index={index}"), |_| {})?;
            times.push(page.total.as_secs_f64() * 1e3);
        }
    }
    let [first, middle, last] = times.map(median);
    let cell = format!("{first:.1}, {middle:.1}, {last:.1} ms");
    table.add("page of 1,000: first, middle, last", persons, "≤ 10 ms", cell);
    Ok(())
}

/// Measures GetAllBasicPersonInfo with gzip and in the formats of REST, compared with XML.
fn measure_formats(server: &Server, persons: u32, table: &mut Table) -> Result<()> {
    let xml = |headers: &str| {
        let mut request = Vec::new();
        write_form("GetAllBasicPersonInfo", "", headers, &mut request);
        request
    };
    let mut requests = vec![("gzip", "≥ 0.45 ×", xml("Accept-Encoding: gzip\r\n"))];
    for format in ["json", "ndjson", "csv"] {
        requests.push((format, "≥ 1 ×", rest_get(&format!("/persons?format={format}"))));
    }
    for (name, goal, request) in requests {
        let mut ratios = Vec::new();
        for _ in 0..7 {
            let plain = send(server, &xml(""), |_| {})?;
            let other = send(server, &request, |_| {})?;
            ratios.push(plain.total.as_secs_f64() / other.total.as_secs_f64());
        }
        let label = format!("GetAllBasicPersonInfo, {name} ÷ XML");
        table.add(&label, persons, goal, format!("{:.2} ×", median(ratios)));
    }
    Ok(())
}

fn save(server: &Server, operation: &str, arguments: &str, path: &Path) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let mut written = Ok(());
    request(server, operation, arguments, |piece| {
        if written.is_ok() {
            written = file.write_all(piece);
        }
    })?;
    written?;
    Ok(file.flush()?)
}

fn request(server: &Server, operation: &str, arguments: &str, body: impl FnMut(&[u8])) -> Result<Timing> {
    let mut request = Vec::new();
    write_form(operation, arguments, "", &mut request);
    send(server, &request, body)
}

fn send(server: &Server, request: &[u8], body: impl FnMut(&[u8])) -> Result<Timing> {
    let mut client = Client::connect(server.address)?;
    let start = Instant::now();
    client.send(request)?;
    let head = client.receive(body)?;
    ensure!(head.status == 200, "unexpected status {}", head.status);
    Ok(Timing { first: head.first_byte_at - start, total: start.elapsed(), bytes: head.body_length })
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
