//! What the service says of itself: its pages, its WSDL and its discovery document, all from the
//! operations' declarations.
//!
//! This room only makes texts, the pages from `templates/`. Which of them is asked for, and under which address the service is reached,
//! is `http`'s to know. A new kind of parameter or value is described in [`kinds`]; nothing else here knows
//! one from another.

mod disco;
mod kinds;
mod openapi;
mod operation_page;
mod problem_page;
mod rest;
mod sample;
mod schema;
mod service_page;
mod snippets;
mod tags;
mod tree;
mod wsdl;

pub use disco::document as disco;
pub use openapi::document as openapi;
pub use operation_page::page as operation_page;
pub use problem_page::page as problem_page;
pub use service_page::{page as service_page, unknown as unknown_page};
pub use snippets::asking as calls;
pub use wsdl::document as wsdl;

use std::fmt::{self, Write};

use askama::Template;
use askama::filters::Escaper;

use crate::encode::frame::Namespaces;
use crate::encode::xml::escaped;
use crate::model::brand::Brand;
use crate::model::problem::Problem;
use crate::operation::Operation;

/// The name of the service in its WSDL; the names of its ports begin with it. The brand does not apply: it
/// is no name of a person's field.
const SERVICE: &str = "ApiService";

/// A service, seen from outside.
pub struct ServiceDescription<'a> {
    pub brand: &'a Brand,
    /// The namespaces of requests and results.
    pub namespaces: &'a Namespaces,
    /// The address before `/service`; not escaped.
    pub base: String,
    /// The full address of Style A.
    pub address: String,
    /// That below which REST lives.
    pub api: String,
}

/// What an HTML page needs beside the service.
pub struct HtmlPage<'a> {
    /// The nonce under which the page's style is allowed.
    pub nonce: &'a str,
    /// The reference that leads from the page's own address to that of Style A.
    pub service: &'a str,
}

/// How templates escape: as answers do.
#[derive(Clone, Copy)]
struct Escaping;

impl Escaper for Escaping {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        out.write_str(&escaped(text))
    }
}

fn written(page: impl Template) -> String {
    page.render().expect("memory takes every page")
}

impl ServiceDescription<'_> {
    /// Where whoever runs the service is written to: the mailbox that RFC 2142 gives every host.
    fn mailbox(&self) -> String {
        let (_, rest) = self.base.split_once("://").unwrap_or_default();
        let host = rest.split(['/', ':', '[']).next().unwrap_or_default();
        let host = if host.is_empty() { "localhost" } else { host };
        format!("support@{host}")
    }

    /// The address of the page that explains a problem.
    fn problem(&self, problem: Problem) -> String {
        format!("{}/problems/{}", self.base, problem.code())
    }

    /// The `SOAPAction` of an operation: the namespace and the name, as ASP.NET puts them together.
    fn action(&self, operation: &Operation) -> String {
        let namespace = &self.namespaces.soap;
        let slash = if namespace.ends_with('/') { "" } else { "/" };
        format!("{namespace}{slash}{}", self.brand.name(operation.name))
    }
}
