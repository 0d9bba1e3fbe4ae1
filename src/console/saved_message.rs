//! The message after a form or a task saved rows: one line with the names of the changed rows, or their numbers.

use anyhow::Result;

use super::data::names::Names;
use super::page_context::PageContext;
use crate::datafile::file::Domain;
use crate::datafile::find_file;
use crate::ledger::history::{self, ChangeQuery, FieldChange, RowChange};
use crate::ledger::imports::{self, ImportRun};
use crate::model::time;
use crate::store::Snapshot;

/// The most changes that are read to name a single row of a file.
const READ: u32 = 10;

/// The most fields of a row that are shown.
const FIELDS: usize = 2;

/// Returns what an import changed: `Saved: Jan Bos · First aid · 2026-03-09 (Results, created); Absences: 3 created.`
pub fn saved_message(context: &PageContext, snapshot: &Snapshot, run: &ImportRun) -> Result<String> {
    let names = Names::new(context, snapshot);
    let changes = history::list_changes(snapshot, ChangeQuery::Entry(run.id), 0, READ)?;
    let mut parts = Vec::new();
    for file in imports::count_changes_by_file(snapshot, run.id)? {
        for (at, kind) in [(0, "created"), (1, "changed"), (3, "removed")] {
            let mut counts = [0; 4];
            counts[at] = file.counts[at];
            // a dismissal is counted as a removal, and changes its person
            let is_of = |change: &&RowChange| change.file == file.file && (change.kind == kind || file.changes() == 1);
            match changes.iter().find(is_of) {
                Some(change) if counts[at] == 1 => parts.push(change_text(context, snapshot, &names, change)?),
                _ if counts[at] > 0 => parts.push(file_counts(context, &file.file, counts)),
                _ => {}
            }
        }
    }
    Ok(context.words.saved.replace("{}", &parts.join("; ")))
}

/// Returns a file with its numbers of changed rows: `Results: 12 created, 3 removed`.
pub fn file_counts(context: &PageContext, file: &str, counts: [i64; 4]) -> String {
    format!("{}: {}", context.file_label(file), count_text(context, counts))
}

/// Returns the numbers of changed rows: `12 created, 3 removed`.
pub fn count_text(context: &PageContext, [created, changed, _, removed]: [i64; 4]) -> String {
    let words = context.words;
    let counts = [(created, words.created), (changed, words.changed), (removed, words.gone)].into_iter();
    let counts = counts.filter(|(count, _)| *count > 0).map(|(count, kind)| format!("{count} {}", kind.to_lowercase()));
    counts.collect::<Vec<_>>().join(", ")
}

/// Names a changed row with the first changed fields, or a new row with what a reader wants to check: typed texts, set
/// flags and dates ahead.
fn change_text(context: &PageContext, snapshot: &Snapshot, names: &Names, change: &RowChange) -> Result<String> {
    let row = names.row_of(change)?.text;
    let Some(file) = find_file(&change.file) else { return Ok(row) };
    if change.kind == "changed" {
        let more = change.fields.len().saturating_sub(FIELDS);
        let fields = names.fields(file.name, &change.fields[..change.fields.len() - more])?;
        let more = if more > 0 { context.words.and_more.replace("{}", &more.to_string()) } else { String::new() };
        return Ok(format!("{row}. {fields} {more}").trim_end().to_owned());
    }
    let now = time::format_wall_time(snapshot.clock().now());
    let says_much = |field: &&FieldChange| {
        file.find_column(&field.field).is_some_and(|(_, column)| match column.domain {
            Domain::Flag => field.new == "true",
            Domain::Date | Domain::Datetime | Domain::DatetimeOrNever => field.new > now,
            Domain::Text(_) => column.references().is_empty() && !file.title.contains(&column.name),
            _ => false,
        } && !column.is_key())
    };
    let fields: Vec<_> = change.fields.iter().filter(says_much).take(FIELDS).cloned().collect();
    let fields = if change.kind == "created" { names.fields(file.name, &fields)? } else { String::new() };
    let joint = if fields.is_empty() { "" } else { "; " };
    let kind = context.fate(&change.kind).to_lowercase();
    Ok(format!("{row} ({}, {kind}{joint}{fields})", file.label(context.language)))
}
