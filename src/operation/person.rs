//! What the six person operations share: the shape of a person in answers and in requests.

use super::shape::{Field, boolean, datetime, int, text};
use crate::model::meaning;

/// The elements of an ApiPerson.
pub const API_PERSON: &[Field] = &[
    int("Id").says(meaning::PERSON_ID),
    text("ExternalIdentifier").says(meaning::EXTERNAL_IDENTIFIER),
    text("FirstName").says(meaning::FIRST_NAME),
    text("Insertion").says(meaning::INSERTION),
    text("FamilyName").says(meaning::FAMILY_NAME),
    text("Email").says(meaning::EMAIL),
    text("AccountLevel").says(meaning::ACCOUNT_LEVEL),
    boolean("IsManager").says("Whether someone employed has this person as manager."),
    text("FunctionName").says(meaning::FUNCTION),
    int("FunctionId").says("The function's id; 0 when none is known."),
    text("DivisionName").says(meaning::DIVISION),
    int("DivisionId").says("The id of the division or location; 0 when none is known."),
    text("CostCentre").says(meaning::COST_CENTRE),
    text("PhoneNumber").says(meaning::PHONE_NUMBER),
    datetime("ContractStartTime").optional().says(meaning::CONTRACT_START),
    datetime("ContractEndTime").optional().says(meaning::CONTRACT_END),
    int("ManagerId").says(meaning::MANAGER_ID),
];
