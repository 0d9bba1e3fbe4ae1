//! The filters of a table, from the declarations of its columns.

use anyhow::Result;

use super::suggestions::{self, FieldReference};
use crate::console::PageContext;
use crate::console::components::{FormField, Input};
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::reference::Reference;
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
    let is_filter_name = |name: &str| format!("{}.{name}", FilterOperator::Is.name());
    let is_filter = |name| context.request.query.text_of(&is_filter_name(name)).trim();
    // without the filter that selects the file, the value can refer to any of several files
    let reference = column.applying_reference(is_filter).map(|found| Reference { creates_rows: false, ..*found });
    let key_label = reference.as_ref().and_then(shown_key).map(|key| key.label(context.language).to_lowercase());
    let label = match (operator, key_label) {
        (_, Some(key_label)) => format!("{column_label} ({key_label})"),
        (FilterOperator::From, _) => words.filter_from.replace("{}", &column_label),
        (FilterOperator::To, _) => words.filter_to.replace("{}", &column_label),
        (FilterOperator::Is | FilterOperator::Contains | FilterOperator::EmptyOrAfter, _) => column_label,
    };
    let name = filter_field_name(operator, column);
    let value = context.request.query.text_of(&name).to_owned();
    let mut field = FormField::new(name, label, filter_input(context, column, operator)).with_value(&value);
    let field_of = |name| (is_filter_name(name), is_filter(name).to_owned());
    if let Some(reference) = reference.and_then(|reference| FieldReference::new(&reference, field_of)) {
        suggestions::add_suggestions(context, snapshot, &mut field, &reference, value.trim())?;
    }
    if let Input::Select(options) = &mut field.input {
        let empty_option = options.iter_mut().find(|(value, _)| value.is_empty());
        empty_option.into_iter().for_each(|(_, label)| words.all.clone_into(label));
    }
    Ok(field)
}

/// Returns the key column that a filter takes if the table shows the name of the row instead.
fn shown_key(reference: &Reference) -> Option<&'static Column> {
    let key = reference.to.only_key_column()?;
    let shows_name = !reference.to.title.is_empty() && !reference.to.title.contains(&key.name);
    (shows_name && key.domain != Domain::Id).then_some(key)
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
