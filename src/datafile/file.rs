//! The declaration of a data file. The rows of the file `persons.csv` are in the view `persons_csv`, with *canonical*
//! cells, as export writes them. Declarations are `static`, because they refer to each other.

use std::borrow::Cow;

use super::reference::{Reference, ReferenceCondition, ReferenceTarget};
use super::rule::RowRule;
use crate::model::enumeration::Enumeration;

pub struct DataFile {
    /// The file name, such as `persons.csv`.
    pub name: &'static str,
    /// The labels on pages, in English and in Dutch: `Sessions`.
    pub labels: [&'static str; 2],
    /// The texts of the link that adds a row, in English and in Dutch: `Add a session`. Empty if pages do not list the
    /// rows.
    pub add_row_label: [&'static str; 2],
    /// Phrases that describe the rows, in English and in Dutch: `the sessions of each class`.
    pub about: [&'static str; 2],
    /// The table that stores the rows. The view's `row_id` is the rowid of this table.
    pub table: &'static str,
    pub columns: &'static [Column],
    /// The columns whose cells form a row's title on pages; if empty, the key.
    pub title: &'static [&'static str],
    /// The columns that the console shows by default after the title; if empty, the first short columns.
    pub listed: &'static [&'static str],
    /// The columns that, like the key, distinguish rows with the same title.
    pub details: &'static [&'static str],
    /// The columns in which the console searches; if empty, the key and the title.
    pub searched: &'static [&'static str],
    pub ids: IdSource,
    /// The name of the placeholder: the row with id 0, to which empty cells refer (such as that of a person without
    /// manager). It is in no file. `None` if the table has no placeholder.
    pub placeholder_name: Option<&'static str>,
    /// Whether a file always has all rows, so that every import of the file removes unlisted rows.
    pub has_all_rows: bool,
    /// If `Some`, `--replace` dismisses unlisted rows instead of removing them.
    pub dismissal: Option<Dismissal>,
    pub rules: &'static [RowRule],
    pub recheck_scope: RecheckScope,
    /// How rules find the stored rows with which to compare a row. All comparisons ignore case.
    pub comparisons: &'static [RowComparison],
    /// SQL to run before rows are written, if a constraint of the table could otherwise fail between two updates.
    pub before_write: &'static str,
}

/// The rows that can be rechecked alone, if another process wrote them after an import's check. A rule may compare such
/// a row only with rows that [`DataFile::comparisons`] finds. Other files may use only the row's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecheckScope {
    /// No rows: the whole import is checked again.
    None,
    /// The rows that the other process created.
    Created,
    /// The rows that the other process created or changed.
    All,
}

/// A comparison of a column's cells by which a rule compares rows.
pub struct RowComparison {
    pub column: &'static str,
    /// The SQL for the compared form of a cell, such as `ltrim(%, '0')`. The cell replaces `%`.
    pub form_sql: &'static str,
    /// Whether the rule compares only new rows with the other rows.
    pub is_only_for_new_rows: bool,
}

impl RowComparison {
    pub fn compared_form_sql(&self, cell: &str) -> String {
        self.form_sql.replace('%', cell)
    }
}

/// The source of the ids of new rows.
pub enum IdSource {
    /// The id is the rowid of the table: the table gives the next one.
    Rowid,
    /// The id is unique among the rows that have the same cell in `column`.
    Within {
        column: &'static str,
        /// The SQL for the highest id ever given to a row that has the same cell in `column` as the `record`.
        highest_sql: &'static str,
        /// The SQL for the rowid of the `record`, from `record.id`.
        row_sql: &'static str,
    },
}

pub struct Column {
    pub name: &'static str,
    /// The English meaning for authors of data files. [`Self::description`] returns it.
    pub meaning: &'static str,
    /// The labels on pages, in English and in Dutch. If the English label is empty, pages show the words of `name`.
    pub labels: [&'static str; 2],
    /// The explanation that forms show, in English and in Dutch; empty if the label is enough.
    pub hint: [&'static str; 2],
    pub domain: Domain,
    pub role: ColumnRole,
    /// Whether pages omit the column. Only a command changes a hidden column.
    pub is_hidden: bool,
    /// The English and the Dutch name of each choice of a [`Domain::Choice`]; empty if the choices are clear without names.
    pub choice_names: &'static [[&'static str; 2]],
    /// For a flag that is a status: the tone of the badge (`wrong` or `note`) that tables show instead of `true`. They
    /// show nothing instead of `false`.
    pub badge_tone: Option<&'static str>,
    /// The replacement of an empty cell and, in a new row, of an absent cell.
    pub default: DefaultCell,
    /// The SQL for the new cell of a `stored` row, which can depend on its old cells and on the cells of the `record`
    /// (NULL if absent). `None`: "an absent column leaves the field alone, an empty cell sets its default".
    pub value_on_update_sql: Option<&'static str>,
    /// The table's column; `None` for [`Self::name`] in snake case; [`UNSTORED`] if the table does not store the cells.
    pub(super) stored: Option<&'static str>,
    pub target: ReferenceTarget,
    pub enumeration: Option<&'static Enumeration>,
}

/// The stored column of a column whose cells the table does not store.
const UNSTORED: &str = "";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// An integer from 1 to 2147483647.
    Id,
    /// A text with at most this number of characters.
    Text(usize),
    /// An integer from the first to the second number, inclusive.
    Int(i32, i32),
    /// An amount, such as `1234.50`. The table stores cents.
    Money,
    /// `2026-03-09`.
    Date,
    /// `09:00`, or `09:00:30` if the seconds are not zero.
    Time,
    /// `2026-03-09T09:00:00`, in local time.
    Datetime,
    /// A datetime, or `never`, for which the table stores NULL.
    DatetimeOrNever,
    Flag,
    Choice(&'static [&'static str]),
    /// The address of a picture: `images/<name>` or an http(s) URL.
    Image,
    /// The content of a picture, which is in no cell of a file.
    Bytes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnRole {
    Key,
    /// A part of the key that may be empty.
    OptionalKey,
    /// A new row must have the cell, and no change may empty it.
    Required,
    /// The cell may be absent or empty.
    Optional,
}

/// The canonical cell that replaces an empty cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultCell {
    Nothing,
    Text(&'static str),
    /// The cell that a query finds, with its meaning for authors of data files.
    Query {
        meaning: &'static str,
        /// The query for the cell of the `record`. It reads the data after the import.
        sql: &'static str,
    },
}

/// How rows of a file are dismissed: `column` gets the value of `cell_sql`.
pub struct Dismissal {
    pub column: &'static str,
    pub cell_sql: &'static str,
    /// The SQL condition for `stored` rows that are dismissed already. These rows stay unchanged.
    pub dismissed_condition: &'static str,
}

impl DataFile {
    /// The properties of most files. A declaration adds the name, the texts, the table and the columns.
    pub const DEFAULTS: DataFile = DataFile {
        name: "",
        labels: ["", ""],
        add_row_label: ["", ""],
        about: ["", ""],
        table: "",
        columns: &[],
        title: &[],
        listed: &[],
        details: &[],
        searched: &[],
        ids: IdSource::Rowid,
        placeholder_name: None,
        has_all_rows: false,
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

    pub fn workbook_name(&self) -> String {
        format!("{}.xlsx", self.stem())
    }

    pub fn has_name(&self, name: &str) -> bool {
        self.name == name || self.workbook_name() == name
    }

    pub fn key_columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.columns.iter().enumerate().filter(|(_, column)| column.is_key())
    }

    /// Returns the key column; `None` if the key has several columns.
    pub fn only_key_column(&self) -> Option<&'static Column> {
        let mut key_columns = self.key_columns();
        let (_, column) = key_columns.next()?;
        key_columns.next().is_none().then_some(column)
    }

    /// Returns the column with this name, in any letter case, and its index.
    pub fn find_column(&self, name: &str) -> Option<(usize, &'static Column)> {
        let mut columns = self.columns.iter().enumerate();
        columns.find(|(_, column)| column.name.eq_ignore_ascii_case(name))
    }

    pub fn is_identified_by_id(&self) -> bool {
        self.key_columns().any(|(_, column)| column.domain == Domain::Id)
    }

    pub fn has_id(&self) -> bool {
        self.columns.iter().any(|column| column.domain == Domain::Id)
    }
}

impl Column {
    /// Returns an optional column that the table stores under its name in snake case.
    pub const fn new(name: &'static str, domain: Domain, meaning: &'static str) -> Self {
        Self {
            name,
            meaning,
            labels: ["", ""],
            hint: ["", ""],
            domain,
            role: ColumnRole::Optional,
            is_hidden: false,
            choice_names: &[],
            badge_tone: None,
            default: DefaultCell::Nothing,
            value_on_update_sql: None,
            stored: None,
            target: ReferenceTarget::Nothing,
            enumeration: None,
        }
    }

    pub const fn key(self) -> Self {
        Self { role: ColumnRole::Key, ..self }
    }

    pub const fn optional_key(self) -> Self {
        Self { role: ColumnRole::OptionalKey, ..self }
    }

    pub const fn hidden(self) -> Self {
        Self { is_hidden: true, ..self }
    }

    pub const fn shown_as_badge(self, tone: &'static str) -> Self {
        Self { badge_tone: Some(tone), ..self }
    }

    pub const fn required(self) -> Self {
        Self { role: ColumnRole::Required, ..self }
    }

    pub const fn or_default(self, cell: &'static str) -> Self {
        Self { default: DefaultCell::Text(cell), ..self }
    }

    pub const fn or_query(self, meaning: &'static str, sql: &'static str) -> Self {
        Self { default: DefaultCell::Query { meaning, sql }, ..self }
    }

    pub const fn updated_to(self, sql: &'static str) -> Self {
        Self { value_on_update_sql: Some(sql), ..self }
    }

    pub const fn stored_as(self, stored: &'static str) -> Self {
        Self { stored: Some(stored), ..self }
    }

    /// Declares that the table does not store the cells. They are part of the key of a row to which the table refers.
    pub const fn unstored(self) -> Self {
        self.stored_as(UNSTORED)
    }

    /// Makes the cells refer to rows of `to`. The table stores the ids of these rows in `id_column`.
    pub const fn refers_to(self, to: &'static DataFile, id_column: &'static str) -> Self {
        self.with_reference(Reference::new(to, id_column))
    }

    /// Makes the cells refer to rows of `to` by a key of several cells: those of `other_key_columns`, then this cell.
    pub const fn refers_with(
        self,
        other_key_columns: &'static [&'static str],
        to: &'static DataFile,
        id_column: &'static str,
    ) -> Self {
        self.with_reference(Reference { other_key_columns, ..Reference::new(to, id_column) })
    }

    /// Makes the cells refer to rows of `to`. An empty cell refers to the [placeholder](DataFile::placeholder_name).
    pub const fn refers_to_or_placeholder(self, to: &'static DataFile, id_column: &'static str) -> Self {
        self.with_reference(Reference { has_placeholder: true, ..Reference::new(to, id_column) })
    }

    /// Makes the cells refer to rows of `to`. An empty cell refers to the placeholder; an unknown name creates a row.
    pub const fn refers_to_or_creates(self, to: &'static DataFile, id_column: &'static str) -> Self {
        self.with_reference(Reference { has_placeholder: true, creates_rows: true, ..Reference::new(to, id_column) })
    }

    const fn with_reference(self, reference: Reference) -> Self {
        Self { target: ReferenceTarget::One(reference), ..self.stored_as(reference.id_column) }
    }

    /// Makes the cells refer to one of several files, which [`Reference::only_if`] selects.
    pub const fn refers_to_one_of(self, references: &'static [Reference]) -> Self {
        Self { target: ReferenceTarget::Several(references), ..self }
    }

    /// Returns the column of the table, such as `has_certificate` for `HasCertificate`, or [`UNSTORED`].
    pub fn stored_column(&self) -> Cow<'static, str> {
        if let Some(stored) = self.stored {
            return stored.into();
        }
        let mut snake_case = String::new();
        for (index, letter) in self.name.chars().enumerate() {
            if index > 0 && letter.is_ascii_uppercase() {
                snake_case.push('_');
            }
            snake_case.push(letter.to_ascii_lowercase());
        }
        snake_case.into()
    }

    pub fn is_stored(&self) -> bool {
        self.stored != Some(UNSTORED)
    }

    /// Returns whether pages have a field or filter for the column. They omit ids, which mean nothing to people, unless
    /// the id is the key.
    pub fn is_field(&self) -> bool {
        !self.is_hidden && (self.domain != Domain::Id || self.is_key())
    }

    pub fn is_required(&self) -> bool {
        matches!(self.role, ColumnRole::Key | ColumnRole::Required)
    }

    pub fn is_key(&self) -> bool {
        matches!(self.role, ColumnRole::Key | ColumnRole::OptionalKey)
    }

    pub fn references(&self) -> &[Reference] {
        match &self.target {
            ReferenceTarget::Nothing => &[],
            ReferenceTarget::One(reference) => std::slice::from_ref(reference),
            ReferenceTarget::Several(references) => references,
        }
    }

    /// Returns the reference that applies in a row; `None` if none applies. `cell_of` returns the cell of another column.
    pub fn applying_reference<'c>(&self, cell_of: impl Fn(&'static str) -> &'c str) -> Option<&Reference> {
        let applies = |condition: ReferenceCondition| condition.values.contains(&cell_of(condition.column));
        self.references().iter().find(|reference| reference.only_if.is_none_or(applies))
    }
}
