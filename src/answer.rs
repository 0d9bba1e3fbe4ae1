//! Serializes the answer to a read: walks an operation's response schema over its rows and writes into the document.
//!
//! No list or document is buffered whole. The delimiters around values are prepared at startup. A list inside rows has
//! its own query, in the order of these rows. All queries advance side by side: no query runs once per row.

mod batch;
mod checked_call;
mod cursors;
mod embedded_rows;
mod memory;
mod prefetch;
mod prepared_answer;
mod row_lookup;
mod serializer;
mod value;

use std::cell::Cell;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::thread::{self, Builder, Scope};

use anyhow::{Context, Result};
use rusqlite::CachedStatement;

use crate::encode::frame::{Frame, Namespaces};
use crate::encode::{
    CellsEncoder, CsvEncoder, CsvExcelEncoder, Document, Encoder, Format, JsonEncoder, NdjsonEncoder,
    ReceiverGoneError, XmlEncoder,
};
use crate::model::brand::Brand;
use crate::model::refusal::{Entity, Refusal};
pub use crate::operation::computed_rows::AnswerError;
use crate::operation::computed_rows::{FeedWait, OpenedRows};
use crate::operation::request::Arguments;
use crate::operation::response_schema::Contents;
use crate::operation::{OPERATIONS, Operation};
use crate::store::{Snapshot, person};
pub use checked_call::{CheckError, CheckedCall};
use cursors::{
    Cursor, Cursors, StartReadingThread, open_computed, open_queries, open_query, prepare_with_arguments,
    read_page_end, read_remaining_rows,
};
use memory::AnswerMemory;
pub use memory::MemoryBudget;
use prepared_answer::PreparedAnswer;
use serializer::Serializer;

pub struct PreparedAnswers<E> {
    by_operation: HashMap<&'static str, PreparedAnswer>,
    brand: Brand,
    format: PhantomData<E>,
}

impl From<ReceiverGoneError> for AnswerError {
    fn from(_: ReceiverGoneError) -> Self {
        AnswerError::Gone
    }
}

/// A checked read, and everything that its answer depends on.
pub struct AnswerRequest<'a> {
    pub checked: &'a CheckedCall,
    pub snapshot: &'a Snapshot<'a>,
    /// A second snapshot of the same data, for the reading thread. `None` if the store has none, or after it was taken.
    pub snapshot_for_reading_thread: Cell<Option<Snapshot<'a>>>,
    /// The service's address before `/service`.
    pub base: &'a str,
    pub memory: &'a MemoryBudget,
    pub page: &'a PageState,
}

/// Facts about a page that are known only after its rows are opened. The HTTP interfaces put them into headers.
#[derive(Debug, Clone, Default)]
pub struct PageState {
    pub total_pages: OnceLock<i64>,
    /// The position of the next page; unset on the last page.
    pub next: OnceLock<String>,
    /// How long a page without rows may wait for a change.
    pub wait: OnceLock<FeedWait>,
}

impl PageState {
    fn set_next_and_wait(&self, next: Option<String>, wait: Option<FeedWait>) {
        if let Some(next) = next {
            self.next.get_or_init(|| next);
        }
        if let Some(wait) = wait {
            self.wait.get_or_init(|| wait);
        }
    }
}

impl<E: Encoder> PreparedAnswers<E> {
    pub fn new(brand: &Brand) -> Self {
        let prepare = |operation: &&'static Operation| (operation.name, PreparedAnswer::new::<E>(operation, brand));
        Self { by_operation: OPERATIONS.iter().map(prepare).collect(), brand: brand.clone(), format: PhantomData }
    }

    /// Writes the contents of an answer. Returns the number of rows.
    pub fn write(&self, request: &AnswerRequest, document: &mut Document) -> Result<u64, AnswerError> {
        let operation = request.checked.operation();
        // the request of a table query chooses the columns, so its answer cannot be prepared at startup
        let table_page =
            operation.selects_columns().then(|| request.prepare_table_page::<E>(&self.brand)).transpose()?;
        let prepared = table_page.as_ref().unwrap_or_else(|| &self.by_operation[operation.name]);
        let memory = &request.memory.begin_answer();
        let mut statements = Vec::new();
        // the scope waits for the reading thread, which borrows the prepared answer and the arguments
        thread::scope(|scope| {
            let opened = request.open_cursors(prepared, &mut statements)?;
            let mut cursors = Cursors::new(opened, prepared, request.snapshot, memory, request.base)?;
            if let Some(snapshot) = request.snapshot_for_reading_thread.take() {
                let arguments = request.checked.arguments();
                let start = reading_thread_starter(scope, snapshot, prepared, arguments, memory);
                cursors.start_reading_thread = Some(start);
            }
            request.write_document::<E>(prepared, &mut Serializer { cursors, document })
        })
    }
}

/// Returns the function that starts the reading thread, which is called if the answer is streamed.
fn reading_thread_starter<'scope>(
    scope: &'scope Scope<'scope, '_>,
    snapshot: Snapshot<'scope>,
    prepared: &'scope PreparedAnswer,
    arguments: &'scope Arguments,
    memory: &'scope AnswerMemory<'scope>,
) -> StartReadingThread<'scope> {
    Box::new(move |batch_sender, rows_read| {
        let read_and_send = move || {
            let result = read_remaining_rows(&snapshot, prepared, arguments, memory, &rows_read, &batch_sender);
            result.unwrap_or_else(|error| batch_sender.send_error(error));
        };
        Builder::new().spawn_scoped(scope, read_and_send).map(drop)
    })
}

impl PreparedAnswers<XmlEncoder> {
    /// Writes an answer in its frame: a result document or an envelope. Returns the number of rows.
    pub fn write_framed(
        &self,
        frame: &Frame,
        request: &AnswerRequest,
        document: &mut Document,
    ) -> Result<u64, AnswerError> {
        let operation = request.checked.operation();
        document.out.append_str(&frame.open_contents(operation));
        let rows = self.write(request, document)?;
        document.out.append_str(&frame.close_contents(operation));
        Ok(rows)
    }
}

/// Returns the entity tag of the person whom a call requests; `None` unless exactly one person matches.
pub fn person_tag(checked: &CheckedCall, snapshot: &Snapshot) -> rusqlite::Result<Option<String>> {
    let select = checked.operation().contents.rows().and_then(|rows| rows.select());
    let mut statement = prepare_with_arguments(snapshot, &select.expect("a query"), checked.arguments())?;
    person::entity_tag(&mut statement.raw_query(), snapshot.clock())
}

pub struct PreparedFormats {
    pub namespaces: Namespaces,
    pub xml: PreparedAnswers<XmlEncoder>,
    pub cells: PreparedAnswers<CellsEncoder>,
    json: PreparedAnswers<JsonEncoder>,
    ndjson: PreparedAnswers<NdjsonEncoder>,
    csv: PreparedAnswers<CsvEncoder>,
    csv_excel: PreparedAnswers<CsvExcelEncoder>,
}

impl PreparedFormats {
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

    /// Writes the contents of an answer in a format. Returns the number of rows.
    pub fn write(&self, format: Format, request: &AnswerRequest, document: &mut Document) -> Result<u64, AnswerError> {
        match format {
            Format::Json => self.json.write(request, document),
            Format::Ndjson => self.ndjson.write(request, document),
            Format::Csv => self.csv.write(request, document),
            Format::CsvExcel => self.csv_excel.write(request, document),
        }
    }
}

impl<'a> AnswerRequest<'a> {
    fn write_document<E: Encoder>(
        &self,
        prepared: &PreparedAnswer,
        serializer: &mut Serializer,
    ) -> Result<u64, AnswerError> {
        let rows = &prepared.rows;
        let count = match self.checked.operation().contents {
            Contents::One { not_found, ambiguous, .. } => {
                if !serializer.cursors.has_row_at(rows.cursor) {
                    let entity = not_found.context("an answer of one row has no row")?;
                    return Err(AnswerError::Refused(Refusal::NotFound(entity)));
                }
                self.write_single_row::<E>(prepared, serializer)?;
                // a second row, such as a second person with one e-mail address
                if serializer.cursors.has_row_at(rows.cursor) {
                    let make_refusal = ambiguous.context("an answer of one row has several rows")?;
                    return Err(AnswerError::Refused(make_refusal(self.checked.arguments())));
                }
                1
            }
            _ => {
                if !serializer.cursors.has_row_at(rows.cursor) {
                    self.check_required_entity()?;
                }
                serializer.write_list::<E>(rows, &rows.delimiters.all, None)?
            }
        };
        serializer.cursors.check_finished()?;
        Ok(count)
    }

    /// Writes the current row, and stores the total number of pages in `page`.
    fn write_single_row<E: Encoder>(
        &self,
        PreparedAnswer { rows, total_pages_column, .. }: &PreparedAnswer,
        serializer: &mut Serializer,
    ) -> Result<(), AnswerError> {
        // read before the row is written, because writing moves the cursor to the next row
        if let Some(column) = total_pages_column {
            let pages = serializer.cursors.integer_at(rows.cursor, *column)?;
            self.page.total_pages.get_or_init(|| pages);
        }
        let rows_before = 0;
        serializer.write_row::<E>(rows, rows_before)
    }

    /// Opens a cursor for each query, at its first row. `statements` is empty at first, and keeps the statements that the
    /// cursors use. If Rust computes the rows, `page` gets the position of the next page, and how long the answer may wait
    /// for a change of data.
    fn open_cursors<'s>(
        &self,
        prepared: &'s PreparedAnswer,
        statements: &'s mut Vec<Option<CachedStatement<'a>>>,
    ) -> Result<Vec<Cursor<'s>>, AnswerError>
    where
        'a: 's,
    {
        let arguments = self.checked.arguments();
        if let Some(open) = self.checked.operation().contents.rows().and_then(|rows| rows.computed()) {
            let OpenedRows { mut lists, next, wait } = open(self.snapshot, arguments)?;
            self.page.set_next_and_wait(next, wait);
            // the outermost rows come first, then nested lists, which CSV does not have
            lists.truncate(prepared.queries.len());
            return Ok(open_computed(lists)?);
        }
        if let Some(table) = &arguments.table {
            let (select, values) = table.rows_query();
            statements.push(None);
            return Ok(vec![open_query(self.snapshot, &select, &values, &mut statements[0])?]);
        }
        Ok(open_queries(prepared, self.snapshot, arguments, statements)?)
    }

    /// Prepares the answer of a table query, and stores the position of its next page in `page`.
    fn prepare_table_page<E: Encoder>(&self, brand: &Brand) -> Result<PreparedAnswer, AnswerError> {
        let Some(table) = &self.checked.arguments().table else {
            return Err(AnswerError::Refused(Refusal::NotFound(Entity::Table)));
        };
        // without a limit, or without rows after the page, there is no next page
        if let Some((select, values)) = table.page_end_query()
            && let Some((sort_values, row_number)) = read_page_end(self.snapshot, &select, &values)?
        {
            self.page.next.get_or_init(|| table.position_after(&sort_values, row_number));
        }
        Ok(PreparedAnswer::for_table::<E>(&table.fields(), brand))
    }

    /// Refuses a list of an entity that does not exist, such as the agenda of an unknown person.
    fn check_required_entity(&self) -> Result<(), AnswerError> {
        let Some((select, entity)) = self.checked.operation().required_entity() else { return Ok(()) };
        let mut statement = prepare_with_arguments(self.snapshot, select, self.checked.arguments())?;
        match statement.raw_query().next()? {
            Some(_) => Ok(()),
            None => Err(AnswerError::Refused(Refusal::NotFound(entity))),
        }
    }
}
