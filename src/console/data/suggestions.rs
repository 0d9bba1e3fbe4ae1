//! What a field that names a row offers: all rows of a short file, of a long one those in which what was typed is found.

use anyhow::Result;

use crate::console::components::{FormField, Input};
use crate::console::page_context::PageContext;
use crate::datafile::cell_of;
use crate::datafile::reference::Reference;
use crate::ledger::cells;
use crate::store::Snapshot;
use crate::store::listing::{self, ListingQuery};

/// Up to how many rows of a file are all offered where one of them is to be named.
const OFFERED: u32 = 200;

/// How many rows are offered that may be meant.
const MEANT: u32 = 20;

/// Tells which row a field names, and offers those that it may name: all of few, else those in which what was typed
/// is found.
pub fn add_suggestions(
    visit: &PageContext,
    snapshot: &Snapshot,
    field: &mut FormField,
    reference: &Reference,
    held: &str,
) -> Result<()> {
    let to = reference.to;
    if !reference.with.is_empty() || to.key().nth(1).is_some() {
        return Ok(());
    }
    let named = match held {
        "" => None,
        held => listing::row(snapshot, to, held)?,
    };
    if let Some(row) = named
        && let Some(cells) = cells(snapshot, to, row)?
    {
        let title = to.title_of(&cells);
        if title != held {
            field.hint = format!("{title} · {}", field.hint);
        }
    }
    if field.input == Input::Fixed {
        return Ok(());
    }
    let few = listing::is_short(snapshot, to, OFFERED)?;
    let search = match (few, named) {
        (true, _) => "",
        (false, None) if !held.is_empty() && listing::check(held).is_ok() => held,
        _ => return Ok(()),
    };
    let size = if few { OFFERED } else { MEANT } as usize;
    let found =
        listing::list(snapshot, &ListingQuery { file: to, search, filters: &[], order: None, after: None, size })?;
    let (_, key) = to.key().next().expect("every file has a key");
    let offers = found.rows.iter().map(|(_, cells)| (cell_of(cells, key.name).to_owned(), to.title_of(cells)));
    let offers: Vec<_> = offers.collect();
    if few {
        field.offers.extend(offers);
    } else if !offers.is_empty() {
        // what was typed stays one of them, so that nothing is lost
        let typed = (held.to_owned(), held.to_owned());
        field.input = Input::Choice([typed].into_iter().chain(offers).collect());
        field.wrong.push(visit.words.which_is_meant.to_owned());
    }
    Ok(())
}
