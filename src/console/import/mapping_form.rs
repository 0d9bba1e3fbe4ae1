//! The form of a mapping: of a stored mapping, of the mapping of a file in a preview, or of a proposed mapping.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Result;

use crate::console::components::{Form, FormField, Input, MoreFields};
use crate::console::data::column_options;
use crate::console::data::suggestions::suggestion_query;
use crate::console::preview::{CheckedUpload, Preview, PreviewChange, PreviewState};
use crate::console::translations::fill;
use crate::console::{FormFields, PageAnswer, PageContent, PageContext};
use crate::datafile::FILES;
use crate::datafile::file::{Column, ColumnRole, DataFile, Domain};
use crate::exchange::mapping::document::key_of_line;
use crate::exchange::mapping::suggestion::Suggestion;
use crate::exchange::mapping::{self, DateOrder, Mapping, StoredMapping};
use crate::model::message::{Message, MessageName};
use crate::model::text::{cut_and_escape_cell, cut_and_escape_value};

const NAME: &str = "name";

/// The field with the name of the data file to which the mapping maps.
const DATA_FILE: &str = "as";

/// The keys in the name of a field that sets a [`MappingPart`]. The values of the keys are headers, columns or cells.
const COLUMN: &str = "column";
pub const VALUE: &str = "value";
const CONSTANT: &str = "constant";
pub const CELL: &str = "cell";

/// The fields that add a part: a header with its column, a cell with its value, or a constant of a column.
const NEW_HEADER: &str = "new-header";
const NEW_COLUMN: &str = "new-column";
const NEW_VALUE_COLUMN: &str = "new-value-column";
const NEW_CELL: &str = "new-cell";
const NEW_VALUE: &str = "new-value";
const NEW_CONSTANT_COLUMN: &str = "new-constant-column";
const NEW_CONSTANT: &str = "new-constant";

/// The fields for reading the file, named like the keys in the TOML of a mapping.
const SHEET: &str = "sheet";
const HEADER_ROW: &str = "header_row";
const ENCODING: &str = "encoding";
const DATES: &str = "dates";

/// The key of a field with cells whose rows are skipped. The fields `new-skip-…` add a header and such cells.
const SKIP: &str = "skip";
const NEW_SKIP_HEADER: &str = "new-skip-header";
const NEW_SKIP_CELLS: &str = "new-skip-cells";

/// The value of a header that the mapping leaves out; no column has this name.
const LEFT_OUT: &str = "-";

/// In a mapping, the value of this cell is the value of all cells that are not listed.
const OTHER_CELLS: &str = "*";

/// The names of fields, each with an error. The name is empty if the error concerns no field.
pub type MappingFieldErrors = Vec<(String, String)>;

/// Returns a field name, such as `value=Type&cell=E+learning`. It is a query, because it must not contain blanks.
pub fn field_name<'p>(parts: impl IntoIterator<Item = (&'p str, &'p str)>) -> String {
    FormFields::new(parts).to_query()
}

/// The part of a mapping that a form field sets, according to the field's name.
#[derive(Clone, Copy)]
enum MappingPart<'p> {
    ColumnOfHeader { header: &'p str },
    ValueOfCell { column: &'p str, cell: &'p str },
    Constant { column: &'p str },
    SkippedCells { header: &'p str },
}

impl<'p> MappingPart<'p> {
    /// Creates the part from the keys and values in a [`field_name`]. Returns `None` if the field sets no part.
    fn from_pairs(pairs: &[(&str, &'p str)]) -> Option<Self> {
        match *pairs {
            [(COLUMN, header)] => Some(Self::ColumnOfHeader { header }),
            [(VALUE, column), (CELL, cell)] => Some(Self::ValueOfCell { column, cell }),
            [(CONSTANT, column)] => Some(Self::Constant { column }),
            [(SKIP, header)] => Some(Self::SkippedCells { header }),
            _ => None,
        }
    }

    /// Sets the part in a mapping. The value of a header is a column, or [`LEFT_OUT`].
    fn set_in<'v>(self, mapping: &mut Mapping, value: &'v str) -> Result<(), UnknownColumnError<'v>>
    where
        'p: 'v,
    {
        let file = mapping.file;
        let column_index = |column: &'v str| match file.find_column(column) {
            Some((index, _)) => Ok(index),
            None => Err(UnknownColumnError(column)),
        };
        match self {
            Self::ColumnOfHeader { header } if value == LEFT_OUT => mapping.set_column(header, None),
            Self::ColumnOfHeader { header } => mapping.set_column(header, Some(column_index(value)?)),
            Self::ValueOfCell { column, cell } => mapping.set_value(column_index(column)?, cell, value),
            Self::Constant { column } => mapping.set_constant(column_index(column)?, value),
            Self::SkippedCells { header } => mapping.set_skip(header, value.lines()),
        }
        Ok(())
    }
}

struct UnknownColumnError<'a>(&'a str);

pub fn address_for(context: &PageContext, file_name: &str) -> String {
    context.address(&format!("import/preview/map?{}", FormFields::new([("file", file_name)]).to_query()))
}

/// The form of a mapping. It shows a [`Suggestion`], which also has the headers of an uploaded file and its unknown
/// cells. For a stored mapping without a file, [`Suggestion::from_mapping`] has only what the mapping contains.
pub struct MappingForm<'a> {
    pub context: &'a PageContext<'a>,
    pub suggestion: &'a Suggestion,
    /// Is the name not stored yet? Only then can the operator change the name.
    pub is_new: bool,
    pub errors: MappingFieldErrors,
}

impl MappingForm<'_> {
    /// Adds the form, which begins with the fields `hidden`. Errors of fields that are not shown come before the form.
    pub fn add_to(self, content: &mut PageContent, action: &str, hidden: Vec<FormField>, button: &str) {
        let words = self.context.words;
        let mut fields = hidden;
        fields.push(FormField::hidden(DATA_FILE, self.suggestion.mapping.file.name));
        let name_input = if self.is_new { Input::Line("text") } else { Input::Hidden };
        let name_field = self.field(NAME, words.mapping_name, name_input, &self.suggestion.mapping.name);
        fields.push(name_field.with_hint(words.mapping_name_hint));
        // a table with a row for each header, then the values and the constants
        let labels = [words.column_in_your_file, words.examples, words.goes_into].map(str::to_owned);
        fields.push(FormField::new("headings", "", Input::Headings(labels)));
        fields.extend(self.header_fields().chain(self.value_fields()).chain(self.constant_fields()));
        let additions = self.more_fields();
        let is_shown = |name: &str| {
            fields.iter().chain(&additions).any(|field| field.input != Input::Hidden && field.name == name)
        };
        for (name, error) in &self.errors {
            if !is_shown(name) {
                content.add_error(error);
            }
        }
        let is_open = additions.iter().any(|field| !["", LEFT_OUT].contains(&field.value.as_str()));
        content.add(&Form {
            more: Some(MoreFields { heading: words.more_settings, is_open, fields: additions }),
            ..Form::changing(self.context, words.columns_and_values, action.to_owned(), fields, button)
        });
    }

    /// Creates a field with its errors. The value that the operator sent, if any, replaces `value`.
    fn field(&self, name: impl Into<String>, label: impl Into<String>, input: Input, value: &str) -> FormField {
        let name = name.into();
        let own_errors = self.errors.iter().filter(|(field, _)| *field == name);
        let errors = own_errors.map(|(_, error)| error.clone()).collect();
        let shown_value = self.context.request.form.get(&name).unwrap_or(value).to_owned();
        FormField { errors, ..FormField::new(name, label, input) }.with_value(shown_value)
    }

    fn label(&self, column: &Column) -> String {
        column.label(self.context.language)
    }

    /// Returns a drop-down list of the columns. The first option has this value and label: it selects no column.
    fn column_input(&self, (first_value, first_label): (&str, &str)) -> Input {
        let columns = self.suggestion.mapping.file.columns.iter();
        let column_options = columns.map(|column| (column.name, self.label(column)));
        Input::select([(first_value, first_label.to_owned())].into_iter().chain(column_options))
    }

    /// Returns a field for each header of the file. The value is the column to which the header is mapped.
    fn header_fields(&self) -> impl Iterator<Item = FormField> {
        self.suggestion.headers.iter().map(|header| {
            let file = self.suggestion.mapping.file;
            let column_name = header.column.map_or(LEFT_OUT, |index| file.columns[index].name);
            let input = self.column_input((LEFT_OUT, self.context.words.leave_out));
            let name = field_name([(COLUMN, header.name.as_str())]);
            let examples = header.cells.join(" · ");
            let field = self.field(name, &header.name, input, column_name).with_hint(examples);
            FormField { row_heading: self.context.words.goes_into, ..field }
        })
    }

    /// Returns a field for each known cell. A mapped column with a list of values always has a field for other cells.
    fn value_fields(&self) -> impl Iterator<Item = FormField> {
        let (mapping, words) = (&self.suggestion.mapping, self.context.words);
        let is_mapped = |index: usize| self.suggestion.headers.iter().any(|header| header.column == Some(index));
        let has_field_for_others =
            |index: usize| mapping.values.get(&index).is_some_and(|values| values.contains_key(OTHER_CELLS));
        let lists_values = |column: &Column| matches!(column.domain, Domain::Choice(_));
        let columns = mapping.file.columns.iter().enumerate();
        let columns_without_others = columns
            .filter(move |(index, column)| lists_values(column) && is_mapped(*index) && !has_field_for_others(*index));
        // the field for other cells is empty: by default, they have no fixed value
        let values_of_others = columns_without_others.map(|(index, _)| (index, OTHER_CELLS, ""));
        self.suggestion.cell_values().chain(values_of_others).map(move |(index, cell, value)| {
            let column = &mapping.file.columns[index];
            let label_text = match cell {
                OTHER_CELLS => words.meaning_of_other_values,
                "" => words.meaning_of_empty_cell,
                _ => words.meaning_of_value,
            };
            let label = fill(label_text, [("", cell), ("column", &self.label(column))]);
            let name = field_name([(VALUE, column.name), (CELL, cell)]);
            let empty_label = if cell == OTHER_CELLS { words.no_fixed_value } else { words.choose_meaning };
            let field = self.field(name, label, self.value_input(column, empty_label), value);
            FormField { suggestion_query: suggestion_query(column, |_| ""), ..field }
        })
    }

    /// Returns a field for each constant, and for each required column that has neither a header nor a constant.
    fn constant_fields(&self) -> impl Iterator<Item = FormField> {
        let (suggestion, mapping) = (self.suggestion, &self.suggestion.mapping);
        let unmapped = suggestion.missing_columns(ColumnRole::Required).map(|(index, _)| index);
        let missing = unmapped.filter(|index| !mapping.constants.contains_key(index));
        mapping.constants.keys().copied().chain(missing).map(|index| {
            let column = &mapping.file.columns[index];
            let label = self.context.words.fixed_value_for.replace("{}", &self.label(column));
            let value = mapping.constants.get(&index).map_or("", String::as_str);
            let field = self.field(field_name([(CONSTANT, column.name)]), label, self.value_input(column, ""), value);
            FormField { suggestion_query: suggestion_query(column, |_| ""), ..field }
        })
    }

    /// Returns the input for a value. In a drop-down list, the option without a value has the label `empty_label`.
    fn value_input(&self, column: &Column, empty_label: &str) -> Input {
        let empty = (String::new(), empty_label.to_owned());
        match column_options(self.context, column) {
            Some(options) => Input::Select([empty].into_iter().chain(options).collect()),
            None => Input::Line("text"),
        }
    }

    /// Returns the fields for reading the file, and fields that add headers, values, constants and skipped rows.
    fn more_fields(&self) -> Vec<FormField> {
        let (mapping, words) = (&self.suggestion.mapping, self.context.words);
        let sheet = mapping.sheet.as_deref().unwrap_or_default();
        let header_row = mapping.header_row.map(|row| row.to_string()).unwrap_or_default();
        let date_orders = [("", words.day_month_year), ("mdy", words.month_day_year), ("ymd", words.year_month_day)];
        let date_order = if mapping.date_order == DateOrder::default() { "" } else { mapping.date_order.name() };
        let encodings = [("", words.found_automatically), ("utf-8", "UTF-8"), ("windows-1252", "Windows-1252")];
        let mut fields = vec![
            self.field(SHEET, words.sheet, Input::Line("text"), sheet).with_hint(words.sheet_hint),
            self.field(HEADER_ROW, words.header_line, Input::Line("number"), &header_row)
                .with_hint(words.header_line_hint),
            self.field(ENCODING, words.encoding, Input::select(encodings), mapping.encoding_name()),
            self.field(DATES, words.date_order, Input::select(date_orders), date_order),
        ];
        // the cells whose rows are skipped, one a line; a text area cannot show that only the empty cell is skipped
        let shown_skips = mapping.skip.iter().filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
        for (header, cells) in shown_skips {
            let label = words.skip_rows_with_values.replace("{}", header);
            let lines = cells.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
            let field = self.field(field_name([(SKIP, header.as_str())]), label, Input::TextArea, &lines);
            fields.push(field.with_hint(words.skip_rows_hint));
        }
        fields.push(self.field(NEW_SKIP_HEADER, words.new_skip_header, Input::Line("text"), ""));
        let new_cells = self.field(NEW_SKIP_CELLS, words.new_skip_cells, Input::TextArea, "");
        fields.push(new_cells.with_hint(words.skip_rows_hint));
        let text = Input::Line("text");
        let column_choice = || self.column_input(("", ""));
        fields.extend([
            self.field(NEW_HEADER, words.new_header, text.clone(), ""),
            self.field(NEW_COLUMN, words.becomes_column, self.column_input((LEFT_OUT, words.leave_out)), ""),
            self.field(NEW_VALUE_COLUMN, words.new_value_column, column_choice(), ""),
            self.field(NEW_CELL, words.new_value_cell, text.clone(), ""),
            self.field(NEW_VALUE, words.becomes_value, text.clone(), ""),
            self.field(NEW_CONSTANT_COLUMN, words.new_constant_column, column_choice(), ""),
            self.field(NEW_CONSTANT, words.value, text, ""),
        ]);
        fields
    }
}

/// Returns the form that chooses another data file than `chosen`, which is empty if no data file is chosen yet.
pub fn data_file_form<'a>(context: &'a PageContext, action: &str, hidden: Vec<FormField>, chosen: &str) -> Form<'a> {
    let words = context.words;
    let no_choice = chosen.is_empty().then(|| ("", words.choose_meaning.to_owned()));
    let files = FILES.iter().map(|file| (file.name, file.label(context.language)));
    let options = Input::select(no_choice.into_iter().chain(files));
    let field = FormField::new(DATA_FILE, words.data_file, options).with_value(chosen);
    let fields = hidden.into_iter().chain([field]).collect();
    // once a table is chosen, the form of its columns leads on
    let is_secondary = !chosen.is_empty();
    Form { is_secondary, ..Form::selecting(words.data_file, action.to_owned(), fields, words.use_chosen_table) }
}

pub fn requested_data_file(sent: &FormFields) -> Option<&'static DataFile> {
    FILES.iter().copied().find(|file| file.name == sent.text_of(DATA_FILE))
}

/// Sets the values of a form in a mapping. Returns the errors: a mapping with errors must not be used.
pub fn update_from_form(context: &PageContext, mapping: &mut Mapping, sent: &FormFields) -> MappingFieldErrors {
    let mut errors = MappingFieldErrors::new();
    if let Some(name) = sent.get(NAME) {
        name.trim().clone_into(&mut mapping.name);
    }
    update_reading_settings(mapping, sent);
    let sent_fields = sent_mapping_fields(sent);
    for MappingField { form_field, part_name, value } in &sent_fields {
        let name = FormFields::parse(part_name.as_bytes());
        let Some(part) = MappingPart::from_pairs(&name.as_pairs()) else { continue };
        if let Err(UnknownColumnError(column)) = part.set_in(mapping, value) {
            let message = Message::new(MessageName::NotAColumn).with(mapping.file.label(context.language));
            let text = message.render_with_value(context.language, &cut_and_escape_cell(column));
            errors.push(((*form_field).to_owned(), text));
        }
    }
    // of several fields for one part, the last field has set it
    let fields_by_part: HashMap<_, _> =
        sent_fields.iter().map(|field| (field.part_name.as_str(), field.form_field)).collect();
    // an error in the whole mapping names a line of the TOML: assign it to the field that set this line
    let toml = mapping.to_toml();
    let toml_errors = Mapping::parse(&toml, context.console.service.store.clock()).err().unwrap_or_default();
    for error in toml_errors {
        let part_name = part_name_of_line(&toml, error.line);
        let form_field = fields_by_part.get(part_name.as_str()).copied().unwrap_or(&part_name);
        errors.push((form_field.to_owned(), error.message.text(context.language)));
    }
    errors
}

struct MappingField<'a> {
    form_field: &'a str,
    /// The [`field_name`] of the part of the mapping that is set. Equals `form_field`, except for a field `new-…`.
    part_name: String,
    value: &'a str,
}

/// Returns the sent fields. A new header, value, constant or list of skipped cells (fields `new-…`) becomes a further
/// field, as if the mapping already had this part.
fn sent_mapping_fields(sent: &FormFields) -> Vec<MappingField<'_>> {
    let shown_parts = sent.0.iter().map(|(name, value)| MappingField {
        form_field: name.as_str(),
        part_name: name.clone(),
        value: value.as_str(),
    });
    let trimmed = |field: &str| sent.text_of(field).trim();
    let header_column = field_name([(COLUMN, trimmed(NEW_HEADER))]);
    let cell_value = field_name([(VALUE, trimmed(NEW_VALUE_COLUMN)), (CELL, trimmed(NEW_CELL))]);
    let constant = field_name([(CONSTANT, trimmed(NEW_CONSTANT_COLUMN))]);
    let skipped_cells = field_name([(SKIP, trimmed(NEW_SKIP_HEADER))]);
    // the field that is empty if there is no new part, the field with the part's value, and the part's name
    let new_parts = [
        (NEW_HEADER, NEW_COLUMN, header_column),
        (NEW_VALUE_COLUMN, NEW_VALUE, cell_value),
        (NEW_CONSTANT_COLUMN, NEW_CONSTANT, constant),
        (NEW_SKIP_HEADER, NEW_SKIP_CELLS, skipped_cells),
    ];
    let sent_new_parts = new_parts.into_iter().filter(|(required_field, ..)| !trimmed(required_field).is_empty());
    let new_fields = sent_new_parts.map(|(_, value_field, part_name)| MappingField {
        form_field: value_field,
        part_name,
        value: trimmed(value_field),
    });
    shown_parts.chain(new_fields).collect()
}

/// Sets the sheet, header row, encoding and date order of a mapping. Keeps the settings that were not sent.
fn update_reading_settings(mapping: &mut Mapping, sent: &FormFields) {
    if let Some(sheet) = sent.get(SHEET) {
        mapping.sheet = Some(sheet.trim().to_owned()).filter(|sheet| !sheet.is_empty());
    }
    if let Some(row) = sent.get(HEADER_ROW).map(str::trim) {
        // an invalid number becomes 0, which the mapping reports as an error
        mapping.header_row = (!row.is_empty()).then(|| row.parse().unwrap_or(0));
    }
    if let Some(encoding) = sent.get(ENCODING) {
        mapping.set_encoding(encoding);
    }
    if let Some(order) = sent.get(DATES) {
        mapping.date_order = DateOrder::from_name(order).unwrap_or_default();
    }
}

/// Returns the [`MappingField::part_name`] of a line of the mapping's TOML; empty if no field can set the line. For
/// example, the line `Roepnaam = "FirstName"` below `[columns]` has the name `column=Roepnaam`.
fn part_name_of_line(toml: &str, line: usize) -> String {
    let (table, key) = key_of_line(toml, line).unwrap_or_default();
    match table {
        // the settings for reading the file: the fields have the names of the keys
        "" => key,
        "columns" => field_name([(COLUMN, key.as_str())]),
        "constants" => field_name([(CONSTANT, key.as_str())]),
        "skip" => field_name([(SKIP, key.as_str())]),
        _ => match table.strip_prefix("values.") {
            Some(column) => field_name([(VALUE, column), (CELL, &key)]),
            None => String::new(),
        },
    }
}

/// Returns the proposed name or, if it is used, the name with a number, such as `hr-2`.
fn unused_name(proposed: &str, is_used: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{proposed}-{number}"));
    let mut names = [proposed.to_owned()].into_iter().chain(numbered);
    names.find(|name| !is_used(name)).unwrap_or_default()
}

/// A file of the preview for which the operator chooses a mapping.
struct MappedUpload {
    preview: Arc<Preview>,
    checked: Arc<CheckedUpload>,
    file_name: String,
    /// The mapping of the file, or a proposed mapping; `None` if the file is similar to no data file.
    suggestion: Option<Suggestion>,
    stored: Vec<StoredMapping>,
    /// [`MappingForm::is_new`].
    is_new: bool,
}

impl MappedUpload {
    /// Finds the file that the request names, else the first file that a mapping could read. Returns `None` if no
    /// mapping can read the file, or if the preview shows no check.
    fn find(context: &PageContext) -> Result<Option<Self>> {
        let sent = if context.request.is_post { &context.request.form } else { &context.request.query };
        let Some(preview) = context.preview() else { return Ok(None) };
        let PreviewState::Ready(checked) = preview.state() else { return Ok(None) };
        let file_name = sent.get("file").or_else(|| checked.unrecognised_tables().next()).map(str::to_owned);
        let Some(file_name) = file_name.filter(|name| checked.is_mappable(name)) else { return Ok(None) };
        let data_file = requested_data_file(sent).or_else(|| checked.data_file(&file_name));
        let mut suggestion = preview.suggestion(&file_name, data_file)?;
        // a proposed mapping gets an unused name, so that it does not replace a stored mapping
        let snapshot = context.snapshot()?;
        let stored = mapping::read_mappings(&snapshot, snapshot.clock())?;
        let is_stored = |name: &str| stored.iter().any(|stored| stored.mapping.name == name);
        let is_mapped = checked.mapped.iter().any(|mapped| mapped.name == file_name);
        if !is_mapped && let Some(suggestion) = &mut suggestion {
            suggestion.mapping.name = unused_name(&suggestion.mapping.name, is_stored);
        }
        let is_new = suggestion.as_ref().is_some_and(|suggestion| !is_stored(&suggestion.mapping.name));
        Ok(Some(Self { preview, checked, file_name, suggestion, stored, is_new }))
    }

    fn page(&self, context: &PageContext, errors: MappingFieldErrors) -> PageAnswer {
        let words = context.words;
        let mut content = PageContent::new(words.which_data_file.replace("{}", &cut_and_escape_value(&self.file_name)));
        let file = self.suggestion.as_ref().map_or("", |suggestion| suggestion.mapping.file.name);
        content.add_note(if file.is_empty() { words.no_mapping_proposed } else { words.mapping_proposed });
        let action = context.address("import/preview/map");
        let name_field = || FormField::hidden("file", &self.file_name);
        content.add(&data_file_form(context, &action, vec![name_field()], file));
        if let Some(suggestion) = &self.suggestion {
            let hidden = vec![name_field(), super::check_id_field(&self.checked)];
            let form = MappingForm { context, suggestion, is_new: self.is_new, errors };
            form.add_to(&mut content, &action, hidden, words.preview_mapping);
        }
        content.add_link(context.address("import/preview"), words.back_to_preview);
        content.add_link(context.address("import"), words.choose_other_files);
        PageAnswer::Page(content)
    }
}

pub fn show(context: &PageContext) -> Result<PageAnswer> {
    let upload = MappedUpload::find(context)?;
    Ok(upload.map_or(super::redirect_to_preview(), |upload| upload.page(context, MappingFieldErrors::new())))
}

/// Reads the upload again with the mapping in the form. If the form has errors, shows it again.
pub fn preview_with_mapping(context: &PageContext) -> Result<PageAnswer> {
    let Some(upload) = MappedUpload::find(context)? else { return Ok(super::redirect_to_preview()) };
    let Some(suggestion) = &upload.suggestion else { return Ok(super::redirect_to_preview()) };
    let mut mapping = suggestion.mapping.clone();
    let mut errors = update_from_form(context, &mut mapping, &context.request.form);
    // two mappings must not match the same file name: later imports could not choose one
    let stored_mappings = upload.stored.iter().map(|stored| &stored.mapping);
    let mut others = stored_mappings.filter(|other| other.name != mapping.name);
    if let Some(other) = others.find(|other| other.matches_file_name(&upload.file_name)) {
        errors.push((NAME.to_owned(), context.words.mapping_has_matching_name.replace("{}", &other.name)));
    }
    if !errors.is_empty() {
        return Ok(upload.page(context, errors).with_status(400));
    }
    let mappings = [(upload.file_name.clone(), mapping)].into();
    let change = PreviewChange { mappings, ..PreviewChange::default() };
    Ok(match super::find_shown_check(context, &upload.preview) {
        Some(shown) => super::check_again(&upload.preview, &shown, change),
        None => super::redirect_from_outdated_form(),
    })
}
