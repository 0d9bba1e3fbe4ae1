//! GetClasses: all classes, except those under construction; archived ones only if requested.

use super::prelude::*;
use super::training_class::{INCLUDE_ARCHIVED, class_list_schema, classes_query};

pub const OPERATION: Operation = Operation {
    request: &[INCLUDE_ARCHIVED],
    ..Operation::report(
        "GetClasses",
        get("/classes"),
        "All classes, with their sessions, trainers and participants.",
        "ApiResponseOfListOfTrainingClass",
        Contents::List(class_list_schema(|| classes_query("class_in_order", "TRUE"))),
    )
    .dutch("Klassen", "Alle klassen, met bijeenkomsten, trainers en deelnemers.")
};
