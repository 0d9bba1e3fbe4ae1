//! Filters of a table, from the declarations of its columns: the values in the address, and the form's fields.

use crate::console::components::{FormField, Input};
use crate::console::page_context::PageContext;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::store::Snapshot;
use crate::store::listing::{ColumnFilter, FilterOperator};

/// The filters of a table: those in the address, and the fields of the form that sets them.
pub struct Filters {
    pub all: Vec<ColumnFilter>,
    /// A field per column and operator, with its error if invalid.
    pub fields: Vec<FormField>,
}

/// Returns the name of a filter in the address, such as `from.EnrolledAt`.
pub fn name(operator: FilterOperator, column: &Column) -> String {
    format!("{}.{}", operator.name(), column.name)
}

/// Parses the filters in the address. An invalid one is left out, and its field says what is wrong.
pub fn of(context: &PageContext, snapshot: &Snapshot, file: &'static DataFile) -> Filters {
    let given = context.request.query.0.iter().filter(|(_, value)| !value.trim().is_empty());
    let mut wrong = Vec::new();
    let read = |(name, value): &(String, String)| {
        let (operator, column) = name.split_once('.')?;
        let (_, column) = file.find_column(column)?;
        let mut ways = FilterOperator::of(column).iter().copied();
        let filter =
            ColumnFilter { column, operator: ways.find(|way| way.name() == operator)?, cell: value.trim().to_owned() };
        filter.parse(snapshot.clock(), context.language).map_err(|says| wrong.push((name.clone(), says))).ok()
    };
    let all: Vec<_> = given.filter_map(read).collect();
    let ways = file
        .columns
        .iter()
        .flat_map(|column| FilterOperator::of(column).iter().map(move |operator| (column, *operator)));
    let mut fields: Vec<_> = ways.map(|(column, operator)| field(context, column, operator)).collect();
    for field in &mut fields {
        let says = wrong.iter().filter(|(name, _)| *name == field.name);
        field.wrong.extend(says.map(|(_, says)| says.clone()));
    }
    Filters { all, fields }
}

fn field(context: &PageContext, column: &'static Column, operator: FilterOperator) -> FormField {
    let (words, label) = (context.words, column.label(context.language));
    let key = key_of_reference(column).filter(|_| operator == FilterOperator::Is);
    let label = match (operator, key) {
        // a row with a name is still selected by its key
        (_, Some((file, key))) if !file.title.is_empty() && !file.title.contains(&key.name) => {
            format!("{label} ({})", key.label(context.language).to_lowercase())
        }
        (FilterOperator::From, _) => words.filter_from.replace("{}", &label),
        (FilterOperator::To, _) => words.filter_to.replace("{}", &label),
        (FilterOperator::Is | FilterOperator::Contains | FilterOperator::EmptyOrAfter, _) => label,
    };
    let name = name(operator, column);
    let value = context.request.query.text_of(&name).to_owned();
    let field = FormField::new(name, label, input(context, column, operator)).with_value(value);
    let suggested = key.filter(|(_, key)| key.domain != Domain::Id);
    FormField { suggests: suggested.map_or("", |(file, _)| file.stem()), ..field }
}

/// Returns the file that the cells of a column refer to, and its key column; `None` if its key has several columns.
fn key_of_reference(column: &Column) -> Option<(&'static DataFile, &'static Column)> {
    let file = column.references().first()?.to;
    let mut key = file.key_columns();
    let (_, first) = key.next()?;
    key.next().is_none().then_some((file, first))
}

/// Returns the kind of a filter's field.
fn input(context: &PageContext, column: &Column, operator: FilterOperator) -> Input {
    match column.domain {
        _ if operator == FilterOperator::Is => super::choices(context, column).map_or(Input::Line("text"), |known| {
            let all = (String::new(), context.words.all.to_owned());
            Input::Choice([all].into_iter().chain(known).collect())
        }),
        Domain::Datetime | Domain::DatetimeOrNever => Input::Line("date"),
        _ => Input::of_column(column),
    }
}
