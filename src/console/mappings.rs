//! Mappings of files of other systems: a list, and each as a form and as text to edit.

use anyhow::Result;
use tokio::runtime::Handle;

use super::components::{CopyTexts, Form, FormField, Input, Table, TableCell};
use super::import::mapping_form::{MappingFieldErrors, MappingForm, add_data_file_choice, apply, data_file};
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use crate::exchange::mapping::document::MappingError;
use crate::exchange::mapping::suggestion::Suggestion;
use crate::exchange::mapping::{Mapping, store};
use crate::ledger::Attribution;
use crate::store::mapping::{self, MappingRecord};
use crate::store::operator::Role;
use crate::store::{Change, WriteError};

pub static PAGE: Page = Page {
    path: "mappings",
    title: |words| words.mappings,
    role: Role::Viewer,
    show,
    change: Some(|visit| visit.changing(|| change(visit))),
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

fn show(visit: &PageContext) -> Result<PageAnswer> {
    match visit.steps().as_slice() {
        [] => list(visit),
        [NEW] if visit.may(Role::Editor) => Ok(text_page(visit, NEW, TEMPLATE, 0, Vec::new())),
        [name] => {
            let all = mapping::all(&*visit.snapshot()?)?;
            let stored = all.iter().find(|known| known.name == *name);
            stored.map_or(Ok(PageAnswer::Nothing), |stored| Ok(PageAnswer::Page(one(visit, stored, Vec::new())?)))
        }
        _ => Ok(PageAnswer::Nothing),
    }
}

fn change(visit: &PageContext) -> Result<PageAnswer> {
    match visit.steps().as_slice() {
        [name, "remove"] => {
            let (name, by) = ((*name).to_owned(), visit.attribution(&format!("mappings remove {name}")));
            let remove = move |change: &mut Change| -> Result<(), WriteError> {
                Ok(mapping::remove(change, &by, &name).map(drop)?)
            };
            Handle::current().block_on(visit.console.service.store.writer().note(remove))?;
            Ok(PageAnswer::To(PAGE.path.to_owned()))
        }
        [name] => set(visit, name),
        _ => Ok(PageAnswer::Nothing),
    }
}

fn list(visit: &PageContext) -> Result<PageAnswer> {
    let words = visit.words;
    let snapshot = visit.snapshot()?;
    let row = |stored: &MappingRecord| {
        let mapping = Mapping::parse(&stored.content, snapshot.clock()).ok();
        let file = mapping.as_ref().map_or(String::new(), |mapping| mapping.file.label(visit.language));
        vec![
            TableCell::text(&stored.name).to(visit.address(&format!("mappings/{}", stored.name))),
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
    if visit.may(Role::Editor) {
        content.link(visit.address(&format!("mappings/{NEW}")), words.new_mapping);
    }
    Ok(PageAnswer::Page(content))
}

/// Shows one mapping as a form and as text, which editors can change.
fn one(visit: &PageContext, stored: &MappingRecord, errors: MappingFieldErrors) -> Result<PageContent> {
    let words = visit.words;
    let mut content = PageContent::new(format!("{} {}", words.mapping, stored.name));
    if visit.request.query.get("saved").is_some() {
        content.add_success(&words.mapping_saved.replace("{}", &stored.version.to_string()));
    }
    if !visit.may(Role::Editor) {
        let (heading, says) = (words.mapping_text, words.mappings_are);
        content.add(&CopyTexts { heading, says, calls: vec![(words.mapping, stored.content.clone())] });
    } else {
        let here = visit.address(&format!("mappings/{}", stored.name));
        let sent = if visit.request.is_post { &visit.request.form } else { &visit.request.query };
        // a mapping that cannot be read is only a text
        if let Ok(mapping) = Mapping::parse(&stored.content, visit.console.service.store.clock()) {
            let suggestion = Suggestion::of_mapping(&mapping.becoming(data_file(sent).unwrap_or(mapping.file)));
            add_data_file_choice(visit, &mut content, &here, Vec::new(), suggestion.mapping.file.name);
            let own = vec![version_field(stored.version)];
            let form = MappingForm { visit, suggestion: &suggestion, is_new: false, errors };
            form.add_to(&mut content, &here, own, words.save);
        }
        add_text_form(visit, &mut content, &stored.name, &stored.content, stored.version, Vec::new());
        let remove = words.remove_mapping;
        let action = visit.address(&format!("mappings/{}/remove", stored.name));
        content.add(&Form { is_grave: true, ..Form::changing(visit, remove, action, Vec::new(), remove) });
    }
    content.link(visit.address(PAGE.path), words.mappings);
    Ok(content)
}

fn version_field(version: i64) -> FormField {
    FormField::new(VERSION, "", Input::Hidden).with_value(version.to_string())
}

/// Adds a mapping's text, which is open where it is wrong or nothing else is there.
fn add_text_form(
    visit: &PageContext,
    content: &mut PageContent,
    name: &str,
    text: &str,
    version: i64,
    wrong: Vec<String>,
) {
    let words = visit.words;
    let is_open = !wrong.is_empty() || name == NEW;
    let text = FormField { wrong, ..FormField::new(TEXT, words.mapping_text, Input::Words).with_value(text) };
    let action = visit.address(&format!("mappings/{name}"));
    content.add(&Form {
        more: Some((words.mapping_text, is_open, vec![text])),
        ..Form::changing(visit, words.mapping_text, action, vec![version_field(version)], words.save)
    });
}

/// Returns the page of a mapping's text alone.
fn text_page(visit: &PageContext, name: &str, text: &str, version: i64, wrong: Vec<String>) -> PageAnswer {
    let words = visit.words;
    let title = if name == NEW { words.new_mapping.to_owned() } else { format!("{} {name}", words.mapping) };
    let mut content = PageContent::new(title);
    add_text_form(visit, &mut content, name, text, version, wrong);
    content.link(visit.address(PAGE.path), words.mappings);
    PageAnswer::Page(content)
}

/// Stores the text, or what the form says, as the mapping of this page or as a new one.
fn set(visit: &PageContext, name: &str) -> Result<PageAnswer> {
    let (words, sent) = (visit.words, &visit.request.form);
    let clock = visit.console.service.store.clock();
    let stored = mapping::all(&*visit.snapshot()?)?.into_iter().find(|known| known.name == name);
    let version = stored.as_ref().map_or(0, |stored| stored.version);
    let is_other = name != NEW && sent.get(VERSION).is_some_and(|shown| shown != version.to_string());
    let changed = || words.mapping_changed.replace("{}", &version.to_string());
    let Some(text) = sent.get(TEXT) else {
        let Some(stored) = stored else { return Ok(PageAnswer::Nothing) };
        let Ok(mapping) = Mapping::parse(&stored.content, clock) else { return Ok(PageAnswer::Nothing) };
        let mut mapping = mapping.becoming(data_file(sent).unwrap_or(mapping.file));
        let mut errors = apply(visit, &mut mapping, sent);
        if is_other || mapping.name != name {
            let why = if is_other { changed() } else { words.mapping_renamed.replace("{}", name) };
            errors.push((String::new(), why));
        }
        if !errors.is_empty() {
            return Ok(PageAnswer::Page(one(visit, &stored, errors)?));
        }
        let text = mapping.to_toml();
        return save(visit, mapping, text);
    };
    let text = text.replace("\r\n", "\n");
    let wrong = match Mapping::parse(&text, clock) {
        _ if is_other => vec![changed()],
        Ok(mapping) if name == NEW || mapping.name == name => return save(visit, mapping, text),
        Ok(_) => vec![words.mapping_renamed.replace("{}", name)],
        Err(errors) => {
            let line =
                |error: &MappingError| format!("{} {}: {}", words.line, error.line, error.message.text(visit.language));
            errors.iter().map(line).collect()
        }
    };
    Ok(text_page(visit, name, &text, version, wrong))
}

/// Stores a mapping as a new version, if it differs.
fn save(visit: &PageContext, mapping: Mapping, text: String) -> Result<PageAnswer> {
    let (name, by) = (mapping.name.clone(), visit.attribution(""));
    let store = move |change: &mut Change| -> Result<(), WriteError> {
        let by = |action| Attribution { action: format!("console {action}"), ..by.clone() };
        Ok(store(change, change.clock, &mapping, &text, by).map(drop)?)
    };
    Handle::current().block_on(visit.console.service.store.writer().note(store))?;
    Ok(PageAnswer::To(format!("mappings/{name}?saved=yes")))
}
