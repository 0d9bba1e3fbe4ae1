//! About: versions, database, limits and licence.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use super::components::Facts;
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use super::session::{MAX_AGE, MAX_IDLE};
use super::translations::Translations;
use crate::store::connection::sidecar_path;
use crate::store::copy::JOURNALS;
use crate::store::operator::Role;
use crate::store::schema;

pub static PAGE: Page = Page { path: "about", title: |words| words.about, role: Role::Viewer, show, change: None };

pub struct ServiceLimits {
    pub connections: usize,
    /// The largest request body in bytes.
    pub max_body: usize,
    /// The largest upload in bytes.
    pub max_upload: u64,
    /// The time limit of an answer.
    pub answer_time: Duration,
    /// Concurrent streamed responses per credential.
    pub streamed_responses: usize,
    pub error_retention: Duration,
}

fn show(context: &PageContext) -> Result<PageAnswer> {
    if !context.segments().is_empty() {
        return Ok(PageAnswer::NotFound);
    }
    let (words, console) = (context.words, context.console);
    let mut content = PageContent::new(words.about);
    content.add(&Facts::of([
        (words.version, env!("CARGO_PKG_VERSION").to_owned()),
        (words.licence, env!("CARGO_PKG_LICENSE").to_owned()),
    ]));
    let snapshot = context.snapshot()?;
    let rows: i64 = console.counts.read(&snapshot)?.iter().sum();
    content.add_heading(words.database);
    content.add(&Facts::of([
        (words.database_file, console.file.display().to_string()),
        (words.size, format_bytes(database_size(&console.file))),
        (words.schema_version, schema::schema_version(&snapshot)?.to_string()),
        (words.rows, rows.to_string()),
    ]));
    content.add_link(context.address("data"), words.tables);
    content.add_heading(words.limits);
    if !console.service.store.is_writable() {
        content.add_note(words.read_only);
    }
    content.add(&Facts::of(limit_facts(words, &console.limits)));
    Ok(PageAnswer::Page(content))
}

fn limit_facts(words: &'static Translations, limits: &ServiceLimits) -> [(&'static str, String); 8] {
    [
        (words.most_connections, limits.connections.to_string()),
        (words.most_body, format_bytes(limits.max_body as u64)),
        (words.most_upload, format_bytes(limits.max_upload)),
        (words.longest_answer, words.duration(limits.answer_time)),
        (words.long_answers, limits.streamed_responses.to_string()),
        (words.errors_kept, words.duration(limits.error_retention)),
        (words.session_unused, words.duration(MAX_IDLE)),
        (words.session_longest, words.duration(MAX_AGE)),
    ]
}

/// Returns the size of the database in bytes, including the write-ahead log.
fn database_size(file: &Path) -> u64 {
    let parts = JOURNALS.map(|part| sidecar_path(file, part));
    let sizes = parts.iter().map(|part| part.as_path()).chain([file]);
    sizes.map(|path| fs::metadata(path).map_or(0, |file| file.len())).sum()
}

/// Formats a number of bytes in the largest unit that fits, with one decimal unless it is a multiple of the unit.
fn format_bytes(bytes: u64) -> String {
    let unit = [("GiB", 30), ("MiB", 20), ("KiB", 10)].into_iter().find(|(_, power)| bytes >> power > 0);
    match unit {
        Some((unit, power)) if bytes.is_multiple_of(1 << power) => {
            format!("{} {unit}", bytes >> power)
        }
        Some((unit, power)) => format!("{:.1} {unit}", bytes as f64 / f64::from(1 << power)),
        None => format!("{bytes} B"),
    }
}
