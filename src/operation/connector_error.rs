//! ConnectorError: a connector tells of an error of its own. "Stores it with the time and the credential's
//! name … Granted by its name only."

use super::{
    Arguments, Contents, Gives, GrantedWith, Kind, Operation, Parameter, Refused, SUCCESS,
};
use crate::store::{Change, connector_error};

pub const OPERATION: Operation = Operation {
    name: "ConnectorError",
    summary: "Keeps an error that a connector met, for the operator to read.",
    granted_with: GrantedWith::Name,
    request: &[
        Parameter {
            name: "message",
            kind: Kind::TextUpTo(10_000),
        },
        Parameter {
            name: "connector",
            kind: Kind::OptionalText,
        },
    ],
    root: "ApiResponse",
    error_on_success: false,
    flag: SUCCESS,
    rule: None,
    contents: Contents::Changed {
        gives: Gives::Nothing,
        change: store,
    },
};

fn store(change: &mut Change, arguments: &Arguments) -> Result<Option<i64>, Refused> {
    let (connector, message) = (arguments.text("connector"), arguments.text("message"));
    let at = change.clock.present();
    connector_error::store(change, at, change.entry.actor(), connector, message)?;
    Ok(None)
}
