//! UpdatePersonByExternalId: UpdatePerson by the key of the HR system, over REST alone.

use super::Operation;
use super::request::{Parameter, ParameterKind, RecordKind, text_parameter};
use super::response_schema::*;
use super::rest::patch;
use crate::model::descriptions;
use crate::provision::{self, PERSON_FIELDS};

pub const OPERATION: Operation = Operation {
    request: &[
        text_parameter("externalId").described(descriptions::EXTERNAL_IDENTIFIER),
        Parameter::new("personUpdate", ParameterKind::Record(RecordKind { fields: PERSON_FIELDS, is_change: true }))
            .described("What changes; a field that is absent is left as it is."),
    ],
    in_xml: false,
    needs: Some(&["UpdatePerson"]),
    ..Operation::provisioning(
        "UpdatePersonByExternalId",
        patch("/persons/by-external-id/{externalId}"),
        "Changes the given fields of the person with this employee number, as UpdatePerson does.",
        "",
        Contents::Changed {
            result: ChangeResult::Nothing,
            change: |change, arguments| {
                let id = provision::find_updatable_person(change, arguments.text("externalId"))?;
                let conditions = arguments.conditions.as_ref();
                let tag = provision::update_person(change, id, arguments.record("personUpdate"), conditions)?;
                Ok(ChangeOutcome { created: None, tag })
            },
        },
    )
};
