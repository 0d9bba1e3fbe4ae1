//! The columns of a report, from what its operation declares to answer: those of its rows, or, where a row holds one
//! list of rows and no other, of these, so that a catalog is a table of trainings.

use crate::console::components::Facts;
use crate::model::brand::Brand;
use crate::model::language::Language;
use crate::operation::labels;
use crate::operation::response_schema::{Contents, Field, FieldValue, ListSchema, text};

/// The rows of a report.
pub struct ReportShape {
    /// Whether the outermost row is one that is the answer, and its columns facts.
    pub is_one: bool,
    /// The columns of the rows at each level, the outermost first; the innermost rows are those of the table.
    pub levels: Vec<Vec<ReportColumn>>,
    /// Which column of each level holds the rows of the next.
    pub inner: Vec<usize>,
}

/// A column: a field of the rows, also of an object in them.
pub struct ReportColumn {
    /// Its name, which no other of the report has.
    pub name: String,
    pub label: String,
    /// What it is declared to hold.
    pub field: Field,
}

impl ReportShape {
    /// Of what an operation answers.
    pub fn of(contents: &Contents, brand: &Brand, language: Language) -> Self {
        let mut shape =
            Self { is_one: matches!(contents, Contents::One { .. }), levels: Vec::new(), inner: Vec::new() };
        let told = |name: &str| labels::column(name, language, brand);
        let mut each = match contents {
            Contents::One { fields, .. } => shape.level(&leaves(fields), true, told),
            Contents::Each(each) | Contents::Table(each) => Some(each),
            Contents::Changed { .. } => None,
        };
        while let Some(rows) = each {
            let mut fields = leaves(rows.item.fields());
            if fields.is_empty() {
                fields.push((rows.element.to_owned(), text(rows.element)));
            }
            let goes_on = lists(&fields) == 1;
            if goes_on {
                // told apart from those of the rows inside
                fields.iter_mut().map(|(name, _)| name).for_each(|name| *name = format!("{}.{name}", rows.element));
            }
            each = shape.level(&fields, goes_on, told);
        }
        shape
    }

    /// One level more; what its list holds, where it goes on there.
    fn level(
        &mut self,
        fields: &[(String, Field)],
        goes_on: bool,
        told: impl Fn(&str) -> String,
    ) -> Option<&'static ListSchema> {
        self.levels.push(
            fields
                .iter()
                .map(|(name, field)| ReportColumn { label: told(name), name: name.clone(), field: *field })
                .collect(),
        );
        let mut lists = fields.iter().enumerate();
        let first = lists.find_map(|(at, (_, field))| match field.value {
            FieldValue::List(each) if goes_on => Some((at, each)),
            _ => None,
        });
        let (at, each) = first?;
        self.inner.push(at);
        Some(each)
    }

    /// Whether there is a table: an object without a list in it has none.
    pub fn has_table(&self) -> bool {
        !self.is_one || self.levels.len() > 1
    }

    /// The columns of the table, each with its level and its place there.
    pub fn columns(&self) -> impl Iterator<Item = (&ReportColumn, usize, usize)> {
        let levels = self.levels.iter().enumerate().skip(usize::from(self.is_one));
        levels.flat_map(|(level, columns)| self.shown(level, columns))
    }

    /// The facts of an answer that is one, each with its place in the outermost row.
    pub fn facts(&self) -> impl Iterator<Item = (&ReportColumn, usize)> {
        let shown = self.levels.iter().take(usize::from(self.is_one)).flat_map(|columns| self.shown(0, columns));
        shown.map(|(column, _, at)| (column, at))
    }

    /// What each of them is called, and what it means.
    pub fn meanings(&self, language: Language) -> Facts {
        let all = self.facts().map(|(column, _)| column).chain(self.columns().map(|(column, ..)| column));
        Facts::of(all.map(|column| {
            let meaning = column.field.meaning(language);
            (column.label.as_str(), meaning.into_owned())
        }))
    }

    fn shown<'a>(
        &'a self,
        level: usize,
        columns: &'a [ReportColumn],
    ) -> impl Iterator<Item = (&'a ReportColumn, usize, usize)> {
        let inner = self.inner.get(level).copied();
        let columns = columns.iter().enumerate().filter(move |(at, _)| Some(*at) != inner);
        columns.map(move |(at, column)| (column, level, at))
    }
}

impl ReportColumn {
    /// Whether it is sorted by numbers.
    pub fn is_number(&self) -> bool {
        matches!(self.field.value, FieldValue::Int | FieldValue::Long | FieldValue::Money)
    }

    pub fn shows_numbers(&self) -> bool {
        self.is_number() && self.field.enumeration.is_none()
    }

    /// Whether rows can be sorted by it.
    pub fn is_sortable(&self) -> bool {
        !matches!(self.field.value, FieldValue::List(_))
    }
}

/// How many of the fields are lists.
pub fn lists(fields: &[(String, Field)]) -> usize {
    fields.iter().filter(|(_, field)| matches!(field.value, FieldValue::List(_))).count()
}

/// The fields of a row as they come as cells: those of an object in it as its own.
pub fn leaves(fields: &'static [Field]) -> Vec<(String, Field)> {
    let leaf = |field: &'static Field| match field.value {
        FieldValue::Object(inside) => {
            leaves(inside).into_iter().map(|(name, leaf)| (format!("{}.{name}", field.name), leaf)).collect()
        }
        FieldValue::Nothing => Vec::new(),
        _ => vec![(field.name.to_owned(), *field)],
    };
    fields.iter().flat_map(leaf).collect()
}
