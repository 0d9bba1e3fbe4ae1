//! Mappings of files of other systems: a list, and each as a form and as text to edit.

use anyhow::Result;
use tokio::runtime::Handle;

use super::components::{CopyTexts, Form, FormField, Input, Table, TableCell};
use super::import::mapping_form::{
    MappingFieldErrors, MappingForm, add_data_file_choice, requested_data_file, set_from_form,
};
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use crate::exchange::mapping::document::MappingError;
use crate::exchange::mapping::suggestion::Suggestion;
use crate::exchange::mapping::{self as mappings, Mapping};
use crate::ledger::Attribution;
use crate::store::mapping::{self, MappingRecord};
use crate::store::operator::Role;
use crate::store::{Change, WriteError};

pub static PAGE: Page = Page {
    path: "mappings",
    title: |words| words.mappings,
    role: Role::Viewer,
    show,
    change: Some(|context| context.changing(|| change(context))),
};

/// The path of the page for a new mapping; no mapping has this name.
const NEW: &str = "+";

/// The field with the TOML.
const TEXT: &str = "text";

/// The field with the version that the page showed.
const VERSION: &str = "version";

/// The beginning of a new mapping.
const TEMPLATE: &str =
    "name = \"\"\nfile = \"persons.csv\"\nmatch = [\"*.csv\"]\n\n[columns]\n\"\" = \"ExternalIdentifier\"\n";

fn show(context: &PageContext) -> Result<PageAnswer> {
    match context.steps().as_slice() {
        [] => mapping_list(context),
        [NEW] if context.may(Role::Editor) => {
            let (errors, wrong) = (Vec::new(), Vec::new());
            Ok(MappingPage { name: NEW, stored: None, text: TEMPLATE, errors, wrong }.answer(context))
        }
        [name] => {
            let all = mapping::all(&*context.snapshot()?)?;
            let stored = all.iter().find(|known| known.name == *name);
            Ok(stored.map_or(PageAnswer::Nothing, |stored| MappingPage::of(stored).answer(context)))
        }
        _ => Ok(PageAnswer::Nothing),
    }
}

fn change(context: &PageContext) -> Result<PageAnswer> {
    match context.steps().as_slice() {
        [name, "remove"] => {
            let (name, by) = ((*name).to_owned(), context.attribution(&format!("mappings remove {name}")));
            let remove = move |change: &mut Change| -> Result<(), WriteError> {
                Ok(mapping::remove(change, &by, &name).map(drop)?)
            };
            Handle::current().block_on(context.console.service.store.writer().change_without_entry(remove))?;
            Ok(PageAnswer::To(PAGE.path.to_owned()))
        }
        [name] => save_sent(context, name),
        _ => Ok(PageAnswer::Nothing),
    }
}

/// Lists the stored mappings.
fn mapping_list(context: &PageContext) -> Result<PageAnswer> {
    let words = context.words;
    let snapshot = context.snapshot()?;
    let row = |stored: &MappingRecord| {
        let mapping = Mapping::parse(&stored.content, snapshot.clock()).ok();
        let file = mapping.as_ref().map_or(String::new(), |mapping| mapping.file.label(context.language));
        vec![
            TableCell::text(&stored.name).to(context.address(&format!("mappings/{}", stored.name))),
            TableCell::text(file),
            TableCell::text(mapping.map_or(String::new(), |mapping| mapping.patterns.join(", "))),
            TableCell::number(stored.version),
        ]
    };
    let mut content = PageContent::new(words.mappings);
    content.note(words.mappings_are);
    let rows = mapping::all(&snapshot)?.iter().map(row).collect();
    let labels = [words.mapping, words.data_file, words.file_names, words.version];
    content.add(&Table::new(words.mappings, labels, rows, words.no_mappings));
    if context.may(Role::Editor) {
        content.link(context.address(&format!("mappings/{NEW}")), words.new_mapping);
    }
    Ok(PageAnswer::Page(content))
}

/// The page of a mapping.
struct MappingPage<'a> {
    name: &'a str,
    /// The mapping, unless it is new.
    stored: Option<&'a MappingRecord>,
    text: &'a str,
    /// The errors of the form, and of the text.
    errors: MappingFieldErrors,
    wrong: Vec<String>,
}

impl<'a> MappingPage<'a> {
    fn of(stored: &'a MappingRecord) -> Self {
        let (errors, wrong) = (Vec::new(), Vec::new());
        Self { name: &stored.name, stored: Some(stored), text: &stored.content, errors, wrong }
    }

    /// Shows it as a form and as text, which viewers only read.
    fn answer(self, context: &PageContext) -> PageAnswer {
        let words = context.words;
        let title =
            if self.name == NEW { words.new_mapping.to_owned() } else { format!("{} {}", words.mapping, self.name) };
        let mut content = PageContent::new(title);
        let version = self.stored.map_or(0, |stored| stored.version);
        if context.request.query.get("saved").is_some() {
            content.add_success(&words.mapping_saved.replace("{}", &version.to_string()));
        }
        if context.may(Role::Editor) {
            self.add_forms(context, &mut content, version);
        } else {
            let (heading, says) = (words.mapping_text, words.mappings_are);
            content.add(&CopyTexts { heading, says, calls: vec![(words.mapping, self.text.to_owned())] });
        }
        content.link(context.address(PAGE.path), words.mappings);
        PageAnswer::Page(content)
    }

    /// Adds the form, the text and the button to remove the mapping.
    fn add_forms(self, context: &PageContext, content: &mut PageContent, version: i64) {
        let words = context.words;
        let here = context.address(&format!("mappings/{}", self.name));
        let version = || vec![FormField::new(VERSION, "", Input::Hidden).with_value(version.to_string())];
        let sent = if context.request.is_post { &context.request.form } else { &context.request.query };
        let clock = context.console.service.store.clock();
        // a mapping that cannot be read is only a text
        let mapping = self.stored.and_then(|stored| Mapping::parse(&stored.content, clock).ok());
        if let Some(mapping) = mapping.filter(|_| self.wrong.is_empty()) {
            let suggestion =
                Suggestion::from_mapping(&mapping.with_data_file(requested_data_file(sent).unwrap_or(mapping.file)));
            add_data_file_choice(context, content, &here, Vec::new(), suggestion.mapping.file.name);
            let form = MappingForm { context, suggestion: &suggestion, is_new: false, errors: self.errors };
            form.add_to(content, &here, version(), words.save);
        }
        if self.stored.is_none() {
            content.note(words.new_mapping_says);
            content.button(context.address("import"), words.import_files);
        }
        let is_open = !self.wrong.is_empty();
        let text = FormField::new(TEXT, words.mapping_text, Input::Words).with_value(self.text);
        let text = FormField { wrong: self.wrong, ..text };
        content.add(&Form {
            more: Some((words.mapping_text, is_open, vec![text])),
            ..Form::changing(context, words.mapping_text, here, version(), words.save)
        });
        if self.stored.is_some() {
            let remove = words.remove_mapping;
            let action = context.address(&format!("mappings/{}/remove", self.name));
            content.add(&Form { is_grave: true, ..Form::changing(context, remove, action, Vec::new(), remove) });
        }
    }
}

/// Saves the sent text or form as the mapping of this page, or as a new one. Shows the errors if there are any.
fn save_sent(context: &PageContext, name: &str) -> Result<PageAnswer> {
    let (words, sent) = (context.words, &context.request.form);
    let clock = context.console.service.store.clock();
    let stored = mapping::all(&*context.snapshot()?)?.into_iter().find(|known| known.name == name);
    let version = stored.as_ref().map_or(0, |stored| stored.version);
    let is_other = name != NEW && sent.get(VERSION).is_some_and(|shown| shown != version.to_string());
    let changed = || words.mapping_changed.replace("{}", &version.to_string());
    let Some(text) = sent.get(TEXT) else {
        let Some(stored) = stored else { return Ok(PageAnswer::Nothing) };
        let Ok(mapping) = Mapping::parse(&stored.content, clock) else { return Ok(PageAnswer::Nothing) };
        let mut mapping = mapping.with_data_file(requested_data_file(sent).unwrap_or(mapping.file));
        let mut errors = set_from_form(context, &mut mapping, sent);
        if is_other || mapping.name != name {
            let why = if is_other { changed() } else { words.mapping_renamed.replace("{}", name) };
            errors.push((String::new(), why));
        }
        if !errors.is_empty() {
            return Ok(MappingPage { errors, ..MappingPage::of(&stored) }.answer(context));
        }
        let text = mapping.to_toml();
        return store_mapping(context, mapping, text);
    };
    let text = text.replace("\r\n", "\n");
    let wrong = match Mapping::parse(&text, clock) {
        _ if is_other => vec![changed()],
        Ok(mapping) if name == NEW || mapping.name == name => return store_mapping(context, mapping, text),
        Ok(_) => vec![words.mapping_renamed.replace("{}", name)],
        Err(errors) => {
            let line = |error: &MappingError| {
                format!("{} {}: {}", words.line, error.line, error.message.text(context.language))
            };
            errors.iter().map(line).collect()
        }
    };
    Ok(MappingPage { name, stored: stored.as_ref(), text: &text, errors: Vec::new(), wrong }.answer(context))
}

/// Stores a mapping as a new version, unless its content is stored already, and leads to its page.
fn store_mapping(context: &PageContext, mapping: Mapping, text: String) -> Result<PageAnswer> {
    let (name, by) = (mapping.name.clone(), context.attribution(""));
    let store = move |change: &mut Change| -> Result<(), WriteError> {
        let by = |action| Attribution { action: format!("console {action}"), ..by.clone() };
        Ok(mappings::store_mapping(change, change.clock, &mapping, &text, by).map(drop)?)
    };
    Handle::current().block_on(context.console.service.store.writer().change_without_entry(store))?;
    Ok(PageAnswer::To(format!("mappings/{name}?saved=yes")))
}
