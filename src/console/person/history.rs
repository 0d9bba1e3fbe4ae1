//! A person's history, newest first: the latest changes on the person's page, all on their own page.

use anyhow::Result;

use super::{FILE, PersonView};
use crate::console::components::{Paging, Table, TableCell};
use crate::console::data::names::Names;
use crate::console::page::{PageAnswer, PageContent};
use crate::ledger::audit::AuditFilter;
use crate::ledger::history::{self, ChangeQuery, RowChange};

/// Changes per page.
const CHANGES: u32 = 50;

/// Shows a page of the history.
pub fn show(person: &PersonView) -> Result<PageAnswer> {
    let (context, words) = (person.context, person.context.words);
    let name = FILE.row_title(&person.cells);
    let before = context.request.query.text_of("before").parse().ok();
    let mut content = PageContent::new(format!("{} · {name}", words.history));
    content.links(&[(context.address(&format!("person/{}", person.row)), name)]);
    content.add(&changes_table(person, before)?);
    Ok(PageAnswer::Page(content))
}

/// Returns a page of changes, older than the one with the id `before` or the latest.
pub fn changes_table(person: &PersonView, before: Option<i64>) -> Result<Table<'static>> {
    let (context, words) = (person.context, person.context.words);
    let latest = ChangeQuery::Latest { person: person.row, filter: &AuditFilter::ANY };
    let before_id = before.unwrap_or(i64::MAX);
    let changes = history::list_changes(person.snapshot, latest, before_id, CHANGES + 1)?;
    let paging = Paging::of(context, "before", context.address(&format!("person/{}/history", person.row)));
    let shown = changes.len().min(CHANGES as usize);
    let next = (shown < changes.len()).then(|| ("before", changes[shown - 1].id.to_string()));
    let names = Names::new(context, person.snapshot);
    let rows = changes[..shown].iter().map(|change| change_row(person, &names, change)).collect::<Result<_>>()?;
    let none = if before.is_some() { words.none_found } else { words.no_details };
    Ok(Table::new(words.history, [words.when, words.who, words.kind_of_change, words.fields], rows, none)
        .more(paging.links(next)))
}

fn change_row(person: &PersonView, names: &Names, change: &RowChange) -> Result<Vec<TableCell>> {
    let context = person.context;
    let by = TableCell::text(context.origin(&change.origin));
    Ok(vec![
        TableCell::text(context.moment(person.snapshot, &change.origin.at)?),
        match change.origin.number {
            Some(number) => by.to(context.address(&format!("imports/{number}"))),
            None => by,
        },
        TableCell::text(context.fate(&change.kind)),
        TableCell::text(names.fields(FILE.name, &change.fields)?),
    ])
}
