//! Data: a table for each data file, from its declaration, and each row as a form ([`row`]).

mod done;
pub mod filters;
mod offer;
mod row;

use anyhow::Result;

use super::components::{Cell, Facts, Field, Form, Heading, Input, Paging, Sort, Table};
use super::page::{Answer, Content, Page};
use super::visit::Visit;
use crate::datafile::FILES;
use crate::datafile::file::{Column, Domain, File};
use crate::ledger::Cells;
use crate::store::listing::{self, Position, Wish};
use crate::store::operator::Role;
use filters::Filters;

pub static PAGE: Page =
    Page { path: "data", title: |words| words.data, role: Role::Viewer, show, change: Some(change) };

/// How many rows a page of a table has.
const ROWS: usize = 50;

/// How many columns a table shows; the row itself has all.
const COLUMNS: usize = 8;

/// The data file of this name in an address.
fn file(stem: &str) -> Option<&'static File> {
    FILES.iter().copied().find(|file| file.stem() == stem)
}

fn show(visit: &Visit) -> Result<Answer> {
    let steps = visit.steps();
    let [stem, below @ ..] = steps.as_slice() else {
        return files(visit);
    };
    match (file(stem), below) {
        (Some(file), []) => rows(visit, file),
        (Some(_), ["new"]) if !visit.may(Role::Editor) => Ok(Answer::Nothing),
        (Some(file), [step]) => row::show(visit, file, step),
        _ => Ok(Answer::Nothing),
    }
}

fn change(visit: &Visit) -> Result<Answer> {
    let steps = visit.steps();
    let [stem, below @ ..] = steps.as_slice() else {
        return Ok(Answer::Nothing);
    };
    visit.changing(|| match (file(stem), below) {
        (Some(file), ["undo"]) => done::undone(visit, file),
        (Some(file), [step]) => row::change(visit, file, step),
        (Some(file), [step, "remove"]) => row::remove(visit, file, step),
        _ => Ok(Answer::Nothing),
    })
}

fn files(visit: &Visit) -> Result<Answer> {
    let words = visit.words;
    let snapshot = visit.snapshot()?;
    let row = |(file, rows): (&&'static File, i64)| {
        let address = visit.address(&format!("data/{}", file.stem()));
        vec![
            Cell::text(file.label(visit.language)).to(address),
            Cell::text(file.holds(visit.language)),
            Cell::number(rows),
        ]
    };
    let counts = visit.console.counts.of(&snapshot)?;
    let mut content = Content::new(words.data);
    let rows = FILES.iter().zip(counts).map(row).collect();
    content.add(&Table::new(words.data, [words.file, words.holds, words.rows], rows, words.none_found));
    Ok(Answer::Page(content))
}

/// The columns that a table shows: not the id, nor texts of many words.
pub fn shown(file: &'static File) -> impl Iterator<Item = (usize, &'static Column)> {
    let columns = file.columns.iter().enumerate();
    let short = |column: &Column| !matches!(column.domain, Domain::Id) && !column.is_long();
    columns.filter(move |(_, column)| short(column)).take(COLUMNS)
}

fn rows(visit: &Visit, file: &'static File) -> Result<Answer> {
    let (words, query) = (visit.words, &visit.request.query);
    let snapshot = visit.snapshot()?;
    let filters = filters::of(visit, &snapshot, file);
    let is_wrong = filters.fields.iter().any(|field| !field.wrong.is_empty());
    let order = query.get("sort").and_then(|name| file.column(name));
    let after = query.get("from").and_then(|row| row.parse().ok());
    let wish = Wish {
        file,
        search: query.text_of("q"),
        filters: &filters.all,
        order: order.map(|(_, column)| (column, query.get("way") == Some("down"))),
        after: after.map(|row| Position { value: query.text_of("after").to_owned(), row }),
        size: ROWS,
    };
    let listing = listing::list(&snapshot, &wish)?;
    let sortable = listing::sortable(&snapshot, file)?;
    let mut content = Content::new(file.label(visit.language));
    content.note(&file.holds(visit.language));
    done::done(visit, &snapshot, file, None, &mut content)?;
    if visit.may(Role::Editor) {
        content.button(visit.address(&format!("data/{}/new", file.stem())), words.add_row);
    }
    content.add(&search(visit, file, filters));
    if is_wrong {
        return Ok(Answer::Page(content));
    }
    let paging = Paging::of(visit, "from", format!("?{}", without_place(visit).text()));
    let next = listing.next.into_iter().flat_map(|next| [("after", next.value), ("from", next.row.to_string())]);
    content.add(&Table {
        caption: &file.label(visit.language),
        headings: shown(file).map(|(_, column)| heading(visit, column, &sortable)).collect(),
        rows: listing.rows.iter().map(|(row, cells)| cells_of(visit, file, *row, cells)).collect(),
        none: words.none_found,
        more: paging.links(next),
    });
    Ok(Answer::Page(content))
}

fn search<'a>(visit: &'a Visit, file: &'static File, filters: Filters) -> Form<'a> {
    let words = visit.words;
    let labels: Vec<_> = file.searched().map(|column| column.label(visit.language)).collect();
    let field = Field::new("q", words.search, Input::Line("search")).holding(visit.request.query.text_of("q"));
    let mut fields = vec![field.hint(words.search_in.replace("{}", &labels.join(", ")))];
    // what sorts the table now goes on doing so
    for name in ["sort", "way"] {
        if let Some(value) = visit.request.query.get(name) {
            fields.push(Field::new(name, "", Input::Hidden).holding(value));
        }
    }
    Form {
        more: Some((words.filters, filters.are_any, filters.fields)),
        ..Form::asking(words.search, visit.address(&format!("data/{}", file.stem())), fields, words.find)
    }
}

/// What a cell of a column can say, each with what is shown; none where that is no list.
pub fn choices(visit: &Visit, column: &Column) -> Option<Vec<(String, String)>> {
    let known: &[&str] = match column.domain {
        Domain::Flag => &["true", "false"],
        Domain::Choice(known) => known,
        _ => return None,
    };
    let shown = |cell: &&str| ((*cell).to_owned(), column.shown(cell, visit.language));
    Some(known.iter().map(shown).collect())
}

/// The query without where a page begins.
fn without_place(visit: &Visit) -> super::Fields {
    visit.request.query.given_but(&["after", "from", "saved", "removed", "undone"])
}

fn heading(visit: &Visit, column: &'static Column, sortable: &[&str]) -> Heading {
    let label = column.label(visit.language);
    let sort = sortable.contains(&column.name).then(|| {
        let names = ("sort", "way");
        Sort::by(&without_place(visit), names, column.name, visit.words).above(&label)
    });
    Heading { label, is_number: column.is_number(), sort }
}

/// A row of the table, of which the first cell leads to the row.
fn cells_of(visit: &Visit, file: &'static File, row: i64, cells: &[(String, String)]) -> Vec<Cell> {
    let cell = |(at, column): (usize, &Column)| {
        let (_, value) = &cells[at];
        Cell { text: column.shown(value, visit.language), address: None, is_number: column.is_number() }
    };
    Cell::leading(shown(file).map(cell).collect(), visit.address(&format!("data/{}/{row}", file.stem())))
}

/// What a row says in its columns but those of yes and no and of many words.
pub fn facts(visit: &Visit, file: &'static File, cells: &Cells) -> Facts {
    let short = |column: &Column| column.domain != Domain::Flag && !column.is_long();
    let columns = file.columns.iter().zip(cells).filter(|(column, _)| short(column));
    Facts::of(columns.map(|(column, (_, cell))| {
        let label = column.label(visit.language);
        (label, column.shown(cell, visit.language))
    }))
}
