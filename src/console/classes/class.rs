//! One class: what is known of it, its contact moments, who is in it and who waits.

use anyhow::Result;

use super::marks;
use crate::console::components::{Cell, Facts, Table};
use crate::console::data::facts;
use crate::console::page::{Answer, Content};
use crate::console::visit::Visit;
use crate::datafile::classes::FILE;
use crate::ledger::cells;
use crate::store::Snapshot;
use crate::store::class::{self, Class, Member, Moment, Seat, members, moments};

/// How many persons of a class a page has.
const PERSONS: u32 = 200;

/// A class that is looked at.
pub struct Looked<'a> {
    pub visit: &'a Visit<'a>,
    pub snapshot: &'a Snapshot<'a>,
    pub class: Class,
}

/// The class of the row in an address.
pub fn looked(visit: &Visit, row: &str, then: impl FnOnce(&Looked) -> Result<Answer>) -> Result<Answer> {
    let snapshot = visit.snapshot()?;
    let found = row.parse().map(|row| class::find(&snapshot, row));
    let Some(class) = found.unwrap_or(Ok(None))? else {
        return Ok(Answer::Nothing);
    };
    then(&Looked { visit, snapshot: &snapshot, class })
}

/// The page of a class.
pub fn show(visit: &Visit, row: &str) -> Result<Answer> {
    looked(visit, row, |looked| looked.page())
}

impl Looked<'_> {
    fn page(&self) -> Result<Answer> {
        let (visit, words, class) = (self.visit, self.visit.words, &self.class);
        let mut content = Content::new(class.name.as_str());
        let marks = marks(visit, class);
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
        content.add(&facts(visit, &FILE, &cells));
        let (title, row) = &class.training;
        let training = format!("{}: {title}", words.training);
        let fields = visit.address(&format!("data/classes/{}", class.row));
        content.links(&[
            (visit.address(&format!("data/trainings/{row}")), training),
            (fields, words.all_fields.to_owned()),
        ]);
        content.button(visit.address(&format!("classes/{}/attendance", class.row)), words.attendance);
        content.heading(words.moments);
        content.add(&self.moments()?);
        content.heading(words.enrolled);
        content.add(&self.members(Seat::Enrolled)?);
        if class.waiting > 0 {
            content.heading(words.waiting_list);
            content.add(&self.members(Seat::Waiting)?);
        }
        Ok(Answer::Page(content))
    }

    fn moments(&self) -> Result<Table<'static>> {
        let (visit, words) = (self.visit, self.visit.words);
        let row = |moment: &Moment| {
            let address = visit.address(&format!("data/class_dates/{}", moment.row));
            let [place, at] = &moment.place;
            vec![
                Cell::text(&moment.date).to(address),
                Cell::text(&moment.time),
                Cell::text(place),
                Cell::text(at),
                Cell::text(&moment.trainers),
            ]
        };
        let rows = moments(self.snapshot, self.class.row)?.iter().map(row).collect();
        let labels = [words.date, words.time, words.location, words.place_address, words.trainers];
        Ok(Table::new(words.moments, labels, rows, words.without_moments))
    }

    /// Those who have such a seat, from the one on that the address says.
    fn members(&self, seat: Seat) -> Result<Table<'static>> {
        let (visit, words) = (self.visit, self.visit.words);
        let field = if seat == Seat::Enrolled { "enrolled" } else { "waiting" };
        let skipped = visit.request.query.text_of(field).parse().unwrap_or_default();
        let members = members(self.snapshot, self.class.row, seat, skipped, PERSONS)?;
        let row = |member: &Member| {
            vec![
                Cell::text(&member.name).to(visit.address(&format!("person/{}", member.row))),
                Cell::text(&member.identifier),
                Cell::text(&member.division),
                Cell::text(member.enrolled_at.replace('T', " ")),
            ]
        };
        let more = (members.len() == PERSONS as usize)
            .then(|| (format!("?{field}={}", skipped.saturating_add(PERSONS)), words.next_page));
        let caption = if seat == Seat::Enrolled { words.enrolled } else { words.waiting_list };
        let labels = [words.name, words.identifier, words.division, words.enrolled_at];
        Ok(Table::new(caption, labels, members.iter().map(row).collect(), words.nobody).more(more))
    }
}
