//! Imports: the ledger as a timeline, one import with its rows, and its undo with a preview.

use anyhow::{Result, bail};

use super::components::{Collapsed, Facts, Form, FormField, Input, Link, Paging, Table, TableCell};
use super::data::names::Names;
use super::differences;
use super::edit;
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use super::undo::{self, UndoOutcome, UndoStage, UndoTarget};
use crate::datafile::{all_files, named};
use crate::ledger::history::{self, ChangeQuery, RowChange};
use crate::ledger::imports::{self, FileRun, ImportRun};
use crate::store::Snapshot;
use crate::store::operator::Role;

pub static PAGE: Page =
    Page { path: "imports", title: |words| words.imports, role: Role::Viewer, show, change: Some(change) };

/// Entries, or changes of one, per page.
const ROWS: u32 = 50;

/// The changes of an edit among which its row is: besides it there are at most the names that it created.
const FEW: u32 = 10;

/// The field that keeps later changes, and its value.
const KEEP: &str = "keep";
const LATER: &str = "later";

fn show(context: &PageContext) -> Result<PageAnswer> {
    let number = |step: &str| step.parse::<i64>().ok();
    match context.steps().as_slice() {
        [] => timeline(context),
        [step] => number(step).map_or(Ok(PageAnswer::Nothing), |number| entry(context, number)),
        [step, "undo"] => number(step).map_or(Ok(PageAnswer::Nothing), |number| undoing(context, number)),
        [step, "undo", stem] => {
            number(step).map_or(Ok(PageAnswer::Nothing), |number| undone_rows(context, number, stem))
        }
        _ => Ok(PageAnswer::Nothing),
    }
}

fn change(context: &PageContext) -> Result<PageAnswer> {
    match context.steps().as_slice() {
        [step, "undo"] => match step.parse() {
            Ok(number) => context.changing(|| undone(context, number)),
            Err(_) => Ok(PageAnswer::Nothing),
        },
        _ => Ok(PageAnswer::Nothing),
    }
}

fn timeline(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let snapshot = context.snapshot()?;
    let before = context.request.query.text_of("before").parse();
    let runs = imports::page(&snapshot, before.unwrap_or(i64::MAX), ROWS)?;
    let last = runs.last().filter(|_| runs.len() == ROWS as usize);
    let next = last.map(|last| ("before", last.number.to_string()));
    let more = Paging::of(context, "before", "?".to_owned()).links(next);
    let names = Names::new(context, &snapshot);
    let row = |run: &ImportRun| -> Result<Vec<TableCell>> {
        let files = imports::files(&snapshot, run.id)?;
        let sum = |at: usize| files.iter().map(|file| file.counts[at]).sum::<i64>();
        let counts = [(0, words.created), (1, words.changed), (3, words.gone)];
        let counts = counts.map(|(at, label)| (sum(at), label)).into_iter().filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts.map(|(count, label)| format!("{count} {}", label.to_lowercase())).collect();
        let what = format!("{} {}", kind(context, run), run.number);
        let address = context.address(&format!("imports/{}", run.number));
        Ok([
            TableCell::text(what).to(address),
            TableCell::text(context.moment(&snapshot, &run.at)?),
            TableCell::text(&run.actor),
            TableCell::text(action(&names, context, &snapshot, run)?),
            TableCell::text(counts.join(", ")),
            TableCell::text(&run.undone_by),
        ]
        .into())
    };
    let mut content = PageContent::new(words.imports);
    content.note(words.imports_are);
    let rows = runs.iter().map(row).collect::<Result<_>>()?;
    let labels = [words.import, words.when, words.who, words.what, words.rows, words.undone_by];
    content.add(&Table::new(words.imports, labels, rows, words.no_imports).more(more));
    Ok(PageAnswer::Page(content))
}

/// Returns what a run did: the files of an import, or the name of the row that a form or a task saved.
fn action(names: &Names, context: &PageContext, snapshot: &Snapshot, run: &ImportRun) -> Result<String> {
    let file = all_files().find(|file| edit::is_edit_of(&run.action, file));
    let Some(file) = file.filter(|_| run.kind == "import") else { return Ok(run.action.clone()) };
    let change = history::page(snapshot, ChangeQuery::Entry(run.id), 0, FEW)?;
    let change = change.iter().find(|change| change.file == file.name);
    let name = change.map(|change| names.row_of(change)).transpose()?;
    Ok(name.map_or_else(|| run.action.clone(), |name| format!("{}: {}", file.label(context.language), name.text)))
}

/// Returns the kind of a run as text.
fn kind(context: &PageContext, run: &ImportRun) -> &'static str {
    match run.kind.as_str() {
        "undo" => context.words.an_undo,
        _ => context.words.import,
    }
}

fn entry(context: &PageContext, number: i64) -> Result<PageAnswer> {
    let words = context.words;
    let snapshot = context.snapshot()?;
    let Some(run) = imports::find(&snapshot, number)? else {
        return Ok(PageAnswer::Nothing);
    };
    let mut content = PageContent::new(format!("{} {number}", kind(context, &run)));
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
    let files = imports::files(&snapshot, run.id)?;
    let mapping = |file: &FileRun| Some(format!("{}: {}", file.file, context.mapping_version(file.mapping.as_ref()?)));
    let facts = [
        (words.when, context.moment(&snapshot, &run.at)?),
        (words.who, run.actor.clone()),
        (words.what, action(&Names::new(context, &snapshot), context, &snapshot, &run)?),
        (words.mapping, files.iter().filter_map(mapping).collect::<Vec<_>>().join("; ")),
    ];
    content.add(&Facts::of(facts));
    let undos = run.undone_by.split(", ").filter(|by| !by.is_empty());
    let undo = |by| {
        let address = context.address(&format!("imports/{by}"));
        (address, format!("{} {by}", words.undone_by))
    };
    content.links(&undos.map(undo).collect::<Vec<_>>());
    let (same, changed): (Vec<_>, Vec<_>) = files.iter().partition(|file| file.is_unchanged());
    if context.may(Role::Editor) && !changed.is_empty() {
        content.add(&Link {
            address: context.address(&undo_of(number)),
            text: words.undo,
            // an undo may have kept changes that can be undone later
            is_button: run.undone_by.is_empty(),
        });
    }
    if changed.is_empty() {
        content.note(words.changed_nothing);
    } else {
        changes(context, &snapshot, &run, &mut content)?;
        content.heading(words.counts);
        content.add(&counts(context, changed.iter().map(|FileRun { file, counts, .. }| (file.as_str(), *counts))));
    }
    if !same.is_empty() {
        let label = |file: &str| named(file).map_or(file.to_owned(), |file| file.label(context.language));
        let rows = |file: &&FileRun| (label(&file.file), words.rows_all.replace("{}", &file.counts[2].to_string()));
        content.add(&Collapsed { heading: words.unchanged, content: Facts::of(same.iter().map(rows)) });
    }
    Ok(PageAnswer::Page(content))
}

/// Returns the counts of each file: created, changed, unchanged, removed.
pub fn counts<'a>(context: &PageContext, files: impl Iterator<Item = (&'a str, [i64; 4])>) -> Table<'static> {
    let words = context.words;
    let row = |(file, counts): (&str, [i64; 4])| {
        let label = named(file).map_or(file.to_owned(), |file| file.label(context.language));
        [TableCell::text(label)].into_iter().chain(counts.map(TableCell::number)).collect()
    };
    let labels = [words.file, words.created, words.changed, words.unchanged_rows, words.gone];
    Table::new(words.counts, labels, files.map(row).collect(), words.none_found)
}

/// Shows the changed rows of a run with their fields.
fn changes(context: &PageContext, snapshot: &Snapshot, run: &ImportRun, content: &mut PageContent) -> Result<()> {
    let words = context.words;
    let after = context.request.query.text_of("after").parse();
    let page = history::page(snapshot, ChangeQuery::Entry(run.id), after.unwrap_or(0), ROWS)?;
    let last = page.last().filter(|_| page.len() == ROWS as usize);
    let more = Paging::of(context, "after", "?".to_owned()).links(last.map(|last| ("after", last.id.to_string())));
    let names = Names::new(context, snapshot);
    let rows = page.iter().map(|change| row(&names, context, change)).collect::<Result<_>>()?;
    let labels = [words.row, words.file, words.what, words.fields];
    content.heading(words.changes);
    content.add(&Table::new(words.changes, labels, rows, words.no_details).more(more));
    Ok(())
}

/// Returns a changed row, with a link to the row.
fn row(names: &Names, context: &PageContext, change: &RowChange) -> Result<Vec<TableCell>> {
    let file = named(&change.file);
    let label = file.map_or(change.file.clone(), |file| file.label(context.language));
    let name = names.row_of(change)?;
    let stem = change.file.strip_suffix(".csv");
    Ok(vec![
        match stem.filter(|_| change.kind != "removed") {
            Some(stem) => name.to(context.address(&format!("data/{stem}/{}", change.row))),
            None => name,
        },
        TableCell::text(label),
        TableCell::text(context.fate(&change.kind)),
        TableCell::text(names.fields(&change.file, &change.fields)?),
    ])
}

/// Shows what an undo would do and what prevents it, or its progress.
fn undoing(context: &PageContext, number: i64) -> Result<PageAnswer> {
    context.changing(|| {
        let words = context.words;
        if imports::find(&*context.snapshot()?, number)?.is_none() {
            return Ok(PageAnswer::Nothing);
        }
        let keep_later = context.request.query.get(KEEP).is_some();
        let target = UndoTarget { number, keep_later };
        let mut content = PageContent::new(words.undo_of.replace("{}", &number.to_string()));
        match undo::stage(context, target)? {
            UndoStage::Working { writes } => {
                let says = [words.undo_looks, words.undo_writes];
                content.note(says[usize::from(writes)]);
                content.refresh_soon();
            }
            UndoStage::Refused => content.wrong(words.too_many_undos),
            UndoStage::Came(came) => match came.as_ref() {
                Ok(UndoOutcome::Done(done)) if done.number > 0 => {
                    let by = done.number;
                    return Ok(PageAnswer::To(format!("imports/{number}?undone={by}")));
                }
                Ok(outcome) => outlook(context, target, outcome, &mut content)?,
                Err(error) => bail!("{error:#}"),
            },
        }
        Ok(PageAnswer::Page(content))
    })
}

/// Shows what an undo would do with its button, or what prevents it.
fn outlook(context: &PageContext, target: UndoTarget, outcome: &UndoOutcome, content: &mut PageContent) -> Result<()> {
    let words = context.words;
    let address = context.address(&undo_of(target.number));
    match outcome {
        UndoOutcome::Done(done) => {
            content.note(words.undo_takes_back);
            for kept in &done.stays {
                content.warn(&context.import_error(kept));
            }
            content.add(&counts(context, done.tallies.iter().copied()));
            let keep = || FormField::new(KEEP, "", Input::Hidden).with_value(LATER);
            let fields = target.keep_later.then(keep).into_iter().collect();
            content.add(&Form { is_grave: true, ..Form::changing(context, words.undo, address, fields, words.undo) });
            let read = |file: &'static str, after, limit| undo::differences(context, target, file, after, limit);
            let preview = (undo_of(target.number), keep_query(target));
            let files = done.tallies.iter().copied();
            differences::add_first(context, files, &read, (&preview.0, &preview.1), content)?;
        }
        UndoOutcome::Refused(errors) => {
            content.note(words.undo_stands);
            errors.iter().for_each(|error| content.wrong(&context.import_error(error)));
            if !target.keep_later {
                content.link(format!("{address}?{KEEP}={LATER}"), words.undo_keeping);
            }
        }
        UndoOutcome::Nothing(why) => content.wrong(&why.text(context.language)),
    }
    Ok(())
}

fn keep_query(target: UndoTarget) -> String {
    if target.keep_later { format!("?{KEEP}={LATER}") } else { String::new() }
}

/// Shows the rows of a file that a previewed undo changes, page by page.
fn undone_rows(context: &PageContext, number: i64, stem: &str) -> Result<PageAnswer> {
    context.changing(|| {
        let Some(file) = all_files().find(|file| file.stem() == stem) else {
            return Ok(PageAnswer::Nothing);
        };
        let target = UndoTarget { number, keep_later: context.request.query.get(KEEP).is_some() };
        let preview = format!("{}{}", undo_of(number), keep_query(target));
        let undo = context.words.undo_of.replace("{}", &number.to_string());
        let title = format!("{undo} · {}", file.label(context.language));
        let read = |file: &'static str, after, limit| undo::differences(context, target, file, after, limit);
        let content = differences::page(context, file, title, &read, &preview)?;
        Ok(content.map_or(PageAnswer::To(preview), PageAnswer::Page))
    })
}

/// Returns the address of an import's undo.
fn undo_of(number: i64) -> String {
    format!("imports/{number}/undo")
}

/// Begins an undo; its page shows the progress and result.
fn undone(context: &PageContext, number: i64) -> Result<PageAnswer> {
    let target = UndoTarget { number, keep_later: context.request.form.get(KEEP).is_some() };
    if !undo::begin(context, target)? {
        let mut content = PageContent::new(context.words.refused);
        content.wrong(context.words.too_many_undos);
        return Ok(PageAnswer::Page(content));
    }
    Ok(PageAnswer::To(format!("{}{}", undo_of(number), keep_query(target))))
}
