//! An operation's answer, made ready for a format: the queries that fill it, and what stands around each value.

use std::borrow::Cow;

use crate::encode::{Around, Encoder, Marks, RowMarks};
use crate::model::brand::Brand;
use crate::operation::Operation;
use crate::operation::shape::{self, Absent, Again, Contents, Each, Field, Lookup, Rows, Value, is_parent};

/// What is written, and the queries that fill it: the first is that of the outermost rows.
pub struct Prepared {
    pub rows: PreparedRows,
    pub queries: Vec<PreparedQuery>,
    /// Those that are asked by a value of a row.
    pub lookups: Vec<PreparedLookup>,
    /// The column of the row that says how many pages there are.
    pub pages: Option<usize>,
}

/// A query that gives rows.
#[derive(Default)]
pub struct PreparedQuery {
    /// None of what a row holds.
    pub select: Option<String>,
    /// How many columns its rows have.
    pub columns: usize,
    /// Of rows that a row holds, which of the columns are whole numbers.
    pub numbers: Vec<bool>,
    /// What is looked up for them and remembered: which of the lookups, and the column of its key.
    pub looked: Vec<(usize, usize)>,
}

pub struct PreparedRows {
    pub cursor: usize,
    pub marks: RowMarks,
    /// Where the row's `key` stands, when it holds lists.
    pub key: Option<usize>,
    /// Where they stand in the row that holds them, when one does.
    pub held: Option<usize>,
    pub elements: Vec<Element>,
}

/// What is written for a row, in order.
pub enum Element {
    Value(Column, usize),
    /// A run of what a lookup gives for a column.
    Looked {
        /// Which of the lookups of the answer, or of the lookup that the element is part of.
        lookup: usize,
        run: usize,
        column: usize,
    },
    /// Elements of the same row inside another.
    Object(Marks, Vec<Element>),
    List(Marks, PreparedRows),
    Nothing(Marks),
}

/// A value, and what stands around it.
pub struct Column {
    pub value: Value,
    pub absent: Absent,
    pub marks: Marks,
}

impl Column {
    fn new<E: Encoder>(field: &Field, brand: &Brand, first: bool) -> Self {
        Self { value: field.value, absent: field.absent, marks: E::marks(&brand.name(field.name), field, first) }
    }

    /// A value that nothing stands around.
    fn bare(value: Value) -> Self {
        Self { value, absent: Absent::Never, marks: Marks::default() }
    }
}

/// A lookup, made ready: its query, and what is written from the row that it gives.
pub struct PreparedLookup {
    /// What it is looked up by.
    pub key: &'static str,
    pub select: String,
    /// The runs of elements: those that follow each other in the answer.
    pub runs: Vec<Vec<Element>>,
    /// What is looked up by keys that the row gives.
    pub lookups: Vec<PreparedLookup>,
    pub again: Again,
}

impl PreparedLookup {
    /// One whose elements are not known yet.
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

impl Prepared {
    pub fn new<E: Encoder>(operation: &Operation, brand: &Brand) -> Self {
        let mut preparing = Preparing { brand, queries: Vec::new(), lookups: Vec::new(), held: 0 };
        let rows = match &operation.contents {
            Contents::One { rows, fields, .. } => preparing.rows::<E>(rows, &Around::One(fields), false),
            Contents::Each(each) => preparing.rows::<E>(&each.rows, &Around::List(each), false),
            Contents::Table(each) => preparing.rows::<E>(&each.rows, &Around::Table(each), false),
            // a change has no rows
            Contents::Changed { .. } => preparing.rows::<E>(&Rows::Beside, &Around::One(&[]), false),
        };
        Self {
            pages: pages_column::<E>(operation, &rows),
            rows,
            queries: preparing.queries,
            lookups: preparing.lookups,
        }
    }
}

/// Which columns these elements find whole numbers in.
fn find_numbers(elements: &[Element], numbers: &mut [bool]) {
    for element in elements {
        match element {
            Element::Value(of, column) => {
                numbers[*column] = matches!(of.value, Value::Int | Value::Long | Value::Bool | Value::Money);
            }
            Element::Looked { column, .. } => numbers[*column] = true,
            Element::Object(_, inside) => find_numbers(inside, numbers),
            Element::List(..) | Element::Nothing(_) => {}
        }
    }
}

/// Fields that follow each other in the answer.
#[derive(Clone, Copy)]
struct Run<'a> {
    fields: &'a [&'a Field],
    /// Whether they begin their row or object.
    first: bool,
}

/// Where the row that is a page says how many there are.
fn pages_column<E: Encoder>(operation: &Operation, rows: &PreparedRows) -> Option<usize> {
    let total = operation.rest.pages?.total;
    let Contents::One { fields, .. } = operation.contents else {
        return None;
    };
    let mut held = fields.iter().filter(|field| E::holds(field));
    match rows.elements.get(held.position(|field| field.name == total)?)? {
        Element::Value(_, column) => Some(*column),
        _ => None,
    }
}

struct Preparing<'a> {
    brand: &'a Brand,
    queries: Vec<PreparedQuery>,
    lookups: Vec<PreparedLookup>,
    /// The column of the next list that the row being prepared holds.
    held: usize,
}

impl Preparing<'_> {
    fn inside<E: Encoder>(&mut self, each: &Each) -> PreparedRows {
        self.rows::<E>(&each.rows, &Around::Inside(each), true)
    }

    fn rows<E: Encoder>(&mut self, rows: &Rows, around: &Around, inside: bool) -> PreparedRows {
        let cursor = self.queries.len();
        // what else it has is known after the lists within
        self.queries.push(PreparedQuery { select: rows.select().map(Cow::into_owned), ..PreparedQuery::default() });
        let fields = around.fields();
        let is_held = matches!(rows, Rows::Held);
        // `parent` comes first where there is one, then `key`
        let mut column = usize::from(inside && !is_held);
        let key = is_parent(fields).then_some(column);
        column += usize::from(key.is_some());
        let held = is_held.then_some(self.held);
        // what this row holds is told to the lists within; then the row around goes on
        let around_next = std::mem::replace(&mut self.held, column) + usize::from(held.is_some());
        column += shape::held_lists(fields).len();
        let elements = match around.bare() {
            Some(value) => {
                column += 1;
                vec![Element::Value(Column::bare(value), column - 1)]
            }
            None => self.elements::<E>(fields, &mut column),
        };
        let mut looked = Vec::new();
        self.looked(&elements, &mut looked);
        let mut numbers = vec![false; column];
        if is_held {
            find_numbers(&elements, &mut numbers);
        }
        let query = &mut self.queries[cursor];
        (query.columns, query.looked, query.numbers) = (column, looked, numbers);
        self.held = around_next;
        PreparedRows { cursor, marks: E::rows(around, self.brand), key, held, elements }
    }

    /// What is looked up for these elements and remembered, by its first run.
    fn looked(&self, elements: &[Element], looked: &mut Vec<(usize, usize)>) {
        for element in elements {
            match element {
                Element::Looked { lookup, run: 0, column } if self.lookups[*lookup].again == Again::AnyTime => {
                    looked.push((*lookup, *column));
                }
                Element::Object(_, inside) => self.looked(inside, looked),
                _ => {}
            }
        }
    }

    /// The elements of a row's fields; `column` is that of the first value.
    fn elements<E: Encoder>(&mut self, fields: &[Field], column: &mut usize) -> Vec<Element> {
        let fields: Vec<&Field> = fields.iter().filter(|field| E::holds(field)).collect();
        let all = Run { fields: &fields, first: true };
        self.runs::<E>(&[all], 0, column).into_iter().flatten().collect()
    }

    /// The elements of each run of fields of a row that is found after so many lookups. What is looked up by
    /// that row joins the lookups.
    fn runs<E: Encoder>(&mut self, runs: &[Run], others: usize, column: &mut usize) -> Vec<Vec<Element>> {
        let all: Vec<&Field> = runs.iter().flat_map(|run| run.fields).copied().collect();
        let named = shape::lookups(&all, others);
        let (first_lookup, first_key) = (self.lookups.len(), *column);
        *column += named.len();
        let unfilled = named.iter().map(|lookup| PreparedLookup::new(lookup));
        self.lookups.extend(unfilled);
        let place = |field: &Field| named.iter().position(|of| field.is_of(of, others));
        let together = |one: &&Field, next: &&Field| place(one).is_some() && place(one) == place(next);
        let mut looked: Vec<Vec<Run>> = vec![Vec::new(); named.len()];
        let mut elements = Vec::new();
        for run in runs {
            let mut of_run = Vec::new();
            for fields in run.fields.chunk_by(together) {
                let first = run.first && of_run.is_empty();
                let Some(place) = place(fields[0]) else {
                    of_run.push(self.element::<E>(fields[0], first, column));
                    continue;
                };
                of_run.push(Element::Looked {
                    lookup: first_lookup + place,
                    run: looked[place].len(),
                    column: first_key + place,
                });
                looked[place].push(Run { fields, first });
            }
            elements.push(of_run);
        }
        for (at, runs) in looked.iter().enumerate() {
            let others_of_row = std::mem::take(&mut self.lookups);
            let runs = self.runs::<E>(runs, others + 1, &mut 0);
            let further = std::mem::replace(&mut self.lookups, others_of_row);
            let lookup = &mut self.lookups[first_lookup + at];
            (lookup.runs, lookup.lookups) = (runs, further);
        }
        elements
    }

    /// The element of a field that has columns of its own.
    fn element<E: Encoder>(&mut self, field: &Field, first: bool, column: &mut usize) -> Element {
        let of = Column::new::<E>(field, self.brand, first);
        match field.value {
            Value::Object(fields) => Element::Object(of.marks, self.elements::<E>(fields, column)),
            Value::List(each) => Element::List(of.marks, self.inside::<E>(each)),
            Value::Nothing => Element::Nothing(of.marks),
            _ => {
                *column += 1;
                Element::Value(of, *column - 1)
            }
        }
    }
}
