//! The SQL view of a data file. Its cells are texts as export writes them.

use super::file::{Column, ColumnRole, DataFile, DefaultCell, Domain};
use super::reference::Reference;

/// Returns the SQL that creates the view `<stem>_csv`: the table's rowid as `row_id`, `Id`, and other columns as texts.
pub fn create_view_sql(file: &DataFile) -> String {
    let cell_with_name = |column: &Column| format!(",\n       {} AS \"{}\"", cell_sql(file, column), column.name);
    let cells: String = file.columns.iter().map(cell_with_name).collect();
    let without_placeholder = if file.placeholder_name.is_some() { "\nWHERE t.rowid > 0" } else { "" };
    format!(
        "CREATE VIEW {}_csv AS\nSELECT t.rowid AS row_id{cells}\nFROM {}{without_placeholder}",
        file.stem(),
        from_clause(file, |_| true)
    )
}

/// Returns the FROM clause for a file's rows: its table as `t`, joined with the tables to which columns refer. A query
/// that filters or sorts by a column is fast only if `is_searched` returns true for it (see [`join_clauses`]).
pub fn from_clause(file: &DataFile, is_searched: impl Fn(&Column) -> bool) -> String {
    let joins: String = file.columns.iter().flat_map(|column| join_clauses(column, is_searched(column))).collect();
    format!("{} AS t{joins}", file.table)
}

/// Returns the SQL for the value of a column in a query on [`from_clause`]: an integer, an amount in cents, 0 or 1, or
/// a text. An absent value, or a reference to the placeholder, is NULL or an empty text.
pub fn value_sql(file: &DataFile, column: &Column) -> String {
    let value = replace_if_placeholder(column, "NULL", stored_value(file, column).sql);
    // other kinds are stored as the value that is returned
    match column.domain {
        Domain::DatetimeOrNever => format!("coalesce({value}, 'never')"),
        Domain::Time => text_sql(column, &value, NullText::Null),
        _ => value,
    }
}

/// Returns whether the cells are the ids of the rows to which they refer.
pub fn refers_by_id(column: &Column) -> bool {
    column.references().first().is_some_and(|reference| is_id(last_key_column(reference)))
}

/// Returns a JOIN for each reference by key. SQLite can read either table of a JOIN first, which makes a search fast.
/// It omits a LEFT JOIN if the query uses no column of its table.
fn join_clauses(column: &Column, is_searched: bool) -> impl Iterator<Item = String> {
    // the cell of a key is never empty, so JOIN and LEFT JOIN find the same rows
    let always_refers = column.role == ColumnRole::Key && column.references().len() == 1;
    let join = if is_searched && always_refers { "JOIN" } else { "LEFT JOIN" };
    // an id is read from the table itself
    let joined = column.references().iter().filter(|reference| !is_id(last_key_column(reference)));
    joined.map(move |Reference { to, id_column, .. }| {
        format!("\n     {join} {} AS \"{id_column}\" ON \"{id_column}\".rowid = t.\"{id_column}\"", to.table)
    })
}

/// Returns the SQL for the canonical cell of a column, a text. An `Id` column stays an integer.
fn cell_sql(file: &DataFile, column: &Column) -> String {
    let StoredValue { format, sql } = stored_value(file, column);
    // the cell of a column that refers by id is that id as text
    let refers_by_id = is_id(format) && !column.references().is_empty();
    let cell = match refers_by_id {
        true => format!("CAST({sql} AS TEXT)"),
        false => text_sql(format, &sql, null_text(column)),
    };
    replace_if_placeholder(column, "''", cell)
}

/// The stored value of a column. For `TrainingCode` of results.csv, the format is that of the column `Code` of
/// trainings.csv, and the SQL is `"training"."code"`.
struct StoredValue<'f> {
    /// A column whose values are stored in the same format: the column itself, or a column of a referenced file.
    format: &'f Column,
    sql: String,
}

impl<'f> StoredValue<'f> {
    fn in_own_table(format: &'f Column, stored_column: &str) -> Self {
        Self { format, sql: format!("t.\"{stored_column}\"") }
    }

    fn in_referenced_table(reference: &Reference, column: &'f Column) -> Self {
        Self { format: column, sql: referenced_column_sql(reference, column) }
    }
}

fn stored_value<'f>(file: &'f DataFile, column: &'f Column) -> StoredValue<'f> {
    match column.references() {
        [] if column.is_stored() => StoredValue::in_own_table(column, &column.stored_column()),
        [] => {
            let (reference, key) = find_reference_with_key_column(file, column.name);
            StoredValue::in_referenced_table(reference, key)
        }
        [reference] => match last_key_column(reference) {
            id if is_id(id) => StoredValue::in_own_table(id, reference.id_column),
            key => StoredValue::in_referenced_table(reference, key),
        },
        // in each row, one of the references applies; the ids of the others are NULL
        several => {
            let key_sql = |reference| referenced_column_sql(reference, last_key_column(reference));
            let keys: Vec<_> = several.iter().map(key_sql).collect();
            StoredValue { format: column, sql: format!("coalesce({})", keys.join(", ")) }
        }
    }
}

/// Returns an SQL expression: `replacement` in rows that refer to the placeholder (the row 0), `value` in other rows.
fn replace_if_placeholder(column: &Column, replacement: &str, value: String) -> String {
    match column.references() {
        [reference] if reference.has_placeholder => {
            format!("iif(t.\"{}\" = 0, {replacement}, {value})", reference.id_column)
        }
        _ => value,
    }
}

/// Returns the SQL for a column of the joined table, whose alias is the name of the id column.
fn referenced_column_sql(reference: &Reference, column: &Column) -> String {
    format!("\"{}\".\"{}\"", reference.id_column, column.stored_column())
}

/// Returns the column of the referenced file whose cells the reference contains.
fn last_key_column(reference: &Reference) -> &'static Column {
    let (_, column) = reference.to.key_columns().last().expect("every file has a key");
    column
}

/// Returns the reference whose key has a column of this name, and the column in the referenced file. Every column that
/// the table does not store is part of the key of a referenced row.
fn find_reference_with_key_column<'f>(file: &'f DataFile, name: &str) -> (&'f Reference, &'static Column) {
    let mut references = file.columns.iter().flat_map(Column::references);
    let reference = references.find(|reference| reference.other_key_columns.contains(&name));
    let reference = reference.expect("an unstored column is part of a key");
    let (_, key) = reference.to.find_column(name).expect("the referenced file has its key columns");
    (reference, key)
}

fn is_id(column: &Column) -> bool {
    column.domain == Domain::Id
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NullText {
    Null,
    Empty,
}

/// Returns the text for NULL in cells of a column: empty if the table may store NULL for an empty cell.
fn null_text(column: &Column) -> NullText {
    let is_optional = matches!(column.role, ColumnRole::Optional | ColumnRole::OptionalKey);
    let is_nullable = is_optional && column.default == DefaultCell::Nothing;
    if is_nullable { NullText::Empty } else { NullText::Null }
}

/// Returns the SQL that converts a stored value to its canonical cell.
fn text_sql(column: &Column, value: &str, null_text: NullText) -> String {
    let or_empty = |text: String| match null_text {
        NullText::Null => text,
        NullText::Empty => format!("coalesce({text}, '')"),
    };
    match column.domain {
        Domain::Text(_) | Domain::Date | Domain::Datetime => or_empty(value.into()),
        Domain::Int(..) => or_empty(format!("CAST({value} AS TEXT)")),
        Domain::Time => or_empty(format!("iif({value} LIKE '%:00', substr({value}, 1, 5), {value})")),
        // printf converts NULL to 0.00
        Domain::Money if null_text == NullText::Empty => {
            format!("iif({value} IS NULL, '', printf('%.2f', {value} / 100.0))")
        }
        Domain::Money => format!("printf('%.2f', {value} / 100.0)"),
        Domain::Flag => format!("iif({value}, 'true', 'false')"),
        Domain::DatetimeOrNever => format!("coalesce({value}, 'never')"),
        Domain::Bytes => format!("hex({value})"),
        Domain::Choice(_) if column.enumeration.is_some() => format!("CAST({value} AS TEXT)"),
        Domain::Id | Domain::Choice(_) | Domain::Image => value.into(),
    }
}
