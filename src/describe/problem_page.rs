//! The pages that a problem's `type` leads to: what it means, and what to do.

use askama::Template;

use super::HtmlPage;
use crate::model::problem::Problem;

#[derive(Template)]
#[template(path = "api_problem.html", escape = "api")]
struct ProblemPage<'a> {
    problem: Problem,
    page: &'a HtmlPage<'a>,
}

/// The page of a kind of problem.
pub fn page(problem: Problem, page: &HtmlPage) -> String {
    super::written(ProblemPage { problem, page })
}
