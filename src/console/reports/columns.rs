//! The columns of a report, from the operation's response schema: those of its rows, or, if a row contains exactly one
//! list of rows, of that list, so that a catalog becomes a table of trainings.

use crate::console::components::Facts;
use crate::model::brand::Brand;
use crate::model::language::Language;
use crate::operation::labels;
use crate::operation::response_schema::{Contents, Field, FieldValue, ListSchema, text};

/// The shape of a report's rows.
pub struct ReportShape {
    /// Is the outermost row the answer itself, shown as facts?
    pub is_one: bool,
    /// The columns of each level, the outermost first; the innermost level is the table.
    pub levels: Vec<Vec<ReportColumn>>,
    /// The column of each level that contains the next level's rows.
    pub inner: Vec<usize>,
}

/// A column: a field of the rows, also of a nested object.
pub struct ReportColumn {
    pub name: String,
    pub label: String,
    pub field: Field,
}

impl ReportShape {
    /// Returns the shape of an operation's answer.
    pub fn of(contents: &Contents, brand: &Brand, language: Language) -> Self {
        let mut shape =
            Self { is_one: matches!(contents, Contents::One { .. }), levels: Vec::new(), inner: Vec::new() };
        let label = |name: &str, field: &Field| labels::column_label(name, field, language, brand);
        let mut each = match contents {
            Contents::One { fields, .. } => shape.level(&leaves(fields), true, label),
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
                // qualified, to differ from those of nested rows
                fields.iter_mut().map(|(name, _)| name).for_each(|name| *name = format!("{}.{name}", rows.element));
            }
            each = shape.level(&fields, goes_on, label);
        }
        shape
    }

    fn level(
        &mut self,
        fields: &[(String, Field)],
        goes_on: bool,
        label: impl Fn(&str, &Field) -> String,
    ) -> Option<&'static ListSchema> {
        self.levels.push(
            fields
                .iter()
                .map(|(name, field)| ReportColumn { label: label(name, field), name: name.clone(), field: *field })
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

    /// Returns whether there is a table: an object without a list has none.
    pub fn has_table(&self) -> bool {
        !self.is_one || self.levels.len() > 1
    }

    /// Returns the columns of the table, with level and position.
    pub fn columns(&self) -> impl Iterator<Item = (&ReportColumn, usize, usize)> {
        let levels = self.levels.iter().enumerate().skip(usize::from(self.is_one));
        levels.flat_map(|(level, columns)| self.shown(level, columns))
    }

    /// Returns the facts of a single answer, with their positions in the outermost row.
    pub fn facts(&self) -> impl Iterator<Item = (&ReportColumn, usize)> {
        let shown = self.levels.iter().take(usize::from(self.is_one)).flat_map(|columns| self.shown(0, columns));
        shown.map(|(column, _, at)| (column, at))
    }

    /// Returns the label and description of each column.
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
    /// Returns whether the cells are numbers, so that they sort as such.
    pub fn is_number(&self) -> bool {
        matches!(self.field.value, FieldValue::Int | FieldValue::Long | FieldValue::Money)
    }

    /// Returns whether a page shows numbers: those of an enumeration are shown as words.
    pub fn shows_numbers(&self) -> bool {
        self.is_number() && self.field.enumeration.is_none()
    }

    /// Returns whether the table can be sorted by it: not by a list of rows in a cell.
    pub fn is_sortable(&self) -> bool {
        !matches!(self.field.value, FieldValue::List(_))
    }
}

/// Counts the lists among the fields.
pub fn lists(fields: &[(String, Field)]) -> usize {
    fields.iter().filter(|(_, field)| matches!(field.value, FieldValue::List(_))).count()
}

/// Flattens nested objects into the fields of a row.
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
