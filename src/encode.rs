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

/// A response format: it writes each part of an answer as the serializer reaches it.
pub trait Encoder {
    /// Returns what surrounds the value of a field. `name` is branded; `first` is true at the beginning of a row or
    /// object.
    fn delimiters(name: &str, field: &Field, first: bool) -> Delimiters;

    /// Returns what surrounds rows.
    fn row_delimiters(context: &RowsContext, brand: &Brand) -> RowDelimiters;

    /// Returns whether the format writes the field.
    fn has_field(_: &Field) -> bool {
        true
    }

    /// Writes the text of a value that is not absent.
    fn write_value(value: FieldValue, cell: &Cell, local: &mut LocalSettings, out: &mut Fragment) -> Result<()>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Json,
    Ndjson,
    Csv,
    CsvExcel,
}

/// The properties of a format.
struct FormatProperties {
    name: &'static str,
    /// Names the charset, because some clients assume another one.
    content_type: &'static str,
    /// The name that people see.
    label: &'static str,
    /// The extension of a file.
    ending: &'static str,
    /// The body, for the description of the API.
    description: &'static str,
    /// Whether it is a table: of lists only, and without fields that are lists.
    is_table: bool,
}

impl Format {
    /// Every format, the default first.
    pub const ALL: [Format; 4] = [Format::Json, Format::Ndjson, Format::Csv, Format::CsvExcel];

    const fn properties(self) -> FormatProperties {
        match self {
            Format::Json => FormatProperties {
                name: "json",
                content_type: "application/json; charset=utf-8",
                label: "JSON",
                ending: "json",
                description: "an object, or an array with an object for each row",
                is_table: false,
            },
            Format::Ndjson => FormatProperties {
                name: "ndjson",
                content_type: "application/x-ndjson; charset=utf-8",
                label: "NDJSON",
                ending: "ndjson",
                description: "one object per line",
                is_table: false,
            },
            Format::Csv => FormatProperties {
                name: "csv",
                content_type: "text/csv; charset=utf-8",
                label: "CSV",
                ending: "csv",
                description: "a list as a table in UTF-8 with commas",
                is_table: true,
            },
            Format::CsvExcel => FormatProperties {
                name: "csv-excel",
                content_type: "text/csv; charset=utf-8",
                label: "Excel (CSV)",
                ending: "csv",
                description: "a list as a table for Dutch Excel, with semicolons and decimal commas",
                is_table: true,
            },
        }
    }

    /// Returns the formats of an answer: "`text/csv` (lists only)". An empty answer has the formats of a single object.
    pub fn offered_for(contents: &Contents) -> Vec<Format> {
        let is_list = matches!(contents, Contents::Each(_) | Contents::Table(_));
        Self::ALL.into_iter().filter(|format| is_list || !format.is_table()).collect()
    }

    /// Returns the value of the parameter `format`.
    pub fn name(self) -> &'static str {
        self.properties().name
    }

    /// Returns the media type with the charset, because some clients assume another one.
    pub fn content_type(self) -> &'static str {
        self.properties().content_type
    }

    /// Returns the media type without parameters.
    pub fn media_type(self) -> &'static str {
        let (media_type, _) = self.content_type().split_once(';').expect("a charset");
        media_type
    }

    /// Returns the media type by which `Accept` chooses it; `None` if that chooses an earlier format.
    pub fn accepted_as(self) -> Option<&'static str> {
        let chosen = Self::ALL.into_iter().find(|format| format.media_type() == self.media_type());
        chosen.filter(|format| *format == self).map(Format::media_type)
    }

    pub fn label(self) -> &'static str {
        self.properties().label
    }

    pub fn ending(self) -> &'static str {
        self.properties().ending
    }

    pub fn description(self) -> &'static str {
        self.properties().description
    }

    pub fn is_table(self) -> bool {
        self.properties().is_table
    }
}

#[derive(Debug, Clone, Default)]
pub struct Delimiters {
    pub before: String,
    pub after: String,
    /// Replaces all three if there is no value or item.
    pub none: String,
}

/// Where rows stand in an answer.
pub enum RowsContext<'a> {
    One(&'a [Field]),
    List(&'a ListSchema),
    /// The rows of a DataTable.
    Table(&'a ListSchema),
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

    /// Returns the value of rows that are no objects; `None` if they are.
    pub fn bare_value(&self) -> Option<FieldValue> {
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

pub struct LocalSettings<'a> {
    /// The service's address before `/service`.
    pub base: &'a str,
    pub offsets: Offsets,
}
