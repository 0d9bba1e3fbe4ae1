//! Mappings of files of other systems: a list, and each as TOML to edit.

use anyhow::Result;
use tokio::runtime::Handle;

use super::components::{CopyTexts, Form, FormField, Input, Table, TableCell};
use super::import::mapping_form::save_text;
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use crate::exchange::mapping::Mapping;
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

/// The beginning of a new mapping.
const TEMPLATE: &str =
    "name = \"\"\nfile = \"persons.csv\"\nmatch = [\"*.csv\"]\n\n[columns]\n\"\" = \"ExternalIdentifier\"\n";

fn show(visit: &PageContext) -> Result<PageAnswer> {
    match visit.steps().as_slice() {
        [] => list(visit),
        [NEW] if visit.may(Role::Editor) => Ok(PageAnswer::Page(editor(visit, NEW, TEMPLATE, Vec::new()))),
        [name] => {
            let all = mapping::all(&*visit.snapshot()?)?;
            Ok(all.iter().find(|known| known.name == *name).map_or(PageAnswer::Nothing, |mapping| one(visit, mapping)))
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

/// Shows one mapping, which editors can change and remove.
fn one(visit: &PageContext, mapping: &MappingRecord) -> PageAnswer {
    let mut content = editor(visit, &mapping.name, &mapping.content, Vec::new());
    if visit.request.query.get("saved").is_some() {
        content.add_success(&visit.words.mapping_saved.replace("{}", &mapping.version.to_string()));
    }
    if visit.may(Role::Editor) {
        let remove = visit.words.remove_mapping;
        let action = visit.address(&format!("mappings/{}/remove", mapping.name));
        content.add(&Form { is_grave: true, ..Form::changing(visit, remove, action, Vec::new(), remove) });
    }
    PageAnswer::Page(content)
}

/// Returns the page of a mapping's text, which viewers only read.
fn editor(visit: &PageContext, name: &str, text: &str, wrong: Vec<String>) -> PageContent {
    let words = visit.words;
    let title = if name == NEW { words.new_mapping.to_owned() } else { format!("{} {name}", words.mapping) };
    let mut content = PageContent::new(title);
    if visit.may(Role::Editor) {
        let text = FormField { wrong, ..FormField::new(TEXT, words.mapping_text, Input::Words).with_value(text) };
        let action = visit.address(&format!("mappings/{name}"));
        content.add(&Form::changing(visit, words.mapping, action, vec![text], words.save));
    } else {
        content.add(&CopyTexts {
            heading: words.mapping_text,
            says: words.mappings_are,
            calls: vec![(words.mapping, text.to_owned())],
        });
    }
    content.link(visit.address(PAGE.path), words.mappings);
    content
}

/// Stores the text as the mapping of this page, or as a new one.
fn set(visit: &PageContext, name: &str) -> Result<PageAnswer> {
    let text = visit.request.form.text_of(TEXT).replace("\r\n", "\n");
    let clock = visit.console.service.store.clock();
    let is_other = name != NEW && Mapping::parse(&text, clock).is_ok_and(|mapping| mapping.name != name);
    let saved = match is_other {
        true => Err(vec![visit.words.mapping_renamed.replace("{}", name)]),
        false => save_text(visit, &text)?,
    };
    Ok(match saved {
        Ok(name) => PageAnswer::To(format!("mappings/{name}?saved=yes")),
        Err(wrong) => PageAnswer::Page(editor(visit, name, &text, wrong)),
    })
}
