//! The lists: how fast they stream, when they begin, what memory they take.

use std::time::Instant;

use anyhow::{Result, ensure};

use super::{CLASSES, TRAININGS, serve};
use crate::client::{Client, soap_as};
use crate::figures::{Bound, Figures};
use crate::server::Server;
use crate::site::Site;
use crate::streaming::{BUDGET, read};

const TITLE: &str = "Lists of classes";
const COLUMNS: [&str; 6] = [
    "items/s",
    "MB/s sent",
    "first byte ms",
    "seconds",
    "server CPU ms",
    "peak RssAnon MiB",
];

/// Operation, parameters, what each item has once, and how many there are at least.
const LISTS: [(&str, &str, &str, u32); 3] = [
    (
        "GetClasses",
        "<includeArchived>true</includeArchived>",
        "</TrainingClass>",
        CLASSES,
    ),
    (
        "GetClassesFilteredByDate",
        "<fromDate>2026-04-01</fromDate><toDate>2026-06-30</toDate><includeArchived>false</includeArchived>",
        "</TrainingClass>",
        CLASSES / 20,
    ),
    ("GetCatalog", "", "<CatTrainingInfo><Title>", TRAININGS),
];

pub fn measure(site: &Site, figures: &mut Figures) -> Result<()> {
    let server = serve(site)?;
    for (operation, parameters, item, least) in LISTS {
        let request = |reader| {
            let mut request = Vec::new();
            soap_as(&Site::reader(reader), operation, parameters, &mut request);
            request
        };
        // once, so that the operating system has read the file
        let body = whole(&server, &request(0))?;
        let items = body.matches(item).count() as u32;
        ensure!(items >= least, "{operation}: {items} items");
        // a credential has no more at once
        for readers in [1, 4] {
            let (began, spent) = (Instant::now(), server.processor_time());
            let (peak, reads) = server.peak(|| read(&server, readers, request));
            let reads = reads?;
            let seconds = began.elapsed().as_secs_f64();
            let spent = server.processor_time() - spent;
            ensure!(
                reads.iter().all(|(_, bytes)| *bytes == body.len()),
                "an answer has another length"
            );
            let bytes = (body.len() * readers) as f64;
            let first = reads.iter().map(|(first, _)| *first).fold(0.0, f64::max);
            let case = format!("{operation}, {items} items, {readers} readers");
            let all = f64::from(items) * readers as f64;
            let values = [
                all / seconds,
                bytes / 1e6 / seconds,
                first * 1e3,
                seconds,
                spent * 1e3 / readers as f64,
                peak,
            ];
            figures.row(TITLE, &COLUMNS, case.clone(), values);
            let budget = BUDGET.0 + BUDGET.1 * readers as f64;
            figures.goal(
                format!("peak RssAnon MiB, {case}"),
                peak,
                Bound::AtMost(budget),
            );
        }
    }
    Ok(())
}

fn whole(server: &Server, request: &[u8]) -> Result<String> {
    let mut client = Client::connect(server.address)?;
    client.send(request)?;
    let mut body = Vec::new();
    let reply = client.receive(|piece| body.extend_from_slice(piece))?;
    let body = String::from_utf8(body)?;
    ensure!(
        reply.status == 200 && body.contains("<Success>true</Success>"),
        "{}",
        &body[..body.len().min(500)]
    );
    Ok(body)
}
