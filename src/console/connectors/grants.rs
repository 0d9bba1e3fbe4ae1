//! The grants of a connector as checkboxes, grouped by collective word.

use crate::console::components::{FormField, Input};
use crate::console::page_context::PageContext;
use crate::gate::grants::{UnknownGrantError, describe_grants, parse_grants};
use crate::operation::{GrantedWith, grantable};

pub const FIELD: &str = "grant";

/// The collective words with a checkbox, each before those of its operations.
const COLLECTIVES: [&str; 2] = ["provisioning", "reports"];

/// Returns grants in the page's language, with a collective word where all its operations are granted.
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

/// Returns the operations that the form grants, given those that it showed. The box of a collective word whose operations
/// were all granted follows them, but denies them if it alone was unticked.
pub fn ticked(context: &PageContext, shown: &[&'static str]) -> Result<Vec<&'static str>, UnknownGrantError> {
    let brand = &context.console.service.brand;
    let (collective, names): (Vec<_>, Vec<_>) =
        context.request.form.all(FIELD).into_iter().partition(|name| COLLECTIVES.contains(&name.as_str()));
    let mut ticked = parse_grants(&names, brand)?;
    for word in COLLECTIVES {
        let members = parse_grants(&[word.to_owned()], brand)?;
        let was_ticked = members.iter().all(|name| shown.contains(name));
        match collective.iter().any(|sent| sent == word) {
            true if !was_ticked => ticked.extend(members),
            false if was_ticked && members.iter().all(|name| ticked.contains(name)) => {
                ticked.retain(|name| !members.contains(name));
            }
            _ => {}
        }
    }
    Ok(ticked)
}

/// Returns a group of checkboxes per collective word; the word itself grants its whole group.
pub fn fields(context: &PageContext, ticked: &[String]) -> Vec<FormField> {
    let (words, brand) = (context.words, &context.console.service.brand);
    let groups = [
        (COLLECTIVES[0], words.provisioning, GrantedWith::Provisioning),
        (COLLECTIVES[1], words.reports, GrantedWith::Reports),
        ("", words.by_name_or_all, GrantedWith::All),
        ("", words.by_name_only, GrantedWith::Name),
    ];
    let group = |(word, label, with): (&str, &str, GrantedWith)| {
        let is_ticked = |name: &str| ticked.iter().any(|known| known == name);
        let each = grantable().filter(|of| of.granted_with == with).map(|operation| {
            let name = brand.apply_to(operation.name);
            let label = format!("{} ({name})", operation.label(context.language, brand));
            (name.clone(), label, is_ticked(&name))
        });
        let mut choices: Vec<_> = each.collect();
        if !word.is_empty() {
            let is_whole = is_ticked(word) || choices.iter().all(|(.., is_ticked)| *is_ticked);
            choices.insert(0, (word.to_owned(), words.all_of_these.to_owned(), is_whole));
        }
        FormField { has_all: !word.is_empty(), ..FormField::new(FIELD, label, Input::Several(choices)) }
    };
    groups.map(group).into()
}
