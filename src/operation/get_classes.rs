//! GetClasses: all classes but those under construction, and archived ones only when asked for.

use super::Operation;
use super::response_schema::Contents;
use super::rest::get;
use super::training_class::{ClassFilter, INCLUDE_ARCHIVED, training_classes};

pub const OPERATION: Operation = Operation {
    request: &[INCLUDE_ARCHIVED],
    ..Operation::report(
        "GetClasses",
        get("/classes"),
        "All classes, with their sessions, trainers and participants.",
        "ApiResponseOfListOfTrainingClass",
        Contents::Each(training_classes::<AllClasses>()),
    )
    .dutch("Klassen", "Alle klassen, met bijeenkomsten, trainers en deelnemers.")
};

struct AllClasses;

impl ClassFilter for AllClasses {
    const INDEX: &'static str = "class_in_order";
    const CONDITION: &'static str = "TRUE";
}
