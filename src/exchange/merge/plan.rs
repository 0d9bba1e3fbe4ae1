//! Plans what happens to each row: which stored row it is or which id it gets, whether it changes, and what its cells
//! refer to. Reads the data and writes temporary tables.

use rusqlite::Connection;

use super::imported_file::ImportedFile;
use crate::datafile::file::{Column, Domain, IdSource};
use crate::datafile::reference::Reference;

/// Creates a plan, replacing an earlier one.
pub fn plan(connection: &Connection, sheets: &[ImportedFile]) -> rusqlite::Result<()> {
    forget(connection, sheets)?;
    for sheet in sheets.iter().filter(|sheet| sheet.given.is_some()) {
        for (_, column, reference) in sheet.references().filter(|(_, _, r)| r.creates) {
            connection.execute_batch(&imply(sheet, column, named(sheets, reference)))?;
        }
    }
    for sheet in with_rows(sheets).filter(|sheet| sheet.is_keyed()) {
        let found = connection.execute(&find(sheet), [])?;
        if last(connection, sheet)? > found as i64 {
            connection.execute_batch(&base(sheet))?;
            connection.execute_batch(&number(sheet))?;
        }
        if sheet.removes() {
            connection.execute_batch(&leave(sheets, sheet, "1"))?;
        }
    }
    link(connection, sheets)
}

pub fn link(connection: &Connection, sheets: &[ImportedFile]) -> rusqlite::Result<()> {
    let mut with_names = with_rows(sheets).filter(|sheet| sheet.references().next().is_some());
    with_names.try_for_each(|sheet| connection.execute_batch(&link_names(sheets, sheet)))
}

pub fn with_rows(sheets: &[ImportedFile]) -> impl Iterator<Item = &ImportedFile> {
    sheets.iter().filter(|sheet| sheet.has_rows)
}

pub fn named<'a>(sheets: &'a [ImportedFile], reference: &Reference) -> &'a ImportedFile {
    let mut sheets = sheets.iter();
    sheets.find(|sheet| sheet.file.name == reference.to.name).expect("what a file with rows names is involved")
}

/// Deletes the plan, but not the file contents.
fn forget(connection: &Connection, sheets: &[ImportedFile]) -> rusqlite::Result<()> {
    for sheet in sheets {
        let stem = sheet.file.stem();
        connection.execute_batch(&format!("DELETE FROM stage_{stem} WHERE implied;"))?;
        connection.execute_batch(&forget_plan(sheet))?;
    }
    Ok(())
}

pub fn forget_plan(sheet: &ImportedFile) -> String {
    let stem = sheet.file.stem();
    format!(
        "DELETE FROM plan_{stem}; DELETE FROM link_{stem};
         DELETE FROM gone_{stem}; DELETE FROM base_{stem}; DELETE FROM recheck_{stem};"
    )
}

/// Adds unknown names as rows of the file that they refer to, in order of occurrence.
fn imply(sheet: &ImportedFile, column: &Column, to: &ImportedFile) -> String {
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
        stored = key.stored(),
    )
}

/// Finds existing rows by key, and whether a cell differs from the file's view.
fn find(sheet: &ImportedFile) -> String {
    let stem = sheet.file.stem();
    let id = if sheet.file.has_id() { "v.\"Id\"" } else { "NULL" };
    format!(
        "INSERT INTO plan_{stem} (n, row, id, fresh, changed)
         SELECT s.n, v.key, {id}, 0, {}
         FROM stage_{stem} AS s CROSS JOIN {stem}_csv AS v
         WHERE {};",
        sheet.changes(),
        sheet.same_key("v", "s")
    )
}

fn last(connection: &Connection, sheet: &ImportedFile) -> rusqlite::Result<i64> {
    let last = format!("SELECT coalesce(max(n), 0) FROM stage_{}", sheet.file.stem());
    connection.query_row(&last, [], |row| row.get(0))
}

/// Returns the SQL for the largest id that the table ever had.
fn highest(sheet: &ImportedFile) -> String {
    format!("coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = '{}'), 0)", sheet.file.table)
}

/// Sets the number after which new ids begin: "ids go on after the largest that the table ever held … and the file
/// gives".
fn base(sheet: &ImportedFile) -> String {
    let stem = sheet.file.stem();
    let given = match sheet.file.ids {
        IdSource::Row if sheet.file.has_id() => {
            format!("coalesce((SELECT max(CAST(\"Id\" AS INTEGER)) FROM stage_{stem}), 0)")
        }
        _ => "0".into(),
    };
    format!("INSERT INTO base_{stem} SELECT max({}, {given});", highest(sheet))
}

/// Moves the numbers of new rows after those that others have given meanwhile.
pub fn rebase(sheet: &ImportedFile) -> String {
    format!("UPDATE base_{} SET number = max(number, {})", sheet.file.stem(), highest(sheet))
}

/// Numbers new rows: "`Id` is optional everywhere and keeps a migrated id; without it ids go on after the largest that
/// the table ever held (trainings: the type) and the file gives, in file order."
fn number(sheet: &ImportedFile) -> String {
    let stem = sheet.file.stem();
    let has_key = |(_, column): (usize, &Column)| format!(" AND s.\"{}\" IS NOT NULL", column.name);
    let key: String = sheet.file.key().map(has_key).collect();
    let fresh = format!("NOT EXISTS (SELECT 1 FROM plan_{stem} AS p WHERE p.n = s.n){key}");
    match sheet.file.ids {
        IdSource::Row if sheet.file.has_id() => number_rows(stem, &fresh),
        IdSource::Row => format!(
            "INSERT INTO plan_{stem} (n, row, fresh, changed)
             SELECT s.n, -row_number() OVER (ORDER BY s.n), 1, 1
             FROM stage_{stem} AS s WHERE {fresh};"
        ),
        IdSource::Within { column, highest: within, row } => format!(
            "INSERT INTO plan_{stem} (n, row, id, fresh, changed)
             SELECT n, {row}, id, 1, 1
             FROM (SELECT s.n, s.\"{column}\",
                          iif(coalesce(s.\"Id\", '') <> '', CAST(s.\"Id\" AS INTEGER),
                              max(coalesce(({within}), 0), coalesce(l.largest, 0)) + row_number() OVER (
                                  PARTITION BY s.\"{column}\", coalesce(s.\"Id\", '') = '' ORDER BY s.n)) AS id
                   FROM stage_{stem} AS s
                        LEFT JOIN (SELECT \"{column}\" AS among, max(CAST(\"Id\" AS INTEGER)) AS largest
                                   FROM stage_{stem} GROUP BY 1) AS l ON l.among = s.\"{column}\"
                   WHERE {fresh}) AS s;"
        ),
    }
}

/// Numbers rows with an Id first, so that the others need not check them.
fn number_rows(stem: &str, fresh: &str) -> String {
    format!(
        "INSERT INTO plan_{stem} (n, row, id, fresh, changed)
         SELECT s.n, CAST(s.\"Id\" AS INTEGER), CAST(s.\"Id\" AS INTEGER), 1, 1 FROM stage_{stem} AS s
         WHERE coalesce(s.\"Id\", '') <> '' AND {fresh};
         INSERT INTO plan_{stem} (n, row, id, fresh, changed)
         SELECT n, next, next, 1, 1
         FROM (SELECT s.n, -row_number() OVER (ORDER BY s.n) AS next FROM stage_{stem} AS s
               WHERE coalesce(s.\"Id\", '') = '' AND {fresh});"
    )
}

/// Finds unlisted rows that match a condition. Skips rows that a cell of this import names and would create, so that
/// the same folder can be imported again.
pub fn leave(sheets: &[ImportedFile], sheet: &ImportedFile, which: &str) -> String {
    let stem = sheet.file.stem();
    let already = sheet.dismisses().map_or("0", |dismissal| dismissal.already);
    let (_, key) = sheet.file.key().next().expect("every file has a key");
    let mut named = String::new();
    for other in sheets.iter().filter(|other| other.given.is_some()) {
        let creating = |(_, _, reference): &(usize, &Column, &Reference)| {
            reference.creates && reference.to.name == sheet.file.name
        };
        for (_, column, _) in other.references().filter(creating) {
            named += &format!(
                " AND v.\"{}\" NOT IN (SELECT \"{column}\" FROM stage_{} WHERE \"{column}\" <> '')",
                key.name,
                other.file.stem(),
                column = column.name,
            );
        }
    }
    format!(
        "INSERT INTO gone_{stem}
         SELECT v.key FROM {stem}_csv AS v
         WHERE {which} AND {may_go} AND NOT EXISTS (SELECT 1 FROM plan_{stem} WHERE row = v.key AND NOT fresh)
               AND NOT ({already}){named};",
        may_go = sheet.may_go()
    )
}

/// Resolves references; NULL for unknown names and for cells that stay unchanged. Unchanged rows keep their
/// references.
fn link_names(sheets: &[ImportedFile], sheet: &ImportedFile) -> String {
    let stem = sheet.file.stem();
    let names: String = sheet.references().map(|(_, _, reference)| format!(", {}", reference.stored)).collect();
    let links: Vec<_> =
        sheet.references().map(|(_, column, reference)| linked(sheets, sheet, column, reference)).collect();
    let stays = |reference: &Reference| {
        let row = format!("t.{}", reference.stored);
        let goes = named(sheets, reference).goes(&row);
        format!(", iif({goes}, NULL, {row})")
    };
    let stay: String = sheet.references().map(|(.., to)| stays(to)).collect();
    format!(
        "INSERT INTO link_{stem} (n{names})
         SELECT p.n{stay} FROM plan_{stem} AS p CROSS JOIN {table} AS t ON t.rowid = p.row
         WHERE NOT p.fresh AND NOT p.changed;
         INSERT INTO link_{stem} (n{names})
         SELECT p.n, {links} FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE p.fresh OR p.changed;",
        table = sheet.file.table,
        links = links.join(", ")
    )
}

fn linked(sheets: &[ImportedFile], sheet: &ImportedFile, column: &Column, reference: &Reference) -> String {
    let cell = named_by(sheet, column, reference);
    let first = reference.with.iter().map(|name| {
        let (_, column) = sheet.file.column(name).expect("a declared column");
        whole(sheet, column)
    });
    let cells: Vec<_> = first.chain([cell.clone()]).collect();
    let found =
        format!("CASE {cell} WHEN '' THEN {} ELSE {} END", reference.empty, look_up(named(sheets, reference), &cells));
    match is_meant(reference) {
        Some(condition) => format!("iif({condition}, {found}, NULL)"),
        None => found,
    }
}

/// Returns the row that a column of the record `s` with plan `p` refers to; NULL if an existing row keeps its value.
pub fn named_by(sheet: &ImportedFile, column: &Column, reference: &Reference) -> String {
    match reference.with {
        [] => said(sheet, column),
        _ => whole(sheet, column),
    }
}

/// Returns the condition that the record `s` refers to this file and not to another.
pub fn is_meant(reference: &Reference) -> Option<String> {
    let (column, words) = reference.when?;
    let words: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
    Some(format!("s.\"{column}\" IN ({})", words.join(", ")))
}

/// Returns the value of a column of the record `s` with plan `p`, with default; NULL if an existing row keeps its
/// value.
pub fn said(sheet: &ImportedFile, column: &Column) -> String {
    debug_assert_ne!(column.domain, Domain::Id, "an id is never asked for by cell");
    format!("iif(p.fresh OR s.\"{}\" IS NOT NULL, {}, NULL)", column.name, sheet.cell(column))
}

/// Like [`said`], but with the value that an existing row keeps.
pub fn whole(sheet: &ImportedFile, column: &Column) -> String {
    format!(
        "iif(p.fresh OR s.\"{name}\" IS NOT NULL, {}, (SELECT v.\"{name}\" FROM {}_csv AS v WHERE v.key = p.row))",
        sheet.cell(column),
        sheet.file.stem(),
        name = column.name,
    )
}

/// Returns the row with this key: in the data, unless removed, or in its file.
fn look_up(to: &ImportedFile, cells: &[String]) -> String {
    let stem = to.file.stem();
    let is = |of: &str| {
        let equal = |((_, column), cell): ((usize, &Column), &String)| format!("{of}.\"{}\" = {cell}", column.name);
        let equal: Vec<_> = to.file.key().zip(cells).map(equal).collect();
        equal.join(" AND ")
    };
    let here =
        format!("(SELECT q.row FROM stage_{stem} AS r CROSS JOIN plan_{stem} AS q ON q.n = r.n WHERE {})", is("r"));
    let mut key = to.file.key();
    let there = match (key.next(), key.next()) {
        (Some((_, only)), None) => format!(
            "SELECT t.rowid FROM {} AS t WHERE t.{} = {} AND NOT {}",
            to.file.table,
            only.stored(),
            cells[0],
            to.goes("t.rowid")
        ),
        _ => format!("SELECT v.key FROM {stem}_csv AS v WHERE {} AND NOT {}", is("v"), to.goes("v.key")),
    };
    format!("coalesce(({there}), {here})")
}
