//! The grants of a connector as checkboxes, in groups. A word such as `reports` grants a group.

use crate::console::components::{CheckboxOption, FormField, Input};
use crate::console::page_context::PageContext;
use crate::gate::grants::{UnknownGrantError, describe_grants, parse_grants};
use crate::operation::{GrantedWith, grantable};

/// The name of the checkboxes.
pub const GRANT: &str = "grant";

/// The words that grant a group, each with a checkbox before those of the operations of the group.
const GROUP_WORDS: [&str; 2] = ["provisioning", "reports"];

/// Describes grants in the page's language: by the name of a group if all its operations are granted.
pub fn summary(context: &PageContext, granted: &[String]) -> String {
    let (words, brand) = (context.words, &context.console.service.brand);
    let name = |word: &str| match word {
        "all" => words.all_granted.to_owned(),
        "provisioning" => words.provisioning.to_owned(),
        "reports" => words.reports.to_owned(),
        "nothing" => words.nothing_granted.to_owned(),
        name => {
            let operation = grantable().find(|operation| brand.apply_to(operation.name) == name);
            operation.map_or(name.to_owned(), |operation| operation.label(context.language, brand))
        }
    };
    describe_grants(granted, brand).split(' ').map(name).collect::<Vec<_>>().join(", ")
}

/// Returns the operations that the form grants, given those that it showed. If all operations of a group were granted, the
/// checkbox of the group follows theirs, but denies them if it alone was unticked.
pub fn ticked(context: &PageContext, shown: &[&'static str]) -> Result<Vec<&'static str>, UnknownGrantError> {
    let brand = &context.console.service.brand;
    let (groups, names): (Vec<_>, Vec<_>) =
        context.request.form.get_all(GRANT).into_iter().partition(|name| GROUP_WORDS.contains(&name.as_str()));
    let mut ticked = parse_grants(&names, brand)?;
    for word in GROUP_WORDS {
        let members = parse_grants(&[word.to_owned()], brand)?;
        let was_ticked = members.iter().all(|name| shown.contains(name));
        match groups.iter().any(|sent| sent == word) {
            true if !was_ticked => ticked.extend(members),
            false if was_ticked && members.iter().all(|name| ticked.contains(name)) => {
                ticked.retain(|name| !members.contains(name));
            }
            _ => {}
        }
    }
    Ok(ticked)
}

/// Returns a field per group, with a checkbox for the word of the group and for each operation in it.
pub fn grant_fields(context: &PageContext, ticked: &[String]) -> Vec<FormField> {
    let (words, brand) = (context.words, &context.console.service.brand);
    let groups = [
        ("provisioning", words.provisioning, GrantedWith::Provisioning),
        ("reports", words.reports, GrantedWith::Reports),
        ("", words.by_name_or_all, GrantedWith::All),
        ("", words.by_name_only, GrantedWith::Name),
    ];
    let group_field = |(word, label, group): (&str, &str, GrantedWith)| {
        let option = |value: &str, label: String| CheckboxOption {
            value: value.to_owned(),
            label,
            is_ticked: ticked.iter().any(|known| known == value),
        };
        let operations = grantable().filter(|operation| operation.granted_with == group).map(|operation| {
            let name = brand.apply_to(operation.name);
            option(&name, format!("{} ({name})", operation.label(context.language, brand)))
        });
        let mut options: Vec<_> = operations.collect();
        if !word.is_empty() {
            let group = option(word, words.all_of_these.to_owned());
            let is_ticked = group.is_ticked || options.iter().all(|option| option.is_ticked);
            options.insert(0, CheckboxOption { is_ticked, ..group });
        }
        FormField { has_all: !word.is_empty(), ..FormField::new(GRANT, label, Input::Checkboxes(options)) }
    };
    groups.map(group_field).into()
}
