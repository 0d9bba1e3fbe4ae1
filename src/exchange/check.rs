//! Finds every fault of what is planned: those that follow from the declarations, and each file's own
//! rules. Each is a query over whole files; none stops at the first.

use super::faults::{Faults, Place};
use super::file::{Column, Kind, Mark};
use super::plan::{named, said};
use super::sheet::Sheet;

/// Adds the faults of all files, and the warnings.
pub fn check(faults: &Faults, sheets: &[Sheet]) -> rusqlite::Result<()> {
    for sheet in sheets
        .iter()
        .filter(|sheet| sheet.given.is_some() && sheet.is_keyed())
    {
        keys(faults, sheet)?;
        columns(faults, sheet)?;
        names(faults, sheets, sheet)?;
        for rule in sheet.file.rules {
            let column = sheet
                .file
                .column(rule.column)
                .expect("a rule names a column of its file");
            faults.find(sheet, column, rule.warns, rule.select)?;
        }
        if sheet.removes() {
            too_many_go(faults, sheet)?;
            still_named(faults, sheets, sheet)?;
        }
    }
    // names that other files create get ids too
    for sheet in sheets {
        faults.find(sheet, last_of_key(sheet), false, &no_id_left(sheet))?;
    }
    Ok(())
}

/// The column that a fault of a whole key names: "a fault between two columns names the later one".
fn last_of_key(sheet: &Sheet) -> (usize, &'static Column) {
    sheet.file.key().last().expect("every file has a key")
}

fn keys(faults: &Faults, sheet: &Sheet) -> rusqlite::Result<()> {
    let (at, column) = last_of_key(sheet);
    faults.find(sheet, (at, column), false, &repeated_key(sheet))?;
    if let Some(placeholder) = sheet.file.placeholder {
        faults.find(
            sheet,
            (at, column),
            false,
            &placeholder_row(sheet, column, placeholder),
        )?;
    }
    Ok(())
}

fn columns(faults: &Faults, sheet: &Sheet) -> rusqlite::Result<()> {
    for (at, column) in sheet.columns() {
        if column.kind == Kind::Id && sheet.has(at) {
            for select in [repeated_id(sheet), changed_id(sheet), taken_id(sheet)] {
                faults.find(sheet, (at, column), false, &select)?;
            }
        }
        if column.mark == Mark::Required && !sheet.has(at) {
            faults.find(sheet, (at, column), false, &lacking(sheet))?;
        }
    }
    Ok(())
}

fn names(faults: &Faults, sheets: &[Sheet], sheet: &Sheet) -> rusqlite::Result<()> {
    for (at, column, reference) in sheet.references() {
        let to = named(sheets, reference);
        if to.is_keyed() {
            faults.find(sheet, (at, column), false, &unknown_name(sheet, column, to))?;
        }
    }
    Ok(())
}

/// "a key twice in a file"
fn repeated_key(sheet: &Sheet) -> String {
    format!(
        "SELECT s.line, {value} AS value, '{{}} is on line ' || f.line || ' already' AS message
         FROM (SELECT {list}, min(n) AS first FROM stage_{stem} AS s WHERE NOT implied
               GROUP BY {list} HAVING count(*) > 1) AS d
              CROSS JOIN stage_{stem} AS f ON f.n = d.first
              CROSS JOIN stage_{stem} AS s ON {same}
         WHERE s.n > d.first",
        stem = sheet.file.stem(),
        value = sheet.key_text("s"),
        list = sheet.key_list("s"),
        same = sheet.same_key("s", "d"),
    )
}

/// "a row for a placeholder"
fn placeholder_row(sheet: &Sheet, column: &Column, placeholder: &str) -> String {
    format!(
        "SELECT line, \"{0}\" AS value, '{{}} stands for what is not known; it has no row' AS message
         FROM stage_{1} WHERE \"{0}\" = '{placeholder}'",
        column.name,
        sheet.file.stem()
    )
}

fn repeated_id(sheet: &Sheet) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value, '{{}} is the Id of line ' || f.line || ' already' AS message
         FROM stage_{0} AS s
              JOIN (SELECT \"Id\" AS id, min(n) AS first FROM stage_{0} WHERE \"Id\" <> ''
                    GROUP BY \"Id\" HAVING count(*) > 1) AS d ON d.id = s.\"Id\"
              JOIN stage_{0} AS f ON f.n = d.first
         WHERE s.n > d.first",
        sheet.file.stem()
    )
}

/// "an Id changed …"
fn changed_id(sheet: &Sheet) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value,
                '{{}} is not the Id of ' || {key} || ', which is ' || p.row || ' and cannot change' AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE NOT p.fresh AND s.\"Id\" <> '' AND CAST(s.\"Id\" AS INTEGER) <> p.row",
        stem = sheet.file.stem(),
        key = sheet.key_text("s"),
    )
}

/// "… or taken"
fn taken_id(sheet: &Sheet) -> String {
    format!(
        "SELECT s.line, s.\"Id\" AS value, '{{}} is the Id of ' || {key} AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
              CROSS JOIN {stem}_csv AS v ON v.key = p.row
         WHERE p.fresh AND s.\"Id\" <> ''",
        stem = sheet.file.stem(),
        key = sheet.key_text("v"),
    )
}

fn no_id_left(sheet: &Sheet) -> String {
    format!(
        "SELECT s.line, {value} AS value, '{{}} gets no Id: the largest, 2147483647, is given' AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE p.row > 2147483647",
        stem = sheet.file.stem(),
        value = sheet.key_text("s"),
    )
}

/// A column that is required on a new row and that the file does not have.
fn lacking(sheet: &Sheet) -> String {
    format!(
        "SELECT s.line, '' AS value,
                'a value is required for a new row, and the file has no such column' AS message
         FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE p.fresh AND NOT s.implied",
        stem = sheet.file.stem()
    )
}

/// "every other reference must exist"
fn unknown_name(sheet: &Sheet, column: &Column, to: &Sheet) -> String {
    let message = match (to.removes(), to.given.is_some()) {
        (true, _) if to.retires().is_none() => format!("{{}} is not in {}", to.file.name),
        (_, true) => format!("{{}} is neither in {} nor in the database", to.file.name),
        (_, false) => "{} is not in the database".into(),
    };
    let allowed = match to.file.whole {
        true => format!(
            " || ' (' || (SELECT group_concat({0}, ', ') FROM (SELECT {0} FROM after_{1} AS a ORDER BY 1)) || ')'",
            to.key_list("a").replace("a.", ""),
            to.file.stem()
        ),
        false => String::new(),
    };
    format!(
        "SELECT s.line, {cell} AS value, '{message}'{allowed} AS message
         FROM link_{stem} AS l CROSS JOIN plan_{stem} AS p ON p.n = l.n
              CROSS JOIN stage_{stem} AS s ON s.n = l.n
         WHERE l.\"{name}\" IS NULL AND {cell} <> ''",
        cell = said(sheet, column),
        stem = sheet.file.stem(),
        name = column.name,
    )
}

/// "it refuses to remove more than `--max-removals`".
fn too_many_go(faults: &Faults, sheet: &Sheet) -> rusqlite::Result<()> {
    let Some(max) = sheet.replace else {
        return Ok(());
    };
    let (rows, gone) = faults.removals(sheet)?;
    let most = max.of(rows);
    if gone <= most {
        return Ok(());
    }
    let message = format!(
        "{gone} of {rows} rows are not listed and would be {}; --max-removals {max} allows {most}",
        sheet.retires().map_or("removed", |_| "dismissed")
    );
    faults.add(sheet, 1, Place::NONE, "", &message)
}

/// "a row removed that others still point at": those that the files leave as they are.
fn still_named(faults: &Faults, sheets: &[Sheet], removing: &Sheet) -> rusqlite::Result<()> {
    let key = last_of_key(removing);
    for sheet in sheets {
        for (at, column, reference) in sheet.references() {
            if reference.to == removing.file.name {
                let select = named_by(sheet, (at, column), removing, key.1);
                faults.find(removing, key, false, &select)?;
            }
        }
    }
    Ok(())
}

fn named_by(
    sheet: &Sheet,
    (at, column): (usize, &Column),
    removing: &Sheet,
    key: &Column,
) -> String {
    // a row whose file says what it names is checked at its own line
    let left = match sheet.has(at) {
        true => format!(
            "NOT EXISTS (SELECT 1 FROM plan_{} WHERE row = w.rowid)",
            sheet.file.stem()
        ),
        false => "1".into(),
    };
    format!(
        "SELECT 1 AS line, v.\"{key}\" AS value,
                '{{}} is not listed, and ' || count(*)
                || iif(count(*) = 1, ' row of {name} names it', ' rows of {name} name it') AS message
         FROM gone_{removed} AS g CROSS JOIN {removed}_csv AS v ON v.key = g.row
              CROSS JOIN {table} AS w ON w.{stored} = g.row
         WHERE {goes} AND {left} AND NOT {too}
         GROUP BY g.row",
        key = key.name,
        name = sheet.file.name,
        removed = removing.file.stem(),
        table = sheet.file.table,
        stored = column.stored,
        goes = removing.goes("g.row"),
        too = sheet.goes("w.rowid"),
    )
}
