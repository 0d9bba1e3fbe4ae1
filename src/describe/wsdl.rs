//! The service in WSDL 1.1: "One WSDL with the ports `ApiServiceSoap`, `ApiServiceSoap12`,
//! `ApiServiceHttpPost`", document/literal wrapped, as ASP.NET writes it.

use askama::Template;

use super::schema::{self, For};
use super::{Described, SERVICE, kinds};
use crate::encode::frame::Namespaces;
use crate::encode::xml::DECLARATION;
use crate::operation::{Operation, in_xml};

const SOAP: &str = "Soap";
const SOAP12: &str = "Soap12";
const HTTP_POST: &str = "HttpPost";

#[derive(Template)]
#[template(path = "service.wsdl", escape = "api")]
struct Wsdl<'a> {
    service: &'a Described<'a>,
    namespaces: &'a Namespaces,
    schemas: Vec<String>,
    /// The prefix of the namespace of form calls' results.
    form: &'static str,
}

pub fn document(service: &Described) -> String {
    let namespaces = service.namespaces;
    // "an inline schema for each namespace in use"
    let mut schemas = vec![schema::of(service, &namespaces.soap, "tns", For::Calls)];
    let mut form = "tns";
    if namespaces.form != namespaces.soap {
        form = "form";
        schemas.push(schema::of(service, &namespaces.form, form, For::Results));
    }
    super::written(Wsdl { service, namespaces, schemas, form })
}

/// The operations of a port: "record operations: not in HttpPost", since a form cannot hold an object.
fn operations(port: &str) -> impl Iterator<Item = &'static Operation> {
    in_xml().filter(move |operation| port != HTTP_POST || !operation.has_record())
}
