//! The history of imports and undos, a page for each import or undo with the changed rows, and the preview of an undo.
//! A "run" is an import or an undo.

use anyhow::{Result, bail};

use super::components::{Collapsed, Form, FormField, NamedValue, NamedValues, NoteList, Paging, Table, TableCell};
use super::data::row_names::{RemovedRows, RowNames};
use super::differences;
use super::edit::{self, EditAction};
use super::message_names::message_with_names;
use super::saved_message;
use super::storage_failure::StorageFailure;
use super::translations::fill;
use super::undo::{self, UndoMode, UndoOutcome, UndoProgress, UndoResult, UndoTarget};
use super::{Page, PageAnswer, PageContent, PageContext};
use crate::datafile::all_files;
use crate::ledger::history::{self, ChangeQuery, RowChange};
use crate::ledger::imports::{self, ImportRun, ImportedFileCounts, RowCounts};
use crate::store::Snapshot;
use crate::store::operator::Role;

pub static PAGE: Page =
    Page { path: "imports", title: |words| words.history, role: Role::Viewer, show, submit: Some(submit) };

const ROWS_PER_PAGE: u32 = 50;

/// The address of the first page of a list: the current page without a query.
const FIRST_PAGE: &str = "?";

/// Limits the changes that are read to find the edited row: an edit can also create rows that its cells name.
const MAX_EDIT_CHANGES: u32 = 10;

/// The field of an undo that keeps later changes of the same rows, and the value of this field.
const KEPT_CHANGES: &str = "keep";
const LATER_CHANGES: &str = "later";

fn show(context: &PageContext) -> Result<PageAnswer> {
    let segments = context.segments();
    let [number, subpage @ ..] = segments.as_slice() else { return history_page(context) };
    match (number.parse(), subpage) {
        (Ok(number), []) => run_page(context, number),
        // showing this page begins a preview of the undo
        (Ok(number), ["undo"]) => context.with_editor_access(|| undo_page(context, number)),
        (Ok(number), ["undo", stem]) => context.with_editor_access(|| undo_rows_page(context, number, stem)),
        _ => Ok(PageAnswer::NotFound),
    }
}

fn submit(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [number, "undo"] => match number.parse() {
            Ok(number) => context.with_editor_access(|| begin_undo(context, number)),
            Err(_) => Ok(PageAnswer::NotFound),
        },
        _ => Ok(PageAnswer::NotFound),
    }
}

/// Lists the imports and undos, the newest first. With the query field `before`, lists those with smaller numbers.
fn history_page(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let snapshot = context.snapshot()?;
    let before = context.request.query.text_of("before").parse().unwrap_or(i64::MAX);
    let runs = imports::list_imports_before(&snapshot, before, ROWS_PER_PAGE)?;
    let last = runs.last().filter(|_| runs.len() == ROWS_PER_PAGE as usize);
    let next = last.map(|last| ("before", last.number.to_string()));
    let paging_links = Paging::of(context, "before", FIRST_PAGE.to_owned()).links(next);
    let names = RowNames::new(context, &snapshot);
    let row = |run: &ImportRun| -> Result<Vec<TableCell>> {
        let files = imports::count_changes_by_file(&snapshot, run.id)?;
        Ok([
            TableCell::text(run_name(context, run)).link_to(run_address(context, run.number)),
            TableCell::text(context.format_time(&snapshot, &run.at)?),
            TableCell::text(&run.actor),
            TableCell::text(describe_run(context, &names, run)?),
            TableCell::text(saved_message::counts_by_file(context, &files)),
            undone_by_cell(context, run),
        ]
        .into())
    };
    let mut content = PageContent::new(words.history);
    content.add_note(words.history_intro);
    let rows = runs.iter().map(row).collect::<Result<_>>()?;
    let labels = [words.number, words.when, words.who, words.what, words.rows, words.undone_by];
    let table = Table::new(words.history, labels, rows, words.nothing_changed_yet).without_empty_columns();
    content.add(&table.with_links(paging_links));
    Ok(PageAnswer::Page(content))
}

/// Returns the name of the newest undo of a run, with a link, and the names of earlier undos.
fn undone_by_cell(context: &PageContext, run: &ImportRun) -> TableCell {
    let mut undo_numbers = run.undo_numbers();
    let Some(newest) = undo_numbers.pop() else { return TableCell::default() };
    let earlier = undo_numbers.iter().map(|number| undo_name(context, *number)).collect::<Vec<_>>().join(", ");
    TableCell { small_text: earlier, ..TableCell::text(undo_name(context, newest)) }
        .link_to(run_address(context, newest))
}

fn undo_name(context: &PageContext, number: i64) -> String {
    context.entry_name("undo", "", number)
}

fn run_address(context: &PageContext, number: i64) -> String {
    context.address(&format!("imports/{number}"))
}

/// Describes an undo by the undone run, an edit by the edited row, and any other import by its files.
pub fn describe_run(context: &PageContext, names: &RowNames, run: &ImportRun) -> Result<String> {
    let snapshot = names.snapshot;
    let undone = match run.undoes {
        Some(number) => imports::find_import(snapshot, number)?,
        None => None,
    };
    if let Some(undone) = undone {
        let text = if is_undo(&undone) { context.words.undo_taken_back } else { context.words.undo_of_entry };
        return Ok(text.replace("{}", &run_name(context, &undone)));
    }
    // an edit by a form or a task
    if let Some(EditAction { file, joined_key }) = edit::parse_action(&run.action).filter(|_| run.kind == "import") {
        let changes = history::list_changes(snapshot, ChangeQuery::Entry(run.id), 0, MAX_EDIT_CHANGES)?;
        let name = match changes.iter().find(|change| change.file == file.name) {
            Some(change) => names.cell_of_changed_row(change)?.text,
            // no change was found, for example because it is no longer stored: the action has the key
            None => names.name_of_row_with_key(file, joined_key)?,
        };
        return Ok(format!("{}: {name}", file.label(context.language)));
    }
    Ok(describe_import(context, &run.action, &imports::count_changes_by_file(snapshot, run.id)?))
}

/// Describes an import by its action, a list of its files. After each mapped file, adds the data file that it was read
/// as: `hr.csv, read as Persons; groups.csv`. Returns the action unchanged if no file was mapped, or if the action does
/// not list one file per changed data file, for example because it names a folder.
fn describe_import(context: &PageContext, action: &str, changed: &[ImportedFileCounts]) -> String {
    // an action lists files in the order of the data files
    let changed_in_order: Vec<_> =
        all_files().filter_map(|file| changed.iter().find(|counts| counts.file == file.name)).collect();
    let UploadedNames { names, unnamed_count } = UploadedNames::parse(action);
    // unless the lists correspond, it is unknown which file was read as which data file
    let lists_correspond = names.len() + unnamed_count == changed_in_order.len();
    if !lists_correspond || changed.iter().all(|counts| counts.mapping.is_none()) {
        return action.to_owned();
    }
    let descriptions = names.iter().zip(&changed_in_order).map(|(name, counts)| match counts.mapping {
        Some(_) if *name != counts.file => {
            fill(context.words.read_as, [("", name), ("file", &context.file_label(&counts.file))])
        }
        _ => (*name).to_owned(),
    });
    let ending = if unnamed_count > 0 { format!(" + {unnamed_count}") } else { String::new() };
    descriptions.collect::<Vec<_>>().join("; ") + &ending
}

/// The files in the action of an import, such as `a.csv, b.csv + 3`.
struct UploadedNames<'a> {
    names: Vec<&'a str>,
    unnamed_count: usize,
}

impl<'a> UploadedNames<'a> {
    fn parse(action: &'a str) -> Self {
        if let Some((names, count)) = action.rsplit_once(" + ")
            && let Ok(unnamed_count) = count.parse()
        {
            return Self { names: names.split(", ").collect(), unnamed_count };
        }
        Self { names: action.split(", ").collect(), unnamed_count: 0 }
    }
}

/// Returns the name of an import or undo, such as `Import 3`. See [`PageContext::entry_name`].
pub fn run_name(context: &PageContext, run: &ImportRun) -> String {
    context.entry_name(&run.kind, &run.action, run.number)
}

pub fn count_changed_rows(snapshot: &Snapshot, entry: i64) -> Result<i64> {
    Ok(imports::list_imported_files(snapshot, entry)?.iter().map(|file| file.counts.changes()).sum())
}

/// Returns whether a run is undone completely: its undos changed as many rows as the run. Undos that are undone
/// themselves do not count. A partial undo leaves rows that were edited later, so it changes fewer rows than the run.
fn is_completely_undone(snapshot: &Snapshot, run: &ImportRun) -> Result<bool> {
    let mut undone_rows = 0;
    for number in run.undo_numbers() {
        if let Some(undo) = imports::find_import(snapshot, number)?
            && !is_completely_undone(snapshot, &undo)?
        {
            undone_rows += count_changed_rows(snapshot, undo.id)?;
        }
    }
    Ok(undone_rows > 0 && undone_rows >= count_changed_rows(snapshot, run.id)?)
}

fn run_page(context: &PageContext, number: i64) -> Result<PageAnswer> {
    let words = context.words;
    let snapshot = context.snapshot()?;
    let Some(run) = imports::find_import(&snapshot, number)? else { return Ok(PageAnswer::NotFound) };
    let mut content = PageContent::new(run_name(context, &run));
    // success messages after a redirect: anyone can write such an address, so the claims are verified
    let undo_numbers = run.undo_numbers();
    let claimed_undo = context.request.query.get("undone").and_then(|number| number.parse().ok());
    if let Some(undo) = claimed_undo.filter(|undo| undo_numbers.contains(undo)) {
        content.add_success(&words.was_undone_by.replace("{}", &undo.to_string()));
    }
    let is_applied = run.kind == "import" && undo_numbers.is_empty();
    let is_own = run.actor == context.operator.name;
    if context.request.query.get("applied").is_some() && is_applied && is_own {
        content.add_success(words.applied);
    }
    let files = imports::list_imported_files(&snapshot, run.id)?;
    let mapping_text = |file: &ImportedFileCounts| {
        let mapping = context.mapping_label(file.mapping.as_ref()?);
        Some(format!("{}: {mapping}", context.file_label(&file.file)))
    };
    let description = NamedValue::from((words.what, describe_run(context, &RowNames::new(context, &snapshot), &run)?));
    let mut values = vec![
        (words.when, context.format_time(&snapshot, &run.at)?).into(),
        (words.who, run.actor.clone()).into(),
        match run.undoes {
            Some(undone) => description.link_to(run_address(context, undone)),
            None => description,
        },
        (words.mapping, files.iter().filter_map(mapping_text).collect::<Vec<_>>().join("; ")).into(),
    ];
    let undone_by = |undo| NamedValue::from((words.undone_by, undo_name(context, undo)));
    values.extend(undo_numbers.into_iter().map(|undo| undone_by(undo).link_to(run_address(context, undo))));
    content.add(&NamedValues::of(values));
    let changed = imports::count_changes_by_file(&snapshot, run.id)?;
    if context.has_role(Role::Editor) && !changed.is_empty() && !is_completely_undone(&snapshot, &run)? {
        content.add_button(context.address(&undo_path(number)), &undo_label(context, &run));
    }
    if changed.is_empty() {
        content.add_note(words.nothing_was_changed);
    } else {
        content.add_heading(words.changes);
        content.add(&page_of_changed_rows(context, &snapshot, &run)?);
        content.add_heading(words.rows_by_table);
        let counts = changed.iter().map(|changed| (changed.file.as_str(), changed.counts));
        content.add(&count_table(context, counts));
    }
    let unchanged: Vec<_> = files.iter().filter(|file| file.counts.changes() == 0).collect();
    if !unchanged.is_empty() {
        let row_count = |file: &&ImportedFileCounts| {
            (context.file_label(&file.file), words.row_count.replace("{}", &file.counts.unchanged.to_string()))
        };
        content.add(&Collapsed {
            heading: words.unchanged_files,
            content: NamedValues::of(unchanged.iter().map(row_count)),
        });
    }
    Ok(PageAnswer::Page(content))
}

/// Returns a table of the changed rows. Leaves out zeros, and the columns in which all files have zero.
pub fn count_table<'a>(context: &PageContext, files: impl Iterator<Item = (&'a str, RowCounts)>) -> Table<'static> {
    let words = context.words;
    let row = |(file, RowCounts { created, updated, unchanged, removed }): (&str, RowCounts)| {
        let count_cell = |count| if count == 0 { TableCell::default() } else { TableCell::number(count) };
        let counts = [created, updated, unchanged, removed].map(count_cell);
        [TableCell::text(context.file_label(file))].into_iter().chain(counts).collect()
    };
    let labels = [words.data_file, words.created, words.changed, words.unchanged, words.removed];
    Table::new(words.rows_by_table, labels, files.map(row).collect(), words.nothing_found).without_empty_columns()
}

/// Returns a page of the rows that a run changed. The query field `after` has the last change of the previous page.
fn page_of_changed_rows(context: &PageContext, snapshot: &Snapshot, run: &ImportRun) -> Result<Table<'static>> {
    let after = context.request.query.text_of("after").parse().unwrap_or(0);
    let changes = history::list_changes(snapshot, ChangeQuery::Entry(run.id), after, ROWS_PER_PAGE)?;
    let last = changes.last().filter(|_| changes.len() == ROWS_PER_PAGE as usize);
    let next = last.map(|last| ("after", last.id.to_string()));
    let paging_links = Paging::of(context, "after", FIRST_PAGE.to_owned()).links(next);
    Ok(changed_row_table(context, &RowNames::new(context, snapshot), &changes)?.with_links(paging_links))
}

/// Returns a table of changed rows, with the old and new value of each changed field.
pub fn changed_row_table(context: &PageContext, names: &RowNames, changes: &[RowChange]) -> Result<Table<'static>> {
    let words = context.words;
    let rows = changes.iter().map(|change| changed_row_cells(names, context, change)).collect::<Result<_>>()?;
    let labels = [words.row, words.data_file, words.kind_of_change, words.change_noun];
    Ok(Table::new(words.changes, labels, rows, words.no_details_stored))
}

fn changed_row_cells(names: &RowNames, context: &PageContext, change: &RowChange) -> Result<Vec<TableCell>> {
    Ok(vec![
        names.link_to_changed_row(context, change)?,
        TableCell::text(context.file_label(&change.file)),
        TableCell::text(context.change_label(&change.kind)),
        TableCell::text(names.describe_fields(&change.file, &change.kind, &change.fields)?),
    ])
}

/// Shows the preview of an undo, or the progress of a running undo. After the undo, redirects to the undone run.
fn undo_page(context: &PageContext, number: i64) -> Result<PageAnswer> {
    let words = context.words;
    let Some(run) = imports::find_import(&*context.snapshot()?, number)? else { return Ok(PageAnswer::NotFound) };
    let target = requested_target(context, number);
    let mut content = PageContent::new(undo_title(context, &run, target));
    match undo::poll_undo_or_begin_preview(context, target)? {
        UndoProgress::Working(mode) => {
            let is_preview = mode == UndoMode::Preview;
            content.add_note(if is_preview { words.undo_preview_in_progress } else { words.undo_in_progress });
            content.mark_unfinished();
        }
        UndoProgress::NotStarted => return Ok(PageAnswer::Unavailable(words.too_many_undos.to_owned())),
        UndoProgress::Finished(result) => match result.as_ref() {
            Ok(UndoOutcome::Done(UndoResult { undo_number: Some(undo), .. })) => {
                return Ok(PageAnswer::Redirect(format!("imports/{number}?undone={undo}")));
            }
            Ok(outcome) => add_undo_preview(context, &run, target, outcome, &mut content)?,
            Err(error) => {
                let Some(failure) = StorageFailure::of(error) else { bail!("the undo failed: {error:#}") };
                content = content.with_status(failure.status());
                content.add_error(failure.text(words));
                content.add_link(run_address(context, number), &run_name(context, &run));
            }
        },
    }
    Ok(PageAnswer::Page(content))
}

fn add_undo_preview(
    context: &PageContext,
    run: &ImportRun,
    target: UndoTarget,
    outcome: &UndoOutcome,
    content: &mut PageContent,
) -> Result<()> {
    let words = context.words;
    let (address, snapshot) = (context.address(&undo_path(target.number)), context.snapshot()?);
    let names = RowNames::new(context, &snapshot).with_removed_rows(RemovedRows::Named);
    let (result, tone, intro) = match outcome {
        UndoOutcome::Done(result) if is_undo(run) => (result, "warn", words.take_back_preview_intro),
        UndoOutcome::Done(result) => (result, "warn", words.undo_preview_intro),
        UndoOutcome::Refused(result) => (result, "wrong", words.undo_is_blocked),
        UndoOutcome::NotUndone(reason) => {
            content.add_error(&message_with_names(context, &names, reason, None)?.text(context.language));
            content.add_link(run_address(context, run.number), &run_name(context, run));
            return Ok(());
        }
    };
    content.add_note(intro);
    content.add(&NoteList { tone, texts: undo::obstacle_texts(context, &names, &result.obstacles)? });
    // instead, the operator can undo only the values that were not changed later
    let is_refused = matches!(outcome, UndoOutcome::Refused(_));
    if is_refused && !target.keep_later_changes {
        content.add_link(format!("{address}?{KEPT_CHANGES}={LATER_CHANGES}"), words.preview_partial_undo);
    }
    // later changes can leave nothing to undo
    if !result.row_counts.is_empty() {
        if is_refused {
            content.add_note(words.rows_of_blocked_undo);
        }
        content.add(&count_table(context, result.row_counts.iter().copied()));
    }
    if !is_refused {
        let keep_field = || FormField::hidden(KEPT_CHANGES, LATER_CHANGES);
        let fields = target.keep_later_changes.then(keep_field).into_iter().collect();
        let cancel = Some((run_address(context, target.number), words.cancel));
        let label = undo_label(context, run);
        let form = Form::button(context, &label, address, fields);
        content.add(&Form { is_destructive: true, cancel, ..form });
    }
    let read = |name: &'static str, after, limit| undo::preview_rows(context, target, name, after, limit);
    let (path, query) = (undo_path(target.number), target_query(target));
    differences::add_first_rows(context, &names, result.row_counts.iter().copied(), &read, (&path, &query), content)
}

fn requested_target(context: &PageContext, number: i64) -> UndoTarget {
    let sent = if context.request.is_post { &context.request.form } else { &context.request.query };
    UndoTarget { number, keep_later_changes: sent.get(KEPT_CHANGES).is_some() }
}

fn undo_title(context: &PageContext, run: &ImportRun, target: UndoTarget) -> String {
    let words = context.words;
    let title = match is_undo(run) {
        true => undo_label(context, run),
        false => words.undo_of.replace("{}", &run_name(context, run)),
    };
    if target.keep_later_changes { format!("{title} ({})", words.keeping_later_changes) } else { title }
}

/// Returns the label of the button that undoes a run. An undo is taken back.
fn undo_label(context: &PageContext, run: &ImportRun) -> String {
    match is_undo(run) {
        true => context.words.take_back_undo.replace("{}", &run.number.to_string()),
        false => context.words.undo.to_owned(),
    }
}

fn is_undo(run: &ImportRun) -> bool {
    run.kind == "undo"
}

/// Returns the query of the pages of a target, which begins with `?`; empty for an undo of all changes.
fn target_query(target: UndoTarget) -> String {
    if target.keep_later_changes { format!("?{KEPT_CHANGES}={LATER_CHANGES}") } else { String::new() }
}

fn undo_rows_page(context: &PageContext, number: i64, stem: &str) -> Result<PageAnswer> {
    let Some(file) = all_files().find(|file| file.stem() == stem) else { return Ok(PageAnswer::NotFound) };
    let Some(run) = imports::find_import(&*context.snapshot()?, number)? else { return Ok(PageAnswer::NotFound) };
    let target = requested_target(context, number);
    let preview_path = format!("{}{}", undo_path(number), target_query(target));
    let title = format!("{} · {}", undo_title(context, &run, target), file.label(context.language));
    let read = |name: &'static str, after, limit| undo::preview_rows(context, target, name, after, limit);
    let snapshot = context.snapshot()?;
    let names = RowNames::new(context, &snapshot).with_removed_rows(RemovedRows::Named);
    let content = differences::changed_rows_page(context, &names, file, title, &read, &preview_path)?;
    Ok(match content {
        Some(content) => PageAnswer::Page(content),
        // the preview is not ready, or has ended
        None => PageAnswer::Redirect(preview_path),
    })
}

fn undo_path(number: i64) -> String {
    format!("imports/{number}/undo")
}

fn begin_undo(context: &PageContext, number: i64) -> Result<PageAnswer> {
    let target = requested_target(context, number);
    if !undo::begin_undo(context, target)? {
        return Ok(PageAnswer::Unavailable(context.words.too_many_undos.to_owned()));
    }
    Ok(PageAnswer::Redirect(format!("{}{}", undo_path(number), target_query(target))))
}
