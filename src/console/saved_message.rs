//! The message after a form or a task has saved rows: one line with the titles or the numbers of the changed rows, and a
//! list of what the line omits.

use anyhow::Result;

use super::components::{Collapsed, Form, FormField};
use super::data::row_names::RowNames;
use super::imports::changed_row_table;
use super::translations::fill;
use super::{PageContent, PageContext};
use crate::datafile::file::{DataFile, Domain};
use crate::datafile::find_file;
use crate::ledger::history::{self, ChangeQuery, FieldChange, RowChange};
use crate::ledger::imports::{self, ImportRun, ImportedFileCounts, RowCounts};
use crate::model::time;
use crate::store::Snapshot;
use crate::store::operator::Role;

/// The maximum number of changes that are listed. More changes are not listed, and their undo needs a preview.
pub const MAX_LISTED_CHANGES: u32 = 200;

/// The maximum number of rows of a file and kind of change that are named.
const MAX_NAMED_ROWS: usize = 5;

/// The most files whose counts are listed. Of more files, only the totals are shown.
const MAX_LISTED_FILES: usize = 4;

const MAX_SHOWN_FIELDS_PER_ROW: usize = 2;

/// Adds a success message about an import by a form or a task. Editors also get a button that undoes the import.
pub fn add_saved_message(
    context: &PageContext,
    snapshot: &Snapshot,
    run: &ImportRun,
    undo_path: &str,
    content: &mut PageContent,
) -> Result<()> {
    let names = RowNames::new(context, snapshot);
    let changes = history::list_changes(snapshot, ChangeQuery::Entry(run.id), 0, MAX_LISTED_CHANGES + 1)?;
    content.add_success(&saved_message(context, &names, run, &changes)?);
    if context.has_role(Role::Editor) {
        let label = context.words.undo;
        let fields = vec![FormField::hidden("number", run.number.to_string())];
        content.add(&Form::button(context, label, context.address(undo_path), fields));
    }
    let omits_fields = |change: &RowChange| change.kind == "changed" && change.fields.len() > MAX_SHOWN_FIELDS_PER_ROW;
    let is_short = changes.len() <= MAX_LISTED_CHANGES as usize;
    if is_short && (changes.len() > 1 || changes.iter().any(omits_fields)) {
        let table = changed_row_table(context, &names, &changes)?;
        content.add(&Collapsed { heading: context.words.changes, content: table });
    }
    Ok(())
}

/// Describes what an import changed: `Saved: Jan Bos · First aid · 9 Mar 2026 (Results, created); Absences: 2 created
/// (Eva Smit (E8), Carla Vos (E9)).`
fn saved_message(context: &PageContext, names: &RowNames, run: &ImportRun, changes: &[RowChange]) -> Result<String> {
    let mut parts = Vec::new();
    for file in imports::count_changes_by_file(names.snapshot, run.id)? {
        let changes_of_file: Vec<_> = changes.iter().filter(|change| change.file == file.file).collect();
        // the only change may have another kind than its count: a dismissal counts as a removal
        if let [change, ..] = changes_of_file.as_slice()
            && file.counts.changes() == 1
        {
            parts.push(describe_change(context, names, change)?);
            continue;
        }
        let RowCounts { created, updated, removed, .. } = file.counts;
        for (kind, counts_of_kind) in [
            ("created", RowCounts { created, ..RowCounts::default() }),
            ("changed", RowCounts { updated, ..RowCounts::default() }),
            ("removed", RowCounts { removed, ..RowCounts::default() }),
        ] {
            let changes_of_kind: Vec<_> =
                changes_of_file.iter().copied().filter(|change| change.kind == kind).collect();
            match (counts_of_kind.changes(), changes_of_kind.as_slice()) {
                (0, _) => {}
                (1, [change, ..]) => parts.push(describe_change(context, names, change)?),
                // several rows, or a row whose change was not read: the number, and the titles that are known
                (count, _) => {
                    let listed_names = list_names(context, names, &changes_of_kind, count)?;
                    parts.push(file_count_text(context, &file.file, counts_of_kind) + &listed_names);
                }
            }
        }
    }
    Ok(context.words.saved.replace("{}", &parts.join("; ")))
}

/// Returns names and codes of changed rows, such as ` (Eva Smit (E8), Carla Vos (E9), and 3 more)`. Of a row without a
/// title, names the row to which the first cell of the key refers. Returns an empty text if no changes are stored.
fn list_names(context: &PageContext, names: &RowNames, changes: &[&RowChange], count: i64) -> Result<String> {
    let name = |change: &&RowChange| {
        let untitled_file = find_file(&change.file).filter(|file| file.title.is_empty());
        match (untitled_file.and_then(|file| file.key_columns().next()), change.key.first()) {
            (Some((_, column)), Some(cell)) if !cell.is_empty() => names.text_with_name(column, cell),
            _ => Ok(names.cell_of_changed_row(change)?.joined_text()),
        }
    };
    let mut listed: Vec<String> = changes.iter().take(MAX_NAMED_ROWS).map(name).collect::<Result<_>>()?;
    if listed.is_empty() {
        return Ok(String::new());
    }
    let unlisted = count - listed.len() as i64;
    if unlisted > 0 {
        listed.push(context.words.and_more.replace("{}", &unlisted.to_string()));
    }
    Ok(format!(" ({})", listed.join(", ")))
}

/// Names the files with the numbers of their changed rows: `Absences: 1 created; Results: 12 created, 3 removed`. If
/// there are more than [`MAX_LISTED_FILES`], returns only the number of files and the sums of their rows.
pub fn counts_by_file(context: &PageContext, files: &[ImportedFileCounts]) -> String {
    if files.len() > MAX_LISTED_FILES {
        let counts = count_text(context, files.iter().map(|file| file.counts).sum());
        return fill(context.words.counts_in_tables, [("", &files.len().to_string()), ("counts", &counts)]);
    }
    let counts = files.iter().map(|file| file_count_text(context, &file.file, file.counts));
    counts.collect::<Vec<_>>().join("; ")
}

/// Names a file with the numbers of its changed rows: `Results: 12 created, 3 removed`.
fn file_count_text(context: &PageContext, file: &str, counts: RowCounts) -> String {
    format!("{}: {}", context.file_label(file), count_text(context, counts))
}

/// Returns the numbers of changed rows, without zeros: `12 created, 3 removed`.
fn count_text(context: &PageContext, counts: RowCounts) -> String {
    let words = context.words;
    let mut counts_by_kind =
        vec![(counts.created, words.created), (counts.updated, words.changed), (counts.removed, words.removed)];
    counts_by_kind.retain(|(count, _)| *count > 0);
    // a no-break space: a cell of a table wraps only between counts
    let texts = counts_by_kind.iter().map(|(count, kind)| format!("{count}\u{a0}{}", kind.to_lowercase()));
    texts.collect::<Vec<_>>().join(", ")
}

/// Describes a changed row: `Jan Bos. Email: old → new`, `Jan Bos (Persons, created; Email: new)`, or
/// `Jan Bos (Absences, removed)`.
fn describe_change(context: &PageContext, names: &RowNames, change: &RowChange) -> Result<String> {
    let title = names.cell_of_changed_row(change)?.text;
    let Some(file) = find_file(&change.file) else { return Ok(title) };
    let kind_label = context.change_label(&change.kind).to_lowercase();
    let file_label = file.label(context.language);
    match change.kind.as_str() {
        "changed" => {
            let shown = &change.fields[..change.fields.len().min(MAX_SHOWN_FIELDS_PER_ROW)];
            let fields = names.describe_fields(file.name, &change.kind, shown)?;
            let and_more = match change.fields.len() - shown.len() {
                0 => String::new(),
                count => context.words.and_more.replace("{}", &count.to_string()),
            };
            Ok(format!("{title}. {fields} {and_more}").trim_end().to_owned())
        }
        "created" => {
            let now = time::format_wall_time(names.snapshot.clock().now());
            let notable = change.fields.iter().filter(|field| is_notable(file, field, &now));
            let shown: Vec<_> = notable.take(MAX_SHOWN_FIELDS_PER_ROW).cloned().collect();
            let fields = names.describe_fields(file.name, &change.kind, &shown)?;
            let separator = if fields.is_empty() { "" } else { "; " };
            Ok(format!("{title} ({file_label}, {kind_label}{separator}{fields})"))
        }
        _ => Ok(format!("{title} ({file_label}, {kind_label})")),
    }
}

/// Returns whether the operator may want to check a field of a created row: a text that is no reference, a set flag or a
/// future date. Texts of the key and the title are not: the message names the row by them.
fn is_notable(file: &DataFile, field: &FieldChange, now: &str) -> bool {
    let Some((_, column)) = file.find_column(&field.field) else { return false };
    if column.is_key() {
        return false;
    }
    match column.domain {
        Domain::Flag => field.new == "true",
        Domain::Date | Domain::Datetime | Domain::DatetimeOrNever => field.new.as_str() > now,
        Domain::Text(_) => column.references().is_empty() && !file.title.contains(&column.name),
        _ => false,
    }
}
