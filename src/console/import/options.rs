//! Options of a previewed import, as on the command line: `--replace` with `--max-removals`, and `--allow-similar`.

use crate::console::components::{Form, FormField, Input};
use crate::console::page_context::PageContext;
use crate::console::preview::CheckedUpload;
use crate::exchange::import::ImportOptions;
use crate::exchange::merge::change_limit::ChangeLimit;

/// The default of `--max-removals`.
const DEFAULT_MAX_REMOVALS: &str = "10%";

/// Returns the form with the sent or current options.
pub fn form<'a>(context: &'a PageContext, ready: &CheckedUpload) -> Form<'a> {
    let action = context.address("import/preview/options");
    let (options, button) = (context.words.import_options, context.words.look_again);
    let (is_open, fields) = fields(context, ready);
    Form {
        more: Some((options, is_open, fields)),
        ..Form::changing(context, options, action, vec![super::preview_mark_field(ready)], button)
    }
}

/// Returns the fields of the sent or current options, and whether they are open.
pub fn fields(context: &PageContext, ready: &CheckedUpload) -> (bool, Vec<FormField>) {
    let options = ready.options;
    let words = context.words;
    let sent = &context.request.form;
    let field = |name: &str, label, says: [&str; 2], is_chosen: bool| {
        let choices = ["", "yes"].iter().zip(says).map(|(sent, says)| ((*sent).to_owned(), says.to_owned()));
        let now = if is_chosen { "yes" } else { "" };
        FormField::new(name, label, Input::Choice(choices.collect())).with_value(sent.get(name).unwrap_or(now))
    };
    let most = options.replace.map_or(DEFAULT_MAX_REMOVALS.to_owned(), |most| most.to_string());
    let mut most =
        FormField::new("most", words.max_removals, Input::Line("text")).with_value(sent.get("most").unwrap_or(&most));
    most.hint = words.max_removals_says.to_owned();
    if most.value.parse::<ChangeLimit>().is_err() {
        most.wrong.push(words.max_removals_wrong.replace("{}", &most.value));
    }
    // open if the options may resolve the errors
    let is_open = ready.errors.1 > 0 || options.replace.is_some() || options.allow_similar || !most.wrong.is_empty();
    let fields = vec![
        field("replace", words.not_listed, [words.not_listed_stay, words.not_listed_go], options.replace.is_some()),
        most,
        field("similar", words.similar, [words.similar_refused, words.similar_taken], options.allow_similar),
    ];
    (is_open, fields)
}

/// Returns the options of a form, or those of the preview if it has none; `None` if they are wrong.
pub fn read(context: &PageContext, ready: &CheckedUpload) -> Option<ImportOptions> {
    let sent = &context.request.form;
    let Some(most) = sent.get("most") else { return Some(ready.options) };
    let most = most.parse::<ChangeLimit>().ok()?;
    Some(ImportOptions {
        replace: (sent.text_of("replace") == "yes").then_some(most),
        allow_similar: sent.text_of("similar") == "yes",
        ..ready.options
    })
}
