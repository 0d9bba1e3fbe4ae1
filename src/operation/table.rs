//! Table: the rows of a data file with typed values, filtered and sorted, over REST alone.

use super::request::{Parameter, ParameterKind};
use super::response_schema::*;
use super::rest::get;
use super::table_query::MAX_POSITION_CHARACTERS;
use super::{ArgumentRule, Operation};
use crate::model::text::MAX_TEXT_CHARACTERS;

pub const OPERATION: Operation = Operation {
    needs: Some(&["DataFile"]),
    request: &[
        Parameter::new("name", ParameterKind::Text(MAX_TEXT_CHARACTERS))
            .described("The name of the table, such as persons."),
        Parameter::optional("sort", ParameterKind::Text(MAX_TEXT_CHARACTERS))
            .described("Columns to sort by, with commas between them and - before a descending one."),
        Parameter::optional("fields", ParameterKind::Text(MAX_TEXT_CHARACTERS))
            .described("The columns of the answer in their order, with commas between them; absent: all."),
        Parameter::optional("limit", ParameterKind::Int).described("The most rows of the answer; absent: all."),
        Parameter::optional("after", ParameterKind::Text(MAX_POSITION_CHARACTERS))
            .described("The position from the Link of an earlier answer with the same sort and filters."),
    ],
    rules: &[ArgumentRule::IntegerRange { parameter: "limit", least: 1, most: 10_000, allowed: "1 to 10000" }],
    ..Operation::over_rest(
        "Table",
        get("/tables/{name}"),
        "The rows of a data file with typed values. COLUMN=eq.VALUE filters, also with ne, lt, lte, gt, gte, in, \
         contains, starts and null.",
        Contents::Each(ListSchema { element: "Row", rows: RowSource::SelectedTable, item: ListItem::Fields(&[]) }),
    )
};
