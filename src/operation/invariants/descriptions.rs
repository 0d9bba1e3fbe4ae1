//! Tests that every declared name has a description.

use std::borrow::Cow;

use super::super::response_schema::*;
use super::super::{OPERATIONS, Operation};
use super::example_operation;
use crate::model::language::Language;

/// Returns an operation's parameters and fields that have no valid description. A valid description is a short
/// sentence without markup and without words that a brand replaces.
fn undescribed_names(operation: &Operation) -> Vec<String> {
    let mut descriptions: Vec<(&str, Cow<str>)> = Vec::new();
    for parameter in operation.request {
        descriptions.push((parameter.name, parameter.description.into()));
        let fields = parameter.record_kind().map_or(&[][..], |record| record.fields);
        descriptions.extend(fields.iter().map(|field| (field.name, field.description.into())));
    }
    collect_descriptions(operation.contents.fields(), &mut descriptions);
    let is_valid = |description: &str| {
        description.ends_with('.')
            && description.len() <= 120
            && !["Service", "servicePerson", "<", "&"].iter().any(|forbidden| description.contains(forbidden))
    };
    let invalid = descriptions.iter().filter(|(_, description)| !is_valid(description));
    invalid.map(|(name, description)| format!("{}: {name}: {description}", operation.name)).collect()
}

fn collect_descriptions(fields: &[Field], descriptions: &mut Vec<(&str, Cow<str>)>) {
    for field in fields {
        descriptions.push((field.name, field.meaning(Language::English)));
        collect_descriptions(field.nested_fields(), descriptions);
    }
}

/// "An operation says in its declaration … what its parameters and fields mean in a sentence each".
#[test]
fn every_name_has_a_description() {
    for operation in OPERATIONS {
        assert_eq!(undescribed_names(operation), Vec::<String>::new());
    }
    const FIELDS: &[Field] = &[int("Id").described("Its id."), list("Items", &ITEMS).described("What it holds.")];
    const ITEMS: ListSchema = ListSchema::of_objects("Item", query(""), &[text("Name").described("the ServiceId")]);
    // a parameter without a description, and a description without a period
    let undescribed = undescribed_names(&example_operation("", FIELDS, "personId"));
    assert_eq!(undescribed, ["Changed: personId: ", "Changed: Name: the ServiceId"]);
}
