//! GetPersonByServiceId: one person by the internal id; 0 is the placeholder manager.

use super::person::one_person;
use super::prelude::*;
use crate::datafile::persons;

pub const OPERATION: Operation = Operation {
    request: &[int_parameter("servicePersonId")
        .described(descriptions::PERSON_ID)
        .dutch("Persoon", "Het nummer dat dit systeem zelf aan de persoon geeft.")
        .refers_to(&persons::FILE, "Id")],
    is_for_programs: true,
    ..Operation::provisioning(
        "GetPersonByServiceId",
        get("/persons/{servicePersonId}"),
        "One person, by the id in this system.",
        "ApiResponseOfPerson",
        one_person(query("SELECT * FROM api_person WHERE Id = :servicePersonId"), None),
    )
    .dutch("Persoon op systeemnummer", "De gegevens van één persoon, gezocht op systeemnummer.")
};
