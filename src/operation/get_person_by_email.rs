//! GetPersonByEmail: one person by e-mail address; it "ignores case; when several persons match, the only
//! employed one wins".

use super::person::one_person;
use super::prelude::*;
use crate::datafile::persons;

pub const OPERATION: Operation = Operation {
    request: &[text_parameter("email")
        .described("Business e-mail address. Capital letters make no difference.")
        .dutch("E-mailadres", "Het zakelijke e-mailadres; hoofdletters maken niet uit.")
        .refers_to(&persons::FILE, "Email")],
    ..Operation::provisioning(
        "GetPersonByEmail",
        get("/persons/by-email/{email}"),
        "One person, by the business e-mail address.",
        "ApiResponseOfPerson",
        one_person(
            // finds the employed persons with the address, or else the dismissed persons. NOCASE and its index ignore
            // the case of ASCII letters only, so an address with another character needs a scan. NOT MATERIALIZED,
            // because filling a table would cost as much as the rest of the call. Row 0 is the placeholder
            // "no manager".
            query(
                "WITH matching AS NOT MATERIALIZED (
                     SELECT id, is_dismissed FROM known_person
                     WHERE NOT :email GLOB '*[^ -~]*' AND email = :email COLLATE NOCASE AND id > 0
                     UNION ALL
                     SELECT id, is_dismissed FROM known_person
                     WHERE :email GLOB '*[^ -~]*' AND lower_case(email) = lower_case(:email) AND id > 0
                 )
                 SELECT p.* FROM matching AS m CROSS JOIN api_person AS p ON p.Id = m.id
                 WHERE NOT m.is_dismissed OR NOT EXISTS (SELECT 1 FROM matching WHERE NOT is_dismissed)",
            ),
            Some(|arguments| Refusal::Ambiguous { email: arguments.text("email").to_owned() }),
        ),
    )
    .dutch("Persoon op e-mailadres", "De gegevens van één persoon, gezocht op het zakelijke e-mailadres.")
};
