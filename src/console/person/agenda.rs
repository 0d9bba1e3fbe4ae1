//! A person's agenda: contact moments of classes, latest first.

use anyhow::Result;

use super::{MAX_ROWS_OF_SECTION, PersonView, Sections};
use crate::console::components::{Table, TableCell};
use crate::console::{PageAnswer, PageContent};
use crate::datafile::persons;
use crate::model::enumeration::STATES;
use crate::model::time;
use crate::store::class::{self, AgendaItem};

const ITEMS_PER_PAGE: u32 = 100;

/// Shows a page of the whole agenda. The query field `from` has the number of items on earlier pages.
pub fn show(person: &PersonView) -> Result<PageAnswer> {
    let (context, words) = (person.context, person.context.words);
    let name = persons::FILE.row_title(&person.cells);
    let skipped = context.request.query.text_of("from").parse().unwrap_or_default();
    let items = class::agenda(person.snapshot, person.row, skipped, ITEMS_PER_PAGE)?;
    let mut content = PageContent::new(format!("{} · {name}", words.agenda)).with_row_key(person.identifier());
    content.add_links(vec![(context.address(&format!("person/{}", person.row)), name)]);
    // a full page may be the last: the next page is then empty
    let next = (format!("?from={}", skipped.saturating_add(ITEMS_PER_PAGE)), words.next_rows);
    let more = (items.len() == ITEMS_PER_PAGE as usize).then_some(next);
    content.add(&items_table(person, &items, more));
    Ok(PageAnswer::Page(content))
}

/// Adds a section with the latest items and a link to the whole agenda; nothing for an empty agenda.
pub fn add_section(person: &PersonView, sections: &mut Sections) -> Result<()> {
    let (context, words) = (person.context, person.context.words);
    let items = class::agenda(person.snapshot, person.row, 0, MAX_ROWS_OF_SECTION as u32)?;
    if items.is_empty() {
        return Ok(());
    }
    let agenda_address = context.address(&format!("person/{}/agenda", person.row));
    let more = (items.len() == MAX_ROWS_OF_SECTION).then_some((agenda_address, words.all));
    sections.begin("agenda", words.agenda);
    sections.add_table(context, items_table(person, &items, more));
    Ok(())
}

/// Returns a table with a row per item. `more` is the address and text of a link below the table.
fn items_table(person: &PersonView, items: &[AgendaItem], more: Option<(String, &'static str)>) -> Table<'static> {
    let (context, words) = (person.context, person.context.words);
    let today = time::format_wall_time(person.snapshot.clock().now())[.."2026-03-09".len()].to_owned();
    let row = |item: &AgendaItem| {
        let is_past = item.date < today;
        // the order matters: a cancelled class decides, then the waiting list, then the state of the enrolment
        let (tone, status) = match item {
            AgendaItem { is_cancelled: true, .. } => ("wrong", words.is_cancelled.to_owned()),
            // a cancelled enrolment (state 2) is no longer on the waiting list
            AgendaItem { on_waiting_list: true, state, .. } if *state != 2 => {
                ("warn", words.on_waiting_list.to_owned())
            }
            // after the class, "scheduled" (state 3) would be wrong
            AgendaItem { state: 3, .. } if is_past => ("", String::new()),
            AgendaItem { state, .. } => {
                let state = state.to_string();
                (STATES.tone(&state).unwrap_or_default(), STATES.label(&state, context.language))
            }
        };
        vec![
            TableCell::text(context.language.format_date(&item.date)),
            TableCell::text(&item.time),
            TableCell::text(&item.training).link_to(context.address(&format!("classes/{}", item.class))),
            TableCell::text(&item.place),
            TableCell::text(status).with_badge(Some(tone)),
        ]
    };
    let labels = [words.date, words.time, words.training, words.location, words.status];
    let table = Table::new(words.agenda, labels, items.iter().map(row).collect(), words.nothing_found);
    table.without_empty_columns().with_links(more)
}
