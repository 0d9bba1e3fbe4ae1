//! One class: its summary, contact moments, participants and waiting list.

use anyhow::Result;

use super::{begin_text, class_badges};
use crate::console::components::{NamedValue, NamedValues, Summary, Table, TableCell};
use crate::console::tasks::{self, TaskTarget};
use crate::console::{FormFields, PageAnswer, PageContent, PageContext, calendar};
use crate::datafile::{class_dates, classes};
use crate::ledger::find_cells;
use crate::store::Snapshot;
use crate::store::calendar_feed::FeedKind;
use crate::store::class::{self, ClassMember, ClassSummary, ContactMoment, MemberStatus, contact_moments, members};
use crate::store::operator::Role;

const PERSONS_PER_PAGE: u32 = 200;

pub struct ClassView<'a> {
    pub context: &'a PageContext<'a>,
    pub snapshot: &'a Snapshot<'a>,
    pub class: ClassSummary,
}

/// Calls `answer` with the class of this row. Returns `NotFound` if there is no such class.
pub fn with_class(
    context: &PageContext,
    row: &str,
    answer: impl FnOnce(&ClassView) -> Result<PageAnswer>,
) -> Result<PageAnswer> {
    let snapshot = context.snapshot()?;
    let Ok(row) = row.parse() else { return Ok(PageAnswer::NotFound) };
    let Some(class) = class::find(&snapshot, row)? else { return Ok(PageAnswer::NotFound) };
    answer(&ClassView { context, snapshot: &snapshot, class })
}

pub fn show(context: &PageContext, row: &str) -> Result<PageAnswer> {
    with_class(context, row, |view| view.show_page())
}

impl ClassView<'_> {
    pub fn task_target(&self) -> Result<TaskTarget<'_>> {
        Ok(TaskTarget {
            context: self.context,
            snapshot: self.snapshot,
            page: super::PAGE.path,
            file: &classes::FILE,
            row: self.class.row,
            cells: find_cells(self.snapshot, &classes::FILE, self.class.row)?.unwrap_or_default(),
            tasks: &tasks::class::TASKS,
            is_closed: self.class.is_cancelled,
        })
    }

    fn show_page(&self) -> Result<PageAnswer> {
        let (context, words, class) = (self.context, self.context.words, &self.class);
        let mut content = PageContent::new(class.name.as_str()).with_row_key(&class.code);
        let tasks = self.task_target()?;
        tasks.add_task_message(&mut content)?;
        if class.is_cancelled {
            content.add_warning(words.class_is_cancelled);
        }
        // an overbooked class has no free place; without a maximum, the summary omits the number
        let free_places = class.max_persons.map(|max| (max - class.enrolled).max(0));
        let number_text = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
        let training_path = format!("data/trainings/{}", class.training);
        content.add(&Summary {
            values: NamedValues::of([
                NamedValue::from((words.training, &class.training_title)).link_to(context.address(&training_path)),
                (words.begins, begin_text(context, &class.begins)).into(),
                (words.enrolled, class.enrolled.to_string()).into(),
                (words.places_left, number_text(free_places)).into(),
                (words.minimum, number_text(class.min_persons)).into(),
                (words.maximum, number_text(class.max_persons)).into(),
                (words.waiting, class.waiting.to_string()).into(),
                (words.trainers, &class.trainers).into(),
                ("Code", &class.code).into(),
            ]),
            badges_label: words.status,
            badges: class_badges(context, class),
        });
        tasks.add_links(&mut content)?;
        let edit = if context.has_role(Role::Editor) { words.edit } else { words.all_fields };
        content.add_link(context.form_address(&classes::FILE, class.row), edit);
        calendar::add_link(context, FeedKind::Class, class.row, &mut content)?;
        if !class.is_cancelled {
            content.add_link(context.address(&format!("classes/{}/attendance", class.row)), words.attendance_list);
        }
        content.add_heading(words.sessions);
        content.add(&self.moments_table()?);
        // both tables have a column with links that move a person to another class
        let can_move = tasks.can_carry_out("move")?;
        content.add_heading(words.enrolled);
        content.add(&self.members_table(MemberStatus::Enrolled, can_move)?);
        if class.waiting > 0 {
            content.add_heading(words.waiting_list);
            content.add(&self.members_table(MemberStatus::Waiting, can_move)?);
        }
        tasks.add_destructive_links(&mut content)?;
        Ok(PageAnswer::Page(content))
    }

    fn moments_table(&self) -> Result<Table<'static>> {
        let (context, words) = (self.context, self.context.words);
        let row = |moment: &ContactMoment| {
            let date = TableCell::text(context.language.format_date(&moment.date));
            vec![
                date.link_to(context.form_address(&class_dates::FILE, moment.row)),
                TableCell::text(&moment.time),
                TableCell::text(&moment.location),
                TableCell::text(&moment.address),
                TableCell::text(&moment.trainers),
            ]
        };
        let rows = contact_moments(self.snapshot, self.class.row)?.iter().map(row).collect();
        let labels = [words.date, words.time, words.location, words.address, words.trainers];
        Ok(Table::new(words.sessions, labels, rows, words.without_sessions))
    }

    /// Returns a page of the members with this status. If `can_move`, each member has a link to the task `move`.
    fn members_table(&self, status: MemberStatus, can_move: bool) -> Result<Table<'static>> {
        let (context, words) = (self.context, self.context.words);
        // each of the two tables has its own position in the address
        let skip_field = if status == MemberStatus::Enrolled { "enrolled" } else { "waiting" };
        let skipped = context.request.query.text_of(skip_field).parse().unwrap_or_default();
        let members = members(self.snapshot, self.class.row, status, skipped, PERSONS_PER_PAGE)?;
        let row = |member: &ClassMember| {
            let query = FormFields::new([("PersonExternalIdentifier", &member.identifier)]).to_query();
            let address = context.address(&format!("classes/{}/move?{query}", self.class.row));
            let move_cell = can_move.then(|| TableCell::text(words.move_to_class).link_to(address));
            let cells = [
                TableCell::text(&member.name).link_to(context.address(&format!("person/{}", member.row))),
                TableCell::text(&member.identifier),
                TableCell::text(&member.division),
                TableCell::text(context.language.format_date(&member.enrolled_at)),
            ];
            cells.into_iter().chain(move_cell).collect()
        };
        let is_full_page = members.len() == PERSONS_PER_PAGE as usize;
        let next_page = format!("?{skip_field}={}", skipped.saturating_add(PERSONS_PER_PAGE));
        let more = is_full_page.then_some((next_page, words.next_rows));
        let caption = if status == MemberStatus::Enrolled { words.enrolled } else { words.waiting_list };
        let member_labels = [words.name, words.identifier, words.division, words.enrolled_at];
        let labels = member_labels.into_iter().chain(can_move.then_some(words.move_to_class));
        Ok(Table::new(caption, labels, members.iter().map(row).collect(), words.nobody).with_links(more))
    }
}
