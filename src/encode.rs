//! Response formats. An [`Encoder`] defines, for each element of a response schema, the delimiters around its value and
//! the text of the value. The serializer in `answer` walks the schema, in the same way for every format.

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
use crate::model::language::Language;
use crate::model::utc_offsets::Offsets;
use crate::operation::response_schema::{Contents, Field, FieldValue, ListItem, ListSchema};

/// A response format, which writes each part of an answer as the serializer reaches it.
pub trait Encoder {
    /// Returns the text around a field's value. `name` is branded. `is_first` means first in a row or object.
    fn delimiters(name: &str, field: &Field, is_first: bool) -> Delimiters;

    fn row_delimiters(context: &RowsContext, brand: &Brand) -> RowDelimiters;

    /// Returns whether the format has the field. CSV has no lists inside rows.
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

/// The facts about a format that do not depend on an answer.
struct FormatProperties {
    /// The value of the parameter `format`.
    name: &'static str,
    /// Includes the charset, because some clients assume another charset by default.
    content_type: &'static str,
    /// In English and Dutch.
    label: [&'static str; 2],
    file_extension: &'static str,
    /// A description of the body, for openapi.json.
    description: &'static str,
    /// Whether the format is a table, which omits fields that are lists. Tables are offered only for lists.
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
                label: ["JSON", "JSON"],
                file_extension: "json",
                description: "an object, or an array with an object for each row",
                is_table: false,
            },
            Format::Ndjson => FormatProperties {
                name: "ndjson",
                content_type: "application/x-ndjson; charset=utf-8",
                label: ["NDJSON", "NDJSON"],
                file_extension: "ndjson",
                description: "one object per line",
                is_table: false,
            },
            Format::Csv => FormatProperties {
                name: "csv",
                content_type: "text/csv; charset=utf-8",
                label: ["CSV, with commas", "CSV, met komma's"],
                file_extension: "csv",
                description: "a list as a table in UTF-8 with commas",
                is_table: true,
            },
            Format::CsvExcel => FormatProperties {
                name: "csv-excel",
                content_type: "text/csv; charset=utf-8",
                label: ["CSV for Excel, with semicolons", "CSV voor Excel, met puntkomma's"],
                file_extension: "csv",
                description: "a list as a table for Dutch Excel, with semicolons and decimal commas",
                is_table: true,
            },
        }
    }

    /// Returns the formats of an answer. An empty answer has the formats of a single object.
    pub fn offered_for(contents: &Contents) -> Vec<Format> {
        let is_list = matches!(contents, Contents::List(_) | Contents::Table(_));
        Self::ALL.into_iter().filter(|format| is_list || !format.is_table()).collect()
    }

    pub fn name(self) -> &'static str {
        self.properties().name
    }

    pub fn content_type(self) -> &'static str {
        self.properties().content_type
    }

    pub fn media_type(self) -> &'static str {
        let (media_type, _) = self.content_type().split_once(';').expect("a charset");
        media_type
    }

    /// Returns the media type by which `Accept` chooses this format; `None` if an earlier format has that media type.
    pub fn accepted_as(self) -> Option<&'static str> {
        let first = Self::ALL.into_iter().find(|format| format.media_type() == self.media_type());
        first.filter(|format| *format == self).map(Format::media_type)
    }

    pub fn label(self, language: Language) -> &'static str {
        let [english, dutch] = self.properties().label;
        language.either(english, dutch)
    }

    pub fn file_extension(self) -> &'static str {
        self.properties().file_extension
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
    /// Written instead of `before` and `after` if there is no value or item.
    pub if_absent: String,
}

/// The place of rows in an answer.
pub enum RowsContext<'a> {
    One(&'a [Field]),
    List(&'a ListSchema),
    Table(&'a ListSchema),
    /// The rows of a table query, which names the fields to return.
    RequestedTable(&'a [Field]),
    /// The items of a list inside a row.
    InsideRow(&'a ListSchema),
}

impl RowsContext<'_> {
    pub fn fields(&self) -> &[Field] {
        match self {
            RowsContext::One(fields) | RowsContext::RequestedTable(fields) => fields,
            RowsContext::List(list) | RowsContext::Table(list) | RowsContext::InsideRow(list) => list.item.fields(),
        }
    }

    /// Returns the kind of the value if each row is a single value; `None` if the rows are objects.
    pub fn single_value(&self) -> Option<FieldValue> {
        match self {
            RowsContext::List(ListSchema { item: ListItem::Value(value), .. })
            | RowsContext::InsideRow(ListSchema { item: ListItem::Value(value), .. }) => Some(*value),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct RowDelimiters {
    /// The text around all rows. Not used for a list in a row, which has the delimiters of its field.
    pub all: Delimiters,
    /// Written before each row, in this order.
    pub open: Vec<RowPrefix>,
    pub close: String,
    pub between: &'static str,
}

#[derive(Debug, Clone)]
pub enum RowPrefix {
    Text(String),
    /// The number of the row, if the first row has this number.
    RowNumber {
        first: i64,
    },
}

/// The settings of an answer on which the texts of addresses and datetimes depend.
pub struct LocalSettings<'a> {
    /// The service's address before `/service`.
    pub base: &'a str,
    pub offsets: Offsets,
}
