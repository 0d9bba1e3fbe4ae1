//! A call that may be answered.

use crate::decode::Call;
use crate::gate::GrantedCall;
use crate::model::brand::Brand;
use crate::model::refusal::Refusal;
use crate::model::request_error::RequestError;
use crate::model::time::Clock;
use crate::operation::Operation;
use crate::operation::request::Arguments;

/// A call that was granted, whose arguments are of their kinds and let through by the rules over them: the only thing
/// that an answer is made for.
pub struct CheckedCall {
    granted: GrantedCall,
    arguments: Arguments,
}

/// What a granted call is stopped by.
pub enum CheckError {
    /// An argument is missing, or not of its kind.
    Failed(RequestError),
    /// The rules refuse the arguments.
    Refused(Refusal),
}

impl CheckedCall {
    /// Reads the arguments of the call, which was granted, and asks the rules over them alone; those that ask the data
    /// are asked when there is an answer.
    pub fn new(
        granted: GrantedCall,
        call: &Call,
        brand: &Brand,
        clock: &Clock,
    ) -> Result<Self, (GrantedCall, CheckError)> {
        let arguments = match call.arguments(brand, clock) {
            Ok(arguments) => arguments,
            Err(failure) => return Err((granted, CheckError::Failed(failure))),
        };
        match granted.operation().refusal(&arguments) {
            Some(refusal) => Err((granted, CheckError::Refused(refusal))),
            None => Ok(Self { granted, arguments }),
        }
    }

    /// Who was let in for what.
    pub fn granted(&self) -> &GrantedCall {
        &self.granted
    }

    pub fn operation(&self) -> &'static Operation {
        self.granted.operation()
    }

    /// What it is asked.
    pub fn arguments(&self) -> &Arguments {
        &self.arguments
    }

    /// Both, for who carries it out.
    pub fn into_parts(self) -> (GrantedCall, Arguments) {
        (self.granted, self.arguments)
    }
}
