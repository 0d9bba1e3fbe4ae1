//! An operation's answer, prepared for one format: its queries, and the delimiters around each value.

use std::borrow::Cow;
use std::ops::Range;

use crate::encode::{Delimiters, Encoder, RowDelimiters, RowsContext};
use crate::model::brand::Brand;
use crate::operation::Operation;
use crate::operation::response_schema::{
    self, AbsentRule, Contents, FIRST_LOOKUP, Field, FieldValue, Lookup, RepeatRule, RowSource, is_parent,
};

/// The elements to write and the queries that fill them. The first query yields the outermost rows.
pub struct PreparedAnswer {
    pub rows: PreparedRows,
    pub queries: Vec<PreparedQuery>,
    pub lookups: Vec<PreparedLookup>,
    /// The column of the first query with the total number of pages; `None` if the answer has no pages.
    pub total_pages_column: Option<usize>,
}

#[derive(Default)]
pub struct PreparedQuery {
    /// `None` for embedded rows.
    pub select: Option<String>,
    /// For each column, whether its values are integers. Embedded rows are parsed accordingly.
    pub is_integer: Vec<bool>,
    pub lookup_keys: Vec<LookupKey>,
    /// During preparation: the columns of embedded lists whose rows are not prepared yet.
    pub embedded_list_columns: Range<usize>,
}

impl PreparedQuery {
    pub fn column_count(&self) -> usize {
        self.is_integer.len()
    }

    /// Adds a column and returns its index.
    fn add_column(&mut self, value: FieldValue) -> usize {
        self.is_integer.push(value.is_integer());
        self.column_count() - 1
    }
}

pub struct LookupKey {
    pub lookup_index: usize,
    pub key_column: usize,
}

/// The kind of the columns `parent` and `key`, and of the keys of lookups.
const KEY_VALUE: FieldValue = FieldValue::Long;

pub struct PreparedRows {
    /// The index of the query, and of its cursor.
    pub cursor: usize,
    pub delimiters: RowDelimiters,
    /// The column with the row's `key`; `None` if the row has no nested lists with queries.
    pub key_column: Option<usize>,
    /// The column of the outer row that embeds these rows; `None` for rows of a query.
    pub embedding_column: Option<usize>,
    pub elements: Vec<PreparedElement>,
}

pub enum PreparedElement {
    /// A value in this column.
    Value(PreparedValue, usize),
    Lookup {
        /// The index among the lookups of the answer, or of the enclosing lookup.
        lookup: usize,
        /// The index in `PreparedLookup::field_groups`.
        group: usize,
        key_column: usize,
    },
    Object(Delimiters, Vec<PreparedElement>),
    List(Delimiters, PreparedRows),
    EmptyList(Delimiters),
}

pub struct PreparedValue {
    pub value: FieldValue,
    pub absent: AbsentRule,
    pub delimiters: Delimiters,
}

impl PreparedValue {
    fn new<E: Encoder>(field: &Field, brand: &Brand, is_first: bool) -> Self {
        Self {
            value: field.value,
            absent: field.absent,
            delimiters: E::delimiters(&brand.branded_name(field.name), field, is_first),
        }
    }

    /// Returns the only value of a row: the delimiters are those of the row.
    fn undelimited(value: FieldValue) -> Self {
        Self { value, absent: AbsentRule::NeverAbsent, delimiters: Delimiters::default() }
    }
}

pub struct PreparedLookup {
    pub key: &'static str,
    pub select: String,
    /// The elements at each place of a row where the answer has fields of this lookup.
    pub field_groups: Vec<Vec<PreparedElement>>,
    /// Lookups whose keys are values of this lookup's row.
    pub nested_lookups: Vec<PreparedLookup>,
    pub key_repeats: RepeatRule,
}

impl PreparedLookup {
    fn new(lookup: &Lookup) -> Self {
        Self {
            key: lookup.key,
            select: lookup.select.text().into_owned(),
            field_groups: Vec::new(),
            nested_lookups: Vec::new(),
            key_repeats: lookup.key_repeats,
        }
    }
}

impl PreparedAnswer {
    pub fn new<E: Encoder>(operation: &Operation, brand: &Brand) -> Self {
        let mut builder = PreparedAnswerBuilder::new(brand);
        let rows = match &operation.contents {
            Contents::One { rows, fields, .. } => builder.prepare_rows::<E>(rows, &RowsContext::One(fields), None),
            Contents::List(list) => builder.prepare_rows::<E>(&list.rows, &RowsContext::List(list), None),
            Contents::Table(list) => builder.prepare_rows::<E>(&list.rows, &RowsContext::Table(list), None),
            // a change has no rows
            Contents::Changed { .. } => builder.prepare_rows::<E>(&RowSource::None, &RowsContext::One(&[]), None),
        };
        let total_pages_column = find_total_pages_column::<E>(operation, &rows);
        Self { total_pages_column, rows, queries: builder.queries, lookups: builder.lookups }
    }

    /// Prepares the answer of a table query, whose request names the table and its columns.
    pub fn for_table<E: Encoder>(fields: &[Field], brand: &Brand) -> Self {
        let mut builder = PreparedAnswerBuilder::new(brand);
        let rows = builder.prepare_rows::<E>(&RowSource::RequestedTable, &RowsContext::RequestedTable(fields), None);
        Self { total_pages_column: None, rows, queries: builder.queries, lookups: Vec::new() }
    }
}

/// Adjacent fields with the same source: all fields of a row or an object, or those that come from one lookup.
#[derive(Clone, Copy)]
struct FieldGroup<'a> {
    fields: &'a [&'a Field],
    /// Whether the group begins a row or an object.
    is_first: bool,
}

struct AddedLookup<'a> {
    /// The index in `PreparedAnswerBuilder::lookups`.
    index: usize,
    key_column: usize,
    groups: Vec<FieldGroup<'a>>,
}

impl<'a> AddedLookup<'a> {
    fn add_group(&mut self, group: FieldGroup<'a>) -> PreparedElement {
        self.groups.push(group);
        PreparedElement::Lookup { lookup: self.index, group: self.groups.len() - 1, key_column: self.key_column }
    }
}

/// Returns the column with the total number of pages; `None` if the answer has no pages.
fn find_total_pages_column<E: Encoder>(operation: &Operation, rows: &PreparedRows) -> Option<usize> {
    let total = operation.rest.pages?.total;
    // there is an element for each written field, in the same order
    let mut written_fields = operation.contents.fields().iter().filter(|field| E::has_field(field));
    match rows.elements.get(written_fields.position(|field| field.name == total)?)? {
        PreparedElement::Value(_, column) => Some(*column),
        _ => None,
    }
}

struct PreparedAnswerBuilder<'a> {
    brand: &'a Brand,
    queries: Vec<PreparedQuery>,
    lookups: Vec<PreparedLookup>,
}

impl<'a> PreparedAnswerBuilder<'a> {
    fn new(brand: &'a Brand) -> Self {
        Self { brand, queries: Vec::new(), lookups: Vec::new() }
    }

    /// Adds the query of rows, prepares the elements of a row, and adds the queries of nested lists.
    fn prepare_rows<E: Encoder>(
        &mut self,
        rows: &RowSource,
        context: &RowsContext,
        embedding_column: Option<usize>,
    ) -> PreparedRows {
        let cursor = self.reserve_query();
        let mut query = PreparedQuery { select: rows.select().map(Cow::into_owned), ..PreparedQuery::default() };
        let fields = context.fields();
        // the columns in order: the key of the outer row, the key of this row, embedded lists, values
        let is_nested = matches!(context, RowsContext::InsideRow(_));
        let is_embedded = embedding_column.is_some();
        if is_nested && !is_embedded {
            query.add_column(KEY_VALUE);
        }
        let key_column = is_parent(fields).then(|| query.add_column(KEY_VALUE));
        let first_list_column = query.column_count();
        for _ in response_schema::embedded_list_names(fields) {
            query.add_column(FieldValue::Text);
        }
        query.embedded_list_columns = first_list_column..query.column_count();
        let elements = match context.single_value() {
            Some(value) => vec![PreparedElement::Value(PreparedValue::undelimited(value), query.add_column(value))],
            None => self.prepare_elements::<E>(fields, &mut query),
        };
        self.queries[cursor] = query;
        let delimiters = E::row_delimiters(context, self.brand);
        PreparedRows { cursor, delimiters, key_column, embedding_column, elements }
    }

    /// Adds an empty query before those of nested lists. Returns its index, at which the prepared query is stored later.
    fn reserve_query(&mut self) -> usize {
        self.queries.push(PreparedQuery::default());
        self.queries.len() - 1
    }

    /// Prepares the elements of a row or an object. Adds their columns and cached lookups to `query`.
    fn prepare_elements<E: Encoder>(&mut self, fields: &[Field], query: &mut PreparedQuery) -> Vec<PreparedElement> {
        let fields: Vec<&Field> = fields.iter().filter(|field| E::has_field(field)).collect();
        let all_fields = FieldGroup { fields: &fields, is_first: true };
        self.prepare_groups::<E>(&[all_fields], FIRST_LOOKUP, query).into_iter().flatten().collect()
    }

    /// Prepares the elements of each field group of a row, and adds the lookups whose keys the row has: for a row of a
    /// query, the first lookup of each field; for a row of that lookup, the second.
    fn prepare_groups<E: Encoder>(
        &mut self,
        groups: &[FieldGroup],
        lookup_depth: usize,
        query: &mut PreparedQuery,
    ) -> Vec<Vec<PreparedElement>> {
        let all_fields: Vec<&Field> = groups.iter().flat_map(|group| group.fields).copied().collect();
        let lookups = response_schema::lookups(&all_fields, lookup_depth);
        // the keys of the lookups are the first columns of the row
        let mut added_lookups: Vec<_> = lookups.iter().map(|lookup| self.add_lookup(lookup, query)).collect();
        let lookup_index = |field: &Field| lookups.iter().position(|lookup| field.has_lookup_at(lookup_depth, lookup));
        let have_same_lookup =
            |left: &&Field, right: &&Field| lookup_index(left).is_some() && lookup_index(left) == lookup_index(right);
        let mut prepared_groups = Vec::new();
        for group in groups {
            let mut elements = Vec::new();
            // adjacent fields of one lookup become one element; any other field has an element of its own
            for fields in group.fields.chunk_by(have_same_lookup) {
                let is_first = group.is_first && elements.is_empty();
                elements.push(match lookup_index(fields[0]) {
                    Some(index) => added_lookups[index].add_group(FieldGroup { fields, is_first }),
                    None => self.prepare_element::<E>(fields[0], is_first, query),
                });
            }
            prepared_groups.push(elements);
        }
        for AddedLookup { index, groups, .. } in added_lookups {
            self.prepare_lookup::<E>(index, &groups, lookup_depth + 1);
        }
        prepared_groups
    }

    /// Adds a lookup without field groups and nested lookups, and a column of `query` for its key.
    fn add_lookup<'f>(&mut self, lookup: &Lookup, query: &mut PreparedQuery) -> AddedLookup<'f> {
        let (index, key_column) = (self.lookups.len(), query.add_column(KEY_VALUE));
        if lookup.key_repeats == RepeatRule::Anywhere {
            query.lookup_keys.push(LookupKey { lookup_index: index, key_column });
        }
        self.lookups.push(PreparedLookup::new(lookup));
        AddedLookup { index, key_column, groups: Vec::new() }
    }

    /// Prepares the fields of a lookup that `add_lookup` has added, and its nested lookups.
    fn prepare_lookup<E: Encoder>(&mut self, lookup_index: usize, groups: &[FieldGroup], nested_depth: usize) {
        // `prepare_groups` adds nested lookups to `self.lookups`, which must be empty before
        let outer_lookups = std::mem::take(&mut self.lookups);
        let field_groups = self.prepare_groups::<E>(groups, nested_depth, &mut PreparedQuery::default());
        let nested_lookups = std::mem::replace(&mut self.lookups, outer_lookups);
        let lookup = &mut self.lookups[lookup_index];
        (lookup.field_groups, lookup.nested_lookups) = (field_groups, nested_lookups);
    }

    /// Adds the columns of the field's values to `query`. `is_first`: the field begins a row or an object.
    fn prepare_element<E: Encoder>(
        &mut self,
        field: &Field,
        is_first: bool,
        query: &mut PreparedQuery,
    ) -> PreparedElement {
        let prepared = PreparedValue::new::<E>(field, self.brand, is_first);
        match field.value {
            FieldValue::Object(fields) => {
                PreparedElement::Object(prepared.delimiters, self.prepare_elements::<E>(fields, query))
            }
            FieldValue::List(list) => {
                // embedded lists take the columns that `prepare_rows` has reserved, in order
                let is_embedded = matches!(list.rows, RowSource::EmbeddedInOuterRow);
                let embedding_column = if is_embedded { query.embedded_list_columns.next() } else { None };
                let rows = self.prepare_rows::<E>(&list.rows, &RowsContext::InsideRow(list), embedding_column);
                PreparedElement::List(prepared.delimiters, rows)
            }
            FieldValue::EmptyList => PreparedElement::EmptyList(prepared.delimiters),
            value => PreparedElement::Value(prepared, query.add_column(value)),
        }
    }
}
