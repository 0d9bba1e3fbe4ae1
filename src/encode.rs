//! Response formats. An [`Encoder`] defines, for each element of a response schema, the delimiters around its value
//! and the text of the value. `answer` walks rows, lists and lookups, alike for every format.
//!
//! Formats write into a [`Document`], which holds back the first 64 KiB.

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

pub trait Encoder {
    /// Returns the delimiters of a field, by its branded name. `first` is true at the beginning of its row or object.
    fn marks(name: &str, field: &Field, first: bool) -> Delimiters;

    /// Returns the delimiters of rows with these fields.
    fn rows(around: &RowsContext, brand: &Brand) -> RowDelimiters;

    /// Returns whether the format writes this field.
    fn holds(_: &Field) -> bool {
        true
    }

    fn value(value: FieldValue, cell: &Cell, at: &mut LocalSettings, out: &mut Fragment) -> Result<()>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Json,
    Ndjson,
    Csv,
    CsvExcel,
}

impl Format {
    /// Every format, the default first.
    pub const ALL: &[Format] = &[Format::Json, Format::Ndjson, Format::Csv, Format::CsvExcel];

    /// Returns the formats that can represent an answer. An empty answer has those of a single object. "`text/csv`
    /// (lists only)"
    pub fn of(contents: &Contents) -> Vec<Format> {
        let offered = match contents {
            Contents::Each(_) | Contents::Table(_) => Self::ALL,
            Contents::One { .. } | Contents::Changed { .. } => &[Format::Json, Format::Ndjson],
        };
        offered.to_vec()
    }

    pub fn name(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Ndjson => "ndjson",
            Format::Csv => "csv",
            Format::CsvExcel => "csv-excel",
        }
    }

    /// Returns the media type for `Accept`.
    pub fn media_type(self) -> &'static str {
        let (media_type, _) = self.content_type().split_once(';').expect("a charset");
        media_type
    }

    /// Returns the Content-Type of an answer. It names the charset, because some clients assume another one.
    pub fn content_type(self) -> &'static str {
        match self {
            Format::Json => "application/json; charset=utf-8",
            Format::Ndjson => "application/x-ndjson; charset=utf-8",
            Format::Csv | Format::CsvExcel => "text/csv; charset=utf-8",
        }
    }
}

/// The delimiters of a value, an object or a list.
#[derive(Debug, Clone, Default)]
pub struct Delimiters {
    pub before: String,
    pub after: String,
    /// Replaces all three if there is no value or item.
    pub none: String,
}

pub enum RowsContext<'a> {
    /// A single row with these fields.
    One(&'a [Field]),
    List(&'a ListSchema),
    /// The rows of a DataTable.
    Table(&'a ListSchema),
    /// The rows of a list answer with these fields.
    Rows(&'a [Field]),
    /// The items of a list inside a row.
    Inside(&'a ListSchema),
}

impl RowsContext<'_> {
    /// Returns the fields of a row; none for a bare value.
    pub fn fields(&self) -> &[Field] {
        match self {
            RowsContext::One(fields) | RowsContext::Rows(fields) => fields,
            RowsContext::List(each) | RowsContext::Table(each) | RowsContext::Inside(each) => each.item.fields(),
        }
    }

    /// Returns the kind of a bare value.
    pub fn bare(&self) -> Option<FieldValue> {
        match self {
            RowsContext::List(ListSchema { item: ListItem::Value(value), .. })
            | RowsContext::Inside(ListSchema { item: ListItem::Value(value), .. }) => Some(*value),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct RowDelimiters {
    /// Around all rows. A nested list has these from its field.
    pub all: Delimiters,
    pub open: Vec<RowPrefix>,
    pub close: String,
    pub between: &'static str,
}

#[derive(Debug, Clone)]
pub enum RowPrefix {
    Text(String),
    /// The number of rows before this one, plus an offset.
    Ordinal(i64),
}

/// Settings of the request that some values depend on.
pub struct LocalSettings<'a> {
    /// The service's address before `/service`.
    pub base: &'a str,
    pub offsets: Offsets,
}
