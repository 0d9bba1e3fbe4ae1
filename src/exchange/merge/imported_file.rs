//! A data file in one import: its declaration, which of its columns the file has, and the names and
//! expressions by which SQL speaks of it.
//!
//! Its tables are temporary and hold
//!   * `stage_persons`: what the file says, a row for each record: `n` in file order, its `line`, and the
//!     canonical cells; NULL where the file lacks the column or the cell is faulty. Rows that are `implied`
//!     are names that another file creates; their line is that file's;
//!   * `plan_persons`: what becomes of each: the `row` of the data, its `id` if rows of the file have one,
//!     whether it is `fresh` or `changed`. A fresh row that gets the next number has it counted from `base`,
//!     and negative: -1 is the first after it;
//!   * `base_persons`: the number after which those begin, in one row. It moves when others create rows;
//!   * `link_persons`: the rows that its references name, by the columns that store them, counted likewise;
//!   * `gone_persons`: the rows of the data that are removed, or dismissed;
//!   * `anew_persons`: the records that are looked at again, since others changed what they are compared with.
//!
//! and three views: `next_persons`, the file's rows as they will be, `again_persons`, those of them that are
//! looked at again, and `after_persons`, all rows.

use super::removals::MaxRemovals;
use crate::datafile::all_files;
use crate::datafile::file::{Column, DataFile, DefaultCell, Dismissal, Domain, IdSource};
use crate::datafile::reference::Reference;
use crate::ledger::imports::MappingVersion;

/// A data file in one import.
pub struct ImportedFile {
    pub file: &'static DataFile,
    /// Its position among the files: what the faults are ordered by.
    pub index: usize,
    /// The name under which it was given, which faults name.
    pub name: String,
    /// How it was given; `None` when it was not.
    pub given: Option<FileForm>,
    /// Whether rules that can be waived are: `--allow-similar`.
    pub waives: bool,
    /// How many of the rows that the file does not list may go, when `--replace` lets them.
    pub replace: Option<MaxRemovals>,
    /// The one row that goes though the file does not list it, when one does.
    pub takes: Option<i64>,
    /// Whether it may have rows: it was given, or another one that was creates rows of it.
    pub has_rows: bool,
}

/// How a file was given.
pub struct FileForm {
    pub columns: Vec<bool>,
    /// BLAKE2b-256 of its bytes, hexadecimal.
    pub digest: String,
    /// How it was read, if another system wrote it.
    pub foreign: Option<ForeignForm>,
}

/// How a file of another system was read.
pub struct ForeignForm {
    pub mapping: MappingVersion,
    /// How many rows were skipped, if the mapping skips any.
    pub skipped: Option<u64>,
}

/// A sheet for every declared file, none of them given.
pub fn all() -> Vec<ImportedFile> {
    let sheet = |(index, file): (usize, &'static DataFile)| ImportedFile {
        file,
        index,
        name: file.name.to_owned(),
        given: None,
        waives: false,
        replace: None,
        takes: None,
        has_rows: false,
    };
    all_files().enumerate().map(sheet).collect()
}

/// What is planned as `number` for a row of this file, as the number that it is: one that is counted from the
/// base is negative.
pub fn counted(file: &DataFile, number: &str) -> String {
    format!("iif({number} < 0, (SELECT number FROM base_{}) - {number}, {number})", file.stem())
}

/// A name as SQL writes it, whatever word it is.
pub fn identifier(name: &str) -> String {
    format!("\"{name}\"")
}

impl ImportedFile {
    /// Its columns with their positions.
    pub fn columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.file.columns.iter().enumerate()
    }

    /// What its cells may name, with the columns that do; a column that may name rows of several files comes
    /// once for each.
    pub fn references(&self) -> impl Iterator<Item = (usize, &'static Column, &'static Reference)> {
        self.columns().flat_map(|(at, column)| column.references().iter().map(move |reference| (at, column, reference)))
    }

    /// The columns with which the file can change a row: neither its key nor its id.
    pub fn settable(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.columns().filter(|(at, column)| self.sets(*at, column) && !column.is_key() && column.domain != Domain::Id)
    }

    /// Whether the file says what the field of a row that is there will be: by this column, or by others that
    /// it depends on.
    fn sets(&self, at: usize, column: &Column) -> bool {
        let has = |name: &&str| self.file.column(name).is_some_and(|(at, _)| self.has(at));
        self.has(at)
            || (self.given.is_some() && column.on_stored.is_some())
            || column.references().iter().any(|reference| reference.with.iter().any(has))
    }

    /// Whether the file was given and has the column at this position.
    pub fn has(&self, at: usize) -> bool {
        self.given.as_ref().is_some_and(|given| given.columns[at])
    }

    /// Whether its rows can be told apart: a file that lacks a key column is read for its faults only.
    pub fn is_keyed(&self) -> bool {
        self.given.is_none() || self.file.key().all(|(at, _)| self.has(at))
    }

    /// Whether rows that the file does not list are removed, or dismissed.
    pub fn removes(&self) -> bool {
        let some_go = self.file.whole || self.replace.is_some() || self.takes.is_some();
        some_go && self.given.is_some() && self.is_keyed()
    }

    /// How rows that the file does not list are dismissed instead of removed, if they are.
    pub fn dismisses(&self) -> Option<&'static Dismissal> {
        let some_go = self.replace.is_some() || self.takes.is_some();
        self.file.dismissal.as_ref().filter(|_| some_go)
    }

    /// A condition on the view `v` of the data that a row may go.
    pub fn may_go(&self) -> String {
        match self.takes {
            Some(row) => format!("v.key = {row}"),
            None => "1".to_owned(),
        }
    }

    /// A condition that this row of the data is removed.
    pub fn goes(&self, row: &str) -> String {
        match self.dismisses() {
            Some(_) => "0".into(),
            None => format!("{row} IN (SELECT row FROM gone_{})", self.file.stem()),
        }
    }

    /// A condition that the key of `a` is that of `b`.
    pub fn same_key(&self, a: &str, b: &str) -> String {
        let equal = |(_, column): (usize, &Column)| format!("{a}.\"{0}\" = {b}.\"{0}\"", column.name);
        self.file.key().map(equal).collect::<Vec<_>>().join(" AND ")
    }

    /// The column whose cells divide the Ids, if one does.
    pub fn among_ids(&self) -> Option<&'static str> {
        match self.file.ids {
            IdSource::Row => None,
            IdSource::Within { column, .. } => Some(column),
        }
    }

    /// A condition that `a` and `b` are among those that cannot have the same Id.
    pub fn same_ids(&self, a: &str, b: &str) -> String {
        match self.among_ids() {
            None => "1".into(),
            Some(column) => format!("{a}.\"{column}\" = {b}.\"{column}\""),
        }
    }

    /// The key of `of` as one text.
    pub fn key_text(&self, of: &str) -> String {
        self.key_cells(of).join(" || ', ' || ")
    }

    /// The key columns of `of`, separated by commas.
    pub fn key_list(&self, of: &str) -> String {
        self.key_cells(of).join(", ")
    }

    fn key_cells(&self, of: &str) -> Vec<String> {
        let cell = |(_, column): (usize, &Column)| format!("{of}.\"{}\"", column.name);
        self.file.key().map(cell).collect()
    }

    /// The cell of the record `s` with its default.
    pub fn cell(&self, column: &Column) -> String {
        let cell = format!("s.\"{}\"", column.name);
        match column.default {
            // bare, so that a look-up by key finds the index
            DefaultCell::Nothing if column.is_key() => cell,
            DefaultCell::Nothing => format!("coalesce({cell}, '')"),
            DefaultCell::Text(text) => format!("coalesce(nullif({cell}, ''), '{text}')"),
            DefaultCell::Query { sql, .. } => format!("coalesce(nullif({cell}, ''), ({sql}))"),
        }
    }

    /// What the field of a row `v` that is there will be by the record `s`.
    pub fn kept(&self, at: usize, column: &Column) -> String {
        match column.on_stored {
            Some(sql) if self.given.is_some() => format!("({sql})"),
            _ if self.has(at) => self.cell(column),
            _ => format!("v.\"{}\"", column.name),
        }
    }

    /// A condition that a cell of the record `s` is not what the row `v` has.
    pub fn changes(&self) -> String {
        let differs =
            |(at, column): (usize, &Column)| format!("{} IS NOT v.\"{}\"", self.kept(at, column), column.name);
        let mut changes: Vec<_> = self.settable().map(differs).collect();
        changes.push("0".into());
        changes.join(" OR ")
    }

    /// What is made of each of its columns, separated by commas.
    pub fn list(&self, cell: impl Fn(usize, &Column) -> String) -> String {
        let cells: Vec<_> = self.columns().map(|(at, c)| cell(at, c)).collect();
        cells.join(", ")
    }

    /// Its columns, separated by commas.
    pub fn names(&self) -> String {
        self.list(|_, column| identifier(column.name))
    }

    /// The tables, without rows.
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
             CREATE TEMP TABLE anew_{stem} (n INTEGER PRIMARY KEY);
             CREATE TEMP TABLE link_{stem} (n INTEGER PRIMARY KEY{links});
             CREATE TEMP TABLE gone_{stem} (row INTEGER PRIMARY KEY);"
        )
    }

    /// The index by which records are found, once the file is read.
    pub fn index(&self) -> String {
        let stem = self.file.stem();
        let key = self.key_list("s").replace("s.", "");
        format!("CREATE INDEX IF NOT EXISTS temp.stage_{stem}_key ON stage_{stem} ({key}, implied);")
    }

    /// The index and the views over the tables.
    pub fn views(&self) -> String {
        let stem = self.file.stem();
        let named = |cell: String, column: &Column| format!("{cell} AS \"{}\"", column.name);
        let stored = self.list(|at, column| match column.domain {
            Domain::Id => named("p.id".into(), column),
            _ => named(self.kept(at, column), column),
        });
        let fresh = self.list(|_, column| match column.domain {
            Domain::Id => named(counted(self.file, "p.id"), column),
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
                row = counted(self.file, "p.row"),
            )
        };
        let next = rows(&format!("plan_{stem} AS p"));
        let again = rows(&format!("anew_{stem} AS a CROSS JOIN plan_{stem} AS p ON p.n = a.n"));
        let names = self.names();
        let goes = self.goes("v.key");
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
