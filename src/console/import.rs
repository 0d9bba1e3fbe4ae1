//! Imports: files are uploaded, previewed row by row, and applied exactly as shown. [`corrections`] has the form for
//! errors, [`mapping_form`] the one for files of other systems, and [`options`] the one for the options of the import.

mod corrections;
pub mod mapping_form;
mod options;

use anyhow::Result;

use super::audit;
use super::components::{Form, FormField, Input, Table, TableCell};
use super::differences;
use super::edit;
use super::imports::count_table;
use super::jobs::Job;
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use super::preview::{CheckedUpload, LIFETIME, Preview, PreviewChange, PreviewState};
use crate::datafile::all_files;
use crate::exchange::merge::error_table::ImportError;
use crate::model::text::shorten_for_message;
use crate::store::operator::Role;

pub static PAGE: Page = Page {
    path: "import",
    title: |words| words.import_files,
    role: Role::Editor,
    show,
    change: Some(|context| context.change_as_editor(|| change(context))),
};

/// The field with the id of the check that the form showed.
const CHECK_ID: &str = "shown";

const MAX_IGNORED_NAMES: usize = 50;

/// The most file names in the ledger's action.
const MAX_ACTION_FILES: usize = 4;

fn show(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [] => upload_page(context),
        ["preview"] => preview_page(context),
        ["preview", "map"] => mapping_form::show(context),
        ["preview", stem] => file_rows_page(context, stem),
        _ => Ok(PageAnswer::NotFound),
    }
}

fn change(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [] => begin_preview(context),
        ["preview", "apply"] => apply(context),
        ["preview", "map"] => mapping_form::accept(context),
        // the form of the options is alone, or in the form of the corrections
        ["preview", "mend" | "options"] => apply_corrections(context),
        _ => Ok(PageAnswer::NotFound),
    }
}

fn upload_page(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let mut content = PageContent::new(words.import_files);
    content.add_note(words.import_takes);
    if context.preview().is_some_and(|preview| !preview.is_finished()) {
        content.add_link(context.address("import/preview"), words.import_goes_on);
    }
    let files = FormField::new("files", words.files, Input::Files).with_hint(words.files_may);
    let folder = FormField::new("folder", words.folder, Input::Folder).with_hint(words.folder_may);
    let action = context.address("import");
    content.add(&Form::changing(context, words.import_files, action, vec![files, folder], words.look));
    content.add_link(context.address("mappings"), words.mappings);
    Ok(PageAnswer::Page(content))
}

fn begin_preview(context: &PageContext) -> Result<PageAnswer> {
    let Some(upload) =
        context.request.take_upload().filter(|upload| !upload.names.is_empty() || upload.rejection.is_some())
    else {
        return Ok(refusal_page(context, context.words.no_files));
    };
    let clock = context.snapshot()?.clock().clone();
    let console = context.console;
    let (previews, session) = (&console.previews, &context.operator.token);
    let preview = |worker| Preview::begin(upload, &console.file, &clock, LIFETIME, worker);
    Ok(match previews.begin(session, &context.operator.name, preview)? {
        Some(_) => PageAnswer::Redirect("import/preview".to_owned()),
        None => refusal_page(context, context.words.too_many_previews),
    })
}

fn refusal_page(context: &PageContext, reason: &str) -> PageAnswer {
    let mut content = PageContent::new(context.words.refused);
    content.add_error(reason);
    PageAnswer::Page(content)
}

/// Applies the preview exactly as the form showed it. If it differs now, shows the current preview instead.
fn apply(context: &PageContext) -> Result<PageAnswer> {
    let Some(preview) = context.preview() else {
        return Ok(PageAnswer::Redirect("import".to_owned()));
    };
    Ok(continue_shown_preview(context, &preview, |ready| {
        let can_apply = ready.error_group_count == 0 && !ready.needs_mapping();
        can_apply && preview.apply(ready, &context.operator.name, &ledger_action(ready))
    }))
}

/// Returns the ledger's action of the import: the names of the first changed files in the upload, and how many follow.
fn ledger_action(ready: &CheckedUpload) -> String {
    let (changed, _) = ready.by_change();
    let uploaded_name = |file: &'static str| {
        let mapped = ready.mapped.iter().find(|mapped| mapped.mapping.file.name == file);
        let name = mapped.map_or(file, |mapped| &mapped.name);
        // quotes distinguish the name of the file from the action of an edit
        if edit::parse_action(name).is_some() { format!("\"{name}\"") } else { name.to_owned() }
    };
    let files: Vec<_> = changed.iter().map(|(file, _)| uploaded_name(file)).collect();
    match files.split_at_checked(MAX_ACTION_FILES) {
        Some((first, rest @ [_, ..])) => format!("{} + {}", first.join(", "), rest.len()),
        _ => files.join(", "),
    }
}

fn apply_corrections(context: &PageContext) -> Result<PageAnswer> {
    let Some(preview) = context.preview() else {
        return Ok(PageAnswer::Redirect("import".to_owned()));
    };
    let mut refusal = None;
    let mut has_invalid_options = false;
    let answer = continue_shown_preview(context, &preview, |ready| {
        let options = options::parse_options(context, ready);
        has_invalid_options = options.is_none();
        match corrections::parse_corrections(context, ready) {
            Ok(change) => !has_invalid_options && preview.amend(ready, PreviewChange { options, ..change }),
            Err(errors) => {
                refusal = Some(errors);
                true
            }
        }
    });
    match refusal {
        Some(errors) => Ok(refusal_page(context, &errors)),
        // the page shows what was sent, and its errors
        None if has_invalid_options => preview_page(context),
        None => Ok(answer),
    }
}

fn check_id_field(ready: &CheckedUpload) -> FormField {
    FormField::new(CHECK_ID, "", Input::Hidden).with_value(ready.id.to_string())
}

/// Calls `proceed` with the check that the form showed, and redirects to the preview. If there is another check now, or if
/// `proceed` returns false, the preview has a warning.
fn continue_shown_preview(
    context: &PageContext,
    preview: &Preview,
    proceed: impl FnOnce(&CheckedUpload) -> bool,
) -> PageAnswer {
    let shown_id = context.request.form.text_of(CHECK_ID);
    let has_proceeded = matches!(preview.state(), PreviewState::Ready(ready)
        if ready.id.to_string() == shown_id && proceed(&ready));
    let query = if has_proceeded { "" } else { "?another=yes" };
    PageAnswer::Redirect(format!("import/preview{query}"))
}

/// Shows the session's preview, its progress, or why it ended.
fn preview_page(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let Some(preview) = context.preview() else {
        return Ok(PageAnswer::Redirect("import".to_owned()));
    };
    let mut content = PageContent::new(words.preview);
    match preview.state() {
        PreviewState::Working => {
            content.add_note(words.working);
            content.refresh_soon();
        }
        PreviewState::Failed(reason) => add_end(context, &reason, &mut content),
        PreviewState::Ended => add_end(context, words.preview_ended, &mut content),
        PreviewState::Applied(number) => {
            return Ok(PageAnswer::Redirect(format!("imports/{number}?applied=yes")));
        }
        PreviewState::Ready(ready) if ready.needs_mapping() => {
            return mapping_form::show(context);
        }
        PreviewState::Ready(ready) => add_preview(context, &preview, &ready, &mut content)?,
    }
    Ok(PageAnswer::Page(content))
}

/// Adds why the preview ended, and a button to choose other files.
fn add_end(context: &PageContext, reason: &str, content: &mut PageContent) {
    content.add_error(reason);
    content.add_button(context.address("import"), context.words.other_files);
}

/// Adds the errors or changes of an upload, its warnings and its options.
fn add_preview(
    context: &PageContext,
    preview: &Preview,
    ready: &CheckedUpload,
    content: &mut PageContent,
) -> Result<()> {
    let words = context.words;
    if let Some(entry) = ready.changed_since {
        content.add_warning(words.changed_since_shown);
        for change in audit::changes_since(context, entry)? {
            content.add_note(&change);
        }
    }
    if context.request.query.get("another").is_some() {
        content.add_warning(words.another_shown);
    }
    for mapped in &ready.mapped {
        let text = if mapped.is_pending { words.read_by_pending } else { words.read_by_mapping };
        let text = text.replace("{}", &shorten_for_message(&mapped.name));
        content.add_note(&text.replace("{mapping}", &context.mapping_label(&mapped.mapping_version())));
        content.add_link(mapping_form::address_for(context, &mapped.name), words.choose_columns);
    }
    for name in ready.ignored_files.iter().take(MAX_IGNORED_NAMES) {
        content.add_warning(&words.left_alone.replace("{}", &shorten_for_message(name)));
        if ready.mappable_files().any(|mappable| mappable == name) {
            content.add_link(
                mapping_form::address_for(context, name),
                &words.which_file.replace("{}", &shorten_for_message(name)),
            );
        }
    }
    let more_ignored = ready.ignored_files.len().saturating_sub(MAX_IGNORED_NAMES);
    if more_ignored > 0 {
        content.add_warning(&words.more_left_alone.replace("{}", &more_ignored.to_string()));
    }
    let mut has_options = false;
    if ready.error_group_count > 0 {
        content.add_error(&words.faults_stand.replace("{}", &ready.error_group_count.to_string()));
        let form = corrections::CorrectionForm::new(context, ready);
        has_options = form.has_fields();
        content.add(&form);
    } else {
        add_changes(context, preview, ready, content)?;
    }
    if ready.warning_count > 0 {
        content.add_warning(&words.warnings_stand.replace("{}", &ready.warning_count.to_string()));
        content.add(&warning_table(context, words.warnings, &ready.warnings));
    }
    if !has_options {
        content.add(&options::options_form(context, ready));
    }
    content.add_link(context.address("import"), words.other_files);
    Ok(())
}

/// Adds the counts and the first changed rows of each file, and the button to apply them.
fn add_changes(
    context: &PageContext,
    preview: &Preview,
    ready: &CheckedUpload,
    content: &mut PageContent,
) -> Result<()> {
    let words = context.words;
    let (changed, unchanged) = ready.by_change();
    if changed.is_empty() {
        content.add_note(words.changes_nothing);
        return Ok(());
    }
    content.add_note(words.nothing_yet);
    content.add(&count_table(context, changed.iter().copied()));
    if !unchanged.is_empty() {
        let rows: i64 = unchanged.iter().map(|(_, [_, _, unchanged_rows, _])| unchanged_rows).sum();
        let text = words.same_files.replace("{}", &unchanged.len().to_string());
        content.add_note(&text.replace("{rows}", &rows.to_string()));
    }
    let action = context.address("import/preview/apply");
    let fields = vec![check_id_field(ready)];
    content.add(&Form::changing(context, words.apply, action, fields, words.apply));
    let read = |file: &'static str, after, limit| preview.differences(file, after, limit).map(Some);
    differences::add_first_rows(context, changed.into_iter(), &read, ("import/preview", ""), content)
}

/// Returns a table of warnings: location, column, value and message.
fn warning_table<'a>(context: &PageContext, caption: &'a str, errors: &[ImportError]) -> Table<'a> {
    let words = context.words;
    let row = |error: &ImportError| {
        vec![
            TableCell::text(context.error_location(error)),
            TableCell::text(error.data_file.column_label(&error.column, context.language)),
            TableCell::text(&error.value),
            TableCell::text(error.labelled_detail(context.language)),
        ]
    };
    let labels = [words.place, words.column, words.value, words.what_is_wrong];
    Table::new(caption, labels, errors.iter().map(row).collect(), words.none_found).without_empty_columns()
}

/// Shows the changed rows of one file, page by page.
fn file_rows_page(context: &PageContext, stem: &str) -> Result<PageAnswer> {
    let file = all_files().find(|file| file.stem() == stem);
    let (Some(file), Some(preview)) = (file, context.preview()) else {
        return Ok(PageAnswer::NotFound);
    };
    if !matches!(preview.state(), PreviewState::Ready(_)) {
        return Ok(PageAnswer::Redirect("import/preview".to_owned()));
    }
    let title = context.words.rows_of.replace("{}", &file.label(context.language));
    let read = |file: &'static str, after, limit| preview.differences(file, after, limit).map(Some);
    let content = differences::file_page(context, file, title, &read, "import/preview")?;
    Ok(content.map_or(PageAnswer::NotFound, PageAnswer::Page))
}
