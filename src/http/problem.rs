//! Refusals and request errors as REST reports them: `application/problem+json` (RFC 9457) "with exactly `type`, `title`,
//! `status`, `detail`, `instance`".

use serde_json::Value;

use super::reply::{Headers, StatusReply};
use crate::model::problem::Problem;

pub const CONTENT_TYPE: &str = "application/problem+json";

/// Returns a problem document; `detail` is a sentence, `id` "the request's id as it stands in the log".
pub fn said(problem: Problem, base: &str, detail: &str, id: &str) -> StatusReply {
    let kind = Value::from(format!("{base}/problems/{}", problem.code()));
    let title = Value::from(problem.title());
    let status = problem.status();
    let (detail, instance) = (Value::from(detail), Value::from(id));
    StatusReply {
        status,
        content_type: CONTENT_TYPE,
        text: format!(r#"{{"type":{kind},"title":{title},"status":{status},"detail":{detail},"instance":{instance}}}"#),
        headers: Headers::new(),
    }
}
