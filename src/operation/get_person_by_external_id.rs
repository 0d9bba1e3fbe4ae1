//! GetPersonByExternalId: one person by the employee number, matched exactly.

use super::person::{API_PERSON, NOT_FOUND};
use super::{Contents, GrantedWith, Operation, SUCCESS, text_parameter};

pub const OPERATION: Operation = Operation {
    name: "GetPersonByExternalId",
    summary: "One person, by the employee number.",
    granted_with: GrantedWith::Provisioning,
    request: &[text_parameter("externalId")],
    root: "ApiResponseOfPerson",
    error_on_success: true,
    flag: SUCCESS,
    rule: None,
    contents: Contents::One {
        structure: "ApiPerson",
        // the placeholder's identifier is empty, and an empty one finds nobody
        select: "SELECT * FROM api_person WHERE ExternalIdentifier = :externalId AND Id > 0",
        fields: API_PERSON,
        none: NOT_FOUND,
        several: None,
    },
};
