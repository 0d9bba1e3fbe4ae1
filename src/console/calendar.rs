//! Calendar feeds: a list of divisions, and a page per feed with forms to create, renew and remove its secret address.

use anyhow::Result;

use super::components::{Form, ShownSecret, Table, TableCell};
use super::{Page, PageAnswer, PageContent, PageContext};
use crate::model::message::{Message, MessageName};
use crate::store::calendar_feed::{DivisionFeed, FeedKind, FeedSubject, list_divisions};
use crate::store::operator::Role;

pub static PAGE: Page =
    Page { path: "calendar", title: |words| words.calendar_feed, role: Role::Editor, show, submit: Some(submit) };

const RENEW: &str = "renew";
const REMOVE: &str = "remove";

const DIVISIONS_PER_PAGE: u32 = 200;

/// Adds a link to the feed page of a class or person, if the row can have a feed and the operator may see the page.
pub fn add_link(context: &PageContext, kind: FeedKind, row: i64, content: &mut PageContent) -> Result<()> {
    let subject = FeedSubject { kind, row };
    if context.has_role(PAGE.role) && subject.name_and_code(&*context.snapshot()?)?.is_some() {
        content.add_link(feed_address(context, subject), context.words.calendar_feed);
    }
    Ok(())
}

fn feed_address(context: &PageContext, subject: FeedSubject) -> String {
    context.address(&feed_path(subject))
}

fn feed_path(subject: FeedSubject) -> String {
    format!("{}/{}/{}", PAGE.path, subject.kind.name(), subject.row)
}

/// Parses two segments of a feed's address, such as `class` and `3`.
fn parse_subject(kind: &str, row: &str) -> Option<FeedSubject> {
    Some(FeedSubject { kind: FeedKind::from_name(kind)?, row: row.parse().ok()? })
}

fn show(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [] => show_divisions(context),
        [kind, row] => parse_subject(kind, row).map_or(Ok(PageAnswer::NotFound), |subject| show_feed(context, subject)),
        _ => Ok(PageAnswer::NotFound),
    }
}

/// Shows the divisions. Classes and persons have a link to their feed on their own pages.
fn show_divisions(context: &PageContext) -> Result<PageAnswer> {
    let (words, snapshot) = (context.words, context.snapshot()?);
    let divisions = list_divisions(&snapshot, context.request.query.text_of("after"), DIVISIONS_PER_PAGE)?;
    // after a full page, more divisions may follow
    let is_full_page = divisions.len() == DIVISIONS_PER_PAGE as usize;
    let last = divisions.last().filter(|_| is_full_page);
    let next_page =
        last.map(|last| (format!("?{}", context.request.query.query_with("after", &last.name)), words.next_rows));
    let row = |division: &DivisionFeed| {
        let subject = FeedSubject { kind: FeedKind::Division, row: division.row };
        let yes_or_no = context.language.yes_or_no(division.has_feed);
        vec![TableCell::text(&division.name).link_to(feed_address(context, subject)), TableCell::text(yes_or_no)]
    };
    let mut content = PageContent::new(words.calendar_feeds_of_divisions);
    content.add_note(words.calendar_feeds_intro);
    let rows = divisions.iter().map(row).collect();
    let labels = [words.division, words.calendar_feed];
    content.add(&Table::new(words.division, labels, rows, words.nothing_found).with_links(next_page));
    Ok(PageAnswer::Page(content))
}

fn show_feed(context: &PageContext, subject: FeedSubject) -> Result<PageAnswer> {
    let (words, snapshot) = (context.words, context.snapshot()?);
    let Some((name, code)) = subject.name_and_code(&snapshot)? else { return Ok(PageAnswer::NotFound) };
    let subject_path = match subject.kind {
        FeedKind::Class => format!("classes/{}", subject.row),
        FeedKind::Person => format!("person/{}", subject.row),
        FeedKind::Division => PAGE.path.to_owned(),
    };
    let mut content =
        PageContent::new(words.calendar_feed).with_row_key(&code).with_parent(context.address(&subject_path), name);
    // the same action creates an address and replaces it by another
    let secret = subject.secret(&snapshot)?;
    let has_link = secret.is_some();
    let forms = match has_link {
        true => vec![(RENEW, words.renew_feed_link), (REMOVE, words.remove_feed_link)],
        false => vec![(RENEW, words.create_feed_link)],
    };
    content.add_note(if has_link { words.feed_link_is_secret } else { words.calendar_feed_explanation });
    if let Some(secret) = secret {
        let address = format!("{}/calendar/{secret}.ics", context.request.caller.base);
        content.add(&ShownSecret { label: words.feed_link, secret: &address });
    }
    for (action, label) in forms {
        let address = format!("{}/{action}", feed_address(context, subject));
        // renewing, too, ends the subscriptions of everybody who uses the link
        content.add(&Form { is_destructive: has_link, ..Form::button(context, label, address, Vec::new()) });
    }
    Ok(PageAnswer::Page(content))
}

/// Answers the buttons of a feed, such as `calendar/class/3/renew`.
fn submit(context: &PageContext) -> Result<PageAnswer> {
    context.with_editor_access(|| match context.segments().as_slice() {
        [kind, row, action @ (RENEW | REMOVE)] => {
            parse_subject(kind, row).map_or(Ok(PageAnswer::NotFound), |subject| change_feed(context, subject, action))
        }
        _ => Ok(PageAnswer::NotFound),
    })
}

fn change_feed(context: &PageContext, subject: FeedSubject, action: &str) -> Result<PageAnswer> {
    if subject.name_and_code(&*context.snapshot()?)?.is_none() {
        return Ok(PageAnswer::NotFound);
    }
    let mut database = context.console.service.store.open_connection()?;
    let attribution =
        |name| context.attribution(Message::new(name).with_part(subject.kind.message()).with(subject.row));
    match action {
        RENEW => subject.renew_secret(&mut database, &attribution(MessageName::RenewCalendarFeed))?,
        _ => subject.remove(&mut database, &attribution(MessageName::RemoveCalendarFeed))?,
    }
    Ok(PageAnswer::Redirect(feed_path(subject)))
}
