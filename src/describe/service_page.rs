//! The page of the service, which lists the operations, and the pages that explain the types of problems.

use askama::Template;

use super::{HtmlPage, SERVICE, ServiceDescription, rest};
use crate::encode::Format;
use crate::model::problem::Problem;
use crate::operation::OPERATIONS;

#[derive(Template)]
#[template(path = "api_service.html", escape = "api")]
struct ServicePage<'a> {
    service: &'a ServiceDescription<'a>,
    page: &'a HtmlPage<'a>,
}

#[derive(Template)]
#[template(path = "api_unknown.html", escape = "api")]
struct UnknownOperationPage<'a> {
    name: &'a str,
    similar: Option<&'a str>,
    page: &'a HtmlPage<'a>,
}

pub fn render_service_page(service: &ServiceDescription, page: &HtmlPage) -> String {
    super::render(ServicePage { service, page })
}

/// Renders the page of an unknown operation. `similar` is the name of a similar operation to suggest.
pub fn render_unknown_operation_page(name: &str, similar: Option<&str>, page: &HtmlPage) -> String {
    super::render(UnknownOperationPage { name, similar, page })
}

#[derive(Template)]
#[template(path = "api_problem.html", escape = "api")]
struct ProblemPage<'a> {
    problem: Problem,
    page: &'a HtmlPage<'a>,
}

pub fn render_problem_page(problem: Problem, page: &HtmlPage) -> String {
    super::render(ProblemPage { problem, page })
}
