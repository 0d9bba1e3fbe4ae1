//! SearchPerson: GetPersonByExternalId or GetPersonByEmail for clients that must not put identifiers in an address.

use super::person::one_person;
use super::request::{Parameter, ParameterKind};
use super::response_schema::RowSource;
use super::rest::post;
use super::{Delegate, Operation};
use super::{get_person_by_email, get_person_by_external_id};
use crate::model::descriptions;
use crate::model::refusal::Refusal;
use crate::model::text::MAX_TEXT_CHARACTERS;

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::optional("ExternalIdentifier", ParameterKind::Text(MAX_TEXT_CHARACTERS))
            .described(descriptions::EXTERNAL_IDENTIFIER),
        Parameter::optional("Email", ParameterKind::Text(MAX_TEXT_CHARACTERS))
            .described("Business e-mail address. Capital letters make no difference."),
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
        // the delegates have the queries
        one_person(
            RowSource::Elsewhere,
            Some(|arguments| Refusal::Ambiguous { email: arguments.text("Email").to_owned() }),
        ),
    )
};
