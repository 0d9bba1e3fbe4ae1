//! GetClassesFilteredByDate: the classes of which "the first contact moment's date and time lies in
//! [fromDate, toDate]".

use super::request::{Kind, Parameter, bool_parameter};
use super::rest::get;
use super::shape::Contents;
use super::training_class::{Filter, TrainingClasses};
use super::{Operation, Rule};
use crate::model::meaning;

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::new("fromDate", Kind::DateTime).says("The earliest beginning of a class."),
        Parameter::new("toDate", Kind::RangeEnd).says("The latest beginning of a class."),
        bool_parameter("includeArchived").says(meaning::INCLUDE_ARCHIVED),
    ],
    rules: &[Rule::Range("fromDate", "toDate")],
    ..Operation::report(
        "GetClassesFilteredByDate",
        get("/classes/by-date"),
        "The classes that start in a period, both ends included.",
        "ApiResponseOfListOfTrainingClass",
        Contents::Each(TrainingClasses::<ByDate>::EACH),
    )
};

struct ByDate;

impl Filter for ByDate {
    const INDEX: &'static str = "class_in_order";
    const CONDITION: &'static str = "c.begins BETWEEN :fromDate AND :toDate";
}
