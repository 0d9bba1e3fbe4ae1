//! The page at the service's address: the operations, and how to call them.

use askama::Template;

use super::{Described, Page, SERVICE, rest};
use crate::model::problem::Problem;
use crate::operation::OPERATIONS;

#[derive(Template)]
#[template(path = "api_service.html", escape = "api")]
struct Service<'a> {
    service: &'a Described<'a>,
    page: &'a Page<'a>,
}

#[derive(Template)]
#[template(path = "api_unknown.html", escape = "api")]
struct Unknown<'a> {
    name: &'a str,
    near: Option<&'a str>,
    page: &'a Page<'a>,
}

pub fn page(service: &Described, page: &Page) -> String {
    super::written(Service { service, page })
}

/// The page of an operation that there is not; `near` is the name of one that there is.
pub fn unknown(name: &str, near: Option<&str>, page: &Page) -> String {
    super::written(Unknown { name, near, page })
}
