//! Plans each record: its stored row or new id, whether it changes the stored row, and the rows to which it refers.
//! Reads the data, and writes only temporary tables.

use rusqlite::Connection;

use super::imported_file::{ColumnReference, ImportedFile};
use crate::datafile::file::{Column, Domain, IdSource};

pub fn create_plan(connection: &Connection, files: &[ImportedFile]) -> rusqlite::Result<()> {
    for imported in files {
        connection.execute_batch(&clear_plan_sql(imported, "WHERE created_by_cell"))?;
    }
    let references = files.iter().filter(|imported| imported.is_given()).flat_map(ImportedFile::references);
    for reference in references.filter(|reference| reference.declared.creates_rows) {
        connection.execute_batch(&add_records_created_by_cells_sql(&reference, reference.target(files)))?;
    }
    for imported in files_with_rows(files).filter(|imported| imported.has_key()) {
        let stored_count = connection.execute(&plan_stored_rows_sql(imported), [])?;
        let last_record = format!("SELECT coalesce(max(n), 0) FROM stage_{}", imported.file.stem());
        let last_record: i64 = connection.query_row(&last_record, [], |row| row.get(0))?;
        if last_record > stored_count as i64 {
            connection.execute_batch(&set_base_sql(imported))?;
            connection.execute_batch(&plan_new_rows_sql(imported))?;
        }
        if imported.removes_unlisted() {
            connection.execute_batch(&plan_removed_rows_sql(files, imported, "1"))?;
        }
    }
    resolve_references(connection, files)
}

pub fn resolve_references(connection: &Connection, files: &[ImportedFile]) -> rusqlite::Result<()> {
    let mut with_references = files_with_rows(files).filter(|imported| imported.references().next().is_some());
    with_references.try_for_each(|imported| connection.execute_batch(&resolve_references_sql(files, imported)))
}

pub fn files_with_rows(files: &[ImportedFile]) -> impl Iterator<Item = &ImportedFile> {
    files.iter().filter(|imported| imported.has_rows)
}

/// Returns the SQL that deletes the plan of a file, and the records that meet a WHERE clause.
pub fn clear_plan_sql(imported: &ImportedFile, records_where: &str) -> String {
    let stem = imported.file.stem();
    format!(
        "DELETE FROM stage_{stem} {records_where}; DELETE FROM plan_{stem}; DELETE FROM link_{stem};
         DELETE FROM removals_{stem}; DELETE FROM base_{stem}; DELETE FROM recheck_{stem};"
    )
}

/// Returns the SQL that adds a record to the file `to` for each unknown name in a column, in file order.
fn add_records_created_by_cells_sql(reference: &ColumnReference, to: &ImportedFile) -> String {
    let (stem, target) = (reference.imported.file.stem(), to.file.stem());
    let (_, key) = to.file.key_columns().next().expect("every file has a key");
    format!(
        "INSERT INTO stage_{target} (line, created_by_cell, \"{key}\")
         SELECT occurrence.line, 1, occurrence.cell
         FROM (SELECT min(n) AS n, min(line) AS line, \"{column}\" AS cell FROM stage_{stem}
               WHERE \"{column}\" <> '' GROUP BY \"{column}\") AS occurrence
         WHERE NOT EXISTS (SELECT 1 FROM {table} AS t WHERE t.{stored} = occurrence.cell)
               AND NOT EXISTS (SELECT 1 FROM stage_{target} AS r WHERE r.\"{key}\" = occurrence.cell)
         ORDER BY occurrence.n;",
        key = key.name,
        column = reference.column.name,
        table = to.file.table,
        stored = key.stored_column(),
    )
}

/// Returns the SQL that plans the records whose key a stored row has, and whether they change that row.
fn plan_stored_rows_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let id = if imported.file.has_id() { "v.\"Id\"" } else { "NULL" };
    format!(
        "INSERT INTO plan_{stem} (n, row, id, fresh, changed)
         SELECT s.n, v.row_id, {id}, 0, {}
         FROM stage_{stem} AS s CROSS JOIN {stem}_csv AS v
         WHERE {};",
        imported.differs_sql(),
        imported.same_key_sql("v", "s")
    )
}

fn highest_id_sql(imported: &ImportedFile) -> String {
    format!("coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = '{}'), 0)", imported.file.table)
}

/// Returns the SQL that sets the base to the highest id that the table ever had or the file has (contract §7).
fn set_base_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let highest_given = match imported.file.ids {
        IdSource::Row if imported.file.has_id() => {
            format!("coalesce((SELECT max(CAST(\"Id\" AS INTEGER)) FROM stage_{stem}), 0)")
        }
        _ => "0".into(),
    };
    format!("INSERT INTO base_{stem} SELECT max({}, {highest_given});", highest_id_sql(imported))
}

/// Returns the SQL that raises the base above the ids of rows that other writers created since the check.
pub fn raise_base_sql(imported: &ImportedFile) -> String {
    format!("UPDATE base_{} SET number = max(number, {})", imported.file.stem(), highest_id_sql(imported))
}

/// Returns the SQL that plans new rows with their ids (contract §7). A row keeps the Id of its record. Rows without Id
/// get the ids after the base, or after the highest Id within a column, in the order of the file.
fn plan_new_rows_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let has_cell = |(_, column): (usize, &Column)| format!(" AND s.\"{}\" IS NOT NULL", column.name);
    let has_key: String = imported.file.key_columns().map(has_cell).collect();
    let is_new = format!("NOT EXISTS (SELECT 1 FROM plan_{stem} AS p WHERE p.n = s.n){has_key}");
    match imported.file.ids {
        // first the rows with an Id, then the rows without Id, with negative numbers
        IdSource::Row if imported.file.has_id() => format!(
            "INSERT INTO plan_{stem} (n, row, id, fresh, changed)
             SELECT s.n, CAST(s.\"Id\" AS INTEGER), CAST(s.\"Id\" AS INTEGER), 1, 1 FROM stage_{stem} AS s
             WHERE coalesce(s.\"Id\", '') <> '' AND {is_new};
             INSERT INTO plan_{stem} (n, row, id, fresh, changed)
             SELECT n, number, number, 1, 1
             FROM (SELECT s.n, -row_number() OVER (ORDER BY s.n) AS number FROM stage_{stem} AS s
                   WHERE coalesce(s.\"Id\", '') = '' AND {is_new});"
        ),
        IdSource::Row => format!(
            "INSERT INTO plan_{stem} (n, row, fresh, changed)
             SELECT s.n, -row_number() OVER (ORDER BY s.n), 1, 1
             FROM stage_{stem} AS s WHERE {is_new};"
        ),
        IdSource::Within { column, highest_sql, row_sql } => format!(
            "INSERT INTO plan_{stem} (n, row, id, fresh, changed)
             SELECT n, {row_sql}, id, 1, 1
             FROM (SELECT s.n, s.\"{column}\",
                          iif(coalesce(s.\"Id\", '') <> '', CAST(s.\"Id\" AS INTEGER),
                              max(coalesce(({highest_sql}), 0), coalesce(given.highest_id, 0)) + row_number() OVER (
                                  PARTITION BY s.\"{column}\", coalesce(s.\"Id\", '') = '' ORDER BY s.n)) AS id
                   FROM stage_{stem} AS s
                        LEFT JOIN (SELECT \"{column}\" AS scope, max(CAST(\"Id\" AS INTEGER)) AS highest_id
                                   FROM stage_{stem} GROUP BY 1) AS given ON given.scope = s.\"{column}\"
                   WHERE {is_new}) AS s;"
        ),
    }
}

/// Returns the SQL that plans the removal of unlisted rows `v` that meet a condition. Keeps a row that a cell of the
/// import would create, so that a second import of the same folder changes nothing.
pub fn plan_removed_rows_sql(files: &[ImportedFile], imported: &ImportedFile, condition: &str) -> String {
    let stem = imported.file.stem();
    let is_dismissed = imported.dismissal().map_or("0", |dismissal| dismissal.dismissed_condition);
    let (_, key) = imported.file.key_columns().next().expect("every file has a key");
    let references = files.iter().filter(|other| other.is_given()).flat_map(ImportedFile::references);
    let creating_references =
        references.filter(|reference| reference.declared.creates_rows && reference.refers_to(imported.file));
    let is_not_created = creating_references.map(|reference| {
        format!(
            " AND v.\"{}\" NOT IN (SELECT \"{column}\" FROM stage_{} WHERE \"{column}\" <> '')",
            key.name,
            reference.imported.file.stem(),
            column = reference.column.name,
        )
    });
    let and_is_not_created: String = is_not_created.collect();
    format!(
        "INSERT INTO removals_{stem}
         SELECT v.row_id FROM {stem}_csv AS v
         WHERE {condition} AND {is_removable} AND NOT EXISTS (SELECT 1 FROM plan_{stem} WHERE row = v.row_id AND NOT fresh)
               AND NOT ({is_dismissed}){and_is_not_created};",
        is_removable = imported.removed_row.map_or("1".to_owned(), |row| format!("v.row_id = {row}"))
    )
}

/// Returns the SQL that fills `link_<stem>` with the row of each reference of a planned record. The row is NULL if it
/// is unknown, or if a changed row keeps its cell. Unchanged rows keep their stored references.
fn resolve_references_sql(files: &[ImportedFile], imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let names: String = imported.references().map(|reference| format!(", {}", reference.declared.id_column)).collect();
    let links: Vec<_> = imported.references().map(|reference| referenced_row_sql(files, &reference)).collect();
    let stored_link = |reference: ColumnReference| {
        let row = format!("t.{}", reference.declared.id_column);
        let is_removed = reference.target(files).is_removed_sql(&row);
        format!(", iif({is_removed}, NULL, {row})")
    };
    let stored_links: String = imported.references().map(stored_link).collect();
    format!(
        "INSERT INTO link_{stem} (n{names})
         SELECT p.n{stored_links} FROM plan_{stem} AS p CROSS JOIN {table} AS t ON t.rowid = p.row
         WHERE NOT p.fresh AND NOT p.changed;
         INSERT INTO link_{stem} (n{names})
         SELECT p.n, {links} FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
         WHERE p.fresh OR p.changed;",
        table = imported.file.table,
        links = links.join(", ")
    )
}

/// Returns the SQL for the row to which the record `s` refers by this column; NULL if the row is unknown.
fn referenced_row_sql(files: &[ImportedFile], reference: &ColumnReference) -> String {
    let cell = reference.cell_sql();
    let cells: Vec<_> = match reference.declared.with {
        [] => vec![cell.clone()],
        _ => reference.key_columns().map(|column| value_or_stored_sql(reference.imported, column)).collect(),
    };
    let row = row_with_key_sql(reference.target(files), &cells);
    let found = format!("CASE {cell} WHEN '' THEN {} ELSE {row} END", reference.declared.empty_id);
    match reference.condition_sql() {
        Some(condition) => format!("iif({condition}, {found}, NULL)"),
        None => found,
    }
}

impl ColumnReference<'_> {
    /// Returns the SQL for the cell by which the record `s` with plan `p` refers to a row. A cell that an existing row
    /// keeps is NULL, except in a reference by several columns, of which another can change.
    pub fn cell_sql(&self) -> String {
        match self.declared.with {
            [] => given_value_sql(self.imported, self.column),
            _ => value_or_stored_sql(self.imported, self.column),
        }
    }

    /// Returns the SQL condition that the record `s` uses this reference; `None` if the column has only this reference.
    pub fn condition_sql(&self) -> Option<String> {
        let (column, words) = self.declared.when?;
        Some(format!("s.\"{column}\" IN ('{}')", words.join("', '")))
    }
}

/// Returns the SQL for the cell of the record `s` with plan `p`, or its default; NULL if a row keeps its stored cell.
pub fn given_value_sql(imported: &ImportedFile, column: &Column) -> String {
    debug_assert_ne!(column.domain, Domain::Id, "an id is planned, not read from its cell");
    format!("iif(p.fresh OR s.\"{}\" IS NOT NULL, {}, NULL)", column.name, imported.cell_sql(column))
}

/// Does the same as [`given_value_sql`], but returns the SQL for a stored cell in place of NULL.
pub fn value_or_stored_sql(imported: &ImportedFile, column: &Column) -> String {
    format!(
        "iif(p.fresh OR s.\"{name}\" IS NOT NULL, {}, (SELECT v.\"{name}\" FROM {}_csv AS v WHERE v.row_id = p.row))",
        imported.cell_sql(column),
        imported.file.stem(),
        name = column.name,
    )
}

/// Returns the SQL for the id of the stored or planned row with this key. `cells` has the SQL for each cell of the key.
fn row_with_key_sql(to: &ImportedFile, cells: &[String]) -> String {
    let stem = to.file.stem();
    let has_key = |of: &str| {
        let equal = |((_, column), cell): ((usize, &Column), &String)| format!("{of}.\"{}\" = {cell}", column.name);
        let equal: Vec<_> = to.file.key_columns().zip(cells).map(equal).collect();
        equal.join(" AND ")
    };
    let record_row = format!(
        "(SELECT planned.row FROM stage_{stem} AS record CROSS JOIN plan_{stem} AS planned ON planned.n = record.n
          WHERE {})",
        has_key("record")
    );
    let stored_row = match to.file.only_key_column() {
        // the table has an index if the key has one column
        Some(only_column) => format!(
            "SELECT t.rowid FROM {} AS t WHERE t.{} = {} AND NOT {}",
            to.file.table,
            only_column.stored_column(),
            cells[0],
            to.is_removed_sql("t.rowid")
        ),
        None => format!(
            "SELECT v.row_id FROM {stem}_csv AS v WHERE {} AND NOT {}",
            has_key("v"),
            to.is_removed_sql("v.row_id")
        ),
    };
    format!("coalesce(({stored_row}), {record_row})")
}
