//! What an operation answers: which elements, in which order, of which kind, from which query. Long, since a declaration is
//! written in these words alone and they are read together.

use std::borrow::Cow;

use crate::model::cell::Cell;
use crate::model::enumeration::Enumeration;
use crate::model::language::Language;

use super::labels;
use super::request::Arguments;
use crate::model::refusal::{Entity, Refusal};
use crate::store::{Change, ChangeError, Snapshot};

/// What an operation answers inside `Contents`.
pub enum Contents {
    /// The fields of one row.
    One {
        /// The name of the structure, as the WSDL calls its type.
        structure: &'static str,
        /// Where the row comes from.
        rows: RowSource,
        /// The columns of the row, in order.
        fields: &'static [Field],
        /// What is not found when there is no row; `None` where there always is one.
        none: Option<Entity>,
        /// The refusal when there is more than one; `None` where there can be one only.
        several: Option<fn(&Arguments) -> Refusal>,
    },
    /// An element for each row.
    Each(ListSchema),
    /// A .NET DataTable: the schema of its columns and a diffgram of its rows, whose element has the table's
    /// name. A blank in a column's name is written as .NET encodes it (`Uit_x0020_dienst`).
    Table(ListSchema),
    /// What a change of the data gives.
    Changed {
        /// Whether `Contents` is a number (the id of what was created) or empty.
        gives: ChangeResult,
        change: MakeChange,
    },
}

/// Makes the change of an operation.
pub type MakeChange = fn(&mut Change, &Arguments) -> Result<ChangeOutcome, ChangeError>;

/// What a change answers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ChangeOutcome {
    /// The id of the created row.
    pub created: Option<i64>,
    /// The entity tag of the changed person, over REST.
    pub tag: Option<String>,
}

/// Where rows come from.
pub enum RowSource {
    Query(QueryText),
    /// Rust, for what SQL says badly or slowly: it opens them and those of the lists within, in their order.
    Computed(OpenComputed),
    /// What computes the rows that the list stands in computes these too.
    Beside,
    /// A column of the row that the list stands in, of the list's name, as a text; no rows where it has no value. Where a row
    /// is one whole number, the value of an item or the key by which all its fields are looked up, a blank stands between
    /// them. Else U+001E does, and U+001F between the values of a row, which are what a query would give without `parent`.
    Held,
}

/// The text of a query.
#[derive(Clone, Copy)]
pub enum QueryText {
    Text(&'static str),
    /// Put together of what several share.
    Composed(fn() -> String),
}

impl Contents {
    /// Where the outermost rows come from; a change has none.
    pub fn rows(&self) -> Option<&RowSource> {
        match self {
            Contents::One { rows, .. } => Some(rows),
            Contents::Each(each) | Contents::Table(each) => Some(&each.rows),
            Contents::Changed { .. } => None,
        }
    }

    /// Whether they are a list whose rows a query gives, and of which something is looked up: the two take as long as each
    /// other. Other rows come faster than they are written.
    pub fn is_looked_up(&self) -> bool {
        match self {
            Contents::Each(each) | Contents::Table(each) => {
                each.rows.select().is_some() && looks_up(each.item.fields())
            }
            Contents::One { .. } | Contents::Changed { .. } => false,
        }
    }

    /// Whether there is nothing to say when it went well.
    pub fn is_silent(&self) -> bool {
        matches!(self, Contents::Changed { gives: ChangeResult::Nothing, .. })
    }
}

impl RowSource {
    /// The text of the query.
    pub fn select(&self) -> Option<Cow<'static, str>> {
        match self {
            RowSource::Query(sql) => Some(sql.text()),
            RowSource::Computed(_) | RowSource::Beside | RowSource::Held => None,
        }
    }

    /// What opens rows computed by Rust.
    pub fn computed(&self) -> Option<OpenComputed> {
        match self {
            RowSource::Computed(open) => Some(*open),
            RowSource::Query(_) | RowSource::Beside | RowSource::Held => None,
        }
    }
}

impl QueryText {
    pub fn text(&self) -> Cow<'static, str> {
        match self {
            QueryText::Text(text) => Cow::Borrowed(text),
            QueryText::Composed(make) => Cow::Owned(make()),
        }
    }
}

pub const fn query(text: &'static str) -> RowSource {
    RowSource::Query(QueryText::Text(text))
}

/// The rows of a query that is put together.
pub const fn composed(make: fn() -> String) -> RowSource {
    RowSource::Query(QueryText::Composed(make))
}

/// Opens rows computed by Rust on a snapshot, for these arguments.
pub type OpenComputed = for<'s> fn(&'s Snapshot, &Arguments) -> Result<OpenedRows<'s>, OpenRowsError>;

/// Rows computed by Rust, those of lists within after those that hold them.
pub type OpenedRows<'s> = Vec<Box<dyn ComputedRows + 's>>;

/// Why there are no rows.
pub enum OpenRowsError {
    /// The rules refuse what is asked for.
    Refused(Refusal),
    /// Something went wrong with us.
    Fault(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for OpenRowsError {
    fn from(error: E) -> Self {
        OpenRowsError::Fault(error.into())
    }
}

/// Rows computed by Rust, read as those of a query are: the columns are the same ones.
pub trait ComputedRows {
    /// Goes on to the next row; false when there is none.
    fn advance(&mut self) -> anyhow::Result<bool>;

    /// The value of a column in the row that it stands on.
    fn cell(&self, column: usize) -> Cell<'_>;
}

/// The key of the row that is a page itself: there is one.
pub const PAGE_KEY: i64 = 1;

/// That row: its key, and the numbers that tell of it.
pub fn page_row<'s, const N: usize>(cells: [i64; N]) -> Box<dyn ComputedRows + 's> {
    Box::new(PageRow(cells, false))
}

/// The cells, and whether they were gone to.
struct PageRow<const N: usize>([i64; N], bool);

impl<const N: usize> ComputedRows for PageRow<N> {
    fn advance(&mut self) -> anyhow::Result<bool> {
        Ok(!std::mem::replace(&mut self.1, true))
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        Cell::Int(self.0[column])
    }
}

/// A list: an element for each row.
///
/// The rows of a list inside a row give, before its fields, the column `parent`: the `key` of the row
/// that the item belongs to. They come in the order of those rows, so that the two are read side by side
/// and no query is run per row. Those rows give the column `key`, after `parent` and before their fields; after it come the
/// lists that the row itself [holds](Rows::Held).
pub struct ListSchema {
    /// The element's name: that of the structure.
    pub element: &'static str,
    /// Where the rows come from.
    pub rows: RowSource,
    pub item: ListItem,
}

/// What one value of the row decides alone, such as all that a report tells of a person: fields that are asked
/// for once and remembered as they are written for the rows that have the same value; some perhaps looked up in turn.
pub struct Lookup {
    /// The column that is looked up by, a whole number. A query gives the keys of its lookups before its fields.
    pub key: &'static str,
    /// Gives one row for every `:key` that may come: the fields that are declared [`Field::of`] it, in order.
    pub select: QueryText,
    pub again: RepeatRule,
}

/// When a row comes that has the value of one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepeatRule {
    /// At any time: as many as there is room for are remembered.
    AnyTime,
    /// Right after that row, or never: one is remembered.
    AtOnce,
}

/// What the element of a list holds.
pub enum ListItem {
    /// These elements, the columns of the query in order.
    Fields(&'static [Field]),
    /// A value; its column has the element's name.
    Value(FieldValue),
}

/// What `Contents` is after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeResult {
    /// A whole number; where it stands among others it has this neutral name.
    Int(&'static str),
    /// Nothing: the element is empty.
    Nothing,
}

/// An element of the answer and the column that it comes from.
#[derive(Clone, Copy)]
pub struct Field {
    /// Its neutral name, and the column's alias.
    pub name: &'static str,
    pub value: FieldValue,
    /// What becomes of it without a value.
    pub absent: AbsentRule,
    /// What it is looked up in; `None` where it is a column of the row's own query.
    pub lookup: Option<&'static Lookup>,
    /// What it is looked up in by a key that the first gives.
    pub further: Option<&'static Lookup>,
    /// What it means, in a sentence; what its numbers stand for goes without saying.
    says: &'static str,
    /// What its numbers stand for, if they do.
    pub enumeration: Option<&'static Enumeration>,
}

/// What an element holds.
#[derive(Clone, Copy)]
pub enum FieldValue {
    Int,
    /// A whole number of 64 bits.
    Long,
    /// A text; an empty one is no value.
    Text,
    /// `true` or `false`, from 1 or 0.
    Bool,
    DateTime,
    /// A datetime with the offset of the service's zone.
    ZonedDateTime,
    /// The date part of a datetime as a text, `d-M-yyyy`.
    ShortDate,
    Date,
    Time,
    /// An amount with two decimals, from whole cents.
    Money,
    /// An address of a picture; `images/<name>` becomes "that full address".
    Picture,
    /// An object of the same row; its columns are named `Object.Field`.
    Object(&'static [Field]),
    /// A list: one element that holds the items.
    List(&'static ListSchema),
    /// What is never filled: a list without items. It has no column.
    Nothing,
}

/// What becomes of an element that has no value: "An optional string without a value is an empty element …; an
/// optional datetime or number without a value is absent …; where the specification says nullable or 'null when',
/// it is `xsi:nil="true"`."
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbsentRule {
    Never,
    Empty,
    Left,
    Nil,
}

/// An element of an answer. One that is a text, or written as one, is empty without a value, a list that has no
/// items too; any other always has a value.
pub const fn field(name: &'static str, value: FieldValue) -> Field {
    let absent = match value {
        FieldValue::Text | FieldValue::ShortDate | FieldValue::Picture | FieldValue::List(_) | FieldValue::Nothing => {
            AbsentRule::Empty
        }
        _ => AbsentRule::Never,
    };
    Field { name, value, absent, lookup: None, further: None, says: "", enumeration: None }
}

/// A whole number of an answer.
pub const fn int(name: &'static str) -> Field {
    field(name, FieldValue::Int)
}

/// A whole number of 64 bits of an answer.
pub const fn long(name: &'static str) -> Field {
    field(name, FieldValue::Long)
}

/// A text of an answer.
pub const fn text(name: &'static str) -> Field {
    field(name, FieldValue::Text)
}

/// A boolean of an answer.
pub const fn boolean(name: &'static str) -> Field {
    field(name, FieldValue::Bool)
}

/// A datetime of an answer.
pub const fn datetime(name: &'static str) -> Field {
    field(name, FieldValue::DateTime)
}

/// An amount of an answer.
pub const fn money(name: &'static str) -> Field {
    field(name, FieldValue::Money)
}

/// An object of an answer.
pub const fn object(name: &'static str, fields: &'static [Field]) -> Field {
    field(name, FieldValue::Object(fields))
}

/// A list of an answer.
pub const fn list(name: &'static str, each: &'static ListSchema) -> Field {
    field(name, FieldValue::List(each))
}

/// A list of an answer that is never filled.
pub const fn always_empty_list(name: &'static str) -> Field {
    field(name, FieldValue::Nothing)
}

impl Field {
    /// The same, with what it means.
    pub const fn says(self, says: &'static str) -> Self {
        Self { says, ..self }
    }

    /// The same, with what its numbers stand for.
    pub const fn enumerated(self, numbers: &'static Enumeration) -> Self {
        Self { enumeration: Some(numbers), ..self }
    }

    pub fn meaning(&self, language: Language) -> Cow<'static, str> {
        let says = labels::sentence(self.says, language);
        match self.enumeration {
            Some(numbers) => format!("{says}: {}.", numbers.listed(language)).into(),
            None => says.into(),
        }
    }

    /// The same, looked up.
    pub const fn of(self, lookup: &'static Lookup) -> Self {
        Self { lookup: Some(lookup), ..self }
    }

    /// The same, looked up by what the first lookup gives.
    pub const fn then(self, lookup: &'static Lookup) -> Self {
        Self { further: Some(lookup), ..self }
    }

    /// The same, left out without a value.
    pub const fn optional(self) -> Self {
        Self { absent: AbsentRule::Left, ..self }
    }

    /// The same, nil without a value.
    pub const fn nillable(self) -> Self {
        Self { absent: AbsentRule::Nil, ..self }
    }

    /// The same, an empty text without a value: XML then has a text, whatever the value is.
    pub const fn or_empty(self) -> Self {
        Self { absent: AbsentRule::Empty, ..self }
    }

    /// What it is looked up in after so many others.
    pub fn lookup_after(&self, others: usize) -> Option<&'static Lookup> {
        [self.lookup, self.further].into_iter().flatten().nth(others)
    }

    /// Whether it is looked up there after so many others.
    pub fn is_of(&self, lookup: &Lookup, others: usize) -> bool {
        self.lookup_after(others).is_some_and(|of| std::ptr::eq(of, lookup))
    }
}

impl ListItem {
    /// The fields, none for a bare value.
    pub fn fields(&self) -> &'static [Field] {
        match self {
            ListItem::Fields(fields) => fields,
            ListItem::Value(_) => &[],
        }
    }
}

/// The lookups of these fields after so many others, in the order in which they begin.
pub fn lookups(fields: &[&Field], others: usize) -> Vec<&'static Lookup> {
    let mut found: Vec<&'static Lookup> = Vec::new();
    for lookup in fields.iter().filter_map(|of| of.lookup_after(others)) {
        if !found.iter().any(|known| std::ptr::eq(*known, lookup)) {
            found.push(lookup);
        }
    }
    found
}

/// Whether anything is looked up for rows of these fields.
fn looks_up(fields: &[Field]) -> bool {
    fields.iter().any(|field| match field.value {
        FieldValue::Object(fields) => looks_up(fields),
        FieldValue::List(each) => looks_up(each.item.fields()),
        _ => field.lookup.is_some(),
    })
}

/// The names of the lists among these fields, directly or in an object, that the row itself holds.
pub fn embedded_lists(fields: &[Field]) -> Vec<&'static str> {
    let held = |field: &Field| match field.value {
        FieldValue::List(each) if matches!(each.rows, RowSource::Held) => vec![field.name],
        FieldValue::Object(fields) => embedded_lists(fields),
        _ => Vec::new(),
    };
    fields.iter().flat_map(held).collect()
}

/// Whether rows of these fields have lists of rows with a `parent`, directly or in an object: then their query gives a `key`.
pub fn is_parent(fields: &[Field]) -> bool {
    fields.iter().any(|field| match field.value {
        FieldValue::List(each) => !matches!(each.rows, RowSource::Held),
        FieldValue::Object(fields) => is_parent(fields),
        _ => false,
    })
}
