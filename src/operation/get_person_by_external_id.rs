//! GetPersonByExternalId: one person by the employee number, matched exactly.

use super::person::one_person;
use super::prelude::*;
use crate::datafile::persons;

pub const OPERATION: Operation = Operation {
    request: &[text_parameter("externalId")
        .described(descriptions::EXTERNAL_IDENTIFIER)
        .dutch("Persoon", "Het nummer in het HR-systeem.")
        .refers_to(&persons::FILE, "ExternalIdentifier")],
    ..Operation::provisioning(
        "GetPersonByExternalId",
        get("/persons/by-external-id/{externalId}"),
        "One person, by the employee number.",
        "ApiResponseOfPerson",
        one_person(
            // `Id > 0` excludes the placeholder person, whose identifier is empty: an empty parameter must find nobody
            query("SELECT * FROM api_person WHERE ExternalIdentifier = :externalId AND Id > 0"),
            None,
        ),
    )
    .dutch("Persoon op personeelsnummer", "De gegevens van één persoon, gezocht op personeelsnummer.")
};
