//! GetClassesFilteredByTraining: the classes of one course or course block, which are distinguished by type
//! since they may share an id.

use super::prelude::*;
use super::training_class::{INCLUDE_ARCHIVED, class_list_schema, classes_query};
use crate::datafile::trainings;

/// "`trainingType` accepts `0` or `Learning` (regular courses) and `1` or `Longterm` (course blocks). The
/// text form is case-sensitive."
const TRAINING_TYPES: &[(&str, &str)] =
    &[("0", "Learning"), ("Learning", "Learning"), ("1", "Longterm"), ("Longterm", "Longterm")];

pub const OPERATION: Operation = Operation {
    request: &[
        int_parameter("trainingId")
            .described(descriptions::TRAINING_ID)
            .dutch("Training", "Het id van de training.")
            .refers_to(&trainings::FILE, "Id"),
        Parameter::new("trainingType", ParameterKind::OneOf(TRAINING_TYPES))
            .described("Learning for a course, Longterm for a course block. Programs can also send 0 or 1.")
            .dutch("Soort", "Learning voor een opleiding, Longterm voor een opleidingsblok.")
            .with_choices_of(&trainings::FILE, "Type"),
        INCLUDE_ARCHIVED,
    ],
    rules: &[ArgumentRule::Exists {
        select: "SELECT key FROM LearningModule WHERE type = :trainingType AND id = :trainingId",
        entity: Entity::Training,
    }],
    ..Operation::report(
        "GetClassesFilteredByTraining",
        get("/classes/by-training/{trainingType}/{trainingId}"),
        "The classes of one course or course block.",
        "ApiResponseOfListOfTrainingClass",
        Contents::List(class_list_schema(|| {
            let condition =
                "c.training = (SELECT key FROM LearningModule WHERE type = :trainingType AND id = :trainingId)";
            classes_query("class_of_training", condition)
        })),
    )
    .dutch("Klassen van een training", "De klassen van één opleiding of opleidingsblok.")
};
