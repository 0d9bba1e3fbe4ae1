//! The page at the service's address: the operations, and how to call them.

use askama::Template;

use super::{HtmlPage, SERVICE, ServiceDescription, rest};
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
    near: Option<&'a str>,
    page: &'a HtmlPage<'a>,
}

pub fn page(service: &ServiceDescription, page: &HtmlPage) -> String {
    super::written(ServicePage { service, page })
}

/// Renders the page for an unknown operation; `near` is a similar name.
pub fn unknown(name: &str, near: Option<&str>, page: &HtmlPage) -> String {
    super::written(UnknownOperationPage { name, near, page })
}
