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
    /// The column with the total number of pages, if the answer is paginated.
    pub pages: Option<usize>,
}

#[derive(Default)]
pub struct PreparedQuery {
    /// `None` for embedded rows.
    pub select: Option<String>,
    pub columns: usize,
    /// For embedded rows: per column, true for an integer.
    pub numbers: Vec<bool>,
    /// The cached lookups of these rows: index of the lookup, and column of its key.
    pub lookup_keys: Vec<(usize, usize)>,
}

pub struct PreparedRows {
    pub cursor: usize,
    pub delimiters: RowDelimiters,
    /// The column of the row's `key`, if the row has nested lists.
    pub key: Option<usize>,
    /// The column of the outer row that embeds these rows, if any.
    pub embedded_in: Option<usize>,
    pub elements: Vec<PreparedElement>,
}

pub enum PreparedElement {
    Value(PreparedColumn, usize),
    /// A run of elements that a lookup provides for a key column.
    Lookup {
        /// Index among the lookups of the answer, or of the enclosing lookup.
        lookup: usize,
        run: usize,
        column: usize,
    },
    Object(Delimiters, Vec<PreparedElement>),
    List(Delimiters, PreparedRows),
    Nothing(Delimiters),
}

pub struct PreparedColumn {
    pub value: FieldValue,
    pub absent: AbsentRule,
    pub delimiters: Delimiters,
}

impl PreparedColumn {
    fn new<E: Encoder>(field: &Field, brand: &Brand, is_first: bool) -> Self {
        Self {
            value: field.value,
            absent: field.absent,
            delimiters: E::delimiters(&brand.apply_to(field.name), field, is_first),
        }
    }

    fn bare(value: FieldValue) -> Self {
        Self { value, absent: AbsentRule::Never, delimiters: Delimiters::default() }
    }
}

pub struct PreparedLookup {
    pub key: &'static str,
    pub select: String,
    pub runs: Vec<Vec<PreparedElement>>,
    pub lookups: Vec<PreparedLookup>,
    pub again: RepeatRule,
}

impl PreparedLookup {
    fn new(lookup: &Lookup) -> Self {
        Self {
            key: lookup.key,
            select: lookup.select.text().into_owned(),
            runs: Vec::new(),
            lookups: Vec::new(),
            again: lookup.again,
        }
    }
}

impl PreparedAnswer {
    pub fn new<E: Encoder>(operation: &Operation, brand: &Brand) -> Self {
        let mut builder = PreparedAnswerBuilder::new(brand);
        let rows = match &operation.contents {
            Contents::One { rows, fields, .. } => builder.prepare_rows::<E>(rows, &RowsContext::One(fields), false),
            Contents::Each(each) => builder.prepare_rows::<E>(&each.rows, &RowsContext::List(each), false),
            Contents::Table(each) => builder.prepare_rows::<E>(&each.rows, &RowsContext::Table(each), false),
            // a change has no rows
            Contents::Changed { .. } => builder.prepare_rows::<E>(&RowSource::Beside, &RowsContext::One(&[]), false),
        };
        Self { pages: pages_column::<E>(operation, &rows), rows, queries: builder.queries, lookups: builder.lookups }
    }

    /// Prepares the answer of a table query, whose columns the query chooses.
    pub fn for_table<E: Encoder>(fields: &[Field], brand: &Brand) -> Self {
        let mut builder = PreparedAnswerBuilder::new(brand);
        let rows = builder.prepare_rows::<E>(&RowSource::Selected, &RowsContext::Rows(fields), false);
        Self { pages: None, rows, queries: builder.queries, lookups: Vec::new() }
    }
}

/// Marks the columns of elements that hold integers.
fn mark_numbers(elements: &[PreparedElement], numbers: &mut [bool]) {
    for element in elements {
        match element {
            PreparedElement::Value(prepared, column) => {
                numbers[*column] =
                    matches!(prepared.value, FieldValue::Int | FieldValue::Long | FieldValue::Bool | FieldValue::Money);
            }
            PreparedElement::Lookup { column, .. } => numbers[*column] = true,
            PreparedElement::Object(_, inside) => mark_numbers(inside, numbers),
            PreparedElement::List(..) | PreparedElement::Nothing(_) => {}
        }
    }
}

#[derive(Clone, Copy)]
struct FieldRun<'a> {
    fields: &'a [&'a Field],
    is_first: bool,
}

/// Returns the column of a page row that holds the total number of pages.
fn pages_column<E: Encoder>(operation: &Operation, rows: &PreparedRows) -> Option<usize> {
    let total = operation.rest.pages?.total;
    let Contents::One { fields, .. } = operation.contents else {
        return None;
    };
    let mut written = fields.iter().filter(|field| E::has_field(field));
    match rows.elements.get(written.position(|field| field.name == total)?)? {
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

    /// Adds the query of rows and prepares their elements. `inside` if the rows belong to an outer row.
    fn prepare_rows<E: Encoder>(&mut self, rows: &RowSource, context: &RowsContext, inside: bool) -> PreparedRows {
        let cursor = self.queries.len();
        // the rest is set after the nested lists are known
        self.queries.push(PreparedQuery { select: rows.select().map(Cow::into_owned), ..PreparedQuery::default() });
        let fields = context.fields();
        let is_embedded = matches!(rows, RowSource::Held);
        // the query yields `parent` first, if any, then `key`
        let mut column = usize::from(inside && !is_embedded);
        let key = is_parent(fields).then_some(column);
        column += usize::from(key.is_some());
        let embedded_in = is_embedded.then_some(self.next_list_column);
        // nested lists count the columns embedded in this row; then the outer row continues
        let outer_next_list_column =
            std::mem::replace(&mut self.next_list_column, column) + usize::from(embedded_in.is_some());
        column += response_schema::embedded_lists(fields).len();
        let elements = match context.bare_value() {
            Some(value) => {
                column += 1;
                vec![PreparedElement::Value(PreparedColumn::bare(value), column - 1)]
            }
            None => self.prepare_elements::<E>(fields, &mut column),
        };
        let mut lookup_keys = Vec::new();
        self.collect_lookups(&elements, &mut lookup_keys);
        let mut numbers = vec![false; column];
        if is_embedded {
            mark_numbers(&elements, &mut numbers);
        }
        let query = &mut self.queries[cursor];
        (query.columns, query.lookup_keys, query.numbers) = (column, lookup_keys, numbers);
        self.next_list_column = outer_next_list_column;
        PreparedRows { cursor, delimiters: E::row_delimiters(context, self.brand), key, embedded_in, elements }
    }

    /// Collects the lookups whose values are cached, each once, with the column of its key.
    fn collect_lookups(&self, elements: &[PreparedElement], lookup_keys: &mut Vec<(usize, usize)>) {
        for element in elements {
            match element {
                PreparedElement::Lookup { lookup, run: 0, column }
                    if self.lookups[*lookup].again == RepeatRule::AnyTime =>
                {
                    lookup_keys.push((*lookup, *column));
                }
                PreparedElement::Object(_, inside) => self.collect_lookups(inside, lookup_keys),
                _ => {}
            }
        }
    }

    /// Returns the elements of a row's fields. `column` is the column of the first value and advances.
    fn prepare_elements<E: Encoder>(&mut self, fields: &[Field], column: &mut usize) -> Vec<PreparedElement> {
        let fields: Vec<&Field> = fields.iter().filter(|field| E::has_field(field)).collect();
        let all = FieldRun { fields: &fields, is_first: true };
        self.prepare_runs::<E>(&[all], 0, column).into_iter().flatten().collect()
    }

    /// Returns the elements of each run of a lookup's row. `others` lookups precede it; nested lookups are appended.
    fn prepare_runs<E: Encoder>(
        &mut self,
        runs: &[FieldRun],
        others: usize,
        column: &mut usize,
    ) -> Vec<Vec<PreparedElement>> {
        let all: Vec<&Field> = runs.iter().flat_map(|run| run.fields).copied().collect();
        let named = response_schema::lookups(&all, others);
        let (first_lookup, first_key) = (self.lookups.len(), *column);
        *column += named.len();
        let unfilled = named.iter().map(|lookup| PreparedLookup::new(lookup));
        self.lookups.extend(unfilled);
        let lookup_of = |field: &Field| named.iter().position(|lookup| field.uses_lookup(lookup, others));
        let is_same = |one: &&Field, next: &&Field| lookup_of(one).is_some() && lookup_of(one) == lookup_of(next);
        let mut runs_of: Vec<Vec<FieldRun>> = vec![Vec::new(); named.len()];
        let mut elements = Vec::new();
        for run in runs {
            let mut elements_of_run = Vec::new();
            for fields in run.fields.chunk_by(is_same) {
                let is_first = run.is_first && elements_of_run.is_empty();
                let Some(lookup) = lookup_of(fields[0]) else {
                    elements_of_run.push(self.prepare_element::<E>(fields[0], is_first, column));
                    continue;
                };
                elements_of_run.push(PreparedElement::Lookup {
                    lookup: first_lookup + lookup,
                    run: runs_of[lookup].len(),
                    column: first_key + lookup,
                });
                runs_of[lookup].push(FieldRun { fields, is_first });
            }
            elements.push(elements_of_run);
        }
        for (at, runs) in runs_of.iter().enumerate() {
            let others_of_row = std::mem::take(&mut self.lookups);
            let runs = self.prepare_runs::<E>(runs, others + 1, &mut 0);
            let nested = std::mem::replace(&mut self.lookups, others_of_row);
            let lookup = &mut self.lookups[first_lookup + at];
            (lookup.runs, lookup.lookups) = (runs, nested);
        }
        elements
    }

    /// Prepares one field; a value takes the next column.
    fn prepare_element<E: Encoder>(&mut self, field: &Field, is_first: bool, column: &mut usize) -> PreparedElement {
        let prepared = PreparedColumn::new::<E>(field, self.brand, is_first);
        match field.value {
            FieldValue::Object(fields) => {
                PreparedElement::Object(prepared.delimiters, self.prepare_elements::<E>(fields, column))
            }
            FieldValue::List(each) => PreparedElement::List(
                prepared.delimiters,
                self.prepare_rows::<E>(&each.rows, &RowsContext::Inside(each), true),
            ),
            FieldValue::Nothing => PreparedElement::Nothing(prepared.delimiters),
            _ => {
                *column += 1;
                PreparedElement::Value(prepared, *column - 1)
            }
        }
    }
}
