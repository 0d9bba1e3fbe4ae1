//! Tables, only over REST: the data files as tables, with their columns.

use super::column_kind::ColumnKind;
use super::prelude::*;
use crate::datafile::FILES;
use crate::datafile::file::Column;
use crate::model::language::Language;
use crate::store::row_listing::count_rows;

pub const OPERATION: Operation = Operation {
    required_grants: RequiredGrants::OfOthers(&["DataFile"]),
    ..Operation::over_rest(
        "Tables",
        get("/tables"),
        "The data files as tables, with their columns and numbers of rows.",
        Contents::List(ListSchema::of_objects("TableInfo", RowSource::Computed(open_tables), FIELDS)),
    )
};

const FIELDS: &[Field] = &[
    text("name").described("The name of the table in addresses."),
    text("title").described("The title of the table for users."),
    text("description").described("What the rows of the table are."),
    long("rows").described("The number of rows."),
    list("columns", &COLUMNS).described("The columns of the table, in the order of the data file."),
];

static COLUMNS: ListSchema = ListSchema::of_objects("TableColumn", RowSource::None, COLUMN_FIELDS);

const COLUMN_FIELDS: &[Field] = &[
    text("name").described("The name of the column."),
    text("kind")
        .one_of(&["integer", "money", "boolean", "date", "datetime", "datetime-or-never", "time", "text"])
        .described("The kind of the values."),
    boolean("key").described("Whether the column is part of the key of a row."),
    boolean("required").described("Whether every row has a value."),
    text("references").nillable().described("The table that a value refers to; several with commas between them."),
    text("description").described("What a value means."),
];

fn open_tables<'s>(snapshot: &'s Snapshot, _: &Arguments) -> Result<OpenedRows<'s>, AnswerError> {
    let (mut tables, mut columns) = (Vec::new(), Vec::new());
    // a table's `key` is the `parent` of its columns
    for (file, key) in FILES.iter().zip(0..) {
        let texts = [file.stem().to_owned(), file.label(Language::English), file.summary(Language::English)];
        let [name, title, description] = texts.map(|text| OwnedCell::Text(text.into()));
        let row_count = OwnedCell::Int(count_rows(snapshot, file)?);
        tables.push([OwnedCell::Int(key), name, title, description, row_count]);
        columns.extend(file.columns.iter().map(|column| column_row(key, column)));
    }
    Ok(vec![rows_from_vec(tables), rows_from_vec(columns)].into())
}

/// Returns the cells of a column: the key of its table as `parent`, then [`COLUMN_FIELDS`].
fn column_row(table_key: i64, column: &Column) -> [OwnedCell; 7] {
    let referenced_tables: Vec<_> = column.references().iter().map(|reference| reference.to.stem()).collect();
    [
        OwnedCell::Int(table_key),
        OwnedCell::Text(column.name.into()),
        OwnedCell::Text(ColumnKind::of(column).name.into()),
        OwnedCell::Int(column.is_key().into()),
        OwnedCell::Int(column.is_required().into()),
        OwnedCell::Text(referenced_tables.join(",").into()),
        OwnedCell::Text(column.meaning.into()),
    ]
}
