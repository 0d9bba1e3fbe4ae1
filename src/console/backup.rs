//! Backups: the last backup, and buttons that download a backup or make one in the folder of automatic backups.

use anyhow::{Error, Result};
use jiff::SignedDuration;

use super::components::{Form, NamedValues};
use super::response::ResponseBody;
use super::storage_failure::StorageFailure;
use super::today::group_digits;
use super::translations::Translations;
use super::{Page, PageAnswer, PageContent, PageContext};
use crate::error_message::error_message;
use crate::store::operator::Role;

pub static PAGE: Page = Page {
    path: "backup",
    title: |words| words.backup,
    role: Role::Owner,
    show: |context| match context.segments().as_slice() {
        [] => backup_page(context, ButtonOutcome::NotUsed),
        _ => Ok(PageAnswer::NotFound),
    },
    submit: Some(submit),
};

const MAX_BACKUP_AGE: SignedDuration = SignedDuration::from_hours(48);

/// Returns a warning if the last backup is old, or if its time is in the future, so that its age is unknown.
pub fn age_warning(words: &Translations, age: SignedDuration) -> Option<String> {
    if age.as_secs() < 0 {
        return Some(words.backup_is_in_future.to_owned());
    }
    (age > MAX_BACKUP_AGE).then(|| words.backup_is_old.replace("{}", &group_digits(age.as_hours().unsigned_abs())))
}

enum ButtonOutcome {
    NotUsed,
    /// The path of the new backup.
    Made(String),
    Failed(Error),
}

fn backup_page(context: &PageContext, outcome: ButtonOutcome) -> Result<PageAnswer> {
    let words = context.words;
    let backups = &context.console.service.store.backups;
    let snapshot = context.snapshot()?;
    let mut content = PageContent::new(words.backup);
    // the result of the button replaces the error of an earlier backup
    match outcome {
        ButtonOutcome::Made(path) => content.add_success(&words.backup_made.replace("{}", &path)),
        ButtonOutcome::Failed(error) => {
            let text = error_message(&error).text_for_page(context.language);
            content.add_error(&words.backup_not_made.replace("{}", &text));
            content = content.with_status(StorageFailure::of(&error).map_or(500, StorageFailure::status));
        }
        ButtonOutcome::NotUsed => {
            if let Some(error) = backups.last_error() {
                let error = error.text_for_page(context.language);
                content.add_error(&words.backup_not_made.replace("{}", &error));
            }
        }
    }
    if let Some(warning) = backups.age(&snapshot)?.and_then(|age| age_warning(words, age)) {
        content.add_warning(&warning);
    }
    match backups.last(&snapshot)? {
        Some(last) => content.add(&NamedValues::of([
            (words.last_backup, context.format_time(&snapshot, &last.at)?),
            (words.place, last.to),
        ])),
        None => content.add_error(words.no_backup_warning),
    }
    content.add_heading(words.make_backup_now);
    content.add_note(words.backup_explanation);
    content.add(&button_form(context, "download", words.download_backup));
    // only a service with automatic backups has a folder for them
    if let Some(plan) = &backups.plan {
        content.add_heading(words.automatic_backups);
        content.add(&NamedValues::of([
            (words.place, plan.folder.path.display().to_string()),
            (words.max_backup_age, words.duration(plan.interval)),
            (words.backups_kept, plan.kept_backups.to_string()),
        ]));
        content.add(&button_form(context, "folder", words.back_up_to_folder));
    } else {
        content.add_note(words.automatic_backups_off);
    }
    Ok(PageAnswer::Page(content))
}

/// Returns a form that consists of a button. `action` is the last segment of its address: `download` or `folder`.
fn button_form<'a>(context: &'a PageContext, action: &str, label: &'a str) -> Form<'a> {
    let address = context.address(&format!("backup/{action}"));
    Form::button(context, label, address, Vec::new())
}

/// Makes a backup: `backup/download` sends it to the browser, and `backup/folder` stores it with the automatic backups.
fn submit(context: &PageContext) -> Result<PageAnswer> {
    let (backups, actor) = (&context.console.service.store.backups, &context.operator.name);
    let log_and_show = |error: Error| {
        tracing::error!("no backup was made: {error:#}");
        backup_page(context, ButtonOutcome::Failed(error))
    };
    match (context.segments().as_slice(), &backups.plan) {
        (["download"], _) => match backups.make_for_download(actor) {
            Ok((file, name)) => Ok(PageAnswer::File {
                name: safe_file_name(&name),
                content_type: "application/vnd.sqlite3",
                body: ResponseBody::File(file),
            }),
            Err(error) => log_and_show(error),
        },
        // without a plan, the page has no button for the folder
        (["folder"], Some(plan)) => match backups.make(plan, actor) {
            Ok(path) => backup_page(context, ButtonOutcome::Made(path.display().to_string())),
            Err(error) => log_and_show(error),
        },
        _ => Ok(PageAnswer::NotFound),
    }
}

/// Replaces each character that some systems do not accept in file names by `_`.
fn safe_file_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}
