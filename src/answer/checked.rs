//! A call that may be answered.

use crate::gate::Granted;
use crate::model::refusal::Refusal;
use crate::operation::Operation;
use crate::operation::request::Arguments;

/// A call that was granted and that the rules over its arguments let through: the only thing that an answer is made
/// for.
pub struct Checked {
    granted: Granted,
    arguments: Arguments,
}

impl Checked {
    /// Asks the rules over the arguments alone; those that ask the data are asked when there is an answer.
    pub fn new(granted: Granted, arguments: Arguments) -> Result<Self, (Granted, Refusal)> {
        match granted.operation().refusal(&arguments) {
            Some(refusal) => Err((granted, refusal)),
            None => Ok(Self { granted, arguments }),
        }
    }

    /// Who was let in for what.
    pub fn granted(&self) -> &Granted {
        &self.granted
    }

    /// The operation.
    pub fn operation(&self) -> &'static Operation {
        self.granted.operation()
    }

    /// What it is asked.
    pub fn arguments(&self) -> &Arguments {
        &self.arguments
    }

    /// Both, for who carries it out.
    pub fn into_parts(self) -> (Granted, Arguments) {
        (self.granted, self.arguments)
    }
}
