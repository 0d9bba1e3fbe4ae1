//! What an operation is: a declaration from which everything else is derived.
//!
//! An operation names its parameters, the root of its answer and the shape of its contents: which
//! elements, in which order, of which kind, from which query. The request element is the SQL parameter;
//! the column's alias is the answer's element. Reading the request in both styles, the grant that it
//! needs, the answer, the service's pages and the check that declaration and query agree are written once,
//! elsewhere, over these declarations. A new operation is one file here, one line in [`OPERATIONS`] and
//! one folder of golden answers.

mod available_courses;
mod completed_courses;
mod connector_error;
mod create_person;
mod get_all_basic_person_info;
mod get_all_learning_portfolio_content;
mod get_catalog;
mod get_class;
mod get_classes;
mod get_classes_filtered_by_date;
mod get_classes_filtered_by_training;
mod get_historic_absences;
mod get_paginated_learning_portfolio_content;
mod get_person_agenda;
mod get_person_by_email;
mod get_person_by_external_id;
mod get_person_by_service_id;
#[cfg(test)]
mod laws;
mod learning_portfolio;
pub mod person;
mod reported;
mod started_courses;
mod training_class;
mod update_person;

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;

use crate::store::{Change, Snapshot, WriteError};

/// Every operation of the service.
pub const OPERATIONS: &[&Operation] = &[
    &create_person::OPERATION,
    &update_person::OPERATION,
    &get_all_basic_person_info::OPERATION,
    &get_person_by_service_id::OPERATION,
    &get_person_by_external_id::OPERATION,
    &get_person_by_email::OPERATION,
    &get_historic_absences::OPERATION,
    &completed_courses::OPERATION,
    &started_courses::OPERATION,
    &available_courses::OPERATION,
    &connector_error::OPERATION,
    &get_person_agenda::OPERATION,
    &get_classes::OPERATION,
    &get_classes_filtered_by_date::OPERATION,
    &get_classes_filtered_by_training::OPERATION,
    &get_class::OPERATION,
    &get_catalog::OPERATION,
    &get_all_learning_portfolio_content::OPERATION,
    &get_paginated_learning_portfolio_content::OPERATION,
];

/// One operation, as data.
pub struct Operation {
    /// Its neutral name; `--brand` may replace the word `Service` in it.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// With which of `--grant`'s collective words it is granted.
    pub granted_with: GrantedWith,
    /// Its parameters beside `username` and `password`, in the specification's order.
    pub request: &'static [Parameter],
    /// The root element of its result document.
    pub root: &'static str,
    /// Whether a success carries an empty `Error`: "On success `Error` is present and empty in the person,
    /// portfolio and provisioning shapes and absent in the others."
    pub error_on_success: bool,
    /// The element that says whether the call succeeded: "The agenda's flag is `Succes`, on failure too."
    pub flag: &'static str,
    /// A rule that may refuse the call, beside those of its contents.
    pub rule: Option<Rule>,
    /// What it answers.
    pub contents: Contents,
}

/// What must hold for a call to be answered.
#[derive(Clone, Copy)]
pub enum Rule {
    /// Over the parameters alone; gives the text of the refusal.
    Arguments(fn(&Arguments) -> Option<&'static str>),
    /// A range of dates or datetimes, by the names of its parameters, that ends before it begins is refused:
    /// "`fromDate is later than toDate.` (`tillDate` for StartedCourses)".
    Range(&'static str, &'static str),
    /// What a list is asked of must be there: where the list is empty, this query must give a row.
    Known {
        /// The query.
        select: &'static str,
        /// The refusal when there is no row.
        none: &'static str,
    },
}

impl Rule {
    /// The refusal of these arguments; the queries of [`Rule::Known`] are the answer's to ask.
    pub fn refusal(&self, arguments: &Arguments) -> Option<String> {
        match self {
            Rule::Arguments(refusal) => refusal(arguments).map(str::to_owned),
            Rule::Range(from, till) => (arguments.text(from) > arguments.text(till))
                .then(|| format!("{from} is later than {till}.")),
            Rule::Known { .. } => None,
        }
    }
}

/// The flag of every operation but one.
pub const SUCCESS: &str = "Success";

/// With which collective word of `--grant` an operation is granted; `all` means both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantedWith {
    /// `provisioning`: CreatePerson, UpdatePerson and the four person look-ups.
    Provisioning,
    /// `reports`: the other retrievals.
    Reports,
    /// None, not even `all`: it is granted by its name only.
    Name,
}

/// A parameter of a request.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// Its neutral name, and that of the SQL parameter.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
}

/// What a parameter takes.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A whole number of 32 bits, required.
    Int,
    /// A text; empty is a value.
    Text,
    /// A text of at most so many characters, where the usual limit does not hold; empty is a value.
    TextUpTo(usize),
    /// A text, empty when absent.
    OptionalText,
    /// A boolean, required.
    Bool,
    /// A boolean, false when absent or empty.
    OptionalBool,
    /// A date, required; of a datetime the date part counts.
    Date,
    /// A datetime, required; a date alone means midnight.
    DateTime,
    /// The end of a range of datetimes, required: without a time, or at 00:00:00, "the end of that day".
    RangeEnd,
    /// One of these words, required, each with what stands for it in the query.
    OneOf(&'static [(&'static str, &'static str)]),
    /// An object of these fields, required; possible in Style A only.
    Record(&'static [RecordField]),
    /// The same for a change: a field that is absent is left alone, so none is required, and one that is
    /// empty sets its default.
    Changes(&'static [RecordField]),
}

/// A field of an object in a request. Its value is checked by the operation: a fault of a field is a
/// refusal by the rules.
pub struct RecordField {
    /// The element's name.
    pub name: &'static str,
    /// Whether it is a datetime; every other field is a text.
    pub datetime: bool,
    /// Whether it must be given and not empty, on creation.
    pub required: bool,
}

/// What an operation answers inside `Contents`.
pub enum Contents {
    /// The fields of the one row that `select` gives.
    One {
        /// The name of the structure, as the WSDL calls its type.
        structure: &'static str,
        /// The query.
        select: &'static str,
        /// The columns of `select`, in order.
        fields: &'static [Field],
        /// The refusal when there is no row.
        none: &'static str,
        /// The refusal when there is more than one; `None` where the query can give one only.
        several: Option<Several>,
    },
    /// An element for each row.
    Each(Each),
    /// A .NET DataTable: the schema of its columns and a diffgram of its rows.
    Table(Table),
    /// What a change of the data gives.
    Changed {
        /// Whether `Contents` is a number (the id of what was created) or empty.
        gives: Gives,
        /// Makes the change.
        change: fn(&mut Change, &Arguments) -> Result<Option<i64>, Refused>,
    },
    /// What SQL says badly or slowly: rows made by Rust behind the same shape.
    Made {
        /// `One` or `Each`, and the lists within, with queries that are left empty.
        shape: &'static Contents,
        /// Opens what stands for those queries, in their order.
        open: OpenMade,
    },
}

/// Opens rows made by Rust on a snapshot, for these arguments.
pub type OpenMade =
    for<'s> fn(&'s Snapshot, &Arguments) -> anyhow::Result<Vec<Box<dyn MadeRows + 's>>>;

/// Rows made by Rust, read as those of a query are: the columns are the same ones.
pub trait MadeRows {
    /// Goes on to the next row; false when there is none.
    fn advance(&mut self) -> anyhow::Result<bool>;

    /// The value of a column in the row that it stands on.
    fn cell(&self, column: usize) -> ValueRef<'_>;
}

impl Contents {
    /// What it looks like, whoever makes its rows.
    pub fn shape(&self) -> &Contents {
        match self {
            Contents::Made { shape, .. } => shape,
            _ => self,
        }
    }
}

/// A list: an element for each row of a query.
///
/// The query of a list inside a row gives, before its fields, the column `parent`: the `key` of the row
/// that the item belongs to. It comes in the order of those rows, so that the two are read side by side
/// and no query is run per row. A query whose rows hold lists gives the column `key`, after `parent` and
/// before its fields.
pub struct Each {
    /// The element's name: that of the structure.
    pub element: &'static str,
    /// The query.
    pub select: &'static str,
    /// What the element holds.
    pub item: Item,
}

/// A DataTable: an inline schema that names every column, and an element for each row of a query.
pub struct Table {
    /// The name of the table and of a row's element.
    pub row: &'static str,
    /// The query.
    pub select: &'static str,
    /// The columns of `select`, in order. A name is written as .NET encodes it (`Uit_x0020_dienst`).
    pub columns: &'static [Field],
}

/// What one value of the row decides alone, such as all that a report tells of a person: fields that are asked
/// for once and remembered as they are written for the rows that have the same value.
pub struct Lookup {
    /// The column of the row's query that is looked up by, a whole number. The query gives the keys of its
    /// lookups before its fields.
    pub key: &'static str,
    /// Gives one row for every `:key` that may come: the fields that are declared [`Field::of`] it, in order.
    pub select: &'static str,
    /// Which values come again.
    pub again: Again,
}

/// When a row comes that has the value of one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// At any time: as many as there is room for are remembered.
    AnyTime,
    /// Right after that row, or never: one is remembered.
    AtOnce,
}

/// What the element of a list holds.
pub enum Item {
    /// These elements, the columns of the query in order.
    Fields(&'static [Field]),
    /// A value; its column has the element's name.
    Value(Value),
}

/// The refusal of an ambiguous request: a text that ends in a parameter's value, as asked.
pub struct Several {
    /// What stands before the value.
    pub before: &'static str,
    /// Which parameter's value; a full stop follows.
    pub parameter: &'static str,
}

/// What `Contents` is after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// A whole number.
    Int,
    /// Nothing: the element is empty.
    Nothing,
}

/// An element of the answer and the column that it comes from.
#[derive(Clone, Copy)]
pub struct Field {
    /// Its neutral name, and the column's alias.
    pub name: &'static str,
    /// How its value is written.
    pub value: Value,
    /// What it is looked up in; `None` where it is a column of the row's own query.
    pub lookup: Option<&'static Lookup>,
}

/// How a value is written.
#[derive(Clone, Copy)]
pub enum Value {
    /// A whole number.
    Int,
    /// A whole number; without a value the element is absent.
    OptionalInt,
    /// A whole number; without a value the element is nil.
    NilInt,
    /// A text; without a value an empty element.
    Text,
    /// `true` or `false`, from 1 or 0.
    Bool,
    /// A datetime.
    DateTime,
    /// A datetime; without a value the element is absent.
    OptionalDateTime,
    /// A datetime; without a value the element is nil.
    NilDateTime,
    /// A datetime with the offset of the service's zone; without a value the element is absent.
    OptionalZonedDateTime,
    /// The date part of a datetime as a text, `d-M-yyyy`; without a value an empty element.
    ShortDate,
    /// A date.
    Date,
    /// A time of day.
    Time,
    /// An amount with two decimals, from whole cents.
    Money,
    /// The same as a text; without a value an empty element.
    MoneyText,
    /// An address of a picture; `images/<name>` becomes "that full address". Without a value an empty
    /// element.
    Picture,
    /// An object of the same row; its columns are named `Object.Field`.
    Object(&'static [Field]),
    /// A list: one element that holds the items.
    List(&'static Each),
    /// A list that is absent when it has no items.
    OptionalList(&'static Each),
    /// An element that is always empty; it has no column.
    Empty,
}

/// A whole number of a request.
pub const fn int_parameter(name: &'static str) -> Parameter {
    Parameter {
        name,
        kind: Kind::Int,
    }
}

/// A text of a request.
pub const fn text_parameter(name: &'static str) -> Parameter {
    Parameter {
        name,
        kind: Kind::Text,
    }
}

/// A date of a request.
pub const fn date_parameter(name: &'static str) -> Parameter {
    Parameter {
        name,
        kind: Kind::Date,
    }
}

/// A boolean of a request that must be given.
pub const fn bool_parameter(name: &'static str) -> Parameter {
    Parameter {
        name,
        kind: Kind::Bool,
    }
}

/// A boolean of a request, false when absent.
pub const fn optional_bool_parameter(name: &'static str) -> Parameter {
    Parameter {
        name,
        kind: Kind::OptionalBool,
    }
}

/// An object of a request.
pub const fn record_parameter(name: &'static str, fields: &'static [RecordField]) -> Parameter {
    Parameter {
        name,
        kind: Kind::Record(fields),
    }
}

/// An object of a request whose fields are changes.
pub const fn changes_parameter(name: &'static str, fields: &'static [RecordField]) -> Parameter {
    Parameter {
        name,
        kind: Kind::Changes(fields),
    }
}

/// An element of an answer from a column of its row.
pub const fn field(name: &'static str, value: Value) -> Field {
    Field {
        name,
        value,
        lookup: None,
    }
}

/// A whole number of an answer.
pub const fn int(name: &'static str) -> Field {
    field(name, Value::Int)
}

/// A text of an answer.
pub const fn text(name: &'static str) -> Field {
    field(name, Value::Text)
}

/// A datetime of an answer, with its offset, that is absent when there is none.
pub const fn optional_zoned_datetime(name: &'static str) -> Field {
    field(name, Value::OptionalZonedDateTime)
}

/// A date of an answer, `d-M-yyyy`.
pub const fn short_date(name: &'static str) -> Field {
    field(name, Value::ShortDate)
}

/// An amount of an answer.
pub const fn money(name: &'static str) -> Field {
    field(name, Value::Money)
}

/// An amount of an answer, as a text.
pub const fn money_text(name: &'static str) -> Field {
    field(name, Value::MoneyText)
}

/// A boolean of an answer.
pub const fn boolean(name: &'static str) -> Field {
    field(name, Value::Bool)
}

/// A whole number of an answer that is absent when there is none.
pub const fn optional_int(name: &'static str) -> Field {
    field(name, Value::OptionalInt)
}

/// A whole number of an answer that is nil when there is none.
pub const fn nil_int(name: &'static str) -> Field {
    field(name, Value::NilInt)
}

/// A datetime of an answer.
pub const fn datetime(name: &'static str) -> Field {
    field(name, Value::DateTime)
}

/// A datetime of an answer that is nil when there is none.
pub const fn nil_datetime(name: &'static str) -> Field {
    field(name, Value::NilDateTime)
}

/// A date of an answer.
pub const fn date(name: &'static str) -> Field {
    field(name, Value::Date)
}

/// A time of day of an answer.
pub const fn time(name: &'static str) -> Field {
    field(name, Value::Time)
}

/// An object of an answer.
pub const fn object(name: &'static str, fields: &'static [Field]) -> Field {
    field(name, Value::Object(fields))
}

/// An element of an answer that is always empty.
pub const fn empty(name: &'static str) -> Field {
    field(name, Value::Empty)
}

/// A datetime of an answer that is absent when there is none.
pub const fn optional_datetime(name: &'static str) -> Field {
    field(name, Value::OptionalDateTime)
}

/// A list of an answer.
pub const fn list(name: &'static str, each: &'static Each) -> Field {
    field(name, Value::List(each))
}

impl Field {
    /// The same, looked up.
    pub const fn of(self, lookup: &'static Lookup) -> Self {
        Self {
            lookup: Some(lookup),
            ..self
        }
    }
}

impl Value {
    /// The type of a DataTable's column, by XML Schema's name: "`OpleidingsId` as `xs:int`, the others
    /// `xs:dateTime` or `xs:string`".
    pub fn column_type(&self) -> &'static str {
        match self {
            Value::Int => "int",
            Value::OptionalZonedDateTime => "dateTime",
            _ => "string",
        }
    }
}

impl Item {
    /// The fields, none for a bare value.
    pub fn fields(&self) -> &'static [Field] {
        match self {
            Item::Fields(fields) => fields,
            Item::Value(_) => &[],
        }
    }
}

/// The lookups of these fields, in the order in which they begin.
pub fn lookups(fields: &[Field]) -> Vec<&'static Lookup> {
    let mut found: Vec<&'static Lookup> = Vec::new();
    for lookup in fields.iter().filter_map(|field| field.lookup) {
        if !found.iter().any(|known| std::ptr::eq(*known, lookup)) {
            found.push(lookup);
        }
    }
    found
}

/// Whether rows of these fields hold lists, directly or in an object: then their query gives a `key`.
pub fn holds_lists(fields: &[Field]) -> bool {
    fields.iter().any(|field| match field.value {
        Value::List(_) | Value::OptionalList(_) => true,
        Value::Object(fields) => holds_lists(fields),
        _ => false,
    })
}

impl Operation {
    /// "Style B takes scalar parameters only, so `CreatePerson` and `UpdatePerson` are Style A only", and
    /// these two "always answer in an envelope".
    pub fn has_record(&self) -> bool {
        self.request
            .iter()
            .any(|parameter| matches!(parameter.kind, Kind::Record(_) | Kind::Changes(_)))
    }

    /// The name of the result's type: "Result types are named like the roots; CreatePerson's
    /// `ApiResponseOfInt32`, UpdatePerson's and ConnectorError's `ApiResponseOfObject`."
    pub fn result_type(&self) -> &'static str {
        match self.contents {
            Contents::Changed {
                gives: Gives::Int, ..
            } => "ApiResponseOfInt32",
            Contents::Changed {
                gives: Gives::Nothing,
                ..
            } => "ApiResponseOfObject",
            Contents::One { .. }
            | Contents::Each(_)
            | Contents::Table(_)
            | Contents::Made { .. } => self.root,
        }
    }
}

/// The operation of this neutral name, for tests.
#[cfg(test)]
pub fn find(name: &str) -> &'static Operation {
    let mut known = OPERATIONS.iter().copied();
    known.find(|operation| operation.name == name).expect(name)
}

/// The values of a call's parameters, checked for their kind, by the parameter's neutral name.
#[derive(Debug, Default)]
pub struct Arguments(pub BTreeMap<&'static str, Argument>);

/// The value of a parameter.
#[derive(Debug)]
pub enum Argument {
    /// A whole number.
    Int(i32),
    /// A text, trimmed; a date or datetime in its stored form.
    Text(String),
    /// A boolean.
    Bool(bool),
    /// The fields that were present, by name.
    Record(Record),
}

/// The fields of an object that were present in a request, by name, each as sent.
pub type Record = BTreeMap<&'static str, SentField>;

/// A field of an object, as sent.
#[derive(Debug, Clone)]
pub enum SentField {
    /// Its text; empty when the element is empty or nil.
    Text(String),
    /// It holds elements where a text is due.
    Elements,
}

impl Arguments {
    /// The whole number of this parameter.
    pub fn int(&self, name: &str) -> i32 {
        match self.0.get(name) {
            Some(Argument::Int(value)) => *value,
            other => unreachable!("{name} is a whole number by its declaration, not {other:?}"),
        }
    }

    /// The boolean of this parameter.
    pub fn bool(&self, name: &str) -> bool {
        match self.0.get(name) {
            Some(Argument::Bool(value)) => *value,
            other => unreachable!("{name} is a boolean by its declaration, not {other:?}"),
        }
    }

    /// The text of this parameter.
    pub fn text(&self, name: &str) -> &str {
        match self.0.get(name) {
            Some(Argument::Text(value)) => value,
            other => unreachable!("{name} is a text by its declaration, not {other:?}"),
        }
    }

    /// The fields of this object.
    pub fn record(&self, name: &str) -> &Record {
        match self.0.get(name) {
            Some(Argument::Record(fields)) => fields,
            other => unreachable!("{name} is an object by its declaration, not {other:?}"),
        }
    }
}

/// Why a change was not made.
#[derive(Debug)]
pub enum Refused {
    /// The rules refuse it; the text is for the caller, the brand word in it is [`MARK`](crate::model::brand::MARK).
    Rule(String),
    /// It could not be written, or something went wrong.
    Write(WriteError),
}

impl From<WriteError> for Refused {
    fn from(error: WriteError) -> Self {
        Refused::Write(error)
    }
}

impl From<rusqlite::Error> for Refused {
    fn from(error: rusqlite::Error) -> Self {
        Refused::Write(error.into())
    }
}
