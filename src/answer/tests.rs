//! Formats agree: what a list says in NDJSON is what it says in XML, field by field.

use std::collections::BTreeSet;
use std::path::Path;

use roxmltree::Node;
use serde_json::Value as Json;

use super::*;
use crate::encode::ndjson::Ndjson;
use crate::encode::{Sink, Xml};
use crate::gate::Granted;
use crate::model::time::Clock;
use crate::operation::request::{Argument, Arguments, Kind, Parameter};
use crate::operation::shape::{Absent, Each, Field, Item, Value, field};
use crate::store::Store;
use crate::store::connection::Pages;
use crate::store::migration::migrate;

/// Takes a document that is longer than what is held back.
#[derive(Default)]
struct Whole(Vec<u8>);

impl Sink for Whole {
    fn push(&mut self, chunk: Vec<u8>) -> Result<(), Gone> {
        self.0.extend(chunk);
        Ok(())
    }
}

/// Arguments that leave nothing out.
fn widest(parameters: &[Parameter]) -> Arguments {
    let argument = |parameter: &Parameter| match parameter.kind {
        Kind::Bool => Argument::Bool(true),
        Kind::Int => Argument::Int(7),
        Kind::OneOf(words) => Argument::Text(words[0].1.to_owned()),
        Kind::Text(_) => Argument::Text("001202".to_owned()),
        Kind::Date | Kind::DateTime if parameter.name == "fromDate" => {
            Argument::Text("1900-01-01".to_owned())
        }
        _ => Argument::Text("9999-12-31".to_owned()),
    };
    let arguments = parameters.iter().map(|of| (of.name, argument(of)));
    Arguments(arguments.collect())
}

/// What a format writes of an operation.
fn written<E: Encoder>(store: &Store, operation: &'static Operation) -> String {
    let granted = Granted::of(operation);
    let Ok(checked) = Checked::new(granted, widest(operation.request)) else {
        panic!("{} refuses", operation.name);
    };
    let answers = Answers::<E>::new(&Brand::new("Service").unwrap());
    let snapshot = store.snapshot().unwrap();
    let asked = Asked {
        checked: &checked,
        snapshot: &snapshot,
        base: "https://lms.example.nl",
    };
    let mut whole = Whole::default();
    let mut document = Document::new(&mut whole);
    answers
        .write(&asked, &Memory::default(), &mut document)
        .unwrap_or_else(|stopped| panic!("{}: {stopped:?}", operation.name));
    let rest = document.finish().unwrap();
    whole.0.extend(rest.unwrap_or_default());
    String::from_utf8(whole.0).unwrap()
}

fn compare_object(node: Node, json: &Json, fields: &[Field], place: &str) {
    let json = json
        .as_object()
        .unwrap_or_else(|| panic!("{place}: {json} is no object"));
    let names: BTreeSet<_> = json.keys().map(String::as_str).collect();
    let declared = fields.iter().map(|field| field.name).collect();
    assert_eq!(names, declared, "{place}");
    for field in fields {
        let xml_name = field.name.replace(' ', "_x0020_");
        let element = node
            .children()
            .find(|child| child.tag_name().name() == xml_name);
        compare(
            element,
            &json[field.name],
            field,
            &format!("{place}/{}", field.name),
        );
    }
}

fn compare(element: Option<Node>, json: &Json, field: &Field, place: &str) {
    let text = element
        .and_then(|element| element.text())
        .unwrap_or_default();
    let without_value = || text.is_empty() && field.absent != Absent::Never;
    match field.value {
        Value::Object(fields) => compare_object(element.unwrap(), json, fields, place),
        Value::List(each) => compare_items(element, json, each, place),
        Value::Nothing => assert_eq!(json, &Json::Array(Vec::new()), "{place}"),
        Value::Text | Value::Picture | Value::ShortDate => assert_eq!(json, text, "{place}"),
        _ if without_value() => assert!(json.is_null(), "{place}: {json}"),
        Value::Money => assert_eq!(json.as_f64(), text.parse().ok(), "{place}"),
        Value::Int | Value::Bool => assert_eq!(json.to_string(), text, "{place}"),
        Value::DateTime => {
            let zoned = json.as_str().unwrap();
            assert!(
                zoned.starts_with(text) && zoned.len() == text.len() + 6,
                "{place}: {zoned}"
            );
        }
        Value::Date | Value::Time | Value::ZonedDateTime => assert_eq!(json, text, "{place}"),
    }
}

fn compare_items(list: Option<Node>, json: &Json, each: &Each, place: &str) {
    let items: Vec<_> = list
        .into_iter()
        .flat_map(|list| list.children().filter(Node::is_element))
        .collect();
    let json = json
        .as_array()
        .unwrap_or_else(|| panic!("{place}: {json} is no list"));
    assert_eq!(items.len(), json.len(), "{place}");
    for (at, (item, json)) in items.into_iter().zip(json).enumerate() {
        compare_item(item, json, each, &format!("{place}[{at}]"));
    }
}

fn compare_item(item: Node, json: &Json, each: &Each, place: &str) {
    match each.item {
        Item::Fields(fields) => compare_object(item, json, fields, place),
        Item::Value(value) => compare(Some(item), json, &field(each.element, value), place),
    }
}

#[test]
fn ndjson_says_what_xml_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lms.sqlite");
    let database = rusqlite::Connection::open(&path).unwrap();
    let dump = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas/v1.sql");
    database
        .execute_batch(&std::fs::read_to_string(dump).unwrap())
        .unwrap();
    drop(database);
    let clock = Clock::new("Europe/Amsterdam", Some("2026-03-09T12:00:00")).unwrap();
    migrate(&path, &clock, &|_| ()).unwrap();
    let store = Store::new(&path, &clock, true, Pages::Mapped).unwrap();
    let mut rows = 0;
    for operation in OPERATIONS {
        let (Contents::Each(each) | Contents::Table(each)) = &operation.contents else {
            continue;
        };
        let (xml, lines) = (
            written::<Xml>(&store, operation),
            written::<Ndjson>(&store, operation),
        );
        let xml = format!("<r xmlns:xsi=\"x\">{xml}</r>");
        let document = roxmltree::Document::parse(&xml).unwrap();
        let items: Vec<_> = document
            .descendants()
            .filter(|node| node.tag_name().name() == each.element)
            .collect();
        assert!(!items.is_empty(), "{}", operation.name);
        assert_eq!(items.len(), lines.lines().count(), "{}", operation.name);
        for (item, line) in items.into_iter().zip(lines.lines()) {
            let json = serde_json::from_str(line).unwrap();
            compare_item(item, &json, each, operation.name);
            rows += 1;
        }
    }
    assert!(rows > 500, "only {rows} rows were compared");
}
