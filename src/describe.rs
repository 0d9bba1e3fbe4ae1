//! Descriptions of the service, generated from declarations: pages, WSDL, discovery document and openapi.json. The
//! module `http` serves them at the service's address. New kinds of parameters and values are described in [`value_kinds`].

mod json_tree;
mod openapi;
mod operation_page;
mod rest;
mod sample;
mod schema;
mod service_page;
mod snippets;
mod value_kinds;
mod wsdl;
mod xml_document;

pub use openapi::openapi_document;
pub use operation_page::render_operation_page;
pub use service_page::{render_problem_page, render_service_page, render_unknown_operation_page};
pub use snippets::call_snippets;
pub use wsdl::{render_discovery, render_wsdl};

use std::fmt::{self, Write};

use askama::Template;
use askama::filters::Escaper;

use crate::encode::frame::Namespaces;
use crate::encode::xml::escape_to_string;
use crate::model::brand::Brand;
use crate::model::problem::Problem;
use crate::operation::Operation;

/// The name of the service in its WSDL, and the prefix of its ports. The brand does not apply.
const SERVICE: &str = "ApiService";

/// The settings of the service that its descriptions contain.
pub struct ServiceDescription<'a> {
    pub brand: &'a Brand,
    pub namespaces: &'a Namespaces,
    /// The address before `/service`, not escaped.
    pub base: String,
    pub soap_address: String,
    /// The full address below which the paths of REST begin.
    pub rest_address: String,
}

/// What a page needs besides its contents.
pub struct HtmlPage<'a> {
    /// The nonce that allows the page's style.
    pub nonce: &'a str,
    /// The relative reference from the page to the page of the service, which is also the address of SOAP calls.
    pub service_reference: &'a str,
}

/// Escapes values in templates as in XML answers.
#[derive(Clone, Copy)]
struct AnswerEscaper;

impl Escaper for AnswerEscaper {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        out.write_str(&escape_to_string(text))
    }
}

fn render(page: impl Template) -> String {
    page.render().expect("writing into memory does not fail")
}

impl ServiceDescription<'_> {
    /// Returns the contact address: the mailbox that RFC 2142 defines for every host.
    fn support_mailbox(&self) -> String {
        // the host ends at the path or port; the address of IPv6 begins with `[` and gives an empty host
        let (_, authority_and_path) = self.base.split_once("://").unwrap_or_default();
        let host = authority_and_path.split(['/', ':', '[']).next().unwrap_or_default();
        let host = if host.is_empty() { "localhost" } else { host };
        format!("support@{host}")
    }

    fn problem_address(&self, problem: Problem) -> String {
        format!("{}/problems/{}", self.base, problem.code())
    }

    /// Returns the `SOAPAction` of an operation: namespace and name, as ASP.NET joins them.
    fn soap_action(&self, operation: &Operation) -> String {
        let namespace = &self.namespaces.soap;
        let slash = if namespace.ends_with('/') { "" } else { "/" };
        format!("{namespace}{slash}{}", self.brand.branded_name(operation.name))
    }
}
