//! CreatePerson: a new person, whose internal id is answered.

use super::person::{self, PERSON_FIELDS};
use super::{Contents, Gives, GrantedWith, Operation, SUCCESS, record_parameter};

pub const OPERATION: Operation = Operation {
    name: "CreatePerson",
    summary: "Creates a person and returns the id to use in later calls.",
    granted_with: GrantedWith::Provisioning,
    request: &[record_parameter("personCreate", PERSON_FIELDS)],
    root: "ApiResponse",
    error_on_success: true,
    flag: SUCCESS,
    rule: None,
    contents: Contents::Changed {
        gives: Gives::Int,
        change: person::create,
    },
};
