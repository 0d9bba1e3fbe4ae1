//! What a data file is: a declaration from which reading, checking, writing and every text derive.
//!
//! The rows of a file are those of a view of `schema.sql` (`persons.csv`: `persons_csv`), which gives each
//! as text, in the form in which export writes it: its *canonical* cells. What a declaration says beyond
//! that is how a cell is read and where it is stored. A new data file is one file beside this one and one
//! line in [`FILES`](super::FILES).

use crate::model::text;

/// One data file.
pub struct File {
    /// Its name, `persons.csv`.
    pub name: &'static str,
    /// The table that holds its rows; the view's `key` is that table's rowid.
    pub table: &'static str,
    /// Its columns, in the order in which export writes them.
    pub columns: &'static [Column],
    /// The name that stands for the row with id 0, if the table has one. No file has a row of it.
    pub placeholder: Option<&'static str>,
    /// Whether the file always holds the whole list, so that a row not listed is removed.
    pub whole: bool,
    /// What `--replace` does with a row that is not listed, where it does not remove it.
    pub retire: Option<Retire>,
    /// What must be so of its rows beyond what its columns say.
    pub rules: &'static [Rule],
    /// SQL that makes room before the rows are written, where a constraint holds at every moment between.
    pub make_room: &'static str,
}

/// One column of a data file.
pub struct Column {
    /// The header.
    pub name: &'static str,
    /// What a cell may say.
    pub kind: Kind,
    /// What the column is to its row.
    pub mark: Mark,
    /// What an empty cell means, and an absent one on a new row.
    pub default: Default,
    /// The table's column; that of an [`Kind::Id`] is the rowid.
    pub stored: &'static str,
    /// The row that the cell names, if it names one.
    pub reference: Option<Reference>,
}

/// What a cell may say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The row's id.
    Id,
    /// A text of at most this many characters.
    Text(usize),
    /// A datetime in the service's wall time.
    Datetime,
    /// True or false.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// What a column is to its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Part of the key by which a row is found again.
    Key,
    /// A new row needs it, and no row can empty it.
    Required,
    /// It may be absent or empty.
    Optional,
}

/// What an empty cell means, as a canonical cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Default {
    /// No value.
    Nothing,
    /// Always this.
    Text(&'static str),
    /// What this query finds in the data as they will be after the import.
    Query(&'static str),
}

/// That a cell names a row of another file, or of its own, by that file's key.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    /// The other file's name.
    pub to: &'static str,
    /// What is stored for an empty cell, as SQL: the placeholder `0`, or `NULL`.
    pub empty: &'static str,
    /// Whether a name that nobody has is created.
    pub creates: bool,
}

/// How a row is retired instead of removed.
pub struct Retire {
    /// The column that is set.
    pub column: &'static str,
    /// The cell that it gets, as SQL.
    pub cell: &'static str,
    /// A condition on the file's view, that the row is retired already and stays as it is.
    pub already: &'static str,
}

/// Something that must be so of a file's rows.
pub struct Rule {
    /// The column that a fault names.
    pub column: &'static str,
    /// Whether what it finds only warns.
    pub warns: bool,
    /// Gives `line`, `value` and `message` of each fault. It sees the file's rows as they will be
    /// (`next_persons`, with `line`, `row`, `fresh`, `changed`), all rows as they will be
    /// (`after_persons`), and the data as they are.
    pub select: &'static str,
}

impl File {
    /// The name without its ending: the view is `<stem>_csv`.
    pub fn stem(&self) -> &'static str {
        self.name.strip_suffix(".csv").unwrap_or(self.name)
    }

    /// The columns of its key, with their positions.
    pub fn key(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        let columns = self.columns.iter().enumerate();
        columns.filter(|(_, column)| column.mark == Mark::Key)
    }

    /// The column with this header.
    pub fn column(&self, name: &str) -> Option<(usize, &'static Column)> {
        let mut columns = self.columns.iter().enumerate();
        columns.find(|(_, column)| column.name.eq_ignore_ascii_case(name))
    }

    /// Whether a row carries its id.
    pub fn has_id(&self) -> bool {
        self.columns.iter().any(|column| column.kind == Kind::Id)
    }
}

impl Column {
    const fn new(name: &'static str, stored: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            mark: Mark::Optional,
            default: Default::Nothing,
            stored,
            reference: None,
        }
    }

    /// Makes it part of the key.
    pub const fn key(mut self) -> Self {
        self.mark = Mark::Key;
        self
    }

    /// Makes it required on a new row.
    pub const fn required(mut self) -> Self {
        self.mark = Mark::Required;
        self
    }

    /// Gives it a default.
    pub const fn or(mut self, default: Default) -> Self {
        self.default = default;
        self
    }

    /// Makes it name a row of the file `to`; an empty cell stores `empty`.
    pub const fn naming(mut self, to: &'static str, empty: &'static str) -> Self {
        self.reference = Some(Reference {
            to,
            empty,
            creates: false,
        });
        self
    }

    /// Makes it name a row of the file `to`, which is created when nobody has the name.
    pub const fn creating(mut self, to: &'static str, empty: &'static str) -> Self {
        self.reference = Some(Reference {
            to,
            empty,
            creates: true,
        });
        self
    }
}

/// The optional column `Id`.
pub const fn id() -> Column {
    Column::new("Id", "id", Kind::Id)
}

/// A text of the usual length.
pub const fn text(name: &'static str, stored: &'static str) -> Column {
    Column::new(name, stored, Kind::Text(text::LONGEST))
}

/// A datetime.
pub const fn datetime(name: &'static str, stored: &'static str) -> Column {
    Column::new(name, stored, Kind::Datetime)
}

/// True or false, false when empty.
pub const fn flag(name: &'static str, stored: &'static str) -> Column {
    Column::new(name, stored, Kind::Flag).or(Default::Text("false"))
}

/// One of these words, the first when empty.
pub const fn choice(
    name: &'static str,
    stored: &'static str,
    words: &'static [&'static str],
) -> Column {
    Column::new(name, stored, Kind::Choice(words)).or(Default::Text(words[0]))
}
