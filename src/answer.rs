//! The answer to a read: walks an operation's shape over its query's rows, straight into the document.
//!
//! No row, list or document is ever held whole. The names are written as the brand has them, put together
//! once, when the service starts. Lists inside rows have queries of their own, in the order of those rows:
//! all are read side by side, and none is run per row. How the rows are read is `cursors`', how a value is
//! written `value`'s.

mod cursors;
mod lookup;
mod memory;
mod value;

use std::collections::HashMap;

use anyhow::{Context, Result};

use crate::model::brand::Brand;
use crate::model::text::quoted;
use crate::operation::{
    Arguments, Contents, Each, Field, Gives, Item, OPERATIONS, Operation, Rule, Several, Value,
    holds_lists, lookups,
};
use crate::store::Snapshot;
use crate::wire::frame::{Frame, failed, flag};
use crate::wire::table;
use crate::wire::xml::{Document, Gone};
use cursors::{Cursors, bound, made, queried};
use memory::Memory;
use value::{Tags, write};

/// How every operation's elements are written.
pub struct Answers {
    by_operation: HashMap<&'static str, Prepared>,
    memory: Memory,
}

/// An operation's elements with their tags put together, and the queries that fill them: the first is that
/// of the outermost rows.
struct Prepared {
    rows: Rows,
    queries: Queries,
    /// What stands around the rows of a DataTable.
    table: Option<table::Markup>,
}

/// The queries of an operation.
#[derive(Default)]
struct Queries {
    /// Those that give rows.
    selects: Vec<&'static str>,
    /// Those that are asked by a value of a row.
    lookups: Vec<lookup::Prepared>,
}

/// The rows of one query.
struct Rows {
    /// Which of the queries.
    cursor: usize,
    /// The tags around each row; empty where the row stands by itself.
    open: String,
    close: String,
    /// Where the row's `key` stands, when it holds lists.
    key: Option<usize>,
    elements: Vec<Element>,
}

/// What is written for a row, in order.
enum Element {
    /// A value, from a column.
    Value {
        value: Value,
        column: usize,
        tags: Tags,
    },
    /// A run of what a lookup gives for a column.
    Looked {
        /// Which of the lookups.
        lookup: usize,
        run: usize,
        column: usize,
    },
    /// Elements of the same row inside another.
    Object { tags: Tags, elements: Vec<Element> },
    /// Rows of another query.
    List {
        tags: Tags,
        rows: Rows,
        optional: bool,
    },
    /// Always the same.
    Empty { tags: Tags },
}

/// Why an answer stopped.
#[derive(Debug)]
pub enum Stopped {
    /// The rules refuse the request; the text is for the caller.
    Refused(String),
    /// Nobody takes the answer any more.
    Gone,
    /// Something went wrong with us.
    Fault(anyhow::Error),
}

impl From<Gone> for Stopped {
    fn from(_: Gone) -> Self {
        Stopped::Gone
    }
}

impl From<rusqlite::Error> for Stopped {
    fn from(error: rusqlite::Error) -> Self {
        Stopped::Fault(error.into())
    }
}

impl From<anyhow::Error> for Stopped {
    fn from(error: anyhow::Error) -> Self {
        Stopped::Fault(error)
    }
}

impl Answers {
    /// The answers of every operation under a brand.
    pub fn new(brand: &Brand) -> Self {
        let by_operation = OPERATIONS
            .iter()
            .map(|operation| (operation.name, Prepared::new(operation, brand)))
            .collect();
        Self {
            by_operation,
            memory: Memory::default(),
        }
    }

    /// Writes what a read answers, up to and with the end of its frame; `base` is the service's address
    /// before `/service`. Returns the number of rows.
    pub fn write(
        &self,
        operation: &Operation,
        arguments: &Arguments,
        snapshot: &Snapshot,
        base: &str,
        frame: &Frame,
        document: &mut Document,
    ) -> Result<u64, Stopped> {
        let prepared = &self.by_operation[operation.name];
        let queries = &prepared.queries;
        let mut statements = queries
            .selects
            .iter()
            .filter(|select| !select.is_empty())
            .map(|select| bound(snapshot, select, arguments))
            .collect::<rusqlite::Result<Vec<_>>>()?;
        let rows = match &operation.contents {
            Contents::Made { open, .. } => made(open(snapshot, arguments)?)?,
            _ => queried(&mut statements)?,
        };
        let share = self.memory.share();
        let mut cursors = Cursors::open(rows, &queries.lookups, snapshot, &share, base)?;
        document.out.markup(&frame.head);
        document.out.markup(&flag(operation.flag, true));
        document.out.markup("<Contents>");
        let count = match operation.contents.shape() {
            Contents::One { none, several, .. } => {
                if !cursors.on_row(0) {
                    return Err(Stopped::Refused((*none).to_owned()));
                }
                prepared.rows.row(&mut cursors, document)?;
                if cursors.on_row(0) {
                    return Err(ambiguous(several.as_ref(), arguments));
                }
                1
            }
            Contents::Each(_) => {
                if !cursors.on_row(0) {
                    known(operation, arguments, snapshot)?;
                }
                prepared.rows.all(None, &mut cursors, document)?
            }
            Contents::Table(_) => {
                let markup = prepared.table.as_ref().context("a table has its markup")?;
                prepared.rows.table(markup, &mut cursors, document)?
            }
            Contents::Changed { .. } | Contents::Made { .. } => {
                return Err(anyhow::anyhow!("{} is no read", operation.name).into());
            }
        };
        cursors.finished(&queries.selects)?;
        document.out.markup("</Contents>");
        document.out.markup(error_on_success(operation));
        document.out.markup(&frame.tail);
        Ok(count)
    }
}

/// The refusal of an empty list, when what it is asked of is not there.
fn known(operation: &Operation, arguments: &Arguments, snapshot: &Snapshot) -> Result<(), Stopped> {
    let Some(Rule::Known { select, none }) = operation.rule else {
        return Ok(());
    };
    let mut statement = bound(snapshot, select, arguments)?;
    match statement.raw_query().next()? {
        Some(_) => Ok(()),
        None => Err(Stopped::Refused(none.to_owned())),
    }
}

/// The document of a change that was made.
pub fn changed(operation: &Operation, gives: Gives, made: Option<i64>, frame: &Frame) -> String {
    let contents = match (gives, made) {
        (Gives::Int, Some(number)) => format!("<Contents>{number}</Contents>"),
        _ => "<Contents/>".to_owned(),
    };
    let Frame { head, tail, .. } = frame;
    let flag = flag(operation.flag, true);
    let error = error_on_success(operation);
    format!("{head}{flag}{contents}{error}{tail}")
}

/// The document of a request that the rules refuse.
pub fn refused(operation: &Operation, text: &str, frame: &Frame) -> String {
    [
        &frame.head,
        failed(operation.flag, text).as_str(),
        &frame.tail,
    ]
    .concat()
}

fn error_on_success(operation: &Operation) -> &'static str {
    if operation.error_on_success {
        "<Error/>"
    } else {
        ""
    }
}

impl Prepared {
    fn new(operation: &Operation, brand: &Brand) -> Self {
        let mut queries = Queries::default();
        let rows = match operation.contents.shape() {
            Contents::One { select, fields, .. } => Rows::new(
                select,
                None,
                &Item::Fields(fields),
                false,
                brand,
                &mut queries,
            ),
            Contents::Each(each) => Rows::of(each, false, brand, &mut queries),
            Contents::Table(table) => Rows::new(
                table.select,
                Some(table.row),
                &Item::Fields(table.columns),
                false,
                brand,
                &mut queries,
            ),
            Contents::Changed { .. } | Contents::Made { .. } => {
                Rows::new("", None, &Item::Fields(&[]), false, brand, &mut queries)
            }
        };
        let table = match &operation.contents {
            Contents::Table(table) => Some(table::Markup::new(table)),
            _ => None,
        };
        Self {
            rows,
            queries,
            table,
        }
    }
}

impl Rows {
    fn of(each: &Each, inside: bool, brand: &Brand, queries: &mut Queries) -> Self {
        Self::new(
            each.select,
            Some(each.element),
            &each.item,
            inside,
            brand,
            queries,
        )
    }

    fn new(
        select: &'static str,
        element: Option<&str>,
        item: &Item,
        inside: bool,
        brand: &Brand,
        queries: &mut Queries,
    ) -> Self {
        let cursor = queries.selects.len();
        queries.selects.push(select);
        let tags = element.map_or_else(Tags::none, Tags::new);
        // `parent` comes first where there is one, then `key`
        let mut column = usize::from(inside);
        let key = holds_lists(item.fields()).then_some(column);
        column += usize::from(key.is_some());
        let elements = match item {
            Item::Fields(fields) => elements(fields, &mut column, brand, queries),
            Item::Value(value) => vec![Element::Value {
                value: *value,
                column,
                tags: Tags::none(),
            }],
        };
        Self {
            cursor,
            open: tags.open,
            close: tags.close,
            key,
            elements,
        }
    }

    /// Writes all rows, or those of a parent. Returns how many.
    fn all(
        &self,
        parent: Option<i64>,
        cursors: &mut Cursors,
        document: &mut Document,
    ) -> Result<u64, Stopped> {
        let mut count = 0;
        while self.has_next(parent, cursors)? {
            self.row(cursors, document)?;
            document.breathe(cursors.share.chunk())?;
            count += 1;
        }
        Ok(count)
    }

    /// Writes a DataTable of all rows: "Rows carry `diffgr:id="completedCoursesTable1"` from 1 and
    /// `msdata:rowOrder="0"` from 0. No rows: schema and an empty diffgram." Returns how many.
    fn table(
        &self,
        markup: &table::Markup,
        cursors: &mut Cursors,
        document: &mut Document,
    ) -> Result<u64, Stopped> {
        document.out.markup(&markup.schema);
        if !cursors.on_row(self.cursor) {
            document.out.markup(&markup.empty);
            return Ok(0);
        }
        document.out.markup(&markup.open);
        let mut count = 0;
        while cursors.on_row(self.cursor) {
            document.out.markup(&markup.row);
            document.out.int(count + 1);
            document.out.markup(markup.order);
            document.out.int(count);
            document.out.markup(markup.opened);
            self.elements(&self.elements, cursors, document)?;
            document.out.markup(&self.close);
            cursors.advance(self.cursor)?;
            document.breathe(cursors.share.chunk())?;
            count += 1;
        }
        document.out.markup(markup.close);
        Ok(count.unsigned_abs())
    }

    /// Whether the cursor stands on a row that belongs to the parent.
    fn has_next(&self, parent: Option<i64>, cursors: &Cursors) -> Result<bool> {
        match parent {
            _ if !cursors.on_row(self.cursor) => Ok(false),
            None => Ok(true),
            Some(parent) => Ok(cursors.key(self.cursor, 0)? == parent),
        }
    }

    /// Writes the row on which the cursor stands, and goes on to the next.
    fn row(&self, cursors: &mut Cursors, document: &mut Document) -> Result<(), Stopped> {
        document.out.markup(&self.open);
        self.elements(&self.elements, cursors, document)?;
        document.out.markup(&self.close);
        cursors.advance(self.cursor)?;
        Ok(())
    }

    fn elements(
        &self,
        elements: &[Element],
        cursors: &mut Cursors,
        document: &mut Document,
    ) -> Result<(), Stopped> {
        for element in elements {
            match element {
                Element::Value {
                    value,
                    column,
                    tags,
                } => {
                    let cell = cursors.cursors[self.cursor].cell(*column)?;
                    let (base, offsets) = (cursors.base, &mut cursors.offsets);
                    write(*value, tags, &cell, base, offsets, &mut document.out)
                        .with_context(|| format!("column {}", tags.open))?;
                }
                Element::Looked {
                    lookup,
                    run,
                    column,
                } => {
                    let key = cursors.key(self.cursor, *column)?;
                    let (base, offsets) = (cursors.base, &mut cursors.offsets);
                    let written = cursors.lookups[*lookup].run(key, *run, base, offsets)?;
                    document.out.written(written);
                }
                Element::Object { tags, elements } => {
                    document.out.markup(&tags.open);
                    self.elements(elements, cursors, document)?;
                    document.out.markup(&tags.close);
                }
                Element::List {
                    tags,
                    rows,
                    optional,
                } => {
                    let key = self.key(cursors)?;
                    if rows.has_next(key, cursors)? {
                        document.out.markup(&tags.open);
                        rows.all(key, cursors, document)?;
                        document.out.markup(&tags.close);
                    } else if !optional {
                        document.out.markup(&tags.empty);
                    }
                }
                Element::Empty { tags } => document.out.markup(&tags.empty),
            }
        }
        Ok(())
    }

    fn key(&self, cursors: &Cursors) -> Result<Option<i64>> {
        let column = self.key.context("rows that hold lists have a key")?;
        Ok(Some(cursors.key(self.cursor, column)?))
    }
}

/// The elements of a row's fields; `column` is that of the first value.
fn elements(
    fields: &[Field],
    column: &mut usize,
    brand: &Brand,
    queries: &mut Queries,
) -> Vec<Element> {
    let lookups = lookups(fields);
    let (first_lookup, first_key) = (queries.lookups.len(), *column);
    *column += lookups.len();
    queries
        .lookups
        .extend(lookups.iter().map(|lookup| lookup::Prepared {
            key: lookup.key,
            select: lookup.select,
            columns: Vec::new(),
            runs: Vec::new(),
            again: lookup.again,
        }));
    let place = |field: &Field| {
        let lookup = field.lookup?;
        lookups
            .iter()
            .position(|known| std::ptr::eq(*known, lookup))
    };
    let runs = fields.chunk_by(|one, next| place(one).is_some() && place(one) == place(next));
    let elements = runs.map(|run| match place(&run[0]) {
        None => element(&run[0], column, brand, queries),
        Some(place) => {
            let lookup = &mut queries.lookups[first_lookup + place];
            let columns = run
                .iter()
                .map(|field| (field.value, Tags::new(&brand.name(field.name))));
            lookup.columns.extend(columns);
            lookup.runs.push(lookup.columns.len());
            Element::Looked {
                lookup: first_lookup + place,
                run: lookup.runs.len() - 1,
                column: first_key + place,
            }
        }
    });
    elements.collect()
}

/// The element of a field that has columns of its own.
fn element(field: &Field, column: &mut usize, brand: &Brand, queries: &mut Queries) -> Element {
    let tags = Tags::new(&brand.name(field.name));
    match field.value {
        Value::Object(fields) => Element::Object {
            tags,
            elements: elements(fields, column, brand, queries),
        },
        Value::List(each) => Element::List {
            tags,
            rows: Rows::of(each, true, brand, queries),
            optional: false,
        },
        Value::OptionalList(each) => Element::List {
            tags,
            rows: Rows::of(each, true, brand, queries),
            optional: true,
        },
        Value::Empty => Element::Empty { tags },
        value => {
            *column += 1;
            Element::Value {
                value,
                column: *column - 1,
                tags,
            }
        }
    }
}

fn ambiguous(several: Option<&Several>, arguments: &Arguments) -> Stopped {
    match several {
        Some(several) => Stopped::Refused(format!(
            "{}{}.",
            several.before,
            quoted(arguments.text(several.parameter))
        )),
        None => Stopped::Fault(anyhow::anyhow!("more than one row where one is due")),
    }
}
