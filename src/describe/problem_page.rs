//! The pages that a problem's `type` leads to: what it means, and what to do.

use askama::Template;

use super::Page;
use crate::model::problem::Problem;

#[derive(Template)]
#[template(path = "api_problem.html", escape = "api")]
struct Explained<'a> {
    problem: Problem,
    page: &'a Page<'a>,
}

/// The page of a kind of problem.
pub fn page(problem: Problem, page: &Page) -> String {
    super::written(Explained { problem, page })
}
