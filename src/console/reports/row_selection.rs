//! The selection of a report's rows: filters, order and position. The service's answer is complete; this page omits
//! the rest.

use std::cmp::Ordering;

use super::cells::ReportRow;
use super::columns::ReportShape;
use crate::console::FormFields;
use crate::model::language::Language;
use crate::operation::labels::{cell_word, has_dutch_words};
use crate::operation::response_schema::Field;

/// Words that a row must contain. No parameter's name contains a dot.
pub const HAS: &str = "row.has";

pub const SORT: &str = "row.sort";

pub const WAY: &str = "row.way";

/// The number of rows to skip; in a sorted table, the number of the row to continue after.
pub const FROM: &str = "row.from";

/// The sort value of that row.
pub const AFTER: &str = "row.after";

/// The prefix of a column's name for a filter on its cells.
pub const IN: &str = "in.";

/// The rows of a report that a page's address selects, and their order.
pub struct RowSelection {
    /// Lower-case words that must all occur in the row.
    words: Vec<String>,
    /// The columns whose cells are shown as other words, which a search finds too.
    worded: Vec<(ColumnPosition, Field)>,
    language: Language,
    filters: Vec<CellFilter>,
    order: Option<SortOrder>,
    /// The number in [`FROM`].
    pub from: u64,
}

struct CellFilter {
    place: ColumnPosition,
    field: Field,
    /// Lower-case text that the cell or its word contains; one of the numbers if the field has some.
    text: String,
}

impl CellFilter {
    fn holds(&self, rows: &[ReportRow], language: Language) -> bool {
        let (level, at) = self.place;
        let cell = cell_text(&rows[level], at);
        let is_word = || cell_word(&self.field, &cell, language).is_some_and(|word| word.contains(&self.text));
        match self.field.enumeration {
            Some(numbers) => numbers.includes(&cell, &self.text),
            None => cell.to_lowercase().contains(&self.text) || is_word(),
        }
    }
}

/// The level and position of a column.
type ColumnPosition = (usize, usize);

struct SortOrder {
    place: ColumnPosition,
    is_number: bool,
    is_down: bool,
    after: Option<SortKey>,
}

/// The sort value of a row.
#[derive(Debug, Clone, Default)]
pub struct SortKey {
    number: f64,
    text: String,
}

impl SortKey {
    fn of(cell: &str, is_number: bool) -> Self {
        Self {
            number: match is_number {
                true => cell.parse().unwrap_or(f64::NEG_INFINITY),
                false => 0.0,
            },
            text: cell.to_lowercase(),
        }
    }

    /// Returns the value for the address's field [`AFTER`].
    pub fn text(&self) -> &str {
        &self.text
    }

    fn against(&self, other: &Self) -> Ordering {
        self.number.total_cmp(&other.number).then_with(|| self.text.cmp(&other.text))
    }
}

impl RowSelection {
    /// Parses the selection in an address.
    pub fn of(query: &FormFields, shape: &ReportShape, language: Language) -> Self {
        let named = |name: &str| {
            let mut columns = shape.columns();
            columns.find(|(column, ..)| column.name == name)
        };
        let filters = query.0.iter().filter(|(_, text)| !text.trim().is_empty()).filter_map(|(name, text)| {
            let (column, level, at) = named(name.strip_prefix(IN)?)?;
            Some(CellFilter { place: (level, at), field: column.field, text: text.trim().to_lowercase() })
        });
        let sorted = named(query.text_of(SORT)).filter(|(column, ..)| column.is_sortable());
        let from = query.get(FROM).and_then(|from| from.parse().ok());
        let words = query.text_of(HAS).to_lowercase();
        let worded =
            shape.columns().filter(|(column, ..)| column.field.enumeration.is_some() || has_dutch_words(&column.field));
        Self {
            worded: worded.map(|(column, level, at)| ((level, at), column.field)).collect(),
            language,
            words: words.split_whitespace().map(str::to_owned).collect(),
            filters: filters.collect(),
            order: sorted.map(|(column, level, at)| SortOrder {
                place: (level, at),
                is_number: column.is_number(),
                is_down: query.get(WAY) == Some("down"),
                after: from.and(query.get(AFTER)).map(|after| SortKey::of(after, column.is_number())),
            }),
            from: from.unwrap_or_default(),
        }
    }

    /// Returns whether it leaves out rows.
    pub fn selects(&self) -> bool {
        !self.words.is_empty() || !self.filters.is_empty()
    }

    /// Returns whether the rows have another order than in the answer.
    pub fn sorts(&self) -> bool {
        self.order.is_some()
    }

    /// Returns whether a row fulfils all filters and has all words.
    pub fn matches(&self, rows: &[ReportRow]) -> bool {
        if !self.filters.iter().all(|filter| filter.holds(rows, self.language)) {
            return false;
        }
        if self.words.is_empty() {
            return true;
        }
        let texts = rows.iter().map(|row| String::from_utf8_lossy(row.bytes()).to_lowercase());
        let words = self.worded.iter().filter_map(|((level, at), field)| {
            Some(cell_word(field, &cell_text(&rows[*level], *at), self.language)?.to_lowercase())
        });
        let texts: Vec<_> = texts.chain(words).collect();
        let mut words = self.words.iter();
        words.all(|word| texts.iter().any(|text| text.contains(word)))
    }

    /// Returns the sort value of a row; equal for all rows if unsorted.
    pub fn key(&self, rows: &[ReportRow]) -> SortKey {
        let Some(order) = &self.order else {
            return SortKey::default();
        };
        let (level, at) = order.place;
        SortKey::of(&cell_text(&rows[level], at), order.is_number)
    }

    /// Compares two rows by sort value, then by number in the answer.
    pub fn compared(&self, one: (&SortKey, u64), other: (&SortKey, u64)) -> Ordering {
        let compared = one.0.against(other.0).then(one.1.cmp(&other.1));
        match self.order.as_ref().is_some_and(|order| order.is_down) {
            true => compared.reverse(),
            false => compared,
        }
    }

    /// Returns whether a row comes after the previous page.
    pub fn is_due(&self, key: &SortKey, number: u64) -> bool {
        let after = self.order.as_ref().and_then(|order| order.after.as_ref());
        after.is_none_or(|after| self.compared((key, number), (after, self.from)).is_gt())
    }
}

/// Returns a cell of a row as text; invalid UTF-8 is replaced.
fn cell_text(row: &ReportRow, at: usize) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(row.cell(at))
}

/// Returns the address's fields without the position in the table and without empty fields.
pub fn without_place(query: &FormFields) -> FormFields {
    query.given_but(&[FROM, AFTER])
}
