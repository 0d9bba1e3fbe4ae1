//! Tests nested structures in the schema.

use super::*;
use crate::encode::frame::Namespaces;
use crate::model::brand::Brand;
use crate::operation::response_schema::{FieldValue, RowSource, always_empty_list, int, list, object, text};

/// A class: a nillable number, a list of structures, a list of ids, an object and an empty element.
const CLASS: &[Field] = &[
    int("Most").nillable().described("The maximum."),
    list("Dates", &ListSchema { element: "ClassDate", rows: RowSource::None, item: ListItem::Fields(&[int("Id")]) }),
    list("Enrollments", &ListSchema { element: "int", rows: RowSource::None, item: ListItem::Value(FieldValue::Int) })
        .optional(),
    object("Training", &[text("Name")]),
    always_empty_list("Editions"),
];

#[test]
fn nested_structures_are_declared() {
    let mut out = XmlDocument::new();
    out.open("r", &[]);
    NamespaceSchema {
        service: &ServiceDescription {
            brand: &Brand::new("Service").unwrap(),
            namespaces: &Namespaces { soap: "u".to_owned(), form: "v".to_owned() },
            base: String::new(),
            soap_address: String::new(),
            rest_address: String::new(),
        },
        prefix: "t",
        out: &mut out,
        written: BTreeSet::new(),
    }
    .write_structure("Class", CLASS);
    let lines: String = out.finish().lines().skip(1).map(str::trim).collect();
    let sequence = |name: &str, inner: &str| {
        format!("<s:complexType{name}><s:sequence>{inner}</s:sequence></s:complexType>")
            .replace("<s:sequence></s:sequence>", "<s:sequence/>")
    };
    let class = [
        r#"<s:element minOccurs="1" nillable="true" name="Most" type="s:int">"#,
        r#"<s:annotation><s:documentation>The maximum.</s:documentation></s:annotation></s:element>"#,
        r#"<s:element minOccurs="1" name="Dates" type="t:ArrayOfClassDate"/>"#,
        r#"<s:element minOccurs="0" name="Enrollments" type="t:ArrayOfInt"/>"#,
        r#"<s:element name="Training">"#,
        &sequence("", r#"<s:element minOccurs="1" name="Name" type="s:string"/>"#),
        r#"</s:element><s:element name="Editions">"#,
        &sequence("", ""),
        "</s:element>",
    ]
    .concat();
    let expected = [
        sequence(r#" name="Class""#, &class),
        sequence(
            r#" name="ArrayOfClassDate""#,
            r#"<s:element minOccurs="0" maxOccurs="unbounded" name="ClassDate" type="t:ClassDate"/>"#,
        ),
        sequence(r#" name="ClassDate""#, r#"<s:element minOccurs="1" name="Id" type="s:int"/>"#),
        sequence(
            r#" name="ArrayOfInt""#,
            r#"<s:element minOccurs="0" maxOccurs="unbounded" name="int" type="s:int"/>"#,
        ),
        "</r>".to_owned(),
    ];
    assert_eq!(lines, expected.concat());
}
