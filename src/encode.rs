//! How answers are written. A format is an [`Encoder`]: it says once, for each element of a shape, what stands
//! around its value, and how a value of a kind is written. The walk over rows, lists and lookups is `answer`'s and
//! the same for all of them.
//!
//! What a format writes goes into a [`Document`], which holds the first 64 KiB back.

pub mod document;
pub mod frame;
#[cfg(test)]
pub mod ndjson;
mod table;
pub mod xml;

pub use document::{Document, Fragment, Gone, Sink};
pub use table::DIFFGR;
pub use xml::Xml;

use crate::model::cell::Cell;
use anyhow::Result;

use crate::model::offsets::Offsets;
use crate::operation::shape::{Each, Field, Item, Value};

/// A format of answers.
pub trait Encoder {
    /// What stands around the value of a field, by the name under which it is written; `first` when it begins
    /// its row or object.
    fn marks(name: &str, field: &Field, first: bool) -> Marks;

    /// What stands around rows.
    fn rows(around: &Around) -> RowMarks;

    /// Writes a value: none that is absent.
    fn value(value: Value, cell: &Cell, at: &mut Local, out: &mut Fragment) -> Result<()>;
}

/// What stands around a value, an object or the items of a list.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// Before it.
    pub before: String,
    /// After it.
    pub after: String,
    /// Instead of all three, where there is no value or no item.
    pub none: String,
}

/// Which rows they are.
pub enum Around<'a> {
    /// One row that is the answer: these fields.
    One(&'a [Field]),
    /// The rows of the answer.
    List(&'a Each),
    /// The rows of a DataTable.
    Table(&'a Each),
    /// The items of a list inside a row.
    Inside(&'a Each),
}

impl Around<'_> {
    /// The fields of a row, none for a bare value.
    pub fn fields(&self) -> &[Field] {
        match self {
            Around::One(fields) => fields,
            Around::List(each) | Around::Table(each) | Around::Inside(each) => each.item.fields(),
        }
    }

    /// The value that a row is, where it has no fields.
    pub fn bare(&self) -> Option<Value> {
        match self {
            Around::List(Each {
                item: Item::Value(value),
                ..
            })
            | Around::Inside(Each {
                item: Item::Value(value),
                ..
            }) => Some(*value),
            _ => None,
        }
    }
}

/// What stands around rows, and around each of them.
#[derive(Debug, Clone, Default)]
pub struct RowMarks {
    /// Around all of them; what is inside a row has this from its field.
    pub all: Marks,
    /// Before a row.
    pub open: Vec<Piece>,
    /// After it.
    pub close: String,
    /// Between two.
    pub between: &'static str,
}

/// A piece of what stands before a row.
#[derive(Debug, Clone)]
pub enum Piece {
    /// Always the same.
    Text(String),
    /// How many rows stand before this one, and so many more.
    Ordinal(i64),
}

/// Where an answer is given: what some values are written with.
pub struct Local<'a> {
    /// The service's address before `/service`.
    pub base: &'a str,
    /// The zone's offsets.
    pub offsets: Offsets,
}
