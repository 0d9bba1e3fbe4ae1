//! Lists the rows of a data file, with search, filters, sort order and pages. A query reads a limited number of rows.
//! If these do not fill the page, the query returns the position from which to continue.

mod filter;
mod search;
mod suggestion;

use std::sync::Mutex;

use rusqlite::types::Value;
use rusqlite::{Connection, Row, Rows, params_from_iter};

use crate::datafile::FILES;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::ledger::audit::newest_entry;
use crate::ledger::query::query_optional;
use crate::ledger::{RecordedCells, find_cells};
use crate::model::lock::lock;
pub use filter::{ColumnFilter, FilterOperator};
use search::WordCondition;
pub use suggestion::suggest;

/// The most rows that a query reads, whether they match or not. This limits the time of a search without a match.
const MAX_SCANNED: usize = 50_000;

/// The most rows of a file that can be sorted by any column. Larger files can be sorted by indexed columns only.
const SORTABLE_ROWS: u32 = 5_000;

/// The most characters of a search. Each word is searched in each row.
pub const MAX_SEARCH_CHARACTERS: usize = 200;

pub const MAX_FILTERS: usize = 50;

pub struct ListingQuery<'a> {
    pub file: &'static DataFile,
    /// Words that must each occur in one of the searched columns.
    pub search: &'a str,
    pub filters: &'a [ColumnFilter],
    /// `None` sorts by id.
    pub order: Option<ListingOrder>,
    /// The last row of the previous page; `None` for the first page.
    pub after: Option<ListingPosition>,
    pub size: usize,
}

#[derive(Clone, Copy)]
pub struct ListingOrder {
    pub column: &'static Column,
    pub is_descending: bool,
}

/// The position of a row in a sorted listing: the value in the sort column, and the id.
#[derive(Debug, Clone, PartialEq)]
pub struct ListingPosition {
    /// The sort value as text; for the order by id, the id.
    pub value: String,
    pub row: i64,
}

pub struct Listing {
    pub rows: Vec<(i64, RecordedCells)>,
    /// The position after which the next page begins; `None` at the end.
    pub next: Option<ListingPosition>,
}

/// Returns the names of the columns by which [`list`] can sort: all columns, or those with an index in a large file.
pub fn sortable_columns(connection: &Connection, file: &DataFile) -> rusqlite::Result<Vec<&'static str>> {
    let mut sortable = Vec::new();
    for column in file.columns {
        if find_sort_key(connection, file, column)?.is_some() {
            sortable.push(column.name);
        }
    }
    Ok(sortable)
}

/// Counts the rows of a data file, except the placeholder.
pub fn count_rows(connection: &Connection, file: &DataFile) -> rusqlite::Result<i64> {
    // without a condition, SQLite need not read the rows
    let condition = file.placeholder_name.map_or("", |_| "WHERE rowid > 0");
    let sql = format!("SELECT count(*) FROM {} {condition}", file.table);
    connection.prepare_cached(&sql)?.query_row([], |row| row.get(0))
}

/// The row counts of [`FILES`], cached until the next ledger entry.
#[derive(Default)]
pub struct FileRowCounts(Mutex<Option<CountsAtEntry>>);

struct CountsAtEntry {
    /// The newest ledger entry when the rows were counted. Every change of a data file adds an entry.
    entry: i64,
    /// In the order of [`FILES`].
    counts: Vec<i64>,
}

impl FileRowCounts {
    /// Returns the row counts in the order of [`FILES`]. Counts the rows again only after a change.
    pub fn read(&self, connection: &Connection) -> rusqlite::Result<Vec<i64>> {
        // locked until the rows are counted: requests at the same time count them once
        let mut cached = lock(&self.0);
        let entry = newest_entry(connection)?;
        if let Some(current) = cached.as_ref().filter(|cached| cached.entry == entry) {
            return Ok(current.counts.clone());
        }
        let counts = FILES.iter().map(|file| count_rows(connection, file)).collect::<rusqlite::Result<Vec<_>>>()?;
        *cached = Some(CountsAtEntry { entry, counts: counts.clone() });
        Ok(counts)
    }
}

/// Returns whether the file has at most `limit` rows, without counting all rows of a large file.
pub fn has_at_most_rows(connection: &Connection, file: &DataFile, limit: u32) -> rusqlite::Result<bool> {
    // a large file is known to exceed the limit after `limit` + 1 rows; row 0 is a placeholder and does not count
    let sql = format!("SELECT count(*) FROM (SELECT 1 FROM {} WHERE rowid > 0 LIMIT ?)", file.table);
    connection.prepare_cached(&sql)?.query_row([limit + 1], |row| Ok(row.get::<_, u32>(0)? <= limit))
}

#[derive(Debug, thiserror::Error)]
pub enum ListingError {
    #[error("the search has {0} characters; at most {MAX_SEARCH_CHARACTERS} are allowed")]
    LongSearch(usize),
    #[error("there are {0} filters; at most {MAX_FILTERS} are allowed")]
    ManyFilters(usize),
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}

pub fn check_search(search: &str) -> Result<(), ListingError> {
    match search.chars().count() {
        ..=MAX_SEARCH_CHARACTERS => Ok(()),
        characters => Err(ListingError::LongSearch(characters)),
    }
}

/// Returns the page of matching rows after a position. The page may have fewer rows than `size` although more follow:
/// it ends after [`MAX_SCANNED`] rows. Sorts by id if the file cannot be sorted by the column.
pub fn list(connection: &Connection, query: &ListingQuery) -> Result<Listing, ListingError> {
    check_search(query.search)?;
    if query.filters.len() > MAX_FILTERS {
        return Err(ListingError::ManyFilters(query.filters.len()));
    }
    let Some(conditions) = build_conditions(connection, query)? else {
        return Ok(Listing { rows: Vec::new(), next: None });
    };
    let (sort_key, is_descending) = match query.order {
        None => (ListingSortKey::Id, false),
        Some(ListingOrder { column, is_descending }) => match find_sort_key(connection, query.file, column)? {
            None => (ListingSortKey::Id, false),
            Some(sort_key) => (sort_key, is_descending),
        },
    };
    let (sql, values) = select_page_sql(query, &sort_key, is_descending, conditions);
    let mut select = connection.prepare_cached(&sql)?;
    read_page(connection, query, select.query(params_from_iter(values))?)
}

fn select_page_sql(
    query: &ListingQuery,
    sort_key: &ListingSortKey,
    is_descending: bool,
    RowConditions { unindexed, indexed }: RowConditions,
) -> (String, Vec<Value>) {
    let sort_value = sort_key.sql();
    let (direction, comparison) = if is_descending { ("DESC", "<") } else { ("ASC", ">") };
    let mut range = Conditions::default();
    if let Some(position) = &query.after {
        let values = [sort_key.position_value(position), Value::Integer(position.row)];
        range.add(format!("({sort_value}, t.rowid) {comparison} (?, ?)"), values);
    }
    let view = join_view_sql(query.file, sort_key.uses_view() || unindexed.uses_view);
    // the match is a result column instead of a condition: rows without a match count for `MAX_SCANNED`, too; with
    // `iif`, SQLite ends at the first condition that is not met
    let sql = format!(
        "SELECT t.rowid, {sort_value}, iif({is_match}, 1, 0)
         FROM {table} AS t {view}
         WHERE {IS_NOT_PLACEHOLDER} AND {is_in_range} AND {has_indexed_values}
         ORDER BY {sort_value} {direction}, t.rowid {direction}",
        table = query.file.table,
        is_match = unindexed.joined_sql(),
        is_in_range = range.joined_sql(),
        has_indexed_values = indexed.joined_sql(),
    );
    // in the order of the `?` in the SQL
    (sql, [unindexed.values, range.values, indexed.values].concat())
}

/// Returns the SQL that joins the view of a data file if its cells are used, because it computes them from other tables.
fn join_view_sql(file: &DataFile, is_used: bool) -> String {
    // `CROSS JOIN` makes SQLite read the table first
    if is_used { format!("CROSS JOIN {}_csv AS v ON v.row_id = t.rowid", file.stem()) } else { String::new() }
}

/// The condition that omits row 0, the placeholder. `+` hides the id from the planner, so that it reads an index with the
/// order or the columns of the query, instead of the table in the order of ids.
const IS_NOT_PLACEHOLDER: &str = "+t.rowid > 0";

/// Reads the rows of a page from a query whose columns are the id, the sort value, and whether the row matches.
fn read_page(connection: &Connection, query: &ListingQuery, mut found: Rows) -> Result<Listing, ListingError> {
    let (mut rows, mut scanned) = (Vec::new(), 0);
    let mut last: Option<ListingPosition> = None;
    while let Some(row) = found.next()? {
        // `last` is the next page's position only if a further row exists
        if last.is_some() {
            return Ok(Listing { rows, next: last });
        }
        scanned += 1;
        let row_id = row.get(0)?;
        if row.get(2)?
            && let Some(cells) = find_cells(connection, query.file, row_id)?
        {
            rows.push((row_id, cells));
        }
        if rows.len() == query.size || scanned == MAX_SCANNED {
            last = Some(ListingPosition::read(row)?);
        }
    }
    Ok(Listing { rows, next: None })
}

impl ListingPosition {
    /// Reads the position of a row of the query of [`read_page`].
    fn read(row: &Row) -> rusqlite::Result<Self> {
        let value = match row.get(1)? {
            Value::Integer(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            Value::Text(text) => text,
            _ => String::new(),
        };
        Ok(Self { value, row: row.get(0)? })
    }
}

/// SQL conditions, and the values of their parameters.
#[derive(Clone, Default)]
struct Conditions {
    sql: Vec<String>,
    values: Vec<Value>,
    /// Whether a condition uses cells of the view `v`.
    uses_view: bool,
}

impl Conditions {
    fn add(&mut self, sql: String, values: impl IntoIterator<Item = Value>) {
        self.sql.push(sql);
        self.values.extend(values);
    }

    fn joined_sql(&self) -> String {
        if self.sql.is_empty() { "1".to_owned() } else { self.sql.join(" AND ") }
    }
}

/// The conditions on a row: `t` in the table of the data file, `v` in its view.
#[derive(Clone)]
struct RowConditions {
    unindexed: Conditions,
    /// The conditions for which SQLite can use an index.
    indexed: Conditions,
}

impl RowConditions {
    /// Returns a query for the ids of the rows that meet the indexed conditions, and whether they meet the others. With
    /// `iif`, SQLite ends at the first condition that is not met.
    fn into_select(self, file: &DataFile) -> (String, Vec<Value>) {
        let Self { unindexed, indexed } = self;
        let sql = format!(
            "SELECT t.rowid, iif({}, 1, 0) FROM {} AS t {} WHERE {IS_NOT_PLACEHOLDER} AND {}",
            unindexed.joined_sql(),
            file.table,
            join_view_sql(file, unindexed.uses_view),
            indexed.joined_sql(),
        );
        (sql, [unindexed.values, indexed.values].concat())
    }
}

/// Returns the conditions on the rows of a query; `None` if no row can meet them.
fn build_conditions(connection: &Connection, query: &ListingQuery) -> Result<Option<RowConditions>, ListingError> {
    let (mut unindexed, mut indexed) = (Conditions::default(), Conditions::default());
    for filter in query.filters {
        match filter.column.references() {
            // the cell is the whole key of a row, whose id is stored in an indexed column
            [reference]
                if reference.other_key_columns.is_empty()
                    && filter.operator == FilterOperator::Is
                    && !filter.cell.is_empty() =>
            {
                // if the filter names an unknown row, no row can refer to it
                let Some(row) = find_row_by_key(connection, reference.to, &filter.cell)? else { return Ok(None) };
                indexed.add(format!("t.{} = ?", reference.id_column), [Value::Integer(row)]);
            }
            _ => {
                let (condition, value) = filter.condition()?;
                unindexed.add(condition, [value]);
                unindexed.uses_view |= filter.uses_view();
            }
        }
    }
    for condition in search::word_conditions(connection, query.file, query.search)? {
        match condition {
            WordCondition::NoRow => return Ok(None),
            WordCondition::RowIds(ids) => indexed.add("t.rowid IN (SELECT value FROM json_each(?))".to_owned(), [ids]),
            WordCondition::Sql(condition, parameters) => unindexed.add(condition, parameters),
        }
    }
    Ok(Some(RowConditions { unindexed, indexed }))
}

/// Returns the id of the row with this key; `None` if there is no such row, or if the file's key has several columns.
pub fn find_row_by_key(connection: &Connection, file: &DataFile, cell: &str) -> rusqlite::Result<Option<i64>> {
    let Some(column) = file.only_key_column() else { return Ok(None) };
    let sql = format!("SELECT rowid FROM {} WHERE {} = ?", file.table, column.stored_column());
    query_optional(connection, &sql, [cell], |row| row.get(0))
}

/// Returns the ids of at most two rows that match the filters and have this canonical cell in a column. An index can
/// ignore the case of the cell.
pub fn find_rows_by_cell(
    connection: &Connection,
    file: &'static DataFile,
    column: &Column,
    cell: &str,
    filters: &[ColumnFilter],
) -> Result<Vec<i64>, ListingError> {
    let query = ListingQuery { file, search: "", filters, order: None, after: None, size: 2 };
    let Some(mut conditions) = build_conditions(connection, &query)? else { return Ok(Vec::new()) };
    let collation = index_collation(connection, file, column)?.unwrap_or_else(|| "BINARY".to_owned());
    let is_cell = format!("t.{} = ? COLLATE {collation}", column.stored_column());
    conditions.indexed.add(is_cell, [Value::Text(cell.to_owned())]);
    Ok(read_matching_ids(connection, &conditions.into_select(file), query.size, &mut { MAX_SCANNED })?)
}

/// Reads up to `limit` ids of rows that match, from a query with the columns id and `is_match`. Ends when `unread` more
/// rows were read.
fn read_matching_ids(
    connection: &Connection,
    (sql, values): &(String, Vec<Value>),
    limit: usize,
    unread: &mut usize,
) -> rusqlite::Result<Vec<i64>> {
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query(params_from_iter(values))?;
    let mut ids = Vec::new();
    while ids.len() < limit
        && *unread > 0
        && let Some(row) = rows.next()?
    {
        *unread -= 1;
        if row.get(1)? {
            ids.push(row.get(0)?);
        }
    }
    Ok(ids)
}

/// The value by which rows are sorted. `t` is the table of the data file, and `v` its view, whose cells are texts as
/// export writes them.
enum ListingSortKey {
    Id,
    /// A cell of the view, compared as a number. SQLite sorts without an index.
    Number(&'static Column),
    /// A cell of the view, compared as a text. SQLite sorts without an index.
    Text(&'static Column),
    /// A text of the table, in the order of an index with this collation.
    IndexedText {
        column: &'static Column,
        collation: String,
    },
}

impl ListingSortKey {
    fn sql(&self) -> String {
        match self {
            Self::Id => "t.rowid".to_owned(),
            Self::Number(column) => format!("CAST(v.\"{}\" AS REAL)", column.name),
            Self::Text(column) => format!("v.\"{}\" COLLATE NOCASE", column.name),
            Self::IndexedText { column, collation } => format!("t.{} COLLATE {collation}", column.stored_column()),
        }
    }

    fn uses_view(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Text(_))
    }

    /// Returns the value at a position, in the type of the key: SQLite sorts all numbers before all texts.
    fn position_value(&self, position: &ListingPosition) -> Value {
        match self {
            Self::Id => Value::Integer(position.row),
            Self::Number(_) => Value::Real(position.value.parse().unwrap_or_default()),
            Self::Text(_) | Self::IndexedText { .. } => Value::Text(position.value.clone()),
        }
    }
}

/// Returns the key to sort by a column; `None` if the file is large and no index has this order.
fn find_sort_key(
    connection: &Connection,
    file: &DataFile,
    column: &'static Column,
) -> rusqlite::Result<Option<ListingSortKey>> {
    let is_small_file = has_at_most_rows(connection, file, SORTABLE_ROWS)?;
    if is_small_file {
        return Ok(Some(match column.domain {
            Domain::Id | Domain::Int(..) | Domain::Money => ListingSortKey::Number(column),
            _ => ListingSortKey::Text(column),
        }));
    }
    if column.domain == Domain::Id {
        // a listing without a key is sorted by id
        return Ok(None);
    }
    if !column.references().is_empty() {
        // the table stores the id of the referenced row: its index does not have the order of the shown cells
        return Ok(None);
    }
    // with the collation of the index, SQLite reads the rows in the order of the index
    let collation = index_collation(connection, file, column)?;
    Ok(collation.map(|collation| ListingSortKey::IndexedText { column, collation }))
}

/// Returns the collation, such as `NOCASE`, of an index that begins with the column. Returns `None` without such an
/// index, or if the column may be NULL: a comparison with NULL is never true, so a range would omit these rows.
fn index_collation(connection: &Connection, file: &DataFile, column: &Column) -> rusqlite::Result<Option<String>> {
    // `i` is an index of the table, and `c` its first column; a partial index lacks rows
    let select = "SELECT c.coll FROM pragma_index_list(?1) AS i CROSS JOIN pragma_index_xinfo(i.name) AS c
                  WHERE c.seqno = 0 AND c.name = ?2 AND NOT i.partial
                        AND EXISTS (SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2 AND \"notnull\") LIMIT 1";
    query_optional(connection, select, [file.table, &column.stored_column()], |row| row.get(0))
}
