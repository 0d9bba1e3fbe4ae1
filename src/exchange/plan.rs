//! What becomes of each row of the files: which row of the data it is, or which id it gets; whether it
//! changes it; and which rows its cells name. It reads the data and writes temporary tables.

use rusqlite::Connection;

use super::file::{Column, Kind, Reference};
use super::sheet::Sheet;

/// Plans anew, whatever was planned before.
pub fn plan(connection: &Connection, sheets: &[Sheet]) -> rusqlite::Result<()> {
    forget(connection, sheets)?;
    for sheet in sheets.iter().filter(|sheet| sheet.given.is_some()) {
        for (_, column, reference) in sheet.references().filter(|(_, _, r)| r.creates) {
            connection.execute_batch(&imply(sheet, column, named(sheets, reference)))?;
        }
    }
    for sheet in sheets.iter().filter(|sheet| sheet.is_keyed()) {
        connection.execute_batch(&find(sheet))?;
        connection.execute_batch(&number(sheet))?;
        if sheet.removes() {
            connection.execute_batch(&leave(sheet))?;
        }
    }
    link(connection, sheets)
}

/// Finds the rows that the cells of all files name.
pub fn link(connection: &Connection, sheets: &[Sheet]) -> rusqlite::Result<()> {
    let mut sheets_with_names = sheets
        .iter()
        .filter(|sheet| sheet.references().next().is_some());
    sheets_with_names.try_for_each(|sheet| connection.execute_batch(&link_names(sheets, sheet)))
}

/// The sheet whose rows a reference names.
pub fn named<'a>(sheets: &'a [Sheet], reference: &Reference) -> &'a Sheet {
    let mut sheets = sheets.iter();
    sheets
        .find(|sheet| sheet.file.name == reference.to)
        .expect("a reference names a declared file")
}

/// Forgets what was planned; what the files say stays.
fn forget(connection: &Connection, sheets: &[Sheet]) -> rusqlite::Result<()> {
    for sheet in sheets {
        let stem = sheet.file.stem();
        connection.execute_batch(&format!("DELETE FROM stage_{stem} WHERE implied;"))?;
        connection.execute_batch(&forget_plan(sheet))?;
    }
    Ok(())
}

/// Deletes what is planned of a file.
pub fn forget_plan(sheet: &Sheet) -> String {
    let stem = sheet.file.stem();
    format!(
        "DELETE FROM plan_{stem}; DELETE FROM link_{stem};
         DELETE FROM gone_{stem};"
    )
}

/// Names that nobody has become rows of the file that they name, in the order in which they are met.
fn imply(sheet: &Sheet, column: &Column, to: &Sheet) -> String {
    let (stem, there) = (sheet.file.stem(), to.file.stem());
    let (_, key) = to.file.key().next().expect("every file has a key");
    format!(
        "INSERT INTO stage_{there} (line, implied, \"{key}\")
         SELECT met.line, 1, met.cell
         FROM (SELECT min(n) AS n, min(line) AS line, \"{column}\" AS cell FROM stage_{stem}
               WHERE \"{column}\" <> '' GROUP BY \"{column}\") AS met
         WHERE NOT EXISTS (SELECT 1 FROM {table} AS t WHERE t.{stored} = met.cell)
               AND NOT EXISTS (SELECT 1 FROM stage_{there} AS r WHERE r.\"{key}\" = met.cell)
         ORDER BY met.n;",
        key = key.name,
        column = column.name,
        table = to.file.table,
        stored = key.stored,
    )
}

/// The rows that are there already, by key; they change when a cell is not what the file's view gives.
fn find(sheet: &Sheet) -> String {
    let stem = sheet.file.stem();
    format!(
        "INSERT INTO plan_{stem} (n, row, fresh, changed)
         SELECT s.n, v.key, 0, {}
         FROM stage_{stem} AS s CROSS JOIN {stem}_csv AS v
         WHERE {};",
        sheet.changes(),
        sheet.same_key("v", "s")
    )
}

/// Ids of new rows: "`Id` is optional everywhere and keeps a migrated id; without it ids go on after the
/// largest that the table ever held and the file gives, in file order."
fn number(sheet: &Sheet) -> String {
    let stem = sheet.file.stem();
    let has_key = |(_, column): (usize, &Column)| format!(" AND s.\"{}\" IS NOT NULL", column.name);
    let key: String = sheet.file.key().map(has_key).collect();
    let fresh = format!("NOT EXISTS (SELECT 1 FROM plan_{stem} AS p WHERE p.n = s.n){key}");
    let (given, largest) = match sheet.file.has_id() {
        true => (
            "coalesce(s.\"Id\", '')",
            format!("(SELECT max(CAST(\"Id\" AS INTEGER)) FROM stage_{stem})"),
        ),
        false => ("''", "0".into()),
    };
    format!(
        "INSERT INTO plan_{stem} (n, row, fresh, changed)
         SELECT s.n, CAST({given} AS INTEGER), 1, 1 FROM stage_{stem} AS s
         WHERE {given} <> '' AND {fresh};
         INSERT INTO plan_{stem} (n, row, fresh, changed)
         SELECT s.n,
                max(coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = '{table}'), 0),
                    coalesce({largest}, 0)) + row_number() OVER (ORDER BY s.n),
                1, 1
         FROM stage_{stem} AS s
         WHERE {given} = '' AND {fresh};",
        table = sheet.file.table,
    )
}

/// The rows that the file does not list.
fn leave(sheet: &Sheet) -> String {
    let stem = sheet.file.stem();
    let already = sheet.retires().map_or("0", |retire| retire.already);
    format!(
        "INSERT INTO gone_{stem}
         SELECT v.key FROM {stem}_csv AS v
         WHERE NOT EXISTS (SELECT 1 FROM plan_{stem} WHERE row = v.key AND NOT fresh) AND NOT ({already});"
    )
}

/// The rows that the cells name; NULL for a name that nobody has, and for what the file leaves alone.
fn link_names(sheets: &[Sheet], sheet: &Sheet) -> String {
    let stem = sheet.file.stem();
    let link = |(_, column, reference): (usize, &Column, &Reference)| {
        let to = named(sheets, reference);
        let cell = said(sheet, column);
        format!(
            "CASE {cell} WHEN '' THEN {} ELSE {} END",
            reference.empty,
            look_up(to, &cell)
        )
    };
    let names: String = sheet
        .references()
        .map(|(_, c, _)| format!(", \"{}\"", c.name))
        .collect();
    let links: Vec<_> = sheet.references().map(link).collect();
    format!(
        "INSERT INTO link_{stem} (n{names})
         SELECT p.n, {}
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n;",
        links.join(", ")
    )
}

/// What the record `s` with the plan `p` says in this column, default included; NULL when it leaves a row
/// that is there alone.
pub fn said(sheet: &Sheet, column: &Column) -> String {
    debug_assert_ne!(column.kind, Kind::Id, "an id is never asked for by cell");
    format!(
        "iif(p.fresh OR s.\"{}\" IS NOT NULL, {}, NULL)",
        column.name,
        sheet.cell(column)
    )
}

/// The row with this key: in the data, unless it goes, or in its file.
fn look_up(to: &Sheet, cell: &str) -> String {
    let stem = to.file.stem();
    let (_, key) = to.file.key().next().expect("every file has a key");
    let here = format!(
        "(SELECT q.row FROM stage_{stem} AS r CROSS JOIN plan_{stem} AS q ON q.n = r.n WHERE r.\"{}\" = {cell})",
        key.name
    );
    format!(
        "coalesce((SELECT t.rowid FROM {} AS t WHERE t.{} = {cell} AND NOT {}), {here})",
        to.file.table,
        key.stored,
        to.goes("t.rowid")
    )
}
