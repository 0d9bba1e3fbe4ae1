//! The answer to a read: walks an operation's shape over its rows, straight into the document.
//!
//! No row, list or document is ever held whole. What stands around values is put together once, when the service
//! starts, by the format. Lists inside rows have queries of their own, in the order of those rows:
//! all are read side by side, and none is run per row. How the rows are read is `cursors`', how a value is
//! written the format's.

mod ahead;
mod batch;
mod checked;
mod cursors;
mod held;
mod lookup;
mod memory;
mod prepared;
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
use crate::encode::{Cells, Csv, CsvExcel, Document, Encoder, Format, Gone, Json, Ndjson, Xml};
use crate::model::brand::Brand;
use crate::model::refusal::Refusal;
use crate::operation::shape::{Contents, OpenComputed, Unopened};
use crate::operation::{OPERATIONS, Operation};
use crate::store::Snapshot;
pub use checked::{Checked, Objection};
use cursors::{Cursor, Cursors, Second, bound, computed, queried, read_on};
pub use memory::Memory;
use prepared::Prepared;

/// How every operation's answer is written in a format.
pub struct Answers<E> {
    by_operation: HashMap<&'static str, Prepared>,
    format: PhantomData<E>,
}

/// Why an answer stopped.
#[derive(Debug)]
pub enum Stopped {
    /// The rules refuse the request.
    Refused(Refusal),
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

impl From<Unopened> for Stopped {
    fn from(unopened: Unopened) -> Self {
        match unopened {
            Unopened::Refused(refusal) => Stopped::Refused(refusal),
            Unopened::Fault(error) => Stopped::Fault(error),
        }
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

/// What an answer is made from.
pub struct Asked<'a> {
    pub checked: &'a Checked,
    pub snapshot: &'a Snapshot<'a>,
    /// The same for a second thread, where there may be one.
    pub twin: Cell<Option<Snapshot<'a>>>,
    /// The service's address before `/service`.
    pub base: &'a str,
    /// Told how many pages there are in all before the first is written, where the answer is one of them.
    pub pages: &'a OnceLock<i64>,
}

impl<E: Encoder> Answers<E> {
    /// The answers of every operation under a brand.
    pub fn new(brand: &Brand) -> Self {
        let prepared = |operation: &&'static Operation| (operation.name, Prepared::new::<E>(operation, brand));
        Self { by_operation: OPERATIONS.iter().map(prepared).collect(), format: PhantomData }
    }

    /// Writes what a read answers, without what stands around it. Returns the number of rows.
    pub fn write(&self, asked: &Asked, memory: &Memory, document: &mut Document) -> Result<u64, Stopped> {
        let prepared = &self.by_operation[asked.checked.operation().name];
        let share = memory.share();
        let mut statements = Vec::new();
        thread::scope(|scope| {
            let rows = asked.open(prepared, &mut statements)?;
            let mut cursors = Cursors::open(rows, prepared, asked.snapshot, &share, asked.base)?;
            let arguments = asked.checked.arguments();
            cursors.second = asked.twin.take().map(|twin| -> Second {
                let share = &share;
                Box::new(move |reading, passed| {
                    let read = move || {
                        let read = read_on(&twin, prepared, arguments, share, &passed, &reading);
                        read.unwrap_or_else(|error| reading.fail(error));
                    };
                    Builder::new().spawn_scoped(scope, read).map(drop)
                })
            });
            asked.written::<E>(prepared, &mut cursors, document)
        })
    }
}

impl Answers<Xml> {
    /// Writes a whole document in XML. Returns the number of rows.
    pub fn framed(
        &self,
        frame: &Frame,
        asked: &Asked,
        memory: &Memory,
        document: &mut Document,
    ) -> Result<u64, Stopped> {
        let operation = asked.checked.operation();
        document.out.markup(&frame.opened(operation));
        let rows = self.write(asked, memory, document)?;
        document.out.markup(&frame.closed(operation));
        Ok(rows)
    }
}

/// How every operation's answer is written in each format.
pub struct Formats {
    /// The namespaces of results in XML.
    pub namespaces: Namespaces,
    /// For the two styles of XML.
    pub xml: Answers<Xml>,
    pub cells: Answers<Cells>,
    json: Answers<Json>,
    ndjson: Answers<Ndjson>,
    csv: Answers<Csv>,
    csv_excel: Answers<CsvExcel>,
}

impl Formats {
    /// The answers of every operation under a brand.
    pub fn new(brand: &Brand, namespaces: Namespaces) -> Self {
        Self {
            namespaces,
            xml: Answers::new(brand),
            cells: Answers::new(brand),
            json: Answers::new(brand),
            ndjson: Answers::new(brand),
            csv: Answers::new(brand),
            csv_excel: Answers::new(brand),
        }
    }

    /// Writes what a read answers in a format of REST. Returns the number of rows.
    pub fn write(
        &self,
        format: Format,
        asked: &Asked,
        memory: &Memory,
        document: &mut Document,
    ) -> Result<u64, Stopped> {
        match format {
            Format::Json => self.json.write(asked, memory, document),
            Format::Ndjson => self.ndjson.write(asked, memory, document),
            Format::Csv => self.csv.write(asked, memory, document),
            Format::CsvExcel => self.csv_excel.write(asked, memory, document),
        }
    }
}

impl<'a> Asked<'a> {
    fn written<E: Encoder>(
        &self,
        prepared: &Prepared,
        cursors: &mut Cursors,
        document: &mut Document,
    ) -> Result<u64, Stopped> {
        if !cursors.on_row(0) {
            self.refuse_nothing()?;
        }
        self.tell_pages(prepared, cursors)?;
        let count = match &self.checked.operation().contents {
            Contents::One { several, .. } => {
                walk::row::<E>(&prepared.rows, 0, cursors, document)?;
                if cursors.on_row(0) {
                    let several = several.context("more than one row where one is due")?;
                    return Err(Stopped::Refused(several(self.checked.arguments())));
                }
                1
            }
            _ => walk::all::<E>(&prepared.rows, cursors, document)?,
        };
        cursors.finished()?;
        Ok(count)
    }

    /// The rows of the operation and of the lists within, each on its first.
    fn open<'s>(
        &self,
        prepared: &'s Prepared,
        statements: &'s mut Vec<Option<CachedStatement<'a>>>,
    ) -> Result<Vec<Cursor<'s>>, Stopped>
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
        Ok(queried(prepared, self.snapshot, arguments, statements)?)
    }

    /// How many pages there are stands in the row that is the answer.
    fn tell_pages(&self, prepared: &Prepared, cursors: &Cursors) -> Result<()> {
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
    fn refuse_nothing(&self) -> Result<(), Stopped> {
        let refused = |thing| Stopped::Refused(Refusal::NotFound(thing));
        if let Contents::One { none, .. } = self.checked.operation().contents {
            return Err(match none {
                Some(thing) => refused(thing),
                None => Stopped::Fault(anyhow::anyhow!("no row where one is due")),
            });
        }
        let Some((select, none)) = self.checked.operation().known() else {
            return Ok(());
        };
        let mut statement = bound(self.snapshot, select, self.checked.arguments())?;
        match statement.raw_query().next()? {
            Some(_) => Ok(()),
            None => Err(refused(none)),
        }
    }
}
