//! GetAllBasicPersonInfo: how fast it streams, when it begins, what memory it takes.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use flate2::write::GzDecoder;

use crate::client::{Client, soap_as};
use crate::figures::{Bound, Figures};
use crate::server::Server;
use crate::site::Site;

const TITLE: &str = "GetAllBasicPersonInfo";
const COLUMNS: [&str; 6] = [
    "rows/s",
    "MB/s sent",
    "first byte ms",
    "seconds",
    "server CPU µs/row",
    "peak RssAnon MiB",
];

/// The budget in MiB, and that for each answer in flight.
pub const BUDGET: (f64, f64) = (32.0, 0.5);

pub fn measure(site: &Site, figures: &mut Figures) -> Result<()> {
    let server = site.serve(&[])?;
    let mut lengths = [0; 2];
    for gzip in [false, true] {
        lengths[usize::from(gzip)] = whole(&server, site.persons, gzip)?;
    }
    let rows = f64::from(site.persons);
    for (readers, gzip) in [(1, false), (1, true), (8, false), (8, true)] {
        let (began, spent) = (Instant::now(), server.processor_time());
        let (peak, reads) = server.peak(|| read(&server, readers, |reader| request(reader, gzip)));
        let reads = reads?;
        let seconds = began.elapsed().as_secs_f64();
        let spent = server.processor_time() - spent;
        // chunks are smaller the more answers are in flight, and with them what the compressor makes of each
        let length = lengths[usize::from(gzip)];
        let differing = if gzip { length / 100 } else { 0 };
        ensure!(
            reads
                .iter()
                .all(|(_, bytes)| bytes.abs_diff(length) <= differing),
            "an answer has another length than before"
        );
        let bytes: usize = reads.iter().map(|(_, bytes)| bytes).sum();
        let first = reads.iter().map(|(first, _)| *first).fold(0.0, f64::max);
        let all = rows * readers as f64;
        let case = format!(
            "{readers} readers{}, {} persons",
            if gzip { ", gzip" } else { "" },
            site.persons
        );
        let values = [
            all / seconds,
            bytes as f64 / 1e6 / seconds,
            first * 1000.0,
            seconds,
            spent / all * 1e6,
            peak,
        ];
        figures.row(TITLE, &COLUMNS, case.clone(), values);
        let budget = BUDGET.0 + BUDGET.1 * readers as f64;
        figures.goal(
            format!("peak RssAnon MiB, streaming to {case}"),
            peak,
            Bound::AtMost(budget),
        );
    }
    Ok(())
}

/// Every reader's first byte in seconds (the latest is told) and the bytes it got.
pub fn read(
    server: &Server,
    readers: usize,
    request: impl Fn(usize) -> Vec<u8> + Sync,
) -> Result<Vec<(f64, usize)>> {
    let request = &request;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..readers)
            .map(|reader| {
                scope.spawn(move || {
                    let mut client = Client::connect(server.address)?;
                    let sent = Instant::now();
                    client.send(&request(reader))?;
                    let reply = client.receive(|_| {})?;
                    ensure!(reply.status == 200, "an answer is {}", reply.status);
                    Ok(((reply.began - sent).as_secs_f64(), reply.bytes))
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect()
    })
}

/// So many readers that do not read, until all that stands between is full; then they go.
pub fn hold(server: &Server, readers: u32) -> Result<()> {
    let mut waiting = Vec::new();
    for reader in 0..readers {
        let mut client = Client::connect(server.address)?;
        client.send(&request(reader as usize, false))?;
        waiting.push(client);
    }
    thread::sleep(Duration::from_secs(3));
    Ok(())
}

/// Reads the answer once to see that it is right, every row of it; gives its length as sent.
fn whole(server: &Server, persons: u32, gzip: bool) -> Result<usize> {
    let mut client = Client::connect(server.address)?;
    client.send(&request(0, gzip))?;
    let mut rows = Rows::default();
    let bytes = if gzip {
        let mut decoder = GzDecoder::new(rows);
        let mut fine = true;
        let reply = client.receive(|piece| fine &= decoder.write_all(piece).is_ok())?;
        ensure!(fine, "the answer is no gzip");
        rows = decoder.finish()?;
        reply.bytes
    } else {
        client.receive(|piece| rows.take(piece))?.bytes
    };
    ensure!(
        rows.count == persons && rows.tail.ends_with(b"PersonInfo>"),
        "{} rows of {persons}",
        rows.count
    );
    Ok(bytes)
}

/// Counts the rows of a document that comes in pieces.
#[derive(Default)]
struct Rows {
    count: u32,
    tail: Vec<u8>,
}

impl Rows {
    fn take(&mut self, piece: &[u8]) {
        const END: &[u8] = b"</BasicPersonInfo>";
        self.tail.extend_from_slice(piece);
        let found = self.tail.windows(END.len()).filter(|part| *part == END);
        self.count += u32::try_from(found.count()).expect("a small number");
        let kept = self.tail.len().saturating_sub(END.len() - 1);
        self.tail.drain(..kept);
    }
}

impl Write for Rows {
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.take(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub fn request(reader: usize, gzip: bool) -> Vec<u8> {
    let mut request = Vec::new();
    let user = Site::reader(reader);
    soap_as(&user, "GetAllBasicPersonInfo", "", &mut request);
    if gzip {
        let at = request
            .windows(2)
            .position(|end| end == b"\r\n")
            .expect("a request line");
        request.splice(at..at, *b"\r\nAccept-Encoding: gzip");
    }
    request
}
