//! UpdatePerson: changes the given fields; a past contract end dismisses the person.

use super::person::{PERSON_UPDATE, update_person};
use super::prelude::*;

pub const OPERATION: Operation = Operation {
    request: &[
        int_parameter("servicePersonId").described(descriptions::PERSON_ID),
        PERSON_UPDATE,
    ],
    ..Operation::provisioning(
        "UpdatePerson",
        patch("/persons/{servicePersonId}"),
        "Changes the given fields of a person; a contract end in the past dismisses the person.",
        "ApiResponse",
        Contents::Changed {
            result: ChangeResult::Nothing,
            change: |change, arguments| update_person(change, arguments.int("servicePersonId").into(), arguments),
        },
    )
    .dutch(
        "Persoon wijzigen",
        "Wijzigt de opgegeven velden van een persoon; met een contracteinde in het verleden gaat de persoon uit dienst.",
    )
};
