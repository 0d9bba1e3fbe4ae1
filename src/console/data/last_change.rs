//! The last change of a row, from the ledger, with a button to undo a change made by the row's form.

use anyhow::Result;

use crate::console::components::{Form, FormField, Input};
use crate::console::edit;
use crate::console::page::{PageAnswer, PageContent};
use crate::console::page_context::PageContext;
use crate::console::saved_message::saved_message;
use crate::console::undo::{self, UndoOutcome};
use crate::datafile::file::DataFile;
use crate::ledger::find_cells;
use crate::ledger::history::{self, ChangeOrigin, ChangeQuery, RowChange};
use crate::ledger::imports::{self, ImportRun, ImportedFileCounts};
use crate::ledger::provenance;
use crate::store::Snapshot;
use crate::store::operator::Role;

/// Undoes a change made by the row's form. Other imports are previewed first.
pub fn undo_change(context: &PageContext, file: &'static DataFile) -> Result<PageAnswer> {
    let Ok(number) = context.request.form.text_of("number").parse::<i64>() else {
        return Ok(PageAnswer::Nothing);
    };
    let Some((_, change)) = find_single_change(&context.snapshot()?, file, number)? else {
        return Ok(PageAnswer::To(format!("imports/{number}/undo")));
    };
    let mut content = PageContent::new(context.words.refused);
    match undo::undo_now(context, number)? {
        UndoOutcome::Done(_) => {
            let row =
                find_cells(&*context.snapshot()?, file, change.row)?.is_some().then(|| format!("/{}", change.row));
            let row = row.unwrap_or_default();
            return Ok(PageAnswer::To(format!("data/{}{row}?undone={number}", file.stem())));
        }
        UndoOutcome::Nothing(why) => {
            let why = undo::with_names(context, &context.snapshot()?, &why)?;
            content.wrong(&format!("{}{}", context.words.not_undone, why.text(context.language)));
        }
        UndoOutcome::Refused(errors) => {
            for error in errors {
                let obstacle = undo::obstacle_text(context, &context.snapshot()?, &error)?;
                content.wrong(&format!("{}{obstacle}", context.words.not_undone));
            }
        }
    }
    Ok(PageAnswer::Page(content))
}

/// Returns the import of this number and its only change in this file, if the row's form made it.
fn find_single_change(
    snapshot: &Snapshot,
    file: &'static DataFile,
    number: i64,
) -> Result<Option<(ImportRun, RowChange)>> {
    let run = imports::find_import(snapshot, number)?;
    let is_edit = |run: &ImportRun| edit::parse_action(&run.action).is_some_and(|(of, _)| of.name == file.name);
    let Some(run) = run.filter(|run| run.kind == "import" && is_edit(run)) else {
        return Ok(None);
    };
    let files = imports::list_imported_files(snapshot, run.id)?;
    let is_one = |of: &ImportedFileCounts| of.file == file.name && of.changes() == 1;
    // besides the row there are at most the names that it created
    let few = file.columns.len() as u32;
    let changes = history::list_changes(snapshot, ChangeQuery::Entry(run.id), 0, few)?;
    let change = changes.into_iter().find(|change| change.file == file.name).filter(|_| files.iter().any(is_one));
    Ok(change.map(|change| (run, change)))
}

/// Adds what the form just saved, removed or undid, if the ledger confirms it, with the undo button.
pub fn add_last_change(
    context: &PageContext,
    snapshot: &Snapshot,
    file: &'static DataFile,
    row: Option<i64>,
    content: &mut PageContent,
) -> Result<()> {
    let words = context.words;
    let number = |name: &str| context.request.query.get(name)?.parse::<i64>().ok();
    for name in ["saved", "removed", "undone"] {
        let Some(number) = number(name) else { continue };
        let Some((run, change)) = find_single_change(snapshot, file, number)? else {
            continue;
        };
        let became = match (run.undone_by.as_str(), change.kind.as_str()) {
            ("", "removed") => "removed",
            ("", _) => "saved",
            _ => "undone",
        };
        if became != name || row.is_some_and(|row| row != change.row) {
            continue;
        }
        if name == "undone" {
            content.add_success(&words.undone.replace("{}", &context.entry_name(&run.kind, &run.action, number)));
            continue;
        }
        content.add_success(&saved_message(context, snapshot, &run)?);
        if !context.may(Role::Editor) {
            continue;
        }
        let fields = vec![FormField::new("number", "", Input::Hidden).with_value(number.to_string())];
        let action = context.address(&format!("data/{}/undo", file.stem()));
        content.add(&Form::changing(context, words.undo, action, fields, words.undo));
    }
    Ok(())
}

/// Adds who changed the row since it was shown, how and when.
pub fn add_concurrent_change(
    context: &PageContext,
    snapshot: &Snapshot,
    file: &DataFile,
    row: Option<i64>,
    content: &mut PageContent,
) -> Result<()> {
    let words = context.words;
    let last = provenance::find_last_change(snapshot, file, row.unwrap_or_default())?;
    let who = |last: &ChangeOrigin| match last.actor == context.signed.name {
        true => words.changed_by_you,
        false => words.changed_by_another,
    };
    let text = last.map(|last| context.with_origin(snapshot, who(&last), &last)).transpose()?.unwrap_or_default();
    content.wrong(&format!("{text} {}", words.changed_meanwhile));
    Ok(())
}

/// Answers that the row no longer exists, and what removed it; that nothing is there if it never existed.
pub fn removed_row_answer(context: &PageContext, snapshot: &Snapshot, file: &DataFile, row: i64) -> Result<PageAnswer> {
    let last = provenance::find_last_change(snapshot, file, row)?;
    last.map_or(Ok(PageAnswer::Nothing), |last| {
        let text = context.with_origin(snapshot, context.words.row_is_gone, &last);
        Ok(PageAnswer::Gone(text?))
    })
}
