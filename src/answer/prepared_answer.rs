//! An operation's answer, prepared for one format: its queries, and the delimiters around each value.

use std::borrow::Cow;

use crate::encode::{Delimiters, Encoder, RowDelimiters, RowsContext};
use crate::model::brand::Brand;
use crate::operation::Operation;
use crate::operation::response_schema::{
    self, AbsentRule, Contents, Field, FieldValue, Lookup, RepeatRule, RowSource, is_parent,
};

/// The elements to write and the queries that fill them. The first query yields the outermost rows.
pub struct PreparedAnswer {
    pub rows: PreparedRows,
    pub queries: Vec<PreparedQuery>,
    pub lookups: Vec<PreparedLookup>,
    pub pages_column: Option<usize>,
}

#[derive(Default)]
pub struct PreparedQuery {
    /// `None` for embedded rows.
    pub select: Option<String>,
    /// For each column, whether its values are integers. Embedded rows are parsed accordingly.
    pub is_integer: Vec<bool>,
    pub lookup_keys: Vec<LookupKey>,
}

pub struct LookupKey {
    pub lookup_index: usize,
    pub key_column: usize,
}

/// The column with the key of the outer row, in queries of nested rows.
pub const PARENT_COLUMN: usize = 0;

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
        /// The index among the lookup's runs.
        run: usize,
        column: usize,
    },
    Object(Delimiters, Vec<PreparedElement>),
    List(Delimiters, PreparedRows),
    Nothing(Delimiters),
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
}

pub struct PreparedLookup {
    pub key: &'static str,
    pub select: String,
    /// The elements at each place of a row where the answer has fields of this lookup.
    pub runs: Vec<Vec<PreparedElement>>,
    pub lookups: Vec<PreparedLookup>,
    pub repeats: RepeatRule,
}

impl PreparedLookup {
    fn new(lookup: &Lookup) -> Self {
        Self {
            key: lookup.key,
            select: lookup.select.text().into_owned(),
            runs: Vec::new(),
            lookups: Vec::new(),
            repeats: lookup.repeats,
        }
    }
}

impl PreparedAnswer {
    pub fn new<E: Encoder>(operation: &Operation, brand: &Brand) -> Self {
        let mut builder = PreparedAnswerBuilder::new(brand);
        let rows = match &operation.contents {
            Contents::One { rows, fields, .. } => builder.prepare_rows::<E>(rows, &RowsContext::One(fields)),
            Contents::List(list) => builder.prepare_rows::<E>(&list.rows, &RowsContext::List(list)),
            Contents::Table(list) => builder.prepare_rows::<E>(&list.rows, &RowsContext::Table(list)),
            // a change has no rows
            Contents::Changed { .. } => builder.prepare_rows::<E>(&RowSource::Elsewhere, &RowsContext::One(&[])),
        };
        let pages_column = find_pages_column::<E>(operation, &rows);
        Self { pages_column, rows, queries: builder.queries, lookups: builder.lookups }
    }

    pub fn for_table<E: Encoder>(fields: &[Field], brand: &Brand) -> Self {
        let mut builder = PreparedAnswerBuilder::new(brand);
        let rows = builder.prepare_rows::<E>(&RowSource::SelectedTable, &RowsContext::Rows(fields));
        Self { pages_column: None, rows, queries: builder.queries, lookups: Vec::new() }
    }
}

/// Adjacent fields of one row or lookup.
#[derive(Clone, Copy)]
struct FieldRun<'a> {
    fields: &'a [&'a Field],
    /// Whether the run begins a row or an object.
    is_first: bool,
}

fn find_pages_column<E: Encoder>(operation: &Operation, rows: &PreparedRows) -> Option<usize> {
    let total = operation.rest.pages?.total;
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
    /// The column of the next list embedded in the current row.
    next_list_column: usize,
}

impl<'a> PreparedAnswerBuilder<'a> {
    fn new(brand: &'a Brand) -> Self {
        Self { brand, queries: Vec::new(), lookups: Vec::new(), next_list_column: 0 }
    }

    /// Adds the query of rows, prepares the elements of a row, and adds the queries of nested lists.
    fn prepare_rows<E: Encoder>(&mut self, rows: &RowSource, context: &RowsContext) -> PreparedRows {
        let cursor = self.queries.len();
        // replaced at the end: nested lists add their queries meanwhile
        self.queries.push(PreparedQuery::default());
        let mut query = PreparedQuery { select: rows.select().map(Cow::into_owned), ..PreparedQuery::default() };
        let fields = context.fields();
        let is_embedded = matches!(rows, RowSource::Embedded);
        // the columns in order: the key of the outer row, the key of this row, embedded lists, values
        if matches!(context, RowsContext::Inside(_)) && !is_embedded {
            query.is_integer.push(true);
        }
        let key_column = is_parent(fields).then_some(query.is_integer.len());
        query.is_integer.extend(key_column.map(|_| true));
        let embedding_column = is_embedded.then_some(self.next_list_column);
        self.next_list_column += usize::from(is_embedded);
        // until this row is prepared, the field counts the lists embedded in this row
        let outer_next_list_column = std::mem::replace(&mut self.next_list_column, query.is_integer.len());
        query.is_integer.extend(response_schema::embedded_list_names(fields).iter().map(|_| false));
        let elements = match context.bare_value() {
            Some(value) => {
                query.is_integer.push(value.is_integer());
                let prepared = PreparedValue { value, absent: AbsentRule::Never, delimiters: Delimiters::default() };
                vec![PreparedElement::Value(prepared, query.is_integer.len() - 1)]
            }
            None => self.prepare_elements::<E>(fields, &mut query),
        };
        self.queries[cursor] = query;
        self.next_list_column = outer_next_list_column;
        let delimiters = E::row_delimiters(context, self.brand);
        PreparedRows { cursor, delimiters, key_column, embedding_column, elements }
    }

    /// Prepares the elements of a row or an object. Adds their columns and cached lookups to `query`.
    fn prepare_elements<E: Encoder>(&mut self, fields: &[Field], query: &mut PreparedQuery) -> Vec<PreparedElement> {
        let fields: Vec<&Field> = fields.iter().filter(|field| E::has_field(field)).collect();
        let all_fields = FieldRun { fields: &fields, is_first: true };
        let depth = 0;
        self.prepare_runs::<E>(&[all_fields], depth, query).into_iter().flatten().collect()
    }

    /// Prepares the elements of each run of a row, and adds the lookups of the row. `depth` is 0 for a row of a
    /// query, 1 for a row of a lookup and 2 for a row of a nested lookup.
    fn prepare_runs<E: Encoder>(
        &mut self,
        runs: &[FieldRun],
        depth: usize,
        query: &mut PreparedQuery,
    ) -> Vec<Vec<PreparedElement>> {
        let all_fields: Vec<&Field> = runs.iter().flat_map(|run| run.fields).copied().collect();
        let lookups = response_schema::lookups(&all_fields, depth);
        // the keys of the lookups are the first columns of the row
        let (first_lookup, first_key_column) = (self.lookups.len(), query.is_integer.len());
        for (index, lookup) in lookups.iter().enumerate() {
            if lookup.repeats == RepeatRule::Anywhere {
                let (lookup_index, key_column) = (first_lookup + index, first_key_column + index);
                query.lookup_keys.push(LookupKey { lookup_index, key_column });
            }
            query.is_integer.push(true);
            // the runs and the nested lookups are set below
            self.lookups.push(PreparedLookup::new(lookup));
        }
        let lookup_index = |field: &Field| lookups.iter().position(|lookup| field.has_lookup_at(depth, lookup));
        let have_same_lookup =
            |left: &&Field, right: &&Field| lookup_index(left).is_some() && lookup_index(left) == lookup_index(right);
        let mut lookup_runs: Vec<Vec<FieldRun>> = vec![Vec::new(); lookups.len()];
        let mut prepared_runs = Vec::new();
        for run in runs {
            let mut elements = Vec::new();
            for fields in run.fields.chunk_by(have_same_lookup) {
                let is_first = run.is_first && elements.is_empty();
                let Some(index) = lookup_index(fields[0]) else {
                    elements.push(self.prepare_element::<E>(fields[0], is_first, query));
                    continue;
                };
                elements.push(PreparedElement::Lookup {
                    lookup: first_lookup + index,
                    run: lookup_runs[index].len(),
                    column: first_key_column + index,
                });
                lookup_runs[index].push(FieldRun { fields, is_first });
            }
            prepared_runs.push(elements);
        }
        for (index, runs) in lookup_runs.iter().enumerate() {
            // the call adds nested lookups to `self.lookups`, which must be empty before
            let outer_lookups = std::mem::take(&mut self.lookups);
            let prepared_lookup_runs = self.prepare_runs::<E>(runs, depth + 1, &mut PreparedQuery::default());
            let nested_lookups = std::mem::replace(&mut self.lookups, outer_lookups);
            let lookup = &mut self.lookups[first_lookup + index];
            (lookup.runs, lookup.lookups) = (prepared_lookup_runs, nested_lookups);
        }
        prepared_runs
    }

    /// Prepares the element of a field. Adds the columns of its values to `query`.
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
            FieldValue::List(list) => PreparedElement::List(
                prepared.delimiters,
                self.prepare_rows::<E>(&list.rows, &RowsContext::Inside(list)),
            ),
            FieldValue::Nothing => PreparedElement::Nothing(prepared.delimiters),
            _ => {
                query.is_integer.push(field.value.is_integer());
                PreparedElement::Value(prepared, query.is_integer.len() - 1)
            }
        }
    }
}
