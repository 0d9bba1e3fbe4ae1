//! The declarations that several operations share: the answer with one person, and parameters with a person's fields.

use super::prelude::*;
use crate::provision::{self, PERSON_FIELDS};
use crate::store::{Change, ChangeError};

/// Returns the schema of an answer with one person. `ambiguous` makes the refusal if several persons match.
pub const fn one_person(rows: RowSource, ambiguous: Option<fn(&Arguments) -> Refusal>) -> Contents {
    Contents::One { structure: "ApiPerson", rows, fields: API_PERSON, not_found: Some(Entity::Person), ambiguous }
}

/// Declares a parameter with the fields of a person. In a change (`is_change`), an absent field stays unchanged.
pub const fn person_parameter(name: &'static str, is_change: bool) -> Parameter {
    Parameter::new(name, ParameterKind::Record(RecordKind { fields: PERSON_FIELDS, is_change }))
}

pub const PERSON_UPDATE: Parameter =
    person_parameter("personUpdate", true).described("The fields to change; an absent field is not changed.");

/// Changes the person with this id to the fields in the argument of [`PERSON_UPDATE`].
pub fn update_person(change: &mut Change, id: i64, arguments: &Arguments) -> Result<ChangeOutcome, ChangeError> {
    let record = arguments.record(PERSON_UPDATE.name);
    let tag = provision::update_person(change, id, record, arguments.conditions.as_ref())?;
    Ok(ChangeOutcome { created: None, tag })
}

const API_PERSON: &[Field] = &[
    int("Id").described(descriptions::PERSON_ID),
    text("ExternalIdentifier").described(descriptions::EXTERNAL_IDENTIFIER),
    text("FirstName").described(descriptions::FIRST_NAME),
    text("Insertion").described(descriptions::INSERTION),
    text("FamilyName").described(descriptions::FAMILY_NAME),
    text("Email").described(descriptions::EMAIL),
    text("AccountLevel").described(descriptions::ACCOUNT_LEVEL),
    boolean("IsManager").described("Whether this person is the manager of an employed person."),
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
