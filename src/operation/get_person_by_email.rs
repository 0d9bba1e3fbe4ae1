//! GetPersonByEmail: one person by e-mail address; it "ignores case; when several persons match, the only
//! employed one wins".

use super::person::{API_PERSON, NOT_FOUND};
use super::{Contents, GrantedWith, Operation, SUCCESS, Several, text_parameter};

pub const OPERATION: Operation = Operation {
    name: "GetPersonByEmail",
    summary: "One person, by the business e-mail address.",
    granted_with: GrantedWith::Provisioning,
    request: &[text_parameter("email")],
    root: "ApiResponseOfPerson",
    error_on_success: true,
    flag: SUCCESS,
    rule: None,
    contents: Contents::One {
        structure: "ApiPerson",
        // those employed where there are any, else everyone: more than one left is nobody's answer; NOCASE
        // and its index know the letters of ASCII, so for others every person is looked at
        select: "WITH matching AS (
                     SELECT id, is_dismissed FROM known_person
                     WHERE email = :email COLLATE NOCASE AND id > 0
                     UNION
                     SELECT id, is_dismissed FROM known_person
                     WHERE :email GLOB '*[^ -~]*' AND lower_case(email) = lower_case(:email) AND id > 0
                 )
                 SELECT * FROM api_person
                 WHERE Id IN (SELECT id FROM matching
                              WHERE NOT is_dismissed
                                 OR NOT EXISTS (SELECT 1 FROM matching WHERE NOT is_dismissed))",
        fields: API_PERSON,
        none: NOT_FOUND,
        several: Some(Several {
            before: "More than one person has e-mail address ",
            parameter: "email",
        }),
    },
};
