//! A data file in one import: its declaration and columns, and the SQL for its temporary tables and their cells.
//!
//! The temporary tables, for `persons.csv`, and the names that SQL gives to their rows:
//!   * `stage_persons`: the `record`s of the file, with their `number` in file order, the `line`, and canonical cells.
//!     An absent column or an invalid cell is NULL. If a reference in another file that creates rows names an
//!     unknown row, a record that is `created_by_reference` is added;
//!   * `plan_persons`: for each `planned` record (its number) the rowid of its `row`, the cell Id if the file has ids
//!     (`id_cell`), and whether the row is new (`is_new`) or changed (`is_changed`, which new rows are too). A record
//!     with an invalid key is not planned. New rows without Id have negative numbers as `row` and `id_cell` (see
//!     [`IdSource`]): -1 is the first id after that in `highest_id_persons`;
//!   * `highest_id_persons`: the highest id that the table ever had or that the file has. It is raised when other
//!     writers create rows;
//!   * `link_persons`: a `link` has the rows to which a record refers, with the same negative numbers for new rows;
//!   * `removals_persons`: a `removal` is a stored row to remove or dismiss;
//!   * `recheck_persons`: the records to recheck after concurrent changes.
//!
//! The views:
//!   * `persons_csv`: the `stored` rows before the import;
//!   * `next_persons`: the rows of the planned records, as they are after the import;
//!   * `recheck_next_persons`: those of the records in `recheck_persons`;
//!   * `after_persons`: all rows after the import.
//!
//! Queries join these tables with `CROSS JOIN`, for which SQLite reads the tables in the written order.

use super::change_limit::ChangeLimit;
use crate::datafile::all_files;
use crate::datafile::file::{Column, DataFile, DefaultCell, Dismissal, Domain, IdSource};
use crate::datafile::reference::Reference;
use crate::ledger::imports::MappingVersion;

/// A data file in one import, which need not be given.
pub struct ImportedFile {
    pub file: &'static DataFile,
    /// The position in [`all_files`], by which errors are sorted.
    pub index: usize,
    /// The name of the given file, for errors. A foreign file has its own name, such as `export.csv`.
    pub name: String,
    pub given_file: Option<GivenFile>,
    /// `--allow-similar`: whether waivable rules are skipped.
    pub allows_similar: bool,
    /// `--replace`: how many rows that the file does not list may be removed; `None` without the option.
    pub max_removals: Option<ChangeLimit>,
    /// The id of the only row to remove, in the console. All other rows that the file does not list stay.
    pub row_to_remove: Option<i64>,
    /// Whether the file may have records: it was given, or cells of a given file can create its rows.
    pub has_rows: bool,
}

/// The properties of a file that was read. An undo counts as if it were given the files whose rows it changes.
pub struct GivenFile {
    /// For each column of the data file, whether the given file has it.
    pub present_columns: Vec<bool>,
    /// The BLAKE2b-256 digest of the file's bytes, in hexadecimal; empty if the records come from no single file.
    pub digest: String,
    /// `None` if the given file is a data file.
    pub mapping: Option<AppliedMapping>,
}

impl GivenFile {
    pub fn with_all_columns(file: &DataFile) -> Self {
        Self { present_columns: vec![true; file.columns.len()], digest: String::new(), mapping: None }
    }
}

pub struct AppliedMapping {
    pub version: MappingVersion,
    /// `None` if the mapping has no `skip`.
    pub skipped_rows: Option<u64>,
}

/// A declared reference of one column, in one import. Its methods in `merge/plan.rs` make the SQL that resolves it.
#[derive(Clone, Copy)]
pub struct ColumnReference<'i> {
    pub imported: &'i ImportedFile,
    pub position: usize,
    pub column: &'static Column,
    pub declared: &'static Reference,
}

impl ColumnReference<'_> {
    pub fn refers_to(&self, file: &DataFile) -> bool {
        self.declared.to.name == file.name
    }

    /// Returns the file to which the column refers. The files of the import include it (see [`super::file_scope`]).
    pub fn target<'a>(&self, files: &'a [ImportedFile]) -> &'a ImportedFile {
        let mut files = files.iter();
        files.find(|imported| self.refers_to(imported.file)).expect("the files include every referenced file")
    }

    /// Returns the columns whose cells form the key of the referenced row. The last is the column of this reference.
    pub fn key_columns(&self) -> impl Iterator<Item = &'static Column> {
        let file = self.imported.file;
        let other_columns = self.declared.other_key_columns.iter();
        other_columns.map(|name| file.find_column(name).expect("a declared column").1).chain([self.column])
    }
}

/// Returns all data files and the pictures, none of them given. The caller reads files and sets their options.
pub fn all_imported_files() -> Vec<ImportedFile> {
    let imported = |(index, file): (usize, &'static DataFile)| ImportedFile {
        file,
        index,
        name: file.name.to_owned(),
        given_file: None,
        allows_similar: false,
        max_removals: None,
        row_to_remove: None,
        has_rows: false,
    };
    all_files().enumerate().map(imported).collect()
}

/// Returns the SQL for the id of a planned row. `number` is the SQL for its `row` or `id_cell` in the plan.
pub fn final_id_sql(file: &DataFile, number: &str) -> String {
    format!("iif({number} < 0, (SELECT highest_id FROM highest_id_{}) - {number}, {number})", file.stem())
}

pub fn quote_identifier(name: &str) -> String {
    format!("\"{name}\"")
}

impl ImportedFile {
    pub fn columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.file.columns.iter().enumerate()
    }

    pub fn references(&self) -> impl Iterator<Item = ColumnReference<'_>> {
        let references = move |(position, column): (usize, &'static Column)| {
            let declared = column.references().iter();
            declared.map(move |declared| ColumnReference { imported: self, position, column, declared })
        };
        self.columns().flat_map(references)
    }

    pub fn is_given(&self) -> bool {
        self.given_file.is_some()
    }

    /// Returns the columns, without keys and Ids, that the import can change in an existing row.
    pub fn updatable_columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.columns()
            .filter(|(at, column)| self.can_change(*at, column) && !column.is_key() && column.domain != Domain::Id)
    }

    /// Returns whether the import can change the cell of a column in an existing row: the given file has the column
    /// or another column of the same reference, or `value_on_update_sql` can change the cell.
    fn can_change(&self, at: usize, column: &Column) -> bool {
        let is_present = |name: &&str| self.file.find_column(name).is_some_and(|(index, _)| self.has_column(index));
        let has_value_on_update = self.is_given() && column.value_on_update_sql.is_some();
        let mut references = column.references().iter();
        self.has_column(at)
            || has_value_on_update
            || references.any(|reference| reference.other_key_columns.iter().any(is_present))
    }

    /// Returns whether the given file has the column; false if the file is not given.
    pub fn has_column(&self, at: usize) -> bool {
        self.given_file.as_ref().is_some_and(|given| given.present_columns[at])
    }

    /// Returns whether records can be planned. If the given file lacks a column of the key, they cannot. If the file is
    /// not given, its records come from references, which name the whole key.
    pub fn can_plan_records(&self) -> bool {
        !self.is_given() || self.file.key_columns().all(|(at, _)| self.has_column(at))
    }

    /// Returns whether the import removes or dismisses rows that the given file does not list: by an option, or because
    /// the file always has all rows. Without all key columns, all rows would seem unlisted.
    pub fn removes_unlisted(&self) -> bool {
        (self.file.has_all_rows || self.has_removal_option()) && self.is_given() && self.can_plan_records()
    }

    /// Returns how removed persons are dismissed: their contract ends. `None` if the removed rows are deleted.
    pub fn dismissal(&self) -> Option<&'static Dismissal> {
        self.file.dismissal.as_ref().filter(|_| self.has_removal_option())
    }

    /// Returns whether `--replace` or the console's removal of one row applies to the file.
    fn has_removal_option(&self) -> bool {
        self.max_removals.is_some() || self.row_to_remove.is_some()
    }

    /// Returns the SQL condition that the import removes a row. `row` is the SQL for the row's id.
    pub fn is_removed_sql(&self, row: &str) -> String {
        match self.dismissal() {
            // an import never removes rows of this file: it dismisses them, and they stay in the table
            Some(_) => "0".into(),
            None => format!("{row} IN (SELECT row FROM removals_{})", self.file.stem()),
        }
    }

    pub fn is_key_invalid_sql(&self) -> String {
        let is_invalid = |(_, column): (usize, &Column)| format!("record.\"{}\" IS NULL", column.name);
        self.file.key_columns().map(is_invalid).collect::<Vec<_>>().join(" OR ")
    }

    pub fn same_key_sql(&self, a: &str, b: &str) -> String {
        let equal = |(_, column): (usize, &Column)| format!("{a}.\"{0}\" = {b}.\"{0}\"", column.name);
        self.file.key_columns().map(equal).collect::<Vec<_>>().join(" AND ")
    }

    /// Returns the column within which Ids are unique, such as the type of trainings; `None` for the whole file.
    pub fn id_scope_column(&self) -> Option<&'static str> {
        match self.file.ids {
            IdSource::Rowid => None,
            IdSource::Within { column, .. } => Some(column),
        }
    }

    /// Returns the SQL condition that the Ids of rows `a` and `b` must differ ([`Self::id_scope_column`]).
    pub fn same_id_scope_sql(&self, a: &str, b: &str) -> String {
        match self.id_scope_column() {
            None => "1".into(),
            Some(column) => format!("{a}.\"{column}\" = {b}.\"{column}\""),
        }
    }

    pub fn key_text_sql(&self, row_alias: &str) -> String {
        let cell = |(_, column): (usize, &Column)| format!("{row_alias}.\"{}\"", column.name);
        self.file.key_columns().map(cell).collect::<Vec<_>>().join(" || ', ' || ")
    }

    pub fn key_names_sql(&self) -> String {
        let names: Vec<_> = self.file.key_columns().map(|(_, column)| quote_identifier(column.name)).collect();
        names.join(", ")
    }

    /// Returns the SQL for the cell of a `record`, or for its default.
    pub fn cell_sql(&self, column: &Column) -> String {
        let cell = format!("record.\"{}\"", column.name);
        match column.default {
            // a function call would prevent the use of the index on the key
            DefaultCell::Nothing if column.is_key() => cell,
            DefaultCell::Nothing => format!("coalesce({cell}, '')"),
            DefaultCell::Text(text) => format!("coalesce(nullif({cell}, ''), '{text}')"),
            DefaultCell::Query { sql, .. } => format!("coalesce(nullif({cell}, ''), ({sql}))"),
        }
    }

    /// Returns the SQL for the cell that a `stored` row has after the import of its `record`.
    pub fn value_after_sql(&self, at: usize, column: &Column) -> String {
        match column.value_on_update_sql {
            // a file that is not given changes no stored row
            Some(sql) if self.is_given() => format!("({sql})"),
            _ if self.has_column(at) => self.cell_sql(column),
            _ => format!("stored.\"{}\"", column.name),
        }
    }

    /// Returns the SQL condition that a `record` changes a cell of its `stored` row.
    pub fn differs_sql(&self) -> String {
        let differs = |(at, column): (usize, &Column)| {
            format!("{} IS NOT stored.\"{}\"", self.value_after_sql(at, column), column.name)
        };
        let mut conditions: Vec<_> = self.updatable_columns().map(differs).collect();
        // if no columns are updatable, the condition is false
        conditions.push("0".into());
        conditions.join(" OR ")
    }

    pub fn cell_list_sql(&self, cell_sql: impl Fn(usize, &Column) -> String) -> String {
        let cells: Vec<_> = self.columns().map(|(at, column)| cell_sql(at, column)).collect();
        cells.join(", ")
    }

    pub fn column_names_sql(&self) -> String {
        self.cell_list_sql(|_, column| quote_identifier(column.name))
    }

    pub fn create_tables_sql(&self) -> String {
        let stem = self.file.stem();
        let cells: String = self.columns().map(|(_, column)| format!(", \"{}\" TEXT", column.name)).collect();
        let links = self.references().map(|reference| format!(", {} INTEGER", reference.declared.id_column));
        let links: String = links.collect();
        format!(
            "CREATE TEMP TABLE stage_{stem} (
                 number INTEGER PRIMARY KEY, line INTEGER NOT NULL,
                 created_by_reference INTEGER NOT NULL DEFAULT 0{cells});
             CREATE TEMP TABLE plan_{stem} (
                 record INTEGER PRIMARY KEY, row INTEGER, id_cell INTEGER, is_new INTEGER, is_changed INTEGER);
             CREATE INDEX temp.plan_{stem}_row ON plan_{stem} (row);
             CREATE TEMP TABLE highest_id_{stem} (highest_id INTEGER);
             CREATE TEMP TABLE recheck_{stem} (record INTEGER PRIMARY KEY);
             CREATE TEMP TABLE link_{stem} (record INTEGER PRIMARY KEY{links});
             CREATE TEMP TABLE removals_{stem} (row INTEGER PRIMARY KEY);"
        )
    }

    /// Returns the SQL that creates the index of the records by key. It is fastest after all records are read.
    pub fn create_index_sql(&self) -> String {
        let (stem, key) = (self.file.stem(), self.key_names_sql());
        format!("CREATE INDEX IF NOT EXISTS temp.stage_{stem}_key ON stage_{stem} ({key}, created_by_reference);")
    }

    /// Returns the SQL for the rows of the planned records, as they are after the import. `from_plan` has the records.
    fn planned_rows_sql(&self, from_plan: &str) -> String {
        let stem = self.file.stem();
        let name_cell = |cell: String, column: &Column| format!("{cell} AS \"{}\"", column.name);
        // a stored row keeps its id; the negative number of a new row becomes its final id
        let cells_of_stored = self.cell_list_sql(|at, column| match column.domain {
            Domain::Id => name_cell("planned.id_cell".into(), column),
            _ => name_cell(self.value_after_sql(at, column), column),
        });
        let cells_of_new = self.cell_list_sql(|_, column| match column.domain {
            Domain::Id => name_cell(final_id_sql(self.file, "planned.id_cell"), column),
            _ => name_cell(self.cell_sql(column), column),
        });
        format!(
            "SELECT planned.record, line, created_by_reference, planned.row, is_new, is_changed, {cells_of_stored}
             FROM {from_plan} CROSS JOIN stage_{stem} AS record ON record.number = planned.record
                  CROSS JOIN {stem}_csv AS stored ON stored.row_id = planned.row
             WHERE NOT planned.is_new
             UNION ALL
             SELECT planned.record, line, created_by_reference, {row} AS row, is_new, is_changed, {cells_of_new}
             FROM {from_plan} CROSS JOIN stage_{stem} AS record ON record.number = planned.record
             WHERE planned.is_new",
            row = final_id_sql(self.file, "planned.row"),
        )
    }

    /// Returns the SQL that creates the views `next_…`, `recheck_next_…` and `after_…` of the file, such as
    /// `next_persons`, which the module's comment describes. Also creates the index of the records by key, unless
    /// reading the file has created it already.
    pub fn create_views_sql(&self) -> String {
        let stem = self.file.stem();
        let create_index = self.create_index_sql();
        let planned_rows = self.planned_rows_sql(&format!("plan_{stem} AS planned"));
        // those that other writers may have affected: their rules are checked again before the import commits
        let rows_to_recheck = self.planned_rows_sql(&format!(
            "recheck_{stem} AS recheck CROSS JOIN plan_{stem} AS planned ON planned.record = recheck.record"
        ));
        let columns = self.column_names_sql();
        let is_removed = self.is_removed_sql("stored.row_id");
        let is_planned = format!("EXISTS (SELECT 1 FROM plan_{stem} WHERE row = stored.row_id)");
        let rows_after_import = format!(
            "SELECT {columns} FROM next_{stem}
             UNION ALL
             SELECT {columns} FROM {stem}_csv AS stored WHERE NOT {is_removed} AND NOT {is_planned}"
        );
        format!(
            "{create_index}
             CREATE TEMP VIEW next_{stem} AS {planned_rows};
             CREATE TEMP VIEW recheck_next_{stem} AS {rows_to_recheck};
             CREATE TEMP VIEW after_{stem} AS {rows_after_import};"
        )
    }
}
