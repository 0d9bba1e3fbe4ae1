//! GetPersonByServiceId: one person by the internal id; 0 is the placeholder manager.

use super::person::{API_PERSON, NOT_FOUND};
use super::{Contents, GrantedWith, Operation, SUCCESS, int_parameter};

pub const OPERATION: Operation = Operation {
    name: "GetPersonByServiceId",
    summary: "One person, by the id that CreatePerson returned.",
    granted_with: GrantedWith::Provisioning,
    request: &[int_parameter("servicePersonId")],
    root: "ApiResponseOfPerson",
    error_on_success: true,
    flag: SUCCESS,
    rule: None,
    contents: Contents::One {
        structure: "ApiPerson",
        select: "SELECT * FROM api_person WHERE Id = :servicePersonId",
        fields: API_PERSON,
        none: NOT_FOUND,
        several: None,
    },
};
