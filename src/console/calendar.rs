//! Calendar feeds: the address of one, shown to editors, with forms to create, renew and remove it; and the divisions,
//! which have no page of their own.

use anyhow::Result;

use super::components::{Form, NewPassword, Table, TableCell};
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use crate::store::calendar_feed::{DivisionFeed, FeedKind, FeedSubject, list_divisions};
use crate::store::operator::Role;
use crate::store::{OpenMode, open};

pub static PAGE: Page =
    Page { path: "calendar", title: |words| words.calendar_feed, role: Role::Editor, show, change: Some(change) };

/// The forms, the last step of their addresses.
const RENEW: &str = "renew";
const REMOVE: &str = "remove";

/// Divisions per page.
const DIVISIONS: u32 = 200;

/// Adds the link to the feed of a class or person, if it can have one, for those who may see its address.
pub fn add_link(context: &PageContext, kind: FeedKind, row: i64, content: &mut PageContent) -> Result<()> {
    let subject = FeedSubject { kind, row };
    if context.may(PAGE.role) && subject.title(&*context.snapshot()?)?.is_some() {
        content.link(feed_address(context, subject), context.words.calendar_feed);
    }
    Ok(())
}

fn feed_address(context: &PageContext, subject: FeedSubject) -> String {
    context.address(&feed_path(subject))
}

fn feed_path(subject: FeedSubject) -> String {
    format!("{}/{}/{}", PAGE.path, subject.kind.name(), subject.row)
}

/// Reads the subject of a feed from two segments of an address; `None` if they name none.
fn parse_subject(kind: &str, row: &str) -> Option<FeedSubject> {
    Some(FeedSubject { kind: kind.parse().ok()?, row: row.parse().ok()? })
}

fn show(context: &PageContext) -> Result<PageAnswer> {
    match context.steps().as_slice() {
        [] => show_divisions(context),
        [kind, row] => match parse_subject(kind, row) {
            Some(subject) => show_feed(context, subject),
            None => Ok(PageAnswer::Nothing),
        },
        _ => Ok(PageAnswer::Nothing),
    }
}

fn show_divisions(context: &PageContext) -> Result<PageAnswer> {
    let (words, snapshot) = (context.words, context.snapshot()?);
    let found = list_divisions(&snapshot, context.request.query.text_of("after"), DIVISIONS)?;
    let more = found.last().filter(|_| found.len() == DIVISIONS as usize);
    let more = more.map(|last| (format!("?{}", context.request.query.with("after", &last.name)), words.next_page));
    let row = |division: &DivisionFeed| {
        let subject = FeedSubject { kind: FeedKind::Division, row: division.row };
        let has_feed = if division.has_feed { words.yes } else { words.no };
        vec![TableCell::text(&division.name).to(feed_address(context, subject)), TableCell::text(has_feed)]
    };
    let mut content = PageContent::new(words.calendar_feeds);
    content.note(words.calendar_feeds_are);
    let rows = found.iter().map(row).collect();
    content.add(&Table::new(words.division, [words.division, words.calendar_feed], rows, words.none_found).more(more));
    Ok(PageAnswer::Page(content))
}

fn show_feed(context: &PageContext, subject: FeedSubject) -> Result<PageAnswer> {
    let (words, snapshot) = (context.words, context.snapshot()?);
    let Some(title) = subject.title(&snapshot)? else {
        return Ok(PageAnswer::Nothing);
    };
    let mut content = PageContent::new(format!("{} · {title}", words.calendar_feed));
    let page = match subject.kind {
        FeedKind::Class => format!("classes/{}", subject.row),
        FeedKind::Person => format!("person/{}", subject.row),
        FeedKind::Division => PAGE.path.to_owned(),
    };
    content.links(&[(context.address(&page), title)]);
    let secret = subject.secret(&snapshot)?;
    let (renew, is_new) = if secret.is_some() { (words.renew_feed, false) } else { (words.create_feed, true) };
    content.note(if is_new { words.calendar_feed_says } else { words.feed_secret });
    if let Some(secret) = secret {
        let address = format!("{}/calendar/{secret}.ics", context.request.base);
        content.add(&NewPassword { says: words.feed_address, password: &address });
    }
    let forms = [(RENEW, renew), (REMOVE, words.remove_feed)];
    for (action, label) in forms.into_iter().filter(|(action, _)| !is_new || *action == RENEW) {
        let to = format!("{}/{action}", feed_address(context, subject));
        let form = Form::changing(context, label, to, Vec::new(), label);
        content.add(&Form { is_grave: action == REMOVE, ..form });
    }
    Ok(PageAnswer::Page(content))
}

fn change(context: &PageContext) -> Result<PageAnswer> {
    context.changing(|| match context.steps().as_slice() {
        [kind, row, action @ (RENEW | REMOVE)] => match parse_subject(kind, row) {
            Some(subject) => change_feed(context, subject, action),
            None => Ok(PageAnswer::Nothing),
        },
        _ => Ok(PageAnswer::Nothing),
    })
}

/// Renews (or creates) the address of a feed, or removes it.
fn change_feed(context: &PageContext, subject: FeedSubject, action: &str) -> Result<PageAnswer> {
    let snapshot = context.snapshot()?;
    if subject.title(&snapshot)?.is_none() {
        return Ok(PageAnswer::Nothing);
    }
    let clock = snapshot.clock().clone();
    let mut database = open(&context.console.file, &clock, OpenMode::Existing)?;
    let by = context.attribution(&format!("calendar {action} {} {}", subject.kind.name(), subject.row));
    match action {
        RENEW => subject.renew_secret(&mut database, &by)?,
        _ => subject.remove(&mut database, &by)?,
    }
    Ok(PageAnswer::To(feed_path(subject)))
}
