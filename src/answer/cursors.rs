//! The rows of an answer's queries, read side by side.

use std::io;

use anyhow::{Context, Result, bail};
use rusqlite::CachedStatement;
use rusqlite::ToSql;
use rusqlite::fallible_streaming_iterator::FallibleStreamingIterator;
use rusqlite::types::ToSqlOutput;

use super::embedded_rows::EmbeddedRows;
use super::lookup::LookupState;
use super::memory::MemoryShare;
use super::prefetch::{PrefetchReader, Prefetcher, ahead};
use super::prepared_answer::{PreparedAnswer, PreparedQuery};
use super::value::{cell, key};
use crate::encode::LocalSettings;
use crate::model::cell::Cell;
use crate::operation::request::{Argument, Arguments};
use crate::operation::response_schema::ComputedRows;
use crate::store::Snapshot;

/// The queries' rows, read side by side, and what is looked up for them.
pub struct Cursors<'a> {
    /// One for each query, in the order of the queries.
    pub cursors: Vec<Cursor<'a>>,
    /// What is looked up, in the order of the look-ups.
    pub lookups: Vec<LookupState<'a>>,
    /// What some values are written with.
    pub local: LocalSettings<'a>,
    /// What the answer may hold.
    pub share: &'a MemoryShare<'a>,
    prepared: &'a PreparedAnswer,
    /// How many rows of each query were passed.
    passed: Vec<usize>,
    /// Begins a second thread, where there may be one.
    pub second: Option<StartPrefetch<'a>>,
}

/// Begins a thread that reads the rows of each query after so many that were passed.
pub type StartPrefetch<'a> = Box<dyn FnOnce(PrefetchReader<'a>, Vec<usize>) -> io::Result<()> + 'a>;

/// Where the rows of one query are read.
pub enum Cursor<'a> {
    Query(rusqlite::Rows<'a>),
    Computed {
        rows: Box<dyn ComputedRows + 'a>,
        /// Whether it stands on a row.
        on: bool,
    },
    Ahead(Box<Prefetcher<'a>>),
    /// Of a row that holds them.
    Held(EmbeddedRows<'a>),
}

/// The rows of the queries, each on its first; without a query, of what rows hold. They are read from the statements.
pub fn open_queries<'a, 's>(
    prepared: &'s PreparedAnswer,
    snapshot: &'a Snapshot,
    arguments: &Arguments,
    statements: &'s mut Vec<Option<CachedStatement<'a>>>,
) -> rusqlite::Result<Vec<Cursor<'s>>> {
    for PreparedQuery { select, .. } in &prepared.queries {
        let bound = |select| bound(snapshot, select, arguments);
        statements.push(select.as_deref().map(bound).transpose()?);
    }
    let mut cursors = Vec::with_capacity(statements.len());
    for (statement, query) in statements.iter_mut().zip(&prepared.queries) {
        cursors.push(match statement {
            Some(statement) => {
                let mut rows = statement.raw_query();
                rows.advance()?;
                Cursor::Query(rows)
            }
            None => Cursor::Held(EmbeddedRows::new(&query.numbers)),
        });
    }
    Ok(cursors)
}

/// The same for rows computed by Rust.
pub fn computed<'a>(computed: Vec<Box<dyn ComputedRows + 'a>>) -> Result<Vec<Cursor<'a>>> {
    let first = |mut rows: Box<dyn ComputedRows + 'a>| {
        let on = rows.advance()?;
        Ok(Cursor::Computed { rows, on })
    };
    computed.into_iter().map(first).collect()
}

/// Reads for another thread what comes after so many rows of each query.
pub fn read_on(
    snapshot: &Snapshot,
    prepared: &PreparedAnswer,
    arguments: &Arguments,
    share: &MemoryShare,
    passed: &[usize],
    reading: &PrefetchReader,
) -> Result<()> {
    let mut statements = Vec::new();
    let mut cursors = open_queries(prepared, snapshot, arguments, &mut statements)?;
    for (cursor, passed) in cursors.iter_mut().zip(passed) {
        if let Cursor::Query(rows) = cursor {
            for _ in 0..*passed {
                rows.advance()?;
            }
        }
    }
    let mut lookups = LookupState::open_all(&prepared.lookups, snapshot, share)?;
    reading.read(&mut cursors, &mut lookups);
    Ok(())
}

impl<'a> Cursor<'a> {
    /// A value of the row on which it stands.
    // inlined, since a value that is passed on twice costs more than reading it
    #[inline]
    pub fn cell(&self, column: usize) -> Result<Cell<'_>> {
        match self {
            Cursor::Query(rows) => cell(rows.get().context("a row is due")?.get_ref(column)?),
            Cursor::Computed { rows, on: true } => Ok(rows.cell(column)),
            Cursor::Computed { on: false, .. } => bail!("a row is due"),
            Cursor::Ahead(ahead) => Ok(ahead.cell(column)),
            Cursor::Held(held) => Ok(held.cell(column)),
        }
    }

    /// Whether it stands on a row: it is not past its last.
    pub fn has_row(&self) -> bool {
        match self {
            Cursor::Query(rows) => rows.get().is_some(),
            Cursor::Computed { on, .. } => *on,
            Cursor::Ahead(ahead) => ahead.has_row(),
            Cursor::Held(held) => held.has_row(),
        }
    }

    /// Goes on to the next row; the lookups are those of the answer.
    pub fn advance(&mut self, lookups: &mut [LookupState]) -> Result<()> {
        match self {
            Cursor::Query(rows) => rows.advance()?,
            Cursor::Computed { rows, on } => *on = rows.advance()?,
            Cursor::Ahead(ahead) => ahead.advance(lookups)?,
            Cursor::Held(held) => held.advance(),
        }
        Ok(())
    }
}

impl<'a> Cursors<'a> {
    /// The cursors with what else an answer takes from the snapshot; `base` is the service's address before `/service`.
    pub fn open(
        cursors: Vec<Cursor<'a>>,
        prepared: &'a PreparedAnswer,
        snapshot: &'a Snapshot,
        share: &'a MemoryShare<'a>,
        base: &'a str,
    ) -> rusqlite::Result<Self> {
        let offsets = snapshot.clock().offsets();
        Ok(Self {
            passed: vec![0; cursors.len()],
            cursors,
            lookups: LookupState::open_all(&prepared.lookups, snapshot, share)?,
            local: LocalSettings { base, offsets },
            share,
            prepared,
            second: None,
        })
    }

    /// Has another thread read from here on, where there may be one and the answer has begun: it is worth that then.
    pub fn start_prefetch(&mut self, begun: bool) -> Result<()> {
        let Some(second) = self.second.take_if(|_| begun) else {
            return Ok(());
        };
        let (reading, ahead) = ahead(&self.prepared.queries);
        if second(reading, self.passed.clone()).is_err() {
            // the system has no thread
            return Ok(());
        }
        for (cursor, ahead) in self.cursors.iter_mut().zip(ahead) {
            if !matches!(cursor, Cursor::Held(_)) {
                *cursor = ahead.begun()?;
            }
        }
        Ok(())
    }

    /// Whether a cursor stands on a row.
    pub fn on_row(&self, cursor: usize) -> bool {
        self.cursors[cursor].has_row()
    }

    /// The `key` or `parent` of the row on which a cursor stands.
    pub fn key(&self, cursor: usize, column: usize) -> Result<i64> {
        key(self.cursors[cursor].cell(column)?)
    }

    /// Puts a list on the first of the rows that another cursor's row holds in a column.
    pub fn open_embedded(&mut self, list: usize, (of, column): (usize, usize)) -> Result<()> {
        let [Cursor::Held(list), of] = self.cursors.get_disjoint_mut([list, of])? else {
            bail!("rows that a row holds have no query");
        };
        list.take(of.cell(column)?)
    }

    /// Goes on to the next row.
    pub fn advance(&mut self, cursor: usize) -> Result<()> {
        self.passed[cursor] += 1;
        self.cursors[cursor].advance(&mut self.lookups)
    }

    /// Every row of every query must have found its place; one that has not would be missing in the answer.
    pub fn check_finished(&self) -> Result<()> {
        match (0..self.cursors.len()).find(|cursor| self.on_row(*cursor)) {
            None => Ok(()),
            Some(left) => bail!("rows of query {left} have no place in the answer"),
        }
    }
}

/// The query with its parameters: those that it names, from the arguments.
pub fn bound<'a>(snapshot: &'a Snapshot, select: &str, arguments: &Arguments) -> rusqlite::Result<CachedStatement<'a>> {
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
