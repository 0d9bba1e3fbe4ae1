//! Imports: the ledger as a timeline, one import with its rows, and its undo with a preview.

use anyhow::{Result, bail};

use super::components::{Collapsed, Facts, Form, FormField, Input, Paging, Table, TableCell};
use super::data::names::Names;
use super::differences;
use super::edit;
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use super::undo::{self, UndoOutcome, UndoProgress, UndoTarget};
use crate::datafile::all_files;
use crate::ledger::blanking::REMOVED;
use crate::ledger::history::{self, ChangeQuery, RowChange};
use crate::ledger::imports::{self, ImportRun, ImportedFileCounts};
use crate::store::Snapshot;
use crate::store::operator::Role;

pub static PAGE: Page =
    Page { path: "imports", title: |words| words.imports, role: Role::Viewer, show, change: Some(change) };

/// Entries, or changes of one, per page.
const ROWS_PER_PAGE: u32 = 50;

/// The changes of an edit among which its row is: besides it there are at most the names that it created.
const MAX_EDIT_CHANGES: u32 = 10;

/// The field that keeps later changes, and its value.
const KEEP: &str = "keep";
const LATER: &str = "later";

fn show(context: &PageContext) -> Result<PageAnswer> {
    let number = |step: &str| step.parse::<i64>().ok();
    match context.steps().as_slice() {
        [] => history_page(context),
        [step] => number(step).map_or(Ok(PageAnswer::Nothing), |number| entry_page(context, number)),
        [step, "undo"] => number(step).map_or(Ok(PageAnswer::Nothing), |number| undo_page(context, number)),
        [step, "undo", stem] => {
            number(step).map_or(Ok(PageAnswer::Nothing), |number| undo_rows_page(context, number, stem))
        }
        _ => Ok(PageAnswer::Nothing),
    }
}

fn change(context: &PageContext) -> Result<PageAnswer> {
    match context.steps().as_slice() {
        [step, "undo"] => match step.parse() {
            Ok(number) => context.changing(|| begin_undo(context, number)),
            Err(_) => Ok(PageAnswer::Nothing),
        },
        _ => Ok(PageAnswer::Nothing),
    }
}

/// Lists the numbered entries of the ledger, newest first.
fn history_page(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let snapshot = context.snapshot()?;
    let before = context.request.query.text_of("before").parse();
    let runs = imports::list_imports_before(&snapshot, before.unwrap_or(i64::MAX), ROWS_PER_PAGE)?;
    let last = runs.last().filter(|_| runs.len() == ROWS_PER_PAGE as usize);
    let next = last.map(|last| ("before", last.number.to_string()));
    let more = Paging::of(context, "before", "?".to_owned()).links(next);
    let names = Names::new(context, &snapshot);
    let row = |run: &ImportRun| -> Result<Vec<TableCell>> {
        let files = imports::count_changes_by_file(&snapshot, run.id)?;
        let sum = |at: usize| files.iter().map(|file| file.counts[at]).sum::<i64>();
        let counts = [(0, words.created), (1, words.changed), (3, words.gone)];
        let counts = counts.map(|(at, label)| (sum(at), label)).into_iter().filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts.map(|(count, label)| format!("{count} {}", label.to_lowercase())).collect();
        let address = context.address(&format!("imports/{}", run.number));
        Ok([
            TableCell::text(name_of(context, run)).to(address),
            TableCell::text(context.moment(&snapshot, &run.at)?),
            TableCell::text(&run.actor),
            TableCell::text(action_text(&names, context, &snapshot, run)?),
            TableCell::text(counts.join(", ")),
            TableCell::text(&run.undone_by),
        ]
        .into())
    };
    let mut content = PageContent::new(words.imports);
    content.note(words.imports_are);
    let rows = runs.iter().map(row).collect::<Result<_>>()?;
    let labels = [words.number, words.when, words.who, words.what, words.rows, words.undone_by];
    content.add(&Table::new(words.imports, labels, rows, words.no_imports).more(more));
    Ok(PageAnswer::Page(content))
}

/// Returns what a run did: the files of an import, the row that a form or a task saved, or the undone entry.
pub fn action_text(names: &Names, context: &PageContext, snapshot: &Snapshot, run: &ImportRun) -> Result<String> {
    if let Some(undone) = run.undoes.map(|number| imports::find_import(snapshot, number)).transpose()?.flatten() {
        return Ok(name_of(context, &undone));
    }
    if let Some((file, key)) = edit::parse_action(&run.action).filter(|_| run.kind == "import") {
        let change = history::list_changes(snapshot, ChangeQuery::Entry(run.id), 0, MAX_EDIT_CHANGES)?;
        let change = change.iter().find(|change| change.file == file.name);
        let name = match change {
            Some(change) => names.row_of(change)?.text,
            None => names.of_key(file, key.trim_end_matches(REMOVED))?,
        };
        return Ok(format!("{}: {name}", file.label(context.language)));
    }
    Ok(with_mapped_tables(context, &run.action, &imports::count_changes_by_file(snapshot, run.id)?))
}

/// Adds to each file of an import's action the table that a mapping made of it: `hr.csv, read as Persons; groups.csv`.
/// Another action stays: one without mapped files, or that does not name every changed file, such as that of a folder.
fn with_mapped_tables(context: &PageContext, action: &str, changed: &[ImportedFileCounts]) -> String {
    let changed: Vec<_> =
        all_files().filter_map(|file| changed.iter().find(|changed| changed.file == file.name)).collect();
    let rest = action.rsplit_once(" + ").and_then(|(names, more)| Some((names, more.parse::<usize>().ok()?)));
    let (names, more) = rest.unwrap_or((action, 0));
    let names: Vec<_> = names.split(", ").collect();
    if names.len() + more != changed.len() || changed.iter().all(|changed| changed.mapping.is_none()) {
        return action.to_owned();
    }
    let name = |(name, changed): (&&str, &&ImportedFileCounts)| match changed.mapping {
        Some(_) if **name != changed.file => {
            context.words.read_as.replace("{file}", &context.file_label(&changed.file)).replace("{}", name)
        }
        _ => (*name).to_owned(),
    };
    let more = if more > 0 { format!(" + {more}") } else { String::new() };
    names.iter().zip(&changed).map(name).collect::<Vec<_>>().join("; ") + &more
}

/// Returns the name of an entry: `Import 3`.
pub fn name_of(context: &PageContext, run: &ImportRun) -> String {
    context.entry_name(&run.kind, &run.action, run.number)
}

/// Returns whether undos that hold have undone as many rows as the run changed. An undo of a part leaves others.
fn is_undone(snapshot: &Snapshot, run: &ImportRun) -> Result<bool> {
    let changes = |id| {
        imports::list_imported_files(snapshot, id)
            .map(|files| files.iter().map(ImportedFileCounts::changes).sum::<i64>())
    };
    let mut undone = 0;
    for number in run.undo_numbers() {
        if let Some(undo) = imports::find_import(snapshot, number)?
            && !is_undone(snapshot, &undo)?
        {
            undone += changes(undo.id)?;
        }
    }
    Ok(undone > 0 && undone >= changes(run.id)?)
}

/// Shows an entry with its changed rows, and the button to undo it.
fn entry_page(context: &PageContext, number: i64) -> Result<PageAnswer> {
    let words = context.words;
    let snapshot = context.snapshot()?;
    let Some(run) = imports::find_import(&snapshot, number)? else {
        return Ok(PageAnswer::Nothing);
    };
    let mut content = PageContent::new(name_of(context, &run));
    if let Some(by) =
        context.request.query.get("undone").filter(|by| run.undone_by.split(", ").any(|known| known == *by))
    {
        content.add_success(&words.undone_by_now.replace("{}", by));
    }
    let is_applied = run.kind == "import" && run.undone_by.is_empty();
    let is_own = run.actor == context.signed.name;
    if context.request.query.get("applied").is_some() && is_applied && is_own {
        content.add_success(words.applied);
    }
    let files = imports::list_imported_files(&snapshot, run.id)?;
    let mapping = |file: &ImportedFileCounts| {
        let version = context.mapping_version(file.mapping.as_ref()?);
        Some(format!("{}: {version}", context.file_label(&file.file)))
    };
    let facts = [
        (words.when, context.moment(&snapshot, &run.at)?),
        (words.who, run.actor.clone()),
        (words.what, action_text(&Names::new(context, &snapshot), context, &snapshot, &run)?),
        (words.mapping, files.iter().filter_map(mapping).collect::<Vec<_>>().join("; ")),
    ];
    content.add(&Facts::of(facts));
    let undos = run.undone_by.split(", ").filter(|by| !by.is_empty());
    let undo = |by| {
        let address = context.address(&format!("imports/{by}"));
        (address, format!("{} {by}", words.undone_by))
    };
    content.links(&undos.map(undo).collect::<Vec<_>>());
    let same: Vec<_> = files.iter().filter(|file| file.changes() == 0).collect();
    let changed = imports::count_changes_by_file(&snapshot, run.id)?;
    if context.may(Role::Editor) && !changed.is_empty() && !is_undone(&snapshot, &run)? {
        content.button(context.address(&undo_path(number)), words.undo);
    }
    if changed.is_empty() {
        content.note(words.changed_nothing);
    } else {
        add_changed_rows(context, &snapshot, &run, &mut content)?;
        content.heading(words.counts);
        content.add(&count_table(
            context,
            changed.iter().map(|ImportedFileCounts { file, counts, .. }| (file.as_str(), *counts)),
        ));
    }
    if !same.is_empty() {
        let rows = |file: &&ImportedFileCounts| {
            (context.file_label(&file.file), words.rows_all.replace("{}", &file.counts[2].to_string()))
        };
        content.add(&Collapsed { heading: words.unchanged, content: Facts::of(same.iter().map(rows)) });
    }
    Ok(PageAnswer::Page(content))
}

/// Returns the table with the numbers of created, changed, unchanged and removed rows of each file.
pub fn count_table<'a>(context: &PageContext, files: impl Iterator<Item = (&'a str, [i64; 4])>) -> Table<'static> {
    let words = context.words;
    let row = |(file, counts): (&str, [i64; 4])| {
        [TableCell::text(context.file_label(file))].into_iter().chain(counts.map(TableCell::number)).collect()
    };
    let labels = [words.file, words.created, words.changed, words.unchanged_rows, words.gone];
    Table::new(words.counts, labels, files.map(row).collect(), words.none_found)
}

/// Adds a page of the changed rows of an entry.
fn add_changed_rows(
    context: &PageContext,
    snapshot: &Snapshot,
    run: &ImportRun,
    content: &mut PageContent,
) -> Result<()> {
    let words = context.words;
    let after = context.request.query.text_of("after").parse();
    let page = history::list_changes(snapshot, ChangeQuery::Entry(run.id), after.unwrap_or(0), ROWS_PER_PAGE)?;
    let last = page.last().filter(|_| page.len() == ROWS_PER_PAGE as usize);
    let more = Paging::of(context, "after", "?".to_owned()).links(last.map(|last| ("after", last.id.to_string())));
    let names = Names::new(context, snapshot);
    let rows = page.iter().map(|change| changed_row_cells(&names, context, change)).collect::<Result<_>>()?;
    let labels = [words.row, words.file, words.kind_of_change, words.fields];
    content.heading(words.changes);
    content.add(&Table::new(words.changes, labels, rows, words.no_details).more(more));
    Ok(())
}

/// Returns the cells of a changed row: name, file, kind of change and fields.
fn changed_row_cells(names: &Names, context: &PageContext, change: &RowChange) -> Result<Vec<TableCell>> {
    let name = names.row_of(change)?;
    let stem = change.file.strip_suffix(".csv");
    Ok(vec![
        match stem.filter(|_| change.kind != "removed") {
            Some(stem) => name.to(context.address(&format!("data/{stem}/{}", change.row))),
            None => name,
        },
        TableCell::text(context.file_label(&change.file)),
        TableCell::text(context.fate(&change.kind)),
        TableCell::text(names.fields(&change.file, &change.fields)?),
    ])
}

/// Shows what an undo would do and what prevents it, or its progress.
fn undo_page(context: &PageContext, number: i64) -> Result<PageAnswer> {
    context.changing(|| {
        let words = context.words;
        let Some(run) = imports::find_import(&*context.snapshot()?, number)? else {
            return Ok(PageAnswer::Nothing);
        };
        let keep_later = context.request.query.get(KEEP).is_some();
        let target = UndoTarget { number, keep_later };
        let mut content = PageContent::new(words.undo_of.replace("{}", &name_of(context, &run)));
        match undo::undo_progress(context, target)? {
            UndoProgress::Working { is_undo } => {
                let says = [words.undo_looks, words.undo_writes];
                content.note(says[usize::from(is_undo)]);
                content.refresh_soon();
            }
            UndoProgress::Refused => content.wrong(words.too_many_undos),
            UndoProgress::Finished(result) => match result.as_ref() {
                Ok(UndoOutcome::Done(done)) if done.number > 0 => {
                    let by = done.number;
                    return Ok(PageAnswer::To(format!("imports/{number}?undone={by}")));
                }
                Ok(outcome) => add_undo_preview(context, target, outcome, &mut content)?,
                Err(error) => bail!("{error:#}"),
            },
        }
        Ok(PageAnswer::Page(content))
    })
}

/// Adds the rows that an undo would change and its button, or what prevents it.
fn add_undo_preview(
    context: &PageContext,
    target: UndoTarget,
    outcome: &UndoOutcome,
    content: &mut PageContent,
) -> Result<()> {
    let words = context.words;
    let address = context.address(&undo_path(target.number));
    match outcome {
        UndoOutcome::Done(done) => {
            content.note(words.undo_takes_back);
            for kept in &done.stays {
                content.warn(&undo::obstacle_text(context, &context.snapshot()?, kept)?);
            }
            content.add(&count_table(context, done.tallies.iter().copied()));
            let keep = || FormField::new(KEEP, "", Input::Hidden).with_value(LATER);
            let fields = target.keep_later.then(keep).into_iter().collect();
            let cancel = Some(context.address(&format!("imports/{}", target.number)));
            let form = Form::changing(context, words.undo, address, fields, words.undo);
            content.add(&Form { is_grave: true, cancel, ..form });
            let read = |file: &'static str, after, limit| undo::preview_rows(context, target, file, after, limit);
            let preview = (undo_path(target.number), keep_later_query(target));
            let files = done.tallies.iter().copied();
            differences::add_first_rows(context, files, &read, (&preview.0, &preview.1), content)?;
        }
        UndoOutcome::Refused(errors) => {
            content.note(words.undo_stands);
            for error in errors {
                content.wrong(&undo::obstacle_text(context, &context.snapshot()?, error)?);
            }
            if !target.keep_later {
                content.link(format!("{address}?{KEEP}={LATER}"), words.undo_keeping);
            }
        }
        UndoOutcome::Nothing(why) => {
            let why = undo::with_names(context, &context.snapshot()?, why)?;
            content.wrong(&why.text(context.language));
        }
    }
    Ok(())
}

/// Returns the query that keeps later changes; empty if the undo is all or nothing.
fn keep_later_query(target: UndoTarget) -> String {
    if target.keep_later { format!("?{KEEP}={LATER}") } else { String::new() }
}

/// Shows the rows of a file that a previewed undo changes, page by page.
fn undo_rows_page(context: &PageContext, number: i64, stem: &str) -> Result<PageAnswer> {
    context.changing(|| {
        let Some(file) = all_files().find(|file| file.stem() == stem) else {
            return Ok(PageAnswer::Nothing);
        };
        let Some(run) = imports::find_import(&*context.snapshot()?, number)? else {
            return Ok(PageAnswer::Nothing);
        };
        let target = UndoTarget { number, keep_later: context.request.query.get(KEEP).is_some() };
        let preview = format!("{}{}", undo_path(number), keep_later_query(target));
        let undo = context.words.undo_of.replace("{}", &name_of(context, &run));
        let title = format!("{undo} · {}", file.label(context.language));
        let read = |file: &'static str, after, limit| undo::preview_rows(context, target, file, after, limit);
        let content = differences::file_page(context, file, title, &read, &preview)?;
        Ok(content.map_or(PageAnswer::To(preview), PageAnswer::Page))
    })
}

/// Returns the path of the undo page of an entry, below the console.
fn undo_path(number: i64) -> String {
    format!("imports/{number}/undo")
}

/// Begins the undo of an entry; its page shows the progress and the result.
fn begin_undo(context: &PageContext, number: i64) -> Result<PageAnswer> {
    let target = UndoTarget { number, keep_later: context.request.form.get(KEEP).is_some() };
    if !undo::begin_undo(context, target)? {
        let mut content = PageContent::new(context.words.refused);
        content.wrong(context.words.too_many_undos);
        return Ok(PageAnswer::Page(content));
    }
    Ok(PageAnswer::To(format!("{}{}", undo_path(number), keep_later_query(target))))
}
