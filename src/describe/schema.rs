//! The XML Schema of a namespace: elements of requests and results with their types, laid out as ASP.NET does, and
//! true to what is sent.

use std::collections::BTreeSet;

use super::ServiceDescription;
use super::kinds::{self, ElementContent};
use super::tags::{Attribute, XmlDocument};
use crate::encode::DIFFGR;
use crate::model::language::Language;
use crate::operation::request::{Parameter, RecordKind};
use crate::operation::response_schema::{ChangeResult, Contents, Field, ListItem, ListSchema, field};
use crate::operation::{Operation, in_xml};

const XML_SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NamespaceUse {
    Results,
    /// Result documents, SOAP requests and responses.
    Calls,
}

pub fn of(service: &ServiceDescription, namespace: &str, prefix: &str, of: NamespaceUse) -> String {
    let mut out = XmlDocument::new();
    out.open(
        "s:schema",
        &[("xmlns:s", XML_SCHEMA), ("elementFormDefault", "qualified"), ("targetNamespace", namespace)],
    );
    let mut schema = NamespaceSchema { service, prefix, out: &mut out, written: BTreeSet::new() };
    for operation in in_xml() {
        if of == NamespaceUse::Calls {
            schema.request(operation);
            schema.response(operation);
        }
        if of == NamespaceUse::Calls || !operation.has_record() {
            schema.result(operation);
        }
    }
    schema.roots();
    out.finish()
}

fn array_of(element: &str) -> String {
    let (first, rest) = element.split_at(1);
    format!("ArrayOf{}{rest}", first.to_ascii_uppercase())
}

fn nillable(nillable: bool) -> &'static [Attribute<'static>] {
    if nillable { &[("nillable", "true")] } else { &[] }
}

struct NamespaceSchema<'a> {
    service: &'a ServiceDescription<'a>,
    prefix: &'a str,
    out: &'a mut XmlDocument,
    /// The types already written; operations share some.
    written: BTreeSet<String>,
}

impl NamespaceSchema<'_> {
    fn name(&self, neutral: &str) -> String {
        self.service.brand.apply_to(neutral)
    }

    fn reference(&self, name: &str) -> String {
        format!("{}:{name}", self.prefix)
    }

    fn request(&mut self, operation: &Operation) {
        self.open_element(&self.name(operation.name));
        for name in ["username", "password"] {
            self.element(name, "s:string", true, &[], "");
        }
        for parameter in operation.request {
            let name = self.name(parameter.name);
            let kind = kinds::parameter(parameter);
            let own = self.reference(&name);
            let xsd = kind.xsd.unwrap_or(&own);
            self.element(&name, xsd, kind.required, &[], parameter.description);
        }
        self.close_element();
        for parameter in operation.request {
            self.object(parameter);
        }
    }

    /// Writes the type of a record parameter: "personUpdate's fields optional and its datetimes nillable".
    fn object(&mut self, parameter: &Parameter) {
        let Some(RecordKind { fields, changes }) = parameter.record() else {
            return;
        };
        if !self.open_type(&self.name(parameter.name)) {
            return;
        }
        for field in fields {
            let kind = kinds::field(field, changes);
            let nil = nillable(changes && field.is_datetime);
            self.element(field.name, kind.xsd.expect("a field is no object"), kind.required, nil, field.description);
        }
        self.close_type();
    }

    fn response(&mut self, operation: &Operation) {
        let name = self.name(operation.name);
        self.open_element(&format!("{name}Response"));
        self.element(&format!("{name}Result"), &self.reference(operation.result_type()), true, &[], "");
        self.close_element();
    }

    fn result(&mut self, operation: &Operation) {
        if !self.open_type(operation.result_type()) {
            return;
        }
        self.element(operation.flag, "s:boolean", true, &[], "");
        self.contents(&operation.contents);
        self.element("Error", "s:string", false, &[], "");
        self.close_type();
        match &operation.contents {
            Contents::One { structure, fields, .. } => self.structure(structure, fields),
            Contents::Each(each) => self.list(each),
            Contents::Table(_) | Contents::Changed { .. } => {}
        }
    }

    /// Writes the element `Contents`, which a failure lacks.
    fn contents(&mut self, contents: &Contents) {
        let xsd = match contents {
            Contents::One { structure, .. } => self.reference(structure),
            Contents::Each(each) => self.reference(&array_of(each.element)),
            Contents::Table(_) => return self.table(),
            Contents::Changed { gives: ChangeResult::Int(_), .. } => "s:int".to_owned(),
            Contents::Changed { gives: ChangeResult::Nothing, .. } => "s:anyType".to_owned(),
        };
        self.element("Contents", &xsd, false, &[], "");
    }

    /// Writes `Contents` of a DataTable, a schema and a diffgram, in the form that .NET's tools recognize.
    fn table(&mut self) {
        self.out.open("s:element", &[("minOccurs", "0"), ("name", "Contents")]);
        self.out.open("s:complexType", &[]);
        self.out.open("s:sequence", &[]);
        for (least, most, namespace) in [("0", "unbounded", XML_SCHEMA), ("1", "1", DIFFGR)] {
            let any = [("minOccurs", least), ("maxOccurs", most), ("namespace", namespace), ("processContents", "lax")];
            self.out.empty("s:any", &any);
        }
        self.close_element();
    }

    fn list(&mut self, each: &ListSchema) {
        if self.open_type(&array_of(each.element)) {
            let items = match each.item {
                ListItem::Fields(_) => self.reference(each.element),
                ListItem::Value(value) => match kinds::element(&field(each.element, value)).holds {
                    ElementContent::Value(xsd) => xsd.to_owned(),
                    _ => unreachable!("an item's value is a single one"),
                },
            };
            self.element(each.element, &items, false, &[("maxOccurs", "unbounded")], "");
            self.close_type();
        }
        if let ListItem::Fields(fields) = each.item {
            self.structure(each.element, fields);
        }
    }

    fn structure(&mut self, name: &str, fields: &[Field]) {
        if self.open_type(name) {
            self.fields(fields);
            self.close_type();
            self.lists_of(fields);
        }
    }

    fn fields(&mut self, fields: &[Field]) {
        for field in fields {
            let name = self.name(field.name);
            let element = kinds::element(field);
            match element.holds {
                ElementContent::Value(xsd) => {
                    let nil = nillable(element.nillable);
                    self.element(&name, xsd, element.required, nil, &field.meaning(Language::English));
                }
                ElementContent::List(each) => {
                    let xsd = self.reference(&array_of(each.element));
                    self.element(&name, &xsd, element.required, &[], &field.meaning(Language::English));
                }
                // an anonymous type, used once
                ElementContent::Object(fields) => self.inline(&name, fields),
                ElementContent::Nothing => self.inline(&name, &[]),
            }
        }
    }

    fn inline(&mut self, name: &str, fields: &[Field]) {
        self.open_element(name);
        self.fields(fields);
        self.close_element();
    }

    fn lists_of(&mut self, fields: &[Field]) {
        for field in fields {
            match kinds::element(field).holds {
                ElementContent::List(each) => self.list(each),
                ElementContent::Object(fields) => self.lists_of(fields),
                ElementContent::Value(..) | ElementContent::Nothing => {}
            }
        }
    }

    /// If operations with different types share a root, a type named like the root accepts all of their documents.
    fn roots(&mut self) {
        let bare = || in_xml().filter(|operation| !operation.has_record());
        let roots: BTreeSet<_> = bare().map(|operation| operation.root).collect();
        for root in roots {
            let types = || bare().filter(|operation| operation.root == root).map(|operation| operation.result_type());
            let named = types().find(|name| *name == root).or_else(|| types().next()).expect("an operation's root");
            self.out.empty("s:element", &[("name", root), ("type", &self.reference(named))]);
        }
    }

    /// Anonymous types get no description, because tools expect the type first.
    fn element(&mut self, name: &str, xsd: &str, required: bool, more: &[Attribute], description: &str) {
        let least = if required { "1" } else { "0" };
        let mut attributes = vec![("minOccurs", least)];
        attributes.extend(more);
        attributes.extend([("name", name), ("type", xsd)]);
        self.out.open("s:element", &attributes);
        if !description.is_empty() {
            self.out.open("s:annotation", &[]);
            self.out.leaf("s:documentation", description);
            self.out.close();
        }
        self.out.close();
    }

    fn open_element(&mut self, name: &str) {
        self.out.open("s:element", &[("name", name)]);
        self.out.open("s:complexType", &[]);
        self.out.open("s:sequence", &[]);
    }

    fn close_element(&mut self) {
        self.close_type();
        self.out.close();
    }

    /// Begins a type, unless it was written already.
    fn open_type(&mut self, name: &str) -> bool {
        let is_new = self.written.insert(name.to_owned());
        if is_new {
            self.out.open("s:complexType", &[("name", name)]);
            self.out.open("s:sequence", &[]);
        }
        is_new
    }

    fn close_type(&mut self) {
        self.out.close();
        self.out.close();
    }
}

#[cfg(test)]
mod tests;
