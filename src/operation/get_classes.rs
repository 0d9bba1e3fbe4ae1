//! GetClasses: all classes but those under construction, and archived ones only when asked for.

use super::training_class::training_classes;
use super::{Contents, GrantedWith, Operation, SUCCESS, bool_parameter};

pub const OPERATION: Operation = Operation {
    name: "GetClasses",
    summary: "All classes, with their contact moments, trainers and participants.",
    granted_with: GrantedWith::Reports,
    request: &[bool_parameter("includeArchived")],
    root: "ApiResponseOfListOfTrainingClass",
    error_on_success: false,
    flag: SUCCESS,
    rule: None,
    contents: Contents::Each(training_classes!(index "class_in_order", filter "TRUE")),
};
