//! Lists the rows of a data file, with search, filters, sort order and pages. A page begins after the last row of the
//! previous page. A query reads a limited number of rows; if they do not fill the page, it returns the position from which
//! to continue.

mod filter;
mod search;
mod suggestion;

use std::sync::Mutex;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use crate::datafile::FILES;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::ledger::{RecordedCells, find_cells};
use crate::model::lock::lock;
pub use filter::{ColumnFilter, FilterOperator};
use search::WordCondition;
pub use suggestion::suggest;

const MAX_SCANNED: usize = 50_000;

/// The most rows of a file that can be sorted by any column. Larger files can be sorted by indexed columns.
const SORTABLE_ROWS: u32 = 5_000;

/// The most characters of a search, since each word is searched in each row.
pub const LONGEST_SEARCH: usize = 200;

pub const MOST_FILTERS: usize = 50;

pub struct ListingQuery<'a> {
    pub file: &'static DataFile,
    /// Words that must each occur in one of the searched columns.
    pub search: &'a str,
    pub filters: &'a [ColumnFilter],
    /// The sort column, and whether the order is descending; `None` sorts by id.
    pub order: Option<(&'static Column, bool)>,
    /// The last row of the previous page; `None` for the first page.
    pub after: Option<ListingPosition>,
    pub size: usize,
}

/// The position of a row in a sorted listing.
#[derive(Debug, Clone, PartialEq)]
pub struct ListingPosition {
    /// The value in the sort column.
    pub value: String,
    pub row: i64,
}

pub struct Listing {
    pub rows: Vec<(i64, RecordedCells)>,
    /// The position after which the next page begins; `None` at the end.
    pub next: Option<ListingPosition>,
}

/// Returns the names of the columns by which the file can be sorted now.
pub fn sortable_columns(connection: &Connection, file: &DataFile) -> rusqlite::Result<Vec<&'static str>> {
    let name = |column: &Column| Ok(sort_expression(connection, file, column)?.map(|_| column.name));
    file.columns.iter().filter_map(|column| name(column).transpose()).collect()
}

pub fn count_rows(connection: &Connection, file: &DataFile) -> rusqlite::Result<i64> {
    let sql = format!("SELECT count(*) FROM {} WHERE rowid > 0", file.table);
    connection.prepare_cached(&sql)?.query_row([], |row| row.get(0))
}

/// The row counts of the data files, cached until the next ledger entry.
#[derive(Default)]
pub struct FileRowCounts(Mutex<Option<CountsAtEntry>>);

/// The newest ledger entry, and the counts at that time.
type CountsAtEntry = (i64, Vec<i64>);

impl FileRowCounts {
    pub fn read(&self, connection: &Connection) -> rusqlite::Result<Vec<i64>> {
        let mut cached = lock(&self.0);
        let newest =
            connection.prepare_cached("SELECT coalesce(max(id), 0) FROM ledger")?.query_row([], |row| row.get(0))?;
        if let Some((entry, counts)) = &*cached
            && *entry == newest
        {
            return Ok(counts.clone());
        }
        let counts = FILES.iter().map(|file| count_rows(connection, file)).collect::<rusqlite::Result<Vec<_>>>()?;
        *cached = Some((newest, counts.clone()));
        Ok(counts)
    }
}

/// Returns whether the file has at most `most` rows, without counting a large file.
pub fn has_at_most(connection: &Connection, file: &DataFile, most: u32) -> rusqlite::Result<bool> {
    let sql = format!("SELECT count(*) FROM (SELECT 1 FROM {} WHERE rowid > 0 LIMIT ?)", file.table);
    connection.prepare_cached(&sql)?.query_row([most + 1], |row| Ok(row.get::<_, u32>(0)? <= most))
}

#[derive(Debug, thiserror::Error)]
pub enum ListingError {
    #[error("the search has {0} characters; at most {LONGEST_SEARCH} are allowed")]
    Search(usize),
    #[error("there are {0} filters; at most {MOST_FILTERS} are allowed")]
    Filters(usize),
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}

pub fn check_search(search: &str) -> Result<(), ListingError> {
    match search.chars().count() {
        ..=LONGEST_SEARCH => Ok(()),
        long => Err(ListingError::Search(long)),
    }
}

pub fn list(connection: &Connection, query: &ListingQuery) -> Result<Listing, ListingError> {
    check_search(query.search)?;
    if query.filters.len() > MOST_FILTERS {
        return Err(ListingError::Filters(query.filters.len()));
    }
    let order = match query.order {
        Some((column, is_descending)) => sort_expression(connection, query.file, column)?.map(|by| (by, is_descending)),
        None => None,
    };
    let Some((conditions, values)) = conditions(connection, query)? else {
        return Ok(Listing { rows: Vec::new(), next: None });
    };
    let (by, is_descending) = order.unwrap_or_else(|| ("t.rowid".into(), false));
    let (direction, comparison) = if is_descending { ("DESC", "<") } else { ("ASC", ">") };
    // `+` keeps the planner from reading the rows by id and sorting them all, where an index has the order
    let (mut from, mut position) = (String::from("+t.rowid > 0"), Vec::new());
    if let Some(ListingPosition { value, row }) = &query.after {
        from += &format!(" AND ({by}, t.rowid) {comparison} (?, ?)");
        let value = match by.as_str() {
            "t.rowid" => Value::Integer(*row),
            _ if by.starts_with("CAST") => Value::Real(value.parse().unwrap_or_default()),
            _ => Value::Text(value.clone()),
        };
        position.extend([value, Value::Integer(*row)]);
    }
    for condition in &conditions.indexed {
        from += &format!(" AND {condition}");
    }
    let view = match by.contains("v.\"") || conditions.is_match.contains("v.\"") {
        true => format!("CROSS JOIN {}_csv AS v ON v.row_id = t.rowid", query.file.stem()),
        false => String::new(),
    };
    let sql = format!(
        "SELECT t.rowid, {by}, {is_match} FROM {table} AS t {view}
         WHERE {from} ORDER BY {by} {direction}, t.rowid {direction}",
        is_match = conditions.is_match,
        table = query.file.table,
    );
    let mut select = connection.prepare_cached(&sql)?;
    let values = values.is_match.into_iter().chain(position).chain(values.indexed);
    let mut found = select.query(params_from_iter(values))?;
    let (mut rows, mut scanned) = (Vec::new(), 0);
    let mut last: Option<ListingPosition> = None;
    while let Some(row) = found.next()? {
        if rows.len() == query.size || scanned == MAX_SCANNED {
            return Ok(Listing { rows, next: last });
        }
        scanned += 1;
        let key = row.get(0)?;
        if row.get(2)?
            && let Some(cells) = find_cells(connection, query.file, key)?
        {
            rows.push((key, cells));
        }
        if rows.len() == query.size || scanned == MAX_SCANNED {
            let value = match row.get(1)? {
                Value::Integer(number) => number.to_string(),
                Value::Real(number) => number.to_string(),
                Value::Text(text) => text,
                _ => String::new(),
            };
            last = Some(ListingPosition { value, row: key });
        }
    }
    Ok(Listing { rows, next: None })
}

/// Returns the first rows in which every word of a search occurs, in the order of an index that covers the searched
/// columns, if there is one.
pub fn find_rows(
    connection: &Connection,
    file: &'static DataFile,
    search: &str,
    most: usize,
) -> Result<Vec<(i64, RecordedCells)>, ListingError> {
    check_search(search)?;
    let query = ListingQuery { file, search, filters: &[], order: None, after: None, size: most };
    let Some((conditions, values)) = conditions(connection, &query)? else { return Ok(Vec::new()) };
    // `+` keeps the planner from reading the table itself in the order of its rows
    let all = [conditions.is_match].into_iter().chain(conditions.indexed).collect::<Vec<_>>().join(" AND ");
    let sql = format!("SELECT t.rowid FROM {} AS t WHERE +t.rowid > 0 AND {all} LIMIT {most}", file.table);
    let mut select = connection.prepare_cached(&sql)?;
    let values = values.is_match.into_iter().chain(values.indexed);
    let keys = select.query_map(params_from_iter(values), |row| row.get(0))?;
    let keys = keys.collect::<rusqlite::Result<Vec<i64>>>()?;
    let mut rows = Vec::new();
    for key in keys {
        rows.extend(find_cells(connection, file, key)?.map(|cells| (key, cells)));
    }
    Ok(rows)
}

struct Conditions {
    /// Conditions for which SQLite can use an index.
    indexed: Vec<String>,
    /// All other conditions, as one expression over a row.
    is_match: String,
}

#[derive(Default)]
struct QueryValues {
    indexed: Vec<Value>,
    is_match: Vec<Value>,
}

/// Returns the conditions of a query and their values; `None` if no row can match.
fn conditions(
    connection: &Connection,
    query: &ListingQuery,
) -> Result<Option<(Conditions, QueryValues)>, ListingError> {
    let mut values = QueryValues::default();
    let mut indexed = Vec::new();
    let mut others = Vec::new();
    for filter in query.filters {
        match filter.column.references() {
            [reference]
                if reference.with.is_empty() && filter.operator == FilterOperator::Is && !filter.cell.is_empty() =>
            {
                let Some(row) = find_row_by_key(connection, reference.to, &filter.cell)? else { return Ok(None) };
                indexed.push(format!("t.{} = ?", reference.id_column));
                values.indexed.push(Value::Integer(row));
            }
            _ => {
                let (condition, value) = filter.condition()?;
                others.push(condition);
                values.is_match.push(value);
            }
        }
    }
    for condition in search::word_conditions(connection, query.file, query.search)? {
        match condition {
            WordCondition::NoRow => return Ok(None),
            WordCondition::Rows(rows) => {
                indexed.push("t.rowid IN (SELECT value FROM json_each(?))".to_owned());
                values.indexed.push(rows);
            }
            WordCondition::Sql(condition, parameters) => {
                others.push(condition);
                values.is_match.extend(parameters);
            }
        }
    }
    let is_match = if others.is_empty() { "1".to_owned() } else { others.join(" AND ") };
    Ok(Some((Conditions { indexed, is_match }, values)))
}

/// Returns the id of the row with this key; `None` if there is none, or if the key of the file has several cells.
pub fn find_row_by_key(connection: &Connection, file: &DataFile, cell: &str) -> rusqlite::Result<Option<i64>> {
    let mut key = file.key_columns();
    let (Some((_, column)), None) = (key.next(), key.next()) else { return Ok(None) };
    let sql = format!("SELECT rowid FROM {} WHERE {} = ?", file.table, column.stored_column());
    connection.prepare_cached(&sql)?.query_row([cell], |row| row.get(0)).optional()
}

/// Returns the SQL expression to sort by a column; `None` if the file is large and no index has this order.
fn sort_expression(connection: &Connection, file: &DataFile, column: &Column) -> rusqlite::Result<Option<String>> {
    if has_at_most(connection, file, SORTABLE_ROWS)? {
        return Ok(Some(match column.domain {
            Domain::Id | Domain::Int(..) | Domain::Money => format!("CAST(v.\"{}\" AS REAL)", column.name),
            _ => format!("v.\"{}\" COLLATE NOCASE", column.name),
        }));
    }
    if column.domain == Domain::Id || !column.references().is_empty() {
        return Ok(None);
    }
    let collation = index_collation(connection, file, column)?;
    Ok(collation.map(|collation| format!("t.{} COLLATE {collation}", column.stored_column())))
}

/// Returns the collation of an index that begins with the column; `None` if there is none, or if the column may be NULL.
fn index_collation(connection: &Connection, file: &DataFile, column: &Column) -> rusqlite::Result<Option<String>> {
    let index = "SELECT c.coll FROM pragma_index_list(?1) AS i CROSS JOIN pragma_index_xinfo(i.name) AS c
                 WHERE c.seqno = 0 AND c.name = ?2 AND NOT i.partial
                       AND EXISTS (SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2 AND \"notnull\") LIMIT 1";
    let stored = params![file.table, column.stored_column()];
    connection.prepare_cached(index)?.query_row(stored, |row| row.get(0)).optional()
}
