//! A person's history: the changes, newest first.

use anyhow::Result;

use super::PersonView;
use crate::console::components::{Paging, Table, TableCell};
use crate::console::data::row_names::RowNames;
use crate::console::{PageAnswer, PageContent};
use crate::datafile::persons;
use crate::ledger::audit::AuditFilter;
use crate::ledger::history::{self, ChangeQuery, RowChange};

const CHANGES_PER_PAGE: u32 = 50;

/// Shows a page of the history. The query field `before` has the id of the previous page's last change.
pub fn show(person: &PersonView) -> Result<PageAnswer> {
    let (context, words) = (person.context, person.context.words);
    let name = persons::FILE.row_title(&person.cells);
    let before = context.request.query.text_of("before").parse().ok();
    let mut content = PageContent::new(format!("{} · {name}", words.history)).with_row_key(person.identifier());
    content.add_links(vec![(context.address(&format!("person/{}", person.row)), name)]);
    content.add(&changes_table(person, before)?);
    Ok(PageAnswer::Page(content))
}

/// Returns a table of the changes before the change with the id `before`. With `None`, returns the latest changes.
pub fn changes_table(person: &PersonView, before: Option<i64>) -> Result<Table<'static>> {
    let (context, words) = (person.context, person.context.words);
    let newest_first = ChangeQuery::NewestFirst { person: person.row, filter: &AuditFilter::ANY };
    let before_id = before.unwrap_or(i64::MAX);
    // one more change than the page shows: its presence means that there is a next page
    let changes = history::list_changes(person.snapshot, newest_first, before_id, CHANGES_PER_PAGE + 1)?;
    let paging = Paging::of(context, "before", context.address(&format!("person/{}/history", person.row)));
    let shown = changes.len().min(CHANGES_PER_PAGE as usize);
    let next = (shown < changes.len()).then(|| ("before", changes[shown - 1].id.to_string()));
    let names = RowNames::new(context, person.snapshot);
    let rows = changes[..shown].iter().map(|change| change_row(person, &names, change)).collect::<Result<_>>()?;
    // an empty first page means that the ledger has no details of the person's changes
    let empty_text = if before.is_some() { words.nothing_found } else { words.no_details_stored };
    let labels = [words.when, words.who, words.kind_of_change, words.change_noun];
    Ok(Table::new(words.history, labels, rows, empty_text).with_links(paging.links(next)))
}

fn change_row(person: &PersonView, names: &RowNames, change: &RowChange) -> Result<Vec<TableCell>> {
    let context = person.context;
    let address = change.origin.number.map(|number| context.address(&format!("imports/{number}")));
    Ok(vec![
        TableCell::text(context.format_time(person.snapshot, &change.origin.at)?),
        TableCell { address, ..TableCell::text(context.origin_text(&change.origin)) },
        TableCell::text(context.change_label(&change.kind)),
        TableCell::text(names.describe_fields(persons::FILE.name, &change.kind, &change.fields)?),
    ])
}
