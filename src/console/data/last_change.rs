//! The last change of a row, from the ledger, with a button to undo the change if the row's form made it.

use anyhow::Result;

use crate::console::saved_message::add_saved_message;
use crate::console::{PageAnswer, PageContent, PageContext, edit, undo};
use crate::datafile::file::DataFile;
use crate::ledger::find_cells;
use crate::ledger::history::{self, ChangeQuery, RowChange};
use crate::ledger::imports::{self, ImportRun, ImportedFileCounts};
use crate::ledger::provenance;
use crate::store::Snapshot;

/// Undoes an import that a row's form made, and redirects to the row. For any other import, redirects to a preview.
pub fn undo(context: &PageContext, file: &'static DataFile) -> Result<PageAnswer> {
    let Ok(number) = context.request.form.text_of("number").parse::<i64>() else { return Ok(PageAnswer::NotFound) };
    let Some((_, change)) = find_single_change(&context.snapshot()?, file, number)? else {
        return Ok(PageAnswer::Redirect(format!("imports/{number}/undo")));
    };
    let (path, title) = row_or_table(context, file, change.row)?;
    if let Some(refusal) = undo::undo_now(context, number, (&path, &title))? {
        return Ok(refusal);
    }
    let (path, _) = row_or_table(context, file, change.row)?;
    Ok(PageAnswer::Redirect(format!("{path}?undone={number}")))
}

/// Returns the path and the title of a row's form. If there is no such row, for example after the undo of a creation,
/// returns those of the table.
fn row_or_table(context: &PageContext, file: &DataFile, row: i64) -> Result<(String, String)> {
    let table_path = format!("data/{}", file.stem());
    Ok(match find_cells(&*context.snapshot()?, file, row)? {
        Some(cells) => (format!("{table_path}/{row}"), file.row_title(&cells)),
        None => (table_path, file.label(context.language)),
    })
}

/// Returns the import with this number and its only change in this file, if a row's form made the import.
fn find_single_change(snapshot: &Snapshot, file: &DataFile, number: i64) -> Result<Option<(ImportRun, RowChange)>> {
    let run = imports::find_import(snapshot, number)?;
    // an undo has a number, too; the action of a form names the data file and the key of the row
    let is_edit = |run: &ImportRun| edit::parse_action(&run.action).is_some_and(|edit| edit.file.name == file.name);
    let Some(run) = run.filter(|run| run.kind == "import" && is_edit(run)) else { return Ok(None) };
    let files = imports::list_imported_files(snapshot, run.id)?;
    let is_single = |changed: &ImportedFileCounts| changed.file == file.name && changed.counts.changes() == 1;
    if !files.iter().any(is_single) {
        return Ok(None);
    }
    // besides the row, a form creates at most one row per column, such as a new division
    let max_changes = file.columns.len() as u32;
    let changes = history::list_changes(snapshot, ChangeQuery::Entry(run.id), 0, max_changes)?;
    Ok(changes.into_iter().find(|change| change.file == file.name).map(|change| (run, change)))
}

/// Adds a success message if the query names a `saved`, `removed` or `undone` import, and the ledger confirms the
/// outcome. Ignores imports that changed another row than `row`.
pub fn add_outcome_message(
    context: &PageContext,
    snapshot: &Snapshot,
    file: &'static DataFile,
    row: Option<i64>,
    content: &mut PageContent,
) -> Result<()> {
    let parse_number = |name: &str| context.request.query.get(name)?.parse::<i64>().ok();
    // the address is not proof: an old address can name an import that was undone since
    for claim in ["saved", "removed", "undone"] {
        let Some(number) = parse_number(claim) else { continue };
        let Some((run, change)) = find_single_change(snapshot, file, number)? else { continue };
        let outcome = match (run.undone_by.as_str(), change.kind.as_str()) {
            ("", "removed") => "removed",
            ("", _) => "saved",
            _ => "undone",
        };
        if outcome != claim || row.is_some_and(|row| row != change.row) {
            continue;
        }
        if claim == "undone" {
            let name = context.entry_name(&run.kind, &run.action, number);
            content.add_success(&context.words.undone.replace("{}", &name));
        } else {
            add_saved_message(context, snapshot, &run, &format!("data/{}/undo", file.stem()), content)?;
        }
    }
    Ok(())
}

/// Returns an answer that describes the removal of the row; `NotFound` if the row never existed.
pub fn removed_row_answer(context: &PageContext, snapshot: &Snapshot, file: &DataFile, row: i64) -> Result<PageAnswer> {
    Ok(match provenance::find_last_change_origin(snapshot, file, row)? {
        Some(last) => PageAnswer::Removed(context.origin_sentence(snapshot, context.words.row_was_removed, &last)?),
        None => PageAnswer::NotFound,
    })
}
