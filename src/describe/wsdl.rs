//! The service in WSDL 1.1: "One WSDL with the ports `ApiServiceSoap`, `ApiServiceSoap12`,
//! `ApiServiceHttpPost`", document/literal wrapped, as ASP.NET writes it.

use super::schema::{self, For};
use super::tags::Tags;
use super::{Described, SERVICE, kinds};
use crate::encode::frame::Version;
use crate::operation::{Operation, in_xml};

/// SOAP messages over HTTP, in both versions of the binding.
const TRANSPORT: &str = "http://schemas.xmlsoap.org/soap/http";

const SOAP: &str = "Soap";
const SOAP12: &str = "Soap12";
const HTTP_POST: &str = "HttpPost";

/// The document.
pub fn document(service: &Described) -> String {
    let mut wsdl = Wsdl {
        service,
        out: Tags::new(),
        form: if service.namespaces.form == service.namespaces.soap {
            "tns"
        } else {
            "form"
        },
    };
    wsdl.open();
    wsdl.types();
    for operation in in_xml() {
        wsdl.messages(operation);
    }
    wsdl.port_type(SOAP);
    wsdl.port_type(HTTP_POST);
    wsdl.soap_binding(Version::Soap11);
    wsdl.soap_binding(Version::Soap12);
    wsdl.http_binding();
    wsdl.ports();
    wsdl.out.finish()
}

struct Wsdl<'a> {
    service: &'a Described<'a>,
    out: Tags,
    /// The prefix of the namespace of form calls' results.
    form: &'static str,
}

/// The operations of a port: "record operations: not in HttpPost", since a form cannot hold an object.
fn operations(port: &'static str) -> impl Iterator<Item = &'static Operation> {
    in_xml().filter(move |operation| port != HTTP_POST || !operation.has_record())
}

/// The port of a SOAP version and the prefix of its binding's elements.
fn port(version: Version) -> (&'static str, &'static str) {
    match version {
        Version::Soap11 => (SOAP, "soap"),
        Version::Soap12 => (SOAP12, "soap12"),
    }
}

impl Wsdl<'_> {
    fn name(&self, operation: &Operation) -> String {
        self.service.brand.name(operation.name)
    }

    fn open(&mut self) {
        let mut namespaces = vec![
            ("xmlns:wsdl", "http://schemas.xmlsoap.org/wsdl/"),
            ("xmlns:soap", "http://schemas.xmlsoap.org/wsdl/soap/"),
            ("xmlns:soap12", "http://schemas.xmlsoap.org/wsdl/soap12/"),
            ("xmlns:http", "http://schemas.xmlsoap.org/wsdl/http/"),
            ("xmlns:mime", "http://schemas.xmlsoap.org/wsdl/mime/"),
            ("xmlns:s", "http://www.w3.org/2001/XMLSchema"),
            ("xmlns:tns", self.service.namespaces.soap.as_str()),
        ];
        if self.form == "form" {
            namespaces.push(("xmlns:form", &self.service.namespaces.form));
        }
        namespaces.push(("targetNamespace", &self.service.namespaces.soap));
        self.out.open("wsdl:definitions", &namespaces);
    }

    /// "an inline schema for each namespace in use"
    fn types(&mut self) {
        let namespaces = self.service.namespaces;
        self.out.open("wsdl:types", &[]);
        schema::write(
            self.service,
            &namespaces.soap,
            "tns",
            For::Calls,
            &mut self.out,
        );
        if self.form == "form" {
            schema::write(
                self.service,
                &namespaces.form,
                "form",
                For::Results,
                &mut self.out,
            );
        }
        self.out.close();
    }

    fn messages(&mut self, operation: &Operation) {
        let name = self.name(operation);
        for (message, element) in [("SoapIn", ""), ("SoapOut", "Response")] {
            let element = format!("tns:{name}{element}");
            self.out
                .open("wsdl:message", &[("name", &format!("{name}{message}"))]);
            self.out.empty(
                "wsdl:part",
                &[("name", "parameters"), ("element", &element)],
            );
            self.out.close();
        }
        if !operation.has_record() {
            self.form_messages(operation, &name);
        }
    }

    fn form_messages(&mut self, operation: &Operation, name: &str) {
        self.out
            .open("wsdl:message", &[("name", &format!("{name}HttpPostIn"))]);
        for name in ["username", "password"] {
            self.out
                .empty("wsdl:part", &[("name", name), ("type", "s:string")]);
        }
        for parameter in operation.request {
            let kind = kinds::parameter(parameter);
            self.out.empty(
                "wsdl:part",
                &[
                    ("name", &self.service.brand.name(parameter.name)),
                    ("type", kind.xsd.expect("a form holds no object")),
                ],
            );
        }
        self.out.close();
        let root = format!("{}:{}", self.form, operation.root);
        self.out
            .open("wsdl:message", &[("name", &format!("{name}HttpPostOut"))]);
        self.out
            .empty("wsdl:part", &[("name", "Body"), ("element", &root)]);
        self.out.close();
    }

    fn port_type(&mut self, port: &'static str) {
        self.out
            .open("wsdl:portType", &[("name", &format!("{SERVICE}{port}"))]);
        for operation in operations(port) {
            let name = self.name(operation);
            self.out.open("wsdl:operation", &[("name", &name)]);
            self.out.leaf("wsdl:documentation", operation.summary);
            for (direction, message) in [("wsdl:input", "In"), ("wsdl:output", "Out")] {
                let message = format!("tns:{name}{port}{message}");
                self.out.empty(direction, &[("message", &message)]);
            }
            self.out.close();
        }
        self.out.close();
    }

    /// Both versions bind the one port type of SOAP.
    fn soap_binding(&mut self, version: Version) {
        let (port, prefix) = port(version);
        self.open_binding(port, SOAP);
        self.out.empty(
            &format!("{prefix}:binding"),
            &[("transport", TRANSPORT), ("style", "document")],
        );
        for operation in operations(port) {
            let action = self.service.action(operation);
            self.out
                .open("wsdl:operation", &[("name", &self.name(operation))]);
            self.out.empty(
                &format!("{prefix}:operation"),
                &[("soapAction", &action), ("style", "document")],
            );
            for direction in ["wsdl:input", "wsdl:output"] {
                self.out.open(direction, &[]);
                self.out
                    .empty(&format!("{prefix}:body"), &[("use", "literal")]);
                self.out.close();
            }
            self.out.close();
        }
        self.out.close();
    }

    fn http_binding(&mut self) {
        self.open_binding(HTTP_POST, HTTP_POST);
        self.out.empty("http:binding", &[("verb", "POST")]);
        for operation in operations(HTTP_POST) {
            let name = self.name(operation);
            self.out.open("wsdl:operation", &[("name", &name)]);
            self.out
                .empty("http:operation", &[("location", &format!("/{name}"))]);
            self.out.open("wsdl:input", &[]);
            self.out.empty(
                "mime:content",
                &[("type", "application/x-www-form-urlencoded")],
            );
            self.out.close();
            self.out.open("wsdl:output", &[]);
            self.out.empty("mime:mimeXml", &[("part", "Body")]);
            self.out.close();
            self.out.close();
        }
        self.out.close();
    }

    fn open_binding(&mut self, port: &str, port_type: &str) {
        self.out.open(
            "wsdl:binding",
            &[
                ("name", &format!("{SERVICE}{port}")),
                ("type", &format!("tns:{SERVICE}{port_type}")),
            ],
        );
    }

    fn ports(&mut self) {
        self.out.open("wsdl:service", &[("name", SERVICE)]);
        for (port, address) in [
            (SOAP, "soap:address"),
            (SOAP12, "soap12:address"),
            (HTTP_POST, "http:address"),
        ] {
            let name = format!("{SERVICE}{port}");
            self.out.open(
                "wsdl:port",
                &[("name", &name), ("binding", &format!("tns:{name}"))],
            );
            self.out
                .empty(address, &[("location", &self.service.address)]);
            self.out.close();
        }
        self.out.close();
    }
}
