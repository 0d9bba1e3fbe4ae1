//! SearchPerson: GetPersonByExternalId or GetPersonByEmail for clients that must not put identifiers in an address.

use super::OperationByField;
use super::person::one_person;
use super::prelude::*;
use super::{get_person_by_email, get_person_by_external_id};

pub const OPERATION: Operation = Operation {
    request: &[
        text_parameter("ExternalIdentifier").optional().described(descriptions::EXTERNAL_IDENTIFIER),
        text_parameter("Email").optional().described("Business e-mail address. Capital letters make no difference."),
    ],
    in_xml: false,
    required_grants: RequiredGrants::OfOperationByField,
    operations_by_field: &[
        OperationByField {
            field: "ExternalIdentifier",
            operation: &get_person_by_external_id::OPERATION,
            parameter: "externalId",
        },
        OperationByField { field: "Email", operation: &get_person_by_email::OPERATION, parameter: "email" },
    ],
    ..Operation::provisioning(
        "SearchPerson",
        post("/persons/search"),
        "One person, by either the employee number or the business e-mail address.",
        "",
        // the operations in `operations_by_field` answer the request, so this one has no query
        one_person(RowSource::None, Some(|arguments| Refusal::Ambiguous { email: arguments.text("Email").to_owned() })),
    )
};
