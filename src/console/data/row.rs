//! A row of a data file as a form, each field with the origin of its value. Saving is an import of the row, so that
//! the rules and messages of imports apply at its fields.

use anyhow::Result;

use super::names::Names;
use super::{choices, last_change, suggestions};
use crate::console::components::{Form, FormField, Input};
use crate::console::edit::{self, EditOutcome, RowEdit, ShownRow, digest};
use crate::console::page::{PageAnswer, PageContent};
use crate::console::page_context::PageContext;
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, ColumnRole, DataFile, DefaultCell as Means, Domain};
use crate::datafile::find_cell;
use crate::exchange::merge::error_table::ImportError;
use crate::ledger::provenance::{self, FieldOrigin};
use crate::ledger::{RecordedCells, find_cells};
use crate::model::message::MessageName;
use crate::store::Snapshot;
use crate::store::operator::Role;

/// The form's field with a digest of the shown cells.
const SEEN: &str = "seen";

/// The row to show, or a new one.
struct RowView<'a> {
    context: &'a PageContext<'a>,
    snapshot: &'a Snapshot<'a>,
    file: &'static DataFile,
    /// The row id and its cells; `None` for a new row.
    row: Option<(i64, RecordedCells)>,
}

/// The result of saving, shown with the row.
#[derive(Default)]
struct SaveNotice {
    wrong: Vec<ImportError>,
    warnings: Vec<ImportError>,
    /// The row was changed since it was shown.
    is_outdated: bool,
    /// An existing row with the key of the new one.
    existing_row: Option<i64>,
}

/// Shows the form of a row, or of a new one.
pub fn show(context: &PageContext, file: &'static DataFile, step: &str) -> Result<PageAnswer> {
    find_row(context, file, step, |view| view.page(&SaveNotice::default()))
}

/// Saves a row, or a new one.
pub fn change(context: &PageContext, file: &'static DataFile, step: &str) -> Result<PageAnswer> {
    find_row(context, file, step, |view| view.save())
}

/// Removes a row; a person is dismissed instead.
pub fn remove(context: &PageContext, file: &'static DataFile, step: &str) -> Result<PageAnswer> {
    find_row(context, file, step, |view| match &view.row {
        Some((row, _)) => view.remove(*row),
        None => Ok(PageAnswer::Nothing),
    })
}

fn find_row(
    context: &PageContext,
    file: &'static DataFile,
    step: &str,
    then: impl FnOnce(&RowView) -> Result<PageAnswer>,
) -> Result<PageAnswer> {
    let snapshot = context.snapshot()?;
    let row = match step.parse::<i64>() {
        _ if step == "new" => None,
        Ok(row) if row > 0 => match find_cells(&snapshot, file, row)? {
            Some(cells) => Some((row, cells)),
            None => return last_change::removed_row_answer(context, &snapshot, file, row),
        },
        _ => return Ok(PageAnswer::Nothing),
    };
    then(&RowView { context, snapshot: &snapshot, file, row })
}

impl RowView<'_> {
    /// Returns the last segment of its address.
    fn step(&self) -> String {
        let row = self.row.as_ref();
        row.map_or("new".to_owned(), |(row, _)| row.to_string())
    }

    fn address(&self) -> String {
        format!("data/{}/{}", self.file.stem(), self.step())
    }

    /// Returns the stored cell of a column; of a new row, the default.
    fn cell(&self, column: &Column) -> &str {
        let Some((_, cells)) = &self.row else {
            return match column.default {
                Means::Text(text) => text,
                _ => "",
            };
        };
        find_cell(cells, column.name)
    }

    /// Returns the value that was sent for a column, else its cell.
    fn current_value(&self, column: &Column) -> String {
        self.context.request.form.get(column.name).unwrap_or_else(|| self.cell(column)).to_owned()
    }

    /// Returns the digest of the shown cells.
    fn shown_cells(&self) -> String {
        self.row.as_ref().map(|(_, cells)| digest(cells)).unwrap_or_default()
    }

    fn shown_cells_field(&self) -> FormField {
        FormField::new(SEEN, "", Input::Hidden).with_value(self.shown_cells())
    }

    /// Returns whether the operator can set a column; the key identifies the row.
    fn is_settable(&self, column: &Column) -> bool {
        let is_new = self.row.is_none();
        self.context.may(Role::Editor) && column.domain != Domain::Id && (is_new || !column.is_key())
    }

    fn save(&self) -> Result<PageAnswer> {
        let form = &self.context.request.form;
        // changes are relative to the shown row
        if form.text_of(SEEN) != self.shown_cells() {
            return self.form_after_change();
        }
        let clock = self.snapshot.clock();
        let is_set = |column: &Column| {
            let sent = form.get(column.name).unwrap_or_default();
            // the import reports unreadable cells
            let same = parse_cell(column, sent, clock).is_ok_and(|cell| cell == self.cell(column));
            form.get(column.name).is_some() && !same
        };
        let columns = self.file.columns.iter();
        let cells: Vec<_> = columns
            .filter(|column| column.is_key() || (self.is_settable(column) && is_set(column)))
            .map(|column| match self.is_settable(column) {
                true => (column, form.text_of(column.name).to_owned()),
                false => (column, self.cell(column).to_owned()),
            })
            .collect();
        if self.row.is_some() && cells.iter().all(|(column, _)| column.is_key()) {
            return Ok(PageAnswer::To(self.address()));
        }
        let confirmed = form.get("confirmed").is_some();
        let shown = match self.row {
            Some((row, _)) => ShownRow::Row(row, self.shown_cells()),
            None => ShownRow::New,
        };
        let edit = RowEdit { file: self.file, cells, shown };
        let action = edit::ledger_action(self.file, &edit.key().collect::<Vec<_>>().join(", "));
        match edit::save(self.context, &[edit], action, confirmed, false)? {
            EditOutcome::Saved { number, row } => {
                let row = row.map(|row| format!("/{row}")).unwrap_or_default();
                let stem = self.file.stem();
                Ok(PageAnswer::To(format!("data/{stem}{row}?saved={number}")))
            }
            EditOutcome::Refused(wrong) => self.page(&SaveNotice { wrong, ..SaveNotice::default() }),
            EditOutcome::Warned(warnings) => self.page(&SaveNotice { warnings, ..SaveNotice::default() }),
            EditOutcome::Exists { row, .. } => self.form_of_existing(row),
            EditOutcome::ChangedMeanwhile => self.form_after_change(),
        }
    }

    /// Returns the form of the row after a concurrent change.
    fn form_after_change(&self) -> Result<PageAnswer> {
        let step = self.step();
        find_row(self.context, self.file, &step, |now| {
            now.page(&SaveNotice { is_outdated: true, ..SaveNotice::default() })
        })
    }

    /// Returns the form of a new row whose key exists.
    fn form_of_existing(&self, row: i64) -> Result<PageAnswer> {
        let form = &self.context.request.form;
        let key = self.file.key_columns().map(|(_, column)| form.text_of(column.name)).collect::<Vec<_>>().join(", ");
        let (_, column) = self.file.key_columns().next().expect("every file has a key");
        self.page(&SaveNotice {
            wrong: vec![ImportError {
                file: self.file.name.to_owned(),
                line: 1,
                column: column.name.to_owned(),
                header: String::new(),
                data_file: self.file,
                message: MessageName::RowExists.into(),
                value: key,
            }],
            existing_row: Some(row),
            ..SaveNotice::default()
        })
    }

    fn remove(&self, row: i64) -> Result<PageAnswer> {
        // as it was shown, not as it is now
        let seen = self.context.request.form.text_of(SEEN).to_owned();
        let key: Vec<_> = self.file.key_columns().map(|(_, column)| self.cell(column)).collect();
        let stem = self.file.stem();
        match edit::remove(self.context, self.file, (row, seen), &key)? {
            // a dismissed person still exists
            EditOutcome::Saved { number, .. } if self.file.dismissal.is_some() => {
                Ok(PageAnswer::To(format!("data/{stem}/{row}?saved={number}")))
            }
            EditOutcome::Saved { number, .. } => Ok(PageAnswer::To(format!("data/{stem}?removed={number}"))),
            EditOutcome::Refused(wrong) | EditOutcome::Warned(wrong) => {
                self.page(&SaveNotice { wrong, ..SaveNotice::default() })
            }
            EditOutcome::Exists { .. } | EditOutcome::ChangedMeanwhile => self.form_after_change(),
        }
    }

    fn page(&self, notice: &SaveNotice) -> Result<PageAnswer> {
        let (context, words) = (self.context, self.context.words);
        let title = match &self.row {
            Some((_, cells)) => Names::new(context, self.snapshot).title(self.file, cells)?,
            None => words.new_row.replace("{}", &self.file.label(context.language)),
        };
        let mut content = PageContent::new(title);
        let row = self.row.as_ref().map(|(row, _)| *row);
        last_change::add_last_change(context, self.snapshot, self.file, row, &mut content)?;
        if notice.is_outdated {
            last_change::add_concurrent_change(context, self.snapshot, self.file, row, &mut content)?;
        }
        if let Some(row) = notice.existing_row
            && let Some(cells) = find_cells(&*context.snapshot()?, self.file, row)?
        {
            let address = context.address(&format!("data/{}/{row}", self.file.stem()));
            content.link(address, &self.file.row_title(&cells));
        }
        // removing a row has no fields
        let removes = context.request.path.last().is_some_and(|step| step == "remove");
        let at_field = |error: &ImportError| !removes && self.file.find_column(&error.column).is_some();
        for error in notice.wrong.iter().filter(|error| !at_field(error)) {
            content.wrong(&error.labelled_detail(context.language));
        }
        for error in &notice.warnings {
            let label = self.file.column_label(&error.column, context.language);
            content.warn(&format!("{label}: {}", error.labelled_detail(context.language)));
        }
        let mut fields = Vec::new();
        let reasons = match &self.row {
            Some((row, _)) => provenance::field_origins_of_row(self.snapshot, self.file, *row)?,
            None => Vec::new(),
        };
        for column in self.file.columns {
            // the number of a row says nothing to people, unless it is the key
            let is_number = column.domain == Domain::Id && !(column.is_key() && self.row.is_some());
            if !is_number && !column.is_hidden {
                fields.push(self.field(column, &reasons, notice)?);
            }
        }
        if let Some(most) = common_origin(&mut fields) {
            content.note(&words.unless_said.replace("{}", &most));
        }
        fields.push(self.shown_cells_field());
        if !notice.warnings.is_empty() {
            fields.push(FormField::new("confirmed", "", Input::Hidden).with_value("yes"));
        }
        let button = match notice.warnings.is_empty() {
            true => words.save,
            false => words.save_all_the_same,
        };
        let label = self.file.label(context.language);
        let address = context.address(&self.address());
        if !context.may(Role::Editor) {
            fields.iter().for_each(|field| content.add(field));
            return Ok(PageAnswer::Page(content));
        }
        let cancel = Some(context.address(&format!("data/{}", self.file.stem())));
        content.add(&Form { cancel, ..Form::changing(context, &label, address.clone(), fields, button) });
        match row {
            // persons are dismissed on their page
            Some(row) if self.file.dismissal.is_some() => {
                content.link(context.address(&format!("person/{row}#employment")), words.dismiss);
            }
            Some(_) => content.add(&Form {
                is_grave: true,
                ..Form::changing(
                    context,
                    words.remove_row,
                    format!("{address}/remove"),
                    vec![self.shown_cells_field()],
                    words.remove_row,
                )
            }),
            None => {}
        }
        Ok(PageAnswer::Page(content))
    }

    fn field(&self, column: &'static Column, reasons: &[FieldOrigin], notice: &SaveNotice) -> Result<FormField> {
        let context = self.context;
        let value = match notice.is_outdated {
            true => self.cell(column).to_owned(),
            false => self.current_value(column),
        };
        let wrong = notice.wrong.iter().filter(|error| error.column == column.name);
        let mut field = FormField::new(column.name, column.label(context.language), self.input(column));
        field.wrong = wrong.map(|error| context.field_error(error)).collect();
        field.is_required = matches!(column.role, ColumnRole::Key | ColumnRole::Required);
        field.hint = column.hint_in(context.language).to_owned();
        let reason = reasons.iter().find(|reason| reason.field == column.name);
        if let Some(given) = reason.and_then(|reason| reason.set_by.as_ref()) {
            field.why = context.with_origin(self.snapshot, context.words.given_by, given)?;
        }
        for reference in column.references() {
            suggestions::add_suggestions(context, self.snapshot, &mut field, reference, &value)?;
        }
        field.value = match field.input {
            Input::Fixed => column.format_cell(&value, context.language),
            _ => value,
        };
        Ok(field)
    }

    /// Returns the kind of a column's field.
    fn input(&self, column: &Column) -> Input {
        if !self.is_settable(column) {
            return Input::Fixed;
        }
        // a browser sends the first choice by default, so it must be empty
        let is_open = column.role == ColumnRole::Optional && column.default == Means::Nothing;
        let none = (is_open || self.cell(column).is_empty()).then(Default::default);
        if let Some(known) = choices(self.context, column) {
            return Input::Choice(none.into_iter().chain(known).collect());
        }
        match column.domain {
            Domain::Text(_) if column.is_long() => Input::Words,
            _ => Input::of_column(column),
        }
    }
}

/// Returns the common origin of most values, to show it once.
fn common_origin(fields: &mut [FormField]) -> Option<String> {
    let alike = |field: &FormField| fields.iter().filter(|other| other.why == field.why).count();
    let most = fields.iter().filter(|field| !field.why.is_empty()).max_by_key(|field| alike(field))?.why.clone();
    for field in fields.iter_mut().filter(|field| field.why == most) {
        field.why.clear();
    }
    Some(most)
}
