//! GetClassesFilteredByDate: the classes of which "the first contact moment's date and time lies in
//! [fromDate, toDate]".

use super::prelude::*;
use super::training_class::{INCLUDE_ARCHIVED, class_list_schema, classes_query};

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::new("fromDate", ParameterKind::DateTime)
            .described("Classes that start on or after this time.")
            .dutch("Vanaf", "Klassen die op of na dit tijdstip beginnen."),
        Parameter::new("toDate", ParameterKind::RangeEnd)
            .described("Classes that start on or before this time.")
            .dutch("Tot en met", "Klassen die op of vóór dit tijdstip beginnen."),
        INCLUDE_ARCHIVED,
    ],
    rules: &[ArgumentRule::DateRange { from: "fromDate", till: "toDate" }],
    ..Operation::report(
        "GetClassesFilteredByDate",
        get("/classes/by-date"),
        "The classes that start in a period, both ends included.",
        "ApiResponseOfListOfTrainingClass",
        Contents::List(class_list_schema(|| classes_query("class_in_order", "c.begins BETWEEN :fromDate AND :toDate"))),
    )
    .dutch("Klassen in een periode", "De klassen die in een periode beginnen, eerste en laatste dag inbegrepen.")
};
