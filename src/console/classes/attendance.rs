//! The attendance list of a class, to print and sign at each contact moment.

use anyhow::Result;
use askama::Template;

use super::class::{ClassView, find_class};
use crate::console::page::{PageAnswer, PageContent};
use crate::console::page_context::PageContext;
use crate::console::translations::Translations;
use crate::model::language::Language;
use crate::store::class::{ClassMember, ContactMoment, MemberStatus, contact_moments, members};

/// The most persons listed.
const PERSONS: u32 = 200;

/// Contact moments per sheet, each with room for signatures.
const MOMENTS: usize = 6;

/// A sheet: some contact moments and all persons.
#[derive(Template)]
#[template(path = "attendance.html")]
struct AttendanceSheet<'a> {
    words: &'static Translations,
    language: Language,
    class: &'a str,
    training: &'a str,
    moments: &'a [ContactMoment],
    members: &'a [ClassMember],
    first: usize,
}

impl AttendanceSheet<'_> {
    /// Returns the row height at which all rows fit on a page.
    fn height(&self) -> &'static str {
        match self.members.len() {
            0..=15 => "wide",
            16..=25 => "middle",
            _ => "narrow",
        }
    }
}

pub fn show(context: &PageContext, row: &str) -> Result<PageAnswer> {
    find_class(context, row, show_list)
}

/// Shows one sheet for every few contact moments, each with all participants.
fn show_list(view: &ClassView) -> Result<PageAnswer> {
    let (context, class) = (view.context, &view.class);
    let words = context.words;
    let skipped = context.request.query.text_of("from").parse().unwrap_or_default();
    let all = contact_moments(view.snapshot, class.row)?;
    let members = members(view.snapshot, class.row, MemberStatus::Enrolled, skipped, PERSONS)?;
    let mut content = PageContent::new(format!("{} · {}", words.attendance, class.name));
    content.note(words.attendance_says);
    let mut links = vec![(context.address(&format!("classes/{}", class.row)), class.name.clone())];
    if members.len() == PERSONS as usize {
        let next = format!("?from={}", skipped.saturating_add(PERSONS));
        links.push((next, words.next_page.to_owned()));
    }
    content.links(&links);
    // a class without contact moments still gets a sheet with names
    let mut sheets: Vec<_> = all.chunks(MOMENTS).collect();
    if sheets.is_empty() {
        sheets.push(&[]);
    }
    for moments in sheets {
        content.add(&AttendanceSheet {
            words,
            language: context.language,
            class: &class.name,
            training: &class.training,
            moments,
            members: &members,
            first: skipped as usize + 1,
        });
    }
    Ok(PageAnswer::Page(content))
}
