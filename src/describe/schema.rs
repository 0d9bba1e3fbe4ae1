//! The XML Schema of a namespace: elements of requests and results with their types, laid out as ASP.NET does.

use std::collections::{BTreeMap, BTreeSet};

use super::ServiceDescription;
use super::value_kinds;
use super::xml_document::{Attribute, XmlDocument};
use crate::encode::DIFFGR;
use crate::model::language::Language;
use crate::operation::request::{Parameter, RecordKind};
use crate::operation::response_schema::{AbsentRule, ChangeResult, Contents, Field, FieldValue, ListItem, ListSchema};
use crate::operation::{Operation, xml_operations};

const XML_SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";

/// The values of the arguments `is_required`.
pub const REQUIRED: bool = true;
pub const OPTIONAL: bool = false;

/// The documents whose elements are in a namespace.
#[derive(Clone, Copy)]
pub enum NamespaceUse {
    /// The result documents of form calls.
    FormResults,
    /// Result documents, SOAP requests and responses.
    Calls,
}

/// Returns the schema of a namespace. `prefix` is bound to the namespace in the WSDL.
pub fn schema_document(
    service: &ServiceDescription,
    namespace: &str,
    prefix: &str,
    namespace_use: NamespaceUse,
) -> String {
    let mut out = XmlDocument::new();
    out.open(
        "s:schema",
        &[("xmlns:s", XML_SCHEMA), ("elementFormDefault", "qualified"), ("targetNamespace", namespace)],
    );
    let mut schema = NamespaceSchema { service, prefix, out: &mut out, written: BTreeSet::new() };
    for operation in xml_operations() {
        match namespace_use {
            NamespaceUse::Calls => {
                schema.write_request(operation);
                schema.write_response(operation);
                schema.write_result_type(operation);
            }
            // a form cannot have objects
            NamespaceUse::FormResults if operation.has_record_parameter() => {}
            NamespaceUse::FormResults => schema.write_result_type(operation),
        }
    }
    schema.write_roots();
    out.finish()
}

/// Returns the name of the type of a list: `ArrayOfPerson`.
fn array_type(element: &str) -> String {
    let (first, rest) = element.split_at(1);
    format!("ArrayOf{}{rest}", first.to_ascii_uppercase())
}

fn nillable_attribute(is_nillable: bool) -> &'static [Attribute<'static>] {
    if is_nillable { &[("nillable", "true")] } else { &[] }
}

struct NamespaceSchema<'a> {
    service: &'a ServiceDescription<'a>,
    /// The prefix of the namespace's own types: `tns` in `tns:ApiPerson`.
    prefix: &'a str,
    out: &'a mut XmlDocument,
    /// The types already written: operations share types.
    written: BTreeSet<String>,
}

impl NamespaceSchema<'_> {
    fn branded_name(&self, neutral: &str) -> String {
        self.service.brand.branded_name(neutral)
    }

    fn qualified_name(&self, name: &str) -> String {
        format!("{}:{name}", self.prefix)
    }

    /// Writes the element of a SOAP request, and then the types of its records.
    fn write_request(&mut self, operation: &Operation) {
        self.open_element(&[("name", &self.branded_name(operation.name))]);
        for name in ["username", "password"] {
            self.write_element(name, "s:string", REQUIRED, &[], "");
        }
        for parameter in operation.request {
            let name = self.branded_name(parameter.name);
            let kind = value_kinds::describe_parameter(parameter);
            // the type of a record has the name of its parameter
            let record_type = self.qualified_name(&name);
            let xsd = if kind.xsd.is_empty() { &record_type } else { kind.xsd };
            self.write_element(&name, xsd, parameter.is_required, &[], parameter.description);
        }
        self.close_element();
        for parameter in operation.request {
            self.write_record_type(parameter);
        }
    }

    /// Writes the type of a record parameter. In a change, all fields are optional and datetimes are nillable.
    fn write_record_type(&mut self, parameter: &Parameter) {
        let Some(RecordKind { fields, is_change }) = parameter.record_kind() else { return };
        if !self.begin_type_once(&self.branded_name(parameter.name)) {
            return;
        }
        for field in fields {
            let xsd = value_kinds::describe_record_field(field).xsd;
            let nillable = nillable_attribute(is_change && field.is_datetime);
            self.write_element(field.name, xsd, field.is_required && !is_change, nillable, field.description);
        }
        self.close_type();
    }

    /// Writes the element of a SOAP response: `GetClassResponse` with a `GetClassResult`.
    fn write_response(&mut self, operation: &Operation) {
        let name = self.branded_name(operation.name);
        self.open_element(&[("name", &format!("{name}Response"))]);
        self.write_element(&format!("{name}Result"), &self.qualified_name(operation.result_type()), REQUIRED, &[], "");
        self.close_element();
    }

    fn write_result_type(&mut self, operation: &Operation) {
        if !self.begin_type_once(operation.result_type()) {
            return;
        }
        self.write_element(operation.success_element, "s:boolean", REQUIRED, &[], "");
        self.write_contents(&operation.contents);
        self.write_element("Error", "s:string", OPTIONAL, &[], "");
        self.close_type();
        // named types cannot be nested, so the types of the contents follow
        match &operation.contents {
            Contents::One { structure, fields, .. } => self.write_structure(structure, fields),
            Contents::List(list) => self.write_list_type(list),
            Contents::Table(_) | Contents::Changed { .. } => {}
        }
    }

    /// Writes the element `Contents`, which a failure lacks.
    fn write_contents(&mut self, contents: &Contents) {
        let xsd = match contents {
            Contents::One { structure, .. } => self.qualified_name(structure),
            Contents::List(list) => self.qualified_name(&array_type(list.element)),
            Contents::Table(_) => return self.write_data_table(),
            Contents::Changed { result: ChangeResult::Int(_), .. } => "s:int".to_owned(),
            Contents::Changed { result: ChangeResult::Nothing, .. } => "s:anyType".to_owned(),
        };
        self.write_element("Contents", &xsd, OPTIONAL, &[], "");
    }

    /// Declares the `Contents` of a DataTable in the form that .NET's tools recognize.
    fn write_data_table(&mut self) {
        self.open_element(&[("minOccurs", "0"), ("name", "Contents")]);
        // elements of a schema in any number, then one element of the diffgram
        for (min_occurs, max_occurs, namespace) in [("0", "unbounded", XML_SCHEMA), ("1", "1", DIFFGR)] {
            let any = [
                ("minOccurs", min_occurs),
                ("maxOccurs", max_occurs),
                ("namespace", namespace),
                ("processContents", "lax"),
            ];
            self.out.write_empty_element("s:any", &any);
        }
        self.close_element();
    }

    fn write_list_type(&mut self, list: &ListSchema) {
        if self.begin_type_once(&array_type(list.element)) {
            let item_type = match list.item {
                ListItem::Fields(_) => self.qualified_name(list.element),
                ListItem::Value(value) => value_kinds::describe_value(value).xsd.to_owned(),
            };
            self.write_element(list.element, &item_type, OPTIONAL, &[("maxOccurs", "unbounded")], "");
            self.close_type();
        }
        if let ListItem::Fields(fields) = list.item {
            self.write_structure(list.element, fields);
        }
    }

    fn write_structure(&mut self, name: &str, fields: &[Field]) {
        if self.begin_type_once(name) {
            self.write_fields(fields);
            self.close_type();
            self.write_types_of_lists(fields);
        }
    }

    /// Writes an element for each field. The types of lists have names, and are written afterwards.
    fn write_fields(&mut self, fields: &[Field]) {
        for field in fields {
            let name = self.branded_name(field.name);
            let is_required = field.absent != AbsentRule::Omitted;
            let meaning = field.meaning(Language::English);
            match field.value {
                // an anonymous type, used once
                FieldValue::Object(fields) => self.write_inline_type(&name, fields),
                FieldValue::EmptyList => self.write_inline_type(&name, &[]),
                FieldValue::List(list) => {
                    let xsd = self.qualified_name(&array_type(list.element));
                    self.write_element(&name, &xsd, is_required, &[], &meaning);
                }
                value => {
                    // in XML Schema, only a text may be empty: a number or date that may be empty becomes a text
                    let can_be_empty = field.absent == AbsentRule::Empty;
                    let xsd = if can_be_empty { "s:string" } else { value_kinds::describe_value(value).xsd };
                    let nillable = nillable_attribute(field.absent == AbsentRule::Nil);
                    self.write_element(&name, xsd, is_required, nillable, &meaning);
                }
            }
        }
    }

    /// Writes an element with an anonymous type, without description: tools expect the type as first child.
    fn write_inline_type(&mut self, name: &str, fields: &[Field]) {
        self.open_element(&[("name", name)]);
        self.write_fields(fields);
        self.close_element();
    }

    /// Writes the types of the lists among these fields, also of lists in objects, whose own types are anonymous.
    fn write_types_of_lists(&mut self, fields: &[Field]) {
        for field in fields {
            match field.value {
                FieldValue::List(list) => self.write_list_type(list),
                FieldValue::Object(fields) => self.write_types_of_lists(fields),
                _ => {}
            }
        }
    }

    /// Writes the root elements of result documents. If operations with different types share a root, the root has the
    /// type with the same name as the root, which accepts all of their documents.
    fn write_roots(&mut self) {
        let mut types_by_root: BTreeMap<_, Vec<_>> = BTreeMap::new();
        // operations with a record answer in an envelope
        for operation in xml_operations().filter(|operation| !operation.has_record_parameter()) {
            types_by_root.entry(operation.root).or_default().push(operation.result_type());
        }
        for (root, types) in types_by_root {
            let type_name = types.iter().find(|name| **name == root).unwrap_or(&types[0]);
            self.out.write_empty_element("s:element", &[("name", root), ("type", &self.qualified_name(type_name))]);
        }
    }

    /// Writes an element with a named type. Its description is omitted if empty.
    fn write_element(
        &mut self,
        name: &str,
        xsd: &str,
        is_required: bool,
        extra_attributes: &[Attribute],
        description: &str,
    ) {
        let mut attributes = vec![("minOccurs", if is_required { "1" } else { "0" })];
        attributes.extend(extra_attributes);
        attributes.extend([("name", name), ("type", xsd)]);
        self.out.open("s:element", &attributes);
        if !description.is_empty() {
            self.out.open("s:annotation", &[]);
            self.out.write_text_element("s:documentation", description);
            self.out.close();
        }
        self.out.close();
    }

    /// Opens an element with an anonymous type, a sequence of elements. [`Self::close_element`] ends it.
    fn open_element(&mut self, attributes: &[Attribute]) {
        self.out.open("s:element", attributes);
        self.out.open("s:complexType", &[]);
        self.out.open("s:sequence", &[]);
    }

    fn close_element(&mut self) {
        self.close_type();
        self.out.close();
    }

    /// Returns true if the caller must write and close the type; false if it was written already.
    fn begin_type_once(&mut self, name: &str) -> bool {
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
