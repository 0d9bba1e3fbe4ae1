//! Import: files are uploaded, previewed row by row, and applied exactly as shown. [`corrections`] fixes errors,
//! [`mapping_form`] maps files of other systems, and [`options`] has further choices.

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
use super::preview::{CheckedUpload, KEPT, Preview, PreviewChange, PreviewState};
use crate::datafile::all_files;
use crate::exchange::merge::error_table::ImportError;
use crate::model::text::shorten_for_message;
use crate::store::operator::Role;

pub static PAGE: Page = Page {
    path: "import",
    title: |words| words.import_files,
    role: Role::Editor,
    show,
    change: Some(|context| context.changing(|| change(context))),
};

/// The field that identifies the preview that the form showed.
const PREVIEW_MARK: &str = "shown";

/// The most ignored file names shown.
const MAX_IGNORED_NAMES: usize = 50;

/// The most file names in an import's ledger action.
const MAX_ACTION_FILES: usize = 4;

fn show(context: &PageContext) -> Result<PageAnswer> {
    match context.steps().as_slice() {
        [] => upload_page(context),
        ["preview"] => preview_page(context),
        ["preview", "map"] => mapping_form::show(context),
        ["preview", stem] => file_rows_page(context, stem),
        _ => Ok(PageAnswer::Nothing),
    }
}

fn change(context: &PageContext) -> Result<PageAnswer> {
    match context.steps().as_slice() {
        [] => begin_preview(context),
        ["preview", "apply"] => apply(context),
        ["preview", "map"] => mapping_form::accept(context),
        // one with corrections, the other without
        ["preview", "mend" | "options"] => apply_corrections(context),
        _ => Ok(PageAnswer::Nothing),
    }
}

/// Shows the upload form.
fn upload_page(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let mut content = PageContent::new(words.import_files);
    content.note(words.import_takes);
    if context.preview().is_some_and(|preview| !preview.is_over()) {
        content.link(context.address("import/preview"), words.import_goes_on);
    }
    let files = FormField::new("files", words.files, Input::Files).hint(words.files_may);
    let folder = FormField::new("folder", words.folder, Input::Folder).hint(words.folder_may);
    let action = context.address("import");
    content.add(&Form::changing(context, words.import_files, action, vec![files, folder], words.look));
    content.link(context.address("mappings"), words.mappings);
    Ok(PageAnswer::Page(content))
}

/// Accepts uploaded files and begins their preview.
fn begin_preview(context: &PageContext) -> Result<PageAnswer> {
    let Some(upload) =
        context.request.take_upload().filter(|upload| !upload.names.is_empty() || upload.rejection.is_some())
    else {
        return Ok(refusal_page(context, context.words.no_files));
    };
    let clock = context.snapshot()?.clock().clone();
    let console = context.console;
    let (previews, session) = (&console.previews, &context.signed.token);
    let preview = |worker| Preview::begin(upload, &console.file, &clock, KEPT, worker);
    Ok(match previews.begin(session, &context.signed.name, preview)? {
        Some(_) => PageAnswer::To("import/preview".to_owned()),
        None => refusal_page(context, context.words.too_many_previews),
    })
}

/// Shows why nothing was done.
fn refusal_page(context: &PageContext, why: &str) -> PageAnswer {
    let mut content = PageContent::new(context.words.refused);
    content.wrong(why);
    PageAnswer::Page(content)
}

/// Applies the preview. "*Apply* does exactly what was shown": if the preview differs now, shows that instead.
fn apply(context: &PageContext) -> Result<PageAnswer> {
    let Some(preview) = context.preview() else {
        return Ok(PageAnswer::To("import".to_owned()));
    };
    Ok(continue_shown_preview(context, &preview, |ready| {
        ready.errors.1 == 0 && !ready.is_foreign() && preview.apply(ready, &context.signed.name, &ledger_action(ready))
    }))
}

/// Returns the import's ledger action: the uploaded names of the first changed files.
fn ledger_action(ready: &CheckedUpload) -> String {
    let (changed, _) = ready.by_change();
    let uploaded = |file: &'static str| {
        let mapped = ready.mapped.iter().find(|mapped| mapped.mapping.file.name == file);
        let name = mapped.map_or(file, |mapped| &mapped.name);
        // such a name would look like the action of a form
        if edit::parse_action(name).is_some() { format!("\"{name}\"") } else { name.to_owned() }
    };
    let files: Vec<_> = changed.iter().map(|(file, _)| uploaded(file)).collect();
    match files.split_at_checked(MAX_ACTION_FILES) {
        Some((first, rest @ [_, ..])) => format!("{} + {}", first.join(", "), rest.len()),
        _ => files.join(", "),
    }
}

/// Reads the files again with corrections and options.
fn apply_corrections(context: &PageContext) -> Result<PageAnswer> {
    let Some(preview) = context.preview() else {
        return Ok(PageAnswer::To("import".to_owned()));
    };
    let mut refused = None;
    let mut has_wrong_options = false;
    let answer = continue_shown_preview(context, &preview, |ready| {
        let options = options::read(context, ready);
        has_wrong_options = options.is_none();
        match corrections::parse_corrections(context, ready) {
            Ok(change) => !has_wrong_options && preview.amend(ready, PreviewChange { options, ..change }),
            Err(why) => refused.replace(why).is_none(),
        }
    });
    match refused {
        Some(why) => Ok(refusal_page(context, &why)),
        // shows what was sent, and what is wrong with it
        None if has_wrong_options => preview_page(context),
        None => Ok(answer),
    }
}

/// Returns the hidden field that identifies the preview.
fn preview_mark_field(ready: &CheckedUpload) -> FormField {
    FormField::new(PREVIEW_MARK, "", Input::Hidden).with_value(ready.mark.to_string())
}

/// Calls `proceed` with the preview that the form showed. If the preview differs now, or `proceed` returns false, shows the
/// current preview with a warning.
fn continue_shown_preview(
    context: &PageContext,
    preview: &Preview,
    proceed: impl FnOnce(&CheckedUpload) -> bool,
) -> PageAnswer {
    let shown = context.request.form.text_of(PREVIEW_MARK);
    let is_shown = matches!(preview.state(), PreviewState::Ready(ready)
        if ready.mark.to_string() == shown && proceed(&ready));
    let query = if is_shown { "" } else { "?another=yes" };
    PageAnswer::To(format!("import/preview{query}"))
}

/// Shows the session's preview, its progress, or its end.
fn preview_page(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let Some(preview) = context.preview() else {
        return Ok(PageAnswer::To("import".to_owned()));
    };
    let mut content = PageContent::new(words.preview);
    match preview.state() {
        PreviewState::Working => {
            content.note(words.working);
            content.refresh_soon();
        }
        PreviewState::Failed(why) => add_end(context, &why, &mut content),
        PreviewState::Ended => add_end(context, words.preview_ended, &mut content),
        PreviewState::Applied(number) => {
            return Ok(PageAnswer::To(format!("imports/{number}?applied=yes")));
        }
        PreviewState::Ready(ready) if ready.is_foreign() => {
            return mapping_form::show(context);
        }
        PreviewState::Ready(ready) => add_preview(context, &preview, &ready, &mut content)?,
    }
    Ok(PageAnswer::Page(content))
}

/// Adds why the preview ended, and a button to choose other files.
fn add_end(context: &PageContext, why: &str, content: &mut PageContent) {
    content.wrong(why);
    content.button(context.address("import"), context.words.other_files);
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
        content.warn(words.changed_since_shown);
        for change in audit::changes_since(context, entry)? {
            content.note(&change);
        }
    }
    if context.request.query.get("another").is_some() {
        content.warn(words.another_shown);
    }
    for mapped in &ready.mapped {
        let says = if mapped.is_pending { words.read_by_pending } else { words.read_by_mapping };
        let says = says.replace("{}", &shorten_for_message(&mapped.name));
        content.note(&says.replace("{mapping}", &context.mapping_version(&mapped.mapping_version())));
        content.link(mapping_form::address_for(context, &mapped.name), words.choose_columns);
    }
    for name in ready.left_alone.iter().take(MAX_IGNORED_NAMES) {
        content.warn(&words.left_alone.replace("{}", &shorten_for_message(name)));
        if ready.foreign().any(|foreign| foreign == name) {
            content.link(
                mapping_form::address_for(context, name),
                &words.which_file.replace("{}", &shorten_for_message(name)),
            );
        }
    }
    let more = ready.left_alone.len().saturating_sub(MAX_IGNORED_NAMES);
    if more > 0 {
        content.warn(&words.more_left_alone.replace("{}", &more.to_string()));
    }
    let count = ready.errors.1;
    let mut has_options = false;
    if count > 0 {
        content.wrong(&words.faults_stand.replace("{}", &count.to_string()));
        let form = corrections::CorrectionForm::of(context, ready);
        has_options = form.has_fields();
        content.add(&form);
    } else {
        add_changes(context, preview, ready, content)?;
    }
    if ready.warnings.1 > 0 {
        content.warn(&words.warnings_stand.replace("{}", &ready.warnings.1.to_string()));
        content.add(&warning_table(context, words.warnings, &ready.warnings.0));
    }
    if !has_options {
        content.add(&options::form(context, ready));
    }
    content.link(context.address("import"), words.other_files);
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
    let (changed, same) = ready.by_change();
    if changed.is_empty() {
        content.note(words.changes_nothing);
        return Ok(());
    }
    content.note(words.nothing_yet);
    content.add(&count_table(context, changed.iter().copied()));
    if !same.is_empty() {
        let rows: i64 = same.iter().map(|(_, counts)| counts[2]).sum();
        let says = words.same_files.replace("{}", &same.len().to_string());
        content.note(&says.replace("{rows}", &rows.to_string()));
    }
    let action = context.address("import/preview/apply");
    let fields = vec![preview_mark_field(ready)];
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
        return Ok(PageAnswer::Nothing);
    };
    if !matches!(preview.state(), PreviewState::Ready(_)) {
        return Ok(PageAnswer::To("import/preview".to_owned()));
    }
    let title = context.words.rows_of.replace("{}", &file.label(context.language));
    let read = |file: &'static str, after, limit| preview.differences(file, after, limit).map(Some);
    let content = differences::file_page(context, file, title, &read, "import/preview")?;
    Ok(content.map_or(PageAnswer::Nothing, PageAnswer::Page))
}
