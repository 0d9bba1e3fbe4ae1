//! The answer that several operations share: one person.

use super::request::Arguments;
use super::response_schema::*;
use crate::model::descriptions;
use crate::model::refusal::{Entity, Refusal};

/// Returns the schema of an answer with one person. `ambiguous` makes the refusal if several persons match.
pub const fn one_person(rows: RowSource, ambiguous: Option<fn(&Arguments) -> Refusal>) -> Contents {
    Contents::One { structure: "ApiPerson", rows, fields: API_PERSON, not_found: Some(Entity::Person), ambiguous }
}

const API_PERSON: &[Field] = &[
    int("Id").described(descriptions::PERSON_ID),
    text("ExternalIdentifier").described(descriptions::EXTERNAL_IDENTIFIER),
    text("FirstName").described(descriptions::FIRST_NAME),
    text("Insertion").described(descriptions::INSERTION),
    text("FamilyName").described(descriptions::FAMILY_NAME),
    text("Email").described(descriptions::EMAIL),
    text("AccountLevel").described(descriptions::ACCOUNT_LEVEL),
    boolean("IsManager").described("Whether someone employed has this person as manager."),
    text("FunctionName").described(descriptions::FUNCTION),
    int("FunctionId").described("The function's id; 0 when none is known."),
    text("DivisionName").described(descriptions::DIVISION),
    int("DivisionId").described("The id of the division or location; 0 when none is known."),
    text("CostCentre").described(descriptions::COST_CENTRE),
    text("PhoneNumber").described(descriptions::PHONE_NUMBER),
    datetime("ContractStartTime").optional().described(descriptions::CONTRACT_START),
    datetime("ContractEndTime").optional().described(descriptions::CONTRACT_END),
    int("ManagerId").described(descriptions::MANAGER_ID),
];
