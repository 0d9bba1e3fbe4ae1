//! The grants of a connector as checkboxes, grouped by collective word.

use crate::console::components::{FormField, Input};
use crate::console::page_context::PageContext;
use crate::operation::{GrantedWith, grantable};

pub const FIELD: &str = "grant";

/// Returns a group of checkboxes per collective word; the word itself grants its whole group.
pub fn fields(context: &PageContext, ticked: &[String]) -> Vec<FormField> {
    let (words, brand) = (context.words, &context.console.service.brand);
    let groups = [
        ("provisioning", words.provisioning, GrantedWith::Provisioning),
        ("reports", words.reports, GrantedWith::Reports),
        ("", words.by_name_or_all, GrantedWith::All),
        ("", words.by_name_only, GrantedWith::Name),
    ];
    let group = |(word, label, with): (&str, &str, GrantedWith)| {
        let is_ticked = |name: &str| ticked.iter().any(|known| known == name);
        let all = (!word.is_empty()).then(|| (word.to_owned(), words.all_of_these.to_owned(), is_ticked(word)));
        let each = grantable().filter(|of| of.granted_with == with).map(|operation| {
            let name = brand.apply_to(operation.name);
            let label = format!("{} ({name})", operation.label(context.language, brand));
            (name.clone(), label, is_ticked(&name))
        });
        let choices = all.into_iter().chain(each).collect();
        FormField::new(FIELD, label, Input::Several(choices))
    };
    groups.map(group).into()
}
