//! Options of a previewed import, as on the command line: `--replace` with `--max-removals`, and `--allow-similar`.

use crate::console::PageContext;
use crate::console::components::{Form, FormField, Input, MoreFields};
use crate::console::preview::CheckedUpload;
use crate::exchange::import::ImportOptions;
use crate::exchange::merge::change_limit::ChangeLimit;

/// The field with the maximum number of removed rows.
const MAX_REMOVALS: &str = "most";

const DEFAULT_MAX_REMOVALS: &str = "10%";

/// Returns the form that has only the options, for a preview without a field for corrections. `leads_on`: no other button
/// of the page leads on.
pub fn options_form<'a>(context: &'a PageContext, checked: &CheckedUpload, leads_on: bool) -> Form<'a> {
    let (words, action) = (context.words, context.address("import/preview/options"));
    Form {
        more: Some(option_fields(context, checked)),
        is_secondary: !leads_on,
        ..Form::changing(context, words.import_options, action, vec![super::check_id_field(checked)], words.check_again)
    }
}

pub fn option_fields(context: &PageContext, checked: &CheckedUpload) -> MoreFields<'static> {
    let (options, words, sent) = (checked.options, context.words, &context.request.form);
    let yes_or_no_field = |name: &str, label, [no_label, yes_label]: [&str; 2], is_set: bool| {
        let choices = Input::select([("", no_label), ("yes", yes_label)]);
        let current = if is_set { "yes" } else { "" };
        FormField::new(name, label, choices).with_value(sent.get(name).unwrap_or(current))
    };
    let current_max = options.max_removals.map_or(DEFAULT_MAX_REMOVALS.to_owned(), |max| max.to_string());
    let mut max_removals = FormField::new(MAX_REMOVALS, words.max_removals, Input::Line("text"))
        .with_value(sent.get(MAX_REMOVALS).unwrap_or(&current_max))
        .with_hint(words.max_removals_hint);
    if max_removals.value.parse::<ChangeLimit>().is_err() {
        max_removals.errors.push(words.invalid_max_removals.replace("{}", &max_removals.value));
    }
    let has_errors = checked.error_group_count > 0 || !max_removals.errors.is_empty();
    let replaces = options.max_removals.is_some();
    // with errors: other options may resolve them
    let is_open = has_errors || replaces || options.allow_similar;
    let fields = vec![
        yes_or_no_field("replace", words.rows_not_listed, [words.keep_rows, words.remove_rows], replaces),
        max_removals,
        yes_or_no_field("similar", words.similar_identifiers, [words.reject, words.accept], options.allow_similar),
    ];
    MoreFields { heading: words.import_options, is_open, fields }
}

/// An option of a form is invalid. [`option_fields`] shows an error beside this option.
pub struct InvalidOptionError;

pub fn parse_options(context: &PageContext, checked: &CheckedUpload) -> Result<ImportOptions, InvalidOptionError> {
    let sent = &context.request.form;
    // a form without this field has no options at all
    let Some(max_removals) = sent.get(MAX_REMOVALS) else { return Ok(checked.options) };
    let max_removals: ChangeLimit = max_removals.parse().map_err(|_| InvalidOptionError)?;
    let removes_missing_rows = sent.text_of("replace") == "yes";
    Ok(ImportOptions {
        max_removals: removes_missing_rows.then_some(max_removals),
        allow_similar: sent.text_of("similar") == "yes",
        ..checked.options
    })
}
