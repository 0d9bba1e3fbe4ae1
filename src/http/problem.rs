//! Refusals and request errors as REST reports them: `application/problem+json` (RFC 9457).

use serde_json::Value;

use super::reply::StatusReply;
use crate::model::problem::{FieldProblem, Problem};

pub const CONTENT_TYPE: &str = "application/problem+json";

pub struct ProblemDetails<'a> {
    pub problem: Problem,
    pub detail: &'a str,
    pub request_id: &'a str,
    pub errors: &'a [FieldProblem],
    /// Further members: their names, and their values as JSON.
    pub extra_members: Vec<(String, String)>,
}

impl ProblemDetails<'_> {
    /// Returns the problem as a reply with its status. Below `base`, the service's address, each problem has a page.
    pub fn into_reply(self, base: &str) -> StatusReply {
        let (problem, status) = (self.problem, self.problem.status());
        // formatting a JSON value quotes and escapes the text
        let json = |text: &str| Value::from(text);
        let code = problem.code();
        let address = json(&format!("{base}/problems/{code}"));
        let (title, detail, instance) = (json(problem.title()), json(self.detail), json(self.request_id));
        let mut members = format!(
            r#""type":{address},"title":{title},"status":{status},"detail":{detail},"instance":{instance},"code":"{code}""#
        );
        if !self.errors.is_empty() {
            let errors: Vec<_> = self.errors.iter().map(error_object).collect();
            members += &format!(r#","errors":[{}]"#, errors.join(","));
        }
        let extra_members = self.extra_members.iter().map(|(name, value)| format!(",{}:{value}", json(name)));
        let text = format!("{{{members}{}}}", extra_members.collect::<String>());
        StatusReply::new(status, CONTENT_TYPE, text)
    }
}

/// Returns an object such as `{"in":"query","field":"size","code":"range","detail":"size must be 1 to 10000."}`.
fn error_object(error: &FieldProblem) -> String {
    let (field, detail) = (Value::from(&*error.field), Value::from(&*error.detail));
    let (location, code) = (error.location.name(), error.code.name());
    format!(r#"{{"in":"{location}","field":{field},"code":"{code}","detail":{detail}}}"#)
}
