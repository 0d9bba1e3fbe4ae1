//! The selection of a report's rows by search, filters, order and position. The answer itself has all rows.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::cmp::Ordering;

use super::cells::{ReportRow, cell_at};
use super::columns::{ColumnPosition, ReportColumn, ReportShape};
use super::table_page::page_text;
use crate::console::FormFields;
use crate::console::components::SortFields;
use crate::model::language::Language;

/// The query field with the words of the search. The dot distinguishes fields of the page from parameters.
pub const SEARCH: &str = "row.has";

pub const SORT: SortFields = SortFields { column_field: "row.sort", direction_field: "row.way" };

/// The query field with a shown column. A query can have the field several times.
pub const COLUMNS: &str = "row.columns";

/// The query field with the number of the previous page's last row. Rows are numbered in the order of the answer.
pub const LAST_ROW: &str = "row.from";

/// The query field with the sort value of that row, if the table is sorted.
pub const LAST_SORT_VALUE: &str = "row.after";

/// The prefix of a query field that filters by a column. The column's name follows the prefix.
pub const FILTER_PREFIX: &str = "in.";

pub struct RowSelection {
    /// Lower-case words that must all occur in the row.
    words: Vec<String>,
    /// The columns that the page shows. A search finds their texts on the page, and the cells of all columns.
    shown_columns: Vec<(ReportColumn, ColumnPosition)>,
    language: Language,
    filters: Vec<CellFilter>,
    order: Option<SortOrder>,
    /// The number in [`LAST_ROW`]; 0 on the first page.
    pub last_row_of_previous_page: u64,
}

struct CellFilter {
    position: ColumnPosition,
    column: ReportColumn,
    /// A number of the field's enumeration. For other fields, a lower-case part of the cell or of its text on the page.
    text: String,
}

impl CellFilter {
    fn matches(&self, rows_by_level: &[ReportRow], language: Language) -> bool {
        let cell = cell_text(rows_by_level, self.position);
        match self.column.field.enumeration {
            Some(enumeration) => enumeration.includes(&cell, &self.text),
            // a Dutch page shows `245,00` instead of the cell `245.00`: both match
            None => {
                cell.to_lowercase().contains(&self.text)
                    || search_text(&self.column, &cell, language).contains(&self.text)
            }
        }
    }
}

/// Returns the text of a cell on the page in lower case. Its no-break spaces are replaced, as no keyboard has them.
fn search_text(column: &ReportColumn, cell: &str, language: Language) -> String {
    page_text(column, cell.as_bytes(), language).to_lowercase().replace('\u{a0}', " ")
}

struct SortOrder {
    position: ColumnPosition,
    is_number: bool,
    is_family_name: bool,
    is_descending: bool,
    /// The sort key of the last row of the previous page; `None` on the first page.
    last_key: Option<SortKey>,
}

/// The value by which a row is sorted. Numbers are compared before texts.
#[derive(Debug, Clone, Default)]
pub struct SortKey {
    /// 0 in a column of texts.
    number: f64,
    text: String,
}

impl SortKey {
    fn of(cell: &str, is_number: bool) -> Self {
        Self {
            // cells without a number come first
            number: if is_number { cell.parse().unwrap_or(f64::NEG_INFINITY) } else { 0.0 },
            text: cell.to_lowercase(),
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.number.total_cmp(&other.number).then_with(|| self.text.cmp(&other.text))
    }
}

impl RowSelection {
    /// Parses the query of a page. Ignores filters and orders by unknown columns.
    pub fn parse(query: &FormFields, shape: &ReportShape, language: Language) -> Self {
        let find_column = |name: &str| {
            let mut columns = shape.columns();
            columns.find(|(column, _)| column.name == name)
        };
        let nonempty_fields = query.0.iter().filter(|(_, text)| !text.trim().is_empty());
        let filters = nonempty_fields.filter_map(|(name, text)| {
            let (column, position) = find_column(name.strip_prefix(FILTER_PREFIX)?)?;
            Some(CellFilter { position, column: column.clone(), text: text.trim().to_lowercase() })
        });
        let sort_column = find_column(query.text_of(SORT.column_field)).filter(|(column, _)| column.is_sortable());
        let last_row = query.get(LAST_ROW).and_then(|number| number.parse().ok());
        let search = query.text_of(SEARCH).to_lowercase();
        let shown_columns = shape.shown_columns().map(|(column, position)| (column.clone(), position));
        Self {
            shown_columns: shown_columns.collect(),
            language,
            words: search.split_whitespace().map(str::to_owned).collect(),
            filters: filters.collect(),
            order: sort_column.map(|(column, position)| SortOrder {
                position: shape.family_name_position(position).unwrap_or(position),
                is_number: column.is_number(),
                is_family_name: shape.family_name_position(position).is_some(),
                is_descending: query.get(SORT.direction_field) == Some(SortFields::DESCENDING),
                // without a row number, the sort value is ignored
                last_key: last_row.and(query.get(LAST_SORT_VALUE)).map(|value| SortKey::of(value, column.is_number())),
            }),
            last_row_of_previous_page: last_row.unwrap_or_default(),
        }
    }

    pub fn has_search_or_filter(&self) -> bool {
        !self.words.is_empty() || !self.filters.is_empty()
    }

    pub fn is_sorted(&self) -> bool {
        self.order.is_some()
    }

    /// Returns whether an innermost row is selected. `rows_by_level` has this row last, after its enclosing rows.
    pub fn matches(&self, rows_by_level: &[ReportRow]) -> bool {
        if !self.filters.iter().all(|filter| filter.matches(rows_by_level, self.language)) {
            return false;
        }
        if self.words.is_empty() {
            return true;
        }
        // each word can be in another cell, in an enclosing row, or in a text that the page shows instead of a cell
        let row_texts = rows_by_level.iter().map(|row| String::from_utf8_lossy(row.bytes()).to_lowercase());
        let row_texts: Vec<_> = row_texts.collect();
        let text_on_page = |(column, position): &(ReportColumn, ColumnPosition)| {
            search_text(column, &cell_text(rows_by_level, *position), self.language)
        };
        let page_texts = LazyCell::new(|| self.shown_columns.iter().map(text_on_page).collect::<Vec<_>>());
        let has_word = |texts: &[String], word: &String| texts.iter().any(|text| text.contains(word));
        self.words.iter().all(|word| has_word(&row_texts, word) || has_word(&page_texts, word))
    }

    /// Returns the sort key of a row. In an unsorted table, all rows have the same sort key.
    pub fn sort_key(&self, rows_by_level: &[ReportRow]) -> SortKey {
        let Some(order) = &self.order else { return SortKey::default() };
        let cell = cell_text(rows_by_level, order.position);
        SortKey::of(if order.is_family_name { without_name_prefix(&cell) } else { &cell }, order.is_number)
    }

    /// Compares two rows by sort key, and then by number in the answer. A descending order reverses the result.
    pub fn compare_rows(&self, (key, number): (&SortKey, u64), (other_key, other_number): (&SortKey, u64)) -> Ordering {
        let ascending = key.compare(other_key).then(number.cmp(&other_number));
        if self.order.as_ref().is_some_and(|order| order.is_descending) { ascending.reverse() } else { ascending }
    }

    /// Returns whether a row of a sorted table comes after the previous page. Returns true on the first page.
    pub fn is_after_previous_page(&self, key: &SortKey, number: u64) -> bool {
        let last_key = self.order.as_ref().and_then(|order| order.last_key.as_ref());
        last_key
            .is_none_or(|last_key| self.compare_rows((key, number), (last_key, self.last_row_of_previous_page)).is_gt())
    }
}

fn cell_text(rows_by_level: &[ReportRow], position: ColumnPosition) -> Cow<'_, str> {
    match cell_at(rows_by_level, position) {
        Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

/// Returns a family name without the words before its first capital letter: in some answers it begins with the prefix.
fn without_name_prefix(name: &str) -> &str {
    let Some(capital) = name.find(char::is_uppercase) else { return name };
    let prefix_end = name[..capital].rfind(' ').map_or(0, |space| space + 1);
    &name[prefix_end..]
}

/// Returns the query of the first page: without the position of a later page, and without empty fields.
pub fn without_position(query: &FormFields) -> FormFields {
    query.nonempty_without(&[LAST_ROW, LAST_SORT_VALUE])
}
