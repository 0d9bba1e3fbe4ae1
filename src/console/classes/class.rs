//! One class: its facts, contact moments, participants and waiting list.

use anyhow::Result;

use super::class_badges;
use crate::console::calendar;
use crate::console::components::{Facts, Table, TableCell};
use crate::console::data::row_facts;
use crate::console::page::{PageAnswer, PageContent};
use crate::console::page_context::PageContext;
use crate::datafile::classes::FILE;
use crate::ledger::cells;
use crate::store::Snapshot;
use crate::store::calendar_feed::FeedKind;
use crate::store::class::{self, ClassMember, ClassSummary, ContactMoment, MemberStatus, members, moments};

/// Persons per page.
const PERSONS: u32 = 200;

/// The class to show.
pub struct ClassView<'a> {
    pub visit: &'a PageContext<'a>,
    pub snapshot: &'a Snapshot<'a>,
    pub class: ClassSummary,
}

/// Finds the class of the row in an address.
pub fn find_class(
    visit: &PageContext,
    row: &str,
    then: impl FnOnce(&ClassView) -> Result<PageAnswer>,
) -> Result<PageAnswer> {
    let snapshot = visit.snapshot()?;
    let found = row.parse().map(|row| class::find(&snapshot, row));
    let Some(class) = found.unwrap_or(Ok(None))? else {
        return Ok(PageAnswer::Nothing);
    };
    then(&ClassView { visit, snapshot: &snapshot, class })
}

pub fn show(visit: &PageContext, row: &str) -> Result<PageAnswer> {
    find_class(visit, row, |looked| looked.page())
}

impl ClassView<'_> {
    fn page(&self) -> Result<PageAnswer> {
        let (visit, words, class) = (self.visit, self.visit.words, &self.class);
        let mut content = PageContent::new(class.name.as_str());
        let marks = class_badges(visit, class);
        if !marks.is_empty() {
            content.note(&marks);
        }
        let free = class.most.map(|most| (most - class.enrolled).max(0).to_string());
        content.add(&Facts::of([
            (words.enrolled, class.enrolled.to_string()),
            (words.free_places, free.unwrap_or_default()),
            (words.waiting, class.waiting.to_string()),
            (words.trainers, class.trainers.clone()),
        ]));
        let cells = cells(self.snapshot, &FILE, class.row)?.unwrap_or_default();
        content.add(&row_facts(visit, &FILE, &cells));
        let (title, row) = &class.training;
        let training = format!("{}: {title}", words.training);
        let fields = visit.address(&format!("data/classes/{}", class.row));
        content.links(&[
            (visit.address(&format!("data/trainings/{row}")), training),
            (fields, words.all_fields.to_owned()),
        ]);
        calendar::add_link(visit, FeedKind::Class, class.row, &mut content)?;
        content.button(visit.address(&format!("classes/{}/attendance", class.row)), words.attendance);
        content.heading(words.moments);
        content.add(&self.moments()?);
        content.heading(words.enrolled);
        content.add(&self.members(MemberStatus::Enrolled)?);
        if class.waiting > 0 {
            content.heading(words.waiting_list);
            content.add(&self.members(MemberStatus::Waiting)?);
        }
        Ok(PageAnswer::Page(content))
    }

    fn moments(&self) -> Result<Table<'static>> {
        let (visit, words) = (self.visit, self.visit.words);
        let row = |moment: &ContactMoment| {
            let address = visit.address(&format!("data/class_dates/{}", moment.row));
            let [place, at] = &moment.place;
            vec![
                TableCell::text(&moment.date).to(address),
                TableCell::text(&moment.time),
                TableCell::text(place),
                TableCell::text(at),
                TableCell::text(&moment.trainers),
            ]
        };
        let rows = moments(self.snapshot, self.class.row)?.iter().map(row).collect();
        let labels = [words.date, words.time, words.location, words.place_address, words.trainers];
        Ok(Table::new(words.moments, labels, rows, words.without_moments))
    }

    /// Returns the persons with this status, from the position in the address on.
    fn members(&self, seat: MemberStatus) -> Result<Table<'static>> {
        let (visit, words) = (self.visit, self.visit.words);
        let field = if seat == MemberStatus::Enrolled { "enrolled" } else { "waiting" };
        let skipped = visit.request.query.text_of(field).parse().unwrap_or_default();
        let members = members(self.snapshot, self.class.row, seat, skipped, PERSONS)?;
        let row = |member: &ClassMember| {
            vec![
                TableCell::text(&member.name).to(visit.address(&format!("person/{}", member.row))),
                TableCell::text(&member.identifier),
                TableCell::text(&member.division),
                TableCell::text(member.enrolled_at.replace('T', " ")),
            ]
        };
        let more = (members.len() == PERSONS as usize)
            .then(|| (format!("?{field}={}", skipped.saturating_add(PERSONS)), words.next_page));
        let caption = if seat == MemberStatus::Enrolled { words.enrolled } else { words.waiting_list };
        let labels = [words.name, words.identifier, words.division, words.enrolled_at];
        Ok(Table::new(caption, labels, members.iter().map(row).collect(), words.nobody).more(more))
    }
}
