//! The filters of a table, from the declarations of its columns.

use anyhow::Result;

use super::suggestions::{self, FieldReference};
use crate::console::PageContext;
use crate::console::components::{FormField, Input};
use crate::datafile::file::{Column, DataFile, Domain};
use crate::store::Snapshot;
use crate::store::row_listing::{ColumnFilter, FilterOperator};

pub struct Filters {
    /// The filters without an error, which select rows.
    pub valid: Vec<ColumnFilter>,
    /// A field per operator of each column that pages show. The field of an invalid filter has the error.
    pub fields: Vec<FormField>,
}

/// Returns the name of a filter in the query, such as `from.EnrolledAt`.
pub fn filter_field_name(operator: FilterOperator, column: &Column) -> String {
    format!("{}.{}", operator.name(), column.name)
}

pub fn parse_filters(context: &PageContext, snapshot: &Snapshot, file: &'static DataFile) -> Result<Filters> {
    let mut filters = Filters { valid: Vec::new(), fields: Vec::new() };
    for column in file.columns {
        for operator in FilterOperator::for_column(column).iter().copied() {
            let mut field = filter_field(context, snapshot, column, operator)?;
            // a query can have several filters of a column and operator, which must all match
            for value in context.request.query.get_all(&field.name).iter().filter(|value| !value.trim().is_empty()) {
                let filter = ColumnFilter { column, operator, cell: value.trim().to_owned() };
                match filter.parse(snapshot.clock(), context.language) {
                    Ok(filter) => filters.valid.push(filter),
                    Err(error) => field.errors.push(error),
                }
            }
            // an address can filter by a column that has no field
            if column.is_field() || !field.value.is_empty() {
                filters.fields.push(field);
            }
        }
    }
    Ok(filters)
}

/// Returns the field of a filter, with the value in the query. The field of a reference has suggestions.
fn filter_field(
    context: &PageContext,
    snapshot: &Snapshot,
    column: &'static Column,
    operator: FilterOperator,
) -> Result<FormField> {
    let (words, column_label) = (context.words, column.label(context.language));
    let key = referenced_key(column).filter(|_| operator == FilterOperator::Is);
    let label = match (operator, key) {
        // the table shows the name of the row, but the filter takes the key of the row
        (_, Some((file, key)))
            if !file.title.is_empty() && !file.title.contains(&key.name) && key.domain != Domain::Id =>
        {
            format!("{column_label} ({})", key.label(context.language).to_lowercase())
        }
        (FilterOperator::From, _) => words.filter_from.replace("{}", &column_label),
        (FilterOperator::To, _) => words.filter_to.replace("{}", &column_label),
        (FilterOperator::Is | FilterOperator::Contains | FilterOperator::EmptyOrAfter, _) => column_label,
    };
    let name = filter_field_name(operator, column);
    let value = context.request.query.text_of(&name).to_owned();
    let mut field = FormField::new(name, label, filter_input(context, column, operator)).with_value(&value);
    match (column.references(), key) {
        ([_], Some((file, key))) => {
            let reference = FieldReference::by_column(file, key.name);
            suggestions::add_suggestions(context, snapshot, &mut field, &reference, value.trim())?;
        }
        // the file is unknown: suggests the rows of the first
        _ => field.suggestion_query = suggestions::suggestion_query(column),
    }
    if let Input::Select(options) = &mut field.input {
        let empty_option = options.iter_mut().find(|(value, _)| value.is_empty());
        empty_option.into_iter().for_each(|(_, label)| words.all.clone_into(label));
    }
    Ok(field)
}

/// Returns the file that a column refers to, and the file's key column; `None` if the key has several columns.
fn referenced_key(column: &Column) -> Option<(&'static DataFile, &'static Column)> {
    let file = column.references().first()?.to;
    Some((file, file.only_key_column()?))
}

fn filter_input(context: &PageContext, column: &Column, operator: FilterOperator) -> Input {
    match column.domain {
        _ if operator == FilterOperator::Is => super::column_options(context, column)
            .map_or(Input::Line("text"), |options| {
                Input::Select([Default::default()].into_iter().chain(options).collect())
            }),
        // a day selects all datetimes of the day
        Domain::Datetime | Domain::DatetimeOrNever => Input::Line("date"),
        _ => Input::of_column(column),
    }
}
