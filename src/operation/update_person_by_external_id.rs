//! UpdatePersonByExternalId, only over REST: UpdatePerson by the key of the HR system.

use super::person::{PERSON_UPDATE, update_person};
use super::prelude::*;
use crate::provision;

pub const OPERATION: Operation = Operation {
    request: &[text_parameter("externalId").described(descriptions::EXTERNAL_IDENTIFIER), PERSON_UPDATE],
    in_xml: false,
    required_grants: RequiredGrants::OfOthers(&["UpdatePerson"]),
    ..Operation::provisioning(
        "UpdatePersonByExternalId",
        patch("/persons/by-external-id/{externalId}"),
        "Changes the given fields of the person with this employee number, as UpdatePerson does.",
        "",
        Contents::Changed {
            result: ChangeResult::Nothing,
            change: |change, arguments| {
                let id = provision::find_updatable_person(change, arguments.text("externalId"))?;
                update_person(change, id, arguments)
            },
        },
    )
};
