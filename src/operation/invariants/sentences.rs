//! Tests that every declared name has a description.

use std::borrow::Cow;

use super::super::response_schema::*;
use super::super::{OPERATIONS, Operation};
use super::changed;
use crate::model::language::Language;

/// Returns where a declaration lacks a description. Descriptions are short and contain no brand word, because they are
/// shown unchanged.
fn unsaid(operation: &Operation) -> Vec<String> {
    let mut said: Vec<(&str, Cow<str>)> = Vec::new();
    for parameter in operation.request {
        said.push((parameter.name, parameter.description.into()));
        let fields = parameter.record().map_or(&[][..], |record| record.fields);
        said.extend(fields.iter().map(|field| (field.name, field.description.into())));
    }
    match &operation.contents {
        Contents::One { fields, .. } => collect_said(fields, &mut said),
        Contents::Each(each) | Contents::Table(each) => collect_said(each.item.fields(), &mut said),
        Contents::Changed { .. } => {}
    }
    let is_sentence = |description: &str| {
        description.ends_with('.')
            && description.len() <= 120
            && !["Service", "servicePerson", "<", "&"].iter().any(|no| description.contains(no))
    };
    let unsaid = said.iter().filter(|(_, description)| !is_sentence(description));
    unsaid.map(|(name, says)| format!("{}: {name}: {says}", operation.name)).collect()
}

fn collect_said(fields: &[Field], said: &mut Vec<(&str, Cow<str>)>) {
    for field in fields {
        said.push((field.name, field.meaning(Language::English)));
        match field.value {
            FieldValue::Object(fields) => collect_said(fields, said),
            FieldValue::List(each) => collect_said(each.item.fields(), said),
            _ => {}
        }
    }
}

/// "An operation says in its declaration … what its parameters and fields mean in a sentence each".
#[test]
fn every_name_says_what_it_means() {
    for operation in OPERATIONS {
        assert_eq!(unsaid(operation), Vec::<String>::new());
    }
    const FIELDS: &[Field] = &[int("Id").described("Its id."), list("Items", &ITEMS).described("What it holds.")];
    const ITEMS: ListSchema = ListSchema {
        element: "Item",
        rows: query(""),
        item: ListItem::Fields(&[text("Name").described("the ServiceId")]),
    };
    let silent = unsaid(&changed("", FIELDS, "personId"));
    assert_eq!(silent, ["Changed: personId: ", "Changed: Name: the ServiceId"]);
}
