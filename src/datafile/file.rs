//! The declaration of a data file. A view has the rows of the file, such as `persons_csv` for `persons.csv`. The view's
//! cells are *canonical*: as export writes them. Declarations are `static`, because they refer to each other.

use std::borrow::Cow;

use super::reference::{Reference, ReferenceTarget};
use super::rule::RowRule;
use crate::model::enumeration::Enumeration;

pub struct DataFile {
    pub name: &'static str,
    /// An English phrase for the rows: `the contact moments of each class`.
    pub about: &'static str,
    /// The Dutch label, and the Dutch phrase for the rows.
    pub dutch: (&'static str, &'static str),
    /// The table that stores the rows. The view's `row_id` is the table's rowid.
    pub table: &'static str,
    pub columns: &'static [Column],
    /// The columns that describe a row to people; if empty, the key.
    pub title: &'static [&'static str],
    /// The columns that the console lists by default, after the title; if empty, the key and the first other columns.
    pub listed: &'static [&'static str],
    /// The columns that, besides the key, distinguish rows with the same title.
    pub details: &'static [&'static str],
    /// The columns that a search covers; if empty, the key and the title.
    pub searched: &'static [&'static str],
    pub ids: IdSource,
    /// The name of the row with id 0, which is in no file; `None` if the table has no such row.
    pub placeholder: Option<&'static str>,
    /// Whether every import of the file removes unlisted rows, because the file is always the complete list.
    pub is_complete_list: bool,
    /// How `--replace` dismisses an unlisted row instead of removing it.
    pub dismissal: Option<Dismissal>,
    pub rules: &'static [RowRule],
    pub recheck_scope: RecheckScope,
    /// The comparisons between rows that rules make, without regard to case.
    pub comparisons: &'static [RowComparison],
    /// SQL that runs before rows are written, for constraints that would fail temporarily.
    pub before_write: &'static str,
}

/// The rows that can be rechecked alone if others create or change them between an import's check and its write lock. Rules
/// may compare such a row only with rows that [`DataFile::comparisons`] finds, and other files may use only its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecheckScope {
    /// No rows: the whole import is checked again.
    None,
    /// Rows that others created.
    Created,
    /// Rows that others created or changed.
    All,
}

/// A comparison of rows by one column.
pub struct RowComparison {
    pub column: &'static str,
    /// The SQL for the compared form of a cell, which is `%`: `ltrim(%, '0')`.
    pub form: &'static str,
    /// Whether only new rows are compared with other rows.
    pub is_for_new_rows: bool,
}

/// The source of the numbers in the column `Id`.
pub enum IdSource {
    /// The rowid of the table.
    Row,
    /// A number that is unique among rows with the same cell in another column.
    Within {
        column: &'static str,
        /// The SQL for the highest number ever given, for the record `s`.
        highest: &'static str,
        /// The rowid of the record `s` with `id`, as SQL.
        row: &'static str,
    },
}

pub struct Column {
    pub name: &'static str,
    /// The meaning of the cells, in English, for authors of data files.
    pub meaning: &'static str,
    /// The label in Dutch, for people.
    pub dutch: &'static str,
    /// The explanation in forms, in English and Dutch; empty if the label is enough.
    pub hint: [&'static str; 2],
    pub domain: Domain,
    pub role: ColumnRole,
    /// Whether forms omit the column, because only a command changes it.
    pub is_hidden: bool,
    /// The meaning of an empty cell, and of an absent one in a new row.
    pub default: DefaultCell,
    /// The SQL for the new cell of an existing row, over the record `s`, whose absent cells are NULL, and the stored cells
    /// `v`. `None`: "an absent column leaves the field alone, an empty cell sets its default".
    pub on_stored: Option<&'static str>,
    /// The table's column, if it has another name; empty if the column is unstored.
    pub(super) stored: Option<&'static str>,
    /// The file to whose rows the cells refer.
    pub target: ReferenceTarget,
    pub enumeration: Option<&'static Enumeration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    Id,
    /// A text with at most this many characters.
    Text(usize),
    /// An integer in this range, inclusive.
    Int(i32, i32),
    Money,
    Date,
    Time,
    Datetime,
    DatetimeOrNever,
    Flag,
    Choice(&'static [&'static str]),
    /// The address of a picture: `images/<name>`, or an http(s) URL.
    Image,
    Bytes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnRole {
    Key,
    /// Part of the key that may be empty.
    OpenKey,
    /// Required on a new row, and never emptied.
    Required,
    /// May be absent or empty.
    Optional,
}

/// The meaning of an empty cell, as a canonical cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultCell {
    Nothing,
    Text(&'static str),
    Query {
        meaning: &'static str,
        /// The query for the record `s`, over the data after the import.
        sql: &'static str,
    },
}

/// The cell by which a row is dismissed.
pub struct Dismissal {
    pub column: &'static str,
    /// The SQL for the new cell.
    pub cell: &'static str,
    /// The SQL condition, over the row `v` of the view, for rows that are dismissed already and stay unchanged.
    pub is_dismissed: &'static str,
}

impl DataFile {
    /// The properties that most files have; name, texts, table and columns are empty.
    pub const DEFAULTS: DataFile = DataFile {
        name: "",
        about: "",
        dutch: ("", ""),
        table: "",
        columns: &[],
        title: &[],
        listed: &[],
        details: &[],
        searched: &[],
        ids: IdSource::Row,
        placeholder: None,
        is_complete_list: false,
        dismissal: None,
        rules: &[],
        recheck_scope: RecheckScope::None,
        comparisons: &[],
        before_write: "",
    };

    /// Returns the name without extension, such as `persons`.
    pub fn stem(&self) -> &'static str {
        self.name.strip_suffix(".csv").unwrap_or(self.name)
    }

    /// Returns the name that the file has as a workbook: `persons.xlsx`.
    pub fn workbook_name(&self) -> String {
        format!("{}.xlsx", self.stem())
    }

    /// Returns whether a CSV file or workbook of this name is this data file.
    pub fn has_name(&self, name: &str) -> bool {
        self.name == name || self.workbook_name() == name
    }

    /// Returns the columns that identify a row, each after its position.
    pub fn key_columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.columns.iter().enumerate().filter(|(_, column)| column.is_key())
    }

    /// Returns the column with this name, in any case, after its position.
    pub fn find_column(&self, name: &str) -> Option<(usize, &'static Column)> {
        let mut columns = self.columns.iter().enumerate();
        columns.find(|(_, column)| column.name.eq_ignore_ascii_case(name))
    }

    pub fn has_id(&self) -> bool {
        self.columns.iter().any(|column| column.domain == Domain::Id)
    }
}

impl Column {
    pub const fn new(name: &'static str, domain: Domain, meaning: &'static str) -> Self {
        Self {
            name,
            meaning,
            dutch: "",
            hint: ["", ""],
            domain,
            role: ColumnRole::Optional,
            is_hidden: false,
            default: DefaultCell::Nothing,
            on_stored: None,
            stored: None,
            target: ReferenceTarget::Nothing,
            enumeration: None,
        }
    }

    /// Makes the column a part of the key.
    pub const fn key(self) -> Self {
        Self { role: ColumnRole::Key, ..self }
    }

    /// Makes the column a part of the key that may be empty.
    pub const fn open_key(self) -> Self {
        Self { role: ColumnRole::OpenKey, ..self }
    }

    /// Omits the column from forms.
    pub const fn hidden(self) -> Self {
        Self { is_hidden: true, ..self }
    }

    pub const fn required(self) -> Self {
        Self { role: ColumnRole::Required, ..self }
    }

    /// Sets the meaning of an empty cell.
    pub const fn or_default(self, default: DefaultCell) -> Self {
        Self { default, ..self }
    }

    /// Sets the SQL for the new cell of an existing row ([`Column::on_stored`]).
    pub const fn on_stored(self, sql: &'static str) -> Self {
        Self { on_stored: Some(sql), ..self }
    }

    /// Sets the table's column, if its name is not that of this column in snake case.
    pub const fn stored_as(self, stored: &'static str) -> Self {
        Self { stored: Some(stored), ..self }
    }

    /// Declares that the database table has no column for this column of the file. The value is stored by a reference, in
    /// a column of another name.
    pub const fn unstored(self) -> Self {
        self.stored_as("")
    }

    /// Makes the cells refer to rows of `to`, whose ids the table stores in `id_column`.
    pub const fn refers_to(self, to: &'static DataFile, id_column: &'static str) -> Self {
        self.with_reference(Reference::new(to, id_column))
    }

    /// Makes the cells refer to rows of `to` by keys of several cells: those of the columns `with`, then this cell.
    pub const fn refers_with(
        self,
        with: &'static [&'static str],
        to: &'static DataFile,
        id_column: &'static str,
    ) -> Self {
        self.with_reference(Reference { with, ..Reference::new(to, id_column) })
    }

    /// Makes the cells refer to rows of `to`, as [`Column::refers_to`]; an empty cell refers to the placeholder.
    pub const fn refers_or_placeholder(self, to: &'static DataFile, id_column: &'static str) -> Self {
        self.with_reference(Reference { empty: "0", ..Reference::new(to, id_column) })
    }

    /// Makes the cells refer to rows of `to`, as [`Column::refers_or_placeholder`]; an unknown name creates a row.
    pub const fn refers_or_creates(self, to: &'static DataFile, id_column: &'static str) -> Self {
        self.with_reference(Reference { empty: "0", creates_rows: true, ..Reference::new(to, id_column) })
    }

    const fn with_reference(self, reference: Reference) -> Self {
        Self { target: ReferenceTarget::One(reference), ..self.stored_as(reference.id_column) }
    }

    /// Makes the cells refer to one of several files, which another column selects.
    pub const fn refers_to_one_of(self, references: &'static [Reference]) -> Self {
        Self { target: ReferenceTarget::Several(references), ..self }
    }

    /// Returns the table's column, by default the name in snake case: `has_certificate`. Empty if unstored.
    pub fn stored_column(&self) -> Cow<'static, str> {
        if let Some(stored) = self.stored {
            return stored.into();
        }
        let snake_case = self.name.chars().enumerate().flat_map(|(index, letter)| {
            let separator = (index > 0 && letter.is_ascii_uppercase()).then_some('_');
            separator.into_iter().chain([letter.to_ascii_lowercase()])
        });
        snake_case.collect::<String>().into()
    }

    pub fn is_required(&self) -> bool {
        matches!(self.role, ColumnRole::Key | ColumnRole::Required)
    }

    pub fn is_key(&self) -> bool {
        matches!(self.role, ColumnRole::Key | ColumnRole::OpenKey)
    }

    /// Returns the references of the cells: none, one, or several of which another column selects one.
    pub fn references(&self) -> &[Reference] {
        match &self.target {
            ReferenceTarget::Nothing => &[],
            ReferenceTarget::One(reference) => std::slice::from_ref(reference),
            ReferenceTarget::Several(references) => references,
        }
    }
}
