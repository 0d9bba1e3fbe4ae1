//! Imports: an operator uploads files, previews the changed rows, and applies the import exactly as shown.
//! [`corrections`], [`mapping_form`] and [`options`] are forms of the preview.

mod corrections;
pub mod mapping_form;
mod options;

use std::sync::Arc;

use anyhow::Result;

use super::audit;
use super::components::{Form, FormField, Input, NoteList, Table, TableCell};
use super::data::row_names::{RemovedRows, RowNames};
use super::differences;
use super::edit;
use super::imports::count_table;
use super::jobs::Job;
use super::message_names::{error_detail, value_cell};
use super::preview::{CheckedUpload, PREVIEW_LIFETIME, Preview, PreviewChange, PreviewState};
use super::translations::fill;
use super::{Page, PageAnswer, PageContent, PageContext};
use crate::datafile::all_files;
use crate::exchange::merge::error_table::ImportError;
use crate::model::text::cut_and_escape_value;
use crate::store::operator::Role;
use corrections::CorrectionForm;
use options::InvalidOptionError;

pub static PAGE: Page = Page {
    path: "import",
    title: |words| words.import_files,
    role: Role::Editor,
    show,
    submit: Some(|context| context.with_editor_access(|| submit(context))),
};

/// The field with the [`CheckedUpload::id`] of the check that the form shows.
const CHECK_ID: &str = "shown";

/// The query field of the preview after an outdated form was sent.
const OUTDATED_FORM: &str = "another";

const MAX_IGNORED_NAMES: usize = 50;

const MAX_FILES_IN_ACTION: usize = 4;

fn show(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [] => upload_page(context),
        ["preview"] => preview_page(context),
        ["preview", "map"] => mapping_form::show(context),
        // all changed rows of a data file: `import/preview/persons`
        ["preview", stem] => changed_rows_page(context, stem),
        _ => Ok(PageAnswer::NotFound),
    }
}

fn submit(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [] => begin_preview(context),
        ["preview", "apply"] => apply_preview(context),
        ["preview", "map"] => mapping_form::preview_with_mapping(context),
        // the options are a separate form, or a part of the form of the corrections
        ["preview", "mend" | "options"] => apply_corrections(context),
        _ => Ok(PageAnswer::NotFound),
    }
}

fn upload_page(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let mut content = PageContent::new(words.import_files);
    content.add_note(words.import_intro);
    if context.preview().is_some_and(|preview| !preview.is_finished()) {
        content.add_link(context.address("import/preview"), words.back_to_open_preview);
    }
    let files = FormField::new("files", words.files, Input::Files).with_hint(words.files_hint);
    let folder = FormField::new("folder", words.or_choose_folder, Input::Folder).with_hint(words.folder_hint);
    let action = context.address("import");
    content.add(&Form::changing(context, words.import_files, action, vec![files, folder], words.preview_changes));
    content.add_link(context.address("mappings"), words.mappings);
    Ok(PageAnswer::Page(content))
}

/// Begins a preview of the uploaded files, in place of the session's earlier preview, and redirects to it.
fn begin_preview(context: &PageContext) -> Result<PageAnswer> {
    let Some(upload) = context.request.take_upload().filter(|upload| !upload.is_empty()) else {
        return Ok(PageAnswer::BadRequest(context.words.no_file_chosen.to_owned()));
    };
    let (console, store) = (context.console, &context.console.service.store);
    let (previews, session) = (&console.previews, &context.operator.session_id);
    let begin = |permit| Preview::begin(upload, store.path(), store.clock(), PREVIEW_LIFETIME, permit);
    Ok(match previews.begin(session, &context.operator.name, begin)? {
        Some(_) => PageAnswer::Redirect("import/preview".to_owned()),
        None => PageAnswer::Unavailable(context.words.too_many_previews.to_owned()),
    })
}

/// Applies the preview and redirects to it. Applies nothing if the form is outdated; the preview then warns.
fn apply_preview(context: &PageContext) -> Result<PageAnswer> {
    let Some(preview) = context.preview() else { return Ok(PageAnswer::Redirect("import".to_owned())) };
    let Some(checked) = find_shown_check(context, &preview) else { return Ok(redirect_from_outdated_form()) };
    // the page of such a check has no button, but a form can be sent without the page
    let can_apply = checked.error_group_count == 0 && !checked.needs_mapping();
    let has_begun = can_apply && preview.apply(&checked, &context.operator.name, &ledger_action(&checked));
    Ok(if has_begun { redirect_to_preview() } else { redirect_from_outdated_form() })
}

/// Returns the action of the import for the ledger: the first changed files by their names in the upload, and the
/// number of further files, such as `a.csv, b.csv, c.csv, d.csv + 2`.
fn ledger_action(checked: &CheckedUpload) -> String {
    let (changed, _) = checked.split_by_change();
    let uploaded_name = |file: &'static str| {
        let mapped = checked.mapped.iter().find(|mapped| mapped.mapping.file.name == file);
        let name = mapped.map_or(file, |mapped| &mapped.name);
        // a file name that looks like the action of an edit is quoted, to distinguish an import from an edit
        if edit::is_edit_action(name) { format!("\"{name}\"") } else { name.to_owned() }
    };
    let files: Vec<_> = changed.iter().map(|(file, _)| uploaded_name(file)).collect();
    match files.split_at_checked(MAX_FILES_IN_ACTION) {
        Some((named, further @ [_, ..])) => format!("{} + {}", named.join(", "), further.len()),
        _ => files.join(", "),
    }
}

/// Checks the files again with the corrections and options of the form.
fn apply_corrections(context: &PageContext) -> Result<PageAnswer> {
    let Some(preview) = context.preview() else { return Ok(PageAnswer::Redirect("import".to_owned())) };
    let Some(shown) = find_shown_check(context, &preview) else { return Ok(redirect_from_outdated_form()) };
    let change = match corrections::parse_corrections(context, &shown) {
        Ok(change) => change,
        Err(texts) => {
            let mut content = PageContent::not_done(context).with_status(400);
            content.add(&NoteList { tone: "wrong", texts });
            return Ok(PageAnswer::Page(content));
        }
    };
    let options = match options::parse_options(context, &shown) {
        Ok(options) => options,
        // this page shows the error beside the option
        Err(InvalidOptionError) => return Ok(preview_page(context)?.with_status(400)),
    };
    Ok(check_again(&preview, &shown, PreviewChange { options: Some(options), ..change }))
}

/// Begins another check with a change by the operator, and redirects to the preview.
fn check_again(preview: &Preview, shown: &CheckedUpload, change: PreviewChange) -> PageAnswer {
    if preview.amend(shown, change) { redirect_to_preview() } else { redirect_from_outdated_form() }
}

fn check_id_field(checked: &CheckedUpload) -> FormField {
    FormField::hidden(CHECK_ID, checked.id.to_string())
}

/// Returns the check that the sent form showed; `None` if this check is no longer the current check.
fn find_shown_check(context: &PageContext, preview: &Preview) -> Option<Arc<CheckedUpload>> {
    let PreviewState::Ready(checked) = preview.state() else { return None };
    Some(checked).filter(|checked| checked.id.to_string() == context.request.form.text_of(CHECK_ID))
}

fn redirect_to_preview() -> PageAnswer {
    PageAnswer::Redirect("import/preview".to_owned())
}

/// Redirects to the preview, which warns that the sent form was outdated and changed nothing.
fn redirect_from_outdated_form() -> PageAnswer {
    PageAnswer::Redirect(format!("import/preview?{OUTDATED_FORM}=yes"))
}

/// Shows the session's preview, its progress, or why the preview ended. Redirects to the import if it was applied.
fn preview_page(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let Some(preview) = context.preview() else { return Ok(PageAnswer::Redirect("import".to_owned())) };
    let mut content = PageContent::new(words.preview);
    let state = preview.state();
    let failure = preview.apply_failure();
    if let Some(failure) = failure {
        content = content.with_status(failure.status());
    }
    match state {
        state @ (PreviewState::Checking | PreviewState::Applying) => {
            let is_check = matches!(state, PreviewState::Checking);
            content.add_note(if is_check { words.preview_in_progress } else { words.import_in_progress });
            content.mark_unfinished();
        }
        PreviewState::Failed([english, dutch]) => {
            let reason = context.language.either(english, dutch);
            add_end_reason(context, failure.map_or(&reason, |failure| failure.text(words)), &mut content);
        }
        PreviewState::Ended => add_end_reason(context, words.preview_ended, &mut content),
        PreviewState::Applied(number) => {
            return Ok(PageAnswer::Redirect(format!("imports/{number}?applied=yes")));
        }
        PreviewState::Ready(checked) if checked.needs_mapping() => {
            return mapping_form::show(context);
        }
        PreviewState::Ready(checked) => {
            if let Some(failure) = failure {
                content.add_error(failure.text(words));
            }
            add_preview(context, &preview, &checked, &mut content)?;
        }
    }
    Ok(PageAnswer::Page(content))
}

fn add_end_reason(context: &PageContext, reason: &str, content: &mut PageContent) {
    content.add_error(reason);
    content.add_button(context.address("import"), context.words.choose_other_files);
}

fn add_preview(
    context: &PageContext,
    preview: &Preview,
    checked: &CheckedUpload,
    content: &mut PageContent,
) -> Result<()> {
    let words = context.words;
    if let Some(entry) = checked.last_entry_before_others {
        content.add_warning(words.data_changed_since_preview);
        for change in audit::changes_since(context, entry)? {
            content.add_note(&change);
        }
    }
    if context.request.query.get(OUTDATED_FORM).is_some() {
        content.add_warning(words.preview_was_outdated);
    }
    add_uploaded_files(context, checked, content);
    let has_errors = checked.error_group_count > 0;
    let snapshot = context.snapshot()?;
    let names = RowNames::new(context, &snapshot).with_removed_rows(RemovedRows::Unnamed);
    let correction_form = has_errors.then(|| CorrectionForm::new(context, &names, checked)).transpose()?;
    match &correction_form {
        Some(form) => {
            content.add_error(&words.error_count.replace("{}", &checked.error_group_count.to_string()));
            content.add(form);
        }
        None => add_changes(context, &names, preview, checked, content)?,
    }
    if checked.warning_count > 0 {
        content.add_warning(&words.warning_count.replace("{}", &checked.warning_count.to_string()));
        content.add(&warning_table(context, &names, &checked.warnings)?);
    }
    // the options can resolve errors that have no field
    let leads_on = correction_form.as_ref().is_some_and(|form| !form.needs_mapping());
    let has_correction_form_options = correction_form.is_some_and(|form| form.options.is_some());
    if !has_correction_form_options {
        content.add(&options::options_form(context, checked, leads_on));
    }
    content.add_link(context.address("import"), words.choose_other_files);
    Ok(())
}

fn add_uploaded_files(context: &PageContext, checked: &CheckedUpload, content: &mut PageContent) {
    let words = context.words;
    for mapped in &checked.mapped {
        let text = if mapped.is_pending { words.read_by_unsaved_mapping } else { words.read_by_mapping };
        let mapping = context.mapping_label(&mapped.mapping_version());
        content.add_note(&fill(text, [("", &cut_and_escape_value(&mapped.name)), ("mapping", &mapping)]));
        content.add_link(mapping_form::address_for(context, &mapped.name), words.choose_columns_and_values);
    }
    for name in checked.ignored_files.iter().take(MAX_IGNORED_NAMES) {
        let shown_name = cut_and_escape_value(name);
        content.add_warning(&words.ignored_file.replace("{}", &shown_name));
        if checked.unrecognised_tables().any(|table| table == name) {
            let address = mapping_form::address_for(context, name);
            content.add_link(address, &words.which_data_file.replace("{}", &shown_name));
        }
    }
    let more_ignored = checked.ignored_files.len().saturating_sub(MAX_IGNORED_NAMES);
    if more_ignored > 0 {
        content.add_warning(&words.more_ignored_files.replace("{}", &more_ignored.to_string()));
    }
}

fn add_changes(
    context: &PageContext,
    names: &RowNames,
    preview: &Preview,
    checked: &CheckedUpload,
    content: &mut PageContent,
) -> Result<()> {
    let words = context.words;
    let (changed, unchanged) = checked.split_by_change();
    if changed.is_empty() {
        content.add_note(words.nothing_to_apply);
        return Ok(());
    }
    content.add_note(words.nothing_changed_yet);
    content.add(&count_table(context, changed.iter().copied()));
    if !unchanged.is_empty() {
        let rows: i64 = unchanged.iter().map(|(_, counts)| counts.unchanged).sum();
        let values = [("", &*unchanged.len().to_string()), ("rows", &rows.to_string())];
        content.add_note(&fill(words.files_without_changes, values));
    }
    let action = context.address("import/preview/apply");
    let fields = vec![check_id_field(checked)];
    content.add(&Form::button(context, words.apply, action, fields));
    // a preview that ends meanwhile is an error, so that `read` never returns `None`
    let read = |name: &'static str, after, limit| preview.differences(name, after, limit).map(Some);
    differences::add_first_rows(context, names, changed.into_iter(), &read, ("import/preview", ""), content)
}

fn warning_table(context: &PageContext, names: &RowNames, warnings: &[ImportError]) -> Result<Table<'static>> {
    let words = context.words;
    let row = |warning: &ImportError| -> Result<Vec<TableCell>> {
        Ok(vec![
            TableCell::text(context.error_location(warning)),
            TableCell::text(warning.data_file.column_label(&warning.column, context.language)),
            value_cell(names, warning)?,
            TableCell::text(error_detail(context, names, warning)?),
        ])
    };
    let labels = [words.place, words.column, words.value, words.message];
    let rows = warnings.iter().map(row).collect::<Result<_>>()?;
    Ok(Table::new(words.warnings, labels, rows, words.nothing_found).without_empty_columns())
}

fn changed_rows_page(context: &PageContext, stem: &str) -> Result<PageAnswer> {
    let file = all_files().find(|file| file.stem() == stem);
    let (Some(file), Some(preview)) = (file, context.preview()) else { return Ok(PageAnswer::NotFound) };
    if !matches!(preview.state(), PreviewState::Ready(_)) {
        return Ok(redirect_to_preview());
    }
    let title = context.words.rows_of.replace("{}", &file.label(context.language));
    let read = |name: &'static str, after, limit| preview.differences(name, after, limit).map(Some);
    let snapshot = context.snapshot()?;
    let names = RowNames::new(context, &snapshot).with_removed_rows(RemovedRows::Unnamed);
    let content = differences::changed_rows_page(context, &names, file, title, &read, "import/preview")?;
    Ok(content.map_or(PageAnswer::NotFound, PageAnswer::Page))
}
