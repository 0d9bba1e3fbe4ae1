//! Queries that collect their rows. The connection caches their statements.

use rusqlite::{Connection, OptionalExtension, Params, Result, Row};

/// Returns every row of a query, converted by `read`.
pub fn query_all<T, C: FromIterator<T>>(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
    read: impl FnMut(&Row) -> Result<T>,
) -> Result<C> {
    connection.prepare_cached(sql)?.query_map(parameters, read)?.collect()
}

/// Returns the first row of a query, converted by `read`; `None` if there is no row.
pub fn query_optional<T>(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
    read: impl FnOnce(&Row) -> Result<T>,
) -> Result<Option<T>> {
    connection.prepare_cached(sql)?.query_row(parameters, read).optional()
}
