//! What a data file is: a declaration from which reading, checking, writing and every text derive.
//!
//! The rows of a file are those of a view of `schema.sql` (`persons.csv`: `persons_csv`), which gives each
//! as text, in the form in which export writes it: its *canonical* cells. What a declaration says beyond
//! that is how a cell is read and where it is stored. A new data file is one file beside this one and one
//! line in [`FILES`](super::FILES). Declarations are `static`, since they name one another.

use std::borrow::Cow;

use super::reference::{Reference, ReferenceTarget};
use super::rule::RowRule;
use crate::model::enumeration::Enumeration;

pub struct DataFile {
    /// Its name, `persons.csv`.
    pub name: &'static str,
    /// What its rows are, for people.
    pub about: &'static str,
    /// What it is called in Dutch, and what its rows are.
    pub dutch: (&'static str, &'static str),
    /// The table that holds its rows; the view's `key` is that table's rowid.
    pub table: &'static str,
    /// Its columns, in the order in which export writes them.
    pub columns: &'static [Column],
    /// The columns that tell people which row it is, in this order; the key where there are none.
    pub title: &'static [&'static str],
    /// The columns in which people search; those of the key and the title where there are none.
    pub searched: &'static [&'static str],
    /// What the `Id` of a row is, if the file has that column.
    pub ids: IdSource,
    /// The name that stands for the row with id 0, if the table has one. No file has a row of it.
    pub placeholder: Option<&'static str>,
    /// Whether the file always holds the whole list, so that a row not listed is removed.
    pub whole: bool,
    /// What `--replace` does with a row that is not listed, where it does not remove it.
    pub dismissal: Option<Dismissal>,
    /// What must be so of its rows beyond what its columns say.
    pub rules: &'static [RowRule],
    /// Which of its rows can be looked at again by themselves when others change them during an import.
    pub alone: RecheckScope,
    /// By what a rule compares rows with each other, without regard to case.
    pub alike: &'static [RowComparison],
    /// SQL that makes room before the rows are written, where a constraint holds at every moment between.
    pub make_room: &'static str,
}

/// Which rows of a file can be looked at again by themselves when others create them, or change other cells than
/// their keys, between an import's check and its write lock. Of such a row no rule or default of another file may
/// look at a cell but the key, and every rule of its own file must judge it alone or beside those with the same
/// form in [`File::alike`]. Warnings that something resembles something else may be late.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecheckScope {
    /// None: everything is checked again.
    None,
    Created,
    All,
}

/// By what a rule compares rows with each other.
pub struct RowComparison {
    pub column: &'static str,
    /// What of its cell is compared, as SQL in which `%` is the cell.
    pub form: &'static str,
    /// Whether only new rows are compared so with others.
    pub fresh: bool,
}

/// What the `Id` of a row is.
pub enum IdSource {
    Row,
    /// A number of its own, unique among the rows that have the same cell in another column.
    Within {
        column: &'static str,
        /// The largest that was ever given among those of the record `s`, as SQL.
        highest: &'static str,
        /// The rowid of the record `s` with `id`, as SQL.
        row: &'static str,
    },
}

/// One column of a data file.
pub struct Column {
    pub name: &'static str,
    /// What it says of the row, for people.
    pub meaning: &'static str,
    /// What it is called in Dutch, and what it says of the row.
    pub dutch: (&'static str, &'static str),
    /// What a cell may say.
    pub domain: Domain,
    /// What the column is to its row.
    pub mark: ColumnRole,
    /// What an empty cell means, and an absent one on a new row.
    pub default: DefaultCell,
    /// What becomes of the field of a row that is there, where that is more than "an absent column leaves the
    /// field alone, an empty cell sets its default": SQL over the record `s`, whose absent cells are NULL, and
    /// the row's cells `v`.
    pub on_stored: Option<&'static str>,
    /// The table's column, where it is called otherwise than the header; empty where another column's reference
    /// stores it.
    stored: Option<&'static str>,
    /// The row that the cell names, if it names one.
    pub names: ReferenceTarget,
    /// What its numbers stand for, if they do.
    pub enumeration: Option<&'static Enumeration>,
}

/// What a cell may say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    Id,
    /// A text of at most this many characters.
    Text(usize),
    /// A whole number between these two.
    Int(i32, i32),
    /// An amount of money, kept in cents.
    Money,
    Date,
    Time,
    /// A datetime in the service's wall time.
    Datetime,
    /// A datetime, or `never`.
    DatetimeOrNever,
    Flag,
    Choice(&'static [&'static str]),
    /// The address of a picture: `images/<name>`, or one of http(s).
    Image,
    /// The bytes of a picture, in hexadecimal digits; no cell of a CSV file.
    Bytes,
}

/// What a column is to its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnRole {
    /// Part of the key by which a row is found again.
    Key,
    /// Part of the key too, and it may be empty.
    OpenKey,
    /// A new row needs it, and no row can empty it.
    Required,
    /// It may be absent or empty.
    Optional,
}

/// What an empty cell means, as a canonical cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultCell {
    Nothing,
    Text(&'static str),
    /// What a query finds.
    Query {
        /// What that is, for people.
        says: &'static str,
        /// The query, for the record `s`, in the data as they will be after the import.
        sql: &'static str,
    },
}

/// How a row is dismissed instead of removed.
pub struct Dismissal {
    /// The column that is set.
    pub column: &'static str,
    /// The cell that it gets, as SQL.
    pub cell: &'static str,
    /// A condition on the file's view, that the row is dismissed already and stays as it is.
    pub already: &'static str,
}

impl DataFile {
    /// What most files are, but for their name, table and columns.
    pub const PLAIN: DataFile = DataFile {
        name: "",
        about: "",
        dutch: ("", ""),
        table: "",
        columns: &[],
        title: &[],
        searched: &[],
        ids: IdSource::Row,
        placeholder: None,
        whole: false,
        dismissal: None,
        rules: &[],
        alone: RecheckScope::None,
        alike: &[],
        make_room: "",
    };

    /// The name without its ending: the view is `<stem>_csv`.
    pub fn stem(&self) -> &'static str {
        self.name.strip_suffix(".csv").unwrap_or(self.name)
    }

    /// Its name as a workbook.
    pub fn workbook(&self) -> String {
        format!("{}.xlsx", self.stem())
    }

    /// The columns of its key, with their positions.
    pub fn key(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.columns.iter().enumerate().filter(|(_, column)| column.is_key())
    }

    /// The column with this header.
    pub fn column(&self, name: &str) -> Option<(usize, &'static Column)> {
        let mut columns = self.columns.iter().enumerate();
        columns.find(|(_, column)| column.name.eq_ignore_ascii_case(name))
    }

    /// Whether a row carries its id.
    pub fn has_id(&self) -> bool {
        self.columns.iter().any(|column| column.domain == Domain::Id)
    }
}

impl Column {
    /// A column of this domain, optional, without a default.
    pub const fn new(name: &'static str, domain: Domain, meaning: &'static str) -> Self {
        Self {
            name,
            meaning,
            dutch: ("", ""),
            domain,
            mark: ColumnRole::Optional,
            default: DefaultCell::Nothing,
            on_stored: None,
            stored: None,
            names: ReferenceTarget::Nothing,
            enumeration: None,
        }
    }

    /// Makes it part of the key.
    pub const fn key(mut self) -> Self {
        self.mark = ColumnRole::Key;
        self
    }

    /// Makes it part of the key, and lets it be empty.
    pub const fn open_key(mut self) -> Self {
        self.mark = ColumnRole::OpenKey;
        self
    }

    /// Makes it required on a new row.
    pub const fn required(mut self) -> Self {
        self.mark = ColumnRole::Required;
        self
    }

    /// Gives it a default.
    pub const fn or(mut self, default: DefaultCell) -> Self {
        self.default = default;
        self
    }

    /// Says what becomes of the field of a row that is there.
    pub const fn on_stored(mut self, sql: &'static str) -> Self {
        self.on_stored = Some(sql);
        self
    }

    /// Names the table's column that stores it, where that is not the header in the schema's form.
    pub const fn stored_as(mut self, stored: &'static str) -> Self {
        self.stored = Some(stored);
        self
    }

    /// Leaves it to another column's reference, or to one of its own, to store it.
    pub const fn unstored(self) -> Self {
        self.stored_as("")
    }

    /// Makes it name a row of the file `to`, which is stored here.
    pub const fn naming(self, to: &'static DataFile, stored: &'static str) -> Self {
        self.names(Reference::to(to, stored))
    }

    /// Makes it name, with the cells of other columns before its own, a row of the file `to`.
    pub const fn naming_with(self, with: &'static [&'static str], to: &'static DataFile, stored: &'static str) -> Self {
        self.names(Reference { with, ..Reference::to(to, stored) })
    }

    /// Makes it name a row of the file `to`; an empty cell names the placeholder.
    pub const fn naming_or_placeholder(self, to: &'static DataFile, stored: &'static str) -> Self {
        self.names(Reference { empty: "0", ..Reference::to(to, stored) })
    }

    /// As [`Column::naming_or_placeholder`], and a row that nobody has is created.
    pub const fn creating(self, to: &'static DataFile, stored: &'static str) -> Self {
        self.names(Reference { empty: "0", creates: true, ..Reference::to(to, stored) })
    }

    const fn names(mut self, reference: Reference) -> Self {
        self.names = ReferenceTarget::One(reference);
        self.stored_as(reference.stored)
    }

    /// Makes it name a row of one of several files.
    pub const fn naming_one_of(mut self, references: &'static [Reference]) -> Self {
        self.names = ReferenceTarget::Several(references);
        self
    }

    /// The table's column that stores it: `HasCertificate` is stored in `has_certificate`, where nothing else is said.
    /// That of an [`Ids::Row`] is the rowid.
    pub fn stored(&self) -> Cow<'static, str> {
        let in_schema = |name: &str| {
            let letters = name.chars().enumerate().flat_map(|(at, letter)| {
                let blank = (at > 0 && letter.is_ascii_uppercase()).then_some('_');
                blank.into_iter().chain([letter.to_ascii_lowercase()])
            });
            letters.collect::<String>()
        };
        match self.stored {
            Some(stored) => stored.into(),
            None => in_schema(self.name).into(),
        }
    }

    /// Whether it is part of the key.
    pub fn is_key(&self) -> bool {
        matches!(self.mark, ColumnRole::Key | ColumnRole::OpenKey)
    }

    /// What its cells may name.
    pub fn references(&self) -> &[Reference] {
        match &self.names {
            ReferenceTarget::Nothing => &[],
            ReferenceTarget::One(reference) => std::slice::from_ref(reference),
            ReferenceTarget::Several(references) => references,
        }
    }
}
