//! What the six person operations share: the shape of a person in answers and in requests.

use super::shape::{Field, boolean, datetime, int, text};

/// The elements of an ApiPerson.
pub const API_PERSON: &[Field] = &[
    int("Id"),
    text("ExternalIdentifier"),
    text("FirstName"),
    text("Insertion"),
    text("FamilyName"),
    text("Email"),
    text("AccountLevel"),
    boolean("IsManager"),
    text("FunctionName"),
    int("FunctionId"),
    text("DivisionName"),
    int("DivisionId"),
    text("CostCentre"),
    text("PhoneNumber"),
    datetime("ContractStartTime").optional(),
    datetime("ContractEndTime").optional(),
    int("ManagerId"),
];
