//! Filters of a table, from the declarations of its columns: the values in the address, and the form's fields.

use crate::console::components::{FormField, Input};
use crate::console::page_context::PageContext;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::store::Snapshot;
use crate::store::listing::{ColumnFilter, FilterOperator};

/// The active filters and the form's fields.
pub struct Filters {
    pub all: Vec<ColumnFilter>,
    /// A field per column and operator, with its error if invalid.
    pub fields: Vec<FormField>,
}

/// Returns the parameter's name: `from.EnrolledAt`.
pub fn name(holds: FilterOperator, column: &Column) -> String {
    format!("{}.{}", holds.name(), column.name)
}

/// Parses the filters in the address.
pub fn of(context: &PageContext, snapshot: &Snapshot, file: &'static DataFile) -> Filters {
    let given = context.request.query.0.iter().filter(|(_, value)| !value.trim().is_empty());
    let mut wrong = Vec::new();
    let read = |(name, value): &(String, String)| {
        let (holds, column) = name.split_once('.')?;
        let (_, column) = file.column(column)?;
        let mut ways = FilterOperator::of(column).iter().copied();
        let filter =
            ColumnFilter { column, holds: ways.find(|way| way.name() == holds)?, cell: value.trim().to_owned() };
        filter.read(snapshot.clock(), context.language).map_err(|says| wrong.push((name.clone(), says))).ok()
    };
    let all: Vec<_> = given.filter_map(read).collect();
    let ways =
        file.columns.iter().flat_map(|column| FilterOperator::of(column).iter().map(move |holds| (column, *holds)));
    let mut fields: Vec<_> = ways.map(|(column, holds)| field(context, column, holds)).collect();
    for field in &mut fields {
        let says = wrong.iter().filter(|(name, _)| *name == field.name);
        field.wrong.extend(says.map(|(_, says)| says.clone()));
    }
    Filters { all, fields }
}

fn field(context: &PageContext, column: &'static Column, holds: FilterOperator) -> FormField {
    let (words, label) = (context.words, column.label(context.language));
    let label = match holds {
        FilterOperator::Is | FilterOperator::Has | FilterOperator::EmptyOrAfter => label,
        FilterOperator::From => words.filter_from.replace("{}", &label),
        FilterOperator::To => words.filter_to.replace("{}", &label),
    };
    let name = name(holds, column);
    let value = context.request.query.text_of(&name).to_owned();
    FormField::new(name, label, input(context, column, holds)).with_value(value)
}

/// Returns the kind of a filter's field.
fn input(context: &PageContext, column: &Column, holds: FilterOperator) -> Input {
    match column.domain {
        _ if holds == FilterOperator::Is => super::choices(context, column).map_or(Input::Line("text"), |known| {
            let all = (String::new(), context.words.all.to_owned());
            Input::Choice([all].into_iter().chain(known).collect())
        }),
        Domain::Date | Domain::Datetime | Domain::DatetimeOrNever => Input::Line("date"),
        Domain::Time => Input::Line("time"),
        Domain::Id | Domain::Int(..) => Input::Line("number"),
        _ => Input::Line("text"),
    }
}
