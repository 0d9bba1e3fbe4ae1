//! The attendance list of a class, to print and sign at each contact moment.

use anyhow::Result;
use askama::Template;

use super::class::{ClassView, with_class};
use crate::console::{PageAnswer, PageContent, PageContext};
use crate::store::class::{ClassMember, ContactMoment, MemberStatus, contact_moments, members};

/// The most persons on a page. Each sheet of the page has a row for each of these persons.
const PERSONS_PER_PAGE: u32 = 200;

const MOMENTS_PER_SHEET: usize = 6;

/// A table with a row per participant, and a column per contact moment for the signatures.
#[derive(Template)]
#[template(path = "attendance.html")]
struct AttendanceSheet<'a> {
    view: &'a ClassView<'a>,
    moments: &'a [ContactMoment],
    members: &'a [ClassMember],
    /// The number of the first row. The numbers continue from the previous page.
    first_member_number: usize,
}

impl AttendanceSheet<'_> {
    /// Returns the CSS class of the row height at which all rows fit on one printed page.
    fn height_class(&self) -> &'static str {
        match self.members.len() {
            0..=15 => "tall-rows",
            16..=25 => "medium-rows",
            _ => "short-rows",
        }
    }
}

pub fn show(context: &PageContext, row: &str) -> Result<PageAnswer> {
    with_class(context, row, show_attendance_list)
}

/// Shows a page of the participants. The query field `from` has the number of participants on earlier pages.
fn show_attendance_list(view: &ClassView) -> Result<PageAnswer> {
    let (context, class) = (view.context, &view.class);
    let words = context.words;
    let skipped = context.request.query.text_of("from").parse().unwrap_or_default();
    let moments = contact_moments(view.snapshot, class.row)?;
    let members = members(view.snapshot, class.row, MemberStatus::Enrolled, skipped, PERSONS_PER_PAGE)?;
    let mut content = PageContent::new(format!("{} · {}", words.attendance_list, class.name)).with_row_key(&class.code);
    content.add_note(words.attendance_list_hint);
    let mut links = vec![(context.address(&format!("classes/{}", class.row)), class.name.clone())];
    if members.len() == PERSONS_PER_PAGE as usize {
        let next = format!("?from={}", skipped.saturating_add(PERSONS_PER_PAGE));
        links.push((next, words.next_rows.to_owned()));
    }
    content.add_links(links);
    // a class without contact moments gets one sheet with names
    let mut moments_by_sheet: Vec<_> = moments.chunks(MOMENTS_PER_SHEET).collect();
    if moments_by_sheet.is_empty() {
        moments_by_sheet.push(&[]);
    }
    for moments in moments_by_sheet {
        content.add(&AttendanceSheet { view, moments, members: &members, first_member_number: skipped as usize + 1 });
    }
    Ok(PageAnswer::Page(content))
}
