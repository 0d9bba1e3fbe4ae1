//! UpdatePerson: changes the given fields; a past contract end dismisses the person.

use super::Operation;
use super::request::{Parameter, ParameterKind, RecordKind, int_parameter};
use super::response_schema::*;
use super::rest::patch;
use crate::model::descriptions;
use crate::provision::{self, PERSON_FIELDS};

pub const OPERATION: Operation = Operation {
    request: &[
        int_parameter("servicePersonId").described(descriptions::PERSON_ID),
        Parameter::new("personUpdate", ParameterKind::Record(RecordKind { fields: PERSON_FIELDS, is_change: true }))
            .described("What changes; a field that is absent is left as it is."),
    ],
    ..Operation::provisioning(
        "UpdatePerson",
        patch("/persons/{servicePersonId}"),
        "Changes the given fields of a person; a contract end in the past dismisses.",
        "ApiResponse",
        Contents::Changed {
            result: ChangeResult::Nothing,
            change: |change, arguments| {
                let id = arguments.int("servicePersonId").into();
                let conditions = arguments.conditions.as_ref();
                let tag = provision::update_person(change, id, arguments.record("personUpdate"), conditions)?;
                Ok(ChangeOutcome { created: None, tag })
            },
        },
    )
    .dutch(
        "Persoon wijzigen",
        "Wijzigt de opgegeven velden van een persoon; met een contracteinde in het verleden gaat de persoon uit dienst.",
    )
};
