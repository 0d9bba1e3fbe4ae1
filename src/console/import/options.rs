//! Options of a previewed import, as on the command line: `--replace` with `--max-removals`, and `--allow-similar`.

use anyhow::Result;

use crate::console::components::{Form, FormField, Input};
use crate::console::page::PageAnswer;
use crate::console::page_context::PageContext;
use crate::console::preview::{CheckedUpload, PreviewChange};
use crate::exchange::import::ImportOptions;
use crate::exchange::merge::change_limit::ChangeLimit;

/// The default of `--max-removals`.
const DEFAULT_MAX_REMOVALS: &str = "10%";

/// Returns the form with the sent or current options.
pub fn form<'a>(context: &'a PageContext, ready: &CheckedUpload) -> Form<'a> {
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
    let is_open = ready.errors.1 > 0 || options.replace.is_some() || options.allow_similar;
    let is_wrong = !most.wrong.is_empty();
    let fields = vec![
        field("replace", words.not_listed, [words.not_listed_stay, words.not_listed_go], options.replace.is_some()),
        most,
        field("similar", words.similar, [words.similar_refused, words.similar_taken], options.allow_similar),
    ];
    let shown = vec![super::preview_mark_field(ready)];
    let action = context.address("import/preview/options");
    let options = words.import_options;
    Form {
        more: Some((options, is_open || is_wrong, fields)),
        ..Form::changing(context, options, action, shown, words.look_again)
    }
}

/// Reads the files again with the sent options.
pub fn accept(context: &PageContext) -> Result<PageAnswer> {
    let sent = &context.request.form;
    let Ok(most) = sent.text_of("most").parse::<ChangeLimit>() else {
        return super::preview_page(context);
    };
    let Some(preview) = context.preview() else {
        return Ok(PageAnswer::To("import".to_owned()));
    };
    Ok(super::continue_shown_preview(context, &preview, |ready| {
        let options = ImportOptions {
            replace: (sent.text_of("replace") == "yes").then_some(most),
            allow_similar: sent.text_of("similar") == "yes",
            ..ready.options
        };
        preview.amend(ready, PreviewChange { options: Some(options), ..PreviewChange::default() })
    }))
}
