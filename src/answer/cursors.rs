//! Cursors over the rows of an answer's queries, which advance side by side.

use std::io;

use anyhow::{Context, Result, bail};
use rusqlite::fallible_streaming_iterator::FallibleStreamingIterator;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, ToSql, params_from_iter};

use super::embedded_rows::EmbeddedRows;
use super::memory::AnswerMemory;
use super::prefetch::{PrefetchReceiver, PrefetchSender, open_prefetch_channel};
use super::prepared_answer::{PreparedAnswer, PreparedQuery};
use super::row_lookup::LookupState;
use super::value::{read_cell, read_integer};
use crate::encode::LocalSettings;
use crate::model::cell::Cell;
use crate::operation::computed_rows::{ComputedRows, OwnedCell};
use crate::operation::request::{Argument, Arguments};
use crate::store::Snapshot;

/// The state of an answer while it is written: the current row of each query, and the lookups.
pub struct Cursors<'a> {
    /// One per query, in the order of `PreparedAnswer::queries`.
    pub cursors: Vec<Cursor<'a>>,
    /// In the order of `PreparedAnswer::lookups`.
    pub lookups: Vec<LookupState<'a>>,
    pub local: LocalSettings<'a>,
    pub memory: &'a AnswerMemory<'a>,
    prepared: &'a PreparedAnswer,
    /// For each query, the number of rows that the cursor has passed.
    rows_read: Vec<usize>,
    /// `None` if the reading thread has started, or if the answer has no paired snapshot.
    pub start_reading_thread: Option<StartReadingThread<'a>>,
}

/// Starts a thread that reads the remaining rows. The second argument is the number of rows read so far of each query.
pub type StartReadingThread<'a> = Box<dyn FnOnce(PrefetchSender<'a>, Vec<usize>) -> io::Result<()> + 'a>;

/// A cursor over the rows of one query or list. It is at the current row, or after the last row.
pub enum Cursor<'a> {
    Query(rusqlite::Rows<'a>),
    Computed { rows: Box<dyn ComputedRows + 'a>, has_row: bool },
    Prefetched(Box<PrefetchReceiver<'a>>),
    Embedded(EmbeddedRows<'a>),
}

/// Opens a cursor for each query, at its first row. `statements` keeps their statements; `None` for embedded rows.
pub fn open_queries<'a, 's>(
    prepared: &'s PreparedAnswer,
    snapshot: &'a Snapshot,
    arguments: &Arguments,
    statements: &'s mut Vec<Option<CachedStatement<'a>>>,
) -> rusqlite::Result<Vec<Cursor<'s>>> {
    for PreparedQuery { select, .. } in &prepared.queries {
        let prepare = |select| prepare_with_arguments(snapshot, select, arguments);
        statements.push(select.as_deref().map(prepare).transpose()?);
    }
    // the cursors borrow the statements, so all statements are prepared before
    let mut cursors = Vec::with_capacity(statements.len());
    for (statement, query) in statements.iter_mut().zip(&prepared.queries) {
        cursors.push(match statement {
            Some(statement) => {
                let mut rows = statement.raw_query();
                rows.advance()?;
                Cursor::Query(rows)
            }
            None => Cursor::Embedded(EmbeddedRows::new(&query.is_integer)),
        });
    }
    Ok(cursors)
}

pub fn open_query<'a, 's>(
    snapshot: &'a Snapshot,
    select: &str,
    values: &[OwnedCell],
    statement: &'s mut Option<CachedStatement<'a>>,
) -> rusqlite::Result<Cursor<'s>> {
    let mut rows = statement.insert(snapshot.prepare_cached(select)?).query(params_from_iter(values))?;
    rows.advance()?;
    Ok(Cursor::Query(rows))
}

/// Runs `TableQuery::page_end_query`, whose first row is the last row of the page. Returns its values of the sort
/// columns and its row number; `None` if no row follows the page.
pub fn read_page_end(
    snapshot: &Snapshot,
    select: &str,
    values: &[OwnedCell],
) -> rusqlite::Result<Option<(Vec<OwnedCell>, i64)>> {
    let mut statement = snapshot.prepare_cached(select)?;
    // the columns: the sort columns, then the row number
    let number_column = statement.column_count() - 1;
    let mut rows = statement.query(params_from_iter(values))?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let sort_value = |column| {
        Ok(match row.get_ref(column)? {
            ValueRef::Null => OwnedCell::Null,
            ValueRef::Integer(number) => OwnedCell::Int(number),
            other => OwnedCell::Text(other.as_str()?.to_owned().into()),
        })
    };
    let page_end = ((0..number_column).map(sort_value).collect::<rusqlite::Result<_>>()?, row.get(number_column)?);
    // the query returns the last row of the page, and the row after the page if there is one
    let has_next_page = rows.next()?.is_some();
    Ok(has_next_page.then_some(page_end))
}

pub fn open_computed<'a>(computed: Vec<Box<dyn ComputedRows + 'a>>) -> Result<Vec<Cursor<'a>>> {
    let open = |mut rows: Box<dyn ComputedRows + 'a>| {
        let has_row = rows.advance()?;
        Ok(Cursor::Computed { rows, has_row })
    };
    computed.into_iter().map(open).collect()
}

/// Reads the remaining rows of each query, and sends them to another thread. Skips the rows that `rows_read` counts.
pub fn read_remaining_rows(
    snapshot: &Snapshot,
    prepared: &PreparedAnswer,
    arguments: &Arguments,
    memory: &AnswerMemory,
    rows_read: &[usize],
    batch_sender: &PrefetchSender,
) -> Result<()> {
    let mut statements = Vec::new();
    let mut cursors = open_queries(prepared, snapshot, arguments, &mut statements)?;
    // embedded rows are not skipped: the writing thread keeps its own cursors for them
    for (cursor, row_count) in cursors.iter_mut().zip(rows_read) {
        let Cursor::Query(rows) = cursor else { continue };
        for _ in 0..*row_count {
            rows.advance()?;
        }
    }
    let mut lookups = LookupState::open_all(&prepared.lookups, snapshot, memory)?;
    batch_sender.send_batches(&mut cursors, &mut lookups);
    Ok(())
}

impl<'a> Cursor<'a> {
    // inlined, because a call would cost more than reading the value
    #[inline]
    pub fn cell(&self, column: usize) -> Result<Cell<'_>> {
        match self {
            Cursor::Query(rows) => read_cell(rows.get().context("the rows have ended")?.get_ref(column)?),
            Cursor::Computed { rows, has_row: true } => Ok(rows.cell(column)),
            Cursor::Computed { has_row: false, .. } => bail!("the rows have ended"),
            Cursor::Prefetched(receiver) => Ok(receiver.cell(column)),
            Cursor::Embedded(rows) => Ok(rows.cell(column)),
        }
    }

    pub fn has_row(&self) -> bool {
        match self {
            Cursor::Query(rows) => rows.get().is_some(),
            Cursor::Computed { has_row, .. } => *has_row,
            Cursor::Prefetched(receiver) => receiver.has_row(),
            Cursor::Embedded(rows) => rows.has_row(),
        }
    }

    /// Advances to the next row. If a prefetched cursor begins a new batch, adds the lookups of that
    /// batch to `lookups`.
    pub fn advance(&mut self, lookups: &mut [LookupState]) -> Result<()> {
        match self {
            Cursor::Query(rows) => rows.advance()?,
            Cursor::Computed { rows, has_row } => *has_row = rows.advance()?,
            Cursor::Prefetched(receiver) => receiver.advance(lookups)?,
            Cursor::Embedded(rows) => rows.advance(),
        }
        Ok(())
    }
}

impl<'a> Cursors<'a> {
    pub fn new(
        cursors: Vec<Cursor<'a>>,
        prepared: &'a PreparedAnswer,
        snapshot: &'a Snapshot,
        memory: &'a AnswerMemory<'a>,
        base: &'a str,
    ) -> rusqlite::Result<Self> {
        let offsets = snapshot.clock().offsets();
        Ok(Self {
            rows_read: vec![0; cursors.len()],
            cursors,
            lookups: LookupState::open_all(&prepared.lookups, snapshot, memory)?,
            local: LocalSettings { base, offsets },
            memory,
            prepared,
            start_reading_thread: None,
        })
    }

    /// Starts the reading thread at the first call, if there is a paired snapshot. This thread then receives its rows.
    pub fn start_prefetch(&mut self) -> Result<()> {
        let Some(start_reading_thread) = self.start_reading_thread.take() else { return Ok(()) };
        let (batch_sender, receivers) = open_prefetch_channel(&self.prepared.queries);
        if start_reading_thread(batch_sender, self.rows_read.clone()).is_err() {
            // no thread could be started: this thread reads all rows
            return Ok(());
        }
        for (cursor, receiver) in self.cursors.iter_mut().zip(receivers) {
            // embedded rows are parsed by this thread, from cells of received rows
            if !matches!(cursor, Cursor::Embedded(_)) {
                *cursor = receiver.into_cursor()?;
            }
        }
        Ok(())
    }

    pub fn has_row_at(&self, cursor: usize) -> bool {
        self.cursors[cursor].has_row()
    }

    pub fn integer_at(&self, cursor: usize, column: usize) -> Result<i64> {
        read_integer(self.cursors[cursor].cell(column)?)
    }

    /// Opens an embedded list: parses the rows that a column of the outer row contains.
    pub fn open_embedded(&mut self, list_cursor: usize, outer_cursor: usize, column: usize) -> Result<()> {
        // two different cursors, borrowed at the same time: one is read, the other is changed
        let [Cursor::Embedded(rows), outer] = self.cursors.get_disjoint_mut([list_cursor, outer_cursor])? else {
            bail!("the list is not embedded");
        };
        rows.parse(outer.cell(column)?)
    }

    pub fn advance(&mut self, cursor: usize) -> Result<()> {
        self.rows_read[cursor] += 1;
        self.cursors[cursor].advance(&mut self.lookups)
    }

    /// Checks that every query was read to its end. Unread rows would be missing in the answer.
    pub fn check_finished(&self) -> Result<()> {
        match (0..self.cursors.len()).find(|cursor| self.has_row_at(*cursor)) {
            None => Ok(()),
            Some(cursor) => bail!("rows of query {cursor} have no place in the answer"),
        }
    }
}

/// Prepares a query and binds the arguments whose names it contains.
pub fn prepare_with_arguments<'a>(
    snapshot: &'a Snapshot,
    select: &str,
    arguments: &Arguments,
) -> rusqlite::Result<CachedStatement<'a>> {
    let mut statement = snapshot.prepare_cached(select)?;
    for (name, argument) in &arguments.values {
        if let Some(index) = statement.parameter_index(&format!(":{name}"))? {
            statement.raw_bind_parameter(index, argument)?;
        }
    }
    // `:caller` is the credential's name, which is no parameter of the operation
    if let (Some(caller), Some(index)) = (&arguments.caller, statement.parameter_index(":caller")?) {
        statement.raw_bind_parameter(index, &caller.name)?;
    }
    Ok(statement)
}

impl ToSql for OwnedCell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            OwnedCell::Null => Ok(ToSqlOutput::from(rusqlite::types::Null)),
            OwnedCell::Int(number) => number.to_sql(),
            OwnedCell::Text(text) => text.to_sql(),
        }
    }
}

impl ToSql for Argument {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Argument::Int(value) => value.to_sql(),
            Argument::Text(value) => value.to_sql(),
            Argument::Bool(value) => value.to_sql(),
            // tests ensure that no declared query has a record as parameter
            Argument::Record(_) => Ok(ToSqlOutput::from(rusqlite::types::Null)),
        }
    }
}
