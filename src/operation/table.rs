//! Table, only over REST: the rows of a data file with typed values, filtered and sorted.

use super::prelude::*;
use super::table_query::MAX_POSITION_CHARACTERS;

pub const OPERATION: Operation = Operation {
    required_grants: RequiredGrants::OfOthers(&["DataFile"]),
    request: &[
        text_parameter("name").described("The name of the table, such as persons."),
        text_parameter("sort")
            .optional()
            .described("Columns to sort by, with commas between them and - before a descending column."),
        text_parameter("fields")
            .optional()
            .described("The columns of the answer in their order, with commas between them; absent: all."),
        int_parameter("limit").optional().described("The most rows of the answer; absent: all."),
        Parameter::new("after", ParameterKind::Text(MAX_POSITION_CHARACTERS))
            .optional()
            .described("The position from the Link of an earlier answer with the same sort and filters."),
    ],
    rules: &[ArgumentRule::IntegerRange { parameter: "limit", min: 1, max: 10_000 }],
    ..Operation::over_rest(
        "Table",
        get("/tables/{name}"),
        "The rows of a data file with typed values. COLUMN=eq.VALUE filters, also with ne, lt, lte, gt, gte, in, \
         contains, starts and null.",
        Contents::List(ListSchema::of_objects("Row", RowSource::RequestedTable, &[])),
    )
};
