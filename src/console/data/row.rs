//! A row of a data file as a form, with the origin of each value. Saving imports the row, so that the rules and
//! messages of imports apply.

use anyhow::Result;

use super::row_names::RowNames;
use super::suggestions::{self, FieldReference};
use super::{NEW_ROW, column_options, last_change};
use crate::console::components::{Form, FormField, Input};
use crate::console::edit::{
    self, CONFIRMED, ColumnCells, Confirmation, EditOutcome, RowEdit, SHOWN_DIGEST, ShownRow, digest_cells, row_error,
};
use crate::console::message_names::{error_detail, field_error_text, links_to_referring_rows};
use crate::console::page_context::RETURN_PATH;
use crate::console::{PageAnswer, PageContent, PageContext};
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, ColumnRole, DataFile, DefaultCell, Domain, IdSource};
use crate::datafile::{find_cell, persons};
use crate::exchange::merge::error_table::ImportError;
use crate::ledger::provenance::{self, FieldOrigin};
use crate::ledger::{RecordedCells, find_cells};
use crate::model::message::MessageName;
use crate::model::time::format_wall_time;
use crate::store::Snapshot;
use crate::store::operator::Role;

struct RowView<'a> {
    context: &'a PageContext<'a>,
    snapshot: &'a Snapshot<'a>,
    file: &'static DataFile,
    /// The id and cells of the row; `None` for a new row.
    row: Option<(i64, RecordedCells)>,
}

/// The problems that prevented a save, which the form shows.
#[derive(Default)]
struct SaveNotice {
    errors: Vec<ImportError>,
    warnings: Vec<ImportError>,
    /// Has the row changed since the form showed it?
    is_outdated: bool,
    /// The id of the stored row with the key of the new row.
    existing_row: Option<i64>,
}

pub fn show(context: &PageContext, file: &'static DataFile, segment: &str) -> Result<PageAnswer> {
    with_row(context, file, segment, |view| view.page(&SaveNotice::default()))
}

pub fn save(context: &PageContext, file: &'static DataFile, segment: &str) -> Result<PageAnswer> {
    with_row(context, file, segment, |view| view.save())
}

pub fn remove(context: &PageContext, file: &'static DataFile, segment: &str) -> Result<PageAnswer> {
    with_row(context, file, segment, |view| match view.row {
        Some(_) => view.remove(),
        None => Ok(PageAnswer::NotFound),
    })
}

/// Calls `answer` with the row of a path segment, which is `new` or an id. For a removed row, describes the removal.
fn with_row(
    context: &PageContext,
    file: &'static DataFile,
    segment: &str,
    answer: impl FnOnce(&RowView) -> Result<PageAnswer>,
) -> Result<PageAnswer> {
    let snapshot = context.snapshot()?;
    let row = match segment.parse::<i64>() {
        _ if segment == NEW_ROW => None,
        Ok(row) if row > 0 => match find_cells(&snapshot, file, row)? {
            Some(cells) => Some((row, cells)),
            None => return last_change::removed_row_answer(context, &snapshot, file, row),
        },
        _ => return Ok(PageAnswer::NotFound),
    };
    answer(&RowView { context, snapshot: &snapshot, file, row })
}

impl RowView<'_> {
    fn row_id(&self) -> Option<i64> {
        self.row.as_ref().map(|(row, _)| *row)
    }

    fn segment(&self) -> String {
        self.row_id().map_or(NEW_ROW.to_owned(), |row| row.to_string())
    }

    fn path(&self) -> String {
        format!("data/{}/{}", self.file.stem(), self.segment())
    }

    fn return_path(&self) -> Option<&str> {
        self.context.request.return_path()
    }

    /// Returns the cell of a column; for a new row, the default.
    fn cell(&self, column: &Column) -> &str {
        match (&self.row, column.default) {
            (Some((_, cells)), _) => find_cell(cells, column.name),
            (None, DefaultCell::Text(text)) => text,
            (None, _) => "",
        }
    }

    fn digest(&self) -> String {
        self.row.as_ref().map(|(_, cells)| digest_cells(cells)).unwrap_or_default()
    }

    /// Returns the hidden field by which a later save notices that the row has changed.
    fn digest_field(&self) -> FormField {
        FormField::hidden(SHOWN_DIGEST, self.digest())
    }

    /// Returns whether the operator can set a column. The key and the ids of a stored row cannot be changed, nor a column
    /// on which the id depends.
    fn is_settable(&self, column: &Column) -> bool {
        let determines_id = matches!(self.file.ids, IdSource::Within { column: name, .. } if name == column.name);
        let is_fixed = self.row.is_some() && (column.is_key() || determines_id);
        self.context.has_role(Role::Editor) && column.domain != Domain::Id && !is_fixed
    }

    fn save(&self) -> Result<PageAnswer> {
        let form = &self.context.request.form;
        if form.text_of(SHOWN_DIGEST) != self.digest() {
            return self.form_after_concurrent_change();
        }
        let clock = self.snapshot.clock();
        let is_changed = |column: &Column| match form.get(column.name) {
            // an invalid cell counts as changed, so that the import reports it
            Some(sent) => !parse_cell(column, sent, clock).is_ok_and(|cell| cell == self.cell(column)),
            None => false,
        };
        let mut cells = Vec::new();
        for column in self.file.columns {
            let is_settable = self.is_settable(column);
            if is_settable && (column.is_key() || is_changed(column)) {
                cells.push((column, form.text_of(column.name).to_owned()));
            } else if column.is_key() {
                // an edit names its row by the key
                cells.push((column, self.cell(column).to_owned()));
            }
        }
        if self.row.is_some() && cells.iter().all(|(column, _)| column.is_key()) {
            return Ok(PageAnswer::Redirect(self.return_path().map_or_else(|| self.path(), str::to_owned)));
        }
        let is_removal = false;
        self.import_edit(cells, is_removal)
    }

    /// Removes the row. A person is dismissed instead.
    fn remove(&self) -> Result<PageAnswer> {
        let key = self.file.key_columns().map(|(_, column)| (column, self.cell(column).to_owned()));
        let is_removal = true;
        self.import_edit(key.collect(), is_removal)
    }

    /// Imports an edit and redirects to the page that opened the form, else to the row, or to the table if the row is
    /// gone. After adding a row, the page that lists the rows leads to the page of this row: `person` to `person/7`.
    /// Removing a person is a dismissal, which keeps the row. Shows the form after an error.
    fn import_edit(&self, cells: ColumnCells, is_removal: bool) -> Result<PageAnswer> {
        let (form, stem) = (&self.context.request.form, self.file.stem());
        // the digest is that of the form's cells, not of the current cells, which can be newer
        let digest = form.text_of(SHOWN_DIGEST).to_owned();
        let shown = self.row_id().map_or(ShownRow::New, |row| ShownRow::Stored { row, digest });
        let edit = RowEdit { file: self.file, cells, shown, is_removal };
        let action = edit.ledger_action();
        let is_confirmed = is_removal || form.get(CONFIRMED).is_some();
        let confirmation = Confirmation { is_confirmed, has_form_warnings: false };
        let removes_row = is_removal && self.file.dismissal.is_none();
        match edit::save(self.context, &[edit], &action, confirmation)? {
            EditOutcome::Saved { number, .. } if removes_row => {
                Ok(PageAnswer::Redirect(format!("data/{stem}?removed={number}")))
            }
            EditOutcome::Saved { number, row } => {
                let row = if is_removal { self.row_id() } else { row };
                let row_path = row.map(|row| format!("/{row}")).unwrap_or_default();
                let path = match self.return_path() {
                    Some(page) if self.row.is_none() => {
                        let list = page.split('/').next().unwrap_or_default();
                        format!("{list}{row_path}")
                    }
                    Some(page) => page.to_owned(),
                    None => format!("data/{stem}{row_path}"),
                };
                Ok(PageAnswer::Redirect(format!("{path}?saved={number}")))
            }
            EditOutcome::Refused(errors) => self.page(&SaveNotice { errors, ..SaveNotice::default() }),
            EditOutcome::Warned(warnings) => self.page(&SaveNotice { warnings, ..SaveNotice::default() }),
            EditOutcome::KeyExists { row, .. } => self.form_with_existing_key(row),
            EditOutcome::ChangedMeanwhile => self.form_after_concurrent_change(),
        }
    }

    /// Shows the form with the cells that are stored now, and an error. Describes a removal if the row is gone.
    fn form_after_concurrent_change(&self) -> Result<PageAnswer> {
        with_row(self.context, self.file, &self.segment(), |current| {
            current.page(&SaveNotice { is_outdated: true, ..SaveNotice::default() })
        })
    }

    /// Shows the form of a new row again, with the error that the stored row `row` has the same key.
    fn form_with_existing_key(&self, row: i64) -> Result<PageAnswer> {
        let form = &self.context.request.form;
        let key = self.file.key_columns().map(|(_, column)| form.text_of(column.name)).collect::<Vec<_>>().join(", ");
        let (_, column) = self.file.key_columns().next().expect("every file has a key");
        let errors = vec![row_error(self.file, column, MessageName::RowExists, key)];
        self.page(&SaveNotice { errors, existing_row: Some(row), ..SaveNotice::default() })
    }

    fn page(&self, notice: &SaveNotice) -> Result<PageAnswer> {
        let (context, words) = (self.context, self.context.words);
        let label = self.file.label(context.language);
        let title = match &self.row {
            Some((_, cells)) => {
                let name = RowNames::new(context, self.snapshot).title(self.file, cells)?;
                if context.has_role(Role::Editor) { format!("{}: {name}", words.edit) } else { name }
            }
            None => self.file.add_row_label(context.language).to_owned(),
        };
        let key: Vec<_> =
            self.file.key_columns().map(|(_, column)| self.cell(column)).filter(|cell| !cell.is_empty()).collect();
        let mut content = PageContent::new(title).with_row_key(&key.join(", "));
        last_change::add_outcome_message(context, self.snapshot, self.file, self.row_id(), &mut content)?;
        self.add_problems(notice, &mut content)?;
        let mut fields = self.fields(notice)?;
        // the note says that other origins are beside their fields
        if let Some(origin) = take_common_origin(&mut fields) {
            content.add_note(&words.exceptions_are_noted.replace("{}", &origin));
        }
        fields.push(self.digest_field());
        fields.extend(self.return_path().map(|path| FormField::hidden(RETURN_PATH, path)));
        let has_warnings = !notice.warnings.is_empty();
        if has_warnings {
            fields.push(FormField::hidden(CONFIRMED, "yes"));
        }
        if !context.has_role(Role::Editor) {
            fields.iter().for_each(|field| content.add(field));
            return Ok(PageAnswer::Page(content));
        }
        let button = if has_warnings { words.save_anyway } else { words.save };
        let address = context.address(&self.path());
        let table = format!("data/{}", self.file.stem());
        let cancel = Some((context.address(self.return_path().unwrap_or(&table)), words.cancel));
        content.add(&Form { cancel, ..Form::changing(context, &label, address.clone(), fields, button) });
        // rows of persons are kept, and an employment that has ended cannot be ended again
        let is_dismissed =
            |cells: &RecordedCells| persons::is_dismissed(cells, &format_wall_time(self.snapshot.clock().now()));
        match (&self.row, &self.file.dismissal) {
            (Some((row, cells)), Some(_)) if !is_dismissed(cells) => {
                content.add_link(context.address(&format!("person/{row}#employment")), words.end_employment);
            }
            (Some(_), None) => content.add(&Form {
                is_destructive: true,
                ..Form::button(context, words.remove_row, format!("{address}/remove"), vec![self.digest_field()])
            }),
            _ => {}
        }
        Ok(PageAnswer::Page(content))
    }

    /// Returns whether the form shows an error at the field of this column. Errors of a removal concern the whole row.
    fn is_at_field(&self, error: &ImportError, column: &Column) -> bool {
        let is_removal = self.context.request.path.last().is_some_and(|segment| segment == "remove");
        !is_removal && error.column == column.name
    }

    /// Adds the problems that concern no single field, and all warnings.
    fn add_problems(&self, notice: &SaveNotice, content: &mut PageContent) -> Result<()> {
        let context = self.context;
        if notice.is_outdated {
            content.add_error(&format!("{} {}", self.last_change_text()?, context.words.row_changed_meanwhile));
        }
        if let Some(row) = notice.existing_row
            && let Some(cells) = find_cells(&*context.snapshot()?, self.file, row)?
        {
            let address = context.address(&format!("data/{}/{row}", self.file.stem()));
            content.add_link(address, &self.file.row_title(&cells));
        }
        let names = RowNames::new(context, self.snapshot);
        let is_at_field = |error: &ImportError| self.file.columns.iter().any(|column| self.is_at_field(error, column));
        for error in notice.errors.iter().filter(|error| !is_at_field(error)) {
            content.add_error(&error_detail(context, &names, error)?);
            content.add_links(links_to_referring_rows(context, self.snapshot, error)?);
        }
        for error in &notice.warnings {
            let label = self.file.column_label(&error.column, context.language);
            content.add_warning(&format!("{label}: {}", error_detail(context, &names, error)?));
        }
        Ok(())
    }

    /// Describes who changed the row last, and when; empty if the ledger does not know.
    fn last_change_text(&self) -> Result<String> {
        let (context, words) = (self.context, self.context.words);
        let last = provenance::find_last_change_origin(self.snapshot, self.file, self.row_id().unwrap_or_default())?;
        let Some(last) = last else { return Ok(String::new()) };
        let is_own = last.actor == context.operator.name;
        let template = if is_own { words.changed_by_you } else { words.changed_by_another };
        context.origin_sentence(self.snapshot, template, &last)
    }

    fn fields(&self, notice: &SaveNotice) -> Result<Vec<FormField>> {
        let find_origins = |row| provenance::find_field_origins(self.snapshot, self.file, row);
        let origins = self.row_id().map(find_origins).transpose()?.unwrap_or_default();
        // a new row has no id yet
        let is_new_id = |column: &Column| column.domain == Domain::Id && self.row.is_none();
        let columns = self.file.columns.iter().filter(|column| column.is_field() && !is_new_id(column));
        columns.map(|column| self.field(column, &origins, notice)).collect()
    }

    /// Returns the sent cell, or else the stored cell; after a concurrent change, always the stored cell.
    fn shown_cell(&self, column: &Column, notice: &SaveNotice) -> &str {
        let sent = self.context.request.form.get(column.name).filter(|_| !notice.is_outdated);
        sent.unwrap_or_else(|| self.cell(column))
    }

    fn field(&self, column: &'static Column, origins: &[FieldOrigin], notice: &SaveNotice) -> Result<FormField> {
        let context = self.context;
        let value = self.shown_cell(column, notice).to_owned();
        let names = RowNames::new(context, self.snapshot);
        let cell_of = |name| self.file.find_column(name).map_or("", |(_, other)| self.shown_cell(other, notice));
        let reference = column.applying_reference(cell_of);
        let errors = notice.errors.iter().filter(|error| self.is_at_field(error, column));
        let error_text = |error| field_error_text(context, &names, error, reference.map(|reference| reference.to));
        let mut field = FormField::new(column.name, column.label(context.language), self.input(column));
        field.errors = errors.map(error_text).collect::<Result<_>>()?;
        field.is_required = matches!(column.role, ColumnRole::Key | ColumnRole::Required);
        field.hint = column.hint_in(context.language).to_owned();
        let origin = origins.iter().find(|origin| origin.field == column.name);
        if let Some(change) = origin.and_then(|origin| origin.set_by.as_ref()) {
            field.origin = context.origin_sentence(self.snapshot, context.words.last_set_by, change)?;
        }
        let field_of = |name: &'static str| (name.to_owned(), cell_of(name).to_owned());
        if let Some(reference) = reference.and_then(|reference| FieldReference::new(reference, field_of)) {
            suggestions::add_suggestions(context, self.snapshot, &mut field, &reference, &value)?;
        }
        field.value = match field.input {
            Input::ReadOnly => column.format_cell(&value, context.language),
            _ => value,
        };
        Ok(field)
    }

    fn input(&self, column: &Column) -> Input {
        if !self.is_settable(column) {
            return Input::ReadOnly;
        }
        // an empty option comes first: if the operator chooses no option, browsers send the first option
        let can_be_empty = column.role == ColumnRole::Optional && column.default == DefaultCell::Nothing;
        let empty_option = (can_be_empty || self.cell(column).is_empty()).then(|| (String::new(), String::new()));
        if let Some(options) = column_options(self.context, column) {
            return Input::Select(empty_option.into_iter().chain(options).collect());
        }
        match column.domain {
            Domain::Text(_) if column.is_long() => Input::TextArea,
            _ => Input::of_column(column),
        }
    }
}

/// Removes the most frequent origin from the fields and returns it, so that the page shows it once.
fn take_common_origin(fields: &mut [FormField]) -> Option<String> {
    let count_alike = |field: &FormField| fields.iter().filter(|other| other.origin == field.origin).count();
    let fields_with_origin = fields.iter().filter(|field| !field.origin.is_empty());
    let common = fields_with_origin.max_by_key(|field| count_alike(field))?.origin.clone();
    for field in fields.iter_mut().filter(|field| field.origin == common) {
        field.origin.clear();
    }
    Some(common)
}
