//! A person's agenda: contact moments of classes. Also the status of an enrolment.

use anyhow::Result;

use super::{MAX_ROWS_OF_SECTION, PersonView, Sections};
use crate::console::components::{Collapsed, Table, TableCell};
use crate::console::request::date_part;
use crate::console::tasks::person::{CANCELLED, SCHEDULED};
use crate::console::{PageAnswer, PageContent, PageContext};
use crate::datafile::{find_cell, persons};
use crate::ledger::RecordedCells;
use crate::model::enumeration::STATES;
use crate::store::class::{self, AgendaItem, AgendaPart};

const ITEMS_PER_PAGE: u32 = 100;

/// Shows a page of the whole agenda. The query field `from` has the number of items on earlier pages.
pub fn show(person: &PersonView) -> Result<PageAnswer> {
    let (context, words) = (person.context, person.context.words);
    let name = persons::FILE.row_title(&person.cells);
    let skipped = context.request.query.text_of("from").parse().unwrap_or_default();
    let items = class::agenda(person.snapshot, person.row, AgendaPart::All, skipped, ITEMS_PER_PAGE)?;
    let mut content = PageContent::new(format!("{} · {name}", words.agenda)).with_row_key(person.identifier());
    content.add_links(vec![(context.address(&format!("person/{}", person.row)), name)]);
    // a full page may be the last: the next page is then empty
    let next = (format!("?from={}", skipped.saturating_add(ITEMS_PER_PAGE)), words.next_rows);
    let more = (items.len() == ITEMS_PER_PAGE as usize).then_some(next);
    content.add(&items_table(person, &items, more));
    Ok(PageAnswer::Page(content))
}

/// Adds a section with the coming items, the folded past items, and a link to the whole agenda if it has more. Adds
/// nothing for an empty agenda.
pub fn add_section(person: &PersonView, sections: &mut Sections) -> Result<()> {
    let (context, words) = (person.context, person.context.words);
    let read = |part| class::agenda(person.snapshot, person.row, part, 0, MAX_ROWS_OF_SECTION as u32);
    let (coming, past) = (read(AgendaPart::Coming)?, read(AgendaPart::Past)?);
    if coming.is_empty() && past.is_empty() {
        return Ok(());
    }
    let agenda_address = context.address(&format!("person/{}/agenda", person.row));
    let has_more = |items: &[AgendaItem]| items.len() == MAX_ROWS_OF_SECTION;
    let more = |items| has_more(items).then(|| (agenda_address.clone(), words.all));
    sections.begin("agenda", words.agenda);
    if !coming.is_empty() {
        sections.content.add(&items_table(person, &coming, more(&coming)));
    }
    if !past.is_empty() {
        let count = format!("{}{}", past.len(), if has_more(&past) { "+" } else { "" });
        let heading = words.past_sessions.replace("{}", &count);
        sections.content.add(&Collapsed { heading: &heading, content: items_table(person, &past, more(&past)) });
    }
    Ok(())
}

/// Returns a table with a row per item. `more` is the address and text of a link below the table.
fn items_table(person: &PersonView, items: &[AgendaItem], more: Option<(String, &'static str)>) -> Table<'static> {
    let (context, words) = (person.context, person.context.words);
    let row = |item: &AgendaItem| {
        vec![
            TableCell::text(context.language.format_date(&item.date)),
            TableCell::text(&item.time),
            TableCell::text(&item.training).link_to(context.address(&format!("classes/{}", item.class))),
            TableCell::text(&item.place),
            enrollment_status(context, &item.state.to_string(), item.on_waiting_list, item.is_cancelled, item.is_past),
        ]
    };
    let labels = [words.date, words.time, words.training, words.location, words.status];
    let table = Table::new(words.agenda, labels, items.iter().map(row).collect(), words.nothing_found);
    table.without_empty_columns().with_links(more)
}

/// Returns the status of an enrolment as a badge, which is green only if the session or class is yet to come.
pub fn enrollment_status(
    context: &PageContext,
    state: &str,
    on_waiting_list: bool,
    is_class_cancelled: bool,
    is_past: bool,
) -> TableCell {
    let words = context.words;
    // the order matters: a cancelled class decides, then a cancelled enrolment
    let (tone, status) = match state {
        _ if is_class_cancelled => ("wrong", words.class_cancelled.to_owned()),
        // afterwards, "scheduled" and "on the waiting list" would be wrong
        _ if is_past && state != CANCELLED => ("note", words.over.to_owned()),
        _ if on_waiting_list && state != CANCELLED => ("warn", words.on_waiting_list.to_owned()),
        SCHEDULED => ("good", STATES.label(state, context.language)),
        _ => (STATES.tone(state).unwrap_or_default(), STATES.label(state, context.language)),
    };
    TableCell::text(status).with_badge(Some(tone))
}

/// Replaces the state of an enrolment by its status, and inserts the day on which the class begins before it. `cells` are
/// the enrolment's stored cells, and `shown_cells` the shown ones, with the state at the index `state_index`.
pub fn add_class_timing(
    person: &PersonView,
    cells: &RecordedCells,
    state_index: usize,
    shown_cells: &mut Vec<TableCell>,
) -> Result<()> {
    let context = person.context;
    let Some(class) = class::timing(person.snapshot, find_cell(cells, "ClassCode"))? else {
        // e-learning has no class, and therefore no date
        shown_cells.insert(state_index, TableCell::default());
        return Ok(());
    };
    let is_waiting = find_cell(cells, "OnWaitingList") == "true";
    shown_cells[state_index] =
        enrollment_status(context, find_cell(cells, "State"), is_waiting, class.is_cancelled, class.is_past);
    let date = date_part(&class.begins).map(|date| context.language.format_date(date)).unwrap_or_default();
    shown_cells.insert(state_index, TableCell::text(date));
    Ok(())
}
