//! Values for a field that refers to a row: all rows of a short file, or those that match the typed text.

use anyhow::Result;

use crate::console::components::{FormField, Input};
use crate::console::page_context::PageContext;
use crate::datafile::cell_of;
use crate::datafile::reference::Reference;
use crate::ledger::cells;
use crate::store::Snapshot;
use crate::store::listing::{self, ListingQuery};

/// The longest file of which all rows are offered.
const OFFERED: u32 = 200;

/// The most matches that are offered.
const MEANT: u32 = 20;

/// Describes the referenced row, and adds the possible values: all of a short file, else those that match the typed
/// text.
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
        // the typed text stays selectable
        let typed = (held.to_owned(), held.to_owned());
        field.input = Input::Choice([typed].into_iter().chain(offers).collect());
        field.wrong.push(visit.words.which_is_meant.to_owned());
    }
    Ok(())
}
