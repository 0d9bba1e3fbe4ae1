//! CreatePerson: creates a person and returns the internal id.

use super::person::person_parameter;
use super::prelude::*;
use crate::provision;

pub const OPERATION: Operation = Operation {
    request: &[person_parameter("personCreate", false).described("The new person.")],
    ..Operation::provisioning(
        "CreatePerson",
        post("/persons"),
        "Creates a person and returns the id to use in later calls.",
        "ApiResponse",
        Contents::Changed {
            result: ChangeResult::Int("ServiceId"),
            change: |change, arguments| {
                let created = Some(provision::create_person(change, arguments.record("personCreate"))?);
                Ok(ChangeOutcome { created, tag: None })
            },
        },
    )
    .dutch("Persoon aanmaken", "Maakt een persoon aan en geeft het id terug voor latere aanroepen.")
};
