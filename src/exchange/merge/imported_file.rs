//! A data file in one import: its declaration, its columns, and the names and expressions by which SQL refers to it.
//!
//! Its temporary tables, for `persons.csv`:
//!   * `stage_persons`: a row per record: `n` in file order, its `line`, and canonical cells; NULL for an absent column
//!     or an unreadable cell. `implied` rows are names that another file creates, with that file's line;
//!   * `plan_persons`: the stored `row` of each record, its `id` if the file has ids, and whether it is `fresh` or
//!     `changed`. A fresh row without Id has a negative number, counted from `base`: -1 is the first;
//!   * `base_persons`: the number after which new ids begin. It moves when others create rows;
//!   * `link_persons`: the rows that its references name, numbered likewise;
//!   * `gone_persons`: the stored rows to remove or dismiss;
//!   * `recheck_persons`: the records to check again after concurrent changes.
//!
//! and three views: `next_persons`, the file's rows after the import, `again_persons`, those of them to recheck, and
//! `after_persons`, all rows after the import.

use super::removals::MaxRemovals;
use crate::datafile::all_files;
use crate::datafile::file::{Column, DataFile, DefaultCell, Dismissal, Domain, IdSource};
use crate::datafile::reference::Reference;
use crate::ledger::imports::MappingVersion;

pub struct ImportedFile {
    pub file: &'static DataFile,
    /// The position among the files, by which errors are sorted.
    pub index: usize,
    /// The name under which it was given, for errors.
    pub name: String,
    /// How it was given; `None` if it was not.
    pub given: Option<FileForm>,
    /// Are waivable rules waived (`--allow-similar`)?
    pub waives: bool,
    /// How many unlisted rows `--replace` may remove.
    pub replace: Option<MaxRemovals>,
    /// A single row to remove although it is unlisted.
    pub removed_row: Option<i64>,
    /// May it have rows? It was given, or a given file creates rows of it.
    pub has_rows: bool,
}

pub struct FileForm {
    pub columns: Vec<bool>,
    /// The BLAKE2b-256 digest of its bytes, in hexadecimal.
    pub digest: String,
    /// How it was read, if another system wrote it.
    pub foreign: Option<ForeignForm>,
}

pub struct ForeignForm {
    pub mapping: MappingVersion,
    /// How many rows were skipped, if the mapping skips any.
    pub skipped: Option<u64>,
}

pub fn all() -> Vec<ImportedFile> {
    let imported = |(index, file): (usize, &'static DataFile)| ImportedFile {
        file,
        index,
        name: file.name.to_owned(),
        given: None,
        waives: false,
        replace: None,
        removed_row: None,
        has_rows: false,
    };
    all_files().enumerate().map(imported).collect()
}

/// Returns the SQL for a planned id; a negative number counts from the base.
pub fn final_id(file: &DataFile, number: &str) -> String {
    format!("iif({number} < 0, (SELECT number FROM base_{}) - {number}, {number})", file.stem())
}

pub fn identifier(name: &str) -> String {
    format!("\"{name}\"")
}

impl ImportedFile {
    /// Returns the columns in the file, with their positions.
    pub fn columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.file.columns.iter().enumerate()
    }

    /// Returns the references of its cells with their columns; a column with several references occurs several times.
    pub fn references(&self) -> impl Iterator<Item = (usize, &'static Column, &'static Reference)> {
        self.columns().flat_map(|(at, column)| column.references().iter().map(move |reference| (at, column, reference)))
    }

    /// Returns the columns with which the file can change a row: neither key nor id.
    pub fn settable(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.columns().filter(|(at, column)| self.sets(*at, column) && !column.is_key() && column.domain != Domain::Id)
    }

    /// Returns whether the file determines a field of an existing row, by this column or others.
    fn sets(&self, at: usize, column: &Column) -> bool {
        let has = |name: &&str| self.file.column(name).is_some_and(|(at, _)| self.has(at));
        self.has(at)
            || (self.given.is_some() && column.on_stored.is_some())
            || column.references().iter().any(|reference| reference.with.iter().any(has))
    }

    /// Returns whether the file was given and has this column.
    pub fn has(&self, at: usize) -> bool {
        self.given.as_ref().is_some_and(|given| given.columns[at])
    }

    pub fn is_keyed(&self) -> bool {
        self.given.is_none() || self.file.key().all(|(at, _)| self.has(at))
    }

    /// Returns whether unlisted rows are removed or dismissed.
    pub fn removes(&self) -> bool {
        let may_remove = self.file.whole || self.replace.is_some() || self.removed_row.is_some();
        may_remove && self.given.is_some() && self.is_keyed()
    }

    /// Returns how unlisted rows are dismissed instead of removed.
    pub fn dismisses(&self) -> Option<&'static Dismissal> {
        let may_remove = self.replace.is_some() || self.removed_row.is_some();
        self.file.dismissal.as_ref().filter(|_| may_remove)
    }

    /// Returns the condition on the view `v` that a row may be removed.
    pub fn is_removable(&self) -> String {
        match self.removed_row {
            Some(row) => format!("v.key = {row}"),
            None => "1".to_owned(),
        }
    }

    /// Returns the condition that a row is removed.
    pub fn removal_condition(&self, row: &str) -> String {
        match self.dismisses() {
            Some(_) => "0".into(),
            None => format!("{row} IN (SELECT row FROM gone_{})", self.file.stem()),
        }
    }

    /// Returns the condition that `a` and `b` have the same key.
    pub fn same_key(&self, a: &str, b: &str) -> String {
        let equal = |(_, column): (usize, &Column)| format!("{a}.\"{0}\" = {b}.\"{0}\"", column.name);
        self.file.key().map(equal).collect::<Vec<_>>().join(" AND ")
    }

    /// Returns the column whose value limits the uniqueness of Ids: rows with other values may have the same Id.
    pub fn id_scope(&self) -> Option<&'static str> {
        match self.file.ids {
            IdSource::Row => None,
            IdSource::Within { column, .. } => Some(column),
        }
    }

    /// Returns the condition that `a` and `b` must have different Ids.
    pub fn same_ids(&self, a: &str, b: &str) -> String {
        match self.id_scope() {
            None => "1".into(),
            Some(column) => format!("{a}.\"{column}\" = {b}.\"{column}\""),
        }
    }

    /// Returns the key of `of` as one text.
    pub fn key_text(&self, of: &str) -> String {
        self.key_cells(of).join(" || ', ' || ")
    }

    /// Returns the key columns of `of`, separated by commas.
    pub fn key_list(&self, of: &str) -> String {
        self.key_cells(of).join(", ")
    }

    fn key_cells(&self, of: &str) -> Vec<String> {
        let cell = |(_, column): (usize, &Column)| format!("{of}.\"{}\"", column.name);
        self.file.key().map(cell).collect()
    }

    /// Returns the cell of the record `s` with its default.
    pub fn cell(&self, column: &Column) -> String {
        let cell = format!("s.\"{}\"", column.name);
        match column.default {
            // without a function call, so that a lookup by key uses the index
            DefaultCell::Nothing if column.is_key() => cell,
            DefaultCell::Nothing => format!("coalesce({cell}, '')"),
            DefaultCell::Text(text) => format!("coalesce(nullif({cell}, ''), '{text}')"),
            DefaultCell::Query { sql, .. } => format!("coalesce(nullif({cell}, ''), ({sql}))"),
        }
    }

    /// Returns the field of an existing row `v` after the record `s`.
    pub fn value_after(&self, at: usize, column: &Column) -> String {
        match column.on_stored {
            Some(sql) if self.given.is_some() => format!("({sql})"),
            _ if self.has(at) => self.cell(column),
            _ => format!("v.\"{}\"", column.name),
        }
    }

    /// Returns the condition that a cell of the record `s` differs from the row `v`.
    pub fn changes(&self) -> String {
        let differs =
            |(at, column): (usize, &Column)| format!("{} IS NOT v.\"{}\"", self.value_after(at, column), column.name);
        let mut changes: Vec<_> = self.settable().map(differs).collect();
        changes.push("0".into());
        changes.join(" OR ")
    }

    /// Returns an expression per column, separated by commas.
    pub fn list(&self, cell: impl Fn(usize, &Column) -> String) -> String {
        let cells: Vec<_> = self.columns().map(|(at, c)| cell(at, c)).collect();
        cells.join(", ")
    }

    pub fn names(&self) -> String {
        self.list(|_, column| identifier(column.name))
    }

    pub fn tables(&self) -> String {
        let stem = self.file.stem();
        let cells: String = self.columns().map(|(_, c)| format!(", \"{}\" TEXT", c.name)).collect();
        let links: String =
            self.references().map(|(_, _, reference)| format!(", {} INTEGER", reference.stored)).collect();
        format!(
            "CREATE TEMP TABLE stage_{stem} (
                 n INTEGER PRIMARY KEY, line INTEGER NOT NULL, implied INTEGER NOT NULL DEFAULT 0{cells});
             CREATE TEMP TABLE plan_{stem} (
                 n INTEGER PRIMARY KEY, row INTEGER, id INTEGER, fresh INTEGER, changed INTEGER);
             CREATE INDEX temp.plan_{stem}_row ON plan_{stem} (row);
             CREATE TEMP TABLE base_{stem} (number INTEGER);
             CREATE TEMP TABLE recheck_{stem} (n INTEGER PRIMARY KEY);
             CREATE TEMP TABLE link_{stem} (n INTEGER PRIMARY KEY{links});
             CREATE TEMP TABLE gone_{stem} (row INTEGER PRIMARY KEY);"
        )
    }

    /// Returns the index on its records, created after reading.
    pub fn index(&self) -> String {
        let stem = self.file.stem();
        let key = self.key_list("s").replace("s.", "");
        format!("CREATE INDEX IF NOT EXISTS temp.stage_{stem}_key ON stage_{stem} ({key}, implied);")
    }

    /// Returns the index and views over its tables.
    pub fn views(&self) -> String {
        let stem = self.file.stem();
        let named = |cell: String, column: &Column| format!("{cell} AS \"{}\"", column.name);
        let stored = self.list(|at, column| match column.domain {
            Domain::Id => named("p.id".into(), column),
            _ => named(self.value_after(at, column), column),
        });
        let fresh = self.list(|_, column| match column.domain {
            Domain::Id => named(final_id(self.file, "p.id"), column),
            _ => named(self.cell(column), column),
        });
        let rows = |planned: &str| {
            format!(
                "SELECT p.n, s.line, s.implied, p.row, p.fresh, p.changed, {stored}
                 FROM {planned} CROSS JOIN stage_{stem} AS s ON s.n = p.n
                      CROSS JOIN {stem}_csv AS v ON v.key = p.row
                 WHERE NOT p.fresh
                 UNION ALL
                 SELECT p.n, s.line, s.implied, {row} AS row, p.fresh, p.changed, {fresh}
                 FROM {planned} CROSS JOIN stage_{stem} AS s ON s.n = p.n
                 WHERE p.fresh",
                row = final_id(self.file, "p.row"),
            )
        };
        let next = rows(&format!("plan_{stem} AS p"));
        let again = rows(&format!("recheck_{stem} AS a CROSS JOIN plan_{stem} AS p ON p.n = a.n"));
        let names = self.names();
        let goes = self.removal_condition("v.key");
        let index = self.index();
        format!(
            "{index}
             CREATE TEMP VIEW next_{stem} AS {next};
             CREATE TEMP VIEW again_{stem} AS {again};
             CREATE TEMP VIEW after_{stem} AS
             SELECT {names} FROM next_{stem}
             UNION ALL
             SELECT {names} FROM {stem}_csv AS v
             WHERE NOT {goes} AND NOT EXISTS (SELECT 1 FROM plan_{stem} WHERE row = v.key);"
        )
    }
}
