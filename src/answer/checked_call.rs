//! A call whose arguments were checked.

use crate::decode::Call;
use crate::gate::GrantedCall;
use crate::model::brand::Brand;
use crate::model::refusal::Refusal;
use crate::model::request_error::RequestError;
use crate::model::time::Clock;
use crate::operation::Operation;
use crate::operation::request::Arguments;

/// A granted call whose arguments have valid values and satisfy the rules of the operation.
pub struct CheckedCall {
    granted: GrantedCall,
    arguments: Arguments,
}

pub enum CheckError {
    Invalid(RequestError),
    Refused(Refusal),
}

impl CheckedCall {
    /// Applies only the rules that need no stored data. An error returns the granted call for the log and response.
    pub fn new(
        granted: GrantedCall,
        call: &Call,
        brand: &Brand,
        clock: &Clock,
    ) -> Result<Self, (GrantedCall, CheckError)> {
        let mut arguments = match call.parse_arguments(brand, clock) {
            Ok(arguments) => arguments,
            Err(error) => return Err((granted, CheckError::Invalid(error))),
        };
        if granted.operation().depends_on_caller() {
            arguments.caller = Some(granted.caller_facts(brand));
        }
        match call.find_refusal(&arguments, brand) {
            Some(refusal) => Err((granted, CheckError::Refused(refusal))),
            None => Ok(Self { granted, arguments }),
        }
    }

    pub fn granted(&self) -> &GrantedCall {
        &self.granted
    }

    pub fn operation(&self) -> &'static Operation {
        self.granted.operation()
    }

    pub fn arguments(&self) -> &Arguments {
        &self.arguments
    }

    pub fn into_parts(self) -> (GrantedCall, Arguments) {
        (self.granted, self.arguments)
    }
}
