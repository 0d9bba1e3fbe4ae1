//! The grants of a connector as checkboxes, in groups. A word such as `reports` grants a group.

use anyhow::Result;

use crate::console::PageContext;
use crate::console::components::{CheckboxOption, FormField, Input};
use crate::gate::grants::{describe_grants, parse_grants};
use crate::operation::{GrantedWith, grantable};

/// The name of all checkboxes. A sent value is the name of an operation, or one of [`GROUP_WORDS`].
pub const GRANT: &str = "grant[]";

/// The words that grant all operations of a group. A word has a checkbox before the checkboxes of these operations.
const GROUP_WORDS: [&str; 2] = ["provisioning", "reports"];

/// Describes grants in the page's language. Names only the group if all operations of the group are granted.
pub fn summary(context: &PageContext, granted: &[String]) -> String {
    label_grants(context, &describe_grants(granted, &context.console.service.brand))
}

/// Returns the labels of words and names of operations, such as `reports CreatePerson`, separated by commas.
pub fn label_grants(context: &PageContext, grants: &str) -> String {
    let (words, brand) = (context.words, &context.console.service.brand);
    let name = |word: &str| match word {
        "all" => words.all_data.to_owned(),
        "provisioning" => words.provisioning.to_owned(),
        "reports" => words.reports.to_owned(),
        "nothing" => words.no_data.to_owned(),
        name => {
            let operation = grantable().find(|operation| brand.branded_name(operation.name) == name);
            operation.map_or(name.to_owned(), |operation| operation.label(context.language, brand))
        }
    };
    grants.split(' ').map(name).collect::<Vec<_>>().join(", ")
}

/// Returns the operations that the sent form grants. `shown` are the operations that the form showed as granted.
/// Ticking a group grants all operations of the group. Unticking a group denies all operations of the group, unless the
/// operator also unticked an operation of the group: then only the checkboxes of the operations count.
pub fn ticked_operations(context: &PageContext, shown: &[&'static str]) -> Result<Vec<&'static str>> {
    let brand = &context.console.service.brand;
    let (ticked_groups, names): (Vec<_>, Vec<_>) =
        context.request.form.get_all(GRANT).into_iter().partition(|name| GROUP_WORDS.contains(&name.as_str()));
    let mut ticked = parse_grants(&names, brand)?;
    // apply the checkboxes of groups, if the operator has changed them
    for word in GROUP_WORDS {
        let members = parse_grants(&[word.to_owned()], brand)?;
        let was_shown_ticked = members.iter().all(|name| shown.contains(name));
        let is_ticked = ticked_groups.iter().any(|group| group == word);
        let has_unticked_member = members.iter().any(|name| !ticked.contains(name));
        if is_ticked && !was_shown_ticked {
            ticked.extend(members);
        } else if !is_ticked && was_shown_ticked && !has_unticked_member {
            ticked.retain(|name| !members.contains(name));
        }
    }
    Ok(ticked)
}

/// Returns a field per group: a checkbox for the whole group, if a word grants it, and a checkbox for each operation.
pub fn grant_fields(context: &PageContext, ticked: &[String]) -> Vec<FormField> {
    let (words, brand) = (context.words, &context.console.service.brand);
    // the word that grants the group, the label, and the operations; an empty word if no word grants the group
    let groups = [
        ("provisioning", words.provisioning, GrantedWith::Provisioning),
        ("reports", words.reports, GrantedWith::Reports),
        ("", words.all_data_group, GrantedWith::All),
        ("", words.only_if_ticked, GrantedWith::Name),
    ];
    let group_field = |(word, label, granted_with): (&str, &str, GrantedWith)| {
        let checkbox = |value: &str, label: String| CheckboxOption {
            value: value.to_owned(),
            label,
            is_ticked: ticked.iter().any(|name| name == value),
        };
        let operations = grantable().filter(|operation| operation.granted_with == granted_with).map(|operation| {
            let name = brand.branded_name(operation.name);
            checkbox(&name, format!("{} ({name})", operation.label(context.language, brand)))
        });
        let mut options: Vec<_> = operations.collect();
        if !word.is_empty() {
            let group = checkbox(word, words.all_in_group.to_owned());
            // after an error, the word is in the sent form; otherwise the granted operations decide
            let is_ticked = group.is_ticked || options.iter().all(|option| option.is_ticked);
            options.insert(0, CheckboxOption { is_ticked, ..group });
        }
        FormField { has_select_all: !word.is_empty(), ..FormField::new(GRANT, label, Input::Checkboxes(options)) }
    };
    groups.map(group_field).into()
}
