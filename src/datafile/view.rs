//! The SQL view of a data file, whose cells are texts as export writes them.

use super::file::{Column, ColumnRole, DataFile, DefaultCell, Domain};
use super::reference::Reference;

/// Returns the SQL that creates the view `<stem>_csv`: `row_id`, the row's id in its table, and the file's cells, as texts
/// except `Id`. Placeholders are left out.
pub fn create_view_sql(file: &DataFile) -> String {
    let cells =
        file.columns.iter().map(|column| format!(",\n       {} AS \"{}\"", cell_sql(file, column), column.name));
    let cells: String = cells.collect();
    let without_placeholder = file.placeholder.map_or("", |_| "\nWHERE t.rowid > 0");
    format!(
        "CREATE VIEW {}_csv AS\nSELECT t.rowid AS row_id{cells}\nFROM {}{without_placeholder}",
        file.stem(),
        from_clause(file, |_| true)
    )
}

/// Returns the FROM clause for a file's rows: its table as `t`, joined with the tables to which cells refer. `finds_rows`
/// returns whether a query finds or sorts rows by a column; then SQLite may begin with the referenced table.
pub fn from_clause(file: &DataFile, finds_rows: impl Fn(&Column) -> bool) -> String {
    let joins: String = file.columns.iter().flat_map(|column| join_clauses(column, finds_rows(column))).collect();
    format!("{} AS t{joins}", file.table)
}

/// Returns the SQL for the value of a column over [`from_clause`]: an integer, an amount in cents, 0 or 1, or a text.
/// An absent value is NULL or an empty text.
pub fn value_sql(file: &DataFile, column: &Column) -> String {
    let value = converted_sql(file, column, "NULL", &|_, value| value);
    match column.domain {
        Domain::DatetimeOrNever => format!("coalesce({value}, 'never')"),
        Domain::Time => text_sql(column, &value, false),
        _ => value,
    }
}

/// Returns whether the cells are numbers because they refer to rows by id.
pub fn refers_by_number(column: &Column) -> bool {
    column.references().first().is_some_and(|reference| is_id(last_key_column(reference)))
}

/// Returns the joins with the tables to which a cell refers. SQLite omits a left join whose cells are not read.
fn join_clauses(column: &Column, finds_rows: bool) -> impl Iterator<Item = String> {
    let is_key = column.role == ColumnRole::Key && column.references().len() == 1;
    let join = if finds_rows && is_key { "JOIN" } else { "LEFT JOIN" };
    let joined = column.references().iter().filter(|reference| !is_id(last_key_column(reference)));
    joined.map(move |Reference { to, id_column, .. }| {
        format!("\n     {join} {} AS \"{id_column}\" ON \"{id_column}\".rowid = t.\"{id_column}\"", to.table)
    })
}

/// Returns the SQL for the canonical cell of a column.
fn cell_sql(file: &DataFile, column: &Column) -> String {
    converted_sql(file, column, "''", &|source, value| match is_id(source) && !column.references().is_empty() {
        true => format!("CAST({value} AS TEXT)"),
        false => text_sql(source, &value, is_nullable(column)),
    })
}

/// Returns the SQL for a column's value. `convert` converts the SQL of a stored value, for the column that stores it, which
/// may be one of a referenced file. `empty` is the SQL for a reference to the placeholder.
fn converted_sql(file: &DataFile, column: &Column, empty: &str, convert: &dyn Fn(&Column, String) -> String) -> String {
    let referenced_key = |reference: &Reference| {
        let key = last_key_column(reference);
        convert(
            key,
            if is_id(key) { format!("t.\"{}\"", reference.id_column) } else { referenced_column(reference, key) },
        )
    };
    match column.references() {
        [] => match find_other_storage(file, column) {
            Some((reference, key)) => convert(key, referenced_column(reference, key)),
            None => convert(column, format!("t.\"{}\"", column.stored_column())),
        },
        [reference] if reference.empty == "0" => {
            format!("iif(t.\"{}\" = 0, {empty}, {})", reference.id_column, referenced_key(reference))
        }
        [reference] => referenced_key(reference),
        several => {
            let columns: Vec<_> =
                several.iter().map(|reference| referenced_column(reference, last_key_column(reference))).collect();
            format!("coalesce({})", columns.join(", "))
        }
    }
}

/// Returns the SQL for a column of the row to which a reference leads.
fn referenced_column(reference: &Reference, column: &Column) -> String {
    format!("\"{}\".\"{}\"", reference.id_column, column.stored_column())
}

fn last_key_column(reference: &Reference) -> &'static Column {
    let (_, column) = reference.to.key_columns().last().expect("every file has a key");
    column
}

/// Returns where the value of an unstored column is: the reference of another column, and the referenced file's column.
fn find_other_storage<'f>(file: &'f DataFile, column: &Column) -> Option<(&'f Reference, &'static Column)> {
    let references = file.columns.iter().flat_map(Column::references).filter(|_| column.stored_column().is_empty());
    references.into_iter().find_map(|reference| {
        let (_, name) = (reference.with.iter().enumerate()).find(|(_, name)| **name == column.name)?;
        let (_, key) = reference.to.find_column(name)?;
        Some((reference, key))
    })
}

fn is_id(column: &Column) -> bool {
    column.domain == Domain::Id
}

/// Returns whether the table's column may be NULL. An optional text is `''` instead.
fn is_nullable(column: &Column) -> bool {
    matches!(column.role, ColumnRole::Optional | ColumnRole::OpenKey) && column.default == DefaultCell::Nothing
}

/// Returns the SQL that converts a stored value to its canonical cell.
fn text_sql(column: &Column, value: &str, is_nullable: bool) -> String {
    let text = match column.domain {
        Domain::Int(..) => format!("CAST({value} AS TEXT)"),
        Domain::Choice(_) if column.enumeration.is_some() => return format!("CAST({value} AS TEXT)"),
        Domain::Money => format!("printf('%.2f', {value} / 100.0)"),
        Domain::Time => format!("iif({value} LIKE '%:00', substr({value}, 1, 5), {value})"),
        Domain::Flag => return format!("iif({value}, 'true', 'false')"),
        Domain::DatetimeOrNever => return format!("coalesce({value}, 'never')"),
        Domain::Bytes => return format!("hex({value})"),
        _ => value.into(),
    };
    match column.domain {
        Domain::Id | Domain::Choice(_) | Domain::Image => text,
        _ if !is_nullable => text,
        Domain::Money => format!("iif({value} IS NULL, '', {text})"),
        _ => format!("coalesce({text}, '')"),
    }
}
