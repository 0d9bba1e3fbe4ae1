//! GetPersonByExternalId: one person by the employee number, matched exactly.

use super::Operation;
use super::person::API_PERSON;
use super::request::text_parameter;
use super::response_schema::*;
use super::rest::get;
use crate::model::descriptions;
use crate::model::refusal::Entity;

pub const OPERATION: Operation = Operation {
    request: &[text_parameter("externalId")
        .described(descriptions::EXTERNAL_IDENTIFIER)
        .dutch("Personeelsnummer", "Het nummer in het HR-systeem.")],
    ..Operation::provisioning(
        "GetPersonByExternalId",
        get("/persons/by-external-id/{externalId}"),
        "One person, by the employee number.",
        "ApiResponseOfPerson",
        Contents::One {
            structure: "ApiPerson",
            // the placeholder's identifier is empty, and an empty parameter finds nobody
            rows: query("SELECT * FROM api_person WHERE ExternalIdentifier = :externalId AND Id > 0"),
            fields: API_PERSON,
            not_found: Some(Entity::Person),
            ambiguous: None,
        },
    )
    .dutch("Persoon op personeelsnummer", "Eén persoon, op het personeelsnummer.")
};
