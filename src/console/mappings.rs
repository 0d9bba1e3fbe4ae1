//! The pages of the mappings: a list, and a page for each mapping. Editors change a mapping in a form or as a text.

use anyhow::Result;
use tokio::runtime::Handle;

use super::components::{CopyTexts, Form, FormField, Input, MoreFields, Table, TableCell};
use super::import::mapping_form::{
    MappingFieldErrors, MappingForm, data_file_form, requested_data_file, update_from_form,
};
use super::{FormFields, Page, PageAnswer, PageContent, PageContext};
use crate::exchange::mapping::document::MappingError;
use crate::exchange::mapping::suggestion::Suggestion;
use crate::exchange::mapping::{self as mappings, Mapping};
use crate::ledger::Attribution;
use crate::model::message::{Message, MessageName};
use crate::store::mapping::{self, MappingRecord};
use crate::store::operator::Role;
use crate::store::{Change, WriteError};

pub static PAGE: Page = Page {
    path: "mappings",
    title: |words| words.mappings,
    role: Role::Viewer,
    show,
    submit: Some(|context| context.with_editor_access(|| submit(context))),
};

/// The path segment of the page for a new mapping. No mapping has this name.
const NEW: &str = "+";

/// The form field with the whole mapping as TOML.
const TEXT: &str = "text";

/// The form field with the version of the mapping that the page showed.
const VERSION: &str = "version";

const INITIAL_TEXT: &str =
    "name = \"\"\nfile = \"persons.csv\"\nmatch = [\"*.csv\"]\n\n[columns]\n\"\" = \"ExternalIdentifier\"\n";

fn show(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [] => mapping_list(context),
        [NEW] if context.has_role(Role::Editor) => Ok(MappingPage::new(None).answer(context)),
        [name] => {
            let mappings = mapping::all(&*context.snapshot()?)?;
            let stored = mappings.iter().find(|known| known.name == *name);
            Ok(stored.map_or(PageAnswer::NotFound, |stored| MappingPage::new(Some(stored)).answer(context)))
        }
        _ => Ok(PageAnswer::NotFound),
    }
}

fn submit(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [name, "remove"] => remove(context, (*name).to_owned()),
        [name] => save(context, name),
        _ => Ok(PageAnswer::NotFound),
    }
}

/// Removes a mapping and redirects to the list. A mapping that does not exist is no error.
fn remove(context: &PageContext, name: String) -> Result<PageAnswer> {
    let attribution = context.attribution(Message::new(MessageName::RemoveMapping).with(&name));
    let remove_mapping = move |change: &mut Change| -> Result<(), WriteError> {
        Ok(mapping::remove(change, &attribution, &name).map(drop)?)
    };
    // `mapping::remove` writes the ledger entry itself
    Handle::current().block_on(context.console.service.store.writer().change_without_attribution(remove_mapping))?;
    Ok(PageAnswer::Redirect(PAGE.path.to_owned()))
}

fn mapping_list(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let snapshot = context.snapshot()?;
    let row = |stored: &MappingRecord| {
        // an invalid mapping is listed without data file and patterns
        let mapping = Mapping::parse(&stored.content, snapshot.clock()).ok();
        let file = mapping.as_ref().map_or(String::new(), |mapping| mapping.file.label(context.language));
        vec![
            TableCell::text(&stored.name).link_to(context.address(&format!("mappings/{}", stored.name))),
            TableCell::text(file),
            TableCell::text(mapping.map_or(String::new(), |mapping| mapping.patterns.join(", "))),
            TableCell::number(stored.version),
        ]
    };
    let mut content = PageContent::new(words.mappings);
    content.add_note(words.mappings_intro);
    let rows = mapping::all(&snapshot)?.iter().map(row).collect();
    let labels = [words.mapping, words.data_file, words.file_names, words.version];
    content.add(&Table::new(words.mappings, labels, rows, words.no_mappings));
    if context.has_role(Role::Editor) {
        content.add_link(context.address(&format!("mappings/{NEW}")), words.new_mapping);
    }
    Ok(PageAnswer::Page(content))
}

struct MappingPage<'a> {
    /// [`NEW`] for a new mapping.
    name: &'a str,
    /// `None` for a new mapping.
    stored: Option<&'a MappingRecord>,
    /// The stored or the sent TOML.
    text: &'a str,
    form_errors: MappingFieldErrors,
    text_errors: Vec<String>,
}

impl<'a> MappingPage<'a> {
    fn new(stored: Option<&'a MappingRecord>) -> Self {
        let (name, text) = stored.map_or((NEW, INITIAL_TEXT), |stored| (&stored.name, &stored.content));
        Self { name, stored, text, form_errors: Vec::new(), text_errors: Vec::new() }
    }

    fn answer(self, context: &PageContext) -> PageAnswer {
        let words = context.words;
        let title =
            if self.name == NEW { words.new_mapping.to_owned() } else { format!("{} {}", words.mapping, self.name) };
        let mut content = PageContent::new(title).with_parent(context.address(PAGE.path), words.mappings.to_owned());
        let version = self.stored.map_or(0, |stored| stored.version);
        if context.request.query.get("saved").is_some() {
            content.add_success(&words.mapping_saved.replace("{}", &version.to_string()));
        }
        if context.has_role(Role::Editor) {
            self.add_forms(context, &mut content, version);
        } else {
            content.add(&CopyTexts {
                heading: words.mapping_text,
                explanation: words.mappings_intro,
                labelled_texts: vec![(words.mapping, self.text.to_owned())],
            });
        }
        PageAnswer::Page(content)
    }

    fn add_forms(self, context: &PageContext, content: &mut PageContent, version: i64) {
        let words = context.words;
        let action = context.address(&format!("mappings/{}", self.name));
        // saving is refused if the mapping has another version by then
        let version_field = || vec![FormField::hidden(VERSION, version.to_string())];
        if let Some(mapping) = self.mapping_for_fields(context) {
            content.add(&data_file_form(context, &action, Vec::new(), mapping.file.name));
            // `MappingForm` shows suggestions for uploaded files: it shows a stored mapping as if it was suggested
            let suggestion = Suggestion::from_mapping(&mapping);
            let form = MappingForm { context, suggestion: &suggestion, is_new: false, errors: self.form_errors };
            form.add_to(content, &action, version_field(), words.save);
        }
        if self.stored.is_none() {
            content.add_note(words.new_mapping_explanation);
            content.add_button(context.address("import"), words.import_files);
        }
        let is_open = !self.text_errors.is_empty();
        let text = FormField::new(TEXT, words.mapping_text, Input::TextArea).with_value(self.text);
        let text = FormField { errors: self.text_errors, ..text };
        content.add(&Form {
            more: Some(MoreFields { heading: words.mapping_text, is_open, fields: vec![text] }),
            ..Form::changing(context, words.mapping_text, action, version_field(), words.save)
        });
        if self.stored.is_some() {
            let remove_action = context.address(&format!("mappings/{}/remove", self.name));
            let form = Form::button(context, words.remove_mapping, remove_action, Vec::new());
            content.add(&Form { is_destructive: true, ..form });
        }
    }

    /// Returns `None` if the mapping is new or invalid, or if its sent text has errors. It is then shown only as text.
    fn mapping_for_fields(&self, context: &PageContext) -> Option<Mapping> {
        if !self.text_errors.is_empty() {
            return None;
        }
        let clock = context.console.service.store.clock();
        let stored_mapping = Mapping::parse(&self.stored?.content, clock).ok()?;
        let sent = if context.request.is_post { &context.request.form } else { &context.request.query };
        Some(with_requested_data_file(&stored_mapping, sent))
    }
}

fn with_requested_data_file(mapping: &Mapping, sent: &FormFields) -> Mapping {
    mapping.with_data_file(requested_data_file(sent).unwrap_or(mapping.file))
}

/// Saves the mapping `name`, or a new mapping if the name is [`NEW`]. The form has the mapping as a text or in fields.
fn save(context: &PageContext, name: &str) -> Result<PageAnswer> {
    let (words, sent) = (context.words, &context.request.form);
    let stored = mapping::all(&*context.snapshot()?)?.into_iter().find(|known| known.name == name);
    let version = stored.as_ref().map_or(0, |stored| stored.version);
    let was_changed_by_others = name != NEW && sent.get(VERSION).is_some_and(|shown| shown != version.to_string());
    let conflict_error = was_changed_by_others.then(|| words.mapping_changed.replace("{}", &version.to_string()));
    match (sent.get(TEXT), &stored) {
        (Some(text), _) => save_text(context, name, stored.as_ref(), text, conflict_error),
        (None, Some(stored)) => save_fields(context, stored, conflict_error),
        (None, None) => Ok(PageAnswer::NotFound),
    }
}

fn save_fields(context: &PageContext, stored: &MappingRecord, conflict_error: Option<String>) -> Result<PageAnswer> {
    let sent = &context.request.form;
    // the page of an invalid mapping has no such form
    let Ok(mapping) = Mapping::parse(&stored.content, context.console.service.store.clock()) else {
        return Ok(PageAnswer::NotFound);
    };
    let mut mapping = with_requested_data_file(&mapping, sent);
    let mut form_errors = update_from_form(context, &mut mapping, sent);
    let no_field = String::new();
    if let Some(error) = conflict_error {
        form_errors.push((no_field, error));
    } else if mapping.name != stored.name {
        form_errors.push((no_field, renamed_error(context, &stored.name)));
    }
    if !form_errors.is_empty() {
        return Ok(MappingPage { form_errors, ..MappingPage::new(Some(stored)) }.answer(context));
    }
    let text = mapping.to_toml();
    store_mapping(context, mapping, text)
}

fn save_text(
    context: &PageContext,
    name: &str,
    stored: Option<&MappingRecord>,
    text: &str,
    conflict_error: Option<String>,
) -> Result<PageAnswer> {
    // browsers send the lines of a text area with CR LF
    let text = text.replace("\r\n", "\n");
    let parsed = Mapping::parse(&text, context.console.service.store.clock());
    let text_errors = match (conflict_error, parsed) {
        (Some(error), _) => vec![error],
        (None, Ok(mapping)) if name == NEW || mapping.name == name => return store_mapping(context, mapping, text),
        (None, Ok(_)) => vec![renamed_error(context, name)],
        (None, Err(errors)) => {
            let error_text = |error: &MappingError| {
                format!("{} {}: {}", context.words.line, error.line, error.message.text(context.language))
            };
            errors.iter().map(error_text).collect()
        }
    };
    Ok(MappingPage { name, text: &text, text_errors, ..MappingPage::new(stored) }.answer(context))
}

fn renamed_error(context: &PageContext, name: &str) -> String {
    context.words.mapping_cannot_be_renamed.replace("{}", name)
}

/// Stores the mapping as a new version and redirects to the mapping's page. An unchanged mapping gets no new version.
fn store_mapping(context: &PageContext, mapping: Mapping, text: String) -> Result<PageAnswer> {
    let name = mapping.name.clone();
    let operator = context.operator.name.clone();
    let store = move |change: &mut Change| -> Result<(), WriteError> {
        let attribute = |action: Message| Attribution::in_console(&operator, action);
        Ok(mappings::store_mapping(change, change.clock, &mapping, &text, attribute).map(drop)?)
    };
    Handle::current().block_on(context.console.service.store.writer().change_without_attribution(store))?;
    Ok(PageAnswer::Redirect(format!("mappings/{name}?saved=yes")))
}
