//! The streamed answers: how fast each is beside `sqlite3 -csv` of its own values in ready-made tables, in pairs; when
//! it begins; what memory it takes; and pages of the portfolio.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::client::{Client, form, rest};
use crate::demo_organisation::{Organisation, USER};
use crate::prepared_tables::Flat;
use crate::result_table::Table;
use crate::server::Server;

/// The operations that stream, widest.
const ANSWERS: [(&str, &str); 7] = [
    ("GetAllLearningPortfolioContent", ""),
    ("CompletedCourses", "&fromDate=1900-01-01&toDate=9999-12-31"),
    ("StartedCourses", "&fromDate=1900-01-01&tillDate=9999-12-31"),
    ("GetHistoricAbsences", ""),
    ("GetAllBasicPersonInfo", ""),
    ("GetClasses", "&includeArchived=true"),
    ("GetCatalog", ""),
];

const PAGED: &str = "GetPaginatedLearningPortfolioContent";

/// Pairs go on until they have taken so long, and there are so many at least and at most.
const ENOUGH: Duration = Duration::from_secs(15);
const PAIRS: std::ops::RangeInclusive<usize> = 3..=25;

/// What an answer took.
#[derive(Clone, Copy)]
struct Taken {
    first: Duration,
    whole: Duration,
    bytes: usize,
}

/// Measures them all.
pub fn measure(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let server = organisation.serve(&organisation.database())?;
    let persons = organisation.persons;
    for (operation, arguments) in ANSWERS {
        let answer = organisation.beside("answer.xml");
        save(&server, operation, arguments, &answer)?;
        let flat = Flat::of(&answer, organisation.beside(&format!("{operation}.sqlite")))?;
        let (mut ratios, mut firsts, mut rates) = (Vec::new(), Vec::new(), Vec::new());
        let begun = Instant::now();
        let (peak, paired) = server.peak(|| -> Result<()> {
            while ratios.len() < *PAIRS.start() || ratios.len() < *PAIRS.end() && begun.elapsed() < ENOUGH {
                let ours = ask(&server, operation, arguments, |_| {})?;
                let theirs = flat.written()?;
                ratios.push(theirs.as_secs_f64() / ours.whole.as_secs_f64());
                rates.push(ours.bytes as f64 / 1e6 / ours.whole.as_secs_f64());
                firsts.push(ours.first.as_secs_f64() * 1e3);
            }
            Ok(())
        });
        paired?;
        let goal = match operation {
            "GetAllLearningPortfolioContent" => "≥ 3.0 ×",
            _ => "≥ 2.0 × (200000: ≥ 1.5 ×)",
        };
        let cell = format!("{:.2} × ({:.0} MB/s, first byte {:.1} ms)", median(ratios), median(rates), median(firsts));
        table.say(&format!("{operation} ÷ sqlite3 -csv"), persons, goal, cell);
        let cell = format!("{peak:.1} MiB");
        table.say(&format!("{operation}, peak RssAnon"), persons, "≤ 32 MiB", cell);
    }
    pages(&server, persons, table)?;
    formats(&server, persons, table)
}

/// Pages of 1,000, the first, one in the middle and the last, by turns.
fn pages(server: &Server, persons: u32, table: &mut Table) -> Result<()> {
    let mut text = Vec::new();
    ask(server, PAGED, "&size=1&index=0", |piece| text.extend_from_slice(piece))?;
    let text = String::from_utf8(text)?;
    let total = text.split("<TotalItems>").nth(1).and_then(|rest| rest.split('<').next());
    let total: usize = total.unwrap_or_default().parse()?;
    let indexes = [0, total / 2000, (total - 1) / 1000];
    let mut taken: [Vec<f64>; 3] = Default::default();
    for _ in 0..15 {
        for (index, taken) in indexes.iter().zip(&mut taken) {
            let page = ask(server, PAGED, &format!("&size=1000&index={index}"), |_| {})?;
            taken.push(page.whole.as_secs_f64() * 1e3);
        }
    }
    let [first, middle, last] = taken.map(median);
    let cell = format!("{first:.1}, {middle:.1}, {last:.1} ms");
    table.say("page of 1,000: first, middle, last", persons, "≤ 10 ms", cell);
    Ok(())
}

/// The rate of everyone, compressed and in the formats of REST, against the same as it is in XML.
fn formats(server: &Server, persons: u32, table: &mut Table) -> Result<()> {
    let xml = |headers: &str| {
        let mut request = Vec::new();
        form("GetAllBasicPersonInfo", "", headers, &mut request);
        request
    };
    let mut forms = vec![("gzip", "≥ 0.45 ×", xml("Accept-Encoding: gzip\r\n"))];
    for format in ["json", "ndjson", "csv"] {
        forms.push((format, "≥ 1 ×", rest(USER, &format!("/persons?format={format}"))));
    }
    for (name, goal, request) in forms {
        let mut ratios = Vec::new();
        for _ in 0..7 {
            let plain = send(server, &xml(""), |_| {})?;
            let other = send(server, &request, |_| {})?;
            ratios.push(plain.whole.as_secs_f64() / other.whole.as_secs_f64());
        }
        let what = format!("GetAllBasicPersonInfo, {name} ÷ XML");
        table.say(&what, persons, goal, format!("{:.2} ×", median(ratios)));
    }
    Ok(())
}

fn save(server: &Server, operation: &str, arguments: &str, path: &Path) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let mut written = Ok(());
    ask(server, operation, arguments, |piece| {
        if written.is_ok() {
            written = file.write_all(piece);
        }
    })?;
    written?;
    Ok(file.flush()?)
}

fn ask(server: &Server, operation: &str, arguments: &str, body: impl FnMut(&[u8])) -> Result<Taken> {
    let mut request = Vec::new();
    form(operation, arguments, "", &mut request);
    send(server, &request, body)
}

fn send(server: &Server, request: &[u8], body: impl FnMut(&[u8])) -> Result<Taken> {
    let mut client = Client::connect(server.address)?;
    let sent = Instant::now();
    client.send(request)?;
    let reply = client.receive(body)?;
    ensure!(reply.status == 200, "an answer is {}", reply.status);
    Ok(Taken { first: reply.began - sent, whole: sent.elapsed(), bytes: reply.bytes })
}

/// The one in the middle.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
