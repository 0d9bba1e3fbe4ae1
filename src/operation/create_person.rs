//! CreatePerson: a new person, whose internal id is answered.

use super::Operation;
use super::person::{self, PERSON_FIELDS};
use super::request::{Kind, Parameter, RecordKind};
use super::shape::*;

pub const OPERATION: Operation = Operation {
    request: &[Parameter::new(
        "personCreate",
        Kind::Record(RecordKind {
            fields: PERSON_FIELDS,
            changes: false,
        }),
    )],
    ..Operation::provisioning(
        "CreatePerson",
        "Creates a person and returns the id to use in later calls.",
        "ApiResponse",
        Contents::Changed {
            gives: Gives::Int,
            change: person::create,
        },
    )
};
