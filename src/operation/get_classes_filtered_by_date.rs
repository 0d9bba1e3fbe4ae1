//! GetClassesFilteredByDate: the classes of which "the first contact moment's date and time lies in
//! [fromDate, toDate]".

use super::training_class::training_classes;
use super::{Contents, GrantedWith, Kind, Operation, Parameter, Rule, SUCCESS, bool_parameter};

pub const OPERATION: Operation = Operation {
    name: "GetClassesFilteredByDate",
    summary: "The classes that start in a period, both ends included.",
    granted_with: GrantedWith::Reports,
    request: &[
        Parameter {
            name: "fromDate",
            kind: Kind::DateTime,
        },
        Parameter {
            name: "toDate",
            kind: Kind::RangeEnd,
        },
        bool_parameter("includeArchived"),
    ],
    root: "ApiResponseOfListOfTrainingClass",
    error_on_success: false,
    flag: SUCCESS,
    rule: Some(Rule::Range("fromDate", "toDate")),
    contents: Contents::Each(
        training_classes!(index "class_in_order", filter "c.begins BETWEEN :fromDate AND :toDate"),
    ),
};
