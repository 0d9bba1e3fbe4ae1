//! What is wished of a report's table: which of its rows, in which order, from where on. The answer itself is that of the
//! service; what is left out of it here is there still.

use std::cmp::Ordering;

use super::cells::ReportRow;
use super::columns::ReportShape;
use crate::console::FormFields;
use crate::model::enumeration::Enumeration;
use crate::model::language::Language;

/// Words that a row must hold somewhere. A point stands in the name of no parameter.
pub const HAS: &str = "row.has";

/// The column that orders the rows.
pub const SORT: &str = "row.sort";

/// `down` where the last is first.
pub const WAY: &str = "row.way";

/// How many rows stand before those that are wished; of an order, the number of the row that they come after.
pub const FROM: &str = "row.from";

/// What that row is sorted by.
pub const AFTER: &str = "row.after";

/// Before the name of a column whose cells must hold a text.
pub const IN: &str = "in.";

/// Which rows are wished.
pub struct RowSelection {
    words: Vec<String>,
    /// Where numbers are shown as words, and as which.
    told: Vec<(ColumnPosition, &'static Enumeration)>,
    language: Language,
    filters: Vec<CellFilter>,
    order: Option<SortOrder>,
    /// The place or number that [`FROM`] names.
    pub from: u64,
}

/// What a cell must hold.
struct CellFilter {
    place: ColumnPosition,
    /// What the cell's numbers stand for: one of them is meant, where they do.
    numbers: Option<&'static Enumeration>,
    text: String,
}

impl CellFilter {
    fn holds(&self, rows: &[ReportRow]) -> bool {
        let (level, at) = self.place;
        let cell = told(&rows[level], at);
        match self.numbers {
            Some(numbers) => numbers.has(&cell, &self.text),
            None => cell.to_lowercase().contains(&self.text),
        }
    }
}

/// Where a column is: its level, and its place there.
type ColumnPosition = (usize, usize);

struct SortOrder {
    place: ColumnPosition,
    is_number: bool,
    is_down: bool,
    after: Option<SortKey>,
}

/// What a row is sorted by.
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

    /// As a place in an address.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn against(&self, other: &Self) -> Ordering {
        self.number.total_cmp(&other.number).then_with(|| self.text.cmp(&other.text))
    }
}

impl RowSelection {
    /// What an address wishes of a table.
    pub fn of(query: &FormFields, shape: &ReportShape, language: Language) -> Self {
        let named = |name: &str| {
            let mut columns = shape.columns();
            columns.find(|(column, ..)| column.name == name)
        };
        let filters = query.0.iter().filter(|(_, text)| !text.trim().is_empty()).filter_map(|(name, text)| {
            let (column, level, at) = named(name.strip_prefix(IN)?)?;
            Some(CellFilter { place: (level, at), numbers: column.field.enumeration, text: text.trim().to_lowercase() })
        });
        let sorted = named(query.text_of(SORT)).filter(|(column, ..)| column.is_sortable());
        let from = query.get(FROM).and_then(|from| from.parse().ok());
        let words = query.text_of(HAS).to_lowercase();
        let told = shape.columns().filter_map(|(column, level, at)| {
            let numbers = column.field.enumeration?;
            Some(((level, at), numbers))
        });
        Self {
            told: told.collect(),
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

    /// Whether some rows are left out.
    pub fn selects(&self) -> bool {
        !self.words.is_empty() || !self.filters.is_empty()
    }

    /// Whether rows come in another order than the answer's.
    pub fn sorts(&self) -> bool {
        self.order.is_some()
    }

    /// Whether a row is among those that are wished.
    pub fn matches(&self, rows: &[ReportRow]) -> bool {
        if !self.filters.iter().all(|filter| filter.holds(rows)) {
            return false;
        }
        if self.words.is_empty() {
            return true;
        }
        let texts = rows.iter().map(|row| String::from_utf8_lossy(row.bytes()).to_lowercase());
        let words = self.told.iter().map(|((level, at), numbers)| {
            let number = told(&rows[*level], *at);
            numbers.label(&number, self.language).to_lowercase()
        });
        let texts: Vec<_> = texts.chain(words).collect();
        let mut words = self.words.iter();
        words.all(|word| texts.iter().any(|text| text.contains(word)))
    }

    /// What a row is sorted by; all by the same where rows are not sorted.
    pub fn key(&self, rows: &[ReportRow]) -> SortKey {
        let Some(order) = &self.order else {
            return SortKey::default();
        };
        let (level, at) = order.place;
        SortKey::of(&told(&rows[level], at), order.is_number)
    }

    /// How two rows are ordered, each with its number in the answer.
    pub fn compared(&self, one: (&SortKey, u64), other: (&SortKey, u64)) -> Ordering {
        let compared = one.0.against(other.0).then(one.1.cmp(&other.1));
        match self.order.as_ref().is_some_and(|order| order.is_down) {
            true => compared.reverse(),
            false => compared,
        }
    }

    /// Whether a row comes after those of the page before.
    pub fn is_due(&self, key: &SortKey, number: u64) -> bool {
        let after = self.order.as_ref().and_then(|order| order.after.as_ref());
        after.is_none_or(|after| self.compared((key, number), (after, self.from)).is_gt())
    }
}

/// A cell as a text.
fn told(row: &ReportRow, at: usize) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(row.cell(at))
}

/// The same address without where its page begins, and without what is empty.
pub fn without_place(query: &FormFields) -> FormFields {
    query.given_but(&[FROM, AFTER])
}
