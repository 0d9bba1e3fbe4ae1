//! The page of a problem type: what it means, and what to do.

use askama::Template;

use super::HtmlPage;
use crate::model::problem::Problem;

#[derive(Template)]
#[template(path = "api_problem.html", escape = "api")]
struct ProblemPage<'a> {
    problem: Problem,
    page: &'a HtmlPage<'a>,
}

pub fn page(problem: Problem, page: &HtmlPage) -> String {
    super::written(ProblemPage { problem, page })
}
