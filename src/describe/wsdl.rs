//! Writes the WSDL 1.1 (document/literal wrapped, with the ports `ApiServiceSoap`, `ApiServiceSoap12` and
//! `ApiServiceHttpPost`, as ASP.NET does), and the discovery document, by which Visual Studio finds the WSDL.

use askama::Template;

use super::schema::{self, NamespaceUse};
use super::{SERVICE, ServiceDescription, value_kinds};
use crate::encode::frame::Namespaces;
use crate::encode::xml::DECLARATION;
use crate::operation::{Operation, xml_operations};

const SOAP: &str = "Soap";
const SOAP12: &str = "Soap12";
const HTTP_POST: &str = "HttpPost";

#[derive(Template)]
#[template(path = "service.disco", escape = "api")]
struct Discovery<'a> {
    service: &'a ServiceDescription<'a>,
}

pub fn render_discovery(service: &ServiceDescription) -> String {
    super::render(Discovery { service })
}

#[derive(Template)]
#[template(path = "service.wsdl", escape = "api")]
struct WsdlDocument<'a> {
    service: &'a ServiceDescription<'a>,
    namespaces: &'a Namespaces,
    schemas: Vec<String>,
    /// The prefix of the namespace of answers to form calls.
    form_prefix: &'static str,
}

/// Returns the WSDL with a schema for each namespace. Form results have a namespace of their own, unless it equals that
/// of SOAP.
pub fn render_wsdl(service: &ServiceDescription) -> String {
    let namespaces = service.namespaces;
    let mut schemas = vec![schema::schema_document(service, &namespaces.soap, "tns", NamespaceUse::Calls)];
    let mut form_prefix = "tns";
    if namespaces.form != namespaces.soap {
        form_prefix = "form";
        schemas.push(schema::schema_document(service, &namespaces.form, form_prefix, NamespaceUse::FormResults));
    }
    super::render(WsdlDocument { service, namespaces, schemas, form_prefix })
}

/// Returns the operations of a port. HttpPost has no operations with a record, since a form cannot have objects.
fn operations_of(port: &str) -> impl Iterator<Item = &'static Operation> {
    xml_operations().filter(move |operation| port != HTTP_POST || !operation.has_record_parameter())
}
