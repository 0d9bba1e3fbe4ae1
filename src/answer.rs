//! The answer to a read: walks an operation's shape over its rows, straight into the document.
//!
//! No row, list or document is ever held whole. What stands around values is put together once, when the service
//! starts, by the format. Lists inside rows have queries of their own, in the order of those rows:
//! all are read side by side, and none is run per row. How the rows are read is `cursors`', how a value is
//! written the format's.

mod batch;
mod checked_call;
mod cursors;
mod embedded_rows;
mod lookup;
mod memory;
mod prefetch;
mod prepared_answer;
mod value;
mod walk;

use std::cell::Cell;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::thread::{self, Builder};

use anyhow::{Context, Result};
use rusqlite::CachedStatement;

use crate::encode::frame::{Frame, Namespaces};
use crate::encode::{
    CellsEncoder, CsvEncoder, CsvExcelEncoder, Document, Encoder, Format, JsonEncoder, NdjsonEncoder,
    ReceiverGoneError, XmlEncoder,
};
use crate::model::brand::Brand;
use crate::model::refusal::Refusal;
use crate::operation::response_schema::{Contents, OpenComputed, OpenRowsError};
use crate::operation::{OPERATIONS, Operation};
use crate::store::Snapshot;
pub use checked_call::{CheckError, CheckedCall};
use cursors::{Cursor, Cursors, StartPrefetch, bound, computed, open_queries, read_on};
pub use memory::MemoryBudget;
use prepared_answer::PreparedAnswer;

/// How every operation's answer is written in a format.
pub struct PreparedAnswers<E> {
    by_operation: HashMap<&'static str, PreparedAnswer>,
    format: PhantomData<E>,
}

/// Why an answer stopped.
#[derive(Debug)]
pub enum AnswerError {
    /// The rules refuse the request.
    Refused(Refusal),
    /// Nobody takes the answer any more.
    Gone,
    /// Something went wrong with us.
    Fault(anyhow::Error),
}

impl From<ReceiverGoneError> for AnswerError {
    fn from(_: ReceiverGoneError) -> Self {
        AnswerError::Gone
    }
}

impl From<OpenRowsError> for AnswerError {
    fn from(unopened: OpenRowsError) -> Self {
        match unopened {
            OpenRowsError::Refused(refusal) => AnswerError::Refused(refusal),
            OpenRowsError::Fault(error) => AnswerError::Fault(error),
        }
    }
}

impl From<rusqlite::Error> for AnswerError {
    fn from(error: rusqlite::Error) -> Self {
        AnswerError::Fault(error.into())
    }
}

impl From<anyhow::Error> for AnswerError {
    fn from(error: anyhow::Error) -> Self {
        AnswerError::Fault(error)
    }
}

/// What an answer is made from.
pub struct AnswerRequest<'a> {
    pub checked: &'a CheckedCall,
    pub snapshot: &'a Snapshot<'a>,
    /// The same for a second thread, where there may be one.
    pub twin: Cell<Option<Snapshot<'a>>>,
    /// The service's address before `/service`.
    pub base: &'a str,
    /// Told how many pages there are in all before the first is written, where the answer is one of them.
    pub pages: &'a OnceLock<i64>,
}

impl<E: Encoder> PreparedAnswers<E> {
    /// The answers of every operation under a brand.
    pub fn new(brand: &Brand) -> Self {
        let prepared = |operation: &&'static Operation| (operation.name, PreparedAnswer::new::<E>(operation, brand));
        Self { by_operation: OPERATIONS.iter().map(prepared).collect(), format: PhantomData }
    }

    /// Writes what a read answers, without what stands around it. Returns the number of rows.
    pub fn write(
        &self,
        asked: &AnswerRequest,
        memory: &MemoryBudget,
        document: &mut Document,
    ) -> Result<u64, AnswerError> {
        let prepared = &self.by_operation[asked.checked.operation().name];
        let share = memory.share();
        let mut statements = Vec::new();
        thread::scope(|scope| {
            let rows = asked.open(prepared, &mut statements)?;
            let mut cursors = Cursors::open(rows, prepared, asked.snapshot, &share, asked.base)?;
            let arguments = asked.checked.arguments();
            cursors.second = asked.twin.take().map(|twin| -> StartPrefetch {
                let share = &share;
                Box::new(move |reading, passed| {
                    let read = move || {
                        let read = read_on(&twin, prepared, arguments, share, &passed, &reading);
                        read.unwrap_or_else(|error| reading.fail(error));
                    };
                    Builder::new().spawn_scoped(scope, read).map(drop)
                })
            });
            asked.write_document::<E>(prepared, &mut cursors, document)
        })
    }
}

impl PreparedAnswers<XmlEncoder> {
    /// Writes a whole document in XML. Returns the number of rows.
    pub fn write_framed(
        &self,
        frame: &Frame,
        asked: &AnswerRequest,
        memory: &MemoryBudget,
        document: &mut Document,
    ) -> Result<u64, AnswerError> {
        let operation = asked.checked.operation();
        document.out.markup(&frame.opened(operation));
        let rows = self.write(asked, memory, document)?;
        document.out.markup(&frame.closed(operation));
        Ok(rows)
    }
}

/// How every operation's answer is written in each format.
pub struct PreparedFormats {
    /// The namespaces of results in XML.
    pub namespaces: Namespaces,
    /// For the two styles of XML.
    pub xml: PreparedAnswers<XmlEncoder>,
    pub cells: PreparedAnswers<CellsEncoder>,
    json: PreparedAnswers<JsonEncoder>,
    ndjson: PreparedAnswers<NdjsonEncoder>,
    csv: PreparedAnswers<CsvEncoder>,
    csv_excel: PreparedAnswers<CsvExcelEncoder>,
}

impl PreparedFormats {
    /// The answers of every operation under a brand.
    pub fn new(brand: &Brand, namespaces: Namespaces) -> Self {
        Self {
            namespaces,
            xml: PreparedAnswers::new(brand),
            cells: PreparedAnswers::new(brand),
            json: PreparedAnswers::new(brand),
            ndjson: PreparedAnswers::new(brand),
            csv: PreparedAnswers::new(brand),
            csv_excel: PreparedAnswers::new(brand),
        }
    }

    /// Writes what a read answers in a format of REST. Returns the number of rows.
    pub fn write(
        &self,
        format: Format,
        asked: &AnswerRequest,
        memory: &MemoryBudget,
        document: &mut Document,
    ) -> Result<u64, AnswerError> {
        match format {
            Format::Json => self.json.write(asked, memory, document),
            Format::Ndjson => self.ndjson.write(asked, memory, document),
            Format::Csv => self.csv.write(asked, memory, document),
            Format::CsvExcel => self.csv_excel.write(asked, memory, document),
        }
    }
}

impl<'a> AnswerRequest<'a> {
    fn write_document<E: Encoder>(
        &self,
        prepared: &PreparedAnswer,
        cursors: &mut Cursors,
        document: &mut Document,
    ) -> Result<u64, AnswerError> {
        if !cursors.on_row(0) {
            self.refuse_empty_answer()?;
        }
        self.write_page_counts(prepared, cursors)?;
        let count = match &self.checked.operation().contents {
            Contents::One { several, .. } => {
                walk::row::<E>(&prepared.rows, 0, cursors, document)?;
                if cursors.on_row(0) {
                    let several = several.context("more than one row where one is due")?;
                    return Err(AnswerError::Refused(several(self.checked.arguments())));
                }
                1
            }
            _ => walk::all::<E>(&prepared.rows, cursors, document)?,
        };
        cursors.check_finished()?;
        Ok(count)
    }

    /// The rows of the operation and of the lists within, each on its first.
    fn open<'s>(
        &self,
        prepared: &'s PreparedAnswer,
        statements: &'s mut Vec<Option<CachedStatement<'a>>>,
    ) -> Result<Vec<Cursor<'s>>, AnswerError>
    where
        'a: 's,
    {
        let arguments = self.checked.arguments();
        if let Some(open) = self.computed() {
            let mut rows = open(self.snapshot, arguments)?;
            // those of lists that the format leaves out are not read
            rows.truncate(prepared.queries.len());
            return Ok(computed(rows)?);
        }
        Ok(open_queries(prepared, self.snapshot, arguments, statements)?)
    }

    /// How many pages there are stands in the row that is the answer.
    fn write_page_counts(&self, prepared: &PreparedAnswer, cursors: &Cursors) -> Result<()> {
        if let Some(column) = prepared.pages {
            let pages = cursors.key(0, column)?;
            self.pages.get_or_init(|| pages);
        }
        Ok(())
    }

    fn computed(&self) -> Option<OpenComputed> {
        self.checked.operation().contents.rows().and_then(|rows| rows.computed())
    }

    /// The refusal of an answer without rows, where there must be one: the row itself, or what a list is asked of.
    fn refuse_empty_answer(&self) -> Result<(), AnswerError> {
        let refused = |thing| AnswerError::Refused(Refusal::NotFound(thing));
        if let Contents::One { none, .. } = self.checked.operation().contents {
            return Err(match none {
                Some(thing) => refused(thing),
                None => AnswerError::Fault(anyhow::anyhow!("no row where one is due")),
            });
        }
        let Some((select, none)) = self.checked.operation().required_entity() else {
            return Ok(());
        };
        let mut statement = bound(self.snapshot, select, self.checked.arguments())?;
        match statement.raw_query().next()? {
            Some(_) => Ok(()),
            None => Err(refused(none)),
        }
    }
}
