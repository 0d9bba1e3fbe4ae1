//! What becomes of each row of the files: which row of the data it is, or which id it gets; whether it
//! changes it; and which rows its cells name. It reads the data and writes temporary tables.

use rusqlite::Connection;

use super::file::{Column, Kind, Reference};
use super::sheet::Sheet;

/// Plans anew, whatever was planned before.
pub fn plan(connection: &Connection, sheets: &[Sheet]) -> rusqlite::Result<()> {
    for sheet in sheets {
        connection.execute_batch(&forget(sheet))?;
    }
    for sheet in sheets.iter().filter(|sheet| sheet.given.is_some()) {
        for (_, column, reference) in sheet.references().filter(|(_, _, r)| r.creates) {
            connection.execute_batch(&imply(sheet, column, named(sheets, reference)))?;
        }
    }
    for sheet in sheets.iter().filter(|sheet| sheet.is_keyed()) {
        connection.execute_batch(&find(sheet))?;
        connection.execute_batch(&number(sheet))?;
    }
    for sheet in sheets
        .iter()
        .filter(|sheet| sheet.references().next().is_some())
    {
        connection.execute_batch(&link(sheets, sheet))?;
    }
    Ok(())
}

/// The sheet whose rows a reference names.
pub fn named<'a>(sheets: &'a [Sheet], reference: &Reference) -> &'a Sheet {
    let mut sheets = sheets.iter();
    sheets
        .find(|sheet| sheet.file.name == reference.to)
        .expect("a reference names a declared file")
}

fn forget(sheet: &Sheet) -> String {
    let stem = sheet.file.stem();
    format!(
        "DELETE FROM stage_{stem} WHERE implied; DELETE FROM plan_{stem}; DELETE FROM link_{stem};"
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
    let differs = |(_, column): (usize, &Column)| {
        format!("{} IS NOT v.\"{}\"", sheet.cell(column), column.name)
    };
    let mut changes: Vec<_> = sheet.settable().map(differs).collect();
    changes.push("0".into());
    format!(
        "INSERT INTO plan_{stem} (n, row, fresh, changed)
         SELECT s.n, v.key, 0, {}
         FROM stage_{stem} AS s CROSS JOIN {stem}_csv AS v
         WHERE {};",
        changes.join(" OR "),
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

/// The rows that the cells name; NULL for a name that nobody has, and for what the file leaves alone.
fn link(sheets: &[Sheet], sheet: &Sheet) -> String {
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

/// The row with this key: in the data, unless its file removes what it does not list, or in its file.
fn look_up(to: &Sheet, cell: &str) -> String {
    let stem = to.file.stem();
    let (_, key) = to.file.key().next().expect("every file has a key");
    let here = format!(
        "(SELECT q.row FROM stage_{stem} AS r CROSS JOIN plan_{stem} AS q ON q.n = r.n WHERE r.\"{}\" = {cell})",
        key.name
    );
    if to.removes() {
        return here;
    }
    format!(
        "coalesce((SELECT t.rowid FROM {} AS t WHERE t.{} = {cell}), {here})",
        to.file.table, key.stored
    )
}
