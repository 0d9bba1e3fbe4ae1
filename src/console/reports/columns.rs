//! The columns of a report. If a row contains exactly one list, the rows of this list become the rows of the table.

use crate::console::FormFields;
use crate::console::components::NamedValues;
use crate::console::person;
use crate::model::brand::Brand;
use crate::model::language::Language;
use crate::operation::response_schema::{Contents, Field, FieldValue, ListSchema};
use crate::operation::{labels, response_schema};

/// The columns that people look for first: the name of the row, training, status, dates. A table begins with those that
/// the report has, in this order. A table of many columns shows by default only these columns.
#[rustfmt::skip]
const FIRST_COLUMNS: &[&str] = &[
    FULL_NAME.name, "PersonExternalIdentifier", "ExternalIdentifier", "ExternalId", "Personeelsnummer",
    "Name", "Title", "TrainingTitle", "Opleiding", "Training.Name", "agendaItem", "CatalogItem.Title",
    "CatSubject.Subject", "key", "file",
    "LearningPortfolioStatus", "Status", "State", "AbsenceReason", "IsCancelled", "IsArchived",
    "Date", "From", "Till", "Dates", "GroupClassDates", "agendaDatum", "Startdatum", "Afronddatum", "Verloopdatum",
    "TrainingFinishedAt", "TrainingValidUntil",
    "LocationName", "costs", "Function", "Division", "IsDismissed",
];

/// The column with the full name of a person, which the page joins from the columns in [`NAME_PARTS`].
const FULL_NAME: Field = response_schema::text("FullName")
    .described("First name, name prefix and family name.")
    .dutch("Naam", "De voornaam, het tussenvoegsel en de achternaam.");

/// The columns with the parts of a person's name, in their order. The family name is the last.
const NAME_PARTS: [&[&str]; 3] = [
    &["PersonFirstName", "PersonNameInsertion", "PersonFamilyName"],
    &["FirstName", "Insertion", "FamilyName"],
    &["Voornaam", "Achternaam"],
];

type MakeAddress = fn(&str) -> String;

/// The columns with the name of a row that has a page: the column with the name, the column that identifies the row, and a
/// function that returns the address for a cell of the latter. A report has the first link whose columns it has.
#[rustfmt::skip]
const NAME_LINKS: &[(&str, &str, MakeAddress)] = &[
    (FULL_NAME.name, "PersonExternalIdentifier", person_address),
    (FULL_NAME.name, "Personeelsnummer", person_address),
    (FULL_NAME.name, "ExternalId", person_address),
    ("Name", "Id", |class| format!("classes/{class}")),
    ("agendaItem", "classID", |class| format!("classes/{class}")),
    // AvailableCourses: the id of a course, unlike that of a block, is the number of its row
    ("Opleiding", "OpleidingsId", |training| format!("data/trainings/{training}")),
];

fn person_address(number: &str) -> String {
    format!("{}/{}?{}", person::PAGE.path, person::BY_NUMBER, FormFields::new([(person::NUMBER, number)]).to_query())
}

/// The most columns that a table shows by default, unless it has more of the [`FIRST_COLUMNS`].
const MAX_DEFAULT_COLUMNS: usize = 8;

/// The levels of a report. The rows of the answer are level 0. A row of each level but the innermost contains a list of
/// rows of the next level.
pub struct ReportShape {
    /// Is the answer a single row and not a list? The cells of this row are then shown above the table.
    pub has_single_row: bool,
    /// The columns of each level, the outermost first.
    pub levels: Vec<Vec<ReportColumn>>,
    /// For each level but the innermost: the index of the column that contains the rows of the next level.
    pub list_columns: Vec<usize>,
    /// The level with the column [`FULL_NAME`], which comes after the columns of the answer.
    pub full_name: Option<FullNameColumn>,
    /// The link of each row of the table; `None` if the rows have no pages.
    pub name_link: Option<NameLink>,
    /// The positions of the columns that the table shows, in their order.
    shown: Vec<ColumnPosition>,
}

#[derive(Clone)]
pub struct FullNameColumn {
    pub position: ColumnPosition,
    /// The indexes of the columns with the parts of the name, in their order. The family name is the last.
    pub parts: Vec<usize>,
    /// Can a comma and the name prefix follow the family name?
    pub has_prefix_after_comma: bool,
}

/// See [`NAME_LINKS`].
#[derive(Clone, Copy)]
pub struct NameLink {
    pub name: ColumnPosition,
    pub key: ColumnPosition,
    /// Returns the address, below the console, for a cell of the column `key`.
    pub address: MakeAddress,
}

#[derive(Clone, Copy, PartialEq)]
pub struct ColumnPosition {
    pub level: usize,
    pub index: usize,
}

/// A field of a row, or a field of an object in a row.
#[derive(Clone)]
pub struct ReportColumn {
    /// The path of the field, such as `Training.Code`.
    pub name: String,
    pub label: String,
    pub field: Field,
}

/// A list in the rows of a level, and the index of its column.
#[derive(Clone, Copy)]
struct InnerList {
    column: usize,
    list: &'static ListSchema,
}

impl InnerList {
    fn first(fields: &[(String, Field)]) -> Option<Self> {
        fields.iter().enumerate().find_map(|(column, (_, field))| match field.value {
            FieldValue::List(list) => Some(Self { column, list }),
            _ => None,
        })
    }
}

impl ReportShape {
    /// Creates the shape of a report. Its table shows the columns with the names `chosen`; if there are no names, the
    /// columns that people look for first.
    pub fn of(contents: &Contents, brand: &Brand, language: Language, chosen: &[String]) -> Self {
        let has_single_row = matches!(contents, Contents::One { .. });
        let mut shape = Self {
            has_single_row,
            levels: Vec::new(),
            list_columns: Vec::new(),
            full_name: None,
            name_link: None,
            shown: Vec::new(),
        };
        let label = |name: &str, field: &Field| labels::column_label(name, field, language, brand);
        let mut list = match contents {
            // the rows of the first list in a single row become the rows of the table
            Contents::One { fields, .. } => {
                let fields = flatten_fields(fields);
                let inner_list = InnerList::first(&fields);
                shape.add_level(&fields, inner_list, label);
                inner_list.map(|inner| inner.list)
            }
            Contents::List(list) | Contents::Table(list) => Some(list),
            Contents::Changed { .. } => None,
        };
        while let Some(rows) = list {
            let mut fields = flatten_fields(rows.item.fields());
            // a row without fields is a text
            if fields.is_empty() {
                fields.push((rows.element.to_owned(), response_schema::text(rows.element)));
            }
            // several lists in a row are texts in cells
            let has_only_one_list = count_lists(&fields) == 1;
            let inner_list = InnerList::first(&fields).filter(|_| has_only_one_list);
            if inner_list.is_some() {
                // the name of the element distinguishes the columns of this level from those of the next level
                fields.iter_mut().for_each(|(name, _)| *name = format!("{}.{name}", rows.element));
            }
            if let Some(parts) = find_name_parts(&fields).filter(|_| inner_list.is_none()) {
                shape.full_name = Some(FullNameColumn {
                    position: ColumnPosition { level: shape.levels.len(), index: fields.len() },
                    has_prefix_after_comma: parts.iter().any(|part| fields[*part].1.has_prefix_after_comma),
                    parts,
                });
                fields.push((FULL_NAME.name.to_owned(), FULL_NAME));
            }
            shape.add_level(&fields, inner_list, label);
            list = inner_list.map(|inner| inner.list);
        }
        shape.name_link = shape.find_name_link();
        shape.shown = if chosen.is_empty() { shape.default_columns() } else { shape.columns_with_names(chosen) };
        shape
    }

    fn find_name_link(&self) -> Option<NameLink> {
        let find = |name: &str| self.columns().find(|(column, _)| column.name == name).map(|(_, position)| position);
        NAME_LINKS
            .iter()
            .find_map(|(name, key, address)| Some(NameLink { name: find(name)?, key: find(key)?, address: *address }))
    }

    fn default_columns(&self) -> Vec<ColumnPosition> {
        // the first columns come before all others
        let positions: Vec<_> = self.columns().map(|(_, position)| position).collect();
        let first_count = self.columns().filter(|(column, _)| column.rank() < FIRST_COLUMNS.len()).count();
        let has_many_columns = positions.len() > MAX_DEFAULT_COLUMNS && first_count > 0;
        positions.into_iter().take(if has_many_columns { first_count } else { MAX_DEFAULT_COLUMNS }).collect()
    }

    fn columns_with_names(&self, names: &[String]) -> Vec<ColumnPosition> {
        self.columns().filter(|(column, _)| names.contains(&column.name)).map(|(_, position)| position).collect()
    }

    /// Adds the columns of the next level. `fields` has the path of each field. The rows of `inner_list` are the level
    /// after it.
    fn add_level(
        &mut self,
        fields: &[(String, Field)],
        inner_list: Option<InnerList>,
        label: impl Fn(&str, &Field) -> String,
    ) {
        let column = |(name, field): &(String, Field)| ReportColumn {
            label: label(name, field),
            name: name.clone(),
            field: *field,
        };
        self.levels.push(fields.iter().map(column).collect());
        self.list_columns.extend(inner_list.map(|inner| inner.column));
    }

    /// Returns whether the report has a table. A single row without a list has none.
    pub fn has_table(&self) -> bool {
        !self.has_single_row || self.levels.len() > 1
    }

    /// Returns the columns of the table: the columns of all levels but the level of a single row.
    pub fn columns(&self) -> impl Iterator<Item = (&ReportColumn, ColumnPosition)> {
        let first_level = usize::from(self.has_single_row);
        let table_levels = first_level..self.levels.len();
        let mut columns: Vec<_> = table_levels.flat_map(|level| self.columns_of_level(level)).collect();
        // the sort is stable: all other columns follow in the order of the answer
        columns.sort_by_key(|(column, _)| column.rank());
        columns.into_iter()
    }

    /// Returns the position of the family name, which sorts the column [`FULL_NAME`]; `None` for any other column.
    pub fn family_name_position(&self, position: ColumnPosition) -> Option<ColumnPosition> {
        let full_name = self.full_name.as_ref().filter(|name| name.position == position)?;
        full_name.parts.last().map(|index| ColumnPosition { index: *index, ..position })
    }

    /// Returns the columns that the table shows.
    pub fn shown_columns(&self) -> impl Iterator<Item = (&ReportColumn, ColumnPosition)> {
        self.shown.iter().map(|position| (&self.levels[position.level][position.index], *position))
    }

    /// Returns the columns of a single row, which the page shows above the table.
    pub fn single_row_columns(&self) -> impl Iterator<Item = (&ReportColumn, ColumnPosition)> {
        self.has_single_row.then(|| self.columns_of_level(0)).into_iter().flatten()
    }

    pub fn meanings(&self, language: Language) -> NamedValues {
        NamedValues::of(self.single_row_columns().chain(self.columns()).map(|(column, _)| {
            let meaning = column.field.meaning(language);
            (column.label.as_str(), meaning.into_owned())
        }))
    }

    /// Returns the columns of a level without the column that contains the rows of the next level.
    fn columns_of_level(&self, level: usize) -> impl Iterator<Item = (&ReportColumn, ColumnPosition)> {
        let list_column = self.list_columns.get(level).copied();
        let columns = self.levels[level].iter().enumerate().filter(move |(index, _)| Some(*index) != list_column);
        columns.map(move |(index, column)| (column, ColumnPosition { level, index }))
    }
}

impl ReportColumn {
    /// Returns the position in [`FIRST_COLUMNS`]; for any other column, the number of first columns.
    fn rank(&self) -> usize {
        FIRST_COLUMNS.iter().position(|name| *name == self.name).unwrap_or(FIRST_COLUMNS.len())
    }

    /// Returns whether the answer has numbers in this column, even if a page shows them as words.
    pub fn is_number(&self) -> bool {
        matches!(self.field.value, FieldValue::Int | FieldValue::Long | FieldValue::Money)
    }

    /// Returns whether a page shows the cells as numbers. A page shows the numbers of an enumeration as words.
    pub fn shows_numbers(&self) -> bool {
        self.is_number() && self.field.enumeration.is_none()
    }

    pub fn is_sortable(&self) -> bool {
        !matches!(self.field.value, FieldValue::List(_))
    }
}

/// Returns the indexes of the columns with the parts of a person's name; `None` if the row lacks one of them.
fn find_name_parts(fields: &[(String, Field)]) -> Option<Vec<usize>> {
    let index_of = |part: &&str| fields.iter().position(|(name, _)| name == part);
    NAME_PARTS.iter().find_map(|parts| parts.iter().map(index_of).collect())
}

pub fn count_lists(fields: &[(String, Field)]) -> usize {
    fields.iter().filter(|(_, field)| matches!(field.value, FieldValue::List(_))).count()
}

/// Returns the fields of a row with their paths. An object is replaced by its fields, such as `Training.Code`.
pub fn flatten_fields(fields: &'static [Field]) -> Vec<(String, Field)> {
    let flatten = |field: &'static Field| match field.value {
        FieldValue::Object(fields) => {
            let fields = flatten_fields(fields).into_iter();
            fields.map(|(path, inner)| (format!("{}.{path}", field.name), inner)).collect()
        }
        FieldValue::EmptyList => Vec::new(),
        _ => vec![(field.name.to_owned(), *field)],
    };
    fields.iter().flat_map(flatten).collect()
}
