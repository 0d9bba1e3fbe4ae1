//! UpdatePerson: changes the fields that are given; a past contract end dismisses the person.

use super::person::{self, PERSON_FIELDS};
use super::{Contents, Gives, GrantedWith, Operation, SUCCESS, changes_parameter, int_parameter};

pub const OPERATION: Operation = Operation {
    name: "UpdatePerson",
    summary: "Changes the given fields of a person; a contract end in the past dismisses.",
    granted_with: GrantedWith::Provisioning,
    request: &[
        int_parameter("servicePersonId"),
        changes_parameter("personUpdate", PERSON_FIELDS),
    ],
    root: "ApiResponse",
    error_on_success: true,
    flag: SUCCESS,
    rule: None,
    contents: Contents::Changed {
        gives: Gives::Nothing,
        change: person::update,
    },
};
