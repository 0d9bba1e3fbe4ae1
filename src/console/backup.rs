//! Backup: shows the last one, and makes one now, to download or in the service's folder.

use anyhow::Result;

use super::components::{Facts, Form};
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use super::response::ResponseBody;
use crate::store::operator::Role;

pub static PAGE: Page = Page {
    path: "backup",
    title: |words| words.backup,
    role: Role::Owner,
    show: |context| match context.steps().as_slice() {
        [] => backup_page(context, None),
        _ => Ok(PageAnswer::Nothing),
    },
    change: Some(change),
};

/// Returns the page. `done` is the result of an action: the path of the backup, or the error.
fn backup_page(context: &PageContext, done: Option<Result<String, String>>) -> Result<PageAnswer> {
    let words = context.words;
    let backups = &context.console.service.store.backups;
    let snapshot = context.snapshot()?;
    let mut content = PageContent::new(words.backup);
    match done {
        Some(Ok(to)) => content.add_success(&words.backup_made.replace("{}", &to)),
        Some(Err(why)) => content.wrong(&words.backup_not_made.replace("{}", &why)),
        None => {
            let (_, why) = backups.failures();
            why.iter().for_each(|why| content.warn(&words.backup_not_made.replace("{}", why)));
        }
    }
    match backups.last(&snapshot)? {
        Some(made) => {
            content.add(&Facts::of([(words.backup_last, context.moment(&snapshot, &made.at)?), (words.place, made.to)]))
        }
        None => content.warn(words.no_backup),
    }
    content.heading(words.backup_now);
    content.note(words.backup_says);
    content.add(&action_form(context, "download", words.backup_download));
    if let Some(plan) = &backups.plan {
        content.heading(words.backup_plan);
        content.add(&Facts::of([
            (words.place, plan.folder.path.display().to_string()),
            (words.backup_every, words.time(plan.every)),
            (words.backup_keep, plan.keep.to_string()),
        ]));
        content.add(&action_form(context, "folder", words.backup_now));
    } else {
        content.note(words.no_backup_plan);
    }
    Ok(PageAnswer::Page(content))
}

/// Returns a form with only a button, which starts the action `action`.
fn action_form<'a>(context: &'a PageContext, action: &str, says: &'a str) -> Form<'a> {
    let action = context.address(&format!("backup/{action}"));
    Form::changing(context, says, action, Vec::new(), says)
}

fn change(context: &PageContext) -> Result<PageAnswer> {
    let (backups, actor) = (&context.console.service.store.backups, &context.signed.name);
    let report = |error: anyhow::Error| {
        tracing::error!("no backup was made: {error:#}");
        backup_page(context, Some(Err(format!("{error:#}"))))
    };
    match (context.steps().as_slice(), &backups.plan) {
        (["download"], _) => match backups.make_for_download(actor) {
            Ok((file, name)) => Ok(PageAnswer::File {
                name: safe_file_name(&name),
                content_type: "application/vnd.sqlite3",
                body: ResponseBody::Stored(file),
            }),
            Err(error) => report(error),
        },
        (["folder"], Some(plan)) => match backups.make(plan, actor) {
            Ok(to) => backup_page(context, Some(Ok(to.display().to_string()))),
            Err(error) => report(error),
        },
        _ => Ok(PageAnswer::Nothing),
    }
}

/// Returns a file name that every system accepts.
fn safe_file_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}
