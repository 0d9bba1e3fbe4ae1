//! PutPerson, only over REST: creates or replaces the person with a key of the HR system.

use super::person::person_parameter;
use super::prelude::*;
use crate::provision;

pub const OPERATION: Operation = Operation {
    request: &[
        text_parameter("externalId").described(descriptions::EXTERNAL_IDENTIFIER),
        person_parameter("person", false)
            .described("The whole person; a field that is absent gets the default of CreatePerson."),
    ],
    in_xml: false,
    required_grants: RequiredGrants::OfOthers(&["CreatePerson", "UpdatePerson"]),
    ..Operation::provisioning(
        "PutPerson",
        put("/persons/by-external-id/{externalId}"),
        "Creates the person with this employee number, or replaces every field of it that CreatePerson sets.",
        "",
        Contents::Changed {
            result: ChangeResult::Int("ServiceId"),
            change: |change, arguments| {
                let (identifier, conditions) = (arguments.text("externalId"), arguments.conditions.as_ref());
                // `created` is the id of a new person; `None` if an existing person was replaced
                let (created, tag) = provision::put_person(change, identifier, arguments.record("person"), conditions)?;
                Ok(ChangeOutcome { created, tag })
            },
        },
    )
};
