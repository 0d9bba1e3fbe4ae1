//! About: versions, database, limits and licence.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use super::components::NamedValues;
use super::session::{MAX_AGE, MAX_IDLE};
use super::{Page, PageAnswer, PageContent, PageContext};
use crate::model::language::Language;
use crate::store::connection::sidecar_path;
use crate::store::copy::JOURNAL_SUFFIXES;
use crate::store::operator::Role;
use crate::store::schema;

pub static PAGE: Page = Page { path: "about", title: |words| words.about, role: Role::Viewer, show, submit: None };

pub struct ServiceLimits {
    pub connections: usize,
    pub max_body_bytes: usize,
    pub max_upload_bytes: u64,
    pub max_answer_time: Duration,
    pub streamed_responses: usize,
    /// How long the errors of connectors are stored.
    pub error_retention: Duration,
}

fn show(context: &PageContext) -> Result<PageAnswer> {
    if !context.segments().is_empty() {
        return Ok(PageAnswer::NotFound);
    }
    let (words, console, store) = (context.words, context.console, &context.console.service.store);
    let mut content = PageContent::new(words.about);
    content.add(&NamedValues::of([
        (words.version, env!("CARGO_PKG_VERSION").to_owned()),
        (words.licence, env!("CARGO_PKG_LICENSE").to_owned()),
    ]));
    let snapshot = context.snapshot()?;
    let rows: i64 = console.file_row_counts.read(&snapshot)?.iter().sum();
    content.add_heading(words.database);
    content.add(&NamedValues::of([
        (words.database_file, store.path().display().to_string()),
        (words.size, format_bytes(database_size(store.path()), context.language)),
        (words.schema_version, schema::schema_version(&snapshot)?.to_string()),
        (words.rows, rows.to_string()),
    ]));
    content.add_link(context.address("data"), words.tables);
    content.add_heading(words.limits);
    if !store.is_writable() {
        content.add_note(words.read_only);
    }
    let limits = &console.limits;
    content.add(&NamedValues::of([
        (words.max_connections, limits.connections.to_string()),
        (words.max_request_size, format_bytes(limits.max_body_bytes as u64, context.language)),
        (words.max_upload_size, format_bytes(limits.max_upload_bytes, context.language)),
        (words.max_response_duration, words.duration(limits.max_answer_time)),
        (words.max_streamed_responses, limits.streamed_responses.to_string()),
        (words.error_retention, words.duration(limits.error_retention)),
        (words.unused_session_lifetime, words.duration(MAX_IDLE)),
        (words.session_lifetime, words.duration(MAX_AGE)),
    ]));
    Ok(PageAnswer::Page(content))
}

/// Returns the size of the database file and its journals, in bytes. A missing journal counts as empty.
fn database_size(database: &Path) -> u64 {
    let journals = JOURNAL_SUFFIXES.map(|suffix| sidecar_path(database, suffix));
    let files = journals.iter().map(PathBuf::as_path).chain([database]);
    files.map(|file| fs::metadata(file).map_or(0, |metadata| metadata.len())).sum()
}

/// Formats a size in the largest unit that fits: `64 MiB`, `1.5 GiB` or `17 B`. Adds one decimal unless the size is a
/// multiple of the unit.
fn format_bytes(bytes: u64, language: Language) -> String {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    match units.into_iter().find(|(_, size)| bytes >= *size) {
        Some((unit, size)) if bytes.is_multiple_of(size) => format!("{} {unit}", bytes / size),
        Some((unit, size)) => {
            let number = format!("{:.1}", bytes as f64 / size as f64);
            format!("{} {unit}", language.format_decimal(&number))
        }
        None => format!("{bytes} B"),
    }
}
