//! What others changed between an import's check and its write lock: "and again what changed meanwhile".
//!
//! The ledger tells it, row by row. Rows that stand alone ([`Alone`]), which are those that provisioning calls
//! create and change, are looked at again one by one: a record that changes such a row, the numbers of new
//! rows, what `--replace` takes away, who else has an e-mail address. That takes a moment however large the
//! files are. For anything else everything is planned and checked again, without the lock.
//!
//! What is changed past this program is in no ledger; there the constraints of `schema.sql` refuse, and
//! everything is checked again.

use rusqlite::Connection;

use super::error_table::ErrorTable;
use super::imported_file::ImportedFile;
use super::{check, plan};
use crate::datafile::file::{Column, DataFile, RecheckScope, RowComparison};
use crate::datafile::named;
use crate::ledger::feed::newest;

/// More changes than this are no moment's work.
const FEW: i64 = 10_000;

/// The temporary tables: the rows that others changed, and the cells by which records are compared with them.
pub const TABLES: &str = "
    CREATE TEMP TABLE interim (file TEXT, row INTEGER, created INTEGER, PRIMARY KEY (file, row)) WITHOUT ROWID;
    CREATE TEMP TABLE alike (cell TEXT PRIMARY KEY COLLATE NOCASE) WITHOUT ROWID;";

/// Brings what was planned and found without fault up to what was changed since that place of the ledger, and adds
/// the faults that come of it. False when that cannot be told row by row; then nothing of it holds.
pub fn catch_up(faults: &ErrorTable, sheets: &[ImportedFile], since: i64) -> rusqlite::Result<bool> {
    let connection = faults.connection();
    let Some(files) = collect(connection, since)? else {
        return Ok(false);
    };
    let mut touched = Vec::new();
    for file in files {
        let sheet = sheets.iter().find(|sheet| sheet.file.name == file.name);
        if !stands_alone(connection, file, sheet, since)? {
            return Ok(false);
        }
        touched.extend(sheet);
    }
    for sheet in &touched {
        connection.execute(&plan::rebase(sheet), [])?;
        connection.execute_batch(&meet(sheet))?;
        connection.execute(&compare(sheet), [])?;
        for alike in sheet.file.alike {
            meet_alike(connection, sheet, alike, since)?;
        }
    }
    for sheet in sheets.iter().filter(|sheet| sheet.removes()) {
        connection.execute_batch(&leave(sheets, sheet))?;
    }
    for sheet in touched {
        check::again(faults, sheets, sheet)?;
    }
    check::removals(faults, sheets)?;
    Ok(true)
}

/// Reads which rows were changed, and gives their files; `None` when the ledger does not tell all, or they are many.
fn collect(connection: &Connection, since: i64) -> rusqlite::Result<Option<Vec<&'static DataFile>>> {
    let (changes, removals): (i64, i64) = connection.query_row(
        "SELECT count(*), coalesce(sum(kind = 'removed'), 0) FROM ledger_change WHERE id > ?",
        [since],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    // their numbers leave no gap, unless some are forgotten already
    if changes > FEW || removals > 0 || changes != newest(connection)? - since {
        return Ok(None);
    }
    connection.execute("DELETE FROM temp.interim", [])?;
    connection.execute(
        "INSERT INTO temp.interim
         SELECT file, row, max(kind = 'created') FROM ledger_change WHERE id > ? GROUP BY file, row",
        [since],
    )?;
    let mut files = connection.prepare("SELECT DISTINCT file FROM temp.interim")?;
    files.query_map([], |row| row.get::<_, String>(0).map(|name| named(&name)))?.collect()
}

/// Whether each row that was changed can be looked at by itself: none got another key, and no new one is what a
/// record of the files is too.
fn stands_alone(
    connection: &Connection,
    file: &DataFile,
    sheet: Option<&ImportedFile>,
    since: i64,
) -> rusqlite::Result<bool> {
    let renamed = |(_, column): (usize, &Column)| format!("c.old ->> '{}' IS NOT NULL", column.name);
    let renamed: Vec<_> = file.key().map(renamed).collect();
    let changed = "SELECT 1 FROM temp.interim AS m WHERE m.file = ? AND NOT m.created".to_owned();
    let renamed = format!(
        "SELECT 1 FROM ledger_change AS c CROSS JOIN temp.interim AS m ON m.file = c.file AND m.row = c.row
         WHERE c.id > {since} AND c.file = ? AND NOT m.created AND ({})",
        renamed.join(" OR ")
    );
    let mut hinders = vec![match file.alone {
        RecheckScope::None => return Ok(false),
        RecheckScope::Created => changed,
        RecheckScope::All => renamed,
    }];
    hinders.extend(sheet.into_iter().flat_map(meets));
    for hinders in hinders {
        if connection.prepare(&hinders)?.exists([file.name])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Queries of the rows that others created and that a record is too, by its key or by its number.
fn meets(sheet: &ImportedFile) -> [String; 2] {
    let stem = sheet.file.stem();
    [
        format!(
            "SELECT 1 FROM temp.interim AS m CROSS JOIN {stem}_csv AS v ON v.key = m.row
                  CROSS JOIN stage_{stem} AS s ON {}
             WHERE m.file = ? AND m.created",
            sheet.same_key("s", "v")
        ),
        format!(
            "SELECT 1 FROM temp.interim AS m CROSS JOIN plan_{stem} AS p ON p.row = m.row
             WHERE m.file = ? AND m.created AND p.fresh"
        ),
    ]
}

/// The records of rows that were changed.
fn meet(sheet: &ImportedFile) -> String {
    format!(
        "DELETE FROM anew_{stem};
         INSERT INTO anew_{stem}
         SELECT p.n FROM temp.interim AS m CROSS JOIN plan_{stem} AS p ON p.row = m.row
         WHERE m.file = '{}' AND NOT p.fresh",
        sheet.file.name,
        stem = sheet.file.stem()
    )
}

/// Whether such a record still changes its row, or does now.
fn compare(sheet: &ImportedFile) -> String {
    format!(
        "UPDATE plan_{stem} AS p
         SET changed = (SELECT {} FROM stage_{stem} AS s CROSS JOIN {stem}_csv AS v ON v.key = p.row WHERE s.n = p.n)
         WHERE p.n IN (SELECT n FROM anew_{stem})",
        sheet.changes(),
        stem = sheet.file.stem()
    )
}

/// The records that have in this column what a row that was changed, or a record that was met, has or had there.
fn meet_alike(
    connection: &Connection,
    sheet: &ImportedFile,
    alike: &RowComparison,
    since: i64,
) -> rusqlite::Result<()> {
    let column = alike.column;
    let form = |cell: &str| alike.form.replace('%', cell);
    connection.execute_batch(&format!(
        "DELETE FROM temp.alike;
         INSERT OR IGNORE INTO temp.alike
         SELECT {stored} FROM temp.interim AS m CROSS JOIN {stem}_csv AS v ON v.key = m.row
         WHERE m.file = '{file}'
         UNION ALL
         SELECT {old} FROM ledger_change
         WHERE id > {since} AND file = '{file}' AND old ->> '{column}' IS NOT NULL
         UNION ALL
         SELECT {given} FROM again_{stem};
         INSERT OR IGNORE INTO anew_{stem}
         SELECT n FROM stage_{stem} WHERE {given} COLLATE NOCASE IN (SELECT cell FROM temp.alike);",
        stored = form(&format!("v.\"{column}\"")),
        old = form(&format!("old ->> '{column}'")),
        given = form(&format!("\"{column}\"")),
        stem = sheet.file.stem(),
        file = sheet.file.name,
    ))?;
    if alike.fresh {
        return Ok(());
    }
    connection.execute_batch(&format!(
        "INSERT OR IGNORE INTO anew_{stem}
         SELECT p.n FROM temp.alike AS a CROSS JOIN {stem}_csv AS v ON {stored} = a.cell COLLATE NOCASE
              CROSS JOIN plan_{stem} AS p ON p.row = v.key;",
        stored = form(&format!("v.\"{column}\"")),
        stem = sheet.file.stem(),
    ))
}

/// What `--replace` takes away: of the rows that were changed, and of those who left meanwhile by the clock alone.
fn leave(sheets: &[ImportedFile], sheet: &ImportedFile) -> String {
    let stem = sheet.file.stem();
    let those = format!("v.key IN (SELECT row FROM temp.interim WHERE file = '{}')", sheet.file.name);
    let already = sheet.dismisses().map_or("0", |dismissal| dismissal.already);
    format!(
        "DELETE FROM gone_{stem} WHERE row IN (
             SELECT v.key FROM gone_{stem} AS g CROSS JOIN {stem}_csv AS v ON v.key = g.row
             WHERE {those} OR {already});
         {}",
        plan::leave(sheets, sheet, &those)
    )
}
