//! The answer to a read: walks an operation's shape over its query's rows, straight into the document.
//!
//! No row, list or document is ever held whole. The names are written as the brand has them, put together
//! once, when the service starts. Lists inside rows have queries of their own, in the order of those rows:
//! all are read side by side, and none is run per row.

mod lookup;

use std::collections::HashMap;

use anyhow::{Context, Result, bail};
use rusqlite::fallible_streaming_iterator::FallibleStreamingIterator;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, ToSql};

use crate::model::brand::Brand;
use crate::model::offsets::Offsets;
use crate::model::text::quoted;
use crate::operation::{
    Argument, Arguments, Contents, Each, Field, Gives, Item, MadeRows, OPERATIONS, Operation, Rule,
    Several, Value, holds_lists,
};
use crate::store::Snapshot;
use crate::wire::frame::{Frame, failed, flag};
use crate::wire::table;
use crate::wire::xml::{Document, Gone};
use lookup::Lookup;

/// How every operation's elements are written.
pub struct Answers {
    by_operation: HashMap<&'static str, Prepared>,
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
    /// Those that are asked for a text by a value of the row.
    lookups: Vec<&'static str>,
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
    /// A text that is looked up by a column.
    Lookup {
        lookup: usize,
        column: usize,
        tags: Tags,
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

struct Tags {
    open: String,
    close: String,
    /// The element without a value.
    empty: String,
    /// The element that is nil.
    nil: String,
}

impl Tags {
    fn new(name: &str) -> Self {
        Self {
            open: format!("<{name}>"),
            close: format!("</{name}>"),
            empty: format!("<{name}/>"),
            nil: format!("<{name} xsi:nil=\"true\"/>"),
        }
    }

    /// No element around what is written.
    fn none() -> Self {
        Self {
            open: String::new(),
            close: String::new(),
            empty: String::new(),
            nil: String::new(),
        }
    }
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
        Self { by_operation }
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
        let mut cursors = Cursors::open(rows, &queries.lookups, snapshot, base)?;
        document.markup(&frame.head);
        document.markup(&flag(operation.flag, true));
        document.markup("<Contents>");
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
        document.markup("</Contents>");
        document.markup(error_on_success(operation));
        document.markup(&frame.tail);
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

/// The queries' rows, read side by side, and what is looked up for them.
struct Cursors<'a> {
    cursors: Vec<Cursor<'a>>,
    lookups: Vec<Lookup<'a>>,
    offsets: Offsets,
    /// The service's address, for what is addressed from it.
    base: &'a str,
}

enum Cursor<'a> {
    Query(rusqlite::Rows<'a>),
    Made {
        rows: Box<dyn MadeRows + 'a>,
        /// Whether it stands on a row.
        on: bool,
    },
}

/// The rows of the queries, each on its first.
fn queried<'a>(statements: &'a mut [CachedStatement]) -> rusqlite::Result<Vec<Cursor<'a>>> {
    let mut cursors = Vec::with_capacity(statements.len());
    for statement in statements {
        let mut rows = statement.raw_query();
        rows.advance()?;
        cursors.push(Cursor::Query(rows));
    }
    Ok(cursors)
}

/// The same for rows made by Rust.
fn made<'a>(made: Vec<Box<dyn MadeRows + 'a>>) -> Result<Vec<Cursor<'a>>> {
    let first = |mut rows: Box<dyn MadeRows + 'a>| {
        let on = rows.advance()?;
        Ok(Cursor::Made { rows, on })
    };
    made.into_iter().map(first).collect()
}

impl<'a> Cursor<'a> {
    /// A value of the row on which it stands.
    fn cell(&self, column: usize) -> Result<ValueRef<'_>> {
        match self {
            Cursor::Query(rows) => Ok(rows.get().context("a row is due")?.get_ref(column)?),
            Cursor::Made { rows, on: true } => Ok(rows.cell(column)),
            Cursor::Made { on: false, .. } => bail!("a row is due"),
        }
    }
}

impl<'a> Cursors<'a> {
    fn open(
        cursors: Vec<Cursor<'a>>,
        lookups: &[&str],
        snapshot: &'a Snapshot,
        base: &'a str,
    ) -> rusqlite::Result<Self> {
        let lookups = lookups
            .iter()
            .map(|select| Lookup::open(snapshot, select))
            .collect::<rusqlite::Result<_>>()?;
        Ok(Self {
            cursors,
            lookups,
            offsets: snapshot.clock().offsets(),
            base,
        })
    }

    /// Whether a cursor stands on a row: it is not past its last.
    fn on_row(&self, cursor: usize) -> bool {
        match &self.cursors[cursor] {
            Cursor::Query(rows) => rows.get().is_some(),
            Cursor::Made { on, .. } => *on,
        }
    }

    /// The `key` or `parent` of the row on which a cursor stands.
    fn key(&self, cursor: usize, column: usize) -> Result<i64> {
        Ok(self.cursors[cursor].cell(column)?.as_i64()?)
    }

    fn advance(&mut self, cursor: usize) -> Result<()> {
        match &mut self.cursors[cursor] {
            Cursor::Query(rows) => rows.advance()?,
            Cursor::Made { rows, on } => *on = rows.advance()?,
        }
        Ok(())
    }

    /// Every row of every query must have found its place; one that has not would be missing in the answer.
    fn finished(&self, selects: &[&str]) -> Result<()> {
        match (0..self.cursors.len()).find(|cursor| self.on_row(*cursor)) {
            None => Ok(()),
            Some(left) => bail!("rows without a place in the answer: {}", selects[left]),
        }
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
            document.breathe()?;
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
        document.markup(&markup.schema);
        if !cursors.on_row(self.cursor) {
            document.markup(&markup.empty);
            return Ok(0);
        }
        document.markup(&markup.open);
        let mut count = 0;
        while cursors.on_row(self.cursor) {
            document.markup(&markup.row);
            document.int(count + 1);
            document.markup(markup.order);
            document.int(count);
            document.markup(markup.opened);
            self.elements(&self.elements, cursors, document)?;
            document.markup(&self.close);
            cursors.advance(self.cursor)?;
            document.breathe()?;
            count += 1;
        }
        document.markup(markup.close);
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
        document.markup(&self.open);
        self.elements(&self.elements, cursors, document)?;
        document.markup(&self.close);
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
                    write(*value, tags, cell, base, offsets, document)
                        .with_context(|| format!("column {}", tags.open))?;
                }
                Element::Lookup {
                    lookup,
                    column,
                    tags,
                } => {
                    let cell = cursors.cursors[self.cursor].cell(*column)?;
                    match cursors.lookups[*lookup].text(cell)? {
                        [] => document.markup(&tags.empty),
                        text => {
                            document.markup(&tags.open);
                            document.escaped(text);
                            document.markup(&tags.close);
                        }
                    }
                }
                Element::Object { tags, elements } => {
                    document.markup(&tags.open);
                    self.elements(elements, cursors, document)?;
                    document.markup(&tags.close);
                }
                Element::List {
                    tags,
                    rows,
                    optional,
                } => {
                    let key = self.key(cursors)?;
                    if rows.has_next(key, cursors)? {
                        document.markup(&tags.open);
                        rows.all(key, cursors, document)?;
                        document.markup(&tags.close);
                    } else if !optional {
                        document.markup(&tags.empty);
                    }
                }
                Element::Empty { tags } => document.markup(&tags.empty),
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
    let mut made = Vec::with_capacity(fields.len());
    for field in fields {
        let tags = Tags::new(&brand.name(field.name));
        made.push(match field.value {
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
            Value::Lookup(lookup) => {
                queries.lookups.push(lookup.select);
                *column += 1;
                Element::Lookup {
                    lookup: queries.lookups.len() - 1,
                    column: *column - 1,
                    tags,
                }
            }
            value => {
                let element = Element::Value {
                    value,
                    column: *column,
                    tags,
                };
                *column += 1;
                element
            }
        });
    }
    made
}

/// Writes a value by its kind: "An optional string without a value is an empty element …; an optional
/// datetime or number without a value is absent …; where the specification says nullable or 'null when', it
/// is `xsi:nil="true"`."
fn write(
    kind: Value,
    tags: &Tags,
    value: ValueRef,
    base: &str,
    offsets: &mut Offsets,
    document: &mut Document,
) -> Result<()> {
    match (kind, value) {
        (
            Value::OptionalInt | Value::OptionalDateTime | Value::OptionalZonedDateTime,
            ValueRef::Null,
        ) => return Ok(()),
        (Value::NilInt | Value::NilDateTime, ValueRef::Null) => {
            document.markup(&tags.nil);
            return Ok(());
        }
        (Value::Text | Value::Picture, ValueRef::Text([]))
        | (Value::MoneyText | Value::ShortDate, ValueRef::Null) => {
            document.markup(&tags.empty);
            return Ok(());
        }
        _ => document.markup(&tags.open),
    }
    match (kind, value) {
        (Value::Int | Value::OptionalInt | Value::NilInt, ValueRef::Integer(number)) => {
            document.int(number)
        }
        (
            Value::Text
            | Value::Date
            | Value::Time
            | Value::DateTime
            | Value::OptionalDateTime
            | Value::NilDateTime,
            ValueRef::Text(text),
        ) => document.text(text),
        (Value::OptionalZonedDateTime, ValueRef::Text(wall)) => {
            document.text(wall);
            document.markup(
                offsets
                    .of(wall)
                    .context("a datetime begins with its year")?,
            );
        }
        (Value::ShortDate, ValueRef::Text(wall)) => document.text(&short_date(wall)?),
        (Value::Picture, ValueRef::Text(address)) => picture(address, base, document),
        (Value::Bool, ValueRef::Integer(0)) => document.markup("false"),
        (Value::Bool, ValueRef::Integer(_)) => document.markup("true"),
        (Value::Money | Value::MoneyText, ValueRef::Integer(cents)) => {
            document.markup(&money(cents))
        }
        (_, value) => bail!(
            "a value of another kind is due than {:?}",
            value.data_type()
        ),
    }
    document.markup(&tags.close);
    Ok(())
}

/// "an `Image` cell `images/<name>` becomes that full address in GetCatalog; any other value … is passed on"
fn picture(address: &[u8], base: &str, document: &mut Document) {
    if address.starts_with(b"images/") {
        document.text(base.as_bytes());
        document.text(b"/");
    }
    document.text(address);
}

/// `d-M-yyyy`, of a date or datetime.
fn short_date(wall: &[u8]) -> Result<Vec<u8>> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, ..] = wall else {
        bail!("a date or datetime is due");
    };
    let number = |tens, ones| (tens != b'0').then_some(tens).into_iter().chain([ones]);
    let year = [y1, y2, y3, y4];
    let text = number(d1, d2).chain([b'-']).chain(number(m1, m2));
    Ok(text.chain([b'-']).chain(year).collect())
}

/// "Money has two decimals and a point."
fn money(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}

/// The query with its parameters: those that it names, from the arguments.
fn bound<'a>(
    snapshot: &'a Snapshot,
    select: &str,
    arguments: &Arguments,
) -> rusqlite::Result<CachedStatement<'a>> {
    let mut statement = snapshot.prepare_cached(select)?;
    for (name, argument) in &arguments.0 {
        if let Some(index) = statement.parameter_index(&format!(":{name}"))? {
            statement.raw_bind_parameter(index, argument)?;
        }
    }
    Ok(statement)
}

impl ToSql for Argument {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Argument::Int(value) => value.to_sql(),
            Argument::Text(value) => value.to_sql(),
            Argument::Bool(value) => value.to_sql(),
            // the drift check sees to it that no query names one
            Argument::Record(_) => Ok(ToSqlOutput::from(rusqlite::types::Null)),
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
