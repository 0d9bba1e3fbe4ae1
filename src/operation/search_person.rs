//! SearchPerson: GetPersonByExternalId or GetPersonByEmail for clients that must not put identifiers in an address.

use super::person::API_PERSON;
use super::request::{Parameter, ParameterKind};
use super::response_schema::*;
use super::rest::post;
use super::{Delegate, Operation};
use super::{get_person_by_email, get_person_by_external_id};
use crate::model::descriptions;
use crate::model::refusal::{Entity, Refusal};
use crate::model::text::MAX_TEXT_CHARACTERS;

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::optional("ExternalIdentifier", ParameterKind::Text(MAX_TEXT_CHARACTERS))
            .described(descriptions::EXTERNAL_IDENTIFIER),
        Parameter::optional("Email", ParameterKind::Text(MAX_TEXT_CHARACTERS))
            .described("Business e-mail address, in any case."),
    ],
    in_xml: false,
    needs: Some(&[]),
    delegates: &[
        Delegate {
            field: "ExternalIdentifier",
            operation: &get_person_by_external_id::OPERATION,
            parameter: "externalId",
        },
        Delegate { field: "Email", operation: &get_person_by_email::OPERATION, parameter: "email" },
    ],
    ..Operation::provisioning(
        "SearchPerson",
        post("/persons/search"),
        "One person, by exactly one of the employee number and the business e-mail address.",
        "",
        Contents::One {
            structure: "ApiPerson",
            // the operations that answer have the queries
            rows: RowSource::Elsewhere,
            fields: API_PERSON,
            not_found: Some(Entity::Person),
            ambiguous: Some(|arguments| Refusal::Ambiguous { email: arguments.text("Email").to_owned() }),
        },
    )
};
