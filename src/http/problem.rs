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
    /// Each value is JSON.
    pub more: Vec<(String, String)>,
}

impl ProblemDetails<'_> {
    pub fn reply(self, base: &str) -> StatusReply {
        let (problem, status) = (self.problem, self.problem.status());
        let kind = format!("{base}/problems/{}", problem.code());
        let text = |text: &str| Value::from(text).to_string();
        let mut members = vec![
            ("type".to_owned(), text(&kind)),
            ("title".to_owned(), text(problem.title())),
            ("status".to_owned(), status.to_string()),
            ("detail".to_owned(), text(self.detail)),
            ("instance".to_owned(), text(self.id)),
            ("code".to_owned(), text(problem.code())),
        ];
        if !self.errors.is_empty() {
            let errors: Vec<_> = self.errors.iter().map(item).collect();
            members.push(("errors".to_owned(), format!("[{}]", errors.join(","))));
        }
        members.extend(self.more);
        let members: Vec<_> = members.iter().map(|(name, value)| format!("{}:{value}", text(name))).collect();
        let text = format!("{{{}}}", members.join(","));
        StatusReply { status, content_type: CONTENT_TYPE, text, headers: Headers::new() }
    }
}

fn item(error: &FieldProblem) -> String {
    let (field, detail) = (Value::from(&*error.field), Value::from(&*error.detail));
    let (location, code) = (error.location.name(), error.code.name());
    format!(r#"{{"in":"{location}","field":{field},"code":"{code}","detail":{detail}}}"#)
}
