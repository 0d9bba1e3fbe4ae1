//! A mapping as a form: its data file, columns, values and constants, and the headers that it leaves out. It shows a proposal
//! for a file of another system, the mapping of a file in a preview, or a stored mapping.

use std::sync::Arc;

use anyhow::Result;

use crate::console::FormFields;
use crate::console::components::{Form, FormField, Input};
use crate::console::data::choices;
use crate::console::page::{PageAnswer, PageContent};
use crate::console::page_context::PageContext;
use crate::console::preview::{CheckedUpload, Preview, PreviewChange, PreviewState};
use crate::datafile::FILES;
use crate::datafile::file::{Column, ColumnRole, DataFile, Domain};
use crate::exchange::mapping::document::quote_toml;
use crate::exchange::mapping::suggestion::Suggestion;
use crate::exchange::mapping::{self, DateOrder, Mapping, StoredMapping};
use crate::model::message::{Message, MessageName};
use crate::model::text::{cut_and_escape_cell, shorten_for_message};

/// The field with the name of the mapping.
const NAME: &str = "name";

/// The field with the name of the data file.
const DATA_FILE: &str = "as";

/// The kinds of fields, each a part of a field's name with the header, column or cell that it sets.
const COLUMN: &str = "column";
pub const VALUE: &str = "value";
const CONSTANT: &str = "constant";
pub const CELL: &str = "cell";

/// The fields that add a header, a value or a constant.
const NEW_HEADER: &str = "new-header";
const NEW_COLUMN: &str = "new-column";
const NEW_VALUE_COLUMN: &str = "new-value-column";
const NEW_CELL: &str = "new-cell";
const NEW_VALUE: &str = "new-value";
const NEW_CONSTANT_COLUMN: &str = "new-constant-column";
const NEW_CONSTANT: &str = "new-constant";

/// The fields of how the file is read, named like the keys of the mapping.
const SHEET: &str = "sheet";
const HEADER_ROW: &str = "header_row";
const ENCODING: &str = "encoding";
const DATES: &str = "dates";

/// The part of the name of a field with the cells whose rows are skipped, and the fields that add some.
const SKIP: &str = "skip";
const NEW_SKIP_HEADER: &str = "new-skip-header";
const NEW_SKIP_CELLS: &str = "new-skip-cells";

/// The value of a header that is left out; no column has this name.
const LEFT_OUT: &str = "-";

/// The key of every other cell.
const REST: &str = "*";

/// Errors of a form, by the name of the field; those of no field have an empty name.
pub type MappingFieldErrors = Vec<(String, String)>;

/// Returns the name of a field: a query of parts, which has no blanks.
pub fn field_name<'p>(parts: impl IntoIterator<Item = (&'p str, &'p str)>) -> String {
    FormFields(parts.into_iter().map(|(part, value)| (part.to_owned(), value.to_owned())).collect()).text()
}

/// Returns the address of the form for a file, below the console.
pub fn address_for(context: &PageContext, name: &str) -> String {
    context.address(&format!("import/preview/map?{}", FormFields::default().with("file", name)))
}

/// The form of a mapping, with the values that were sent and their errors.
pub struct MappingForm<'a> {
    pub context: &'a PageContext<'a>,
    pub suggestion: &'a Suggestion,
    /// Can the mapping get another name?
    pub is_new: bool,
    pub errors: MappingFieldErrors,
}

impl MappingForm<'_> {
    /// Adds the choice of the data file, which shows the columns of another one, and the form itself.
    pub fn add_to(self, content: &mut PageContent, action: &str, own: Vec<FormField>, button: &str) {
        let words = self.context.words;
        let hidden = FormField::new(DATA_FILE, "", Input::Hidden).with_value(self.suggestion.mapping.file.name);
        let mut fields = own;
        fields.push(hidden);
        let name = if self.is_new { Input::Line("text") } else { Input::Hidden };
        let name = self.field(NAME, words.mapping_name, name, &self.suggestion.mapping.name);
        fields.push(name.hint(words.mapping_name_says));
        let labels = [words.column_of_file, words.examples, words.goes_into].map(str::to_owned);
        fields.push(FormField::new("headings", "", Input::Headings(labels)));
        fields.extend(self.header_fields().chain(self.value_fields()).chain(self.constant_fields()));
        let additions: Vec<_> = self.reading_fields().into_iter().chain(self.addition_fields()).collect();
        let is_shown = |name: &str| {
            let mut shown = fields.iter().chain(&additions).filter(|field| field.input != Input::Hidden);
            shown.any(|field| field.name == name)
        };
        self.errors.iter().filter(|(name, _)| !is_shown(name)).for_each(|(_, wrong)| content.wrong(wrong));
        let is_open = additions.iter().any(|field| !["", LEFT_OUT].contains(&field.value.as_str()));
        content.add(&Form {
            more: Some((words.add_to_mapping, is_open, additions)),
            ..Form::changing(self.context, words.columns_of_file, action.to_owned(), fields, button)
        });
    }

    fn field(&self, name: impl Into<String>, label: impl Into<String>, input: Input, value: &str) -> FormField {
        let name = name.into();
        let errors = self.errors.iter().filter(|(field, _)| *field == name);
        let wrong = errors.map(|(_, wrong)| wrong.clone()).collect();
        let sent = self.context.request.form.get(&name).unwrap_or(value).to_owned();
        FormField { wrong, ..FormField::new(name, label, input) }.with_value(sent)
    }

    /// Returns the label of a column in the page's language.
    fn label(&self, column: &Column) -> String {
        column.label(self.context.language)
    }

    /// Returns all columns to choose from, after another choice.
    fn all_columns(&self, first: (&str, &str)) -> Input {
        let columns = self.suggestion.mapping.file.columns.iter();
        let columns = columns.map(|column| (column.name.to_owned(), self.label(column)));
        Input::Choice([(first.0.to_owned(), first.1.to_owned())].into_iter().chain(columns).collect())
    }

    /// Returns a field for each header.
    fn header_fields(&self) -> impl Iterator<Item = FormField> {
        self.suggestion.headers.iter().map(|header| {
            let column = header.column.map_or(LEFT_OUT, |column| self.suggestion.mapping.file.columns[column].name);
            let input = self.all_columns((LEFT_OUT, self.context.words.leave_out));
            let name = field_name([(COLUMN, header.name.as_str())]);
            let field = self.field(name, &header.name, input, column).hint(header.cells.join(" · "));
            FormField { is_row: true, ..field }
        })
    }

    /// Returns a field for each value, and for the rest of each column with a list of values.
    fn value_fields(&self) -> impl Iterator<Item = FormField> {
        let (mapping, words) = (&self.suggestion.mapping, self.context.words);
        let is_mapped = |at: usize| self.suggestion.headers.iter().any(|header| header.column == Some(at));
        let has_rest = |at: usize| mapping.values.get(&at).is_some_and(|values| values.contains_key(REST));
        let columns = mapping.file.columns.iter().enumerate();
        let rests = columns
            .filter(move |(at, column)| matches!(column.domain, Domain::Choice(_)) && is_mapped(*at) && !has_rest(*at));
        let values = self.suggestion.cell_values().chain(rests.map(|(at, _)| (at, REST, "")));
        values.map(move |(at, cell, value)| {
            let column = &mapping.file.columns[at];
            let label = match cell {
                REST => words.map_rest,
                "" => words.map_empty,
                _ => words.map_value,
            };
            let label = label.replace("{column}", &self.label(column)).replace("{}", cell);
            let name = field_name([(VALUE, column.name), (CELL, cell)]);
            let none = if cell == REST { words.no_value } else { words.choose };
            self.field(name, label, self.input(column, none), value)
        })
    }

    /// Returns a field for each constant, and for each required column that no header has.
    fn constant_fields(&self) -> impl Iterator<Item = FormField> {
        let (suggestion, mapping) = (self.suggestion, &self.suggestion.mapping);
        let lacking = suggestion.missing_columns(ColumnRole::Required).map(|(at, _)| at);
        let lacking = lacking.filter(|at| !mapping.constants.contains_key(at));
        mapping.constants.keys().copied().chain(lacking).map(|at| {
            let column = &mapping.file.columns[at];
            let label = self.context.words.for_every_row.replace("{}", &self.label(column));
            let value = mapping.constants.get(&at).map_or("", String::as_str);
            self.field(field_name([(CONSTANT, column.name)]), label, self.input(column, ""), value)
        })
    }

    /// Returns the input of a column's value; `none` is the choice of no value.
    fn input(&self, column: &Column, none: &str) -> Input {
        let none = (String::new(), none.to_owned());
        let choices = choices(self.context, column).map(|known| [none].into_iter().chain(known).collect());
        choices.map_or(Input::Line("text"), Input::Choice)
    }

    /// Returns the fields of how the file is read: sheet, header, encoding, order of dates, and rows to skip.
    fn reading_fields(&self) -> Vec<FormField> {
        let (mapping, words) = (&self.suggestion.mapping, self.context.words);
        let choices = |first: &str, known: &[(&str, &str)]| {
            let known = [("", first)].into_iter().chain(known.iter().copied());
            Input::Choice(known.map(|(value, label)| (value.to_owned(), label.to_owned())).collect())
        };
        let (sheet, row) = (mapping.sheet.clone(), mapping.header_row.map(|row| row.to_string()));
        let orders = [("mdy", words.dates_mdy), ("ymd", words.dates_ymd)];
        let order = if mapping.order == DateOrder::default() { "" } else { mapping.order.name() };
        let encodings = choices(words.found_by_itself, &[("utf-8", "UTF-8"), ("windows-1252", "Windows-1252")]);
        let mut fields = vec![
            self.field(SHEET, words.map_sheet, Input::Line("text"), &sheet.unwrap_or_default()),
            self.field(HEADER_ROW, words.map_header_row, Input::Line("number"), &row.unwrap_or_default()),
            self.field(ENCODING, words.map_encoding, encodings, mapping.encoding_name()),
            self.field(DATES, words.map_dates, choices(words.dates_dmy, &orders), order),
        ];
        fields[0].hint = words.map_sheet_says.to_owned();
        fields[1].hint = words.map_header_row_says.to_owned();
        // a text field cannot show that rows with an empty cell alone are skipped
        let skip = mapping.skip.iter().filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
        for (header, cells) in skip {
            let label = words.map_skip.replace("{}", header);
            let cells = cells.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
            let field = self.field(field_name([(SKIP, header.as_str())]), label, Input::Words, &cells);
            fields.push(field.hint(words.map_skip_says));
        }
        fields.push(self.field(NEW_SKIP_HEADER, words.new_skip_header, Input::Line("text"), ""));
        fields.push(self.field(NEW_SKIP_CELLS, words.new_skip_cells, Input::Words, "").hint(words.map_skip_says));
        fields
    }

    /// Returns the fields for a header, a value and a constant that the mapping does not have.
    fn addition_fields(&self) -> Vec<FormField> {
        let (words, text) = (self.context.words, Input::Line("text"));
        let column = || self.all_columns(("", ""));
        vec![
            self.field(NEW_HEADER, words.new_header, text.clone(), ""),
            self.field(NEW_COLUMN, words.becomes_column, self.all_columns((LEFT_OUT, words.leave_out)), ""),
            self.field(NEW_VALUE_COLUMN, words.new_value_column, column(), ""),
            self.field(NEW_CELL, words.new_value_cell, text.clone(), ""),
            self.field(NEW_VALUE, words.becomes_value, text.clone(), ""),
            self.field(NEW_CONSTANT_COLUMN, words.new_constant_column, column(), ""),
            self.field(NEW_CONSTANT, words.value, text, ""),
        ]
    }
}

/// Adds the choice of the data file.
pub fn add_data_file_choice(
    context: &PageContext,
    content: &mut PageContent,
    action: &str,
    own: Vec<FormField>,
    chosen: &str,
) {
    let words = context.words;
    let none = (String::new(), words.choose.to_owned());
    let files = FILES.iter().map(|file| (file.name.to_owned(), file.label(context.language)));
    let files = [none].into_iter().filter(|_| chosen.is_empty()).chain(files).collect();
    let field = FormField::new(DATA_FILE, words.data_file, Input::Choice(files)).with_value(chosen);
    let fields = own.into_iter().chain([field]).collect();
    content.add(&Form::search_form(words.data_file, action.to_owned(), fields, words.show_columns));
}

/// Returns the data file that a form names; `None` without a known name.
pub fn requested_data_file(sent: &FormFields) -> Option<&'static DataFile> {
    FILES.iter().copied().find(|file| file.name == sent.text_of(DATA_FILE))
}

/// Changes a mapping as a form says. Returns the errors, by field; the mapping is usable only without errors.
pub fn set_from_form(context: &PageContext, mapping: &mut Mapping, sent: &FormFields) -> MappingFieldErrors {
    let mut errors = MappingFieldErrors::new();
    if let Some(name) = sent.get(NAME) {
        name.trim().clone_into(&mut mapping.name);
    }
    set_reading(mapping, sent);
    let added = |field: &str| sent.text_of(field).trim();
    let mut fields: Vec<_> = sent.0.iter().map(|(name, value)| (name.as_str(), name.clone(), value.as_str())).collect();
    if !added(NEW_HEADER).is_empty() {
        fields.push((NEW_COLUMN, field_name([(COLUMN, added(NEW_HEADER))]), added(NEW_COLUMN)));
    }
    if !added(NEW_VALUE_COLUMN).is_empty() {
        let parts = [(VALUE, added(NEW_VALUE_COLUMN)), (CELL, added(NEW_CELL))];
        fields.push((NEW_VALUE, field_name(parts), added(NEW_VALUE)));
    }
    if !added(NEW_CONSTANT_COLUMN).is_empty() {
        fields.push((NEW_CONSTANT, field_name([(CONSTANT, added(NEW_CONSTANT_COLUMN))]), added(NEW_CONSTANT)));
    }
    if !added(NEW_SKIP_HEADER).is_empty() {
        fields.push((NEW_SKIP_CELLS, field_name([(SKIP, added(NEW_SKIP_HEADER))]), added(NEW_SKIP_CELLS)));
    }
    let file = mapping.file;
    let mut names = Vec::new();
    for (field, name, value) in &fields {
        let parts = FormFields::read(name.as_bytes());
        let parts: Vec<_> = parts.0.iter().map(|(part, value)| (part.as_str(), value.as_str())).collect();
        let column = |name: &str| file.find_column(name).map(|(at, _)| at);
        let (known, column) = match parts[..] {
            [(COLUMN, header)] if *value == LEFT_OUT => {
                mapping.set_column(header, None);
                (Some(()), *value)
            }
            [(COLUMN, header)] => (column(value).map(|at| mapping.set_column(header, Some(at))), *value),
            [(VALUE, name), (CELL, cell)] => (column(name).map(|at| mapping.set_value(at, cell, value)), name),
            [(CONSTANT, name)] => (column(name).map(|at| mapping.set_constant(at, value)), name),
            [(SKIP, header)] => {
                mapping.set_skip(header, value.lines());
                (Some(()), header)
            }
            _ => continue,
        };
        if known.is_none() {
            let message = Message::new(MessageName::NotAColumn).with(file.label(context.language));
            errors
                .push(((*field).to_owned(), message.render_with_value(context.language, &cut_and_escape_cell(column))));
        }
        names.push((*field, name.clone()));
    }
    let toml = mapping.to_toml();
    for error in Mapping::parse(&toml, context.console.service.store.clock()).err().into_iter().flatten() {
        let name = field_of_line(mapping, &toml, error.line);
        let field = names.iter().rev().find(|(_, known)| *known == name).map_or(&*name, |(field, _)| *field);
        errors.push((field.to_owned(), error.message.text(context.language)));
    }
    errors
}

/// Sets how the file is read, as far as the form has it.
fn set_reading(mapping: &mut Mapping, sent: &FormFields) {
    if let Some(sheet) = sent.get(SHEET) {
        mapping.sheet = Some(sheet.trim().to_owned()).filter(|sheet| !sheet.is_empty());
    }
    if let Some(row) = sent.get(HEADER_ROW).map(str::trim) {
        // 0 is reported as an error
        mapping.header_row = (!row.is_empty()).then(|| row.parse().unwrap_or(0));
    }
    if let Some(encoding) = sent.get(ENCODING) {
        mapping.set_encoding(encoding);
    }
    if let Some(order) = sent.get(DATES) {
        mapping.order = DateOrder::from_name(order).unwrap_or_default();
    }
}

/// Returns the name of the field that sets what is on a line of a mapping's TOML; empty if none does.
fn field_of_line(mapping: &Mapping, toml: &str, line: usize) -> String {
    let lines: Vec<_> = toml.lines().take(line).collect();
    let is_here = |key: &str| lines.last().is_some_and(|line| line.starts_with(&format!("{} = ", quote_toml(key))));
    let column = |at: &usize| mapping.file.columns[*at].name;
    let field = match lines.iter().rev().find(|line| line.starts_with('[')) {
        None => lines.last().and_then(|line| line.split_once(" = ")).map(|(key, _)| key.to_owned()),
        Some(&"[skip]") => {
            let header = mapping.skip.iter().map(|(header, _)| header).find(|header| is_here(header));
            header.map(|header| field_name([(SKIP, header.as_str())]))
        }
        Some(&"[columns]") => {
            let mut headers = mapping.columns.iter().map(|(header, _)| header);
            headers.find(|header| is_here(header)).map(|header| field_name([(COLUMN, header.as_str())]))
        }
        Some(&"[constants]") => {
            let mut columns = mapping.constants.keys().map(column);
            columns.find(|column| is_here(column)).map(|column| field_name([(CONSTANT, column)]))
        }
        Some(section) => {
            let values = mapping.values.iter().find(|(at, _)| *section == format!("[values.{}]", column(at)));
            values.and_then(|(at, values)| {
                let cell = values.keys().find(|cell| is_here(cell))?;
                Some(field_name([(VALUE, column(at)), (CELL, cell.as_str())]))
            })
        }
    };
    field.unwrap_or_default()
}

/// A file of a preview, and its mapping or a proposed one.
struct MappedUpload {
    preview: Arc<Preview>,
    ready: Arc<CheckedUpload>,
    name: String,
    suggestion: Option<Suggestion>,
    stored: Vec<StoredMapping>,
    /// Is no mapping of this name stored?
    is_new: bool,
}

impl MappedUpload {
    /// Finds the file of the request. `None` if the preview has no such file.
    fn of(context: &PageContext) -> Result<Option<Self>> {
        let sent = if context.request.is_post { &context.request.form } else { &context.request.query };
        let Some(preview) = context.preview() else {
            return Ok(None);
        };
        let PreviewState::Ready(ready) = preview.state() else {
            return Ok(None);
        };
        let Some(name) = sent.get("file").or_else(|| ready.foreign().next()).map(str::to_owned) else {
            return Ok(None);
        };
        if !ready.is_table(&name) {
            return Ok(None);
        }
        let file = requested_data_file(sent).or_else(|| ready.data_file(&name));
        let mut suggestion = preview.suggestion(&name, file)?;
        let snapshot = context.snapshot()?;
        let stored = mapping::read_mappings(&snapshot, snapshot.clock())?;
        drop(snapshot);
        let is_stored = |name: &str| stored.iter().any(|stored| stored.mapping.name == name);
        let is_mapped = ready.mapped.iter().any(|mapped| mapped.name == name);
        if let Some(suggestion) = suggestion.as_mut().filter(|_| !is_mapped) {
            // a name that no mapping has, such as `hr` or `hr-2`
            let own = suggestion.mapping.name.clone();
            let numbers = (2..).take_while(|_| is_stored(&suggestion.mapping.name));
            if let Some(free) = numbers.map(|number| format!("{own}-{number}")).find(|name| !is_stored(name)) {
                suggestion.mapping.name = free;
            }
        }
        let is_new = suggestion.as_ref().is_some_and(|suggestion| !is_stored(&suggestion.mapping.name));
        Ok(Some(Self { preview, ready, name, suggestion, stored, is_new }))
    }

    fn page(&self, context: &PageContext, errors: MappingFieldErrors) -> PageAnswer {
        let words = context.words;
        let mut content = PageContent::new(words.which_file.replace("{}", &shorten_for_message(&self.name)));
        let file = self.suggestion.as_ref().map_or("", |suggestion| suggestion.mapping.file.name);
        content.note(if file.is_empty() { words.no_file_proposed } else { words.file_proposed });
        let here = context.address("import/preview/map");
        let name = || FormField::new("file", "", Input::Hidden).with_value(&self.name);
        add_data_file_choice(context, &mut content, &here, vec![name()], file);
        if let Some(suggestion) = &self.suggestion {
            let own = vec![name(), super::preview_mark_field(&self.ready)];
            let form = MappingForm { context, suggestion, is_new: self.is_new, errors };
            form.add_to(&mut content, &here, own, words.preview_mapping);
        }
        content.link(context.address("import/preview"), words.back_to_preview);
        content.link(context.address("import"), words.other_files);
        PageAnswer::Page(content)
    }
}

/// Shows the form for a file of the preview: its data file, columns and values.
pub fn show(context: &PageContext) -> Result<PageAnswer> {
    Ok(match MappedUpload::of(context)? {
        Some(upload) => upload.page(context, MappingFieldErrors::new()),
        None => PageAnswer::To("import/preview".to_owned()),
    })
}

/// Reads the files of the preview again with the mapping of the form. Applying the import stores the mapping.
pub fn accept(context: &PageContext) -> Result<PageAnswer> {
    let Some(upload) = MappedUpload::of(context)? else {
        return Ok(PageAnswer::To("import/preview".to_owned()));
    };
    let Some(mut mapping) = upload.suggestion.as_ref().map(|suggestion| suggestion.mapping.clone()) else {
        return Ok(PageAnswer::To("import/preview".to_owned()));
    };
    let mut errors = set_from_form(context, &mut mapping, &context.request.form);
    let mut others = upload.stored.iter().map(|stored| &stored.mapping).filter(|other| other.name != mapping.name);
    if let Some(other) = others.find(|other| other.matches_file_name(&upload.name)) {
        errors.push((NAME.to_owned(), context.words.mapping_known.replace("{}", &other.name)));
    }
    if !errors.is_empty() {
        return Ok(upload.page(context, errors));
    }
    let mappings = [(upload.name.clone(), mapping)].into();
    let change = PreviewChange { mappings, ..PreviewChange::default() };
    Ok(super::continue_shown_preview(context, &upload.preview, |ready| upload.preview.amend(ready, change)))
}
