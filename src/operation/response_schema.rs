//! Response schemas: the elements of an operation's answer with their order, kinds and queries.

use std::borrow::Cow;

use super::computed_rows::OpenComputed;
use super::labels::{self, DutchText};
use super::request::Arguments;
use crate::model::enumeration::Enumeration;
use crate::model::language::Language;
use crate::model::refusal::{Entity, Refusal};
use crate::store::{Change, ChangeError};

/// The schema of the answer's element `Contents`.
pub enum Contents {
    /// One object, made from one row.
    One {
        /// The name of the structure, which is its type in the WSDL.
        structure: &'static str,
        rows: RowSource,
        fields: &'static [Field],
        /// The entity that is not found if there is no row; `None` if there always is a row.
        not_found: Option<Entity>,
        /// Makes the refusal if there are several rows; `None` if there is at most one row.
        ambiguous: Option<fn(&Arguments) -> Refusal>,
    },
    /// An element for each row.
    List(ListSchema),
    /// A .NET DataTable: a schema of the columns, and a diffgram with an element for each row. The name of the
    /// element is the name of the table. Spaces in column names are encoded as .NET does (`Uit_x0020_dienst`).
    Table(ListSchema),
    /// The result of a change.
    Changed { result: ChangeResult, change: MakeChange },
}

/// Makes the change of an operation. The writer of the store calls it and commits the change.
pub type MakeChange = fn(&mut Change, &Arguments) -> Result<ChangeOutcome, ChangeError>;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct ChangeOutcome {
    /// The id of the created object; `None` if nothing was created.
    pub created: Option<i64>,
    /// The entity tag of the changed person, over REST.
    pub tag: Option<String>,
}

pub enum RowSource {
    Query(QueryText),
    /// A Rust function that opens these rows, and then the rows of nested lists. A query would be slower.
    Computed(OpenComputed),
    /// There is no query: the function for the enclosing rows opens these rows, a cell of the enclosing row contains
    /// them as JSON, or an operation in `operations_by_field` answers.
    None,
    /// The rows of the table that the arguments name, with the columns that the arguments select.
    RequestedTable,
    /// A text column of the enclosing row, with the name of the list. The text, which `answer/embedded_rows.rs` parses,
    /// has the columns that a query would have, without `parent`.
    EmbeddedInOuterRow,
}

/// The SQL of a query: a constant, or made by a function when the query is prepared.
#[derive(Clone, Copy)]
pub enum QueryText {
    Text(&'static str),
    Composed(fn() -> String),
}

impl Contents {
    /// Declares an answer with one object. `not_found` is the entity that is not found if there is no row.
    pub const fn one(
        structure: &'static str,
        rows: RowSource,
        fields: &'static [Field],
        not_found: Option<Entity>,
    ) -> Self {
        Contents::One { structure, rows, fields, not_found, ambiguous: None }
    }

    pub fn rows(&self) -> Option<&RowSource> {
        match self {
            Contents::One { rows, .. } => Some(rows),
            Contents::List(list) | Contents::Table(list) => Some(&list.rows),
            Contents::Changed { .. } => None,
        }
    }

    /// Returns the fields of the outermost rows; empty for a change.
    pub fn fields(&self) -> &'static [Field] {
        match self {
            Contents::One { fields, .. } => fields,
            Contents::List(list) | Contents::Table(list) => list.item.fields(),
            Contents::Changed { .. } => &[],
        }
    }

    /// Returns whether the answer is a list that comes from a query and has lookups. Reading the rows of such a list
    /// takes as long as writing them, so a second thread is worth its cost.
    pub fn is_worth_prefetching(&self) -> bool {
        match self {
            Contents::List(list) | Contents::Table(list) => {
                matches!(list.rows, RowSource::Query(_)) && has_lookup_fields(list.item.fields())
            }
            Contents::One { .. } | Contents::Changed { .. } => false,
        }
    }

    pub fn is_empty(&self) -> bool {
        matches!(self, Contents::Changed { result: ChangeResult::Nothing, .. })
    }
}

impl RowSource {
    /// Returns the SQL of the rows' own query; `None` if the rows have another source.
    pub fn select(&self) -> Option<Cow<'static, str>> {
        match self {
            RowSource::Query(sql) => Some(sql.text()),
            RowSource::Computed(_) | RowSource::None | RowSource::RequestedTable | RowSource::EmbeddedInOuterRow => {
                None
            }
        }
    }

    /// Returns the Rust function that opens the rows; `None` if the rows have another source.
    pub fn computed(&self) -> Option<OpenComputed> {
        match self {
            RowSource::Computed(open) => Some(*open),
            RowSource::Query(_) | RowSource::None | RowSource::RequestedTable | RowSource::EmbeddedInOuterRow => None,
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

/// Declares rows whose query `make_query` returns, for SQL that is no constant.
pub const fn query_made_by(make_query: fn() -> String) -> RowSource {
    RowSource::Query(QueryText::Composed(make_query))
}

/// The column `parent` of [`ListSchema`].
pub const PARENT_COLUMN: usize = 0;

/// The schema of a list, which has an element for each row.
///
/// The rows of a nested list have a first column `parent`: the `key` of the enclosing row. The rows of both are in
/// the same order, so that they are read side by side, without a query for each row. The enclosing rows have a column
/// `key` after `parent`, then the [embedded](RowSource::EmbeddedInOuterRow) lists, then their fields.
pub struct ListSchema {
    /// The name of the element, and of the structure.
    pub element: &'static str,
    pub rows: RowSource,
    pub item: ListItem,
}

impl ListSchema {
    pub const fn of_objects(element: &'static str, rows: RowSource, fields: &'static [Field]) -> Self {
        Self { element, rows, item: ListItem::Fields(fields) }
    }

    pub const fn of_values(element: &'static str, rows: RowSource, value: FieldValue) -> Self {
        Self { element, rows, item: ListItem::Value(value) }
    }
}

/// Columns that depend on one value of the row alone, such as a report's columns about a person. They are queried once
/// for each value, and cached in serialized form. The key of a lookup can be a column of another lookup.
pub struct Lookup {
    /// The integer key column. A query returns the keys of its lookups before its fields.
    pub key: &'static str,
    /// Selects the row of a `:key`. Its columns are the fields with this lookup ([`Field::with_lookup`]), in order.
    pub select: QueryText,
    pub key_repeats: RepeatRule,
}

impl Lookup {
    pub const fn new(key: &'static str, select: &'static str) -> Self {
        Self { key, select: QueryText::Text(select), key_repeats: RepeatRule::Anywhere }
    }

    pub const fn composed(key: &'static str, make: fn() -> String) -> Self {
        Self { key, select: QueryText::Composed(make), key_repeats: RepeatRule::Anywhere }
    }
}

/// Where rows with the same key occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepeatRule {
    /// Anywhere in the answer, so the rows of many keys are cached.
    Anywhere,
    /// In consecutive rows, so only the row of the last key is cached.
    Consecutive,
}

pub enum ListItem {
    Fields(&'static [Field]),
    /// A single value; its column has the element's name.
    Value(FieldValue),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeResult {
    /// An integer, with its neutral name for formats in which values have names.
    Int(&'static str),
    Nothing,
}

/// The depth of [`Field::lookup`], whose key is in a row of a query. Its row has the keys of the next depth.
pub const FIRST_LOOKUP: usize = 0;

/// An element of the answer and its column.
#[derive(Clone, Copy)]
pub struct Field {
    /// The neutral name, which is also the alias of the column.
    pub name: &'static str,
    pub value: FieldValue,
    pub absent: AbsentRule,
    /// The lookup that provides the value; `None` for a column of the row's own query.
    pub lookup: Option<&'static Lookup>,
    /// A second lookup, which provides the value. The first lookup then provides the key.
    pub second_lookup: Option<&'static Lookup>,
    /// One sentence, without a period if [`Field::meaning`] adds the meanings of an enumeration.
    description: &'static str,
    /// The label of this answer's column in English; empty if `labels` has the label, or the name is clear.
    pub english_label: &'static str,
    /// Empty if `labels` has the texts, because several answers share them.
    pub dutch: DutchText,
    pub enumeration: Option<&'static Enumeration>,
    /// The allowed values of a text; empty if all are allowed.
    pub words: &'static [&'static str],
    /// Is the text a family name after which a comma and the name prefix can follow, as in `Berg, van den`?
    pub has_prefix_after_comma: bool,
}

/// The kind of a field's value, which decides how the encoders write the cell of its column.
#[derive(Clone, Copy)]
pub enum FieldValue {
    Int,
    /// A 64-bit integer.
    Long,
    /// A text; an empty text counts as absent.
    Text,
    Bool,
    DateTime,
    /// A datetime with the offset of the service's zone.
    ZonedDateTime,
    /// A datetime with the offset of the service's zone, or `never`.
    ZonedOrNever,
    /// The date part of a datetime as the text `d-M-yyyy`.
    ShortDate,
    Date,
    Time,
    /// A text that is a JSON array of the list's items, written unchanged.
    JsonArray(&'static ListSchema),
    JsonObject,
    /// An amount with two decimals, from whole cents.
    Money,
    /// The address of a picture; `images/<name>` becomes "that full address".
    Picture,
    /// An object with columns of the same row. The columns are named `Object.Field`.
    Object(&'static [Field]),
    List(&'static ListSchema),
    /// A list that is always empty; it has no column.
    EmptyList,
}

impl FieldValue {
    /// Returns whether the column of the value has integers. Other columns have texts.
    pub fn is_integer(self) -> bool {
        matches!(self, FieldValue::Int | FieldValue::Long | FieldValue::Bool | FieldValue::Money)
    }
}

/// How an element without a value is written: "An optional string without a value is an empty element …; an optional
/// datetime or number without a value is absent …; where the specification says nullable or 'null when', it is
/// `xsi:nil="true"`."
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbsentRule {
    NeverAbsent,
    /// An empty element; in JSON an empty text or list, else `null`.
    Empty,
    /// No element; in JSON an empty list or `null`.
    Omitted,
    /// An element with `xsi:nil="true"`; in JSON `null`.
    Nil,
}

/// Declares a field. Without a value, a text or a list is an empty element. A field of another kind always has a value.
pub const fn field(name: &'static str, value: FieldValue) -> Field {
    let absent = match value {
        FieldValue::Text
        | FieldValue::ShortDate
        | FieldValue::Picture
        | FieldValue::List(_)
        | FieldValue::EmptyList => AbsentRule::Empty,
        _ => AbsentRule::NeverAbsent,
    };
    Field {
        name,
        value,
        absent,
        lookup: None,
        second_lookup: None,
        description: "",
        english_label: "",
        dutch: DutchText::NONE,
        enumeration: None,
        words: &[],
        has_prefix_after_comma: false,
    }
}

pub const fn int(name: &'static str) -> Field {
    field(name, FieldValue::Int)
}

pub const fn long(name: &'static str) -> Field {
    field(name, FieldValue::Long)
}

pub const fn text(name: &'static str) -> Field {
    field(name, FieldValue::Text)
}

pub const fn boolean(name: &'static str) -> Field {
    field(name, FieldValue::Bool)
}

pub const fn datetime(name: &'static str) -> Field {
    field(name, FieldValue::DateTime)
}

pub const fn money(name: &'static str) -> Field {
    field(name, FieldValue::Money)
}

pub const fn object(name: &'static str, fields: &'static [Field]) -> Field {
    field(name, FieldValue::Object(fields))
}

pub const fn list(name: &'static str, schema: &'static ListSchema) -> Field {
    field(name, FieldValue::List(schema))
}

pub const fn always_empty_list(name: &'static str) -> Field {
    field(name, FieldValue::EmptyList)
}

impl Field {
    pub const fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    /// Sets the labels of a column that means something else in this answer than in others.
    pub const fn labelled(self, english: &'static str, dutch: &'static str) -> Self {
        Self { english_label: english, dutch: DutchText { label: dutch, ..self.dutch }, ..self }
    }

    pub const fn dutch(self, label: &'static str, description: &'static str) -> Self {
        Self { dutch: DutchText { label, description }, ..self }
    }

    pub const fn enumerated(self, numbers: &'static Enumeration) -> Self {
        Self { enumeration: Some(numbers), ..self }
    }

    pub const fn with_prefix_after_comma(self) -> Self {
        Self { has_prefix_after_comma: true, ..self }
    }

    pub const fn one_of(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }

    /// Returns the description, with the meanings of the numbers of an enumeration.
    pub fn meaning(&self, language: Language) -> Cow<'static, str> {
        let description = match (language, self.dutch.description) {
            (Language::English, _) => self.description,
            (Language::Dutch, "") => labels::dutch_sentence(self.description),
            (Language::Dutch, dutch) => dutch,
        };
        match self.enumeration {
            Some(numbers) => format!("{description}: {}.", numbers.list_values(language)).into(),
            None => description.into(),
        }
    }

    /// The lookup provides the value, or the key of a second lookup ([`Field::then_lookup`]).
    pub const fn with_lookup(self, lookup: &'static Lookup) -> Self {
        Self { lookup: Some(lookup), ..self }
    }

    pub const fn then_lookup(self, lookup: &'static Lookup) -> Self {
        Self { second_lookup: Some(lookup), ..self }
    }

    pub const fn optional(self) -> Self {
        Self { absent: AbsentRule::Omitted, ..self }
    }

    pub const fn nillable(self) -> Self {
        Self { absent: AbsentRule::Nil, ..self }
    }

    /// Without a value, the element is an empty text. Its type in XML is then always a text.
    pub const fn or_empty(self) -> Self {
        Self { absent: AbsentRule::Empty, ..self }
    }

    /// Returns the first lookup for the depth [`FIRST_LOOKUP`], the second for the next depth.
    pub fn lookup_at(&self, lookup_depth: usize) -> Option<&'static Lookup> {
        [self.lookup, self.second_lookup].into_iter().flatten().nth(lookup_depth)
    }

    /// Returns the fields of an object or of the items of a list; empty for other values.
    pub fn nested_fields(&self) -> &'static [Field] {
        match self.value {
            FieldValue::Object(fields) => fields,
            FieldValue::List(list) => list.item.fields(),
            _ => &[],
        }
    }

    /// Returns whether the field has this lookup at this depth. Lookups are statics, so their addresses identify them.
    pub fn has_lookup_at(&self, lookup_depth: usize, lookup: &Lookup) -> bool {
        self.lookup_at(lookup_depth).is_some_and(|own| std::ptr::eq(own, lookup))
    }
}

impl ListItem {
    pub fn fields(&self) -> &'static [Field] {
        match self {
            ListItem::Fields(fields) => fields,
            ListItem::Value(_) => &[],
        }
    }
}

/// Returns the first or second lookups of these fields, each once, in order.
pub fn lookups(fields: &[&Field], lookup_depth: usize) -> Vec<&'static Lookup> {
    let mut distinct: Vec<&'static Lookup> = Vec::new();
    for lookup in fields.iter().filter_map(|field| field.lookup_at(lookup_depth)) {
        if !distinct.iter().any(|known| std::ptr::eq(*known, lookup)) {
            distinct.push(lookup);
        }
    }
    distinct
}

fn has_lookup_fields(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.lookup.is_some() || has_lookup_fields(field.nested_fields()))
}

/// Returns the names of the lists that are columns of a row with these fields, also of lists inside its objects.
pub fn embedded_list_names(fields: &[Field]) -> Vec<&'static str> {
    let list_names = |field: &Field| match field.value {
        FieldValue::List(list) if matches!(list.rows, RowSource::EmbeddedInOuterRow) => vec![field.name],
        FieldValue::Object(fields) => embedded_list_names(fields),
        _ => Vec::new(),
    };
    fields.iter().flat_map(list_names).collect()
}

/// Returns whether a row with these fields has lists with their own queries, so that its query must return a `key`.
pub fn is_parent(fields: &[Field]) -> bool {
    fields.iter().any(|field| match field.value {
        FieldValue::List(list) => !matches!(list.rows, RowSource::EmbeddedInOuterRow),
        FieldValue::Object(fields) => is_parent(fields),
        _ => false,
    })
}
