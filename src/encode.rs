//! How answers are written. A format is an [`Encoder`]: it says once, for each element of a shape, what stands
//! around its value, and how a value of a kind is written. The walk over rows, lists and lookups is `answer`'s and
//! the same for all of them.
//!
//! What a format writes goes into a [`Document`], which holds the first 64 KiB back.

pub mod cells;
pub mod csv;
pub mod document;
pub mod frame;
mod json;
mod table;
pub mod xml;

pub use cells::CellsEncoder;
pub use csv::{CsvEncoder, CsvExcelEncoder};
pub use document::{Document, Fragment, ReceiverGoneError, Sink};
pub use json::{JsonEncoder, NdjsonEncoder};
pub use table::DIFFGR;
pub use xml::XmlEncoder;

use anyhow::Result;

use crate::model::brand::Brand;
use crate::model::cell::Cell;
use crate::model::offsets::Offsets;
use crate::operation::response_schema::{Contents, Field, FieldValue, ListItem, ListSchema};

/// A format of answers.
pub trait Encoder {
    /// What stands around the value of a field, by the name under which it is written; `first` when it begins
    /// its row or object.
    fn marks(name: &str, field: &Field, first: bool) -> Delimiters;

    /// What stands around rows, whose fields have these names under a brand.
    fn rows(around: &RowsContext, brand: &Brand) -> RowDelimiters;

    /// Whether a field is written at all.
    fn holds(_: &Field) -> bool {
        true
    }

    /// Writes a value: none that is absent.
    fn value(value: FieldValue, cell: &Cell, at: &mut LocalSettings, out: &mut Fragment) -> Result<()>;
}

/// The formats of REST.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// An object, or an array.
    Json,
    Ndjson,
    Csv,
    /// A table for Dutch spreadsheets.
    CsvExcel,
}

impl Format {
    /// All of them, the default first.
    pub const ALL: &[Format] = &[Format::Json, Format::Ndjson, Format::Csv, Format::CsvExcel];

    /// Those that can hold an answer; of one that says nothing, those of one object. "`text/csv` (lists only)"
    pub fn of(contents: &Contents) -> Vec<Format> {
        let offered = match contents {
            Contents::Each(_) | Contents::Table(_) => Self::ALL,
            Contents::One { .. } | Contents::Changed { .. } => &[Format::Json, Format::Ndjson],
        };
        offered.to_vec()
    }

    /// Its name in a query.
    pub fn name(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Ndjson => "ndjson",
            Format::Csv => "csv",
            Format::CsvExcel => "csv-excel",
        }
    }

    /// The media type by which it is asked for.
    pub fn media_type(self) -> &'static str {
        let (media_type, _) = self.content_type().split_once(';').expect("a charset");
        media_type
    }

    /// The Content-Type of an answer. Some clients take a text that names no charset for one of their own.
    pub fn content_type(self) -> &'static str {
        match self {
            Format::Json => "application/json; charset=utf-8",
            Format::Ndjson => "application/x-ndjson; charset=utf-8",
            Format::Csv | Format::CsvExcel => "text/csv; charset=utf-8",
        }
    }
}

/// What stands around a value, an object or the items of a list.
#[derive(Debug, Clone, Default)]
pub struct Delimiters {
    pub before: String,
    pub after: String,
    /// Instead of all three, where there is no value or no item.
    pub none: String,
}

/// Which rows they are.
pub enum RowsContext<'a> {
    /// One row that is the answer: these fields.
    One(&'a [Field]),
    /// The rows of the answer.
    List(&'a ListSchema),
    /// The rows of a DataTable.
    Table(&'a ListSchema),
    /// The items of a list inside a row.
    Inside(&'a ListSchema),
}

impl RowsContext<'_> {
    /// The fields of a row, none for a bare value.
    pub fn fields(&self) -> &[Field] {
        match self {
            RowsContext::One(fields) => fields,
            RowsContext::List(each) | RowsContext::Table(each) | RowsContext::Inside(each) => each.item.fields(),
        }
    }

    /// The value that a row is, where it has no fields.
    pub fn bare(&self) -> Option<FieldValue> {
        match self {
            RowsContext::List(ListSchema { item: ListItem::Value(value), .. })
            | RowsContext::Inside(ListSchema { item: ListItem::Value(value), .. }) => Some(*value),
            _ => None,
        }
    }
}

/// What stands around rows, and around each of them.
#[derive(Debug, Clone, Default)]
pub struct RowDelimiters {
    /// Around all of them; what is inside a row has this from its field.
    pub all: Delimiters,
    pub open: Vec<RowPrefix>,
    pub close: String,
    pub between: &'static str,
}

/// A piece of what stands before a row.
#[derive(Debug, Clone)]
pub enum RowPrefix {
    Text(String),
    /// How many rows stand before this one, and so many more.
    Ordinal(i64),
}

/// Where an answer is given: what some values are written with.
pub struct LocalSettings<'a> {
    /// The service's address before `/service`.
    pub base: &'a str,
    pub offsets: Offsets,
}
