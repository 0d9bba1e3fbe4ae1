//! Validates XML against the schemas of the served WSDL: elements, their order and count, and the form of values. Supports only
//! the parts of XML Schema that this WSDL uses, and panics on others.

use std::collections::HashMap;

use roxmltree::{Document, Node};

pub const XSD: &str = "http://www.w3.org/2001/XMLSchema";
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// A namespace and a local name.
pub type Name = (String, String);

/// The global elements and types of all schemas of a WSDL.
pub struct Schemas<'a, 'input> {
    pub elements: HashMap<Name, Node<'a, 'input>>,
    pub types: HashMap<Name, Node<'a, 'input>>,
}

/// Returns the child elements.
pub fn children<'a, 'input: 'a>(node: Node<'a, 'input>) -> impl Iterator<Item = Node<'a, 'input>> + use<'a, 'input> {
    node.children().filter(Node::is_element)
}

/// Returns the qualified name in an attribute.
#[track_caller]
pub fn qualified(node: Node, value: &str) -> Name {
    let (prefix, local) = value.split_once(':').expect("a prefix");
    let namespace = node.lookup_namespace_uri(Some(prefix));
    let namespace = namespace.unwrap_or_else(|| panic!("the prefix of {value} is not bound"));
    (namespace.into(), local.into())
}

impl<'a, 'input: 'a> Schemas<'a, 'input> {
    #[track_caller]
    pub fn new(wsdl: &'a Document<'input>) -> Self {
        let mut schemas = Schemas { elements: HashMap::new(), types: HashMap::new() };
        let nodes = wsdl.descendants();
        for schema in nodes.filter(|node| node.has_tag_name((XSD, "schema"))) {
            let namespace = schema.attribute("targetNamespace").expect("a target namespace");
            assert_eq!(schema.attribute("elementFormDefault"), Some("qualified"));
            for part in children(schema) {
                let name = (namespace.to_string(), part.attribute("name").expect("a name").to_string());
                let declared = match part.tag_name().name() {
                    "element" => &mut schemas.elements,
                    "complexType" => &mut schemas.types,
                    other => panic!("{other} in a schema"),
                };
                assert!(declared.insert(name.clone(), part).is_none(), "{name:?} twice");
            }
        }
        schemas
    }

    /// Compares an element with its global declaration, and returns the errors.
    pub fn validate(&self, element: Node) -> Vec<String> {
        let tag = element.tag_name();
        let name = (tag.namespace().unwrap_or_default().to_string(), tag.name().to_string());
        let mut errors = Vec::new();
        match self.elements.get(&name) {
            Some(declaration) => self.check_element(element, *declaration, &mut errors),
            None => errors.push(format!("{name:?} is not declared")),
        }
        errors
    }

    fn check_element(&self, element: Node, declaration: Node, errors: &mut Vec<String>) {
        for attribute in element.attributes() {
            if (attribute.namespace(), attribute.name()) != (Some(XSI), "nil") {
                errors.push(format!("{element:?} has {attribute:?}"));
            }
        }
        if element.attribute((XSI, "nil")) == Some("true") {
            if declaration.attribute("nillable") != Some("true") || element.has_children() {
                errors.push(format!("{element:?} must not be nil"));
            }
            return;
        }
        match declaration.attribute("type") {
            Some(type_name) => {
                let type_name = qualified(declaration, type_name);
                if type_name.1 == "anyType" {
                    return;
                }
                if type_name.0 == XSD {
                    check_simple_value(element, &type_name.1, errors);
                } else {
                    self.check_sequence(element, self.types[&type_name], errors);
                }
            }
            None => {
                let inline = children(declaration).next().expect("a type");
                self.check_sequence(element, inline, errors);
            }
        }
    }

    fn check_sequence(&self, element: Node, complex_type: Node, errors: &mut Vec<String>) {
        assert!(complex_type.has_tag_name((XSD, "complexType")), "{complex_type:?}");
        let sequence = children(complex_type).next().expect("a sequence");
        assert!(sequence.has_tag_name((XSD, "sequence")), "{sequence:?}");
        let text = element.children().filter(|node| node.is_text());
        if text.into_iter().any(|text| !text.text().unwrap_or_default().trim().is_empty()) {
            errors.push(format!("{element:?} has a text"));
        }
        let schema = complex_type.ancestors().find(|node| node.has_tag_name((XSD, "schema")));
        let namespace = schema.and_then(|schema| schema.attribute("targetNamespace")).expect("a schema");
        let mut remaining = children(element).peekable();
        for particle in children(sequence) {
            let is_any = particle.has_tag_name((XSD, "any"));
            let name = match is_any {
                true => (particle.attribute("namespace").expect("a namespace"), "any"),
                false => (namespace, particle.attribute("name").expect("a name")),
            };
            let matches = |child: &Node| match is_any {
                true => child.tag_name().namespace() == Some(name.0),
                false => child.has_tag_name(name),
            };
            let mut count = 0;
            while let Some(child) = remaining.next_if(matches) {
                // the content of `any` is not checked
                if !is_any {
                    self.check_element(child, particle, errors);
                }
                count += 1;
            }
            let min: usize = particle.attribute("minOccurs").unwrap_or("1").parse().expect("a number");
            let max = match particle.attribute("maxOccurs").unwrap_or("1") {
                "unbounded" => usize::MAX,
                number => number.parse().expect("a number"),
            };
            if !(min..=max).contains(&count) {
                errors.push(format!("{element:?} has {count} of {name:?}"));
            }
        }
        errors.extend(remaining.map(|child| format!("{child:?} is out of place in {element:?}")));
    }
}

/// Checks the form of a value.
fn check_simple_value(element: Node, type_name: &str, errors: &mut Vec<String>) {
    let text = element.text().unwrap_or_default();
    let is_valid = match type_name {
        "string" => true,
        "int" => text.parse::<i32>().is_ok() && !text.starts_with('+'),
        "boolean" => ["true", "false", "1", "0"].contains(&text),
        "decimal" => text.parse::<f64>().is_ok() && text.bytes().all(|byte| b"0123456789.-".contains(&byte)),
        "date" => digit_pattern(text) == "9999-99-99",
        "time" => digit_pattern(text) == "99:99:99",
        "dateTime" => ["9999-99-99T99:99:99", "9999-99-99T99:99:99+99:99"].contains(&digit_pattern(text).as_str()),
        other => panic!("a value of type {other}"),
    };
    if !is_valid || children(element).next().is_some() {
        errors.push(format!("{element:?} {text:?} is no {type_name}"));
    }
}

/// Replaces each digit by 9.
fn digit_pattern(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect()
}

#[test]
fn invalid_elements_are_found() {
    let wsdl = format!(
        "<w xmlns:s='{XSD}' xmlns:t='u'><s:schema targetNamespace='u' elementFormDefault='qualified'>\
         <s:element name='r' type='t:R'/><s:complexType name='R'><s:sequence>\
         <s:element minOccurs='1' name='a' type='s:int'/>\
         <s:element minOccurs='0' nillable='true' name='b' type='s:dateTime'/>\
         <s:element minOccurs='0' maxOccurs='unbounded' name='c' type='s:boolean'/>\
         </s:sequence></s:complexType></s:schema></w>"
    );
    let wsdl = Document::parse(&wsdl).expect("XML");
    let schemas = Schemas::new(&wsdl);
    let nil = format!("<a>1</a><b xmlns:i='{XSI}' i:nil='true'/>");
    for (inner, count) in [
        ("<a>1</a>", 0),
        ("<a>1</a><b>2026-03-09T08:30:00</b><c>true</c><c>false</c>", 0),
        (nil.as_str(), 0),
        ("", 1),
        ("<a>1</a><a>1</a>", 1),
        ("<a>x</a>", 1),
        ("<a>99999999999</a>", 1),
        ("<a>1</a><b>2026-03-09</b>", 1),
        ("<a>1</a><c>true</c><b>2026-03-09T08:30:00</b>", 1),
        ("<a x='1'>1</a>", 1),
        ("<a><q/></a>", 1),
        ("text<a>1</a>", 1),
        ("<a>1</a><d/>", 1),
        ("<a xmlns='v'>1</a>", 2),
    ] {
        let document = format!("<r xmlns='u'>{inner}</r>");
        let document = Document::parse(&document).expect("XML");
        let errors = schemas.validate(document.root_element());
        assert_eq!(errors.len(), count, "{inner}: {errors:?}");
    }
}
