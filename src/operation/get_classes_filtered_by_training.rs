//! GetClassesFilteredByTraining: the classes of one course or course block, which are told apart by type
//! since they may share an id.

use super::training_class::training_classes;
use super::{
    Contents, GrantedWith, Kind, Operation, Parameter, Rule, SUCCESS, bool_parameter, int_parameter,
};

/// "`trainingType` accepts `0` or `Learning` (regular courses) and `1` or `Longterm` (course blocks). The
/// text form is case-sensitive."
const TRAINING_TYPES: &[(&str, &str)] = &[
    ("0", "Learning"),
    ("Learning", "Learning"),
    ("1", "Longterm"),
    ("Longterm", "Longterm"),
];

pub const OPERATION: Operation = Operation {
    name: "GetClassesFilteredByTraining",
    summary: "The classes of one course or course block.",
    granted_with: GrantedWith::Reports,
    request: &[
        int_parameter("trainingId"),
        Parameter {
            name: "trainingType",
            kind: Kind::OneOf(TRAINING_TYPES),
        },
        bool_parameter("includeArchived"),
    ],
    root: "ApiResponseOfListOfTrainingClass",
    error_on_success: false,
    flag: SUCCESS,
    rule: Some(Rule::Known {
        select: "SELECT key FROM LearningModule WHERE type = :trainingType AND id = :trainingId",
        none: "Training not found.",
    }),
    contents: Contents::Each(training_classes!(
        index "class_of_training",
        filter "c.training = (SELECT key FROM LearningModule WHERE type = :trainingType AND id = :trainingId)"
    )),
};
