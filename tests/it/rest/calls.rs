//! Where each operation lives, as the page's table has it, and a call of it in XML turned into one of REST.

use super::{basic, get, send};
use crate::support::{Request, percent_encoded};

/// Operation, method, path.
pub const ADDRESSES: [(&str, &str, &str); 19] = [
    ("CreatePerson", "POST", "/persons"),
    ("UpdatePerson", "PATCH", "/persons/{servicePersonId}"),
    ("GetAllBasicPersonInfo", "GET", "/persons"),
    ("GetPersonByServiceId", "GET", "/persons/{servicePersonId}"),
    ("GetPersonByExternalId", "GET", "/persons/by-external-id/{externalId}"),
    ("GetPersonByEmail", "GET", "/persons/by-email/{email}"),
    ("GetPersonAgenda", "GET", "/persons/by-external-id/{identifier}/agenda"),
    ("GetAllLearningPortfolioContent", "GET", "/learning-portfolio"),
    ("GetPaginatedLearningPortfolioContent", "GET", "/learning-portfolio/pages"),
    ("CompletedCourses", "GET", "/completed-courses"),
    ("StartedCourses", "GET", "/started-courses"),
    ("AvailableCourses", "GET", "/available-courses"),
    ("GetHistoricAbsences", "GET", "/historic-absences"),
    ("GetClasses", "GET", "/classes"),
    ("GetClassesFilteredByDate", "GET", "/classes/by-date"),
    ("GetClassesFilteredByTraining", "GET", "/classes/by-training/{trainingType}/{trainingId}"),
    ("GetClass", "GET", "/classes/{classId}"),
    ("GetCatalog", "GET", "/catalog"),
    ("ConnectorError", "POST", "/connector-errors"),
];

/// Those that XML does not have.
const OVER_REST_ALONE: [(&str, &str, &str); 2] =
    [("Changes", "GET", "/changes"), ("DataFile", "GET", "/data-files/{file}")];

/// All of both.
pub fn everything() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    ADDRESSES.into_iter().chain(OVER_REST_ALONE)
}

/// Those that answer one object.
pub const OBJECTS: [&str; 5] = [
    "GetPersonByServiceId",
    "GetPersonByExternalId",
    "GetPersonByEmail",
    "GetPaginatedLearningPortfolioContent",
    "GetClass",
];

/// The call of an operation with these parameters, blanks at the ends of which are nobody's; `None` where one that
/// stands in the path is not there.
pub fn call(operation: &str, parameters: &[(String, String)]) -> Option<Request> {
    let mut addresses = ADDRESSES.iter();
    let (_, method, template) = addresses.find(|(name, ..)| *name == operation)?;
    let mut path = (*template).to_owned();
    let mut others = Vec::new();
    for (name, value) in parameters {
        let hole = format!("{{{name}}}");
        match path.contains(&hole) {
            true => path = path.replace(&hole, &percent_encoded(value.trim())),
            false => others.push((name.as_str(), value.as_str())),
        }
    }
    if path.contains('{') {
        return None;
    }
    Some(match *method {
        "GET" => get(&format!("{path}{}", query(&others))),
        method => send(method, &path, object(&others)),
    })
}

/// The call that a form makes, by the same credential.
pub fn of_form(operation: &str, form: &Request) -> Option<Request> {
    let fields: Vec<(String, String)> = serde_urlencoded::from_bytes(&form.body).expect("a form");
    let credential = |name: &str| {
        let mut found = fields.iter();
        found.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    let sign_in = basic(credential("username"), credential("password"));
    let known = |(name, _): &&(String, String)| !["username", "password", "departement"].contains(&name.as_str());
    let parameters: Vec<_> = fields.iter().filter(known).cloned().collect();
    let request = call(operation, &parameters)?.without("Authorization");
    Some(request.header("Authorization", &sign_in))
}

fn query(pairs: &[(&str, &str)]) -> String {
    let pairs = pairs.iter().map(|(name, value)| format!("{}={}", percent_encoded(name), percent_encoded(value)));
    let joined = pairs.collect::<Vec<_>>().join("&");
    if joined.is_empty() { joined } else { format!("?{joined}") }
}

/// An object of texts.
pub fn object(fields: &[(&str, &str)]) -> String {
    let text = |text: &str| serde_json::to_string(text).expect("a text");
    let fields = fields.iter().map(|(name, value)| format!("{}:{}", text(name), text(value)));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// The same request for this format.
pub fn in_format(request: &Request, format: &str) -> Request {
    let mark = if request.path.contains('?') { '&' } else { '?' };
    Request { path: format!("{}{mark}format={format}", request.path), ..request.clone() }
}
