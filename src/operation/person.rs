//! What the six person operations share: the shape of a person in answers and in requests.

use super::response_schema::{Field, boolean, datetime, int, text};
use crate::model::descriptions;

/// The elements of an ApiPerson.
pub const API_PERSON: &[Field] = &[
    int("Id").says(descriptions::PERSON_ID),
    text("ExternalIdentifier").says(descriptions::EXTERNAL_IDENTIFIER),
    text("FirstName").says(descriptions::FIRST_NAME),
    text("Insertion").says(descriptions::INSERTION),
    text("FamilyName").says(descriptions::FAMILY_NAME),
    text("Email").says(descriptions::EMAIL),
    text("AccountLevel").says(descriptions::ACCOUNT_LEVEL),
    boolean("IsManager").says("Whether someone employed has this person as manager."),
    text("FunctionName").says(descriptions::FUNCTION),
    int("FunctionId").says("The function's id; 0 when none is known."),
    text("DivisionName").says(descriptions::DIVISION),
    int("DivisionId").says("The id of the division or location; 0 when none is known."),
    text("CostCentre").says(descriptions::COST_CENTRE),
    text("PhoneNumber").says(descriptions::PHONE_NUMBER),
    datetime("ContractStartTime").optional().says(descriptions::CONTRACT_START),
    datetime("ContractEndTime").optional().says(descriptions::CONTRACT_END),
    int("ManagerId").says(descriptions::MANAGER_ID),
];
