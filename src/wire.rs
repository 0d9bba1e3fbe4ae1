//! The wire: what stands in a request, read into a [`Call`]; what is said back, put into its frame.
//!
//! It knows both calling styles and both versions of SOAP, and the operations' declarations; it does not
//! know HTTP, who is calling, or the data.

pub mod charset;
pub mod failure;
pub mod form;
pub mod frame;
mod guard;
pub mod soap;
pub mod xml;

use crate::model::brand::Brand;
use crate::model::text::{LONGEST, checked, quoted};
use crate::operation::{Argument, Arguments, Kind, OPERATIONS, Operation, Parameter, Record};
use failure::Failure;

/// A request that could be read: which operation is called, by whom, with what.
pub struct Call {
    /// The operation.
    pub operation: &'static Operation,
    /// Its name as called: neutral or branded.
    pub called_as: String,
    /// Trimmed; empty when absent.
    pub username: String,
    /// "taken exactly as sent"; empty when absent.
    pub password: String,
    /// The parameters that were sent, each once.
    sent: Vec<SentParameter>,
    /// Names of elements or form fields that nothing is known of.
    pub ignored: Vec<String>,
}

/// A parameter as sent.
struct SentParameter {
    parameter: &'static Parameter,
    /// Its name as sent: texts name a parameter so.
    name: String,
    value: SentValue,
}

/// The value of a parameter as sent.
enum SentValue {
    Text(String),
    Elements,
    Record(Record),
}

impl Call {
    /// The parameters with the values of their kinds: the step of the checks called *parameters*.
    pub fn arguments(&self, brand: &Brand) -> Result<Arguments, Failure> {
        let mut arguments = Arguments::default();
        for parameter in self.operation.request {
            let sent = self
                .sent
                .iter()
                .find(|sent| sent.parameter.name == parameter.name);
            let argument = argument(parameter, sent, brand)?;
            arguments.0.insert(parameter.name, argument);
        }
        Ok(arguments)
    }
}

/// "Absent and empty are the same for numbers, booleans and dates: … `Missing parameter` if required. For
/// strings empty is a value".
fn argument(
    parameter: &'static Parameter,
    sent: Option<&SentParameter>,
    brand: &Brand,
) -> Result<Argument, Failure> {
    let missing = || {
        let name = sent.map_or_else(|| brand.name(parameter.name), |sent| sent.name.clone());
        Failure::bad_request(format!("Missing parameter: {name}."))
    };
    let (name, text) = match sent.map(|sent| (&sent.name, &sent.value)) {
        None => return Err(missing()),
        Some((_, SentValue::Record(fields))) => return Ok(Argument::Record(fields.clone())),
        Some((name, SentValue::Text(text))) => (name.as_str(), text.as_str()),
        Some((name, SentValue::Elements)) => {
            return Err(invalid(name, "(elements)", "a single value"));
        }
    };
    match parameter.kind {
        Kind::Text => match checked(text, LONGEST) {
            Ok(text) => Ok(Argument::Text(text.to_owned())),
            Err(_) => Err(invalid(
                name,
                text.trim(),
                "a text of at most 1000 characters that XML can hold",
            )),
        },
        Kind::Int => match text.trim() {
            "" => Err(missing()),
            text => text
                .parse()
                .map(Argument::Int)
                .map_err(|_| invalid(name, text, "a whole number from -2147483648 to 2147483647")),
        },
        Kind::Record(_) => Err(missing()),
    }
}

/// The failure of a value that is not what the parameter takes.
fn invalid(name: &str, value: &str, allowed: &str) -> Failure {
    Failure::bad_request(format!(
        "Invalid value for parameter {name}: {}. Allowed is {allowed}.",
        quoted(value)
    ))
}

/// "A repeated parameter or field: 400."
fn repeated(name: &str) -> Failure {
    Failure::bad_request(format!("Repeated parameter: {}.", quoted(name)))
}

/// The operation that a request calls by this name; the neutral name works under a brand too.
pub fn operation(name: &str, brand: &Brand) -> Option<&'static Operation> {
    OPERATIONS
        .iter()
        .copied()
        .find(|operation| brand.names(operation.name, name))
}

/// "`Unknown operation: GetClazz.` and the nearest name".
pub fn unknown_operation(name: &str, brand: &Brand) -> Failure {
    // a name of any length may be sent: only its head is compared
    let shown = quoted(name);
    let nearest = OPERATIONS
        .iter()
        .map(|operation| brand.name(operation.name))
        .min_by_key(|known| strsim::damerau_levenshtein(known, &shown))
        .expect("there are operations");
    Failure::unknown_operation(format!(
        "Unknown operation: {shown}. Did you mean {nearest}?"
    ))
}
