//! The view of a data file: its rows as text in the form of an export.

use super::file::{Column, ColumnRole, DataFile, DefaultCell, Domain};
use super::reference::Reference;

/// Returns the statement that creates the view `<stem>_csv`: `key`, the row's id in its table, and the file's cells, as
/// texts except `Id`. Placeholders are left out.
pub fn view(file: &DataFile) -> String {
    let cells = file.columns.iter().map(|column| format!(",\n       {} AS \"{}\"", cell(file, column), column.name));
    let cells: String = cells.collect();
    let present = file.placeholder.map_or("", |_| "\nWHERE t.rowid > 0");
    format!(
        "CREATE VIEW {}_csv AS\nSELECT t.rowid AS key{cells}\nFROM {}{present}",
        file.stem(),
        tables(file, |_| true)
    )
}

/// Returns the table of a file as `t`, joined with the tables that its cells refer to. If a column finds or sorts rows,
/// SQLite may start from the row that its key refers to.
pub fn tables(file: &DataFile, finds_rows: impl Fn(&Column) -> bool) -> String {
    let joins: String = file.columns.iter().flat_map(|column| joins(column, finds_rows(column))).collect();
    format!("{} AS t{joins}", file.table)
}

/// Returns the SQL for the value of a column over [`tables`]: an integer, an amount in cents, 0 or 1, or a text. An
/// absent value is NULL or an empty text.
pub fn value(file: &DataFile, column: &Column) -> String {
    let value = converted(file, column, "NULL", &|_, value| value);
    match column.domain {
        Domain::DatetimeOrNever => format!("coalesce({value}, 'never')"),
        Domain::Time => text(column, &value, false),
        _ => value,
    }
}

/// Returns whether the value of a column is an integer because it refers to rows by number.
pub fn is_row_number(column: &Column) -> bool {
    column.references().first().is_some_and(|reference| is_number(last_of_key(reference)))
}

/// Joins the tables that a cell refers to; SQLite omits a left join whose cells are not read.
fn joins(column: &Column, finds_rows: bool) -> impl Iterator<Item = String> {
    let is_key = column.mark == ColumnRole::Key && column.references().len() == 1;
    let join = if finds_rows && is_key { "JOIN" } else { "LEFT JOIN" };
    let joined = column.references().iter().filter(|reference| !is_number(last_of_key(reference)));
    joined.map(move |Reference { to, stored, .. }| {
        format!("\n     {join} {} AS \"{stored}\" ON \"{stored}\".rowid = t.\"{stored}\"", to.table)
    })
}

fn cell(file: &DataFile, column: &Column) -> String {
    converted(file, column, "''", &|stored, value| match is_number(stored) && !column.references().is_empty() {
        true => format!("CAST({value} AS TEXT)"),
        false => text(stored, &value, is_nullable(column)),
    })
}

/// Returns the SQL for a column, converted by the column that stores the value; `empty` replaces the placeholder.
fn converted(file: &DataFile, column: &Column, empty: &str, convert: &dyn Fn(&Column, String) -> String) -> String {
    let named = |reference: &Reference| {
        let key = last_of_key(reference);
        convert(key, if is_number(key) { format!("t.\"{}\"", reference.stored) } else { of(reference, key) })
    };
    match column.references() {
        [] => match beside(file, column) {
            Some((reference, key)) => convert(key, of(reference, key)),
            None => convert(column, format!("t.\"{}\"", column.stored())),
        },
        [reference] if reference.empty == "0" => {
            format!("iif(t.\"{}\" = 0, {empty}, {})", reference.stored, named(reference))
        }
        [reference] => named(reference),
        several => {
            let columns: Vec<_> = several.iter().map(|reference| of(reference, last_of_key(reference))).collect();
            format!("coalesce({})", columns.join(", "))
        }
    }
}

fn of(reference: &Reference, column: &Column) -> String {
    format!("\"{}\".\"{}\"", reference.stored, column.stored())
}

fn last_of_key(reference: &Reference) -> &'static Column {
    let (_, column) = reference.to.key().last().expect("every file has a key");
    column
}

/// Returns where an unstored column is read: the reference of another column, and the column of its key.
fn beside<'f>(file: &'f DataFile, column: &Column) -> Option<(&'f Reference, &'static Column)> {
    let references = file.columns.iter().flat_map(Column::references).filter(|_| column.stored().is_empty());
    references.into_iter().find_map(|reference| {
        let (_, name) = (reference.with.iter().enumerate()).find(|(_, name)| **name == column.name)?;
        let (_, key) = reference.to.column(name)?;
        Some((reference, key))
    })
}

fn is_number(column: &Column) -> bool {
    column.domain == Domain::Id
}

/// Returns whether the table's column may be NULL. An optional text is `''` instead.
fn is_nullable(column: &Column) -> bool {
    matches!(column.mark, ColumnRole::Optional | ColumnRole::OpenKey) && column.default == DefaultCell::Nothing
}

fn text(column: &Column, value: &str, is_nullable: bool) -> String {
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
