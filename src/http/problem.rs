//! Refusals and request errors as REST reports them: `application/problem+json` (RFC 9457) "with `type`, `title`, `status`,
//! `detail`, `instance`, `code` and, where fields are wrong, `errors`".

use serde_json::Value;

use super::reply::{Headers, StatusReply};
use crate::model::problem::{FieldProblem, Problem};

pub const CONTENT_TYPE: &str = "application/problem+json";

pub struct ProblemDetails<'a> {
    pub problem: Problem,
    pub detail: &'a str,
    pub id: &'a str,
    pub errors: &'a [FieldProblem],
    /// Further members; each value is JSON.
    pub more: Vec<(String, String)>,
}

impl ProblemDetails<'_> {
    /// Returns the reply; `base` is the address before `/problems`.
    pub fn into_reply(self, base: &str) -> StatusReply {
        let (problem, status) = (self.problem, self.problem.status());
        let text = |text: &str| Value::from(text);
        let (kind, code) = (text(&format!("{base}/problems/{}", problem.code())), problem.code());
        let (title, detail, id) = (text(problem.title()), text(self.detail), text(self.id));
        let mut members = format!(
            r#""type":{kind},"title":{title},"status":{status},"detail":{detail},"instance":{id},"code":"{code}""#
        );
        if !self.errors.is_empty() {
            let errors: Vec<_> = self.errors.iter().map(error_object).collect();
            members += &format!(r#","errors":[{}]"#, errors.join(","));
        }
        let more = self.more.iter().map(|(name, value)| format!(",{}:{value}", text(name)));
        let text = format!("{{{members}{}}}", more.collect::<String>());
        StatusReply { status, content_type: CONTENT_TYPE, text, headers: Headers::new() }
    }
}

/// Returns an error of a field as a JSON object.
fn error_object(error: &FieldProblem) -> String {
    let (field, detail) = (Value::from(&*error.field), Value::from(&*error.detail));
    let (location, code) = (error.location.name(), error.code.name());
    format!(r#"{{"in":"{location}","field":{field},"code":"{code}","detail":{detail}}}"#)
}
