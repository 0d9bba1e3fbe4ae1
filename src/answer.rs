//! The answer to a read: walks an operation's shape over its query's rows, straight into the document.
//!
//! No row, list or document is ever held whole. The names are written as the brand has them, put together
//! once, when the service starts.

use std::collections::HashMap;

use anyhow::{Context, Result, bail};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Row, ToSql};

use crate::model::brand::Brand;
use crate::model::text::quoted;
use crate::operation::{
    Argument, Arguments, Contents, Field, Gives, OPERATIONS, Operation, Several, Value,
};
use crate::store::Snapshot;
use crate::wire::frame::{Frame, failed};
use crate::wire::xml::{Document, Gone};

/// How every operation's elements are written.
pub struct Answers {
    by_operation: HashMap<&'static str, Prepared>,
}

/// An operation's elements with their tags put together.
struct Prepared {
    fields: Vec<Element>,
    /// The tags around each row of a list.
    item: (String, String),
}

struct Element {
    value: Value,
    open: String,
    close: String,
    /// The element without a value.
    empty: String,
}

impl Element {
    fn new(field: &Field, brand: &Brand) -> Self {
        let name = brand.name(field.name);
        Self {
            value: field.value,
            open: format!("<{name}>"),
            close: format!("</{name}>"),
            empty: format!("<{name}/>"),
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

    /// Writes what a read answers, up to and with the end of its frame. Returns the number of rows.
    pub fn write(
        &self,
        operation: &Operation,
        arguments: &Arguments,
        snapshot: &Snapshot,
        frame: &Frame,
        document: &mut Document,
    ) -> Result<u64, Stopped> {
        let prepared = &self.by_operation[operation.name];
        document.markup(&frame.head);
        document.markup("<Success>true</Success><Contents>");
        let rows = match &operation.contents {
            Contents::One {
                select,
                none,
                several,
                ..
            } => {
                let mut statement = bound(snapshot, select, arguments)?;
                let mut rows = statement.raw_query();
                let row = rows
                    .next()?
                    .ok_or_else(|| Stopped::Refused((*none).to_owned()))?;
                prepared.row(row, document)?;
                if rows.next()?.is_some() {
                    return Err(ambiguous(several.as_ref(), arguments));
                }
                1
            }
            Contents::Each { select, .. } => {
                let mut statement = bound(snapshot, select, arguments)?;
                let mut rows = statement.raw_query();
                let mut count = 0;
                while let Some(row) = rows.next()? {
                    document.markup(&prepared.item.0);
                    prepared.row(row, document)?;
                    document.markup(&prepared.item.1);
                    document.breathe()?;
                    count += 1;
                }
                count
            }
            Contents::Changed { .. } => {
                return Err(anyhow::anyhow!("{} is no read", operation.name).into());
            }
        };
        document.markup("</Contents>");
        end(operation, frame, document);
        Ok(rows)
    }
}

/// The document of a change that was made.
pub fn changed(
    operation: &Operation,
    gives: Gives,
    made: Option<i64>,
    frame: &Frame,
    document: &mut Document,
) {
    document.markup(&frame.head);
    document.markup("<Success>true</Success>");
    match (gives, made) {
        (Gives::Int, Some(number)) => {
            document.markup("<Contents>");
            document.int(number);
            document.markup("</Contents>");
        }
        _ => document.markup("<Contents/>"),
    }
    end(operation, frame, document);
}

/// The document of a request that the rules refuse.
pub fn refused(text: &str, frame: &Frame, document: &mut Document) {
    document.markup(&frame.head);
    document.markup(&failed(text));
    document.markup(&frame.tail);
}

fn end(operation: &Operation, frame: &Frame, document: &mut Document) {
    if operation.error_on_success {
        document.markup("<Error/>");
    }
    document.markup(&frame.tail);
}

impl Prepared {
    fn new(operation: &Operation, brand: &Brand) -> Self {
        let (fields, item): (&[Field], &str) = match &operation.contents {
            Contents::One { fields, .. } => (fields, ""),
            Contents::Each {
                element, fields, ..
            } => (fields, element),
            Contents::Changed { .. } => (&[], ""),
        };
        Self {
            fields: fields
                .iter()
                .map(|field| Element::new(field, brand))
                .collect(),
            item: (format!("<{item}>"), format!("</{item}>")),
        }
    }

    fn row(&self, row: &Row, document: &mut Document) -> Result<()> {
        for (at, element) in self.fields.iter().enumerate() {
            element
                .write(row.get_ref(at)?, document)
                .with_context(|| format!("column {}", element.open))?;
        }
        Ok(())
    }
}

impl Element {
    /// Writes a value by its kind: "An optional string without a value is an empty element …; an optional
    /// datetime or number without a value is absent".
    fn write(&self, value: ValueRef, document: &mut Document) -> Result<()> {
        match (self.value, value) {
            (Value::OptionalDateTime, ValueRef::Null) => return Ok(()),
            (Value::Text, ValueRef::Text([])) => {
                document.markup(&self.empty);
                return Ok(());
            }
            _ => document.markup(&self.open),
        }
        match (self.value, value) {
            (Value::Int, ValueRef::Integer(number)) => document.int(number),
            (Value::Text | Value::OptionalDateTime, ValueRef::Text(text)) => document.text(text),
            (Value::Bool, ValueRef::Integer(0)) => document.markup("false"),
            (Value::Bool, ValueRef::Integer(_)) => document.markup("true"),
            (kind, value) => bail!("{kind:?} cannot be written from {:?}", value.data_type()),
        }
        document.markup(&self.close);
        Ok(())
    }
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
            // the drift check sees to it that no query names one
            Argument::Record(_) => rusqlite::types::Null
                .to_sql()
                .map(|_| ToSqlOutput::from(rusqlite::types::Null)),
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
