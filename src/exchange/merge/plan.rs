//! Plans each record: its stored row or new id, whether it changes the stored row, and the rows to which it refers.
//! Reads the data, and writes only temporary tables, which [`super::imported_file`] describes.

use rusqlite::Connection;

use super::imported_file::{ColumnReference, ImportedFile};
use crate::datafile::file::{Column, Domain, IdSource};
use crate::datafile::reference::ReferenceCondition;

/// Plans all records of an import, in place of an earlier plan. Errors are found later, by [`super::check`].
pub fn create_plan(connection: &Connection, files: &[ImportedFile]) -> rusqlite::Result<()> {
    for imported in files {
        connection.execute_batch(&clear_plan_sql(imported))?;
    }
    // first, so that these records are planned with those of their file
    let references = files.iter().filter(|imported| imported.is_given()).flat_map(ImportedFile::references);
    for reference in references.filter(|reference| reference.declared.creates_rows) {
        connection.execute_batch(&add_records_created_by_references_sql(&reference, reference.target(files)))?;
    }
    for imported in files_with_rows(files).filter(|imported| imported.can_plan_records()) {
        let stored_count = connection.execute(&plan_stored_rows_sql(imported), [])?;
        // records are numbered from 1, so that the highest number is their count
        let select_count = format!("SELECT coalesce(max(number), 0) FROM stage_{}", imported.file.stem());
        let record_count: i64 = connection.query_row(&select_count, [], |row| row.get(0))?;
        // if each record has a stored row, no row is new
        if record_count > stored_count as i64 {
            connection.execute_batch(&store_highest_id_sql(imported))?;
            connection.execute_batch(&plan_new_rows_sql(imported))?;
        }
        if imported.removes_unlisted() {
            connection.execute_batch(&plan_removed_rows_sql(files, imported, EVERY_ROW))?;
        }
    }
    // references can name new rows of any file, so that all files must be planned
    resolve_references(connection, files)
}

/// Fills `link_<stem>` of each planned file that has references.
pub fn resolve_references(connection: &Connection, files: &[ImportedFile]) -> rusqlite::Result<()> {
    let mut with_references = files_with_rows(files).filter(|imported| imported.references().next().is_some());
    with_references.try_for_each(|imported| {
        connection.execute(&copy_stored_links_sql(files, imported), [])?;
        connection.execute(&search_links_sql(files, imported), []).map(drop)
    })
}

pub fn files_with_rows(files: &[ImportedFile]) -> impl Iterator<Item = &ImportedFile> {
    files.iter().filter(|imported| imported.has_rows)
}

/// Returns the SQL that deletes the plan of a file, and the records that it added for references.
pub fn clear_plan_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    format!(
        "DELETE FROM stage_{stem} WHERE created_by_reference; DELETE FROM plan_{stem}; DELETE FROM link_{stem};
         DELETE FROM removals_{stem}; DELETE FROM highest_id_{stem}; DELETE FROM recheck_{stem};"
    )
}

/// Returns the SQL that adds a record to the file `to` for each unknown name in the column, in file order. A new
/// function in persons.csv adds a record to functions.csv, with the line of its first occurrence.
fn add_records_created_by_references_sql(reference: &ColumnReference, to: &ImportedFile) -> String {
    let (stem, target) = (reference.imported.file.stem(), to.file.stem());
    let (_, key) = to.file.key_columns().next().expect("every file has a key");
    // `occurrence` has each name once, with its first record
    format!(
        "INSERT INTO stage_{target} (line, created_by_reference, \"{key}\")
         SELECT occurrence.line, 1, occurrence.cell
         FROM (SELECT min(number) AS number, min(line) AS line, \"{column}\" AS cell FROM stage_{stem}
               WHERE \"{column}\" <> '' GROUP BY \"{column}\") AS occurrence
         WHERE NOT EXISTS (SELECT 1 FROM {table} AS stored WHERE stored.{stored_key} = occurrence.cell)
               AND NOT EXISTS (SELECT 1 FROM stage_{target} AS record WHERE record.\"{key}\" = occurrence.cell)
         ORDER BY occurrence.number;",
        key = key.name,
        column = reference.column.name,
        table = to.file.table,
        stored_key = key.stored_column(),
    )
}

/// Returns the SQL that plans the records whose key a stored row has, and whether they change that row.
fn plan_stored_rows_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let id = if imported.file.has_id() { "stored.\"Id\"" } else { "NULL" };
    format!(
        "INSERT INTO plan_{stem} (record, row, id_cell, is_new, is_changed)
         SELECT record.number, stored.row_id, {id}, 0, {}
         FROM stage_{stem} AS record CROSS JOIN {stem}_csv AS stored
         WHERE {};",
        imported.differs_sql(),
        imported.same_key_sql("stored", "record")
    )
}

/// Returns the SQL for the highest id that the table ever had. SQLite keeps it in `sqlite_sequence`, also after
/// removals.
fn highest_stored_id_sql(imported: &ImportedFile) -> String {
    format!("coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = '{}'), 0)", imported.file.table)
}

/// Returns the SQL that fills `highest_id_<stem>` (contract §7).
fn store_highest_id_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    let highest_given = match imported.file.ids {
        IdSource::Rowid if imported.file.has_id() => {
            format!("coalesce((SELECT max(CAST(\"Id\" AS INTEGER)) FROM stage_{stem}), 0)")
        }
        // the file has no Ids, or they are not the ids of rows
        _ => "0".into(),
    };
    format!("INSERT INTO highest_id_{stem} SELECT max({}, {highest_given});", highest_stored_id_sql(imported))
}

/// Returns the SQL that raises the ids of new rows above those of rows that other writers created since the check.
pub fn raise_highest_id_sql(imported: &ImportedFile) -> String {
    let highest_stored_id = highest_stored_id_sql(imported);
    format!("UPDATE highest_id_{} SET highest_id = max(highest_id, {highest_stored_id})", imported.file.stem())
}

/// Returns the SQL that plans the records whose key no stored row has, as new rows (contract §7).
///
/// A row keeps the Id of its record. The other rows are numbered in file order: -1, -2 and so on, from which
/// [`final_id_sql`](super::imported_file::final_id_sql) makes ids. With [`IdSource::Within`], they get the ids after
/// the highest id in the same scope at once.
fn plan_new_rows_sql(imported: &ImportedFile) -> String {
    let stem = imported.file.stem();
    // runs after the stored rows are planned: the remaining records with a valid key are new
    let is_new_record = format!(
        "NOT EXISTS (SELECT 1 FROM plan_{stem} AS planned WHERE planned.record = record.number) AND NOT ({})",
        imported.is_key_invalid_sql()
    );
    match imported.file.ids {
        // first the rows with an Id, then the rows without Id
        IdSource::Rowid if imported.file.has_id() => format!(
            "INSERT INTO plan_{stem} (record, row, id_cell, is_new, is_changed)
             SELECT record.number, CAST(record.\"Id\" AS INTEGER), CAST(record.\"Id\" AS INTEGER), 1, 1
             FROM stage_{stem} AS record
             WHERE coalesce(record.\"Id\", '') <> '' AND {is_new_record};
             INSERT INTO plan_{stem} (record, row, id_cell, is_new, is_changed)
             SELECT number, negative_id, negative_id, 1, 1
             FROM (SELECT record.number, -row_number() OVER (ORDER BY record.number) AS negative_id
                   FROM stage_{stem} AS record
                   WHERE coalesce(record.\"Id\", '') = '' AND {is_new_record});"
        ),
        IdSource::Rowid => format!(
            "INSERT INTO plan_{stem} (record, row, is_new, is_changed)
             SELECT record.number, -row_number() OVER (ORDER BY record.number), 1, 1
             FROM stage_{stem} AS record WHERE {is_new_record};"
        ),
        IdSource::Within { column, highest_sql, row_sql } => format!(
            "INSERT INTO plan_{stem} (record, row, id_cell, is_new, is_changed)
             WITH highest_in_file AS (
                 SELECT \"{column}\" AS scope, max(CAST(\"Id\" AS INTEGER)) AS id FROM stage_{stem} GROUP BY 1
             ), with_id AS (
                 SELECT record.number, record.\"{column}\", CAST(record.\"Id\" AS INTEGER) AS id
                 FROM stage_{stem} AS record
                 WHERE coalesce(record.\"Id\", '') <> '' AND {is_new_record}
             ), without_id AS (
                 SELECT record.number, record.\"{column}\",
                        max(coalesce(({highest_sql}), 0), coalesce(highest_in_file.id, 0))
                            + row_number() OVER (PARTITION BY record.\"{column}\" ORDER BY record.number) AS id
                 FROM stage_{stem} AS record
                      LEFT JOIN highest_in_file ON highest_in_file.scope = record.\"{column}\"
                 WHERE coalesce(record.\"Id\", '') = '' AND {is_new_record}
             )
             SELECT record.number, {row_sql}, record.id, 1, 1
             FROM (SELECT * FROM with_id UNION ALL SELECT * FROM without_id) AS record;"
        ),
    }
}

const EVERY_ROW: &str = "TRUE";

/// Returns the SQL that plans the removal of the unlisted `stored` rows that meet `condition`. It keeps rows that are
/// dismissed already, and rows that a reference in a given file would create, so that a second import of the same
/// folder changes nothing.
pub fn plan_removed_rows_sql(files: &[ImportedFile], imported: &ImportedFile, condition: &str) -> String {
    let stem = imported.file.stem();
    let is_dismissed_already = imported.dismissal().map_or("0", |dismissal| dismissal.dismissed_condition);
    let (_, key) = imported.file.key_columns().next().expect("every file has a key");
    let mut conditions = condition.to_owned();
    // the console removes only one row
    if let Some(row) = imported.row_to_remove {
        conditions += &format!(" AND stored.row_id = {row}");
    }
    let mut and_is_not_created = String::new();
    let references = files.iter().filter(|other| other.is_given()).flat_map(ImportedFile::references);
    for reference in references.filter(|reference| reference.declared.creates_rows) {
        if reference.refers_to(imported.file) {
            let (column, creator) = (reference.column.name, reference.imported.file.stem());
            let created_keys = format!("SELECT \"{column}\" FROM stage_{creator} WHERE \"{column}\" <> ''");
            and_is_not_created += &format!(" AND stored.\"{}\" NOT IN ({created_keys})", key.name);
        }
    }
    format!(
        "INSERT INTO removals_{stem}
         SELECT stored.row_id FROM {stem}_csv AS stored
         WHERE {conditions} AND NOT EXISTS (SELECT 1 FROM plan_{stem} WHERE row = stored.row_id AND NOT is_new)
               AND NOT ({is_dismissed_already}){and_is_not_created};"
    )
}

/// Copies the links of unchanged rows, without a search for their keys. A removed row becomes NULL.
fn copy_stored_links_sql(files: &[ImportedFile], imported: &ImportedFile) -> String {
    let stored_link = |reference: &ColumnReference| {
        let row = format!("stored.{}", reference.declared.id_column);
        format!("iif({}, NULL, {row})", reference.target(files).is_removed_sql(&row))
    };
    format!(
        "INSERT INTO link_{stem} (record, {id_columns})
         SELECT planned.record, {stored_links}
         FROM plan_{stem} AS planned CROSS JOIN {table} AS stored ON stored.rowid = planned.row
         WHERE NOT planned.is_new AND NOT planned.is_changed;",
        stem = imported.file.stem(),
        id_columns = reference_list_sql(imported, |reference| reference.declared.id_column.to_owned()),
        stored_links = reference_list_sql(imported, stored_link),
        table = imported.file.table,
    )
}

/// Searches the links of new and changed rows. One is NULL if it is unknown, or if a changed row keeps its reference.
fn search_links_sql(files: &[ImportedFile], imported: &ImportedFile) -> String {
    format!(
        "INSERT INTO link_{stem} (record, {id_columns})
         SELECT planned.record, {links}
         FROM plan_{stem} AS planned CROSS JOIN stage_{stem} AS record ON record.number = planned.record
         WHERE planned.is_new OR planned.is_changed;",
        stem = imported.file.stem(),
        id_columns = reference_list_sql(imported, |reference| reference.declared.id_column.to_owned()),
        links = reference_list_sql(imported, |reference| referenced_row_sql(files, reference)),
    )
}

fn reference_list_sql(imported: &ImportedFile, item_sql: impl Fn(&ColumnReference) -> String) -> String {
    let items: Vec<_> = imported.references().map(|reference| item_sql(&reference)).collect();
    items.join(", ")
}

/// Returns the SQL for the row to which a `record` refers by this column. It is NULL if the row is unknown, if the cell
/// is empty and has no placeholder (row 0), or if the reference does not apply to the record.
fn referenced_row_sql(files: &[ImportedFile], reference: &ColumnReference) -> String {
    let cell = reference.cell_sql();
    // the cells of the whole key, of which some can be in other columns
    let cells: Vec<_> = match reference.declared.other_key_columns {
        [] => vec![cell.clone()],
        _ => reference.key_columns().map(|column| value_or_stored_sql(reference.imported, column)).collect(),
    };
    let row = row_with_key_sql(reference.target(files), &cells);
    let row_of_empty_cell = if reference.declared.has_placeholder { "0" } else { "NULL" };
    let referenced_row = format!("CASE {cell} WHEN '' THEN {row_of_empty_cell} ELSE {row} END");
    match reference.condition_sql() {
        Some(condition) => format!("iif({condition}, {referenced_row}, NULL)"),
        None => referenced_row,
    }
}

impl ColumnReference<'_> {
    /// Returns the SQL for the cell by which a `planned` `record` refers to a row. If a stored row keeps its cell, the
    /// result is NULL: the reference stays. In a reference by several columns, the result is then the stored cell,
    /// because the file can change another column of the reference.
    pub fn cell_sql(&self) -> String {
        match self.declared.other_key_columns {
            [] => given_value_sql(self.imported, self.column),
            _ => value_or_stored_sql(self.imported, self.column),
        }
    }

    /// Returns the SQL condition that this reference applies to a `record`; `None` if it always does.
    pub fn condition_sql(&self) -> Option<String> {
        let ReferenceCondition { column, values } = self.declared.only_if?;
        Some(format!("record.\"{column}\" IN ('{}')", values.join("', '")))
    }
}

/// Returns the SQL for the cell of a `planned` `record`, or its default; NULL if a stored row keeps its cell.
pub fn given_value_sql(imported: &ImportedFile, column: &Column) -> String {
    debug_assert_ne!(column.domain, Domain::Id, "an id is planned, not read from its cell");
    // a new row has no stored cell, so that an absent cell gets the default
    format!("iif(planned.is_new OR record.\"{}\" IS NOT NULL, {}, NULL)", column.name, imported.cell_sql(column))
}

/// Returns the SQL for the cell of a `planned` `record`, or its default; if a stored row keeps its cell, that cell.
pub fn value_or_stored_sql(imported: &ImportedFile, column: &Column) -> String {
    format!(
        "iif(planned.is_new OR record.\"{name}\" IS NOT NULL, {},
             (SELECT stored.\"{name}\" FROM {}_csv AS stored WHERE stored.row_id = planned.row))",
        imported.cell_sql(column),
        imported.file.stem(),
        name = column.name,
    )
}

/// Returns the SQL for the id of the row of `to` with this key; NULL if there is no such row. A stored row that is not
/// removed has precedence over a planned row. `cells` has the SQL for each cell of the key.
fn row_with_key_sql(to: &ImportedFile, cells: &[String]) -> String {
    let stem = to.file.stem();
    let has_key = |alias: &str| {
        let equal = |((_, column), cell): ((usize, &Column), &String)| format!("{alias}.\"{}\" = {cell}", column.name);
        let conditions: Vec<_> = to.file.key_columns().zip(cells).map(equal).collect();
        conditions.join(" AND ")
    };
    // the aliases `record` and `planned` in `cells` belong to the referring row, so that this query needs other aliases
    let planned_row = format!(
        "(SELECT referenced_plan.row
          FROM stage_{stem} AS referenced
               CROSS JOIN plan_{stem} AS referenced_plan ON referenced_plan.record = referenced.number
          WHERE {})",
        has_key("referenced")
    );
    let stored_row = match to.file.only_key_column() {
        // the table has an index if the key has one column
        Some(only_column) => format!(
            "SELECT referenced.rowid FROM {} AS referenced WHERE referenced.{} = {} AND NOT {}",
            to.file.table,
            only_column.stored_column(),
            cells[0],
            to.is_removed_sql("referenced.rowid")
        ),
        None => format!(
            "SELECT referenced.row_id FROM {stem}_csv AS referenced WHERE {} AND NOT {}",
            has_key("referenced"),
            to.is_removed_sql("referenced.row_id")
        ),
    };
    format!("coalesce(({stored_row}), {planned_row})")
}
