//! ConnectorError: stores an error that a connector reports: "Stores it with the time and the credential's name …
//! Granted by its name only."

use super::prelude::*;
use crate::store::{Change, ChangeError, connector_error};

pub const OPERATION: Operation = Operation {
    request: &[
        Parameter::new("message", ParameterKind::Text(10_000)).described("What went wrong, for the operator to read."),
        text_parameter("connector").optional().described("Name of the connector that reports it."),
    ],
    granted_with: GrantedWith::Name,
    ..Operation::report(
        "ConnectorError",
        post("/connector-errors"),
        "Stores an error of a connector, for the operator to read.",
        "ApiResponse",
        Contents::Changed { result: ChangeResult::Nothing, change: insert_connector_error },
    )
    .dutch("Fouten van een verbinding melden", "Bewaart een fout van een verbinding, voor de beheerder.")
};

fn insert_connector_error(change: &mut Change, arguments: &Arguments) -> Result<ChangeOutcome, ChangeError> {
    let (connector, message) = (arguments.text("connector"), arguments.text("message"));
    let at = change.clock.now_instant();
    connector_error::insert(change, at, change.entry.actor(), connector, message)?;
    Ok(ChangeOutcome::default())
}
