//! "Which data file is this?": a mapping for a file of another system, by its headers and values.

use std::sync::Arc;

use anyhow::Result;
use tokio::runtime::Handle;

use crate::console::FormFields;
use crate::console::components::{Form, FormField, Input};
use crate::console::data::choices;
use crate::console::page::{PageAnswer, PageContent};
use crate::console::page_context::PageContext;
use crate::console::preview::{CheckedUpload, Preview, PreviewState};
use crate::datafile::FILES;
use crate::datafile::file::{ColumnRole, DataFile};
use crate::exchange::amendments::Amendments;
use crate::exchange::mapping::suggestion::Suggestion;
use crate::exchange::mapping::{self, Mapping, StoredMapping, header_key};
use crate::ledger::Attribution;
use crate::model::text::quoted;
use crate::store::{Change, WriteError};

/// The value of a header that is left out; no column has this name.
const LEFT_OUT: &str = "-";

/// Returns the address of the form for a file, below the console.
pub fn address_for(visit: &PageContext, name: &str) -> String {
    visit.address(&format!("import/preview/map?{}", FormFields::default().with("file", name)))
}

/// Returns the columns that a header can have, and that it can be left out.
pub fn columns(visit: &PageContext, file: &DataFile) -> Vec<(String, String)> {
    let left_out = (LEFT_OUT.to_owned(), visit.words.leave_out.to_owned());
    let columns = file.columns.iter().map(|column| (column.name.to_owned(), column.label(visit.language)));
    [left_out].into_iter().chain(columns).collect()
}

/// Returns a name that no mapping has, such as `hr` or `hr-2`.
pub fn unused_name(name: &str, stored: &[StoredMapping]) -> String {
    let is_unused = |name: &String| stored.iter().all(|stored| stored.mapping.name != *name);
    let mut names = (1..).map(|number| if number == 1 { name.to_owned() } else { format!("{name}-{number}") });
    names.find(is_unused).unwrap_or_default()
}

/// Stores a mapping as a new version, if it differs. Returns what is wrong with it.
pub fn save(visit: &PageContext, mapping: &Mapping) -> Result<Result<(), String>> {
    save_text(visit, &mapping.to_toml()).map(|saved| saved.map(drop).map_err(|wrong| wrong.join(" ")))
}

/// Stores a mapping of this text. Returns its name, or what is wrong with it.
pub fn save_text(visit: &PageContext, text: &str) -> Result<Result<String, Vec<String>>> {
    let service = &visit.console.service;
    let mapping = match Mapping::parse(text, service.store.clock()) {
        Ok(mapping) => mapping,
        Err(errors) => {
            let line = |error: &mapping::document::MappingError| {
                format!("{} {}: {}", visit.words.line, error.line, error.message.text(visit.language))
            };
            return Ok(Err(errors.iter().map(line).collect()));
        }
    };
    let (name, text, by) = (mapping.name.clone(), text.to_owned(), visit.attribution(""));
    let store = move |change: &mut Change| -> Result<(), WriteError> {
        let by = |action| Attribution { action: format!("console {action}"), ..by.clone() };
        Ok(mapping::store(change, change.clock, &mapping, &text, by).map(drop)?)
    };
    Handle::current().block_on(service.store.writer().note(store))?;
    Ok(Ok(name))
}

/// What the form is about: the preview, its state, the file, and what is proposed for it.
struct MappedUpload {
    preview: Arc<Preview>,
    ready: Arc<CheckedUpload>,
    name: String,
    suggestion: Option<Suggestion>,
    stored: Vec<StoredMapping>,
}

impl MappedUpload {
    /// Finds the file of the request. `None` if the preview has no such file.
    fn of(visit: &PageContext) -> Result<Option<Self>> {
        let sent = if visit.request.is_post { &visit.request.form } else { &visit.request.query };
        let Some(preview) = visit.preview() else {
            return Ok(None);
        };
        let PreviewState::Ready(ready) = preview.state() else {
            return Ok(None);
        };
        let Some(name) = sent.get("file").or_else(|| ready.foreign().next()).map(str::to_owned) else {
            return Ok(None);
        };
        let mapped = ready.mapped.iter().find(|mapped| mapped.name == name);
        if mapped.is_none() && !ready.foreign().any(|foreign| foreign == name) {
            return Ok(None);
        }
        let wanted = FILES.iter().copied().find(|file| file.name == sent.text_of("as"));
        let wanted = wanted.or(mapped.map(|mapped| mapped.mapping.file));
        let mut suggestion = preview.suggestion(&name, wanted)?;
        let snapshot = visit.snapshot()?;
        let stored = mapping::stored(&snapshot, snapshot.clock())?;
        drop(snapshot);
        // what a mapping of this file says goes before what is proposed
        let known = stored.iter().map(|stored| &stored.mapping).find(|known| known.matches(&name));
        if let Some(suggestion) = &mut suggestion {
            match known.filter(|known| known.file.name == suggestion.mapping.file.name) {
                Some(known) => suggestion.prefer(known),
                None => suggestion.mapping.name = unused_name(&suggestion.mapping.name, &stored),
            }
        }
        Ok(Some(Self { preview, ready, name, suggestion, stored }))
    }
}

/// Asks which data file a file is, with the proposed columns and values.
pub fn show(visit: &PageContext) -> Result<PageAnswer> {
    let words = visit.words;
    let Some(upload) = MappedUpload::of(visit)? else {
        return Ok(PageAnswer::To("import/preview".to_owned()));
    };
    let mut content = PageContent::new(words.which_file.replace("{}", &quoted(&upload.name)));
    let proposed = upload.suggestion.as_ref().map(|suggestion| suggestion.mapping.file);
    content.note(if proposed.is_some() { words.file_proposed } else { words.no_file_proposed });
    let files = FILES.iter().map(|file| (file.name.to_owned(), file.label(visit.language))).collect();
    let files = FormField::new("as", words.data_file, Input::Choice(files));
    let hidden = |name: &str, value: &str| FormField::new(name, "", Input::Hidden).with_value(value);
    let fields = vec![hidden("file", &upload.name), files.with_value(proposed.map_or("persons.csv", |file| file.name))];
    let here = visit.address("import/preview/map");
    content.add(&Form::search_form(words.data_file, here.clone(), fields, words.show_columns));
    if let (Some(suggestion), Some(file)) = (&upload.suggestion, proposed) {
        let mut fields = vec![
            hidden("file", &upload.name),
            hidden("as", file.name),
            super::preview_mark_field(&upload.ready),
            FormField::new("name", words.mapping_name, Input::Line("text"))
                .with_value(&suggestion.mapping.name)
                .hint(words.mapping_name_says),
        ];
        fields.extend(column_fields(visit, suggestion));
        content.add(&Form::changing(visit, words.columns_of_file, here, fields, words.save_mapping));
    }
    content.link(visit.address("import"), words.other_files);
    Ok(PageAnswer::Page(content))
}

/// Returns a field for each header, each value to map, and each required column that the file lacks.
fn column_fields(visit: &PageContext, suggestion: &Suggestion) -> Vec<FormField> {
    let (file, words) = (suggestion.mapping.file, visit.words);
    let headers = suggestion.headers.iter().enumerate().map(|(at, header)| {
        let column = header.column.map_or(LEFT_OUT, |column| file.columns[column].name);
        FormField::new(format!("column-{at}"), &header.name, Input::Choice(columns(visit, file)))
            .with_value(column)
            .hint(header.cells.join(" · "))
    });
    let values = suggestion.values().into_iter().enumerate().map(|(at, (column, cell, value))| {
        let column = &file.columns[column];
        let none = (String::new(), words.choose.to_owned());
        let known = choices(visit, column).map(|known| [none].into_iter().chain(known).collect());
        let label = format!("{}: {}", column.label(visit.language), words.map_value.replace("{}", &cell));
        FormField::new(format!("value-{at}"), label, known.map_or(Input::Line("text"), Input::Choice)).with_value(value)
    });
    let lacking = suggestion.lacking(ColumnRole::Required).map(|(at, column)| {
        let known =
            choices(visit, column).map(|known| [(String::new(), String::new())].into_iter().chain(known).collect());
        let value = suggestion.mapping.constants.get(&at).cloned().unwrap_or_default();
        let label = words.for_every_row.replace("{}", &column.label(visit.language));
        FormField::new(format!("constant-{at}"), label, known.map_or(Input::Line("text"), Input::Choice))
            .with_value(value)
    });
    headers.chain(values).chain(lacking).collect()
}

/// Stores the mapping, and reads the files again.
pub fn take(visit: &PageContext) -> Result<PageAnswer> {
    let Some(upload) = MappedUpload::of(visit)? else {
        return Ok(PageAnswer::To("import/preview".to_owned()));
    };
    let Some(suggestion) = &upload.suggestion else {
        return Ok(PageAnswer::To("import/preview".to_owned()));
    };
    let mapping = chosen(visit, suggestion);
    let other = upload.stored.iter().map(|stored| &stored.mapping);
    let other = other.filter(|other| other.name != mapping.name).find(|other| other.matches(&upload.name));
    let saved = match other {
        Some(other) => Err(visit.words.mapping_known.replace("{}", &other.name)),
        None => save(visit, &mapping)?,
    };
    Ok(match saved {
        Err(wrong) => super::show_refusal(visit, &wrong),
        Ok(()) => super::went_on(visit, &upload.preview, |ready| {
            upload.preview.amend(ready, Amendments::default(), ready.options)
        }),
    })
}

/// Returns the proposed mapping with what was chosen.
fn chosen(visit: &PageContext, suggestion: &Suggestion) -> Mapping {
    let sent = &visit.request.form;
    let mut mapping = suggestion.mapping.clone();
    let file = mapping.file;
    mapping.name = sent.text_of("name").trim().to_owned();
    mapping.columns.clear();
    for (at, header) in suggestion.headers.iter().enumerate() {
        let column = file.column(sent.text_of(&format!("column-{at}"))).map(|(at, _)| at);
        if mapping.columns.iter().all(|(known, _)| header_key(known) != header_key(&header.name)) {
            mapping.columns.push((header.name.clone(), column));
        }
    }
    for (at, (column, cell, _)) in suggestion.values().into_iter().enumerate() {
        let values = mapping.values.entry(column).or_default();
        match sent.text_of(&format!("value-{at}")) {
            "" => drop(values.remove(&cell)),
            value => drop(values.insert(cell, value.to_owned())),
        }
    }
    mapping.values.retain(|_, values| !values.is_empty());
    for (at, _) in suggestion.lacking(ColumnRole::Required) {
        let is_mapped = mapping.columns.iter().any(|(_, column)| *column == Some(at));
        match sent.text_of(&format!("constant-{at}")) {
            value if value.is_empty() || is_mapped => drop(mapping.constants.remove(&at)),
            value => drop(mapping.constants.insert(at, value.to_owned())),
        }
    }
    mapping
}
